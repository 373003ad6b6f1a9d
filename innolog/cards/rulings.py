"""Where a site plays otherwise than printed, or an earlier generation of its code otherwise than a later one.

Each row of ``data/rulings.csv`` is one ruling: its ``id``, the games ``where`` that holds, the names of the ``cards``
that it concerns, and two sentences: what is ``printed``, and what the ``site`` does. Effects and rules ask by the id
(:meth:`innolog.engine.ruleset.Ruleset.holds`), and ``innolog rules`` and ``innolog cards NAME`` print the sentences.

``where`` lists alternatives with *or* between them. In each, all words must be true of the game (:func:`_true`). If it
begins with *not*, the ruling holds in all other games.
"""

from __future__ import annotations

from collections.abc import Set
from functools import cache
from typing import Final, NamedTuple

from innolog.cards.editions import OFFERED, Edition, Platform
from innolog.cards.facts import rows
from innolog.cards.generations import USUAL, Generation
from innolog.cards.registry import card_named

#: Cards that some generations played otherwise in a way that nobody knows exactly: the first and the last of these.
#: Globe, Puzzle Cube and Rock changed one after the other while G5 was in production.
_NOT_KNOWN: Final[dict[str, tuple[Generation, Generation]]] = {
    "Battleship Bismarck": (Generation.G3, Generation.G5),
    "Charitable Trust": (Generation.G5, Generation.G8),
    "Dancing Girl": (Generation.G3, Generation.G6),
    "Dentures": (Generation.G5, Generation.G7),
    "Explosives": (Generation.G3, Generation.G3),
    "Globe": (Generation.G5, Generation.G5),
    "Jet": (Generation.G7, Generation.G8),
    "Karaoke": (Generation.G5, Generation.G8),
    "Loom": (Generation.G5, Generation.G5),
    "Mjolnir Amulet": (Generation.G3, Generation.G5),
    "Periodic Table": (Generation.G3, Generation.G4),
    "Puzzle Cube": (Generation.G5, Generation.G5),
    "Rock": (Generation.G5, Generation.G5),
    "Safety Pin": (Generation.G3, Generation.G4),
    "Stethoscope": (Generation.G5, Generation.G7),
}
#: Rulings without cards that can concern any game. All others concern nothing that a poor record has (positions,
#: questions, the order of claims at one moment).
_OF_ANY_GAME: Final = frozenset(
    {
        "claims_at_checkpoints",
        "equal_values_cost_more",
        "nested_echo_stands_in",
        "search_keeps_cards_revealed",
        "loses_city_icons_late",
    }
)
#: A ruling that forbids what is allowed now: a poor record of a game that followed it is judged alike.
_FORBIDS: Final = "tools_returns_fewer"


class Ruling(NamedTuple):
    """One row."""

    id: str
    where: str
    cards: tuple[str, ...]
    printed: str
    site: str

    @property
    def sentences(self) -> str:
        """What is printed, and what the site does."""
        return f"{self.printed} {self.site}"


@cache
def rulings() -> tuple[Ruling, ...]:
    """All rulings, in the order of the file."""
    return tuple(
        Ruling(row["id"], row["where"], tuple(filter(None, row["cards"].split("; "))), row["printed"], row["site"])
        for row in rows("rulings.csv")
    )


@cache
def holding(platform: Platform, edition: Edition, generation: Generation) -> dict[str, bool]:
    """Which rulings hold in a game, by their ids. ``generation`` counts only on Board Game Arena."""
    found = {}
    for ruling in rulings():
        holds = any(
            all(_true(word, platform, edition, generation) for word in words.split())
            for words in ruling.where.removeprefix("not ").split(" or ")
        )
        found[ruling.id] = holds is not ruling.where.startswith("not ")
    return found


def _true(word: str, platform: Platform, edition: Edition, generation: Generation) -> bool:
    """Whether a word of ``where`` is true of a game.

    *site*: on Board Game Arena; *newer*: with its code of January 2024; *table*: elsewhere; *yucata*: on that site;
    *third*, *fourth*: of that edition; *G3* or *G3-G5*: with one of these generations of the older code.
    """
    on_site = platform in (Platform.BGA, Platform.BGA_2024)
    match word:
        case "site" | "table":
            return on_site is (word == "site")
        case "newer":
            return platform is Platform.BGA_2024
        case "yucata":
            return platform is Platform.YUCATA
        case "third" | "fourth":
            return edition.value == word
    first, _, last = word.partition("-")
    return platform is Platform.BGA and Generation[first] <= generation <= Generation[last or first]


def deviations(platform: Platform, edition: Edition, generation: Generation = USUAL) -> list[Ruling]:
    """The rulings by which a game differs from one at a table, or one of an earlier generation from a usual one."""
    other = Platform.TABLE if generation == USUAL else platform
    there, usual = holding(platform, edition, generation), holding(other, edition, USUAL)
    return [ruling for ruling in rulings() if there[ruling.id] is not usual[ruling.id]]


def of_card(name: str, edition: Edition) -> list[Ruling]:
    """The rulings that concern a card and make a difference in an edition, on any site and with any code."""
    there = [(platform, code) for platform in Platform for code in Generation if edition in OFFERED[platform]]
    differing = {ruling.id for platform, code in there for ruling in deviations(platform, edition, code)}
    return [ruling for ruling in rulings() if name in ruling.cards and ruling.id in differing]


@cache
def concerned(ruling: str) -> frozenset[int]:
    """The ids of the cards that a ruling concerns."""
    return frozenset(card_named(name) for row in rulings() if row.id == ruling for name in row.cards)


def not_known(platform: Platform, generation: Generation) -> frozenset[str]:
    """The names of the cards that a generation played in a way that is not known exactly."""
    played = generation if platform is Platform.BGA else USUAL
    return frozenset(name for name, (first, last) in _NOT_KNOWN.items() if first <= played <= last)


def plays_otherwise(generation: Generation, executed: Set[str]) -> bool:
    """Whether a generation may play a game otherwise than the usual one, judged by the cards that are executed in it.

    ``executed`` are names of cards. Combustion has another text in the first edition of the first two generations.
    """
    if generation <= Generation.G2 and "Combustion" in executed:
        return True
    return generation != USUAL and any(
        ruling.id in _OF_ANY_GAME or (ruling.id != _FORBIDS and not executed.isdisjoint(ruling.cards))
        for ruling in deviations(Platform.BGA, Edition.THIRD, generation)
    )
