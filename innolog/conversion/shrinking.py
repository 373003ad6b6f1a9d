"""Make a log small while something stays the same: delta debugging by move, packet, notification, field and line.

A part is left out if the rest still fails in the same way. Large runs of parts are tried first, from the end of the log
to its beginning. Smaller runs follow, down to single parts (Zeller's ddmin, on complements alone).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from innolog.log import UnreadableLog
from innolog.support.errors import InnologError
from parsers.bga.jsontext import parse_json
from parsers.native import detection as native
from parsers.text import first_character, to_utf8
from parsers.tracker import detection as tracker

_T = TypeVar("_T")
#: A packet, and one of its notifications.
_Told = tuple[dict[str, Any], dict[str, Any]]

#: Asks whether a changed log still fails in the same way.
Same = Callable[[bytes], bool]


class NotShrinkable(InnologError, ValueError):
    """The format of a log has no parts that could be left out; the message is one line."""


class Size(NamedTuple):
    """The size of a log in one kind of parts: their number and name."""

    number: int
    unit: str


class Shrinking:
    """Makes one log smaller step by step. ``data`` is the smallest log found so far.

    ``same`` is asked for every log that is tried. It may raise an exception to end the search; ``data`` keeps the
    smallest log so far. Raises :class:`NotShrinkable` for a saved page.
    """

    def __init__(self, name: str, data: bytes, same: Same) -> None:
        self._same = same
        self.data = to_utf8(name, data)
        start = first_character(self.data)
        if start == "<":
            raise NotShrinkable(f"{name}: a saved page has no parts that can be left out; copy its lines into a text")
        self._root: Any = None
        if start in {"{", "["} and not native.fits(self.data):
            try:
                self._root = parse_json(name, self.data)
            except UnreadableLog as error:
                raise NotShrinkable(str(error)) from None
        self._entries = self._root is not None and tracker.fits(self.data) and isinstance(self._root.get("log"), list)
        self._path = None if self._root is None or self._entries else _packets(self._root)

    def run(self) -> None:
        """Leave out as much as possible."""
        if self._entries:
            self._by_entry()
            return
        if self._path is None:
            self._by_line()
            return
        self._by_packet()
        self._by_field()

    def size(self) -> list[Size]:
        """The size of the smallest log so far."""
        sizes = [Size(len(self.data), "byte")]
        if self._entries:
            # "Line", as verdicts call the entries of a tracker's file.
            return [Size(len(self._root["log"]), "line"), *sizes]
        if self._path is None:
            return [Size(len(self.data.splitlines()), "line"), *sizes]
        packets = _at(self._root, self._path)
        told = sum(len(packet.get("data") or ()) for packet in packets if isinstance(packet, dict))
        return [Size(len(packets), "packet"), Size(told, "notification"), *sizes]

    def _by_line(self) -> None:
        lines = self.data.splitlines(keepends=True)
        # The first line of the native format, its header, stays.
        fixed = 1 if native.fits(self.data) else 0

        def keep(rest: Sequence[bytes]) -> bool:
            return self._try(b"".join([*lines[:fixed], *rest]))

        smallest(lines[fixed:], keep)

    def _by_entry(self) -> None:
        """Leave out entries of a tracker's file, the last ones first, then what stands around them, then fields."""

        def with_entries(entries: Sequence[Any]) -> bool:
            return self._with_root({**self._root, "log": list(entries)})

        entries = smallest(self._root["log"], with_entries, at_end=True)
        smallest(entries, with_entries)
        for name in [name for name in self._root if name != "log"]:
            self._with_root({key: value for key, value in self._root.items() if key != name})
        for number, entry in reversed(list(enumerate(self._root["log"]))):
            for field in reversed(entry) if isinstance(entry, dict) else ():
                entry = {key: value for key, value in entry.items() if key != field}
                with_entries([*self._root["log"][:number], entry, *self._root["log"][number + 1 :]])
                entry = self._root["log"][number]

    def _with_root(self, root: Any) -> bool:
        if not self._try(json.dumps(root).encode()):
            return False
        self._root = root
        return True

    def _by_packet(self) -> None:
        assert self._path is not None
        packets = [packet for packet in _at(self._root, self._path) if isinstance(packet, dict)]
        # First, all at once, what follows the place that fails. Then all parts of a kind. Then one part after the
        # other.
        packets = _joined(smallest(_by_move(packets), lambda rest: self._with(_joined(rest)), at_end=True))
        channels = sorted({str(packet.get("channel")) for packet in packets})
        channels = smallest(channels, lambda rest: self._with(_of_channels(packets, rest)))
        told = _told(_of_channels(packets, channels))
        types = sorted({str(each.get("type")) for _, each in told})
        types = smallest(types, lambda rest: self._with(_regrouped(_of_types(told, rest))))
        self._with(_regrouped(_of_types(told, types)))
        self._by_name_of_field()
        packets = _at(self._root, self._path)
        packets = _joined(smallest(_by_move(packets), lambda rest: self._with(_joined(rest))))
        packets = smallest(packets, self._with)
        smallest(_told(packets), lambda rest: self._with(_regrouped(rest)))

    def _by_name_of_field(self) -> None:
        """Leave out fields of all notifications at once, and those around the packets."""
        assert self._path is not None
        names = {name for each in _arguments(self._root, self._path) for name in each}
        for name in sorted(names):
            packets = [
                {**packet, "data": [_without(each, name) for each in packet["data"]]}
                for packet in _at(self._root, self._path)
            ]
            self._with(packets)
        for length in range(len(self._path)):
            holder = _at(self._root, self._path[:length])
            for name in list(holder) if isinstance(holder, dict) else ():
                if name != self._path[length]:
                    rest = {key: value for key, value in holder.items() if key != name}
                    if self._with_root(_replaced(self._root, self._path[:length], rest)):
                        holder = rest

    def _by_field(self) -> None:
        """Leave out single fields of notifications, the last ones first."""
        assert self._path is not None
        # Trials change these objects in place; nothing else refers to them.
        self._root = json.loads(self.data)
        for holder in reversed(list(_arguments(self._root, self._path))):
            for field in list(reversed(holder)):
                value = holder.pop(field)
                if not self._try(json.dumps(self._root).encode()):
                    holder[field] = value

    def _with(self, packets: Sequence[Any]) -> bool:
        assert self._path is not None
        return self._with_root(_replaced(self._root, self._path, list(packets)))

    def _try(self, data: bytes) -> bool:
        if not self._same(data):
            return False
        self.data = data
        return True


def smallest(parts: Sequence[_T], same: Callable[[Sequence[_T]], bool], at_end: bool = False) -> list[_T]:
    """The parts that are left after as many as possible were left out, one run of parts at a time.

    ``same`` says whether some parts are enough. No single part of the result can be left out. With ``at_end``, parts
    are only cut off at the end, which needs few calls of ``same``.
    """
    left = list(parts)
    size = max(1, len(left) // 2)
    if at_end:
        while size and left:
            if same(left[:-size]):
                left = left[:-size]
            else:
                size //= 2
        return left
    while left:
        before = len(left)
        end = len(left)
        while end > 0:
            start = max(0, end - size)
            rest = left[:start] + left[end:]
            if same(rest):
                left = rest
            end = start
        if size > 1:
            size //= 2
        elif len(left) == before:
            break
    return left


def _packets(root: Any) -> tuple[str | int, ...]:
    """The path of the outermost list of objects that have a list called ``data``. Raises :class:`NotShrinkable`."""
    nodes: list[tuple[tuple[str | int, ...], Any]] = [((), root)]
    for path, node in nodes:
        if isinstance(node, list):
            if any(isinstance(each, dict) and isinstance(each.get("data"), list) for each in node):
                return path
            nodes += [((*path, index), each) for index, each in enumerate(node)]
        elif isinstance(node, dict):
            nodes += [((*path, name), each) for name, each in node.items()]
    raise NotShrinkable("there are no packets in this log, so none can be left out")


def _at(root: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        root = root[step]
    return root


def _replaced(root: Any, path: tuple[str | int, ...], value: Any) -> Any:
    """A copy of a tree with another value at a path. Everything outside the path is shared."""
    if not path:
        return value
    copy: Any = list(root) if isinstance(root, list) else dict(root)
    copy[path[0]] = _replaced(root[path[0]], path[1:], value)
    return copy


def _by_move(packets: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    return [list(group) for _, group in groupby(packets, lambda packet: packet.get("move_id"))]


def _joined(groups: Sequence[Sequence[_T]]) -> list[_T]:
    return [each for group in groups for each in group]


def _of_channels(packets: Sequence[dict[str, Any]], channels: Sequence[str]) -> list[dict[str, Any]]:
    return [packet for packet in packets if str(packet.get("channel")) in channels]


def _told(packets: Sequence[dict[str, Any]]) -> list[_Told]:
    """Each notification with its packet; packets without any are left out with them."""
    return [(packet, each) for packet in packets for each in packet.get("data") or () if isinstance(each, dict)]


def _of_types(told: Sequence[_Told], types: Sequence[str]) -> list[_Told]:
    return [pair for pair in told if str(pair[1].get("type")) in types]


def _regrouped(told: Sequence[_Told]) -> list[dict[str, Any]]:
    """Notifications as packets again."""
    return [
        {**group[0][0], "data": [each for _, each in group]}
        for group in (list(items) for _, items in groupby(told, key=lambda pair: id(pair[0])))
    ]


def _without(notification: dict[str, Any], name: str) -> dict[str, Any]:
    arguments = notification.get("args")
    if not isinstance(arguments, dict) or name not in arguments:
        return notification
    return {**notification, "args": {key: value for key, value in arguments.items() if key != name}}


def _arguments(root: Any, path: tuple[str | int, ...]) -> Iterator[dict[str, Any]]:
    for packet in _at(root, path):
        for each in packet["data"]:
            if isinstance(each.get("args"), dict):
                yield each["args"]
