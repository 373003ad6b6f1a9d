"""The games of a hunt: rules, deal and bots of each game follow from the seed of the hunt and the game's number.

A hunt is after the games of one generation of the site's code: of the older one, which plays the first and third
edition, or of the newer one, which plays the fourth (``fourth``) and the third its own way (``newer``). Or it is after
games with Figures in the Sand (``figures``), in both printings, which tables play. Or after games of the generations
before the older one: one of them (``G1`` to ``G8``), or all in turn (``earlier``).

All combinations of sets, players and teams come in turn. Every game seeks some cards, mostly of high ages and of
expansions: they lie on top of their supply piles in most games, and the bots prefer to activate them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from random import Random

from innolog.cards.facts import CardSet, card_table
from innolog.cards.generations import USUAL, Generation
from innolog.engine.ruleset import Edition, Platform, Printing, Ruleset, offers
from innolog.simulate import BOTS, Character, CharacterBot, SimulatedGame, deal, simulate, stacked
from innolog.simulate.bots import Bot, Seats
from tests.hunt.checking import Checking

EXPANSIONS = (CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS)
#: Players and teams.
TABLES: tuple[tuple[int, tuple[int, ...]], ...] = (
    (2, ()),
    (3, ()),
    (4, ()),
    (5, ()),
    (4, (0, 1, 0, 1)),
    (4, (0, 0, 1, 1)),
    (4, (0, 1, 1, 0)),
)
#: The generations of the site's code before the one that a hunt is after by default.
EARLIER = tuple(generation for generation in Generation if generation < USUAL)
#: What a hunt can be after.
KINDS = ("older", "fourth", "newer", "figures", "earlier", *(generation.name for generation in EARLIER))
#: The number of cards that a game seeks.
_SOUGHT = 16
#: The number of actions after which a game is stopped; its log is then legal so far. Nearly all games end before.
MOST_ACTIONS = 600


def every_ruleset() -> Iterator[Ruleset]:
    """All combinations of edition, sets, players and teams. The site offers the first edition only for the base set."""
    for players, teams in TABLES:
        yield Ruleset(Edition.FIRST, players=players, teams=teams)
        for size in range(len(EXPANSIONS) + 1):
            for expansions in combinations(EXPANSIONS, size):
                yield Ruleset(sets=frozenset({CardSet.BASE, *expansions}), players=players, teams=teams)


def newer_rulesets(edition: Edition) -> Iterator[Ruleset]:
    """All combinations of players and teams of an edition by the rules of the site's newer code: the base set."""
    for players, teams in TABLES:
        yield Ruleset(edition, players=players, teams=teams, platform=Platform.BGA_2024)


def earlier_rulesets(generation: Generation) -> Iterator[Ruleset]:
    """All combinations of edition, sets, players and teams that an earlier generation of the site's code offers."""
    for rules in every_ruleset():
        if offers(Platform.BGA, rules.edition, rules.sets, generation):
            yield replace(rules, generation=generation)


def figures_rulesets() -> Iterator[Ruleset]:
    """All combinations of printing, further sets, players and teams with Figures in the Sand, by the printed rules."""
    for printing in Printing:
        for players, teams in TABLES:
            for size in range(len(EXPANSIONS) + 1):
                for more in combinations(EXPANSIONS, size):
                    sets = frozenset({CardSet.BASE, CardSet.FIGURES, *more})
                    yield Ruleset(sets=sets, players=players, teams=teams, platform=Platform.TABLE, printing=printing)


@cache
def _kinds(after: str) -> tuple[Ruleset, ...]:
    if after == "figures":
        return tuple(figures_rulesets())
    if after in Generation.__members__:
        return tuple(earlier_rulesets(Generation[after]))
    if after == "older":
        return tuple(every_ruleset())
    return tuple(newer_rulesets(Edition.FOURTH if after == "fourth" else Edition.THIRD))


@dataclass(frozen=True, slots=True)
class Hunted:
    """A game of a hunt: its name, its rules, its deal and its bots."""

    seed: str
    number: int
    rules: Ruleset
    sought: frozenset[int]
    is_stacked: bool
    #: For each seat a name of :data:`innolog.simulate.BOTS` or a character that seeks.
    players: tuple[str | Character, ...]
    shuffle: int

    @property
    def name(self) -> str:
        """The name of the game, with which it can be played again."""
        return f"--seed {self.seed} --game {self.number}" + (f" --after {self.after}" if self.after != "older" else "")

    @property
    def after(self) -> str:
        """What the hunt is after."""
        if CardSet.FIGURES in self.rules.sets:
            return "figures"
        if self.rules.generation < USUAL:
            return self.rules.generation.name
        if not self.is_newer:
            return "older"
        return "fourth" if self.rules.edition is Edition.FOURTH else "newer"

    @property
    def is_newer(self) -> bool:
        """Whether the newer generation of the site's code plays it."""
        return self.rules.platform is Platform.BGA_2024

    def play(self, platform: Platform | None = None, most_actions: int = MOST_ACTIONS) -> SimulatedGame:
        """Play it by the rules of a platform (its site's by default), and record it with all cards face up.

        Raises :class:`~tests.invariants.Broken` if an invariant does not hold between two actions.
        """
        rules = self.rules if platform is None else replace(self.rules, platform=platform)
        setup = deal(rules, self.shuffle)
        if self.is_stacked:
            setup = stacked(setup, self.sought)
        bots: list[Bot] = []
        for seat, who in enumerate(self.players):
            seed = self.shuffle * 16 + seat
            bots.append(BOTS[who](seed) if isinstance(who, str) else CharacterBot(seed, who))
        checking = Checking(Seats(bots))
        game = simulate(
            rules,
            self.shuffle,
            checking,
            tell=True,
            setup=setup,
            most_actions=most_actions,
            watch=checking.receive,
        )
        checking.over()
        return game

    def describe(self) -> str:
        """The rules and bots in words, on one line."""
        rules = self.rules
        sets = "+".join(card_set.name.lower() for card_set in sorted(rules.sets))
        sets += f" ({rules.printing.value})" if CardSet.FIGURES in rules.sets else ""
        teams = " teams " + "".join(map(str, rules.teams)) if rules.teams else ""
        options = "".join(
            f" {name.replace('_', ' ')}" for name in ("relics", "extra_achievement") if getattr(rules, name)
        )
        bots = ", ".join(who if isinstance(who, str) else "seeking" for who in self.players)
        deck = ", stacked" if self.is_stacked else ""
        code = f"{rules.generation.name} " if rules.generation < USUAL else ""
        return f"{code}{rules.edition.value} {sets} {rules.players} players{teams}{options}{deck}; {bots}"


def hunted(seed: str, number: int, after: str = "older") -> Hunted:
    """The game of a number in the hunt of a seed after one of :data:`KINDS`: the same on every machine."""
    if after == "earlier":
        number, nth = divmod(number, len(EARLIER))
        after = EARLIER[nth].name
    kinds = list(_kinds(after))
    Random(f"{seed}/kinds/{number // len(kinds)}").shuffle(kinds)
    random = Random(f"{seed}/{number}")
    rules = kinds[number % len(kinds)]
    relics = CardSet.ARTIFACTS in rules.sets and random.random() < 0.6
    extra = random.random() < 0.2 and rules.holds("can_be_longer")
    rules = replace(rules, relics=relics, extra_achievement=extra)
    sought = _cards_to_seek(rules, random)
    is_stacked = random.random() < 0.7
    players = tuple(_who(random, sought) for _ in range(rules.players))
    return Hunted(seed, number, rules, sought, is_stacked, players, random.randrange(1_000_000))


def _cards_to_seek(rules: Ruleset, random: Random) -> frozenset[int]:
    """Some cards of the sets in play. Higher ages are more frequent, because most games end before they are drawn."""
    table = card_table(edition=rules.edition.value)
    cards = [card.id for card in table.cards.values() if card.set in rules.sets or card.relic]
    age = table.age
    weights = {card: random.random() ** (1.0 / (1 + age[card])) for card in cards}
    return frozenset(sorted(cards, key=weights.__getitem__, reverse=True)[:_SOUGHT])


def _who(random: Random, sought: frozenset[int]) -> str | Character:
    if random.random() < 0.35:
        return random.choice([name for name in sorted(BOTS) if not name.startswith("strong")])
    return Character(
        hurries=random.random(),
        declines=random.choice((0.0, 0.3, 0.3, 0.6, 0.9)),
        claims=random.choice((0.0, 0.2, 0.5, 1.0)),
        empties=random.choice((0.0, 0.0, 0.5, 1.0)),
        endorses=random.random(),
        displays=random.random(),
        varies=random.random(),
        seeks=sought,
    )
