"""``innolog regress``: compare the verdicts on a corpus with a baseline."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypedDict, cast, get_type_hints

import click

from innolog.cli._formats import REPORTS, Finding
from innolog.cli._jobs import jobs_option
from innolog.cli._manners import told
from innolog.cli._one import fail
from innolog.cli._output import check_file, check_inputs, write_file
from innolog.cli._progress import Progress
from innolog.cli._rules import rules_options
from innolog.cli._templates import templates_option
from innolog.cli._text import printable
from innolog.judging.verdicts import Judgement, judge
from innolog.replay.forced import Forced
from innolog.support.counting import counted
from innolog.support.exits import DIFFERENT, NOT_JUDGED, USAGE
from parsers.finding import NothingFound, find
from parsers.text import json_text

if TYPE_CHECKING:
    from parsers.lines.templates import Table


class BaselineRow(TypedDict):
    """One log in a baseline: its verdict, the place where it is illegal, and the reconstructed game.

    ``source`` is the path of the log within the corpus. ``actions`` does not count the opening. ``checks`` counts the
    statements of the log that were compared with the engine; if it falls, something is no longer checked.
    """

    source: str
    verdict: str
    rule: str | None
    move: int | None
    digest: str | None
    actions: int
    checks: int
    assumptions: int


@click.command("regress")
@click.argument("corpus", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--baseline",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("innolog-baseline.jsonl"),
    show_default=True,
    help="The committed file: one JSON object per log, sorted.",
)
@click.option("--update", is_flag=True, help="Write a new baseline.")
@click.option("--format", "form", type=click.Choice(["text", "json", *REPORTS]), default="text", show_default=True)
@rules_options
@templates_option
@jobs_option
def command(
    corpus: Path, baseline: Path, update: bool, form: str, forced: Forced, templates: Table | None, jobs: int
) -> None:
    """Validate every log of CORPUS and report what changed since the baseline was written.

    Use it in continuous integration to test an implementation of the rules that records games, or a new version of
    innolog, against known verdicts, digests and counts. The formats are those of `validate`; json prints one object per
    change.

    Exit codes: 0 nothing changed, 1 something changed, 2 the baseline cannot be read or written, 3 there is no log.
    """
    check_inputs([str(corpus)], baseline)
    if all(isinstance(found, NothingFound) for found in find([corpus])):
        fail(f"{corpus}: no logs found", NOT_JUDGED)
    if update:
        check_file(baseline)
    old = {} if update else _read(baseline)
    new = {row["source"]: row for row in _judge(corpus, forced, templates, jobs)}
    if update:
        text = "".join(json_text(new[source]) + "\n" for source in sorted(new))
        write_file(baseline, text.encode())
        told(f"{baseline}: {counted(len(new), 'log')}")
        return
    changes = differences(old, new)
    write = {"text": _lines, "json": _objects}.get(form)
    for line in write(changes) if write else REPORTS[form](_findings(changes, new, corpus)):
        click.echo(line)
    told(f"{counted(len(new), 'log')}, {counted(len(changes), 'change')}")
    sys.exit(DIFFERENT if changes else 0)


class Difference(NamedTuple):
    """One log that is new, missing or changed. ``fields`` maps what changed to its values before and after."""

    kind: str
    source: str
    fields: dict[str, tuple[object, object]]

    @property
    def words(self) -> str:
        """What changed, on one line."""
        if self.kind == "new":
            return str(self.fields["verdict"][1])
        if self.kind == "missing":
            return f"was {self.fields['verdict'][0]}"
        sides = {name: ["none" if side is None else side for side in both] for name, both in self.fields.items()}
        return ", ".join(f"{name} {before} -> {after}" for name, (before, after) in sides.items())


def differences(old: dict[str, BaselineRow], new: dict[str, BaselineRow]) -> list[Difference]:
    """The logs that are new, missing or changed, sorted by name."""
    found: list[Difference] = []
    for source in sorted(old.keys() | new.keys()):
        before, after = old.get(source), new.get(source)
        if before is None:
            assert after is not None
            found.append(Difference("new", source, {"verdict": (None, after["verdict"])}))
        elif after is None:
            found.append(Difference("missing", source, {"verdict": (before["verdict"], None)}))
        elif before != after:
            changed = {key: (before.get(key), value) for key, value in after.items() if before.get(key) != value}
            found.append(Difference("changed", source, changed))
    return found


def _lines(changes: list[Difference]) -> Iterator[str]:
    for change in changes:
        yield printable(f"{change.kind:<9} {change.source}: {change.words}")


def _objects(changes: list[Difference]) -> Iterator[str]:
    for change in changes:
        yield json.dumps({"source": change.source, "change": change.kind, "fields": change.fields})


def _findings(changes: list[Difference], new: dict[str, BaselineRow], corpus: Path) -> Iterator[Finding]:
    """Every log, and what changed in it. Logs have the names that `validate` prints."""
    changed = {change.source: change for change in changes}
    for source in sorted(new.keys() | changed.keys()):
        change, path = changed.get(source), _path(source, corpus)
        if change is None:
            yield Finding(path, None, "unchanged", "unchanged", "", "regress")
        else:
            yield Finding(path, "failure", change.kind, change.kind, f"{change.kind}: {change.words}", "regress")


def _judge(corpus: Path, forced: Forced, templates: Table | None, jobs: int) -> list[BaselineRow]:
    rows: list[BaselineRow] = []
    with Progress("logs") as progress:
        for row in judge([corpus], forced=forced, templates=templates, jobs=jobs):
            rows.append(_baseline_row(row, corpus))
            progress.update(len(rows))
    return rows


def _baseline_row(row: Judgement, corpus: Path) -> BaselineRow:
    source = row.source.removeprefix(str(corpus)).lstrip("/\\") or corpus.name
    return BaselineRow(
        source=source.replace(os.sep, "/"),
        verdict=row.verdict,
        rule=row.rule,
        move=row.move,
        digest=row.digest,
        actions=row.actions,
        checks=row.checks,
        assumptions=row.assumptions,
    )


def _path(source: str, corpus: Path) -> str:
    """The path of a log in a baseline, which need not exist any more."""
    if corpus.is_dir():
        return os.path.join(corpus, source)
    # A member of an archive, or the file itself.
    return f"{corpus}{source}" if source.startswith("!") else str(corpus.parent / source)


def _read(baseline: Path) -> dict[str, BaselineRow]:
    try:
        lines = baseline.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        fail(f"{baseline}: no baseline found; write one with --update", USAGE)
    except (OSError, UnicodeDecodeError) as error:
        fail(f"{baseline}: {getattr(error, 'strerror', None) or 'this is no baseline'}", USAGE)
    rows: dict[str, BaselineRow] = {}
    for number, line in enumerate(lines, 1):
        row = _row(line)
        if row is None:
            fail(f"{baseline}: line {number}: this is not a row of a baseline", USAGE)
        if row["source"] in rows:
            fail(f"{baseline}: line {number}: {row['source']} has a row already", USAGE)
        rows[row["source"]] = row
    return rows


def _row(line: str) -> BaselineRow | None:
    """A row of a baseline; None if a field is missing, unknown or of another type."""
    types = get_type_hints(BaselineRow)
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(row, dict) or row.keys() != types.keys():
        return None
    if not all(isinstance(row[name], kind) for name, kind in types.items()):
        return None
    return cast(BaselineRow, row)
