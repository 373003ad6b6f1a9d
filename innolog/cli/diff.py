"""``innolog diff``: show where two records of one game part."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from innolog.cli._one import fail, replay_one
from innolog.cli._output import json_option
from innolog.cli._rules import rules_options
from innolog.cli._templates import templates_option
from innolog.cli._text import printable, rules_in_words
from innolog.cli._words import place_of, verdict_of, words_of
from innolog.conversion.parting import Parting, parting
from innolog.replay.forced import Forced
from innolog.results.result import ActionRecord, Replay, Verdict
from innolog.support.counting import counted
from innolog.support.exits import DIFFERENT, USAGE

if TYPE_CHECKING:
    from innolog.engine.events import Event
    from parsers.lines.templates import Table


@click.command("diff")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@json_option
@rules_options
@templates_option
def command(first: str, second: str, form: str, forced: Forced, templates: Table | None) -> None:
    """Show the first action in which two records of one game differ.

    A and B are logs in any format, from any seat. Cards that only one of them shows are no difference, and neither are
    facts that one of them does not record. An illegal log is compared up to its violation. Two exports are of one game
    if they are of one table, other records if the same cards may have been melded before the first turn. With --format
    json, print one object, which `innolog schema diff` describes.

    Exit codes: 0 no difference, 1 they differ, 2 they are not of one game, 3 one is unreadable or unsupported.
    """
    mine, other = replay_one(first, forced, templates), replay_one(second, forced, templates)
    found = parting(mine, other)
    _check_game(mine, other, found)
    if form == "json":
        click.echo(json.dumps(_as_json(mine, other, found)))
    else:
        for line in _report(mine, other, found):
            click.echo(printable(line))
    sys.exit(DIFFERENT if found is not None else 0)


def _check_game(mine: Replay, other: Replay, found: Parting | None) -> None:
    """Refuse records of two games: by other rules, of two tables of a site, or of other cards before the first turn."""
    rules = [rules_in_words(each.rules.describe()) if each.rules else "unknown rules" for each in (mine, other)]
    if rules[0] != rules[1]:
        fail(f"not one game: {mine.log.source} is {rules[0]}, {other.log.source} is {rules[1]}", USAGE)
    tables = [each.log.game_id for each in (mine, other)]
    if mine.log.site == other.log.site and all(tables):
        if tables[0] != tables[1]:
            fail(f"not one game: {mine.log.source} is of table {tables[0]}, {other.log.source} of {tables[1]}", USAGE)
    elif found is not None and found.first is not None and found.second is not None and not found.first.turn:
        fail(f"not one game: other cards lie in {other.log.source} before the first turn", USAGE)


def _report(mine: Replay, other: Replay, found: Parting | None) -> list[str]:
    lines = [f"{each.log.source}: {verdict_of(each).lower()}, {counted(each.actions_taken, 'action')}{_where(each)}"
             for each in (mine, other)]  # fmt: skip
    if found is None:
        return [*lines, "no difference in what both record"]
    at = found.first or found.second
    assert at is not None
    lines.append(f"they differ {f'at turn {at.turn}, action {at.index}' if at.turn else 'before the first turn'}:")
    for result, action, event in (
        (mine, found.first, found.first_event),
        (other, found.second, found.second_event),
    ):
        lines.append(f"  {result.log.source}{_move(action)}: {_action(result, action)}")
        if event is not None:
            lines.append(f"    {_event(result, at.player, event)}")
        elif found.first_event is not None or found.second_event is not None:
            lines.append("    nothing more in this action")
    return lines


def _as_json(mine: Replay, other: Replay, found: Parting | None) -> dict[str, Any]:
    at = found and (found.first or found.second)
    records = []
    for result, action, event in (
        (mine, found and found.first, found and found.first_event),
        (other, found and found.second, found and found.second_event),
    ):
        records.append(
            {
                "source": result.log.source,
                "verdict": result.verdict.value,
                "actions": result.actions_taken,
                "place": place_of(result) if result.verdict is Verdict.ILLEGAL else None,
                "move": action.move if action else None,
                "action": _action(result, action) if action else None,
                "event": _event(result, at.player, event) if at and event is not None else None,
            }
        )
    return {
        "same": found is None,
        "turn": at.turn if at else None,
        "action": at.index if at else None,
        "records": records,
    }


def _where(result: Replay) -> str:
    return f", at {place_of(result)}" if result.verdict is Verdict.ILLEGAL else ""


def _move(action: ActionRecord | None) -> str:
    return "" if action is None or action.move is None else f", move {action.move}"


def _action(result: Replay, action: ActionRecord | None) -> str:
    if action is None:
        return "the rules explain no more of this log" if result.verdict is Verdict.ILLEGAL else "the record ends"
    return words_of(result).title(action)


def _event(result: Replay, acting: int, event: Event) -> str:
    """An event in words, or the name of its kind if there are no words for it."""
    return words_of(result).event(event, acting) or type(event).__name__
