"""The words of the fourth edition: junking, losing, and cards shown without being moved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from innolog.cards.facts import CardSet, back_of
from innolog.engine.events import DeckJunked, Eliminated, Wiped
from innolog.engine.keywords import Keywords
from innolog.engine.operations import DONE, Eliminate, Junk, Operation, Wipe
from innolog.engine.state import Player
from innolog.engine.zones import NOBODY, Keyword, Zone


class Junking(Keywords):
    """What players do with the junk (fourth edition, "Keywords")."""

    def junk(self, card: int) -> None:
        """Put a card, or a special achievement, into the junk."""
        self.perform(Junk(self.current, self.cause, card))

    def junk_all(self, me: Player, cards: Sequence[int]) -> None:
        """Junk all the cards; their order has no effect (``junks_in_any_order``)."""
        for card in self._in_order_lost(me, cards):
            self.junk(card)

    def junk_one(self, me: Player, cards: Sequence[int], *, may: bool = False) -> int | None:
        """I must (or may) junk one of the cards, if there is one."""
        card = self.choose_card(me, cards, Keyword.JUNK, may=may, target=(NOBODY, Zone.JUNK))
        if card is not None:
            self.junk(card)
        return card

    def junk_deck(self, value: int, of_set: CardSet = CardSet.BASE) -> None:
        """Junk the cards that are in a deck now, from the bottom up."""
        cards = list(self.decks.get(back_of(of_set, value), ()))
        for card in cards:
            self.junk(card)
        self.sink(DeckJunked(value, len(cards)))

    def may_junk_deck(self, me: Player, value: int) -> None:
        """I may junk the cards in a deck."""
        if self.may_choose_either(me) if self.rules.holds("junking_a_deck_can_be_passed") else self.agrees(me):
            self.junk_deck(value)

    def junk_available(self, me: Player, values: Iterable[int], *, may: bool = False) -> int | None:
        """I must (or may) junk an available standard achievement of one of the values."""
        return self.junk_one(me, [card for card in self.available if self.age[card] in values], may=may)

    def junked_specials(self) -> list[int]:
        """The special achievements in the junk."""
        return [card for card in self.junk_pile if card in self.table.achievements]

    def junk_or_restore_special(self, me: Player) -> None:
        """I may junk an available special achievement, or make one in the junk available."""
        junked = self.junked_specials()
        card = self.choose_card(me, [*self.specials, *junked], may=True)
        if card in junked:
            self.make_available(card)
        elif card is not None:
            self.junk(card)

    # --- losing -------------------------------------------------------------------------------------------------------

    def _carry_out(self, op: Operation) -> int:
        if isinstance(op, Wipe) and (self.rules.junks or self.rules.holds("wipes_one_by_one")):
            self._junk_everything(op.spared)
        elif self.rules.junks and isinstance(op, Eliminate):
            self._lose(op.player)
        else:
            return super()._carry_out(op)
        return DONE

    def _junk_everything(self, spared: frozenset[int]) -> None:
        """Junk all hands, boards and score piles, player by player; the order of players has no effect either."""
        places = []
        for player in self.players:
            zones = (player.hand_cards, _on_board(player), player.score_cards, player.revealed)
            left_of = [[card for card in cards if card not in spared] for cards in zones]
            places.append([cards for cards in left_of if cards])
        while left := [of_player for of_player in places if of_player]:
            heads = [card for of_player in left for card in of_player[0]]
            first = next(iter(self._in_order_lost(self.current, heads)))
            of_player = next(groups for groups in left if first in groups[0])
            of_player[0].remove(first)
            self._lose_card(first)
            for cards in of_player:
                for card in self._in_order_lost(self.current, cards):
                    self._lose_card(card)
            of_player.clear()
        self.sink(Wiped())

    def _in_order_lost(self, me: Player, cards: Sequence[int]) -> Iterable[int]:
        """The cards in the order in which they are lost. If the site's order is unknown, the player chooses it."""
        if not self.rules.holds("junks_in_any_order"):
            return list(cards)
        keyword, zone = (Keyword.JUNK, Zone.JUNK) if self.rules.junks else (Keyword.REMOVE, Zone.REMOVED)
        return self.one_by_one(me, cards, keyword, (NOBODY, zone))

    def _lose_card(self, card: int) -> None:
        if self.rules.junks:
            self.junk(card)
        else:
            self.remove(card)

    def _lose(self, me: Player) -> None:
        """Lose: all cards go to the junk, and the game goes on without the player.

        Fourth edition, "Keywords", lose; "Elimination": the last player left wins, without any junking. "Team rules":
        see the ruling ``allies_play_on`` (:mod:`innolog.cards.rulings`).
        """
        self._end_if_one_side_is_left(me, allies=self.rules.holds("allies_play_on"))
        me.eliminated = True
        self.sink(Eliminated(me.index))
        self.changed = True
        for cards in (me.achievements, _on_board(me), me.hand_cards, me.revealed, me.score_cards):
            self.junk_all(me, cards)

    # --- showing ------------------------------------------------------------------------------------------------------

    def show_one(self, me: Player, cards: Sequence[int]) -> int | None:
        """I must reveal one of the cards. This counts as a change only if the rules count a reveal as one."""
        before = self.changed
        card = self.reveal_one(me, cards)
        if self.rules.holds("revealing_is_no_change"):
            self.changed = before
        return card

    def put_back(self, me: Player, card: int, zone: Zone) -> None:
        """Put a card shown by :meth:`show_one` back to where it was."""
        before = self.changed
        if zone == Zone.HAND:
            self.keep(me, card)
        else:
            self.transfer(card, me, zone)
        if self.rules.holds("revealing_is_no_change"):
            self.changed = before


def _on_board(player: Player) -> list[int]:
    return [card for pile in player.piles for card in pile]
