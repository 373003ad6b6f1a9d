"""The search does not continue twice from the same game, or from games without a relevant difference.

What was wrong: an effect that asks each of several players for a card and does nothing with most of them (Kobukson
splays a color on any board) has thousands of explanations, which all lead to the same game. After any later error in
the log, the search came back and tried them all. It ran out of steps, and the log was unsupported: a place for a forger
to hide. The class is every choice without consequence that several players make in one action. Engines that cheat found
it. Here, games with such actions have a false score at the end.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from innolog import log as seen
from innolog.cards.facts import UNKNOWN_BASE, CardSet, back_of, card_table
from innolog.engine.choices import of_color, with_bonus
from innolog.engine.nature import Nature
from innolog.engine.ruleset import Ruleset
from innolog.log import GameLog
from innolog.replay import memory
from innolog.replay.full.depth_first import replay_under
from tests.cheating import cheats  # noqa: F401 (registers all)
from tests.cheating.con import CHEATS, play
from tests.cheating.judging import right_moves
from tests.tampering.story import read_export
from tests.written import export

_RULES = Ruleset(
    sets=frozenset({CardSet.BASE, CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS}),
    players=4,
    teams=(0, 1, 0, 1),
    relics=True,
)


def _false_score_at_the_end(seed: int) -> GameLog:
    told = play(_RULES, seed).told
    for index in range(len(told.told) - 1, 0, -1):
        move = told.told[index].observation
        if isinstance(move, seen.Transfer) and move.to_place is seen.Place.BOARD and len(move.checks) == 1:
            false = replace(move.checks[0], score=(move.checks[0].score or 0) + 1)
            told.told[index] = replace(told.told[index], observation=replace(move, checks=(false,)))
            break
    return read_export(export(told, None))


@pytest.mark.long
@pytest.mark.plain
def test_the_same_is_found_with_fewer_returns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict and the place are those of a search that goes everywhere; the returns are half as many, or fewer."""
    with_it, without = 0, 0
    for seed in (10, 14):
        log = _false_score_at_the_end(seed)
        found = replay_under(log, _RULES)
        with monkeypatch.context() as patched:
            patched.setattr(memory.Failures, "has", lambda *_: False)
            everywhere = replay_under(log, _RULES)
        assert found.violation is not None
        assert found.violation == everywhere.violation
        assert found.violation.rule == "count.score"
        with_it, without = with_it + found.returns, without + everywhere.returns
    assert with_it * 2 <= without


@pytest.mark.plain
@pytest.mark.long
def test_guesses_that_nobody_asks_about_do_not_multiply(monkeypatch: pytest.MonkeyPatch) -> None:
    """A breach after actions with independent guesses about hidden cards is illegal, not too much to search.

    What was wrong: the spectator does not see cards that several players of three actions hand over by color, so the
    search guesses their colors, in 640 combinations. All of them lead to different games, as far as assumptions are
    part of a game, and a breach much later, which depends on none of the guesses, ran out of steps. The class: every
    guess that what follows does not depend on, within an action and over several. An engine that cheats found it.
    """
    rules = Ruleset(sets=frozenset({CardSet.BASE, CardSet.ECHOES}), players=4)
    played = play(rules, 780815, CHEATS["promotes too high"].install, 2)
    log = read_export(export(played.told, None))
    result = replay_under(log, rules)
    assert result.violation is not None, result.reason
    assert result.violation.at is not None
    assert played.breach is not None
    assert {result.violation.at.move} == right_moves(played, played.breach, None)
    with monkeypatch.context() as patched:
        patched.setattr(memory.Failures, "has", lambda *_: False)
        found = replay_under(log, rules)
        assert (found.explained, found.refuted) == (False, False)


def test_a_question_with_one_answer_for_all_cards_depends_on_no_assumption() -> None:
    """Only what can come out otherwise under other assumptions is remembered as asked, by the back of the card."""
    table = card_table()
    back = back_of(CardSet.BASE, 1)
    backs = [0] * UNKNOWN_BASE + [back] * 2
    nature = Nature(table, backs, (), {})
    hidden = UNKNOWN_BASE
    since = nature.tick()
    # No card of age 1 has a bonus, under any assumption about this one.
    assert not nature.can_be(hidden, with_bonus())
    nature.assume(hidden, of_color(0))
    assert not nature.can_be(hidden, with_bonus())
    assert back not in nature.asked
    # All that it can be has this color, but only by assumption.
    assert not nature.can_be(hidden, of_color(0), False)
    assert nature.asked[back] >= since
    assert nature.by_back() == {back: {hidden: nature.faces(hidden)}}
