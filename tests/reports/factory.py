"""Whole games by a random player, as the replay would return them: for tests that need a game and no log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from innolog.cards.facts import UNKNOWN_BASE, CardSet, back_of, card_table
from innolog.engine.actions import Action, ActionKind, finish, play_opening, take_action
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.events import Event
from innolog.engine.game import Game, GameOver
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Setup
from innolog.log import At, Fact, GameLog, Seat
from innolog.results.result import ActionRecord, Replay, Verdict, Violation
from innolog.results.snapshots import snapshot

#: How much a random player likes each kind of action.
_APPETITE = {"draw": 2.0, "meld": 3.0, "dogma": 4.0, "achieve": 50.0, "endorse": 8.0}


class RandomDecider:
    """Answers at random; ``kind`` and ``card`` are those of the action answered last."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.kind = "opening"
        self.card: int | None = None

    def choose(self, choice: Choice) -> Any:
        """Answer with anything the rules allow."""
        if choice.kind is ChoiceKind.ORDER:
            return self.random.sample(list(choice.options), len(choice.options))
        if choice.kind is ChoiceKind.ACTION:
            kinds = sorted({action.kind.value for action in choice.options})
            (kind,) = self.random.choices(kinds, [_APPETITE[kind] for kind in kinds])
            action: Action = self.random.choice([a for a in choice.options if a.kind is ActionKind(kind)])
            self.kind, self.card = action.kind.value, action.card
            return action
        return self.random.choice(choice.answers())


def deal(seed: int, players: int = 2, *, cities: bool = False, hide: Sequence[int] = ()) -> tuple[Setup, Ruleset]:
    """A shuffled game. Of the cards that ``hide`` names only the backs are known."""
    random = Random(seed)
    table = card_table()
    sets = {CardSet.BASE, CardSet.CITIES} if cities else {CardSet.BASE}
    hidden = {card: UNKNOWN_BASE + number for number, card in enumerate(hide)}
    decks: dict[int, list[int]] = {}
    for card_set in sorted(sets):
        for age in range(1, 11):
            cards = list(table.by_back[back_of(card_set, age)])
            random.shuffle(cards)
            decks[back_of(card_set, age)] = [hidden.get(card, card) for card in cards]
    achievements = tuple(decks[back_of(CardSet.BASE, age)].pop() for age in range(1, 10))
    first = decks[back_of(CardSet.BASE, 1)]
    hands = tuple((first.pop(), first.pop()) for _ in range(players))
    setup = Setup(
        decks={back: tuple(cards) for back, cards in decks.items()},
        hands=hands,
        achievements=achievements,
        specials=(*range(105, 110), *(range(325, 330) if cities else ())),
        unknown_backs=tuple(back_of(table.set[card], table.age[card]) for card in hide),
    )
    return setup, Ruleset(sets=frozenset(sets), players=players)


def random_replay(
    seed: int,
    players: int = 2,
    *,
    cities: bool = False,
    names: Sequence[str] = ("Ada", "Blaise", "Charles", "Dorothy"),
    limit: int = 1000,
) -> Replay:
    """The replay of a random game with a snapshot after every action, cut short after ``limit`` actions."""
    setup, rules = deal(seed, players, cities=cities)
    decider = RandomDecider(seed)
    events: list[Event] = []
    game = Game(setup, rules, decider, events.append)
    log = GameLog(
        source="table_1.json",
        site="bga",
        game_id="1",
        seats=[Seat(str(1000 + seat), names[seat]) for seat in range(players)],
        observations=[],
    )
    replay = Replay(log, Verdict.LEGAL_SO_FAR, rules, deduced={"edition": "nothing in the log tells editions apart"})
    turn, number, player = 0, 1, 0
    while len(replay.actions) < limit and game.over is None:
        try:
            if not replay.actions:
                play_opening(game)
            else:
                turn, number, player = game.turn + 1, game.action + 1, game.turn_player.index
                take_action(game)
        except GameOver as over:
            replay.ended = finish(game, over)
            replay.verdict = Verdict.LEGAL
        index = len(replay.actions)
        record = ActionRecord(
            index=index,
            turn=turn,
            number=number,
            player=player,
            kind=decider.kind,
            card=decider.card,
            move=3 * index + 1,
            last_move=3 * index + 3,
            events=[(event, 3 * index + 2) for event in events],
            snapshot=snapshot(game),
        )
        replay.actions.append(record)
        events.clear()
    replay.checks = 10 * len(replay.actions)
    return replay


#: Everything in front of a player that can be unknown, except cards that few games have.
UNKNOWN = frozenset({"score", "icons", "hand", "score_pile", "achievements", "revealed", "display", "forecast"})
UNKNOWN |= {f"{what}_{color}" for what in ("board", "splay") for color in ("blue", "red", "green", "yellow", "purple")}


def with_unknown(replay: Replay, actions: range) -> Replay:
    """The same game as if its log left open after some actions what lies in front of the first player."""
    found = [replace(action) for action in replay.actions]
    for index in actions:
        found[index].open = (UNKNOWN, *[frozenset[str]()] * (len(replay.log.seats) - 1))
        found[index].explanations = 3
    return replace(replay, actions=found, not_recorded=[Fact.SPLAYS, Fact.CHECKS], explanations=3)


def with_violation(replay: Replay, actions: int) -> Replay:
    """The same game, with a violation after a number of actions."""
    move = replay.actions[actions - 1].last_move
    return replace(
        replay,
        verdict=Verdict.ILLEGAL,
        ended=None,
        actions=replay.actions[:actions],
        violation=Violation(
            rule="draw.age",
            message="A card of the wrong age was drawn",
            at=At(None if move is None else move + 1, 7, 2),
            expected="a draw of a base card of age 2",
            observed="<b>a draw</b> of a base card of age 9",
        ),
    )
