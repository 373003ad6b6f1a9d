"""The formats in which games are recorded, and their writers.

Each source declares its own formats (:data:`DECLARED`); ``innolog formats`` prints the declarations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from innolog.log import Fact
from innolog.log.told import ToldGame
from parsers.carries import Table

#: A viewpoint: all cards that any player was shown, for formats that can contain them all.
EVERYBODY = -2

#: The modules that declare formats: each has a tuple ``FORMS`` of :class:`Form`.
DECLARED = ("parsers.native.forms", "parsers.bga.forms", "parsers.lines.forms", "parsers.tracker.forms")


@dataclass(frozen=True, slots=True)
class Form:
    """One format of a recorded game.

    - ``records``: the kinds of fact that a complete file records. ``beside``: remarks, one sentence each, on what else
      it contains or omits.
    - ``steps``: what a user does, in order, to get such a file.
    - ``written_by``: the options of ``innolog convert`` that write it, from :data:`WRITERS`; empty if nothing does.
    - ``fields``: the module whose ``described()`` says what each field is compared with (:mod:`parsers.fields`).
      ``newer_fields``: the same of a newer generation of the site's code, where it differs.
    - ``carries``: for each field of a card that moves, how far a poor record is believed.
    """

    name: str
    what: str
    records: frozenset[Fact]
    beside: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    written_by: str = ""
    fields: str = ""
    newer_fields: str = ""
    carries: Table = field(default_factory=dict)

    @property
    def lacks(self) -> list[Fact]:
        """The kinds of fact that the format never records."""
        return [fact for fact in Fact if fact not in self.records]


class Write(Protocol):
    """A writer."""

    def __call__(self, game: ToldGame, viewpoint: int | None, /, **options: Any) -> str:
        """The text of a file that records a game from a viewpoint: a seat, or None for a spectator."""


class Writer(NamedTuple):
    """The location of the function that writes a format; it is imported when it is needed."""

    module: str
    function: str = "write"
    #: True when it accepts the viewpoint :data:`EVERYBODY`.
    everybody: bool = False
    #: True when it then writes the back of a card that the log does not show.
    some: bool = False
    #: True when it takes the rules of the game, as plain data in the argument ``rules``.
    rules: bool = False
    #: True when names are written into lines of text without escaping.
    words: bool = False

    def load(self) -> Write:
        """The function."""
        found: Write = getattr(import_module(self.module), self.function)
        return found


#: All writers by the name of the format. The native format has its own writer, which works from the decisions.
WRITERS = {
    "bga": Writer("parsers.bga.writer", everybody=True),
    "yucata-html": Writer("parsers.lines.writing", "yucata_page", rules=True, words=True),
    "text": Writer("parsers.lines.writing", "review_text", rules=True, words=True),
    "table": Writer("parsers.lines.writing", "table_text", everybody=True, some=True, rules=True, words=True),
    "tracker": Writer("parsers.tracker.writer"),
}


def forms() -> Iterator[Form]:
    """All declared formats."""
    for module in DECLARED:
        yield from import_module(module).FORMS
