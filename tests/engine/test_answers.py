"""Answers as plain data: what has the type of another answer is none, although Python calls it equal."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from innolog.cards.facts import UNKNOWN_BASE, CardSet, back_of, card_table
from innolog.engine.answers import from_data
from innolog.engine.choices import Choice, ChoiceKind, IllegalAnswer, of_color
from innolog.engine.game import Game
from innolog.engine.nature import Nature
from tests.table import seat, table

_LISTS = [["draw", True], ["meld", 1.0], [True, 2], [0, 1.0], [[]], [{}]]


class _Answers:
    """A decider with one answer to everything."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, choice: Choice) -> Any:
        return self.answer


@pytest.mark.parametrize(
    ("asked", "right", "wrong"),
    [
        (lambda game: game.color_of(UNKNOWN_BASE), 1, True),
        (lambda game: game.color_of(UNKNOWN_BASE), 0, False),
        (lambda game: game.passes(UNKNOWN_BASE, of_color(1)), True, 1),
        (lambda game: game.passes(UNKNOWN_BASE, of_color(1)), False, 0),
    ],
)
def test_nature_answers_with_the_type_that_it_is_asked_for(
    asked: Callable[[Game], Any], right: object, wrong: object
) -> None:
    """A file in the native format with true for color 1, or 1 for true, was legal, and its proof accepted."""
    game = table(seat(), seat())
    game.nature = Nature(card_table(), [0] * UNKNOWN_BASE + [back_of(CardSet.BASE, 2)], [], {})
    game.decider = _Answers(wrong)
    with pytest.raises(IllegalAnswer):
        asked(game)
    game.decider = _Answers(right)
    assert asked(game) == right


@pytest.mark.parametrize(("kind", "plain"), [*product(ChoiceKind, _LISTS)])
def test_a_list_has_only_numbers(kind: ChoiceKind, plain: list[Any]) -> None:
    """The answer ``[true, 2]`` of another program's engine was taken for the colors 1 and 2."""
    with pytest.raises(IllegalAnswer):
        from_data(kind, plain)
