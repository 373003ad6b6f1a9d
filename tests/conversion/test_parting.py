"""Where two records of one game part."""

from __future__ import annotations

from dataclasses import replace

import pytest

from innolog.cards.facts import CardSet
from innolog.conversion.parting import parting
from innolog.conversion.retelling import convert
from innolog.conversion.simulated import as_replay
from innolog.engine.events import Wiped
from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.replay import replay
from innolog.simulate.bots import seats
from innolog.simulate.games import simulate
from parsers import read_blob
from parsers.files import Blob


@pytest.mark.parametrize(
    ("form", "platform"), [("table", Platform.TABLE), ("text", Platform.BGA), ("tracker", Platform.BGA)]
)
@pytest.mark.parametrize("seed", range(3))
def test_a_poorer_record_in_which_another_seat_begins_is_of_the_same_game(
    form: str, platform: Platform, seed: int
) -> None:
    """The players stand in the order of their turns: names say who is who. What is not told is no difference."""
    rules = Ruleset(players=3, platform=platform)
    game = as_replay(simulate(rules, seed, seats(["sensible"], 3, seed), tell=True, most_actions=60))
    options = {"generation": "camel"} if form == "tracker" else {}
    content = convert(game, form, None, **options)
    poor = replay(read_blob(Blob("game", content.encode())), record=True)
    names = [seat.name for seat in game.log.seats]
    assert sorted(seat.name for seat in poor.log.seats) == names
    found = parting(game, poor)
    # The simulated game may go on after the last action that the other record has in full.
    assert found is None or found.second is None
    # With the names of two players exchanged it is another game.
    turned = [names[1], names[0], *names[2:]]
    other = [replace(seat, name=turned[names.index(seat.name)]) for seat in poor.log.seats]
    assert parting(game, replace(poor, log=replace(poor.log, seats=other))) is not None


@pytest.mark.parametrize(
    ("rules", "seed", "form"),
    [
        # A flag or fountain has the seat of its owner in its number.
        (Ruleset(sets=frozenset({CardSet.BASE, CardSet.CITIES}), players=3, platform=Platform.TABLE), 103, "table"),
        # An empty supply pile was junked, and only one record tells which.
        (Ruleset(edition=Edition.FOURTH, platform=Platform.BGA_2024), 5, "tracker"),
        # Another member of the team that wins has the lowest seat.
        (Ruleset(players=4, teams=(0, 1, 0, 1), platform=Platform.YUCATA), 6, "yucata-html"),
        # A text has hands, piles and score piles that are junked at once in the order of its lines.
        (Ruleset(edition=Edition.FOURTH, players=3, platform=Platform.BGA_2024), 5049, "text"),
    ],
    ids=["flags", "empty piles", "teams", "wiped"],
)
def test_a_poorer_record_of_a_whole_game_agrees_with_it(rules: Ruleset, seed: int, form: str) -> None:
    game = as_replay(simulate(rules, seed, seats(["sensible"], rules.players, seed), tell=True))
    poor = replay(read_blob(Blob("game", convert(game, form, None, one_of_many=True).encode())), record=True)
    assert poor.verdict.explained
    assert parting(game, poor) is None
    # In each action, all else is compared.
    for at, action in enumerate(poor.actions):
        if any(isinstance(event, Wiped) for event, _ in action.events):
            other = [*poor.actions[:at], replace(action, kind="draw", card=None), *poor.actions[at + 1 :]]
            assert parting(game, replace(poor, actions=other)) is not None
            assert parting(replace(poor, actions=other), game) is not None


def test_the_games_begin_with_different_seats() -> None:
    """Else the test above says nothing."""
    first = set()
    for seed in range(4):
        rules = Ruleset(players=3, platform=Platform.TABLE)
        game = as_replay(simulate(rules, seed, seats(["sensible"], 3, seed), most_actions=3))
        first.add(game.actions[1].player)
    assert len(first) > 1
