"""Exports to change, and the verdict on them."""

from __future__ import annotations

from functools import cache
from typing import Any

import orjson

from innolog.engine.ruleset import Ruleset
from innolog.judging.verdicts import judged
from innolog.log import GameLog
from innolog.replay import replay
from innolog.replay.forced import NOTHING
from innolog.results.result import Replay
from innolog.simulate import seats, simulate
from parsers import read_blob
from parsers.files import Blob
from tests.shared import REPOSITORY, load
from tests.written import export

Export = dict[str, Any]


def sample() -> Export:
    """The export of a player of two."""
    found: Export = load(REPOSITORY / "sample_logs" / "base_2p_player.json.gz")
    return found


def written(rules: Ruleset, seed: int, seat: int | None = 0) -> Export:
    """The export of one seat, or of a spectator, of a game of sensible bots."""
    found: Export = orjson.loads(_written(rules, seed, seat))
    return found


@cache
def _written(rules: Ruleset, seed: int, seat: int | None) -> bytes:
    game = simulate(rules, seed, seats(["sensible"], rules.players, seed), tell=True)
    assert game.told is not None
    return orjson.dumps(export(game.told, seat))


def read(export: Export) -> GameLog:
    """The log of an export."""
    log = read_blob(Blob("export.json", orjson.dumps(export)))
    assert isinstance(log, GameLog)
    return log


def replayed(export: Export) -> Replay:
    """The replay of an export."""
    return replay(read(export))


def verdict(export: Export) -> str:
    """The verdict on an export."""
    return judged(Blob("game.json", orjson.dumps(export)), NOTHING).verdict
