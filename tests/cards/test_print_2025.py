"""The fourth edition as printed in 2025: cards that Board Game Arena's code of early 2024 words otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from innolog.engine.events import EffectStarted
from innolog.engine.ruleset import Edition, Platform
from tests.cards.traps import (
    BLUE,
    GREEN,
    LEFT,
    NOBODY,
    PURPLE,
    RED,
    RIGHT,
    UP,
    YELLOW,
    Case,
    each,
    fourth,
    look_at,
    mine,
)
from tests.table import Script, seat, table


def case(*what: Any, **others: Any) -> Case:
    """A case at a table."""
    return fourth(*what, platform=Platform.TABLE, **others)


CASES = [
    case(
        "the victim melds a card of the demander's board",
        "Compass",
        mine("Compass", "Tools"),
        mine("Agriculture"),
        {0: {"yellow": ["Agriculture"], "blue": [], "green": ["Compass"]}, 1: {"yellow": [], "blue": ["Tools"]}},
    ),
    case(
        "nothing to transfer: a card is melded all the same",
        "Compass",
        mine("Compass", "Tools"),
        NOBODY,
        {0: {"blue": []}, 1: {"blue": ["Tools"]}},
    ),
    case(
        "splayed first; then a card for each splayed color",
        "Reformation",
        mine(
            "Reformation",
            "Agriculture",
            "Domestication",
            "Oars",
            "Archery",
            hand=["Tools", "Sailing"],
            splays={RED: LEFT},
        ),
        NOBODY,
        {0: {"hand": [], "blue": ["Tools"], "green": ["Sailing"], "splays": [0, LEFT, 0, RIGHT, 0]}},
        [YELLOW, "Tools"],
    ),
    case(
        "purple is splayed; then its card is tucked",
        "Reformation",
        mine("Code of Laws", "Reformation", hand=["Tools"]),
        NOBODY,
        {0: {"hand": [], "blue": ["Tools"], "splays": [0, 0, 0, 0, RIGHT]}},
        [PURPLE, "Tools"],
    ),
    case(
        "nothing splayed: no card is tucked",
        "Reformation",
        mine("Reformation", hand=["Tools"]),
        NOBODY,
        {0: {"hand": ["Tools"]}},
    ),
    case(
        "a color is chosen, and its top two cards are scored",
        "Coal",
        mine("Oars", "Archery", "Coal"),
        NOBODY,
        {0: {"green": ["Banking"], "red": ["Oars"], "score": ["Archery", "Coal"]}},
        [
            None,
            RED,
            "Archery",
        ],
        {5: ["Banking"]},
    ),
    case(
        "red is splayed right",
        "Coal",
        mine("Oars", "Coal"),
        NOBODY,
        {0: {"red": ["Oars", "Coal"], "splays": [0, RIGHT, 0, 0, 0]}},
        [RED, None],
        {5: ["Banking"]},
    ),
    case(
        "a single card of the color is scored alone",
        "Coal",
        mine("Coal", "Tools"),
        NOBODY,
        {0: {"green": ["Banking"], "blue": [], "score": ["Tools"]}},
        [BLUE],
        {5: ["Banking"]},
    ),
    case(
        "declined",
        "Coal",
        mine("Coal", "Tools"),
        NOBODY,
        {0: {"blue": ["Tools"], "score": []}},
        [None],
        {5: ["Banking"]},
    ),
    case(
        "a card for each color with a clock, however many clocks",
        "Rocketry",
        mine("Rocketry", "Fission"),
        seat(score=["Oars", "Compass", "Tools"]),
        {1: {"score": ["Tools"]}},
        ["Compass", "Oars"],
    ),
    case("fewer cards than colors", "Rocketry", mine("Rocketry", "Fission"), seat(score=["Oars"]), {1: {"score": []}}),
    case(
        "a top card returned and a 10 drawn by one effect",
        "Fission",
        mine("Fission", "Tools"),
        NOBODY,
        {0: {"blue": [], "hand": ["Databases"]}},
        top={10: ["Software", "Databases"]},
    ),
    case(
        "Fission itself cannot be returned: only a 10 is drawn",
        "Fission",
        mine("Fission"),
        NOBODY,
        {0: {"red": ["Fission"], "hand": ["Databases"]}},
        top={10: ["Software", "Databases"]},
    ),
    case(
        "the green card is scored first, and a 10 melded that is not executed without the icons",
        "Robotics",
        mine("Robotics", "Sailing"),
        NOBODY,
        {0: {"score": ["Sailing"], "yellow": ["Stem Cells"]}},
        top={10: ["Stem Cells"]},
    ),
    case(
        "a factory without a clock is executed",
        "Robotics",
        mine("Robotics"),
        NOBODY,
        {0: {"yellow": ["Globalization"], "red": ["Robotics", "Fusion"]}},
        top={10: ["Globalization"], 11: ["Fusion"]},
    ),
    case(
        "a clock without a factory is executed",
        "Robotics",
        mine("Robotics"),
        NOBODY,
        {0: {"purple": ["A.I."], "score": ["Databases"]}},
        top={10: ["A.I.", "Databases"]},
    ),
    case(
        "two 10s are melded without any clock",
        "The Internet",
        mine("The Internet"),
        NOBODY,
        {0: {"score": ["Robotics"], "green": ["Databases"], "yellow": ["Stem Cells"]}},
        top={10: ["Robotics", "Databases", "Stem Cells"]},
    ),
    case(
        "green is splayed up",
        "The Internet",
        mine("The Internet", "Oars", "Sailing", "Compass"),
        NOBODY,
        {0: {"splays": [0, 0, UP, 0, 0]}},
        [GREEN],
        {10: ["Robotics", "Bioengineering", "Stem Cells"]},
    ),
]


@each(CASES)
def test_printed_texts(trap: Case) -> None:
    look_at(trap)


@pytest.mark.parametrize(
    ("name", "theirs", "effects"),
    [
        ("Fission", ["Rocketry", "Oars"], [("dogma", 1, 1), ("dogma", 1, 0)]),
        (
            "Robotics",
            ["Machine Tools", "Industrialization", "The Wheel"],
            [("dogma", 1, 1), ("dogma", 1, 0), ("dogma", 2, 1), ("dogma", 2, 0)],
        ),
    ],
)
def test_who_shares_carries_out_each_printed_effect_in_turn(
    name: str, theirs: list[str], effects: list[tuple[str, int, int]]
) -> None:
    """Fission returns and draws in one effect, Robotics has two."""
    top = {10: ["Databases", "Stem Cells", "Globalization", "Bioengineering"]}
    game = table(seat(board=[name, "Tools"]), seat(board=theirs), edition=Edition.FOURTH, top=top)
    started = []

    def note(event: object) -> None:
        if isinstance(event, EffectStarted):
            started.append((event.kind, event.number, event.player))

    game.sink = note
    Script(game, *(["Tools", "Oars"] if name == "Fission" else [])).dogma(name)
    assert started == effects
