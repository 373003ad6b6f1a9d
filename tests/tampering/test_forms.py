"""Every field of a native record, text, page or tracker's file is compared, or named as not compared."""

from __future__ import annotations

import pytest

from tests.shared import sampled
from tests.tampering.forms.measuring import Count, measure
from tests.tampering.forms.written import FORMS, TRACKERS, WORDS

SEED = 2026


def _check(form: str, count: Count) -> None:
    assert not count.missed
    assert not count.accused
    # A poor record can show later what a forged line was about.
    assert len(count.misplaced) <= 0.03 * count.verdicts.total(), (form, count.misplaced)


@pytest.mark.parametrize("form", sampled(["native", "table", "tracker, ids"], 3))
def test_a_changed_field_of_a_short_game_is_missed(form: str) -> None:
    """One forgery of each field that its table calls compared, and the same file in other clothes.

    What was wrong: "Bob returns Oars" was believed if the card had been Ada's. Found by changing each field.
    """
    count = measure(form, [1], SEED)
    _check(form, count)
    assert len(count.fields) >= 14


@pytest.mark.long
@pytest.mark.many
@pytest.mark.parametrize("form", FORMS)
def test_every_field_that_is_compared_is_missed_when_it_is_changed(form: str) -> None:
    count = measure(form, range(2, 6), SEED)
    _check(form, count)
    assert len(count.fields) >= (50 if form in WORDS else 20 if form in TRACKERS else 15)
    assert count.controls >= 20
