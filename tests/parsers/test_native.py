"""The native format: what a file says of itself is checked, and a file that was cut off is an unfinished game."""

from __future__ import annotations

import json
from itertools import islice, pairwise

import pytest

from innolog.comparing.rules import RULES
from innolog.conversion.retelling import convert
from innolog.conversion.simulated import as_replay
from innolog.engine.ruleset import Ruleset
from innolog.log import UnreadableLog
from innolog.replay import Forced, Replay, Verdict, replay
from innolog.simulate import seats, simulate
from parsers import read_blob
from parsers.files import Blob

Rows = list[str]


@pytest.fixture(scope="module")
def rows() -> Rows:
    rules = Ruleset()
    return convert(as_replay(simulate(rules, 3, seats(["uniform"], 2, 3))), "native", None).splitlines()


def replayed(data: str | bytes) -> Replay:
    return replay(read_blob(Blob("game.innolog", data if isinstance(data, bytes) else data.encode())))


def changed(rows: Rows, line: int, **values: object) -> str:
    return "\n".join([*rows[:line], json.dumps(json.loads(rows[line]) | values), *rows[line + 1 :]])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_text_of_any_encoding(rows: Rows, encoding: str) -> None:
    assert replayed("\r\n".join(rows).encode(encoding)).verdict is Verdict.LEGAL


def test_another_answer_is_found_in_its_action(rows: Rows) -> None:
    """Without digests of actions the changed game stays possible for a while: at most its end is another one."""
    lines = [line for line, row in enumerate(rows) if '"choice":"action"' in row]
    for number, (line, following) in islice(enumerate(pairwise(lines), 1), 20, 40):
        if json.loads(rows[line])["answer"][0] != "meld":
            continue
        # Drawing a card is possible in its place.
        found = replayed(changed(rows, line, answer=["draw", None]))
        assert found.verdict is Verdict.ILLEGAL
        assert found.violation is not None
        assert found.violation.at is not None
        # The action ends with the last decision before the next action.
        assert line < found.violation.at.packet <= following
        assert len(found.actions) == number
    # A file without them is read, too.
    bare = [json.dumps({key: value for key, value in json.loads(row).items() if key != "digest"}) for row in rows]
    assert replayed("\n".join(bare)).verdict is Verdict.LEGAL


def test_a_digest_that_stands_within_an_action_is_none_of_its_end(rows: Rows) -> None:
    line = next(n for n, row in enumerate(rows) if n and '"digest"' in row)
    row = {key: value for key, value in json.loads(rows[line]).items() if key != "digest"}
    found = replayed("\n".join([*rows[:line], json.dumps(row), *rows[line + 1 :]]))
    assert found.violation is not None
    assert (found.violation.rule, found.actions) == ("native.digest", [])
    assert (str(found.violation.at), found.violation.observed) == (f"move ?, line {line + 1}", "no digest")
    assert "after the actions" in RULES["native.digest"].sentence


def test_the_end_is_checked(rows: Rows) -> None:
    end = len(rows) - 1
    winners = json.loads(rows[end])["winners"]
    assert winners in ([0], [1])
    for values, rule in (
        ({"winners": [1 - winners[0]]}, "native.end"),
        ({"winners": []}, "native.end"),
        ({"end": "score"}, "native.end"),
        ({"digest": "0" * 32}, "native.digest"),
    ):
        found = replayed("\n".join([*rows[:end], json.dumps(json.loads(rows[end]) | values)]))
        assert found.violation is not None
        assert (found.verdict, found.violation.rule) == (Verdict.ILLEGAL, rule)
        assert str(found.violation.at) == f"move ?, line {len(rows)}"
    with pytest.raises(UnreadableLog, match=f"line {len(rows)}, end: expected how a game ends"):
        replayed("\n".join([*rows[:end], json.dumps(json.loads(rows[end]) | {"end": "table"})]))


@pytest.mark.parametrize("winners", [["nobody"], [2], [True], "0"])
def test_winners_are_seats(rows: Rows, winners: object) -> None:
    end = json.dumps(json.loads(rows[-1]) | {"winners": winners})
    with pytest.raises(UnreadableLog) as caught:
        replayed("\n".join([*rows[:-1], end]))
    assert caught.value.place == f"line {len(rows)}, winners"


def test_players_have_names_of_their_own(rows: Rows) -> None:
    """A record of two players with one name was believed, although no other form can say which of them acts."""
    header = json.loads(rows[0])
    for names, readable in (
        (["Ana", "Ana"], False),
        (["Ana", "Ana "], False),
        (["Ana", "ana"], True),
        (["", ""], True),
    ):
        players = [{"id": str(seat), "name": name} for seat, name in enumerate(names)]
        data = "\n".join([json.dumps(header | {"players": players}), *rows[1:]])
        if readable:
            assert replayed(data).verdict is Verdict.LEGAL
        else:
            with pytest.raises(
                UnreadableLog, match='line 1, players/1: expected players with different names, found the text "Ana"'
            ):
                replayed(data)


def test_numbers_of_moves_do_not_decrease(rows: Rows) -> None:
    """They name places of the source, and no source has moves in another order."""
    moves: list[tuple[list[int | None], bool]] = [
        ([3, 3, None, 5], True),
        ([0, None, None, 0], True),
        ([3, 5, None, 4], False),
        ([-1, 2, 3, 4], False),
    ]
    for numbers, readable in moves:
        decisions = [
            json.dumps(json.loads(row) | {"move": number}) for row, number in zip(rows[1:5], numbers, strict=True)
        ]
        data = "\n".join([rows[0], *decisions, *rows[5:]])
        if readable:
            assert replayed(data).verdict is Verdict.LEGAL
        else:
            with pytest.raises(UnreadableLog, match="expected a move number of at least"):
                replayed(data)


def test_a_file_that_was_cut_off_is_an_unfinished_game(rows: Rows) -> None:
    for kept in (2, len(rows) // 2, len(rows) // 2 + 1, len(rows) - 2):
        assert replayed("\n".join(rows[:kept])).verdict is Verdict.LEGAL_SO_FAR
    # All decisions are there: how it ended follows from them.
    assert replayed("\n".join(rows[:-1])).verdict is Verdict.LEGAL


def test_nothing_comes_after_the_end(rows: Rows) -> None:
    assert replayed("\n".join(rows) + "\n\n  \n").verdict is Verdict.LEGAL
    for more in (rows[0], "no JSON"):
        with pytest.raises(UnreadableLog) as caught:
            replayed("\n".join([*rows, "", more]))
        assert caught.value.place == f"line {len(rows) + 2}"


def test_a_decision_that_nobody_can_take_is_said_in_words(rows: Rows) -> None:
    line = next(number for number, row in enumerate(rows) if '"choice":"action"' in row.replace(" ", ""))
    found = replayed(changed(rows, line, answer=["dogma", 104]))
    assert found.violation is not None
    assert found.violation.rule == "native.decision"
    assert str(found.violation.at).endswith(f"line {line + 1}")
    # What the rules allow there, in the words of the file.
    choice = json.loads(rows[line])
    assert f"seat {choice['player']}, choice of action, one of " in found.violation.expected
    assert json.dumps(choice["answer"], separators=(",", ":")) in found.violation.expected
    assert found.violation.observed == f'seat {choice["player"]}, choice of action: ["dogma",104]'


def test_a_draw_names_no_card(rows: Rows) -> None:
    """A draw with a text for its card was legal: the text was taken for none."""
    at = next(number for number, row in enumerate(rows) if '["draw",null]' in row)
    with pytest.raises(UnreadableLog, match="an answer to a choice of action") as caught:
        replayed("\n".join([*rows[:at], rows[at].replace('["draw",null]', '["draw","x"]'), *rows[at + 1 :]]))
    assert caught.value.found == '["draw","x"]'
    found = replayed("\n".join([*rows[:at], rows[at].replace('["draw",null]', '["draw",1]'), *rows[at + 1 :]]))
    assert found.violation is not None
    assert (found.verdict, found.violation.rule) == (Verdict.ILLEGAL, "native.decision")


@pytest.mark.parametrize(("answer", "legal"), [(2000, True), (2001, True), (None, False)])
def test_one_of_hidden_cards_has_to_be_chosen_if_not_all_lack_what_is_asked_for(
    rows: Rows, answer: int | None, legal: bool
) -> None:
    """Oars demands a card with a crown. Bob drew Writing and The Wheel: each of them alone can be the one without."""
    header = json.loads(rows[0])
    setup = header["setup"]
    setup["achievements"][0] = 3
    setup["hands"] = [[5, 9], [0, 14]]
    setup["decks"]["base 1"] = [1, 4, 6, 7, 10, 11, 12, 13, 2001, 2000]
    setup["unknown"] = [{"id": card, "set": "base", "age": 1} for card in (2000, 2001)]
    decisions: list[tuple[int, str, object]] = [
        (0, "card", 5),
        (1, "card", 0),
        (0, "action", ["meld", 9]),
        (1, "action", ["draw", None]),
        (1, "action", ["draw", None]),
        (0, "action", ["dogma", 5]),
        (1, "card", answer),
    ]
    choices = [{"player": player, "choice": choice, "answer": given} for player, choice, given in decisions]
    found = replayed("\n".join(map(json.dumps, [header, *choices])))
    if legal:
        assert found.verdict is Verdict.LEGAL_SO_FAR
    else:
        assert found.violation is not None
        assert (found.verdict, found.violation.rule) == (Verdict.ILLEGAL, "native.decision")
        assert str(found.violation.at).endswith("line 8")
        assert found.violation.expected == "seat 1, choice of card, one of the hidden cards"


@pytest.mark.parametrize(
    ("forced", "why"),
    [
        (Forced(edition="first"), "the recorded game has edition third, not first as specified"),
        (Forced(sets=frozenset({"cities"})), "the recorded game has sets base, not base + cities as specified"),
        (Forced(teams=(0, 1, 0, 1)), "the recorded game has teams none, not 0101 as specified"),
        (Forced(extra_achievement=True), "the recorded game has extra achievement no, not yes as specified"),
        (Forced("third", frozenset(), (), extra_achievement=False, relics=False), None),
    ],
)
def test_other_rules_than_its_own_are_not_those_of_a_recorded_game(rows: Rows, forced: Forced, why: str | None) -> None:
    found = replay(read_blob(Blob("game.innolog", "\n".join(rows).encode())), forced=forced)
    assert (found.verdict, found.reason) == (Verdict.UNSUPPORTED if why else Verdict.LEGAL, why)
