"""Base set, age 6."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BLUE,
    COLORS,
    CROWN,
    FACTORY,
    GREEN,
    HAND,
    LEAF,
    LIGHTBULB,
    NOTHING,
    PURPLE,
    RED,
    RIGHT,
    SCORE,
    YELLOW,
    demand,
    dogma,
    of_color,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Atomic Theory", LIGHTBULB)
def atomic_theory(game: Game, me: Player) -> None:
    game.may_splay(me, [BLUE], RIGHT)


@dogma("Atomic Theory", LIGHTBULB)
def atomic_theory_2(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(7))


@dogma("Encyclopedia", CROWN)
def encyclopedia(game: Game, me: Player) -> None:
    game.may_meld_all(me, game.highest(me.score_pile))


@dogma("Industrialization", FACTORY)
def industrialization(game: Game, me: Player) -> None:
    if game.rules.holds("industrialization_counts_while_drawing"):
        for color in COLORS:
            if me.icons_of(color)[FACTORY]:
                game.draw_and_tuck(me, game.printed(6))
        return
    for _ in range(sum(me.icons_of(color)[FACTORY] > 0 for color in COLORS)):
        game.draw_and_tuck(me, game.printed(6))


@dogma("Industrialization", FACTORY)
def industrialization_2(game: Game, me: Player) -> None:
    game.may_splay(me, [RED, PURPLE], RIGHT)


@dogma("Industrialization", FACTORY, text="first")
def industrialization_first(game: Game, me: Player) -> None:
    for _ in range(me.count(FACTORY) // 2):
        game.draw_and_tuck(me, game.printed(6))


@dogma("Industrialization", FACTORY, text="first")
def industrialization_first_2(game: Game, me: Player) -> None:
    industrialization_2(game, me)


@dogma("Machine Tools", FACTORY)
def machine_tools(game: Game, me: Player) -> None:
    game.draw_and_score(me, max(map(game.value, me.score_pile), default=0))


@dogma("Classification", LIGHTBULB)
def classification(game: Game, me: Player) -> None:
    # The text names the color, and not the card.
    classify(game, me, shown=not game.rules.reads("proof_is_not_shown"))


def classify(game: Game, me: Player, *, shown: bool) -> None:
    """Take and meld all cards of the color of a card in hand. If it is not shown, its color alone is named."""
    card = game.show_one(me, me.hand) if shown else game.choose_card(me, me.hand)
    if card is None:
        return
    color = game.color_of(card)
    if not shown:
        game.choose_color(me, [color])
    theirs = [card for them in game.other_players(me) for card in them.hand]
    game.transfer_all(me, theirs, me, HAND, where=of_color(color))
    if shown:
        game.put_back(me, card, HAND)
    game.meld_all(me, me.hand, where=of_color(color))


@dogma("Metric System", CROWN)
def metric_system(game: Game, me: Player) -> None:
    if me.splays[GREEN] == RIGHT:
        game.may_splay_any(me, RIGHT)


@dogma("Metric System", CROWN)
def metric_system_2(game: Game, me: Player) -> None:
    game.may_splay(me, [GREEN], RIGHT)


@dogma("Canning", FACTORY)
def canning(game: Game, me: Player) -> None:
    if game.agrees(me) and game.draw_and_tuck(me, game.printed(6)) != NOTHING:
        game.score_all(me, game.without_icon(me.tops(), FACTORY))


@dogma("Canning", FACTORY)
def canning_2(game: Game, me: Player) -> None:
    game.may_splay(me, [YELLOW], RIGHT)


@demand("Vaccination", LEAF)
def vaccination(game: Game, me: Player, you: Player) -> None:
    if game.return_all(you, game.lowest(you.score_pile)):
        game.notes["returned"] = True
        game.draw_and_meld(you, game.printed(6))


@dogma("Vaccination", LEAF)
def vaccination_2(game: Game, me: Player) -> None:
    if "returned" in game.notes:
        game.draw_and_meld(me, game.printed(7))


@dogma("Democracy", LIGHTBULB)
def democracy(game: Game, me: Player) -> None:
    returned = game.return_up_to(me, me.hand, len(me.hand))
    totals = game.kept if game.rules.holds("remembers_across_executions") else game.notes
    if game.rules.holds("democracy_compares_executions"):
        if len(returned) > totals.get("most returned", 0):
            totals["most returned"] = len(returned)
            game.draw_and_score(me, game.printed(8))
        return
    total = totals.get(("returned", me), 0) + len(returned)
    rivals = game.others(me) if game.rules.holds("democracy_includes_allies") else game.other_players(me)
    ahead = all(total > totals.get(("returned", them), 0) for them in rivals)
    if ahead or game.rules.holds("adds_up_lost_returns"):
        totals["returned", me] = total
    if ahead:
        game.draw_and_score(me, game.printed(8))


@demand("Emancipation", FACTORY)
def emancipation(game: Game, me: Player, you: Player) -> None:
    if game.transfer_one(you, you.hand, me, SCORE) is not None:
        game.draw(you, game.printed(6))


@dogma("Emancipation", FACTORY)
def emancipation_2(game: Game, me: Player) -> None:
    game.may_splay(me, [RED, PURPLE], RIGHT)
