"""Replay: finding the decisions that make the engine tell the same story as a log."""

from __future__ import annotations

from dataclasses import replace

from innolog.engine.ruleset import Edition, Ruleset, UnsupportedRules
from innolog.garbage import rarely_collected
from innolog.log import GameLog
from innolog.log.native import RecordedGame
from innolog.replay.forced import NOTHING, Forced
from innolog.replay.native import recorded, replay_recorded
from innolog.replay.result import Replay, Verdict
from innolog.replay.search import candidate_rules, leads_alike, replay_under, rules_with_unseen_sets
from innolog.replay.verdicts import judged

__all__ = ["Forced", "Replay", "Verdict", "recorded", "replay"]


@rarely_collected()
def replay(
    log: GameLog | RecordedGame, *, edition: str | None = None, forced: Forced = NOTHING, record: bool = False
) -> Replay:
    """Replay a log under the rules that fit it best, or a game in the native format under its own.

    ``forced`` are parts of the rules that are given (``edition``, first or third, is short for the most usual one);
    the rest is deduced: every edition is tried, and the first that explains the log is taken. Where that was the third
    and a card was executed that the first words differently, the first is tried as well, and
    :attr:`~innolog.replay.result.Replay.deduced` says whether both fit. With ``record`` every action carries a snapshot
    of the table.
    """
    if isinstance(log, RecordedGame):
        return replay_recorded(log, record=record)
    best: Replay | None = None
    gave_up: Replay | None = None
    try:
        candidates = candidate_rules(log, replace(forced, edition=edition) if edition else forced)
    except UnsupportedRules as unsupported:
        return judged(Replay(log, Verdict.UNSUPPORTED, reason=str(unsupported)))
    steps = _steps_for(log)
    for rules, deduced in candidates:
        result = _replay_under(log, rules, steps, record=record)
        steps -= result.steps
        result.deduced = deduced
        if result.verdict in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR):
            if "edition" in deduced:
                result.deduced = {**deduced, "edition": _editions(result, steps)}
            result.fork = result.passages = None
            return judged(result)
        if result.verdict is Verdict.UNSUPPORTED:
            gave_up = gave_up or result
        elif best is None or _reach(result) > _reach(best):
            best = result
    for rules in rules_with_unseen_sets(log, candidates):
        result = _replay_under(log, rules, steps, record=record)
        steps -= result.steps
        if result.verdict is Verdict.LEGAL_SO_FAR:
            result.deduced = {**candidates[0][1], "sets": "what is dealt and drawn; no card of some is seen yet"}
            return judged(result)
    # Where the search gave up under some rules, that other rules don't explain the log proves nothing.
    found = gave_up or best
    assert found is not None
    return judged(found)


def _steps_for(log: GameLog) -> int:
    """How many steps replays of a log may take together that looks for all explanations of it."""
    if not log.not_recorded:
        return 0
    from innolog.replay.explanations import steps_for

    return steps_for(log)


def _replay_under(log: GameLog, rules: Ruleset, steps: int, *, record: bool = False) -> Replay:
    """Replay a log in the way that fits what it records; ``steps`` are left for one that leaves facts open."""
    if log.not_recorded:
        # Loaded where it is needed, which it is not for what most logs are.
        from innolog.replay.explanations import replay_loosely

        return replay_loosely(log, rules, steps, record=record)
    return replay_under(log, rules, record=record)


def _editions(result: Replay, steps: int) -> str:
    """Which editions explain a log that one of them explains, in words; ``steps`` are those that are left."""
    rules = result.rules
    assert rules is not None
    other = Edition.FIRST if rules.edition is Edition.THIRD else Edition.THIRD
    if rules.edition is Edition.FIRST:
        return "only the first edition explains what the cards did"
    if not result.told_apart:
        return "third, but no card was executed that the first edition words differently: both fit"
    tried = replace(rules, edition=other)
    if not result.not_recorded and leads_alike(result, tried):
        return "third, but the first edition explains the log as well"
    if result.not_recorded:
        from innolog.replay.explanations import replay_loosely

        second = replay_loosely(result.log, tried, steps)
    else:
        second = replay_under(result.log, tried, most_returns=10 + 2 * result.returns, like=result)
    if second.verdict in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR):
        return "third, but the first edition explains the log as well"
    if second.verdict is Verdict.UNSUPPORTED:
        return "third; whether the first edition explains the log as well was not settled"
    return "only the third edition explains what the cards did"


def _reach(result: Replay) -> tuple[int, int]:
    at = result.violation.at if result.violation else None
    return (at.packet, at.index) if at else (-1, -1)
