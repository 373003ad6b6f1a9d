"""What earlier generations of Board Game Arena's code played otherwise: the last that did, and the first that did not.

The dates are those of the changes in the site's code. Most of these differences were seen in recorded games; *read*
marks those that are known from the code alone. Each has a ruling in :mod:`innolog.cards.rulings`.
"""

from __future__ import annotations

from typing import Any

import pytest

from innolog.cards.facts import CardSet, Color, Direction, card_table
from innolog.cards.generations import Generation
from innolog.cards.rulings import rulings
from innolog.engine.actions import Action, ActionKind, claimable, meld_action
from innolog.engine.dogma import effects, has_non_demand
from innolog.engine.events import EffectStarted, Event, Transfer
from innolog.engine.game import Game, GameOver
from innolog.engine.ruleset import Edition, Ruleset
from innolog.engine.zones import Zone
from innolog.log import ActionBegan, At, DogmaStarted, GameLog, Splay
from innolog.replay.strange import unknown_there
from tests.cards.played import ALL, SITE, effect_of
from tests.table import Script, card, names, seat, table

G = Generation
#: A board with nine clocks, with the blue pile splayed up eleven; The Internet has two more. Twelve earn World.
CLOCKS = ["Rocketry", "Software", "Fission", "Satellites"]
UP = {Color.BLUE: Direction.UP}


def old(generation: Generation, *seats: Any, **options: Any) -> Game:
    """A table at which a generation of the code plays."""
    return table(*seats, platform=SITE, generation=generation, **options)


def watched(game: Game) -> list[Event]:
    """The events of a game from now on."""
    events: list[Event] = []
    game.sink = events.append
    return events


def moves(events: list[Event]) -> list[tuple[str, Zone]]:
    """The cards that moved, and where to."""
    return [(names([event.card])[0], event.to_zone) for event in events if isinstance(event, Transfer)]


def test_every_ruling_has_a_test_here() -> None:
    """A new difference needs its date and its test."""
    generations = {ruling.id for ruling in rulings() if ruling.printed.startswith("Now")}
    told = set("\n".join(str(value.__doc__) for value in globals().values() if callable(value)).split())
    assert generations - {word.rstrip(":.,") for word in told} == set()


# --- achievements ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("generation", "position"), [(G.G4, 1), (G.G5, 0)])
def test_available_achievements_are_one_pile(generation: Generation, position: int) -> None:
    """counts_achievements_together: until January 2023."""
    game = old(
        generation, seat(board=["Calendar"], score=["Archery", "Bicycle", "Evolution"]), seat(),
        available=["Tools", "Currency"],
    )  # fmt: skip
    events = watched(game)
    Script(game).take(Action(ActionKind.ACHIEVE, card("Currency")))
    (claim,) = [event for event in events if isinstance(event, Transfer)]
    assert claim.from_position == position


@pytest.mark.parametrize(("generation", "offered"), [(G.G4, ["Oars"]), (G.G5, [])])
def test_a_second_achievement_of_a_value_costs_as_much(generation: Generation, offered: list[str]) -> None:
    """equal_values_cost_more: since 2022-09-14, in production in January 2023; read."""
    me = seat(board=["Archery"], score=["Bicycle"], achievements=["Tools"])
    game = old(generation, me, seat(), available=["Oars"])
    assert names(claimable(game, game.players[0])) == offered


def _worlds(game: Game) -> list[list[str]]:
    return [names(player.achievements) for player in game.players]


@pytest.mark.parametrize(("generation", "claimed"), [(G.G2, True), (G.G3, False), (G.G4, False), (G.G5, True)])
def test_special_achievements_wait_for_the_end_of_an_effect(generation: Generation, claimed: bool) -> None:
    """claims_at_checkpoints: 2022-07-01 to 2022-11-20, in production from July 2022 to January 2023."""
    game = old(generation, seat(board=CLOCKS, splays=UP, hand=["The Internet"]), seat())
    game.meld(game.players[0], card("The Internet"))
    assert _worlds(game) == [["World"] * claimed, []]
    game.reach_checkpoint()
    assert _worlds(game) == [["World"], []]


@pytest.mark.parametrize(("generation", "first"), [(G.G2, 0), (G.G5, 1)])
def test_who_has_the_turn_claims_first(generation: Generation, first: int) -> None:
    """ties_begin_with_the_turn: until July 2022; later it is who carries out the effect."""
    mine = seat(board=[*CLOCKS, "The Internet"], splays=UP, hand=["Agriculture"])
    more = ["Computers", "Bioengineering", "Quantum Theory", "Databases", "Railroad", "Robotics"]
    game = old(generation, mine, seat(board=more, splays=UP))
    assert min(player.icons()[6] for player in game.players) >= 12
    game.current = game.players[1]
    game.transfer(card("Agriculture"), game.current, Zone.BOARD)
    assert _worlds(game) == [["World"] * (first == 0), ["World"] * (first == 1)]


@pytest.mark.parametrize(("generation", "claimed"), [(G.G5, []), (G.G6, ["World"])])
def test_a_new_order_earns_nothing(generation: Generation, claimed: list[str]) -> None:
    """rearranging_earns: since 2023-01-24, in production in February 2023; read."""
    game = old(generation, seat(board=[*CLOCKS, "The Internet"], splays=UP), seat())
    Script(game, Color.BLUE, ["Software", "Rocketry"])
    game.may_rearrange(game.players[0])
    assert _worlds(game) == [claimed, []]


@pytest.mark.parametrize(
    ("generation", "of_others", "own"), [(G.G1, [], ["World"]), (G.G2, [], ["World"]), (G.G5, ["World"], ["World"])]
)
def test_what_a_new_order_earns_comes_with_a_later_move(
    generation: Generation, of_others: list[str], own: list[str]
) -> None:
    """only_movers_claim: until July 2022. Later, all players are looked at after each move, a draw included.

    Honest games were called illegal: the player of the new order claimed with the next meld of anybody, and never with
    a draw.
    """
    for mover, claimed in ((1, of_others), (0, own)):
        game = old(generation, seat(board=[*CLOCKS, "The Internet"], splays=UP), seat())
        Script(game, Color.BLUE, ["Software", "Rocketry"])
        game.may_rearrange(game.players[0])
        game.draw(game.players[mover], 1)
        assert _worlds(game) == [claimed, []]


# --- choices, splays, nested executions, cities ----------------------------------------------------------------------


def test_whoever_activated_the_card_is_asked_for_a_single_one() -> None:
    """asks_without_choice: until July 2022. See tests/simulate/test_exports_older.py for the question in a log."""
    asks = [old(generation, seat(), seat()).rules.holds("asks_without_choice") for generation in (G.G2, G.G3)]
    assert asks == [True, False]


@pytest.mark.parametrize(("generation", "counted"), [(G.G4, False), (G.G5, True), (G.G7, True), (G.G8, False)])
def test_an_unsplayed_pile_still_counts(generation: Generation, counted: bool) -> None:
    """unsplaying_leaves_icons: January 2023 to 2023-03-16."""
    game = old(
        generation, seat(board=["Archery", "Oars"], splays={Color.RED: Direction.UP}, hand=["Tools"]), seat(), sets=ALL
    )
    me = game.players[0]
    before = list(me.icons())
    game.splay(me, Color.RED, Direction.NONE)
    assert (list(me.icons()) == before) is counted
    game.meld(me, card("Tools"))
    alone = old(generation, seat(board=["Archery", "Oars", "Tools"]), seat(), sets=ALL)
    assert me.icons() == alone.players[0].icons()


@pytest.mark.parametrize(("generation", "stands_in"), [(G.G4, False), (G.G7, True), (G.G8, False)])
def test_an_echo_effect_stands_in_for_a_non_demand_effect(generation: Generation, stands_in: bool) -> None:
    """nested_echo_stands_in: January 2023 to 2023-03-19."""
    game = old(generation, seat(board=["Scissors"]), seat(), sets=ALL)
    lacking = next(
        number
        for number, facts in game.table.cards.items()
        if facts.set is CardSet.ECHOES
        and {effect.kind.value for effect in effects(game, number)} in ({"echo"}, {"echo", "demand"})
    )
    assert has_non_demand(game, lacking) is stands_in
    events = watched(game)
    game.execute_non_demand(game.players[0], lacking)
    begun = [event.card for event in events if isinstance(event, EffectStarted)]
    assert begun == [lacking] * stands_in


@pytest.mark.parametrize(("generation", "together"), [(G.G7, True), (G.G8, True), (G.G9, False)])
def test_a_search_icon_reveals_all_cards_first(generation: Generation, together: bool) -> None:
    """search_keeps_cards_revealed: until 2023-04-14."""
    game = old(generation, seat(board=["Archery"]), seat(), sets=ALL)
    city = next(
        number
        for number, icons in enumerate(game.table.specials)
        if any(icon.startswith("search-") for icon in icons) and game.table.age[number] == 2
    )
    game.players[0].hand_cards.append(city)
    game.decks[game.back[city]].remove(city)
    game.place[city] = (0, Zone.HAND)
    events = watched(game)
    meld_action(game, game.players[0], city)
    places = [zone for _, zone in moves(events)]
    first = places.index(Zone.REVEALED)
    assert (places[first + 1] is Zone.REVEALED) is together


@pytest.mark.parametrize(("generation", "order"), [(G.G7, ["World", "flag"]), (G.G8, ["flag", "World"])])
def test_a_lost_flag_goes_after_what_was_earned(generation: Generation, order: list[str]) -> None:
    """loses_city_icons_late: March 2023, until 2023-03-19; read."""
    facts = card_table(SITE.value).cards.values()
    flagged = next(city for city in facts if city.color is Color.BLUE and city.slots.count("flag") == 1)
    game = old(generation, seat(board=[*CLOCKS, "The Internet"]), seat(board=[flagged.name]), sets=ALL)
    events = watched(game)
    # Two visible blue cards are more than the one of the other player, and two clocks more are enough for World.
    game.splay(game.players[0], Color.BLUE, Direction.UP)
    told = ["flag" if event.card >= 1000 else names([event.card])[0] for event in events if isinstance(event, Transfer)]
    assert told[:2] == order


# --- cards of the base set -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("generation", "left"), [(G.G8, ["Archery", "Oars"]), (G.G9, [])])
def test_tools_with_two_cards(generation: Generation, left: list[str]) -> None:
    """tools_returns_fewer: since 2023-04-12."""
    game = old(generation, seat(hand=["Archery", "Oars"]), seat())
    Script(game, *(["Archery"] if generation is G.G9 else []))
    effect_of(game, "Tools", "dogma")(game, game.players[0])
    assert sorted(names(game.players[0].hand)) == left


@pytest.mark.parametrize(("generation", "places"), [(G.G2, [Zone.SCORE]), (G.G3, [Zone.REVEALED, Zone.SCORE])])
def test_machinery_scores_unseen(generation: Generation, places: list[Zone]) -> None:
    """machinery_scores_unseen: until 2022-04-18, in production until July 2022."""
    game = old(generation, seat(hand=["Archery", "Pottery"]), seat())
    events = watched(game)
    Script(game)
    effect_of(game, "Machinery", "dogma")(game, game.players[0])
    assert [zone for name, zone in moves(events) if name == "Archery"] == places


@pytest.mark.parametrize(("generation", "scored"), [(G.G2, 0), (G.G3, 1)])
def test_the_pirate_code_does_not_count_for_monument(generation: Generation, scored: int) -> None:
    """pirate_code_transfers: until 2022-02-21, in production until July 2022."""
    game = old(generation, seat(board=["Code of Laws"]), seat())
    game.notes["transferred"] = True
    me = game.players[0]
    effect_of(game, "The Pirate Code", "dogma")(game, me)
    assert (names(me.score_pile), me.scored) == (["Code of Laws"], scored)


@pytest.mark.parametrize(
    ("name", "last"),
    [("Canal Building", G.G1), ("Stem Cells", G.G1), ("Bicycle", G.G3)],
)
def test_cards_ask_in_vain(name: str, last: Generation) -> None:
    """canal_building_asks_in_vain, stem_cells_asks_in_vain: until 2021-09-22.

    bicycle_asks_in_vain: until 2022-07-27.
    """
    for generation, asked in ((last, 1), (Generation(last + 1), 0)):
        game = old(generation, seat(), seat())
        script = Script(game, *[True] * asked)
        effect_of(game, name, "dogma")(game, game.players[0])
        assert len(script.asked) == asked
        assert not script.answers


@pytest.mark.parametrize(("generation", "asked"), [(G.G4, [0]), (G.G5, [])])
def test_publications_asks_in_vain(generation: Generation, asked: list[int]) -> None:
    """publications_asks_in_vain: until 2023-01-02; read. The player can only pass."""
    for board, seats in ((["Archery"], asked), (["Archery", "Oars"], [])):
        game = old(generation, seat(board=board), seat())
        found: list[int] = []
        game.watch_declined = found.append
        Script(game, *[None] * (len(board) - 1))
        effect_of(game, "Publications", "dogma")(game, game.players[0])
        assert found == seats


@pytest.mark.parametrize(("generation", "kinds"), [(G.G2, ["demand"]), (G.G3, ["demand", "dogma"])])
def test_combustion_of_the_first_edition_has_one_effect(generation: Generation, kinds: list[str]) -> None:
    """Until 2022-03-28, in production until July 2022."""
    game = old(generation, seat(), seat(), edition=Edition.FIRST)
    assert [effect.kind.value for effect in effects(game, card("Combustion"))] == kinds


@pytest.mark.parametrize(("generation", "drawn"), [(G.G6, 0), (G.G7, 1)])
def test_democracy_compares_with_every_execution(generation: Generation, drawn: int) -> None:
    """democracy_compares_executions: until 2023-01-11, in production until March 2023; read."""
    game = old(generation, seat(hand=["Archery", "Oars"]), seat(), sets=ALL)
    me = game.players[0]
    for returned in ("Archery", "Oars"):
        # An endorsed dogma is carried out twice; the second execution returns as many as the first.
        before = len(me.score_pile)
        Script(game, returned, None)
        effect_of(game, "Democracy", "dogma")(game, me)
    assert len(me.score_pile) - before == drawn


# --- Artifacts and Echoes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("generation", "first"), [(G.G4, Zone.REVEALED), (G.G5, Zone.DECK)])
def test_marcha_real_reveals_both_first(generation: Generation, first: Zone) -> None:
    """marcha_real_reveals_first: until 2022-12-07, in production until January 2023.

    What was wrong: Pottery, the card with the number 0, stayed revealed. Found by the hunt.
    """
    game = old(generation, seat(hand=["Archery", "Pottery"]), seat(), sets=ALL)
    events = watched(game)
    Script(game, "Archery")
    effect_of(game, "Marcha Real", "dogma")(game, game.players[0])
    second = "Pottery" if first is Zone.REVEALED else "Archery"
    assert moves(events)[:2] == [("Archery", Zone.REVEALED), (second, first)]
    assert not game.players[0].revealed
    assert [zone for _, zone in moves(events)].count(Zone.DECK) == 2


@pytest.mark.parametrize(("generation", "places"), [(G.G3, [Zone.DECK]), (G.G4, [Zone.REVEALED, Zone.DECK])])
def test_shroud_of_turin_returns_unseen(generation: Generation, places: list[Zone]) -> None:
    """shroud_returns_unseen: until 2022-09-09."""
    game = old(generation, seat(hand=["Archery"]), seat(), sets=ALL)
    events = watched(game)
    Script(game)
    effect_of(game, "Shroud of Turin", "dogma")(game, game.players[0])
    assert moves(events) == [("Archery", zone) for zone in places]


@pytest.mark.parametrize(("generation", "places"), [(G.G3, [Zone.HAND]), (G.G4, [Zone.REVEALED, Zone.HAND])])
def test_colt_paterson_revolver_draws_unseen(generation: Generation, places: list[Zone]) -> None:
    """colt_draws_unseen: until 2022-09-08; read."""
    game = old(generation, seat(), seat(hand=["Archery"]))
    events = watched(game)
    effect_of(game, "Colt Paterson Revolver", "compel")(game, game.players[0], game.players[1])
    assert [zone for _, zone in moves(events)][: len(places)] == places


@pytest.mark.parametrize("name", ["Globe", "Loom"])
def test_globe_and_loom_ask_again_after_a_pass(name: str) -> None:
    """asks_again_after_a_pass: Globe until 2023-01-16, Loom until 2023-02-09; read."""
    for generation, again in ((G.G5, 1), (G.G6, 0)):
        game = old(generation, seat(hand=["Archery"], score=["Oars", "Bicycle"]), seat(), sets=ALL)
        declined: list[int] = []
        game.watch_declined = declined.append
        Script(game, None)
        effect_of(game, name, "dogma")(game, game.players[0])
        assert declined == [0] * again


@pytest.mark.parametrize(("generation", "owner"), [(G.G4, 1), (G.G5, 0), (G.G6, 1)])
def test_rock_scores_for_whoever_activated_it(generation: Generation, owner: int) -> None:
    """rock_scores_for_the_launcher: January 2023, until 2023-01-10."""
    game = old(generation, seat(), seat(board=["Archery"]), sets=ALL)
    game.current = game.players[1]
    Script(game, "Archery")
    effect_of(game, "Rock", "dogma")(game, game.players[1])
    assert [names(player.score_pile) for player in game.players][owner] == ["Archery"]


@pytest.mark.parametrize(("generation", "wins"), [(G.G5, False), (G.G6, True)])
def test_puzzle_cube_with_an_empty_board(generation: Generation, wins: bool) -> None:
    """empty_board_wins_puzzle_cube: since 2023-01-30, in production in February 2023; read."""
    game = old(generation, seat(), seat(), sets=ALL)
    Script(game)
    won = False
    try:
        effect_of(game, "Puzzle Cube", "dogma")(game, game.players[0])
    except GameOver:
        won = True
    assert won is wins


# --- what is not known -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("generation", "known"), [(G.G5, False), (G.G6, True)])
def test_an_action_with_a_card_that_is_not_known_accuses_nobody(generation: Generation, known: bool) -> None:
    """not_known: Loom asked again until February 2023 (*read*), and nobody knows what a second answer did.

    Only the action that executes the card is withdrawn, and what is missing after it.
    """
    loom, other = card("Loom"), card("Agriculture")
    at = [At(number, number, 0) for number in range(6)]
    log = GameLog(
        source="",
        site="bga",
        game_id="",
        seats=[],
        observations=[
            ActionBegan(at[0], 0),
            DogmaStarted(at[1], 0, loom),
            ActionBegan(at[2], 1),
            DogmaStarted(at[3], 1, other),
            Splay(at[4], 1, 0, 1),
            ActionBegan(at[5], 1),
        ],
    )
    rules = Ruleset(Edition.THIRD, frozenset({CardSet.BASE, CardSet.ECHOES}), 2, platform=SITE, generation=generation)
    assert ("Loom" in rules.not_known) is not known
    for place, withdrawn in ((at[1], True), (at[2], True), (at[4], False), (at[5], False)):
        reason = unknown_there(log, rules, place)
        assert (reason is not None and "Loom" in reason) is (withdrawn and not known)
