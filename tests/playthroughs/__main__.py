"""``python -m tests.playthroughs FOLDER…`` plays all recorded games in folders (or files), action by action."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from tests.playthroughs.reading import actions_of
from tests.scenarios.ledger import judged
from tests.scenarios.names import NotApplicable

#: In place of a difference: the action can't be played.
NOT_APPLICABLE = "not applicable"


def compared(path: Path) -> Iterator[tuple[str, str | None, str]]:
    """The actions of a game: key, None if both agree (or why they do not, empty if nobody knows), and the difference.

    The difference is :data:`NOT_APPLICABLE` where an action needs something that innolog does not have.
    """
    for scenario in actions_of(path):
        try:
            yield scenario.key, *judged(scenario)
        except NotApplicable as missing:
            yield scenario.key, str(missing), NOT_APPLICABLE


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--unknown", is_flag=True, help="Print only the actions that disagree for a reason that is not known.")
def main(folders: tuple[Path, ...], unknown: bool) -> None:
    """Play the games in FOLDERS; disagreements are listed. The exit code is 1 if the ledger does not explain one."""
    counts: Counter[str] = Counter()
    for folder in folders:
        for path in [folder] if folder.is_file() else sorted(folder.rglob("*.json.gz")):
            counts["games"] += 1
            for key, why, difference in compared(path):
                if difference == NOT_APPLICABLE:
                    counts["not applicable"] += 1
                    continue
                counts["played"] += 1
                counts["agreeing" if why is None else "disagreeing"] += 1
                counts["known"] += bool(why)
                if why == "" or (why and not unknown):
                    click.echo(f"{key}: {difference}" + (f" (known: {why})" if why else ""))
    click.echo(f"games {counts['games']}; of the actions that disagree, the ledger explains {counts['known']}")
    kinds = ("played", "agreeing", "disagreeing", "not applicable")
    click.echo(", ".join(f"{kind} {counts[kind]}" for kind in kinds))
    sys.exit(1 if counts["disagreeing"] > counts["known"] else 0)


if __name__ == "__main__":
    main()
