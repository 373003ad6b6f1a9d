"""Which rules are tried, and in which order.

All rules by which a log may have been played are tried, the likeliest first, until the log is explained. Two editions
have the same rules and differ in the texts of cards alone. If no such card was executed, one search is that of both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Final, Protocol

from innolog.cards.editions import OFFERED
from innolog.engine.ruleset import STANDARD, Edition, Platform, Ruleset, UnsupportedRules
from innolog.log import GameLog, shown_as_proof
from innolog.replay.candidates import candidate_rules, rules_with_unseen_sets
from innolog.replay.deciding import first_contradiction
from innolog.replay.forced import Forced
from innolog.replay.full.depth_first import leads_alike, replay_under
from innolog.replay.outcome import Outcome
from innolog.replay.standing import other_result

#: Rules, and which parts of them were deduced from the log, with reasons.
_Candidate = tuple[Ruleset, dict[str, str]]

#: The two editions that have the same rules, and differ in the texts of cards.
_OTHER_TEXTS: Final = {Edition.THIRD: Edition.FIRST, Edition.FIRST: Edition.THIRD}

#: Why sets are assumed of which a log shows no card.
_UNSEEN: Final = "the cards dealt and drawn; some of the sets have no card seen yet"


class Search(Protocol):
    """Looks for explanations of one log."""

    def __call__(self, rules: Ruleset, *, record: bool = False) -> Outcome:
        """Search under given rules."""


def _search(log: GameLog, effort: float, proofs: bool) -> Search:
    if not log.not_recorded:
        return partial(replay_under, log, effort=effort)
    # Loaded only if needed: most logs are full records.
    from innolog.replay.poor.search import PoorSearch

    return PoorSearch(log, effort, proofs=proofs).under


def outcomes(log: GameLog, forced: Forced, *, record: bool, proofs: bool = False) -> list[Outcome]:
    """The outcomes of the searches under all rules that a log may have been played under; at least one.

    If a search explains the log, only its outcome is returned. If the log contradicts itself, what comes before that
    place is searched: everything after it has no meaning. With ``proofs``, a revealed card that nothing explains is one
    that a player shows.
    """
    first = first_contradiction(log)
    beginning = log if first is None else log.before(first.at)
    forced = forced.filled(log.stated)
    try:
        candidates = candidate_rules(log, forced)
    except UnsupportedRules as unsupported:
        return [Outcome(beginning, None, reason=str(unsupported))]
    search = _search(beginning, forced.effort, proofs)
    likely = {rules for rules, _ in candidates}
    tried: dict[Ruleset, Outcome] = {}
    #: What explains the log, but not the result that the source adds.
    unfit: Outcome | None = None
    further = (_longer_games(candidates, tried, forced), _other_readings(candidates, tried))
    for rules, deduced in chain(candidates, *further):
        if unfit is not None and not _differ_in_teams(rules, unfit):
            continue
        outcome = _of_other_edition(rules, tried) or search(rules, record=record)
        outcome.deduced = deduced
        if outcome.explained:
            if "edition" in deduced:
                outcome.deduced = {**deduced, "edition": _editions(outcome, search, tried)}
            if not rules.teams or other_result(log, rules, outcome, explained=True) is None:
                return [outcome]
            unfit = unfit or outcome
            continue
        # The violation reported is that of likely rules, unless nothing is certain.
        if rules in likely or rules.readings or not outcome.refuted:
            tried[rules] = outcome
    if unfit is not None:
        # The result is wrong if nobody can have played in other teams.
        return [each for each in tried.values() if not each.refuted and _differ_in_teams(each.rules, unfit)] or [unfit]
    # If the sets are given, there are no others.
    for rules in rules_with_unseen_sets(log, candidates) if forced.sets is None else ():
        outcome = search(rules, record=record)
        outcome.deduced = {**candidates[0][1], "sets": _UNSEEN}
        if outcome.explained and outcome.ended is None:
            return [outcome]
        if not (outcome.explained or outcome.refuted):
            # A search that gave up proves nothing: these may be the rules of the log.
            tried[rules] = outcome
    return list(tried.values())


def _differ_in_teams(rules: Ruleset | None, outcome: Outcome) -> bool:
    """Whether rules are those of an outcome with other teams."""
    return rules is not None and outcome.rules == replace(rules, teams=outcome.rules.teams if outcome.rules else ())


def ends_at_a_proof(log: GameLog, found: Sequence[Outcome]) -> bool:
    """Whether the searches of a log of a table end at a card that is revealed, and that may only be shown as proof."""
    ends = [each.difference.at for each in found if each.difference is not None and each.difference.at is not None]
    if log.site != Platform.TABLE.value or any(each.explained for each in found) or not ends:
        return False
    last = max(ends, key=lambda at: at.place)
    return any(told.at == last and shown_as_proof(told) is not None for told in log.observations)


def _longer_games(
    candidates: list[_Candidate], tried: Mapping[Ruleset, Outcome], forced: Forced
) -> Iterator[_Candidate]:
    """Candidates with one achievement more to win, if without it the game would be over.

    The achievements in a log need not show it: several can be gained at once, and a poor record has no flags.
    """
    if forced.extra_achievement is not None:
        return
    why = "without the option the game would have ended earlier"
    known = {rules for rules, _ in candidates}
    for rules, deduced in candidates:
        longer, outcome = replace(rules, extra_achievement=rules.holds("can_be_longer")), tried.get(rules)
        if longer in known or outcome is None or outcome.difference is None:
            continue
        if outcome.difference.rule == "end.condition":
            yield longer, {**deduced, "options": why}


def _other_readings(candidates: list[_Candidate], tried: Mapping[Ruleset, Outcome]) -> Iterator[_Candidate]:
    """Candidates that play open questions otherwise, one more in each round.

    Only questions that were asked before a search failed can change anything.
    """
    why = "the reading of an open question that explains the log"
    front = [(rules, deduced) for rules, deduced in candidates if rules in tried and rules.unoffered is None]
    while front:
        following: dict[Ruleset, dict[str, str]] = {}
        for rules, deduced in front:
            for question in rules.open_questions:
                if question.id in rules.asked - rules.readings:
                    other = replace(rules, readings=rules.readings | {question.id})
                    following.setdefault(other, {**deduced, "options": why})
        front = list(following.items())
        yield from front


def _other_edition(rules: Ruleset) -> Ruleset:
    """The same rules with the texts of the edition that differs in texts alone; the same if there is none."""
    other = _OTHER_TEXTS.get(rules.edition)
    return rules if other is None or rules.platform.tells_the_edition else replace(rules, edition=other)


def _of_other_edition(rules: Ruleset, tried: Mapping[Ruleset, Outcome]) -> Outcome | None:
    """The outcome under the other edition, if a search under this one would take the same steps."""
    other = _other_edition(rules)
    outcome = tried.get(other) if other is not rules else None
    if outcome is None or outcome.rules is None or outcome.editions_differ:
        return None
    rules.asked.update(outcome.rules.asked)
    return replace(outcome, rules=rules)


def _editions(outcome: Outcome, search: Search, tried: Mapping[Ruleset, Outcome]) -> str:
    """Which editions explain a log, in words, after a search explained it under one of them.

    ``tried`` are the outcomes under rules that explained nothing.
    """
    rules = outcome.rules
    assert rules is not None
    other = _other_edition(rules)
    edition, of_other = rules.edition.value, tried.get(other)
    only = f"only the {edition} edition explains what the cards did"
    unclear = "{}; innolog could not determine whether the {} edition also explains the log".format
    if other is rules:
        others = [each.edition for each, found in tried.items() if not found.refuted]
        known = {each.edition for each in tried}
        # With the sets of the log, another edition may not be implemented.
        others += [each for each in OFFERED[rules.platform] if each not in known]
        second = next((each.value for each in others if each is not rules.edition), None)
        return only if second is None else unclear(edition, second)
    second = other.edition.value
    if rules.edition is not STANDARD:
        return only if of_other is not None and of_other.refuted else unclear(edition, second)
    if not outcome.editions_differ:
        return f"{edition}, but both editions fit: no card was executed whose text differs in the {second} edition"
    if of_other is not None and of_other.refuted:
        return only
    both = f"{edition}, but the {second} edition also explains the log"
    if outcome.not_recorded:
        of_other = search(other)
    elif leads_alike(outcome, other):
        return both
    else:
        of_other = replay_under(outcome.log, other, most_returns=10 + 2 * outcome.returns, like=outcome)
    return both if of_other.explained else only if of_other.refuted else unclear(edition, second)
