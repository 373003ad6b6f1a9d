"""Artifacts of History, age 8. Battleship Yamato has neither icons nor effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BOARD,
    CLOCK,
    COLORS,
    CROWN,
    FACTORY,
    LEAF,
    LIGHTBULB,
    UP,
    YELLOW,
    compel,
    dogma,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Parnell Pitch Drop", LIGHTBULB)
def parnell_pitch_drop(game: Game, me: Player) -> None:
    card = game.draw_and_meld(me, me.highest_top() + 1)
    if game.table.top_icons[card][CLOCK] == 3:
        game.win(me)


@dogma("Earhart's Lockheed Electra 10E", CLOCK)
def earharts_lockheed_electra_10e(game: Game, me: Player) -> None:
    returned = 0
    for value in range(8, 0, -1):
        if game.return_one(me, [card for card in me.tops() if game.value(card) == value]) is not None:
            returned += 1
    if returned == 8:
        game.win(me)
    game.claim_standard(me)


@compel("Battleship Bismarck", FACTORY)
def battleship_bismarck(game: Game, me: Player, you: Player) -> None:
    card = game.draw_and_reveal(you, game.printed(8))
    game.keep(you, card)
    game.return_all(you, you.piles[game.color[card]])


@dogma("Ocean Liner Titanic", CROWN)
def ocean_liner_titanic(game: Game, me: Player) -> None:
    game.score_all(me, me.bottoms())


@dogma("Meiji-Mura Stamp Vending Machine", CROWN)
def meiji_mura_stamp_vending_machine(game: Game, me: Player) -> None:
    value = game.value(game.return_one(me, me.hand))
    for _ in range(3):
        game.draw_and_score(me, value)


@dogma("Plush Beweglich Rod Bear", LEAF)
def plush_beweglich_rod_bear(game: Game, me: Player) -> None:
    # A value above the highest age can only be named for a card that shows it (Battleship Yamato).
    values = {*range(1, game.rules.highest_age + 1), *map(game.value, me.tops())}
    value = game.choose_value(me, sorted(values))
    colors = [color for color in COLORS if game.value(me.top(color)) == value]
    while able := [color for color in colors if game.can_splay(me, color, UP)]:
        color = game.choose_color(me, able, direction=UP) if game.rules.holds("splays_in_any_order") else able[0]
        assert color is not None
        game.splay(me, color, UP)
        colors.remove(COLORS[color])
    piles = [card for player in game.everyone for card in player.score_pile]
    game.return_all(me, [card for card in piles if game.value(card) == value])


@compel("Time", CLOCK)
def time(game: Game, me: Player, you: Player) -> None:
    while True:
        timely = game.other_than(game.with_icon(you.tops(), CLOCK), YELLOW)
        if game.transfer_one(you, timely, me, BOARD) is None:
            return


@dogma("Garland's Ruby Slippers", CLOCK)
def garlands_ruby_slippers(game: Game, me: Player) -> None:
    card = game.meld_one(me, [card for card in me.hand if game.value(card) == game.printed(8)])
    if card is None:
        return
    if not game.has_effects(card):
        game.win(me)
    game.execute_as_if(me, card)


@compel("'30 World Cup Final Ball", LEAF)
def world_cup_final_ball_30(game: Game, me: Player, you: Player) -> None:
    cards = [card for card in you.achievements if game.is_card(card)]
    if not game.rules.holds("returns_seized_relics"):
        cards = [card for card in cards if not game.is_relic(card)]
    game.return_one(you, cards)


@dogma("'30 World Cup Final Ball", LEAF)
def world_cup_final_ball_30_2(game: Game, me: Player) -> None:
    while True:
        card = game.draw_and_reveal(me, game.printed(8))
        tops = {player: game.value(player.top(game.color[card])) for player in game.everyone}
        best = [player for player, value in tops.items() if value and value == max(tops.values())]
        if len(best) != 1:
            break
        game.achieve(best[0], card)
        if card not in best[0].achievements:
            break
    game.keep(me, card)
