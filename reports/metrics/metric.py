"""What a statistic is: its meaning, formula, rows, interval and caveat, and the SQL that computes it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Kind(Enum):
    """How a statistic is estimated from the sums that its SQL returns; the value describes its interval."""

    #: Win points or another proportion: Wilson's interval with the effective number of rows.
    RATE = "Wilson interval with the effective sample size, and t quantiles if there are few clusters"
    #: Any other mean.
    MEAN = "Student's t interval"
    #: A difference between two groups of rows, summed over strata.
    DIFFERENCE = "Student's t interval of the stratified difference"
    #: A number about a player from a model of all games of the group (reports/ratings.py).
    RATING = (
        "credible interval: quantiles of the posterior of a Plackett-Luce model, in which the games of a person depend "
        "on each other through the person's skill; none for players with fewer than 15 games"
    )


class Unit(Enum):
    """What a number counts, and so how it is written."""

    #: A proportion, written as a percentage; a difference of proportions, written as percentage points.
    SHARE = "share"
    #: Points, rounds, cards, and other things that are counted.
    NUMBER = "number"
    #: Elo points.
    RATING = "rating"


#: A stratum with fewer rows on either side of a difference is left out, because its variance cannot be estimated.
MINIMUM_STRATUM = 5
#: The interval of a difference if the unit is a share and no outcome is below 0 or above 1 (reports/shares.py).
SCORE = "score interval of the stratified difference (Miettinen and Nurminen, Laud), with the effective numbers of rows"
#: What n is of every difference.
FIRST_SIDE = "n counts those of the first side of the difference"
#: How formulas of differences say it.
BOTH_SIDES = f"with at least {MINIMUM_STRATUM} rows on both sides of the difference"
#: The variance estimators of the intervals, in words.
PEOPLE = (
    "clustered variance, the larger of two: clustered by person (two games are dependent if a person played in both; "
    "CR2 correction, Satterthwaite degrees of freedom) or by game. A person with more than a fifth of the rows is held "
    "fixed, so that the number is about that person; so is one of few people who would decide the variance"
)
GAMES = "variance clustered by game (chance decides which rows are compared, so it does not matter who plays)"


@dataclass(frozen=True, slots=True)
class Metric:
    """One statistic.

    ``meaning`` is one sentence that says what the number means; ``formula`` defines it.

    ``sql`` names a file of ``reports/sql``, if the file does not have the name of the metric; ``bound`` parameters are
    bound in it, ``parameters`` are filled in. Its query returns one row per ``item`` (a card or what ``of`` says) and
    ``game``, with the number ``n`` of rows and their sum ``s``; for differences also ``stratum`` and the other group's
    ``n0`` and ``s0``.
    """

    name: str
    title: str
    of: str
    meaning: str
    formula: str
    rows: str
    kind: Kind
    caveat: str = ""
    sql: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    bound: Mapping[str, object] = field(default_factory=dict)
    #: Tables that its SQL reads; the file of ``reports/sql`` that creates one has its name after ``prepare_``.
    prepared: tuple[str, ...] = ()
    #: True when chance decides which rows are compared.
    randomised: bool = False
    #: The value that means "no difference": "even" is 1 / sides; a side is a team, or a player who plays alone.
    even: str | float | None = None
    #: The smallest and largest possible value; intervals are cut there.
    least: float = -math.inf
    greatest: float = math.inf
    #: True when the naive interval, which treats every event as an independent trial, is shown for comparison.
    naive: bool = False
    #: With fewer rows, a number is shown in grey. For a number about one player a row is a game.
    least_rows: int = 100
    #: True when the number is about one player, whom the caller names (``innolog report player``).
    player: bool = False
    #: True when it needs a win probability model of the group, which takes time to fit and needs many games.
    model: bool = False
    unit: Unit = Unit.SHARE
    #: The query itself, for a metric from a file of one's own; ``sql`` is then the path of that.
    text: str = ""

    @property
    def file(self) -> str:
        """The name of the file with the query."""
        return self.sql or self.name

    @property
    def path(self) -> str:
        """The path of that file."""
        return self.sql if self.text else f"reports/sql/{self.file}.sql"

    @property
    def row_model(self) -> str:
        """What a row is, and what ``n`` counts if not all rows."""
        return f"{self.rows}; {FIRST_SIDE}" if self.kind is Kind.DIFFERENCE else self.rows

    @property
    def interval(self) -> str:
        """How the interval is computed, in words."""
        if self.kind is Kind.RATING:
            return str(self.kind.value)
        how = SCORE if self.kind is Kind.DIFFERENCE and self.unit is Unit.SHARE else self.kind.value
        return f"{how}; {GAMES if self.randomised else PEOPLE}"
