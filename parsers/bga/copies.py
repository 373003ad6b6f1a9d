"""Consistency of copies of one notification, and of a notification with earlier ones.

Board Game Arena sends every fact twice (publicly and to each player) and repeats many: the name of a card in addition
to its id, the direction of a pile, the cards in a hand. These checks do not need the rules: a log that contradicts
itself was not written by the site.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from operator import itemgetter
from typing import Final

from innolog.cards.facts import FLAGS, CardTable, alphabetical, card_table
from innolog.cards.generations import Generation
from innolog.log import At
from innolog.support.counting import counted
from parsers.bga import fields_2024
from parsers.bga.values import Args, bare, flag, is_null, plain, to_int
from parsers.fields import Basis, Field, Kind

#: Arguments on which all copies must agree, by type of notification.
Facts = dict[str, frozenset[str]]
#: Argument, one value, the other value.
Fault = tuple[str, object, object]


@cache
def facts(generation: Generation) -> Facts:
    """The arguments on which all copies must agree in logs of a generation."""
    return {kind: frozenset(names) for kind, names in fields_2024.tables(generation).copied().items()}


_FLAGS: Final = frozenset(
    {
        *("bottom_from", "bottom_to", "score_keyword", "meld_keyword", "is_relic", "forced_unsplay"),
        *("achieve_keyword", "draw_keyword", "foreshadow_keyword", "return_keyword", "safeguard_keyword"),
        *("bulk_transfer", "last_card_of_bulk_transfer"),
    }
)


#: A function that looks up some arguments.
_LookUp = Callable[[Args], object]


class Shape:
    """The names of a notification's arguments, in order. All notifications of a site have some hundred shapes."""

    __slots__ = ("cuts", "known", "look_up", "messages", "named", "names", "plain", "read")

    def __init__(self, names: list[str], known: bool, fields: dict[str, Field] | None) -> None:
        self.names = names
        #: True when all arguments are in the tables of fields, or none of them is read.
        self.known = known
        #: True when the arguments are read.
        self.read = fields is not None
        fields = fields or {}
        compared = [name for name in names if name in fields and fields[name].basis is not Basis.EXPLAINS]
        #: The compared arguments that may be messages with arguments of their own.
        self.messages = [name for name in compared if fields[name].kind is Kind.MESSAGE]
        #: Those that are names. A page may put markup around them, and white space.
        self.named = frozenset([name for name in compared if fields[name].kind is Kind.NAME])
        #: The words for those that have no parts, and a function that looks them up.
        self.plain = {
            name: _SINGLE.get(fields[name].kind, "a text") for name in compared if fields[name].kind not in _WITH_PARTS
        }
        self.look_up: _LookUp = itemgetter(*self.plain) if self.plain else lambda args: None
        #: By the shape of another copy.
        self.cuts: dict[Shape, Cuts] = {}


#: Values that consist of others.
_WITH_PARTS: Final = frozenset({Kind.COUNTS, Kind.CARDS, Kind.MESSAGE})
#: Words for a value without parts, if it is not a text.
_SINGLE: Final = {Kind.NUMBER: "a number", Kind.FLAG: "true or false"}


def in_parts(args: Args, shape: Shape) -> tuple[str, object] | None:
    """The first argument with parts where a single value belongs: what belongs there, and what is there.

    Such a value would hide a false one, because it is compared with nothing.
    """
    try:
        # Of all values, only lists and objects have no hash, and all values are hashed at once.
        hash(shape.look_up(args))
    except TypeError:
        return next(
            (f"{what} as {key}", args[key]) for key, what in shape.plain.items() if isinstance(args[key], (dict, list))
        )
    for key in shape.messages:
        if not _is_message(args[key]):
            return f"a text as {key}", args[key]
    return None


def _is_message(value: object) -> bool:
    """Whether a value is a text, or an object of a text and arguments without parts; or null."""
    if not isinstance(value, dict):
        return not isinstance(value, list)
    args = value.get("args") or {}
    inner = [told for name, told in args.items() if name != "i18n"] if isinstance(args, dict) else [args]
    return isinstance(value.get("log"), str) and not any(isinstance(told, (dict, list)) for told in inner)


#: A function that extracts facts from the values of a notification.
_Cut = Callable[[list[object]], object]


class Cuts:
    """Functions that extract the common facts of two copies from the values of each; None if there are none."""

    __slots__ = ("of_one", "of_other")

    def __init__(self, of_one: _Cut | None, of_other: _Cut | None) -> None:
        self.of_one = of_one
        self.of_other = of_other


#: Shapes by generation, type of notification and names, for all logs.
_SHAPES: Final[dict[tuple[Generation, str, tuple[str, ...]], Shape]] = {}
_MOST_SHAPES: Final = 5000


def shape(generation: Generation, kind: str, names: list[str]) -> Shape:
    """The shape of a notification with these arguments in logs of a generation."""
    key = (generation, kind, tuple(names))
    found = _SHAPES.get(key)
    if found is None:
        if len(_SHAPES) >= _MOST_SHAPES:
            # Only forgeries have so many shapes.
            _SHAPES.clear()
        tables = fields_2024.tables(generation)
        found = _SHAPES[key] = Shape(names, tables.knows(kind, names), tables.of(kind))
    return found


def differences(facts: frozenset[str], one: Args, of_one: Shape, other: Args, of_other: Shape) -> list[Fault]:
    """The facts on which two copies differ: argument, one value, the other."""
    # Nearly all copies agree, and have their arguments in the same order. So whole runs of adjacent arguments are
    # compared first, with their raw values.
    cuts = of_one.cuts.get(of_other)
    if cuts is None:
        cuts = of_one.cuts[of_other] = _cuts(facts, of_one.names, of_other.names)
    cut, cut_other = cuts.of_one, cuts.of_other
    if cut is None or cut_other is None or cut(list(one.values())) == cut_other(list(other.values())):
        return []
    return list(_differences(facts, of_one.named, one, other))


def _cuts(facts: frozenset[str], one: list[str], other: list[str]) -> Cuts:
    """The runs of facts that stand side by side in both copies."""
    places = {name: place for place, name in enumerate(other)}
    runs: list[tuple[int, int, int]] = []
    for first, name in enumerate(one):
        second = places.get(name) if name in facts else None
        if second is None:
            continue
        start, same, length = runs[-1] if runs else (0, 0, 0)
        if runs and start + length == first and same + length == second:
            runs[-1] = (start, same, length + 1)
        else:
            runs.append((first, second, 1))
    if not runs:
        return Cuts(None, None)
    return Cuts(
        itemgetter(*[slice(first, first + length) for first, _, length in runs]),
        itemgetter(*[slice(second, second + length) for _, second, length in runs]),
    )


def _differences(facts: frozenset[str], named: frozenset[str], one: Args, other: Args) -> Iterator[Fault]:
    for key, first in one.items():
        second = other.get(key)
        if first is None or second is None or key not in facts:
            continue
        if key in _FLAGS:
            # A value that is not a boolean is not the same as "no".
            if flag(first) is not flag(second):
                yield key, first, second
        elif plain(first) != plain(second) and not (key in named and bare(str(first)) == bare(str(second))):
            yield key, first, second


_names: dict[str, int] = {}


def named(name: object) -> int | None:
    """The card with an English name; None for any other text, such as a translation."""
    if not isinstance(name, str):
        return None
    if not _names:
        # The table of the fourth edition has the cards of all editions.
        _names.update({alphabetical(card.name): card.id for card in card_table(edition="fourth").cards.values()})
    return _names.get(alphabetical(name))


_CARD_ID: Final = re.compile(r"card_id_(\d+)")
#: The value of a card in markup: in the class, which is what a page shows, and in the text.
_VALUE: Final = re.compile(r"\bage_(\d+)\b[^<>]*>(\d+)<")


def value_faults(texts: Iterable[tuple[str, object]]) -> Iterator[Fault]:
    """Report texts in which the markup shows another value than the text in it."""
    for key, text in texts:
        for shown, told in _VALUE.findall(text) if isinstance(text, str) and "age_" in text else ():
            if shown != told:
                yield key, shown, told


def text_faults(table: CardTable, cards: tuple[int, ...], args: Args) -> list[tuple[str, object, object]]:
    """Report texts of a message that name other cards than its ids do, or fewer."""
    faults: list[tuple[str, object, object]] = []
    names = {table.name[card] for card in cards}
    #: How many cards each text names.
    counts: list[int] = []
    for key in ("card", "card_1", "card_2", "card_list"):
        text = args.get(key)
        if text is None:
            continue
        markup, inner = (text.get("log"), text.get("args")) if isinstance(text, dict) else (text, {key: text})
        faults += value_faults([(key, markup)])
        ids = [int(found) for found in _CARD_ID.findall(markup)] if isinstance(markup, str) else []
        if not set(ids) <= set(cards):
            faults.append((key, ", ".join(sorted(names)), _names_of(table, ids)))
        told_names = inner if isinstance(inner, dict) else {}
        for told in told_names.values():
            card = named(told) if type(told) is str and told not in names else None
            if card is not None and table.name[card] not in names:
                faults.append((key, ", ".join(sorted(names)), told))
        counts.append(len(set(ids)) or sum(name.startswith("name_") for name in told_names))
    if all(counts) and 0 < sum(counts) < len(cards):
        faults.append(("card_ids", counted(sum(counts), "card"), _names_of(table, cards)))
    return faults


def _names_of(table: CardTable, cards: Iterable[int]) -> str:
    return ", ".join(table.name[card] if card < FLAGS else str(card) for card in cards)


class Translations:
    """The names of cards in another language. The site calls a card the same in all messages of a channel."""

    def __init__(self, table: CardTable) -> None:
        self._table = table
        self._known: dict[tuple[int, bool], str] = {}

    def fault(self, card: int, name: object, public: bool) -> Fault | None:
        """Compare a name with that which the card had before; names in English are compared with the card elsewhere."""
        if type(name) is not str or card not in self._table.cards or name == self._table.name[card]:
            return None
        if not name or named(name) is not None:
            return None
        before = self._known.setdefault((card, public), name)
        return None if alphabetical(before) == alphabetical(name) else ("name", before, name)


#: The arguments of a transfer about the pile that a card leaves, and about the pile that it reaches.
_SIDES: Final[tuple[tuple[str, str, str], ...]] = (
    ("location_from", "owner_from", "splay_direction_from"),
    ("location_to", "owner_to", "splay_direction_to"),
)


class Splays:
    """The splay direction of every pile according to the splays, for comparison with the transfers.

    ``outdated``: True when a card that leaves a pile may be sent with the direction that the pile had before.
    """

    def __init__(self, outdated: bool) -> None:
        self._direction: dict[tuple[str, str], str] = defaultdict(lambda: "0")
        self._outdated = outdated
        #: The direction before the last one.
        self._before: dict[tuple[str, str], str] = {}

    def splayed(self, args: Args) -> None:
        """Follow a splay."""
        pile = (str(args.get("player_id")), str(args.get("color")))
        self._before[pile] = self._direction[pile]
        self._direction[pile] = str(args.get("splay_direction"))

    def wiped(self) -> None:
        """Follow the removal of all boards."""
        self._direction.clear()

    def eliminated(self, player: str) -> None:
        """Follow the removal of a player's board."""
        for pile in [pile for pile in self._direction if pile[0] == player]:
            del self._direction[pile]

    def fault(self, args: Args, color: int) -> tuple[str, object, object] | None:
        """Check what a transfer says about the direction of its piles; return argument, expected and observed value."""
        for location, owner, direction in _SIDES:
            if args.get(location) != "board":
                continue
            told = args.get(direction)
            if is_null(told):
                continue
            pile = (str(args.get(owner)), str(color))
            known = self._direction[pile]
            if str(told) != known:
                if self._outdated and owner == "owner_from" and str(told) == self._before.get(pile):
                    continue
                return direction, known, told
        return None


class Revealed:
    """The position that every revealed card got when it was put there.

    The code of earlier generations may hold a card from then on, and send it with this position when it leaves, also if
    it has moved up since.
    """

    def __init__(self, outdated: bool) -> None:
        self._outdated = outdated
        self._arrived: dict[int | None, int | None] = {}

    def follow(self, args: Args, card: int | None) -> bool:
        """Follow a transfer; True when it may state the outdated position of a card that leaves."""
        if not self._outdated:
            return False
        position = self._arrived.pop(card, None) if args.get("location_from") == "revealed" else None
        if args.get("location_to") == "revealed":
            self._arrived[card] = to_int(args.get("position_to"))
        return position is not None and position == to_int(args.get("position_from"))


class OwnHand:
    """The hand of the player who exported the log, inferred from the faces that the player was shown.

    The two dealt cards are unknown here. They become known when they leave or when the hand is listed.
    """

    def __init__(self, table: CardTable, player: str | None) -> None:
        self._table = table
        self._player = player
        #: Cards in the hand, with the place where each arrived; None after a list of the hand has confirmed it.
        self._known: dict[int, At | None] = {}
        self._unknown = 2
        #: The place where a card arrived that was already in the hand.
        self._twice: At | None = None
        #: A card on display can be melded, too, so the site lists it with the hand.
        self._display: set[int] = set()
        self.lost = player is None

    def wiped(self) -> None:
        """Follow the removal of all hands."""
        self._known.clear()
        self._unknown = 0

    def follow(self, args: Args, card: int | None, at: At) -> None:
        """Follow a transfer."""
        if self.lost:
            return
        left = args.get("location_from") == "hand" and str(args.get("owner_from")) == self._player
        came = args.get("location_to") == "hand" and str(args.get("owner_to")) == self._player
        if card is not None:
            self._display.discard(card)
            if args.get("location_to") == "display" and str(args.get("owner_to")) == self._player:
                self._display.add(card)
        if card is None:
            # A card of the player's own hand is hidden, so the hand cannot be tracked any longer.
            self.lost = left or came
            return
        if left:
            if card in self._known:
                del self._known[card]
            else:
                self._unknown -= 1
        if came:
            self._twice = at if card in self._known else None
            self._known[card] = at

    def _back(self, card: int) -> tuple[int, int]:
        return self._table.set[card], self._table.age[card]

    def faults(self, cards: set[int], at: At) -> Iterator[tuple[At, str, str]]:
        """Compare the hand with a list of it; yield the place, the cards listed, and the card shown before."""
        if self.lost:
            return
        if missing := self._display - cards:
            yield at, "the card on display with the hand", ", ".join(self._table.name[card] for card in missing)
        cards = cards - self._display
        if len(cards) != len(self._known) + self._unknown or not cards.issuperset(self._known):
            yield from self._unlike(cards, at)
        self._known = dict.fromkeys(cards)
        self._unknown = 0

    def _unlike(self, cards: set[int], at: At) -> Iterator[tuple[At, str, str]]:
        """The faults of a list of other cards."""
        names = ", ".join(sorted(self._table.name[card] or str(card) for card in cards)) or "no card"
        strangers = {self._back(card) for card in cards if card not in self._known}
        for card, since in self._known.items():
            if card not in cards:
                # If a card with the same back is there instead, the face was wrong on arrival. Otherwise the list is
                # wrong.
                place = since if since is not None and self._back(card) in strangers else at
                yield place, names, self._table.name[card]
                self.lost = True
        if not self.lost and len(cards) != len(self._known) + self._unknown:
            yield self._twice or at, counted(len(self._known) + self._unknown, "card"), names
            self.lost = True
