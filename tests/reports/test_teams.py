"""Statistics of games in teams: wins, the lead and opponents are those of sides."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest

from innolog.store.dataset import Dataset, open_dataset
from innolog.store.rows import RowCollector
from reports.metrics import BY_NAME, METRICS, PLAYER_METRICS
from reports.metrics.compute import compute
from reports.queries import people, sql_of
from tests.reports.test_recomputed import _possible_claims
from tests.store.factory import content_hash, make_replay
from tests.store.replicate import write_copies

#: Metrics that compare a share of wins with an even one.
OF_WINS = [metric.name for metric in (*METRICS, *PLAYER_METRICS) if metric.even == "even"]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dataset]:
    """Random games of five people, each game twelve times, by other people."""
    rows = RowCollector()
    for seed in range(6):
        rows.add(make_replay(seed, players=4, teams=(0, 1, 0, 1)), content_hash(str(seed)))
    with open_dataset(write_copies(tmp_path_factory.mktemp("teams"), rows.tables(), 12, people=5)) as data:
        yield data


@pytest.mark.long
def test_the_members_of_a_team_win_whole_games(data: Dataset) -> None:
    """Each had half a win, which was called a share of wins, and compared with a quarter."""
    (person, *_) = people(data)
    found = {name: compute(data, BY_NAME[name], person.person if name[:3] == "my_" else None) for name in OF_WINS}
    data.derive("seated", sql_of("prepare_seated"))
    pairs = data.frame(sql_of("matchups"), {"most": 5})
    players, used = data.pandas("players"), data.pandas("card_games").query("dogma_times > 0")
    assert {*pd.concat(found.values())["even"]} == {0.5}
    won = players.assign(won=players["winner"].astype(float))
    mine = won[won["player_id"] == person.player_id]
    assert len(mine) > 15
    other = won.merge(mine[["game_id", "team"]], on="game_id", suffixes=("", "_mine")).query("team != team_mine")
    shares = {
        "seat_rate": won.groupby("turn_order")["won"].mean(),
        "player_rate": won.groupby("player_id")["won"].mean(),
        "win_rate_dogma": used.merge(won, on=["game_id", "seat"]).groupby("card")["won"].mean(),
        "my_opponents": 1 - other.groupby("player_id")["won"].mean(),
    }
    for name, expected in shares.items():
        assert sorted(found[name]["value"]) == pytest.approx(sorted(expected)), name
    # The ratings of all players together expect as many wins as there are.
    for name in ("win_rate_expected", "win_rate_adjusted"):
        assert np.average(found[name]["value"], weights=found[name]["n"]) == pytest.approx(0.5, abs=0.02)
    # Of two players on different sides, one wins.
    both = pairs.merge(pairs, left_on=["rank", "other"], right_on=["other", "rank"])
    assert (both["points_x"] + both["points_y"] == both["games_x"]).all()
    assert both["games_x"].max() > 15


def test_a_side_may_be_of_any_size_and_share_a_win() -> None:
    connection = duckdb.connect(":memory:")
    connection.execute(
        "CREATE SCHEMA every; CREATE TABLE records AS SELECT unnest(['a', 'b', 'c', 'd']) AS log_id;"
        "CREATE TABLE every.players AS SELECT * FROM (VALUES ('a', 0, 0, 0), ('a', 1, 1, 1 / 2), ('a', 2, 1, 1 / 2), "
        "('b', 0, 0, 1 / 3), ('b', 1, 1, 1 / 3), ('b', 2, 1, 1 / 3), ('c', 0, NULL, 1 / 3), ('c', 1, NULL, 1 / 3), "
        "('c', 2, NULL, 1 / 3), ('d', 0, 0, 1), ('d', 1, 1, 0), ('d', 2, 1, 0)) v(log_id, seat, team, win_points)"
    )
    found = connection.execute(
        f"SELECT log_id, list(points ORDER BY seat) FROM ({sql_of('prepare_outcomes')}) GROUP BY ALL"
    )
    assert dict(found.fetchall()) == {
        "a": [0, 1, 1], "b": [0.5, 0.5, 0.5], "c": [1 / 3, 1 / 3, 1 / 3], "d": [1, 0, 0]
    }  # fmt: skip


@pytest.mark.long
def test_a_team_mate_is_no_opponent(data: Dataset) -> None:
    """What a team-mate claimed was lost to another player, and the lead passed from a player to a team-mate."""
    states: Any = data.pandas("every.states")
    states["team"] = states["seat"] % 2
    held = states.groupby(["log_id", "action", "team"])[["achievements_count", "score"]].sum()
    values = (held["achievements_count"].astype(int) * 1000 + held["score"].astype(int)).unstack()
    ahead = np.sign(values[0] - values[1])
    ahead = ahead[ahead != 0]
    changes = [sum(one != other for one, other in pairwise(part)) for _, part in ahead.groupby("log_id")]
    (row,) = compute(data, BY_NAME["lead_changes"]).to_dict("records")
    assert row["value"] == pytest.approx(np.mean(changes))
    claims = _possible_claims(data).drop_duplicates(["log_id", "seat", "age"])
    got: Any = data.pandas("every.achievements").query("kind == 'standard'").sort_values(["action", "event"])
    owner = got.drop_duplicates(["log_id", "age"]).set_index(["log_id", "age"])["seat"]
    claims = claims.join(owner.rename("owner"), on=["log_id", "age"])
    assert ((claims["owner"] != claims["seat"]) & (claims["owner"] % 2 == claims["seat"] % 2)).any()
    lost = claims["owner"].notna() & (claims["owner"] % 2 != claims["seat"] % 2)
    found = compute(data, BY_NAME["claim_lost"])
    assert (found["value"] * found["n"]).sum() == pytest.approx(lost.sum())
    assert found["n"].sum() == len(claims)
