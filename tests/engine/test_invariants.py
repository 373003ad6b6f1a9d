"""The invariants hold after every action of random games, and each of them can be broken."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from innolog.cards.facts import CardSet, Color, Direction, pack
from innolog.engine.achievements import MONUMENT, WORLD
from innolog.engine.actions import finish, play_opening, take_action
from innolog.engine.game import Game, GameOver
from innolog.engine.ruleset import Edition, Platform, Ruleset, offers
from innolog.engine.zones import Zone
from innolog.simulate import RandomDecider, deal
from tests import invariants
from tests.invariants import Tally, violations
from tests.shared import sampled

BASE = frozenset({CardSet.BASE})
CITIES = BASE | {CardSet.CITIES}
ECHOES = BASE | {CardSet.ECHOES}
RULES = [
    Ruleset(edition, sets, players, teams)
    for edition in Edition
    for sets in (BASE, CITIES)
    if offers(Platform.TABLE, edition, sets)
    for players, teams in ((2, ()), (3, ()), (4, ()), (4, (0, 1, 0, 1)), (5, ()))
] + [
    Ruleset(extra_achievement=True),
    *(Ruleset(sets=ECHOES, players=players) for players in (2, 3, 4)),
    Ruleset(sets=CITIES | ECHOES),
    Ruleset(sets=CITIES | ECHOES, players=4, teams=(0, 1, 0, 1)),
]
RULES += [Ruleset(Edition.FOURTH, players=players, platform=Platform.TABLE) for players in (3, 4, 5)] + [
    Ruleset(Edition.FOURTH, players=3, teams=(0, 1, 0), platform=Platform.TABLE),
    # Monument counts otherwise there.
    Ruleset(sets=ECHOES, players=3, platform=Platform.BGA_2024),
]
LONGEST = 400


def name(rules: Ruleset) -> str:
    sets = "-".join(sorted(card_set.name.lower() for card_set in rules.sets))
    teams = "-teams" if rules.teams else ""
    others = ("-extra" if rules.extra_achievement else "") + ("-table" if rules.platform is Platform.TABLE else "")
    others += "-newer" if rules.platform is Platform.BGA_2024 else ""
    return f"{rules.edition.value}-{sets}-{rules.players}{teams}{others}"


@pytest.mark.parametrize("rules", sampled(RULES, 6, many=True), ids=name)
def test_random_games_end_and_keep_the_invariants(rules: Ruleset) -> None:
    endings = set()
    for seed in range(5):
        tally = Tally(rules)
        game = Game(deal(rules, seed), rules, RandomDecider(seed), tally)
        try:
            play_opening(game)
            while game.turn < LONGEST:
                take_action(game)
                invariants.check(game, tally)
            endings.add("cut")
        except GameOver as end:
            endings.add(end.how)
            assert end.winners
            finish(game, end)
            invariants.check(game)
            if end.how == "achievements":
                winner = game.players[end.winners[0]]
                assert game.achievements_of(winner) >= rules.achievements_needed
    assert endings <= {"achievements", "score", "dogma", "cut"}


def running_game() -> Game:
    """A game in its 30th turn, with all kinds of zones filled."""
    rules = Ruleset(sets=CITIES, players=3)
    game = Game(deal(rules, 3), rules, RandomDecider(3))
    play_opening(game)
    while game.turn < 30:
        take_action(game)
    assert not list(violations(game))
    return game


def _card_in_two_zones(game: Game) -> None:
    game.players[0].hand.append(game.decks[9][0])


def _place_forgotten(game: Game) -> None:
    game.place[game.decks[9][0]] = (0, Zone.HAND)


def _card_lost(game: Game) -> None:
    del game.place[game.decks[9].pop()]


def _achievement_lost(game: Game) -> None:
    game.specials.remove(WORLD)
    del game.place[WORLD]


def _wrong_supply_pile(game: Game) -> None:
    game.decks[10].append(game.decks[9].pop())


def _wrong_color(game: Game) -> None:
    piles = game.players[0].piles
    source = next(color for color in Color if piles[color])
    card = piles[source].pop()
    piles[(source + 1) % 5].append(card)


def _lone_card_splayed(game: Game) -> None:
    player = next(player for player in game.players if any(len(pile) < 2 for pile in player.piles))
    color = next(color for color in Color if len(player.piles[color]) < 2)
    player.splays[color] = Direction.LEFT


def _stale_icons(game: Game) -> None:
    player = game.players[0]
    color = next(color for color in Color if player.piles[color])
    player.shown_icons = None
    player.pile_icons[color] = pack((1, 2, 3, 4, 5, 6, 7, 8))


def _bonuses_forgotten(game: Game) -> None:
    with_bonus = next(card for deck in game.decks.values() for card in deck if game.table.top_bonuses[card])
    game.meld(game.players[0], with_bonus)
    game.has_bonuses = False


def _monument_miscounted(game: Game) -> None:
    game.players[1].scored = -1


def _achievement_not_claimed(game: Game) -> None:
    assert MONUMENT in game.specials
    game.players[0].tucked = 6


def _city_icon_kept(game: Game) -> None:
    game.players[2].achievements.append(1000)


def _won_but_going_on(game: Game) -> None:
    player = game.players[0]
    for card in list(game.available):
        game.available.remove(card)
        player.achievements.append(card)
        game.place[card] = (0, Zone.ACHIEVEMENTS)


def _left_revealed(game: Game) -> None:
    player = game.players[0]
    card = game.decks[10][-1]
    game.reveal(player, card)


@pytest.mark.parametrize(
    ("number", "fault"),
    [
        (1, _card_in_two_zones),
        (1, _place_forgotten),
        (2, _card_lost),
        (2, _achievement_lost),
        (3, _wrong_supply_pile),
        (3, _wrong_color),
        (4, _lone_card_splayed),
        (5, _stale_icons),
        (6, _bonuses_forgotten),
        (7, _monument_miscounted),
        (8, _achievement_not_claimed),
        (9, _city_icon_kept),
        (10, _won_but_going_on),
        (11, _left_revealed),
    ],
)
def test_each_invariant_notices_its_fault(number: int, fault: Callable[[Game], None]) -> None:
    game = running_game()
    fault(game)
    assert number in {found for found, _ in violations(game)}


def test_the_counts_of_the_turn_are_compared_with_the_events() -> None:
    game = running_game()
    tally = Tally(game.rules)
    tally.tucked[0] = 1
    assert [number for number, _ in violations(game, tally)] == [7]


def test_the_list_names_every_number_that_is_checked() -> None:
    lines = (invariants.__doc__ or "").splitlines()
    listed = [line.split()[0] for line in lines if line[:1] == "I" and line[1:2].isdigit()]
    assert listed == [f"I{number}" for number in range(1, 12)]
