"""Logs in poorer formats that were cut off at any place, even in the first counts or in a tag: nobody is accused."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from innolog.conversion.retelling import convert
from innolog.conversion.simulated import as_replay
from innolog.log import UnreadableLog, UnsupportedLog
from innolog.replay import Verdict, replay
from parsers import read_blob
from parsers.files import Blob
from tests.shared import sampled
from tests.simulate.test_exports import RULES, played

GAMES = (("base_2p", 5), ("echoes_teams", 2), ("artifacts_4p", 3), ("all_relics_2p", 5300))
#: In the first part of a log, which shows little about the seats, every place is tried.
BEGINNING = 45


def pieces(text: str, form: str) -> Iterator[str]:
    """Beginnings of a file: the first ones all, of the rest some."""
    if form == "yucata-html":
        start = text.index("Move 1:") if "Move 1:" in text else 0
        for number in range(120):
            yield text[: start + 61 * number]
        for number in range(1, 7):
            yield text[: number * len(text) // 7]
        return
    record = json.loads(text) if form == "tracker" else None
    whole = record["log"] if record else text.splitlines(keepends=True)
    for length in (*range(1, BEGINNING), *range(BEGINNING, len(whole), len(whole) // 6)):
        yield json.dumps(record | {"log": whole[:length]}) if record else "".join(whole[:length])


@pytest.mark.long
@pytest.mark.parametrize("form", sampled(["text", "tracker", "yucata-html"], 3))
@pytest.mark.parametrize(("name", "seed"), sampled(GAMES, 4, many=True))
def test_a_log_that_was_cut_off_is_legal_so_far(name: str, seed: int, form: str) -> None:
    rules = RULES[name]
    game = as_replay(played(rules, seed))
    verdicts = []
    for viewpoint in (None, 1):
        for piece in pieces(convert(game, form, viewpoint), form):
            try:
                found = replay(read_blob(Blob("piece", piece.encode())))
            except (UnreadableLog, UnsupportedLog):
                # Too little to know who plays.
                continue
            assert found.verdict is not Verdict.ILLEGAL, (len(piece), found.violation)
            if rules.teams and len(found.log.seats) < rules.players:
                # Too little as well: nobody knows the teams of some of the players.
                assert found.verdict is Verdict.UNSUPPORTED
                continue
            verdicts.append(found.verdict)
    assert verdicts.count(Verdict.LEGAL_SO_FAR) > 0.9 * len(verdicts) > 40
