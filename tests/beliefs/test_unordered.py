"""Piles in an unknown order: the evidence in the log, and when the order matters."""

from __future__ import annotations

import pytest

from innolog.beliefs.unordered import Found, Group, arrange, leaving, lose_order, remaining
from innolog.cards.facts import Direction
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Player
from innolog.engine.zones import Zone
from innolog.log import (
    NOBODY,
    At,
    EffectStarted,
    Observation,
    Place,
    Splay,
    Transfer,
)
from innolog.simulate.bots import RandomDecider
from innolog.simulate.dealing import deal

HERE = At(1, 0, 0)


@pytest.fixture
def game() -> Game:
    rules = Ruleset()
    return Game(deal(rules, 1), rules, RandomDecider(1))


def pile_of(game: Game, owner: Player, size: int, color: int = 0) -> list[int]:
    """A pile of cards of one color on a board, bottom to top."""
    cards = [card for deck in game.decks.values() for card in deck if game.color[card] == color][:size]
    assert len(cards) == size
    owner.piles[color] = list(cards)
    game.place.update(dict.fromkeys(cards, (owner.index, Zone.BOARD)))
    owner.forget(color)
    return cards


def leaves(card: int, owner: int = 0, end: Place = Place.SCORE) -> Transfer:
    return Transfer(HERE, card, 0, 1, False, owner, Place.BOARD, None, owner, end, None)


def test_only_the_top_card_makes_a_difference_to_what_shows(game: Game) -> None:
    """Why the order of the cards below it can be left open."""
    me = game.players[0]
    first, second, third, top = pile_of(game, me, 4)
    for direction in Direction:
        me.splays[0] = direction
        counts = set()
        for pile in ([first, second, third, top], [third, first, second, top], [second, third, first, top]):
            me.piles[0] = pile
            me.forget(0)
            counts.add((me.icons(), me.score(), me.visible(0)))
        assert len(counts) == 1


def test_a_card_that_is_found_lies_at_an_end_and_the_others_stay_unordered(game: Game) -> None:
    me = game.players[0]
    lowest, *group, top = pile_of(game, me, 6)
    cards, others = frozenset(group), frozenset({900, 901})
    left = arrange(game, frozenset({cards, others}), Found(cards, group[1], lowest=False))
    assert left == {cards - {group[1]}, others}
    rest = sorted(cards - {group[1]})
    assert me.piles[0] == [lowest, *rest, group[1], top]
    left = arrange(game, left, Found(frozenset(rest), rest[1], lowest=True))
    assert me.piles[0] == [lowest, rest[1], rest[0], rest[2], group[1], top]
    # Of two cards the other one is found as well.
    assert arrange(game, left, Found(frozenset({rest[0], rest[2]}), rest[2], lowest=True)) == {others}
    assert me.piles[0] == [lowest, rest[1], rest[2], rest[0], group[1], top]


def test_what_left_the_board_is_unordered_no_more(game: Game) -> None:
    first, second, third, _ = pile_of(game, game.players[0], 4)
    cards = frozenset({first, second, third})
    assert remaining(game, [Group(cards, cards)]) == {cards}
    game.place[second] = (0, Zone.HAND)
    assert remaining(game, [Group(cards, cards)]) == {cards - {second}}
    game.place[first] = (0, Zone.HAND)
    assert remaining(game, [Group(cards, cards)]) == frozenset()


def test_states_that_differ_in_covered_cards_become_one(game: Game) -> None:
    me = game.players[0]
    a, b, c, d, top = pile_of(game, me, 5)
    states = [(game.save(), frozenset[frozenset[int]]())]
    me.piles[0] = [a, c, b, d, top]
    states.append((game.save(), frozenset()))
    game.restore(states[0][0])
    assert lose_order(game, states) == {frozenset({b, c})}
    assert me.piles[0] == [a, *sorted((b, c)), d, top]
    # What one of them does not know none does, with all that lies between.
    states.append((game.save(), frozenset({frozenset({c, d})})))
    assert lose_order(game, states) == {frozenset({b, c, d})}
    assert lose_order(game, states[:1]) == frozenset()


def test_the_cards_that_leave_next() -> None:
    told: list[Observation] = [leaves(1), leaves(2), leaves(3, end=Place.HAND), leaves(4), leaves(5, owner=1)]
    assert leaving(told, 0, 0, None) == {1, 2, 3, 4}
    assert leaving(told, 0, 0, (0, Place.SCORE)) == {1, 2}
    assert leaving(told, 1, 0, (1, Place.SCORE)) == set()
    assert leaving([EffectStarted(HERE, 0), *told], 0, 0, None) == set()
    flag = Transfer(HERE, None, None, None, False, 0, Place.ACHIEVEMENTS, None, NOBODY, Place.FLAGS, None)
    told = [leaves(1), flag, Splay(HERE, 0, 0, 0, ()), leaves(2), leaves(3, owner=1), leaves(4)]
    assert leaving(told, 0, 0, None) == {1, 2}
    assert leaving(told, 0, 0, (0, Place.SCORE)) == {1}
