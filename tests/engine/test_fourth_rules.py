"""Rules that the fourth edition changes, as printed and as Board Game Arena plays them; its cards have tests apart."""

from __future__ import annotations

from typing import Any

import pytest

from innolog.cards.facts import CardSet, Color, Direction, Icon, card_table
from innolog.engine.actions import Action, ActionKind, legal_actions
from innolog.engine.events import (
    NO_CARD,
    DeckJunked,
    DogmaStarted,
    EffectStarted,
    Event,
    IconsCounted,
    Parley,
    SharingBonus,
    Transfer,
)
from innolog.engine.game import Game, GameOver
from innolog.engine.parley import distant_players
from innolog.engine.position import Seat
from innolog.engine.ruleset import Edition, Platform, Ruleset, UnsupportedRules
from tests.invariants import check
from tests.table import Script, card, names, seat, table

TABLE, BGA = Platform.TABLE, Platform.BGA_2024
BOTH = pytest.mark.parametrize("platform", [TABLE, BGA])


def fourth(*seats: Seat, **others: Any) -> Game:
    return table(*seats, edition=Edition.FOURTH, **others)


def heard(game: Game) -> list[Event]:
    """A list to which all events of a game are added."""
    events: list[Event] = []
    game.sink = events.append
    return events


# --- set-up and end ---------------------------------------------------------------------------------------------------


def test_ages_and_achievements() -> None:
    for players, needed in ((2, 6), (3, 5), (4, 4), (5, 3)):
        rules = Ruleset(Edition.FOURTH, players=players)
        assert (rules.achievements_needed, rules.highest_age) == (needed, 11)
        assert list(rules.achievement_ages) == list(range(1, 11))
    for teams in ((0, 1, 0, 1), (0, 0, 1), (0, 1)):
        rules = Ruleset(Edition.FOURTH, players=len(teams), teams=teams, platform=TABLE)
        assert rules.achievements_needed == 6
    with pytest.raises(UnsupportedRules, match="four players"):
        Ruleset(Edition.FOURTH, players=3, teams=(0, 0, 1), platform=BGA)
    with pytest.raises(UnsupportedRules, match=r"two teams$"):
        Ruleset(Edition.FOURTH, players=3, teams=(0, 0, 0), platform=TABLE)
    for edition, platform in ((Edition.FOURTH, BGA), (Edition.THIRD, TABLE)):
        for teams in ((0, 0, 0, 1), (0, 1, 2, 3), (1, 1, 1, 1)):
            with pytest.raises(UnsupportedRules, match="two teams of two players"):
                Ruleset(edition, players=4, teams=teams, platform=platform)


def test_expansions_are_refused_by_name() -> None:
    with pytest.raises(UnsupportedRules, match=r"fourth edition.*echoes"):
        Ruleset(Edition.FOURTH, sets=frozenset({CardSet.BASE, CardSet.ECHOES}))


def test_rules_of_the_edition_are_described() -> None:
    for platform in (Platform.TABLE, Platform.BGA_2024):
        rules = Ruleset(Edition.FOURTH, players=4, platform=platform)
        assert Ruleset.from_description(rules.describe()) == rules


def test_cards_of_age_eleven_belong_to_the_fourth_edition_alone() -> None:
    """Facts by edition: ten more cards, four with other icons, one of them with another featured icon."""
    third, printed = card_table(), card_table(edition="fourth")
    assert printed.cards.keys() - third.cards.keys() == set(range(440, 450))
    assert [len(printed.by_back[age]) for age in range(1, 12)] == [15, *[10] * 10]
    others = {third.name[number] for number in third.cards if third.cards[number] != printed.cards[number]}
    assert others == {"Software", "Robotics", "Self Service", "The Internet"}
    assert printed.featured[card("The Internet")] == Icon.AVATAR
    # Its name and back are known to every edition.
    assert third.name[card("Solar Sailing")] == "Solar Sailing"
    assert card("Solar Sailing") not in third.cards
    assert "solar-sailing" not in third.by_slug


def test_aslant_shows_four_slots() -> None:
    game = fourth(seat(board=["Tools", "Pottery"], splays={Color.BLUE: Direction.ASLANT}), seat())
    # Pottery on top of Tools: three leaves; two lightbulbs and a castle below. Both card images are seen.
    assert game.players[0].icons() == (2, 0, 3, 2, 1, 0, 0, 0)
    check(game)


@BOTH
def test_an_eleven_may_be_drawn_and_a_twelve_ends_the_game(platform: Platform) -> None:
    game = fourth(seat(board=["The Internet"]), seat(score=["Tools"]), decks={11: ["Fusion"]}, platform=platform)
    script = Script(game)
    script.take(Action(ActionKind.DRAW))
    assert names(game.players[0].hand) == ["Fusion"]
    with pytest.raises(GameOver) as end:
        script.take(Action(ActionKind.DRAW))
    assert (end.value.how, end.value.winners) == ("score", (1,))


# --- achievements -----------------------------------------------------------------------------------------------------


@BOTH
def test_specials_are_claimed_after_the_action_and_first_by_the_left_neighbor(platform: Platform) -> None:
    """Nothing is claimed in the middle; of several the one to the left of the turn's player comes first."""
    tops = ["Bioengineering", "Robotics", "Databases", "Stem Cells", "A.I."]
    others = ["Software", "Composites", "Self Service", "Globalization", "The Internet"]
    game = fourth(seat(board=tops), seat(board=others), seat(), platform=platform)
    Script(game).take(Action(ActionKind.DRAW))
    assert [names(player.achievements) for player in game.players] == [[], ["Universe"], []]
    check(game)


def test_monument_is_for_four_demands() -> None:
    board = ["Archery", "City States", "Gunpowder", "Mapmaking", "Anatomy"]
    for platform, claimed in ((TABLE, ["Monument"]), (BGA, [])):
        game = fourth(seat(board=board), seat(), platform=platform)
        Script(game).take(Action(ActionKind.DRAW))
        assert names(game.players[0].achievements) == claimed
    third = table(seat(board=board), seat())
    Script(third).take(Action(ActionKind.DRAW))
    assert not third.players[0].achievements


def test_enough_achievements_win_after_the_action_or_at_once() -> None:
    """At the table a shared claim of the sixth is followed by all that is left of the action."""
    five = ["Tools", "Calendar", "Paper", "Colonialism", "Coal"]
    for platform, bonus in ((TABLE, 1), (BGA, 0)):
        game = fourth(
            seat(board=["Masonry"]),
            seat(board=["Domestication", "Archery", "Oars", "Metalworking"], achievements=five),
            platform=platform,
        )
        events = heard(game)
        with pytest.raises(GameOver) as end:
            Script(game).dogma("Masonry")
        assert (end.value.how, end.value.winners) == ("achievements", (1,))
        assert sum(isinstance(event, SharingBonus) for event in events) == bonus


def test_most_achievements_win_when_two_have_enough() -> None:
    """By print the claims of all come first, and then most achievements, whoever was earlier."""
    mine = ["Tools", "Calendar", "Paper", "Colonialism", "Coal", "Canning", "Empire"]
    theirs = ["Writing", "Mathematics", "Alchemy", "Invention", "Physics"]
    board = ["Bioengineering", "Robotics", "Databases", "Stem Cells", "A.I."]
    game = fourth(seat(achievements=mine), seat(board=board, achievements=theirs))
    with pytest.raises(GameOver) as end:
        Script(game).take(Action(ActionKind.DRAW))
    assert end.value.winners == (0,)


@BOTH
def test_chain_achievement(platform: Platform) -> None:
    """A card that executes itself inside of another one brings an 11 before anything else."""
    game = fourth(
        seat(board=["Self Service", "Computers"], achievements=["Tools"]),
        seat(achievements=["Writing"]),
        top={10: ["Databases", "Stem Cells"], 11: ["Fusion", "Escapism"]},
        platform=platform,
    )
    Script(game).dogma("Self Service")
    assert names(game.players[0].achievements) == ["Tools", "Fusion"]
    assert names(game.players[0].tops()) == ["Computers", "Databases"]


@BOTH
def test_a_chain_without_an_eleven_ends_the_game(platform: Platform) -> None:
    game = fourth(
        seat(board=["Self Service", "Computers"], achievements=["Tools"]),
        seat(achievements=["Writing"]),
        decks={10: ["Databases"]},
        platform=platform,
    )
    with pytest.raises(GameOver) as end:
        Script(game).dogma("Self Service")
    assert end.value.how == "score"


# --- sharing ----------------------------------------------------------------------------------------------------------


def _bonus(game: Game, name: str, *answers: Any) -> bool:
    events = heard(game)
    Script(game, *answers).dogma(name)
    return any(isinstance(event, SharingBonus) for event in events)


def test_what_a_self_executed_card_changes_earns_the_bonus_by_print_alone() -> None:
    for platform, bonus in ((TABLE, True), (BGA, False)):
        game = fourth(
            seat(board=["Self Service"], achievements=["Tools"]),
            seat(board=["Sailing", "Currency", "City States", "The Wheel"], achievements=["Writing"]),
            platform=platform,
        )
        assert _bonus(game, "Self Service", "City States") is False
        game = fourth(
            seat(board=["Self Service"], achievements=["Tools"]),
            seat(
                board=["Mapmaking", "Code of Laws", "The Pirate Code", "Bicycle", "Sailing"], achievements=["Writing"]
            ),
            platform=platform,
            top={1: ["Pottery"]},
        )
        assert _bonus(game, "Self Service", "Sailing") is bonus


def test_revealing_earns_the_bonus_on_the_site_alone() -> None:
    for platform, bonus in ((TABLE, False), (BGA, True)):
        game = fourth(
            seat(board=["Specialization"]),
            seat(board=["Coal", "Chemistry", "Corporations"], hand=["Sailing"]),
            platform=platform,
        )
        assert _bonus(game, "Specialization") is bonus


# --- Parley -----------------------------------------------------------------------------------------------------------


def four(*, me: Seat, left: Seat | None = None, across: Seat, right: Seat | None = None, **others: Any) -> Game:
    """Four players alone; the third sits across from the first."""
    return fourth(me, left or seat(), across, right or seat(), **others)


def test_a_distant_player_pays_to_share_once() -> None:
    game = four(me=seat(board=["Pottery"]), across=seat(board=["Clothing", "Fermenting"], hand=["Oars", "Archery"]))
    events = heard(game)
    Script(game, "Oars", None).dogma("Pottery")
    assert [event for event in events if isinstance(event, Parley)] == [Parley(2, "share", card("Oars"))]
    shared = [event.number for event in events if isinstance(event, EffectStarted) and event.player == 2]
    assert shared == [1, 2]
    assert card("Oars") not in game.players[2].hand


@pytest.mark.parametrize("hand", [[], ["Oars"]])
def test_a_distant_player_who_does_not_pay_is_left_out(hand: list[str]) -> None:
    game = four(me=seat(board=["Pottery"]), across=seat(board=["Clothing", "Fermenting"], hand=hand))
    events = heard(game)
    Script(game, *[None] * len(hand)).dogma("Pottery")
    assert [event for event in events if isinstance(event, Parley)] == [Parley(2, "share", None)]
    assert not [event for event in events if isinstance(event, EffectStarted) and event.player == 2]


def test_neighbors_and_team_mates_pay_nothing() -> None:
    for teams in ((), (0, 1, 0, 1)):
        sharing = seat(board=["Clothing", "Fermenting"], hand=["Oars"])
        seats = [seat(board=["Pottery"]), sharing, seat(), seat()]
        if teams:
            seats[1], seats[2] = seats[2], sharing
        game = fourth(*seats, teams=teams)
        events = heard(game)
        Script(game, None).dogma("Pottery")
        assert not [event for event in events if isinstance(event, Parley)]
        assert any(isinstance(event, EffectStarted) and event.player == seats.index(sharing) for event in events)


def test_paying_alone_earns_the_bonus_on_the_site() -> None:
    for platform, bonus in ((TABLE, False), (BGA, True)):
        game = four(
            me=seat(board=["Calendar"]),
            across=seat(board=["Clothing", "Fermenting"], hand=["Oars", "Archery"]),
            platform=platform,
        )
        assert _bonus(game, "Calendar", "Oars") is bonus


def test_a_distant_victim_pays_to_be_immune() -> None:
    for paid, demanded in (("Tools", [1, 3]), (None, [1, 2, 3])):
        game = four(
            me=seat(board=["Archery"]),
            across=seat(hand=["Tools"]),
            top={1: ["Oars", "Clothing", "Sailing"]},
            available=[],
        )
        events = heard(game)
        Script(game, *([paid] if paid else [None, "Tools"])).dogma("Archery")
        assert [e.player for e in events if isinstance(e, EffectStarted) and e.kind == "demand"] == demanded


def _paid(name: str, *answers: Any, hand: list[str], platform: Platform, **others: Any) -> tuple[Game, list[Event]]:
    """A card with an effect that a distant player can share, after the answers of that player and the others."""
    sharing = seat(board=["Clothing", "Fermenting", "Code of Laws", "Metalworking"], hand=hand)
    game = four(me=seat(board=[name]), across=sharing, platform=platform, **others)
    events = heard(game)
    Script(game, *answers).dogma(name)
    return game, events


def _payments(events: list[Event]) -> list[int | None]:
    return [event.paid for event in events if isinstance(event, Parley)]


@pytest.mark.parametrize(("platform", "scored"), [(TABLE, 0), (BGA, 1)])
def test_a_payment_under_agriculture_scores(platform: Platform, scored: int) -> None:
    """The trap: nothing follows if the player does not pay."""
    for answer, gained in (("Gunpowder", scored), (None, 0)):
        # Who shares is asked again by the effect itself, and so is the player whose card it is.
        again = [None] if answer else []
        game, _ = _paid("Agriculture", answer, *again, hand=["Gunpowder", "Tools"], platform=platform)
        assert [game.age[number] for number in game.players[2].score_pile] == [5] * gained


@pytest.mark.parametrize(("platform", "held"), [(TABLE, (2, 1)), (BGA, (1, 0))])
def test_a_payment_under_oars_counts_as_transferred(platform: Platform, held: tuple[int, int]) -> None:
    """Nobody draws a 1: neither who paid, nor who activated Oars, who draws the sharing bonus alone."""
    me, across = seat(board=["Oars"]), seat(board=["Metalworking"], hand=["Gunpowder"])
    game = four(me=me, across=across, platform=platform, top={1: ["Pottery", "Tools", "Clothing"]})
    Script(game, "Gunpowder").dogma("Oars")
    assert (len(game.players[0].hand), len(game.players[2].hand)) == held


@pytest.mark.parametrize(("left", "junked"), [(["Paper", "Optics"], 2), ([], 0)])
def test_a_payment_under_canal_building_junks_the_threes(left: list[str], junked: int) -> None:
    """No card is returned; an empty pile is said to be junked, too. At a table a card is returned."""
    answers = [True, None, None]
    decks = {2: ["Philosophy"], 3: left}
    game, events = _paid("Canal Building", *answers, hand=["Gunpowder"], platform=BGA, decks=decks)
    assert _payments(events) == [NO_CARD]
    assert names(game.players[2].hand) == ["Gunpowder"]
    assert [event.number for event in events if isinstance(event, DeckJunked)] == [junked]
    _, events = _paid("Canal Building", "Gunpowder", None, None, hand=["Gunpowder"], platform=TABLE)
    assert _payments(events) == [card("Gunpowder")]


def test_a_payment_under_bicycle_returns_nothing() -> None:
    game, events = _paid("Bicycle", True, False, hand=["Gunpowder"], platform=BGA)
    assert _payments(events) == [NO_CARD]
    assert names(game.players[2].hand) == ["Gunpowder"]
    _, events = _paid("Bicycle", False, hand=["Gunpowder"], platform=BGA)
    assert _payments(events) == [None]


@pytest.mark.parametrize(
    ("answers", "paid"), [([True], "none"), ([False, "Gunpowder"], "Gunpowder"), ([False, None], None)]
)
def test_medicine_can_be_avoided_without_a_card(answers: list[Any], paid: str | None) -> None:
    """Both ways were seen; whose turn it is to pay makes no difference that a log shows."""
    game = four(me=seat(board=["Medicine"]), across=seat(hand=["Gunpowder"]), platform=BGA, available=[])
    events = heard(game)
    Script(game, *answers).dogma("Medicine")
    expected = NO_CARD if paid == "none" else None if paid is None else card(paid)
    assert Parley(2, "avoid", expected) in events
    assert (card("Gunpowder") in game.players[2].hand) is (paid != "Gunpowder")
    obeys = [event.player for event in events if isinstance(event, EffectStarted) and event.kind == "demand"]
    assert (2 in obeys) is (paid is None)


def test_a_payment_under_city_states_draws() -> None:
    for platform, held in ((TABLE, []), (BGA, ["Oars"])):
        game = four(
            me=seat(board=["City States"]), across=seat(hand=["Gunpowder"]), platform=platform, top={1: ["Oars"]}
        )
        Script(game, "Gunpowder").dogma("City States")
        assert names(game.players[2].hand) == held


def test_a_distant_top_card_is_activated_for_a_card_from_the_hand() -> None:
    """The price comes after the announcement; only the own icons count, and neighbors' cards are not for sale."""
    game = four(
        me=seat(board=["Archery"], hand=["Tools"]),
        left=seat(board=["Sailing"]),
        across=seat(board=["The Wheel"]),
        top={1: ["Oars", "Clothing"]},
    )
    offered = [action.card for action in legal_actions(game, game.players[0]) if action.kind is ActionKind.PARLEY]
    assert offered == [card("The Wheel")]
    events = heard(game)
    Script(game).take(Action(ActionKind.PARLEY, card("The Wheel")))
    kinds = [type(event) for event in events if isinstance(event, DogmaStarted | Transfer | Parley | IconsCounted)]
    assert kinds[:4] == [DogmaStarted, Transfer, Parley, IconsCounted]
    assert sorted(names(game.players[0].hand)) == ["Clothing", "Oars"]
    game.players[0].hand.clear()
    assert not [a for a in legal_actions(game, game.players[0]) if a.kind is ActionKind.PARLEY]


# --- losing -----------------------------------------------------------------------------------------------------------


def _traffic(*more: Seat, **others: Any) -> Game:
    """Player 0 tucks an 11 under an 11."""
    mine = seat(board=["Space Traffic"], hand=["Tools"], score=["Oars"], achievements=["Paper"])
    return fourth(mine, *more, top={11: ["Hypersonics"]}, **others)


def test_who_loses_is_out_with_all_cards_in_the_junk() -> None:
    for platform in (TABLE, BGA):
        game = _traffic(seat(), seat(), platform=platform)
        Script(game, *(["Hypersonics"] if platform is BGA else [])).dogma("Space Traffic")
        assert game.players[0].eliminated
        assert sorted(names(game.junk_pile)) == ["Hypersonics", "Oars", "Paper", "Space Traffic", "Tools"]
        check(game)
        # On the site the second action of the turn is still taken.
        assert game.turn_player.index == (0 if platform is BGA else 1)
        assert [player.index for player in game.others(game.players[1])] == [2]


@BOTH
def test_the_last_one_left_wins_and_nothing_is_junked(platform: Platform) -> None:
    game = _traffic(seat(), platform=platform)
    with pytest.raises(GameOver) as end:
        Script(game).dogma("Space Traffic")
    assert (end.value.how, end.value.winners, game.junk_pile) == ("dogma", (1,), [])


def test_a_team_mate_plays_on_at_the_table() -> None:
    game = _traffic(seat(), seat(), seat(), teams=(0, 1, 0, 1))
    Script(game).dogma("Space Traffic")
    assert game.players[0].eliminated
    assert game.over is None
    game = _traffic(seat(), seat(), seat(), teams=(0, 1, 0, 1), platform=BGA)
    with pytest.raises(GameOver) as end:
        Script(game).dogma("Space Traffic")
    assert end.value.winners == (1, 3)


def test_who_has_lost_is_no_neighbor() -> None:
    """Fourth edition, "Keywords", lose: no longer counted for adjacency."""
    game = fourth(seat(), seat(), seat(), seat(), seat())
    assert distant_players(game, game.players[0]) == {2, 3}
    game.players[1].eliminated = True
    assert distant_players(game, game.players[0]) == {3}
    game.players[4].eliminated = True
    assert distant_players(game, game.players[0]) == frozenset()


@BOTH
@pytest.mark.parametrize(("players", "asked"), [(4, []), (5, [3])])
def test_who_becomes_a_neighbor_in_the_action_pays_nothing(platform: Platform, players: int, asked: list[int]) -> None:
    """Player 1 shares Space Traffic and loses. Player 2 was distant when it was activated."""
    sharing = seat(board=["Code of Laws", "Mapmaking"], hand=["Oars"])
    seats = [seat(board=["Space Traffic"]), seat(board=["Astrogeology", "Sailing"]), sharing, seat(), seat()]
    if players == 5:
        seats[3] = seat(board=["The Pirate Code", "City States"], hand=["Tools"])
    drawn = ["Fusion", "Near-Field Comm", *(["Climatology"] if asked else []), "Solar Sailing"]
    game = fourth(*seats[:players], platform=platform, top={11: drawn})
    events = heard(game)
    # On the site, the cards of a board come to the junk in any order.
    junked = [{"Astrogeology", "Fusion", "Sailing"}] * 2 if platform is BGA else []
    Script(game, *junked, *["Tools"] * len(asked)).dogma("Space Traffic")
    assert game.players[1].eliminated
    assert [event for event in events if isinstance(event, Parley)] == [
        Parley(player, "share", card("Tools")) for player in asked
    ]
    assert [event.player for event in events if isinstance(event, EffectStarted)] == [1, 2, *asked, 0]


@BOTH
def test_a_demand_is_not_avoided_by_who_became_a_neighbor(platform: Platform) -> None:
    """No base card lets a player lose before a demand, so the distance is that of a table after a loss."""
    game = four(
        me=seat(board=["Archery"]),
        across=seat(hand=["Tools"]),
        platform=platform,
        top={1: ["Oars", "Clothing", "Sailing"]},
        available=[],
    )
    game.players[3].eliminated = True
    events = heard(game)
    Script(game, "Tools").dogma("Archery")
    assert not [event for event in events if isinstance(event, Parley)]
    assert [e.player for e in events if isinstance(e, EffectStarted) and e.kind == "demand"] == [1, 2]


@pytest.mark.parametrize("pays", [True, False])
def test_the_answer_of_a_player_stands_after_a_loss(pays: bool) -> None:
    """Fourth edition, "Parley": a player who did not pay does not share "during the whole action".

    Player 2 is asked at the first effect of Self Service. At the second, player 1 loses: player 2 is a neighbor then.
    """
    claimed = ["Writing", "Pottery", "Metalworking", "Archery"]
    game = fourth(
        seat(board=["Self Service"], achievements=claimed[:1]),
        seat(board=["Space Traffic"], achievements=claimed[1:2]),
        seat(board=["City States", "Currency"], hand=["Oars"], achievements=claimed[2:3]),
        seat(achievements=claimed[3:]),
        platform=TABLE,
        top={11: ["Hypersonics"]},
    )
    events = heard(game)
    Script(game, *(["Oars", "City States"] if pays else [None])).dogma("Self Service")
    assert game.players[1].eliminated
    assert [event.player for event in events if isinstance(event, Parley)] == [2]
    started = [event.number for event in events if isinstance(event, EffectStarted) and event.player == 2]
    assert started == ([1, 2] if pays else [])


def test_nobody_is_distant_from_one_who_lost_if_three_are_left() -> None:
    """The effects of a card go on for the others if the player who activated it loses at the first of them."""
    game = fourth(seat(), seat(), seat(), seat())
    game.players[0].eliminated = True
    assert distant_players(game, game.players[0]) == frozenset()


def test_payments_in_team_games_are_for_distant_opponents() -> None:
    """Rulebook 4.1, "Parley rules": team-mates are never distant. The site has no payments in team games."""
    for teams, distant in (((0, 1, 0, 1), []), ((0, 0, 1, 1), [2]), ((0, 1, 2, 3), [2])):
        game = fourth(*[seat() for _ in range(4)], teams=teams)
        assert sorted(distant_players(game, game.players[0])) == distant
    game = fourth(*[seat() for _ in range(4)], teams=(0, 0, 1, 1), platform=BGA)
    assert not distant_players(game, game.players[0])


def test_each_team_more_needs_one_achievement_less() -> None:
    """Rulebook 4.1, "Team rules": eight less the number of teams, and at least three."""
    needed = {(0, 1, 0, 1): 6, (0, 0, 1): 6, (0, 1, 2, 0, 1): 5, (0, 1, 2, 3, 4): 3, (): 6}
    for teams, number in needed.items():
        rules = Ruleset(Edition.FOURTH, players=len(teams) or 2, teams=teams, platform=TABLE)
        assert rules.achievements_needed == number
