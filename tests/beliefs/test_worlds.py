"""Worlds: when they are equal, the knowledge left after a merge, and refinements that undo a merge."""

from __future__ import annotations

import pytest

from innolog.beliefs.identities import deal
from innolog.beliefs.refinements import Lesson, refine
from innolog.beliefs.unordered import IN_ORDER, Found, Ranked, outline
from innolog.beliefs.worlds import Key, Keys, forget_differences, outside, standing
from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.engine.seams import Modifier
from innolog.engine.state import Player
from innolog.engine.zones import NOBODY, Zone
from innolog.log import GameLog, Seat
from innolog.replay.poor.hidden import could_become, kind_of, unlike
from innolog.simulate.bots import RandomDecider


@pytest.fixture
def game() -> Game:
    """A game at its start. Only both hands are known, and a pile was moved to a board."""
    rules = Ruleset()
    log = GameLog("", "", "", [Seat("1", "Ann"), Seat("2", "Bo")], [])
    game = Game(deal(log, rules), rules, RandomDecider(1))
    for face, card in enumerate([card for player in game.players for card in player.hand]):
        game.learn(card, face)
    return game


def swapped(game: Game, one: int, other: int) -> None:
    """The hands with two cards of one back swapped, both known."""
    for player in game.players:
        player.hand[:] = [{one: other, other: one}.get(card, card) for card in player.hand]
    game.place[one], game.place[other] = game.place[other], game.place[one]


def piled(game: Game, size: int) -> list[int]:
    """A pile of known cards on a board, bottom to top."""
    player, cards = (
        game.players[0],
        [card for card in game.table.cards if game.color[card] == 0 and card not in game.place][:size],
    )
    player.piles[0] = list(cards)
    game.place.update(dict.fromkeys(cards, (0, Zone.BOARD)))
    player.forget(0)
    return cards


def key(game: Game) -> Key:
    return Keys(game).of(IN_ORDER)


def test_the_order_of_a_hand_does_not_distinguish_worlds_but_its_cards_do(game: Game) -> None:
    me, you = game.players
    before, exactly = key(game), standing(game)
    me.hand.reverse()
    assert key(game) == before
    # In the midst of an action positions count: the next effect may take the first card.
    assert standing(game) != exactly
    swapped(game, me.hand[0], you.hand[0])
    assert key(game) != before
    assert outside(key(game), game.back) == outside(before, game.back)
    # Everybody sees how many cards somebody holds.
    you.hand.append(me.hand.pop())
    assert outside(key(game), game.back) != outside(before, game.back)


class TopsInHand(Modifier):
    """All top cards count as being in the hand, and all cards in the hand as being in the score pile."""

    def hand(self, player: Player, cards: list[int]) -> list[int]:
        return [*cards, *player.tops()]

    def score_pile(self, player: Player, cards: list[int]) -> list[int]:
        return [*cards, *player.hand_cards]


def test_a_card_that_only_counts_as_being_elsewhere_is_not_hidden_there(game: Game) -> None:
    me, you = game.players
    piled(game, 1)
    keys, states = [], []
    for cards in ((me.hand[0], you.hand[0]), (me.hand[0], you.hand[1])):
        swapped(game, *cards)
        game.modifiers = ()
        keys.append(key(game))
        game.modifiers = (TopsInHand(),)
        # Each card lies in one place of a world, whatever it counts as.
        assert key(game) == keys[-1]
        states.append(game.save())
    game.restore(states[0])
    forget_differences(game, keys)
    assert me.piles[0] == [card for card in me.hand if card not in me.hand_cards]
    assert {game.place[card] for card in me.hand_cards} == {(0, Zone.HAND)}


def test_merged_worlds_know_what_all_of_them_agree_on(game: Game) -> None:
    me, you = game.players
    kept, mine, yours = me.hand[1], me.hand[0], you.hand[0]
    start, keys = game.save(), [key(game)]
    swapped(game, mine, yours)
    keys.append(key(game))
    merged = []
    for saved, order in ((start, keys), (game.save(), keys[::-1])):
        game.restore(saved)
        forget_differences(game, order)
        merged.append(key(game))
        hidden = [card for player in game.players for card in player.hand if card >= UNKNOWN_BASE]
        assert len(hidden) == 2
        assert kept in game.players[0].hand
        for card in hidden:
            assert could_become(game, card, mine)
            assert could_become(game, card, yours)
            assert not could_become(game, card, kept)
    assert merged[0] == merged[1]


def test_worlds_differ_in_the_cards_known_to_be_out_of_the_game(game: Game) -> None:
    """An achievement can be a card in one world and not in another where that card left the game: they were equal.

    The first of them was kept, which need not be the true one. Found by reading: a card out of the game belongs to what
    decides how a game can go on, although it never comes back.
    """
    lost, kept = game.players[0].hand
    achievement = game.available[0]
    start, keys = game.save(), []
    for is_known in (True, False):
        game.restore(start)
        if not is_known:
            game.forget((lost, achievement))
        for card in game.players[0].hand:
            game.removed.append(card)
            game.place[card] = (NOBODY, Zone.REMOVED)
        game.players[0].hand.clear()
        assert could_become(game, game.available[0], lost) is not is_known
        assert not could_become(game, game.available[0], kept)
        keys.append(key(game))
    assert keys[0] != keys[1]
    assert outside(keys[0], game.back) == outside(keys[1], game.back)
    forget_differences(game, keys[::-1])
    assert could_become(game, game.available[0], lost)


def test_of_hidden_cards_that_nothing_distinguishes_one_stands_for_all(game: Game) -> None:
    hand = game.players[0].hand
    game.forget(list(hand))
    assert unlike(game, hand) == hand[:1]
    game.players[0].hand.append(15)
    game.place[15] = (0, Zone.HAND)
    assert unlike(game, hand) == [hand[0], 15]
    assert kind_of(game, hand[0]) == kind_of(game, hand[1]) != kind_of(game, 15) == 15


def test_a_lesson_makes_a_hidden_card_known_and_the_other_one_the_rest(game: Game) -> None:
    me = game.players[0]
    first, second = me.hand
    game.forget([first, second])
    hidden = list(me.hand)
    assert refine(game, IN_ORDER, [Lesson(frozenset(hidden[:1]), second)]) == IN_ORDER
    assert second in me.hand
    assert could_become(game, hidden[1], first)
    assert not could_become(game, hidden[1], second)
    # And back: cards that the log no longer distinguishes.
    refine(game, IN_ORDER, [Lesson(frozenset((second, hidden[1])), None)])
    assert all(card >= UNKNOWN_BASE for card in me.hand)


def test_refinements_of_a_pile_that_contradict_each_other_leave_no_world(game: Game) -> None:
    first, second, third, top = piled(game, 4)
    cards = frozenset((first, second, third))
    unordered, start = frozenset({cards}), game.save()
    lowest = Found(cards, third, lowest=True)
    for order, fits in (((third, first, second), True), ((first, third, second), False)):
        game.restore(start)
        left = refine(game, unordered, [lowest, Ranked(order)])
        assert (left is not None) is fits
        if fits:
            assert game.players[0].piles[0] == [*order, top]


def test_worlds_with_one_outline_differ_in_covered_cards_alone(game: Game) -> None:
    me = game.players[0]
    first, second, top = piled(game, 3)
    before = key(game)
    me.piles[0] = [second, first, top]
    assert key(game) != before
    assert outline(key(game)) == outline(before)
    me.piles[0] = [second, top, first]
    assert outline(key(game)) != outline(before)
