"""Figures in the Sand, age 9."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.figures.common import all_top_figures, figures_of_opponents, of_a_color
from innolog.cards.words import (
    BASIC_ICONS,
    BLUE,
    CLOCK,
    COLORS,
    CROWN,
    DESTINY,
    EMPIRE,
    FACTORY,
    GREEN,
    HAND,
    HERITAGE,
    HISTORY,
    LEAF,
    LIGHTBULB,
    MONUMENT,
    OTHER,
    PURPLE,
    RED,
    RIGHT,
    SCORE,
    SUPREMACY,
    TUCKED_GREEN,
    UNIVERSE,
    UP,
    WEALTH,
    WONDER,
    WORLD,
    YELLOW,
    Activate,
    EndUnshared,
    Fade,
    Meld,
    Player,
    Score,
    Tuck,
    being,
    card_named,
    each,
    echo,
    featuring,
    first,
    inspire,
    instead,
    issues,
    of_color,
    plain_inspires,
    when_melded,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game


@first("Grace Hopper", EndUnshared, who=OTHER)
def grace_hopper(game: Game, me: Player, op: EndUnshared) -> None:
    card = game.draw_and_reveal(me, 10)
    if game.color[card] == BLUE:
        game.win(me)
    game.keep_all(me, [card] if card in game.place else [])


@first("Grace Hopper", EndUnshared, who=OTHER, text="2013")
def grace_hopper_2013(game: Game, me: Player, op: EndUnshared) -> None:
    game.draw(me, 10)


@inspire("Grace Hopper", LIGHTBULB)
def grace_hopper_inspire(game: Game, me: Player) -> None:
    game.tuck_exactly(me, me.hand, 2)


@each("Wernher von Braun", "score pile")
def wernher_von_braun(game: Game, me: Player) -> list[int]:
    return me.forecast


@inspire("Wernher von Braun", LIGHTBULB)
def wernher_von_braun_inspire(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.printed(10))


issues("Hedy Lamarr", "Trade")


@each("Hedy Lamarr", "condition")
def hedy_lamarr(game: Game, me: Player, achievement: int) -> bool:
    if achievement == EMPIRE:
        return len([icon for icon in BASIC_ICONS if me.count(icon) >= 2]) >= 5
    if achievement == MONUMENT:
        return me.tucked >= 5 or me.scored >= 5
    if achievement == WONDER:
        return len([color for color in COLORS if me.splays[color] in (UP, RIGHT)]) >= 4
    if achievement == WORLD:
        return me.count(CLOCK) >= 11
    if achievement == UNIVERSE:
        return len([top for top in me.tops() if game.value(top) >= 7]) >= 4
    if achievement == WEALTH:
        return len(me.bonuses()) >= 7
    if achievement == DESTINY:
        return len(me.forecast) >= 6
    if achievement == HERITAGE:
        return max(me.images_of(color) for color in COLORS) >= 7
    if achievement == HISTORY:
        return max(len(me.echoes(color)) for color in COLORS) >= 3
    if achievement == SUPREMACY:
        shown = [me.icons_of(color) for color in COLORS]
        return any(len([icons for icons in shown if icons[icon] >= 2]) >= 3 for icon in BASIC_ICONS)
    return False


@echo("Hedy Lamarr", CLOCK)
def hedy_lamarr_echo(game: Game, me: Player) -> None:
    game.may_splay_any(me, UP)


@first("Taiichi Ohno", Activate)
def taiichi_ohno(game: Game, me: Player, op: Activate) -> None:
    game.achieve_one(me, me.hand, featuring(game.table.featured[op.card]))


@echo("Taiichi Ohno", CLOCK)
def taiichi_ohno_echo(game: Game, me: Player) -> None:
    game.draw(me, game.printed(10))


@instead("Gene Roddenberry", Meld, when=of_a_color(PURPLE))
def gene_roddenberry(game: Game, me: Player, op: Meld) -> None:
    if game.passes(op.card, being(card_named("Enterprise"))):
        game.win(me)
    game.tuck(me, op.card)
    game.return_one(me, all_top_figures(game))


@echo("Gene Roddenberry", CROWN)
def gene_roddenberry_echo(game: Game, me: Player) -> None:
    game.meld_one(me, [card for card in game.all_tops() if game.color[card] == PURPLE])


issues("Pelé", "Rivalry")


def of_yellow_after_green(game: Game, me: Player, op: Tuck) -> bool:
    return bool(me.turn_marks & TUCKED_GREEN) and game.passes(op.card, of_color(YELLOW))


@instead("Pelé", Tuck, when=of_yellow_after_green)
def pele(game: Game, me: Player, op: Tuck) -> None:
    game.win(me)


@inspire("Pelé", CROWN)
def pele_inspire(game: Game, me: Player) -> None:
    for _ in range(3):
        game.draw_and_tuck(me, game.printed(9))


@instead("Mikhail Kalashnikov", Tuck, when=of_a_color(RED))
def mikhail_kalashnikov(game: Game, me: Player, op: Tuck) -> None:
    tops = [player.top(RED) for player in game.opponents(me)]
    card = game.choose_card(me, [top for top in tops if top is not None])
    if card is None:
        return
    if game.agrees(me):
        game.transfer(card, me, SCORE)
    else:
        game.execute_non_demand(me, card)


@inspire("Mikhail Kalashnikov", FACTORY)
def mikhail_kalashnikov_inspire(game: Game, me: Player) -> None:
    game.tuck_one(me, me.hand)


@instead("Nelson Mandela", Fade)
def nelson_mandela(game: Game, me: Player, op: Fade) -> None:
    """Nothing fades."""


@each("Nelson Mandela", "achievements")
def nelson_mandela_achieves(game: Game, me: Player) -> int:
    return sum(len(plain_inspires(game, me, color)) for color in COLORS) // 2


@inspire("Nelson Mandela", LEAF)
def nelson_mandela_inspire(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(9))


@when_melded("Che Guevara")
def che_guevara(game: Game, me: Player) -> None:
    game.score_all(me, figures_of_opponents(game, me))


@instead("Che Guevara", Score, when=of_a_color(GREEN))
def che_guevara_scores(game: Game, me: Player, op: Score) -> None:
    # Clockwise, whoever the first player was: a text names the players in the order of their turns.
    piles = [card for player in (me, *game.others(me)) for card in player.score_pile if card != op.card]
    for card in [*piles, op.card]:
        game.remove(card)


@echo("Che Guevara", LEAF)
def che_guevara_echo(game: Game, me: Player) -> None:
    game.draw_and_score(me, game.printed(9))


def meld_all_others(game: Game, me: Player, op: Meld) -> int:
    color = game.color_of(op.card)
    return len(game.meld_all(me, [card for card in me.hand if card != op.card], of_color(color)))


@first("Ruth Handler", Meld)
def ruth_handler(game: Game, me: Player, op: Meld) -> None:
    for _ in range(meld_all_others(game, me, op)):
        game.draw_and_achieve(me, 9)


@first("Ruth Handler", Meld, text="2013")
def ruth_handler_2013(game: Game, me: Player, op: Meld) -> None:
    for _ in range(meld_all_others(game, me, op)):
        game.draw_and_score(me, 9)


@inspire("Ruth Handler", FACTORY)
def ruth_handler_inspire(game: Game, me: Player) -> None:
    game.transfer_one(me, me.tops(), me, HAND)
