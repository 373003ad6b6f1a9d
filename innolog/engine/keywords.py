"""Keywords with a choice: choose cards and move them, choose a color and splay it. Card texts consist of these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from innolog.cards.facts import COLORS, CardSet, Direction, back_of
from innolog.engine.choices import Choice, ChoiceKind, IllegalAnswer, Where
from innolog.engine.moving import Moving
from innolog.engine.operations import (
    DONE,
    NOTHING,
    Exchange,
    Operation,
    Rearrange,
    Remove,
    RemoveTopsAndHands,
    Splay,
    Wipe,
)
from innolog.engine.state import Player
from innolog.engine.zones import NOBODY, Keyword, Zone


class Keywords(Moving):
    """One method for each phrase of the card texts, such as "you may return a card" (:meth:`may_return`)."""

    def _act(self, me: Player, card: int, keyword: Keyword) -> bool:
        if keyword is Keyword.RETURN:
            return self.return_(card)
        if keyword is Keyword.MELD:
            return self.meld(me, card)
        if keyword is Keyword.TUCK:
            return self.tuck(me, card)
        if keyword is Keyword.SCORE:
            return self.score(me, card)
        if keyword is Keyword.FORESHADOW:
            return self.foreshadow(me, card)
        if keyword is Keyword.ACHIEVE:
            return self.achieve(me, card)
        return self.reveal(me, card)

    _TARGETS: ClassVar = {
        Keyword.RETURN: Zone.DECK,
        Keyword.MELD: Zone.BOARD,
        Keyword.TUCK: Zone.BOARD,
        Keyword.SCORE: Zone.SCORE,
        Keyword.REVEAL: Zone.REVEALED,
        Keyword.FORESHADOW: Zone.FORECAST,
        Keyword.ACHIEVE: Zone.ACHIEVEMENTS,
    }

    def _choose(
        self, me: Player, cards: Sequence[int], keyword: Keyword, may: bool = False, where: Where | None = None
    ) -> int | None:
        if self.interceptors:
            cards = [card for card in cards if not self.is_lost(card)]
        owner = NOBODY if keyword is Keyword.RETURN else me.index
        return self.choose_card(me, cards, keyword, may=may, where=where, target=(owner, self._TARGETS[keyword]))

    def _pick(
        self, me: Player, cards: Sequence[int], keyword: Keyword, may: bool, where: Where | None = None
    ) -> int | None:
        """Choose a card and move it. Returns None if none was chosen or a figure replaced the move."""
        card, moved = self.choose_and_move(me, cards, keyword, may, where)
        return card if moved else None

    def choose_and_move(
        self, me: Player, cards: Sequence[int], keyword: Keyword, may: bool = False, where: Where | None = None
    ) -> tuple[int | None, bool]:
        """I must (or may) choose one of the cards (that pass the test) and move it.

        Returns the card, or None, and whether it was moved. An effect that does the same with further cards goes on
        with them if a figure replaced a move.
        """
        card = self._choose(me, cards, keyword, may, where)
        return card, card is not None and self._act(me, card, keyword)

    def one_of(self, me: Player, cards: Sequence[int], keyword: Keyword) -> tuple[int | None, list[int]]:
        """I must choose one of the cards and move it. Returns it, or None if it was not moved, and the others.

        A card that was chosen is none of the others, even if a figure replaced its move.
        """
        if self.interceptors:
            # A figure may have returned cards between draws, and such a card may have been drawn again.
            mine = ((me.index, Zone.HAND), (me.index, Zone.REVEALED))
            cards = [card for card in dict.fromkeys(cards) if self.place.get(card) in mine]
        card = self._choose(me, cards, keyword)
        if card is None:
            return None, []
        others = [other for other in cards if other != card]
        return card if self._act(me, card, keyword) else None, others

    def second_of_two(self, first: int | None, before: Sequence[int], after: Sequence[int]) -> list[int]:
        """The cards of which an effect takes the second of two top or bottom cards, in no case the first again.

        ``before`` and ``after`` are the cards that could be taken before and after the first was. Whether a card can be
        taken that the first has uncovered is an open question (``two_tops_at_once``).
        """
        at_once = self.rules.reads("two_tops_at_once")
        return [card for card in after if card != first and (not at_once or card in before)]

    def _pick_several(
        self,
        me: Player,
        cards: Sequence[int],
        keyword: Keyword,
        least: int,
        most: int,
        where: Where | None = None,
    ) -> list[int]:
        """Choose and move one card after the other: ``least`` (or as many as there are) to ``most``."""
        left = list(cards)
        moved: list[int] = []
        # A figure may have moved cards meanwhile, which are no longer where the effect takes them from.
        before = {card: self.place.get(card) for card in left} if self.interceptors else {}
        for number in range(min(most, len(left))):
            if before:
                left = [card for card in left if self.place.get(card) == before[card]]
            card = self._choose(me, left, keyword, number >= least, where)
            if card is None:
                break
            left.remove(card)
            if self._act(me, card, keyword):
                moved.append(card)
        return moved

    def may_return(self, me: Player, cards: Sequence[int], where: Where | None = None) -> int | None:
        """I may return one of the cards. Returns it, or None."""
        return self._pick(me, cards, Keyword.RETURN, True, where)

    def return_one(self, me: Player, cards: Sequence[int], where: Where | None = None) -> int | None:
        """I must return one of the cards, if there is one."""
        return self._pick(me, cards, Keyword.RETURN, False, where)

    def return_up_to(self, me: Player, cards: Sequence[int], most: int) -> list[int]:
        """I may return any number of the cards up to ``most``."""
        return self._pick_several(me, cards, Keyword.RETURN, 0, most)

    def return_exactly(self, me: Player, cards: Sequence[int], number: int) -> list[int]:
        """I must return this number of the cards, or all if there are fewer."""
        return self._pick_several(me, cards, Keyword.RETURN, number, number)

    def may_return_exactly(self, me: Player, cards: Sequence[int], number: int) -> list[int]:
        """I may return this number of the cards, or all if there are fewer; otherwise none."""
        return self._all_or_none(me, cards, Keyword.RETURN, number)

    def return_all(self, me: Player, cards: Sequence[int], where: Where | None = None) -> list[int]:
        """I must return all the cards that pass the test, in an order of my choice."""
        return self._pick_several(me, cards, Keyword.RETURN, len(cards), len(cards), where)

    def return_all_proven(self, me: Player, cards: Sequence[int]) -> list[int]:
        """I must return all the cards. If the platform wants proof of their faces, each is revealed first."""
        if not self.rules.holds("shows_proof"):
            return self.return_all(me, cards)
        left, returned = list(cards), []
        while left:
            card = self.reveal_one(me, left)
            assert card is not None
            self.return_(card)
            left.remove(card)
            returned.append(card)
        return returned

    def may_return_proven(self, me: Player, cards: Sequence[int], where: Where | None) -> tuple[int | None, bool]:
        """I may return one of the cards that pass the test. If the platform wants proof, it is revealed first.

        Returns the card, or None, and whether it was returned.
        """
        if not self.rules.holds("shows_proof"):
            return self.choose_and_move(me, cards, Keyword.RETURN, True, where)
        card, shown = self.choose_and_move(me, cards, Keyword.REVEAL, True, where)
        return card, card is not None and shown and self.return_(card)

    def may_return_all_proven(self, me: Player, cards: Sequence[int], shown: Callable[[int], None]) -> None:
        """I may return the cards, all or none. If the platform wants proof, each is revealed first.

        ``shown`` is called with every card as soon as its face is known: when it is revealed, otherwise when it is
        returned.
        """
        left, number = list(cards), len(cards)
        proof = self.rules.holds("shows_proof")
        while left:
            keyword = Keyword.REVEAL if proof else Keyword.RETURN
            card, moved = self.choose_and_move(me, left, keyword, may=len(left) == number)
            if card is None:
                break
            left.remove(card)
            if moved:
                shown(card)
                if proof:
                    self.return_(card)

    def may_place_on_top(self, me: Player, cards: Sequence[int]) -> int | None:
        """I may place one of the cards on top of its supply pile."""
        card = self.choose_card(me, cards, Keyword.TRANSFER, may=True, target=(NOBODY, Zone.DECK))
        if card is not None:
            self.place_on_top(card)
        return card

    def look_at_a_deck(self, me: Player) -> None:
        """I look at the top card of any supply pile. Some platforms move the card to my hand and back to show it."""
        if self.rules.holds("looks_by_moving"):
            tops = [deck[-1] for deck in self.decks.values() if deck]
            card = self.transfer_one(me, tops, me, Zone.HAND)
            if card is not None:
                self.place_on_top(card)

    def may_meld(self, me: Player, cards: Sequence[int]) -> int | None:
        """I may meld one of the cards."""
        return self._pick(me, cards, Keyword.MELD, True)

    def meld_one(self, me: Player, cards: Sequence[int], where: Where | None = None) -> int | None:
        """I must meld one of the cards, if there is one."""
        return self._pick(me, cards, Keyword.MELD, False, where)

    def meld_one_or_two(self, me: Player, cards: Sequence[int]) -> list[int]:
        """I must meld one of the cards and may meld a second."""
        return self._pick_several(me, cards, Keyword.MELD, 1, 2)

    def meld_any_number(self, me: Player, cards: Sequence[int], where: Where) -> list[int]:
        """I may meld any number of the cards that pass the test."""
        return self._pick_several(me, cards, Keyword.MELD, 0, len(cards), where)

    def meld_exactly(self, me: Player, cards: Sequence[int], number: int) -> list[int]:
        """I must meld this number of the cards, or all if there are fewer."""
        return self._pick_several(me, cards, Keyword.MELD, number, number)

    def meld_all(self, me: Player, cards: Sequence[int], where: Where | None = None) -> list[int]:
        """I must meld all the cards that pass the test, in an order of my choice."""
        return self._pick_several(me, cards, Keyword.MELD, len(cards), len(cards), where)

    def may_meld_all(self, me: Player, cards: Sequence[int]) -> list[int]:
        """I may meld the cards: all or none."""
        return self._all_or_none(me, cards, Keyword.MELD, len(cards))

    def may_tuck(self, me: Player, cards: Sequence[int], where: Where | None = None) -> int | None:
        """I may tuck one of the cards."""
        return self._pick(me, cards, Keyword.TUCK, True, where)

    def tuck_up_to(self, me: Player, cards: Sequence[int], most: int) -> list[int]:
        """I may tuck any number of the cards up to ``most``."""
        return self._pick_several(me, cards, Keyword.TUCK, 0, most)

    def may_tuck_exactly(self, me: Player, cards: Sequence[int], number: int) -> list[int]:
        """I may tuck this number of the cards, or all if there are fewer; otherwise none."""
        return self._all_or_none(me, cards, Keyword.TUCK, number)

    def tuck_exactly(self, me: Player, cards: Sequence[int], number: int) -> list[int]:
        """I must tuck this number of the cards, or all if there are fewer."""
        return self._pick_several(me, cards, Keyword.TUCK, number, number)

    def tuck_any_number(self, me: Player, cards: Sequence[int], where: Where | None = None) -> list[int]:
        """I may tuck any number of the cards that pass the test."""
        return self._pick_several(me, cards, Keyword.TUCK, 0, len(cards), where)

    def tuck_one(self, me: Player, cards: Sequence[int], where: Where | None = None) -> int | None:
        """I must tuck one of the cards (that pass the test), if there is one."""
        return self._pick(me, cards, Keyword.TUCK, False, where)

    def tuck_all(self, me: Player, cards: Sequence[int], where: Where | None = None) -> list[int]:
        """I must tuck all the cards that pass the test, in an order of my choice."""
        return self._pick_several(me, cards, Keyword.TUCK, len(cards), len(cards), where)

    def may_score(self, me: Player, cards: Sequence[int]) -> int | None:
        """I may score one of the cards."""
        return self._pick(me, cards, Keyword.SCORE, True)

    def score_one(self, me: Player, cards: Sequence[int], where: Where | None = None) -> int | None:
        """I must score one of the cards, if there is one."""
        return self._pick(me, cards, Keyword.SCORE, False, where)

    def score_one_proven(self, me: Player, cards: Sequence[int], where: Where) -> int | None:
        """I must score one of the cards that pass the test. If the platform wants proof, it is revealed first."""
        if not self.rules.holds("shows_proof"):
            return self.score_one(me, cards, where)
        card = self._pick(me, cards, Keyword.REVEAL, False, where)
        if card is not None:
            self.score(me, card)
        return card

    def score_exactly(self, me: Player, cards: Sequence[int], number: int) -> list[int]:
        """I must score this number of the cards, or all if there are fewer."""
        return self._pick_several(me, cards, Keyword.SCORE, number, number)

    def may_score_exactly(self, me: Player, cards: Sequence[int], number: int) -> list[int]:
        """I may score this number of the cards, or all if there are fewer; otherwise none."""
        return self._all_or_none(me, cards, Keyword.SCORE, number)

    def score_all(self, me: Player, cards: Sequence[int]) -> list[int]:
        """I must score all the cards, in an order of my choice."""
        return self._pick_several(me, cards, Keyword.SCORE, len(cards), len(cards))

    def achieve_one(
        self, me: Player, cards: Sequence[int], where: Where | None = None, *, may: bool = False
    ) -> int | None:
        """I must (or may) claim one of the cards (that pass the test) as an achievement, if there is one."""
        return self._pick(me, cards, Keyword.ACHIEVE, may, where)

    def achieve_all(self, me: Player, cards: Sequence[int]) -> list[int]:
        """I must claim all the cards as achievements, in an order of my choice."""
        return self._pick_several(me, cards, Keyword.ACHIEVE, len(cards), len(cards))

    def reveal_one(self, me: Player, cards: Sequence[int], where: Where | None = None) -> int | None:
        """I must reveal one of the cards (that pass the test), if there is one."""
        return self._pick(me, cards, Keyword.REVEAL, False, where)

    def reveal_exactly(self, me: Player, cards: Sequence[int], number: int) -> list[int]:
        """I must reveal this number of the cards, or all if there are fewer."""
        return self._pick_several(me, cards, Keyword.REVEAL, number, number)

    def reveal_all(self, me: Player, cards: Sequence[int]) -> list[int]:
        """I must reveal all the cards, in any order."""
        return self._pick_several(me, cards, Keyword.REVEAL, len(cards), len(cards))

    def reveal_and_return(self, me: Player, cards: Sequence[int], where: Where | None = None) -> int | None:
        """I must return one of the cards (that pass the test), whose face matters. Usually it is revealed first.

        Whether it is, is an open question.
        """
        if self.rules.reads("proof_is_not_shown"):
            return self.return_one(me, cards, where)
        card = self._pick(me, cards, Keyword.REVEAL, False, where)
        return card if card is not None and self.return_(card) else None

    def may_reveal(self, me: Player, cards: Sequence[int], where: Where | None = None) -> int | None:
        """I may reveal one of the cards that pass the test."""
        return self._pick(me, cards, Keyword.REVEAL, True, where)

    def _all_or_none(self, me: Player, cards: Sequence[int], keyword: Keyword, number: int) -> list[int]:
        if not cards or number < 1:
            return []
        first = self._choose(me, cards, keyword, True)
        if first is None:
            return []
        moved = [first] if self._act(me, first, keyword) else []
        rest = [card for card in cards if card != first]
        return moved + self._pick_several(me, rest, keyword, number - 1, number - 1)

    def transfer_one(
        self,
        chooser: Player,
        cards: Sequence[int],
        owner: Player,
        zone: Zone,
        *,
        may: bool = False,
        where: Where | None = None,
    ) -> int | None:
        """``chooser`` transfers one of the cards to a zone of ``owner``."""
        card = self.choose_card(chooser, cards, Keyword.TRANSFER, may=may, where=where, target=(owner.index, zone))
        return card if card is not None and self.transfer(card, owner, zone) else None

    def transfer_one_within(self, chooser: Player, cards: Sequence[int], zone: Zone) -> int | None:
        """``chooser`` transfers one of the cards to another zone of the same owner."""
        card = self.choose_card(chooser, cards, Keyword.TRANSFER)
        if card is not None:
            self.transfer(card, self.players[self.place[card][0]], zone)
        return card

    def transfer_all(
        self, chooser: Player, cards: Sequence[int], owner: Player, zone: Zone, where: Where | None = None
    ) -> list[int]:
        """``chooser`` transfers all the cards that pass the test, in any order."""
        return self.transfer_exactly(chooser, cards, len(cards), owner, zone, where)

    def transfer_exactly(
        self,
        chooser: Player,
        cards: Sequence[int],
        number: int,
        owner: Player,
        zone: Zone,
        where: Where | None = None,
    ) -> list[int]:
        """``chooser`` transfers this number of the cards (that pass the test), or all if there are fewer."""
        left, moved = list(cards), list[int]()
        for _ in range(min(number, len(left))):
            card = self.choose_card(chooser, left, Keyword.TRANSFER, where=where, target=(owner.index, zone))
            if card is None:
                break
            left.remove(card)
            if self.transfer(card, owner, zone):
                moved.append(card)
        return moved

    # --- splaying -----------------------------------------------------------------------------------------------------

    def can_splay(self, owner: Player, color: int, direction: int) -> bool:
        """Whether a pile has two cards and another direction (Deluxe rulebook, "Splaying")."""
        return len(owner.piles[color]) > 1 and owner.splays[color] != direction

    def splay(self, owner: Player, color: int, direction: int) -> bool:
        """Splay a pile if that changes anything. Returns whether it did."""
        return self._splay_pile(owner, color, direction, not direction and self.rules.holds("unsplaying_leaves_icons"))

    def unsplay(self, owner: Player, color: int) -> bool:
        """Unsplay a pile. Returns whether it was splayed."""
        return self._splay_pile(owner, color, Direction.NONE, False)

    def _splay_pile(self, owner: Player, color: int, direction: int, leaves_icons: bool) -> bool:
        if not self.can_splay(owner, color, direction):
            return False
        return self.perform(Splay(self.current, self.cause, owner, color, direction, leaves_icons)) != NOTHING

    def may_splay(self, me: Player, colors: Sequence[int], direction: int) -> int | None:
        """I may splay one of the colors in a direction. Returns the color if it changed."""
        able = [color for color in colors if self.can_splay(me, color, direction)]
        color = self.choose_color(me, able, may=True, direction=direction, owner=me)
        if color is not None:
            self.splay(me, color, direction)
        return color

    def may_splay_any(self, me: Player, direction: int) -> int | None:
        """I may splay any one of my colors in a direction."""
        return self.may_splay(me, COLORS, direction)

    def splay_on_any_board(self, me: Player, direction: int) -> None:
        """I must splay a color of any player in a direction. I may choose one that can't be splayed, without effect."""
        tops = [top for player in [me, *self.others(me)] for top in player.tops()]
        top = self.choose_card(me, tops, splays=direction)
        if top is not None:
            self.splay(self.players[self.place[top][0]], self.color[top], direction)

    def splay_one(self, me: Player, colors: Sequence[int], direction: int) -> int | None:
        """I must splay one of the colors in a direction. Returns the color if it changed.

        I may choose any pile of two or more cards, including one that is splayed in this direction already.
        """
        able = [color for color in colors if len(me.piles[color]) > 1]
        color = self.choose_color(me, able, direction=direction, owner=me)
        return color if color is not None and self.splay(me, color, direction) else None

    def may_rearrange(self, me: Player) -> None:
        """I may put one of my piles in a new order.

        Raises :class:`IllegalAnswer` if the decider's order changes its cards.
        """
        colors = [color for color in COLORS if len(me.piles[color]) > 1]
        if not colors and self.rules.holds("publications_asks_in_vain"):
            self.may_only_decline(me)
        choice = Choice(ChoiceKind.COLOR, me.index, colors, may=True, rearranges=True)
        color: int | None = self.ask(choice) if colors else None
        if color is None:
            return
        pile = me.piles[color]
        order = tuple(self.decider.choose(Choice(ChoiceKind.ORDER, me.index, tuple(pile))))
        if sorted(order) != sorted(pile):
            raise IllegalAnswer("a pile must keep its cards")
        if list(order) == pile:
            # The same order is no change, so there is no event. The site refuses it.
            return
        self.perform(Rearrange(me, self.cause, color, order))

    def name_card(self, me: Player, card_set: CardSet, value: int) -> int | None:
        """I name a card of a set and value, wherever it is."""
        return self.choose_card(me, self.table.by_back.get(back_of(card_set, value), ()))

    def found_in_pile(self, card: int) -> int | None:
        """A card, if it is in its supply pile. If its place is unknown, nature decides whether a hidden card is it."""
        if card in self.place:
            return card if self.place[card][1] == Zone.DECK else None
        pile = self.decks.get(self.back[card], [])
        able = [other for other in pile if not self.is_known(other) and self.nature.can_have(other, card)]
        if not able or not self.ask(Choice(ChoiceKind.NATURE, self.current.index, (False, True))):
            return None
        return able[-1]

    def shuffle(self, me: Player, card_set: CardSet, value: int) -> None:
        """I shuffle a supply pile: chance decides its new order.

        Raises :class:`IllegalAnswer` if the decider's order changes its cards.
        """
        deck = self.decks.get(back_of(card_set, value), [])
        if len(deck) < 2:
            return
        order = tuple(self.decider.choose(Choice(ChoiceKind.ORDER, me.index, tuple(deck))))
        if sorted(order) != sorted(deck):
            raise IllegalAnswer("a supply pile must keep its cards")
        self.decks[back_of(card_set, value)] = list(order)

    def exchange(
        self,
        one: Iterable[int | None],
        one_to: tuple[Player, Zone],
        other: Iterable[int | None],
        other_to: tuple[Player, Zone],
    ) -> None:
        """Swap two groups of cards, both determined before any card moves (Deluxe rulebook, "Keywords", exchange).

        No karma applies to an exchanged card (same place).
        """
        first = tuple([card for card in one if card is not None])
        second = tuple([card for card in other if card is not None])
        self.perform(Exchange(self.current, self.cause, ((first, one_to), (second, other_to))))

    def _carry_out(self, op: Operation) -> int:
        if isinstance(op, Exchange):
            if self.rules.holds("exchanges_one_by_one"):
                for cards, (owner, zone) in op.groups:
                    self.transfer_all(op.actor, cards, owner, zone)
            else:
                self._swap(op)
            return DONE
        return super()._carry_out(op)

    def _swap(self, op: Exchange) -> None:
        """Move both groups of an exchange, and then carry out the consequences once.

        No player ever has both groups or neither, so nothing is claimed or won in between.
        """
        boards, achieved = False, False
        bared: list[tuple[Player, int]] = []
        moved = False
        self.exchanging = True
        try:
            for cards, (owner, zone) in op.groups:
                for card in self.one_by_one(op.actor, cards, Keyword.TRANSFER, (owner.index, zone)):
                    source = self._move(card, owner, zone, Keyword.TRANSFER)
                    owner.claims_checked = False
                    moved = True
                    boards = boards or zone is Zone.BOARD or source is Zone.BOARD
                    achieved = achieved or zone is Zone.ACHIEVEMENTS
                    bared.extend(self.bared)
        finally:
            self.exchanging = False
        if moved:
            self._follow(boards, bared=bared, achieved=achieved)

    # --- losing many cards --------------------------------------------------------------------------------------------

    def remove_tops_and_hands(self) -> None:
        """Remove all top cards and all hands from the game."""
        spared = self._spared([card for player in self.players for card in player.hand_cards])
        self.perform(RemoveTopsAndHands(self.current, self.cause, spared))

    def wipe(self) -> None:
        """Remove all hands, boards and score piles from the game."""
        lost = [card for player in self.players for card in (*player.hand_cards, *player.revealed, *player.score_cards)]
        self.perform(Wipe(self.current, self.cause, self._spared(lost)))

    def _spared(self, cards: Sequence[int]) -> frozenset[int]:
        """Those of the cards about to be removed together with which figures do something else, which they do now."""
        if not self.interceptors or self.intercepting:
            return frozenset()
        left = [card for card in cards if self._would_interrupt(self._removal_of(card))]
        # Of my own cards I choose which is next. All others stay where they are.
        mine = [card for card in left if self.place[card] == (self.current.index, Zone.HAND)]
        spared = [card for card in left if card not in mine and self._intercepted(self._removal_of(card)) is None]
        for card in self.one_by_one(self.current, mine):
            if self._intercepted(self._removal_of(card)) is None:
                spared.append(card)
        return frozenset(spared)

    def _removal_of(self, card: int) -> Remove:
        return Remove(self.current, self.cause, card)

    # --- achievements -------------------------------------------------------------------------------------------------

    def claim_standard(self, me: Player, *, values: Sequence[int] | None = None, eligible: bool = False) -> int | None:
        """I claim one of the achievements available to me (of the given values), whether or not I am eligible."""
        cards = [
            card
            for card in self.available_to(me)
            if (values is None or self.age[card] in values) and (not eligible or self.is_eligible(me, self.age[card]))
        ]
        return self.achieve_one(me, cards)
