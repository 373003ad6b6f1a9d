"""What a page says that an effect does (``data/deeds.csv``) is what the effect does when it is carried out.

What was wrong before: the words were the names in an effect's code. A card removed cards from the game because its code
removed a number from a list (Jeans, Mobility, Twister), and Toothbrush did nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice

import pytest
from click.testing import CliRunner

from innolog.cards import registry
from innolog.cards.deeds import declared
from innolog.cards.registry import Effect
from innolog.cli import main
from innolog.engine.events import (
    DeckJunked,
    Eliminated,
    Event,
    GameEnded,
    NestedEnded,
    NestedStarted,
    Rearranged,
    Splay,
    TopsAndHandsRemoved,
    Transfer,
    Wiped,
)
from innolog.engine.zones import Keyword, Zone
from tests.cards.anywhere import Key, carry_out, every_effect, positions, rules_of

_MOVES = {
    Keyword.DRAW: "draw",
    Keyword.MELD: "meld",
    Keyword.TUCK: "tuck",
    Keyword.SCORE: "score",
    Keyword.RETURN: "return",
    Keyword.TRANSFER: "transfer",
    Keyword.REVEAL: "reveal",
    Keyword.ACHIEVE: "achieve",
    Keyword.REMOVE: "remove from the game",
    Keyword.FORESHADOW: "foreshadow",
    Keyword.JUNK: "junk",
}
_OTHERS: dict[type, str] = {
    Rearranged: "rearrange",
    Eliminated: "eliminate",
    TopsAndHandsRemoved: "remove from the game",
    Wiped: "remove all",
    DeckJunked: "junk",
    GameEnded: "win",
}
_DIRECTIONS = ("unsplay", "splay left", "splay right", "splay up", "splay aslant")
#: Positions that are tried for an effect until it did all that is declared, and for one that did it in the first ones.
_MOST, _FEW = 150, 3
#: Deeds that show as others, or bring others about.
_SHOW_AS = {
    "exchange": {"transfer"},
    "eliminate": {"junk"},
    "look at a card": {"draw"},
    "splay": set(_DIRECTIONS),
    "use other inspire effects": {*_MOVES.values(), *_DIRECTIONS, "add an achievement"},
}
#: What random positions seldom bring about, beside a win: it takes certain cards, or a site that plays so.
_SELDOM = {
    "Invention dogma 1": "splay left",
    "Railroad dogma 2": "splay right",
    "Railroad dogma 3": "splay right",
    "Jiskairumoko Necklace compel 1": "transfer",
    "Dead Sea Scrolls dogma 1": "junk",
    "Philosopher's Stone dogma 1": "junk",
    "Mona Lisa dogma 1": "splay right, score",
    "Kilogram of the Archives dogma 1": "junk",
    "Moonlight Sonata dogma 1": "junk",
    "Submarine H. L. Hunley compel 1": "tuck, reveal",
    "'30 World Cup Final Ball compel 1": "return",
    "Ruler dogma 1": "draw, return, foreshadow",
    "Candles echo 1": "score",
    "Sunglasses dogma 1": "unsplay",
    "Hot Air Balloon dogma 1": "transfer",
    "Artificial Heart dogma 1": "score",
    "Niccolo Machiavelli echo 1": "splay left",
    "George Stephenson echo 1": "splay right",
    "Feudalism demand 1": "junk",
    "Publications dogma 2": "junk",
    "Databases demand 1": "return",
    "Astrogeology dogma 1": "transfer",
    "Space Traffic dogma 1": "score",
}
#: A card that is put back, or on top of its supply pile, is transferred.
_PUT_BACK = {"The Daily Courant dogma 1", "Telescope dogma 1", "Near-Field Comm dogma 1"}


def _done(events: Iterable[Event], specials: Iterable[int]) -> Iterator[str]:
    """The deeds in the events of one effect, without those of other cards that it executes."""
    depth = 0
    for event in events:
        depth += isinstance(event, NestedStarted) - isinstance(event, NestedEnded)
        if isinstance(event, NestedStarted):
            yield "execute another card"
        elif depth:
            continue
        elif isinstance(event, Splay):
            yield _DIRECTIONS[event.direction]
        elif type(event) in _OTHERS and getattr(event, "how", "dogma") == "dogma":
            yield _OTHERS[type(event)]
        elif isinstance(event, Transfer) and event.to_zone == Zone.AVAILABLE:
            yield "add an achievement"
        elif isinstance(event, Transfer) and event.card in specials:
            yield "achieve a special achievement"
        elif isinstance(event, Transfer) and event.keyword in _MOVES:
            yield _MOVES[event.keyword]
            if event.from_zone == Zone.DECK and event.keyword not in (Keyword.REMOVE, Keyword.JUNK):
                yield "draw"


def _declared(does: str) -> set[str]:
    """The deeds in words of a page: each direction of a splay is one."""
    found = set(filter(None, does.split(", ")))
    for words in [words for words in found if " or " in words]:
        found.remove(words)
        found |= {f"splay {direction}" for direction in words.removeprefix("splay ").split(" or ")}
    return found


def _seen(key: Key, effect: Effect, wanted: set[str]) -> set[str]:
    """What an effect does in positions until it did all that is wanted."""
    of_card = registry._texts[effect.card, key[0]]
    rules = rules_of(key[0], effect)
    seen: set[str] = set()
    for number, game in enumerate(islice(positions(rules, effect), _MOST)):
        # What karmas do is not the effect's.
        game.interceptors, game.reactors = (), {}
        for before in of_card[: of_card.index(effect)]:
            carry_out(game, before)
        events: list[Event] = []
        game.sink = events.append
        carry_out(game, effect)
        seen |= set(_done(events, rules.table.achievements))
        if number >= _FEW and seen >= wanted:
            break
    return seen


@pytest.mark.long
def test_effects_do_what_is_declared_and_nothing_else() -> None:
    found = {}
    assert declared().keys() == {(text, name) for text, name, *_ in every_effect()}
    for key, effect in every_effect().items():
        named = " ".join(map(str, key[1:]))
        deeds = _declared(declared()[key[0], key[1]][registry._texts[effect.card, key[0]].index(effect)])
        wanted = deeds - _SHOW_AS.keys() - {"win", "achieve", *_SELDOM.get(named, "").split(", ")}
        seen = _seen(key, effect, wanted)
        # A splay is lost whenever a pile gets too small, and special achievements are claimed for what lies there.
        allowed = deeds | {"unsplay", "achieve a special achievement", "transfer" if named in _PUT_BACK else ""}
        for deed in deeds & _SHOW_AS.keys():
            allowed |= _SHOW_AS[deed]
        if seen - allowed or wanted - seen:
            found[key] = seen - allowed, wanted - seen
    assert found == {}


def test_the_list_of_cards_tells_what_each_does_by_its_edition() -> None:
    def told(*options: str) -> list[list[str]]:
        shown = CliRunner().invoke(main, ["cards", *options, "--format", "json"])
        assert shown.exit_code == 0
        return [json.loads(line)["does"] for line in shown.stdout.splitlines() if "does" in line]

    assert told("Metalworking") == [["Its effects compare castle icons", "Effect: draw, reveal, score"]]
    assert told("Homer") == [["Inspire effect: draw, tuck", "A karma"]]
    assert told("Atlantis") == [[]]
    for edition in ("first", "third", "fourth"):
        assert len(told("--edition", edition)) > 100
    assert "\nMetalworking: its effects compare castle icons; effect: draw, reveal, score\n" in (
        CliRunner().invoke(main, ["cards", "metalworking"]).stdout
    )
