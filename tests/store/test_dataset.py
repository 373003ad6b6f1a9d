"""Reading: tables in SQL, Arrow and pandas, and nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pyarrow as pa
import pytest

from innolog.store.dataset import Dataset, Period, open_dataset
from innolog.store.errors import QueryError
from innolog.store.shown import EVERY, VIEWS
from innolog.store.writer import DatasetWriter
from tests.shared import sampled
from tests.store.factory import add, content_hash, make_replay


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("it's a dataset")
    with DatasetWriter(folder, batch_logs=2) as writer:
        for seed in range(4):
            add(writer, make_replay(seed), content_hash(str(seed)))
    return folder


@pytest.fixture
def data(folder: Path) -> Iterator[Dataset]:
    with open_dataset(folder) as data:
        yield data


def test_the_tables_in_three_ways(data: Dataset) -> None:
    count = data.sql("SELECT count(*) FROM every.states WHERE score > 3").fetchall()[0]
    scores = data.arrow("every.states", ["score"])["score"].to_pylist()
    frame = data.pandas("every.states")
    assert count == (sum(score > 3 for score in scores),)
    assert int((frame["score"] > 3).sum()) == count[0] > 0
    assert str(frame["seat"].dtype) == "Int16"


def test_order_and_names_of_a_query_are_kept(data: Dataset) -> None:
    answer = data.sql(
        "SELECT table_id AS g, count(*) AS n FROM games JOIN actions USING (game_id) GROUP BY 1 ORDER BY g DESC -- why"
    )
    assert answer.columns == ["g", "n"]
    assert [row[0] for row in answer.fetchall()] == ["3", "2", "1", "0"]


@pytest.mark.parametrize("query", ["FROM logs", "DESCRIBE games", "SUMMARIZE players", "SHOW TABLES", "VALUES (1);"])
def test_what_reads_is_allowed(query: str, data: Dataset) -> None:
    assert data.sql(query).fetchall()


def test_an_empty_dataset_has_all_tables(tmp_path: Path) -> None:
    with DatasetWriter(tmp_path):
        pass
    with open_dataset(tmp_path) as data:
        for table, schema in (VIEWS | EVERY).items():
            if table == "cards":
                continue
            assert data.sql(f"FROM {table}").columns == schema.names
            assert data.sql(f"FROM {table}").fetchall() == []
            assert data.arrow(table).num_rows == 0


@pytest.mark.parametrize(
    "query",
    sampled(
        [
            "SELECT * FROM read_csv('/etc/passwd')",
            "SELECT * FROM read_text('/etc/passwd')",
            "SELECT * FROM '/etc/passwd'",
            "SELECT * FROM glob('/etc/*')",
            "SELECT * FROM read_parquet('{folder}/**/*.parquet')",
            "SELECT * FROM read_csv('http://127.0.0.1:9/x.csv')",
            "COPY (SELECT 1) TO '{outside}'",
            "COPY (SELECT 1) TO '{inside}'",
            "WITH x AS (COPY (SELECT 1) TO '{outside}') SELECT 1",
            "WITH x AS (COPY (SELECT 1) TO '{inside}' (USE_TMP_FILE false)) SELECT 1",
            "WITH x AS MATERIALIZED (COPY (SELECT 1) TO '{inside}' (USE_TMP_FILE false)) FROM x",
            "SELECT 1) AS a, (SELECT 2",
            "SELECT 1; COPY (SELECT 1) TO '{inside}' (USE_TMP_FILE false)",
            "EXPLAIN ANALYZE COPY (SELECT 1) TO '{inside}' (USE_TMP_FILE false)",
            "EXPORT DATABASE '{outside}'",
            "ATTACH '{outside}' AS other",
            "INSTALL httpfs",
            "LOAD httpfs",
            "SET enable_external_access = true",
            "PRAGMA threads = 1",
            "CALL pragma_version()",
            "CREATE TABLE x AS SELECT 1",
            "DROP VIEW games",
            "SELECT * FROM folder",
            "SELEC 1",
            "SELECT nothing FROM logs",
            "",
        ],
        4,
    ),
)
def test_what_does_more_than_read_the_tables_is_refused(
    query: str, folder: Path, data: Dataset, tmp_path: Path
) -> None:
    inside = folder / "states" / "edition=third" / "sets=base" / "000001.parquet"
    before = hashlib.sha256(inside.read_bytes()).digest()
    paths = {"folder": folder, "outside": tmp_path / "out", "inside": inside}
    for name, path in paths.items():
        query = query.replace(f"{{{name}}}", str(path).replace("'", "''"))
    with pytest.raises(QueryError) as error:
        data.sql(query)
    assert str(error.value)
    assert "\n" not in str(error.value)
    assert hashlib.sha256(inside.read_bytes()).digest() == before
    assert list(tmp_path.iterdir()) == []


def test_a_link_out_of_the_dataset_is_refused(tmp_path: Path, folder: Path) -> None:
    from innolog.store.errors import DatasetError

    with DatasetWriter(tmp_path) as writer:
        add(writer, make_replay(1, actions=1), content_hash("1"))
    file = tmp_path / "logs" / "000001.parquet"
    moved = tmp_path / "elsewhere.parquet"
    file.rename(moved)
    file.symlink_to(moved)
    with pytest.raises(DatasetError, match="a link"):
        open_dataset(tmp_path)


def test_what_was_computed_is_kept_until_the_dataset_changes(tmp_path: Path) -> None:
    """``metrics`` fitted the models of winning at every call."""
    asked = []

    def compute() -> pa.Table:
        asked.append(1)
        return pa.table({"n": [len(asked)]})

    for seed in (1, 2):
        with DatasetWriter(tmp_path) as writer:
            add(writer, make_replay(seed, actions=1), content_hash(str(seed)))
        for _ in range(2):
            with open_dataset(tmp_path) as data:
                assert data.kept("numbers", compute)["n"].to_pylist() == [seed]
    (kept,) = (tmp_path / "kept").iterdir()
    kept.write_bytes(b"no table")
    with open_dataset(tmp_path) as data:
        assert data.kept("numbers", compute)["n"].to_pylist() == [3]
    with open_dataset(tmp_path, period=Period(since=datetime(2020, 1, 1))) as data:
        assert data.kept("numbers", compute)["n"].to_pylist() == [4]


def test_a_notebook_shows_the_tables(data: Dataset) -> None:
    shown = data._repr_html_()
    assert "4 logs, 4 games that count" in shown
    assert all(f"<code>{name}</code>" in shown for name in data.tables)
