"""What the forms are in which games are recorded, and who writes them.

Each source declares its own forms (:data:`DECLARED`); ``innolog formats`` prints the declarations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from innolog.log import Fact
from innolog.log.told import ToldGame
from parsers.carries import Table

#: A viewpoint: the cards that any player was shown, for forms that can hold them all.
EVERYBODY = -2

#: Where forms are declared: modules with a tuple ``FORMS`` of :class:`Form`.
DECLARED = ("parsers.native.forms", "parsers.bga.forms", "parsers.lines.forms", "parsers.tracker.forms")


@dataclass(frozen=True, slots=True)
class Form:
    """One form of a recorded game.

    ``records`` are the kinds of fact that it has at its best; ``beside`` says, a sentence each, what else is in it or
    missing. ``steps`` are what somebody does, in order, to get a file of it. ``written_by`` names the entry of
    :data:`WRITERS` that writes it, with its options; empty where nothing does. ``fields`` is the module whose
    ``described()`` says of every field of it how far what it states is compared (:mod:`parsers.bga.fields`).
    ``carries`` says of the fields of a card that moves how far what a poor record states is believed.
    """

    name: str
    what: str
    records: frozenset[Fact]
    beside: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    written_by: str = ""
    fields: str = ""
    carries: Table = field(default_factory=dict)

    @property
    def lacks(self) -> list[Fact]:
        """The kinds of fact that the form never has."""
        return [fact for fact in Fact if fact not in self.records]


class Write(Protocol):
    """A writer."""

    def __call__(self, game: ToldGame, viewpoint: int | None, /, **options: Any) -> str:
        """The text of a file that tells a game as a viewpoint (a seat, or None for a spectator) knows it."""


class Writer(NamedTuple):
    """Where the function is that writes a form, to be loaded when it is needed."""

    module: str
    function: str = "write"
    #: Whether it takes the viewpoint :data:`EVERYBODY`.
    everybody: bool = False
    #: Whether it takes the rules of the game, as plain data in the argument ``rules``.
    rules: bool = False
    #: Whether names stand in lines of text, where nothing escapes what is in them.
    words: bool = False

    def load(self) -> Write:
        """The function."""
        found: Write = getattr(import_module(self.module), self.function)
        return found


#: All writers of told games by the name of the form. The native format has its own, from the decisions.
WRITERS = {
    "bga": Writer("parsers.bga.writer", everybody=True),
    "yucata-html": Writer("parsers.lines.writing", "yucata_page", rules=True, words=True),
    "text": Writer("parsers.lines.writing", "review_text", words=True),
    "tracker": Writer("parsers.tracker.writer"),
}


def forms() -> Iterator[Form]:
    """All declared forms."""
    for module in DECLARED:
        yield from import_module(module).FORMS
