"""The positions of the reference material agree, and a position that was changed does not."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from innolog.cards.facts import card_table
from innolog.cards.registry import card_named
from tests.positions.__main__ import main
from tests.positions.lines import NotApplicable, parse
from tests.positions.playing import play
from tests.shared import sampled

AGRICULTURE, TOOLS, CALENDAR, PHILOSOPHY = map(card_named, ("Agriculture", "Tools", "Calendar", "Philosophy"))
MATHEMATICS = card_named("Mathematics")


def _seat(board: dict[str, list[int]], hand: list[int], score: list[int]) -> dict[str, Any]:
    empty: dict[str, list[int]] = {"forecast": [], "display": [], "revealed": [], "achievements": []}
    return {"hand": hand, "score": score, **empty, "board": board, "splay": dict.fromkeys(board, 0)}


@pytest.fixture
def line() -> dict[str, Any]:
    """Agriculture returns one of two cards and scores one of the next value."""
    board = {str(card_table().color[AGRICULTURE]): [AGRICULTURE]}
    decks = {"0/1": [0], "0/2": [CALENDAR, MATHEMATICS], "0/3": [25]}
    before = {
        "decks": decks,
        "available": [],
        "specials": [],
        "players": [_seat(board, [TOOLS, PHILOSOPHY], []), _seat({}, [], [])],
    }
    after = {
        **before,
        "decks": {"0/1": [TOOLS, 0], "0/2": [CALENDAR]},
        "removed": [],
        "players": [_seat(board, [PHILOSOPHY], [MATHEMATICS]), _seat({}, [], [])],
    }
    return {
        "rules": {"edition": "third", "sets": ["base"], "players": 2, "teams": None},
        "card": AGRICULTURE,
        "action": "dogma",
        "player": 0,
        "achievements_needed": 40,
        "before": before,
        "choices": [["card", 0, TOOLS, [str(TOOLS), str(PHILOSOPHY)]]],
        "transfers": [
            [TOOLS, 0, "hand", 0, -1, "deck", 0, 1, 0, 0],
            [MATHEMATICS, -1, "deck", 1, 0, "score", 0, 0, 1, 0],
        ],
        "after": after,
        "ended": None,
        "eliminated": [],
    }


def test_a_position_agrees_whatever_the_line_says_of_answers(line: dict[str, Any]) -> None:
    assert play(parse("here", line)).agrees
    assert play(parse("here", {**line, "choices": []})).agrees
    assert play(parse("here", {**line, "choices": [["pass", 0], ["card", 0, PHILOSOPHY, []]]})).agrees


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("transfers", 1, 0), CALENDAR),
        (("transfers", 1, 3), 0),
        (("transfers", 1, 4), 1),
        (("transfers", 1, 5), "hand"),
        (("transfers", 1, 8), 0),
        (("transfers", 0, 7), 0),
        (("after", "decks", "0/1"), [0, TOOLS]),
        (("after", "players", 0, "hand"), []),
        (("after", "players", 0, "splay", "3"), 1),
        (("after", "players", 1, "revealed"), [3]),
        (("after", "available"), [3]),
        (("after", "removed"), [3]),
        (("before", "specials"), [105]),
        (("before", "players", 1, "hand"), [0]),
        (("ended",), {"how": "score", "winner": None}),
        (("eliminated",), [1]),
    ],
)
def test_a_position_with_any_fact_changed_disagrees(
    line: dict[str, Any], path: tuple[str | int, ...], value: object
) -> None:
    changed = copy.deepcopy(line)
    place: Any = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    outcome = play(parse("here", changed))
    assert not outcome.agrees
    assert outcome.difference


def test_one_movement_more_or_less_disagrees(line: dict[str, Any]) -> None:
    line["transfers"].append([0, -1, "deck", 0, 0, "hand", 0, 0, 0, 0])
    assert not play(parse("here", line)).agrees
    del line["transfers"][1:]
    assert not play(parse("here", line)).agrees


def test_rules_that_are_not_implemented_are_not_applicable(line: dict[str, Any]) -> None:
    for rules in ({"edition": "ninth"}, {"sets": ["base", "unseen"]}, {"players": 6}):
        with pytest.raises(NotApplicable):
            parse("here", {**line, "rules": {**line["rules"], **rules}})


def test_the_command_lists_disagreements_and_counts(line: dict[str, Any], tmp_path: Path) -> None:
    wrong = {**line, "transfers": line["transfers"][:1]}
    unknown = {**line, "rules": {**line["rules"], "edition": "ninth"}}
    (tmp_path / "some.jsonl").write_text("\n".join(json.dumps(row) for row in (line, wrong, unknown)))
    result = CliRunner().invoke(main, [str(tmp_path)])
    assert result.exit_code == 1
    first, last = result.output.splitlines()
    assert first.startswith("some.jsonl:2: dogma of card 9: ")
    assert last == "played 2, agreeing 1, disagreeing 1, not applicable 1"
    (tmp_path / "some.jsonl").write_text(json.dumps(line))
    result = CliRunner().invoke(main, [str(tmp_path)])
    assert (result.exit_code, result.output) == (0, "played 1, agreeing 1, disagreeing 0, not applicable 0\n")


@pytest.mark.parametrize(("folder", "least"), sampled([("fourth", 1400), ("third", 2000)], 2))
def test_all_positions_of_the_site_agree(shared_folder: Path, folder: str, least: int) -> None:
    """Effects in unusual states that are rare in recorded games: empty zones, ties, endorsed, nested, in teams.

    Found with them: what an endorsed repeat remembers, team-mates, the value of Battleship Yamato on a table that was
    set up by hand, the order in which flags are counted, Fission within another card.
    """
    result = CliRunner().invoke(main, [str(shared_folder / "positions" / folder)])
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1].startswith("played ")
    assert int(result.output.splitlines()[-1].split()[1].rstrip(",")) > least
