"""Artifacts of History, age 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BOARD,
    CASTLE,
    CROWN,
    LEAF,
    LEFT,
    LIGHTBULB,
    PURPLE,
    RED,
    CardSet,
    Keyword,
    card_named,
    compel,
    dogma,
    lacking,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


HOLY_GRAIL = card_named("Holy Grail")
CYRUS_CYLINDER = card_named("Cyrus Cylinder")


@dogma("Seikilos Epitaph", LEAF)
def seikilos_epitaph(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(3))
    color = game.color_of(game.drawn)
    bottom = me.bottom(color)
    if bottom is None:
        return  # A karma has put the card drawn elsewhere.
    if bottom != me.top(color):
        game.meld(me, bottom)
    game.execute_non_demand(me, bottom)


@dogma("Rosetta Stone", CASTLE)
def rosetta_stone(game: Game, me: Player) -> None:
    card_set = game.choose_set(me)
    drawn = [game.draw(me, game.printed(2), card_set) for _ in range(2)]
    _, others = game.one_of(me, drawn, Keyword.MELD)
    them = game.choose_player(me, game.opponents(me))
    if them is not None:
        game.transfer_one(me, others, them, BOARD)


@dogma("Chronicle of Zuo", LIGHTBULB)
def chronicle_of_zuo(game: Game, me: Player) -> None:
    for icon, value in ((CASTLE, 2), (CROWN, 3), (LIGHTBULB, 4)):
        if all(me.count(icon) <= them.count(icon) for them in game.others(me)):
            game.draw(me, game.printed(value))


@compel("Babylonian Chronicles", CASTLE)
def babylonian_chronicles(game: Game, me: Player, you: Player) -> None:
    game.transfer_one(you, game.other_than(game.with_icon(you.tops(), CASTLE), RED), me, BOARD)


@dogma("Babylonian Chronicles", CASTLE)
def babylonian_chronicles_2(game: Game, me: Player) -> None:
    game.draw_and_score(me, game.printed(3))


@compel("Holy Lance", CASTLE)
def holy_lance(game: Game, me: Player, you: Player) -> None:
    game.transfer_one(you, game.artifacts(you.tops()), me, BOARD)


@dogma("Holy Lance", CASTLE)
def holy_lance_2(game: Game, me: Player) -> None:
    if HOLY_GRAIL in me.tops():
        game.win(me)


@dogma("Baghdad Battery", CROWN)
def baghdad_battery(game: Game, me: Player) -> None:
    melded = game.meld_exactly(me, me.hand, 1 if game.rules.holds("baghdad_battery_melds_one") else 2)
    if len(melded) < 2:
        return
    one, other = melded
    if game.color[one] == game.color[other] and game.table.set[one] != game.table.set[other]:
        for _ in range(5):
            game.draw_and_score(me, game.printed(2))


@dogma("Holy Grail", LEAF)
def holy_grail(game: Game, me: Player) -> None:
    card = game.return_one(me, me.hand)
    if card is not None:
        game.claim_standard(me, values=[game.value(card)])


@compel("Terracotta Army", CROWN)
def terracotta_army(game: Game, me: Player, you: Player) -> None:
    game.return_one(you, game.without_icon(you.tops(), CASTLE))


@dogma("Terracotta Army", CROWN)
def terracotta_army_2(game: Game, me: Player) -> None:
    game.score_one(me, me.hand, where=lacking(CASTLE))


@dogma("Dead Sea Scrolls", CASTLE)
def dead_sea_scrolls(game: Game, me: Player) -> None:
    value = me.highest_top()
    game.draw(me, value, CardSet.ARTIFACTS)
    if game.rules.holds("junks_supply_piles"):
        game.junk_deck(value, CardSet.ARTIFACTS)


@dogma("Cyrus Cylinder", LIGHTBULB)
def cyrus_cylinder(game: Game, me: Player) -> None:
    tops = [player.top(PURPLE) for player in [me, *game.others(me)]]
    barred = game.this_card(CYRUS_CYLINDER)
    card = game.choose_card(me, [top for top in tops if top is not None and top != barred])
    if card is not None:
        game.execute_non_demand(me, card)
    game.splay_on_any_board(me, LEFT)
