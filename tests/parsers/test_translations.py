"""Names of cards in another language than English, in exports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from innolog.engine.ruleset import Ruleset
from innolog.log import GameLog
from tests.parsers.verdicts import read, written


def _read(name_of: Callable[[str, int], str], *, public: bool = True) -> GameLog:
    """The game with other names of cards: ``name_of(name, number of the time that a card is named)``."""
    content = written(Ruleset(), 3)
    named: dict[str, int] = {}

    def renamed(name: str) -> str:
        named[name] = named.get(name, 0) + 1
        return name_of(name, named[name])

    for packet in content["packets"]:
        if packet["channel"].startswith("/table") or not public:
            for item in packet["data"]:
                args: Any = item["args"]
                if not isinstance(args, dict):
                    continue
                if isinstance(args.get("name"), str) and args.get("id") is not None:
                    args["name"] = renamed(args["name"])
                text = args.get("card")
                if isinstance(text, dict) and isinstance(text["args"].get("name_0"), str):
                    text["args"]["name_0"] = renamed(text["args"]["name_0"])
    return read(content)


@pytest.mark.parametrize("public", [True, False])
def test_a_card_has_one_name_in_another_language(public: bool) -> None:
    """What was wrong: a name that is not English was not looked at. English may stand beside it, in whatever case."""
    assert not _read(lambda name, _: f"Karte {name}", public=public).inconsistencies
    assert not _read(lambda name, number: name if number % 2 else f"KARTE {name}", public=public).inconsistencies
    assert not _read(lambda name, number: f"Karte {name}".upper() if number % 2 else f"karte {name}").inconsistencies
    found = _read(lambda name, number: f"Karte {name}" if number < 3 else f"Carte {name}", public=public)
    assert found.inconsistencies
    assert "is not what the card is called before" in found.inconsistencies[0].message


def test_each_channel_may_have_its_language() -> None:
    """People may have put a file together of what two players saved."""
    content = written(Ruleset(), 3)
    for packet in content["packets"]:
        word = "Karte" if packet["channel"].startswith("/table") else "Carte"
        for item in packet["data"]:
            if isinstance(item["args"], dict) and isinstance(item["args"].get("name"), str):
                item["args"]["name"] = f"{word} {item['args']['name']}"
    assert not read(content).inconsistencies
