"""Lines whose own words contradict each other, or the card that they name."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from innolog.log import Transfer
from innolog.replay import Verdict, replay
from innolog.replay.candidates import candidate_rules
from parsers.lines.review import read_review_page, read_review_text
from parsers.lines.writing import review_text, yucata_page
from parsers.lines.yucata import read_yucata_page
from tests.parsers.lines.games import told
from tests.written import review_page


def _changed(text: str, of: Callable[[str], bool], old: str, new: str) -> str:
    """The text with other words in the last line of some kind."""
    lines = text.splitlines(keepends=True)
    number = max(number for number, line in enumerate(lines) if of(line) and old in line)
    lines[number] = lines[number].replace(old, new, 1)
    return "".join(lines)


@pytest.mark.parametrize(
    ("start", "old", "new"),
    [
        (" transfers [", " transfers ", " seizes "),
        (" from his hand.", " melds [", " promotes ["),
    ],
)
def test_a_keyword_fits_the_card_and_the_place(start: str, old: str, new: str) -> None:
    """A card of the base set was seized as a relic, and one of the hand was promoted."""
    text = review_text(told("echoes"), None)
    result = replay(read_review_text("x", _changed(text, lambda line: start in line, old, new)))
    assert result.verdict is Verdict.ILLEGAL
    assert result.violation is not None
    assert result.violation.rule == "record.contradiction"


def test_the_set_in_the_markup_is_that_in_the_words() -> None:
    """The words alone were read."""
    page = yucata_page(told("base"), None)
    forged = _changed(page, lambda line: " draws <" in line, "back Base", "back Cities")
    result = replay(read_yucata_page("x", forged.encode()))
    assert result.verdict is Verdict.ILLEGAL
    page = review_page(told("echoes"), None)
    forged = _changed(page, lambda line: " from base." in line and " draws a " in line, " type_0", " type_3")
    result = replay(read_review_page("x", forged.encode()))
    assert result.verdict is Verdict.ILLEGAL
    assert result.violation is not None
    assert (result.violation.expected, result.violation.observed) == ("Base", "Echoes")


def test_a_line_about_a_relic_brings_no_relics_into_a_game_without_artifacts() -> None:
    text = review_text(told("base"), None)
    line = next(line for line in reversed(text.splitlines()) if " draws a [" in line)
    seized = f"{line.split()[0]} seizes the [{line.partition('[')[2][0]}] relic to his hand from base."
    log = read_review_text("x", text.replace(line, seized))
    assert any(isinstance(move, Transfer) and move.relic for move in log.observations)
    assert not any(rules.relics for rules, _ in candidate_rules(log))
    assert replay(log).verdict is Verdict.ILLEGAL


def test_the_value_in_the_markup_is_that_in_the_text() -> None:
    """The class was not read."""
    page = review_page(told("base"), None)
    forged = _changed(page, lambda line: " draws a " in line, "age_1 ", "age_2 ")
    result = replay(read_review_page("x", forged.encode()))
    assert result.verdict is Verdict.ILLEGAL
    assert result.violation is not None
    assert (result.violation.expected, result.violation.observed) == ("2", "1")


@pytest.mark.parametrize("unknown", ["icon_9", "icon_12", "type_7", "type_12"])
def test_unknown_numbers_in_the_markup_are_not_judged(unknown: str) -> None:
    """The game was illegal: one line spoke of "the no such"."""
    page = review_page(told("base"), None)
    kind = unknown.partition("_")[0]
    (known, *_) = re.findall(rf"{kind}_\d", page)
    changed = page.replace(known, unknown, 1)
    result = replay(read_review_page("x", changed.encode()))
    assert result.verdict is Verdict.UNSUPPORTED
    assert f"{'set' if kind == 'type' else kind} {unknown.partition('_')[2]}" in (result.reason or "")
