"""Single karmas: those that hunts do not reach, and those that a reading against the print found wrong."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

from innolog.cards.facts import CardSet, Color, Direction, Icon, back_of
from innolog.comparing.blame import broken_rule
from innolog.engine.achievements import HISTORY, meets_condition
from innolog.engine.actions import Action, ActionKind
from innolog.engine.choices import Choice
from innolog.engine.consequences import GameOver
from innolog.engine.events import EffectStarted, Transfer, TurnEnded, Wiped
from innolog.engine.game import Game
from innolog.engine.operations import BY_ACTION, EndUnshared
from innolog.engine.zones import Keyword, Zone
from innolog.log import At, Place
from innolog.log import Transfer as Observed
from tests.cards.test_figures import board, position
from tests.table import Script, card, cards, names

# --- karmas that hunts do not reach ----------------------------------------------------------------------------------


def _winners(play: Callable[[], None]) -> list[int] | None:
    """Who wins by an effect in an action, or None if it does not end the game so."""
    try:
        play()
    except GameOver as over:
        assert over.how == "dogma"
        return list(over.winners)
    return None


@pytest.mark.parametrize(
    ("tops", "melded", "won"),
    [
        (("Ecology", "Rocketry"), "Robotics", True),
        # The values of the top cards may be shown in any colors, but both must be there.
        (("Composites", "Rocketry"), "Bioengineering", True),
        (("Ecology", "Quantum Theory"), "Robotics", True),
        (("Ecology", "Coal"), "Robotics", False),
        (("Ecology", "Rocketry"), "Coal", False),
    ],
)
def test_emperor_meiji_wins_by_a_10_over_a_9_and_an_8(tops: tuple[str, ...], melded: str, won: bool) -> None:
    game = position(board("Emperor Meiji", *tops, hand=(melded,)), board())
    assert _winners(lambda: Script(game).meld(melded)) == ([0] if won else None)
    assert (card(melded) in game.players[0].tops()) is not won


@pytest.mark.parametrize(("left", "won"), [((0, 1, 2, 3), True), ((0, 1, 2), False)])
def test_caresse_crosby_wins_by_the_fifth_color_splayed_left(left: tuple[int, ...], won: bool) -> None:
    piles = ("Tools", "Writing", "Archery", "Oars", "Sailing", "The Wheel", "Masonry", "Caresse Crosby")
    game = position(board(*piles, "Mysticism", "Code of Laws", hand=("City States",)), board())
    me = game.players[0]
    for color in left:
        me.splays[color] = int(Direction.LEFT)
    me.forget_all()
    # Code of Laws tucks a purple card and splays purple left.
    assert _winners(lambda: Script(game, "City States", Color.PURPLE).dogma("Code of Laws")) == ([0] if won else None)
    assert (me.splays[Color.PURPLE] == Direction.LEFT) is not won


def test_a_splay_by_a_karma_of_caresse_crosby_does_not_win() -> None:
    """Karmas never chain: what her first karma splays is no occasion for her second."""
    piles = ("Tools", "Writing", "Archery", "Oars", "Sailing", "The Wheel", "Masonry", "Caresse Crosby")
    game = position(board(*piles, "Mysticism", "Code of Laws", hand=("Philosophy", "Reformation")), board())
    me = game.players[0]
    for color in range(4):
        me.splays[color] = int(Direction.LEFT)
    me.forget_all()
    # Reformation has a leaf: her first karma splays purple left, so that nothing is left to splay for Code of Laws.
    Script(game, "Reformation").dogma("Code of Laws")
    assert game.over is None
    assert me.splays[Color.PURPLE] == Direction.LEFT
    assert [game.value(held) for held in me.hand].count(2) == 3


@pytest.mark.parametrize(
    ("figures", "achieved"),
    [
        (("Huang Di", "Fu Xi", "Michelangelo"), True),
        # Three top figures, and one that is covered.
        (("Huang Di", "Fu Xi", "Gilgamesh", "Archery"), False),
    ],
)
def test_duke_ellington_achieves_a_fifth_figure(figures: tuple[str, ...], achieved: bool) -> None:
    game = position(board("Duke Ellington", *figures, hand=("Robert E. Lee",)), board())
    me = game.players[0]
    Script(game).meld("Robert E. Lee")
    held = [each for each in me.achievements if each == card("Robert E. Lee")]
    assert (held == [card("Robert E. Lee")]) is achieved
    assert (card("Robert E. Lee") in me.tops()) is not achieved
    # Nothing fades, however many figures are on top.
    assert me.score_pile == []


# --- what a reading of all figures against the print found ------------------------------------------------------------


@pytest.mark.parametrize("others", [(), ("Homer",), ("Homer", "Hedy Lamarr")])
def test_jackie_chan_scores_all_figures_before_an_end_by_achievements(others: tuple[str, ...]) -> None:
    """The first figure that he scored ended the game, because somebody had enough achievements already."""
    claimed = cards("Currency", "Machinery", "Printing Press", "Coal", "Metric System")
    points = cards("Masonry", "Tools", "Mathematics", "Calendar")
    game = position(
        board("The Wheel", "Writing", score_pile=points, achievements=claimed),
        board("Jackie Chan", score_pile=cards("Robotics", "Bioengineering")),
        board(*others),
    )
    script = Script(game, *others[:1])
    one = next(each for each in game.available if game.age[each] == 1)
    assert _winners(lambda: script.take(Action(ActionKind.ACHIEVE, one))) == [1]
    assert set(others) <= set(names(game.players[1].score_pile))


@pytest.mark.parametrize(("hand", "claims"), [(1, 0), (2, 1), (4, 1), (5, 0)])
def test_samuel_de_champlain_counts_cards_that_are_drawn_and_revealed(hand: int, claims: int) -> None:
    """Three draws, each revealed: one of them is the fifth card of the hand, or none is."""
    held = ("Tools", "Writing", "Agriculture", "Sailing", "Oars")[:hand]
    tops = ("Samuel de Champlain", "Alchemy", "Archery", "Masonry", "Mysticism")
    game = position(board(*tops, hand=held), board(), decks={})
    game.decks[4][:] = cards("Invention", "Experimentation", "Enterprise")
    events: list[Any] = []
    game.sink = events.append
    game.decider = _First()
    for _ in range(3):
        game.draw_and_reveal(game.players[0], 4)
    assert sum(isinstance(event, EffectStarted) and event.kind == "karma" for event in events) == claims


class _First:
    """A decider that takes the first answer."""

    def choose(self, choice: Choice) -> Any:
        return choice.answers()[0]


def test_bartolomeo_cristofori_needs_a_card_that_is_not_in_the_pile() -> None:
    """A card of the pile that is melded again makes no fifth visible card."""
    green = ("Sailing", "The Wheel", "Clothing", "Mapmaking")
    for melded, claims in (("Sailing", 0), ("Navigation", 1)):
        game = position(
            board("Bartolomeo Cristofori", *green, splays={Color.GREEN: Direction.RIGHT}, hand=("Navigation",)), board()
        )
        events: list[Any] = []
        game.sink = events.append
        game.decider = _First()
        game.meld(game.players[0], card(melded))
        assert sum(isinstance(event, EffectStarted) and event.kind == "karma" for event in events) == claims, melded


def test_history_counts_images_that_are_echo_effects() -> None:
    """Stephen Hawking's images count, too, so three cards can show four echo effects."""
    for cards_, met in ((("Ruler", "Lever", "Stephen Hawking"), True), (("Ruler", "Lever"), False)):
        game = position(board(*cards_, splays={Color.BLUE: Direction.UP}), board(), sets=(CardSet.ECHOES,))
        assert meets_condition(game, game.rules, game.players[0], HISTORY) is met


def test_susan_blackmore_takes_no_card_from_outside_the_game() -> None:
    for removed in (True, False):
        game = position(board("Mathematics", "The Wheel"), board("Susan Blackmore"))
        wheel = card("The Wheel")
        if removed:
            game.remove(wheel)
        game.perform(EndUnshared(game.players[0], BY_ACTION, wheel))
        assert (wheel in game.players[1].score_pile) is not removed


def test_a_demand_is_tried_with_the_values_that_it_would_have() -> None:
    """Archimedes turns the 1 of Mapmaking into a 2, so the demand takes Calendar, and Ptahhotep's karma comes first."""
    for figure, held, fires in (("Archimedes", "Calendar", True), ("Archimedes", "Oars", False)):
        game = position(
            board(figure, "Mapmaking", score_pile=cards("Experimentation")), board("Ptahhotep", score_pile=cards(held))
        )
        events: list[Any] = []
        game.sink = events.append
        Script(game).take(Action(ActionKind.DOGMA, card("Mapmaking")))
        told = [event.card for event in events if isinstance(event, EffectStarted) and event.kind == "karma"]
        assert (card("Ptahhotep") in told) is fires, held


# --- cards that effects take in other ways than one by one ------------------------------------------------------------


@pytest.mark.parametrize(
    ("owner", "kept"),
    [(1, ["Coal", "Currency"]), (0, [])],
)
def test_florence_nightingale_keeps_the_score_pile_from_an_opponents_fission(owner: int, kept: list[str]) -> None:
    """Her score pile stays if an opponent activates Fission, not if her own player does."""
    points = cards("Coal", "Currency")
    seats = [board(score_pile=cards("Oars")), board(score_pile=cards("Oars"))]
    seats[owner] = board("Florence Nightingale", *(() if owner else ("Fission",)), score_pile=points)
    if owner:
        seats[0] = board("Fission", score_pile=cards("Oars"))
    game = position(*seats)
    game.decks[back_of(CardSet.BASE, 10)][:] = cards("Software", "Robotics")
    Script(game).dogma("Fission")
    assert [names(player.score_pile) for player in game.players] == ([[], kept] if owner else [kept, []])
    assert not any(player.tops() for player in game.players)


@pytest.mark.parametrize("figures", [("Sinuhe", "Ptahhotep"), ("Sinuhe",), ()])
def test_homer_tucks_the_figures_that_fission_would_remove_from_his_hand(figures: tuple[str, ...]) -> None:
    """They are in the hand when the board is removed, so they stay; he chooses in which order they are tucked."""
    game = position(
        board("Fission", hand=("Imhotep",)),
        board("Homer", "Sailing", hand=("Tools", *figures), score_pile=cards("Coal")),
    )
    game.decks[back_of(CardSet.BASE, 10)][:] = cards("Software", "Robotics")
    Script(game, *figures[:-1]).dogma("Fission")
    me, homer = game.players
    assert not me.hand
    assert not me.tops()
    assert not homer.hand
    assert not homer.score_pile
    assert names(homer.piles[Color.PURPLE]) == list(figures)[::-1]
    assert not any(homer.piles[color] for color in (Color.GREEN, Color.BLUE, Color.RED, Color.YELLOW))


@pytest.mark.parametrize("shares", [True, False])
def test_homer_tucks_his_figures_only_if_he_executes_delorean(shares: bool) -> None:
    """Who shares the effect removes all hands; the tucked figure is no top card that this removes."""
    tops = ("Homer", *(("Rocketry",) if shares else ()))
    game = position(board("DeLorean DMC-12"), board(*tops, hand=("Imhotep", "Tools")), sets=(CardSet.ARTIFACTS,))
    Script(game).dogma("DeLorean DMC-12")
    homer = game.players[1]
    assert not homer.hand
    assert names(homer.piles[Color.BLUE]) == (["Imhotep"] if shares else [])
    assert not homer.piles[Color.PURPLE]


@pytest.mark.parametrize(
    ("top", "activated", "hand", "where"),
    [
        # A figure revealed from the hand is still in it when it is returned.
        ("Homer", "Puffing Billy", "Imhotep", "board"),
        # This is no figure.
        ("Homer", "Puffing Billy", "Tools", "deck"),
        ("Sinuhe", "Puffing Billy", "Imhotep", "deck"),
    ],
)
def test_homer_tucks_a_figure_that_is_revealed_before_its_return(
    top: str, activated: str, hand: str, where: str
) -> None:
    game = position(board(top, activated, hand=(hand,)), board(), sets=(CardSet.ARTIFACTS,))
    Script(game).dogma(activated)
    assert game.place[card(hand)][1] == (Zone.BOARD if where == "board" else Zone.DECK)


def test_homer_tucks_no_figure_that_is_revealed_from_the_score_pile() -> None:
    """Shroud of Turin returns a card of the hand, a top card and a card of the score pile, all of one color."""
    game = position(
        board("Homer", "Sailing", "Shroud of Turin", hand=("Clothing",), score_pile=cards("Fu Xi")),
        board(),
        sets=(CardSet.ARTIFACTS,),
    )
    assert game.color[card("Fu Xi")] == Color.GREEN
    one = game.available[0]
    Script(game, names([one])[0]).dogma("Shroud of Turin")
    assert game.place[card("Fu Xi")][1] == Zone.DECK
    assert game.players[0].achievements == [one]


@pytest.mark.parametrize("owner", [0, 1])
def test_an_exchange_happens_whole(owner: int) -> None:
    """No karma applies to an exchanged card, so Florence Nightingale's player gives hers."""
    game = position(board("Florence Nightingale", score_pile=cards("Canning")), board(score_pile=cards("Coal")))
    Script(game)
    one, other = game.players
    game.current = game.leader = game.players[owner]
    game.exchange(one.score_pile, (other, Zone.SCORE), other.score_pile, (one, Zone.SCORE))
    assert names(one.score_pile) == ["Coal"]
    assert names(other.score_pile) == ["Canning"]
    # The transfer of a single card is another matter.
    game.transfer(card("Coal"), other, Zone.SCORE)
    assert (names(one.score_pile) == ["Coal"]) is (owner == 1)


@pytest.mark.parametrize("figure", ["Cai Lun", "Amina Sukhera"])
def test_an_effect_claims_what_only_counts_as_an_available_achievement(figure: str) -> None:
    """The effect of an Artifact takes any achievement that is available to its player."""
    counted = "Currency" if figure == "Cai Lun" else "Masonry"
    on_board, forecast = ((), (counted,)) if figure == "Cai Lun" else ((counted,), ())
    game = position(
        board(figure, *on_board, "Moonlight Sonata", forecast=cards(*forecast)), board(), sets=(CardSet.ARTIFACTS,)
    )
    me = game.players[0]
    assert card(counted) in game.available_to(me)
    game.decider = script = Script(game, counted)
    game.claim_standard(me)
    assert card(counted) in me.achievements
    assert script.answers == []


def test_martin_scorsese_claims_no_card_that_only_counts_as_an_achievement() -> None:
    """His text names a standard achievement."""
    game = position(board("Cai Lun", "Martin Scorsese", hand=("Imhotep",), forecast=cards("Currency")), board())
    game.available[:] = game.available[:1]
    one = game.available[0]
    Script(game, "Cai Lun", "Martin Scorsese").meld("Imhotep")
    assert one in game.players[0].achievements
    assert card("Currency") not in game.players[0].achievements


def test_a_card_that_a_karma_moved_is_not_chosen_again() -> None:
    """Sunshu Ao executes Agriculture for a card about to be tucked, which returns another card of the hand."""
    game = position(board("Sunshu Ao", hand=("Agriculture", "Tools", "Oars", "Sailing")), board())
    me = game.players[0]
    script = Script(game, "Agriculture", "Tools", "Oars", "Sailing")
    game.tuck_all(me, me.hand)
    assert game.place[card("Tools")][1] == Zone.DECK
    assert list(script.asked[-1].options) == cards("Oars", "Sailing")


#: Empire, Wonder and World are due to who has these cards, all splayed up.
DUE = [
    *["Evolution", "Rocketry", "Software", "Metalworking", "Coal", "Gunpowder", "Fission"],
    *["Satellites", "Collaboration", "Agriculture", "Masonry", "Enterprise", "The Internet"],
]


def _due(figure: str, **more: Any) -> Game:
    splays = dict.fromkeys(Color, Direction.UP)
    return position(board(*DUE, figure, splays=splays, **more), board(), sets=(CardSet.ECHOES,))


def _claims(game: Game) -> list[str]:
    """What happens in which order if all claims that are due are made."""

    def told(event: Any) -> str:
        if isinstance(event, EffectStarted):
            return "karma"
        return names([event.card])[0] if event.to_zone == Zone.ACHIEVEMENTS else event.to_zone.name

    events: list[Any] = []
    game.sink = events.append
    game.claim_standing()
    return [told(event) for event in events]


def test_claims_that_are_due_wait_until_the_karma_before_one_is_over() -> None:
    """George Stephenson makes nine cards available before each claim."""
    piles = ["karma", *["AVAILABLE"] * 9]
    assert _claims(_due("George Stephenson")) == [*piles, "Empire", *piles, "Wonder", *piles, "World"]


def test_what_a_karma_earns_is_claimed_before_the_claim_that_it_interrupts() -> None:
    """Cai Lun foreshadows a card before each claim. The first is the seventh of the forecast, which earns Destiny."""
    forecast = cards("Tools", "Sailing", "Oars", "Archery", "Writing", "Clothing")
    first = ["karma", "FORECAST", "Destiny", "Empire"]
    assert _claims(_due("Cai Lun", forecast=forecast)) == [
        *first,
        *["karma", "FORECAST", "Wonder"],
        *["karma", "FORECAST", "World"],
    ]


def test_a_claim_that_does_not_wait_breaks_the_rule_of_karmas() -> None:
    game = _due("George Stephenson")
    world = Observed(
        At(None, 0, 0), card("World"), None, None, False, -1, Place.ACHIEVEMENTS, None, 0, Place.ACHIEVEMENTS, None
    )
    rules: set[str] = set()

    def sink(event: Any) -> None:
        if isinstance(event, Transfer) and event.to_zone == Zone.AVAILABLE:
            rules.add(broken_rule(game, None, event, world))

    game.sink = sink
    game.claim_standing()
    assert rules == {"figures.karma"}


# --- what no rulebook answers (``innolog rules figures.karma``) -------------------------------------------------------


def _karmas(game: Game, play: Callable[[], None]) -> list[str]:
    """The figures whose karmas happen."""
    events: list[Any] = []
    game.sink = events.append
    play()
    return names([event.card for event in events if isinstance(event, EffectStarted) and event.kind == "karma"])


def test_an_endorse_action_is_a_dogma_action_for_karmas() -> None:
    """Muhammad Yunus returns a card before it, and has the majority of the icon."""
    writing = board("Writing", "Babylon", hand=("Oars",))
    game = position(writing, board("Muhammad Yunus", hand=("Tools",)), sets=(CardSet.CITIES,))
    script = Script(game, "Tools")
    assert _karmas(game, lambda: script.endorse("Writing")) == ["Muhammad Yunus"]
    # He shares, although he has no such icon.
    assert game.players[1].hand


@pytest.mark.parametrize("action", [ActionKind.DRAW, ActionKind.DOGMA])
def test_the_draw_for_sharing_is_no_draw_action_for_karmas(action: ActionKind) -> None:
    """The other player shares Sailing, so a figure is drawn, for which Isaac Newton does nothing."""
    game = position(board("Sailing", "Isaac Newton"), board("Code of Laws", "Currency"))
    me = game.players[0]
    draws = action is ActionKind.DRAW
    script = Script(game, *([1] if draws else []))
    karmas = _karmas(game, lambda: script.take(Action(action, None if draws else card("Sailing"))))
    assert karmas == (["Isaac Newton"] if draws else [])
    assert len(me.hand) == 1
    assert (game.table.set[me.hand[0]] == CardSet.FIGURES) is not draws


def test_jp_morgan_doubles_icons_not_card_images() -> None:
    green = ("Sailing", "The Wheel", "J.P. Morgan")
    splayed = position(board(*green, splays={Color.GREEN: Direction.UP}), board()).players[0]
    plain = splayed.plain_icons_of(Color.GREEN)
    doubled = splayed.icons_of(Color.GREEN)
    assert [doubled[icon] for icon in Icon] == [plain[icon] * (1 if icon == Icon.HEX else 2) for icon in Icon]


@pytest.mark.parametrize(("held", "claims"), [(4, True), (3, False)])
@pytest.mark.parametrize("left", [("Experimentation",), ()])
def test_samuel_de_champlain_counts_a_fifth_card_that_is_melded_or_missing(
    left: tuple[str, ...], held: int, claims: bool
) -> None:
    tops = ("Samuel de Champlain", "Alchemy", "Archery", "Masonry", "Mysticism")
    hand = ("Tools", "Writing", "Agriculture", "Sailing")[:held]
    game = position(board(*tops, hand=hand), board(), decks={})
    for pile in game.decks.values():
        pile.clear()
    game.decks[4][:] = cards(*left)
    game.decider = _First()

    def play() -> None:
        # With all supply piles empty, the draw ends the game.
        with nullcontext() if left else pytest.raises(GameOver):
            game.draw_and_meld(game.players[0], 4)

    assert _karmas(game, play) == (["Samuel de Champlain"] if claims else [])


@pytest.mark.parametrize(
    ("more", "action"),
    [
        ((), Action(ActionKind.INSPIRE, card("Sunshu Ao"))),
        # London pays for the endorsement.
        (("London",), Action(ActionKind.ENDORSE, card("Computers"))),
    ],
)
def test_fission_completes_an_action_that_executes_no_card_by_itself(more: tuple[str, ...], action: Action) -> None:
    """A karma executed it in place of a tuck. The exception left the engine, so that no game could go on.

    Looked for: every action that can execute a card, and every field that an execution changes for a time.
    """
    seats = board("Sunshu Ao", "Fission", *more, "Computers", hand=("The Daily Courant",)), board("Archery")
    decks = {10: cards("Robotics")}
    game = position(*seats, sets=(CardSet.ARTIFACTS, CardSet.CITIES), decks=decks)
    game.actions_in_turn = 1
    told: list[Any] = []
    game.sink = told.append
    Script(game, 10, "Fission").take(action)
    kinds = [type(event) for event in told]
    assert (kinds.count(Wiped), kinds[-2:]) == (1, [Wiped, TurnEnded])
    assert (game.acting_as, game.notes, game.leader, game.naming, game.depth) == (None, {}, None, None, 0)


@pytest.mark.parametrize("figure", ["Muhammad Yunus", "Margaret Thatcher", "Taiichi Ohno"])
def test_an_endorsement_is_paid_before_a_karma_can_take_the_price_away(figure: str) -> None:
    """Karmas that come first returned or achieved the card, or scored the city, and the endorsement cost nothing."""
    mine = board(figure, "Florence", "Writing", hand=("Mathematics",))
    game = position(mine, board(), sets=(CardSet.CITIES,))
    order: list[Any] = []

    def note(event: Any) -> None:
        if isinstance(event, EffectStarted):
            order.append(event.kind)
        elif isinstance(event, Transfer) and event.card == card("Mathematics"):
            order.append(event.keyword)

    game.sink = note
    Script(game, *(["Florence"] if figure == "Margaret Thatcher" else [])).endorse("Writing")
    assert order == [Keyword.TUCK, "karma", "dogma", "dogma"]
