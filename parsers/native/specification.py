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

from typing import Any

from innolog.support.schemas import json_schema

HEADER = "innolog"
END = "end"

_PARTS: dict[str, dict[str, Any]] = json_schema("native")["$defs"]
SETS: tuple[str, ...] = tuple(_PARTS["set"]["enum"])
CHOICES: frozenset[str] = frozenset(_PARTS["decision"]["properties"]["choice"]["enum"])
#: The rules that are always stated.
RULES: tuple[str, ...] = tuple(_PARTS["rules"]["required"])
#: How a game ended.
ENDS: dict[str, Any] = _PARTS["end"]["properties"][END]
#: By kind of choice: what the schema says of an answer.
ANSWERS: dict[str, dict[str, Any]] = {
    part["if"]["properties"]["choice"]["const"]: part["then"]["properties"]["answer"]
    for part in _PARTS["decision"]["allOf"]
}
#: The types of JSON. In Python, true and false are numbers.
_TYPES = {"null": type(None), "boolean": bool, "integer": int, "string": str, "array": list}


def allows(form: dict[str, Any], value: object) -> bool:
    """Whether a part of the schema allows a value.

    The package jsonschema is slow and may be missing. So this knows the few keywords that answers and ends have; a test
    compares it with the package.
    """
    if "$ref" in form:
        return allows(_PARTS[form["$ref"].rpartition("/")[2]], value)
    if "oneOf" in form:
        return any(allows(each, value) for each in form["oneOf"])
    if "enum" in form:
        return value in form["enum"]
    types = form["type"] if isinstance(form["type"], list) else [form["type"]]
    if not any(type(value) is _TYPES[each] for each in types):
        return False
    if isinstance(value, list):
        first = form.get("prefixItems", [])
        rest = [form["items"]] * (len(value) - len(first)) if "items" in form else []
        return form.get("minItems", 0) <= len(value) <= form.get("maxItems", len(value)) and all(
            map(allows, [*first, *rest], value)
        )
    if type(value) is int:
        return bool(form.get("minimum", value) <= value <= form.get("maximum", value))
    return True
