"""Extract the packets of a game from any of the file formats in which people save them.

The formats (a tracker's ``raw_data.json``, replies of the site with or without their status, archive logs, saved replay
pages) are distinguished by their content: the packets are the outermost list that contains packets.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import itemgetter
from typing import Any, Final

from innolog.log import SECONDS, UnreadableLog, UnsupportedLog
from parsers.bga import specification as words
from parsers.bga.fields import ENVELOPE, NOTIFICATIONS
from parsers.bga.headers import Header, headers_in
from parsers.bga.jsontext import parse_json
from parsers.bga.notifications import PUBLIC_SUFFIX
from parsers.bga.values import whole
from parsers.fields import Basis, Field
from parsers.text import describe, first_character, shorten, to_utf8

_INNOVATION_TYPES = words.INNOVATION_TYPES | {t + PUBLIC_SUFFIX for t in words.INNOVATION_TYPES}
_COMMON_TYPES = words.COMMON_TYPES | {t + PUBLIC_SUFFIX for t in words.COMMON_TYPES}

#: The fields of a packet that are numbers, or texts with numbers.
_NUMBERS: Final[tuple[str, ...]] = (words.PACKET_ID, words.MOVE_ID, words.TABLE_ID, words.TIME)
#: Maximum number of packets sharing a number with which a later one is compared. A move has a few.
_MOST_ALIKE = 10
#: The place of what is missing in the whole JSON value.
_OUTERMOST = "the outermost value"
#: The name of the packets in the file of a tracker.
_PACKETS = "packets"


@dataclass(slots=True)
class Envelope:
    """The packets of one game, and what came with them.

    - ``packets``: in the order of their numbers, each once. Every packet is an object whose ``data`` is a list of
      objects with a text ``type``. If present, ``args`` is an object or a list; ``packet_id``, ``move_id`` and
      ``time`` are text or int, or null; ``channel`` is text.
    - ``times[i]``: when the site sent ``packets[i]``, in seconds since 1970 (UTC); None if not recorded.
    - ``headers``: the lists of players around the packets, from the inside out. ``viewpoint_id``: the player who saved
      the log, if the file says so.
    - ``gamedatas``: as sent by the site, unchecked.
    - ``unlisted``: the fields of the file and of ``gamedatas`` that are not in the table of fields.
    - ``whole``: True when no integer is written as a float, which some tools do.
    """

    packets: list[dict[str, Any]]
    headers: list[Header] = field(default_factory=list)
    unlisted: dict[str, list[str]] = field(default_factory=dict)
    table_id: str | None = None
    viewpoint_id: str | None = None
    gamedatas: dict[str, Any] | None = None
    whole: bool = False
    times: list[int | None] = field(default_factory=list)

    @property
    def players(self) -> dict[str, str]:
        """Names by id, of the innermost list of players; may be empty."""
        return self.headers[0].names if self.headers else {}

    @property
    def receiver(self) -> str | None:
        """The player with the only private channel that was recorded, if there is one. Empty channels do not count."""
        channels = {
            str(packet.get(words.CHANNEL)).removeprefix(words.PLAYER_CHANNEL)
            for packet in self.packets
            if packet[words.DATA] and str(packet.get(words.CHANNEL)).startswith(words.PLAYER_CHANNEL)
        }
        return channels.pop() if len(channels) == 1 else None

    @property
    def first_time(self) -> int | None:
        """When the site sent the first packet that has a time, in seconds since 1970 (UTC); None if none has one."""
        return next((time for time in self.times if time is not None), None)


#: The start of a document that could be taken for JSON.
_RTF = b"{\\rtf"
#: What files of other kinds have at their start; people drop a picture of their screen.
_OTHERS = (
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"\x89PNG", "a picture (PNG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"WEBP", "a picture (WebP)"),
    (b"ftyphei", "a picture (HEIF)"),
    (b"%PDF-", "a document (PDF)"),
    (_RTF, "a document (RTF)"),
    *(
        (sign, f"an archive ({kind}), which must be unpacked first")
        for sign, kind in (
            (b"1AY&SY", "bzip2"),
            (b"\xfd7zXZ\0", "xz"),
            (b"\x28\xb5\x2f\xfd", "zstd"),
            (b"7z\xbc\xaf\x27\x1c", "7z"),
            (b"Rar!\x1a\x07", "rar"),
            (b"ustar", "tar"),
        )
    ),
)

#: Where the sign of a tar archive stands.
_TAR = 257


def find_packets(name: str, data: bytes, addresses: Sequence[str] = ()) -> Envelope:
    """The packets in ``data``, the content of a file called ``name``.

    ``addresses`` are those of a page that stand outside of it.

    Time and memory are linear in the size of ``data``. Raises :class:`UnreadableLog` if there are no packets or they
    are malformed, and :class:`UnsupportedLog` for a log of another game.
    """
    data = to_utf8(name, data)
    start = first_character(data)
    page_game: str | None = None
    page_gamedatas: dict[str, Any] | None = None
    if start == "<":
        # Parsing HTML is needed only here.
        from parsers.bga.page import read_page

        root, page_game, page_gamedatas = read_page(name, data)
    elif start in {"{", "["} and not data.startswith(_RTF):
        root = parse_json(name, data)
    elif not start:
        raise UnreadableLog(name, "", "a game log", "nothing but white space" if data else "an empty file")
    elif other := next((what for sign, what in _OTHERS if sign in data[:12] + data[_TAR : _TAR + 5]), None):
        raise UnreadableLog(name, "", "a game log", other)
    else:
        found = shorten(data[:200].decode("utf-8", "backslashreplace"), 30)
        raise UnreadableLog(name, "line 1", "JSON or a saved page", f'the text "{found}"')

    holders, raw_packets = _locate(name, root)
    gamedatas = page_gamedatas or _first(holders, words.GAMEDATAS, dict)
    unlisted = _unlisted(holders, gamedatas)
    if isinstance(gamedatas, dict):
        holders.append(gamedatas)
    game_name = page_game or next((g for word in words.GAME_NAMES if (g := _first(holders, word, str))), None)
    if game_name and not game_name.lower().startswith(words.GAME):
        raise UnsupportedLog(name, f"a log of another game ({shorten(game_name)})")
    types = _check_packets(name, raw_packets)
    foreign = sorted(types - _COMMON_TYPES)
    if foreign and not types & _INNOVATION_TYPES:
        raise UnsupportedLog(name, f"a log of another game (notifications {shorten(', '.join(foreign))})")

    viewpoint = whole(_first(holders, words.VIEWPOINT, str | int | float))
    packets = _in_order(name, raw_packets)
    _check_channels(name, packets)
    envelope = Envelope(
        packets=packets,
        headers=headers_in(holders),
        unlisted=unlisted,
        table_id=_table(name, raw_packets),
        viewpoint_id=str(viewpoint) if viewpoint else None,
        gamedatas=gamedatas,
        whole=_has_no_floats(data),
        times=_times(packets),
    )
    if start == "<":
        _check_page(name, data, addresses, envelope)
    return envelope


def _check_page(name: str, data: bytes, addresses: Sequence[str], envelope: Envelope) -> None:
    """Hold what a page states of itself against its packets. Raises :class:`UnreadableLog` if they differ."""
    from parsers.itself import agree, itself

    page, table, player = itself(data, addresses), envelope.table_id, envelope.receiver
    tables = [*([("the packets", table)] if table else []), *page.titled(), *page.numbers()]
    agree(name, "table", tables)
    if player is not None:
        agree(name, "player", [("the packets", player), *page.numbers("player")])


def _has_no_floats(data: bytes) -> bool:
    """True when no integer can be written as a float, such as 1.0 or 1e+06."""
    # A log has few decimal points. Searching for two bytes at once takes six times as long.
    point = data.find(b".")
    while point >= 0:
        if data[point + 1 : point + 2] == b"0":
            return False
        point = data.find(b".", point + 1)
    return b"+" not in data or (b"e+" not in data and b"E+" not in data)


def _locate(name: str, root: Any) -> tuple[list[dict[str, Any]], list[Any]]:
    """The outermost list that contains packets, and its enclosing objects from the inside out."""
    nodes: list[Any] = [root]
    parents = array("q", [-1])
    i = 0
    while i < len(nodes):
        node = nodes[i]
        if isinstance(node, list) and any(map(_is_packet, node)):
            holders = []
            while (i := parents[i]) >= 0:
                if isinstance(nodes[i], dict):
                    holders.append(nodes[i])
            return holders, node
        for child in node.values() if isinstance(node, dict) else node:
            if child and isinstance(child, (dict, list)):
                nodes.append(child)
                parents.append(i)
        i += 1
    if isinstance(root, dict) and root.get(words.ERROR):
        message, code = root[words.ERROR], root.get(words.ERROR_CODE)
        found = f'"{shorten(message, 100)}"' if isinstance(message, str) else describe(message)
        if isinstance(code, (str, int)):
            found += f" (code {shorten(str(code), 20)})"
        raise UnreadableLog(name, _OUTERMOST, "a game log", f"an error reply of the site: {found}")
    place = _OUTERMOST
    if isinstance(root, dict) and _PACKETS in root:
        place, root = _PACKETS, root[_PACKETS]
    raise UnreadableLog(name, place, "a list of packets with notifications", f"none in {describe(root)}")


def _is_packet(item: Any) -> bool:
    """Whether an object is intended as a packet, even if it is malformed."""
    if not isinstance(item, dict) or words.DATA not in item:
        return False
    if words.PACKET_ID in item or words.CHANNEL in item:
        return True
    data = item[words.DATA]
    return isinstance(data, list) and any(isinstance(event, dict) and words.TYPE in event for event in data)


def _check_packets(name: str, packets: list[Any]) -> set[str]:
    """Check the structure of packets that :class:`Envelope` promises; return the types of their notifications."""
    types: set[str] = set()
    # Looked up once: this goes through every notification of every game.
    key_of_type, key_of_args = words.TYPE, words.ARGS
    for index, packet in enumerate(packets):
        for number, event in enumerate(_events(name, index, packet)):
            if type(event) is dict:
                kind, args = event.get(key_of_type), event.get(key_of_args)
                # A program in PHP writes no arguments as an empty list.
                if type(kind) is str and (type(args) is dict or type(args) is list):
                    types.add(kind)
                    continue
            # Unlike nearly all notifications, and possibly malformed.
            types.add(_unusual_type(name, f"packet {index}, notification {number}", event))
    return types


def _events(name: str, index: int, packet: Any) -> list[Any]:
    """The notifications of a packet, unchecked, if the packet itself has the right structure."""
    if not isinstance(packet, dict):
        raise UnreadableLog(name, f"packet {index}", "an object", describe(packet))
    for word in _NUMBERS:
        value = packet.get(word)
        if isinstance(value, float) and value.is_integer():
            # Some tools write integers so.
            value = packet[word] = int(value)
        if value is not None and type(value) is not str and type(value) is not int:
            raise UnreadableLog(name, f"packet {index}", f"a number as {word}", describe(value))
    if not isinstance(packet.get(words.CHANNEL, ""), str):
        raise UnreadableLog(name, f"packet {index}", f"a text as {words.CHANNEL}", describe(packet[words.CHANNEL]))
    events = packet.get(words.DATA)
    if not isinstance(events, list):
        found = describe(events) if words.DATA in packet else f"{describe(packet)} without it"
        raise UnreadableLog(name, f"packet {index}", f"a list of notifications as {words.DATA}", found)
    return events


def _unusual_type(name: str, place: str, event: Any) -> str:
    """The type of a notification with an unusual structure, if that structure is allowed."""
    if not isinstance(event, dict):
        raise UnreadableLog(name, place, "an object", describe(event))
    kind = event.get(words.TYPE)
    if not isinstance(kind, str):
        found = describe(kind) if words.TYPE in event else f"{describe(event)} without it"
        raise UnreadableLog(name, place, f"a text as {words.TYPE}", found)
    args = event.get(words.ARGS)
    # The arguments of other types are not read.
    if not isinstance(args, (dict, list, type(None))) and kind in _INNOVATION_TYPES:
        raise UnreadableLog(name, place, f"an object as {words.ARGS} of {kind}", describe(args))
    return kind


def _number(value: str | int | None) -> int | None:
    if isinstance(value, int):
        return value
    # int() rejects thousands of digits, and accepts digits of all scripts.
    if value is not None and value.isascii() and value.isdecimal() and len(value) < 20:
        return int(value)
    return None


def _times(packets: list[dict[str, Any]]) -> list[int | None]:
    """Seconds since 1970 of each packet; None if it has no time, or none that can be right."""
    told: list[str | int | None] = [packet.get(words.TIME) for packet in packets]
    # The packets of a move have the same time.
    numbers = {value: _number(value) for value in set(told)}
    seconds = {value: number for value, number in numbers.items() if number is not None and number in SECONDS}
    return [seconds.get(value) for value in told]


def _in_order(name: str, packets: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The packets in the order of their ids, without repeated packets.

    Without any numeric id, they are in the order of their moves. If some packets have an id, and others do not, the
    order is unchanged. The site repeats packets that may not have been delivered (see :func:`_repeats`). Each is
    compared with the first packets of its channel that share a number with it. Of those that have only the number of
    their move, the first one alone is compared: later ones may be alike without being repeated.
    """
    seen: dict[tuple[_Mark, str], list[int]] = {}
    kept: list[dict[str, Any]] = []
    numbers: list[int | None] = []
    all_have_ids = all(packet.get(words.PACKET_ID) is not None for packet in packets)
    for i, packet in enumerate(packets):
        marks = (_id(packet),) if all_have_ids else _marks(packet)
        channel = packet.get(words.CHANNEL, "")
        alike = [seen.setdefault((mark, channel), []) for mark in marks if mark is not None]
        repeated = any(_repeats(packets[earlier], packet) for found in alike for earlier in found)
        if marks[0] is not None and alike[0] and not repeated:
            raise UnreadableLog(
                name,
                f"packet {i}",
                f"the same content as in packet {alike[0][0]}, which has the same id {shorten(str(marks[0]), 20)}",
                "other content",
            )
        most = 1 if repeated or all(mark is None for mark in marks[:2]) else _MOST_ALIKE
        for found in alike:
            if len(found) < most:
                found.append(i)
        if repeated:
            continue
        kept.append(packet)
        numbers.append(_number(packet.get(words.PACKET_ID)))
    order = [n for n in numbers if n is not None]
    if not order:
        return _by_moves(name, kept)
    if len(order) < len(kept) or all(a <= b for a, b in pairwise(order)):
        return kept
    return [packet for _, packet in sorted(zip(order, kept, strict=True), key=itemgetter(0))]


def _by_moves(name: str, packets: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Packets without ids in the order of their moves.

    A tool may have saved each channel for itself, or joined two downloads. Within a channel, a move has one packet, or
    its packets are in order. Raises :class:`UnsupportedLog` otherwise.
    """
    numbers: list[int] = []
    for packet in packets:
        number = _number(packet.get(words.MOVE_ID))
        # What people write to each other has no number, and belongs to the move in which it was sent.
        numbers.append(number if number is not None else numbers[-1] if numbers else 0)
    if all(a <= b for a, b in pairwise(numbers)):
        return packets
    moves: dict[str, list[int]] = {}
    for number, packet in zip(numbers, packets, strict=True):
        moves.setdefault(packet.get(words.CHANNEL, ""), []).append(number)
    for there in moves.values():
        if len(set(there)) < len(there) and not all(a <= b for a, b in pairwise(there)):
            raise UnsupportedLog(name, f"packets out of order without {words.PACKET_ID}")
    return [packet for _, packet in sorted(zip(numbers, packets, strict=True), key=itemgetter(0))]


def _check_channels(name: str, packets: list[dict[str, Any]]) -> None:
    """Raise :class:`UnsupportedLog` if packets for players cannot be told from those for all: no channel is named."""
    seen: set[str] = set()
    for packet in packets:
        if packet.get(words.CHANNEL) or packet.get(words.MOVE_ID) is None:
            continue
        if any(event[words.TYPE] in _INNOVATION_TYPES for event in packet[words.DATA]):
            # Each move has one packet for all.
            if (move := str(packet[words.MOVE_ID])) in seen:
                raise UnsupportedLog(name, f"a log without {words.CHANNEL}, which does not say who received what")
            seen.add(move)


#: A number of a packet, of its notifications, or of its move.
_Mark = str | int | tuple[str | int, ...]


def _id(packet: dict[str, Any]) -> str | int | None:
    """The id of a packet."""
    packet_id: str | int | None = packet.get(words.PACKET_ID)
    number = _number(packet_id)
    return packet_id if number is None else number


def _marks(packet: dict[str, Any]) -> tuple[_Mark | None, ...]:
    """What a packet has in common with its repetition: its id, the numbers of its notifications, that of its move."""
    numbers = tuple(event.get(words.UID) for event in packet[words.DATA] if type(event.get(words.UID)) is str)
    move = _number(packet.get(words.MOVE_ID))
    every = numbers and len(numbers) == len(packet[words.DATA])
    return _id(packet), numbers if every else None, None if move is None else (move,)


def _repeats(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two packets of a channel state the same, and the first kind of number that both have is equal."""
    both = zip(_marks(one), _marks(other), strict=True)
    pair = next((pair for pair in both if None not in pair), None)
    return pair is not None and pair[0] == pair[1] and _same(one, other)


def _same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two packets are of one move and state the same."""
    if one.get(words.MOVE_ID) != other.get(words.MOVE_ID):
        return False
    try:
        return one[words.DATA] == other[words.DATA] or _stated(one) == _stated(other)
    except RecursionError:
        # Python compares nested values recursively. Nothing that the site sends is nested that deep.
        return False


def _stated(packet: dict[str, Any]) -> list[dict[str, Any]]:
    """The notifications of a packet without the fields that are compared with nothing, such as marks and clocks."""
    found = []
    for event in packet[words.DATA]:
        stated, args = _compared(event, ENVELOPE["notification"]), event.get(words.ARGS)
        if isinstance(args, dict):
            stated[words.ARGS] = _compared(args, NOTIFICATIONS.get(event[words.TYPE].removesuffix(PUBLIC_SUFFIX), {}))
        found.append(stated)
    return found


def _compared(values: dict[str, Any], fields: dict[str, Field]) -> dict[str, Any]:
    """Some fields without those that are not compared. What is in ``args`` has fields of its own."""
    return {
        name: value
        for name, value in values.items()
        if name not in fields or name == words.ARGS or fields[name].basis is not Basis.EXPLAINS or fields[name].copied
    }


def _table(name: str, packets: list[dict[str, Any]]) -> str | None:
    """The table number, which is the same in all packets."""
    table: str | None = None
    for i, packet in enumerate(packets):
        here = packet.get(words.TABLE_ID)
        channel = packet.get(words.CHANNEL, "")
        if here is None and channel.startswith(words.TABLE_CHANNEL):
            here = channel.removeprefix(words.TABLE_CHANNEL)
        if here is None:
            continue
        if table is None:
            table = str(here)
        elif str(here) != table:
            raise UnreadableLog(name, f"packet {i}", f"table {shorten(table, 20)}", f"table {shorten(str(here), 20)}")
    return table


def _first(holders: list[dict[str, Any]], word: str, kind: Any) -> Any:
    """The innermost value of the right type with the name ``word``."""
    return next((holder[word] for holder in holders if word in holder and isinstance(holder[word], kind)), None)


def _unlisted(holders: list[dict[str, Any]], gamedatas: dict[str, Any] | None) -> dict[str, list[str]]:
    """The fields of the page's data, and of what surrounds the packets, that are not in the table of fields."""
    inner: list[Any] = [*holders, gamedatas]
    around = {
        name: None
        for holder in holders
        if holder is not gamedatas
        for name, value in holder.items()
        # What has the packets in it has a name of its own in each form of file.
        if name not in ENVELOPE["file"] and not _has_packets(value) and not any(value is each for each in inner)
    }
    return {"file": list(around), "gamedatas": [name for name in gamedatas or () if name not in ENVELOPE["gamedatas"]]}


def _has_packets(value: object) -> bool:
    return isinstance(value, list) and any(map(_is_packet, value))
