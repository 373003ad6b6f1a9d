"""``python -m tests.proving PATH...``: prove all verdicts of *legal*, check the proofs, and damage them.

The last lines count the logs, the proofs that the checker refused (there must be none), the damaged proofs and
statements that it accepted (none either), and the seconds for reading, searching, writing and checking. Exit code 1 if
a proof is refused or damage accepted.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import click

from innolog.log import GameLog, UnreadableLog, UnsupportedLog
from innolog.log.native import RecordedGame
from innolog.proving.checking import PROVED, check
from innolog.proving.proof import Proof, Refused, read
from innolog.proving.writing import proof_of
from innolog.reconstruction.stories import Unsettled
from innolog.replay import replay
from parsers import read_blob
from parsers.files import Blob, iter_blobs
from tests.proving.damage import DAMAGES, changed, damaged


class Measured:
    """What happened to the logs so far."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.counts: Counter[str] = Counter()
        self.seconds: dict[str, float] = dict.fromkeys(("reading", "searching", "writing", "checking"), 0.0)

    def add(self, blob: Blob, damages: int) -> None:
        """Prove a verdict and check the proof; then try to have some damaged ones accepted."""
        started = [time.process_time()]
        try:
            log = read_blob(blob)
        except (UnreadableLog, UnsupportedLog):
            return
        started.append(time.process_time())
        result = replay(log)
        started.append(time.process_time())
        if result.verdict.value not in PROVED:
            return
        self.counts["legal"] += 1
        result = replay(log, record=True)
        try:
            line = proof_of(result, blob.data)
            started.append(time.process_time())
            check(read(line.encode()), blob.data, log)
        except Unsettled as error:
            self.counts["without a proof"] += 1
            print(f"{blob.name}: no proof: {error}", flush=True)
            return
        except Refused as error:
            self.counts["refused"] += 1
            print(f"{blob.name}: REFUSED: {error}", flush=True)
            return
        started.append(time.process_time())
        for name, one, other in zip(self.seconds, started, started[1:], strict=False):
            self.seconds[name] += other - one
        for number in range(damages):
            self._damage(line, blob, log, told=isinstance(log, GameLog) and number % 3 == 0)

    def _damage(self, line: str, blob: Blob, log: GameLog | RecordedGame, told: bool) -> None:
        """Damage a proof, or one statement of the log, and have it checked."""
        what, other = "", b""
        proof: Proof | None = None
        try:
            if told and isinstance(log, GameLog):
                if (another := changed(log, self.random)) is None:
                    return
                log, what = another
                proof = replace(read(line.encode()), statements=len(log.observations))
            else:
                damage = self.random.choice(DAMAGES)
                if (found := damaged(line, damage, self.random)) is None:
                    return
                what, other = damage.__name__, found
            self.counts["damaged"] += 1
            check(read(other) if proof is None else proof, blob.data, log)
        except Refused:
            return
        self.counts["accepted"] += 1
        print(f"{blob.name}: ACCEPTED: {what}", flush=True)


@click.command()
@click.argument("paths", nargs=-1, required=True)
@click.option("--every", default=1, show_default=True, help="Only one log of so many.")
@click.option("--damages", default=20, show_default=True, help="How often each proof is damaged.")
@click.option("--seed", default="proofs", show_default=True)
def command(paths: tuple[str, ...], every: int, damages: int, seed: str) -> None:
    """Prove, check and damage the verdicts on logs."""
    measured = Measured(seed)
    for blob in islice(iter_blobs(paths), 0, None, every):
        if isinstance(blob, Blob):
            measured.add(blob, damages)
    counts = measured.counts
    print(
        ", ".join(f"{name} {counts[name]}" for name in ("legal", "refused", "without a proof", "damaged", "accepted"))
    )
    print("CPU seconds: " + ", ".join(f"{name} {seconds:.2f}" for name, seconds in measured.seconds.items()))
    sys.exit(1 if counts["refused"] or counts["accepted"] else 0)


if __name__ == "__main__":
    command()
