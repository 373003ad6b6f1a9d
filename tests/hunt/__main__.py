"""``python -m tests.hunt``: play new games, export them, judge the exports, and print the wrong verdicts and pages.

The invariants of the engine are checked after every action of each game.

The last line counts: ``games N, broken N, exports N, legal N, accused N, unsupported N, slow N, seconds N``. In
*broken* games an invariant does not hold, or they cannot be played or written down. Failures in judging (exceptions,
unreadable exports, another game than was played, a proof that does not hold, a page that fails or leaves out what was
possible) count as accused.
Exit code 1 if a game is broken, an export is accused, or one of a full record is unsupported.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import count, islice
from pathlib import Path

import click

from innolog.results.result import Verdict
from tests.hunt.games import KINDS, Hunted, hunted
from tests.hunt.judging import FORMS, FULL, GAME, OF_FIGURES, OF_FOURTH, WITH_FIGURES, Judged, judge

#: The number of games queued for each process, so that none has to wait.
_AHEAD = 4


@dataclass
class Count:
    """The counts of a hunt so far."""

    games: int = 0
    #: Games with a broken invariant, or that could not be played or written down.
    broken: int = 0
    exports: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    slow: int = 0
    #: Exports of each form, and the seconds they took together.
    forms: Counter[str] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    failed: bool = False

    def add(self, judged: Judged) -> None:
        """Count an export, or a broken game."""
        if judged.form == GAME:
            self.broken += 1
            self.failed = True
            return
        self.exports += 1
        self.forms[judged.form] += 1
        self.seconds[judged.form] += judged.seconds  # type: ignore[assignment]
        self.slow += judged.is_slow
        unsupported = judged.verdict == Verdict.UNSUPPORTED.value
        self.verdicts["unsupported" if unsupported else "accused" if judged.what else "legal"] += 1
        self.failed |= bool(judged.what) and (judged.is_full or not unsupported)

    def line(self, seconds: float) -> str:
        """The counts in a line."""
        verdicts = ", ".join(f"{name} {self.verdicts[name]}" for name in ("legal", "accused", "unsupported"))
        games = f"games {self.games}, broken {self.broken}"
        return f"{games}, exports {self.exports}, {verdicts}, slow {self.slow}, seconds {seconds:.0f}"


def play_and_judge(seed: str, after: str, forms: tuple[str, ...], pages: str, number: int) -> tuple[int, list[Judged]]:
    """All exports of a game with their verdicts. Texts are kept only for wrong verdicts."""
    return number, list(judge(hunted(seed, number, after), forms, pages))


def results(
    seed: str, after: str, forms: tuple[str, ...], pages: str, numbers: Iterator[int], jobs: int
) -> Generator[tuple[int, list[Judged]], None, None]:
    """The exports of the games, in the order of their numbers."""
    task = partial(play_and_judge, seed, after, forms, pages)
    if jobs == 1:
        yield from map(task, numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting: list[Future[tuple[int, list[Judged]]]] = [
            pool.submit(task, number) for number in islice(numbers, _AHEAD * jobs)
        ]
        try:
            while waiting:
                yield waiting.pop(0).result()
                waiting += [pool.submit(task, number) for number in islice(numbers, 1)]
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def keep(folder: Path, game: Hunted, judged: Judged) -> None:
    """Keep an export with a wrong verdict, if it is the shortest so far."""
    folder.mkdir(parents=True, exist_ok=True)
    about = folder / "smallest.json"
    if about.exists() and json.loads(about.read_text())["packet"] <= judged.packet:
        return
    log = folder / "smallest.log"
    log.write_text(judged.text)
    about.write_text(
        json.dumps(
            {
                "packet": judged.packet,
                "game": game.name,
                "rules": game.describe(),
                "form": judged.form,
                "viewpoint": judged.viewpoint,
                "what": judged.what,
            },
            indent=1,
        )
    )


@click.command()
@click.option("--games", type=click.IntRange(min=1), help="How many games.  [default: 100 without --minutes]")
@click.option("--minutes", type=click.FloatRange(min=0), help="How long to hunt.")
@click.option("--seed", default="0", show_default=True, help="Any text; the same seed hunts the same games.")
@click.option("--first", type=click.IntRange(min=0), default=0, show_default=True, help="The number to begin with.")
@click.option("--game", type=click.IntRange(min=0), help="This game of the seed alone.")
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, show_default=True)
@click.option(
    "--after",
    type=click.Choice(KINDS),
    default=KINDS[0],
    show_default=True,
    help="Whose games: older code's of the first and third edition, newer code's of the fourth, or of the third; "
    "tables' with figures; or those of each earlier generation of the code in turn, or of one.",
)
@click.option(
    "--forms",
    help=f"Comma-separated, of {','.join(FORMS)}, or: full.  [default: all; with figures: "
    f"{','.join(OF_FIGURES)}; of the fourth edition: {','.join(OF_FOURTH)}; after other code: full]",
)
@click.option(
    "--pages",
    type=click.Choice(("none", "some", "every")),
    default="some",
    show_default=True,
    help="Build the pages of no export, of one full record of a game and the poorer ones, or of every one.",
)
@click.option("--keep", "folder", type=click.Path(file_okay=False, path_type=Path), help="Keep the smallest failure.")
def command(
    games: int | None,
    minutes: float | None,
    seed: str,
    first: int,
    game: int | None,
    jobs: int,
    after: str,
    forms: str | None,
    pages: str,
    folder: Path | None,
) -> None:
    """Hunt for honest games that are accused, and for broken invariants."""
    if forms is None:
        # The other formats are those of logs of the older code.
        of_kind = {"older": FORMS, "figures": OF_FIGURES, "fourth": OF_FOURTH}.get(after, FULL)
        forms = ",".join(of_kind)
    wanted = FULL if forms == "full" else tuple(forms.split(","))
    if after == "figures" and set(wanted) - set(WITH_FIGURES):
        raise click.UsageError(f"games with figures have the forms {', '.join(WITH_FIGURES)} only")
    if set(wanted) - set(FORMS):
        raise click.UsageError(f"unknown forms; there are {', '.join(FORMS)}, or full")
    most = games or (None if minutes else 100)
    numbers = iter([game]) if game is not None else islice(count(first), most)
    started, done = time.monotonic(), Count()
    click.echo(f"hunting with seed {seed}, {jobs} jobs, forms {', '.join(wanted)}")
    hunt = results(seed, after, wanted, pages, numbers, 1 if game is not None else jobs)
    for number, exports in hunt:
        done.games += 1
        for judged in exports:
            done.add(judged)
            if judged.what or judged.is_slow:
                _tell(hunted(seed, number, after), judged)
            if judged.what and judged.form != GAME and folder is not None:
                keep(folder, hunted(seed, number, after), judged)
        if minutes and time.monotonic() - started > 60 * minutes:
            hunt.close()
            break
    for form, exported in sorted(done.forms.items()):
        click.echo(f"{form}: {exported} exports, {1000 * done.seconds[form] / exported:.0f} ms each")
    click.echo(done.line(time.monotonic() - started))
    sys.exit(int(done.failed))


def _tell(game: Hunted, judged: Judged) -> None:
    who = "all" if judged.viewpoint == -2 else "spectator" if judged.viewpoint is None else f"seat {judged.viewpoint}"
    click.echo(f"{game.name} ({game.describe()})")
    what = judged.what or f"slow, {judged.seconds:.1f} s"
    click.echo(f"    {judged.form} of {who}: {judged.verdict}: {what}", nl=True)
    sys.stdout.flush()


if __name__ == "__main__":
    command()
