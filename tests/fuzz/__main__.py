"""Try mutants of logs: ``python -m tests.fuzz -n CASES --seed TEXT -j PROCESSES``.

Each case has ten seconds and 500 MB. What fails is written to the folder ``--keep``, if one is given, to become a test.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tests.fuzz.run import fuzz


def main() -> None:
    """Try cases, and say how they went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", "--cases", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--seed", default="0")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    parser.add_argument(
        "--pages", type=int, default=1, metavar="N", help="build pages for every Nth case only (default 1: all)"
    )
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    started = time.monotonic()
    outcome = fuzz(arguments.cases, arguments.seed, arguments.jobs, arguments.first, arguments.pages)
    for number, (name, wrong, data) in enumerate(outcome.failures):
        print(f"{name} ({len(data)} bytes): {wrong}")
        if arguments.keep:
            arguments.keep.mkdir(parents=True, exist_ok=True)
            (arguments.keep / f"{number}").write_bytes(data)
    counts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(outcome.verdicts.items()))
    print(
        f"{outcome.cases} cases in {time.monotonic() - started:.0f} s: {len(outcome.failures)} failures; {counts}; "
        f"slowest {outcome.slowest:.1f} s, at most {outcome.megabytes:.0f} MB"
    )
    sys.exit(1 if outcome.failures else 0)


if __name__ == "__main__":
    main()
