"""Echoes of the Past, age 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BOARD,
    CASTLE,
    COLORS,
    CROWN,
    FORECAST,
    HAND,
    LEAF,
    LEFT,
    LIGHTBULB,
    RED,
    YELLOW,
    CardSet,
    Keyword,
    demand,
    dogma,
    echo,
    having,
    no_effect,
    of_color,
    with_bonus,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Dice", CROWN)
def dice(game: Game, me: Player) -> None:
    card = game.draw_and_reveal(me, game.printed(1))
    game.keep(me, card)
    bonus = game.bonus(card)
    if bonus:
        game.draw_and_meld(me, bonus)


@echo("Perfume", CASTLE)
def perfume_echo(game: Game, me: Player) -> None:
    game.draw_and_tuck(me, game.printed(1))


@demand("Perfume", CASTLE)
def perfume(game: Game, me: Player, you: Player) -> None:
    mine = {game.value(card) for card in me.tops()}
    different = [card for card in you.tops() if game.value(card) not in mine]
    card = game.transfer_one(you, different, me, BOARD)
    if card is not None:
        game.draw_and_meld(you, game.chosen_value(card))


@echo("Ruler", LIGHTBULB)
def ruler_echo(game: Game, me: Player) -> None:
    game.draw(me, game.printed(2))


@dogma("Ruler", LIGHTBULB)
def ruler(game: Game, me: Player) -> None:
    """As printed it does nothing."""
    if game.rules.holds("ruler_foreshadows"):
        _foreshadow_one_of_two(game, me)


def _foreshadow_one_of_two(game: Game, me: Player) -> None:
    drawn = [game.draw(me, 1, CardSet.ECHOES) for _ in range(2)]
    _, others = game.one_of(me, drawn, Keyword.FORESHADOW)
    for card in others:
        game.return_(card)


@echo("Bangle", CASTLE)
def bangle_echo(game: Game, me: Player) -> None:
    game.tuck_one(me, me.hand, where=of_color(RED))


@dogma("Bangle", CASTLE)
def bangle(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.printed(3))


@echo("Candles", LIGHTBULB)
def candles_echo(game: Game, me: Player) -> None:
    others = game.others(me) if game.rules.holds("allies_count_as_others") else game.opponents(me)
    if all(them.score() > me.score() for them in others):
        game.draw(me, game.printed(3))


@demand("Candles", LIGHTBULB)
def candles(game: Game, me: Player, you: Player) -> None:
    if game.transfer_one(you, you.hand, me, HAND, where=having(CASTLE)) is not None:
        game.draw(you, game.printed(1))


@echo("Plumbing", CASTLE)
def plumbing_echo(game: Game, me: Player) -> None:
    game.score_one(me, me.bottoms())


no_effect("Plumbing", CASTLE)


@dogma("Comb", CASTLE)
def comb(game: Game, me: Player) -> None:
    color = game.choose_color(me, COLORS)
    drawn = [game.draw_and_reveal(me, game.printed(1)) for _ in range(5)]
    game.keep_all(me, [card for card in drawn if game.color[card] == color])
    game.return_all(me, [card for card in game.still_shown(me, drawn) if game.color[card] != color])


@dogma("Ice Skates", CROWN)
def ice_skates(game: Game, me: Player) -> None:
    for _ in game.return_up_to(me, me.hand, 3):
        if game.choose_zone(me, (BOARD, FORECAST), (2, 3)) == BOARD:
            game.draw_and_meld(me, game.printed(2))
        else:
            game.draw_and_foreshadow(me, game.printed(3))
    game.return_one(me, game.highest_tops(me.tops()))


@echo("Umbrella", LEAF)
def umbrella_echo(game: Game, me: Player) -> None:
    game.may_meld(me, me.hand)


@dogma("Umbrella", LEAF)
def umbrella(game: Game, me: Player) -> None:
    returned = game.return_up_to(me, me.hand, len(me.hand))
    game.score_exactly(me, me.hand, 2 * len(returned))


@echo("Chopsticks", LEAF)
def chopsticks_echo(game: Game, me: Player) -> None:
    game.draw(me, game.printed(1))


@dogma("Chopsticks", LEAF)
def chopsticks(game: Game, me: Player) -> None:
    game.may_add_bottom_to_available(me, game.printed(1))


@dogma("Noodles", CASTLE)
def noodles(game: Game, me: Player) -> None:
    ones = {them: sum(game.value(card) == game.printed(1) for card in them.hand) for them in game.everyone}
    others = game.others(me) if game.rules.holds("allies_count_as_others") else game.opponents(me)
    if all(ones[me] > ones[them] for them in others):
        game.draw_and_score(me, game.printed(2))


@dogma("Noodles", CASTLE)
def noodles_2(game: Game, me: Player) -> None:
    card = game.draw_and_reveal(me, game.printed(1))
    game.keep(me, card)
    if game.color[card] == YELLOW:
        game.score_all(me, [other for other in me.hand if game.value(other) == game.printed(1)])


@dogma("Soap", LEAF)
def soap(game: Game, me: Player) -> None:
    if not me.hand and game.rules.holds("asks_nothing_of_an_empty_hand"):
        return
    color = game.choose_color(me, COLORS)
    assert color is not None
    if len(game.tuck_any_number(me, me.hand, where=of_color(color))) >= 3:
        game.achieve_one(me, game.eligible(me, me.hand), may=True)


@echo("Bell", CASTLE)
def bell_echo(game: Game, me: Player) -> None:
    game.may_score(me, me.hand)


@dogma("Bell", CASTLE)
def bell(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.printed(2))


@echo("Flute", CROWN)
def flute_echo(game: Game, me: Player) -> None:
    game.may_splay_any(me, LEFT)


@demand("Flute", CROWN)
def flute(game: Game, me: Player, you: Player) -> None:
    game.return_one(you, you.hand, where=with_bonus())


@dogma("Flute", CROWN)
def flute_2(game: Game, me: Player) -> None:
    card = game.draw_and_reveal(me, game.printed(1))
    game.keep(me, card)
    if game.bonus(card):
        game.draw(me, game.printed(1))


no_effect("Puppet", CASTLE)
