"""Fourth edition, base set, age 10: the cards that it words otherwise than the third."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import CLOCK, CROWN, FACTORY, GREEN, LEAF, LIGHTBULB, card_named, demand, dogma

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player

SELF_SERVICE = card_named("Self Service")


@dogma("Bioengineering", CLOCK, "fourth")
def bioengineering(game: Game, me: Player) -> None:
    game.score_one(me, [card for them in game.opponents(me) for card in game.with_icon(them.tops(), LEAF)])


@dogma("Bioengineering", CLOCK, "fourth")
def bioengineering_2(game: Game, me: Player) -> None:
    leaves = [player.count(LEAF) for player in game.everyone]
    best = [player for player in game.everyone if player.count(LEAF) == max(leaves)]
    alone = len(best) == 1
    if game.rules.holds("allies_tie_as_one"):
        alone = all(game.rules.same_side(best[0].index, player.index) for player in best)
    if min(leaves) < 2 and alone:
        game.win(best[0])


@dogma("Software", CLOCK, "fourth")
def software(game: Game, me: Player) -> None:
    game.draw_and_score(me, game.printed(10))


@dogma("Software", CLOCK, "fourth")
def software_2(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(9))
    game.execute_non_demand(me, game.draw_and_meld(me, game.printed(9)))


@dogma("Miniaturization", LIGHTBULB, "fourth")
def miniaturization(game: Game, me: Player) -> None:
    value = game.value(game.return_one(me, me.hand))
    if value == game.printed(10):
        for _ in range(game.values(me.score_pile)):
            game.draw(me, game.printed(10))
    elif value == game.printed(11):
        game.junk_deck(11)


@dogma("Robotics", FACTORY, "fourth")
def robotics(game: Game, me: Player) -> None:
    green = me.top(GREEN)
    if green is not None:
        game.score(me, green)
    card = game.draw_and_meld(me, game.printed(10))
    if game.has_icon(card, FACTORY) or game.has_icon(card, CLOCK):
        game.execute_non_demand(me, card)


@demand("Databases", CLOCK, "fourth")
def databases(game: Game, me: Player, you: Player) -> None:
    highest = max(map(game.standard_value, you.achievements), default=0)
    game.return_exactly(you, you.score_pile, highest)


@dogma("Self Service", CROWN, "fourth")
def self_service(game: Game, me: Player) -> None:
    mine = game.compared_achievements(me)
    if all(mine >= 2 * game.compared_achievements(them) for them in game.opponents(me)):
        game.win(me)


@dogma("Self Service", CROWN, "fourth")
def self_service_2(game: Game, me: Player) -> None:
    card = game.choose_card(me, [top for top in me.tops() if top != SELF_SERVICE])
    if card is not None:
        game.execute_non_demand(me, card)


@demand("Globalization", FACTORY, "fourth")
def globalization(game: Game, me: Player, you: Player) -> None:
    game.return_one(you, game.with_icon(you.tops(), LEAF))


@dogma("Globalization", FACTORY, "fourth")
def globalization_2(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(11))
    if not any(player.count(LEAF) > player.count(FACTORY) for player in game.everyone):
        game.win_if_single(max, together=game.rules.holds("globalization_adds_up_teams"))


@dogma("Stem Cells", LEAF, "fourth")
def stem_cells(game: Game, me: Player) -> None:
    if me.hand and game.agrees(me):
        game.score_all(me, me.hand)


@dogma("Stem Cells", LEAF, "fourth")
def stem_cells_2(game: Game, me: Player) -> None:
    game.draw(me, game.printed(11))
