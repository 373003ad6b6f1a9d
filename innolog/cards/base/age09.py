"""Base set, age 9."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BLUE,
    BOARD,
    CLOCK,
    CROWN,
    FACTORY,
    GREEN,
    HAND,
    LEAF,
    LIGHTBULB,
    NOTHING,
    PURPLE,
    RED,
    SCORE,
    UP,
    YELLOW,
    DogmaComplete,
    Trait,
    demand,
    dogma,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Computers", CLOCK)
def computers(game: Game, me: Player) -> None:
    game.may_splay(me, [RED, GREEN], UP)


@dogma("Computers", CLOCK)
def computers_2(game: Game, me: Player) -> None:
    game.execute_non_demand(me, game.draw_and_meld(me, game.printed(10)))


@dogma("Genetics", LIGHTBULB)
def genetics(game: Game, me: Player) -> None:
    card = game.draw_and_meld(me, game.printed(10))
    if card != NOTHING:
        pile = me.piles[game.color[card]]
        game.score_all(me, pile[: pile.index(card)])


@demand("Composites", FACTORY)
def composites(game: Game, me: Player, you: Player) -> None:
    game.transfer_exactly(you, you.hand, len(you.hand) - 1, me, HAND)
    game.transfer_one(you, game.highest(you.score_pile), me, SCORE)


@demand("Fission", CLOCK, traits=[Trait.REMOVES_UNTOLD])
def fission(game: Game, me: Player, you: Player) -> None:
    """All editions have it."""
    unseen = game.rules.reads("proof_is_not_shown")
    card = game.draw(you, game.printed(10)) if unseen else game.draw_and_reveal(you, game.printed(10))
    if game.color_of(card) == RED:
        game.wipe()
        raise DogmaComplete
    if not unseen:
        game.keep(you, card)


@dogma("Fission", CLOCK)
def fission_2(game: Game, me: Player) -> None:
    _split(game, me)
    game.draw(me, game.printed(10))


@demand("Fission", CLOCK, text="first", traits=[Trait.REMOVES_UNTOLD])
def fission_first(game: Game, me: Player, you: Player) -> None:
    fission(game, me, you)


@dogma("Fission", CLOCK, text="first")
def fission_first_2(game: Game, me: Player) -> None:
    _split(game, me)


def _split(game: Game, me: Player) -> None:
    tops = [card for player in game.everyone for card in player.tops()]
    game.return_one(me, [card for card in tops if game.table.name[card] != "Fission"])


@demand("Collaboration", CROWN)
def collaboration(game: Game, me: Player, you: Player) -> None:
    drawn = [game.draw_and_reveal(you, game.printed(9)), game.draw_and_reveal(you, game.printed(9))]
    card = game.transfer_one(me, game.still_shown(you, drawn), me, BOARD)
    for other in game.still_shown(you, drawn):
        if other != card:
            game.meld(you, other)


@dogma("Collaboration", CROWN)
def collaboration_2(game: Game, me: Player) -> None:
    if len(me.piles[GREEN]) >= 10:
        game.win(me)


@dogma("Satellites", CLOCK)
def satellites(game: Game, me: Player) -> None:
    game.return_all(me, me.hand)
    for _ in range(3):
        game.draw(me, game.printed(8))


@dogma("Satellites", CLOCK)
def satellites_2(game: Game, me: Player) -> None:
    game.may_splay(me, [PURPLE], UP)


@dogma("Satellites", CLOCK)
def satellites_3(game: Game, me: Player) -> None:
    card = game.meld_one(me, me.hand)
    if card is not None:
        game.execute_non_demand(me, card)


@dogma("Ecology", LIGHTBULB)
def ecology(game: Game, me: Player) -> None:
    if game.may_return(me, me.hand) is not None:
        game.score_one(me, me.hand)
        game.draw(me, game.printed(10))
        game.draw(me, game.printed(10))


@dogma("Suburbia", LEAF)
def suburbia(game: Game, me: Player) -> None:
    for _ in game.tuck_up_to(me, me.hand, len(me.hand)):
        game.draw_and_score(me, game.printed(1))


@demand("Services", LEAF)
def services(game: Game, me: Player, you: Player) -> None:
    if game.transfer_all(you, game.highest(you.score_pile), me, HAND):
        game.transfer_one(you, game.without_icon(me.tops(), LEAF), you, HAND)


@dogma("Specialization", FACTORY)
def specialization(game: Game, me: Player) -> None:
    card = game.show_one(me, me.hand)
    if card is None:
        return
    tops = [them.top(game.color[card]) for them in game.other_players(me)]
    game.transfer_all(me, [top for top in tops if top is not None], me, HAND)
    game.put_back(me, card, HAND)


@dogma("Specialization", FACTORY)
def specialization_2(game: Game, me: Player) -> None:
    game.may_splay(me, [YELLOW, BLUE], UP)
