"""``python -m tests.playthroughs FOLDER…`` plays all recorded games in folders (or files), action by action."""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from tests.playthroughs.reading import SPECIALS, actions_of
from tests.scenarios.names import Mismatch, NotApplicable
from tests.scenarios.player import play
from tests.scenarios.reading import Scenario

with (Path(__file__).parent / "disagreements.toml").open("rb") as _file:
    _tables: dict[str, list[dict[str, Any]]] = tomllib.load(_file)
LEDGER = _tables["disagreement"]
#: In place of a difference: the action can't be played.
NOT_APPLICABLE = "not applicable"
#: What the other engine has in corners of cards, where the print has something else.
FACES = {face["card"]: face["slots"] for face in _tables["face"]}


def _differing(mismatch: str) -> set[str]:
    """The kinds of actions that one engine allows alone."""
    if not mismatch.startswith("legal actions"):
        return set()
    ours, theirs = (set(re.findall(r"\('(\w+)', '([^']*)'\)", part)) for part in mismatch.split(", theirs "))
    return {kind for kind, _ in ours ^ theirs}


def _traits(scenario: Scenario) -> set[str]:
    """What happened in an action that a rule is about which the other engine plays otherwise."""
    data, found = scenario.data, set()
    teams = dict(zip(data["players"], data["teams"], strict=True)) if data["teams"] else {}
    together = len(set(teams.values())) < len(teams)
    leader = data["before"]["turn"]["current"]
    shared = [event for event in data["played"] if (event.get("detail") or {}).get("mode") == "share"]
    sharers = {event["player"] for event in shared}
    changed = any(event["player"] in sharers and event["kind"] in ("move", "splay") for event in data["played"])
    for event in data["played"]:
        detail = event.get("detail") or {}
        if event["kind"] == "effect_start" and detail["depth"]:
            found.add("nested")
        if together and detail.get("mode") == "demand" and teams[event["player"]] == teams[leader]:
            found.add("demand on a team-mate")
        if detail.get("note") == "share_bonus" and not changed:
            found.add("bonus for no change")
        if detail.get("verb") == "achieve" and event["card"] in SPECIALS:
            found.add("special achievement")
    if data["result"]:
        found.add(f"won by {data['result']['how']}")
    return found | ({"teams"} if together else set())


def known(scenario: Scenario, mismatch: str) -> str:
    """Why an action disagrees, if an entry of the ledger describes it (its head says how)."""
    events = scenario.data["played"]
    cards = {event["card"] for event in events if event["kind"] == "move"}
    for player in scenario.data["before"]["players"].values():
        cards.update(card for pile in player["board"].values() for card in pile["cards"])
        cards.update(player["display"])
        cards.update(player["achievements"])
    ran = {event["card"] for event in events if event["kind"] in ("effect_start", "karma_start")}
    verbs = {(event.get("detail") or {}).get("verb") for event in events}
    traits = _traits(scenario)
    for entry in LEDGER:
        if (
            entry.get("edition", "third") == scenario.edition.value
            and entry.get("action") in (None, scenario.key)
            and (not entry.get("card") or cards & set(entry["card"]))
            and (not entry.get("ran") or ran & set(entry["ran"]))
            and entry.get("verb") in (None, *verbs)
            and entry.get("trait") in (None, *traits)
            and ("actions" not in entry or _differing(mismatch) == {entry["actions"]})
            and any(words in mismatch for words in entry.get("words", [""]))
        ):
            return str(entry["why"])
    return ""


def compared(path: Path) -> Iterator[tuple[str, str | None, str]]:
    """The actions of a game: key, None if both agree (or why they do not, empty if nobody knows), and the difference.

    The difference is :data:`NOT_APPLICABLE` where an action needs something that innolog does not have.
    """
    for scenario in actions_of(path):
        scenario.data["faces"] = FACES
        try:
            play(scenario)
        except NotApplicable as missing:
            yield scenario.key, str(missing), NOT_APPLICABLE
        except Mismatch as mismatch:
            yield scenario.key, known(scenario, str(mismatch)), str(mismatch)
        except (LookupError, StopIteration, ValueError) as error:
            yield scenario.key, "", f"the answers do not fit our questions: {error!r}"
        else:
            yield scenario.key, None, ""


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--show", is_flag=True, help="Print also the actions that disagree for a known reason.")
def main(folders: tuple[Path, ...], show: bool) -> None:
    """Play the games in FOLDERS; the exit code is 1 if an action disagrees for a reason that is not known."""
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
                if why == "" or (show and why):
                    click.echo(f"{key}: {difference}" + (f" (known: {why})" if why else ""))
    click.echo(f"games {counts['games']}; of the actions that disagree, the ledger explains {counts['known']}")
    kinds = ("played", "agreeing", "disagreeing", "not applicable")
    click.echo(", ".join(f"{kind} {counts[kind]}" for kind in kinds))
    sys.exit(1 if counts["disagreeing"] > counts["known"] else 0)


if __name__ == "__main__":
    main()
