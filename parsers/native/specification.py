"""The words of the native format, version 1.

The first line is the header: ``innolog`` (the version), ``site``, ``game_id``, ``sources``, ``players`` (id and name in
turn order), ``rules``, ``time`` (only if recorded: when the game began and ended, in seconds since 1970), ``settled``
(only if the sources left facts open: the names of these facts, of :class:`~innolog.log.Fact` in lower case; the game is
then one of those that explain the sources), and ``setup``: ``decks`` (by set and age, bottom to top), ``hands``,
``achievements``, ``specials``, ``relics`` as lists of card ids, and ``unknown``, the cards of which only the back is
known (``id``, ``set``, ``age``, ``relic``, and ``faces`` if it can be only some cards). Every further line is a
decision (``player``, ``choice``, ``answer``, ``move``; the last one of an action may have the ``digest`` of the state
after it). The last line is the end: ``end`` (how the game ended, null for an unfinished one), ``winners``,
``decisions`` (their number) and ``digest`` of the last state.

``schema.json`` beside this module has the words and the values, and the reader takes them from there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from innolog.support.schemas import json_schema
from parsers.text import json_text, shorten

HEADER = "innolog"
END = "end"

_PARTS: dict[str, dict[str, Any]] = json_schema("native")["$defs"]
SETS: tuple[str, ...] = tuple(_PARTS["set"]["enum"])
CHOICES: frozenset[str] = frozenset(_PARTS["decision"]["properties"]["choice"]["enum"])
#: How a game ended.
ENDS: dict[str, Any] = _PARTS["end"]["properties"][END]
#: By kind of choice: what the schema says of an answer.
ANSWERS: dict[str, dict[str, Any]] = {
    part["if"]["properties"]["choice"]["const"]: part["then"]["properties"]["answer"]
    for part in _PARTS["decision"]["allOf"]
}
#: The header, and the parts of it that list values of which there may be more one day.
HEADER_LINE: dict[str, Any] = _PARTS["header"]
_GROWING = [_PARTS["set"], *(_PARTS["rules"]["properties"][name] for name in ("edition", "platform", "generation"))]
#: The types of JSON. In Python, true and false are numbers.
_TYPES = {"null": type(None), "boolean": bool, "integer": int, "string": str, "array": list, "object": dict}
_TYPES_IN_WORDS = {
    "null": "null",
    "boolean": "true or false",
    "integer": "a whole number",
    "string": "text",
    "array": "a list",
    "object": "an object",
}


class _Limit(NamedTuple):
    """What a keyword of the schema asks for, in words, and whether a value has it; true for values of other types."""

    expected: str
    holds: Callable[[Any, Any], bool]


_LIMITS: dict[str, _Limit] = {
    "enum": _Limit("one of {}", lambda known, value: value in known),
    "minimum": _Limit("a number of at least {}", lambda least, value: type(value) is not int or value >= least),
    "maximum": _Limit("a number of at most {}", lambda most, value: type(value) is not int or value <= most),
    "minItems": _Limit(
        "a list of at least {}", lambda least, value: not isinstance(value, list) or len(value) >= least
    ),
    "maxItems": _Limit("a list of at most {}", lambda most, value: not isinstance(value, list) or len(value) <= most),
    "contains": _Limit("a list with {}", lambda form, value: any(allows(form, each) for each in value)),
    "uniqueItems": _Limit("a list that has nothing twice", lambda _, value: len(set(value)) == len(value)),
    "const": _Limit("{}", lambda known, value: value == known),
}


class Fault(NamedTuple):
    """A value that the schema does not allow: where it is in its line, what the schema expects, and what is there.

    ``new``: True if a newer version of the format may have the value, such as another set.
    """

    place: str
    expected: str
    found: object
    new: bool = False


def allows(form: dict[str, Any], value: object) -> bool:
    """Whether a part of the schema allows a value."""
    return next(faults(form, value), None) is None


def faults(form: dict[str, Any], value: object, place: str = "") -> Iterator[Fault]:
    """What a part of the schema does not allow in a value.

    The package jsonschema is slow and may be missing. So this knows the few keywords that the schema has; a test
    compares it with the package.
    """
    if "$ref" in form:
        form = _PARTS[form["$ref"].rpartition("/")[2]]
    if "oneOf" in form:
        if not any(allows(each, value) for each in form["oneOf"]):
            yield Fault(place, "another value", value)
        return
    types = form.get("type", ())
    types = (types,) if isinstance(types, str) else types
    if types and not any(type(value) is _TYPES[each] for each in types):
        yield Fault(place, " or ".join(_TYPES_IN_WORDS[each] for each in types), value)
        return
    # What a list contains comes first: that nothing stands twice is asked of plain values alone.
    if isinstance(value, dict):
        yield from _in_object(form, value, place)
    elif isinstance(value, list):
        first = form.get("prefixItems", [])
        for index, each in enumerate(value):
            yield from faults(first[index] if index < len(first) else form.get("items", {}), each, f"{place}/{index}")
    for keyword, condition in form.items():
        if keyword in _LIMITS and not _LIMITS[keyword].holds(condition, value):
            new = isinstance(value, str) and any(form is each for each in _GROWING)
            yield Fault(place, _LIMITS[keyword].expected.format(_written(condition)), value, new)


def _in_object(form: dict[str, Any], value: dict[str, object], place: str) -> Iterator[Fault]:
    for name in form.get("required", ()):
        if name not in value:
            yield Fault(f"{place}/{name}", "a value", None)
    patterns = form.get("patternProperties", {})
    for name, each in value.items():
        inside = f"{place}/{shorten(name, 30)}"
        # In Python, the end of a pattern also matches before a line feed.
        found = [part for pattern, part in patterns.items() if re.fullmatch(pattern, name)]
        part = form.get("properties", {}).get(name) or next(iter(found), form.get("additionalProperties", {}))
        if part is False:
            # These are the supply piles.
            yield Fault(inside, "the set and the age of a supply pile", name, name.partition(" ")[0] not in SETS)
        else:
            yield from faults(part, each, inside)


def _written(condition: object) -> str:
    """What a keyword of the schema asks for, in words."""
    if isinstance(condition, list):
        return ", ".join(json_text(each) for each in condition)
    return json_text(condition["const"] if isinstance(condition, dict) else condition)
