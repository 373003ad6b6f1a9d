"""Kill an ingest again and again, and see whether the dataset opens and a run that is left alone completes it.

``python -m tests.store.kill_ingest -n KILLS``: some seconds each. A kill (SIGKILL) comes at a random moment between the
start of the process and its end. Every so often a run gets through; then the dataset is compared with that of an
undisturbed run, table by table, and the next one begins.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pyarrow as pa

from innolog.store import layout
from innolog.store.dataset import open_dataset
from innolog.store.errors import DatasetError
from innolog.store.places import LOCK, storage_of
from innolog.store.views import JUDGED
from tests.shared import REPOSITORY
from tests.store.contents import contents, copies

#: Logs that become visible together: a run writes several batches.
_BATCH = 2
#: Seconds that other processes of a killed ingest may take to notice.
_ORPHANS = 60.0


class Outcome(NamedTuple):
    """How often an ingest was killed: before there was a dataset, and with how many logs in it; and datasets made."""

    before: int
    logs: list[int]
    completed: int

    @property
    def kills(self) -> int:
        """All kills."""
        return self.before + len(self.logs)


def kill_ingests(kills: int, jobs: int, seed: int, folder: Path) -> Outcome:
    """Kill an ingest with ``jobs`` processes so often. Raises :class:`AssertionError` at anything that is not right."""
    rng = random.Random(seed)
    logs = copies(folder / "logs", 10, "*_spectator")
    started = time.monotonic()
    assert _start(logs, folder / "undisturbed", jobs).wait() == 0
    lasts = time.monotonic() - started
    expected = contents(folder / "undisturbed", totals=True)
    before, completed = 0, 0
    seen: list[int] = []
    while before + len(seen) < kills:
        dataset = folder / f"dataset {completed}"
        fresh, done = True, False
        while not done:
            # Complete batches are not done again, so some run will finish.
            left = before + len(seen) < kills
            ran, code = _run_for(rng.uniform(0, lasts) if left else None, logs, dataset, jobs)
            done = code == 0
            if done and fresh:
                lasts = min(lasts, ran)
            fresh = False
            assert done or code == -signal.SIGKILL, f"the ingest ended with {code} after {ran:.1f} s"
            if not done:
                found = look(dataset, expected)
                if found is None:
                    before += 1
                else:
                    seen.append(found)
        assert contents(dataset, totals=True) == expected, "a completed dataset is not that of an undisturbed run"
        _assert_tidy(dataset)
        completed += 1
    return Outcome(before, seen, completed)


def _start(logs: Path, dataset: Path, jobs: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "innolog", "ingest", str(logs), "-o", str(dataset), "-j", str(jobs)]
    # With a session of its own, so that what it leaves behind can be found.
    return subprocess.Popen(
        [*command, "--batch", str(_BATCH)], cwd=REPOSITORY, stderr=subprocess.DEVNULL, start_new_session=True
    )


def _run_for(seconds: float | None, logs: Path, dataset: Path, jobs: int) -> tuple[float, int]:
    started = time.monotonic()
    process = _start(logs, dataset, jobs)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
    code = process.wait()
    while living := _alive(process.pid):
        assert time.monotonic() < started + (seconds or 0.0) + _ORPHANS, f"left behind by a killed ingest: {living}"
        time.sleep(0.02)
    return time.monotonic() - started, code


def _alive(group: int) -> list[str]:
    """The processes of a group, without zombies."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return []
    listed = subprocess.run(["ps", "-eo", "pgid=,stat=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(maxsplit=2) for line in listed.splitlines()]
    return [" ".join(row[1:]) for row in rows if row[0] == str(group) and not row[1].startswith("Z")]


def look(dataset: Path, expected: dict[str, pa.Table]) -> int | None:
    """Open the dataset after a kill: the number of logs in it, all complete; None if there is no dataset yet."""
    if not (dataset / layout.MARKER).exists():
        try:
            open_dataset(dataset).close()
        except DatasetError:
            return None
        raise AssertionError("a dataset without a mark opened")
    with open_dataset(dataset) as data:
        ((count,),) = data.sql("SELECT count(*) FROM logs").fetchall()
    for table, rows in contents(dataset).items():
        logs = rows["log_id"].combine_chunks()
        known = contents_of(expected, table, expected["logs"]["log_id"][:count].combine_chunks())
        # Which record of a game counts depends on all that there are.
        judged = JUDGED.get(table, ())
        rows, known = rows.drop_columns([*judged]), known.drop_columns([*judged])
        assert rows.equals(known), f"{table}: not the rows of the first {count} logs, but of {len(logs.unique())}"
    return int(count)


def contents_of(expected: dict[str, pa.Table], table: str, logs: pa.Array) -> pa.Table:
    """The rows of some logs."""
    return expected[table].filter(pa.compute.is_in(expected[table]["log_id"], logs)).combine_chunks()


def _assert_tidy(dataset: Path) -> None:
    """Tools that read all files of a folder find no rows of killed runs among them."""
    place = storage_of(dataset)
    batches = layout.read_batches(place)
    known = {layout.MARKER, layout.CARDS, LOCK}
    known |= {layout.manifest_file(batch.number) for batch in batches}
    known |= {name for batch in batches for name in batch.files}
    assert set(place.sizes()) <= known, sorted(set(place.sizes()) - known)


def main() -> None:
    """Kill, and say how often."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", "--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    for jobs in (1, 2):
        with TemporaryDirectory() as folder:
            outcome = kill_ingests(arguments.kills // 2, jobs, arguments.seed, Path(folder))
        some = sorted(set(outcome.logs))
        print(
            f"{jobs} processes: {outcome.kills} kills, {outcome.before} of them before there was a dataset, the others "
            f"with {', '.join(map(str, some))} logs in it; {outcome.completed} datasets completed, all as undisturbed"
        )


if __name__ == "__main__":
    main()
