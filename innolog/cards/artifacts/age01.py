"""Artifacts of History, age 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    ACHIEVEMENTS,
    BLUE,
    BOARD,
    CASTLE,
    COLORS,
    CROWN,
    DECK,
    GREEN,
    HAND,
    LEAF,
    LEFT,
    LIGHTBULB,
    NOBODY,
    PURPLE,
    RETURN,
    SCORE,
    Keyword,
    alphabetical,
    card_named,
    compel,
    dogma,
    of_color,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player
    from innolog.engine.zones import Zone


DANCING_GIRL = card_named("Dancing Girl")
ARK_OF_THE_COVENANT = card_named("Ark of the Covenant")


@compel("Treaty of Kadesh", CASTLE)
def treaty_of_kadesh(game: Game, me: Player, you: Player) -> None:
    game.return_all(you, game.with_demand(you.tops()))


@dogma("Treaty of Kadesh", CASTLE)
def treaty_of_kadesh_2(game: Game, me: Player) -> None:
    game.score_one(me, game.other_than(game.with_demand(me.tops()), BLUE))


@dogma("Sibidu Needle", CASTLE)
def sibidu_needle(game: Game, me: Player) -> None:
    while True:
        card = game.draw_and_reveal(me, game.printed(1))
        if game.value(me.top(game.color[card])) != game.value(card):
            game.keep(me, card)
            return
        game.score(me, card)


@dogma("Basur Hoyuk Tokens", LEAF)
def basur_hoyuk_tokens(game: Game, me: Player) -> None:
    card = game.draw_and_reveal(me, game.printed(4))
    top = me.top(game.color[card])
    name = game.table.name
    if top is not None and alphabetical(name[top]) < alphabetical(name[card]):
        # The card is revealed from the hand, whose cards can count as being in the score pile.
        game.return_all(me, list(dict.fromkeys([card, *me.score_pile])))
    else:
        game.keep(me, card)


@compel("Holmegaard Bows", LEAF)
def holmegaard_bows(game: Game, me: Player, you: Player) -> None:
    game.transfer_one(you, game.highest(game.with_icon(you.tops(), CASTLE)), me, HAND)


@dogma("Holmegaard Bows", LEAF)
def holmegaard_bows_2(game: Game, me: Player) -> None:
    game.draw(me, game.printed(2))


@dogma("Papyrus of Ani", LEAF)
def papyrus_of_ani(game: Game, me: Player) -> None:
    returned = game.reveal_and_return(me, me.hand, of_color(PURPLE))
    if returned is None:
        return
    card = game.draw_and_reveal(me, game.value(returned) + 2, game.choose_set(me))
    if game.color[card] == PURPLE:
        game.meld(me, card)
        game.execute_non_demand(me, card)
    else:
        game.keep(me, card)


@dogma("Pavlovian Tusk", CROWN)
def pavlovian_tusk(game: Game, me: Player) -> None:
    value = game.value(me.top(GREEN))
    drawn = [game.draw(me, value) for _ in range(3)]
    _, others = game.one_of(me, drawn, Keyword.RETURN)
    game.score_one(me, others)


@dogma("Priest-King", CASTLE)
def priest_king(game: Game, me: Player) -> None:
    if game.rules.holds("priest_king_scores_unseen") or game.rules.reads("proof_is_not_shown"):
        card = game.score_one(me, me.hand)
    elif (card := game.reveal_one(me, me.hand)) is not None:
        game.score(me, card)
    if card is None:
        return
    top = me.top(game.color_of(card))
    if top is not None:
        game.execute_non_demand(me, top)


@dogma("Priest-King", CASTLE)
def priest_king_2(game: Game, me: Player) -> None:
    game.claim_standard(me, eligible=True)


@dogma("Electrum Stater of Efesos", CROWN)
def electrum_stater_of_efesos(game: Game, me: Player) -> None:
    while not me.piles[game.color[card := game.draw_and_reveal(me, game.printed(3))]]:
        game.meld(me, card)
    game.keep(me, card)


@compel("Jiskairumoko Necklace", CASTLE)
def jiskairumoko_necklace(game: Game, me: Player, you: Player) -> None:
    card = game.return_one(you, you.score_pile)
    if card is not None:
        same = [other for other in you.achievements if game.value(other) == game.value(card)]
        game.transfer_one(you, same, me, ACHIEVEMENTS)


@compel("Dancing Girl", LIGHTBULB)
def dancing_girl(game: Game, me: Player, you: Player) -> None:
    _watch_dancing_girl(game)
    if game.place[DANCING_GIRL] != (you.index, BOARD):
        game.transfer(DANCING_GIRL, you, BOARD)
    _watch_dancing_girl(game)


@dogma("Dancing Girl", LIGHTBULB)
def dancing_girl_2(game: Game, me: Player) -> None:
    seen = _watch_dancing_girl(game)
    if game.depth and not game.rules.holds("dancing_girl_wins_within"):
        return
    if seen[0] == me.index and all(player.index in seen for player in [me, *game.others(me)]):
        game.win(me)


def _watch_dancing_girl(game: Game) -> tuple[int, ...]:
    """The boards on which the card has been since the action began, as seats (NOBODY: on none)."""
    place = game.place[DANCING_GIRL]
    # If her face was hidden then, she lay on no board.
    began = game.before.get(DANCING_GIRL, (NOBODY, DECK)) if game.before else place
    seen: tuple[int, ...] = game.kept.get("dancing girl", (_board_at(began),))
    game.kept["dancing girl"] = seen = (*seen, _board_at(place))
    return seen


def _board_at(place: tuple[int, Zone]) -> int:
    seat, zone = place
    return seat if zone == BOARD else NOBODY


@dogma("Lurgan Canoe", CROWN)
def lurgan_canoe(game: Game, me: Player) -> None:
    while (card := game.meld_one(me, me.hand)) is not None:
        others = [other for other in me.piles[game.color[card]] if other != card]
        if not game.score_all(me, others):
            return


@dogma("Xianrendong Shards", LEAF)
def xianrendong_shards(game: Game, me: Player) -> None:
    shown = game.reveal_exactly(me, me.hand, 3)
    scored = game.score_exactly(me, shown, 2)
    # A karma may have done something else with a card that was to be scored.
    game.tuck_one(me, [card for card in shown if card in me.revealed])
    if len(scored) == 2 and game.color[scored[0]] == game.color[scored[1]]:
        for _ in range(3):
            game.draw(me, game.printed(1))


@dogma("Mask of Warka", CASTLE)
def mask_of_warka(game: Game, me: Player) -> None:
    color = game.choose_color(me, COLORS)
    assert color is not None
    named = of_color(color)
    # If another player shows one, the faces of all other cards do not matter.
    shown = any(next(game.passing(player.hand, named), None) is not None for player in game.others(me))
    mine = [] if shown else list(game.passing(me.hand, named, RETURN))
    game.show((True,) if shown else mine)
    if mine:
        values = [game.value(card) for card in mine]
        game.return_all(me, mine)
        game.achieve_all(me, [card for card in game.available_to(me) if game.age[card] in values])


@dogma("Ark of the Covenant", CASTLE)
def ark_of_the_covenant(game: Game, me: Player) -> None:
    card = game.reveal_and_return(me, me.hand)
    if card is not None:
        color = game.color_of(card)
        for player in [me, *game.others(me)]:
            if not game.artifacts(player.tops()):
                game.transfer_all(me, player.piles[color], me, SCORE)
    for player in game.everyone:
        if ARK_OF_THE_COVENANT in player.tops():
            game.transfer(ARK_OF_THE_COVENANT, me, HAND)


@dogma("Tale of the Shipwrecked Sailor", LIGHTBULB)
def tale_of_the_shipwrecked_sailor(game: Game, me: Player) -> None:
    color = game.choose_color(me, COLORS)
    assert color is not None
    game.draw(me, game.printed(1))
    if game.meld_one(me, me.hand, where=of_color(color)) is not None:
        game.splay(me, color, LEFT)
