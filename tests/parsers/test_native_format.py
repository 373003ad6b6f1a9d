"""The specification of the native format: its schema, its examples and its document agree with the reader."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from innolog.cards.editions import Platform
from innolog.cards.facts import card_table
from innolog.cards.generations import USUAL, Generation
from innolog.cli import main
from innolog.engine.choices import ChoiceKind
from innolog.engine.operations import ActionKind
from innolog.engine.zones import Zone
from innolog.judging.verdicts import judged
from innolog.log import Fact, UnreadableLog, UnsupportedLog
from innolog.replay.forced import NOTHING
from innolog.support.schemas import json_schema
from parsers.files import Blob
from parsers.native import reader, writer
from parsers.native.specification import ANSWERS, CHOICES, SETS

_FOLDER = files("innolog") / "docs"
_EXAMPLES: dict[str, dict[str, str | None]] = json.loads((_FOLDER / "native" / "verdicts.json").read_text("utf-8"))
_VALIDATOR = Draft202012Validator(json_schema("native"))


def _example(name: str) -> bytes:
    return (_FOLDER / "native" / f"{name}.innolog").read_bytes()


def _rows(name: str) -> list[Any]:
    return [json.loads(line) for line in _example(name).splitlines()]


def test_the_schema_is_one_and_has_the_words_of_the_reader() -> None:
    Draft202012Validator.check_schema(json_schema("native"))
    parts = json_schema("native")["$defs"]
    assert set(parts["decision"]["properties"]["choice"]["enum"]) == CHOICES == {kind.value for kind in ChoiceKind}
    assert tuple(parts["set"]["enum"]) == SETS
    rules = parts["rules"]["properties"]
    assert rules["platform"]["enum"] == [platform.value for platform in Platform]
    assert rules["generation"]["enum"] == [generation.name for generation in Generation if generation < USUAL]
    assert parts["header"]["properties"]["settled"]["items"]["enum"] == [fact.name.lower() for fact in Fact]
    action = next(one for one in parts["decision"]["allOf"] if one["if"]["properties"]["choice"] == {"const": "action"})
    kinds = action["then"]["properties"]["answer"]["oneOf"][1]["prefixItems"][0]["enum"]
    assert kinds == [kind.value for kind in ActionKind]
    assert sorted(ANSWERS["place"]["enum"][1:]) == sorted(zone.name.lower() for zone in Zone)


@pytest.mark.parametrize("name", _EXAMPLES)
def test_every_example_has_its_verdict(name: str) -> None:
    row = judged(Blob(f"{name}.innolog", _example(name)), NOTHING)
    assert {"verdict": row.verdict, "rule": row.rule, "place": row.place} == _EXAMPLES[name]
    sound = all(_VALIDATOR.is_valid(each) for each in _rows(name))
    # What needs more than one value, or the table of cards, to be seen is not the schema's to say.
    seen = name.startswith(("unreadable_", "unsupported_"))
    assert sound == (not seen or name in ("unreadable_card_twice", "unsupported_card"))


def test_the_examples_have_every_edition_set_and_kind_of_action() -> None:
    """But for endorsing and parleys, which need Cities and what few games have."""
    headers = [_rows(name)[0]["rules"] for name in _EXAMPLES if name.startswith(("legal", "illegal"))]
    assert {rules["edition"] for rules in headers} >= {"third", "fourth"}
    assert {name for rules in headers for name in rules["sets"]} == set(SETS)
    rows = [row for name in _EXAMPLES if name.startswith("legal") for row in _rows(name)]
    done = {row["answer"][0] for row in rows if row.get("choice") == "action" and row["answer"]}
    assert {"draw", "meld", "dogma", "achieve", "inspire", "decree"} <= done


def test_the_document_has_the_number_of_each_special_achievement() -> None:
    text = (_FOLDER / "native.md").read_text(encoding="utf-8")
    specials = card_table().achievements.values()
    assert [each.name for each in specials if f"{each.id} {each.name}" not in text] == []


def test_every_example_is_listed() -> None:
    assert {each.name for each in (_FOLDER / "native").iterdir()} == {
        "verdicts.json",
        *(f"{name}.innolog" for name in _EXAMPLES),
    }


def test_the_document_has_an_example_of_each_kind_of_choice() -> None:
    text = (_FOLDER / "native.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```jsonl\n(.*?)```", text, re.DOTALL)
    rows = [json.loads(line) for line in block.splitlines()]
    assert all(_VALIDATOR.is_valid(row) for row in rows)
    assert {row["choice"] for row in rows} == CHOICES
    assert [kind.value for kind in ActionKind if f"`{kind.value}`" not in text] == []


@pytest.mark.parametrize("name", [name for name in _EXAMPLES if name.startswith(("legal", "illegal"))])
def test_what_is_read_is_written_again(name: str) -> None:
    game = reader.read(name, _example(name))
    again = "\n".join(writer.lines(game))
    if game.finished:
        assert [json.loads(line) for line in again.splitlines()] == _rows(name)
    assert "\n".join(writer.lines(reader.read(name, again.encode()))) == again


def _paths(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _paths(each, (*path, key))


_SHORT = _rows("legal_cut_off")[:12]
_PLACES = [(number, path) for number, row in enumerate(_SHORT) for path in _paths(row) if path]
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3000) | st.text(max_size=4) | st.sampled_from([*CHOICES, *SETS]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)


@pytest.mark.long
@settings(max_examples=50, deadline=None, derandomize=True)
@given(place=st.sampled_from(_PLACES), value=_JSON)
def test_a_line_that_the_schema_refuses_is_never_judged(place: tuple[int, tuple[Any, ...]], value: object) -> None:
    rows = json.loads(json.dumps(_SHORT))
    number, path = place
    inside = rows[number]
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    data = "\n".join(map(json.dumps, rows)).encode()
    if not _VALIDATOR.is_valid(rows[number]):
        assert judged(Blob("x.innolog", data), NOTHING).verdict in ("unreadable", "unsupported")
        return
    try:
        game = reader.read("x", data)
    except (UnreadableLog, UnsupportedLog):
        # The reader looks at more than one line and one value.
        return
    assert reader.read("x", "\n".join(writer.lines(game)).encode()).decisions == game.decisions


_NO_VALUE = object()


def _breaks(part: Any, value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """For each condition of a part of the schema, a place in a value and what breaks the condition there."""
    part = json_schema("native")["$defs"][part["$ref"].rpartition("/")[2]] if "$ref" in part else part
    for keyword, condition in part.items():
        match keyword:
            case "type" | "enum" | "oneOf":
                for other in json.loads('[null, true, -1, 0.5, "x", [], {}, 1000000000000]'):
                    yield path, other
            case "minimum" | "maximum":
                yield path, condition + (1 if keyword == "maximum" else -1)
            case "minItems" | "maxItems":
                yield path, [*value, *value] * 10 if keyword == "maxItems" else value[: condition - 1]
            case "uniqueItems":
                yield path, [*value, value[0]]
            case "contains":
                yield path, [each for each in value if each != condition["const"]]
                yield path, ["cities"]
            case "required":
                yield from (((*path, name), _NO_VALUE) for name in condition)
            case "properties":
                for name, inner in condition.items():
                    yield from _breaks(inner, value.get(name), (*path, name))
            case "patternProperties" | "additionalProperties":
                inner = next(iter(condition.values())) if keyword == "patternProperties" else condition
                yield from (((*path, name), next(iter(value.values()))) for name in ("base 12", "base 01", "x"))
                yield from _breaks(inner, value[min(value)], (*path, min(value))) if inner else ()
            case "items":
                yield from _breaks(condition, value[0], (*path, 0)) if value else ()
            case _:
                assert keyword in ("title", "description", "const", "allOf"), keyword


@pytest.mark.parametrize("part", ["header", "decision", "end"])
def test_what_breaks_a_condition_of_the_schema_accuses_nobody(part: str) -> None:
    """Without the base set a game was *illegal*, and a pile called "base 01" was read as "base 1"."""
    rows = [*_rows("legal_hidden_cards")[:2], _rows("legal_hidden_cards")[-1]]
    rows[0] |= {"sources": ["x"], "settled": ["splays"], "time": [1, 2]}
    rows[0]["rules"] |= {"generation": "G8", "teams": [0, 1], "sets": ["cities", "base"]}
    rows[0]["setup"]["unknown"][0] |= {"relic": False, "faces": [1]}
    number = ["header", "decision", "end"].index(part)
    rows[2]["decisions"] = 1
    refused = 0
    for path, bad in _breaks(json_schema("native")["$defs"][part], rows[number], (number,)):
        inside = changed = json.loads(json.dumps(rows))
        for key in path[:-1]:
            inside = inside[key]
        if bad is _NO_VALUE:
            del inside[path[-1]]
        else:
            inside[path[-1]] = bad
        if _VALIDATOR.is_valid(changed[number]):
            continue
        refused += 1
        row = judged(Blob("x.innolog", "\n".join(map(json.dumps, changed)).encode()), NOTHING)
        # Of some things there may be more one day.
        grows = path[-1] in ("edition", "platform", "generation", "set", "choice") or path[-2:] == ("sets", 0)
        unknown = path[-1] == "x" or (grows and isinstance(bad, str))
        assert row.verdict == ("unsupported" if unknown else "unreadable"), (path, bad, row)
    assert refused >= 10


def test_a_set_stands_once_and_a_hidden_card_lies_somewhere() -> None:
    """What was wrong: neither was looked at, and both files were legal."""
    for name, expected in (("sets", "a list that has nothing twice"), ("unknown", "every card in one place")):
        rows = _rows("legal_hidden_cards")
        unknown = rows[0]["setup"]["unknown"]
        listed = rows[0]["rules"]["sets"] if name == "sets" else unknown
        listed.append(listed[0] if name == "sets" else {**unknown[-1], "id": unknown[-1]["id"] + 1})
        with pytest.raises(UnreadableLog, match=expected):
            reader.read("x", "\n".join(map(json.dumps, rows)).encode())


def _answered(choice: str, answer: object) -> tuple[bool, bytes]:
    """Whether the schema allows an answer, and a game that breaks off after it."""
    row = {"player": 0, "choice": choice, "answer": answer}
    return _VALIDATOR.is_valid(row), "\n".join(map(json.dumps, [*_rows("legal_cut_off")[:3], row])).encode()


_ANSWERS: list[object] = json.loads(
    '[null, true, false, -1, 0, 4, 5, 9, 10, 104, "", "red", "hand", "attic", "base", {}, [], [null], [0, 4], [5], '
    '[-1], ["meld", 3], ["melt", 3], ["meld", true], ["meld", -1], ["meld"], ["draw", null], ["draw", null, null], '
    '[0, "draw"]]'
)


@pytest.mark.parametrize("choice", sorted(CHOICES))
def test_the_reader_and_the_schema_know_the_same_answers(choice: str) -> None:
    """What the format does not have was *illegal*, and `check` called some of it well-formed."""
    for answer in _ANSWERS:
        allowed, data = _answered(choice, answer)
        if allowed:
            assert [each.answer for each in reader.read("x", data).decisions[-1:]] == [answer]
        elif choice == "set" and isinstance(answer, str):
            # There may be more of them one day.
            with pytest.raises(UnsupportedLog, match="does not know the set"):
                reader.read("x", data)
        else:
            with pytest.raises(UnreadableLog, match=f"line 4, answer: expected an answer to a choice of {choice}"):
                reader.read("x", data)


@pytest.mark.parametrize(("choice", "answer"), [("action", ["meld", 1999]), ("card", 1999), ("order", [1, 1999])])
def test_a_card_that_is_not_known_accuses_nobody(choice: str, answer: object) -> None:
    """Such an answer was *illegal*, though the same number in the setup was *unsupported*."""
    _, data = _answered(choice, answer)
    assert judged(Blob("x.innolog", data), NOTHING).message == "line 4: innolog does not know the card with number 1999"
    with pytest.raises(UnreadableLog, match="line 4, answer: expected the id of a card, found the number 2000"):
        reader.read("x", data.replace(b"1999", b"2000"))


@pytest.mark.parametrize(
    "path", ["site", "rules", "rules/platform", "players/0/name", "setup", "setup/specials", "setup/unknown"]
)
def test_a_field_that_is_missing_is_named(path: str) -> None:
    """The message was "line 1: expected a list, found null"."""
    rows = _rows("legal_cut_off")
    *outer, field = path.split("/")
    inside = rows[0]
    for key in outer:
        inside = inside[int(key) if key.isdigit() else key]
    del inside[field]
    with pytest.raises(UnreadableLog) as caught:
        reader.read("x", "\n".join(map(json.dumps, rows)).encode())
    assert caught.value.place == f"line 1, {path}"
    assert not _VALIDATOR.is_valid(rows[0])


@pytest.mark.parametrize("field", ["relics", "teams", "options", "time", "sources", "settled"])
def test_what_may_be_left_out_is_said_in_the_document(field: str) -> None:
    rows = _rows("legal_cut_off")
    for inside in (rows[0], rows[0]["rules"], rows[0]["setup"]):
        inside.pop(field, None)
    assert _VALIDATOR.is_valid(rows[0])
    assert judged(Blob("x.innolog", "\n".join(map(json.dumps, rows)).encode()), NOTHING).verdict == "legal_so_far"
    text = (_FOLDER / "native.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"may be left out of the header: ([^.]*)\.", text)
    assert f"`{field}`" in listed


def test_check_names_the_line_and_the_place_in_it(tmp_path: Path) -> None:
    path = tmp_path / "game.innolog"
    rows = _rows("legal")
    rows[0]["rules"]["edition"] = "fifth"
    other = _rows("legal")
    other[5]["answer"] = "perhaps"
    for content, found in (
        (rows, "game.innolog: line 1, rules/edition: 'fifth' is not one of"),
        (other, 'game.innolog: line 6, answer: expected an answer to a choice of action, found "perhaps"'),
    ):
        path.write_text("\n".join(map(json.dumps, content)), encoding="utf-8")
        done = CliRunner().invoke(main, ["check", str(path)])
        assert done.exit_code == 3
        assert found in done.output
    printed = CliRunner().invoke(main, ["check", "--schema"])
    assert (printed.exit_code, json.loads(printed.output)) == (0, json_schema("native"))
    assert CliRunner().invoke(main, ["check"]).exit_code == 2
