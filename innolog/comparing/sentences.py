"""What happened, in English: one table for violations, for ``show`` and for pages.

A sentence has placeholders for the facts of an event or an observation: its own fields, and those of ``_FACTS``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol

from innolog import log as seen
from innolog.cards.facts import Color, Direction, Icon, card_table
from innolog.engine import events as done
from innolog.engine.operations import ActionKind
from innolog.engine.zones import Keyword
from innolog.support.counting import counted


class Names(Protocol):
    """Calls players and cards by their names."""

    def player(self, seat: int) -> str:
        """A player."""
        ...

    def card(self, card: int) -> str:
        """A card."""
        ...


#: For each kind of event or observation (the name of its class): what a violation says, and what ``show`` and pages say
#: (None: nothing). Transfers, the end of the game, and effects on pages have functions of their own.
_SENTENCES: dict[str, tuple[str, str | None]] = {
    "ActionBegan": ("{player} must take action {number} of {of}", None),
    "Chained": ("{player} gets a Chain Achievement", "{player} gets a Chain Achievement"),
    "DeckJunked": (
        "the supply pile of age {age}{of_cards} is junked",
        "The supply pile of age {age} is junked ({cards_junked})",
    ),
    "DogmaStarted": ("{player} {activates} {card}", None),
    "EffectSkipped": ("{kind} {number} of {card} affects nobody", "Demand {number} of {card_name} affects nobody"),
    "EffectStarted": ("{player} executes {kind} effect {number} of {card}", None),
    "Eliminated": ("{player} is eliminated", "{player} is eliminated, and all their cards leave the game"),
    "FreeActionBegan": (
        "{player} may use the Artifact on display",
        "{player} may use the Artifact on display",
    ),
    "IconsCounted": ("the {icon} icons are counted: {counts}", "Count of {icon} icons: {counts}"),
    "NestedEnded": ("the execution of {card} ends", None),
    "NestedStarted": ("{player} executes {card}{as_if}", "{player} executes {card}"),
    "Parley": ("{player} returns {a_or_no} card {purpose}", "{player} {pays_or_not} {purpose}"),
    "Rearranged": ("{owner} rearranges the {color} pile{order}", "{owner} puts the {color} pile in a new order"),
    "SharingBonus": ("{player} draws the sharing bonus", "{player} draws because others shared"),
    "Splay": ("{owner}'s {color} pile is splayed {direction}", "{owner} splays the {color} pile {direction}"),
    "Splay lost": ("{owner}'s {color} pile is no longer splayed", "{owner}'s {color} pile is no longer splayed"),
    "TopsAndHandsRemoved": ("all top cards and hands leave the game", "All top cards and all hands leave the game"),
    "TurnEnded": ("{player}'s turn ends", None),
    "Wiped": ("all hands, boards and score piles leave the game", "All hands, boards and score piles leave the game"),
}
#: What a violation says that a log has, if that differs: a log states less than the engine does, or something else.
_STATED: dict[str, str] = {
    "ActionBegan": "{player} takes {an_action}",
    "Agreed": "{player} says {yes_or_no}",
    "Asked": "{player} is asked to choose",
    "EffectStarted": "{player} executes {an_effect}",
    "FirstPlayer": "the first player is named",
    "IconCounted": "{player} has {featured_icons}",
    "IconsStated": "{player} has {icons}",
    "Named": "{player} names {named}",
    "Passed": "{player} passes",
    "Revealed": "{player} shows {cards}",
    "SharingBonus": "the sharing bonus is drawn",
    "TurnEnded": "the turn ends",
}


class ActionWords(NamedTuple):
    """An action in a violation, as what a player could do, and as done: of a player and a card if it has one."""

    due: str
    option: str
    done: str


class EndingWords(NamedTuple):
    """How a game ends: in a violation, after "the game ends", and elsewhere."""

    due: str
    told: str


#: The words for each kind of action.
ACTIONS: Final[dict[ActionKind, ActionWords]] = {
    ActionKind.DRAW: ActionWords("draw", "Draw a card", "{} draws"),
    ActionKind.MELD: ActionWords("meld", "Meld", "{} melds {}"),
    ActionKind.DOGMA: ActionWords("activate", "Activate", "{} activates {}"),
    ActionKind.ACHIEVE: ActionWords("achieve", "Claim", "{} claims an achievement"),
    ActionKind.ENDORSE: ActionWords("endorse", "Endorse", "{} endorses {}"),
    ActionKind.PARLEY: ActionWords("parley", "Parley with", "{} parleys with {}"),
    ActionKind.DISPLAY_DOGMA: ActionWords(
        "use the displayed Artifact", "Activate from the display", "{} activates {} on display"
    ),
    ActionKind.DISPLAY_RETURN: ActionWords(
        "return the displayed Artifact",
        "Return from the display",
        "{} returns {} from the display",
    ),
    ActionKind.DISPLAY_PASS: ActionWords("leave the displayed Artifact", "Leave on display", "{} leaves {} on display"),
    ActionKind.INSPIRE: ActionWords("inspire", "Inspire", "{} inspires {}"),
    ActionKind.DECREE: ActionWords("decree", "Issue the decree", "{} issues the decree {}"),
}
#: The words for each way in which a game can end.
ENDINGS: Final[dict[str, EndingWords]] = {
    "achievements": EndingWords("by achievements", "with enough achievements"),
    "score": EndingWords("by score", "on points, because a card above the highest age had to be drawn"),
    "dogma": EndingWords("by a card's effect", "by the effect of a card"),
}
_PURPOSES = {"share": "to share the effect", "avoid": "to avoid the demand"}
#: The facts that are more than a field as it is.
_FACTS: dict[str, Callable[[Names, Any], str]] = {
    "a_or_no": lambda names, it: "no" if it.paid is None or it.paid is False else "a",
    "activates": lambda names, it: "endorses" if it.endorsed else "activates",
    "an_action": lambda names, it: "an action" if it.number is None else f"action {it.number}",
    "an_effect": lambda names, it: (
        (f"{it.kind} effect {it.number}" if it.kind else "an effect")
        + ("" if it.card is None else f" of {names.card(it.card)}")
    ),
    "as_if": lambda names, it: "" if it.on is None else f" as if on {names.card(it.on)}",
    "card": lambda names, it: "another card" if it.card is None else names.card(it.card),
    "cards": lambda names, it: ", ".join(map(names.card, it.cards)) or "no card",
    "card_name": lambda names, it: card_table().name[it.card],
    "cards_junked": lambda names, it: counted(it.number, "card"),
    "color": lambda names, it: color_name(it.color),
    "counts": lambda names, it: ", ".join(f"{names.player(seat)} {count}" for seat, count in enumerate(it.counts)),
    "direction": lambda names, it: Direction(it.direction).name.lower(),
    "icons": lambda names, it: counted(it.count, "icon" if it.icon is None else f"{Icon(it.icon).name.lower()} icon"),
    "featured_icons": lambda names, it: counted(it.count, "featured icon"),
    "icon": lambda names, it: Icon(it.icon).name.lower(),
    "named": lambda names, it: " and ".join(map(color_name, it.colors)) or str(it.value),
    "of_cards": lambda names, it: _of_cards(it.count if isinstance(it, seen.DeckJunked) else it.number),
    "order": lambda names, it: _order(names, it.order if isinstance(it, seen.Rearranged) else it.cards),
    "owner": lambda names, it: names.player(it.owner),
    "player": lambda names, it: names.player(it.player),
    "pays_or_not": lambda names, it: "does not pay" if it.paid is None else "pays",
    "purpose": lambda names, it: purpose(it),
    "yes_or_no": lambda names, it: "yes" if it.yes else "no",
}


def happened(names: Names, event: done.Event) -> str:
    """What the engine did, for a violation."""
    return _SENTENCES[_kind(event)][0].format_map(_Facts(names, event))


def stated(names: Names, observation: seen.Observation) -> str:
    """What a log has, for a violation."""
    kind = _kind(observation)
    return (_STATED.get(kind) or _SENTENCES[kind][0]).format_map(_Facts(names, observation))


def shown(names: Names, event: done.Event) -> str | None:
    """What happened, for ``show`` and pages; None if there is nothing to say."""
    if isinstance(event, done.DeckJunked) and not event.number:
        # Nothing happens, and few logs tell which empty pile was chosen.
        return None
    sentence = _SENTENCES[_kind(event)][1]
    return sentence and sentence.format_map(_Facts(names, event))


def purpose(it: done.Parley | seen.Parley) -> str:
    """What a payment is for."""
    return _PURPOSES.get(it.what, "to activate the card")


def color_name(color: int) -> str:
    """A color."""
    return Color(color).name.lower()


def verb(keyword: Keyword) -> str:
    """What a player does with a card."""
    return {Keyword.KEEP: "takes", Keyword.DIG: "digs up"}.get(keyword, f"{keyword.name.lower()}s")


def pile_name(place: str) -> str:
    """A zone of the engine, or a place of a log, by its name in the program."""
    return _PILES.get(place.lower(), place.lower())


_PILES = {
    "deck": "supply pile",
    "score": "score pile",
    "available": "available achievements",
    "revealed": "revealed cards",
}


class _Facts:
    """The facts of one event or observation, by the names of placeholders."""

    def __init__(self, names: Names, it: Any) -> None:
        self._names, self._it = names, it

    def __getitem__(self, name: str) -> str:
        fact = _FACTS.get(name)
        return str(getattr(self._it, name)) if fact is None else fact(self._names, self._it)


def _kind(it: Any) -> str:
    kind = type(it).__name__
    return "Splay lost" if kind == "Splay" and it.direction == Direction.NONE else kind


def _of_cards(number: int | None) -> str:
    return "" if number is None else f" of {counted(number, 'card')}"


def _order(names: Names, cards: tuple[int, ...] | None) -> str:
    return f", from the bottom: {', '.join(map(names.card, cards))}" if cards else ""
