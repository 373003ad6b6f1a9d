"""The features of the win probability model: states of games as numbers.

A *side* is a team, or a player who plays alone; probabilities are those of sides. All features except the last three
are differences: the value of the side minus the largest value of any other side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from reports.queries import sql_of
from reports.winprob.features import DIFFERENCES, FEATURES, ICONS, Group

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

_LOGS = """
    SELECT count(*) AS logs FROM games
    WHERE edition = $edition AND players = $players
        AND array_to_string(list_concat(sets, options, if(teams IS NULL, [], ['teams'])), '+') = $sets
"""


class Game(NamedTuple):
    """One game: its id on the site, and the digest of its final state."""

    site: str = ""
    game_id: str = ""
    digest: str = ""


NO_GAME = Game()


def states(
    ask: Ask, group: Group, *, counted: bool = True, most: int = MOST_GAMES, without: Game = NO_GAME
) -> pd.DataFrame:
    """The states of the games of a group: one row for each log, action and side, in this order.

    Actions after which part of the table is unknown (in a log that leaves facts open) are missing.

    Columns: game (a number, the same for all logs of a game), log_id, action, turn, side (number of the team, or the
    seat if everybody plays alone), acting (whether the side took the action), last (whether it is the log's last
    action), win_points (of the whole side; missing if unfinished), site, and the columns that :func:`design` needs.
    ``counted`` leaves out logs that statistics do not count; ``without`` is a game to leave out.
    """
    import pandas as pd

    return pd.concat(parts(ask, group, counted=counted, most=most, without=without), ignore_index=True)


def parts(
    ask: Ask, group: Group, *, counted: bool = True, most: int = MOST_GAMES, without: Game = NO_GAME
) -> Iterator[pd.DataFrame]:
    """What :func:`states` returns, some hundred games at a time: all of it takes much memory, and so does its query."""
    parameters: dict[str, object] = {
        "counted": counted,
        "without_site": without.site,
        "without_game": without.game_id,
        "without_digest": without.digest,
        **group._asdict(),
    }
    many = int(ask(_LOGS, group._asdict())["logs"].iloc[0])
    most = max(1, min(most, many))
    for first in range(1, most + 1, _GAMES_AT_ONCE):
        yield ask(sql_of("win_states"), {**parameters, "first": first, "last": min(most, first + _GAMES_AT_ONCE - 1)})


def design(frame: pd.DataFrame) -> NDArray[np.float32]:
    """The features of states: one row per state, one column for each of :data:`FEATURES`."""

    def own(name: str) -> Numbers:
        return frame[name].to_numpy(float)

    def other(name: str) -> Numbers:
        return frame[f"other_{name}"].to_numpy(float)

    # One column at a time, because there are many rows.
    found = np.empty((len(frame), len(FEATURES)), np.float32)
    place = {name: number for number, name in enumerate(FEATURES)}
    led = np.zeros(len(frame), np.float32)
    for name in DIFFERENCES:
        difference = own(name) - other(name)
        found[:, place[name]] = difference
        if name in ICONS:
            led += np.sign(difference)
    score, most = own("score"), other("score")
    found[:, place["achievements_squared"]] = own("achievements") ** 2 - other("achievements") ** 2
    found[:, place["score_root"]] = np.sqrt(score) - np.sqrt(most)
    found[:, place["score_share"]] = (score - most) / (score + most + 5)
    found[:, place["claimable_any"]] = np.sign(own("claimable")) - np.sign(other("claimable"))
    found[:, place["icons_led"]] = led
    for name in ("tempo", "wait", "place"):
        found[:, place[name]] = own(name)
    return found


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
