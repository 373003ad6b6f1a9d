"""The belief state about hidden cards, against all deals: an answer is possible if some deal has it, and only then."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from innolog.cards.facts import COLORS, UNKNOWN_BASE, CardSet, back_of, card_table
from innolog.engine.choices import Choice, ChoiceKind, Where, of_color
from innolog.engine.nature import Nature
from tests.table import seat, table

TABLE = card_table()
BACK = back_of(CardSet.BASE, 2)
#: Faces of the back that lie nowhere in the open, and how many hidden cards with it there are.
FREE, HIDDEN = TABLE.by_back[BACK][:6], 4
CARDS = [UNKNOWN_BASE + number for number in range(HIDDEN)]
Deal = tuple[int, ...]


def beliefs() -> Nature:
    backs = [0] * UNKNOWN_BASE + [BACK] * HIDDEN
    return Nature(TABLE, backs, TABLE.by_back[BACK][6:], {})


def deals() -> list[Deal]:
    """All ways in which the hidden cards can have faces of their own."""
    return list(permutations(FREE, HIDDEN))


def holds(where: Where, face: int) -> bool:
    return bool(where.holds(TABLE, face))


cards = st.sampled_from(range(HIDDEN))
colors = st.sampled_from([of_color(color) for color in COLORS])
assumptions = st.lists(st.tuples(cards, colors, st.booleans()), max_size=6)


def assumed(nature: Nature, told: list[tuple[int, Where, bool]]) -> list[Deal]:
    """Make the possible assumptions. Returns the deals that fit them all."""
    left = deals()
    for number, where, answer in told:
        fitting = [deal for deal in left if holds(where, deal[number]) is answer]
        assert nature.can_be(CARDS[number], where, answer) is bool(fitting)
        if fitting:
            nature.assume(CARDS[number], where, answer)
            left = fitting
    return left


@given(assumptions)
@settings(deadline=None)
def test_what_is_possible_is_what_some_deal_has(told: list[tuple[int, Where, bool]]) -> None:
    nature = beliefs()
    left = assumed(nature, told)
    assert left, "answers that are possible one by one are so together"
    for number, card in enumerate(CARDS):
        for face in FREE:
            assert nature.can_have(card, face) is any(deal[number] == face for deal in left)
        for where in (of_color(color) for color in COLORS):
            for answer in (False, True):
                assert nature.can_be(card, where, answer) is any(holds(where, deal[number]) is answer for deal in left)
    for pair in permutations(FREE, 2):
        together = frozenset(pair)
        assert nature.can_be_all(CARDS[:2], together) is any(frozenset(deal[:2]) == together for deal in left)


@given(assumptions, cards, st.sampled_from(FREE), assumptions)
@settings(deadline=None)
def test_a_card_that_shows_is_no_other_any_more(
    before: list[tuple[int, Where, bool]], number: int, face: int, after: list[tuple[int, Where, bool]]
) -> None:
    nature = beliefs()
    left = [deal for deal in assumed(nature, before) if deal[number] == face]
    assert nature.can_have(CARDS[number], face) is bool(left)
    if not left:
        return
    nature.learn(CARDS[number], face)
    for other, where, answer in after:
        if other != number:
            fitting = [deal for deal in left if holds(where, deal[other]) is answer]
            assert nature.can_be(CARDS[other], where, answer) is bool(fitting)
            if fitting:
                nature.assume(CARDS[other], where, answer)
                left = fitting
    assert not any(nature.can_have(card, face) for other, card in enumerate(CARDS) if other != number)


@given(assumptions, st.sets(cards, min_size=2))
@settings(deadline=None)
def test_forgetting_rules_nothing_out(told: list[tuple[int, Where, bool]], mixed: set[int]) -> None:
    """Cards made indistinguishable can be what each of them could be, and every deal with them mixed is possible."""
    nature = beliefs()
    left = assumed(nature, told)
    faces = nature.union([CARDS[number] for number in mixed])
    nature.limit([CARDS[number] for number in mixed], faces)
    for deal in left:
        for number in mixed:
            assert all(nature.can_have(CARDS[other], deal[number]) for other in mixed)
        assert all(nature.can_have(card, deal[number]) for number, card in enumerate(CARDS) if number not in mixed)
    nature.forget_assumptions()
    assert all(nature.can_have(card, face) for card in CARDS for face in FREE)


def states(nature: Nature) -> Iterator[object]:
    yield nature.placed
    yield dict(nature.domains)


@given(assumptions, cards, colors)
@settings(deadline=None)
def test_a_question_changes_nothing_and_a_saved_state_stays(
    told: list[tuple[int, Where, bool]], number: int, where: Where
) -> None:
    nature = beliefs()
    assumed(nature, told)
    placed, domains, before = nature.placed, nature.domains, list(states(nature))
    for face in FREE:
        nature.can_have(CARDS[number], face)
    able = [answer for answer in (False, True) if nature.can_be(CARDS[number], where, answer)]
    assert list(states(nature)) == before
    nature.assume(CARDS[number], where, able[0])
    nature.learn(CARDS[number], next(face for face in FREE if nature.can_have(CARDS[number], face)))
    nature.placed, nature.domains = placed, domains
    assert list(states(nature)) == before
    assert nature.take_tests() > 0
    assert nature.take_tests() == 0


class _Natures:
    """A decider that lets nature choose one combination of colors, and keeps what could be chosen."""

    def __init__(self, colors: tuple[int, ...] | None) -> None:
        self.colors = colors
        self.offered: list[Any] = []

    def choose(self, choice: Choice) -> Any:
        assert choice.kind is ChoiceKind.NATURE
        self.offered = [*choice.options]
        if isinstance(choice.options[0], int):
            return choice.options[0] if self.colors is None else len(self.colors)
        return choice.options[0] if self.colors is None else self.colors


@given(assumptions, st.sets(st.sampled_from(COLORS), max_size=3))
@settings(deadline=None)
def test_many_hidden_cards_have_the_colors_that_they_have_in_a_deal(
    told: list[tuple[int, Where, bool]], others: set[int]
) -> None:
    """If a card asks how many colors four hidden cards have, together with known ones: all answers that a deal has."""
    known = [next(card for card in TABLE.by_back[back_of(CardSet.BASE, 1)] if TABLE.color[card] == x) for x in others]
    left = assumed(beliefs(), told)
    shown = {tuple(sorted({*others, *(TABLE.color[face] for face in deal)})) for deal in left}
    for colors in shown:
        game = table(seat(), seat())
        game.nature = beliefs()
        assumed(game.nature, told)
        game.decider = nature = _Natures(colors)
        assert game.number_of_colors([*known, *CARDS]) == len(colors)
        for deal in left:
            if others.union(TABLE.color[face] for face in deal) == set(colors):
                assert all(game.nature.can_have(card, face) for card, face in zip(CARDS, deal, strict=True))
        for card in CARDS:
            assert all(TABLE.color[face] in colors for face in game.nature.faces(card))
        assert all(others.issubset(offered) for offered in nature.offered if isinstance(offered, tuple))
