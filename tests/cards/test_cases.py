"""Every printed effect of the third edition has a plain case. One that names the card notices a wrong effect."""

from __future__ import annotations

import pytest

from tests.cards.cases import SETS, Reader, effects_named, played, read
from tests.mutation.effects import cards_of, unnoticed

#: Effects that do nothing, as printed, or only look at a card.
NO_EFFECT = {("Plumbing", "dogma 1"), ("Puppet", "dogma 1"), ("Ruler", "dogma 1"), ("Tuning Fork", "echo 1")}
CASES = {table: list(read(table)) for table in SETS}


@pytest.mark.parametrize("table", SETS)
def test_plain_cases(table: str) -> None:
    wrong = []
    for case in CASES[table]:
        reader = Reader(case.answers)
        then = played(case, reader)
        if then != case.then or reader.words:
            wrong.append(f"{case}\n  and not {then}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("table", SETS)
def test_every_effect_has_a_case(table: str) -> None:
    tested = {(case.card, effect) for case in CASES[table] for effect in case.effects}
    effects = {(name, effect) for name in cards_of(table) for effect in effects_named(name)}
    assert effects - tested - NO_EFFECT == set()


@pytest.mark.long
@pytest.mark.parametrize("table", SETS)
def test_emptied_and_changed_effects_are_noticed(table: str) -> None:
    """An effect that is emptied is noticed, and so are 19 of 20 changes of a number, color, direction or icon."""
    found = unnoticed(table)
    missing = [(name, mutant) for name, (_, left) in found.items() for mutant in left]
    assert {(name, mutant.effect) for name, mutant in missing if mutant.what == "is empty"} <= NO_EFFECT
    unseen = [(name, mutant.effect, mutant.what) for name, mutant in missing if (name, mutant.effect) not in NO_EFFECT]
    assert len(unseen) <= 0.05 * sum(number for number, _ in found.values()), unseen
