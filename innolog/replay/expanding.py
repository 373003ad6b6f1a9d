"""Expanding a node: playing one more action along the log, in all ways that explain it."""

from __future__ import annotations

from collections.abc import Iterator

from innolog import log as seen
from innolog.beliefs.refinements import Refinement
from innolog.comparing.matching import Mismatch, told_after_end
from innolog.engine.actions import play_next
from innolog.engine.game import Game, Saved
from innolog.engine.nature import Contradiction
from innolog.engine.reading import TooDeep
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Setup
from innolog.replay.guide import Guide
from innolog.replay.lessons import Abandoned, NeedsLesson
from innolog.replay.memory import BeenThere, Memory
from innolog.replay.nodes import Actions, Failure, Node
from innolog.replay.picks import OutOfBudget, OutOfLog, Pick
from innolog.results.result import ActionRecord
from innolog.results.soundness import Incomplete
from innolog.support.tuples import made

#: What a site tells when it asks for an action, at the end of the move before.
_ASKED = (seen.FirstPlayer, seen.ActionBegan, seen.FreeActionBegan)


class Agenda:
    """The combinations of lessons with which an action is still to be tried, each of them once.

    ``learnt_at`` has the cursor at which each lesson was learned.
    """

    def __init__(self) -> None:
        self.pending: list[tuple[Refinement, ...]] = [()]
        self.learnt_at: dict[Refinement, int] = {}
        self._known: set[frozenset[Refinement]] = set()

    def add(self, lessons: tuple[Refinement, ...], learnt: dict[Refinement, int]) -> None:
        """Add what a trial with ``lessons`` has learned. What was learned at the furthest place is tried first."""
        for lesson in sorted(learnt, key=lambda each: (learnt[each], sorted(each.cards), each.card or 0)):
            self.learnt_at[lesson] = min(learnt[lesson], self.learnt_at.get(lesson, learnt[lesson]))
            further = (*lessons, lesson)
            if frozenset(further) not in self._known:
                self._known.add(frozenset(further))
                self.pending.append(further)


class Expander:
    """A game that is played along a log, one action after the other, from any node.

    ``full`` is True when the log records everything: then every action begins with an observation, and a transposition
    table is kept within each action. After ``most_returns`` returns to the start of an action, expanding raises
    :class:`~innolog.replay.picks.OutOfBudget`.
    """

    def __init__(
        self, rules: Ruleset, guide: Guide, setup: Setup, *, full: bool, most_returns: int | None = None
    ) -> None:
        self.guide = guide
        self.setup = setup
        self.full = full
        self.game = Game(setup, rules, guide)
        guide.attach(self.game)
        self.most_returns = most_returns
        #: The number of times that an action was played or another answer was tried.
        self.tried = self.returns = 0
        #: True when a card that editions word differently ruled something out.
        self.doubtful = False
        #: All nodes before the action that is being explained, if there are several.
        self.front: list[Node] = []
        self.furthest: Failure | None = None
        #: The node whose state the game has, if known.
        self._at: Node | None = None

    def root(self) -> Node:
        """The node before the first action."""
        self._at = Node(self.game.save(), 0)
        return self._at

    def restore(self, saved: Saved) -> None:
        """Return to a state."""
        self._at = None
        self.game.restore(saved)

    def expand(self, node: Node) -> Iterator[Node]:
        """Lazily yield a node for each way to explain the next action, best first; the game is then in its state.

        If the log ends within the action, yields ``node`` itself. As long as the action fails, every choice is tried in
        all ways that the log allows. Once it is explained, only blind choices are tried in other ways. A fact that must
        have been true from the start of the action is a lesson, with which the action is tried again.

        Raises :class:`~innolog.replay.picks.OutOfBudget` if the search takes too many steps.
        """
        game, guide = self.game, self.guide
        memory = Memory() if self.full else None
        agenda = Agenda()
        while agenda.pending:
            lessons = agenda.pending.pop()
            if self._at is not node:
                self.restore(node.saved)
            self._at = None
            learnt: dict[Refinement, int] = {}
            guide.trial.lessons = learnt
            if not guide.begin(node, lessons):
                continue
            saved = game.save() if lessons else node.saved
            picks: list[Pick] = []
            while True:
                guide.rewind(node.cursor, picks, node.decisions)
                guide.memory, guide.checks, guide.askable = memory, node.checks, set(node.askable)
                turn, number, player = game.turn, game.action_number, game.turn_player.index
                explained = self._play(node, saved, lessons, agenda)
                if explained is None:
                    yield node
                elif explained:
                    record = record_of(guide, node.depth, turn, number, player, node.cursor)
                    found = self._at = self._following(node, record, lessons)
                    found.guessed = any(pick.blind and pick.chosen + 1 < len(pick.answers) for pick in picks)
                    yield found
                    self._at = None
                else:
                    self.doubtful |= guide.apart
                guide.spend_on_try()
                if not advance(picks, blind=bool(explained)):
                    break
                if memory is not None:
                    memory.leave(game, len(picks))
                self.returns += 1
                if self.most_returns is not None and self.returns > self.most_returns:
                    raise OutOfBudget
                game.restore(saved)
            if learnt:
                agenda.add(lessons, learnt)

    def after_end(self, node: Node, cursor: int, stopped: str | None = None) -> Failure | None:
        """The failure at what the log tells after the end of the game, which it has told before a cursor.

        ``stopped`` says how play stopped before the game was over. The game must be in its last state.
        """
        guide = self.guide
        rest = told_after_end(guide.observations, cursor)
        if rest is None:
            return None
        told = guide.speaker.observation(guide.observations[rest])
        return Failure(rest, Mismatch("end.after", stopped or "the game is over", told), node, self.game.save(), [], [])

    def _play(self, node: Node, saved: Saved, lessons: tuple[Refinement, ...], agenda: Agenda) -> bool | None:
        """Play the action with the answers that the guide has. Returns whether it is explained.

        Returns None if the log ends within the action.
        """
        guide = self.guide
        self.tried += 1
        try:
            play_next(self.game)
            guide.finish()
            return guide.accepts(lessons, agenda.learnt_at)
        except (BeenThere, NeedsLesson, Abandoned):
            return False
        except Mismatch as mismatch:
            self._note(mismatch, node, saved)
            return False
        except Contradiction:
            if self.full:
                # In a poor record, it says more of what the search has guessed than of the log.
                self._note(_none_chosen(guide), node, saved)
            return False
        except TooDeep:
            # No accusation rests on it: what is not tried is unknown.
            guide.omit(Incomplete.DEPTH)
            self._note(Mismatch("dogma.nested", "cards executed within each other", "more of them"), node, saved)
            return False
        except OutOfLog:
            node.at_end = True
            return None

    def _following(self, node: Node, record: ActionRecord, lessons: tuple[Refinement, ...]) -> Node:
        """The node after an action that was explained, in the state of the game."""
        guide = self.guide
        interchangeable, unordered = guide.settle()
        # For a full record, a copy of the table for every action would take too much memory.
        earlier = [] if self.full else [node]
        found = Node(self.game.save(), guide.cursor, earlier, node.depth + 1, record, lessons, interchangeable)
        found.actions = made(Actions, (record, node.actions))
        found.unordered, found.soundness = unordered, guide.soundness
        found.checks, found.decisions, found.askable = guide.checks, guide.decisions, frozenset(guide.askable)
        return found

    def _note(self, mismatch: Mismatch, node: Node, saved: Saved) -> None:
        """Keep a failure if it is the furthest so far."""
        guide = self.guide
        guide.trial.failed()
        if self.furthest is None or guide.cursor > self.furthest.cursor:
            steps = [*guide.steps, (guide.cursor, guide.decisions)]
            self.furthest = Failure(guide.cursor, mismatch, node, saved, steps, self.front)


def _none_chosen(guide: Guide) -> Mismatch:
    """The difference if none of several hidden cards is chosen, and one of them certainly had to be."""
    following = guide.peek()
    observed = "the log ends" if following is None else guide.speaker.observation(following)
    return Mismatch("dogma.mandatory", "one of the hidden cards has to be chosen", observed)


def record_of(guide: Guide, index: int, turn: int, number: int, player: int, first: int) -> ActionRecord:
    """The action that was just explained, without a snapshot. ``first`` is its first observation."""
    observations = guide.observations
    while first + 1 < guide.cursor and isinstance(observations[first], _ASKED):
        first += 1
    action = guide.action
    silent: frozenset[int] = frozenset()
    if guide.records_passes:
        silent = frozenset(number for number, pick in enumerate(guide.picks) if not pick.passed)
    return ActionRecord(
        index=index,
        turn=turn + 1,
        number=number,
        player=player,
        kind="opening" if action is None else action.kind.value,
        card=None if action is None else action.card,
        move=_move_of(observations, first),
        last_move=_move_of(observations, guide.cursor - 1),
        events=guide.events,
        decisions=[(pick.choice, pick.answers[pick.chosen]) for pick in guide.picks],
        silent=silent,
    )


def _move_of(observations: list[seen.Observation], index: int) -> int | None:
    return observations[index].at.move if 0 <= index < len(observations) else None


def advance(picks: list[Pick], *, blind: bool = False) -> bool:
    """Turn to the next combination of answers, the last choice first; with ``blind`` only of blind choices."""
    while picks:
        pick = picks[-1]
        if (pick.blind or not blind) and pick.chosen + 1 < len(pick.answers):
            pick.chosen += 1
            return True
        picks.pop()
    return False
