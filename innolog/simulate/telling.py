"""Record a game as observations: every event and decision, with all cards face up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from innolog import log as seen
from innolog.cards.facts import (
    COLORS,
    FOUNTAINS,
    CardSet,
    Icon,
    back_age,
    back_set,
    city_icon_color,
    is_city_icon,
)
from innolog.engine import events as done
from innolog.engine.actions import ActionKind, claimable
from innolog.engine.choices import Choice, ChoiceKind, Decider
from innolog.engine.game import Game
from innolog.engine.parley import ACTIVATE
from innolog.engine.state import Player
from innolog.engine.zones import NOBODY, Keyword, Zone
from innolog.log import At, Check, Place
from innolog.log.told import Told

_PLACES = {zone: Place[zone.name] for zone in Zone if zone.name in Place.__members__}
_PLACES[Zone.AVAILABLE] = Place.ACHIEVEMENTS


class Teller:
    """The decider and sink of a game that is recorded. Another decider makes the decisions.

    ``told`` are the observations so far.
    """

    def __init__(self, decider: Decider, passed: Callable[[], bool | None] = lambda: None) -> None:
        self._decider = decider
        #: Whether the site recorded that the last decision was to decline; None if unknown.
        self._passed = passed
        self.told: list[Told] = []
        self.game: Game
        self._move = 0
        #: True once a card was activated in this action.
        self._in_effect = False
        #: The player who last chose a card in the current effect, and what for.
        self._last: tuple[int, Keyword | None] | None = None
        self._directions: dict[tuple[int, int], int] = {}
        #: The pile that is put in a new order, in its old order.
        self._asked: tuple[int, ...] = ()
        self._handlers: dict[type, Callable[[Any], None]] = {
            done.Transfer: self._transfer,
            done.Splay: self._splay,
            done.Rearranged: self._rearranged,
            done.Wiped: lambda event: self._removal(seen.Wiped(self._at())),
            done.Eliminated: lambda event: self._removal(seen.Eliminated(self._at(), event.player)),
            done.TopsAndHandsRemoved: lambda event: self._removal(seen.TopsAndHandsRemoved(self._at())),
            done.FreeActionBegan: self._free_action_began,
            done.ActionBegan: self._action_began,
            done.DogmaStarted: self._dogma_started,
            done.IconsCounted: self._icons_counted,
            done.EffectStarted: self._effect_started,
            done.NestedStarted: self._nested_started,
            done.NestedEnded: lambda event: self._tell(seen.NestedEnded(self._at(), event.card)),
            done.Parley: self._parley,
            done.Chained: lambda event: self._tell(seen.Chained(self._at(), event.player)),
            done.DeckJunked: lambda event: self._tell(seen.DeckJunked(self._at(), event.age, event.number)),
            done.SharingBonus: lambda event: self._tell(seen.SharingBonus(self._at())),
            done.TurnEnded: lambda event: self._tell(seen.TurnEnded(self._at())),
            done.GameEnded: self._game_ended,
        }

    def attach(self, game: Game) -> None:
        """Set the game that is recorded."""
        self.game = game
        game.decider = self
        game.sink = self.receive

    def receive(self, event: done.Event) -> None:
        """Record an event, with the state right after it."""
        handler = self._handlers.get(type(event))
        if handler is not None:
            handler(event)

    def opened(self) -> None:
        """Record who plays first. To be called when all have melded their first card."""
        first = self.game.turn_player
        name = self.game.table.name[first.tops()[0]]
        self._tell(seen.FirstPlayer(self._at(), first.index, name), first.index)

    # --- decisions -----------------------------------------------------------------------------

    def choose(self, choice: Choice) -> Any:
        """Let the decider decide, and record what no event shows."""
        answer = self._decider.choose(choice)
        kind = choice.kind
        if self.game.turn < 0 or kind is ChoiceKind.NATURE:
            return answer
        self._move += 1
        if kind is ChoiceKind.ACTION:
            self._last = None
            if answer.kind is ActionKind.DISPLAY_PASS and self._passed() is not False:
                self._tell(seen.Passed(self._at(), choice.player), about="display")
            return answer
        self._decided(choice, answer)
        self._last = None if answer is None or kind is not ChoiceKind.CARD else (choice.player, choice.intent)
        return answer

    def _decided(self, choice: Choice, answer: Any) -> None:
        kind, player = choice.kind, choice.player
        about = "" if self._in_effect else "relic" if kind is ChoiceKind.PLACE else "promotion"
        if kind is ChoiceKind.ORDER:
            self._asked = tuple(choice.options)
        elif answer is None:
            told = self._passed()
            if told is None:
                # The site does not record that a player stops after the first card of "up to ...".
                told = kind is not ChoiceKind.CARD or self._last != (player, choice.intent)
            if told:
                self._tell(seen.Passed(self._at(), player), about=about)
        elif kind is ChoiceKind.YES_NO and choice.intent is None:
            self._tell(seen.Agreed(self._at(), player, bool(answer)), about=about)
        elif kind is ChoiceKind.VALUE:
            self._tell(
                seen.Named(self._at(), player, value=int(answer)),
                about="icon" if isinstance(choice.options[0], Icon) else about,
            )
        elif kind is ChoiceKind.COLOR and choice.target is None and not choice.rearranges:
            self._tell(seen.Named(self._at(), player, colors=(int(answer),)))
        elif kind is ChoiceKind.COLORS:
            self._tell(seen.Named(self._at(), player, colors=tuple(int(color) for color in answer)))
        elif kind is ChoiceKind.PLAYER:
            self._tell(seen.Named(self._at(), player, seat=int(answer)))

    # --- events -----------------------------------------------------------------------------

    def _at(self) -> At:
        return At(self._move, 0, len(self.told))

    def _tell(self, observation: seen.Observation, actor: int | None = None, **more: Any) -> None:
        self.told.append(Told(observation, self.game.current.index if actor is None else actor, **more))

    def _check(self, player: Player) -> Check:
        return Check(
            player.index,
            player.counted_score(),
            player.icons()[1:] if self.game.rules.junks else player.basic_icons(),
            player.highest_top(),
            player.tucked,
            player.scored,
        )

    def _transfer(self, event: done.Transfer) -> None:
        game, card = self.game, event.card
        city_icon = is_city_icon(card)
        special = city_icon or card in game.table.achievements
        owners = dict.fromkeys(owner for owner in (event.from_owner, event.to_owner) if owner != NOBODY)
        color = city_icon_color(card) if city_icon else None if special else game.color[card]
        card_set = CardSet.CITIES if city_icon else game.table.set[card] if special else back_set(game.back[card])
        observation = seen.Transfer(
            self._at(),
            card,
            int(card_set),
            None if special else back_age(game.back[card]),
            not special and game.is_relic(card),
            event.from_owner,
            self._place(event.from_zone, card),
            event.from_position,
            event.to_owner,
            self._place(event.to_zone, card),
            event.to_position,
            event.bottom,
            event.keyword is Keyword.MELD,
            event.keyword is Keyword.SCORE,
            color,
            tuple(self._check(game.players[owner]) for owner in owners),
        )
        sides = ((event.from_zone, event.from_owner), (event.to_zone, event.to_owner))
        left, reached = [
            self._directions.get((owner, game.color[card]), 0) if zone == Zone.BOARD else None for zone, owner in sides
        ]
        actor = event.to_owner if game.turn < 0 else None
        if (
            game.rules.claims_after_the_action
            and event.keyword is Keyword.ACHIEVE
            and event.from_zone is Zone.AVAILABLE
        ):
            actor = event.to_owner
        self._tell(observation, actor, splays=(left, reached), about="promotion" if self._promotes(event) else "")

    def _promotes(self, event: done.Transfer) -> bool:
        return event.from_zone == Zone.FORECAST and event.to_zone == Zone.BOARD and not self._in_effect

    def _place(self, zone: Zone, card: int) -> Place:
        if zone == Zone.CITY_ICONS:
            return Place.FLAGS if card < FOUNTAINS else Place.FOUNTAINS
        return _PLACES[zone]

    def _splay(self, event: done.Splay) -> None:
        check = self._check(self.game.players[event.owner])
        self._directions[(event.owner, event.color)] = event.direction
        if event.lost:
            # A pile that loses its splay shows the same icons as before, so only the score is recorded.
            check = Check(check.player, check.score)
        self._tell(seen.Splay(self._at(), event.owner, event.color, event.direction, (check,)))

    def _rearranged(self, event: done.Rearranged) -> None:
        top = self.game.players[event.owner].highest_top()
        self._tell(seen.Rearranged(self._at(), event.owner, event.color, self._swaps(event), top, event.cards))

    def _swaps(self, event: done.Rearranged) -> tuple[tuple[int, int], ...]:
        """The swaps of neighbors that bring a pile from its old order into the new one."""
        order, swaps = list(self._asked), []
        for target, card in enumerate(event.cards):
            for position in range(order.index(card), target, -1):
                order[position - 1], order[position] = order[position], order[position - 1]
                swaps.append((position, -1))
        return tuple(swaps)

    def _removal(self, observation: seen.Observation) -> None:
        for player in self.game.players:
            for color in COLORS:
                self._directions[(player.index, color)] = player.splays[color]
        self._tell(observation)

    def _free_action_began(self, event: done.FreeActionBegan) -> None:
        self._in_effect = False
        card = self.game.players[event.player].display[0]
        self._tell(seen.FreeActionBegan(self._at(), event.player), event.player, card=card)

    def _action_began(self, event: done.ActionBegan) -> None:
        game, player = self.game, self.game.players[event.player]
        self._in_effect = False
        age = game.age_to_draw(player.highest_top())
        ages = tuple(sorted({game.age[card] for card in claimable(game, player)}))
        drawn = game.next_card(player, age) if age <= game.rules.highest_age else None
        self._tell(
            seen.ActionBegan(self._at(), event.player, event.number, age, ages),
            event.player,
            hand=(*player.hand_cards, *player.display),
            set_to_draw=int(CardSet.BASE) if drawn is None else back_set(game.back[drawn]),
        )

    def _dogma_started(self, event: done.DogmaStarted) -> None:
        icon = self.game.table.featured[event.card]
        self._in_effect = True
        self._tell(seen.DogmaStarted(self._at(), event.player, event.card, icon, event.endorsed), event.player)

    def _icons_counted(self, event: done.IconsCounted) -> None:
        for seat, count in enumerate(event.counts):
            self._tell(seen.IconCounted(self._at(), seat, event.icon, count))

    def _effect_started(self, event: done.EffectStarted) -> None:
        self._last = None
        # Those of figures and decrees need no activation.
        self._in_effect = True
        observation = seen.EffectStarted(self._at(), event.player, event.kind, event.number, event.again)
        self._tell(observation, card=event.card)

    def _parley(self, event: done.Parley) -> None:
        """Record a payment to share or to avoid a demand. The site records no payment to activate."""
        if event.what != ACTIVATE:
            paid = event.paid is not None
            able = paid or bool(self.game.players[event.player].hand)
            self._tell(seen.Parley(self._at(), event.player, event.what, paid, able), event.player)

    def _nested_started(self, event: done.NestedStarted) -> None:
        self._tell(seen.NestedStarted(self._at(), event.player, event.card, event.on), event.player)

    def _game_ended(self, event: done.GameEnded) -> None:
        by = event.by if event.how == "score" else event.winners[0]
        count: int | None = None
        winners: tuple[int, ...] = ()
        if event.how == "achievements":
            count = self.game.achievements_of(self.game.players[event.winners[0]])
            winners = () if self.game.rules.teams else event.winners
        above = self.game.rules.highest_age if event.how == "score" else None
        card = self.game.executed if event.how == "dogma" else None
        self._tell(seen.Ended(self._at(), event.how, by, count, winners, card, above, event.alone or None), by)
