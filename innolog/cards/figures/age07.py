"""Figures in the Sand, age 7."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.figures.common import figures_of_opponents, of_a_standard_achievement, of_values
from innolog.cards.words import (
    ANYBODY,
    BASIC_ICONS,
    BOARD,
    CLOCK,
    COLORS,
    CROWN,
    FACTORY,
    LEAF,
    LIGHTBULB,
    RIGHT,
    SCORE,
    UP,
    Achieve,
    Claim,
    Meld,
    Player,
    Remove,
    Return,
    Transfer,
    each,
    echo,
    first,
    inspire,
    instead,
    is_figure,
    issues,
    when_melded,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game


issues("Charles Darwin", "Advancement")


def with_most_achievements(game: Game, me: Player, op: Achieve | Claim) -> bool:
    return all(game.own_achievements(other) < game.own_achievements(me) for other in game.others(me))


@instead("Charles Darwin", Achieve, Claim, when=with_most_achievements)
def charles_darwin(game: Game, me: Player, op: Achieve | Claim) -> None:
    game.win(me)


@echo("Charles Darwin", LIGHTBULB)
def charles_darwin_echo(game: Game, me: Player) -> None:
    game.draw(me, game.printed(8))


@each("James Clerk Maxwell", "icons")
def james_clerk_maxwell(game: Game, me: Player, icons: tuple[int, ...]) -> dict[int, int]:
    return {icon: len(me.hand) for icon in BASIC_ICONS if icons[icon]}


@inspire("James Clerk Maxwell", CLOCK)
def james_clerk_maxwell_inspire(game: Game, me: Player) -> None:
    game.draw(me, game.printed(8))


@each("Alfred Nobel", "achievements")
def alfred_nobel(game: Game, me: Player) -> int:
    mine, others = me.icons(), [other.icons() for other in game.others(me)]
    return len([icon for icon in BASIC_ICONS if mine[icon] and all(mine[icon] >= 2 * icons[icon] for icons in others)])


@inspire("Alfred Nobel", CROWN)
def alfred_nobel_inspire(game: Game, me: Player) -> None:
    game.score_one(me, me.hand)


@first("George Stephenson", Achieve, Claim)
def george_stephenson(game: Game, me: Player, op: Achieve | Claim) -> None:
    # The back of a base card is its age.
    for age in range(1, 10):
        if game.decks.get(age):
            game.make_available(game.decks[age][0])


@echo("George Stephenson", FACTORY)
def george_stephenson_echo(game: Game, me: Player) -> None:
    game.may_splay(me, [color for color in COLORS if me.splays[color] == RIGHT], UP)


def of_a_10_over_9_and_8(game: Game, me: Player, op: Meld) -> bool:
    return game.value(op.card) == 10 and {9, 8} <= {game.value(top) for top in me.tops()}


@instead("Emperor Meiji", Meld, when=of_a_10_over_9_and_8)
def emperor_meiji(game: Game, me: Player, op: Meld) -> None:
    game.win(me)


@each("Emperor Meiji", "hand")
def emperor_meiji_hand(game: Game, me: Player) -> list[int]:
    return me.forecast


@inspire("Emperor Meiji", CLOCK)
def emperor_meiji_inspire(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.value_to_draw(me, (game.printed(8), game.printed(9))))


issues("Queen Victoria", "Rivalry")


@first("Queen Victoria", Achieve, when=of_a_standard_achievement)
def queen_victoria(game: Game, me: Player, op: Achieve) -> None:
    ages = [age for age in range(1, game.value(op.card)) if game.decks.get(age)]
    if ages:
        game.make_available(game.decks[game.choose_value(me, ages)][0])


@echo("Queen Victoria", LIGHTBULB)
def queen_victoria_echo(game: Game, me: Player) -> None:
    piles = [card for player in game.everyone for card in player.score_pile]
    game.transfer_one(me, [card for card in piles if is_figure(game, card)], me, SCORE)


@when_melded("John Ericsson")
def john_ericsson(game: Game, me: Player) -> None:
    game.score_all(me, of_values(game, figures_of_opponents(game, me), 1, 6))


@each("John Ericsson", "icons")
def john_ericsson_clocks(game: Game, me: Player, icons: tuple[int, ...]) -> dict[int, int]:
    return {CLOCK: 2 * icons[FACTORY]}


@when_melded("John Ericsson", text="2013")
def john_ericsson_2013(game: Game, me: Player) -> None:
    john_ericsson(game, me)


@each("John Ericsson", "icons", text="2013")
def john_ericsson_crowns(game: Game, me: Player, icons: tuple[int, ...]) -> dict[int, int]:
    return {CROWN: icons[FACTORY]}


@inspire("John Ericsson", FACTORY)
def john_ericsson_inspire(game: Game, me: Player) -> None:
    game.draw_and_tuck(me, game.printed(7))


issues("Robert E. Lee", "War")


@each("Robert E. Lee", "achievements")
def robert_e_lee(game: Game, me: Player) -> int:
    return me.count(LEAF) // 7


@echo("Robert E. Lee", LEAF)
def robert_e_lee_echo(game: Game, me: Player) -> None:
    card = game.choose_card(me, game.with_icon(game.all_tops(), LEAF))
    if card is not None:
        other = game.choose_player(me, game.everyone)
        assert other is not None
        game.transfer(card, other, BOARD)


issues("Florence Nightingale", "Expansion")


def out_of_my_score_pile_by_an_opponent(game: Game, me: Player, op: Transfer | Return | Remove) -> bool:
    # An effect is that of whoever activated its card, also where I share it.
    by = game.leader or game.turn_player
    return not game.rules.same_side(by.index, me.index) and op.card in me.score_pile


@instead("Florence Nightingale", Transfer, Return, Remove, who=ANYBODY, when=out_of_my_score_pile_by_an_opponent)
def florence_nightingale(game: Game, me: Player, op: Transfer | Return | Remove) -> None:
    """It stays there."""


@inspire("Florence Nightingale", LEAF)
def florence_nightingale_inspire(game: Game, me: Player) -> None:
    game.tuck_one(me, me.hand)


@first("Rowland Hill", Achieve, Claim)
def rowland_hill(game: Game, me: Player, op: Achieve | Claim) -> None:
    if len(game.return_exactly(me, me.hand, 3)) == 3:
        game.achieve_all(me, me.hand)


@inspire("Rowland Hill", CROWN)
def rowland_hill_inspire(game: Game, me: Player) -> None:
    game.draw(me, game.printed(7))
