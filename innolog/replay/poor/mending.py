"""Correct a guessed order of a pile if no explanation can be continued.

The first attempt at a poor record carries cards in no known order. If that leaves too much open, each pile is put in
some order, which the log does not record. The piles of a reconstructed game are, too. A wrong order is noticed some
actions later. Then cards are exchanged, or silent choices of one player are changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import chain, combinations, product

from innolog.engine.game import Game
from innolog.replay.nodes import Node
from innolog.replay.poor.layers import Layers, Reached, some
from innolog.replay.poor.silent import Answers, Held

#: The number of actions before the present one in which cards are exchanged, and of exchanges in one action.
MOST_BACK, MOST_EXCHANGED = 3, 6
#: The number of nodes that are followed from each beginning, and of beginnings that explain equally many actions.
MOST_FOLLOWED, MOST_BEGUN = 60, 8


def exchanges(game: Game, unrecorded: Iterable[frozenset[int]]) -> Iterator[tuple[int, int]]:
    """Two cards at a time that may lie the other way round in a pile, first those with the card on top.

    ``unrecorded`` are groups of cards that lay in one pile when it was put in an unrecorded order.
    """
    known: set[frozenset[int]] = set()
    for cards in unrecorded:
        for player in game.players:
            for pile in player.piles:
                inside = [card for card in reversed(pile) if card in cards]
                for pair in combinations(inside, 2):
                    if frozenset(pair) not in known:
                        known.add(frozenset(pair))
                        yield pair


def in_another_order(search: Layers, front: list[Node]) -> tuple[list[Node], Reached]:
    """Try to explain the failed action with piles in another order than was guessed.

    Cards are exchanged before the action, or before an earlier one. Returns the explanations up to the action, and its
    outcomes.
    """
    ancestors = front
    for back in range(MOST_BACK + 1):
        for node in ancestors:
            layer, reached = [node], Reached()
            _exchanged(search, node, reached)
            for _ in range(back):
                layer, reached = list(reached.values()), Reached()
                for following in layer:
                    if following.saved.over is None:
                        search.reach(reached, following, search.expander.expand(following))
            if reached:
                return layer, reached
        ancestors = list(dict.fromkeys(chain.from_iterable(node.earlier for node in ancestors)))
    return front, Reached()


def with_other_choices(search: Layers, front: list[Node]) -> tuple[list[Node], Reached]:
    """Try to explain the failed action with other silent choices of one player at a time.

    They are changed in the action, or in an earlier one that may have rearranged a pile, and everything since is
    explained again. A change that explains as much as before, and no more, is a beginning for changes of other players'
    choices. Returns the explanations up to the action, and its outcomes.
    """
    guide, goal = search.guide, front[0].depth
    enough = guide.budget // 2
    stories: list[tuple[int, int, int, Node]] = []
    number = 0

    def note(nodes: list[Node]) -> None:
        nonlocal number
        for node in some(nodes, MOST_BEGUN):
            number += 1
            heappush(stories, (-node.depth, -node.deepest, number, node))

    most = max(node.deepest for node in front)
    note([node for node in front if node.deepest == most])
    while stories and guide.budget > enough:
        *_, story = heappop(stories)
        # If the failure lies at one player's board, only choices of that player are tried.
        seats: Sequence[int] = range(len(search.game.players)) if story.whose is None else [story.whose]
        for start, answers in _beginnings(search, story):
            starts = [start]
            if start is not story:
                others = [
                    one for one in search.kept.get(start.depth, ()) if one is not start and one.cursor == start.cursor
                ]
                starts += some(others, MOST_BEGUN)
            before, reached = list[Node](), Reached()
            for begun, seat in product(starts, seats):
                layer, further = _made_otherwise(search, begun, Held(answers, seat), goal)
                if further:
                    before += layer
                    reached.update(further)
                note([one for one in layer if (one.depth, one.deepest) >= (story.depth, story.deepest)])
            if reached:
                return before, reached
    return front, Reached()


def _beginnings(search: Layers, story: Node) -> Iterator[tuple[Node, Answers]]:
    """The nodes before silent choices that can be changed, with the story's answers, the last ones first."""
    yield story, {}
    while story.earlier:
        assert story.record is not None, "something was done since what was before"
        decisions, story = story.record.decisions, story.earlier[0]
        if any(choice.rearranges for choice, _ in decisions):
            answers: Answers = {}
            for choice, answer in decisions:
                if search.guide.silent.is_silent(choice):
                    before = sum(key[:2] == (choice.player, choice.kind) for key in answers)
                    answers[choice.player, choice.kind, before] = answer
            yield story, answers


def _made_otherwise(search: Layers, start: Node, held: Held, goal: int) -> tuple[list[Node], Reached]:
    """Explain the actions from a start up to number ``goal``, with other choices of one player in the first.

    Returns the explanations up to the last action that could be explained, and the outcomes of the goal if it was
    reached.
    """
    reached = Reached()
    search.guide.silent.held = held
    search.reach(reached, start, search.expander.expand(start))
    search.guide.silent.held = None
    layer = [start]
    for _ in range(start.depth, goal):
        following = [node for node in reached.values() if node.saved.over is None]
        if not following:
            return layer, Reached()
        layer, reached = some(following, MOST_FOLLOWED), Reached()
        for node in layer:
            search.reach(reached, node, search.expander.expand(node))
    return layer, reached


def _exchanged(search: Layers, node: Node, reached: Reached) -> None:
    """Add ways to explain one more action with cards exchanged; with more exchanges, as long as they explain more."""
    done: tuple[tuple[int, int], ...] = ()
    for _ in search.expander.expand(node):
        pass
    deepest = search.expander.deepest
    while not reached and len(done) < MOST_EXCHANGED:
        best: tuple[int, int] | None = None
        search.expander.restore(node.saved, done)
        for pair in list(exchanges(search.game, search.guide.silent.unrecorded)):
            search.reach(reached, node, search.expander.expand(node, (*done, pair)))
            if search.expander.deepest > deepest:
                deepest, best = search.expander.deepest, pair
        if best is None:
            break
        done = (*done, best)
