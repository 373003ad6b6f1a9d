"""Echoes of the Past, ages 1 to 5, and the rules of the set: where they are misread."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from innolog.cards.facts import CardSet, Color, Direction, back_set
from innolog.engine.actions import Action, ActionKind, claimable
from innolog.engine.game import Game
from innolog.engine.position import Seat
from innolog.engine.ruleset import Platform
from innolog.engine.zones import Zone
from innolog.results.snapshots import snapshot
from innolog.strategy.lookout import standing
from tests.table import Script, card, cards, names, seat, table

BLUE, RED, GREEN, YELLOW, PURPLE = Color
LEFT, RIGHT, UP = Direction.LEFT, Direction.RIGHT, Direction.UP
ECHOES = frozenset({CardSet.BASE, CardSet.ECHOES})


def dogma(name: str, *seats: Seat, answers: tuple[Any, ...] = (), **options: Any) -> Game:
    """The table after player 0 activated a card."""
    game = table(*seats, sets=ECHOES, **options)
    Script(game, *answers).dogma(name)
    return game


# --- the rules of the set -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "drawn"),
    [((), CardSet.BASE), (("Tools",), CardSet.ECHOES), (("Tools", "Comb"), CardSet.BASE)],
)
def test_an_echo_is_drawn_with_cards_but_no_echo_in_hand(hand: tuple[str, ...], drawn: CardSet) -> None:
    game = table(seat(board=["Sailing"], hand=hand), seat(), sets=ECHOES)
    Script(game).take(Action(ActionKind.DRAW))
    assert back_set(game.back[game.players[0].hand[-1]]) == drawn


def test_the_second_of_two_draws_looks_at_the_hand_anew() -> None:
    game = dogma("The Wheel", seat(board=["The Wheel"], hand=["Tools"]), seat())
    assert [back_set(game.back[number]) for number in game.players[0].hand] == [0, CardSet.ECHOES, 0]


def test_a_meld_action_promotes_a_card_of_no_higher_value_and_may_activate_it() -> None:
    me = replace(seat(board=["Sailing"], hand=["Mapmaking"]), forecast=cards("Puppet", "Paper", "Bell"))
    game = table(me, seat(), sets=ECHOES)
    script = Script(game, "Bell", True)
    script.meld("Mapmaking")
    promotable = script.asked[1]
    assert names(promotable.options) == ["Puppet", "Bell"]
    assert promotable.may
    assert names(game.players[0].piles[PURPLE]) == ["Bell"]
    assert len(game.players[0].forecast) == 3  # Bell left, and its dogma foreshadowed another card.


def test_a_dogma_effect_that_melds_promotes_nothing() -> None:
    me = replace(seat(board=["Sailing"]), forecast=cards("Puppet"))
    game = table(me, seat(), sets=ECHOES)
    Script(game).dogma("Sailing")
    assert names(game.players[0].forecast) == ["Puppet"]


def test_a_second_achievement_of_a_value_takes_its_points_once_more() -> None:
    game = dogma("Chopsticks", seat(board=["Chopsticks"], score=["Canning"]), seat(), answers=(True,))
    me = game.players[0]
    ones = [number for number in game.available if game.age[number] == 1]
    assert len(ones) == 2
    game.achieve(me, ones[0])
    assert [game.age[number] for number in claimable(game, me)] == []
    assert (standing(game, me).claimable, snapshot(game).players[0].claimable) == (0, ())
    game.score(me, card("Tools"))
    game.score(me, card("Paper"))
    assert [game.age[number] for number in claimable(game, me)] == [1]
    assert (standing(game, me).claimable, snapshot(game).players[0].claimable) == (1, (1,))


def test_one_players_special_achievements_come_in_the_order_of_the_sets() -> None:
    sets = frozenset({CardSet.BASE, CardSet.CITIES, CardSet.ECHOES})
    me = replace(
        seat(board=["Sailing"], tucked=5), forecast=cards("Puppet", "Paper", "Bell", "Comb", "Dice", "Soap", "Lever")
    )
    game = table(me, seat(), sets=sets)
    flag = next(number for number in range(220, 325) if "flag" in game.table.specials[number])
    game.tuck(game.players[0], flag)
    specials = [entry for entry in game.players[0].achievements if entry < 1000]
    assert names(specials) == ["Monument", "Glory", "Destiny"]


# --- cards ----------------------------------------------------------------------------------------------------------


def test_perfume_takes_no_card_of_a_value_that_the_demander_shows() -> None:
    board = ["Perfume", "Canal Building"]
    game = dogma("Perfume", seat(board=board), seat(board=["Candles", "Calendar", "Paper"]), top={1: ["Masonry"]})
    assert "Paper" in names(game.players[0].tops())
    assert names(game.players[1].piles[RED])[0] == "Candles"


def test_soap_achieves_only_after_three_tucks_and_only_if_eligible() -> None:
    hand = ["Archery", "Oars", "Metalworking", "Sailing"]
    rich = seat(board=["Soap"], hand=hand, score=["Canning"])
    game = dogma("Soap", rich, seat(), answers=(RED, "Archery", "Oars", "Metalworking", "Sailing"))
    assert names(game.players[0].achievements) == ["Sailing"]
    poor = seat(board=["Soap"], hand=hand)
    game = dogma("Soap", poor, seat(), answers=(RED, "Archery", "Oars", "Metalworking"))
    assert names(game.players[0].hand) == ["Sailing"]


def test_lever_pays_for_every_pair_of_one_value() -> None:
    hand = ["Tools", "Oars", "Sailing", "Mapmaking", "Fermenting"]
    game = dogma("Lever", seat(board=["Lever"], hand=hand), seat(), answers=(*hand, None, 3))
    # Two drawn by the echo effect stay; the three 1s make one pair, the two 2s another.
    assert [game.age[number] for number in game.players[0].hand] == [2, 2, 3, 2]


def test_almanac_counts_the_bonus_and_not_the_value() -> None:
    me = replace(seat(board=["Almanac"]), forecast=cards("Puppet"))
    game = dogma("Almanac", me, seat(), answers=("Puppet",), top={4: ["Reformation", "Navigation"]})
    assert names(game.players[0].score_pile) == ["Navigation"]


def test_charitable_trust_melds_only_the_card_it_drew() -> None:
    me = seat(board=["Charitable Trust"], hand=["Paper"])
    game = table(me, seat(), sets=ECHOES)
    script = Script(game, 3, None)
    script.dogma("Charitable Trust")
    assert [game.age[number] for number in script.asked[-1].options] == [3]
    assert names(script.asked[-1].options) != ["Paper"]


def test_globe_returns_cards_of_one_color_and_splays_by_their_number() -> None:
    me = seat(board=["Globe", "Tools", "Calendar"], hand=["Archery", "Oars", "Sailing"])
    game = table(me, seat(), sets=ECHOES)
    Script(game, "Archery", "Oars").dogma("Globe")
    assert game.players[0].splays[BLUE] == RIGHT
    assert names(game.players[0].hand) == ["Sailing"]


def test_barometer_claims_destiny_for_a_blue_card() -> None:
    me = replace(seat(board=["Barometer"]), forecast=cards("Tools", "Archery"))
    game = dogma("Barometer", me, seat(), answers=("Archery", {"Tools", "Construction"}), top={2: ["Construction"]})
    assert names(game.players[0].achievements) == ["Destiny"]
    assert game.players[0].forecast == []


def test_thermometer_keeps_the_splay_of_two_green_cards() -> None:
    board = ["Sailing", "The Wheel", "Thermometer"]
    me = seat(board=board, splays={GREEN: LEFT})
    game = dogma("Thermometer", me, seat(), top={1: ["Tools"]})
    assert names(game.players[0].piles[GREEN]) == ["The Wheel", "Sailing"]
    assert game.players[0].splays[GREEN] == LEFT


@pytest.mark.parametrize(("platform", "after"), [(Platform.TABLE, LEFT), (Platform.BGA, Direction.NONE)])
def test_sunglasses_follow_an_unsplayed_color_on_bga_alone(platform: Platform, after: Direction) -> None:
    board = ["Sailing", "The Wheel", "Code of Laws", "Sunglasses"]
    me = seat(board=board, splays={PURPLE: LEFT})
    answers = (True,) if platform is Platform.BGA else (False,)
    game = dogma("Sunglasses", me, seat(), answers=answers, platform=platform)
    assert game.players[0].splays[PURPLE] == after
    assert game.players[0].splays[GREEN] == (LEFT if platform is Platform.TABLE else Direction.NONE)


@pytest.mark.parametrize(("platform", "bonus"), [(Platform.TABLE, 0), (Platform.BGA, 1)])
def test_a_look_at_a_deck_is_shared_as_a_change_on_bga_alone(platform: Platform, bonus: int) -> None:
    rival = seat(board=["Tools", "Philosophy"])
    game = table(seat(board=["Tuning Fork"]), rival, sets=ECHOES, platform=platform)
    tops = [deck[-1] for deck in game.decks.values() if deck]
    looks = (names(tops[:1])[0],) * 2 if platform is Platform.BGA else ()
    Script(game, *looks).dogma("Tuning Fork")
    assert len(game.players[0].hand) == bonus
    assert all(game.place[number][1] == Zone.DECK for number in tops[:1])
