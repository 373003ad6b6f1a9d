"""Figures in the Sand, age 4."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.figures.common import all_top_figures, figures_of_opponents, of_a_color, of_values
from innolog.cards.words import (
    BLUE,
    CASTLE,
    COLORS,
    CROWN,
    FACTORY,
    GREEN,
    HAND,
    HEX,
    LEAF,
    LEFT,
    LIGHTBULB,
    PURPLE,
    RED,
    REVEAL,
    RIGHT,
    UNSPLAYED,
    YELLOW,
    ActionKind,
    Activate,
    Foreshadow,
    Meld,
    Player,
    Score,
    TakeAction,
    each,
    echo,
    first,
    having,
    inspire,
    instead,
    issues,
    of_color,
    when_melded,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game


@first("Johannes Kepler", Activate)
def johannes_kepler(game: Game, me: Player, op: Activate) -> None:
    shown = game.reveal_all(me, list(game.passing(me.hand, of_color(game.color[op.card]), REVEAL)))
    game.keep_all(me, shown)
    game.swayed["raise"] = len(shown)


@echo("Johannes Kepler", LIGHTBULB)
def johannes_kepler_echo(game: Game, me: Player) -> None:
    game.draw(me, game.printed(5))


issues("Takiyuddin", "Advancement")


def of_an_inspire_action(game: Game, me: Player, op: TakeAction) -> bool:
    return op.action.kind is ActionKind.INSPIRE


@first("Takiyuddin", TakeAction, when=of_an_inspire_action)
def takiyuddin(game: Game, me: Player, op: TakeAction) -> None:
    assert op.action.card is not None
    game.may_splay(me, [game.color[op.action.card]], RIGHT)


@inspire("Takiyuddin", LEAF)
def takiyuddin_inspire(game: Game, me: Player) -> None:
    if not game.rules.reads("drawn_cards_are_held"):
        game.draw_and_tuck(me, game.printed(5), melds=having(LIGHTBULB))
        return
    card = game.draw(me, game.printed(5))
    if game.passes(card, having(LIGHTBULB)):
        game.meld(me, card)
    else:
        game.tuck(me, card)


issues("Christopher Columbus", "Trade")


@each("Christopher Columbus", "icons")
def christopher_columbus(game: Game, me: Player, icons: tuple[int, ...]) -> dict[int, int]:
    return {CROWN: 2 * icons[FACTORY]}


@inspire("Christopher Columbus", LEAF)
def christopher_columbus_inspire(game: Game, me: Player) -> None:
    game.draw(me, game.printed(4))


def of_a_value_not_in_my_forecast(game: Game, me: Player, op: Foreshadow) -> bool:
    return all(game.value(card) != game.value(op.card) for card in me.forecast)


@first("Galileo Galilei", Foreshadow, when=of_a_value_not_in_my_forecast)
def galileo_galilei(game: Game, me: Player, op: Foreshadow) -> None:
    game.transfer_all(me, me.forecast, me, HAND)


@echo("Galileo Galilei", CROWN)
def galileo_galilei_echo(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.value_to_draw(me, (game.printed(5), game.printed(6))))


@each("Niccolo Machiavelli", "achievements")
def niccolo_machiavelli(game: Game, me: Player) -> int:
    return len(
        [
            color
            for color in COLORS
            if me.splays[color] == RIGHT and all(other.splays[color] == UNSPLAYED for other in game.others(me))
        ]
    )


@echo("Niccolo Machiavelli", LIGHTBULB)
def niccolo_machiavelli_echo(game: Game, me: Player) -> None:
    game.splay_one(me, [color for color in COLORS if me.splays[color] == LEFT], RIGHT)


issues("William Shakespeare", "Rivalry")


@each("William Shakespeare", "points")
def william_shakespeare(game: Game, me: Player) -> int:
    return me.count(HEX)


@inspire("William Shakespeare", LIGHTBULB)
def william_shakespeare_inspire(game: Game, me: Player) -> None:
    game.meld_one(me, me.hand)


@when_melded("Amina Sukhera")
def amina_sukhera(game: Game, me: Player) -> None:
    game.score_all(me, of_values(game, figures_of_opponents(game, me), 4, 4))


@each("Amina Sukhera", "available")
def amina_sukhera_available(game: Game, me: Player) -> list[int]:
    return game.with_icon(me.tops(), CASTLE)


@inspire("Amina Sukhera", FACTORY)
def amina_sukhera_inspire(game: Game, me: Player) -> None:
    bottoms = [player.bottom(PURPLE) for player in game.everyone]
    game.score_all(me, [card for card in bottoms if card is not None])


def of_a_splayed_color(game: Game, me: Player, op: Score) -> bool:
    splayed = [color for color in COLORS if me.splays[color] != UNSPLAYED]
    return game.passes(op.card, of_color(*splayed))


@instead("Yi Sun-sin", Score, when=of_a_splayed_color)
def yi_sun_sin(game: Game, me: Player, op: Score) -> None:
    game.tuck(me, op.card)
    game.draw_and_tuck(me, 3)


@echo("Yi Sun-sin", FACTORY)
def yi_sun_sin_echo(game: Game, me: Player) -> None:
    game.score_one(me, game.with_icon(game.all_tops(), CASTLE))


@first("Leonardo da Vinci", Meld, when=of_a_color(YELLOW))
def leonardo_da_vinci(game: Game, me: Player, op: Meld) -> None:
    game.meld_all(me, me.hand, of_color(BLUE, RED, GREEN))


@first("Leonardo da Vinci", Meld, when=of_a_color(PURPLE))
def leonardo_da_vinci_purple(game: Game, me: Player, op: Meld) -> None:
    for _ in range(3):
        game.draw(me, 4)


@echo("Leonardo da Vinci", LEAF)
def leonardo_da_vinci_echo(game: Game, me: Player) -> None:
    game.score_one(me, [card for card in all_top_figures(game) if game.bonus(card)])


@each("Michelangelo", "score pile")
def michelangelo(game: Game, me: Player) -> list[int]:
    return me.plain_hand


@inspire("Michelangelo", CROWN)
def michelangelo_inspire(game: Game, me: Player) -> None:
    game.score_one(me, me.hand)
