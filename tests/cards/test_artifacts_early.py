"""Artifacts of History: digging, the display, compels and relics, and the cards of ages 1 to 5 that are misread."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from innolog.cards.facts import CardSet, Color, Direction, back_of
from innolog.engine.actions import Action, ActionKind, legal_actions, take_action
from innolog.engine.game import Game, GameOver
from innolog.engine.position import Seat
from innolog.engine.ruleset import Platform
from innolog.engine.zones import NOBODY, Zone
from tests.table import Script, card, cards, names, seat, table

BLUE, RED, GREEN, YELLOW, PURPLE = Color
SETS = frozenset({CardSet.BASE, CardSet.ARTIFACTS})


def artifacts(*seats: Seat, on_top: tuple[str, ...] = (), **options: Any) -> Game:
    """A table with Artifacts; ``on_top`` are the Artifacts that are dug next, one an age."""
    game = table(*seats, sets=options.pop("sets", SETS), **options)
    for name in on_top:
        pile = game.decks[game.back[card(name)]]
        pile.append(pile.pop(pile.index(card(name))))
    return game


def display_dogma(game: Game, name: str, *answers: Any) -> None:
    """Let player 0 put an Artifact on display to use with the free action."""
    game.free_action = True
    Script(game, Action(ActionKind.DISPLAY_DOGMA, card(name)), *answers)
    take_action(game)


def showing(place: Seat, name: str) -> Seat:
    """The seat with an Artifact on display."""
    return replace(place, display=cards(name))


@pytest.mark.parametrize(
    ("below", "melded", "dug"),
    [
        ("Archery", "Metalworking", "Dancing Girl"),  # an equal value
        ("Construction", "Oars", "Rosetta Stone"),  # a lower one
        ("Metalworking", "Road Building", "Dancing Girl"),  # the image in the same corner
        ("Archery", "Construction", None),  # higher, and the image elsewhere
    ],
)
def test_a_dig_is_for_a_card_no_higher_or_with_its_image_in_the_same_place(
    below: str, melded: str, dug: str | None
) -> None:
    game = artifacts(seat(board=[below], hand=[melded]), seat(), on_top=("Dancing Girl", "Rosetta Stone"))
    Script(game).meld(melded)
    assert names(game.players[0].display) == ([dug] if dug else [])


def test_a_dig_skips_ages_without_base_cards_and_finds_nothing_where_the_artifacts_are_gone() -> None:
    game = artifacts(seat(board=["Archery"], hand=["Metalworking", "Oars"]), seat(), on_top=("Rosetta Stone",))
    game.decks[back_of(CardSet.BASE, 1)].clear()
    Script(game).meld("Metalworking")
    assert names(game.players[0].display) == ["Rosetta Stone"]
    game.return_(game.players[0].display[0])
    game.decks[back_of(CardSet.ARTIFACTS, 2)].clear()
    Script(game).meld("Oars")
    assert game.players[0].display == []


def test_a_dig_is_ignored_with_an_artifact_on_display_unless_that_was_the_card_melded() -> None:
    game = artifacts(showing(seat(board=["Archery"], hand=["Oars"]), "Holmegaard Bows"), seat())
    Script(game).meld("Oars")
    assert names(game.players[0].display) == ["Holmegaard Bows"]
    game = artifacts(showing(seat(board=["Archery"]), "Holmegaard Bows"), seat(), on_top=("Dancing Girl",))
    Script(game).meld("Holmegaard Bows")
    assert names(game.players[0].tops()) == ["Holmegaard Bows"]
    assert names(game.players[0].display) == ["Dancing Girl"]


def with_relics(*relics: str) -> Game:
    """A table on which player 0 digs Excalibur (a 3) by melding Road Building, with relics beside the supply piles."""
    game = artifacts(seat(board=["Engineering"], hand=["Road Building"]), seat(), on_top=("Excalibur",))
    game.relics.extend(cards(*relics))
    game.place.update((relic, (NOBODY, Zone.RELICS)) for relic in cards(*relics))
    return game


def test_a_relic_of_a_set_that_is_not_in_play_can_only_become_an_achievement() -> None:
    game = with_relics("Timbuktu", "Complex Numbers")
    script = Script(game, Zone.ACHIEVEMENTS)
    script.take(Action(ActionKind.MELD, card("Road Building")))
    assert script.asked[-1].options == [Zone.ACHIEVEMENTS]
    assert names(game.players[0].achievements) == ["Timbuktu"]
    assert names(game.relics) == ["Complex Numbers"]


def test_a_relic_can_be_seized_from_any_achievements_and_goes_back_beside_its_pile() -> None:
    game = with_relics("Timbuktu")
    game.seize(game.players[1], card("Timbuktu"), Zone.ACHIEVEMENTS)
    script = Script(game, Zone.ACHIEVEMENTS)
    script.take(Action(ActionKind.MELD, card("Road Building")))
    assert names(game.players[0].achievements) == ["Timbuktu"]
    assert game.players[1].achievements == []
    game.return_(card("Timbuktu"))
    assert names(game.relics) == ["Timbuktu"]


def test_the_displayed_card_counts_for_its_free_dogma_alone() -> None:
    """Two castles on each board would be enough to be compelled; Excalibur's own two save the opponent."""
    mine, yours = seat(board=["Oars"]), seat(board=["Domestication"])
    game = artifacts(showing(mine, "Excalibur"), yours)
    display_dogma(game, "Excalibur")
    assert names(game.players[1].tops()) == ["Domestication"]
    assert game.decks[back_of(CardSet.ARTIFACTS, 3)][0] == card("Excalibur")
    assert game.action == 0, "the free action is none of the turn's actions"


def test_dancing_girl_wins_for_the_board_it_started_on() -> None:
    game = artifacts(
        seat(board=["Dancing Girl"]), seat(board=["Tools", "Paper"]), seat(board=["Writing", "Perspective"])
    )
    with pytest.raises(GameOver) as end:
        Script(game).dogma("Dancing Girl")
    assert end.value.winners == (0,)


def test_dancing_girl_on_display_wins_nothing_and_is_returned_from_the_board_it_went_to() -> None:
    game = artifacts(showing(seat(), "Dancing Girl"), seat(board=["Tools", "Paper"]))
    display_dogma(game, "Dancing Girl")
    assert game.players[1].piles[YELLOW] == []
    assert game.decks[back_of(CardSet.ARTIFACTS, 1)][0] == card("Dancing Girl")


@pytest.mark.parametrize("platform", [Platform.TABLE, Platform.BGA])
def test_battleship_yamato_is_an_eleven_on_the_board_and_can_be_activated_at_a_table(platform: Platform) -> None:
    """Print lets a player choose any top card; the site asks for a featured icon. An endorsement needs one anywhere."""
    sets = SETS | {CardSet.CITIES}
    game = artifacts(
        seat(hand=["Battleship Yamato", "Oars"], board=["Jerusalem"]), seat(), platform=platform, sets=sets
    )
    assert game.value(card("Battleship Yamato")) == 8
    game.meld(game.players[0], card("Battleship Yamato"))
    assert game.players[0].highest_top() == 11
    able = [action.kind for action in legal_actions(game, game.players[0]) if action.card == card("Battleship Yamato")]
    assert able == [ActionKind.DOGMA] * (platform is Platform.TABLE)
    with pytest.raises(GameOver, match="score"):
        Script(game).take(Action(ActionKind.DRAW))


@pytest.mark.parametrize(("platform", "scored"), [(Platform.TABLE, 1), (Platform.BGA, 0)])
def test_qingming_scores_at_the_table_and_only_moves_on_bga(platform: Platform, scored: int) -> None:
    game = artifacts(
        seat(board=["Along the River during the Qingming Festival"]),
        seat(),
        top={4: ["Printing Press", "Enterprise"]},
        platform=platform,
    )
    Script(game).dogma("Along the River during the Qingming Festival")
    me = game.players[0]
    assert (names(me.hand), names(me.score_pile), me.scored) == (["Printing Press"], ["Enterprise"], scored)


@pytest.mark.parametrize(("platform", "drawn"), [(Platform.TABLE, 2), (Platform.BGA, 0)])
def test_gujin_covered_works_at_the_table_and_not_on_bga(platform: Platform, drawn: int) -> None:
    """Activated from below, as by a card that executes it; The Wheel of the other board draws two 1s."""
    game = artifacts(
        seat(board=["Gujin Tushu Jinsheng", "Statistics", "Archery"]), seat(board=["The Wheel"]), platform=platform
    )
    Script(game)
    game.icon_counts = (0, 0)
    game.execute_as_if(game.players[0], card("Gujin Tushu Jinsheng"))
    assert len(game.players[0].hand) == drawn


def test_an_effect_as_if_on_another_card_keeps_the_icons_of_the_action() -> None:
    """Archery as if on Gujin goes by lightbulbs, of which player 0 has more; of castles player 1 has more."""
    mine = seat(board=["Gujin Tushu Jinsheng", "Writing"])
    yours = seat(board=["Archery", "Translation"], hand=["Tools"])
    game = artifacts(mine, yours, top={1: ["Sailing"]})
    Script(game, "Archery", "Tools").dogma("Gujin Tushu Jinsheng")
    assert names(game.players[0].hand) == ["Tools"]


@pytest.mark.parametrize(("platform", "values"), [(Platform.TABLE, [1, 2]), (Platform.BGA, [2])])
def test_nested_execution_takes_along_the_visible_echo_effects_of_the_color(
    platform: Platform, values: list[int]
) -> None:
    """Deluxe rulebook, "Echo effects": Chopsticks under Fermenting draws a 1 before Fermenting draws its 2."""
    mine = seat(board=["Chopsticks", "Fermenting"], splays={YELLOW: Direction.UP})
    game = artifacts(mine, seat(), sets=SETS | {CardSet.ECHOES}, platform=platform)
    game.execute_non_demand(game.players[0], card("Fermenting"))
    assert [game.value(drawn) for drawn in game.players[0].hand] == values


def test_treaty_of_kadesh_takes_compels_for_demands() -> None:
    """Compel effects are demand effects for all purposes (Deluxe rulebook, "Compel effects")."""
    game = artifacts(seat(board=["Treaty of Kadesh", "Oars"]), seat(board=["Excalibur", "Domestication", "Sailing"]))
    Script(game).dogma("Treaty of Kadesh")
    assert names(game.players[1].tops()) == ["Sailing", "Domestication"]
    assert names(game.players[0].score_pile) == ["Oars"]


def test_harpsichord_scores_for_values_that_one_top_card_has_alone_lowest_first() -> None:
    mine = seat(board=["Abell Gallery Harpsichord", "Oars", "Agriculture", "Paper"])
    game = artifacts(mine, seat(), top={4: ["Anatomy"], 3: ["Optics"]})
    Script(game).dogma("Abell Gallery Harpsichord")
    assert names(game.players[0].score_pile) == ["Optics", "Anatomy"]


def test_bill_of_rights_counts_visible_cards_and_moves_the_pile_as_it_lies() -> None:
    mine = seat(board=["Bill of Rights"])
    yours = seat(
        board=["Oars", "Engineering", "Writing", "Tools", "Paper"],
        splays={BLUE: Direction.LEFT},
    )
    game = artifacts(mine, yours)
    Script(game, int(BLUE)).dogma("Bill of Rights")
    assert names(game.players[0].piles[BLUE]) == ["Writing", "Tools"]
    assert names(game.players[1].piles[BLUE]) == []
