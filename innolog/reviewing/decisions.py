"""Every decision of a replayed game against its alternatives.

The game is played again. At each decision, the hidden cards are dealt anew several times, as far as the player did not
know them; in each deal every answer is tried, the rest of the action is played sensibly, and the position after it is
valued. The chances of an answer are the mean over the deals. They have two errors: that of the deals, which falls with
their number, and that of the values, which does not. Decisions get a second look, and so do draws where it matters
which card comes. How good the answers are together is looked at apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from math import hypot
from statistics import fmean
from time import perf_counter
from typing import Any, Final, NamedTuple, NoReturn

from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine.actions import play_next
from innolog.engine.choices import Choice, ChoiceKind, Decider
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Setup
from innolog.engine.zones import NOBODY, OWN, Zone
from innolog.results.result import ActionRecord, Replay
from innolog.results.valued import Draw, Equity, Valued
from innolog.reviewing.luck import Luck, is_draw
from innolog.reviewing.second_look import AT_ONCE, Question, SecondLook, Seen
from innolog.reviewing.time import Time
from innolog.strategy.lookout import Lookout, Standing, Unplayable
from innolog.strategy.moments import Course
from innolog.strategy.network import Network, shipped
from innolog.support.errors import InnologError

#: How many actions a process reviews at a time, at most: the game is played again for each such part.
_MOST_AT_A_TIME = 12
#: The largest number of facts that say what an answer brings, and the smallest difference that is one.
_MOST_FACTS, _SMALLEST = 2, 0.15
#: What a :class:`Standing` counts, in its order, and how many of each are much. Of achievements, it is those needed.
COUNTED: Final = {
    "points": 20,
    "achievements": 6,
    "achievements to claim": 3,
    "in the value of the highest top card": 10,
    "cards in hand": 6,
    "cards on the board": 15,
}
#: How all players stand.
_Stand = list[Standing]
#: The share in a win that nobody else has.
_WON: Final = 1.0
#: Reasons to leave out a decision.
HIDDEN = "the log does not show the player's cards"
UNKNOWN = "no deal leads to it"


class CannotReview(InnologError, ValueError):
    """The game cannot be reviewed; the message says why."""


class Alternative(NamedTuple):
    """One answer, with the player's chance to win (0 to 1), and the standard error that the deals leave in it.

    One deal does not show that error.
    """

    answer: Any
    chance: float
    error: float | None


class Brings(NamedTuple):
    """A fact after the action: whose, what is counted, and how much more of it there is."""

    own: bool
    what: str
    more: float


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A decision. ``alternatives`` begin with the answer that was given, and then have the best one first.

    ``action`` is the index of the action, ``number`` that of the decision in it. ``loss`` is the difference of the
    chances (0 to 1) of the best answer and the given one, ``error`` its standard error, of deals and of values; after
    one deal, of values alone.
    """

    action: int
    number: int
    player: int
    kind: ChoiceKind
    alternatives: tuple[Alternative, ...]
    loss: float
    error: float
    worlds: int
    #: A loss is marked if it is larger than this multiple of its error.
    times: float
    #: What the best answer brings against the given one, on average, the largest difference first. Empty if either ends
    #: the game in any deal: the other deals are no fair choice.
    brings: tuple[Brings, ...] = ()
    #: The number of deals of the first look in which the best answer wins alone within its action, and the number of
    #: these deals. Further looks are at other deals.
    wins: int = 0
    first_worlds: int = 0
    #: The cards whose faces and places the player knew.
    known: frozenset[int] = frozenset()
    #: Of cards of other players to choose from: whose they are, and where they lie.
    places: Mapping[int, tuple[int, Zone]] = field(default_factory=dict)

    @property
    def best(self) -> Alternative:
        """The answer with the best chance."""
        return max(self.alternatives, key=lambda each: each.chance)

    @property
    def marked(self) -> bool:
        """Whether the loss is larger than the errors allow."""
        return self.loss > self.times * self.error


@dataclass(slots=True)
class Review:
    """The decisions of a game that had alternatives, the cards drawn, and how many decisions were left out and why.

    A review of some actions has what belongs to these.
    """

    decisions: list[Reviewed] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    #: The number of actions, from the first one on, that were reviewed.
    actions: int = 0
    #: In how many deals each decision was valued at most.
    worlds: int = 0

    def add(self, part: Review) -> None:
        """Add the review of the actions that follow."""
        self.decisions += part.decisions
        self.draws += part.draws
        self.left_out += part.left_out
        self.actions += part.actions

    def valued(self) -> Valued:
        """What a dataset keeps of the review."""
        found = {}
        for each in self.decisions:
            given = each.alternatives[0]
            found[each.action, each.number] = Equity(given.chance, given.error, each.loss, each.error)
        return Valued(self.worlds, found, self.draws)

    def luck(self, seat: int) -> float:
        """What all draws of the game changed of a player's chance to win (1 is a whole game)."""
        return sum(draw.change[seat] for draw in self.draws)

    def luck_error(self, seat: int) -> float | None:
        """The standard error that the deals leave in :meth:`luck`; None if a draw was valued in one deal."""
        errors = [draw.error[seat] for draw in self.draws]
        known = [error for error in errors if error is not None]
        return hypot(*known) if len(known) == len(errors) else None

    def of(self, seat: int) -> list[Reviewed]:
        """The decisions of one player."""
        return [each for each in self.decisions if each.player == seat]


def review(
    replay: Replay,
    *,
    worlds: int = 16,
    ahead: int = 0,
    draws_ahead: int | None = None,
    seconds: float | None = None,
    limit: float | None = None,
    seats: Collection[int] | None = None,
    network: Network | None = None,
    progress: Callable[[int], None] | None = None,
    jobs: int = 1,
) -> Review:
    """Review a replayed game.

    - ``worlds``: the number of deals for each decision and draw, at most; a second look at a draw may take four times
      as many.
    - ``ahead``: how many actions strong bots play on in a second look at decisions; 0 for none.
    - ``draws_ahead``: how many actions bots play on in a second look at draws; by default half as many.
    - ``seconds``: about how long the whole game may take; each decision and each draw gets its share, and four deals at
      least. Second looks get what is left, and none is spent on the level of the answers.
    - ``limit``: after this many seconds, no other action is reviewed.
    - ``seats``: whose decisions; by default those of all players whose cards the log shows.
    - ``progress``: called after each action with the number of actions done.
    - ``jobs``: the number of processes, between which the actions are shared out.

    Raises :class:`CannotReview` for a game that is not legal, or of which the log leaves more open than hidden cards.
    """
    _check(replay)
    whole = Review(worlds=worlds)
    began = perf_counter()
    share = None if seconds is None else seconds * jobs
    task = partial(
        _reviewed,
        replay,
        worlds=worlds,
        ahead=ahead,
        draws_ahead=(ahead + 1) // 2 if draws_ahead is None else draws_ahead,
        seconds=share,
        seats=seats,
        network=network,
    )
    for part in _shared_out(task, len(replay.actions), jobs) if jobs > 1 else task(None):
        whole.add(part)
        whole.seconds = perf_counter() - began
        if progress is not None:
            progress(whole.actions)
        if limit is not None and whole.seconds > limit:
            break
    return whole


def by_action(replay: Replay, *, worlds: int) -> Iterator[Review]:
    """The reviews of all actions one by one, as :func:`review` makes them, with the same errors."""
    return _reviewed(replay, None, worlds=worlds)


def _shared_out(task: Callable[[range], Iterator[Review]], actions: int, jobs: int) -> Iterator[Review]:
    """The reviews of all actions in their order, from several processes."""
    from innolog.support.crews import Processes

    size = max(1, min(_MOST_AT_A_TIME, actions // (2 * jobs)))
    chunks = [[range(first, min(actions, first + size))] for first in range(0, actions, size)]
    with Processes[range, list[Review]](partial(_of_range, task), jobs) as crew:
        for parts in crew.in_order(chunks, _given_up):
            yield from parts


def _of_range(task: Callable[[range], Iterator[Review]], ranges: Sequence[range]) -> list[Review]:
    return [part for each in ranges for part in task(each)]


def _given_up(actions: range, reason: str) -> NoReturn:
    raise CannotReview(f"actions {actions.start} to {actions.stop - 1}: {reason}")


def _reviewed(
    replay: Replay,
    actions: range | None,
    *,
    worlds: int,
    ahead: int = 0,
    draws_ahead: int = 0,
    seconds: float | None = None,
    seats: Collection[int] | None = None,
    network: Network | None = None,
) -> Iterator[Review]:
    """The reviews of some actions one by one, or of all."""
    share = None if seconds is None else seconds / max(1, sum(map(_to_value, replay.actions)))
    walk = _Walk(replay, network or shipped(), worlds, ahead, draws_ahead, seats, Time(share))
    if actions is None:
        actions = range(len(replay.actions))
    for index in range(actions.stop):
        if index in actions:
            yield walk.review(index)
        else:
            walk.play(index)


def _to_value(action: ActionRecord) -> int:
    """The number of decisions and draws of an action."""
    return len(action.decisions) + sum(is_draw(event) for event, _ in action.events)


def can_review(replay: Replay) -> bool:
    """Whether a game is legal, and its log leaves open no more than hidden cards."""
    try:
        _check(replay)
    except CannotReview:
        return False
    return True


def _check(replay: Replay) -> tuple[Setup, Ruleset]:
    if not replay.verdict.explained:
        raise CannotReview(f"the game is {replay.verdict.value.replace('_', ' ')}; only legal games are reviewed")
    if replay.setup is None or replay.rules is None or replay.not_recorded:
        raise CannotReview("the log leaves open what happened, not only which cards were hidden")
    return replay.setup, replay.rules


def game_of(replay: Replay, decider: Decider) -> Game:
    """A replayed game at its beginning, to be played again. Raises :class:`CannotReview` as :func:`review` does."""
    return Game(*_check(replay), decider)


class _Walk:
    """Plays the game again: the decider of the engine."""

    def __init__(
        self,
        replay: Replay,
        network: Network,
        worlds: int,
        ahead: int,
        draws_ahead: int,
        seats: Collection[int] | None,
        time: Time,
    ) -> None:
        self._replay, self._worlds, self._seats, self._time = replay, worlds, seats, time
        self._game = game_of(replay, self)
        self._course = Course(self._game)
        self._game.sink = self._receive
        self._lookout = Lookout(self._game, network, 1)
        self._again = SecondLook(self._game, network, 1, ahead, time) if ahead else None
        self._luck = Luck(self._game, network, 1, draws_ahead, time)
        self._action = self._number = 0
        self._decisions: Iterator[tuple[Choice, Any]] = iter(())
        #: The review of the present action; None if it is only played.
        self._review: Review | None = None

    def review(self, index: int) -> Review:
        """Play an action, and review its decisions."""
        self._review = review = Review(actions=1)
        self.play(index)
        self._review = None
        return review

    def play(self, index: int) -> None:
        """Play an action."""
        self._action, self._number = index, -1
        self._decisions = iter(self._replay.actions[index].decisions)
        play_next(self._game)

    def _receive(self, event: Any) -> None:
        if self._review is not None and self._game.turn >= 0 and is_draw(event):
            self._time.earn()
            self._luck.begin(self._seed(len(self._review.draws)))
            found = self._luck.of(self._course.known_to_any(), event.card, self._worlds)
            if found is not None:
                self._review.draws.append(Draw(self._action, event.to_owner, event.card, found.change, found.error))
        self._course.receive(event)

    def choose(self, choice: Choice) -> Any:
        """The recorded answer."""
        self._number += 1
        _, answer = next(self._decisions)
        if self._review is not None:
            self._time.earn()
            if choice.kind is not ChoiceKind.NATURE:
                self._look(self._review, choice, answer)
        if choice.kind is ChoiceKind.ACTION and self._game.turn >= 0 and not self._hides(choice.player):
            self._luck.begin(self._seed(self._number))
            with nullcontext() if self._review is None else self._time.share():
                self._luck.chosen(self._course.moment(choice.player), choice, answer)
        self._course.decided(choice, answer)
        return answer

    def _look(self, review: Review, choice: Choice, answer: Any) -> None:
        opening = self._game.turn < 0
        # Any player may be the next whose first meld is recorded.
        seat = self._game.place[answer][0] if opening else choice.player
        if self._seats is not None and seat not in self._seats:
            return
        if self._hides(seat):
            review.left_out[HIDDEN] += 1
            return
        moment = self._course.opening(seat) if opening else self._course.moment(seat)
        only = None
        if opening:
            only = [answer, *(card for card in self._game.players[seat].hand if card != answer)]
            # All melds are asked for as those of the first seat.
            choice = Choice(choice.kind, 0, only, intent=choice.intent)
        if len(only or choice.answers()) < 2:
            return
        self._lookout.begin(self._seed(self._number))
        try:
            with self._time.share() as seconds:
                tried = self._lookout.try_all(moment, choice, self._worlds, answer, only, seat, seconds)
        except Unplayable:
            review.left_out[UNKNOWN] += 1
            return
        if len(tried.answers) < 2:
            return
        seen = Seen(tried, AT_ONCE)
        if self._again is not None:
            self._again.begin(self._seed(self._number))
            seen = self._again.at(Question(moment, choice, seat), tried, self._worlds)
        review.decisions.append(self._reviewed(choice, seen, seat, moment.known))

    def _seed(self, number: int) -> int:
        """A seed for a decision or draw of the action: what is found does not depend on what else is reviewed."""
        return 1000 * self._action + number

    def _hides(self, seat: int) -> bool:
        """Whether the log hides cards that the player at a seat saw."""
        me = self._game.players[seat]
        return any(card >= UNKNOWN_BASE for zone in OWN for card in me.zones[zone])

    def _reviewed(self, choice: Choice, seen: Seen, seat: int, known: frozenset[int]) -> Reviewed:
        tried, loss, error = seen.tried, *seen.loss()
        means = tried.means()
        best = means.index(max(means))
        cards = tried.answers if choice.kind is ChoiceKind.CARD else ()
        lie = {card: self._game.place[card] for card in cards if card in self._game.place}
        order = [0, *sorted(range(1, len(means)), key=lambda index: -means[index])]
        return Reviewed(
            self._action,
            self._number,
            seat,
            choice.kind,
            tuple(Alternative(tried.answers[index], *seen.chance(index)) for index in order),
            loss,
            error,
            len(tried.chances),
            seen.marks.times,
            self._brings(seat, [(after[best], after[0]) for after in tried.after]),
            sum(after[best] == _WON for after in tried.after),
            len(tried.after),
            known,
            {card: place for card, place in lie.items() if place[0] not in (NOBODY, seat)},
        )

    def _brings(self, seat: int, after: Sequence[tuple[_Stand | float, _Stand | float]]) -> tuple[Brings, ...]:
        """Facts from how all stand after two answers, if the game goes on after both in all deals."""
        pairs = [(best, given) for best, given in after if not isinstance(best, float) and not isinstance(given, float)]
        if len(pairs) < len(after):
            return ()
        found: list[tuple[float, Brings]] = []
        rules = self._game.rules
        opponents = [player.index for player in self._game.players if not rules.same_side(seat, player.index)]
        for own, counted in ((True, [seat]), (False, opponents)):
            for index, (what, many) in enumerate(COUNTED.items()):
                more = fmean(sum(best[of][index] - given[of][index] for of in counted) for best, given in pairs)
                many = rules.achievements_needed if what == "achievements" else many
                found.append((abs(more) / many, Brings(own, what, more)))
        found.sort(key=lambda each: -each[0])
        return tuple(brings for _, brings in found[:_MOST_FACTS] if abs(brings.more) >= _SMALLEST)
