"""``python -m tests.mutation.rulings``: turn every ruling around, one at a time, to see whether a test notices.

The quick tests of cards and engine run without reference material until one fails. Prints the test that noticed, for
each ruling, and exits with 1 if there is a ruling that no test notices.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import click

from innolog.cards.rulings import rulings as all_rulings
from tests.shared import REPOSITORY

_PYTEST = (sys.executable, "-m", "pytest", "-q", "-x", "-p", "tests.mutation.flipped", "-p", "no:cacheprovider")


def noticed(ruling: str) -> str | None:
    """The first test that fails with a ruling turned around; None if none does."""
    environment = {**os.environ, "INNOLOG_FLIPPED": ruling, "INNOLOG_SHARED": os.devnull}
    run = subprocess.run(
        [*_PYTEST, "tests/cards", "tests/engine"], cwd=REPOSITORY, env=environment, capture_output=True, text=True
    )
    if run.returncode == 0:
        return None
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", run.stdout, re.MULTILINE)
    if failed is None:
        raise RuntimeError(run.stdout + run.stderr)
    return failed[1]


@click.command()
@click.argument("rulings", nargs=-1)
@click.option("-j", "--jobs", type=int, default=2, show_default=True)
def command(rulings: tuple[str, ...], jobs: int) -> None:
    """Turn RULINGS around, or all of them."""
    wanted = rulings or tuple(ruling.id for ruling in all_rulings())
    unnoticed = 0
    with ThreadPoolExecutor(jobs) as pool:
        for ruling, test in zip(wanted, pool.map(noticed, wanted), strict=True):
            unnoticed += test is None
            click.echo(f"{ruling}: {test or 'not noticed'}")
    click.echo(f"{len(wanted)} rulings, {unnoticed} not noticed")
    sys.exit(1 if unnoticed else 0)


if __name__ == "__main__":
    command()
