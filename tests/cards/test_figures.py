"""Figures in the Sand: where the two printings differ, the rules around karmas, and what the scenarios leave out.

The scenarios of another engine (``tests/scenarios``) play nearly all figures by the Deluxe text. Here are the box of
2013, the cases that cannot be done in full, and the traps.
"""

from __future__ import annotations

from typing import Any

import pytest

from innolog.cards.editions import Edition, Platform, Printing, texts_of
from innolog.cards.facts import CardSet, Color, Direction, Icon, card_table
from innolog.cards.karmas import Issues, decree_effect, karmas_of
from innolog.cards.registry import effects_of
from innolog.engine.actions import Action, ActionKind, legal_actions, play_next
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.events import EffectStarted, Eliminated, Event, Transfer
from innolog.engine.game import Game
from innolog.engine.position import Seat, build
from innolog.engine.ruleset import Ruleset, UnsupportedRules
from innolog.engine.zones import Zone
from innolog.simulate import RandomDecider
from tests.table import Script, card, cards, names

DELUXE, BOX = Printing.DELUXE, Printing.BOX_2013
_FIGURES = [facts for facts in card_table().cards.values() if facts.set is CardSet.FIGURES]


def position(
    *seats: Seat,
    printing: Printing = DELUXE,
    sets: tuple[CardSet, ...] = (),
    relics: bool = False,
    **more: Any,
) -> Game:
    """A game with figures, player 0 to move, in the middle of a turn."""
    rules = Ruleset(
        relics=relics,
        sets=frozenset({CardSet.BASE, CardSet.FIGURES, *sets}),
        players=len(seats),
        printing=printing,
        platform=Platform.TABLE,
    )
    return build(rules, Script(None), seats, **more)


def board(*on: str, hand: tuple[str, ...] = (), **more: Any) -> Seat:
    """A seat with cards on its board, bottom to top, and in hand."""
    return Seat(board=cards(*on), hand=cards(*hand), **more)


# --- declarations ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("printing", Printing)
def test_every_figure_has_a_karma_and_the_effect_that_is_printed_on_it(printing: Printing) -> None:
    texts = texts_of(Edition.THIRD, Platform.TABLE, printing)
    table = card_table(printing=printing.value)
    assert len([facts for facts in _FIGURES if not facts.relic]) == 105
    for facts in _FIGURES:
        slots = table.slots[facts.id]
        assert karmas_of(facts.id, texts), facts.name
        kinds = [effect.kind.value for effect in effects_of(facts.id, texts)]
        assert kinds == [slot for slot in slots if slot in ("echo", "inspire")], facts.name


def test_seven_figures_issue_each_decree() -> None:
    karmas = [karma for facts in _FIGURES for karma in karmas_of(facts.id)]
    issued = [karma.decree for karma in karmas if isinstance(karma, Issues)]
    assert {decree: issued.count(decree) for decree in issued} == dict.fromkeys(range(985, 990), 7)
    assert all(decree_effect(decree) for decree in range(985, 990))


def test_the_printings_differ_in_the_figures_that_are_known_to_differ() -> None:
    new, old = (texts_of(Edition.THIRD, Platform.TABLE, printing) for printing in (DELUXE, BOX))
    karmas = [facts.name for facts in _FIGURES if karmas_of(facts.id, old) != karmas_of(facts.id, new)]
    effects = [facts.name for facts in _FIGURES if effects_of(facts.id, old) != effects_of(facts.id, new)]
    assert karmas == [
        *("Daedalus", "Gilgamesh", "Sargon of Akkad", "Ptahhotep", "Augustus Caesar", "Christiaan Huygens"),
        *("Isaac Newton", "Ludwig van Beethoven", "John Ericsson", "Erwin Rommel", "John von Neumann"),
        *("Grace Hopper", "Ruth Handler"),
    ]
    assert effects == ["Augustus Caesar", "Confucius", "Catherine the Great", "Nikola Tesla"]
    assert card_table(printing="2013").name[card("Augustus Caesar")] == "Bi Sheng"


def test_a_printing_of_figures_needs_figures() -> None:
    with pytest.raises(UnsupportedRules, match="not in play"):
        Ruleset(printing=BOX)
    rules = Ruleset(sets=frozenset({CardSet.BASE, CardSet.FIGURES}), printing=BOX)
    assert Ruleset.from_description(rules.describe()) == rules


# --- the box of 2013 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("printing", "tucked"), [(DELUXE, False), (BOX, True)])
def test_sargon_of_akkad_under_a_higher_card(printing: Printing, tucked: bool) -> None:
    game = position(board("Sargon of Akkad", "Perspective", hand=("Masonry",)), board(), printing=printing)
    Script(game).take(Action(ActionKind.MELD, card("Masonry")))
    assert (game.players[0].bottom(3) == card("Masonry")) is tucked


@pytest.mark.parametrize(("printing", "castles"), [(DELUXE, 1 + 2 * 2), (BOX, 1 + 2 * 0)])
def test_gilgamesh_counts_top_cards(printing: Printing, castles: int) -> None:
    on_board = board("Gilgamesh", "Christopher Columbus")
    assert position(on_board, board(), printing=printing).players[0].count(Icon.CASTLE) == castles


@pytest.mark.parametrize(("printing", "taken"), [(DELUXE, "Education"), (BOX, "Tools")])
def test_ptahhotep_takes_another_end_of_the_score_pile(printing: Printing, taken: str) -> None:
    attacker = board("The Wheel", "Archery", score_pile=cards("Tools", "Education"))
    # The card drawn is the highest in hand, whichever it is.
    game = position(attacker, board("Ptahhotep"), printing=printing)
    Script(game).take(Action(ActionKind.DOGMA, card("Archery")))
    assert card(taken) in game.players[1].score_pile


@pytest.mark.parametrize(("printing", "clocks", "crowns"), [(DELUXE, 2, 0), (BOX, 0, 1)])
def test_john_ericsson(printing: Printing, clocks: int, crowns: int) -> None:
    me = position(board("John Ericsson"), board(), printing=printing).players[0]
    factories = me.count(Icon.FACTORY)
    assert (me.count(Icon.CLOCK), me.count(Icon.CROWN)) == (clocks * factories, crowns * factories)


@pytest.mark.parametrize(("printing", "scored"), [(DELUXE, ["Mathematics"]), (BOX, ["Mathematics", "Writing"])])
def test_erwin_rommel_scores_the_card_itself_in_2013(printing: Printing, scored: list[str]) -> None:
    game = position(board("Erwin Rommel", hand=("Writing",)), board("Mathematics"), printing=printing)
    Script(game)
    game.score(game.players[0], card("Writing"))
    assert names(game.players[0].score_pile) == scored


def test_bi_sheng_takes_castles_for_the_featured_icon() -> None:
    game = position(
        board("Augustus Caesar", "Writing", forecast=cards("Tools")), board("Archery"), printing=BOX, sets=()
    )
    Script(game).take(Action(ActionKind.DOGMA, card("Writing")))
    assert game.icon_counts == (2, 2)
    assert game.players[0].forecast == []
    assert game.players[0].bottom(0) == card("Tools")


@pytest.mark.parametrize(("printing", "fewest"), [(DELUXE, 5), (BOX, 5)])
def test_achievements_that_win(printing: Printing, fewest: int) -> None:
    rules = Ruleset(sets=frozenset({CardSet.BASE, CardSet.FIGURES}), players=4, printing=printing)
    assert rules.achievements_needed == fewest
    assert Ruleset(sets=rules.sets, players=5, printing=printing).achievements_needed == (
        4 if printing is DELUXE else 5
    )


# --- the rules around karmas -----------------------------------------------------------------------------------------


def test_a_karma_does_not_trigger_another() -> None:
    """Benjamin Franklin melds a card for the card melded: for that one he does nothing."""
    game = position(board("Benjamin Franklin", hand=("Masonry",)), board(), decks={2: cards("Calendar", "Fermenting")})
    Script(game).take(Action(ActionKind.MELD, card("Masonry")))
    assert names(game.players[0].piles[3]) == ["Fermenting", "Masonry"]


def test_the_player_whose_turn_it_is_decides_between_karmas() -> None:
    seat = board("Benjamin Franklin", "Nelson Mandela", "Catherine the Great", hand=("Mysticism",))
    game = position(seat, board(), decks={2: cards("Fermenting")})
    script = Script(game, "Catherine the Great")
    script.take(Action(ActionKind.MELD, card("Mysticism")))
    assert script.asked[-1].player == 0
    assert names(game.players[0].hand) == ["Catherine the Great"]
    assert game.players[0].top(3) is None


def test_a_karma_stops_when_its_figure_is_covered() -> None:
    me = position(board("Fu Xi", "Clothing", score_pile=cards("Tools")), board()).players[0]
    assert me.count(Icon.LIGHTBULB) == 0
    other = position(board("Fu Xi", score_pile=cards("Tools")), board()).players[0]
    assert other.count(Icon.LIGHTBULB) == 1


def test_a_card_that_counts_as_being_in_two_places_is_one_card() -> None:
    """It was offered twice, and gave Fu Xi two lightbulbs. To the class belongs every sum of two places."""
    seat = board("Fu Xi", "Wernher von Braun", score_pile=cards("Tools"), forecast=cards("Mysticism", "Oars"))
    # Two are printed on the other figure.
    assert position(seat, board()).players[0].count(Icon.LIGHTBULB) == 2 + 3
    # Of the hand and the score pile, where Michelangelo's hand is in both.
    game = position(board("Carl Friedrich Gauss", "Michelangelo", hand=("Mysticism", "Tools", "Fermenting")), board())
    script = Script(game, 1, "Tools")
    script.take(Action(ActionKind.MELD, card("Fermenting")))
    assert names(script.asked[-1].options) == ["Mysticism", "Tools"]
    assert {*names(game.players[0].tops())} >= {"Mysticism", "Fermenting"}
    # Of a card that is revealed and the score pile.
    seat = board("Basur Hoyuk Tokens", "Michelangelo", hand=("Tools",))
    game = position(seat, board(), decks={4: cards("Experimentation")}, sets=(CardSet.ARTIFACTS,))
    script = Script(game, "Tools")
    script.take(Action(ActionKind.DOGMA, card("Basur Hoyuk Tokens")))
    assert names(script.asked[-1].options) == ["Experimentation", "Tools"]
    assert game.players[0].hand == []


def test_what_a_karma_replaces_is_not_done() -> None:
    """The trap: a card that Homer tucks was not returned, so nothing is drawn for it (Agriculture)."""
    game = position(board("Homer", "Agriculture", hand=("Fu Xi",)), board())
    Script(game, "Fu Xi", "Homer").take(Action(ActionKind.DOGMA, card("Agriculture")))
    me = game.players[0]
    # Of the two figures, Homer fades.
    assert (me.top(2), names(me.score_pile), me.hand) == (card("Fu Xi"), ["Homer"], [])


def test_karmas_do_not_keep_an_effect_from_its_end() -> None:
    """The trap: Pride and Prejudice scores what it melds until a color has more visible cards than another.

    Beethoven returns all of it, so the same cards came again and again, and the program hung. The same was possible
    with every effect that is repeated, if a karma replaces the score, transfer or draw that brings it to its end.
    """
    seat = board("Ludwig van Beethoven", "Pride and Prejudice", "Tools", "Archery", "Clothing")
    game = position(seat, board(), sets=(CardSet.ARTIFACTS,))
    chance = RandomDecider(1)

    class Decider:
        def choose(self, choice: Choice) -> Any:
            is_action = choice.kind is ChoiceKind.ACTION
            return Action(ActionKind.DOGMA, card("Pride and Prejudice")) if is_action else chance.choose(choice)

    game.decider = Decider()
    karmas: list[int] = []

    def receive(event: Event) -> None:
        if isinstance(event, EffectStarted) and event.kind == "karma":
            karmas.append(event.card)

    game.sink = receive
    play_next(game)
    assert karmas == [card("Ludwig van Beethoven")] * len(game.place)
    # All that is scored is now left in the score pile, and the effect draws until there is no card.
    assert game.over is not None
    assert game.over.how == "score"


def test_karmas_do_not_keep_a_card_that_executes_itself_from_its_end() -> None:
    """The trap: Priest-King executes itself as long as the hand has cards of its color, and Ching Shih scores none."""
    seat = board("Ching Shih", "Priest-King", hand=("Sailing",))
    game = position(seat, board(), sets=(CardSet.ARTIFACTS,), relics=True)
    Script(game).dogma("Priest-King")
    assert names(game.players[0].score_pile) == ["Sailing"]


def test_a_relic_that_is_put_on_top_of_its_supply_pile_lies_beside_it() -> None:
    """Su Song puts it from the score pile into the forecast, and Telescope from there on top. That ended with an error.

    No effect that goes on with it finds it there, as in a supply pile.
    """
    mine = board("Su Song", "Telescope", score_pile=cards("Safety Pin"))
    game = position(mine, board(), sets=(CardSet.ECHOES, CardSet.ARTIFACTS), relics=True)
    me, relic = game.players[0], card("Safety Pin")
    game.draw(me, 3)
    assert me.forecast == [relic]
    Script(game, "Safety Pin").dogma("Telescope")
    assert game.relics == [relic]
    assert not game.meld(me, relic)


def test_figures_fade_but_one_and_the_owner_chooses() -> None:
    game = position(board("Fu Xi", "Homer", "Gilgamesh", hand=("Clothing",)), board("Plato", "Su Song"))
    Script(game, "Homer", "Fu Xi", "Plato").take(Action(ActionKind.DRAW))
    assert names(game.players[0].score_pile) == ["Homer", "Fu Xi"]
    assert names(game.players[1].score_pile) == ["Plato"]


def test_who_need_not_fade_does_not() -> None:
    game = position(board("Avicenna", "Homer"), board())
    Script(game).take(Action(ActionKind.DRAW))
    assert game.players[0].score_pile == []


def test_others_draw_figures_for_a_standard_achievement_alone() -> None:
    seat = board("Tools", score_pile=cards("Canal Building", "Mapmaking", "Calendar"))
    game = position(seat, board("Mathematics"), board())
    claims = [action for action in legal_actions(game, game.players[0]) if action.kind is ActionKind.ACHIEVE]
    Script(game).take(claims[0])
    assert [len(player.hand) for player in game.players] == [0, 1, 1]
    assert all(game.table.set[player.hand[0]] == CardSet.FIGURES for player in game.players[1:])
    assert [game.age[player.hand[0]] for player in game.players[1:]] == [2, 1]


def test_inspire_comes_once_a_turn_and_draws_by_its_color() -> None:
    game = position(board("Philosophy", "Hatshepsut"), board())
    actions = legal_actions(game, game.players[0])
    (inspire,) = [action for action in actions if action.kind is ActionKind.INSPIRE]
    Script(game).take(inspire)
    assert [game.age[number] for number in game.players[0].hand] == [1, 1]
    assert all(action.kind is not ActionKind.INSPIRE for action in legal_actions(game, game.players[0]))


def test_a_drawn_card_that_a_karma_returned_and_that_was_drawn_again_is_one_card() -> None:
    """The last card of value 1 is drawn; before each other draw, which would be of a 2, the hand is returned."""
    game = position(board("Hatshepsut", "Pavlovian Tusk"), board(), sets=(CardSet.ARTIFACTS,))
    me, other = game.players
    last, *rest = game.decks[1]
    for each in list(rest):
        game.transfer(each, other, Zone.HAND)
    # Of the hand with two cards of value 2, these are returned in some order. There is no choice then: the one drawn
    # card in the hand is returned, and none is left to score.
    Script(game, *names([last]), {*names(game.decks[2][-2:])}).dogma("Pavlovian Tusk")
    assert game.place[last][1] is Zone.DECK
    assert [game.age[each] for each in me.hand] == [2, 2]
    assert not me.score_cards


# --- decrees ---------------------------------------------------------------------------------------------------------


def _decrees(game: Game) -> set[str]:
    found = [action for action in legal_actions(game, game.players[0]) if action.kind is ActionKind.DECREE]
    return {game.table.name[action.card or 0] for action in found}


def test_which_decrees_can_be_issued() -> None:
    three = ("Fu Xi", "Plato", "Avicenna")
    assert _decrees(position(board("Tools", hand=three), board())) == {"Trade", "Rivalry", "Expansion"}
    # Two of the same value, and two alone, are not enough.
    assert _decrees(position(board("Tools", hand=("Fu Xi", "Homer", "Avicenna")), board())) == set()
    assert _decrees(position(board("Tools", hand=("Fu Xi", "Plato")), board())) == set()
    # Any two are, with a figure that says so, for its decree.
    assert _decrees(position(board("Shivaji", hand=("Fu Xi", "Homer", "Tools")), board())) == {"War"}


def test_a_decree_of_somebody_else_goes_back_and_one_of_ones_own_is_carried_out() -> None:
    hand = ("Fu Xi", "Plato", "Avicenna", "Tools")
    trade = card("Trade")
    for owner in (None, 0, 1):
        seats = [board("Pottery", hand=hand), board("Oars")]
        if owner is not None:
            seats[owner] = Seat(board=seats[owner].board, hand=seats[owner].hand, achievements=[trade])
        game = position(*seats)
        Script(game).take(Action(ActionKind.DECREE, trade))
        assert sorted(game.removed) == sorted(cards(*hand))
        assert (trade in game.specials) is (owner == 1)
        assert len(game.players[0].forecast) == (0 if owner == 1 else 3)
        assert game.players[0].turn_marks


def test_a_decree_of_a_player_who_is_eliminated_goes_back() -> None:
    """It did, but as a move of a card out of the removed ones, which no text has words for. Found by the hunt."""
    trade, expansion = cards("Trade", "Expansion")
    mine = Seat(board=board("Pottery").board, achievements=[trade, card("Oars"), expansion])
    game = position(mine, board("Archery"), board("Tools"))
    moved: list[Event] = []
    game.sink = moved.append
    game.eliminate(game.players[0])
    assert {trade, expansion} <= set(game.specials)
    assert card("Oars") in game.removed
    assert [type(event) for event in moved] == [Transfer, Transfer, Eliminated]
    assert [event.from_owner for event in moved if isinstance(event, Transfer)] == [0, 0]


@pytest.mark.parametrize(("printing", "again"), [(DELUXE, set()), (BOX, {"War"})])
def test_decrees_in_one_turn(printing: Printing, again: set[str]) -> None:
    game = position(board("Shivaji", hand=("Fu Xi", "Homer")), board("Oars"), printing=printing)
    Script(game, 5).take(Action(ActionKind.DECREE, card("War")))
    for name in ("Plato", "Sinuhe"):
        game.transfer(card(name), game.players[0], game.place[card("Oars")][1].HAND)
    assert _decrees(game) == again


def test_a_splayed_pile_shows_inspire_effects() -> None:
    game = position(board("Hatshepsut", "Clothing"), board())
    assert [a.kind for a in legal_actions(game, game.players[0])].count(ActionKind.INSPIRE) == 0
    game.players[0].splays[2] = int(Direction.UP)
    game.players[0].forget_all()
    assert [a.kind for a in legal_actions(game, game.players[0])].count(ActionKind.INSPIRE) == 1


# --- a Meld action in which a karma has its say ----------------------------------------------------------------------


@pytest.mark.parametrize("printing", Printing)
def test_a_meld_that_a_karma_replaces_triggers_nothing(printing: Printing) -> None:
    """A tucked card covers none, so nothing is dug up, drawn or promoted for it.

    Every Meld action counted for that, melded or not: digging, Cities' draw, promotion and the karma of the melded
    figure. It was found in a recorded game of another engine, and looked for in all that reacts to a Meld action.
    """
    sets = (CardSet.ARTIFACTS, CardSet.CITIES, CardSet.ECHOES)
    mine = board("Sargon of Akkad", "Archery", hand=("Metalworking",), forecast=cards("Oars"))
    game = position(mine, board(), printing=printing, sets=sets)
    Script(game).take(Action(ActionKind.MELD, card("Metalworking")))
    me = game.players[0]
    assert names(me.piles[1]) == ["Metalworking", "Archery"]
    assert (me.display, me.hand_cards, names(me.forecast)) == ([], [], ["Oars"])


@pytest.mark.parametrize("replaced", [True, False])
def test_a_promotion_that_a_karma_replaces_gives_no_free_action(replaced: bool) -> None:
    """The free Dogma action is with a card that was melded. Tucked in place of that, it could be activated."""
    top = ("Archery",) if replaced else ("Construction",)
    mine = board("Sargon of Akkad", *top, hand=("Agriculture",), forecast=cards("Oars"))
    game = position(mine, board(), sets=(CardSet.ECHOES,))
    # The last answer declines the free action.
    script = Script(game, "Oars", *([] if replaced else [False]))
    script.take(Action(ActionKind.MELD, card("Agriculture")))
    assert names(game.players[0].piles[1]) == (["Oars", *top] if replaced else [*top, "Oars"])


def test_a_melded_card_covers_what_lies_there_after_the_karma() -> None:
    """What comes before a meld can take the top card away: then the color is new, and nothing is covered."""
    mine = board("Catherine the Great", hand=("Mysticism",))
    game = position(mine, board(), sets=(CardSet.ARTIFACTS, CardSet.CITIES))
    Script(game).take(Action(ActionKind.MELD, card("Mysticism")))
    me = game.players[0]
    assert names(me.piles[4]) == ["Mysticism"]
    assert not me.display
    assert [game.table.set[held] for held in me.hand_cards] == [CardSet.FIGURES, CardSet.CITIES]


@pytest.mark.parametrize("mine", [True, False])
def test_an_effect_that_is_shared_is_that_of_who_activated_it(mine: bool) -> None:
    """Florence Nightingale keeps the score pile of who shares an opponent's effect; the own effect takes from it."""
    sharer = board("Florence Nightingale", "The Wheel", "Evolution", score_pile=cards("Tools"))
    leader = board("Evolution", score_pile=cards("Sailing"))
    if mine:
        leader = board("Archery", score_pile=cards("Sailing"))
    else:
        sharer = board("Florence Nightingale", "Publications", "Philosophy", score_pile=cards("Tools"))
    game = position(*((sharer, leader) if mine else (leader, sharer)))
    owner = next(player for player in game.players if card("Florence Nightingale") in player.tops())
    answers = (1, card("Tools")) if mine else (1, card("Tools"), 1, card("Sailing"))
    Script(game, *answers).take(Action(ActionKind.DOGMA, card("Evolution")))
    assert (card("Tools") in owner.score_pile) is not mine


# --- what no rulebook answers (``innolog rules figures.karma``) -------------------------------------------------------


def _achievements(game: Game) -> int:
    return game.own_achievements(game.players[0])


def test_what_counts_as_achievements_is_counted_with_icons_of_karmas() -> None:
    """Robert E. Lee counts the leaves that James Clerk Maxwell adds."""
    seven = ("Fu Xi", "Homer", "Plato", "Sinuhe", "Tools", "Oars", "Writing")
    game = position(board("Robert E. Lee", "James Clerk Maxwell", hand=seven), board())
    assert game.players[0].count(Icon.LEAF) == 2 + 7
    assert _achievements(game) == 1
    # Six are not enough, and eight are.
    six = ("Robert E. Lee", "Agriculture", "Compass")
    assert _achievements(position(board(*six), board())) == 0
    assert _achievements(position(board(*six, "Pottery"), board())) == 1


def test_icons_of_others_count_with_their_karmas() -> None:
    """Alfred Nobel has two crowns, twice as many as one, but not twice as many as what Maxwell makes of that one.

    A recorded game of another engine ended too early here, because these icons were counted without the karma.
    """
    assert _achievements(position(board("Alfred Nobel"), board("James Clerk Maxwell", "Oars"))) == 1
    other = board("James Clerk Maxwell", "Oars", hand=("Tools", "Writing"))
    game = position(board("Alfred Nobel"), other)
    assert game.players[1].count(Icon.CROWN) == 3
    assert _achievements(game) == 0
    # Two are not twice as many as two.
    assert _achievements(position(board("Alfred Nobel"), board("Oars", "Sailing"))) == 0


def test_karmas_that_add_icons_do_not_add_to_each_other() -> None:
    """Huang Di adds as many leaves as the cards show lightbulbs, not those that Catherine the Great adds."""
    game = position(board("Huang Di", "Catherine the Great"), board())
    me = game.players[0]
    shown = me.plain_icons()
    assert shown[Icon.LIGHTBULB] > 0
    assert me.count(Icon.LIGHTBULB) == 3 * shown[Icon.LIGHTBULB]
    assert me.count(Icon.LEAF) == shown[Icon.LEAF] + shown[Icon.LIGHTBULB]


def _moves(game: Game) -> list[tuple[str, Zone]]:
    """The cards that move from now on, and where to."""
    found: list[tuple[str, Zone]] = []

    def sink(event: Event) -> None:
        if isinstance(event, Transfer):
            found.append((game.table.name[event.card], Zone(event.to_zone)))

    game.sink = sink
    return found


def test_augustus_caesar_lets_everybody_see_what_is_foreshadowed() -> None:
    """A 3 is revealed before it is foreshadowed, a 4 is not. What is melded is seen anyway, so it moves only once."""
    game = position(
        board("Augustus Caesar"),
        board("Tools", hand=("Writing",)),
        decks={3: cards("Alchemy", "Paper"), 4: cards("Reformation")},
    )
    moves, other = _moves(game), game.players[1]
    game.draw_and_foreshadow(other, 3)
    assert moves == [("Paper", Zone.HAND), ("Paper", Zone.REVEALED), ("Paper", Zone.FORECAST)]
    moves.clear()
    game.draw_and_foreshadow(other, 4)
    assert moves == [("Reformation", Zone.FORECAST)]
    moves.clear()
    game.meld(other, card("Writing"))
    assert moves == [("Writing", Zone.BOARD)]


def test_augustus_caesar_takes_a_revealed_card() -> None:
    """A red or green card with a castle goes to his owner's board, and the owner's forecast is tucked."""
    game = position(
        board("Augustus Caesar", forecast=cards("Tools")), board("Clothing"), decks={3: cards("Engineering")}
    )
    game.draw_and_foreshadow(game.players[1], 3)
    assert game.place[card("Engineering")] == (0, Zone.BOARD)
    assert game.place[card("Tools")] == (0, Zone.BOARD)
    assert game.players[1].forecast == []


def test_takiyuddin_uncovers_effects_of_a_color_that_shows_one() -> None:
    """What his splay uncovers is carried out. A color without a visible inspire effect cannot be chosen for it."""
    seat = board("Wernher von Braun", "Takiyuddin", "Sun Tzu", "Archery")
    game = position(seat, board(), decks={10: cards("Robotics"), 5: cards("Coal"), 4: cards("Anatomy")})
    me = game.players[0]
    (inspire,) = [action for action in legal_actions(game, me) if action.kind is ActionKind.INSPIRE]
    assert inspire.card == card("Takiyuddin")
    Script(game, Color.BLUE).take(inspire)
    assert (names(me.forecast), names(me.piles[Color.RED]), names(me.hand)) == (
        ["Robotics"],
        ["Coal", "Sun Tzu", "Archery"],
        ["Anatomy"],
    )
