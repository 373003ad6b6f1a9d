"""Intervals hold the truth as often as they say, on games with known skills and a card of known worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import duckdb
import numpy as np
import pandas as pd

from reports.metrics import BY_NAME, Metric
from reports.metrics.compute import GROUP, estimate, sql_of

DATASETS, GAMES, PLAYERS = 1000, 1500, 300
CLUSTERS = 256
#: Chance of winning that holding the planted card adds.
WORTH = 0.06
PILES, CARDS = 4, 10
NOMINAL, TOLERANCE = 0.95, 0.02


def _frame(cluster: np.ndarray, sums: dict[str, np.ndarray], *, dataset: int, item: int) -> pd.DataFrame:
    columns = {name: np.bincount(cluster, weights, minlength=CLUSTERS) for name, weights in sums.items()}
    keys = {"edition": "third", "sets": dataset, "players": 2, "item": item, "stratum": ""}
    return pd.DataFrame({**keys, "cluster": np.arange(CLUSTERS), **columns})


def _asked(metric: Metric, sums: pd.DataFrame, games: pd.DataFrame | None = None) -> Any:
    """Answers SQL as a dataset would whose metric's SQL gives these sums."""
    connection = duckdb.connect(":memory:")
    connection.register("given", sums)

    def ask(sql: str, parameters: Mapping[str, object]) -> pd.DataFrame:
        if sql == sql_of("card_rate_games"):
            assert games is not None
            return games
        used = {name: value for name, value in parameters.items() if name == "minimum"}
        return connection.execute(sql.replace(sql_of(metric.sql), "FROM given"), used or None).df()

    return ask


def _coverage(low: pd.Series, high: pd.Series, truth: float) -> float:
    return float(((low <= truth) & (truth <= high)).mean())


def test_draw_effect_covers_what_a_card_is_worth_and_seen_less_not_seen_does_not() -> None:
    """The stronger player draws more often, as in real games; which card comes is chance."""
    random = np.random.default_rng(5)
    frames, naive = [], []
    for dataset in range(DATASETS):
        skill = random.uniform(-0.1, 0.1, PLAYERS)
        one = random.integers(0, PLAYERS, GAMES)
        other = (one + random.integers(1, PLAYERS, GAMES)) % PLAYERS
        ahead = skill[one] - skill[other]
        # Of every pile one of the two draws one card; card 0 of each pile is the planted one.
        by_one = random.random((GAMES, PILES)) < (0.5 + 2 * ahead)[:, None]
        card = random.integers(0, CARDS, (GAMES, PILES))
        planted = (np.where(by_one, 1, -1) * (card == 0)).sum(axis=1)
        wins = random.random(GAMES) < 0.5 + ahead + WORTH * planted
        w = np.where(by_one, wins[:, None], ~wins[:, None]).astype(float)
        cluster = np.arange(GAMES) % CLUSTERS
        mine, others = card[:, 0] == 0, card[:, 0] != 0
        sums = {"n": mine, "s": mine * w[:, 0], "n0": others, "s0": others * w[:, 0]}
        frames.append(_frame(cluster, {k: v.astype(float) for k, v in sums.items()}, dataset=dataset, item=0))
        # Seen less not seen, all players of all games taken for independent.
        seen = np.concatenate([mine & by_one[:, 0], mine & ~by_one[:, 0]])
        won = np.concatenate([wins, ~wins])
        p1, p0, n1, n0 = won[seen].mean(), won[~seen].mean(), seen.sum(), (~seen).sum()
        half = 1.96 * np.sqrt(p1 * (1 - p1) / n1 + p0 * (1 - p0) / n0)
        naive.append((p1 - p0 - half, p1 - p0 + half))
    found = estimate(BY_NAME["draw_effect"], _asked(BY_NAME["draw_effect"], pd.concat(frames)))
    assert len(found) == DATASETS
    assert abs(found["value"].mean() - WORTH) < 0.005
    assert abs(_coverage(found["low"], found["high"], WORTH) - NOMINAL) < TOLERANCE
    ends = pd.DataFrame(naive, columns=["low", "high"])
    assert _coverage(ends["low"], ends["high"], WORTH) < NOMINAL - TOLERANCE


def test_win_rates_cover_the_rate_of_the_population_and_events_as_trials_do_not() -> None:
    """The better a player, the more often they activate the card; the rate of the population is known."""
    random = np.random.default_rng(6)
    spread = 0.25
    truth = 0.5 + 2 * spread**2 / 3
    frames, together = [], []
    for dataset in range(DATASETS):
        skill = random.uniform(-spread, spread, PLAYERS)
        one = random.integers(0, PLAYERS, GAMES)
        other = (one + random.integers(1, PLAYERS, GAMES)) % PLAYERS
        wins = random.random(GAMES) < 0.5 + skill[one] - skill[other]
        players = np.stack([one, other])
        w = np.stack([wins, ~wins]).astype(float)
        times = (random.random((2, GAMES)) < 0.5 + skill[players]) * (1 + random.poisson(3, (2, GAMES)))
        did = (times > 0).astype(float)
        around_n, around_s = (np.broadcast_to(x.sum(axis=0), (2, GAMES)) for x in (did, did * w))
        sums = {"n": did, "s": did * w, "naive_n": times, "naive_s": times * w}
        sums |= {"n_around": around_n, "s_around": around_s}
        # As in a dataset: with more players than clusters, a cluster is a random group of them.
        cluster = players % CLUSTERS
        same = cluster[0] == cluster[1]
        twice = np.stack([np.zeros(GAMES, bool), same])
        for name in ("n_around", "s_around"):
            sums[name] = np.where(twice, 0, sums[name])
        frame = _frame(cluster.ravel(), {k: v.ravel().astype(float) for k, v in sums.items()}, dataset=dataset, item=0)
        frames.append(frame.drop(columns="stratum"))
        n, s = around_n[0], around_s[0]
        squares = {"nn": n * n, "sn": s * n, "ss": s * s}
        squares |= {f"extra_{name}": value * ~same for name, value in squares.items()}
        keys = {"edition": "third", "sets": dataset, "players": 2, "item": 0}
        together.append(keys | {name: value.sum() for name, value in squares.items()})
    found = estimate(
        BY_NAME["win_rate_dogma"], _asked(BY_NAME["win_rate_dogma"], pd.concat(frames), pd.DataFrame(together))
    )
    assert len(found) == DATASETS
    assert list(found.columns[:3]) == GROUP
    assert abs(found["value"].mean() - truth) < 0.005
    assert abs(_coverage(found["low"], found["high"], truth) - NOMINAL) < TOLERANCE
    assert _coverage(found["naive_low"], found["naive_high"], truth) < NOMINAL - 5 * TOLERANCE
