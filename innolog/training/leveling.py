"""Train the network of win curves, from games of players of all strengths: ``python -m innolog.training.leveling``.

The players are made up by chance: characters, and bots that now and then play as weaker ones do. In some games nobody
claims an achievement: what usually wins does not win these, so the network must see enough of them. The bots that
``innolog simulate`` names are left out but for the sensible and the strong one, so that the others can measure the
result (:mod:`innolog.training.quality`). The same command makes the same weights on the same machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import click
import numpy as np

from innolog.cards.facts import CardSet
from innolog.conversion.simulated import as_replay
from innolog.engine.choices import Choice
from innolog.engine.events import Event
from innolog.engine.game import Game
from innolog.engine.ruleset import Platform, Ruleset
from innolog.reviewing.levels import seen
from innolog.simulate.bots import Bot, RandomDecider, Seats
from innolog.simulate.characters import Character, CharacterBot
from innolog.simulate.games import simulate
from innolog.strategy.features import CARDS
from innolog.strategy.network import write
from innolog.strategy.sensible import SensibleBot
from innolog.strategy.strong import StrongBot
from innolog.training.learning import EXPANSIONS, Examples, fit, rules_of, with_odds

#: The first deal, which nothing else uses.
_FIRST = 40_000_000
#: The share of games in which all players are alike.
_ALIKE = 0.65
_CHARACTERS = 0.6
#: The share of games in which nobody claims an achievement.
_NEVER_CLAIMS = 0.25
#: The share of games for two with expansions, besides those among the other games.
_WITH_SETS = 0.35
#: Shares of all cards that a character may seek.
_SOUGHT = (0.0, 0.0, 0.1, 0.3)
#: One position of this many is learned from.
_EVERY = 10
#: How many networks are joined, and the sizes of the layers of each.
_TOGETHER, _HIDDEN = 4, (64, 32)
#: What the log odds are multiplied by. Of players unlike those that it learns from, a network is too sure: without some
#: kind of games in training, the slope in games of that kind was 0.8 to 0.9.
_SURE = 0.96
_BATCH = 20


class Moody:
    """Plays each choice as one of several bots, which is drawn by weight."""

    def __init__(self, seed: int, bots: Sequence[Bot], weights: Sequence[float]) -> None:
        self._random, self._bots, self._weights = Random(seed), bots, weights
        self._all = Seats(bots)

    def attach(self, game: Game) -> None:
        """Set the game that the bots play."""
        self._all.attach(game)

    def choose(self, choice: Choice) -> Any:
        """What one of the bots chooses."""
        return self._random.choices(self._bots, self._weights)[0].choose(choice)

    def receive(self, event: Event) -> None:
        """Note an event."""
        self._all.receive(event)

    def decided(self, choice: Choice, answer: Any) -> None:
        """Note a decision of any player."""
        self._all.decided(choice, answer)


def rules_to_play(number: int, random: Random) -> Ruleset:
    """The rules of a game: for two with expansions, or any."""
    if random.random() >= _WITH_SETS:
        return rules_of(number)
    sets = random.sample(EXPANSIONS, random.choice((1, 1, 2, 3, 4)))
    platform = Platform.TABLE if CardSet.FIGURES in sets else Platform.BGA
    return Ruleset(sets=frozenset((CardSet.BASE, *sets)), platform=platform)


def player(random: Random, *, claims: bool = True) -> Callable[[int], Bot]:
    """A player of some strength, to be made with a seed; unless it ``claims``, one who never does."""

    def some() -> float:
        return random.choice((0.0, 1.0, random.random(), random.random()))

    if not claims or random.random() < _CHARACTERS:
        share = random.choice(_SOUGHT)
        seeks = frozenset(card for card in range(CARDS) if random.random() < share)
        character = Character(some(), some(), some() * claims, some(), some(), some(), some(), seeks)
        sensible = random.choice((0.0, 0.0, 0.7 * random.random())) * claims
        weights = (1 - sensible, sensible)
        return lambda seed: Moody(seed, (CharacterBot(seed, character), SensibleBot(seed)), weights)
    at_random = random.choice((0.0, 0.3 * random.random(), 0.9 * random.random()))
    sensible = (1 - at_random) * random.choice((0.0, 1.0, random.random()))
    blur = random.choice((0.0, 0.03, 0.08))
    of = (at_random, sensible, 1 - at_random - sensible)
    return lambda seed: Moody(seed, (RandomDecider(seed), SensibleBot(seed), StrongBot(seed, blur=blur)), of)


def play(games_to_play: Sequence[int]) -> Examples:
    """Examples from games."""
    games: list[int] = []
    found: list[list[float]] = []
    won: list[bool] = []
    for number in games_to_play:
        random = Random(f"players {number}")
        rules, claims = rules_to_play(number, random), random.random() >= _NEVER_CLAIMS
        players = [player(random, claims=claims) for _ in range(rules.players)]
        if random.random() < _ALIKE:
            players = players[:1] * rules.players
        bots = Seats([make(number * 16 + seat) for seat, make in enumerate(players)])
        replay = as_replay(simulate(rules, _FIRST + number, bots, digests=False))
        if replay.ended is None:
            continue
        for _, numbers in seen(replay):
            if numbers is not None and random.randrange(_EVERY) == 0:
                games += [number] * len(numbers)
                found += numbers
                won += [seat in replay.ended.winners for seat in range(len(numbers))]
    return Examples(np.array(games), np.array(found, np.float32), np.array(won), np.array(won, float))


@click.command()
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file to write."
)
@click.option("--games", type=int, default=100_000, show_default=True)
@click.option("--epochs", type=int, default=6, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the fit, and of the first game.")
@click.option("-j", "--jobs", type=int, default=2, show_default=True)
def command(output: Path, games: int, epochs: int, seed: int, jobs: int) -> None:
    """Train the network of win curves."""
    first = seed * 1_000_000
    batches = [range(start, min(start + _BATCH, first + games)) for start in range(first, first + games, _BATCH)]
    with get_context("spawn").Pool(jobs) as pool:
        parts = zip(*pool.imap(play, batches), strict=True)
    examples = Examples(*map(np.concatenate, parts))
    click.echo(f"{games} games, {len(examples.won)} rows", err=True)
    fitted = fit(examples, epochs, seed, hidden=_HIDDEN, together=_TOGETHER, cards=0, jobs=jobs)
    write(with_odds(fitted.weights, _SURE), {**fitted.told, "games": games, "sure": _SURE}, output)


if __name__ == "__main__":
    command()
