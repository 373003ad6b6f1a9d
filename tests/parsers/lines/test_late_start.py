"""Lines and entries that begin after the opening, or in the middle of it, are not judged."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from itertools import chain

import pytest

from innolog.judging.verdicts import judged
from innolog.log.told import ToldGame
from innolog.replay.forced import NOTHING
from parsers.files import Blob
from parsers.lines.writing import review_text, table_text, yucata_page
from parsers.tracker.specification import GENERATIONS
from parsers.tracker.writer import write
from tests.parsers.lines.games import RULES, told
from tests.written import yucata_text


def _notes(game: ToldGame, viewpoint: int | None) -> str:
    return table_text(game, viewpoint, rules=RULES["cities"].describe())


_FORMS: dict[str, Callable[[ToldGame, int | None], str]] = {"text": review_text, "yucata": yucata_text, "table": _notes}
_LATE = "does not contain the opening"
#: A remark that innolog does not understand.
_REMARK = "Thank you for playing!"


def _judged(content: str) -> tuple[str, str]:
    row = judged(Blob("game", content.encode()), NOTHING)
    return row.verdict, row.rule or row.message or ""


@cache
def _beginning(form: str) -> tuple[list[str], list[str]]:
    """The title, if there is one, and the first lines of a game of three players: the opening and some actions."""
    lines = [line for line in _FORMS[form](told("cities"), None).splitlines() if line]
    title = lines[: lines.index(next(line for line in lines if line.startswith("Move ")))]
    starts = [index for index, line in enumerate(lines) if line.startswith("Move ")]
    return title, lines[len(title) : starts[11]]


@pytest.mark.parametrize("form", _FORMS)
def test_a_line_that_is_not_understood_does_not_hide_that_a_copy_starts_late(form: str) -> None:
    """Any such line, even the last one, was taken for one that can contain the opening."""
    title, lines = _beginning(form)
    starts = [index for index, line in enumerate(lines) if line.startswith("Move ")]
    late = lines[starts[6] :]
    for copy in (late, [*late, _REMARK], [*late[:4], _REMARK, *late[4:]]):
        verdict, reason = _judged("\n".join([*title, *copy]))
        assert (verdict, _LATE in reason) == ("unsupported", True)
    page = yucata_page(told("cities"), None).splitlines()
    starts = [index for index, line in enumerate(page) if ">Move " in line]
    page = [*page[: starts[0]], *page[starts[6] :]]
    page.insert(starts[0] + 8, f'<div class="mayClick action1">{_REMARK}</div>')
    verdict, reason = _judged("\n".join(page))
    assert (verdict, _LATE in reason) == ("unsupported", True)


@pytest.mark.parametrize("form", _FORMS)
def test_a_line_that_is_not_understood_above_all_actions_can_be_the_opening(form: str) -> None:
    title, lines = _beginning(form)
    melds = [index for index, line in enumerate(lines) if "meld" in line][:3]
    unread = [line.replace("melds", "plonks") if index in melds else line for index, line in enumerate(lines)]
    verdict, reason = _judged("\n".join([*title, *unread]))
    assert (verdict, "plonks" in reason) == ("unsupported", True)


@pytest.mark.parametrize("form", _FORMS)
def test_no_copy_that_begins_in_the_opening_is_illegal(form: str) -> None:
    """The first card of each player on a board was an opening card, even below the line about who goes first."""
    title, lines = _beginning(form)
    assert _judged("\n".join([*title, *lines]))[0] == "legal_so_far"
    first = next(index for index, line in enumerate(lines) if "first" in line and "chooses" not in line)
    seen = set()
    for start in range(1, first + 8):
        verdict, reason = _judged("\n".join([*title, *lines[start:]]))
        assert verdict != "illegal", (start, reason)
        seen.add(verdict)
    assert seen == {"legal_so_far", "unsupported"}


@pytest.mark.parametrize("form", _FORMS)
def test_who_goes_first_is_no_stranger_in_a_piece_of_the_opening(form: str) -> None:
    """A piece can have the cards of the others alone. In a game, nobody can be sure who a stranger is."""
    title, lines = _beginning(form)
    first = next(index for index, line in enumerate(lines) if "first" in line and "chooses" not in line)
    melds = [index for index, line in enumerate(lines[:first]) if "meld" in line]
    goes = re.search(r"Ada|Bob|Cleo", lines[first])
    assert goes is not None
    # A first move with the number 1 is the first of the game.
    melds = [index for index in melds if goes[0] not in lines[index]]
    others = [[f"Move {move}{lines[index - 1][6:]}", lines[index]] for move, index in enumerate(melds, 7)]
    others = [pair[form == "text" :] for pair in others]
    verdict, reason = _judged("\n".join([*title, *chain.from_iterable(others), lines[first]]))
    assert (verdict, goes[0] in reason) == ("unsupported", True), reason
    forged = [line.replace(goes[0], "Zed") if index == first else line for index, line in enumerate(lines)]
    assert _judged("\n".join([*title, *forged]))[0] == "unsupported"


@pytest.mark.parametrize("generation", GENERATIONS)
def test_no_file_that_begins_in_the_opening_is_illegal(generation: str) -> None:
    """A file that says who goes first was held to have all opening cards."""
    file = json.loads(write(told("cities"), None, generation))
    entries = file["log"]
    first = next(index for index, entry in enumerate(entries) if "plays first" in str(entry.get("msg")))
    file.pop("actions", None)
    for start in range(1, first + 4):
        copy = entries[start : first + 40]
        total = {key: len(copy) for key in file if key.startswith("total")}
        verdict, reason = _judged(json.dumps({**file, **total, "log": copy}))
        chosen = "chooses a card" in str(copy[0].get("msg"))
        assert verdict == ("legal_so_far" if chosen or start == 3 else "unsupported"), (start, reason)
    # All choose a card before the first one is melded: that of one player is missing.
    without = [entry for index, entry in enumerate(entries[: first + 40]) if index != 3]
    total = {key: len(without) for key in file if key.startswith("total")}
    assert _judged(json.dumps({**file, **total, "log": without}))[0] == "illegal"


@pytest.mark.parametrize("form", _FORMS)
def test_a_forged_opening_is_no_late_start(form: str) -> None:
    title, lines = _beginning(form)
    melds = [index for index, line in enumerate(lines) if "meld" in line][:3]
    forged = list(lines)
    forged[melds[0]] = re.sub(r"(melds )(?:\[1\] )?[\w ]+(?= from)", r"\1Calendar", lines[melds[0]])
    assert _judged("\n".join([*title, *forged]))[0] == "illegal"
    missing = [line for index, line in enumerate(lines) if index != melds[1]]
    assert _judged("\n".join([*title, *missing]))[0] == "illegal"
    if form == "text":
        unnumbered = [line for line in missing if not line.startswith("Move ")]
        assert _judged("\n".join(unnumbered))[0] == "illegal"


_PIECES = [
    ["Bob melds [1] Comb from his hand.", "You meld [1] Domestication from your hand.", "You draw [1] Mysticism."],
    ["Bob melds [1] Comb from his hand.", "Ada melds [1] Domestication from his hand.", "Ada draws [1] Mysticism."],
    [
        "Ada melds [1] Masonry from his hand.",
        "Bob melds [1] Clothing from his hand.",
        "Bob activates the dogma of [1] Plumbing with [castle] as the featured icon.",
    ],
]


@pytest.mark.parametrize("piece", _PIECES)
def test_melds_of_age_one_in_mid_game_are_no_opening(piece: list[str]) -> None:
    """They were taken for the opening if there were as many as players, and what followed them was illegal."""
    more = ["Bob melds [2] Mapmaking from his hand.", "Bob melds [2] Philosophy from his hand."]
    verdict, reason = _judged("\n".join([*piece, *more]))
    assert (verdict, _LATE in reason) == ("unsupported", True)
    # A line that is not understood may say that it is the opening only if it stands above the action.
    verdict, reason = _judged("\n".join([*piece, *more, _REMARK]))
    assert (verdict, _LATE in reason) == ("unsupported", True)
    card = "Comb" if "Comb" in piece[0] else "Clothing"
    first = f"Bob melded the first card in English alphabetical order ({card}): he plays first."
    for opening in (
        ["Bob chooses a card.", *piece[:2]],
        [*piece[:2], first],
        ["Move 1 :", *piece[:2]],
    ):
        assert _judged("\n".join([*opening, *piece[2:], *more]))[0] == "illegal"


@pytest.mark.parametrize("generation", GENERATIONS)
def test_a_file_does_not_begin_with_melds_of_age_one_in_mid_game(generation: str) -> None:
    """They were taken for the opening. A message in another language may say that they are."""
    file = json.loads(write(told("cities"), None, generation))
    entries = file["log"]
    first = next(index for index, entry in enumerate(entries) if "plays first" in str(entry.get("msg")))
    file.pop("actions", None)
    seats = len(told("cities").seats)
    for between in ([], [{**entries[first], "msg": "Eine Spielerin beginnt."}]):
        copy = [*entries[first - seats : first], *between, *entries[first + 1 : first + 40]]
        total = {key: len(copy) for key in file if key.startswith("total")}
        verdict, reason = _judged(json.dumps({**file, **total, "log": copy}))
        assert (verdict, "opening" in reason) == (("legal_so_far", False) if between else ("unsupported", True)), reason


def test_notes_that_start_late_can_be_numbered_from_one() -> None:
    """The number of the first move was held to show that notes of a table have the opening."""
    lines = ["Move 1: Ann", "Ann draws [4] Base", "Move 2: Bob", "Bob draws [4] Base"]
    verdict, reason = _judged("\n".join(["Innovation (Table)", *lines]))
    assert (verdict, _LATE in reason) == ("unsupported", True)
    assert _judged("\n".join(lines))[0] == "illegal"
    # Whoever notes who goes first need not note the opening cards.
    lines[1:1] = ["Ann goes first with Archery"]
    verdict, reason = _judged("\n".join(["Innovation (Table)", *lines]))
    assert (verdict, _LATE in reason) == ("unsupported", True)


@pytest.mark.parametrize("form", _FORMS)
def test_a_text_with_the_newest_line_first_is_not_judged(form: str) -> None:
    title, lines = _beginning(form)
    lines = [line for line in lines if not line.startswith("Move ")] if form == "text" else lines
    for end in range(len(lines) - 8, len(lines) + 1):
        assert _judged("\n".join([*title, *lines[:end][::-1]]))[0] in ("unsupported", "unreadable")
