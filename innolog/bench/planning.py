"""The cost of a large corpus, computed from rates that are measured on this machine."""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from innolog.bench.measurement import Measurement
from innolog.cards.facts import CardSet
from innolog.conversion.simulated import bga_files
from innolog.engine.ruleset import Ruleset
from innolog.ingest.work import Rules, work
from innolog.replay.forced import NOTHING
from innolog.simulate import seats, simulate
from innolog.store.index import KnownLogs
from innolog.store.writer import DatasetWriter
from innolog.support.counting import counted

#: The number of games whose cost is measured, a third of them with all sets, and the size of chunks.
_GAMES = 48
_CHUNK = 8
#: The numbers of games of the plans.
SIZES = (10**6, 10**8)


class Rates(NamedTuple):
    """The cost of one log: CPU seconds to replay it, CPU seconds to write its rows, and bytes.

    ``log_bytes`` is the size of the gzipped log, ``dataset_bytes`` that of its rows in the dataset.
    """

    replaying: float
    writing: float
    log_bytes: float
    dataset_bytes: float


def measure(games: int = _GAMES) -> Rates:
    """Measure with whole simulated games of two players. Takes half a minute for the default number."""
    with TemporaryDirectory(prefix="innolog-") as name:
        folder = Path(name)
        logs = [str(_log(folder, seed)) for seed in range(games)]
        rules = Rules(NOTHING, None, None, KnownLogs())
        work(logs[:1], rules)
        started = time.process_time()
        done = [work(logs[start : start + _CHUNK], rules) for start in range(0, games, _CHUNK)]
        replayed = time.process_time()
        with DatasetWriter(folder / "dataset") as writer:
            for one in done:
                writer.add_tables(one.tables)
        written = time.process_time()
        sizes = (sum(file.stat().st_size for file in folder.rglob(what)) for what in ("*.gz", "dataset/*/**/*.parquet"))
        log_bytes, dataset_bytes = (size / games for size in sizes)
    return Rates((replayed - started) / games, (written - replayed) / games, log_bytes, dataset_bytes)


def _log(folder: Path, seed: int) -> Path:
    every = frozenset({CardSet.BASE, CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS})
    rules = Ruleset(sets=every if seed % 3 == 0 else frozenset({CardSet.BASE}))
    game = simulate(rules, seed, seats(("sensible",), 2, seed), tell=True)
    ((name, text),) = bga_files(game, [0])
    path = folder / f"{name}.gz"
    path.write_bytes(gzip.compress(text.encode(), mtime=0))
    return path


def plan(rates: Rates, games: int, *, cores: int, price: float) -> Iterator[Measurement]:
    """The cost of ``games`` logs on ``cores`` cores that replay and one that writes, at a ``price`` per core hour."""
    replaying, writing = games * rates.replaying / 3600, games * rates.writing / 3600
    hours = max(replaying / cores, writing)
    name = counted(games, "game", ",")
    slower = "the writer is the slower part" if writing > replaying / cores else "the replay is the slower part"
    yield Measurement(f"{name}: replaying", replaying, "core h", "CPU of the workers")
    yield Measurement(f"{name}: writing", writing, "core h", "CPU of the one process that writes")
    yield Measurement(f"{name}: time", hours, "h", f"{cores} cores replay, one writes; {slower}")
    yield Measurement(
        f"{name}: price", price * hours * (cores + 1), "", f"{price:g} per core and hour, waiting included"
    )
    yield Measurement(f"{name}: logs", games * rates.log_bytes / 1e9, "GB", "gzipped")
    yield Measurement(f"{name}: dataset", games * rates.dataset_bytes / 1e9, "GB", "Parquet")
    yield Measurement(f"{name}: memory", games * 36 / 1e9, "GB", "of the writer, to recognize each log and player")


def plans(*, cores: int, price: float) -> Iterator[Measurement]:
    """The rates of this machine, and a plan for each of :data:`SIZES`."""
    rates = measure()
    useful = rates.replaying / rates.writing
    yield Measurement("replaying", 1000 * rates.replaying, "ms", "CPU per game: reading, replaying, making rows")
    yield Measurement("writing", 1000 * rates.writing, "ms", "CPU per game: marking, summing, Parquet")
    yield Measurement("useful cores", useful, "", "cores that replay as fast as one process can write")
    for games in SIZES:
        yield from plan(rates, games, cores=cores, price=price)
