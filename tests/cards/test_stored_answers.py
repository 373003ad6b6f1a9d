"""What the site's code remembers between effects and rounds of one action.

The class of fault and how it was looked for: see :mod:`tests.cards.test_site_effects`.
"""

from __future__ import annotations

from typing import Any

import pytest

from innolog.cards.facts import CardSet, Color, Direction, back_of
from innolog.engine.dogma import begin_dogma
from innolog.engine.events import NestedStarted, Transfer
from innolog.engine.ruleset import Edition, Platform
from innolog.engine.zones import Zone
from tests.cards.played import ALL, ECHOES, SITE, TABLE, Played, effect_of
from tests.table import Script, card, names, seat, table

NEWER = Platform.BGA_2024
BLUE, RED, GREEN, YELLOW, PURPLE = Color
NONE, LEFT, RIGHT, UP = Direction.NONE, Direction.LEFT, Direction.RIGHT, Direction.UP


# --- the stored number ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("platform", "scored"), [(SITE, 2), (NEWER, 1), (TABLE, 1)])
def test_human_genome_repeats_the_value_named_before_a_pass(platform: Platform, scored: int) -> None:
    """9, 10: a pass draws and scores the value last named in this action."""
    played = Played(
        "Human Genome", seat(board=["Human Genome"]), seat(), platform=platform, answers=[5, None], endorsed=True
    )
    assert played.size(Zone.SCORE) == scored


@pytest.mark.parametrize("platform", [SITE, TABLE])
def test_human_genome_passed_before_anybody_named_a_value_scores_nothing(platform: Platform) -> None:
    """9; executed by another card the number starts anew, so that a pass does nothing there (10)."""
    played = Played("Human Genome", seat(board=["Human Genome"]), seat(), platform=platform, answers=[None])
    assert played.size(Zone.SCORE) == 0
    game = table(seat(board=["Tools"]), seat(), platform=platform, sets=ALL)
    game.notes["stored"] = 5
    Script(game, None)
    game.execute_non_demand(game.players[0], card("Human Genome"))
    assert game.players[0].score_pile == []


@pytest.mark.parametrize(("platform", "direction"), [(SITE, RIGHT), (TABLE, LEFT)])
def test_telegraph_passed_takes_the_color_named_before(platform: Platform, direction: Direction) -> None:
    """9: passing the color uses the color last named, and the pile of the opponent chosen this time."""
    played = Played(
        "Telegraph",
        seat(board=["Telegraph", "Archery", "Oars"]),
        seat(board=["Metalworking", "Road Building"], splays={RED: LEFT}),
        seat(board=["Gunpowder", "Coal"], splays={RED: RIGHT}),
        platform=platform,
        answers=[1, RED, 2, None],
        endorsed=True,
        sets=ECHOES,
    )
    assert played.game.players[0].splays[RED] == direction


def test_telegraph_passed_before_a_color_was_named_or_without_an_opponent_does_nothing() -> None:
    """9: no color named yet; passing the opponent ends the effect."""
    mine = seat(board=["Telegraph", "Archery", "Oars"])
    theirs = seat(board=["Metalworking", "Road Building"], splays={RED: LEFT})
    for answers in ([1, None], [None]):
        played = Played("Telegraph", mine, theirs, platform=SITE, answers=answers, sets=ECHOES)
        assert played.game.players[0].splays[RED] == NONE


@pytest.mark.parametrize(
    ("platform", "blue"), [(SITE, ["Alchemy", "Tools"]), (NEWER, ["Alchemy"]), (TABLE, ["Alchemy"])]
)
def test_charitable_trust_passed_again_melds_a_card_by_a_stored_answer(platform: Platform, blue: list[str]) -> None:
    """9: the answer "return it" is stored as 1, which is the number of Tools, wherever that lies."""
    played = Played(
        "Charitable Trust",
        seat(board=["Charitable Trust"], score=["Fission", "A.I."]),
        seat(hand=["Tools"]),
        platform=platform,
        answers=[3, 3, "Alchemy", Zone.DECK, None],
        endorsed=True,
        sets=ECHOES,
        top={3: ["Alchemy"]},
    )
    assert played.pile(BLUE) == blue


def test_charitable_trust_passed_in_the_first_run_does_not_act_on_the_answer_of_another_player() -> None:
    """Seen (a game with three sharers): only one's own answer, given in an earlier run, is acted on."""
    played = Played(
        "Charitable Trust",
        seat(board=["Charitable Trust"]),
        seat(board=["Translation", "Navigation"], score=["Fission", "A.I.", "Bioengineering"]),
        platform=SITE,
        answers=[3, 3, "Alchemy", Zone.DECK, None],
        sets=ECHOES,
        top={3: ["Alchemy"]},
    )
    assert played.pile(BLUE, 0) == []


def test_charitable_trust_melds_a_card_it_drew_from_wherever_it_lies() -> None:
    """10: in the second run the card just returned can be melded from its supply pile."""
    played = Played(
        "Charitable Trust",
        seat(board=["Charitable Trust"]),
        seat(),
        platform=SITE,
        answers=[3, 3, "Paper", "Paper"],
        endorsed=True,
        sets=ECHOES,
        top={3: ["Paper"]},
    )
    transfers = [(event.from_zone, event.to_zone) for event in played.events if isinstance(event, Transfer)]
    assert (Zone.DECK, Zone.BOARD) in transfers


@pytest.mark.parametrize(
    ("platform", "asked", "held"),
    [
        (SITE, True, [1, 1, 1, 2, 2, 2, 8]),
        (NEWER, True, [1, 1, 1, 2, 2, 2]),
        (TABLE, False, [1, 1, 1, 2, 2, 2, 6]),
    ],
)
def test_magnifying_glass_passed_asks_for_cards_of_the_sum(platform: Platform, asked: bool, held: list[int]) -> None:
    """10: the values 1 and 2 are offered and stored as 2 + 4; who passes is asked for cards of value 6.

    The newer code draws for three returned cards only.
    """
    hand = ["Tools", "Oars", "Sailing", "Calendar", "Fermenting", "Currency", "Canning"]
    played = Played(
        "Magnifying Glass",
        seat(board=["Magnifying Glass"], hand=hand),
        seat(),
        platform=platform,
        answers=[_echo_of_four(), None, *(["Canning"] if asked else [])],
        sets=ECHOES,
    )
    assert sorted(played.game.age[number] for number in played.game.players[0].hand) == held


def _echo_of_four() -> str:
    """The card that the echo effect draws and, in the test, returns."""
    game = table(seat(), seat(), sets=ECHOES)
    return names([game.decks[back_of(CardSet.ECHOES, 4)][-1]])[0]


class TestSunglasses:
    """9: every answer is stored as a number, purple 1 and another color 0; a pass acts on what is stored."""

    board = ("Tools", "Writing", "Archery", "Oars", "City States", "Sunglasses")

    def play(self, splays: dict[Color, Direction], *answers: Any, **options: Any) -> list[int]:
        me = seat(board=self.board, splays=splays)
        played = Played("Sunglasses", me, seat(), platform=SITE, answers=answers, sets=ECHOES, **options)
        return list(played.game.players[0].splays)

    def test_a_pass_with_blue_alone_splayed_counts_as_purple(self) -> None:
        """The echo effect stores 1 for blue: purple takes the direction of a color, an unsplayed one included."""
        assert self.play({BLUE: LEFT}, None, BLUE)[PURPLE] == LEFT
        assert self.play({BLUE: LEFT, PURPLE: UP}, None) == [LEFT, 0, 0, 0, UP]

    def test_a_pass_after_any_other_number_does_nothing(self) -> None:
        assert self.play({RED: LEFT}, None) == [0, LEFT, 0, 0, 0]

    def test_a_pass_in_the_second_run_repeats_the_answer_of_the_first(self) -> None:
        """Another color than purple is answered, and again by the pass; piles that lie so already are left out."""
        after = self.play({PURPLE: UP}, False, RED, None, endorsed=True)
        assert after == [UP, UP, 0, 0, UP]

    def test_a_color_named_is_stored_in_turn(self) -> None:
        """After "purple" and "red" (1) the number is 1 again; after blue (0) it is that of another color."""
        assert self.play({BLUE: LEFT, RED: UP}, True, BLUE, None, endorsed=True) == [LEFT, LEFT, 0, 0, LEFT]

    def test_no_question_without_purple_or_without_a_difference(self) -> None:
        assert self.play({}) == [0] * 5
        game = table(seat(board=["Tools", "Writing"], splays={BLUE: LEFT}), seat(), platform=SITE, sets=ECHOES)
        Script(game)
        effect_of(game, "Sunglasses", "dogma")(game, game.players[0])
        assert game.players[0].splays[BLUE] == LEFT


# --- what an endorsed repeat remembers --------------------------------------------------------------------------------


@pytest.mark.parametrize(("platform", "left"), [(SITE, []), (TABLE, ["Writing"])])
def test_jet_takes_a_top_card_of_either_color(platform: Platform, left: list[str]) -> None:
    """10: a set of colors, of which the victim returns one top card in each round."""
    played = Played(
        "Jet",
        seat(board=["Jet"], hand=["Tools", "Oars"]),
        seat(board=["Writing", "Archery"]),
        platform=platform,
        answers=["Tools", *(["Writing"] if platform is SITE else [])],
        endorsed=True,
        sets=ECHOES,
    )
    assert names(played.game.players[1].tops()) == left


def test_jet_without_a_card_melded_by_its_echo_effect_takes_nothing() -> None:
    """10: what sharers melded does not count."""
    played = Played("Jet", seat(board=["Jet"]), seat(board=["Writing"]), platform=SITE, sets=ECHOES)
    assert names(played.game.players[1].tops()) == ["Writing"]


@pytest.mark.parametrize(("platform", "executed"), [(SITE, ["Writing", "Writing"]), (TABLE, ["The Wheel"] * 2)])
def test_karaoke_executes_either_melded_card_each_time(platform: Platform, executed: list[str]) -> None:
    """10: the same one twice is allowed."""
    played = Played(
        "Karaoke",
        seat(board=["Karaoke"]),
        seat(),
        platform=platform,
        answers=[1, 1, *(["Writing", "Writing"] if platform is SITE else []), None, None],
        endorsed=True,
        sets=ECHOES,
        top={1: ["Writing", "The Wheel"]},
    )
    assert names([event.card for event in played.events if isinstance(event, NestedStarted)]) == executed


@pytest.mark.parametrize(("platform", "scored"), [(SITE, 1), (TABLE, 1)])
def test_democracy_forgets_what_was_returned_while_not_ahead(platform: Platform, scored: int) -> None:
    """10, 11: the opponent returns 3, the launcher 2 and then 2, which the site does not add up."""
    game = table(
        seat(board=["Democracy"], hand=["Oars", "Tools", "Sailing", "Writing"]),
        seat(board=["Classification"], hand=["Calendar", "Paper", "Coal"]),
        platform=platform,
    )
    me, you = game.players
    democracy = effect_of(game, "Democracy", "dogma")
    Script(game, "Calendar", "Paper", "Coal", "Oars", "Tools", None, "Sailing", "Writing")
    democracy(game, you)
    democracy(game, me)
    democracy(game, me)
    assert len(you.score_pile) == 1
    assert len(me.score_pile) == (0 if platform is SITE else scored)


@pytest.mark.parametrize(
    ("edition", "platform", "scored"),
    [(Edition.THIRD, SITE, 0), (Edition.THIRD, TABLE, 1), (Edition.FOURTH, TABLE, 0)],
)
def test_democracy_counts_across_executions_within_one_action(
    edition: Edition, platform: Platform, scored: int
) -> None:
    """10, and printed in the fourth edition ("Keywords", this action): the totals last for the whole action.

    At a table, a game of the fourth edition forgot the two cards that the opponent had returned.
    """
    mine, theirs = seat(board=["Self Service", "Democracy"], hand=["Oars"]), seat(hand=["Calendar", "Paper"])
    game = table(mine, theirs, platform=platform, edition=edition)
    Script(game, "Calendar", "Paper", "Oars")
    me, you = game.players
    begin_dogma(game, me, card("Self Service"))
    game.execute_non_demand(you, card("Democracy"))
    game.execute_non_demand(me, card("Democracy"))
    assert (len(you.score_pile), len(me.score_pile)) == (1, scored)


@pytest.mark.parametrize("platform", [SITE, TABLE])
def test_dentures_go_on_from_the_echo_effect_or_from_their_own_tucks(platform: Platform) -> None:
    """10: a color tucked in the first run's loop is not remembered; 9: no card of the color ends the effect."""
    game = table(seat(board=["Tools"]), seat(), platform=platform, sets=ECHOES, top={6: ["Canning", "Encyclopedia"]})
    me = game.players[0]
    game.notes["tucked", me] = card("Tools")
    Script(game)
    dentures = effect_of(game, "Dentures", "dogma")
    dentures(game, me)
    tucked = game.notes["tucked", me]
    assert (tucked == card("Tools")) == (platform is SITE)
    game.notes["tucked", me] = card("Monotheism")
    before = len(me.score_pile)
    dentures(game, me)
    assert (len(me.score_pile) == before) == (platform is SITE)


def test_dentures_executed_by_another_card_have_no_color_to_begin_with() -> None:
    """9: a color that no echo effect named is empty. No source says so; it follows from the code of the site."""
    played = Played("Dentures", seat(board=["Tools"]), seat(), platform=SITE, nested=True, sets=ECHOES)
    assert not any(isinstance(event, Transfer) for event in played.events)


def test_the_communist_manifesto_remembers_the_card_given_before() -> None:
    """12: who gives himself none executes the card that somebody gave himself earlier in the action.

    Only the last receiver is barred from the next card on the site, so that one can get two.
    """
    sixes = {"Canning", "Encyclopedia", "Vaccination"}
    played = Played(
        "The Communist Manifesto",
        seat(board=["The Communist Manifesto"]),
        seat(),
        seat(),
        platform=SITE,
        answers=[0, "Railroad", 1, "Sanitation", 2, 1, "Bicycle", 2, "Refrigeration", 1, sixes, sixes],
        endorsed=True,
        sets=frozenset({CardSet.BASE, CardSet.ARTIFACTS}),
        top={7: ["Railroad", "Sanitation", "Explosives", "Bicycle", "Refrigeration", "Electricity"], 6: sorted(sixes)},
    )
    executed = [event.card for event in played.events if isinstance(event, NestedStarted)]
    assert names(executed) == ["Railroad", "Railroad"]


def test_the_communist_manifesto_without_any_card_of_ones_own_executes_nothing() -> None:
    """9: the site then says that a card without a name has no effects."""
    played = Played(
        "The Communist Manifesto",
        seat(board=["The Communist Manifesto"]),
        seat(),
        seat(),
        platform=SITE,
        answers=[1, "Railroad", 2, "Sanitation", 1],
        sets=frozenset({CardSet.BASE, CardSet.ARTIFACTS}),
        top={7: ["Railroad", "Sanitation", "Explosives"]},
    )
    assert not any(isinstance(event, NestedStarted) for event in played.events)
