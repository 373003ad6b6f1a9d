"""The chance of each player to win after every action of a replayed game.

The network of reviews values positions as good players would play on. Weaker ones waste advantages, so that they are
nearer to even. A second network corrects this: it reads the same numbers, the chance from the first one, and how
everybody has played so far, and it learned from players of all strengths. It knows nothing that came later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from statistics import fmean
from typing import Any, NamedTuple

from innolog.engine.actions import play_next
from innolog.engine.choices import Choice, IllegalAnswer
from innolog.engine.game import Game
from innolog.engine.operations import ActionKind
from innolog.log.faults import described
from innolog.results.result import Replay
from innolog.reviewing.decisions import CannotReview, game_of
from innolog.strategy.features import CLAIMABLE
from innolog.strategy.network import Row, normal, rows_of, shares, shipped

#: Chances are kept this far from none and from one.
_LEAST = 1e-4
#: The most that one action counts in log odds.
_MOST = 2.0
#: As many actions that change nothing are added to those of each player, since few actions say little.
_PRIOR = 10


class Seen(NamedTuple):
    """A game after an action, and the numbers that the network of levels reads of each seat; None after the end."""

    game: Game
    numbers: list[list[float]] | None


def levels(replay: Replay) -> list[list[float]]:
    """For each action, the chance of each seat after it (0 to 1), those of all sides adding up to 1.

    Of each player, what that player sees is valued. After the end it is the result. Raises
    :class:`~innolog.reviewing.CannotReview` as a review does.
    """
    network = shipped("level")
    found = []
    for game, numbers in seen(replay):
        # It reads no cards: it would need many more games to learn anything of them that the first one does not say.
        rows: list[Row] = [(each, []) for each in numbers or ()]
        found.append(normal(game, network.chances(rows)) if rows else shares(game) or [])
    return found


def seen(replay: Replay) -> Iterator[Seen]:
    """What the network of levels reads after each action. Raises as :func:`levels` does."""
    recorded = _Recorded()
    game = game_of(replay, recorded)
    plays = [_Play() for _ in game.players]
    before: list[float] | None = None
    could = False
    for action in replay.actions:
        actor = game.turn_player
        claimed = len(actor.achievements)
        recorded.decisions = iter(action.decisions)
        try:
            play_next(game)
        except (IllegalAnswer, StopIteration) as error:
            raise CannotReview(f"the decisions cannot be repeated: {described(error)}") from error
        if game.over is not None:
            yield Seen(game, None)
            continue
        rows = rows_of(game)
        chances = [min(1 - _LEAST, max(_LEAST, each)) for each in normal(game, _as_learned(shipped().chances(rows)))]
        if before is not None:
            missed = could and len(actor.achievements) <= claimed
            plays[actor.index].add(action.kind, before[actor.index], chances[actor.index], could=could, missed=missed)
        yield Seen(game, _with_play(game, rows, chances, plays))
        before, could = chances, rows[game.turn_player.index][0][CLAIMABLE] > 0


def _with_play(game: Game, rows: list[Row], chances: list[float], plays: list[_Play]) -> list[list[float]]:
    """The numbers of all seats with the chance from the network of reviews, own play, and that of the opponents."""
    of = [play.numbers() for play in plays]
    found = []
    for seat, (numbers, _) in enumerate(rows):
        others = [of[other] for other in range(len(rows)) if not game.rules.same_side(seat, other)]
        play = of[seat] + [fmean(each) for each in zip(*others, strict=True)]
        found.append([*numbers, _odds(chances[seat]) / 3, *play])
    return found


def _as_learned(chances: Sequence[float]) -> list[float]:
    """What the network of reviews learned: the chances between players who make slips."""
    sure = shipped().told["sure"]
    return [1 / (1 + ((1 - chance) / chance) ** (1 / sure)) if chance else 0.0 for chance in chances]


def _odds(chance: float) -> float:
    return log(chance / (1 - chance))


class _Play:
    """What the actions of one player did so far to the player's chance."""

    def __init__(self) -> None:
        self._actions = self._draws = self._melds = self._could = self._missed = 0
        self._gained = self._odds = self._swings = 0.0

    def add(self, kind: str, before: float, after: float, *, could: bool, missed: bool) -> None:
        """Note an action: the chances, whether an achievement could be claimed, and whether it was not."""
        self._actions += 1
        self._draws += kind == ActionKind.DRAW.value
        self._melds += kind == ActionKind.MELD.value
        self._gained += after - before
        self._swings += abs(after - before)
        self._odds += min(_MOST, max(-_MOST, _odds(after) - _odds(before)))
        self._could += could
        self._missed += missed

    def numbers(self) -> list[float]:
        """The play as numbers that are mostly between -1 and 2."""
        actions = self._actions + _PRIOR
        return [
            min(self._actions, 40) / 20,
            10 * self._gained / actions,
            2 * self._odds / actions,
            10 * self._swings / actions,
            2 * self._draws / actions,
            2 * self._melds / actions,
            min(self._could, 10) / 5,
            self._missed / (self._could + 2),
        ]


class _Recorded:
    """Gives the recorded answers."""

    def __init__(self) -> None:
        self.decisions: Iterator[tuple[Choice, Any]] = iter(())

    def choose(self, choice: Choice) -> Any:
        _, answer = next(self.decisions)
        return answer
