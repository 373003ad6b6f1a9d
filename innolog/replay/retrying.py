"""Going on where no explanation does: with something otherwise that was guessed before.

Piles can have been put in an order that nobody wrote down. That an order was another one all the time is found out
where it matters, and not elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import chain, product
from typing import TypeVar

from innolog.replay.explaining import Explainer, Explanation, Reached
from innolog.replay.piles import exchanges
from innolog.replay.silent import Answers, Held

#: Cards are exchanged up to so many actions before, and up to so many times in one.
MOST_BACK, MOST_EXCHANGED = 3, 6
#: So many explanations at most are each followed on, and so many are begun with, of those that explain the same.
MOST_FOLLOWED, MOST_BEGUN = 60, 8

_Any = TypeVar("_Any")


def some(all_of_them: list[_Any], most: int) -> list[_Any]:
    """Up to so many of them, evenly spread."""
    return all_of_them[:: -(-len(all_of_them) // most) or 1]


def in_another_order(explainer: Explainer, front: list[Explanation]) -> tuple[list[Explanation], Reached]:
    """Try to go on where no explanation does, with piles that may lie in another order than was guessed.

    Cards are exchanged before the action, or before one of those before it. Returns the explanations up to the
    action, and what is reached by it.
    """
    ancestors = front
    for back in range(MOST_BACK + 1):
        for explanation in ancestors:
            layer, reached = [explanation], Reached()
            _exchanged(explainer, explanation, reached)
            for _ in range(back):
                layer, reached = list(reached.values()), Reached()
                for following in layer:
                    if following.saved.over is None:
                        explainer.reach(reached, following, explainer.explain(following))
            if reached:
                return layer, reached
        ancestors = list(dict.fromkeys(chain.from_iterable(explanation.earlier for explanation in ancestors)))
    return front, Reached()


def with_other_choices(
    explainer: Explainer, front: list[Explanation], layers: dict[int, list[Explanation]]
) -> tuple[list[Explanation], Reached]:
    """Try to go on where no explanation does, with silent choices of one player at a time made otherwise.

    They are made anew in the action, or in one before it in which a pile was perhaps rearranged, and all since is
    explained again. What explains as much as before without explaining more is a beginning for the choices of others.
    ``layers`` are the explanations that were carried after each action. Returns the explanations up to the action, and
    what is reached by it.
    """
    guide, goal = explainer.guide, front[0].depth
    enough = guide.budget // 2
    stories: list[tuple[int, int, int, Explanation]] = []
    number = 0

    def note(explanations: list[Explanation]) -> None:
        nonlocal number
        for explanation in some(explanations, MOST_BEGUN):
            number += 1
            heappush(stories, (-explanation.depth, -explanation.deepest, number, explanation))

    most = max(explanation.deepest for explanation in front)
    note([explanation for explanation in front if explanation.deepest == most])
    while stories and guide.budget > enough:
        *_, story = heappop(stories)
        # Where it can be said at whose board it lies, only choices of that player are tried.
        seats: Sequence[int] = range(len(explainer.game.players)) if story.whose is None else [story.whose]
        for start, answers in _beginnings(explainer, story):
            starts = [start]
            if start is not story:
                others = [one for one in layers.get(start.depth, ()) if one is not start and one.cursor == start.cursor]
                starts += some(others, MOST_BEGUN)
            before, reached = list[Explanation](), Reached()
            for begun, seat in product(starts, seats):
                layer, further = _made_otherwise(explainer, begun, Held(answers, seat), goal)
                if further:
                    before += layer
                    reached.update(further)
                note([one for one in layer if (one.depth, one.deepest) >= (story.depth, story.deepest)])
            if reached:
                return before, reached
    return front, Reached()


def _beginnings(explainer: Explainer, story: Explanation) -> Iterator[tuple[Explanation, Answers]]:
    """From where silent choices can be made otherwise, and how the story makes them, the last ones first."""
    yield story, {}
    while story.earlier:
        assert story.record is not None, "something was done since what was before"
        decisions, story = story.record.decisions, story.earlier[0]
        if any(choice.rearranges for choice, _ in decisions):
            answers: Answers = {}
            for choice, answer in decisions:
                if explainer.guide.silent.is_silent(choice):
                    before = sum(key[:2] == (choice.player, choice.kind) for key in answers)
                    answers[choice.player, choice.kind, before] = answer
            yield story, answers


def _made_otherwise(
    explainer: Explainer, start: Explanation, held: Held, goal: int
) -> tuple[list[Explanation], Reached]:
    """Explain on from a start to the action number ``goal``, with the choices of one player in the first made anew.

    Returns the explanations up to the last action that could be explained, and what is reached by it if it is that one.
    """
    reached = Reached()
    explainer.guide.silent.held = held
    explainer.reach(reached, start, explainer.explain(start))
    explainer.guide.silent.held = None
    layer = [start]
    for _ in range(start.depth, goal):
        following = [explanation for explanation in reached.values() if explanation.saved.over is None]
        if not following:
            return layer, Reached()
        layer, reached = some(following, MOST_FOLLOWED), Reached()
        for explanation in layer:
            explainer.reach(reached, explanation, explainer.explain(explanation))
    return layer, reached


def _exchanged(explainer: Explainer, explanation: Explanation, reached: Reached) -> None:
    """Add ways to explain one more action with cards exchanged, more of them as long as that explains more."""
    done: tuple[tuple[int, int], ...] = ()
    for _ in explainer.explain(explanation):
        pass
    deepest = explainer.deepest
    while not reached and len(done) < MOST_EXCHANGED:
        best: tuple[int, int] | None = None
        explainer.restore(explanation.saved, done)
        for pair in list(exchanges(explainer.game, explainer.guide.silent.loose)):
            explainer.reach(reached, explanation, explainer.explain(explanation, (*done, pair)))
            if explainer.deepest > deepest:
                deepest, best = explainer.deepest, pair
        if best is None:
            break
        done = (*done, best)
