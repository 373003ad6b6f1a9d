"""Artifacts of History, age 4."""

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
    LIGHTBULB,
    RIGHT,
    SCORE,
    compel,
    dogma,
    having_any,
    of_color,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


#: What a player may name if any number is allowed.
ANY_NUMBER = range(1000)


@compel("Petition of Right", LIGHTBULB)
def petition_of_right(game: Game, me: Player, you: Player) -> None:
    game.transfer_exactly(you, you.score_pile, len(game.with_icon(you.tops(), CASTLE)), me, SCORE)


@dogma("Delft Pocket Telescope", LIGHTBULB)
def delft_pocket_telescope(game: Game, me: Player) -> None:
    while (returned := game.reveal_and_return(me, me.score_pile)) is not None:
        drawn = [game.draw(me, game.printed(5)), game.draw(me, game.printed(6))]
        card = game.reveal_one(me, drawn, where=having_any(*game.icons_on(returned)))
        if card is not None:
            game.keep(me, card)
            return
        game.return_all(me, drawn if game.rules.reads("proof_is_not_shown") else game.reveal_all(me, drawn))


@dogma("East India Company Charter", FACTORY)
def east_india_company_charter(game: Game, me: Player) -> None:
    value = game.choose_value(me, [value for value in range(1, game.rules.highest_age + 1) if value != game.printed(5)])
    piles = [[card for card in player.score_pile if game.value(card) == value] for player in game.everyone]
    game.return_all(me, [card for pile in piles for card in pile])
    for pile in piles:
        if pile:
            game.draw_and_score(me, game.printed(5))


@compel("Tortugas Galleon", FACTORY)
def tortugas_galleon(game: Game, me: Player, you: Player) -> None:
    moved = game.transfer_all(you, game.highest(you.score_pile), me, SCORE)
    if moved:
        value = game.value(moved[0])
        game.transfer_one(you, [card for card in you.tops() if game.chosen_value(card) == value], me, BOARD)


@dogma("Molasses Reef Caravel", LIGHTBULB)
def molasses_reef_caravel(game: Game, me: Player) -> None:
    game.return_all(me, me.hand)
    if not game.rules.holds("molasses_reef_caravel_draws_nothing"):
        for _ in range(3):
            game.draw(me, game.printed(4))
    game.meld_one(me, me.hand, where=of_color(BLUE))
    game.score_one(me, me.hand)
    game.return_one(me, me.score_pile)


@dogma("Hunt-Lenox Globe", LIGHTBULB)
def hunt_lenox_globe(game: Game, me: Player) -> None:
    if len(me.hand) >= 4:
        game.meld_one(me, me.hand)
        return
    for _ in game.return_all(me, game.other_than(me.tops(), GREEN)):
        game.draw(me, game.printed(5))
    if game.rules.holds("globe_melds"):
        game.meld_one(me, me.hand)
    else:
        game.transfer_one(me, me.hand, me, BOARD)


@compel("Moses", LEAF)
def moses(game: Game, me: Player, you: Player) -> None:
    game.transfer_all(you, game.with_icon(you.tops(), CROWN), me, SCORE)


@dogma("Moses", LEAF)
def moses_2(game: Game, me: Player) -> None:
    game.score_one(me, game.with_icon(game.tops_of_no_named_board(me), CROWN))


@dogma("Mona Lisa", LEAF)
def mona_lisa(game: Game, me: Player) -> None:
    color = game.choose_color(me, COLORS)
    assert color is not None
    number = game.choose_value(me, ANY_NUMBER)
    for _ in range(5):
        game.draw(me, game.printed(4))
    cards = None
    if number <= len(me.hand):
        # A number above the size of the hand cannot match, so no color needs to be known.
        cards = list(game.passing(me.hand, of_color(color)))
    if cards is not None and len(cards) == number:
        game.score_all(me, cards)
        game.splay(me, color, RIGHT)
    else:
        game.return_all(me, me.hand)


@dogma("Cross of Coronado", CROWN)
def cross_of_coronado(game: Game, me: Player) -> None:
    game.show(me.hand)
    if len(me.hand) == 5 and len({game.color_of(card) for card in me.hand}) == 5:
        game.win(me)


@dogma("Abell Gallery Harpsichord", LEAF)
def abell_gallery_harpsichord(game: Game, me: Player) -> None:
    values = [game.value(card) for card in me.tops()]
    for value in sorted(value for value in values if values.count(value) == 1):
        game.draw_and_score(me, value)
