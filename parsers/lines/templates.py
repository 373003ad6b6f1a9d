"""Tables of wordings: a site's text as data, compiled for reading and writing lines.

A table is a JSON object. ``lines`` maps the keys of :mod:`parsers.lines.keys` to a wording or a list of them, the first
to be written; a key with dots may be nested (``{"draw": {"open": ...}}``). A wording has placeholders
``{{player}}``. ``words`` maps the words that placeholders stand for. Other tables, with a site's
own keys and ``%1`` or ``{{name}}`` placeholders, are taken together with ``keys`` and ``placeholders``, which map our
keys to the site's and, per key of the site, its placeholders to ours.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from innolog.log import Place, UnreadableLog
from parsers.lines.keys import EVERYWHERE, KEYS
from parsers.text import decode, describe, position, shorten, to_utf8

#: Endings of the keys of plural forms in i18next.
_PLURAL = re.compile(r"_(?:zero|one|two|few|many|other|plural)$")
_PLACEHOLDER = re.compile(r"\{\{\s*-?\s*([^{},\s]+)[^{}]*\}\}")
_NUMBERED = re.compile(r"%(\d)")
#: Limits for untrusted tables: far more than any site has.
_MAX_TABLE_BYTES = 4 << 20
_MAX_WORDINGS = 5_000
_MAX_WORDING = 1_000


@dataclass(frozen=True, slots=True)
class Wording:
    """One wording of a key: literal texts and, between them, names of placeholders."""

    key: str
    literals: tuple[str, ...]
    placeholders: tuple[str, ...]

    @property
    def specificity(self) -> tuple[int, int, int]:
        """A sort key: wordings with the most literal text first, wordings that match any words last."""
        return ("rest" in self.placeholders, -sum(map(len, self.literals)), len(self.placeholders))


@dataclass(slots=True)
class Table:
    """Wordings by key, and the words for the values of placeholders.

    ``words`` has: ``places`` (place: names), ``from`` and ``to`` (``own`` and, with ``{{owner}}``, ``other``:
    phrases with ``{{place}}``), ``colors``, ``directions``, ``sets``, ``icons``, ``effects`` (value: names),
    ``ordinals`` and ``numbers`` (number: word), ``second_person`` (word in a wording about a player: the word in
    the form to "You"), ``you`` (names by which the viewer is addressed), ``your`` and ``possessive`` (with
    ``{{name}}``: what ``{{owner}}`` stands for), ``and`` (what stands between colors), ``relics`` (names of the
    backs of relics, by set) ``values_before_names`` (whether a card's value stands before its name)
    ``revealed_unsaid`` (whether a place that is not named is among one's revealed cards), ``alone`` (what the only
    player or team that has not lost is called), ``team`` (words that only the end of a team game has) and ``options``
    (what a title calls ``extra_achievement``, ``teams``, the editions, ``unseen``, and options that change no rule:
    ``no_rule``).
    """

    lines: dict[str, list[str]] = field(default_factory=dict)
    words: dict[str, Any] = field(default_factory=dict)

    def wordings(self) -> Iterator[Wording]:
        """All wordings, also those in the second person, in the order of the table."""
        second = self.words.get("second_person") or {}
        for key, texts in self.lines.items():
            for text in texts:
                yield split(key, text)
                if second and "{{player}}" in text:
                    yield split(key, to_you(text, second))

    def over(self, other: Table) -> Table:
        """This table, completed by another one."""
        lines = {key: list(dict.fromkeys([*self.lines.get(key, ()), *other.lines.get(key, ())])) for key in KEYS}
        return Table({key: texts for key, texts in lines.items() if texts}, _merged(self.words, other.words))


def split(key: str, text: str) -> Wording:
    """A wording split at its placeholders."""
    pieces = _PLACEHOLDER.split(" ".join(text.split()))
    return Wording(key, tuple(pieces[::2]), tuple(pieces[1::2]))


def to_you(text: str, second: Mapping[str, str]) -> str:
    """A wording about a player, in the form addressed to that player."""
    before, player, after = text.partition("{{player}}")
    if not player:
        return text
    words = re.split(r"(\W+)", after)
    return before + "{{you}}" + "".join(second.get(word, word) for word in words)


def texts_of(spoken: str | Sequence[str]) -> Sequence[str]:
    """One or several texts of a table, as a list."""
    return [spoken] if isinstance(spoken, str) else spoken


def _merged(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """The words of both tables, those of ``one`` first."""
    merged = dict(other)
    for key, value in one.items():
        before = merged.get(key)
        if key in _NAMES and isinstance(before, Mapping):
            merged[key] = _united(value, before)
        elif isinstance(value, Mapping) and isinstance(before, Mapping):
            merged[key] = {**before, **value}
        elif isinstance(value, list) and isinstance(before, list):
            merged[key] = list(dict.fromkeys([*value, *before]))
        else:
            merged[key] = value
    return merged


def _united(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, list[str]]:
    """The names of both tables for each value. A name has only the meaning that ``one`` gives it."""
    named = {name for names in one.values() for name in texts_of(names)}
    united = {
        value: [*texts_of(one.get(value, ())), *(name for name in texts_of(other.get(value, ())) if name not in named)]
        for value in {**other, **one}
    }
    return {value: names for value, names in united.items() if names}


@cache
def built_in(name: str) -> Table:
    """One of the tables that come with innolog: ``bga-en``, ``bga-2024-en``, ``yucata-en``, ``yucata-de``."""
    text = (files("parsers.lines") / "tables" / f"{name}.json").read_text(encoding="utf-8")
    return parse_table(name, [json.loads(text)])


def load_tables(sources: Iterable[tuple[str, bytes]]) -> Table:
    """A table from files supplied by a user, as pairs of name and content.

    Raises :class:`~innolog.log.UnreadableLog` for a file that is not a JSON object, or has no key known to innolog.
    """
    found: list[dict[str, Any]] = []
    names: list[str] = []
    for name, data in sources:
        names.append(name)
        if len(data) > _MAX_TABLE_BYTES:
            raise UnreadableLog(name, "", f"a table of wordings of at most {_MAX_TABLE_BYTES} bytes", f"{len(data)}")
        content = _parsed(name, data)
        if not isinstance(content, dict):
            raise UnreadableLog(name, "", "a JSON object of wordings", type(content).__name__)
        found.append(content)
    return parse_table(", ".join(names), found)


def _parsed(name: str, data: bytes) -> Any:
    """The JSON in a file. Raises :class:`~innolog.log.UnreadableLog` with the place of an error."""
    text = decode(name, to_utf8(name, data))
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        place, found = position(text, error.pos), error.msg[:1].lower() + error.msg[1:]
    except RecursionError:
        place, found = "", "JSON nested too deep"
    except ValueError:
        place, found = "", "a number out of range"
    raise UnreadableLog(name, place, "a table of wordings in JSON", found)


def parse_table(name: str, contents: list[dict[str, Any]]) -> Table:
    """A table from one or more JSON objects: ours, or a site's with the mapping of its keys.

    Raises :class:`~innolog.log.UnreadableLog` for a malformed table.
    """
    table = Table()
    site: dict[str, list[str]] = {}
    keys: dict[str, list[str]] = {}
    placeholders: dict[str, dict[str, str]] = {}
    for content in contents:
        words = content.get("words")
        if isinstance(words, dict):
            _check_words(name, words)
            table.words = _merged(words, table.words)
        for ours, theirs in _strings(content.get("keys")):
            keys.setdefault(ours, []).append(theirs)
        named = content.get("placeholders") or {}
        if not isinstance(named, dict) or not all(isinstance(names, dict) for names in named.values()):
            raise UnreadableLog(name, "placeholders", "an object with an object for each key", describe(named))
        for key, names in named.items():
            placeholders[key] = {str(theirs): str(ours) for theirs, ours in names.items()}
        lines = content.get("lines") if isinstance(content.get("lines"), dict) else content
        for key, text in _strings(lines):
            site.setdefault(key, []).append(text)
            if (plain := _PLURAL.sub("", key)) != key:
                site.setdefault(plain, []).append(text)
    for ours, parameters in KEYS.items():
        for theirs in (ours, *keys.get(ours, ())):
            for text in site.get(theirs, ()):
                table.lines.setdefault(ours, []).append(
                    _our_placeholders(text, parameters, placeholders.get(theirs, {}))
                )
    for ours, texts in table.lines.items():
        for text in texts:
            _check(name, ours, text)
    if not table.lines:
        raise UnreadableLog(name, "", "wordings for keys that innolog knows", "none")
    if sum(map(len, table.lines.values())) > _MAX_WORDINGS:
        raise UnreadableLog(name, "", f"at most {_MAX_WORDINGS} wordings", "more")
    return table


#: The entries of ``words``, by the type of their values: see :class:`Table`.
_NAMES = ("places", "from", "to", "colors", "directions", "sets", "relics", "icons", "effects", "options")
_TEXTS = ("you", "your", "possessive", "and", "team", "alone")
_NUMBERED_TEXTS = ("ordinals", "numbers")
_TEXT_FOR_EACH = (*_NUMBERED_TEXTS, "second_person")


def _check_words(name: str, words: Mapping[str, Any]) -> None:
    for key in words:
        value, place = words[key], f"words.{key}"
        if key in _NAMES and not (isinstance(value, dict) and all(map(_is_texts, value.values()))):
            raise UnreadableLog(name, place, "an object of texts or lists of texts", describe(value))
        if key in _TEXTS and not (isinstance(value, list) and _is_texts(value)):
            raise UnreadableLog(name, place, "a list of texts", describe(value))
        if key in _TEXT_FOR_EACH and not (
            isinstance(value, dict) and all(isinstance(text, str) for text in value.values())
        ):
            raise UnreadableLog(name, place, "an object of texts", describe(value))
    if unknown := words.get("places", {}).keys() - {place.value for place in Place}:
        raise UnreadableLog(name, "words.places", ", ".join(place.value for place in Place), shorten(min(unknown)))
    for key in _NUMBERED_TEXTS:
        if wrong := [number for number in words.get(key, {}) if not (number.isascii() and number.isdecimal())]:
            raise UnreadableLog(name, f"words.{key}", "numbers as keys", shorten(wrong[0]))


def _is_texts(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, list) and all(isinstance(text, str) for text in value))


def _strings(content: object, prefix: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """The texts of a nested object, by their keys joined with dots; each item of a list counts as a text."""
    if isinstance(content, str):
        yield prefix, content
    elif isinstance(content, list):
        for item in content:
            if isinstance(item, str):
                yield prefix, item
    elif isinstance(content, dict) and depth < 8:
        for key, inner in content.items():
            yield from _strings(inner, f"{prefix}.{key}" if prefix else str(key), depth + 1)


def _our_placeholders(text: str, parameters: tuple[str, ...], names: Mapping[str, str]) -> str:
    """A wording with our names for the site's placeholders. Numbered ones are mapped by the order of the key's."""

    def numbered(match: re.Match[str]) -> str:
        number = int(match[1])
        ours = names.get(match[1]) or (parameters[number - 1] if 0 < number <= len(parameters) else "rest")
        return "{{" + ours + "}}"

    def named(match: re.Match[str]) -> str:
        return "{{" + names.get(match[1], match[1]) + "}}"

    return _NUMBERED.sub(numbered, _PLACEHOLDER.sub(named, text))


def _check(name: str, key: str, text: str) -> None:
    wording = split(key, text)
    unknown = set(wording.placeholders) - set(KEYS[key]) - EVERYWHERE - ({"rest"} if key == "known" else set())
    if key == "known":
        unknown -= {"player", "card", "value", "color", "icon", "count", "owner", "number"}
    if unknown:
        raise UnreadableLog(name, key, f"the placeholders {', '.join(KEYS[key])}", ", ".join(sorted(unknown)))
    if len(text) > _MAX_WORDING:
        raise UnreadableLog(name, key, f"a wording of at most {_MAX_WORDING} characters", f"{len(text)}")
    if sum(placeholder == "rest" for placeholder in wording.placeholders) > 1:
        raise UnreadableLog(name, key, "one {{rest}}", "several")
