"""Echoes of the Past, age 6."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BLUE,
    BOARD,
    COLORS,
    CROWN,
    FACTORY,
    GREEN,
    HAND,
    HERITAGE,
    HEX,
    LEAF,
    LIGHTBULB,
    NOTHING,
    RED,
    RETURN,
    RIGHT,
    SCORE,
    YELLOW,
    demand,
    dogma,
    echo,
    of_color,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@echo("Bifocals", CROWN)
def bifocals_echo(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.value_to_draw(me))


@dogma("Bifocals", CROWN)
def bifocals(game: Game, me: Player) -> None:
    card = game.may_return(me, me.forecast)
    if card is not None:
        game.draw_and_foreshadow(me, game.value(card))


@dogma("Bifocals", CROWN)
def bifocals_2(game: Game, me: Player) -> None:
    game.may_splay(me, [GREEN], RIGHT)


@echo("Stethoscope", LIGHTBULB)
def stethoscope_echo(game: Game, me: Player) -> None:
    card = game.meld_one(me, me.hand, where=of_color(BLUE, YELLOW))
    if card is not None and game.passes(card, of_color(BLUE)):
        game.notes["melded blue", me] = True


@dogma("Stethoscope", LIGHTBULB)
def stethoscope(game: Game, me: Player) -> None:
    game.draw(me, game.printed(7))
    if ("melded blue", me) in game.notes:
        game.draw(me, game.printed(8))


@dogma("Stethoscope", LIGHTBULB)
def stethoscope_2(game: Game, me: Player) -> None:
    game.may_splay(me, [YELLOW], RIGHT)


@echo("Loom", FACTORY)
def loom_echo(game: Game, me: Player) -> None:
    game.score_one(me, game.lowest_tops(me.tops()))


@dogma("Loom", FACTORY)
def loom(game: Game, me: Player) -> None:
    if game.values(me.score_pile) < 2:
        return
    first, returned = game.choose_and_move(me, me.score_pile, RETURN, True)
    if first is None:
        if game.rules.holds("asks_again_after_a_pass"):
            game.may_only_decline(me)
        return
    second = game.return_one(me, [card for card in me.score_pile if game.value(card) != game.value(first)])
    if returned and second is not None:
        for _ in range(3):
            game.draw_and_tuck(me, game.printed(6))


@dogma("Loom", FACTORY)
def loom_2(game: Game, me: Player) -> None:
    if any(me.icons_of(color)[HEX] >= 5 for color in COLORS):
        game.claim(me, HERITAGE)


@demand("Shrapnel", FACTORY)
def shrapnel(game: Game, me: Player, you: Player) -> None:
    tucked = game.draw_and_tuck(you, game.printed(6))
    if tucked == NOTHING:
        return
    color = game.color[tucked]
    for _ in range(2):
        yours = you.top(color)
        if yours is not None:
            game.transfer(yours, me, SCORE)
    mine = me.bottom(color)
    if mine is not None:
        game.transfer(mine, you, SCORE)


@echo("Hot Air Balloon", LIGHTBULB)
def hot_air_balloon_echo(game: Game, me: Player) -> None:
    game.draw_and_score(me, game.printed(7))


@dogma("Hot Air Balloon", LIGHTBULB)
def hot_air_balloon(game: Game, me: Player) -> None:
    matching = [
        card
        for them in game.others(me)
        for card in them.tops()
        if game.value(card) in {game.value(achievement) for achievement in them.achievements}
    ]
    owners = {card: game.place[card][0] for card in matching}
    achieved = game.achieve_one(me, game.eligible(me, matching), may=True)
    if achieved is None:
        game.draw_and_meld(me, game.printed(7))
        return
    green = me.top(GREEN)
    if green is not None:
        game.transfer(green, game.players[owners[achieved]], BOARD)


@demand("Steamboat", CROWN)
def steamboat(game: Game, me: Player, you: Player) -> None:
    card = game.draw_and_reveal(you, game.printed(6))
    color = game.color[card]
    if color in (BLUE, YELLOW):
        game.transfer(card, me, HAND)
        game.transfer_all(you, you.hand, me, HAND)
        return
    game.keep(you, card)
    if color in (RED, GREEN):
        game.transfer_exactly(you, you.score_pile, 2, me, SCORE)


@echo("Dentures", FACTORY)
def dentures_echo(game: Game, me: Player) -> None:
    tucked = game.draw_and_tuck(me, game.printed(6))
    if tucked != NOTHING:
        game.notes["tucked", me] = tucked


@dogma("Dentures", FACTORY)
def dentures(game: Game, me: Player) -> None:
    tucked: int | None = game.notes.get(("tucked", me))
    if not game.rules.holds("remembers_tucks_of_the_effect") and (tucked is None or not me.piles[game.color[tucked]]):
        return
    while tucked is None or not (scored := me.piles[game.color[tucked]][:0:-1]):
        drawn = game.draw_and_tuck(me, game.printed(6))
        tucked = tucked if drawn == NOTHING else drawn
    if game.rules.holds("remembers_tucks_of_the_effect"):
        game.notes["tucked", me] = tucked
    for card in scored[:2]:
        game.score(me, card)


@dogma("Dentures", FACTORY)
def dentures_2(game: Game, me: Player) -> None:
    game.may_splay(me, [BLUE], RIGHT)


@echo("Morphine", LIGHTBULB)
def morphine_echo(game: Game, me: Player) -> None:
    game.score_one(me, _odd(game, me.hand))


@demand("Morphine", LIGHTBULB)
def morphine(game: Game, me: Player, you: Player) -> None:
    for card in game.return_all(you, _odd(game, you.hand)):
        game.notes["highest"] = max(game.notes.get("highest", 0), game.value(card))
    game.draw(you, game.printed(6))


@dogma("Morphine", LIGHTBULB)
def morphine_2(game: Game, me: Player) -> None:
    if "highest" in game.notes:
        game.draw(me, game.notes["highest"] + 1)


@dogma("Morphine", LIGHTBULB)
def morphine_3(game: Game, me: Player) -> None:
    game.may_splay(me, [RED], RIGHT)


def _odd(game: Game, cards: list[int]) -> list[int]:
    return [card for card in cards if game.value(card) % 2]


@demand("Indian Clubs", LEAF)
def indian_clubs(game: Game, me: Player, you: Player) -> None:
    game.return_exactly(you, you.score_pile, 2)


@dogma("Indian Clubs", LEAF)
def indian_clubs_2(game: Game, me: Player) -> None:
    for value in sorted({game.value(card) for card in me.score_pile}):
        game.score_one(me, [card for card in me.hand if game.value(card) == value])


@dogma("Kaleidoscope", LIGHTBULB)
def kaleidoscope(game: Game, me: Player) -> None:
    melded = game.draw_and_meld(me, game.printed(7))
    if melded != NOTHING:
        game.may_splay(me, [game.color[melded]], RIGHT)
