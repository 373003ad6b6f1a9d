"""Every effect of a card, carried out where a karma does something else instead of what the effect does.

Some effects relied on it that a card which they had melded, tucked or scored is where they had put it.
"""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from innolog.cards.facts import CardSet, Color
from innolog.cards.karmas import Who, Would, karmas_of
from innolog.cards.registry import EffectKind, card_named, effects_of
from innolog.engine.actions import Action, ActionKind
from innolog.engine.consequences import GameOver
from innolog.engine.events import Event, Transfer
from innolog.engine.game import Game
from innolog.engine.operations import BY_ACTION, Draw, Move, TakeAction
from innolog.engine.position import Seat, build
from innolog.engine.ruleset import Platform, Ruleset
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
    return build(_RULES, RandomDecider(seed), seats, decks=decks)


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
