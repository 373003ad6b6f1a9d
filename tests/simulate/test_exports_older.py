"""Exports in the shape of each earlier generation of the site's code: legal, the same game, of that generation.

What was wrong: the writer knew the code of May 2023 and of 2024 alone, so no new game was ever judged in another shape.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from innolog.cards.facts import CardSet
from innolog.cards.generations import USUAL, Generation
from innolog.cli import main
from innolog.conversion.retelling import convert
from innolog.engine.ruleset import Ruleset, UnsupportedRules
from innolog.log import Asked, GameLog
from innolog.log.native import RecordedGame
from innolog.replay import replay
from innolog.results.result import Verdict
from innolog.simulate import SimulatedGame, seats, simulate
from parsers import read_blob
from parsers.bga import fields
from parsers.files import Blob
from tests.shared import sampled
from tests.written import export

EARLIER = [generation for generation in Generation if generation < USUAL]
G1, G2, G3, *_ = EARLIER


def played(generation: Generation, seed: int = 4, players: int = 2) -> SimulatedGame:
    rules = Ruleset(
        sets=generation.sets, players=players, generation=generation, relics=CardSet.ARTIFACTS in generation.sets
    )
    return simulate(rules, seed, seats(("sensible", "curious"), players, seed), tell=True)


def written(game: SimulatedGame, viewpoint: int | None = 0) -> dict[str, Any]:
    assert game.told is not None
    return export(game.told, viewpoint)


def read(content: dict[str, Any] | str) -> GameLog:
    text = content if isinstance(content, str) else json.dumps(content)
    log = read_blob(Blob("export.json", text.encode()))
    assert isinstance(log, GameLog)
    return log


def items(content: dict[str, Any], channel: str = "/") -> Iterator[dict[str, Any]]:
    for packet in content["packets"]:
        if packet["channel"].startswith(channel):
            yield from packet["data"]


@pytest.mark.parametrize("generation", sampled(EARLIER, 12, many=True))
def test_an_export_of_each_generation_is_legal_and_tells_the_game(generation: Generation) -> None:
    """From a seat and for spectators, and converted to the native format and back."""
    game = played(generation)
    for viewpoint in (1, None):
        log = read(written(game, viewpoint))
        assert (log.unknown, log.inconsistencies, log.unread) == ({}, [], [])
        assert log.generations[0] == generation.name
        result = replay(log)
        assert result.verdict is Verdict.LEGAL, (viewpoint, result.violation)
        assert result.rules is not None
        assert result.rules.generation is generation
        assert (result.ended, len(result.actions)) == (game.ended, len(game.actions))
    native = convert(result, "native", None)
    assert json.loads(native.splitlines()[0])["rules"]["generation"] == generation.name
    recorded = read_blob(Blob("game.innolog", native.encode()))
    assert isinstance(recorded, RecordedGame)
    again = replay(recorded)
    assert again.verdict is Verdict.LEGAL
    assert again.digest == result.digest
    assert read(convert(again, "bga", None)).generations == log.generations


@pytest.mark.parametrize("generation", EARLIER)
def test_only_what_a_generation_writes_is_there(generation: Generation) -> None:
    """The writer and the reader share the table of fields."""
    known = fields.tables(generation)
    for item in items(written(played(generation))):
        kind, args = item["type"].removesuffix("_spectator"), item["args"]
        assert fields.writes(generation, kind), kind
        if kind in known.notifications and isinstance(args, dict):
            assert set(args) <= {*known.notifications[kind], "log", "notification_type"}
        if kind == "gameStateChange" and args.get("id") in known.states and isinstance(args["args"], dict):
            assert set(args["args"]) <= set(known.states[args["id"]])


def test_the_first_generations_write_rows_and_no_cards_in_messages() -> None:
    for generation in (G1, G2, G3):
        content = written(played(generation))
        rows = [item["args"] for item in items(content) if item["type"] == "log" and "dogma_icon" in item["args"]]
        assert bool(rows) is (generation <= G2)
        queries = {
            item["args"]["args"]["JSCardEffectQuery"]
            for item in items(content, "/table")
            if item["type"] == "gameStateChange" and item["args"].get("id") == 8
        }
        assert {"__type_" in query for query in queries} == {generation > G2}
        moves = [item["args"] for item in items(content) if item["type"].startswith("transferedCard")]
        assert {("type" in args, args.get("id") is not None and "color" in args) for args in moves} <= {
            G1: {(False, False), (False, True)},
            G2: {(False, False), (True, True)},
            G3: {(True, False), (True, True)},
        }[generation]


def test_who_activated_a_card_may_be_asked_for_a_single_one_by_the_first_generations() -> None:
    """A question to the player who demands, in a demand in which nothing is left to choose: until July 2022."""
    for generation, verdict in ((G2, Verdict.LEGAL), (G3, Verdict.ILLEGAL)):
        content = written(played(generation, 5), None)
        _ask_the_launcher(content)
        log = read(content)
        assert any(isinstance(observation, Asked) for observation in log.observations)
        assert replay(log).verdict is verdict, generation


@pytest.mark.parametrize("generation", [G1, G2])
def test_false_achievements_after_the_end_are_found(generation: Generation) -> None:
    """After the end the site tells which card each age achievement was. Nobody compared it with anything."""
    game = played(generation)

    def verdict(**changes: str) -> tuple[Verdict, str]:
        content = written(game, None)
        told = [item["args"] for item in items(content) if item["type"].startswith("log") and item["args"]]
        next(args for args in told if args.get("achievement_name") == "Classical").update(changes)
        result = replay(read(content))
        return result.verdict, "" if result.violation is None else result.violation.message

    content = written(game, None)
    seen = [item["args"] for item in items(content) if item["type"].startswith("transferedCard")]
    melded = next(args["name"] for args in seen if args.get("id") is not None and args["age"] == "2")
    assert verdict() == verdict(name="Bronsealder") == (Verdict.LEGAL, "")
    for changes in ({"name": melded}, {"name": "Computers"}, {"achievement_name": "Modern"}, {"age": "1"}):
        found, message = verdict(**changes)
        assert found is Verdict.ILLEGAL, changes
        assert f"the field {next(iter(changes))} is not that of an achievement of this game" in message


def test_sets_that_the_generation_did_not_offer_are_unsupported_everywhere() -> None:
    """Such a log was legal, its proof did not hold, and its native record was refused. A forged one is illegal as ever.

    If a log may also be of a later generation, which offered them, that one is tried first.
    """
    cities = frozenset({CardSet.BASE, CardSet.CITIES})

    def of(generation: Generation) -> dict[str, Any]:
        rules = Ruleset(sets=cities, generation=generation)
        return written(simulate(rules, 5, seats(("sensible", "curious"), 2, 5), tell=True))

    content = of(Generation.G6)
    result = replay(read(content))
    assert (result.verdict, result.ended) == (Verdict.UNSUPPORTED, None)
    assert result.reason is not None
    assert "had these rules: third edition, base + cities" in result.reason
    assert result.rules is not None
    with pytest.raises(UnsupportedRules, match=re.escape(result.reason)):
        Ruleset.from_description(result.rules.describe())
    move = next(item["args"] for item in reversed([*items(content, "/table")]) if "position_to" in (item["args"] or ()))
    move["position_to"] = str(int(move["position_to"]) + 3)
    assert replay(read(content)).verdict is Verdict.ILLEGAL
    log = replace(read(of(Generation.G7)), generations=("G6", "G7"))
    result = replay(log)
    assert result.verdict is Verdict.LEGAL
    assert result.rules is not None
    assert result.rules.generation is Generation.G7


@pytest.mark.parametrize("cut", [3, 5, 40])
@pytest.mark.parametrize("after", [G2, G3, Generation.G5, Generation.G7, Generation.G8])
def test_a_table_that_was_open_during_a_release_accuses_nobody(after: Generation, cut: int) -> None:
    """The first moves lack fields that the code writes from the release on.

    They were read as if that code had written them: through July 2022 the log was unreadable, through January and March
    2023 it was illegal. What is before the release is judged as ever.
    """
    before = Generation(after - 1)
    game = played(before)
    assert game.told is not None
    packets = [
        export(replace(game.told, generation=generation.name), None)["packets"] for generation in (before, after)
    ]
    through = [packet for packet in packets[0] if int(packet["move_id"]) <= cut]
    through += [packet for packet in packets[1] if int(packet["move_id"]) > cut]
    for packet in through:
        packet["time"] = None
    log = read({"packets": through})
    assert before.name in log.generations
    assert log.strange is not None
    assert abs((log.strange.at.move or 0) - cut) <= 2
    assert "another generation" in log.strange.text
    assert replay(log).verdict in (Verdict.LEGAL, Verdict.UNSUPPORTED)
    early = next(item["args"] for item in items({"packets": through}) if item["type"].startswith("transferedCard"))
    early["position_to"] = str(int(early["position_to"]) + 3)
    assert replay(read({"packets": through})).verdict is Verdict.ILLEGAL


def _ask_the_launcher(content: dict[str, Any]) -> None:
    """Insert a question to the player whose action it is before the first card that a demand moves."""
    launcher = ""
    for packet in content["packets"]:
        found = packet["data"]
        for number, (item, following) in enumerate(pairwise([*found, {"type": ""}]), 1):
            args = item["args"]
            if item["type"] == "gameStateChange" and args.get("id") == 4:
                launcher = str(args["active_player"])
            demanded = item["type"] == "log_spectator" and args and args.get("qualified_effect") == "I demand effect"
            if demanded and following["type"].startswith("transferedCard"):
                asked = {"id": 13, "active_player": launcher, "args": {"can_pass": False}, "type": "activeplayer"}
                found.insert(number, {**item, "type": "gameStateChange", "args": asked, "log": ""})
                return
    raise AssertionError("no demand moves a card")


def _state(item: dict[str, Any]) -> object:
    return item["args"].get("id") if item["type"] == "gameStateChange" else None


@pytest.mark.parametrize("template", ["Übersetzt", ""])
def test_the_end_in_another_language_is_an_end(template: str) -> None:
    """What was wrong: before March 2023 a message alone says how the game ended, and unread, it was missing."""
    content = written(played(G3), None)
    for item in items(content):
        item["log"] = template
        if isinstance(item["args"], dict):
            item["args"].update({"log": template} if "log" in item["args"] else {})
    result = replay(read(content))
    assert result.verdict is Verdict.LEGAL
    assert result.ended is not None
    # A game that goes on after its end is still none.
    for packet in content["packets"]:
        packet["data"] = [item for item in packet["data"] if _state(item) not in (98, 99)]
    assert replay(read(content)).verdict is not Verdict.LEGAL


def test_the_command_writes_every_generation_and_refuses_what_it_did_not_offer(tmp_path: Path) -> None:
    def simulated(*arguments: str) -> Any:
        return CliRunner().invoke(main, ["simulate", *arguments, "-o", str(tmp_path)])

    for generation, sets in (("G2", "artifacts"), ("G4", "echoes"), ("G6", "cities")):
        refused = simulated("--generation", generation, "--sets", sets)
        assert refused.exit_code == 2
        assert f"--generation {generation} offers these sets only: base" in refused.output
    assert simulated("--generation", "G2", "--extra-achievement").exit_code == 2
    assert not list(tmp_path.iterdir())
    for arguments in (["--generation", "G4", "--sets", "artifacts"], ["--generation", "2023"], ["--generation", "G10"]):
        assert simulated(*arguments, "--format", "bga", "--seat", "spectator").exit_code == 0
        (file,) = tmp_path.iterdir()
        log = read(file.read_text())
        file.unlink()
        assert log.generations == (("G4",) if "G4" in arguments else ("G9",) if "2023" in arguments else ("G10",))
