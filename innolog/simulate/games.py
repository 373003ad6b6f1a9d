"""Playing whole games with bots."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from innolog.engine.actions import play_next
from innolog.engine.choices import Choice, Decider
from innolog.engine.digest import digest
from innolog.engine.events import Event, GameEnded
from innolog.engine.game import Game
from innolog.engine.reading import TooDeep
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Setup
from innolog.log import Seat
from innolog.log.told import ToldGame
from innolog.simulate.bots import Bot, Follower
from innolog.simulate.dealing import deal
from innolog.simulate.telling import Teller

#: The number of turns after which a game is stopped. Random bots might play forever, although none has so far.
LONGEST = 2_000

_NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve")


@dataclass(slots=True)
class SimulatedAction:
    """One action: the player, the turn (from 0), and the number of the action in the turn (0 for the opening and for
    the free action with the Artifact on display).

    ``digest`` is that of the state after the action; empty if it was not asked for.
    """

    player: int
    turn: int
    number: int
    decisions: list[tuple[Choice, Any]]
    events: list[Event]
    digest: str


@dataclass(slots=True)
class SimulatedGame:
    """A game from the deal to the end.

    ``table`` is the number of its table, in decimal digits; by default it follows from the seed alone.
    ``ended`` is None if it was stopped: after :data:`LONGEST` turns, or before an action that goes too deep.
    """

    seed: int
    rules: Ruleset
    setup: Setup
    actions: list[SimulatedAction] = field(default_factory=list)
    ended: GameEnded | None = None
    told: ToldGame | None = None
    table: str | None = None

    @property
    def seats(self) -> list[Seat]:
        """The players, with the ids and names of bots."""
        return [Seat(str(90_000_001 + seat), _NAMES[seat]) for seat in range(self.rules.players)]


def simulate(
    rules: Ruleset,
    seed: int,
    bot: Bot,
    *,
    tell: bool = False,
    known: Container[int] | None = None,
    setup: Setup | None = None,
    most_actions: int | None = None,
    watch: Callable[[Event], None] | None = None,
    digests: bool = True,
    table: str | None = None,
) -> SimulatedGame:
    """Play one game.

    - ``seed``: for the shuffle; bots have their own.
    - ``tell``: also record the game as observations, with all cards face up.
    - ``known``: the faces that count as known in digests.
    - ``setup``: a deal to use instead of the one of the seed.
    - ``most_actions``: the number of actions, including the opening, after which the game is stopped.
    - ``watch``: receives every event.
    - ``digests``: False if only the digest after the last action is asked for. All digests take a quarter of the time.
    - ``table``: the number of the table. In a dataset, other games of the same seed need other numbers.
    """
    setup = deal(rules, seed) if setup is None else setup
    result = SimulatedGame(seed, rules, setup, table=table)
    scribe = _Scribe(bot)
    game = Game(setup, rules, scribe, scribe.events.append)
    bot.attach(game)
    teller = None
    listeners: list[Callable[[Event], None]] = [scribe.events.append]
    if tell:
        teller = Teller(scribe)
        teller.attach(game)
        listeners.append(teller.receive)
    if isinstance(bot, Follower):
        listeners.append(bot.receive)
    if watch is not None:
        listeners.append(watch)

    def receive(event: Event) -> None:
        for listener in listeners:
            listener(event)

    game.sink = receive if len(listeners) > 1 else scribe.events.append
    for player, turn, number in islice(_actions(game, teller), most_actions):
        after = digest(game, known) if digests else ""
        result.actions.append(SimulatedAction(player, turn, number, scribe.decisions, scribe.events[:], after))
        scribe.decisions = []
        scribe.events.clear()
    if scribe.events:
        # Nobody knows how the last action ends: the game stops before it.
        game = _again(result)
    if result.actions and not digests:
        result.actions[-1].digest = digest(game, known)
    result.ended = game.over
    if teller is not None:
        result.told = _told(result, teller, game)
    return result


def _again(result: SimulatedGame) -> Game:
    """The game after the recorded actions."""
    answers = (answer for action in result.actions for _, answer in action.decisions)
    game = Game(result.setup, result.rules, _Given(answers), lambda event: None)
    for _ in result.actions:
        play_next(game)
    return game


def _told(result: SimulatedGame, teller: Teller, game: Game) -> ToldGame:
    """The game as the teller told it."""
    rules = result.rules
    return ToldGame(
        result.table or str(100_000_000 + result.seed),
        result.seats,
        rules.teams,
        teller.told,
        [list(player.hand_cards) for player in game.players],
        rules.edition.value,
        rules.platform.value,
        rules.generation.name,
        result.setup.achievements,
    )


def _actions(game: Game, teller: Teller | None) -> Iterator[tuple[int, int, int]]:
    """Play action by action. Yields the seat, turn and number of each action, up to one that goes too deep."""
    while game.over is None and game.turn < LONGEST:
        opening = game.turn < 0
        turn, number, player = game.turn, game.action_number, game.turn_player.index
        told = 0 if teller is None else len(teller.told)
        try:
            play_next(game)
        except TooDeep:
            if teller is not None:
                del teller.told[told:]
            return
        if opening and teller is not None:
            teller.opened()
        yield player, turn, number


class _Given:
    """Decides what was decided before."""

    def __init__(self, answers: Iterator[Any]) -> None:
        self._answers = answers

    def choose(self, choice: Choice) -> Any:
        return next(self._answers)


class _Scribe:
    """Records the decisions of another decider."""

    def __init__(self, decider: Decider) -> None:
        self._decider = decider
        self._follower = decider if isinstance(decider, Follower) else None
        self.decisions: list[tuple[Choice, Any]] = []
        self.events: list[Event] = []

    def choose(self, choice: Choice) -> Any:
        answer = self._decider.choose(choice)
        self.decisions.append((choice, answer))
        if self._follower is not None:
            self._follower.decided(choice, answer)
        return answer
