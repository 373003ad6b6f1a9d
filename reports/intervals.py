"""Estimates with confidence intervals, from sums by cluster.

The outcomes of one player (or of one game) are dependent, so intervals use the clustered variance, which
``reports/sql/aggregate_people.sql`` computes. All functions take and return numpy arrays.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

LEVEL = 0.95


class Interval(NamedTuple):
    """Lower and upper ends."""

    low: Numbers
    high: Numbers


def effective_n(value: Numbers, variance: Numbers, clusters: Numbers) -> Numbers:
    """The effective sample size: the number of independent trials that would give a proportion this variance.

    It can be greater than the number of rows if the rows of one game balance each other, because one player's win is
    another's loss. If all outcomes are equal, their variance is 0; a cluster then counts as one trial.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.where(variance > 0, value * (1 - value) / variance, clusters)
    return np.where(np.isfinite(found) & (found > 0), found, clusters)


def wilson(value: Numbers, n: Numbers, clusters: Numbers | None = None) -> Interval:
    """Wilson's interval for proportions of ``n`` (effective) trials, with t instead of z quantiles for few clusters.

    The formula of Wilson 1927, of which scipy has the form for whole numbers of trials only.
    """
    from scipy import stats

    quantile = np.full(value.shape, stats.norm.ppf((1 + LEVEL) / 2))
    if clusters is not None:
        quantile = stats.t.ppf((1 + LEVEL) / 2, np.maximum(clusters - 1, 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        more = quantile**2 / n
        center = (value + more / 2) / (1 + more)
        half = np.sqrt(more * (value * (1 - value) + more / 4)) / (1 + more)
        low, high = np.maximum(center - half, 0), np.minimum(center + half, 1)
    # Rounding must not put the value outside of its interval.
    return Interval(np.minimum(low, value), np.maximum(high, value))


def student(value: Numbers, variance: Numbers, clusters: Numbers) -> Interval:
    """Student's t interval of a mean or difference, from its variance and number of clusters."""
    from scipy import stats

    half = stats.t.ppf((1 + LEVEL) / 2, np.maximum(clusters - 1, 1)) * np.sqrt(variance)
    return Interval(value - half, value + half)


#: Number of bootstrap samples.
BOOTSTRAPS = 1000


@lru_cache(maxsize=2)
def redrawn(clusters: int) -> Numbers:
    """The number of draws of each cluster in each bootstrap sample: shape (bootstraps, clusters). Deterministic.

    The array is read-only. It is kept, since the quality of a model is asked about one number of games again and again.
    """
    drawn = np.random.default_rng(0).multinomial(clusters, np.full(clusters, 1 / clusters), size=BOOTSTRAPS)
    found = np.asarray(drawn, dtype=float)
    found.setflags(write=False)
    return found


def p_values(value: Numbers, variance: Numbers, clusters: Numbers, expected: Numbers | float) -> Numbers:
    """Two-sided p-values for the hypothesis that ``value`` is ``expected``, by Student's t. NaN without variance."""
    from scipy import stats

    with np.errstate(divide="ignore", invalid="ignore"):
        score = np.abs(value - expected) / np.sqrt(variance)
    p: Numbers = 2 * stats.t.sf(score, np.maximum(clusters - 1, 1))
    return np.where(variance > 0, p, np.nan)


def p_values_of_certainty(value: Numbers, trials: Numbers, expected: Numbers) -> Numbers:
    """Two-sided p-values of shares of 0 and 1, which show no variance, by the binomial distribution; else NaN."""
    alike = np.where(value == 0, 1 - expected, np.where(value == 1, expected, np.nan))
    found: Numbers = np.minimum(1, 2 * alike**trials)
    return found


def false_discovery(p: Numbers) -> Numbers:
    """p-values adjusted for their number by the method of Benjamini and Hochberg; NaN stays NaN."""
    from scipy import stats

    q = np.full(p.shape, np.nan)
    known = np.isfinite(p)
    if known.any():
        q[known] = stats.false_discovery_control(p[known])
    return q


def shrink_rates(value: Numbers, n: Numbers) -> Numbers:
    """Shrinkage of proportions of ``n`` (effective) trials towards their common mean: empirical Bayes, beta-binomial.

    The prior is the beta distribution with the maximum likelihood.
    """
    from scipy import optimize, special

    usable = np.isfinite(value) & (n > 0)
    if usable.sum() < 3:
        return value
    wins, losses = value[usable] * n[usable], (1 - value[usable]) * n[usable]
    mean = np.clip(wins.sum() / (wins.sum() + losses.sum()), 1e-6, 1 - 1e-6)

    def unlikely(log_size: float) -> float:
        a, b = mean * np.exp(log_size), (1 - mean) * np.exp(log_size)
        return float(-np.sum(special.betaln(wins + a, losses + b) - special.betaln(a, b)))

    size = np.exp(optimize.minimize_scalar(unlikely, bounds=(0.0, 14.0), method="bounded").x)
    shrunken = value.copy()
    shrunken[usable] = (wins + mean * size) / (n[usable] + size)
    return shrunken


def shrink_means(value: Numbers, variance: Numbers) -> Numbers:
    """Shrinkage of means or differences towards their common mean: empirical Bayes, normal (DerSimonian and Laird)."""
    # Outcomes that are equal except for rounding have no variance and cannot be weighted.
    usable = np.isfinite(value) & (variance > 1e-12)
    if usable.sum() < 3:
        return value
    v, weight = value[usable], 1 / variance[usable]
    mean = np.sum(weight * v) / weight.sum()
    spread = np.sum(weight * (v - mean) ** 2)
    between = max(0.0, (spread - (len(v) - 1)) / (weight.sum() - np.sum(weight**2) / weight.sum()))
    mean = np.sum(v / (variance[usable] + between)) / np.sum(1 / (variance[usable] + between))
    shrunken = value.copy()
    shrunken[usable] = mean + (v - mean) * between / (between + variance[usable])
    return shrunken
