"""What a player names or declines is answered by a choice, or by what a site asks without need.

What was wrong: a pass or a name that no choice of the engine took was believed of whoever carried out the effect. So a
pass could be put into any effect, and a name be any where the card chosen next was not shown, or did not follow. What
belonged to the class: places that are named with a value to draw (Linguistics, Ice Skates), values and colors that are
named before the cards (Magnifying Glass, Globe), a value when there is only one (Lever), a player who is named before
the color is declined (Telegraph), and passes of whoever holds no card that fits (Masonry). How it was looked for: all
passes and names of the recorded games that no choice took, by effect. The forgeries are in ``tests/tampering``.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from innolog.comparing.matching import Mismatch
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.events import EffectStarted
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.engine.zones import Zone
from innolog.log import Agreed, At, Fact, GameLog, Named, Observation, Passed, Place, Seat, TurnEnded
from innolog.log import EffectStarted as Started
from innolog.replay.answers import Answers
from innolog.replay.guide import Guide
from innolog.simulate import deal

AT = At(5, 0, 0)


def _guide(*told: Observation) -> Guide:
    """A guide in an effect of the first player, before some statements and the end of the turn."""
    observations = [Started(AT, 0), *told, TurnEnded(AT)]
    seats = [Seat("1", "Ana"), Seat("2", "Ben")]
    guide = Guide(GameLog("made", "bga", "1", seats, observations, records=frozenset(Fact)))
    rules = Ruleset()
    game = Game(deal(rules, 1), rules, guide)
    guide.answers = Answers(guide).pick
    guide.attach(game)
    game.sink(EffectStarted(0, 0, "dogma", 1, False))
    return guide


def _choice(kind: ChoiceKind, options: Sequence[object], *, may: bool = False, values: Sequence[int] = ()) -> Choice:
    return Choice(kind, 0, options, may=may, values=values)


def test_one_thing_is_named_and_the_next_declined() -> None:
    """Telegraph: whose pile is matched, but not which color; that the color is declined says nothing of the player.

    An honest game was accused so where the site then takes the color that was named before.
    """
    guide = _guide(Named(AT, 0, seat=1), Passed(AT, 0))
    assert guide.choose(_choice(ChoiceKind.PLAYER, [1], may=True)) == 1
    assert guide.choose(_choice(ChoiceKind.COLOR, [0, 1, 2, 3, 4], may=True)) is None
    assert guide.cursor == 3


@pytest.mark.parametrize("told", [Passed(AT, 0), Named(AT, 0, colors=(1,)), Named(AT, 0, value=3)])
def test_what_nobody_asked_is_no_answer(told: Observation) -> None:
    guide = _guide(told)
    with pytest.raises(Mismatch, match=r"record\.choice"):
        guide._next()


def test_an_answer_of_yes_or_no_before_the_pass_that_a_choice_takes() -> None:
    """The choice took the pass, and the answer before it was stepped over: an invented one was believed."""
    guide = _guide(Agreed(AT, 0, yes=True), Passed(AT, 0))
    with pytest.raises(Mismatch, match=r"record\.choice"):
        guide.choose(_choice(ChoiceKind.COLOR, [0, 1], may=True))


def test_a_pass_of_whoever_holds_no_card_that_fits() -> None:
    """The site asks, not to give the hand away: one pass, and no second one."""
    guide = _guide(Passed(AT, 0), Passed(AT, 0))
    game = guide.game
    assert game.watch_declined is not None
    game.watch_declined(0)
    assert guide.cursor == 2
    with pytest.raises(Mismatch):
        guide._next()


@pytest.mark.parametrize("passes", [1, 2])
def test_one_pass_may_be_that_of_the_choice_that_follows(passes: int) -> None:
    """Machinery: no castle in hand, and a splay that is declined. A converted log lacked the one pass of the splay."""
    guide = _guide(*[Passed(AT, 0)] * passes)
    guide.game.watch_declined(0)  # type: ignore[misc]
    assert guide.choose(_choice(ChoiceKind.COLOR, [1], may=True)) is None
    assert guide.picks[0].passed
    assert guide.cursor == 1 + passes
    assert isinstance(guide._next(), TurnEnded)


@pytest.mark.parametrize(
    ("value", "place", "fits"),
    [(4, Place.FORECAST, True), (3, Place.FORECAST, False), (4, Place.HAND, False), (3, Place.HAND, False)],
)
def test_a_card_is_drawn_to_the_place_that_was_named(value: int, place: Place, fits: bool) -> None:
    """Linguistics: a 3 to the hand or a 4 to the forecast; here it is the latter."""
    guide = _guide(Named(AT, 0, value=value, place=place))
    choice = _choice(ChoiceKind.PLACE, [Zone.FORECAST, Zone.HAND], values=(4, 3))
    if fits:
        assert guide.choose(choice) is Zone.FORECAST
        assert guide.cursor == 2
    else:
        with pytest.raises(Mismatch, match=r"record\.choice"):
            guide.choose(choice)


def test_only_what_can_be_named_is() -> None:
    """Magnifying Glass: a value of which the player holds three cards."""
    guide = _guide(Named(AT, 0, value=4))
    guide.game.may_name_value(guide.game.players[0], [])
    assert guide.cursor == 1
    guide.game.may_name_value(guide.game.players[0], [1, 4])
    assert guide.cursor == 2
    with pytest.raises(Mismatch, match=r"record\.choice"):
        _guide(Named(AT, 0, value=2)).game.watch_named(0, ChoiceKind.VALUE, [1, 4])  # type: ignore[misc]
