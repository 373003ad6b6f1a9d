from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import innolog.replay
import parsers
from innolog.cards.facts import CardSet, card_table
from innolog.cli import report, show
from innolog.cli._page import page_of
from innolog.cli._words import words_of
from innolog.comparing.rules import RULES
from innolog.conversion.simulated import as_replay
from innolog.engine.events import EffectStarted
from innolog.engine.ruleset import Ruleset
from innolog.log import UnreadableLog
from innolog.results.result import Replay, Verdict
from innolog.simulate import seats, simulate
from reports.game import render
from tests.reports.factory import random_replay, with_unknown, with_violation


def _run(
    monkeypatch: pytest.MonkeyPatch, outcome: Replay | UnreadableLog, *arguments: str, command: Any = None
) -> Result:
    """Run a command on a file whose replay is ``outcome``."""

    def read_logs(paths: list[str], **options: object) -> Iterator[object]:
        yield outcome.log if isinstance(outcome, Replay) else outcome

    def replay(log: object, **options: object) -> object:
        assert options["record"] is True
        return outcome

    monkeypatch.setattr(parsers, "read_logs", read_logs, raising=False)
    monkeypatch.setattr(innolog.replay, "replay", replay, raising=False)
    return CliRunner().invoke(command or show.command, ["log.json", *arguments] if command is None else list(arguments))


@pytest.fixture(scope="module")
def game() -> Replay:
    return random_replay(0, cities=True)


def test_every_zone_at_the_end(monkeypatch: pytest.MonkeyPatch, game: Replay) -> None:
    result = _run(monkeypatch, game)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    text = " ".join(result.stdout.replace("│", " ").split())
    assert text.startswith("table_1.json: legal (third edition, base + cities, 2 players)")
    snapshot = game.actions[-1].snapshot
    assert snapshot is not None
    from innolog.cards.facts import card_table

    for view in snapshot.players:
        for card in (*view.hand, *view.score_pile, *(card for pile in view.boards for card in pile)):
            assert card is not None
            assert f"{card_table().name[card]} [{card_table().age[card]}]" in text
        assert f"score {view.score} " in text
    assert "(splayed " in text
    assert "supply, cities [1] " in text
    assert "Blaise wins on points" in text
    # No terminal, no escape sequences.
    assert "\x1b" not in result.stdout


def test_points_of_the_game(monkeypatch: pytest.MonkeyPatch, game: Replay) -> None:
    def head(*arguments: str) -> str:
        result = _run(monkeypatch, game, *arguments)
        assert result.exit_code == 0
        return result.stdout.splitlines()[1]

    assert head("--action", "0").startswith("turn 0, action 0 of 176, move 1: Opening")
    assert head("--turn", "0") == head("--action", "0")
    # Turns 1 and 2 of the game have one action and two.
    assert head("--turn", "2").startswith("turn 2, action 3 of ")
    # Actions of this log begin at moves 1, 4, 7 ...
    assert head("--move", "9") == head("--action", "2")
    assert head("--move", "10") == head("--action", "3")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--turn", "9999"], "--turn 9999: this game has turns 0 to "),
        (["--turn", "-1"], "--turn -1: this game has turns 0 to "),
        (["--action", "177"], "--action 177: this game has actions 0 to 176"),
        (["--move", "0"], "--move 0: this game has moves 1 to 531"),
    ],
)
def test_no_such_point(monkeypatch: pytest.MonkeyPatch, game: Replay, arguments: list[str], says: str) -> None:
    result = _run(monkeypatch, game, *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert says in result.stderr
    assert result.stderr.count("\n") == 1


def test_two_points_at_once(monkeypatch: pytest.MonkeyPatch, game: Replay) -> None:
    assert _run(monkeypatch, game, "--turn", "1", "--move", "1").exit_code == 2


def test_an_illegal_log_shows_the_violation(monkeypatch: pytest.MonkeyPatch, game: Replay) -> None:
    result = _run(monkeypatch, with_violation(game, 100))
    assert result.exit_code == 1
    assert "action 99 of 99" in result.stdout
    assert "move 301, packet 7, notification 2" in result.stdout
    # Lines are wrapped in a frame as wide as the terminal.
    unwrapped = " ".join(result.stdout.replace("│", " ").split())
    assert f"draw.age: {RULES['draw.age'].sentence}" in unwrapped
    assert "A card of the wrong age was drawn" in result.stdout
    assert "a draw of a base card of age 2" in result.stdout


def test_a_game_that_somebody_gave_up_says_so(monkeypatch: pytest.MonkeyPatch, game: Replay) -> None:
    """The page and the board said no more than that the log ends."""
    given_up = replace(game, verdict=Verdict.LEGAL_SO_FAR, ended=None, reason="Bob conceded", actions=game.actions[:30])
    unwrapped = " ".join(_run(monkeypatch, given_up).stdout.split())
    assert unwrapped.startswith("table_1.json: legal so far (third edition, base + cities, 2 players): Bob conceded ")
    assert "The log ends before the game is over: Bob conceded." in render(page_of(given_up))


def test_what_the_log_leaves_open_is_unknown(monkeypatch: pytest.MonkeyPatch, game: Replay) -> None:
    result = _run(monkeypatch, with_unknown(game, range(100, 110)), "--action", "105")
    head, _, others, *areas = result.stdout.splitlines()
    assert head.startswith("table_1.json: legal as far as recorded (third edition")
    assert others.strip() == "(one of 3 possible explanations; facts on which they differ are unknown)"
    first = areas[: next(number for number, line in enumerate(areas) if "─ Blaise " in line)]
    assert "─ Ada " in "".join(first)
    rows = {line[1:16].strip(): line[16:].strip(" │") for line in first}
    zones = ("score", "icons", "hand", "revealed", "forecast", "on display", "score pile", "achievements")
    assert {rows[zone] for zone in zones} == {"unknown"}
    assert "(one of several possible piles; splay unknown)" in "".join(first)
    assert "unknown" not in "".join(areas[len(first) :])
    assert "unknown" not in _run(monkeypatch, with_unknown(game, range(100, 110)), "--action", "110").stdout


def test_hidden_cards_are_shown_as_backs(monkeypatch: pytest.MonkeyPatch, game: Replay) -> None:
    action = game.actions[40]
    assert action.snapshot is not None
    view = action.snapshot.players[0]
    hidden = view._replace(hand=(None, None), hand_backs=(3, 2 * 16 + 4), score_pile=(None,), score_backs=(7,))
    snapshot = action.snapshot._replace(players=(hidden, *action.snapshot.players[1:]))
    result = _run(monkeypatch, replace(game, actions=[replace(action, snapshot=snapshot)]))
    assert "2: [base 3], [cities 4]" in result.stdout
    assert "1: [base 7]" in result.stdout


def test_names_can_do_nothing_to_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["\x1b[2J\x1b]0;x\x07", "[bold red]x[/] :smile: \u202e" + "y" * 10_000]
    result = _run(monkeypatch, random_replay(3, names=names, limit=12))
    assert result.exit_code == 0
    assert not set(result.stdout) & {"\x1b", "\x07", "\u202e"}
    assert r"\x1b[2J" in result.stdout
    assert "[bold red]x[/] :smile:" in result.stdout
    assert "y" * 50 not in result.stdout


@pytest.mark.parametrize("command", [None, report.command])
def test_an_unreadable_log_is_one_line(monkeypatch: pytest.MonkeyPatch, command: Any) -> None:
    error = UnreadableLog("log\x1b.json", "line 1", "JSON", "nothing")
    result = _run(monkeypatch, error, "game", "log.json", command=command) if command else _run(monkeypatch, error)
    assert result.exit_code == 3
    assert result.stdout == ""
    assert result.stderr == "log\\x1b.json: line 1: expected JSON, found nothing\n"


def test_an_unsupported_game_is_one_line(monkeypatch: pytest.MonkeyPatch, game: Replay) -> None:
    unsupported = replace(game, verdict=Verdict.UNSUPPORTED, reason="the fourth edition", actions=[])
    result = _run(monkeypatch, unsupported)
    assert result.exit_code == 3
    assert result.stderr == "table_1.json: the fourth edition\n"


def test_report_game_writes_a_page(monkeypatch: pytest.MonkeyPatch, game: Replay, tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    result = _run(monkeypatch, game, "game", "log.json", "-o", str(target), command=report.command)
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    page = target.read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    illegal = _run(monkeypatch, with_violation(game, 30), "game", "log.json", command=report.command)
    assert illegal.exit_code == 1
    assert "The log breaks the rules here" in illegal.stdout


def test_a_game_on_which_innolog_fails_has_no_verdict(monkeypatch: pytest.MonkeyPatch, game: Replay) -> None:
    """It had exit code 1, which means illegal."""

    def failing(log: object, **options: object) -> Replay:
        raise IndexError("a bug")

    monkeypatch.setattr(parsers, "read_logs", lambda *_, **__: iter([game.log]))
    monkeypatch.setattr(innolog.replay, "replay", failing)
    for command, arguments in ((show.command, ["log.json"]), (report.command, ["game", "log.json"])):
        result = CliRunner().invoke(command, arguments)
        assert result.exit_code == 3
        assert result.stderr.startswith("table_1.json: innolog itself failed (IndexError: a bug; ")
        assert len(result.stderr.splitlines()) == 1


def test_report_game_to_a_place_that_does_not_exist(
    monkeypatch: pytest.MonkeyPatch, game: Replay, tmp_path: Path
) -> None:
    target = tmp_path / "missing" / "page.html"
    result = _run(monkeypatch, game, "game", "log.json", "-o", str(target), command=report.command)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == f"{target}: No such file or directory"


def test_a_player_who_has_lost_is_marked(monkeypatch: pytest.MonkeyPatch, game: Replay, tmp_path: Path) -> None:
    last = game.actions[-1]
    assert last.snapshot is not None
    first, *others = last.snapshot.players
    lost = last.snapshot._replace(players=(first._replace(lost=True), *others))
    out = replace(game, actions=[*game.actions[:-1], replace(last, snapshot=lost)])
    name, mark = game.log.seats[0].name, "(out of the game)"
    assert f"{name} {mark}" in _run(monkeypatch, out).stdout
    assert mark not in _run(monkeypatch, game).stdout
    for replayed, marked in ((out, True), (game, False)):
        page = tmp_path / f"{marked}.html"
        _run(monkeypatch, replayed, "game", "log.json", "-o", str(page), "--no-possible", command=report.command)
        assert ('"lost":true' in page.read_text().replace(" ", "")) is marked


@pytest.mark.parametrize("seed", [5016, 5019, 5025])
def test_the_title_is_about_the_action_and_not_a_karma_before_it(seed: int) -> None:
    """The first card that moved was taken for the one that was drawn or claimed."""
    rules = Ruleset(sets=frozenset({CardSet.BASE, CardSet.FIGURES}))
    game = as_replay(simulate(rules, seed, seats(["sensible"], 2, seed)))
    words, table, after_karma = words_of(game), card_table(), 0
    for action in game.actions:
        if action.kind not in ("draw", "achieve"):
            continue
        after_karma += any(isinstance(event, EffectStarted) for event, _ in action.events)
        name = game.log.seats[action.player].name
        title = words.title(action)
        if action.kind == "draw":
            assert title.startswith(f"{name} draws")
        else:
            assert action.card is not None
            assert title == f"{name} claims the achievement of age {table.age[action.card]}"
    assert after_karma
