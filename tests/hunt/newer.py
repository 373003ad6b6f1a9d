"""Games of bots by the rules of the newer generation of Board Game Arena's code, told as its logs tell them.

    python -m tests.hunt.newer [--edition fourth|third] [--games N] [--first N]

There is no writer of that generation's exports. So games are told as observations: to a spectator and to one seat, who
see the faces that the site would show them, and are not told what the site does not tell: values that are named, and
the answers of Ecology and Suburbia. Each must be legal. Ends with one line ``judged N, legal N``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from innolog import log as seen
from innolog.cards.facts import card_table
from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.log import NOBODY, Fact, GameLog, Place
from innolog.log.told import Told
from innolog.replay import Verdict, replay
from innolog.simulate.games import SimulatedGame
from parsers.bga.visibility import parties
from tests.hunt.games import Hunted, hunted

_FACE_DOWN = frozenset({Place.DECK, Place.HAND, Place.SCORE, Place.ACHIEVEMENTS, Place.JUNK})
#: The cards whose named values and icons are told, and those whose yes and no are not.
_NAMES_ARE_TOLD = frozenset(card_table().name.index(name) for name in ("Mass Media", "Climatology"))
_ANSWERS_ARE_NOT = frozenset(card_table().name.index(name) for name in ("Ecology", "Suburbia"))
_SHOWS_WHAT_IT_JUNKS = card_table().name.index("Escapism")


def game_of(edition: Edition, number: int) -> Hunted:
    """The game of a number: two to four players, or two teams."""
    random = Random(f"newer/{edition.value}/{number}")
    players = random.choice((2, 3, 4))
    teams = random.choice(((), (0, 1, 0, 1))) if players == 4 else ()
    rules = Ruleset(edition, players=players, teams=teams, platform=Platform.BGA_2024)
    game = hunted(f"newer/{edition.value}", number)
    bots = [game.players[seat % len(game.players)] for seat in range(players)]
    return replace(game, rules=rules, players=tuple(bots))


def log_of(game: SimulatedGame, viewpoint: int | None) -> GameLog:
    """The game as the site tells it to a seat, or to a spectator."""
    rules, told = game.rules, game.told
    assert told is not None
    return GameLog(
        source=f"seat {viewpoint}",
        site="bga",
        game_id=told.game_id,
        seats=told.seats,
        observations=list(_observations(told.told, viewpoint, rules.edition)),
        viewpoint=viewpoint,
        records=frozenset(Fact),
        team_game=bool(rules.teams),
        stated={"edition": rules.edition.value, "platform": rules.platform.value},
    )


def _observations(told: list[Told], viewpoint: int | None, edition: Edition) -> Iterator[seen.Observation]:
    executed: int | None = None
    for each in told:
        observation = each.observation
        if isinstance(observation, seen.EffectStarted):
            executed = each.card
        if isinstance(observation, seen.Named) and observation.value is not None and executed not in _NAMES_ARE_TOLD:
            continue
        if isinstance(observation, seen.Agreed) and executed in _ANSWERS_ARE_NOT:
            continue
        if isinstance(observation, seen.Transfer):
            shown = executed == _SHOWS_WHAT_IT_JUNKS and observation.to_place is Place.JUNK
            if not shown and not _sees(observation, each.actor, viewpoint):
                observation = replace(observation, card=None, color=None)
            if edition is Edition.FOURTH:
                checks = tuple(replace(check, tucked=None, scored=None) for check in observation.checks)
                observation = replace(observation, checks=checks)
        yield observation


def _sees(move: seen.Transfer, actor: int, seat: int | None) -> bool:
    """Whether the newer code shows a face to a seat; a spectator sees what everybody does."""
    if move.age is None:
        return True
    if move.from_owner == NOBODY == move.to_owner:
        return False
    if move.from_place not in _FACE_DOWN or move.to_place not in _FACE_DOWN:
        return True
    player, opponent = parties(move, actor)
    if opponent is None:
        return seat == player and (move.from_place, move.to_place) != (Place.ACHIEVEMENTS, Place.ACHIEVEMENTS)
    if move.to_owner == NOBODY:
        # Who acts does not see what an opponent loses from a hidden place.
        return seat == opponent
    return seat in (player, opponent)


def judged(edition: Edition, number: int) -> Iterator[tuple[int | None, Verdict, str]]:
    """The verdicts on one game, told to a spectator and to one seat, with the reasons."""
    game = game_of(edition, number).play(Platform.BGA_2024)
    for viewpoint in (None, number % game.rules.players):
        result = replay(log_of(game, viewpoint))
        yield viewpoint, result.verdict, str(result.violation or result.reason or "")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Hunt for honest games of the newer generation that are accused.")
    parser.add_argument("--edition", choices=["fourth", "third"], default="fourth")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    judgements = legal = 0
    for number in range(options.first, options.first + options.games):
        for viewpoint, verdict, reason in judged(Edition(options.edition), number):
            judgements += 1
            if verdict in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR):
                legal += 1
            else:
                print(f"game {number}, seat {viewpoint}: {verdict.value} {reason}")
    print(f"judged {judgements}, legal {legal}")
    return 0 if judgements == legal else 1


if __name__ == "__main__":
    sys.exit(main())
