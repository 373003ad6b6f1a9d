"""The win probabilities over the course of one game, and its turning points.

They are computed without a table or library, so that the page of a game has them in a browser, too. The features are
those that the query ``win_states`` computes for the games of a dataset; a test compares the two.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from reports.winprob.features import DIFFERENCES, FEATURES, ICONS, LARGEST, NEAREST, SMALLEST
from reports.winprob.model import GroupModel, Phase

#: Maximum number of turning points, and the minimum change of each.
_MOST_TURNS = 6
_LEAST_CHANGE = 0.05
#: The points that each age of a standard achievement needs.
_POINTS = 5


class Seat(NamedTuple):
    """What one player has after an action.

    ``icons`` are the six counts from crown to clock, ``tops`` the age of the top card of each color, 0 without one.
    ``waiting`` counts the cards in the forecast and on display, ``splayed`` the splayed piles. ``claimable`` are the
    ages of the standard achievements that the player can claim, ``cards`` the top cards.
    """

    achievements: int
    score: int
    icons: tuple[int, ...]
    tops: tuple[int, ...]
    hand: int
    score_pile: int
    waiting: int
    board: int
    splayed: int
    claimable: tuple[int, ...]
    cards: tuple[int, ...] = ()


class Moment(NamedTuple):
    """The table after an action: its turn, its number in the turn, who took it (None: the opening), and the players.

    ``seats`` is None if not everything is known of everybody. ``available`` are the ages of the standard achievements
    that nobody has and that are not in the junk.
    """

    turn: int
    number: int
    player: int | None
    seats: tuple[Seat, ...] | None
    available: frozenset[int] = frozenset()


class Prospect(NamedTuple):
    """The table after an action that could be taken, with the turn, number and player of the next action.

    ``winners`` are the seats that win if the action ends the game, and None if it does not.
    """

    after: Moment
    turn: int
    number: int
    player: int
    winners: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """An action that changed a probability a lot: its number, the seat with the largest change, before and after."""

    action: int
    seat: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Chances:
    """Win probabilities after every action: ``curves[seat][action]``. After the end of the game it is the result.

    If part of the table is unknown, the probabilities are NaN. ``added`` is the change for the side that took the
    action; it is None for the opening and if it is unknown. Players of a team have the probability of their team.
    ``turning`` is in the order of the game. ``note`` describes the model and its quality. ``possible[action]`` has the
    probability of the side that takes the action after each :class:`Prospect` that was asked for.
    """

    curves: tuple[tuple[float, ...], ...]
    added: tuple[float | None, ...]
    turning: tuple[TurningPoint, ...]
    note: str
    possible: tuple[tuple[float | None, ...], ...] = ()


def chance_after(model: GroupModel, prospect: Prospect, first: int, seat: int, teams: Sequence[int]) -> float:
    """The win probability of a seat's side after an action that could be taken.

    ``first`` is the seat that took the first turn. ``teams`` is empty if everybody plays alone.
    """
    sides = [teams[each] if teams else each for each in range(model.players)]
    if prospect.winners is not None:
        return _result(sides, prospect.winners)[sides[seat]]
    start = Moment(1, 1, first, None)
    following = Moment(prospect.turn, prospect.number, prospect.player, None)
    known = features((start, prospect.after, following), 1, sides)
    assert known is not None
    return _predicted(model, prospect.after, known, sides)[sides[seat]]


def course(model: GroupModel, moments: Sequence[Moment], teams: Sequence[int], winners: Sequence[int]) -> Chances:
    """The win probabilities of one game. ``moments`` are all its actions, the first of them the opening.

    ``teams`` is empty if everybody plays alone, and ``winners`` if the game is unfinished.
    """
    sides = [teams[seat] if teams else seat for seat in range(model.players)]
    after = [
        None if (known := features(moments, index, sides)) is None else _predicted(model, moments[index], known, sides)
        for index in range(len(moments))
    ]
    return along(after, [moment.player for moment in moments], sides, winners, _note(model))


def along(
    chances: Sequence[Mapping[int, float] | None],
    players: Sequence[int | None],
    sides: Sequence[int],
    winners: Sequence[int],
    note: str,
) -> Chances:
    """The course of a game of which the chance of each side after every action is given; None if it is unknown.

    ``players`` took the actions, None the opening; ``sides`` has the side of each seat.
    """
    after = list(chances)
    if winners and after and after[-1] is not None:
        after[-1] = _result(sides, winners)
    added: list[float | None] = [None] * len(after)
    for index, player in enumerate(players[1:], 1):
        before, now = after[index - 1], after[index]
        if player is not None and before is not None and now is not None:
            added[index] = now[sides[player]] - before[sides[player]]
    curves = tuple(tuple(math.nan if each is None else each[side] for each in after) for side in sides)
    return Chances(curves, tuple(added), _turning(curves), note)


def _result(sides: Sequence[int], winners: Sequence[int]) -> dict[int, float]:
    """What each side has won at the end: those that share a win share it equally, however many members each has."""
    won = {sides[seat] for seat in winners}
    return {side: float(side in won) / max(1, len(won)) for side in sides}


def features(moments: Sequence[Moment], index: int, sides: Sequence[int]) -> dict[int, dict[str, float]] | None:
    """The features of each side after an action by name; None if not everything is known."""
    moment = moments[index]
    if moment.seats is None:
        return None
    first = next((each.player for each in moments if each.player is not None), 0)
    tempo = _next(moments, index, len(moment.seats))
    values: dict[int, dict[str, float]] = {}
    for number, seat in enumerate(moment.seats):
        own = _own(seat, moment.available)
        own["tempo"] = tempo[1] if tempo[0] == number else 0
        own["wait"] = (number - tempo[0]) % len(moment.seats)
        own["place"] = (number - first) % len(moment.seats)
        side = values.setdefault(sides[number], {})
        for name, value in own.items():
            if name not in side:
                side[name] = value
            elif name in LARGEST:
                side[name] = max(side[name], value)
            elif name in SMALLEST:
                side[name] = min(side[name], value)
            else:
                side[name] += value
    return {
        side: _compared(own, [other for key, other in values.items() if key != side]) for side, own in values.items()
    }


def _own(seat: Seat, available: frozenset[int]) -> dict[str, float]:
    highest = max(seat.tops)
    far = [
        max(max(age - highest, 0) + max(_POINTS * age - seat.score, 0) / _POINTS, NEAREST)
        for age in available
        if age not in seat.claimable
    ]
    return {
        "achievements": seat.achievements,
        "claimable": len(seat.claimable),
        "score": seat.score,
        "top_age": highest,
        "tops": sum(seat.tops),
        "reach": min(far, default=10),
        "hand": seat.hand,
        "score_pile": seat.score_pile,
        "board": seat.board,
        "colors": sum(top > 0 for top in seat.tops),
        "splayed": seat.splayed,
        "waiting": seat.waiting,
        **dict(zip(ICONS, seat.icons, strict=True)),
    }


def _next(moments: Sequence[Moment], index: int, players: int) -> tuple[int, int]:
    """Whose action comes next, and how many that player is about to take in a row.

    After the last action of a log it is guessed: two actions a turn, one in the first.
    """
    moment = moments[index]
    if index + 1 < len(moments):
        following = moments[index + 1]
        seat, same_turn = following.player or 0, following.turn == moment.turn
    else:
        over = moment.number >= 2 or (moment.turn == 1 and moment.number >= 1)
        seat = 0 if moment.player is None else (moment.player + 1) % players if over else moment.player
        same_turn = moment.number < 2
    return seat, 1 if moment.turn == 0 or (same_turn and moment.player == seat) else 2


def _compared(own: Mapping[str, float], others: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The features of a side: differences to the most that any other side has."""
    most = {name: (min if name in SMALLEST else max)(other[name] for other in others) for name in DIFFERENCES}
    found = {name: own[name] - most[name] for name in DIFFERENCES}
    score, theirs = own["score"], most["score"]
    return found | {
        "achievements_squared": own["achievements"] ** 2 - most["achievements"] ** 2,
        "score_root": math.sqrt(score) - math.sqrt(theirs),
        "score_share": (score - theirs) / (score + theirs + 5),
        "claimable_any": float((own["claimable"] > 0) - (most["claimable"] > 0)),
        "icons_led": float(sum((found[icon] > 0) - (found[icon] < 0) for icon in ICONS)),
        **{name: own[name] for name in ("tempo", "wait", "place")},
    }


def _predicted(
    model: GroupModel, moment: Moment, known: Mapping[int, Mapping[str, float]], sides: Sequence[int]
) -> dict[int, float]:
    """The win probability of each side; see :mod:`reports.winprob.model` for the formula."""
    round_ = (moment.turn + model.players - 1) // model.players
    phase = next((phase for phase in model.phases[:-1] if round_ <= phase.until), model.phases[-1])
    worth = dict.fromkeys(known, 0.0)
    for side, seat in zip(sides, moment.seats or (), strict=True):
        worth[side] += sum(phase.cards.get(card, 0.0) for card in seat.cards)
    total = sum(worth.values())
    chances = {}
    for side, values in known.items():
        others = (total - worth[side]) / (len(worth) - 1)
        chances[side] = _raw(phase, values, worth[side] - others)
    total = sum(chances.values())
    return {side: chance / total for side, chance in chances.items()}


def _raw(phase: Phase, values: Mapping[str, float], cards: float) -> float:
    z = (
        phase.intercept
        + cards
        + sum(
            weight * (values[name] - mean) / scale
            for name, weight, mean, scale in zip(FEATURES, phase.coefficients, phase.mean, phase.scale, strict=True)
        )
    )
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, phase.slope * z + phase.shift))))


def _note(model: GroupModel) -> str:
    quality = model.quality
    whose = ", ".join(filter(None, (model.group.name, model.origin)))
    return (
        f"From a model fitted to {model.games:,} games ({whose}). It uses points, achievements, icons, numbers of "
        f"cards and whose turn it is. On games that it was not fitted to, its Brier score is {quality.brier:.3f} "
        f"(equal chances: {quality.base_brier:.3f}), and its average calibration error is {100 * quality.error:.1f} "
        "percentage points."
    )


def _turning(curves: Sequence[Sequence[float]]) -> tuple[TurningPoint, ...]:
    """The actions with the largest changes, in the order of the game. Unknown values are no change."""
    found = []
    for action in range(1, len(curves[0]) if curves else 0):
        changes = [abs(curve[action] - curve[action - 1]) for curve in curves]
        if any(map(math.isnan, changes)) or max(changes) < _LEAST_CHANGE:
            continue
        seat = changes.index(max(changes))
        found.append(TurningPoint(action, seat, curves[seat][action - 1], curves[seat][action]))
    most = sorted(found, key=lambda point: -abs(point.after - point.before))[:_MOST_TURNS]
    return tuple(sorted(most, key=lambda point: point.action))
