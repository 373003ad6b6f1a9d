"""``innolog show``: show the board at one point of a game in the terminal."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from innolog.cards.facts import (
    BASIC_ICONS,
    COLORS,
    UNKNOWN_BASE,
    CardSet,
    Color,
    Direction,
    Icon,
    back_age,
    back_set,
    card_table,
)
from innolog.cli._manners import colored
from innolog.cli._one import fail, replay_one
from innolog.cli._output import json_option
from innolog.cli._rules import rules_options
from innolog.cli._shown import shown
from innolog.cli._templates import templates_option
from innolog.cli._text import printable, rule_and_reason, rules_in_words, sides
from innolog.cli._words import (
    UNKNOWN,
    achievements_of,
    back_name,
    explained,
    left_to_claim,
    place_of,
    short,
    verdict_of,
    words_of,
)
from innolog.engine.zones import SEEN, Zone
from innolog.replay.forced import Forced
from innolog.results.result import ActionRecord, PlayerView, Replay, Snapshot, Verdict
from innolog.support.counting import counted
from innolog.support.exits import ILLEGAL, USAGE

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table as Grid
    from rich.text import Text

    from parsers.lines.templates import Table

_STYLES = {"blue": "bright_blue", "red": "bright_red", "green": "green", "yellow": "yellow", "purple": "magenta"}
#: The hand comes first, then what few games have.
_ORDER = sorted(SEEN, key=lambda place: (place.zone is not Zone.HAND, place.always))
_ICONS = tuple(icon.name.lower() for icon in BASIC_ICONS)
#: Marks a player who has lost.
_OUT = " (out of the game)"
#: Number of columns when standard output is not a terminal.
_WIDTH = 120


@click.command("show")
@click.argument("path", metavar="LOG")
@click.option("--turn", type=int, help="Show the board after the last action of this turn; 0 is the opening.")
@click.option(
    "--move", type=int, help="Show the board after the last action that began at or before this move of the source."
)
@click.option("--action", type=int, help="Show the board after this action; 0 is the opening.")
@json_option
@click.option("--candidates", is_flag=True, help="Also list what each hidden card in the players' zones can be.")
@rules_options
@templates_option
def command(
    path: str,
    turn: int | None,
    move: int | None,
    action: int | None,
    form: str,
    candidates: bool,
    forced: Forced,
    templates: Table | None,
) -> None:
    """Show every zone of the board at one point of the game in LOG.

    Without options, show the end of the game. The end of an illegal log is the last action that could be explained.
    With --format json, print one object, which `innolog schema show` describes.

    Exit codes: 0 legal, 1 illegal, 2 no such point in the game, 3 unreadable or unsupported.
    """
    if sum(option is not None for option in (turn, move, action)) > 1:
        raise click.UsageError("--turn, --move and --action cannot be combined")
    result = replay_one(path, forced, templates)
    record = _find(result, turn, move, action)
    if form == "json":
        click.echo(json.dumps(shown(result, record, candidates=candidates)))
        sys.exit(ILLEGAL if result.verdict is Verdict.ILLEGAL else 0)
    out = console()
    for part in _report(result, record):
        out.print(part, soft_wrap=False)
    if candidates and record is not None:
        for line in _candidates(result, record):
            out.print(line, soft_wrap=False)
    sys.exit(ILLEGAL if result.verdict is Verdict.ILLEGAL else 0)


def console() -> Console:
    """Where to print: plain unless it is a terminal."""
    from rich.console import Console

    # Rich takes the width from the terminal. A file gets a fixed width.
    plain = not sys.stdout.isatty()
    color = colored()
    return Console(
        file=sys.stdout,
        width=_WIDTH if plain and "COLUMNS" not in os.environ else None,
        color_system=("standard" if plain else "auto") if color else None,
        force_terminal=True if color else None,
        no_color=not color,
        highlight=False,
        emoji=False,
        markup=False,
    )


def _find(result: Replay, turn: int | None, move: int | None, action: int | None) -> ActionRecord | None:
    """The requested action; None if none was requested and no action could be replayed."""
    actions = result.actions
    if turn is None and move is None and action is None:
        return actions[-1] if actions else None
    if not actions:
        fail(f"{result.log.source}: innolog could not replay any action of this game", USAGE)
    if action is not None:
        if 0 <= action < len(actions):
            return actions[action]
        fail(f"--action {action}: this game has actions 0 to {actions[-1].index}", USAGE)
    if turn is not None:
        found = [record for record in actions if record.turn == turn]
        if not found:
            fail(f"--turn {turn}: this game has turns 0 to {actions[-1].turn}", USAGE)
        return found[-1]
    moves = [number for record in actions for number in (record.move, record.last_move) if number is not None]
    if not moves:
        fail("--move: this log does not number its moves", USAGE)
    assert move is not None
    if not min(moves) <= move <= max(moves):
        fail(f"--move {move}: this game has moves {min(moves)} to {max(moves)}", USAGE)
    return [record for record in actions if record.move is not None and record.move <= move][-1]


def _report(result: Replay, record: ActionRecord | None) -> Iterator[RenderableType]:
    from rich.text import Text

    names = [printable(short(seat.name)) for seat in result.log.seats]
    head = Text(f"{printable(result.log.source)}: ")
    head.append(verdict_of(result).lower(), style="bold red" if result.verdict is Verdict.ILLEGAL else "bold green")
    if result.rules is not None:
        head.append(f" ({rules_in_words(result.rules.describe())})")
    if result.reason:
        head.append(f": {printable(result.reason)}")
    yield head
    if record is not None:
        yield from _action(result, record)
        if record.snapshot is not None:
            for seat, view in enumerate(record.snapshot.players):
                acting = bool(record.turn) and seat == record.player
                yield _area(view, names[seat], record.unknown(seat), acting=acting)
            yield _table(record.snapshot)
    if result.violation is not None:
        yield _violation(result)


def _candidates(result: Replay, record: ActionRecord) -> Iterator[str]:
    """What the hidden cards of each player can be, for the player who recorded the log."""
    from innolog.conversion.candidates import Candidates

    if result.setup is None or result.not_recorded or record.snapshot is None:
        yield "the log leaves too much open to list candidates for hidden cards"
        return

    def cards(names: Iterable[int]) -> str:
        return ", ".join(_card(card) for card in names)

    names = [printable(short(seat.name)) for seat in result.log.seats]
    none = True
    for each in Candidates(result).hidden(record.snapshot):
        none = False
        yield f"{names[each.player]}, {each.zone}: {counted(each.number, 'card')} {back_name(each.back)}"
        yield f"  so far      {len(each.so_far)} candidates: {cards(each.so_far)}"
        found = [cards(each.identified)] if each.identified else []
        if each.whole:
            more = f"{each.number - len(each.identified)} of {len(each.whole)} candidates: "
            found.append(more + cards(each.whole))
        yield f"  whole log   {'; '.join(found)}"
    if none:
        yield "no hidden cards in the players' zones"


def _action(result: Replay, record: ActionRecord) -> Iterator[Text]:
    from rich.text import Text

    words = words_of(result)
    where = f"turn {record.turn}, action {record.index} of {result.actions[-1].index}"
    if record.move is not None:
        where += f", move {record.move}"
    title = Text(f"{where}: ", style="dim")
    title.append(printable(words.title(record)), style="bold not dim")
    yield title
    if others := explained(record):
        yield Text(f"  ({others}; facts on which they differ are {UNKNOWN})", style="italic")
    for depth, line in words.lines(record):
        yield Text("  " * (depth + 1) + printable(line))


def _rows() -> Grid:
    """A table of two columns: what, and its value."""
    from rich.table import Table

    rows = Table.grid(padding=(0, 2, 0, 0))
    rows.add_column(no_wrap=True)
    rows.add_column(overflow="fold")
    return rows


def _area(view: PlayerView, name: str, unknown: frozenset[str], *, acting: bool) -> RenderableType:
    """One player's cards. ``unknown`` names the facts on which the explanations of the log differ."""
    from rich.panel import Panel
    from rich.text import Text

    rows = _rows()
    rows.add_row("score", UNKNOWN if "score" in unknown else Text(str(view.score), style="bold"))
    icons = ", ".join(f"{count} {icon}" for icon, count in zip(_ICONS, view.icons, strict=True))
    if view.avatars:
        icons += f", {view.avatars} {Icon.AVATAR.name.lower()}"
    rows.add_row("icons", UNKNOWN if "icons" in unknown else icons)
    for color in COLORS:
        label = color.name.lower()
        if pile := view.boards[color]:
            style = _STYLES[label]
            direction = Direction(view.splays[color])
            splay = f"splayed {direction.name.lower()}" if direction else ""
            if f"splay_{label}" in unknown:
                splay = f"splay {UNKNOWN}"
            if f"board_{label}" in unknown:
                splay = f"one of several possible piles; {splay}" if splay else "one of several possible piles"
            text = Text(" < ".join(_card(card) for card in pile[:-1]) + (" < " if len(pile) > 1 else ""), style=style)
            text.append(_card(pile[-1]), style="bold")
            if splay:
                text.append(f"  ({splay})", style="italic")
            rows.add_row(Text(label, style=style), text)
        else:
            rows.add_row(label, Text("empty", style="dim"))
    for place in _ORDER:
        cards, backs = view.cards(place)
        if place.column in unknown:
            rows.add_row(place.words, UNKNOWN)
        elif cards or place.always:
            rows.add_row(place.words, _cards(cards, backs))
    doubtful = not unknown.isdisjoint(("achievements", "achievement_ages"))
    rows.add_row("achievements", UNKNOWN if doubtful else _count(achievements_of(view)))
    return Panel(
        rows,
        title=Text(name + _OUT * view.lost + " (whose turn it is)" * acting, style="bold"),
        title_align="left",
        border_style="bold" if acting else "dim",
    )


def _table(snapshot: Snapshot) -> RenderableType:
    from rich.panel import Panel
    from rich.text import Text

    rows = _rows()
    for card_set in CardSet:
        decks = [(back_age(back), len(cards)) for back, cards in snapshot.decks.items() if back_set(back) == card_set]
        if decks:
            piles = "  ".join(f"[{age}] {number}" for age, number in sorted(decks))
            rows.add_row(f"supply, {card_set.name.lower()}", Text(piles))
    if snapshot.relics:
        rows.add_row("relics", _cards(snapshot.relics, ()))
    rows.add_row("achievements left", Text(", ".join(left_to_claim(snapshot)) or "none"))
    if snapshot.junk:
        rows.add_row("junk", _cards(snapshot.junk, snapshot.junk_backs))
    return Panel(rows, title="Table", title_align="left", border_style="dim")


def _violation(result: Replay) -> RenderableType:
    from rich.panel import Panel
    from rich.text import Text

    violation = result.violation
    assert violation is not None
    rows = _rows()
    rows.add_row("at", Text(printable(place_of(result))))
    sentence, reason = rule_and_reason(violation.rule, violation.message, violation.expected, violation.observed)
    rows.add_row("rule", Text(printable(f"{violation.rule}: {sentence}"), style="bold"))
    if reason:
        rows.add_row("reason", Text(printable(reason)))
    expected, observed = sides(violation.rule)
    rows.add_row(expected, Text(printable(violation.expected), style="green" if expected == "expected" else "red"))
    rows.add_row(observed, Text(printable(violation.observed), style="red"))
    return Panel(rows, title="After this, the log breaks the rules", title_align="left", border_style="red")


def _style(color: int) -> str:
    return _STYLES[Color(color).name.lower()] if color >= 0 else ""


def _card(card: int) -> str:
    table = card_table()
    if card in table.achievements:
        return table.name[card]
    return f"{table.name[card]} [{table.age[card]}]" if card < UNKNOWN_BASE else "[hidden]"


def _cards(cards: tuple[int | None, ...], backs: tuple[int, ...]) -> Text:
    """The number of cards in a hand or score pile, then the cards: known ones in their color, hidden ones as backs."""
    from rich.text import Text

    table = card_table()
    text = Text(f"{len(cards)}" + (": " if cards else ""))
    for number, card in enumerate(cards):
        text.append(", " if number else "")
        if card is not None:
            text.append(_card(card), style=_style(table.color[card]))
        else:
            text.append(back_name(backs[number]) if number < len(backs) else "[hidden]", style="dim")
    return text


def _count(names: list[str]) -> str:
    return f"{len(names)}: {', '.join(names)}" if names else "0"
