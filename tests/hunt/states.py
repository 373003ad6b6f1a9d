"""Unusual states: how each is recognized, and which effects were carried out in it.

An effect is counted for a state only if the state really occurs: at the start of the effect, or while it is executed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.events import (
    DogmaStarted,
    EffectStarted,
    Event,
    NestedEnded,
    NestedStarted,
    SharingBonus,
    Splay,
    Transfer,
    TurnEnded,
)
from innolog.engine.game import Game
from innolog.engine.state import Player
from innolog.engine.zones import NOBODY, Zone
from tests.coverage_of_effects import Key
from tests.hunt.checking import Checking

DECLINED, PAST_EMPTY, PILE_OF_TWO = "declined", "draws past an empty pile", "pile of two loses one"
NOTHING, IN_VAIN = "nothing happens", "shared in vain"
#: States that can occur only with effects that can do something of the kind, or that do not always draw.
CONDITIONAL = (DECLINED, PAST_EMPTY, PILE_OF_TWO, NOTHING, IN_VAIN)

#: States of the player who carries out an effect, checked when it starts.
AT_START: dict[str, Callable[[Game, Player], bool]] = {
    "empty hand": lambda game, me: not me.hand,
    "empty score pile": lambda game, me: not me.score_pile,
    "no top card": lambda game, me: not me.tops(),
    "one card only": lambda game, me: len(me.hand) == 1 and len(me.score_pile) <= 1,
    "tie for highest": lambda game, me: any(_ties(game, cards, max) for cards in _compared(me)),
    "tie for lowest": lambda game, me: any(_ties(game, cards, min) for cards in _compared(me)),
    "age 10 empty": lambda game, me: not game.decks[game.rules.highest_age],
    "four players": lambda game, me: game.rules.players == 4 and not game.rules.teams,
    "teams": lambda game, me: bool(game.rules.teams),
}
#: States that depend on how an effect is carried out, and on what happens in it.
_OTHERS = (
    NOTHING,
    DECLINED,
    PAST_EMPTY,
    PILE_OF_TWO,
    "executed by another card",
    "endorsed",
    "from the display",
    IN_VAIN,
)
STATES = (*AT_START, *_OTHERS)


def _compared(me: Player) -> tuple[Sequence[int], ...]:
    return me.hand, me.score_pile, me.tops()


def _ties(game: Game, cards: Sequence[int], pick: Callable[[Any], int]) -> bool:
    values = [game.age[card] for card in cards]
    return bool(values) and values.count(pick(values)) > 1


@dataclass
class Watch(Checking):
    """A bot around others that also receives the events, counts states, and checks the invariants between actions.

    ``displayed`` is the Artifact that is activated from the display, if any.
    """

    counts: Counter[tuple[Key, str]] = field(default_factory=Counter)
    #: Effects in which a choice could be declined, a card left a board, a card was drawn, or none was drawn. Other
    #: effects can't be in the states about these.
    able: set[tuple[Key, str]] = field(default_factory=set)
    _key: Key | None = None
    _seat: int = 0
    _happened: bool = False
    _drawn: bool = False
    _nested: int = 0
    _endorsed: bool = False
    displayed: int | None = None

    def choose(self, choice: Choice) -> Any:
        """The decision of the bot."""
        answer = super().choose(choice)
        if choice.kind is ChoiceKind.ACTION:
            display = self.game.turn_player.display
            self.displayed = answer.card if answer.card in display else None
        elif self._key is not None and (choice.may or choice.kind is ChoiceKind.YES_NO):
            self.able.add((self._key, DECLINED))
            if answer is None or answer is False:
                self._count(DECLINED)
        return answer

    def over(self) -> None:
        """Finish: count the last effect, and check the invariants."""
        self._end()
        super().over()

    def _count(self, state: str) -> None:
        assert self._key is not None
        self.counts[self._key, state] += 1

    def _end(self) -> None:
        if self._key is not None and not self._drawn:
            self.able |= {(self._key, NOTHING), (self._key, IN_VAIN)}
            if not self._happened:
                self._count(NOTHING)
                if self._seat != self.game.turn_player.index and self._key[2] in ("dogma", "echo"):
                    self._count(IN_VAIN)
        self._key = None

    def receive(self, event: Event) -> None:
        """Process an event."""
        super().receive(event)
        if isinstance(event, EffectStarted):
            self._end()
            self._start(event)
        elif isinstance(event, Transfer):
            self._happened = True
            if self._key is not None:
                self._moved(event)
        elif isinstance(event, NestedStarted):
            self._nested += 1
            self._happened = True
        elif isinstance(event, NestedEnded):
            self._end()
            self._nested -= 1
        elif isinstance(event, DogmaStarted):
            self._endorsed, self._nested = event.endorsed, 0
        elif isinstance(event, SharingBonus | TurnEnded):
            self._end()
        elif isinstance(event, Splay):
            self._happened = True

    def _start(self, event: EffectStarted) -> None:
        game = self.game
        me = game.players[event.player]
        self._key, self._seat = (game.rules.edition.value, event.card, event.kind, event.number), event.player
        self._happened = self._drawn = False
        for state, holds in AT_START.items():
            if holds(game, me):
                self._count(state)
        if self._nested:
            self._count("executed by another card")
        elif self._endorsed:
            self._count("endorsed")
        elif event.card == self.displayed:
            self._count("from the display")

    def _moved(self, event: Transfer) -> None:
        game, card = self.game, event.card
        assert self._key is not None
        if event.from_zone == Zone.BOARD and card < UNKNOWN_BASE:
            if (event.from_owner, Zone.BOARD) != (event.to_owner, event.to_zone):
                self.able.add((self._key, PILE_OF_TWO))
                if len(game.players[event.from_owner].piles[game.color[card]]) == 1:
                    self._count(PILE_OF_TWO)
        elif event.from_zone == Zone.DECK and event.from_owner == NOBODY and event.to_owner != NOBODY:
            self._drawn = True
            self.able.add((self._key, PAST_EMPTY))
            age = game.age[card]
            if age > 1 and not game.decks[age - 1]:
                self._count(PAST_EMPTY)
