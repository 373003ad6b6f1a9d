"""Without any one effect of the fourth edition, a case of its card fails: what no case would miss is not tested."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from innolog.cards import registry
from innolog.cards.facts import card_table
from innolog.cards.registry import Effect, effects_of
from innolog.engine.ruleset import Edition
from tests.cards import (
    test_plain_fourth_early,
    test_plain_fourth_late,
    test_plain_fourth_middle,
    test_splays_fourth,
    test_traps_fourth_early,
    test_traps_fourth_late,
)
from tests.cards.traps import look_at
from tests.coverage_of_effects import all_printed, label

MODULES = (
    test_plain_fourth_early,
    test_plain_fourth_middle,
    test_plain_fourth_late,
    test_traps_fourth_early,
    test_traps_fourth_late,
)


def _cases() -> dict[str, list[Callable[[], None]]]:
    """The cases by the name of their card."""
    found: dict[str, list[Callable[[], None]]] = defaultdict(list)
    for case in (case for module in MODULES for case in module.CASES):
        found[case.card].append(partial(look_at, case))
    for splay in test_splays_fourth.SPLAYS:
        found[splay[0]].append(partial(test_splays_fourth.test_colors_and_direction, *splay))
    return found


def _nothing(*_: Any) -> None:
    """Replaces an effect."""


def _fails(case: Callable[[], None]) -> bool:
    try:
        case()
    except Exception:
        return True
    return False


def _is_missed(effect: Effect, cases: list[Callable[[], None]]) -> bool:
    """Whether a case fails when the effect does nothing."""
    with pytest.MonkeyPatch.context() as patch:
        texts = {
            key: [replace(one, run=_nothing) if one is effect else one for one in effects]
            for key, effects in registry._texts.items()
        }
        patch.setattr(registry, "_texts", texts)
        effects_of.cache_clear()
        return any(map(_fails, cases))


def test_every_effect_would_be_missed() -> None:
    table, cases = card_table(edition=Edition.FOURTH.value), _cases()
    try:
        effects = all_printed(Edition.FOURTH)
        assert [label(effect) for effect in effects if not _is_missed(effect, cases[table.name[effect.card]])] == []
    finally:
        effects_of.cache_clear()
    assert len({effect.card for effect in effects}) == 115
    assert not any(map(_fails, (case for of_card in cases.values() for case in of_card)))
