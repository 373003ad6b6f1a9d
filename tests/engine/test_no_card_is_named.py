"""No module outside of innolog/cards names a card: what it has to know of one is declared with its effects or facts.

A name in the replay decided what splays for others, and an id in the engine which card has two values. An edition or an
expansion with another such card would have had to find all these places.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import innolog
from innolog.cards.facts import card_table
from innolog.cards.registry import Trait, card_named, splaying_after_rearranging, traits_of
from innolog.engine.ruleset import Ruleset

#: Names that are ordinary words, too.
_WORDS = frozenset({"Code of Laws", "Tools", "Paper", "Machinery", "Chemistry", "Services", "Software", "Databases"})
_ROOMS = ("beliefs", "comparing", "engine", "reconstruction", "replay", "results", "simulate", "log", "store")


def _strings(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a module that are no documentation."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.lineno, node.value


@pytest.mark.parametrize("room", _ROOMS)
def test_no_string_outside_of_the_cards_names_one(room: str) -> None:
    names = {name for name in (facts.name for facts in card_table().cards.values()) if len(name) > 3} - _WORDS
    pattern = re.compile(r"\b(" + "|".join(map(re.escape, sorted(names))) + r")\b")
    modules = sorted((Path(innolog.__path__[0]) / room).rglob("*.py"))
    if not modules:
        pytest.skip("the modules are compiled, and their sources are elsewhere")
    found = [(path.name, line, text) for path in modules for line, text in _strings(path) if pattern.search(text)]
    assert found == []
    assert not [path.name for path in modules if "card_named" in path.read_text(encoding="utf-8")]


def test_what_effects_do_unseen_is_declared_with_them() -> None:
    declared = {trait: {card for card in card_table().cards if trait in traits_of(card)} for trait in Trait}
    assert declared == {
        Trait.REARRANGES: {card_named("Publications")},
        Trait.REMOVES_UNTOLD: {card_named(name) for name in ("Fission", "Exxon Valdez", "DeLorean DMC-12")},
        Trait.SPLAYS_FOR_OTHERS: {card_named("Kobukson")},
    }
    # Yellow or blue, up.
    assert splaying_after_rearranging() == ((3, 0), 3)


def test_ages_and_achievements_come_from_the_rules() -> None:
    rules = Ruleset()
    assert list(rules.ages) == list(range(1, rules.highest_age + 1))
    assert list(rules.achievement_ages) == list(range(1, rules.highest_age))
    assert set(card_table().board_age) == {card_named("Battleship Yamato")}
