"""The statistics of times, computed a second time from the tables of actions and games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd
import pytest

from innolog.log import Times
from innolog.store.dataset import Dataset, open_dataset
from innolog.store.writer import DatasetWriter
from reports.metrics import BY_NAME
from reports.metrics.registry import PAUSE
from tests.reports.test_recomputed import _compare, _games, _means
from tests.store.factory import add, content_hash, make_replay


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dataset]:
    """Games of two and three players in several months, some with a pause, some without times or with few.

    One has its pause in the opening, two where times of moves are missing, one after its last action, and one only in
    another record of the game.
    """
    folder = tmp_path_factory.mktemp("times")
    with DatasetWriter(folder) as writer:
        for seed in range(20):
            replay = make_replay(seed, players=2 + seed % 2)
            times = replay.log.times
            assert times is not None
            later = 20 * 86_400 * seed
            begun = {16: 1, 17: 40}.get(seed, 40 if seed < 16 and seed % 3 == 1 else 1 << 30)
            moves = {
                move: time + later + (PAUSE + 1 if move > begun else 0)
                for move, time in times.moves.items()
                if (seed != 4 or move % 7) and (seed != 17 or not 35 < move < 45)
            }
            end = max(moves.values()) + (PAUSE + 1 if seed == 18 else 0)
            replay.log.times = None if seed == 6 else Times(min(moves.values()), end, moves)
            add(writer, replay, content_hash(str(seed)))
            if seed == 19:
                replay.log.times = Times(min(moves.values()), end + PAUSE + 1, {})
                replay.checks = 0
                add(writer, replay, content_hash("another record"))
    with open_dataset(folder) as opened:
        yield opened


def _actions(data: Dataset) -> Any:
    games = _games(data)[["edition", "sets", "players"]]
    actions: Any = data.pandas("every.actions").join(games, on="log_id", how="inner")
    actions["seconds"] = actions["seconds"].astype(float)
    return actions[actions["action"] > 0]


def test_minutes(data: Dataset) -> None:
    games = _games(data)
    # Any record of a game can tell how long it was.
    games["seconds"] = games["game_id"].map(
        data.pandas("logs").astype({"seconds": float}).groupby("game_id")["seconds"].max()
    )
    assert games["seconds"].notna().sum() == 19
    of_games = data.pandas("every.actions").groupby("log_id")["seconds"]
    longest, known = (each.astype(float).reindex(games.index) for each in (of_games.max(), of_games.sum()))
    paused = longest > PAUSE
    # The seconds of a game that belong to no action whose time is known can be a pause, too.
    timed = games[games["seconds"].notna() & (paused | (games["seconds"] - known <= PAUSE))]
    # Four games have a pause after twenty actions, and one in the opening. Of four it is not known.
    assert len(timed) == 15
    assert paused.sum() == 5
    expected = timed.assign(
        item=paused.reindex(timed.index).map({True: "with a pause", False: "without a pause"}),
        value=timed["seconds"] / 60,
    )
    _compare(data, BY_NAME["game_minutes"], _means(expected))


def test_thinking_times(data: Dataset) -> None:
    actions = _actions(data)
    thinking = pd.to_numeric(actions["thinking_seconds"], errors="coerce").astype(float)
    assert thinking.isna().any()
    assert (thinking > PAUSE).any()
    chosen = actions.assign(value=thinking)[(thinking <= PAUSE) & (actions["number"] >= 1)]
    _compare(data, BY_NAME["thinking_time"], _means(chosen.assign(item=chosen["kind"])))
    players: Any = data.pandas("every.players")[["log_id", "seat", "player_name"]]
    named = chosen.merge(players, on=["log_id", "seat"])
    named["item"] = named["player_name"] + " (" + named["player_id"] + ")"
    _compare(data, BY_NAME["thinking_player"], _means(named))


def test_months(data: Dataset) -> None:
    games = _games(data)
    dated = games[games["started_at"].notna()]
    assert len(dated) < len(games)
    parts = []
    for _, group in dated.groupby(["edition", "sets", "players"]):
        months = group["started_at"].dt.strftime("%Y-%m")
        assert months.nunique() > 3
        parts += [group.assign(item=month, value=months == month) for month in sorted(set(months))]
    _compare(data, BY_NAME["games_by_month"], _means(pd.concat(parts)))
