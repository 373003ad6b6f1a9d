"""Positions are played on before they are valued."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from innolog.engine.actions import play_next
from innolog.engine.choices import Choice
from innolog.engine.game import Game
from innolog.simulate.bots import Bot, Seats
from innolog.strategy.network import Network
from innolog.strategy.sensible import SensibleBot
from innolog.strategy.strong import StrongBot

#: The seeds of lookouts that look at other deals of the same choice or draw are as far apart as this.
OTHER_DEALS: Final = 1_000_000_000


class Ahead:
    """Lets bots play a game on for some actions: strong ones that look at one deal, if nobody is said to be weaker."""

    def __init__(self, actions: int, network: Network | None = None) -> None:
        self._actions, self._network = actions, network
        self._weaker: Collection[int] = ()
        self.begin(0)

    def set(self, actions: int, weaker: Collection[int]) -> None:
        """Set the number of actions, and the seats at which the sensible bot plays instead."""
        self._actions, self._weaker = actions, weaker

    def begin(self, seed: int) -> None:
        """Begin anew: what is played from now on does not depend on what was played before."""
        self._seed = seed
        self._bots: Seats | None = None

    def __call__(self, game: Game) -> None:
        """Play the next actions of a game. Its decider and sink are as before then."""
        if self._bots is None:
            self._bots = Seats([self._bot(seat, len(game.players)) for seat in range(len(game.players))])
        self._bots.attach(game)
        decider, sink = game.decider, game.sink
        game.decider, game.sink = _Told(self._bots), self._bots.receive
        try:
            for _ in range(self._actions):
                if game.over is not None:
                    break
                play_next(game)
        finally:
            game.decider, game.sink = decider, sink

    def _bot(self, seat: int, players: int) -> Bot:
        seed = self._seed * players + seat
        return SensibleBot(seed) if seat in self._weaker else StrongBot(seed, network=self._network)


class _Told:
    """The bots as a decider, told of all decisions."""

    def __init__(self, bots: Seats) -> None:
        self._bots = bots

    def choose(self, choice: Choice) -> Any:
        answer = self._bots.choose(choice)
        self._bots.decided(choice, answer)
        return answer
