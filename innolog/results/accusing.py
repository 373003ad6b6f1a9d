"""Withdraw *illegal* if a result has no proof, or cannot state a difference in words."""

from __future__ import annotations

from zlib import crc32

from innolog.comparing.rules import RULES
from innolog.results.result import Replay, Verdict
from innolog.results.soundness import Incomplete


def with_difference(result: Replay) -> Replay:
    """The result; unsupported if it accuses without a difference, which is a bug of innolog and proves nothing.

    The expected and the observed words must differ, and the rule must be in the table of rules. The message has a
    number made from the rule's id, with which the bug can be found.
    """
    violation = result.violation
    if violation is None:
        return result
    expected, observed = (" ".join(text.split()).casefold() for text in (violation.expected, violation.observed))
    if violation.rule in RULES and expected and observed and expected != observed:
        return result
    reason = (
        f"at {violation.at} innolog found a violation but cannot say how the log differs from the rules; this is a bug"
        f" in innolog: please report number {fault_number(violation.rule)}"
    )
    return withdrawn(result, Incomplete.UNSTATED, reason)


def withdrawn(result: Replay, why: Incomplete, reason: str | None = None) -> Replay:
    """The result as unsupported, because its accusation proves nothing. ``reason`` replaces the words of ``why``."""
    result.soundness = result.soundness.but(why)
    result.verdict = Verdict.UNSUPPORTED
    result.violation = result.table = None
    result.reason = reason or why.value
    return result


def fault_number(rule: str) -> str:
    """The number with which a bug can be reported: six digits, always the same for one rule id."""
    return f"{crc32(rule.encode()) % 1_000_000:06}"
