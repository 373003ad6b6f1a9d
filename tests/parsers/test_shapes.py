"""Lists that PHP writes as objects, and objects that it writes as lists, are read; other shapes are refused."""

from __future__ import annotations

from typing import Any

import pytest

from parsers.bga.values import by_key, listed
from tests.parsers.verdicts import Export, sample, verdict


@pytest.fixture
def export() -> Export:
    return sample()


def _holders(value: Any, key: str) -> list[dict[str, Any]]:
    """Every object that has a key."""
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    own = [value] if isinstance(value, dict) and key in value else []
    return own + [holder for each in inner for holder in _holders(each, key)]


def test_a_list_may_be_an_object_with_numbers_as_keys() -> None:
    assert listed([5, 6]) == listed({"0": 5, "1": 6}) == listed({"3": 5, "7": 6}) == [5, 6]
    assert listed([]) == listed({}) == []
    assert listed({"x": 5}) is listed("5") is listed(5) is listed(None) is None
    assert by_key([]) == {}
    assert by_key([{}]) is by_key("") is by_key(None) is None


def test_what_a_shape_hides_is_compared(export: Export) -> None:
    """What was wrong: a list that had become an object counted as not recorded, and a false value passed."""
    claims = [holder for holder in _holders(export, "claimable_ages") if holder["claimable_ages"]]
    for holder in claims:
        holder["claimable_ages"] = {str(number): age for number, age in enumerate(holder["claimable_ages"])}
    assert verdict(export) == "legal"
    claims[-1]["claimable_ages"] = {"0": 9, "1": 8}
    assert verdict(export) == "illegal"
    claims[-1]["claimable_ages"] = "9"
    assert verdict(export) == "unreadable"


def test_counters_in_another_shape_are_refused(export: Export) -> None:
    holder = _holders(export, "monument_counters")[-1]
    holder["monument_counters"] = list(holder["monument_counters"].values())
    assert verdict(export) == "unreadable"


def test_cards_of_a_message_may_be_an_object(export: Export) -> None:
    """They were not read then, so that honest games had no dogma action."""
    messages = _holders(export, "card_ids")
    for message in messages:
        message["card_ids"] = {str(number): card for number, card in enumerate(message["card_ids"])}
    assert verdict(export) == "legal"
    for wrong in ("13", 13, {"x": "13"}):
        messages[-1]["card_ids"] = wrong
        assert verdict(export) == "unreadable"


@pytest.mark.parametrize("marked", [True, False])
def test_a_message_names_all_its_cards(export: Export, marked: bool) -> None:
    """Of the cards of an activation, only the first was read."""
    messages = [message for message in _holders(export, "card_ids") if "icon" in message]
    for message in messages:
        if marked:
            message["card"]["log"] = f"<span class='card_name card_id_{message['card_ids'][0]}'>${{name_0}}</span>"
    assert verdict(export) == "legal"
    for message in messages:
        message["card_ids"] = [*message["card_ids"], "77"]
    assert verdict(export) == "illegal"


def test_a_text_that_is_a_list_is_refused(export: Export) -> None:
    """A list as the text of a message hid it."""
    message = next(holder for holder in _holders(export, "log") if "passes" in str(holder["log"]))
    message["log"] = [message["log"]]
    assert verdict(export) == "unreadable"


@pytest.mark.parametrize("shown", [4, 5])
def test_the_markup_of_a_value_shows_the_value(export: Export, shown: int) -> None:
    """Of a value in markup, the class and the text may be read."""
    text = f"<span class='square N age age_{shown}'>4</span>"
    packet = next(packet for packet in export["packets"] if packet["channel"].startswith("/table"))
    template = "Nobody has a card of value ${age}."
    args = {"age": text, "log": template, "notification_type": "log"}
    packet["data"].append({"type": "log_spectator", "log": "", "args": args})
    assert (verdict(export) == "legal") is (shown == 4)
