"""Piles in an unknown order: the evidence in the log, and when the order matters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from innolog.beliefs.foresight import Change, Foreseen, Stage, can_show, foreseen
from innolog.beliefs.unordered import Found, Group, arrange, leaving, lose_order, remaining
from innolog.cards.facts import Color, Direction, card_table
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Player
from innolog.engine.zones import Zone
from innolog.log import (
    NOBODY,
    At,
    DogmaStarted,
    EffectStarted,
    IconCounted,
    NestedStarted,
    Observation,
    Place,
    SharingBonus,
    Splay,
    Transfer,
)
from innolog.simulate.bots import RandomDecider
from innolog.simulate.dealing import deal

HERE = At(1, 0, 0)
TABLE = card_table()
CROWN = 1


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


def test_what_is_told_next_of_boards() -> None:
    counts: list[Observation] = [IconCounted(HERE, 0, CROWN, 5), IconCounted(HERE, 1, CROWN, 2)]
    effect, bonus = EffectStarted(HERE, 1), SharingBonus(HERE)
    base, artifact = DogmaStarted(HERE, 0, 10, CROWN), DogmaStarted(HERE, 0, 120, CROWN)
    drawn = Transfer(HERE, None, 0, 1, False, NOBODY, Place.DECK, None, 0, Place.HAND, None)

    def told(*before: Observation) -> dict[int, Foreseen]:
        return foreseen(TABLE, [*before, *counts], 0)

    mine, other = Foreseen(0, (Stage(CROWN, 5, (), 10),)), Foreseen(0, (Stage(CROWN, 2),))
    assert told(bonus, drawn, base) == {0: mine, 1: other}
    assert told(effect, base) == {0: mine, 1: other._replace(effects=1)}
    # Cards that come to a board or leave it until then. The log may not record their place in the pile.
    assert told(leaves(3), base) == {0: Foreseen(0, (Stage(CROWN, 5, (Change(3, False),), 10),)), 1: other}
    both = leaves(3, owner=1, end=Place.BOARD)
    changed = (Change(3, False), Change(3, True), Change(4, False))
    assert told(both, leaves(4, owner=1), base) == {0: mine, 1: Foreseen(0, (Stage(CROWN, 2, changed),))}
    # A city that splays, a card that nobody knows, and an Artifact on display, which shows its own icons beside.
    city = next(card for card in TABLE.cards if "left" in TABLE.specials[card])
    moved = (Change(city, False), Change(city, True))
    assert told(leaves(city, end=Place.BOARD), base) == {0: Foreseen(0, (Stage(None, 0, moved, 10),)), 1: other}
    assert told(replace(drawn, to_place=Place.BOARD), base) == {1: other}
    assert told(artifact) == {0: Foreseen(0, (Stage(None, 0, (), 120),)), 1: other}
    # After any other event that a log can tell, nothing is foreseen.
    assert told(Splay(HERE, 0, 0, 1, ()), base) == {}


def test_what_is_told_of_boards_later() -> None:
    counts: list[Observation] = [IconCounted(HERE, seat, CROWN, 5) for seat in range(3)]
    base, later = DogmaStarted(HERE, 0, 10, CROWN), DogmaStarted(HERE, 2, 11, CROWN)

    def stages(*between: Observation) -> list[list[int | None]]:
        told = foreseen(TABLE, [base, *counts, *between, later, *counts], 0)
        return [[stage.icon for stage in told[seat].stages] for seat in range(3)]

    both, one, top = [CROWN, CROWN], [CROWN], [CROWN, None]
    assert stages() == [both, both, both]
    # An effect may do something to the boards of the one who executes it, and of the one who demands it.
    assert stages(EffectStarted(HERE, 0)) == [one, both, both]
    assert stages(EffectStarted(HERE, 1)) == [one, one, both]
    # The log still records the top card when it is activated.
    assert stages(EffectStarted(HERE, 2)) == [one, both, top]
    # Echo effects can be of a card that splays what others have.
    assert stages(EffectStarted(HERE, 0, "echo")) == [one, one, top]
    # Some cards put piles in a new order, or remove them, without a word.
    assert stages(NestedStarted(HERE, 0, 11)) == [one, both, both]
    for name in ("Publications", "Fission", "Exxon Valdez", "DeLorean DMC-12"):
        changing = next(card for card in TABLE.cards if TABLE.name[card] == name)
        assert stages(NestedStarted(HERE, 0, changing)) == [one, one, one]
        told = foreseen(TABLE, [replace(base, card=changing), *counts, EffectStarted(HERE, 1), later, *counts], 0)
        assert all(len(board.stages) == 1 for board in told.values())
    told = foreseen(TABLE, [base, *counts, leaves(3), later, *counts], 0)
    assert told[0].stages == (Stage(CROWN, 5, (), 10), Stage(CROWN, 5, (Change(3, False),)))
    assert told[2].stages == (Stage(CROWN, 5), Stage(CROWN, 5, (), 11))
    assert told[2].near().stages == (Stage(CROWN, 5),)


def only(number: int, changes: tuple[Change, ...], activated: int | None = None) -> Foreseen:
    return Foreseen(0, (Stage(CROWN, number, changes, activated),))


def test_a_board_shows_what_it_will_after_changes(game: Game) -> None:
    me = game.players[0]
    low, top, new = pile_of(game, me, 3)
    me.piles[0] = [low, top]
    me.splays[0] = Direction.LEFT
    me.forget(0)

    def crowns(*pile: int, splay: Direction = Direction.LEFT) -> int:
        me.piles[0], before = list(pile), (me.piles[0], me.splays[0])
        me.splays[0] = splay
        me.forget(0)
        found = me.count(CROWN)
        me.piles[0], me.splays[0] = before
        me.forget(0)
        return found

    for changes, results in {
        (): {crowns(low, top)},
        (Change(new, True, False),): {crowns(low, top, new)},
        (Change(new, True, True),): {crowns(new, low, top)},
        (Change(new, True),): {crowns(low, top, new), crowns(new, low, top)},
        (Change(top, False),): {crowns(low)},
        # A pile of one card is not splayed, and is not when it grows again.
        (Change(top, False), Change(new, True, False)): {crowns(low, new, splay=Direction.NONE)},
    }.items():
        for number in range(10):
            assert can_show(me, only(number, changes)) is (number in results), (changes, number)
    # What is activated lies on top then; what lies elsewhere says nothing of the pile.
    now = crowns(low, top)
    assert can_show(me, only(now, (), top))
    assert not can_show(me, only(now, (), low))
    assert can_show(me, only(now, (), new))
    assert can_show(me, only(crowns(low), (Change(top, False),), low))
    # Where the top card leaves several others, nobody may know which of them is on top then.
    assert can_show(me, only(99, (Change(new, True, False), Change(new, False)), low))
    # Where a card leaves that is not there, it is another explanation that is wrong.
    assert can_show(me, only(99, (Change(new, False),)))
    # All stages must be so, each after the changes of those before.
    covered = Stage(CROWN, crowns(low, top, new), (Change(new, True, False),), new)
    assert can_show(me, Foreseen(0, (Stage(CROWN, now, (), top), covered)))
    assert not can_show(me, Foreseen(0, (covered, Stage(CROWN, now, (), top))))
    assert not can_show(me, Foreseen(0, (Stage(CROWN, now), covered._replace(number=99))))
    assert can_show(me, Foreseen(0, (covered, Stage(CROWN, now, (Change(new, False),), top))))
    assert (me.piles[0], me.splays[0]) == ([low, top], Direction.LEFT)


def test_one_effect_may_splay_yellow_or_blue_up(game: Game) -> None:
    me = game.players[0]
    for color in (Color.BLUE, Color.YELLOW, Color.RED):
        pile_of(game, me, 4, color)
    none: list[int] = [Direction.NONE] * 5
    yellow, blue, red = none[:], none[:], none[:]
    yellow[Color.YELLOW] = blue[Color.BLUE] = red[Color.RED] = Direction.UP
    shown = []
    for me.splays in (none, yellow, blue, red):
        me.forget_all()
        shown.append(me.icons())
    me.splays = none
    me.forget_all()
    for icon in range(1, 7):
        now, *others = (icons[icon] for icons in shown[:3])
        for number in range(15):
            assert can_show(me, Foreseen(0, (Stage(icon, number),))) is (number == now)
            assert can_show(me, Foreseen(1, (Stage(icon, number),))) is (number in (now, *others))
            assert can_show(me, Foreseen(2, (Stage(icon, number),)))
        # What one splay makes of the first stage is no more there where another is tried for the second.
        for icons in shown[:3]:
            stages = tuple([Stage(other, icons[other]) for other in range(1, 7)])
            assert can_show(me, Foreseen(1, stages))
            assert not can_show(me, Foreseen(1, (*stages, Stage(icon, icons[icon] + 1))))
    assert any(icons not in shown[:3] for icons in shown)
    assert (me.splays, me.icons()) == (none, shown[0])
