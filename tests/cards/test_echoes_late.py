"""Echoes of the Past, ages 6 to 10: where its cards are misread."""

from __future__ import annotations

from typing import Any

import pytest

from innolog.cards.facts import CardSet, Color, Direction
from innolog.engine.game import Game, GameOver
from innolog.engine.position import Seat
from tests.table import Script, names, seat, table

BLUE, RED, GREEN, YELLOW, PURPLE = Color
LEFT, RIGHT, UP = Direction.LEFT, Direction.RIGHT, Direction.UP


def dogma(card: str, *seats: Seat, answers: tuple[Any, ...] = (), **options: Any) -> Game:
    """The table after player 0 activated a card."""
    game = table(*seats, sets=frozenset({CardSet.BASE, CardSet.ECHOES}), **options)
    Script(game, *answers).dogma(card)
    return game


def zones(game: Game, player: int = 0) -> dict[str, list[str]]:
    """A player's hand, score pile and achievements by name."""
    me = game.players[player]
    return {"hand": names(me.hand), "score": names(me.score_pile), "achievements": names(me.achievements)}


def test_hot_air_balloon_takes_a_top_card_that_its_owner_has_an_achievement_to_match() -> None:
    game = dogma(
        "Hot Air Balloon",
        seat(board=["Hot Air Balloon"], score=["Canning"]),
        seat(board=["Mysticism", "Monotheism", "Oars", "Sailing"], achievements=["Currency"]),
        answers=("Monotheism",),
        top={7: ["Lighting"]},
    )
    assert zones(game) == {"hand": [], "score": ["Canning", "Lighting"], "achievements": ["Monotheism"]}
    assert names(game.players[1].piles[GREEN]) == ["Sailing", "Hot Air Balloon"]
    assert names(game.players[1].piles[PURPLE]) == ["Mysticism"]


def test_hot_air_balloon_melds_a_card_where_nothing_was_taken() -> None:
    game = dogma(
        "Hot Air Balloon",
        seat(board=["Hot Air Balloon"], score=["Canning"]),
        seat(board=["Monotheism"], achievements=["Engineering"]),
        top={7: ["Lighting", "Railroad"]},
    )
    assert names(game.players[0].tops()) == ["Hot Air Balloon", "Railroad"]


def test_dentures_tucks_until_there_is_something_above_the_bottom_card() -> None:
    game = dogma(
        "Dentures",
        seat(board=["Oars", "Archery", "Engineering", "Dentures"]),
        seat(),
        top={6: ["Encyclopedia", "Industrialization"]},
    )
    assert zones(game)["score"] == ["Engineering", "Archery"]
    assert names(game.players[0].piles[RED]) == ["Industrialization", "Oars"]
    assert names(game.players[0].piles[YELLOW]) == ["Dentures"]


def test_indian_clubs_scores_one_card_for_each_value_in_the_score_pile_beforehand() -> None:
    game = dogma(
        "Indian Clubs",
        seat(board=["Indian Clubs"], hand=["Oars", "Tools", "Calendar"], score=["Sailing", "Archery", "Paper"]),
        seat(),
        answers=("Tools",),
    )
    assert zones(game)["hand"] == ["Oars", "Calendar"]


def test_typewriter_draws_a_six_and_one_higher_card_for_each_color_returned() -> None:
    game = dogma(
        "Typewriter",
        seat(board=["Typewriter"], hand=["Oars", "Archery", "Tools"]),
        seat(),
        answers=("Oars", "Archery"),
    )
    assert sorted(game.age[card] for card in game.players[0].hand) == [6, 7, 8]


@pytest.mark.parametrize(("splay", "wins"), [(Direction.NONE, False), (LEFT, False), (RIGHT, False), (UP, True)])
def test_saxophone_sees_the_notes_where_they_are_printed(splay: Direction, wins: bool) -> None:
    # Piano's note shows only when splayed up, Flute's when splayed right, too.
    seats = (
        seat(board=["Bell"]),
        seat(board=["Flute", "Piano", "Philosophy", "Saxophone"], splays={PURPLE: splay}),
    )
    game = table(seats[1], seats[0], sets=frozenset({CardSet.BASE, CardSet.ECHOES}))
    # Splayed up, Flute's echo effect asks for a splay, else the card's own first effect does.
    script = Script(game, None)
    if wins:
        with pytest.raises(GameOver) as end:
            script.dogma("Saxophone")
        assert end.value.winners == (0,)
    else:
        script.dogma("Saxophone")
        assert len(game.players[0].hand) == (3 if splay is RIGHT else 2)


def test_bandage_returns_the_highest_card_without_a_match_in_the_hand() -> None:
    game = dogma(
        "Bandage",
        seat(board=["Bandage"]),
        seat(hand=["Software"], score=["Robotics", "Fission", "Tools"], board=["Flight"]),
    )
    assert zones(game, 1)["score"] == ["Robotics", "Tools"]


def test_crossword_draws_for_the_bonuses_in_the_order_of_the_player() -> None:
    game = dogma(
        "Crossword",
        seat(board=["Plumbing", "Crossword"]),
        seat(),
        answers=(8,),
        top={8: ["Flight"]},
    )
    first, second = game.players[0].hand
    assert names([first]) == ["Flight"]
    assert (game.age[second], game.table.set[second]) == (2, CardSet.ECHOES)


def test_calculator_repeats_once() -> None:
    game = dogma(
        "Calculator",
        seat(board=["Calculator", "Oars", "Archery", "Metalworking", "Sailing", "Clothing", "Compass"]),
        seat(),
        answers=("Oars", "Sailing", "Clothing", "Archery"),
    )
    assert zones(game)["score"] == ["Oars", "Sailing", "Clothing", "Archery"]
    assert [game.age[card] for card in game.players[0].hand] == [2, 2]


def test_helicopter_goes_on_for_a_returned_card_with_a_common_icon() -> None:
    game = dogma(
        "Helicopter",
        seat(board=["Helicopter", "Software"], hand=["Coal", "Sailing"]),
        seat(board=["Canning", "Tools"]),
        answers=("Canning", "Coal", "Tools"),
    )
    assert zones(game, 1)["score"] == ["Canning", "Tools"]
    assert zones(game)["hand"] == ["Sailing"]


def test_jet_returns_the_color_melded_due_to_it() -> None:
    game = dogma(
        "Jet",
        seat(board=["Jet"], hand=["Tools"]),
        seat(board=["Mathematics", "Oars"]),
    )
    assert names(game.players[1].tops()) == ["Oars"]


def test_karaoke_executes_what_it_melded() -> None:
    game = dogma(
        "Karaoke",
        seat(board=["Karaoke"]),
        seat(),
        answers=(1, None),
        top={1: ["The Wheel"]},
    )
    assert [game.age[card] for card in game.players[0].hand] == [1, 1]


def test_artificial_heart_doubles_the_score_for_eligibility() -> None:
    game = dogma(
        "Artificial Heart",
        seat(board=["Artificial Heart"], score=["Software", "Canning"]),
        seat(),
        available=["Sailing", "Engineering", "Coal", "Encyclopedia"],
        answers=("Coal",),
    )
    assert zones(game)["achievements"] == ["Coal"]


def test_mp3_claims_two_achievements_for_each_card() -> None:
    game = dogma(
        "MP3",
        seat(board=["MP3"], hand=["Oars", "Archery"]),
        seat(),
        available=["Sailing", "Mathematics", "Coal"],
        answers=("Oars", None, "Sailing"),
    )
    assert zones(game)["achievements"] == ["Sailing", "Mathematics"]


def test_puzzle_cube_scores_from_one_color_and_compares_visible_cards() -> None:
    seats = (seat(board=["Archery", "Oars", "Puzzle Cube", "Tools"], splays={RED: LEFT}), seat())
    with pytest.raises(GameOver) as end:
        dogma("Puzzle Cube", *seats, answers=("Archery", None))
    assert end.value.winners == (0,)
    game = dogma("Puzzle Cube", *seats, answers=(None,))
    assert zones(game)["score"] == []


def test_sliced_bread_counts_a_missing_card_as_nothing() -> None:
    game = dogma(
        "Sliced Bread",
        seat(board=["Sliced Bread"]),
        seat(),
        top={1: ["Tools", "Oars"]},
    )
    assert [game.age[card] for card in game.players[0].score_pile] == [1, 1]


def test_sudoku_wins_with_nine_different_bonuses() -> None:
    board = ["Rubber", "Loom", "Plumbing", "Bangle", "Crossbow", "Crossword", "Rock", "Clock", "Sudoku"]
    with pytest.raises(GameOver) as end:
        dogma("Sudoku", seat(board=board, splays={RED: UP, PURPLE: UP}), seat(), answers=(4,))
    assert end.value.winners == (0,)


def test_cell_phone_tucks_clocks_and_splays_only_their_colors() -> None:
    game = dogma(
        "Cell Phone",
        seat(board=["Oars", "Cell Phone"], hand=["Flight", "Rocketry", "Tools"]),
        seat(),
        answers=("Flight", None),
        top={10: ["Software"]},
    )
    assert game.players[0].splays[RED] == UP
    assert names(game.players[0].piles[RED]) == ["Flight", "Oars"]
