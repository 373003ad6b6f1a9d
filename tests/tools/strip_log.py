"""Makes a sample log out of a Board Game Arena export: facts, ids and keys stay, other people's prose and names go.

    python -m tests.tools.strip_log EXPORT OUTPUT

EXPORT is a JSON export in any envelope (plain or .gz), OUTPUT a .json or .json.gz file. What goes:

- message templates: what stays of one is the key by which the reader of such logs knows it (:data:`KEYS`), if any;
- texts of cards (effects, conditions of achievements), of options and of states, templates nested in arguments;
- HTML: the pieces put around a message's arguments; of any other span the text in it stays, or where it has none the
  tokens that carry facts (``icon_4``, ``card_id_10``);
- player names, replaced by invented ones in order of player id.

Every object keeps its keys and every list its length, so that a reader finds the same structure.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from parsers.bga import notifications

#: What a reader has to recognise in messages, because nothing else says it: the reader's constants of several words.
KEYS = frozenset(
    value for name, value in vars(notifications).items() if name.isupper() and isinstance(value, str) and " " in value
)

#: What says something more of a message that another key names.
_BESIDE = notifications.ENDORSED_AGAIN

INVENTED_NAMES = ("Ada", "Bo", "Cleo", "Dov", "Elin")

#: Arguments that name a part of a card in a fixed word or two: keys in all but name.
_KEPT_ARGUMENTS = frozenset({"qualified_effect", "qualified_action"})
_CARD_TEXT = re.compile(r"_effect_\d|condition_for_claiming")
_STATE_TEXT = frozenset({"description", "descriptionmyturn"})
_HTML_PIECES = frozenset({"<", ">", "<<", ">>", "<<<", ">>>", "[", "]"})
_FACT_TOKEN = re.compile(r"\b(?:card_id|icon|age|type)_\d+\b")
_TAG = re.compile(r"<[^<>]*>")


def strip(export: Any, keys: Collection[str] = KEYS) -> Any:
    """A copy of a parsed export without prose and names. ``keys`` are the parts of messages that stay."""
    names = _player_names(export)
    if len(names) > len(INVENTED_NAMES):
        raise ValueError(f"{len(names)} players; a game has at most {len(INVENTED_NAMES)}")
    return _strip(export, "", keys, dict(zip(names, INVENTED_NAMES, strict=False)))


def _strip(value: Any, argument: str, keys: Collection[str], names: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {name: _strip(inner, name, keys, names) for name, inner in value.items()}
    if isinstance(value, list):
        return [_strip(item, argument, keys, names) for item in value]
    if not isinstance(value, str) or argument in _KEPT_ARGUMENTS:
        return value
    if argument in ("log", "text"):
        kept = max((key for key in keys if key in value), key=len, default="")
        return f"{kept} {_BESIDE}" if _BESIDE in value and _BESIDE not in kept else kept
    if argument in _STATE_TEXT or argument in _HTML_PIECES or _CARD_TEXT.search(argument):
        return ""
    text = _without_html(value)
    return names.get(text, text)


def _without_html(text: str) -> str:
    if "<" not in text or ">" not in text:
        return text
    return _TAG.sub("", text) or " ".join(_FACT_TOKEN.findall(text))


def _player_names(export: Any) -> list[str]:
    """The players' names in order of their ids, from the export's own list or else from the arguments of messages."""
    by_id: dict[str, str] = {}
    _collect_names(export, by_id)
    return [by_id[player] for player in sorted(by_id)]


def _collect_names(value: Any, by_id: dict[str, str]) -> None:
    if isinstance(value, list):
        for item in value:
            _collect_names(item, by_id)
    elif isinstance(value, dict):
        players = value.get("players")
        for player_id, player in _entries(players):
            name = player.get("name") if isinstance(player, dict) else player
            if isinstance(name, str):
                by_id[str(player_id)] = name
        for prefix in ("player", "opponent"):
            player_id, name = value.get(f"{prefix}_id"), value.get(f"{prefix}_name")
            if player_id is not None and isinstance(name, str):
                by_id.setdefault(str(player_id), _without_html(name))
        for inner in value.values():
            _collect_names(inner, by_id)


def _entries(players: Any) -> list[tuple[Any, Any]]:
    if isinstance(players, dict):
        return list(players.items())
    if isinstance(players, list):
        return [(player["id"], player) for player in players if isinstance(player, dict) and "id" in player]
    return []


def _main() -> None:
    parser = argparse.ArgumentParser(description="Strip an export of prose and names.")
    parser.add_argument("export", type=Path)
    parser.add_argument("output", type=Path)
    arguments = parser.parse_args()
    content = arguments.export.read_bytes()
    if arguments.export.suffix == ".gz":
        content = gzip.decompress(content)
    stripped = json.dumps(strip(json.loads(content)), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    if arguments.output.suffix == ".gz":
        stripped = gzip.compress(stripped, mtime=0)
    arguments.output.write_bytes(stripped)


if __name__ == "__main__":
    _main()
