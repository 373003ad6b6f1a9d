"""How many engines that cheat are caught, and whether the report names the move of the breach.

    python -m tests.cheating [--games N] [--seed S] [--rule ID]… [--cheat NAME]…
                             [--viewpoints N] [--jobs N] [--misses] [--fourth]
    python -m tests.cheating --figures [--games N] [--seed S] [--misses]

Plays ``--games`` games of each cheat and prints one row for each, and last one line for all. A game is judged from
every seat and by what the spectator sees. Exit code 1 if a cheat is not caught. With ``--figures``, games with
Figures in the Sand are judged in the native format; ``--games`` is the number of games that each forger tries. A
game in which a program fails is listed with its seed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from multiprocessing import get_context

from innolog.comparing.rules import RULES
from innolog.support.compiled import is_compiled
from tests.cheating.con import CHEATS
from tests.cheating.judging import Row, by_rule, measure


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Measure the detection of engines that cheat.")
    parser.add_argument("--games", type=int, default=4, help="games of each cheat (default 4)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rule", action="append", choices=list(RULES), metavar="ID", help="only cheats on this rule")
    parser.add_argument("--cheat", action="append", choices=list(CHEATS), metavar="NAME", help="only this cheat")
    parser.add_argument("--viewpoints", type=int, help="judge each game from so many, chosen by chance (default all)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--misses", action="store_true", help="list what was missed, misplaced or cited otherwise")
    parser.add_argument("--fourth", action="store_true", help="play the fourth edition")
    parser.add_argument("--figures", action="store_true", help="forge native records of games with figures")
    options = parser.parse_args()
    if is_compiled():
        print("the engine is compiled, and a compiled engine does not let itself be cheated", file=sys.stderr)
        return 2
    if options.figures:
        return _figures(range(options.seed, options.seed + options.games), options.misses)
    names = options.cheat or (by_rule(options.rule) if options.rule else list(CHEATS))
    total, cited = Row(), set[str]()
    print(f"{'cheat':44} {'games':>5} {'exports':>7} {'caught':>6} {'placed':>6} {'native':>6}  cited")
    with get_context("spawn").Pool(options.jobs) as pool:
        work = partial(measure, seed=options.seed, games=options.games, most=options.viewpoints, fourth=options.fourth)
        for name, row in zip(names, pool.imap(work, names), strict=True):
            total.add(row)
            cited |= set(row.cited)
            citations = ", ".join(f"{rule} {count}" for rule, count in row.cited.most_common())
            dropped = "".join(f"; {count} {why}" for why, count in row.dropped.items() if why != "no occasion")
            counts = f"{row.games:5} {row.exports:7} {row.caught:6} {row.placed:6} {row.native_caught:6}"
            print(f"{name[:44]:44} {counts}  {citations}{dropped}", flush=True)
            if options.misses:
                for case in row.missed:
                    print(f"  MISSED {case}")
                for case in row.misplaced:
                    print(f"  MISPLACED {case}")
                for case in row.otherwise:
                    print(f"  OTHERWISE {case}")
    caught = f"{total.caught / max(1, total.exports):.2%}"
    placed = f"{total.placed / max(1, total.caught):.2%}"
    print(f"games {total.games}, exports {total.exports}, caught {total.caught} ({caught}), ", end="")
    print(f"at the move {total.placed} ({placed}), cited otherwise {total.strange}")
    print(f"in the native format {total.native}, caught {total.native_caught}")
    print(f"rules cited by none of them: {', '.join(rule for rule in RULES if rule not in cited) or 'none'}")
    return int(total.caught < total.exports or total.native_caught < total.native)


def _figures(seeds: range, misses: bool) -> int:
    from tests.cheating import figures

    total = figures.Row()
    print(f"{'forger':30} {'forged':>6} {'caught':>6} {'placed':>6} {'bare':>6} {'alike':>6}  cited")
    for name, row in figures.measure(seeds):
        total.add(row)
        cited = ", ".join(f"{rule} {count}" for rule, count in row.cited.most_common())
        counts = f"{row.forged:6} {row.caught:6} {row.placed:6} {row.bare:6} {row.alike:6}"
        print(f"{name:30} {counts}  {cited}", flush=True)
        if misses:
            print(*[f"  MISSED {case}" for case in row.missed], sep="\n", end="\n" if row.missed else "")
        for crash in row.crashed:
            print(f"  CRASHED {crash}")
    print(f"forged {total.forged}, caught {total.caught}, in the action {total.placed}, ", end="")
    print(f"caught without digests of actions {total.bare}; ", end="")
    print(f"left out as those of honest games: {total.alike}; crashed {len(total.crashed)}")
    return int(total.failed)


if __name__ == "__main__":
    sys.exit(main())
