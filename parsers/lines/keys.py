"""The keys of template tables: the statements that a line of a log can make, and their placeholders.

A table maps these keys to wordings (see :mod:`parsers.lines.templates`). The order of the placeholders is that of
``%1``, ``%2`` ... in tables that number them.
"""

from __future__ import annotations

from dataclasses import dataclass

from innolog.log import Place
from parsers.carries import Carries, Table


@dataclass(frozen=True, slots=True)
class Movement:
    """The meaning of a key for a card that moves, in addition to its placeholders.

    ``origin`` is the source place if a wording names none; None if it must be the last place of a face-up card.
    ``table_origin`` and ``table_target``: True when the place belongs to no player.
    """

    origin: Place | None
    target: Place | None
    table_origin: bool = False
    table_target: bool = False
    bottom: bool = False
    meld: bool = False
    score: bool = False
    relic: bool = False


#: Keys of moving cards. Each stands for two wordings, ``KEY.open`` (with the card) and ``KEY.hidden`` (its back).
MOVEMENTS = {
    "draw": Movement(Place.DECK, Place.HAND, table_origin=True),
    "draw_reveal": Movement(Place.DECK, Place.REVEALED, table_origin=True),
    "draw_meld": Movement(Place.DECK, Place.BOARD, table_origin=True, meld=True),
    "draw_tuck": Movement(Place.DECK, Place.BOARD, table_origin=True, bottom=True),
    "draw_score": Movement(Place.DECK, Place.SCORE, table_origin=True, score=True),
    "draw_foreshadow": Movement(Place.DECK, Place.FORECAST, table_origin=True),
    "draw_achieve": Movement(Place.DECK, Place.ACHIEVEMENTS, table_origin=True),
    "draw_transfer": Movement(Place.DECK, None, table_origin=True),
    "dig": Movement(Place.DECK, Place.DISPLAY, table_origin=True),
    "meld": Movement(None, Place.BOARD, meld=True),
    "tuck": Movement(None, Place.BOARD, bottom=True),
    "score": Movement(None, Place.SCORE, score=True),
    "return": Movement(None, Place.DECK, table_target=True, bottom=True),
    "put_on_deck": Movement(None, Place.DECK, table_target=True),
    "reveal": Movement(None, Place.REVEALED),
    "keep": Movement(None, Place.HAND),
    "foreshadow": Movement(None, Place.FORECAST),
    "promote": Movement(Place.FORECAST, Place.BOARD, meld=True),
    "transfer": Movement(None, None),
    "achieve": Movement(Place.ACHIEVEMENTS, Place.ACHIEVEMENTS, table_origin=True),
    "achieve_from": Movement(None, Place.ACHIEVEMENTS),
    "seize": Movement(Place.RELICS, None, table_origin=True, relic=True),
    "seize_from": Movement(None, None, relic=True),
    "remove": Movement(None, Place.REMOVED, table_target=True),
    "junk": Movement(None, Place.JUNK, table_target=True),
    "junk_supply": Movement(Place.DECK, Place.JUNK, table_origin=True, table_target=True),
    "flag": Movement(Place.FLAGS, Place.ACHIEVEMENTS, table_origin=True),
    "flag_lost": Movement(Place.ACHIEVEMENTS, Place.FLAGS, table_target=True),
    "fountain": Movement(Place.FOUNTAINS, Place.ACHIEVEMENTS, table_origin=True),
    "fountain_lost": Movement(Place.ACHIEVEMENTS, Place.FOUNTAINS, table_target=True),
    "achievement_added": Movement(Place.DECK, Place.ACHIEVEMENTS, table_origin=True, table_target=True),
    "achievement_returned": Movement(Place.ACHIEVEMENTS, Place.DECK, table_origin=True, table_target=True, bottom=True),
    "achievement_junked": Movement(Place.ACHIEVEMENTS, Place.JUNK, table_origin=True, table_target=True),
    "achievement_restored": Movement(Place.JUNK, Place.ACHIEVEMENTS, table_origin=True, table_target=True),
}

#: What the words of a site prove about the fields of :class:`innolog.log.Transfer`. Board Game Arena says "melds" also
#: if a card comes to a board without being melded, and "scores" also for revealed cards. It does not record whether a
#: back is a relic's.
CARRIES: dict[str, Table] = {
    "bga": {
        "card": Carries.IF_GIVEN,
        "card_set": Carries.IF_GIVEN,
        "age": Carries.IF_GIVEN,
        "color": Carries.OF_THE_CARD,
        "relic": Carries.IF_TRUE,
        "from_owner": Carries.IF_GIVEN,
        "from_place": Carries.IF_GIVEN,
        "from_position": Carries.NOTHING,
        "to_owner": Carries.FACT,
        "to_place": Carries.FACT,
        "to_position": Carries.NOTHING,
        "bottom": Carries.FACT,
        "meld": Carries.IF_FALSE,
        "score": Carries.IF_PLACED,
        "checks": Carries.NOTHING,
    },
}
CARRIES["yucata"] = {**CARRIES["bga"], "relic": Carries.FACT, "meld": Carries.FACT, "score": Carries.FACT}

_OPEN = ("player", "card", "from", "to", "value", "set")
_HIDDEN = ("player", "value", "set", "from", "to")

#: Every key with its placeholders in order.
KEYS: dict[str, tuple[str, ...]] = {
    **{f"{key}.open": _OPEN for key in MOVEMENTS},
    **{f"{key}.hidden": _HIDDEN for key in MOVEMENTS},
    # Special achievements have names and no value.
    "achieve.special": ("player", "card", "from"),
    "achievement_junked.special": ("card",),
    "achievement_restored.special": ("card",),
    # Piles.
    "splay": ("player", "color", "direction"),
    "splay_other": ("player", "owner", "color", "direction"),
    "unsplay": ("player", "color"),
    "splay_lost": ("player", "color"),
    # No site records the new order of the cards. Who writes down a game can: from the top to the bottom of the pile.
    "rearrange": ("player", "color"),
    "rearrange_to": ("player", "color", "cards"),
    "wipe": (),
    "eliminate": ("player",),
    # The newer code says it once more of the cards of the player.
    "eliminate_cards": ("player",),
    "tops_and_hands_removed": (),
    # Actions and effects. ``card2`` is the card on which another card's effects are executed.
    "move": ("number", "player"),
    "choose_card": ("player",),
    "first_player": ("player", "card"),
    "free_action": ("player",),
    "action": ("player",),
    "dogma": ("player", "card", "icon"),
    "endorse": ("player", "card", "icon"),
    "icons": ("player", "count", "icon"),
    "effect": ("player", "effect"),
    "effect_again": ("player", "effect"),
    "execute": ("player", "card"),
    "execute_on": ("player", "card", "card2", "icon"),
    "self_execute": ("player", "card"),
    "executed": ("card",),
    "sharing": (),
    "turn_end": (),
    # The fourth edition. A distant player may pay to share an effect or to avoid a demand.
    "deck_junked": ("value", "count"),
    "chain": ("player",),
    **{f"parley.{what}.{how}": ("player",) for what in ("share", "avoid") for how in ("paid", "declined", "unable")},
    # Choices.
    "show_hand": ("player", "cards"),
    "show_score": ("player", "cards"),
    "pass": ("player",),
    "agree": ("player", "rest"),
    "decline": ("player", "rest"),
    "name_value": ("player", "value"),
    # A number that no card has as its value, too.
    "name_number": ("player", "count"),
    "name_icon": ("player", "icon"),
    "name_colors": ("player", "colors"),
    "name_player": ("player", "other"),
    # The end.
    "end.achievements": ("player", "count"),
    "end.score": ("player", "value"),
    # The newer code names the card, and no player.
    "end.dogma": ("player", "card", "alone"),
    "end.conceded": ("player",),
    # Lines without a fact of their own.
    "known": (),
}

#: The keys with which a player names something.
NAMED = tuple([key for key in KEYS if key.startswith("name_")])

#: The keys for which only the newer code of Board Game Arena has lines, with or without further words in the key.
NEWER = frozenset({"self_execute", "eliminate_cards", "deck_junked", "chain", "parley", "junk", "junk_supply"}) | {
    f"achievement_{what}" for what in ("junked", "restored")
}

#: Placeholders that every wording may use: ``rest`` stands for any words, ``owner`` for a player in the possessive,
#: ``you`` for the viewer of the log.
EVERYWHERE = frozenset({"rest", "owner", "you", "player"})
