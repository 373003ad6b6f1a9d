"""What every command has: fewer messages, colors, and the environment variables of its options."""

from __future__ import annotations

import os
import re
import sys
from typing import Any

import click

#: In the ``meta`` of a context: True when messages that are no errors are left out.
_QUIET = "innolog.quiet"


def add_options(command: click.Command, name: str) -> None:
    """Add the options ``--quiet`` and ``--color`` to a command, or to the commands of a group.

    All options get an environment variable: ``INNOLOG_VALIDATE_FORMAT`` for ``--format`` of ``validate``.
    """
    if isinstance(command, click.Group):
        for each in command.commands.values():
            add_options(each, f"{name} {each.name}")
    elif not any(param.name == "quiet" for param in command.params):
        command.params += _options()
        for option in command.params:
            if isinstance(option, click.Option):
                _name_in_environment(option, name)


def _name_in_environment(option: click.Option, command: str) -> None:
    # Click's own names are those of the parameters of functions, which are not always those of the options.
    long = next(opt for opt in option.opts if opt.startswith("--")).removeprefix("--")
    mine = re.sub("[ -]", "_", f"innolog {command} {long}").upper()
    known = [option.envvar] if isinstance(option.envvar, str) else list(option.envvar or ())
    option.envvar = [mine, *known]


def _options() -> list[click.Parameter]:
    return [
        click.Option(
            ["-q", "--quiet"],
            is_flag=True,
            expose_value=False,
            callback=_be_quiet,
            envvar="INNOLOG_QUIET",
            help="Print no summary and no progress to standard error; errors and warnings stay.",
        ),
        click.Option(
            ["--color"],
            type=click.Choice(["auto", "always", "never"]),
            default="auto",
            show_default=True,
            expose_value=False,
            callback=_set_color,
            envvar="INNOLOG_COLOR",
            help="Whether to color text; auto: on a terminal, unless NO_COLOR is set.",
        ),
    ]


def _be_quiet(ctx: click.Context, _: click.Parameter, quiet: Any) -> None:
    if quiet:
        ctx.meta[_QUIET] = True


def _set_color(ctx: click.Context, _: click.Parameter, color: str) -> None:
    if color != "auto":
        ctx.color = color == "always"
    elif os.environ.get("NO_COLOR"):
        ctx.color = False


def quiet() -> bool:
    """True when the command prints errors alone to standard error."""
    ctx = click.get_current_context(silent=True)
    return ctx is not None and bool(ctx.meta.get(_QUIET))


def told(message: str) -> None:
    """Print a line to standard error that is no error, unless the command is quiet."""
    if not quiet():
        click.echo(message, err=True)


def colored() -> bool:
    """True when text on standard output has colors."""
    ctx = click.get_current_context(silent=True)
    if ctx is not None and ctx.color is not None:
        return ctx.color
    return not os.environ.get("NO_COLOR") and sys.stdout.isatty()
