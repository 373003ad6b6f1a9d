"""Which functions play a card: the decorators that card modules use, and the table they fill.

An effect is a plain function. A dogma (non-demand) or echo effect takes ``(game, me)``; a demand or compel effect takes
``(game, me, you)`` where *me* makes the demand and *you* carries it out. The effects of a card stand in the module in
printed order. Where an edition prints another text, ``edition="first"`` starts a second list that replaces the card's
whole text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from innolog.cards.facts import CardSet, Icon, card_table

#: Printed text that every edition without one of its own uses.
STANDARD = "third"


class EffectKind(Enum):
    """How an effect is carried out (Deluxe rulebook, "Execute effects")."""

    DOGMA = "dogma"
    DEMAND = "demand"
    #: Artifacts: obeyed by opponents who could share.
    COMPEL = "compel"
    #: Echoes: executed before the dogma effects while visible.
    ECHO = "echo"


@dataclass(frozen=True, slots=True)
class Effect:
    """One printed effect: ``number`` counts from 1 within its kind, ``run`` plays it."""

    card: int
    kind: EffectKind
    number: int
    run: Callable[..., None]


_texts: dict[tuple[int, str], list[Effect]] = {}


def _register(name: str, icon: Icon, kind: EffectKind, edition: str) -> Callable[[Callable[..., None]], Any]:
    card = _ids_by_name()[name]
    if card_table().featured[card] != icon:
        raise ValueError(f"{name} does not feature {icon.name.lower()}")

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        effects = _texts.setdefault((card, edition), [])
        number = 1 + sum(effect.kind is kind for effect in effects)
        effects.append(Effect(card, kind, number, function))
        return function

    return decorate


def dogma(name: str, icon: Icon, edition: str = STANDARD) -> Callable[[Callable[..., None]], Any]:
    """Register the next non-demand effect of the named card."""
    return _register(name, icon, EffectKind.DOGMA, edition)


def demand(name: str, icon: Icon, edition: str = STANDARD) -> Callable[[Callable[..., None]], Any]:
    """Register the next "I demand" effect of the named card."""
    return _register(name, icon, EffectKind.DEMAND, edition)


def compel(name: str, icon: Icon) -> Callable[[Callable[..., None]], Any]:
    """Register the next "I compel" effect of the named card."""
    return _register(name, icon, EffectKind.COMPEL, STANDARD)


def echo(name: str, icon: Icon) -> Callable[[Callable[..., None]], Any]:
    """Register the echo effect of the named card."""
    return _register(name, icon, EffectKind.ECHO, STANDARD)


def card_named(name: str) -> int:
    """The id of the card with an English name. Raises ``KeyError`` if there is none."""
    return _ids_by_name()[name]


def no_effect(name: str, icon: Icon) -> None:
    """Register that the named card prints a non-demand effect that does nothing."""

    def nothing(game: Any, me: Any) -> None:
        """As printed."""

    _register(name, icon, EffectKind.DOGMA, STANDARD)(nothing)


@lru_cache(maxsize=1)
def _ids_by_name() -> dict[str, int]:
    return {card.name: card.id for card in card_table().cards.values()}


#: Where the effects of a set's cards are; Cities have none.
_PACKAGES = {CardSet.BASE: "base", CardSet.ARTIFACTS: "artifacts", CardSet.ECHOES: "echoes"}


@cache
def _load(card_set: CardSet) -> None:
    """Import the effects of one set: most games need few sets, and importing takes longer than a small game."""
    if package := _PACKAGES.get(card_set):
        parent = import_module(f"innolog.cards.{package}")
        for module in iter_modules(parent.__path__):
            import_module(f"{parent.__name__}.{module.name}")


@cache
def effects_of(card: int, edition: str = STANDARD) -> tuple[Effect, ...]:
    """The effects of a card in printed order, in the wording of an edition; empty for a card without effects."""
    table = card_table()
    # Relics come with the Artifacts, whatever their set.
    _load(CardSet.ARTIFACTS if table.relic[card] else CardSet(table.set[card]))
    effects = _texts.get((card, edition))
    if effects is None:
        effects = _texts.get((card, STANDARD), [])
    return tuple(effects)


@cache
def reworded(edition: str) -> frozenset[int]:
    """The base cards whose text an edition words differently from the standard one."""
    _load(CardSet.BASE)
    return frozenset(card for card, text in _texts if text == edition)


def all_effects() -> tuple[Effect, ...]:
    """Every effect of every edition, for coverage reports."""
    for card_set in _PACKAGES:
        _load(card_set)
    return tuple(effect for effects in _texts.values() for effect in effects)
