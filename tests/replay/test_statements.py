"""A statement about the table is compared with the table at the statement's place.

What was wrong: a hand shown after a color was named (Mask of Warka) was compared when the next event came, when the
cards it shows had been returned already; such games were accused of showing other cards. What belonged to the class:
every statement that stands between the answer to a choice and the next event, whoever shows what, and one that stands
before the first event. How it was looked for: all hands and score piles shown in the recorded games, each moved behind
the next change, and each with a card exchanged.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from innolog.log import At, GameLog, Named, Place, Revealed, Transfer
from innolog.replay import Verdict, replay
from tests.replay.poorer import RECORDS, poorer, read

#: Games in which a hand is shown between a choice and what it brings about.
GAMES = (
    "bga_one_seat/third_artrelics_2p/12/player_90000001.json.gz",
    "bga_one_seat/third_artrelics_echoes_2p/4/spectator.json.gz",
    "bga_second/third_artrelics_echoes_2p/7003/player_90000001.json.gz",
    "bga_second/third_artrelics_echoes_2p/7003/spectator.json.gz",
    "bga_second/third_art_cities_2p/8001/player_90000002.json.gz",
)


@pytest.fixture(params=GAMES)
def log(request: pytest.FixtureRequest, shared_folder: Path) -> GameLog:
    return read(shared_folder / "corpus" / request.param)


def shown_after_a_name(log: GameLog) -> list[int]:
    """Where cards are shown after an answer, before the first card moves."""
    return [
        index
        for index, observation in enumerate(log.observations)
        if isinstance(observation, Revealed) and isinstance(log.observations[index - 1], Named | Revealed)
    ]


def test_what_is_shown_between_a_choice_and_its_outcome_is_true_there(log: GameLog) -> None:
    assert shown_after_a_name(log)
    result = replay(log)
    assert result.verdict is Verdict.LEGAL, result.violation
    for form in ("tracker", "page"):
        found = replay(poorer(log, RECORDS[form]))
        assert found.verdict not in (Verdict.ILLEGAL, Verdict.UNREADABLE), (form, found.violation)


def test_what_is_shown_is_true_nowhere_else(log: GameLog) -> None:
    """Behind the next move of a card that was shown, or with another card in its place, it is false there."""
    for index in shown_after_a_name(log):
        shown = log.observations[index]
        assert isinstance(shown, Revealed)
        leaves = next(
            (
                later
                for later, move in enumerate(log.observations[index:], index)
                if isinstance(move, Transfer)
                and (move.from_owner, move.from_place) == (shown.player, Place.HAND)
                and move.card in shown.cards
            ),
            None,
        )
        if leaves is None or log.observations[leaves].at.move != shown.at.move:
            continue
        rest = [*log.observations[:index], *log.observations[index + 1 :]]
        late = replace(shown, at=rest[leaves - 1].at)
        result = replay(replace(log, observations=[*rest[:leaves], late, *rest[leaves:]]))
        assert result.verdict is Verdict.ILLEGAL
        assert result.violation is not None
        assert result.violation.at is not None
        assert result.violation.at.move == shown.at.move
        fewer = replace(shown, cards=shown.cards[1:])
        result = replay(replace(log, observations=[*rest[:index], fewer, *rest[index:]]))
        assert result.verdict is Verdict.ILLEGAL
        assert result.violation is not None
        assert result.violation.at == shown.at
        assert result.violation.expected != result.violation.observed


def test_what_is_shown_before_the_first_event_is_compared(log: GameLog) -> None:
    first = log.observations[0]
    assert isinstance(first, Transfer)
    assert first.card is not None
    shown = Revealed(At(first.at.move, first.at.packet, first.at.index), 0, Place.HAND, (first.card,))
    result = replay(replace(log, observations=[shown, *log.observations]))
    assert result.verdict is Verdict.ILLEGAL
