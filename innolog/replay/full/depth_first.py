"""The schedule for full records: depth first, with a frontier of one node.

The search continues from the first way to explain an action. If an answer in it was chosen blindly, the other ways are
kept. If no way explains a later action, the search returns to the last action with other ways. A transposition table
(:mod:`~innolog.replay.memory`) keeps the worlds from which everything failed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from innolog import log as seen
from innolog.beliefs.identities import deal
from innolog.engine.digest import digest
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Setup
from innolog.log import At, GameLog
from innolog.replay.answers import Answers
from innolog.replay.expanding import Expander
from innolog.replay.full.due import due
from innolog.replay.guide import Guide
from innolog.replay.memory import PATIENCE, Path
from innolog.replay.nodes import Failure, Node, records
from innolog.replay.outcome import Fork, Outcome, Passage, violation_of
from innolog.replay.picks import OutOfBudget
from innolog.results.snapshots import snapshot
from innolog.results.soundness import EXHAUSTIVE, Incomplete, Soundness
from innolog.support.tuples import made

#: Explained actions to which the search can return. Each keeps a copy of the table; more cost memory.
OPEN_ACTIONS = 400


def replay_under(
    log: GameLog,
    rules: Ruleset,
    *,
    record: bool = False,
    most_returns: int | None = None,
    like: Outcome | None = None,
    strict: bool = False,
    doubted: seen.Revealed | None = None,
    effort: float = 1,
) -> Outcome:
    """Search for an explanation of a log under given rules. After ``most_returns`` returns the search gives up.

    ``like`` is the outcome for the same log under rules that differ only in the edition. Their common part is not
    replayed again, and is missing from the actions and checks. ``strict`` is for logs known to be wrong: a declined
    option without its message counts as an omission. The statement ``doubted`` is ignored; the outcome's ``lay_there``
    names the cards that were there instead. ``effort`` multiplies the number of steps that the search may take.
    """
    started = time.perf_counter()
    setup = like.setup if like is not None else None
    if doubted is not None:
        believed = [observation for observation in log.observations if observation is not doubted]
        setup = deal(replace(log, observations=believed), rules)
    search = DepthFirst(log, rules, record, most_returns, setup)
    search.guide.strict, search.guide.doubted = strict, doubted
    search.guide.budget = int(effort * search.guide.budget)
    if like is not None and like.fork is not None:
        search.begin_at(like.fork)
    outcome = search.run()
    if doubted is not None:
        outcome.lay_there = search.guide.lay_there
    outcome.effort, outcome.seconds = effort, time.perf_counter() - started
    return outcome


def leads_alike(like: Outcome, rules: Ruleset) -> bool:
    """Whether the rules of another edition explain a log as ``like`` does, with the same outcome where editions differ.

    Only the actions are replayed that executed a card whose wording differs. False means that only a whole search can
    tell; it can begin at the fork of ``like``, which is as late as is certain.
    """
    if like.passages is None:
        return False
    search = DepthFirst(like.log, rules, False, None, like.setup)
    try:
        for passage in like.passages:
            if passage.sure and not search.open:
                like.fork = passage.start
            if not search.follows(passage):
                return False
    except OutOfBudget:
        return False
    return True


class DepthFirst:
    """The search for an explanation of a full record under given rules."""

    def __init__(
        self, log: GameLog, rules: Ruleset, record: bool, most_returns: int | None, setup: Setup | None
    ) -> None:
        self.log = log
        self.rules = rules
        self.record = record
        self.guide = Guide(log)
        self.guide.answers = Answers(self.guide).pick
        self.guide.keep_events = record
        setup = deal(log, rules) if setup is None else setup
        self.expander = Expander(rules, self.guide, setup, full=True, most_returns=most_returns)
        self.game = self.expander.game
        #: The soundness of the search itself, without omissions of the guide.
        self.soundness: Soundness = EXHAUSTIVE
        #: The current node.
        self.node = self.expander.root()
        #: The nodes to which the search can return, with the remaining ways to explain the action after each.
        self.open: list[tuple[Node, Iterator[Node]]] = []
        self.path = Path(self.game)
        self.fork: Fork | None = None
        self.passages: list[Passage] = []

    def run(self) -> Outcome:
        """Search to the end of the log, or until every way has failed."""
        guide, expander = self.guide, self.expander
        try:
            while self.game.over is None:
                node = self.node
                if not guide.editions_differ:
                    # If a guess is still open, another search could return to a place before this one.
                    sure = not self.open and self.soundness.exhaustive
                    fields = (node.saved, node.cursor, guide.budget, expander.returns)
                    self.fork = made(Fork, fields) if sure else None
                if not self._go_on(expander.expand(node)) and not self._go_back():
                    return self._failed()
                if self.node.at_end:
                    break
        except OutOfBudget:
            self.soundness = self.soundness.but(Incomplete.STEPS)
            return self._failed()
        stopped = None
        if self.game.over is None:
            stop = guide.peek()
            if not isinstance(stop, seen.Ended):
                return self._outcome(explained=True)
            stopped = guide.speaker.observation(stop)
            guide.cursor = 1 + guide.hard[guide.cursor]
        if (failure := expander.after_end(self.node, guide.cursor, stopped)) is not None:
            expander.furthest = failure
            return self._failed()
        return self._outcome(explained=True, reason=stopped)

    def follows(self, passage: Passage) -> bool:
        """Whether the first explanation of an action has the same outcome under these rules as under others."""
        self.begin_at(passage.start)
        if not self._go_on(self.expander.expand(self.node)) or self.guide.cursor != passage.cursor:
            return False
        return not self.node.at_end and self.game.save() == passage.saved

    def begin_at(self, fork: Fork) -> None:
        """Begin at the place of another search."""
        self.expander.restore(fork.saved)
        self.node = Node(fork.saved, fork.cursor)
        self.guide.budget, self.expander.returns = fork.budget, fork.returns

    def _go_on(self, ways: Iterator[Node]) -> bool:
        """Go to the first node after the next action from which not everything failed before.

        If the log ends within the action, the search stays at its node.
        """
        node, guide, expander = self.node, self.guide, self.expander
        sure = not self.open and self.soundness.exhaustive and not expander.doubtful
        for found in ways:
            if found is node:
                return True
            if (not found.guessed and expander.returns < PATIENCE) or self.path.leads_on(
                found.saved, found.depth, found.cursor
            ):
                if found.guessed:
                    self._leave_open(node, ways)
                if guide.apart:
                    fork = Fork(node.saved, node.cursor, guide.budget, expander.returns)
                    self.passages.append(Passage(node.depth, fork, sure, found.saved, found.cursor))
                if self.record and found.record is not None:
                    found.record.snapshot, found.record.digest = snapshot(self.game), digest(self.game)
                self.node = found
                return True
            expander.doubtful |= guide.apart
        return False

    def _leave_open(self, node: Node, ways: Iterator[Node]) -> None:
        """Keep a node to which the search can return."""
        self.open.append((node, ways))
        if len(self.open) > OPEN_ACTIONS:
            del self.open[0]
            self.soundness = self.soundness.but(Incomplete.RETURNS)

    def _go_back(self) -> bool:
        """Return to the last node that was kept, and explain the action after it in another way."""
        self.expander.doubtful |= self.guide.editions_differ
        while self.open:
            self.node, ways = self.open.pop()
            self.path.back_to(self.node.depth)
            while self.passages and self.passages[-1].action >= self.node.depth:
                self.passages.pop()
            if self._go_on(ways):
                return True
        return False

    def _failed(self) -> Outcome:
        """The outcome if nothing explains the log."""
        if self.guide.soundness.has(Incomplete.DEPTH):
            self.soundness = self.soundness.but(Incomplete.DEPTH)
        if self.soundness.exhaustive:
            return self._outcome()
        reason = (Incomplete.DEPTH if self.soundness.has(Incomplete.DEPTH) else Incomplete.RETURNS).value
        if self.soundness.has(Incomplete.STEPS):
            reason = f"the search for an explanation took too many steps ({self.expander.returns} backtracks)"
        furthest = self.expander.furthest
        return self._outcome(reason=reason if furthest is None else f"{self._at(furthest)}: {reason}")

    def _at(self, furthest: Failure) -> At | None:
        observations = self.guide.observations
        return observations[min(furthest.cursor, len(observations) - 1)].at if observations else None

    def _outcome(self, *, explained: bool = False, reason: str | None = None) -> Outcome:
        node, furthest = self.node, self.expander.furthest
        outcome = Outcome(self.log, self.rules, explained, reason=reason)
        if not explained and furthest is not None:
            outcome.reached = min(furthest.cursor, len(self.guide.observations) - 1)
            late = due(self.log, furthest.node.cursor, furthest.steps, furthest.mismatch.missing)
            outcome.difference = violation_of(furthest.mismatch, self._at(furthest))._replace(due=late)
            if self.soundness.exhaustive:
                node = furthest.node
                self.game.restore(furthest.saved)
                outcome.table = snapshot(self.game)
        elif explained and self.log.ranked:
            outcome.table = snapshot(self.game)
        outcome.setup, outcome.soundness = self.expander.setup, self.soundness.joined(self.guide.soundness)
        outcome.actions, outcome.ended, outcome.digest = records(node.actions), self.game.over, digest(self.game)
        outcome.assumptions, outcome.checks = self.game.nature.assumptions, self.guide.checks
        outcome.returns, outcome.editions_differ = self.expander.returns, self.guide.editions_differ
        outcome.fork = self.fork if self.guide.editions_differ else None
        if explained and node.at_end:
            # The ways of the action are not tried further, so these are the choices before the end of the log.
            picks = self.guide.picks[: self.guide.step]
            outcome.unfinished = [(pick.choice, pick.answers[pick.chosen]) for pick in picks]
        outcome.passages = None if self.guide.apart and self.game.over is None else self.passages
        return outcome
