"""The cases of the fourth edition by their cards, and whether one of them fails when an effect does something else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Any

import pytest

from innolog.cards import registry
from innolog.cards.facts import card_table
from innolog.cards.registry import Effect, effects_of
from innolog.engine.ruleset import Edition, Platform, Ruleset
from tests.cards import (
    test_plain_fourth_early,
    test_plain_fourth_last,
    test_plain_fourth_late,
    test_plain_fourth_middle,
    test_print_2025,
    test_splays_fourth,
    test_traps_fourth_early,
    test_traps_fourth_late,
)
from tests.cards.traps import look_at
from tests.coverage_of_effects import all_printed

_NAMES = card_table(edition=Edition.FOURTH.value).name
MODULES = (
    test_plain_fourth_early,
    test_plain_fourth_middle,
    test_plain_fourth_late,
    test_plain_fourth_last,
    test_traps_fourth_early,
    test_traps_fourth_late,
    test_print_2025,
)


@cache
def cases() -> dict[str, list[Callable[[], None]]]:
    """The cases by the name of their card."""
    found: dict[str, list[Callable[[], None]]] = defaultdict(list)
    for case in (case for module in MODULES for case in module.CASES):
        found[case.card].append(partial(look_at, case))
    for splay in test_splays_fourth.SPLAYS:
        found[splay[0]].append(partial(test_splays_fourth.test_colors_and_direction, *splay))
    return found


def effects() -> Iterator[tuple[str, str, Effect]]:
    """Every effect, with its card and its kind: as the site words them, then those that are printed otherwise."""
    site = all_printed(Edition.FOURTH)
    texts = Ruleset(Edition.FOURTH, platform=Platform.TABLE).texts
    printed = [effect for card in sorted({effect.card for effect in site}) for effect in effects_of(card, texts)]
    anew = [effect for effect in printed if effect not in site]
    for effect in (*site, *anew):
        as_printed = " as printed" if effect in anew else ""
        yield _NAMES[effect.card], f"{effect.kind.value} {effect.number}{as_printed}", effect


def fails(case: Callable[[], None]) -> bool:
    """Whether a case fails."""
    try:
        case()
    except Exception:
        return True
    return False


def is_missed(effect: Effect, run: Callable[..., Any]) -> bool:
    """Whether a case of its card fails when the effect does something else."""
    with pytest.MonkeyPatch.context() as patch:
        texts = {
            key: [replace(one, run=run) if one is effect else one for one in effects]
            for key, effects in registry._texts.items()
        }
        patch.setattr(registry, "_texts", texts)
        effects_of.cache_clear()
        try:
            return any(map(fails, cases()[_NAMES[effect.card]]))
        finally:
            effects_of.cache_clear()
