"""Reviews of games: every decision against its alternatives, and the luck of draws."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from statistics import mean
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import ANY

import pytest
from scipy.stats import ttest_1samp

from innolog.cards.editions import Edition
from innolog.cards.facts import UNKNOWN_BASE, CardSet, back_of
from innolog.cli._page import page_of
from innolog.cli._reviewed import as_data, on_page, part_of, why
from innolog.cli._words import Words
from innolog.conversion.simulated import as_replay, native_file
from innolog.engine.actions import Action, ActionKind
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.events import Transfer
from innolog.engine.ruleset import Ruleset
from innolog.engine.zones import Zone
from innolog.log import Fact, GameLog
from innolog.replay import replay
from innolog.results.result import Replay, Verdict
from innolog.reviewing import CannotReview, Review, Reviewed, by_action, review
from innolog.reviewing.ahead import Ahead
from innolog.reviewing.decisions import HIDDEN, Brings, _Walk, game_of
from innolog.reviewing.luck import _mean as mean_of_luck
from innolog.reviewing.second_look import AGAIN, AT_ONCE, Seen
from innolog.simulate.bots import RandomDecider, Seats, seats
from innolog.simulate.games import simulate
from innolog.strategy.lookout import Changed, Standing, Tried
from innolog.strategy.sensible import SensibleBot
from innolog.strategy.strong import StrongBot
from innolog.strategy.worlds import deal_again
from parsers import read_blob, read_logs
from parsers.files import Blob
from reports.game import render
from tests.shared import REPOSITORY


@cache
def played(seed: int, *bots: str, players: int = 2, worlds: int = 4, draws_ahead: int = 0) -> Review:
    game = as_replay(simulate(Ruleset(players=players), seed, seats(bots, players, seed)))
    return review(game, worlds=worlds, draws_ahead=draws_ahead)


@cache
def beginning(actions: int, bot: str = "sensible") -> Replay:
    """The first actions of a game."""
    game = as_replay(simulate(Ruleset(), 2, seats([bot], 2, 2)))
    return replace(game, actions=game.actions[:actions])


def test_every_decision_with_alternatives_is_reviewed() -> None:
    game = beginning(40)
    found = review(game, worlds=2)
    places = {(each.action, each.number) for each in found.decisions}
    for action in game.actions[1:]:
        for number, (choice, answer) in enumerate(action.decisions):
            different = len(choice.answers()) > 1
            assert different or (action.index, number) not in places
            if choice.kind is ChoiceKind.ACTION and different:
                assert (action.index, number) in places
            for each in found.decisions:
                if (each.action, each.number) == (action.index, number):
                    assert each.alternatives[0].answer == answer
    for each in found.decisions:
        assert 0 <= each.loss <= 1
        assert each.loss == pytest.approx(each.best.chance - each.alternatives[0].chance, abs=1e-6)
        assert each.worlds == 2


def test_the_same_review_again() -> None:
    game = beginning(14)
    one = review(game, worlds=2)
    for other in (review(game, worlds=2), review(game, worlds=2, jobs=2)):
        assert one.decisions == other.decisions
        assert one.draws == other.draws


def test_everybody_chooses_the_first_meld_without_knowing_the_others() -> None:
    """Each player melds one of two cards. What another one melds at the same time does not change what was known."""
    game = as_replay(simulate(Ruleset(players=3), 4, seats(["sensible"], 3, 4)))
    assert game.setup is not None
    found = [each for each in review(game, worlds=3, limit=0).decisions if each.action == 0]
    assert sorted(each.player for each in found) == [0, 1, 2]
    for each in found:
        assert {one.answer for one in each.alternatives} == set(game.setup.hands[each.player])
    # The same melds, recorded in another order.
    (opening, *rest) = game.actions
    turned = replace(opening, decisions=opening.decisions[::-1])
    again = review(replace(game, actions=[turned, *rest]), worlds=40, limit=0).decisions
    chances = {each.player: each.alternatives for each in review(game, worlds=40, limit=0).decisions}
    for each in again:
        for one, other in zip(each.alternatives, chances[each.player], strict=True):
            assert one.answer == other.answer
            assert one.chance == pytest.approx(other.chance, abs=0.05)


@pytest.mark.long
def test_who_plays_worse_loses_more_a_decision() -> None:
    """The mean loss ranks bots as their strength does."""
    losses = [mean(each.loss for each in played(7, bot).decisions) for bot in ("strong", "sensible", "uniform")]
    assert losses == sorted(losses)
    assert losses[2] > 2 * losses[0]


def test_the_win_that_is_not_taken_is_marked() -> None:
    """A player who could claim the last achievement needed, and does something else, loses what that is worth."""
    rules = Ruleset()
    missed: list[Reviewed] = []
    for seed in range(30):
        game = as_replay(simulate(rules, seed, seats(["uniform"], 2, seed)))
        claimed = [0, 0]
        places: set[int] = set()
        for action in game.actions[1:]:
            choice, answer = action.decisions[0]
            could = any(option.kind is ActionKind.ACHIEVE for option in choice.options)
            wins = claimed[choice.player] == rules.achievements_needed - 1
            if could and wins and answer.kind is not ActionKind.ACHIEVE:
                places.add(action.index)
            for event, _ in action.events:
                if isinstance(event, Transfer) and event.to_zone is Zone.ACHIEVEMENTS:
                    claimed[event.to_owner] += 1
        if places:
            found = review(game, worlds=2, seats={game.actions[place].player for place in places})
            missed += [each for each in found.decisions if each.action in places and each.number == 0]
            break
    assert missed
    for each in missed:
        assert max(one.chance for one in each.alternatives if one.answer.kind is ActionKind.ACHIEVE) == 1
        assert each.best.chance == 1
        assert each.marked or each.alternatives[0].chance > 0.85
        assert (each.wins, each.brings) == (each.worlds, ())
        assert why(each, "Ada") == "It wins at once."


def test_a_win_in_some_deals_is_the_reason_and_not_what_happens_in_the_others() -> None:
    """The mean was that of the deals in which the better answer does not win."""
    decision = replace(played(1, "sensible").decisions[0], wins=3, brings=(Brings(True, "points", -4.0),))
    assert why(decision, "Ada") == "It wins at once in 3 of 4 deals."
    game = SimpleNamespace(rules=Ruleset(), players=())
    both = [Standing(0, 0, 0, 1, 2, 1)] * 2
    assert _Walk._brings(cast(Any, SimpleNamespace(_game=game)), 0, [(both, both), (0.0, both)]) == ()


@pytest.mark.parametrize(
    ("chances", "after", "wins", "said"),
    [
        # Lost or even in a deal, beside a good chance in another one.
        ([0.98, 0.9], [0.0, None], 0, ""),
        ([0.98, 0.9], [0.5, None], 0, ""),
        # Won in a deal, beside bad chances in others. A further look may be at more deals, or at fewer.
        ([0.3, 0.4, 0.4, 0.4], [1.0, None], 1, "It wins at once in 1 of 2 deals."),
        ([0.3], [1.0, 1.0], 2, "It wins at once."),
    ],
)
def test_wins_at_once_are_wins_in_the_deals_of_the_first_look(
    chances: list[float], after: list[float | None], wins: int, said: str
) -> None:
    """The end of a deal was joined with the chance in another one, of a further look."""
    goes_on = [Standing(0, 0, 0, 1, 2, 1)] * 2
    tried = Tried(
        ["given", "best"],
        [[0.2, chance] for chance in chances],
        [[goes_on, goes_on if share is None else share] for share in after],
    )
    walk = SimpleNamespace(_action=3, _number=0, _brings=lambda *_: ())
    found = _Walk._reviewed(cast(Any, walk), Choice(ChoiceKind.VALUE, 0, []), Seen(tried, AGAIN), 0, frozenset())
    assert (found.wins, found.first_worlds, found.worlds) == (wins, len(after), len(chances))
    assert why(found, "Ada") == said


def test_what_an_answer_brings_for_the_opponents_is_that_of_all_of_them() -> None:
    """It was the difference of the highest numbers, which no opponent need have."""
    one, other = ([Standing(0, 0, 0, 1, number, 1) for number in hands] for hands in ((4, 1, 5, 3), (4, 1, 6, 5)))
    game = SimpleNamespace(rules=Ruleset(players=4), players=[SimpleNamespace(index=seat) for seat in range(4)])
    (found,) = _Walk._brings(cast(Any, SimpleNamespace(_game=game)), 0, [(one, other)])
    assert (found.own, found.what) == (False, "cards in hand")
    assert found.more == pytest.approx(-3)


def test_no_answer_is_an_alternative_to_itself() -> None:
    """A record has a color as a number, so the color that was chosen stood there once more."""
    (game,) = read_logs([REPOSITORY / "sample_logs" / "cities_2p_player.json.gz"])
    assert isinstance(game, GameLog)
    found = [each for each in review(replay(game, record=True), worlds=1).decisions if each.kind is ChoiceKind.COLOR]
    assert found
    for each in found:
        answers = [one.answer for one in each.alternatives]
        assert len(answers) == len(set(answers)) > 1


@pytest.mark.parametrize("seed", [0, 4, 5, 9])
def test_different_answers_read_differently(seed: int) -> None:
    """Hidden cards of two players read alike, and so did orders of a pile with the same card on top."""
    game = as_replay(simulate(Ruleset(players=3), seed, seats(["uniform"], 3, seed), most_actions=120))
    for each in as_data(game, review(game, worlds=1))["decisions"]:
        answers = [alternative["answer"] for alternative in each["alternatives"]]
        assert len(answers) == len(set(answers))


class Collector(RandomDecider):
    """Draws whenever it has an action."""

    def choose(self, choice: Choice) -> Any:
        return choice.options[0] if choice.kind is ChoiceKind.ACTION else super().choose(choice)


def test_of_very_many_actions_each_is_compared() -> None:
    """The first forty were: a player with a large hand could activate and claim nothing."""
    game = as_replay(simulate(Ruleset(), 1, Seats([Collector(0), Collector(1)]), most_actions=90))
    (found,) = islice(by_action(game, worlds=1), 89, 90)
    (decision,) = found.decisions
    choice, _ = game.actions[89].decisions[0]
    assert len(decision.alternatives) == len(choice.options) > 40
    assert decision.alternatives[0].answer.kind is ActionKind.DRAW
    assert ActionKind.DOGMA in {each.answer.kind for each in decision.alternatives}


@pytest.mark.parametrize(
    ("rules", "seed", "action", "number", "said"),
    [
        (Ruleset(edition=Edition.FOURTH), 26, 1, 2, ["junks a hidden [base 1]", "junks a hidden [base 2]"]),
        (
            Ruleset(),
            0,
            33,
            4,
            ["transfers Mathematics [2]", "transfers Philosophy [2]", "transfers a hidden [base 2] from Ada's hand"],
        ),
    ],
    ids=["achievements", "the opponent's hand"],
)
def test_cards_that_a_player_did_not_know_are_named_by_their_backs(
    rules: Ruleset, seed: int, action: int, number: int, said: list[str]
) -> None:
    """They had their names: also the card that stands for others alike, and the one that was chosen and then seen."""
    game = as_replay(simulate(rules, seed, seats(["sensible"], 2, seed), most_actions=action + 1))
    (found,) = islice(by_action(game, worlds=1), action, action + 1)
    (decision,) = [each for each in as_data(game, found)["decisions"] if each["decision"] == number]
    assert sorted(each["answer"] for each in decision["alternatives"]) == said
    (index,) = [index for index, each in enumerate(found.decisions) if each.number == number]
    assert sorted(text for text, *_ in part_of(game, found, 1).decisions[index].options) == said


@pytest.mark.long
@pytest.mark.parametrize("draws_ahead", [0, 2])
def test_luck_has_the_mean_zero(draws_ahead: int) -> None:
    """Between unequal players, whoever gains from it; also if some draws have a second look."""
    changes: list[float] = []
    for seed in range(40):
        found = played(seed, "strong-fast", "uniform", worlds=2, draws_ahead=draws_ahead)
        assert sum(found.luck(seat) for seat in (0, 1)) == pytest.approx(0, abs=1e-4)
        changes.append(found.luck(0))
    assert ttest_1samp(changes, 0).pvalue > 0.01
    at_once = played(0, "strong-fast", "uniform", worlds=2)
    assert (at_once.luck(0) == changes[0]) == (draws_ahead == 0)


@pytest.mark.long
def test_the_error_of_luck_is_that_of_the_deals() -> None:
    """With more deals it is smaller, and what few deals say is as far from what many say as their error allows."""
    few, many = (played(3, "sensible", worlds=worlds) for worlds in (3, 24))
    of_few, of_many = few.luck_error(0), many.luck_error(0)
    assert of_few
    assert of_many
    assert of_many < of_few == pytest.approx(few.luck_error(1))
    scaled = []
    for one, other in zip(few.draws, many.draws, strict=True):
        assert (one.action, one.card) == (other.action, other.card)
        assert one.error[0] is not None
        assert other.error[0] is not None
        if error := (one.error[0] ** 2 + other.error[0] ** 2) ** 0.5:
            scaled.append((one.change[0] - other.change[0]) / error)
    assert len(scaled) > 20
    assert mean(abs(each) < 2 for each in scaled) > 0.6
    assert abs(few.luck(0) - many.luck(0)) < 4 * of_few


def test_a_log_of_one_seat_is_reviewed_for_that_seat() -> None:
    (log,) = read_logs([str(REPOSITORY / "sample_logs" / "base_2p_player.json.gz")])
    assert isinstance(log, GameLog)
    result = replay(log, record=True)
    found = review(result, worlds=1)
    assert found.left_out[HIDDEN] > 50
    assert len(found.of(0)) > 3 * len(found.of(1)) > 0
    assert found.draws


def test_in_a_deal_all_cards_have_faces() -> None:
    """Also those that an opponent knows, and the log does not."""
    (log,) = read_logs([str(REPOSITORY / "sample_logs" / "base_2p_player.json.gz")])
    assert isinstance(log, GameLog)
    game = game_of(replay(log, record=True), RandomDecider(0))
    hidden = [card for card in game.place if card >= UNKNOWN_BASE]
    dealt = deal_again(game, game.save(), hidden, Random(0))
    assert dealt.keys() >= set(hidden)
    assert max(game.place) < UNKNOWN_BASE
    assert len(hidden) > 10


@pytest.mark.parametrize(
    "rules",
    [
        Ruleset(players=4, teams=(0, 1, 0, 1), sets=frozenset({CardSet.BASE, CardSet.ARTIFACTS, CardSet.ECHOES})),
        Ruleset(players=3, sets=frozenset({CardSet.BASE, CardSet.CITIES})),
    ],
    ids=["teams", "three players"],
)
def test_every_group_of_rules_is_reviewed(rules: Ruleset) -> None:
    game = as_replay(simulate(rules, 3, seats(["sensible"], rules.players, 3), most_actions=16))
    found = review(replace(game, verdict=Verdict.LEGAL_SO_FAR), worlds=2, ahead=1)
    assert {each.player for each in found.decisions} == set(range(rules.players))
    if rules.teams:
        # Partners win together.
        assert all(draw.change[0] == pytest.approx(draw.change[2], abs=1e-5) for draw in found.draws)


def test_what_cannot_be_reviewed_says_why() -> None:
    game = as_replay(simulate(Ruleset(), 1, seats(["sensible"], 2, 1)))
    for jobs in (1, 2):
        with pytest.raises(CannotReview, match="the game is illegal"):
            review(replace(game, verdict=Verdict.ILLEGAL, actions=[]), jobs=jobs)
    with pytest.raises(CannotReview, match="leaves open"):
        review(replace(game, not_recorded=[Fact.SPLAYS]))


def test_the_page_of_a_game_has_its_review() -> None:
    """Every decision with its options, first what was played; tests in a browser look at it. One deal has no error.

    No number is rounded, since the page adds them up.
    """
    name, content = native_file(simulate(Ruleset(), 6, seats(["uniform"], 2, 6), most_actions=60))
    game = replay(read_blob(Blob(name, content.encode())), record=True)
    found = review(game, worlds=1)
    (data,) = re.findall(
        r'<script type="application/json" id="data">(.*?)</script>', render(on_page(page_of(game), game, found))
    )
    shown = json.loads(data)["review"]
    assert shown["done"] == len(game.actions)
    assert [each["action"] for each in shown["decisions"]] == [each.action for each in found.decisions]
    for one, other in zip(shown["decisions"], found.decisions, strict=True):
        assert [chance for _, chance, _ in one["options"]] == [each.chance for each in other.alternatives]
        assert one["loss"] == other.loss
        assert one["marked"] is other.marked
        assert {error for _, _, error in one["options"]} == {None}
        assert other.marked or not one["why"]
    assert sum(change[0] for _, change, _ in shown["draws"]) == found.luck(0)
    assert all(error == [None, None] for _, _, error in shown["draws"])
    assert found.luck_error(0) is None
    assert json.loads(re.findall(r'id="data">(.*?)</script>', render(page_of(game)))[0])["review"] is None


def test_the_review_ends_in_time_and_comes_action_by_action() -> None:
    game = beginning(24)
    assert review(game, worlds=1, limit=0).actions == 1
    parts = list(by_action(game, worlds=2))
    assert [part.actions for part in parts] == [1] * len(game.actions)
    assert all({each.action for each in part.decisions} <= {index} for index, part in enumerate(parts))
    assert [each for part in parts for each in part.decisions] == review(game, worlds=2).decisions


def test_without_time_there_are_no_more_than_a_few_deals() -> None:
    """Of decisions and of draws alike, however many are allowed."""
    game = beginning(24)
    few, hurried = review(game, worlds=4), review(game, worlds=1_000_000, ahead=4, seconds=0)
    assert (hurried.decisions, hurried.draws) == (few.decisions, few.draws)
    assert len(few.draws) > 10


def test_decisions_that_may_lose_something_get_a_second_look() -> None:
    """Whatever else is reviewed; the others are as without. One deal is not enough for it."""
    game = beginning(12, "uniform")
    at_once, again, shared_out = (
        review(game, worlds=3, ahead=actions, draws_ahead=0, jobs=jobs) for actions, jobs in ((0, 1), (4, 1), (4, 2))
    )
    assert again.decisions == shared_out.decisions
    assert at_once.draws == again.draws
    looked_at = 0
    for one, other in zip(at_once.decisions, again.decisions, strict=True):
        assert {each.answer for each in one.alternatives} == {each.answer for each in other.alternatives}
        assert one.alternatives[0].answer == other.alternatives[0].answer
        if one == other:
            assert one.loss < 0.01
            continue
        looked_at += 1
        assert [each.chance for each in one.alternatives] != [each.chance for each in other.alternatives]
        marks = AGAIN if other.times == AGAIN.times else AT_ONCE
        assert marks.error < other.error < 2.5 * marks.error
    assert 3 < looked_at < len(at_once.decisions)
    assert review(game, worlds=1, ahead=4) == replace(review(game, worlds=1), seconds=ANY)
    assert review(game, worlds=3, ahead=4, draws_ahead=0, seconds=10_000).decisions == again.decisions


def test_draws_get_a_second_look_if_it_matters_what_comes() -> None:
    """Whatever else is reviewed."""
    game = beginning(40)
    at_once, again, shared_out = (
        review(game, worlds=3, draws_ahead=actions, seats=seats, jobs=jobs)
        for actions, seats, jobs in ((0, None, 1), (2, None, 1), (2, [], 2))
    )
    assert at_once.decisions == again.decisions
    assert again.draws == shared_out.draws
    same: list[float] = []
    different: list[float] = []
    for one, other in zip(at_once.draws, again.draws, strict=True):
        assert one[:3] == other[:3]
        assert None not in other.error
        (same if one == other else different).append(abs(one.change[0]))
    assert min(len(same), len(different)) > 5
    assert mean(same) < mean(different) / 3


def test_draws_in_one_deal_have_no_known_error_and_no_second_look() -> None:
    """Where the sensible bot plays on for all, they were tried again in four deals, with the error of these alone."""
    game = beginning(30, "uniform")
    at_once, again = (review(game, worlds=1, draws_ahead=actions, seats=[]) for actions in (0, 2))
    assert again.draws == at_once.draws
    assert again.luck_error(0) is None


@pytest.mark.parametrize(("bots", "weak"), [(["strong", "uniform"], [1]), (["uniform"], [0, 1]), (["strong"], [])])
def test_players_are_played_on_for_by_bots_like_them(
    bots: list[str], weak: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As their actions so far have shown. Where all are weak, which is quick, twice as many actions are played on."""
    seen: list[tuple[int, list[int]]] = []
    monkeypatch.setattr(Ahead, "set", lambda _, actions, weaker: seen.append((actions, weaker)))
    game = as_replay(simulate(Ruleset(), 4, seats(bots, 2, 4)))
    review(replace(game, actions=game.actions[:24]), worlds=2, seats=[], draws_ahead=1)
    assert seen[-1] == (2 if len(weak) == 2 else 1, weak)


def test_the_sensible_bot_plays_on_for_weaker_players() -> None:
    ahead = Ahead(1)
    assert [type(ahead._bot(seat, 2)) for seat in (0, 1)] == [StrongBot, StrongBot]
    ahead.set(1, [1])
    assert [type(ahead._bot(seat, 2)) for seat in (0, 1)] == [StrongBot, SensibleBot]


def test_the_level_of_a_review_has_deals_of_its_own() -> None:
    """It changes no loss, and more chance is in it than in the values."""
    game = beginning(6)
    at_once, moved_on = (review(game, worlds=16, ahead=ahead, draws_ahead=0) for ahead in (0, 1))
    moved = 0
    for one, other in zip(at_once.decisions, moved_on.decisions, strict=True):
        # Where a second look found nothing, the level alone changes.
        if one.loss == other.loss < 0.01:
            changes = {
                round(b.chance - a.chance, 6)
                for a, b in zip(one.alternatives, other.alternatives, strict=True)
                if b.chance > 0
            }
            assert len(changes) == 1
            errors = [each.alternatives[0].error for each in (one, other)]
            assert errors[0] is not None
            assert errors[1] is not None
            assert errors[1] > errors[0]
            moved += changes != {0.0}
    assert moved > 3


def test_the_mean_of_luck_has_the_error_of_both() -> None:
    """With ten deals, a second look counts as much as the value at once; one deal does not count."""
    at_once = Changed((0.1, -0.1), (0.03, 0.03), 16)
    ten = mean_of_luck(at_once, Changed((0.3, -0.3), (0.04, 0.04), 10))
    assert ten.change == pytest.approx((0.2, -0.2))
    assert ten.error == pytest.approx((0.025, 0.025))
    many = mean_of_luck(at_once, Changed((0.3, -0.3), (0.04, 0.04), 90))
    assert many.change == pytest.approx((0.28, -0.28))
    assert mean_of_luck(at_once, Changed((0.3, -0.3), (None, None), 1)) == at_once
    assert mean_of_luck(at_once._replace(error=(None, None)), at_once).error == (None, None)


def test_an_achievement_that_the_log_hides_is_called_by_its_age() -> None:
    words = Words(["Ada"], [back_of(CardSet.BASE, 8)])
    assert words.option(Action(ActionKind.ACHIEVE, UNKNOWN_BASE), None) == "Claim the achievement of age 8"
    assert words.option(Action(ActionKind.ACHIEVE, UNKNOWN_BASE + 1), None) == "Claim a hidden card"
    assert words.option(Action(ActionKind.MELD, UNKNOWN_BASE), None) == "Meld a hidden [base 8]"
