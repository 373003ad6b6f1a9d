"""Base set, age 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BLUE,
    BOARD,
    CASTLE,
    CROWN,
    GREEN,
    HAND,
    LEAF,
    LEFT,
    LIGHTBULB,
    PURPLE,
    RED,
    SCORE,
    WORLD,
    YELLOW,
    demand,
    dogma,
    having,
    of_color,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Alchemy", CASTLE)
def alchemy(game: Game, me: Player) -> None:
    if game.rules.holds("alchemy_draws_unseen"):
        drawn = [game.draw(me, game.printed(4)) for _ in range(me.count(CASTLE) // 3)]
        if any(game.passes(card, of_color(RED)) for card in drawn):
            game.return_all(me, me.hand)
        return
    drawn = [game.draw_and_reveal(me, game.printed(4)) for _ in range(me.count(CASTLE) // 3)]
    if any(game.color[card] == RED for card in drawn):
        game.return_all(me, game.hand_with(me, drawn))
    else:
        game.keep_all(me, drawn)


@dogma("Alchemy", CASTLE)
def alchemy_2(game: Game, me: Player) -> None:
    game.meld_one(me, me.hand)
    game.score_one(me, me.hand)


@dogma("Translation", CROWN)
def translation(game: Game, me: Player) -> None:
    game.may_meld_all(me, me.score_pile)


@dogma("Translation", CROWN)
def translation_2(game: Game, me: Player) -> None:
    if not game.without_icon(me.tops(), CROWN):
        game.claim(me, WORLD)


@demand("Engineering", CASTLE)
def engineering(game: Game, me: Player, you: Player) -> None:
    game.transfer_all(you, game.with_icon(you.tops(), CASTLE), me, SCORE)


@dogma("Engineering", CASTLE)
def engineering_2(game: Game, me: Player) -> None:
    game.may_splay(me, [RED], LEFT)


@dogma("Optics", CROWN)
def optics(game: Game, me: Player) -> None:
    if game.has_icon(game.draw_and_meld(me, game.printed(3)), CROWN):
        game.draw_and_score(me, game.printed(4))
        return
    poorer = [them for them in game.opponents(me) if them.score() < me.score()]
    them = game.choose_player(me, poorer)
    if them is not None:
        game.transfer_one(me, me.score_pile, them, SCORE)


@demand("Compass", CROWN)
def compass(game: Game, me: Player, you: Player) -> None:
    game.transfer_one(you, game.other_than(game.with_icon(you.tops(), LEAF), GREEN), me, BOARD)
    game.transfer_one(you, game.without_icon(me.tops(), LEAF), you, BOARD)


@dogma("Paper", LIGHTBULB)
def paper(game: Game, me: Player) -> None:
    game.may_splay(me, [GREEN, BLUE], LEFT)


@dogma("Paper", LIGHTBULB)
def paper_2(game: Game, me: Player) -> None:
    for _ in range(me.splays.count(LEFT)):
        game.draw(me, game.printed(4))


@demand("Machinery", LEAF)
def machinery(game: Game, me: Player, you: Player) -> None:
    game.exchange(you.hand, (me, HAND), game.highest(me.hand), (you, HAND))


@dogma("Machinery", LEAF)
def machinery_2(game: Game, me: Player) -> None:
    if game.rules.holds("machinery_scores_unseen"):
        game.score_one(me, me.hand, having(CASTLE))
    else:
        game.score_one_proven(me, me.hand, having(CASTLE))
    game.may_splay(me, [RED], LEFT)


@demand("Medicine", LEAF)
def medicine(game: Game, me: Player, you: Player) -> None:
    mine = game.choose_card(me, game.lowest(me.score_pile))
    yours = game.choose_card(you, game.highest(you.score_pile))
    game.exchange([yours], (me, SCORE), [mine], (you, SCORE))


@dogma("Education", LIGHTBULB)
def education(game: Game, me: Player) -> None:
    if game.may_return(me, game.highest(me.score_pile)) is not None:
        game.draw(me, max(map(game.value, me.score_pile), default=0) + 2)


@demand("Feudalism", CASTLE)
def feudalism(game: Game, me: Player, you: Player) -> None:
    card = game.transfer_one(you, you.hand, me, HAND, where=having(CASTLE))
    if card is not None:
        game.unsplay(you, game.color_of(card))


@dogma("Feudalism", CASTLE)
def feudalism_2(game: Game, me: Player) -> None:
    game.may_splay(me, [YELLOW, PURPLE], LEFT)


@demand("Feudalism", CASTLE, text="first")
def feudalism_first(game: Game, me: Player, you: Player) -> None:
    game.transfer_one(you, you.hand, me, HAND, where=having(CASTLE))


@dogma("Feudalism", CASTLE, text="first")
def feudalism_first_2(game: Game, me: Player) -> None:
    feudalism_2(game, me)
