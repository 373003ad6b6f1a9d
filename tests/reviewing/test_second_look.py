"""Second and third looks at decisions, and how good all answers are together."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NoReturn, cast

import pytest

from innolog.engine.choices import Choice
from innolog.reviewing.luck import Luck
from innolog.reviewing.second_look import AGAIN, AT_ONCE, THIRD, Look, Marks, Question, SecondLook, Seen, mixed
from innolog.reviewing.time import Time
from innolog.strategy.lookout import Lookout, Tried, Unplayable
from innolog.strategy.moments import Moment


class Looking:
    """A lookout in which each answer always has the same chance; notes how often which answers were tried."""

    def __init__(self, chances: dict[str, float]) -> None:
        self.chances = chances
        self.tried: list[tuple[int, list[str]]] = []

    def try_all(self, _moment: Any, _choice: Any, deals: int, *, only: list[str], **_: Any) -> Tried:
        self.tried.append((deals, only))
        return Tried(only, [[self.chances[each] for each in only]] * deals, [[0.0] * len(only)] * deals)


class Clock(Time):
    """A time of which so much is left, first and whenever it is asked for."""

    def __init__(self, left: list[float]) -> None:
        super().__init__(1.0)
        self._times = iter(left)
        self._left = next(self._times)

    def left(self) -> float:
        self._left = next(self._times, self._left)
        return self._left


QUESTION = Question(cast("Moment", None), cast("Choice", None))


def looking_again(chances: dict[str, float], time: Time) -> tuple[SecondLook, Looking]:
    """Looks at answers with these chances, and the lookout of second and third ones."""
    looks, again = SecondLook.__new__(SecondLook), Looking(chances)
    looks._again = cast("Lookout", again)
    looks._second = Look(2, 7.0, AGAIN)
    looks._level = cast("Lookout", Looking(chances))
    looks._time = time
    return looks, again


def test_looks_have_deals_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was wrong: the deals of all looks were the same, and their errors supposed that they were not."""
    seeds: list[list[int]] = [[], []]
    looks = SecondLook.__new__(SecondLook)
    luck = Luck.__new__(Luck)
    lookouts = [cast("Lookout", SimpleNamespace(begin=of.append)) for of in seeds]
    looks._again, looks._level = lookouts
    luck._at_once, luck._again = lookouts
    looks.begin(7)
    assert len({7, *(of[0] for of in seeds)}) == 3
    luck.begin(7)
    assert len({seeds[0][1], seeds[1][1]}) == 2


def test_one_answer_needs_no_look() -> None:
    tried = Tried(["given"], [[0.4]] * 2, [[0.0]] * 2)
    assert SecondLook.__new__(SecondLook).at(QUESTION, tried, 2) == Seen(tried, AT_ONCE)


@pytest.mark.parametrize(
    ("deals", "time", "played_on"), [(16, Time(), (0.44,) * 8), (15, Time(), ()), (16, Clock([1.0] * 9), ())]
)
def test_the_level_is_played_on_if_there_are_deals_and_time(
    deals: int, time: Time, played_on: tuple[float, ...]
) -> None:
    """After the given answer alone. What that loses, and whether it is marked, does not depend on it."""
    looks, _ = looking_again({"given": 0.44, "best": 0.60}, time)
    seen = looks.at(QUESTION, Tried(["given", "best"], [[0.3, 0.7]] * 8, [[0.0] * 2] * 8), deals)
    assert seen.played_on == played_on
    assert (seen.loss(), seen.marked()) == (seen._replace(played_on=()).loss(), True)


def test_a_level_to_which_few_deals_lead_stays() -> None:
    def unplayable(*_: Any, **__: Any) -> NoReturn:
        raise Unplayable

    def once(*_: Any, **__: Any) -> Tried:
        return Tried(["given"], [[0.9]], [[0.0]])

    looks, _ = looking_again({"given": 0.5, "best": 0.5}, Time())
    for found in (unplayable, once):
        looks._level = cast("Lookout", SimpleNamespace(try_all=found))
        tried = Tried(["given", "best"], [[0.5, 0.5]] * 16, [[0.0] * 2] * 16)
        assert looks.at(QUESTION, tried, 16).played_on == ()


def test_all_chances_move_with_the_level() -> None:
    """Played on in four deals, it counts as much as the values. The best chance is no more than certain."""
    seen = Seen(Tried(["given", "best", "bad"], [[0.5, 0.7, 0.1], [0.7, 0.9, 0.1]], [[0.0] * 3] * 2), AT_ONCE)
    alone = seen._replace(tried=seen.tried._replace(chances=seen.tried.chances[:1]))
    assert seen.chance(0) == pytest.approx((0.6, 0.1))
    assert alone.chance(0) == (0.5, None)
    lower = seen._replace(played_on=(0.3, 0.1, 0.3, 0.1))
    of_level = (0.04 / 3 / 4) ** 0.5 / 2
    # Half of the change of the given answer's value from deal to deal is in the level, and leaves it.
    assert lower.chance(0) == pytest.approx((0.4, (0.05**2 + of_level**2) ** 0.5))
    assert lower.chance(1) == pytest.approx((0.6, (0.05**2 + of_level**2) ** 0.5))
    assert lower.chance(2) == pytest.approx((0.0, (0.05**2 + of_level**2) ** 0.5))
    assert lower.chance(0, 2)[0] == pytest.approx(0.2)
    higher = seen._replace(played_on=(1.0,) * 400)
    assert [higher.chance(index)[0] for index in range(3)] == pytest.approx([0.8, 1.0, 0.3])


@pytest.mark.parametrize(
    ("left", "looks_in"),
    [([1.0, 9.0, 5.0], [4, 16, 16]), ([1.0, 9.0, 4.0], [4, 16]), ([1.0, 0.0], [4]), ([0.0, 0.0], [])],
)
def test_what_there_is_no_time_for_is_not_begun(left: list[float], looks_in: list[int]) -> None:
    """A third look takes no longer than a second one. A glance counts if there is no time for more."""
    looks, again = looking_again({"given": 0.42, "best": 0.50}, Clock(left))
    tried = Tried(["given", "best"], [[0.5, 0.505]] * 2, [[0.0] * 2] * 2)
    seen = looks.at(QUESTION, tried, 16)
    assert [deals for deals, _ in again.tried] == looks_in
    assert len(seen.tried.chances) == (looks_in or [2])[-1]


@pytest.mark.parametrize(
    ("at_once", "later", "deals", "second", "third"),
    [
        # It seems to lose nothing, and nothing at a glance.
        (0.500, 0.51, 16, [4], []),
        (0.500, 0.471, 16, [4], []),
        # It loses much after some actions.
        (0.500, 0.20, 16, [4, 16], []),
        # It is in doubt whether what it loses is more than the errors.
        (0.440, 0.45, 16, [16], [16]),
        # There are too few deals for a third look, and for any.
        (0.440, 0.45, 11, [11], []),
        (0.440, 0.45, 1, [], []),
    ],
)
def test_an_answer_is_looked_at_until_it_is_clear_what_it_loses(
    at_once: float, later: float, deals: int, second: list[int], third: list[int]
) -> None:
    looks, again = looking_again({"given": later, "best": 0.50, "good": 0.49, "bad": 0.1}, Time())
    tried = Tried(["given", "bad", "best", "good"], [[at_once, 0.1, 0.505, 0.49]] * 2, [[0.0] * 4] * 2)
    seen = looks.at(QUESTION, tried, deals)
    looked = [(each, ["given", "best", "good"]) for each in second] + [(each, ["given", "best"]) for each in third]
    assert again.tried == looked
    assert seen.marks == (THIRD if third else AGAIN if second[-1:] == [deals] else AT_ONCE)
    assert seen.marked() is (later < 0.3)
    if third:
        after_second = at_once + 16 / 23 * (later - at_once)
        assert seen.tried.means()[0] == pytest.approx(after_second + 16 / 39 * (later - after_second))
    elif second[-1:] != [deals]:
        assert seen.tried is tried
    looks._time = Time(0.0)
    assert looks.at(QUESTION, tried, deals).tried is tried
    assert again.tried == looked


def test_chances_after_a_second_look_are_a_mean_of_both() -> None:
    """The more deals, the more the second look counts; answers that got none change as the others on average."""
    before = [0.5, 0.6, 0.4, 0.01]
    (once,) = mixed([before], [0, 1], [[0.6, 0.5]], 5.6)
    assert once == pytest.approx([0.5 + 0.1 / 6.6, 0.6 - 0.1 / 6.6, 0.4, 0.01])
    many = mixed([before] * 60, [0, 1], [[0.4, 0.4]] * 56, 5.6)
    assert len(many) == 56
    assert many[0] == pytest.approx([0.5 - 0.1 / 1.1, 0.6 - 0.2 / 1.1, 0.4 - 0.15 / 1.1, 0.0])


def test_the_error_of_a_loss_is_that_of_the_deals_and_that_of_the_values() -> None:
    seen = Seen(Tried(["given", "best"], [[0.4, 0.6], [0.5, 0.6]], [[0.0, 0.0]] * 2), Marks(0.04, 2.0))
    assert seen.loss() == pytest.approx((0.15, (0.05**2 + 0.04**2) ** 0.5))
    best = Seen(Tried(["given", "other"], [[0.6, 0.4]], [[0.0, 0.0]]), AT_ONCE)
    assert best.loss() == (0.0, AT_ONCE.error)
    assert [best.marked(), seen.marked(), seen._replace(marks=Marks(0.04, 2.5)).marked()] == [False, True, False]
