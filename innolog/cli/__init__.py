"""The command line: a thin layer over the library.

The command ``innolog NAME`` is the object ``command`` of the module ``innolog.cli.NAME``. That module is loaded only
when the command is invoked, so that ``innolog --help`` starts fast.

Results go to stdout, everything else to stderr. :mod:`innolog.support.exits` lists the exit codes.
:mod:`innolog.support.streams` handles a standard output that cannot be written.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from innolog.cli._manners import add_options
from innolog.support.exits import INTERRUPTED, USAGE
from innolog.support.streams import working

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

#: A one-line summary of each command. The help prints this table without loading the commands.
COMMANDS = {
    "validate": "Check whether these players could have produced these logs.",
    "show": "Show the board at one point of a game.",
    "review": "Compare each decision with what could have been done.",
    "ingest": "Replay logs and add them to a dataset of Parquet tables.",
    "query": "Query a dataset with SQL.",
    "check": "Look for damage in datasets and native logs; check proofs.",
    "schema": "Print the tables of a dataset and what their columns mean.",
    "metrics": "List the statistics, or compute them for a dataset.",
    "winprob": "Fit a model of the probability of winning, and evaluate it.",
    "rules": "List the rules that verdicts cite, and where sites deviate.",
    "cards": "List cards.",
    "merge": "Merge several exports of one game.",
    "shrink": "Make a log that fails small.",
    "diff": "Show where two records of one game part.",
    "convert": "Write a game in another format.",
    "formats": "List the log formats: what each records, and how to get one.",
    "simulate": "Let bots play legal games.",
    "bench": "Measure how fast innolog is on this machine.",
    "regress": "Compare a corpus of logs with a committed baseline.",
    "conformance": "Hold another engine of the game against the rules.",
    "report": "Write HTML pages about games.",
    "page": "Write a web site that judges logs in the browser.",
    "completion": "Print what completes commands and options in a shell.",
    "docs": "Print the pages that come with innolog.",
}


class _LazyGroup(click.Group):
    """A group that knows its commands by name and loads only the one that is invoked."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"{__name__}.{cmd_name}").command
        add_options(command, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            if alike := get_close_matches(args[0], COMMANDS, n=3):
                raise click.UsageError(f"{error.message} Did you mean {' or '.join(alike)}?", ctx) from None
            raise

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        found = [
            CompletionItem(name, help=summary) for name, summary in COMMANDS.items() if name.startswith(incomplete)
        ]
        # The base class completes options; that of groups would load all commands.
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with working():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            ctx.exit(INTERRUPTED)
        except ModuleNotFoundError as error:
            from innolog.support.packages import missing

            if (advice := missing(error)) is None:
                raise
            click.echo(f"innolog {ctx.invoked_subcommand} {advice}", err=True)
            ctx.exit(USAGE)


def _tell_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    from innolog.support.compiled import is_compiled
    from innolog.version import version

    click.echo(f"innolog {version()} ({'compiled' if is_compiled() else 'plain Python'})")
    ctx.exit()


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version and whether the engine is compiled, and exit.",
)
def main() -> None:
    """Validate, replay and measure recorded games of the card game Innovation."""
