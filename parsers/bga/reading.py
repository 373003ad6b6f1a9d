"""Read values that notifications have in common: players, places, statements about a player."""

from __future__ import annotations

from typing import Final, NoReturn

from innolog import log as seen
from innolog.cards.editions import STANDARD, Edition, Platform
from innolog.cards.facts import CardSet, card_table
from innolog.cards.generations import USUAL, Generation
from innolog.log import NOBODY, At, Place, Unread, UnreadableLog, UnsupportedLog, not_known
from parsers.bga import notifications as words
from parsers.bga.channels import Item
from parsers.bga.edition_2024 import edition_shown
from parsers.bga.envelope import Envelope
from parsers.bga.generations import lost_fields, out_of_time, written_by
from parsers.bga.lacking import find_lacking, lacks
from parsers.bga.sets_2024 import expansions_of, transfers
from parsers.bga.values import Args, bare, by_key, flag, short, to_int
from parsers.bga.wording import told_bottom

FOURTH = Edition.FOURTH.value


class Reading:
    """The players of a log, the generation of the site's code that wrote it, and the cards of its edition."""

    def __init__(self, envelope: Envelope, source: str) -> None:
        self.envelope = envelope
        self.source = source
        written = written_by(envelope)
        #: The generations of the site's code that may have written the log, the likeliest first.
        self.generations = written.generations or (USUAL,)
        self.generation = self.generations[0]
        #: False when the fields of the log are those of no generation that is known.
        self.known = bool(written.generations)
        #: The first packet that another generation may have written.
        self.changed = written.changed
        #: The generation up to which the log may have fields.
        self.last = written.last
        #: The sign of the newest generation; None for an older one.
        self.newer = written.newer
        #: True when nothing in the log tells the edition, so that it may have been played by the rules of either.
        self.of_either = self.newer is not None and self.newer.fourth_edition is None
        self.fourth = self.newer is not None and self.newer.fourth_edition is not False
        #: What is not implemented, if the log is of the fourth edition, with expansions.
        self.not_implemented = ""
        if self.fourth and (sets := expansions_of(envelope)):
            shown = edition_shown(args for _, args in transfers(envelope))
            self.not_implemented = f"the fourth edition with {', '.join(sets)}, which innolog does not implement"
            if shown:
                raise UnsupportedLog(source, self.not_implemented)
            self.fourth, self.of_either = False, shown is None
        # The older generation's misprints are compared elsewhere, because correct values are accepted, too.
        self.table = card_table()
        if self.newer is not None:
            self.table = card_table(Platform.BGA_2024.value, FOURTH if self.fourth else STANDARD.value)
        #: Player ids by name, and seats by id.
        self.names: dict[str, str] = {}
        self.seat: dict[str, int] = {}
        #: Icons that no known card has, and where they were counted first.
        self.more_icons: dict[str, At] = {}
        if missed := lost_fields(envelope, written.generations):
            raise UnsupportedLog(source, missed)
        #: What the time of the log contradicts.
        self.untimely = list(out_of_time(envelope, written.generations))
        #: The arguments that need not be written with every transfer.
        self._optional = {key for key, since in _ALWAYS_SINCE.items() if self.generation < since or not self.known}
        #: The places from which nobody knows what the notifications mean, because all of them lack a field.
        self.lacking: list[Unread] = []
        #: The arguments that every transfer must have, because others in the log have them.
        self._required: list[str] = []
        #: The player whom "You" means, if there are only private copies.
        self.you: int | None = None

    def _exists(self, card: int) -> bool:
        """Whether the edition has a card or special achievement with a number."""
        return card in self.table.cards or card in self.table.achievements

    def _checks(self, args: Args, at: At) -> tuple[seen.Check, ...]:
        checks: dict[int, seen.Check] = {}
        if (counters := args.get("monument_counters")) is not None:
            for raw, counts in self._by_key(counters, "monument_counters", at).items():
                counts = self._by_key(counts, "monument_counters", at)
                player = self._player(raw, at)
                checks[player] = check = seen.Check(player)
                check.tucked = self._number(counts, "number_of_tucked_cards", at)
                check.scored = self._number(counts, "number_of_scored_cards", at)
        for score_key, icons_key, top_key, owner in _STATEMENTS:
            if score_key not in args and icons_key not in args and top_key not in args:
                continue
            score, icons, top = args.get(score_key), args.get(icons_key), args.get(top_key)
            if score is None and icons is None and top is None:
                continue
            player = self._owner(args, owner, at)
            if player == NOBODY:
                continue
            found = checks.get(player)
            check = checks[player] = seen.Check(player) if found is None else found
            if score is not None:
                check.score = self._number(args, score_key, at)
            if top is not None:
                check.highest_top = self._number(args, top_key, at)
            if icons is not None:
                check.icons = self._icons(icons, at)
        return tuple(checks.values())

    def _by_key(self, raw: object, name: str, at: At) -> Args:
        """The fields of an object. Raises an error if a value has another shape."""
        found = by_key(raw)
        if found is None:
            self._fail(at, f"an object as {name}", short(raw))
        return found

    def _icons(self, icons: object, at: At) -> tuple[int, ...]:
        keys = _ICON_KEYS if self.newer is None else _ICON_KEYS_2024
        counts = tuple([to_int(icons.get(icon)) for icon in keys]) if isinstance(icons, dict) else (None,)
        if None in counts:
            self._fail(at, f"{len(keys)} icon counts", short(icons))
        if len(icons) > len(keys):  # type: ignore[arg-type]
            for key in set(icons) - set(keys):  # type: ignore[call-overload]
                self.more_icons.setdefault(str(key), at)
        return counts  # type: ignore[return-value]

    def _require(self, items: list[Item]) -> None:
        """Find what every transfer of the log must have, and what its notifications lack.

        Another version of the site may not know all arguments.
        """
        self.lacking = list(find_lacking(items, self.generation))
        missing = list(_FACTS)
        for item in items:
            if item.kind == words.TRANSFER:
                missing = [key for key in missing if item.args.get(key) is None]
                if not missing:
                    break
        lacking = [key for key in missing if key not in self._optional]
        if lacking and any(item.kind == words.TRANSFER for item in items):
            # No generation leaves this out, so it is unknown what wrote the log, and what a missing value means.
            self.known = False
            self._optional.update(lacking)
            self.lacking += [lacks(items[0].at, words.TRANSFER, name) for name in lacking]
        self._required = [key for key in _FACTS if key not in missing and key not in self._optional]

    def _check_whole(self, args: Args, card: int | None, age: int | None, at: At) -> None:
        """Reject a transfer without a fact that every transfer has. Left out, it would not be compared."""
        for key in self._required:
            if args.get(key) is None:
                self._fail(at, f"a value for {key}", "none")
        # A place may be anything here; what is no text is refused where the place is read.
        if card is None and not _FACE_UP.isdisjoint({str(args.get("location_from")), str(args.get("location_to"))}):
            self._fail(at, "the id of a card that lies face up", "none")
        # Special achievements, flags and fountains lie face up and have no age.
        if age is None and (card is None or (card in self.table.cards and card not in self.table.achievements)):
            self._fail(at, "the age of a card", "none")

    def _named_player(self, args: Args, at: At) -> int | None:
        name = args.get("player_name")
        if name is not None and not isinstance(name, str):
            self._fail(at, "the name of a player", short(name))
        return self._seat_named(args)

    def _seat_named(self, args: Args) -> int | None:
        name = args.get("player_name")
        if not isinstance(name, str):
            return self.you if "You" in args else None
        player = self.names.get(name) or self.names.get(bare(name))
        return None if player is None else self.seat.get(player)

    def _owner(self, args: Args, key: str, at: At) -> int:
        raw = args.get(key)
        if raw is None or raw in (0, "0"):
            return NOBODY
        return self._player(raw, at)

    def _player(self, raw: object, at: At) -> int:
        seat = self.seat.get(str(raw))
        if seat is None:
            self._fail(at, "the id of a player of this table", short(raw))
        return seat

    def _place(self, args: Args, key: str, at: At) -> Place:
        raw = args.get(key)
        place = words.PLACES.get(str(raw))
        if place is None or (place is Place.JUNK and self.newer is None):
            if isinstance(raw, str) and raw:
                self._not_known(at, f"place for cards {short(raw)}")
            self._fail(at, "a place for a card", short(raw))
        return place

    def _number(self, args: Args, key: str, at: At) -> int | None:
        raw = args.get(key)
        number = to_int(raw)
        if number is None and raw is not None:
            self._fail(at, f"a number as {key}", short(raw))
        return number

    def _flag(self, args: Args, key: str, at: At) -> bool:
        """A flag. If it is missing, it is not set: the generation writes it always, and also uses null for this."""
        raw = args.get(key)
        if raw is None:
            return False
        yes = flag(raw)
        if yes is None:
            self._fail(at, f"true or false as {key}", short(raw))
        return yes

    def _keyword(self, args: Args, key: str, at: At) -> bool | None:
        """A flag of a transfer; None if the generation does not write it always, so that it is not recorded."""
        if key in self._optional and args.get(key) is None:
            return None
        return self._flag(args, key, at)

    def _bottom(self, item: Item) -> bool | None:
        """Whether a card goes to the bottom. If no field records it, the verb of the message may tell it."""
        recorded = self._keyword(item.args, "bottom_to", item.at)
        return told_bottom(item.template) if recorded is None else recorded

    def _set_of(self, args: Args, at: At) -> int:
        """The set of a card that moves. The first two generations write it at most for a shown card: there is one."""
        card_set = self._number(args, "type", at)
        return int(CardSet.BASE) if card_set is None else card_set

    def _fail(self, at: At, expected: str, found: str) -> NoReturn:
        raise UnreadableLog(self.source, str(at), expected, found)

    def _not_known(self, at: At, what: str) -> NoReturn:
        """Reject a log that names something that is not implemented, as unsupported."""
        raise UnsupportedLog(self.source, not_known(at, what))


#: The facts of a transfer that are never null. (Many cards that are drawn and melded lack the keyword for it.)
_FACTS: Final[tuple[str, ...]] = (
    "owner_from",
    "position_from",
    "owner_to",
    "position_to",
    "type",
    "is_relic",
    "bottom_to",
    "score_keyword",
)
#: The first generation that writes a fact with every transfer. Before that, a missing one is not recorded.
_ALWAYS_SINCE: Final = {
    **dict.fromkeys(_FACTS, Generation.G1),
    **dict.fromkeys(("type", "is_relic", "bottom_to"), Generation.G3),
    "meld_keyword": Generation.G8,
}
#: Places where everybody sees the face of a card.
_FACE_UP: Final = frozenset({"board", "display", "revealed"})
#: Statements about a player: score, icons, highest top card, and the player.
_STATEMENTS: Final = tuple(
    ("new_score" + suffix, "new_ressource_counts" + suffix, "new_max_age_on_board" + suffix, owner)
    for suffix, owner in (("", "player_id"), ("_from", "owner_from"), ("_to", "owner_to"))
)
_ICON_KEYS: Final = tuple("123456")
_ICON_KEYS_2024: Final = tuple("1234567")
