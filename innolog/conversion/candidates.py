"""What each hidden card can still be, from the log so far and from the whole log.

The candidates for a hidden card are the cards with its back, except those known to be elsewhere. From the log so far,
the exceptions are the cards that are face up at that moment, and those of the player who recorded the log. From the
whole log, they are all cards that the log ever identifies. A card that was seen and hidden again, or that left the
game, counts as a candidate so far. An attentive player may know more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine.zones import SEEN
from innolog.results.result import NoGame, PlayerView, Replay, Snapshot


class Hidden(NamedTuple):
    """The cards with one back in one hidden zone.

    ``zone`` is hand, score pile or forecast. ``so_far`` are the candidates for each of the ``number`` cards at that
    moment. ``identified`` are those of the cards that the whole log identifies, and ``whole`` the candidates for the
    others.
    """

    player: int
    zone: str
    back: int
    number: int
    so_far: tuple[int, ...]
    identified: tuple[int, ...]
    whole: tuple[int, ...]


class Candidates:
    """The candidates for the hidden cards of one replayed game.

    Raises :class:`~innolog.results.result.NoGame` if its setup is not known.
    """

    def __init__(self, result: Replay) -> None:
        if result.setup is None or result.rules is None:
            raise NoGame("innolog does not know how the cards were dealt")
        setup, self._table = result.setup, result.rules.table
        dealt = [*setup.achievements, *setup.relics, *(card for hand in setup.hands for card in hand)]
        dealt += [card for pile in setup.decks.values() for card in pile]
        self._identified = frozenset(card for card in dealt if card < UNKNOWN_BASE)
        self._viewpoint = result.log.viewpoint

    def printed(self, back: int) -> tuple[int, ...]:
        """All cards with a back."""
        return self._table.by_back.get(back, ())

    def whole(self, back: int) -> tuple[int, ...]:
        """The cards with a back that the log never identifies."""
        return tuple(card for card in self.printed(back) if card not in self._identified)

    def so_far(self, back: int, snapshot: Snapshot) -> tuple[int, ...]:
        """The cards with a back that do not lie where the player who recorded the log sees them."""
        seen = self.seen(snapshot)
        return tuple(card for card in self.printed(back) if card not in seen)

    def seen(self, snapshot: Snapshot) -> frozenset[int]:
        """The cards whose faces the player who recorded the log sees at that moment."""
        seen: set[int | None] = set(snapshot.relics)
        for seat, view in enumerate(snapshot.players):
            seen.update(card for pile in view.boards for card in pile)
            seen.update(view.revealed)
            seen.update(view.display)
            if seat == self._viewpoint:
                for _, cards, _ in _zones(view):
                    seen.update(cards)
        return frozenset(card for card in seen if card is not None)

    def hidden(self, snapshot: Snapshot) -> Iterator[Hidden]:
        """The hidden cards in the zones of players, except those of the player who recorded the log."""
        for seat, view in enumerate(snapshot.players):
            if seat == self._viewpoint:
                continue
            for zone, cards, backs in _zones(view):
                for back, number in sorted(Counter(backs).items()):
                    pairs = zip(cards, backs, strict=True)
                    known = tuple(card for card, its in pairs if its == back and card is not None)
                    whole = self.whole(back) if len(known) < number else ()
                    yield Hidden(seat, zone, back, number, self.so_far(back, snapshot), known, whole)


def _zones(view: PlayerView) -> tuple[tuple[str, Sequence[int | None], Sequence[int]], ...]:
    return tuple((place.words, *view.cards(place)) for place in SEEN if place.hidden)
