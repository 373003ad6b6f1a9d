"""A bot that plays sensibly. Deterministic, as all bots are."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from innolog.cards.registry import EffectKind
from innolog.engine.actions import Action, ActionKind
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.dogma import effects
from innolog.engine.game import Game
from innolog.engine.state import Player
from innolog.engine.zones import Keyword

#: Looked up once: in a compiled module, looking up a member of an enumeration costs more than comparing it.
_DRAW: Final = ActionKind.DRAW
_MELD: Final = ActionKind.MELD
_ACHIEVE: Final = ActionKind.ACHIEVE
_ENDORSE: Final = ActionKind.ENDORSE
_DISPLAY_PASS: Final = ActionKind.DISPLAY_PASS
_DISPLAY_RETURN: Final = ActionKind.DISPLAY_RETURN

#: How often the sensible bot accepts an optional choice (0 to 1), by what happens to the chosen card.
_ACCEPTS: dict[Keyword | None, float] = {
    Keyword.MELD: 0.9,
    Keyword.SCORE: 1.0,
    Keyword.TUCK: 0.9,
    Keyword.ACHIEVE: 1.0,
    Keyword.FORESHADOW: 1.0,
    Keyword.RETURN: 0.6,
}
#: Keywords for which the sensible bot chooses its best card.
_GAINS = frozenset({Keyword.MELD, Keyword.SCORE, Keyword.FORESHADOW, Keyword.ACHIEVE})


class SensibleBot:
    """Decides as a casual player might, using only what a player may see.

    It takes the action with the highest rough worth, to which a little chance is added so that games differ:

    - An achievement that can be claimed is claimed, the highest first.
    - A meld is worth the value gained over the covered card and the icons gained on the board. It is worth more for a
      new color or a new highest card.
    - A dogma is worth more for a higher card, and less for each opponent who would share. A demand is worth something
      for each opponent who must obey it. A card that was activated often is worth less, so that games make progress.
    - A draw is worth a little, and more with an empty hand. A draw that ends the game is taken only when ahead.

    In an effect the bot gives up its own lowest cards and opponents' highest. It keeps or uses its own highest, splays
    its longest pile, and chooses the opponent with the most achievements and points.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._game: Game
        #: How often each card was activated.
        self._activated: Counter[int] = Counter()
        #: Whether a card has an effect that can be shared, a demand and a compel.
        self._kinds: dict[int, tuple[bool, bool, bool]] = {}
        #: In the choice of an action, by icon: the number of opponents who would share, and of all opponents.
        self._shares: dict[int, tuple[int, int]] = {}
        self._answers: dict[ChoiceKind, Callable[[Choice], Any]] = {
            ChoiceKind.ACTION: self._action,
            ChoiceKind.CARD: self._card,
            ChoiceKind.COLOR: self._color,
            ChoiceKind.YES_NO: lambda choice: self._random.random() < 0.75,
            ChoiceKind.PLAYER: self._player,
            ChoiceKind.ORDER: lambda choice: tuple(sorted(choice.options, key=self._game.age.__getitem__)),
            ChoiceKind.PLACE: lambda choice: choice.options[0],
        }

    def attach(self, game: Game) -> None:
        """Set the game that the bot looks at."""
        self._game = game
        self._activated.clear()
        self._kinds.clear()

    def choose(self, choice: Choice) -> Any:
        """The answer that looks best; see the class."""
        answer = self._answers.get(choice.kind)
        return self._random.choice(choice.answers()) if answer is None else answer(choice)

    # --- actions -----------------------------------------------------------------------------

    def _action(self, choice: Choice) -> Action:
        game, random = self._game, self._random.random
        me = game.players[choice.player]
        self._shares.clear()
        best: Action = choice.options[0]
        most = -math.inf
        for action in choice.options:
            worth = self._worth(me, action) + 2 * random()
            if worth > most:
                best, most = action, worth
        if best.card is not None and best.kind is not _MELD:
            self._activated[best.card] += 1
        return best

    def _worth(self, me: Player, action: Action) -> float:
        kind, card = action
        if kind is _DRAW:
            return self._worth_of_draw(me)
        if card is None or kind is _DISPLAY_PASS:
            return 1.0
        if kind is _ACHIEVE:
            return 1000.0 + self._game.age[card]
        if kind is _MELD:
            return self._worth_of_meld(me, card)
        if kind is _DISPLAY_RETURN:
            return 0.0
        worth = self._worth_of_dogma(me, card)
        return 1.6 * worth - 1.0 if kind is _ENDORSE else worth

    def _worth_of_draw(self, me: Player) -> float:
        game = self._game
        highest = game.rules.highest_age
        if me.highest_top() == highest and not any(game.decks[back] for back in game.decks if back == highest):
            ahead = all(me.score() > other.score() for other in game.opponents(me))
            return 50.0 if ahead else -10.0
        return 2.0 + (2.5 if len(me.hand) < 2 else 0.0)

    def _worth_of_meld(self, me: Player, card: int) -> float:
        game = self._game
        covered = me.top(game.color[card])
        if covered is None:
            worth = 3.0 + 0.5 * game.age[card]
        else:
            icons = game.table.top_icons
            worth = 1.5 * (game.age[card] - game.value(covered))
            worth += 0.5 * (sum(icons[card][1:]) - sum(icons[covered][1:]))
        return worth + 2.0 * max(0, game.age[card] - me.highest_top())

    def _worth_of_dogma(self, me: Player, card: int) -> float:
        game = self._game
        icon = game.table.featured[card]
        shares = self._shares.get(icon)
        if shares is None:
            mine = me.count(icon)
            others = [player.count(icon) for player in game.opponents(me)]
            shares = self._shares[icon] = (sum([count >= mine for count in others]), len(others))
        sharing, opponents = shares
        kinds = self._kinds.get(card)
        if kinds is None:
            found = [effect.kind for effect in effects(game, card)]
            kinds = self._kinds[card] = (
                EffectKind.DOGMA in found or EffectKind.ECHO in found,
                EffectKind.DEMAND in found,
                EffectKind.COMPEL in found,
            )
        shared, demands, compels = kinds
        worth = 0.0
        if shared:
            worth += 2.5 + 0.4 * game.age[card] - 1.2 * sharing
        if demands:
            worth += 2.0 * (opponents - sharing)
        if compels:
            worth += 2.0 * sharing
        return worth - 0.4 * self._activated[card]

    # --- choices in effects -----------------------------------------------------------------------------

    def _card(self, choice: Choice) -> int | None:
        if choice.may and self._random.random() >= _ACCEPTS.get(choice.intent, 0.7):
            return None
        cards: Sequence[int] = choice.options or choice.uncertain
        owner = self._game.place[cards[0]][0]
        gain = choice.intent in _GAINS or (choice.target is not None and choice.target[0] == choice.player)
        if choice.intent is Keyword.TUCK:
            gain = False
        if owner != choice.player:
            gain = True
        best = max if gain else min
        worth = {card: self._game.age[card] + self._random.random() for card in cards}
        return best(cards, key=worth.__getitem__)

    def _color(self, choice: Choice) -> int:
        piles = self._game.players[choice.target[0] if choice.target else choice.player].piles
        color: int = max(choice.options, key=lambda color: len(piles[color]))
        return color

    def _player(self, choice: Choice) -> int:
        def standing(seat: int) -> tuple[int, int]:
            player = self._game.players[seat]
            return len(player.achievements), player.score()

        seat: int = max(choice.options, key=standing)
        return seat
