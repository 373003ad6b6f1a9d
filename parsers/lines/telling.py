"""The statement of a line for each observation of a game with all cards face up."""

from __future__ import annotations

from typing import Any

from innolog import log as seen
from innolog.cards.facts import HIGHEST_VALUE, UNKNOWN_BASE, card_table
from innolog.log import NOBODY, Place
from innolog.log.told import Told
from parsers.bga import visibility
from parsers.lines.keys import MOVEMENTS
from parsers.lines.matching import RELICS, Back, Said, Where

_FROM_DECK = {
    Place.HAND: "draw",
    Place.REVEALED: "draw_reveal",
    Place.FORECAST: "draw_foreshadow",
    Place.DISPLAY: "dig",
}
_ICONS = {Place.FLAGS: "flag", Place.FOUNTAINS: "fountain"}


def said_of(told: Told, viewpoint: int | None, *, newer: bool = False) -> Said | None:
    """The key and values for an observation; None if there is no key for it.

    ``viewpoint`` is a seat, None for a spectator, or :data:`~parsers.forms.EVERYBODY` for all that any player sees.
    ``newer``: True when the cards are shown as the newer code of Board Game Arena shows them.
    """
    observation = told.observation
    if isinstance(observation, seen.Transfer):
        return _moved(told, observation, visibility.shown(observation, told.actor, viewpoint, newer=newer))
    if isinstance(observation, seen.Named):
        return _named(observation, told.about)
    make: Any = _SAYS.get(type(observation))
    if make is None:
        return None
    key, values = make(observation)
    return Said(key, values, False)


def _moved(told: Told, move: seen.Transfer, shown: bool) -> Said:
    key = _movement(told, move)
    movement = MOVEMENTS[key]
    # For a keyword of the rulebook, the player who acts is the one who receives the card.
    receives = movement.table_origin or movement.relic or (movement.target is not None and not movement.table_target)
    player = move.to_owner if receives else move.from_owner
    if player == NOBODY:
        player = move.to_owner if player == move.from_owner else move.from_owner
    values: dict[str, Any] = {
        "player": player,
        "from": Where(move.from_place, None if move.from_owner == player else move.from_owner),
        "to": Where(move.to_place, None if move.to_owner == player else move.to_owner),
    }
    if player == NOBODY:
        values = {}
    assert move.card is not None
    if shown and move.card < UNKNOWN_BASE and key not in ("flag", "flag_lost", "fountain", "fountain_lost"):
        special = key.startswith("achieve") and move.card in card_table().achievements
        return Said(f"{key}.{'special' if special else 'open'}", values | {"card": Back(move.card)}, False)
    return hidden(key, values, move)


def hidden(key: str, values: dict[str, Any], move: seen.Transfer) -> Said:
    """The statement of a move of which the line does not show the face, with the card's back if it has one."""
    if move.age is not None:
        values["value"] = Back(None, move.age, move.card_set)
        values["set"] = (move.card_set or 0) + (RELICS if move.relic else 0)
    return Said(f"{key}.hidden", values, False)


def _movement(told: Told, move: seen.Transfer) -> str:
    """The key for the move of a card."""
    origin, target = move.from_place, move.to_place
    if target is Place.JUNK and move.from_owner != NOBODY:
        return "junk"
    if target is Place.JUNK:
        return "junk_supply" if origin is Place.DECK else "achievement_junked"
    if origin is Place.JUNK and move.to_owner == NOBODY:
        return "achievement_restored"
    if origin in _ICONS:
        return _ICONS[origin]
    if target in _ICONS:
        return _ICONS[target] + "_lost"
    if origin is Place.RELICS:
        return "seize"
    if origin is Place.DECK:
        if move.to_owner == NOBODY:
            return "achievement_added"
        if target is Place.BOARD and (move.bottom or move.meld):
            return "draw_tuck" if move.bottom else "draw_meld"
        if target is Place.SCORE and move.score:
            return "draw_score"
        return _FROM_DECK.get(target, "draw_transfer")
    if target in (Place.DECK, Place.RELICS):
        if move.from_owner == NOBODY:
            return "achievement_returned"
        return "return" if move.bottom or target is Place.RELICS else "put_on_deck"
    if target is Place.REMOVED:
        return "remove"
    if target is Place.ACHIEVEMENTS and move.to_owner != NOBODY and origin is Place.ACHIEVEMENTS:
        if move.from_owner == NOBODY:
            return "achieve"
        return "seize_from" if move.relic else "transfer"
    if move.relic and origin is Place.ACHIEVEMENTS:
        return "seize_from"
    if target is Place.BOARD and move.meld:
        return "promote" if told.about == "promotion" else "meld"
    if target is Place.BOARD and move.bottom:
        return "tuck"
    if target is Place.SCORE and move.score:
        return "score"
    same = move.from_owner == move.to_owner
    if same and target is Place.REVEALED:
        return "reveal"
    if same and target is Place.ACHIEVEMENTS:
        return "achieve_from"
    if same and target is Place.FORECAST:
        return "foreshadow"
    if same and target is Place.HAND and origin is Place.REVEALED:
        return "keep"
    return "transfer"


def _splay(splay: seen.Splay) -> Any:
    values = {"player": splay.owner, "color": splay.color}
    return ("splay", values | {"direction": splay.direction}) if splay.direction else ("unsplay", values)


def _named(named: seen.Named, about: str) -> Said:
    what: dict[str, Any] = {"colors": named.colors}
    key = "name_colors"
    if named.seat is not None:
        key, what = "name_player", {"other": named.seat}
    elif named.value is not None and about == "icon":
        key, what = "name_icon", {"icon": named.value}
    elif named.value is not None and named.value > HIGHEST_VALUE:
        key, what = "name_number", {"count": named.value}
    elif named.value is not None:
        key, what = "name_value", {"value": Back(None, named.value)}
    return Said(key, {"player": named.player, **what}, False)


def _first(first: seen.FirstPlayer) -> Any:
    card = next(card for card, name in enumerate(card_table().name) if name and name == first.card_name)
    return "first_player", {"player": first.player, "card": Back(card)}


def _nested(nested: seen.NestedStarted) -> Any:
    values = {"player": nested.player, "card": Back(nested.card)}
    return ("execute", values) if nested.on is None else ("execute_on", values | {"card2": Back(nested.on)})


def _ended(end: seen.Ended) -> Any:
    values: dict[str, Any] = {"player": end.player, "count": end.achievements}
    values |= {} if end.card is None else {"card": Back(end.card)}
    values |= {} if end.above is None else {"value": Back(None, end.above)}
    return f"end.{end.how}", values | ({"alone": True} if end.alone else {})


def _parley(parley: seen.Parley) -> Any:
    how = "paid" if parley.paid else "declined" if parley.able else "unable"
    return f"parley.{parley.what}.{how}", {"player": parley.player}


def _dogma(dogma: seen.DogmaStarted) -> Any:
    return "endorse" if dogma.endorsed else "dogma", {
        "player": dogma.player,
        "card": Back(dogma.card),
        "icon": dogma.icon,
    }


_SAYS: dict[type, Any] = {
    seen.Splay: _splay,
    seen.Rearranged: lambda o: ("rearrange", {"player": o.owner, "color": o.color}),
    seen.Wiped: lambda o: ("wipe", {"rest": "Achievements stay."}),
    seen.Eliminated: lambda o: ("eliminate", {"player": o.player}),
    seen.TopsAndHandsRemoved: lambda o: ("tops_and_hands_removed", {}),
    seen.FirstPlayer: _first,
    seen.FreeActionBegan: lambda o: ("free_action", {"player": o.player}),
    seen.ActionBegan: lambda o: ("action", {"player": o.player}),
    seen.DogmaStarted: _dogma,
    seen.IconCounted: lambda o: ("icons", {"player": o.player, "count": o.count, "icon": o.icon}),
    seen.EffectStarted: lambda o: (
        "effect_again" if o.again else "effect",
        {"player": o.player, "effect": (o.kind, o.number)},
    ),
    seen.NestedStarted: _nested,
    seen.NestedEnded: lambda o: ("executed", {"card": Back(o.card)}),
    seen.SharingBonus: lambda o: ("sharing", {}),
    seen.TurnEnded: lambda o: ("turn_end", {}),
    seen.Parley: _parley,
    seen.Chained: lambda o: ("chain", {"player": o.player}),
    seen.DeckJunked: lambda o: ("deck_junked", {"value": Back(None, o.age), "count": o.count}),
    seen.Passed: lambda o: ("pass", {"player": o.player}),
    seen.Agreed: lambda o: ("agree" if o.yes else "decline", {"player": o.player, "rest": "do so"}),
    seen.Ended: _ended,
}
