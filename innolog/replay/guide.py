"""The log as a guide: it answers the engine's choices and checks the engine's events.

A :class:`Guide` is both the decider and the sink of the game being replayed. It keeps the place in the log. The next
event must explain each *hard* observation. *Soft* observations (a player passed, named a color, showed a hand) are
about choices: they are checked if possible, but no event explains them. :mod:`innolog.comparing.pairs` compares an
event with an observation; :mod:`innolog.replay.answers` finds the answers to a choice that the log allows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, Final

from innolog import log as seen
from innolog.beliefs.refinements import Refinement
from innolog.beliefs.unordered import IN_ORDER, Unordered
from innolog.comparing.blame import broken_rule, broken_splay
from innolog.comparing.matching import PLACE_OF_ZONE, SOFT, Mismatch, answer_named, next_hard, same_move
from innolog.comparing.offered import are_common, check_asked, check_decided, check_words
from innolog.comparing.pairs import PAIRS, Differs, compare_first_player, compare_icons, compare_statement, shown_from
from innolog.comparing.rules import RuleId
from innolog.comparing.words import Speaker
from innolog.engine import events as done
from innolog.engine.actions import Action, ActionKind
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.game import Game
from innolog.engine.parley import ACTIVATE
from innolog.engine.zones import Zone
from innolog.log import NOBODY, Fact, GameLog, Place
from innolog.replay.lessons import Interchangeable, Trial
from innolog.replay.memory import Memory
from innolog.replay.picks import (
    BUDGET,
    BUDGET_PER_OBSERVATION,
    NAMED,
    NOTHING_NAMED,
    OutOfBudget,
    OutOfLog,
    Pick,
    Step,
)
from innolog.replay.unworded import is_unworded, may_record
from innolog.results.soundness import EXHAUSTIVE, Incomplete, Soundness

if TYPE_CHECKING:
    from innolog.replay.nodes import Node

#: Events with which an action or an effect of a player begins.
_BEGINNINGS: Final = frozenset(
    {done.ActionBegan, done.FreeActionBegan, done.DogmaStarted, done.EffectStarted, done.NestedStarted}
)
#: Events that change what the guide knows beside the place in the log. Most are not among them.
_MARKS: Final = frozenset({done.EffectStarted, done.NestedStarted, done.NestedEnded, done.ActionBegan})
#: Actions in which nothing is left to decide.
_UNASKED = frozenset({ActionKind.DRAW, ActionKind.ACHIEVE})


class Guide:
    """Reads one log alongside one game, event by event.

    ``cursor`` is the index of the next observation. ``picks`` are the choices of the action being replayed, as far as
    they are made or given from the start, and ``step`` is the number of those made in the current trial.
    """

    def __init__(self, log: GameLog) -> None:
        self.log = log
        #: What finds the answers to choices.
        self.answers: Callable[[Choice], Pick]
        self.observations = log.observations
        #: For every index, that of the next hard observation, or the length of the log if there is none.
        self.hard = next_hard(log.observations)
        self.cursor = 0
        self.picks: list[Pick] = []
        self.step = 0
        self.checks = 0
        #: The number of decisions since the last event in the log. Choices with one answer do not count.
        self.decisions = 0
        #: True when a log must record that a player declines. An honest log may have lost the message, so that alone is
        #: no violation.
        self.strict = False
        #: A shown hand or score pile that is not compared, and the names of the cards that lay there.
        self.doubted: seen.Revealed | None = None
        self.lay_there: list[str] = []
        #: The steps matched in the action so far.
        self.steps: list[Step] = []
        #: The transposition table of this action; None if the schedule keeps none.
        self.memory: Memory | None = None
        #: The number of cards that are being executed by effects of others.
        self._nested = 0
        self._in_effect = False
        #: The player who last chose a card in an effect, and for what. The card may be one of several.
        self._chosen: tuple[int, Any] | None = None
        self.budget = BUDGET + BUDGET_PER_OBSERVATION * len(log.observations)
        self.events: list[tuple[done.Event, int | None]] = []
        self.keep_events = False
        #: The player who carries out an effect or takes an action, and all who were asked something in it.
        self.askable: set[int] = set()
        #: Players whose passes since the last event were taken for passes of choices without an option.
        self._in_vain: list[int] = []
        #: True when a card was executed whose text differs between editions.
        self.editions_differ = False
        #: The same for the current trial of the action.
        self.apart = False
        self.of_one = log.of_one
        self.records_passes = Fact.PASSES in log.records
        #: The soundness of everything tried so far.
        self.soundness: Soundness = EXHAUSTIVE
        #: The results of the current trial of the action.
        self.trial = Trial()
        self._reworded: frozenset[int] = frozenset()
        #: True when who activated a card is asked for a single card, too.
        self._asks_without_choice = False
        self.game: Game
        self.speaker: Speaker
        self.action: Action | None = None
        records = log.records
        #: True when the log records within which effect something was decided.
        self._tells_effects = Fact.EFFECTS in records and (not log.not_recorded or Fact.ACTIONS in records)
        # Of what others are asked, messages to one player have nothing.
        self._tells_questions = self._tells_effects and log.tells_questions and not self.of_one
        #: The player who carries out the effect, if the log records whom else the source asks in it.
        self._executor: int | None = None
        self._handlers = self._handlers_of(records)

    def _handlers_of(self, records: Set[Fact]) -> dict[type, Callable[[Any], None]]:
        """What compares each kind of event that the log records."""
        handlers: dict[type, Callable[[Any], None]] = {
            event: self._compare for event, (_, _, fact) in PAIRS.items() if fact is None or fact in records
        }
        handlers[done.Transfer] = self._on_owned_transfer if self.of_one else self._on_transfer
        handlers[done.GameEnded] = self._on_game_ended
        if done.Parley in handlers:
            handlers[done.Parley] = self._on_summary
        if self.of_one:
            handlers[done.ActionBegan] = self._compare
        if Fact.ICON_COUNTS in records:
            handlers[done.IconsCounted] = self._on_icons_counted
        return handlers

    def ignore(self, kind: type) -> None:
        """Compare events of a kind no more: the log does not record them."""
        del self._handlers[kind]

    def rewind(self, cursor: int, picks: list[Pick], decisions: int = 0) -> None:
        """Start the current action again at ``cursor`` with the given picks fixed, after some unrecorded decisions."""
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
        self._in_effect = False
        self._in_vain = []

    # --- one action, for the search ---------------------------------------------------------------------------------

    def begin(self, node: Node, lessons: Sequence[Refinement]) -> bool:
        """Begin the action after a node, with lessons; False if these contradict each other."""
        return True

    def finish(self) -> None:
        """Check the end of the current trial of the action. Raises :class:`Mismatch` if something is left."""

    def accepts(self, lessons: Sequence[Refinement], told: Mapping[Refinement, int]) -> bool:
        """Whether the lessons, learned at these cursors, changed the action."""
        return True

    def settle(self) -> tuple[tuple[Interchangeable, ...], Unordered]:
        """Make cards interchangeable after an action; returns which, and the cards in no known order then."""
        return (), IN_ORDER

    def spend_on_try(self) -> None:
        """Subtract the cost of a trial, beyond its events and choices, from the budget."""

    # --- reading ---------------------------------------------------------------------------------------------------

    def peek(self) -> seen.Observation | None:
        """The next hard observation, or None at the end of the log."""
        index = self.hard[self.cursor]
        return self.observations[index] if index < len(self.observations) else None

    @staticmethod
    def stops(observation: seen.Observation) -> bool:
        """Whether play stops there without an end."""
        return isinstance(observation, seen.Ended) and observation.how in seen.STOPPED

    def _next(self) -> seen.Observation:
        """Step over soft observations and take the next hard one; raises OutOfLog at the end."""
        observations = self.observations
        hard = self.hard[self.cursor]
        while self.cursor < hard:
            self._check_asked(observations[self.cursor])
            self._pass_over()
        if hard < len(observations):
            return observations[hard]
        raise OutOfLog

    def _check_asked(self, observation: seen.Observation) -> None:
        """Raise Mismatch for an answer of yes or no without a question.

        The site itself may pass (it asks even if no hidden card fits) and may name the only possibility.
        """
        if isinstance(observation, seen.Agreed):
            name = self.speaker.player(observation.player)
            raise Mismatch("record.choice", f"{name} does not have this choice", self.speaker.observation(observation))

    def _compare_statements(self) -> None:
        """Compare the log's statements about the table before the next event: only events change the table."""
        for index in range(self.cursor, self.hard[self.cursor]):
            observation = self.observations[index]
            if isinstance(observation, seen.Revealed | seen.IconsStated):
                if observation is self.doubted:
                    self.lay_there = sorted(map(self.speaker.card, shown_from(self.game, self.doubted)))
                    continue
                try:
                    self._compare_statement(observation)
                except Mismatch:
                    self.cursor = index
                    raise
                if index == self.cursor:
                    self.cursor += 1

    def _compare_statement(self, stated: seen.Revealed | seen.IconsStated) -> None:
        """Compare the cards that a player showed with those that the player holds, or whether anything counts icons."""
        self.checks += compare_statement(self.game, self.speaker, stated)

    def _pass_over(self) -> None:
        """Check the next observation, which is soft, as far as possible, and step over it."""
        observation = self.observations[self.cursor]
        if isinstance(observation, seen.Asked | seen.Passed | seen.Named):
            if self._tells_effects:
                check_decided(self.speaker, self.askable, observation, self.peek(), answers=self.strict)
        elif isinstance(observation, seen.FirstPlayer):
            self.checks += compare_first_player(self.game, self.speaker, observation)
        self.cursor += 1

    def soft(self, wanted: type, player: int) -> Any:
        """The first soft observation of a kind by a player before the next hard one, or None."""
        for index in range(self.cursor, self.hard[self.cursor]):
            observation = self.observations[index]
            if type(observation) is wanted and observation.player == player:  # type: ignore[union-attr]
                return observation
        return None

    def names_of(
        self, player: int, kind: ChoiceKind, end: seen.Observation | None = None
    ) -> list[tuple[seen.Named, Any]]:
        """What a player names of a kind before the next hard observation, or ``end``; each with what it means."""
        found: list[tuple[seen.Named, Any]] = []
        for index in range(self.cursor, self.hard[self.cursor]):
            observation = self.observations[index]
            if observation is end:
                break
            if isinstance(observation, seen.Named) and observation.player == player:
                named = getattr(observation, NAMED[kind])
                if named not in NOTHING_NAMED:
                    found.append((observation, answer_named(kind, named)))
        return found

    def named(self, choice: Choice, answer: Any = None) -> Any:
        """What a player named just then, of the kind that is being chosen, or None; with the answer, if it is known.

        Raises :class:`Mismatch` if nothing the player named can be chosen.
        """
        names = self.names_of(choice.player, choice.kind)
        for told, means in names:
            if means in choice.options and told.place in (None, Place.HAND):
                return told
        if names:
            name = self.speaker.player(choice.player)
            raise Mismatch("record.choice", f"{name} does not have this choice", self.speaker.observation(names[0][0]))
        return None

    def _finish(self) -> None:
        """Step over the last observations, which are all soft."""
        while self.cursor < len(self.observations):
            self._pass_over()

    def use(self, observation: seen.Observation) -> None:
        """Step over the soft observations, up to and including the one that answered a choice."""
        while (current := self.observations[self.cursor]) is not observation:
            self._check_asked(current)
            self._pass_over()
        self.cursor += 1

    # --- the sink ----------------------------------------------------------------------------------------------------

    def receive(self, event: done.Event) -> None:
        """Compare an event of the engine with the next observation."""
        self._spend()
        kind = type(event)
        handler = self._handlers.get(kind)
        if kind not in _MARKS:
            pass
        elif kind is done.EffectStarted:
            self._chosen = None
            self._in_effect = True
            if event.card in self._reworded:  # type: ignore[union-attr]
                self.editions_differ = self.apart = True
            if self.memory is not None and not self._nested and not self.game.intercepting:
                self.memory.visit(self.game, self.action, event, self.cursor, self.step)  # type: ignore[arg-type]
        elif kind is done.NestedStarted:
            self._nested += 1
        elif kind is done.NestedEnded:
            self._nested -= 1
        elif kind is done.ActionBegan:
            # A log names the first player before anything happens.
            while self.cursor < self.hard[self.cursor] and type(self.observations[self.cursor]) is seen.FirstPlayer:
                self._pass_over()
            # One player's messages record the beginnings of that player's actions alone.
            told = self.peek()
            if self.of_one and (type(told) is not seen.ActionBegan or told.player != event.player):  # type: ignore[union-attr]
                handler = None
        if handler is not None:
            handler(event)
            if kind in _BEGINNINGS:
                self.askable = {event.player}  # type: ignore[union-attr]
                if self._asks_without_choice:
                    self.askable.add(self.game.turn_player.index)
                self._executor = event.player if self._tells_questions else None  # type: ignore[union-attr]
            self.steps.append((self.cursor - 1, self.decisions))
            self.decisions = 0
            if self._in_vain:
                self._in_vain = []
            if self.hard[self.cursor] > self.cursor:
                self._compare_statements()
        if self.keep_events:
            move = self.observations[self.cursor - 1].at.move if self.cursor else None
            self.events.append((event, move))

    def _expect(self, event: done.Event, kind: type) -> Any:
        explained = self.cursor
        try:
            observation = self._next()
        except Mismatch:
            told = self.observations[self.cursor]
            last = self.observations[explained - 1]
            if not explained or told.at.move == last.at.move or (self.decisions and not isinstance(last, SOFT)):
                raise
            # Nobody was asked anything since the last move, so the event belongs to that move, and is missing there.
            raise self.mismatch(event, told) from None
        if type(observation) is not kind:
            if self.stops(observation):
                raise OutOfLog
            raise self.mismatch(event, observation)
        return observation

    def mismatch(self, event: done.Event, observation: seen.Observation, rule: RuleId | None = None) -> Mismatch:
        """The exception to raise if an event does not explain an observation."""
        if rule is None and isinstance(observation, seen.Splay) and not isinstance(event, done.Splay):
            last = self.picks[self.step - 1] if 0 < self.step <= len(self.picks) else None
            asked, answer = (None, None) if last is None else (last.choice, last.answers[last.chosen])
            rule = broken_splay(self.game, observation, asked, answer)
        if rule is None:
            rule = broken_rule(self.game, self.action, event, observation)
        if isinstance(event, done.Transfer) and isinstance(observation, seen.Transfer):
            words = self.speaker.apart(event, observation)
        else:
            words = self.speaker.event(event), self.speaker.observation(observation)
        mismatch = Mismatch(rule, *words)
        mismatch.missing = not same_move(event, observation)
        return mismatch

    def _compare(self, event: Any) -> None:
        """Compare an event with the next observation, which must be of the kind that it explains."""
        kind, compare, _ = PAIRS[type(event)]
        if self.log.unworded and is_unworded(self, event):
            return
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
        """The same for messages to one player, which omit moves between common places."""
        if event.from_owner != NOBODY or event.to_owner != NOBODY:
            self._on_transfer(event)
        else:
            self.omit(Incomplete.UNSEEN)

    def _on_summary(self, event: done.Parley | done.Wiped) -> None:
        """Compare what the moves of cards may record alone: what is paid to activate a card, or what is wiped."""
        if event.what != ACTIVATE if isinstance(event, done.Parley) else isinstance(self.peek(), seen.Wiped):
            self._compare(event)

    def _on_icons_counted(self, event: done.IconsCounted) -> None:
        for seat in range(len(event.counts)):
            told = self._expect(event, seen.IconCounted)
            self.checks += compare_icons(self.speaker, event, seat, told)
            self.cursor += 1

    def _on_game_ended(self, event: done.GameEnded) -> None:
        if Fact.ENDING not in self.log.records:
            return
        if self.peek() is None and self.observations:
            # A site sends all effects of a decision at once, so this log was not cut: the end was taken out.
            self._finish()
            raise Mismatch("end.missing", self.speaker.event(event), "the game does not end")
        self._compare(event)
        end = self.observations[self.cursor - 1]
        # A text has one line for each player who shares the win.
        while (
            isinstance(other := self.peek(), seen.Ended)
            and isinstance(end, seen.Ended)
            and other.how == event.how == "achievements"
            and other.player in event.winners
            and other.player != end.player
        ):
            self.cursor += 1

    # --- the decider ------------------------------------------------------------------------------------------------

    def attach(self, game: Game) -> None:
        """Guide this game."""
        self.game = game
        #: True when somebody at a table wrote the record down, who leaves out what everybody sees.
        self.by_hand = game.rules.by_hand(self.log.site)
        self._reworded = game.rules.reworded
        self._asks_without_choice = game.rules.holds("asks_without_choice")
        if Fact.CHOICES not in self.log.records and (game.rules.junks or game.rules.holds("wipes_one_by_one")):
            # Such logs record the cards one by one. Only words say that these were all.
            self._handlers[done.Wiped] = self._on_summary
        game.sink = self.receive
        self.speaker = Speaker([seat.name for seat in self.log.seats], game)
        game.decider = self
        game.watch_named = self._may_name
        game.watch_hidden = self._hidden
        if self._tells_effects:
            game.watch_declined = self._may_decline

    def _hidden(self, card: int) -> None:
        """Raise :class:`Mismatch`: the log must record the move of a card that an effect takes by its number."""
        following = self.peek()
        if following is None:
            raise OutOfLog
        expected = f"{self.speaker.card(card)} is taken from where it lies"
        raise Mismatch("dogma.mandatory", expected, self.speaker.observation(following))

    def _may_decline(self, player: int) -> None:
        """Step over the pass of a choice without options. Some sources ask it so that they reveal nothing."""
        # The player was asked, and the answer is a move of its own.
        self.decisions += 1
        if (used := self.soft(seen.Passed, player)) is not None and not used.of:
            self.use(used)
            self._in_vain.append(player)

    def _may_name(self, player: int, kind: ChoiceKind, options: Sequence[Any]) -> None:
        """Compare what a player names with what could be named; most sources record nothing if nobody is asked."""
        if len(options) > 1 and not self._tells_effects:
            return
        if kind is ChoiceKind.YES_NO:
            if (agreed := self.soft(seen.Agreed, player)) is not None and agreed.yes in options:
                self.use(agreed)
            return
        names = self.names_of(player, kind)
        if not names:
            return
        told, means = names[0]
        if means not in options:
            name, said = self.speaker.player(player), self.speaker.observation(told)
            able = " or ".join(self.speaker.named(kind, option) for option in options)
            raise Mismatch("record.choice", f"{name} can only name {able}", said)
        if len(options) > 1:
            check_decided(self.speaker, self.askable, told, self.peek(), answers=True)
        self.use(told)

    def _draws_to(self, choice: Choice, place: Zone) -> None:
        """Compare the value of a card that is drawn, and its destination, with the player's answer."""
        for index in range(self.cursor, self.hard[self.cursor]):
            named = self.observations[index]
            if isinstance(named, seen.Named) and named.player == choice.player and named.place is not None:
                value = choice.values[choice.options.index(place)]
                if (named.place, named.value) != (PLACE_OF_ZONE[place], value):
                    name, told = self.speaker.player(choice.player), self.speaker.observation(named)
                    raise Mismatch("record.choice", f"{name} draws a {value} to the {PLACE_OF_ZONE[place].value}", told)
                self.use(named)
                return

    def choose(self, choice: Choice) -> Any:
        """Answer a choice: with what the log shows, or with the next answer to be tried."""
        self._spend()
        if not self.cursor and not self.step and self.hard[0]:
            # Before the first event there is nothing to compare.
            self._compare_statements()
        if choice.kind is not ChoiceKind.ACTION and choice.kind is not ChoiceKind.NATURE:
            self.askable.add(choice.player)
            if self._executor is not None and choice.player != self._executor:
                check_asked(self.speaker, choice, self.observations, self.hard[self.cursor])
        if choice.kind is not ChoiceKind.NATURE and (
            choice.may or choice.kind is ChoiceKind.ACTION or len(choice.options) + len(choice.uncertain) > 1
        ):
            self.decisions += 1
        if self.step < len(self.picks):
            pick = self.picks[self.step]
        else:
            pick = self.answers(choice)
            pick.cursor = self.cursor
            self.picks.append(pick)
        pick.choice = choice
        self.step += 1
        answer = pick.answers[pick.chosen]
        if choice.kind is ChoiceKind.ACTION:
            self.action = answer
            self._executor = choice.player if self._tells_questions else None
            # If the beginning of the action is not recorded, messages of the previous action may still come here.
            if answer.kind in _UNASKED and Fact.ACTIONS in self.log.records:
                self.askable.clear()
            if answer.kind is ActionKind.DISPLAY_PASS and (used := self.declined(choice)) is not None:
                pick.passed = True
                self.use(used)
        elif answer is None:
            used = self.declined(choice)
            pick.passed = used is not None
            if used is None and choice.player in self._in_vain:
                # The log records this pass, although its source does not record empty passes.
                self._in_vain.remove(choice.player)
                pick.passed = True
            elif used is None:
                self._untold(choice)
            elif choice.may or not self.strict:
                # A player without a fitting hidden card passes, too, but the pass may be another player's.
                self.use(used)
        elif choice.kind is ChoiceKind.YES_NO:
            used = self.soft(seen.Agreed, choice.player)
            if used is not None and used.yes == answer:
                check_words(self.speaker, choice, used, "promotion" if self._promotes() else "")
                self.use(used)
        elif choice.kind in NAMED and (used := self.named(choice, answer)) is not None:
            self.use(used)
        elif choice.values:
            self._draws_to(choice, answer)
        self._chosen = (choice.player, choice.intent) if choice.kind is ChoiceKind.CARD and answer is not None else None
        return answer

    def _untold(self, choice: Choice) -> None:
        """Raise :class:`Mismatch` if a player declined something, and a log of such passes does not record it.

        No log records that a player stops early at "any number" of cards. A lost message alone is no violation, unless
        nothing else shows whether the player declined: achievements that nobody has may never matter again.
        """
        if (
            choice.kind not in (ChoiceKind.CARD, ChoiceKind.COLOR)
            or not choice.may
            or not choice.options
            or self._chosen == (choice.player, choice.intent)
            or not self.log.records.issuperset((Fact.PASSES, Fact.EFFECTS))
            or not (self.strict or (choice.kind is ChoiceKind.CARD and are_common(self.game, choice.options)))
            or may_record(self, seen.Passed, choice.player)
        ):
            return
        following = self.peek()
        # Another message records that a payment is declined.
        pays = isinstance(following, seen.Parley) and following.player == choice.player
        if following is not None and not pays and not self.stops(following):
            while isinstance(asked := self.observations[self.cursor], seen.Asked) and asked.player == choice.player:
                # The question is recorded, and may stand in an earlier move. The answer is missing after it.
                self.cursor += 1
            name = self.speaker.player(choice.player)
            mismatch = Mismatch("record.pass", f"{name} accepts or passes", self.speaker.observation(following))
            mismatch.missing = True
            raise mismatch

    def declined(self, choice: Choice) -> Any:
        """The pass of a player who declines. Raises :class:`Mismatch` if its words are about something else."""
        passed = self.soft(seen.Passed, choice.player)
        if passed is None or not passed.of:
            return passed
        other = {ChoiceKind.PLACE: "relic", ChoiceKind.ACTION: "display"}.get(choice.kind)
        check_words(self.speaker, choice, passed, other or ("promotion" if self._promotes() else ""))
        return passed

    def _promotes(self) -> bool:
        """Whether a choice is about a promotion. Effects come after it, if the promoted card is activated."""
        return not self._in_effect and (self.action is None or self.action.kind is ActionKind.MELD)

    def left_out(self) -> Mismatch:
        """The exception to raise if an observation before the explained ones is left over."""
        left = self.speaker.observation(self.observations[self.cursor])
        return Mismatch("dogma.mandatory", "the action is over", left)

    def omit(self, reason: Incomplete) -> None:
        """Note that something is not tried, for a reason."""
        self.soundness = self.soundness.but(reason)

    def _spend(self) -> None:
        self.budget -= 1
        if self.budget < 0:
            raise OutOfBudget
