"""Who is announced as the winner by achievements.

What was wrong: of several announcements only the last was read, so that one more winner could be added unnoticed. The
game whose winner is changed for another was always illegal.
"""

from __future__ import annotations

import copy
import gzip
import json
from pathlib import Path
from typing import Any

from innolog.log import GameLog
from innolog.replay import replay
from innolog.results.result import Verdict
from parsers import read_log

_GAME = "corpus/bga/third_all_relics_3p/9/spectator.json.gz"


def _announcements(packets: list[dict[str, Any]]) -> list[tuple[list[Any], int]]:
    return [
        (packet["data"], place)
        for packet in packets
        for place, item in enumerate(packet["data"])
        if "BY ACHIEVEMENTS" in json.dumps(item)
    ]


def _judged(content: dict[str, Any], path: Path) -> tuple[Verdict, str | None]:
    path.write_text(json.dumps(content))
    log = read_log(path)
    assert isinstance(log, GameLog)
    result = replay(log)
    return result.verdict, result.violation.rule if result.violation else None


def test_all_who_are_announced_have_won(shared_folder: Path, tmp_path: Path) -> None:
    content = json.loads(gzip.decompress((shared_folder / _GAME).read_bytes()))
    assert _judged(content, tmp_path / "as_it_is.json") == (Verdict.LEGAL, None)
    [(items, place)] = _announcements(content["packets"])
    winner = items[place]["args"]["player_name"]
    names = {"Ana", "Ben", "Cy"}
    [other, _] = sorted(name for name in names if name not in winner)
    more = copy.deepcopy(items[place])
    more["args"]["player_name"] = winner.replace(next(name for name in names if name in winner), other)
    for wrong in (place, place + 1):
        items.insert(wrong, more)
        assert _judged(content, tmp_path / "one_more.json") == (Verdict.ILLEGAL, "end.winner")
        del items[wrong]
