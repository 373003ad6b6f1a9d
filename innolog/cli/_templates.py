"""The command option that supplies a site's wordings."""

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
    """Add an option for tables of wordings; the command receives them as ``templates``, or None."""

    @click.option(
        "--templates",
        "files",
        multiple=True,
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        metavar="FILE",
        envvar="INNOLOG_TEMPLATES",
        help="A JSON file with a site's wordings, to read its text logs; can be repeated.",
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
