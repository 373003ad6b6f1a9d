"""Piles in an unrecorded order. The search asks for the order only when it matters.

A pile that was rearranged without a record has too many possible orders for one world each. Only its top card counts: a
splayed pile shows the same in any order of the cards below. So one world has one card on top and the others in no known
order. When the last card above them leaves, or an effect looks at the bottom of the pile, the world is refined: one
world for every card that may lie there.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from innolog import log as seen
from innolog.beliefs.worlds import FIRST_SEAT, Key
from innolog.comparing.matching import is_owner
from innolog.engine.game import Game, Saved
from innolog.engine.zones import Zone
from innolog.log import Observation, Place

#: Groups of cards in no known order, each within one pile and below its top card.
Unordered: TypeAlias = frozenset[frozenset[int]]
IN_ORDER: Unordered = frozenset()


class Found(NamedTuple):
    """``card`` is the uppermost, or the lowest, of ``cards``, which lie in no known order in a pile."""

    cards: frozenset[int]
    card: int
    lowest: bool


class Ranked(NamedTuple):
    """The ``cards``, some of those that lie in no known order in a pile, lie in this order, bottom to top."""

    cards: tuple[int, ...]
    card: None = None


class Group:
    """Cards of one pile that lie in no known order, while an action goes on.

    ``start`` are those of them that lay there when it began, or None if they were put in that order since.
    """

    __slots__ = ("cards", "start")

    def __init__(self, cards: frozenset[int], start: frozenset[int] | None) -> None:
        self.cards = set(cards)
        self.start = start


def arrange(game: Game, unordered: Unordered, found: Found) -> Unordered:
    """Put a card at its place in a pile, between actions. Returns the cards in no known order afterwards."""
    owner, color = game.players[game.place[found.card][0]], game.color[found.card]
    pile = owner.piles[color]
    rest = sorted(found.cards - {found.card})
    places = sorted(pile.index(card) for card in found.cards)
    for place, card in zip(places, [found.card, *rest] if found.lowest else [*rest, found.card], strict=True):
        pile[place] = card
    owner.forget(color)
    left = unordered - {found.cards}
    return left | {frozenset(rest)} if len(rest) > 1 else left


def rank(game: Game, unordered: Unordered, cards: Sequence[int]) -> bool:
    """Put cards of a pile in an order, bottom to top, as far as their order is unknown. Call it between actions.

    Returns whether they lie in that order now.
    """
    unrecorded = frozenset().union(*unordered)
    moved = [card for card in cards if card in unrecorded]
    owner, color = game.players[game.place[cards[0]][0]], game.color[cards[0]]
    pile = owner.piles[color]
    for place, card in zip(sorted(map(pile.index, moved)), moved, strict=True):
        pile[place] = card
    owner.forget(color)
    return [card for card in pile if card in cards] == list(cards)


def remaining(game: Game, groups: Iterable[Group]) -> Unordered:
    """The cards in no known order after an action."""
    found = [frozenset(card for card in group.cards if game.place[card][1] == Zone.BOARD) for group in groups]
    return frozenset(cards for cards in found if len(cards) > 1)


def leaving(observations: Sequence[Observation], cursor: int, owner: int, to: tuple[int, Place] | None) -> set[int]:
    """The cards that leave the board of a player next: one after the other for one place, or (None) for any.

    For any place, lost splays and flags may be recorded in between.
    """
    found: set[int] = set()
    for number in range(cursor, len(observations)):
        observation = observations[number]
        if to is None and isinstance(observation, seen.Splay):
            continue
        if not isinstance(observation, seen.Transfer):
            break
        here = observation.from_place is Place.BOARD and is_owner(owner, observation.from_owner)
        if not here or observation.card is None:
            if to is None and observation.from_place is not Place.BOARD:
                continue
            break
        if to is not None and not (observation.to_place is to[1] and is_owner(to[0], observation.to_owner)):
            break
        found.add(observation.card)
    return found


def outline(key: Key) -> Hashable:
    """A key that is equal for explanations that differ at most in the order of covered cards."""
    seats = []
    for seat in key.open[FIRST_SEAT:]:
        assert isinstance(seat, tuple)
        display, piles, *more = seat
        seats.append((display, tuple([(frozenset(pile), pile[-1:]) for pile in piles]), *more))
    # The cards in no known order come before the seats.
    return key.open[: FIRST_SEAT - 1], tuple(seats), key.decks, key.zones


def lose_order(game: Game, states: Sequence[tuple[Saved, Unordered]]) -> Unordered:
    """Make the order of covered cards unknown in which some states with one outline differ.

    Call it between actions of a game in the first of these states. Returns the cards in no known order afterwards: in
    each pile, all between the first and the last card that may lie elsewhere.
    """
    unknown = [{card for cards in unordered for card in cards} for _, unordered in states]
    found: list[frozenset[int]] = []
    for player in game.players:
        for color, pile in enumerate(player.piles):
            piles = [saved.state.players[player.index].piles[color] for saved, _ in states]
            unsure = [
                place
                for place, card in enumerate(pile)
                if any(
                    other[place] != card or other[place] in cards for other, cards in zip(piles, unknown, strict=True)
                )
            ]
            if unsure:
                first, last = unsure[0], unsure[-1] + 1
                pile[first:last] = sorted(pile[first:last])
                found.append(frozenset(pile[first:last]))
                player.forget(color)
    return frozenset(found)
