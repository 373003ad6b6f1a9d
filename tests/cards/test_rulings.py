"""Rulings that no other test names a card for: what is printed, and what the site's code does."""

from __future__ import annotations

from typing import Any

import pytest

from innolog.cards.facts import CardSet, back_of
from innolog.engine.actions import Action, ActionKind
from innolog.engine.events import Event, SharingBonus, Transfer
from innolog.engine.game import Game
from innolog.engine.position import Seat
from innolog.engine.ruleset import Edition, Platform
from innolog.engine.zones import Keyword, Zone
from tests.table import Script, card, cards, names, seat, table

TABLE, BGA, NEWER = Platform.TABLE, Platform.BGA, Platform.BGA_2024
ECHOES = frozenset({CardSet.BASE, CardSet.ECHOES})
ARTIFACTS = frozenset({CardSet.BASE, CardSet.ARTIFACTS})


def played(name: str, *seats: Seat, answers: tuple[Any, ...] = (), **options: Any) -> tuple[Game, list[Event]]:
    """Activate a top card of player 0: the game afterwards, and what happened."""
    game = table(*seats, **options)
    events: list[Event] = []
    game.sink = events.append
    Script(game, *answers).dogma(name)
    return game, events


def keywords(events: list[Event], name: str) -> list[Keyword]:
    """The keywords with which a card moved."""
    return [event.keyword for event in events if isinstance(event, Transfer) and event.card == card(name)]


@pytest.mark.parametrize(("platform", "keyword"), [(TABLE, Keyword.MELD), (BGA, Keyword.TRANSFER)])
def test_hunt_lenox_globe_melds_as_printed(platform: Platform, keyword: Keyword) -> None:
    me = seat(board=["Hunt-Lenox Globe"], hand=["Tools"])
    game, events = played("Hunt-Lenox Globe", me, seat(), sets=ARTIFACTS, platform=platform)
    assert keywords(events, "Tools") == [keyword]
    assert names(game.players[0].tops()) == ["Tools", "Hunt-Lenox Globe"]


@pytest.mark.parametrize(("platform", "ages"), [(TABLE, [1, 1]), (BGA, [1, 2])])
def test_the_wealth_of_nations_counts_visible_bonuses_on_the_site(platform: Platform, ages: list[int]) -> None:
    """With a bonus of 5, there are 6 points, and two times 5 are begun."""
    me = seat(board=["The Wealth of Nations", "Pressure Cooker"])
    game, _ = played("The Wealth of Nations", me, seat(), sets=ARTIFACTS | ECHOES, platform=platform)
    assert [game.age[scored] for scored in game.players[0].score_pile] == ages


@pytest.mark.parametrize(("platform", "drawn"), [(TABLE, 2), (NEWER, 0)])
def test_the_victim_of_oars_draws_after_each_card_as_printed(platform: Platform, drawn: int) -> None:
    game, _ = played(
        "Oars",
        seat(board=["Oars"]),
        seat(hand=["Sailing", "Code of Laws"]),
        answers=("Sailing",),
        top={1: ["Archery"]},
        sets=ECHOES,
        platform=platform,
    )
    assert len(game.players[1].hand) == drawn
    assert sorted(names(game.players[0].score_pile)) == ["Code of Laws", "Sailing"]


@pytest.mark.parametrize(("platform", "zone"), [(TABLE, Zone.REVEALED), (NEWER, Zone.HAND)])
def test_alchemy_reveals_what_it_draws_as_printed(platform: Platform, zone: Zone) -> None:
    me = seat(board=["Archery", "Alchemy"])
    game, events = played("Alchemy", me, seat(), top={4: ["Perspective"]}, platform=platform)
    drawn = next(event for event in events if isinstance(event, Transfer))
    assert (drawn.card, drawn.to_zone) == (card("Perspective"), zone)
    assert names(game.players[0].tops()) == ["Alchemy", "Archery", "Perspective"]


@pytest.mark.parametrize(
    ("platform", "answers", "hand"), [(TABLE, (None,), ["Oars"]), (TABLE, ("Oars",), []), (NEWER, (), [])]
)
def test_reformation_can_be_declined_as_printed(platform: Platform, answers: tuple[Any, ...], hand: list[str]) -> None:
    game, _ = played(
        "Reformation", seat(board=["Reformation"], hand=["Oars"]), seat(), answers=answers, platform=platform
    )
    assert names(game.players[0].hand) == hand


@pytest.mark.parametrize(("platform", "second"), [(TABLE, []), (NEWER, ["Encyclopedia"])])
def test_industrialization_counts_before_it_tucks_as_printed(platform: Platform, second: list[str]) -> None:
    """The card tucked for red adds a factory to green."""
    top = {6: ["Metric System", "Encyclopedia"]}
    game, _ = played("Industrialization", seat(board=["Industrialization"]), seat(), top=top, platform=platform)
    assert set(names(game.players[0].tops())) == {"Industrialization", "Metric System", *second}


@pytest.mark.parametrize(("platform", "returned_first"), [(TABLE, True), (NEWER, False)])
def test_an_artifact_on_display_is_returned_before_the_sharing_bonus_as_printed(
    platform: Platform, returned_first: bool
) -> None:
    me = Seat(display=cards("Necronomicon"))
    top = {3: ["Medicine", "Machinery"]}
    game = table(me, seat(board=["Agriculture"]), top=top, sets=ARTIFACTS, platform=platform)
    events: list[Event] = []
    game.sink = events.append
    game.free_action = True
    Script(game).take(Action(ActionKind.DISPLAY_DOGMA, card("Necronomicon")))
    bonus = next(number for number, event in enumerate(events) if isinstance(event, SharingBonus))
    assert (keywords(events[:bonus], "Necronomicon") == [Keyword.RETURN]) == returned_first
    assert (keywords(events[bonus:], "Necronomicon") == [Keyword.RETURN]) != returned_first


@pytest.mark.parametrize(("platform", "forecast"), [(TABLE, []), (NEWER, ["Bangle"])])
def test_ruler_does_nothing_as_printed(platform: Platform, forecast: list[str]) -> None:
    game = table(seat(board=["Ruler"]), seat(), sets=ECHOES, platform=platform)
    pile = game.decks[back_of(CardSet.ECHOES, 1)]
    for name in ("Dice", "Bangle"):
        pile.remove(card(name))
        pile.append(card(name))
    Script(game, *forecast).dogma("Ruler")
    assert names(game.players[0].forecast) == forecast
    assert (pile[0] == card("Dice")) == bool(forecast)


@pytest.mark.parametrize(("platform", "keeps"), [(TABLE, False), (NEWER, True)])
def test_necronomicon_returns_a_yellow_card_from_the_revealed_ones_as_printed(platform: Platform, keeps: bool) -> None:
    me = seat(board=["Necronomicon"], hand=["Oars"])
    game, events = played(
        "Necronomicon",
        me,
        seat(),
        answers=({"Oars", "Medicine"},),
        top={3: ["Medicine"]},
        sets=ARTIFACTS,
        platform=platform,
    )
    assert (Keyword.KEEP in keywords(events, "Medicine")) == keeps
    assert game.players[0].hand == []


@pytest.mark.parametrize(("platform", "keyword"), [(TABLE, Keyword.MELD), (NEWER, Keyword.TRANSFER)])
def test_road_building_melds_the_green_card_as_printed(platform: Platform, keyword: Keyword) -> None:
    """Fourth edition."""
    game, events = played(
        "Road Building",
        seat(board=["Road Building"], hand=["Oars", "Tools"]),
        seat(board=["Sailing"]),
        answers=("Oars", "Tools", 1),
        edition=Edition.FOURTH,
        platform=platform,
    )
    assert keywords(events, "Sailing") == [keyword]
    assert names(game.players[1].tops()) == ["Oars"]


@pytest.mark.parametrize(("platform", "may"), [(TABLE, False), (NEWER, True)])
@pytest.mark.parametrize("name", ["Ecology", "Suburbia"])
def test_junking_a_deck_can_be_passed_on_the_site(name: str, platform: Platform, may: bool) -> None:
    """Fourth edition: at the table it is a question of yes or no."""
    game = table(seat(board=[name]), seat(), edition=Edition.FOURTH, platform=platform)
    script = Script(game, None if may else False)
    script.dogma(name)
    assert script.asked[-1].may == may
