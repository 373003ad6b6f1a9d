"""Every effect of a card, carried out where a karma does something else instead of what the effect does.

Some effects relied on it that a card which they had melded, tucked or scored is where they had put it.
"""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import pytest

from innolog.cards.facts import COLORS, CardSet, Color, Direction, Icon, back_of
from innolog.cards.karmas import Who, Would, karmas_of
from innolog.cards.registry import EffectKind, card_named, effects_of
from innolog.engine.actions import Action, ActionKind
from innolog.engine.consequences import GameOver
from innolog.engine.events import Event, Transfer
from innolog.engine.game import Game
from innolog.engine.operations import BY_ACTION, NOTHING, CarryOut, Demand, Draw, Move, TakeAction
from innolog.engine.position import Seat, build
from innolog.engine.ruleset import Platform, Ruleset
from innolog.engine.state import Player
from innolog.engine.zones import Zone
from innolog.simulate.bots import RandomDecider
from tests.cards.test_figures import board, position
from tests.invariants import violations
from tests.table import Script, cards, names

_RULES = Ruleset(
    sets=frozenset({CardSet.BASE, CardSet.ECHOES, CardSet.ARTIFACTS, CardSet.FIGURES}),
    players=3,
    platform=Platform.TABLE,
    relics=True,
)
_DEMANDS = (EffectKind.DEMAND, EffectKind.COMPEL)
#: Cards with effects that a Dogma action carries out.
_CARDS = [
    card
    for card, facts in _RULES.table.cards.items()
    if facts.set in (CardSet.BASE, CardSet.ECHOES, CardSet.ARTIFACTS) and effects_of(card, _RULES.texts)
]
#: Figures that may replace that a card is moved.
_FIGURES = [
    card
    for card in _RULES.table.cards
    if any(
        isinstance(karma, Would) and any(issubclass(kind, (Draw, Move)) for kind in karma.kinds)
        for karma in karmas_of(card, _RULES.texts)
    )
]


def _position(card: int, figure: int, seed: int) -> Game:
    """A card on top of the board of player 0. The figure belongs to who is affected by its effect.

    That is player 0, or player 1 if it demands. If the karma watches others, it is the next one.
    """
    random = Random(f"{card}/{figure}/{seed}")
    table = _RULES.table
    base = [other for other, facts in table.cards.items() if facts.set is CardSet.BASE and other != card]
    random.shuffle(base)

    def some(most: int) -> list[int]:
        return [base.pop() for _ in range(random.randrange(most + 1))]

    owner = int(any(effect.kind in _DEMANDS for effect in effects_of(card, _RULES.texts)))
    if any(karma.who is not Who.ME for karma in karmas_of(figure, _RULES.texts) if isinstance(karma, Would)):
        owner += 1
    boards = [some(2), some(3), some(3)]
    on_top = {0: [card]}
    on_top[owner] = [figure, *on_top.get(owner, ())]
    for seat, tops in on_top.items():
        colors = {table.color[top] for top in tops}
        boards[seat] = [other for other in boards[seat] if table.color[other] not in colors] + tops
    seats = [Seat(board=board, hand=some(3), score_pile=some(2)) for board in boards]
    used = {other for seat in seats for other in (*seat.board, *seat.hand, *seat.score_pile)}
    decks = {
        back: [other for other in pile if other not in used]
        for back, pile in table.by_back.items()
        if CardSet(back // 16 % 8) in _RULES.sets
    }
    for pile in decks.values():
        random.shuffle(pile)
    game = build(_RULES, RandomDecider(seed), seats, decks=decks)
    # An effect may not take the color of no card for one of a pile.
    game.color[NOTHING] = len(COLORS)
    return game


@pytest.mark.long
@pytest.mark.many
@pytest.mark.parametrize("figure", _FIGURES, ids=lambda figure: _RULES.table.name[figure])
def test_no_effect_relies_on_what_a_karma_replaces(figure: int) -> None:
    found: list[str] = []
    for card in _CARDS:
        for seed in range(2):
            game = _position(card, figure, seed)
            if game.players[0].top(game.color[card]) != card:
                continue  # The figure lies on it.
            where = f"{_RULES.table.name[card]}, seed {seed}"
            seen: list[Event] = []
            game.sink = seen.append
            try:
                game.perform(TakeAction(game.players[0], BY_ACTION, Action(ActionKind.DOGMA, card)))
            except GameOver:
                continue
            except (AssertionError, LookupError, ValueError, TypeError) as error:
                found.append(f"{where}: {error!r}")
            found += [f"{where}: I{number} {what}" for number, what in violations(game)]
            found += [f"{where}: {event} out of the game" for event in seen if _from(event) is Zone.REMOVED]
    assert found == []


def _from(event: Event) -> Zone | None:
    return event.from_zone if isinstance(event, Transfer) else None


def test_a_text_for_games_with_figures_is_found_before_any_figure_was_asked_for() -> None:
    """The text of an Artifact without figures was taken, and kept, if its effects were looked up first."""
    script = """
from innolog.cards.registry import card_named, effects_of
card = card_named("East India Company Charter")
print(effects_of(card, ("figures", "third"))[0].run.__module__, effects_of(card, ("third",))[0].run.__module__)
"""
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert shown.split() == ["innolog.cards.figures.interplay", "innolog.cards.artifacts.age04"]


def test_what_is_beneath_a_card_that_was_tucked_instead_is_not_scored() -> None:
    """Sargon of Akkad tucks what would be melded over a card of the same value: nothing lies beneath it."""
    game = position(
        board("Sargon of Akkad", "Genetics", "Coal", "Robotics"), board(), decks={10: cards("Miniaturization")}
    )
    me = game.players[0]
    Script(game).dogma("Genetics")
    assert names(me.piles[Color.RED]) == ["Miniaturization", "Coal", "Robotics"]
    assert me.score_pile == []


def test_a_revealed_card_that_is_not_scored_after_all_is_in_the_hand() -> None:
    """Erwin Rommel scores top cards instead: the card drawn stays with the player, and nobody has a top blue card."""
    sets = (CardSet.ARTIFACTS,)
    game = position(board("Erwin Rommel", "Buttonwood Agreement"), board(), decks={8: cards("Rocketry")}, sets=sets)
    me = game.players[0]
    Script(game, (Color.BLUE, Color.RED, Color.GREEN)).dogma("Buttonwood Agreement")
    assert names(me.hand) == ["Rocketry"]
    assert (me.revealed, me.score_pile) == ([], [])


def test_the_card_that_is_left_is_the_one_that_was_not_to_be_scored() -> None:
    """Napoleon Bonaparte tucks a card instead of scoring it, and scores himself. The third card is tucked."""
    sets = (CardSet.ARTIFACTS,)
    seat = board("Napoleon Bonaparte", "Xianrendong Shards", hand=("Tools", "Combustion", "Oars"))
    game = position(seat, board(), sets=sets)
    me = game.players[0]
    Script(game, "Tools", "Combustion", "Tools", "Combustion").dogma("Xianrendong Shards")
    assert names(me.score_pile) == ["Tools", "Napoleon Bonaparte"]
    assert names(me.piles[Color.RED]) == ["Oars", "Combustion"]
    assert (me.hand, me.revealed) == ([], [])


def test_the_second_of_two_cards_is_another_one() -> None:
    """Napoleon Bonaparte tucks a card instead of scoring it. Alone in its color, it is a bottom card again."""
    seat = board("Napoleon Bonaparte", "Railroad", "Sailing", "Calculator")
    game = position(seat, board(), sets=(CardSet.ECHOES,))
    Script(game, "Railroad").dogma("Calculator")
    assert names(game.players[0].score_pile) == ["Napoleon Bonaparte", "Sailing"]


def test_a_color_that_a_karma_left_empty() -> None:
    """Augustus Caesar takes the card that somebody would meld, and there is no other one of its color."""
    sets = (CardSet.ARTIFACTS,)
    game = position(board("Seikilos Epitaph"), board("Augustus Caesar"), decks={3: cards("Engineering")}, sets=sets)
    Script(game).dogma("Seikilos Epitaph")
    assert names(game.players[0].tops()) == ["Seikilos Epitaph"]
    assert "Engineering" in names(game.players[1].tops())


def test_a_card_that_a_karma_has_returned_is_not_returned_again() -> None:
    """Sejong the Great returns what would be melded. Nobody can find it in its supply pile to return it once more."""
    sets = (CardSet.ARTIFACTS,)
    seat = board("Sejong the Great", "International Prototype Metre Bar")
    decks = {9: cards("Ecology", "Computers"), 10: cards("The Internet")}
    game = position(seat, board(), decks=decks, sets=sets)
    seen: list[Event] = []
    game.sink = seen.append
    Script(game, 9).dogma("International Prototype Metre Bar")
    computers = [event for event in seen if isinstance(event, Transfer) and event.card == card_named("Computers")]
    assert [event.to_zone for event in computers] == [Zone.HAND, Zone.DECK]
    assert names(game.decks[9])[0] == "Computers"


def test_a_card_that_a_karma_has_removed_from_the_game_does_not_come_back() -> None:
    """H.G. Wells melds, executes and removes what would be foreshadowed. Pencil returns the rest of the cards alone."""
    sets = (CardSet.ECHOES,)
    seat = board("Pencil", "H.G. Wells", hand=("Agriculture", "Pottery", "Flute"))
    game = position(seat, board(), decks={2: cards("Mathematics", "Fermenting"), 5: cards("Coal")}, sets=sets)
    Script(game, "Agriculture", "Pottery", None, "Mathematics", None).dogma("Pencil")
    assert names(game.removed) == ["Mathematics"]
    assert names(game.decks[2])[0] == "Fermenting"
    assert names(game.players[0].hand) == ["Flute", "Coal"]


def test_the_rest_of_the_cards_is_what_was_not_chosen() -> None:
    """Augustus Caesar takes the card that Jeans would meld. It is not the other card, which is returned."""
    sets = (CardSet.ECHOES,)
    decks = {1: cards("Oars"), 2: cards("Construction"), 9: cards("Computers", "Genetics")}
    game = position(board("Jeans", hand=("Flute",)), board("Augustus Caesar"), decks=decks, sets=sets)
    Script(game, "Genetics", 1, 2, "Oars").dogma("Jeans")
    assert "Oars" in names(game.players[1].tops())
    assert names(game.decks[2])[0] == "Construction"
    assert names(game.players[0].hand) == ["Flute"]


_ALL = (CardSet.ECHOES, CardSet.ARTIFACTS)
_NAPOLEON = "Napoleon Bonaparte"


def _effect(game: Game, name: str, number: int, *answers: Any) -> Player:
    """Let player 0 carry out an effect of a card, or player 1 obey it, with all the answers. Returns who did."""
    me, you = game.players
    script = Script(game, *answers)
    effects = effects_of(card_named(name), game.texts)
    effect = next(each for each in effects if each.number == number and each.kind is not EffectKind.ECHO)
    demands = effect.kind in _DEMANDS
    game.perform(Demand(me, BY_ACTION, effect, you, False) if demands else CarryOut(me, BY_ACTION, effect, False))
    assert script.answers == []
    return you if demands else me


def test_for_each_color_goes_on_after_a_meld_that_a_karma_replaces() -> None:
    """Gene Roddenberry does something else with the purple card that Twister melds first."""
    victim = Seat(board=cards("Gene Roddenberry", "Machine Gun"), score_pile=cards("Astronomy", "Oars", "Sailing"))
    you = _effect(position(board("Twister"), victim, sets=_ALL), "Twister", 1, "Astronomy", "Oars")
    assert not {"Oars", "Sailing"} & set(names(you.score_pile))
    assert {"Oars", "Sailing"} <= set(names(you.tops()))


def test_all_achievements_are_claimed_although_another_player_takes_the_first() -> None:
    rival = board("Shivaji", score_pile=cards("Coal"))
    game = position(board("Mask of Warka", hand=("Oars", "Construction", "Optics")), rival, sets=_ALL)
    first, *rest = [next(card for card in game.available if game.age[card] == value) for value in (1, 2, 3)]
    me = _effect(game, "Mask of Warka", 1, Color.RED, "Oars", "Construction", *names([first, rest[0]]))
    assert set(rest) <= set(me.achievements)
    assert first in game.players[1].achievements


def test_a_card_of_matching_color_is_enough_if_a_karma_does_something_else_with_it() -> None:
    """Sunshu Ao executes Agriculture instead of tucking it. Pagoda melds the drawn card all the same."""
    decks = {back_of(CardSet.ECHOES, 3): cards("Sandpaper"), 3: cards("Machinery")}
    game = position(board("Pagoda", "Sunshu Ao", hand=("Agriculture",)), board("Clothing"), decks=decks, sets=_ALL)
    assert "Sandpaper" in names(_effect(game, "Pagoda", 1, None).tops())


def test_the_rest_of_the_forecast_is_returned() -> None:
    """Napoleon Bonaparte tucks a card with a factory that would be returned."""
    mine = Seat(board=cards(_NAPOLEON, "Barometer"), forecast=cards("Machine Tools", "Chemistry", "Writing"))
    me = _effect(position(mine, board("Clothing"), sets=_ALL), "Barometer", 2, "Machine Tools", "Chemistry")
    assert me.forecast == []


def test_any_number_of_cards_is_offered_after_one_that_a_karma_did_not_tuck() -> None:
    mine = board("Mikhail Kalashnikov", "Cell Phone", hand=("Flight", "Mass Media", "Quantum Theory"))
    game = position(mine, board("Oars"), sets=_ALL)
    me = _effect(game, "Cell Phone", 3, "Flight", True, "Mass Media", None)
    assert "Mass Media" in names(me.piles[Color.GREEN])


def test_up_to_three_cards_are_offered_after_one_that_a_karma_did_not_return() -> None:
    """One card is returned, so a color is splayed left."""
    mine = Seat(board=cards(_NAPOLEON, "Globe", "Sailing"), hand=cards("Machine Tools", "Flight", "Optics"))
    game = position(mine, board("Clothing"), sets=_ALL)
    me = _effect(game, "Globe", 1, "Machine Tools", "Flight", None)
    assert me.splays[Color.GREEN] == Direction.LEFT


@pytest.mark.parametrize(
    "order", [("Machine Tools", "Encyclopedia", "Classification"), ("Encyclopedia", "Classification", "Machine Tools")]
)
def test_three_cards_are_not_returned_if_a_karma_does_something_else_with_one(order: tuple[str, ...]) -> None:
    """Without three returned cards, Magnifying Glass draws nothing, whichever of them comes first."""
    mine = board(_NAPOLEON, "Magnifying Glass", hand=order)
    me = _effect(position(mine, board("Clothing"), sets=_ALL), "Magnifying Glass", 1, *order[:2])
    assert me.hand == []


def test_nothing_is_returned_from_a_color_that_a_karma_left_empty() -> None:
    """Sunshu Ao executes Steam Engine instead of tucking it, which scores her."""
    decks = {4: cards("Experimentation", "Gunpowder", "Navigation"), 5: cards("Coal", "Banking", "Steam Engine")}
    you = _effect(position(board("Lightning Rod"), board("Sunshu Ao"), decks=decks, sets=_ALL), "Lightning Rod", 1)
    assert "Sunshu Ao" in names(you.score_pile)
    assert you.piles[Color.YELLOW] == []


def test_a_card_that_a_karma_has_returned_is_not_executed() -> None:
    """Imhotep returns Stem Cells, which Robotics drew. From its supply pile, it would score the hand."""
    mine = board("Robotics", "Imhotep", "Masonry", "Agriculture", hand=("Oars",))
    game = position(mine, board("Clothing"), decks={10: cards("Stem Cells")})
    assert names(_effect(game, "Robotics", 1).hand) == ["Oars"]


@pytest.mark.parametrize("before", [(), (3, 0), (0, 3)])
def test_an_action_that_counts_no_icons_does_not_go_by_those_of_an_action_before(before: tuple[int, ...]) -> None:
    """Sunshu Ao executes The Daily Courant in an Inspire action, and this executes Archery.

    The other player has fewer of its icons and is vulnerable.
    """
    mine = board("Archery", "Sunshu Ao", "Lightning Rod", hand=("The Daily Courant",))
    game = position(mine, board("Clothing", hand=("Oars",)), decks={1: cards("The Wheel", "City States")}, sets=_ALL)
    game.icon_counts = before
    Script(game, 1, "Archery", "Oars").take(Action(ActionKind.INSPIRE, card_named("Sunshu Ao")))
    assert "Oars" in names(game.players[0].hand)


def test_cards_that_count_as_part_of_a_score_pile_are_taken_from_there() -> None:
    """Elevator and Clock look there for cards of a value. The hand and the forecast can count, too."""
    game = position(
        Seat(board=cards("Elevator"), score_pile=cards("Banking")), board("Michelangelo", hand=("Coal",)), sets=_ALL
    )
    assert "Coal" in names(_effect(game, "Elevator", 1, Zone.SCORE).score_pile)
    rival = board("Wernher von Braun", hand=("Ruler",), forecast=cards("Coal"))
    drawn = cards("Databases", "Bioengineering", "Self Service")
    game = position(board("Clock"), rival, decks={10: drawn}, sets=_ALL)
    assert sum(game.table.top_icons[card][Icon.CLOCK] for card in drawn) == game.age[card_named("Coal")]
    _effect(game, "Clock", 1, "Databases", "Bioengineering")
    assert "Coal" in names(game.players[0].score_pile)


def test_history_counts_echo_effects_that_a_karma_adds_to_a_color_of_one_card() -> None:
    """Inspire and Echo effects anywhere on the board count as part of the yellow stack with Ximen Bao."""
    game = position(board("Ximen Bao", "Ruler", "Bangle", "Umbrella", "Bell"), board(), sets=_ALL)
    Script(game).take(Action(ActionKind.DRAW))
    assert names(game.players[0].achievements) == ["History"]


def test_cards_of_the_hand_are_achieved_in_an_order_of_choice() -> None:
    """Rowland Hill achieves the whole hand. A record of a table may have its cards in any order."""
    sets = (CardSet.ARTIFACTS,)
    hand = ("Tools", "Oars", "Clothing", "Gunpowder", "Steam Engine")
    game = position(board("Rowland Hill", hand=hand), board(), sets=sets)
    me = game.players[0]
    Script(game, "Tools", "Oars", "Clothing", "Steam Engine", "Gunpowder")
    game.current = me
    game.achieve(me, game.available[0])
    assert names(me.achievements)[:2] == ["Steam Engine", "Gunpowder"]
    assert me.hand == []


_IMHOTEP = ("Imhotep", "Archery", "Oars")
_PAPER = ("Imhotep", "Clothing", "Paper")


@pytest.mark.parametrize(
    ("name", "seat", "drawn", "answers", "moves"),
    [
        # Imhotep returns what would be melded over an unsplayed pile.
        ("Parnell Pitch Drop", ("Imhotep", "Collaboration", "Satellites"), ["Databases"], (), "Databases: deck"),
        ("International Prototype Metre Bar", _IMHOTEP, ["Construction"], (2,), "Construction: deck"),
        ("Periodic Table", _IMHOTEP, ["Construction", "Calendar"], (), "Construction: deck"),
        ("Submarine H. L. Hunley", _IMHOTEP, ["Explosives"], (), "Explosives: deck"),
        ("Yeager's Bell X-1A", _PAPER, ["Satellites", "Services"], (), "Satellites: deck"),
        ("Magnavox Odyssey", _IMHOTEP, ["Robotics", "Miniaturization"], (), "Robotics: deck, Miniaturization: board"),
        ("Thermometer", (*_IMHOTEP, "Agriculture", "Masonry"), ["Canal Building"], (), "Canal Building: deck"),
        ("Kaleidoscope", _IMHOTEP, ["Explosives"], (), "Explosives: deck"),
        # The drawn card is green, wherever it is.
        ("Barque-Longue La Belle", _PAPER, ["Measurement", "Coal"], (), "Measurement: deck"),
        # Sargon of Akkad tucks it, and it is not executed.
        ("Sudoku", ("Sargon of Akkad", "Fission", "Robotics"), ["Miniaturization"], (10,), "Miniaturization: board"),
        # Sunshu Ao takes it into the hand instead of tucking it. The value of no cards is 0.
        ("Corvette Challenger", ("Agriculture", "Sunshu Ao"), ["Skyscrapers"], (), "Skyscrapers: hand, Tools: score"),
        ("Lightning Rod", ("Agriculture", "Sunshu Ao"), ["Statistics"], (None,), "Statistics: hand"),
    ],
)
def test_no_card_is_the_melded_or_tucked_one_if_a_karma_does_something_else(
    name: str, seat: tuple[str, ...], drawn: list[str], answers: tuple[Any, ...], moves: str
) -> None:
    """Nor does anybody win."""
    obeys = name in ("Submarine H. L. Hunley", "Lightning Rod")
    boards = [board("Mysticism"), board(*seat, hand=("Flute",))]
    decks: dict[int, list[int]] = {1: cards("Tools")}
    for each in cards(*drawn):
        decks.setdefault(_RULES.table.back[each], []).insert(0, each)
    game = position(*(boards if obeys else boards[::-1]), decks=decks, sets=_ALL)
    assert _moves(game, name, *answers) == moves


def _moves(game: Game, name: str, *answers: Any) -> str:
    """Where the first effect of a card puts each card in the end."""
    seen: list[Event] = []
    game.sink = seen.append
    _effect(game, name, 1, *answers)
    last = {event.card: event.to_zone for event in seen if isinstance(event, Transfer)}
    return ", ".join(f"{_RULES.table.name[each]}: {zone.name.lower()}" for each, zone in last.items())


_TUCKED = "Coal: board, Napoleon Bonaparte: score"


@pytest.mark.parametrize(
    ("name", "seat", "answers", "moves"),
    [
        ("Principia", board(_NAPOLEON), (), "Napoleon Bonaparte: score"),
        (
            "Principia",
            board(_NAPOLEON, "Metric System"),
            (_NAPOLEON, _NAPOLEON),
            "Napoleon Bonaparte: score, Metric System: deck, Lighting: board",
        ),
        (
            "Marcha Real",
            board(_NAPOLEON, hand=("Coal", "The Pirate Code")),
            ("Coal",),
            f"{_TUCKED}, The Pirate Code: deck",
        ),
        ("Measurement", board(_NAPOLEON, hand=("Coal",)), ("Coal",), _TUCKED),
        ("Loom", board(_NAPOLEON, score_pile=cards("Coal", "Oars")), ("Coal", "Oars"), f"{_TUCKED}, Oars: deck"),
        # Sunshu Ao takes what would be tucked into the hand.
        ("Canning", board("Agriculture", "Sunshu Ao"), (True,), "Vaccination: hand"),
    ],
)
def test_a_card_that_a_karma_puts_elsewhere_was_not_returned_or_tucked(
    name: str, seat: Seat, answers: tuple[Any, ...], moves: str
) -> None:
    """So nothing follows of what the effect says if it was, or for each card that was."""
    decks = {6: cards("Vaccination"), 7: cards("Lighting")}
    assert _moves(position(seat, board(), decks=decks, sets=_ALL), name, *answers) == moves


def test_an_effect_is_not_repeated_if_a_karma_returns_the_card_to_be_achieved() -> None:
    """Rowland Hill returns three cards of the hand first, one of which was drawn."""
    seat = board("Rowland Hill", "'30 World Cup Final Ball", hand=("Flute", "Oars"))
    game = position(seat, board(), decks={8: cards("Antibiotics", "Skyscrapers")}, sets=_ALL)
    Script(game, "Flute", "Oars").dogma("'30 World Cup Final Ball")
    assert names([game.decks[8][0], game.decks[8][-1]]) == ["Skyscrapers", "Antibiotics"]
    assert game.players[0].achievements == []
