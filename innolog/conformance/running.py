"""A run: the suite and whole games with one engine, and what differs, in groups of equal causes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field

from innolog.comparing.rules import RULES
from innolog.conformance.cases import Case
from innolog.conformance.holding import (
    FAILED,
    FAULT,
    NOT_IMPLEMENTED,
    NOT_RUN,
    PASSED,
    Finding,
    hello,
    hold,
    implements,
)
from innolog.conformance.lockstep import follow
from innolog.conformance.naming import EFFECT
from innolog.conformance.process import Engine, EngineFault
from innolog.conformance.shrinking import size, smallest
from innolog.conformance.table import Data
from innolog.version import version

#: A case that differs in what the rulebooks leave open: no failure.
OPEN = "open"
#: A case of an edition, a set or a number of players that the engine does not declare.
LEFT_OUT = "left out"
#: What the cases of a run can come to, in the order of a summary.
VERDICTS = (PASSED, FAILED, OPEN, FAULT, NOT_IMPLEMENTED, LEFT_OUT, NOT_RUN)
#: The number of faults in a row after which the engine is not asked any more.
MOST_FAULTS = 5
#: The number of groups whose examples are made small. Each takes many positions.
_MADE_SMALL = 40


@dataclass(slots=True)
class Group:
    """Findings with one cause: a rule, a kind of fault, or the effect of a card.

    ``subjects`` are the cards, rules and kinds of actions that it shows with, ``rows`` those of the table, with their
    editions; ``possibly`` the rules that it can come from, each with the number of cases. ``example`` is the smallest
    case, made smaller.
    """

    verdict: str
    rule: str
    example: Finding
    subjects: Counter[str] = field(default_factory=Counter)
    possibly: Counter[str] = field(default_factory=Counter)
    rows: set[tuple[str, str]] = field(default_factory=set)
    cases: list[str] = field(default_factory=list)

    @property
    def editions(self) -> list[str]:
        """The editions in which it shows."""
        return sorted({edition for edition, _ in self.rows})

    @property
    def title(self) -> str:
        """Its cause, and with which cards, in some words."""
        names = [name for name in self.subjects if name != self.rule]
        told = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
        if self.rule != EFFECT:
            return f"{self.rule}: {told}" if told else self.rule
        return f"{told}: differs from {'the effect of the card' if self.example.cause.subject else 'the rules'}"

    def add(self, finding: Finding) -> None:
        """Add another finding with this cause."""
        if size(finding) < size(self.example):
            self.example = finding
        self.subjects[finding.subject] += 1
        self.rows.add((finding.case.edition, finding.row))
        if finding.cause.possibly:
            self.possibly[finding.cause.possibly] += 1
        self.cases.append(finding.case.id)


@dataclass(slots=True)
class Report:
    """What a run found. ``engine`` is the engine's *hello*; ``fault`` says why there is none, or why it was left.

    ``lacking`` are the cards and kinds of actions that were left out of whole games, because the engine lacks them.
    """

    engine: Data = field(default_factory=dict)
    fault: str = ""
    cases: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    groups: dict[tuple[str, str, str], Group] = field(default_factory=dict)
    #: For each edition and subject: how many cases have which verdict.
    table: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    lacking: set[str] = field(default_factory=set)
    _row: int = 0

    @property
    def failed(self) -> bool:
        """Whether the engine differs from the rules, or did not answer."""
        return bool(self.fault or any(group.verdict in (FAILED, FAULT) for group in self.groups.values()))

    def add(self, findings: list[Finding], counts: Counter[str]) -> None:
        """Count the findings of a case, and put each into its group."""
        last = findings[-1]
        for finding in findings:
            if finding.verdict == FAILED and finding.case.marks:
                finding.verdict = OPEN
            if finding.verdict in (FAILED, OPEN, FAULT):
                new = Group(finding.verdict, finding.cause.rule, finding)
                self.groups.setdefault(finding.key, new).add(finding)
        verdicts = [finding.verdict for finding in findings]
        counts[next((name for name in (FAILED, OPEN) if name in verdicts), last.verdict)] += 1
        self._row = self._row + 1 if last.verdict == FAULT else 0

    def count_rows(self, findings: list[Finding]) -> None:
        """Count the findings of a case of the suite in the table."""
        case, verdict = findings[-1].case, findings[-1].verdict
        for finding in findings:
            if finding.row != case.subject:
                self.table.setdefault((case.edition, finding.row), Counter())[finding.verdict] += 1
            elif finding.verdict in (FAILED, OPEN):
                verdict = finding.verdict
        self.table.setdefault((case.edition, case.subject), Counter())[verdict] += 1

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
        if implements(report.engine, case.position):
            report.cases[LEFT_OUT] += 1
        elif report.given_up:
            report.cases[NOT_RUN] += 1
            report.count_rows([Finding(case, NOT_RUN)])
        else:
            found = hold(engine, case)
            report.add(found, report.cases)
            report.count_rows(found)
        done += 1
        progress(done)
    for seed in games:
        if report.given_up:
            report.games[NOT_RUN] += 1
        elif found := follow(engine, report.engine, seed, report.lacking):
            report.add(found, report.games)
        else:
            report.games[LEFT_OUT] += 1
        done += 1
        progress(done)
    if report.given_up:
        report.fault = f"{MOST_FAULTS} cases in a row without an answer: the rest was not run"
    else:
        _make_small(engine, report)
    # What concerns most cases comes first.
    report.groups = dict(sorted(report.groups.items(), key=lambda item: -len(item[1].cases)))
    return report


def _make_small(engine: Engine, report: Report) -> None:
    for group in [group for group in report.groups.values() if group.verdict == FAILED][:_MADE_SMALL]:
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
            {
                "edition": edition,
                "subject": subject,
                "card": _is_card(subject),
                **{name: counts[name] for name in VERDICTS},
            }
            for (edition, subject), counts in report.table.items()
        ],
        "lacking": sorted(report.lacking),
        "groups": [
            {
                "verdict": group.verdict,
                "rule": group.rule,
                "says": says(group.rule),
                "possibly": dict(group.possibly),
                "subjects": dict(group.subjects),
                "editions": group.editions,
                "cases": group.cases,
                "differences": [
                    {"place": place, "expected": expected, "found": found}
                    for place, expected, found in group.example.differences
                ],
                "why": group.example.why,
                "example": asdict(group.example.case),
            }
            for group in report.groups.values()
        ],
    }


def _is_card(subject: str) -> bool:
    return subject not in RULES and not subject.endswith(" actions")


def says(rule: str) -> str:
    """What a rule says; empty for what is no rule."""
    known = RULES.get(rule)
    return known.sentence if known else ""
