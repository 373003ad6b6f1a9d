"""The facts in one notification of Board Game Arena, and contradictions in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from innolog.log import Transfer, UnreadableLog
from parsers.bga.speech import both
from tests.parsers.verdicts import read
from tests.shared import load, sampled

Export = dict[str, Any]


@pytest.fixture
def export(sample_logs: list[Path]) -> Export:
    log: Export = load(sample_logs[0])
    return log


def tell(export: Export, channel: str, kind: str, **told: Any) -> None:
    """Have the first notification of a kind on a channel with such facts tell others; in objects, those given."""
    for packet in export["packets"]:
        for notification in packet["data"]:
            args = notification["args"]
            if (
                packet["channel"].startswith(channel)
                and notification["type"].removesuffix("_spectator") == kind
                and isinstance(args, dict)
                and all(args.get(key) is not None for key in told)
            ):
                for key, value in told.items():
                    args[key] = {**args[key], **value} if isinstance(value, dict) else value
                return
    raise AssertionError(f"no {kind} with {', '.join(told)}")


@pytest.mark.parametrize(
    ("kind", "told", "observed"),
    [
        ("transferedCard", {"new_ressource_counts": {"4": 9, "6": "8"}}, "castle 9, clock 8"),
        ("transferedCard", {"color": 4}, "purple"),
        ("transferedCard", {"splay_direction_to": "2"}, "right"),
        ("transferedCard", {"is_relic": True}, "yes"),
        ("transferedCard", {"location_to": "so\nre"}, r'"so\nre"'),
        ("transferedCard", {"spot_2": "6"}, "clock"),
        ("transferedCard", {"new_score": "77"}, "77"),
        ("log", {"icon": "icon_6"}, "clock"),
        ("logWithCardTooltips", {"card_ids": ["5"]}, "Oars"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_what_copies_tell_in_two_ways_is_told_in_words(export: Export, kind: str, told: Any, observed: str) -> None:
    tell(export, "/player/", kind, **told)
    found = read(export).inconsistencies[0]
    assert found.observed == observed
    # Of counts and the like no more than what differs, on both sides.
    assert found.expected.count(",") == observed.count(",")
    assert not {*"'{"} & {*found.expected}


def test_flags_of_newer_generations_are_told_in_words() -> None:
    for key in ("meld_keyword", "achieve_keyword", "bulk_transfer"):
        assert both(key, True, "0") == ("yes", "no")


def test_of_an_object_what_differs_is_told_as_json(export: Export) -> None:
    seat = "90000002"
    counters = {seat: {"number_of_tucked_cards": 5, "number_of_scored_cards": "0"}}
    tell(export, "/player/", "transferedCard", monument_counters=counters)
    found = read(export).inconsistencies[0]
    assert orjson.loads(found.expected) == {seat: {"number_of_tucked_cards": "0"}}
    assert orjson.loads(found.observed) == {seat: {"number_of_tucked_cards": 5}}


@pytest.mark.parametrize(
    ("key", "fact"),
    sampled([("is_relic", "relic"), ("bottom_to", "bottom"), ("meld_keyword", "meld"), ("score_keyword", "score")], 4),
)
def test_a_flag_that_is_neither_true_nor_false_is_refused_with_its_place(key: str, fact: str, export: Export) -> None:
    for value in (False, 0, "0", "false", True, 1, "1", "true"):
        tell(export, "/table/", "transferedCard", **{key: value})
        moved = next(one for one in read(export).observations if isinstance(one, Transfer))
        assert getattr(moved, fact) is (value in (1, "1", "true"))
    for wrong in (7, -1, "x", "", "no", [1]):
        tell(export, "/table/", "transferedCard", **{key: wrong})
        with pytest.raises(UnreadableLog) as refused:
            read(export)
        assert refused.value.place == str(moved.at)
        assert (refused.value.expected, refused.value.found) == (
            f"true or false as {key}",
            orjson.dumps(wrong).decode(),
        )


def test_a_copy_whose_flag_is_neither_differs(export: Export) -> None:
    tell(export, "/player/", "transferedCard", is_relic="x")
    found = read(export).inconsistencies[0]
    assert (found.expected, found.observed) == ("no", '"x"')


@pytest.mark.parametrize("place", [[], {}], ids=["list", "object"])
def test_a_place_that_is_no_text_is_unreadable_for_a_hidden_card(export: Export, place: object) -> None:
    """It stopped innolog, which looked for it among the places where cards lie face up."""
    hidden = next(
        item["args"]
        for packet in export["packets"]
        for item in packet["data"]
        if item["type"].startswith("transferedCard") and item["args"].get("id") is None
    )
    hidden["location_from"] = place
    with pytest.raises(UnreadableLog):
        read(export)
