"""An engine held against one case: a position, an action, the answers, and what follows by the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from innolog.conformance.cases import Case
from innolog.conformance.naming import (
    EFFECT,
    NO_CAUSE,
    Cause,
    Difference,
    cause_of_actions,
    cause_of_order,
    cause_of_question,
    cause_of_refusal,
    cause_of_silence,
    cause_of_states,
)
from innolog.conformance.process import Engine, EngineFault
from innolog.conformance.protocol import PROTOCOL, wrong_field
from innolog.conformance.table import Data, differences, table_differences

#: What a check can find.
PASSED, FAILED, NOT_IMPLEMENTED, FAULT, NOT_RUN = "passed", "failed", "not implemented", "fault", "not run"


@dataclass(slots=True)
class Finding:
    """What a case found: where the engine differs from the rules, and the cause."""

    case: Case
    verdict: str
    cause: Cause = NO_CAUSE
    differences: list[Difference] = field(default_factory=list)
    #: The request that was not answered as the rules say, if it is known.
    request: str = ""
    #: For :data:`NOT_IMPLEMENTED` and :data:`FAULT`: what the engine said, or did.
    why: str = ""

    @property
    def subject(self) -> str:
        """What it is about: a card, a rule or a kind of actions."""
        return self.cause.subject or self.case.subject

    @property
    def row(self) -> str:
        """Its row in a table of cards and rules. Legal actions have rows of their own."""
        return self.subject if self.request == "actions" else self.case.subject

    @property
    def key(self) -> tuple[str, str, str]:
        """Equal for findings with the same cause. A rule is one cause for all cards, an effect one for its card."""
        return self.verdict, self.cause.rule, self.subject if self.cause.rule == EFFECT else ""


class _Stop(Exception):
    """The check of a case has an outcome."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding


def hold(engine: Engine, case: Case, *, set_up: bool = True) -> list[Finding]:
    """Hold an engine against a case. Without ``set_up`` the engine goes on from where it is.

    The last finding is about the action of the case. Those before it are about the list of legal actions, one for each
    kind that differs. Never raises: what an engine does is a finding.
    """
    found: list[Finding] = []
    try:
        if set_up:
            _asked(engine, case, {"request": "set up", "position": case.position}, "ready")
        found = _look_at_actions(engine, case)
        unasked = _play(engine, case)
        state = _asked(engine, case, {"request": "state"}, "state").get("state")
        if not isinstance(state, dict):
            raise _faulty(case, "garbage", "its answer to the request state has no state", "state")
        differing = list(differences(case.then, state))
        if unasked is not None:
            asked = [("question", _question(unasked), None), *differing]
            raise _Stop(Finding(case, FAILED, cause_of_silence(case, unasked["player"], differing), asked))
        if differing:
            same_table = not any(table_differences(case.then, state))
            raise _Stop(Finding(case, FAILED, cause_of_states(case, differing, same_table=same_table), differing))
    except _Stop as stop:
        if stop.finding.request == "act" and any(case.action in each.differences[0][1] for each in found):
            # It does what it said.
            return found
        return [*found, stop.finding]
    except EngineFault as fault:
        return [*found, Finding(case, FAULT, Cause(fault.kind), why=str(fault))]
    return [*found, Finding(case, PASSED)]


def _said(answer: Data, name: str) -> str:
    """What an engine says, in one line that is not long."""
    return " ".join(str(answer.get(name, ""))[:200].split())


def _asked(engine: Engine, case: Case, request: Data, *wanted: str) -> Data:
    """The answer to a request, which must be of one of the wanted kinds."""
    answer = engine.ask(request)
    kind, what = answer["answer"], request["request"]
    if kind in wanted:
        if wrong := wrong_field(answer):
            raise _faulty(case, "garbage", f"in its answer to the request {what}, {wrong}", what)
        return answer
    if kind == "not implemented":
        raise _Stop(Finding(case, NOT_IMPLEMENTED, why=_said(answer, "what"), request=what))
    if kind == "error":
        raise _faulty(case, "error", f"it reports an error: {_said(answer, 'why')}", what)
    if kind == "refused" and what in ("act", "choose"):
        difference = what, request.get("action", request.get("value")), _said(answer, "why")
        raise _Stop(Finding(case, FAILED, cause_of_refusal(case, what), [difference], request=what))
    raise _faulty(case, "garbage", f'to the request {what} it answers "{_one_line(kind)}"', what)


def _one_line(text: str) -> str:
    return " ".join(text[:80].split())


def _faulty(case: Case, kind: str, why: str, request: str) -> _Stop:
    return _Stop(Finding(case, FAULT, Cause(kind), why=why, request=request))


def _look_at_actions(engine: Engine, case: Case) -> list[Finding]:
    """What differs in the legal actions, by kind. An engine can do without the list."""
    answer = engine.ask({"request": "actions"})
    if answer["answer"] == "not implemented":
        return []
    if answer["answer"] == "error":
        raise _faulty(case, "error", f"it reports an error: {_said(answer, 'why')}", "actions")
    theirs = answer.get("actions")
    if not isinstance(theirs, list):
        raise _faulty(case, "garbage", "its answer to the request actions has no list of actions", "actions")
    missing = [action for action in case.actions if action not in theirs]
    more = [action for action in theirs if action not in case.actions]
    kinds = dict.fromkeys(map(_kind, [*missing, *more]))
    if not kinds and len(theirs) != len(case.actions):
        raise _faulty(case, "garbage", "its list of actions names one twice", "actions")
    found = []
    for kind in kinds:
        lacks, adds = ([action for action in side if _kind(action) == kind] for side in (missing, more))
        cause = cause_of_actions(case, kind)
        found.append(Finding(case, FAILED, cause, [("actions", lacks, adds)], request="actions"))
    return found


def _kind(action: Any) -> str:
    first = action[0] if isinstance(action, list) and action else None
    return _one_line(first) if isinstance(first, str) else "other"


def _play(engine: Engine, case: Case) -> Data | None:
    """Let the engine take the action, and answer what it asks. Returns the first question that it does not ask."""
    answer = _asked(engine, case, {"request": "act", "action": case.action}, "ask", "done")
    left, alone = list(case.decisions), 0
    out_of_turn: Difference | None = None
    while answer["answer"] == "ask":
        options, may = answer.get("options"), answer.get("may") is True
        alike = bool(left) and all(answer.get(name) == left[0][name] for name in ("player", "choice", "options"))
        if isinstance(options, list) and len(options) + may == 1 and answer.get("choice") != "order" and not alike:
            # No choice: other engines may ask all the same. (If it is like the next question, only may differs.)
            alone += 1
            if alone > 1000:
                raise _faulty(case, "endless", "it asks without end", "act")
            value = options[0] if options else None
        else:
            place = next((at for at, each in enumerate(left) if each["player"] == answer.get("player")), 0)
            if place:
                out_of_turn = out_of_turn or ("question", _question(left[0]), _question(answer))
            decision = left.pop(place) if left else None
            if decision is None or _differs(decision, answer):
                raise _asks_otherwise(case, decision, answer, out_of_turn)
            value = decision["answer"]
        answer = _asked(engine, case, {"request": "choose", "value": value}, "ask", "done")
    if out_of_turn is not None and not left:
        raise _Stop(Finding(case, FAILED, Cause("dogma.order"), [out_of_turn]))
    return left[0] if left else None


def _asks_otherwise(case: Case, ours: Data | None, theirs: Data, before: Difference | None) -> _Stop:
    expected, found = None if ours is None else _question(ours), _question(theirs)
    if before is not None:
        cause = cause_of_order(case, later=before[1]["player"] == found["player"])
        return _Stop(Finding(case, FAILED, cause, [before]))
    return _Stop(Finding(case, FAILED, cause_of_question(case, expected, found), [("question", expected, found)]))


def _question(asked: Data) -> Data:
    return {name: asked.get(name) for name in ("player", "choice", "options", "may")}


def _differs(ours: Data, theirs: Data) -> bool:
    """Whether a question is another one than the rules ask. Options that an engine leaves out are not compared."""
    if any(name in theirs and theirs[name] != ours[name] for name in ("player", "choice", "may")):
        return True
    options = theirs.get("options")
    return options is not None and (
        not isinstance(options, list) or sorted(map(repr, options)) != sorted(map(repr, ours["options"]))
    )


def hello(engine: Engine) -> Data:
    """What an engine says of itself. Raises :class:`EngineFault` if it speaks another protocol."""
    answer = engine.ask({"request": "hello", "protocol": PROTOCOL})
    if answer["answer"] != "hello":
        raise EngineFault("hello", f'to hello it answers "{_one_line(answer["answer"])}"')
    if answer.get("protocol") != PROTOCOL:
        raise EngineFault(
            "hello", f"it speaks version {str(answer.get('protocol'))[:20]} of the protocol, not {PROTOCOL}"
        )
    for name in ("editions", "sets", "players"):
        if not isinstance(answer.get(name), list):
            raise EngineFault("hello", f"its hello has no list of {name}")
    if wrong := wrong_field(answer):
        raise EngineFault("hello", f"in its hello, {wrong}")
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
