"""A look at the position before each action of a game that a bot plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from innolog.engine.events import ActionBegan, Event
from innolog.engine.game import Game
from innolog.simulate.bots import Bot, Follower


class Watched:
    """A bot that plays as another one, while ``look`` is called with the game before each action."""

    def __init__(self, bot: Bot, look: Callable[[Game], None]) -> None:
        self._bot, self._look = bot, look
        self._follower = bot if isinstance(bot, Follower) else None
        self._game: Game

    def attach(self, game: Game) -> None:
        """Set the game that the bot plays."""
        self._game = game
        self._bot.attach(game)

    def choose(self, choice: Any) -> Any:
        """What the bot chooses."""
        return self._bot.choose(choice)

    def decided(self, choice: Any, answer: Any) -> None:
        """Note a decision."""
        if self._follower is not None:
            self._follower.decided(choice, answer)

    def receive(self, event: Event) -> None:
        """Note an event; look at the game if an action begins."""
        if self._follower is not None:
            self._follower.receive(event)
        if isinstance(event, ActionBegan):
            game = self._game
            # The engine has counted the action already.
            game.action -= 1
            self._look(game)
            game.action += 1
