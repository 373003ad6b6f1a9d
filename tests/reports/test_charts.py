"""Plots say in their titles what the numbers show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure
from matplotlib.image import imread
from scipy import stats

from reports.charts import _ending_rounds, _first, _pairs, _ratings, draw_title, placebo_plot, seat_title
from reports.corpus import _order
from reports.pages import Folder, Group
from reports.pictures import achievements_title, matrix_of, opening_title
from reports.plots import Curve, curves_figure, interval_figure, reliability_figure, save, titled
from reports.winprob.model import Bin

GROUP = Group("third-base-2p", "third edition, base, 2 players", "third", "base", 2, 3000, 40, "1")


def _table(cards: int, spread: float, seed: int) -> pd.DataFrame:
    """Draw effects of cards with the standard error 0.02 and z-values of this standard deviation."""
    value = np.random.default_rng(seed).normal(0, spread, cards) * 0.02
    half = 0.02 * stats.t.ppf(0.975, 2999)
    return pd.DataFrame(
        {"edition": "third", "sets": "base", "players": 2, "value": value, "low": value - half, "high": value + half,
         "enough": True, "clusters": 3000.0}
    )  # fmt: skip


@pytest.mark.parametrize(("spread", "noise"), [(1.0, True), (1.9, False)])
def test_placebos_that_find_something_are_a_warning(spread: float, noise: bool, tmp_path: Path) -> None:
    names = ("draw_effect", "draw_placebo_state", "draw_placebo_name")
    tables = {name: _table(105, 1.0 if name != names[1] else spread, seed) for seed, name in enumerate(names)}
    plot = placebo_plot(Folder(tmp_path, [GROUP]), GROUP, tables)
    assert plot is not None
    assert ("do not trust" in plot.title) != noise
    z = tables[names[1]]["value"] / 0.02
    assert f"standard deviations {np.std(z):.2f} and" in plot.title
    assert (tmp_path / "plots" / f"{plot.name}.svg").read_text().count("n = 105") == 3


def test_few_cards_have_no_placebo_plot(tmp_path: Path) -> None:
    tables = dict.fromkeys(("draw_effect", "draw_placebo_state", "draw_placebo_name"), _table(10, 1.0, 0))
    assert placebo_plot(Folder(tmp_path, [GROUP]), GROUP, tables) is None


def _reliability(note: str) -> Figure:
    """The plot of two models with three panels each."""
    bins = (Bin(0.3, 0.2, 0.1, 0.4, 9), Bin(0.7, 0.8, 0.6, 0.9, 9))
    part: Any = SimpleNamespace(name="rounds 1-4", games=20, reliability=bins)
    quality: Any = SimpleNamespace(games=20, reliability=bins, parts=[part, part])
    return reliability_figure([("one", quality), ("other", quality)], note=note)


@pytest.mark.parametrize("words", [1, 12, 80])
@pytest.mark.parametrize(
    "drawn",
    [
        lambda note: interval_figure(["dogma", "meld"], [1, 2], [0, 1], [2, 3], note=note, title="Actions"),
        lambda note: curves_figure([("one", [])], note=note),
        _reliability,
    ],
    ids=["intervals", "curves", "reliability"],
)
def test_the_note_below_a_plot_is_not_cut(drawn: Callable[[str], Figure], words: int) -> None:
    """The names of several sets or groups made it longer than the plot is wide; then it lay on the axis, or was cut."""
    note = " · ".join(["third edition"] * words)
    figure = drawn(note)
    (text,) = [text for text in figure.texts if text.get_gid() == "note"]
    assert text.get_text().replace("\n", " ") == note
    box, whole = text.get_window_extent(), figure.bbox
    assert whole.x0 <= box.x0 < box.x1 <= whole.x1
    for axes in figure.axes:
        axis = axes.xaxis.get_tightbbox()
        assert axis is not None
        assert whole.y0 <= box.y0 < box.y1 <= axis.y0


@pytest.mark.parametrize("label", ["W" * 72, "MAXIMILIAN_WAGNER_WIEN (90000004) (n = 25)", "m" * 20, "Ada", ""])
def test_the_labels_of_a_plot_are_not_cut(label: str, tmp_path: Path) -> None:
    """Letters of a picture are wider than their outlines, so that wide names lost their first one."""
    figure = interval_figure([label, "b"], [1, 2], [0, 1], [2, 3], note="n = 2", title="Rating")
    with titled(figure, "Ada is rated highest") as box:
        save(figure, tmp_path / "plot.png", box)
    pixels = imread(tmp_path / "plot.png")[..., :3].min(axis=(0, 2))
    # Some white is left beside the letters, and no more than a plot of short names has.
    assert 3 < int((pixels < 0.9).argmax()) < 30


@given(
    st.sampled_from([_ending_rounds, seat_title, _first, _ratings, draw_title, _pairs, opening_title]),
    st.lists(st.tuples(st.integers(-90, 90), st.integers(1, 40), st.floats(0, 1)), min_size=2, max_size=5),
)
def test_no_title_denies_what_its_plot_shows(
    title: Callable[[pd.DataFrame], str], found: list[tuple[int, int, float]]
) -> None:
    """What was wrong: "no sign" that one ending takes longer, above intervals of 30 and of 36 rounds that lie apart."""
    value, half, q = (np.array(column, float) for column in zip(*found, strict=True))
    names = [f"place {number}" for number in range(1, len(found) + 1)]
    rows = pd.DataFrame(
        {"item": names, "name": names, "value": value, "low": value - half, "high": value + half, "q": q, "even": 0.0}
    )
    lies_apart = (
        rows["low"].max() > rows["high"].min()
        if title is _ending_rounds
        else ((rows["low"] > 0) | (rows["high"] < 0)).any()
    )
    text = title(rows)
    assert text.startswith("No sign") <= (not lies_apart or "chance alone" in text)


def test_one_interval_of_few_games_is_no_effect_of_the_place() -> None:
    """What was wrong: of 21 games of equal bots, "Players in place 2 of the turn order win more often: 38 %"."""
    names = ["place 1", "place 2", "place 3"]
    rows = pd.DataFrame({"item": names, "name": names, "value": [0.3, 0.6, 0.3], "low": [0.1, 0.4, 0.1], "even": 1 / 3})
    rows["high"] = rows["value"] + 0.2
    for q, words in (
        (np.nan, "Too few games"),
        (0.2, "No sign"),
        (0.01, "Players in place 2 of the turn order win more"),
    ):
        assert seat_title(rows.assign(q=[q, q, q] if q != 0.01 else [0.2, q, 0.2])).startswith(words)


def test_cards_without_an_interval_come_last() -> None:
    """They stood before cards whose interval begins below zero."""
    rows = [{"low": np.nan, "enough": False}, {"low": -0.3, "enough": False}, {"low": 0.1, "enough": False}]
    rows += [{"low": -0.5, "enough": True}, {"low": 0.2, "enough": True}]
    assert [row["low"] for row in sorted(rows, key=_order)[:4]] == [0.2, -0.5, 0.1, -0.3]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 3)), min_size=1, max_size=12))
def test_no_title_says_that_winners_lead_where_the_bands_meet(found: list[tuple[int, int, int]]) -> None:
    rounds = list(range(1, len(found) + 1))
    winners = Curve(
        "winners", rounds, [w for w, _, _ in found], [w - h for w, _, h in found], [w + h for w, _, h in found]
    )
    others = Curve(
        "others", rounds, [o for _, o, _ in found], [o - h for _, o, h in found], [o + h for _, o, h in found]
    )
    above = [low > high for low, high in zip(winners.lows, others.highs, strict=True)]
    title = achievements_title([winners, others])
    if title.startswith("From round"):
        first = int(title.split()[2])
        assert all(above[first - 1 :])
        assert first == 1 or not above[first - 2]
    assert title.startswith("In no round") == (not any(above))


def test_a_matrix_colors_the_pairs_whose_interval_leaves_out_an_even_share() -> None:
    """Few wins have no share and no color; a third player's wins say nothing about two others."""
    pairs = [(1, 1, 0, 0), (1, 2, 60, 40), (1, 3, 5, 5), (2, 1, 60, 10), (2, 2, 0, 0), (2, 3, 60, 10),
             (3, 1, 5, 0), (3, 2, 60, 8), (3, 3, 0, 0)]  # fmt: skip
    rows = pd.DataFrame(pairs, columns=["rank", "other", "games", "points"])
    matrix = matrix_of(rows.assign(name=rows["rank"].map({1: "Ann", 2: "Bob", 3: "Cy"})))
    assert matrix is not None
    assert matrix.names == ["Ann", "Bob", "Cy"]
    signs = [[None if cell is None else cell.sign for cell in row] for row in matrix.rows]
    assert signs == [[None, "more", ""], ["less", None, ""], ["", "", None]]
    shares = [[None if cell is None else cell.share for cell in row] for row in matrix.rows]
    assert shares == [[None, "80 %", ""], ["20 %", None, "56 %"], ["", "44 %", None]]
    cell = matrix.rows[0][2]
    assert cell is not None
    assert cell.words == "5 against 0 win points in 5 games"
    assert matrix.title == "Who plays whom: 1 of 2 intervals without an even share"
