"""In a poor record, a card that was hidden among others is not named when one of them moves on."""

from __future__ import annotations

import pytest

from innolog.cards.facts import UNKNOWN_BASE
from innolog.cli._words import words_of
from innolog.engine.events import Transfer
from innolog.engine.ruleset import Ruleset
from innolog.engine.zones import OPEN
from innolog.replay import replay
from innolog.results.result import Verdict
from parsers import read_blob
from parsers.files import Blob
from parsers.lines.writing import review_text
from tests.simulate.test_exports import played


@pytest.mark.parametrize("seed", [3, 6, 10])
def test_a_hidden_card_that_is_named_is_the_one_that_moved(seed: int) -> None:
    """A revealed card goes to the hand, and one of its age goes from there to the score pile."""
    game = played(Ruleset(), seed)
    assert game.told is not None
    text = review_text(game.told, None)
    result = replay(read_blob(Blob("text", text.encode())), record=True)
    assert result.verdict is Verdict.LEGAL
    words, found, others = words_of(result), 0, 0
    for action, truth in zip(result.actions, game.actions, strict=True):
        moved = {(event.card, event.from_zone, event.to_zone) for event in truth.events if isinstance(event, Transfer)}
        for index, (event, _) in enumerate(action.events):
            if not isinstance(event, Transfer) or event.card >= UNKNOWN_BASE or {event.from_zone, event.to_zone} & OPEN:
                continue
            right = (event.card, event.from_zone, event.to_zone) in moved
            if index in action.doubtful:
                others += not right
                assert any("a hidden [" in line for _, line in words.lines(action))
            else:
                found += 1
                assert right, event
    assert found > 0
    assert others > 0
