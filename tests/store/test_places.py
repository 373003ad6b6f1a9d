"""Logs and datasets on other filesystems: in memory, and on a server that speaks S3."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from innolog.cli import main
from innolog.ingest import pipeline
from innolog.store import layout
from innolog.store.dataset import open_dataset
from innolog.store.errors import DatasetError, QueryError
from innolog.store.places import Bucket, storage_of, temporary
from innolog.store.writer import DatasetWriter
from tests.shared import sampled
from tests.store.contents import SAMPLES, contents
from tests.store.factory import add, content_hash, make_replay

fsspec: Any = pytest.importorskip("fsspec")

LOGS = ["base_3p_spectator.json.gz", "first_edition_teams_spectator.json.gz"]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("local") / "dataset"
    pipeline.ingest([SAMPLES / name for name in LOGS], folder)
    return folder


@pytest.fixture
def memory() -> Iterator[Any]:
    there = fsspec.filesystem("memory")
    yield there
    there.rm("/", recursive=True)


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A server of this machine, which knows only what these tests tell it."""
    pytest.importorskip("s3fs")
    server: Any = pytest.importorskip("moto.server").ThreadedMotoServer("127.0.0.1", 0)
    server.start()
    host, port = server.get_host_and_port()
    for name, value in {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "somebody",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_DEFAULT_REGION": "us-east-1",
        "NO_PROXY": "127.0.0.1",
    }.items():
        monkeypatch.setenv(name, value)
    there = fsspec.filesystem("s3", skip_instance_cache=True)
    there.mkdir("bucket")
    yield there
    server.stop()
    type(there).clear_instance_cache()


def put_logs(there: Any, folder: str) -> None:
    there.makedirs(f"{folder}/deeper", exist_ok=True)
    there.put_file(str(SAMPLES / LOGS[0]), f"{folder}/{LOGS[0]}")
    there.put_file(str(SAMPLES / LOGS[1]), f"{folder}/deeper/{LOGS[1]}")
    there.pipe_file(f"{folder}/.hidden.json", b"{}")
    there.pipe_file(f"{folder}/picture.png", b"{}")


def without_sources(dataset: Path | str) -> dict[str, Any]:
    """The tables without the columns that depend on the origin of a log."""
    found = {}
    for name, rows in contents(dataset, totals=True).items():
        found[name] = rows.drop_columns([column for column in ("source",) if column in rows.column_names])
    return found


@pytest.mark.long
@pytest.mark.parametrize("kind", ["memory", "s3"])
def test_every_command_reads_and_writes_there_as_here(
    kind: str, local: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    there, base = request.getfixturevalue(kind), {"memory": "memory://", "s3": "s3://bucket"}[kind]
    put_logs(there, f"{base}/logs")
    judged = run("validate", f"{base}/logs", f"{base}/**/first*.gz", f"{base}/none", "--format", "json")
    rows = [json.loads(line) for line in judged.stdout.splitlines()]
    assert [row["source"].removeprefix(f"{base}/") for row in rows] == [
        f"logs/{LOGS[0]}",
        f"logs/deeper/{LOGS[1]}",
        f"logs/deeper/{LOGS[1]}",
        "none",
    ]
    assert [row["verdict"] for row in rows] == ["legal", "legal", "legal", "unreadable"]
    dataset = f"{base}/data/1"
    # In memory, the processes can't see the logs and are sent them.
    written = run("ingest", f"{base}/logs", "-o", dataset, "-j", 2)
    assert (written.exit_code, written.stderr.splitlines()[-1]) == (0, f"2 logs for {dataset}: 2 legal")
    again = run("ingest", f"{base}/logs", "-o", dataset)
    assert again.stderr.splitlines()[-1] == f"2 logs for {dataset}: 2 legal (2 were there already and stay as before)"
    assert without_sources(dataset) == without_sources(local)
    sql = "SELECT kind, count(*) AS n FROM events WHERE action > 3 AND card_set = 'base' GROUP BY kind ORDER BY kind"
    answers = [run("query", data, sql, "--format", "csv").stdout for data in (local, dataset)]
    assert answers[0] == answers[1]
    assert answers[0].count("\n") > 3
    metrics = ["-m", "win_rate_dogma", "-m", "lengths", "--format", "csv"]
    measured = [run("metrics", data, *metrics).stdout for data in (local, dataset)]
    assert measured[0] == measured[1]
    if kind == "memory":
        reported = run("report", "corpus", dataset, "-o", tmp_path / "report")
        assert reported.exit_code == 0, reported.stderr
        assert (tmp_path / "report" / "index.html").stat().st_size > 0


@pytest.mark.long
def test_a_file_url_is_a_path(local: Path, tmp_path: Path) -> None:
    logs = [(SAMPLES / name).as_uri() for name in LOGS]
    assert run("ingest", *logs, "-o", (tmp_path / "a dataset").as_uri()).exit_code == 0
    assert contents(tmp_path / "a dataset", totals=True) == contents(local, totals=True)


@pytest.mark.parametrize(
    "query",
    sampled(
        [
            "SELECT * FROM read_csv('memory://secret.csv')",
            "SELECT * FROM read_parquet('memory://dataset/games/*.parquet')",
            "SELECT * FROM read_text('/etc/passwd')",
            "SELECT * FROM read_csv('s3://bucket/secret.csv')",
            "SELECT * FROM read_csv('http://127.0.0.1:9/x.csv')",
            "COPY (SELECT 1) TO 'memory://out.csv'",
            "COPY (SELECT 1) TO '{outside}'",
            "SELECT * FROM glob('/etc/*')",
            "INSTALL httpfs",
            "SET enable_external_access = true",
            "SELECT * FROM place",
        ],
        4,
    ),
)
def test_a_query_reaches_nothing_else(query: str, memory: Any, tmp_path: Path) -> None:
    memory.pipe_file("/secret.csv", b"a,b\n1,2\n")
    with DatasetWriter("memory://dataset") as writer:
        add(writer, make_replay(1, actions=2), content_hash("1"))
    with open_dataset("memory://dataset") as data:
        assert data.rows("SELECT count(*) FROM logs").rows.__next__() == (1,)
        with pytest.raises(QueryError):
            data.sql(query.replace("{outside}", str(tmp_path / "out.csv"))).fetchall()
    assert list(tmp_path.iterdir()) == []
    assert not memory.exists("/out.csv")


def write(url: str, *seeds: int) -> None:
    with DatasetWriter(url, batch_logs=2) as writer:
        for seed in seeds:
            add(writer, make_replay(seed, actions=4), content_hash(str(seed)))


def test_an_interrupted_writer_leaves_no_staged_files(
    memory: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with suppress(KeyboardInterrupt), DatasetWriter("memory://interrupted", batch_logs=2) as writer:
        for seed in range(3):
            add(writer, make_replay(seed, actions=4), content_hash(str(seed)))
        assert len(list(tmp_path.iterdir())) == 1
        raise KeyboardInterrupt
    # The folder is gone at once: an interrupted command ends without clearing away.
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_an_upload_that_fails_at_any_point_is_made_good_by_another_run(
    memory: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(str(tmp_path), *range(4))
    expected = contents(tmp_path, totals=True)
    with monkeypatch.context() as patch:
        calls: list[str] = []
        patch.setattr(Bucket, "publish", counting(Bucket.publish, calls))
        patch.setattr(Bucket, "create", counting(Bucket.create, calls))
        write("memory://whole", *range(4))
    assert contents("memory://whole", totals=True) == expected
    manifests = [step for step, name in enumerate(calls) if name.startswith(layout.BATCHES)]
    assert len(manifests) == 2
    for step in (1, 2, manifests[0] - 1, manifests[0], manifests[0] + 1, manifests[1] - 7, manifests[1]):
        url = f"memory://broken/{step}"
        with monkeypatch.context() as patch:
            failing: list[str] = []
            patch.setattr(Bucket, "publish", counting(Bucket.publish, failing, step))
            patch.setattr(Bucket, "create", counting(Bucket.create, failing, step))
            with pytest.raises(DatasetError, match="no connection"):
                write(url, *range(4))
        if step == 1:
            # The cards are there, and no mark yet.
            with pytest.raises(DatasetError, match="not a dataset"):
                open_dataset(url)
        else:
            with open_dataset(url) as data:
                complete = data.arrow("logs").num_rows
            assert complete == 2 * sum(name.startswith(layout.BATCHES) for name in calls[:step])
        write(url, *range(4))
        assert contents(url, totals=True) == expected
        place = storage_of(url)
        listed = {name for batch in layout.read_batches(place) for name in batch.files}
        assert {name for name in place.sizes() if name.endswith("parquet")} == listed | {layout.CARDS}


def counting(method: Any, calls: list[str], fails_at: int | None = None) -> Any:
    """The method, which writes down what it does and fails at a certain step."""

    def counted(self: Bucket, name: str, *rest: bytes) -> None:
        if len(calls) == fails_at:
            raise OSError("no connection")
        calls.append(name)
        method(self, name, *rest)

    return counted


@pytest.mark.parametrize("kind", ["bucket", "folder", "folder without links"])
def test_of_two_writers_one_is_refused_and_nothing_it_wrote_is_read(
    kind: str, memory: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder, one of them replaced the batch of the other one if the system has no locks."""
    both = "memory://both" if kind == "bucket" else str(tmp_path / "both")
    # As on Windows.
    monkeypatch.setitem(sys.modules, "fcntl", None)
    if kind == "folder without links":
        monkeypatch.setattr(os, "link", no_links)
    write(both, 1, 2)
    late = DatasetWriter(both)
    late.__enter__()
    add(late, make_replay(3, actions=4), content_hash("3"))
    write(both, 4)
    with pytest.raises(DatasetError, match="another process"):
        late.__exit__(None, None, None)
    with open_dataset(both) as data:
        assert data.arrow("logs")["table_id"].to_pylist() == ["1", "2", "4"]
    write(both, 3)
    with open_dataset(both) as data:
        assert data.arrow("logs")["table_id"].to_pylist() == ["1", "2", "4", "3"]
    place = storage_of(both)
    assert not layout.abandoned(place.sizes(), layout.read_batches(place))
    assert not [name for name in place.sizes() if name.endswith(".tmp")]


def no_links(*_: object) -> None:
    raise PermissionError("this filesystem has no links")


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("https://example.org/logs", "not a URL of a filesystem"),
        ("simplecache::s3://bucket/logs", "not a URL of a filesystem"),
        ("nothing://bucket", "nothing"),
        ("memory://empty", "nothing of that name"),
    ],
)
def test_a_url_that_cannot_be_read_is_said_in_one_line(url: str, message: str, tmp_path: Path) -> None:
    judged = run("validate", url)
    assert judged.exit_code == 3
    assert message in judged.stdout
    assert len(judged.stdout.splitlines()) == 1
    asked = run("query", url, "SELECT 1")
    assert asked.exit_code == 2
    assert "Traceback" not in asked.stderr
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("token", ["-15500961", "-1550096a", "-00000001", ""])
def test_what_a_killed_writer_left_is_known_by_the_number_of_its_batch(token: str) -> None:
    """A token can be made of digits alone, and is no number of a batch."""
    batch = layout.Batch(3, (), ())
    left = [
        layout.batch_file("logs", "", 3, token),
        layout.batch_file("events", "edition=third/sets=base", 2, token),
        layout.totals_file("total_cards", 3, token),
    ]
    left += [str(temporary(Path(name))) for name in left]
    left.append(str(temporary(Path(layout.manifest_file(3)), token)))
    being_written = [layout.batch_file("logs", "", 4, token), layout.totals_file("total_cards", 4, token)]
    others = ["games/mine.parquet", "photos/000001.parquet", *map(layout.manifest_file, (1, 3))]
    sizes = dict.fromkeys([*left, *being_written, *others], 1)
    assert sorted(layout.abandoned(sizes, [batch])) == sorted(left)
