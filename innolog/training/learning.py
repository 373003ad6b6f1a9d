"""Train the network that values positions, from games that bots play against each other, and from nothing else.

``python -m innolog.training -o FILE`` plays rounds of games. The sensible bot plays the first round; in each
later one, strong bots play with the network of the round before, and their choices are blurred so that games differ.
The same command makes the same weights on the same machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import click
import numpy as np
from scipy.sparse import csr_matrix, vstack

from innolog.cards.editions import Edition, Platform
from innolog.cards.facts import CardSet
from innolog.engine.events import GameEnded
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.simulate.bots import Bot
from innolog.simulate.games import simulate
from innolog.strategy.features import CARDS, NUMBERS, ROLES
from innolog.strategy.network import Matrix, Row, read, rows_of, write
from innolog.strategy.sensible import SensibleBot
from innolog.strategy.strong import StrongBot
from innolog.training.watching import Watched

#: The sizes of the hidden layers.
_HIDDEN = (32, 16)
_EXPANSIONS = (CardSet.ARTIFACTS, CardSet.CITIES, CardSet.ECHOES, CardSet.FIGURES)
#: One position of every five is learned from, because positions that follow each other differ little.
_EVERY = 5
#: How many games a process plays before it reports.
_BATCH = 20
#: Every tenth pair of games is not learned from: the loss is measured on these.
_HELD_OUT = 10
_SIZE = 512


class Examples(NamedTuple):
    """Positions as seen from one seat each: the number of the game, the row of a matrix, and whether this seat won."""

    games: Any
    rows: Any
    won: Any


def rules_of(number: int) -> Ruleset:
    """The rules of a game to learn from: half the games are of the base set for two, the others of all groups."""
    random = Random(f"rules {number}")
    if number % 2 == 0:
        edition = random.choice((Edition.THIRD, Edition.THIRD, Edition.FIRST, Edition.FOURTH))
        return Ruleset(edition=edition, platform=Platform.TABLE if edition is Edition.FOURTH else Platform.BGA)
    players = random.choice((2, 2, 3, 3, 4, 4, 5))
    teams = (0, 1, 0, 1) if players == 4 and random.random() < 0.5 else ()
    if random.random() < 0.15:
        return Ruleset(edition=Edition.FOURTH, platform=Platform.TABLE, players=players, teams=teams)
    number_of_sets = random.choice((0, 1, 1, 2, 3, 4))
    sets = frozenset((CardSet.BASE, *random.sample(_EXPANSIONS, number_of_sets)))
    return Ruleset(sets=sets, players=players, teams=teams, platform=Platform.TABLE)


def play(numbers: Sequence[int], network: Path | None) -> Examples:
    """Examples from games."""
    games: list[int] = []
    found: list[Row] = []
    won: list[bool] = []
    weights = None if network is None else read(network)
    for number in numbers:
        bot: Bot = SensibleBot(number)
        if weights is not None:
            bot = StrongBot(number, network=weights, blur=(0.0, 0.02, 0.06)[number % 3])
        positions: list[list[Row]] = []
        ended = simulate(rules_of(number), number, _noting(bot, number, positions), digests=False).ended
        if isinstance(ended, GameEnded):
            for rows in positions:
                games += [number] * len(rows)
                found += rows
                won += [seat in ended.winners for seat in range(len(rows))]
    return Examples(np.array(games), _matrix(found), np.array(won))


def _noting(bot: Bot, seed: int, positions: list[list[Row]]) -> Bot:
    """A bot that plays the same; some positions before actions are noted."""
    random = Random(seed)

    def look(game: Game) -> None:
        if random.randrange(_EVERY) == 0:
            positions.append(rows_of(game))

    return Watched(bot, look)


def joined(examples: Sequence[Examples]) -> Examples:
    """All examples together."""
    games, rows, won = zip(*examples, strict=True)
    return Examples(np.concatenate(games), vstack(rows, format="csr"), np.concatenate(won))


def _matrix(rows: Sequence[Row]) -> Any:
    """Rows as a sparse matrix: the numbers, then a column for each card in each role."""
    data: list[float] = []
    columns: list[int] = []
    ends = [0]
    for numbers, cards in rows:
        for column, value in enumerate(numbers):
            if value:
                data.append(value)
                columns.append(column)
        data += [1.0] * len(cards)
        columns += [NUMBERS + card for card in cards]
        ends.append(len(data))
    shape = (len(rows), NUMBERS + ROLES * CARDS)
    return csr_matrix((np.array(data, np.float32), np.array(columns, np.int32), np.array(ends, np.int64)), shape=shape)


class Fitted(NamedTuple):
    """The weights of a network, and numbers about its training."""

    weights: dict[str, Matrix]
    told: dict[str, float]


def fit(examples: Examples, epochs: int, seed: int, *, cards: int = ROLES * CARDS, calming: bool = False) -> Fitted:
    """The network after the epoch with the lowest loss on games held out.

    ``cards``: how many of the last columns are of cards. ``calming``: whether each epoch takes twice as many rows at a
    time as the one before it, which makes its steps smaller.
    """
    from sklearn.metrics import log_loss
    from sklearn.neural_network import MLPClassifier

    learned = examples.games // 2 % _HELD_OUT != 0
    rows, results = examples.rows[learned], examples.won[learned]
    others, truth = examples.rows[~learned], examples.won[~learned]
    model = MLPClassifier(_HIDDEN, batch_size=_SIZE, alpha=0.03, random_state=seed, shuffle=True)
    best = float("inf")
    weights: dict[str, Matrix] = {}
    order = np.random.default_rng(seed)
    for epoch in range(epochs):
        shuffled = order.permutation(len(results))
        if calming:
            model.set_params(batch_size=_SIZE << epoch)
        model.partial_fit(rows[shuffled], results[shuffled], classes=[False, True])
        loss = float(log_loss(truth, model.predict_proba(others)[:, 1]))
        click.echo(f"epoch {epoch + 1}: loss {loss:.4f} on {len(truth)} rows held out", err=True)
        if loss < best:
            best, weights = loss, _weights(model, cards)
    return Fitted(weights, {"seed": seed, "rows": len(results), "loss": round(best, 4)})


def _weights(model: Any, cards: int) -> dict[str, Matrix]:
    (first, second, last), (first_bias, second_bias, last_bias) = model.coefs_, model.intercepts_
    numbers = len(first) - cards
    found = {
        "first": first[:numbers],
        "cards": first[numbers:],
        "first_bias": first_bias.reshape(1, -1),
        "second": second,
        "second_bias": second_bias.reshape(1, -1),
        "last": last,
        "last_bias": last_bias.reshape(1, -1),
    }
    return {name: matrix.tolist() for name, matrix in found.items() if len(matrix)}


def _played(numbers: range, network: Path | None, jobs: int) -> Iterator[Examples]:
    batches = [numbers[start : start + _BATCH] for start in range(0, len(numbers), _BATCH)]
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(partial(play, network=network), batches)


@click.command()
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file to write."
)
@click.option("--games", type=int, multiple=True, default=(4000, 2400, 4000), help="Games of each round; repeatable.")
@click.option("--begin", type=click.Path(exists=True, path_type=Path), help="Begin with the network of this file.")
@click.option("--epochs", type=int, default=4, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the fit, and of the first game.")
@click.option("-j", "--jobs", type=int, default=2, show_default=True)
def command(output: Path, games: tuple[int, ...], begin: Path | None, epochs: int, seed: int, jobs: int) -> None:
    """Train the network that values positions."""
    network, first = begin, seed * 1_000_000
    kept: list[Examples] = []
    for number, played in enumerate(games):
        examples = joined(list(_played(range(first, first + played), network, jobs)))
        first += played
        click.echo(f"round {number + 1}: {played} games, {len(examples.won)} rows", err=True)
        # The play of the first round is too weak to learn from together with that of later ones.
        kept = [*kept[-1:], examples] if number > 1 else [examples]
        fitted = fit(joined(kept), epochs, seed)
        told = {**fitted.told, "rounds": number + 1, "games": sum(games[: number + 1])}
        network = output.with_name(f"{number + 1}_{output.name}") if number + 1 < len(games) else output
        write(fitted.weights, told, network)
