"""Open questions of the printed rules: both readings can be played, and the rules say which is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import Any

import pytest

from innolog.cards.facts import CardSet, Color, Direction, Icon, back_of, back_set, card_table
from innolog.cards.questions import questions
from innolog.engine.actions import Action, ActionKind
from innolog.engine.events import EffectStarted, SharingBonus, Splay, Wiped
from innolog.engine.figures import is_figure
from innolog.engine.game import Game, GameOver
from innolog.engine.operations import BY_SHARING
from innolog.engine.position import Seat, build
from innolog.engine.ruleset import Edition, Platform, Ruleset, UnsupportedRules
from innolog.engine.zones import Zone
from tests.cards.played import effect_of
from tests.table import Script, card, cards, names, seat

FIGURES = frozenset({CardSet.BASE, CardSet.FIGURES})


def position(mine: Seat, theirs: Seat, reading: str, top: dict[int, list[str]], **rules: Any) -> Game:
    """A game for two at a table that plays the other reading of a question, or of none (an empty text)."""
    return seated([mine, theirs], reading, top, **rules)


def seated(seats: list[Seat], reading: str, top: dict[int, list[str]], **rules: Any) -> Game:
    """The same for any number of players."""
    readings = frozenset(filter(None, [reading]))
    chosen = Ruleset(players=len(seats), platform=Platform.TABLE, readings=readings, **rules)
    return build(chosen, Script(None), seats, decks={back: cards(*found)[::-1] for back, found in top.items()})


def cards_of_age_1(number: int) -> list[str]:
    """So many base cards of value 1."""
    return names(card_table().by_back[back_of(CardSet.BASE, 1)])[-number:]


@pytest.mark.parametrize("platform", [Platform.TABLE, Platform.YUCATA])
def test_a_reading_is_a_part_of_the_rules_where_nobody_knows_the_answer(platform: Platform) -> None:
    usual = Ruleset(platform=platform)
    assert "pluses_come_before_arrows" in {each.id for each in replace(usual, sets=frozenset(CardSet)).open_questions}
    for question in questions():
        assert not usual.reads(question)
        rules = replace(usual, readings=frozenset({question}))
        assert Ruleset.from_description(rules.describe()) == rules
        assert rules.reads(question)
        with pytest.raises(UnsupportedRules):
            replace(rules, platform=Platform.BGA)
    with pytest.raises(UnsupportedRules):
        Ruleset(platform=Platform.TABLE, readings=frozenset({"who cooks"}))


@pytest.mark.parametrize(("reading", "left"), [("", []), ("two_tops_at_once", ["Archery"])])
def test_two_top_cards(reading: str, left: list[str]) -> None:
    """Two cards with a castle in one pile: the second is uncovered by the first."""
    mine, theirs = seat(board=["Climatology"]), seat(board=["Archery", "Oars"])
    game = position(mine, theirs, reading, {}, edition=Edition.FOURTH)
    Script(game, Icon.CASTLE).dogma("Climatology")
    assert names(game.players[1].piles[Color.RED]) == left


@pytest.mark.parametrize(("reading", "left"), [("", []), ("two_tops_at_once", ["Clothing"])])
def test_two_bottom_cards(reading: str, left: list[str]) -> None:
    """Two cards in one pile: the second is uncovered by the first. A table could not score it."""
    sets = frozenset({CardSet.BASE, CardSet.ECHOES})
    game = position(seat(board=["Sailing", "Clothing"]), seat(), reading, {}, sets=sets)
    effect_of(game, "Calculator", "dogma")(game, game.players[0])
    assert names(game.players[0].tops()) == left


@pytest.mark.parametrize(("reading", "claimed"), [("", []), ("drawn_cards_are_held", ["World"])])
def test_a_card_that_is_drawn_and_tucked(reading: str, claimed: list[str]) -> None:
    """Maxwell: eleven clocks count, and a twelfth while one more card is in the hand."""
    mine = seat(board=["James Clerk Maxwell", "Colonialism"], hand=cards_of_age_1(10))
    game = position(mine, seat(), reading, {3: ["Machinery"]}, sets=FIGURES)
    me = game.players[0]
    assert me.icons()[Icon.CLOCK] == 11
    Script(game).dogma("Colonialism")
    assert names(me.achievements) == claimed


@pytest.mark.parametrize(
    ("drawn", "green"), [("Banking", ["Banking", "Sailing"]), ("Measurement", ["Sailing", "Measurement"])]
)
@pytest.mark.parametrize(("reading", "moves"), [("", [Zone.BOARD]), ("drawn_cards_are_held", [Zone.HAND, Zone.BOARD])])
def test_a_card_that_is_drawn_and_tucked_or_melded(
    reading: str, moves: list[Zone], drawn: str, green: list[str]
) -> None:
    """Takiyuddin: its text looks at the card before it goes to the board. A table that wrote one move was accused."""
    game = position(seat(board=["Takiyuddin", "Sailing"]), seat(), reading, {5: [drawn]}, sets=FIGURES)
    told: list[Any] = []
    game.sink = told.append
    effect_of(game, "Takiyuddin", "inspire")(game, game.players[0])
    assert [event.to_zone for event in told] == moves
    assert names(game.players[0].piles[Color.GREEN]) == green


@pytest.mark.parametrize(("reading", "value"), [("", 3), ("sharing_draws_are_actions", 5)])
def test_the_draw_for_sharing(reading: str, value: int) -> None:
    """Alhazen: for a Draw action a splayed color counts as high as its castles, if that is more."""
    red = ["Archery", "Oars", "Metalworking"]
    mine = seat(board=["Sailing", "Alhazen", *red], splays={Color.RED: Direction.UP})
    game = position(mine, seat(board=["City States", "Currency"]), reading, {1: ["Tools", "The Wheel"]}, sets=FIGURES)
    me = game.players[0]
    assert (me.highest_top(), game.value_of_draw_action(me)) == (3, 5)
    Script(game).dogma("Sailing")
    assert [game.age[card] for card in me.hand_cards if is_figure(game, card)] == [value]


@pytest.mark.parametrize(("reading", "tucked"), [("", []), ("digs_are_draws", ["Oars"])])
def test_a_dig(reading: str, tucked: list[str]) -> None:
    """Rhazes: whoever would draw first tucks a card of the same value from the hand."""
    sets = FIGURES | {CardSet.ARTIFACTS}
    game = position(seat(board=["Rhazes"], hand=["Oars"]), seat(), reading, {}, sets=sets)
    game.dig(game.players[0], game.decks[back_of(CardSet.ARTIFACTS, 1)][-1])
    assert names(game.players[0].piles[Color.RED]) == tucked
    assert len(game.players[0].display) == 1


@pytest.mark.parametrize("reading", ["", "claims_before_the_sharing_draw"])
def test_what_is_claimed_and_the_draw_for_sharing(reading: str) -> None:
    """Fourth edition: five top cards of value 8 or more, the last of them melded by the effect that Bob shared."""
    mine = seat(board=["Corporations", "Mobility", "Quantum Theory", "Skyscrapers"])
    theirs = seat(board=["Industrialization", "Coal", "Machine Tools", "Canning"])
    decks = {8: ["Rocketry", "Socialism"]}
    game = position(mine, theirs, reading, decks, edition=Edition.FOURTH)
    events: list[Any] = []
    game.sink = events.append
    Script(game).dogma("Corporations")
    told = [
        "claim" if getattr(event, "to_zone", None) is Zone.ACHIEVEMENTS else "draw"
        for event in events
        if getattr(event, "to_zone", None) is Zone.ACHIEVEMENTS or isinstance(event, SharingBonus)
    ]
    assert names(game.players[0].achievements) == ["Universe"]
    assert told == (["claim", "draw"] if reading else ["draw", "claim"])


@pytest.mark.parametrize(("reading", "bonuses"), [("", 0), ("fission_leaves_the_sharing_draw", 1)])
@pytest.mark.parametrize(
    ("mine", "theirs", "nines"),
    [
        (seat(board=["Coke", "Fission"], splays={Color.RED: Direction.RIGHT}), ["Computers", "Rocketry"], []),
        (seat(board=["Yeager's Bell X-1A"]), ["Bioengineering", "Computers"], ["Fission", "Suburbia"]),
    ],
)
def test_the_draw_for_sharing_after_fission(
    reading: str, bonuses: int, mine: Seat, theirs: list[str], nines: list[str]
) -> None:
    """Seat 1 shares an echo effect before seat 2 draws a red 10, or an effect that executes Fission."""
    seats = [mine, seat(board=theirs), seat(board=["Sailing"])]
    sets = frozenset({CardSet.BASE, CardSet.ECHOES, CardSet.ARTIFACTS})
    game = seated(seats, reading, {9: nines, 10: ["Robotics"]}, sets=sets)
    events: list[Any] = []
    game.sink = events.append
    Script(game).dogma(names(mine.board)[-1])
    assert any(isinstance(event, Wiped) for event in events)
    assert sum(isinstance(event, SharingBonus) for event in events) == bonuses


TEAMS = (0, 1, 0, 1)


@pytest.mark.parametrize(
    ("reading", "ally", "lost", "ends"),
    [
        ("", [], [1], True),
        ("exxon_valdez_spares_allies", [], [1], False),
        ("exxon_valdez_spares_allies", ["Coal", "Computers"], [1, 3], True),
    ],
)
def test_who_loses_in_a_team_game(reading: str, ally: list[str], lost: list[int], ends: bool) -> None:
    """Seat 1 has enough factories to be compelled, and its ally too or not. A table could not play on with the ally."""
    seats = [seat(board=["Exxon Valdez"]), seat(board=["Industrialization", "Canning"]), seat(), seat(board=ally)]
    game = seated(seats, reading, {}, sets=frozenset({CardSet.BASE, CardSet.ARTIFACTS}), teams=TEAMS)
    with pytest.raises(GameOver) if ends else nullcontext() as over:
        Script(game).dogma("Exxon Valdez")
    assert [player.index for player in game.players if player.eliminated] == lost
    assert over is None or (over.value.how, over.value.winners) == ("dogma", (0, 2))


@pytest.mark.parametrize("edition", [Edition.THIRD, Edition.FOURTH])
@pytest.mark.parametrize(
    ("reading", "held", "wins"),
    [
        ("", [2, 1, 0, 1], False),
        ("", [1, 1, 2, 0], True),
        ("allies_do_not_add", [2, 1, 0, 1], True),
        ("allies_do_not_add", [1, 1, 2, 0], False),
    ],
)
def test_whom_self_service_compares(edition: Edition, reading: str, held: list[int], wins: bool) -> None:
    """Self Service: more than each opponent, or twice as many. A table could not compare single players."""
    claimed = [["Oars", "Tools"], ["Sailing"], ["Pottery", "Archery"], ["Writing"]]
    seats = [
        seat(board=["Self Service"] if number == 0 else [], achievements=claimed[number][:count])
        for number, count in enumerate(held)
    ]
    game = seated(seats, reading, {}, edition=edition, teams=TEAMS)
    if not wins:
        Script(game).dogma("Self Service")
        return
    with pytest.raises(GameOver) as over:
        Script(game).dogma("Self Service")
    assert (over.value.how, over.value.winners) == ("dogma", (0, 2))


#: By card of the first edition: the seats of a player and an ally, who alone can be concerned, and the answers.
ALLIES: dict[str, tuple[Seat, Seat, list[Any]]] = {
    "Clothing": (seat(board=["Clothing"]), seat(board=["Sailing"]), []),
    "Classification": (seat(hand=["Oars"]), seat(hand=["Archery"]), [{"Oars"}]),
    "Rocketry": (seat(board=["Rocketry"]), seat(score=["Archery"]), []),
    "Socialism": (seat(hand=["Mysticism"]), seat(hand=["Archery"]), ["Mysticism"]),
    "Specialization": (seat(hand=["Oars"]), seat(board=["Archery"]), []),
    "Bioengineering": (seat(), seat(board=["Sailing"]), []),
    "Democracy": (seat(hand=["Oars"]), seat(hand=["Tools", "Writing"]), ["Tools", "Writing", "Oars"]),
    "Self Service": (seat(achievements=["Oars"]), seat(achievements=["Tools"]), []),
}


@pytest.mark.parametrize("edition", [Edition.FIRST, Edition.THIRD])
@pytest.mark.parametrize("reading", ["", "other_players_include_allies"])
@pytest.mark.parametrize("name", ALLIES)
def test_whether_allies_are_other_players(name: str, reading: str, edition: Edition) -> None:
    """The first edition names other players, and the third opponents. A table could not count allies."""
    mine, theirs, answers = ALLIES[name]
    game = seated([mine, seat(), theirs, seat()], reading, {}, edition=edition, teams=TEAMS)
    me, ally = game.players[0], game.players[2]
    included = bool(reading) and edition is Edition.FIRST
    script = Script(game, *(answers if included or name != "Classification" else []))
    effect = effect_of(game, name, "dogma", 2 if name in ("Clothing", "Self Service") else 1)
    if name == "Democracy":
        effect(game, ally)
    with pytest.raises(GameOver) if name == "Self Service" and not included else nullcontext():
        effect(game, me)
    assert not script.answers
    if name in ("Clothing", "Democracy"):
        assert (not me.score_pile) is included
    elif name != "Self Service":
        assert (not ally.hand and not ally.score_pile and not ally.tops()) is included


@pytest.mark.parametrize(("reading", "executing"), [("", [3, 1, 4, 0]), ("nobody_is_far_away", [3, 1, 2, 4, 0])])
def test_who_shares_far_away(reading: str, executing: list[int]) -> None:
    """Oars with two castles: seats 2 and 3 sit far away with two and none, and their neighbors with three and two."""
    seats = [seat(board=[name]) for name in ("Oars", "Mysticism", "Archery", "Writing", "Domestication")]
    game = seated(seats, reading, {})
    executed: list[int] = []
    game.sink = lambda event: executed.append(event.player) if isinstance(event, EffectStarted) else None
    Script(game).dogma("Oars")
    assert executed == executing
    assert "nobody_is_far_away" not in [each.id for each in replace(game.rules, edition=Edition.FOURTH).open_questions]


@pytest.mark.parametrize(("reading", "told"), [("", ["splay", 7, 8]), ("pluses_come_before_arrows", [8, "splay", 7])])
def test_a_city_with_an_arrow_and_a_plus(reading: str, told: list[Any]) -> None:
    """London, on a green card: a green pile that is newly splayed brings a City of the highest top value."""
    sets = frozenset({CardSet.BASE, CardSet.CITIES})
    game = position(seat(board=["Sailing"], hand=["London"]), seat(), reading, {8: ["Rocketry"]}, sets=sets)
    events: list[Any] = []
    game.sink = events.append
    Script(game).meld("London")
    found: list[Any] = []
    for event in events:
        if isinstance(event, Splay):
            found.append("splay")
        elif getattr(event, "from_zone", None) is Zone.DECK:
            found.append(game.age[event.card])
    assert found == told


@pytest.mark.parametrize(
    ("reading", "scored"), [("", ["Sneferu", "Homer"]), ("free_dogma_actions_fade", ["Homer", "Sneferu"])]
)
def test_when_figures_fade_in_a_meld_action_with_a_promotion(reading: str, scored: list[str]) -> None:
    """Alexander the Great scores the top figures of others when he is melded, and Homer fades."""
    mine = Seat(hand=cards("Alexander the Great"), board=cards("Homer"), forecast=cards("Writing"))
    game = position(mine, seat(board=["Sneferu"]), reading, {}, sets=FIGURES)
    Script(game, "Writing", True, "Homer").meld("Alexander the Great")
    assert names(game.players[0].score_pile) == scored


@pytest.mark.parametrize("reading", ["", "interrupted_draws_keep_their_pile"])
@pytest.mark.parametrize(
    ("of", "after", "before"),
    [
        # Al-Kindi draws both base cards of value 1: that age counts as empty then.
        (CardSet.FIGURES, (2, CardSet.FIGURES), (1, CardSet.FIGURES)),
        # An empty pile is none to draw from.
        (None, (2, CardSet.BASE), (2, CardSet.BASE)),
    ],
)
def test_where_a_draw_after_a_karma_is_from(
    reading: str, of: CardSet | None, after: tuple[int, CardSet], before: tuple[int, CardSet]
) -> None:
    game = position(seat(board=["Al-Kindi"]), seat(), reading, {}, sets=FIGURES)
    me, pile = game.players[0], back_of(CardSet.BASE, 1)
    game.decks[pile] = game.decks[pile][:2]
    game.cause = BY_SHARING
    drawn = game.draw(me, 1, of)
    assert (game.age[drawn], back_set(game.back[drawn])) == (before if reading else after)


@pytest.mark.parametrize(
    ("reading", "drawn"), [("", CardSet.BASE), ("interrupted_draws_keep_their_pile", CardSet.ECHOES)]
)
def test_whether_a_draw_after_a_karma_is_of_an_echo(reading: str, drawn: CardSet) -> None:
    """Rhazes tucks the one card in hand, which is no Echo."""
    sets = FIGURES | {CardSet.ECHOES}
    game = position(seat(board=["Rhazes"], hand=["Oars"]), seat(), reading, {}, sets=sets)
    Script(game)
    assert back_set(game.back[game.draw(game.players[0], 1)]) == drawn


@pytest.mark.parametrize("effect", [("Moses", "dogma"), ("Margaret Thatcher", "echo")])
@pytest.mark.parametrize(
    ("reading", "offered"), [("", ["Sailing"]), ("no_named_board_is_any", ["Sailing", "Currency"])]
)
def test_a_top_card_of_no_named_board(effect: tuple[str, str], reading: str, offered: list[str]) -> None:
    sets = FIGURES | {CardSet.ARTIFACTS}
    game = position(seat(board=["Sailing"]), seat(board=["Currency", "Tools"]), reading, {}, sets=sets)
    script = Script(game, offered[-1])
    effect_of(game, *effect)(game, game.players[0])
    assert [names(choice.options) for choice in script.asked] == [offered] * bool(reading)
    assert names(game.players[0].score_pile) == offered[-1:]


@pytest.mark.parametrize(("reading", "drawn"), [("", [1, 0]), ("no_icon_is_shared", [1, 1])])
def test_who_shares_the_echo_effects_under_a_card_without_icons(reading: str, drawn: list[int]) -> None:
    """Battleship Yamato: the echo effect below it is carried out. No icon is counted, or all have as many of none."""
    mine = seat(board=["Horseshoes", "Battleship Yamato"], splays={Color.RED: Direction.UP})
    sets = frozenset({CardSet.BASE, CardSet.ARTIFACTS, CardSet.ECHOES})
    game = position(mine, seat(board=["Tools"], score=["Oars"]), reading, {}, sets=sets)
    # The draw for sharing would be one of an 11.
    with pytest.raises(GameOver) if reading else nullcontext():
        Script(game).take(Action(ActionKind.DOGMA, card("Battleship Yamato")))
    assert [len(player.forecast) for player in game.players] == drawn


def test_payments_in_a_team_game() -> None:
    """The books of the fourth edition differ; without teams they agree, and the site has none."""
    rules = Ruleset(Edition.FOURTH, players=4, platform=Platform.TABLE)
    teams = replace(rules, teams=(0, 0, 1, 1))
    other = frozenset({"teams_do_not_pay"})
    assert [each.has_parley for each in (rules, teams, replace(teams, readings=other))] == [True, True, False]
    assert not replace(teams, platform=Platform.BGA_2024).has_parley


def _texts_without_proof() -> Iterator[tuple[str, Edition]]:
    """The cards whose effect depends on a hidden card, in each edition that leaves it open."""
    printed = {"Mysticism": [Edition.FIRST], "Classification": [Edition.FIRST, Edition.THIRD]}
    for name in questions()["proof_is_not_shown"].cards:
        for edition in printed.get(name, Edition):
            facts = card_table(edition=edition.value).cards.get(card(name))
            if facts is not None and (edition is not Edition.FOURTH or facts.set is CardSet.BASE):
                yield name, edition


@pytest.mark.parametrize("reading", ["", "proof_is_not_shown"])
@pytest.mark.parametrize(("name", "edition"), list(_texts_without_proof()))
def test_whether_a_hidden_card_is_shown(name: str, edition: Edition, reading: str) -> None:
    """What the effect does is the same. Papyrus of Ani and others always showed it: tables that did not were accused.

    Two texts reveal another card.
    """
    sets = frozenset({CardSet.BASE, *(() if edition is Edition.FOURTH else (CardSet.ARTIFACTS, CardSet.ECHOES))})
    held = "Code of Laws" if name == "Papyrus of Ani" else "Archery"
    mine = seat(board=["Writing", name], hand=[held], score=["Oars"])
    theirs = seat(board=["Coal", "Industrialization", "Canning", "Machine Tools"], hand=["Tools"])
    game = position(mine, theirs, reading, {1: ["Sailing"]}, edition=edition, sets=sets)
    shown: list[Any] = []
    game.sink = lambda event: shown.append(event) if getattr(event, "to_zone", None) is Zone.REVEALED else None
    with suppress(GameOver):
        _Any(game).dogma(name)
    printed = name in ("Papyrus of Ani", "Delft Pocket Telescope")
    assert (len(shown) > printed) is not bool(reading)


@pytest.mark.parametrize(("reading", "revealed"), [("", ["Oars", "Coal", "Vaccination"]), ("proof_is_not_shown", [])])
def test_drawn_cards_without_an_icon_of_the_returned_one(reading: str, revealed: list[str]) -> None:
    """Delft Pocket Telescope returns them. Its text reveals a card only if that has such an icon."""
    mine = seat(board=["Delft Pocket Telescope"], score=["Oars"])
    sets = frozenset({CardSet.BASE, CardSet.ARTIFACTS})
    game = position(mine, seat(), reading, {5: ["Coal"], 6: ["Vaccination"]}, sets=sets)
    shown: list[Any] = []
    game.sink = lambda event: shown.append(event) if getattr(event, "to_zone", None) is Zone.REVEALED else None
    _Any(game).dogma("Delft Pocket Telescope")
    assert sorted(names([event.card for event in shown])) == sorted(revealed)
    assert not game.players[0].hand


@pytest.mark.parametrize(("name", "drawn"), [("Puffing Billy", 1), ("Piano", 1), ("Escapism", 3)])
@pytest.mark.parametrize("reading", ["", "values_of_nothing_are_zero"])
def test_a_value_that_nothing_has(name: str, drawn: int, reading: str) -> None:
    """Nobody has a card in hand. A table that drew 1s was accused."""
    edition = Edition.FOURTH if name == "Escapism" else Edition.THIRD
    sets = {CardSet.BASE} if name == "Escapism" else {CardSet.BASE, CardSet.ARTIFACTS, CardSet.ECHOES}
    top = {1: ["Oars", "Tools", "Archery"]}
    game = position(seat(board=[name]), seat(), reading, top, edition=edition, sets=frozenset(sets))
    _Any(game).dogma(name)
    assert names(game.players[0].hand) == top[1][: drawn if reading else 0]


class _Any(Script):
    """Gives the first answer to whatever is asked."""

    def choose(self, choice: Any) -> Any:
        return self.answers.pop() if self.answers else choice.answers()[0]


@pytest.mark.parametrize(("reading", "echo"), [("", "Plumbing"), ("echoes_of_the_stack", "Coke")])
@pytest.mark.parametrize("name", ["Charter of Liberties", "Gujin Tushu Jinsheng"])
def test_whose_echo_effects_come_before_a_card_of_somebody_else(name: str, reading: str, echo: str) -> None:
    """One executes non-demand effects alone, the other all effects as if they were on it. Coal is executed."""
    mine = seat(board=["Plumbing", name], hand=["Sailing"])
    theirs = seat(board=["Coke", "Coal"], splays={Color.RED: Direction.RIGHT})
    game = position(mine, theirs, reading, {}, sets=frozenset({CardSet.BASE, CardSet.ARTIFACTS, CardSet.ECHOES}))
    told: list[Any] = []
    game.sink = told.append
    _Any(game).dogma(name)
    started = [event for event in told if isinstance(event, EffectStarted)]
    assert [names([event.card])[0] for event in started if event.kind == "echo"] == [echo]
    assert "echoes_of_the_stack" in game.rules.asked


@pytest.mark.parametrize(
    ("reading", "turn", "teams", "winners"),
    [
        ("", 1, (), (0, 2)),
        ("the_turn_decides_who_wins", 0, (), (0,)),
        # Seat 1 has too few, so seat 2 comes first.
        ("the_turn_decides_who_wins", 1, (), (2,)),
        ("the_turn_decides_who_wins", 3, (0, 0, 1, 1), (2, 3)),
        # Team-mates win together, whatever is read.
        ("the_turn_decides_who_wins", 0, TEAMS, (0, 2)),
    ],
)
def test_who_wins_a_tie_of_achievements(
    reading: str, turn: int, teams: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """Seat 2 has as many as seat 0 when it is asked who has enough."""
    seats = [seat(achievements=["Tools"]), seat(), seat(achievements=["Oars", "Archery"]), seat()]
    game = seated(seats, reading, {}, teams=teams, achievements_to_win=2)
    game.turn_player = game.players[turn]
    with pytest.raises(GameOver) as over:
        game.claim(game.players[0], game.specials[0])
    assert over.value.winners == winners
    assert ("the_turn_decides_who_wins" in game.rules.asked) is (teams != TEAMS)
    assert not replace(game.rules, edition=Edition.FOURTH, sets=frozenset({CardSet.BASE})).the_turn_decides_who_wins
