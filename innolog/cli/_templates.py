"""The option with which a command's user gives the wordings of a site."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from innolog.log import UnreadableLog

if TYPE_CHECKING:
    from parsers.lines.templates import Table


def templates_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """An option for tables of wordings; the command gets them as ``templates``, None if there are none."""

    @click.option(
        "--templates",
        "files",
        multiple=True,
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Wordings for logs in words, as JSON; may be given several times.",
    )
    @wraps(command)
    def with_templates(files: tuple[Path, ...], **others: Any) -> Any:
        return command(templates=_load(files) if files else None, **others)

    return with_templates


def _load(files: tuple[Path, ...]) -> Table:
    from parsers.lines.templates import load_tables

    try:
        return load_tables((str(path), path.read_bytes()) for path in files)
    except (UnreadableLog, OSError) as error:
        raise click.BadParameter(str(error), param_hint="--templates") from None
