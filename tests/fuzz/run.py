"""Feed mutants of logs to innolog, each with a time and a memory limit, in separate processes."""

from __future__ import annotations

import gzip
import json
import multiprocessing
import os
import resource
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from innolog.cards.editions import Edition, Platform
from innolog.cards.facts import CardSet
from innolog.conversion.retelling import converted, retell
from innolog.conversion.simulated import bga_files, native_file
from innolog.engine.ruleset import Ruleset
from innolog.judging.verdicts import judged
from innolog.replay import replay
from innolog.replay.forced import NOTHING
from innolog.simulate import seats as bots
from innolog.simulate import simulate
from parsers import blobs, read_blob, read_log
from parsers.tracker.specification import GENERATIONS
from tests.fuzz.mutations import mutant
from tests.pages import page_fault
from tests.shared import REPOSITORY
from tests.written import review_page

#: Limits of a case: seconds that it may take, and bytes of a process that innolog may have at its worst.
SECONDS = 10
MEGABYTES = 500
#: Beyond this a process is ended by the system.
_ADDRESS_SPACE = 3 << 30
#: The length of the mutated logs. Whole games would find no more, and take as long as hundreds of parts.
_PACKETS = 12
_LINES = 60
_ACTIONS = 8
#: The verdicts on logs that have a page.
_WITH_PAGE = ("legal", "legal_so_far", "illegal")
#: Simulated games whose native files are mutated: the rules, by name.
_NATIVE = {
    "native, figures": Ruleset(sets=frozenset({CardSet.BASE, CardSet.FIGURES})),
    "native, fourth": Ruleset(edition=Edition.FOURTH),
}


@dataclass
class Outcome:
    """The results of some cases: the number of each verdict, and the cases at which innolog failed, with the reason."""

    cases: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, str, bytes]] = field(default_factory=list)
    slowest: float = 0.0
    megabytes: float = 0.0


class _TooLong(BaseException):
    pass


def seeds() -> dict[str, bytes]:
    """The beginning of a game in every form that innolog reads."""
    found: dict[str, bytes] = {}
    for path in sorted((REPOSITORY / "sample_logs").glob("*.json.gz")):
        export = json.loads(gzip.decompress(path.read_bytes()))
        export["packets"] = export["packets"][:_PACKETS]
        found[path.name] = json.dumps(export).encode()
    # The last one again, as the site's own replies and pages have it.
    replies = {"archive": {"status": 1, "data": {"logs": export["packets"]}}, "bare list": export["packets"]}
    found |= {name: json.dumps(reply).encode() for name, reply in replies.items()}
    packets = json.dumps({"status": 1, "data": {"valid": 1, "data": export["packets"]}}).replace("</", "<\\/")
    found["replay page"] = f"<html><script>g_gamelogs = {packets};</script></html>".encode()
    found |= _newer() | _native() | _in_words()
    return found


def _newer() -> dict[str, bytes]:
    """Exports of the newer generation of the site's code, of both editions."""
    found = {}
    for edition in (Edition.THIRD, Edition.FOURTH):
        rules = Ruleset(edition=edition, platform=Platform.BGA_2024)
        game = simulate(rules, 1, bots(("sensible",), 2, 1), tell=True, most_actions=_ACTIONS)
        for name, text in bga_files(game, [0, None]):
            found[f"newer, {edition.value}, {name}"] = text.encode()
    return found


def _native() -> dict[str, bytes]:
    return {
        name: native_file(simulate(rules, 2, bots(("sensible",), 2, 2), most_actions=_ACTIONS))[1].encode()
        for name, rules in _NATIVE.items()
    }


def _in_words() -> dict[str, bytes]:
    """A game in the forms of poorer records, and in the native one."""
    path = REPOSITORY / "sample_logs" / "base_2p_player.json.gz"
    game = replay(read_log(path), record=True)
    found = {}
    for form in ("native", "text", "yucata-html"):
        found[form] = _first_lines(converted(game, form).text)
    found["review page"] = _first_lines(review_page(retell(game), None))
    for generation in GENERATIONS:
        record = json.loads(converted(game, "tracker", generation=generation).text)
        short = {key: value[:_LINES] if isinstance(value, list) else value for key, value in record.items()}
        found[f"tracker, {generation}"] = json.dumps(short, indent=1).encode()
    return found


def _first_lines(text: str) -> bytes:
    return "\n".join(text.split("\n")[:_LINES]).encode()


def case(seed: str, number: int, known: dict[str, bytes]) -> tuple[str, bytes]:
    """The format and the bytes of one case. They depend only on the seed and the number."""
    rng = Random(f"{seed} {number}")
    name = rng.choice(sorted(known))
    return name, mutant(rng, known[name])


def look_at(data: bytes, folder: Path, pages: bool = True) -> tuple[str | None, list[str]]:
    """The failure of innolog at a file with these bytes (or None), and the verdicts on the logs in it.

    With ``pages``, pages of the logs are built, too.
    """
    path = folder / "case"
    path.write_bytes(data)
    verdicts = []
    wrong = None
    signal.signal(signal.SIGALRM, _alarm)
    signal.alarm(SECONDS)
    try:
        for blob in blobs([path]):
            row = judged(blob, NOTHING)
            verdicts.append(row.verdict)
            if "innolog itself failed" in (row.message or ""):
                wrong = str(row.message)
            if row.verdict != "legal" and not (row.message or row.verdict == "legal_so_far"):
                wrong = f"{row.verdict} without a reason"
            json.dumps(asdict(row))
            if pages and wrong is None and row.verdict in _WITH_PAGE:
                # What read_blob returns was judged before.
                wrong = page_fault(replay(read_blob(blob), record=True)) or None  # type: ignore[arg-type]
    except _TooLong:
        wrong = f"more than {SECONDS} s"
    except Exception as error:
        wrong = f"{type(error).__name__}: {error}"
    finally:
        signal.alarm(0)
    others = sorted(str(other) for other in folder.iterdir() if other != path)
    return (f"wrote {others}" if others else wrong), verdicts


def fuzz(count: int, seed: str, jobs: int = 1, first: int = 0, pages: int = 1) -> Outcome:
    """Try ``count`` cases, from number ``first`` on. Pages are built for every case whose number ``pages`` divides."""
    outcome = Outcome()
    numbers = iter(range(first, first + count))
    known = seeds()
    chunk = max(1, min(200, count // jobs))
    # Not a copy of this process, whose own memory would count: that of pytest is larger than any log may need.
    with multiprocessing.get_context("forkserver").Pool(jobs, _limit, maxtasksperchild=20) as pool:
        for some in pool.imap_unordered(_some, ((seed, part, known, pages) for part in chunks(numbers, chunk))):
            outcome.cases += some.cases
            outcome.verdicts += some.verdicts
            outcome.failures += some.failures
            outcome.slowest = max(outcome.slowest, some.slowest)
            outcome.megabytes = max(outcome.megabytes, some.megabytes)
    return outcome


def chunks(numbers: Iterator[int], size: int) -> Iterator[list[int]]:
    """The numbers in lists of ``size``, the last of which may be shorter."""
    while part := list(islice(numbers, size)):
        yield part


def _some(given: tuple[str, list[int], dict[str, bytes], int]) -> Outcome:
    seed, numbers, known, pages = given
    outcome = Outcome()
    with TemporaryDirectory() as name:
        folder = Path(name)
        os.chdir(folder)
        for number in numbers:
            form, data = case(seed, number, known)
            _forget_peak()
            started = time.perf_counter()
            wrong, verdicts = look_at(data, folder, number % pages == 0)
            outcome.slowest = max(outcome.slowest, time.perf_counter() - started)
            megabytes = _peak()
            if wrong is None and megabytes > MEGABYTES:
                wrong = f"{megabytes:.0f} MB"
            outcome.megabytes = max(outcome.megabytes, megabytes)
            outcome.cases += 1
            outcome.verdicts.update(verdicts)
            if wrong is not None:
                outcome.failures.append((f"{form}, case {number}", wrong, data))
        os.chdir("/")
    return outcome


def _forget_peak() -> None:
    """Reset the peak memory of this process, which only Linux can do."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def _peak() -> float:
    """The peak memory since the last reset, in MB."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0.0
    return float(status.partition("VmHWM:")[2].split()[0]) / 1000


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE, _ADDRESS_SPACE))


def _alarm(_signal: int, _frame: FrameType | None) -> Any:
    raise _TooLong
