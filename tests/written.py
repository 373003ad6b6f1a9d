"""Games in forms that only tests write: pages and texts as sites show them, and the content of a single export."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from innolog.cards.facts import card_table
from innolog.log.told import ToldGame
from parsers.bga.packets import Args
from parsers.bga.writer import exports
from parsers.lines.bga import bga_table
from parsers.lines.rendering import Renderer
from parsers.lines.templates import Table, built_in
from parsers.lines.writing import _lines, _review_moves, _title, _yucata_moves


def export(game: ToldGame, viewpoint: int | None) -> Args:
    """The content of an export for one viewpoint (see :func:`parsers.bga.writer.exports`)."""
    return next(exports(game, [viewpoint]))


def yucata_text(
    game: ToldGame, viewpoint: int | None, *, language: str = "en", rules: Mapping[str, Any] | None = None
) -> str:
    """The text that a user gets by copying the panel: without icons, cards only by name."""
    renderer = Renderer(built_in(f"yucata-{language}"), [seat.name for seat in game.seats])
    moves = _yucata_moves(game, viewpoint, renderer, icons=False)
    return "\n".join([_title(game, rules), *_lines(moves, renderer), ""])


def review_page(game: ToldGame, viewpoint: int | None, table: Table | None = None) -> str:
    """A saved review page as the site would show it to a seat (called "You" in it) or to a spectator (None)."""
    renderer = Renderer(
        bga_table(table),
        [seat.name for seat in game.seats],
        viewpoint,
        text=lambda text: escape(text, quote=False),
        card=lambda card: (
            f"<span class='card_name card_id_{card}'>{escape(card_table().name[card], quote=False)}</span>"
        ),
        value=_square,
        icon=lambda icon: f"<span class='square N icon_{icon}'></span>",
    )
    parts = ["<!DOCTYPE html>", "<html><head><title>Innovation</title></head><body>"]
    parts += [f"<div id='reviewtitle'>Innovation #{escape(game.game_id)}</div>", "<div id='gamelogs'>"]
    for number, lines in _review_moves(game, viewpoint, renderer):
        parts.append(f"<div class='smalltext'>Move {number} :<span>12:00:00</span></div>")
        parts += [f"<div class='gamelogreview whiteblock'>{line}</div>" for line in lines]
    return "\n".join([*parts, "</div></body></html>", ""])


def _square(value: int, card_set: int | None) -> str:
    of_set = "" if card_set is None else f" type_{card_set}"
    return f"<span class='square N age age_{value}{of_set}'>{value}</span>"
