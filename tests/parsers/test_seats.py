"""The order of seats, inferred from an export."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import orjson
import pytest

from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.log import UnreadableLog, UnsupportedLog
from innolog.replay import replay
from innolog.results.result import Verdict
from innolog.simulate import seats, simulate
from parsers import read_blob
from parsers.bga.channels import Item
from parsers.bga.copies import Shape
from parsers.bga.players import seats_of
from parsers.files import Blob
from tests.parsers.verdicts import read
from tests.written import export as export_of

SAMPLES = sorted((Path(__file__).parents[2] / "sample_logs").glob("*.json.gz"))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name.split(".")[0])
def test_unknown_notifications_between_counts_do_not_move_players(sample: Path) -> None:
    export = orjson.loads(gzip.decompress(sample.read_bytes()))
    seats = _seats(export)
    inserted = 0
    for packet in export["packets"]:
        for index in range(len(packet["data"]) - 1, -1, -1):
            args = packet["data"][index]["args"]
            if isinstance(args, dict) and "ressource_count" in args:
                packet["data"].insert(index, {"uid": "x", "type": "newFeature", "log": "", "args": {"a": 1}})
                inserted += 1
    assert inserted
    assert _seats(export) == seats


def _seats(export: dict[str, Any]) -> list[str]:
    log = read(export)
    return [seat.id for seat in log.seats]


def test_an_export_without_players_names_the_packets_in_which_they_were_looked_for() -> None:
    packet = {"packet_id": "1", "move_id": "1", "channel": "/table/t1", "data": []}
    with pytest.raises(UnreadableLog, match="x: packets 0 to 1: expected the ids of at least two players, found 0"):
        read_blob(Blob("x", orjson.dumps({"packets": [packet, {**packet, "packet_id": "2"}]})))


@pytest.fixture
def export() -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(gzip.decompress(SAMPLES[0].read_bytes()))
    return found


def _judged(export: dict[str, Any]) -> tuple[Verdict, str]:
    log = read(export)
    result = replay(log)
    return result.verdict, result.violation.message if result.violation else ""


def _messages(export: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """The arguments of all notifications that have one of some name, in the order of the file."""
    events = (event["args"] for packet in export["packets"] for event in packet["data"])
    return [args for args in events if isinstance(args, dict) and key in args]


def test_names_around_the_packets_may_be_nicknames_but_not_those_of_other_players(export: dict[str, Any]) -> None:
    (one, first), (other, second) = export["players"].items()
    for nicknames in ({one: "A.", other: second}, {one: "A.", other: "B."}):
        export["players"] = nicknames
        assert _judged(export)[0] is Verdict.LEGAL
    for wrong in (
        {one: second, other: first},
        {one: first, other: first},
        {one: second, other: "B."},
        {one: "X", other: "X"},
    ):
        export["players"] = wrong
        verdict, message = _judged(export)
        assert verdict is Verdict.ILLEGAL
        assert "names around the packets" in message


@pytest.mark.parametrize("key", ["english_name", "qualified_effect", "location_to"])
def test_a_message_about_a_stranger_contradicts_the_log(export: dict[str, Any], key: str) -> None:
    told = [args for args in _messages(export, key) if "player_name" in args]
    told[len(told) // 2]["player_name"] = "Zorro"
    assert _judged(export)[0] is Verdict.ILLEGAL


@pytest.mark.parametrize("state", [0, 4, -1])
def test_no_state_is_of_a_stranger(export: dict[str, Any], state: int) -> None:
    """Nor the first, which asks nobody, and the last, which is the end."""
    _messages(export, "active_player")[state]["active_player"] = "90000009"
    with pytest.raises(UnreadableLog, match="the id of a player of this table"):
        _judged(export)


def test_a_place_in_a_message_of_the_newer_code_belongs_to_nobody_else() -> None:
    rules = Ruleset(Edition.FOURTH, platform=Platform.BGA_2024)
    game = simulate(rules, 7, seats(["sensible"], 2, 7), tell=True)
    assert game.told is not None
    content = orjson.loads(orjson.dumps(export_of(game.told, None)))
    places = [args[key] for key in ("from_somewhere", "to_somewhere") for args in _messages(content, key)]
    owned = [place["args"] for place in places if isinstance(place, dict) and "opponent_name" in place["args"]]
    assert _judged(content)[0] is Verdict.LEGAL
    honest = owned[0]["opponent_name"]
    owned[0]["opponent_name"] = "Zorro"
    verdict, message = _judged(content)
    assert verdict is Verdict.ILLEGAL
    assert "does not sit at the table" in message
    owned[0]["opponent_name"] = next(name for name in content["players"].values() if name != honest)
    assert _judged(content)[0] is Verdict.ILLEGAL
    owned[0]["opponent_name"] = honest
    assert _judged(content)[0] is Verdict.LEGAL
    # Somebody has given the players other names since.
    for args in owned:
        args["opponent_name"] = f"Old {args['opponent_name']}"
    assert _judged(content)[0] is Verdict.LEGAL


def test_names_left_in_markup_are_known_by_the_states_that_have_the_ids_beside_them(export: dict[str, Any]) -> None:
    # Whoever gave the players other names replaced whole values only.
    names = {name: f"Other {name}" for name in export["players"].values()}
    marked = [args for args in _messages(export, "qualified_effect") if "player_name" in args]
    states = [
        args["args"]
        for args in _messages(export, "args")
        if isinstance(args["args"], dict) and "player_id" in args["args"]
    ]
    for args in _messages(export, "player_name"):
        args["player_name"] = names.get(args["player_name"], args["player_name"])
    for args in (*marked, *states):
        args["player_name"] = f"<b>{args['player_name'].removeprefix('Other ')}</b>"
    export["players"] = {player: names[name] for player, name in export["players"].items()}
    assert len(marked) > 1
    assert _judged(export)[0] is Verdict.LEGAL
    # One that is in no state is a stranger beside those that are.
    own, marked[0]["player_name"] = marked[0]["player_name"], "<b>Zorro</b>"
    verdict, message = _judged(export)
    assert verdict is Verdict.ILLEGAL
    assert "Zorro" in message
    marked[0]["player_name"] = own
    # Without the ids nothing says who is meant.
    for args in states:
        del args["player_id"]
    with pytest.raises(UnsupportedLog, match="other names"):
        read(export)


def test_a_player_can_take_another_name_but_not_for_a_time(export: dict[str, Any]) -> None:
    player, name = next(iter(export["players"].items()))
    told = [args for args in _messages(export, "player_name") if args["player_name"] == name]
    half = len(told) // 2
    for args in told[half:]:
        args["player_name"] = "Adaline"
    assert _judged(export)[0] is Verdict.LEGAL, player
    for args in told[half + 40 :]:
        args["player_name"] = name
    verdict, message = _judged(export)
    assert verdict is Verdict.ILLEGAL
    assert "another name for a time" in message


def test_a_name_in_the_last_move_of_a_players_card_is_not_new_if_the_first_comes_after_it() -> None:
    export = orjson.loads(gzip.decompress((SAMPLES[1].parent / "base_3p_spectator.json.gz").read_bytes()))
    name = list(export["players"].values())[1]
    moves = [args for args in _messages(export, "location_to") if args.get("player_name") == name]
    moves[-1]["player_name"] = "Zorro"
    verdict, message = _judged(export)
    assert verdict is Verdict.ILLEGAL
    assert "another name for a time" in message


def test_a_splay_of_somebody_else_is_missed(export: dict[str, Any]) -> None:
    splays = [
        event["args"]
        for packet in export["packets"]
        for event in packet["data"]
        if event["type"].startswith("splayedPile")
    ]
    one = next(args for args in splays if isinstance(args.get("player_name"), str))
    one["player_name"] = "Zorro"
    assert _judged(export)[0] is Verdict.ILLEGAL


def test_a_splay_of_a_color_that_does_not_exist_contradicts_its_words(export: dict[str, Any]) -> None:
    splay = next(args for args in _messages(export, "splay_direction_in_clear") if "color" in args)
    splay["color"] = 5
    assert _judged(export)[0] is Verdict.ILLEGAL


def test_a_spectator_may_be_named_beside_the_game(export: dict[str, Any]) -> None:
    export["packets"][10]["data"].append(
        {"uid": "x", "type": "simpleNote", "log": "", "args": {"player_name": "Zorro"}}
    )
    assert _judged(export)[0] is Verdict.LEGAL


def test_a_turn_is_skipped_that_is_somebodys(export: dict[str, Any]) -> None:
    player, name = next(iter(export["players"].items()))
    skip = {"uid": "x", "type": "skipTurnOfPlayer", "log": "", "args": {"player_id": player, "player_name": name}}
    data = export["packets"][10]["data"]
    data.append(skip)
    assert _judged(export)[0] is Verdict.LEGAL
    data[-1] = {**skip, "args": {}}
    assert _judged(export)[0] is Verdict.ILLEGAL


def test_a_count_of_icons_without_a_name_is_not_that_of_a_player_who_is_called_none() -> None:
    """The one who is addressed has no name in a message to this player alone."""
    shape = Shape([], True, None)
    said: list[dict[str, Any]] = [{"ressource_count": 1, "You": "You"}, {"ressource_count": 2, "player_name": "None"}]
    items = [Item(1, 1, index, "log", args, "", shape, False) for index, args in enumerate(said)]
    assert seats_of(items, ["1", "2"], {"None": "1", "Bob": "2"}, "2") == ["2", "1"]
