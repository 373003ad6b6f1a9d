"""Games with figures in which somebody breaks one rule once, recorded in the native format: all must be found illegal.

A forger has an engine of his own that leaves something out, and writes its digests into the record. What is left out is
chosen at random among all places of a game where it matters.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from innolog.cards.editions import Printing
from innolog.cards.facts import CardSet
from innolog.conversion.simulated import as_replay
from innolog.engine.actions import Action, ActionKind, play_next
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.digest import digest
from innolog.engine.figures import top_figures
from innolog.engine.game import Game
from innolog.engine.karma import WouldKarmas
from innolog.engine.operations import Draw, Fade, Operation
from innolog.engine.ruleset import Platform, Ruleset
from innolog.engine.seams import Interceptor
from innolog.results.native import recorded, replay_recorded
from innolog.results.result import Verdict
from innolog.simulate import SimulatedAction, SimulatedGame, deal, seats
from tests.shared import sampled

_SETS = (
    frozenset({CardSet.BASE, CardSet.FIGURES}),
    frozenset({CardSet.BASE, CardSet.FIGURES, CardSet.ECHOES}),
    frozenset(CardSet),
)


class _Forger(Interceptor):
    """Breaks the rule at one of the occasions that a game offers; the first run counts them."""

    def __init__(self, honest: tuple[Interceptor, ...], occasion: int) -> None:
        self.honest = honest
        self.occasion = occasion
        self.occasions = 0
        self.action: int | None = None
        self.actions = 0

    def now(self) -> bool:
        """Whether to break the rule here."""
        self.occasions += 1
        if self.occasions != self.occasion:
            return False
        self.action = self.actions
        return True

    def intercept(self, game: Game, operation: Operation) -> Operation | None:
        found: Operation | None = operation
        for interceptor in self.honest:
            if found is not None:
                found = interceptor.intercept(game, found)
        return found

    def actions_of(self, game: Game, choice: Choice) -> list[Action] | None:
        """Actions that the forger takes in place of those that are allowed."""
        return None


class _LeavesAKarmaOut(_Forger):
    def intercept(self, game: Game, operation: Operation) -> Operation | None:
        (karmas,) = self.honest
        assert isinstance(karmas, WouldKarmas)
        return operation if karmas.interrupting(game, operation) and self.now() else super().intercept(game, operation)


class _DoesNotFade(_Forger):
    def intercept(self, game: Game, operation: Operation) -> Operation | None:
        found = super().intercept(game, operation)
        return None if isinstance(found, Fade) and self.now() else found


class _DrawsNoFigure(_Forger):
    def intercept(self, game: Game, operation: Operation) -> Operation | None:
        found = super().intercept(game, operation)
        if isinstance(found, Draw) and found.card_set is CardSet.FIGURES and self.now():
            return Draw(found.actor, found.cause, found.value, None, found.then)
        return found


class _IssuesADecree(_Forger):
    def actions_of(self, game: Game, choice: Choice) -> list[Action] | None:
        allowed = {action.card for action in choice.options if action.kind is ActionKind.DECREE}
        wrong = [card for card in range(985, 990) if card not in allowed]
        return [Action(ActionKind.DECREE, wrong[0])] if wrong and self.now() else None


class _InspiresWithoutEffect(_Forger):
    def actions_of(self, game: Game, choice: Choice) -> list[Action] | None:
        allowed = {action.card for action in choice.options if action.kind is ActionKind.INSPIRE}
        tops = [card for card in game.turn_player.tops() if card not in allowed]
        return [Action(ActionKind.INSPIRE, tops[0])] if tops and self.now() else None


_FORGERS: list[Callable[[tuple[Interceptor, ...], int], _Forger]] = [
    _LeavesAKarmaOut,
    _DoesNotFade,
    _DrawsNoFigure,
    _IssuesADecree,
    _InspiresWithoutEffect,
]


def _play(rules: Ruleset, seed: int, forger: Callable[..., _Forger], occasion: int) -> tuple[SimulatedGame, _Forger]:
    setup = deal(rules, seed)
    bots = seats(["sensible", "uniform"], rules.players, seed)
    result = SimulatedGame(seed, rules, setup)
    decisions: list[tuple[Choice, Any]] = []

    class Scribe:
        def choose(self, choice: Choice) -> Any:
            if choice.kind is ChoiceKind.ACTION and (wrong := one.actions_of(game, choice)):
                choice.options = [*choice.options, *wrong]
                answer: Any = wrong[0]
            else:
                answer = bots.choose(choice)
            decisions.append((choice, answer))
            return answer

    game = Game(setup, rules, Scribe())
    bots.attach(game)
    one = forger(game.interceptors, occasion)
    game.interceptors = (one,)
    while game.over is None and game.turn < 400:
        player, turn, number = game.turn_player.index, game.turn, game.action_number
        play_next(game)
        one.actions += 1
        result.actions.append(SimulatedAction(player, turn, number, decisions[:], [], digest(game)))
        decisions.clear()
    result.ended = game.over
    return result, one


_CASES = [(seed, forger) for seed in range(25) for forger in _FORGERS]


@pytest.mark.parametrize(("seed", "forger"), sampled(_CASES, 9, many=True))
def test_a_forged_record_is_illegal(seed: int, forger: Callable[..., _Forger]) -> None:
    rules = Ruleset(
        sets=_SETS[seed % 3], players=2 + seed % 2, platform=Platform.TABLE, printing=list(Printing)[seed // 3 % 2]
    )
    honest, counting = _play(rules, seed, forger, 0)
    assert replay_recorded(recorded(as_replay(honest), [])).verdict in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR)
    if not counting.occasions:
        # The rule matters nowhere in this game.
        return
    forged, one = _play(rules, seed, forger, 1 + Random(seed).randrange(counting.occasions))
    assert one.action is not None
    found = replay_recorded(recorded(as_replay(forged), []))
    if found.verdict is Verdict.ILLEGAL:
        # It is found in the action that breaks the rule.
        assert len(found.actions) == one.action
    else:
        # What was left out changes nothing: the record is that of an honest game.
        assert [action.digest for action in found.actions] == [action.digest for action in forged.actions]


def test_a_figure_that_did_not_fade_is_left_on_the_board() -> None:
    """The forger above leaves two top figures: what the engine never does."""
    rules = Ruleset(sets=_SETS[0], platform=Platform.TABLE)
    game, one = _play(rules, 3, _DoesNotFade, 0)
    replayed = Game(game.setup, rules, _Told(game))
    for _ in game.actions:
        play_next(replayed)
        if replayed.over is None:
            assert all(len(top_figures(replayed, player)) < 2 or _spared(replayed) for player in replayed.players)
    assert one.occasions


class _Told:
    def __init__(self, game: SimulatedGame) -> None:
        self.answers = [answer for action in game.actions for _, answer in action.decisions]

    def choose(self, choice: Choice) -> Any:
        return self.answers.pop(0)


def _spared(game: Game) -> bool:
    """Whether a figure is on top that lets others not fade."""
    names = {game.table.name[card] for player in game.players for card in player.tops()}
    return bool(names & {"Avicenna", "Duke Ellington", "Nelson Mandela", "Yi Sun-sin", "Saladin"})
