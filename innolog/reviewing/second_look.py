"""Second looks at decisions: strong bots play on before positions are valued.

The network values a position at once, and overlooks much of what pays off in the next turns. If bots play on for some
actions first, values are truer, but have much more chance in them. A mean of both is truer than either. So an answer
is tried again together with the best others. If it seems to lose nothing, a few deals are enough, unless these show a
loss. If it is still in doubt what it loses, it and the best answer are tried a third time, in more deals.

All this says how much better one answer is than another. How good they all are, their level, is another question, which
the network answers worse. If there is time, bots play on after the given answer for twice as many actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf
from statistics import fmean
from typing import Any, Final, NamedTuple

from innolog.engine.choices import Choice
from innolog.engine.game import Game
from innolog.reviewing.ahead import OTHER_DEALS, Ahead
from innolog.reviewing.time import Time
from innolog.strategy.lookout import Lookout, Tried, Unplayable, standard_error
from innolog.strategy.moments import Moment
from innolog.strategy.network import Network

#: A second look is in all deals if the given answer seems to lose the first of these (0 to 1) at once, or the second
#: after a glance, which is a second look in a few deals.
_SEEMS: Final = 0.012
_SEEMS_AT_A_GLANCE: Final = 0.03
_GLANCE: Final = 4
#: How many answers are looked at again, at most: the given one, and the best others. More take more time.
_ANSWERS: Final = 3
#: The best of the other answers is looked at again, and a further one if its chance is less than this lower (0 to 1).
_NEAR: Final = 0.06
#: The fewest deals of a second look, and of a third one. One deal does not show how much chance is in a value.
_LEAST: Final = 2
_LEAST_OF_THIRD: Final = 12
#: With this many deals, the values of a second look count as much as those at once. What answers lose was least wrong
#: with 4 to 8 of them, in choices of which the loss after 16 actions in 192 deals was known.
_ALIKE: Final = 7.0
#: With this many deals, the level that is played on counts as much as that of the values. Of the numbers tried, the
#: mean was least wrong with this one, on 117 choices. With fewer than the least, too much chance is in it.
_ALIKE_OF_LEVEL: Final = 4.0
_LEAST_OF_LEVEL: Final = 8
#: Loss and error leave in doubt what an answer loses if the loss is between these multiples of the error.
_DOUBT: Final = (1.0, 2.5)
#: For the level, strong bots play on for this many times as many actions as in a second look.
_FURTHER: Final = 2
#: If strong bots play on for fewer actions, the errors of the values are taken to be those at once, and nothing gets a
#: third look.
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
#: larger than 2 times one time in 44. At once, the values of good and bad answers are too alike for 2. After second and
#: third looks, the error is as large as it must be for marks on few decisions of strong players.
AT_ONCE = Marks(0.055, 1.282)
AGAIN = Marks(0.042, 2.0)
THIRD = Marks(0.040, 2.0)


class Seen(NamedTuple):
    """The answers to a choice as they are valued in the end, and what makes a loss certain in it.

    The chances of ``tried`` are in the deals of the last look. What follows its answers is in those of the first one.
    ``played_on`` are the chances after the given answer for the level of all, in deals of their own.
    """

    tried: Tried
    marks: Marks
    played_on: tuple[float, ...] = ()

    def chance(self, *answers: int) -> tuple[float, float | None]:
        """The chance of an answer (0 to 1), or of several on average, and the standard error that the deals leave."""
        means = self.tried.means()
        number = len(self.played_on)
        weight = number / (number + _ALIKE_OF_LEVEL)
        # As a mean of two chances, that of the given answer is one; the best one's must be as much larger as the loss.
        change = min(weight * (fmean(self.played_on) - means[0]), 1.0 - max(means)) if number else 0.0
        chance = fmean([max(0.0, means[index] + change) for index in answers])
        error = standard_error([fmean([deal[i] for i in answers]) - weight * deal[0] for deal in self.tried.chances])
        level = standard_error(self.played_on)
        return chance, error if error is None or level is None else hypot(error, weight * level)

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


class Question(NamedTuple):
    """A choice at a moment, and whose chances are asked for: those of the chooser if no ``seat`` is named."""

    moment: Moment
    choice: Choice
    seat: int | None = None


class Look(NamedTuple):
    """What is made of answers that are tried again.

    With ``alike`` deals, what is found counts as much as what was known before. With fewer than ``least``, it does not
    count.
    """

    least: int
    alike: float
    marks: Marks


class SecondLook:
    """Tries answers again in deals of a game, and lets strong bots play on for some ``actions``."""

    def __init__(self, game: Game, network: Network, seed: int, actions: int, time: Time) -> None:
        self._again = Lookout(game, network, seed, Ahead(actions, network))
        self._level = Lookout(game, network, seed, Ahead(_FURTHER * actions, network))
        self._second = Look(_LEAST, _ALIKE, AGAIN if actions >= _ENOUGH else AT_ONCE)
        self._time = time

    def begin(self, seed: int) -> None:
        """Begin anew: what is found does not depend on what was looked at before."""
        self._again.begin(seed + OTHER_DEALS)
        self._level.begin(seed + 2 * OTHER_DEALS)

    def at(self, question: Question, tried: Tried, worlds: int) -> Seen:
        """The values of answers that were ``tried`` at once; the first is the given one.

        The level stays as it is if there are too few deals, or if time has a limit: second looks get what there is.
        """
        seen = self._compared(question, tried, worlds)
        deals = worlds // 2
        if deals < _LEAST_OF_LEVEL or self._time.left() < inf:
            return seen
        moment, choice, seat = question
        try:
            level = self._level.try_all(moment, choice, deals, only=seen.tried.answers[:1], seat=seat)
        except Unplayable:
            return seen
        if len(level.chances) < _LEAST_OF_LEVEL:
            return seen
        return seen._replace(played_on=tuple(chance for (chance,) in level.chances))

    def _compared(self, question: Question, tried: Tried, worlds: int) -> Seen:
        """What second and third looks find of the answers.

        The values stay as they were if the given one seems to lose nothing, or if there is no time or there are too few
        deals. A glance that shows a loss counts if there is no time for more.
        """
        seen = glance = Seen(tried, AT_ONCE)
        if len(tried.answers) < 2:
            return seen
        looked = _looked_at(tried.means())
        before = [tried.means()] * worlds
        if seen.loss()[0] < _SEEMS:
            glance = self._look(question, seen, before[:_GLANCE], looked, self._second)
            if glance.loss()[0] < _SEEMS_AT_A_GLANCE:
                return seen
        time = self._time.left()
        second = self._look(question, seen, before, looked, self._second)
        if second is seen:
            return glance
        left = self._time.left()
        loss, error = second.loss()
        least, most = _DOUBT
        if second.marks is not AGAIN or not least * error < loss < most * error:
            return second
        if left < inf and left < time - left:
            return second
        deals, means = second.tried.chances, second.tried.means()
        both = [0, means.index(max(means))]
        return self._look(question, second, deals, both, Look(_LEAST_OF_THIRD, _ALIKE + len(deals), THIRD))

    def _look(
        self,
        question: Question,
        seen: Seen,
        before: Sequence[Sequence[float]],
        looked: Sequence[int],
        look: Look,
    ) -> Seen:
        """The mean of the chances ``before``, ``[deal][answer]``, and of those in as many other deals.

        If nothing was tried, or in too few deals, this is ``seen`` itself.
        """
        if len(before) < look.least:
            return seen
        with self._time.rest() as seconds:
            if seconds is not None and seconds <= 0:
                return seen
            moment, choice, seat = question
            only = [seen.tried.answers[index] for index in looked]
            try:
                found = self._again.try_all(moment, choice, len(before), only=only, seat=seat, seconds=seconds).chances
            except Unplayable:
                return seen
        if len(found) < look.least:
            return seen
        joined = seen.tried._replace(chances=mixed(before, looked, found, look.alike))
        means = joined.means()
        return Seen(joined, look.marks if means.index(max(means)) in looked else seen.marks)


def _looked_at(means: Sequence[float]) -> list[int]:
    """The given answer, which is the first, and the best others that are near each other."""
    best_first = sorted(range(1, len(means)), key=lambda index: -means[index])
    least = means[best_first[0]] - _NEAR
    return [0, *(index for index in best_first[: _ANSWERS - 1] if means[index] > least)]


def mixed(
    before: Sequence[Sequence[float]], looked: Sequence[int], found: Sequence[Sequence[float]], alike: float
) -> list[list[float]]:
    """The chances of all answers as means of those ``before`` and those ``found``: ``[deal][answer]``.

    ``found`` are the values of the answers that were ``looked`` at again, ``[deal][number of the answer]``; with
    ``alike`` deals, both count the same. The chances of the other answers change as these do on average: what a
    position is worth as a whole is known better, too. The deals of both are different ones, and each pair is joined.
    """
    weight = len(found) / (len(found) + alike)
    chances: list[list[float]] = []
    for at_first, deal in zip(before, found, strict=False):
        changes = [weight * (value - at_first[index]) for index, value in zip(looked, deal, strict=True)]
        common = fmean(changes)
        of_answer: dict[Any, float] = dict(zip(looked, changes, strict=True))
        chances.append([min(1.0, max(0.0, value + of_answer.get(i, common))) for i, value in enumerate(at_first)])
    return chances
