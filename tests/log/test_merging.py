"""Putting several logs of one game together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from innolog.log import FirstPlayer, GameLog, Transfer
from innolog.log.merging import DifferentGames, group, merge
from innolog.replay import Verdict, replay
from parsers import read_log


@pytest.fixture
def log(sample_logs: list[Path]) -> GameLog:
    found = read_log(sample_logs[0])
    assert isinstance(found, GameLog)
    return found


def blinded(log: GameLog) -> GameLog:
    """The same log without the faces of cards that went from a supply pile to a hand."""
    observations = [
        replace(one, card=None, color=None)
        if isinstance(one, Transfer) and one.from_place.value == "deck" and one.to_place.value == "hand"
        else one
        for one in log.observations
    ]
    return replace(log, source="blinded", observations=observations, viewpoint=None)


def test_a_merged_log_knows_what_any_of_them_knows(log: GameLog) -> None:
    poor = blinded(log)
    assert poor.observations != log.observations
    merged = merge([poor, log])
    assert merged.observations == log.observations
    assert merged.inconsistencies == []
    assert replay(merged).digest == replay(log).digest


def test_a_shorter_log_of_the_game_adds_what_it_has(log: GameLog) -> None:
    short = replace(log, source="short", observations=log.observations[:200])
    assert merge([short, blinded(log)]).observations[:200] == log.observations[:200]


def test_logs_that_disagree_make_an_illegal_game(log: GameLog) -> None:
    index, move = next(
        (index, one) for index, one in enumerate(log.observations) if isinstance(one, Transfer) and index > 100
    )
    other = replace(log, source="other", observations=list(log.observations))
    other.observations[index] = replace(move, to_owner=1 - move.to_owner if move.to_owner >= 0 else 0)
    result = replay(merge([log, other]))
    assert result.verdict is Verdict.ILLEGAL
    assert result.violation is not None
    assert result.violation.rule == "record.contradiction"
    assert result.violation.at == move.at


def test_names_in_other_letters_are_the_same(log: GameLog) -> None:
    """The site does not write all names like the cards have them."""
    other = replace(log, source="other", observations=list(log.observations))
    (index,) = [index for index, one in enumerate(log.observations) if isinstance(one, FirstPlayer)]
    told = log.observations[index]
    assert isinstance(told, FirstPlayer)
    assert told.card_name is not None
    other.observations[index] = replace(told, card_name=told.card_name.upper())
    assert merge([log, other]).inconsistencies == []
    other.observations[index] = replace(told, card_name="Oars")
    assert merge([log, other]).inconsistencies[0].message.startswith("two logs of the game differ in card_name")


def test_only_logs_of_one_game_are_merged(log: GameLog) -> None:
    other = replace(log, game_id="another")
    assert group([log, other, log]) == [[log, log], [other]]
    with pytest.raises(DifferentGames):
        merge([log, other])
    with pytest.raises(DifferentGames):
        merge([])
    turned = replace(log, source="turned", seats=log.seats[::-1], observations=log.observations[:-1])
    with pytest.raises(DifferentGames, match="players in different orders"):
        merge([log, turned])
