from __future__ import annotations

import base64
import hashlib
import json
import math
import re
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from innolog.cli import main
from innolog.cli._page import page_of
from innolog.results.result import Replay
from reports.curves import curve
from reports.game import render, whole_percent
from tests.reports.factory import random_replay, with_unknown, with_violation

NASTY = ("</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", 'O\'Neil "&amp;" \u202e\x1b[31m\ud800')


class _Elements(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._open = tag
        if tag in ("script", "style"):
            self.texts.setdefault(tag, []).append("")

    def handle_data(self, data: str) -> None:
        if self._open in ("script", "style"):
            self.texts[self._open][-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._open = ""


def _data(page: str) -> dict[str, object]:
    data: dict[str, object] = json.loads(_Elements(page).texts["script"][0])
    return data


@pytest.fixture(scope="module")
def nasty() -> Replay:
    return with_violation(random_replay(5, 3, names=NASTY), 40)


@pytest.fixture(scope="module")
def nasty_page(nasty: Replay) -> str:
    return render(page_of(nasty))


def test_names_stay_text(nasty_page: str) -> None:
    elements = _Elements(nasty_page)
    assert [tag for tag, _ in elements.found if tag == "script"] == ["script", "script"]
    assert not [tag for tag, _ in elements.found if tag == "img"]
    assert not [name for _, attributes in elements.found for name in attributes if name.startswith("on")]
    assert _data(nasty_page)["players"] == [NASTY[0], NASTY[1], 'O\'Neil "&amp;" \ufffd\ufffd[31m\ufffd']
    assert nasty_page.encode("utf-8").decode("utf-8") == nasty_page


def test_nothing_comes_from_elsewhere(nasty_page: str) -> None:
    # The policy in the page forbids what is not listed; what is listed must be exactly what is there.
    elements = _Elements(nasty_page)
    policy = next(a["content"] or "" for tag, a in elements.found if a.get("http-equiv") == "Content-Security-Policy")
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))

    def digest(text: str) -> str:
        return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"

    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == digest(elements.texts["script"][1])
    assert rules["style-src"] == digest(elements.texts["style"][0])
    assert not [tag for tag, attributes in elements.found if "style" in attributes]
    assert not re.findall(r"(?:src|href)=\"(?!#|data:,)", nasty_page)


def test_the_violation_and_the_game_up_to_it(nasty: Replay, nasty_page: str) -> None:
    assert "The log breaks the rules here" in nasty_page
    assert "&lt;b&gt;a draw&lt;/b&gt; of a base card of age 9" in nasty_page
    assert "a draw of a base card of age 2" in nasty_page
    assert "move 121, packet 7, notification 2" in nasty_page
    actions = _data(nasty_page)["actions"]
    assert isinstance(actions, list)
    assert len(actions) == len(nasty.actions) == 40


def test_an_illegal_log_without_any_action_has_a_page() -> None:
    replay = with_violation(random_replay(5), 1)
    replay.actions.clear()
    page = render(page_of(replay))
    assert "The log breaks the rules here" in page
    assert 'id="board"' not in page


def test_a_legal_game_says_who_won_and_shows_the_last_board() -> None:
    replay = random_replay(0, cities=True)
    page = render(page_of(replay))
    assert replay.ended is not None
    winner = replay.log.seats[replay.ended.winners[0]].name
    assert f"{winner} wins " in page
    assert "deduced: nothing in the log tells editions apart" in page
    data = _data(page)
    actions = data["actions"]
    last = replay.actions[-1].snapshot
    assert isinstance(actions, list)
    assert last is not None
    assert len(actions) == len(replay.actions)
    shown = actions[-1]["table"]["areas"]
    assert [tuple(map(tuple, area["boards"])) for area in shown] == [view.boards for view in last.players]
    assert [area["score"] for area in shown] == [view.score for view in last.players]


def test_what_the_log_leaves_open_is_not_told() -> None:
    full = random_replay(0)
    number = len(full.actions)
    page = render(page_of(with_unknown(full, range(number - 3, number))))
    assert "Legal as far as recorded</span>" in page
    assert "Not recorded: splays, scores and icon counts of players." in page
    assert page.count("<b>?</b> points") == page.count("<b>?</b> achievements") == 1
    data = _data(page)
    actions = data["actions"]
    assert isinstance(actions, list)
    assert [action["among"] for action in actions[-4:]] == [None, *["one of 3 possible explanations"] * 3]
    mine, other = actions[-1]["table"]["areas"]
    told = actions[-4]["table"]["areas"][0]
    for name in ("score", "icons", "achievements"):
        assert mine[name] is None
        assert told[name] is not None
    assert mine["zones"] == [None] * 5
    assert None not in told["zones"]
    assert (mine["splays"], mine["guesses"]) == ([None] * 5, [True] * 5)
    assert other["guesses"] == told["guesses"] == [False] * 5
    # Curves end where the record does: the other player's goes on.
    lines = re.findall(r'class="player-([01])"><path d="([^"]+)"', page)
    ends = {(seat, max(float(x) for x in re.findall(r"[MH]([\d.]+)", path))) for seat, path in lines}
    assert len({end for _, end in ends}) == 2
    assert {seat for seat, end in ends if end == max(end for _, end in ends)} == {"1"}
    # A full log says nothing of it.
    assert "recorded" not in render(page_of(full)).split("<main>")[0].split("</style>")[1]


def test_the_same_replay_gives_the_same_page() -> None:
    assert render(page_of(random_replay(2, 4))) == render(page_of(random_replay(2, 4)))


def test_curves_follow_the_players() -> None:
    replay = random_replay(1, 4)
    page = render(page_of(replay))
    figures = re.findall(r"<figure.*?</figure>", page, re.DOTALL)
    assert len(figures) == 8
    for figure in figures:
        assert [f'class="player-{seat}"' in figure for seat in range(5)] == [True] * 4 + [False]
        # Text remains text, and nothing needs inline style.
        assert "<text" in figure
        assert "style=" not in figure
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_team_mates_stand_together_and_have_the_achievements_of_both() -> None:
    alone = random_replay(0, 4)
    assert alone.rules is not None
    assert alone.actions[-1].snapshot is not None
    # Charles reaches a target of four only together with Ada.
    had = [len(view.achievements) for view in alone.actions[-1].snapshot.players]
    assert had == [1, 2, 3, 0]
    teams = page_of(replace(alone, rules=replace(alone.rules, teams=(0, 1, 0, 1))))
    page = render(replace(teams, achievements_needed=4))
    heading = re.sub(r"<[^>]+>", " ", page.split("<h1>")[1].split("</h1>")[0]).replace("(winner)", "")
    assert heading.split() == ["Ada", "and", "Charles", "against", "Blaise", "and", "Dorothy"]
    (figure,) = re.findall(r"<figcaption>achievements <span>of the team,.*?</figure>", page, re.DOTALL)
    lines = re.findall(r'class="player-\d"><path d="([^"]+)"', figure)
    assert lines[0] == lines[2] != lines[1] == lines[3]
    (target,) = re.findall(r'class="target"><path d="M[\d.]+ ([\d.]+)', figure)
    assert [min(re.findall(r"V([\d.]+)", line), key=float) == target for line in lines] == [True, False] * 2


def test_five_players_have_five_kinds_of_line() -> None:
    found = curve("score", [[0.0, 1.0]] * 5).svg
    dashes = re.findall(r'class="player-\d"><path d="[^"]+" fill="none"(?: stroke-dasharray="([^"]+)")?', found)
    assert len(set(dashes)) == 5
    style = render(page_of(random_replay(1, 2)))
    assert [f".dash{seat} {{" in style for seat in range(1, 5)] == [True] * 4


def test_what_was_possible_is_listed_once_and_can_be_left_out(sample_logs: list[Path], tmp_path: Path) -> None:
    pages = {}
    model = str(files("reports.winprob") / "default.json")
    for option in ("--possible", "--no-possible"):
        path = tmp_path / f"{option}.html"
        arguments = ["--no-review", option, "--model", model, "-o", str(path), str(sample_logs[0])]
        assert CliRunner().invoke(main, ["report", "game", *arguments]).exit_code == 0
        pages[option] = path.read_text("utf-8")
    assert 'id="possible"' not in pages["--no-possible"]
    assert len(pages["--possible"]) < 1.3 * len(pages["--no-possible"])
    data: Any = _data(pages["--possible"])
    assert len(set(data["options"])) == len(data["options"])
    assert data["actions"][0]["possible"] == []
    for action in data["actions"][1:]:
        (taken,) = [data["options"][text] for text, taken, _, _ in action["possible"] if taken]
        assert taken.split(" ")[0] in ("Draw", "Meld", "Activate", "Claim", "Endorse")
        for _, _, chance, depends in action["possible"]:
            assert (chance is None) == (data["depends"][depends] not in ("", "with the best choices"))


@pytest.mark.parametrize(
    ("chances", "shown"),
    [
        ((0.505, 0.495), [51, 49]),
        ((1 / 3, 1 / 3, 1 / 3), [34, 33, 33]),
        ((0.505, 0.495, 0.505, 0.495), [51, 49, 51, 49]),
        ((1.0, 0.0), [100, 0]),
        ((0.29, 0.71), [29, 71]),
        ((math.nan, math.nan), [None, None]),
    ],
)
def test_whole_per_cent_have_the_sum_of_the_chances(chances: Sequence[float], shown: Sequence[int | None]) -> None:
    """What was wrong: two chances added up to 101 %. Team-mates, whose side has one chance, must not differ."""
    assert whole_percent(chances) == shown
