"""Settle the replay of a poor record: the same game with the faces of all cards known from the deal on.

In the replay of a log that leaves facts open, a card may be known only from the place where it shows (*learned*). Known
cards may be made indistinguishable again (*forgotten*). Followed backwards from the end, each card has one face all the
time. The engine plays the settled game once more along the same log, which compares it with every statement of the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from innolog.cards.facts import UNKNOWN_BASE
from innolog.comparing.matching import Mismatch
from innolog.engine.actions import Action, play_next
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.digest import digest
from innolog.engine.events import Event, Rearranged
from innolog.engine.game import Game
from innolog.engine.nature import Contradiction
from innolog.engine.reading import TooDeep
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Setup
from innolog.log import Fact
from innolog.log import Rearranged as Rearrangement
from innolog.reconstruction.explanations import explain
from innolog.reconstruction.faces import Options, look_back
from innolog.reconstruction.orders import put_in_order
from innolog.reconstruction.stories import Asked, Card, Step, Telling, Unsettled
from innolog.replay.expanding import record_of
from innolog.replay.lessons import NeedsLesson
from innolog.replay.nodes import Node
from innolog.replay.picks import BUDGET, BUDGET_PER_OBSERVATION, OutOfBudget, OutOfLog, Pick
from innolog.replay.poor.guide import PoorGuide
from innolog.results.result import Replay
from innolog.results.snapshots import snapshot

#: The number of ways to explain a log that are tried until one fits the forgotten cards.
MOST_WAYS = 12
#: The number of orders of alike cards in each way, and of failures of each order.
MOST_ORDERS, MOST_FAILURES = 24, 1
#: At most this many other orders are tried if the log records a new order and the one found is the old one.
MOST_ORDERED = 8
#: The largest number of assignments of known cards to forgotten ones.
MOST_PLACES = 100


class Settled(NamedTuple):
    """One of the games that explain a poor record, and the number of observations that its whole actions explain."""

    game: Replay
    explained: int


class Stories:
    """All stories that explain a log which leaves facts open.

    ``number`` is the number of ways that the search found. ``guessed``: True when it had to guess, so that there may be
    more. With ``one``, one story is enough: the search does not look for all first.

    Raises :class:`~innolog.reconstruction.stories.Unsettled` if the log is not legal.
    """

    def __init__(self, result: Replay, *, one: bool = False) -> None:
        if result.rules is None or not result.verdict.explained:
            raise Unsettled(f"only a legal game can be reconstructed; this one is {result.verdict.value}")
        self._result = result
        self._rules = result.rules
        self._order = (True, False) if one else (False, True)
        self._explain(merges=one)

    def _explain(self, *, merges: bool) -> None:
        log, effort = self._result.log, self._result.effort
        self._setup, self._remaining = explain(log, self._rules, merges=merges, effort=effort)
        self.guessed = merges or any(explanation.soundness.guessed for explanation in self._remaining)
        self.number = _paths(self._remaining)

    def settled(self) -> Iterator[Settled]:
        """The stories as replays of a full record, the first one first; at least one.

        A way is left out if no faces of the hidden cards fit everything that the log shows of them. A way has several
        stories if a known card may be any of several hidden ones later. Raises :class:`Unsettled` if all of the first
        ways are left out.
        """
        failed: Unsettled | None = None
        for merges in self._order:
            if merges is not self._order[0]:
                # Another search finds other ways. If it does not look for all, this is a guess.
                self._explain(merges=merges)
            found = False
            for number, story in enumerate(_stories(self._remaining)):
                if number >= MOST_WAYS and not found:
                    break
                try:
                    for settled in _settle(self._result, self._rules, self._setup, story):
                        found = True
                        yield settled
                except Unsettled as error:
                    failed = failed or error
            if found:
                return
        raise failed or Unsettled("the log omits too much to reconstruct one of the games that explain it")


def _ways(reached: Node) -> list[Node]:
    """All actions that lead to the state of an explanation; none to the first."""
    return list(reached.ways.values()) if reached.ways else [reached] if reached.earlier else []


def _paths(remaining: Sequence[Node]) -> int:
    """The number of stories that end in the remaining explanations."""
    found: dict[Node, int] = {}
    todo = list(remaining)
    while todo:
        explanation = todo[-1]
        ways = [way.earlier[0] for way in _ways(explanation)]
        unknown = [earlier for earlier in ways if earlier not in found]
        if unknown:
            todo.extend(unknown)
            continue
        todo.pop()
        found[explanation] = sum(found[earlier] for earlier in ways) or 1
    return sum(found[explanation] for explanation in remaining)


def _stories(remaining: Sequence[Node]) -> Iterator[list[Step]]:
    """The actions of each story, from the start on."""
    for last in remaining:
        unfinished: list[tuple[Node, list[Step]]] = [(last, [])]
        while unfinished:
            reached, later = unfinished.pop()
            if not reached.earlier:
                yield [Step(step.way, step.reached) for step in later]
                continue
            for way in reversed(_ways(reached)):
                unfinished.append((way.earlier[0], [Step(way, reached), *later]))


def _settle(result: Replay, rules: Ruleset, setup: Setup, story: list[Step]) -> Iterator[Settled]:
    """One story as replays of a full record: one for each assignment of forgotten cards.

    Raises :class:`Unsettled` at the end if all fail.
    """
    if not story:
        raise Unsettled("the log shows no whole action")
    Telling(setup, rules).tell(story)
    told = any(isinstance(observation, Rearrangement) for observation in result.log.observations)
    put_in_order(story, told=told or Fact.REARRANGEMENTS in result.log.records)
    failed: Unsettled | None = None
    for attempt in range(MOST_ORDERS):
        options = Options(Random(attempt) if attempt else None)
        found, failures, most = False, 0, MOST_FAILURES
        for _ in range(MOST_PLACES):
            placed: int | None = None
            try:
                dealt = look_back(story, options)
                placed = options.number
                yield _play(result, rules, _deal(setup, dealt), story, options)
                found = True
            except Unsettled as error:
                failed = failed or error
                failures += 1
                if placed is not None and options.number > placed:
                    most = MOST_ORDERED
            if not options.advance() or (failures >= most and not found):
                break
        if found:
            return
    if failed:
        raise failed


def _deal(setup: Setup, dealt: dict[int, Card]) -> Setup:
    """The deal with all faces; hidden cards are numbered anew."""
    unknown_backs: list[int] = []

    def settled(card: int) -> int:
        if card < UNKNOWN_BASE and card not in dealt:
            return card
        found = dealt[card]
        if found.face is None:
            found.settled = UNKNOWN_BASE + len(unknown_backs)
            unknown_backs.append(setup.unknown_backs[card - UNKNOWN_BASE])
        else:
            found.settled = found.face
        return found.settled

    def all_of(cards: Sequence[int]) -> tuple[int, ...]:
        return tuple([settled(card) for card in cards])

    return replace(
        setup,
        decks={back: all_of(cards) for back, cards in setup.decks.items()},
        hands=tuple(map(all_of, setup.hands)),
        achievements=all_of(setup.achievements),
        relics=all_of(setup.relics),
        unknown_backs=tuple(unknown_backs),
        faces={},
    )


class _StoryAnswers:
    """Follows the log in the settled game, with the answers of the story."""

    def __init__(self, guide: PoorGuide, options: Options) -> None:
        self.guide = guide
        self._options = options
        self.story: Step
        self.next = 0
        self.asked = 0

    def begin(self, step: Step) -> None:
        """Play the next action of the story."""
        self.guide.rewind(self.guide.cursor, [])
        self.story = step
        self.next = self.asked = 0

    def is_at(self, cursor: int) -> bool:
        """Whether the log is explained up to a cursor."""
        return self.guide.hard[self.guide.cursor] == self.guide.hard[cursor]

    def receive(self, event: Event) -> None:
        """Compare an event with that of the story, and with the log."""
        if isinstance(event, Rearranged):
            self._skip_rearranged()
            self.guide.receive(event)
            return
        items = self.story.items
        while self.next < len(items) and isinstance(items[self.next], Asked | Rearranged):
            self._skip()
        if self.next >= len(items) or type(items[self.next]) is not type(event):
            raise Unsettled(f"{self.where()}: the faces of the cards that the log shows change what happens")
        self.next += 1
        self.guide.receive(event)

    def _skip(self) -> None:
        self.asked += isinstance(self.story.items[self.next], Asked)
        self.next += 1

    def _skip_rearranged(self) -> None:
        """Skip the rearrangement of a pile in the story: only the order found later shows whether it was a change."""
        items = self.story.items
        if self.next < len(items) and isinstance(items[self.next], Rearranged):
            self.next += 1

    def where(self) -> str:
        """The place of the game in the log."""
        return str(self.guide.observations[min(self.guide.cursor, len(self.guide.observations) - 1)].at)

    def pick(self, choice: Choice) -> Pick:
        """The answer in the story. Choices of the story that the settled game does not ask are skipped."""
        items = self.story.items
        self._skip_rearranged()
        while self.next < len(items) and isinstance(asked := items[self.next], Asked):
            answer = self._translated(choice.kind, asked.answer)
            legal = choice.kind is ChoiceKind.ORDER or answer in choice.answers()
            fits = legal and self._is_same(asked.choice, choice)
            self._skip()
            if fits:
                if choice.kind is ChoiceKind.ORDER:
                    answer = self._new_order(choice, answer)
                return Pick([answer], False)
        raise Unsettled(f"{self.where()}: the faces of the cards that the log shows leave other choices")

    def _new_order(self, choice: Choice, order: tuple[int, ...]) -> tuple[int, ...]:
        """The order of the story; with two cards swapped if the log records a new order and this is the old one.

        Cards that lie further down are tried first, because they show last, or never.
        """
        if order != tuple(choice.options) or not isinstance(self.guide.peek(), Rearrangement):
            return order
        lower = self._options.take(len(order) - 1)
        return (*order[:lower], order[lower + 1], order[lower], *order[lower + 2 :])

    def _is_same(self, asked: Choice, choice: Choice) -> bool:
        if not asked.goes_like(choice) or asked.may != choice.may:
            return False
        if choice.kind is ChoiceKind.ORDER:
            return sorted(map(self._card, asked.options)) == sorted(choice.options)
        if choice.kind is not ChoiceKind.CARD:
            return True
        offered = {self._card(card) for card in (*asked.options, *asked.uncertain)}
        return offered.issuperset(choice.options) and offered.issuperset(choice.uncertain)

    def _translated(self, kind: ChoiceKind, answer: Any) -> Any:
        if answer is None:
            return None
        if kind is ChoiceKind.CARD:
            return self._card(answer)
        if kind is ChoiceKind.ACTION:
            return answer if answer.card is None else Action(answer.kind, self._card(answer.card))
        if kind is ChoiceKind.ORDER:
            return tuple([self._card(card) for card in answer])
        return answer

    def _card(self, card: int) -> int:
        for since, late in self.story.late.get(card, ()):
            if self.asked >= since:
                return late.settled
        found = self.story.cards.get(card)
        # A special achievement, such as a decree, is not among the cards of the deal.
        return card if found is None or found.settled < 0 else found.settled


def _play(result: Replay, rules: Ruleset, setup: Setup, story: list[Step], options: Options) -> Settled:
    """Play the settled game along the log."""
    log = result.log
    guide = PoorGuide(log, BUDGET + BUDGET_PER_OBSERVATION * len(log.observations))
    guide.keep_events = guide.covered.in_order = True
    answers = _StoryAnswers(guide, options)
    guide.answers = answers.pick
    game = Game(setup, rules, guide)
    guide.attach(game)
    game.sink = answers.receive
    settled = replace(
        result,
        setup=setup,
        actions=[],
        not_recorded=[],
        settled=result.not_recorded,
        explanations=1,
    )
    for index, step in enumerate(story):
        turn, number, player, cursor = game.turn, game.action + 1, game.turn_player.index, guide.cursor
        answers.begin(step)
        try:
            play_next(game)
            if guide.reordered.early:
                raise guide.left_out()
        except (Contradiction, Mismatch, NeedsLesson, OutOfLog, OutOfBudget, TooDeep) as error:
            raise Unsettled(
                f"{answers.where()}: the faces of the cards that the log shows do not fit together"
            ) from error
        if not answers.is_at(step.way.cursor):
            raise Unsettled(f"{answers.where()}: the faces of the cards that the log shows change what happens")
        record = record_of(guide, index, turn, number, player, cursor)
        record.snapshot, record.digest = snapshot(game), digest(game)
        settled.actions.append(record)
    settled.ended = game.over
    settled.assumptions = game.nature.assumptions
    settled.digest = settled.actions[-1].digest if settled.actions else None
    return Settled(settled, guide.hard[guide.cursor])
