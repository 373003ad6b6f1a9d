"""Output formats for verdicts: for people, for programs and for continuous integration."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePath
from typing import NamedTuple

import click

from innolog.cards.generations import Generation
from innolog.cli._text import printable, qualification, rule_and_reason, rules_in_words, sides
from innolog.comparing.rules import RULES
from innolog.judging.verdicts import Judgement
from innolog.results.result import Verdict
from innolog.support.counting import counted
from innolog.version import version

#: The number of a line in a place.
_LINE = re.compile(r"\bline ([1-9][0-9]{0,8})\b")


class Finding(NamedTuple):
    """One log in the formats of continuous integration.

    ``level`` is None if there is nothing to report, ``failure`` or ``error``; ``kind`` says what is wrong, ``group``
    what the log belongs to. ``text`` explains the message, ``place`` is where in the log it is wrong. ``skipped``: why
    nothing was looked at. ``is_file``: False when the source is something else than a log, such as a card.
    """

    source: str
    level: str | None
    kind: str
    title: str
    message: str
    group: str = "game"
    text: str = ""
    seconds: float = 0.0
    place: str = ""
    skipped: str = ""
    is_file: bool = True


def junit_of(findings: Iterable[Finding]) -> Iterator[str]:
    """JUnit XML with one test case per log."""
    # Imported here because few runs write XML.
    from xml.etree import ElementTree

    suite = ElementTree.Element("testsuite", name="innolog")
    counts = {"tests": 0, "failures": 0, "errors": 0}
    for found in findings:
        counts["tests"] += 1
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname=_data_text(found.group),
            name=_data_text(found.source),
            time=f"{found.seconds:.3f}",
        )
        if found.level is not None:
            counts[f"{found.level}s"] += 1
            told = ElementTree.SubElement(
                case, found.level, type=_data_text(found.kind), message=_data_text(found.message)
            )
            told.text = _data_text(found.text) or None
        elif found.skipped:
            counts["skipped"] = counts.get("skipped", 0) + 1
            ElementTree.SubElement(case, "skipped", message=_data_text(found.skipped))
    suite.attrib.update({name: str(count) for name, count in counts.items()})
    ElementTree.indent(suite)
    yield ElementTree.tostring(suite, encoding="unicode", xml_declaration=True)


def github_of(findings: Iterable[Finding]) -> Iterator[str]:
    """GitHub workflow annotations for all logs with something to report."""
    for found in findings:
        if found.level is not None:
            file = f"file={_property(found.source)}," if found.is_file else ""
            message = found.message if found.is_file else f"{found.source}: {found.message}"
            yield f"::error {file}title={_property(f'innolog: {found.title}')}::{_data(message)}"


def sarif_of(findings: Iterable[Finding]) -> Iterator[str]:
    """SARIF 2.1.0, which code hosts show beside the files: one result for each log with something to report."""
    told = [found for found in findings if found.level is not None]
    kinds = sorted({found.kind for found in told})
    rules = []
    for kind in kinds:
        known = RULES.get(kind)
        rules.append({"id": kind, "shortDescription": {"text": known.sentence if known else kind.replace("_", " ")}})
    results = [
        {
            "ruleId": found.kind,
            "ruleIndex": kinds.index(found.kind),
            "level": "error" if found.level == "failure" else "warning",
            "message": {"text": _data_text(found.message)},
            "locations": [_location(found)],
        }
        for found in told
    ]
    driver = {"name": "innolog", "version": version(), "rules": rules}
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
    }
    yield json.dumps(log, indent=2)


def _location(found: Finding) -> dict[str, object]:
    """Where SARIF shows a result: the file relative to the current folder, and the line.

    An export of packets has its place in words only; it is shown at the first line.
    """
    from urllib.parse import quote

    if not found.is_file:
        return {"logicalLocations": [{"fullyQualifiedName": _data_text(found.source)}]}
    path, here = found.source.replace("\\", "/"), f"{Path.cwd().as_posix()}/"
    inside = path.startswith(here) or not PurePath(path).is_absolute()
    uri = quote(path.removeprefix(here).removeprefix("./"), safe="/!")
    artifact = {"uri": uri, "uriBaseId": "%SRCROOT%"} if inside else {"uri": f"file://{uri}"}
    line = _LINE.search(found.place)
    location: dict[str, object] = {
        "physicalLocation": {"artifactLocation": artifact, "region": {"startLine": int(line[1]) if line else 1}}
    }
    if found.place:
        location["logicalLocations"] = [{"fullyQualifiedName": _data_text(found.place)}]
    return location


def _findings(rows: Iterable[Judgement]) -> Iterator[Finding]:
    for row in rows:
        verdict = Verdict(row.verdict)
        level = kind = None
        if verdict is Verdict.ILLEGAL:
            level, kind = "failure", row.rule
        elif verdict in (Verdict.UNREADABLE, Verdict.UNSUPPORTED):
            level = "error"
        yield Finding(
            source=row.source,
            level=level,
            kind=kind or verdict.value,
            title=_words(row.verdict) + (f" ({row.rule})" if row.rule else ""),
            message=_reason(row),
            group=row.game_id or "game",
            text="\n".join(_text_lines(row, False)) if level == "failure" else "",
            seconds=row.seconds,
            place=row.place or "",
        )


#: The formats of continuous integration.
REPORTS: dict[str, Callable[[Iterable[Finding]], Iterator[str]]] = {
    "junit": junit_of, "github": github_of, "sarif": sarif_of,
}  # fmt: skip
#: All formats of verdicts.
FORMATS = ("text", "json", *REPORTS)


def formatted(rows: Iterable[Judgement], form: str, verbose: bool = False, *, color: bool = False) -> Iterator[str]:
    """Verdicts in one of :data:`FORMATS`: a text for each of them, or one for all. ``color`` is for text alone."""
    if form in REPORTS:
        yield from REPORTS[form](_findings(rows))
        return
    for row in rows:
        yield json.dumps(vars(row)) if form == "json" else "\n".join(_text_lines(row, verbose, color))


#: The colors of verdicts.
_COLORS = {
    Verdict.LEGAL: "green",
    Verdict.LEGAL_SO_FAR: "green",
    Verdict.ILLEGAL: "red",
    Verdict.UNSUPPORTED: "yellow",
    Verdict.UNREADABLE: "yellow",
}


def _text_lines(row: Judgement, verbose: bool, color: bool = False) -> Iterator[str]:
    verdict = Verdict(row.verdict)
    told = _words(row.verdict)
    if color:
        told = click.style(told, fg=_COLORS[verdict], bold=True)
    head = f"{printable(row.source)}: {told}{qualification(verdict, row.not_recorded)}"
    rules = row.rules
    if rules is not None:
        head += f" ({rules_in_words(rules)})"
    if verdict is not Verdict.ILLEGAL:
        yield ": ".join([head, *(printable(part) for part in (row.place, row.message) if part)])
    else:
        yield head
        yield f"  at        {printable(row.place or 'place unknown')}"
        sentence, reason = rule_and_reason(row.rule or "", row.message or "", row.expected or "", row.observed or "")
        yield f"  rule      {printable(row.rule or '')}: {printable(sentence)}"
        if reason:
            yield f"  reason    {printable(reason)}"
        for side, words in zip(sides(row.rule or ""), (row.expected, row.observed), strict=True):
            yield f"  {side:<9} {printable(words or '')}"
        for line in row.board:
            yield f"  board     {printable(line)}"
        yield "  innolog did not check the log after this place"
    if row.not_recorded and (verdict.explained or verbose):
        yield f"  not recorded: {', '.join(row.not_recorded)}"
    if row.settled:
        yield f"  not recorded in the source, and filled in with one possibility: {', '.join(row.settled)}"
    for place in row.unread:
        yield f"  not understood: {printable(place)}"
    if verbose:
        for what, why in row.deduced.items():
            yield f"  deduced   {printable(what)}: {printable(why)}"
        if (code := row.generation) is not None:
            yield f"  code      {Generation[code['name'] or ''].in_words}"
        replayed = f"{counted(row.actions, 'action')}, {counted(row.checks, 'check')}"
        if row.digest:
            yield (
                f"  replayed  {replayed}, {counted(row.assumptions, 'assumption')}, "
                f"{counted(row.returns, 'backtrack')}, {counted(row.unknown, 'unknown notification')}, "
                f"{row.seconds:.2f} s"
            )
            yield f"  digest    {printable(row.digest)}"
        elif row.not_recorded:
            more = " found, of more than innolog could search" if row.guessed else ""
            yield f"  replayed  {replayed}, {counted(row.explanations, 'explanation')}{more}"
        if row.ended_by:
            winners = ", ".join(seat["name"] for seat in row.seats if seat["id"] in row.winners)
            yield f"  ended     by {printable(row.ended_by)}, won by {printable(winners)}"


def _reason(row: Judgement) -> str:
    return ": ".join(part for part in (row.place, row.rule, row.message) if part)


def _words(verdict: str) -> str:
    return verdict.replace("_", " ")


def _data(value: str) -> str:
    """The message of a workflow command."""
    return printable(value).replace("%", "%25")


def _data_text(value: str) -> str:
    """Text with control characters escaped, of which XML allows few."""
    return "\n".join(printable(line) for line in value.splitlines())


def _property(value: str) -> str:
    """A property of a workflow command."""
    return _data(value).replace(":", "%3A").replace(",", "%2C")
