"""What a player could have done instead: the legal actions at each point of a game, and their certain outcomes.

Cards in the supply, and other players' cards that lie face down, count as unknown, because the player did not see them.
The outcome of an action is certain only if it depends on no unknown card and on nobody's choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any, NamedTuple

from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine.actions import play_next
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.events import Event, GameEnded, Transfer
from innolog.engine.game import Game, Saved
from innolog.engine.operations import Action
from innolog.engine.state import Setup
from innolog.engine.zones import Zone
from innolog.results.result import Replay, Snapshot
from innolog.results.snapshots import snapshot

#: Zones in which every card lies face up.
_OPEN = frozenset({Zone.BOARD, Zone.REVEALED, Zone.DISPLAY})


class Depends(Enum):
    """What decides the table after an action."""

    #: A card that the player cannot see yet.
    CARDS = "cards"
    #: A choice of the player who takes the action.
    OWN = "own"
    #: A choice of another player.
    OTHERS = "others"


class Outcome(NamedTuple):
    """The table after an action, the seat whose action is next, and the end of the game if it ends.

    ``turn`` and ``number`` of the next action count from 1.
    """

    table: Snapshot
    player: int
    turn: int
    number: int
    ended: GameEnded | None


class Alternative(NamedTuple):
    """One legal action, with its certain outcome or what that depends on. ``age`` is that of its card.

    ``alike`` counts actions with cards of one back that the log does not identify: they are listed once.
    """

    action: Action
    age: int | None
    taken: bool
    outcome: Outcome | Depends
    alike: int = 1


def alternatives(result: Replay) -> Iterator[tuple[Alternative, ...]]:
    """The legal actions at each action of a replayed game, in the order of ``result.actions``.

    Empty for the opening. Yields nothing if the log leaves facts open. Ends early if the decisions of the replay cannot
    be repeated.
    """
    if result.setup is None or result.rules is None or result.not_recorded:
        return
    answers = _Answers()
    game = Game(result.setup, result.rules, answers)
    trial = _Trial(result.setup, result)
    for record in result.actions:
        asked = next(((c, a) for c, a in record.decisions if c.kind is ChoiceKind.ACTION), None)
        found = () if asked is None or game.turn < 0 else trial.each(game, asked[0].options, asked[1])
        answers.left = [answer for _, answer in record.decisions]
        try:
            play_next(game)
        except (ValueError, IndexError):
            return
        yield found


class _Answers:
    """Gives the answers of a replay in order."""

    def __init__(self) -> None:
        self.left: list[Any] = []

    def choose(self, choice: Choice) -> Any:
        """The next answer."""
        return self.left.pop(0)


class _Undecided(Exception):
    """The action does not have one certain outcome."""

    def __init__(self, depends: Depends) -> None:
        super().__init__(depends.value)
        self.depends = depends


class _Trial:
    """A second game in which actions are tried. It has spare hidden cards."""

    def __init__(self, setup: Setup, result: Replay) -> None:
        assert result.rules is not None
        dealt = [card for pile in setup.decks.values() for card in pile]
        dealt += [card for hand in setup.hands for card in hand] + [*setup.achievements, *setup.relics]
        backs = result.rules.table.back
        spare = tuple(backs[card] for card in dealt if card < UNKNOWN_BASE)
        self._action: Action
        setup = replace(setup, unknown_backs=setup.unknown_backs + spare)
        self._game = Game(setup, result.rules, self, self._watch)

    def each(self, game: Game, options: Sequence[Action], taken: Action) -> tuple[Alternative, ...]:
        """The alternatives for the actions from the position of a game."""
        position = self._as_seen(game)
        found: dict[tuple[Any, int | None], Alternative] = {}
        for action in options:
            card = action.card
            hidden = card is not None and card >= UNKNOWN_BASE
            age = None if card is None else game.age[card]
            key = (action.kind, -1 - game.back[card] if hidden and card is not None else card)
            if key in found:
                same = found[key]
                found[key] = same._replace(alike=same.alike + 1, taken=same.taken or action == taken)
            else:
                found[key] = Alternative(action, age, action == taken, self._outcome(position, action))
        return tuple(found.values())

    def _as_seen(self, game: Game) -> Saved:
        """The position as the player whose turn it is sees it."""
        trial, me = self._game, game.turn_player.index
        trial.restore(game.save()._replace(turn_player=trial.players[me]))
        unseen: dict[int, list[int]] = {}
        for pile in trial.decks.values():
            for card in pile:
                unseen.setdefault(trial.back[card], []).append(card)
        for player in trial.players:
            if player.index != me:
                for card in (*player.hand, *player.score_pile, *player.forecast):
                    unseen.setdefault(trial.back[card], []).append(card)
        for cards in unseen.values():
            trial.forget(cards)
        return trial.save()

    def _outcome(self, position: Saved, action: Action) -> Outcome | Depends:
        trial = self._game
        trial.restore(position)
        self._action = action
        try:
            play_next(trial)
        except _Undecided as undecided:
            return undecided.depends
        return Outcome(snapshot(trial), trial.turn_player.index, trial.turn + 1, trial.action_number, trial.over)

    def _watch(self, event: Event) -> None:
        """Stop when a card is revealed that the player could not see."""
        if isinstance(event, Transfer) and event.card >= UNKNOWN_BASE and event.to_zone in _OPEN:
            raise _Undecided(Depends.CARDS)

    def choose(self, choice: Choice) -> Any:
        """The only possible answer. Raises :class:`_Undecided` if there are several."""
        if choice.kind is ChoiceKind.ACTION:
            return self._action
        answers = choice.answers()
        if choice.kind is not ChoiceKind.ORDER and len(answers) == 1:
            return answers[0]
        if choice.kind is ChoiceKind.NATURE:
            raise _Undecided(Depends.CARDS)
        raise _Undecided(Depends.OWN if choice.player == self._game.turn_player.index else Depends.OTHERS)
