"""The nodes of the search."""

from __future__ import annotations

from typing import Any, NamedTuple

from innolog.beliefs.refinements import Refinement
from innolog.beliefs.unordered import IN_ORDER, Unordered
from innolog.comparing.matching import Mismatch
from innolog.engine.choices import ChoiceKind
from innolog.engine.events import Transfer
from innolog.engine.game import Saved
from innolog.replay.lessons import Interchangeable
from innolog.replay.picks import Step
from innolog.results.result import ActionRecord
from innolog.results.soundness import EXHAUSTIVE, Soundness


class Actions(NamedTuple):
    """The last action before a node, and those before it: a linked list that several nodes can share."""

    last: ActionRecord
    before: Actions | None


class Node:
    """A world and a cursor in the log: one way to explain the log up to the end of an action.

    The world is the position, with the belief state about hidden cards (``saved``) and the piles in no known order
    (``unordered``). ``earlier`` are the nodes before the action that lead to this world: several if equal worlds were
    merged. ``lessons`` refined the belief state at the start of the action. ``interchangeable`` are the cards that were
    made indistinguishable after it, with the number of the choice from which on they were. ``ways`` are all actions
    that lead to this world, this one first, if they are kept.
    """

    def __init__(
        self,
        saved: Saved,
        cursor: int,
        earlier: list[Node] | None = None,
        depth: int = 0,
        record: ActionRecord | None = None,
        lessons: tuple[Refinement, ...] = (),
        interchangeable: tuple[Interchangeable, ...] = (),
    ) -> None:
        self.saved = saved
        self.cursor = cursor
        self.earlier = [] if earlier is None else earlier
        #: The number of actions explained.
        self.depth = depth
        self.record = record
        self.lessons = lessons
        self.interchangeable = interchangeable
        self.unordered: Unordered = IN_ORDER
        self.ways: dict[tuple[Any, ...], Node] | None = None
        #: The actions that lead here; for a full record nothing else is kept of the past.
        self.actions: Actions | None = None
        #: True when the log ends within the next action.
        self.at_end = False
        #: The soundness of the search up to here.
        self.soundness: Soundness = EXHAUSTIVE
        #: The number of compared statements of the log, and of decisions since the last compared event.
        self.checks = self.decisions = 0
        #: The players whom the action asked something. Messages to them may come after its last event.
        self.askable: frozenset[int] = frozenset()
        #: True when the action has a blind choice with other possible answers.
        self.guessed = False

    def way(self) -> tuple[Any, ...]:
        """A key that distinguishes actions that lead to this world, regardless of the order of their events.

        The order of hidden cards that move together makes no difference.
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
    """The furthest place in the log that any explanation reached, and the difference there.

    The failed action was played from ``saved`` after ``node``; ``steps`` were matched in it. ``front`` are all nodes of
    that layer.
    """

    cursor: int
    mismatch: Mismatch
    node: Node
    saved: Saved
    steps: list[Step]
    front: list[Node]
