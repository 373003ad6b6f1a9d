"""Following a game in its log: every event of the engine is compared with the next observation.

*Hard* observations must each be explained by the next event; *soft* ones (a player passed, named a color, showed a
hand) tell about choices and are checked where they can be, but the rules alone don't bring them about.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from innolog import log as seen
from innolog.engine import events as done
from innolog.engine.actions import Action
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.game import Game
from innolog.log import NOBODY, Fact, GameLog, Place
from innolog.replay.blame import broken_rule
from innolog.replay.comparing import PAIRS, Differs, compare_first_player, compare_icons, compare_shown, shown_from
from innolog.replay.due import Step
from innolog.replay.matching import SOFT, Mismatch, answer_named, next_hard, same_move
from innolog.replay.memory import Memory
from innolog.replay.offered import check_decided
from innolog.replay.rules import RuleId
from innolog.replay.soundness import EXHAUSTIVE, Incomplete, Soundness
from innolog.replay.words import Speaker

#: What a player may name, and where an observation has it.
NAMED = {
    ChoiceKind.VALUE: "value",
    ChoiceKind.COLOR: "colors",
    ChoiceKind.COLORS: "colors",
    ChoiceKind.PLAYER: "seat",
}

#: What an observation has of the kinds of thing that its player did not name.
NOTHING_NAMED = (None, ())

#: How many events and choices a replay may take altogether: so many for a start, and so many an observation. Honest
#: games take between one and two an observation.
BUDGET, BUDGET_PER_OBSERVATION = 30_000, 40


#: Events with which an action or an effect of a player begins.
_BEGINNINGS = frozenset(
    {done.ActionBegan, done.FreeActionBegan, done.DogmaStarted, done.EffectStarted, done.NestedStarted}
)


class OutOfLog(Exception):
    """The log ends here; the game goes on unseen."""


class OutOfBudget(Exception):
    """The search took more steps than any honest log needs."""


class Pick:
    """One choice of the current action: the answers worth trying, best first, and the one being tried.

    ``blind`` where nothing in the log told them apart. ``mixed`` are cards of which the answer is one by a guess.
    ``passed`` says that the log tells that the player declined.
    """

    __slots__ = ("answers", "blind", "choice", "chosen", "mixed", "passed")

    def __init__(self, answers: list[Any], blind: bool, mixed: frozenset[int] = frozenset()) -> None:
        self.answers = answers
        self.mixed = mixed
        self.choice: Choice
        self.chosen = 0
        self.blind = blind
        self.passed = False


class Follower:
    """Reads one log alongside one game, event by event.

    ``cursor`` is the index of the next observation. ``picks`` are the choices of the action being replayed; the first
    ``fixed`` of them are given from the start when an action is tried again.
    """

    def __init__(self, log: GameLog) -> None:
        self.log = log
        self.observations = log.observations
        #: For every index that of the next hard observation, the length of the log where there is none.
        self.hard = next_hard(log.observations)
        self.cursor = 0
        self.picks: list[Pick] = []
        self.step = 0
        self.checks = 0
        #: How many decisions players took since the last event that the log has, what had but one answer aside.
        self.decisions = 0
        #: Whether declining must be told. An honest log may have lost the message, so that alone is no violation.
        self.strict = False
        #: A hand or score pile shown that is not compared, and the names of the cards that lay there.
        self.doubted: seen.Revealed | None = None
        self.lay_there: list[str] = []
        #: What was matched in the action so far.
        self.steps: list[Step] = []
        #: Where the search has been in this action; None as long as it is not tried over and over.
        self.memory: Memory | None = None
        self._nested = 0
        #: The last card that was chosen in an effect: by whom, and what for. It may be one of several.
        self._chosen: tuple[int, Any] | None = None
        self.budget = BUDGET + BUDGET_PER_OBSERVATION * len(log.observations)
        self.events: list[tuple[done.Event, int | None]] = []
        self.keep_events = False
        #: Who carries out an effect or takes an action, and all who were asked something in it.
        self.askable: set[int] = set()
        #: Whether a card was executed that editions word differently.
        self.told_apart = False
        #: The same of the action as it is tried now.
        self.apart = False
        self._of_one = log.of_one
        #: The soundness of all that was tried so far.
        self.soundness: Soundness = EXHAUSTIVE
        self._reworded: frozenset[int] = frozenset()
        self.game: Game
        self.speaker: Speaker
        self.action: Action | None = None
        records = log.records
        #: Whether the log tells within which effect something was decided.
        self._tells_effects = Fact.EFFECTS in records and (self._of_one or Fact.ACTIONS in records)
        self._handlers: dict[type, Callable[[Any], None]] = {
            event: self._compare for event, (_, _, fact) in PAIRS.items() if fact is None or fact in records
        }
        self._handlers[done.Transfer] = self._on_owned_transfer if self._of_one else self._on_transfer
        self._handlers[done.GameEnded] = self._on_game_ended
        if Fact.ICON_COUNTS in records:
            self._handlers[done.IconsCounted] = self._on_icons_counted

    def attach(self, game: Game) -> None:
        """Follow this game."""
        self.game = game
        self._reworded = game.rules.reworded
        game.sink = self.receive
        self.speaker = Speaker([seat.name for seat in self.log.seats], game)

    def ignore(self, kind: type) -> None:
        """Compare events of a kind no more: the log does not record them."""
        del self._handlers[kind]

    def rewind(self, cursor: int, picks: list[Pick], decisions: int = 0) -> None:
        """Start the current action again at ``cursor`` with the given picks fixed, after some untold decisions."""
        self.cursor = cursor
        self.picks = picks
        self.step = 0
        self.decisions = decisions
        self.steps = []
        self._chosen = None
        self.action = None
        self.events = []
        self.apart = False
        self._nested = 0

    # --- reading ---------------------------------------------------------------------------------------------------

    def peek(self) -> seen.Observation | None:
        """The next hard observation, or None at the end of the log."""
        index = self.hard[self.cursor]
        return self.observations[index] if index < len(self.observations) else None

    @staticmethod
    def _stops(observation: seen.Observation) -> bool:
        """Whether play stops there without an end."""
        return isinstance(observation, seen.Ended) and observation.how in seen.STOPPED

    def _next(self) -> seen.Observation:
        """Step over soft observations and take the next hard one; raises OutOfLog at the end."""
        observations = self.observations
        hard = self.hard[self.cursor]
        while self.cursor < hard:
            observation = observations[self.cursor]
            if isinstance(observation, seen.Agreed):
                # A pass may be the site's own (it asks where nothing hidden fits), and it names what was the only
                # possibility; an answer needs a question.
                name = self.speaker.player(observation.player)
                raise Mismatch(
                    "record.choice", f"{name} does not have this choice", self.speaker.observation(observation)
                )
            self._pass_over(observation)
            self.cursor += 1
        if hard < len(observations):
            return observations[hard]
        raise OutOfLog

    def _compare_statements(self) -> None:
        """Compare what the log says of the table before the next event: only events change the table."""
        for index in range(self.cursor, self.hard[self.cursor]):
            observation = self.observations[index]
            if type(observation) is seen.Revealed:
                if observation is self.doubted:
                    self.lay_there = sorted(map(self.speaker.card, shown_from(self.game, observation)))
                    continue
                try:
                    self._compare_shown(observation)
                except Mismatch:
                    self.cursor = index
                    raise
                if index == self.cursor:
                    self.cursor += 1

    def _compare_shown(self, shown: seen.Revealed) -> None:
        """Compare the cards that a player showed with those that the player holds."""
        self.checks += compare_shown(self.game, self.speaker, shown)

    def _pass_over(self, observation: seen.Observation) -> None:
        """Check what can be checked of a soft observation."""
        if isinstance(observation, seen.Asked | seen.Passed | seen.Named):
            if self._tells_effects:
                check_decided(self.speaker, self.askable, observation, self.peek(), answers=self.strict)
        elif isinstance(observation, seen.FirstPlayer):
            self.checks += compare_first_player(self.game, self.speaker, observation)

    def soft(self, wanted: type, player: int) -> Any:
        """The first soft observation of a kind by a player before the next hard one, or None."""
        for index in range(self.cursor, self.hard[self.cursor]):
            observation = self.observations[index]
            if type(observation) is wanted and observation.player == player:  # type: ignore[union-attr]
                return observation
        return None

    def named(self, choice: Choice) -> Any:
        """What a player named just then, of the kind that is being chosen, or None.

        Raises :class:`Mismatch` if nothing the player named can be chosen.
        """
        unfit: seen.Named | None = None
        observations = self.observations
        index = self.cursor
        while index < len(observations):
            observation = observations[index]
            if not isinstance(observation, SOFT):
                break
            if isinstance(observation, seen.Named) and observation.player == choice.player:
                named = getattr(observation, NAMED[choice.kind])
                if named not in NOTHING_NAMED:
                    if answer_named(choice.kind, named) in choice.options and observation.place in (None, Place.HAND):
                        return observation
                    unfit = unfit or observation
            index += 1
        if unfit is not None:
            name = self.speaker.player(choice.player)
            raise Mismatch("record.choice", f"{name} does not have this choice", self.speaker.observation(unfit))
        return None

    def _finish(self) -> None:
        """Step over the last observations, which are all soft."""
        while self.cursor < len(self.observations):
            self._pass_over(self.observations[self.cursor])
            self.cursor += 1

    def _use(self, observation: seen.Observation) -> None:
        """Step over the soft observations up to and including one that answered a choice."""
        while True:
            current = self.observations[self.cursor]
            if current is not observation:
                self._pass_over(current)
            self.cursor += 1
            if current is observation:
                return

    # --- the sink ----------------------------------------------------------------------------------------------------

    def receive(self, event: done.Event) -> None:
        """Compare an event of the engine with the next observation."""
        self._spend()
        kind = type(event)
        if kind is done.EffectStarted:
            self._chosen = None
            if event.card in self._reworded:  # type: ignore[union-attr]
                self.told_apart = self.apart = True
            if self.memory is not None and not self._nested:
                self.memory.visit(self.game, self.action, event, self.cursor, self.step)  # type: ignore[arg-type]
        elif kind is done.NestedStarted:
            self._nested += 1
        elif kind is done.NestedEnded:
            self._nested -= 1
        handler = self._handlers.get(kind)
        if handler is not None:
            handler(event)
            if kind in _BEGINNINGS:
                self.askable = {event.player}  # type: ignore[union-attr]
            self.steps.append((self.cursor - 1, self.decisions))
            self.decisions = 0
            if self.hard[self.cursor] > self.cursor:
                self._compare_statements()
        if self.keep_events:
            move = self.observations[self.cursor - 1].at.move if self.cursor else None
            self.events.append((event, move))

    def _expect(self, event: done.Event, kind: type) -> Any:
        observation = self._next()
        if type(observation) is not kind:
            if self._stops(observation):
                raise OutOfLog
            raise self.mismatch(event, observation)
        return observation

    def mismatch(self, event: done.Event, observation: seen.Observation, rule: RuleId | None = None) -> Mismatch:
        """What to raise where an event does not explain an observation."""
        if rule is None:
            rule = broken_rule(self.game, self.action, event, observation)
        if isinstance(event, done.Transfer) and isinstance(observation, seen.Transfer):
            words = self.speaker.apart(event, observation)
        else:
            words = self.speaker.event(event), self.speaker.observation(observation)
        mismatch = Mismatch(rule, *words)
        mismatch.missing = not same_move(event, observation)
        if (
            isinstance(observation, seen.Transfer)
            and observation.from_place is Place.BOARD
            and observation.from_owner >= 0
        ):
            mismatch.whose = observation.from_owner
        return mismatch

    def _compare(self, event: Any) -> None:
        """Compare an event with the next observation, which must be of the kind that it explains."""
        kind, compare, _ = PAIRS[type(event)]
        told = self._expect(event, kind)
        try:
            self.checks += compare(self.game, self.speaker, event, told)
        except Differs as differs:
            mismatch = self.mismatch(event, told, differs.rule)
            mismatch.missing = mismatch.missing and differs.missing
            raise mismatch from None
        self.cursor += 1

    def _on_transfer(self, event: done.Transfer) -> None:
        self._compare(event)

    def _on_owned_transfer(self, event: done.Transfer) -> None:
        """The same in what was sent to one player, which lacks cards that go from nobody to nobody."""
        if event.from_owner != NOBODY or event.to_owner != NOBODY:
            self._on_transfer(event)
        else:
            self.omit(Incomplete.UNSEEN)

    def _on_icons_counted(self, event: done.IconsCounted) -> None:
        for seat in range(len(event.counts)):
            told = self._expect(event, seen.IconCounted)
            self.checks += compare_icons(self.speaker, event, seat, told)
            self.cursor += 1

    def _on_game_ended(self, event: done.GameEnded) -> None:
        if Fact.ENDING not in self.log.records:
            return
        if self.peek() is None and (self.cursor or self.observations):
            # Whatever a player's decision brings about is told at once, so this log was not cut: the end was taken out.
            self._finish()
            raise Mismatch("end.missing", self.speaker.event(event), "the game does not end")
        self._compare(event)
        end = self.observations[self.cursor - 1]
        # A text has a line for each of those who win together.
        while (
            isinstance(other := self.peek(), seen.Ended)
            and isinstance(end, seen.Ended)
            and other.how == event.how == "achievements"
            and other.player in event.winners
            and other.player != end.player
        ):
            self.cursor += 1

    def left_out(self) -> Mismatch:
        """What to raise where something before what was explained is not."""
        observation = self.observations[self.cursor]
        return Mismatch("dogma.mandatory", "the action is over", self.speaker.observation(observation))

    def omit(self, reason: Incomplete) -> None:
        """Note that something is not tried, for a reason."""
        self.soundness = self.soundness.but(reason)

    def _spend(self) -> None:
        self.budget -= 1
        if self.budget < 0:
            raise OutOfBudget
