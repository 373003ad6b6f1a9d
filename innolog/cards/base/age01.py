"""Base set, age 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BOARD,
    CASTLE,
    COLORS,
    CROWN,
    HAND,
    LEAF,
    LEFT,
    LIGHTBULB,
    MONUMENT,
    SCORE,
    CardSet,
    demand,
    dogma,
    having,
    of_color,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Pottery", LEAF)
def pottery(game: Game, me: Player) -> None:
    returned = game.return_up_to(me, me.hand, 3)
    if returned:
        game.draw_and_score(me, len(returned))


@dogma("Pottery", LEAF)
def pottery_2(game: Game, me: Player) -> None:
    game.draw(me, game.printed(1))


@dogma("Tools", LIGHTBULB)
def tools(game: Game, me: Player) -> None:
    if len(me.hand) < 3 and not game.rules.holds("tools_returns_fewer"):
        return
    returned = game.may_return_exactly(me, me.hand, 3)
    if len(returned) == 3:
        game.draw_and_meld(me, game.printed(3))


@dogma("Tools", LIGHTBULB)
def tools_2(game: Game, me: Player) -> None:
    if game.may_return(me, [card for card in me.hand if game.value(card) == game.printed(3)]) is not None:
        for _ in range(3):
            game.draw(me, game.printed(1))


@dogma("Writing", LIGHTBULB)
def writing(game: Game, me: Player) -> None:
    game.draw(me, game.printed(2))


@demand("Archery", CASTLE)
def archery(game: Game, me: Player, you: Player) -> None:
    game.draw(you, game.printed(1))
    game.transfer_one(you, game.highest(you.hand), me, HAND)


@dogma("Metalworking", CASTLE)
def metalworking(game: Game, me: Player) -> None:
    while game.has_icon(card := game.draw_and_reveal(me, game.printed(1)), CASTLE):
        game.score(me, card)
    game.keep(me, card)


@demand("Oars", CASTLE)
def oars(game: Game, me: Player, you: Player) -> None:
    draws = not (game.rules.holds("oars_takes_all_crowns") and CardSet.ECHOES in game.rules.sets)
    while game.transfer_one(you, you.hand, me, SCORE, where=having(CROWN)) is not None:
        game.notes["transferred"] = True
        if draws:
            game.draw(you, game.printed(1))


@dogma("Oars", CASTLE)
def oars_2(game: Game, me: Player) -> None:
    if "transferred" not in game.notes:
        game.draw(me, game.printed(1))


@demand("Oars", CASTLE, text="first")
def oars_first(game: Game, me: Player, you: Player) -> None:
    if game.transfer_one(you, you.hand, me, SCORE, where=having(CROWN)) is not None:
        game.notes["transferred"] = True
        game.draw(you, game.printed(1))


@dogma("Oars", CASTLE, text="first")
def oars_first_2(game: Game, me: Player) -> None:
    oars_2(game, me)


@dogma("Clothing", LEAF)
def clothing(game: Game, me: Player) -> None:
    missing = [color for color in COLORS if not me.piles[color]]
    game.meld_one(me, me.hand, where=of_color(*missing))


@dogma("Clothing", LEAF)
def clothing_2(game: Game, me: Player) -> None:
    unique = [color for color in me.colors() if not any(them.piles[color] for them in game.other_players(me))]
    for _ in unique:
        game.draw_and_score(me, game.printed(1))


@dogma("Sailing", CROWN)
def sailing(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(1))


@dogma("The Wheel", CASTLE)
def the_wheel(game: Game, me: Player) -> None:
    game.draw(me, game.printed(1))
    game.draw(me, game.printed(1))


@dogma("Agriculture", LEAF)
def agriculture(game: Game, me: Player) -> None:
    card = game.may_return(me, me.hand)
    if card is not None:
        game.draw_and_score(me, game.value(card) + 1)


@dogma("Domestication", CASTLE)
def domestication(game: Game, me: Player) -> None:
    game.meld_one(me, game.lowest(me.hand))
    game.draw(me, game.printed(1))


@dogma("Masonry", CASTLE)
def masonry(game: Game, me: Player) -> None:
    if len(game.meld_any_number(me, me.hand, where=having(CASTLE))) >= 4:
        game.claim(me, MONUMENT)


@demand("City States", CROWN)
def city_states(game: Game, me: Player, you: Player) -> None:
    if you.count(CASTLE) >= 4:
        if game.transfer_one(you, game.with_icon(you.tops(), CASTLE), me, BOARD) is not None:
            game.draw(you, game.printed(1))


@dogma("Code of Laws", CROWN)
def code_of_laws(game: Game, me: Player) -> None:
    card = game.may_tuck(me, me.hand, where=of_color(*me.colors()))
    if card is not None:
        game.may_splay(me, [game.color[card]], LEFT)


@dogma("Mysticism", CASTLE)
def mysticism(game: Game, me: Player) -> None:
    _meld_if_it_matches(game, me, unseen=False)


@dogma("Mysticism", CASTLE, text="first")
def mysticism_first(game: Game, me: Player) -> None:
    _meld_if_it_matches(game, me, unseen=game.rules.reads("proof_is_not_shown"))


def _meld_if_it_matches(game: Game, me: Player, *, unseen: bool) -> None:
    card = game.draw(me, game.printed(1)) if unseen else game.draw_and_reveal(me, game.printed(1))
    if me.piles[game.color_of(card)]:
        game.meld(me, card)
        game.draw(me, game.printed(1))
    elif not unseen:
        game.keep(me, card)
