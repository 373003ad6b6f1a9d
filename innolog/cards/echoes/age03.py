"""Echoes of the Past, age 3."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from innolog.cards.words import (
    ACHIEVEMENTS,
    BLUE,
    CASTLE,
    CLOCK,
    COLORS,
    CROWN,
    DECK,
    FACTORY,
    FORECAST,
    GREEN,
    HAND,
    LEAF,
    LEFT,
    LIGHTBULB,
    PURPLE,
    RED,
    SCORE,
    SUPREMACY,
    YELLOW,
    Keyword,
    demand,
    dogma,
    echo,
    of_color,
    with_bonus,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@echo("Almanac", LEAF)
def almanac_echo(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.printed(4))


@dogma("Almanac", LEAF)
def almanac(game: Game, me: Player) -> None:
    card, returned = game.may_return_proven(me, me.forecast, with_bonus())
    if card is not None and returned:
        game.draw_and_score(me, game.bonus(card) + 1)


@echo("Magnifying Glass", LIGHTBULB)
def magnifying_glass_echo(game: Game, me: Player) -> None:
    game.draw(me, game.printed(4))
    game.return_one(me, me.hand)


@dogma("Magnifying Glass", LIGHTBULB)
def magnifying_glass(game: Game, me: Player) -> None:
    counts = Counter(map(game.value, me.hand))
    values = [value for value, number in counts.items() if number >= 3]
    game.may_name_value(me, values)
    able = [card for card in me.hand if counts[game.value(card)] >= 3]
    first, returned = game.choose_and_move(me, able, Keyword.RETURN, True)
    if first is not None:
        value = game.value(first)
        same = [card for card in me.hand if card != first and game.value(card) == value]
        if len(game.return_exactly(me, same, 2)) == 2 and returned:
            game.draw(me, value + 2)
        return
    if len(values) > 1 and game.rules.holds("declining_adds_up_values"):
        # The site stores the offered values as one number, and uses that as the value if none was named.
        stored = sum(1 << value for value in values)
        same = [card for card in me.hand if game.value(card) == stored]
        if game.may_return_exactly(me, same, len(same)) and game.rules.holds("draws_without_three_returned"):
            # There are never three: that would be one of the values to name.
            game.draw(me, stored + 2)


@dogma("Magnifying Glass", LIGHTBULB)
def magnifying_glass_2(game: Game, me: Player) -> None:
    game.may_splay(me, [YELLOW, BLUE], LEFT)


@demand("Liquid Fire", LIGHTBULB)
def liquid_fire(game: Game, me: Player, you: Player) -> None:
    value = max(you.bonuses(), default=0)
    unseen = game.rules.reads("proof_is_not_shown")
    card = game.draw(you, value) if unseen else game.draw_and_reveal(you, value)
    game.transfer(card, me, FORECAST)
    if game.color_of(card) == RED:
        game.transfer_all(you, you.hand, me, SCORE)


@demand("Katana", CASTLE)
def katana(game: Game, me: Player, you: Player) -> None:
    tops = game.with_icon(you.tops(), CASTLE)
    first = game.transfer_one(you, tops, me, SCORE)
    left = game.second_of_two(first, tops, game.with_icon(you.tops(), CASTLE))
    second = game.transfer_one(you, left, me, SCORE)
    castles = sum(game.table.top_icons[card][CASTLE] for card in (first, second) if card is not None)
    if castles:
        game.transfer(game.draw(you, castles), me, FORECAST)


@echo("Charitable Trust", CROWN)
def charitable_trust_echo(game: Game, me: Player) -> None:
    drawn = game.draw(me, game.value_to_draw(me, (game.printed(3), game.printed(4))))
    game.notes.setdefault(("drawn", me), []).append(drawn)


@dogma("Charitable Trust", CROWN)
def charitable_trust(game: Game, me: Player) -> None:
    drawn = [card for card in game.notes.get(("drawn", me), ()) if game.place[card] == (me.index, HAND)]
    if game.rules.holds("melds_drawn_again"):
        drawn = list(dict.fromkeys(game.notes.get(("drawn", me), ())))
    if game.may_meld(me, drawn) is None:
        # The site stores the player's answer from the first execution as a number, and then uses it as a card id.
        stored = game.notes.get(("answer", me))
        if stored is None or not game.rules.holds("declining_uses_an_earlier_answer") or not game.is_found(stored):
            return
        game.meld(me, stored)
    top = me.top(GREEN)
    if top is None:
        return
    achieves = False
    if game.eligible(me, [top]):
        achieves = game.choose_zone(me, (DECK, ACHIEVEMENTS)) == ACHIEVEMENTS
        game.notes["answer", me] = int(not achieves)
    if achieves:
        game.achieve(me, top)
    else:
        game.return_(top)


@demand("Homing Pigeons", LEAF)
def homing_pigeons(game: Game, me: Player, you: Player) -> None:
    values = {game.value(card) for card in me.hand}
    game.return_exactly(you, [card for card in you.score_pile if game.value(card) in values], 2)


@dogma("Homing Pigeons", LEAF)
def homing_pigeons_2(game: Game, me: Player) -> None:
    game.may_splay(me, [RED, GREEN], LEFT)


@echo("Deodorant", CROWN)
def deodorant_echo(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(3))


@dogma("Deodorant", CROWN)
def deodorant(game: Game, me: Player) -> None:
    if game.with_icon(me.tops(), CASTLE):
        game.draw_and_meld(me, game.printed(3))
    else:
        game.draw(me, game.printed(4))


@dogma("Sandpaper", CROWN)
def sandpaper(game: Game, me: Player) -> None:
    for _ in game.return_up_to(me, me.hand, len(me.hand)):
        game.draw(me, game.printed(3))
    game.meld_one(me, me.hand)


@echo("Novel", CROWN)
def novel_echo(game: Game, me: Player) -> None:
    game.draw(me, game.printed(3))


@dogma("Novel", CROWN)
def novel(game: Game, me: Player) -> None:
    game.draw(me, game.printed(3))
    game.may_splay(me, [PURPLE], LEFT)


@dogma("Novel", CROWN)
def novel_2(game: Game, me: Player) -> None:
    tops = game.other_than(me.tops(), PURPLE)
    others = (LEAF, LIGHTBULB, CASTLE, FACTORY, CLOCK)
    if tops and any(not game.without_icon(tops, icon) for icon in others):
        game.claim(me, SUPREMACY)


@echo("Sunglasses", CASTLE)
def sunglasses_echo(game: Game, me: Player) -> None:
    splayed = [color for color in COLORS if me.splays[color]]
    if splayed:
        game.notes["stored"] = sum(1 << color for color in splayed)
    game.score_one(me, me.hand, where=of_color(*splayed))


@dogma("Sunglasses", CASTLE)
def sunglasses(game: Game, me: Player) -> None:
    others = [color for color in me.colors() if color != PURPLE]
    if game.rules.holds("matches_unsplayed"):
        _sunglasses_by_number(game, me, others)
        return
    models = [color for color in others if me.splays[color] and game.can_splay(me, PURPLE, me.splays[color])]
    followers = [color for color in others if me.splays[PURPLE] and game.can_splay(me, color, me.splays[PURPLE])]
    if not models and not followers:
        return
    purple = game.may_choose_either(me)
    if purple:
        model = game.choose_color(me, models)
        if model is not None:
            game.splay(me, PURPLE, me.splays[model])
    elif purple is not None:
        game.splay_one(me, followers, me.splays[PURPLE])


def _sunglasses_by_number(game: Game, me: Player, others: list[int]) -> None:
    """As a site plays it that stores every answer as a number: 1 for purple, 0 for another color. A pass keeps it."""
    if not me.piles[PURPLE] or all(me.splays[color] == me.splays[PURPLE] for color in others):
        return
    purple = game.may_choose_either(me)
    if purple is not None:
        game.notes["stored"] = int(purple)
    elif not game.rules.holds("declining_repeats_the_last_answer"):
        return
    stored = game.notes.get("stored", -1)
    piles = [color for color in others if len(me.piles[color]) > 1]
    if stored == 1:
        model = game.choose_color(me, piles)
        if model is None:
            game.unsplay(me, PURPLE)
        else:
            game.notes["stored"] = int(model)
            game.splay(me, PURPLE, me.splays[model])
    elif stored == 0:
        game.splay_one(me, [color for color in piles if me.splays[color] != me.splays[PURPLE]], me.splays[PURPLE])
