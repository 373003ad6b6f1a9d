"""``innolog ingest``: replay logs and add them to a dataset."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

import click
from click.core import ParameterSource

from innolog.cli._jobs import jobs_option
from innolog.cli._manners import quiet, told
from innolog.cli._one import exit_code, fail
from innolog.cli._progress import number_of_files
from innolog.cli._rules import rules_options
from innolog.cli._templates import templates_option
from innolog.cli._text import printable
from innolog.replay.forced import Forced
from innolog.support.counting import counted
from innolog.support.exits import NOT_JUDGED, USAGE

if TYPE_CHECKING:
    from innolog.ingest.pipeline import IngestSummary, Problem
    from parsers.lines.templates import Table


@click.command("ingest")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "-o",
    "--output",
    "folder",
    required=True,
    type=click.Path(file_okay=False),
    help="The folder or URL of the dataset.",
)
@jobs_option
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Replay on a dask.distributed cluster; the address of its scheduler, such as tcp://host:8786.",
)
@click.option(
    "--batch",
    "batch_logs",
    type=click.IntRange(min=1),
    metavar="LOGS",
    help="Number of logs that are written together, or a hundredth of the dataset if that is more. Complete batches "
    "survive an interruption.  [default: 1000]",
)
@rules_options
@templates_option
@click.option(
    "--anonymize",
    "key_file",
    type=click.Path(dir_okay=False),
    metavar="KEYFILE",
    help="Replace players, games and sources with pseudonyms derived from the key in this file. The file is created "
    "if it does not exist. Keep it, and keep it apart from the dataset.",
)
@click.option(
    "--review",
    type=click.IntRange(min=1),
    metavar="DEALS",
    help="Value each decision and each drawn card of the legal games, in this many deals; it takes seconds a game. See "
    "innolog docs review.",
)
def command(
    paths: tuple[str, ...],
    folder: str,
    jobs: int,
    scheduler: str | None,
    batch_logs: int | None,
    review: int | None,
    forced: Forced,
    templates: Table | None,
    key_file: str | None,
) -> None:
    """Replay logs and add them to a dataset of Parquet tables.

    PATH is a file, a folder, a glob, an archive (.zip, .gz), a URL such as s3://bucket/logs, or - for standard input.
    The dataset may be at a URL, too.

    Logs that the dataset already contains are skipped. To continue an interrupted ingest, run the same command again.
    Illegal, unsupported and unreadable logs are recorded with their verdict. A PATH without any log is reported but not
    recorded. If no PATH has a log, no dataset is created.

    Exit codes: 0 if all logs are legal, 1 if any is illegal, 3 if any is unreadable, unsupported or missing. Skipped
    logs count with their recorded verdicts.
    """
    if scheduler and click.get_current_context().get_parameter_source("jobs") is not ParameterSource.DEFAULT:
        raise click.UsageError("--jobs and --scheduler cannot be combined: give one of them")
    # Arrow's default memory pool grows when many small tables are written. The pool must be chosen before Arrow is
    # loaded; worker processes inherit the choice.
    if sys.platform == "linux":
        os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "jemalloc")
    import pyarrow as pa

    from innolog.ingest.cluster import ClusterError
    from innolog.ingest.pipeline import BATCH_LOGS, ingest
    from innolog.store.errors import DatasetError
    from innolog.store.pseudonyms import BadKey, open_key

    if "jemalloc" not in pa.supported_memory_backends():
        pa.set_memory_pool(pa.system_memory_pool())
    try:
        pseudonyms = open_key(Path(key_file), Path(folder)) if key_file else None
        with _Watch(paths) as watch:
            summary = ingest(
                paths,
                folder,
                forced=forced,
                templates=templates,
                jobs=jobs,
                scheduler=scheduler,
                batch_logs=batch_logs or BATCH_LOGS,
                pseudonyms=pseudonyms,
                review=review,
                progress=watch,
            )
    except (DatasetError, BadKey, ClusterError) as error:
        fail(str(error), USAGE)
    _report(summary, folder)
    sys.exit(NOT_JUDGED if summary.missing else exit_code(summary.verdicts))


def _report(summary: IngestSummary, folder: str) -> None:
    """Report on stderr what was added, and the logs that do not count."""
    for table, sources in summary.contested.items():
        text = f"{table}: {', '.join(sources)} and an earlier log tell different games, and none of them counts"
        told(printable(f"{text}; same_game lists them"))
    for source in summary.copies:
        told(printable(f"{source}: nearly the same game as an earlier log, and only the best counts"))
    told(_summary(summary, folder))


class _Watch:
    """Reports problems on stderr, and the progress if stderr is a terminal: how many logs of how many files."""

    def __init__(self, paths: Sequence[str]) -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        disabled = quiet() or not sys.stderr.isatty()
        #: The number of logs to come; None if it is not known.
        self._total = None if disabled else number_of_files(paths)
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn(f"{{task.completed}}{'' if self._total is None else f' of {self._total}'} logs"),
            TextColumn("{task.description}", markup=False),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
            disable=disabled,
        )
        self._task = self._progress.add_task("", total=self._total)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def __call__(self, summary: IngestSummary, problems: Sequence[Problem]) -> None:
        for source, verdict, message in problems:
            line = f"{printable(source)}: {verdict}: {printable(message)}"
            if self._progress.disable:
                click.echo(line, err=True)
            else:
                self._progress.console.print(line, markup=False, highlight=False, soft_wrap=True)
        self._progress.update(self._task, completed=summary.verdicts.total(), description=_counts(summary))


def _counts(summary: IngestSummary) -> str:
    return ", ".join(f"{count} {verdict.replace('_', ' ')}" for verdict, count in sorted(summary.verdicts.items()))


def _summary(summary: IngestSummary, folder: str) -> str:
    logs = summary.verdicts.total()
    if not logs:
        return "no logs found"
    were, stay = ("was", "stays") if summary.known == 1 else ("were", "stay")
    notes = [f"{summary.known} {were} there already and {stay} as before"] if summary.known else []
    notes += [f"{counted(summary.repeated, 'file')} with the content of another one"] if summary.repeated else []
    more = f" ({', '.join(notes)})" if notes else ""
    return f"{counted(logs, 'log')} for {printable(folder)}: {_counts(summary)}{more}"
