"""Artifacts of History, age 10."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    CLOCK,
    COLORS,
    CROWN,
    FACTORY,
    LEAF,
    LIGHTBULB,
    SCORE,
    YELLOW,
    CardSet,
    Keyword,
    Trait,
    compel,
    dogma,
    of_color,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Rover Curiosity", LIGHTBULB)
def rover_curiosity(game: Game, me: Player) -> None:
    game.execute_as_if(me, game.draw_and_meld(me, game.printed(10), CardSet.ARTIFACTS))


@dogma("Higgs Boson", LIGHTBULB)
def higgs_boson(game: Game, me: Player) -> None:
    game.transfer_all(me, [card for pile in me.piles for card in reversed(pile)], me, SCORE)


@compel("Exxon Valdez", FACTORY, traits=[Trait.REMOVES_UNTOLD])
def exxon_valdez(game: Game, me: Player, you: Player) -> None:
    game.eliminate(you)


@compel("Maldives", CLOCK)
def maldives(game: Game, me: Player, you: Player) -> None:
    game.return_exactly(you, you.hand, len(you.hand) - 2)
    game.return_exactly(you, you.score_pile, len(you.score_pile) - 2)


@dogma("Maldives", CLOCK)
def maldives_2(game: Game, me: Player) -> None:
    game.return_exactly(me, me.score_pile, len(me.score_pile) - 4)


@dogma("Maastricht Treaty", CROWN)
def maastricht_treaty(game: Game, me: Player) -> None:
    if all(len(me.score_pile) > len(them.score_pile) for them in game.others(me)):
        game.win(me)


@dogma("Seikan Tunnel", CLOCK)
def seikan_tunnel(game: Game, me: Player) -> None:
    mine = max(map(me.visible, COLORS))
    theirs = max(them.visible(color) for them in game.others(me) for color in COLORS)
    if mine > theirs or (mine == theirs and game.rules.holds("tie_wins_seikan_tunnel")):
        game.win(me)


@dogma("Dolly the Sheep", CLOCK)
def dolly_the_sheep(game: Game, me: Player) -> None:
    bottom = me.bottom(YELLOW)
    if bottom is not None and game.agrees(me):
        game.score(me, bottom)
    if game.agrees(me):
        game.draw_and_tuck(me, game.printed(1))
    bottom = me.bottom(YELLOW)
    if bottom is not None and game.table.name[bottom] == "Domestication":
        game.win(me)
    if game.meld_one(me, game.highest(me.hand)) is None and game.rules.holds("empty_hand_ends_dolly"):
        return
    game.draw(me, game.printed(10))


@dogma("Where's Waldo?", LEAF)
def wheres_waldo(game: Game, me: Player) -> None:
    game.win(me)


@dogma("DeLorean DMC-12", CLOCK, traits=[Trait.REMOVES_UNTOLD])
def delorean_dmc_12(game: Game, me: Player) -> None:
    if any(game.table.name[card] == "DeLorean DMC-12" for player in game.everyone for card in player.tops()):
        game.remove_tops_and_hands()


@compel("Twister", FACTORY)
def twister(game: Game, me: Player, you: Player) -> None:
    missing = set(COLORS)
    while missing:
        card, _ = game.choose_and_move(you, you.score_pile, Keyword.MELD, where=of_color(*missing))
        if card is None:
            return
        missing.remove(COLORS[game.color[card]])
