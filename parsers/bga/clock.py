"""The times of the packets, and contradictions between them.

The site numbers all packets of a table, and writes into each when it sent it, in seconds. A move has one packet on each
channel, sent together. A player's channel lacks some moves, but no channel goes back in time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from innolog.log import DAY, At, Inconsistency, Times, Unread, iso_date
from parsers.bga.envelope import Envelope
from parsers.bga.fields import ENVELOPE
from parsers.bga.values import Args, to_int
from parsers.text import shorten

#: The seconds between two moves. With more, a long game could have run through a release of the site's code.
_PACE = 10
#: How many unknown fields are reported for each log.
_MOST_UNKNOWN = 20
#: Maximum number of characters of those around the packets.
_LONGEST = 300
#: How many packets are looked at for unknown fields, at the beginning and at the end.
_LOOKED = 8


class Clock:
    """The times of the moves that are written, in seconds since 1970.

    They are those of the record from which the game is told (``known``, by number; ``end`` is that of the last move). A
    game that is told from no record (``known`` is None) gets a time for each move, from ``began`` on.
    """

    def __init__(self, known: Mapping[int, int] | None, end: int | None, began: int) -> None:
        self._known, self._end, self._began = known, end, began
        self._last = max(known, default=0) if known is not None else 0

    def of(self, move: int) -> int | None:
        """When a move was made; None if the record does not say so."""
        if self._known is None:
            return self._began + _PACE * move
        # What is written behind the last move came with it.
        return self._known.get(move, self._end if move > self._last else None)


def times_of(envelope: Envelope) -> Times | None:
    """When the moves of a log were made; None if it records no time of a move.

    A move's time is that of its first packet: the site answers a player's choice at once.
    """
    moves: dict[int, int] = {}
    for packet, seconds in zip(envelope.packets, envelope.times, strict=True):
        move = to_int(packet.get("move_id"))
        if move is not None and seconds is not None:
            moves.setdefault(move, seconds)
    if not moves:
        return None
    # Without a time of the last packet, the end is not recorded.
    return Times(min(moves.values()), None if envelope.times[-1] is None else max(moves.values()), moves)


def backwards(envelope: Envelope, of_game: Callable[[Args], bool]) -> Iterator[Inconsistency]:
    """The packets whose time contradicts another packet of the same channel, in the order of the channels.

    Of two packets in the wrong order, the earlier one is named if it alone is wrong: those beside it fit together.
    Packets without a notification ``of_game``, such as what people write, may be sent out of order.
    """
    channels: dict[str, list[int]] = {}
    for index, (packet, seconds) in enumerate(zip(envelope.packets, envelope.times, strict=True)):
        if seconds is not None and any(map(of_game, packet["data"])):
            channels.setdefault(str(packet.get("channel", "")), []).append(index)
    for indices in channels.values():
        times = [envelope.times[index] or 0 for index in indices]
        # Nearly always there is nothing to find, and sorting says so fastest.
        if times == sorted(times):
            continue
        for number in range(1, len(times)):
            before, time = times[number - 1], times[number]
            if time >= before:
                continue
            fits = number < 2 or times[number - 2] <= time
            if fits and number + 1 < len(times) and before > times[number + 1]:
                yield _wrong(envelope, indices[number - 1], before, f"a time not after {iso_date(time)}", _TOO_LATE)
            else:
                yield _wrong(envelope, indices[number], time, f"a time not before {iso_date(before)}", _TOO_EARLY)


def apart(envelope: Envelope, of_game: Callable[[Args], bool]) -> Iterator[Inconsistency]:
    """The first move whose packets on two channels were sent more than a day apart: the site sends them together.

    Packets without a notification ``of_game`` do not count, and neither does a later one on the same channel.
    """
    moves: dict[int, list[int]] = {}
    for index, (packet, seconds) in enumerate(zip(envelope.packets, envelope.times, strict=True)):
        move = to_int(packet.get("move_id"))
        if move is not None and seconds is not None and any(map(of_game, packet["data"])):
            moves.setdefault(move, []).append(index)
    for indices in moves.values():
        told = [(str(envelope.packets[index].get("channel", "")), envelope.times[index] or 0) for index in indices]
        pairs = [(one, other) for one, other in combinations(told, 2) if one[0] != other[0]]
        if pairs and all(abs(one - other) > DAY for (_, one), (_, other) in pairs):
            expected = f"about {iso_date(told[0][1])}"
            yield _wrong(envelope, indices[-1], told[-1][1], expected, "another packet of this move has another time")
            return


_TOO_LATE = "time runs backwards: the packet after it on its channel was sent earlier"
_TOO_EARLY = "time runs backwards: the packet before it on its channel was sent later"


def _wrong(envelope: Envelope, index: int, time: int, expected: str, message: str) -> Inconsistency:
    at = At(to_int(envelope.packets[index].get("move_id")), index, 0)
    return Inconsistency(at, message, expected, iso_date(time))


def unknown_fields(envelope: Envelope) -> Iterator[Unread]:
    """The fields of the file, of the page's data, of packets and of notifications that are not in the table of fields.

    Arguments of notifications are not among them. Each is reported once, at its first place. The site gives all packets
    the same fields. A log can run through a release of its code, so the first and the last packets are looked at. All
    together take a hundredth of a validation.
    """
    tables = {part: frozenset(ENVELOPE[part]) for part in ("packet", "notification")}
    found: set[str] = set()
    packets = envelope.packets
    for part, names in envelope.unlisted.items():
        # A page has tens of them, which are all known at once.
        if names and packets:
            at = At(to_int(packets[0].get("move_id")), 0, 0)
            yield Unread(at, f"{part}: {shorten(', '.join(sorted(names)), _LONGEST)}")
    for index in sorted({*range(len(packets))[:_LOOKED], *range(len(packets))[-_LOOKED:]}):
        packet = packets[index]
        parts = [("packet", 0, packet), *(("notification", place, event) for place, event in enumerate(packet["data"]))]
        for part, position, holder in parts:
            for name in sorted(holder.keys() - tables[part]):
                if f"{part}: {name}" not in found and len(found) < _MOST_UNKNOWN:
                    found.add(f"{part}: {name}")
                    yield Unread(At(to_int(packet.get("move_id")), index, position), f"{part}: {name}")
