"""Logs that contradict themselves about the place of a card."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from innolog import log as seen
from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.log import At, GameLog, Place, Seat, Unread
from innolog.replay import replay
from innolog.replay.deciding import misplaced
from innolog.replay.outcome import Outcome
from innolog.replay.whereabouts import self_contradiction
from innolog.results.result import Verdict
from tests.parsers.lines.games import RULES
from tests.replay import poorer
from tests.replay.poorer import in_form
from tests.shared import corpus, sampled
from tests.simulate.test_exports import played, read
from tests.table import card as named


@pytest.fixture
def log(tmp_path: Path) -> GameLog:
    return read(tmp_path, played(RULES["base"], 4), None)


def changed(log: GameLog, index: int, **fields: Any) -> GameLog:
    """The log with another observation at an index."""
    observations = list(log.observations)
    observations[index] = replace(observations[index], **fields)
    return replace(log, observations=observations)


def last_dogma(log: GameLog) -> int:
    return max(i for i, one in enumerate(log.observations) if isinstance(one, seen.DogmaStarted))


def places_before(log: GameLog, index: int) -> dict[int, tuple[int, Place]]:
    moves = [one for one in log.observations[:index] if isinstance(one, seen.Transfer)]
    return {move.card: (move.to_owner, move.to_place) for move in moves if move.card is not None}


@pytest.mark.long
@pytest.mark.parametrize("name", sampled(RULES, 6, many=True))
def test_games_contradict_themselves_in_no_form(name: str, tmp_path: Path) -> None:
    for seed in range(2):
        game = played(RULES[name], seed)
        for viewpoint in (0, None):
            log = read(tmp_path, game, viewpoint)
            for form in (None, "tracker", "text", "yucata-html"):
                assert self_contradiction(log if form is None else in_form(log, form)) is None


def test_a_card_that_lies_elsewhere_is_not_activated(log: GameLog) -> None:
    index = last_dogma(log)
    dogma = log.observations[index]
    assert isinstance(dogma, seen.DogmaStarted)
    places = places_before(log, index)
    theirs = next(card for card, place in places.items() if place == (1 - dogma.player, Place.BOARD))
    away = next(card for card, place in places.items() if place[1] is not Place.BOARD)
    for card in (theirs, away):
        found = self_contradiction(changed(log, index, card=card))
        assert found is not None
        assert (found.rule, found.at) == ("card.place", dogma.at)
        # Some figures let their owner activate the cards of others.
        found = self_contradiction(changed(log, index, card=card), on_any_board=True)
        assert (found is None) == (card == theirs)
    # A card that was never seen has no known place, and an unread line may have recorded its move.
    unseen = next(card for card in range(105) if card not in places)
    assert self_contradiction(changed(log, index, card=unseen)) is None
    forged = changed(log, index, card=away)
    assert self_contradiction(replace(forged, unread=[Unread(log.observations[0].at, "?")])) is None


def test_a_card_leaves_the_board_on_which_it_lies(log: GameLog) -> None:
    index, move = next(
        (i, one)
        for i, one in enumerate(log.observations)
        if isinstance(one, seen.Transfer) and one.card is not None and one.from_place is Place.BOARD
    )
    for fields in ({"from_owner": 1 - move.from_owner}, {"from_place": Place.HAND}):
        found = self_contradiction(changed(log, index, **fields))
        assert found is not None
        assert (found.rule, found.at) == ("card.place", move.at)


def test_nothing_is_played_after_the_end(log: GameLog) -> None:
    dogma = log.observations[last_dogma(log)]
    assert isinstance(log.observations[-1], seen.Ended)
    found = self_contradiction(replace(log, observations=[*log.observations, dogma]))
    assert found is not None
    assert (found.rule, found.at) == ("end.after", dogma.at)
    for how, expected in (("closed", None), ("conceded", "Ada conceded")):
        stopped = replace(log.observations[-1], how=how)
        found = self_contradiction(replace(log, observations=[*log.observations[:-1], stopped, dogma]))
        assert (None if found is None else found.expected) == expected


@pytest.mark.long
def test_what_nobody_can_explain_is_illegal_although_an_order_was_guessed(shared_folder: Path) -> None:
    (game,) = [one for one in corpus() if one.id == "third_cities_2p/14"]
    lacking = in_form(poorer.read(game.exports[-1]), "tracker")
    assert any(action.guessed for action in replay(lacking).actions)
    index = last_dogma(lacking)
    away = next(card for card, place in places_before(lacking, index).items() if place[1] is not Place.BOARD)
    result = replay(changed(lacking, index, card=away))
    assert result.verdict is Verdict.ILLEGAL
    assert result.violation is not None
    assert (result.violation.rule, result.violation.at) == ("card.place", lacking.observations[index].at)


def test_a_distant_players_card_may_be_activated() -> None:
    """What was wrong: a payment to activate it was a contradiction in texts, if the search gave up."""
    at, tools = At(3, 1, 0), named("Tools")
    melds = seen.Transfer(
        *(At(2, 0, 0), tools, 0, 1, False, 1, Place.HAND, None, 1, Place.BOARD, None, False, None, False, 0)
    )
    told: list[seen.Observation] = [melds, seen.DogmaStarted(at, 3, tools, None, False)]
    seats = [Seat(name, name) for name in ("Ann", "Bo", "Cy", "Dee")]
    log = GameLog("x", "bga", "", seats, told, records=frozenset(seen.Fact) - {seen.Fact.POSITIONS})
    for players, contradicts in ((4, False), (3, True)):
        rules = Ruleset(Edition.FOURTH, players=players, platform=Platform.BGA_2024)
        assert (misplaced([Outcome(log=log, rules=rules)]) is not None) is contradicts
