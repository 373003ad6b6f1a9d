"""Every move of a card, and every dogma, has words that are read as they were written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

import pytest

from innolog import log as seen
from innolog.cards.facts import Icon, card_table
from innolog.log import NOBODY, At, Place
from innolog.log.told import Told
from parsers.bga import visibility
from parsers.lines.bga import bga_table
from parsers.lines.matching import Back, Said
from parsers.lines.reading import LineReader
from parsers.lines.rendering import Renderer
from parsers.lines.telling import said_of
from parsers.lines.templates import built_in
from parsers.lines.words import plain
from tests.shared import sampled

#: Relics, flags and fountains have words of their own; no page or text of a game with a junk pile is known.
_WITHOUT_WORDS = (Place.RELICS, Place.FLAGS, Place.FOUNTAINS, Place.JUNK)


@pytest.mark.parametrize("name", sampled(["yucata-en", "yucata-de", "bga-en"], 3))
def test_every_move_of_a_card_has_words(name: str) -> None:
    table = bga_table() if name == "bga-en" else built_in(name)
    renderer = Renderer(table, ["Ada", "Bob"])
    places = [place for place in Place if place not in _WITHOUT_WORDS]
    told_moves = 0
    for origin, target, giver, taker in product(places, places, (0, 1, NOBODY), (0, NOBODY)):
        if not _possible(origin, target, giver, taker):
            continue
        for bottom, meld, score in _keywords(target):
            move = seen.Transfer(
                *(At(None, 0, 0), 12, 0, 1, False, giver, origin, None, taker, target, None, bottom, meld, score, 4)
            )
            shown = visibility.everybody_sees(move)
            if origin is Place.ACHIEVEMENTS and target is Place.DECK and giver == NOBODY and not bottom:
                continue
            said = said_of(Told(move, 0), None)
            assert said is not None
            reader = LineReader(table, ["Ada", "Bob"])
            # A face-up card that lies somewhere was told to come there.
            if origin is Place.REVEALED:
                came = replace(move, from_owner=giver, from_place=Place.HAND, to_owner=giver, to_place=Place.REVEALED)
                arrival = said_of(Told(replace(came, bottom=False, meld=False, score=False), 0), None)
                assert arrival is not None
                reader.read(At(None, 0, 0), plain(renderer.line(arrival)))
            line = reader.read(At(None, 0, 0), plain(renderer.line(said)))
            assert line.observations == [move if shown else replace(move, card=None, color=None)]
            told_moves += 1
    assert told_moves > 150


def test_a_dogma_without_a_featured_icon_has_words() -> None:
    """At a table, Battleship Yamato can be activated, which has no icon."""
    table = bga_table()
    yamato = card_table().name.index("Battleship Yamato")
    said = Said("dogma", {"player": 0, "card": Back(yamato), "icon": int(Icon.HEX)}, to_you=False)
    line = LineReader(table, ["Ada", "Bob"]).read(At(None, 0, 0), plain(Renderer(table, ["Ada", "Bob"]).line(said)))
    (began,) = line.observations
    assert isinstance(began, seen.DogmaStarted)
    assert (began.card, began.icon) == (yamato, Icon.HEX)


def _possible(origin: Place, target: Place, giver: int, taker: int) -> bool:
    common = (Place.DECK, Place.REMOVED)
    if origin is Place.REMOVED or (origin in common and target in common) or (giver, taker) == (NOBODY, NOBODY):
        return (origin, target) in ((Place.DECK, Place.ACHIEVEMENTS), (Place.ACHIEVEMENTS, Place.DECK)) and (
            giver == taker == NOBODY
        )
    if origin is target and giver == taker and origin is not Place.BOARD:
        return False
    return _owned(origin, giver) and _owned(target, taker)


def _owned(place: Place, owner: int) -> bool:
    return place is Place.ACHIEVEMENTS or (owner == NOBODY) == (place in (Place.DECK, Place.REMOVED))


def _keywords(target: Place) -> Iterable[tuple[bool, bool, bool]]:
    """Ways of arriving at a place: under the pile, melded, scored."""
    yield False, False, False
    if target in (Place.BOARD, Place.DECK):
        yield True, False, False
    if target is Place.BOARD:
        yield False, True, False
    if target is Place.SCORE:
        yield False, False, True


# --- the site's own messages -----------------------------------------------------------------------------------------
