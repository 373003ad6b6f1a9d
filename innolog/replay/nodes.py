"""The nodes of the search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from innolog.beliefs.refinements import Refinement
from innolog.beliefs.unordered import IN_ORDER, Unordered
from innolog.comparing.matching import Mismatch
from innolog.engine.choices import ChoiceKind
from innolog.engine.events import Transfer
from innolog.engine.game import Saved
from innolog.replay.due import Step
from innolog.replay.lessons import Interchangeable
from innolog.results.result import ActionRecord
from innolog.results.soundness import EXHAUSTIVE, Soundness


class Actions(NamedTuple):
    """The last of the actions that lead to a node, and those before it: a list that several nodes can share."""

    last: ActionRecord
    before: Actions | None


@dataclass(slots=True, eq=False)
class Node:
    """A world and a cursor in the log: one way to explain the log up to the end of an action.

    The world is the position, with the belief state about hidden cards (``saved``) and the piles in no known order
    (``unordered``). ``earlier`` are the nodes before the action that lead to this world: several if equal worlds were
    merged. ``lessons`` are what was known otherwise from the start of the action on. ``exchanged`` are the cards of
    piles in an unrecorded order which lay the other way round then, two at a time. ``interchangeable`` are the cards
    that were made indistinguishable after it, with the number of the choice from which on they were. ``ways`` are all
    actions that lead to this world, this one first, if they are kept.
    """

    saved: Saved
    cursor: int
    earlier: list[Node] = field(default_factory=list)
    #: The number of actions explained.
    depth: int = 0
    record: ActionRecord | None = None
    lessons: tuple[Refinement, ...] = ()
    interchangeable: tuple[Interchangeable, ...] = ()
    exchanged: tuple[tuple[int, int], ...] = ()
    unordered: Unordered = IN_ORDER
    ways: dict[tuple[Any, ...], Node] | None = None
    #: The actions that lead here; in a full record this is all that is kept of what was before.
    actions: Actions | None = None
    #: True when the log ends in the midst of the next action.
    at_end: bool = False
    #: The soundness of all that was tried up to here.
    soundness: Soundness = EXHAUSTIVE
    #: How many statements of the log were compared, and how many decisions players took since the last event compared.
    checks: int = 0
    decisions: int = 0
    #: True when something in the action was chosen blindly and can have been chosen otherwise.
    guessed: bool = False
    #: The furthest cursor at which the next action fails, and at whose board (a seat), if that is known.
    deepest: int = -1
    whose: int | None = None

    def way(self) -> tuple[Any, ...]:
        """What makes an action that leads to this world another one: what is done, whatever the order.

        Hidden cards that move together do so in an order that makes no difference.
        """
        assert self.record is not None
        events = sorted(
            [
                str(event._replace(from_position=0, to_position=0) if isinstance(event, Transfer) else event)
                for event, _ in self.record.events
            ]
        )
        answers = [
            (choice.kind, choice.player, answer)
            for choice, answer in self.record.decisions
            if choice.kind is not ChoiceKind.CARD
        ]
        return (self.earlier[0], self.lessons, self.interchangeable, tuple(events), tuple(answers))


def records(actions: Actions | None) -> list[ActionRecord]:
    """The records of actions, the first one first."""
    found = []
    while actions is not None:
        found.append(actions.last)
        actions = actions.before
    return found[::-1]


class Failure(NamedTuple):
    """The furthest place in the log that any explanation reached, and what differs there.

    The action in which it happened was played from ``saved`` after ``node``; ``steps`` are what was matched in it.
    ``front`` are all nodes that were carried then.
    """

    cursor: int
    mismatch: Mismatch
    node: Node
    saved: Saved
    steps: list[Step]
    front: list[Node]
