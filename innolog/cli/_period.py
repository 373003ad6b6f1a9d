"""The options that choose games by their date."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from innolog.store.dataset import Period

_DAY = "%Y-%m-%d"
_FORMATS = (_DAY, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%S%z")
_Command = TypeVar("_Command", bound=Callable[..., Any])


class _Moment(click.DateTime):
    """A date or a date and time in ISO 8601, as UTC without a time zone. ``end``: a date means the end of the day."""

    def __init__(self, *, end: bool) -> None:
        super().__init__(_FORMATS)
        self._end = end

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The moment that a text names."""
        try:
            found = super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{value!r} is no date such as 2026-03-31, and no time such as 2026-03-31T20:15:00Z", param, ctx)
        if found.tzinfo is not None:
            try:
                found = found.astimezone(UTC).replace(tzinfo=None)
            except OverflowError:
                self.fail(f"{value!r} is not in the years 1 to 9999 of UTC", param, ctx)
        try:
            return found + timedelta(days=self._end and _is_day(str(value)))
        except OverflowError:
            return found


def _is_day(text: str) -> bool:
    try:
        datetime.strptime(text, _DAY)
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
        command = click.option(name, type=_Moment(end=end), metavar="DATE", help=help_)(command)
    return command


def period_of(since: datetime | None, until: datetime | None) -> Period:
    """The period of the options. Raises a usage error if it is empty."""
    from innolog.store.dataset import Period

    if since is not None and until is not None and since >= until:
        raise click.UsageError("--since must be before --until")
    return Period(since, until)
