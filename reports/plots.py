"""Plots as SVG for embedding in a page. The colors come from the page's style sheet, not from the plot."""

from __future__ import annotations

import io
import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from reports.safe_text import plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.legend import Legend
    from matplotlib.transforms import Bbox

    from reports.winprob.model import Bin, Quality

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "{http://www.w3.org/1999/xlink}href"
#: Of the pictures that are written. Letters are fitted to whole pixels, so that it changes how wide a text is.
_DOTS_PER_INCH = 150


def save(figure: Figure, path: Path, box: Bbox | str = "tight") -> None:
    """Write a figure to a file. It has a white background there, because it may be shown on any background."""
    figure.patch.set_visible(True)
    metadata = {"Date": None} if path.suffix == ".svg" else None
    figure.savefig(path, dpi=_DOTS_PER_INCH, facecolor="white", bbox_inches=box, metadata=metadata)
    figure.patch.set_visible(False)


def embed(figure: Figure, salt: str) -> str:
    """A figure as an ``<svg>`` element for an HTML page.

    A strict Content-Security-Policy forbids inline styles, so they are replaced by attributes, which any rule of the
    page's style sheet overrides. A gid becomes a class; other ids are removed unless something refers to them. The same
    figure and salt give the same text.
    """
    import matplotlib

    buffer = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": salt}):
        figure.savefig(buffer, format="svg", transparent=True, metadata={"Date": None})
    root = ElementTree.fromstring(buffer.getvalue())
    for unwanted in ("metadata", "defs/{*}style"):
        _remove(root, unwanted)
    used = set(re.findall(r"(?:url\(|href=\")#([^)\"]+)", buffer.getvalue()))
    for element in root.iter():
        for declaration in filter(None, (part.strip() for part in element.attrib.pop("style", "").split(";"))):
            name, _, value = declaration.partition(":")
            if name.strip() == "font":
                size = re.search(r"([\d.]+)px", value)
                element.set("font-size", size.group(1) if size else "7")
            else:
                element.set(name.strip(), value.strip())
        gid = element.get("id")
        if gid is not None and gid not in used:
            del element.attrib["id"]
            element.set("class", re.sub(r"_\d+$", "", gid))
        if _XLINK in element.attrib:
            element.set("href", element.attrib.pop(_XLINK))
    # A browser looks for no ancestor of a shape that is drawn by ``use``, so the shape takes the color from there.
    for shape in root.iterfind(f".//{{{_SVG}}}defs/{{{_SVG}}}path"):
        shape.attrib.pop("stroke", None)
    for attribute in ("width", "height"):
        root.attrib.pop(attribute, None)
    root.set("aria-hidden", "true")
    root.set("focusable", "false")
    ElementTree.register_namespace("", _SVG)
    return ElementTree.tostring(root, encoding="unicode")


def _remove(root: ElementTree.Element, path: str) -> None:
    parent_path, _, name = path.rpartition("/")
    parents = root.findall("{*}" + parent_path) if parent_path else [root]
    for parent in parents:
        for child in parent.findall(name if name.startswith("{") else "{*}" + name):
            parent.remove(child)


# --- statistics of many games -----------------------------------------------------------------------------------------

#: In points and characters.
_LABEL_SIZE = 8
_LONGEST_LABEL = 72
#: In points, and characters per inch.
_TITLE_SIZE, _TITLE_CHARACTERS = 10, 11
_NOTE_SIZE, _NOTE_CHARACTERS = 6.5, 18
#: The height of a line of a note, in inches.
_NOTE_LINE = 0.13


def _label(text: str, limit: int) -> str:
    """Text made safe for a plot, where dollars would begin mathematics; ``limit`` is its maximum length."""
    return plain(text, limit).replace("$", r"\$")


def _note_lines(note: str, width: float) -> list[str]:
    """The lines of a whole note below a figure of this width; the figure must be higher by their height."""
    return textwrap.wrap(_label(note, 2 * len(note)), int(_NOTE_CHARACTERS * width)) or [""]


def _statistics_axes(labels: Sequence[str], note: str, small: bool = False) -> tuple[Figure, Axes]:
    """A figure with one row per label, and a note below that says what it was computed from.

    It is wider if labels are long, and higher if the note is, so that neither is cut. A ``small`` one is narrow, so
    that its letters can be read where three are beside each other.
    """
    from matplotlib.figure import Figure

    shown = [_label(label, _LONGEST_LABEL) for label in labels]
    measuring = Figure(dpi=_DOTS_PER_INCH)
    widths = (measuring.text(0, 0, label, fontsize=_LABEL_SIZE).get_window_extent().width for label in shown)
    longest = max(widths, default=0) / _DOTS_PER_INCH
    left = max(0.6 if small else 1.92, longest + 0.15)
    width = left + (2.5 if small else 4.48)
    lines = _note_lines(note, width)
    below = 0.49 + _NOTE_LINE * len(lines)
    height = 0.28 + below + 0.26 * len(labels)
    figure = Figure(figsize=(width, height))
    axes = figure.add_axes((left / width, below / height, 1 - (left + 0.26) / width, 1 - (below + 0.1) / height))
    axes.set_yticks(range(len(shown)), shown)
    axes.set_ylim(len(shown) - 0.4, -0.6)
    figure.text(0.02, 0.1 / height, "\n".join(lines), fontsize=_NOTE_SIZE, gid="note")
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(labelsize=_LABEL_SIZE, length=0, pad=4)
    axes.grid(True, axis="x", linewidth=0.5)
    axes.set_axisbelow(True)
    figure.patch.set_visible(False)
    axes.patch.set_visible(False)
    return figure, axes


def interval_figure(
    labels: Sequence[str],
    values: Sequence[float],
    lows: Sequence[float],
    highs: Sequence[float],
    *,
    note: str,
    title: str,
    even: float | None = None,
    ticks: bool = True,
    small: bool = False,
) -> Figure:
    """Values with their intervals, one row each, the first on top.

    Without ``ticks`` the axis has no numbers, for rows that do not share a unit.
    ``even`` draws a line at the value that means "no difference". ``note`` is printed below the plot.
    """
    figure, axes = _statistics_axes(labels, note, small)
    rows = range(len(labels))
    axes.hlines(rows, lows, highs, linewidth=2.2, gid="interval")
    axes.plot(values, rows, linestyle="none", marker="o", markersize=4.5, gid="value")
    if even is not None:
        axes.axvline(even, linewidth=0.8, linestyle=(0, (2, 3)), gid="target")
    if not ticks:
        axes.set_xticklabels([])
    axes.set_xlabel(title, fontsize=8)
    return figure


@contextmanager
def titled(figure: Figure, title: str) -> Iterator[Bbox]:
    """Within the context the figure has a title above it; the box, in inches, holds both."""
    from matplotlib.transforms import Bbox

    width, height = figure.get_size_inches()
    lines = textwrap.wrap(_label(title, 200), max(30, int(_TITLE_CHARACTERS * width)))
    text = figure.text(
        0.02, 1 + 0.05 / height, "\n".join(lines), fontsize=_TITLE_SIZE, fontweight="bold", va="bottom"
    )  # fmt: skip
    try:
        yield Bbox([[0, 0], [width, height + 0.1 + 1.3 * len(lines) * _TITLE_SIZE / 72]])
    finally:
        text.remove()


def histogram_figure(series: Sequence[tuple[str, Sequence[float]]], *, note: str, title: str) -> Figure:
    """A box plot with one box for each labelled series, the first on top."""
    figure, axes = _statistics_axes([label for label, _ in series], note)
    boxes = axes.boxplot(
        [list(values) for _, values in series],
        orientation="horizontal",
        widths=0.55,
        positions=list(range(len(series))),
        manage_ticks=False,
        patch_artist=True,
        flierprops={"marker": ".", "markersize": 3, "gid": "value"},
    )
    for box in boxes["boxes"]:
        box.set_gid("box")
    axes.set_xlabel(title, fontsize=8)
    return figure


# --- panels that share their scales -----------------------------------------------------------------------------------

#: A panel in inches: alone, and beside others; and how many are beside each other.
_ALONE, _BESIDE, _ACROSS = (3.9, 2.3), (2.6, 2.0), 3


@dataclass(frozen=True, slots=True)
class Curve:
    """Values by round with their intervals. ``name`` stands at its end, and chooses the color."""

    name: str
    rounds: Sequence[float]
    values: Sequence[float]
    lows: Sequence[float]
    highs: Sequence[float]


def _panels(titles: Sequence[str], note: str) -> tuple[Figure, list[Axes]]:
    """A figure with one panel for each title and the note below. A single panel has no title."""
    from matplotlib.figure import Figure

    alone = len(titles) == 1
    wide, high = _ALONE if alone else _BESIDE
    columns = min(len(titles), _ACROSS)
    rows = -(-len(titles) // columns)
    width = columns * wide
    lines = _note_lines(note, width)
    below = 0.22 + _NOTE_LINE * len(lines)
    height = rows * high + below
    figure = Figure(figsize=(width, height))
    found: list[Axes] = []
    for number, title in enumerate(titles):
        row, column = divmod(number, columns)
        place = (column * wide + 0.52, height - (row + 1) * high + 0.36, wide - 0.62, high - (0.46 if alone else 0.78))
        axes = figure.add_axes(
            (place[0] / width, place[1] / height, place[2] / width, place[3] / height),
            sharex=found[0] if found else None, sharey=found[0] if found else None,
        )  # fmt: skip
        if not alone:
            axes.set_title("\n".join(textwrap.wrap(_label(title, 100), 35)[:3]), fontsize=_LABEL_SIZE, loc="left")
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=_LABEL_SIZE, length=0, pad=4)
        axes.grid(True, axis="y", linewidth=0.5)
        axes.set_axisbelow(True)
        axes.patch.set_visible(False)
        found.append(axes)
    figure.text(0.02, 0.06 / height, "\n".join(lines), fontsize=_NOTE_SIZE, gid="note")
    figure.patch.set_visible(False)
    return figure, found


def curves_figure(panels: Sequence[tuple[str, Sequence[Curve]]], *, note: str) -> Figure:
    """Curves of achievements by round, with bands of their intervals; all panels have the same scales."""
    from matplotlib.ticker import MaxNLocator

    figure, found = _panels([label for label, _ in panels], note)
    for axes, (_, curves) in zip(found, panels, strict=True):
        for curve in curves:
            axes.fill_between(curve.rounds, curve.lows, curve.highs, alpha=0.3, linewidth=0, gid=f"band-{curve.name}")
            axes.plot(curve.rounds, curve.values, linewidth=1.8, gid=f"curve-{curve.name}")
            axes.annotate(
                curve.name, (curve.rounds[-1], curve.values[-1]), xytext=(0, 4), textcoords="offset points",
                fontsize=_LABEL_SIZE, ha="right", va="bottom",
            )  # fmt: skip
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=2))
        axes.set_xlabel("round", fontsize=_LABEL_SIZE, labelpad=1)
    highest = max((max(curve.highs) for _, curves in panels for curve in curves), default=1)
    found[0].set_ylim(0, 1.15 * highest or 1)
    found[0].set_ylabel("achievements", fontsize=_LABEL_SIZE)
    return figure


#: What is on the horizontal axis of plots of the ends of games.
_END = "round of the end"


def _part(number: int) -> str:
    """The class of a part of a plot, by its number in the legend: one for each way to end, with its color."""
    return f"part{'abc'[number]}"


def _mark_parts(legend: Legend) -> None:
    """Give the parts in a legend the classes of those in the plot."""
    for number, handle in enumerate(legend.legend_handles):
        if handle is not None:
            handle.set_gid(_part(number))


def bars_figure(panels: Sequence[tuple[str, Sequence[tuple[str, Sequence[float]]]]], *, note: str) -> Figure:
    """Histograms of the rounds in which games end, a panel for each label; the parts of a panel stand on each other.

    Heights are shares of all games of the panel, in percent. All panels have the same scales.
    """
    import numpy as np
    from matplotlib.patches import Patch
    from matplotlib.ticker import MaxNLocator

    figure, found = _panels([label for label, _ in panels], note)
    numbers = [number for _, parts in panels for _, values in parts for number in values]
    low, high = int(min(numbers)), int(max(numbers))
    step = max(1, -(-(high - low + 1) // 24))
    edges = np.arange(low, high + step + 1, step)
    names = list(dict.fromkeys(name for _, parts in panels for name, _ in parts))
    highest = 0.0
    for axes, (_, parts) in zip(found, panels, strict=True):
        whole = sum(len(values) for _, values in parts)
        under = np.zeros(len(edges) - 1)
        for name, values in parts:
            heights = 100 * np.histogram(values, edges)[0] / whole
            drawn = axes.bar(
                edges[:-1] + (step - 1) / 2, heights, width=0.9 * step, bottom=under, color=f"C{names.index(name)}"
            )
            for patch, height in zip(drawn, heights, strict=True):
                patch.set_gid(_part(names.index(name)))
                patch.set_visible(height > 0)
            under += heights
        highest = max(highest, float(under.max()))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=2))
        label = f"{_END} (a bar: {step})" if step > 1 else _END
        axes.set_xlabel(label, fontsize=_LABEL_SIZE, labelpad=1)
    handles = [Patch(color=f"C{number}", label=name) for number, name in enumerate(names)]
    legend = found[0].legend(handles=handles, fontsize=7, frameon=False, loc="upper right", handlelength=0.8)
    _mark_parts(legend)
    # Above the bars is the legend.
    found[0].set_ylim(0, 1.35 * highest)
    found[0].set_ylabel("% of the games", fontsize=_LABEL_SIZE)
    return figure


def dots_figure(rows: Sequence[tuple[str, Sequence[tuple[str, Sequence[float]]]]], *, note: str) -> Figure:
    """A dot for the round in which each game ends, one row for each label; equal numbers of a row stand on each other.

    The parts of a row have the names of the legend, a shape and a color for each.
    """
    figure, axes = _statistics_axes([label for label, _ in rows], note)
    points: dict[str, list[tuple[float, float]]] = {}
    for row, (_, parts) in enumerate(rows):
        seen: Counter[float] = Counter()
        for name, values in parts:
            for number in values:
                points.setdefault(name, []).append((number, row - 0.2 * seen[number]))
                seen[number] += 1
    for order, name in enumerate(points):
        axes.plot(
            *zip(*points[name], strict=True), linestyle="none", marker="os^"[order], markersize=4.5, label=name,
            gid=_part(order),
        )  # fmt: skip
    legend = axes.legend(fontsize=7, frameon=False, loc="best", handlelength=0.8)
    _mark_parts(legend)
    axes.set_xlabel(_END, fontsize=_LABEL_SIZE)
    return figure


#: Panels of a reliability plot beside each other, and their size in inches.
_PANELS, _PANEL = 3, 2.7


def reliability_figure(series: Sequence[tuple[str, Quality]], *, note: str) -> Figure:
    """A reliability plot: observed against predicted frequencies with 95 % intervals.

    Each labelled model has a panel for all states, and one for each part of a game that has bins.
    """
    from matplotlib.figure import Figure

    rows: list[list[tuple[str, int, tuple[Bin, ...]]]] = []
    for label, quality in series:
        panels = [(label, quality.games, quality.reliability)]
        panels += [(part.name, part.games, part.reliability) for part in quality.parts if part.reliability]
        rows += [panels[start : start + _PANELS] for start in range(0, len(panels), _PANELS)]
    columns = max(map(len, rows), default=1)
    width = columns * _PANEL + 0.4
    lines = _note_lines(note, width)
    height = len(rows) * _PANEL + 0.15 + _NOTE_LINE * len(lines)
    figure = Figure(figsize=(width, height))
    for row, panels in enumerate(rows):
        for column, (label, games, bins) in enumerate(panels):
            place = (column * _PANEL + 0.7, height - (row + 1) * _PANEL + 0.35, _PANEL - 0.65, _PANEL - 0.65)
            axes = figure.add_axes((place[0] / width, place[1] / height, place[2] / width, place[3] / height))
            _reliability_panel(axes, f"{_label(label, 48)}\n(n = {games:,})", bins)
            if column == 0:
                axes.set_ylabel("Observed, %", fontsize=8)
            if row == len(rows) - 1 or column >= len(rows[row + 1]):
                axes.set_xlabel("Predicted, %", fontsize=8)
    figure.text(0.02, 0.06 / height, "\n".join(lines), fontsize=_NOTE_SIZE, gid="note")
    figure.patch.set_visible(False)
    return figure


def _reliability_panel(axes: Axes, title: str, bins: Sequence[Bin]) -> None:
    predicted = [100 * each.predicted for each in bins]
    axes.plot([0, 100], [0, 100], linewidth=0.8, linestyle=(0, (2, 3)), color="0.5", gid="target")
    lows, highs = [100 * each.low for each in bins], [100 * each.high for each in bins]
    axes.vlines(predicted, lows, highs, linewidth=2.2, gid="interval")
    observed = [100 * each.observed for each in bins]
    axes.plot(predicted, observed, linestyle="none", marker="o", markersize=4.5, gid="value")
    axes.set(xlim=(0, 100), ylim=(0, 100), aspect="equal")
    axes.set_title(title, fontsize=8)
    axes.tick_params(labelsize=7, length=0, pad=4)
    axes.grid(True, linewidth=0.5)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.patch.set_visible(False)
