"""States of games of bots, as a model of winning sees them: straight from the engine, without logs or a dataset."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from innolog.cards.facts import COLORS, CardSet
from innolog.cli._chances import moment_of
from innolog.engine.actions import play_next
from innolog.engine.game import Game
from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.results.snapshots import snapshot
from innolog.simulate import deal, seats
from innolog.simulate.games import LONGEST
from reports.winprob.course import Moment, features
from reports.winprob.features import FEATURES, Group

#: The last rounds of the phases of a model.
UNTIL = (4, 8, 13, 20)
#: States of each game and phase that are kept for fitting.
_STATES = 3
#: Games of one file.
_CHUNK = 2000
#: The columns of ``meta``.
_META = ("game", "action", "actions", "round", "side", "win_points")


class Played(NamedTuple):
    """Rows of states: features, top cards of the side (-1: none), and the columns ``_META``."""

    features: NDArray[np.float32]
    tops: NDArray[np.int16]
    meta: NDArray[np.float64]

    def at(self, rows: NDArray[np.bool_]) -> Played:
        """Some of the rows."""
        return Played(self.features[rows], self.tops[rows], self.meta[rows])

    def frame(self, group: Group) -> pd.DataFrame:
        """The rows as :func:`reports.winprob.states.states` has them."""
        meta = pd.DataFrame(self.meta, columns=_META)
        whole = meta[["game", "action", "side"]].astype(np.int64)
        tops = {f"top_card_{number}": self.tops[:, number] for number in range(self.tops.shape[1])}
        return whole.assign(
            log_id=whole["game"], turn=(meta["round"] * group.players).astype(np.int64), last=False, acting=True,
            site="innolog", win_points=meta["win_points"], **dict(zip(FEATURES, self.features.T, strict=True)), **tops,
        )  # fmt: skip


@dataclass(frozen=True)
class Order:
    """Games to play: their group, the seed of the first, how many, and whether all their states are wanted."""

    group: Group
    first: int
    games: int
    whole: bool = False

    @property
    def name(self) -> str:
        """The name of the file with the states."""
        kind = "whole" if self.whole else "some"
        return f"{self.group.edition}_{self.group.sets}_{self.group.players}_{kind}_{self.first}_{self.games}.npz"


def phase_of(round_: NDArray[np.int64] | int) -> NDArray[np.int64]:
    """The number of the phase of a round."""
    return np.asarray(np.searchsorted(UNTIL, round_))


def play(order: Order) -> Played:
    """The states of some games; those of a game that bots could not end are left out."""
    rows: list[list[float]] = []
    tops: list[list[int]] = []
    meta: list[tuple[float, ...]] = []
    group = order.group
    names = group.sets.split("+")
    rules = Ruleset(
        edition=Edition(group.edition),
        sets=frozenset(CardSet[name.upper()] for name in names if name != "relics"),
        relics="relics" in names,
        players=group.players,
        platform=Platform.BGA_2024 if group.edition == "fourth" else Platform.BGA,
    )
    for seed in range(order.first, order.first + order.games):
        moments, winners = _moments(rules, seed, whole=order.whole)
        if not winners:
            continue
        for index, moment in enumerate(moments):
            if moment.seats is None:
                continue
            known = features(moments, index, range(group.players))
            assert known is not None
            for side, seat in enumerate(moment.seats):
                rows.append([known[side][name] for name in FEATURES])
                tops.append([*seat.cards, *[-1] * (len(COLORS) - len(seat.cards))])
                points = 1 / len(winners) if side in winners else 0.0
                meta.append((seed, index, len(moments), _round(moment, group.players), side, points))
    return Played(np.array(rows, np.float32), np.array(tops, np.int16), np.array(meta))


def _round(moment: Moment, players: int) -> int:
    return (moment.turn + players - 1) // players


def _moments(rules: Ruleset, seed: int, *, whole: bool) -> tuple[list[Moment], tuple[int, ...]]:
    """All actions of a game, and its winners; nobody if it does not end.

    The table is shown after some actions of each phase, at random, or with ``whole`` after all but the last.
    """
    bot = seats(["sensible"], rules.players, seed)
    game = Game(deal(rules, seed), rules, bot, lambda event: None)
    bot.attach(game)
    random = Random(seed)
    moments: list[Moment] = []
    kept: dict[int, list[int]] = {}
    counted: Counter[int] = Counter()
    while game.over is None and game.turn < LONGEST:
        turn, number, player = game.turn, game.action_number, game.turn_player.index
        play_next(game)
        moment = Moment(turn + 1, number, None if turn < 0 else player, None)
        moments.append(moment)
        if game.over is not None:
            break
        # What is shown of a phase is a sample at any time: a later action takes the place of an earlier one, or not
        # (Vitter's algorithm R). To show the table after all actions would take most of the time.
        phase = int(phase_of(_round(moment, rules.players)))
        sample = kept.setdefault(phase, [])
        counted[phase] += 1
        if whole or len(sample) < _STATES:
            sample.append(len(moments) - 1)
        elif (place := random.randrange(counted[phase])) < _STATES:
            moments[sample[place]] = moments[sample[place]]._replace(seats=None)
            sample[place] = len(moments) - 1
        else:
            continue
        moments[-1] = moment_of(moment.turn, number, moment.player, snapshot(game))
    return moments, game.over.winners if game.over else ()


def _write(order: Order, folder: Path) -> Path:
    path = folder / order.name
    if not path.exists():
        part = path.with_suffix(".part.npz")
        np.savez_compressed(part, **play(order)._asdict())
        part.rename(path)
    return path


def played(group: Group, first: int, games: int, folder: Path, jobs: int, *, whole: bool = False) -> Played:
    """The states of some games. Files in ``folder`` keep them, so that a second run plays only what is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    orders = [
        Order(group, seed, min(_CHUNK, first + games - seed), whole) for seed in range(first, first + games, _CHUNK)
    ]
    with get_context("spawn").Pool(jobs) as pool:
        paths = pool.map(partial(_write, folder=folder), orders, chunksize=1)
    parts = []
    for path in paths:
        with np.load(path) as file:
            parts.append(Played(file["features"], file["tops"], file["meta"]))
    return joined(parts)


def joined(parts: list[Played]) -> Played:
    """All rows of several parts."""
    return Played(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.tops for part in parts]),
        np.concatenate([part.meta for part in parts]),
    )
