"""The chance of each player to win after every action of a replayed game, from the network that values positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from innolog.engine.actions import play_next
from innolog.engine.choices import Choice
from innolog.results.result import Replay
from innolog.reviewing.decisions import game_of
from innolog.strategy.network import normal, rows_of, shares, shipped


class _Recorded:
    """Gives the recorded answers."""

    def __init__(self) -> None:
        self.decisions: Iterator[tuple[Choice, Any]] = iter(())

    def choose(self, choice: Choice) -> Any:
        _, answer = next(self.decisions)
        return answer


def levels(replay: Replay) -> list[list[float]]:
    """For each action, the chance of each seat after it (0 to 1), those of all sides adding up to 1.

    Of each player, what that player sees is valued. After the end it is the result. Raises
    :class:`~innolog.reviewing.CannotReview` as a review does.
    """
    recorded = _Recorded()
    game = game_of(replay, recorded)
    found = []
    for action in replay.actions:
        recorded.decisions = iter(action.decisions)
        play_next(game)
        found.append(shares(game) or normal(game, shipped().chances(rows_of(game))))
    return found
