"""Replay: a search for decisions with which the engine produces what a log observed.

A node of the search is a *world* (the position, and the belief state about hidden cards) and a *cursor* in the log. To
expand a node, the engine plays one action from it. A guide answers each choice with what the log shows at the cursor,
and compares each event with the next observation. Each combination of answers that does not contradict the log yields a
node after the action:

    log:   Bo draws | Bo activates a card, returns 3 | Bo draws a 3 | ...

    node 0 ──▶ node 1 ──┬─ returns a, b, c ──▶ node 2 ──▶ node 4 ──▶ ...
                        ├─ returns a, b, d ──▶ node 3 ──▶ ✗ (the 3 that is drawn is no longer there)
                        └─ returns a, c, d ──▶ ✗ mismatch: the score is another one

The choices of one action are its *picks*, each with the answers worth trying. A way that contradicts the log ends with
a *mismatch*; the furthest one is kept for the verdict.

One algorithm expands a node (:mod:`~innolog.replay.expanding`); two schedules say which node is next. Full records are
searched depth first with a frontier of one node (:mod:`~innolog.replay.depth_first`). The search comes back only if a
later action fails; a transposition table (:mod:`~innolog.replay.memory`) keeps where everything failed. Poor records
are searched in layers (:mod:`~innolog.replay.layers`): all nodes after an action, with equal worlds merged and their
number bounded (the beam width).

The parts:

- ``guide`` keeps the cursor, ``poor_guide`` that of a poor record.
- ``answers`` and ``open_answers`` find what a full or a poor record allows as an answer.
- :mod:`innolog.comparing` compares one event with one observation.
- ``silent`` follows choices that leave no trace, ``covered`` piles in unknown order, ``hidden_again`` cards that are
  hidden again. :mod:`innolog.beliefs` knows what can be true of cards that nobody saw.
- If an action needs a fact that was unknown at its start, that fact is a *lesson*. The action is tried again with it
  (conflict-driven refinement, :mod:`~innolog.replay.lessons`).

The search is *exhaustive* or *incomplete* (:class:`~innolog.results.soundness.Soundness`). ``Incomplete`` lists all
possible reasons. A log is illegal only if the frontier is empty and nothing was left out; otherwise it is unsupported.
:mod:`~innolog.replay.verdicts` then finds the earliest place of an illegal log that is certainly wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Final, Protocol

from innolog.cards.facts import CardSet, every_card
from innolog.engine.ruleset import LIKELIEST, STANDARD, Edition, Ruleset, UnsupportedRules
from innolog.log import At, GameLog, Transfer
from innolog.replay.candidates import candidate_rules, rules_with_unseen_sets
from innolog.replay.depth_first import leads_alike, replay_under
from innolog.replay.forced import NOTHING, Forced
from innolog.replay.verdicts import first_contradiction, judged
from innolog.results.result import Replay, Verdict, Violation
from innolog.results.soundness import EXHAUSTIVE
from innolog.support.garbage import rarely_collected

if TYPE_CHECKING:
    from innolog.log.native import RecordedGame

#: Rules, and which parts of them were deduced from the log, with reasons.
_Candidate = tuple[Ruleset, dict[str, str]]

#: The number of observations that the rules of a less likely platform must explain more, to be reported.
CLEARLY_MORE = 10
#: The two editions that have the same rules, and differ in the texts of cards.
_OTHER_TEXTS: Final = {Edition.THIRD: Edition.FIRST, Edition.FIRST: Edition.THIRD}

__all__ = ["Forced", "Replay", "Verdict", "replay"]


@rarely_collected()
def replay(
    log: GameLog | RecordedGame, *, edition: str | None = None, forced: Forced = NOTHING, record: bool = False
) -> Replay:
    """Replay a log under the rules that fit it best, or a game in the native format under its own.

    ``forced`` are parts of the rules that are given (``edition`` is short for the most usual one), and how long to
    search. The rest of the rules is deduced. Every edition is tried, and the first that explains the log is taken. If
    the other edition words an executed card differently, it is tried as well. Then
    :attr:`~innolog.results.result.Replay.deduced` says whether both fit. With ``record`` every action carries a
    snapshot of the table.
    """
    if edition:
        forced = replace(forced, edition=edition)
    if not isinstance(log, GameLog):
        from innolog.results.native import replay_recorded

        return replay_recorded(log, refused=forced.unlike, record=record)
    forced = forced.filled(log.stated)
    try:
        candidates = candidate_rules(log, forced)
    except UnsupportedRules as unsupported:
        return judged(Replay(log, Verdict.UNSUPPORTED, reason=str(unsupported)), log)
    # If the log contradicts itself at a place, everything after it has no meaning.
    looked_at = log.before(first.at) if (first := first_contradiction(log)) is not None else log
    results: dict[Ruleset, Replay] = {}
    #: Rules that explain nothing in any order of piles.
    out: set[Ruleset] = set()
    for attempt in _attempts(looked_at, forced.effort):
        longer = _longer_games(candidates, results) if forced.extra_achievement is None else ()
        for rules, deduced in chain(candidates, longer):
            if rules in out:
                continue
            other = _other_edition(rules)
            if other is not rules and other in out and other in results and not results[other].editions_differ:
                # The search would take the same steps.
                results[rules] = replace(results[other], rules=rules, deduced=deduced)
                out.add(rules)
                continue
            result, open_to_more = attempt.replay(rules, record=record)
            result.deduced = deduced
            if result.verdict in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR):
                if "edition" in deduced:
                    result.deduced = {**deduced, "edition": _editions(result, attempt, results)}
                result.fork = result.passages = None
                return judged(result, log)
            if not open_to_more:
                out.add(rules)
            if not open_to_more or rules not in results:
                results[rules] = result
                # The violation reported is that of likely rules, unless nothing is certain.
                if (rules, deduced) not in candidates and not _gave_up(result):
                    del results[rules]
        for rules in rules_with_unseen_sets(log, candidates):
            if rules in out:
                continue
            result, open_to_more = attempt.replay(rules, record=record)
            if result.verdict is Verdict.LEGAL_SO_FAR:
                result.deduced = {
                    **candidates[0][1],
                    "sets": "the cards dealt and drawn; some of the sets have no card seen yet",
                }
                return judged(result, log)
            if not open_to_more:
                out.add(rules)
        found, furthest = _most_telling(looked_at, results.values())
        if found.verdict is Verdict.UNSUPPORTED and log.not_recorded:
            from innolog.beliefs.whereabouts import self_contradiction

            figures = any(CardSet.FIGURES in rules.sets for rules in results)
            contradiction = self_contradiction(looked_at, on_any_board=figures)
            if contradiction is not None:
                # Whatever else the search tries, this contradiction remains.
                rule, at, expected, observed = contradiction
                said = f"According to the log itself, {expected}, but here it says that {observed}."
                found.violation = Violation(rule, said, at, expected, observed)
                found.verdict, found.reason = Verdict.ILLEGAL, None
                found.soundness = EXHAUSTIVE
                break
        candidates = _likeliest_first(candidates, results)
    if _gave_up(found) and furthest is not None:
        found.reason = f"{found.reason}; all other rules of the game are ruled out, the last at {furthest}"
    return judged(found, log)


class Attempt(Protocol):
    """One way of searching for an explanation of a log."""

    def replay(self, rules: Ruleset, *, record: bool = False) -> tuple[Replay, bool]:
        """Replay the log. Also returns whether another attempt may come to another verdict."""


class _Followed:
    """The only attempt at a log that leaves nothing open."""

    def __init__(self, log: GameLog, effort: float) -> None:
        self._log = log
        self._effort = effort

    def replay(self, rules: Ruleset, *, record: bool = False) -> tuple[Replay, bool]:
        result = replay_under(self._log, rules, record=record, effort=self._effort)
        result.effort = self._effort
        return result, False


def _attempts(log: GameLog, effort: float) -> Sequence[Attempt]:
    if not log.not_recorded:
        return [_Followed(log, effort)]
    # Loaded only if needed: most logs are full records.
    from innolog.replay.attempts import attempts

    return attempts(log, effort)


def _longer_games(candidates: list[_Candidate], results: Mapping[Ruleset, Replay]) -> Iterator[_Candidate]:
    """Candidates with one achievement more to win, if without it the game would be over.

    The achievements in a log need not show it: several can be gained at once, and a poor record has no flags.
    """
    why = "without the option the game would have ended earlier"
    known = {rules for rules, _ in candidates}
    for rules, deduced in candidates:
        if not rules.holds("can_be_longer"):
            continue
        longer, result = replace(rules, extra_achievement=True), results.get(rules)
        if longer in known or result is None:
            continue
        if result.ends_otherwise or (result.violation is not None and result.violation.rule == "end.condition"):
            yield longer, {**deduced, "options": why}


def _likeliest_first(candidates: list[_Candidate], results: Mapping[Ruleset, Replay]) -> list[_Candidate]:
    """The candidates, sorted by how much of the log they explained. The editions of each keep their order."""
    most: dict[Ruleset, int] = {}
    for rules, result in results.items():
        of_any = replace(rules, edition=LIKELIEST[0])
        most[of_any] = max(result.explained, most.get(of_any, 0))
    return sorted(candidates, key=lambda candidate: -most.get(replace(candidate[0], edition=LIKELIEST[0]), 0))


def _most_telling(log: GameLog, results: Collection[Replay]) -> tuple[Replay, At | None]:
    """The replay to report if none explains the log, and how far the log was followed under refuted rules.

    A log is illegal if all rules are refuted. It is unsupported if the search gave up under rules that the cards in the
    log do not rule out: that other rules do not explain it proves nothing, however far it was followed.
    """
    refuted = [result for result in results if not _gave_up(result)]
    left = [result for result in results if _gave_up(result) and not (refuted and _is_ruled_out(log, result))]
    furthest = _furthest(refuted)
    if furthest is not None and not left:
        return furthest, None
    # The first of those that came as far: the rules are sorted by likelihood.
    found = max(left, key=lambda result: result.explained)
    return found, furthest.violation.at if furthest is not None and furthest.violation is not None else None


def _furthest(refuted: list[Replay]) -> Replay | None:
    """The replay that came furthest; that of a less likely platform only if it explains clearly more."""
    found: Replay | None = None
    for platform in dict.fromkeys(result.rules.platform for result in refuted if result.rules is not None):
        best = max((one for one in refuted if one.rules is not None and one.rules.platform is platform), key=_reach)
        if found is None or best.explained >= found.explained + CLEARLY_MORE:
            found = best
    return found


def _is_ruled_out(log: GameLog, result: Replay) -> bool:
    """Whether a log shows the face of a card that does not exist under the rules of a replay."""
    rules, cards = result.rules, every_card()
    assert rules is not None
    for move in log.observations:
        card = cards.get(move.card) if isinstance(move, Transfer) and move.card is not None else None
        if card is not None:
            absent = not rules.relics if card.relic else card.set not in rules.sets
            if absent or card.id not in rules.table.cards:
                return True
    return False


def _gave_up(result: Replay) -> bool:
    return result.verdict is Verdict.UNSUPPORTED


def _other_edition(rules: Ruleset) -> Ruleset:
    """The same rules with the texts of the edition that differs in texts alone; the same if there is none."""
    other = _OTHER_TEXTS.get(rules.edition)
    return rules if other is None or rules.platform.tells_the_edition else replace(rules, edition=other)


def _editions(result: Replay, attempt: Attempt, results: Mapping[Ruleset, Replay]) -> str:
    """Which editions explain a log, in words, after one of them explained it in an attempt.

    ``results`` are of rules that explained nothing.
    """
    rules = result.rules
    assert rules is not None
    others = _other_edition(rules)
    fits, second_fits = rules.edition.value, others.edition.value
    if others is rules:
        open_ones = [tried.edition.value for tried, found in results.items() if found.verdict is not Verdict.ILLEGAL]
        second_fits = next((edition for edition in open_ones if edition != fits), "")
        if not second_fits:
            return f"only the {fits} edition explains what the cards did"
        return f"{fits}; innolog could not determine whether the {second_fits} edition also explains the log"
    ruled_out = others in results and results[others].verdict is Verdict.ILLEGAL
    if rules.edition is not STANDARD:
        if ruled_out:
            return f"only the {fits} edition explains what the cards did"
        return f"{fits}; innolog could not determine whether the {second_fits} edition also explains the log"
    if not result.editions_differ:
        return f"{fits}, but both editions fit: no card was executed whose text differs in the {second_fits} edition"
    if ruled_out:
        return f"only the {fits} edition explains what the cards did"
    if result.not_recorded:
        second, _ = attempt.replay(others)
    elif leads_alike(result, others):
        return f"{fits}, but the {second_fits} edition also explains the log"
    else:
        second = replay_under(result.log, others, most_returns=10 + 2 * result.returns, like=result)
    if second.verdict in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR):
        return f"{fits}, but the {second_fits} edition also explains the log"
    if second.verdict is Verdict.UNSUPPORTED:
        return f"{fits}; innolog could not determine whether the {second_fits} edition also explains the log"
    return f"only the {fits} edition explains what the cards did"


def _reach(result: Replay) -> tuple[int, int]:
    at = result.violation.at if result.violation else None
    return (at.packet, at.index) if at else (-1, -1)
