"""The editions that explain a log: the actions in which editions differ decide it as a whole replay would."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from innolog.engine.ruleset import Edition, Ruleset
from innolog.log import GameLog
from innolog.replay import Forced, replay
from innolog.replay.full.depth_first import leads_alike, replay_under
from innolog.replay.outcome import Outcome
from innolog.results.result import Verdict
from tests.cheating.con import play
from tests.simulate.test_exports import played, read
from tests.tampering.story import read_export
from tests.written import export

_THIRD, _FIRST = Ruleset(), Ruleset(edition=Edition.FIRST)


@pytest.mark.long
def test_actions_in_which_editions_differ_decide_whether_both_explain_a_log(tmp_path: Path) -> None:
    found = set()
    for seed in range(12):
        log = read(tmp_path, played(_THIRD, seed), seed % 2)
        third, first = replay_under(log, _THIRD), replay_under(log, _FIRST)
        assert third.explained
        assert third.ended
        alike = leads_alike(third, _FIRST)
        # The short way may leave the question open, but never says what the whole replay does not.
        if alike:
            assert (first.explained, first.digest) == (True, third.digest)
        # What the other edition is then tried on, decides as the whole log does.
        again = replay_under(log, _FIRST, like=third)
        assert (again.explained, again.refuted) == (first.explained, first.refuted)
        found.add((alike, first.explained, first.refuted))
    assert {(True, True, False), (False, False, True)} <= found


def test_an_action_that_a_log_leaves_unfinished_decides_nothing(tmp_path: Path) -> None:
    log, third = next(
        (log, third)
        for log in (read(tmp_path, played(_THIRD, seed), 0) for seed in range(12))
        if (third := replay_under(log, _THIRD)).passages
    )
    assert third.passages
    passage = third.passages[0]
    unfinished = [
        cut
        for length in range(passage.start.cursor + 1, passage.cursor)
        if (cut := _replay_of_beginning(log, length)).editions_differ
    ]
    assert unfinished
    for cut in unfinished:
        assert cut.explained
        assert not cut.ended
        assert not leads_alike(cut, _FIRST)


def test_an_edition_under_which_the_search_gave_up_is_not_said_to_explain_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = (read(tmp_path, played(_FIRST, seed), 0) for seed in range(12))
    log = next(log for log in logs if replay_under(log, _THIRD).refuted)
    found = replay(log)
    assert found.deduced["edition"] == "only the first edition explains what the cards did"

    class GivesUp:
        def under(self, rules: Ruleset, *, record: bool = False) -> Outcome:
            if rules.edition is Edition.THIRD:
                return Outcome(log, rules, reason="too many explanations", editions_differ=True)
            return replay_under(log, rules, record=record)

    monkeypatch.setattr("innolog.replay.trying._search", lambda log, effort, proofs: GivesUp().under)
    found = replay(log)
    assert found.verdict is Verdict.LEGAL
    assert (
        found.deduced["edition"] == "first; innolog could not determine whether the third edition also explains the log"
    )


def _replay_of_beginning(log: GameLog, length: int) -> Outcome:
    return replay_under(replace(log, observations=log.observations[:length]), _THIRD)


def test_a_player_who_keeps_hidden_cards_of_which_one_must_go_breaks_the_rules() -> None:
    """Of the first edition's Oars a victim gives one card, of the third's all with crowns.

    Nobody else sees the hand. But of all cards with its backs that are nowhere else, too few have no crown. Where
    nothing but this was wrong, the third edition was not refuted, so what was wrong elsewhere remained unsupported.
    """
    log = read_export(export(play(replace(_FIRST, players=3), 1138).told, 1))
    assert replay(log).verdict is Verdict.LEGAL
    refuted = replay(log, forced=Forced(edition="third"))
    assert refuted.verdict is Verdict.ILLEGAL
    assert refuted.violation is not None
    assert refuted.violation.at is not None
    assert (refuted.violation.rule, refuted.violation.at.move) == ("dogma.mandatory", 13)
