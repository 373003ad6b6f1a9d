"""Forged texts and records of games with figures are caught at their move, and true ones are never accused."""

from __future__ import annotations

from functools import cache

import pytest

from innolog.replay import replay
from innolog.results.result import Verdict
from parsers.lines import detection
from tests.shared import sampled
from tests.tampering.figures import (
    OPERATORS,
    RECORDS,
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
    assert result.verdict in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR)
    return not result.soundness.exhaustive


@pytest.mark.parametrize("number", sampled(range(12), 12, many=True))
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
        assert move in right, (kind, said)
    assert kinds > len(OPERATORS) // 2


@pytest.mark.parametrize("number", sampled(range(12), 12, many=True))
def test_forged_records_are_illegal_in_their_action(number: int) -> None:
    kinds = 0
    for kind, action, record in forged_records(number, SEED):
        kinds += 1
        verdict, at, said = judge_record(record)
        assert (verdict, at) == (Verdict.ILLEGAL, action), (kind, said)
    assert kinds > len(RECORDS) // 2


@pytest.mark.parametrize("number", sampled(range(12), 12, many=True))
def test_true_texts_are_not_accused(number: int) -> None:
    for name, text in controls(number, SEED):
        verdict, _, said = judge_text(text)
        assert verdict in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR), (name, said)
