"""``innolog ingest`` and ``innolog query``."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from zipfile import ZipFile

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from innolog.cli import ingest as ingest_command
from innolog.cli import main
from innolog.cli import query as query_command
from innolog.ingest import pipeline, work
from innolog.log import GameLog, UnreadableLog, UnsupportedLog
from innolog.results.result import Replay
from innolog.store.dataset import open_dataset
from innolog.store.shown import OF_ALL
from innolog.store.writer import DatasetWriter
from parsers.files import Blob
from tests.shared import sampled
from tests.store.factory import add, content_hash, make_illegal, make_replay

SHARED = Path(os.environ.get("INNOLOG_SHARED") or Path(__file__).parents[3] / "shared")
NAMES = ('O\'Neil "x", y', "\x1b[31mred\nline", "👩 عمر", "=HYPERLINK(1)")


def ask(folder: Path, sql: str, form: str) -> Result:
    return CliRunner().invoke(query_command.command, [str(folder), sql, "--format", form])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dataset")
    with DatasetWriter(folder) as writer:
        add(writer, make_replay(1, players=4, actions=5, names=NAMES), content_hash("1"))
    return folder


def test_a_table_shows_names_without_what_a_terminal_would_obey(folder: Path) -> None:
    result = ask(
        folder, "SELECT seat, player_name AS name, team, [seat, NULL] AS list FROM every.players ORDER BY seat", "table"
    )
    assert result.exit_code == 0
    lines = [line.split() for line in result.stdout.splitlines()]
    assert lines[0] == ["seat", "name", "team", "list"]
    assert lines[3][:4] == ["1", r"\x1b[31mred\nline", "NULL", "[1,"]
    assert lines[4][:3] == ["2", "👩", "عمر"]
    assert "\x1b" not in result.stdout


def test_a_table_that_no_terminal_limits_is_not_wrapped_or_cut(folder: Path) -> None:
    result = ask(folder, "SELECT repeat('x', 5000) AS long, 7 AS n", "table")
    assert result.stdout.splitlines()[-1].split() == ["x" * 5000, "7"]


def test_csv_has_the_values_and_no_formulas(folder: Path) -> None:
    result = ask(folder, "SELECT seat, player_name AS name, team, true AS yes FROM every.players ORDER BY seat", "csv")
    assert result.stdout_bytes.startswith(b'seat,name,team,yes\n0,"O\'Neil ""x"", y",,true\n')
    read = list(csv.reader(io.StringIO(result.stdout_bytes.decode(), newline="")))
    assert [row[1] for row in read] == ["name", NAMES[0], "\\x1b[31mred\nline", NAMES[2], f"'{NAMES[3]}"]
    result = ask(
        folder, "SELECT -1 AS \"=1\", -0.5::DECIMAL(3, 1) AS d, '-1+1' AS t, chr(9) || '@x' AS u, ['=1'] AS l", "csv"
    )
    assert list(csv.reader(io.StringIO(result.stdout_bytes.decode(), newline=""))) == [
        ["'=1", "d", "t", "u", "l"],
        ["-1", "-0.5", "'-1+1", "'\t@x", '["=1"]'],
    ]


@pytest.mark.parametrize("form", ["table", "csv", "json"])
def test_no_output_holds_what_a_terminal_would_obey(form: str, folder: Path) -> None:
    controls = [*range(1, 32), *range(0x7F, 0xA0), 0x202E]
    sql = "SELECT " + ", ".join(f"'<' || chr({code}) || '[2J>' AS c{code}" for code in controls)
    result = ask(folder, sql, form)
    assert result.exit_code == 0
    kept = {"table": "\n", "csv": "\t\r\n\u202e", "json": "\n"}[form]
    assert {each for each in result.stdout if not each.isprintable()} <= set(kept)
    if form == "csv":
        assert b"\r" not in result.stdout_bytes
    if form == "json":
        # Every value is there as it was.
        assert json.loads(result.stdout) == {f"c{code}": f"<{chr(code)}[2J>" for code in controls}


def test_json_is_an_object_a_line(folder: Path) -> None:
    sql = "SELECT player_name AS name, hand_backs, 'nan'::FLOAT AS f, DATE '2026-01-02' AS d, 1 AS n, 2 AS n"
    result = ask(
        folder,
        f"{sql} FROM every.players JOIN every.states USING (log_id, seat) WHERE action = 0 ORDER BY seat",
        "json",
    )
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["name"] for row in rows] == list(NAMES)
    assert rows[0] == {"name": NAMES[0], "hand_backs": [1], "f": None, "d": "2026-01-02", "n": 1, "n_1": 2}


@pytest.mark.parametrize(
    ("sql", "value"),
    [
        ("INTERVAL 3 MONTH", "3 months"),
        ("'infinity'::DATE", "infinity"),
        ("'-infinity'::TIMESTAMPTZ", "-infinity"),
        ("'2026-01-02 03:04:05.123456789'::TIMESTAMP_NS", "2026-01-02 03:04:05.123456789"),
        ("TIMESTAMP '2026-01-02 03:04:05'", "2026-01-02 03:04:05"),
        (r"'\x00a'::BLOB", r"\x00a"),
        # Within others, too.
        ("[{'a': INTERVAL 3 MONTH, 'b': 1}]", [{"a": "3 months", "b": 1}]),
        ("MAP {INTERVAL 3 MONTH: INTERVAL 1 MONTH}", {"3 months": "1 month"}),
        ("[INTERVAL 3 MONTH]::INTERVAL[1]", ["3 months"]),
        ("row(INTERVAL 3 MONTH, 1)", "(3 months, 1)"),
        ("union_value(a := INTERVAL 3 MONTH)", "3 months"),
        # What other programs calculate with is a number.
        ("1.50", 1.5),
        ("[sum(1::HUGEINT)]", [1]),
    ],
)
def test_every_type_is_shown_as_it_is(sql: str, value: object, folder: Path) -> None:
    result = ask(folder, f'SELECT 1 AS "n""", {sql} AS v, 2 AS v -- it ends;', "json")
    assert [json.loads(line) for line in result.stdout.splitlines()] == [{'n"': 1, "v": value, "v_1": 2}]
    if isinstance(value, str):
        (row,) = csv.DictReader(ask(folder, f"SELECT {sql} AS v", "csv").stdout.splitlines())
        assert row["v"].lstrip("'") == value


@pytest.mark.parametrize(
    "sql",
    [
        "SELEC 1",
        "SELECT x FROM logs",
        "SELECT name::INT FROM every.players",
        "FROM read_csv('/etc/passwd')",
        "DROP VIEW games",
    ],
)
def test_a_query_that_fails_says_so_in_one_line(sql: str, folder: Path) -> None:
    result = ask(folder, sql, "table")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert "\x1b" not in result.stderr
    assert "Traceback" not in result.stderr


def test_a_folder_that_is_no_dataset_is_wrong_usage(tmp_path: Path) -> None:
    result = ask(tmp_path, "SELECT 1", "table")
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [f"{tmp_path}: not a dataset of innolog (it has no innolog-dataset.json)"]


@pytest.fixture
def logs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The logs that every path holds, by name; the name says what is in it."""
    logs = ["legal 1", "legal 2", "illegal 3"]

    def blobs(paths: Iterable[str | Path]) -> Iterator[Blob | UnreadableLog]:
        for name in logs:
            if name.startswith("missing"):
                yield UnreadableLog(name, "", "a file", "nothing")
            else:
                yield Blob(f"{name}.json", name.removeprefix("copy of ").encode())

    def read_blob(blob: Blob) -> GameLog:
        kind, number = blob.data.decode().split()
        if kind == "unreadable":
            raise UnreadableLog(blob.name, "line 1", "JSON", "\x1b[31m")
        if kind == "unsupported":
            raise UnsupportedLog(blob.name, "a game of Figures")
        replay = make_illegal(int(number)) if kind == "illegal" else make_replay(int(number), actions=4)
        replays[number] = replay
        return replay.log

    replays: dict[str, Replay] = {}
    monkeypatch.setattr(pipeline, "blobs", blobs)
    monkeypatch.setattr(work, "read_blob", read_blob)
    monkeypatch.setattr(work, "replay", lambda log, forced, record: replays[log.game_id])
    return logs


def ingest(folder: Path, *options: str) -> Result:
    return CliRunner().invoke(ingest_command.command, ["anything", "-o", str(folder), *options])


def test_ingest_says_what_it_found_and_is_continued_by_running_it_again(logs: list[str], tmp_path: Path) -> None:
    first = ingest(tmp_path)
    assert (first.exit_code, first.stdout) == (1, "")
    assert first.stderr.splitlines() == [
        "game 3.json: illegal: move 17, packet 16, notification 2: the card is of the wrong age",
        f"3 logs for {tmp_path}: 1 illegal, 2 legal so far",
    ]
    logs += ["unreadable 4", "unsupported 5", "missing 6", "copy of legal 1"]
    second = ingest(tmp_path)
    assert second.exit_code == 3
    assert second.stderr.splitlines() == [
        r"unreadable 4.json: unreadable: line 1: expected JSON, found \x1b[31m",
        "unsupported 5.json: unsupported: a game of Figures",
        "missing 6: unreadable: expected a file, found nothing",
        f"6 logs for {tmp_path}: 1 illegal, 2 legal so far, 2 unreadable, 1 unsupported "
        "(3 were there already and stay as before, 1 file with the content of another one)",
    ]
    with open_dataset(tmp_path) as data:
        assert data.arrow("logs")["verdict"].to_pylist() == [
            "legal_so_far",
            "legal_so_far",
            "illegal",
            "unreadable",
            "unsupported",
            "unreadable",
        ]


def test_ingest_of_nothing_but_legal_games_succeeds(logs: list[str], tmp_path: Path) -> None:
    logs[:] = ["legal 1", "legal 1"]
    assert ingest(tmp_path / "a" / "b").exit_code == 0
    assert ingest(tmp_path / "a" / "b").exit_code == 0


def test_ingest_into_a_folder_of_other_files_is_wrong_usage(logs: list[str], tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    result = ingest(tmp_path)
    assert result.exit_code == 2
    assert "other files" in result.stderr.splitlines()[-1]


@pytest.mark.long
@pytest.mark.skipif(not (SHARED / "corpus" / "bga").is_dir(), reason=f"no corpus of games in {SHARED}")
def test_two_processes_write_the_same_dataset_as_one(tmp_path: Path) -> None:
    games = [
        str(path) for path in sorted((SHARED / "corpus" / "bga" / "third_base_2p").glob("*/spectator.json.gz"))[:10]
    ]
    paths = [*games, str(tmp_path / "missing.json"), str(Path(__file__))]
    pipeline.ingest(paths, tmp_path / "one")
    pipeline.ingest(paths, tmp_path / "two", jobs=2)
    with open_dataset(tmp_path / "one") as one, open_dataset(tmp_path / "two") as two:
        assert one.arrow("logs").num_rows == 11
        for table in OF_ALL.values():
            assert one.arrow(table).equals(two.arrow(table))


def test_actions_are_those_of_turns_wherever_they_are_counted(tmp_path: Path) -> None:
    sample = str(Path(__file__).parents[2] / "sample_logs" / "base_2p_player.json.gz")
    runner, data = CliRunner(), tmp_path / "data"
    verdict = json.loads(runner.invoke(main, ["validate", sample, "--format", "json"]).stdout)
    runner.invoke(main, ["ingest", sample, "-o", str(data)])
    with open_dataset(data) as opened:
        (game,) = opened.arrow("logs").to_pylist()
        turns = [row["turn"] for row in opened.arrow("every.actions").to_pylist()]
    assert min(turns) == 0
    assert verdict["actions"] == game["actions"] == sum(turn > 0 for turn in turns)
    for command in (["merge"], ["convert", "--to", "native"]):
        told = runner.invoke(main, [*command, sample, "-o", str(tmp_path / "game")]).stderr
        assert f" {verdict['actions']} actions, " in told


def test_places_are_those_that_validate_says(tmp_path: Path) -> None:
    sample = Path(__file__).parents[2] / "sample_logs" / "base_2p_player.json.gz"
    log = tmp_path / "game_log.json"
    runner = CliRunner()
    assert runner.invoke(main, ["convert", str(sample), "--to", "tracker", "-o", str(log)]).exit_code == 0
    record = json.loads(log.read_text(encoding="utf-8"))
    lost = [number for number, entry in enumerate(record["log"]) if entry.get("type") == "transfer"][20]
    del record["log"][lost]
    log.write_text(json.dumps(record), encoding="utf-8")
    verdict = json.loads(runner.invoke(main, ["validate", str(log), "--format", "json"]).stdout)
    assert verdict["verdict"] == "illegal"
    assert ", entry " in verdict["place"]
    result = runner.invoke(main, ["ingest", str(log), "-o", str(tmp_path / "data")])
    assert result.stderr.splitlines()[0] == f"{log}: illegal: {verdict['place']}: {verdict['message']}"


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_tracker_derives_from_a_log_is_no_log(jobs: int, tmp_path: Path) -> None:
    sample = Path(__file__).parents[2] / "sample_logs" / "base_2p_player.json.gz"
    with ZipFile(tmp_path / "download.zip", "w") as archive:
        archive.writestr("raw_data.json", gzip.decompress(sample.read_bytes()))
        archive.writestr("game_log.json", "{}")
    arguments = ["ingest", str(tmp_path / "download.zip"), "-o", str(tmp_path / "data"), "-j", str(jobs)]
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, result.stderr) == (0, f"1 log for {tmp_path / 'data'}: 1 legal\n")


@pytest.mark.parametrize("jobs", sampled([1, 2], 2))
def test_where_there_is_no_log_none_is_recorded(jobs: int, tmp_path: Path) -> None:
    """A row that tells of a mistyped name would be there for ever; a file that can't be read is in the dataset."""
    sample = Path(__file__).parents[2] / "sample_logs" / "base_2p_player.json.gz"
    late, damaged, data = tmp_path / "late.json.gz", tmp_path / "damaged.json", tmp_path / "data"
    (tmp_path / "empty").mkdir()
    damaged.write_text("{")

    def ingested(*paths: Path) -> tuple[int, list[str], list[tuple[str, str]]]:
        arguments = ["ingest", *map(str, paths), "-o", str(data), "-j", str(jobs)]
        result = CliRunner().invoke(main, arguments)
        if not data.exists():
            return result.exit_code, result.stderr.splitlines(), []
        with open_dataset(data) as opened:
            games = [(row["source"], row["verdict"]) for row in opened.arrow("logs").to_pylist()]
        return result.exit_code, result.stderr.splitlines(), games

    nothing = f"{late}: unreadable: expected a file, a folder or a pattern, found nothing of that name"
    assert ingested(late) == (3, [nothing, "no logs found"], [])
    code, lines, games = ingested(late, damaged, tmp_path / "empty", tmp_path / "*.html")
    assert code == 3
    assert set(lines) > {nothing, f"{tmp_path / 'empty'}: unreadable: expected a folder with logs, found none in it"}
    assert lines[-1] == f"1 log for {data}: 1 unreadable"
    assert games == [(str(damaged), "unreadable")]
    assert ingested(sample, late)[0] == 3
    late.write_bytes(sample.read_bytes())
    assert ingested(late) == (
        0,
        [f"1 log for {data}: 1 legal (1 was there already and stays as before)"],
        [*games, (str(sample), "legal")],
    )


@pytest.mark.parametrize("form", ["table", "csv", "json"])
def test_a_query_says_that_it_cut_rows(form: str, folder: Path) -> None:
    def told(limit: str) -> tuple[int, str]:
        call = [str(folder), "SELECT * FROM range(5)", "--format", form, "--limit", limit]
        result = CliRunner().invoke(query_command.command, call)
        assert result.exit_code == 0
        return len(result.stdout.splitlines()), result.stderr

    header = {"table": 2, "csv": 1, "json": 0}[form]
    assert told("1") == (header + 1, "output cut after 1 row; --limit 0 shows all rows\n")
    assert told("4") == (header + 4, "output cut after 4 rows; --limit 0 shows all rows\n")
    assert told("5") == told("0") == (header + 5, "")


def test_a_query_has_its_memory_and_no_more(folder: Path) -> None:
    sql = "SELECT count(DISTINCT repeat('x', 50) || i) FROM range(5000000) t(i)"
    result = CliRunner().invoke(query_command.command, [str(folder), sql, "--memory", "10 MB"])
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr.startswith("Out of Memory Error")
    # DuckDB counts no long texts, so this took 4 GB.
    long = CliRunner().invoke(main, ["query", str(folder), "SELECT repeat('x', 4000000000)", "--memory", "10 MB"])
    assert (long.exit_code, long.stdout, long.stderr.count("\n")) == (2, "", 1)
    for size in ("much", "2iB", "0GB"):
        wrong = CliRunner().invoke(query_command.command, [str(folder), sql, "--memory", size])
        assert (wrong.exit_code, "not a size such as 2GB" in wrong.stderr) == (2, True)


@pytest.mark.parametrize(
    ("text", "size"),
    [("7B", 7), ("2GB", 2 * 10**9), ("500 MB", 5 * 10**8), ("2GiB", 2 << 30), ("3 kib", 3 << 10), ("1TiB", 1 << 40)],
)
def test_sizes_are_decimal_or_binary(text: str, size: int) -> None:
    assert query_command._size(text) == size


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_without_logs_no_dataset_is_made(jobs: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    arguments = [str(tmp_path / "empty"), str(tmp_path / "nothing"), "-o", str(tmp_path / "dataset"), "-j", jobs]
    result = CliRunner().invoke(main, ["ingest", *arguments])
    assert result.exit_code == 3
    assert [line.split(": ")[-1] for line in result.stderr.splitlines()] == [
        "expected a folder with logs, found none in it",
        "expected a file, a folder or a pattern, found nothing of that name",
        "no logs found",
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]


def test_a_query_that_fails_leaves_the_parquet_file_as_it_was(folder: Path, tmp_path: Path) -> None:
    answer = tmp_path / "answer.parquet"
    answer.write_bytes(b"kept")
    # The last two fail after many rows.
    for sql, says in (
        ("SELECT 1 AS n, [INTERVAL 1 DAY] AS i", "Parquet cannot hold the column i ("),
        ("SELECT 'infinity'::TIMESTAMP_S AS t", "Parquet cannot hold the column t (timestamp[s])"),
        ("SELECT if(range < 900000, 1, ('x' || range)::INT) FROM range(1000000)", "Conversion Error"),
        ("SELECT if(range < 900000, '2026-01-01', 'infinity')::TIMESTAMP_S AS t FROM range(1000000)", "the column t"),
    ):
        failed = CliRunner().invoke(main, ["query", str(folder), "--parquet", str(answer), sql])
        assert (failed.exit_code, len(failed.stderr.splitlines())) == (2, 1), failed.output
        assert says in failed.stderr
        assert answer.name not in failed.stderr
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {answer.name: b"kept"}


def test_a_query_from_a_file_and_from_standard_input_to_parquet(folder: Path, tmp_path: Path) -> None:
    query, answer = tmp_path / "query.sql", tmp_path / "answer.parquet"
    query.write_text("-- Everybody.\nSELECT seat, player_name\nFROM every.players\nORDER BY seat;\n", encoding="utf-8")
    arguments = ["query", str(folder), "--parquet", str(answer)]
    for options, given in ((["-f", str(query)], None), (["-f", "-"], query.read_text(encoding="utf-8"))):
        result = CliRunner().invoke(main, [*arguments, *options], input=given)
        assert result.exit_code == 0, result.output
        table = pq.read_table(answer)
        assert (table["player_name"].to_pylist(), str(table.schema.field("seat").type)) == (list(NAMES), "int16")
        answer.unlink()
    for wrong in ([], ["SELECT 1", "-f", str(query)]):
        assert CliRunner().invoke(main, ["query", str(folder), *wrong]).exit_code == 2
    missing = CliRunner().invoke(main, ["query", str(folder), "SELECT player FROM players"])
    assert (missing.exit_code, "player_name" in missing.stderr) == (2, True)
