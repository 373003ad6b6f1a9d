"""Times of packets: kept, compared within a channel, and every field of an envelope in the table of fields."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner

from innolog.cli import main
from innolog.judging.verdicts import Judgement, judged
from innolog.log import Times
from innolog.replay.forced import NOTHING
from parsers.bga.channels import is_of_the_game
from parsers.bga.clock import backwards, times_of, unknown_fields
from parsers.bga.envelope import find_packets
from parsers.bga.fields import ENVELOPE
from parsers.files import Blob, iter_blobs
from tests.parsers.test_envelope import SAMPLE, export, find, needs_shared, packet
from tests.parsers.verdicts import read, sample
from tests.shared import copied, load, shared_folder


def _verdict(content: Any) -> Judgement:
    return judged(Blob("log.json", orjson.dumps(content)), NOTHING)


def _packets(times: list[int | None], channels: str = "") -> list[dict[str, Any]]:
    return [
        packet(number, "transferedCard", channel=f"/player/p{channels[number : number + 1]}", time=time and str(time))
        for number, time in enumerate(times)
    ]


@pytest.mark.parametrize(
    ("years", "legal"), [(0, True), (1, True), (-10, False), (-40, False)], ids=["as it is", "later", "2013", "1983"]
)
def test_a_log_is_of_a_time_at_which_the_site_wrote_its_fields(
    years: int, legal: bool, sample_logs: list[Path]
) -> None:
    """All times moved together were believed, whatever code wrote the log. Nobody knows when the newest one ends."""
    content = load(next(path for path in sample_logs if "base_2p" in path.name))
    for each in content["packets"]:
        each["time"] = str(int(each["time"]) + years * 365 * 86_400)
    judgement = _verdict(content)
    assert judgement.verdict == ("legal" if legal else "illegal")
    if not legal:
        assert "fields that the site did not write at its time" in str(judgement.message)


def test_each_move_has_the_time_of_its_first_packet() -> None:
    packets = [
        packet(1, "transferedCard", time="1700000100"),
        packet(2, "transferedCard", channel="/player/p8", time=1_700_000_130, move_id=2),
        packet(3, "transferedCard", time="1700000131", move_id="2"),
        packet(4, "transferedCard", time=None, move_id="3"),
        packet(5, "chatmessage", time="1700009999", move_id=None),
        packet(6, "transferedCard", time="1700000190", move_id="4"),
    ]
    times = Times(1_700_000_100, 1_700_000_190, {1: 1_700_000_100, 2: 1_700_000_130, 4: 1_700_000_190})
    assert times_of(find(export(packets))) == times
    assert times_of(find(export([packet(1, "transferedCard", time="soon")]))) is None


@pytest.mark.parametrize(
    ("times", "channels", "wrong"),
    [
        ([10, 10, 20, 30], "", []),
        ([10, None, 20, 30], "", []),
        # Each channel for itself.
        ([10, 30, 20, 40], "7877", []),
        ([10, 30, 20, 40], "7777", [2]),
        # One packet that does not fit is named, whether it has a time that is too early or one that is too late.
        ([10, 20, 5, 30, 40], "", [2]),
        ([10, 20, 90, 30, 40], "", [2]),
        ([90, 20, 30, 40], "", [0]),
        ([10, 20, 30, 5], "", [3]),
    ],
)
def test_time_does_not_run_backwards_within_a_channel(times: list[int | None], channels: str, wrong: list[int]) -> None:
    found = list(backwards(find(export(_packets(times, channels))), is_of_the_game))
    assert [(each.at.move, each.at.packet) for each in found] == [(number, number) for number in wrong]
    assert all(each.message.startswith("time runs backwards") for each in found)


@pytest.mark.parametrize(("kind", "accused"), [("chatmessage", False), ("log", True)])
@pytest.mark.parametrize("seconds", [-1, 60])
def test_what_people_write_may_be_sent_out_of_order(kind: str, accused: bool, seconds: int) -> None:
    """It stands beside the game: neither its time nor that of the packet after it accuses anybody."""
    content = sample()
    packets = content["packets"]
    beside = {**packets[100], "move_id": None, "data": [{"type": kind, "log": "", "args": {}}]}
    del beside["packet_id"]
    beside["time"] = str(int(packets[100 if seconds < 0 else 102]["time"]) + seconds)
    packets.insert(101, beside)
    found = read(content).inconsistencies
    assert [each.at.packet for each in found if "time runs backwards" in each.message] == ([101] if accused else [])


@pytest.mark.parametrize(("hours", "fits"), [(20, True), (-20, True), (30, False), (-30, False)])
def test_the_packets_of_one_move_are_sent_together(hours: int, fits: bool, sample_logs: list[Path]) -> None:
    """A whole channel that lies days from the other one runs backwards nowhere. Time zones are no contradiction."""
    content = load(next(path for path in sample_logs if path.name == "base_2p_player.json.gz"))
    for each in content["packets"]:
        if each["channel"].startswith("/player"):
            each["time"] = str(int(each["time"]) + 3600 * hours)
    row = _verdict(content)
    assert (row.verdict, row.rule) == (("legal", None) if fits else ("illegal", "record.contradiction"))


@pytest.mark.parametrize("change", [lambda time: time - 86_400, lambda time: time + 86_400])
def test_a_forged_time_is_a_contradiction_at_its_packet(change: Callable[[int], int], sample_logs: list[Path]) -> None:
    content = load(sample_logs[0])
    honest = _verdict(content)
    assert (honest.verdict, honest.started_at) == ("legal", "2026-03-19T02:32:18Z")
    assert honest.ended_at == "2026-03-19T02:57:02Z"
    forged = content["packets"][100]
    was = int(forged["time"])
    forged["time"] = str(change(was))
    row = _verdict(content)
    assert (row.verdict, row.rule) == ("illegal", "record.contradiction")
    assert row.place == f"move {forged['move_id']}, packet 100, notification 0"
    assert "time runs backwards" in (row.message or "")
    # Without any time there is nothing to contradict, and nothing is invented.
    for each in content["packets"]:
        del each["time"]
    row = _verdict(content)
    assert (row.verdict, row.started_at, row.ended_at) == ("legal", None, None)


def test_every_field_of_an_envelope_is_listed_and_others_are_named() -> None:
    found = find(export([packet(1, "transferedCard", seq=1), packet(2, "transferedCard", seq=2)]))
    found.packets[1]["data"][0]["mark"] = 1
    assert [(each.at.packet, each.text) for each in unknown_fields(found)] == [
        (0, "packet: seq"),
        (1, "notification: mark"),
    ]
    output = CliRunner().invoke(main, ["formats", "bga", "--fields", "--format", "json"]).output
    rows = json.loads(output.splitlines()[0])["fields"]
    listed = {part: {row["field"] for row in rows if row["of"] == part} for part in ENVELOPE}
    assert listed == {part: set(fields) for part, fields in ENVELOPE.items()}
    (time,) = [row for row in rows if (row["of"], row["field"]) == ("packet", "time")]
    assert time["basis"] == "within"


@needs_shared
def test_a_real_export_has_no_unknown_field() -> None:
    envelope = find_packets("log", SAMPLE.read_bytes())
    assert not list(unknown_fields(envelope))
    assert not list(backwards(envelope, is_of_the_game))
    times = times_of(envelope)
    assert times is not None
    assert (times.start, times.end, len(times.moves)) == (1_773_878_764, 1_773_883_235, 23)


@pytest.mark.long
@pytest.mark.skipif(shared_folder() is None, reason="the reference material is not beside the repository")
def test_no_export_of_any_corpus_is_accused() -> None:
    shared = shared_folder()
    assert shared is not None
    paths = [path for path in shared.glob("corpus/*/**/*.json.gz") if path.name != "truth.json.gz"]
    assert len(paths) > 1000
    for path in paths:
        (blob,) = iter_blobs([path])
        assert isinstance(blob, Blob)
        envelope = find_packets(blob.name, blob.data)
        assert not list(backwards(envelope, is_of_the_game)), path
        assert not list(unknown_fields(envelope)), path
        assert times_of(envelope) is not None, path


def test_the_order_of_the_packets_in_the_file_does_not_matter(sample_logs: list[Path]) -> None:
    content = load(sample_logs[0])
    shuffled = copied(content)
    shuffled["packets"].reverse()
    assert _verdict(shuffled).verdict == "legal"
