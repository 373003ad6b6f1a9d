"""Packets out of every shape of file, and one clear error out of everything else."""

from __future__ import annotations

import bz2
import copy
import gzip
import io
import json
import lzma
import os
import random
import re
import tarfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from innolog.log import UnreadableLog, UnsupportedLog
from parsers.bga.envelope import Envelope, find_packets
from tests.shared import sampled

SHARED = Path(os.environ.get("INNOLOG_SHARED", Path(__file__).parents[2].parent / "shared"))
SAMPLE = SHARED / "samples/bga/real_cities_2p_unfinished.json"
needs_shared = pytest.mark.skipif(not SAMPLE.exists(), reason=f"the reference material is not at {SHARED}")


def packet(number: int, *types: str, channel: str = "/table/t77", **more: Any) -> dict[str, Any]:
    return {
        "channel": channel,
        "table_id": 77,
        "packet_id": str(number),
        "packet_type": "resend",
        "move_id": str(number),
        "time": str(1_700_000_000 + number),
        "data": [{"uid": f"{number}", "type": t, "log": "", "args": {"id": str(number)}} for t in types],
        **more,
    }


PACKETS = [
    packet(1, "gameStateChange", "gameStateMultipleActiveUpdate"),
    packet(2, "transferedCard", channel="/player/p8"),
    packet(3, "transferedCard_spectator", "log_spectator"),
    packet(10, "gameStateChange", "somethingNew"),
]
NAMES = {"7": "Ana </script> é", "8": "Ben"}


def export(packets: list[Any] | None = None, **more: Any) -> dict[str, Any]:
    return {
        "currentPlayerId": "8",
        "gamedatas": {"my_hand": {}, "cards": {"0": {"id": "0", "name": "Pottery"}}},
        "packets": PACKETS if packets is None else packets,
        "players": NAMES,
        **more,
    }


def find(value: Any) -> Envelope:
    return find_packets("log", json.dumps(value).encode())


def unreadable(data: bytes) -> UnreadableLog:
    with pytest.raises(UnreadableLog) as caught:
        find_packets("some/log", data)
    assert str(caught.value).startswith("some/log: ")
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300
    return caught.value


def place(value: Any) -> str:
    return unreadable(json.dumps(value).encode()).place


# --- shapes -------------------------------------------------------------------------------------------------------


def as_b(game: dict[str, Any]) -> bytes:
    return json.dumps({"status": 1, "data": {"valid": 1, "data": game["packets"]}}).encode()


def as_inner_b(game: dict[str, Any]) -> bytes:
    return json.dumps({"valid": 1, "data": game["packets"]}).encode()


def as_c(game: dict[str, Any]) -> bytes:
    players = [{"id": int(i), "color": "#ff0000", "name": n, "avatar": "000000"} for i, n in game["players"].items()]
    return json.dumps({"status": 1, "data": {"logs": game["packets"], "players": players}}).encode()


def as_d(game: dict[str, Any], setup: str = "'innovation','It\\'s {Innovation}', 12,\n {g},[], null") -> bytes:
    gamedatas = {**game["gamedatas"], "players": {i: {"id": i, "name": n} for i, n in game["players"].items()}}

    def script(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False).replace("</", "<\\/")

    return f"""<!DOCTYPE html><!-- saved from url=(0099)https://example.org/archive/replay -->
<html><head><meta charset="utf-8"><title>Replay</title><script>
var g_gamelogs = null; if (1 < 2 && g_gamelogs == "</b>") {{}}
</script></head><body onload="x('<script>')"><div><p>g_gamelogs = [1]; <b></div>
<script type="text/javascript">
  // a comment with g_gamelogs in it
  g_gamelogs = {script(json.loads(as_b(game)))};
</script><script>
  gameui.completesetup( {setup.replace("{g}", script(gamedatas))});
</script></body></html>""".encode()


def as_bare_list(game: dict[str, Any]) -> bytes:
    return json.dumps(game["packets"]).encode()


SHAPES: list[Callable[[dict[str, Any]], bytes]] = [
    lambda game: json.dumps(game).encode(),
    as_b,
    as_inner_b,
    as_c,
    as_d,
    as_bare_list,
]


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_has_the_same_packets(shape: Callable[[dict[str, Any]], bytes]) -> None:
    envelope = find_packets("log", shape(export()))
    assert envelope.packets == PACKETS
    assert envelope.table_id == "77"
    has_names = shape not in (as_b, as_inner_b, as_bare_list)
    assert envelope.players == (NAMES if has_names else {})


@pytest.mark.parametrize("empty", ["[]", "{ }", "[\n]"])
def test_a_page_may_assign_an_empty_placeholder_before_the_packets(empty: str) -> None:
    for before in (f"<script>var g_gamelogs = {empty};</script>", f"<script>g_gamelogs = {empty}; g_gamelogs = "):
        page = as_d(export())
        page = before.encode() + (page if before.endswith("script>") else as_b(export()) + b";</script>")
        assert find_packets("log", page).packets == PACKETS


def test_what_came_with_the_packets() -> None:
    tracker = find(export(gameName="innovation"))
    assert tracker.viewpoint_id == "8"
    assert tracker.gamedatas == export()["gamedatas"]
    assert find(export(currentPlayerId=None)).viewpoint_id is None
    assert find(export(currentPlayerId=8)).viewpoint_id == "8"
    page = find_packets("log", as_d(export()))
    assert page.viewpoint_id is None
    assert page.gamedatas is not None
    assert page.gamedatas["cards"] == export()["gamedatas"]["cards"]


@pytest.mark.parametrize("setup", ["", "'innovation'", '"innovation", "Title", {g', "'innovation', f(x), {g}", "{g}"])
def test_a_page_without_readable_setup_still_has_its_packets(setup: str) -> None:
    assert find_packets("log", as_d(export(), setup)).packets == PACKETS


@pytest.mark.parametrize(
    "players",
    [
        NAMES,
        {i: {"id": i, "name": n, "colorHex": "ff0000", "isCurrent": True} for i, n in NAMES.items()},
        {"x": {"id": "7", "name": NAMES["7"]}, "y": {"id": 8, "name": NAMES["8"]}},
        [{"id": i, "name": n} for i, n in NAMES.items()],
        [{"player_id": int(i), "player_name": n} for i, n in NAMES.items()],
    ],
)
def test_shapes_of_players(players: Any) -> None:
    assert find(export(players=players)).players == NAMES


@pytest.mark.parametrize("players", [None, [], {}, "Ana", 3, [None, "Ana", []], {"7": None, "8": {"name": 3}}])
def test_players_may_be_missing(players: Any) -> None:
    assert find(export(players=players)).players == {}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("shape", [SHAPES[0], as_d])
def test_encodings(shape: Callable[[dict[str, Any]], bytes], encoding: str) -> None:
    envelope = find_packets("log", shape(export()).decode().encode(encoding))
    assert envelope.packets == PACKETS
    assert envelope.players == NAMES


def test_numbers_and_texts_that_only_browsers_and_programs_write() -> None:
    data = json.dumps(export()).replace('"my_hand": {}', '"my_hand": [NaN, -Infinity, 1' + "0" * 400 + ', "\\ud83d"]')
    gamedatas = find_packets("log", data.encode()).gamedatas
    assert gamedatas is not None
    assert gamedatas["my_hand"] == [None, None, 10**400, "\ud83d"]


# --- the real thing -----------------------------------------------------------------------------------------------


@needs_shared
def test_real_export() -> None:
    envelope = find_packets("raw_data.json", SAMPLE.read_bytes())
    assert len(envelope.packets) == 45
    assert sum(len(p["data"]) for p in envelope.packets) == sum(
        len(p["data"]) for p in json.loads(SAMPLE.read_bytes())["packets"]
    )
    assert envelope.players == {"76419314": "Ana", "87555131": "Ben"}
    assert (envelope.table_id, envelope.viewpoint_id) == ("823235522", "76419314")
    assert envelope.gamedatas is not None
    assert len(envelope.gamedatas["cards"]) == 466


@needs_shared
@pytest.mark.parametrize("shape", sampled(SHAPES, 3))
def test_corpus_in_every_shape(shape: Callable[[dict[str, Any]], bytes]) -> None:
    paths = sorted(SHARED.glob("corpus/bga/*/*/spectator.json.gz"))[::25]
    assert paths
    for path in paths:
        game = json.loads(gzip.decompress(path.read_bytes()))
        envelope = find_packets(path.name, shape(game))
        assert envelope.packets == game["packets"]
        assert f"/table/t{envelope.table_id}" == game["packets"][0]["channel"]
        assert envelope.players in (game["players"], {})


@needs_shared
@pytest.mark.parametrize("name", ["game_log_camel_case_unfinished.json", "game_log_snake_case_unfinished.json"])
def test_derived_tracker_files_are_no_packets(name: str) -> None:
    error = unreadable((SHARED / "samples/bga_tracker" / name).read_bytes())
    assert error.expected == "a list of packets with notifications"


# --- order and repetition -----------------------------------------------------------------------------------------


def test_packets_are_put_in_order_of_their_numbers() -> None:
    shuffled = PACKETS[:]
    random.Random(5).shuffle(shuffled)
    assert find(export(shuffled)).packets == PACKETS


@pytest.mark.parametrize("wrong", ["x", "", "-3", "²", "1" * 5000, None])
def test_without_numbers_the_order_of_the_file_stands(wrong: str | None) -> None:
    packets = [packet(3, "log"), {**packet(2, "log"), "packet_id": wrong}, packet(1, "log")]
    assert find(export(packets)).packets == packets


def test_packets_without_numbers_are_put_in_order_of_their_moves() -> None:
    """A tool may save each channel for itself, or join two downloads. Such games were illegal."""
    channels = ("/player/p7", "/table/t77")
    found = [
        packet(number, "transferedCard", packet_id=None, move_id=number // 2, channel=channels[number % 2])
        for number in range(2, 8)
    ]
    for order in (found[::2] + found[1::2], found[:5] + found[3:], found[4:] + found[:4]):
        assert find(export(order)).packets == found
    # If a channel has two packets of a move, their order is not known.
    more = packet(9, "somethingNew", packet_id=None, move_id=2)
    assert find(export([*found[:4], more, *found[4:]])).packets == [*found[:4], more, *found[4:]]
    with pytest.raises(UnsupportedLog, match="out of order without packet_id"):
        find(export([*found[2:4], more, *found[4:], *found[:2]]))


def test_whole_numbers_may_be_floats() -> None:
    """A tool without integers was refused at the number of the table."""
    floats = [
        {key: float(told) if key != "data" and str(told).isdecimal() else told for key, told in each.items()}
        for each in PACKETS
    ]
    envelope = find(export(floats, currentPlayerId=7.0))
    assert (envelope.table_id, envelope.viewpoint_id) == (find(export()).table_id, "7")
    assert [each["packet_id"] for each in envelope.packets] == [int(each["packet_id"]) for each in PACKETS]


def test_one_number_for_different_packets() -> None:
    assert place(export([*PACKETS, {**PACKETS[2], "data": PACKETS[0]["data"]}])) == "packet 4"
    deep: Any = "x"
    for _ in range(900):
        deep = [deep]
    assert place(export([packet(1, "log", extra=deep), packet(1, "log", move_id=deep[0])])) == "packet 1"


def test_times_are_seconds_in_the_order_of_the_packets() -> None:
    envelope = find(export([PACKETS[2], PACKETS[0], PACKETS[1], PACKETS[3]]))
    assert envelope.times == [1_700_000_001, 1_700_000_002, 1_700_000_003, 1_700_000_010]
    assert envelope.first_time == 1_700_000_001
    # A number is as good as its text. What no clock can have shown is not recorded.
    for stated, seconds in [
        (1_700_000_005, 1_700_000_005),
        *dict.fromkeys((None, "", "0", -1, "soon", 1 << 40)).items(),
    ]:
        assert find(export([packet(1, "transferedCard", time=stated)])).times == [seconds]
    untimed = [{key: value for key, value in each.items() if key != "time"} for each in PACKETS]
    assert find(export(untimed)).first_time is None


# --- malformed ----------------------------------------------------------------------------------------------------


def test_places_in_the_structure() -> None:
    bad_event = {**packet(11), "data": [{"type": "log"}, "text"]}
    cases: list[tuple[Any, str]] = [
        ("a packet", "packet 2"),
        (None, "packet 2"),
        ([], "packet 2"),
        ({**packet(11), "data": "x"}, "packet 2"),
        ({**packet(11), "data": {"0": {}}}, "packet 2"),
        ({"packet_id": "11"}, "packet 2"),
        (bad_event, "packet 2, notification 1"),
        ({**packet(11), "data": [{"log": ""}]}, "packet 2, notification 0"),
        ({**packet(11), "data": [{"type": 3}]}, "packet 2, notification 0"),
        ({**packet(11), "data": [{"type": "transferedCard", "args": "x"}]}, "packet 2, notification 0"),
        (packet(11, "log", packet_id=[1]), "packet 2"),
        (packet(11, "log", move_id={}), "packet 2"),
        (packet(11, "log", move_id=True), "packet 2"),
        ({**packet(11, "log"), "channel": 3}, "packet 2"),
        (packet(11, "log", table_id=78), "packet 2"),
        (packet(11, "log", time=[1]), "packet 2"),
        (packet(11, "log", time=1.5), "packet 2"),
    ]
    for wrong, where in cases:
        assert place(export([*PACKETS[:2], wrong, *PACKETS[2:]])) == where, wrong


def test_a_malformed_first_packet_hides_no_others() -> None:
    assert place(export(["x", *PACKETS])) == "packet 0"


@pytest.mark.parametrize(
    ("data", "where", "found"),
    [
        (b"", "", "an empty file"),
        (b" \n\t ", "", "nothing but white space"),
        (b"hello \x1b[31m world", "line 1", 'the text "hello \\x1b[31m world"'),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "", ""),
        (b"{}", "the outermost value", "none in an empty object"),
        (b"[]", "the outermost value", "none in an empty list"),
        (b'{"packets": {"a": 1}}', "packets", "none in an object with the keys a"),
        (b'{"packets": []}', "packets", "none in an empty list"),
        (
            b'{"status":1,"data":{"valid":1,"data":[]}}',
            "the outermost value",
            "none in an object with the keys status, data",
        ),
        (b'{"a": [1, 2\n, }', "line 2, column 3", "a syntax error (expecting value)"),
        (b'{"a": 1} {"a": 2}', "line 1, column 10", "a syntax error (extra data)"),
        (b'{"a": [1, "x', "line 1, column 11", "the end of the text (unterminated string)"),
        (b'{"packets": [', "line 1, column 14", "the end of the text (expecting value)"),
        (b'{"a": "\xff"}', "byte 7", "0xff"),
        (b"<p>\xe9</p>", "the whole page", "an HTML page without it"),
        (b"<script>g_gamelogs = [\xe9]", "byte 22", "0xe9"),
        (b"\xff\xfe{\0}", "byte 4", None),
        (b'{"a": 1e999}', "line 1, column 7", "a number out of range"),
        (b'{"a": ' + b"9" * 5000 + b"}", "line 1, column 7", "a number out of range"),
        (b"<html><p>hello", "the whole page", "an HTML page without it"),
        (b"<script>\ng_gamelogs = {\n 'a': 1}</script>", "line 3, column 2", None),
        (b'<script>g_gamelogs = {"a": [1,', "line 1, column 31", "the end of the text (expecting value)"),
        (b"<script>g_gamelogs = {}</script>", "the outermost value", "none in an empty object"),
    ],
)
def test_places_in_the_text(data: bytes, where: str, found: str | None) -> None:
    error = unreadable(data)
    if found != "":
        assert error.place == where
    if found:
        assert error.found == found


def test_truncated_anywhere() -> None:
    for shape in SHAPES[:-1]:
        data = shape(export())
        for cut in range(1, data.rindex(b"]") if shape is not as_d else data.index(b"};\n"), 7):
            unreadable(data[:cut])


def test_error_replies_are_named_and_harmless() -> None:
    reply = {"status": "0", "error": "You have <b>reached</b> a\nlimit \x1b[31m" + "!" * 500, "code": 806}
    error = unreadable(json.dumps(reply).encode())
    assert error.found.startswith('an error reply of the site: "You have <b>reached</b> a limit \\x1b[31m!!!')
    assert error.found.endswith("… (code 806)".replace("…", '…"'))
    assert "error reply" in unreadable(json.dumps({"status": "0", "error": {"a": 1}, "code": [1]}).encode()).found


@pytest.mark.parametrize(
    ("address", "title", "found"),
    [
        ("?table=77&amp;player=8", "Innovation #77", ""),
        ("?table=77", "Innovation", ""),
        ("?table=78", "Replay", "expected the table in the packets (77), found 78"),
        ("?player=8&amp;table=78", "Replay", "expected the table in the packets (77), found 78"),
        ("?table=77&amp;player=7", "Replay", "expected the player in the packets (8), found 7"),
        ("", "Innovation #78", "the title of the page: expected the table in the packets (77), found 78"),
    ],
)
def test_a_replay_page_is_of_the_table_and_player_that_it_names(address: str, title: str, found: str) -> None:
    """Nothing outside of the packets was looked at."""
    page = as_d(export()).decode().replace("<title>Replay", f"<title>{title}")
    page = page.replace("example.org/archive/replay", f"boardgamearena.com/archive/replay/1/{address}")
    if not found:
        assert find_packets("log", page.encode()).packets == PACKETS
        return
    assert found in str(unreadable(page.encode()))
    if address:
        page, address = as_d(export()).decode(), f"https://boardgamearena.com/replay{address.replace('amp;', '')}"
        with pytest.raises(UnreadableLog, match=re.escape(found)):
            find_packets("log", page.encode(), [address])


@pytest.mark.parametrize(
    ("compress", "named"), [(bz2.compress, "bzip2"), (lzma.compress, "xz"), (None, "tar")], ids=["bz2", "xz", "tar"]
)
def test_archives_of_other_kinds_are_named(compress: Callable[[bytes], bytes] | None, named: str) -> None:
    """Their first bytes were quoted as a text."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("raw_data.json"))
    data = compress(b"{}") if compress else stream.getvalue()
    assert unreadable(data).found == f"an archive ({named}), which must be unpacked first"


# --- other games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (json.dumps(export(gameName="azul\n")), "a log of another game (azul)"),
        (json.dumps(export(gamedatas={"game_name": "carcassonne"})), "a log of another game (carcassonne)"),
        (as_d(export(), "'arknova', 'Ark Nova', {g}").decode(), "a log of another game (arknova)"),
        (
            json.dumps(export([packet(1, "gameStateChange", "tilePlaced"), packet(2, "newScore\x1b", "log")])),
            "a log of another game (notifications newScore\\x1b, tilePlaced)",
        ),
    ],
)
def test_other_games(data: str, reason: str) -> None:
    with pytest.raises(UnsupportedLog) as caught:
        find_packets("log", data.encode())
    assert caught.value.reason == reason


def test_a_log_that_has_hardly_begun_is_no_other_game() -> None:
    assert len(find(export([packet(1, "gameStateChange", "log"), packet(2)])).packets) == 2
    assert find(export(gameName="innovationalpha")).packets == PACKETS


def test_packets_without_channels_do_not_say_who_received_them() -> None:
    packets = [{**found, "move_id": "1"} for found in PACKETS[1:3]]
    for found in packets:
        del found["channel"]
    with pytest.raises(UnsupportedLog, match="who received what"):
        find_packets("x", json.dumps(export(packets)).encode())
    # An onlooker receives one packet for each move.
    packets[1]["move_id"] = "2"
    assert len(find_packets("x", json.dumps(export(packets)).encode()).packets) == 2


# --- hostile ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"[" * 400_000, "JSON nested too deep"),
        (b"[" * 50_000_000, "50,000,000"),
        (b'{"a":' * 10_000_000, "10,000,000"),
        (b'{"packets":' + b"[" * 10_000 + b"]" * 10_000 + b"}", "JSON nested too deep"),
        (b"<script>g_gamelogs = " + b"[" * 50_000_000, "50,000,000"),
        (
            json.dumps(export()).encode()[:-1] + b', "x": NaN, "y":' + b"[" * 10_000 + b"]" * 10_000 + b"}",
            "JSON nested too deep",
        ),
    ],
    ids=["few lists", "lists", "objects", "closed", "page", "after NaN"],
)
def test_deep_nesting(data: bytes, found: str) -> None:
    """Nesting is refused where it is read; of large texts the brackets are counted before."""
    started = time.process_time()
    assert unreadable(data).found == found
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    "part", sampled([b"<!--", b"<a b='", b"<![CDATA[", b"<a ", b"</a", b"<div>", b"&#x3", b"completesetup('"], 4)
)
def test_pages_take_linear_time(part: bytes) -> None:
    started = time.process_time()
    unreadable(b"<p>g_gamelogs" + part * (2_000_000 // len(part)))
    unreadable(b"<script>g_gamelogs={};" + part * (2_000_000 // len(part)))
    assert time.process_time() - started < 3


@pytest.mark.long
def test_many_repeated_and_unsorted_packets_take_linear_time() -> None:
    packets = [packet(n % 10_000, "transferedCard", move_id=None) for n in range(40_000, 0, -1)]
    data = json.dumps(export(packets)).encode()
    started = time.process_time()
    assert len(find_packets("log", data).packets) == 10_000
    assert time.process_time() - started < 5


def envelope_or_named_error(data: bytes) -> None:
    try:
        envelope = find_packets("log", data)
    except (UnreadableLog, UnsupportedLog) as error:
        assert str(error).isprintable()
        return
    # What the docstring promises.
    assert all(isinstance(event["type"], str) for p in envelope.packets for event in p["data"])
    assert len(envelope.packets) == len(set(map(id, envelope.packets)))
    assert all(isinstance(part, str) for pair in envelope.players.items() for part in pair)


SMALL = [shape(export()) for shape in SHAPES]


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(
    st.binary(max_size=300)
    | st.binary(max_size=50).map(lambda b: b"<script>g_gamelogs={" + b)
    | st.text().map(str.encode)
)
def test_arbitrary_bytes(data: bytes) -> None:
    envelope_or_named_error(data)


@settings(max_examples=500, deadline=None)
@given(
    seed=st.sampled_from(SMALL),
    start=st.floats(0, 1),
    length=st.integers(0, 50),
    patch=st.binary(max_size=8)
    | st.sampled_from([b"null", b"[]", b"{}", b'"x"', b"1e999", b"NaN", b"}", b"</script>"]),
)
def test_mutated_text(seed: bytes, start: float, length: int, patch: bytes) -> None:
    at = int(start * len(seed))
    envelope_or_named_error(seed[:at] + patch + seed[at + length :])


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["data", "type", "id", "name"]), inner),
    max_leaves=6,
)


@pytest.mark.long
@settings(max_examples=500, deadline=None)
@given(value=json_values, data=st.data())
def test_mutated_structure(value: Any, data: st.DataObject) -> None:
    game = copy.deepcopy(export(gameName="innovation"))
    target: Any = game
    for _ in range(data.draw(st.integers(0, 5))):
        inner = [
            c for c in (target.values() if isinstance(target, dict) else target) if c and isinstance(c, (dict, list))
        ]
        if not inner:
            break
        target = data.draw(st.sampled_from(inner))
    key = data.draw(st.sampled_from(list(target) if isinstance(target, dict) else range(len(target))))
    target[key] = value
    envelope_or_named_error(json.dumps(game).encode())
