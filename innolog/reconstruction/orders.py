"""One order for each pile of a story, found from the end to the start.

The search carries cards below the top of a pile in no known order. Later it learns which of them lies at an end
(``Found``), or how some lie (``Ranked``). Followed backwards, these facts show in which order a player put the pile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from innolog.beliefs.unordered import Found, Ranked
from innolog.engine.choices import Choice
from innolog.reconstruction.stories import Asked, Step

#: Two cards of a pile: the first lies below the second.
_Pair = tuple[int, int]


def put_in_order(steps: Sequence[Step], *, told: bool) -> None:
    """Let players of a story put piles in the order that shows later. ``told``: the log says which piles they were."""
    later: list[_Pair] = []
    for step in reversed(steps):
        for number in reversed(range(len(step.items))):
            asked = step.items[number]
            if isinstance(asked, Asked) and asked.piles:
                pile = _put(step, number, asked, later, told=told)
                later = [pair for pair in later if not pile.issuperset(pair)]
        later += [pair for fact in step.orders for pair in _pairs(fact)]


def _pairs(fact: Found | Ranked) -> Iterable[_Pair]:
    if isinstance(fact, Ranked):
        return pairwise(fact.cards)
    others = sorted(fact.cards - {fact.card})
    return [(fact.card, other) if fact.lowest else (other, fact.card) for other in others]


def _put(step: Step, number: int, asked: Asked, later: Sequence[_Pair], *, told: bool) -> frozenset[int]:
    """Put the pile of a choice in the order that shows later; returns its cards.

    If the log does not say which pile it was, and the top card stays, it may have been another pile of the player.
    """
    pile, order = tuple(asked.choice.options), asked.answer
    before = step.items[number - 1] if number else None
    unknown = not told and order[-1] == pile[-1] and _agrees(pile, later)
    if unknown and isinstance(before, Asked) and before.choice.rearranges:
        color = next((color for color, other in enumerate(asked.piles) if not _agrees(other, later)), None)
        if color is not None and color in before.choice.options:
            step.items[number - 1] = before._replace(answer=color)
            order = asked.piles[color]
    order = (*_sorted(order[:-1], later), order[-1])
    step.items[number] = asked._replace(choice=_choice(asked.choice, order), answer=order)
    return frozenset(order)


def _choice(choice: Choice, order: tuple[int, ...]) -> Choice:
    return Choice(choice.kind, choice.player, order, may=choice.may, intent=choice.intent, target=choice.target)


def _agrees(pile: Sequence[int], later: Iterable[_Pair]) -> bool:
    """Whether a pile can lie as it does, bottom to top."""
    place = {card: number for number, card in enumerate(pile)}
    return all(place[lower] < place[upper] for lower, upper in later if lower in place and upper in place)


def _sorted(cards: Sequence[int], later: Iterable[_Pair]) -> list[int]:
    """The cards in an order that agrees with the later facts. Cards without such facts keep their order."""
    left, found = list(cards), list[int]()
    below = {pair for pair in later if pair[0] in cards and pair[1] in cards}
    while left:
        free = [card for card in left if not any(upper == card and lower in left for lower, upper in below)]
        # If the facts contradict each other, the engine will say so.
        card = free[0] if free else left[0]
        left.remove(card)
        found.append(card)
    return found
