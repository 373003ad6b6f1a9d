"""A bot that looks ahead."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, Final

from innolog.engine.actions import Action, ActionKind
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.game import Game
from innolog.strategy.lookout import Lookout, PlaysOn, Unplayable
from innolog.strategy.moments import Course
from innolog.strategy.network import Network, shipped
from innolog.strategy.sensible import SensibleBot

#: A seat tires of an action that it has chosen more often than this in a game. Otherwise one of 350 games between two
#: strong bots went on with the same few dogmas without end.
_OFTEN: Final = 12
#: How much less the action is worth (0 to 1) for each further time: twenty times are more than most choices matter.
_TIRING: Final = 0.005
#: After more decisions than this in an action, a strong bot plays sensibly. To try an answer, it plays the action again
#: from the beginning, and cards that undo each other's effects can lead to a thousand decisions.
_LONG: Final = 100


class StrongBot:
    """Chooses what has the best chance to win on average over ``worlds`` deals. Deterministic by seed.

    ``blur`` is how far (0 to 1) its choices are blurred, so that games to learn from differ. ``play_on`` may play each
    deal further before it is valued.
    """

    def __init__(
        self,
        seed: int,
        *,
        worlds: int = 1,
        network: Network | None = None,
        blur: float = 0.0,
        play_on: PlaysOn | None = None,
    ) -> None:
        self._seed, self._worlds, self._blur = seed, worlds, blur
        self._network, self._play_on = network, play_on
        self._random = Random(seed)
        self._policy = SensibleBot(seed)
        #: How often each seat chose each action: one bot may play all seats.
        self._chosen: Counter[tuple[int, Action]] = Counter()
        self._course: Course
        self._lookout: Lookout
        self._game: Game
        #: The game that the lookout is made for.
        self._made_for: Game | None = None

    def attach(self, game: Game) -> None:
        """Set the game that the bot plays from now on. In the same game again, it goes on with its random numbers.

        It forgets how often it chose each action.
        """
        self._game = game
        self._chosen.clear()
        self._course = Course(game)
        if game is not self._made_for:
            self._made_for = game
            self._lookout = Lookout(game, self._network or shipped(), self._seed, self._play_on)
        self._policy.attach(game)

    def receive(self, event: Any) -> None:
        """Note an event of the game."""
        self._course.receive(event)

    def decided(self, choice: Choice, answer: Any) -> None:
        """Note a decision of any player."""
        self._course.decided(choice, answer)

    def choose(self, choice: Choice) -> Any:
        """The answer with the best chances."""
        usual = self._policy.choose(choice)
        if self._game.turn < 0 or len(choice.answers()) < 2:
            return usual
        moment = self._course.moment(choice.player)
        if len(moment.decisions) > _LONG:
            return usual
        try:
            tried = self._lookout.try_all(moment, choice, self._worlds)
        except Unplayable:
            return usual
        means = tried.means()
        if self._blur:
            means = [mean + self._blur * self._random.gauss(0, 1) for mean in means]
        if choice.kind is not ChoiceKind.ACTION:
            return tried.answers[means.index(max(means))]
        seat = choice.player
        means = [mean - self._tired_of(seat, answer) for mean, answer in zip(means, tried.answers, strict=True)]
        action: Action = tried.answers[means.index(max(means))]
        self._chosen[seat, action] += 1
        return action

    def _tired_of(self, seat: int, action: Action) -> float:
        """How much less an action is worth (0 to 1) because the seat chose it often. A draw brings the end nearer."""
        return 0.0 if action.kind is ActionKind.DRAW else _TIRING * max(0, self._chosen[seat, action] - _OFTEN)
