"""Writing: idempotent, in batches, and safe against being killed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pytest

from innolog.log import UnreadableLog, UnsupportedLog
from innolog.store import layout
from innolog.store.dataset import open_dataset
from innolog.store.errors import DatasetError, KnownLog
from innolog.store.places import storage_of
from innolog.store.rows import RowCollector
from innolog.store.shown import OF_ALL
from innolog.store.writer import DatasetWriter
from tests.store.factory import add, add_failure, content_hash, make_illegal, make_replay

GAMES = 12
#: A batch of these games has a file for each table but achievements, which nobody has yet after eight actions, five
#: files of totals, and its manifest.
RENAMES = 15
ROOT = Path(__file__).parents[2]


def write_all(folder: Path) -> None:
    with DatasetWriter(folder, batch_logs=2) as writer:
        for seed in range(GAMES):
            add(writer, make_replay(seed, actions=8), content_hash(str(seed)))


def contents(folder: Path) -> dict[str, pa.Table]:
    """All tables in an order that does not depend on batches."""
    with open_dataset(folder) as data:
        return {table: data.arrow(name).combine_chunks() for table, name in OF_ALL.items()}


def test_a_batch_has_the_number_of_logs_that_was_asked_for(tmp_path: Path) -> None:
    """Tables with many logs were written whole: a batch of 1 had 5."""
    collector = RowCollector()
    for seed in range(7):
        collector.add(make_replay(seed, actions=8), content_hash(str(seed)))
    for logs, expected in ((1, [1] * 7), (2, [2, 2, 2, 1]), (6, [6, 1]), (7, [7])):
        folder = tmp_path / str(logs)
        with DatasetWriter(folder, batch_logs=logs) as writer:
            writer.add_tables(collector.tables())
        assert [
            sum(piece.rows for piece in batch.pieces if piece.table == "logs")
            for batch in layout.read_batches(storage_of(folder))
        ] == expected


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pa.Table]:
    folder = tmp_path_factory.mktemp("undisturbed")
    write_all(folder)
    return contents(folder)


#: Stops for good at the n-th time that a file is about to get its final name: between any two steps of a batch.
_STOPPING_WRITER = """
import os, sys, time
from pathlib import Path
from tests.store.test_writer import write_all
from tests.shared import sampled
left = int(sys.argv[2])
def stopping(rename):
    def stopped(old, new):
        global left
        if left == 0:
            print("stopped", flush=True)
            time.sleep(600)
        left -= 1
        return rename(old, new)
    return stopped
os.replace, os.link = stopping(os.replace), stopping(os.link)
write_all(Path(sys.argv[1]))
print("finished", flush=True)
"""


@pytest.mark.long
@pytest.mark.parametrize("renames", [1, 2, 3, 8, 15, 16, 17, 22, 32, 47])
def test_killed_at_any_step_the_dataset_opens_and_a_second_run_completes_it(
    renames: int, tmp_path: Path, undisturbed: dict[str, pa.Table]
) -> None:
    """The first rename is that of the cards, the second of the dataset's mark, the last of a batch of its manifest."""
    folder = tmp_path / "dataset"
    command = [sys.executable, "-c", _STOPPING_WRITER, str(folder), str(renames)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "stopped\n"
        process.send_signal(signal.SIGKILL)
    if renames == 1:
        # Without the mark it is no dataset yet.
        with pytest.raises(DatasetError, match="not a dataset"):
            open_dataset(folder)
        write_all(folder)
        assert contents(folder) == undisturbed
        return
    seen = contents(folder)
    batches = (renames - 2) // RENAMES
    assert seen["logs"]["table_id"].to_pylist() == [str(seed) for seed in range(2 * batches)]
    for table, rows in seen.items():
        expected = undisturbed[table].filter(
            pa.compute.is_in(undisturbed[table]["log_id"], seen["logs"]["log_id"].combine_chunks())
        )
        assert rows.equals(expected.combine_chunks())
    write_all(folder)
    assert contents(folder) == undisturbed


@pytest.mark.long
def test_killed_at_random_moments(tmp_path: Path, undisturbed: dict[str, pa.Table]) -> None:
    folder = tmp_path / "dataset"
    script = (
        f"from pathlib import Path; from tests.store.test_writer import write_all; write_all(Path({str(folder)!r}))"
    )
    write_all_once = [sys.executable, "-c", script]
    for moment in (0.6, 0.7, 0.8):
        with subprocess.Popen(write_all_once, cwd=ROOT) as process:
            time.sleep(moment)
            process.kill()
        if folder.exists():
            contents(folder)
    write_all(folder)
    assert contents(folder) == undisturbed


@pytest.mark.long
def test_nothing_is_added_twice(tmp_path: Path, undisturbed: dict[str, pa.Table]) -> None:
    write_all(tmp_path)
    files = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*.parquet"))
    write_all(tmp_path)
    with DatasetWriter(tmp_path) as writer:
        assert not add(writer, make_replay(3, source="a copy.json"), content_hash("3"))
        assert not add_failure(writer, "x", UnsupportedLog("x", "of a kind"), content_hash("3"))
        collector = RowCollector()
        collector.add(make_replay(3), content_hash("3"))
        with pytest.raises(KnownLog, match="already"):
            writer.add_tables(collector.tables())
    assert contents(tmp_path) == undisturbed
    assert sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*.parquet")) == files


def test_failures_and_illegal_games_are_recorded(tmp_path: Path) -> None:
    with DatasetWriter(tmp_path) as writer:
        add_failure(writer, "a.json", UnreadableLog("a.json", "line 1", "JSON", "\x1b[31m"), content_hash("a"))
        add_failure(writer, "b.json", UnsupportedLog("b.json", "Figures"), content_hash("b"))
        add(writer, make_illegal(5), content_hash("c"))
        assert [writer.verdicts.get(content_hash(log)) for log in "abc"] == ["unreadable", "unsupported", "illegal"]
    with open_dataset(tmp_path) as data:
        games = data.sql("SELECT table_id, source, verdict, reason FROM logs").fetchall()
        violations = data.sql(
            "SELECT source, verdict, rule, message, move, packet, index, place, expected, observed FROM violations"
        ).fetchall()
    unreadable = "expected JSON, found \x1b[31m"
    assert games == [
        (None, "a.json", "unreadable", unreadable),
        (None, "b.json", "unsupported", "Figures"),
        ("5", "game 5.json", "illegal", None),
    ]
    assert violations == [
        ("a.json", "unreadable", None, unreadable, None, None, None, "line 1", "JSON", "\x1b[31m"),
        ("b.json", "unsupported", None, "Figures", None, None, None, None, None, None),
        ("game 5.json", "illegal", "draw.age", "the card is of the wrong age", 17, 16, 2, None, "a 1", "a 3"),
    ]


def test_names_of_all_kinds_come_back(tmp_path: Path) -> None:
    names = ('O\'Neil "x", =1+1', "\x1b[31mred\x00", "👩‍👩‍👧 عمر", "half \ud83d emoji" + "x" * 10_000)
    with DatasetWriter(tmp_path) as writer:
        add(writer, make_replay(1, players=4, actions=2, names=names), content_hash("names"))
    with open_dataset(tmp_path) as data:
        stored = [name for (name,) in data.sql("SELECT player_name FROM every.players ORDER BY seat").fetchall()]
        # The half of a surrogate pair is no text and stored escaped.
        assert stored == [*names[:3], "half \\ud83d emoji" + "x" * 10_000]
        assert data.pandas("every.players")["player_name"].tolist() == stored


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(DatasetError, match="other files"), DatasetWriter(tmp_path):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    with pytest.raises(DatasetError), DatasetWriter(tmp_path / "thesis.txt"):
        pass


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    with DatasetWriter(tmp_path), pytest.raises(DatasetError, match="another process"), DatasetWriter(tmp_path):
        pass
    with DatasetWriter(tmp_path) as writer:
        assert add(writer, make_replay(1, actions=1), content_hash("1"))


def test_an_exception_keeps_what_was_added(tmp_path: Path) -> None:
    def interrupted() -> None:
        with DatasetWriter(tmp_path) as writer:
            for seed in range(20):
                add(writer, make_replay(seed, actions=3), content_hash(str(seed)))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert contents(tmp_path)["logs"]["table_id"].to_pylist() == [str(seed) for seed in range(20)]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda folder: (folder / "innolog-dataset.json").unlink(), "not a dataset"),
        (lambda folder: (folder / "innolog-dataset.json").write_text("{"), "cannot be read"),
        (
            lambda folder: (folder / "innolog-dataset.json").write_text(
                json.dumps({"format": "innolog dataset", "schema_version": 0})
            ),
            r"schema version 0, .*; make it anew .* innolog ingest LOGS -o NEW_FOLDER; .* in games lists them",
        ),
        (
            lambda folder: (folder / "innolog-dataset.json").write_text(
                json.dumps({"format": "innolog dataset", "schema_version": 9})
            ),
            "files in logs lists them",
        ),
        (
            lambda folder: (folder / "innolog-dataset.json").write_text(
                json.dumps({"format": "innolog dataset", "schema_version": 99})
            ),
            "a newer innolog wrote it",
        ),
        (lambda folder: (folder / "logs" / "000001.parquet").unlink(), "damaged"),
        (lambda folder: (folder / "violations" / "000001.parquet").write_bytes(b"PAR1"), "damaged"),
        (lambda folder: (folder / "batches" / "000001.json").write_text("[" * 100_000), "cannot be read"),
        (lambda folder: (folder / "batches" / "000001.json").write_text("{}"), "lists no files"),
    ],
)
def test_what_is_no_sound_dataset_gets_one_clear_line(spoil: object, message: str, tmp_path: Path) -> None:
    with DatasetWriter(tmp_path) as writer:
        add(writer, make_replay(1, actions=1), content_hash("1"))
    assert callable(spoil)
    spoil(tmp_path)
    with pytest.raises(DatasetError, match=message) as error:
        open_dataset(tmp_path)
    assert "\n" not in str(error.value)
