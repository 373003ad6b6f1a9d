"""Every field of the native format with a value of every wrong type.

A kind of choice that was a list ended in a fault of innolog, true was taken for card 1, and a player that was no object
was left out. The class: a value of another type than the specification says, anywhere. So the cases are made from the
specification: each field, with each type of JSON that it does not have, must be unreadable in its line.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from click.testing import CliRunner

from innolog.cards.generations import Generation
from innolog.cli import main
from innolog.conversion.simulated import native_file
from innolog.engine.ruleset import Ruleset
from innolog.judging.verdicts import judged
from innolog.replay.forced import NOTHING
from innolog.simulate import seats, simulate
from parsers.files import Blob
from tests.fuzz.mutations import replaced
from tests.shared import REPOSITORY

#: One value of each type, and the extremes that a type has.
VALUES = {
    "null": ["null"],
    "bool": ["true", "false"],
    "number": ["-1", "99999", "1" + "0" * 30, "-9223372036854775808"],
    "float": ["1.0", "1e300", "0.5"],
    "text": ['""', '"x"', '"' + "9" * 5000 + '"'],
    "list": ["[]", "[[]]", "[{}]", "[null]", "[true]", "[1.0]"],
    "object": ["{}", '{"x": {}}'],
}
#: The fields of the header, of a decision and of the end: where they are, and of which types they may be.
FIELDS: dict[str, list[tuple[tuple[str | int, ...], set[str]]]] = {
    "header": [
        ((), {"object"}),
        (("innolog",), {"number"}),
        (("site",), {"text"}),
        (("game_id",), {"text"}),
        (("sources",), {"list"}),
        (("sources", 0), {"text"}),
        (("players",), {"list"}),
        (("players", 0), {"object"}),
        (("players", 0, "id"), {"text"}),
        (("players", 0, "name"), {"text"}),
        (("rules",), {"object"}),
        (("rules", "edition"), {"text"}),
        (("rules", "platform"), {"text"}),
        (("rules", "sets"), {"list"}),
        (("rules", "sets", 0), {"text"}),
        (("rules", "players"), {"number"}),
        (("rules", "teams"), {"null", "list"}),
        (("rules", "options"), {"object"}),
        (("rules", "options", "relics"), {"bool"}),
        (("time",), {"null", "list"}),
        (("time", 0), {"number"}),
        (("setup",), {"object"}),
        (("setup", "decks"), {"object"}),
        (("setup", "decks", "base 1"), {"list"}),
        (("setup", "decks", "base 1", 0), {"number"}),
        (("setup", "hands"), {"list"}),
        (("setup", "hands", 0), {"list"}),
        (("setup", "achievements"), {"list"}),
        (("setup", "achievements", 0), {"number"}),
        (("setup", "specials"), {"list"}),
        (("setup", "relics"), {"list"}),
        (("setup", "unknown"), {"list"}),
        (("setup", "unknown", 0), {"object"}),
        (("setup", "unknown", 0, "id"), {"number"}),
        (("setup", "unknown", 0, "set"), {"text"}),
        (("setup", "unknown", 0, "age"), {"number"}),
    ],
    "decision": [
        ((), {"object"}),
        (("player",), {"number"}),
        (("choice",), {"text"}),
        (("answer",), {"null", "bool", "number", "text", "list"}),
        (("move",), {"null", "number"}),
    ],
    "end": [
        ((), {"object"}),
        (("end",), {"null", "text"}),
        (("winners",), {"list"}),
        (("winners", 0), {"number"}),
        (("decisions",), {"null", "number"}),
        (("digest",), {"null", "text"}),
    ],
}
#: Values that hardly any list may contain, and the lists that may.
_MEMBERS = ("[[]]", "[{}]", "[true]", "[1.0]", "[null]")
_ANY_MEMBERS = (("setup", "hands"), ("answer",))


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    output = tmp_path_factory.mktemp("native") / "game.innolog"
    # Some cards of a game that a spectator saw are backs to the end.
    sample = REPOSITORY / "sample_logs" / "base_3p_spectator.json.gz"
    arguments = ["convert", str(sample), "--to", "native", "--one-of-many", "-o", str(output)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    return [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    ("part", "path", "allowed"),
    [(part, *field) for part, fields in FIELDS.items() for field in fields],
    ids=lambda value: (
        ".".join(map(str, value)) if isinstance(value, tuple) else value if isinstance(value, str) else ""
    ),
)
def test_a_value_of_another_type_is_unreadable_in_its_line(
    part: str, path: tuple[str | int, ...], allowed: set[str], lines: list[Any]
) -> None:
    number = {"header": 0, "decision": 1, "end": len(lines) - 1}[part]
    # Only up to the line, because a later one can be wrong, too.
    game = [json.dumps(line) for line in lines[: max(number + 1, 2)]]
    for kind, literals in VALUES.items():
        for literal in literals:
            game[number] = replaced(lines[number], path, literal)
            row = judged(Blob("game.innolog", "\n".join(game).encode()), NOTHING)
            assert "innolog itself failed" not in (row.message or ""), row
            wrong_type = kind not in allowed or (literal in _MEMBERS and path not in _ANY_MEMBERS)
            # A file with another beginning is not recognized as this format.
            assert not wrong_type or row.verdict == "unreadable", (literal, row)
            if row.verdict == "unreadable" and path not in ((), ("innolog",)):
                assert (row.place or "").startswith(f"line {number + 1}"), (literal, row)


def test_the_unchanged_game_is_legal(lines: list[Any]) -> None:
    data = "\n".join(map(json.dumps, lines)).encode()
    assert judged(Blob("game.innolog", data), NOTHING).verdict == "legal"


@pytest.mark.parametrize(("generation", "verdict"), [("G8", "legal"), ("G9", "unsupported"), ("G10", "unsupported")])
def test_only_an_earlier_generation_is_named(generation: str, verdict: str) -> None:
    """As the schema says. G9 is meant by no name, and G10 is a platform of its own."""
    _, content = native_file(simulate(Ruleset(generation=Generation.G8), 2, seats(["uniform"], 2, 2)))
    data = content.replace('"generation":"G8"', f'"generation":"{generation}"').encode()
    assert generation.encode() in data
    assert judged(Blob("game.innolog", data), NOTHING).verdict == verdict


def test_every_field_is_in_the_table(lines: list[Any]) -> None:
    """What the writer writes and the table lacks would not be tried."""
    named = {part: {path[0] for path, _ in fields if path} for part, fields in FIELDS.items()}
    assert set(lines[0]) - {"settled"} <= named["header"]
    assert set(lines[1]) <= named["decision"]
    assert set(lines[-1]) <= named["end"]


def test_true_is_no_number_and_one_is_no_yes() -> None:
    """An answer of true was taken for card, color or value 1, and false for 0."""
    _, content = native_file(simulate(Ruleset(), 2, seats(["uniform"], 2, 2)))
    rows = content.splitlines()
    changed = Counter[str]()
    for number, row in enumerate(map(json.loads, rows)):
        # 0 and 1 of either type.
        if row.get("answer") in (0, 1):
            answer = int(row["answer"]) if isinstance(row["answer"], bool) else bool(row["answer"])
            other = [*rows[:number], json.dumps({**row, "answer": answer})]
            judgement = judged(Blob("game.innolog", "\n".join(other).encode()), NOTHING)
            assert (judgement.verdict, judgement.place) == ("unreadable", f"line {number + 1}, answer"), row
            changed[row["choice"]] += 1
    assert changed.keys() >= {"card", "color", "yes or no"}
