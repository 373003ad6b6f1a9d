"""What every command has: fewer messages, colors, environment variables, completion, and advice for mistyped names."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import innolog
from innolog.cli import COMMANDS, main
from innolog.cli._output import OutputPath
from innolog.cli._progress import number_of_files
from innolog.conformance import suite

_RED = "\x1b[31m\x1b[1millegal\x1b[0m"


def _run(*arguments: str | Path, **environment: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, [str(each) for each in arguments], env=environment)
    return done.exit_code, done.stdout, done.stderr


def test_a_quiet_command_prints_errors_alone(sample_logs: list[Path], tmp_path: Path) -> None:
    log = sample_logs[0]
    code, shown, told = _run("validate", log)
    assert (code, told.count("\n")) == (0, 1)
    assert _run("validate", "-q", log) == (0, shown, "")
    assert _run("validate", log, INNOLOG_QUIET="1") == (0, shown, "")
    assert _run("report", "game", "-q", "--no-review", log, "-o", tmp_path / "game.html")[2] == ""
    assert _run("show", "-q", tmp_path / "nothing.json")[2].endswith("\n")


@pytest.mark.parametrize(
    "command",
    [
        ["conformance", "suite", "-o"],
        ["conformance", "run", "--only", "Agriculture", "--games", "0", "--page"],
        ["convert", "LOG", "--to", "table", "-o"],
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_a_quiet_command_prints_no_summary(
    command: list[str], sample_logs: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # All cases take too long.
    monkeypatch.setattr(suite, "cases", tuple)
    call = [str(sample_logs[0]) if part == "LOG" else part for part in command] + [str(tmp_path / "output")]
    if command[:2] == ["conformance", "run"]:
        call += ["--engine", f"{sys.executable} -m innolog conformance serve"]
        monkeypatch.undo()
    assert _run(*call)[2] != ""
    assert _run(*call, "-q")[2] == ""


def test_a_quiet_command_prints_warnings(tmp_path: Path) -> None:
    """The file is not judged by the rules that the game was played by."""
    assert _run("simulate", "-n", "1", "--seed", "5", "--platform", "table", "-o", tmp_path / "games")[0] == 0
    game = next((tmp_path / "games").iterdir())
    code, _, told = _run("convert", game, "--to", "bga", "-q", "-o", tmp_path / "x.json")
    assert (code, "played by other rules" in told, told.count("\n")) == (0, True, 1)


def test_verdicts_have_colors_if_asked_for(tmp_path: Path) -> None:
    bad = Path(innolog.__file__).parent / "docs" / "native" / "illegal_meld.innolog"
    assert _RED not in _run("validate", bad)[1]
    for options, environment in ((["--color", "always"], {}), ([], {"INNOLOG_COLOR": "always"})):
        code, shown, _ = _run("validate", bad, *options, **environment)
        assert (code, shown.count(_RED)) == (1, 1)
    # What a program or a file gets has none.
    for form in ("json", "junit", "github", "sarif"):
        assert "\x1b[" not in _run("validate", bad, "--color", "always", "--format", form)[1]
    assert _run("validate", bad, "--color", "always", "-o", tmp_path / "verdicts")[:2] == (1, "")
    assert "\x1b" not in (tmp_path / "verdicts").read_text()
    assert "\x1b[" in _run("show", bad, "--color", "always")[1]
    assert "\x1b[" not in _run("show", bad)[1]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_gets_colors_unless_it_does_not_want_them() -> None:
    import pty

    bad = Path(innolog.__file__).parent / "docs" / "native" / "illegal_meld.innolog"

    def shown(*options: str, **environment: str) -> bytes:
        here, there = pty.openpty()
        known = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        call = [sys.executable, "-m", "innolog", "validate", str(bad), *options]
        with subprocess.Popen(call, stdout=there, stderr=subprocess.DEVNULL, env=known | environment) as process:
            os.close(there)
            found = b""
            try:
                while chunk := os.read(here, 4096):
                    found += chunk
            except OSError:
                # How Linux says that the other end is closed.
                pass
            process.wait()
        os.close(here)
        return found

    assert _RED.encode() in shown()
    assert b"\x1b[" not in shown(NO_COLOR="1")
    assert b"\x1b[" not in shown("--color", "never")


def test_verdicts_are_written_to_a_file(sample_logs: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "verdicts.jsonl"
    code, shown, told = _run("validate", sample_logs[0], "--format", "json", "-o", output)
    assert (code, shown, told.count("\n")) == (0, "", 1)
    assert [json.loads(line)["verdict"] for line in output.read_text().splitlines()] == ["legal"]
    assert _run("validate", sample_logs[0], "-o", tmp_path / "no" / "x")[0] == 2


def test_options_come_from_the_environment(sample_logs: list[Path]) -> None:
    log = sample_logs[0]
    assert json.loads(_run("validate", log, INNOLOG_VALIDATE_FORMAT="json")[1])["verdict"] == "legal"
    code, _, told = _run("validate", log, INNOLOG_EDITION="second")
    assert (code, "second" in told) == (2, True)
    assert json.loads(_run("validate", log, "--format", "json", INNOLOG_EDITION="first")[1])["deduced"].get(
        "edition"
    ) != json.loads(_run("validate", log, "--format", "json")[1])["deduced"].get("edition")
    assert _run("--version", INNOLOG_VERSION="0.1")[1] == _run("-V")[1]


def _path_options(command: click.Command, name: str) -> Iterator[tuple[str, click.Option]]:
    """The options for paths that need not exist, each with the words of its command."""
    if isinstance(command, click.Group):
        for each in command.list_commands(click.Context(command)):
            found = command.get_command(click.Context(command), each)
            assert found is not None
            yield from _path_options(found, f"{name} {each}")
    for option in command.params:
        if isinstance(option, click.Option) and isinstance(option.type, click.Path) and not option.type.exists:
            yield name.strip(), option


def test_an_output_that_cannot_be_written_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`conformance run --page`, `winprob -o` and others found it out after the work, whose results were lost."""
    (tmp_path / "file").write_text("kept")
    target = tmp_path / "file" / "output"
    others = set()
    for name, option in _path_options(main, ""):
        flag = option.opts[-1]
        if isinstance(option.type, OutputPath):
            assert _run(*name.split(), flag, target) == (2, "", f"{target}: Not a directory\n")
        else:
            others.add(f"{name} {flag}")
    # They are only read, or written in some cases; a dataset has checks of its own.
    assert others == {
        "check --proof", "bench --against", "regress --baseline", "ingest --output", "ingest --anonymize",
    }  # fmt: skip
    monkeypatch.setattr("innolog.cli.regress.judge", lambda *_, **__: pytest.fail("judged"))
    assert _run("regress", tmp_path / "file", "--update", "--baseline", target)[2] == f"{target}: Not a directory\n"
    (tmp_path / "link").symlink_to("nowhere")
    assert _run("page", "-o", tmp_path / "link")[2] == f"{tmp_path / 'link'}: No such file or directory\n"
    (tmp_path / "link").unlink()
    # A name from a variable that is not set.
    assert _run("shrink", tmp_path / "nothing", "-o", "") == (2, "", ".: Is a directory\n")
    assert [path.name for path in tmp_path.rglob("*")] == ["file"]


@pytest.mark.parametrize(
    ("typed", "meant"), [("valdate", "validate"), ("report-game", "report"), ("metric", "metrics")]
)
def test_a_mistyped_command_gets_advice(typed: str, meant: str) -> None:
    code, _, told = _run(typed)
    assert code == 2
    assert f"Did you mean {meant}" in told
    assert "Did you mean" not in _run("frobnicate")[2]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_lists_commands_and_options(shell: str) -> None:
    code, script, _ = _run("completion", shell)
    assert (code, "_INNOLOG_COMPLETE" in script) == (0, True)

    def completed(*words: str) -> str:
        environment = {
            "_INNOLOG_COMPLETE": f"{shell}_complete",
            "COMP_WORDS": " ".join(words) if shell != "fish" else " ".join(words[:-1]),
            "COMP_CWORD": str(len(words) - 1) if shell != "fish" else words[-1],
        }
        program = "from innolog.cli import main; main(prog_name='innolog')"
        done = subprocess.run(
            [sys.executable, "-c", program], env=os.environ | environment, capture_output=True, text=True, check=False
        )
        assert done.stderr == ""
        return done.stdout

    assert "validate" in completed("innolog", "val")
    assert "native" in completed("innolog", "convert", "-o", "no/folder/x", "--to", "nat")
    if shell == "bash":
        assert completed("innolog", "").count("plain,") == len(COMMANDS)
        assert "--together" in completed("innolog", "validate", "--to")


def test_the_number_of_files_is_known_before_they_are_read(sample_logs: list[Path], tmp_path: Path) -> None:
    folder = sample_logs[0].parent
    assert number_of_files([str(folder)]) == len(sample_logs)
    assert number_of_files([str(folder), "-"]) is None
    (tmp_path / "logs.zip").write_bytes(b"PK\x05\x06" + bytes(18))
    assert number_of_files(["https://example.org/logs"]) is None
