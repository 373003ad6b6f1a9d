"""Artifacts of History, age 7."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from innolog.cards.words import (
    BLUE,
    BOARD,
    CLOCK,
    CROWN,
    FACTORY,
    HAND,
    LEAF,
    LIGHTBULB,
    NOTHING,
    UP,
    compel,
    dogma,
    of_color,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Periodic Table", LIGHTBULB)
def periodic_table(game: Game, me: Player) -> None:
    while True:
        pairs = [
            (game.color[one], game.color[other])
            for one, other in combinations(me.tops(), 2)
            if game.value(one) == game.value(other)
        ]
        if not pairs:
            return
        if game.rules.holds("yamato_is_chosen_by_its_back"):
            # The second card of a pair is found by the value on its back.
            pairs += [
                (min(game.color[one], game.color[other]), max(game.color[one], game.color[other]))
                for one in {me.top(color) for pair in pairs for color in pair}
                for other in me.tops()
                if one is not None and game.chosen_value(other) == game.value(one) != game.value(other)
            ]
        chosen = game.choose_colors(me, pairs)
        card = game.draw_and_meld(me, max(game.value(me.top(color)) for color in chosen) + 1)
        if game.color[card] not in chosen:
            return


@dogma("Corvette Challenger", LEAF)
def corvette_challenger(game: Game, me: Player) -> None:
    card = game.draw_and_tuck(me, game.printed(8))
    visible = 0
    if card != NOTHING:
        game.splay(me, game.color[card], UP)
        visible = me.visible(game.color[card])
    game.draw_and_score(me, visible)


@compel("Submarine H. L. Hunley", FACTORY)
def submarine_h_l_hunley(game: Game, me: Player, you: Player) -> None:
    card = game.draw_and_meld(you, game.printed(7))
    bottom = None if card == NOTHING else you.bottom(game.color[card])
    if bottom is None:
        return
    if game.rules.holds("takes_up_shown_bottoms"):
        game.reveal(you, bottom)
        game.tuck(you, bottom)
    if game.value(bottom) == game.printed(1):
        game.return_all(you, you.piles[game.color[card]])


@dogma("Jedlik's Electromagnetic Self-Rotor", LIGHTBULB)
def jedliks_electromagnetic_self_rotor(game: Game, me: Player) -> None:
    game.draw_and_score(me, game.printed(8))
    game.draw_and_meld(me, game.printed(8))
    game.claim_standard(me, values=[game.printed(8)])


@dogma("International Prototype Metre Bar", CROWN)
def international_prototype_metre_bar(game: Game, me: Player) -> None:
    value = game.choose_value(me, range(1, game.rules.highest_age + 1))
    card = game.draw_and_meld(me, value)
    if card == NOTHING:
        return
    color = game.color[card]
    game.splay(me, color, UP)
    if me.visible(color) == game.value(card):
        game.win(me)
    game.return_(card)


@compel("Hansen Writing Ball", CLOCK)
def hansen_writing_ball(game: Game, me: Player, you: Player) -> None:
    for _ in range(4):
        game.draw(you, game.printed(7))
    game.meld_one(you, you.hand, where=of_color(BLUE))
    game.transfer_all(you, you.hand, me, HAND)


@dogma("Hansen Writing Ball", CLOCK)
def hansen_writing_ball_2(game: Game, me: Player) -> None:
    card = game.draw_and_reveal(me, game.printed(7))
    while not game.has_icon(card, CLOCK):
        game.tuck(me, card)
        card = game.draw_and_reveal(me, game.printed(7))
    game.keep(me, card)


@compel("Colt Paterson Revolver", FACTORY)
def colt_paterson_revolver(game: Game, me: Player, you: Player) -> None:
    others = list(you.hand)
    if not others and game.rules.holds("shows_only_to_compare"):
        game.draw(you, game.printed(7))
        return
    if game.rules.holds("colt_draws_unseen") or game.rules.reads("proof_is_not_shown"):
        card = game.draw(you, game.printed(7))
    else:
        card = game.draw_and_reveal(you, game.printed(7))
        game.keep(you, card)
    same = of_color(game.color_of(card))
    if next(game.passing(others, same), None) is not None:
        game.return_all(you, you.hand)
        game.return_all(you, you.score_pile)


@dogma("Singer Model 27", CLOCK)
def singer_model_27(game: Game, me: Player) -> None:
    card = game.tuck_one(me, me.hand)
    if card is not None:
        game.splay(me, game.color[card], UP)
        game.tuck_all(me, me.score_pile, where=of_color(game.color[card]))


@dogma("Roundhay Garden Scene", LEAF)
def roundhay_garden_scene(game: Game, me: Player) -> None:
    card = game.meld_one(me, game.highest(me.score_pile))
    for _ in range(2):
        game.draw_and_score(me, game.value(card))
    if card is not None:
        game.execute_as_if(me, card)


@dogma("The Communist Manifesto", CROWN)
def the_communist_manifesto(game: Game, me: Player) -> None:
    everybody = game.in_turn_order(me)
    drawn = game.still_shown(me, [game.draw_and_reveal(me, game.printed(7)) for _ in everybody])
    without = everybody
    mine: int | None = None
    while drawn:
        player = game.choose_player(me, without)
        assert player is not None
        card = game.transfer_one(me, drawn, player, BOARD)
        assert card is not None
        drawn.remove(card)
        if player is me:
            mine = game.notes["gift"] = card
        without = [
            other
            for other in (everybody if game.rules.holds("manifesto_gives_twice") else without)
            if other is not player
        ]
    if mine is None and game.rules.holds("manifesto_remembers_gifts"):
        mine = game.notes.get("gift")
    if mine is not None:
        game.execute_non_demand(me, mine)
