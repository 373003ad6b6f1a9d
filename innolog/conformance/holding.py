"""An engine held against one case: a position, an action, the answers, and what follows by the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from innolog.conformance.naming import of_states, rule_of
from innolog.conformance.process import Engine, EngineFault
from innolog.conformance.protocol import PROTOCOL
from innolog.conformance.serving import actions_of
from innolog.conformance.table import (
    Data,
    Script,
    action_of,
    differences,
    game_of,
    only_answer,
    question_of,
    state_of,
)
from innolog.engine.actions import finish, take_action
from innolog.engine.choices import Choice, ChoiceKind, IllegalAnswer
from innolog.engine.game import Game, GameOver
from innolog.results.native import as_data

#: What a check can find.
PASSED, FAILED, NOT_IMPLEMENTED, FAULT, NOT_RUN = "passed", "failed", "not implemented", "fault", "not run"


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


@dataclass(slots=True)
class Finding:
    """What a case found: ``expected`` is what the rules say, ``found`` what the engine did."""

    case: Case
    verdict: str
    rule: str = ""
    place: str = ""
    expected: Any = None
    found: Any = None
    #: For :data:`NOT_IMPLEMENTED` and :data:`FAULT`: what the engine said, or did.
    why: str = ""
    fault: str = ""
    group: str = field(default="")


class Answering(Protocol):
    """Answers the choices of a game that :func:`played` shows to it."""

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
            return tuple(choice.options) if choice.kind is ChoiceKind.ORDER else choice.answers()[0]
        answer = self._answering.choose(choice)
        self.decisions.append({**question_of(choice), "answer": as_data(choice.kind, answer)})
        return answer


def play(game: Game) -> None:
    """Play the next action of a game, and record its end if it has one."""
    try:
        take_action(game)
    except GameOver as end:
        finish(game, end.how, end.winners, end.by)


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
    play(game)
    fields = {"id": "", "subject": "", "card": None, "kind": "", "note": "", "marks": []} | about
    return Case(
        position=position, actions=legal, action=action, decisions=recorder.decisions, then=state_of(game), **fields
    )


class _Stop(Exception):
    """The check of a case has an outcome."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding


def hold(engine: Engine, case: Case, *, set_up: bool = True) -> Finding:
    """Hold an engine against a case. Without ``set_up`` the engine goes on from where it is.

    Never raises: what an engine does is a finding.
    """
    try:
        if set_up:
            _asked(engine, case, {"request": "set up", "position": case.position}, "ready")
        _look_at_actions(engine, case)
        _play(engine, case)
        answer = _asked(engine, case, {"request": "state"}, "state")
        found = list(differences(case.then, answer.get("state")))
        if found:
            rule, shown = of_states(case, found)
            raise _Stop(Finding(case, FAILED, rule, *shown))
    except _Stop as stop:
        return stop.finding
    except EngineFault as fault:
        return Finding(case, FAULT, why=str(fault), fault=fault.kind)
    return Finding(case, PASSED)


def _failed(case: Case, place: str, expected: Any, found: Any) -> Finding:
    return Finding(case, FAILED, rule_of(case, place, expected, found), place, expected, found)


def _said(answer: Data, name: str) -> str:
    """What an engine says, in one line that is not long."""
    return " ".join(str(answer.get(name, ""))[:200].split())


def _asked(engine: Engine, case: Case, request: Data, *wanted: str) -> Data:
    """The answer to a request, which must be of one of the wanted kinds."""
    answer = engine.ask(request)
    kind = answer["answer"]
    if kind in wanted:
        return answer
    if kind == "not implemented":
        raise _Stop(Finding(case, NOT_IMPLEMENTED, why=_said(answer, "what")))
    if kind == "error":
        raise _Stop(Finding(case, FAULT, why=f"it reports an error: {_said(answer, 'why')}", fault="error"))
    if request["request"] in ("act", "choose"):
        expected = request.get("action", request.get("value"))
        raise _Stop(_failed(case, request["request"], expected, _said(answer, "why") or kind[:80]))
    why = f"to {request['request']} it answers {str(kind)[:80]!r}"
    raise _Stop(Finding(case, FAULT, why=why, fault="garbage"))


def _look_at_actions(engine: Engine, case: Case) -> None:
    answer = engine.ask({"request": "actions"})
    if answer["answer"] == "not implemented":
        # An engine can do without the list.
        return
    if answer["answer"] == "error":
        raise _Stop(Finding(case, FAULT, why=f"it reports an error: {_said(answer, 'why')}", fault="error"))
    theirs = answer.get("actions")
    if not isinstance(theirs, list):
        raise _Stop(Finding(case, FAULT, why="its answer to actions has no list of actions", fault="garbage"))
    if sorted(map(repr, theirs)) != sorted(map(repr, case.actions)):
        missing = [action for action in case.actions if action not in theirs]
        more = [action for action in theirs if action not in case.actions]
        raise _Stop(_failed(case, "actions", missing, more))


def _play(engine: Engine, case: Case) -> None:
    """Let the engine take the action, and answer what it asks."""
    answer = _asked(engine, case, {"request": "act", "action": case.action}, "ask", "done")
    left, alone = list(case.decisions), 0
    while answer["answer"] == "ask":
        options, may = answer.get("options"), answer.get("may") is True
        if isinstance(options, list) and len(options) + may == 1 and answer.get("choice") != "order":
            # No choice: other engines may ask all the same.
            alone += 1
            if alone > 1000:
                raise _Stop(Finding(case, FAULT, why="it asks without end", fault="endless"))
            value = options[0] if options else None
        elif not left:
            raise _Stop(_failed(case, "question", None, _question(answer)))
        else:
            decision = left.pop(0)
            _compare_question(case, decision, answer)
            value = decision["answer"]
        answer = _asked(engine, case, {"request": "choose", "value": value}, "ask", "done")
    if left:
        raise _Stop(_failed(case, "question", _question(left[0]), None))


def _question(asked: Data) -> Data:
    return {name: asked.get(name) for name in ("player", "choice", "options", "may")}


def _compare_question(case: Case, ours: Data, theirs: Data) -> None:
    """Hold a question against the one that the rules ask. Options that an engine leaves out are not compared."""
    for name in ("player", "choice", "may"):
        if name in theirs and theirs[name] != ours[name]:
            raise _Stop(_failed(case, "question", _question(ours), _question(theirs)))
    options = theirs.get("options")
    if options is not None and (
        not isinstance(options, list) or sorted(map(repr, options)) != sorted(map(repr, ours["options"]))
    ):
        raise _Stop(_failed(case, "question", _question(ours), _question(theirs)))


def hello(engine: Engine) -> Data:
    """What an engine says of itself. Raises :class:`EngineFault` if it speaks another protocol."""
    answer = engine.ask({"request": "hello", "protocol": PROTOCOL})
    if answer["answer"] != "hello":
        raise EngineFault("hello", f"to hello it answers {str(answer['answer'])[:80]!r}")
    if answer.get("protocol") != PROTOCOL:
        raise EngineFault(
            "hello", f"it speaks version {str(answer.get('protocol'))[:20]} of the protocol, not {PROTOCOL}"
        )
    for name in ("editions", "sets", "players"):
        if not isinstance(answer.get(name), list):
            raise EngineFault("hello", f"its hello has no list of {name}")
    return answer


def implements(said: Data, position: Data) -> str:
    """Why an engine does not play a position, by its own hello; empty if it does."""
    rules = position["rules"]
    if rules["edition"] not in said["editions"]:
        return f"edition {rules['edition']}"
    if missing := [name for name in rules["sets"] if name not in said["sets"]]:
        return f"set {missing[0]}"
    if rules["players"] not in said["players"]:
        return f"{rules['players']} players"
    if rules["teams"] and said.get("teams") is not True:
        return "teams"
    return ""
