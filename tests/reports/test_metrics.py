"""The registry of statistics: complete, and all of it runs."""

from __future__ import annotations

import json
import math
from itertools import product
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import innolog
from innolog.cards.facts import CardSet
from innolog.cards.generations import Generation
from innolog.cli import main
from innolog.conversion.simulated import native_file
from innolog.engine.ruleset import Edition, Ruleset
from innolog.ingest.pipeline import ingest
from innolog.simulate import seats, simulate
from innolog.store.dataset import open_dataset
from innolog.store.rows import RowCollector
from innolog.store.views import add_exact_sum
from innolog.store.writer import DatasetWriter
from reports import intervals
from reports.charts import no_sign
from reports.metrics import BY_NAME, METRICS, PLAYER_METRICS
from reports.metrics.compute import compute, metric_sql
from reports.metrics.metric import BOTH_SIDES, MINIMUM_STRATUM, Kind
from reports.queries import people, prepare, prepared_sql, sql_of
from reports.tables import metric_table
from tests.reports.test_coverage import _estimated
from tests.store.factory import content_hash, make_replay
from tests.store.replicate import replicate

_RELICS = frozenset({CardSet.BASE, CardSet.ARTIFACTS})
SQL = Path(__file__).parents[2] / "reports" / "sql"


def test_every_metric_is_described_and_every_sql_file_is_used() -> None:
    assert len(BY_NAME) == len(METRICS) + len(PLAYER_METRICS)
    used = {
        "overview",
        "verdicts",
        "win_games",
        "win_states",
        "aggregate_ratio",
        "aggregate_naive",
        "aggregate_difference",
    }
    used |= {
        "aggregate_people",
        "prepare_records",
        "prepare_people",
        "prepare_circles",
        "prepare_counted",
        "prepare_outcomes",
        "people",
        "my_games",
        "games",
    }
    used |= {"final_tables", "achievements_by_round", "matchups"}
    for metric in (*METRICS, *PLAYER_METRICS):
        assert all("{drawn}" not in prepared_sql(table) for table in metric.prepared)
        # The same sum, of other draws.
        used |= {f"prepare_{table}" for table in metric.prepared if table != "draws_lucky"}
        assert metric.formula
        assert metric.rows
        assert metric.interval
        used.add(metric.file)
        assert all(f"${name}" in sql_of(metric.file) for name in metric.bound)
        assert all(f"{{{name}}}" in sql_of(metric.file) for name in metric.parameters)
        assert "{" not in metric_sql(metric)
    assert used == {path.stem for path in SQL.glob("*.sql")}


def test_differences_say_how_many_rows_they_need() -> None:
    """A stratum with fewer was left out, which nothing said."""
    for metric in (*METRICS, *PLAYER_METRICS):
        assert (BOTH_SIDES in metric.formula) == (metric.kind is Kind.DIFFERENCE), metric.name
    page = " ".join((Path(innolog.__file__).parent / "docs" / "statistics.md").read_text(encoding="utf-8").split())
    assert MINIMUM_STRATUM == 5
    assert "A difference needs at least five rows on both sides." in page


def test_the_command_lists_what_the_registry_has() -> None:
    runner = CliRunner()
    rows = [json.loads(line) for line in runner.invoke(main, ["metrics", "--format", "json"]).output.splitlines()]
    assert [row["name"] for row in rows] == [*BY_NAME]
    assert runner.invoke(main, ["metrics", "-m", "nothing"]).exit_code == 2


def test_wilson_is_that_of_scipy_where_trials_are_whole() -> None:
    from scipy.stats import binomtest

    for won, trials in ((0, 1), (0, 7), (1, 7), (30, 60), (59, 60), (60, 60)):
        low, high = intervals.wilson(np.array([won / trials]), np.array([float(trials)]))
        found = binomtest(won, trials).proportion_ci(intervals.LEVEL, method="wilson")
        assert (low[0], high[0]) == pytest.approx((found.low, found.high), abs=1e-12)


def test_wilson_is_the_textbook_interval() -> None:
    low, high = intervals.wilson(np.array([0.5, 0.0]), np.array([100.0, 10.0]))
    assert low == pytest.approx([0.40383, 0.0], abs=1e-5)
    assert high == pytest.approx([0.59617, 0.27753], abs=1e-5)


def test_false_discovery_is_that_of_benjamini_and_hochberg() -> None:
    q = intervals.false_discovery(np.array([0.01, 0.04, np.nan, 0.03, 0.5]))
    assert q == pytest.approx([0.04, 0.04 * 4 / 3, np.nan, 0.04 * 4 / 3, 0.5], nan_ok=True)


def test_shrinking_brings_back_rates_that_only_chance_made_different() -> None:
    random = np.random.default_rng(3)
    n = np.full(100, 50.0)
    same = random.binomial(50, 0.4, 100) / 50
    different = random.binomial(50, random.uniform(0.1, 0.9, 100)) / 50
    assert intervals.shrink_rates(same, n).std() < 0.3 * same.std()
    assert intervals.shrink_rates(different, n).std() > 0.85 * different.std()
    means = random.normal(1, 0.1, 100)
    assert intervals.shrink_means(means, np.full(100, 0.01)).std() < 0.4 * means.std()


def test_intervals_end_where_values_do() -> None:
    """Twenty games, one of them with forty changes of the lead: fewer than none there cannot be."""
    sums = pd.DataFrame({"item": "x", "game": range(20), "n": 1.0, "s": [40.0, *[0.0] * 19]})
    (row,) = _estimated("lead_changes", sums).to_dict("records")
    assert (row["value"], row["low"]) == (2, 0)
    assert row["high"] == pytest.approx(2 + 2.093 * 2, abs=0.01)


def test_few_games_get_no_interval_and_it_is_said_why() -> None:
    sums = pd.DataFrame({"item": "x", "game": range(5), "n": 1.0, "s": [0.0, 1.0, 2.0, 3.0, 4.0]})
    (row,) = _estimated("lead_changes", sums).to_dict("records")
    assert np.isnan(row["low"])
    assert np.isnan(row["high"])
    assert "fewer than" in row["why"]
    assert not row["enough"]


@pytest.mark.long
def test_a_table_for_people_has_no_empty_columns(sample_logs: list[Path], tmp_path: Path) -> None:
    runner = CliRunner()
    assert runner.invoke(main, ["ingest", *map(str, sample_logs), "-o", str(tmp_path / "games")]).exit_code == 0
    shown = runner.invoke(main, ["metrics", str(tmp_path / "games"), "-m", "lengths"]).output
    heading, columns, *rows = shown.split("\n")
    assert heading == "Lengths: How long games are."
    names = [
        "edition",
        "sets",
        "players",
        "item",
        "name",
        "n",
        "clusters",
        "fixed",
        "value",
        "why",
        "enough",
        "games",
        "people",
    ]
    assert columns.split() == [*names, "tool_version", "verdicts"]
    assert rows[0].split()[5:9] == ["1", "1", "4", "122.000"]
    nothing = runner.invoke(main, ["metrics", str(tmp_path / "games"), "-m", "opening_choice"])
    assert nothing.output.split("\n")[1] == "the games that count have no data for this metric"


def test_the_fourth_edition_has_an_achievement_of_age_10_and_cards_of_age_11(tmp_path: Path) -> None:
    """What was wrong: claims stopped at age 9 and top cards at age 10, as in the other editions."""
    logs = tmp_path / "logs"
    logs.mkdir()
    for seed in (1, 10):
        name, text = native_file(simulate(Ruleset(Edition.FOURTH), seed, seats(["sensible"], 2, seed)))
        (logs / name).write_text(text, encoding="utf-8")
    assert ingest([logs], tmp_path / "data").verdicts == {"legal": 2}
    with open_dataset(tmp_path / "data") as data:
        for name, last in (("claim_missed", "age 10"), ("age_round", "age 11"), ("first_to_age", "age 11")):
            found = compute(data, BY_NAME[name])
            assert found[found["item"] == last]["n"].sum() > 0, name
            assert set(found["edition"]) == {"fourth"}


def test_who_never_won_is_sure_to_win_less() -> None:
    """A share of 0 or 1 has no variance, so that the largest differences of all had no p-value."""
    value, trials, even = np.array([0.0, 1.0, 0.4, 0.0]), np.array([30.0, 10.0, 30.0, 2.0]), np.full(4, 1 / 3)
    p = intervals.p_values_of_certainty(value, trials, even)
    assert p[[0, 1, 3]] == pytest.approx([2 * (2 / 3) ** 30, 2 * (1 / 3) ** 10, 2 * (2 / 3) ** 2])
    assert np.isnan(p[2])
    sums = pd.DataFrame({"item": "Bob", "game": range(150), "n": 1.0, "s": 0.0})
    (row,) = _estimated("seat_rate", sums).to_dict("records")
    assert row["p"] < 1e-9


def test_too_few_games_are_no_sign_of_anything() -> None:
    rows = pd.DataFrame({"q": [np.nan, np.nan], "low": [0.6, 0.4], "high": [0.8, 0.6], "even": 0.5})
    assert no_sign(rows, "place matters") == "Too few games to say whether place matters"
    rows["q"] = [0.2, 0.9]
    assert no_sign(rows, "place matters").startswith("No sign that place matters: among 2 intervals")


def test_people_of_two_sites_with_one_name_and_id_are_two(tmp_path: Path) -> None:
    """In tables they were one, with the mean of both."""
    with DatasetWriter(tmp_path / "data") as writer:
        for number in range(40):
            replay = make_replay(number)
            if number % 2:
                replay.log.site = "table"
            rows = RowCollector()
            rows.add(replay, content_hash(str(number)))
            writer.add_tables(rows.tables())
    with open_dataset(tmp_path / "data") as data:
        found = compute(data, BY_NAME["player_rate"])
        wins = data.sql(
            "SELECT site, seat, avg(win_points) FROM players JOIN games USING (game_id) GROUP BY ALL"
        ).fetchall()
        everybody = {person.label for person in people(data)}
    assert (
        set(found["item"])
        == everybody
        == {f"{name} ({site}:{number})" for site in ("bga", "table") for name, number in (("Ana", 1000), ("Ben", 1001))}
    )
    assert sorted(found["value"]) == pytest.approx(sorted(rate for _, _, rate in wins))


def test_a_dogma_that_adds_avatars_adds_icons(tmp_path: Path) -> None:
    """In the fourth edition they are icons like others, and were left out."""
    name, text = native_file(simulate(Ruleset(Edition.FOURTH), 14, seats(["sensible"], 2, 14)))
    (tmp_path / name).write_text(text, encoding="utf-8")
    ingest([tmp_path / name], tmp_path / "data")
    icons = " + ".join(("crown", "leaf", "lightbulb", "castle", "factory", "clock", "avatar"))
    with open_dataset(tmp_path / "data") as data:
        rows = data.sql(
            f"""
            SELECT d.icon_changes[s.seat + 1], after.icons - before.icons, after.avatar - before.avatar
            FROM every.dogmas d JOIN (SELECT DISTINCT seat FROM every.states) s ON true
            JOIN (SELECT *, {icons} AS icons FROM every.states) after ON after.action = d.action AND after.seat = s.seat
            JOIN (SELECT *, {icons} AS icons FROM every.states) before
                ON before.action = d.action - 1 AND before.seat = s.seat
            """
        ).fetchall()
    assert any(avatars for _, _, avatars in rows)
    assert all(told == true for told, true, _ in rows)


@pytest.mark.parametrize(
    ("rules", "seed", "bot"),
    [
        # After the first claim of an age, nobody could claim it any more, but a karma had added cards.
        (Ruleset(sets=frozenset({CardSet.BASE, CardSet.FIGURES})), 395, "sensible"),
        # A relic among the achievements raised the price of its age.
        (Ruleset(sets=_RELICS, relics=True), 5015, "curious"),
        # Earlier code of the site asked for no higher price.
        (Ruleset(sets=_RELICS, relics=True, generation=Generation.G4), 9200, "curious"),
    ],
)
def test_what_was_claimed_could_be_claimed(rules: Ruleset, seed: int, bot: str, tmp_path: Path) -> None:
    """Claims were judged by a rule of their own, which differed from the rules of the game."""
    name, text = native_file(simulate(rules, seed, seats([bot], 2, seed)))
    (tmp_path / name).write_text(text, encoding="utf-8")
    ingest([tmp_path / name], tmp_path / "data")
    with open_dataset(tmp_path / "data") as data:
        added = data.pandas("events").query("action > 0 and kind == 'transfer' and to_zone == 'available'")
        claims = data.pandas("actions").query("kind == 'achieve'")
        found = compute(data, BY_NAME["claim_missed"])
    assert len(added) > 1 or CardSet.FIGURES not in rules.sets
    any_age = found[found["item"] == "any"]
    assert (any_age["n"] * (1 - any_age["value"])).sum() == pytest.approx(len(claims))


def test_a_card_is_fresh_for_the_first_player_alone_who_draws_it(tmp_path: Path) -> None:
    """Drawn, returned and drawn by another player with the same action, it was a fresh draw of both."""
    rows = RowCollector()
    for seed, viewpoint in product((9, 16, 22), (0, 1)):
        replay = make_replay(seed)
        replay.log.viewpoint = viewpoint
        rows.add(replay, content_hash(f"{seed} {viewpoint}"))
    with DatasetWriter(tmp_path / "data") as writer:
        writer.add_tables(rows.tables())
    with open_dataset(tmp_path / "data") as data:
        prepare(data)
        for table in ("seen", "drawn"):
            data.derive(table, prepared_sql(table))
        drawn = data.frame("SELECT game, log_id, card, action, seat FROM drawn")
        moved = data.pandas("every.events").query("kind == 'transfer' and from_zone == 'deck'")
    moved = moved.sort_values(["action", "event"])[["log_id", "action", "card", "to_seat"]].drop_duplicates()
    draws = drawn.merge(moved, on=["log_id", "action", "card"])
    assert (draws["seat"] != draws["to_seat"]).sum() >= 3
    first = draws.drop_duplicates(["log_id", "card"])
    assert len(drawn) == len(first) == len(drawn.drop_duplicates(["game", "card"])) > 100
    assert (first["seat"] == first["to_seat"]).all()


def test_kinds_of_actions_are_those_of_the_group() -> None:
    """Games of the base set had a share of 0 % of actions that only other games of the dataset have."""
    connection = duckdb.connect(":memory:")
    connection.execute(
        "CREATE SCHEMA every; CREATE TABLE counted AS SELECT * FROM (VALUES ('a', 1, 'third', 'base', 2), "
        "('b', 2, 'third', 'base+cities', 2), ('c', 3, 'third', 'base+cities', 2)) "
        "v(log_id, game, edition, sets, players); CREATE TABLE every.actions AS SELECT * FROM (VALUES "
        "('a', 1, 'draw'), ('a', 2, 'draw'), ('b', 1, 'endorse'), ('c', 1, 'draw')) v(log_id, number, kind)"
    )
    found = connection.execute(f"SELECT game, item, n, s FROM ({sql_of('action_share')}) ORDER BY ALL").fetchall()
    assert found == [
        (1, "draw", 2, 2), (2, "draw", 1, 0), (2, "endorse", 1, 1), (3, "draw", 1, 1), (3, "endorse", 1, 0)
    ]  # fmt: skip


def test_an_exact_sum_is_the_same_in_any_order() -> None:
    rows = np.random.default_rng(1).random(20_000) / 3
    found, plain = set(), set()
    for seed in range(4):
        connection = duckdb.connect(":memory:")
        add_exact_sum(connection)
        connection.register("given", pd.DataFrame({"x": np.random.default_rng(seed).permutation(rows)}))
        found.add(connection.execute("SELECT exact_sum(x), exact_sum(if(x > 0.2, x, 0)) FROM given").fetchone())
        plain.add(connection.execute("SELECT sum(x) FROM given").fetchone())
    assert len(found) == 1
    assert len(plain) > 1
    (sums,) = found
    assert sums is not None
    total, _ = sums
    assert total == pytest.approx(math.fsum(rows), rel=1e-15)
    # What has no value does not make the sum one that has none.
    assert connection.execute("SELECT exact_sum(x) FROM (VALUES (1), (NULL), ('nan'::DOUBLE)) v(x)").fetchone() == (1,)


@pytest.mark.long
def test_metrics_are_the_same_to_the_last_digit_in_whatever_order_logs_were_ingested(tmp_path: Path) -> None:
    """They differed from run to run, and rows with equal values changed places."""
    collector = RowCollector()
    for seed in range(10):
        collector.add(make_replay(seed, players=2 + seed % 2), content_hash(str(seed)))
    batches = list(replicate(collector.tables(), 6, people=20))
    tables = []
    for name, order in (("one", batches), ("other", batches[::-1])):
        with DatasetWriter(tmp_path / name) as writer:
            for batch in order:
                writer.add_tables(batch)
        with open_dataset(tmp_path / name) as data:
            tables.append({metric.name: metric_table(data, metric) for metric in METRICS})
    for metric in METRICS:
        pd.testing.assert_frame_equal(tables[0][metric.name], tables[1][metric.name], check_exact=True)
