"""``python -m tests.hunt.effects``: carry out every printed effect in every unusual state, and judge the exports.

Prints, for each state, the number of effects that were carried out in it. Then it prints the cells (effect and state)
that were never reached, and the wrong verdicts. Exits with 1 if there is a wrong verdict. With ``--figures``, the
karmas of both printings are carried out in these states, too.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

import click
import orjson

from innolog.cards.facts import CardSet, card_table
from innolog.cards.registry import Effect, EffectKind
from innolog.engine.ruleset import Platform
from innolog.log import GameLog
from innolog.replay import replay
from innolog.simulate import SimulatedGame, simulate
from parsers import read_blob
from parsers.bga.writer import exports
from parsers.files import Blob
from tests.coverage_of_effects import Key, all_keys, all_printed, label
from tests.hunt import karmas
from tests.hunt.arranging import arranged
from tests.hunt.judging import wrong
from tests.hunt.karmas import ACTIONS, OF_KARMAS, Cell, Seeker, Sought, all_sought
from tests.hunt.layouts import layout
from tests.hunt.poorer import Telling, drawn, judged
from tests.hunt.states import CONDITIONAL, STATES, Watch
from tests.pages import page_fault

#: The opening, the turn that sets up the position, the action with the card (two if it is on display), and one more.
_ACTIONS = 5
#: The number of positions that are tried for an effect and a state before the cell counts as not reached.
TRIES = 6
#: The same for a karma. Such a position takes three times as long, because actions are tried.
KARMA_TRIES = 2


@dataclass
class Driven:
    """The cells that were reached, and the wrong verdicts in words."""

    counts: Counter[tuple[Key, str]] = field(default_factory=Counter)
    able: set[tuple[Key, str]] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)
    positions: int = 0
    exports: int = 0
    #: Exports in a form that was too poor to judge them.
    unsupported: int = 0
    #: Karmas that were sought and carried out, with the states.
    karmas: set[Cell] = field(default_factory=set)

    def add(self, other: Driven) -> None:
        """Combine two results."""
        self.counts.update(other.counts)
        self.able |= other.able
        self.wrong += other.wrong
        self.positions += other.positions
        self.exports += other.exports
        self.unsupported += other.unsupported
        self.karmas |= other.karmas


def played(
    card: int,
    state: str,
    seed: int,
    driven: Driven,
    platform: Platform = Platform.BGA,
    *,
    figures: bool = False,
    sought: Sought | None = None,
) -> Iterator[SimulatedGame]:
    """The game that reaches a position and goes on, with the replaced effect. None if the game was over before.

    Actions that carry out the karma that is ``sought`` are preferred.
    """
    rules, arrangement, aim = layout(card, state, seed, platform, figures=figures, sought=sought)
    seeker = None if sought is None else Seeker(aim, sought, Random(f"{sought}/{state}/{seed}"))
    most = _ACTIONS if sought is None else ACTIONS
    watch = Watch(seeker or aim)
    with arranged(arrangement):
        try:
            game = simulate(
                rules, seed, watch, tell=True, setup=arrangement.setup, most_actions=most, watch=watch.receive
            )
            watch.over()
        except Exception as error:
            driven.wrong.append(f"{sought or label_of(card)}, {state}, seed {seed}: {type(error).__name__}: {error}")
            return
        if seeker is not None:
            driven.karmas |= seeker.reached(watch.counts)
        driven.positions += 1
        if len(game.actions) > 2:
            driven.counts.update(watch.counts)
            driven.able |= watch.able
            yield game


def judge(card: int, state: str, seed: int, driven: Driven, every_seat: bool = True) -> None:
    """Play one position and judge the exports, of all seats and the spectator or of one of them."""
    for game in played(card, state, seed, driven):
        assert game.told is not None
        viewpoints: list[int | None] = [*range(game.rules.players), None]
        if not every_seat:
            viewpoints = [Random(f"{card}/{state}/{seed}").choice(viewpoints)]
        for viewpoint, content in zip(viewpoints, exports(game.told, viewpoints), strict=True):
            log = read_blob(Blob("position", orjson.dumps(content)))
            assert isinstance(log, GameLog)
            driven.exports += 1
            result = replay(log, record=True)
            if what := wrong(result, game, is_full=True) or page_fault(result):
                driven.wrong.append(f"{label_of(card)}, {state}, seed {seed}, viewpoint {viewpoint}: {what}")


def judge_poorer(card: int, state: str, seed: int, driven: Driven) -> None:
    """Play one position, and judge it in a format that shows fewer faces, from one viewpoint."""
    telling = drawn(card, state, seed)
    for game in played(card, state, seed, driven, telling.platform):
        _judge_told(game, f"{label_of(card)}, {state}, seed {seed}", driven, telling)


def judge_with_figures(card: int, state: str, seed: int, driven: Driven, sought: Sought | None = None) -> None:
    """Play one position with figures in play, and judge its native record and what a table wrote down."""
    for game in played(card, state, seed, driven, Platform.TABLE, figures=True, sought=sought):
        where = f"{sought or label_of(card)}, {state}, seed {seed}"
        for form in ("native", "table"):
            _judge_told(game, where, driven, Telling(Platform.TABLE, form))


def _judge_told(game: SimulatedGame, where: str, driven: Driven, telling: Telling) -> None:
    viewpoint = Random(where).choice([*range(game.rules.players), None])
    driven.exports += 1
    what, is_too_poor = judged(game, telling, viewpoint)
    driven.unsupported += is_too_poor
    if what:
        driven.wrong.append(f"{where}, {telling}, viewpoint {viewpoint}: {what}")


def label_of(card: int) -> str:
    """The name of a card."""
    return card_table().name[card]


def cards(how: str = "all") -> list[int]:
    """All cards with effects of the third edition; figures only if positions are judged with figures in play."""
    sets = {card.id: card.set for card in card_table().cards.values()}
    found = {effect.card for effect in all_printed() if effect.card in sets}
    return sorted(card for card in found if how == "figures" or sets[card] != CardSet.FIGURES)


def possible(effect: Effect, state: str) -> bool:
    """Whether an effect can be carried out in a state, as far as the printed facts of the cards show.

    Only Artifacts can be on display, and only non-demand and echo effects are shared. A player who shares, obeys a
    compel effect or executes a card on the board has an icon, and so a top card (unless an earlier effect removed it).
    """
    if card_table().set[effect.card] == CardSet.FIGURES and state == "executed by another card":
        # A figure has no effect that another card executes.
        return False
    if effect.kind is EffectKind.INSPIRE and state == "endorsed":
        return False
    if state == "no top card":
        is_artifact = card_table().set[effect.card] == CardSet.ARTIFACTS
        return effect.kind is EffectKind.DEMAND or (is_artifact and effect.kind is not EffectKind.COMPEL)
    if state == "endorsed" and not card_table().featured[effect.card]:
        return False
    if state == "from the display":
        return card_table().set[effect.card] == CardSet.ARTIFACTS and effect.kind is not EffectKind.ECHO
    return state != "shared in vain" or effect.kind in (EffectKind.DOGMA, EffectKind.ECHO)


def count(card: int, state: str, seed: int, driven: Driven) -> None:
    """Play one position without judging it."""
    for _ in played(card, state, seed, driven):
        pass


def drive(card: int, tries: int, base: int, how: str) -> Driven:
    """Carry out all effects of a card in all states, with at most ``most`` positions for each state.

    ``how``: one of :data:`WAYS`.
    """
    judge_one = WAYS[how]
    driven = Driven()
    keys = [key for key in all_keys() if key[0] == "third" and key[1] == card]
    for state in STATES:
        for seed in range(base, base + tries):
            judge_one(card, state, seed, driven)
            if all(driven.counts[key, state] for key in keys):
                break
    if how == "figures":
        drive_karmas(card, base, driven, min(tries, KARMA_TRIES))
    return driven


def drive_karmas(card: int, base: int, driven: Driven, tries: int) -> None:
    """Let the karmas of a figure be carried out in all states, in both printings."""
    for sought in all_sought([card]):
        for state in OF_KARMAS:
            for seed in range(base, base + tries):
                judge_with_figures(card, state, seed, driven, sought)
                if sought.cell(state) in driven.karmas:
                    break


#: Ways to judge a position: all exports, one export, one poorer format, or not at all.
WAYS: dict[str, Callable[[int, str, int, Driven], None]] = {
    "all": judge,
    "one": partial(judge, every_seat=False),
    "poorer": judge_poorer,
    "figures": judge_with_figures,
    "none": count,
}


def _drive(task: tuple[int, int, int, str]) -> Driven:
    return drive(*task)


@dataclass(frozen=True, slots=True)
class Reached:
    """The number of effects that were carried out in a state, how often, and the possible effects that never were."""

    state: str
    effects: int
    times: int
    never: tuple[str, ...]


def reached(driven: Driven, chosen: Sequence[int]) -> Iterator[Reached]:
    """The table of states and effects."""
    keys = {effect: key for key, effect in all_keys().items() if key[0] == "third" and effect.card in chosen}
    for state in STATES:
        able = [effect for effect in keys if possible(effect, state)]
        if state in CONDITIONAL:
            able = [effect for effect in able if (keys[effect], state) in driven.able]
        never = [effect for effect in able if not driven.counts[keys[effect], state]]
        times = sum(driven.counts[keys[effect], state] for effect in able)
        yield Reached(state, len(able), times, tuple(sorted(map(label, never))))


def report(driven: Driven, chosen: Sequence[int]) -> str:
    """The table of states, and the cells that were not reached."""
    lines = []
    for row in reached(driven, chosen):
        done = row.effects - len(row.never)
        lines.append(f"{row.state:26} {done:4} of {row.effects:4} effects, {row.times:7} times")
        if row.never:
            lines.append("    never: " + ", ".join(row.never))
    return "\n".join(lines)


def page(driven: Driven, chosen: Sequence[int], tries: int) -> str:
    """The same as Markdown, as a list of the cells that no position reached."""
    rows = list(reached(driven, chosen))
    lines = [
        "# Effects in unusual states",
        "",
        f"Written by `python -m tests.hunt.effects --unjudged --tries {tries} --write FILE`. A state counts as reached",
        "for an effect if one of the positions aimed at it had that state when the effect was carried out, or in it.",
        "Effects are those that can be carried out in the state. The cells named below the table were not reached.",
        "What the site was seen to do is in `seen.md`.",
        "",
        "| state | effects | reached | times |",
        "|---|---:|---:|---:|",
        *(f"| {row.state} | {row.effects} | {row.effects - len(row.never)} | {row.times} |" for row in rows),
        "",
    ]
    for row in rows:
        if row.never:
            lines += [f"**{row.state}**, never: {', '.join(row.never)}", ""]
    return "\n".join(lines)


@click.command()
@click.option("--tries", type=click.IntRange(min=1), default=TRIES, show_default=True, help="Positions for a cell.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The first position's seed.")
@click.option("--card", "names", multiple=True, help="The cards alone whose names contain this.")
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, show_default=True)
@click.option("--one-seat", "how", flag_value="one", help="Judge one export of each position.")
@click.option("--poorer", "how", flag_value="poorer", help="Judge one text, page or file of a tracker of each.")
@click.option("--figures", "how", flag_value="figures", help="Judge records of positions with figures in play.")
@click.option("--unjudged", "how", flag_value="none", help="Count which states are reached, and judge nothing.")
@click.option("--write", "file", type=click.Path(dir_okay=False, path_type=Path), help="Write the table as Markdown.")
def command(tries: int, seed: int, names: tuple[str, ...], jobs: int, how: str | None, file: Path | None) -> None:
    """Carry out every printed effect in the unusual states."""
    started = time.monotonic()
    chosen = [card for card in cards(how or "all") if not names or any(name in label_of(card) for name in names)]
    driven = Driven()
    tasks = [(card, tries, seed, how or "all") for card in chosen]
    with ProcessPoolExecutor(jobs) as pool:
        for found in pool.map(_drive, tasks):
            for what in found.wrong:
                click.echo(what)
            driven.add(found)
    click.echo(report(driven, chosen))
    if how == "figures":
        click.echo(karmas.report(driven.karmas, chosen))
    if file is not None:
        file.write_text(page(driven, chosen, tries))
    seconds = time.monotonic() - started
    click.echo(
        f"positions {driven.positions}, exports {driven.exports}, unsupported {driven.unsupported},"
        f" wrong {len(driven.wrong)}, seconds {seconds:.0f}"
    )
    sys.exit(int(bool(driven.wrong)))


if __name__ == "__main__":
    command()
