"""What a hidden card can be: the true card is always among the candidates, and what lies open never is."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from innolog.cards.facts import CardSet
from innolog.cli import main
from innolog.conversion.candidates import Candidates
from innolog.conversion.retelling import convert
from innolog.conversion.simulated import as_replay
from innolog.engine.ruleset import Platform, Ruleset
from innolog.replay import replay
from innolog.simulate import seats, simulate
from parsers import read_blob
from parsers.files import Blob

_ALL = frozenset({CardSet.BASE, CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS})


@pytest.mark.parametrize(
    ("rules", "viewpoint"),
    [
        (Ruleset(platform=Platform.BGA), None),
        (Ruleset(platform=Platform.BGA), 1),
        pytest.param(Ruleset(platform=Platform.BGA, sets=_ALL), 0, marks=pytest.mark.long),
    ],
)
def test_the_true_card_is_a_candidate(rules: Ruleset, viewpoint: int | None) -> None:
    native = convert(as_replay(simulate(rules, 5, seats(["uniform"], 2, 5))), "native")
    truth = replay(read_blob(Blob("truth", native.encode())), record=True)
    seen = replay(read_blob(Blob("seen.json", convert(truth, "bga", viewpoint).encode())), record=True)
    candidates = Candidates(seen)
    compared = narrowed = 0
    for true, mine in zip(truth.actions, seen.actions, strict=True):
        assert true.snapshot is not None
        assert mine.snapshot is not None
        seen_now = candidates.seen(mine.snapshot)
        for each in candidates.hidden(mine.snapshot):
            view = true.snapshot.players[each.player]
            cards, backs = {
                "hand": (view.hand, view.hand_backs),
                "score pile": (view.score_pile, view.score_backs),
                "forecast": (view.forecast, view.forecast_backs),
            }[each.zone]
            there = {card for card, back in zip(cards, backs, strict=True) if back == each.back}
            assert len(there) == each.number
            assert there <= set(each.so_far)
            assert there <= {*each.identified, *each.whole}
            assert seen_now.isdisjoint(each.so_far)
            compared += 1
            narrowed += len(each.identified) == each.number or len(each.whole) < len(each.so_far)
        assert all(each.player != viewpoint for each in candidates.hidden(mine.snapshot))
    assert compared > 50
    assert narrowed > compared / 4


def test_show_lists_them(sample_logs: list[Path]) -> None:
    done = CliRunner().invoke(main, ["show", str(sample_logs[0]), "--action", "60", "--candidates"])
    assert done.exit_code == 0
    assert "Bo, hand: 2 cards [base 4]" in done.output
    assert "  so far " in done.output
    assert "  whole log " in done.output
