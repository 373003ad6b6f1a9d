"""Replace players' names and ids with pseudonyms. A player always gets the same one; reversing it needs the key."""

from __future__ import annotations

import hmac
import os
import re
import secrets
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from innolog.log import GameLog, Seat, Times, UnreadableLog, UnsupportedLog
from innolog.results.result import Replay, Violation
from innolog.support.errors import InnologError

#: Number of bytes of a new key, and the minimum for any key.
KEY_BYTES = 32
_LEAST = 16


class BadKey(InnologError, ValueError):
    """The key cannot be read, or is too short to protect anybody. ``str()`` is one line."""


class Pseudonyms:
    """Pseudonyms derived from names and a key (HMAC-SHA-256). Without the key nobody can create or verify them.

    Raises :class:`BadKey` if the key is too short.
    """

    def __init__(self, key: bytes) -> None:
        if len(key) < _LEAST:
            raise BadKey(f"a key for pseudonyms needs at least {_LEAST} bytes")
        self._key = key

    @property
    def fingerprint(self) -> str:
        """A value that distinguishes keys and reveals nothing else about them."""
        return self._made("fingerprint", "")

    def content_hash(self, content_hash: str) -> str:
        """The identifier of a log. The hash of its bytes would reveal the log to anybody who has it."""
        return hmac.new(self._key, f"log\0{content_hash}".encode(), sha256).hexdigest()

    def failure(self, error: UnreadableLog | UnsupportedLog) -> UnreadableLog | UnsupportedLog:
        """An error without any content of the input."""
        source = self._made("source", error.source)
        if isinstance(error, UnreadableLog):
            return UnreadableLog(source, "", error.expected, "something else")
        return UnsupportedLog(source, "a reason that may name players, and was left out")

    def replay(self, result: Replay) -> Replay:
        """The replay with pseudonyms for the players' ids and names, the game's id and the source.

        Sites list publicly who played when. Therefore only the month stays of the date: all times are moved so that the
        game begins with its month.
        """
        log = result.log
        seats = [self._seat(seat) for seat in log.seats]
        swaps = {old: new for one, other in zip(log.seats, seats, strict=True) for old, new in _pairs(one, other)}
        pattern = re.compile(
            "|".join(rf"(?<!\w){re.escape(old)}(?!\w)" for old in sorted(swaps, key=len, reverse=True))
        )

        def hide(text: str) -> str:
            return pattern.sub(lambda match: swaps[match[0]], text) if swaps else text

        violation: Violation | None = result.violation
        if violation:
            violation = violation._replace(
                message=hide(violation.message),
                expected=hide(violation.expected),
                observed=hide(violation.observed),
            )
        other: GameLog = replace(
            log,
            source=self._made("source", log.source),
            game_id=self._made("game", f"{log.site}\0{log.game_id}") if log.game_id else log.game_id,
            seats=seats,
            times=None if log.times is None else in_its_month(log.times),
        )
        return replace(
            result,
            log=other,
            violation=violation,
            reason=None if result.reason is None else hide(result.reason),
            deduced={what: hide(why) for what, why in result.deduced.items()},
        )

    def _seat(self, seat: Seat) -> Seat:
        made = self._made("player", seat.id)
        return Seat(made, f"Player {made[:6]}")

    def _made(self, kind: str, text: str) -> str:
        message = f"{kind}\0{text}".encode("utf-8", "surrogatepass")
        return hmac.new(self._key, message, sha256).hexdigest()[:16]


def in_its_month(times: Times) -> Times:
    """The same times, moved so that the first one is at the beginning of its month."""
    start = datetime.fromtimestamp(times.start, UTC)
    moved = int(datetime(start.year, start.month, 1, tzinfo=UTC).timestamp()) - times.start
    end = None if times.end is None else times.end + moved
    return Times(times.start + moved, end, {move: time + moved for move, time in times.moves.items()})


def _pairs(one: Seat, other: Seat) -> list[tuple[str, str]]:
    return [(old, new) for old, new in ((one.id, other.id), (one.name, other.name)) if old]


def open_key(path: Path, dataset: Path) -> Pseudonyms:
    """The pseudonyms of the key in a file; if the file does not exist, a new key is created.

    Raises :class:`BadKey` if the key cannot be read or written, is too short, or is in the folder of the dataset.
    There, everybody with the dataset would have the key.
    """
    if dataset.resolve() in path.resolve().parents:
        raise BadKey(f"{path}: the key file must not be inside the dataset that it protects")
    try:
        if not path.exists():
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(secrets.token_hex(KEY_BYTES) + "\n")
        key = path.read_bytes().strip()
    except OSError as error:
        raise BadKey(f"{path}: {error.strerror or error}") from error
    return Pseudonyms(key)
