"""Cards that players at a table show although no effect says so."""

from __future__ import annotations

import json
import re
import time

import pytest

from innolog.proving.checking import check
from innolog.proving.proof import Refused, digest_of, read, seal_of
from innolog.proving.writing import proof_of
from innolog.results.result import Verdict
from tests.parsers.lines.tables import checked, judged, plain_table, read_table


@pytest.fixture(scope="module")
def plain() -> str:
    return plain_table()


def test_whoever_is_doubted_shows_cards_although_no_effect_says_so(plain: str) -> None:
    """The printed fourth edition even asks for it (Verification). Only what lies there can be shown."""
    lines = plain.splitlines(keepends=True)
    start, end, player, card = next(
        (last, index, found[1], found[2])
        for index, line in enumerate(lines)
        if (found := re.fullmatch(r"(\w+) melds (.*) from hand\n", line))
        and (last := max([at for at in range(index) if lines[at].startswith(f"{found[1]} draws [")], default=index))
        and index - last > 8
    )
    shows, keeps = f"{player} reveals {card} from hand\n", f"{player} takes {card} from revealed cards into hand\n"
    for index in range(start + 1, end):
        for more in (shows, shows + keeps) if index < start + 3 else (shows,):
            text = "".join([*lines[:index], more, *lines[index:]])
            result = judged(text)
            assert result.verdict is Verdict.LEGAL
            assert checked(result, text) == "legal"
    other, proof = "Ada" if player == "Bob" else "Bob", json.loads(proof_of(judged(plain), plain.encode()))
    for index, line in (
        (end + 1, shows),
        (start + 1, other + shows[len(player) :]),
        (start + 1, f"{player} draws and reveals Computers\n"),
        (end + 1, shows.replace("hand", "board")),
    ):
        text = "".join([*lines[:index], line, *lines[index:]])
        assert judged(text).verdict is Verdict.ILLEGAL
        # The checker does not believe a proof that was made for it.
        forged = proof | {"log": digest_of(text.encode()), "statements": proof["statements"] + 1}
        with pytest.raises(Refused, match="the log has"):
            check(read(json.dumps(forged | {"seal": seal_of(forged)}).encode()), text.encode(), read_table(text))


def test_many_cards_can_be_shown(plain: str) -> None:
    """Each is found within its action. When all of the game was tried again for each, this took minutes."""
    lines = plain.splitlines(keepends=True)
    #: The last change of each hand, after the opening.
    last = dict.fromkeys(("Ada", "Bob"), next(index for index, line in enumerate(lines) if "goes first" in line))
    shown: list[tuple[int, str]] = []
    for index, line in enumerate(lines):
        for player in last:
            if found := re.fullmatch(f"{player} melds (.*) from hand\n", line):
                takes = f"{player} takes {found[1]} from revealed cards into hand\n"
                shown += [
                    (at, f"{player} reveals {found[1]} from hand\n{takes}") for at in range(last[player] + 1, index)
                ]
            if player in line and ("draws" in line or "hand" in line):
                last[player] = max(index, last[player])
    assert len(shown) > 20
    for at, line in sorted(shown, reverse=True):
        lines.insert(at, 2 * line)
    once, text = _seconds(plain), "".join(lines)
    assert _seconds(text) < 8 * once
    assert checked(judged(text), text) == "legal"


def _seconds(text: str) -> float:
    """The time of the processor for a legal text."""
    started = time.process_time()
    assert judged(text).verdict is Verdict.LEGAL
    return time.process_time() - started


@pytest.mark.parametrize(("shown", "verdict"), [("Mysticism", Verdict.LEGAL_SO_FAR), ("Sailing", Verdict.ILLEGAL)])
def test_a_shown_card_is_one_of_those_that_nobody_knew(shown: str, verdict: Verdict) -> None:
    """Ann shows that she has no card with a crown. The writer saw only the back of one of the three cards."""
    text = f"""Innovation (Table, Fourth edition)
Move 1: Ann
Ann melds Writing from hand
Move 2: Bob
Bob melds Oars from hand
Bob goes first with Oars
Move 3: Bob
Bob draws [1] Base
Move 4: Ann
Ann draws Archery
Move 5: Ann
Ann draws Metalworking
Move 6: Bob
Bob activates Oars
Ann carries out the first demand effect
Ann reveals Archery from hand
Ann reveals {shown} from hand
Ann reveals Metalworking from hand
Bob carries out the first dogma effect
Bob draws [1] Base
Move 7: Bob
Bob draws [1] Base
Move 8: Ann
Ann melds {shown} from hand
"""
    result = judged(text)
    assert result.verdict is verdict
    assert verdict is Verdict.ILLEGAL or checked(result, text) == "legal_so_far"
