"""Positions in which a karma is carried out: the figure's owner, or whoever else the karma looks at, triggers it.

An effect is activated, a karma is not. So each action of the game is tried on copies of it, until one is found in which
the karma is carried out. That one is taken, with the answers of the trial.

*Each* karmas are in force in every position with their figure on top. They leave no event, and are not sought here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from innolog.cards.editions import Printing
from innolog.cards.facts import CardSet, card_table
from innolog.cards.karmas import Each, Issues, Karma, Would, karmas_of
from innolog.engine.actions import Action, ActionKind, play_next
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.events import EffectStarted, Event
from innolog.engine.game import Game
from innolog.engine.ruleset import Platform, Ruleset
from innolog.engine.state import Setup
from innolog.simulate import RandomDecider
from innolog.simulate.bots import Bot
from tests.coverage_of_effects import Key
from tests.hunt.states import AT_START, DECLINED, NOTHING, PAST_EMPTY, PILE_OF_TWO

#: The states in which karmas are driven. Whoever has a figure has a top card, and nobody shares a karma.
OF_KARMAS = (*(state for state in AT_START if state != "no top card"), NOTHING, DECLINED, PAST_EMPTY, PILE_OF_TWO)
#: The number of actions of a position: the opening, the turn that sets it up, and three turns.
ACTIONS = 9


#: A printing, a figure, the number of its karma, and a state.
Cell = tuple[str, int, int, str]


class Sought(NamedTuple):
    """The karma that a position is after, in a printing."""

    printing: Printing
    karma: Karma

    @property
    def is_melded(self) -> bool:
        """Whether the figure must be melded, so that it is in the hand first."""
        return not isinstance(self.karma, Each | Would | Issues)

    def cell(self, state: str) -> Cell:
        """The karma and a state, for counts; the empty state stands for any."""
        return self.printing.value, self.karma.card, self.karma.number, state

    def __str__(self) -> str:
        return f"{card_table().name[self.karma.card]} karma {self.karma.number} ({self.printing.value})"


def all_sought(cards: Iterable[int]) -> Iterator[Sought]:
    """The karmas of some cards that can be carried out, in both printings."""
    for printing in Printing:
        sets = frozenset({CardSet.BASE, CardSet.FIGURES})
        texts = Ruleset(sets=sets, platform=Platform.TABLE, printing=printing).texts
        for card in cards:
            yield from (Sought(printing, karma) for karma in karmas_of(card, texts) if not isinstance(karma, Each))


class Seeker:
    """A decider that takes the first action in which a karma is carried out, and otherwise decides like another.

    Then the game goes on without a search.
    """

    def __init__(self, bot: Bot, sought: Sought, random: Random) -> None:
        self._bot, self._sought, self._random = bot, sought, random
        self._answers: list[Any] = []
        self._found = False
        self._states: list[str] = []

    def attach(self, game: Game) -> None:
        """Set the game in which it decides."""
        self._game = game
        self._bot.attach(game)

    def choose(self, choice: Choice) -> Any:
        """An answer of the trial that found the karma, or one of the other decider."""
        if self._answers:
            return self._answers.pop(0)
        if choice.kind is ChoiceKind.ACTION and self._game.turn > 0 and not self._found:
            for action in self._random.sample(list(choice.options), len(choice.options)):
                trial = _Trial(self._game, action, self._sought.karma, self._random.randrange(1000))
                if trial.found:
                    self._found = True
                    owner = self._game.players[choice.player]
                    self._states = [state for state, holds in AT_START.items() if holds(self._game, owner)]
                    self._answers = trial.answers[1:]
                    return action
        return self._bot.choose(choice)

    def reached(self, counts: Collection[tuple[Key, str]]) -> set[Cell]:
        """The cells that were reached. ``counts``: the effects and states that were counted in the game.

        No event shows the karma that allows a decree with any two figures: its states are those before the action.
        """
        if not self._found:
            return set()
        karma = self._sought.karma
        states = [
            state
            for (_, card, kind, number), state in counts
            if (card, kind, number) == (karma.card, "karma", karma.number)
        ]
        return {self._sought.cell(state) for state in ("", *(self._states if isinstance(karma, Issues) else states))}


class _Trial:
    """An action, tried on a copy of a game. ``answers``: the action, and what was chosen at random in it."""

    def __init__(self, game: Game, action: Action, karma: Karma, seed: int) -> None:
        self._action, self._karma = action, karma
        self._chance = RandomDecider(seed)
        self.answers: list[Any] = []
        self.found = isinstance(karma, Issues) and action == Action(ActionKind.DECREE, karma.decree)
        copy = Game(Setup({}, ((),) * len(game.players), (), ()), game.rules, self, self._receive)
        copy.restore(game.save())
        copy.turn_player = copy.current = copy.players[game.turn_player.index]
        # The game is about to take this action.
        if action.kind in (ActionKind.DISPLAY_DOGMA, ActionKind.DISPLAY_RETURN, ActionKind.DISPLAY_PASS):
            copy.free_action = True
        else:
            copy.action -= 1
        play_next(copy)

    def choose(self, choice: Choice) -> Any:
        answer = self._chance.choose(choice) if self.answers else self._action
        self.answers.append(answer)
        return answer

    def _receive(self, event: Event) -> None:
        if isinstance(event, EffectStarted) and event.kind == "karma":
            self.found |= (event.card, event.number) == (self._karma.card, self._karma.number)


def report(reached: Collection[Cell], chosen: Sequence[int]) -> str:
    """For each printing, how many karmas of the cards were carried out, in how many states, and which never were."""
    lines = []
    for printing in Printing:
        every = [sought for sought in all_sought(chosen) if sought.printing is printing]
        never = [str(sought) for sought in every if sought.cell("") not in reached]
        cells = sum(sought.cell(state) in reached for sought in every for state in OF_KARMAS)
        lines.append(
            f"karmas ({printing.value}): {len(every) - len(never)} of {len(every)} carried out,"
            f" in {cells} of {len(every) * len(OF_KARMAS)} cells"
        )
        if never:
            lines.append("    never: " + ", ".join(never))
    return "\n".join(lines)
