"""Fourth edition, base set, age 3: the cards that it words otherwise than the third."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BLUE,
    CASTLE,
    GREEN,
    HAND,
    LEAF,
    LEFT,
    LIGHTBULB,
    PURPLE,
    RED,
    SCORE,
    YELLOW,
    demand,
    dogma,
    having,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Alchemy", CASTLE, "fourth")
def alchemy(game: Game, me: Player) -> None:
    found_red = False
    for _ in game.colors_with(me, CASTLE):
        card = game.draw_and_reveal(me, game.printed(4))
        found_red = found_red or game.color[card] == RED
        game.keep(me, card)
    if found_red:
        game.return_all(me, me.hand)


@dogma("Alchemy", CASTLE, "fourth")
def alchemy_2(game: Game, me: Player) -> None:
    game.meld_one(me, me.hand)
    game.score_one(me, me.hand)


@dogma("Paper", LIGHTBULB, "fourth")
def paper(game: Game, me: Player) -> None:
    game.may_splay(me, [GREEN, BLUE], LEFT)


@dogma("Paper", LIGHTBULB, "fourth")
def paper_2(game: Game, me: Player) -> None:
    if game.score_one(me, game.with_icon(me.tops(), LEAF)) is not None:
        for _ in range(me.splays.count(LEFT)):
            game.draw(me, game.printed(4))


@demand("Machinery", LEAF, "fourth")
def machinery(game: Game, me: Player, you: Player) -> None:
    game.exchange(you.hand, (me, HAND), game.highest(me.hand), (you, HAND))


@dogma("Machinery", LEAF, "fourth")
def machinery_2(game: Game, me: Player) -> None:
    game.score_one_proven(me, me.hand, having(CASTLE))


@dogma("Machinery", LEAF, "fourth")
def machinery_3(game: Game, me: Player) -> None:
    game.may_splay(me, [RED], LEFT)


@demand("Medicine", LEAF, "fourth")
def medicine(game: Game, me: Player, you: Player) -> None:
    mine = game.choose_card(me, game.lowest(me.score_pile))
    yours = game.choose_card(you, game.highest(you.score_pile))
    game.exchange([yours], (me, SCORE), [mine], (you, SCORE))


@dogma("Medicine", LEAF, "fourth")
def medicine_2(game: Game, me: Player) -> None:
    game.junk_available(me, (3, 4))


@demand("Feudalism", CASTLE, "fourth")
def feudalism(game: Game, me: Player, you: Player) -> None:
    if game.transfer_one(you, you.hand, me, HAND, where=having(CASTLE)) is not None:
        game.junk_all(you, game.specials)


@dogma("Feudalism", CASTLE, "fourth")
def feudalism_2(game: Game, me: Player) -> None:
    if game.may_splay(me, [YELLOW, PURPLE], LEFT) is not None:
        game.draw(me, game.printed(3))
