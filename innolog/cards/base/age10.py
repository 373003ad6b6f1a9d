"""Base set, age 10."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import CLOCK, CROWN, FACTORY, GREEN, LEAF, LIGHTBULB, SCORE, UP, card_named, demand, dogma

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


SELF_SERVICE = card_named("Self Service")


@dogma("Bioengineering", CLOCK)
def bioengineering(game: Game, me: Player) -> None:
    tops = [card for them in game.other_players(me) for card in game.with_icon(them.tops(), LEAF)]
    game.transfer_one(me, tops, me, SCORE)


@dogma("Bioengineering", CLOCK)
def bioengineering_2(game: Game, me: Player) -> None:
    leaves = [player.count(LEAF) for player in game.everyone]
    best = [player for player in game.everyone if player.count(LEAF) == max(leaves)]
    alone = len(best) == 1
    if game.rules.holds("allies_tie_as_one"):
        alone = all(game.rules.same_side(best[0].index, player.index) for player in best)
    if min(leaves) < 3 and alone:
        game.win(best[0])


@dogma("Software", CLOCK)
def software(game: Game, me: Player) -> None:
    game.draw_and_score(me, game.printed(10))


@dogma("Software", CLOCK)
def software_2(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(10))
    game.execute_non_demand(me, game.draw_and_meld(me, game.printed(10)))


@dogma("Miniaturization", LIGHTBULB)
def miniaturization(game: Game, me: Player) -> None:
    card = game.may_return(me, me.hand)
    if game.value(card) == game.printed(10):
        for _ in range(game.values(me.score_pile)):
            game.draw(me, game.printed(10))


@dogma("Robotics", FACTORY)
def robotics(game: Game, me: Player) -> None:
    green = me.top(GREEN)
    if green is not None:
        game.score(me, green)
    game.execute_non_demand(me, game.draw_and_meld(me, game.printed(10)))


@demand("Databases", CLOCK)
def databases(game: Game, me: Player, you: Player) -> None:
    game.return_exactly(you, you.score_pile, (len(you.score_pile) + 1) // 2)


@dogma("Self Service", CROWN)
def self_service(game: Game, me: Player) -> None:
    barred = game.this_card(SELF_SERVICE)
    card = game.choose_card(me, [top for top in me.tops() if top != barred])
    if card is not None:
        game.execute_non_demand(me, card)


@dogma("Self Service", CROWN)
def self_service_2(game: Game, me: Player) -> None:
    mine = game.compared_achievements(me)
    tie = 1 if game.rules.holds("self_service_wins_with_a_tie") else 0
    if all(mine + tie > game.compared_achievements(them) for them in game.other_players(me)):
        game.win(me)


@demand("Globalization", FACTORY)
def globalization(game: Game, me: Player, you: Player) -> None:
    game.return_one(you, game.with_icon(you.tops(), LEAF))


@dogma("Globalization", FACTORY)
def globalization_2(game: Game, me: Player) -> None:
    game.draw_and_score(me, game.printed(6))
    if not any(player.count(LEAF) > player.count(FACTORY) for player in game.everyone):
        game.win_if_single(max)


@dogma("Stem Cells", LEAF)
def stem_cells(game: Game, me: Player) -> None:
    if (me.hand or game.rules.holds("stem_cells_asks_in_vain")) and game.agrees(me):
        game.score_all(me, me.hand)


@dogma("A.I.", LIGHTBULB)
def ai(game: Game, me: Player) -> None:
    game.draw_and_score(me, game.printed(10))


@dogma("A.I.", LIGHTBULB)
def ai_2(game: Game, me: Player) -> None:
    tops = {game.table.name[card] for player in game.everyone for card in player.tops()}
    if {"Robotics", "Software"} <= tops:
        game.win_if_single(min)


@dogma("The Internet", CLOCK)
def the_internet(game: Game, me: Player) -> None:
    game.may_splay(me, [GREEN], UP)


@dogma("The Internet", CLOCK)
def the_internet_2(game: Game, me: Player) -> None:
    game.draw_and_score(me, game.printed(10))


@dogma("The Internet", CLOCK)
def the_internet_3(game: Game, me: Player) -> None:
    for _ in range(me.count(CLOCK) // 2):
        game.draw_and_meld(me, game.printed(10))
