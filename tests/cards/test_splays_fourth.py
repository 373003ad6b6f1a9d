"""The optional splays of the fourth edition's cards: the colors, the direction, and piles that can't be splayed."""

from __future__ import annotations

import pytest

from innolog.cards.facts import Color, Direction
from innolog.cards.registry import EffectKind, effects_of
from innolog.engine.game import Game
from innolog.engine.ruleset import Edition, Platform
from tests.table import Script, card, seat, table

BLUE, RED, GREEN, YELLOW, PURPLE = Color
LEFT, RIGHT, UP = Direction.LEFT, Direction.RIGHT, Direction.UP

#: Card, number of the effect, colors, direction.
SPLAYS = [
    ("Engineering", 1, [RED], LEFT),
    ("Machinery", 2, [RED], LEFT),
    ("Paper", 1, [BLUE, GREEN], LEFT),
    ("Philosophy", 1, list(Color), LEFT),
    ("Enterprise", 1, [GREEN], RIGHT),
    ("Printing Press", 2, [BLUE], RIGHT),
    ("Reformation", 2, [YELLOW, PURPLE], RIGHT),
    ("Banking", 1, [GREEN], RIGHT),
    ("Chemistry", 1, [BLUE], RIGHT),
    ("Coal", 2, [RED], RIGHT),
    ("Statistics", 1, [YELLOW], RIGHT),
    ("Atomic Theory", 1, [BLUE], RIGHT),
    ("Canning", 2, [YELLOW], RIGHT),
    ("Emancipation", 1, [RED, PURPLE], RIGHT),
    ("Industrialization", 2, [RED, PURPLE], RIGHT),
    ("Metric System", 2, [GREEN], RIGHT),
    ("Publications", 1, [BLUE, YELLOW], UP),
    ("Flight", 2, [RED], UP),
    ("Mass Media", 2, [PURPLE], UP),
    ("Computers", 1, [RED, GREEN], UP),
    ("Satellites", 1, [PURPLE], UP),
    ("Specialization", 2, [BLUE, YELLOW], UP),
    ("The Internet", 1, [GREEN], UP),
]
BOTTOM = ["Tools", "Oars", "Sailing", "Agriculture", "Code of Laws"]
TOP = ["Writing", "Archery", "The Wheel", "Domestication", "City States"]
IDS = [f"{name} {number}" for name, number, _, _ in SPLAYS]


def _run(game: Game, name: str, number: int) -> None:
    (effect,) = (
        effect
        for effect in effects_of(card(name), game.texts)
        if (effect.kind, effect.number) == (EffectKind.DOGMA, number)
    )
    effect.run(game, game.players[0])


@pytest.mark.parametrize(("name", "number", "colors", "direction"), SPLAYS, ids=IDS)
def test_colors_and_direction(name: str, number: int, colors: list[Color], direction: Direction) -> None:
    for color in colors:
        game = table(seat(board=[*BOTTOM, *TOP]), seat(), edition=Edition.FOURTH, platform=Platform.BGA_2024)
        script = Script(game, color)
        _run(game, name, number)
        (asked,) = script.asked
        assert (sorted(asked.options), asked.may) == (sorted(colors), True)
        assert list(game.players[0].splays) == [direction if other is color else 0 for other in Color]


@pytest.mark.parametrize(("name", "number", "colors", "direction"), SPLAYS, ids=IDS)
def test_not_in_full(name: str, number: int, colors: list[Color], direction: Direction) -> None:
    """Single cards, and piles that are splayed like that already: there is no question."""
    for board, splays in ((BOTTOM, {}), ([*BOTTOM, *TOP], dict.fromkeys(colors, direction))):
        game = table(seat(board=board, splays=splays), seat(), edition=Edition.FOURTH, platform=Platform.BGA_2024)
        before = list(game.players[0].splays)
        script = Script(game)
        _run(game, name, number)
        assert (script.asked, list(game.players[0].splays)) == ([], before)
