"""Whole games that reach a position at once: a card whose effect is replaced lays out the table.

A position has no history, and an export of a game needs one. So the first player's card of age 1 is given another
effect, which puts cards of the supply piles into places, one after the other, with moves of the engine. The piles are
stacked, so that these are the cards that the position needs. The replay runs the same effect. All that follows the
position is then played, exported and judged as in any game: from every seat, with all that is hidden there.
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

#: Cards whose effect may be replaced: of those dealt, they come first in the alphabet, and so their owner begins.
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
    """A position as steps, and the deal that they need; ``card`` is the one that the first player activates."""

    card: int
    steps: tuple[Step, ...]
    setup: Setup

    def carry_out(self, game: Game, me: Player) -> None:
        """The effect: once, in the first turn, by the player whose turn it is."""
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
                # Nobody claims for another one, which no form has words for.
                game.current = player
                game.achieve(player, next(card for card in game.available if game.age[card] == step.age))
                game.current = me
            elif back_is_relic(step.back):
                relic = next(card for card in game.relics if game.back[card] == step.back)
                game.transfer(relic, player, step.zone)
            elif not game.decks[step.back]:
                # What else happened in the position took the last card.
                continue
            elif step.zone is Zone.DISPLAY:
                game.dig(player, game.decks[step.back][-1])
            elif step.zone is Zone.FORECAST:
                game.foreshadow(player, game.decks[step.back][-1])
            else:
                game.transfer(game.decks[step.back][-1], player, step.zone)


@contextmanager
def arranged(arrangement: Arrangement) -> Iterator[None]:
    """Let the card of an arrangement have its effect, for the engine and for every replay."""
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
    """A deal being made into one that an arrangement needs, step by step.

    Cards are put into places in any order; :meth:`finished` stacks the supply piles so that they come to lie there.
    """

    def __init__(self, rules: Ruleset, seed: int, keeps: Container[int]) -> None:
        """Deal with a seed; ``keeps`` are cards that must be there to be placed."""
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
        # Nobody's first card comes before it in the alphabet, and what is to be placed lies in its supply pile.
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
        """Let two cards with one back change places."""
        for cards in (*self.decks.values(), *self._hands, self._achievements):
            cards[:] = [one if card == other else other if card == one else card for card in cards]

    def left(self, back: int) -> list[int]:
        """The cards of a supply pile that are not placed yet."""
        return self.decks[back]

    def put(self, card: int, seat: int, zone: Zone) -> None:
        """Put a card that lies in its supply pile into a zone."""
        back = self.back[card]
        if not self.table.relic[card]:
            self.decks[back].remove(card)
            self._taken.setdefault(back, []).append(card)
        self._steps.append(Put(back, seat, zone))

    def empty(self, back: int, seat: int, zone: Zone) -> None:
        """Put all cards that are left of a supply pile into a zone; those just returned, too."""
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
