"""Forged texts and records of games with figures are caught at their move, and true ones are never accused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from innolog.replay import replay
from innolog.results.result import Verdict
from parsers.lines import detection
from tests.shared import sampled
from tests.tampering.figures import (
    OPERATORS,
    RECORDS,
    Lines,
    controls,
    forged_records,
    forged_texts,
    judge_record,
    judge_text,
    source,
)

SEED = 1


@cache
def _is_open(number: int) -> bool:
    """Whether the search could not try everything in the honest text."""
    result = replay(detection.read("a table.txt", source(number, SEED).text.text.encode()))
    assert result.verdict is not Verdict.ILLEGAL
    return not result.soundness.exhaustive


@pytest.mark.long
@pytest.mark.many
@pytest.mark.parametrize("number", range(12))
def test_forged_texts_are_illegal_at_their_move(number: int) -> None:
    """If not everything was tried, the verdict is *unsupported*, also where a karma may have done what has no line."""
    kinds = 0
    for kind, right, text in forged_texts(number, SEED):
        verdict, move, said = judge_text(text)
        kinds += 1
        if verdict is Verdict.UNSUPPORTED:
            assert kind == "a karma without its line" or _is_open(number), (kind, said)
            continue
        assert verdict is Verdict.ILLEGAL, (kind, said)
        # A later contradiction is certain even if not everything was tried.
        assert move in right or _is_open(number), (kind, said)
    assert kinds > len(OPERATORS) // 2


@pytest.mark.parametrize("number", sampled(range(12), 12, many=True))
def test_forged_records_are_illegal_in_their_action(number: int) -> None:
    kinds = 0
    for kind, action, record in forged_records(number, SEED):
        kinds += 1
        verdict, at, said = judge_record(record)
        assert (verdict, at) == (Verdict.ILLEGAL, action), (kind, said)
    assert kinds > len(RECORDS) // 2


@pytest.mark.long
@pytest.mark.many
@pytest.mark.parametrize("number", range(12))
def test_true_texts_are_not_accused(number: int) -> None:
    for name, text in controls(number, SEED):
        verdict, _, said = judge_text(text)
        assert verdict.explained or (
            verdict is Verdict.UNSUPPORTED and (_is_open(number) or name == "no lines of karmas that did nothing")
        ), (name, said)


def _written_otherwise(text: Lines) -> Iterator[list[str]]:
    """A drawn card as one with what happens to it in spite of a karma, or after the karma; a melded card revealed."""
    lines = [*text.lines, ""]
    for karma in text.where(r"\w+ carries out the \w+ karma effect"):
        before, after = lines[karma - 1], lines[karma + 1]
        if found := re.fullmatch(r"(\w+) draws (.+)", before):
            goes = re.compile(rf"{found[1]} (melds|tucks|scores|foreshadows) {re.escape(found[2])} from hand")
            later = next((i for i in range(karma + 1, min(karma + 9, len(lines))) if goes.fullmatch(lines[i])), None)
            if later is not None:
                yield [*lines[: karma - 1], lines[karma], before, *lines[karma + 1 :]]
                both = lines[later].replace(f"{found[1]} ", f"{found[1]} draws and ", 1).removesuffix(" from hand")
                yield [*lines[: karma - 1], *lines[karma:later], both, *lines[later + 1 :]]
        elif (found := re.fullmatch(r"(\w+) melds (.+) from hand", after)) and before.startswith("Move "):
            shown = [f"{found[1]} reveals {found[2]} from hand", f"{found[1]} melds {found[2]} from revealed cards"]
            yield [*lines[: karma + 1], *shown, *lines[karma + 2 :]]


@pytest.mark.parametrize("number", [8, *(pytest.param(number, marks=pytest.mark.long) for number in (1, 6, 17))])
def test_other_ways_to_write_a_karma_down_are_not_accused(number: int) -> None:
    text = source(number, SEED).text
    found = [replace(text, lines=lines) for lines in _written_otherwise(text)]
    assert found
    for other in found:
        assert judge_text(other)[0] is not Verdict.ILLEGAL
