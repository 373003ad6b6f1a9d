"""What players name, in a record in which they may leave that out.

A name that fits a choice may then be of a later choice of the same player. So both are tried. Each name must be an
answer: none is left over where its player has answered a choice of its kind without a name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from innolog import log as seen
from innolog.comparing.matching import Mismatch, answer_named
from innolog.engine.choices import Choice, ChoiceKind
from innolog.log import Fact
from innolog.replay.picks import NAMED, NOTHING_NAMED

if TYPE_CHECKING:
    from innolog.replay.poor.guide import PoorGuide


def is_answer(told: seen.Named, choice: Choice, answer: Any) -> bool:
    """Whether what a player named is an answer to a choice."""
    return bool(answer_named(choice.kind, getattr(told, NAMED[choice.kind])) == answer)


class Names:
    """The names and the answers without one since the last event of the log; a part of the guide of a poor record.

    ``optional``: True when players may leave out what they name.
    """

    def __init__(self, guide: PoorGuide) -> None:
        self.guide = guide
        self.optional = Fact.CHOICES not in guide.log.records or bool(guide.log.unworded)
        #: For each answer without a name: the next hard observation, the player, and the field that would have it.
        self._missing: set[tuple[int, int, str]] = set()

    def begin(self) -> None:
        """Begin the action again."""
        self._missing = set()

    def miss(self, player: int, kind: ChoiceKind) -> None:
        """Note that a player has answered a choice of a kind, without a name."""
        self._missing.add((self._next_hard(), player, NAMED[kind]))

    def missing(self) -> frozenset[tuple[int, int, str]]:
        """The answers without a name since the last event."""
        hard = self._next_hard()
        return frozenset([each for each in self._missing if each[0] == hard])

    def check(self, index: int) -> None:
        """Raise :class:`Mismatch` if an observation is a name that is left over."""
        told = self.guide.observations[index]
        if not isinstance(told, seen.Named) or not self.optional:
            return
        for hard, player, field in self._missing:
            if (hard, player) == (self.guide.hard[index], told.player) and getattr(told, field) not in NOTHING_NAMED:
                name, said = self.guide.speaker.player(player), self.guide.speaker.observation(told)
                raise Mismatch("record.choice", f"{name} does not have this choice", said)

    def check_rest(self) -> None:
        """The same for all names after the last event."""
        for index in range(self.guide.cursor, self._next_hard()) if self._missing else ():
            self.check(index)

    def _next_hard(self) -> int:
        return self.guide.hard[self.guide.cursor]
