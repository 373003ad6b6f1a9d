"""The front page's pictures of a group of games, and small multiples of several groups. Titles say what they show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from innolog.support.counting import counted
from reports.charts import DISCOVERY, discoveries, draw_title, intervals, no_sign, seat_title
from reports.intervals import LEVEL, wilson
from reports.metrics import BY_NAME
from reports.metrics.compute import LEAST_GAMES
from reports.pages import Plot, records
from reports.plots import Curve, bars_figure, curves_figure, dots_figure
from reports.queries import sql_of
from reports.safe_text import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import pandas as pd

    from innolog.store.dataset import Dataset
    from reports.pages import Folder, Group

#: Cards in a picture at most, half of them the best; people in a matrix; groups in small multiples.
_CARDS, PEOPLE, MULTIPLES = 12, 8, 9
#: Groups in the picture of small groups at most.
_ROWS = 24
#: Kinds of ending in the order in which they stand on each other.
_ENDINGS = ("achievements", "score", "dogma")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a group: the plot, the table with its numbers, and the page with more, if there is one."""

    plot: Plot
    table: str
    more: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """Games of one person against another: how many, and of the wins of the two the share of the one, as text.

    ``words`` has the interval; ``sign`` is "more" or "less" if it leaves out an even share.
    """

    games: int
    share: str
    words: str
    sign: str


@dataclass(frozen=True, slots=True)
class Matrix:
    """Who plays whom: names, and a row of cells for each; None for a person against themselves."""

    title: str
    names: list[str]
    rows: list[list[Cell | None]]


@dataclass(frozen=True, slots=True)
class Gallery:
    """The pictures of one group."""

    group: Group
    pictures: list[Picture]
    matrix: Matrix | None


class Pictures:
    """Draws the pictures of groups; asks the dataset once for all groups."""

    def __init__(self, folder: Folder, dataset: Dataset, tables: Mapping[str, pd.DataFrame]) -> None:
        self.folder, self.tables = folder, tables
        dataset.derive("seated", sql_of("prepare_seated"))
        self.games = dataset.frame("SELECT edition, sets, players, turns, ended_by FROM counted ORDER BY game")
        self.rounds = dataset.frame(sql_of("achievements_by_round"))
        self.pairs = dataset.frame(sql_of("matchups"), {"most": PEOPLE})

    def of(self, group: Group, *, cards: bool) -> Gallery:
        """The pictures of a group. ``cards`` tells whether it has a page with a table of cards."""
        page = f"group-{group.key}.html"
        of_cards = f"cards-{group.key}.html" if cards else ""
        found = [
            self._intervals(group, "draw_effect", draw_title, "win points gained, percentage points", of_cards),
            self._lengths(group, page),
            self._achievements(group, page),
            self._intervals(group, "win_rate_opening", opening_title, "share of wins, %", of_cards),
            self._intervals(group, "seat_rate", seat_title, "share of wins, %", page),
        ]
        return Gallery(group, [each for each in found if each is not None], matrix_of(group.of(self.pairs)))

    def multiples(self, groups: Sequence[Group]) -> list[Plot]:
        """Lengths and achievements of several groups, in panels with the same scales."""
        shown = [group for group in groups if len(group.of(self.games))][:MULTIPLES]
        panels = [(f"{group.title} (n = {group.games:,})", self._parts(group)) for group in shown]
        medians = [float(np.median([turn for _, values in parts for turn in values])) for _, parts in panels]
        among = "" if len(shown) == len(groups) else f" of the {len(shown)} groups with the most games"
        lengths = self.folder.plot(
            "lengths",
            f"Rounds per game (median): {min(medians):.0f} to {max(medians):.0f} in these groups",
            f"The share of games{among} by the round in which they end, and by how they end.",
            bars_figure(panels, note=self.folder.note),
        )
        curves = [(label, self._curves(group)) for (label, _), group in zip(panels, shown, strict=True)]
        achievements = self.folder.plot(
            "achievements_by_round",
            "Achievements of winners and others, round by round",
            f"The mean number of achievements that a player{among} has had; bands: 95 % intervals.",
            curves_figure(curves, note=self.folder.note),
        )
        return [lengths, achievements]

    def dots(self, groups: Sequence[Group]) -> Plot:
        """Each game of the groups with the most games a dot, for groups that are too small for intervals."""
        shown = groups[:_ROWS]
        parts = [(group.title, self._parts(group)) for group in shown]
        rounds = [number for _, row in parts for _, values in row for number in values]
        words = f"{counted(len(rounds), 'game')}, {min(rounds):.0f} to {max(rounds):.0f} rounds"
        caption = "Each game is a dot at the round in which it ended; its shape says how."
        if len(shown) < len(groups):
            caption += f" The {_ROWS} groups with the most games."
        return self.folder.plot(
            "few",
            words,
            caption,
            dots_figure(parts, note=f"n = {len(rounds)} · {self.folder.note}"),
        )

    # --- pictures of one group ----------------------------------------------------------------------------------------

    def _intervals(
        self, group: Group, name: str, title: Callable[[pd.DataFrame], str], unit: str, more: str
    ) -> Picture | None:
        """The items of a metric with intervals: all of few, else the best and the worst."""
        import pandas as pd

        metric = BY_NAME[name]
        rows = group.of(self.tables[name])
        rows = rows[rows["low"].notna()]
        if metric.of == "card":
            rows = rows[rows["enough"]]
        if rows.empty:
            return None
        words, number = title(rows), len(rows)
        if metric.of == "card":
            rows = rows.sort_values("value", ascending=False)
        if number > _CARDS:
            rows = pd.concat([rows.head(_CARDS // 2), rows.tail(_CARDS // 2)])
        figure = intervals(rows, group, 100, unit, small=True)
        caption = metric.meaning
        if number > _CARDS:
            caption += f" Shown: the {_CARDS // 2} highest and the {_CARDS // 2} lowest of {number} values."
        return Picture(self.folder.plot(f"front_{name}-{group.key}", words, caption, figure), name, more)

    def _parts(self, group: Group) -> list[tuple[str, list[float]]]:
        """The last rounds of the games, by ending."""
        games = group.of(self.games)
        last = (games["turns"] + group.players - 1) // group.players
        kinds = sorted(set(games["ended_by"]), key=_ENDINGS.index)
        return [(kind, last[games["ended_by"] == kind].astype(float).tolist()) for kind in kinds]

    def _lengths(self, group: Group, more: str) -> Picture:
        parts = self._parts(group)
        rounds = [number for _, values in parts for number in values]
        first, last = (float(np.quantile(rounds, part)) for part in (0.25, 0.75))
        plot = self.folder.plot(
            f"front_lengths-{group.key}",
            f"The middle half of the games lasts {first:.0f} to {last:.0f} rounds",
            "The share of games by the round in which they end, and by how they end.",
            bars_figure([(group.name, parts)], note=_note(group)),
        )
        return Picture(plot, "games", more)

    def _curves(self, group: Group) -> list[Curve]:
        rows = group.of(self.rounds)
        found = []
        for winner, name in ((True, "winners"), (False, "others")):
            side = rows[rows["winner"] == winner]
            if not side.empty:
                low, high = _band(side)
                rounds, values = side["round"].tolist(), side["value"].to_numpy(float).tolist()
                found.append(Curve(name, rounds, values, low.tolist(), high.tolist()))
        return found

    def _achievements(self, group: Group, more: str) -> Picture | None:
        curves = self._curves(group)
        if not curves:
            return None
        figure = curves_figure([(group.name, curves)], note=f"{_note(group)} · bands: 95 % intervals")
        caption = (
            "The mean number of achievements that a player has had by the end of a round, lost ones included. A game "
            "that has ended keeps its last number."
        )
        plot = self.folder.plot(f"front_achievements-{group.key}", achievements_title(curves), caption, figure)
        return Picture(plot, "achievements_by_round", more)


def _note(group: Group) -> str:
    return f"n = {group.games:,} · {group.note}"


def _band(rows: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    from scipy import stats

    half = stats.t.ppf((1 + LEVEL) / 2, np.maximum(rows["games"] - 1, 1)) * rows["error"].to_numpy(float)
    value = rows["value"].to_numpy(float)
    return np.maximum(value - half, 0), value + half


# --- titles -----------------------------------------------------------------------------------------------------------


def opening_title(rows: pd.DataFrame) -> str:
    """What the win rates by card of the opening hand show."""
    found, number = discoveries(rows)
    if not found:
        return no_sign(rows, f"any of {counted(number, 'card')} in the opening hand goes with more or fewer wins")
    return f"{found} of {counted(number, 'card')} in the opening hand go with more or fewer wins (q < {DISCOVERY})"


def achievements_title(curves: Sequence[Curve]) -> str:
    """From which round on the band of the winners lies above that of the others, if it does until the last round."""
    if len(curves) < 2:
        return "Achievements, round by round"
    winners, others = curves
    above = [low > high for low, high in zip(winners.lows, others.highs, strict=False)]
    if not any(above):
        return "In no round do the intervals show that winners have had more achievements"
    if not above[-1]:
        return "Achievements of winners and others, round by round"
    first = len(above) - above[::-1].index(False) if False in above else 0
    return f"From round {winners.rounds[first]:.0f} on, winners have had more achievements than others"


# --- who plays whom ---------------------------------------------------------------------------------------------------


def matrix_of(rows: pd.DataFrame) -> Matrix | None:
    """Who plays whom, from the rows of a group in the table of pairs; None if nobody plays against anybody.

    Of two people in a game of more, a third may win. That tells nothing about the two, so their wins alone count.
    """
    if rows.empty or not rows["games"].sum():
        return None
    size = int(rows["rank"].max())
    names = [""] * size
    cells: list[list[Cell | None]] = [[None] * size for _ in names]
    found = {(int(row["rank"]), int(row["other"])): row for row in records(rows)}
    known = apart = 0
    for (this, other), row in found.items():
        names[this - 1] = plain(str(row["name"]), 24)
        if this != other:
            cell = _cell(int(row["games"]), float(row["points"]), float(found[other, this]["points"]))
            cells[this - 1][other - 1] = cell
            known, apart = known + (this < other and bool(cell.share)), apart + (this < other and bool(cell.sign))
    return Matrix(matrix_title(known, apart), names, cells)


def _cell(games: int, points: float, others: float) -> Cell:
    words = f"{points:g} against {others:g} win points in {counted(games, 'game')}"
    wins = points + others
    if wins < LEAST_GAMES:
        return Cell(games, "", words, "")
    low, high = (float(end[0]) for end in wilson(np.array([points / wins]), np.array([wins])))
    share = f"{100 * points / wins:.0f} %"
    words += f": {share}, 95 % interval {100 * low:.0f} to {100 * high:.0f} %"
    return Cell(games, share, words, "more" if low > 0.5 else "less" if high < 0.5 else "")


def matrix_title(known: int, apart: int) -> str:
    """What the pairs of the matrix show; ``apart`` of ``known`` intervals leave out an even share."""
    if not known:
        return f"Who plays whom: no two of them have {LEAST_GAMES} wins against each other"
    if not apart:
        return "Who plays whom: no sign that " + ("the pair" if known == 1 else f"any of {known} pairs") + " is uneven"
    return f"Who plays whom: {apart} of {counted(known, 'interval')} without an even share"
