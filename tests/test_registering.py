from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.cheating.con import ANY, CHEATS, Cheat, cheat, lie, misreading, recording, slip
from tests.tampering import controls, figures
from tests.tampering.operators import registry


@pytest.mark.parametrize(
    ("register", "table"),
    [
        (registry.operator, registry.OPERATORS),
        (controls.control, controls.CONTROLS),
        (figures.operator, figures.OPERATORS),
        (figures.control, figures.CONTROLS),
        (figures.forger, figures.RECORDS),
    ],
)
def test_no_forgery_takes_the_place_of_another(register: Callable[[str], Any], table: dict[str, Any]) -> None:
    taken = next(iter(table))
    with pytest.raises(ValueError, match=f"'{taken}'"):
        register(taken)(print)


@pytest.mark.parametrize("register", [cheat, lie, slip, misreading, recording])
def test_no_cheat_takes_the_place_of_another(register: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def one_more() -> None: ...

    monkeypatch.setitem(CHEATS, "one more", Cheat("one more", (), ANY))
    with pytest.raises(ValueError, match="'one more'"):
        register()(one_more)
