"""Count all continuations of a position, like perft for chess. This covers cases that samples miss.

From a position, all answers to all choices of the next actions are tried. The number of answer sequences, and of the
different states at their ends, must not change unless the rules do. ``python -m tests.regression`` writes the table
again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from innolog.engine.actions import play_opening, take_action
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.digest import digest
from innolog.engine.game import Game, GameOver
from innolog.engine.ruleset import Ruleset
from innolog.simulate import deal, seats
from tests.regression.golden import RULES


class Position(NamedTuple):
    """Where to count: a game under rules of :data:`~tests.regression.golden.RULES`, a number of actions, a depth."""

    rules: str
    seed: int
    actions: int
    depth: int


class Count(NamedTuple):
    """``paths``: sequences of answers; ``states``: different ones at their ends; ``ends``: paths that end the game."""

    paths: int
    states: int
    ends: int


POSITIONS = (
    Position("first_base_2p", 0, 30, 2),
    Position("third_base_2p", 0, 0, 4),
    Position("third_base_2p", 1, 40, 2),
    Position("third_base_3p", 2, 60, 2),
    Position("third_base_5p", 0, 0, 3),
    Position("third_base_teams", 1, 50, 1),
    Position("third_cities_2p", 0, 45, 1),
    Position("third_cities_2p", 3, 80, 1),
    Position("third_echoes_2p", 0, 35, 2),
    Position("third_echoes_3p", 1, 50, 2),
    Position("third_echoes_3p", 4, 90, 1),
    Position("third_artifacts_2p", 0, 40, 1),
    Position("third_artifacts_2p", 2, 70, 1),
    Position("third_artifacts_3p", 1, 55, 1),
    Position("third_all_relics_2p", 2, 60, 1),
    Position("third_all_relics_4p", 0, 45, 1),
    Position("third_all_relics_4p", 0, 60, 1),
    Position("third_all_relics_4p", 1, 75, 1),
    # Shortly before the end, so that some paths end the game.
    Position("third_base_2p", 2, 138, 1),
    Position("third_echoes_2p", 0, 111, 1),
    Position("third_artifacts_2p", 2, 132, 1),
    Position("third_all_relics_2p", 1, 89, 1),
    Position("fourth_base_2p", 1, 40, 2),
    Position("fourth_base_3p_table", 0, 120, 1),
    Position("fourth_base_4p", 1, 60, 1),
    Position("fourth_base_4p", 0, 100, 1),
    Position("fourth_base_teams", 2, 100, 1),
)
#: Of the new orders of a pile, only two are tried: the old order and its reverse.
_ORDERS = 2


def count(position: Position) -> Count:
    """Count from a position."""
    rules = RULES[position.rules]
    game = _position(rules, position)
    found: set[str] = set()
    paths = ends = 0
    for over, seen in _paths(game, position.depth):
        paths += 1
        ends += over
        found.add(seen)
    return Count(paths, len(found), ends)


def _position(rules: Ruleset, position: Position) -> Game:
    bots = seats(("sensible",), rules.players, position.seed)
    game = Game(deal(rules, position.seed), rules, bots)
    bots.attach(game)
    play_opening(game)
    for _ in range(position.actions):
        take_action(game)
    return game


def _paths(game: Game, depth: int) -> Iterator[tuple[bool, str]]:
    """For each path: whether it ended the game, and the digest at its end. Afterwards the game is as before."""
    saved = game.save()
    decider = _Explorer()
    game.decider = decider
    while True:
        over = False
        try:
            take_action(game)
        except GameOver as end:
            over = True
            yield True, f"{end.how} {end.winners} {digest(game)}"
        if not over:
            if depth > 1:
                yield from _paths(game, depth - 1)
                game.decider = decider
            else:
                yield False, digest(game)
        game.restore(saved)
        if not decider.next_path():
            return


class _Explorer:
    """Answers every choice with each of its answers in turn, like an odometer."""

    def __init__(self) -> None:
        self._dials: list[list[Any]] = []
        self._step = 0

    def choose(self, choice: Choice) -> Any:
        if self._step == len(self._dials):
            answers = choice.answers()
            if choice.kind is ChoiceKind.ORDER:
                answers = [tuple(choice.options), tuple(reversed(choice.options))][:_ORDERS]
            self._dials.append(answers)
        self._step += 1
        return self._dials[self._step - 1][0]

    def next_path(self) -> bool:
        """Turn to the next path; False after the last."""
        self._step = 0
        while self._dials:
            self._dials[-1] = self._dials[-1][1:]
            if self._dials[-1]:
                return True
            self._dials.pop()
        return False


def table() -> Iterator[str]:
    """The lines of the table of counts."""
    for position in POSITIONS:
        place = (
            f"{position.rules} seed {position.seed}, action {position.actions} to {position.actions + position.depth}"
        )
        found = count(position)
        yield f"{place}: {found.paths} paths, {found.states} states, {found.ends} ends"
