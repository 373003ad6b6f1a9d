"""``python -m tests.positions FOLDER…`` plays all positions in folders (or files) and counts those that agree."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import click

from tests.positions.lines import NotApplicable, parse, read_folder
from tests.positions.playing import play


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def main(folders: tuple[Path, ...]) -> None:
    """Play the positions in FOLDERS; disagreements are listed, and the exit code is then 1."""
    counts: Counter[str] = Counter()
    for folder in folders:
        for place, line in read_folder(folder):
            try:
                outcome = play(parse(place, line))
            except NotApplicable:
                counts["not applicable"] += 1
                continue
            counts["played"] += 1
            if outcome.agrees:
                counts["agreeing"] += 1
            else:
                counts["disagreeing"] += 1
                cut_off = f" ({outcome.tries} tries)" if outcome.cut_off else ""
                click.echo(f"{place}: {line['action']} of card {line['card']}: {outcome.difference}{cut_off}")
    kinds = ("played", "agreeing", "disagreeing", "not applicable")
    click.echo(", ".join(f"{kind} {counts[kind]}" for kind in kinds))
    sys.exit(1 if counts["disagreeing"] else 0)


if __name__ == "__main__":
    main()
