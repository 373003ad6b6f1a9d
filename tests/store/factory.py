"""Replays to store: games that the engine plays with a seeded decider, recorded like a replay would."""

from __future__ import annotations

import random
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from innolog.cards.facts import CardSet, card_table
from innolog.engine.actions import claimable, finish, play_opening, take_action
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.events import ActionBegan, Event, GameEnded
from innolog.engine.game import Game, GameOver
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Player, Setup
from innolog.log import At, GameLog, Seat, Times, UnreadableLog, UnsupportedLog
from innolog.results.result import ActionRecord, PlayerView, Replay, Snapshot, Verdict, Violation
from innolog.results.valued import Draw, Equity, Valued
from innolog.store.rows import RowCollector
from innolog.store.writer import DatasetWriter


class RandomDecider:
    """Answers every choice at random, and remembers the last action chosen."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.action: Any = None
        self.decisions: list[tuple[Choice, Any]] = []

    def choose(self, choice: Choice) -> Any:
        answer = self._answer(choice)
        self.decisions.append((choice, answer))
        return answer

    def _answer(self, choice: Choice) -> Any:
        if choice.kind is ChoiceKind.ORDER:
            return self.random.sample(list(choice.options), len(choice.options))
        answer = self.random.choice(choice.answers())
        if choice.kind is ChoiceKind.ACTION:
            self.action = answer
        return answer


def content_hash(name: str) -> str:
    """A hash such as a log with this name as its content would have."""
    return sha256(name.encode()).hexdigest()


def add(writer: DatasetWriter, replay: Replay, content_hash: str, valued: Valued | None = None) -> bool:
    """Add a replay to a dataset; False if the dataset has the log."""
    return _add(writer, content_hash, lambda collector: collector.add(replay, content_hash, valued))


def add_failure(writer: DatasetWriter, source: str, error: UnreadableLog | UnsupportedLog, content_hash: str) -> bool:
    """Add an input that could not be replayed to a dataset; False if the dataset has it."""
    return _add(writer, content_hash, lambda collector: collector.add_failure(source, error, content_hash))


def _add(writer: DatasetWriter, content_hash: str, collect: Callable[[RowCollector], None]) -> bool:
    if content_hash in writer.verdicts:
        return False
    collector = RowCollector()
    collect(collector)
    writer.add_tables(collector.tables())
    return True


def make_valued(replay: Replay) -> Valued:
    """What a review could have found of a replay: each decision and each draw has another value."""
    decisions = {
        (action.index, number): Equity(1 / (2 + number), 0.01, number / 100, 0.05)
        for action in replay.actions[1:]
        for number in range(len(action.decisions))
    }
    seats = len(replay.log.seats)
    draws = [
        Draw(action.index, 0, 5 + action.index % 90, (0.1, *[-0.1 / (seats - 1)] * (seats - 1)), (0.01,) * seats)
        for action in replay.actions[1:]
    ]
    return Valued(8, decisions, draws)


def make_replay(
    seed: int,
    *,
    players: int = 2,
    actions: int = 1000,
    names: tuple[str, ...] = ("Ana", "Ben", "Cem", "Dea"),
    source: str | None = None,
    teams: tuple[int, ...] = (),
) -> Replay:
    """A legal replay with a maximum number of actions; the same for the same arguments."""
    rules = Ruleset(players=players, teams=teams)
    decider = RandomDecider(seed)
    setup = _setup(seed, players)
    game = Game(setup, rules, decider)
    seats = [Seat(str(1000 + seat), names[seat]) for seat in range(players)]
    log = GameLog(source or f"game {seed}.json", "bga", str(seed), seats, [], viewpoint=0)
    replay = Replay(log, Verdict.LEGAL_SO_FAR, rules, deduced={"edition": "a test"}, checks=7, digest=f"{seed:032x}")
    replay.setup = setup
    ended: GameEnded | None = None
    move = 1
    while ended is None and len(replay.actions) <= actions:
        events: list[tuple[Event, int | None]] = []
        index, turn, player = len(replay.actions), game.turn + 1, game.turn_player.index
        game.sink = lambda event, events=events, move=move: events.append((event, move))  # type: ignore[misc]
        try:
            play_opening(game) if index == 0 else take_action(game)
        except GameOver as over:
            ended = finish(game, over)
        number = next((event.number for event, _ in events if isinstance(event, ActionBegan)), 0)
        kind, card = ("opening", None) if index == 0 else (decider.action.kind.value, decider.action.card)
        ages = tuple(game.age[card] for card in game.available)
        snapshot = Snapshot(tuple(_view(game, player) for player in game.players), {}, ages, tuple(game.specials))
        record = ActionRecord(index, turn, number, player, kind, card, move, move + 1, events, snapshot)
        record.decisions, decider.decisions = decider.decisions, []
        replay.actions.append(record)
        move += 2
    # A day for each seed; moves take up to twenty seconds.
    times = {number: 1_700_000_000 + 86_400 * seed + 15 * number + number % 5 for number in range(1, move)}
    log.times = Times(times[1], times[move - 1], times)
    if ended:
        replay.ended, replay.verdict = ended, Verdict.LEGAL
    return replay


def make_illegal(seed: int) -> Replay:
    """A replay that ends in a violation."""
    replay = make_replay(seed, actions=3)
    replay.verdict = Verdict.ILLEGAL
    replay.violation = Violation("draw.age", "the card is of the wrong age", At(17, 16, 2), "a 1", "a 3")
    return replay


def _setup(seed: int, players: int) -> Setup:
    shuffle = random.Random(seed).shuffle
    table = card_table()
    decks: dict[int, list[int]] = {}
    for back, cards in table.by_back.items():
        if table.set[cards[0]] == CardSet.BASE:
            decks[back] = list(cards)
            shuffle(decks[back])
    achievements = tuple(deck.pop() for back, deck in sorted(decks.items()) if back % 16 < 10)
    hands = tuple((decks[1].pop(), decks[1].pop()) for _ in range(players))
    specials = tuple(card for card, special in table.achievements.items() if special.set is CardSet.BASE)
    return Setup({back: tuple(deck) for back, deck in decks.items()}, hands, achievements, specials)


def _view(game: Game, player: Player) -> PlayerView:
    state = player.state
    ages = tuple(state.age[card] for card in player.achievements)
    # The second player's hand is hidden.
    hidden = player.index == 1
    return PlayerView(
        score=player.score(),
        icons=player.basic_icons(),
        hand=tuple(None if hidden else card for card in player.hand),
        hand_backs=tuple(state.back[card] for card in player.hand),
        score_pile=tuple(player.score_pile),
        score_backs=tuple(state.back[card] for card in player.score_pile),
        achievements=tuple(None if age else card for card, age in zip(player.achievements, ages, strict=True)),
        achievement_ages=ages,
        claimable=tuple(sorted({game.age[card] for card in claimable(game, player)})),
        boards=tuple(tuple(pile) for pile in player.piles),
        splays=tuple(player.splays),
        revealed=tuple(player.revealed),
        forecast=tuple(player.forecast),
        forecast_backs=tuple(state.back[card] for card in player.forecast),
        display=tuple(player.display),
        tucked=player.tucked,
        scored=player.scored,
    )
