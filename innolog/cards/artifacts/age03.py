"""Artifacts of History, age 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BLUE,
    BOARD,
    CASTLE,
    COLORS,
    CROWN,
    GREEN,
    LEAF,
    LEFT,
    LIGHTBULB,
    PURPLE,
    RED,
    RIGHT,
    SCORE,
    YELLOW,
    compel,
    dogma,
    of_color,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Dunhuang Star Chart", LIGHTBULB)
def dunhuang_star_chart(game: Game, me: Player) -> None:
    game.draw(me, len(game.return_all(me, me.hand)))


@dogma("Charter of Liberties", LIGHTBULB)
def charter_of_liberties(game: Game, me: Player) -> None:
    tucked = game.tuck_one(me, me.hand)
    if tucked is None:
        return
    game.splay(me, game.color[tucked], LEFT)
    splayed = [player.piles[color][-1] for player in [me, *game.others(me)] for color in COLORS if player.splays[color]]
    card = game.choose_card(me, splayed)
    if card is not None:
        game.execute_non_demand(me, card)


@compel("Excalibur", CASTLE)
def excalibur(game: Game, me: Player, you: Player) -> None:
    higher = [card for card in you.tops() if game.value(card) > game.value(me.top(game.color[card]))]
    game.transfer_one(you, higher, me, BOARD)


@compel("Mjolnir Amulet", CASTLE)
def mjolnir_amulet(game: Game, me: Player, you: Player) -> None:
    card = game.choose_card(you, you.tops())
    if card is not None:
        game.transfer_all(you, you.piles[game.color[card]], me, SCORE)


@dogma("Philosopher's Stone", CROWN)
def philosophers_stone(game: Game, me: Player) -> None:
    card = game.return_one(me, me.hand)
    if card is not None:
        scored = game.score_exactly(me, me.hand, game.value(card))
        if game.rules.holds("junks_supply_piles"):
            game.junk_deck(sum(map(game.value, scored)))


@dogma("Beauvais Cathedral Clock", CROWN)
def beauvais_cathedral_clock(game: Game, me: Player) -> None:
    card = game.draw_and_reveal(me, game.printed(4))
    game.splay(me, game.color[card], RIGHT)
    game.keep(me, card)


@compel("Moylough Belt Shrine", CASTLE)
def moylough_belt_shrine(game: Game, me: Player, you: Player) -> None:
    shown = game.reveal_all(you, you.hand)
    card = game.transfer_one(me, shown, me, BOARD)
    game.keep_all(you, [other for other in shown if other != card])


@dogma("Along the River during the Qingming Festival", CROWN)
def along_the_river_during_the_qingming_festival(game: Game, me: Player) -> None:
    while game.color[card := game.draw_and_reveal(me, game.printed(4))] not in (YELLOW, PURPLE):
        game.keep(me, card)
    if game.color[card] == YELLOW:
        game.tuck(me, card)
    elif game.rules.holds("qingming_scores"):
        game.score(me, card)
    else:
        game.transfer(card, me, SCORE)


@dogma("Necronomicon", LEAF)
def necronomicon(game: Game, me: Player) -> None:
    card = game.draw_and_reveal(me, game.printed(3))
    color = game.color[card]
    keeps_first = game.rules.holds("necronomicon_keeps_first")
    if keeps_first:
        game.keep(me, card)
    if color == YELLOW:
        game.return_all(me, me.hand if keeps_first else list(dict.fromkeys([*me.hand, card])))
        return
    if color == GREEN:
        for pile in COLORS:
            game.unsplay(me, pile)
    elif color == RED:
        game.return_all(me, me.score_pile)
    elif color == BLUE:
        game.draw(me, game.printed(9))
    if not keeps_first:
        game.keep(me, card)


@dogma("Shroud of Turin", LEAF)
def shroud_of_turin(game: Game, me: Player) -> None:
    return_one = game.return_one if game.rules.holds("shroud_returns_unseen") else game.reveal_and_return
    card = return_one(me, me.hand)
    if card is None:
        return
    color = game.color_of(card)
    top = game.return_one(me, [card for card in me.tops() if game.color[card] == color])
    scored = return_one(me, me.score_pile, of_color(color))
    if top is not None and scored is not None:
        game.claim_standard(me)
