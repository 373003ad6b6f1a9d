"""The model of winning that comes with innolog, and how good it is: ``python -m tests.statistics.winning FOLDER``.

Sensible bots play games of each group (the compiled build plays 50 to 200 a second), a model is fitted to them, and
further games, to which it was not fitted, measure it. The command writes ``reports/winprob/default.json`` and prints
the table of the documentation. FOLDER keeps the states of the games.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from reports.winprob.features import FEATURES, Group
from reports.winprob.model import FOREVER, GroupModel, Phase, Quality, WinModel, in_phases
from reports.winprob.quality import quality_of
from reports.winprob.regression import NO_PENALTY, regression
from reports.winprob.states import moments, rounds, shared_out
from tests.statistics.bot_games import UNTIL, Played, phase_of, played

#: Weight of the data relative to a normal prior of variance 1 for each standardised feature, and the factor that gives
#: the worth of a card a prior of variance 0.004 (log odds). With 10,000 games, other priors were no better.
_STRENGTH = 0.1
_CARD_SCALE = np.sqrt(0.004 / _STRENGTH)
#: A card has a coefficient of its own if it lies on top in this many games.
_CARD_GAMES = 100
#: The first seeds of games that a model is fitted to, and of those that measure it.
_FITTED, _MEASURED = 1_000_000, 500_000
#: One game in this many calibrates a model.
_CALIBRATING = 5


def fit(data: Played, group: Group) -> tuple[Phase, ...]:
    """The phases of a model. A phase is left out if few games reach it.

    The calibration is fitted to one game in five, to which the coefficients were then not fitted.
    """
    phase = phase_of(data.meta[:, 3].astype(np.int64))
    last = max(number for number in range(len(UNTIL) + 1) if len(np.unique(data.meta[phase == number, 0])) >= 1000)
    phase = np.minimum(phase, last)
    untils = [*UNTIL[:last], FOREVER]
    return tuple(_phase(data.at(phase == number), group, until) for number, until in enumerate(untils))


def _phase(data: Played, group: Group, until: int) -> Phase:
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    outcome, game = data.meta[:, 5], np.unique(data.meta[:, 0], return_inverse=True)[1]
    weight = 1 / np.bincount(game)[game] * group.players
    scaler = StandardScaler().fit(data.features, sample_weight=weight)
    cards = _frequent(data, game)
    matrix = np.hstack([scaler.transform(data.features), _by_card(data, group, cards) * _CARD_SCALE], dtype=np.float32)
    train = game % _CALIBRATING > 0
    part = regression(matrix[train], outcome[train], weight[train], LogisticRegression(C=_STRENGTH))
    logits = part.decision_function(matrix[~train])
    line = regression(logits[:, None], outcome[~train], weight[~train], LogisticRegression(C=NO_PENALTY))
    slope, shift = max(0.0, float(line.coef_[0, 0])), float(line.intercept_[0])
    whole = regression(matrix, outcome, weight, LogisticRegression(C=_STRENGTH))
    coefficients = whole.coef_[0]
    worth = _rounded(coefficients[len(FEATURES) :] * _CARD_SCALE)
    return Phase(
        until, _rounded(scaler.mean_), _rounded(scaler.scale_), _rounded(coefficients[: len(FEATURES)]),
        _round(whole.intercept_[0]), _round(slope), _round(shift),
        dict(zip(cards.tolist(), worth, strict=True)),
    )  # fmt: skip


def _rounded(numbers: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(_round(number) for number in numbers)


def _round(number: float) -> float:
    return float(f"{number:.5g}")


def _frequent(data: Played, game: NDArray[np.int64]) -> NDArray[np.int64]:
    """The cards that lie on top in enough games."""
    on_top = data.tops >= 0
    size = int(data.tops.max()) + 1
    pairs = np.unique(game[np.nonzero(on_top)[0]] * size + data.tops[on_top])
    return np.flatnonzero(np.bincount(pairs % size, minlength=size) >= _CARD_GAMES)


def _by_card(data: Played, group: Group, cards: NDArray[np.int64]) -> NDArray[np.float32]:
    """For each card whether it lies on top of the side's board, less the mean of the other sides."""
    column = np.full(max(int(data.tops.max()), 0) + 2, -1)
    column[cards] = np.arange(len(cards))
    found = np.zeros((len(data.tops), len(cards)), np.float32)
    for tops in data.tops.T:
        place = column[tops]
        rows = np.flatnonzero(place >= 0)
        found[rows, place[rows]] += 1
    # All sides of a state follow each other.
    sides = found.reshape(-1, group.players, len(cards))
    others = sides.sum(axis=1, keepdims=True) - sides
    return np.asarray((sides - others / (group.players - 1)).reshape(found.shape), np.float32)


def measure(phases: tuple[Phase, ...], data: Played, group: Group) -> Quality:
    """The quality of a model on games to which it was not fitted."""
    frame = data.frame(group)
    moment = moments(frame)
    raw = in_phases(phases, rounds(frame, group.players), data.features, data.tops, moment)
    return quality_of(frame, shared_out(raw, moment), group.players)


def table(quality: Quality) -> str:
    """The quality in the parts of games, as a table in Markdown."""
    lines = ["| part | games | log loss | better by | off by, points | by chance |", "|---|---:|---:|---:|---:|---:|"]
    lines += [
        f"| {part.name} | {part.games:,} | {part.log_loss:.4f} | {part.better:.4f} ± {part.error:.4f} | "
        f"{100 * part.off:.1f} | {100 * part.chance:.1f} |"
        for part in quality.parts
    ]
    return "\n".join(lines)


def main() -> None:
    """Fit the models, write the file, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="keeps the states of the games")
    parser.add_argument("--groups", default="third/base/2", help="edition/sets/players, with commas")
    parser.add_argument("-n", "--games", type=int, default=100_000, help="to which the model of a group is fitted")
    parser.add_argument("--measured", type=int, default=3000, help="games that measure the model of a group")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, default=Path(str(files("reports.winprob") / "default.json")))
    arguments = parser.parse_args()
    models = {}
    if arguments.output.exists():
        models = {model.group: model for model in WinModel.load(arguments.output).groups}
    for name in arguments.groups.split(","):
        edition, sets, players = name.split("/")
        group = Group(edition, sets, int(players))
        data = played(group, _FITTED, arguments.games, arguments.folder, arguments.jobs)
        held = played(group, _MEASURED, arguments.measured, arguments.folder, arguments.jobs, whole=True)
        with threadpool_limits(1):
            phases = fit(data, group)
            quality = measure(phases, held, group)
        games = len(np.unique(data.meta[:, 0]))
        # A page has no use for the bins of rounds.
        quality = replace(quality, parts=tuple(replace(part, reliability=()) for part in quality.parts))
        models[group] = GroupModel(*group, games=games, phases=phases, quality=quality, sites=("innolog",))
        print(f"\n{group.name}: {games:,} games\n\n{table(quality)}", flush=True)
        written = WinModel(tuple(models[each] for each in sorted(models)), version("innolog"))
        arguments.output.write_text(written.to_json(), encoding="utf-8")


if __name__ == "__main__":
    main()
