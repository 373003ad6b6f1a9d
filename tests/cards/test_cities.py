"""Cities of Destiny: when a city is drawn, city icons, flags and fountains, special achievements, Endorse.

Deluxe rulebook, "Expansion: Cities of Destiny", "Drawing expansion cards" and "Endorse action".
"""

from __future__ import annotations

from typing import Any

import pytest

from innolog.cards.facts import FLAGS, CardSet, Color, Direction, back_of
from innolog.engine.actions import Action, ActionKind, legal_actions
from innolog.engine.cities import FAME, GLORY, LEGEND, REPUTE, VICTORY
from innolog.engine.events import EffectStarted
from innolog.engine.game import Game
from innolog.engine.position import Seat
from tests.invariants import check
from tests.table import Script, card, names, seat, table

BLUE, RED, GREEN, YELLOW, PURPLE = Color
LEFT, RIGHT, UP = Direction.LEFT, Direction.RIGHT, Direction.UP
CITIES = frozenset({CardSet.BASE, CardSet.CITIES})


def cities(*seats: Seat, **options: Any) -> Game:
    return table(*seats, sets=CITIES, **options)


def cities_in_hand(game: Game) -> list[int]:
    """The ages of the cities in the hand of player 0."""
    return [game.age[held] for held in game.players[0].hand if game.table.set[held] == CardSet.CITIES]


@pytest.mark.parametrize(
    ("board", "hand", "melded", "drawn"),
    [
        (["Tools"], ["Oars"], "Oars", [1]),
        (["Tools", "Paper"], ["Oars"], "Oars", [3]),
        ([], ["Optics"], "Optics", [3]),
        (["Archery"], ["Oars"], "Oars", []),
        (["Tools"], ["Oars", "Berlin"], "Oars", [6]),
    ],
)
def test_a_new_color_by_a_meld_action_draws_a_city(
    board: list[str], hand: list[str], melded: str, drawn: list[int]
) -> None:
    """Of the value of the highest top card, unless a city is in the hand."""
    game = cities(seat(board=board, hand=hand), seat())
    Script(game).meld(melded)
    assert cities_in_hand(game) == drawn
    check(game)


def test_a_new_color_by_an_effect_draws_no_city() -> None:
    game = cities(seat(board=["Experimentation"]), seat(), top={5: ["Coal"]})
    Script(game).dogma("Experimentation")
    assert names(game.players[0].piles[RED]) == ["Coal"]
    assert cities_in_hand(game) == []


@pytest.mark.parametrize(
    ("splays", "answer", "drawn"), [({}, RED, 1), ({RED: RIGHT}, RED, 1), ({RED: LEFT}, None, 0), ({}, None, 0)]
)
def test_a_splay_in_a_new_direction_draws_a_city(
    splays: dict[Color, Direction], answer: Color | None, drawn: int
) -> None:
    game = cities(seat(board=["Oars", "Engineering"], splays=splays), seat())
    Script(game, *([] if splays.get(RED) == LEFT else [answer])).dogma("Engineering")
    assert len(cities_in_hand(game)) == drawn


def test_without_cities_of_an_age_a_base_card_is_drawn_and_without_base_cards_the_next_age() -> None:
    me = seat(board=["Tools"], hand=["Oars"])
    game = cities(me, seat(), decks={1: ["Pottery"]})
    Script(game).meld("Oars")
    assert names(game.players[0].hand) == ["Pottery"]
    game = cities(me, seat(), decks={2: ["Calendar"]})
    for age, name in ((1, "Yin"), (2, "Sparta")):
        game.decks[back_of(CardSet.CITIES, age)] = [card(name)]
        game.place[card(name)] = game.place[card("Calendar")]
    Script(game).meld("Oars")
    assert names(game.players[0].hand) == ["Sparta"]


def test_a_search_takes_cards_with_the_icon_and_stops_at_an_empty_pile() -> None:
    """Jakarta (3) looks for leaves among three cards of value 3; only two are left, and age 4 is not touched."""
    game = cities(
        seat(board=["Agriculture"], hand=["Jakarta"]), seat(), decks={3: ["Compass", "Optics"], 4: ["Anatomy"]}
    )
    Script(game).meld("Jakarta")
    assert names(game.players[0].hand) == ["Compass"]
    assert names(game.decks[3]) == ["Optics"]
    assert names(game.decks[4]) == ["Anatomy"]


def test_a_search_in_an_empty_pile_finds_nothing() -> None:
    game = cities(seat(board=["Agriculture"], hand=["Jakarta"]), seat(), decks={4: ["Anatomy"]})
    Script(game).meld("Jakarta")
    assert game.players[0].hand == []


def test_a_plus_draws_one_higher_twice_for_two() -> None:
    game = cities(seat(board=["Writing"], hand=["Frankfurt"]), seat(), top={5: ["Coal", "Physics"]})
    Script(game).meld("Frankfurt")
    assert names(game.players[0].hand) == ["Coal", "Physics"]


def test_an_arrow_splays_its_color_only_in_a_meld_action() -> None:
    game = cities(seat(board=["Oars"], hand=["Delhi"]), seat())
    Script(game).meld("Delhi")
    assert game.players[0].splays[RED] == LEFT
    assert len(cities_in_hand(game)) == 1
    game = cities(seat(board=["Oars", "Tools", "Domestication"], hand=["Delhi"]), seat())
    game.meld(game.players[0], card("Delhi"))
    assert not any(game.players[0].splays)


@pytest.mark.parametrize(
    ("city", "below", "splay", "achievement"),
    [
        ("Delhi", ["Oars", "Archery"], LEFT, LEGEND),
        ("Tehran", ["Oars", "Archery"], RIGHT, REPUTE),
    ],
)
def test_an_arrow_city_on_a_pile_splayed_its_way(
    city: str, below: list[str], splay: Direction, achievement: int
) -> None:
    """The color must be splayed so beforehand; the arrow's own splay comes too late. Any meld will do."""
    for before, claimed in ((splay, True), (Direction.NONE, False), (UP, False)):
        game = cities(seat(board=below, splays={RED: before}), seat())
        game.meld(game.players[0], card(city))
        assert (achievement in game.players[0].achievements) is claimed
    game = cities(seat(board=below, hand=[city]), seat())
    Script(game).meld(city)
    assert game.players[0].splays[RED] == splay
    assert achievement not in game.players[0].achievements


def test_fame_for_an_up_arrow() -> None:
    table_of = cities(seat(), seat()).table
    city = next(number for number, icons in enumerate(table_of.specials) if "up" in icons)
    color = Color(table_of.color[city])
    below = [found.name for found in table_of.cards.values() if found.set == CardSet.BASE and found.color == color][:2]
    game = cities(seat(board=below, splays={color: UP}), seat())
    game.meld(game.players[0], city)
    assert FAME in game.players[0].achievements


@pytest.mark.parametrize(("icon", "achievement"), [("flag", GLORY), ("fountain", VICTORY)])
def test_tucking_a_flag_or_fountain(icon: str, achievement: int) -> None:
    game = cities(seat(board=["Tools"]), seat())
    city = next(number for number, icons in enumerate(game.table.specials) if icon in icons)
    game.tuck(game.players[1], city)
    assert achievement in game.players[1].achievements
    check(game)


@pytest.mark.parametrize(
    ("mine", "theirs", "counts"),
    [
        (["Zurich"], [], True),
        (["Zurich"], ["Oars"], True),
        # An unsplayed pile shows one card, however high it is.
        (["Zurich"], ["Oars", "Archery"], True),
    ],
)
def test_a_flag_counts_while_no_opponent_shows_more_of_its_color(
    mine: list[str], theirs: list[str], counts: bool
) -> None:
    game = cities(seat(board=mine), seat(board=theirs))
    assert (game.achievements_of(game.players[0]) == 1) is counts
    if len(theirs) > 1:
        game.splay(game.players[1], RED, LEFT)
        assert game.achievements_of(game.players[0]) == 0
        game.unsplay(game.players[1], RED)
        assert game.achievements_of(game.players[0]) == 1
    game.meld(game.players[0], card("Metalworking"))
    assert game.achievements_of(game.players[0]) == 0


def test_tied_flags_count_for_both_and_team_mates_never_beat_a_flag() -> None:
    game = cities(seat(board=["Zurich"]), seat(board=["Algiers"]))
    assert [game.achievements_of(player) for player in game.players] == [1, 1]
    splayed = seat(board=["Oars", "Archery"], splays={RED: LEFT})
    game = cities(seat(board=["Zurich"]), seat(), splayed, seat(), teams=(0, 1, 0, 1))
    assert [entry for entry in game.players[0].achievements if entry >= FLAGS]
    game = cities(seat(board=["Zurich"]), splayed, seat(), seat(), teams=(0, 1, 0, 1))
    assert game.achievements_of(game.players[0]) == 0


# --- Endorse ------------------------------------------------------------------------------------------------------


def _endorsable(game: Game) -> list[str]:
    found = [action.card for action in legal_actions(game, game.players[0]) if action.kind is ActionKind.ENDORSE]
    return names([number for number in found if number is not None])


@pytest.mark.parametrize(
    ("board", "hand", "endorsable"),
    [
        (["Pottery", "Jakarta"], ["Paper"], ["Pottery", "Jakarta"]),
        (["Pottery", "Jakarta"], ["Anatomy"], []),
        (["Pottery", "Jakarta"], [], []),
        (["Oars", "Jakarta"], ["Paper"], ["Jakarta"]),
        # A covered city is of no use.
        (["Pottery", "Jakarta", "Masonry"], ["Paper"], []),
    ],
)
def test_what_can_be_endorsed(board: list[str], hand: list[str], endorsable: list[str]) -> None:
    """A top city with the featured icon, and a card of no higher value to tuck."""
    assert _endorsable(cities(seat(board=board, hand=hand), seat())) == endorsable


def test_endorsing_once_a_turn_demands_twice_around_and_doubles_for_the_player_alone() -> None:
    """Demands A B A B; each sharer once, the player twice, effect by effect."""
    board = ["Mapmaking", "Damascus", "Enterprise"]
    game = cities(
        seat(board=board, hand=["Paper", "Oars", "Tools"]),
        seat(),
        seat(board=["Code of Laws"]),
        seat(board=["Translation", "Optics", "Navigation", "Canal Building"]),
    )
    started: list[tuple[str, int, int]] = []
    game.sink = lambda event: (
        started.append((event.kind, event.number, event.player)) if isinstance(event, EffectStarted) else None
    )
    Script(game, "Oars").endorse("Mapmaking")
    assert started == [
        ("demand", 1, 1),
        ("demand", 1, 2),
        ("demand", 1, 1),
        ("demand", 1, 2),
        ("dogma", 1, 3),
        ("dogma", 1, 0),
        ("dogma", 1, 0),
    ]
    assert names(game.players[0].piles[RED]) == ["Oars"]
    assert _endorsable(game) == []


def test_an_endorsed_non_demand_effect_runs_twice() -> None:
    game = cities(
        seat(board=["Writing", "Babylon"], hand=["Oars"]), seat(), top={2: ["Mathematics", "Calendar", "Currency"]}
    )
    Script(game).take(Action(ActionKind.ENDORSE, card("Writing")))
    assert names(game.players[0].hand) == ["Mathematics", "Calendar"]


@pytest.mark.parametrize(("platform_is_bga", "scored"), [(False, 2), (True, 2)])
def test_democracy_endorsed_and_passed_the_second_time(platform_is_bga: bool, scored: int) -> None:
    """Who is ahead so far scores again, also by passing."""
    from innolog.engine.ruleset import Platform

    game = cities(
        seat(board=["Democracy", "Edinburgh"], hand=["Oars", "Tools", "Sailing"]),
        seat(),
        platform=Platform.BGA if platform_is_bga else Platform.TABLE,
    )
    Script(game, "Oars", "Tools", None, None).endorse("Democracy")
    assert len(game.players[0].score_pile) == scored
