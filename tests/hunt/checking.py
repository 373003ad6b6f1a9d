"""Checks the invariants of a game while bots play it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.events import Event
from innolog.engine.game import Game
from innolog.simulate.bots import Bot
from tests.invariants import Tally, check


@dataclass
class Checking:
    """A bot around others that checks the invariants between actions.

    :meth:`receive` must get the events, and :meth:`over` be called after the last action. Each check raises
    :class:`~tests.invariants.Broken` for an invariant that does not hold.
    """

    bots: Bot
    #: False if not all cards of the game are there, or some are hidden.
    checks: bool = True

    def attach(self, game: Game) -> None:
        """Watch this game."""
        self.game = game
        self._tally = Tally(game.rules)
        self.bots.attach(game)

    def choose(self, choice: Choice) -> Any:
        """The decision of the bot. Raises :class:`AssertionError` if one card is offered twice."""
        if choice.kind is ChoiceKind.CARD and len(set(choice.options)) < len(choice.options):
            raise AssertionError(f"player {choice.player} is offered a card twice: {choice.options}")
        answer = self.bots.choose(choice)
        if choice.kind is ChoiceKind.ACTION:
            self._check()
        return answer

    def receive(self, event: Event) -> None:
        """Process an event."""
        self._tally(event)

    def over(self) -> None:
        """Check the invariants at the end."""
        self._check()

    def _check(self) -> None:
        if self.checks:
            check(self.game, self._tally)
