"""Shuffling and dealing."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from random import Random

from innolog.cards.facts import CardSet, back_of, back_set
from innolog.engine.achievements import special_achievements
from innolog.engine.deals import dealt_backs
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Setup


def deal(rules: Ruleset, seed: int) -> Setup:
    """Shuffle the sets in play and deal (Deluxe rulebook, "Game setup" 1 to 5).

    The same rules and seed give the same deal on every machine. Relics lie beside the supply piles.
    """
    random = Random(seed)
    table = rules.table
    decks: dict[int, list[int]] = {}
    for back, cards in sorted(table.by_back.items()):
        if back_set(back) in rules.sets:
            decks[back] = list(cards)
            random.shuffle(decks[back])
    achievements = tuple(decks[back_of(CardSet.BASE, age)].pop() for age in rules.achievement_ages)
    hands = tuple(tuple(decks[back].pop() for back in dealt_backs(rules)) for _ in range(rules.players))
    return Setup(
        decks={back: tuple(cards) for back, cards in decks.items()},
        hands=hands,
        achievements=achievements,
        specials=special_achievements(rules),
        relics=tuple(card.id for card in table.cards.values() if card.relic) if rules.relics else (),
    )


def stacked(setup: Setup, wanted: Container[int]) -> Setup:
    """The same deal with the wanted cards on top of their supply piles, in the order in which they lay."""
    decks = {}
    for back, cards in setup.decks.items():
        decks[back] = tuple(sorted(cards, key=lambda card: card in wanted))
    return replace(setup, decks=decks)
