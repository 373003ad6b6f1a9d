"""From a dataset to statistics: run the SQL of a metric, and estimate."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from reports.metrics import intervals
from reports.metrics.registry import Kind, Metric

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from innolog.store.dataset import Dataset

GROUP = ["edition", "sets", "players"]
#: Below so many rows or clusters a statistic says too little to be shown as more than a number.
MINIMUM_ROWS = 100
MINIMUM_CLUSTERS = 20
#: A stratum with fewer rows on either side of a difference is left out: it has no variance to speak of.
MINIMUM_STRATUM = 5
#: Columns of every table of a metric, in this order.
COLUMNS = [
    *GROUP, "metric", "item", "n", "clusters", "value", "low", "high", "shrunken", "p", "q", "enough", "even",
    "relative", "naive_n", "naive_value", "naive_low", "naive_high",
]  # fmt: skip


@cache
def sql_of(name: str) -> str:
    """The text of a file of ``reports/sql``."""
    return (files("reports") / "sql" / f"{name}.sql").read_text(encoding="utf-8")


def compute(dataset: Dataset, metric: Metric) -> pd.DataFrame:
    """A metric for every group and item: columns as in :data:`COLUMNS`.

    ``n`` counts rows of the metric's row model, ``clusters`` what outcomes are clustered by (of cards: players or games
    beyond 256 share clusters, so it is at least so many), ``q`` is the p-value controlled for the number of items of
    the group, ``relative`` is the value in shares of an even one (win points times the number of players), ``enough``
    says whether n and clusters reach the minimum. Sorted by group, and by the lower end of the interval.
    """
    if metric.model:
        from reports.winprob.added import win_models

        win_models(dataset)
    return estimate(metric, dataset.frame)


def estimate(metric: Metric, ask: Callable[[str, Mapping[str, object]], pd.DataFrame]) -> pd.DataFrame:
    """A metric computed from whatever ``ask`` gives as an answer to SQL and its parameters."""
    found = _ESTIMATES.get(metric.kind, _ratio)(metric, ask)
    if found.empty:
        return pd.DataFrame(columns=COLUMNS)
    value, n, clusters = (found[name].to_numpy(float) for name in ("value", "n", "clusters"))
    variance = found["variance"].to_numpy(float)
    found["metric"] = metric.name
    even = 1 / found["players"].to_numpy(float) if metric.even == "even" else metric.even
    found["even"] = np.nan if even is None else even
    if metric.kind is Kind.RATE:
        trials = intervals.effective_n(value, variance, clusters)
        found["low"], found["high"] = intervals.wilson(value, trials, clusters)
    else:
        trials = variance
        if metric.kind is not Kind.BOOTSTRAP:
            ends = intervals.student(value, variance, clusters)
            found["low"], found["high"] = (np.clip(end, metric.least, metric.greatest) for end in ends)
    found["p"] = np.nan if even is None else intervals.p_values(value, variance, clusters, found["even"].to_numpy())
    found["enough"] = (n >= MINIMUM_ROWS) & (clusters >= MINIMUM_CLUSTERS)
    # Of what is greyed out nothing is claimed, so it is no discovery either.
    found.loc[~found["enough"], "p"] = np.nan
    found["trials"] = trials
    # N * w, whose mean is 1 for any number of players.
    found["relative"] = found["value"] / found["even"] if metric.even == "even" else np.nan
    parts = []
    for _, part in found.groupby(GROUP, sort=True):
        parts.append(_compared(part.copy(), metric))
    found = pd.concat(parts, ignore_index=True)
    return found.reindex(columns=COLUMNS)


def _compared(part: pd.DataFrame, metric: Metric) -> pd.DataFrame:
    """The items of one group: false discovery over all of them, shrinkage by age where they are cards."""
    part["q"] = intervals.false_discovery(part["p"].to_numpy(float))
    part["shrunken"] = np.nan
    if metric.of != "card":
        return part.sort_values("item", key=lambda items: items.map(_natural))
    from innolog.cards.facts import card_table

    age = card_table().age
    for _, peers in part.groupby(part["item"].map(lambda card: age[int(card)])):
        value, trials = peers["value"].to_numpy(float), peers["trials"].to_numpy(float)
        shrink = intervals.shrink_rates if metric.kind is Kind.RATE else intervals.shrink_means
        part.loc[peers.index, "shrunken"] = shrink(value, trials)
    return part.sort_values(["low", "item"], ascending=[False, True])


def _natural(item: object) -> str:
    """A key that sorts numbers in texts as numbers."""
    return " ".join(word.zfill(6) if word.isdigit() else word for word in str(item).split())


def _over(metric: Metric, aggregate: str) -> str:
    """SQL that aggregates what the metric's SQL gives."""
    return f"WITH sums AS (\n{sql_of(metric.sql)}\n)\nSELECT * FROM (\n{aggregate}\n)"


def _ratio(metric: Metric, ask: Callable[[str, Mapping[str, object]], pd.DataFrame]) -> pd.DataFrame:
    # Where a player's outcome says something about the opponents', a cluster is all that happened in the games of some
    # players; a game is then in several, and what it has in common with itself must not count more than once.
    around = "_around" if metric.games_sql else ""
    aggregate = sql_of("aggregate_ratio").replace("{n}", f"n{around}").replace("{s}", f"s{around}")
    found = ask(_over(metric, aggregate), metric.parameters)
    found["value"] = found["s"] / found["n"]
    n, value, clusters = (found[name].to_numpy(float) for name in ("n", "value", "clusters"))
    found["variance"] = intervals.ratio_variance(n, value, _squares(found), clusters)
    if metric.games_sql:
        games = ask(sql_of(metric.games_sql), metric.parameters).set_index([*GROUP, "item"]).astype(float)
        games = games.reindex(pd.MultiIndex.from_frame(found[[*GROUP, "item"]]))
        many = np.full(n.shape, np.inf)
        by_game = intervals.ratio_variance(n, value, _squares(games), many)
        extra = intervals.ratio_variance(n, value, _squares(games, "extra_"), many)
        variance = found["variance"].to_numpy(float) - extra
        found["variance"] = np.where(variance > 0, variance, by_game)
    if metric.naive:
        events = ask(_over(metric, sql_of("aggregate_naive")), metric.parameters)
        found = found.merge(events, on=[*GROUP, "item"], how="left")
        found["naive_value"] = found["naive_s"] / found["naive_n"]
        naive = intervals.wilson(found["naive_value"].to_numpy(float), found["naive_n"].to_numpy(float))
        found["naive_low"], found["naive_high"] = naive
    return found


def _squares(sums: pd.DataFrame, prefix: str = "") -> intervals.Squares:
    nn, sn, ss = (sums[prefix + name].to_numpy(float) for name in ("nn", "sn", "ss"))
    return intervals.Squares(nn, sn, ss)


def _difference(metric: Metric, ask: Callable[[str, Mapping[str, object]], pd.DataFrame]) -> pd.DataFrame:
    """Stratified differences: sum over strata of N_s / N * (s / n - s0 / n0)."""
    sql = _over(metric, sql_of("aggregate_difference"))
    found = ask(sql, {**metric.parameters, "minimum": MINIMUM_STRATUM})
    clusters = found["clusters"].to_numpy(float)
    with np.errstate(divide="ignore", invalid="ignore"):
        found["variance"] = np.where(clusters > 1, found["squares"] / (1 - 1 / clusters), np.nan)
    return found


def _bootstrap(metric: Metric, ask: Callable[[str, Mapping[str, object]], pd.DataFrame]) -> pd.DataFrame:
    """Means with an interval and variance from drawing clusters anew, by group."""
    sums = ask(f"FROM (\n{sql_of(metric.sql)}\n) ORDER BY ALL", metric.parameters)
    parts = []
    for _, rows in sums.groupby(GROUP, sort=True):
        item, items = pd.factorize(rows["item"], sort=True)
        cluster = pd.factorize(rows["cluster"])[0]
        n, s = rows["n"].to_numpy(float), rows["s"].to_numpy(float)
        total, clusters = np.bincount(item, n), np.bincount(item)
        drawn = intervals.bootstrap_means(s, n, item, cluster)
        part = pd.DataFrame({"item": items, "n": total, "clusters": clusters, "value": np.bincount(item, s) / total})
        for name in GROUP:
            part[name] = rows[name].iloc[0]
        part["low"], part["high"] = (np.where(clusters > 1, end, np.nan) for end in drawn.interval)
        part["variance"] = np.where(clusters > 1, drawn.variance, np.nan)
        parts.append(part)
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()


_ESTIMATES = {Kind.DIFFERENCE: _difference, Kind.BOOTSTRAP: _bootstrap}
