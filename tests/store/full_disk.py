"""Fill the disk under an ingest again and again, and see whether the dataset opens and a run with space completes it.

``python -m tests.store.full_disk -n TIMES``, as the superuser of a Linux system: each time a file system in memory is
mounted that has room for some part of the dataset, evenly spread from none of it to more than all. The ingest must end
with 2 and one line; what it left must open, with whole logs of an undisturbed run; with more space a second run must
make the dataset that an undisturbed run makes.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.shared import REPOSITORY
from tests.store.contents import contents, copies
from tests.store.kill_ingest import look


def fill_disks(times: int, folder: Path) -> tuple[int, int]:
    """The number of runs with a full disk, and of runs without. Raises :class:`AssertionError` for a fault."""
    logs = copies(folder / "logs", 4, "*_spectator")
    assert _ingest(logs, folder / "undisturbed").returncode == 0
    expected = contents(folder / "undisturbed", totals=True)
    largest = sum(file.stat().st_size for file in (folder / "undisturbed").rglob("*") if file.is_file())
    full = 0
    for number in range(times):
        mount = folder / f"disk {number}"
        mount.mkdir()
        size = 4096 + number * largest * 3 // (2 * times)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "innolog", mount], check=True)
        try:
            done = _ingest(logs, mount / "dataset")
            if done.returncode != 0:
                full += 1
                assert (done.returncode, done.stderr.count("\n")) == (2, 1), (size, done.stderr)
                assert "No space left" in done.stderr, (size, done.stderr)
                look(mount / "dataset", expected)
                subprocess.run(["mount", "-o", f"remount,size={16 * largest}", mount], check=True)
                assert _ingest(logs, mount / "dataset").returncode == 0
            assert contents(mount / "dataset", totals=True) == expected, size
        finally:
            subprocess.run(["umount", mount], check=True)
    return full, times - full


def _ingest(logs: Path, dataset: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "innolog", "ingest", str(logs), "-o", str(dataset), "--batch", "2"]
    return subprocess.run(command, cwd=REPOSITORY, stderr=subprocess.PIPE, text=True, check=False)


def main() -> None:
    """Fill disks, and say how often."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", "--times", type=int, default=40)
    with TemporaryDirectory() as folder:
        full, fitted = fill_disks(parser.parse_args().times, Path(folder))
    print(f"{full} full disks, each opened and completed as undisturbed; {fitted} with room for everything")


if __name__ == "__main__":
    main()
