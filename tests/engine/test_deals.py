"""The deal of a game from outside: what the rules of the setup allow, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from innolog.cards.facts import UNKNOWN_BASE, CardSet, back_of
from innolog.engine.deals import wrong_deal
from innolog.engine.ruleset import Edition, Ruleset
from innolog.engine.state import Setup
from innolog.simulate.dealing import deal

B, E, A, C, F = CardSet.BASE, CardSet.ECHOES, CardSet.ARTIFACTS, CardSet.CITIES, CardSet.FIGURES
BASE = Ruleset()
ALL = Ruleset(sets=frozenset({B, E, A, C}), relics=True, players=3)


@pytest.mark.parametrize(
    "rules",
    [
        BASE,
        ALL,
        Ruleset(sets=frozenset(CardSet), relics=True, players=5),
        Ruleset(Edition.FIRST, players=4, teams=(1, 2, 1, 2)),
        Ruleset(Edition.FOURTH, players=3),
        Ruleset(sets=frozenset({B, E}), extra_achievement=True),
        Ruleset(sets=frozenset({B, F})),
    ],
    ids=str,
)
def test_every_dealt_game_is_dealt_by_the_rules(rules: Ruleset) -> None:
    assert all(wrong_deal(deal(rules, seed), rules) is None for seed in range(5))


def _hide(setup: Setup, faces: frozenset[int] | None = None) -> Setup:
    """The deal with the first hand hidden; ``faces``: what its first card can be."""
    hand = setup.hands[0]
    hidden = tuple(UNKNOWN_BASE + index for index in range(len(hand)))
    backs = (back_of(B, 1),) * len(hand)
    found = {} if faces is None else {hidden[0]: faces}
    return replace(setup, hands=(hidden, *setup.hands[1:]), unknown_backs=backs, faces=found)


def _swap(setup: Setup, one: int, other: int) -> Setup:
    """The deal with the top cards of two piles of the base set exchanged."""
    decks = dict(setup.decks)
    first, second = decks[back_of(B, one)], decks[back_of(B, other)]
    decks[back_of(B, one)], decks[back_of(B, other)] = (*first[:-1], second[-1]), (*second[:-1], first[-1])
    return replace(setup, decks=decks)


def _move(setup: Setup, age: int, count: int, place: str) -> Setup:
    """The deal with some cards of a pile among the achievements, or in the hand of the first player."""
    decks = dict(setup.decks)
    pile = decks[back_of(B, age)]
    decks[back_of(B, age)], taken = pile[count:], pile[:count]
    if place == "hand":
        return replace(setup, decks=decks, hands=(setup.hands[0] + taken, *setup.hands[1:]))
    return replace(setup, decks=decks, achievements=setup.achievements + taken)


WRONG: dict[str, Callable[[Setup], Setup]] = {
    "three cards in the hand": lambda setup: _move(setup, 1, 1, "hand"),
    "a card of age 10 in the hand": lambda setup: _move(replace(setup, hands=((), *setup.hands[1:])), 10, 2, "hand"),
    "two achievements of age 3": lambda setup: _move(setup, 3, 1, "achievements"),
    "no achievements": lambda setup: replace(setup, achievements=()),
    "no special achievements": lambda setup: replace(setup, specials=()),
    "a special achievement twice": lambda setup: replace(setup, specials=setup.specials[:1] * len(setup.specials)),
    "a card as special achievement": lambda setup: replace(setup, specials=(*setup.specials[1:], 209)),
    "a card in another pile": lambda setup: _swap(setup, 1, 9),
    "a pile of a set that is not in play": lambda setup: replace(
        setup, decks=setup.decks | {back_of(A, 1): ALL.table.by_back[back_of(A, 1)]}
    ),
    "a special achievement in a pile": lambda setup: replace(setup, decks=setup.decks | {back_of(B, 1): (105,)}),
    "a card that is nowhere": lambda setup: replace(setup, decks=setup.decks | {back_of(B, 4): ()}),
    "relics without relics": lambda setup: replace(setup, relics=deal(ALL, 1).relics),
    "a hidden card that lies elsewhere": lambda setup: _hide(setup, frozenset({setup.hands[1][0]})),
    "a hidden card of another age": lambda setup: _hide(setup, frozenset({setup.decks[back_of(B, 2)][0]})),
    "a hidden card that is nothing": lambda setup: _hide(setup, frozenset()),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_deal_that_no_setup_gives_is_refused(name: str) -> None:
    found = wrong_deal(WRONG[name](deal(BASE, 1)), BASE)
    assert found is not None
    assert found.expected != found.observed


def test_hidden_cards_are_cards_that_lie_nowhere_else() -> None:
    setup = deal(BASE, 1)
    assert wrong_deal(_hide(setup), BASE) is None
    first, second = setup.hands[0]
    assert wrong_deal(_hide(setup, frozenset({first})), BASE) is None
    both = _hide(setup)
    one_face = replace(both, faces=dict.fromkeys(both.hands[0], frozenset({second})))
    assert wrong_deal(one_face, BASE) is not None


def test_with_echoes_one_card_of_each_hand_is_an_echo() -> None:
    rules = Ruleset(sets=frozenset({B, E}))
    setup = deal(rules, 1)
    decks = dict(setup.decks)
    (base, echo), pile = setup.hands[0], decks[back_of(B, 1)]
    decks[back_of(B, 1)], decks[back_of(E, 1)] = pile[1:], (*decks[back_of(E, 1)], echo)
    assert wrong_deal(replace(setup, decks=decks, hands=((base, pile[0]), *setup.hands[1:])), rules) is not None
