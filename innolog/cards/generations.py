"""The generations of Board Game Arena's code: when each was in production.

A site changes its code every few weeks. A generation is a period in which the code wrote the same fields and played
the same rules, as far as recorded games show. Like an edition, it is a value: :class:`innolog.engine.ruleset.Ruleset`
asks it how the site played, and the readers and writers of exports ask it which fields the site wrote
(:mod:`parsers.bga.generations`). A new generation is a new member here, with its row in the table.
"""

from __future__ import annotations

from datetime import date, timedelta
from enum import IntEnum
from typing import Final, NamedTuple

from innolog.cards.facts import CardSet


class Generation(IntEnum):
    """A generation of the site's code. Generations are ordered by time."""

    G1 = 1
    G2 = 2
    G3 = 3
    G4 = 4
    G5 = 5
    G6 = 6
    G7 = 7
    G8 = 8
    G9 = 9
    G10 = 10

    @property
    def period(self) -> Period:
        """When it was in production, as far as known."""
        return _PERIODS[self]

    @property
    def in_words(self) -> str:
        """Its name with its period."""
        since, until, exact = self.period
        about = "" if exact else "about "
        if since is None:
            return f"{self.name} (until {until})"
        return (
            f"{self.name} ({about}{since} to {until})" if until is not None else f"{self.name} (since {about}{since})"
        )

    @property
    def sets(self) -> frozenset[CardSet]:
        """The sets that tables could choose."""
        return frozenset(card_set for card_set, first in _FIRST_WITH.items() if self >= first)


class Period(NamedTuple):
    """The days between which a generation was in production.

    ``since`` is None if it was there before the first version of the code that is known, ``until`` if nobody knows the
    code that came after it. ``exact``: False when these are days of the code's history, and not of a release.
    """

    since: date | None
    until: date | None
    exact: bool = True

    def nearest(self, day: date) -> date:
        """The nearest day to a given one that is well within the period."""
        if self.since is not None:
            day = max(day, self.since + _WELL)
        return day if self.until is None else min(day, self.until - _WELL)


#: A day is well within a period if it is at least so far from its ends.
_WELL: Final = timedelta(days=7)


# The days are those that the history of the site's code implies.
_PERIODS: Final = {
    Generation.G1: Period(None, date(2021, 11, 3)),
    Generation.G2: Period(date(2021, 11, 3), date(2022, 7, 13)),
    Generation.G3: Period(date(2022, 7, 13), date(2022, 9, 18), exact=False),
    Generation.G4: Period(date(2022, 9, 18), date(2023, 1, 4), exact=False),
    Generation.G5: Period(date(2023, 1, 4), date(2023, 2, 10)),
    Generation.G6: Period(date(2023, 2, 10), date(2023, 3, 1)),
    Generation.G7: Period(date(2023, 3, 1), date(2023, 3, 20), exact=False),
    Generation.G8: Period(date(2023, 3, 20), date(2023, 4, 18), exact=False),
    Generation.G9: Period(date(2023, 4, 18), None, exact=False),
    Generation.G10: Period(date(2024, 1, 1), None, exact=False),
}

#: The first generation that offers each set. (The base set was there before the first version that is known.)
_FIRST_WITH: Final = {
    CardSet.BASE: Generation.G1,
    CardSet.ARTIFACTS: Generation.G3,
    CardSet.ECHOES: Generation.G5,
    CardSet.CITIES: Generation.G7,
}

#: The last generation of the code that offers the first and third edition alone, which wrote most recorded games.
USUAL: Final = Generation.G9
#: The generation that offers the fourth edition.
NEWEST: Final = Generation.G10
