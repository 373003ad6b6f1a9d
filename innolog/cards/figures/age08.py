"""Figures in the Sand, age 8."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.figures.common import figures_of_opponents, with_any_icon
from innolog.cards.words import (
    BASIC_ICONS,
    CLOCK,
    COLORS,
    CROWN,
    FACTORY,
    LEAF,
    LEFT,
    LIGHTBULB,
    PURPLE,
    SCORE,
    UP,
    CardSet,
    Fade,
    Foreshadow,
    Meld,
    Player,
    Score,
    Splay,
    Tuck,
    each,
    echo,
    first,
    having_any,
    inspire,
    instead,
    is_figure,
    issues,
    top_figures,
    when_melded,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game


issues("Albert Einstein", "Advancement")


@each("Albert Einstein", "value")
def albert_einstein(game: Game, me: Player, value: int) -> int:
    return 10


@echo("Albert Einstein", LIGHTBULB)
def albert_einstein_echo(game: Game, me: Player) -> None:
    game.meld_all(me, me.hand, having_any(LIGHTBULB, CLOCK))


@each("Marie Curie", "achievements")
def marie_curie(game: Game, me: Player) -> int:
    return game.values([card for card in me.score_pile if game.value(card) > 6])


@echo("Marie Curie", FACTORY)
def marie_curie_echo(game: Game, me: Player) -> None:
    game.draw(me, game.printed(9))


@each("Emmy Noether", "points")
def emmy_noether(game: Game, me: Player) -> int:
    clocks: int = me.count(CLOCK)
    return clocks * clocks


@inspire("Emmy Noether", CLOCK)
def emmy_noether_inspire(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(8))


issues("J.P. Morgan", "Trade")


@each("J.P. Morgan", "icons of a color")
def jp_morgan(game: Game, me: Player, color: int, icons: tuple[int, ...]) -> dict[int, int]:
    return {icon: icons[icon] for icon in BASIC_ICONS} if me.splays[color] == UP else {}


@echo("J.P. Morgan", CROWN)
def jp_morgan_echo(game: Game, me: Player) -> None:
    game.may_splay_any(me, UP)


@instead("Duke Ellington", Fade)
def duke_ellington(game: Game, me: Player, op: Fade) -> None:
    """Nothing fades."""


def of_a_figure_over_four(game: Game, me: Player, op: Meld) -> bool:
    return is_figure(game, op.card) and len(top_figures(game, me)) >= 4


@instead("Duke Ellington", Meld, when=of_a_figure_over_four)
def duke_ellington_melds(game: Game, me: Player, op: Meld) -> None:
    game.achieve(me, op.card)


@inspire("Duke Ellington", LIGHTBULB)
def duke_ellington_inspire(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(8), CardSet.FIGURES)


@instead("H.G. Wells", Foreshadow)
def hg_wells(game: Game, me: Player, op: Foreshadow) -> None:
    game.meld(me, op.card)
    game.execute_non_demand(me, op.card)
    if op.card in me.tops():
        game.remove(op.card)


@inspire("H.G. Wells", LEAF)
def hg_wells_inspire(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.printed(10))


issues("Erwin Rommel", "War")
issues("Erwin Rommel", "War", text="2013")


def score_its_color(game: Game, me: Player, op: Score) -> None:
    color = game.color_of(op.card)
    tops = [player.top(color) for player in game.everyone]
    game.score_all(me, [card for card in tops if card is not None])


@instead("Erwin Rommel", Score)
def erwin_rommel(game: Game, me: Player, op: Score) -> None:
    score_its_color(game, me, op)


@first("Erwin Rommel", Score, text="2013")
def erwin_rommel_2013(game: Game, me: Player, op: Score) -> None:
    score_its_color(game, me, op)


@echo("Erwin Rommel", FACTORY)
def erwin_rommel_echo(game: Game, me: Player) -> None:
    game.transfer_one(me, [card for player in game.everyone for card in player.score_pile], me, SCORE)


@when_melded("John von Neumann")
def john_von_neumann(game: Game, me: Player) -> None:
    game.return_all(me, figures_of_opponents(game, me))


@each("John von Neumann", "icons")
def john_von_neumann_clocks(game: Game, me: Player, icons: tuple[int, ...]) -> dict[int, int]:
    return {CLOCK: 2 * len(me.hand)}


@when_melded("John von Neumann", text="2013")
def john_von_neumann_2013(game: Game, me: Player) -> None:
    john_von_neumann(game, me)


@each("John von Neumann", "icons", text="2013")
def john_von_neumann_lightbulbs(game: Game, me: Player, icons: tuple[int, ...]) -> dict[int, int]:
    return {LIGHTBULB: 2 * len(me.hand)}


@echo("John von Neumann", CLOCK)
def john_von_neumann_echo(game: Game, me: Player) -> None:
    drawn = [game.draw_and_reveal(me, game.printed(9)) for _ in range(2)]
    purple = any(game.color[card] == PURPLE for card in drawn)
    kept = game.still_shown(me, drawn)
    game.keep_all(me, kept)
    if purple:
        game.return_all(me, kept)


@first("Caresse Crosby", Tuck, when=with_any_icon(LEAF))
def caresse_crosby(game: Game, me: Player, op: Tuck) -> None:
    game.splay(me, game.color_of(op.card), LEFT)
    for _ in range(2):
        game.draw(me, 2)


def of_the_fifth_color_left(game: Game, me: Player, op: Splay) -> bool:
    others = [color for color in COLORS if color != op.color]
    return op.owner is me and op.direction == LEFT and all(me.splays[color] == LEFT for color in others)


@instead("Caresse Crosby", Splay, when=of_the_fifth_color_left)
def caresse_crosby_splays(game: Game, me: Player, op: Splay) -> None:
    game.win(me)


@inspire("Caresse Crosby", LEAF)
def caresse_crosby_inspire(game: Game, me: Player) -> None:
    game.tuck_one(me, me.hand)


issues("Nikola Tesla", "Expansion")


@first("Nikola Tesla", Meld, when=with_any_icon(LIGHTBULB, CLOCK))
def nikola_tesla(game: Game, me: Player, op: Meld) -> None:
    tops = [card for player in game.opponents(me) for card in player.tops()]
    game.score_one(me, game.without_icon(game.without_icon(tops, LIGHTBULB), CLOCK))


@inspire("Nikola Tesla", LIGHTBULB)
def nikola_tesla_inspire(game: Game, me: Player) -> None:
    game.draw(me, game.printed(8))


@inspire("Nikola Tesla", LIGHTBULB, text="2013")
def nikola_tesla_inspire_2013(game: Game, me: Player) -> None:
    game.draw(me, game.printed(9))
