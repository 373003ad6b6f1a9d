"""Fourth edition, base set, age 11: the cards that it words otherwise than the third."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    ASLANT,
    AVATAR,
    BOARD,
    CLOCK,
    CROWN,
    FACTORY,
    HAND,
    ICONS,
    LEAF,
    LIGHTBULB,
    RED,
    SCORE,
    demand,
    dogma,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@demand("Climatology", LEAF, "fourth")
def climatology(game: Game, me: Player, you: Player) -> None:
    icon = game.choose_value(me, [icon for icon in ICONS if icon != LEAF])
    tops = game.with_icon(you.tops(), icon)
    first = game.return_one(you, tops)
    game.return_one(you, game.second_of_two(first, tops, game.with_icon(you.tops(), icon)))


@dogma("Climatology", LEAF, "fourth")
def climatology_2(game: Game, me: Player) -> None:
    value = game.value(game.return_one(me, me.tops()))
    game.return_all(me, [card for card in me.score_pile if game.value(card) >= value])


@dogma("Solar Sailing", LIGHTBULB, "fourth")
def solar_sailing(game: Game, me: Player) -> None:
    color = game.color[game.draw_and_meld(me, game.printed(11))]
    if me.splays[color] != ASLANT:
        game.return_all(me, me.piles[color][:-4])
        game.splay(me, color, ASLANT)
    if len(me.piles[color]) >= 6:
        game.win(me)


@dogma("Astrogeology", FACTORY, "fourth")
def astrogeology(game: Game, me: Player) -> None:
    card = game.draw_and_reveal(me, game.printed(11))
    color = game.color[card]
    if game.splay(me, color, ASLANT):
        for lower in me.piles[color][:-4]:
            game.transfer(lower, me, HAND)
    game.keep(me, card)


@dogma("Astrogeology", FACTORY, "fourth")
def astrogeology_2(game: Game, me: Player) -> None:
    if len(me.hand) >= 8:
        game.win(me)


@dogma("Fusion", CLOCK, "fourth")
def fusion(game: Game, me: Player) -> None:
    value = 11
    while True:
        card = game.score_one(me, game.of_value(me.tops(), value))
        if card is None:
            return
        lowest = 0 if game.rules.holds("fusion_ends_below_one") and value > 1 else 1
        lower = [other for other in (value - 1, value - 2) if other >= lowest]
        if not lower:
            return
        value = game.choose_value(me, lower)


@demand("Hypersonics", FACTORY, "fourth")
def hypersonics(game: Game, me: Player, you: Player) -> None:
    pairs = [card for card in you.tops() if _has_partner(game, you, card)]
    first = game.return_one(you, pairs)
    if first is None:
        return
    value = game.value(first)
    others = game.of_value(you.tops(), value)
    if not game.rules.holds("hypersonics_takes_one_color"):
        others = game.other_than(others, game.color[first])
    game.return_one(you, others)
    cards = [*you.hand, *you.score_pile]
    game.return_all(you, [card for card in cards if game.value(card) <= value])


def _has_partner(game: Game, you: Player, card: int) -> bool:
    """Whether another top card has the value of one."""
    return len(game.of_value(you.tops(), game.value(card))) > 1


@dogma("Space Traffic", CROWN, "fourth")
def space_traffic(game: Game, me: Player) -> None:
    while True:
        card = game.draw_and_tuck(me, game.printed(11))
        color = game.color[card]
        pile = me.piles[color]
        if len(pile) > 1 and game.value(pile[1]) == game.printed(11):
            game.eliminate(me)
            return
        for lower in pile[:-5]:
            game.score(me, lower)
        game.splay(me, color, ASLANT)
        if all(me.score() >= them.score() for them in game.others(me)):
            return


@demand("Near-Field Comm", AVATAR, "fourth")
def near_field_comm(game: Game, me: Player, you: Player) -> None:
    value = game.choose_any_value(me)
    game.transfer_all(you, game.of_value(you.score_pile, value), me, SCORE)


@dogma("Near-Field Comm", AVATAR, "fourth")
def near_field_comm_2(game: Game, me: Player) -> None:
    card = game.show_one(me, game.highest(me.score_pile))
    if card is not None:
        game.put_back(me, card, SCORE)
        game.execute_non_demand(me, card)


@dogma("Reclamation", LEAF, "fourth")
def reclamation(game: Game, me: Player) -> None:
    color: int = RED
    again = True
    while again:
        bottoms = me.lowest_of(color, 3)
        returned = game.return_all(me, bottoms)
        total = sum(map(game.value, returned))
        color = game.color[game.draw_and_meld(me, (total + 1) // 2)]
        again = len(returned) == 3


@dogma("Escapism", AVATAR, "fourth")
def escapism(game: Game, me: Player) -> None:
    # On the site, everybody sees the card only when it is junked.
    shown = game.hands_show_cards and not game.rules.reads("proof_is_not_shown")
    card = game.reveal_one(me, me.hand) if shown else game.junk_one(me, me.hand)
    if card is None and not game.rules.reads("values_of_nothing_are_zero"):
        return
    if card is not None and shown:
        game.junk(card)
    value = game.value(card)
    game.return_all(me, game.of_value(me.hand, value))
    for _ in range(3):
        game.draw(me, value)
    if card is not None:
        game.execute_non_demand(me, card)


@demand("Whataboutism", LIGHTBULB, "fourth")
def whataboutism(game: Game, me: Player, you: Player) -> None:
    if game.transfer_all(you, game.with_demand(you.tops()), me, BOARD):
        game.exchange(me.score_pile, (you, SCORE), you.score_pile, (me, SCORE))
