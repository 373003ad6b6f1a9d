"""Figures in the Sand, age 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.figures.common import from_my_hand, of_a_color, of_a_successful_demand
from innolog.cards.words import (
    CASTLE,
    COLORS,
    CROWN,
    HAND,
    LEAF,
    LEFT,
    LIGHTBULB,
    OTHER,
    SCORE,
    UNSPLAYED,
    YELLOW,
    Demand,
    Draw,
    Foreshadow,
    Meld,
    Player,
    Remove,
    Return,
    Tuck,
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


@each("Daedalus", "top to claim")
def daedalus(game: Game, me: Player) -> int:
    return len(me.forecast)


@each("Daedalus", "points")
def daedalus_points(game: Game, me: Player) -> int:
    # Special achievements, flags and fountains have no value; a relic has.
    return sum(game.value(card) for card in me.achievements if game.is_card(card))


@each("Daedalus", "top to claim", text="2013")
def daedalus_2013(game: Game, me: Player) -> int:
    return len(me.forecast)


@echo("Daedalus", CASTLE)
def daedalus_echo(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.printed(4))


issues("Huang Di", "Advancement")


@each("Huang Di", "icons")
def huang_di(game: Game, me: Player, icons: tuple[int, ...]) -> dict[int, int]:
    return {LEAF: icons[LIGHTBULB]}


@echo("Huang Di", LIGHTBULB)
def huang_di_echo(game: Game, me: Player) -> None:
    game.draw(me, game.printed(2))


def over_an_unsplayed_pile(game: Game, me: Player, op: Meld) -> bool:
    colors = [color for color in COLORS if len(me.piles[color]) > 1 and me.splays[color] == UNSPLAYED]
    return game.passes(op.card, of_color(*colors))


@instead("Imhotep", Meld, when=over_an_unsplayed_pile)
def imhotep(game: Game, me: Player, op: Meld) -> None:
    game.splay(me, game.color_of(op.card), LEFT)
    game.return_(op.card)


@echo("Imhotep", CASTLE)
def imhotep_echo(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(2))


issues("Fu Xi", "Trade")


@each("Fu Xi", "icons")
def fu_xi(game: Game, me: Player, icons: tuple[int, ...]) -> dict[int, int]:
    # A card of the forecast can count as being in the score pile, too. It is one card.
    return {LIGHTBULB: len({*me.score_pile, *me.forecast})}


@echo("Fu Xi", CROWN)
def fu_xi_echo(game: Game, me: Player) -> None:
    game.draw_and_score(me, game.printed(2))


def higher_with_a_1_in_hand(game: Game, me: Player, op: Draw) -> bool:
    return game.age_to_draw(op.value) > 1 and any(game.value(card) == 1 for card in me.hand)


@first("Hatshepsut", Draw, when=higher_with_a_1_in_hand)
def hatshepsut(game: Game, me: Player, op: Draw) -> None:
    value = game.age_to_draw(op.value)
    game.return_all(me, me.hand)
    for _ in range(2):
        game.draw(me, value)


@inspire("Hatshepsut", CROWN)
def hatshepsut_inspire(game: Game, me: Player) -> None:
    game.draw(me, game.printed(1))


def over_an_equal_card(game: Game, me: Player, op: Meld) -> bool:
    equal = [game.color[top] for top in me.tops() if game.value(top) == game.value(op.card)]
    return game.passes(op.card, of_color(*equal))


def over_an_equal_or_higher_card(game: Game, me: Player, op: Meld) -> bool:
    not_lower = [game.color[top] for top in me.tops() if game.value(top) >= game.value(op.card)]
    return game.passes(op.card, of_color(*not_lower))


@instead("Sargon of Akkad", Meld, when=over_an_equal_card)
def sargon_of_akkad(game: Game, me: Player, op: Meld) -> None:
    game.tuck(me, op.card)


@instead("Sargon of Akkad", Meld, when=over_an_equal_or_higher_card, text="2013")
def sargon_of_akkad_2013(game: Game, me: Player, op: Meld) -> None:
    game.tuck(me, op.card)


@inspire("Sargon of Akkad", CROWN)
def sargon_of_akkad_inspire(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(1))


def a_figure_from_my_hand(game: Game, me: Player, op: Remove | Return) -> bool:
    return is_figure(game, op.card) and from_my_hand(game, me, op)


@instead("Homer", Remove, Return, when=a_figure_from_my_hand)
def homer(game: Game, me: Player, op: Remove | Return) -> None:
    game.tuck(me, op.card)


@inspire("Homer", CASTLE)
def homer_inspire(game: Game, me: Player) -> None:
    game.draw_and_tuck(me, game.printed(2))


@first("Ptahhotep", Demand, who=OTHER, when=of_a_successful_demand)
def ptahhotep(game: Game, me: Player, op: Demand) -> None:
    game.transfer_one(me, game.highest(op.actor.score_pile), me, SCORE)


@first("Ptahhotep", Demand, who=OTHER, when=of_a_successful_demand, text="2013")
def ptahhotep_2013(game: Game, me: Player, op: Demand) -> None:
    game.transfer_one(me, game.lowest(op.actor.score_pile), me, SCORE)


@inspire("Ptahhotep", CASTLE)
def ptahhotep_inspire(game: Game, me: Player) -> None:
    game.score_one(me, me.tops())


issues("Sinuhe", "Rivalry")


@each("Sinuhe", "points")
def sinuhe(game: Game, me: Player) -> int:
    return me.count(CASTLE)


@echo("Sinuhe", LEAF)
def sinuhe_echo(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.value_to_draw(me, (game.printed(2), game.printed(3))))


@each("Gilgamesh", "icons")
def gilgamesh(game: Game, me: Player, icons: tuple[int, ...]) -> dict[int, int]:
    return {CASTLE: len(me.plain_bonuses()) * len(me.tops())}


@each("Gilgamesh", "icons", text="2013")
def gilgamesh_2013(game: Game, me: Player, icons: tuple[int, ...]) -> dict[int, int]:
    return {CASTLE: len(me.plain_bonuses()) * len([card for card in me.tops() if not game.bonus(card)])}


@inspire("Gilgamesh", CASTLE)
def gilgamesh_inspire(game: Game, me: Player) -> None:
    game.score_one(me, me.hand)


@first("Hammurabi", Demand, who=OTHER, when=of_a_successful_demand)
def hammurabi(game: Game, me: Player, op: Demand) -> None:
    game.perform(Demand(me, op.cause, op.effect, op.actor, False))


@inspire("Hammurabi", LIGHTBULB)
def hammurabi_inspire(game: Game, me: Player) -> None:
    game.meld_one(me, me.hand)


issues("Tigernmas", "War")


@each("Tigernmas", "points")
def tigernmas(game: Game, me: Player) -> int:
    return len(me.hand)


@inspire("Tigernmas", LEAF)
def tigernmas_inspire(game: Game, me: Player) -> None:
    game.draw(me, game.printed(1))


def of_a_value_in_my_forecast(game: Game, me: Player, op: Foreshadow) -> bool:
    return any(game.value(card) == game.value(op.card) for card in me.forecast)


@first("Shennong", Foreshadow, when=of_a_value_in_my_forecast)
def shennong(game: Game, me: Player, op: Foreshadow) -> None:
    game.score_all(me, game.of_value(me.forecast, game.value(op.card)))


@inspire("Shennong", LEAF)
def shennong_inspire(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.printed(2))


issues("Sneferu", "Expansion")


@each("Sneferu", "icons")
def sneferu(game: Game, me: Player, icons: tuple[int, ...]) -> dict[int, int]:
    return {CROWN: icons[CASTLE]}


@inspire("Sneferu", CASTLE)
def sneferu_inspire(game: Game, me: Player) -> None:
    while game.passes(game.draw_and_tuck(me, game.printed(2)), having(CASTLE)):
        pass


@instead("Sunshu Ao", Tuck, when=of_a_color(YELLOW))
def sunshu_ao(game: Game, me: Player, op: Tuck) -> None:
    place = game.place[op.card]
    game.execute_non_demand(me, op.card)
    if game.place[op.card] == place != (me.index, HAND):
        game.transfer(op.card, me, HAND)


@inspire("Sunshu Ao", CASTLE)
def sunshu_ao_inspire(game: Game, me: Player) -> None:
    game.tuck_one(me, me.hand)
