"""The options that choose games by their date."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from innolog.store.dataset import Period

_WEEK = re.compile(r"\d{4}-?W\d\d")
_Command = TypeVar("_Command", bound=Callable[..., Any])


def _moment(_context: click.Context, _parameter: click.Parameter, text: str | None, *, end: bool) -> datetime | None:
    """The UTC moment, without a time zone, that a text in ISO 8601 names. ``end``: a date means the end of the day."""
    if text is None:
        return None
    try:
        if _WEEK.fullmatch(text):
            # Python takes it for its Monday.
            raise ValueError
        found = datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is no date such as 2026-03-31, and no time such as 2026-03-31T20:15:00Z"
        ) from None
    if found.tzinfo is not None:
        try:
            found = found.astimezone(UTC).replace(tzinfo=None)
        except OverflowError:
            raise click.BadParameter(f"{text!r} is not in the years 1 to 9999 of UTC") from None
    try:
        return found + timedelta(days=end and _is_day(text))
    except OverflowError:
        return found


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def period_options(command: _Command) -> _Command:
    """Add ``--since`` and ``--until``; the command gets ``since`` and ``until`` for :func:`period_of`."""
    for name, end, help_ in (
        ("--until", True, "Only games that began before this time, or on this day or earlier. Like --since."),
        (
            "--since",
            False,
            "Only games that began on this day or later: a date, or date and time, in ISO 8601 and UTC. Games whose "
            "logs record no date are left out.",
        ),
    ):
        command = click.option(name, callback=partial(_moment, end=end), metavar="DATE", help=help_)(command)
    return command


def period_of(since: datetime | None, until: datetime | None) -> Period:
    """The period of the options. Raises a usage error if it is empty."""
    from innolog.store.dataset import Period

    if since is not None and until is not None and since >= until:
        raise click.UsageError("--since must be before --until")
    return Period(since, until)
