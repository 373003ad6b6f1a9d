"""Base set, age 4."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BLUE,
    BOARD,
    CASTLE,
    COLORS,
    CROWN,
    FACTORY,
    GREEN,
    LEAF,
    LEFT,
    LIGHTBULB,
    PURPLE,
    RIGHT,
    SCORE,
    WONDER,
    YELLOW,
    demand,
    dogma,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Experimentation", LIGHTBULB)
def experimentation(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(5))


@dogma("Printing Press", LIGHTBULB)
def printing_press(game: Game, me: Player) -> None:
    if game.may_return(me, me.score_pile) is not None:
        game.draw(me, game.value(me.top(PURPLE)) + 2)


@dogma("Printing Press", LIGHTBULB)
def printing_press_2(game: Game, me: Player) -> None:
    game.may_splay(me, [BLUE], RIGHT)


@dogma("Colonialism", FACTORY)
def colonialism(game: Game, me: Player) -> None:
    while game.has_icon(game.draw_and_tuck(me, game.printed(3)), CROWN):
        pass


@demand("Gunpowder", FACTORY)
def gunpowder(game: Game, me: Player, you: Player) -> None:
    if game.transfer_one(you, game.with_icon(you.tops(), CASTLE), me, SCORE) is not None:
        game.notes["transferred"] = True


@dogma("Gunpowder", FACTORY)
def gunpowder_2(game: Game, me: Player) -> None:
    if "transferred" in game.notes:
        game.draw_and_score(me, game.printed(2))


@dogma("Invention", LIGHTBULB)
def invention(game: Game, me: Player) -> None:
    left = [color for color in COLORS if me.splays[color] == LEFT]
    if game.may_splay(me, left, RIGHT) is not None:
        game.draw_and_score(me, game.printed(4))


@dogma("Invention", LIGHTBULB)
def invention_2(game: Game, me: Player) -> None:
    if all(me.splays):
        game.claim(me, WONDER)


@demand("Navigation", CROWN)
def navigation(game: Game, me: Player, you: Player) -> None:
    game.transfer_one(
        you, [card for card in you.score_pile if game.value(card) in (game.printed(2), game.printed(3))], me, SCORE
    )


@demand("Anatomy", LEAF)
def anatomy(game: Game, me: Player, you: Player) -> None:
    card = game.return_one(you, you.score_pile)
    if card is not None:
        game.return_one(you, [top for top in you.tops() if game.value(top) == game.value(card)])


@dogma("Perspective", LIGHTBULB)
def perspective(game: Game, me: Player) -> None:
    if game.may_return(me, me.hand) is None:
        return
    number = me.count(LIGHTBULB) // 2
    if game.rules.holds("may_skip_perspective"):
        game.may_score_exactly(me, me.hand, number)
    else:
        game.score_exactly(me, me.hand, number)


@demand("Enterprise", CROWN)
def enterprise(game: Game, me: Player, you: Player) -> None:
    crowned = game.other_than(game.with_icon(you.tops(), CROWN), PURPLE)
    if game.transfer_one(you, crowned, me, BOARD) is not None:
        game.draw_and_meld(you, game.printed(4))


@dogma("Enterprise", CROWN)
def enterprise_2(game: Game, me: Player) -> None:
    game.may_splay(me, [GREEN], RIGHT)


@dogma("Reformation", LEAF)
def reformation(game: Game, me: Player) -> None:
    number = me.count(LEAF) // 2
    if game.rules.holds("must_use_reformation"):
        game.tuck_exactly(me, me.hand, number)
    else:
        game.may_tuck_exactly(me, me.hand, number)


@dogma("Reformation", LEAF)
def reformation_2(game: Game, me: Player) -> None:
    game.may_splay(me, [YELLOW, PURPLE], RIGHT)
