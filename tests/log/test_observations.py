"""The compiled observations are dataclasses like the others: compared, copied, changed and pickled by their fields."""

from __future__ import annotations

import pickle
from copy import deepcopy
from dataclasses import fields, replace

import pytest

from innolog.log import ActionBegan, At, Check, Observation, Place, Splay, Transfer, TurnEnded

_AT = At(3, 5, 0)
_TRANSFER = Transfer(_AT, 7, 0, 1, False, 0, Place.HAND, 2, 1, Place.BOARD, None, checks=(Check(1, icons=(1, 2)),))


@pytest.mark.parametrize(
    "told", [_TRANSFER, ActionBegan(_AT, 0, claimable=(1, 2)), TurnEnded(_AT), Splay(_AT, 0, 1, 2)]
)
def test_an_observation_is_copied_changed_and_pickled_by_its_fields(told: Observation) -> None:
    assert pickle.loads(pickle.dumps(told)) == told
    assert deepcopy(told) == told
    later = replace(told, at=At(3, 5, 1))
    assert later != told
    assert [field.name for field in fields(told) if getattr(told, field.name) != getattr(later, field.name)] == ["at"]
    assert repr(told).startswith(f"{type(told).__name__}(at=At(move=3, packet=5, index=0, ")


def test_an_observation_can_be_changed_and_so_has_no_hash() -> None:
    with pytest.raises(TypeError):
        hash(TurnEnded(_AT))


def test_places_are_compared_without_their_position_in_a_file() -> None:
    here = At(3, 5, 0, position="line 9")
    assert here == _AT
    assert hash(here) == hash(_AT)
    assert here <= _AT <= here
    assert sorted([At(4, 1, 0), At(3, 5, 1), here]) == [_AT, At(3, 5, 1), At(4, 1, 0)]
    assert max(At(3, 5, 1), here) > here
    assert here != (3, 5, 0)
