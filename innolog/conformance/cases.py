"""A case: a position, an action, the answers, and what follows by the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from innolog.cards.facts import CardTable
from innolog.conformance.serving import actions_of
from innolog.conformance.table import (
    Data,
    Script,
    action_of,
    first_answer,
    game_of,
    only_answer,
    position_of,
    question_of,
    state_of,
)
from innolog.engine.actions import play_next
from innolog.engine.answers import as_data, from_data
from innolog.engine.choices import Choice, ChoiceKind, IllegalAnswer
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.support.errors import InnologError


@dataclass(slots=True)
class Case:
    """A position and an action with all that follows. ``decisions`` are questions with the field ``answer``.

    ``subject`` is the name of a card or the id of a rule; ``card`` the number of the card, if it is one. ``kind`` says
    what the case shows, ``note`` which, in words. ``marks`` are the open questions that the case may depend on.
    ``actions`` are the legal actions before it.
    """

    id: str
    subject: str
    card: int | None
    kind: str
    note: str
    marks: list[str]
    position: Data
    actions: list[Any]
    action: Any
    decisions: list[Data]
    then: Data

    @property
    def edition(self) -> str:
        """The edition that is played."""
        return str(self.position["rules"]["edition"])

    @property
    def table(self) -> CardTable:
        """The facts of the cards that are played with."""
        return Ruleset.from_description(self.position["rules"]).table


def wrong_part(case: Case) -> str:
    """The name of the first field of a case that does not have the form innolog writes; empty if all have it.

    Whether the case is right by the rules is not asked: it may be of another version of innolog.
    """
    for name, holds in _PARTS.items():
        try:
            right = holds(case)
        except (InnologError, KeyError, TypeError, ValueError, IndexError, AttributeError):
            right = False
        if not right:
            return name
    return ""


def _is_table(table: Data, rules: Data) -> bool:
    over, whole = table["over"], {**table, "rules": rules}
    ended = over is None or (isinstance(over["how"], str) and isinstance(over["winners"], list))
    return ended and {**position_of(game_of(whole, Script(()))), "over": over} == whole


def _is_action(case: Case, plain: Any) -> bool:
    action = action_of(plain)
    return action is not None and (action.card is None or isinstance(case.table.name[action.card], str))


def _is_decision(decision: Data) -> bool:
    kind, options, may = ChoiceKind(decision["choice"]), decision["options"], decision["may"]
    from_data(kind, decision["answer"])
    return isinstance(options, list) and isinstance(may, bool) and isinstance(decision["player"], int)


def _are_all(values: Any, holds: Callable[[Any], bool]) -> bool:
    return isinstance(values, list) and all(map(holds, values))


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


#: The fields of a case that are looked at. Each relies on those before it.
_PARTS: dict[str, Callable[[Case], bool]] = {
    "id": lambda case: _is_text(case.id),
    "kind": lambda case: _is_text(case.kind),
    "note": lambda case: _is_text(case.note),
    "marks": lambda case: _are_all(case.marks, _is_text),
    "position": lambda case: _is_table(case.position, case.position["rules"]),
    "actions": lambda case: _are_all(case.actions, partial(_is_action, case)),
    "action": lambda case: case.action in case.actions,
    "decisions": lambda case: _are_all(case.decisions, _is_decision),
    "then": lambda case: _is_table(case.then, case.position["rules"]),
}


class Answering(Protocol):
    """Answers the choices of a game that :func:`made` shows to it."""

    def choose(self, choice: Choice) -> Any:
        """One of the answers."""
        ...


class Recorder:
    """A decider that takes one action, lets another one answer what it brings, and records the questions."""

    def __init__(self, action: Any, answering: Answering) -> None:
        self.action = action
        self._answering = answering
        self.decisions: list[Data] = []

    def choose(self, choice: Choice) -> Any:
        """The answer. What has one answer is not recorded."""
        if choice.kind is ChoiceKind.ACTION:
            return action_of(self.action)
        if only_answer(choice):
            return first_answer(choice)
        answer = self._answering.choose(choice)
        self.decisions.append({**question_of(choice), "answer": as_data(choice.kind, answer)})
        return answer


def made(
    position: Data,
    action: Any,
    answering: Callable[[Game], Answering],
    **about: Any,
) -> Case:
    """The case of a position and an action: innolog plays it.

    ``about`` has the other fields of a :class:`Case`. Raises :class:`InnologError` for a position or an action that the
    rules do not allow.
    """
    recorder = Recorder(action, Script(()))
    game = game_of(position, recorder)
    recorder._answering = answering(game)
    legal = actions_of(game)
    if action not in legal:
        raise IllegalAnswer(f"{action} is no legal action")
    play_next(game)
    fields = {"id": "", "subject": "", "card": None, "kind": "", "note": "", "marks": []} | about
    return Case(
        position=position, actions=legal, action=action, decisions=recorder.decisions, then=state_of(game), **fields
    )
