"""The values that effects name, as the figures change them that change values.

What was wrong in the first attempt: numbers in loops over values were not found (Chronicle of Zuo, Typewriter), and
numbers that choose between two things were taken for values (Evolution). All texts of the third edition were compared.
"""

from __future__ import annotations

import json
import re

import pytest

from innolog.cards.facts import CardSet, card_table
from innolog.cards.raising import _OTHERWISE, named_values, raised
from innolog.cards.registry import Effect, effects_of
from tests.scenarios.reading import SHARED
from tests.table import Script, seat, table

_TEXTS = SHARED / "reference" / "cards" / "cards.json"


def _effects(name: str) -> tuple[Effect, ...]:
    return effects_of(card_table().name.index(name))


@pytest.mark.skipif(not _TEXTS.is_file(), reason="the texts of the cards are not beside the repository")
def test_every_value_in_a_text_is_found_and_no_other_number() -> None:
    table_of_all = card_table()
    compared = 0
    for card in json.loads(_TEXTS.read_text()):
        if card.get("only_editions") or card["set"] == "cities" or card["name"] not in table_of_all.name:
            continue
        for kind in ("dogma", "demand", "compel", "echo", "inspire"):
            texts = [effect["text"] for effect in card["effects"] if effect["kind"] == kind]
            functions = [effect.run for effect in _effects(card["name"]) if effect.kind.value == kind]
            for text, function in zip(texts, functions, strict=True):
                if function.__name__ not in _OTHERWISE:
                    assert named_values(function) == {int(n) for n in re.findall(r"\[(\d+)\]", text)}, card["name"]
                    compared += 1
    assert compared > 500


def test_a_drawn_value_is_raised_and_a_number_of_cards_is_not() -> None:
    game = table(seat(board=["Writing"]), seat(), top={4: ["Enterprise"]})
    (effect,) = _effects("Writing")
    raised(effect.run, lambda value: value + 2)(game, game.players[0])
    assert [game.table.name[card] for card in game.players[0].hand] == ["Enterprise"]


def test_a_condition_on_a_value_is_raised() -> None:
    """The trap: a value that is compared, not drawn (Astronomy)."""
    game = table(seat(board=["Canning", "Classification"]), seat())
    _, effect = _effects("Astronomy")
    raised(effect.run, lambda value: 10)(game, game.players[0])
    assert not game.players[0].achievements
    raised(effect.run, lambda value: value)(game, game.players[0])
    assert [game.table.name[card] for card in game.players[0].achievements] == ["Universe"]


def test_effects_whose_values_are_played_otherwise() -> None:
    sets = frozenset({CardSet.BASE, CardSet.ECHOES})
    game = table(seat(board=["Coal"]), seat(), top={8: ["Antibiotics"]}, sets=sets)
    raised(_effects("Typewriter")[-1].run, lambda value: value + 2)(game, game.players[0])
    assert [game.table.name[card] for card in game.players[0].hand] == ["Antibiotics"]
    game = table(seat(board=["Coal"]), seat(), sets=sets)
    script = Script(game, 8, 7, {game.table.name[card] for card in game.table.cards})
    raised(_effects("Jeans")[-1].run, lambda value: value + 2)(game, game.players[0])
    assert not script.answers
