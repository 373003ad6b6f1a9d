"""What only the fourth edition has: the junk, chains, Parley, aslant splays."""

from __future__ import annotations

from typing import Any

from innolog.cards.facts import CardSet, Direction, back_of
from innolog.engine import actions, dogma
from innolog.engine.actions import Action, ActionKind
from innolog.engine.game import Game
from innolog.engine.parley import AVOID, SHARE
from innolog.engine.state import Player
from tests.cheating.cheats.turns import only_action
from tests.cheating.con import FOURTH, Con, cheat

_PARLEY = tuple(rules for rules in FOURTH if rules.has_parley)
_JUNKING = ("Fermenting", "Canal Building", "Feudalism", "Medicine", "Archery", "Anatomy", "Steam Engine", "Calendar")
_NESTING = ("Computers", "Software", "Robotics", "Self Service", "Satellites")
_ASLANT = ("Astrogeology", "Solar Sailing", "Space Traffic")


@cheat("dogma.mandatory", "dogma.sharing", "dogma.order", at=FOURTH, stacked=_JUNKING)
def achievement_not_junked(con: Con) -> None:
    """An available achievement that an effect junks stays."""

    def junk(honest: Any, me: Player, values: Any, **more: Any) -> Any:
        values = list(values)
        there = [card for card in con.game.available if con.game.age[card] in values]
        return None if con.now(there and not more.get("may"), missing=True) else honest(me, values, **more)

    con.wrap(con.game, "junk_available", junk)


@cheat("junk.deck", "dogma.mandatory", "dogma.sharing", "dogma.order", at=FOURTH, stacked=_JUNKING)
def pile_not_junked(con: Con) -> None:
    """A supply pile that an effect junks stays."""
    offered: list[int] = []

    def may_junk(honest: Any, me: Player, value: int) -> None:
        # Who declines leaves no line.
        offered.append(value)
        honest(me, value)
        offered.clear()

    def junk(honest: Any, value: int) -> None:
        if not con.now(not offered and _pile(con, value), missing=True):
            honest(value)

    con.wrap(con.game, "may_junk_deck", may_junk)
    con.wrap(con.game, "junk_deck", junk)


@cheat("junk.deck", "dogma.card", "dogma.mandatory", at=FOURTH, stacked=_JUNKING)
def card_of_a_pile_not_junked(con: Con) -> None:
    """One card of a pile that is junked stays there."""
    kept: list[int] = []

    def junk_deck(honest: Any, value: int) -> None:
        if con.now(len(_pile(con, value)) > 1, missing=True):
            kept.append(_pile(con, value)[0])
        honest(value)

    def junk(honest: Any, card: int) -> None:
        if card in kept:
            kept.clear()
        else:
            honest(card)

    con.wrap(con.game, "junk_deck", junk_deck)
    con.wrap(con.game, "junk", junk)


@cheat("junk.deck", "dogma.card", "dogma.place", "dogma.too-much", "dogma.mandatory", at=FOURTH, stacked=_JUNKING)
def another_pile_junked(con: Con) -> None:
    """The pile of the next age but one is junked instead: some effects let a player choose between two next ages."""

    def junk(honest: Any, value: int) -> None:
        honest(value + 2 if con.now(value < 10 and _pile(con, value) and _pile(con, value + 2)) else value)

    con.wrap(con.game, "junk_deck", junk)


def _pile(con: Con, value: int) -> list[int]:
    return con.game.decks.get(back_of(CardSet.BASE, value)) or []


@cheat("achieve.claim", "turn.action", "card.place", native=True, at=FOURTH, stacked=_JUNKING)
def claims_what_was_junked(con: Con) -> None:
    """A standard achievement is claimed that lies in the junk."""

    def junked(me: Player) -> list[Action]:
        game, top, points = con.game, me.highest_top(), me.score()
        values = {game.age[card] for card in game.available}
        values |= {game.age[card] for player in game.players for card in player.achievements}
        found = [card for card in game.junk_pile if game.age[card] and game.age[card] not in values]
        found = [card for card in found if game.age[card] <= top and points >= 5 * game.age[card]]
        return [Action(ActionKind.ACHIEVE, card) for card in found]

    only_action(con, junked)


@cheat("dogma.nested", "dogma.sharing", "dogma.mandatory", "dogma.order", "draw.missing", at=FOURTH, stacked=_NESTING)
def chain_achievement_not_given(con: Con) -> None:
    """A card that executes itself inside another one brings no 11."""
    _chain(con, 0, missing=True)


@cheat("dogma.nested", "dogma.too-much", "dogma.sharing", "achieve.undeserved", at=FOURTH, stacked=_NESTING)
def chain_achievement_without_a_chain(con: Con) -> None:
    """The first card that executes itself brings an 11, too."""
    _chain(con, 1, missing=False)


def _chain(con: Con, depth: int, *, missing: bool) -> None:
    game = con.game

    def execute(honest: Any, me: Player, card: int) -> Any:
        before = game.depth
        if con.now(bool(before) is not bool(depth), missing=missing):
            game.depth = depth
        try:
            return honest(me, card)
        finally:
            game.depth = before

    con.wrap(game, "execute_non_demand", execute)


@cheat("parley.payment", "dogma.sharing", "dogma.order", at=_PARLEY)
def shares_from_afar_for_nothing(con: Con) -> None:
    """A distant player shares without returning a card."""
    _for_nothing(con, SHARE)


@cheat("parley.payment", "dogma.vulnerable", "record.pass", "dogma.order", "dogma.sharing", at=_PARLEY)
def avoids_a_demand_for_nothing(con: Con) -> None:
    """A distant player is immune to a demand without returning a card."""
    _for_nothing(con, AVOID)


def _for_nothing(con: Con, wanted: str) -> None:
    def parley(honest: Any, game: Game, player: Player, what: str, card: int, settled: dict[Any, bool]) -> bool:
        key = (player.index, what)
        if key not in settled and con.now(what == wanted and player.hand, missing=True):
            settled[key] = True
            return True
        return bool(honest(game, player, what, card, settled))

    con.wrap(dogma, "_parley", parley)


@cheat("parley.payment", "dogma.vulnerable", "dogma.sharing", "dogma.order", "dogma.too-much", at=_PARLEY)
def demand_of_one_who_paid(con: Con) -> None:
    """A distant player pays to be immune, and is not."""

    def parley(honest: Any, game: Game, player: Player, what: str, card: int, settled: dict[Any, bool]) -> bool:
        paid = bool(honest(game, player, what, card, settled))
        if con.now(paid and what == AVOID):
            settled[(player.index, what)] = False
            return False
        return paid

    con.wrap(dogma, "_parley", parley)


@cheat("parley.payment", "dogma.mandatory", "dogma.order", "dogma.sharing", at=_PARLEY)
def activates_from_afar_for_nothing(con: Con) -> None:
    """A distant player's top card is activated, and no card is returned."""

    def pay(honest: Any, game: Game, me: Player) -> None:
        if not con.now(missing=True):
            honest(game, me)

    con.wrap(actions, "pay_to_activate", pay)


@cheat("splay.direction", "splay.change", at=FOURTH, stacked=_ASLANT)
def splays_up_in_place_of_aslant(con: Con) -> None:
    """A pile that is to be splayed aslant is splayed up."""

    def splay(honest: Any, owner: Player, color: int, direction: int) -> Any:
        aslant = direction == Direction.ASLANT and owner.splays[color] != Direction.UP
        if con.now(aslant and con.game.can_splay(owner, color, direction)):
            direction = Direction.UP
        return honest(owner, color, direction)

    con.wrap(con.game, "splay", splay)


@cheat(
    "dogma.mandatory",
    "dogma.place",
    "dogma.nested",
    "remove",
    "dogma.card",
    at=tuple(rules for rules in FOURTH if rules.players > 2 and not rules.teams),
    stacked=_ASLANT,
)
def a_loser_keeps_cards(con: Con) -> None:
    """The cards in hand of a player who loses are not junked."""
    losing: list[Player] = []

    def lose(honest: Any, me: Player) -> None:
        losing.append(me)
        honest(me)

    def junk_all(honest: Any, me: Player, cards: Any) -> None:
        if not (losing and cards is me.hand and con.now(cards, missing=True)):
            honest(me, cards)

    con.wrap(con.game, "_lose", lose)
    con.wrap(con.game, "junk_all", junk_all)
