"""The verdict where several rules are tried and the search gives up under some.

The search gave up under one candidate and the game was called unsupported, without a place, even where that candidate
was no question any more: a log shows cards that its rules don't have, or the same search under the texts of the other
edition had just been finished. Looked for in all ways in which the candidates of :func:`candidate_rules` differ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from innolog.cards.facts import CardSet
from innolog.engine.ruleset import Edition, Ruleset
from innolog.log import GameLog, Transfer
from innolog.replay import replay
from innolog.replay.forced import Forced
from innolog.replay.full.depth_first import replay_under
from innolog.replay.outcome import Outcome
from innolog.replay.poor.layers import Layers
from innolog.replay.poor.search import PoorSearch
from innolog.results.result import Verdict, Violation
from innolog.results.soundness import EXHAUSTIVE, Incomplete
from tests.simulate.test_exports import played, read

_THIRD, _FIRST = Ruleset(), Ruleset(edition=Edition.FIRST)
_ECHOES = Ruleset(sets=frozenset({CardSet.BASE, CardSet.ECHOES}))
_OPEN, _REFUTED = (Verdict.UNSUPPORTED, 20), (Verdict.ILLEGAL, 50)


def judged_as(log: GameLog, found: Callable[[Ruleset], tuple[Verdict, int]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the search under each set of rules end in a verdict, at an observation."""

    class Searched:
        def under(self, rules: Ruleset, *, record: bool = False) -> Outcome:
            verdict, index = found(rules)
            at = log.observations[index].at
            outcome = Outcome(log, rules, reached=index, editions_differ=True)
            outcome.explained = verdict is Verdict.LEGAL_SO_FAR
            if not outcome.explained:
                outcome.difference = Violation("draw.top", "message", at, "one", "other", at)
            if verdict is Verdict.UNSUPPORTED:
                outcome.soundness = EXHAUSTIVE.but(Incomplete.STEPS)
                outcome.reason = f"{at}: too much"
            return outcome

    monkeypatch.setattr("innolog.replay.trying._search", lambda log, effort, proofs: Searched().under)
    # The place is that of the search.
    monkeypatch.setattr("innolog.replay.deciding.shortest", lambda log, rules, violation, spent: violation)
    monkeypatch.setattr("innolog.replay.deciding.blamed", lambda log, rules, violation, spent: violation)


@pytest.mark.parametrize(
    ("found", "verdict", "place"),
    [
        ({_ECHOES: (Verdict.ILLEGAL, 30), replace(_ECHOES, extra_achievement=True): _REFUTED}, Verdict.ILLEGAL, 50),
        # However far it was followed under other rules, these may have been the rules.
        ({_ECHOES: _REFUTED, replace(_ECHOES, extra_achievement=True): _OPEN}, Verdict.UNSUPPORTED, 20),
        ({_ECHOES: _OPEN, replace(_ECHOES, edition=Edition.FIRST): _REFUTED}, Verdict.UNSUPPORTED, 20),
        # The log has cards of Echoes, so it is no game of the base set alone.
        ({_ECHOES: _REFUTED, _THIRD: _OPEN}, Verdict.ILLEGAL, 50),
        ({_THIRD: _OPEN}, Verdict.UNSUPPORTED, 20),
        ({_THIRD: _OPEN, _FIRST: (Verdict.UNSUPPORTED, 10)}, Verdict.UNSUPPORTED, 20),
    ],
)
def test_a_log_is_illegal_when_all_rules_that_it_may_have_are_refuted(
    found: dict[Ruleset, tuple[Verdict, int]],
    verdict: Verdict,
    place: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = read(tmp_path, played(_ECHOES, 3), 0)

    judged_as(log, found.__getitem__, monkeypatch)
    monkeypatch.setattr("innolog.replay.trying.candidate_rules", lambda log, forced: [(rules, {}) for rules in found])
    result = replay(log)
    assert result.verdict is verdict
    at = log.observations[place].at
    if verdict is Verdict.ILLEGAL:
        assert result.violation is not None
        assert result.violation.at == at
    else:
        assert result.reason is not None
        assert result.reason.startswith(f"{at}: too much")
        others = max((index for each, index in found.values() if each is Verdict.ILLEGAL), default=None)
        assert ("ruled out" in result.reason) == (others is not None)
        if others is not None:
            assert result.reason.endswith(str(log.observations[others].at))


@pytest.mark.plain
def test_a_card_whose_text_differs_counts_in_whichever_search_it_was_executed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other edition was not searched if the first search gave up before such a card and the next came to it."""
    log = read(tmp_path, played(_THIRD, 3), 0)
    searched: list[Layers] = []

    class GivesUp(Layers):
        def run(self) -> Outcome:
            searched.append(self)
            self.guide.covered.opened = True
            self.guide.editions_differ = self.guide.covered.guesses
            return Outcome(log, _THIRD, soundness=EXHAUSTIVE.but(Incomplete.STEPS))

    monkeypatch.setattr("innolog.replay.poor.search.Layers", GivesUp)
    assert PoorSearch(log).under(_THIRD).editions_differ
    assert [each.guide.covered.guesses for each in searched] == [False, True]


@pytest.mark.parametrize(
    ("found", "verdict", "place"),
    [
        (_OPEN, Verdict.UNSUPPORTED, 20),
        ((Verdict.LEGAL_SO_FAR, 90), Verdict.LEGAL_SO_FAR, None),
        (_REFUTED, Verdict.ILLEGAL, 30),
    ],
)
def test_a_log_is_not_illegal_while_sets_that_nobody_saw_may_explain_it(
    found: tuple[Verdict, int],
    verdict: Verdict,
    place: int | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Accused was a log that the base set does not explain, when the search with more sets gave up."""
    log = read(tmp_path, played(_THIRD, 3), 0)

    judged_as(log, lambda rules: found if rules == _ECHOES else (Verdict.ILLEGAL, 30), monkeypatch)
    monkeypatch.setattr("innolog.replay.trying.candidate_rules", lambda log, forced: [(_THIRD, {})])
    monkeypatch.setattr("innolog.replay.trying.rules_with_unseen_sets", lambda log, candidates: [_ECHOES])
    result = replay(log)
    assert result.verdict is verdict
    assert (result.rules == _ECHOES) is (verdict is not Verdict.ILLEGAL)
    if verdict is Verdict.UNSUPPORTED:
        assert place is not None
        assert result.reason is not None
        assert result.reason.startswith(f"{log.observations[place].at}: too much")
        assert "no card seen yet" in result.deduced["sets"]
    elif place is not None:
        assert result.violation is not None
        assert result.violation.at == log.observations[place].at
    # If the sets are given, there are no others.
    assert replay(log, forced=Forced(sets=frozenset())).verdict is Verdict.ILLEGAL


def _forged(log: GameLog, number: int) -> GameLog:
    """The log without one of the draws."""
    draws = [
        index
        for index, seen in enumerate(log.observations)
        if isinstance(seen, Transfer) and (seen.from_owner, seen.to_place.value) == (-1, "hand")
    ]
    index = draws[number]
    return replace(log, observations=log.observations[:index] + log.observations[index + 1 :])


def test_what_one_edition_refutes_without_its_own_texts_the_other_refutes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as no card was executed that editions word differently, one search is that of both."""
    searched: list[Edition] = []

    class Searched:
        def under(self, rules: Ruleset, *, record: bool = False) -> Outcome:
            searched.append(rules.edition)
            return replay_under(log, rules, record=record)

    apart = set()
    for number in (1, -2):
        log = _forged(read(tmp_path, played(_THIRD, 5), None), number)
        third, first = replay_under(log, _THIRD), replay_under(log, _FIRST)
        apart.add(third.editions_differ)
        if not third.editions_differ:
            assert (third.violation, third.returns) == (first.violation, first.returns)
        searched.clear()
        with monkeypatch.context() as patch:
            patch.setattr("innolog.replay.trying._search", lambda log, effort, proofs: Searched().under)
            assert replay(log).verdict is Verdict.ILLEGAL
        assert searched == [Edition.THIRD, Edition.FIRST][: 1 + third.editions_differ]
    assert apart == {True, False}


def test_where_the_search_gave_up_is_told(tmp_path: Path) -> None:
    log = _forged(read(tmp_path, played(_THIRD, 5), None), 30)
    illegal = replay_under(log, _THIRD)
    assert illegal.violation is not None
    assert illegal.returns
    found = replay_under(log, _THIRD, most_returns=illegal.returns - 1)
    assert not found.explained
    assert not found.refuted
    assert found.reason is not None
    place = log.observations[found.reached].at
    assert found.reached
    assert found.reason.startswith(f"{place}: ")
