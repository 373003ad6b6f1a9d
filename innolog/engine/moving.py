"""The one place where cards move. What follows a move: :mod:`~innolog.engine.consequences`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn

from innolog.cards.facts import COLORS, UNKNOWN_BASE, CardSet, back_of
from innolog.engine.consequences import Consequences, GameOver
from innolog.engine.events import Eliminated, TopsAndHandsRemoved, Transfer, Wiped
from innolog.engine.state import Player
from innolog.engine.zones import NOBODY, Keyword, Zone

#: Zones in which cards are told apart by their back and order of arrival.
_STACKED = frozenset({Zone.HAND, Zone.SCORE, Zone.FORECAST, Zone.AVAILABLE, Zone.RELICS})
#: Zones at which what arrives can bring about a special achievement.
_WATCHED = frozenset({Zone.BOARD, Zone.FORECAST})


class DogmaComplete(Exception):
    """Raised by an effect that ends the Dogma action, or the execution of its own card alone (Fission)."""


class Moving(Consequences):
    """Moves, drawing, the ways to end a game.

    Every move emits its event, notes that something changed, and lets its consequences follow.
    """

    # --- moving cards -----------------------------------------------------------------------------------------------

    def _move(self, card: int, owner: Player | None, zone: Zone, keyword: Keyword, *, bottom: bool = False) -> None:
        """Move a card from wherever it is. The one place where cards change places."""
        from_index, from_zone = self.place[card]
        bared: Sequence[tuple[Player, int]] = ()
        source: Player | None = None
        if from_index >= 0:
            source = self.players[from_index]
            if from_zone == Zone.BOARD:
                color = self.color[card]
                pile = source.piles[color]
                from_position = pile.index(card)
                del pile[from_position]
                source.forget(color)
                # A card that goes to the other end of its own pile leaves the splay as it is.
                if len(pile) < 2 and source.splays[color] and (owner is not source or zone != Zone.BOARD):
                    source.splays[color] = 0
                    if pile:
                        bared = ((source, color),)
            else:
                cards = source.zone(from_zone)
                from_position = self.position(cards, card) if from_zone in _STACKED else cards.index(card)
                cards.remove(card)
        elif from_zone == Zone.DECK:
            deck = self.decks[self.back[card]]
            from_position = deck.index(card)
            del deck[from_position]
        else:
            cards = self._nobodys(from_zone, card)
            from_position = self.position(cards, card) if from_zone in _STACKED else cards.index(card)
            cards.remove(card)
        # --- arrival
        if owner is not None:
            if zone == Zone.BOARD:
                color = self.color[card]
                pile = owner.piles[color]
                owner.forget(color)
                to_position = 0 if bottom else len(pile)
                pile.insert(to_position, card)
            else:
                cards = owner.zone(zone)
                to_position = len(cards)
                cards.append(card)
                if zone in _STACKED:
                    to_position = self.position(cards, card)
        elif zone == Zone.DECK:
            deck = self.decks[self.back[card]]
            to_position = 0 if bottom else len(deck)
            deck.insert(to_position, card)
        else:
            cards = self._nobodys(zone, card)
            to_position = len(cards)
            cards.append(card)
            if zone in _STACKED:
                to_position = self.position(cards, card)
        owner_index = NOBODY if owner is None else owner.index
        self.place[card] = (owner_index, zone)
        if card in self.table.board_age:
            self.set_value(card)
        if owner is not None:
            if keyword is Keyword.TUCK:
                owner.tucked += 1
            elif keyword is Keyword.SCORE:
                owner.scored += 1
        if self.stored_scores:
            if from_zone == Zone.BOARD or from_zone == Zone.SCORE:
                self.stored_scores.pop(from_index, None)
            if zone == Zone.BOARD or zone == Zone.SCORE:
                self.stored_scores.pop(owner_index, None)
        self.sink(Transfer(card, from_index, from_zone, from_position, owner_index, zone, to_position, bottom, keyword))
        self.changed = True
        if zone in _WATCHED or from_zone == Zone.BOARD or keyword is Keyword.SCORE:
            if owner is not None:
                owner.settled = False
            board = zone == Zone.BOARD or from_zone == Zone.BOARD
            self._follow(board, owner, card, keyword, bared, zone == Zone.ACHIEVEMENTS)
        elif zone == Zone.ACHIEVEMENTS and self.is_won():
            self._end_by_achievements()

    def _nobodys(self, zone: Zone, card: int) -> list[int]:
        """The list of cards of a place that is nobody's."""
        if zone == Zone.AVAILABLE:
            if card not in self.table.achievements:
                return self.available
            # It can be claimed again, by anybody who meets its condition.
            for player in self.players:
                player.settled = False
            return self.specials
        return self.relics if zone == Zone.RELICS else self.removed

    # --- drawing ----------------------------------------------------------------------------------------------------

    def next_card(self, me: Player, value: int, card_set: CardSet | None = None) -> int:
        """The card that a draw of a value takes; ends the game if there is none.

        Without ``card_set`` it is a base card, or an Echo where the Echoes draw rule says so.

        Deluxe rulebook, "Draw action", "Skipping ages" and "Drawing expansion cards": an age counts as empty when its
        base pile is; where only the expansion's pile is empty, a base card is drawn.
        """
        decks = self.decks
        # The back of a base card is its age.
        for age in range(max(1, value), self.rules.highest_age + 1):
            deck = decks.get(age)
            if not deck:
                continue
            if card_set and (other := decks.get(back_of(card_set, age))):
                return other[-1]
            if self.has_echoes and card_set is not CardSet.BASE:
                echoes = decks.get(back_of(CardSet.ECHOES, age))
                if echoes and self._draws_echo(me):
                    return echoes[-1]
            return deck[-1]
        return self._end_by_score()

    def _draws_echo(self, me: Player) -> bool:
        """Whether a player draws an Echo in place of a base card.

        Deluxe rulebook, "Drawing expansion cards", Echoes of the Past: with cards in hand, revealed ones included, but
        no Echo among them.
        """
        back = self.back
        cards = me.hand + me.revealed
        return bool(cards) and CardSet.ECHOES not in [back[card] // 16 % 8 for card in cards]

    def _end_by_score(self) -> NoReturn:
        """Deluxe rulebook, "Winning and game end": highest score, then most achievements, then a draw."""
        sides: dict[tuple[int, ...], tuple[int, int]] = {}
        for player in self.players:
            if player.eliminated:
                continue
            side = tuple(self._side(player))
            sides[side] = (sum(self.players[seat].score() for seat in side), self.achievements_of(player))
        best = max(sides.values())
        winners = [seat for side, standing in sides.items() if standing == best for seat in side]
        raise GameOver("score", sorted(winners), self.current.index)

    def draw(self, me: Player, value: int, card_set: CardSet | None = None) -> int:
        """Draw a card of a value into the hand."""
        return self._draw_to(me, value, Zone.HAND, Keyword.DRAW, card_set=card_set)

    def draw_and_meld(self, me: Player, value: int, card_set: CardSet | None = None) -> int:
        """Draw a card of a value and meld it."""
        return self._draw_to(me, value, Zone.BOARD, Keyword.MELD, card_set=card_set)

    def draw_and_tuck(self, me: Player, value: int) -> int:
        """Draw a card of a value and tuck it."""
        return self._draw_to(me, value, Zone.BOARD, Keyword.TUCK, bottom=True)

    def draw_and_score(self, me: Player, value: int) -> int:
        """Draw a card of a value and score it."""
        return self._draw_to(me, value, Zone.SCORE, Keyword.SCORE)

    def draw_and_reveal(self, me: Player, value: int, card_set: CardSet | None = None) -> int:
        """Draw a card of a value and reveal it. It stays revealed until it is kept or moved on."""
        return self._draw_to(me, value, Zone.REVEALED, Keyword.REVEAL, card_set=card_set)

    def draw_and_foreshadow(self, me: Player, value: int) -> int:
        """Draw a card of a value and put it into the forecast."""
        return self._draw_to(me, value, Zone.FORECAST, Keyword.FORESHADOW)

    def _draw_to(
        self,
        me: Player,
        value: int,
        zone: Zone,
        keyword: Keyword,
        *,
        bottom: bool = False,
        card_set: CardSet | None = None,
    ) -> int:
        card = self.next_card(me, value, card_set)
        self._move(card, me, zone, keyword, bottom=bottom)
        return card

    # --- the other keywords ----------------------------------------------------------------------------------------

    def meld(self, me: Player, card: int) -> None:
        """Put a card on top of its pile on my board."""
        self._move(card, me, Zone.BOARD, Keyword.MELD)

    def tuck(self, me: Player, card: int) -> None:
        """Put a card under its pile on my board."""
        self._move(card, me, Zone.BOARD, Keyword.TUCK, bottom=True)

    def score(self, me: Player, card: int) -> None:
        """Put a card into my score pile."""
        self._move(card, me, Zone.SCORE, Keyword.SCORE)

    def return_(self, card: int) -> None:
        """Put a card under its supply pile; a relic beside it (Deluxe rulebook, "Relic cards")."""
        if self.is_relic(card):
            self._move(card, None, Zone.RELICS, Keyword.RETURN)
        else:
            self._move(card, None, Zone.DECK, Keyword.RETURN, bottom=True)

    def dig(self, me: Player, card: int) -> None:
        """Put an Artifact from its supply pile on display."""
        self._move(card, me, Zone.DISPLAY, Keyword.DIG)

    def seize(self, me: Player, relic: int, zone: Zone) -> None:
        """Take a relic into my hand or among my achievements."""
        self._move(relic, me, zone, Keyword.TRANSFER)

    def is_card(self, card: int) -> bool:
        """Whether an achievement is a card of a set: no special achievement, no flag or fountain."""
        return card >= UNKNOWN_BASE or bool(self.table.age[card])

    def is_relic(self, card: int) -> bool:
        """Whether a card is a relic."""
        return self.table.relic[card] if card < UNKNOWN_BASE else self.back[card] >= 128

    def place_on_top(self, card: int) -> None:
        """Put a card on top of its supply pile."""
        self._move(card, None, Zone.DECK, Keyword.TRANSFER)

    def remove(self, card: int) -> None:
        """Take a card out of the game."""
        self._move(card, None, Zone.REMOVED, Keyword.REMOVE)

    def make_available(self, card: int) -> None:
        """Add a card to the available standard achievements."""
        self._move(card, None, Zone.AVAILABLE, Keyword.TRANSFER)

    def foreshadow(self, me: Player, card: int) -> None:
        """Put a card into my forecast."""
        self._move(card, me, Zone.FORECAST, Keyword.FORESHADOW)

    def reveal(self, me: Player, card: int) -> None:
        """Show a card to everybody. It stays revealed until it is kept or moved on."""
        self._move(card, me, Zone.REVEALED, Keyword.REVEAL)

    def keep(self, me: Player, card: int) -> None:
        """Take a revealed card into the hand."""
        self._move(card, me, Zone.HAND, Keyword.KEEP)

    def keep_all(self, me: Player, cards: Iterable[int]) -> None:
        """Take revealed cards into the hand."""
        for card in list(cards):
            self.keep(me, card)

    def transfer(self, card: int, owner: Player, zone: Zone) -> None:
        """Move a card to one of a player's zones without melding or scoring it."""
        self._move(card, owner, zone, Keyword.TRANSFER)

    def claim(self, me: Player, achievement: int) -> None:
        """Claim a special achievement because a card says so, if it is still available."""
        if self.claim_special(me, achievement):
            if self.is_won():
                self._end_by_achievements()
        elif (
            self.rules.eliminated_leave_specials
            and self.table.set[achievement] == CardSet.BASE
            and achievement in self.removed
        ):
            self._move(achievement, me, Zone.ACHIEVEMENTS, Keyword.ACHIEVE)

    def achieve(self, me: Player, card: int) -> None:
        """Claim a standard achievement."""
        self._move(card, me, Zone.ACHIEVEMENTS, Keyword.ACHIEVE)

    def is_eligible(self, me: Player, value: int, points: int | None = None) -> bool:
        """Whether a player may claim a standard achievement of a value.

        Deluxe rulebook, "Achieve action" and "Duplicate achievement eligibility": five points a value, once more for
        every standard achievement of that value already held, and a top card at least as high.
        """
        points = me.score() if points is None else points
        if points < 5 * value or me.highest_top() < value:
            return False
        held = sum(self.standard_value(card) == value for card in me.achievements)
        return points >= 5 * value * (1 + held)

    def eligible(self, me: Player, cards: Iterable[int]) -> list[int]:
        """The cards that a player meets the requirements to achieve, judged by their values."""
        return [card for card in cards if self.is_eligible(me, self.age[card])]

    def may_add_bottom_to_available(self, me: Player, value: int) -> None:
        """I may make the bottom card of the base supply pile of a value an available achievement, if it has one."""
        deck = self.decks.get(back_of(CardSet.BASE, value))
        if deck and self.agrees(me):
            self.make_available(deck[0])

    def standard_value(self, card: int) -> int:
        """The value of a claimed standard achievement; 0 for any other achievement."""
        return self.age[card] if self.is_card(card) and not self.is_relic(card) else 0

    def eliminate(self, me: Player) -> None:
        """Remove all of a player's cards from the game; that player has lost.

        The last player left wins; team-mates lose together (Deluxe rulebook, "Team rules").
        """
        # Flags and fountains are no cards; they go with the cities that show them.
        me.achievements = [card for card in me.achievements if not 1000 <= card < UNKNOWN_BASE]
        for cards in (me.hand, me.score_pile, me.revealed, me.forecast, me.display, me.achievements, *me.piles):
            self._remove_all(cards)
        me.splays = [0] * len(COLORS)
        me.forget_all()
        self.stored_scores.pop(me.index, None)
        me.eliminated = True
        self.sink(Eliminated(me.index))
        self.changed = True
        left = [player for player in self.players if not self.rules.same_side(player.index, me.index)]
        left = [player for player in left if not player.eliminated]
        if all(self.rules.same_side(left[0].index, player.index) for player in left):
            raise GameOver("dogma", self._side(left[0]), left[0].index)
        self._follow(not self.rules.elimination_leaves_city_icons)

    def _remove_all(self, cards: list[int]) -> None:
        for card in cards:
            self.place[card] = (NOBODY, Zone.REMOVED)
        self.removed.extend(cards)
        cards.clear()

    def remove_tops_and_hands(self) -> None:
        """Remove all top cards and all hands from the game (DeLorean DMC-12).

        Every pile that it leaves with one card loses its splay after all else that follows.
        """
        scores = [player.score() for player in self.players]
        tops: list[int] = []
        bared: list[tuple[Player, int]] = []
        for player in self.first_players():
            self._remove_all(player.hand)
            for color, pile in enumerate(player.piles):
                if pile:
                    top = [pile.pop()]
                    tops.extend(top)
                    self._remove_all(top)
                    player.forget(color)
                    if len(pile) < 2 and player.splays[color]:
                        player.splays[color] = 0
                        if pile:
                            bared.append((player, color))
        self._store_scores(scores)
        self.sink(TopsAndHandsRemoved(tuple(tops)))
        self.changed = True
        self._follow(True, bared=bared)

    def win(self, me: Player) -> None:
        """Win because a card says so; team-mates win too."""
        raise GameOver("dogma", self._side(me), me.index)

    def win_if_single(self, pick: Callable[[Iterable[int]], int]) -> None:
        """The single player (or team) with the highest or lowest score wins; with a tie nothing happens."""
        if self.rules.single_player_decides:
            everyone = self.everyone
            points = pick([player.score() for player in everyone])
            found = [player for player in everyone if player.score() == points]
            if len(found) == 1:
                self.win(found[0])
            return
        sides = {tuple(self._side(player)) for player in self.players if not player.eliminated}
        scores = {side: sum(self.players[seat].score() for seat in side) for side in sides}
        best = pick(scores.values())
        winners = [side for side, score in scores.items() if score == best]
        if len(winners) == 1:
            raise GameOver("dogma", winners[0], winners[0][0])

    def wipe(self) -> None:
        """Remove all hands, boards and score piles from the game (Fission)."""
        for player in self.players:
            for cards in (player.hand, player.score_pile, player.revealed, *player.piles):
                self._remove_all(cards)
            player.splays = [0] * len(COLORS)
            player.forget_all()
        self.stored_scores.clear()
        self.changed = True
        # The flags and fountains of all boards are lost before it is said why.
        for expansion in self.board_watchers:
            expansion.after_change(self._game)
        self.sink(Wiped())
