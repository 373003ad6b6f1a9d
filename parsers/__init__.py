"""Read recorded games from files: one module or folder per source, and the detection of a file's source.

The reader of a source is loaded only when it is needed, because loading takes a large part of the time for one log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from innolog.log import GameLog, UnreadableLog, UnsupportedLog, unnamed
from innolog.support.garbage import rarely_collected
from parsers.files import MAX_LOG_BYTES, Blob, Input, iter_blobs, open_file
from parsers.finding import STDIN, find
from parsers.text import first_character

if TYPE_CHECKING:
    from innolog.log.native import RecordedGame
    from parsers.lines.templates import Table


@dataclass(frozen=True, slots=True)
class Format:
    """A format of logs.

    ``fits`` is a cheap test on the bytes of a file; it may be wrong for damaged files. ``read`` parses a log; it raises
    :class:`UnreadableLog` or :class:`UnsupportedLog`. ``companions`` are the names of files that repeat a log with the
    given name in the same folder or archive.
    """

    name: str
    fits: Callable[[bytes], bool]
    read: Callable[[Blob], GameLog | RecordedGame]
    companions: Mapping[str, frozenset[str]] = field(default_factory=dict)


def read_logs(
    paths: Iterable[str | Path], *, limit: int = MAX_LOG_BYTES, templates: Table | None = None
) -> Iterator[GameLog | RecordedGame | UnreadableLog | UnsupportedLog]:
    """The logs at ``paths`` (files, folders, patterns, archives, URLs, ``-`` for standard input), one at a time.

    For a file that is not a log, or has no known format, an error *value* is yielded in its place; see
    :func:`parsers.files.iter_blobs` for the order and for the files that are read. ``limit`` is the maximum size of a
    log in bytes, decompressed; for a page it is :data:`parsers.files.PAGE_FACTOR` times as large. ``templates``
    (:func:`parsers.lines.templates.load_tables`) are wordings for text logs, in addition to the built-in ones.
    """
    for blob in blobs(paths, limit=limit, templates=templates):
        if isinstance(blob, UnreadableLog):
            yield blob
            continue
        try:
            log = read_blob(blob)
        except (UnreadableLog, UnsupportedLog) as error:
            yield error
        else:
            yield log


def blobs(
    paths: Iterable[str | Path], *, limit: int = MAX_LOG_BYTES, templates: Table | None = None
) -> Iterator[Blob | UnreadableLog]:
    """The bytes of the logs at ``paths``, one at a time, to be parsed elsewhere (in another process)."""
    for blob in iter_blobs(paths, limit=limit, companions=_companions(), fits=_fits):
        yield blob if isinstance(blob, UnreadableLog) else blob._replace(templates=templates)


def inputs(paths: Iterable[str | Path], *, templates: Table | None = None) -> Iterator[Input]:
    """The inputs at ``paths`` for several processes: files that others can open, and inputs for this process only.

    The latter are standard input and files that may contain many logs. If a file turns out to be one of these, or
    cannot be opened by another process (:func:`parsers.files.read_file`), use :func:`opened` for its logs.
    """
    for found in find(paths, _companions(), fits=_fits):
        if isinstance(found, str) and (found == STDIN or found.lower().endswith(".zip")):
            yield from opened(found, templates=templates)
        else:
            yield found


def may_read(paths: Iterable[str | Path]) -> Iterator[str]:
    """The files at ``paths`` that :func:`read_logs` reads, whatever they contain."""
    return (found for found in find(paths, _companions(), by_name=True) if isinstance(found, str))


def opened(path: str, *, templates: Table | None = None) -> Iterator[Blob | UnreadableLog]:
    """The bytes of all logs in a file of :func:`inputs`."""
    for blob in open_file(path, companions=_companions(), fits=_fits):
        yield blob if isinstance(blob, UnreadableLog) else blob._replace(templates=templates)


@rarely_collected()
def read_blob(blob: Blob) -> GameLog | RecordedGame:
    """Parse the log in some bytes. Raises :class:`UnreadableLog` or :class:`UnsupportedLog`."""
    formats = _formats()
    log = next((known for known in formats if known.fits(blob.data)), formats[-1]).read(blob)
    if isinstance(log, GameLog) and (move := unnamed(log.observations)) is not None:
        raise UnreadableLog(blob.name, str(move.at), "the name of a card on a board", "none")
    return log


def read_log(path: str | Path, *, limit: int = MAX_LOG_BYTES) -> GameLog | RecordedGame:
    """The single log at ``path``. Raises :class:`UnreadableLog`, also for several logs, or :class:`UnsupportedLog`."""
    logs = read_logs([path], limit=limit)
    log = next(logs)
    if isinstance(log, (UnreadableLog, UnsupportedLog)):
        raise log
    if another := next(logs, None):
        raise UnreadableLog(str(path), "", "one log", f"several, also {another.source}")
    return log


def _companions() -> dict[str, frozenset[str]]:
    return {log: names for known in _formats() for log, names in known.companions.items()}


def _fits(data: bytes) -> bool:
    """Whether bytes may be a log of any format."""
    return any(known.fits(data) for known in _formats())


def _formats() -> list[Format]:
    """All formats. The first one that fits is used; the last one reports what was expected if none fits."""
    from parsers.bga import detection as bga
    from parsers.bga.specification import COMPANIONS
    from parsers.native import detection as native
    from parsers.tracker import detection as tracker

    return [
        Format("native", native.fits, _read_native),
        Format("words", _is_words, _read_words),
        Format("tracker", tracker.fits, _read_tracker, tracker.COMPANIONS),
        Format("bga", bga.fits, _read_bga, COMPANIONS),
    ]


def _is_words(data: bytes) -> bool:
    if first_character(data) in {"{", "["}:
        # Most logs are JSON. The code that detects wordings is loaded only for the others.
        return False
    from parsers.lines.detection import fits

    return fits(data)


def _read_native(blob: Blob) -> GameLog | RecordedGame:
    from parsers.native.reader import read

    return read(blob.name, blob.data)


def _read_words(blob: Blob) -> GameLog | RecordedGame:
    from parsers.lines.detection import read

    return read(blob.name, blob.data, blob.templates, blob.addresses)


def _read_tracker(blob: Blob) -> GameLog | RecordedGame:
    from parsers.tracker.reader import read

    return read(blob.name, blob.data)


def _read_bga(blob: Blob) -> GameLog | RecordedGame:
    from parsers.bga.envelope import find_packets
    from parsers.bga.reader import read

    return read(find_packets(blob.name, blob.data, blob.addresses), blob.name)
