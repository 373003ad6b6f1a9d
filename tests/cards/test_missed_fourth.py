"""With any one effect of the fourth edition emptied or changed, a case of its card fails, or it is not tested."""

from __future__ import annotations

from tests.cards.fourth import cases, effects, fails
from tests.mutation.effects import unnoticed_in_fourth

#: The changes that no case misses.
NOT_MISSED = {
    # They matter only with earlier generations of the site's code, which have no fourth edition.
    ("Tools: dogma 1", "3 is 4 in line 3"),
    ("Democracy: dogma 1", "0 is 1 in line 6"),
    ("Democracy: dogma 1", "8 is 9 in line 8"),
    # Only with the third edition does the site's code name a value that no supply pile has.
    ("Mass Media: dogma 1", "11 is 12 in line 4"),
    # Whoever draws a 0 draws a 1: it is the same.
    ("Machine Tools: dogma 1", "0 is 1 in line 3"),
}


def test_every_effect_has_cases_and_all_hold() -> None:
    assert len({effect.card for _, _, effect in effects()}) == 115
    assert not any(map(fails, (case for of_card in cases().values() for case in of_card)))


def test_every_change_of_an_effect_would_be_missed() -> None:
    """Emptied, or with another number, color, direction or icon."""
    found = unnoticed_in_fourth()
    assert {
        (f"{name}: {mutant.effect}", mutant.what) for name, (_, left) in found.items() for mutant in left
    } == NOT_MISSED
