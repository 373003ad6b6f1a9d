"""Traps of the Artifacts of ages 6 to 10 and of the relics: what few recorded games show, and where BGA differs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from innolog.cards.facts import CardSet, Color, Direction, back_of
from innolog.engine.actions import Action, ActionKind
from innolog.engine.game import Game, GameOver
from innolog.engine.position import Seat
from innolog.engine.ruleset import Platform
from tests.invariants import check
from tests.table import Script, card, names, seat, table

SETS = frozenset({CardSet.BASE, CardSet.ARTIFACTS})
TABLE, BGA = Platform.TABLE, Platform.BGA


def play(name: str, *seats: Seat, answers: tuple[Any, ...] = (), artifacts: Sequence[str] = (), **options: Any) -> Game:
    """Activate a top card of player 0, with these Artifacts of age 10 next in their pile; the game afterwards."""
    game = table(*seats, sets=SETS, **options)
    deck = game.decks[back_of(CardSet.ARTIFACTS, 10)]
    for artifact in reversed(artifacts):
        deck.remove(card(artifact))
        deck.append(card(artifact))
    Script(game, *answers).dogma(name)
    check(game)
    return game


def winners(name: str, *seats: Seat, **options: Any) -> tuple[int, ...]:
    """Activate a top card of player 0; who wins by it."""
    with pytest.raises(GameOver) as over:
        play(name, *seats, **options)
    assert over.value.how == "dogma"
    return over.value.winners


@pytest.mark.parametrize(("platform", "score"), [(TABLE, []), (BGA, ["Software"])])
def test_one_returned_ten_is_no_pair_but_enough_on_bga(platform: Platform, score: list[str]) -> None:
    seats = (seat(board=["Kilogram of the Archives", "Globalization"]), seat())
    game = play(
        "Kilogram of the Archives", *seats, answers=("Globalization",), top={10: ["Software"]}, platform=platform
    )
    assert names(game.players[0].score_pile) == score


def test_a_tie_wins_seikan_tunnel_on_bga_alone() -> None:
    seats = (seat(board=["Seikan Tunnel"]), seat(board=["Sailing"]))
    assert play("Seikan Tunnel", *seats).over is None
    assert winners("Seikan Tunnel", *seats, platform=BGA) == (0,)


@pytest.mark.parametrize(("platform", "tucked"), [(TABLE, 0), (BGA, 1)])
def test_a_revealed_bottom_card_is_tucked_again_on_bga(platform: Platform, tucked: int) -> None:
    game = play(
        "Submarine H. L. Hunley",
        seat(board=["Submarine H. L. Hunley"]),
        seat(board=["Coal", "Machine Tools"]),
        top={7: ["Explosives"]},
        platform=platform,
    )
    assert names(game.players[1].piles[Color.RED]) == ["Coal", "Machine Tools", "Explosives"]
    assert game.players[1].tucked == tucked


@pytest.mark.parametrize("platform", Platform)
def test_a_claimed_relic_can_be_returned_but_not_on_bga(platform: Platform) -> None:
    relic = card("Complex Numbers")
    game = table(
        seat(board=["'30 World Cup Final Ball"]),
        seat(board=["Agriculture"], achievements=["Complex Numbers"]),
        sets=SETS,
        top={8: ["Mobility"]},
        platform=platform,
    )
    Script(game).dogma("'30 World Cup Final Ball")
    assert (relic in game.relics) is (platform not in (BGA, Platform.BGA_2024))


def test_the_ball_goes_round_until_two_players_are_level() -> None:
    seats = (seat(board=["'30 World Cup Final Ball", "Coal"]), seat(board=["Archery"]))
    game = play("'30 World Cup Final Ball", *seats, top={8: ["Mobility", "Rocketry"]})
    assert names(game.players[0].achievements) == ["Mobility"]
    assert names(game.players[0].hand) == ["Rocketry"]


def test_delorean_takes_all_tops_and_hands() -> None:
    game = play(
        "DeLorean DMC-12",
        seat(board=["DeLorean DMC-12", "Tools"], hand=["Oars"]),
        seat(board=["Archery", "Metalworking"], splays={Color.RED: Direction.LEFT}, hand=["Software"]),
    )
    assert [player.hand for player in game.players] == [[], []]
    assert game.players[0].tops() == []
    assert names(game.players[1].piles[Color.RED]) == ["Archery"]
    assert game.players[1].splays[Color.RED] == Direction.NONE
    assert sorted(names(game.removed)) == ["DeLorean DMC-12", "Metalworking", "Oars", "Software", "Tools"]


def test_a_lost_player_takes_no_turn_and_the_last_one_left_wins() -> None:
    seats = (
        seat(board=["Exxon Valdez"]),
        seat(board=["Industrialization", "Canning"], hand=["Oars"], achievements=["Empire"]),
        seat(board=["Pottery"]),
    )
    game = play("Exxon Valdez", *seats)
    assert game.players[1].eliminated
    assert sorted(names(game.removed)) == ["Canning", "Empire", "Industrialization", "Oars"]
    Script(game).take(Action(ActionKind.DRAW))
    assert game.turn_player is game.players[2]
    assert winners("Exxon Valdez", *seats[:2]) == (0,)


def test_team_mates_lose_together() -> None:
    seats = (seat(board=["Exxon Valdez"]), seat(board=["Industrialization", "Canning"]), seat(), seat())
    assert winners("Exxon Valdez", *seats, teams=(0, 1, 0, 1)) == (0, 2)


def test_who_carries_out_another_effect_can_lose_to_it() -> None:
    # The sharer melds Exxon Valdez and compels the launcher, whose turn then ends.
    seats = (seat(board=["Rover Curiosity"]), seat(board=["Genetics"]), seat())
    game = play("Rover Curiosity", *seats, artifacts=["Exxon Valdez"])
    assert game.players[0].eliminated
    assert game.turn_player is game.players[1]


def test_effects_executed_as_if_use_the_first_icon() -> None:
    # Maldives itself would compel by its clocks, of which the launcher has none; Rover Curiosity counts lightbulbs.
    seats = (seat(board=["Rover Curiosity"], hand=["Oars", "Tools", "Archery"]), seat(board=["Genetics"]))
    game = play("Rover Curiosity", *seats, artifacts=["Maldives", "Maastricht Treaty"], answers=("Oars",))
    assert names(game.players[0].hand)[:2] == ["Tools", "Archery"]


def test_only_exactly_the_same_icons_match_complex_numbers() -> None:
    game = play("Complex Numbers", seat(board=["Complex Numbers"], hand=["Astronomy"]), seat())
    assert game.players[0].achievements == []
    seats = (seat(board=["Complex Numbers"], hand=["Astronomy", "Physics"]), seat())
    game = play("Complex Numbers", *seats, answers=("Physics",))
    assert names(game.players[0].hand) == ["Astronomy", "Physics"]
    assert [game.age[claimed] for claimed in game.players[0].achievements] == [5]
