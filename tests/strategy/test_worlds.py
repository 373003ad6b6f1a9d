"""What players know, the deals that agree with it, and positions at any choice."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from scipy.stats import chisquare

from innolog.cards.facts import CardSet
from innolog.engine.actions import play_next
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.events import Transfer
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.engine.zones import Keyword, Zone
from innolog.reviewing.ahead import Ahead
from innolog.reviewing.luck import is_draw
from innolog.simulate.bots import RandomDecider
from innolog.simulate.dealing import deal
from innolog.simulate.games import simulate
from innolog.strategy.knowledge import Knowledge, visible
from innolog.strategy.lookout import Lookout
from innolog.strategy.moments import Course, Decision, Moment
from innolog.strategy.network import shipped
from innolog.strategy.worlds import deal_again, exchange
from tests.invariants import check
from tests.table import card, cards, seat, table

ALL = frozenset(CardSet) - {CardSet.FIGURES}
RULES = (Ruleset(), Ruleset(players=4, teams=(0, 1, 0, 1), sets=ALL))


class Watching:
    """Plays at random, and looks at every choice with its moment."""

    def __init__(self, seed: int) -> None:
        self._bot = RandomDecider(seed)
        self.game: Game
        self.course: Course
        self.seen: list[tuple[Choice, Any, Moment]] = []

    def attach(self, game: Game) -> None:
        self.game, self.course = game, Course(game)

    def receive(self, event: Any) -> None:
        self.course.receive(event)

    def decided(self, choice: Choice, answer: Any) -> None:
        self.course.decided(choice, answer)

    def choose(self, choice: Choice) -> Any:
        answer = self._bot.choose(choice)
        self.look(choice, answer)
        return answer

    def look(self, choice: Choice, answer: Any) -> None:
        self.seen.append((choice, answer, self.course.moment(choice.player)))


class Scripted:
    """Gives answers, and keeps the choice that comes after them."""

    def __init__(self, answers: tuple[Decision, ...]) -> None:
        self.answers = list(answers)
        self.found: Choice | None = None

    def choose(self, choice: Choice) -> Any:
        if self.answers:
            return self.answers.pop(0).answer
        self.found = choice
        raise StopIteration


def test_facts_after_an_action_do_not_depend_on_what_is_played_on() -> None:
    """The values do, except where the game is over."""
    bot = Watching(3)
    simulate(Ruleset(), 3, bot, digests=False)
    over = 0
    for choice, _, moment in bot.seen[-12:]:
        if choice.kind is ChoiceKind.ACTION:
            now, later = (
                Lookout(bot.game, shipped(), 1, play_on).try_all(moment, choice, 2) for play_on in (None, Ahead(1))
            )
            assert now.chances != later.chances
            for facts, chances, others in zip(now.after, now.chances, later.chances, strict=True):
                ends = [index for index, of in enumerate(facts) if isinstance(of, float)]
                assert [facts[index] for index in ends] == [chances[index] for index in ends]
                assert [chances[index] for index in ends] == [others[index] for index in ends]
                over += len(ends)
            assert now.after == later.after
    assert over > 0


class Drawing(Watching):
    """Keeps each hidden card that is drawn, and the moment before it."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.drawn: list[tuple[int, Moment]] = []

    def receive(self, event: Any) -> None:
        if is_draw(event) and self.game.turn >= 0:
            moment = self.course.known_to_any()
            if event.card not in moment.known:
                self.drawn.append((event.card, moment))
        super().receive(event)


def test_how_much_it_matters_what_comes_is_the_same_whichever_card_comes() -> None:
    bot = Drawing(3)
    simulate(Ruleset(), 3, bot, digests=False)
    lookout = Lookout(bot.game, shipped(), 1)
    trial = Game(deal(Ruleset(), 3), Ruleset(), RandomDecider(0))
    spreads = []
    for drawn, moment in bot.drawn:
        dealt = deal_again(trial, moment.before, moment.known | {drawn}, Random(0))
        for other in [each for each in dealt if trial.back[each] == trial.back[drawn]][:1]:
            trial.restore(moment.before)
            exchange(trial, {drawn: other, other: drawn})
            with_other = moment._replace(before=trial.save())
            found = []
            for comes, before in ((drawn, moment), (other, with_other)):
                lookout.begin(1)
                found.append(lookout.spread(before, comes))
            assert found[0] == pytest.approx(found[1], abs=1e-6)
            spreads.append(found[0])
    assert len(spreads) > 10
    assert min(spreads) < 0.003 < max(spreads)


@pytest.mark.parametrize("rules", RULES, ids=["base", "all sets, teams"])
def test_another_game_comes_to_the_same_choice(rules: Ruleset) -> None:
    """Also within an action, and with an Artifact on display."""
    bot = Watching(3)
    simulate(rules, 3, bot, digests=False)
    assert len(bot.seen) > 100
    for choice, _, moment in bot.seen:
        script = Scripted(moment.decisions)
        other = Game(deal(rules, 3), rules, script)
        other.restore(moment.before)
        with pytest.raises(StopIteration):
            play_next(other)
        assert script.found is not None
        assert (script.found.kind, script.found.player) == (choice.kind, choice.player)
        assert script.found.answers() == choice.answers()


class Dealing(Watching):
    """Deals anew at every choice of an action."""

    def look(self, choice: Choice, answer: Any) -> None:
        if choice.kind is not ChoiceKind.ACTION:
            return
        game, moment = self.game, self.course.moment(choice.player)
        trial = Game(deal(game.rules, 1), game.rules, RandomDecider(0))
        dealt = deal_again(trial, moment.before, moment.known, Random(len(self.seen)))
        self.seen.append((choice, dealt, moment))
        check(trial)
        me = choice.player
        assert not dealt.keys() & visible(game, me)
        assert trial.players[me].hand_cards == game.players[me].hand_cards
        for one, other in zip(game.players, trial.players, strict=True):
            for zone, these in one.zones.items():
                assert [game.back[each] for each in these] == [game.back[each] for each in other.zones[zone]]
            assert one.piles == other.piles


@pytest.mark.parametrize("rules", RULES, ids=["base", "all sets, teams"])
def test_deals_keep_what_is_known_and_all_backs(rules: Ruleset) -> None:
    bot = Dealing(5)
    simulate(rules, 5, bot, digests=False)
    assert len(bot.seen) > 30
    assert sum(dealt != {each: each for each in dealt} for _, dealt, _ in bot.seen) > 0.9 * len(bot.seen)


def test_all_deals_are_equally_likely() -> None:
    """Of four cards of one back, one lies in the other hand, one is an achievement, and two are in the supply."""
    game = table(
        seat(hand=["Tools"], board=["Sailing"]),
        seat(hand=["Archery"], board=["Metalworking"]),
        decks={1: ["Clothing", "Oars"]},
        available=["Agriculture"],
    )
    known = visible(game, 0)
    trial = Game(deal(game.rules, 1), game.rules, RandomDecider(0))
    random, found = Random(1), Counter[tuple[int, ...]]()
    before = game.save()
    for _ in range(2400):
        deal_again(trial, before, known, random)
        found[(*trial.players[1].hand_cards, *trial.available[:1], *trial.decks[1])] += 1
    assert len(found) == 24
    assert chisquare(list(found.values())).pvalue > 0.001


def test_a_player_remembers_until_cards_cannot_be_told_apart() -> None:
    game = table(seat(hand=["Tools"]), seat(hand=["Archery", "Oars"]), seat())
    knowledge = Knowledge(game)
    archery, oars, tools = cards("Archery", "Oars", "Tools")
    assert [archery in known for known in knowledge.known] == [False, True, False]
    # A card that is shown is known to all.
    knowledge.receive(_move(archery, (1, Zone.HAND), (1, Zone.REVEALED)))
    knowledge.receive(_move(archery, (1, Zone.REVEALED), (1, Zone.HAND)))
    assert all(archery in known for known in knowledge.known)
    # What one player gives to another, these two see.
    game.players[1].hand_cards.append(tools)
    knowledge.receive(_move(tools, (0, Zone.HAND), (1, Zone.HAND)))
    assert [tools in known for known in knowledge.known] == [True, True, False]
    # Then one of several cards with the same back leaves the hand face down: only its owner knows which.
    game.players[1].hand_cards.remove(oars)
    knowledge.receive(_move(oars, (1, Zone.HAND), (-1, Zone.DECK)))
    assert [archery in known for known in knowledge.known] == [False, True, False]
    assert [tools in known for known in knowledge.known] == [False, True, False]


def _move(moved: int, origin: tuple[int, Zone], target: tuple[int, Zone]) -> Transfer:
    return Transfer(moved, origin[0], origin[1], 0, target[0], target[1], 0, False, Keyword.TRANSFER)


def test_an_achievement_is_claimed_unseen() -> None:
    game = table(seat(), seat())
    knowledge = Knowledge(game)
    mine = game.available[0]
    knowledge.receive(_move(mine, (-1, Zone.AVAILABLE), (0, Zone.ACHIEVEMENTS)))
    assert not any(mine in known for known in knowledge.known)
    assert card("Tools") not in knowledge.known[0]
