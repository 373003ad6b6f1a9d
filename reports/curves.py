"""Step plots over the actions of a game, as SVG elements for its page.

They need no plotting library, because pages are also made where only small packages are installed. The colors come from
the page's style sheet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

#: One line per player: dashes and gaps in units of the picture, so that lines differ without color.
_DASHES = ("", "8.5 2.7", "2.6 2", "10 2.6 2.6 2.6", "7 2 2 2 2 2")
#: The width of a picture and the sizes in it, in its own units.
_WIDTH = 245
_UNITS_PER_INCH = 72
_FONT = 7
#: Margins as fractions of the width and height; the page needs the first two to mark an action in the plot.
LEFT, RIGHT = 0.075, 0.965
_TOP, _BOTTOM = 0.05, 0.83
#: Maximum number of steps between the labels of an axis.
_ACROSS, _UPWARDS = 6, 4


@dataclass(frozen=True, slots=True)
class Curve:
    """One plot: its SVG, and the x positions of the first and the last action as fractions of the width."""

    name: str
    svg: str
    first: float
    last: float


def curve(
    name: str,
    series: Sequence[Sequence[float]],
    *,
    height: float = 1.35,
    target: float | None = None,
    top: float | None = None,
) -> Curve:
    """A step plot over actions, with one line per player in the order of the seats.

    ``series[seat][action]`` are the values, at least 0. All series have the same non-zero length; NaN is a gap.
    ``target`` draws a dashed horizontal line. ``height`` is in inches, at a width of 3.4. ``top`` is the largest
    possible value; without it the plot ends slightly above the largest value.
    """
    high = _UNITS_PER_INCH * height
    last = max(1, len(series[0]) - 1)
    known = [value for values in series for value in values if not math.isnan(value)]
    most = top or max(1.0, target or 0.0, *known)
    # A line at zero must not be hidden by the axis, nor one at the top be cut off.
    low_end, high_end = -0.05 * most, (1.05 if top else 1.08) * most

    def x(action: float) -> str:
        return _short(_WIDTH * (LEFT + (RIGHT - LEFT) * action / last))

    def y(value: float) -> str:
        return _short(high * (_BOTTOM - (_BOTTOM - _TOP) * (value - low_end) / (high_end - low_end)))

    base = _short(high * _BOTTOM)
    parts = [f'<svg viewBox="0 0 {_WIDTH} {_short(high)}" aria-hidden="true" focusable="false">']
    for value in _ticks(most, _UPWARDS):
        parts.append(f'<path class="grid" d="M{x(0)} {y(value)}H{x(last)}"/>')
        label = f'x="{_short(_WIDTH * LEFT - 3)}" y="{_short(float(y(value)) + 0.36 * _FONT)}"'
        parts.append(f'<text {label} font-size="{_FONT}" text-anchor="end">{value}</text>')
    for action in _ticks(last, _ACROSS):
        label = f'x="{x(action)}" y="{_short(high * _BOTTOM + 1.4 * _FONT)}"'
        parts.append(f'<text {label} font-size="{_FONT}" text-anchor="middle">{action}</text>')
    parts.append(f'<path class="axis" d="M{x(0)} {_short(high * _TOP)}V{base}H{x(last)}" fill="none"/>')
    for seat, values in enumerate(series):
        steps = "".join(_steps(values, x, y))
        dashes = _DASHES[seat % len(_DASHES)]
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        parts.append(f'<g class="player-{seat}"><path d="{steps}" fill="none"{dashed}/></g>')
    if target is not None:
        parts.append(f'<g class="target"><path d="M{x(0)} {y(target)}H{x(last)}" stroke-dasharray="2 3"/></g>')
    return Curve(name, "".join([*parts, "</svg>"]), LEFT, RIGHT)


def _steps(values: Sequence[float], x: Callable[[float], str], y: Callable[[float], str]) -> Iterator[str]:
    """The path of one line: each value lasts until the next action; a gap begins a new line."""
    before = math.nan
    for action, value in enumerate(values):
        if not math.isnan(before) and value != before:
            yield f"H{x(action)}"
        if not math.isnan(value) and value != before:
            yield f"V{y(value)}" if not math.isnan(before) else f"M{x(action)} {y(value)}"
        before = value
    if not math.isnan(before):
        yield f"H{x(max(1, len(values) - 1))}"


def _ticks(most: float, steps: int) -> range:
    """Whole numbers from 0 to ``most`` that are 1, 2 or 5 times a power of ten apart: at most ``steps`` steps."""
    unit = 1
    while True:
        for factor in (1, 2, 5):
            if most <= factor * unit * steps:
                return range(0, int(most) + 1, factor * unit)
        unit *= 10


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
