"""Differences of shares by a stratified score method, whose variance is that of the shares which are tested.

A share of 0 of 59 has no variance in the sample, but the true share need not be 0. The method of Miettinen and Nurminen
(1985, https://doi.org/10.1002/sim.4780040211) takes the variance at the most likely shares that have the difference in
question. Laud (2017, https://doi.org/10.1002/pst.1813) corrects it for skewness, because rare outcomes of unequal sides
are skewed. Here strata have the weights of the metric, their rows. Dependent rows count less, by one design effect of
both sides, after Rao and Scott (1992, https://doi.org/10.2307/2532311).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from reports.intervals import LEVEL, Interval

if TYPE_CHECKING:
    from reports.intervals import Numbers

#: The differences that are tried on the way to -1 or 1, as parts of the way, from the furthest on. Most are near.
_WAY = np.linspace(1, 0, 49) ** 3
#: Halvings between two of them that find an end of an interval: the error is less than 1e-9.
_HALVINGS = 27
#: Variances below this are 0 except for rounding.
_NOTHING = 1e-20


@dataclass(frozen=True)
class Shares:
    """Some differences of two shares, from the strata of all of them.

    ``at`` is the number of the difference to which a stratum belongs, from 0 on; of every difference there is a
    stratum. ``n`` and ``n0`` are its rows on both sides, ``s`` and ``s0`` their sums. A row is a number from 0 to 1.
    """

    at: np.ndarray
    n: Numbers
    s: Numbers
    n0: Numbers
    s0: Numbers

    def _sum(self, of_strata: Numbers) -> Numbers:
        return np.bincount(self.at, of_strata).astype(float)

    @property
    def _share(self) -> Numbers:
        """The weight of each stratum in its difference: its share of the rows."""
        rows = self.n + self.n0
        found: Numbers = rows / self._sum(rows)[self.at]
        return found

    @property
    def value(self) -> Numbers:
        """The differences."""
        return self._sum(self._share * (self.s / self.n - self.s0 / self.n0))

    def design(self, variance: Numbers, clusters: Numbers) -> Numbers:
        """The design effects: by how much the variances exceed those of independent rows with the same shares.

        If there is no variance, a cluster counts as one row, half of it on each side.
        """
        p, p0 = self.s / self.n, self.s0 / self.n0
        independent = self._sum(self._share**2 * (p * (1 - p) / self.n + p0 * (1 - p0) / self.n0))
        rows = 4 / self._sum(self._share**2 * (1 / self.n + 1 / self.n0))
        some = (variance > _NOTHING) & (independent > _NOTHING)
        return np.where(some, variance / np.where(some, independent, 1), rows / clusters)

    def likely(self, difference: Numbers) -> tuple[Numbers, Numbers]:
        """The most likely shares of both sides of each stratum that differ by this much: a root of a cubic equation."""
        rows, both = self.n + self.n0, self.s + self.s0
        square = ((self.n + 2 * self.n0) * difference - rows - both) / (3 * rows)
        linear = ((self.n0 * difference - rows - 2 * self.s0) * difference + both) / rows
        inner = square**3 - square * linear / 2 + self.s0 * difference * (1 - difference) / (2 * rows)
        radius = np.where(inner < 0, -1, 1) * np.sqrt(np.maximum(square**2 - linear / 3, _NOTHING))
        angle = (np.pi + np.arccos(np.clip(inner / radius**3, -1, 1))) / 3
        found = 2 * radius * np.cos(angle) - square
        p0 = np.clip(found, np.maximum(0, -difference), np.minimum(1, 1 - difference))
        return p0 + difference, p0

    def moments(self, difference: Numbers, design: Numbers) -> tuple[Numbers, Numbers]:
        """Variance and third central moment of the differences, if their true values are these."""
        p, p0 = self.likely(difference[self.at])
        one, other = p * (1 - p) / self.n, p0 * (1 - p0) / self.n0
        rows = self.n + self.n0
        variance = design * self._sum(self._share**2 * (one + other) * rows / (rows - 1))
        third = self._share**3 * (one * (1 - 2 * p) / self.n - other * (1 - 2 * p0) / self.n0)
        return variance, design**2 * self._sum(third)

    def tails(self, difference: Numbers, design: Numbers, degrees: Numbers) -> tuple[Numbers, Numbers]:
        """The chances of values at least, and at most, as large as those found, if these are the true differences."""
        from scipy import stats

        variance, third = self.moments(difference, design)
        off = self.value - difference
        with np.errstate(divide="ignore", invalid="ignore"):
            # Without variance any other value is impossible.
            score = np.where(np.abs(off) < 1e-12, 0, off / np.sqrt(np.maximum(variance, 0)))
            skew = np.where(variance > _NOTHING, third / variance**1.5, 0) / 6
            inner = 1 + 4 * skew * (score + skew)
            # Further out than the correction reaches, the score counts as it is.
            curved = (np.sqrt(np.maximum(inner, 0)) - 1) / (2 * skew) + np.minimum(inner, 0) / (4 * skew)
        score = np.where(np.abs(skew) > 1e-9, curved, score)
        # Of few people, the variance between them is not known well: Student's t takes the place of the normal.
        normal = np.isinf(degrees)
        freedom = np.where(normal, 1, degrees)
        high, low = (np.where(normal, stats.norm.sf(side), stats.t.sf(side, freedom)) for side in (score, -score))
        return high, low

    def p_values(self, expected: Numbers, design: Numbers, degrees: Numbers) -> Numbers:
        """Two-sided p-values for the hypothesis that the differences are ``expected``; NaN where that is NaN.

        A difference that is further from the value, and fits it better, speaks for the hypothesis, too. So p is small
        where the interval does not contain ``expected``.
        """
        sides = [np.max(self._on_the_way(expected, side, design, degrees)[1], axis=0) for side in (0, 1)]
        found: Numbers = np.minimum(2 * np.minimum(*sides), 1)
        return found

    def interval(self, design: Numbers, degrees: Numbers) -> Interval:
        """The least and the greatest difference that a test at the level of the interval does not reject."""
        return Interval(*(self._end(side, design, degrees) for side in (0, 1)))

    def _on_the_way(self, start: Numbers, side: int, design: Numbers, degrees: Numbers) -> tuple[Numbers, Numbers]:
        """Differences from -1 (side 0) or 1 to ``start``, and their tails: two arrays ``[difference, item]``."""
        tried = start + _WAY[:, None] * ((-1.0, 1.0)[side] - start)
        return tried, np.array([self.tails(each, design, degrees)[side] for each in tried])

    def _end(self, side: int, design: Numbers, degrees: Numbers) -> Numbers:
        tried, tails = self._on_the_way(self.value, side, design, degrees)
        # The value itself is not rejected. Where both shares of a stratum can be 0, what is next to it can be.
        tails[-1] = 1
        first = np.argmax(tails > (1 - LEVEL) / 2, axis=0)
        items = np.arange(first.size)
        inside: Numbers = tried[first, items]
        outside: Numbers = tried[np.maximum(first - 1, 0), items]
        for _ in range(_HALVINGS):
            middle = (inside + outside) / 2
            kept = self.tails(middle, design, degrees)[side] > (1 - LEVEL) / 2
            inside, outside = np.where(kept, middle, inside), np.where(kept, outside, middle)
        return inside
