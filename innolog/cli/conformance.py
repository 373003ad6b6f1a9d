"""``innolog conformance``: hold another engine of the game against the rules."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from innolog.cli._manners import told
from innolog.cli._numbers import Number
from innolog.cli._one import fail
from innolog.cli._output import OutputPath, check_folder, folder_option, write_file, writing
from innolog.cli._progress import Progress
from innolog.cli._text import printable
from innolog.support.counting import counted
from innolog.support.errors import InnologError
from innolog.support.exits import DIFFERENT, NOT_JUDGED, USAGE

if TYPE_CHECKING:
    from innolog.cli._formats import Finding
    from innolog.conformance.running import Report

#: The names of the files and folders that ``suite`` writes.
_OURS = r"first|third|fourth|index\.json|LICENCE\.txt"


@click.group("conformance")
def command() -> None:
    """Hold another engine of the game against the rules.

    The engine is any program that speaks a small protocol of JSON lines; `innolog docs conformance` shows how to write
    the adapter. `innolog schema conformance` has the fields of the messages.
    """


@command.command("serve")
def serve() -> None:
    """Be such an engine: read requests from standard input, and answer on standard output."""
    from innolog.conformance.serving import Server

    def send(answer: str) -> None:
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()

    Server(sys.stdin.buffer.readline, send).run()


@command.command("suite")
@folder_option
def suite(output: str) -> None:
    """Write the cases as JSON files, one for each card and rule of an edition, to be used without innolog.

    index.json lists the files with their checksums.

    Exit codes: 0 written, 2 not written.
    """
    from innolog.conformance.suite import cases, suite_files

    folder = Path(output)
    check_folder(folder, _OURS)
    number = 0
    with Progress("files") as progress:
        for file in suite_files(cases()):
            path = folder / file.path
            with writing(path):
                path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, file.content)
            number += 1
            progress.update(number)
    told(f"wrote {counted(number, 'file')} to {click.format_filename(folder)}")


@command.command("adapter")
@click.argument("language", type=click.Choice(["python", "javascript"]))
def adapter(language: str) -> None:
    """Print a template of an adapter, the program between an engine and the protocol.

    As it is, it answers "not implemented" to everything. `innolog docs conformance` says how to go on.
    """
    from importlib.resources import files

    name = {"python": "adapter.py", "javascript": "adapter.js"}[language]
    click.echo((files("innolog.docs.conformance") / name).read_text(encoding="utf-8"), nl=False)


@command.command("run")
@click.option("--engine", "program", required=True, metavar="COMMAND", help="The program; no shell runs it.")
@click.option(
    "--suite",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder that `innolog conformance suite` wrote.  [default: the cases of this innolog]",
)
@click.option("--only", multiple=True, metavar="NAME", help="Only the cases of this card or rule; several times.")
@click.option("--games", type=click.IntRange(0), default=50, show_default=True, help="Whole games after the cases.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The seed of the first game.")
@click.option("--time-limit", type=Number(0.05), default=10.0, show_default=True, help="Seconds per answer.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "junit", "github", "sarif"]),
    default="text",
    show_default=True,
)
@click.option("--page", type=OutputPath(path_type=Path), help="Also write one HTML page.")
def run(
    program: str,
    folder: Path | None,
    only: tuple[str, ...],
    games: int,
    seed: int,
    time_limit: float,
    form: str,
    page: Path | None,
) -> None:
    """Hold an engine against the cases, then against whole games with the same deals and decisions.

    What differs is printed by rule and card, each with a small example: a position, one action, and what follows.

    Exit codes: 0 no difference, 1 differences, 2 wrong usage, 3 the engine does not answer.
    """
    from innolog.conformance import suite
    from innolog.conformance.process import EngineProcess
    from innolog.conformance.running import run

    try:
        engine = EngineProcess(program, time_limit)
    except ValueError as error:
        raise click.UsageError(f"the command of the engine: {error}") from None
    try:
        names = _known(only)
        # Which rule a case is about is known when it is made.
        cards = names if not any("." in name for name in names) else ()
        found = suite.cases(cards) if folder is None else suite.read(folder)
        if names:
            found = (case for case in found if case.subject.lower() in names)
        with engine, Progress("cases") as progress:
            report = run(engine, found, range(seed, seed + games), progress.update)
    except InnologError as error:
        fail(str(error), USAGE)
    for output in _formatted(report, form):
        click.echo(output)
    told(_summary(report))
    if page is not None:
        from reports.conformance import page_of

        write_file(page, page_of(_page_data(report)).encode("utf-8", "replace"))
    if report.fault:
        sys.exit(NOT_JUDGED)
    sys.exit(DIFFERENT if report.failed else 0)


def _known(names: tuple[str, ...]) -> set[str]:
    """Names of cards and rules in lower case. Raises :class:`click.UsageError` for one that has no cases."""
    from difflib import get_close_matches

    from innolog.conformance.suite import subjects

    known = {name.lower(): name for name in subjects()} if names else {}
    for name in names:
        if name.lower() not in known:
            near = [other for other in known if name.lower() in other]
            near = list(dict.fromkeys([*near, *get_close_matches(name.lower(), known)]))[:5]
            told = f" Did you mean {' or '.join(known[other] for other in near)}?" if near else ""
            rules = ", ".join(other for other in known.values() if other.islower() and "." in other)
            raise click.UsageError(f"No case is about {name}.{told} Name a card, or a rule: {rules}.")
    return {name.lower() for name in names}


def _formatted(report: Report, form: str) -> Iterator[str]:
    from innolog.conformance.running import as_json

    if form == "json":
        yield json.dumps(as_json(report))
    elif form == "text":
        yield from _text(report)
    else:
        from innolog.cli._formats import REPORTS

        yield from REPORTS[form](_findings(report))


def _text(report: Report) -> Iterator[str]:
    from innolog.conformance.running import says
    from innolog.conformance.telling import in_words

    if report.engine:
        said = report.engine
        sets = ", ".join(map(str, said["sets"]))
        editions = ", ".join(map(str, said["editions"]))
        yield printable(f"engine {said['name']} {said['version']}: editions {editions}; sets {sets}")
    if report.fault:
        yield printable(f"fault: {report.fault}")
    for group in report.groups.values():
        editions, number = f"{' and '.join(group.editions)} edition", counted(len(group.cases), "case")
        yield printable(f"{group.verdict}: {group.title} ({editions}, {number})")
        if sentence := says(group.rule):
            yield f"  rule: {printable(sentence)}"
        for rule, times in group.possibly.items():
            yield f"  possibly {rule} ({counted(times, 'case')}): {printable(says(rule))}"
        for line in in_words(group.example):
            yield f"  {printable(line)}"
    if report.lacking:
        yield printable(f"not implemented, so left out of games: {', '.join(sorted(report.lacking))}")


def _summary(report: Report) -> str:
    from innolog.conformance.running import VERDICTS

    parts = []
    for what, counts in (("case", report.cases), ("game", report.games)):
        if counts.total():
            told = ", ".join(f"{counts[name]} {name}" for name in VERDICTS if counts[name])
            parts.append(f"{counted(counts.total(), what)}: {told}")
    return "; ".join(parts) or "nothing was run"


def _findings(report: Report) -> Iterator[Finding]:
    """A finding for each card and rule: one with the difference for each group, and one that passes for each other."""
    from innolog.cli._formats import Finding
    from innolog.conformance.holding import FAILED, FAULT, PASSED
    from innolog.conformance.running import says
    from innolog.conformance.telling import in_words, what_differs

    if report.fault:
        yield Finding("engine", "error", "fault", "fault", report.fault, "engine", is_file=False)
    red = set()
    for group in report.groups.values():
        if group.verdict not in (FAILED, FAULT):
            continue
        lines = [line.strip() for line in what_differs(group.example)[:3]]
        told = " ".join([*lines[:1], "; ".join(lines[1:])]).strip()
        for edition, row in sorted(group.rows):
            red.add((edition, row))
            yield Finding(
                source=f"{edition}/{row}",
                level="failure" if group.verdict == FAILED else "error",
                kind=group.rule,
                title=f"{group.verdict} ({group.rule})",
                message=": ".join(part for part in (group.title, says(group.rule).rstrip("."), told) if part),
                group=f"{edition} edition",
                text="\n".join(in_words(group.example)),
                is_file=False,
            )
    for (edition, subject), counts in report.table.items():
        if (edition, subject) not in red:
            skipped = "" if counts[PASSED] else ", ".join(counts)
            yield Finding(f"{edition}/{subject}", None, "passed", "", "", f"{edition} edition", skipped=skipped)


def _page_data(report: Report) -> dict[str, object]:
    """What the page shows, in words."""
    from innolog.conformance.running import as_json, says
    from innolog.conformance.telling import in_words

    data = as_json(report)
    for row, group in zip(data["groups"], report.groups.values(), strict=True):
        row["title"], row["rows"] = group.title, sorted(group.rows)
        row["lines"] = in_words(group.example)
        row["possible"] = [(rule, times, says(rule)) for rule, times in group.possibly.items()]
        row["file"] = json.dumps(row.pop("example"))
    data["summary"] = _summary(report)
    return data
