"""Replaying a log that leaves facts open: all explanations of it side by side, action by action.

Where splays, positions or choices are not recorded, several games may tell the same log. Instead of one state the
replay then carries every state that explains the log so far. States that are equal as far as anything can tell are
merged, and what follows in the log rules explanations out. Their number is bounded; where the bound is met, the
verdict is *unsupported*, with the place, and not a guess. Only where something had to be guessed anyway (the new order
of a large pile) explanations are left out instead: then an explanation of the whole log still shows that it is legal,
while nothing shows any more that one is not.
"""

from __future__ import annotations

import time
from itertools import product
from typing import Any

from innolog import log as seen
from innolog.cards.facts import COLORS
from innolog.comparing.matching import Mismatch
from innolog.engine.digest import digest
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Setup
from innolog.log import At, Fact, GameLog
from innolog.replay.explaining import CROWDED, Explainer, Explanation, Reached
from innolog.replay.foresight import Sight
from innolog.replay.meeting import Key, forget_differences, outside
from innolog.replay.mixing import Care
from innolog.replay.picks import OutOfBudget
from innolog.replay.piles import Orders
from innolog.replay.result import ActionRecord, Replay, Snapshot, Verdict, Violation
from innolog.replay.retrying import in_another_order, some, with_other_choices
from innolog.replay.search import violation_of
from innolog.replay.snapshots import differing, snapshot
from innolog.replay.soundness import EXHAUSTIVE, Incomplete, Soundness
from innolog.replay.unordered import lose_order, outline

#: Where something is guessed, not everything is tried anyway: so many are carried then, and an action that is explained
#: leaves so much of the steps for those that follow. What explains all of the log shows that it is legal all the same.
MOST_GUESSED, LEFT_BY_ACTION = 500, 0.7
#: With more than this, those that differ only in which hidden card is which, or in the order of covered cards, become
#: one that does not know it.
FEW = 4

#: What is not known any more of a player where something was guessed: not all that may have been was tried.
GUESSED = frozenset({"score", "icons", *(f"board_{color.name.lower()}" for color in COLORS)})
#: ... and where splays are not recorded.
GUESSED_SPLAYS = frozenset([f"splay_{color.name.lower()}" for color in COLORS])


#: How many steps a replay may take over all rules tried and explanations carried, with two players, which is some
#: seconds, and with more, whose silent choices multiply; by how piles are tried, ...
STEPS = {
    Orders.OPEN: (780_000, 1_000_000),
    Orders.LIKELY: (170_000, 800_000),
    Orders.ALL_OF_SMALL: (136_000, 640_000),
    Orders.OF_ONE: (204_000, 960_000),
}
#: ... and of those that are left so many under one set of rules, that others have some too.
SHARE_OF_RULES = 0.85

_FORESIGHT_ALONE = Soundness(frozenset({Incomplete.FORESIGHT}))


class Attempt:
    """What is tried to explain a log, under one set of rules after the other, and the steps that are left for it."""

    def __init__(self, log: GameLog, orders: Orders) -> None:
        self.log = log
        self.orders = orders
        self.left = STEPS[orders][len(log.seats) > 2]

    def replay(self, rules: Ruleset, *, record: bool = False) -> tuple[Replay, bool]:
        """Replay the log under given rules, and whether another attempt might come to another verdict."""
        started = time.perf_counter()
        steps = int(SHARE_OF_RULES * self.left)
        explanations = _Explanations(self.log, rules, steps, self.orders, record=record)
        result = explanations.run()
        self.left -= explanations.spent
        if not explanations.remaining and result.soundness == _FORESIGHT_ALONE:
            # What is told far ahead rules out what would be very strange; nobody is accused for that.
            explanations = _Explanations(self.log, rules, steps, self.orders, record=record, sight=Sight.NEAR)
            result = explanations.run()
        guide = explanations.guide
        result.seconds = time.perf_counter() - started
        if self.orders is Orders.OPEN:
            return result, guide.covered.opened and result.verdict is Verdict.UNSUPPORTED
        gave_up = self.orders is not Orders.LIKELY and result.verdict is Verdict.UNSUPPORTED
        orders = result.soundness.has(Incomplete.ORDERS)
        return result, not explanations.remaining and guide.silent.silent_orders and (gave_up or orders)


def attempts(log: GameLog) -> list[Attempt]:
    """All attempts to explain a log that leaves facts open, the first first."""
    return [Attempt(log, orders) for orders in Orders]


def explain(log: GameLog, rules: Ruleset, *, meets: bool = False) -> tuple[Setup, list[Explanation]]:
    """The deal of a log that leaves facts open, and all explanations that remain of it, with all ways to them.

    Where ``meets``, ways of telling one action that come to the same are told once. A log that tells when players pass
    is taken to tell it always, if it can be explained so.
    """
    # A story needs its piles in some order.
    ordered = [attempt for attempt in attempts(log) if attempt.orders is not Orders.OPEN]
    for attempt, strict in product(ordered, (True, False)):
        explanations = _Explanations(log, rules, attempt.left, attempt.orders)
        explanations.keep = explanations.guide.keep_events = True
        explanations.guide.meets = meets
        explanations.guide.strict = strict
        explanations.run()
        if explanations.remaining or (
            attempt.orders is not Orders.LIKELY and not explanations.guide.silent.silent_orders
        ):
            break
    return explanations.setup, explanations.remaining


def _is_known(explanation: Explanation) -> bool:
    """Whether all that lies open is as it really was, if the explanation is the only one."""
    return not (explanation.soundness.guessed or explanation.unordered)


class _Explanations(Explainer):
    def __init__(
        self,
        log: GameLog,
        rules: Ruleset,
        steps: int,
        orders: Orders,
        *,
        record: bool = False,
        sight: Sight = Sight.FAR,
    ) -> None:
        super().__init__(log, rules, steps)
        self.guide.silent.orders = orders
        #: How far ahead is looked, first and then.
        self.sights = [less for less in reversed(Sight) if less <= sight]
        if orders is Orders.OPEN:
            self.game.watch_bottoms = self.guide.covered.look_at_bottom
        self.guide.keep_events = record
        self.record = record
        #: The most explanations after an action, those after all actions together, and how many actions these are.
        self.most = 1
        self.carried = 0
        self.layers = 0
        #: How many observations are explained, whatever came to nothing later.
        self.explained = 0
        #: The explanations after each action, where they may be needed again.
        self.kept: dict[int, list[Explanation]] = {}
        #: The explanations of the whole log.
        self.remaining: list[Explanation] = []
        #: All explanations before anything was guessed.
        self.certain: list[Explanation] = []

    def run(self) -> Replay:
        guide = self.guide
        front = [Explanation(self.game.save(), 0)]
        ended: list[Explanation] = []
        guide.rewind(0, [])
        try:
            while front:
                self.explained = max(self.explained, *(explanation.cursor for explanation in front), 0)
                reached = Reached()
                self.front = front
                if not guide.soundness.guessed:
                    self.certain = front
                self._explain_all(front, reached)
                if (
                    not (reached or ended)
                    and guide.silent.loose
                    and not any(explanation.at_end for explanation in front)
                ):
                    front, reached = self._otherwise(front)
                ended += [explanation for explanation in front if explanation.at_end]
                going_on: dict[tuple[int, Key], Explanation] = {}
                for (cursor, _, key), explanation in reached.items():
                    explanation.soundness = guide.soundness
                    if explanation.saved.over is None:
                        going_on[cursor, key] = explanation
                    elif self._is_the_end(explanation):
                        ended.append(explanation)
                if guide.covered.opened and len(going_on) > FEW:
                    going_on = self._with_orders_merged(going_on)
                front = list(going_on.values()) if self.keep or len(going_on) <= FEW else self._merged(going_on)
                if guide.soundness.guessed and len(front) > MOST_GUESSED:
                    guide.omit(Incomplete.BEAM)
                    front = some(front, MOST_GUESSED)
                if guide.silent.orders is Orders.OF_ONE:
                    self.kept.update({explanation.depth: front for explanation in front[:1]})
                self.layers += 1
                self.carried += len(front)
                self.most = max(self.most, len(front))
        except OutOfBudget:
            guessed = guide.soundness.guessed
            guide.omit(Incomplete.STEPS)
            if not (ended and guessed):
                return self._gave_up()
        over = [explanation for explanation in ended if explanation.saved.over is not None]
        if ended:
            return self._result(Verdict.LEGAL if over else Verdict.LEGAL_SO_FAR, over or ended)
        return self._result(Verdict.ILLEGAL, [])

    def _explain_all(self, front: list[Explanation], reached: Reached) -> None:
        """Explain one more action, after each of the explanations before it."""
        guide = self.guide
        for guide.hidden.care in Care:
            if guide.hidden.care is Care.LENIENT:
                guide.omit(Incomplete.HIDDEN_AGAIN)
            guide.trial.soundness = EXHAUSTIVE
            self._explain_ahead(front, reached)
            ends = any(explanation.at_end for explanation in front)
            if not guide.trial.soundness.has(Incomplete.TOLD_APART) and (
                reached or ends or not guide.trial.soundness.has(Incomplete.ALIKE)
            ):
                break
            reached.clear()
        guide.hidden.care = Care.EXACT

    def _explain_ahead(self, front: list[Explanation], reached: Reached) -> None:
        """Explain one more action, looking as far ahead as it explains anything."""
        guide = self.guide
        enough = int(guide.budget * LEFT_BY_ACTION)
        for guide.covered.foresees in self.sights:
            guide.trial.soundness = guide.trial.soundness.without(Incomplete.FORESIGHT)
            guide.silent.crowded = len(front) > CROWDED
            for explanation in front:
                self.reach(reached, explanation, self.explain(explanation))
                if guide.trial.soundness.has(Incomplete.TOLD_APART):
                    break
                if guide.soundness.guessed and reached and guide.budget < enough:
                    guide.omit(Incomplete.STEPS)
                    break
            foresaw = guide.trial.soundness.has(Incomplete.FORESIGHT)
            if reached or not foresaw or guide.trial.soundness.has(Incomplete.TOLD_APART):
                if foresaw and guide.covered.foresees is Sight.FAR:
                    guide.omit(Incomplete.FORESIGHT)
                # Where nothing comes to what is told later, the place where that shows is there.
                break

    def _otherwise(self, front: list[Explanation]) -> tuple[list[Explanation], Reached]:
        """Try to go on where no explanation does, as :mod:`innolog.replay.retrying` says."""
        if self.guide.silent.orders is Orders.OF_ONE:
            return with_other_choices(self, front, self.kept)
        return in_another_order(self, front)

    def _with_orders_merged(self, front: dict[tuple[int, Key], Explanation]) -> dict[tuple[int, Key], Explanation]:
        """Explanations that differ only in the order of covered cards, as one in which they lie in no known order."""
        game = self.game
        alike: dict[Any, dict[Key, Explanation]] = {}
        for (cursor, key), explanation in front.items():
            alike.setdefault((cursor, outline(key)), {})[key] = explanation
        found: dict[tuple[int, Key], Explanation] = {}
        for group in alike.values():
            key, first = next(iter(group.items()))
            if len(group) > 1:
                self.guide.budget -= len(group)
                game.restore(first.saved)
                first.unordered = lose_order(game, [(one.saved, one.unordered) for one in group.values()])
                earlier = dict.fromkeys(before for explanation in group.values() for before in explanation.earlier)
                first.saved, first.earlier = game.save(), list(earlier)
                key = self.key(first.unordered)
            found[first.cursor, key] = first
        return found

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
            self.at_furthest = [explanation]
        return False

    # --- the outcome -------------------------------------------------------------------------------------------

    def _gave_up(self) -> Replay:
        # Where it stands, which may be further than where anything came to nothing.
        at = self._at(self.explained)
        place = f"{at}: " if at else ""
        reason = f"{place}the log omits too much, so that too many explanations remain"
        return self._result(Verdict.UNSUPPORTED, [], reason)

    def _at(self, cursor: int = 0) -> At | None:
        """The place of the furthest observation that nothing explained, if that is not before ``cursor``, else that."""
        observations = self.guide.observations
        if not observations:
            return None
        if self.furthest is not None:
            cursor = max(cursor, self.furthest[0])
        return observations[min(cursor, len(observations) - 1)].at

    def _result(self, verdict: Verdict, remaining: list[Explanation], reason: str | None = None) -> Replay:
        violation: Violation | None = None
        table = None
        guessed = self.guide.soundness.guessed
        if verdict is Verdict.ILLEGAL and self.furthest is not None:
            _, mismatch, saved = self.furthest
            unread = self._unread()
            if unread is not None:
                self.guide.omit(Incomplete.WORDS)
            if self.guide.soundness.exhaustive:
                violation = violation_of(mismatch, self._at())
                self.game.restore(saved)
                table = snapshot(self.game)
            else:
                verdict = Verdict.UNSUPPORTED
                reason = (
                    f"{self._at()}: the log omits too much for a complete search, and no explanation that was found"
                    " continues from here"
                )
                if unread is not None and not guessed:
                    reason = f"{unread.at}: innolog knows no wording that matches “{unread.text}”"
        result = Replay(
            log=self.log,
            verdict=verdict,
            rules=self.rules,
            setup=self.setup,
            violation=violation,
            reason=reason,
            checks=self.guide.checks,
            returns=self.tried,
            ends_otherwise=self.furthest is not None and self.furthest[1].rule == "end.condition",
            told_apart=self.guide.told_apart,
            table=table,
            explained=max(self.explained, 0 if self.furthest is None else self.furthest[0]),
            not_recorded=self.log.not_recorded,
            soundness=self.guide.soundness,
            explanations=len(remaining),
            most_explanations=self.most,
            mean_explanations=self.carried / self.layers if self.layers else 1.0,
        )
        self.remaining = remaining
        if remaining:
            self._tell(result, remaining)
        elif verdict is Verdict.ILLEGAL and self.at_furthest:
            # The game up to where nothing explains what follows.
            self._tell(result, list(dict.fromkeys(self.at_furthest)))
            result.digest = None
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
        result.digest = digest(self.game) if len(remaining) == 1 and _is_known(first) else None
        story = first
        stories = {first.depth: first}
        while story.earlier:
            story = story.earlier[0]
            stories[story.depth] = story
        layers: dict[int, dict[Explanation, None]] = {}
        # What was guessed later rules out nothing before.
        for explanation in [*remaining, *(self.certain if self.guide.soundness.guessed else ())]:
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
        record.guessed = any(explanation.soundness.guessed for explanation in layer)
        if self.record:
            tables = [self._snapshot(explanation) for explanation in layer]
            record.snapshot = tables[layer.index(story)]
            record.open = differing(tables)
            if record.guessed:
                guessed = GUESSED if Fact.SPLAYS in self.log.records else GUESSED | GUESSED_SPLAYS
                record.open = tuple([names | guessed for names in record.open])
            else:
                record.open = self._with_unordered(record.open, layer)
                if len(layer) == 1 and _is_known(story):
                    record.digest = digest(self.game)

    def _with_unordered(
        self, names: tuple[frozenset[str], ...], layer: list[Explanation]
    ) -> tuple[frozenset[str], ...]:
        """Names of what is open of each player, with those of piles that lie in no known order."""
        found = list(names)
        for explanation in layer:
            for cards in explanation.unordered:
                card = min(cards)
                seat, _ = explanation.saved.state.place[card]
                found[seat] |= {f"board_{COLORS[self.game.color[card]].name.lower()}"}
        return tuple(found)

    def _snapshot(self, explanation: Explanation) -> Snapshot:
        self.game.restore(explanation.saved)
        return snapshot(self.game)
