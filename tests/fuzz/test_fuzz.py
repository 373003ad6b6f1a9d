"""A few mutants of logs, different for each commit. ``python -m tests.fuzz`` makes many.

Cases at which innolog once failed are kept, each as a change to a log of some format.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from innolog.cli import _page
from innolog.conversion import alternatives
from innolog.log import UnreadableLog
from parsers import read_blob
from parsers.files import Blob
from tests.fuzz.run import case, chunks, fuzz, look_at, seeds
from tests.shared import REPOSITORY, sampled

#: The number of mutants in a run of the tests.
_SHARE = 60


def _commit() -> str:
    if known := os.environ.get("GITHUB_SHA"):
        return known
    asked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    return asked.stdout.strip() or "no commit"


@pytest.mark.long
def test_no_mutant_makes_innolog_fail() -> None:
    commit = _commit()
    outcome = fuzz(_SHARE, commit)
    assert outcome.cases == _SHARE
    # Mutants that are all rejected at once would find nothing.
    assert len(outcome.verdicts) >= 3, outcome.verdicts
    assert outcome.failures == [], f"--seed {commit}: {[(name, wrong) for name, wrong, _ in outcome.failures]}"


def test_the_same_seed_makes_the_same_cases() -> None:
    known = seeds()
    assert {*known} >= {"native", "text", "tracker, camel", "yucata-html", "review page", "replay page"}
    assert [case("a", number, known) for number in range(9)] == [case("a", number, known) for number in range(9)]
    assert case("a", 1, known) != case("b", 1, known)


def test_as_many_cases_are_tried_as_were_asked_for() -> None:
    """The last number of each chunk was lost, so that 100,000 cases were 99,500."""
    assert list(chunks(iter(range(5)), 2)) == [[0, 1], [2, 3], [4]]


def test_a_page_that_fails_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = seeds()["native"]
    assert look_at(data, tmp_path) == (None, ["legal_so_far"])

    def failing(*_: Any) -> Any:
        raise IndexError("a bug")

    for place, name, wrong in ((alternatives._Trial, "choose", "failed to try it"), (_page, "page_of", "no page: ")):
        with monkeypatch.context() as patch:
            patch.setattr(place, name, failing)
            assert wrong in str(look_at(data, tmp_path)[0])


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        ("choice that is a list", b'{"player":0,"choice":["card"],"answer":1}'),
        ("choice that is an object", b'{"player":0,"choice":{"x":1},"answer":1}'),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_once_failed_is_a_verdict(wrong: str, line: bytes, tmp_path: Path) -> None:
    lines = seeds()["native"].split(b"\n")
    lines[1] = line
    assert look_at(b"\n".join(lines), tmp_path) == (None, ["unreadable"]), wrong


@pytest.mark.parametrize("actions", sampled([b"7", b"true", b'"x"', b"{}", b"1e9"], 3))
def test_a_list_of_actions_that_is_none_is_unreadable(actions: bytes, tmp_path: Path) -> None:
    data = seeds()["tracker, camel"].rstrip()
    assert data.startswith(b"{")
    # Of two values of one name the last counts.
    changed = data[:-1] + b',"actions":' + actions + b"}"
    assert look_at(changed, tmp_path) == (None, ["unreadable"])


@pytest.mark.parametrize(("form", "key"), [("tracker, camel", "cardName"), ("base_3p_spectator.json.gz", "id")])
def test_a_card_on_a_board_without_its_name_is_unreadable(form: str, key: str, tmp_path: Path) -> None:
    """The engine counted the icons of a card that has no face, and innolog failed."""
    root = json.loads(seeds()[form])

    def moves(value: Any) -> Iterator[dict[str, Any]]:
        for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            yield from moves(child)
        if isinstance(value, dict) and "board" in (value.get("dest"), value.get("location_to")):
            yield value

    first = next(moves(root))
    assert first[key]
    first[key] = None
    data = json.dumps(root).encode()
    assert look_at(data, tmp_path) == (None, ["unreadable"])
    with pytest.raises(UnreadableLog, match=r"move .*: expected the (name|id) of a card .*, found none"):
        read_blob(Blob("game.json", data))
