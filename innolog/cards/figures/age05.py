"""Figures in the Sand, age 5."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.figures.common import (
    can_pay,
    claim_of_value,
    figures_of_opponents,
    of_a_standard_achievement,
    with_any_icon,
)
from innolog.cards.words import (
    AVAILABLE,
    BOARD,
    CLOCK,
    COLORS,
    CROWN,
    FACTORY,
    GREEN,
    LEAF,
    LIGHTBULB,
    OPPONENT,
    RIGHT,
    UNSPLAYED,
    Achieve,
    ActionKind,
    Claim,
    Draw,
    Foreshadow,
    Meld,
    Player,
    Score,
    TakeAction,
    Tuck,
    each,
    echo,
    first,
    having,
    inspire,
    instead,
    issues,
    meets_condition,
    of_color,
    when_melded,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game


def of_a_near_clock(game: Game, me: Player, op: Foreshadow) -> bool:
    return game.value(op.card) <= me.highest_top() + 2 and game.passes(op.card, having(CLOCK))


def of_a_near_lightbulb(game: Game, me: Player, op: Foreshadow) -> bool:
    return game.value(op.card) <= me.highest_top() + 2 and game.passes(op.card, having(LIGHTBULB))


@instead("Christiaan Huygens", Foreshadow, when=of_a_near_clock)
def christiaan_huygens(game: Game, me: Player, op: Foreshadow) -> None:
    game.meld(me, op.card)


@instead("Christiaan Huygens", Foreshadow, when=of_a_near_lightbulb, text="2013")
def christiaan_huygens_2013(game: Game, me: Player, op: Foreshadow) -> None:
    game.meld(me, op.card)


@echo("Christiaan Huygens", LIGHTBULB)
def christiaan_huygens_echo(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(
        me, game.value_to_draw(me, (game.printed(7), game.printed(8), game.printed(9), game.printed(10)))
    )


def of_a_draw_or_inspire_action(game: Game, me: Player, op: TakeAction) -> bool:
    return op.action.kind in (ActionKind.DRAW, ActionKind.INSPIRE)


@first("Isaac Newton", TakeAction, when=of_a_draw_or_inspire_action)
def isaac_newton(game: Game, me: Player, op: TakeAction) -> None:
    card = game.draw(me, 1)
    other = game.choose_player(me, game.everyone)
    assert other is not None
    game.transfer(card, other, BOARD)


@first("Isaac Newton", TakeAction, when=of_a_draw_or_inspire_action, text="2013")
def isaac_newton_2013(game: Game, me: Player, op: TakeAction) -> None:
    card = game.draw(me, 1)
    color = game.color_of(card)
    fewest = min(player.visible(color) for player in game.everyone)
    other = game.choose_player(me, [player for player in game.everyone if player.visible(color) == fewest])
    assert other is not None
    game.transfer(card, other, BOARD)


@echo("Isaac Newton", LIGHTBULB)
def isaac_newton_echo(game: Game, me: Player) -> None:
    game.splay_one(me, range(5), RIGHT)


@first("Bartholomew Roberts", Score)
def bartholomew_roberts(game: Game, me: Player, op: Score) -> None:
    value = game.value(op.card)
    if can_pay(game, me, value):
        claim_of_value(game, me, [value])


@inspire("Bartholomew Roberts", CROWN)
def bartholomew_roberts_inspire(game: Game, me: Player) -> None:
    game.score_one(me, game.with_icon(game.all_tops(), CROWN))


def of_a_fifth_card(game: Game, me: Player, op: Draw) -> bool:
    return len(me.hand) == 4


@first("Samuel de Champlain", Draw, when=of_a_fifth_card)
def samuel_de_champlain(game: Game, me: Player, op: Draw) -> None:
    claim_of_value(game, me, range(1, game.age_to_draw(op.value) + 1))


@inspire("Samuel de Champlain", CROWN)
def samuel_de_champlain_inspire(game: Game, me: Player) -> None:
    game.return_one(me, game.of_value(me.hand, game.printed(5)))
    game.draw(me, game.printed(6))


def of_a_fifth_visible_card(game: Game, me: Player, op: Meld) -> bool:
    if game.place[op.card] == (me.index, BOARD):
        # A card of the pile itself, as some effects meld: no more cards are visible then.
        return False
    colors = [color for color in COLORS if me.visible(color) == 4 and me.splays[color] != UNSPLAYED]
    return game.passes(op.card, of_color(*colors))


@first("Bartolomeo Cristofori", Meld, when=of_a_fifth_visible_card)
def bartolomeo_cristofori(game: Game, me: Player, op: Meld) -> None:
    claim_of_value(game, me, range(1, highest_to_claim(game, me) + 1))


def highest_to_claim(game: Game, me: Player) -> int:
    highest = me.highest_top()
    for modifier in me.modifiers:
        _, highest = modifier.means(me, highest, 0, highest)
    return highest


@inspire("Bartolomeo Cristofori", LEAF)
def bartolomeo_cristofori_inspire(game: Game, me: Player) -> None:
    game.meld_one(me, me.hand)


@first("Johannes Vermeer", Achieve, when=of_a_standard_achievement)
def johannes_vermeer(game: Game, me: Player, op: Achieve) -> None:
    claim_of_value(game, me, [game.value(op.card) + 1])


@inspire("Johannes Vermeer", CROWN)
def johannes_vermeer_inspire(game: Game, me: Player) -> None:
    game.draw_and_score(me, game.printed(3))


@when_melded("Peter the Great")
def peter_the_great(game: Game, me: Player) -> None:
    game.return_all(me, figures_of_opponents(game, me))


@first("Peter the Great", Tuck, when=with_any_icon(FACTORY))
def peter_the_great_tucks(game: Game, me: Player, op: Tuck) -> None:
    bottom = me.bottom(GREEN)
    if bottom is None:
        return
    if game.is_eligible(me, game.value(bottom)):
        game.achieve(me, bottom)
    else:
        game.score(me, bottom)


@inspire("Peter the Great", FACTORY)
def peter_the_great_inspire(game: Game, me: Player) -> None:
    game.tuck_one(me, me.hand)


issues("Shivaji", "War")


def for_which_i_am_eligible(game: Game, me: Player, op: Achieve | Claim) -> bool:
    if isinstance(op, Claim):
        return meets_condition(game, game.rules, me, op.achievement)
    return op.card in game.available_to(me) and game.is_eligible(me, game.value(op.card))


@first("Shivaji", Achieve, Claim, who=OPPONENT, when=for_which_i_am_eligible)
def shivaji(game: Game, me: Player, op: Achieve | Claim) -> None:
    if isinstance(op, Claim):
        game.claim(me, op.achievement)
    else:
        game.achieve(me, op.card)


@echo("Shivaji", FACTORY)
def shivaji_echo(game: Game, me: Player) -> None:
    card = game.choose_card(me, me.tops(), target=(-1, AVAILABLE))
    if card is not None:
        game.make_available(card)


@each("Antonie van Leeuwenhoek", "cost")
def antonie_van_leeuwenhoek(game: Game, me: Player, value: int) -> int:
    return 10 * len(game.of_value(me.hand, value))


@echo("Antonie van Leeuwenhoek", LIGHTBULB)
def antonie_van_leeuwenhoek_echo(game: Game, me: Player) -> None:
    game.draw(me, game.printed(6))


issues("Christopher Polhem", "Expansion")


@each("Christopher Polhem", "points")
def christopher_polhem(game: Game, me: Player) -> int:
    return 2 * me.count(FACTORY)


@inspire("Christopher Polhem", FACTORY)
def christopher_polhem_inspire(game: Game, me: Player) -> None:
    game.draw_and_tuck(me, game.printed(4))
