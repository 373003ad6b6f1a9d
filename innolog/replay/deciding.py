"""The verdict: when innolog calls somebody a cheat.

A log is *illegal* for one of three reasons:

1. Two of its statements contradict each other, whatever the rules are (``GameLog.inconsistencies``).
2. A poor record says of a card that it lies where it cannot lie by the record's own words
   (:mod:`~innolog.replay.whereabouts`).
3. Nothing explains it. Under all rules by which it may have been played (:mod:`~innolog.replay.candidates`), or under
   all that its cards do not rule out, the search tried everything and found no game.

Everything else that is not explained is *unsupported*. A search that left anything out, for one of the reasons of
:class:`~innolog.results.soundness.Incomplete`, refutes nothing. And some accusations are withdrawn, because innolog
does not know enough about the place of the violation:

- ``STRANGE``: the log has a form, a card or a payment there that innolog does not know exactly. So has a log with sets
  that its generation of the site's code did not offer, if they explain it; and one with expansions that the newer code
  of Board Game Arena may have played.
- ``KARMAS``: figures are in play, and the record need not show what their karmas do.
- ``VIEWERS``, ``UNSEEN``: the log has only messages to one player, and these omit what the accusation rests on.
- ``ABSENCE``: the site played for a player who was away.
- ``UNSTATED``: innolog cannot say in words how the log differs from the rules (a bug of innolog).

The place is the earliest one that is certainly wrong (:mod:`~innolog.replay.full.earliest`), the rule is the one that
is broken there. Nothing but :func:`decide` says *illegal*. Judging (:mod:`innolog.judging.verdicts`) may still turn a
legal log into an *unsupported* one, if its proof does not hold or its table has another game, and never into an
*illegal* one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import fields
from zlib import crc32

from innolog.cards.facts import CardSet, every_card
from innolog.comparing.differences import in_words
from innolog.comparing.rules import RULES
from innolog.engine.ruleset import Platform, Ruleset
from innolog.log import Fact, GameLog, Inconsistency, Transfer
from innolog.replay.full.earliest import Spent, blamed, left_out, shortest, shows_alone, take_back
from innolog.replay.outcome import Outcome
from innolog.replay.standing import other_result
from innolog.replay.strange import absence_at, noting_newer_code, unknown_there
from innolog.results.result import Findings, Replay, Verdict, Violation
from innolog.results.soundness import EXHAUSTIVE, Incomplete

#: The number of observations that the rules of a less likely platform must explain more, to be reported.
CLEARLY_MORE = 10


def decide(log: GameLog, outcomes: Sequence[Outcome]) -> Replay:
    """The verdict on a log, with its place and rule, from the outcomes of all searches for an explanation of it.

    If the log contradicts itself, the searches are of the part before that place.
    """
    log = noting_newer_code(log, outcomes)
    result = _of_the_game(log, outcomes)
    if result.verdict is Verdict.ILLEGAL:
        return result
    explained = result.verdict.explained
    other = other_result(log, result.rules, result, explained=explained)
    if explained and log.ranked:
        # The table was kept for this comparison.
        result.table = None
    return result if other is None else _accused(result, other)


def _of_the_game(log: GameLog, outcomes: Sequence[Outcome]) -> Replay:
    """The verdict on a log without the result that the source adds to the game."""
    found = _most_telling(outcomes)
    # A search may have found out what lines of a log without contradictions say.
    result, rules = _unaccused(log if log.inconsistencies else found.log, found), found.rules
    violation = found.violation or (None if found.explained or rules is None else misplaced(outcomes))
    at = violation.at if violation is not None else None
    first = first_contradiction(log)
    if first is not None and violation is not None and _lacks_the_end(log, violation, first):
        violation = at = None
    unknown = unknown_there(log, rules, at)
    unread = unknown_there(log, None, first.at) if first is not None else None
    # Two statements of one log prove something whatever the rules are, unless nobody knows what the statements mean.
    if first is not None and not unread and (at is None or unknown or first.at.place <= at.place):
        return _contradicted(result, first)
    if unknown or (unread and at is None):
        return _withdrawn(result, Incomplete.STRANGE, unknown or unread)
    if violation is None or rules is None:
        if log.stopped:
            return _withdrawn(result, Incomplete.STRANGE, log.stopped.text)
        if found.explained and rules is not None and rules.unoffered is not None:
            # A test version may have offered them, and nobody knows how it played.
            result.ended = None
            return _withdrawn(result, Incomplete.STRANGE, rules.unoffered)
        return result
    if not log.observations:
        # A game of decisions: they were played, and nothing was searched.
        return _accused(result, violation)
    if doubt := _doubt(log, rules, violation):
        return _withdrawn(result, *doubt)
    if found.not_recorded:
        return _accused(result, violation)
    spent = Spent(found.returns)
    violation = shortest(found.log, rules, violation, spent)
    if unknown := unknown_there(log, rules, violation.at):
        # The log up to there is explained, and what it records later may be right.
        return _withdrawn(result, Incomplete.STRANGE, unknown)
    if log.of_one and not shows_alone(log, rules, violation, spent):
        return _withdrawn(result, Incomplete.UNSEEN)
    violation = blamed(found.log, rules, violation, spent)
    take_back(result, violation)
    return _accused(result, violation)


def _lacks_the_end(log: GameLog, violation: Violation, first: Inconsistency) -> bool:
    """Whether the part of a log before its first contradiction only lacks the end of the game, which comes there."""
    if violation.rule != "end.missing" or violation.at is None:
        return False
    after, until = violation.at.place, first.at.place
    return not any(after < told.at.place < until for told in log.observations)


def _accused(result: Replay, violation: Violation) -> Replay:
    """The result as *illegal*; unsupported if the violation has no difference, which is a bug and proves nothing.

    The expected and the observed words must differ, and the rule must be in the table of rules. The message has a
    number made from the rule's id, with which the bug can be found.
    """
    expected, observed = (" ".join(text.split()).casefold() for text in (violation.expected, violation.observed))
    if violation.rule not in RULES or not expected or not observed or expected == observed:
        reason = (
            f"at {violation.at} innolog found a violation but cannot say how the log differs from the rules; this is a"
            f" bug in innolog: please report number {fault_number(violation.rule)}"
        )
        return _withdrawn(result, Incomplete.UNSTATED, reason)
    result.verdict, result.violation, result.reason = Verdict.ILLEGAL, violation, None
    result.soundness = EXHAUSTIVE
    return result


def _withdrawn(result: Replay, why: Incomplete, reason: str | None = None) -> Replay:
    """The result as unsupported, because an accusation proves nothing. ``reason`` replaces the words of ``why``."""
    result.verdict, result.reason = Verdict.UNSUPPORTED, reason or why.value
    result.soundness = result.soundness.but(why)
    result.table = None
    return result


def fault_number(rule: str) -> str:
    """The number with which a bug can be reported: six digits, always the same for one rule id."""
    return f"{crc32(rule.encode()) % 1_000_000:06}"


def _unaccused(log: GameLog, found: Outcome) -> Replay:
    """The result of a search without any accusation."""
    verdict = Verdict.LEGAL if found.ended else Verdict.LEGAL_SO_FAR
    findings = {each.name: getattr(found, each.name) for each in fields(Findings)}
    return Replay(log, verdict if found.explained else Verdict.UNSUPPORTED, found.rules, **findings)


# --- contradictions of a log ------------------------------------------------------------------------------------------


def first_contradiction(log: GameLog) -> Inconsistency | None:
    """The first place where two statements of a log contradict each other."""
    return min(log.inconsistencies, key=lambda found: found.at.place, default=None)


def _contradicted(result: Replay, first: Inconsistency) -> Replay:
    """The result for a log that contradicts itself."""
    log = result.log
    message, expected, observed = first.message, first.expected, first.observed
    if first.between is not None:
        what, expected, observed = in_words(first.between, [seat.name for seat in log.seats])
        message = f"{message} in {what}"
    words = f"The log contradicts itself: {message} ({expected} and {observed})."
    violation = Violation("record.contradiction", words, first.at, expected, observed)
    result.table = result.actions[-1].snapshot if result.actions else None
    if result.rules is not None and not log.not_recorded:
        earlier = left_out(log.before(first.at), result.rules, violation, Spent(result.returns))
        if earlier is not None:
            # Something was left out there, and a later statement of the log contradicts that.
            take_back(result, earlier)
            return _accused(result, earlier)
    return _accused(result, violation)


def misplaced(outcomes: Collection[Outcome]) -> Violation | None:
    """Where a poor record names a card at a place at which, by its own words, the card is not; None if nowhere.

    Whatever the search tries, such a contradiction remains.
    """
    log = next(iter(outcomes)).log
    if not log.not_recorded or not log.observations:
        return None
    from innolog.replay.whereabouts import self_contradiction

    tried = [outcome.rules for outcome in outcomes if outcome.rules is not None]
    others = any(CardSet.FIGURES in rules.sets or rules.has_parley for rules in tried)
    found = self_contradiction(log, on_any_board=others)
    if found is None:
        return None
    rule, at, expected, observed = found
    said = f"According to the log itself, {expected}, but here it says that {observed}."
    return Violation(rule, said, at, expected, observed)


# --- nothing explains a log -------------------------------------------------------------------------------------------


def _most_telling(outcomes: Sequence[Outcome]) -> Outcome:
    """The outcome to report: the explanation; if there is none, that of the furthest search.

    A log is refuted if all rules are. It is not if the search gave up under rules that the cards in the log do not rule
    out: that other rules do not explain it proves nothing, however far it was followed.
    """
    if (explained := next((outcome for outcome in outcomes if outcome.explained), None)) is not None:
        return explained
    refuted = [outcome for outcome in outcomes if outcome.refuted]
    left = [outcome for outcome in outcomes if not outcome.refuted and not (refuted and _is_ruled_out(outcome))]
    furthest = _furthest(refuted)
    if not left:
        assert furthest is not None
        return furthest
    # The first of those that came as far: the rules are sorted by likelihood.
    found = max(left, key=lambda outcome: outcome.reached)
    if furthest is not None and furthest.violation is not None:
        last = furthest.violation.at
        found.reason = f"{found.reason}; all other rules of the game are ruled out, the last at {last}"
    return found


def _furthest(refuted: Iterable[Outcome]) -> Outcome | None:
    """The outcome that came furthest; that of a less likely platform only if it explains clearly more."""
    by_platform: dict[Platform, list[Outcome]] = {}
    for outcome in refuted:
        assert outcome.rules is not None
        by_platform.setdefault(outcome.rules.platform, []).append(outcome)
    found: Outcome | None = None
    for outcomes in by_platform.values():
        best = max(outcomes, key=_place)
        if found is None or best.reached >= found.reached + CLEARLY_MORE:
            found = best
    return found


def _place(outcome: Outcome) -> tuple[int, int]:
    at = outcome.violation.at if outcome.violation is not None else None
    return at.place if at is not None else (-1, -1)


def _is_ruled_out(outcome: Outcome) -> bool:
    """Whether a log shows the face of a card that does not exist under the rules of a search."""
    rules, cards = outcome.rules, every_card()
    assert rules is not None
    for move in outcome.log.observations:
        card = cards.get(move.card) if isinstance(move, Transfer) and move.card is not None else None
        if card is not None:
            absent = not rules.relics if card.relic else card.set not in rules.sets
            if absent or card.id not in rules.table.cards:
                return True
    return False


def _doubt(log: GameLog, rules: Ruleset, violation: Violation) -> tuple[Incomplete, str | None] | None:
    """Why innolog does not know enough of a log to accuse anybody at a place, with words for it."""
    if CardSet.FIGURES in rules.sets and not (log.not_recorded and Fact.EFFECTS in log.records):
        # The search finds what karmas explain only in a log that has a line for each. No site has figures, so nobody
        # knows what the log of a site would have.
        difference = f"{violation.rule}: {violation.expected}, but it says that {violation.observed}"
        words = f"nothing explains the log at {violation.at} ({difference})"
        return Incomplete.KARMAS, f"{words}, but {Incomplete.KARMAS.value}"
    if log.of_one and Fact.EFFECTS not in log.records:
        return Incomplete.VIEWERS, None
    if (start := absence_at(log, violation)) is not None:
        return Incomplete.ABSENCE, f"at {start} {Incomplete.ABSENCE.value}"
    return None
