"""The same setup and decisions give the same events and digests, in any process and after any other game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from innolog.cards.facts import COLORS, CardSet, Direction
from innolog.engine.actions import play_opening, take_action
from innolog.engine.choices import Choice
from innolog.engine.digest import digest
from innolog.engine.events import Event
from innolog.engine.game import Game, GameOver
from innolog.engine.position import Seat, build
from innolog.engine.ruleset import Ruleset
from innolog.simulate import RandomDecider, deal

RULES = [
    Ruleset(players=3),
    Ruleset(sets=frozenset({CardSet.BASE, CardSet.CITIES}), players=4, teams=(0, 1, 0, 1)),
]

_PLAY = """
from hashlib import blake2b
from tests.engine.test_determinism import RULES, story
for rules in RULES:
    for seed in range(3):
        print(blake2b(story(rules, seed).encode()).hexdigest())
"""


def story(rules: Ruleset, seed: int) -> str:
    """All events of a random game, with a digest after every action."""
    lines: list[str] = []
    game = Game(deal(rules, seed), rules, RandomDecider(seed), lambda event: lines.append(repr(event)))
    try:
        play_opening(game)
        while game.turn < 400:
            take_action(game)
            lines.append(digest(game))
    except GameOver as end:
        lines.append(f"{end.how} {end.winners} {end.by}")
    return "\n".join(lines)


def test_the_same_events_in_every_process() -> None:
    outputs = set()
    for hash_seed in ("0", "12345"):
        run = subprocess.run(
            [sys.executable, "-c", _PLAY],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        )
        outputs.add(run.stdout)
    assert len(outputs) == 1
    assert len(outputs.pop().split()) == 3 * len(RULES)


class _Recorder:
    """Decides at random and remembers the answers."""

    def __init__(self, seed: int) -> None:
        self._random = RandomDecider(seed)
        self.answers: list[object] = []

    def choose(self, choice: Choice) -> object:
        self.answers.append(self._random.choose(choice))
        return self.answers[-1]


class _Player:
    """Gives recorded answers again."""

    def __init__(self, answers: list[object]) -> None:
        self._answers = iter(answers)

    def choose(self, choice: Choice) -> object:
        return next(self._answers)


@pytest.mark.parametrize("rules", RULES, ids=["base", "cities-teams"])
def test_a_restored_game_goes_on_as_before(rules: Ruleset) -> None:
    """Saving and restoring in the middle changes neither the digest nor anything that follows."""
    random = Random(1)
    for seed in range(4):
        events: list[Event] = []
        game = Game(deal(rules, seed), rules, RandomDecider(seed), events.append)
        play_opening(game)
        try:
            while game.turn < 60:
                saved, before = game.save(), digest(game)
                recorder = _Recorder(random.randrange(1000))
                game.decider = recorder
                events.clear()
                try:
                    take_action(game)
                    after = digest(game)
                except GameOver as end:
                    after = str(end)
                told = list(events)
                game.restore(saved)
                assert digest(game) == before
                game.decider = _Player(recorder.answers)
                events.clear()
                try:
                    take_action(game)
                    assert digest(game) == after
                except GameOver as end:
                    assert str(end) == after
                    raise
                finally:
                    assert events == told
        except GameOver:
            pass


def test_the_digest_does_not_know_how_a_position_came_about() -> None:
    """A position built from its zones has the digest of the game that led there, for any order of arrival."""
    rules = Ruleset(players=3)
    for seed in range(4):
        game = Game(deal(rules, seed), rules, RandomDecider(seed))
        play_opening(game)
        try:
            while game.turn < 25:
                take_action(game)
        except GameOver:
            continue
        random = Random(seed)
        seats = [
            Seat(
                hand=random.sample(player.hand, len(player.hand)),
                score_pile=random.sample(player.score_pile, len(player.score_pile)),
                board=[card for pile in random.sample(player.piles, 5) for card in pile],
                splays={color: Direction(player.splays[color]) for color in COLORS},
                achievements=player.achievements[::-1],
                tucked=player.tucked,
                scored=player.scored,
            )
            for player in game.players
        ]
        other = build(
            rules,
            game.decider,
            seats,
            decks=game.decks,
            available=[*game.specials, *game.available],
            removed=game.removed,
            fill=False,
            turn_player=game.turn_player.index,
            turn=game.turn,
            action=game.action,
        )
        assert digest(other) == digest(game)


def test_the_digest_sees_every_difference() -> None:
    rules = Ruleset()
    digests = [
        digest(build(rules, RandomDecider(0), [seat, Seat(hand=[3])]))
        for seat in (
            Seat(hand=[1]),
            Seat(score_pile=[1]),
            Seat(board=[1]),
            Seat(achievements=[1]),
            Seat(hand=[1], tucked=1),
            Seat(hand=[1], scored=1),
            Seat(hand=[1], endorsed=True),
            Seat(board=[0, 1, 2]),
            Seat(board=[0, 2, 1]),
        )
    ]
    assert len(set(digests)) == len(digests)
