"""``python -m tests.scenarios FOLDER…`` plays all scenarios in folders (or files) and counts those that agree.

Disagreements are listed with the reason that ``disagreements.toml`` has for them, or the ledger of causes that recorded
games are judged by.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import click

from tests.scenarios.ledger import judged
from tests.scenarios.names import NotApplicable
from tests.scenarios.reading import read_folder
from tests.scenarios.test_scenarios import DISAGREEMENTS


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def main(folders: tuple[Path, ...]) -> None:
    """Play the scenarios in FOLDERS; the exit code is 1 if one disagrees for a reason that is not known."""
    counts: Counter[str] = Counter()
    unknown = 0
    for folder in folders:
        for scenario in read_folder(folder):
            try:
                why, difference = judged(scenario)
            except NotApplicable:
                counts["not applicable"] += 1
                continue
            if why is None:
                counts["agreeing"] += 1
            else:
                counts["disagreeing"] += 1
                why = DISAGREEMENTS.get(scenario.key, {}).get("why", why)
                unknown += not why
                click.echo(f"{scenario.key}: " + (f"known: {why}" if why else difference))
            counts["played"] += 1
    kinds = ("played", "agreeing", "disagreeing", "not applicable")
    click.echo(", ".join(f"{kind} {counts[kind]}" for kind in kinds))
    sys.exit(1 if unknown else 0)


if __name__ == "__main__":
    main()
