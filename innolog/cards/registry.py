"""Which functions play a card: the decorators that card modules use, and the table they fill.

An effect is a plain function. A dogma (non-demand) or echo effect takes ``(game, me)``; a demand or compel effect takes
``(game, me, you)`` where *me* makes the demand and *you* carries it out. The effects of a card stand in the module in
printed order.

A card has one list of effects for each *text*. If an edition prints another text, ``text="first"`` starts a list that
replaces the card's whole text. ``text="first@bga"`` does so for a site's own wording
(:func:`~innolog.cards.editions.texts_of`). The first text of the game's rules, most special first, for which the card
has a list applies.

A search cannot see all that an effect does. Such facts are declared with the effect (:class:`Trait`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NamedTuple

from innolog.cards import editions
from innolog.cards.facts import CardSet, CardTable, Icon, card_table

#: The text that every edition without one of its own uses.
STANDARD = editions.STANDARD.value
_FOURTH = editions.Edition.FOURTH.value


class EffectKind(Enum):
    """How an effect is carried out (Deluxe rulebook, "Execute effects")."""

    DOGMA = "dogma"
    DEMAND = "demand"
    #: Artifacts: obeyed by opponents who could share.
    COMPEL = "compel"
    #: Echoes: executed before the dogma effects while visible.
    ECHO = "echo"
    #: Figures: executed in an Inspire action while visible.
    INSPIRE = "inspire"
    #: Figures: the effect of a decree.
    DECREE = "decree"


class Trait(Enum):
    """A change of boards by an effect that no transfer shows."""

    #: It puts the cards of a pile in a new order.
    REARRANGES = "rearranges"
    #: It removes cards from boards without transfers.
    REMOVES_UNTOLD = "removes untold"
    #: It splays piles of other players than the one who carries it out.
    SPLAYS_FOR_OTHERS = "splays for others"


class Splaying(NamedTuple):
    """The piles that an effect can splay, and how."""

    colors: tuple[int, ...]
    direction: int


@dataclass(frozen=True, slots=True)
class Effect:
    """One printed effect: ``number`` counts from 1 within its kind, ``run`` plays it.

    ``traits`` are its changes that no transfer shows. ``splays`` is declared for effects that follow one that
    rearranges.
    """

    card: int
    kind: EffectKind
    number: int
    run: Callable[..., None]
    traits: frozenset[Trait] = frozenset()
    splays: Splaying | None = None


_texts: dict[tuple[int, str], list[Effect]] = {}
_payments: dict[int, Callable[..., int | None]] = {}


def _register(
    name: str,
    icon: Icon,
    kind: EffectKind,
    text: str = STANDARD,
    traits: Iterable[Trait] = (),
    splays: Splaying | None = None,
) -> Callable[[Callable[..., None]], Any]:
    card = _ids_by_name()[name]
    if _table_of(text).featured[card] != icon:
        raise ValueError(f"{name} does not feature {icon.name.lower()}")

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        effects = _texts.setdefault((card, text), [])
        number = 1 + sum(effect.kind is kind for effect in effects)
        effects.append(Effect(card, kind, number, function, frozenset(traits), splays))
        return function

    return decorate


def dogma(
    name: str, icon: Icon, text: str = STANDARD, *, traits: Iterable[Trait] = (), splays: Splaying | None = None
) -> Callable[[Callable[..., None]], Any]:
    """Register the next non-demand effect of the named card."""
    return _register(name, icon, EffectKind.DOGMA, text, traits, splays)


def demand(
    name: str, icon: Icon, text: str = STANDARD, *, traits: Iterable[Trait] = ()
) -> Callable[[Callable[..., None]], Any]:
    """Register the next "I demand" effect of the named card."""
    return _register(name, icon, EffectKind.DEMAND, text, traits)


def compel(
    name: str, icon: Icon, text: str = STANDARD, *, traits: Iterable[Trait] = ()
) -> Callable[[Callable[..., None]], Any]:
    """Register the next "I compel" effect of the named card."""
    return _register(name, icon, EffectKind.COMPEL, text, traits)


def echo(
    name: str, icon: Icon, text: str = STANDARD, *, traits: Iterable[Trait] = ()
) -> Callable[[Callable[..., None]], Any]:
    """Register the echo effect of the named card."""
    return _register(name, icon, EffectKind.ECHO, text, traits)


def inspire(
    name: str, icon: Icon, text: str = STANDARD, *, traits: Iterable[Trait] = ()
) -> Callable[[Callable[..., None]], Any]:
    """Register the inspire effect of the named figure."""
    return _register(name, icon, EffectKind.INSPIRE, text, traits)


def payment(*names: str) -> Callable[[Callable[..., int | None]], Any]:
    """Register how the named cards handle a payment of a distant player while they are activated, where a site does so.

    The function takes ``(game, me, what)`` and returns the card that was paid, or as in
    :class:`~innolog.engine.events.Parley`.
    """

    def decorate(function: Callable[..., int | None]) -> Callable[..., int | None]:
        _payments.update((_ids_by_name()[name], function) for name in names)
        return function

    return decorate


def payment_under(card: int) -> Callable[..., int | None] | None:
    """How a card handles payments while it is activated; None: a card is returned, as printed."""
    load(CardSet.BASE, (_FOURTH,))
    return _payments.get(card)


def card_named(name: str) -> int:
    """The id of the card with an English name. Raises ``KeyError`` if there is none."""
    return _ids_by_name()[name]


def no_effect(name: str, icon: Icon) -> None:
    """Register that the named card prints a non-demand effect that does nothing."""

    def nothing(game: Any, me: Any) -> None:
        """As printed."""

    _register(name, icon, EffectKind.DOGMA)(nothing)


@lru_cache(maxsize=1)
def _ids_by_name() -> dict[str, int]:
    # The table of the fourth edition has the cards of all editions.
    return {card.name: card.id for card in card_table(edition=_FOURTH).cards.values()}


def _table_of(text: str) -> CardTable:
    """The facts of the edition that prints a text."""
    return card_table(edition=text.partition("@")[0])


#: The packages with the effects of a set's cards, by set and text. Cities have no effects.
_PACKAGES = {
    (CardSet.BASE, STANDARD): "base",
    (CardSet.ARTIFACTS, STANDARD): "artifacts",
    (CardSet.ECHOES, STANDARD): "echoes",
    (CardSet.FIGURES, STANDARD): "figures",
    # Artifacts that are worded anew where figures are in play stand among the figures.
    (CardSet.ARTIFACTS, editions.WITH_FIGURES): "figures",
    (CardSet.BASE, _FOURTH): "fourth",
}


@cache
def load(card_set: CardSet, texts: tuple[str, ...] = (STANDARD,)) -> None:
    """Import the effects of one set, as far as some texts need them.

    Most games need few sets and editions, and importing takes longer than a small game.
    """
    for package in [package for (of_set, text), package in _PACKAGES.items() if of_set == card_set and text in texts]:
        parent = import_module(f"innolog.cards.{package}")
        for module in iter_modules(parent.__path__):
            import_module(f"{parent.__name__}.{module.name}")


@cache
def effects_of(card: int, texts: tuple[str, ...] = (STANDARD,)) -> tuple[Effect, ...]:
    """The effects of a card in printed order, by the first of some texts that it has; empty if it has no effects."""
    table = card_table()
    # Relics come with the Artifacts, whatever their set.
    load(CardSet.ARTIFACTS if table.relic[card] else CardSet(table.set[card]), texts)
    for text in texts:
        effects = _texts.get((card, text))
        if effects is not None:
            return tuple(effects)
    return ()


@cache
def reworded(sets: frozenset[CardSet], texts: tuple[str, ...], others: tuple[str, ...]) -> frozenset[int]:
    """The cards of some sets whose wording differs between two lists of texts."""
    for card_set in sets:
        load(card_set, texts)
    cards = {card for card, _ in _texts}
    return frozenset(card for card in cards if effects_of(card, texts) != effects_of(card, others))


@cache
def traits_of(card: int) -> frozenset[Trait]:
    """The traits of all effects of a card, in any of its texts."""
    effects_of(card)
    of_card = [effects for (other, _), effects in _texts.items() if other == card]
    return frozenset(trait for effects in of_card for effect in effects for trait in effect.traits)


@cache
def splaying_after_rearranging() -> Splaying:
    """The piles that can be splayed by effects that follow one that rearranges, on the same card."""
    load(CardSet.BASE)
    for effects in _texts.values():
        rearranging = [Trait.REARRANGES in effect.traits for effect in effects]
        if any(rearranging):
            for effect in effects[rearranging.index(True) :]:
                if effect.splays is not None:
                    return effect.splays
    return Splaying((), 0)


def all_effects() -> tuple[Effect, ...]:
    """Every effect of every edition, for coverage reports."""
    for card_set, text in _PACKAGES:
        load(card_set, (text,))
    return tuple(effect for effects in _texts.values() for effect in effects)
