"""Answers of the engine as plain data, and back."""

from __future__ import annotations

from contextlib import suppress
from types import NoneType
from typing import Any

from innolog.cards.facts import CardSet
from innolog.engine.choices import ChoiceKind, IllegalAnswer
from innolog.engine.operations import Action, ActionKind
from innolog.engine.zones import Zone

#: What JSON has for an answer.
Plain = int | str | bool | None | list[int] | list[int | str | None]
#: Choices whose answers are no numbers.
_NO_NUMBERS = (ChoiceKind.YES_NO, ChoiceKind.ACTION, ChoiceKind.PLACE, ChoiceKind.CARD_SET)


def as_data(kind: ChoiceKind, answer: Any) -> Plain:
    """An answer of the engine as plain data."""
    if answer is None:
        return None
    if kind is ChoiceKind.ACTION:
        return [answer.kind.value, answer.card]
    if kind is ChoiceKind.PLACE:
        return str(Zone(answer).name.lower())
    if kind is ChoiceKind.CARD_SET:
        return str(CardSet(answer).name.lower())
    if isinstance(answer, bool):
        return answer
    if isinstance(answer, tuple):
        return [int(part) for part in answer]
    return int(answer)


def from_data(kind: ChoiceKind, plain: Any) -> Any:
    """Plain data as an answer of the engine, which has still to find it among the possible ones.

    Raises :class:`~innolog.engine.choices.IllegalAnswer` for what is no answer to a choice of this kind. (In Python, 1
    is true, and true is 1.)
    """
    if plain is None or (isinstance(plain, bool) and kind in (ChoiceKind.YES_NO, ChoiceKind.NATURE)):
        return plain
    parts = plain if isinstance(plain, list) else []
    with suppress(ValueError, KeyError):
        if kind is ChoiceKind.ACTION and len(parts) == 2 and type(parts[1]) in (int, NoneType):
            return Action(ActionKind(parts[0]), parts[1])
        if kind is ChoiceKind.PLACE and isinstance(plain, str):
            return Zone[plain.upper()]
        if kind is ChoiceKind.CARD_SET and isinstance(plain, str):
            return CardSet[plain.upper()]
    if isinstance(plain, list) and all(type(part) is int for part in parts):
        return tuple(parts)
    if type(plain) is int and kind not in _NO_NUMBERS:
        return plain
    raise IllegalAnswer(f"{plain!r} is no answer to a choice of a {kind.value}")
