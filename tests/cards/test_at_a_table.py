"""At a table print decides: nothing happens within one operation, and no card lies where print has no place.

Board Game Arena moves cards one by one through places of its own. Its logs are judged by its way (``rulings.csv``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from innolog.cards.facts import CardSet, Color, Direction, Icon, back_of, card_table
from innolog.engine.actions import Action, ActionKind, take_action
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.events import Event, SharingBonus, Transfer
from innolog.engine.figures import top_figures
from innolog.engine.game import Game, GameOver
from innolog.engine.position import Seat
from innolog.engine.ruleset import Platform
from innolog.engine.zones import Zone
from innolog.simulate import RandomDecider
from tests.table import Script, card, names, seat, table

BASE = frozenset({CardSet.BASE, CardSet.FIGURES})


class Plain(Script):
    """Gives the answers of the script; then agrees, takes the first card that must be taken, and declines the rest."""

    def choose(self, choice: Choice) -> Any:
        answer = self.answers[0] if self.answers else None
        if isinstance(answer, str) and choice.kind is ChoiceKind.CARD:
            answer = card(answer)
        if self.answers and (choice.kind is ChoiceKind.ACTION or answer in choice.options):
            return super().choose(choice)
        self.asked.append(choice)
        if choice.kind is ChoiceKind.YES_NO:
            return True
        return None if choice.may else choice.options[0]


def played(
    mine: Seat,
    theirs: Seat,
    name: str,
    *answers: Any,
    sets: frozenset[CardSet] = BASE,
    top: Mapping[int, Sequence[str]] | None = None,
) -> Game:
    """The game after player 0 has activated a card."""
    game = table(mine, theirs, sets=sets, top=top)
    Plain(game, *answers).dogma(name)
    return game


class Drawing(RandomDecider):
    """Draws, and chooses at random what follows."""

    def choose(self, choice: Choice) -> Any:
        return Action(ActionKind.DRAW) if choice.kind is ChoiceKind.ACTION else super().choose(choice)


class Activating(RandomDecider):
    """Activates a card, and chooses at random what follows."""

    def __init__(self, seed: int, card: int) -> None:
        super().__init__(seed)
        self._action = Action(ActionKind.DOGMA, card)

    def choose(self, choice: Choice) -> Any:
        return self._action if choice.kind is ChoiceKind.ACTION else super().choose(choice)


# --- exchanges -------------------------------------------------------------------------------------------------------

LOW = ["Oars", "Archery", "Agriculture", "City States", "The Wheel", "Mysticism"]


@pytest.mark.parametrize(
    ("mine", "theirs", "name", "clocks"),
    [
        (
            {
                "board": ["James Clerk Maxwell", "Bicycle", "Railroad"],
                "hand": ["Pottery", "Tools", "Clothing", "Sailing", "Writing"],
                "score": LOW,
            },
            {},
            "Bicycle",
            10,
        ),
        (
            {
                "board": ["John von Neumann", "Bicycle"],
                "hand": ["Pottery", "Tools", "Clothing"],
                "score": LOW[:3],
            },
            {},
            "Bicycle",
            9,
        ),
        (
            {
                "board": ["James Clerk Maxwell", "Machinery", "Railroad"],
                "hand": ["Coal", "Banking", "Physics", "Measurement", "Statistics"],
            },
            {"hand": LOW},
            "Machinery",
            8,
        ),
    ],
)
def test_nothing_is_claimed_between_the_halves_of_an_exchange(
    mine: dict[str, Any], theirs: dict[str, Any], name: str, clocks: int
) -> None:
    """Each card in hand adds clocks: with both halves there would be twelve, which earn World."""
    game = played(seat(**mine), seat(**theirs), name)
    me = game.players[0]
    assert (me.icons()[Icon.CLOCK], names(me.achievements)) == (clocks, [])


def test_an_exchange_earns_what_both_halves_together_earn() -> None:
    """The trap: what is met after the exchange is claimed, and sharing it earns the bonus."""
    mine = seat(
        board=["James Clerk Maxwell", "Bicycle", "Railroad"], hand=["Pottery"], score=[*LOW, "Tools", "Sailing"]
    )
    game = played(mine, seat(), "Bicycle")
    assert names(game.players[0].achievements) == ["World"]


def test_nobody_wins_between_the_halves_of_an_exchange() -> None:
    """With Marie Curie each different value above 6 in the score pile is an achievement. A 7 goes, a 9 comes."""
    won = ["Pottery", "Calendar", "Alchemy", "Anatomy", "Chemistry"]
    mine = seat(board=["Marie Curie", "Medicine"], score=["Railroad"], achievements=won)
    game = played(mine, seat(score=["Computers"]), "Medicine")
    assert game.achievements_of(game.players[0]) == 6


def test_an_exchange_with_one_empty_half_moves_the_other() -> None:
    game = played(seat(board=["Bicycle"], score=["Oars"]), seat(), "Bicycle", sets=frozenset({CardSet.BASE}))
    assert (names(game.players[0].hand_cards), game.players[0].score_cards) == (["Oars"], [])


@pytest.mark.parametrize("seed", range(20))
def test_no_consequence_comes_inside_an_exchange(seed: int) -> None:
    """Random hands and score piles, with figures that count them: claims come only after the last card moved."""
    random = Random(seed)
    figures = ["James Clerk Maxwell", "John von Neumann", "Marie Curie"]
    low = names(card_table().by_back[back_of(CardSet.BASE, 1)])
    random.shuffle(low)
    hand, score = low[: random.randrange(6)], low[6 : 6 + random.randrange(7)]
    mine = seat(board=[random.choice(figures), "Bicycle", "Railroad"], hand=hand, score=score)
    game = table(mine, seat(), sets=BASE)
    moved: list[tuple[Zone, Zone]] = []
    game.sink = lambda event: moved.append((event.from_zone, event.to_zone)) if isinstance(event, Transfer) else None
    with suppress(GameOver):
        Plain(game).dogma("Bicycle")
    swaps = [place for place, move in enumerate(moved) if move in ((Zone.SCORE, Zone.HAND), (Zone.HAND, Zone.SCORE))]
    assert len(swaps) == len(hand) + len(score)
    assert swaps == list(range(swaps[0], swaps[0] + len(swaps))) if swaps else not moved


# --- fading ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "answers"),
    [
        # Rommel scores the top red card of every board: a figure under Gunpowder is uncovered, of a player who is done.
        (
            ["Tran Huang Dao", "Gunpowder", "Rhazes"],
            ["Erwin Rommel", "Sejong the Great"],
            ["Erwin Rommel", {"Gunpowder", "Erwin Rommel"}, "Rhazes"],
        ),
        # Napoleon is tucked under his pile, and a top card of value 6 is scored that covers a figure.
        (
            ["Sejong the Great", "Encyclopedia", "Rhazes"],
            ["Gunpowder", "Napoleon Bonaparte", "Hedy Lamarr"],
            ["Napoleon Bonaparte", "Rhazes"],
        ),
        # Napoleon alone in his pile is back on top: he or the other one fades.
        (["Napoleon Bonaparte", "Rhazes"], ["Encyclopedia"], ["Napoleon Bonaparte", "Encyclopedia", "Rhazes"]),
        (
            ["Napoleon Bonaparte", "Rhazes"],
            ["Encyclopedia"],
            ["Napoleon Bonaparte", "Encyclopedia", "Napoleon Bonaparte"],
        ),
    ],
)
def test_fading_goes_on_until_nobody_has_two_top_figures(
    mine: list[str], theirs: list[str], answers: list[Any]
) -> None:
    game = table(seat(board=mine), seat(board=theirs), sets=BASE)
    Script(game, *answers).take(Action(ActionKind.DRAW))
    assert all(len(top_figures(game, player)) <= 1 for player in game.players)


#: Figures with which nobody has to fade.
UNFADING = {"Nelson Mandela", "Avicenna", "Duke Ellington"}


@pytest.mark.parametrize("seed", range(40))
def test_fading_comes_to_its_end_on_random_boards(seed: int) -> None:
    """Three boards of figures over other cards, faded at random: each player keeps one, unless a karma replaces it."""
    random = Random(seed)
    facts = card_table().cards.values()
    figures = [one.name for one in facts if one.set is CardSet.FIGURES]
    others = [one.name for one in facts if one.set is CardSet.BASE]
    random.shuffle(figures)
    random.shuffle(others)
    seats = []
    for _ in range(3):
        board = [card for _ in range(3) for card in (others.pop(), figures.pop())]
        seats.append(seat(board=sorted(board, key=lambda name: random.random())))
    game = table(*seats, sets=BASE)
    game.decider = Drawing(seed)
    try:
        take_action(game)
    except GameOver:
        return
    for player in game.players:
        left = top_figures(game, player)
        assert len(left) <= 1 or UNFADING & set(names(player.tops()))


# --- revealed cards --------------------------------------------------------------------------------------------------

ECHOES = BASE | {CardSet.ECHOES}


def test_a_karma_finds_the_cards_that_were_drawn_and_revealed_in_the_hand() -> None:
    """Rhazes: whoever would draw first tucks a card of the same value from the hand."""
    top = {6: ["Encyclopedia", "Machine Tools", "Metric System"]}
    me = played(seat(board=["Physics", "Rhazes"]), seat(), "Physics", top=top).players[0]
    assert names(me.hand_cards) == ["Metric System"]
    assert [names(pile) for pile in me.piles if pile] == [["Encyclopedia", "Physics"], ["Machine Tools"], ["Rhazes"]]


def test_what_a_karma_has_taken_is_neither_kept_nor_returned() -> None:
    """The trap: of five cards for Comb, four are tucked, and the last is returned for its color."""
    top = {1: ["The Wheel", "Clothing", "Sailing", "Tools", "Writing"]}
    game = played(seat(board=["Comb", "Rhazes"]), seat(), "Comb", Color.GREEN, sets=ECHOES, top=top)
    me = game.players[0]
    assert (me.hand_cards, me.revealed) == ([], [])
    assert sum(len(pile) for pile in me.piles) == 6
    assert game.place[card("Writing")][1] is Zone.DECK


def test_an_achievement_is_claimed_while_cards_are_revealed() -> None:
    """Maxwell: each card in hand adds a clock. There are twelve until Comb returns cards."""
    mine = seat(board=["James Clerk Maxwell", "Railroad", "Fission", "Comb"], hand=["Oars"])
    top = {1: ["The Wheel", "Clothing", "Sailing", "Tools", "Writing"]}
    me = played(mine, seat(), "Comb", Color.GREEN, sets=ECHOES, top=top).players[0]
    assert names(me.achievements) == ["World"]


def test_the_other_revealed_card_can_go_with_the_first() -> None:
    """Ruth Handler: all other cards of the color of a card to be melded are melded first, the revealed one, too.

    With an Echo in hand, a base card is drawn.
    """
    game = played(
        seat(board=["Ruth Handler", "Jeans"], hand=["Flute"]),
        seat(),
        "Jeans",
        *(4, 5, "Gunpowder"),
        sets=ECHOES,
        top={4: ["Gunpowder"], 5: ["Coal"]},
    )
    me = game.players[0]
    assert (names(me.piles[Color.RED]), len(me.achievements), me.revealed) == (["Coal", "Gunpowder"], 1, [])


def test_a_card_revealed_from_elsewhere_is_in_no_hand() -> None:
    game = table(seat(board=["James Clerk Maxwell"], hand=["Oars"], score=["Tools"]), seat(), sets=BASE)
    me = game.players[0]
    game.reveal(me, card("Tools"))
    assert names(me.hand) == ["Oars"]
    game.reveal(me, card("Oars"))
    assert names(me.hand) == ["Oars"]


def test_pagoda_compares_with_another_card_than_the_drawn_one() -> None:
    """The drawn card is in the hand, too, but matches nothing."""
    sets = frozenset({CardSet.BASE, CardSet.ECHOES})
    game = played(seat(board=["Pagoda"]), seat(), "Pagoda", sets=sets, top={3: ["Machinery"]})
    assert names(game.players[0].forecast) == ["Machinery"]


#: Effects that do something else while a card is revealed.
REVEALING = (
    *("Physics", "Alchemy", "Comb", "Syncom 3", "The Communist Manifesto", "Jeans", "Clock", "Collaboration"),
    *("Xianrendong Shards", "Necronomicon", "Pagoda", "Steamboat", "Moylough Belt Shrine", "Delft Pocket Telescope"),
)


@pytest.mark.parametrize("seed", range(42))
def test_a_hand_is_what_was_drawn_and_has_not_left_it(seed: int) -> None:
    """Random tables: at every event the hand has all cards that came to it, revealed or not, and no others."""
    random = Random(seed)
    sets = frozenset({CardSet.BASE, CardSet.ECHOES, CardSet.ARTIFACTS})
    name = REVEALING[seed % len(REVEALING)]
    facts = card_table().cards.values()
    others = [
        one.name for one in facts if one.set in sets and one.name != name and not card_table().relic[card(one.name)]
    ]
    random.shuffle(others)
    seats = []
    for number in range(3):
        board = [others.pop() for _ in range(4)] + ([name] if number == 0 else [])
        hand, score = [others.pop() for _ in range(4)], [others.pop() for _ in range(3)]
        seats.append(seat(board=board, hand=hand, score=score))
    game = table(*seats, sets=sets)
    held = [set(player.hand) for player in game.players]

    def follow(event: Event) -> None:
        if isinstance(event, Transfer):
            drawn = event.from_zone is Zone.DECK and event.to_zone is Zone.REVEALED
            shown = event.from_zone is Zone.HAND and event.to_zone is Zone.REVEALED
            if event.from_owner >= 0 and not shown:
                held[event.from_owner].discard(event.card)
            if drawn or event.to_zone is Zone.HAND:
                held[event.to_owner].add(event.card)
            assert [set(player.hand) for player in game.players] == held

    game.sink = follow
    game.decider = Activating(seed, card(name))
    with suppress(GameOver):
        take_action(game)


# --- revealing is a change -------------------------------------------------------------------------------------------

ARTIFACTS = frozenset({CardSet.BASE, CardSet.ARTIFACTS})


@pytest.mark.parametrize(
    ("name", "answers", "theirs", "bonus"),
    [
        ("Cross of Coronado", (), ["Clothing", "Tools"], True),
        ("Cross of Coronado", (), [], False),
        ("Mask of Warka", (Color.BLUE, Color.BLUE), ["Tools"], True),
        # Whoever shares reveals nothing, and neither does anybody else.
        ("Mask of Warka", (Color.RED, Color.RED), ["Tools"], False),
    ],
)
@pytest.mark.parametrize("platform", [Platform.TABLE, Platform.BGA])
def test_sharing_an_effect_that_only_reveals_earns_the_bonus(
    name: str, answers: tuple[Any, ...], theirs: list[str], bonus: bool, platform: Platform
) -> None:
    """At a table alone: the site takes no notice of cards that are shown without being moved."""
    events: list[Event] = []
    board = ["Sailing", "City States", "The Wheel", "Archery", "Metalworking", "Currency", "Oars"]
    game = table(
        seat(board=[name, "Agriculture"], hand=["Pottery"]),
        seat(board=board, hand=theirs),
        sets=ARTIFACTS,
        platform=platform,
    )
    game.sink = events.append
    Script(game, *answers).dogma(name)
    assert any(isinstance(event, SharingBonus) for event in events) is (bonus and platform is Platform.TABLE)


@pytest.mark.parametrize(
    ("platform", "offered"), [(Platform.TABLE, [Color.GREEN]), (Platform.BGA, [Color.RED, Color.GREEN])]
)
def test_two_colors_are_two_different_ones(platform: Platform, offered: list[Color]) -> None:
    """Philips Compact Cassette splays two colors up. The site asks for the second as for the first."""
    mine = seat(board=("Archery", "Oars", "Sailing", "Philips Compact Cassette"))
    game = table(mine, seat(), sets=frozenset({CardSet.BASE, CardSet.ARTIFACTS}), platform=platform)
    script = Script(game, Color.RED, *[Color.GREEN] * (len(offered) - 1))
    script.dogma("Philips Compact Cassette")
    assert [list(choice.options) for choice in script.asked[2:]] == ([offered] if len(offered) > 1 else [])
    assert (game.players[0].splays[Color.RED], game.players[0].splays[Color.GREEN]) == (Direction.UP, Direction.UP)
