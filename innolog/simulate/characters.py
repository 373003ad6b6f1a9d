"""Bots with a character: preferences given by numbers, so that games reach positions that others seldom reach."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from innolog.engine.actions import Action, ActionKind
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.game import Game
from innolog.engine.state import Player
from innolog.engine.zones import Keyword

#: The most that chance adds to the worth of an action, in the unit of :meth:`CharacterBot._worth`.
_CHANCE = 3.0


@dataclass(frozen=True, slots=True)
class Character:
    """Preferences of a bot. Each number is from 0 (never) to 1 (whenever it can).

    ``hurries`` to the last age; ``declines`` optional effects; ``claims`` achievements; ``empties`` its hand;
    ``endorses``; ``displays``: uses the Artifact on display; ``varies``: activates the cards it activated least.
    ``seeks`` are cards that it wants to have on its board and to activate.
    """

    hurries: float = 0.3
    declines: float = 0.3
    claims: float = 0.7
    empties: float = 0.2
    endorses: float = 0.5
    displays: float = 0.5
    varies: float = 0.5
    seeks: frozenset[int] = frozenset()


class CharacterBot:
    """Takes the action worth most to its character, plus much chance. In effects it decides at random.

    To meld, it chooses cards that it seeks. In other choices of cards it avoids those that it seeks.
    """

    def __init__(self, seed: int, character: Character) -> None:
        self._random = Random(seed)
        self._character = character
        self._game: Game
        self._activated: Counter[int] = Counter()

    def attach(self, game: Game) -> None:
        """Set the game that the bot looks at."""
        self._game = game
        self._activated.clear()

    def choose(self, choice: Choice) -> Any:
        """One of the answers the rules allow."""
        random, character, kind = self._random, self._character, choice.kind
        if kind is ChoiceKind.ACTION:
            return self._action(choice)
        if kind is ChoiceKind.ORDER:
            return tuple(random.sample(list(choice.options), len(choice.options)))
        if kind is ChoiceKind.YES_NO and not choice.may:
            return random.random() >= character.declines
        if choice.may and random.random() < character.declines:
            return None
        if kind is ChoiceKind.CARD and choice.options and character.seeks:
            sought = character.seeks.intersection(choice.options)
            melds = choice.intent is Keyword.MELD
            preferred = [card for card in choice.options if (card in sought) == melds]
            if preferred:
                return random.choice(preferred)
        answers = choice.options or choice.answers()
        return random.choice(list(answers))

    def _action(self, choice: Choice) -> Action:
        me = self._game.players[choice.player]
        best: Action = max(choice.options, key=lambda action: self._worth(me, action) + _CHANCE * self._random.random())
        if best.card is not None and best.kind in (ActionKind.DOGMA, ActionKind.ENDORSE):
            self._activated[best.card] += 1
        return best

    def _worth(self, me: Player, action: Action) -> float:
        game, character, kind, card = self._game, self._character, action.kind, action.card
        if kind is ActionKind.DRAW:
            # With the last supply pile empty, drawing ends the game.
            ends = me.highest_top() >= game.rules.highest_age and not game.decks[game.rules.highest_age]
            return 2.0 + 2.0 * character.hurries - 2.0 * character.empties - 4.0 * ends
        if card is None or kind is ActionKind.DISPLAY_PASS:
            return 3.0 * (1.0 - character.displays)
        if kind is ActionKind.ACHIEVE:
            return 20.0 if self._random.random() < character.claims else -20.0
        if kind is ActionKind.DISPLAY_RETURN:
            return 1.0
        if kind is ActionKind.DISPLAY_DOGMA:
            return 6.0 * character.displays
        sought = card in character.seeks
        if kind is ActionKind.MELD:
            higher = max(0, game.age[card] - me.highest_top())
            covers = me.top(game.color[card]) in character.seeks and not sought
            return 1.5 + 5.0 * sought + 2.0 * character.hurries * higher + 3.0 * character.empties - 3.0 * covers
        again = self._activated[card]
        worth = 2.0 + 0.2 * game.age[card] + 5.0 * sought / (1 + again) - 1.5 * character.varies * again
        return worth + 6.0 * character.endorses - 1.0 if kind is ActionKind.ENDORSE else worth


#: Characters of the bots that users can choose, by the name of the bot.
CHARACTERS = {
    "hasty": Character(hurries=1.0, declines=0.1, claims=0.3, empties=0.5),
    "reluctant": Character(declines=0.8, claims=0.0, displays=0.3),
    "curious": Character(declines=0.3, claims=0.2, endorses=1.0, displays=1.0, varies=1.0),
    "empty-handed": Character(declines=0.2, empties=1.0, claims=0.5),
}

__all__ = ["CHARACTERS", "Character", "CharacterBot"]
