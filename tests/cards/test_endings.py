"""Cards that end the game, special achievements in the middle of effects, Fission, and nested execution."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from innolog.cards.facts import Color, Direction, Icon
from innolog.engine.achievements import EMPIRE, MONUMENT, UNIVERSE, WONDER, WORLD
from innolog.engine.actions import legal_actions
from innolog.engine.events import EffectStarted, NestedStarted, SharingBonus, Transfer, Wiped
from innolog.engine.game import Game, GameOver
from innolog.engine.ruleset import Edition, Platform
from tests.invariants import check
from tests.table import Script, card, names, seat, table

BLUE, RED, GREEN, YELLOW, PURPLE = Color
LEFT, RIGHT, UP = Direction.LEFT, Direction.RIGHT, Direction.UP

TEAMS = (0, 1, 0, 1)


# --- victory by a card --------------------------------------------------------------------------------------------


def _globalization(*scores: list[str], **options: Any) -> Game:
    seats = [seat(board=["Globalization"], score=scores[0]), *(seat(score=score) for score in scores[1:])]
    return table(*seats, top={6: ["Canning"]}, **options)


def _self_service(mine: list[str], *theirs: list[str], **options: Any) -> Game:
    return table(
        seat(board=["Self Service"], achievements=mine), *(seat(achievements=held) for held in theirs), **options
    )


def _ai(*scores: list[str], **options: Any) -> Game:
    seats = [seat(score=score) for score in scores[1:]]
    board = seat(board=["A.I.", "Robotics", "Software"], score=scores[0])
    return table(board, *seats, top={10: ["Databases"]}, **options)


def _bioengineering(*boards: list[str], **options: Any) -> Game:
    seats = [seat(board=["Bioengineering", *boards[0]]), *(seat(board=board) for board in boards[1:])]
    return table(*seats, **options)


def _empiricism(*more: str) -> Game:
    return table(seat(board=["Empiricism", *more], splays={BLUE: UP}), seat(), top={9: ["Services"]})


#: With Empiricism, exactly twenty lightbulbs are visible.
_LIT = ["Tools", "Writing", "Experimentation", "Atomic Theory", "Evolution", "Genetics", "Classification"]


@pytest.mark.parametrize(
    ("make", "card_name", "answers", "winners"),
    [
        # The 6 just scored counts.
        (lambda: _globalization(["Tools"], ["Atomic Theory"]), "Globalization", [], (0,)),
        (lambda: _globalization([], ["Software"]), "Globalization", [], (1,)),
        (lambda: _globalization([], ["Atomic Theory"]), "Globalization", [], None),
        (lambda: _globalization([], ["Tools"], ["Genetics"], [], teams=TEAMS), "Globalization", [], (0, 2)),
        (lambda: _globalization([], ["Emancipation"], [], ["Tools"], teams=TEAMS), "Globalization", [], None),
        (lambda: _self_service(["Tools"], []), "Self Service", [], (0,)),
        (lambda: _self_service(["Tools"], ["Oars"]), "Self Service", [], None),
        (lambda: _self_service([], []), "Self Service", [], None),
        (lambda: _self_service(["Tools"], [], ["Oars"], []), "Self Service", [], None),
        (lambda: _self_service(["Tools"], [], ["Oars"], [], teams=TEAMS), "Self Service", [], (0, 2)),
        (lambda: _self_service(["Tools"], ["Oars"], [], ["Paper"], teams=TEAMS), "Self Service", [], None),
        # The lowest score wins; the player of A.I. has just scored a 10.
        (lambda: _ai([], ["Tools"]), "A.I.", [], (1,)),
        (lambda: _ai([], ["Bioengineering"]), "A.I.", [], None),
        (lambda: _ai([], ["Tools"], ["Writing"]), "A.I.", [], None),
        (lambda: _ai([], ["Calendar"], ["Tools"], ["Gunpowder"], teams=TEAMS), "A.I.", [], (0, 2)),
        # Somebody has fewer than three leaves, and the most belong to one player, whoever it is.
        (lambda: _bioengineering(["Fermenting"], ["Agriculture", "Clothing"]), "Bioengineering", ["Clothing"], (1,)),
        (lambda: _bioengineering([], []), "Bioengineering", [], None),
        (lambda: _bioengineering(["Stem Cells"], []), "Bioengineering", [], (0,)),
        (lambda: _bioengineering(["Stem Cells"], [], [], [], teams=TEAMS), "Bioengineering", [], (0, 2)),
        (lambda: _empiricism(*_LIT), "Empiricism", [(BLUE, RED)], (0,)),
        (lambda: _empiricism(*_LIT[1:]), "Empiricism", [(BLUE, RED)], None),
    ],
)
def test_victory_by_a_card(
    make: Callable[[], Game], card_name: str, answers: list[Any], winners: tuple[int, ...] | None
) -> None:
    """A tie means that nothing happens; team-mates win together."""
    game = make()
    if winners is None:
        Script(game, *answers).dogma(card_name)
        check(game)
        return
    with pytest.raises(GameOver) as end:
        Script(game, *answers).dogma(card_name)
    assert (end.value.how, tuple(sorted(end.value.winners))) == ("dogma", winners)


@pytest.mark.parametrize(
    ("edition", "platform", "winners"),
    [
        (Edition.THIRD, Platform.TABLE, (1, 3)),
        (Edition.THIRD, Platform.BGA, (1, 3)),
        (Edition.THIRD, Platform.BGA_2024, (1, 3)),
        (Edition.FOURTH, Platform.TABLE, (1, 3)),
        (Edition.FOURTH, Platform.BGA_2024, (0, 2)),
    ],
)
def test_who_has_the_most_points_in_a_team_game(edition: Edition, platform: Platform, winners: tuple[int, ...]) -> None:
    """8, 10, 8 and 0 points: one player wins for the team, unless the points of a team are added up."""
    mine = ["Quantum Theory"] if edition is Edition.FOURTH else ["Calendar"]
    game = table(
        seat(board=["Globalization"], score=mine),
        seat(score=["Databases"]),
        seat(score=["Rocketry"]),
        seat(),
        top={6: ["Canning"], 11: ["Astrogeology"]} if edition is Edition.FOURTH else {6: ["Canning"]},
        teams=TEAMS,
        edition=edition,
        platform=platform,
    )
    with pytest.raises(GameOver) as end:
        Script(game).dogma("Globalization")
    assert (end.value.how, tuple(sorted(end.value.winners))) == ("dogma", winners)


def test_a_sharing_opponent_can_win_first() -> None:
    """Collaboration's second effect is shared, and the sharer comes before the player."""
    green = ["Clothing", "Sailing", "The Wheel", "Currency", "Mapmaking", "Compass", "Paper", "Invention", "Navigation"]
    theirs = seat(board=[*green, "Self Service"])
    game = table(seat(board=["Collaboration"]), theirs)
    with pytest.raises(GameOver) as end:
        Script(game).dogma("Collaboration")
    assert end.value.winners == (1,)


def test_ten_green_cards_win_splayed_or_not_and_nine_do_not() -> None:
    green = ["Clothing", "Sailing", "The Wheel", "Currency", "Mapmaking", "Compass", "Paper", "Invention"]
    Script(table(seat(board=[*green, "Collaboration"]), seat(board=["Optics"]))).dogma("Collaboration")
    with pytest.raises(GameOver) as end:
        Script(table(seat(board=["Banking", *green, "Collaboration"]), seat(board=["Optics"]))).dogma("Collaboration")
    assert end.value.winners == (0,)


@pytest.mark.parametrize(
    ("board", "card_name", "answers", "hand"),
    [
        (["Agriculture"], "Agriculture", ["Software"], ["Software"]),
        (["Mathematics"], "Mathematics", ["Software"], ["Software"]),
    ],
)
def test_a_draw_above_ten_ends_the_game_at_once(
    board: list[str], card_name: str, answers: list[str], hand: list[str]
) -> None:
    """Returning a 10 asks for an 11, even if that was a free decision."""
    game = table(seat(board=board, hand=hand), seat(score=["Tools"]))
    with pytest.raises(GameOver) as end:
        Script(game, *answers).dogma(card_name)
    assert (end.value.how, end.value.winners, end.value.by) == ("score", (1,), 0)


def test_the_first_draw_that_fails_ends_the_game_in_the_middle_of_an_effect() -> None:
    """The last 10 goes to the sharer; the player's own draw ends the game before the score changes."""
    game = table(seat(board=["Software"]), seat(board=["Databases"], score=["Tools"]), decks={10: ["Robotics"]})
    with pytest.raises(GameOver) as end:
        Script(game).dogma("Software")
    assert names(game.players[1].score_pile) == ["Tools", "Robotics"]
    assert (end.value.how, end.value.winners) == ("score", (1,))


# --- special achievements -----------------------------------------------------------------------------------------


def test_monument_comes_in_the_middle_of_an_effect_and_the_effect_goes_on() -> None:
    hand = ["Oars", "Archery", "Pottery", "Writing", "Sailing", "Clothing", "Masonry"]
    game = table(seat(board=["Suburbia"], hand=hand), seat(), available=["Monument"])
    moves: list[str] = []
    game.sink = lambda event: moves.append(game.table.name[event.card]) if isinstance(event, Transfer) else None
    Script(game, *hand).dogma("Suburbia")
    assert moves[:8] == [*hand[:6], "Monument", "Masonry"]
    assert names(game.players[0].achievements) == ["Monument"]
    assert (game.players[0].tucked, game.players[0].scored) == (7, 7)


@pytest.mark.parametrize(("scored", "claimed"), [(4, False), (5, True)])
def test_monument_counts_the_whole_turn(scored: int, claimed: bool) -> None:
    game = table(seat(board=["Machine Tools"], scored=scored), seat())
    Script(game).dogma("Machine Tools")
    assert (MONUMENT in game.players[0].achievements) is claimed


def test_monument_does_not_count_transfers_and_exchanges() -> None:
    hand = ["Oars", "Archery", "Pottery", "Writing", "Sailing", "Clothing", "Masonry"]
    game = table(seat(board=["Bicycle"], hand=hand), seat())
    Script(game, True, *hand[:-1]).dogma("Bicycle")
    assert len(game.players[0].score_pile) == 7
    assert game.players[0].scored == 0
    assert MONUMENT in game.specials


def test_the_counts_of_everybody_start_anew_with_the_turn() -> None:
    game = table(seat(board=["Tools"], tucked=3, scored=2), seat(tucked=5, scored=5))
    script = Script(game)
    for _ in range(2):
        script.take(legal_actions(game, game.players[0])[0])
    assert [(player.tucked, player.scored) for player in game.players] == [(0, 0), (0, 0)]


@pytest.mark.parametrize(
    ("splays", "claimed"),
    [
        ({BLUE: UP, RED: RIGHT, GREEN: UP, YELLOW: RIGHT}, True),
        ({BLUE: LEFT, RED: RIGHT, GREEN: UP, YELLOW: RIGHT}, False),
        ({BLUE: UP, RED: RIGHT, GREEN: UP}, False),
    ],
)
def test_wonder_needs_five_colors_up_or_right(splays: dict[Color, Direction], claimed: bool) -> None:
    board = ["Tools", "Writing", "Oars", "Archery", "Sailing", "Clothing", "Masonry", "Agriculture", "Philosophy"]
    game = table(seat(board=[*board, "Mass Media", "Mysticism"], splays=splays), seat())
    Script(game, PURPLE).dogma("Mass Media")
    assert (WONDER in game.players[0].achievements) is claimed


def test_invention_gives_wonder_for_any_direction() -> None:
    board = ["Tools", "Writing", "Oars", "Archery", "Sailing", "Invention", "Masonry", "Agriculture", "City States"]
    game = table(seat(board=[*board, "Mysticism"], splays=dict.fromkeys(Color, LEFT)), seat(), top={4: ["Anatomy"]})
    Script(game, None).dogma("Invention")
    assert WONDER in game.players[0].achievements


@pytest.mark.parametrize(("melded", "claimed"), [("Domestication", True), ("Fermenting", False)])
def test_translation_asks_for_crowns_on_all_top_cards(melded: str, claimed: bool) -> None:
    """Oars, Sailing and Translation show crowns; the card just melded from the score pile counts."""
    game = table(seat(board=["Oars", "Sailing", "Translation"], score=[melded]), seat())
    Script(game, melded).dogma("Translation")
    assert (WORLD in game.players[0].achievements) is claimed


def test_a_claim_by_a_card_does_nothing_if_the_achievement_is_gone() -> None:
    game = table(seat(board=["Oars", "Sailing", "Translation"]), seat(achievements=["World"]))
    Script(game).dogma("Translation")
    assert names(game.players[0].achievements) == []
    assert names(game.players[1].achievements) == ["World"]


def test_a_sharer_claims_before_the_player() -> None:
    game = table(seat(board=["Oars", "Translation"]), seat(board=["Sailing", "Optics"]))
    Script(game).dogma("Translation")
    assert WORLD in game.players[1].achievements


@pytest.mark.parametrize(("mine", "theirs", "claimed"), [(5, 5, False), (5, 4, True), (4, 0, False)])
def test_empire_for_the_only_one_with_five_top_cards(mine: int, theirs: int, claimed: bool) -> None:
    my_board = ["Construction", "Tools", "Sailing", "Masonry", "Mysticism"][:mine]
    their_board = ["Archery", "Pottery", "Clothing", "Agriculture", "Philosophy"][:theirs]
    game = table(seat(board=my_board), seat(board=their_board))
    Script(game).dogma("Construction")
    assert (EMPIRE in game.players[0].achievements) is claimed


@pytest.mark.parametrize(("platform", "claimed"), [(Platform.TABLE, False), (Platform.BGA, True)])
def test_whether_a_team_mate_with_five_top_cards_spoils_empire(platform: Platform, claimed: bool) -> None:
    """Printed: the only player. Board Game Arena looks at opponents alone."""
    my_board = ["Construction", "Tools", "Sailing", "Masonry", "Mysticism"]
    their_board = ["Coal", "Pottery", "Clothing", "Agriculture", "Philosophy"]
    game = table(seat(board=my_board), seat(), seat(board=their_board), seat(), teams=TEAMS, platform=platform)
    Script(game).dogma("Construction")
    assert (EMPIRE in game.players[0].achievements) is claimed


def test_universe_needs_five_top_cards_of_8_or_more() -> None:
    board = ["Quantum Theory", "Mobility", "Corporations", "Skyscrapers"]
    game = table(seat(board=[*board, "Lighting"], hand=["Socialism"]), seat())
    assert UNIVERSE in game.specials
    Script(game).meld("Socialism")
    assert UNIVERSE in game.players[0].achievements


def test_astronomy_ignores_missing_and_purple_cards() -> None:
    game = table(seat(board=["Astronomy"]), seat(), top={6: ["Canning"]})
    Script(game).dogma("Astronomy")
    assert UNIVERSE in game.players[0].achievements
    game = table(seat(board=["Astronomy", "Coal"]), seat(), top={6: ["Canning"]})
    Script(game).dogma("Astronomy")
    assert UNIVERSE in game.specials


def test_four_castles_melded_claim_monument_and_three_do_not() -> None:
    for hand, claimed in ((["Oars", "Archery", "Mysticism", "Tools"], True), (["Oars", "Archery", "Tools"], False)):
        game = table(seat(board=["Masonry"], hand=[*hand, "Sailing"]), seat())
        Script(game, *hand).dogma("Masonry")
        assert (MONUMENT in game.players[0].achievements) is claimed


def test_fewest_achievements_needed_end_the_game_in_the_middle_of_an_effect() -> None:
    held = ["Tools", "Calendar", "Paper", "Anatomy", "Coal"]
    game = table(seat(board=["Machine Tools"], achievements=held, scored=5), seat(board=["Explosives"]))
    with pytest.raises(GameOver) as end:
        Script(game).dogma("Machine Tools")
    assert (end.value.how, end.value.winners) == ("achievements", (0,))


@pytest.mark.parametrize(
    ("platform", "turn_player", "executing", "first"),
    # The rulebook: clockwise, the current player winning ties. Board Game Arena begins with who executes the effect.
    [
        (Platform.TABLE, 0, 1, 0),
        (Platform.TABLE, 1, 0, 1),
        (Platform.TABLE, 2, 1, 0),
        (Platform.BGA, 0, 1, 1),
        (Platform.BGA, 2, 2, 0),
    ],
)
def test_two_players_qualify_at_once(platform: Platform, turn_player: int, executing: int, first: int) -> None:
    """Players 0 and 1 have both scored six cards when the achievements are looked at."""
    game = table(seat(scored=6), seat(scored=6), seat(), platform=platform)
    game.turn_player, game.current = game.players[turn_player], game.players[executing]
    game.meld(game.players[2], card("Suburbia"))
    assert names(game.players[first].achievements) == ["Monument"]


# --- Fission ------------------------------------------------------------------------------------------------------


def _fission(*tens: str, edition: Edition = Edition.THIRD) -> tuple[Game, list[object]]:
    game = table(
        seat(board=["Fission", "Tools"], hand=["Oars"], score=["Paper"], achievements=["Calendar"]),
        seat(board=["Sailing", "Clothing"], hand=["Archery"], splays={GREEN: LEFT}),
        seat(score=["Optics"]),
        top={10: tens},
        edition=edition,
    )
    events: list[object] = []
    game.sink = events.append
    return game, events


def test_a_red_10_removes_everything_and_ends_the_action() -> None:
    game, events = _fission("Robotics", "Software")
    removed_before = len(game.removed)
    Script(game).dogma("Fission")
    check(game)
    for player in game.players:
        assert not any((player.hand, player.score_pile, player.revealed, *player.piles))
        assert not any(player.splays)
    assert names(game.players[0].achievements) == ["Calendar"]
    assert len(game.removed) - removed_before == 9
    started = [event for event in events if isinstance(event, EffectStarted)]
    assert [(event.kind, event.player) for event in started] == [("demand", 1)]
    assert any(isinstance(event, Wiped) for event in events)
    assert not any(isinstance(event, SharingBonus) for event in events)
    assert game.decks[10][-1] == card("Software")


def test_other_10s_are_kept_and_every_victim_draws() -> None:
    game, _ = _fission("Software", "Databases", "A.I.")
    Script(game, "Tools").dogma("Fission")
    assert names(game.players[1].hand) == ["Archery", "Software"]
    assert names(game.players[2].hand) == ["Databases"]
    assert names(game.players[0].hand) == ["Oars", "A.I."]
    assert game.players[0].top(BLUE) is None


def test_the_first_edition_draws_no_10_after_the_return() -> None:
    game, _ = _fission("Software", "Databases", "A.I.", edition=Edition.FIRST)
    Script(game, "Clothing").dogma("Fission")
    assert names(game.players[0].hand) == ["Oars"]
    assert names(game.players[1].piles[GREEN]) == ["Sailing"]


# --- nested execution and sharing ---------------------------------------------------------------------------------


def test_nested_effects_are_not_shared_and_demand_nothing() -> None:
    """Databases has only a demand; Globalization's demand is left out; opponents with as many icons look on."""
    game = table(
        seat(board=["Computers"]),
        seat(board=["Satellites"], score=["Tools"]),
        top={10: ["Software", "Databases", "Stem Cells", "A.I."]},
    )
    events: list[object] = []
    game.sink = events.append
    Script(game).dogma("Computers")
    nested = [event for event in events if isinstance(event, NestedStarted)]
    assert [(event.player, names([event.card])) for event in nested][:1] == [(1, ["Software"])]
    check(game)


def test_a_card_without_non_demand_effects_does_nothing_when_executed() -> None:
    game = table(seat(board=["Robotics"]), seat(score=["Tools"]), top={10: ["Databases"]})
    Script(game).dogma("Robotics")
    assert names(game.players[1].score_pile) == ["Tools"]


def test_self_service_executes_another_top_card_for_its_player_alone() -> None:
    game = table(
        seat(board=["Self Service", "Writing"]),
        seat(board=["Tools", "Experimentation"], achievements=["Oars"]),
        top={2: ["Calendar"]},
    )
    Script(game).dogma("Self Service")
    assert names(game.players[0].hand) == ["Calendar"]
    assert game.players[1].hand == []


def test_the_sharing_bonus_needs_an_opponent_who_changed_something() -> None:
    """Sharing with a team-mate alone, or without effect, earns no draw."""
    for teams, seats, hand in (
        ((), [seat(board=["Writing"]), seat(board=["Tools"])], ["Calendar", "Oars"]),
        (TEAMS, [seat(board=["Writing"]), seat(), seat(board=["Tools"]), seat()], ["Calendar"]),
    ):
        game = table(*seats, top={1: ["Oars"], 2: ["Mathematics", "Calendar"]}, teams=teams)
        Script(game).dogma("Writing")
        assert sorted(names(game.players[0].hand)) == hand
    game = table(seat(board=["Agriculture"], hand=["Oars"]), seat(board=["Pottery"]))
    Script(game, None).dogma("Agriculture")
    assert names(game.players[0].hand) == ["Oars"]


def test_a_demand_earns_no_sharing_bonus() -> None:
    game = table(seat(board=["Archery"]), seat(hand=["Tools"]), top={1: ["Oars"]})
    Script(game, "Oars").dogma("Archery")
    assert names(game.players[0].hand) == ["Oars"]


def test_demands_spare_team_mates() -> None:
    game = table(seat(board=["Archery"]), seat(), seat(hand=["Tools"]), seat(), teams=TEAMS)
    Script(game).dogma("Archery")
    assert names(game.players[2].hand) == ["Tools"]
    assert len(game.players[0].hand) == 2


@pytest.mark.parametrize(("platform", "moves"), [(Platform.BGA, 2), (Platform.TABLE, 1)])
def test_the_castle_to_score_is_shown_only_on_board_game_arena(platform: Platform, moves: int) -> None:
    game = table(seat(board=["Machinery"], hand=["Oars", "Paper"]), seat(), platform=platform)
    seen: list[int] = []
    game.sink = lambda event: seen.append(event.card) if isinstance(event, Transfer) else None
    Script(game).dogma("Machinery")
    assert seen.count(card("Oars")) == moves


@pytest.mark.parametrize(
    ("edition", "platform", "teams", "expected"),
    [
        (Edition.THIRD, Platform.TABLE, (), False),
        (Edition.THIRD, Platform.TABLE, TEAMS, True),
        (Edition.FOURTH, Platform.TABLE, (), False),
        (Edition.FOURTH, Platform.TABLE, TEAMS, True),
        (Edition.FOURTH, Platform.BGA_2024, TEAMS, False),
    ],
)
def test_with_whom_democracy_compares(
    edition: Edition, platform: Platform, teams: tuple[int, ...], expected: bool
) -> None:
    """A sharing team-mate who returned more is no opponent, but another player.

    Print says opponent. At a table, the fourth edition was played as the site words it.
    """
    game = table(
        seat(board=["Democracy"], hand=["Tools"]),
        seat(),
        seat(board=["Classification"], hand=["Oars", "Archery"]),
        seat(),
        top={8: ["Flight", "Mobility"]},
        teams=teams,
        edition=edition,
        platform=platform,
    )
    Script(game, "Oars", "Archery", "Tools").dogma("Democracy")
    assert (names(game.players[0].score_pile) == ["Mobility"]) is expected


def test_icons_of_a_table_are_counted_as_printed() -> None:
    assert table(seat(board=["Tools", "Writing"], splays={BLUE: RIGHT}), seat()).players[0].count(Icon.LIGHTBULB) == 3
