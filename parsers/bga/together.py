"""Cards that leave play together: Board Game Arena's newer code has one text for all of them, and none for each."""

from __future__ import annotations

from collections.abc import Iterable

from innolog.log import Place, Splay, Transfer, Wiped
from innolog.log.told import Told

#: Places that cards reach together.
_OUT_OF_PLAY = frozenset({Place.JUNK, Place.REMOVED})


def leaving_together(told: Iterable[Told]) -> dict[int, bool]:
    """The transfers of cards that leave play together, by identity, and whether each is the last of them."""
    found: dict[int, bool] = {}
    together: list[Told] = []
    for each in told:
        move = each.observation
        if isinstance(move, Transfer) and move.to_place in _OUT_OF_PLAY:
            together.append(each)
            continue
        if isinstance(move, Splay) and together:
            # Piles lose their splay in between.
            continue
        wiped = isinstance(move, Wiped)
        members = [one for one in together if wiped or _leaves_deck(one)]
        found.update((id(one), one is members[-1]) for one in members)
        together = []
    return found


def _leaves_deck(told: Told) -> bool:
    return isinstance(told.observation, Transfer) and told.observation.from_place is Place.DECK
