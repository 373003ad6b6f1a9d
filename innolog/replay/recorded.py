"""Games in the native format, played again decision by decision. Nothing is searched."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from innolog.cards.facts import UNKNOWN_BASE
from innolog.comparing.rules import RuleId
from innolog.engine.actions import play_next
from innolog.engine.answers import as_data, from_data
from innolog.engine.choices import Choice, IllegalAnswer
from innolog.engine.deals import setup_of, wrong_deal
from innolog.engine.digest import digest
from innolog.engine.events import Event, Transfer
from innolog.engine.game import Game
from innolog.engine.nature import Contradiction
from innolog.engine.reading import TooDeep
from innolog.engine.ruleset import Ruleset, UnsupportedRules
from innolog.engine.state import Setup
from innolog.engine.zones import Zone
from innolog.log import At, GameLog, Times
from innolog.log.native import Decision, RecordedGame
from innolog.replay.deciding import decide
from innolog.replay.outcome import Outcome
from innolog.results.result import ActionRecord, Replay, Violation
from innolog.results.snapshots import snapshot
from innolog.results.soundness import EXHAUSTIVE, Incomplete, Soundness
from innolog.support.counting import counted

#: Answers that a violation lists.
_MOST_ANSWERS = 30
#: Where icons, colors and effects of a card count from the moment at which it comes there.
_FACE_DECIDES = frozenset({Zone.BOARD, Zone.DISPLAY})


def replay_recorded(
    game: RecordedGame, *, refused: Callable[[Ruleset], str | None] = lambda rules: None, record: bool = False
) -> Replay:
    """Play a recorded game again. It is legal if the rules allow every decision and lead to the recorded end.

    It has its own rules. If ``refused`` returns a reason against these, in words, the game is unsupported.
    """
    started = time.perf_counter()
    times = Times(*game.time, {}) if game.time else None
    log = GameLog(game.source, game.site, game.game_id, list(game.seats), [], viewpoint=game.viewpoint, times=times)
    try:
        rules = Ruleset.from_description(game.rules)
    except UnsupportedRules as error:
        return decide(log, [Outcome(log, None, reason=f"line 1: {error}")])
    reason = refused(rules)
    if not reason and rules.players != len(game.seats):
        reason = f"rules for {counted(rules.players, 'player')} with {len(game.seats)} at the table"
    if reason:
        return decide(log, [Outcome(log, None, reason=reason)])
    setup = setup_of(game.dealt)
    if (wrong := wrong_deal(setup, rules)) is not None:
        message = f"The deal is not one of these rules: expected {wrong.expected}, found {wrong.observed}."
        violation = Violation("setup.deal", message, At(None, 1, 0, "line"), *wrong)
        return decide(log, [Outcome(log, rules, difference=violation)])
    outcome = _Script(game, log, setup, rules, record).run()
    outcome.seconds = time.perf_counter() - started
    result = decide(log, [outcome])
    result.settled = list(game.settled)
    return result


class _EndOfScript(Exception):
    """There are no more decisions."""


class _OtherDigest(Exception):
    """The last decision that was taken has another digest than ``expected``, in words."""

    def __init__(self, expected: str) -> None:
        super().__init__(expected)
        self.expected = expected


class _NoFace(Exception):
    """A card of which only the back is known comes to where its face decides what follows."""


class _Script:
    """The decider and sink of a recorded game."""

    def __init__(self, recording: RecordedGame, log: GameLog, setup: Setup, rules: Ruleset, record: bool) -> None:
        self.recording = recording
        self.log = log
        self.setup = setup
        self.rules = rules
        self.record = record
        self.next = 0
        self.asked: Choice
        self.decisions: list[tuple[Choice, Any]] = []
        self.events: list[tuple[Event, int | None]] = []
        self.game = Game(setup, rules, self, self._receive)
        self.actions: list[ActionRecord] = []
        #: The first decision of the action.
        self.begin = 0
        #: Whether the record has the digest of every state between actions.
        self.digests = any(decision.digest is not None for decision in recording.decisions)

    def run(self) -> Outcome:
        game, recording = self.game, self.recording
        violation = None
        try:
            while game.over is None:
                self.begin = self.next
                self._action()
        except _EndOfScript:
            # A recording without an end may stop within an action.
            if self.begin < len(recording.decisions) and recording.finished:
                violation = self._violation("native.incomplete", "the decisions of a whole action", "the end")
        except IllegalAnswer:
            violation = self._refused(_possible(self.asked))
        except Contradiction:
            # Each of the hidden cards alone can be one that the effect does not take, but not all of them.
            violation = self._refused(f"seat {self.asked.player}, choice of card, one of the hidden cards")
        except TooDeep:
            return self._unsupported(Incomplete.DEPTH.value, EXHAUSTIVE.but(Incomplete.DEPTH))
        except _NoFace:
            return self._unsupported("the record does not say which card is put on the table, face up")
        except _OtherDigest as other:
            self.next -= 1
            found = recording.decisions[self.next].digest or "no digest"
            violation = self._violation("native.digest", other.expected, found)
        if violation is None and game.over is not None and self.next < len(recording.decisions):
            violation = self._violation("native.after-end", "no decision after the end of the game", "more decisions")
        last = self.actions[-1].digest if self.actions else None
        ended = game.over.how if game.over else None
        if violation is None and recording.digest is not None and recording.digest != last:
            violation = self._violation("native.digest", f"the digest {last}", recording.digest)
        if violation is None and recording.finished:
            winners = sorted(game.over.winners) if game.over else []
            if ended != recording.ended:
                violation = self._violation(
                    "native.end", f"the end {ended or 'none'}", f"the end {recording.ended or 'none'}"
                )
            elif winners != sorted(recording.winners):
                violation = self._violation("native.end", f"winners {winners}", f"{recording.winners}")
        return Outcome(
            self.log,
            self.rules,
            explained=violation is None,
            difference=violation,
            assumptions=game.nature.assumptions,
            actions=self.actions,
            ended=game.over,
            digest=last,
            setup=self.setup,
        )

    def _unsupported(self, why: str, soundness: Soundness = EXHAUSTIVE) -> Outcome:
        """That the record cannot be played any further than to the last decision."""
        self.next -= 1
        return Outcome(self.log, self.rules, reason=f"{self._at()}: {why}", soundness=soundness, actions=self.actions)

    def _action(self) -> None:
        game = self.game
        turn, number, player = game.turn, game.action_number, game.turn_player.index
        move = self._peek().move if self.next < len(self.recording.decisions) else None
        self.decisions, self.events = [], []
        play_next(game)
        after = digest(game)
        if self.digests:
            self._compare_digests(after)
        action = None if turn < 0 else self.decisions[0][1]
        self.actions.append(
            ActionRecord(
                index=len(self.actions),
                turn=turn + 1,
                number=number,
                player=player,
                kind="opening" if action is None else action.kind.value,
                card=None if action is None else action.card,
                move=move,
                last_move=move,
                events=self.events,
                snapshot=snapshot(game) if self.record else None,
                decisions=self.decisions,
                digest=after,
            )
        )

    def _compare_digests(self, after: str | None) -> None:
        """Compare the digests of an action's decisions: the last one has that of the state ``after`` the action.

        No other has one. If the action is not complete, ``after`` is None.
        """
        for index in range(self.begin, self.next):
            expected = after if index == self.next - 1 else None
            if self.recording.decisions[index].digest != expected:
                self.next = index + 1
                what = f"the digest {expected} at the end of the action" if expected else "no digest within the action"
                raise _OtherDigest(what)

    def _receive(self, event: Event) -> None:
        if isinstance(event, Transfer) and event.card >= UNKNOWN_BASE and event.to_zone in _FACE_DECIDES:
            raise _NoFace
        self.events.append((event, None))

    def _peek(self) -> Decision:
        return self.recording.decisions[self.next]

    def choose(self, choice: Choice) -> Any:
        """The next decision of the recording, as an answer of the engine's kind."""
        self.asked = choice
        if self.next >= len(self.recording.decisions):
            if not self.recording.finished:
                self._compare_digests(None)
            raise _EndOfScript
        decision = self._peek()
        self.next += 1
        if decision.kind != choice.kind.value or decision.player != choice.player:
            raise IllegalAnswer("a decision on another choice")
        answer = from_data(choice.kind, decision.answer)
        self.decisions.append((choice, answer))
        return answer

    def _refused(self, expected: str) -> Violation:
        """That the rules do not allow the last decision."""
        self.next -= 1
        decision = self._peek()
        told = f"seat {decision.player}, choice of {decision.kind}: {_written(decision.answer)}"
        return self._violation("native.decision", expected, told)

    def _violation(self, rule: RuleId, expected: str, observed: str) -> Violation:
        message = f"decision {self.next + 1}: expected {expected}, found {observed}"
        return Violation(rule, message, self._at(), expected, observed)

    def _at(self) -> At:
        """The place of the next decision, or of the end."""
        move = self._peek().move if self.next < len(self.recording.decisions) else None
        return At(move, self.recording.line_of(self.next), 0, "line")


def _possible(asked: Choice) -> str:
    """The question that the rules ask, and the answers to it as a file has them."""
    options = asked.answers()
    answers = [_written(as_data(asked.kind, option)) for option in options[:_MOST_ANSWERS]]
    if len(options) > _MOST_ANSWERS:
        answers.append(f"{len(options) - _MOST_ANSWERS} more")
    # A pile in a new order has more orders than anybody lists.
    which = f", one of {', '.join(answers)}" if answers else ""
    return f"seat {asked.player}, choice of {asked.kind.value}{which}"


def _written(answer: object) -> str:
    """An answer as a line of the file has it."""
    if answer is None or isinstance(answer, bool):
        return {None: "null", True: "true", False: "false"}[answer]
    if isinstance(answer, list):
        return f"[{','.join(map(_written, answer))}]"
    return f'"{answer}"' if isinstance(answer, str) else str(answer)
