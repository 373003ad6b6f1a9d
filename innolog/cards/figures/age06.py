"""Figures in the Sand, age 6."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.figures.common import (
    all_top_figures,
    for_sharing,
    of_a_color,
    of_a_successful_demand,
    of_values,
    with_any_icon,
)
from innolog.cards.words import (
    CROWN,
    FACTORY,
    HAND,
    LEAF,
    LIGHTBULB,
    OPPONENT,
    OTHER,
    PURPLE,
    RIGHT,
    Demand,
    Draw,
    Meld,
    Player,
    Return,
    Score,
    Tuck,
    each,
    echo,
    first,
    inspire,
    instead,
    issues,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game


issues("Benjamin Franklin", "Advancement")


@first("Benjamin Franklin", Meld)
def benjamin_franklin(game: Game, me: Player, op: Meld) -> None:
    game.draw_and_meld(me, game.value(op.card) + 1)


@echo("Benjamin Franklin", LIGHTBULB)
def benjamin_franklin_echo(game: Game, me: Player) -> None:
    card = game.transfer_one(me, all_top_figures(game), me, HAND)
    if card is not None:
        game.meld(me, card)


@first("Carl Friedrich Gauss", Meld)
def carl_friedrich_gauss(game: Game, me: Player, op: Meld) -> None:
    value = game.choose_any_value(me)
    # A card can count as being in both.
    game.meld_all(me, game.of_value(list(dict.fromkeys([*me.hand, *me.score_pile])), value))


@echo("Carl Friedrich Gauss", LIGHTBULB)
def carl_friedrich_gauss_echo(game: Game, me: Player) -> None:
    game.draw(me, game.printed(7))


@each("Adam Smith", "icons")
def adam_smith(game: Game, me: Player, icons: tuple[int, ...]) -> dict[int, int]:
    return {CROWN: 2 * icons[CROWN]}


@inspire("Adam Smith", CROWN)
def adam_smith_inspire(game: Game, me: Player) -> None:
    game.may_splay_any(me, RIGHT)


issues("John Harrison", "Trade")


@first("John Harrison", Draw, who=OPPONENT, when=for_sharing)
def john_harrison(game: Game, me: Player, op: Draw) -> None:
    game.draw(me, 6, game.choose_set(me))


@inspire("John Harrison", CROWN)
def john_harrison_inspire(game: Game, me: Player) -> None:
    game.draw(me, game.printed(6))


@each("Catherine the Great", "icons")
def catherine_the_great(game: Game, me: Player, icons: tuple[int, ...]) -> dict[int, int]:
    return {LIGHTBULB: 2 * icons[LIGHTBULB]}


@first("Catherine the Great", Meld, when=of_a_color(PURPLE))
def catherine_the_great_melds(game: Game, me: Player, op: Meld) -> None:
    top = me.top(PURPLE)
    if top is not None:
        game.transfer(top, me, HAND)


@inspire("Catherine the Great", LIGHTBULB)
def catherine_the_great_inspire(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(6))


@inspire("Catherine the Great", FACTORY, text="2013")
def catherine_the_great_inspire_2013(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(6))


issues("Ludwig van Beethoven", "Rivalry")
issues("Ludwig van Beethoven", "Rivalry", text="2013")


@instead("Ludwig van Beethoven", Score, when=with_any_icon(LIGHTBULB))
def ludwig_van_beethoven(game: Game, me: Player, op: Score) -> None:
    game.return_all(me, [op.card, *(card for card in me.score_pile if card != op.card)])
    for _ in range(4):
        game.draw_and_score(me, 5)


@first("Ludwig van Beethoven", Score, when=with_any_icon(LIGHTBULB), text="2013")
def ludwig_van_beethoven_2013(game: Game, me: Player, op: Score) -> None:
    game.return_all(me, me.score_pile)
    for _ in range(4):
        game.draw_and_score(me, 5)


@inspire("Ludwig van Beethoven", CROWN)
def ludwig_van_beethoven_inspire(game: Game, me: Player) -> None:
    game.score_one(me, me.hand)


issues("Napoleon Bonaparte", "War")


@instead("Napoleon Bonaparte", Score, Return, when=with_any_icon(FACTORY))
def napoleon_bonaparte(game: Game, me: Player, op: Score | Return) -> None:
    game.tuck(me, op.card)
    game.score_one(me, game.of_value(game.all_tops(), 6))


@echo("Napoleon Bonaparte", FACTORY)
def napoleon_bonaparte_echo(game: Game, me: Player) -> None:
    game.score_one(me, of_values(game, all_top_figures(game), 5, 6))


@first("Tecumseh", Tuck, when=with_any_icon(FACTORY))
def tecumseh(game: Game, me: Player, op: Tuck) -> None:
    tops = [card for other in game.others(me) for card in other.tops()]
    game.return_one(me, game.with_icon(tops, FACTORY))


@echo("Tecumseh", FACTORY)
def tecumseh_echo(game: Game, me: Player) -> None:
    game.draw_and_tuck(me, game.printed(6))


@instead("Edward Jenner", Demand, who=OTHER, when=of_a_successful_demand)
def edward_jenner(game: Game, me: Player, op: Demand) -> None:
    game.return_one(me, me.hand)


@inspire("Edward Jenner", LEAF)
def edward_jenner_inspire(game: Game, me: Player) -> None:
    game.tuck_one(me, me.hand)


issues("John Loudon McAdam", "Expansion")


@each("John Loudon McAdam", "available")
def john_loudon_mcadam(game: Game, me: Player) -> list[int]:
    return game.with_icon(me.tops(), FACTORY)


@inspire("John Loudon McAdam", FACTORY)
def john_loudon_mcadam_inspire(game: Game, me: Player) -> None:
    game.meld_one(me, me.hand)
