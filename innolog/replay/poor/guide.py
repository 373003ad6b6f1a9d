"""The guide of a poor record, which omits splays, positions or choices that moved no card.

If the log does not record an answer, every answer that its next observation allows is tried. Cards of which only the
back is known stay hidden until the log shows their face. The face must then be known from the start of the action,
which is a *lesson* (:class:`~innolog.replay.lessons.NeedsLesson`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence, Set
from itertools import chain
from typing import TYPE_CHECKING, Any

from innolog import log as seen
from innolog.beliefs.identities import back_of_card
from innolog.beliefs.refinements import Lesson, Refinement, refine
from innolog.beliefs.unordered import Found, Ranked, Unordered, rank, remaining
from innolog.beliefs.worlds import standing
from innolog.cards.facts import UNKNOWN_BASE
from innolog.comparing.matching import Mismatch, goes_like, is_unwritten, transfer_difference
from innolog.comparing.pairs import compare_checks
from innolog.comparing.rules import RuleId
from innolog.engine import events as done
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.zones import OWN, Zone
from innolog.log import NOBODY, Fact, GameLog, Place
from innolog.replay.answers import is_karma
from innolog.replay.guide import Guide
from innolog.replay.lessons import Abandoned, Interchangeable, NeedsLesson
from innolog.replay.picks import NAMED, OutOfLog, Pick
from innolog.replay.poor.covered import CoveredCards
from innolog.replay.poor.hidden import could_become
from innolog.replay.poor.hidden_again import HiddenAgain
from innolog.replay.poor.names import Names, is_answer
from innolog.replay.poor.reordered import ReorderedLines
from innolog.replay.poor.silent import SilentChoices
from innolog.results.soundness import Incomplete

if TYPE_CHECKING:
    from innolog.replay.nodes import Node

#: The cost of comparing a state with the transposition table, in steps of the budget (measured).
STEPS_PER_VISIT = 2
#: The cost of restoring a game in steps, and the number of matchings of hidden cards that cost one step (measured).
STEPS_PER_TRY, TESTS_PER_STEP = 5, 3


class PoorGuide(Guide):
    """Reads a poor record alongside one game.

    ``visited`` is a transposition table: the states between effects and between draws that earlier ways from the same
    start have reached.
    """

    def __init__(self, log: GameLog, budget: int) -> None:
        super().__init__(log)
        self.budget = budget
        self.silent = SilentChoices(self)
        self.covered = CoveredCards(self, self.silent, self.trial)
        self.hidden = HiddenAgain(self, self.trial)
        self.names = Names(self)
        self.reordered = ReorderedLines(self)
        #: The cards in hidden zones at the start of the action. They can be made indistinguishable.
        self.concealed: frozenset[int] = frozenset()
        #: The domains of hidden cards at the start of the action.
        self.domains: Mapping[int, frozenset[int]] = {}
        #: True when the log ends within an exchange and lacks lines of the half that moves first.
        self._cut = False
        #: The number of ways in which the current action was explained so far.
        self.ways = 0
        #: True when only the first of several ways to a state is continued.
        self.merges = True
        self.visited: set[Hashable] = set()
        #: The number of first choices in which two ways to one state must agree, because an effect that goes on depends
        #: on them. None before the first such place.
        self._counted: int | None = None
        self._ordered = 0
        #: A karma that is being followed without a line of its own in the log, until it leaves a trace.
        self._traceless: done.EffectStarted | None = None
        #: The cursor after the last line that was taken for that of a karma.
        self._after_karma = -1

    def _handlers_of(self, records: Set[Fact]) -> dict[type, Callable[[Any], None]]:
        handlers = super()._handlers_of(records)
        own: dict[type, Callable[[Any], None]] = {done.Splay: self._on_splay, done.FreeActionBegan: self._on_free}
        return handlers | {event: handler for event, handler in own.items() if event in handlers}

    def rewind(self, cursor: int, picks: list[Pick], decisions: int = 0) -> None:
        """Start the current action again at ``cursor`` with the given picks fixed."""
        super().rewind(cursor, picks, decisions)
        self.covered.begin()
        self.hidden.begin()
        self.names.begin()
        self.reordered.begin()
        self._cut = False
        self._counted = None
        self._traceless = None
        self._after_karma = -1

    def begin(self, node: Node, lessons: Sequence[Refinement]) -> bool:
        """Begin the action after a node, with lessons; False if these contradict each other."""
        if not lessons:
            self.hidden.tries = self.ways = 0
        unordered = refine(self.game, node.unordered, lessons)
        if unordered is None:
            return False
        self.covered.unordered = unordered
        self.covered.found = frozenset([lesson.card for lesson in lessons if isinstance(lesson, Found)])
        self.covered.ranked = {frozenset(lesson.cards) for lesson in lessons if isinstance(lesson, Ranked)}
        self.visited = set()
        zones = [player.zones[zone] for player in self.game.players for zone in OWN]
        concealed = frozenset(chain(*zones, *self.game.decks.values()))
        # Except for those that this action will show.
        self.concealed = concealed.difference([lesson.card for lesson in lessons])
        self.domains = self.game.nature.domains
        return True

    def finish(self) -> None:
        """Check the end of the current trial of the action.

        Raises :class:`Mismatch` if an earlier observation is left over, :class:`~innolog.replay.picks.OutOfLog` if the
        log has ended, and :class:`Abandoned` if piles cannot show what the log records next.
        """
        if self._cut:
            raise OutOfLog
        self.names.check_rest()
        if self.reordered.early:
            raise self.left_out()
        self.covered.foresee()

    def accepts(self, lessons: Sequence[Refinement], told: Mapping[Refinement, int]) -> bool:
        """Whether the lessons changed the action.

        A lesson about later moves alone gives the same explanation up to here.
        """
        return not lessons or (
            self.covered.shown >= self.covered.found
            and (not isinstance(lessons[-1], Lesson) or self.cursor > told[lessons[-1]])
        )

    def settle(self) -> tuple[tuple[Interchangeable, ...], Unordered]:
        """Make cards interchangeable after an action; returns which, and the cards in no known order then."""
        self.ways += 1
        interchangeable = self.hidden.make_interchangeable()
        if self.silent.crowded:
            # Assumptions about hidden cards only exclude explanations, so they may be dropped.
            self.game.nature.forget_assumptions()
        unordered = remaining(self.game, self.covered.groups)
        if self.covered.ranked:
            # Their order no longer matters.
            for cards in unordered:
                rank(self.game, unordered, sorted(cards))
        return interchangeable, unordered

    def spend_on_try(self) -> None:
        """Account for restoring the game and for matchings of hidden cards."""
        self.budget -= STEPS_PER_TRY + self.game.nature.take_tests() // TESTS_PER_STEP

    def _hidden(self, card: int) -> None:
        """Note that the search does not follow a card that is taken from an unknown place.

        A hidden card whose effects are executed is the one that the log names next. Raises :class:`NeedsLesson` if it
        can be, and :class:`Mismatch` otherwise.
        """
        if self.game.is_known(card):
            self.omit(Incomplete.FACES)
            return
        told = self.peek()
        if is_karma(told):
            self.omit(Incomplete.KARMAS)
        if isinstance(told, seen.NestedStarted) and told.card is not None and could_become(self.game, card, told.card):
            self.hidden.tell((told.card, card))
            self.trial.note(Lesson(frozenset((card,)), told.card), self.cursor)
            raise NeedsLesson
        super()._hidden(card)

    def receive(self, event: done.Event) -> None:
        """Compare an event of the engine with the next observation."""
        kind = type(event)
        if self._traceless is not None:
            self._follow_traceless(event)
        if kind is done.EffectStarted and event.kind == "karma":  # type: ignore[union-attr]
            if not self._karma_has_line(event):  # type: ignore[arg-type]
                self._traceless = event  # type: ignore[assignment]
                return
            self._after_karma = 1 + self.hard[self.cursor]
        self.covered.before(event)
        super().receive(event)
        self.covered.after(event)
        explained = self.cursor
        self._pass_explained()
        if self.cursor > explained:
            self._compare_statements()
        if kind is done.EffectStarted and self._counted is not None and not self._nested and not self.game.intercepting:
            # The count of icons has already decided who executes which effects. What a karma interrupts goes on, and is
            # no part of the state.
            self._visit(self._counted, event)
        elif kind is done.IconsCounted:
            self._counted, self._nested = self.step, 0

    def _karma_has_line(self, karma: done.EffectStarted) -> bool:
        """Whether the next line can be that of a karma that is being followed, or the log has ended."""
        told = self.peek()
        if told is None or self.stops(told) or Fact.EFFECTS not in self.log.records:
            return True
        return (
            isinstance(told, seen.EffectStarted)
            and told.kind in (None, "karma")
            and told.player == karma.player
            and told.number in (None, karma.number)
        )

    def _follow_traceless(self, event: done.Event) -> None:
        """Go on after a karma without a line, if it did nothing that the log would record.

        Nobody has to write down a karma that did nothing. What was chosen before it may then not show, and the line of
        another karma may have been taken for its own: neither is tried, so *illegal* is no longer proved. Raises
        :class:`Mismatch` if the karma did something.
        """
        karma = self._traceless
        assert karma is not None
        if self.game.intercepting and type(event) in self._handlers:
            if self.cursor == self._after_karma:
                self.omit(Incomplete.KARMAS)
            super().receive(karma)
        elif not self.game.intercepting:
            self._traceless = None
            self.omit(Incomplete.KARMAS)

    def mismatch(self, event: done.Event, observation: seen.Observation, rule: RuleId | None = None) -> Mismatch:
        """The exception to raise if an event does not explain an observation.

        A karma interrupts what happens to a card after it was drawn. Somebody may write down both as one, or the karma
        before the draw. A card that a karma reveals and that is seen by all anyway may be written down as revealed.
        """
        if self.game.intercepting and isinstance(event, done.Transfer) and event.from_zone == Zone.DECK:
            move = observation if isinstance(observation, seen.Transfer) else None
            at_once = move is not None and move.from_place is Place.DECK and move.to_place is not Place.HAND
            if at_once or is_karma(observation):
                self.omit(Incomplete.KARMAS)
        elif self.cursor == self._after_karma and getattr(observation, "to_place", None) is Place.REVEALED:
            self.omit(Incomplete.KARMAS)
        return super().mismatch(event, observation, rule)

    def choose(self, choice: Choice) -> Any:
        """Answer a choice: with what the log shows, or with the next answer to be tried."""
        if choice.rest is not None:
            every, left = choice.rest
            if every == left:
                self._ordered = self.step
            else:
                self._visit(self._ordered, left)
        elif choice.kind is ChoiceKind.CARD and choice.intent is not None and is_karma(self.peek()):
            self._visit(*self._chosen_before(choice))
        self.hidden.asked(choice)
        self.covered.asked(choice)
        cursor = self.cursor
        answer = super().choose(choice)
        if choice.kind in NAMED and self.cursor == cursor:
            self.names.miss(choice.player, choice.kind)
        self.hidden.answered(self.picks[self.step - 1])
        return answer

    def named(self, choice: Choice, answer: Any = None) -> Any:
        """What a player named just then, of the kind that is being chosen; None if it is not this answer.

        If players may leave out what they name, it may be of a later choice.
        """
        if not self.names.optional:
            return super().named(choice)
        try:
            told = super().named(choice)
        except Mismatch:
            return None
        return told if None in (told, answer) or is_answer(told, choice, answer) else None

    def _may_name(self, player: int, kind: ChoiceKind, options: Sequence[Any]) -> None:
        try:
            super()._may_name(player, kind, options)
        except Mismatch:
            if not self.names.optional or kind not in NAMED:
                raise
            self.names.miss(player, kind)

    def _pass_over(self) -> None:
        self.names.check(self.cursor)
        super()._pass_over()

    def _chosen_before(self, choice: Choice) -> tuple[int, Hashable]:
        """The number of choices before those that took cards from the same ones, and what was chosen since.

        A karma may interrupt each move. Then many orders of the cards lead to one table, with the same cards left.
        """
        cards = frozenset([*choice.options, *choice.uncertain])
        first, number = self.step, 0
        for index in range(self.step - 1, -1, -1):
            before = self.picks[index].choice
            if before.goes_like(choice):
                if not cards.issubset([*before.options, *before.uncertain]):
                    break
                first, number = index, number + 1
        return first, (number, cards)

    def _visit(self, settled: int, place: Hashable) -> None:
        """Continue only if no other way led here.

        Another way counts only if it is equal in its first ``settled`` choices. Later choices are contained in the
        table, in ``place`` and in the state of this guide.
        """
        picks = self.picks
        if not self.merges or self.step < len(picks) or all(len(pick.answers) == 1 for pick in picks[settled:]):
            # This way was visited before, up to the choice with a new answer.
            return
        interchangeable = frozenset([pick.interchangeable for pick in picks if pick.interchangeable])
        self.budget -= STEPS_PER_VISIT
        way = tuple([pick.chosen for pick in picks[:settled]])
        groups = frozenset([(group.start, frozenset(group.cards)) for group in self.covered.groups])
        found = frozenset(self.covered.shown & self.covered.found)
        unrecorded = (frozenset(self.reordered.early), interchangeable, groups, found, self.names.missing())
        key = (way, place, self.cursor, unrecorded, standing(self.game))
        if key in self.visited:
            raise Abandoned
        self.visited.add(key)

    # --- events ----------------------------------------------------------------------------------------------------

    def _on_transfer(self, event: done.Transfer) -> None:
        if event.to_zone is Zone.REVEALED:
            self.reordered.revealed.add(event.card)
        if (self.by_hand and is_unwritten(self.game, event)) or self.reordered.is_junked_without_line(event):
            return
        if self.reordered.take_consequence(event):
            return
        if self.reordered.drawn_first(event):
            self._next()
            self._step()
            self._step()
            return
        move: seen.Transfer = self.reordered.junked_later(event) or self._expect(event, seen.Transfer)
        if self.game.exchanging:
            halves = [other for _, other in self.reordered.exchanged(move)]
            rest = self.cursor + len(self.reordered.early) + len(halves)
            move = next((other for other in halves if goes_like(event, other)), move)
            if not goes_like(event, move) and (rest == len(self.observations) or self.stops(self.observations[rest])):
                # The other half is written first. It is compared before the search stops.
                self._cut = True
                return
        if self.hidden.taken and move.card is not None:
            if (
                event.card in self.hidden.taken
                and move.card not in self.game.place
                and self.hidden.learn(self.hidden.taken, move.card)
            ):
                raise NeedsLesson
            self.hidden.tell((move.card, event.card))
        is_next = self.peek() is move
        if not is_next or transfer_difference(self.game, event, move, self.reordered.still_there) is not None:
            self._explain_other(event, move)
            return
        self.checks += compare_checks(self.game, self.speaker, move.checks)
        self._step()

    def _on_splay(self, event: done.Splay) -> None:
        """Compare a new splay. One that is lost while cards are junked together is recorded anywhere among them.

        At a table, nobody has to write that a single card is not splayed.
        """
        if event.lost and self.by_hand:
            self.reordered.bared.add((event.owner, event.color))
        elif not event.lost or not self.reordered.take_splay(event):
            self._compare(event)

    def _on_free(self, event: done.FreeActionBegan) -> None:
        """Compare the beginning of a free action. At a table, nobody has to write one in which nothing is done."""
        if not self.by_hand or not isinstance(self.peek(), seen.ActionBegan):
            self._compare(event)

    def _explain_other(self, event: done.Transfer, move: seen.Transfer) -> None:
        """Explain one of the following moves between the same places, or learn the card's face."""
        following = self.reordered.following(move)
        if event.from_zone == Zone.DECK:
            # Cards are drawn one by one, and recorded in that order.
            del following[1:]
        for index, other in following:
            if transfer_difference(self.game, event, other, self.reordered.still_there) is None:
                if not self.reordered.take(index):
                    self._step()
                return
            card = other.card
            if (
                card is not None
                and could_become(self.game, event.card, card)
                and self._leaves_rest(event, card, following)
            ):
                self.hidden.tell((card, event.card))
                self.trial.note(Lesson(frozenset((event.card,)), card), self.cursor)
                raise NeedsLesson
        raise self.mismatch(event, move)

    def _leaves_rest(self, event: done.Transfer, card: int, following: list[tuple[int, seen.Transfer]]) -> bool:
        """Whether the other hidden cards can be the rest of the cards that the log names, if this one is ``card``.

        That is asked only if all hidden cards with this back leave the place.
        """
        game = self.game
        back = game.back[event.card]
        if event.from_owner == NOBODY or event.from_zone is Zone.BOARD:
            return True
        left = game.players[event.from_owner].zone(event.from_zone)
        others = [other for other in left if other >= UNKNOWN_BASE and game.back[other] == back]
        named = {move.card for _, move in following if move.card is not None and move.card not in game.place}
        rest = frozenset([face for face in named if face != card and back_of_card(face) == back])
        return not others or len(others) != len(rest) or game.nature.can_be_all(others, rest)

    def _on_game_ended(self, event: done.GameEnded) -> None:
        if Fact.ENDING in self.log.records and self.peek() is None:
            # Unlike the messages of a site, single lines of a text can be lost.
            raise OutOfLog
        super()._on_game_ended(event)

    def _step(self) -> None:
        """Go to the next observation that is not explained yet."""
        self.cursor += 1
        self._pass_explained()

    def _pass_explained(self) -> None:
        self.cursor = self.reordered.next_from(self.cursor)

    def _compare_statements(self) -> None:
        # A line that only says that a shown card stays can be followed by another shown card.
        while self.cursor < self.hard[self.cursor]:
            before = self.cursor
            super()._compare_statements()
            self._pass_explained()
            if self.cursor == before:
                return

    def _compare_statement(self, shown: seen.Revealed | seen.IconsStated) -> None:
        if isinstance(shown, seen.IconsStated):
            return super()._compare_statement(shown)
        self.hidden.show(*shown.cards)
        player = self.game.players[shown.player]
        places = {Place.HAND: [player.hand_cards], Place.SCORE: [player.score_cards]}
        if shown.some:
            self.reordered.revealed.update(shown.cards)
        for cards in places.get(shown.place, [player.hand_cards, player.score_cards]):
            if shown.some or sorted(self.game.back[card] for card in cards) == sorted(map(back_of_card, shown.cards)):
                unknown = [card for card in shown.cards if card not in self.game.place]
                if unknown and self.hidden.learn(cards, unknown[0]):
                    raise NeedsLesson
        super()._compare_statement(shown)

    def supposed(self) -> int:
        """The number of choices in this action that tried several possibilities of a hidden card."""
        return sum(
            pick.choice.kind is ChoiceKind.NATURE and pick.choice.alike is None and len(pick.answers) > 1
            for pick in self.picks
        )
