"""Statistics with luck taken out: on average the same as without, with shorter intervals that are as certain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import duckdb
import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

from innolog.store.views import add_exact_sum
from reports.metrics import BY_NAME
from reports.metrics.compute import estimate
from reports.queries import prepared_sql

pytestmark = pytest.mark.long
SETS, GAMES = 600, 50
#: The true share of wins of the first player, and how much of a result is luck.
RATE, PART = 0.6, 0.65


@pytest.fixture(scope="module")
def planted() -> Iterator[duckdb.DuckDBPyConnection]:
    """Tables of many groups of games: the first player is better, and luck decides a part of each result.

    What is recorded as luck is half as large as what luck does, with errors: the slope has to be found.
    """
    random = np.random.default_rng(1)
    games = pd.DataFrame({"game": np.arange(SETS * GAMES)})
    games["sets"] = (games["game"] // GAMES).astype(str)
    luck, rest = random.normal(size=(2, len(games)))
    strength = PART * luck + np.sqrt(1 - PART**2) * rest
    games["won"] = strength > np.quantile(random.normal(size=1_000_000), 1 - RATE)
    games["luck"] = 0.2 * luck + random.normal(scale=0.05, size=len(games))
    seats = pd.concat(
        games.assign(
            seat=seat, win_points=np.where(games["won"] == (seat == 0), 1.0, 0.0), luck=games["luck"] * (1 - 2 * seat)
        )
        for seat in (0, 1)
    )
    with duckdb.connect(":memory:", config={"threads": 1}) as connection:
        add_exact_sum(connection)
        connection.register("seats_", seats)
        connection.execute(
            """
            CREATE SCHEMA every;
            CREATE TABLE game_people AS SELECT game, hash(game || '-' || seat) AS person FROM seats_;
            CREATE TABLE counted AS
                SELECT s.game, 'g' || s.game AS log_id, 'third' AS edition, any_value(sets) AS sets, 2 AS players,
                    2 AS sides, list(hash(s.game || '-' || seat)) AS persons
                FROM seats_ s GROUP BY s.game;
            CREATE TABLE records AS SELECT log_id, game AS number, true AS leads FROM counted;
            CREATE TABLE logs AS SELECT log_id, 1 AS review_deals FROM counted;
            CREATE TABLE every.players AS
                SELECT 'g' || game AS log_id, seat::SMALLINT AS seat, NULL::SMALLINT AS team, win_points,
                    true AS counts, 'p' || game || '-' || seat AS player_id, 'n' AS player_name, seat AS turn_order
                FROM seats_;
            CREATE TABLE every.luck AS
                SELECT 'g' || game AS log_id, seat::SMALLINT AS seat, 3 AS action, 0.25 * luck AS luck FROM seats_
                UNION ALL
                SELECT 'g' || game, seat::SMALLINT, 9, 0.75 * luck FROM seats_;
            """
        )
        connection.execute(f"CREATE TABLE circles AS {prepared_sql('circles')}")
        connection.execute(f"CREATE TABLE outcomes AS {prepared_sql('outcomes')}")
        connection.execute(f"CREATE TABLE lucky AS {prepared_sql('lucky')}")
        yield connection


def shown(planted: duckdb.DuckDBPyConnection, name: str) -> pd.DataFrame:
    """The rows of a metric for the players who had the first turn."""

    def ask(query: str, parameters: Mapping[str, object]) -> pd.DataFrame:
        return planted.execute(query, dict(parameters)).df()

    found = estimate(BY_NAME[name], ask)
    return found[found["item"] == "place 1"]


def test_luck_taken_out_leaves_the_mean_and_shortens_intervals(planted: duckdb.DuckDBPyConnection) -> None:
    raw, without = shown(planted, "seat_rate"), shown(planted, "seat_rate_lucky")
    assert len(raw) == len(without) == SETS
    ((truth,),) = planted.execute("SELECT avg(win_points) FROM every.players WHERE seat = 0").fetchall()
    for rows in (raw, without):
        assert rows["value"].mean() == pytest.approx(truth, abs=0.01)
        covered = int(((rows["low"] <= RATE) & (rows["high"] >= RATE)).sum())
        assert binomtest(covered, SETS, 0.95).pvalue > 0.01
    ((correlation,),) = planted.execute(
        "SELECT corr(win_points, luck) FROM lucky JOIN every.players USING (log_id, seat)"
    ).fetchall()
    # The slope has an error, too, which is small.
    assert without["value"].std() / raw["value"].std() == pytest.approx((1 - correlation**2) ** 0.5, abs=0.04)
    widths = [(rows["high"] - rows["low"]).mean() for rows in (raw, without)]
    assert widths[1] < 0.95 * widths[0]


def test_the_slope_is_that_of_other_games(planted: duckdb.DuckDBPyConnection) -> None:
    rows = planted.execute(
        "SELECT game, c.sets, seat, luck, beta, points, win_points FROM lucky JOIN every.players USING (log_id, seat) "
        "JOIN counted c USING (game) WHERE c.sets IN ('0', '7')"
    ).df()
    for _, part in rows.groupby("sets"):
        for fold, own in part.groupby(part["game"] % 10):
            others = part[part["game"] % 10 != fold]
            slope = (others["luck"] * (others["win_points"] - 0.5)).sum() / (others["luck"] ** 2).sum()
            assert own["beta"].to_numpy() == pytest.approx(slope)
            assert own["points"].to_numpy() == pytest.approx((own["win_points"] - slope * own["luck"]).to_numpy())


def test_few_games_have_no_slope(planted: duckdb.DuckDBPyConnection) -> None:
    """Games of a group have a number all or none, from 20 games on: it compares the games that the raw number does."""
    planted.execute("CREATE TABLE all_counted AS FROM counted")
    try:
        planted.execute("DELETE FROM counted WHERE game % 50 >= 22")
        enough = planted.execute(prepared_sql("lucky")).df()
        assert enough["points"].notna().all()
        planted.execute("DELETE FROM counted WHERE game % 50 >= 19")
        few = planted.execute(prepared_sql("lucky")).df()
        assert few["beta"].isna().all()
        assert few["points"].isna().all()
        # The luck itself needs no slope.
        assert few["luck"].notna().all()
    finally:
        planted.execute("DELETE FROM counted")
        planted.execute("INSERT INTO counted FROM all_counted")
        planted.execute("DROP TABLE all_counted")
