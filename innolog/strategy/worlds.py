"""Deals of the hidden cards that agree with what one player knows."""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random
from typing import Any

from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine.actions import Action
from innolog.engine.choices import ChoiceKind
from innolog.engine.game import Game, Saved
from innolog.engine.zones import Zone
from innolog.strategy.moments import Decision

#: The kinds of choice whose answers name cards.
_CARDS = frozenset({ChoiceKind.CARD, ChoiceKind.ACTION, ChoiceKind.ORDER})


def deal_again(trial: Game, before: Saved, known: Collection[int], random: Random) -> dict[int, int]:
    """Let a game take up a position in which all cards but the ``known`` ones with faces are dealt anew.

    Every place keeps the backs of its cards. All deals are equally likely. Returns the new card in the place of each
    card that was dealt; cards of which only the back was recorded get a face that is nowhere else.
    """
    trial.restore(before)
    slots: dict[int, list[int]] = {}
    back, cards_of_table = trial.back, trial.table.cards
    for cards in _places(trial):
        for card in cards:
            if card >= UNKNOWN_BASE or (card not in known and card in cards_of_table):
                slots.setdefault(back[card], []).append(card)
    dealt: dict[int, int] = {}
    for each, cards in slots.items():
        # In an order of their own, so that nothing of a deal comes from where the cards lie.
        faces = sorted(card for card in cards if card < UNKNOWN_BASE)
        missing = len(cards) - len(faces)
        if missing:
            free = [card for card in trial.table.by_back[each] if card not in trial.place]
            random.shuffle(free)
            faces += free[:missing]
        random.shuffle(faces)
        dealt.update(zip(cards, faces, strict=False))
    exchange(trial, dealt)
    return dealt


def _places(game: Game) -> list[list[int]]:
    """All lists of cards of which some can lie face down."""
    found = [*game.decks.values(), *game.zones.values()]
    for player in game.players:
        found += player.zones.values()
    return found


def exchange(game: Game, dealt: dict[int, int]) -> None:
    """Put other cards in the places of cards."""
    for cards in _places(game):
        cards[:] = [dealt.get(card, card) for card in cards]
    place: dict[int, tuple[int, Zone]] = {dealt.get(card, card): where for card, where in game.place.items()}
    game.place = place
    for card in game.table.board_age:
        game.set_value(card)
    game.nature.placed |= frozenset(dealt.values())
    game.nature.domains = {}


def retold(decision: Decision, dealt: dict[int, int]) -> Any:
    """The answer of a decision with the cards of another deal."""
    answer = decision.answer
    if decision.kind in _CARDS:
        return with_cards(answer, dealt.get)
    return answer


def with_cards(answer: Any, of: Callable[[int, int], Any]) -> Any:
    """An answer that names cards (one, an order of a pile, an action), with other cards instead."""
    if isinstance(answer, Action):
        return answer if answer.card is None else Action(answer.kind, of(answer.card, answer.card))
    if isinstance(answer, tuple):
        return tuple(of(card, card) for card in answer)
    return answer if answer is None else of(answer, answer)
