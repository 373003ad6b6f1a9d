"""The facts printed on the cards, loaded once into compact tables.

A card is an ``int`` (its *card id*) everywhere in innolog; the tables here are indexed by it. The ids are those of
Board Game Arena, because every log that names cards by number uses them. 0-104 are the base set, 105-109 its special
achievements, 110-214 Artifacts, 215-219 relics. 220-324 are Cities, 325-329 their special achievements, 330-434 Echoes,
435-439 their special achievements. 440-449 are the base cards of age 11, which only the fourth edition has. The site
has no Figures, so their ids are innolog's own: 880-984 the figures, 985-989 the decrees.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cache, lru_cache
from pkgutil import get_data
from struct import Struct
from sys import intern
from typing import Final, NamedTuple

#: The first card id that is no printed card. Cards of which only the back is known have ids from here on.
UNKNOWN_BASE = 2000
#: The first ids of the flags and of the fountains of Cities. They are no cards, but lie among their owner's
#: achievements, and logs number them.
FLAGS: Final = 1000
FOUNTAINS: Final = 1100
_CITY_ICONS_END: Final = 1200
#: The highest value of a card in any edition.
HIGHEST_VALUE = 11


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
    #: Fourth edition.
    AVATAR = 7


class Direction(IntEnum):
    """The direction in which a pile is splayed."""

    NONE = 0
    LEFT = 1
    RIGHT = 2
    UP = 3
    #: Fourth edition.
    ASLANT = 4


#: The basic icons of all editions in the order in which counts are listed; the fourth edition has avatars beside them.
BASIC_ICONS = (Icon.CROWN, Icon.LEAF, Icon.LIGHTBULB, Icon.CASTLE, Icon.FACTORY, Icon.CLOCK)
COLORS = tuple(Color)

#: Printed slots in the order of the data file.
SLOTS = ("top_left", "bottom_left", "bottom_center", "bottom_right", "top_right", "top_center")
#: Which slots of a covered card a splay shows. Deluxe rulebook, "Splaying", and fourth edition, "Splay"; for the two
#: extra slots of a city, the printed layout: its top right corner shows when splayed left, its top center never.
_SHOWN_SLOTS = {
    Direction.NONE: (),
    Direction.LEFT: ("bottom_right", "top_right"),
    Direction.RIGHT: ("top_left", "bottom_left"),
    Direction.UP: ("bottom_left", "bottom_center", "bottom_right"),
    Direction.ASLANT: ("top_left", "bottom_left", "bottom_center", "bottom_right"),
}
#: The same as indices of SLOTS, in their order.
_SHOWN_PLACES = tuple(
    (int(direction), tuple(place for place, slot in enumerate(SLOTS) if slot in shown))
    for direction, shown in _SHOWN_SLOTS.items()
)

_NO_ICONS = (0,) * len(Icon)

#: The data files with the cards that one edition alone has.
_CARDS_OF_EDITION = {"fourth": "cards_fourth.csv"}


class CardFacts(NamedTuple):
    """One printed card.

    ``slots`` holds what is printed in each of :data:`SLOTS` (empty string where the card has no such slot), in the
    words of the data file: a basic icon, ``hex``, ``bonus-N``, ``echo``, ``inspire``, ``plus``, ``left``/``right``/
    ``up``, ``flag``, ``fountain`` or ``search-ICON``.
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
    #: The value that the card has on a board: that of its back, except for Battleship Yamato.
    board_age: int


class SpecialAchievement(NamedTuple):
    """One special achievement card."""

    id: int
    slug: str
    name: str
    set: CardSet


class CardTable:
    """All printed cards as parallel tables indexed by card id.

    ``name``, ``slug``, ``set``, ``age``, ``color``, ``featured``: one entry for each card id (``None``/0 for ids that
    no card has). They include cards of other editions, which are not in ``cards``, ``by_back`` and ``by_slug``.
    ``icons[direction][card]`` is an 8-tuple (hex, crown ... avatar) of the icons a *covered* card shows under that
    splay; ``top_icons[card]`` of what a top card shows. ``packed_icons`` and ``packed_top_icons`` hold the same counts
    as one number each, whose sum has the counts of several cards (:func:`unpack`). ``bonuses`` and ``top_bonuses``
    likewise hold tuples of bonus values. ``icon_mask[card]`` has bit ``1 << icon`` set for every basic icon printed
    anywhere on the card. ``specials[card]`` lists a city's special icons (top center first) for the Meld action.
    ``back[card]`` is its back (:func:`back_of`), ``board_age`` has the values of the cards that have another one on a
    board than on their back.

    The file ``data/deviations.csv`` lists cards with other slots, another featured icon or another name. The reason is
    an edition, an older printing of an expansion, or a platform. Further files have the cards of a single edition
    (:func:`card_table`).
    """

    def __init__(self, load: bool = True) -> None:
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
        self.back: list[int] = [0] * size
        self.board_age: dict[int, int] = {}
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
        if load:
            self._load()

    def age_on_board(self, card: int) -> int:
        """The age of a card on a board, which goes into a player's highest top card."""
        return self.board_age.get(card, self.age[card])

    def with_deviations(self, numbers: Sequence[int], edition: str) -> CardTable:
        """This table with some rows of ``data/deviations.csv`` and the cards that an edition alone has.

        All else is copied, which is quicker than loading.
        """
        other = CardTable(load=False)
        for name in _BY_CARD:
            setattr(other, name, getattr(self, name).copy())
        for name in _BY_DIRECTION:
            setattr(other, name, [row.copy() for row in getattr(self, name)])
        rows = _deviations()
        for number in numbers:
            row = rows[number]
            printed = other.cards[int(row["id"])]
            slots = tuple([row.get(slot) or old for slot, old in zip(SLOTS, printed.slots, strict=True)])
            icon = Icon[row["featured_icon"].upper()] if row["featured_icon"] else printed.featured_icon
            name, slug = row["name"] or printed.name, row["slug"] or printed.slug
            other._add(printed._replace(slots=slots, featured_icon=icon, name=name, slug=slug))
        if edition:
            other._load_cards(_CARDS_OF_EDITION[edition])
        if edition or any(rows[number]["name"] for number in numbers):
            other._sort()
        return other

    def _load(self) -> None:
        # Every table has the facts of cards of single editions, even if they are not in its games.
        for name in _CARDS_OF_EDITION.values():
            self._load_cards(name)
        self.cards.clear()
        self.board_age.clear()
        self._load_cards("cards.csv")
        for row in rows("achievements.csv"):
            special = SpecialAchievement(int(row["id"]), row["slug"], row["name"], CardSet[row["set"].upper()])
            self.achievements[special.id] = special
            self.name[special.id], self.slug[special.id] = special.name, special.slug
            self.set[special.id] = int(special.set)
        self._sort()

    def _load_cards(self, name: str) -> None:
        for row in rows(name):
            self._add(
                CardFacts(
                    id=int(row["id"]),
                    slug=row["slug"],
                    name=row["name"],
                    set=CardSet[row["set"].upper()],
                    age=int(row["age"]),
                    color=Color[row["color"].upper()],
                    slots=tuple([row[slot] for slot in SLOTS]),
                    featured_icon=Icon[(row["featured_icon"] or "hex").upper()],
                    relic=row["relic"] == "yes",
                    board_age=int(row["board_age"] or row["age"]),
                )
            )

    def _sort(self) -> None:
        """List the cards by back and by slug."""
        backs: dict[int, list[int]] = {}
        for card in self.cards.values():
            if not card.relic:
                backs.setdefault(back_of(card.set, card.age), []).append(card.id)
        self.by_back = {back: tuple(sorted(cards)) for back, cards in backs.items()}
        self.by_slug = {self.slug[card]: card for card in sorted([*self.cards, *self.achievements])}

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
        self.back[number] = back_of(card.set, card.age, card.relic)
        if card.board_age != card.age:
            self.board_age[number] = card.board_age
        slots = card.slots
        # Two tables of all cards are made before the first log is replayed, so equal parts are computed once.
        icons, packed, bonuses = _shown(slots)
        self.top_icons[number], self.packed_top_icons[number], self.top_bonuses[number] = icons, packed, bonuses
        for direction, places in _SHOWN_PLACES:
            shown = tuple([slots[place] for place in places])
            self.icons[direction][number], self.packed_icons[direction][number], self.bonuses[direction][number] = (
                _shown(shown)
            )
            self.echo_shown[direction][number] = "echo" in shown
        self.has_echo[number] = "echo" in slots
        self.hex_slot[number] = next((i for i, printed in enumerate(slots) if printed.startswith("hex")), -1)
        self.slots[number] = slots
        self.icon_mask[number] = sum([1 << icon for icon in range(1, len(Icon)) if icons[icon]])
        if card.set is CardSet.CITIES:  # and the relic among them
            by_slot = dict(zip(SLOTS, slots, strict=True))
            printed = (by_slot["top_center"], by_slot["bottom_center"])
            self.specials[number] = tuple(
                icon for icon in printed if icon in _SPECIAL_ICONS or icon.startswith("search-")
            )


#: The tables of a :class:`CardTable` with one entry for each key, and those with one row for each direction.
_BY_CARD = (
    "cards", "achievements", "name", "slug", "set", "age", "color", "featured", "relic", "back", "board_age",
    "icon_mask", "top_icons", "packed_top_icons", "top_bonuses", "specials", "has_echo", "hex_slot", "slots", "by_back",
    "by_slug",
)  # fmt: skip
_BY_DIRECTION = ("icons", "packed_icons", "bonuses", "echo_shown")


def rows(name: str) -> Iterator[dict[str, str]]:
    """The rows of a data file by the names of its columns."""
    data = get_data("innolog.cards", f"data/{name}")
    assert data is not None
    # Not csv.DictReader, which takes five times as long.
    rows = csv.reader(data.decode("utf-8").splitlines())
    columns = next(rows)
    for row in rows:
        # The same few hundred texts, thousands of times.
        yield dict(zip(columns, map(intern, row), strict=True))


_SPECIAL_ICONS = frozenset({"plus", "left", "right", "up", "flag", "fountain"})
_BASIC_BY_NAME = {icon.name.lower(): icon for icon in Icon}


@cache
def _basic(printed: str) -> Icon | None:
    """The icon a slot counts as: a search icon counts as the icon under its magnifying glass."""
    return _BASIC_BY_NAME.get(printed.removeprefix("search-").removesuffix("-note"))


_COUNTS = Struct("<8H")


def is_shown(printed: str, slots: tuple[str, ...], direction: int) -> bool:
    """Whether a covered card with some slots shows what is printed in one of them, under a splay."""
    return any(slots[place] == printed for place in _SHOWN_PLACES[direction][1])


def pack(counts: tuple[int, ...]) -> int:
    """Counts of the eight icons as one number of eight fields, so that one addition adds them all."""
    return int.from_bytes(_COUNTS.pack(*counts), "little")


def unpack(packed: int) -> tuple[int, ...]:
    """The counts (hex, crown ... avatar) in a sum of numbers made by :func:`pack`."""
    return _COUNTS.unpack(packed.to_bytes(16, "little"))


def first_of(packed: int) -> int:
    """The first of the counts (hex) in a sum of numbers made by :func:`pack`."""
    return packed & 0xFFFF


@cache
def _shown(slots: tuple[str, ...]) -> tuple[tuple[int, ...], int, tuple[int, ...]]:
    """The icons in some slots as counts (hex, crown ... avatar), the same as one number, and the values of bonuses."""
    counts = [0] * len(Icon)
    bonuses: list[int] = []
    for printed in slots:
        icon = _basic(printed)
        if icon is not None:
            counts[icon] += 1
        elif printed.startswith("bonus-"):
            bonuses.append(int(printed.removeprefix("bonus-")))
    return *_counted(tuple(counts)), tuple(bonuses)


@cache
def _counted(counts: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """The counts, and the same as one number; equal counts of many cards are one object."""
    return counts, pack(counts)


def is_city_icon(card: int) -> bool:
    """Whether an id is that of a flag or a fountain."""
    return FLAGS <= card < _CITY_ICONS_END


def city_icon_color(entry: int) -> int:
    """The color of a flag or a fountain."""
    return entry % 100 // 10


def city_icon_owner(entry: int) -> int:
    """The seat whose flag or fountain it is."""
    return entry % 5


def alphabetical(name: str) -> str:
    """The key by which card names are sorted and compared: only letters and digits, in lower case."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def back_of(card_set: int, age: int, relic: bool = False) -> int:
    """The *back* of a card as one number: its set and age, and whether it is a relic.

    Cards with the same back can't be told apart face down.
    """
    return (128 if relic else 0) + int(card_set) * 16 + age


def back_set(back: int) -> int:
    """The set of a back made by :func:`back_of`."""
    return back // 16 % 8


def back_is_relic(back: int) -> bool:
    """Whether a back made by :func:`back_of` is a relic's."""
    return back >= 128


def back_age(back: int) -> int:
    """The age (value) of a back made by :func:`back_of`."""
    return back % 16


@cache
def _deviations() -> tuple[dict[str, str], ...]:
    """The rows of ``data/deviations.csv``."""
    return tuple(rows("deviations.csv"))


#: For each platform, the platforms whose deviations apply to it, if there are any but its own.
_ALIKE = {"bga-2024": ("", "bga", "bga-2024")}


@lru_cache(maxsize=64)
def card_table(platform: str = "", edition: str = "", printing: str = "") -> CardTable:
    """The table of all cards for an edition and a platform, by default as the third edition prints them.

    ``printing`` is an older printing of an expansion ("2013": Figures in the Sand).

    Games with the same deviations share one table.
    """
    applying = [
        number
        for number, row in enumerate(_deviations())
        if row["platform"] in _ALIKE.get(platform, ("", platform)) and row["edition"] in ("", edition, printing)
    ]
    return _table_with(tuple(applying), edition if edition in _CARDS_OF_EDITION else "")


@cache
def every_card() -> dict[int, CardFacts]:
    """The cards of all editions, with the facts of the third edition if it has the card."""
    found = dict(card_table().cards)
    for edition in _CARDS_OF_EDITION:
        for number, card in card_table(edition=edition).cards.items():
            found.setdefault(number, card)
    return found


@lru_cache(maxsize=8)
def _table_with(numbers: tuple[int, ...], edition: str) -> CardTable:
    return _table_with((), "").with_deviations(numbers, edition) if numbers or edition else CardTable()
