"""The facts printed on the cards, loaded once into compact tables.

A card is an ``int`` (its *card id*) everywhere in innolog; the tables here are indexed by it. The ids are the ones
Board Game Arena uses, because every log that names cards by number uses them: 0-104 base, 105-109 the base special
achievements, 110-214 Artifacts, 215-219 relics, 220-324 Cities, 325-329 their special achievements, 330-434 Echoes,
435-439 theirs.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from importlib.resources import files
from struct import Struct

#: Where a card id is outside all printed cards. Cards of which only the back is known get ids from here on.
UNKNOWN_BASE = 2000


class CardSet(IntEnum):
    """The set (card back) a card belongs to."""

    BASE = 0
    ARTIFACTS = 1
    CITIES = 2
    ECHOES = 3
    FIGURES = 4


class Color(IntEnum):
    """The five colors; also the order in which boards are listed."""

    BLUE = 0
    RED = 1
    GREEN = 2
    YELLOW = 3
    PURPLE = 4


class Icon(IntEnum):
    """The hexagonal card image and the basic icons."""

    HEX = 0
    CROWN = 1
    LEAF = 2
    LIGHTBULB = 3
    CASTLE = 4
    FACTORY = 5
    CLOCK = 6


class Direction(IntEnum):
    """The direction in which a pile is splayed."""

    NONE = 0
    LEFT = 1
    RIGHT = 2
    UP = 3


#: The basic icons in the order in which counts are listed.
BASIC_ICONS = (Icon.CROWN, Icon.LEAF, Icon.LIGHTBULB, Icon.CASTLE, Icon.FACTORY, Icon.CLOCK)
COLORS = tuple(Color)

#: Printed slots in the order of the data file.
SLOTS = ("top_left", "bottom_left", "bottom_center", "bottom_right", "top_right", "top_center")
#: Which slots of a covered card a splay shows. Deluxe rulebook, "Splaying"; for the two extra slots of a city,
#: the printed layout: its top right corner shows when splayed left, its top center never.
_SHOWN_SLOTS = {
    Direction.NONE: (),
    Direction.LEFT: ("bottom_right", "top_right"),
    Direction.RIGHT: ("top_left", "bottom_left"),
    Direction.UP: ("bottom_left", "bottom_center", "bottom_right"),
}

_NO_ICONS = (0,) * 7


@dataclass(frozen=True, slots=True)
class CardFacts:
    """One printed card.

    ``slots`` holds what is printed in each of :data:`SLOTS` (empty string where the card has no such slot), in the
    words of the data file: a basic icon, ``hex``, ``bonus-N``, ``echo``, ``plus``, ``left``/``right``/``up``,
    ``flag``, ``fountain`` or ``search-ICON``.
    """

    id: int
    slug: str
    name: str
    set: CardSet
    age: int
    color: Color
    slots: tuple[str, ...]
    featured_icon: Icon
    relic: bool


@dataclass(frozen=True, slots=True)
class SpecialAchievement:
    """One special achievement card."""

    id: int
    slug: str
    name: str
    set: CardSet


class CardTable:
    """All printed cards as parallel tables indexed by card id.

    ``name``, ``slug``, ``set``, ``age``, ``color``, ``featured``: one entry a card id (``None``/0 for ids that no
    card has). ``icons[direction][card]`` is a 7-tuple (hex, crown ... clock) of the icons a *covered* card shows
    under that splay; ``top_icons[card]`` of what a top card shows. ``bonuses`` and ``top_bonuses`` likewise hold
    tuples of bonus values. ``packed_icons`` and ``packed_top_icons`` hold the same counts of icons as one number, whose
    sums are the counts of several cards (see :func:`unpack`). ``icon_mask[card]`` has bit ``1 << icon`` set for every basic icon printed anywhere on
    the card. ``specials[card]`` lists a city's special icons (top center first) for the Meld action. A ``platform``
    named in ``data/deviations.csv`` plays some cards with other slots or another featured icon than printed.
    """

    def __init__(self, platform: str = "") -> None:
        self.cards: dict[int, CardFacts] = {}
        self.achievements: dict[int, SpecialAchievement] = {}
        size = UNKNOWN_BASE
        self.name: list[str] = [""] * size
        self.slug: list[str] = [""] * size
        self.set: list[int] = [0] * size
        self.age: list[int] = [0] * size
        self.color: list[int] = [-1] * size
        self.featured: list[int] = [0] * size
        self.relic: list[bool] = [False] * size
        self.icon_mask: list[int] = [0] * size
        self.top_icons: list[tuple[int, ...]] = [_NO_ICONS] * size
        self.icons: list[list[tuple[int, ...]]] = [[_NO_ICONS] * size for _ in Direction]
        self.packed_top_icons: list[int] = [0] * size
        self.packed_icons: list[list[int]] = [[0] * size for _ in Direction]
        self.top_bonuses: list[tuple[int, ...]] = [()] * size
        self.bonuses: list[list[tuple[int, ...]]] = [[()] * size for _ in Direction]
        self.specials: list[tuple[str, ...]] = [()] * size
        #: Whether a covered card shows its echo effect, by direction; a top card always does.
        self.echo_shown: list[list[bool]] = [[False] * size for _ in Direction]
        self.has_echo: list[bool] = [False] * size
        #: Where the card image is printed, as an index of SLOTS; -1 for no card.
        self.hex_slot: list[int] = [-1] * size
        #: What every slot shows, for comparing cards icon by icon.
        self.slots: list[tuple[str, ...]] = [()] * size
        self.by_back: dict[int, tuple[int, ...]] = {}
        self.by_slug: dict[str, int] = {}
        self._load(platform)

    def _load(self, platform: str) -> None:
        data = files("innolog.cards") / "data"
        with (data / "deviations.csv").open(encoding="utf-8") as file:
            deviating = {
                row["id"]: {field: value for field, value in row.items() if value}
                for row in csv.DictReader(file)
                if row["platform"] == platform
            }
        with (data / "cards.csv").open(encoding="utf-8") as file:
            for printed in csv.DictReader(file):
                row = printed | deviating.get(printed["id"], {})
                self._add(
                    CardFacts(
                        id=int(row["id"]),
                        slug=row["slug"],
                        name=row["name"],
                        set=CardSet[row["set"].upper()],
                        age=int(row["age"]),
                        color=Color[row["color"].upper()],
                        slots=tuple(row[slot] for slot in SLOTS),
                        featured_icon=Icon[(row["featured_icon"] or "hex").upper()],
                        relic=row["relic"] == "yes",
                    )
                )
        with (data / "achievements.csv").open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                special = SpecialAchievement(int(row["id"]), row["slug"], row["name"], CardSet[row["set"].upper()])
                self.achievements[special.id] = special
                self.name[special.id], self.slug[special.id] = special.name, special.slug
                self.set[special.id] = int(special.set)
        backs: dict[int, list[int]] = {}
        for card in self.cards.values():
            if not card.relic:
                backs.setdefault(back_of(card.set, card.age), []).append(card.id)
        self.by_back = {back: tuple(sorted(cards)) for back, cards in backs.items()}
        self.by_slug = {slug: card for card, slug in enumerate(self.slug) if slug}

    def _add(self, card: CardFacts) -> None:
        number = card.id
        self.cards[number] = card
        self.name[number] = card.name
        self.slug[number] = card.slug
        self.set[number] = int(card.set)
        self.age[number] = card.age
        self.color[number] = int(card.color)
        self.featured[number] = int(card.featured_icon)
        self.relic[number] = card.relic
        everything = SLOTS
        self.top_icons[number] = _count(card, everything)
        self.packed_top_icons[number] = pack(self.top_icons[number])
        self.top_bonuses[number] = _bonuses(card, everything)
        for direction in Direction:
            self.icons[direction][number] = _count(card, _SHOWN_SLOTS[direction])
            self.packed_icons[direction][number] = pack(self.icons[direction][number])
            self.bonuses[direction][number] = _bonuses(card, _SHOWN_SLOTS[direction])
        for direction in Direction:
            shown = _SHOWN_SLOTS[direction]
            self.echo_shown[direction][number] = any(
                printed == "echo" and slot in shown for slot, printed in zip(SLOTS, card.slots, strict=True)
            )
        self.has_echo[number] = "echo" in card.slots
        self.hex_slot[number] = next((i for i, printed in enumerate(card.slots) if printed.startswith("hex")), -1)
        self.slots[number] = card.slots
        self.icon_mask[number] = sum(1 << icon for icon in BASIC_ICONS if self.top_icons[number][icon])
        if card.set is CardSet.CITIES:  # and the relic among them
            by_slot = dict(zip(SLOTS, card.slots, strict=True))
            printed = (by_slot["top_center"], by_slot["bottom_center"])
            self.specials[number] = tuple(
                icon for icon in printed if icon in _SPECIAL_ICONS or icon.startswith("search-")
            )


_SPECIAL_ICONS = frozenset({"plus", "left", "right", "up", "flag", "fountain"})
_BASIC_BY_NAME = {icon.name.lower(): icon for icon in Icon}


def _basic(printed: str) -> Icon | None:
    """The icon a slot counts as: a search icon counts as the icon under its magnifying glass."""
    return _BASIC_BY_NAME.get(printed.removeprefix("search-").removesuffix("-note"))


def _count(card: CardFacts, slots: tuple[str, ...]) -> tuple[int, ...]:
    counts = [0] * 7
    for slot, printed in zip(SLOTS, card.slots, strict=True):
        icon = _basic(printed) if slot in slots else None
        if icon is not None:
            counts[icon] += 1
    return tuple(counts)


_COUNTS = Struct("<7H")


def pack(counts: tuple[int, ...]) -> int:
    """Counts of the seven icons as one number of seven fields, so that one addition adds them all."""
    return int.from_bytes(_COUNTS.pack(*counts), "little")


def unpack(packed: int) -> tuple[int, ...]:
    """The counts (hex, crown ... clock) in a sum of numbers made by :func:`pack`."""
    return _COUNTS.unpack(packed.to_bytes(14, "little"))


def _bonuses(card: CardFacts, slots: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(
        int(printed.removeprefix("bonus-"))
        for slot, printed in zip(SLOTS, card.slots, strict=True)
        if slot in slots and printed.startswith("bonus-")
    )


def back_of(card_set: int, age: int, relic: bool = False) -> int:
    """The *back* of a card as one number: its set and age, and whether it is a relic.

    Cards with the same back can't be told apart face down. ``back // 16 % 8`` is the set, ``back % 16`` the age.
    """
    return (128 if relic else 0) + int(card_set) * 16 + age


def back_set(back: int) -> int:
    """The set of a back made by :func:`back_of`."""
    return back // 16 % 8


def back_age(back: int) -> int:
    """The age (value) of a back made by :func:`back_of`."""
    return back % 16


@lru_cache(maxsize=8)
def card_table(platform: str = "") -> CardTable:
    """The one table of all cards: as printed, or as a platform has them."""
    return CardTable(platform)
