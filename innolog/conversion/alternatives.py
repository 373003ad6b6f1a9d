"""What a player could have done instead: the legal actions at each point of a game, and their possible outcomes.

Cards in the supply, and other players' cards that lie face down, count as unknown, because the player did not see them.
The outcomes of an action are known if they depend on no unknown card: one, or a tree of choices with one at each end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from itertools import chain
from typing import Any, NamedTuple

from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine.actions import play_next
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.events import Event, GameEnded, Transfer
from innolog.engine.game import Game, Saved
from innolog.engine.operations import Action
from innolog.engine.state import Setup
from innolog.engine.zones import FACE_UP, OWN
from innolog.log.faults import described
from innolog.results.result import Replay, Snapshot
from innolog.results.snapshots import snapshot

#: How often an action is tried with other answers. With four times as many, one possible action in twenty more has a
#: value, and all take twice as long.
_MOST_PLAYS = 12


class Depends(Enum):
    """What decides the table after an action."""

    #: A card that the player cannot see yet.
    CARDS = "cards"
    #: A choice of the player who takes the action.
    OWN = "own"
    #: A choice of another player.
    OTHERS = "others"


class After(NamedTuple):
    """The table after an action, the seat whose action is next, and the end of the game if it ends.

    ``turn`` and ``number`` of the next action count from 1.
    """

    table: Snapshot
    player: int
    turn: int
    number: int
    ended: GameEnded | None


class Fork(NamedTuple):
    """A choice within an action, the seat that has it, and what follows each answer."""

    player: int
    branches: tuple[After | Fork, ...]


class Untried(NamedTuple):
    """An action whose outcomes are left out, because innolog itself failed to try it: a bug, with its reason."""

    reason: str


class Alternative(NamedTuple):
    """One legal action, with its outcomes or what these depend on. ``age`` is that of its card.

    ``alike`` counts actions with cards of one back that the log does not identify: they are listed once.
    """

    action: Action
    age: int | None
    taken: bool
    outcome: After | Fork | Depends | Untried
    alike: int = 1


def alternatives(result: Replay, *, forks: bool = True) -> Iterator[tuple[Alternative, ...]]:
    """The legal actions at each action of a replayed game, in the order of ``result.actions``.

    ``forks``: True when choices within an action are to be followed; else the table depends on them.
    Empty for the opening. Yields nothing if the log leaves facts open. Ends early if the decisions of the replay cannot
    be repeated. Raises nothing: a page about a legal game must not depend on what did not happen in it.
    """
    if result.setup is None or result.rules is None or result.not_recorded:
        return
    answers = _Answers()
    game = Game(result.setup, result.rules, answers)
    trial = _Trial(result.setup, result, _MOST_PLAYS if forks else 1)
    for record in result.actions:
        asked = next(((c, a) for c, a in record.decisions if c.kind is ChoiceKind.ACTION), None)
        found = () if asked is None or game.turn < 0 else trial.each(game, asked[0].options, asked[1])
        yield found
        answers.left = [answer for _, answer in record.decisions]
        try:
            play_next(game)
        except _NoMoreAnswers:
            # The log breaks off within the action.
            return


class _NoMoreAnswers(Exception):
    """A replay has no answer to a choice."""


class _Answers:
    """Gives the answers of a replay in order."""

    def __init__(self) -> None:
        self.left: list[Any] = []

    def choose(self, choice: Choice) -> Any:
        """The next answer. Raises :class:`_NoMoreAnswers` if there is none."""
        if not self.left:
            raise _NoMoreAnswers
        return self.left.pop(0)


class _Asked(Exception):
    """A player has a choice that no answer was given to."""

    def __init__(self, player: int, answers: Sequence[Any]) -> None:
        super().__init__(player)
        self.player = player
        self.answers = answers


class _Undecided(Exception):
    """The outcomes of the action are not known, or too many."""

    def __init__(self, depends: Depends) -> None:
        super().__init__(depends.value)
        self.depends = depends


class _Trial:
    """A second game in which actions are tried. It has spare hidden cards."""

    def __init__(self, setup: Setup, result: Replay, most: int) -> None:
        assert result.rules is not None
        dealt = [card for pile in setup.decks.values() for card in pile]
        dealt += [card for hand in setup.hands for card in hand] + [*setup.achievements, *setup.relics]
        backs = result.rules.table.back
        spare = tuple(backs[card] for card in dealt if card < UNKNOWN_BASE)
        self._action: Action
        self._answers: list[Any] = []
        self._plays = self._me = 0
        self._most = most
        setup = replace(setup, unknown_backs=setup.unknown_backs + spare)
        self._game = Game(setup, result.rules, self, self._watch)
        self._game.watch_hidden = self._hidden

    def each(self, game: Game, options: Sequence[Action], taken: Action) -> tuple[Alternative, ...]:
        """The alternatives for the actions from the position of a game."""
        try:
            position = self._as_seen(game)
        except Exception as error:
            return tuple(
                Alternative(action, _age(game, action), action == taken, Untried(described(error)))
                for action in options
            )
        found: dict[tuple[Any, int | None], Alternative] = {}
        for action in options:
            card = action.card
            hidden = card is not None and card >= UNKNOWN_BASE
            age = _age(game, action)
            key = (action.kind, -1 - game.back[card] if hidden and card is not None else card)
            if key in found:
                same = found[key]
                found[key] = same._replace(alike=same.alike + 1, taken=same.taken or action == taken)
            else:
                found[key] = Alternative(action, age, action == taken, self._outcome(position, action))
        return tuple(found.values())

    def _as_seen(self, game: Game) -> Saved:
        """The position as the player whose turn it is sees it."""
        trial = self._game
        me = self._me = game.turn_player.index
        trial.restore(game.save())
        unseen: dict[int, list[int]] = {}
        for pile in trial.decks.values():
            for card in pile:
                unseen.setdefault(trial.back[card], []).append(card)
        for player in trial.players:
            if player.index != me:
                for card in chain(*[player.zones[zone] for zone in sorted(OWN)]):
                    unseen.setdefault(trial.back[card], []).append(card)
        for cards in unseen.values():
            trial.forget(cards)
        return trial.save()

    def _outcome(self, position: Saved, action: Action) -> After | Fork | Depends | Untried:
        self._action = action
        self._plays = 0
        try:
            return self._following(position, ())
        except _Undecided as undecided:
            return undecided.depends
        except Exception as error:
            return Untried(described(error))

    def _following(self, position: Saved, answers: tuple[Any, ...]) -> After | Fork:
        """What follows if these answers are given to the first choices within the action."""
        trial = self._game
        trial.restore(position)
        self._answers = list(answers)
        self._plays += 1
        try:
            play_next(trial)
        except _Asked as asked:
            if self._plays + len(asked.answers) > self._most:
                raise _Undecided(self._whose(asked.player)) from None
            branches = tuple(self._following(position, (*answers, each)) for each in asked.answers)
            return Fork(asked.player, branches)
        return After(snapshot(trial), trial.turn_player.index, trial.turn + 1, trial.action_number, trial.over)

    def _whose(self, player: int) -> Depends:
        return Depends.OWN if player == self._me else Depends.OTHERS

    def _watch(self, event: Event) -> None:
        """Stop when a card is revealed that the player could not see."""
        if isinstance(event, Transfer) and event.card >= UNKNOWN_BASE and event.to_zone in FACE_UP:
            raise _Undecided(Depends.CARDS)

    def _hidden(self, card: int) -> None:
        """Stop when an effect needs the place or the face of a card that the player cannot see."""
        raise _Undecided(Depends.CARDS)

    def choose(self, choice: Choice) -> Any:
        """The only possible answer, or the next given one. Raises :class:`_Asked` if there is none."""
        if choice.kind is ChoiceKind.ACTION:
            return self._action
        if choice.kind is ChoiceKind.ORDER:
            raise _Undecided(self._whose(choice.player))
        if choice.uncertain:
            # Not every answer is possible: perhaps one of these cards must pass the test.
            raise _Undecided(Depends.CARDS)
        answers = choice.answers()
        if len(answers) == 1:
            return answers[0]
        if choice.kind is ChoiceKind.NATURE:
            raise _Undecided(Depends.CARDS)
        if self._answers:
            return self._answers.pop(0)
        raise _Asked(choice.player, answers)


def _age(game: Game, action: Action) -> int | None:
    return None if action.card is None else game.age[action.card]
