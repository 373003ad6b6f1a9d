"""The values that effects name, as the figures change them that change values.

``tables/values.csv`` has the values that the text of each effect names. What an effect asks for while it is carried out
is compared with that.

What was wrong in the first attempt: numbers in loops over values were not found (Chronicle of Zuo, Typewriter), and
numbers that choose between two things were taken for values (Evolution). All texts of the third edition were compared.
"""

from __future__ import annotations

import csv
import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from innolog.cards import registry
from innolog.cards.facts import CardSet
from innolog.cards.registry import Effect
from innolog.engine.state import Player
from tests.cards.anywhere import Key, carry_out, every_effect, positions, rules_of
from tests.scenarios.reading import SHARED
from tests.table import Script, card, names, seat, table

_TEXTS = SHARED / "reference" / "cards" / "cards.json"
#: Positions that are tried for an effect before a value counts as out of reach, and for an effect that names none.
_MOST, _FEW = 300, 3
_KINDS = ("dogma", "demand", "compel", "echo", "inspire")


def _values() -> dict[Key, frozenset[int]]:
    with (Path(__file__).parent / "tables" / "values.csv").open() as file:
        return {
            (row["text"], row["card"], row["kind"], int(row["number"])): frozenset(map(int, row["values"].split()))
            for row in csv.DictReader(file)
        }


def _asked(text: str, effect: Effect, wanted: frozenset[int]) -> frozenset[int]:
    """The values that an effect asks for, in positions until it asked for all that are wanted."""
    asked: set[int] = set()

    def naming(value: int) -> int:
        asked.add(value)
        return value

    of_card = registry._texts[effect.card, text]
    earlier = of_card[: of_card.index(effect)]
    for game in islice(positions(rules_of(text, effect), effect), _MOST if wanted else _FEW):
        for before in earlier:
            carry_out(game, before)
        game.naming = naming
        carry_out(game, effect)
        if wanted and asked >= wanted:
            break
    return frozenset(asked)


def test_effects_ask_for_the_values_that_their_texts_name() -> None:
    values = _values()
    effects = every_effect()
    assert values.keys() <= effects.keys()
    found = {key: _asked(key[0], effect, values.get(key, frozenset())) for key, effect in effects.items()}
    assert {key: asked for key, asked in found.items() if asked} == values


@pytest.mark.skipif(not _TEXTS.is_file(), reason="the texts of the cards are not beside the repository")
def test_the_table_has_the_values_of_the_texts() -> None:
    values, effects = _values(), every_effect()
    compared = 0
    for facts in json.loads(_TEXTS.read_text()):
        if facts.get("only_editions"):
            continue
        for kind in _KINDS:
            texts = [effect["text"] for effect in facts["effects"] if effect["kind"] == kind]
            for number, text in enumerate(texts, 1):
                key = ("third", facts["name"], kind, number)
                if key in effects:
                    assert values.get(key, frozenset()) == {int(n) for n in re.findall(r"\[(\d+)\]", text)}, key
                    compared += 1
    assert compared > 500


def _activated(*board: str, **top: Any) -> Player:
    """Player 0 after the last card of the board was activated."""
    game = table(seat(board=board), seat(), sets=frozenset({CardSet.BASE, CardSet.FIGURES}), **top)
    Script(game).dogma(board[-1])
    return game.players[0]


def test_a_drawn_value_is_raised_and_a_number_of_cards_is_not() -> None:
    """Archimedes raises the values of an activated card by one."""
    top = {2: ["Calendar", "Canal Building"], 1: ["Oars", "Sailing"]}
    assert sorted(names(_activated("Archimedes", "The Wheel", top=top).hand)) == ["Calendar", "Canal Building"]
    assert sorted(names(_activated("The Wheel", top=top).hand)) == ["Oars", "Sailing"]


def test_a_condition_on_a_value_is_raised() -> None:
    """The trap: a value that is compared, not drawn. Under Albert Einstein every value that Astronomy names is 10."""
    board, top = ("Canning", "Classification"), {6: ["Vaccination"], 10: ["Robotics"]}
    assert card("Universe") in _activated(*board, "Astronomy", top=top).achievements
    assert card("Universe") not in _activated(*board, "Albert Einstein", "Astronomy", top=top).achievements
