"""Worlds that are equal, or nearly equal, so that the search need continue only one of them.

Silent choices multiply: there is a world for each combination of splays, orders of draws and cards drawn. Most worlds
no longer differ when the effect comes to the next player. Between actions, many differ only in the identity of hidden
cards. If there are many, they are merged into one world that leaves it open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple

from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine.game import Game
from innolog.engine.state import Player
from innolog.engine.zones import OF_A_PLAYER, OF_NOBODY

#: The zones of a player in which cards can lie face down, and the others.
_HIDDEN = [place.zone for place in OF_A_PLAYER if place.hidden]
_OPEN = [place.zone for place in OF_A_PLAYER if not place.hidden]


def standing(game: Game) -> tuple[Hashable, ...]:
    """A key of the exact state of a game within an action: equal only if all cards everywhere are equal.

    Unlike between actions, each hidden card counts as itself: a face that it shows later must have been its own before.
    """
    nature = game.nature
    return (
        game.current.index,
        game.executed,
        game.changed,
        game.shared,
        frozenset([(what, _fixed(value)) for what, value in game.notes.items()]),
        tuple(map(tuple, game.decks.values())),
        tuple(game.specials),
        tuple(map(tuple, game.zones.values())),
        nature.placed,
        frozenset(nature.domains.items()),
        tuple([(tuple(map(tuple, player.zones.values())), *in_the_open(player)) for player in game.players]),
    )


def in_the_open(player: Player) -> tuple[Hashable, ...]:
    """The facts about a player that everybody sees, without the numbers of face-down cards."""
    return (
        tuple([tuple(player.zones[zone]) for zone in _OPEN]),
        tuple(map(tuple, player.piles)),
        tuple(player.splays),
        player.tucked,
        player.scored,
        player.endorsed,
        player.eliminated,
        player.state.stored_scores.get(player.index),
    )


#: The index in :attr:`Key.open` at which the seats begin, each as :func:`in_the_open` has it.
FIRST_SEAT = 6


class Key(NamedTuple):
    """The facts that decide how a game between two actions can continue.

    ``open`` begins with the state of the turn and the cards in no known order. ``decks`` has the labels of the cards of
    every pile from bottom to top. ``zones`` counts each label in every zone of :func:`concealing`. The label of a known
    card is its id. That of a hidden card is its back, below zero, or its back with its domain.
    """

    open: tuple[Hashable, ...]
    decks: tuple[tuple[Any, ...], ...]
    zones: tuple[frozenset[tuple[Any, int]], ...]


class Keys:
    """Makes the keys of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        #: The labels of piles of cards about which nothing was assumed.
        self._piles: dict[tuple[int, ...], tuple[Any, ...]] = {}

    def of(self, unordered: Hashable) -> Key:
        """The key of the game's present state; equal for equal states."""
        game = self.game
        domains, back = game.nature.domains, game.back

        def label(card: int) -> Any:
            if card < UNKNOWN_BASE:
                return card
            faces = domains.get(card)
            return -back[card] if faces is None else (back[card], faces)

        def pile(cards: tuple[int, ...]) -> tuple[Any, ...]:
            # Most piles have not changed, and nothing was assumed about their cards.
            if not domains.keys().isdisjoint(cards):
                return tuple(map(label, cards))
            labels = self._piles.get(cards)
            if labels is None:
                labels = self._piles[cards] = tuple(map(label, cards))
            return labels

        def bag(cards: Iterable[int]) -> Any:
            counts: dict[Any, int] = {}
            for card in cards:
                name = label(card)
                counts[name] = counts.get(name, 0) + 1
            return frozenset(counts.items())

        return Key(
            (
                game.turn_player.index,
                game.turn,
                game.action,
                game.actions_in_turn,
                game.free_action,
                unordered,
                *map(in_the_open, game.players),
            ),
            tuple([pile(tuple(cards)) for cards in game.decks.values()]),
            tuple(map(bag, concealing(game))),
        )


def concealing(game: Game) -> list[list[int]]:
    """The zones, other than supply piles, in which cards can lie face down in no order that matters.

    A card that is known to be out of the game cannot be one of the hidden cards that are left.
    """
    zones = [game.zones[place.zone] for place in OF_NOBODY if place.hidden]
    for player in game.players:
        zones += [player.zones[zone] for zone in _HIDDEN]
    return zones


def outside(key: Key, back: Sequence[int]) -> Hashable:
    """The part of a key that can be seen without turning a card around."""
    zones = []
    for zone in key.zones:
        backs: Counter[int] = Counter()
        for label, number in zone:
            backs[_back(label, back)] += number
        zones.append(frozenset(backs.items()))
    return key.open, tuple(map(len, key.decks)), tuple(zones)


def _back(label: Any, back: Sequence[int]) -> int:
    back_of_label: int = label[0] if isinstance(label, tuple) else -label if label < 0 else back[label]
    return back_of_label


def forget_differences(game: Game, keys: Sequence[Key]) -> None:
    """Make the hidden cards indistinguishable in which some keys differ.

    Call it between actions of the game of the first key. All keys must be equal :func:`outside`. The game then includes
    all of their states.
    """
    first = keys[0]
    unsure: list[int] = []
    for number, deck in enumerate(game.decks.values()):
        places = zip(deck, *[key.decks[number] for key in keys], strict=True)
        unsure += [card for card, label, *others in places if any(other != label for other in others)]
    for number, cards in enumerate(concealing(game)):
        common = Counter(dict(first.zones[number]))
        for key in keys[1:]:
            common &= Counter(dict(key.zones[number]))
        domains = game.nature.domains
        for card in cards:
            faces = domains.get(card)
            label = card if card < UNKNOWN_BASE else -game.back[card] if faces is None else (game.back[card], faces)
            if common[label]:
                common[label] -= 1
            else:
                unsure.append(card)
    for back in {game.back[card] for card in unsure}:
        game.forget([card for card in unsure if game.back[card] == back])
    # The assumptions of the other states about some cards were not made here.
    game.nature.forget_assumptions()


def _fixed(value: Any) -> Hashable:
    return tuple(value) if isinstance(value, list) else value
