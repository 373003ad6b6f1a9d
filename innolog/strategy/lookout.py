"""Looking ahead: every answer to a choice, tried in deals that agree with what the player knows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import inf
from random import Random
from statistics import pstdev
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine.actions import claimable, play_next
from innolog.engine.choices import Choice, ChoiceKind, IllegalAnswer
from innolog.engine.game import Game, Saved
from innolog.engine.reading import TooDeep
from innolog.engine.state import Player, Setup
from innolog.strategy.moments import Decision, Moment
from innolog.strategy.network import Network, Row, normal, rows_of, shares, single, total
from innolog.strategy.sensible import SensibleBot
from innolog.strategy.worlds import deal_again, exchange, retold, with_cards
from innolog.support.errors import InnologError

#: At most this many values are tried, from the lowest, where any number may be named.
MOST_VALUES = 40
#: Stands for the answer where none was given.
_NO_ANSWER = object()
#: At least this many deals are tried, however little time there is.
_LEAST = 4
#: How many deals in which the decisions so far are not possible are dealt for each one that is wanted.
_PATIENCE = 4


class Standing(NamedTuple):
    """What people count of one player."""

    points: int
    achievements: int
    #: The available standard achievements that the player may claim.
    claimable: int
    #: The value of the highest top card.
    highest: int
    hand: int
    board: int


def standing(game: Game, player: Player) -> Standing:
    """How a player stands now."""
    return Standing(
        player.score(),
        len(player.achievements),
        len(claimable(game, player)),
        player.highest_top(),
        len(player.hand),
        sum([len(pile) for pile in player.piles]),
    )


class Tried(NamedTuple):
    """What came out of the answers that were tried, for the player who chose.

    ``chances[world][answer]`` are this player's chances to win. ``after[world][answer]`` is how each seat stands after
    the action; if the game is over then, it is this player's share in the win (0 to 1) instead.
    """

    answers: list[Any]
    chances: list[list[float]]
    after: list[list[list[Standing] | float]]

    def means(self) -> list[float]:
        """The chance of each answer on average over the worlds."""
        return [single(total(column) / len(column)) for column in zip(*self.chances, strict=True)]


class Changed(NamedTuple):
    """What a card changes of the chances of each seat (0 to 1), and the standard errors that the deals leave in that.

    After one deal, nobody knows the errors.
    """

    change: tuple[float, ...]
    error: tuple[float | None, ...]
    deals: int


class Unplayable(InnologError, LookupError):
    """No deal that was tried leads to the choice: other players' decisions show more than their cards' backs."""


class PlaysOn(Protocol):
    """Plays a game further before it is valued."""

    def begin(self, seed: int) -> None:
        """Begin anew: what is played from now on does not depend on what was played before."""
        ...

    def __call__(self, game: Game) -> None:
        """Play the game further."""
        ...


class Lookout:
    """Tries answers to choices of a game, in a game of its own, and values the position after the action.

    ``play_on`` may play this other game further before positions are valued.
    """

    def __init__(self, game: Game, network: Network, seed: int, play_on: PlaysOn | None = None) -> None:
        self._script = _Script(seed)
        empty = Setup({}, tuple(() for _ in game.players), (), (), unknown_backs=tuple(game.back[UNKNOWN_BASE:]))
        self._trial = Game(empty, game.rules, self._script)
        self._script.attach(self._trial)
        self._network = network
        self._random = Random(seed)
        self._play_on = play_on
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Begin anew: what is dealt and played from now on does not depend on what was tried before."""
        self._random.seed(seed)
        self._script.begin(seed)
        if self._play_on is not None:
            self._play_on.begin(seed)

    def try_all(
        self,
        moment: Moment,
        choice: Choice,
        worlds: int,
        given: Any = _NO_ANSWER,
        only: Sequence[Any] | None = None,
        seat: int | None = None,
        seconds: float | None = None,
    ) -> Tried:
        """The chances after each answer, in the same deals; first comes the one that was ``given``, if one was.

        With ``only``, these answers are tried. The chances are those of the player who chooses, or of another ``seat``.
        After some ``seconds``, no more than a few deals are tried. Raises :class:`Unplayable` if none of them leads to
        the choice.
        """
        enough = _Enough(worlds, seconds)
        answers = _different(self._trial, choice, moment, given) if only is None else list(only)
        trial, random = self._trial, self._random
        ends: list[_End] = []
        while not enough.done(len(ends) // len(answers)):
            dealt = deal_again(trial, moment.before, moment.known, random)
            world = trial.save()
            told = _told(moment, dealt)
            tried: list[_End] = []
            for answer in answers:
                end = self._play(world, [*told, _retold(choice, answer, dealt)])
                if end is None:
                    break
                tried.append(end)
            else:
                ends += tried
        if not ends:
            raise Unplayable
        chooser = choice.player if seat is None else seat
        chances = [each[chooser] for each in self._chances(ends)]
        after: list[list[Standing] | float] = [
            share if end.after is None else end.after for end, share in zip(ends, chances, strict=True)
        ]
        number = len(answers)
        starts = range(0, len(ends), number)
        return Tried(
            answers,
            [chances[start : start + number] for start in starts],
            [after[start : start + number] for start in starts],
        )

    def changed_by(self, moment: Moment, card: int, worlds: int, seconds: float | None) -> Changed:
        """What a card that comes next changes of the chances of all seats against those that could have come instead.

        In each deal the action is played sensibly to its end, with the card, and with another one in its place; what
        follows is played on with the same random numbers. Of the cards with the same back in places that nobody knows,
        or that the log hides, and the card itself, each is as likely. After some ``seconds``, no more than a few deals
        are tried. Raises :class:`Unplayable` if none of them leads to the moment.
        """
        enough = _Enough(worlds, seconds)
        trial, random = self._trial, self._random
        pairs: list[_End] = []
        others: list[int] = []
        found = 0
        while not enough.done(found):
            dealt = deal_again(trial, moment.before, moment.known | {card}, random)
            if not others:
                others = [card, *_alike(trial, card, dealt)]
                random.shuffle(others)
            world, told, other = trial.save(), _told(moment, dealt), others[found % len(others)]
            if other != card:
                seed = None if self._play_on is None else random.getrandbits(32)
                with_card = self._play(world, told, seed)
                if with_card is None:
                    continue
                with_other = self._play_with(other, card, world, told, seed)
                if with_other is None:
                    continue
                pairs += [with_card, with_other]
            found += 1
        if not found:
            raise Unplayable
        chances = self._chances(pairs)
        # Where the card itself was the other one, nothing changes.
        same = [0.0] * (found - len(pairs) // 2)
        gains = []
        for seat in range(len(trial.players)):
            pairs_of_seat = zip(chances[::2], chances[1::2], strict=True)
            gains.append([one[seat] - other_one[seat] for one, other_one in pairs_of_seat] + same)
        return Changed(tuple(sum(each) / found for each in gains), tuple(map(standard_error, gains)), found)

    def spread(self, moment: Moment, card: int) -> float:
        """How far the chances are apart with each of the cards that could come next, in one deal.

        It is the largest of the seats' standard deviations (0 to 1). The card that comes is dealt as each other one, so
        that this says nothing of which of them it is. Raises :class:`Unplayable` as :meth:`changed_by` does.
        """
        trial = self._trial
        for _ in range(_PATIENCE):
            dealt = deal_again(trial, moment.before, moment.known, self._random)
            comes = dealt.get(card, card)
            world, told = trial.save(), _told(moment, dealt)
            could_come = sorted(_alike(trial, card, dealt))
            ends = [self._play_with(other, comes, world, told) for other in could_come]
            possible = [end for end in ends if end is not None]
            if possible:
                spreads: list[float] = [pstdev(of_seat) for of_seat in zip(*self._chances(possible), strict=True)]
                return max(spreads)
        raise Unplayable

    def _play_with(
        self, other: int, card: int, world: Saved, told: list[Decision], seed: int | None = None
    ) -> _End | None:
        """Play an action as :meth:`_play` does, after a card and another one have changed places."""
        exchanged = {card: other, other: card}
        self._trial.restore(world)
        exchange(self._trial, exchanged)
        told = [each._replace(answer=retold(each, exchanged)) for each in told]
        return self._play(self._trial.save(), told, seed)

    def _play(self, world: Saved, told: list[Decision], seed: int | None = None) -> _End | None:
        """Play an action from a position: the decisions that are told, and then sensible ones; and play on.

        With a ``seed``, what is played on begins anew with it. Returns None if the decisions are not possible.
        Nobody wins by cards that execute each other without end.
        """
        trial = self._trial
        nobody = _End([0.0] * len(trial.players), None, None)
        trial.restore(world)
        self._script.tell(told)
        try:
            play_next(trial)
        except TooDeep:
            return nobody
        except (IllegalAnswer, KeyError, IndexError):
            return None
        if not self._script.is_over:
            return None
        over = shares(trial)
        if over is not None:
            return _End(over, None, None)
        after = [standing(trial, player) for player in trial.players]
        if self._play_on is not None:
            if seed is not None:
                self._play_on.begin(seed)
            try:
                self._play_on(trial)
            except TooDeep:
                return nobody
            over = shares(trial)
        return _End(over, rows_of(trial) if over is None else None, after)

    def _chances(self, ends: list[_End]) -> list[list[float]]:
        """The chances of all seats in each position."""
        rows = [row for end in ends if end.rows is not None for row in end.rows]
        trial, seats = self._trial, len(self._trial.players)
        values = iter(self._network.chances(rows, seats) if rows else [])
        return [normal(trial, list(islice(values, seats))) if end.over is None else end.over for end in ends]


def _alike(trial: Game, card: int, dealt: dict[int, int]) -> list[int]:
    """The cards of a deal with the same back as one."""
    return [other for other in dealt.values() if trial.back[other] == trial.back[card]]


class _Enough:
    """Says when enough deals were tried.

    They are enough when ``worlds`` of them led to the moment. After some ``seconds``, fewer are enough.
    """

    def __init__(self, worlds: int, seconds: float | None) -> None:
        self._worlds, self._tries = worlds, 0
        self._until = inf if seconds is None else perf_counter() + seconds

    def done(self, found: int) -> bool:
        """Whether no other deal is tried; if one is, it is counted. ``found`` deals led to the moment so far."""
        wanted = min(self._worlds, _LEAST) if perf_counter() > self._until else self._worlds
        self._tries += 1
        return found >= wanted or self._tries > wanted * _PATIENCE


def standard_error(values: Sequence[float]) -> float | None:
    """The standard error of the mean of values; None if there is one alone, which tells nothing about it."""
    number = len(values)
    if number < 2:
        return None
    mean = sum(values) / number
    return float((sum([(value - mean) ** 2 for value in values]) / (number - 1) / number) ** 0.5)


class _End(NamedTuple):
    """A position: each seat's share in the win if the game is over, or else what each seat sees.

    ``after`` is how each seat stands after the action, before it is played on.
    """

    over: list[float] | None
    rows: list[Row] | None
    after: list[Standing] | None


def _told(moment: Moment, dealt: dict[int, int]) -> list[Decision]:
    """The decisions before a moment, with the cards of a deal. A deal leaves nothing for nature to decide."""
    of_players = [each for each in moment.decisions if each.kind is not ChoiceKind.NATURE]
    return [each._replace(answer=retold(each, dealt)) for each in of_players]


def _retold(choice: Choice, answer: Any, dealt: dict[int, int]) -> Decision:
    decision = Decision(choice.player, choice.kind, answer)
    return decision._replace(answer=retold(decision, dealt))


def _different(game: Game, choice: Choice, moment: Moment, given: Any) -> list[Any]:
    """The answers that the player can tell apart: of cards that look the same, one, and one order for each top card.

    Of more than :data:`MOST_VALUES` values, the first.
    """
    first = [] if given is _NO_ANSWER else [given]
    found: dict[Any, Any] = {}
    if choice.kind is ChoiceKind.ORDER:
        for order in (*first, *orders(game, choice.options)):
            found.setdefault(order[-1], order)
        return list(found.values())
    back, place = game.back, {}
    if choice.kind in (ChoiceKind.CARD, ChoiceKind.ACTION):
        place = moment.before.state.place

    def seen(card: int, _: int) -> Any:
        return card if card in moment.known else (-1 - back[card], place.get(card))

    for answer in (*first, *choice.answers()):
        key = with_cards(answer, seen) if place else answer
        found.setdefault(key, answer)
    return list(islice(found.values(), MOST_VALUES if choice.kind is ChoiceKind.VALUE else None))


def orders(game: Game, cards: Sequence[int]) -> list[tuple[int, ...]]:
    """Some orders of a pile: as it is, and each other card on top, over the others by value."""
    by_value = sorted(cards, key=game.age.__getitem__)
    return [tuple(cards), *((*(card for card in by_value if card != top), top) for top in cards[:-1])]


class _Script:
    """Gives answers that are known, then those of the sensible bot."""

    def __init__(self, seed: int) -> None:
        self._game: Game
        self._policy = SensibleBot(seed)
        self._told: list[Decision] = []
        self._next = 0

    def attach(self, game: Game) -> None:
        self._game = game
        self._policy.attach(game)

    def begin(self, seed: int) -> None:
        """Forget what was played before."""
        self._policy = SensibleBot(seed)
        self._policy.attach(self._game)

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
