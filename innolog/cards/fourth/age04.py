"""Fourth edition, base set, age 4: the cards that it words otherwise than the third."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import CROWN, FACTORY, GREEN, LEAF, LIGHTBULB, PURPLE, RIGHT, YELLOW, demand, dogma

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Colonialism", FACTORY, "fourth")
def colonialism(game: Game, me: Player) -> None:
    crowned = True
    while crowned:
        card = game.draw_and_tuck(me, game.printed(3))
        if game.color[card] == GREEN:
            game.junk_deck(5)
        crowned = game.has_icon(card, CROWN)


@demand("Anatomy", LEAF, "fourth")
def anatomy(game: Game, me: Player, you: Player) -> None:
    card = game.return_one(you, you.score_pile)
    if card is None:
        return
    if game.return_one(you, [top for top in you.tops() if game.value(top) == game.value(card)]) is not None:
        game.junk_deck(4)


@dogma("Perspective", LIGHTBULB, "fourth")
def perspective(game: Game, me: Player) -> None:
    if game.may_return(me, me.hand) is None:
        return
    number = len(game.colors_with(me, LIGHTBULB))
    if game.rules.holds("may_skip_perspective"):
        game.may_score_exactly(me, me.hand, number)
    else:
        game.score_exactly(me, me.hand, number)


@dogma("Reformation", LEAF, "fourth")
def reformation(game: Game, me: Player) -> None:
    game.may_tuck_exactly(me, me.hand, len(game.colors_with(me, LEAF)))


@dogma("Reformation", LEAF, "fourth")
def reformation_2(game: Game, me: Player) -> None:
    game.may_splay(me, [YELLOW, PURPLE], RIGHT)
