"""Metrics from a folder of SQL files: the example of the page, and files that cannot be used."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from innolog.cli import main
from innolog.store.dataset import open_dataset
from innolog.store.rows import RowCollector
from reports.charts import own_plots
from reports.metrics import BadMetric, Kind, read_metrics
from reports.pages import Folder, groups_of
from reports.queries import overview
from reports.tables import metric_table
from tests.papers import papers
from tests.store.factory import content_hash, make_replay
from tests.store.replicate import write_copies

_HEADER = "-- title: T\n-- of: thing\n-- meaning: M.\n-- rows: one per game\n-- unit: number\n"
_QUERY = "SELECT 'all' AS item, game, 1 AS n, turns AS s FROM counted\n"


def _example() -> str:
    found = re.search(r"```sql\n(.*?)```", papers()["statistics.md"], re.DOTALL)
    assert found
    return found[1]


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dataset")
    collector = RowCollector()
    for seed in range(10):
        collector.add(make_replay(seed), content_hash(str(seed)))
    return write_copies(folder, collector.tables(), 4, people=20)


def test_several_metrics_are_one_table_as_csv(dataset: Path, tmp_path: Path) -> None:
    """What was wrong: those of cards had more columns, under headers of their own, and readers took one for another."""
    (tmp_path / "winning_score.sql").write_text(_example(), encoding="utf-8")
    with open_dataset(dataset) as data:
        ((player,),) = data.sql(
            "SELECT any_value(site || ':' || player_id) FROM players JOIN games USING (game_id)"
        ).fetchall()
    names = ("seat_rate", "keep_rate", "my_openings", "winning_score")
    chosen = [argument for name in names for argument in ("-m", name)]
    arguments = ["metrics", str(dataset), "--extra", str(tmp_path), "--player", player, *chosen]
    found, told = (CliRunner().invoke(main, [*arguments, "--format", form]) for form in ("csv", "json"))
    assert (found.exit_code, told.exit_code) == (0, 0)
    rows, objects = list(csv.DictReader(io.StringIO(found.stdout))), list(map(json.loads, told.stdout.splitlines()))
    assert {row["metric"] for row in rows} == {*names}
    for row, given in zip(rows, objects, strict=True):
        assert {*row} >= {*given}
        for name, value in row.items():
            told = given.get(name)
            number = isinstance(told, int | float) and not isinstance(told, bool)
            assert value == ("" if told is None else f"{told:.6g}" if number else str(told)), name
    assert {bool(row["age"]) for row in rows if row["metric"] in ("seat_rate", "winning_score")} == {False}
    assert {bool(row["age"]) for row in rows if row["metric"] == "keep_rate"} == {True}


def test_the_example_of_the_page_is_computed_listed_and_plotted(dataset: Path, tmp_path: Path) -> None:
    (tmp_path / "winning_score.sql").write_text(_example(), encoding="utf-8")
    listed = CliRunner().invoke(main, ["metrics", "--extra", str(tmp_path), "-m", "winning_score", "--format", "json"])
    row = json.loads(listed.stdout)
    assert (row["title"], row["sql"]) == ("Points of winners and losers", str(tmp_path / "winning_score.sql"))
    arguments = ["metrics", str(dataset), "--extra", str(tmp_path), "-m", "winning_score", "--format", "json"]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    rows = {row["item"]: row for row in map(json.loads, done.stdout.splitlines())}
    assert set(rows) == {"winners", "losers"}
    (metric,) = read_metrics(tmp_path)
    assert metric.kind is Kind.MEAN
    with open_dataset(dataset) as data:
        ((mean,),) = data.sql("SELECT avg(score) FROM players WHERE winner").fetchall()
        assert rows["winners"]["value"] == pytest.approx(mean)
        assert rows["winners"]["low"] <= mean <= rows["winners"]["high"]
        tables = {metric.name: metric_table(data, metric)}
        groups = groups_of(overview(data))
        (plot,) = own_plots(Folder(tmp_path / "report", groups), groups[0], tables, [metric])
    assert (plot.title, (tmp_path / "report" / "plots" / f"{plot.name}.svg").is_file()) == (metric.title, True)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("endings", _HEADER + _QUERY, "innolog has a metric endings"),
        ("Own", _HEADER + _QUERY, "small letters"),
        ("own", _QUERY, 'lack "-- title: ..."'),
        ("own", _HEADER + "-- colour: red\n" + _QUERY, "unknown field colour"),
        ("own", _HEADER.replace("number", "metres") + _QUERY, "unit: expected share or number, found metres"),
        ("own", _HEADER + "-- even: some\n" + _QUERY, "even: expected a number, found some"),
        ("own", _HEADER + "-- reads: nothing\n" + _QUERY, "no table nothing"),
        ("own", _HEADER + "SELECT 1 AS item, game FROM counted", "no column n;"),
        ("own", _HEADER + "SELECT 1 AS item, game, 1 AS n, 'x' AS s FROM counted", "the column s must be a number"),
        ("own", _HEADER + "SELECT nothing FROM counted", "nothing"),
        ("own", _HEADER + "COPY counted TO 'x.csv'", "syntax error"),
        ("own", _HEADER + "SELECT 1 AS item) TO 'x'; --", "own.sql"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_line(name: str, text: str, says: str, dataset: Path, tmp_path: Path) -> None:
    (tmp_path / f"{name}.sql").write_text(text, encoding="utf-8")
    done = CliRunner().invoke(main, ["metrics", str(dataset), "--extra", str(tmp_path), "-m", name])
    assert (done.exit_code, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert says in done.stderr


def test_a_folder_without_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadMetric, match="no file"):
        read_metrics(tmp_path)


def test_a_query_of_all_kinds_and_prepared_tables_runs(dataset: Path, tmp_path: Path) -> None:
    seats = "-- reads: habits\n-- kind: difference\n-- even: 0\n" + (
        "SELECT item, '' AS stratum, game, count(*) FILTER (win_points > 0) AS n, "
        "exact_sum(if(win_points > 0, x, 0)) AS s, "
        "count(*) FILTER (win_points = 0) AS n0, exact_sum(if(win_points = 0, x, 0)) AS s0 FROM habits GROUP BY ALL;"
    )
    rate = _HEADER.replace("number", "share").replace("thing", "card") + (
        "-- even: even\n-- least_rows: 3\nSELECT card AS item, game, 1 AS n, min(win_points) AS s "
        "FROM every.card_games JOIN counted c USING (log_id) WHERE dogma_times > 0 GROUP BY ALL"
    )
    (tmp_path / "a_difference.sql").write_text(_HEADER + seats, encoding="utf-8")
    (tmp_path / "b_rate.sql").write_text(rate, encoding="utf-8")
    with open_dataset(dataset) as data:
        difference, cards = (metric_table(data, metric) for metric in read_metrics(tmp_path))
    assert "Draw actions per 100 actions" in set(difference["item"])
    assert {"name", "age", "color"} <= set(cards.columns)
    assert cards["value"].between(0, 1).all()
