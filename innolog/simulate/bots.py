"""Bots by name, and the one that decides at random.

Bots are deterministic: with the same seed they decide the same in the same game on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Protocol, runtime_checkable

from innolog.engine.choices import Choice, ChoiceKind, Decider
from innolog.engine.events import Event
from innolog.engine.game import Game
from innolog.simulate.characters import CHARACTERS, CharacterBot
from innolog.strategy.sensible import SensibleBot


class Bot(Decider, Protocol):
    """A decider that can see the game it plays."""

    def attach(self, game: Game) -> None:
        """Set the game that the bot plays from now on."""
        ...


@runtime_checkable
class Follower(Protocol):
    """What wants to know all that happens in the game it plays."""

    def receive(self, event: Event) -> None:
        """Note an event."""
        ...

    def decided(self, choice: Choice, answer: Any) -> None:
        """Note a decision of any player."""
        ...


class RandomDecider:
    """Decides at random: all answers that the rules allow are equally likely."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def attach(self, game: Game) -> None:
        """Do nothing: random decisions do not depend on the table."""

    def choose(self, choice: Choice) -> Any:
        """One of ``choice.answers()``. If the choice is an order of a pile, the pile is shuffled."""
        if choice.kind is ChoiceKind.ORDER:
            return tuple(self._random.sample(list(choice.options), len(choice.options)))
        return self._random.choice(choice.answers())


class Seats:
    """One bot for each seat."""

    def __init__(self, bots: Sequence[Bot]) -> None:
        self._bots = bots
        self._followers = [bot for bot in bots if isinstance(bot, Follower)]

    def attach(self, game: Game) -> None:
        """Let all bots play this game."""
        for bot in self._bots:
            bot.attach(game)

    def choose(self, choice: Choice) -> Any:
        """The answer of the bot whose seat is asked."""
        return self._bots[choice.player].choose(choice)

    def receive(self, event: Event) -> None:
        """Pass on an event to the bots that want it."""
        for bot in self._followers:
            bot.receive(event)

    def decided(self, choice: Choice, answer: Any) -> None:
        """Pass on a decision to the bots that want it."""
        for bot in self._followers:
            bot.decided(choice, answer)


def _strong(seed: int, worlds: int) -> Bot:
    # No other bot needs numpy, which takes long to import.
    from innolog.strategy.strong import StrongBot

    return StrongBot(seed, worlds=worlds)


#: Bots by name.
BOTS: dict[str, Callable[[int], Bot]] = {
    "sensible": SensibleBot,
    "strong": partial(_strong, worlds=8),
    "strong-fast": partial(_strong, worlds=1),
    "uniform": RandomDecider,
    **{name: partial(CharacterBot, character=character) for name, character in CHARACTERS.items()},
}


def seats(names: Sequence[str], players: int, seed: int) -> Seats:
    """A bot for each seat. ``names`` (of :data:`BOTS`) are assigned in turn. Raises KeyError for an unknown name."""
    return Seats([BOTS[names[seat % len(names)]](seed * 16 + seat) for seat in range(players)])


__all__ = ["BOTS", "Bot", "RandomDecider", "Seats", "SensibleBot", "seats"]
