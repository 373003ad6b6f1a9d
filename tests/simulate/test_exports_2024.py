"""Exports as the newer generation of the site's code writes them: legal from everywhere, with real ones' fields."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from innolog.cards.generations import NEWEST
from innolog.cli import main
from innolog.conversion.retelling import convert
from innolog.engine.ruleset import Edition
from innolog.log import GameLog
from innolog.replay import replay
from innolog.results.result import Verdict
from parsers import read_blob
from parsers.bga.fields_2024 import tables
from parsers.bga.writer import exports
from parsers.fields import Basis
from parsers.files import Blob
from tests.hunt.games import hunted
from tests.hunt.judging import FULL, judge
from tests.shared import corpus, load, sampled


@pytest.mark.parametrize("after", ["fourth", "newer"])
@pytest.mark.parametrize("number", sampled(range(14), 14, many=True))
def test_games_of_bots_are_legal_from_everywhere(after: str, number: int) -> None:
    judged = list(judge(hunted("exports", number, after), FULL))
    assert [found.what for found in judged if found.what] == []
    assert {found.form for found in judged} == set(FULL)


#: What a simulated game does not tell: what questions offer, which cards are executed within each other, and (in games
#: by chance with or without teams) the partners.
_NOT_TOLD = re.compile(r"can_pass|options|splay_direction|splayable_colors|(card|ref_player)_\d|messages")


@cache
def _compared(kind: str, state: int | None) -> frozenset[str] | None:
    """The fields of a notification, or of the arguments of a state, that the reader compares; None if it reads none."""
    fields = tables(NEWEST).notifications.get(kind) if state is None else tables(NEWEST).states.get(state)
    if fields is None:
        return None
    # Of names, a copy has those of the players whom it does not address.
    named = ("player_name", "opponent_name")
    compared = (name for name, field in fields.items() if field.basis is not Basis.EXPLAINS and name not in named)
    return frozenset(name for name in compared if state is None or _NOT_TOLD.fullmatch(name) is None)


def _fields(contents: Iterable[dict[str, Any]]) -> tuple[dict[Any, set[str]], dict[Any, set[str]]]:
    """The compared fields that notifications of each kind ever have, and those that all of a kind have.

    Transfers are of a kind if they lead from a place to a place, and as many players and as much of the card are named.
    """
    ever: dict[Any, set[str]] = defaultdict(set)
    always: dict[Any, set[str]] = {}
    for content in contents:
        for packet in content["packets"]:
            for item in packet["data"]:
                args, kind = item["args"], item["type"].removesuffix("_spectator")
                if not isinstance(args, dict):
                    continue
                found: list[tuple[Any, frozenset[str] | None, dict[str, Any]]] = [(kind, _compared(kind, None), args)]
                if kind == "gameStateChange" and isinstance(args.get("args"), dict):
                    found.append((("state", args["id"]), _compared(kind, args["id"]), args["args"]))
                if kind.startswith("transfer"):
                    way = (kind, args["location_from"], args["location_to"], "opponent_id" in args, "id" in args)
                    found.append((way, _compared(kind, None), args))
                for name, compared, fields in found:
                    if compared is not None:
                        here = {name for name in fields if name in compared}
                        ever[name] |= here
                        always[name] = always.get(name, here) & here
    return ever, always


@pytest.mark.skipif(not corpus("bga_fourth"), reason="the corpus is not beside the repository")
@pytest.mark.parametrize(("after", "folder"), [("fourth", "bga_fourth"), ("newer", "bga_newer")])
def test_written_exports_have_the_fields_of_real_ones(after: str, folder: str) -> None:
    """A field that is written and never real would be compared in vain; one that is left out, never in a hunt."""
    of_base = [game for game in corpus(folder) if game.sets == {"base"}]
    real, always_real = _fields(load(path) for game in of_base[::16] for path in (game.seats[0], game.spectator))
    games = [hunted("fields", number, after).play() for number in range(4)]
    written, always_written = _fields(
        content for game in games if game.told is not None for content in exports(game.told, (0, None))
    )
    for kind in real.keys() & written.keys():
        if isinstance(kind, tuple):
            assert written[kind] == real[kind], kind
            assert always_written[kind] == always_real[kind], kind
    assert len([kind for kind in real.keys() & written.keys() if isinstance(kind, tuple)]) >= 20


def test_an_export_converted_to_itself_is_the_same_game() -> None:
    game = hunted("exports", 1, "fourth").play()
    assert game.told is not None
    (content,) = exports(game.told, (0,))
    first = replay(_read(content), record=True)
    again = replay(read_blob(Blob("again", convert(first, "bga", 0).encode())), record=True)
    assert [action.digest for action in again.actions] == [action.digest for action in first.actions]
    assert first.rules == again.rules


@pytest.mark.parametrize("form", ["text", "table", "tracker", "yucata-html"])
def test_a_game_of_the_newer_code_is_explained_in_any_form(form: str) -> None:
    """What was wrong: such files were written, and called illegal when they were read."""
    game = hunted("exports", 1, "fourth").play(most_actions=6)
    assert game.told is not None
    (content,) = exports(game.told, (0,))
    text = convert(replay(_read(content), record=True), form, 0)
    found = replay(read_blob(Blob("written", text.encode())))
    assert found.verdict is Verdict.LEGAL_SO_FAR
    assert found.rules is not None
    # Six actions may fit another edition, too. The titles of some forms name it.
    assert found.rules.edition is Edition.FOURTH or form in ("text", "tracker")


def _read(content: dict[str, Any]) -> GameLog:
    log = read_blob(Blob("written", json.dumps(content).encode()))
    assert isinstance(log, GameLog)
    return log


@pytest.mark.parametrize(
    ("options", "edition"), [(["--edition", "fourth"], Edition.FOURTH), (["--generation", "2024"], Edition.THIRD)]
)
def test_command_writes_exports_of_the_newer_code(options: list[str], edition: Edition, tmp_path: Path) -> None:
    arguments = ["simulate", *options, "--seed", "3", "--format", "bga", "-o", str(tmp_path)]
    assert CliRunner().invoke(main, arguments, catch_exceptions=False).exit_code == 0
    paths = sorted(tmp_path.iterdir())
    assert len(paths) == 3
    for path in paths:
        result = replay(read_blob(Blob(path.name, path.read_bytes())))
        assert result.verdict is Verdict.LEGAL
        assert result.rules is not None
        assert (result.rules.edition, result.rules.platform.value) == (edition, "bga-2024")


@pytest.mark.parametrize(
    "options",
    [
        ["--edition", "fourth", "--generation", "2023"],
        ["--generation", "2024", "--sets", "base,cities"],
        ["--generation", "2024", "--platform", "table", "--format", "native"],
        ["--edition", "first", "--sets", "echoes"],
    ],
)
def test_command_refuses_exports_that_no_code_writes(options: list[str], tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["simulate", "--format", "bga", *options, "-o", str(tmp_path)])
    assert result.exit_code == 2
    assert not list(tmp_path.iterdir())
