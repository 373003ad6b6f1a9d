"""Engines with one fault each are found, and the fault is named. Engines that answer nothing sensible cost one line."""

from __future__ import annotations

import html
import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from innolog.cli import main
from innolog.conformance import process
from innolog.conformance.process import EngineFault, EngineProcess
from innolog.conformance.running import Report, as_json, run
from innolog.conformance.serving import Server
from innolog.conformance.suite import cases
from innolog.conformance.table import Data
from innolog.engine.choices import Choice
from tests.conformance.local import LocalEngine
from tests.shared import REPOSITORY

#: The names of ``FAULTS``, which a compiled engine cannot have.
NAMES = (
    "of equal cards the first is taken",
    "sharing earns a draw without a change",
    "special achievements wait for the end of the action",
    "an empty pile ends the game",
    "left and right are mistaken",
    "a draw is one too high",
    "nobody obeys",
    "cards are counted as points",
    "splayed icons do not count",
    "sharing goes to the right",
)


@pytest.mark.plain
@pytest.mark.parametrize("name", NAMES)
def test_a_fault_is_found_and_named(name: str) -> None:
    from tests.conformance.faults import FAULTS

    assert tuple(FAULTS) == NAMES
    fault = FAULTS[name]
    report = run(LocalEngine(fault.server), cases(fault.only) if fault.only else [], fault.seeds)
    assert report.failed
    assert not report.fault
    groups = list(report.groups.values())
    # A rule is named for evidence alone.
    assert {group.rule for group in groups} == fault.rules, as_json(report)["groups"]
    assert {rule for group in groups for rule in group.possibly} == fault.possibly
    assert {subject for group in groups for subject in group.subjects} == fault.subjects
    for group in groups:
        # One position and one action, from which the engine differs again.
        assert "not from this position" not in group.example.case.note


def _told(*options: str) -> Result:
    program = f"{sys.executable} -m tests.conformance.faulty 'left and right are mistaken'"
    arguments = ["conformance", "run", "--engine", program, "--only", "printing press", "--games", "0"]
    arguments += ["--time-limit", "60", *options]
    return CliRunner().invoke(main, arguments)


@pytest.mark.plain
def test_a_difference_is_told_in_all_formats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    page = tmp_path / "page.html"
    text = _told("--page", str(page))
    assert text.exit_code == 1
    assert "failed: splay.direction: Printing Press (first and third edition, 2 cases)" in text.stdout
    assert "    by the rules: right" in text.stdout
    assert "    the engine: left" in text.stdout
    assert all(word in page.read_text(encoding="utf-8") for word in ("splay.direction", "Printing Press", "failed"))
    # Lines are lines, and the case can be copied.
    (case,) = re.findall(r"<pre>({.*?})</pre>", page.read_text(encoding="utf-8"), re.DOTALL)[:1]
    assert json.loads(html.unescape(case))
    assert "by the rules: right\n" in page.read_text(encoding="utf-8")
    assert '<a href="#difference-1">Printing Press</a>' in page.read_text(encoding="utf-8")
    rows = json.loads(_told("--format", "json").stdout)
    assert [(group["rule"], group["subjects"]) for group in rows["groups"]] == [
        ("splay.direction", {"Printing Press": 2})
    ]
    case = rows["groups"][0]["example"]
    # Made small: the card, and what is splayed.
    assert sum(len(seat["hand"]) + len(seat["score"]) for seat in case["position"]["players"]) <= 1
    suite = ElementTree.fromstring(_told("--format", "junit").stdout)
    assert (suite.get("tests"), suite.get("failures")) == ("3", "2")
    sarif = json.loads(_told("--format", "sarif").stdout)
    assert {result["ruleId"] for result in sarif["runs"][0]["results"]} == {"splay.direction"}
    # No card is a file.
    places = [result["locations"] for result in sarif["runs"][0]["results"]]
    rows = ["first/Printing Press", "third/Printing Press"]
    assert places == [[{"logicalLocations": [{"fullyQualifiedName": row}]}] for row in rows]
    lines = _told("--format", "github").stdout.splitlines()
    begins = "::error title=innolog%3A failed (splay.direction)::{}: splay.direction: Printing Press: "
    assert all(line.startswith(begins.format(row)) for line, row in zip(lines, rows, strict=True))
    assert all(line.endswith("by the rules: right; the engine: left") for line in lines)
    assert all(empty not in line for line in lines for empty in (": :", ":;", ".:"))


_HELLO = {
    "answer": "hello", "protocol": 1, "name": "x", "version": "1", "editions": ["third", "first", "fourth"],
    "sets": ["base"], "players": [2, 3, 4, 5], "teams": True,
}  # fmt: skip
#: What an engine does once a position is set up; it has said hello before.
HOSTILE = {
    "time-out": "time.sleep(60)",
    "crash": "sys.stderr.write('out of cards\\n'); sys.exit(7)",
    "garbage": "print('<html>\\x1b[2J', flush=True)",
    "long line": "[sys.stdout.write('a' * 1000000) for _ in range(1000)]",
    # In one piece: a line that comes after the next request is its answer.
    "unasked": 'sys.stdout.write(\'{"answer": "ready"}\\n\' * 100000); sys.stdout.flush()',
    "error": 'print(\'{"answer": "error", "why": "no\\\\nway"}\', flush=True)',
}


def _hostile(what: str, limit: float) -> Report:
    code = (
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    if 'hello' in line:\n"
        f"        print({json.dumps(_HELLO)!r}, flush=True)\n"
        "    else:\n"
        f"        {what}\n"
    )
    with EngineProcess([sys.executable, "-c", code], limit) as engine:
        return run(engine, list(cases({"oars"})), range(1, 3))


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_engine_costs_one_line_a_case_and_little_time(kind: str) -> None:
    started = time.monotonic()
    # One who writes without being asked is found at the next request.
    report = _hostile(HOSTILE[kind], 5 if kind != "time-out" else 0.3)
    assert {group.rule for group in report.groups.values()} >= {kind}
    assert report.cases["fault"] == 5
    assert report.cases["not run"] > 10
    assert "the rest was not run" in report.fault
    assert time.monotonic() - started < 60
    assert all("\n" not in group.example.why for group in report.groups.values())


@pytest.mark.parametrize("wrong", [{"player": "0"}, {"choice": 1}, {"options": {}}, {"may": 1}])
def test_a_question_with_a_wrong_field_is_a_fault(wrong: dict[str, object]) -> None:
    """It was a difference with two equal sides, or none at all."""

    class _Wrong(Server):
        def question(self, choice: Choice) -> Data:
            return super().question(choice) | wrong

    report = run(LocalEngine(_Wrong), cases({"oars"}), [])
    ((name, value),) = wrong.items()
    assert {group.rule for group in report.groups.values()} == {"garbage"}
    assert all(f", {name} is {json.dumps(value)}, " in group.example.why for group in report.groups.values())


@pytest.mark.parametrize(
    "wrong",
    [{"players": [2, "x"]}, {"players": [True]}, {"editions": ["third", "fifth"]}, {"sets": ["moon"]}, {"teams": 1}],
)
def test_a_hello_with_a_wrong_field_is_a_fault(wrong: dict[str, object]) -> None:
    class _Wrong(Server):
        def hello(self) -> Data:
            return super().hello() | wrong

    report = run(LocalEngine(_Wrong), cases({"oars"}), [])
    ((name, value),) = wrong.items()
    assert report.fault.startswith(f"in its hello, {name} is {json.dumps(value)}, ")


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("/nowhere/at/all", "it cannot be started"),
        (f"{sys.executable} -c pass", "it ended with exit code 0"),
        # They wait for the request: what comes before it was not asked for.
        (f"{sys.executable} -c \"input(); print('{{}}')\"", "no object with the field answer"),
        (f"{sys.executable} -c \"input(); print('[' * 100000)\"", "not JSON"),
    ],
)
def test_an_engine_without_a_hello_is_one_line(program: str, told: str, tmp_path: Path) -> None:
    """On the page, too, which ended in a traceback: it took the name of an engine that had said none."""
    page = tmp_path / "page.html"
    call = ["conformance", "run", "--engine", program, "--only", "oars", "--games", "0", "--page", str(page)]
    done = CliRunner().invoke(main, call)
    assert done.exit_code == 3
    assert told in page.read_text(encoding="utf-8")
    assert told in done.stdout
    assert "Traceback" not in done.output


@pytest.mark.parametrize(
    ("said", "told"),
    [
        # What was wrong: the line of the source was shown, since it contains "Error" first.
        (
            'Traceback (most recent call last):\n  File "e.py", line 3, in f\n    raise ValueError("no effect")\n'
            "ValueError: no effect\n",
            "ValueError: no effect",
        ),
        ("Traceback (most recent call last):\n    raise Stuck(1)\ngame.Stuck: 1\n", "game.Stuck: 1"),
        ("e.js:1\nthrow new Error('x')\n^\n\nError: x\n    at e.js:1:7\n\nNode.js v20\n", "Error: x"),
        ('Exception in thread "main" a.B: x\n\tat C.main(C.java)\n', 'Exception in thread "main" a.B: x'),
        ("KeyError: 1\n\nDuring it:\n\n  File 1\ngame.Stuck: 2\n", "game.Stuck: 2"),
        ("panic: x\n\ngoroutine 1 [running]:\nmain.main()\n\t/e.go:3\nexit status 2\n", "panic: x"),
        ("the first\nthe last\n", "the last"),
    ],
)
def test_the_error_of_an_engine_is_shown_even_if_it_is_read_late(
    said: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was sometimes the first line, because nobody waited for what was still to be read."""

    def late(*more: object) -> None:
        time.sleep(0.1)
        keep(*more)

    keep: Callable[..., None] = process._keep
    monkeypatch.setattr(process, "_keep", late)
    program = tmp_path / "engine.py"
    program.write_text(f"import sys\ninput()\nsys.stderr.write({said!r})\nsys.exit(1)\n", encoding="utf-8")
    with EngineProcess([sys.executable, str(program)]) as engine, pytest.raises(EngineFault) as caught:
        engine.ask({"request": "hello"})
    assert str(caught.value) == f"it ended with exit code 1: {told}"


def test_an_engine_that_lies_about_what_it_plays_is_counted_apart() -> None:
    report = _hostile('print(\'{"answer": "not implemented", "what": "all"}\', flush=True)', 60)
    assert set(report.cases) == {"not implemented", "left out"}
    assert not report.failed


@pytest.mark.parametrize("program", ["", " ", "an 'open quote"])
def test_no_command_is_one_line(program: str) -> None:
    result = CliRunner().invoke(main, ["conformance", "run", "--engine", program, "--games", "0"])
    assert result.exit_code == 2
    assert "the command of the engine: " in result.stderr
