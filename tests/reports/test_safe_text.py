"""Texts in CSV files: neither a spreadsheet nor a terminal obeys them."""

from __future__ import annotations

import pytest

from reports.safe_text import inert


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+1",
        "-1+1",
        "@SUM(1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "  =1",
        "\xa0=1",
        "\u2003@x",
        "\N{FULLWIDTH EQUALS SIGN}1",
    ],
)
def test_nothing_begins_as_a_formula_does(text: str) -> None:
    assert inert(text).startswith("'")


@pytest.mark.parametrize("text", ["Ada", "a=1", "", 'O\'Neil, "x"', "👩‍👩‍👧 عمر", "two\nlines", "<b>"])
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert inert(text) == text


def test_control_characters_are_escaped() -> None:
    assert inert("a\x1b[31mb\x00\x9b1m\x7f\rc") == r"a\x1b[31mb\x00\x9b1m\x7f\x0dc"
    assert inert("\x1b]0;x\x07=1") == r"\x1b]0;x\x07=1"
