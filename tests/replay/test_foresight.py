"""What the log records of a board next, and which boards can show it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from innolog.cards.facts import Color, Direction, card_table
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.log import (
    NOBODY,
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
from innolog.replay.poor.foresight import Change, Foreseen, Stage, can_show, foreseen
from innolog.simulate.bots import RandomDecider
from innolog.simulate.dealing import deal
from tests.beliefs.test_unordered import HERE, leaves, pile_of

TABLE = card_table()
CROWN = 1


@pytest.fixture
def game() -> Game:
    rules = Ruleset()
    return Game(deal(rules, 1), rules, RandomDecider(1))


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
