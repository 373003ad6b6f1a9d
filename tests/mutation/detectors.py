"""Detectors of missing checks: forged, honest and cheated logs, each with its verdict."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import orjson

from innolog.log import GameLog, UnreadableLog, UnsupportedLog
from innolog.replay import replay
from parsers.bga.envelope import find_packets
from parsers.bga.reader import read
from parsers.bga.writer import exports
from tests import shared
from tests.cheating.con import CHEATS
from tests.cheating.judging import Row, cases
from tests.hunt.games import every_ruleset, hunted
from tests.tampering.operators import FIELDS, OPERATORS, WHOLE
from tests.tampering.story import Story

#: The number of actions after which most games are stopped. A few go to their end, because some facts occur only there.
SHORT, WHOLE_GAMES = 40, 3
#: The number of forgeries of each kind, each of another game.
FORGERIES = 3
GAMES = 26
#: The number of packets that are read of real exports.
PACKETS = 160

#: Verdict, rule and move.
Outcome = tuple[str, ...]


@dataclass(slots=True)
class Detector:
    """A log, its result with all checks in place, the checks that rejected something, and the time it took."""

    name: str
    content: bytes
    outcome: Outcome = ()
    rejecting: set[tuple[str, int]] = field(default_factory=set)
    seconds: float = 0.0

    @property
    def is_accepted(self) -> bool:
        """Whether the log is legal."""
        return self.outcome[0] in ("legal", "legal_so_far")

    def run(self) -> Outcome:
        """The result with the current checks."""
        try:
            return _said(self.content)
        except Exception as error:
            return "failed", type(error).__name__, str(error)[:80]

    def record(self, rejecting: set[tuple[str, int]]) -> None:
        """Record the result, and the checks that the probes put into ``rejecting``."""
        rejecting.clear()
        started = time.process_time()
        self.outcome = self.run()
        self.seconds = time.process_time() - started
        self.rejecting = set(rejecting)


def _said(content: bytes) -> Outcome:
    try:
        log = read(find_packets("log", content), "log")
        assert isinstance(log, GameLog)
        result = replay(log)
    except (UnreadableLog, UnsupportedLog) as error:
        return type(error).__name__, str(error)
    violation = result.violation
    if violation is None:
        return result.verdict.value, (result.reason or "")[:60]
    return result.verdict.value, violation.rule, str(violation.at and violation.at.move), violation.message


def detectors(seed: int, games: int, forgeries: int) -> Iterator[Detector]:
    """Honest logs, forgeries of every kind, and games of engines that cheat; the same for a seed."""
    kinds = {**OPERATORS, **FIELDS}
    made: Counter[str] = Counter()
    raws: list[tuple[str, bytes]] = []
    step = len(list(every_ruleset())) // games or 1
    for number in range(games):
        game = hunted(f"mutation {seed}", number * step)
        told = game.play(most_actions=600 if number >= games - WHOLE_GAMES else SHORT).told
        assert told is not None
        random = Random(f"{seed} {number}")
        viewpoints: list[int | None] = [*range(game.rules.players), None]
        for viewpoint in random.sample(viewpoints, 2):
            (content,) = exports(told, (viewpoint,))
            raws.append((f"honest {number}", orjson.dumps(content)))
    raws += _recorded(seed, games)
    for name, raw in raws:
        yield Detector(name, raw)
        random = Random(f"{seed} {name}")
        for kind, forge in kinds.items():
            # Real exports have words and markup that simulated ones lack.
            key = f"{name.partition(' ')[0]} {kind}"
            if made[key] < forgeries and (forged := _forged(raw, kind, forge, random)) is not None:
                made[key] += 1
                yield Detector(kind, forged)
    for name, cheat in CHEATS.items():
        for case in cases(cheat, seed, 1, Row()):
            if case.played.told is None:
                continue
            viewpoint = Random(name).choice((*range(case.played.rules.players), None))
            (content,) = exports(case.played.told, (viewpoint,))
            yield Detector(f"cheat: {name}", orjson.dumps(content))


def _recorded(seed: int, games: int) -> Iterator[tuple[str, bytes]]:
    """The beginnings of real exports, if there are any."""
    found = [path for folder in ("bga_rare", "bga_second") for game in shared.corpus(folder) for path in game.exports]
    for number, path in enumerate(Random(seed).sample(found, min(games, len(found)))):
        content = shared.load(path)
        packets = content["packets"]
        last = int(packets[min(PACKETS, len(packets)) - 1]["move_id"] or 0)
        content["packets"] = [packet for packet in packets if int(packet["move_id"] or 0) < last]
        yield f"recorded {number}", orjson.dumps(content)


def _forged(raw: bytes, kind: str, forge: Any, random: Random) -> bytes | None:
    copies = random.choice(("both", "both", "public", "private")) if kind not in WHOLE else "both"
    story = Story(raw, copies)
    try:
        moves = forge(story, random)
    except (IndexError, KeyError, ValueError):
        # The game is too short for this forgery.
        return None
    content = orjson.dumps(story.export)
    return content if moves is not None and content != orjson.dumps(orjson.loads(raw)) else None
