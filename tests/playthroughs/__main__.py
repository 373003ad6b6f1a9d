"""``python -m tests.playthroughs FOLDER…`` plays all recorded games in folders (or files), action by action."""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from pathlib import Path

import click

from tests.playthroughs.reading import actions_of
from tests.scenarios.player import Mismatch, NotApplicable, play
from tests.scenarios.reading import Scenario

with (Path(__file__).parent / "disagreements.toml").open("rb") as _file:
    LEDGER: list[dict[str, str]] = tomllib.load(_file)["disagreement"]


def known(key: str, mismatch: str, cards: set[str]) -> str | None:
    """Why an action disagrees, if the ledger says so of a card in play or of that action."""
    for entry in LEDGER:
        if entry.get("action") == key or (entry.get("card") in cards and entry.get("words", "") in mismatch):
            return entry["why"]
    return None


def _play(scenario: Scenario) -> None:
    try:
        play(scenario)
    except (LookupError, StopIteration) as error:
        raise Mismatch(f"the answers do not fit our questions: {error!r}") from None


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--show", is_flag=True, help="Print a line for each action that disagrees.")
def main(folders: tuple[Path, ...], show: bool) -> None:
    """Play the games in FOLDERS; the exit code is 1 if an action disagrees for a reason that is not known."""
    counts: Counter[str] = Counter()
    games = 0
    for folder in folders:
        for path in [folder] if folder.is_file() else sorted(folder.rglob("*.json.gz")):
            games += 1
            for scenario in actions_of(path):
                try:
                    _play(scenario)
                except NotApplicable as reason:
                    counts["not applicable"] += 1
                    if show:
                        click.echo(f"{scenario.key}: not applicable: {reason}")
                    continue
                except Mismatch as mismatch:
                    counts["disagreeing"] += 1
                    cards = {event["card"] for event in scenario.data["events"] if event["t"] == "move"}
                    for player in scenario.data["before"]["players"].values():
                        cards.update(card for pile in player["board"].values() for card in pile["cards"])
                        cards.update(player["display"])
                    why = known(scenario.key, str(mismatch), cards)
                    counts["known"] += why is not None
                    if show or why is None:
                        click.echo(f"{scenario.key}: {mismatch}" + (f" (known: {why})" if why else ""))
                else:
                    counts["agreeing"] += 1
                counts["played"] += 1
    kinds = ("played", "agreeing", "disagreeing", "not applicable")
    click.echo(f"games {games}, actions: " + ", ".join(f"{kind} {counts[kind]}" for kind in kinds))
    sys.exit(1 if counts["disagreeing"] > counts["known"] else 0)


if __name__ == "__main__":
    main()
