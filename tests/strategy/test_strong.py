"""The strong bot."""

from __future__ import annotations

from contextlib import suppress
from itertools import repeat
from typing import Any
from unittest.mock import Mock

import pytest

from innolog.engine.actions import Action, ActionKind
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.events import GameEnded
from innolog.engine.ruleset import Ruleset
from innolog.simulate.bots import Seats
from innolog.simulate.games import simulate
from innolog.strategy.lookout import Unplayable
from innolog.strategy.moments import Decision
from innolog.strategy.network import Network
from innolog.strategy.strong import StrongBot


class Alike(Network):
    """Every position is worth the same."""

    def __init__(self) -> None:
        super().__init__({"first_bias": [[]]}, {})

    def chances(self, rows: Any, seats: int = 1) -> list[float]:
        return [0.5] * len(rows)


class Done(Exception):
    """The game need not go on."""


class Asked(StrongBot):
    """Is asked for the same action until it is tired of all but drawing."""

    def __init__(self) -> None:
        super().__init__(1, network=Alike())
        self.found: list[Action] = []
        self.others: list[Action] = []

    def choose(self, choice: Choice) -> Any:
        if choice.kind is not ChoiceKind.ACTION or self._game.turn < 5:
            return super().choose(choice)
        self.others = [each for each in choice.options if each.kind is not ActionKind.DRAW]
        choice.options = [*self.others, Action(ActionKind.DRAW)]
        while len(self.found) < 15 * len(choice.options):
            self.found.append(super().choose(choice))
        raise Done


def test_a_strong_bot_tires_of_all_that_it_repeats_but_not_of_drawing() -> None:
    """Without this, games between two strong bots went on with the same few dogmas. A draw brings the end nearer."""
    bot = Asked()
    with suppress(Done):
        simulate(Ruleset(), 1, bot, digests=False)
    assert len(bot.others) > 2
    assert bot.found[: 13 * len(bot.others)] == [each for each in bot.others for _ in range(13)]
    assert set(bot.found[13 * len(bot.others) :]) == {Action(ActionKind.DRAW)}


@pytest.mark.parametrize("seed", [7_000_568, 7_000_862])
def test_games_of_strong_bots_come_to_an_end(seed: int) -> None:
    """What was wrong: each went on with the dogmas that were best for it, and undid what the other one's had done."""
    number = 16 * (seed % 1000)
    bots = Seats([StrongBot(number + seat) for seat in (0, 1)])
    assert isinstance(simulate(Ruleset(), seed, bots, digests=False, most_actions=600).ended, GameEnded)


def test_a_strong_bot_does_not_look_ahead_in_an_action_of_very_many_decisions() -> None:
    """One with Pride and Prejudice and Ludwig van Beethoven took more than twenty minutes."""

    class Long(Asked):
        def choose(self, choice: Choice) -> Any:
            if choice.kind is not ChoiceKind.ACTION or self._game.turn < 5:
                return StrongBot.choose(self, choice)
            moment = self._course.moment(choice.player)
            looks = []
            look = Mock(side_effect=Unplayable)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(self, "_lookout", Mock(try_all=look))
                for decisions in (100, 101):
                    told = moment._replace(decisions=tuple(repeat(Decision(0, choice.kind, None), decisions)))
                    patch.setattr(self, "_course", Mock(moment=Mock(return_value=told)))
                    assert StrongBot.choose(self, choice) in choice.options
                    looks.append(look.call_count)
            assert looks == [1, 1]
            raise Done

    with pytest.raises(Done):
        simulate(Ruleset(), 1, Long(), digests=False)
