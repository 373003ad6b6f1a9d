"""Artifacts of History, age 6."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from innolog.cards.words import (
    BOARD,
    COLORS,
    CROWN,
    FACTORY,
    GREEN,
    HAND,
    LEAF,
    LIGHTBULB,
    RIGHT,
    SCORE,
    UP,
    YELLOW,
    Keyword,
    compel,
    dogma,
    of_color,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Kilogram of the Archives", FACTORY)
def kilogram_of_the_archives(game: Game, me: Player) -> None:
    returned = [game.return_one(me, me.hand), game.return_one(me, me.tops())]
    if None in returned and not game.rules.holds("sums_missing_cards"):
        return
    total = sum(map(game.value, returned))
    if total == 10:
        game.draw_and_score(me, game.printed(10))
    elif game.rules.holds("junks_supply_piles") and total in game.rules.ages:
        game.junk_deck(total)


@dogma("Puffing Billy", FACTORY)
def puffing_billy(game: Game, me: Player) -> None:
    unseen = game.rules.reads("proof_is_not_shown")
    card, _ = game.choose_and_move(me, me.hand, Keyword.RETURN if unseen else Keyword.REVEAL)
    if card is None:
        if game.rules.reads("values_of_nothing_are_zero"):
            game.draw(me, game.value(card))
        return
    if not unseen:
        game.return_(card)
    color = game.color_of(card)
    game.draw(me, max(me.icons_of(color)[1:]))
    game.splay(me, color, RIGHT)


@compel("Frigate Constitution", FACTORY)
def frigate_constitution(game: Game, me: Player, you: Player) -> None:
    card = game.reveal_one(you, you.hand)
    if card is None:
        return
    if game.value(card) in map(game.value, me.tops()):
        game.return_(card)
        game.return_all(you, you.piles[game.color[card]])
    else:
        game.keep(you, card)


@compel("U.S. Declaration of Independence", CROWN)
def us_declaration_of_independence(game: Game, me: Player, you: Player) -> None:
    game.transfer_one(you, game.highest(you.hand), me, HAND)
    game.transfer_one(you, game.highest(you.score_pile), me, SCORE)
    game.transfer_one(you, game.highest(game.with_icon(you.tops(), FACTORY)), me, BOARD)


@dogma("The Wealth of Nations", CROWN)
def the_wealth_of_nations(game: Game, me: Player) -> None:
    game.draw_and_score(me, game.printed(1))
    total = me.score() if game.rules.holds("counts_bonuses_as_wealth") else sum(map(game.value, me.score_pile))
    game.draw_and_score(me, -(-total // 5))


@dogma("Buttonwood Agreement", FACTORY)
def buttonwood_agreement(game: Game, me: Player) -> None:
    chosen = game.choose_colors(me, list(combinations(COLORS, 3)))
    card = game.draw_and_reveal(me, game.printed(8))
    color = game.color[card]
    if color in chosen:
        game.score(me, card)
        game.splay(me, color, UP)
    else:
        game.keep(me, card)
        game.return_all(me, me.score_pile, where=of_color(color))
        game.unsplay(me, color)


@compel("Stamp Act", LIGHTBULB)
def stamp_act(game: Game, me: Player, you: Player) -> None:
    value = game.value(you.top(YELLOW))
    if game.transfer_one(you, [card for card in you.score_pile if game.value(card) == value], me, SCORE) is not None:
        value = game.value(you.top(GREEN))
        game.return_one(you, [card for card in you.score_pile if game.value(card) == value])


@dogma("Pride and Prejudice", LIGHTBULB)
def pride_and_prejudice(game: Game, me: Player) -> None:
    while True:
        card = game.draw_and_meld(me, game.printed(6))
        if me.visible(game.color_of(game.drawn)) > min(map(me.visible, COLORS)):
            return
        game.score(me, card)


@dogma("Moonlight Sonata", LIGHTBULB)
def moonlight_sonata(game: Game, me: Player) -> None:
    if not me.tops() and game.rules.holds("moonlight_needs_a_top_card"):
        return
    color = game.choose_color(me, [game.color[card] for card in game.highest_tops(me.tops())])
    if color is not None and (bottom := me.bottom(color)) is not None:
        game.meld(me, bottom)
    if game.rules.holds("moonlight_sonata_junks"):
        game.junk_available(me, game.rules.ages)
    else:
        game.claim_standard(me)


@dogma("Marcha Real", LEAF)
def marcha_real(game: Game, me: Player) -> None:
    reveals_first = game.rules.holds("marcha_real_reveals_first")
    shown: list[int | None] = []
    returned: list[bool] = []
    for _ in range(2):
        card = game.reveal_one(me, me.hand)
        if card is not None and not reveals_first:
            returned.append(game.return_(card))
        shown.append(card)
    if reveals_first:
        returned = [game.return_(card) for card in shown if card is not None]
    if not all(returned):
        return
    first, second = shown
    if game.value(first) == game.value(second):
        game.draw(me, game.value(first) + 1)
    if first is not None and second is not None and game.color[first] == game.color[second]:
        game.claim_standard(me)
