"""A run: the suite and whole games with one engine, and what differs, in groups of equal causes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from innolog.cards.facts import card_table
from innolog.comparing.rules import RULES
from innolog.conformance.holding import (
    FAILED,
    FAULT,
    NOT_IMPLEMENTED,
    NOT_RUN,
    PASSED,
    Case,
    Finding,
    hello,
    hold,
    implements,
)
from innolog.conformance.lockstep import follow
from innolog.conformance.process import Engine, EngineFault
from innolog.conformance.shrinking import size, smallest
from innolog.conformance.table import Data
from innolog.version import version

#: A case that differs in what the rulebooks leave open: no failure.
OPEN = "open"
#: What the cases of a run can come to, in the order of a summary.
VERDICTS = (PASSED, FAILED, OPEN, FAULT, NOT_IMPLEMENTED, NOT_RUN)
#: The number of faults in a row after which the engine is not asked any more.
MOST_FAULTS = 5
#: The number of groups whose examples are made small. Each takes many positions.
_MADE_SMALL = 40


@dataclass(slots=True)
class Group:
    """Findings with one cause: the same rule, or kind of fault, with the same card in the same edition.

    ``example`` is the smallest of them, made smaller.
    """

    verdict: str
    rule: str
    subject: str
    edition: str
    example: Finding
    cases: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Report:
    """What a run found. ``engine`` is the engine's *hello*; ``fault`` says why there is none, or why it was left."""

    engine: Data = field(default_factory=dict)
    fault: str = ""
    cases: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    groups: dict[tuple[str, str, str, str], Group] = field(default_factory=dict)
    #: For each edition and subject: how many cases have which verdict.
    table: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    _row: int = 0

    @property
    def failed(self) -> bool:
        """Whether the engine differs from the rules, or did not answer."""
        return bool(self.fault or any(group.verdict in (FAILED, FAULT) for group in self.groups.values()))

    def add(self, finding: Finding, counts: Counter[str]) -> None:
        """Count a finding, and put it into its group."""
        if finding.verdict == FAILED and finding.case.marks:
            finding.verdict = OPEN
        counts[finding.verdict] += 1
        case = finding.case
        self._row = self._row + 1 if finding.verdict == FAULT else 0
        if finding.verdict not in (FAILED, OPEN, FAULT):
            return
        key = finding.verdict, finding.rule or finding.fault, case.subject, case.edition
        group = self.groups.get(key)
        if group is None:
            group = self.groups[key] = Group(*key, finding)
        elif size(finding) < size(group.example):
            group.example = finding
        group.cases.append(case.id)

    @property
    def given_up(self) -> bool:
        """Whether the engine has not answered too often in a row."""
        return self._row >= MOST_FAULTS


def run(
    engine: Engine,
    cases: Iterable[Case],
    games: Iterable[int],
    progress: Callable[[int], object] = lambda done: None,
) -> Report:
    """Hold an engine against cases, and against whole games of the given seeds. Never raises for what it does."""
    report = Report()
    try:
        report.engine = _plain_hello(hello(engine))
    except EngineFault as fault:
        report.fault = str(fault)
        return report
    done = 0
    for case in cases:
        counts = report.table.setdefault((case.edition, case.subject), Counter())
        if report.given_up:
            finding = Finding(case, NOT_RUN)
            report.cases[NOT_RUN] += 1
        elif lacking := implements(report.engine, case.position):
            finding = Finding(case, NOT_IMPLEMENTED, why=lacking)
            report.cases[NOT_IMPLEMENTED] += 1
        else:
            finding = hold(engine, case)
            report.add(finding, report.cases)
        counts[finding.verdict] += 1
        done += 1
        progress(done)
    for seed in games:
        if report.given_up:
            report.games[NOT_RUN] += 1
            continue
        last = follow(engine, report.engine, seed)
        if last is None:
            report.games[NOT_IMPLEMENTED] += 1
        else:
            report.add(last, report.games)
        done += 1
        progress(done)
    if report.given_up:
        report.fault = f"{MOST_FAULTS} cases in a row without an answer: the rest was not run"
        return report
    _make_small(engine, report)
    return report


def _make_small(engine: Engine, report: Report) -> None:
    for group in list(report.groups.values())[:_MADE_SMALL]:
        if group.verdict == FAILED:
            group.example = smallest(engine, group.example)


def _plain_hello(said: Data) -> Data:
    """Of a *hello* what is shown, short enough to show."""
    found: Data = {name: str(said.get(name, ""))[:60] for name in ("name", "version")}
    found.update({name: said[name][:20] for name in ("editions", "sets", "players")})
    found["teams"] = said.get("teams") is True
    return found


# --- a report as plain data and as text ------------------------------------------------------------------------------


def as_json(report: Report) -> Data:
    """A report as ``innolog conformance run --format json`` prints it."""
    return {
        "innolog": version(),
        "engine": report.engine,
        "fault": report.fault,
        "cases": {name: report.cases[name] for name in VERDICTS},
        "games": {name: report.games[name] for name in VERDICTS},
        "table": [
            {"edition": edition, "subject": subject, **{name: counts[name] for name in VERDICTS}}
            for (edition, subject), counts in report.table.items()
        ],
        "groups": [
            {
                "verdict": group.verdict,
                "rule": group.rule,
                "says": says(group.rule),
                "subject": group.subject,
                "edition": group.edition,
                "cases": group.cases,
                "place": group.example.place,
                "expected": group.example.expected,
                "found": group.example.found,
                "why": group.example.why,
                "example": asdict(group.example.case),
            }
            for group in report.groups.values()
        ],
    }


def says(rule: str) -> str:
    """What a rule says; empty for what is no rule."""
    known = RULES.get(rule)
    return known.sentence if known else ""


def in_words(finding: Finding) -> list[str]:
    """A finding in a few lines: the case, the action, and what differs."""
    case = finding.case
    names = _names(case)
    kind, card = case.action
    lines = [
        f"{case.id}: {case.note or case.kind}",
        f"action: {kind}" + (f" {names(card)}" if card is not None else ""),
    ]
    for seat, player in enumerate(case.position["players"]):
        parts = [
            f"{zone} {_told(player[zone], names)}"
            for zone in ("hand", "score", "forecast", "achievements")
            if player[zone]
        ]
        parts += [
            f"{color} {_told(pile, names)}" + (f" ({player['splays'][color]})" if color in player["splays"] else "")
            for color, pile in player["board"].items()
        ]
        lines.append(f"player {seat}: {'; '.join(parts) or 'nothing'}")
    for number, decision in enumerate(case.decisions, 1):
        answer = decision["answer"]
        told = names(answer) if decision["choice"] == "card" and answer is not None else answer
        lines.append(f"answer {number}: player {decision['player']} to {decision['choice']}: {told}")
    if finding.why:
        return [*lines, f"engine: {finding.why}"]
    expected, found = _parted(finding.expected, finding.found)
    lines += [f"differs at: {finding.place}", f"by the rules: {_told(expected, names)}"]
    return [*lines, f"the engine: {_told(found, names)}"]


def _parted(expected: Any, found: Any) -> tuple[Any, Any]:
    """Of two long piles the ends that differ."""
    if not (isinstance(expected, list) and isinstance(found, list)) or max(len(expected), len(found)) < 6:
        return expected, found
    same = 0
    while same < min(len(expected), len(found)) and expected[same] == found[same]:
        same += 1
    return expected[max(0, same - 1) :], found[max(0, same - 1) :]


def _names(case: Case) -> Callable[[int], str]:
    rules = case.position["rules"]
    table = card_table(rules["platform"], rules["edition"]).name

    def name(card: int) -> str:
        return (table[card] or str(card)) if isinstance(card, int) and 0 <= card < len(table) else str(card)

    return name


def _told(value: Any, names: Callable[[int], str]) -> str:
    if isinstance(value, list) and value and all(isinstance(card, int) for card in value):
        told = [names(card) for card in value[:12]]
        return ", ".join(told) + (f" and {len(value) - 12} more" if len(value) > 12 else "")
    if isinstance(value, dict) and {"player", "choice"} <= value.keys():
        options = value.get("options")
        listed = f": {_told(options, names) if value['choice'] in ('card', 'order') else options}" if options else ""
        return f"player {value['player']} is to choose: {value['choice']}{listed}"[:300]
    return "nothing" if value in (None, [], "") else str(value)[:300]
