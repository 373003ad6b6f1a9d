"""``innolog validate``: give a verdict on every log."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import click

from innolog.cli._formats import FORMATS, formatted
from innolog.cli._jobs import jobs_option
from innolog.cli._manners import colored, told
from innolog.cli._one import exit_code
from innolog.cli._output import OutputPath, check_inputs, lines_to, output_option
from innolog.cli._progress import Progress
from innolog.cli._rules import rules_options
from innolog.cli._templates import templates_option
from innolog.cli._text import printable
from innolog.judging.verdicts import Judgement, judge
from innolog.replay.forced import Forced
from innolog.results.result import Verdict
from innolog.support.counting import counted

if TYPE_CHECKING:
    from innolog.proving.writing import Written
    from parsers.lines.templates import Table


@click.command("validate")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@rules_options
@templates_option
@jobs_option
@click.option(
    "--together",
    is_flag=True,
    help="Give one verdict per game: merge the logs of each table, which must agree and have the same format.",
)
@click.option(
    "--proof",
    "proof",
    type=OutputPath(in_place=True),
    metavar="FILE",
    help="Write what each verdict of legal rests on, for `check --proof`: one line of JSON per log.",
)
@output_option("The file to write the verdicts to.", in_place=True)
@click.option("-v", "--verbose", is_flag=True, help="In text output, also print what the verdict is based on.")
def command(
    paths: tuple[str, ...],
    form: str,
    forced: Forced,
    templates: Table | None,
    jobs: int,
    together: bool,
    proof: str | None,
    output: str,
    verbose: bool,
) -> None:
    """Check for each log whether these players, under these rules, could have produced it.

    PATH is a file, a folder, a glob, an archive (.zip, .gz), a URL of any of these, or - for standard input.

    The verdicts are legal; legal so far (an unfinished game); illegal, with the place, the rule and what the rules
    allow there; unsupported; and unreadable.

    The format json prints one object per line, junit writes one test case per log, github prints annotations for a
    workflow, and sarif writes results for code hosts.

    With --proof, the proof of each verdict of legal is checked at once. If it does not hold, the verdict is
    unsupported.

    Exit codes: 0 if all logs are legal, 1 if any is illegal, 3 if any is unreadable or unsupported or there is no log.
    """
    if proof is not None and together:
        raise click.UsageError("a proof is about one file: --proof does not go with --together")
    check_inputs(paths, output, *([] if proof is None else [proof]))
    started = time.perf_counter()
    verdicts: Counter[str] = Counter()
    with Progress("logs", paths, to_file=output != "-") as progress, ExitStack() as stack:
        echo = stack.enter_context(lines_to(output))
        # Proofs of many logs do not fit into memory.
        proofs = None if proof is None else stack.enter_context(_writing_proofs(proof))

        def counted(rows: Iterable[Judgement]) -> Iterator[Judgement]:
            for row in rows:
                verdicts[row.verdict] += 1
                yield row
                progress.update(verdicts.total())

        rows = judge(
            paths,
            forced=forced,
            templates=templates,
            jobs=jobs,
            together=together,
            proofs=proofs,
        )
        for text in formatted(counted(rows), form, verbose, color=output == "-" and colored()):
            echo(text)
    told(_summary(verdicts, time.perf_counter() - started))
    sys.exit(exit_code(verdicts))


@contextmanager
def _writing_proofs(output: str) -> Iterator[Callable[[Written], None]]:
    """What writes each proof to a file as a line, or says on stderr why there is none."""
    with lines_to(output) as echo:

        def write(written: Written) -> None:
            if written.line is None:
                click.echo(printable(f"{written.source}: no proof: {written.why}"), err=True)
            else:
                echo(written.line)

        yield write


def _summary(verdicts: Counter[str], seconds: float) -> str:
    if not verdicts:
        return "no logs found"
    counts = ", ".join(f"{verdicts[v.value]} {v.value.replace('_', ' ')}" for v in Verdict if verdicts[v.value])
    return f"{counted(verdicts.total(), 'log')} in {seconds:.1f} s: {counts}"
