"""Exports that leave out what not every program keeps: states, and arguments that are null."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import Any

import pytest

from innolog.cards.facts import CardSet
from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.log import FirstPlayer
from innolog.log.merging import merge
from innolog.proving.checking import check
from innolog.proving.proof import Refused
from innolog.proving.proof import read as read_proof
from innolog.proving.writing import proof_of
from innolog.replay import replay
from innolog.results.result import Verdict
from tests.parsers.verdicts import Export, read, replayed, written
from tests.shared import load
from tests.tampering.controls import pad
from tests.tampering.measure import corpus

FOURTH = Ruleset(Edition.FOURTH, players=3, platform=Platform.BGA_2024)
ARTIFACTS = Ruleset(players=2, sets=frozenset({CardSet.BASE, CardSet.ARTIFACTS}), relics=True)
TEAMS, ALONE = Ruleset(players=4, teams=(0, 0, 1, 1)), Ruleset(players=4)
EVERY = {None, *range(100)}


def states(content: Export, kinds: Container[object]) -> list[tuple[list[Any], Any]]:
    """The states of some kinds in an export, each with the list that it is in."""
    every = [(packet["data"], item) for packet in content["packets"] for item in packet["data"]]
    return [
        (data, item) for data, item in every if item["type"] == "gameStateChange" and item["args"].get("id") in kinds
    ]


def without(content: Export, kinds: Container[object], keep: int = 0) -> Export:
    """The export without the states of some kinds, but for the first ``keep``."""
    found = states(content, kinds)[keep:]
    assert found
    for data, item in found:
        data[:] = [other for other in data if other is not item]
    return content


@pytest.mark.parametrize("seed", [2, 22, 34])
def test_who_names_an_icon_is_known_without_questions(seed: int) -> None:
    """The message names the victim of the demand, and only the question says who is asked.

    What was wrong: the player of an earlier question, or the victim, was taken for the one who names the icon. Of the
    class is only Climatology: no other message of a choice names somebody else.
    """
    content = written(FOURTH, seed, None)
    assert "chooses ${icon}" in str(content)
    assert replayed(without(content, {13})).verdict.explained


@pytest.mark.parametrize(
    ("rules", "kinds"),
    [
        (ARTIFACTS, {4}),
        (ARTIFACTS, {4, 15}),
        (ARTIFACTS, EVERY),
        (FOURTH, {4}),
        (TEAMS, {2}),
        (TEAMS, EVERY),
        (ALONE, {2}),
    ],
)
def test_states_of_a_kind_that_are_all_missing_are_not_missed(rules: Ruleset, kinds: Container[object]) -> None:
    """What was wrong: the first action was illegal, and so was a team game that no state calls one.

    Everything else is still compared.
    """
    content = without(written(rules, 3), kinds)
    fewer = read(content)
    found = replay(fewer, record=True)
    assert found.verdict is Verdict.LEGAL
    assert found.rules is not None
    assert found.rules.teams == rules.teams
    assert check(read_proof(proof_of(found, b"").encode()), b"", fewer).verdict == "legal"
    assert merge([read(written(rules, 3)), replace(fewer, source="fewer")]).inconsistencies == []
    moves = [item for packet in content["packets"] for item in packet["data"] if "position_to" in item["args"]]
    moves[-1]["args"]["position_to"] = "77"
    assert replayed(content).verdict is Verdict.ILLEGAL


@pytest.mark.parametrize(("kinds", "kind"), [({4}, 4), ({4, 15}, 15)])
def test_what_is_left_of_the_states_shows_what_is_missing(kinds: Container[object], kind: int) -> None:
    """By the checker, too: no proof can say that the states were removed. A free action is, if there are questions."""
    fewer = read(without(written(ARTIFACTS, 3, None), kinds))
    one = read(without(written(ARTIFACTS, 3, None), {kind}, keep=int(kind == 4)))
    assert replay(one).verdict is Verdict.ILLEGAL
    proof = read_proof(proof_of(replay(fewer, record=True), b"").encode())
    with pytest.raises(Refused, match="the log has"):
        check(proof, b"", one)


@pytest.mark.skipif(not corpus().is_dir(), reason="the shared corpus is not beside the repository")
@pytest.mark.parametrize(
    "game",
    [
        "G7/third_artrelics_2p/7027/player_90000001",
        "G5/third_artrelics_3p/9011/player_90000001",
        "G3/third_artrelics_extra_2p/7033/spectator",
    ],
)
def test_an_action_without_a_beginning_is_told_from_what_is_before_it(game: str) -> None:
    """A meld of an action could be a choice of the effect before it, or covers the card that decides who is first.

    And a question of the action before was held against who was asked in another trial of this one.
    """
    content = load(corpus("bga_older") / f"{game}.json.gz")
    assert replayed(without(content, {4})).verdict is Verdict.LEGAL


@pytest.mark.skipif(not corpus().is_dir(), reason="the shared corpus is not beside the repository")
@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("bga_parley/fourth_base_4p/20001/player_90000001", {8}),
        ("bga_parley/fourth_base_4p/20016/player_90000001", {4, 8}),
        ("bga_older/G3/third_artrelics_extra_2p/7033/spectator", {4, 8}),
    ],
)
def test_who_carries_out_the_last_effect_says_nothing_of_the_next(game: str, kinds: Container[object]) -> None:
    """Nor do the cards that were being executed, where no state tells that this is over."""
    assert replayed(without(load(corpus(f"{game}.json.gz")), kinds)).verdict is Verdict.LEGAL


@pytest.mark.skipif(not corpus().is_dir(), reason="the shared corpus is not beside the repository")
@pytest.mark.parametrize("player", [1, 2])
def test_messages_to_one_player_have_some_moves_between_common_places(player: int) -> None:
    """What was wrong: those by which a player pays, which are among them, were held against the junking of a pile."""
    content = load(corpus(f"bga_parley/fourth_base_4p/20001/player_9000000{player}.json.gz"))
    content["packets"] = [packet for packet in content["packets"] if packet["channel"].startswith("/player")]
    log = read(content)
    found = replay(log, record=True)
    assert found.verdict is Verdict.LEGAL
    assert check(read_proof(proof_of(found, b"").encode()), b"", log).verdict == "legal"


@pytest.mark.parametrize("whole", [True, False])
def test_partners_are_known_though_no_state_calls_it_a_team_game(whole: bool) -> None:
    """What was wrong: the messages about partners were ignored, so that others could be named, but by a proof."""
    content = written(TEAMS, 3)
    for _, item in states(content, {2}):
        del item["args"]["args"]["team_game"]
        messages = item["args"]["args"]["messages"]
    if not whole:
        del content["packets"][12:]
    found = replayed(content)
    assert (found.verdict.explained, found.rules and found.rules.teams) == (True, TEAMS.teams)
    for player, name in zip(messages, ("Cleo", "Dan", "Ada", "Bob"), strict=True):
        messages[player] = f"Your partner is {name}."
    found = replayed(content)
    assert (found.verdict is Verdict.ILLEGAL) is whole
    assert found.rules is not None
    assert found.rules.teams != TEAMS.teams


def test_what_ends_before_the_first_free_action_is_compared_with_the_rest() -> None:
    """The states that it lacks are not compared, but all else, such as the card that decides who is first."""
    content = written(ARTIFACTS, 3)
    packets = content["packets"]
    first = next(number for number, packet in enumerate(packets) if any(states({"packets": [packet]}, {15})))
    del packets[first:]
    whole, cut = read(written(ARTIFACTS, 3)), replace(read(content), source="cut")
    assert merge([whole, cut]).inconsistencies == []
    assert any(type(told) is FirstPlayer for told in cut.observations)
    for told in cut.observations:
        if type(told) is FirstPlayer:
            told.player = int(told.player == 0)
    assert len(merge([whole, cut]).inconsistencies) == 1


@pytest.mark.parametrize("rules", [FOURTH, Ruleset(players=2)])
def test_null_for_missing_arguments_changes_nothing(rules: Ruleset) -> None:
    """A program that makes tables of notifications writes all arguments of a type, and null for those it has not.

    What was wrong: that a message has an argument said what it states, whatever its value.
    """
    content = written(rules, 2)
    pad(content["packets"])
    assert replayed(content).verdict is Verdict.LEGAL
