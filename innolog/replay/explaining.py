"""Explaining one more action of a log that leaves facts open, in all ways that there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, TypeAlias

from innolog.cards.facts import UNKNOWN_BASE
from innolog.comparing.matching import Mismatch
from innolog.engine.actions import play_next
from innolog.engine.choices import ChoiceKind
from innolog.engine.events import GameEnded, Transfer
from innolog.engine.game import Game, Saved
from innolog.engine.ruleset import Ruleset
from innolog.log import GameLog
from innolog.replay.identities import deal
from innolog.replay.lessons import Found, Insight, Learnt, Lesson, Ranked
from innolog.replay.loose import LooseGuide
from innolog.replay.meeting import Key, Met, concealing, in_the_open
from innolog.replay.mixing import Mixed
from innolog.replay.picks import OutOfBudget, OutOfLog, Pick
from innolog.replay.piles import exchange
from innolog.replay.result import ActionRecord
from innolog.replay.search import advance, record_of
from innolog.replay.soundness import EXHAUSTIVE, Incomplete, Soundness
from innolog.replay.unordered import IN_ORDER, Unordered, arrange, rank, remaining

#: The most explanations that are carried from one action to the next.
MOST_EXPLANATIONS = 3_000
#: With more explanations than this, hidden cards are made indistinguishable rather than followed in all possible ways.
CROWDED = 8
#: What else takes as long as a step.
STEPS_PER_TRY, TESTS_PER_STEP = 5, 3


@dataclass(slots=True, eq=False)
class Explanation:
    """One way to explain the log up to the end of an action.

    ``earlier`` are the explanations of all before it that lead to this state: several where states were merged.
    ``lessons`` are what was known otherwise from the start of the action on, ``exchanged`` the cards of piles in
    an order that nobody wrote down which lay the other way round then, two at a time, ``mixed`` the cards that were
    made indistinguishable after it, with the number of the choice from which on they were; ``ways`` are all actions
    that lead to this state where there are several and they are kept, this one first.
    """

    saved: Saved
    cursor: int
    earlier: list[Explanation] = field(default_factory=list)
    depth: int = 0
    record: ActionRecord | None = None
    lessons: tuple[Insight, ...] = ()
    mixed: tuple[Mixed, ...] = ()
    exchanged: tuple[tuple[int, int], ...] = ()
    ways: dict[tuple[Any, ...], Explanation] | None = None
    #: Whether the log ends in the midst of the next action.
    at_end: bool = False
    #: The soundness of all that was tried up to here.
    soundness: Soundness = EXHAUSTIVE
    #: Where in the log the next action comes to an end at the latest that nothing explains, and at whose board (a seat)
    #: that lies, where it is known.
    deepest: int = -1
    whose: int | None = None
    #: The cards of piles that lie in no known order.
    unordered: Unordered = IN_ORDER

    def way(self) -> tuple[Any, ...]:
        """What makes an action that leads to this state another one: what is done, whatever the order.

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
        return (self.earlier[0], self.lessons, self.mixed, tuple(events), tuple(answers))


#: What is reached by an action: where in the log, with which end of the game, in which state.
Reached: TypeAlias = dict[tuple[int, GameEnded | None, Key], Explanation]


class Explainer:
    """A game that follows a log, and everything that explains it.

    ``steps`` are what may be done altogether (see :data:`~innolog.replay.picks.BUDGET`); beyond, all methods
    raise :class:`~innolog.replay.picks.OutOfBudget`.
    """

    def __init__(self, log: GameLog, rules: Ruleset, steps: int) -> None:
        self.log = log
        self.steps = steps
        self.rules = rules
        self.guide = LooseGuide(log, steps)
        # Where cards can't be followed by their positions, nothing is known of a card before it shows.
        self.setup = deal(replace(log, observations=[]), rules)
        self.game = Game(self.setup, rules, self.guide)
        self.guide.attach(self.game)
        #: Whether all ways to each state are kept.
        self.keep = False
        #: In how many ways actions were tried.
        self.tried = 0
        #: Where in the log the action that is being explained came to an end at the latest, and at whose board.
        self.deepest = -1
        self.whose: int | None = None
        #: The same of all actions, with why, and the state before it.
        self.furthest: tuple[int, Mismatch, Saved] | None = None
        #: All explanations up to that action, and at the head the one that went on to there.
        self.at_furthest: list[Explanation] = []
        #: All explanations up to the action that is being explained.
        self.front: list[Explanation] = []
        #: Piles of cards about which nothing was assumed, as they are compared.
        self._piles: dict[tuple[int, ...], tuple[Any, ...]] = {}

    @property
    def spent(self) -> int:
        """How many steps were taken."""
        return self.steps - self.guide.budget

    def reach(
        self,
        reached: Reached,
        explanation: Explanation,
        found: Iterator[Explanation],
    ) -> None:
        """Add ways to explain one more action to those that were ``reached``, equal states once."""
        for following in found:
            following.soundness = self.guide.soundness
            end = (following.cursor, following.saved.over, self.key(following.unordered))
            known = reached.setdefault(end, following)
            if known is not following:
                known.earlier.append(explanation)
                if known.ways is not None:
                    known.ways.setdefault(known.way(), known)
                    known.ways.setdefault(following.way(), following)
            elif len(reached) > MOST_EXPLANATIONS:
                if not self.guide.soundness.guessed:
                    raise OutOfBudget
                self.guide.omit(Incomplete.BEAM)
                break
            elif len(reached) > CROWDED:
                self.guide.silent.crowded = True

    def restore(self, saved: Saved, exchanged: Iterable[tuple[int, int]]) -> None:
        """Return to a state and exchange cards in piles, two at a time."""
        self.game.restore(saved)
        for pair in exchanged:
            exchange(self.game, *pair)

    def explain(self, explanation: Explanation, exchanged: tuple[tuple[int, int], ...] = ()) -> Iterator[Explanation]:
        """All ways to explain one more action; the game is in the state of the one just yielded.

        Before it cards can be ``exchanged``, two at a time.
        """
        game, guide = self.game, self.guide
        guide.hidden.tries = 0
        self.deepest = -1
        start = explanation.saved
        if exchanged:
            self.restore(start, exchanged)
            start = game.save()
        pending: list[tuple[Insight, ...]] = [()]
        #: Where in the log each lesson was learnt.
        told: dict[Insight, int] = {}
        known: set[frozenset[Insight]] = set()
        while pending:
            learnt = pending.pop()
            game.restore(start)
            unordered = self._apply(learnt, explanation.unordered)
            if unordered is None:
                continue
            guide.covered.unordered = unordered
            guide.covered.found = frozenset([lesson.card for lesson in learnt if isinstance(lesson, Found)])
            guide.covered.ranked = {frozenset(lesson.cards) for lesson in learnt if isinstance(lesson, Ranked)}
            saved = game.save() if learnt else start
            guide.trial.lessons = {}
            guide.met = set()
            guide.concealed = self._concealed(learnt)
            guide.domains = game.nature.domains
            picks: list[Pick] = []
            while True:
                guide.rewind(explanation.cursor, picks)
                self.tried += 1
                guide.hidden.tries += 1
                turn, number, player = game.turn, game.action_number, game.turn_player.index
                try:
                    play_next(self.game)
                    if guide.early:
                        raise guide.left_out()
                    guide.foresee()
                except Mismatch as mismatch:
                    guide.trial.failed()
                    if guide.cursor > self.deepest:
                        self.deepest, self.whose = guide.cursor, mismatch.whose
                    if self.furthest is None or guide.cursor > self.furthest[0]:
                        self.furthest = (guide.cursor, mismatch, saved)
                        self.at_furthest = [explanation, *self.front]
                except (Learnt, Met):
                    pass
                except OutOfLog:
                    explanation.at_end = True
                else:
                    if not learnt or self._matters(learnt, told[learnt[-1]]):
                        mixed = guide.hidden.forget_mixed()
                        if guide.silent.crowded:
                            # What hidden cards were taken to be may be forgotten: it only rules explanations out.
                            game.nature.forget_assumptions()
                        depth = explanation.depth
                        unordered = remaining(game, guide.covered.groups)
                        if guide.covered.ranked:
                            # In which order they were is no matter any more.
                            for cards in unordered:
                                rank(game, unordered, sorted(cards))
                        record = record_of(guide, depth, turn, number, player, explanation.cursor)
                        ways: dict[tuple[Any, ...], Explanation] | None = {} if self.keep else None
                        found = Explanation(
                            game.save(), guide.cursor, [explanation], depth + 1, record, learnt, mixed, exchanged, ways
                        )
                        found.unordered = unordered
                        yield found
                # To take the game back, and to find out what hidden cards can be, takes its time too.
                guide.budget -= STEPS_PER_TRY + game.nature.take_tests() // TESTS_PER_STEP
                picks = guide.picks
                if not advance(picks):
                    break
                game.restore(saved)
            # What was learnt last is tried first: it goes on from where most is explained.
            learnt_at = guide.trial.lessons
            if not exchanged:
                explanation.deepest, explanation.whose = self.deepest, self.whose
            for lesson in sorted(
                learnt_at, key=lambda lesson: (learnt_at[lesson], sorted(lesson.cards), lesson.card or 0)
            ):
                told[lesson] = min(guide.trial.lessons[lesson], told.get(lesson, guide.trial.lessons[lesson]))
                more = (*learnt, lesson)
                if frozenset(more) not in known:
                    known.add(frozenset(more))
                    pending.append(more)

    def _matters(self, learnt: tuple[Insight, ...], last: int) -> bool:
        """Whether what was learnt, lastly at an index of the log, made a difference to the action.

        What was learnt only of later moves is another explanation of those, and the same one up to here.
        """
        guide = self.guide
        return guide.covered.shown >= guide.covered.found and (
            not isinstance(learnt[-1], Lesson) or guide.cursor > last
        )

    def _apply(self, lessons: Sequence[Insight], unordered: Unordered) -> Unordered | None:
        """Know otherwise what the lessons say. Each was learnt after those before it.

        Returns which cards are in no known order then; None where the lessons contradict each other.
        """
        for lesson in lessons:
            if isinstance(lesson, Ranked):
                continue
            if isinstance(lesson, Found):
                unordered = arrange(self.game, unordered, lesson)
            elif lesson.card is None:
                self.game.forget(lesson.cards)
            else:
                (hidden,) = lesson.cards
                self.game.learn(hidden, lesson.card)
        ranked = [lesson.cards for lesson in lessons if isinstance(lesson, Ranked)]
        return unordered if all(rank(self.game, unordered, cards) for cards in ranked) else None

    def _concealed(self, lessons: Iterable[Insight]) -> frozenset[int]:
        """The cards in hands, score piles, forecasts and supply piles, but for those that this action will show."""
        game = self.game
        zones = [zone for player in game.players for zone in (player.hand, player.score_pile, player.forecast)]
        return frozenset(chain(*zones, *game.decks.values())).difference([lesson.card for lesson in lessons])

    def key(self, unordered: Unordered) -> Key:
        """What decides how the game in its present state can go on; equal for equal states."""
        game = self.game
        domains, back = game.nature.domains, game.back

        def label(card: int) -> Any:
            if card < UNKNOWN_BASE:
                return card
            faces = domains.get(card)
            return -back[card] if faces is None else (back[card], faces)

        def pile(cards: tuple[int, ...]) -> tuple[Any, ...]:
            # Most piles are as they were, and nothing was ever assumed about their cards.
            if not domains.keys().isdisjoint(cards):
                return tuple(map(label, cards))
            labels = self._piles.get(cards)
            if labels is None:
                labels = self._piles[cards] = tuple(map(label, cards))
            return labels

        def bag(cards: Iterable[int]) -> Any:
            counts: dict[Any, int] = {}
            for card in cards:
                name = label(card)
                counts[name] = counts.get(name, 0) + 1
            return frozenset(counts.items())

        return Key(
            (
                game.turn_player.index,
                game.turn,
                game.action,
                game.actions_in_turn,
                game.free_action,
                unordered,
                *map(in_the_open, game.players),
            ),
            tuple([pile(tuple(cards)) for cards in game.decks.values()]),
            tuple(map(bag, concealing(game))),
        )
