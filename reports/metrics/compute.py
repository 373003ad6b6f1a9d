"""Compute statistics from a dataset: run the SQL of a metric, and estimate value and interval."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from reports import intervals
from reports.metrics.extra import check_columns
from reports.metrics.metric import MINIMUM_STRATUM, Kind, Metric, Unit
from reports.metrics.rated import rated
from reports.queries import GROUP, prepare, prepared_sql, sql_of
from reports.shares import Shares
from reports.winprob.added import win_added

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from innolog.store.dataset import Dataset

#: With fewer games, or fewer rows than the metric asks for, a statistic is shown in grey and gets no p-value.
MINIMUM_CLUSTERS = 20
#: Columns of every table of a metric, in this order.
COLUMNS = [
    *GROUP, "metric", "item", "n", "clusters", "fixed", "value", "low", "high", "why", "shrunken", "p", "q",
    "enough", "even", "relative", "naive_n", "naive_value", "naive_low", "naive_high",
]  # fmt: skip


#: A person with more than this share of the rows of a number is held fixed in its interval: the number is about that
#: person. Chosen with simulated designs (tests.statistics), with other seeds than those of the documentation's table.
MOST = 0.2
#: So is a person with more than this share of the sum of squared shares of the others, because few people would decide
#: the variance between people: three friends, beside many others with a few games each. Fewer than ten equal people are
#: always held fixed.
DOMINANT = 0.11
#: Minimum effective number of games, and of clusters (people or games), for an interval.
LEAST_GAMES, LEAST_CLUSTERS = 15, 6
#: The parameters of the query that decides who is held fixed.
FIXED = {"most": MOST, "dominant": DOMINANT}


def compute(dataset: Dataset, metric: Metric, player: int | None = None) -> pd.DataFrame:
    """A metric for every group and item: columns as in :data:`COLUMNS`.

    ``n`` is the number of rows as :attr:`Metric.row_model` says, ``clusters`` the effective number of people or games,
    ``fixed`` the number of people who are held fixed. ``why`` is the reason if there is no interval. ``q`` is the
    p-value adjusted for the number of items in the group. ``relative`` is the value relative to the even one (win
    points times the number of sides). ``enough`` is true if n and games reach the minimum. The rows are sorted by
    group, and by the lower end of the interval.

    ``player`` is the person (:func:`reports.queries.people`) whom a metric with :attr:`Metric.player` is about.
    """
    prepare(dataset)
    for table in metric.prepared:
        dataset.derive(table, prepared_sql(table))
    if metric.kind is Kind.RATING:
        return _finished(rated(dataset, metric), metric)
    if metric.model:
        win_added(dataset)
    if metric.text:
        check_columns(dataset, metric)
    return estimate(metric, dataset.frame, {} if player is None else {"person": str(player)})


def estimate(
    metric: Metric,
    ask: Callable[[str, Mapping[str, object]], pd.DataFrame],
    bound: Mapping[str, object] | None = None,
) -> pd.DataFrame:
    """Compute a metric; ``ask`` runs SQL with parameters (``bound`` and the metric's) and returns a data frame."""
    sums = metric_sql(metric)
    used = {**metric.bound, **(bound or {}), **FIXED}
    if metric.kind is Kind.DIFFERENCE:
        used["minimum"] = MINIMUM_STRATUM
    found = ask(f"{_parts_sql(metric, sums)},\n{sql_of('aggregate_people')}", used)
    if found.empty:
        return _nothing()
    if metric.naive:
        events = ask(f"WITH sums AS (\n{sums}\n)\n{sql_of('aggregate_naive')}", metric.bound)
        found = found.merge(events, on=[*GROUP, "item"], how="left")
        found["naive_value"] = found["naive_s"] / found["naive_n"]
        naive = intervals.wilson(found["naive_value"].to_numpy(float), found["naive_n"].to_numpy(float))
        found["naive_low"], found["naive_high"] = naive
    found["share"] = metric.kind is Kind.RATE
    if metric.kind is Kind.DIFFERENCE and metric.unit is Unit.SHARE:
        found["share"] = found["bounded"].astype(bool)
    error = _error(metric, found)
    found["even"] = _even_of(metric, found["sides"])
    low, high, p, found["trials"] = _ends(metric, found, error)
    found["low"], found["high"] = np.where(error.known, low, np.nan), np.where(error.known, high, np.nan)
    found["why"] = np.where(error.known, "", error.why)
    found["clusters"] = error.clusters
    found["p"] = p
    n = found["n"].to_numpy(float)
    found["enough"] = (n >= metric.least_rows) & (found["games"].to_numpy(float) >= MINIMUM_CLUSTERS) & error.known
    # A number shown in grey makes no claim, so it cannot be a discovery.
    found.loc[~found["enough"], "p"] = np.nan
    return _finished(found, metric)


def _ends(metric: Metric, found: pd.DataFrame, error: _Error) -> tuple[NDArray[np.float64], ...]:
    """Lower and upper ends of the intervals, p-values, and what shrinkage needs: effective rows, or variances."""
    value, even = found["value"].to_numpy(float), found["even"].to_numpy(float)
    variance, clusters = error.variance, error.clusters
    p = intervals.p_values(value, variance, clusters, even)
    if metric.kind is Kind.RATE:
        trials = intervals.effective_n(value, variance, clusters)
        # For independent rows, Wilson's interval already accounts for the uncertain variance of a proportion.
        ends = intervals.wilson(value, trials, error.degrees + 1)
        return *ends, np.where(np.isnan(p), intervals.p_values_of_certainty(value, trials, even), p), trials
    low, high = (np.clip(end, metric.least, metric.greatest) for end in intervals.student(value, variance, clusters))
    share = found["share"].to_numpy(bool)
    if share.any():
        strata = found.loc[share, "strata"]
        sides = np.array([sums for of_item in strata for sums in of_item], float).T
        shares = Shares(np.repeat(np.arange(len(strata)), strata.map(len)), *sides)
        design, degrees = shares.design(variance[share], clusters[share]), error.degrees[share]
        low[share], high[share] = shares.interval(design, degrees)
        p[share] = shares.p_values(even[share], design, degrees)
        variance = variance.copy()
        variance[share], _ = shares.moments(np.zeros(len(strata)), design)
    return low, high, p, variance


def _nothing() -> pd.DataFrame:
    """The table of a metric without rows. What selects rows is boolean there, too."""
    return pd.DataFrame(columns=COLUMNS).astype({"enough": bool})


def _finished(found: pd.DataFrame, metric: Metric) -> pd.DataFrame:
    """The table of a metric, with everything that compares its items."""
    if found.empty:
        return _nothing()
    found["metric"] = metric.name
    # N * w, whose mean is 1 for any number of sides.
    found["relative"] = found["value"] / found["even"] if metric.even == "even" else np.nan
    parts = []
    for _, part in found.groupby(GROUP, sort=True):
        parts.append(_compared(part.copy(), metric))
    found = pd.concat(parts, ignore_index=True)
    return found.reindex(columns=COLUMNS)


def _even_of(metric: Metric, sides: pd.Series) -> pd.Series:
    """The value that means "no difference" between these numbers of sides; NaN if there is none."""
    if metric.even == "even":
        return 1 / sides.astype(float)
    return pd.Series(np.nan if metric.even is None else float(metric.even), sides.index)


def metric_sql(metric: Metric) -> str:
    """The SQL of a metric: rows by item and game."""
    if metric.text:
        return metric.text
    text = sql_of(metric.file)
    for name, value in metric.parameters.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _parts_sql(metric: Metric, sums: str) -> str:
    aggregate = "aggregate_difference" if metric.kind is Kind.DIFFERENCE else "aggregate_ratio"
    return f"WITH sums AS (\n{sums}\n),\n{sql_of(aggregate)}"


class _Error(NamedTuple):
    """The variance of values, and what is known of it.

    ``clusters`` is the effective number of people or games, ``degrees`` the degrees of freedom of the part of the
    variance that is between people (infinite if the variance between games is larger), ``known`` whether there is an
    interval, and ``why`` the reason if there is none.
    """

    variance: NDArray[np.float64]
    clusters: NDArray[np.float64]
    degrees: NDArray[np.float64]
    known: NDArray[np.bool_]
    why: NDArray[np.str_]


def _error(metric: Metric, found: pd.DataFrame) -> _Error:
    """The larger of the variances clustered by person (without those held fixed) and by game.

    The degrees of freedom are those of Satterthwaite, with a working model as in Imbens and Kolesár 2016: people differ
    equally (their variance is what the one clustered variance is above the other), and so do games. Of shares, the
    variance between games is taken as known.
    """
    names = ("squares", "squares_by_game", "clusters_by_game", "s1", "f2", "f3", "f4")
    of_people, by_game, games, s1, f2, f3, f4 = (found[name].to_numpy(float) for name in names)
    with np.errstate(divide="ignore", invalid="ignore"):
        # Intervals of shares of n independent trials use n, not n - 1.
        of_games = by_game * np.where(found["share"], 1, games / (games - 1))
        by_people = (of_people > of_games) & (f2 > 0) & (not metric.randomised)
        variance = np.where(by_people, of_people, of_games)
        between, within = np.where(by_people, (of_people - of_games) / f2, 0), of_games / s1
        spread = between**2 * f4 + 2 * between * within * f3
        degrees = np.where(by_people, variance**2 / spread, np.inf)
        both = np.where(by_people, variance**2 / (spread + of_games**2 / (games - 1)), games - 1)
    clusters = np.maximum(both + 1, 1)
    # Of a difference, `games` counts those with a row on the first side.
    few = (games < LEAST_GAMES) | (found["games"].to_numpy(float) < LEAST_GAMES)
    between_what = "the games of one side" if metric.kind is Kind.DIFFERENCE else "games"
    reasons = {
        f"fewer than {LEAST_GAMES} effective games": few,
        f"fewer than {LEAST_CLUSTERS} effective people or games": clusters < LEAST_CLUSTERS,
        f"no variance between {between_what}": found["alike"].to_numpy(bool) & ~found["share"].to_numpy(bool),
    }
    why = np.select([*reasons.values()], [*reasons], "")
    known = (why == "") & np.isfinite(variance)
    variance = np.where(np.isfinite(variance), variance, np.nan)
    return _Error(variance, clusters, degrees, known, why)


def _compared(part: pd.DataFrame, metric: Metric) -> pd.DataFrame:
    """Compare the items of one group: false discovery control over all items, and shrinkage by age for cards."""
    part["q"] = intervals.false_discovery(part["p"].to_numpy(float))
    part["shrunken"] = np.nan
    if metric.of != "card":
        return part.sort_values("item", key=lambda items: items.map(_natural), kind="stable")
    # Shrinking takes most of the time, and is of no use where all numbers are shown in grey.
    if not part["enough"].any():
        return part.sort_values(["low", "item"], ascending=[False, True])
    from innolog.cards.facts import card_table

    age = card_table().age
    for _, peers in part.groupby(part["item"].map(lambda card: age[int(card)])):
        value, trials = peers["value"].to_numpy(float), peers["trials"].to_numpy(float)
        shrink = intervals.shrink_rates if metric.kind is Kind.RATE else intervals.shrink_means
        part.loc[peers.index, "shrunken"] = shrink(value, trials)
    return part.sort_values(["low", "item"], ascending=[False, True])


def _natural(item: object) -> str:
    """A sort key that orders numbers within text numerically."""
    return " ".join(word.zfill(6) if word.isdigit() else word for word in str(item).split())
