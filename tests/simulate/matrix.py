"""All editions, sets, numbers of players and teams: is every simulated export legal from every seat?

``python -m tests.simulate.matrix -n GAMES --seed S``: too long for every run of the tests (a minute for one game each).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from innolog.cards.facts import CardSet
from innolog.engine.ruleset import Edition, Ruleset
from innolog.replay import replay
from innolog.replay.result import Verdict
from tests.simulate.test_exports import played, read

_EXPANSIONS = (CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS)
_TABLES = ((2, ()), (3, ()), (4, ()), (5, ()), (4, (0, 1, 0, 1)), (4, (0, 0, 1, 1)))


def every_ruleset() -> Iterator[Ruleset]:
    """All combinations; relics are in play wherever the Artifacts are and one more set."""
    for edition in Edition:
        for size in range(len(_EXPANSIONS) + 1):
            for expansions in combinations(_EXPANSIONS, size):
                sets = frozenset({CardSet.BASE, *expansions})
                relics = CardSet.ARTIFACTS in sets and size > 1
                for players, teams in _TABLES:
                    yield Ruleset(edition, sets, players, teams, relics=relics)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    exports = illegal = 0
    with TemporaryDirectory() as folder:
        for rules in every_ruleset():
            for seed in range(arguments.seed, arguments.seed + arguments.n):
                game = played(rules, seed)
                for viewpoint in (*range(rules.players), None):
                    result = replay(read(Path(folder), game, viewpoint), edition=rules.edition.value)
                    exports += 1
                    if result.verdict is not Verdict.LEGAL:
                        illegal += 1
                        print(
                            rules.describe(), f"seed {seed}, viewpoint {viewpoint}:", result.violation or result.reason
                        )
    print(f"{exports} exports, {illegal} not legal")
    return int(illegal > 0)


if __name__ == "__main__":
    sys.exit(main())
