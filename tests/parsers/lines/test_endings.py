"""How a card's effect ended the game, in texts, trackers' files and exports: by which card, and why."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, partial

import pytest

from innolog.cards.editions import Edition, Platform
from innolog.engine.ruleset import Ruleset
from innolog.judging.verdicts import judged
from innolog.log import At, Ended
from innolog.log.told import ToldGame
from innolog.replay.forced import NOTHING
from innolog.simulate import seats, simulate
from parsers.files import Blob
from parsers.lines.bga import bga_lines
from parsers.lines.writing import review_text, yucata_page
from parsers.tracker.specification import GENERATIONS
from parsers.tracker.writer import write
from tests.written import export

_OLDER = Ruleset(platform=Platform.BGA)
_NEWER = Ruleset(edition=Edition.FOURTH, platform=Platform.BGA_2024)
#: Texts, and trackers' files of each generation. All have the message in English.
_LINES: dict[str, Callable[[ToldGame], str]] = {
    "text": lambda game: review_text(game, None),
    **{name: partial(write, viewpoint=None, generation=name) for name in GENERATIONS},
}
_FORMS = _LINES | {"export": lambda game: json.dumps(export(game, None))}


@cache
def _told(rules: Ruleset, seed: int, *, alone: bool = False) -> ToldGame:
    """A game that an effect ends. ``alone``: whether because all others have lost."""
    game = simulate(rules, seed, seats(["sensible"], 2, seed), tell=True, digests=False)
    assert game.ended is not None
    assert (game.ended.how, game.ended.alone) == ("dogma", alone)
    assert game.told is not None
    return game.told


def _judged(text: str) -> tuple[str, str | None, str | None]:
    row = judged(Blob("game", text.encode()), NOTHING)
    return row.verdict, row.rule, row.observed


@pytest.mark.parametrize("form", _LINES)
def test_the_card_whose_effect_ends_the_game_is_compared(form: str) -> None:
    """Only exports were compared. In texts and trackers' files any card could stand there, with any value."""
    text = _LINES[form](_told(_NEWER, 3))
    start, card = text.rindex("END OF GAME BY DOGMA"), "Globalization."
    assert card in text[start:]
    assert _judged(text)[0] == "legal"
    other = text[:start] + text[start:].replace(card, "Databases.")
    assert _judged(other) == ("illegal", "end.condition", "an effect of Databases ends the game")
    older = text[:start] + text[start:].replace("10", "9", 1)
    assert _judged(older)[::2] == ("illegal", "9")


@pytest.mark.parametrize("form", _FORMS)
def test_others_are_still_in_the_game_if_a_condition_is_met(form: str) -> None:
    """Any words could follow the name of the winner. Words of another meaning still can."""
    text, name = _FORMS[form](_told(_OLDER, 9)), "${player_name}" if form == "export" else "Ada"
    start = text.rindex("END OF GAME BY DOGMA")
    before, end = text[:start], text[start:]
    assert _judged(f"{before}{end.replace(name, f'{name} meets the victory condition.', 1)}")[0] == "legal"
    alone = f"{before}{end.replace(name, f'{name} is the only remaining player.', 1)}"
    assert _judged(alone) == ("illegal", "end.condition", "only the winners are still in the game")


def test_who_is_alone_wins() -> None:
    game = _told(_NEWER, 14, alone=True)
    end = game.told[-1].observation
    assert isinstance(end, Ended)
    assert end.alone
    for text in (review_text(game, 0), write(game, None), yucata_page(game, None), json.dumps(export(game, None))):
        assert _judged(text)[0] in ("legal", "unsupported")


@pytest.mark.parametrize(
    ("line", "player", "alone"),
    [
        ("Bob is the only remaining player. He wins!", 1, True),
        ("You are the only remaining player. You win!", 0, True),
        ("You are the only remaining team. You win!", 0, True),
        ("The other team is the only remaining team. They win!", None, True),
        ("Bob meets the victory condition. He wins!", 1, None),
        # In a file of each player of the team: none of them names who met it.
        ("Your team meets the victory condition. You win!", None, None),
        ("The other team meets the victory condition. They win!", None, None),
        ("Bob meets the victory condition. Your team wins!", 1, None),
        ("Bob", 1, None),
        ("Bob gagne.", 1, None),
    ],
)
def test_the_line_about_the_end_says_who_wins_and_why(line: str, player: int | None, alone: bool | None) -> None:
    (end,) = bga_lines(["Ada", "Bob"], 0).read(At(None, 1, 0), f"END OF GAME BY DOGMA: {line}").observations
    assert isinstance(end, Ended)
    assert (end.how, end.player, end.card, end.alone) == ("dogma", player, None, alone)
