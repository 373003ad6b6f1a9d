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
from parsers.native.detection import fits

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


@pytest.mark.parametrize("cut", [False, True])
def test_no_decision_within_an_action_has_a_digest(rows: Rows, cut: bool) -> None:
    """Of an action's decisions only the last one was compared, so that a game with one more digest was legal."""
    first, last = next(
        (one, one + 1)
        for one, row in enumerate(rows)
        if '"choice":"action"' in row and '"digest"' not in row and '"digest"' in rows[one + 1]
    )
    # Not even that of the state after the action.
    more = changed(rows, first, digest=json.loads(rows[last])["digest"]).splitlines()
    found = replayed("\n".join(more[:last] if cut else more))
    assert found.violation is not None
    assert (found.verdict, found.violation.rule) == (Verdict.ILLEGAL, "native.digest")
    assert (str(found.violation.at), found.violation.expected) == (
        f"move ?, line {first + 1}",
        "no digest within the action",
    )
    # If the rules refuse the game for what the players do, that is why.
    seat = 1 - json.loads(rows[last])["player"]
    found = replayed(changed(more, last, player=seat))
    assert found.violation is not None
    assert (found.violation.rule, str(found.violation.at)) == ("native.decision", f"move ?, line {last + 1}")


def test_keys_stand_in_any_order_and_spaces_anywhere(rows: Rows) -> None:
    header, *others = map(json.loads, rows)
    for again in (
        [dict(reversed(header.items())), *others],
        [{"site": header["site"]} | header, *(dict(reversed(row.items())) for row in others)],
    ):
        assert replayed("\n".join(map(json.dumps, again))).verdict is Verdict.LEGAL
    for separators in ((" , ", "  :  "), (",", ":")):
        again = [json.dumps(row, separators=separators) for row in (header, *others)]
        assert replayed("\n".join(again).replace("{", "{ ")).verdict is Verdict.LEGAL
    # A header is damaged, and innolog still knows whose it is.
    with pytest.raises(UnreadableLog, match=r"line 1, column \d+: expected a JSON object"):
        replayed("\n".join([rows[0][:-1].replace('{"innolog":', '{ "innolog" :'), *rows[1:]]))


@pytest.mark.parametrize(
    "data", ['{"name":"innolog"}', '{"a":{"innolog":1}}', '["innolog"]', '{"name":\n{"innolog":1}}', '"innolog"', "{"]
)
def test_other_json_is_no_header(data: str) -> None:
    assert not fits(data.encode())


def test_empty_lines_count_in_the_place_of_a_violation(rows: Rows) -> None:
    """The line of the decision was that of a file without them."""
    line = next(number for number, row in enumerate(rows) if '"choice":"action"' in row)
    end = len(rows) - 1
    forged = {
        line: changed(rows, line, answer=["dogma", 104]),
        end: changed(rows, end, winners=[]),
    }
    for at, data in forged.items():
        before, after = data.splitlines()[:2], data.splitlines()[2:]
        found = replayed("\r\n".join([*before, "", " ", *(each for row in after for each in (row, ""))]))
        assert found.violation is not None
        assert str(found.violation.at) == f"move ?, line {3 + 2 * (at - 2) + 2}"


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


Given = tuple[int, str, object]
DRAW: Given = (1, "action", ["draw", None])


def hidden(rows: Rows, unknown: list[dict[str, object]], *decisions: Given) -> Replay:
    """A game with the backs of Writing and The Wheel, or of Writing alone, on top of the supply pile."""
    header = json.loads(rows[0])
    setup = header["setup"]
    backs = [2000 + number for number in range(len(unknown))]
    setup["achievements"][0] = 3
    setup["hands"] = [[5, 9], [0, 14]]
    setup["decks"]["base 1"] = [*[8, 1, 4, 6, 7, 10, 11, 12, 13][len(unknown) - 1 :], *reversed(backs)]
    setup["unknown"] = [
        {"id": card, "set": "base", "age": 1} | known for card, known in zip(backs, unknown, strict=True)
    ]
    opening: list[Given] = [(0, "card", 5), (1, "card", 0), (0, "action", ["meld", 9])]
    choices = [
        {"player": player, "choice": choice, "answer": given} for player, choice, given in [*opening, *decisions]
    ]
    return replayed("\n".join(map(json.dumps, [header, *choices])))


def test_a_card_without_a_face_accuses_nobody_on_a_board(rows: Rows) -> None:
    """Its icons count from then on. The engine failed."""
    assert hidden(rows, [{}], DRAW).verdict is Verdict.LEGAL_SO_FAR
    found = hidden(rows, [{}], DRAW, (1, "action", ["meld", 2000]))
    assert (found.verdict, found.violation) == (Verdict.UNSUPPORTED, None)
    assert found.reason == "move ?, line 6: the record does not say which card is put on the table, face up"


@pytest.mark.parametrize(
    ("faces", "observed"), [([2000], "card 2000"), ([2, 2000], "card 2000"), ([2, 0], "Pottery"), ([], "none")]
)
def test_faces_are_cards_that_lie_nowhere_else(rows: Rows, faces: list[int], observed: str) -> None:
    found = hidden(rows, [{"faces": faces}], DRAW)
    assert found.violation is not None
    assert (found.violation.rule, found.violation.observed) == ("setup.deal", observed)
    assert hidden(rows, [{"faces": [2]}], DRAW).verdict is Verdict.LEGAL_SO_FAR


@pytest.mark.parametrize(("answer", "legal"), [(2000, True), (2001, True), (None, False)])
def test_one_of_hidden_cards_has_to_be_chosen_if_not_all_lack_what_is_asked_for(
    rows: Rows, answer: int | None, legal: bool
) -> None:
    """Oars demands a card with a crown. Bob drew Writing and The Wheel: each of them alone can be the one without."""
    found = hidden(rows, [{}, {}], DRAW, DRAW, (0, "action", ["dogma", 5]), (1, "card", answer))
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
