"""How well anybody could predict who wins: ``python -m tests.statistics.bound``.

Sensible bots play a game up to a round. The rest is then played many times, each time with the undrawn cards in another
order and with other bots. The share of wins is the probability of winning for somebody who knows all hands, all score
piles and how the bots play. No model can be better than that; the command prints how much better than equal chances
it is.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import numpy as np

from innolog.engine.actions import play_next
from innolog.engine.choices import Choice
from innolog.engine.game import Game
from innolog.engine.ruleset import Platform, Ruleset
from innolog.engine.state import Setup
from innolog.simulate import deal, seats
from innolog.simulate.games import LONGEST


class Bound(NamedTuple):
    """After a round: the number of positions, and the gain in log loss over equal chances with its standard error."""

    round: int
    positions: int
    gain: float
    error: float


class _Script:
    """Gives recorded answers, and then those of bots. Records all."""

    def __init__(self, answers: Sequence[Any], players: int, seed: int) -> None:
        self.answers, self.given = list(answers), 0
        self.bot = seats(["sensible"], players, seed)

    def choose(self, choice: Choice) -> Any:
        if self.given == len(self.answers):
            self.answers.append(self.bot.choose(choice))
        self.given += 1
        return self.answers[self.given - 1]


def _played(setup: Setup, rules: Ruleset, script: _Script, until: int = LONGEST) -> Game:
    """A game up to the end, or until some number of turns is over."""
    game = Game(setup, rules, script, lambda event: None)
    script.bot.attach(game)
    while game.over is None and game.turn < until:
        play_next(game)
    return game


def _shuffled(setup: Setup, game: Game, random: Random) -> Setup:
    """The deal with the cards that were not drawn in another order. Cards that came back lie below them and stay."""
    decks = dict(setup.decks)
    for back, dealt in setup.decks.items():
        now = game.decks[back]
        undrawn = next(n for n in range(min(len(now), len(dealt)), -1, -1) if n == 0 or tuple(now[-n:]) == dealt[:n])
        decks[back] = (*random.sample(dealt[:undrawn], undrawn), *dealt[undrawn:])
    return replace(setup, decks=decks)


def bound(round_: int, positions: int, rollouts: int, players: int = 2) -> Bound:
    """The bound after a round, from some positions and a number of rollouts of each."""
    rules = Ruleset(players=players, platform=Platform.BGA)
    gains = []
    for seed in range(positions):
        setup = deal(rules, seed)
        script = _Script([], players, seed)
        game = _played(setup, rules, script, round_ * players)
        if game.over is not None:
            continue
        wins = np.zeros((2, players))
        for number in range(rollouts):
            again = _Script(script.answers, players, 1_000_000 + seed * rollouts + number)
            ended = _played(_shuffled(setup, game, Random(f"{seed}/{number}")), rules, again).over
            if ended is not None:
                wins[number % 2, list(ended.winners)] += 1 / len(ended.winners)
        gains.append(_gain(wins))
    return Bound(round_, len(gains), float(np.mean(gains)), float(np.std(gains, ddof=1) / np.sqrt(len(gains))))


def _gain(wins: np.ndarray) -> float:
    """An estimate of the sum over players of (p - 1 / players)² times players / 2, without the bias of squares.

    That is the gain in log loss up to the third order in the differences. The two halves of the rollouts are
    independent, so that the product of their differences has no bias.
    """
    players = wins.shape[1]
    share = wins / wins.sum(axis=1, keepdims=True) - 1 / players
    return float(players / 2 * (share[0] * share[1]).sum())


def main() -> None:
    """Print the bounds as a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", default="2,6", help="rounds, with commas")
    parser.add_argument("--positions", type=int, default=150)
    parser.add_argument("--rollouts", type=int, default=40)
    arguments = parser.parse_args()
    print("| after round | positions | better than equal chances by at most |\n|---:|---:|---:|")
    for number in map(int, arguments.rounds.split(",")):
        found = bound(number, arguments.positions, arguments.rollouts)
        print(f"| {found.round} | {found.positions} | {found.gain:.4f} ± {found.error:.4f} |", flush=True)


if __name__ == "__main__":
    main()
