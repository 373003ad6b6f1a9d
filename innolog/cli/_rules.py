"""The command options for a replay: the rules of the game, and how long to search."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from innolog.cards.editions import LIKELIEST
from innolog.cli._numbers import Number
from innolog.replay.forced import Forced

_SETS = ("artifacts", "cities", "echoes", "figures")


def rules_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add options for the rules and the length of the search; the command receives them as ``forced``."""

    @click.option(
        "--edition",
        type=click.Choice([edition.value for edition in LIKELIEST]),
        envvar="INNOLOG_EDITION",
        help="The edition played.  [default: deduced]",
    )
    @click.option(
        "--sets",
        metavar="SETS",
        envvar="INNOLOG_SETS",
        help="The sets played, such as base,cities.  [default: deduced]",
    )
    @click.option(
        "--teams",
        metavar="TEAMS",
        help="The team of each seat in turn order, one digit each, such as 1212, or none.  [default: deduced]",
    )
    @click.option(
        "--extra-achievement/--no-extra-achievement",
        default=None,
        help="Whether one achievement more is needed to win.  [default: deduced]",
    )
    @click.option(
        "--relics/--no-relics", default=None, help="Whether Artifacts is played with relics.  [default: deduced]"
    )
    @click.option(
        "--effort",
        type=Number(min=0, min_open=True, max=1000),
        default=1,
        show_default=True,
        metavar="TIMES",
        envvar="INNOLOG_EFFORT",
        help="How many times the usual number of steps to search before a log is unsupported.",
    )
    @wraps(command)
    def with_rules(
        edition: str | None,
        sets: str | None,
        teams: str | None,
        extra_achievement: bool | None,
        relics: bool | None,
        effort: float,
        **others: Any,
    ) -> Any:
        played = _sets(sets)
        if relics and played is not None and "artifacts" not in played:
            raise click.UsageError("--relics requires artifacts among the --sets")
        forced = Forced(edition, played, _teams(teams), extra_achievement, relics, effort)
        return command(forced=forced, **others)

    return with_rules


def _sets(text: str | None) -> frozenset[str] | None:
    if text is None:
        return None
    names = {name.strip().lower() for name in text.split(",")} - {"base", ""}
    if unknown := names.difference(_SETS):
        raise click.BadParameter(
            f"unknown set {sorted(unknown)[0]}; the sets are base, {', '.join(_SETS)}", param_hint="--sets"
        )
    return frozenset(names)


def _teams(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    if text == "none":
        return ()
    # Which teams there can be depends on the rules, which refuse the others.
    if not text.isdecimal():
        raise click.BadParameter("expected one digit per seat, such as 1212, or none", param_hint="--teams")
    return tuple(map(int, text))
