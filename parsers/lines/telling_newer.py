"""The statement of a line for each observation, as Board Game Arena's newer code (since January 2024) words it."""

from __future__ import annotations

from typing import Any, Final

from innolog import log as seen
from innolog.cards.facts import card_table
from innolog.log import NOBODY, Place
from innolog.log.told import Told
from parsers.bga import visibility
from parsers.bga.transfers_2024 import verbs
from parsers.lines.matching import Back, Said, Where
from parsers.lines.telling import hidden, said_of

#: The keys for the site's verbs that are not made of the words of a key.
_KEYS: Final = {"draw and foreshadow": "draw_foreshadow", "place": "put_on_deck", "achieve": "achieve_from"}
#: The places between which a card moves in older words only.
_IN_OLDER_WORDS: Final = frozenset({Place.FLAGS, Place.FOUNTAINS, Place.REMOVED})
#: The places that lines name. Of a revealed card, and one from a supply pile or the relics, they say nothing.
_NAMED: Final = frozenset(
    {Place.HAND, Place.BOARD, Place.SCORE, Place.ACHIEVEMENTS, Place.FORECAST, Place.DISPLAY, Place.JUNK}
)


def said_by_newer(told: Told, viewpoint: int | None) -> Said | None:
    """The key and values for an observation; None if there is no key for it. See :func:`parsers.lines.telling.said_of`.

    Cards that leave play together have no line each; callers leave them out.
    """
    observation = told.observation
    if isinstance(observation, seen.NestedStarted) and observation.on is None:
        return Said("self_execute", {"player": observation.player, "card": Back(observation.card)}, False)
    if isinstance(observation, seen.DeckJunked):
        value = {"value": Back(None, observation.age)}
        return Said("deck_junked", value | ({"count": observation.count} if observation.count else {}), False)
    if isinstance(observation, seen.Transfer) and _has_newer_words(observation):
        return _moved(told, observation, viewpoint)
    return said_of(told, viewpoint, newer=True)


def _has_newer_words(move: seen.Transfer) -> bool:
    common = move.from_owner == NOBODY == move.to_owner
    if common and Place.JUNK not in (move.from_place, move.to_place):
        # An achievement is added, or returned to its supply pile.
        return False
    return _IN_OLDER_WORDS.isdisjoint((move.from_place, move.to_place))


def _moved(told: Told, move: seen.Transfer, viewpoint: int | None) -> Said:
    player, opponent = visibility.parties(move, told.actor)
    if player == NOBODY:
        player = told.actor
    start, end = move.from_place, move.to_place
    key = _key(told, move, opponent is None)
    values: dict[str, Any] = {"player": player}
    goes = key in ("transfer", "draw", "seize")
    # The words for another player's hand are replaced by those for the place to which the card goes.
    taken = goes and start is Place.HAND and move.from_owner == opponent and end is Place.HAND
    if start in _NAMED and not taken:
        values["from"] = Where(start, None if move.from_owner == player else move.from_owner)
    if goes:
        values["to"] = Where(end, None if move.to_owner == player else move.to_owner)
    assert move.card is not None
    if visibility.shown(move, told.actor, viewpoint, newer=True):
        special = key == "achieve_from" and move.card in card_table().achievements
        return Said("achieve.special" if special else f"{key}.open", values | {"card": Back(move.card)}, False)
    return hidden(key, values, move)


def _key(told: Told, move: seen.Transfer, alone: bool) -> str:
    """The key of the word that the site has for the move of a card."""
    start, end = move.from_place, move.to_place
    if start is Place.RELICS:
        return "achieve" if end is Place.ACHIEVEMENTS else "seize"
    if alone and move.meld and told.about == "promotion":
        return "promote"
    fitting = verbs(start.value, end.value, bool(move.bottom), bool(move.score), bool(move.meld), alone)
    verb = fitting[0] if fitting else "transfer"
    return _KEYS.get(verb, verb.replace(" and ", "_"))
