"""An export to change, and the verdict on it."""

from __future__ import annotations

from typing import Any

import orjson

from innolog.judging.verdicts import judged
from innolog.replay.forced import NOTHING
from parsers.files import Blob
from tests.shared import REPOSITORY, load

Export = dict[str, Any]


def sample() -> Export:
    """The export of a player of two."""
    found: Export = load(REPOSITORY / "sample_logs" / "base_2p_player.json.gz")
    return found


def verdict(export: Export) -> str:
    """The verdict on an export."""
    return judged(Blob("game.json", orjson.dumps(export)), NOTHING).verdict
