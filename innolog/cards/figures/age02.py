"""Figures in the Sand, age 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.figures.common import figures_of_opponents, for_sharing, of_values
from innolog.cards.words import (
    ANYBODY,
    BASIC_ICONS,
    BLUE,
    BOARD,
    CASTLE,
    COLORS,
    CROWN,
    GREEN,
    HEX,
    LEAF,
    LEFT,
    LIGHTBULB,
    PURPLE,
    RED,
    YELLOW,
    Achieve,
    Activate,
    Claim,
    Draw,
    Foreshadow,
    Meld,
    Player,
    each,
    echo,
    first,
    having,
    inspire,
    instead,
    issues,
    of_color,
    plain_inspires,
    when_melded,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game


issues("Archimedes", "Advancement")


@first("Archimedes", Activate)
def archimedes(game: Game, me: Player, op: Activate) -> None:
    game.swayed["raise"] = 1


@echo("Archimedes", LIGHTBULB)
def archimedes_echo(game: Game, me: Player) -> None:
    game.draw(me, game.printed(2))


@each("Zhang Heng", "bonuses")
def zhang_heng(game: Game, me: Player) -> list[int]:
    return list(map(game.value, me.score_pile))


@echo("Zhang Heng", LEAF)
def zhang_heng_echo(game: Game, me: Player) -> None:
    card = game.draw_and_tuck(me, game.printed(3))
    if game.place.get(card) == (me.index, BOARD):
        pile = me.piles[game.color[card]]
        game.score_all(me, pile[pile.index(card) + 1 :])


def of_value_below_4(game: Game, me: Player, op: Meld | Foreshadow) -> bool:
    return game.value(op.card) < 4


@first("Augustus Caesar", Meld, Foreshadow, who=ANYBODY, when=of_value_below_4)
def augustus_caesar(game: Game, me: Player, op: Meld | Foreshadow) -> Meld | Foreshadow | bool | None:
    unseen = isinstance(op, Foreshadow)
    if unseen:
        # A card about to be melded is seen by all anyway.
        game.reveal(op.actor, op.card)
    if not game.passes(op.card, of_color(RED, GREEN)) or not game.passes(op.card, having(CASTLE)):
        return op if unseen else None
    game.transfer(op.card, me, BOARD)
    game.tuck_all(me, me.forecast)
    return True


@inspire("Augustus Caesar", CASTLE)
def augustus_caesar_inspire(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.printed(3))


def of_a_card_without_featured_castle(game: Game, me: Player, op: Activate) -> bool:
    return game.table.featured[op.card] != CASTLE


@instead("Augustus Caesar", Activate, when=of_a_card_without_featured_castle, text="2013")
def bi_sheng(game: Game, me: Player, op: Activate) -> Activate:
    game.tuck_all(me, me.forecast)
    return Activate(op.actor, op.cause, op.card, op.endorsed, CASTLE)


@inspire("Augustus Caesar", CASTLE, text="2013")
def bi_sheng_inspire(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.printed(4))


issues("Ptolemy", "Trade")


@each("Ptolemy", "activatable")
def ptolemy(game: Game, me: Player) -> list[int]:
    tops = [player.top(BLUE) for player in game.everyone]
    return [top for top in tops if top is not None]


@inspire("Ptolemy", CROWN)
def ptolemy_inspire(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(2))


def of_a_card_with_featured_castle(game: Game, me: Player, op: Activate) -> bool:
    return game.table.featured[op.card] == CASTLE


@instead("Confucius", Activate, when=of_a_card_with_featured_castle)
def confucius(game: Game, me: Player, op: Activate) -> Activate:
    icons = me.icons()
    others = [icon for icon in BASIC_ICONS if icons[icon] and icon != CASTLE]
    icon = game.choose_value(me, others) if others else CASTLE
    return Activate(op.actor, op.cause, op.card, op.endorsed, icon)


@echo("Confucius", LEAF)
def confucius_echo(game: Game, me: Player) -> None:
    game.score_one(me, of_values(game, figures_of_opponents(game, me), 1, 1))


@inspire("Confucius", LEAF, text="2013")
def confucius_inspire(game: Game, me: Player) -> None:
    game.score_one(me, of_values(game, figures_of_opponents(game, me), 1, 1))


issues("Plato", "Rivalry")


@each("Plato", "icons")
def plato(game: Game, me: Player, icons: tuple[int, ...]) -> dict[int, int]:
    splayed = len([color for color in COLORS if me.splays[color]])
    return dict.fromkeys((CASTLE, LIGHTBULB, LEAF, CROWN), splayed)


@inspire("Plato", LIGHTBULB)
def plato_inspire(game: Game, me: Player) -> None:
    game.may_splay_any(me, LEFT)


@when_melded("Alexander the Great")
def alexander_the_great(game: Game, me: Player) -> None:
    game.score_all(me, of_values(game, figures_of_opponents(game, me), 1, 2))


@instead("Alexander the Great", Activate)
def alexander_the_great_scores(game: Game, me: Player, op: Activate) -> Activate:
    # The card image stands for the scores.
    return Activate(op.actor, op.cause, op.card, op.endorsed, HEX)


@inspire("Alexander the Great", CASTLE)
def alexander_the_great_inspire(game: Game, me: Player) -> None:
    game.score_one(me, me.hand)


issues("Sun Tzu", "War")


@first("Sun Tzu", Draw, when=for_sharing)
def sun_tzu(game: Game, me: Player, op: Draw) -> None:
    game.meld_any_number(me, me.hand, having(game.swayed["icon"]))


@inspire("Sun Tzu", CASTLE)
def sun_tzu_inspire(game: Game, me: Player) -> None:
    game.draw(me, game.printed(2))


@first("Cai Lun", Achieve, Claim)
def cai_lun(game: Game, me: Player, op: Achieve | Claim) -> None:
    game.draw_and_foreshadow(me, 3)


@each("Cai Lun", "available")
def cai_lun_available(game: Game, me: Player) -> list[int]:
    return me.forecast


@echo("Cai Lun", CROWN)
def cai_lun_echo(game: Game, me: Player) -> None:
    game.may_splay_any(me, LEFT)


issues("Ximen Bao", "Expansion")

#: The order in which the effects of all colors are carried out.
_IN_ORDER = (RED, BLUE, GREEN, PURPLE, YELLOW)


@each("Ximen Bao", "echoes")
def ximen_bao_echoes(game: Game, me: Player, color: int, cards: list[int]) -> list[int]:
    return [card for other in _IN_ORDER for card in me.plain_echoes(other)] if color == YELLOW else cards


@each("Ximen Bao", "inspires")
def ximen_bao_inspires(game: Game, me: Player, color: int, cards: list[int]) -> list[int]:
    return [card for other in _IN_ORDER for card in plain_inspires(game, me, other)] if color == YELLOW else cards


@inspire("Ximen Bao", LEAF)
def ximen_bao_inspire(game: Game, me: Player) -> None:
    game.tuck_one(me, me.hand)
