"""Positions at any choice, also within an action."""

from __future__ import annotations

from typing import Any, NamedTuple

from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.events import ActionBegan, FreeActionBegan, Transfer
from innolog.engine.game import Game, Saved
from innolog.strategy.knowledge import Knowledge


class Decision(NamedTuple):
    """Who chose what kind of thing, and the answer."""

    player: int
    kind: ChoiceKind
    answer: Any


class Moment(NamedTuple):
    """The place of a choice in a game.

    A game that takes up ``before`` and gives the answers of ``decisions`` comes to this choice again.
    ``known`` are the cards whose face and place the player who has the choice knows.
    """

    before: Saved
    decisions: tuple[Decision, ...]
    known: frozenset[int]


class Course:
    """Follows a game from where it is now: pass on every event and every decision."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._before = game.save()
        self._decisions: list[Decision] = []
        self.knowledge = Knowledge(game)
        self._at_first = [frozenset(cards) for cards in self.knowledge.known]

    def receive(self, event: Any) -> None:
        """Note an event."""
        if isinstance(event, Transfer):
            self.knowledge.receive(event)
        elif isinstance(event, ActionBegan):
            # The engine has counted the action already.
            saved = self._game.save()
            self._begin(saved._replace(action=saved.action - 1))
        elif isinstance(event, FreeActionBegan):
            self._begin(self._game.save()._replace(free_action=True))

    def _begin(self, before: Saved) -> None:
        self._before = before
        self._decisions.clear()

    def decided(self, choice: Choice, answer: Any) -> None:
        """Note a decision."""
        self._decisions.append(Decision(choice.player, choice.kind, answer))

    def moment(self, seat: int) -> Moment:
        """The present choice, which the player at a seat has."""
        return Moment(self._before, tuple(self._decisions), frozenset(self.knowledge.known[seat]))

    def opening(self, seat: int) -> Moment:
        """The place where a player chooses the first meld: all players do so at the same time."""
        return Moment(self._before, (), self._at_first[seat])

    def known_to_any(self) -> Moment:
        """The present place, with all cards that any player knows."""
        return Moment(self._before, tuple(self._decisions), frozenset().union(*self.knowledge.known))
