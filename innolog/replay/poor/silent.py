"""Choices that leave no trace in a poor record: splays and new orders of piles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import factorial
from typing import Any, NamedTuple

from innolog import log as seen
from innolog.engine import events as done
from innolog.engine.choices import Choice, ChoiceKind
from innolog.log import Fact
from innolog.replay.guide import Guide
from innolog.replay.picks import Pick
from innolog.replay.piles import ALL_ORDERS, Orders, likely_order
from innolog.results.soundness import Incomplete

#: Events that a log may omit if it does not record a kind of fact.
_HANDLED: dict[Fact, tuple[type, ...]] = {
    Fact.SPLAYS: (done.Splay,),
    Fact.REARRANGEMENTS: (done.Rearranged,),
    Fact.REMOVALS: (done.Wiped, done.Eliminated, done.TopsAndHandsRemoved),
}

#: If the piles of a player have together at most this many other orders, all are tried.
FEW_ORDERS = 8

#: Answers to silent choices, by the player, the kind, and the number of such choices before in the action.
Answers = dict[tuple[int, ChoiceKind, int], Any]


class Held(NamedTuple):
    """Answers to the silent choices of an action, kept while those of one player (the seat ``but``) vary."""

    answers: Answers
    but: int


class SilentChoices:
    """Answers choices that a log does not show: splays and orders of piles.

    ``crowded`` is True when there are many explanations already, so that less is tried.
    """

    def __init__(self, guide: Guide) -> None:
        self.guide = guide
        self.crowded = False
        #: The cards of each pile that was put in an order that the log does not record.
        self.unrecorded: set[frozenset[int]] = set()
        #: Which orders are tried of a pile that may have been put in a new one.
        self.orders = Orders.LIKELY
        #: Silent choices that are kept while those of one player are tried in more ways.
        self.held: Held | None = None
        log = guide.log
        told = set(log.records)
        if any(isinstance(observation, seen.Rearranged) for observation in log.observations):
            # Such words record that a pile was rearranged, but not the new order.
            told.add(Fact.REARRANGEMENTS)
        for fact, events in _HANDLED.items():
            for event in events if fact not in told else ():
                guide.ignore(event)
        #: True when the log does not even record that a pile is put in a new order.
        self.silent_orders = Fact.REARRANGEMENTS not in told

    def shows_order(self) -> bool:
        """Whether the log shows the order of the pile that is put in a new one next."""
        told = self.guide.peek()
        shown = isinstance(told, seen.Rearranged) and bool(told.order)
        return shown or Fact.REARRANGEMENTS in self.guide.log.records

    def is_silent(self, choice: Choice) -> bool:
        """Whether an answer leaves no trace in the log."""
        if choice.kind is ChoiceKind.ORDER or choice.rearranges:
            return self.silent_orders
        splays = choice.splays is not None or (choice.kind is ChoiceKind.COLOR and choice.target is not None)
        return splays and Fact.SPLAYS not in self.guide.log.records

    def splays_that_differ(self, choice: Choice) -> list[int]:
        """The top cards of the piles that a choice can splay, and one of those that it cannot."""
        game = self.guide.game
        changing, others = list[int](), list[int]()
        for top in choice.options:
            player, color = game.players[game.place[top][0]], game.color[top]
            changes = len(player.piles[color]) > 1 and player.splays[color] != choice.splays
            (changing if changes else others).append(top)
        return [*changing, *others[:1]]

    def kept(self, choice: Choice) -> Pick | None:
        """The answer that is kept to a silent choice while those of another player vary."""
        held = self.held
        if held is None or choice.player == held.but or not self.is_silent(choice):
            return None
        kind = choice.kind
        before = sum(
            pick.choice.kind is kind and pick.choice.player == choice.player and self.is_silent(pick.choice)
            for pick in self.guide.picks
        )
        key = (choice.player, kind, before)
        if key not in held.answers:
            return None
        answer = held.answers[key]
        if kind is ChoiceKind.ORDER:
            can_be = sorted(answer) == sorted(choice.options)
        else:
            can_be = choice.may if answer is None else answer in choice.options
        return Pick([answer], True) if can_be else None

    def pick_rearranged(self, choice: Choice) -> Pick | None:
        """The color of a pile to put in a new order; None if the log shows it."""
        if Fact.REARRANGEMENTS in self.guide.log.records or self.guide.named(choice) is not None:
            return None
        told = self.guide.peek()
        if not self.silent_orders:
            if isinstance(told, seen.Rearranged) and told.owner == choice.player and told.color in choice.options:
                return Pick([told.color], False)
            return Pick([None], False)
        player = choice.player
        piles = {color: self.guide.game.players[player].piles[color] for color in choice.options}
        few = self._are_few(choice)
        tried = [color for color, pile in piles.items() if few or self._tries(player, pile)]
        untried = [frozenset(pile) for color, pile in piles.items() if color not in tried or len(pile) > ALL_ORDERS]
        if untried:
            # Piles without any trace of a new order are left as they are.
            self.guide.omit(Incomplete.ORDERS)
            self.unrecorded.update(untried)
        changed = [color for color, pile in piles.items() if self._likely(pile)[0] != pile]
        return Pick([*changed, None, *(color for color in tried if color not in changed)], True)

    def _tries(self, player: int, pile: Sequence[int]) -> bool:
        """Whether to try other orders than the likely one for a pile that may have been rearranged."""
        small = self.orders is Orders.ALL_OF_SMALL and len(pile) <= ALL_ORDERS
        return small or (self.held is not None and self.held.but == player)

    def _are_few(self, choice: Choice) -> bool:
        """Whether the piles that can be chosen have few enough orders to try all."""
        piles = self.guide.game.players[choice.player].piles
        return sum(factorial(len(piles[color])) - 1 for color in choice.options) <= FEW_ORDERS

    def pick_order(self, choice: Choice) -> Pick | None:
        """A pile in a new order; None if the log shows it."""
        if self.shows_order():
            return None
        cards = choice.options
        likely, known = self._likely(cards)
        if self.silent_orders:
            color = self.guide.picks[-1].choice if self.guide.picks else choice
            more = self._tries(choice.player, cards) or (color.rearranges and self._are_few(color))
        else:
            more = not (known or self.crowded)
        if len(cards) <= ALL_ORDERS and more:
            return Pick([order[::-1] for order in permutations(reversed(likely))], True)
        # Only the top card is tried in every way.
        self.guide.omit(Incomplete.ORDERS)
        self.unrecorded.add(frozenset(cards))
        tops = likely[::-1] if more else [likely[-1]]
        return Pick([(*(card for card in likely if card != top), top) for top in tops], True)

    def _likely(self, cards: Sequence[int]) -> tuple[list[int], bool]:
        """The likely order of a pile from what the log shows of it later; False if it shows nothing."""
        return likely_order(self.guide.game, self.guide.observations[self.guide.cursor :], cards)
