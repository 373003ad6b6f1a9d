"""``python -m tests.mutation``: disable every check that may reject a log, one at a time, until a detector notices.

Prints for each module the number of checks, of checks that ever reject something in the detectors, and of checks whose
absence is noticed: by another verdict, rule or move. Then it prints the checks that are not noticed, and those that
never reject. A check that never rejects can't fail, or no test covers it. Exits with 1 if a check that rejects is not
noticed.
"""

from __future__ import annotations

import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from types import FrameType

import click

from tests.mutation.detectors import FORGERIES, GAMES, Detector, detectors
from tests.mutation.own_tests import FOLDERS, OwnTest, recorded
from tests.mutation.sites import PROBE, Check, Probe, asked, checks, forget, functions, install, probed, without

_BGA = "channels copies cardrows envelope messages players reader speech statements transfers values wording"
_COMPARING = "blame differences matching offered pairs words"
_BELIEFS = "identities"
_REPLAY = "answers candidates full.depth_first full.due expanding guide deciding full.earliest recorded trying"
_RESULTS = "native"
#: Readers and replay of logs that record everything. (Poor records have hunts of their own.)
MODULES = tuple(
    f"{room}.{name}"
    for room, names in (
        ("parsers.bga", _BGA),
        ("innolog.beliefs", _BELIEFS),
        ("innolog.comparing", _COMPARING),
        ("innolog.replay", _REPLAY),
        ("innolog.results", _RESULTS),
    )
    for name in names.split()
)
#: The maximum number of detectors that are tried for a check. Those in which few other checks reject come first.
TRIES = 6
#: The maximum number of our own tests that are tried for a check.
TESTS = 3
#: A detector that takes more seconds than this without a check counts as noticing its absence.
_LONGEST = 30
_WAYS = ("verdict", "place", "not noticed", "never rejects")


@dataclass(frozen=True, slots=True)
class Noticed:
    """The result for a check: how its absence was noticed, and by which detector."""

    check: Check
    way: str
    by: str = ""


def _too_long(signal_number: int, frame: FrameType | None) -> None:
    raise TimeoutError


class Lab:
    """The modules to change, and the detectors."""

    def __init__(self, modules: Sequence[str], found: Sequence[Detector]) -> None:
        self.modules = modules
        self.detectors = found
        self.names = asked([*dict.fromkeys((*MODULES, *modules))])
        self._whole = {
            module: {name: function.__code__ for name, function in functions(import_module(module)).items()}
            for module in modules
        }

    def record(self, folders: Sequence[str] = ()) -> None:
        """Record the result of each detector, and the checks that reject something in it. Adds tests of folders."""
        probe = Probe()
        for module in self.modules:
            vars(import_module(module))[PROBE] = probe
            install(module, probed(module, self.names))
        for detector in self.detectors:
            detector.record(probe.rejecting)
        if folders:
            self.detectors = [*self.detectors, *recorded(folders, probe.rejecting)]
        for module in self.modules:
            self._restore(module)

    def _restore(self, module: str) -> None:
        for name, function in functions(import_module(module)).items():
            function.__code__ = self._whole[module][name]
        forget(module)

    def judge(self, check: Check) -> Noticed:
        """Disable one check, and find a detector that notices it."""
        key = check.module, check.number
        able = sorted(
            (each for each in self.detectors if key in each.rejecting),
            key=lambda each: (isinstance(each, OwnTest), each.is_accepted, len(each.rejecting), each.seconds),
        )
        if not able:
            return Noticed(check, "never rejects")
        install(check.module, without(check, self.names))
        noticed = Noticed(check, "not noticed")
        try:
            for detector in [*able[:TRIES], *[each for each in able[TRIES:] if isinstance(each, OwnTest)][:TESTS]]:
                signal.alarm(_LONGEST)
                outcome = detector.run()
                signal.alarm(0)
                if outcome[0] != detector.outcome[0]:
                    return Noticed(check, "verdict", detector.name)
                if outcome[:3] != detector.outcome[:3]:
                    noticed = Noticed(check, "place", detector.name)
        finally:
            signal.alarm(0)
            self._restore(check.module)
        return noticed


def report(found: Sequence[Noticed], modules: Sequence[str]) -> str:
    """The table, and the checks whose absence was not noticed."""
    lines = [f"{'module':32} checks " + " ".join(f"{way:>13}" for way in _WAYS)]
    for module in (*modules, None):
        ways = Counter(each.way for each in found if module in (None, each.check.module))
        counts = " ".join(f"{ways[way]:13}" for way in _WAYS)
        lines.append(f"{module or 'all':32} {ways.total():6} {counts}")
    for way in _WAYS[2:]:
        lines += [f"{way}: {each.check}" for each in found if each.way == way]
    return "\n".join(lines)


_lab: Lab


def _judge(check: Check) -> Noticed:
    return _lab.judge(check)


@click.command()
@click.option("--module", "wanted", multiple=True, help="The modules alone whose names contain this.")
@click.option("--games", type=click.IntRange(min=4), default=GAMES, show_default=True)
@click.option("--forgeries", type=click.IntRange(min=1), default=FORGERIES, show_default=True, help="Of each kind.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True)
@click.option("--no-tests", is_flag=True, help="Without our own tests as detectors.")
@click.option("--who", is_flag=True, help="Also tell while it runs what noticed each check.")
def command(
    wanted: tuple[str, ...], games: int, forgeries: int, seed: int, jobs: int, no_tests: bool, who: bool
) -> None:
    """Disable every check once, and list those whose absence is not noticed."""
    global _lab
    signal.signal(signal.SIGALRM, _too_long)
    modules = [module for module in MODULES if not wanted or any(part in module for part in wanted)]
    started = time.process_time()
    _lab = Lab(modules, list(detectors(seed, games, forgeries)))
    _lab.record(() if no_tests else FOLDERS)
    click.echo(f"{len(_lab.detectors)} detectors in {time.process_time() - started:.0f} s", err=True)
    every = [check for module in modules for check in checks(module, _lab.names)]
    found: list[Noticed] = []
    with get_context("fork").Pool(jobs) as pool:
        for noticed in pool.imap(_judge, every, chunksize=4):
            found.append(noticed)
            if who:
                by = f" by {noticed.by}" if noticed.by else ""
                click.echo(f"{noticed.way}{by}: {noticed.check}", err=True)
    click.echo(report(found, modules))
    sys.exit(int(any(each.way == "not noticed" for each in found)))


if __name__ == "__main__":
    command()
