"""One figure, as all measurements yield it."""

from __future__ import annotations

from typing import NamedTuple


class Measurement(NamedTuple):
    """One figure. The ``unit`` of a ratio is ``x``.

    ``ratio`` is the figure as a cost that hardly depends on the machine, if it is a cost: a ratio to the time for
    parsing the same bytes, or the kB of JSON that the fastest parser parses in the time of one operation, game, row or
    start.
    """

    name: str
    value: float
    unit: str
    what: str
    ratio: float | None = None
