"""innolog as an engine, held against itself; and what the suite consists of."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path
from shutil import which
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from innolog.cards.facts import card_table
from innolog.cli import main
from innolog.conformance.holding import FAILED, PASSED, Finding
from innolog.conformance.lockstep import _Game, rules_of
from innolog.conformance.process import EngineProcess
from innolog.conformance.running import run
from innolog.conformance.serving import Server
from innolog.conformance.states import unusual
from innolog.conformance.suite import case_of, cases, origins, packed, read, suite_files, unpacked
from innolog.conformance.table import Data, game_of, position_of, table_differences
from innolog.conformance.telling import in_words, what_differs
from innolog.engine.choices import Choice
from innolog.engine.digest import digest
from innolog.simulate.bots import RandomDecider
from innolog.support.errors import InnologError
from innolog.support.schemas import json_schema
from tests.conformance.local import LocalEngine
from tests.shared import REPOSITORY, copied

SERVE = [sys.executable, "-m", "innolog", "conformance", "serve"]


def test_innolog_passes_against_itself_in_a_process() -> None:
    with EngineProcess(SERVE, 60) as engine:
        report = run(engine, cases({"pottery", "dogma.nested"}), range(1, 2))
    assert (report.fault, set(report.cases), set(report.games)) == ("", {PASSED}, {PASSED})
    assert report.cases.total() > 15
    assert not report.failed


@pytest.mark.long
def test_innolog_passes_all_cases_and_many_games_against_itself() -> None:
    report = run(LocalEngine(), cases(), range(1, 101))
    assert (report.fault, set(report.cases), set(report.games)) == ("", {PASSED}, {PASSED})


def test_every_message_is_as_the_schema_says() -> None:
    validator = jsonschema.Draft202012Validator(json_schema("conformance"))
    engine = LocalEngine()
    run(engine, cases({"oars"}), [])
    assert len(engine.seen) > 50
    for message in engine.seen:
        validator.validate(message)


def test_the_suite_has_cases_of_all_editions_and_kinds() -> None:
    found = list(origins())
    kinds = Counter((origin.position["rules"]["edition"], origin.kind) for origin in found)
    assert kinds["third", "plain"] > 400
    assert kinds["fourth", "plain"] > 100
    assert kinds["third", "trap"] > 200
    assert kinds["fourth", "trap"] > 60
    assert kinds["third", "rule"] + kinds["fourth", "rule"] > 20
    assert kinds["first", "plain"] > 100
    assert {case.kind for case in unusual({"coinage", "archery"})} == {"bare", "no supply", "equal", "full"}


@pytest.mark.long
def test_the_positions_are_those_of_the_tests() -> None:
    """``python -m tests.conformance`` writes them again after a test of a card or rule was added or changed."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance", "--check"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]


def test_positions_are_packed_without_a_loss() -> None:
    for origin in list(origins())[::50]:
        whole = unpacked(origin.position)
        assert packed(whole) == origin.position
        assert case_of(origin).position == whole


@pytest.mark.parametrize("seed", [2, 3, 5])
def test_a_game_goes_on_from_its_positions(seed: int) -> None:
    """A position is all that an action depends on: its game has the digest of the game from which it is taken."""
    rules = rules_of(seed)
    assert rules is not None
    game = _Game(rules, seed)
    for case in game.cases():
        again = game_of(position_of(game.game), RandomDecider(0)) if game.game.over is None else game.game
        assert digest(again).split() == digest(game.game).split(), case.id


def test_the_files_of_a_suite_are_read_again(tmp_path: Path) -> None:
    found = list(cases({"pottery", "draw.age"}))
    for file in suite_files(found):
        path = tmp_path / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    assert sorted(map(repr, read(tmp_path))) == sorted(map(repr, found))
    listed = json.loads((tmp_path / "index.json").read_bytes())["files"][0]["path"]
    damaged = tmp_path / listed
    damaged.write_bytes(damaged.read_bytes().replace(b"plain", b"pl4in"))
    done = CliRunner().invoke(main, ["conformance", "run", "--engine", "true", "--suite", str(tmp_path)])
    assert done.exit_code in (2, 3)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "line 1, column 2: expected complete JSON"),
        ("[]", "no suite: files: expected a list, found null"),
        ('{"files": {}}', "no suite: files: expected a list, found an empty object"),
        ('{"files": [5]}', "no suite: files/0/path: expected text, found null"),
        ('{"files": [{"path": "LICENCE.txt"}]}', "no suite: files/0/sha256: expected text, found null"),
        ('{"files": [{"path": "../x", "sha256": ""}]}', "no suite: files/0/path: expected a file in the folder"),
        ('{"files": [{"path": "a\\u0000", "sha256": ""}]}', "no suite: files/0/path: expected a file in the folder"),
        ('{"files": [{"path": "\\ud800", "sha256": ""}]}', "no suite: files/0/path: expected a file in the folder"),
    ],
)
def test_what_is_wrong_with_a_suite_is_said_with_its_place(content: str, said: str, tmp_path: Path) -> None:
    """It was said in the words of Python: "no suite: KeyError 'files'"."""
    (tmp_path / "index.json").write_text(content, encoding="utf-8")
    with pytest.raises(InnologError) as caught:
        list(read(tmp_path))
    assert str(caught.value).startswith(f"{tmp_path / 'index.json'}: {said}")


def test_what_is_wrong_with_a_case_is_said_with_its_place(tmp_path: Path) -> None:
    file = next(file for file in suite_files(cases({"pottery"})) if "/cards/" in file.path)
    for path, said in (
        (("card", "number"), "card/number: expected a number, found null"),
        (("cases",), "cases: expected a list, found null"),
        (("cases", 0, "then"), "cases/0: expected a case, found an object with the keys id"),
    ):
        inside = told = json.loads(file.content)
        for key in path[:-1]:
            inside = inside[key]
        del inside[path[-1]]
        assert _complaint(tmp_path, told).startswith(said)


@pytest.mark.parametrize("field", ["id", "note", "marks", "position", "actions", "action", "decisions", "then"])
def test_a_field_of_a_case_that_innolog_does_not_write_is_said_with_its_place(field: str, tmp_path: Path) -> None:
    """They ended with a traceback, and an engine was blamed for an action that is none."""
    file = next(file for file in suite_files(cases({"pottery"})) if "/cards/" in file.path)
    told = json.loads(file.content)
    case = next(case for case in told["cases"] if case["decisions"])
    place = f"cases/{told['cases'].index(case)}/{field}: expected what innolog writes, found "
    right = copied(case[field])
    wrong: list[Any] = [None, 5, {"a": 1}, [[]], [{}], [None], *([] if isinstance(right, str) else ["x"])]
    if field in ("position", "then"):
        wrong += [
            {**right, "players": []},
            {**right, "junk": None},
            {**right, "turn": {**right["turn"], "player": "0"}},
        ]
        wrong += [{**right, "over": 5}, {name: value for name, value in right.items() if name != "decks"}]
    if field == "decisions":
        wrong += [[{**right[0], "options": None}], [{**right[0], "choice": "x"}], [{**right[0], "answer": {}}]]
    if field == "actions":
        wrong += [[*right, ["dogma", 9999]]]
    for value in wrong:
        case[field] = value
        assert _complaint(tmp_path, told).startswith(place), value


def _complaint(folder: Path, told: Data) -> str:
    """What is said of a suite with one file."""
    path = folder / "x.json"
    path.write_text(json.dumps(told), encoding="utf-8")
    listed = {"path": path.name, "sha256": sha256(path.read_bytes()).hexdigest()}
    (folder / "index.json").write_text(json.dumps({"files": [listed]}), encoding="utf-8")
    with pytest.raises(InnologError) as caught:
        list(read(folder))
    said = str(caught.value)
    assert said.startswith(f"{path}: no suite: ")
    return said.removeprefix(f"{path}: no suite: ")


def test_what_is_no_action_is_refused() -> None:
    """innolog's own engine crashed."""
    engine = LocalEngine()
    engine.ask({"request": "set up", "position": next(cases({"pottery"})).position})
    none: list[Any] = [[[]], [], ["x", 5], {}, None, "x"]
    for action in none:
        assert engine.ask({"request": "act", "action": action})["answer"] == "refused"


@pytest.mark.parametrize("form", ["python", "node"])
def test_a_template_answers_not_implemented(form: str) -> None:
    folder = Path(__file__).parents[2] / "innolog" / "docs" / "conformance"
    program = sys.executable if form == "python" else which("node")
    if program is None:
        pytest.skip("Node.js is not installed")
    with EngineProcess([program, str(folder / f"adapter.{'py' if form == 'python' else 'js'}")], 60) as engine:
        report = run(engine, cases({"oars"}), [2])
    assert (report.fault, set(report.cases)) == ("", {"not implemented", "left out"})


def test_a_small_engine_in_javascript_gets_a_red_and_green_table(tmp_path: Path) -> None:
    """It was written from the page alone, plays two actions, and takes nothing from an empty pile."""
    node = which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    facts = {number: [each.age, int(each.color)] for number, each in card_table().cards.items() if number < 105}
    with EngineProcess([node, str(Path(__file__).parent / "small_engine.js"), json.dumps(facts)], 60) as engine:
        report = run(engine, cases({"draw.age", "meld.top", "end.condition", "archery"}), [])
    assert report.cases["not implemented"] >= 8
    assert report.cases["left out"] > 20
    assert not report.cases["fault"]
    assert report.cases["passed"] >= 4
    red = {
        (group.rule, group.example.case.note.removeprefix("made smaller from: ")) for group in report.groups.values()
    }
    assert red == {
        ("draw.missing", "an empty pile is skipped"),
        ("end.missing", "there is no card to draw, so the game ends by score"),
    }


class _Lacking(Server):
    """Plays the base set of the third edition for two, and lacks each third card."""

    def hello(self) -> Data:
        return {**super().hello(), "editions": ["third"], "sets": ["base"], "players": [2]}

    def act(self, plain: Any) -> Data:
        if plain[0] == "dogma" and plain[1] % 3 == 0:
            return {"answer": "not implemented", "what": "the card"}
        return super().act(plain)


def test_games_go_on_without_what_an_engine_lacks() -> None:
    report = run(LocalEngine(_Lacking), cases({"pottery", "coal"}), range(1, 5))
    assert report.games == {PASSED: 4}
    assert {card_table().name.index(name) % 3 for name in report.lacking} == {0}
    assert len(report.lacking) > 5
    assert set(report.cases) == {PASSED, "not implemented", "left out"}


def test_questions_and_legal_actions_are_told_with_names() -> None:
    class _Declining(Server):
        def question(self, choice: Choice) -> Data:
            return {**super().question(choice), "may": not choice.may}

        def actions(self) -> list[Any]:
            return [action for action in super().actions() if action[0] != "meld"]

    with_hands = [case for case in cases({"pottery"}) if case.position["players"][0]["hand"]]
    report = run(LocalEngine(_Declining), with_hands, [])
    # The list of actions is one cause, whatever the card.
    found = {group.title: "\n".join(what_differs(group.example)) for group in report.groups.values()}
    assert set(found) == {"meld.hand: meld actions", "Pottery: differs from the effect of the card"}
    assert found["meld.hand: meld actions"].startswith("legal actions:\n  missing: meld ")
    asked = found["Pottery: differs from the effect of the card"]
    assert "by the rules: asks player 0 for: card: " in asked
    assert "; can decline\n" in asked
    assert asked.endswith("; cannot decline")


def test_an_example_shows_each_pile_that_differs_and_says_that_it_was_made_smaller() -> None:
    class _Digging(Server):
        """Takes a card from the highest pile with each action."""

        def state(self) -> Data:
            state = super().state()
            state["decks"]["base 10"] = state["decks"]["base 10"][:-1]
            return state

    whole = next(case for case in cases({"pottery"}) if case.then["decks"].get("base 10") and case.note)
    (group,) = run(LocalEngine(_Digging), [whole], []).groups.values()
    told = in_words(group.example)
    assert told[0] == f"{whole.id}: made smaller from: {whole.note}"
    assert any(line.startswith("supply pile base 10, top card first: ") for line in told)


@pytest.mark.parametrize(("place", "ours", "theirs"), [("turn number", 3, "3"), ("players 0 tucked", 1, "1")])
def test_two_values_with_the_same_words_are_told_apart(place: str, ours: object, theirs: object) -> None:
    finding = Finding(next(cases({"pottery"})), FAILED, differences=[(place, ours, theirs)])
    assert what_differs(finding)[1:] == [f"  by the rules: {json.dumps(ours)}", f"  the engine: {json.dumps(theirs)}"]


def test_a_card_that_lies_twice_in_a_place_is_told() -> None:
    hand = [*range(1, 8)]
    finding = Finding(next(cases({"pottery"})), FAILED, differences=[("players 0 hand", hand, [*hand, 3])])
    assert what_differs(finding)[1:] == [
        "  by the rules: nothing, and 7 that both have",
        f"  the engine: {card_table().name[3]}, and 7 that both have",
    ]


def test_wrong_names_are_answered_with_what_is_meant(tmp_path: Path) -> None:
    command = ["conformance", "run", "--engine", "true"]
    unknown = CliRunner().invoke(main, [*command, "--only", "draw"])
    assert (unknown.exit_code, "Did you mean draw.age?" in unknown.stderr) == (2, True)
    (tmp_path / "third").mkdir()
    (tmp_path / "index.json").write_text("{}", encoding="utf-8")
    with pytest.raises(InnologError, match=f"the whole suite is {tmp_path.resolve()}"):
        list(read(tmp_path / "third"))
    with pytest.raises(InnologError, match="no suite"):
        list(read(tmp_path))


def test_a_splay_that_an_engine_leaves_out_is_a_difference() -> None:
    """It was none, so that an engine without splays passed. Piles that are not splayed need not be listed."""
    ours = next(case.position for case in cases() if case.position["players"][0]["splays"])
    (color, direction), *_ = ours["players"][0]["splays"].items()
    told: list[Any] = [None, "none", direction]
    found = []
    for word in told:
        theirs = copied(ours)
        theirs["players"][0]["splays"] |= {"purple" if color == "red" else "red": "none", color: word}
        found.append(list(table_differences(ours, theirs)))
    assert found == [[(f"players 0 splays {color}", direction, word)] for word in told[:2]] + [[]]
    theirs["players"][0].pop("splays")
    assert next(table_differences(ours, theirs)) == (f"players 0 splays {color}", direction, None)


def test_the_templates_are_printed() -> None:
    folder = Path(__file__).parents[2] / "innolog" / "docs" / "conformance"
    for language, name in (("python", "adapter.py"), ("javascript", "adapter.js")):
        done = CliRunner().invoke(main, ["conformance", "adapter", language])
        assert done.stdout == (folder / name).read_text(encoding="utf-8")
