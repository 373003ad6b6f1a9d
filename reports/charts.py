"""Plots of the statistics of a group of games. The title of each plot says what it shows for these games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from innolog.support.counting import counted
from reports.intervals import LEVEL
from reports.metrics import BY_NAME
from reports.metrics.metric import Unit
from reports.pages import records

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from reports.metrics import Metric
    from reports.pages import Folder, Group, Plot

#: q-values below this count as discoveries.
DISCOVERY = 0.05
#: Rows of a plot of cards or pairs: at most this many of the best, and of the worst.
MOST = 12


#: Minimum number of cards for a plot of z-values, and the p-value below which they do not look like noise.
_CARDS, _NOISE = 20, 0.01


def group_plots(folder: Folder, group: Group, tables: Mapping[str, pd.DataFrame]) -> list[Plot]:
    """Plots of all metrics of a group that have intervals."""
    plots = {
        name: _plot(folder, group, tables, BY_NAME[name], title, scale=scale, unit=unit)
        for name, scale, unit, title in (
            ("endings", 100, "share of games, %", _endings),
            ("ending_rounds", 1, "rounds", _ending_rounds),
            ("seat_rate", 100, "share of wins, %", seat_title),
            ("action_share", 100, "share of actions, %", _actions),
            ("claim_round", 1, "round of the claim", partial(_span, "Claims of achievements")),
            ("claim_missed", 100, "actions that do something else, %", _missed),
            ("claim_lost", 100, "opportunities that an opponent takes, %", _lost),
            ("achievement_round", 1, "round of the k-th achievement", partial(_span, "A player's achievements")),
            ("claim_delay", 1, "rounds from claimable to claimed", _delays),
            ("age_round", 1, "round of the first top card of the age", partial(_span, "First top card of an age")),
            ("first_to_age", 100, "share of wins of the first player, %", _first),
            ("rating", 1, "Elo points, 0 is the mean of all players", _ratings),
            ("draw_effect", 100, "win points gained by drawing the card, percentage points", draw_title),
            ("pair_dogma", 100, "wins with both cards minus wins with one, percentage points", _pairs),
            ("dogma_win_probability", 100, "change in win probability, percentage points", _activations),
        )
    }
    shown = [*plots.values()]
    shown.insert(list(plots).index("draw_effect") + 1, placebo_plot(folder, group, tables))
    return [plot for plot in (*shown, habit_plot(folder, group, tables["habit_winners"])) if plot is not None]


def own_plots(
    folder: Folder, group: Group, tables: Mapping[str, pd.DataFrame], metrics: Sequence[Metric]
) -> list[Plot]:
    """Plots of metrics of one's own. Their titles conclude nothing."""
    found = []
    for metric in metrics:
        share = metric.unit is Unit.SHARE
        unit = f"{metric.title}, %" if share else metric.title

        def title(_: pd.DataFrame, words: str = metric.title) -> str:
            return words

        scale = 100 if share else 1
        found.append(_plot(folder, group, tables, metric, title, scale=scale, unit=unit))
    return [plot for plot in found if plot is not None]


def _plot(
    folder: Folder,
    group: Group,
    tables: Mapping[str, pd.DataFrame],
    metric: Metric,
    title: Callable[[pd.DataFrame], str],
    *,
    scale: float,
    unit: str,
) -> Plot | None:
    """Values of one metric with intervals, one row per item."""
    rows = group.of(tables[metric.name])
    rows = rows[rows["low"].notna()]
    if metric.of in ("card", "two cards", "player"):
        rows = rows[rows["enough"]]
    if rows.empty:
        return None
    words = title(rows)
    if metric.of == "player":
        rows = rows.sort_values("value", ascending=False).head(2 * MOST)
    elif len(rows) > 2 * MOST:
        rows = _extremes(rows)
    figure = intervals(rows, group, scale, unit)
    return folder.plot(f"{metric.name}-{group.key}", words, f"{metric.meaning} {metric.caveat}", figure)


def intervals(rows: pd.DataFrame, group: Group, scale: float, unit: str, *, small: bool = False) -> Figure:
    """The values of rows of a metric, times ``scale``, with their intervals and the value of no difference."""
    from reports.plots import interval_figure

    labels = [f"{row['name']} (n = {row['n']:,.0f})" for row in records(rows)]
    columns = [(scale * rows[column]).tolist() for column in ("value", "low", "high")]
    even = None if rows["even"].isna().all() else scale * float(rows["even"].iloc[0])
    note = f"{group.note} · bars: 95 % intervals"
    return interval_figure(labels, *columns, note=note, title=unit, even=even, small=small)


def _extremes(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows with the highest lower ends and those with the lowest upper ends."""
    import pandas as pd

    worst = rows.nsmallest(MOST, "high").sort_values("high", ascending=False)
    return pd.concat([rows.nlargest(MOST, "low"), worst]).drop_duplicates("item")


def habit_plot(folder: Folder, group: Group, table: pd.DataFrame) -> Plot | None:
    """What winners do: each row has a scale of its own, because habits have different units."""
    from reports.plots import interval_figure

    rows = group.of(table)
    rows = rows[rows["enough"] & rows["low"].notna()]
    if rows.empty:
        return None
    found = rows[rows["q"] < DISCOVERY]
    scale = rows[["low", "high"]].abs().max(axis=1)
    columns = [(rows[column] / scale).tolist() for column in ("value", "low", "high")]
    names = [f"{row['name']}: {row['value']:+.1f} (n = {row['n']:,.0f})" for row in records(rows)]
    figure = interval_figure(
        names, *columns, note=f"{group.note} · bars: 95 % intervals", even=0, ticks=False,
        title="winners do less  ←  same as losers  →  winners do more; each row has its own scale",
    )  # fmt: skip
    title = f"Winners and losers differ in {len(found)} of {counted(len(rows), 'habit')} (q < {DISCOVERY})"
    metric = BY_NAME["habit_winners"]
    return folder.plot(f"habit_winners-{group.key}", title, f"{metric.meaning} {metric.caveat}", figure)


def placebo_plot(folder: Folder, group: Group, tables: Mapping[str, pd.DataFrame]) -> Plot | None:
    """The z-values of the draw effect and of its placebos, a box for each."""
    from scipy import stats

    from reports.plots import histogram_figure

    series = []
    for name, label in (
        ("draw_effect", "draw effect"), ("draw_placebo_state", "placebo: before the draw"),
        ("draw_placebo_name", "placebo: another name"),
    ):  # fmt: skip
        rows = group.of(tables[name])
        rows = rows[rows["enough"] & (rows["high"] > rows["low"])]
        error = (rows["high"] - rows["low"]) / 2 / stats.t.ppf((1 + LEVEL) / 2, rows["clusters"] - 1)
        series.append((f"{label} (n = {len(rows)})", (rows["value"] / error).tolist()))
    placebos = [scores for _, scores in series[1:]]
    if min(len(scores) for _, scores in series) < _CARDS:
        return None
    # More spread than noise means that the method finds what is not there.
    chances = [float(stats.chi2.sf(np.square(scores).sum(), len(scores))) for scores in placebos]
    spreads = [float(np.std(scores)) for _, scores in series]
    words = f"standard deviations {spreads[1]:.2f} and {spreads[2]:.2f}, of the draw effect {spreads[0]:.2f}"
    title = f"The placebos look like noise: {words}"
    if min(chances) < _NOISE:
        title = f"The placebos do not look like noise, so do not trust the draw effect of these games: {words}"
    figure = histogram_figure(
        series, note=group.note, title="z-value of a card (value / standard error); n counts cards"
    )
    caption = (
        "Each placebo is computed as the draw effect, but there is nothing to find: a draw cannot change what was "
        "before it, and an exchanged name stands for another card in each game. Noise has a mean of 0 and a standard "
        f"deviation of 1; more spread has p = {chances[0]:.3f} and {chances[1]:.3f} (chi-squared). A box contains the "
        "middle half of the cards."
    )
    return folder.plot(f"draw_placebo_name-{group.key}", title, caption, figure)


# --- titles -----------------------------------------------------------------------------------------------------------


def _outside(rows: pd.DataFrame) -> pd.Series[bool]:
    """Which intervals leave out the value of no difference."""
    even = rows.get("even", 0)
    return (rows["low"] > even) | (rows["high"] < even)


def no_sign(rows: pd.DataFrame, what: str) -> str:
    """The title of a plot that shows no sign of something. If single intervals seem to, the title says why not.

    Too few games were not tested at all, and are no sign of anything.
    """
    if rows["q"].isna().all():
        return f"Too few games to say whether {what}"
    outside = int(_outside(rows).sum())
    if not outside:
        return f"No sign that {what}"
    return f"No sign that {what}: among {len(rows)} intervals, chance alone may put {outside} aside (q ≥ {DISCOVERY})"


def _at(rows: pd.DataFrame, item: str) -> dict[str, Any] | None:
    found = records(rows[rows["item"] == item])
    return found[0] if found else None


def _best(rows: pd.DataFrame) -> dict[str, Any]:
    return records(rows.sort_values("value"))[-1]


def _endings(rows: pd.DataFrame) -> str:
    best = _best(rows)
    return f"{_percent(best['value'])} of the games end by {best['name']}"


def _ending_rounds(rows: pd.DataFrame) -> str:
    best = _best(rows)
    clear = all(best["low"] > row["high"] for row in records(rows) if row["item"] != best["item"])
    if len(rows) > 1 and clear:
        return f"Games that end by {best['name']} last longest: {best['value']:.0f} rounds"
    apart = [(one, other) for one in records(rows) for other in records(rows) if one["low"] > other["high"]]
    if apart:
        one, other = max(apart, key=lambda pair: (pair[0]["value"], -pair[1]["value"]))
        rounds = f"{one['value']:.0f} rounds against {other['value']:.0f}"
        return f"Games that end by {one['name']} last longer than those by {other['name']}: {rounds}"
    if len(rows) > 1:
        return "No sign that one kind of ending goes with longer games"
    return f"Games that end by {best['name']} last {best['value']:.0f} rounds"


def seat_title(rows: pd.DataFrame) -> str:
    """What the shares of wins by place in turn order show."""
    clear = records(rows[rows["q"] < DISCOVERY])
    if not clear:
        return no_sign(rows, "win rates differ by place in turn order")
    row = next((row for row in clear if row["item"] == "place 1"), clear[0])
    who = "who take the first turn" if row["item"] == "place 1" else f"in {row['name']} of the turn order"
    return f"Players {who} win {'more' if row['value'] > row['even'] else 'less'} often: {_percent(row['value'])}"


def _actions(rows: pd.DataFrame) -> str:
    best = _best(rows)
    what = {"draw": "draw a card", "meld": "meld a card", "dogma": "activate a card", "achieve": "claim an achievement"}
    return f"{_percent(best['value'])} of the actions {what.get(best['name'], best['name'])}"


def _span(what: str, rows: pd.DataFrame) -> str:
    first, last = rows.iloc[0], rows.iloc[-1]
    if len(rows) == 1:
        return f"{what}: {first['name']} in round {first['value']:.0f}"
    return f"{what}: {first['name']} in round {first['value']:.0f}, {last['name']} in round {last['value']:.0f}"


def _missed(rows: pd.DataFrame) -> str:
    row = _at(rows, "any")
    return "Claims possible and not taken" if row is None else (
        f"With a claim possible, {_percent(row['value'])} of the actions do something else"
    )  # fmt: skip


def _lost(rows: pd.DataFrame) -> str:
    best = _best(rows)
    return f"An opponent takes up to {_percent(best['value'])} of the claims that were possible ({best['name']})"


def _delays(rows: pd.DataFrame) -> str:
    return f"Players who claim an achievement could have claimed it {_range(rows)} rounds before"


def _first(rows: pd.DataFrame) -> str:
    clear = rows[(rows["q"] < DISCOVERY) & (rows["low"] > rows["even"])]
    if clear.empty:
        return no_sign(rows, "the first player to reach an age wins more often")
    best = _best(clear)
    return f"The first player to reach {best['name']} wins {_percent(best['value'])} of the games"


def discoveries(rows: pd.DataFrame) -> tuple[int, int]:
    """How many rows differ from the value of no difference, and how many there are."""
    return int((rows["q"] < DISCOVERY).sum()), len(rows)


def _ratings(rows: pd.DataFrame) -> str:
    found, number = discoveries(rows)
    if not found:
        return no_sign(rows, f"these {number} players differ from the mean") if number > 1 else "The player's rating"
    best = _best(rows)
    if best["low"] <= 0:
        return f"{found} of {counted(number, 'player')} differ from the mean"
    return f"{best['name']} is rated highest: {best['value']:+.0f} ({best['low']:+.0f} to {best['high']:+.0f})"


def draw_title(rows: pd.DataFrame) -> str:
    """What the draw effects of cards show."""
    found, number = discoveries(rows)
    if not found:
        return no_sign(rows, f"any of {counted(number, 'card')} is a better or worse draw than others of its pile")
    return f"{found} of {number} cards are better or worse draws than others of their pile (q < {DISCOVERY})"


def _pairs(rows: pd.DataFrame) -> str:
    found, number = discoveries(rows)
    if not found:
        return no_sign(rows, f"any of {counted(number, 'pair')} of cards goes with more wins than one card alone")
    return f"{found} of {number} pairs of cards go with more or fewer wins than one card alone (q < {DISCOVERY})"


def _activations(rows: pd.DataFrame) -> str:
    values = 100 * rows["value"]
    return f"With an activation the win probability moves by {values.min():+.1f} to {values.max():+.1f} points, by card"


def _range(rows: pd.DataFrame) -> str:
    low, high = f"{rows['value'].min():.1f}", f"{rows['value'].max():.1f}"
    return low if low == high else f"{low} to {high}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
