"""Write a game in lines of text, as a viewer would have seen it: as on Yucata, or as on Board Game Arena.

The pages have the elements that the readers look for, no styles and no scripts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from innolog import log as seen
from innolog.cards.editions import OFFERED, STANDARD, Edition, Platform, in_newer_shape
from innolog.cards.facts import CardSet, Icon, card_table
from innolog.log import Place
from innolog.log.told import Told, ToldGame
from parsers.bga.together import leaving_together
from parsers.lines.bga import bga_table
from parsers.lines.matching import Said
from parsers.lines.rendering import Renderer
from parsers.lines.telling import said_of
from parsers.lines.telling_newer import said_by_newer
from parsers.lines.templates import Table, built_in

#: The facts that Yucata is assumed not to record.
_UNTOLD = (
    seen.IconCounted,
    seen.TurnEnded,
    seen.Passed,
    seen.Agreed,
    seen.Named,
    seen.ActionBegan,
    seen.Parley,
    seen.Chained,
    seen.DeckJunked,
)
#: The facts that are left out of the record of a game at a table. It says what a player names: nothing else may.
_UNTOLD_AT_TABLE = tuple(kind for kind in _UNTOLD if kind is not seen.Named)
#: The facts for which Board Game Arena's pages have no line.
_SILENT = (seen.ActionBegan, seen.FreeActionBegan, seen.TurnEnded)


@dataclass(slots=True)
class _Move:
    number: int
    player: int
    lines: list[str] = field(default_factory=list)


# --- Yucata ----------------------------------------------------------------------------------------------------------


def yucata_page(
    game: ToldGame,
    viewpoint: int | None,
    *,
    language: str = "en",
    rules: Mapping[str, Any] | None = None,
) -> str:
    """A saved page as a seat or a spectator (None) sees it.

    ``rules`` are those of the game as plain data (sets, options), for the title.
    """
    renderer = Renderer(
        built_in(f"yucata-{language}"),
        [seat.name for seat in game.seats],
        text=lambda text: escape(text, quote=False),
        card=_card_link,
        value=_mini_card,
        icon=lambda icon: f'<img src="{Icon(icon).name.lower()}.png">',
    )
    title = escape(_title(game, rules))
    parts = [f"<!DOCTYPE html>\n<html><head><title>{title}</title></head>", '<body class="isFinished">']
    parts += [f'<div id="gameTitle">{title}</div>', '<div id="log">']
    for move in _yucata_moves(game, viewpoint, renderer):
        header = renderer.line(Said("move", {"number": move.number, "player": move.player}, False))
        number = f"action{move.number}"
        parts.append(f'<div class="move move{move.number} {number}"><div class="player {number} color{move.player}">')
        parts.append(f'<div class="mayClick name {number} new">{header}</div>')
        parts += [f'<div class="mayClick action {number} new"><span>{line}</span></div>' for line in move.lines]
        parts.append(f'<div class="endOfTurn {number}"></div></div></div>')
    if winner := _winner(game):
        parts.append(
            f'<div class="extraDiv gameResults"><div class="player">1<sup>st</sup> {escape(winner)}</div></div>'
        )
    return "\n".join([*parts, "</div></body></html>", ""])


def table_text(game: ToldGame, viewpoint: int | None, *, rules: Mapping[str, Any] | None = None) -> str:
    """A game at a table as a player or a spectator (None) would write it down, or all players together.

    These are the viewpoint :data:`~parsers.forms.EVERYBODY`.
    """
    renderer = Renderer(built_in("yucata-en"), [seat.name for seat in game.seats])
    moves = _yucata_moves(game, viewpoint, renderer, icons=False, at_table=True)
    return "\n".join([_table_title(game, rules or {}), *_lines(moves, renderer), ""])


def _lines(moves: Iterable[_Move], renderer: Renderer) -> Iterator[str]:
    for move in moves:
        yield renderer.line(Said("move", {"number": move.number, "player": move.player}, False))
        yield from move.lines


def _table_title(game: ToldGame, rules: Mapping[str, Any]) -> str:
    chosen = rules.get("options") or {}
    options = ["Table", *_edition_of(game)]
    options += [str(name).capitalize() for name in rules.get("sets", ()) if name != "base"]
    if "figures" in rules.get("sets", ()):
        options.append("2013" if chosen.get("figures_of_2013") else "Deluxe")
    if chosen.get("relics"):
        options.append("Relics")
    if chosen.get("extra_achievement"):
        options.append("+1 achievement")
    if game.team_game:
        options.append("Teams")
    # The title names the site, and not which generation of its code played.
    site = {Platform.BGA_2024.value: Platform.BGA.value}.get(game.platform, game.platform)
    options += built_in("yucata-en").words["options"].get(f"rules_of_{site}", [])[:1]
    return f"Innovation ({', '.join(options)})"


def _edition_of(game: ToldGame) -> list[str]:
    """The option that names the edition; empty for that which is played most."""
    names = built_in("yucata-en").words["options"]
    return [] if game.edition == STANDARD.value else names[f"{game.edition}_edition"][:1]


def _yucata_moves(
    game: ToldGame, viewpoint: int | None, renderer: Renderer, *, icons: bool = True, at_table: bool = False
) -> Iterator[_Move]:
    """The moves: one for each card of the opening, then one for each action.

    ``at_table``: the lines show the new order of a pile that was rearranged, and what a player names.
    """
    move: _Move | None = None
    number = 0
    opening = True
    newer = _in_newer_shape(game)
    untold = _UNTOLD_AT_TABLE if at_table else _UNTOLD
    for told in game.told:
        observation = told.observation
        begins = isinstance(observation, seen.ActionBegan | seen.FreeActionBegan)
        opening = opening and not begins
        opens = opening and isinstance(observation, seen.Transfer) and observation.from_place is Place.HAND
        if move is None or begins or opens:
            if move is not None:
                yield move
            number += 1
            move = _Move(number, told.actor)
        said = None if isinstance(observation, untold) else said_of(told, viewpoint, newer=newer)
        if said is not None:
            if at_table and isinstance(observation, seen.Rearranged) and observation.order:
                said = Said("rearrange_to", {**said.values, "cards": observation.order[::-1]}, False)
            if not icons and said.key != "name_icon":
                said = Said(said.key, {key: value for key, value in said.values.items() if key != "icon"}, False)
            move.lines.append(renderer.line(said))
    if move is not None:
        yield move


def _in_newer_shape(game: ToldGame) -> bool:
    return in_newer_shape(Platform(game.platform), Edition(game.edition))


def _title(game: ToldGame, rules: Mapping[str, Any] | None) -> str:
    options = [str(name).capitalize() for name in (rules or {}).get("sets", ()) if name != "base"]
    if ((rules or {}).get("options") or {}).get("extra_achievement"):
        options.append("+1 achievement")
    if game.team_game:
        options.append("Teams")
    brackets = f" ({', '.join(options)})" if options else ""
    name = "Innovation Ultimate" if game.edition == Edition.FOURTH.value else "Innovation"
    return f"{name}{brackets} #{game.game_id}" if rules else name


def _winner(game: ToldGame) -> str:
    end = game.told[-1].observation if game.told else None
    if isinstance(end, seen.Ended) and end.how not in ("score", *seen.STOPPED) and end.player is not None:
        return game.seats[end.player].name
    return ""


def _card_link(card: int) -> str:
    table = card_table()
    return (
        f'<a href="" onclick="return y$.game.displayCard(&quot;{table.slug[card]}&quot;)">'
        f"{escape(table.name[card], quote=False)}</a>"
    )


def _mini_card(value: int, card_set: int | None) -> str:
    of_set = "" if card_set is None else f" {CardSet(card_set).name.capitalize()}"
    return f'<span class="miniCard back{of_set}">{value}</span>'


# --- Board Game Arena ------------------------------------------------------------------------------------------------


def review_text(
    game: ToldGame, viewpoint: int | None, table: Table | None = None, *, rules: Mapping[str, Any] | None = None
) -> str:
    """The text that a user gets by copying a review page, with icons as words in brackets.

    If the site does not play by the rules of the game, and ``rules`` has them as plain data, a title states them.
    """
    platform = Platform(game.platform)
    words = bga_table(table, newer=platform is Platform.BGA_2024)
    renderer = Renderer(words, [seat.name for seat in game.seats], viewpoint)
    plays = platform in (Platform.BGA, Platform.BGA_2024) and Edition(game.edition) in OFFERED[platform]
    parts = [_table_title(game, rules)] if rules and not plays else []
    for number, lines in _review_moves(game, viewpoint, renderer):
        parts += [f"Move {number} :", *lines]
    return "\n".join([*parts, ""])


def _review_moves(game: ToldGame, viewpoint: int | None, renderer: Renderer) -> Iterator[tuple[int, Sequence[str]]]:
    lines = [renderer.line(Said("choose_card", {"player": seat}, False)) for seat in range(len(game.seats))]
    number = 1
    newer = Platform(game.platform) is Platform.BGA_2024
    together = leaving_together(game.told) if newer else {}
    for told in game.told:
        if (move := _number(told)) != number:
            if lines or not newer:
                yield number, lines
            number, lines = move, []
        if isinstance(told.observation, _SILENT) or id(told) in together:
            continue
        said = said_by_newer(told, viewpoint) if newer else said_of(told, viewpoint, newer=_in_newer_shape(game))
        if said is not None:
            if game.team_game and isinstance(told.observation, seen.Ended):
                said = Said(said.key, {**said.values, "rest": "The team wins."}, False)
            lines.append(renderer.line(said))
    yield number, lines


def _number(told: Told) -> int:
    return (told.observation.at.move or 0) + 1
