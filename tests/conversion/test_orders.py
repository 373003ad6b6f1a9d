"""The order of each pile of a story, from what shows of it later."""

from __future__ import annotations

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


def story(order: tuple[int, ...], *later: Found) -> list[Step]:
    """A player chooses the blue pile and puts it in an order; in the next action, facts about orders show."""
    game = Game(deal(Ruleset(), 1), Ruleset(), RandomDecider(1))
    nothing = Node(game.save(), 0)
    which = Asked(Choice(ChoiceKind.COLOR, 0, (0, 1), rearranges=True), 0)
    how = Asked(Choice(ChoiceKind.ORDER, 0, PILES[0]), order, PILES)
    return [Step(nothing, nothing, items=[which, how]), Step(nothing, nothing, orders=list(later))]


def answers(steps: list[Step]) -> list[object]:
    return [item.answer for item in steps[0].items if isinstance(item, Asked)]


def test_cards_lie_as_they_show_later() -> None:
    steps = story((1, 2, 3), Found(frozenset({1, 2}), 1, lowest=False))
    put_in_order(steps, told=False)
    assert answers(steps) == [0, (2, 1, 3)]


def test_if_nothing_shows_of_a_pile_it_was_another_one() -> None:
    steps = story((1, 2, 3), Found(frozenset({11, 12}), 11, lowest=False))
    put_in_order(steps, told=False)
    assert answers(steps) == [1, (12, 11, 13)]


def test_a_pile_that_the_log_names_is_that_one() -> None:
    steps = story((1, 2, 3), Found(frozenset({11, 12}), 11, lowest=False))
    put_in_order(steps, told=True)
    assert answers(steps) == [0, (1, 2, 3)]


def test_another_card_on_top_shows_which_pile_it_was() -> None:
    steps = story((1, 3, 2), Found(frozenset({11, 12}), 11, lowest=False))
    put_in_order(steps, told=False)
    assert answers(steps) == [0, (1, 3, 2)]
