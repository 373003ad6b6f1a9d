"""When a result may accuse: only with a difference that it can state, and only if nothing withdraws the proof."""

from __future__ import annotations

from zlib import crc32

from innolog.comparing.rules import RULES
from innolog.results.result import Replay, Verdict
from innolog.results.soundness import Incomplete


def with_difference(result: Replay) -> Replay:
    """The result, unless it accuses without a difference: that is a fault of this program, and proves nothing.

    What the rules lead to and what the log has must not read alike, and the rule must be one of the table. The number
    is that of the place in the program, which is where the rule's id is raised.
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
    """The result without its accusation, which proves nothing for a reason. ``reason`` says it in other words."""
    result.soundness = result.soundness.but(why)
    result.verdict = Verdict.UNSUPPORTED
    result.violation = result.table = None
    result.reason = reason or why.value
    return result


def fault_number(rule: str) -> str:
    """The number by which a fault can be reported: always the same for one rule id, six digits."""
    return f"{crc32(rule.encode()) % 1_000_000:06}"
