"""A second look at decisions that seem to lose much.

The network values a position at once, and overlooks much of what pays off in the next turns. So if the given answer
seems to lose something, it and the best of the others are tried again: strong bots play on for some actions before
positions are valued. These values are truer, but have much more chance in them. A mean of both is truer than either.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from statistics import fmean
from typing import Any, Final, NamedTuple

from innolog.engine.choices import Choice
from innolog.engine.game import Game
from innolog.reviewing.ahead import Ahead
from innolog.strategy.lookout import Lookout, Tried, Unplayable, standard_error
from innolog.strategy.moments import Moment
from innolog.strategy.network import Network

#: A decision gets a second look if the given answer seems to lose this much (0 to 1). Less takes more time.
_SEEMS: Final = 0.01
#: How many answers are looked at again, at most: the given one, and the best others. More take more time.
_ANSWERS: Final = 3
#: The best of the other answers is looked at again, and a further one if its chance is less than this lower (0 to 1).
_NEAR: Final = 0.05
#: The fewest deals of a second look: one does not show how much chance is in a value.
_LEAST: Final = 2
#: With this many deals, the values of a second look count as much as those at once. Of the numbers tried, the mean was
#: least wrong with this one, on 424 choices. A larger number gives the second look less weight.
_ALIKE: Final = 5.6
#: If strong bots play on for fewer actions, the errors of the values are taken to be those at once.
_ENOUGH: Final = 4


class Marks(NamedTuple):
    """What makes a loss certain.

    ``error`` is the standard error of the difference of two answers' values (0 to 1), and a little more than was found
    in the choices from which it was taken. A loss is marked if it is larger than ``times`` its error, of deals and of
    values.
    """

    error: float
    times: float


#: If errors were normal and nothing was lost, a loss would be larger than 1.28 times its error one time in ten, and
#: larger than 2 times one time in 44. At once, the values of good and bad answers are too alike for 2.
AT_ONCE = Marks(0.055, 1.282)
AGAIN = Marks(0.036, 2.0)


class Seen(NamedTuple):
    """The answers to a choice as they are valued in the end, and what makes a loss certain in it."""

    tried: Tried
    marks: Marks

    def loss(self) -> tuple[float, float]:
        """What the given answer loses against the best one (0 to 1), and the standard error of that."""
        means = self.tried.means()
        best = means.index(max(means))
        # The deals are the same for all answers, so that differences have smaller errors than levels.
        deals = standard_error([chances[best] - chances[0] for chances in self.tried.chances]) or 0.0
        return max(0.0, means[best] - means[0]), hypot(deals, self.marks.error)

    def marked(self) -> bool:
        """Whether the loss is certain."""
        loss, error = self.loss()
        return loss > self.marks.times * error


class SecondLook:
    """Tries answers again in deals of a game, and lets strong bots play on for some ``actions``."""

    def __init__(self, game: Game, network: Network, seed: int, actions: int) -> None:
        self._lookout = Lookout(game, network, seed, Ahead(actions, network))
        self._marks = AGAIN if actions >= _ENOUGH else AT_ONCE

    def begin(self, seed: int) -> None:
        """Begin anew: what is found does not depend on what was looked at before."""
        self._lookout.begin(seed)

    def at(
        self,
        moment: Moment,
        choice: Choice,
        tried: Tried,
        worlds: int,
        seat: int | None = None,
        seconds: float | None = None,
    ) -> Seen:
        """The values of answers that were ``tried`` at once; the first is the given one.

        They stay as they were if that one seems to lose less than a point, or if there are too few deals. ``worlds``,
        ``seat`` and ``seconds`` are as in :meth:`~innolog.strategy.lookout.Lookout.try_all`.
        """
        means = tried.means()
        best_first = sorted(range(1, len(means)), key=lambda index: -means[index])
        if worlds < _LEAST or max(means) - means[0] < _SEEMS:
            return Seen(tried, AT_ONCE)
        least = means[best_first[0]] - _NEAR
        looked = [0, *(index for index in best_first[: _ANSWERS - 1] if means[index] > least)]
        only = [tried.answers[index] for index in looked]
        try:
            found = self._lookout.try_all(moment, choice, worlds, only=only, seat=seat, seconds=seconds).chances
        except Unplayable:
            return Seen(tried, AT_ONCE)
        if len(found) < _LEAST:
            return Seen(tried, AT_ONCE)
        joined = tried._replace(chances=mixed(means, looked, found))
        after = joined.means()
        return Seen(joined, self._marks if after.index(max(after)) in looked else AT_ONCE)


def mixed(at_once: Sequence[float], looked: Sequence[int], found: Sequence[Sequence[float]]) -> list[list[float]]:
    """The chances of all answers in each deal, as a mean of both values: ``[deal][answer]``.

    ``found`` are the values of the answers that were ``looked`` at again, ``[deal][number of the answer]``. Those of
    the others change as these do on average: what a position is worth as a whole is known better, too. The chance that
    the deals leave in the values at once is left out: it is a tenth of a point in 16 deals.
    """
    weight = len(found) / (len(found) + _ALIKE)
    chances: list[list[float]] = []
    for deal in found:
        changes = [weight * (value - at_once[index]) for index, value in zip(looked, deal, strict=True)]
        common = fmean(changes)
        of_answer: dict[Any, float] = dict(zip(looked, changes, strict=True))
        chances.append([min(1.0, max(0.0, value + of_answer.get(i, common))) for i, value in enumerate(at_once)])
    return chances
