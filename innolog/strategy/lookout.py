"""Looking ahead: every answer to a choice, tried in deals that agree with what the player knows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine.actions import play_next
from innolog.engine.choices import Choice, ChoiceKind, IllegalAnswer
from innolog.engine.game import Game, Saved
from innolog.engine.state import Setup
from innolog.strategy.features import OF_A_PLAYER
from innolog.strategy.moments import Decision, Moment
from innolog.strategy.network import Network, normal, rows_of, shares, single, total
from innolog.strategy.sensible import SensibleBot
from innolog.strategy.worlds import deal_again, retold, with_cards
from innolog.support.errors import InnologError

#: At most this many answers of one choice are tried.
MOST_ANSWERS = 40
#: Stands for the answer where none was given.
_NO_ANSWER = object()
#: How many deals in which the decisions so far are not possible are dealt for each one that is wanted.
_PATIENCE = 4


class Tried(NamedTuple):
    """What came out of the answers that were tried, for the player who chose.

    ``chances[world][answer]`` are this player's chances to win. ``after[world][answer]`` are the numbers of this player
    and of the opponents (:mod:`innolog.strategy.features`) after the action; None if the game is over then.
    """

    answers: list[Any]
    chances: list[list[float]]
    after: list[list[list[float] | None]]

    def means(self) -> list[float]:
        """The chance of each answer on average over the worlds."""
        return [single(total(column) / len(column)) for column in zip(*self.chances, strict=True)]


class Unplayable(InnologError, LookupError):
    """No deal that was tried leads to the choice: other players' decisions show more than their cards' backs."""


class Lookout:
    """Tries answers to choices of a game, in a game of its own, and values the position after the action."""

    def __init__(self, game: Game, network: Network, seed: int) -> None:
        self._script = _Script(seed)
        empty = Setup({}, tuple(() for _ in game.players), (), (), unknown_backs=tuple(game.back[UNKNOWN_BASE:]))
        self._trial = Game(empty, game.rules, self._script)
        self._script.attach(self._trial)
        self._network = network
        self._random = Random(seed)

    def try_all(self, moment: Moment, choice: Choice, worlds: int, given: Any = _NO_ANSWER) -> Tried:
        """The chances after each answer, in the same deals; first comes the one that was ``given``, if one was.

        Raises :class:`Unplayable` if there is no such deal.
        """
        answers = _different(self._trial, choice, moment, given)
        trial, random = self._trial, self._random
        rows: list[Any] = []
        # For each answer in each deal, the share in the win if the game was over then.
        shared: list[list[float | None]] = []
        for _ in range(worlds * _PATIENCE):
            dealt = deal_again(trial, moment.before, moment.known, random)
            world = trial.save()
            told = _told(moment, dealt)
            found: list[tuple[list[float] | None, Any]] = []
            try:
                for answer in answers:
                    found.append(self._play(world, told, choice, _in(choice, answer, dealt)))
            except (IllegalAnswer, KeyError, IndexError):
                continue
            for over, seen in found:
                if over is None:
                    rows += seen
            shared.append([None if over is None else over[choice.player] for over, _ in found])
            if len(shared) == worlds:
                break
        if not shared:
            raise Unplayable
        return self._valued(answers, choice.player, shared, rows)

    def _valued(self, answers: list[Any], player: int, shared: list[list[float | None]], rows: list[Any]) -> Tried:
        """What was tried, with the values of the positions (``rows``, as each seat sees them) of games that go on."""
        seats = len(self._trial.players)
        valued = self._network.chances(rows) if rows else []
        chances: list[list[float]] = []
        after: list[list[list[float] | None]] = []
        start = 0
        for world in shared:
            of_world: list[float] = []
            numbers: list[list[float] | None] = []
            for share in world:
                if share is not None:
                    of_world.append(share)
                    numbers.append(None)
                    continue
                of_world.append(normal(self._trial, valued[start : start + seats])[player])
                numbers.append(rows[start + player][0][: 2 * OF_A_PLAYER])
                start += seats
            chances.append(of_world)
            after.append(numbers)
        return Tried(answers, chances, after)

    def expect(self, moment: Moment, worlds: int) -> list[float]:
        """The chances of all seats after the action, on average over deals, if it is played on sensibly.

        Raises :class:`Unplayable` if there is no deal that leads to the moment.
        """
        trial, sums = self._trial, [0.0] * len(self._trial.players)
        found = 0
        for _ in range(worlds * _PATIENCE):
            dealt = deal_again(trial, moment.before, moment.known, self._random)
            self._script.tell(_told(moment, dealt))
            try:
                play_next(trial)
            except (IllegalAnswer, KeyError, IndexError):
                continue
            if not self._script.is_over:
                continue
            over = shares(trial)
            values = normal(trial, self._network.chances(rows_of(trial))) if over is None else over
            sums = [one + more for one, more in zip(sums, values, strict=True)]
            found += 1
            if found == worlds:
                break
        if not found:
            raise Unplayable
        return [each / found for each in sums]

    def _play(self, world: Saved, told: list[Decision], choice: Choice, answer: Any) -> Any:
        trial = self._trial
        trial.restore(world)
        self._script.tell([*told, Decision(choice.player, choice.kind, answer)])
        play_next(trial)
        if not self._script.is_over:
            raise IllegalAnswer("the action is over before the choice")
        over = shares(trial)
        return over, None if over is not None else rows_of(trial)


def _told(moment: Moment, dealt: dict[int, int]) -> list[Decision]:
    """The decisions before a moment, with the cards of a deal. A deal leaves nothing for nature to decide."""
    of_players = [each for each in moment.decisions if each.kind is not ChoiceKind.NATURE]
    return [each._replace(answer=retold(each, dealt)) for each in of_players]


def _in(choice: Choice, answer: Any, dealt: dict[int, int]) -> Any:
    return retold(Decision(choice.player, choice.kind, answer), dealt)


def _different(game: Game, choice: Choice, moment: Moment, given: Any) -> list[Any]:
    """The answers that the player can tell apart: of cards that look the same, one.

    Of more than :data:`MOST_ANSWERS`, the first.
    """
    first = [] if given is _NO_ANSWER else [given]
    if choice.kind is ChoiceKind.ORDER:
        return list(dict.fromkeys((*first, *orders(game, choice.options))))
    found: dict[Any, Any] = {}
    back, place = game.back, {}
    if choice.kind in (ChoiceKind.CARD, ChoiceKind.ACTION):
        place = moment.before.state.place

    def seen(card: int, _: int) -> Any:
        return card if card in moment.known else (-1 - back[card], place.get(card))

    for answer in (*first, *choice.answers()):
        key = with_cards(answer, seen) if place else answer
        found.setdefault((type(answer).__name__, key), answer)
    return list(islice(found.values(), MOST_ANSWERS))


def orders(game: Game, cards: Sequence[int]) -> list[tuple[int, ...]]:
    """Some orders of a pile: each card on top, over the others by value, and as they are."""
    by_value = sorted(cards, key=game.age.__getitem__)
    found = [tuple(cards)]
    for top in cards:
        found.append((*(card for card in by_value if card != top), top))
    return list(dict.fromkeys(found))


class _Script:
    """Gives answers that are known, then those of the sensible bot."""

    def __init__(self, seed: int) -> None:
        self._policy = SensibleBot(seed)
        self._told: list[Decision] = []
        self._next = 0

    def attach(self, game: Game) -> None:
        self._policy.attach(game)

    def tell(self, told: list[Decision]) -> None:
        """Set the answers to give."""
        self._told, self._next = told, 0

    @property
    def is_over(self) -> bool:
        return self._next == len(self._told)

    def choose(self, choice: Choice) -> Any:
        if self._next == len(self._told):
            return self._policy.choose(choice)
        player, kind, answer = self._told[self._next]
        self._next += 1
        if player != choice.player or kind is not choice.kind:
            raise IllegalAnswer("another choice comes first")
        return answer
