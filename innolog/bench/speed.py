"""Measurements of innolog's own speed, in one run on one machine and in one process.

Times depend on the machine; ratios hardly do. So validation is compared with the fastest JSON parser on the same bytes.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from innolog.cards.facts import CardSet
from innolog.conversion.simulated import bga_files
from innolog.engine.actions import play
from innolog.engine.choices import Choice
from innolog.engine.events import Event, Rearranged, Splay, Transfer
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.log import UnreadableLog, UnsupportedLog
from innolog.replay import replay
from innolog.simulate import SimulatedGame, deal, seats, simulate
from innolog.support.compiled import is_compiled
from parsers import blobs, read_blob
from parsers.bga.envelope import find_packets
from parsers.files import Blob

#: The number of repetitions of each measurement. The best counts, because it was disturbed least.
ROUNDS = 3
_START_UPS = 5
_GAMES = 12
_EVERY_SET = frozenset({CardSet.BASE, CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS})


class Measurement(NamedTuple):
    """One figure. The ``unit`` of a ratio is ``x``."""

    name: str
    value: float
    unit: str
    what: str


def measurements(paths: Sequence[str | Path] = ()) -> Iterator[Measurement]:
    """Yield all measurements, each as soon as it is known.

    ``paths`` are logs to validate, as for :func:`parsers.read_logs`; without any, simulated two-player exports. Raises
    ValueError if there is no readable log.
    """
    with TemporaryDirectory() as folder:
        given = list(paths) or list(_simulated(Path(folder)))
        logs = list(_exports(given))
        if not logs:
            raise ValueError("the paths contain no export of Board Game Arena")
        yield from _validation(logs)
        yield from _engine()
        yield from _ingest(given, Path(folder) / "dataset")
        yield from _start_up(min((blob.data for blob, _ in logs), key=len), Path(folder))


def _exports(paths: Sequence[str | Path]) -> Iterator[tuple[Blob, int]]:
    """The readable exports, with the number of notifications in each."""
    for blob in blobs(paths):
        if isinstance(blob, UnreadableLog):
            continue
        try:
            packets = find_packets(blob.name, blob.data).packets
        except (UnreadableLog, UnsupportedLog):
            continue
        yield blob, sum(len(packet["data"]) for packet in packets)


def _simulated(folder: Path) -> Iterator[Path]:
    for seed in range(_GAMES):
        sets = (frozenset({CardSet.BASE}), frozenset({CardSet.BASE, CardSet.CITIES}), _EVERY_SET)[seed % 3]
        game = simulate(Ruleset(sets=sets), seed, seats(("sensible",), 2, seed), tell=True)
        for name, text in bga_files(game, [0]):
            path = folder / name
            path.write_text(text, encoding="utf-8")
            yield path


def _best(run: Callable[[], object]) -> float:
    """CPU seconds of the fastest repetition."""
    found = []
    for _ in range(ROUNDS):
        started = time.process_time()
        run()
        found.append(time.process_time() - started)
    return min(found)


def _judge(blob: Blob) -> None:
    replay(read_blob(blob))


def _validation(logs: Sequence[tuple[Blob, int]]) -> Iterator[Measurement]:
    import orjson

    ratios, readings = [], []
    parsing = whole = 0.0
    notifications = 0
    # Imports at first use are not measured.
    _judge(logs[0][0])
    for blob, count in logs:
        seconds = _best(partial(orjson.loads, blob.data))
        reading = _best(partial(read_blob, blob))
        judging = _best(partial(_judge, blob))
        ratios.append(judging / seconds)
        readings.append(reading / seconds)
        parsing += seconds
        whole += judging
        notifications += count
    size = sum(len(blob.data) for blob, _ in logs)
    engine = "compiled" if is_compiled() else "plain Python"
    yield Measurement("logs", len(logs), "", f"{size / 1e6:.1f} MB, decompressed; the engine is {engine}")
    yield Measurement("yardstick", size / 1e6 / parsing, "MB/s", "orjson.loads of the logs")
    yield Measurement("reading", median(readings), "x", "from bytes to observations, against the yardstick; median")
    yield Measurement(
        "validation", median(ratios), "x", "reading and replaying, against the yardstick; median of the logs"
    )
    yield Measurement("validation, worst", max(ratios), "x", "the log with the worst ratio")
    yield Measurement("validated logs", len(logs) / whole, "1/s", "one process")
    yield Measurement("validated notifications", notifications / whole, "1/s", "of all channels in the exports")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield Measurement("peak memory", peak / 1024, "MB", "of the process, after validation with all logs in memory")


class _Reciter:
    """Repeats the decisions of a game, to measure the engine without the bots."""

    def __init__(self, game: SimulatedGame) -> None:
        self._answers = iter([answer for action in game.actions for _, answer in action.decisions])

    def choose(self, choice: Choice) -> Any:
        return next(self._answers)


def _engine() -> Iterator[Measurement]:
    for name, sets in (("base", frozenset({CardSet.BASE})), ("all sets", _EVERY_SET)):
        rules = Ruleset(sets=sets)
        games = [simulate(rules, seed, seats(("uniform",), 2, seed)) for seed in range(_GAMES)]
        operations = sum(
            map(_operations, (event for game in games for action in game.actions for event in action.events))
        )

        def recite(games: Iterable[SimulatedGame] = games, rules: Ruleset = rules) -> None:
            for game in games:
                play(Game(game.setup, rules, _Reciter(game)))

        def again(rules: Ruleset = rules) -> None:
            for seed in range(_GAMES):
                bots = seats(("uniform",), 2, seed)
                play(Game(deal(rules, seed), rules, bots))

        yield Measurement(f"engine, {name}", operations / _best(recite), "1/s", "keyword operations, decisions given")
        yield Measurement(f"simulation, {name}", operations / _best(again), "1/s", "keyword operations, uniform bots")


def _operations(event: Event) -> bool:
    return isinstance(event, Transfer | Splay | Rearranged)


def _ingest(paths: Sequence[str | Path], folder: Path) -> Iterator[Measurement]:
    from innolog.ingest.pipeline import ingest
    from innolog.store.dataset import open_dataset
    from innolog.store.schema import TABLES

    started = time.perf_counter()
    ingest(paths, folder)
    seconds = time.perf_counter() - started
    with open_dataset(folder) as dataset:
        rows = sum(dataset.arrow(name).num_rows for name in TABLES)
    yield Measurement("ingested rows", rows / seconds, "1/s", f"{rows} rows, one process, imports included")


def _start_up(log: bytes, folder: Path) -> Iterator[Measurement]:
    small = folder / "small.json"
    small.write_bytes(log)
    # Measured as for users, with byte code. A first run, which is not measured, writes it.
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    for name, arguments in (("--help", ["--help"]), ("validate", ["validate", str(small)])):
        command = [sys.executable, "-m", "innolog", *arguments]
        found = []
        for _ in range(1 + _START_UPS):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(command, check=False, capture_output=True, env=environment)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        yield Measurement(f"innolog {name}", 1000 * min(found[1:]), "ms", "CPU of the whole process" + _of(name, small))


def _of(name: str, small: Path) -> str:
    return f", on the smallest log ({small.stat().st_size / 1e3:.0f} kB)" if name == "validate" else ""
