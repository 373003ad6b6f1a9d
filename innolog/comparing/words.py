"""Events and observations in words, for messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from innolog import log as seen
from innolog.cards.facts import FLAGS, FOUNTAINS, UNKNOWN_BASE, Icon, back_age, back_set, card_table, is_city_icon
from innolog.comparing.matching import PLACE_OF_ZONE
from innolog.comparing.sentences import ACTIONS, ENDINGS, color_name, happened, pile_name, stated, verb
from innolog.engine import events as done
from innolog.engine.actions import Action, ActionKind
from innolog.engine.choices import ChoiceKind
from innolog.engine.state import State
from innolog.engine.zones import NOBODY, Keyword
from innolog.log import ANYBODY, Place
from innolog.log.meaning import states_position

#: Zones of the engine that logs call by another name.
_ZONES = {"AVAILABLE": "achievements"}
#: What comes from these places to a player's achievements, and returns there.
_CITY_ICONS = {Place.FLAGS: "a flag", Place.FOUNTAINS: "a fountain"}
_SETS = ("base", "Artifacts", "Cities", "Echoes", "Figures")


class Speaker:
    """Describes events and observations of one game in words, with the players' names."""

    def __init__(self, names: Sequence[str], state: State | None = None) -> None:
        self._names = names
        self._state = state

    def player(self, seat: int) -> str:
        """A player's name."""
        return "the table" if seat == NOBODY else "somebody" if seat == ANYBODY else self._names[seat]

    def card(self, card: int) -> str:
        """A card by name, or by its back."""
        table = card_table()
        if card >= UNKNOWN_BASE:
            back = self._state.back[card] if self._state else 0
            return _hidden(back_set(back), back_age(back))
        if is_city_icon(card):
            return _CITY_ICONS[Place.FLAGS if card < FOUNTAINS else Place.FOUNTAINS]
        return table.name[card] or f"card {card}"

    def cards(self, cards: Sequence[int]) -> str:
        """A list of cards."""
        return ", ".join(map(self.card, cards)) or "no card"

    def place(self, owner: int, place: Place) -> str:
        """The place where a log says that a card is."""
        return self._place(owner, place.value, None)

    def action(self, action: Action) -> str:
        """An action that a player can take."""
        if action.kind is ActionKind.DRAW or action.card is None:
            return action.kind.value
        if action.kind is ActionKind.ACHIEVE and self._state:
            return f"claim the achievement of age {self._state.age[action.card]}"
        return f"{ACTIONS[action.kind].due} {self.card(action.card)}"

    def event(self, event: done.Event) -> str:
        """What the engine did."""
        if isinstance(event, done.Transfer):
            return self._moved(event)
        if isinstance(event, done.GameEnded):
            winners = " and ".join(map(self.player, event.winners))
            return (
                f"the game ends {ENDINGS[event.how].due}, and {winners} {'win' if len(event.winners) > 1 else 'wins'}"
            )
        return happened(self, event)

    def apart(self, event: done.Transfer, move: seen.Transfer) -> tuple[str, str]:
        """Describe an event and the log's observation of the same move so that the difference shows.

        The usual texts may omit the field that differs. If no differing field appears in both texts, the first one is
        appended to each.
        """
        expected, observed = self._moved(event), self._told(move)
        pairs = [(one, other) for one, other in self._fields(event, move) if one != other]
        if pairs and not any(one in expected and other in observed for one, other in pairs):
            one, other = pairs[0]
            return f"{expected}; {one}", f"{observed}; {other}"
        return expected, observed

    def _fields(self, event: done.Transfer, move: seen.Transfer) -> list[tuple[str, str]]:
        """The value by the rules and the value in the log, in the same words, for each field that the log states."""
        fields = [(self._full(event.card), self._full(event.card if move.card is None else move.card))]
        if move.card is None:
            fields = [(self._back_of(event.card), self._back(move))]
        moved = (
            (event.from_owner, event.from_zone, event.from_position),
            (event.to_owner, event.to_zone, event.to_position),
        )
        told = (move.from_owner, move.from_place, move.from_position), (move.to_owner, move.to_place, move.to_position)
        for preposition, (owner, zone, position), (of, place, number) in zip(("from", "to"), moved, told, strict=True):
            if zone not in PLACE_OF_ZONE or not states_position(move.age, owner, PLACE_OF_ZONE[zone]):
                number = None
            mine = self._place(owner, _ZONES.get(zone.name, zone.name), None if number is None else position)
            fields.append((f"{preposition} {mine}", f"{preposition} {self._place(of, place.value, number)}"))
        flags = (
            (move.bottom, event.bottom, "bottom", "top"),
            (move.score, event.keyword is Keyword.SCORE, "scored", "not scored"),
            (move.meld, event.keyword is Keyword.MELD, "melded", "not melded"),
        )
        for flag, on, yes, no in flags:
            if flag is not None:
                fields.append((yes if on else no, yes if flag else no))
        return fields

    def _full(self, card: int) -> str:
        """A card by name, with set and age if another card has the same name."""
        table, name = card_table(), self.card(card)
        if card < FLAGS and table.name.count(name) > 1:
            return f"{name} ({_SETS[table.set[card]]} {table.age[card]})"
        return name

    def _back_of(self, card: int) -> str:
        back = self._state.back[card] if self._state and card in self._state.place else 0
        return _hidden(back_set(back), back_age(back)) if back else self.card(card)

    def observation(self, observation: seen.Observation) -> str:
        """What the log says."""
        if isinstance(observation, seen.Transfer):
            return self._told(observation)
        if not isinstance(observation, seen.Ended):
            return stated(self, observation)
        if observation.how in seen.STOPPED:
            player = observation.player
            return seen.STOPPED[observation.how] if player is None else f"{self.player(player)} conceded"
        named = observation.winners or (() if observation.player is None else (observation.player,))
        who = f" ({' and '.join(map(self.player, named))})" if named else ""
        how = f" {ENDINGS[observation.how].due}" if observation.how in ENDINGS else ""
        return f"the game ends{how}{who}"

    def named(self, kind: ChoiceKind, answer: Any) -> str:
        """What a player can name: colors and players by name, everything else as a number."""
        if kind is ChoiceKind.PLAYER:
            return self.player(answer)
        if kind is ChoiceKind.COLOR:
            return color_name(answer)
        if kind is ChoiceKind.COLORS:
            return " and ".join(map(color_name, answer))
        return str(answer)

    def card_set(self, card_set: int) -> str:
        """A set of cards by name."""
        return _SETS[card_set] if 0 <= card_set < len(_SETS) else f"number {card_set}"

    def icon(self, icon: int | None) -> str:
        """An icon by name."""
        return Icon(icon).name.lower() if icon is not None and 0 <= icon < len(Icon) else "no such"

    def ages(self, ages: Sequence[int]) -> str:
        """The achievements of some ages."""
        if not ages:
            return "no achievement"
        return f"the achievement{'s' if len(ages) > 1 else ''} of age {' and '.join(map(str, ages))}"

    def _moved(self, event: done.Transfer) -> str:
        """What the engine did with a card, in the words of the keyword."""
        card, owner = self.card(event.card), self.player(event.to_owner)
        start = self._place(event.from_owner, event.from_zone.name, event.from_position)
        end = self._place(event.to_owner, event.to_zone.name, event.to_position)
        if event.keyword is Keyword.RETURN:
            where = "the bottom" if event.bottom else "the top"
            return f"{card} is returned from {start} to {where} of its supply pile"
        if event.keyword is Keyword.ACHIEVE:
            if event.to_owner == NOBODY:
                return f"{card} no longer counts as an achievement"
            return f"{owner} claims {card} as an achievement"
        if event.keyword is Keyword.REMOVE:
            return f"{card} leaves the game from {start}"
        if event.keyword is Keyword.DRAW:
            return f"{owner} draws {card} to {end}"
        if event.keyword is Keyword.TRANSFER:
            return f"{card} is transferred from {start} to {end}"
        return f"{owner} {verb(event.keyword)} {card} from {start} to {end}"

    def _told(self, move: seen.Transfer) -> str:
        """What the log says about a card."""
        card = self.card(move.card) if move.card is not None else self._back(move)
        start = self._place(move.from_owner, move.from_place.value, move.from_position)
        end = self._place(move.to_owner, move.to_place.value, move.to_position)
        if move.to_place.value == "deck":
            pile = "its supply pile" if move.to_owner == NOBODY else end
            end = f"the {'bottom' if move.bottom else 'top'} of {pile}"
        words = (("under the pile", move.bottom), ("melded", move.meld), ("scored", move.score))
        flags = [word for word, on in words if on and (move.to_owner != NOBODY)]
        return f"{card} goes from {start} to {end}" + (f" ({', '.join(flags)})" if flags else "")

    def _back(self, move: seen.Transfer) -> str:
        icon = _CITY_ICONS.get(move.from_place) or _CITY_ICONS.get(move.to_place)
        return icon or _hidden(move.card_set, move.age)

    def _place(self, owner: int, place: str, position: int | None) -> str:
        if owner == NOBODY and place.lower() == "achievements":
            place = "available"
        where = f"the {pile_name(place)}" if owner == NOBODY else f"{self.player(owner)}'s {pile_name(place)}"
        return where if position is None else f"{where} (position {position})"


def _hidden(card_set: int | None, age: int | None) -> str:
    """A card face down, such as ``an Echoes card of age 3``."""
    of_age = "" if age is None else f" of age {age}"
    if card_set is None:
        return f"a card{of_age}"
    name = _SETS[card_set] if card_set < len(_SETS) else "unknown"
    return f"{'an' if name[0] in 'AEu' else 'a'} {name} card{of_age}"
