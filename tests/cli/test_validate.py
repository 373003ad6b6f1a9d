"""``innolog validate``: verdicts of whole batches, their order, formats and exit codes."""

from __future__ import annotations

import dataclasses
import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import termios
from functools import partial
from pathlib import Path
from time import sleep
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from innolog.cli import main
from innolog.cli._text import printable
from innolog.cli.schema import fields
from innolog.comparing.rules import RULES, by_the_rules
from innolog.ingest import work
from innolog.judging import tables, verdicts
from innolog.judging.verdicts import Judgement, judged_by_processes
from innolog.log import UnreadableLog
from innolog.replay import replay
from innolog.replay.forced import NOTHING
from innolog.results.result import Verdict
from innolog.support.schemas import json_schema
from parsers.files import Blob, iter_blobs
from tests.shared import load, sampled


def read_bytes(path: Path) -> bytes:
    (blob,) = iter_blobs([path])
    assert isinstance(blob, Blob)
    return blob.data


def validate(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["validate", *map(str, arguments)], catch_exceptions=False)


def rows(result: Result) -> list[dict[str, Any]]:
    """The verdicts that were printed, which the schema accepts, whatever they say."""
    found = [json.loads(line) for line in result.stdout.splitlines()]
    for row in found:
        Draft202012Validator(json_schema("verdict")).validate(row)
    return found


def without_seconds(result: Result) -> list[dict[str, Any]]:
    return [{**row, "seconds": None} for row in rows(result)]


def forge_score(export: dict[str, Any]) -> int:
    """Make the log state a wrong score in the middle of the game. Returns the first move that does."""
    stated = [
        (packet, notification["args"])
        for packet in export["packets"]
        for notification in packet["data"]
        if isinstance(notification["args"], dict) and "new_score" in notification["args"]
    ]
    move = stated[len(stated) // 2][0]["move_id"]
    for packet, arguments in stated:
        if packet["move_id"] == move:
            arguments["new_score"] = 1 + int(arguments["new_score"])
    return int(move)


@pytest.fixture
def good(sample_logs: list[Path]) -> Path:
    """A log of a finished game."""
    return sample_logs[0]


@pytest.fixture
def forged(good: Path, tmp_path: Path) -> tuple[Path, int]:
    """The same log with a wrong score, and the move that states it."""
    export = load(good)
    move = forge_score(export)
    path = tmp_path / "forged.json"
    path.write_text(json.dumps(export))
    return path, move


@pytest.fixture
def broken(good: Path, tmp_path: Path) -> list[Path]:
    """Files that are no logs, each in another way; the last is not even there."""
    content = json.dumps(load(good))
    contents = {
        "empty.json": "",
        "truncated.json": content[: len(content) // 2],
        "text.json": "Dear diary,\n",
        "other.json": '{"moves": ["e4", "e5"]}',
        "refused.json": '{"status": "0", "error": "You have reached a limit", "code": 806}',
    }
    for name, text in contents.items():
        (tmp_path / name).write_text(text)
    return [*(tmp_path / name for name in contents), tmp_path / "missing.json"]


def test_samples_are_legal(sample_logs: list[Path]) -> None:
    result = validate("--format", "json", *sample_logs)
    assert result.exit_code == 0
    assert [row["source"] for row in rows(result)] == [str(path) for path in sample_logs]
    for row in rows(result):
        assert list(row) == list(json_schema("verdict")["properties"])
        assert row["verdict"] in ("legal", "legal_so_far")
        assert row["rules"].keys() == {"edition", "sets", "players", "teams", "platform", "options"}
        assert (row["move"], row["rule"]) == (None, None)
        assert row["checks"] > 0
        assert {seat["id"] for seat in row["seats"]} >= {*row["winners"]}
        assert len(row["seats"]) == row["rules"]["players"]
        assert (row["verdict"] == "legal") == bool(row["winners"]) == (row["ended_by"] is not None)
        assert row["seconds"] > 0


def test_the_schema_has_every_field_of_a_verdict_with_its_meaning() -> None:
    schema = json_schema("verdict")
    Draft202012Validator.check_schema(schema)
    names = [field.name for field in dataclasses.fields(Judgement)]
    assert names == list(schema["properties"]) == schema["required"]
    assert schema["properties"]["verdict"]["enum"] == [verdict.value for verdict in Verdict]
    shown = CliRunner().invoke(main, ["schema", "verdict"]).stdout.splitlines()[2:]
    assert [line.split(" | ")[0].removeprefix("| ") for line in shown] == [field.name for field in fields(schema)]
    assert all(field.meaning for field in fields(schema))
    assert json.loads(CliRunner().invoke(main, ["schema", "verdict", "--format", "json"]).stdout) == schema


def test_a_folder_is_the_logs_in_it(sample_logs: list[Path]) -> None:
    folder = validate("--format", "json", sample_logs[0].parent)
    assert without_seconds(folder) == without_seconds(validate("--format", "json", *sample_logs))


def test_text_is_a_line_for_each_legal_log(sample_logs: list[Path]) -> None:
    result = validate(*sample_logs)
    lines = result.stdout.splitlines()
    assert len(lines) == len(sample_logs)
    for path, line in zip(sample_logs, lines, strict=True):
        assert line.startswith(f"{path}: legal")
        assert " edition, " in line
    assert result.stderr.startswith(f"{len(sample_logs)} log")


def test_verbose_says_what_a_verdict_rests_on(good: Path) -> None:
    (row,) = rows(validate("--format", "json", good))
    text = validate("--verbose", good).stdout
    assert f"{row['checks']} checks, {row['assumptions']} assumptions" in text
    assert row["digest"] in text
    for reason in row["deduced"].values():
        assert printable(reason) in text


def test_an_illegal_log_names_place_and_rule(forged: tuple[Path, int]) -> None:
    path, move = forged
    result = validate("--format", "json", path)
    assert result.exit_code == 1
    (row,) = rows(result)
    assert (row["verdict"], row["move"]) == ("illegal", move)
    text = validate(path)
    assert text.exit_code == 1
    verdict, *reasons = text.stdout.splitlines()
    assert verdict.startswith(f"{path}: illegal (")
    labels = [reason.split()[0] for reason in reasons]
    assert labels[:4] == ["at", "rule", "expected", "observed"]
    assert "did not check the log after this place" in reasons[-1]
    # The message says no more than the two sides, so the text has them alone, and the sentence of the rule.
    assert row["message"] == by_the_rules(row["expected"], row["observed"])
    assert row["message"] not in text.stdout
    for words in (row["place"], RULES[row["rule"]].sentence, row["expected"], row["observed"]):
        assert words
        assert printable(words) in text.stdout


def test_every_log_of_a_mixed_batch_gets_its_verdict(good: Path, forged: tuple[Path, int], broken: list[Path]) -> None:
    paths = [broken[0], good, *broken[1:], forged[0], good]
    result = validate("--format", "json", *paths)
    assert result.exit_code == 3
    assert [row["source"] for row in rows(result)] == [str(path) for path in paths]
    verdicts = [row["verdict"] for row in rows(result)]
    assert verdicts == ["unreadable", "legal", *["unreadable"] * (len(broken) - 1), "illegal", "legal"]
    for row in rows(result):
        assert (row["verdict"] == "unreadable") == (row["rules"] is None) == (row["game_id"] is None)
    text = validate(*broken)
    assert text.exit_code == 3
    assert [line.split(": ")[:2] for line in text.stdout.splitlines()] == [[str(p), "unreadable"] for p in broken]


@pytest.fixture
def archives(good: Path, tmp_path: Path) -> list[Path]:
    """What a tracker downloads, with what it derived from the log, under names that do and don't say so."""
    found = [tmp_path / "download.zip", tmp_path / "disguised.json"]
    for path in found:
        with ZipFile(path, "w") as archive:
            archive.writestr("raw_data.json", read_bytes(good))
            archive.writestr("game_log.json", "{}")
    return found


@pytest.mark.parametrize("form", sampled(["json", "text"], 2))
def test_processes_change_nothing(
    form: str, good: Path, forged: tuple[Path, int], broken: list[Path], archives: list[Path], tmp_path: Path
) -> None:
    paths = [good, *broken, archives[0], forged[0], tmp_path / "nothing", archives[1], good]
    serial, parallel = validate("--format", form, *paths), validate("--format", form, "-j", "3", *paths)
    assert serial.exit_code == parallel.exit_code == 3
    if form == "json":
        assert without_seconds(serial) == without_seconds(parallel)
        assert [row["verdict"] for row in rows(serial) if ".zip!" in row["source"]] == ["legal"]
    else:
        assert serial.stdout == parallel.stdout


class _Fatal(Blob):
    """Kills the process that unpickles it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (9,)


def test_a_killed_process_costs_one_verdict(good: Path) -> None:
    [data] = iter_blobs([good])
    assert isinstance(data, Blob)
    batch: list[str | Blob | UnreadableLog] = [
        data,
        UnreadableLog("bad", "line 1", "JSON", "nothing"),
        _Fatal("fatal", b""),
        data,
        data,
    ]
    found = [(row.source, row.verdict) for row in judged_by_processes(batch, NOTHING, jobs=2)]
    assert found == [
        (data.name, "legal"),
        ("bad", "unreadable"),
        ("fatal", "unsupported"),
        (data.name, "legal"),
        (data.name, "legal"),
    ]


def test_an_edition_can_be_forced(good: Path) -> None:
    (row,) = rows(validate("--format", "json", "--edition", "third", good))
    assert row["verdict"] == "legal"
    assert row["rules"]["edition"] == "third"
    assert "edition" not in row["deduced"]


def test_effort_says_how_long_to_search_before_giving_up(good: Path, tmp_path: Path) -> None:
    """A full record and a text are each given up with its steps used up, and legal with enough of them."""
    text = tmp_path / "game.txt"
    text.write_text(CliRunner().invoke(main, ["convert", str(good), "--to", "text"]).stdout)
    given_up = rows(validate("--format", "json", "--effort", "0.0001", good, text))
    assert [row["verdict"] for row in given_up] == ["unsupported", "unsupported"]
    assert all("steps" in row["message"] for row in given_up)
    decided = rows(validate("--format", "json", "--effort", "0.5", good, text))
    assert [row["verdict"] for row in decided] == ["legal", "legal"]


def test_no_effort_is_refused(good: Path) -> None:
    result = CliRunner().invoke(main, ["validate", "--effort", "0", str(good)])
    assert (result.exit_code, "--effort" in result.stderr) == (2, True)


def test_an_empty_folder_is_not_called_legal(tmp_path: Path) -> None:
    result = validate(tmp_path)
    assert result.exit_code == 3
    assert result.stderr.strip()


def test_names_cannot_act_on_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "\x1b[31mred\u202e.json"
    path.write_text("\x1b]0;title\x07")
    result = validate(path)
    assert result.exit_code == 3
    assert "\\x1b[31mred\\u202e.json: unreadable" in result.stdout
    assert printable(result.stdout.strip()) == result.stdout.strip()
    assert printable(rows(validate("--format", "json", path))[0]["source"]) == printable(str(path))


def start(*arguments: str | Path, **options: Any) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "innolog", "validate", "--format", "json", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def test_standard_input(good: Path) -> None:
    process = start("-", stdin=subprocess.PIPE)
    out, _ = process.communicate(good.read_bytes())
    assert process.returncode == 0
    assert json.loads(out)["verdict"] == "legal"


def waiting(pipe: int) -> int:
    """The number of unread bytes in a pipe."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def test_verdicts_come_at_once_and_an_interrupt_is_quiet(good: Path) -> None:
    # A shell starts what runs in the background deaf to interrupts, and so may these tests be.
    listening = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with start(good, "-", stdin=subprocess.PIPE, preexec_fn=listening) as process:
        assert process.stdout is not None
        # The first verdict is there while the second log is still awaited.
        assert json.loads(process.stdout.readline())["verdict"] == "legal"
        assert process.stdin is not None
        process.stdin.write(b"{")
        process.stdin.flush()
        while waiting(process.stdin.fileno()):
            sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err


@pytest.mark.parametrize("command", [["validate", "--format", "json"], ["show"], ["cards"]], ids=lambda words: words[0])
def test_a_closed_pipe_is_quiet(command: list[str], good: Path) -> None:
    # More than fits into a pipe that nobody reads, or it would be written before it is closed.
    arguments = [*command, *([] if command == ["cards"] else [str(good)])]
    with subprocess.Popen(
        [sys.executable, "-m", "innolog", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        err = process.stderr.read()
    assert process.returncode == 141
    assert err == b""


def test_junit_has_a_case_for_each_log(good: Path, forged: tuple[Path, int], broken: list[Path]) -> None:
    result = validate("--format", "junit", good, forged[0], broken[0])
    suite = ElementTree.fromstring(result.stdout.partition("\n")[2])
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "1")
    cases = {case.get("name"): case for case in suite}
    assert len(cases[str(good)]) == 0
    (failure,) = cases[str(forged[0])]
    assert failure.tag == "failure"
    assert f"move {forged[1]}" in (failure.get("message") or "")
    assert cases[str(broken[0])][0].tag == "error"


def test_sarif_has_a_result_for_each_log_that_is_not_legal(
    good: Path, forged: tuple[Path, int], broken: list[Path]
) -> None:
    log = json.loads(validate("--format", "sarif", good, forged[0], broken[0]).stdout)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert [each["level"] for each in run["results"]] == ["error", "warning"]
    first = run["results"][0]
    rule = run["tool"]["driver"]["rules"][first["ruleIndex"]]
    assert (rule["id"], rule["shortDescription"]["text"]) == (first["ruleId"], RULES[first["ruleId"]].sentence)
    assert f"move {forged[1]}" in first["message"]["text"]
    assert first["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].endswith(forged[0].name)


def test_github_annotates_what_is_not_legal(good: Path, forged: tuple[Path, int]) -> None:
    (line,) = validate("--format", "github", good, forged[0]).stdout.splitlines()
    assert line.startswith(f"::error file={forged[0]},title=innolog%3A illegal")
    assert f"move {forged[1]}" in line


@pytest.mark.parametrize(
    "arguments", [["--format", "json"], ["--format", "json", "--together"]], ids=["alone", "together"]
)
def test_a_log_at_which_innolog_fails_does_not_cost_the_others(
    arguments: list[str], sample_logs: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, *_ = sorted(sample_logs)

    def failing(log: Any, **options: Any) -> Any:
        if log.source == str(bad):
            raise KeyError("two\nlines")
        return replay(log, **options)

    for module in (verdicts, tables, work):
        monkeypatch.setattr(module, "replay", failing)
    found = validate(*arguments, *sorted(sample_logs)[:2])
    assert found.exit_code == 3
    assert sorted(row["verdict"] for row in rows(found)) == ["legal", "unsupported"]
    (row,) = [row for row in rows(found) if row["source"] == str(bad)]
    assert re.fullmatch(
        r"innolog itself failed \(KeyError: 'two\\nlines'; cli/test_validate\.py, line \d+\): "
        "please report this, with the log",
        row["message"],
    )
    ingest = CliRunner().invoke(main, ["ingest", *map(str, sorted(sample_logs)[:2]), "-o", str(tmp_path / "games")])
    assert (ingest.exit_code, "innolog itself failed" in ingest.stderr) == (3, True)


@pytest.mark.parametrize("outputs", [("-o", "GAME"), ("--proof", "GAME"), ("-o", "out.txt", "--proof", "out.txt")])
@pytest.mark.parametrize("path", ["game.json.gz", ".", "*.gz", "./**/*.json.gz"])
def test_no_output_replaces_what_is_read(
    path: str, outputs: tuple[str, ...], good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log was empty before it was read, and judged so."""
    monkeypatch.chdir(tmp_path)
    game = tmp_path / "game.json.gz"
    shutil.copy(good, game)
    given = [str(game) if output == "GAME" else output for output in outputs]
    result = validate(path, *given)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith(given[-1])
    assert game.read_bytes() == good.read_bytes()
    # A file that is no log by its name can lie among them.
    assert validate(path, "-o", "verdicts.csv", "--proof", "proof.jsonl").exit_code == 0
    assert validate(path, "-o", "verdicts.csv", "--proof", "proof.jsonl").exit_code == 0


@pytest.mark.parametrize(
    ("path", "output", "refused"),
    [
        ("*.gz", "a.json.gz", True),
        ("file://{here}", "a.json.gz", True),
        ("file://{here}", "new.json.gz", True),
        ("../lin*/a*.gz", "../link/a.json.gz", True),
        ("../lin*/a*.gz", "../link/another.json.gz", True),
        ("a.json.gz", "twin.json.gz", True),
        ("../*/**/*.gz", "sub/new.gz", True),
        (".", "sub/new", True),
        ("*.gz", "sub/new.gz", False),
        ("../**", ".hidden/new.gz", False),
        (".", "leads_out.txt", False),
    ],
)
def test_an_output_is_refused_exactly_if_it_is_read(
    path: str, output: str, refused: bool, good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Paths were matched again, otherwise than files are found: logs were overwritten, and other files refused."""
    here = tmp_path / "[x]"
    (here / "sub").mkdir(parents=True)
    (here / ".hidden").mkdir()
    shutil.copy(good, here / "a.json.gz")
    (here / "twin.json.gz").hardlink_to(here / "a.json.gz")
    (here / "leads_out.txt").symlink_to(tmp_path / "verdicts.txt")
    (tmp_path / "link").symlink_to(here)
    monkeypatch.chdir(here)
    for option in ("-o", "--proof"):
        before = sorted(tmp_path.rglob("*"))
        result = validate(path.format(here=here.as_posix()), option, output)
        assert ("is among the logs to read" in result.stderr) is refused
        assert (here / "a.json.gz").read_bytes() == good.read_bytes()
        assert not refused or sorted(tmp_path.rglob("*")) == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("option", ["-o", "--proof"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_full_disk_is_no_verdict(option: str, jobs: int, good: Path) -> None:
    """It was a traceback with the exit code of an illegal log, and with --proof a log was unsupported."""
    for output in ("/dev/full", "-"):
        with open("/dev/full", "wb") as full:
            command = [sys.executable, "-m", "innolog", "validate", str(good), "-q", "-j", str(jobs), option, output]
            if output == "-" and option == "--proof":
                command += ["-o", os.devnull]
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        name = "standard output" if output == "-" else output
        assert (done.returncode, done.stderr) == (2, f"{name}: No space left on device\n")


@pytest.mark.parametrize("effort", ["nan", "inf", "-inf"])
def test_what_is_no_number_is_refused(effort: str, good: Path) -> None:
    result = validate("--effort", effort, good)
    assert result.exit_code == 2
    assert "Invalid value for '--effort'" in result.stderr
