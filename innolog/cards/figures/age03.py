"""Figures in the Sand, age 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.figures.common import for_sharing, of_a_standard_achievement, of_values
from innolog.cards.words import (
    BASIC_ICONS,
    BLUE,
    CASTLE,
    COLORS,
    CROWN,
    FORECAST,
    LEAF,
    LEFT,
    LIGHTBULB,
    RED,
    Achieve,
    Draw,
    Fade,
    Meld,
    Player,
    Score,
    card_named,
    each,
    echo,
    first,
    having,
    inspire,
    instead,
    is_figure,
    issues,
    of_color,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game


@each("Alhazen", "action values")
def alhazen(game: Game, me: Player, values: list[int]) -> list[int]:
    counts = [me.icons_of(color) for color in COLORS]
    return [
        max(counts[color][LIGHTBULB], counts[color][CASTLE]) if me.splays[color] else value
        for color, value in zip(COLORS, values, strict=True)
    ]


@echo("Alhazen", LIGHTBULB)
def alhazen_echo(game: Game, me: Player) -> None:
    game.tuck_one(me, game.with_icon(game.all_tops(), CASTLE))


issues("Sejong the Great", "Advancement")


def of_a_blue_card_above_3(game: Game, me: Player, op: Meld) -> bool:
    return game.passes(op.card, of_color(BLUE)) and game.value(op.card) > 3


@instead("Sejong the Great", Meld, when=of_a_blue_card_above_3)
def sejong_the_great(game: Game, me: Player, op: Meld) -> None:
    value = game.value(op.card)
    game.return_(op.card)
    game.draw_and_meld(me, value + 1)


@echo("Sejong the Great", LIGHTBULB)
def sejong_the_great_echo(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(4))


@each("Shen Kuo", "points")
def shen_kuo(game: Game, me: Player) -> int:
    return 3 * len([color for color in COLORS if me.splays[color]])


@inspire("Shen Kuo", CROWN)
def shen_kuo_inspire(game: Game, me: Player) -> None:
    game.may_splay_any(me, LEFT)


issues("Su Song", "Trade")


def of_a_3(game: Game, me: Player, op: Draw) -> bool:
    return game.age_to_draw(op.value) == 3


@first("Su Song", Draw, when=of_a_3)
def su_song(game: Game, me: Player, op: Draw) -> None:
    game.transfer_one(me, me.score_pile, me, FORECAST)


@inspire("Su Song", CROWN)
def su_song_inspire(game: Game, me: Player) -> None:
    while game.passes(game.draw_and_meld(me, game.printed(3)), having(LEAF)):
        pass


@first("Al-Kindi", Draw, when=for_sharing)
def al_kindi(game: Game, me: Player, op: Draw) -> None:
    for _ in range(2):
        game.draw(me, op.value)


@inspire("Al-Kindi", CROWN)
def al_kindi_inspire(game: Game, me: Player) -> None:
    game.score_one(me, me.hand)


issues("Murasaki Shikibu", "Rivalry")


@instead("Murasaki Shikibu", Achieve, when=of_a_standard_achievement)
def murasaki_shikibu(game: Game, me: Player, op: Achieve) -> None:
    game.achieve_one(me, game.of_value(me.score_pile, game.value(op.card)))
    if game.is_eligible(me, game.value(op.card)):
        game.achieve(me, op.card)


@inspire("Murasaki Shikibu", LIGHTBULB)
def murasaki_shikibu_inspire(game: Game, me: Player) -> None:
    game.draw(me, game.printed(3))


issues("Saladin", "War")


def of_no_figure(game: Game, me: Player, op: Score) -> bool:
    return not is_figure(game, op.card)


@instead("Saladin", Score, when=of_no_figure)
def saladin(game: Game, me: Player, op: Score) -> None:
    game.meld(me, op.card)
    game.may_splay(me, [game.color_of(op.card)], LEFT)


@echo("Saladin", CASTLE)
def saladin_echo(game: Game, me: Player) -> None:
    others = [card for card in game.all_tops() if card != game.this_card(card_named("Saladin"))]
    game.score_one(me, game.with_icon(others, CASTLE))


@each("Tran Huang Dao", "icons")
def tran_huang_dao(game: Game, me: Player, icons: tuple[int, ...]) -> dict[int, int]:
    return {icon: icons[CASTLE] // 2 for icon in BASIC_ICONS if icons[icon] and icon != CASTLE}


@echo("Tran Huang Dao", CASTLE)
def tran_huang_dao_echo(game: Game, me: Player) -> None:
    reds = [card for card in game.all_tops() if game.color[card] == RED]
    game.score_one(me, of_values(game, reds, 1, 3))


issues("Avicenna", "Expansion")


@instead("Avicenna", Fade)
def avicenna(game: Game, me: Player, op: Fade) -> None:
    """Nothing fades."""


@inspire("Avicenna", LEAF)
def avicenna_inspire(game: Game, me: Player) -> None:
    game.draw_and_tuck(me, game.printed(3))


@first("Rhazes", Draw)
def rhazes(game: Game, me: Player, op: Draw) -> None:
    game.tuck_one(me, game.of_value(me.hand, game.age_to_draw(op.value)))


@echo("Rhazes", LEAF)
def rhazes_echo(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.value_to_draw(me, (game.printed(3), game.printed(4), game.printed(5))))
