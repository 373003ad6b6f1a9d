"""The order of each pile of a story, from what shows of it later."""

from __future__ import annotations

import pytest

from innolog.beliefs.unordered import Found
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.reconstruction.orders import put_in_order
from innolog.reconstruction.stories import Asked, Step
from innolog.replay.nodes import Node
from innolog.simulate.bots import RandomDecider
from innolog.simulate.dealing import deal

#: The piles of a player, by color: blue has cards 1 to 3, red 11 to 13.
PILES = ((1, 2, 3), (11, 12, 13), (), (), ())


def story(order: tuple[int, ...], later: Found) -> list[Step]:
    """A player chooses the blue pile and puts it in an order; in the next action, a fact about an order shows."""
    game = Game(deal(Ruleset(), 1), Ruleset(), RandomDecider(1))
    nothing = Node(game.save(), 0)
    which = Asked(Choice(ChoiceKind.COLOR, 0, (0, 1), rearranges=True), 0)
    how = Asked(Choice(ChoiceKind.ORDER, 0, PILES[0]), order, PILES)
    return [Step(nothing, nothing, items=[which, how]), Step(nothing, nothing, orders=[later])]


def answers(steps: list[Step]) -> list[object]:
    return [item.answer for item in steps[0].items if isinstance(item, Asked)]


@pytest.mark.parametrize(
    ("order", "fact", "told", "found"),
    [
        # The order is the one that shows later.
        ((1, 2, 3), Found(frozenset({1, 2}), 1, lowest=False), False, [0, (2, 1, 3)]),
        # Nothing shows of this pile, so it was the other one.
        ((1, 2, 3), Found(frozenset({11, 12}), 11, lowest=False), False, [1, (12, 11, 13)]),
        # The log names the pile.
        ((1, 2, 3), Found(frozenset({11, 12}), 11, lowest=False), True, [0, (1, 2, 3)]),
        # Another card came to the top, so it was this pile.
        ((1, 3, 2), Found(frozenset({11, 12}), 11, lowest=False), False, [0, (1, 3, 2)]),
    ],
)
def test_piles_are_put_in_the_order_that_shows_later(
    order: tuple[int, ...], fact: Found, told: bool, found: list[object]
) -> None:
    steps = story(order, fact)
    put_in_order(steps, told=told)
    assert [item.answer for item in steps[0].items if isinstance(item, Asked)] == found
