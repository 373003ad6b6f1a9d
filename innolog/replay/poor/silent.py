"""Choices that leave no trace in a poor record: splays and new orders of piles."""

from __future__ import annotations

from innolog import log as seen
from innolog.engine import events as done
from innolog.engine.choices import Choice, ChoiceKind
from innolog.log import Fact
from innolog.replay.guide import Guide

#: Events that a log may omit if it does not record a kind of fact.
_HANDLED: dict[Fact, tuple[type, ...]] = {
    Fact.SPLAYS: (done.Splay,),
    Fact.REARRANGEMENTS: (done.Rearranged,),
    Fact.REMOVALS: (done.Wiped, done.Eliminated, done.TopsAndHandsRemoved),
}


class SilentChoices:
    """Knows which choices a log does not show: splays and orders of piles.

    ``crowded`` is True when there are many explanations already, so that less is tried.
    """

    def __init__(self, guide: Guide) -> None:
        self.guide = guide
        self.crowded = False
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
