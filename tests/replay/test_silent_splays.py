"""Splays that leave no trace in a tracker's file: only those are tried that differ in their outcome."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from innolog.cards.facts import CardSet, Direction
from innolog.cards.registry import card_named
from innolog.conversion.retelling import convert
from innolog.conversion.simulated import as_replay
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.engine.zones import Zone
from innolog.log import GameLog
from innolog.replay import replay
from innolog.replay.poor.silent import SilentChoices
from innolog.results.result import Verdict
from innolog.simulate import deal
from innolog.simulate.bots import RandomDecider
from parsers import read_blob
from parsers.files import Blob
from tests.hunt.games import hunted


@pytest.mark.plain
def test_a_pile_that_cannot_be_splayed_stands_for_all_of_them() -> None:
    """The search gave up after Kobukson, whose echo effect lets each player splay any pile on any board.

    Every pile was tried, although several answers have the same outcome: nothing. Four players multiply them. To the
    class belongs every choice among equal outcomes of which the log records none.
    """
    rules = Ruleset(sets=frozenset({CardSet.BASE, CardSet.ECHOES}), players=2)
    game = Game(deal(rules, 1), rules, RandomDecider(1))
    tops: dict[int, list[int]] = {0: [], 1: []}
    for seat, piles in enumerate((("Tools", "Pottery"), ("Archery", "Oars"), ("Clothing",))):
        owner = game.players[seat % 2]
        cards = [card_named(name) for name in piles]
        color = game.color[cards[0]]
        owner.piles[color] = cards
        game.place.update(dict.fromkeys(cards, (owner.index, Zone.BOARD)))
        tops[owner.index].append(cards[-1])
    blue, green = tops[0]
    (red,) = tops[1]
    silent: Any = SimpleNamespace(guide=SimpleNamespace(game=game))
    choice = Choice(ChoiceKind.CARD, 0, [blue, green, red], splays=Direction.LEFT)
    assert SilentChoices.splays_that_differ(silent, choice) == [blue, red, green]
    game.players[1].splays[game.color[red]] = Direction.LEFT
    assert SilentChoices.splays_that_differ(silent, choice) == [blue, green]
    game.players[1].splays[game.color[red]] = Direction.RIGHT
    assert SilentChoices.splays_that_differ(silent, choice) == [blue, red, green]


@pytest.mark.long
def test_boards_are_checked_ahead_after_a_promoted_card_rearranged_them() -> None:
    """The search gave up where Publications was activated because it was promoted.

    Forward checking of boards was left out unless the activated card was the card of the action, which is the melded
    one. Found by the hunt. The rest of an action is known whenever the executed card was announced as activated.
    """
    game = hunted("poor-a", 49).play(most_actions=127)
    text = convert(as_replay(game), "tracker", 2, generation="snake")
    log = read_blob(Blob("game", text.encode()))
    assert isinstance(log, GameLog)
    assert replay(log).verdict is Verdict.LEGAL_SO_FAR
