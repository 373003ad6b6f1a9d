"""What stands beside the entries of a tracker's file: numbers and times of moves, the viewer, the own hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from innolog.conversion.retelling import convert
from innolog.conversion.simulated import as_replay
from innolog.engine.ruleset import Ruleset
from innolog.log import NOBODY, At, Ended, Observation, Place, Seat, Transfer, UnreadableLog
from innolog.replay import Verdict, replay
from innolog.simulate import seats, simulate
from parsers import read_blob
from parsers.files import Blob
from parsers.tracker import beside
from parsers.tracker.times import times_of
from tests.table import card

Entries = list[dict[str, Any]]


def _at(index: int) -> At:
    return At(index, index + 1, 0, "entry")


def _move(index: int, seat: int, start: Place, end: Place, name: str | None) -> Transfer:
    owner = NOBODY if start is Place.DECK else seat
    number = None if name is None else card(name)
    return Transfer(_at(index), number, 0, 1, False, owner, start, None, seat, end, None, None, None, None, None, ())


def test_numbers_and_times_of_moves_do_not_decrease() -> None:
    """One of a kind is named, at its entry; entries without them, and with equal ones, are honest."""
    entries: list[dict[str, Any]] = [
        {"move": 1, "time": 10**9},
        {"move": "1"},
        {"move": 3, "time": 10**9},
        {"move": None},
    ]
    assert not list(beside.moves_out_of_order(entries, _at))
    wrong = [*entries, {"move": 2, "time": 10**9 - 1}, {"move": 1}]
    assert [found.at.packet for found in beside.moves_out_of_order(wrong, _at)] == [5, 5]
    actions: list[dict[str, Any]] = [{"logIndex": 0, "time": 10**9}, {"logIndex": 2, "time": str(10**9)}]
    assert not list(beside.actions_out_of_order(actions, _at, 4))
    actions[1]["time"] = 10**9 - 5
    assert [found.at.packet for found in beside.actions_out_of_order(actions, _at, 4)] == [3]
    for unit in (lambda time: time * 1000, lambda time: time + 0.5, lambda time: f"{time}.25"):
        late: Entries = [{"time": unit(10**9)}, {"time": unit(10**9)}, {"time": unit(10**9 - 1)}]
        assert not list(beside.moves_out_of_order(late[:2], _at))
        assert [found.at.packet for found in beside.moves_out_of_order(late, _at)] == [3]


def test_the_time_of_an_action_is_that_of_its_entries() -> None:
    """The site asks for an action after what came before, and it begins after that: perhaps days later."""
    entries: Entries = [{"time": 10**9}, {"time": str(10**9)}, {}, {"time": 10**9 + 86_400}]
    for index, time, fits in (
        (0, 10**9 - 86_400, True),
        (2, 10**9 + 5, True),
        (3, 10**9 + 86_400, True),
        (3, "soon", True),
        (9, 5, True),
        # Both times are of one clock, but may have been written one after the other.
        (2, 10**9 - 5, True),
        (1, 10**9 + 100, False),
        (2, 5, False),
        (2, 10**9 + 10**8, False),
    ):
        found = list(beside.actions_at_other_times(entries, [{"logIndex": index, "time": time}], _at))
        assert [each.at.packet for each in found] == ([] if fits else [index + 1])
    assert not list(beside.actions_at_other_times([{}], [{"logIndex": 0, "time": 5}], _at))
    assert times_of([{"move": 1, "time": 5}], None) is not None
    # True is no number of an entry.
    for first, known in ((1, True), ("1", True), (True, False)):
        assert (times_of([{"move": 1}, {"move": 3}], [{"logIndex": first, "time": 10**9}]) is not None) is known


@cache
def _file(generation: str) -> str:
    game = as_replay(simulate(Ruleset(), 7, seats(["sensible"], 2, 7)))
    return convert(game, "tracker", 0, generation=generation)


def _judged(generation: str, change: Callable[[dict[str, Any]], object]) -> Verdict:
    content = json.loads(_file(generation))
    change(content)
    return replay(read_blob(Blob("game_log.json", json.dumps(content).encode()))).verdict


def _end(content: dict[str, Any], name: str, kind: str) -> None:
    last = content["log"][-1]
    winner = last["msg"].removeprefix("END OF GAME BY ACHIEVEMENTS: ").partition(" ")[0]
    (other,) = set(content["players"].values()) - {winner}
    content["log"].append({**last, "type": kind, "msg": last["msg"].replace(winner, other if name else winner)})


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        (lambda content: _end(content, "other", "gameEnd"), Verdict.ILLEGAL),
        (lambda content: _end(content, "", "gameEnd"), Verdict.LEGAL),
        (
            lambda content: content["log"].append({"type": "chat", "msg": "Well played, Ada has got 6 of them"}),
            Verdict.LEGAL,
        ),
    ],
)
def test_an_end_in_an_entry_of_an_unknown_type_counts(
    change: Callable[[dict[str, Any]], object], verdict: Verdict
) -> None:
    """A second end with another winner was ignored because of its type. One that repeats the first is honest."""
    assert _judged("camel", change) is verdict


def _beside(other: str, value: Callable[[Any], Any]) -> Callable[[dict[str, Any]], object]:
    own = {"card_name": "cardName", "source_owner": "sourceOwner", "card_age": "cardAge", "meld_keyword": "meldKeyword"}

    def change(content: dict[str, Any]) -> None:
        entry = [entry for entry in content["log"] if entry.get(own[other])][3]
        entry[other] = value(entry[own[other]])

    return change


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("card_name", lambda name: "Software"),
        ("source_owner", lambda name: "Zorro"),
        ("card_age", lambda age: int(age) + 1),
        ("meld_keyword", lambda told: not told),
    ],
)
def test_keys_of_another_generation_beside_say_the_same(key: str, value: Callable[[Any], Any]) -> None:
    """They were not read, so that an entry could name two cards."""
    assert _judged("camel", _beside(key, value)) is Verdict.ILLEGAL
    assert _judged("camel", _beside(key, lambda told: told)) is Verdict.LEGAL
    if key == "card_age":
        assert _judged("camel", _beside(key, str)) is Verdict.LEGAL


def test_flags_are_true_or_false() -> None:
    def change(content: dict[str, Any]) -> None:
        next(entry for entry in content["log"] if "meldKeyword" in entry)["meldKeyword"] = "false"

    with pytest.raises(UnreadableLog, match='expected true or false as meldKeyword, found the text "false"'):
        _judged("camel", change)


def test_a_file_has_no_more_entries_than_it_states() -> None:
    for more, verdict in ((-1, Verdict.ILLEGAL), (0, Verdict.LEGAL), (5, Verdict.LEGAL)):
        content = json.loads(_file("text"))
        content["total_entries"] = len(content["log"]) + more
        assert replay(read_blob(Blob("game_log.json", json.dumps(content).encode()))).verdict is verdict


def test_the_viewer_is_the_player_whose_cards_are_shown() -> None:
    seats = [Seat("1", "Ada"), Seat("2", "Bob")]
    drawn: list[Observation] = [
        _move(1, 0, Place.DECK, Place.HAND, "Tools"),
        _move(2, 1, Place.DECK, Place.HAND, None),
        _move(3, 1, Place.DECK, Place.HAND, None),
    ]
    assert not list(beside.wrong_viewer(drawn, 0, seats))
    assert [found.at.packet for found in beside.wrong_viewer(drawn, 1, seats)] == [2]


def test_the_own_hand_has_each_card_once() -> None:
    """In a file that stops earlier, too. Names that are not known say nothing."""
    for names in (["Archery", "Oars"], ["?", "?"], [None, None], [{"cardName": "Archery"}], None):
        assert not list(beside.twice_in_hand(names, _at(2)))
    for names in (["Archery", "Oars", "archery"], [{"cardName": "Archery"}, {"name": "Archery"}]):
        assert [found.at for found in beside.twice_in_hand(names, _at(2))] == [_at(2)]


def test_the_own_hand_is_one_that_the_player_had() -> None:
    """At some time of the game, because files lag behind. A dealt card that stays in the hand can be any card.

    Cards may be missing: trackers do not record that all hands are removed.
    """
    moves: list[Observation] = [
        _move(0, 0, Place.HAND, Place.BOARD, "Sailing"),
        _move(1, 0, Place.DECK, Place.HAND, "Tools"),
        Ended(_at(2), "score"),
    ]
    for names, fits in (
        (["Tools", "Archery"], True),
        (["Archery"], True),
        (["Tools"], True),
        (["Archery", "Fission"], False),
    ):
        assert (not list(beside.wrong_hand(moves, 0, names, _at(2)))) is fits
    # A file that stops earlier may be older than its hand.
    assert not list(beside.wrong_hand(moves[:2], 0, ["Archery", "Fission"], _at(2)))
