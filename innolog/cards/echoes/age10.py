"""Echoes of the Past, age 10."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    CASTLE,
    CLOCK,
    CROWN,
    FACTORY,
    GREEN,
    HAND,
    LEAF,
    LIGHTBULB,
    SCORE,
    UP,
    YELLOW,
    Keyword,
    demand,
    dogma,
    having,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Artificial Heart", LEAF)
def artificial_heart(game: Game, me: Player) -> None:
    points = 2 * me.score()
    game.achieve_one(me, [card for card in game.available if game.is_eligible(me, game.value(card), points)])


@dogma("Human Genome", LIGHTBULB)
def human_genome(game: Game, me: Player) -> None:
    value = game.may_choose_value(me, range(1, game.rules.highest_age + 1))
    if value is not None:
        game.notes["stored"] = value
    elif game.rules.holds("declining_uses_an_earlier_answer"):
        value = game.notes.get("stored")
    if value is not None:
        game.draw_and_score(me, value)
    game.transfer_one(me, me.bottoms(), me, HAND)
    if sorted(map(game.value, me.hand)) == sorted(map(game.value, me.score_pile)):
        game.win(me)


@demand("Camcorder", CLOCK)
def camcorder(game: Game, me: Player, you: Player) -> None:
    game.transfer_all(you, you.hand, me, HAND)
    game.draw(you, game.printed(9))


@dogma("Camcorder", CLOCK)
def camcorder_2(game: Game, me: Player) -> None:
    game.meld_all(me, [card for card in me.hand if game.value(card) == game.printed(9)])
    game.return_all(me, me.hand)
    for _ in range(3):
        game.draw(me, game.printed(9))


@demand("Social Networking", CLOCK)
def social_networking(game: Game, me: Player, you: Player) -> None:
    icon = game.choose_icon(you)
    game.transfer_all(you, game.without_icon(you.tops(), icon), me, SCORE)


@dogma("Social Networking", CLOCK)
def social_networking_2(game: Game, me: Player) -> None:
    if all(me.count(icon) < them.count(icon) for icon in (FACTORY, CROWN, CASTLE) for them in game.others(me)):
        game.win(me)


@demand("GPS", CLOCK)
def gps(game: Game, me: Player, you: Player) -> None:
    game.return_all(you, you.forecast)


@dogma("GPS", CLOCK)
def gps_2(game: Game, me: Player) -> None:
    for _ in range(3):
        game.draw_and_foreshadow(me, game.printed(10))


@dogma("GPS", CLOCK)
def gps_3(game: Game, me: Player) -> None:
    game.may_splay(me, [YELLOW], UP)


@demand("Flash Drive", FACTORY)
def flash_drive(game: Game, me: Player, you: Player) -> None:
    game.return_exactly(you, you.score_pile, 4)


@dogma("Flash Drive", FACTORY)
def flash_drive_2(game: Game, me: Player) -> None:
    if game.return_one(me, me.score_pile) is not None:
        game.may_splay_any(me, UP)


@dogma("Cell Phone", CLOCK)
def cell_phone(game: Game, me: Player) -> None:
    for _ in range(me.count(CLOCK) // 2):
        game.draw(me, game.printed(10))


@dogma("Cell Phone", CLOCK)
def cell_phone_2(game: Game, me: Player) -> None:
    game.may_splay(me, [GREEN], UP)


@dogma("Cell Phone", CLOCK)
def cell_phone_3(game: Game, me: Player) -> None:
    held = list(me.hand)
    while True:
        card, tucked = game.choose_and_move(me, held, Keyword.TUCK, True, having(CLOCK))
        if card is None:
            return
        if tucked:
            game.splay(me, game.color_of(card), UP)
        held = [other for other in (held if game.rules.holds("fixes_candidates") else me.hand) if other != card]


@dogma("MP3", CROWN)
def mp3(game: Game, me: Player) -> None:
    number = 2 * len(game.return_up_to(me, me.hand, len(me.hand)))
    able = game.eligible(me, game.available)
    for _ in range(number):
        if not game.rules.holds("fixes_candidates"):
            able = game.eligible(me, game.available)
        claimed = game.achieve_one(me, able)
        able = [card for card in able if card != claimed]


@dogma("MP3", CROWN)
def mp3_2(game: Game, me: Player) -> None:
    missing = [] if game.rules.holds("missing_value_does_nothing") else [game.value(None)]
    bonuses = sorted(set(me.bonuses())) or missing
    if bonuses:
        game.draw_and_score(me, game.value_to_draw(me, bonuses))


@dogma("Puzzle Cube", LIGHTBULB)
def puzzle_cube(game: Game, me: Player) -> None:
    first = game.may_score(me, me.bottoms())
    if game.rules.holds("puzzle_cube_wins_at_once"):
        _win_by_visible_cards(game, me)
    if first is not None:
        second = me.bottom(game.color[first])
        if second is not None:
            game.may_score(me, [second])
    _win_by_visible_cards(game, me)


def _win_by_visible_cards(game: Game, me: Player) -> None:
    numbers = {me.visible(color) for color in me.colors()}
    if len(numbers) == 1 or (not numbers and game.rules.holds("empty_board_wins_puzzle_cube")):
        game.win(me)


@dogma("Puzzle Cube", LIGHTBULB)
def puzzle_cube_2(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(10))


@dogma("Sudoku", LIGHTBULB)
def sudoku(game: Game, me: Player) -> None:
    card = game.draw_and_meld(me, game.value_to_draw(me))
    if len(set(me.bonuses())) >= 9:
        game.win(me)
    game.execute_non_demand(me, card)
