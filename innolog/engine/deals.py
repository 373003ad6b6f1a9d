"""What a deal must be before the first decision (Deluxe rulebook, "Game setup" 1 to 5; fourth edition, "Setup")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, NamedTuple, Protocol

from innolog.cards.facts import UNKNOWN_BASE, CardSet, back_age, back_is_relic, back_of, back_set
from innolog.engine.achievements import special_achievements
from innolog.engine.nature import Nature
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Setup
from innolog.support.counting import counted

#: What stands for the back of a card that the edition does not have.
NO_BACK: Final = -1


class Dealt(Protocol):
    """How the cards lay before the first decision, as a record has it."""

    #: The supply piles by back, each from bottom to top.
    decks: dict[int, list[int]]
    #: The cards that each player is dealt.
    hands: list[list[int]]
    #: The cards that are set aside, the special achievements in play, and the relics.
    achievements: list[int]
    specials: list[int]
    relics: list[int]
    #: The backs of cards of which only that is known, and what some of these can only be.
    unknown_backs: list[int]
    faces: dict[int, list[int]]


def setup_of(dealt: Dealt) -> Setup:
    """The setup of the deal that a record has."""
    return Setup(
        decks={back: tuple(cards) for back, cards in dealt.decks.items()},
        hands=tuple([tuple(hand) for hand in dealt.hands]),
        achievements=tuple(dealt.achievements),
        specials=tuple(dealt.specials),
        relics=tuple(dealt.relics),
        unknown_backs=tuple(dealt.unknown_backs),
        faces={card: frozenset(faces) for card, faces in dealt.faces.items()},
    )


class WrongDeal(NamedTuple):
    """What the rules of a setup expect, and what a deal has instead, in words."""

    expected: str
    observed: str


def dealt_backs(rules: Ruleset) -> tuple[int, int]:
    """The backs of the two cards that each player gets: two base cards of age 1; with Echoes, the second is an Echo.

    Deluxe rulebook, "Game setup" 4; fourth edition, "Setup".
    """
    second = CardSet.ECHOES if CardSet.ECHOES in rules.sets else CardSet.BASE
    return back_of(CardSet.BASE, 1), back_of(second, 1)


def wrong_deal(setup: Setup, rules: Ruleset) -> WrongDeal | None:
    """The first thing in which a deal is not that of a game by the rules; None if it is.

    Every card of the sets in play lies in one place: two in each hand, one of each age but the last among the
    achievements, the special achievements of the sets beside them, the relics if there are any, and the rest in the
    supply piles. All hidden cards can be different cards that lie nowhere else.
    """
    return next(_faults(setup, rules), None)


def _faults(setup: Setup, rules: Ruleset) -> Iterator[WrongDeal]:
    table = rules.table

    def backs(cards: Iterable[int]) -> list[int]:
        # A number that is no card of the edition has a back that no card has.
        hidden = setup.unknown_backs
        return sorted(
            hidden[card - UNKNOWN_BASE]
            if card >= UNKNOWN_BASE
            else table.back[card]
            if card in table.cards
            else NO_BACK
            for card in cards
        )

    for back, cards in setup.decks.items():
        if wrong := [found for found in backs(cards) if found != back]:
            yield WrongDeal(f"only cards of {_named(back)} in their supply pile", _named(wrong[0]))
    for seat, hand in enumerate(setup.hands):
        if (found := backs(hand)) != sorted(dealt_backs(rules)):
            yield WrongDeal(f"{_listed(dealt_backs(rules))} in the hand of seat {seat}", _listed(found))
    wanted = [back_of(CardSet.BASE, age) for age in rules.achievement_ages]
    if (found := backs(setup.achievements)) != wanted:
        yield WrongDeal(f"one base card of each age from 1 to {len(wanted)} as achievements", _listed(found))
    specials = special_achievements(rules)
    if sorted(setup.specials) != sorted(specials):
        named = table.achievements
        expected, lie = (
            ", ".join(named[card].name if card in named else f"card {card}" for card in sorted(cards))
            for cards in (specials, setup.specials)
        )
        yield WrongDeal(f"the special achievements {expected}", lie or "none")
    relics = [card.id for card in table.cards.values() if card.relic] if rules.relics else []
    if (found := backs(setup.relics)) != backs(relics):
        yield WrongDeal(f"{counted(len(relics), 'relic')} beside the supply piles", _listed(found))
    lying = [*setup.hands, setup.achievements, setup.relics, *setup.decks.values()]
    dealt = Counter(backs(chain.from_iterable(lying)))
    printed = {
        back: len(cards)
        for back, cards in table.by_back.items()
        if back_set(back) in rules.sets and not back_is_relic(back)
    }
    printed |= Counter(backs(relics))
    for back in sorted({*dealt, *printed}):
        if dealt[back] != printed.get(back, 0):
            yield WrongDeal(f"{counted(printed.get(back, 0), 'card')} of {_named(back)}", str(dealt[back]))
    known = {card for card in chain.from_iterable(lying) if card < UNKNOWN_BASE}
    for card, faces in sorted(setup.faces.items()):
        back = setup.unknown_backs[card - UNKNOWN_BASE]
        possible = {*table.by_back.get(back, ())} - known
        if not faces or not faces <= possible:
            others = (table.name[face] if face < UNKNOWN_BASE else f"card {face}" for face in sorted(faces - possible))
            expected = f"as faces of card {card} only cards of {_named(back)} that lie nowhere else"
            yield WrongDeal(expected, ", ".join(others) or "none")
    nature = Nature(table, table.back + list(setup.unknown_backs), known, setup.faces)
    if not nature.can_be_all(setup.faces, frozenset(table.cards)):
        yield WrongDeal("faces with which all hidden cards are different", "faces of too few cards")


def _named(back: int) -> str:
    if back == NO_BACK:
        return "no card of the sets in play"
    kind = "relics" if back_is_relic(back) else CardSet(back_set(back)).name.lower()
    return f"{kind} {back_age(back)}"


def _listed(backs: Iterable[int]) -> str:
    counts = Counter(backs)
    return ", ".join(f"{number} of {_named(back)}" for back, number in sorted(counts.items())) or "nothing"
