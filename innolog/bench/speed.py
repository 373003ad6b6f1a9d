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
from typing import Any

from innolog.bench.measurement import Measurement
from innolog.bench.planning import measure
from innolog.cards.facts import CardSet
from innolog.conversion.simulated import Order, bga_files
from innolog.engine.actions import play
from innolog.engine.choices import Choice
from innolog.engine.events import Event, Rearranged, Splay, Transfer
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.log import UnreadableLog, UnsupportedLog
from innolog.replay import replay
from innolog.simulate import SimulatedGame, deal, seats, simulate
from innolog.support.compiled import is_compiled
from innolog.support.errors import InnologError
from parsers import blobs, read_blob
from parsers.bga.envelope import find_packets
from parsers.files import Blob

#: The number of runs of each measurement. Their median counts.
ROUNDS = 5
_START_UPS = 5
_GAMES = 12
#: Games whose rows are written and whose files are simulated.
_MANY = 24
_EVERY_SET = frozenset({CardSet.BASE, CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS})


class NothingToMeasure(InnologError, ValueError):
    """There is no log whose validation could be measured; the message is one line."""


def measurements(paths: Sequence[str | Path] = ()) -> Iterator[Measurement]:
    """Yield all measurements, each as soon as it is known.

    ``paths`` are logs to validate, as for :func:`parsers.read_logs`; without any, simulated two-player exports. Raises
    :class:`NothingToMeasure` if there is no readable log.
    """
    with TemporaryDirectory() as folder:
        given = list(paths) or list(_simulated(Path(folder)))
        logs = list(_exports(given))
        if not logs:
            raise NothingToMeasure("the paths contain no export of Board Game Arena")
        yardstick = _Yardstick([blob.data for blob, _ in logs])
        yield from _validation(logs)
        yield from _engine(yardstick)
        yield from _simulation(yardstick, Path(folder) / "games")
        yield from _ingest(given, yardstick, Path(folder) / "dataset")
        yield from _start_up(min((blob.data for blob, _ in logs), key=len), yardstick, Path(folder))


class _Yardstick:
    """The speed of the fastest JSON parser, measured again beside each measurement, because machines change theirs."""

    def __init__(self, texts: Sequence[bytes]) -> None:
        self._texts = texts
        self._kilobytes = sum(map(len, texts)) / 1000

    def speed(self) -> float:
        """The kB parsed in a second of CPU."""
        import orjson

        started = time.process_time()
        for text in self._texts:
            orjson.loads(text)
        return self._kilobytes / (time.process_time() - started)

    def beside(self, run: Callable[[], object], clock: Callable[[], float] = time.process_time) -> tuple[float, float]:
        """The seconds of a run, and the kB of JSON parsed in that time: medians of :data:`ROUNDS` runs."""
        seconds, costs = [], []
        for _ in range(ROUNDS):
            speed = self.speed()
            started = clock()
            run()
            seconds.append(clock() - started)
            costs.append(seconds[-1] * speed)
        return median(seconds), median(costs)


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


def _seconds(run: Callable[[], object]) -> float:
    """CPU seconds of one run."""
    started = time.process_time()
    run()
    return time.process_time() - started


def _judge(blob: Blob) -> None:
    replay(read_blob(blob))


def _validation(logs: Sequence[tuple[Blob, int]]) -> Iterator[Measurement]:
    import orjson

    ratios, readings, replays = [], [], []
    parsing = whole = 0.0
    notifications = 0
    # Imports at first use are not measured.
    _judge(logs[0][0])
    for blob, count in logs:
        rounds = [
            tuple(map(_seconds, (partial(orjson.loads, blob.data), partial(read_blob, blob), partial(_judge, blob))))
            for _ in range(ROUNDS)
        ]
        # A ratio is that of runs beside each other.
        readings.append(median(reading / seconds for seconds, reading, _ in rounds))
        ratios.append(median(judging / seconds for seconds, _, judging in rounds))
        replays.append(median((judging - reading) / seconds for seconds, reading, judging in rounds))
        parsing += median(seconds for seconds, _, _ in rounds)
        whole += median(judging for _, _, judging in rounds)
        notifications += count
    size = sum(len(blob.data) for blob, _ in logs)
    engine = "compiled" if is_compiled() else "plain Python"
    yield Measurement("logs", len(logs), "", f"{size / 1e6:.1f} MB, decompressed; the engine is {engine}")
    yield Measurement("yardstick", size / 1e6 / parsing, "MB/s", "orjson.loads of the logs")
    for name, found, what in (
        ("reading", readings, "from bytes to observations, against the yardstick; median of the logs"),
        ("replaying", replays, "the search for an explanation, against the yardstick; median of the logs"),
        ("validation", ratios, "reading and replaying, against the yardstick; median of the logs"),
    ):
        yield Measurement(name, median(found), "x", what, median(found))
    yield Measurement("validation, worst", max(ratios), "x", "the log with the worst ratio", max(ratios))
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


def _engine(yardstick: _Yardstick) -> Iterator[Measurement]:
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

        for kind, run, what in (("engine", recite, "decisions given"), ("simulation", again, "uniform bots")):
            seconds, cost = yardstick.beside(run)
            what = f"keyword operations, {what}"
            yield Measurement(f"{kind}, {name}", operations / seconds, "1/s", what, cost / operations)


def _simulation(yardstick: _Yardstick, folder: Path) -> Iterator[Measurement]:
    order = Order(Ruleset().describe(), ("sensible",), folder)
    folder.mkdir()
    seconds, cost = yardstick.beside(partial(order.write, range(_MANY)))
    what = "two-player games of the base set to native files, one process"
    yield Measurement("simulated games", _MANY / seconds, "1/s", what, cost / _MANY)


def _operations(event: Event) -> bool:
    return isinstance(event, Transfer | Splay | Rearranged)


def _ingest(paths: Sequence[str | Path], yardstick: _Yardstick, folder: Path) -> Iterator[Measurement]:
    from innolog.ingest.pipeline import ingest
    from innolog.store.dataset import open_dataset
    from innolog.store.shown import OF_ALL

    number = iter(range(ROUNDS))
    seconds, cost = yardstick.beside(lambda: ingest(paths, folder / str(next(number))))
    with open_dataset(folder / "0") as dataset:
        rows = sum(dataset.arrow(name).num_rows for name in OF_ALL.values())
    yield Measurement("ingested rows", rows / seconds, "1/s", f"{rows} rows, one process", cost / rows)
    speeds, rates = [], []
    for _ in range(ROUNDS):
        speeds.append(yardstick.speed())
        rates.append(measure(_MANY))
    costs = [rate.replaying + rate.writing for rate in rates]
    what = "CPU per two-player game in all, a third of the games with all sets"
    ratio = median(cost * speed for cost, speed in zip(costs, speeds, strict=True))
    yield Measurement("ingested game", 1000 * median(costs), "ms", what, ratio)
    share = median(rate.writing / cost for rate, cost in zip(rates, costs, strict=True))
    yield Measurement("ingest, writing", share, "x", "the part of that for marking, summing and Parquet", share)


def _start_up(log: bytes, yardstick: _Yardstick, folder: Path) -> Iterator[Measurement]:
    small = folder / "small.json"
    small.write_bytes(log)
    # Measured as for users, with byte code. A first run, which is not measured, writes it.
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    smallest = f", on the smallest log ({len(log) / 1e3:.0f} kB)"
    for name, arguments, on in (("--help", ["--help"], ""), ("validate", ["validate", str(small)], smallest)):
        command = [sys.executable, "-m", "innolog", *arguments]
        found, costs = [], []
        for _ in range(1 + _START_UPS):
            speed = yardstick.speed()
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(command, check=False, capture_output=True, env=environment)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            costs.append(found[-1] * speed)
        what = f"CPU of the whole process{on}"
        yield Measurement(f"innolog {name}", 1000 * median(found[1:]), "ms", what, median(costs[1:]))
