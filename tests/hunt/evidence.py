"""``python -m tests.hunt.evidence``: the effects and states in which the site itself was seen.

:mod:`tests.hunt.effects` drives every effect through every unusual state by the program's own rules. A cell is one
effect in one state. In some cells a recorded game of the site, or a position that its code played, shows what the site
does. In the others the rules rest on the rulebook and on reading. This counts both, and prints or writes them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from innolog.engine.actions import play_next
from innolog.engine.choices import Choice
from innolog.engine.game import Game, GameOver
from innolog.engine.ruleset import Edition
from innolog.log import GameLog
from innolog.replay import replay
from innolog.results.result import Replay, Verdict
from parsers import read_log
from tests import shared
from tests.hunt.effects import Driven, cards, reached
from tests.hunt.states import Watch
from tests.positions import playing
from tests.positions.lines import NotApplicable, Position, parse, read_folder


class _Again:
    """Gives recorded answers in order."""

    def __init__(self, answers: Iterable[Any]) -> None:
        self._answers = iter(answers)

    def attach(self, game: Game) -> None:
        """Nothing to see."""

    def choose(self, choice: Choice) -> Any:
        """The next answer."""
        return next(self._answers)


def of_game(result: Replay, driven: Driven) -> None:
    """Count the cells of a replayed game."""
    assert result.rules is not None
    assert result.setup is not None
    answers = [answer for action in result.actions for _, answer in action.decisions]
    watch = Watch(_Again(answers), checks=False)
    game = Game(result.setup, result.rules, watch, watch.receive)
    watch.attach(game)
    for _ in result.actions:
        play_next(game)
    watch.over()
    _add(watch, driven)


def of_position(position: Position, driven: Driven) -> None:
    """Count the cells of a position, if the program agrees with the site."""
    outcome = playing.play(position)
    if not outcome.agrees:
        return
    watch = Watch(_Again(outcome.answers), checks=False)
    game = playing.built(position, watch)
    watch.attach(game)
    if position.action == "display":
        watch.displayed = position.card
    game.sink = watch.receive
    with contextlib.suppress(GameOver):
        playing.act(game, position)
    watch.over()
    _add(watch, driven)


def _add(watch: Watch, driven: Driven) -> None:
    driven.counts.update(watch.counts)
    driven.able |= watch.able
    driven.positions += 1


def games(folders: Sequence[str], every: int = 1) -> Iterator[Replay]:
    """The games of the third edition in folders of the corpus, each from one export."""
    found = [game for name in folders for game in shared.corpus(name) if game.edition == Edition.THIRD.value]
    for game in found[::every]:
        log = read_log(game.exports[-1])
        assert isinstance(log, GameLog)
        result = replay(log, record=True)
        assert result.verdict is Verdict.LEGAL, game.name
        yield result


def positions(folder: Path, every: int = 1) -> Iterator[Position]:
    """The positions in a folder that can be played."""
    for number, (place, line) in enumerate(read_folder(folder)):
        if number % every == 0:
            try:
                yield parse(place, line)
            except NotApplicable:
                continue


def page(driven: Driven) -> str:
    """What no game and no position tells, as Markdown."""
    rows = list(reached(driven, cards()))
    lines = [
        "# Effects in unusual states: what the site was seen to do",
        "",
        "Written by `python -m tests.hunt.evidence --write FILE`. A cell is an effect and a state in which it can be",
        "carried out. It is seen if a recorded game of the site, or a position that its code played, has it, and the",
        "program plays it alike. No record tells about the cells named below the table; the program plays them by the",
        "rulebook, by what was read of the site's code, and by how the site plays other effects in that state.",
        "",
        "| state | effects | seen | times |",
        "|---|---:|---:|---:|",
        *(f"| {row.state} | {row.effects} | {row.effects - len(row.never)} | {row.times} |" for row in rows),
        "",
    ]
    for row in rows:
        if row.never:
            lines += [f"**{row.state}**, not seen: {', '.join(row.never)}", ""]
    return "\n".join(lines)


@click.command()
@click.option("--every", type=click.IntRange(min=1), default=1, show_default=True, help="One of this many games.")
@click.option("--write", "file", type=click.Path(dir_okay=False, path_type=Path), help="Write the table as Markdown.")
def command(every: int, file: Path | None) -> None:
    """List the effects and states in which no recorded game or position of the site was seen."""
    folder = shared.shared_folder()
    if folder is None:
        raise click.UsageError("the reference material is missing")
    driven = Driven()
    for position in positions(folder / "positions" / "third", every):
        of_position(position, driven)
    for result in games(("bga", *shared.MORE_FOLDERS), every):
        of_game(result, driven)
    text = page(driven)
    if file is None:
        click.echo(text)
    else:
        file.write_text(text)
    click.echo(f"games and positions {driven.positions}")


if __name__ == "__main__":
    command()
