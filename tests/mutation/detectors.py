"""What may notice that a check is missing: forged, honest and cheated logs, each with what is said of it."""

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

#: After so many actions most games are broken off. A few go to their end, for what only an end tells.
SHORT, WHOLE_GAMES = 40, 3
#: So many forgeries of each kind are made, each of another game.
FORGERIES = 3
GAMES = 26
#: So many packets of real exports are read.
PACKETS = 160

#: Verdict, rule and move.
Outcome = tuple[str, ...]


@dataclass(slots=True)
class Detector:
    """A log, what was said of it with all checks in place, which checks rejected something, and how long it took."""

    name: str
    content: bytes
    outcome: Outcome = ()
    rejecting: set[tuple[str, int]] = field(default_factory=set)
    seconds: float = 0.0

    @property
    def is_accepted(self) -> bool:
        """Whether nothing is wrong with it."""
        return self.outcome[0] in ("legal", "legal_so_far")

    def run(self) -> Outcome:
        """What is said of it now."""
        try:
            return _said(self.content)
        except Exception as error:
            return "failed", type(error).__name__, str(error)[:80]

    def record(self, rejecting: set[tuple[str, int]]) -> None:
        """Take down what is said of it, with the checks that the probes name in ``rejecting``."""
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


def detectors(seed: int = 1, games: int = GAMES, forgeries: int = FORGERIES) -> Iterator[Detector]:
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
        # A game this short has no place for it.
        return None
    content = orjson.dumps(story.export)
    return content if moves is not None and content != orjson.dumps(orjson.loads(raw)) else None
