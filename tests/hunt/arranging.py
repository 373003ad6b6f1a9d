"""Whole games that reach a given position in the first turn: a card with a replaced effect sets it up.

A position has no history, but an export of a game needs one. So the first player's card of age 1 gets another effect.
It moves cards from the supply piles to their places, one after the other. The piles are stacked in such a way that
these are the right cards. The replay runs the same effect. From the position on, the game is played, exported and
judged like any other.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from innolog.cards import registry
from innolog.cards.facts import back_is_relic, back_of, card_table
from innolog.cards.registry import STANDARD, Effect, EffectKind, card_named, effects_of
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Player, Setup
from innolog.engine.zones import Zone
from innolog.simulate import deal

#: Cards whose effect may be replaced. They are alphabetically first, so their owner begins.
FIRST, SECOND = "Agriculture", "Archery"


@dataclass(frozen=True, slots=True)
class Put:
    """The top card of the supply pile with a back, or the relic beside it, goes to a player's zone."""

    back: int
    seat: int
    zone: Zone


@dataclass(frozen=True, slots=True)
class Turned:
    """A player's pile is splayed."""

    seat: int
    color: int
    direction: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """A player gets an available standard achievement, given by its age."""

    seat: int
    age: int


Step = Put | Turned | Claimed


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A position as a list of steps, and the deal that they need. The first player activates ``card``."""

    card: int
    steps: tuple[Step, ...]
    setup: Setup

    def carry_out(self, game: Game, me: Player) -> None:
        """The replaced effect. It works only once, in the first turn, for the player whose turn it is."""
        if game.turn != 0 or me is not game.turn_player:
            return
        for player in game.players:
            for card in [*player.hand, *player.tops()]:
                if card != self.card:
                    game.return_(card)
        for step in self.steps:
            player = game.players[step.seat]
            if isinstance(step, Turned):
                game.splay(player, step.color, step.direction)
            elif isinstance(step, Claimed):
                # A karma may have moved it in an earlier step.
                for card in [card for card in game.available if game.age[card] == step.age][:1]:
                    # No format can record that a player claims something for another one.
                    game.current = player
                    game.achieve(player, card)
                    game.current = me
            elif back_is_relic(step.back):
                relic = next(card for card in game.relics if game.back[card] == step.back)
                game.transfer(relic, player, step.zone)
            elif not game.decks[step.back]:
                # An earlier step took the last card.
                continue
            elif step.zone is Zone.DISPLAY:
                game.dig(player, game.decks[step.back][-1])
            elif step.zone is Zone.FORECAST:
                game.foreshadow(player, game.decks[step.back][-1])
            else:
                game.transfer(game.decks[step.back][-1], player, step.zone)


@contextmanager
def arranged(arrangement: Arrangement) -> Iterator[None]:
    """Replace the effect of the card, for the engine and for every replay."""
    key = (arrangement.card, STANDARD)
    effects_of(arrangement.card)
    printed = registry._texts[key]
    registry._texts[key] = [Effect(arrangement.card, EffectKind.DOGMA, 1, arrangement.carry_out)]
    effects_of.cache_clear()
    try:
        yield
    finally:
        registry._texts[key] = printed
        effects_of.cache_clear()


class Layout:
    """Builds an arrangement and its deal, step by step.

    Cards are put into places in any order. :meth:`finished` stacks the supply piles so that the steps draw these cards.
    """

    def __init__(self, rules: Ruleset, seed: int, keeps: Container[int]) -> None:
        """Deal with a seed. ``keeps`` are cards that must lie in supply piles, so that they can be placed."""
        self.rules = rules
        self.table = card_table(rules.platform.value)
        self.back = {card: back for back, cards in self.table.by_back.items() for card in cards}
        self.back |= {card.id: back_of(card.set, card.age, True) for card in self.table.cards.values() if card.relic}
        setup = deal(rules, seed)
        self.decks = {back: list(cards) for back, cards in setup.decks.items()}
        self._hands = [list(cards) for cards in setup.hands]
        self._achievements = list(setup.achievements)
        self._relics = setup.relics
        self._specials = setup.specials
        first = card_named(FIRST)
        self.card = card_named(SECOND) if first in keeps else first
        # No other opening card is alphabetically before it, and all cards to be placed lie in their supply piles.
        for card in sorted({first} | {card for cards in setup.hands for card in cards} | set(setup.achievements)):
            if card in keeps or card == first != self.card:
                self._to_its_pile(card)
        self._exchange(self.card, self._hands[0][0])
        self._steps: list[Step] = []
        self._taken: dict[int, list[int]] = {}

    def _to_its_pile(self, card: int) -> None:
        if card not in self.decks[self.back[card]]:
            other = next(
                other for other in self.decks[self.back[card]] if self.table.name[other] not in (FIRST, SECOND)
            )
            self._exchange(card, other)

    def _exchange(self, one: int, other: int) -> None:
        """Exchange two cards with the same back."""
        for cards in (*self.decks.values(), *self._hands, self._achievements):
            cards[:] = [one if card == other else other if card == one else card for card in cards]

    def left(self, back: int) -> list[int]:
        """The cards of a supply pile that are not yet placed."""
        return self.decks[back]

    def put(self, card: int, seat: int, zone: Zone) -> None:
        """Put a card that lies in its supply pile into a zone."""
        back = self.back[card]
        if not self.table.relic[card]:
            self.decks[back].remove(card)
            self._taken.setdefault(back, []).append(card)
        self._steps.append(Put(back, seat, zone))

    def empty(self, back: int, seat: int, zone: Zone) -> None:
        """Put all remaining cards of a supply pile into a zone, including those just returned."""
        for card in list(self.decks[back]):
            self.put(card, seat, zone)
        dealt = sum(self.back[card] == back for cards in self._hands for card in cards if card != self.card)
        self._steps += [Put(back, seat, zone)] * dealt

    def step(self, step: Step) -> None:
        """Add a step that moves no card of a supply pile."""
        self._steps.append(step)

    def finished(self) -> Arrangement:
        """The arrangement."""
        decks = {back: (*cards, *reversed(self._taken.get(back, ()))) for back, cards in self.decks.items()}
        hands = tuple(map(tuple, self._hands))
        setup = Setup(decks, hands, tuple(self._achievements), self._specials, relics=self._relics)
        return Arrangement(self.card, tuple(self._steps), setup)
