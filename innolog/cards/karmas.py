"""Which functions play the karmas of figures and the decrees: the decorators that card modules use, and their tables.

A *when* karma takes ``(game, me)``. An *each* karma takes ``(game, me)`` and the arguments of its question
(:data:`QUESTIONS`), and returns what it adds. A *would* karma (``first`` or ``instead``) takes ``(game, me, op)``;
``op`` is the operation that is about to be performed. It names the kinds of operations, ``when`` is a further
condition, and ``who`` are the players whose operations it interrupts. A decree is like a dogma effect.

As with effects, a printing with another text has a list of its own, which replaces all karmas of the figure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any

from innolog.cards.facts import CardSet, card_table
from innolog.cards.registry import STANDARD, card_named, load


class Who(Enum):
    """Whose operations a *would* karma looks at, seen from the owner of the figure."""

    ME = "me"
    OPPONENT = "opponent"
    OTHER = "other"
    ANYBODY = "anybody"


#: The questions that *each* karmas answer: the arguments after the game and the owner, and the answer.
QUESTIONS = {
    "icons": "the icons shown (hex, crown ... avatar); returns additional ones by icon",
    "icons of a color": "a color and the icons that it shows; returns additional ones by icon",
    "bonuses": "returns additional bonuses",
    "points": "returns additional points",
    "achievements": "returns how many more achievements there are",
    "available": "returns further available achievements",
    "hand": "returns cards that count as being in the hand",
    "score pile": "returns cards that count as being in the score pile",
    "cost": "the value of an achievement; returns additional points towards it",
    "top to claim": "returns what is added to the value of the highest top card",
    "action values": "the value of the top card of each color; returns those that count",
    "activatable": "returns further cards that can be activated",
    "echoes": "a color and its echo effects; returns those that count",
    "inspires": "a color and its inspire effects; returns those that count",
    "value": "a value named in an effect; returns the one that counts",
    "condition": "a special achievement; returns whether its condition is met",
}


@dataclass(frozen=True, slots=True)
class Karma:
    """One karma; ``number`` counts from 1 on its figure."""

    card: int
    number: int
    run: Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Each(Karma):
    """A standing modifier: which question it answers (:data:`QUESTIONS`)."""

    question: str


@dataclass(frozen=True, slots=True)
class Would(Karma):
    """An interruption of operations of some kinds, before them or instead of them."""

    kinds: tuple[type, ...]
    who: Who
    when: Callable[..., bool] | None
    instead: bool


@dataclass(frozen=True, slots=True)
class Issues(Karma):
    """The decree that can be issued with any two figures."""

    decree: int


_karmas: dict[tuple[int, str], list[Karma]] = {}
_decrees: dict[int, Callable[..., None]] = {}


def _next(name: str, text: str) -> tuple[int, int, list[Karma]]:
    card = card_named(name)
    found = _karmas.setdefault((card, text), [])
    return card, 1 + len(found), found


def when_melded(name: str, text: str = STANDARD) -> Callable[[Callable[..., None]], Any]:
    """Register a *when* karma: what follows when the figure is melded."""

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        card, number, found = _next(name, text)
        found.append(Karma(card, number, function))
        return function

    return decorate


def each(name: str, *questions: str, text: str = STANDARD) -> Callable[[Callable[..., Any]], Any]:
    """Register an *each* karma, by the questions that it answers."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        card, number, found = _next(name, text)
        for question in questions:
            if question not in QUESTIONS:
                raise ValueError(f"{name}: nobody asks for {question!r}")
            found.append(Each(card, number, function, question))
        return function

    return decorate


def _would(
    name: str, kinds: tuple[type, ...], who: Who, when: Callable[..., bool] | None, text: str, instead: bool
) -> Callable[[Callable[..., Any]], Any]:
    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        card, number, found = _next(name, text)
        found.append(Would(card, number, function, kinds, who, when, instead))
        return function

    return decorate


def first(
    name: str,
    *kinds: type,
    who: Who = Who.ME,
    when: Callable[..., bool] | None = None,
    text: str = STANDARD,
) -> Callable[[Callable[..., Any]], Any]:
    """Register a *would* karma that comes first. An operation that it returns replaces the interrupted one."""
    return _would(name, kinds, who, when, text, False)


def instead(
    name: str,
    *kinds: type,
    who: Who = Who.ME,
    when: Callable[..., bool] | None = None,
    text: str = STANDARD,
) -> Callable[[Callable[..., Any]], Any]:
    """Register a *would* karma that replaces the operation: by the operation that it returns, or by its own actions."""
    return _would(name, kinds, who, when, text, True)


def issues(name: str, decree: str, text: str = STANDARD) -> None:
    """Register that the named figure lets its owner issue a decree with any two figures."""
    card, number, found = _next(name, text)
    found.append(Issues(card, number, _nothing, card_table().by_slug[decree.lower()]))


def decree(name: str) -> Callable[[Callable[..., None]], Any]:
    """Register the effect of a decree."""

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        _decrees[card_table().by_slug[name.lower()]] = function
        return function

    return decorate


def _nothing(game: Any, me: Any) -> None:
    """The function of a karma that only allows something."""


@cache
def karmas_of(card: int, texts: tuple[str, ...] = (STANDARD,)) -> tuple[Karma, ...]:
    """The karmas of a figure in printed order, by the first of some texts that it has; empty for any other card."""
    load(CardSet.FIGURES)
    for text in texts:
        karmas = _karmas.get((card, text))
        if karmas is not None:
            return tuple(karmas)
    return ()


def decree_effect(achievement: int) -> Callable[..., None]:
    """What a decree does when it is activated."""
    load(CardSet.FIGURES)
    return _decrees[achievement]
