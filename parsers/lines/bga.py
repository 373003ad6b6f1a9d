"""The text lines of Board Game Arena: its review pages, and texts copied from them."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.lines.keys import CARRIES
from parsers.lines.reading import LineReader
from parsers.lines.templates import Table, built_in
from parsers.lines.words import plain


def bga_table(table: Table | None = None, *, newer: bool = False) -> Table:
    """The built-in English wordings of the site, and before them those of ``table`` (another language).

    Those of the code until 2023 come first, with ``newer`` those of the code since January 2024.
    """
    older, newest = built_in("bga-en"), built_in("bga-2024-en")
    english = newest.over(older) if newer else older.over(newest)
    return english if table is None else table.over(english)


def bga_lines(names: Sequence[str], viewpoint: int | None = None, table: Table | None = None) -> LineReader:
    """A reader of the site's lines for the players of one game, by seat, in order of the lines.

    Pass every line, in order, to :meth:`~parsers.lines.reading.LineReader.read`; apply
    :func:`~parsers.lines.words.plain` to a text first. ``viewpoint`` is the seat called "You". ``table`` contains
    wordings in addition to the built-in ones.
    """
    return LineReader(bga_table(table), names, viewpoint, CARRIES["bga"])


__all__ = ["bga_lines", "bga_table", "plain"]
