"""Refinements of a belief state: facts that must be known from the start of an action so that the log explains it.

The search tries an action with cards whose faces or order are unknown. If the log shows more, the action is tried again
from a refined belief state (abstraction refinement).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from innolog.beliefs.unordered import Found, Ranked, Unordered, arrange, rank
from innolog.engine.game import Game


class Lesson(NamedTuple):
    """A hidden card, the only one of ``cards``, is ``card``; or (None) several cards are indistinguishable."""

    cards: frozenset[int]
    card: int | None


#: A refinement of the belief about hidden cards, or about the order of a pile.
Refinement: TypeAlias = Lesson | Found | Ranked


def refine(game: Game, unordered: Unordered, refinements: Sequence[Refinement]) -> Unordered | None:
    """Apply refinements to a game between two actions, in the order in which they were learned.

    Returns the cards in no known order afterwards; None if the refinements contradict each other.
    """
    for refinement in refinements:
        if isinstance(refinement, Ranked):
            continue
        if isinstance(refinement, Found):
            unordered = arrange(game, unordered, refinement)
        elif refinement.card is None:
            game.forget(refinement.cards)
        else:
            (hidden,) = refinement.cards
            game.learn(hidden, refinement.card)
    ranked = [refinement.cards for refinement in refinements if isinstance(refinement, Ranked)]
    return unordered if all(rank(game, unordered, cards) for cards in ranked) else None
