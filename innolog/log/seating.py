"""The orders in which the players of a log can sit, if it ends before all of them have acted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice, permutations
from typing import Any, Final

from innolog.log import GameLog

#: The fields of observations with the seat of a player. A text has no others but ``winners``.
_SEATS: Final = ("player", "owner", "from_owner", "to_owner", "seat")

#: All orders of four players: five play at most, and who acts first is known. What has more names is no game.
_ORDERS: Final = 24


def seatings(log: GameLog) -> Iterator[GameLog]:
    """The log with its players in every order in which they can sit, first in that of the log."""
    yield log
    if log.viewpoint is not None or log.partners or log.absences:
        # They have seats, too. No text has them.
        return
    for order in islice(permutations(log.unseated), 1, _ORDERS):
        seat = dict(zip(log.unseated, order, strict=True))
        seats = list(log.seats)
        for old, new in seat.items():
            seats[new] = log.seats[old]
        ranked = tuple([
            each._replace(
                ranks={seat.get(old, old): rank for old, rank in each.ranks.items()},
                scores={seat.get(old, old): points for old, points in each.scores.items()},
            )
            for each in log.ranked
        ])  # fmt: skip
        observations = [_reseated(told, seat) for told in log.observations]
        yield replace(log, seats=seats, observations=observations, ranked=ranked)


def _reseated(told: Any, seat: Mapping[int, int]) -> Any:
    """An observation, after players changed their seats."""
    told_seats = {name: getattr(told, name, None) for name in _SEATS}
    moved: dict[str, Any] = {name: seat[old] for name, old in told_seats.items() if old is not None and old in seat}
    if winners := getattr(told, "winners", ()):
        moved["winners"] = tuple([seat.get(old, old) for old in winners])
    return replace(told, **moved) if moved else told
