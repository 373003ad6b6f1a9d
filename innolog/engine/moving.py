"""The keywords that ask for no choice. Effects and rules are written in these words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from innolog.cards.facts import UNKNOWN_BASE, CardSet, back_of
from innolog.engine.choices import Where
from innolog.engine.operations import (
    NOTHING,
    Achieve,
    Dig,
    Draw,
    Eliminate,
    Foreshadow,
    Keep,
    Meld,
    Move,
    Remove,
    Return,
    Reveal,
    Score,
    Transfer,
    Tuck,
)
from innolog.engine.performing import Performing
from innolog.engine.state import Player
from innolog.engine.zones import Keyword, Zone

#: Looked up once: in a compiled module, looking up a member of an enumeration costs more than comparing it.
_AVAILABLE: Final = Zone.AVAILABLE
_DECK: Final = Zone.DECK
_RELICS: Final = Zone.RELICS
_REMOVED: Final = Zone.REMOVED
_TO_DRAW: Final = Keyword.DRAW
_TO_FORESHADOW: Final = Keyword.FORESHADOW
_TO_MELD: Final = Keyword.MELD
_TO_REVEAL: Final = Keyword.REVEAL
_TO_SCORE: Final = Keyword.SCORE
_TO_TUCK: Final = Keyword.TUCK


class DogmaComplete(Exception):
    """Raised by an effect that ends the Dogma action, or the execution of its own card alone."""


class Moving(Performing):
    """One method for each keyword. Each performs one operation at once."""

    # --- drawing ----------------------------------------------------------------------------------------------------
    #
    # Each returns the card that it drew and put where it says; ``NOTHING`` if a figure did something else with it. An
    # effect whose text names the drawn card finds that in ``drawn``.

    def draw(self, me: Player, value: int, card_set: CardSet | None = None) -> int:
        """Draw a card of a value into the hand."""
        return self._draw_to(me, value, _TO_DRAW, card_set)

    def draw_and_meld(self, me: Player, value: int, card_set: CardSet | None = None) -> int:
        """Draw a card of a value and meld it."""
        return self._draw_to(me, value, _TO_MELD, card_set)

    def draw_and_tuck(self, me: Player, value: int, *, melds: Where | None = None) -> int:
        """Draw a card of a value and tuck it. If it passes ``melds``, meld it instead."""
        return self._draw_to(me, value, _TO_TUCK, melds=melds)

    def draw_and_score(self, me: Player, value: int) -> int:
        """Draw a card of a value and score it."""
        return self._draw_to(me, value, _TO_SCORE)

    def draw_and_reveal(self, me: Player, value: int, card_set: CardSet | None = None) -> int:
        """Draw a card of a value and reveal it. It stays revealed until it is kept or moved on."""
        return self._draw_to(me, value, _TO_REVEAL, card_set)

    def draw_and_foreshadow(self, me: Player, value: int) -> int:
        """Draw a card of a value and put it into the forecast."""
        return self._draw_to(me, value, _TO_FORESHADOW)

    def draw_and_achieve(self, me: Player, value: int) -> int:
        """Draw a card of a value and achieve it."""
        return self._draw_to(me, value, Keyword.ACHIEVE)

    def _draw_to(
        self, me: Player, value: int, then: Keyword, card_set: CardSet | None = None, melds: Where | None = None
    ) -> int:
        return self.perform(Draw(me, self.cause, value, card_set, then, melds))

    def is_lost(self, card: int) -> bool:
        """Whether a figure has put a card where an effect that goes on with it can't find it, or there is none.

        That is its supply pile (for a relic, beside it), or outside the game.
        """
        if card == NOTHING:
            return True
        place = self.place.get(card) if self.interceptors else None
        return place is not None and (place[1] is _DECK or place[1] is _RELICS or place[1] is _REMOVED)

    def _move_if_found(self, op: Move) -> bool:
        """Perform the move of a card by an effect. Returns whether it was moved."""
        return not self.is_lost(op.card) and self.perform(op) != NOTHING

    # --- the other keywords ----------------------------------------------------------------------------------------

    def meld(self, me: Player, card: int) -> bool:
        """Put a card on top of its pile on my board.

        Returns whether that was done, as all keywords of single cards do: a figure may replace it.
        """
        return self._move_if_found(Meld(me, self.cause, card))

    def tuck(self, me: Player, card: int) -> bool:
        """Put a card under its pile on my board."""
        return self._move_if_found(Tuck(me, self.cause, card))

    def score(self, me: Player, card: int) -> bool:
        """Put a card into my score pile."""
        return self._move_if_found(Score(me, self.cause, card))

    def return_(self, card: int) -> bool:
        """Put a card under its supply pile, or a relic beside it."""
        return self._move_if_found(Return(self.current, self.cause, card, self._supply_of(card)))

    def dig(self, me: Player, card: int) -> None:
        """Put an Artifact from its supply pile on display.

        Whether it is a draw for karmas is an open question (``digs_are_draws``).
        """
        if self.interceptors and self.rules.reads("digs_are_draws") and not self.intercepting:
            drawing = Draw(me, self.cause, self.age[card], CardSet.ARTIFACTS, _TO_DRAW)
            if self._intercepted(drawing) is None or self.place[card][1] is not _DECK:
                return
        self.perform(Dig(me, self.cause, card))

    def seize(self, me: Player, relic: int, zone: Zone) -> None:
        """Take a relic into my hand or among my achievements."""
        self.perform(Transfer(me, self.cause, relic, me, zone))

    def is_card(self, card: int) -> bool:
        """Whether an achievement is a card of a set, as opposed to a special achievement, flag or fountain."""
        return card >= UNKNOWN_BASE or bool(self.table.age[card])

    def is_relic(self, card: int) -> bool:
        """Whether a card is a relic."""
        return self.table.relic[card] if card < UNKNOWN_BASE else self.back[card] >= 128

    def place_on_top(self, card: int) -> None:
        """Put a card on top of its supply pile, or a relic beside it."""
        self.perform(Transfer(self.current, self.cause, card, None, self._supply_of(card)))

    def _supply_of(self, card: int) -> Zone:
        """Where a card goes that goes to its supply pile (Deluxe rulebook, "Relic cards")."""
        return _RELICS if self.is_relic(card) else _DECK

    def remove(self, card: int) -> None:
        """Take a card out of the game."""
        self.perform(Remove(self.current, self.cause, card))

    def make_available(self, card: int) -> None:
        """Add a card to the available standard achievements."""
        self.perform(Transfer(self.current, self.cause, card, None, _AVAILABLE))

    def foreshadow(self, me: Player, card: int) -> bool:
        """Put a card into my forecast."""
        return self._move_if_found(Foreshadow(me, self.cause, card))

    def reveal(self, me: Player, card: int) -> bool:
        """Show a card to everybody. It stays revealed until it is kept or moved on."""
        return self._move_if_found(Reveal(me, self.cause, card))

    def keep(self, me: Player, card: int) -> None:
        """Take a revealed card into the hand. Nothing happens if a figure has moved it meanwhile."""
        if not self.interceptors or self.is_shown_by(me, card):
            self.perform(Keep(me, self.cause, card))

    def is_shown_by(self, me: Player, card: int) -> bool:
        """Whether a card is among my revealed ones."""
        return self.place.get(card) == (me.index, Zone.REVEALED)

    def still_shown(self, me: Player, cards: Sequence[int]) -> list[int]:
        """Those of the cards that I drew and revealed which no figure has moved meanwhile, each once."""
        if not self.interceptors:
            return list(cards)
        return [card for card in dict.fromkeys(cards) if self.is_shown_by(me, card)]

    def hand_with(self, me: Player, drawn: Sequence[int]) -> list[int]:
        """The cards that I drew and revealed, and the rest of my hand, each once."""
        return list(dict.fromkeys([*self.still_shown(me, drawn), *me.hand]))

    def show(self, cards: Collection[int]) -> None:
        """Show cards without moving them. Printed (third edition): that is a change."""
        if cards and self.rules.holds("showing_is_a_change"):
            self.changed = True

    def keep_all(self, me: Player, cards: Iterable[int]) -> None:
        """Take revealed cards into the hand."""
        for card in list(cards):
            self.keep(me, card)

    def transfer(self, card: int, owner: Player, zone: Zone) -> bool:
        """Move a card to one of a player's zones without melding or scoring it."""
        return self.perform(Transfer(self.current, self.cause, card, owner, zone)) != NOTHING

    def claim(self, me: Player, achievement: int) -> None:
        """Claim a special achievement because a card says so, if it is still available."""
        if achievement in self.specials:
            self.claim_special(me, achievement, standing=False)
        elif (
            self.rules.holds("eliminated_leave_specials")
            and self.table.set[achievement] == CardSet.BASE
            and achievement in self.removed
        ):
            self.perform(Achieve(me, self.cause, achievement))

    def achieve(self, me: Player, card: int) -> bool:
        """Claim a standard achievement."""
        return self._move_if_found(Achieve(me, self.cause, card))

    def is_eligible(self, me: Player, value: int, points: int | None = None) -> bool:
        """Whether a player may claim a standard achievement of a value.

        Deluxe rulebook, "Achieve action" and "Duplicate achievement eligibility": five points a value, once more for
        every standard achievement of that value already held, and a top card at least as high.
        """
        points = me.score() if points is None else points
        highest = me.highest_top()
        for modifier in me.modifiers:
            points, highest = modifier.means(me, value, points, highest)
        if points < 5 * value or highest < value:
            return False
        return points >= 5 * value * (1 + self.costs_more(me).count(value))

    def costs_more(self, me: Player) -> list[int]:
        """The values of the player's achievements that make another one of the value cost more points."""
        if not self.rules.holds("equal_values_cost_more"):
            return []
        return [self.standard_value(card) for card in me.achievements]

    def eligible(self, me: Player, cards: Iterable[int]) -> list[int]:
        """The cards that a player may achieve, judged by their values (:meth:`is_eligible`)."""
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
        """Remove all of a player's cards from the game; that player has lost."""
        self.perform(Eliminate(self.current, self.cause, me))

    def win(self, me: Player) -> None:
        """Win because a card says so; team-mates win too."""
        self._end("dogma", self._side(me), me.index)

    def win_if_single(self, pick: Callable[[Iterable[int]], int], *, together: bool = False) -> None:
        """The single player with the highest or lowest score wins; with a tie nothing happens.

        Deluxe rulebook, "Winning and game end". ``together``: the scores of a team are added up.
        """
        sides = [self._side(player) if together else [player.index] for player in self.everyone]
        scores = {side[0]: sum([self.players[seat].score() for seat in side]) for side in sides}
        best = pick(scores.values())
        winners = [seat for seat, score in scores.items() if score == best]
        if len(winners) == 1:
            self.win(self.players[winners[0]])
