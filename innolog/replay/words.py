"""Events and observations in words, for messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from innolog import log as seen
from innolog.cards.facts import UNKNOWN_BASE, Color, Direction, Icon, card_table
from innolog.counting import counted
from innolog.engine import events as done
from innolog.engine.actions import Action, ActionKind
from innolog.engine.choices import ChoiceKind
from innolog.engine.state import State
from innolog.engine.zones import NOBODY, Keyword
from innolog.log import Place

_PLACES = {"deck": "supply pile", "score": "score pile", "available": "achievements in the middle"}
_SETS = ("base", "Artifacts", "Cities", "Echoes", "Figures")


class Speaker:
    """Says things about one game, with its players' names."""

    def __init__(self, names: Sequence[str], state: State | None = None) -> None:
        self._names = names
        self._state = state

    def player(self, seat: int) -> str:
        """A player's name."""
        return "the table" if seat == NOBODY else self._names[seat]

    def card(self, card: int) -> str:
        """A card by name, or by its back."""
        table = card_table()
        if card >= UNKNOWN_BASE:
            back = self._state.back[card] if self._state else 0
            return f"a {_SETS[back // 16 % 8]} {back % 16}"
        if card >= 1000:
            return "a flag" if card < 1100 else "a fountain"
        return table.name[card] or f"card {card}"

    def place(self, owner: int, place: Place) -> str:
        """Where a log says that a card lies."""
        return self._place(owner, place.value, None)

    def action(self, action: Action) -> str:
        """An action as offered."""
        if action.kind is ActionKind.DRAW or action.card is None:
            return action.kind.value
        if action.kind is ActionKind.ACHIEVE and self._state:
            return f"achieve {self._state.age[action.card]}"
        return f"{action.kind.value} {self.card(action.card)}"

    def event(self, event: done.Event) -> str:
        """What the engine did."""
        if isinstance(event, done.Transfer):
            return self._moved(event)
        if isinstance(event, done.Splay):
            return self._splay(event.owner, event.color, event.direction)
        if isinstance(event, done.ActionBegan):
            return f"{self.player(event.player)} is to take action {event.number} of {event.of}"
        if isinstance(event, done.DogmaStarted):
            return f"{self.player(event.player)} activates {self.card(event.card)}"
        if isinstance(event, done.IconsCounted):
            counts = ", ".join(f"{self.player(seat)} {count}" for seat, count in enumerate(event.counts))
            return f"the {self.icon(event.icon)} icons are {counts}"
        if isinstance(event, done.EffectStarted):
            return (
                f"{self.player(event.player)} carries out {event.kind} effect {event.number} of {self.card(event.card)}"
            )
        if isinstance(event, done.GameEnded):
            winners = " and ".join(map(self.player, event.winners))
            return f"the game ends by {event.how} and {winners} {'win' if len(event.winners) > 1 else 'wins'}"
        if isinstance(event, done.SharingBonus):
            return f"{self.player(event.player)} draws for sharing"
        if isinstance(event, done.TurnEnded):
            return f"{self.player(event.player)}'s turn ends"
        if isinstance(event, done.NestedStarted):
            return f"{self.player(event.player)} executes {self.card(event.card)}"
        if isinstance(event, done.NestedEnded):
            return f"the execution of {self.card(event.card)} ends"
        if isinstance(event, done.Rearranged):
            return self._rearranged(event.owner, event.color, event.cards)
        if isinstance(event, done.FreeActionBegan):
            return f"{self.player(event.player)} may use the Artifact on display"
        if isinstance(event, done.Eliminated):
            return f"{self.player(event.player)} loses"
        if isinstance(event, done.TopsAndHandsRemoved):
            return "all top cards and hands leave the game"
        return "all hands, boards and score piles leave the game"

    def _rearranged(self, owner: int, color: int, order: Sequence[int] | None) -> str:
        to = f", from the bottom: {', '.join(map(self.card, order))}" if order else ""
        return f"{self.player(owner)} rearranges {Color(color).name.lower()}{to}"

    def observation(self, observation: seen.Observation) -> str:
        """What the log has."""
        if isinstance(observation, seen.Transfer):
            return self._told(observation)
        if isinstance(observation, seen.Splay):
            return self._splay(observation.owner, observation.color, observation.direction)
        if isinstance(observation, seen.ActionBegan):
            which = "an action" if observation.number is None else f"action {observation.number}"
            return f"{self.player(observation.player)} takes {which}"
        if isinstance(observation, seen.DogmaStarted):
            verb = "endorses" if observation.endorsed else "activates"
            return f"{self.player(observation.player)} {verb} {self.card(observation.card)}"
        if isinstance(observation, seen.IconCounted):
            return f"{self.player(observation.player)} has {counted(observation.count, 'icon')}"
        if isinstance(observation, seen.EffectStarted):
            effect = f" {observation.kind} effect {observation.number}" if observation.kind else " an effect"
            of = "" if observation.card is None else f" of {self.card(observation.card)}"
            return f"{self.player(observation.player)} carries out{effect}{of}"
        if isinstance(observation, seen.Ended) and observation.how in seen.STOPPED:
            return seen.STOPPED[observation.how]
        if isinstance(observation, seen.Ended):
            named = observation.winners or (() if observation.player is None else (observation.player,))
            who = f" ({' and '.join(map(self.player, named))})" if named else ""
            return f"the game ends by {observation.how}{who}"
        if isinstance(observation, seen.SharingBonus):
            return "there is a draw for sharing"
        if isinstance(observation, seen.TurnEnded):
            return "the turn ends"
        if isinstance(observation, seen.NestedStarted):
            return f"{self.player(observation.player)} executes {self.card(observation.card)}"
        if isinstance(observation, seen.NestedEnded):
            return f"the execution of {self.card(observation.card)} ends"
        if isinstance(observation, seen.Rearranged):
            return self._rearranged(observation.owner, observation.color, observation.order)
        if isinstance(observation, seen.Wiped):
            return "all hands, boards and score piles leave the game"
        if isinstance(observation, seen.Revealed):
            return f"{self.player(observation.player)} shows " + ", ".join(map(self.card, observation.cards))
        if isinstance(observation, seen.FreeActionBegan):
            return f"{self.player(observation.player)} may use the Artifact on display"
        if isinstance(observation, seen.Eliminated):
            return f"{self.player(observation.player)} loses"
        if isinstance(observation, seen.TopsAndHandsRemoved):
            return "all top cards and hands leave the game"
        if isinstance(observation, seen.Asked):
            return f"{self.player(observation.player)} is to choose"
        if isinstance(observation, seen.Passed):
            return f"{self.player(observation.player)} passes"
        if isinstance(observation, seen.Agreed):
            return f"{self.player(observation.player)} says {'yes' if observation.yes else 'no'}"
        if isinstance(observation, seen.Named):
            colors = [Color(color).name.lower() for color in observation.colors]
            return f"{self.player(observation.player)} names {' and '.join(colors) or observation.value}"
        return "a first player is named"

    def named(self, kind: ChoiceKind, answer: Any) -> str:
        """What can be named: colors and players by name, all else as a number."""
        if kind is ChoiceKind.PLAYER:
            return self.player(answer)
        if kind is ChoiceKind.COLOR:
            return Color(answer).name.lower()
        if kind is ChoiceKind.COLORS:
            return " and ".join(Color(color).name.lower() for color in answer)
        return str(answer)

    def card_set(self, card_set: int) -> str:
        """A set of cards by name."""
        return _SETS[card_set] if 0 <= card_set < len(_SETS) else "no such set"

    def icon(self, icon: int | None) -> str:
        """An icon by name."""
        return Icon(icon).name.lower() if icon is not None and 0 <= icon < len(Icon) else "no such"

    def ages(self, ages: Sequence[int]) -> str:
        """Ages in a row."""
        return ", ".join(map(str, ages)) or "none"

    def _moved(self, event: done.Transfer) -> str:
        """What the engine did with a card, by its keyword."""
        card, owner = self.card(event.card), self.player(event.to_owner)
        start = self._place(event.from_owner, event.from_zone.name, event.from_position)
        end = self._place(event.to_owner, event.to_zone.name, event.to_position)
        if event.keyword is Keyword.RETURN:
            where = "the bottom" if event.bottom else "the top"
            return f"{card} is returned from {start} to {where} of its pile"
        if event.keyword is Keyword.ACHIEVE:
            return f"{owner} achieves {card}" if event.to_owner != NOBODY else f"{card} is no achievement any more"
        if event.keyword is Keyword.REMOVE:
            return f"{card} leaves the game from {start}"
        if event.keyword is Keyword.DRAW:
            return f"{owner} draws {card} to {end}"
        verb = {Keyword.KEEP: "keeps", Keyword.TRANSFER: "gets"}.get(event.keyword, f"{event.keyword.name.lower()}s")
        return f"{owner} {verb} {card} from {start} to {end}"

    def _told(self, move: seen.Transfer) -> str:
        """What the log says about a card."""
        card = self.card(move.card) if move.card is not None else self._back(move)
        start = self._place(move.from_owner, move.from_place.value, move.from_position)
        end = self._place(move.to_owner, move.to_place.value, move.to_position)
        if move.to_place.value == "deck":
            end = f"the {'bottom' if move.bottom else 'top'} of its pile"
        words = (("under the pile", move.bottom), ("melded", move.meld), ("scored", move.score))
        flags = [word for word, on in words if on and (move.to_owner != NOBODY)]
        return f"{card} goes from {start} to {end}" + (f" ({', '.join(flags)})" if flags else "")

    def _back(self, move: seen.Transfer) -> str:
        if move.card_set is None:
            return f"a {move.age}"
        return f"a {_SETS[move.card_set] if move.card_set < len(_SETS) else '?'} {move.age}"

    def _splay(self, owner: int, color: int, direction: int) -> str:
        who, what = self.player(owner), Color(color).name.lower()
        if direction == Direction.NONE:
            return f"{who}'s {what} pile is splayed no more"
        return f"{who}'s {what} pile is splayed {Direction(direction).name.lower()}"

    def _place(self, owner: int, place: str, position: int | None) -> str:
        place = _PLACES.get(place.lower(), place.lower())
        where = f"the {place}" if owner == NOBODY else f"{self.player(owner)}'s {place}"
        return where if position is None else f"{where} (position {position})"
