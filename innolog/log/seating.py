"""The orders in which the players of a log can sit, if it ends before all of them have acted or were counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice, permutations
from typing import Any, Final

from innolog.log import GameLog

#: The fields of observations with the seat of a player, beside ``winners`` and ``checks``.
_SEATS: Final = ("player", "owner", "from_owner", "to_owner", "seat")

#: All orders of four players: five play at most, and who acts first is known. What has more names is no game.
_ORDERS: Final = 24


def seatings(log: GameLog) -> Iterator[GameLog]:
    """The log with its players in every order in which they can sit, first in that of the log."""
    yield log
    for order in islice(permutations(log.unseated), 1, _ORDERS):
        yield reseated(log, dict(zip(log.unseated, order, strict=True)))


def reseated(log: GameLog, seat: Mapping[int, int]) -> GameLog:
    """The log after players changed their seats. ``seat`` has the new seats by the old ones; others stay."""
    seats = list(log.seats)
    for old, new in seat.items():
        seats[new] = log.seats[old]
    ranked = [
        each._replace(
            ranks={seat.get(old, old): rank for old, rank in each.ranks.items()},
            scores={seat.get(old, old): points for old, points in each.scores.items()},
        )
        for each in log.ranked
    ]
    return replace(
        log,
        seats=seats,
        observations=[_reseated(told, seat) for told in log.observations],
        viewpoint=None if log.viewpoint is None else seat.get(log.viewpoint, log.viewpoint),
        absences=tuple([each._replace(seat=seat.get(each.seat, each.seat)) for each in log.absences]),
        ranked=tuple(ranked),
        partners={seat.get(one, one): seat.get(other, other) for one, other in log.partners.items()},
        unseated=tuple(sorted([seat.get(old, old) for old in log.unseated])),
        unworded=tuple([each._replace(player=seat.get(each.player, each.player)) for each in log.unworded]),
    )


def _reseated(told: Any, seat: Mapping[int, int]) -> Any:
    """An observation, after players changed their seats."""
    told_seats = {name: getattr(told, name, None) for name in _SEATS}
    moved: dict[str, Any] = {name: seat[old] for name, old in told_seats.items() if old is not None and old in seat}
    if winners := getattr(told, "winners", ()):
        moved["winners"] = tuple([seat.get(old, old) for old in winners])
    if checks := getattr(told, "checks", ()):
        moved["checks"] = tuple([replace(check, player=seat.get(check.player, check.player)) for check in checks])
    return replace(told, **moved) if moved else told
