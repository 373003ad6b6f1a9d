"""Figures in the Sand, age 10."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.figures.common import all_top_figures, with_any_icon
from innolog.cards.words import (
    ANYBODY,
    CASTLE,
    CLOCK,
    COLORS,
    CROWN,
    FACTORY,
    HAND,
    LEAF,
    LIGHTBULB,
    OTHER,
    SCORE,
    UP,
    Activate,
    CardSet,
    Draw,
    End,
    EndUnshared,
    Meld,
    Player,
    Score,
    card_named,
    carry_out_now,
    each,
    echo,
    echo_of,
    first,
    having,
    inspire,
    inspire_effects,
    instead,
    is_figure,
    plain_inspires,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game


@each("Stephen Hawking", "echoes")
def stephen_hawking(game: Game, me: Player, color: int, cards: list[int]) -> list[int]:
    found: list[int] = []
    for card in me.visible_cards(color):
        found += [card] if card in cards else []
        found += [-1 - card] if me.shows_image(card) else []
    return found


@inspire("Stephen Hawking", LIGHTBULB)
def stephen_hawking_inspire(game: Game, me: Player) -> None:
    game.draw_and_tuck(me, game.printed(10))


@first("Susan Blackmore", EndUnshared, who=OTHER)
def susan_blackmore(game: Game, me: Player, op: EndUnshared) -> None:
    if op.card in game.place and not game.is_lost(op.card):
        game.transfer(op.card, me, SCORE)


@inspire("Susan Blackmore", LIGHTBULB)
def susan_blackmore_inspire(game: Game, me: Player) -> None:
    effects = []
    for player in game.everyone:
        for color in COLORS:
            effects += [effect for card in player.echoes(color) for effect in echo_of(game, card)]
            effects += [
                effect for card in plain_inspires(game, player, color) for effect in inspire_effects(game, card)
            ]
    others = [effect for effect in effects if effect.card != card_named("Susan Blackmore") or effect.number > 1]
    chosen = game.choose_card(me, list(dict.fromkeys(effect.card for effect in others)))
    able = [effect for effect in others if effect.card == chosen]
    if able:
        carry_out_now(game, me, able[game.choose_value(me, range(len(able)))])


@first("Muhammad Yunus", Activate, who=ANYBODY)
def muhammad_yunus(game: Game, me: Player, op: Activate) -> None:
    if game.may_return(me, me.hand) is not None:
        game.swayed["majority"] = me.index


@inspire("Muhammad Yunus", CROWN)
def muhammad_yunus_inspire(game: Game, me: Player) -> None:
    game.draw(me, game.printed(10))


@each("Sergey Brin", "activatable")
def sergey_brin(game: Game, me: Player) -> list[int]:
    return game.all_tops()


@inspire("Sergey Brin", CLOCK)
def sergey_brin_inspire(game: Game, me: Player) -> None:
    game.may_splay_any(me, UP)


@instead("Kim Yu-Na", Score, when=with_any_icon(CASTLE))
def kim_yu_na(game: Game, me: Player, op: Score) -> None:
    game.win(me)


@echo("Kim Yu-Na", LEAF)
def kim_yu_na_echo(game: Game, me: Player) -> None:
    game.score_one(me, me.tops())


def of_a_figure(game: Game, me: Player, op: Meld) -> bool:
    return is_figure(game, op.card)


@instead("Martin Scorsese", Meld, when=of_a_figure)
def martin_scorsese(game: Game, me: Player, op: Meld) -> None:
    game.tuck(me, op.card)
    game.achieve_one(me, game.available)


@echo("Martin Scorsese", FACTORY)
def martin_scorsese_echo(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(10))


def of_opponents_alone(game: Game, me: Player, op: End) -> bool:
    return bool(op.winners) and me.index not in op.winners


@first("Jackie Chan", End, who=ANYBODY, when=of_opponents_alone)
def jackie_chan(game: Game, me: Player, op: End) -> None:
    game.score_all(me, [card for card in all_top_figures(game) if card != card_named("Jackie Chan")])
    if all(other.score() < me.score() for other in game.others(me)):
        game.win(me)


@inspire("Jackie Chan", CLOCK)
def jackie_chan_inspire(game: Game, me: Player) -> None:
    game.score_one(me, me.hand)


@first("Margaret Thatcher", Activate)
def margaret_thatcher(game: Game, me: Player, op: Activate) -> None:
    tops = game.all_tops()
    game.score_one(me, [card for card in tops if game.has_icon(card, CROWN) or game.has_icon(card, FACTORY)])


@echo("Margaret Thatcher", FACTORY)
def margaret_thatcher_echo(game: Game, me: Player) -> None:
    tops = game.tops_of_no_named_board(me)
    game.score_one(me, [card for card in tops if game.has_icon(card, CROWN) or game.has_icon(card, FACTORY)])


def of_a_value_without_figure(game: Game, me: Player, op: Draw) -> bool:
    value = game.age_to_draw(op.value)
    return all(not is_figure(game, card) for card in game.of_value(me.hand, value))


@first("Alex Trebek", Draw, when=of_a_value_without_figure)
def alex_trebek(game: Game, me: Player, op: Draw) -> None:
    value = game.age_to_draw(op.value)
    named = game.name_card(me, CardSet.FIGURES, value)
    found = None if named is None else game.found_in_pile(named)
    if found is not None:
        game.transfer(found, me, HAND)
    game.shuffle(me, CardSet.FIGURES, value)


@inspire("Alex Trebek", LIGHTBULB)
def alex_trebek_inspire(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.value_to_draw(me))


def with_featured_clock(game: Game, me: Player, op: Activate) -> bool:
    return game.table.featured[op.card] == CLOCK


@first("Shigeru Miyamoto", Activate, when=with_featured_clock)
def shigeru_miyamoto(game: Game, me: Player, op: Activate) -> None:
    if me.count(CLOCK) in (1, 3, 6):
        game.win(me)


@echo("Shigeru Miyamoto", CLOCK)
def shigeru_miyamoto_echo(game: Game, me: Player) -> None:
    card = game.draw(me, game.printed(10))
    if not game.passes(card, having(CLOCK)):
        game.score(me, card)
