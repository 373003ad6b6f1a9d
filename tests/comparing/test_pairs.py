"""Compare an event with an observation: each kind of pair, as recorded in a game and with each field changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from innolog.comparing.matching import Mismatch, go_alike
from innolog.comparing.pairs import PAIRS, Differs
from innolog.engine import events as done
from innolog.log import ANYBODY, NOBODY, At, Place, Transfer
from innolog.replay import Verdict, guide, replay
from tests.replay.poorer import read
from tests.replay.test_soundness import SAMPLE

#: For each kind of event, the compared fields of its observation, each with a different value.
CHANGES: dict[type, dict[str, Any]] = {
    done.Transfer: {
        "from_owner": lambda owner: 1 if owner in (0, NOBODY) else 0,
        "to_owner": lambda owner: 1 if owner in (0, NOBODY) else 0,
        "from_place": lambda place: Place.FORECAST if place is not Place.FORECAST else Place.HAND,
        "to_place": lambda place: Place.FORECAST if place is not Place.FORECAST else Place.HAND,
    },
    done.Splay: {
        "owner": lambda owner: owner + 1,
        "color": lambda color: (color + 1) % 5,
        "direction": lambda direction: (direction + 1) % 4,
    },
    done.ActionBegan: {"player": lambda player: player + 1, "number": lambda number: (number or 0) + 1},
    done.DogmaStarted: {"player": lambda player: player + 1, "card": lambda card: card + 1},
    done.EffectStarted: {"player": lambda player: player + 1},
    done.GameEnded: {"how": lambda how: "score" if how != "score" else "achievements"},
}


def vary(told: Any, field: str, value: Any) -> Any:
    """An observation with another value in one field."""
    return replace(told, **{field: value})


@pytest.mark.plain
def test_each_pair_is_accepted_as_it_is_and_rejected_with_any_field_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A legal game is followed; at each pair every compared field is changed once, and the pair is rejected."""
    compare = guide.Guide._compare
    compared: set[tuple[type, str]] = set()

    def each_changed(follower: guide.Guide, event: Any) -> None:
        kind, function, _ = PAIRS[type(event)]
        told: Any = follower.peek()
        if type(told) is kind:
            for name, change in CHANGES.get(type(event), {}).items():
                before = follower.cursor, follower.checks
                with pytest.raises((Differs, Mismatch)):
                    function(follower.game, follower.speaker, event, vary(told, name, change(getattr(told, name))))
                assert (follower.cursor, follower.checks) == before
                compared.add((type(event), name))
        compare(follower, event)

    monkeypatch.setattr(guide.Guide, "_compare", each_changed)
    result = replay(read(SAMPLE))
    assert result.verdict is Verdict.LEGAL
    assert compared == {(kind, name) for kind, names in CHANGES.items() for name in names}


@pytest.mark.parametrize(
    ("owners", "alike"),
    [((0, 0), True), ((0, 1), False), ((ANYBODY, 1), True), ((1, ANYBODY), True), ((NOBODY, ANYBODY), False)],
)
def test_moves_may_be_between_the_same_places_if_an_owner_is_unknown(owners: tuple[int, int], alike: bool) -> None:
    one, other = [
        Transfer(At(1, 1, 0), None, 0, 4, False, owner, Place.HAND, None, 0, Place.SCORE, None) for owner in owners
    ]
    assert go_alike(one, other) is alike
    assert not go_alike(one, replace(one, to_place=Place.FORECAST))
