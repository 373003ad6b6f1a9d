"""Check proofs of verdicts, for ``innolog check --proof``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from innolog.cli._found import finding
from innolog.cli._one import fail
from innolog.cli._text import printable
from innolog.log import UnreadableLog, UnsupportedLog
from innolog.proving.checking import check
from innolog.proving.proof import Refused, digest_of, read
from innolog.support.counting import counted
from innolog.support.exits import ILLEGAL, NOT_JUDGED, USAGE
from parsers import blobs, read_blob


def check_proofs(file: str, paths: Sequence[str], form: str) -> int:
    """Hold the proofs in a file against the logs at ``paths``, print a line for each log, and return the exit code."""
    by_log, refused = _proofs(file)
    found: Counter[str] = Counter()
    seen: set[str] = set()

    def tell(source: str, state: str, said: str, **numbers: object) -> None:
        found[state] += 1
        if form == "json":
            faults = [] if state == "holds" else [said]
            click.echo(finding(source, "proof", faults, proof=state, **numbers))
        else:
            click.echo(printable(f"{source}: {said}"))

    for reason in refused:
        tell(file, "refused", reason)
    for blob in blobs(paths):
        if isinstance(blob, UnreadableLog):
            tell(blob.source, "missing", str(blob).removeprefix(f"{blob.source}: "))
            continue
        log = digest_of(blob.data)
        seen.add(log)
        told: dict[str, object] = {}
        try:
            state, said = "missing", "no proof of this log"
            for line in by_log.get(log, ()):
                of = check(read(line), blob.data, read_blob(blob))
                numbers = (counted(of.actions, "action"), counted(of.statements, "statement"))
                rests = f" and {counted(of.assumptions, 'assumption')}" if of.assumptions else ""
                if of.rest:
                    rests += f"; not the last {counted(of.rest, 'statement')}, because the log ends within an action"
                verdict = of.verdict.replace("_", " ")
                told = {
                    "verdict": of.verdict, "actions": of.actions, "statements": of.statements,
                    "assumptions": of.assumptions, "rest": of.rest,
                }  # fmt: skip
                state, said = "holds", f"{verdict}: the proof holds ({', '.join(numbers)}{rests})"
        except Refused as error:
            told = {}
            state, said = "refused", f"the proof does not hold: {error}"
        except (UnreadableLog, UnsupportedLog) as error:
            state, said = "missing", str(error).removeprefix(f"{blob.name}: ")
        tell(blob.name, state, said, **told)
    if rest := sum(len(lines) for log, lines in by_log.items() if log not in seen):
        click.echo(f"{counted(rest, 'proof')} of logs that were not given", err=True)
    if found["refused"]:
        return ILLEGAL
    return NOT_JUDGED if found["missing"] or not found else 0


def _proofs(file: str) -> tuple[dict[str, list[bytes]], list[str]]:
    """The lines of a file of proofs by the digest of the log; and what is wrong with the other lines."""
    try:
        lines = Path(file).read_bytes().splitlines()
    except OSError as error:
        fail(f"{file}: {error.strerror or error}", USAGE)
    by_log: dict[str, list[bytes]] = {}
    refused: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            by_log.setdefault(read(line).log, []).append(line)
        except Refused as error:
            refused.append(f"line {number}: {error}")
    return by_log, refused
