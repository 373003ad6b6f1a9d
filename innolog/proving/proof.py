"""A proof as data: everything that a verdict of *legal* rests on.

A proof is one line of JSON, and its schema is ``proof.json`` beside this module. The game in it is one in the native
format: deal and decisions. With it stand the digest of the log that it is about, the number of decisions in each action
with the digest of the state after it, and what was assumed about hidden cards.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from innolog.log.native import RecordedGame
from innolog.support.digests import blake2b
from innolog.support.errors import InnologError
from parsers import fastjson, keys
from parsers.native.reader import read as read_native

#: The version of proofs that this innolog writes and reads.
PROOF_VERSION = 1
#: The fields of a proof with their types. All must be there, and no others.
_FIELDS: dict[str, type] = {
    **dict.fromkeys(("proof", "assumptions", "statements"), int),
    **dict.fromkeys(("source", "log", "verdict", "seal"), str),
    **dict.fromkeys(("actions", "game"), list),
}


class Refused(InnologError, ValueError):
    """A proof does not prove its verdict; the message is one line, and says where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What a verdict rests on.

    ``log`` is the digest of the log's content (:func:`digest_of`). ``actions`` has for each action how many decisions
    it took, and the digest of the state after it; None for the last one if the log ends within it. ``assumptions`` is
    the number of assumptions about hidden cards, ``statements`` that of the log's observations.
    """

    source: str
    log: str
    verdict: str
    actions: list[tuple[int, str | None]]
    assumptions: int
    statements: int
    game: RecordedGame


def digest_of(content: bytes) -> str:
    """The digest of a log's content (unpacked), as 32 hexadecimal digits."""
    return blake2b(content, digest_size=16).hexdigest()


def seal_of(row: dict[str, Any]) -> str:
    """The digest of everything else in a proof. It shows damage; whoever forges a proof can make a new one."""
    rest = {name: value for name, value in row.items() if name != "seal"}
    return digest_of(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode())


def read(line: bytes) -> Proof:
    """Read a proof. Raises :class:`Refused` for anything that is not one, or whose seal is broken."""
    try:
        row = fastjson.loads(line)
    except fastjson.JSONDecodeError as error:
        raise Refused(f"no proof: not JSON ({error.msg})") from None
    if not isinstance(row, dict) or row.keys() != _FIELDS.keys() or keys.repeated_key(line, row):
        raise Refused("no proof: other fields than those of a proof")
    for name, kind in _FIELDS.items():
        if not isinstance(row[name], kind) or isinstance(row[name], bool):
            raise Refused(f"no proof: a {type(row[name]).__name__} as {name}")
    if row["proof"] != PROOF_VERSION:
        raise Refused(f"a proof of version {row['proof']}; this innolog reads {PROOF_VERSION}")
    if row["seal"] != seal_of(row):
        raise Refused("the proof is damaged: its seal is not that of its content")
    actions: list[tuple[int, str | None]] = []
    for action in row["actions"]:
        if not isinstance(action, list) or len(action) != 2 or type(action[0]) is not int or action[0] < 0:
            raise Refused(f"no proof: action {len(actions)} is no number of decisions with a digest")
        if not isinstance(action[1], str | None):
            raise Refused(f"no proof: action {len(actions)} has no digest")
        actions.append((action[0], action[1]))
    try:
        game = read_native(row["source"], b"\n".join(json.dumps(each).encode() for each in row["game"]))
    except InnologError as error:
        raise Refused(f"no game in the proof: {error}") from None
    same = {name: row[name] for name in ("source", "log", "verdict", "assumptions", "statements")}
    return Proof(**same, actions=actions, game=game)
