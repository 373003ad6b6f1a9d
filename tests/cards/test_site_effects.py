"""Single effects that Board Game Arena plays differently from the print.

The class of fault: an effect was written from the printed text, while a site's log shows what the site's code makes of
it. The causes are few: one number in which a whole action stores its answers, what an endorsed repeat remembers,
team-mates, a value that stands on a back and another one on the face, candidates that are fixed when a step starts, and
what happens where there is nothing to choose from. They were looked for in the games of the corpus, in the positions
that the site's code was made to play, and by reading that code effect by effect.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from innolog.cards.facts import CardSet, Color, Direction, back_of, card_table
from innolog.engine.achievements import EMPIRE
from innolog.engine.actions import meld_action
from innolog.engine.choices import with_icon_numbers_of
from innolog.engine.events import Splay, Transfer
from innolog.engine.game import GameOver
from innolog.engine.position import Seat
from innolog.engine.ruleset import Platform
from innolog.engine.zones import Zone
from tests.cards.played import ALL, ECHOES, SITE, TABLE, TEAMS, Played, effect_of
from tests.table import Script, UnexpectedChoice, card, cards, names, seat, table

BLUE, RED, GREEN, YELLOW, PURPLE = Color
NONE, LEFT, RIGHT, UP = Direction.NONE, Direction.LEFT, Direction.RIGHT, Direction.UP


# --- nothing to choose from -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("platform", "held"), [(SITE, 0), (TABLE, 1)])
def test_dolly_without_a_card_to_meld_draws_no_ten(platform: Platform, held: int) -> None:
    """9"""
    played = Played(
        "Dolly the Sheep", seat(board=["Dolly the Sheep"]), seat(), platform=platform, answers=[False, False]
    )
    assert played.size(Zone.HAND) == held


@pytest.mark.parametrize(("platform", "how"), [(SITE, "score"), (TABLE, None)])
def test_glassblowing_with_green_cards_alone_draws_a_thirteen(platform: Platform, how: str | None) -> None:
    """9: the minimum stays 10."""
    played = Played("Glassblowing", seat(board=["Glassblowing"]), seat(), platform=platform, sets=ECHOES)
    assert played.how == how


@pytest.mark.parametrize(("platform", "scored"), [(SITE, []), (TABLE, ["Oars"])])
def test_mp3_without_a_bonus_scores_nothing(platform: Platform, scored: list[str]) -> None:
    """A missing bonus is a value of 0. A player without a bonus who shared MP3 at a table was accused."""
    game = table(seat(), seat(), platform=platform, sets=frozenset({CardSet.BASE, CardSet.ECHOES}), top={1: ["Oars"]})
    effect_of(game, "MP3", "dogma", 2)(game, game.players[0])
    assert names(game.players[0].score_pile) == scored


@pytest.mark.parametrize(("platform", "claimed"), [(SITE, 0), (TABLE, 1)])
def test_moonlight_sonata_without_a_top_card_claims_nothing(platform: Platform, claimed: int) -> None:
    """9"""
    answers = [] if platform is SITE else [{"Tools", "Oars"}]
    played = Played(
        "Moonlight Sonata", seat(), seat(), platform=platform, nested=True, answers=answers, available=["Tools", "Oars"]
    )
    assert played.size(Zone.ACHIEVEMENTS) == claimed


@pytest.mark.parametrize(("platform", "asked"), [(SITE, 0), (TABLE, 1)])
def test_soap_asks_no_color_of_an_empty_hand(platform: Platform, asked: int) -> None:
    """9"""
    played = Played("Soap", seat(board=["Soap"]), seat(), platform=platform, answers=[RED] * asked, sets=ECHOES)
    assert len(played.script.asked) == asked


@pytest.mark.parametrize(
    ("platform", "hand", "zone"),
    [
        (SITE, [], Zone.HAND),
        (SITE, ["Sailing"], Zone.REVEALED),
        (TABLE, [], Zone.REVEALED),
    ],
)
def test_colt_paterson_revolver_shows_the_card_only_to_compare(platform: Platform, hand: list[str], zone: Zone) -> None:
    """7: into an empty hand the card drawn goes at once."""
    game = table(seat(), seat(hand=hand), platform=platform, sets=ALL, top={7: ["Railroad"]})
    moved: list[Zone] = []
    game.sink = lambda event: moved.append(event.to_zone) if isinstance(event, Transfer) else None
    effect_of(game, "Colt Paterson Revolver", "compel")(game, *game.players)
    assert moved[0] == zone
    assert len(game.players[1].hand) == len(hand) + 1


# --- candidates -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("platform", "claimed"), [(SITE, 2), (TABLE, 1)])
def test_mp3_fixes_what_can_be_claimed_before_the_first_claim(platform: Platform, claimed: int) -> None:
    """9: two achievements of one value with the points for one."""
    played = Played(
        "MP3",
        seat(board=["Metalworking"], hand=["Calendar"], score=["Coal"]),
        seat(),
        platform=platform,
        answers=["Calendar", {"Tools", "Oars"}],
        sets=ECHOES,
        available=["Tools", "Oars"],
        nested=True,
    )
    assert played.size(Zone.ACHIEVEMENTS) == claimed


@pytest.mark.parametrize(("platform", "scored"), [(SITE, ["Sailing"]), (TABLE, ["Clothing", "Sailing"])])
def test_calculator_fixes_what_can_be_scored_before_the_first_card(platform: Platform, scored: list[str]) -> None:
    """9: the only pile has two cards."""
    seats = seat(board=["Calculator", "Sailing", "Clothing"]), seat()
    assert Played("Calculator", *seats, platform=platform, sets=ECHOES).names(Zone.SCORE) == scored


@pytest.mark.parametrize(("platform", "asked"), [(SITE, 1), (TABLE, 2)])
def test_cell_phone_fixes_what_can_be_tucked_when_the_step_starts(platform: Platform, asked: int) -> None:
    """12: a City drawn for the splay of the first tuck is not offered."""
    game = table(seat(board=["Quantum Theory"], hand=["Rocketry"]), seat(), platform=platform, sets=ALL)
    deck = game.decks[back_of(CardSet.CITIES, 8)]
    city = next(number for number in deck if game.has_icon(number, 6))
    deck.remove(city)
    deck.append(city)
    script = Script(game, "Rocketry", *([None] if asked == 2 else []))
    effect_of(game, "Cell Phone", "dogma", 3)(game, game.players[0])
    assert game.players[0].hand == [city]
    assert len(script.asked) == asked


@pytest.mark.parametrize("platform", [SITE, TABLE])
def test_atm_takes_any_top_card_of_the_value_found_without_crowns(platform: Platform) -> None:
    """9: crown or not, as long as one without a crown has the value."""
    game = table(seat(), seat(board=["Chemistry", "Banking", "Oars"]), platform=platform, sets=ECHOES)
    assert game.age[card("Chemistry")] == game.age[card("Banking")] == 5
    script = Script(game, *(["Banking"] if platform is SITE else []))
    effect_of(game, "ATM", "demand")(game, *game.players)
    assert bool(script.asked) == (platform is SITE)


@pytest.mark.parametrize(("platform", "offered"), [(SITE, True), (TABLE, False)])
def test_boston_matches_complex_numbers(platform: Platform, offered: bool) -> None:
    """7: numbers of icons are compared; the plus does not count."""
    sets = frozenset({CardSet.BASE, CardSet.CITIES, CardSet.ARTIFACTS})
    played = Played(
        "Complex Numbers",
        seat(board=["Complex Numbers"], hand=["Boston"]),
        seat(),
        platform=platform,
        answers=["Boston"] if offered else [],
        sets=sets,
        available=[],
    )
    assert bool(played.script.asked) == offered


@pytest.mark.parametrize(("tops", "offered"), [(["Atlantis", "Athens"], False), (["Athens", "Atlantis"], True)])
def test_complex_numbers_stops_at_another_icon_in_the_top_center(tops: list[str], offered: bool) -> None:
    """7: no further top card is compared with that card of the hand; a match found before stands."""
    cards_of_cities = card_table("bga")
    assert cards_of_cities.slots[card("Athens")][-1] != cards_of_cities.slots[card("Atlantis")][-1]
    assert with_icon_numbers_of(cards_of_cities, cards(*tops)).holds(cards_of_cities, card("Athens")) == offered


@pytest.mark.parametrize(("points", "claimed"), [(15, 3), (10, 2)])
def test_mp3_claims_all_that_two_for_each_returned_card_cover(points: int, claimed: int) -> None:
    """9: all of them, while what one lacks the points for is left."""
    middle = ["Archery", "Mathematics", "Machinery"]
    me = seat(board=["Robotics"], hand=["Tools", "Oars"])
    game = table(me, seat(), platform=SITE, sets=ECHOES, available=middle)
    game.stored_scores[0] = points
    script = Script(game, "Tools", "Oars", *[set(middle)] * (claimed - 1))
    effect_of(game, "MP3", "dogma")(game, game.players[0])
    assert len(game.players[0].achievements) == claimed
    assert not script.answers


@pytest.mark.parametrize("order", [(RED, BLUE), (BLUE, RED)])
def test_plush_beweglich_rod_bear_splays_in_any_order(order: tuple[Color, ...]) -> None:
    """9: the order of the database."""
    played = Played(
        "Plush Beweglich Rod Bear",
        seat(board=["Tools", "Writing", "Archery", "Oars", "Plush Beweglich Rod Bear"]),
        seat(),
        platform=SITE,
        answers=[1, order[0]],
    )
    assert [event.color for event in played.events if isinstance(event, Splay)] == list(order)


# --- Battleship Yamato among top cards --------------------------------------------------------------------------------


@pytest.mark.parametrize("platform", [SITE, TABLE])
def test_effects_look_for_battleship_yamato_by_its_back(platform: Platform) -> None:
    """9: highest top card, none; lowest, 8; a score card's value, 8; a card of equal value, 8."""
    site = platform is SITE
    game = table(seat(), seat(board=["Battleship Yamato", "Ecology"]), platform=platform, sets=ALL)
    me, you = game.players
    Script(game)
    effect_of(game, "Photography", "demand")(game, me, you)
    assert names(you.hand) == ([] if site else ["Battleship Yamato"])

    game = table(seat(board=["Battleship Yamato", "Ecology"]), seat(), platform=platform, sets=ALL)
    me = game.players[0]
    Script(game)
    effect_of(game, "Loom", "echo")(game, me)
    assert names(me.score_pile) == (["Battleship Yamato"] if site else ["Ecology"])

    game = table(seat(), seat(board=["Battleship Yamato"], score=["Empiricism"]), platform=platform, sets=ALL)
    me, you = game.players
    Script(game)
    effect_of(game, "Tortugas Galleon", "compel")(game, me, you)
    assert (names(me.tops()) == ["Battleship Yamato"]) == site

    game = table(seat(board=["Battleship Yamato"]), seat(), platform=platform, sets=ALL, available=["Tools"])
    Script(game)
    effect_of(game, "Ice Skates", "dogma")(game, game.players[0])
    assert (names(game.players[0].tops()) == ["Battleship Yamato"]) == site


@pytest.mark.parametrize("platform", [SITE, TABLE])
def test_moonlight_sonata_has_no_color_to_offer_for_battleship_yamato(platform: Platform) -> None:
    """9: among the highest it is no top card of value 8, so that nothing is melded from below it."""
    board = ["Archery", "Battleship Yamato"]
    game = table(seat(board=board), seat(), platform=platform, sets=ALL, available=[])
    Script(game)
    effect_of(game, "Moonlight Sonata", "dogma")(game, game.players[0])
    assert names(game.players[0].piles[RED]) == (board if platform is SITE else board[::-1])


@pytest.mark.parametrize(("platform", "how"), [(SITE, "score"), (TABLE, None)])
def test_boerhavve_finds_battleship_yamato_as_an_eight_that_counts_eleven(platform: Platform, how: str | None) -> None:
    """9: it is lowest beside a 9; what is drawn then has its value in play. At the table the 9 is lowest."""
    board = ["Battleship Yamato", "Ecology"]
    game = table(seat(board=board), seat(), platform=platform, sets=ALL)
    Script(game)
    ended = None
    try:
        effect_of(game, "Boerhavve Silver Microscope", "dogma")(game, game.players[0])
    except GameOver as over:
        ended = over.how
    assert ended == how


@pytest.mark.parametrize(("board", "asked"), [(["Battleship Yamato", "Rocketry"], 1), (["Battleship Yamato"], 0)])
def test_atm_takes_battleship_yamato_as_an_eight_and_does_not_look_for_it(board: list[str], asked: int) -> None:
    """9: it does not count for the highest value, and can be chosen beside another 8."""
    game = table(seat(), seat(board=board), platform=SITE, sets=ALL)
    script = Script(game, *["Battleship Yamato"] * asked)
    effect_of(game, "ATM", "demand")(game, *game.players)
    assert len(script.asked) == asked
    assert names(game.players[0].tops()) == ["Battleship Yamato"] * asked


@pytest.mark.parametrize(("platform", "drawn"), [(SITE, 8), (TABLE, None)])
def test_perfume_replaces_battleship_yamato_by_an_eight(platform: Platform, drawn: int | None) -> None:
    """9: a card of equal value is one of its back, once it has left the board."""
    game = table(seat(), seat(board=["Battleship Yamato"]), platform=platform, sets=ALL)
    me, you = game.players
    Script(game)
    try:
        effect_of(game, "Perfume", "demand")(game, me, you)
    except GameOver:
        assert drawn is None
    assert [game.age[top] for top in you.tops()] == ([] if drawn is None else [drawn])


def test_credit_card_scores_an_eight_for_battleship_yamato() -> None:
    """9: likewise."""
    game = table(seat(board=["Battleship Yamato"]), seat(), platform=SITE, sets=ALL)
    me = game.players[0]
    Script(game, "Battleship Yamato")
    effect_of(game, "Credit Card", "dogma")(game, me)
    assert [game.age[scored] for scored in me.score_pile] == [8]


def test_promotion_after_battleship_yamato_goes_up_to_its_back() -> None:
    """11"""
    me = replace(seat(hand=["Battleship Yamato"]), forecast=cards("Empiricism", "Ecology"))
    game = table(me, seat(), platform=SITE, sets=frozenset({CardSet.BASE, CardSet.ECHOES, CardSet.ARTIFACTS}))
    script = Script(game, None)
    meld_action(game, game.players[0], card("Battleship Yamato"))
    assert names(script.asked[-1].options) == ["Empiricism"]


def test_periodic_table_pairs_an_eight_with_battleship_yamato() -> None:
    """12: the second card of a pair is found by its back; the draw of 12 ends the game."""
    board = ["Rocketry", "Corporations", "Battleship Yamato"]
    played = Played("Periodic Table", seat(board=board), seat(), platform=SITE, nested=True, answers=[(BLUE, RED)])
    assert set(played.script.asked[0].options) == {(BLUE, GREEN), (BLUE, RED), (RED, GREEN)}
    assert played.how == "score"


# --- executed by another card -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("platform", [SITE, TABLE])
@pytest.mark.parametrize("name", ["Self Service", "Cyrus Cylinder"])
def test_a_card_executed_as_if_on_another_may_choose_itself(platform: Platform, name: str) -> None:
    """9, 11: the card excluded is the one on which the effect is said to be, by print as well.

    At a table the card itself was excluded, although all editions print *other* and not its name.
    """
    others = (seat(board=["City States"]), seat(board=["Philosophy"]))
    game = table(seat(board=[name, "Tools", "Oars"]), *others, platform=platform, sets=ALL)
    game.acting_as = card("Gujin Tushu Jinsheng")
    script = Script(game)
    with pytest.raises(UnexpectedChoice):
        effect_of(game, name, "dogma")(game, game.players[0])
    assert name in names(script.asked[0].options)


@pytest.mark.parametrize("platform", [SITE, TABLE])
def test_the_daily_courant_executed_as_if_on_another_may_choose_itself(platform: Platform) -> None:
    """9: likewise; the value that it names comes first."""
    game = table(seat(board=["The Daily Courant", "Tools", "Oars"]), seat(), platform=platform, sets=ALL)
    game.acting_as = card("Gujin Tushu Jinsheng")
    script = Script(game, 1)
    with pytest.raises(UnexpectedChoice):
        effect_of(game, "The Daily Courant", "dogma")(game, game.players[0])
    offered = names(script.asked[-1].options)
    assert "Tools" in offered
    assert "The Daily Courant" in offered


@pytest.mark.parametrize(("platform", "wins"), [(SITE, False), (TABLE, True)])
def test_dancing_girl_never_wins_by_another_card(platform: Platform, wins: bool) -> None:
    """12"""
    game = table(seat(board=["Dancing Girl"]), seat(), platform=platform, sets=ALL)
    game.depth = 1
    game.kept["dancing girl"] = (0, 1)
    won = False
    try:
        effect_of(game, "Dancing Girl", "dogma")(game, game.players[0])
    except GameOver:
        won = True
    assert won == wins


def test_dancing_girl_wins_only_if_the_action_began_with_her_on_the_board() -> None:
    """Roundhay Garden Scene melds her from the score pile and executes her, which puts her on both boards."""
    rows = seat(board=["Roundhay Garden Scene"], score=["Dancing Girl"]), seat(board=["Anatomy"])
    game = table(*rows, platform=TABLE, sets=ALL)
    Script(game).dogma("Roundhay Garden Scene")
    assert names(game.players[1].tops()) == ["Dancing Girl"]


@pytest.mark.parametrize(("platform", "asked"), [(SITE, 1), (TABLE, 2)])
def test_puzzle_cube_looks_for_its_win_after_the_first_card(platform: Platform, asked: int) -> None:
    """12"""
    played = Played(
        "Puzzle Cube",
        seat(board=["Tools", "Writing", "Oars"]),
        seat(),
        platform=platform,
        nested=True,
        answers=["Tools", *([None] if asked == 2 else [])],
        sets=ECHOES,
    )
    assert (played.how, len(played.script.asked)) == ("dogma", asked)


@pytest.mark.parametrize(("platform", "claimed"), [(SITE, True), (TABLE, False)])
def test_a_text_claims_what_an_eliminated_player_had(platform: Platform, claimed: bool) -> None:
    """11: Exxon Valdez; Masonry, Construction, Translation, Invention and Astronomy."""
    game = table(seat(), seat(achievements=["Empire"]), seat(), platform=platform)
    game.eliminate(game.players[1])
    game.claim(game.players[0], EMPIRE)
    assert game.players[0].achievements == ([EMPIRE] if claimed else [])


# --- team-mates -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("platform", "scored"), [(SITE, 1), (TABLE, 0)])
def test_noodles_and_candles_compare_with_opponents(platform: Platform, scored: int) -> None:
    """9: team-mates do not count."""
    ally, other = seat(hand=["Oars", "Sailing"]), seat(score=["Coal"])
    game = table(seat(hand=["Tools"]), other, ally, other_seat(), platform=platform, sets=ECHOES, teams=TEAMS)
    me = game.players[0]
    effect_of(game, "Noodles", "dogma")(game, me)
    assert len(me.score_pile) == scored
    game = table(seat(), other, seat(), other_seat(), platform=platform, sets=ECHOES, teams=TEAMS)
    me = game.players[0]
    effect_of(game, "Candles", "echo")(game, me)
    assert len(me.hand) == scored


def other_seat() -> Seat:
    return seat(score=["Banking"])


@pytest.mark.parametrize("platform", [SITE, TABLE])
def test_ai_is_won_by_the_team_of_the_single_lowest_player(platform: Platform) -> None:
    """11, and as printed."""
    seats = [
        seat(board=["A.I.", "Software"]),
        seat(board=["Robotics"], score=["Tools"]),
        seat(score=["Fission", "Ecology"]),
        seat(score=["Oars"]),
    ]
    game = table(*seats, platform=platform, teams=TEAMS)
    with pytest.raises(GameOver) as over:
        effect_of(game, "A.I.", "dogma", 2)(game, game.players[0])
    assert over.value.winners == (0, 2)


@pytest.mark.parametrize("platform", [SITE, TABLE])
def test_ai_with_team_mates_tied_for_lowest_goes_on(platform: Platform) -> None:
    """11, and as printed."""
    tops = seat(board=["A.I.", "Robotics", "Software"])
    game = table(tops, seat(score=["Tools"]), seat(), seat(score=["Oars"]), platform=platform, teams=TEAMS)
    effect_of(game, "A.I.", "dogma", 2)(game, game.players[0])
    assert game.over is None


@pytest.mark.parametrize(("platform", "wins"), [(SITE, True), (TABLE, False)])
def test_bioengineering_is_won_by_tied_team_mates(platform: Platform, wins: bool) -> None:
    """11"""
    leafy = [seat(board=["Pottery"]), seat(), seat(board=["Agriculture"]), seat()]
    game = table(*leafy, platform=platform, teams=TEAMS)
    assert game.players[0].count(2) == game.players[2].count(2) > 0
    won = False
    try:
        effect_of(game, "Bioengineering", "dogma", 2)(game, game.players[1])
    except GameOver as over:
        won = over.winners == (0, 2)
    assert won == wins


def test_other_effects_include_the_team_mate() -> None:
    """9: Crossbow, Elevator and Hot Air Balloon, unlike Noodles and Candles."""
    game = table(seat(hand=["Tools"]), seat(), seat(), seat(), platform=SITE, sets=ALL, teams=TEAMS)
    Script(game, 2)
    effect_of(game, "Crossbow", "dogma")(game, game.players[0])
    assert names(game.players[2].tops()) == ["Tools"]

    us = [seat(score=["Tools"]), seat(), seat(score=["Oars"]), seat()]
    game = table(*us, platform=SITE, sets=ALL, teams=TEAMS)
    Script(game, Zone.SCORE)
    effect_of(game, "Elevator", "dogma")(game, game.players[0])
    assert names(game.players[0].score_pile) == ["Tools", "Oars"]

    us = [seat(board=["Robotics"], score=["Rocketry"]), seat(), seat(board=["Archery"], achievements=["Tools"]), seat()]
    game = table(*us, platform=SITE, sets=ALL, teams=TEAMS)
    Script(game, "Archery")
    effect_of(game, "Hot Air Balloon", "dogma")(game, game.players[0])
    assert names(game.players[0].achievements) == ["Archery"]


@pytest.mark.parametrize(("mate", "wins"), [(["Archery", "Steam Engine"], True), (["Archery"], False)])
def test_social_networking_counts_the_team_mate(mate: list[str], wins: bool) -> None:
    """9: who has as few castles, crowns or factories as the player spoils the win, a team-mate, too."""
    them = [seat(board=["Metalworking", "Banking"]), seat(board=["City States", "Industrialization"])]
    game = table(seat(), them[0], seat(board=mate), them[1], platform=SITE, sets=ALL, teams=TEAMS)
    Script(game)
    won = False
    try:
        effect_of(game, "Social Networking", "dogma")(game, game.players[0])
    except GameOver:
        won = True
    assert won == wins
