"""The features of the win probability model: states of games as numbers.

A *side* is a team, or a player who plays alone; probabilities are those of sides. All features except the last three
are differences: the value of the side minus the largest value of any other side.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from innolog.cards.facts import COLORS, card_table
from reports.queries import sql_of
from reports.winprob.features import DIFFERENCES, FEATURES, ICONS, LARGEST, NEAREST, SMALLEST, Group
from reports.winprob.model import FINGERPRINT_BITS

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    #: Runs SQL with its parameters.
    Ask = Callable[[str, Mapping[str, object]], pd.DataFrame]

#: Maximum number of games of a group that are read; a model of this size needs no more.
MOST_GAMES = 2000
#: Number of games whose states are queried together.
_GAMES_AT_ONCE = 400
#: What each seat has and the query counts.
_COUNTED = ("achievements", "score", *ICONS, "hand", "score_pile", "waiting", "board", "splayed")
#: The columns with top cards: this and a number.
_TOP = "top_card_"


class Game(NamedTuple):
    """One game: its id on the site, and the digest of its final state."""

    site: str = ""
    game_id: str = ""
    digest: str = ""


NO_GAME = Game()


def fingerprints(games: pd.DataFrame) -> NDArray[np.uint64]:
    """Two numbers for each row of a table with the columns ``game`` and ``story``.

    Logs that have one of them in common are of the same game, also in different datasets.
    """
    return np.asarray(games[["game", "story"]].to_numpy(np.uint64) & np.uint64((1 << FINGERPRINT_BITS) - 1))


def games_known(ask: Ask, group: Group, fitted_to: Collection[int]) -> int:
    """How many of the games of a group that count have one of these fingerprints."""
    return int(_known(_logs(ask, group), fitted_to).sum())


def _known(games: pd.DataFrame, fitted_to: Collection[int]) -> NDArray[np.bool_]:
    return np.asarray(np.isin(fingerprints(games), np.array([*fitted_to], np.uint64)).any(axis=1))


def _logs(ask: Ask, group: Group, *, counted: bool = True, without: Game = NO_GAME) -> pd.DataFrame:
    parameters: dict[str, object] = {
        "counted": counted,
        "without_site": without.site,
        "without_game": without.game_id,
        "without_digest": without.digest,
        **group._asdict(),
    }
    return ask(sql_of("win_games"), parameters)


def states(
    ask: Ask, group: Group, *, counted: bool = True, most: int = MOST_GAMES, fitted_to: Collection[int] = ()
) -> pd.DataFrame:
    """The states of the games of a group: one row for each log, action and side, in this order.

    Actions after which part of the table is unknown (in a log that leaves facts open) are missing.

    Columns: game (a number, the same for all logs of a game), story (see :func:`fingerprints`), log_id, site, action,
    turn, side (counted from 0 in the order of their first seats), acting (whether the side took the action), last
    (whether it is the log's last action), win_points (of the whole side; missing if unfinished), the features, and the
    columns of :func:`tops_of`. Games with fewer sides come first.
    ``counted`` leaves out logs that statistics do not count; ``fitted_to`` are fingerprints of games to leave out.
    """
    import pandas as pd

    found = parts(ask, group, counted=counted, most=most, fitted_to=fitted_to)
    return pd.concat(found, ignore_index=True)


def parts(
    ask: Ask, group: Group, *, counted: bool = True, most: int = MOST_GAMES, without: Game = NO_GAME,
    fitted_to: Collection[int] = (),
) -> Iterator[pd.DataFrame]:  # fmt: skip
    """What :func:`states` returns, some hundred games at a time: all of it takes much memory, and so does its query.

    ``without`` is a game to leave out.
    """
    logs = _logs(ask, group, counted=counted, without=without)
    logs = logs[~_known(logs, fitted_to)].head(most).reset_index(drop=True)
    sides = np.array([_sides(teams, group.players) for teams in logs["teams"]], np.int64).reshape(-1, group.players)
    last = sides.max(axis=1)
    # A table of states has a column for each side, so that all its games have as many.
    for number in np.unique(last) if len(logs) else [0]:
        same = np.flatnonzero(last == number)
        for first in range(0, max(1, len(same)), _GAMES_AT_ONCE):
            of = same[first : first + _GAMES_AT_ONCE]
            some = logs.iloc[of].reset_index(drop=True)
            asked = {"logs": some["log_id"].tolist(), "players": group.players}
            yield _by_side(ask(sql_of("win_states"), asked), some, sides[of])


def _by_side(seats: pd.DataFrame, logs: pd.DataFrame, sides_of: NDArray[np.int64]) -> pd.DataFrame:
    """The states of sides, from those of seats (``win_states.sql``) and their logs (``win_games.sql``).

    ``sides_of`` has the side of each seat in each log. All logs have the same number of sides.
    """
    import pandas as pd

    players = sides_of.shape[1]

    number, action = seats["number"].to_numpy(np.int64), seats["action"].to_numpy(np.int64)
    moment = np.unique(number * (int(action.max(initial=0)) + 1) + action, return_inverse=True)[1]
    whole = np.bincount(moment, seats["known"].to_numpy(bool)) == players
    seats = seats[whole[moment]] if len(seats) else seats
    # From here on there is a row for each moment, and a column for each seat.
    table = _Table(seats, players)
    side_of = sides_of[table.first("number")]
    # Perhaps no state is known as a whole. Without a log, any number does.
    sides = int(sides_of.max()) + 1 if len(sides_of) else players
    own = _own(table)
    columns: dict[str, Numbers] = {name: _of_sides(name, values, side_of, sides) for name, values in own.items()}
    found = {name: values.ravel() for name, values in _compared(columns).items()}
    log, acted = table.first("number"), table.first("acted")
    acting = np.where(acted < 0, -1, np.take_along_axis(side_of, np.maximum(acted, 0)[:, None], axis=1)[:, 0])
    side = np.tile(np.arange(sides), len(log))
    return pd.DataFrame(
        {
            "game": logs["game"].to_numpy()[log].repeat(sides),
            "story": logs["story"].to_numpy()[log].repeat(sides),
            "log_id": logs["log_id"].take(log.repeat(sides)).reset_index(drop=True),
            "site": logs["site"].take(log.repeat(sides)).reset_index(drop=True),
            "action": table.first("action").repeat(sides),
            "turn": table.first("turn").repeat(sides),
            "side": side,
            "acting": acting.repeat(sides) == side,
            "last": table.first("last").astype(bool).repeat(sides),
            "win_points": columns["win_points"].ravel(),
            **{name: found[name].astype(np.float32) for name in FEATURES},
            **_tops(table, side_of, sides),
        }
    )


def _sides(teams: Any, players: int) -> list[int]:
    """The side of each seat, from the teams of a log; these are missing if everybody plays alone."""
    each = list(teams) if isinstance(teams, list | tuple | np.ndarray) else list(range(players))
    found = list(dict.fromkeys(each))
    return [found.index(team) for team in each]


class _Table:
    """Rows of seats as arrays: a row for each moment, a column for each seat."""

    def __init__(self, seats: pd.DataFrame, players: int) -> None:
        self._seats, self._players = seats, players

    def all(self, name: str) -> Numbers:
        """The values of all seats."""
        return self._seats[name].to_numpy(float).reshape(-1, self._players)

    def first(self, name: str) -> NDArray[np.int64]:
        """Values that all seats share."""
        return self._seats[name].to_numpy(np.int64)[:: self._players]

    def cards(self) -> NDArray[np.int64]:
        """The top cards, shape (moments, seats, colors); -1 without one."""
        tops = [self._seats[f"top_{color.name.lower()}"].to_numpy(np.int64) for color in COLORS]
        return np.stack(tops, axis=1).reshape(-1, self._players, len(COLORS))


def _own(table: _Table) -> dict[str, Numbers]:
    """What each seat has by itself, and the win points of its side."""
    facts = card_table()
    # The last entry is that of no card.
    on_board = np.array([*map(facts.age_on_board, range(len(facts.age))), 0])
    cards = table.cards()
    ages = on_board[np.where(cards < len(on_board) - 1, cards, -1)]
    highest, score = ages.max(axis=2), table.all("score")
    available = table.first("available")[:, None]
    of_seats = table.all("claimable").astype(np.int64)
    claimable, reach = np.zeros(score.shape), np.full(score.shape, np.inf)
    for age in range(1, 12):
        free, can = ((bits >> age) & 1 == 1 for bits in (available, of_seats))
        claimable += can
        far = np.maximum(np.maximum(age - highest, 0) + np.maximum(5 * age - score, 0) / 5, NEAREST)
        reach = np.where(free & ~can, np.minimum(reach, far), reach)
    players = score.shape[1]
    seat, next_seat = np.arange(players), table.first("next_seat")[:, None]
    same = table.first("same_turn").astype(bool) & (table.first("acted") == table.first("next_seat"))
    row = np.where((table.first("turn") == 0) | same, 1.0, 2.0)[:, None]
    return {
        **{name: table.all(name) for name in ("win_points", *_COUNTED)},
        "claimable": claimable,
        "top_age": highest.astype(float),
        "tops": ages.sum(axis=2).astype(float),
        "reach": np.where(np.isinf(reach), 10.0, reach),
        "colors": (ages > 0).sum(axis=2).astype(float),
        "tempo": np.where(next_seat == seat, row, 0.0),
        "wait": ((seat - next_seat) % players).astype(float),
        "place": ((seat - table.first("first_seat")[:, None]) % players).astype(float),
    }


def _of_sides(name: str, values: Numbers, side_of: NDArray[np.int64], sides: int) -> Numbers:
    """Values of seats, put together for each side: shape (moments, sides)."""
    if sides == values.shape[1]:
        return values
    found = np.empty((len(values), sides))
    for side in range(sides):
        mine = side_of == side
        # All members of a side have its win points.
        if name in LARGEST or name == "win_points":
            found[:, side] = np.where(mine, values, -np.inf).max(axis=1)
        elif name in SMALLEST:
            found[:, side] = np.where(mine, values, np.inf).min(axis=1)
        else:
            found[:, side] = np.where(mine, values, 0).sum(axis=1)
    return found


def _compared(own: Mapping[str, Numbers]) -> dict[str, Numbers]:
    """The features of each side: differences to the most that any other side has."""
    most = {name: _most(own[name], smallest=name in SMALLEST) for name in DIFFERENCES}
    found = {name: own[name] - most[name] for name in DIFFERENCES}
    score, theirs = own["score"], most["score"]
    return found | {
        "achievements_squared": own["achievements"] ** 2 - most["achievements"] ** 2,
        "score_root": np.sqrt(score) - np.sqrt(theirs),
        "score_share": (score - theirs) / (score + theirs + 5),
        "claimable_any": np.sign(own["claimable"]) - np.sign(most["claimable"]),
        "icons_led": np.sum([np.sign(found[icon]) for icon in ICONS], axis=0),
        **{name: own[name] for name in ("tempo", "wait", "place")},
    }


def _most(values: Numbers, *, smallest: bool) -> Numbers:
    """For each side, the largest (or smallest) value of any other side."""
    found = np.empty_like(values)
    for side in range(values.shape[1]):
        others = np.delete(values, side, axis=1)
        found[:, side] = others.min(axis=1) if smallest else others.max(axis=1)
    return found


def _tops(table: _Table, side_of: NDArray[np.int64], sides: int) -> dict[str, NDArray[np.int16]]:
    """The top cards of each side as columns."""
    cards = table.cards().astype(np.int16)
    if sides == cards.shape[1]:
        flat = cards.reshape(-1, cards.shape[2])
    else:
        # The cards of seats of other sides are left out, and those that are left moved to the front.
        parts = [np.where((side_of == side)[:, :, None], cards, -1).reshape(len(cards), -1) for side in range(sides)]
        flat = -np.sort(-np.stack(parts, axis=1).reshape(-1, cards.shape[1] * cards.shape[2]), axis=1)
        flat = flat[:, : max(1, int((flat >= 0).sum(axis=1).max(initial=1)))]
    return {f"{_TOP}{number}": flat[:, number] for number in range(flat.shape[1])}


def tops_of(frame: pd.DataFrame) -> NDArray[np.int16]:
    """The top cards of the side, one row per state; -1 without a card. Their order means nothing."""
    columns = [name for name in frame.columns if name.startswith(_TOP)]
    return frame[columns].fillna(-1).to_numpy(np.int16)


def design(frame: pd.DataFrame) -> NDArray[np.float32]:
    """The features of states: one row per state, one column for each of :data:`FEATURES`."""
    return frame[list(FEATURES)].to_numpy(np.float32)


def rounds(frame: pd.DataFrame, players: int) -> NDArray[np.int64]:
    """The round of each row's action, from 1; 0 for the opening."""
    return np.asarray((frame["turn"].to_numpy(np.int64) + players - 1) // players)


def moments(frame: pd.DataFrame) -> NDArray[np.int64]:
    """A number for each row; all sides after the same action of the same log have the same number."""
    import pandas as pd

    # Numbers, because an array of as many strings takes much memory.
    logs = pd.factorize(frame["log_id"])[0]
    actions = frame["action"].to_numpy()
    new = np.ones(len(frame), dtype=np.int64)
    new[1:] = (logs[1:] != logs[:-1]) | (actions[1:] != actions[:-1])
    counted: NDArray[np.int64] = np.cumsum(new) - 1
    return counted


def shared_out(probabilities: Numbers, moment: NDArray[np.int64]) -> Numbers:
    """The probabilities of the sides, normalized so that they sum to 1 at each moment."""
    if not len(probabilities):
        return probabilities
    return np.asarray(probabilities / np.bincount(moment, probabilities)[moment], dtype=float)
