"""Play a game in which one rule is broken once, and all others hold.

A *cheat* changes the engine for one game (:meth:`Con.wrap`), or the record of a game. It calls :meth:`Con.now` at each
*occasion*, a place where it could break its rule. In a first game the answer is always no: this is the honest game of
the seed, and the occasions are counted. In a second game the answer is yes at one occasion.

The *breach* is the first observation that contradicts the rules. The cheat marks it in one of three ways, without using
the replay:

- The occasion itself: the next observation is the breach.
- ``missing``: an observation is missing. The breach is in the move in which it was due, or at the observation in its
  place; both are right.
- ``until``: says which of the next events shows the breach, if legal events may come in between.

If a face-down card is exchanged, the cheat names the two cards, its *witnesses*. A viewpoint can notice the exchange
only if it sees a face of them before it and another one after it. The breach is at one of these two places. Viewpoints
that do not see both are not judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeVar

from innolog import log as seen
from innolog.cards.facts import CardSet
from innolog.engine.actions import play_next
from innolog.engine.choices import Choice
from innolog.engine.digest import digest
from innolog.engine.events import ActionBegan, Event, FreeActionBegan, GameEnded
from innolog.engine.game import Game
from innolog.engine.operations import Operation
from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.engine.seams import Interceptor
from innolog.engine.state import Setup
from innolog.log import GameLog, Seat
from innolog.log.native import RecordedGame
from innolog.log.told import Told, ToldGame
from innolog.simulate import deal, seats
from innolog.simulate.dealing import stacked as stack
from innolog.simulate.telling import Teller
from tests.registering import registering

BASE, CITIES, ECHOES, ARTIFACTS = CardSet.BASE, CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS
#: The number of turns after which a game is stopped.
LONGEST = 400
#: The number of actions that are played after the breach. More would only take time: a breach stays illegal.
AFTER = 12
_NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve")


def tables(*sets: CardSet, least: int = 2) -> tuple[Ruleset, ...]:
    """Rules with the given sets, for every number of players from ``least`` on, and for teams."""
    of = frozenset({BASE, *sets})
    relics = ARTIFACTS in of and len(of) > 2
    found = [Ruleset(sets=of, players=players, relics=relics) for players in range(least, 6)]
    return (*found, Ruleset(sets=of, players=4, teams=(0, 1, 0, 1), relics=relics))


#: The tables for rules of all games: every set, both editions, two to five players, teams, the longer game.
ANY = (
    *tables(),
    *tables(CITIES),
    *tables(ECHOES),
    *tables(ARTIFACTS),
    *tables(CITIES, ECHOES, ARTIFACTS),
    *(Ruleset(edition=Edition.FIRST, players=players) for players in range(2, 6)),
    Ruleset(extra_achievement=True),
)
#: The tables of the fourth edition, on the site.
FOURTH = (
    *(Ruleset(Edition.FOURTH, players=players, platform=Platform.BGA_2024) for players in range(2, 6)),
    Ruleset(Edition.FOURTH, players=4, teams=(0, 1, 0, 1), platform=Platform.BGA_2024),
)
#: The same with three players or more.
MANY = tuple(rules for rules in ANY if rules.players > 2)


@dataclass(slots=True)
class Breach:
    """The breach: the index of the first illegal observation, and whether an observation is missing there.

    ``due`` is the number of decisions taken before it. The missing observation was due in the last of them.
    """

    index: int
    missing: bool = False
    due: int = 0
    witnesses: frozenset[int] = frozenset()


#: The keywords of the game that say whether something was done.
_KEYWORDS = frozenset({"meld", "tuck", "score", "return_", "foreshadow", "reveal", "achieve", "transfer"})


class _Interceptor(Interceptor):
    """Lets a function replace operations."""

    def __init__(self, instead: Callable[[Operation], Operation | None]) -> None:
        self._instead = instead

    def intercept(self, game: Game, operation: Operation) -> Operation | None:
        return self._instead(operation)


class Con:
    """One game with a cheat at the table.

    ``occasion`` is the number, from 1, of the occasion that is taken; 0 for none.
    """

    def __init__(self, game: Game, teller: Teller, occasion: int, rng: Random) -> None:
        self.game = game
        self.teller = teller
        self.rng = rng
        self.occasions = 0
        self.breach: Breach | None = None
        #: True once the occasion was taken, even if no observation shows it yet.
        self.taken = False
        self._occasion = occasion
        self._until: Callable[[Event], bool] | None = None
        self._lasting = False
        self._missing = False
        self._undo: list[Callable[[], None]] = []
        self._hooks: list[Callable[[Event], bool]] = []

    # --- for cheats -----------------------------------------------------------------------------

    def now(
        self,
        when: object = True,
        *,
        missing: bool = False,
        until: Callable[[Event], bool] | None = None,
        lasting: bool = False,
        witnesses: tuple[int, ...] = (),
    ) -> bool:
        """Whether to break the rule here. ``when``: whether it can be broken here at all.

        ``until`` must accept an event of the same action or, if ``lasting``, of the whole game.
        """
        if not when:
            return False
        self.occasions += 1
        if self.occasions != self._occasion:
            return False
        self.taken = True
        if until is not None:
            self._until, self._missing, self._lasting = until, missing, lasting
        else:
            self._mark(missing, witnesses)
        return True

    def _mark(self, missing: bool, witnesses: tuple[int, ...] = ()) -> None:
        due = self.teller.told[-1].observation.at.move if self.teller.told else 0
        self.breach = Breach(len(self.teller.told), missing, due or 0, frozenset(witnesses))

    def wrap(self, owner: Any, name: str, function: Callable[..., Any]) -> None:
        """Replace a function of a module, a class or the game by ``function(honest, ...)``."""
        honest = getattr(owner, name)
        own = name in vars(owner)

        def called(*args: Any, **named: Any) -> Any:
            answer = function(honest, *args, **named)
            # Keywords say whether something was done; a cheat who does it, or says nothing, has.
            return True if answer is None and name in _KEYWORDS else answer

        setattr(owner, name, called)
        self._undo.append(lambda: setattr(owner, name, honest) if own else delattr(owner, name))

    def intercept(self, instead: Callable[[Operation], Operation | None]) -> None:
        """Perform ``instead(operation)`` in place of every operation of the game."""
        self.game.interceptors = (*self.game.interceptors, _Interceptor(instead))

    def on_event(self, hook: Callable[[Event], bool]) -> None:
        """Call a hook with each event before it is recorded. If a hook returns False, the event is not recorded."""
        self._hooks.append(hook)

    def tell(self, event: Event) -> None:
        """Record an event that the engine did not produce."""
        self.game.sink(event)

    # --- for the play -----------------------------------------------------------------------------

    def receive(self, event: Event) -> None:
        """The sink of the game."""
        if self._until is not None:
            if self._until(event):
                self._until = None
                self._mark(self._missing)
            elif type(event) in (ActionBegan, FreeActionBegan) and not self._lasting:
                self._until = None
        told = True
        for hook in self._hooks:
            told = hook(event) and told
        if told:
            self.teller.receive(event)

    def undo(self) -> None:
        """Restore everything that was replaced, in reverse order."""
        while self._undo:
            self._undo.pop()()


#: Prepares the engine of one game for a cheat.
Install = Callable[[Con], None]
#: Changes the record of an honest game, and returns the breach; None if there is nothing to change.
Lie = Callable[["Played", Random], Breach | None]
#: Changes the content of an export, and returns the right moves.
Slip = Callable[[dict[str, Any], Random], tuple[int, ...] | None]
#: Changes the observations that were read from an export, and returns the right moves.
Misreading = Callable[[GameLog, Random], tuple[int, ...] | None]
#: Changes the decisions of a game in the native format; False if there is nothing to change.
Recording = Callable[[RecordedGame, Random], bool]


@dataclass(frozen=True)
class Cheat:
    """A way to break one rule. ``rules`` are the ids by which a verdict may cite it, the best first.

    - ``native``: True when its decisions alone, in the native format, are illegal in each game, because they contain an
      impossible decision or lead to another end. Other cheats may be invisible there.
    - ``stacked``: the names of cards that lie on top of their supply piles. Without them occasions would be rare.
    - ``told``: False when only the native format shows the breach.
    """

    name: str
    rules: tuple[str, ...]
    tables: tuple[Ruleset, ...]
    native: bool = False
    install: Install | None = None
    lie: Lie | None = None
    slip: Slip | None = None
    misreading: Misreading | None = None
    recording: Recording | None = None
    stacked: tuple[str, ...] = ()
    told: bool = True

    @property
    def exported(self) -> bool:
        """Whether exports of its games are judged, in addition to the decisions."""
        return self.told and self.recording is None

    def in_fourth(self) -> Cheat | None:
        """The same cheat at tables of the fourth edition; None if it needs an expansion or another edition.

        The site's fourth edition does not count the cards for Monument.
        """
        if "count.monument" in self.rules[:1]:
            return None
        alone = [rules for rules in self.tables if rules.sets == {BASE} and rules.edition is not Edition.FIRST]
        if set(self.tables) <= set(FOURTH):
            return self
        if not alone:
            return None
        least = min(rules.players for rules in alone)
        return replace(self, tables=tuple(rules for rules in FOURTH if rules.players >= least))


CHEATS: dict[str, Cheat] = {}
_Function = TypeVar("_Function", bound=Callable[..., object])


def _registered(make: Callable[[str, _Function], Cheat]) -> Callable[[_Function], _Function]:
    """Register the cheat that is made of a function; its name is the function's."""

    def register(function: _Function) -> _Function:
        name = function.__name__.replace("_", " ")
        registering(CHEATS)(name)(make(name, function))
        return function

    return register


def cheat(
    *rules: str,
    at: tuple[Ruleset, ...] = ANY,
    native: bool = False,
    stacked: tuple[str, ...] = (),
    told: bool = True,
) -> Callable[[Install], Install]:
    """Register a cheat who plays with another engine."""
    return _registered(
        lambda name, install: Cheat(name, rules, at, native, install=install, stacked=stacked, told=told)
    )


def lie(*rules: str, at: tuple[Ruleset, ...] = ANY) -> Callable[[Lie], Lie]:
    """Register a scribe: it makes one false record of an honest game, the same in all copies."""
    return _registered(lambda name, function: Cheat(name, rules, at, lie=function))


def slip(*rules: str, at: tuple[Ruleset, ...] = ANY) -> Callable[[Slip], Slip]:
    """Register a forger who changes an export of an honest game."""
    return _registered(lambda name, function: Cheat(name, rules, at, slip=function))


def misreading(*rules: str, at: tuple[Ruleset, ...] = ANY) -> Callable[[Misreading], Misreading]:
    """Register a forger of a fact that the writer of exports does not write."""
    return _registered(lambda name, function: Cheat(name, rules, at, misreading=function))


def recording(*rules: str, at: tuple[Ruleset, ...] = ANY) -> Callable[[Recording], Recording]:
    """Register a forger of a game in the native format."""
    return _registered(lambda name, function: Cheat(name, rules, at, native=True, recording=function))


@dataclass
class Played:
    """A game that was played to its end, or until a cheat stopped it."""

    rules: Ruleset
    seed: int
    setup: Setup
    told: ToldGame
    ended: GameEnded | None
    occasions: int = 0
    breach: Breach | None = None
    #: The decisions of each action, and the digest of the state after it.
    actions: list[list[tuple[Choice, Any]]] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)

    @property
    def observations(self) -> list[seen.Observation]:
        return [told.observation for told in self.told.told]


class _Scribe:
    """Records the decisions of the bots."""

    def __init__(self, bots: Any) -> None:
        self._bots = bots
        self.decisions: list[tuple[Choice, Any]] = []

    def choose(self, choice: Choice) -> Any:
        answer = self._bots.choose(choice)
        self.decisions.append((choice, answer))
        return answer


def play(
    rules: Ruleset, seed: int, install: Install | None = None, occasion: int = 0, on_top: tuple[str, ...] = ()
) -> Played:
    """Play one game. With ``install`` and an ``occasion``, a rule is broken at that occasion.

    ``on_top`` are the names of cards that lie on top of their supply piles.
    """
    setup = deal(rules, seed)
    if on_top:
        setup = stack(setup, {card for card, name in enumerate(rules.table.name) if name in on_top})
    bots = seats(("sensible", "uniform") if seed % 2 else ("uniform", "sensible"), rules.players, seed)
    scribe = _Scribe(bots)
    game = Game(setup, rules, scribe)
    bots.attach(game)
    teller = Teller(scribe)
    teller.attach(game)
    con = Con(game, teller, occasion, Random(f"{seed} {occasion}"))
    game.sink = con.receive
    actions: list[list[tuple[Choice, Any]]] = []
    digests: list[str] = []
    with _at_the_table(con, install):
        after = 0
        while game.over is None and game.turn < LONGEST and after < AFTER:
            opening = game.turn < 0
            try:
                play_next(game)
                if opening:
                    teller.opened()
            except (LookupError, ValueError, AssertionError, TypeError):
                # An effect may fail if a cheat takes away its cards. The log ends there.
                if not con.taken:
                    raise
                break
            finally:
                actions.append(scribe.decisions)
                digests.append(digest(game))
                scribe.decisions = []
            after += con.taken
    people = [Seat(str(90_000_001 + seat), _NAMES[seat]) for seat in range(rules.players)]
    hands = [list(player.hand) for player in game.players]
    told = ToldGame(str(100_000_000 + seed), people, rules.teams, teller.told, hands)
    told.edition, told.platform = rules.edition.value, rules.platform.value
    return Played(rules, seed, setup, told, game.over, con.occasions, con.breach, actions, digests)


@contextmanager
def _at_the_table(con: Con, install: Install | None) -> Iterator[None]:
    if install is not None:
        install(con)
    try:
        yield
    finally:
        con.undo()


def same_story(one: Played, other: Played) -> bool:
    """Whether two games have the same record."""
    return [_facts(told) for told in one.told.told] == [_facts(told) for told in other.told.told]


def _facts(told: Told) -> tuple[Any, ...]:
    return told.observation, told.actor, told.splays, told.card, told.hand, told.set_to_draw
