"""The schedule for poor records: in layers, all nodes after an action side by side.

If splays, positions or choices are not recorded, several games may have the same log. The search then carries every
world that explains the log so far. Equal worlds are merged, and what follows in the log rules worlds out. Their number
is bounded (the beam width). At the bound, or after a guess (the new order of a pile), nodes are left out. Then an
explanation of the whole log still proves that it is legal, but a failure proves nothing: the verdict is *unsupported*,
with the place.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from typing import TypeAlias

from innolog import log as seen
from innolog.beliefs.identities import deal
from innolog.beliefs.unordered import lose_order, outline
from innolog.beliefs.worlds import Key, Keys, forget_differences, outside
from innolog.cards.facts import COLORS
from innolog.comparing.matching import next_hard, stop_of
from innolog.engine.digest import digest
from innolog.engine.events import GameEnded
from innolog.engine.game import NoSpareCard
from innolog.engine.ruleset import Ruleset
from innolog.log import At, Fact, GameLog, shown_as_proof
from innolog.replay.expanding import Expander
from innolog.replay.nodes import Node
from innolog.replay.outcome import Outcome, violation_of
from innolog.replay.picks import OutOfBudget
from innolog.replay.poor.answers import OpenAnswers
from innolog.replay.poor.foresight import Sight
from innolog.replay.poor.guide import PoorGuide
from innolog.replay.poor.hidden_again import Care
from innolog.results.doubtful import note_doubtful
from innolog.results.result import ActionRecord, Snapshot
from innolog.results.snapshots import differing, snapshot
from innolog.results.soundness import EXHAUSTIVE, Incomplete

#: The beam width: with more nodes than this after an action, the rest is left out.
MOST_NODES = 3_000
#: With more nodes than this, hidden cards are made indistinguishable instead of being followed in all possible ways.
CROWDED = 8
#: Once something was guessed or left out, the search is incomplete anyway. Then at most this many nodes are carried,
#: and an explained action leaves this share (0 to 1) of the steps to later actions.
MOST_GUESSED, LEFT_BY_ACTION = 1_500, 0.7
#: With more nodes than this, nodes are merged that differ only in the identity of hidden cards or in the order of
#: covered cards. The merged node leaves that open.
FEW = 4

#: The facts about a player that are unknown after a guess.
GUESSED = frozenset({"score", "icons", "claimable", *(f"board_{color.name.lower()}" for color in COLORS)})
#: ... and if splays are not recorded.
GUESSED_SPLAYS = frozenset([f"splay_{color.name.lower()}" for color in COLORS])

#: The outcome of an action: the cursor, the end of the game if it ended, and the world.
Reached: TypeAlias = dict[tuple[int, GameEnded | None, Key], Node]
#: The nodes after an action, by cursor and a key that is equal for equal worlds.
Front: TypeAlias = dict[tuple[int, Key], Node]

#: Called with the tables that are possible after an action, and with their nodes. Tests put a function here.
on_compared: Callable[[list[Snapshot], list[Node]], None] | None = None


def some(nodes: list[Node], most: int) -> list[Node]:
    """At most ``most`` nodes, evenly spread."""
    number = min(most, len(nodes))
    return [nodes[place * len(nodes) // number] for place in range(number)]


def _is_known(node: Node) -> bool:
    """Whether every face-up card is certain, if the explanation is the only one."""
    return not (node.soundness.guessed or node.unordered)


class Layers:
    """The search for all explanations of a poor record under given rules.

    ``steps`` is the budget of the whole search (see :mod:`~innolog.replay.poor.search`). With ``proofs``, a revealed
    card that nothing explains is one that a player shows; the log of the outcome has it as that.
    """

    def __init__(
        self,
        log: GameLog,
        rules: Ruleset,
        steps: int,
        *,
        record: bool = False,
        sight: Sight = Sight.FAR,
        proofs: bool = False,
    ) -> None:
        if proofs:
            # Its lines change.
            log = replace(log, observations=[*log.observations])
        self.log = log
        self.proofs = proofs
        self.rules = rules
        self.steps = steps
        self.guide = PoorGuide(log, steps)
        self.guide.answers = OpenAnswers(self.guide).pick
        # Cards cannot be followed by their positions, so a card is unknown until it shows.
        self.expander = Expander(rules, self.guide, deal(replace(log, observations=[]), rules), full=False)
        self.game = self.expander.game
        self._keys = Keys(self.game)
        #: True when all ways to each world are kept.
        self.keep = False
        #: What is tried one after the other until an action is explained: more care, and with each less foresight.
        self.ladder = [(care, less) for care in Care for less in reversed(Sight) if less <= sight]
        self.game.watch_bottoms = self.guide.covered.look_at_bottom
        self.guide.keep_events = record
        self.record = record
        #: The number of observations explained, even if later ones failed.
        self.explained = 0
        #: The place at which the log says that play stopped, if it does. Nothing explains what it tells after it.
        self.stop = stop_of(log.observations)
        #: The explanations of the whole log.
        self.remaining: list[Node] = []
        #: All nodes before anything was guessed.
        self.certain: list[Node] = []

    @property
    def spent(self) -> int:
        """The number of steps taken."""
        return self.steps - self.guide.budget

    def reach(self, reached: Reached, node: Node, ways: Iterator[Node]) -> None:
        """Add ways to explain the action after a node to ``reached``, equal worlds merged, up to the beam width."""
        for following in ways:
            if following is node:
                continue
            if self.keep:
                following.ways = {}
            end = (following.cursor, following.saved.over, self._keys.of(following.unordered))
            known = reached.setdefault(end, following)
            if known is not following:
                known.earlier.append(node)
                if known.ways is not None:
                    known.ways.setdefault(known.way(), known)
                    known.ways.setdefault(following.way(), following)
            elif len(reached) > MOST_NODES:
                self.guide.omit(Incomplete.BEAM)
                break
            elif len(reached) > CROWDED:
                self.guide.silent.crowded = True

    def run(self) -> Outcome:
        """Search layer by layer to the end of the log, or until no node is left."""
        guide = self.guide
        front = [self.expander.root()]
        ended: list[Node] = []
        before: list[Node] = []
        guide.rewind(0, [])
        try:
            while front:
                self.explained = max(self.explained, *(node.cursor for node in front), 0)
                reached = Reached()
                self.expander.front = front
                if not guide.soundness.guessed:
                    self.certain = front
                self._explain_all(front, reached)
                if not reached and self._shows_proof(front):
                    # The action before its line may end later now.
                    front = before or front
                    for node in front:
                        node.at_end = False
                    continue
                ended += [node for node in front if node.at_end and self._is_the_end(node)]
                going_on: Front = {}
                for (cursor, _, key), node in reached.items():
                    node.soundness = guide.soundness
                    if node.saved.over is None:
                        going_on[cursor, key] = node
                    elif self._is_the_end(node):
                        ended.append(node)
                if not self.keep and guide.covered.opened and len(going_on) > FEW:
                    going_on = self._without_orders(going_on)
                if not self.keep and len(going_on) > FEW:
                    going_on = self._without_faces(going_on)
                before, front = front, list(going_on.values())
                if guide.soundness.guessed and len(front) > MOST_GUESSED:
                    guide.omit(Incomplete.BEAM)
                    front = some(front, MOST_GUESSED)
        except OutOfBudget:
            guessed = guide.soundness.guessed
            guide.omit(Incomplete.STEPS)
            if not (ended and guessed):
                return self._outcome([], self._gave_up())
        over = [node for node in ended if node.saved.over is not None]
        return self._outcome(over or ended, self._stopped() if ended and not over else None)

    def _explain_all(self, front: list[Node], reached: Reached) -> None:
        """Explain one more action after each node: climb the ladder until it is explained, or cannot be."""
        trial, done = self.guide.trial, None
        trial.soundness = EXHAUSTIVE
        for care, sight in self.ladder:
            if care is done:
                continue
            self._try(front, reached, care, sight)
            if not trial.soundness.has(Incomplete.DISTINGUISHED):
                if reached:
                    return
                if trial.soundness.has(Incomplete.FORESIGHT):
                    # If no node passes forward checking, the failure will be found at its place in the log.
                    continue
                if any(node.at_end for node in front) or not trial.soundness.has(Incomplete.ALIKE):
                    return
            reached.clear()
            trial.soundness, done = EXHAUSTIVE, care

    def _shows_proof(self, front: list[Node]) -> bool:
        """Whether no action is explained because of a card that is only shown; its line says that from now on."""
        furthest, observations = self.expander.furthest, self.guide.observations
        if not self.proofs or furthest is None or furthest.cursor < min(node.cursor for node in front):
            return False
        index = self.guide.hard[furthest.cursor]
        shown = shown_as_proof(observations[index]) if index < len(observations) else None
        if shown is None:
            return False
        observations[index] = shown
        self.guide.hard[:] = next_hard(observations)
        self.expander.furthest = None
        return True

    def _try(self, front: list[Node], reached: Reached, care: Care, sight: Sight) -> None:
        """Try to explain one more action, with some care for hidden cards and some foresight."""
        guide, trial = self.guide, self.guide.trial
        if (care, sight) == (Care.LENIENT, self.ladder[0][1]):
            guide.omit(Incomplete.HIDDEN_AGAIN)
        guide.hidden.care, guide.covered.foresees = care, sight
        guide.silent.crowded = len(front) > CROWDED
        trial.soundness = trial.soundness.without(Incomplete.FORESIGHT)
        enough = int(guide.budget * LEFT_BY_ACTION)
        for node in front:
            self.reach(reached, node, self.expander.expand(node))
            if trial.soundness.has(Incomplete.DISTINGUISHED):
                break
            if guide.soundness.guessed and reached and guide.budget < enough:
                guide.omit(Incomplete.STEPS)
                break
        found = reached or trial.soundness.has(Incomplete.DISTINGUISHED)
        if found and sight is Sight.FAR and trial.soundness.has(Incomplete.FORESIGHT):
            guide.omit(Incomplete.FORESIGHT)

    def _without_orders(self, front: Front) -> Front:
        """Merge nodes that differ only in the order of covered cards. These are then in no known order."""

        def forget(keys: list[Key], nodes: list[Node]) -> None:
            nodes[0].unordered = lose_order(self.game, [(node.saved, node.unordered) for node in nodes])

        return self._merged(front, outline, forget)

    def _without_faces(self, front: Front) -> Front:
        """Merge nodes that differ only in the identity of hidden cards, which is then unknown."""
        return self._merged(
            front,
            lambda key: outside(key, self.game.back),
            lambda keys, nodes: forget_differences(self.game, keys),
        )

    def _merged(
        self, front: Front, alike: Callable[[Key], Hashable], forget: Callable[[list[Key], list[Node]], None]
    ) -> Front:
        """Merge nodes at one cursor that are ``alike`` into the first, and let it ``forget`` the differences."""
        groups: dict[tuple[int, Hashable], dict[Key, Node]] = {}
        for (cursor, key), node in front.items():
            groups.setdefault((cursor, alike(key)), {})[key] = node
        found: Front = {}
        for group in groups.values():
            key, first = next(iter(group.items()))
            if len(group) > 1:
                self.guide.budget -= len(group)
                self.expander.restore(first.saved)
                try:
                    forget(list(group), list(group.values()))
                except NoSpareCard:
                    found.update(((node.cursor, key), node) for key, node in group.items())
                    continue
                earlier = dict.fromkeys(before for node in group.values() for before in node.earlier)
                first.saved, first.earlier = self.game.save(), list(earlier)
                key = self._keys.of(first.unordered)
            found[first.cursor, key] = first
        return found

    def _is_the_end(self, node: Node) -> bool:
        """Whether the log ends when the game is over, or when play has stopped."""
        cursor = node.cursor
        if node.at_end:
            if self.stop is None:
                return True
            cursor = self.stop + 1
        self.expander.restore(node.saved)
        failure = self.expander.after_end(node, cursor, self._stopped() if node.at_end else None)
        furthest = self.expander.furthest
        if failure is not None and (furthest is None or failure.cursor >= furthest.cursor):
            self.expander.furthest = failure
        return failure is None

    def _stopped(self) -> str | None:
        """How play stopped before the game was over, if the log says so."""
        return None if self.stop is None else self.guide.speaker.observation(self.log.observations[self.stop])

    # --- the outcome -------------------------------------------------------------------------------------------

    def _gave_up(self) -> str:
        # The place of the current layer, which may be further than the furthest failure.
        at = self._at(self.explained)
        place = f"{at}: " if at else ""
        return f"{place}the log omits too much, so that too many explanations remain after {self.spent:,} steps"

    def _at(self, cursor: int = 0) -> At | None:
        """The place of the furthest unexplained observation, or that of ``cursor`` if it is later."""
        observations = self.guide.observations
        if not observations:
            return None
        if self.expander.furthest is not None:
            cursor = max(cursor, self.expander.furthest.cursor)
        return observations[min(cursor, len(observations) - 1)].at

    def _outcome(self, remaining: list[Node], reason: str | None = None) -> Outcome:
        """The outcome with the remaining explanations. ``reason``: why the search, or play, stopped before its end."""
        self.remaining = remaining
        guide, furthest = self.guide, self.expander.furthest
        outcome = Outcome(self.log, self.rules, bool(remaining), max(self.explained, 0))
        outcome.explanations = len(remaining)
        if furthest is not None:
            outcome.reached = max(self.explained, furthest.cursor)
            outcome.difference = violation_of(furthest.mismatch, self._at())
        if not remaining and reason is None:
            reason = self._left_out()
        outcome.reason = reason
        outcome.setup, outcome.soundness = self.expander.setup, guide.soundness
        outcome.checks = remaining[0].checks if remaining else guide.checks
        outcome.returns, outcome.editions_differ = self.expander.tried, guide.editions_differ
        outcome.not_recorded = self.log.not_recorded
        if remaining:
            self._tell(outcome, remaining)
        elif outcome.refuted and furthest is not None:
            self.game.restore(furthest.saved)
            outcome.table = snapshot(self.game)
            # The game up to the place from which nothing explains the log.
            self._tell(outcome, list(dict.fromkeys([furthest.node, *furthest.front])))
            outcome.digest = None
        return outcome

    def _left_out(self) -> str | None:
        """Why a search that came to its end without an explanation refutes nothing; None if it does."""
        guessed, unread = self.guide.soundness.guessed, self._unread()
        if unread is not None:
            self.guide.omit(Incomplete.WORDS)
        if self.guide.soundness.exhaustive:
            return None
        if self.guide.soundness.has(Incomplete.DEPTH):
            return f"{self._at()}: {Incomplete.DEPTH.value}"
        if unread is not None and not guessed:
            return f"{unread.at}: innolog does not understand “{unread.text}”"
        return (
            f"{self._at()}: the log omits too much for a complete search, and no explanation that was found continues"
            " from here"
        )

    def _unread(self) -> seen.Unread | None:
        """The unread part before the furthest explained place, if there is one."""
        at = self._at()
        return next((unread for unread in self.log.unread if at is None or unread.at.packet <= at.packet), None)

    def _tell(self, result: Outcome, remaining: list[Node]) -> None:
        """Put one explanation into the outcome, and mark the facts in which the others differ as unknown."""
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
        layers: dict[int, dict[Node, None]] = {}
        # A later guess rules out nothing before it.
        for node in [*remaining, *(self.certain if self.guide.soundness.guessed else ())]:
            layers.setdefault(node.depth, {})[node] = None
        for depth in range(max(layers), 0, -1):
            layer = list(layers.get(depth, ()))
            if depth in stories:
                record = stories[depth].record
                assert record is not None
                self._compare(record, stories[depth], layer)
                result.actions.append(record)
            for node in layer:
                layers.setdefault(depth - 1, {}).update(dict.fromkeys(node.earlier))
        result.actions.reverse()
        if self.record:
            note_doubtful(result.actions)

    def _compare(self, record: ActionRecord, story: Node, layer: list[Node]) -> None:
        """Complete the record of an action with the table after it in all remaining explanations."""
        record.explanations = len(layer)
        record.guessed = any(node.soundness.guessed for node in layer)
        if self.record:
            tables = [self._snapshot(node) for node in layer]
            if on_compared is not None:
                on_compared(tables, layer)
            record.snapshot = tables[layer.index(story)]
            record.open = differing(tables)
            if record.guessed:
                guessed = GUESSED if Fact.SPLAYS in self.log.records else GUESSED | GUESSED_SPLAYS
                record.open = tuple([names | guessed for names in record.open])
            else:
                record.open = self._with_unordered(record.open, layer)
                if len(layer) == 1 and _is_known(story):
                    record.digest = digest(self.game)

    def _with_unordered(self, names: tuple[frozenset[str], ...], layer: list[Node]) -> tuple[frozenset[str], ...]:
        """The names of each player's open facts, with the piles that are in no known order."""
        found = list(names)
        for node in layer:
            for cards in node.unordered:
                card = min(cards)
                seat, _ = node.saved.state.place[card]
                found[seat] |= {f"board_{COLORS[self.game.color[card]].name.lower()}", "claimable"}
        return tuple(found)

    def _snapshot(self, node: Node) -> Snapshot:
        self.game.restore(node.saved)
        return snapshot(self.game)
