"""Output formats for verdicts: for people, for programs and for continuous integration."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator

from innolog.cli._text import printable, rule_and_reason, rules_in_words, sides
from innolog.cli._verdicts import VerdictRow
from innolog.replay.result import Verdict
from innolog.support.counting import counted

Writer = Callable[[Iterable[VerdictRow], bool], Iterator[str]]


def text(rows: Iterable[VerdictRow], verbose: bool) -> Iterator[str]:
    """One line per log; below an illegal one, the reasons."""
    for row in rows:
        yield "\n".join(_text_lines(row, verbose))


def json_lines(rows: Iterable[VerdictRow], verbose: bool) -> Iterator[str]:
    """One JSON object per log."""
    for row in rows:
        yield json.dumps(row)


def junit(rows: Iterable[VerdictRow], verbose: bool) -> Iterator[str]:
    """JUnit XML with one test case per log: a failure if it is illegal, an error if it cannot be judged."""
    # Imported here because few runs write XML.
    from xml.etree import ElementTree

    suite = ElementTree.Element("testsuite", name="innolog")
    counts = {"tests": 0, "failures": 0, "errors": 0}
    for row in rows:
        counts["tests"] += 1
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname=_xml(row["game_id"] or "game"),
            name=_xml(row["source"]),
            time=f"{row['seconds']:.3f}",
        )
        verdict = Verdict(row["verdict"])
        if verdict is Verdict.ILLEGAL:
            counts["failures"] += 1
            failure = ElementTree.SubElement(case, "failure", type=_xml(row["rule"] or ""), message=_xml(_reason(row)))
            failure.text = _xml("\n".join(_text_lines(row, False)))
        elif verdict in (Verdict.UNREADABLE, Verdict.UNSUPPORTED):
            counts["errors"] += 1
            ElementTree.SubElement(case, "error", type=verdict.value, message=_xml(_reason(row)))
    suite.attrib.update({name: str(count) for name, count in counts.items()})
    ElementTree.indent(suite)
    yield ElementTree.tostring(suite, encoding="unicode", xml_declaration=True)


def github(rows: Iterable[VerdictRow], verbose: bool) -> Iterator[str]:
    """GitHub workflow annotations for all logs that are not legal."""
    for row in rows:
        verdict = Verdict(row["verdict"])
        if verdict in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR):
            continue
        title = f"innolog: {_words(row['verdict'])}" + (f" ({row['rule']})" if row["rule"] else "")
        yield f"::error file={_property(row['source'])},title={_property(title)}::{_data(_reason(row))}"


FORMATS: dict[str, Writer] = {"text": text, "json": json_lines, "junit": junit, "github": github}


def _text_lines(row: VerdictRow, verbose: bool) -> Iterator[str]:
    head = f"{printable(row['source'])}: {_words(row['verdict'])}"
    legal = row["verdict"] in (Verdict.LEGAL.value, Verdict.LEGAL_SO_FAR.value)
    if row["not_recorded"] and legal:
        so_far = row["verdict"] == Verdict.LEGAL_SO_FAR.value
        head += ", as far as recorded" if so_far else " as far as recorded"
    rules = row["rules"]
    if rules is not None:
        head += f" ({rules_in_words(rules)})"
    if row["verdict"] != Verdict.ILLEGAL.value:
        yield ": ".join([head, *(printable(part) for part in (row["place"], row["message"]) if part)])
    else:
        yield head
        yield f"  at        {printable(row['place'] or 'place unknown')}"
        sentence, reason = rule_and_reason(
            row["rule"] or "", row["message"] or "", row["expected"] or "", row["observed"] or ""
        )
        yield f"  rule      {printable(row['rule'] or '')}: {printable(sentence)}"
        if reason:
            yield f"  reason    {printable(reason)}"
        for side, words in zip(sides(row["rule"] or ""), (row["expected"], row["observed"]), strict=True):
            yield f"  {side:<9} {printable(words or '')}"
        for line in row["board"]:
            yield f"  board     {printable(line)}"
        yield "  innolog did not check the log after this place"
    if row["not_recorded"] and (legal or verbose):
        yield f"  not recorded: {', '.join(row['not_recorded'])}"
    if row["settled"]:
        yield f"  not recorded in the source, and filled in with one possibility: {', '.join(row['settled'])}"
    for place in row["unread"]:
        yield f"  not understood: {printable(place)}"
    if verbose:
        for what, why in row["deduced"].items():
            yield f"  deduced   {printable(what)}: {printable(why)}"
        replayed = f"{counted(row['actions'], 'action')}, {counted(row['checks'], 'check')}"
        if row["digest"]:
            yield (
                f"  replayed  {replayed}, {counted(row['assumptions'], 'assumption')}, "
                f"{counted(row['returns'], 'backtrack')}, {counted(row['unknown'], 'unknown notification')}, "
                f"{row['seconds']:.2f} s"
            )
            yield f"  digest    {printable(row['digest'])}"
        elif row["not_recorded"]:
            more = " found, of more than innolog could search" if row["guessed"] else ""
            yield f"  replayed  {replayed}, {counted(row['explanations'], 'explanation')}{more}"
        if row["ended_by"]:
            winners = ", ".join(seat["name"] for seat in row["seats"] if seat["id"] in row["winners"])
            yield f"  ended     by {printable(row['ended_by'])}, won by {printable(winners)}"


def _reason(row: VerdictRow) -> str:
    return ": ".join(part for part in (row["place"], row["rule"], row["message"]) if part)


def _words(verdict: str) -> str:
    return verdict.replace("_", " ")


def _xml(value: str) -> str:
    """Text for XML, with control characters escaped, because XML allows few of them."""
    return "\n".join(printable(line) for line in value.splitlines())


def _data(value: str) -> str:
    """The message of a workflow command."""
    return printable(value).replace("%", "%25")


def _property(value: str) -> str:
    """A property of a workflow command."""
    return _data(value).replace(":", "%3A").replace(",", "%2C")
