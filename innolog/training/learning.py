"""Train the network that values positions, from games that bots play against each other, and from nothing else.

``python -m innolog.training -o FILE`` plays rounds of games. The sensible bot plays the first round; in each
later one, strong bots play with the network of the round before, and their choices are blurred so that games differ.
Most of these games begin with weaker play, since reviews are of games in which positions arise that strong bots avoid;
what is learned begins where both play well. The same command makes the same weights on the same machine.

What is learned of a position of a later round is its result only in part: the chances that the network of the round
before gives to the positions that follow say the same with less chance in it (Sutton 1988, TD(lambda)).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import click
import numpy as np
from scipy.linalg import block_diag
from scipy.sparse import csr_matrix, vstack
from scipy.special import expit, logit

from innolog.cards.editions import Edition, Platform
from innolog.cards.facts import CardSet
from innolog.engine.choices import Choice
from innolog.engine.events import Event, GameEnded
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.simulate.bots import Bot, RandomDecider
from innolog.simulate.games import simulate
from innolog.strategy.features import CARDS, NUMBERS, ROLES
from innolog.strategy.network import Matrix, Network, Row, normal, read, rows_of, write
from innolog.strategy.sensible import SensibleBot
from innolog.strategy.strong import StrongBot
from innolog.training.watching import Watched

#: The sizes of the hidden layers of one network, in all rounds but the last one, and in the last one. A large network
#: learns more, but learns few games by heart.
_SMALL, _LARGE = (32, 16), (128, 32)
#: From how many rounds, the latest ones, small and large networks learn.
_OF_SMALL, _OF_LARGE = 2, 3
#: How many rows are in memory twice at a time.
_AT_ONCE = 2_000_000
#: How many networks are joined.
_TOGETHER = 2
EXPANSIONS = (CardSet.ARTIFACTS, CardSet.CITIES, CardSet.ECHOES, CardSet.FIGURES)
#: One position of every three is learned from, because positions that follow each other differ little.
_EVERY = 3
#: How much what comes later than the next position that is learned from counts in the aim of one, against the chances
#: at that next one.
_LATER = 0.85
#: Players play weaker, if at all, in less than this many turns at the beginning of a game.
_WEAK_TURNS = 30
#: How many games a process plays before it reports.
_BATCH = 20
#: Every tenth pair of games is not learned from: the loss is measured on these.
_HELD_OUT = 10
_SIZE = 512
#: The log odds of the last network are multiplied by this. It learns from games with blurred choices, in which leads
#: are lost more often than between good players.
_SURE = 1.15
#: Chances are kept this far from none and from one where their odds are needed.
_EDGE = 1e-7


class Examples(NamedTuple):
    """Positions as seen from one seat each: the number of the game, the row of a matrix, and whether this seat won.

    ``aims`` are the chances (0 to 1) to learn: those of the result alone, or with the chances that follow.
    """

    games: Any
    rows: Any
    won: Any
    aims: Any


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
    sets = frozenset((CardSet.BASE, *random.sample(EXPANSIONS, number_of_sets)))
    return Ruleset(sets=sets, players=players, teams=teams, platform=Platform.TABLE)


def play(numbers: Sequence[int], network: Path | None) -> Examples:
    """Examples from games."""
    games: list[int] = []
    found: list[Row] = []
    won: list[bool] = []
    aims: list[float] = []
    weights = None if network is None else read(network)
    for number in numbers:
        rules, first = rules_of(number), 0
        bot: Bot = SensibleBot(number)
        if weights is not None:
            strong = StrongBot(number, network=weights, blur=(0.0, 0.02, 0.06)[number % 3])
            bot = late = Late(strong, number, rules.players)
            first = late.first_turn
        positions: list[_Noted] = []
        noting = _noting(bot, weights, number, first, positions)
        ended = simulate(rules, number, noting, digests=False).ended
        if isinstance(ended, GameEnded) and positions:
            results = [seat in ended.winners for seat in range(len(positions[0].rows))]
            of_game = aims_of(results, [each.chances for each in positions])
            for (rows, _), of_seats in zip(positions, of_game, strict=True):
                games += [number] * len(rows)
                found += rows
                won += results
                aims += of_seats
    return Examples(np.array(games), _matrix(found), np.array(won), np.array(aims))


def aims_of(results: Sequence[bool], chances: Sequence[list[float] | None]) -> list[list[float]]:
    """What to learn of each position of a game, for each seat.

    That of the last one is the result. That of another one is a mean of the chances at the next position, where they
    are known, and of what there is to learn of it.
    """
    aim = [float(result) for result in results]
    found = []
    for now in reversed(chances):
        found.append(aim)
        if now is not None:
            aim = [_LATER * later + (1 - _LATER) * chance for later, chance in zip(aim, now, strict=True)]
    return found[::-1]


class _Noted(NamedTuple):
    """A position as seen from all seats, and their chances if there is a network to tell them."""

    rows: list[Row]
    chances: list[float] | None


class Late:
    """A strong bot for all seats that plays weaker at first: each seat sensibly or at random, as often as it likes."""

    def __init__(self, bot: StrongBot, seed: int, players: int) -> None:
        random = self._random = Random(f"late {seed}")
        self._bot = bot
        self._weak: list[Bot] = [random.choice((SensibleBot, RandomDecider))(seed) for _ in range(players)]
        self._shares = [random.choice((0.0, 0.3, 1.0)) for _ in range(players)]
        #: The turn from which on all seats play well.
        self.first_turn = random.randrange(_WEAK_TURNS) if random.random() < 0.7 else 0

    def attach(self, game: Game) -> None:
        """Set the game that the bots play."""
        self._game = game
        for bot in (self._bot, *self._weak):
            bot.attach(game)

    def receive(self, event: Event) -> None:
        """Note an event."""
        self._bot.receive(event)

    def decided(self, choice: Choice, answer: Any) -> None:
        """Note a decision."""
        self._bot.decided(choice, answer)

    def choose(self, choice: Choice) -> Any:
        """What one of the bots chooses."""
        seat = choice.player
        if self._game.turn < self.first_turn and self._random.random() < self._shares[seat]:
            return self._weak[seat].choose(choice)
        return self._bot.choose(choice)


def _noting(bot: Bot, network: Network | None, seed: int, first: int, positions: list[_Noted]) -> Bot:
    """A bot that plays the same; some positions before actions are noted, from the ``first`` turn on."""
    random = Random(seed)

    def look(game: Game) -> None:
        if game.turn >= first and random.randrange(_EVERY) == 0:
            rows = rows_of(game)
            positions.append(_Noted(rows, None if network is None else normal(game, network.chances(rows))))

    return Watched(bot, look)


def joined(examples: Sequence[Examples]) -> Examples:
    """All examples together."""
    games, rows, won, aims = zip(*examples, strict=True)
    return Examples(np.concatenate(games), vstack(rows, format="csr"), np.concatenate(won), np.concatenate(aims))


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


def fit(
    examples: Examples,
    epochs: int,
    seed: int,
    *,
    hidden: tuple[int, int] = _SMALL,
    together: int = _TOGETHER,
    cards: int = ROLES * CARDS,
    jobs: int = 1,
) -> Fitted:
    """Several networks that begin with different weights, as one that has the mean of their sums before the last step.

    Their errors differ in part, so the mean has smaller ones. ``together`` is how many they are, ``hidden`` the sizes
    of the layers of each, ``cards`` as in :func:`joined_weights`.
    """
    from sklearn.metrics import log_loss

    held_out = examples.games // 2 % _HELD_OUT == 0
    with ThreadPoolExecutor(jobs) as pool:
        seeds = range(together * seed, together * (seed + 1))
        fits = [pool.submit(_fit_one, examples, held_out, epochs, hidden, each) for each in seeds]
        models = [each.result() for each in fits]
    chances = [
        model.predict_proba(examples.rows[held_out])[:, 1].astype(float).clip(_EDGE, 1 - _EDGE) for model in models
    ]
    loss = float(log_loss(examples.won[held_out], expit(np.mean(logit(chances), axis=0))))
    number = int(np.count_nonzero(held_out))
    click.echo(f"loss {loss:.4f} on {number} rows held out", err=True)
    told = {"seed": seed, "rows": len(held_out) - number, "loss": round(loss, 4)}
    return Fitted(joined_weights(models, cards), told)


def _fit_one(examples: Examples, held_out: Any, epochs: int, hidden: tuple[int, int], seed: int) -> Any:
    """The network after the epoch with the lowest loss on the results of games held out.

    Each epoch takes twice as many rows at a time as the one before it, which makes its steps smaller.
    """
    from sklearn.metrics import log_loss
    from sklearn.neural_network import MLPClassifier

    # Each row is a win with the weight of its aim, and a loss with the rest.
    aims = examples.aims[~held_out]
    of_row = np.concatenate([np.flatnonzero(aims > 0), np.flatnonzero(aims < 1)])
    is_win = np.arange(len(of_row)) < np.count_nonzero(aims > 0)
    weights = np.where(is_win, aims[of_row], 1 - aims[of_row])
    of_row = np.flatnonzero(~held_out)[of_row]
    others, truth = examples.rows[held_out], examples.won[held_out]
    model = MLPClassifier(hidden, alpha=0.03, random_state=seed, shuffle=True)
    least, best = float("inf"), model
    order = np.random.default_rng(seed)
    for epoch in range(epochs):
        shuffled = order.permutation(len(of_row))
        model.set_params(batch_size=_SIZE << epoch)
        for these in np.array_split(shuffled, 1 + len(shuffled) // _AT_ONCE):
            model.partial_fit(examples.rows[of_row[these]], is_win[these], weights[these], classes=[False, True])
        loss = float(log_loss(truth, model.predict_proba(others)[:, 1]))
        click.echo(f"seed {seed}, epoch {epoch + 1}: loss {loss:.4f}", err=True)
        if loss < least:
            least, best = loss, deepcopy(model)
    return best


def joined_weights(models: Sequence[Any], cards: int) -> dict[str, Matrix]:
    """The weights of all models in one network, which has the mean of their sums before the last step.

    The second layer of each reads its own first one alone. ``cards``: how many of the last columns are of cards.
    """
    firsts, seconds, lasts = zip(*[model.coefs_ for model in models], strict=True)
    first_bias, second_bias, last_bias = zip(*[model.intercepts_ for model in models], strict=True)
    first = np.hstack(firsts)
    numbers = len(first) - cards
    found = {
        "first": first[:numbers],
        "cards": first[numbers:],
        "first_bias": np.hstack(first_bias).reshape(1, -1),
        "second": block_diag(*seconds),
        "second_bias": np.hstack(second_bias).reshape(1, -1),
        "last": np.vstack(lasts) / len(models),
        "last_bias": np.mean(last_bias, axis=0).reshape(1, -1),
    }
    return {name: matrix.tolist() for name, matrix in found.items() if len(matrix)}


def with_odds(weights: dict[str, Matrix], times: float) -> dict[str, Matrix]:
    """The weights of a network with log odds that are so many times as large."""
    last = {name: (times * np.array(weights[name])).tolist() for name in ("last", "last_bias")}
    return {**weights, **last}


def _played(numbers: range, network: Path | None, jobs: int) -> Iterator[Examples]:
    batches = [numbers[start : start + _BATCH] for start in range(0, len(numbers), _BATCH)]
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(partial(play, network=network), batches)


@click.command()
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file to write."
)
@click.option(
    "--games", type=int, multiple=True, default=(2500, 2500, 7500, 7500, 7500), help="Games of each round; repeatable."
)
@click.option("--epochs", type=int, default=4, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the fit, and of the first game.")
@click.option("-j", "--jobs", type=int, default=2, show_default=True)
def command(output: Path, games: tuple[int, ...], epochs: int, seed: int, jobs: int) -> None:
    """Train the network that values positions."""
    network: Path | None = None
    first = seed * 1_000_000
    kept: list[Examples] = []
    for number, played in enumerate(games):
        examples = joined(list(_played(range(first, first + played), network, jobs)))
        first += played
        click.echo(f"round {number + 1}: {played} games, {len(examples.won)} rows", err=True)
        # The play of the first round is too weak to learn from together with that of later ones.
        kept = [*kept, examples][-_OF_LARGE:] if number > 1 else [examples]
        hidden, rounds = (_LARGE, _OF_LARGE) if number + 1 == len(games) else (_SMALL, _OF_SMALL)
        fitted = fit(joined(kept[-rounds:]), epochs, seed, hidden=hidden, jobs=jobs)
        told = {**fitted.told, "rounds": number + 1, "games": sum(games[: number + 1])}
        if number + 1 < len(games):
            network = output.with_name(f"{number + 1}_{output.name}")
            write(fitted.weights, told, network)
        else:
            write(with_odds(fitted.weights, _SURE), {**told, "sure": _SURE}, output)
