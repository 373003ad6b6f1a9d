"""Replaying a log that leaves facts open: all explanations of it side by side, action by action.

Where splays, positions or choices are not recorded, several games may tell the same log. Instead of one state the
replay then carries every state that explains the log so far. States that are equal as far as anything can tell are
merged, and what follows in the log rules explanations out. Their number is bounded; where the bound is met, the
verdict is *unsupported*, with the place, and not a guess.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, product
from typing import Any

from innolog import log as seen
from innolog.cards.facts import COLORS, UNKNOWN_BASE
from innolog.engine.actions import play_next
from innolog.engine.choices import ChoiceKind
from innolog.engine.digest import digest
from innolog.engine.events import GameEnded, Transfer
from innolog.engine.game import Game, Saved
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Setup
from innolog.log import At, GameLog
from innolog.replay.following import OutOfBudget, OutOfLog, Pick
from innolog.replay.identities import deal
from innolog.replay.loose import Learnt, Lesson, LooseGuide, Mixed
from innolog.replay.matching import Mismatch
from innolog.replay.meeting import Key, Met, concealing, forget_differences, in_the_open, outside
from innolog.replay.piles import Orders, exchange, exchanges
from innolog.replay.result import ActionRecord, Replay, Snapshot, Verdict, Violation
from innolog.replay.search import advance, record_of, violation_of
from innolog.replay.snapshots import differing, snapshot
from innolog.replay.whereabouts import self_contradiction

#: The most explanations that are carried from one action to the next.
MOST_EXPLANATIONS = 4_000
#: With more explanations than this, hidden cards are made indistinguishable rather than followed in all possible ways.
CROWDED = 8
#: With more than this, those that differ only in which hidden card is which become one that does not know it.
FEW = 4

#: What is not known any more of a player where something was guessed: not all that may have been was tried.
GUESSED = frozenset({"score", "icons", *(f"board_{color.name.lower()}" for color in COLORS)})


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
    lessons: tuple[Lesson, ...] = ()
    mixed: tuple[Mixed, ...] = ()
    exchanged: tuple[tuple[int, int], ...] = ()
    ways: dict[tuple[Any, ...], Explanation] | None = None
    #: Whether the log ends in the midst of the next action.
    at_end: bool = False
    #: Whether something up to here was guessed, so that what really happened may not be among the explanations.
    guessed: bool = False

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
Reached = dict[tuple[int, GameEnded | None, Key], Explanation]
#: Where no explanation goes on, cards of piles in an unknown order are exchanged up to so many actions before, and up
#: to so many times in one.
MOST_BACK, MOST_EXCHANGED = 3, 6

#: How many steps a replay may take over all rules tried and explanations carried: some seconds for two players, and
#: longer for more, whose silent choices multiply.
STEPS, STEPS_FOR_MORE = 170_000, 800_000
#: Of the steps that are left, so many under one set of rules, that others have some too; and so many more where a pile
#: was perhaps put in an order that nobody wrote down, for other orders (:class:`Orders`); and so many in all.
SHARES_OF_STEPS, MOST_STEPS = (0.85, 0.6, 1.4), 2.2

#: What else takes as long as a step.
STEPS_PER_TRY, TESTS_PER_STEP = 5, 3


def steps_for(log: GameLog) -> int:
    """How many steps replays of a log may take together, whatever the rules."""
    return STEPS if len(log.seats) == 2 else STEPS_FOR_MORE


def replay_loosely(log: GameLog, rules: Ruleset, steps: int, *, record: bool = False) -> Replay:
    """Replay a log that leaves facts open under given rules and judge it, in a part of the ``steps`` that are left."""
    started = time.perf_counter()
    spent, result = 0, None
    for orders in Orders:
        left = min(SHARES_OF_STEPS[orders] * steps, MOST_STEPS * steps - spent)
        explanations = _Explanations(log, rules, int(left), record)
        explanations.guide.orders = orders
        found = explanations.run()
        spent += explanations.spent
        if result is None or explanations.remaining:
            result = found
        if explanations.remaining or not (explanations.guide.silent_orders and explanations.guide.loose):
            break
    assert result is not None
    if result.verdict is Verdict.UNSUPPORTED and (violation := self_contradiction(log)) is not None:
        # Whatever else the search might have tried, it would have come to this.
        result.verdict, result.violation, result.reason = Verdict.ILLEGAL, violation, None
    result.steps = spent
    result.seconds = time.perf_counter() - started
    return result


def explain(log: GameLog, rules: Ruleset, *, meets: bool = False) -> tuple[Setup, list[Explanation]]:
    """The deal of a log that leaves facts open, and all explanations that remain of it, with all ways to them.

    Where ``meets``, ways of telling one action that come to the same are told once. A log that tells when players pass
    is taken to tell it always, if it can be explained so.
    """
    for orders, strict in product(Orders, (True, False)):
        explanations = _Explanations(log, rules, steps_for(log), False)
        explanations.guide.orders = orders
        explanations.keep = explanations.guide.keep_events = True
        explanations.guide.meets = meets
        explanations.guide.strict = strict
        explanations.run()
        if explanations.remaining or (orders is not Orders.LIKELY and not explanations.guide.silent_orders):
            break
    return explanations.setup, explanations.remaining


class _Explanations:
    def __init__(self, log: GameLog, rules: Ruleset, steps: int, record: bool) -> None:
        self.log = log
        self.steps = steps
        self.rules = rules
        self.record = record
        self.guide = LooseGuide(log, steps)
        self.guide.keep_events = record
        # Where cards can't be followed by their positions, nothing is known of a card before it shows.
        self.setup = deal(replace(log, observations=[]), rules)
        self.game = Game(self.setup, rules, self.guide)
        self.guide.attach(self.game)
        #: Piles of cards about which nothing was assumed, as they are compared.
        self.piles: dict[tuple[int, ...], tuple[Any, ...]] = {}
        self.tried = 0
        #: How far an action was explained that can't be.
        self.deepest = -1
        self.most = 1
        self.carried = 0
        self.layers = 0
        self.furthest: tuple[int, Mismatch, Saved] | None = None
        #: Whether all ways to each state are kept, and the explanations that remain.
        self.keep = False
        self.remaining: list[Explanation] = []

    @property
    def spent(self) -> int:
        """How many steps were taken."""
        return self.steps - self.guide.budget

    def run(self) -> Replay:
        front = [Explanation(self.game.save(), 0)]
        ended: list[Explanation] = []
        self.guide.rewind(0, [])
        try:
            while front:
                reached = Reached()
                for explanation in front:
                    self._reach(reached, explanation, self._explain(explanation))
                if not reached and self.guide.loose and not any(explanation.at_end for explanation in front):
                    front, reached = self._in_another_order(front)
                ended += [explanation for explanation in front if explanation.at_end]
                going_on: dict[tuple[int, Key], Explanation] = {}
                for (cursor, _, key), explanation in reached.items():
                    explanation.guessed = self.guide.guessed
                    if explanation.saved.over is None:
                        going_on[cursor, key] = explanation
                    elif self._is_the_end(explanation):
                        ended.append(explanation)
                front = list(going_on.values()) if self.keep or len(going_on) <= FEW else self._merged(going_on)
                self.layers += 1
                self.carried += len(front)
                self.most = max(self.most, len(front))
                self.guide.crowded = len(front) > CROWDED
        except OutOfBudget:
            return self._gave_up()
        over = [explanation for explanation in ended if explanation.saved.over is not None]
        if ended:
            return self._result(Verdict.LEGAL if over else Verdict.LEGAL_SO_FAR, over or ended)
        return self._result(Verdict.ILLEGAL, [])

    def _reach(
        self,
        reached: Reached,
        explanation: Explanation,
        found: Iterator[Explanation],
    ) -> None:
        """Add ways to explain one more action to those that were ``reached``, equal states once."""
        for following in found:
            following.guessed = self.guide.guessed
            end = (following.cursor, following.saved.over, self._key())
            known = reached.setdefault(end, following)
            if known is not following:
                known.earlier.append(explanation)
                if known.ways is not None:
                    known.ways.setdefault(known.way(), known)
                    known.ways.setdefault(following.way(), following)
            elif len(reached) > MOST_EXPLANATIONS:
                raise OutOfBudget
            elif len(reached) > CROWDED:
                self.guide.crowded = True

    def _in_another_order(self, front: list[Explanation]) -> tuple[list[Explanation], Reached]:
        """Try to go on where no explanation does, with piles that may lie in another order than was guessed.

        Cards are exchanged before the action, or before one of those before it. Returns the explanations up to the
        action, and what is reached by it.
        """
        # That an order was another one all the time is found out where it matters, and not elsewhere.
        self.guide.guessed = True
        ancestors = front
        for back in range(MOST_BACK + 1):
            for explanation in ancestors:
                layer, reached = [explanation], Reached()
                self._exchanged(explanation, reached)
                for _ in range(back):
                    layer, reached = list(reached.values()), Reached()
                    for following in layer:
                        if following.saved.over is None:
                            self._reach(reached, following, self._explain(following))
                if reached:
                    return layer, reached
            ancestors = list(dict.fromkeys(chain.from_iterable(explanation.earlier for explanation in ancestors)))
        return front, Reached()

    def _exchanged(self, explanation: Explanation, reached: Reached) -> None:
        """Add ways to explain one more action with cards exchanged, more of them as long as that explains more."""
        done: tuple[tuple[int, int], ...] = ()
        for _ in self._explain(explanation):
            pass
        deepest = self.deepest
        while not reached and len(done) < MOST_EXCHANGED:
            best: tuple[int, int] | None = None
            self._restore(explanation.saved, done)
            for pair in list(exchanges(self.game, self.guide.loose)):
                self._reach(reached, explanation, self._explain(explanation, (*done, pair)))
                if self.deepest > deepest:
                    deepest, best = self.deepest, pair
            if best is None:
                break
            done = (*done, best)

    def _restore(self, saved: Saved, exchanged: Iterable[tuple[int, int]]) -> None:
        self.game.restore(saved)
        for pair in exchanged:
            exchange(self.game, *pair)

    def _explain(self, explanation: Explanation, exchanged: tuple[tuple[int, int], ...] = ()) -> Iterator[Explanation]:
        """All ways to explain one more action; the game is in the state of the one just yielded.

        Before it cards can be ``exchanged``, two at a time.
        """
        game, guide = self.game, self.guide
        guide.tries = 0
        self.deepest = -1
        start = explanation.saved
        if exchanged:
            self._restore(start, exchanged)
            start = game.save()
        pending: list[tuple[Lesson, ...]] = [()]
        #: Where in the log each lesson was learnt.
        told: dict[Lesson, int] = {}
        known: set[frozenset[Lesson]] = set()
        while pending:
            learnt = pending.pop()
            game.restore(start)
            self._apply(learnt)
            saved = game.save() if learnt else start
            guide.lessons = {}
            guide.met = set()
            guide.concealed = self._concealed(learnt)
            guide.domains = game.nature.domains
            picks: list[Pick] = []
            while True:
                guide.rewind(explanation.cursor, picks)
                self.tried += 1
                guide.tries += 1
                turn, number, player = game.turn, game.action + 1, game.turn_player.index
                try:
                    play_next(self.game)
                    if guide.early:
                        raise guide.left_out()
                except Mismatch as mismatch:
                    self.deepest = max(self.deepest, guide.cursor)
                    if self.furthest is None or guide.cursor > self.furthest[0]:
                        self.furthest = (guide.cursor, mismatch, saved)
                except (Learnt, Met):
                    pass
                except OutOfLog:
                    explanation.at_end = True
                else:
                    # What was learnt only of later moves is another explanation of those, and the same one up to here.
                    if not learnt or guide.cursor > told[learnt[-1]]:
                        mixed = guide.forget_mixed()
                        if guide.crowded:
                            # What hidden cards were taken to be may be forgotten: it only rules explanations out.
                            game.nature.domains = {}
                        depth = explanation.depth
                        record = record_of(guide, depth, turn, number, player, explanation.cursor)
                        ways: dict[tuple[Any, ...], Explanation] | None = {} if self.keep else None
                        yield Explanation(
                            game.save(), guide.cursor, [explanation], depth + 1, record, learnt, mixed, exchanged, ways
                        )
                # To take the game back, and to find out what hidden cards can be, takes its time too.
                guide.budget -= STEPS_PER_TRY + game.nature.tests // TESTS_PER_STEP
                game.nature.tests = 0
                picks = guide.picks
                if not advance(picks):
                    break
                game.restore(saved)
            for lesson in sorted(guide.lessons, key=lambda lesson: (sorted(lesson.cards), lesson.card or 0)):
                told[lesson] = min(guide.lessons[lesson], told.get(lesson, guide.lessons[lesson]))
                more = (*learnt, lesson)
                if frozenset(more) not in known:
                    known.add(frozenset(more))
                    pending.append(more)

    def _apply(self, lessons: Iterable[Lesson]) -> None:
        """Know otherwise what the lessons say. Each was learnt after those before it."""
        for lesson in lessons:
            if lesson.card is None:
                self.game.forget(lesson.cards)
            else:
                (hidden,) = lesson.cards
                self.game.learn(hidden, lesson.card)

    def _concealed(self, lessons: Iterable[Lesson]) -> frozenset[int]:
        """The cards in hands, score piles, forecasts and supply piles, but for those that this action will show."""
        game = self.game
        zones = [zone for player in game.players for zone in (player.hand, player.score_pile, player.forecast)]
        return frozenset(chain(*zones, *game.decks.values())).difference([lesson.card for lesson in lessons])

    def _key(self) -> Key:
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
            labels = self.piles.get(cards)
            if labels is None:
                labels = self.piles[cards] = tuple(map(label, cards))
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
                *map(in_the_open, game.players),
            ),
            tuple([pile(tuple(cards)) for cards in game.decks.values()]),
            tuple(map(bag, concealing(game))),
        )

    def _merged(self, front: dict[tuple[int, Key], Explanation]) -> list[Explanation]:
        """Explanations that differ only in which hidden card is which, as one that does not know it."""
        game = self.game
        alike: dict[Any, dict[Key, Explanation]] = {}
        for (cursor, key), explanation in front.items():
            alike.setdefault((cursor, outside(key, game.back)), {})[key] = explanation
        found = []
        for group in alike.values():
            first = next(iter(group.values()))
            if len(group) > 1:
                self.guide.budget -= len(group)
                game.restore(first.saved)
                forget_differences(game, list(group))
                earlier = dict.fromkeys(before for explanation in group.values() for before in explanation.earlier)
                first.saved, first.earlier = game.save(), list(earlier)
            found.append(first)
        return found

    def _is_the_end(self, explanation: Explanation) -> bool:
        """Whether nothing follows in the log where the game is over."""
        guide = self.guide
        guide.rewind(explanation.cursor, [])
        rest = guide.peek()
        if rest is None:
            return True
        mismatch = Mismatch("end.after", "the game is over", guide.speaker.observation(rest))
        if self.furthest is None or explanation.cursor >= self.furthest[0]:
            self.furthest = (explanation.cursor, mismatch, explanation.saved)
        return False

    # --- the outcome -------------------------------------------------------------------------------------------

    def _gave_up(self) -> Replay:
        at = self._at()
        place = f"{at}: " if at else ""
        reason = f"{place}too many explanations remain for what the log does not record"
        return self._result(Verdict.UNSUPPORTED, [], reason)

    def _at(self) -> At | None:
        observations = self.guide.observations
        if not observations:
            return None
        cursor = 0 if self.furthest is None else self.furthest[0]
        return observations[min(cursor, len(observations) - 1)].at

    def _result(self, verdict: Verdict, remaining: list[Explanation], reason: str | None = None) -> Replay:
        violation: Violation | None = None
        table = None
        if verdict is Verdict.ILLEGAL and self.furthest is not None:
            _, mismatch, saved = self.furthest
            unread = self._unread()
            if self.guide.guessed:
                verdict = Verdict.UNSUPPORTED
                reason = f"{self._at()}: too much is not recorded to try it all, and what was tried explains no more"
            elif unread is not None:
                verdict = Verdict.UNSUPPORTED
                reason = f"{unread.at}: no known form of words explains “{unread.text}”"
            else:
                violation = violation_of(mismatch, self._at())
                self.game.restore(saved)
                table = snapshot(self.game)
        result = Replay(
            log=self.log,
            verdict=verdict,
            rules=self.rules,
            setup=self.setup,
            violation=violation,
            reason=reason,
            checks=self.guide.checks,
            returns=self.tried,
            told_apart=self.guide.told_apart,
            table=table,
            not_recorded=self.log.not_recorded,
            explanations=len(remaining),
            most_explanations=self.most,
            mean_explanations=self.carried / self.layers if self.layers else 1.0,
        )
        self.remaining = remaining
        if remaining:
            self._tell(result, remaining)
        return result

    def _unread(self) -> seen.Unread | None:
        """What could not be read before the furthest place that was explained."""
        at = self._at()
        return next((unread for unread in self.log.unread if at is None or unread.at.packet <= at.packet), None)

    def _tell(self, result: Replay, remaining: list[Explanation]) -> None:
        """Put one explanation into the result, and what all have in common as its states."""
        first = remaining[0]
        self.game.restore(first.saved)
        result.ended = self.game.over
        result.assumptions = self.game.nature.assumptions
        result.digest = digest(self.game) if len(remaining) == 1 and not first.guessed else None
        story = first
        stories = {first.depth: first}
        while story.earlier:
            story = story.earlier[0]
            stories[story.depth] = story
        layers: dict[int, dict[Explanation, None]] = {}
        for explanation in remaining:
            layers.setdefault(explanation.depth, {})[explanation] = None
        for depth in range(max(layers), 0, -1):
            layer = list(layers.get(depth, ()))
            if depth in stories:
                record = stories[depth].record
                assert record is not None
                self._compare(record, stories[depth], layer)
                result.actions.append(record)
            for explanation in layer:
                layers.setdefault(depth - 1, {}).update(dict.fromkeys(explanation.earlier))
        result.actions.reverse()

    def _compare(self, record: ActionRecord, story: Explanation, layer: list[Explanation]) -> None:
        """Complete the record of an action by how all explanations that remain see the table after it."""
        record.explanations = len(layer)
        record.guessed = any(explanation.guessed for explanation in layer)
        if self.record:
            tables = [self._snapshot(explanation) for explanation in layer]
            record.snapshot = tables[layer.index(story)]
            record.open = differing(tables)
            if record.guessed:
                record.open = tuple([names | GUESSED for names in record.open])
            elif len(layer) == 1:
                record.digest = digest(self.game)

    def _snapshot(self, explanation: Explanation) -> Snapshot:
        self.game.restore(explanation.saved)
        return snapshot(self.game)
