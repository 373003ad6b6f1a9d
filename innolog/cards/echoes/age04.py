"""Echoes of the Past, age 4."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BLUE,
    BOARD,
    CASTLE,
    CLOCK,
    COLORS,
    CROWN,
    DESTINY,
    FACTORY,
    HAND,
    LEAF,
    LEFT,
    LIGHTBULB,
    PURPLE,
    RED,
    RIGHT,
    SCORE,
    UNSPLAYED,
    UP,
    YELLOW,
    Keyword,
    Trait,
    demand,
    dogma,
    echo,
    of_color,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Slide Rule", LIGHTBULB)
def slide_rule(game: Game, me: Player) -> None:
    game.may_splay(me, [YELLOW], RIGHT)


@dogma("Slide Rule", LIGHTBULB)
def slide_rule_2(game: Game, me: Player) -> None:
    lowest = min(map(game.value, me.tops()), default=0)
    game.draw(me, lowest + sum(splay != UNSPLAYED for splay in me.splays))


@echo("Telescope", LIGHTBULB)
def telescope_echo(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.printed(5))


@dogma("Telescope", LIGHTBULB)
def telescope(game: Game, me: Player) -> None:
    if game.may_place_on_top(me, me.forecast) is not None:
        game.achieve_one(me, game.eligible(me, me.forecast))


@echo("Kobukson", FACTORY, traits=[Trait.SPLAYS_FOR_OTHERS])
def kobukson_echo(game: Game, me: Player) -> None:
    game.splay_on_any_board(me, LEFT)


@demand("Kobukson", FACTORY)
def kobukson(game: Game, me: Player, you: Player) -> None:
    returned = game.return_all(you, game.with_icon(you.tops(), CASTLE))
    game.notes["returned"] = game.notes.get("returned", 0) + len(returned)
    game.draw_and_tuck(you, game.printed(4))


@dogma("Kobukson", FACTORY)
def kobukson_2(game: Game, me: Player) -> None:
    for _ in range(game.notes.get("returned", 0) // 2):
        game.draw_and_tuck(me, game.printed(4))


@demand("Shuriken", CROWN)
def shuriken(game: Game, me: Player, you: Player) -> None:
    tops = game.other_than(you.tops(), RED)
    wanted = [card for card in tops if game.has_icon(card, CASTLE) or game.has_icon(card, LIGHTBULB)]
    if game.transfer_one(you, wanted, me, BOARD) is not None:
        game.draw(you, game.printed(4))


@dogma("Shuriken", CROWN)
def shuriken_2(game: Game, me: Player) -> None:
    game.may_splay(me, [PURPLE], RIGHT)


@dogma("Chintz", CROWN)
def chintz(game: Game, me: Player) -> None:
    game.draw(me, game.printed(4))


@dogma("Chintz", CROWN)
def chintz_2(game: Game, me: Player) -> None:
    if len(me.hand) == 1:
        game.draw(me, game.printed(4))
        game.draw_and_score(me, game.printed(4))


@dogma("Globe", FACTORY)
def globe(game: Game, me: Player) -> None:
    chosen: list[int] = []
    returned = 0
    game.may_name_color(me)
    while len(chosen) < 3:
        same = of_color(game.color_of(chosen[0])) if chosen else None
        left = [card for card in me.hand if card not in chosen]
        card, done = game.may_return_proven(me, left, same)
        if card is None:
            break
        chosen.append(card)
        returned += done
    if not chosen and game.rules.holds("asks_again_after_a_pass"):
        game.may_only_decline(me)
    if returned:
        game.splay_one(me, COLORS, (LEFT, RIGHT, UP)[returned - 1])
        game.draw_and_foreshadow(me, game.printed(6))


@echo("Barometer", LEAF)
def barometer_echo(game: Game, me: Player) -> None:
    game.transfer_one(me, [card for card in me.forecast if game.value(card) == game.printed(5)], me, HAND)


@dogma("Barometer", LEAF)
def barometer(game: Game, me: Player) -> None:
    bonuses = {bonus for player in game.everyone for bonus in player.bonuses()} or {0}
    game.draw_and_foreshadow(me, game.value_to_draw(me, sorted(bonus + 2 for bonus in bonuses)))


@dogma("Barometer", LEAF)
def barometer_2(game: Game, me: Player) -> None:
    def claim_for_blue(card: int) -> None:
        if game.passes(card, of_color(BLUE)):
            game.claim(me, DESTINY)

    game.may_return_all_proven(me, me.forecast, claim_for_blue)


@echo("Pencil", LIGHTBULB)
def pencil_echo(game: Game, me: Player) -> None:
    game.draw(me, game.printed(5))


@dogma("Pencil", LIGHTBULB)
def pencil(game: Game, me: Player) -> None:
    returned = game.return_up_to(me, me.hand, 3)
    if returned:
        value = max(map(game.value, returned)) + 1
        drawn = [game.draw(me, value) for _ in returned]
        _, rest = game.one_of(me, drawn, Keyword.FORESHADOW)
        game.return_all(me, rest)


@echo("Clock", LIGHTBULB)
def clock_echo(game: Game, me: Player) -> None:
    most = max(map(len, me.piles))
    game.may_splay(me, [color for color in COLORS if len(me.piles[color]) == most], RIGHT)


@demand("Clock", LIGHTBULB)
def clock(game: Game, me: Player, you: Player) -> None:
    drawn = [game.draw_and_reveal(you, game.printed(10)) for _ in range(3)]
    total = sum(game.table.top_icons[card][CLOCK] for card in drawn)
    game.return_all(you, game.still_shown(you, drawn))
    game.transfer_all(you, [card for card in you.hand if game.value(card) == total], me, SCORE)
    game.transfer_all(you, [card for card in you.score_pile if game.value(card) == total], me, SCORE)


@echo("Toilet", LEAF)
def toilet_echo(game: Game, me: Player) -> None:
    game.draw_and_tuck(me, game.printed(4))


@demand("Toilet", LEAF)
def toilet(game: Game, me: Player, you: Player) -> None:
    highest = max(me.bonuses(), default=0)
    game.return_all(you, [card for card in you.score_pile if game.value(card) == highest])


@dogma("Toilet", LEAF)
def toilet_2(game: Game, me: Player) -> None:
    card = game.may_return(me, me.hand)
    if card is not None:
        game.draw(me, game.value(card))
