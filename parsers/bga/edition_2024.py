"""Tell the editions that the newer generation plays from each other by what only one of them has."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from innolog.cards.editions import STANDARD, Edition, Platform
from innolog.cards.facts import CardSet, CardTable, card_table, is_city_icon
from innolog.cards.generations import NEWEST
from parsers.bga.transfers import row_faults
from parsers.bga.values import Args, to_int

#: A set (The Unseen), its place and an age that the third edition does not have.
_SET: Final = 5
_PLACE: Final = "safe"
_AGE: Final = 11


def is_fourth(args: Args) -> bool | None:
    """Whether a move of a card can only be of the fourth edition; False if only of the third, None if of either.

    Cards go to the junk in both, but in the third one only with expansions.
    """
    if to_int(args.get("age")) == _AGE or to_int(args.get("type")) == _SET:
        return True
    if _PLACE in (args.get("location_from"), args.get("location_to")):
        return True
    card, table = to_int(args.get("id")), _table(STANDARD)
    if card is None or card in table.achievements or is_city_icon(card):
        return None
    if card not in table.cards:
        return True
    of_third = not row_faults(table, card, args, NEWEST)
    if card not in _base_cards():
        # How the fourth edition prints the card is not known here.
        return None if of_third else True
    of_fourth = not row_faults(_table(Edition.FOURTH), card, args, NEWEST)
    return None if of_third is of_fourth else of_fourth


def edition_shown(moves: Iterable[Args]) -> bool | None:
    """What the first move says that can be of one edition only, as :func:`is_fourth`; None if there is no such move."""
    return next((shown for args in moves if (shown := is_fourth(args)) is not None), None)


@cache
def _table(edition: Edition) -> CardTable:
    return card_table(Platform.BGA_2024.value, edition.value)


@cache
def _base_cards() -> frozenset[int]:
    return frozenset(card for card, facts in _table(STANDARD).cards.items() if facts.set is CardSet.BASE)
