"""How often every effect of every card was carried out: in the corpus, the scenarios, the tests and random games.

``python -m tests.coverage_of_effects [--edition fourth]`` prints a table, or JSON. An effect is counted where the
engine says that a player starts to carry it out (:class:`innolog.engine.events.EffectStarted`).
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from functools import cache
from itertools import chain
from typing import Any

import click
import pytest

import parsers
from innolog.cards.editions import Printing
from innolog.cards.facts import CardSet, back_age, card_table
from innolog.cards.registry import Effect, effects_of
from innolog.engine.actions import play_opening, take_action
from innolog.engine.events import EffectStarted, Event
from innolog.engine.game import Game, GameOver, Sink
from innolog.engine.ruleset import OFFERED, Edition, Platform, Ruleset
from innolog.engine.state import Setup
from innolog.replay import replay
from innolog.results.result import Verdict
from innolog.simulate import RandomDecider, deal
from innolog.simulate.dealing import stacked
from tests import shared
from tests.playthroughs.reading import actions_of
from tests.scenarios.names import Mismatch, NotApplicable
from tests.scenarios.player import play
from tests.scenarios.reading import SHARED, scenarios

Key = tuple[str, int, str, int]

#: The sets that random games are played with.
SETS = frozenset({CardSet.BASE, CardSet.ARTIFACTS, CardSet.CITIES, CardSet.ECHOES})
#: Folders of scenarios.
SCENARIOS = {
    Edition.THIRD: ("base", "arti", "city", "echo", "figs", "general", "general_more"),
    Edition.FOURTH: ("base", "general"),
}
#: Our own tests of single effects and rules. The one of the coverage itself plays random games, which count apart; that
#: of missed effects repeats the cases.
TESTS = (
    *("tests/cards", "tests/engine"),
    *("--ignore=tests/cards/test_coverage.py", "--ignore=tests/cards/test_missed_fourth.py"),
)


@cache
def all_keys() -> dict[Key, Effect]:
    """Every effect of every edition: (edition, card, kind, number)."""
    found: dict[Key, Effect] = {}
    for edition in Edition:
        for card in card_table(edition=edition.value).cards:
            for effect in effects_of(card, Ruleset(edition=edition).texts):
                found[edition.value, card, effect.kind.value, effect.number] = effect
    return found


def all_printed(edition: Edition | None = None) -> list[Effect]:
    """Every printed effect once, by card and kind: of one edition, or whichever editions have it."""
    facts = card_table(edition=Edition.FOURTH.value)
    found = {
        effect
        for (name, card, *_), effect in all_keys().items()
        # Of the fourth edition, the base set alone is played.
        if edition is None
        or (
            name == edition.value
            and (edition is not Edition.FOURTH or (not facts.set[card] and not facts.cards[card].relic))
        )
    }
    return sorted(found, key=lambda e: (e.card, e.kind.value, e.number, e.run.__name__))


class Coverage:
    """Counts how often every effect was carried out; ``listen(rules)`` gives a sink."""

    def __init__(self) -> None:
        self.counts: Counter[Key] = Counter()

    def hear(self, rules: Ruleset, event: Event) -> None:
        """Count an event of a game by these rules."""
        if isinstance(event, EffectStarted):
            self.counts[rules.edition.value, event.card, event.kind, event.number] += 1

    def listen(self, rules: Ruleset) -> Callable[[Event], None]:
        """A sink for a game by these rules."""
        return lambda event: self.hear(rules, event)

    def times(self) -> Counter[Effect]:
        """How often each printed effect was carried out, whichever edition asked for it."""
        keys = all_keys()
        found: Counter[Effect] = Counter()
        for key, count in self.counts.items():
            # A card without effects is carried out, too, but has none to count.
            if key in keys:
                found[keys[key]] += count
        return found

    def missing(self, effects: Iterable[Effect]) -> list[str]:
        """The effects that were never carried out, in words."""
        times = self.times()
        return [label(effect) for effect in effects if not times[effect]]


@dataclass(frozen=True, slots=True)
class _Counting:
    """A sink that counts what passes through it."""

    coverage: Coverage
    rules: Ruleset
    sink: Sink

    def __call__(self, event: Event) -> None:
        self.coverage.hear(self.rules, event)
        self.sink(event)


@contextlib.contextmanager
def every_game(coverage: Coverage) -> Iterator[None]:
    """Count the effects of all games that are played meanwhile, whatever sinks they have or get."""

    def assign(game: Game, name: str, value: Any) -> None:
        if name == "sink" and not isinstance(value, _Counting):
            value = _Counting(coverage, game.rules, value)
        object.__setattr__(game, name, value)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Game, "__setattr__", assign)
        yield


def early(setup: Setup, wanted: Container[int]) -> Setup:
    """The same deal with the wanted cards on top of their supply piles, and one of the last ages in each hand.

    A card of the last ages is melded in few random games, and seldom stays a top card in these.
    """
    setup = stacked(setup, wanted)
    decks = dict(setup.decks)
    hands = list(setup.hands)
    found = [back for back in sorted(decks, key=back_age, reverse=True) if decks[back] and decks[back][-1] in wanted]
    for player, back in zip(range(len(hands)), found, strict=False):
        mine, *rest = hands[player]
        hands[player] = (decks[back][-1], *rest)
        home = card_table().back[mine]
        decks[back] = decks[back][:-1]
        decks[home] = (mine, *decks[home])
    return replace(setup, decks=decks, hands=tuple(hands))


def random_play(coverage: Coverage, rules: Ruleset, seeds: Iterable[int]) -> None:
    """Random games. Cards with an effect that was not carried out yet come early."""
    for seed in seeds:
        times = coverage.times()
        wanted = {effect.card for effect in all_printed() if not times[effect]}
        game = Game(early(deal(rules, seed), wanted), rules, RandomDecider(seed), coverage.listen(rules))
        try:
            play_opening(game)
            while game.turn < 400:
                take_action(game)
        except GameOver:
            pass


def random_play_of_all_sets(coverage: Coverage, seeds: Sequence[int], edition: Edition | None = None) -> None:
    """Random games with all sets in play: of each edition, for two and three players, with and without relics.

    Of the fourth edition, which has the base set alone, for two to five players; with Figures of both printings.
    With ``edition``, games of that edition alone.
    """
    for printing in Printing if edition in (None, Edition.THIRD) else ():
        for players in (2, 4):
            rules = Ruleset(sets=SETS | {CardSet.FIGURES}, players=players, printing=printing)
            random_play(coverage, rules, seeds)
    for players in (2, 3, 4, 5) if edition in (None, Edition.FOURTH) else ():
        random_play(coverage, Ruleset(Edition.FOURTH, players=players), seeds)
    for offered in OFFERED[Platform.BGA]:
        for players in (2, 3) if edition in (None, offered) else ():
            for relics in (False, True):
                random_play(coverage, Ruleset(offered, SETS, players, relics=relics), seeds)


def corpus_play(coverage: Coverage, pattern: str, edition: Edition | None) -> None:
    """Replay the spectator's export of every game of the corpus whose configuration and seed match a pattern.

    With ``edition``, games of that edition alone.

    Raises ``ValueError`` for a game that is not legal: its effects are not what was played; for a file that can't be
    read, what :func:`parsers.read_log` raises.
    """
    for game in (*shared.corpus(), *shared.corpus("bga_fourth")):
        if not fnmatch(game.id, pattern) or (edition is not None and game.edition != edition.value):
            continue
        result = replay(parsers.read_log(game.spectator), record=True)
        if result.verdict is not Verdict.LEGAL or result.rules is None:
            raise ValueError(f"{game.id} is {result.verdict.value}")
        for action in result.actions:
            for event, _ in action.events:
                coverage.hear(result.rules, event)


def scenario_play(coverage: Coverage, edition: Edition | None) -> None:
    """Play every recorded scenario, and the fourth edition's recorded games, action by action; or of one edition.

    What innolog does not play, or disagrees with, counts for nothing.
    """
    wanted = [of for of in SCENARIOS if edition in (None, of)]
    found = [scenarios(folder, of) for of in wanted for folder in SCENARIOS[of]]
    games = sorted((SHARED / "playthroughs").glob("fourth_base_*/*.json.gz")) if Edition.FOURTH in wanted else []
    for scenario in chain(*found, *map(actions_of, games)):
        tried = Coverage()
        try:
            with every_game(tried):
                play(scenario)
        except (Mismatch, NotApplicable, LookupError, StopIteration, ValueError):
            continue
        coverage.counts.update(tried.counts)


def own_tests(coverage: Coverage) -> None:
    """Run our own tests of cards and rules. Raises ``ValueError`` if one fails."""
    with every_game(coverage), contextlib.redirect_stdout(sys.stderr), contextlib.chdir(shared.REPOSITORY):
        if pytest.main(["-q", "-p", "no:cacheprovider", *TESTS]):
            raise ValueError("a test fails")


def label(effect: Effect) -> str:
    """An effect in words, with the edition where only one has this wording."""
    return " ".join(filter(None, (card_table().name[effect.card], effect.kind.value, str(effect.number), only(effect))))


def only(effect: Effect) -> str:
    """The edition that alone has this wording of a card, or nothing."""
    having = _editions()[effect]
    return f"({having[0]} edition)" if len(having) == 1 else ""


@cache
def _editions() -> dict[Effect, list[str]]:
    """The editions that have each effect in the same words."""
    found = defaultdict(list)
    for (edition, *_), effect in all_keys().items():
        found[effect].append(edition)
    return found


def summary(sources: dict[str, Coverage], edition: Edition | None = None) -> dict[str, Any]:
    """Totals, holes and the table: how often every effect was carried out by each source.

    ``totals`` has a row for each set and all of them; ``holes`` the effects that a source never carried out, under
    ``everywhere`` those that none did, and under ``but for tests`` those that none but our own tests did. With
    ``edition``, all of this of the effects of that edition.
    """
    table = card_table(edition=edition.value) if edition is not None else card_table()
    printed = all_printed(edition)
    times = {name: coverage.times() for name, coverage in sources.items()}
    totals: dict[str, dict[str, Any]] = {}
    for group in (None, *sorted(SETS | {CardSet.FIGURES})):
        effects = [effect for effect in printed if group is None or table.set[effect.card] == group]
        totals["all" if group is None else CardSet(group).name.lower()] = {
            "effects": len(effects),
            **{
                name: {"effects": sum(counts[e] > 0 for e in effects), "times": sum(counts[e] for e in effects)}
                for name, counts in times.items()
            },
        }
    holes = {name: coverage.missing(printed) for name, coverage in sources.items()}
    holes["everywhere"] = [label(e) for e in printed if not any(counts[e] for counts in times.values())]
    others = [counts for name, counts in times.items() if name != "tests"]
    holes["but for tests"] = [label(e) for e in printed if not any(counts[e] for counts in others)] if others else []
    rows = [
        {
            "set": CardSet(table.set[effect.card]).name.lower(),
            "age": table.age[effect.card],
            "card": table.name[effect.card],
            "effect": " ".join(filter(None, (effect.kind.value, str(effect.number), only(effect)))),
            **{name: counts[effect] for name, counts in times.items()},
        }
        for effect in printed
    ]
    return {"totals": totals, "holes": holes, "effects": rows}


def show(found: dict[str, Any], sources: Sequence[str], holes_only: bool) -> None:
    """Print a summary as tables."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    rows = Table("Set", "Age", "Card", "Effect", title="Times carried out")
    totals = Table("Set", "Effects", title="Effects carried out (times)")
    for name in sources:
        rows.add_column(name, justify="right")
        totals.add_column(name, justify="right")
    for row in found["effects"]:
        if not holes_only or not all(row[name] for name in sources):
            fixed = [row["set"], str(row["age"]), row["card"], row["effect"]]
            rows.add_row(*fixed, *(str(row[name]) for name in sources))
    for group, total in found["totals"].items():
        done = [f"{total[name]['effects']} ({total[name]['times']})" for name in sources]
        totals.add_row(group, str(total["effects"]), *done)
    console.print(rows)
    console.print(totals)
    nowhere = found["holes"]["everywhere"]
    console.print(f"Carried out nowhere: {', '.join(nowhere) or 'no effect'}")
    if "tests" in sources and len(sources) > 1:
        alone = [name for name in found["holes"]["but for tests"] if name not in nowhere]
        console.print(f"Carried out by our own tests alone: {', '.join(alone) or 'no effect'}")


@click.command()
@click.option("--edition", type=click.Choice([e.value for e in Edition]), help="Games and effects of this one alone.")
@click.option("--corpus", is_flag=True, help="Replay the corpus.")
@click.option("--pattern", default="*", show_default=True, help="Games of the corpus, as in third_echoes_2p/*.")
@click.option("--scenarios", "with_scenarios", is_flag=True, help="Play the recorded scenarios.")
@click.option("--tests", "with_tests", is_flag=True, help="Run the tests of cards and rules.")
@click.option("--random", "games", type=int, default=0, help="So many random games of each kind.")
@click.option("--holes", is_flag=True, help="List only effects that one of the sources never carried out.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    edition: str | None,
    corpus: bool,
    pattern: str,
    with_scenarios: bool,
    with_tests: bool,
    games: int,
    holes: bool,
    as_json: bool,
) -> None:
    """Show how often every effect of every card was carried out. Without a source named, all count.

    An effect counts once for each player who starts to carry it out. Random games are 60 of each kind by default.

    Exits with 1 if some effect was carried out nowhere.
    """
    everything = not (corpus or with_scenarios or with_tests or games)
    only_edition = None if edition is None else Edition(edition)
    runs: dict[str, Callable[[Coverage], None]] = {}
    if corpus or everything:
        runs["corpus"] = lambda coverage: corpus_play(coverage, pattern, only_edition)
    if with_scenarios or everything:
        runs["scenarios"] = lambda coverage: scenario_play(coverage, only_edition)
    if with_tests or everything:
        runs["tests"] = own_tests
    if games or everything:
        runs["random"] = lambda coverage: random_play_of_all_sets(coverage, range(games or 60), only_edition)
    sources = {name: Coverage() for name in runs}
    try:
        for name, run in runs.items():
            run(sources[name])
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    found = summary(sources, only_edition)
    if as_json:
        click.echo(json.dumps(found, indent=1, ensure_ascii=False))
    else:
        show(found, list(sources), holes)
    sys.exit(1 if found["holes"]["everywhere"] else 0)


if __name__ == "__main__":
    command()
