"""Play games with cheats and judge them: one row for each cheat."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from random import Random
from typing import Any

from innolog import log as seen
from innolog.log import GameLog, UnreadableLog, UnsupportedLog
from innolog.log.native import RecordedGame
from innolog.log.told import Told
from innolog.replay import replay
from innolog.results.native import recorded
from innolog.results.result import ActionRecord, Replay, Verdict
from parsers.bga import visibility
from tests.cheating import cheats  # noqa: F401 (registers all)
from tests.cheating.con import CHEATS, Breach, Cheat, Played, play, same_story
from tests.cheating.counting import Counted, without_digests
from tests.tampering.story import read_export
from tests.written import export

#: The number of seeds to try for one game in which a cheat finds an occasion.
TRIES = 40


@dataclass(slots=True)
class Row(Counted):
    """The results of the games of one cheat. It counts exports: of each game, one for every viewpoint."""

    games: int = 0
    exports: int = 0
    #: Games in the native format, which has no moves.
    native: int = 0
    native_caught: int = 0
    #: Verdicts that cite a rule that the cheat does not list.
    strange: int = 0
    otherwise: list[str] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)
    misplaced: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Case:
    """A game in which a rule was broken, and the honest game of the same seed."""

    cheat: Cheat
    seed: int
    honest: Played
    played: Played
    breach: Breach

    def __str__(self) -> str:
        rules = self.honest.rules
        sets = "+".join(sorted(of.name.lower() for of in rules.sets))
        table = f"{rules.edition.value} {sets} {rules.players}p{' teams' if rules.teams else ''}"
        return f"{self.cheat.name} ({table}, seed {self.seed})"


def cases(cheat: Cheat, seed: int, games: int, row: Row) -> Iterator[Case]:
    """Games in which one cheat found an occasion. Games without one are counted in ``row``."""
    rng = Random(f"{seed} {cheat.name}")
    # Every table in turn, beginning at any, so that a few games of a cheat do not all have the same sets.
    tables = rng.sample(cheat.tables, len(cheat.tables))
    found = tried = 0
    while found < games and tried < TRIES * games:
        rules = tables[tried % len(tables)]
        tried += 1
        number = rng.randrange(10**6)
        case = _case(cheat, number, rules, rng, row)
        if case is not None:
            found += 1
            yield case


def _was_due(honest: Played, index: int) -> bool:
    """Whether an honest game has an observation in the same move as the one before."""
    observations = honest.observations
    return 0 < index < len(observations) and observations[index].at.move == observations[index - 1].at.move


def _case(cheat: Cheat, seed: int, rules: Any, rng: Random, row: Row) -> Case | None:
    honest = play(rules, seed, cheat.install, on_top=cheat.stacked)
    if cheat.install is not None:
        if not honest.occasions:
            row.dropped["no occasion"] += 1
            return None
        played = play(rules, seed, cheat.install, rng.randint(1, honest.occasions), cheat.stacked)
        breach = played.breach
        if breach is not None and _was_due(honest, breach.index):
            # It replaces an observation that was due in the move before.
            breach.missing = True
        if not cheat.told:
            return Case(cheat, seed, honest, played, Breach(0))
        if same_story(honest, played):
            row.dropped["equal to the honest game"] += 1
            return None
        if breach is None or (played.ended is None and breach.index >= len(played.told.told)):
            row.dropped["nothing shows it"] += 1
            return None
    else:
        played = copy.deepcopy(honest)
        breach = cheat.lie(played, rng) if cheat.lie is not None else Breach(0)
        if breach is None:
            row.dropped["no occasion"] += 1
            return None
    if all(right_moves(played, breach, viewpoint) is None for viewpoint in (*range(rules.players), None)):
        row.dropped["nothing shows it"] += 1
        return None
    return Case(cheat, seed, honest, played, breach)


# --- the place of the breach -----------------------------------------------------------------------------


def export_moves(played: Played) -> list[int]:
    """The number of the move in an export, for each observation of a recorded game.

    The writer numbers them like this: the opening has a move for the setup and one for each player. Then each decision
    with a visible result is a move.
    """
    found: list[int] = []
    number = 1 + len(played.told.seats)
    for decision, group in groupby(played.observations, lambda observation: observation.at.move):
        number += bool(decision)
        found += [number for _ in group]
    return found


def right_moves(played: Played, breach: Breach, viewpoint: int | None) -> set[int] | None:
    """The moves at which an export from a viewpoint shows the breach; None if it never does."""
    moves = export_moves(played)
    if breach.witnesses:
        return _sights(played, breach, viewpoint, moves)
    index = breach.index
    right = {moves[min(index, len(moves) - 1)]}
    if breach.missing:
        # It was due in the move of the decision before, which ends with the last observation.
        right.add(moves[max(0, min(index, len(moves)) - 1)])
    return right


def _sights(played: Played, breach: Breach, viewpoint: int | None, moves: list[int]) -> set[int] | None:
    """The moves of the last face seen before an exchange of hidden cards, and of the first seen after it.

    A face-down card is followed by its place. A viewpoint that sees one of the cards before the exchange and one after
    it has seen two faces of one card. The log does not show which of them is false, so both moves are right.
    """
    before: int | None = None
    for index, told in enumerate(played.told.told):
        if _faces(told, viewpoint) & breach.witnesses:
            if index < breach.index:
                before = moves[index]
            else:
                return None if before is None else {before, moves[index]}
    return None


def _faces(told: Told, viewpoint: int | None) -> frozenset[int]:
    """The faces of cards that an observation shows to a viewpoint."""
    observation = told.observation
    if isinstance(observation, seen.ActionBegan):
        # The player who takes an action gets a list of the cards in hand.
        return frozenset(told.hand if observation.player == viewpoint else ())
    if not isinstance(observation, seen.Transfer) or observation.card is None:
        return frozenset()
    if viewpoint is None:
        sees = visibility.everybody_sees(observation)
    else:
        sees = visibility.sees(observation, told.actor, viewpoint)
    return frozenset({observation.card} if sees else ())


# --- verdicts -----------------------------------------------------------------------------


def judge(case: Case, row: Row, rng: Random, most: int | None = None) -> None:
    """Judge the exports of one game (``most`` of them), and its decisions in the native format, and count them."""
    row.games += 1
    cheat = case.cheat
    if cheat.install is not None or cheat.recording is not None:
        _judge_decisions(case, row, rng)
    if not cheat.exported:
        return
    viewpoints: list[int | None] = [*range(case.honest.rules.players), None]
    judged = 0
    for viewpoint in viewpoints if most is None else rng.sample(viewpoints, len(viewpoints)):
        if judged == most:
            break
        content = export(case.played.told, viewpoint)
        shown = content != export(case.honest.told, viewpoint)
        right = right_moves(case.played, case.breach, viewpoint) if shown else None
        if cheat.slip is not None:
            right = _set(cheat.slip(content, rng))
        try:
            log = read_export(content)
        except (UnreadableLog, UnsupportedLog) as error:
            row.exports += 1
            row.missed.append(f"{case}: {error}")
            continue
        if cheat.misreading is not None:
            right = _set(cheat.misreading(log, rng))
        if right is None:
            row.dropped["not shown to a viewpoint"] += 1
            continue
        judged += 1
        row.exports += 1
        who = "spectator" if viewpoint is None else f"seat {viewpoint}"
        _count(replay(log), f"{case}, {who}, moves {sorted(right)}", row, cheat, right)


def _judge_decisions(case: Case, row: Row, rng: Random) -> None:
    cheat, game = case.cheat, native(case.played)
    if cheat.recording is not None and not cheat.recording(game, rng):
        row.dropped["no occasion"] += 1
        return
    violation = replay(game).violation
    row.native += cheat.native
    row.native_caught += cheat.native and violation is not None
    if violation is not None:
        row.cited[violation.rule] += 1
    elif cheat.native:
        row.missed.append(f"{case}, native: legal")


def _set(moves: tuple[int, ...] | None) -> set[int] | None:
    return None if moves is None else set(moves)


def _count(result: Replay, what: str, row: Row, cheat: Cheat, right: set[int]) -> None:
    violation = result.violation
    if result.verdict is not Verdict.ILLEGAL or violation is None:
        said = result.reason or ", ".join(f"{key}: {value}" for key, value in result.deduced.items())
        row.missed.append(f"{what}: {result.verdict.value} ({said})")
        return
    row.caught += 1
    row.cited[violation.rule] += 1
    if violation.rule not in cheat.rules:
        row.strange += 1
        row.otherwise.append(f"{what}: {violation.rule}: {violation.message}")
    if violation.at is not None and violation.at.move in right:
        row.placed += 1
    else:
        row.misplaced.append(f"{what}: {violation.rule} at {violation.at}: {violation.message}")


def native(played: Played) -> RecordedGame:
    """A played game as its decisions and the digest of its end."""
    log = GameLog("cheat", "innolog", played.told.game_id, played.told.seats, [])
    records = [
        ActionRecord(index, 0, 0, 0, "", None, None, None, [], decisions=decisions, digest=after)
        for index, (decisions, after) in enumerate(zip(played.actions, played.digests, strict=True))
    ]
    ended = played.ended
    game = Replay(log, Verdict.LEGAL, rules=played.rules, setup=played.setup, ended=ended, actions=records)
    return without_digests(recorded(game, []))


def measure(name: str, seed: int, games: int, most: int | None = None, fourth: bool = False) -> Row:
    """Play and judge the games of one cheat; each from ``most`` viewpoints, or from all.

    With ``fourth``, of the fourth edition; there are none if the cheat can't be played there.
    """
    row = Row()
    cheat = CHEATS[name].in_fourth() if fourth else CHEATS[name]
    if cheat is None:
        return row
    rng = Random(f"{seed} {name} judge")
    for case in cases(cheat, seed, games, row):
        judge(case, row, rng, most)
    return row


def by_rule(rules: Iterable[str]) -> list[str]:
    """The cheats that can be cited for one of the rules, the likeliest first."""
    found = {
        name: min(cheat.rules.index(rule) for rule in cheat.rules if rule in wanted)
        for wanted in [set(rules)]
        for name, cheat in CHEATS.items()
        if wanted & set(cheat.rules)
    }
    return sorted(found, key=found.__getitem__)
