"""Collect the positions that the tests of cards and rules play an action from, for the suite of the package.

``python -m tests.conformance`` writes ``innolog/conformance/data/positions.jsonl`` again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import innolog.conformance
from innolog.cards.editions import Edition, Platform
from innolog.cards.generations import USUAL
from innolog.conformance.cases import Recorder
from innolog.conformance.serving import actions_of
from innolog.conformance.suite import Origin, case_of, packed
from innolog.conformance.table import Data, Script, game_of, only_answer, position_of
from innolog.engine.actions import play_next
from innolog.engine.answers import as_data
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.game import Game, GameOver
from innolog.support.errors import InnologError
from tests import table
from tests.cards import cases as lines
from tests.shared import REPOSITORY

FILE = Path(innolog.conformance.__file__).parent / "data" / "positions.jsonl"
#: The tests that play actions on small tables, with the kind of their cases.
TESTS = {
    "tests/cards/test_plain_fourth_early.py": "plain",
    "tests/cards/test_plain_fourth_middle.py": "plain",
    "tests/cards/test_plain_fourth_late.py": "plain",
    "tests/cards/test_plain_fourth_last.py": "plain",
    "tests/cards/test_splays_fourth.py": "trap",
    "tests/cards/test_print_2025.py": "trap",
    "tests/cards/test_traps_early.py": "trap",
    "tests/cards/test_traps_late.py": "trap",
    "tests/cards/test_traps_fourth_early.py": "trap",
    "tests/cards/test_traps_fourth_late.py": "trap",
    "tests/cards/test_artifacts_early.py": "trap",
    "tests/cards/test_artifacts_late.py": "trap",
    "tests/cards/test_at_a_table.py": "trap",
    "tests/cards/test_cities.py": "trap",
    "tests/cards/test_echoes_early.py": "trap",
    "tests/cards/test_echoes_late.py": "trap",
    "tests/cards/test_endings.py": "trap",
    "tests/cards/test_figures.py": "trap",
    "tests/cards/test_single_karmas.py": "trap",
    "tests/engine/test_rules.py": "rule",
    "tests/engine/test_fourth_rules.py": "rule",
    "tests/engine/test_consequences.py": "rule",
    "tests/engine/test_operations.py": "rule",
    "tests/engine/test_open_questions.py": "rule",
}
#: The rule that a test of the engine is about, by a word in its name. The first that fits counts.
RULES = {
    "parley|payment|distant|neighbor": "parley.payment",
    "junk": "junk.deck",
    "self_execut|nested|chain": "dogma.nested",
    "shar": "dogma.sharing",
    "demand|vulnerable": "dogma.vulnerable",
    "special|monument|empire|world|wonder|universe": "achieve.special",
    "achieve|claim|eligib": "achieve.claim",
    "splay": "splay.direction",
    "win|end|tie": "end.condition",
    "score|point|bonus": "count.score",
    "return": "return.bottom",
    "draw": "draw.age",
    "icon": "count.icons",
    "meld": "meld.hand",
}


class _Collector:
    """A plugin of pytest: looks at every action that a script takes."""

    def __init__(self) -> None:
        self.found: list[Origin] = []
        self._item = ""

    def pytest_runtest_call(self, item: pytest.Item) -> None:
        """Remember the test."""
        self._item = item.nodeid

    def take(self, script: table.Script, action: Any) -> None:
        """Take an action as :meth:`tests.table.Script.take` does, and record it."""
        game = script.game
        assert game is not None
        plain, answers = as_data(ChoiceKind.ACTION, action), list[Any]()
        position = _position(game)
        choose = script.choose

        def recording(choice: Choice) -> Any:
            answer = choose(choice)
            if choice.kind is not ChoiceKind.ACTION and not only_answer(choice):
                answers.append(as_data(choice.kind, tuple(answer) if isinstance(answer, list) else answer))
            return answer

        script.choose = recording  # type: ignore[method-assign]
        try:
            _TAKE(script, action)
        except GameOver:
            self._keep(position, plain, answers)
            raise
        finally:
            del script.choose
        self._keep(position, plain, answers)

    def _keep(self, position: Data | None, action: Any, answers: list[Any]) -> None:
        if position is None:
            return
        path, _, name = self._item.partition("::")
        origin = Origin(
            _subject(name, TESTS[path], position, action), TESTS[path], _words(name), packed(position), action, answers
        )
        if _holds(origin):
            self.found.append(origin)


_TAKE = table.Script.take


def _taking(collector: _Collector) -> Callable[[table.Script, Any], None]:
    def take(self: table.Script, action: Any) -> None:
        collector.take(self, action)

    return take


def _position(game: Game) -> Data | None:
    """The position of a game at a table of its edition; None if it is another kind of game, or no table shows it."""
    rules = game.rules
    if rules.platform is not Platform.TABLE or rules.achievements_to_win or rules.generation is not USUAL:
        return None
    position = position_of(game)
    try:
        again = game_of(position, Script(()))
    except InnologError:
        return None
    return position if position_of(again) == position and again.rules == rules else None


def _holds(origin: Origin) -> bool:
    try:
        case_of(origin)
    except InnologError:
        return False
    return True


def _subject(name: str, kind: str, position: Data, action: Any) -> str:
    words = name.partition("[")[0]
    if kind == "rule":
        for pattern, rule in RULES.items():
            if re.search(pattern, words):
                return rule
        return "dogma.card" if action[0] == "dogma" else "turn.action"
    if action[1] is None:
        return "draw.age"
    rules = game_of(position, Script(())).rules
    number = action[1]
    return str(rules.table.name[number])


def _words(name: str) -> str:
    """What a test shows, in words: its name, or that of its case."""
    words, _, case = name.partition("[")
    if ": " in case:
        return case.removesuffix("]").partition(": ")[2]
    return words.removeprefix("test_").replace("_", " ")


def of_tests() -> list[Origin]:
    """The positions of all :data:`TESTS`, without repetitions."""
    collector = _Collector()
    table.Script.take = _taking(collector)  # type: ignore[method-assign,assignment]
    try:
        code = pytest.main(
            ["-q", "-p", "no:cacheprovider", "-m", "", *(str(REPOSITORY / path) for path in TESTS)], plugins=[collector]
        )
    finally:
        table.Script.take = _TAKE  # type: ignore[method-assign]
    if code:
        raise SystemExit("a test fails: nothing is written")
    return collector.found


# --- the tables of plain cases ---------------------------------------------------------------------------------------


class _Hints:
    """Answers with the words of a line where they fit, and else by a chance of its own."""

    def __init__(self, words: list[str], chance: Random) -> None:
        self._words = list(words)
        self._chance = chance

    def choose(self, choice: Choice) -> Any:
        """An answer."""
        if self._words:
            try:
                answer = lines.Reader(self._words).choose(choice)
            except (LookupError, ValueError):
                answer = choice
            if choice.kind is ChoiceKind.ORDER:
                if isinstance(answer, tuple) and sorted(answer) == sorted(choice.options):
                    del self._words[0]
                    return answer
            elif answer in choice.answers():
                del self._words[0]
                return answer
        if choice.kind is ChoiceKind.ORDER:
            return tuple(self._chance.sample(list(choice.options), len(choice.options)))
        return self._chance.choice(choice.answers())


def of_lines() -> Iterator[Origin]:
    """The lines of ``tests/cards/tables`` as actions; those of the base set in the first edition, too."""
    for name in lines.SETS:
        for case in lines.read(name):
            game = lines.position(case, Script(()))
            position = position_of(game)
            editions = (Edition.THIRD, Edition.FIRST) if name == "base" else (Edition.THIRD,)
            for edition in editions:
                described = {**position, "rules": {**position["rules"], "edition": edition.value}}
                origin = _of_line(case, described)
                if origin is not None:
                    yield origin


def _of_line(case: lines.Case, position: Data) -> Origin | None:
    number = table.card(case.card)
    kind = "inspire" if case.effects[0].startswith("inspire") else "dogma"
    game = game_of(position, Script(()))
    if [kind, number] not in actions_of(game):
        kind = "dogma" if kind == "inspire" else kind
        if [kind, number] not in actions_of(game):
            return None
    recorder = Recorder([kind, number], _Hints(case.answers, Random(str(case))))
    game = game_of(position, recorder)
    play_next(game)
    answers = [decision["answer"] for decision in recorder.decisions]
    return Origin(case.card, "plain", " and ".join(case.effects), packed(position), [kind, number], answers)


def collected() -> list[str]:
    """All lines of the file."""
    found: dict[str, None] = {}
    for origin in [*of_lines(), *of_tests()]:
        found[json.dumps(origin._asdict(), separators=(",", ":"))] = None
    return sorted(found)
