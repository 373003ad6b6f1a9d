"""Following a game in its log: every event of the engine is compared with the next observation.

*Hard* observations must each be explained by the next event; *soft* ones (a player passed, named a color, showed a
hand) tell about choices and are checked where they can be, but the rules alone don't bring them about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from innolog import log as seen
from innolog.engine import events as done
from innolog.engine.actions import Action, claimable
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.game import Game
from innolog.log import NOBODY, Fact, GameLog, Place
from innolog.replay.blame import broken_rule
from innolog.replay.due import Step
from innolog.replay.matching import (
    SOFT,
    Mismatch,
    answer_named,
    failed_check,
    next_hard,
    same_move,
    statements,
    transfer_difference,
)
from innolog.replay.memory import Memory
from innolog.replay.offered import check_decided, check_draw
from innolog.replay.soundness import EXHAUSTIVE, Incomplete, Soundness
from innolog.replay.words import Speaker
from innolog.support.counting import counted

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
        self._hard = next_hard(log.observations)
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
            done.Transfer: self._on_owned_transfer if self._of_one else self._on_transfer,
            done.Splay: self._on_splay,
            done.Rearranged: self._on_rearranged,
            done.Wiped: self._on_wiped,
            done.GameEnded: self._on_game_ended,
            done.Eliminated: self._on_eliminated,
            done.TopsAndHandsRemoved: self._on_tops_and_hands_removed,
        }
        for fact, event, handler in (
            (Fact.ACTIONS, done.ActionBegan, self._on_action_began),
            (Fact.ACTIONS, done.FreeActionBegan, self._on_free_action_began),
            (Fact.ACTIVATIONS, done.DogmaStarted, self._on_dogma_started),
            (Fact.ICON_COUNTS, done.IconsCounted, self._on_icons_counted),
            (Fact.EFFECTS, done.EffectStarted, self._on_effect_started),
            (Fact.SHARING_BONUS, done.SharingBonus, self._on_sharing_bonus),
            (Fact.TURNS, done.TurnEnded, self._on_turn_ended),
            (Fact.NESTED, done.NestedStarted, self._on_nested_started),
            (Fact.NESTED, done.NestedEnded, self._on_nested_ended),
        ):
            if fact in records:
                self._handlers[event] = handler

    def attach(self, game: Game) -> None:
        """Follow this game."""
        self.game = game
        self._reworded = game.rules.reworded
        game.sink = self.receive
        self.speaker = Speaker([seat.name for seat in self.log.seats], game)

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
        index = self._hard[self.cursor]
        return self.observations[index] if index < len(self.observations) else None

    @staticmethod
    def _stops(observation: seen.Observation) -> bool:
        """Whether play stops there without an end."""
        return isinstance(observation, seen.Ended) and observation.how in seen.STOPPED

    def _next(self) -> seen.Observation:
        """Step over soft observations and take the next hard one; raises OutOfLog at the end."""
        observations = self.observations
        hard = self._hard[self.cursor]
        while self.cursor < hard:
            observation = observations[self.cursor]
            if isinstance(observation, seen.Agreed):
                # A pass may be the site's own (it asks where nothing hidden fits), and it names what was the only
                # possibility; an answer needs a question.
                name = self.speaker.player(observation.player)
                raise Mismatch("record.choice", f"{name} has no such choice", self.speaker.observation(observation))
            self._pass_over(observation)
            self.cursor += 1
        if hard < len(observations):
            return observations[hard]
        raise OutOfLog

    def _compare_statements(self) -> None:
        """Compare what the log says of the table before the next event: only events change the table."""
        for index in range(self.cursor, self._hard[self.cursor]):
            observation = self.observations[index]
            if type(observation) is seen.Revealed:
                if observation is self.doubted:
                    self.lay_there = sorted(map(self.speaker.card, self._shown_from(observation)))
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
        cards = self._shown_from(shown)
        if not self._holds(cards, shown.cards):
            name = self.speaker.player(shown.player)
            raise Mismatch("card.shown", f"{name} holds {self.speaker.cards(cards)}", self.speaker.observation(shown))
        self.checks += 1

    def _shown_from(self, shown: seen.Revealed) -> list[int]:
        """The cards of which a player shows all."""
        player = self.game.players[shown.player]
        cards = player.score_pile if shown.place is Place.SCORE else player.hand
        if shown.place is Place.REVEALED and not self._holds(cards, shown.cards):
            # The source does not say which of the two was shown.
            cards = player.score_pile
        return [*cards]

    def _pass_over(self, observation: seen.Observation) -> None:
        """Check what can be checked of a soft observation."""
        if isinstance(observation, seen.Asked | seen.Passed | seen.Named):
            if self._tells_effects:
                check_decided(self.speaker, self.askable, observation, self.peek(), answers=self.strict)
        elif isinstance(observation, seen.FirstPlayer) and observation.player is not None:
            if observation.player != self.game.turn_player.index:
                raise Mismatch(
                    "setup.first-player",
                    f"{self.speaker.player(self.game.turn_player.index)} plays first",
                    f"{self.speaker.player(observation.player)} plays first",
                )
            name, names = observation.card_name, self.game.table.name
            first = self.game.turn_player.tops()
            # Of cards that the log does not show there is none to compare.
            known = [names[card] for card in first if self.game.is_known(card)]
            if name and name in names and name not in known and len(known) == len(first):
                raise Mismatch(
                    "setup.first-player",
                    "the first card in the alphabet is " + ", ".join(map(self.speaker.card, first)),
                    f"it is {name}",
                )
            self.checks += 1

    def _holds(self, cards: Sequence[int], shown: Sequence[int]) -> bool:
        """Whether the cards that were shown can be all of these."""
        game = self.game
        back = game.back
        if sorted(back[card] for card in cards) != sorted(back[card] for card in shown):
            return False
        unknown = set(shown)
        for card in cards:
            if game.is_known(card):
                if card not in unknown:
                    return False
                unknown.remove(card)
        # The others must be nowhere else, and what is hidden must be able to be just these.
        return unknown.isdisjoint(game.place) and game.nature.can_be_all(
            [card for card in cards if not game.is_known(card)], frozenset(unknown)
        )

    def _soft(self, wanted: type, player: int) -> Any:
        """The first soft observation of a kind by a player before the next hard one, or None."""
        for index in range(self.cursor, self._hard[self.cursor]):
            observation = self.observations[index]
            if type(observation) is wanted and observation.player == player:  # type: ignore[union-attr]
                return observation
        return None

    def _named(self, choice: Choice) -> Any:
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
            raise Mismatch("record.choice", f"{name} has no such choice", self.speaker.observation(unfit))
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
            if self._hard[self.cursor] > self.cursor:
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

    def mismatch(self, event: done.Event, observation: seen.Observation, rule: str | None = None) -> Mismatch:
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

    def _check(self, checks: tuple[seen.Check, ...]) -> None:
        for check in checks:
            failed = failed_check(self.game, check)
            if failed:
                rule, expected, observed = failed
                name = self.speaker.player(check.player)
                raise Mismatch(rule, f"{name} has {expected}", f"{name} has {observed}")
            self.checks += statements(check)

    def _on_transfer(self, event: done.Transfer) -> None:
        move = self._expect(event, seen.Transfer)
        difference = transfer_difference(self.game, event, move)
        if difference is not None:
            raise self.mismatch(event, move)
        self._check(move.checks)
        self.cursor += 1

    def _on_owned_transfer(self, event: done.Transfer) -> None:
        """The same in what was sent to one player, which lacks cards that go from nobody to nobody."""
        if event.from_owner != NOBODY or event.to_owner != NOBODY:
            self._on_transfer(event)
        else:
            self.omit(Incomplete.UNSEEN)

    def _on_splay(self, event: done.Splay) -> None:
        splay = self._expect(event, seen.Splay)
        if (splay.owner, splay.color, splay.direction) != (event.owner, event.color, event.direction):
            raise self.mismatch(event, splay)
        self._check(splay.checks)
        self.cursor += 1

    def _on_rearranged(self, event: done.Rearranged) -> None:
        observation = self._expect(event, seen.Rearranged)
        told = (observation.owner, observation.color, observation.order or event.cards)
        if told != (event.owner, event.color, event.cards):
            raise self.mismatch(event, observation)
        size = len(event.cards)
        if any(not (0 <= one < size and 0 <= one + by < size) for one, by in observation.swaps):
            raise Mismatch(
                "rearrange", f"a pile of {counted(size, 'card')} is put in a new order", "cards outside it are moved"
            )
        if observation.highest_top is not None:
            self._check((seen.Check(event.owner, highest_top=observation.highest_top),))
        self.cursor += 1

    def _on_wiped(self, event: done.Wiped) -> None:
        self._expect(event, seen.Wiped)
        self.cursor += 1

    def _on_eliminated(self, event: done.Eliminated) -> None:
        observation = self._expect(event, seen.Eliminated)
        if observation.player != event.player:
            raise self.mismatch(event, observation)
        self.cursor += 1

    def _on_tops_and_hands_removed(self, event: done.TopsAndHandsRemoved) -> None:
        observation = self._expect(event, seen.TopsAndHandsRemoved)
        if observation.cards is not None and observation.cards != (cards := tuple(sorted(event.cards))):
            raise Mismatch("remove", self._listed(cards), self._listed(observation.cards))
        self._check(observation.checks)
        self.cursor += 1

    def _listed(self, cards: Sequence[int]) -> str:
        return f"the top cards are {', '.join(map(self.speaker.card, cards)) or 'none'}"

    def _on_free_action_began(self, event: done.FreeActionBegan) -> None:
        observation = self._expect(event, seen.FreeActionBegan)
        if observation.player != event.player:
            raise self.mismatch(event, observation)
        self.cursor += 1

    def _on_game_ended(self, event: done.GameEnded) -> None:
        if Fact.ENDING not in self.log.records:
            return
        if self.peek() is None and (self.cursor or self.observations):
            # Whatever a player's decision brings about is told at once, so this log was not cut: the end was taken out.
            self._finish()
            raise Mismatch("end.missing", self.speaker.event(event), "the game does not end")
        end = self._expect(event, seen.Ended)
        if end.how != event.how:
            raise self.mismatch(event, end, "end.missing" if end.how in seen.STOPPED else None)
        if end.player is not None and end.player not in event.winners and end.how != "score":
            raise self.mismatch(event, end, "end.winner")
        if end.player is not None and end.how == "score" and end.player != event.by:
            name, told = self.speaker.player(event.by), self.speaker.player(end.player)
            raise Mismatch("end.winner", f"{name} brings the game to its end", f"{told} brings it to its end")
        if end.winners and sorted(end.winners) != sorted(event.winners) and not self.game.rules.teams:
            raise self.mismatch(event, end, "end.winner")
        if end.achievements is not None and event.how == "achievements":
            count = self.game.achievements_of(self.game.players[event.winners[0]])
            if count != end.achievements:
                raise Mismatch(
                    "end.winner",
                    f"the winner has {counted(count, 'achievement')}",
                    f"it is won with {end.achievements}",
                )
        self.checks += 1
        self.cursor += 1
        # A text has a line for each of those who win together.
        while (
            isinstance(other := self.peek(), seen.Ended)
            and other.how == event.how == "achievements"
            and other.player in event.winners
            and other.player != end.player
        ):
            self.cursor += 1

    def _on_action_began(self, event: done.ActionBegan) -> None:
        observation = self._expect(event, seen.ActionBegan)
        if observation.player != event.player or observation.number not in (None, event.number):
            raise self.mismatch(event, observation)
        game = self.game
        player = game.players[event.player]
        if observation.claimable is not None:
            ages = sorted({game.age[card] for card in claimable(game, player)})
            if ages != sorted(observation.claimable):
                name = self.speaker.player(event.player)
                raise Mismatch(
                    "achieve.offered",
                    f"{name} may claim {self.speaker.ages(ages)}",
                    f"{name} may claim {self.speaker.ages(sorted(observation.claimable))}",
                )
            self.checks += 1
        if observation.age_to_draw is not None or observation.set_to_draw is not None:
            self.checks += check_draw(game, self.speaker, observation, player)
        self.checks += 1
        self.cursor += 1

    def _on_dogma_started(self, event: done.DogmaStarted) -> None:
        observation = self._expect(event, seen.DogmaStarted)
        if (observation.player, observation.card) != (event.player, event.card):
            raise self.mismatch(event, observation)
        if observation.endorsed not in (None, event.endorsed):
            raise self.mismatch(event, observation, "endorse.condition")
        if observation.icon is not None and observation.icon != self.game.table.featured[event.card]:
            raise Mismatch(
                "dogma.icon",
                f"{self.speaker.card(event.card)} has the {self.speaker.icon(self.game.table.featured[event.card])}"
                " as its featured icon",
                f"the featured icon is the {self.speaker.icon(observation.icon)}",
            )
        self.checks += 1
        self.cursor += 1

    def _on_icons_counted(self, event: done.IconsCounted) -> None:
        for seat, count in enumerate(event.counts):
            observation = self._expect(event, seen.IconCounted)
            if (observation.player, observation.count) != (seat, count):
                mismatch = Mismatch(
                    "dogma.icons",
                    f"{self.speaker.player(seat)} has {counted(count, f'{self.speaker.icon(event.icon)} icon')}",
                    f"{self.speaker.player(observation.player)} has {observation.count}",
                )
                mismatch.whose = seat
                raise mismatch
            if observation.icon not in (None, event.icon):
                raise Mismatch(
                    "dogma.icon",
                    f"the {self.speaker.icon(event.icon)} is counted",
                    f"the {self.speaker.icon(observation.icon)} is counted",
                )
            self.checks += 1
            self.cursor += 1

    def _on_effect_started(self, event: done.EffectStarted) -> None:
        observation = self._expect(event, seen.EffectStarted)
        if observation.player != event.player:
            raise self.mismatch(event, observation)
        # A compel effect is announced as the demand it counts as.
        kind = "demand" if event.kind == "compel" and observation.kind != "compel" else event.kind
        if observation.kind is not None and (observation.kind, observation.number) != (kind, event.number):
            raise self.mismatch(event, observation)
        if observation.card not in (None, event.card):
            mismatch = self.mismatch(event, observation, "dogma.order")
            # It is the same effect, told as that of another card.
            mismatch.missing = False
            raise mismatch
        self.checks += 1
        self.cursor += 1

    def _on_sharing_bonus(self, event: done.SharingBonus) -> None:
        self._expect(event, seen.SharingBonus)
        self.cursor += 1

    def _on_turn_ended(self, event: done.TurnEnded) -> None:
        self._expect(event, seen.TurnEnded)
        self.cursor += 1

    def _on_nested_started(self, event: done.NestedStarted) -> None:
        observation = self._expect(event, seen.NestedStarted)
        if (observation.player, observation.card, observation.on is None) != (
            event.player,
            event.card,
            event.on is None,
        ):
            raise self.mismatch(event, observation)
        self.cursor += 1

    def _on_nested_ended(self, event: done.NestedEnded) -> None:
        observation = self._expect(event, seen.NestedEnded)
        if observation.card != event.card:
            raise self.mismatch(event, observation)
        self.cursor += 1

    def omit(self, reason: Incomplete) -> None:
        """Note that something is not tried, for a reason."""
        self.soundness = self.soundness.but(reason)

    def _spend(self) -> None:
        self.budget -= 1
        if self.budget < 0:
            raise OutOfBudget
