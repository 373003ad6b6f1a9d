"""The cost per game by number of games, measured with whole processes from outside.

The logs are simulated games with new ids for each game and player. One of ten is played to its end. The others are
openings, because short games show best what each further log costs.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import NamedTuple

from innolog.bench.measurement import Measurement
from innolog.conversion.simulated import bga_files
from innolog.engine.ruleset import Ruleset
from innolog.simulate import seats, simulate

#: The numbers of logs that are compared.
SIZES = (100, 1000, 10_000)
#: The number of logs in the run that measures the start-up. Its cost is subtracted.
_FEW = 10
#: The number of different games; the other logs are copies of them.
_GAMES = 10
_OPENING_PACKETS = 30
_FOLDER_LOGS = 1000


class Run(NamedTuple):
    """The cost of a process with all its children: CPU seconds, seconds, and the largest process in MB."""

    cpu: float
    seconds: float
    peak: float


def scaling(sizes: Sequence[int] = SIZES) -> Iterator[Measurement]:
    """CPU per game and peak memory of ``ingest`` and ``validate`` by number of logs, and the gain of a second process.

    Yields each measurement as soon as it is known. Takes ten minutes for the default sizes.
    """
    with TemporaryDirectory(prefix="innolog-") as name:
        folder = Path(name)
        logs = _logs(folder / "logs", max(sizes))
        few = _some(logs, folder / "few", _FEW)
        for command in ("validate", "ingest"):
            start = _run(command, few, folder, 1)
            runs: dict[int, Run] = {}
            for size in sizes:
                runs[size] = run = _run(command, _some(logs, folder / str(size), size), folder, 1)
                each = 1000 * (run.cpu - start.cpu) / (size - _FEW)
                yield Measurement(f"{command}, {size} logs", each, "ms", "CPU per log, start-up left out")
                yield Measurement(f"{command}, {size} logs, memory", run.peak, "MB", "peak of the process")
            middle = sorted(sizes)[len(sizes) // 2]
            two, two_start = (_run(command, folder / logs, folder, 2) for logs in (str(middle), "few"))
            one = runs[middle]
            ratio = (one.seconds - start.seconds) / (two.seconds - two_start.seconds)
            what = f"faster with {middle} logs, start-up left out"
            yield Measurement(f"{command}, two processes, time", ratio, "x", what)
            ratio = 2 * (one.cpu - start.cpu) / (two.cpu - two_start.cpu)
            what += "; by CPU time, which other programs do not change"
            yield Measurement(f"{command}, two processes, CPU", ratio, "x", what)


def _logs(folder: Path, number: int) -> list[Path]:
    texts = []
    for seed in range(_GAMES):
        game = simulate(Ruleset(), seed, seats(("sensible",), 2, seed), tell=True)
        ((_, text),) = bga_files(game, [0])
        if seed:
            content = json.loads(text)
            content["packets"] = content["packets"][:_OPENING_PACKETS]
            text = json.dumps(content, separators=(",", ":"))
        texts.append((text, f'"{game.told.game_id}"' if game.told else "", [seat.id for seat in game.seats]))
    paths = []
    for copy in range(number):
        text, table, players = texts[copy % _GAMES]
        text = text.replace(table, f'"{500_000_000 + copy}"')
        for seat, player in enumerate(players):
            # There are as many people as games, so each plays several times, with different opponents.
            text = text.replace(player, str(600_000_000 + seat * 10_000_000 + copy * (2 * seat + 1) % number))
        # Folders with many files are slow.
        path = folder / f"{copy // _FOLDER_LOGS:04d}" / f"{copy:08d}.json.gz"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(text.encode(), 1, mtime=0))
        paths.append(path)
    return paths


def _some(logs: Sequence[Path], folder: Path, number: int) -> Path:
    """A folder with links to the first logs."""
    for path in logs[:number]:
        link = folder / path.parent.name / path.name
        link.parent.mkdir(parents=True, exist_ok=True)
        if not link.exists():
            os.link(path, link)
    return folder


def _run(command: str, logs: Path, folder: Path, jobs: int) -> Run:
    dataset = folder / "dataset"
    output = ["-o", str(dataset)] if command == "ingest" else []
    arguments = [sys.executable, "-m", "innolog", command, str(logs), "-j", str(jobs), *output]
    started = time.perf_counter()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr is not None
    said = process.stderr.read().decode(errors="replace")
    # These figures include the process and the children that it waited for, and no other children.
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"innolog {command} ended with {process.returncode}: {said.strip().splitlines()[-1:]}")
    rmtree(dataset, ignore_errors=True)
    return Run(used.ru_utime + used.ru_stime, seconds, used.ru_maxrss / 1024)
