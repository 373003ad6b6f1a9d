"""Echoes of the Past, age 9."""

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
    SCORE,
    UP,
    YELLOW,
    Keyword,
    demand,
    dogma,
    echo,
    having_any,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Calculator", CLOCK)
def calculator(game: Game, me: Player) -> None:
    for _ in range(2):
        bottoms = game.other_than(me.bottoms(), BLUE)
        first, scored = game.choose_and_move(me, bottoms, Keyword.SCORE)
        left = bottoms
        if not game.rules.holds("calculator_scores_two_at_once"):
            left = game.other_than(me.bottoms(), BLUE)
        second = game.score_one(me, game.second_of_two(first, bottoms, left))
        total = game.value(first) + game.value(second)
        if not scored or second is None or total >= 11:
            return
        game.draw(me, total)


@dogma("Calculator", CLOCK)
def calculator_2(game: Game, me: Player) -> None:
    game.may_splay(me, [BLUE], UP)


@dogma("Laser", LIGHTBULB)
def laser(game: Game, me: Player) -> None:
    game.return_all(me, game.available)
    game.return_exactly(me, me.score_pile, (len(me.score_pile) + 1) // 2)
    game.draw_and_meld(me, game.printed(10))
    game.draw_and_meld(me, game.printed(10))


@dogma("Helicopter", FACTORY)
def helicopter(game: Game, me: Player) -> None:
    while True:
        tops = [card for player in game.everyone for card in player.tops()]
        card = game.transfer_one_within(me, [top for top in tops if game.table.name[top] != "Helicopter"], SCORE)
        if card is None or game.may_return(me, me.hand, where=having_any(*game.icons_on(card))) is None:
            return


@echo("Jet", CLOCK)
def jet_echo(game: Game, me: Player) -> None:
    card = game.meld_one(me, me.hand)
    if card is not None:
        game.notes.setdefault(("melded", me), []).append(game.color_of(card))


@demand("Jet", CLOCK)
def jet(game: Game, me: Player, you: Player) -> None:
    colors: list[int] = game.notes.get(("melded", me), [])
    if not game.rules.holds("remembers_both_rounds"):
        colors = colors[-1:]
    game.return_one(you, [top for top in you.tops() if game.color[top] in colors])


@echo("Credit Card", CROWN)
def credit_card_echo(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.printed(9))


@dogma("Credit Card", CROWN)
def credit_card(game: Game, me: Player) -> None:
    card = game.transfer_one(me, game.other_than(me.tops(), GREEN), me, HAND, may=True)
    if card is not None:
        game.draw_and_score(me, game.value(card))


@dogma("Credit Card", CROWN)
def credit_card_2(game: Game, me: Player) -> None:
    game.may_splay(me, [GREEN], UP)


@echo("Email", CLOCK)
def email_echo(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.printed(10))


@dogma("Email", CLOCK)
def email(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.printed(9))


@dogma("Email", CLOCK)
def email_2(game: Game, me: Player) -> None:
    card = game.choose_card(me, game.lowest(game.other_than(me.tops(), GREEN)))
    if card is not None:
        game.execute_non_demand(me, card)


@echo("ATM", CROWN)
def atm_echo(game: Game, me: Player) -> None:
    game.draw_and_score(me, game.value_to_draw(me))


@demand("ATM", CROWN)
def atm(game: Game, me: Player, you: Player) -> None:
    tops = game.other_than(you.tops(), YELLOW)
    highest = game.highest_tops(game.without_icon(tops, CROWN))
    if game.rules.holds("atm_takes_crowns"):
        plain = game.without_icon(tops, CROWN)
        values = [game.value(card) for card in plain if game.value(card) == game.chosen_value(card)]
        highest = [card for card in tops if values and game.chosen_value(card) == max(values)]
    game.transfer_one(you, highest, me, BOARD)


@dogma("ATM", CROWN)
def atm_2(game: Game, me: Player) -> None:
    game.may_splay(me, [PURPLE], UP)


@echo("Wristwatch", FACTORY)
def wristwatch_echo(game: Game, me: Player) -> None:
    game.tuck_one(me, game.other_than(me.tops(), YELLOW))


@dogma("Wristwatch", FACTORY)
def wristwatch(game: Game, me: Player) -> None:
    for bonus in sorted(me.bonuses()):
        game.draw_and_tuck(me, bonus)


@echo("Karaoke", LEAF)
def karaoke_echo(game: Game, me: Player) -> None:
    melded = game.draw_and_meld(me, game.value_to_draw(me, most=game.printed(10) - 1))
    if melded != NOTHING:
        game.notes.setdefault(("melded", me), []).append(melded)


@dogma("Karaoke", LEAF)
def karaoke(game: Game, me: Player) -> None:
    melded: list[int] = game.notes.get(("melded", me), [])
    if not game.rules.holds("remembers_both_rounds"):
        melded = melded[-1:]
    card = game.choose_card(me, list(dict.fromkeys(melded)))
    if card is not None:
        game.execute_non_demand(me, card)


@dogma("Karaoke", LEAF)
def karaoke_2(game: Game, me: Player) -> None:
    game.transfer_one(me, me.bottoms(), me, HAND, may=True)


@demand("Rock", LEAF)
def rock(game: Game, me: Player, you: Player) -> None:
    green = you.top(GREEN)
    if green is not None:
        game.transfer(green, me, HAND)
    if _shows_green(game, you, "Scissors"):
        game.win(me)


@dogma("Rock", LEAF)
def rock_2(game: Game, me: Player) -> None:
    if game.rules.holds("rock_scores_for_the_launcher"):
        card = game.choose_card(me, me.tops(), Keyword.SCORE, may=True, target=(game.turn_player.index, SCORE))
        if card is not None:
            # It does not count for Monument.
            game.turn_player.scored -= game.turn_player is not me
            game.score(game.turn_player, card)
    else:
        game.may_score(me, me.tops())
    if _shows_green(game, me, "Paper"):
        game.win(me)


def _shows_green(game: Game, player: Player, name: str) -> bool:
    green = player.top(GREEN)
    return green is not None and game.table.name[green] == name
