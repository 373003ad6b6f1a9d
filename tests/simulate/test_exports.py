"""Simulated games as files: legal from every seat, without hidden faces, and the same game when replayed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from innolog.cards.facts import UNKNOWN_BASE, CardSet
from innolog.cli import main
from innolog.engine.ruleset import Edition, Ruleset
from innolog.engine.state import Setup
from innolog.log import GameLog
from innolog.log.merging import merge
from innolog.replay import replay
from innolog.results.result import Verdict
from innolog.simulate import SimulatedGame, seats, simulate
from parsers import read_log
from tests.shared import sampled
from tests.written import export

BASE, CITIES, ECHOES, ARTIFACTS = CardSet.BASE, CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS

#: Every set, number of players, way of sitting in teams and option at least once; ``python -m tests.hunt`` goes through
#: all combinations.
RULES = {
    "base_2p": Ruleset(),
    "first_base_3p": Ruleset(edition=Edition.FIRST, players=3),
    "first_all_2p": Ruleset(edition=Edition.FIRST, sets=frozenset({BASE, CITIES, ECHOES, ARTIFACTS})),
    "cities_5p": Ruleset(sets=frozenset({BASE, CITIES}), players=5),
    "echoes_3p": Ruleset(sets=frozenset({BASE, ECHOES}), players=3),
    "artifacts_4p": Ruleset(sets=frozenset({BASE, ARTIFACTS}), players=4),
    "all_relics_2p": Ruleset(sets=frozenset({BASE, CITIES, ECHOES, ARTIFACTS}), relics=True),
    "base_teams": Ruleset(players=4, teams=(0, 1, 0, 1)),
    "echoes_teams": Ruleset(sets=frozenset({BASE, ECHOES}), players=4, teams=(0, 0, 1, 1)),
    "base_extra": Ruleset(extra_achievement=True),
}


def played(rules: Ruleset, seed: int, known: Iterable[int] | None = None) -> SimulatedGame:
    bots = seats(("sensible", "uniform"), rules.players, seed)
    return simulate(rules, seed, bots, tell=True, known=None if known is None else frozenset(known))


def read(folder: Path, game: SimulatedGame, viewpoint: int | None) -> GameLog:
    assert game.told is not None
    path = folder / f"{viewpoint}.json"
    path.write_text(json.dumps(export(game.told, viewpoint)))
    log = read_log(path)
    assert isinstance(log, GameLog)
    assert not log.unknown
    assert not log.inconsistencies
    return log


def faces(setup: Setup) -> set[int]:
    """The cards whose faces a replay knows."""
    piles = [*setup.decks.values(), *setup.hands, setup.achievements, setup.relics]
    return {card for pile in piles for card in pile if card < UNKNOWN_BASE}


@pytest.mark.parametrize("name", sampled(RULES, 12, many=True))
def test_an_export_is_legal_from_everywhere_and_all_together_tell_the_game(name: str, tmp_path: Path) -> None:
    rules = RULES[name]
    game = played(rules, 3)
    logs = [read(tmp_path, game, viewpoint) for viewpoint in (*range(rules.players), None)]
    for viewpoint, log in zip((*range(rules.players), None), logs, strict=True):
        assert log.viewpoint == viewpoint
        result = replay(log, edition=rules.edition.value)
        assert result.verdict is Verdict.LEGAL, (viewpoint, result.violation)
        assert (result.ended, len(result.actions)) == (game.ended, len(game.actions))
    together = replay(merge(logs), edition=rules.edition.value, record=True)
    assert together.verdict is Verdict.LEGAL
    assert together.setup is not None
    as_seen = played(rules, 3, faces(together.setup))
    assert [action.digest for action in together.actions] == [action.digest for action in as_seen.actions]


def transfers(content: dict[str, Any], channel: str) -> list[dict[str, Any]]:
    return [
        item["args"]
        for packet in content["packets"]
        if packet["channel"].startswith(channel)
        for item in packet["data"]
        if item["type"].startswith("transferedCard")
    ]


def test_what_is_hidden_is_hidden() -> None:
    """A draw shows its face to the player who draws, and in no other packet; a claimed achievement to nobody."""
    game = played(Ruleset(players=3), 1)
    assert game.told is not None
    spectator = export(game.told, None)
    assert {packet["channel"][:6] for packet in spectator["packets"]} == {"/table"}
    table = transfers(spectator, "/table")
    for seat in range(3):
        mine = transfers(export(game.told, seat), "/player")
        drawn = [
            (args["owner_to"] == game.seats[seat].id, "id" in args, "id" in twin)
            for args, twin in zip(mine, table, strict=True)
            if (args["location_from"], args["location_to"]) == ("deck", "hand")
        ]
        assert {(True, True, False), (False, False, False)} == set(drawn)
        claimed = [args for args in mine if args["location_from"] == "achievements" and args["age"] is not None]
        assert claimed
        assert not any("id" in args for args in claimed)
    melded = [args for args in table if args["location_to"] == "board"]
    assert all("id" in args for args in melded)


@pytest.mark.long
def test_command_writes_the_same_files_again(tmp_path: Path) -> None:
    for form, number in (("native", 2), ("bga", 8)):
        contents = []
        for run in ("one", "two"):
            folder = tmp_path / form / run
            arguments = ["-n", "2", "--seed", "7", "--players", "3", "--sets", "base,echoes", "--format", form]
            result = CliRunner().invoke(main, ["simulate", *arguments, "-o", str(folder)], catch_exceptions=False)
            assert result.exit_code == 0, result.output
            contents.append({path.name: path.read_bytes() for path in folder.iterdir()})
        assert contents[0] == contents[1]
        assert len(contents[0]) == number
        judged = CliRunner().invoke(main, ["validate", "--format", "json", str(tmp_path / form / "one")])
        verdicts = [json.loads(line) for line in judged.stdout.splitlines()]
        assert [row["verdict"] for row in verdicts] == ["legal"] * number
        assert {row["rules"]["players"] for row in verdicts} == {3}


def test_command_refuses_what_it_cannot_play(tmp_path: Path) -> None:
    for arguments in (["--sets", "base,unseen"], ["--teams", "01"], ["--seat", "2", "--format", "bga"]):
        result = CliRunner().invoke(main, ["simulate", *arguments, "-o", str(tmp_path)])
        assert result.exit_code == 2
        assert not list(tmp_path.iterdir())
