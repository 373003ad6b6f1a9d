"""What lines do not tell is unread or left open, and accuses nobody."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest

from innolog.log import At, GameLog, UnsupportedLog
from innolog.log.told import ToldGame
from innolog.replay import Verdict, replay
from innolog.results.result import Replay
from parsers import read_blob
from parsers.files import Blob
from parsers.lines.numbering import out_of_order
from parsers.lines.review import read_review_text
from parsers.lines.writing import review_text
from tests.parsers.lines.games import told
from tests.parsers.lines.tables import plain_table
from tests.written import yucata_text


@pytest.mark.parametrize("word", ["[couronne]", "cr0wn", "[vert feuille]"])
def test_a_count_of_icons_in_unknown_words_is_not_missing(word: str) -> None:
    """It was taken for one of the messages that say nothing of the game, and so somebody had not counted the icons."""
    lines = review_text(told("base"), 0).splitlines()
    at = next(index for index, line in enumerate(lines) if " has " in line and line.endswith("]."))
    lines[at] = f"{lines[at].rpartition('[')[0]}{word}."
    log = read_review_text("x", "\n".join(lines))
    assert [unread.at.packet for unread in log.unread] == [at + 1]
    assert replay(log).verdict is Verdict.UNSUPPORTED
    # What is known to say nothing stays known.
    name = lines[at].partition(" ")[0]
    for known in ("points", "color splayed left", "[leaf] and 3 [crown]", " purple cards"):
        lines[at] = f"{name} has 4 {known}."
        assert not read_review_text("x", "\n".join(lines)).unread


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("effect.", "effect"),
        ("effect.", "effects."),
        ("effect.", "effect of Oars."),
        ("has to execute the 1st", "has to execute the first"),
        ("non-demand", "nondemand"),
    ],
)
def test_an_effect_in_other_words_is_not_missing(old: str, new: str) -> None:
    """It was taken for one of the messages that say nothing of the game, and so the effect had not been executed."""
    lines = review_text(told("base"), None).splitlines()
    at = next(index for index, line in enumerate(lines) if "has to execute the 1st non-demand effect." in line)
    lines[at] = lines[at].replace(old, new)
    log = read_review_text("x", "\n".join(lines))
    assert [unread.at.packet for unread in log.unread] == [at + 1]
    assert replay(log).verdict is Verdict.UNSUPPORTED
    # A dash that looks alike is the same.
    lines[at] = lines[at].replace(new, old).replace("-", "\u2013")
    assert replay(read_review_text("x", "\n".join(lines))).verdict is Verdict.LEGAL


@pytest.mark.parametrize("words", ["has won the game.", "has melded [9] Services from his hand.", "is the winner."])
def test_what_a_player_has_done_is_not_passed_over(words: str) -> None:
    lines = review_text(told("base"), None).splitlines()
    lines.insert(40, f"{told('base').seats[0].name} {words}")
    assert [unread.at.packet for unread in read_review_text("x", "\n".join(lines)).unread] == [41]


def test_a_remark_before_the_icons_are_counted_hides_no_count() -> None:
    """The counts after it were dropped, and so nobody had counted the icons."""
    lines = review_text(told("base"), None).splitlines()
    at = next(index for index, line in enumerate(lines) if "activates the dogma of" in line)
    for remark in ("is slow today.", "is the only player with five top cards."):
        noted = [*lines[: at + 1], f"{told('base').seats[0].name} {remark}", *lines[at + 1 :]]
        assert replay(read_review_text("x", "\n".join(noted))).verdict is Verdict.LEGAL


def test_moves_may_be_counted_from_zero() -> None:
    moves = [(At(move, move, 0), move) for move in (0, 1, 3)]
    assert list(out_of_order(moves, again=False)) == []
    (found,) = out_of_order([*moves, (At(3, 4, 0), 3)], again=False)
    assert found.observed == "move 3"


def _judged(text: str) -> Replay:
    log = read_blob(Blob("notes.txt", text.encode()))
    assert isinstance(log, GameLog)
    return replay(log)


@pytest.mark.parametrize("moves", [1, 3])
@pytest.mark.parametrize("site", ["bga", "yucata"])
def test_what_follows_moves_that_are_pasted_twice_is_not_judged(site: str, moves: int) -> None:
    text = review_text(told("base"), None) if site == "bga" else yucata_text(told("base"), None)
    lines = text.splitlines()
    starts = [index for index, line in enumerate(lines) if line.startswith("Move ")]
    start, end = starts[20], starts[20 + moves]
    twice = [*lines[:end], *lines[start:]]
    assert _judged("\n".join(lines)).verdict is Verdict.LEGAL
    result = _judged("\n".join(twice))
    assert result.verdict is Verdict.UNSUPPORTED
    assert f"line {end + (2 if site == 'bga' else 1)}: a move that stands there again" in (result.reason or "")
    # A move that differs from the first is no copy of it.
    changed = [*twice[: end + 1], twice[starts[30] + 1], *twice[end + 1 :]]
    assert _judged("\n".join(changed)).verdict is Verdict.ILLEGAL
    # What was wrong before stays wrong.
    before = [*twice[: starts[6]], *twice[starts[8] :]]
    assert _judged("\n".join(before)).verdict is Verdict.ILLEGAL


@pytest.mark.parametrize("write", [review_text, yucata_text])
def test_a_copy_may_begin_and_end_within_moves(write: Callable[[ToldGame, int | None], str]) -> None:
    lines = write(told("base"), None).splitlines()
    starts = [index for index, line in enumerate(lines) if line.startswith("Move ")]
    long = [start for start, end in pairwise(starts) if end - start > 4]
    end, start = long[6] + 3, long[4] + 3
    result = _judged("\n".join([*lines[:end], *lines[start:]]))
    assert result.verdict is Verdict.UNSUPPORTED
    assert f"line {end + 1}: a move that stands there again" in (result.reason or "")


def test_moves_that_read_alike_are_explained_if_somebody_gives_them_one_number() -> None:
    """Who writes notes of a table may count wrongly."""
    alike = re.compile(r"(Move \d+)(: .+\n.+ draws \[\d+\] base\n)Move \d+\2", re.IGNORECASE)
    text, number = alike.subn(r"\1\2\1\2", plain_table())
    assert number
    assert _judged(text).verdict is Verdict.LEGAL
    assert _judged(alike.sub(r"\1\2\1\2\1\2", plain_table())).verdict is Verdict.UNSUPPORTED
    # A header alone is no move, and hides nothing.
    forged = re.sub(r"(Move 9: \w+\n)", r"\1\1\1", plain_table()).replace("draws [3] Base", "draws [9] Base", 1)
    assert _judged(forged).verdict is Verdict.ILLEGAL


def test_moves_that_a_site_writes_twice_for_its_viewer_are_no_copies() -> None:
    """Each with its header, to "You" and about the name."""
    own, public = (re.split(r"(?m)^(?=Move )", review_text(told("base"), viewer)) for viewer in (0, None))
    text = "".join(line for moves in zip(own, public, strict=True) for line in moves)
    assert own != public
    log = read_blob(Blob("notes.txt", text.encode()))
    assert isinstance(log, GameLog)
    assert log.strange is None
    assert replay(log).verdict is Verdict.LEGAL


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (r"(\w+) has (\d+) \[\w+\]\.", r"\1 has 25 [leaf]."),
        (r"(\w+) draws a \[1\].*", r"\1 reveals an empty hand."),
    ],
)
def test_what_is_said_once_too_often_is_compared(after: str, said: str) -> None:
    """A second count of a player's icons, and an empty hand that is none, were passed over."""
    text = review_text(told("base"), None)
    (line, *_) = re.finditer(after, text)
    assert _judged(text).verdict is Verdict.LEGAL
    result = _judged(f"{text[: line.end()]}\n{line.expand(said)}{text[line.end() :]}")
    assert result.verdict is Verdict.ILLEGAL
    assert result.violation is not None
    assert result.violation.at is not None
    assert result.violation.rule in ("dogma.icons", "card.shown")


@pytest.mark.parametrize("site", ["bga", "yucata"])
def test_a_second_game_in_one_file_is_not_judged(site: str) -> None:
    """Its names, sets and end were taken for those of the first game, which was illegal then at an honest line."""
    write = review_text if site == "bga" else yucata_text
    one, other = write(told("base"), None), write(told("cities"), None)
    for again in (other, one):
        with pytest.raises(UnsupportedLog, match=rf"line {len(one.splitlines()) + 2}: moves begin again"):
            read_blob(Blob("two", (one + again).encode()))


def test_a_player_who_is_called_as_what_belongs_to_another_one() -> None:
    text = review_text(told("base"), None)
    first, second = [seat.name for seat in told("base").seats]
    with pytest.raises(UnsupportedLog, match="can mean what belongs to another one"):
        read_review_text("text", text.replace(first, f"{second}'s"))


@pytest.mark.parametrize(("name", "doubt"), [("your", "belongs to the viewer"), ("melds Tools", "words of an action")])
def test_a_player_who_is_called_as_the_words_of_the_log(name: str, doubt: str) -> None:
    """What is the viewer's was taken for that player's, and a name that begins with an action for part of one."""
    first, second = [seat.name for seat in told("base").seats]
    with pytest.raises(UnsupportedLog, match=doubt):
        read_review_text("text", review_text(told("base"), 0).replace(second, name))
    if name == "your":
        log = read_review_text("text", review_text(told("base"), None).replace(second, name))
        assert {seat.name for seat in log.seats} == {first, name}


@pytest.mark.parametrize(("name", "alike"), [("a-b", "a\u2011b"), ("A B", "A  B"), ("O'Neil", "O\u2019Neil")])
def test_names_that_are_read_alike_are_two_names(name: str, alike: str) -> None:
    """A player who chose the viewer, whose name is not known, was taken for somebody who chose themself."""
    first, second = [seat.name for seat in told("base").seats]
    text = review_text(told("base"), 0).replace(second, alike)
    # Spaces around a name are no part of it.
    text = text.replace(" draws", "  draws")
    assert {seat.name for seat in read_review_text("text", text).seats} == {"You", name}
    for other in (
        f"{text}\n{alike} chooses the player {name}.",
        review_text(told("base"), None).replace(second, alike).replace(first, name),
    ):
        with pytest.raises(UnsupportedLog, match="differ only in hyphens"):
            read_review_text("text", other)


@pytest.mark.parametrize(
    ("name", "alike"), [("a-b", "a\u2011b"), ("A B", "A  B"), ("A B", "A\u00a0B"), ("\u00c9a", "E\u0301a")]
)
def test_headers_whose_names_are_read_alike_accuse_nobody(name: str, alike: str) -> None:
    """Two players of notes at a table were taken for one, and these were illegal. One player may have both names."""
    first, second, third = [seat.name for seat in told("cities").seats]
    for text, legal in (
        (yucata_text(told("cities"), None).replace(first, name).replace(second, alike).replace(third, "C"), False),
        (_changed_last(yucata_text(told("cities"), None).replace(first, name), f": {name}", f": {alike}"), True),
    ):
        log = read_blob(Blob("notes.txt", text.encode()))
        assert isinstance(log, GameLog)
        headers = [line for line in text.splitlines() if line.endswith((f": {name}", f": {alike}"))]
        at = text.splitlines().index(next(line for line in headers if not line.endswith(headers[0].partition(": ")[2])))
        assert log.strange is not None
        assert log.strange.at.packet == at + 1
        assert replay(log).verdict is (Verdict.LEGAL if legal else Verdict.UNSUPPORTED)


def _changed_last(text: str, old: str, new: str) -> str:
    before, _, after = text.rpartition(old + "\n")
    return f"{before}{new}\n{after}"


@pytest.mark.parametrize("name", ["Zoe", "zo\u00eb", "Z oe"])
def test_another_spelling_of_a_name_is_no_stranger(name: str) -> None:
    """A line about who goes first was held to be about somebody who does not play, because it has an accent."""
    text = yucata_text(told("base"), None).replace(told("base").seats[0].name, "Zo\u00eb")
    text = text.replace(told("base").seats[1].name, "Bo")
    for goes in (name, "Eve"):
        lines = [re.sub(r"^(?:Zo\u00eb|Bo) goes first", f"{goes} goes first", line) for line in text.splitlines()]
        log = read_blob(Blob("notes.txt", "\n".join(lines).encode()))
        assert isinstance(log, GameLog)
        assert bool(log.inconsistencies) is (goes == "Eve")
        assert replay(log).verdict is (Verdict.UNSUPPORTED if goes == "Eve" else Verdict.LEGAL)


@pytest.mark.parametrize("name", ["\u2605", "-"])
def test_a_player_without_letters_in_the_name_hides_no_stranger(name: str) -> None:
    """The letters of such a name are in every text, so that nobody was a stranger."""
    text = yucata_text(told("base"), None).replace(told("base").seats[1].name, name)
    for goes in (f"{name}!", "Carl"):
        lines = [re.sub(r"^\S+ goes first", f"{goes} goes first", line) for line in text.splitlines()]
        log = read_blob(Blob("notes.txt", "\n".join(lines).encode()))
        assert isinstance(log, GameLog)
        assert bool(log.inconsistencies) is (goes == "Carl")


def test_an_invisible_character_in_a_header_hides_no_contradiction() -> None:
    """The header was held to have the name of somebody else, so that nothing below it was judged."""
    text = yucata_text(told("base"), None)
    header = next(line for line in text.splitlines() if line.startswith("Move 3: "))
    marked = text.replace(header, f"{header[:-1]}\u200e{header[-1]}\u200e")
    assert _judged(marked).verdict is Verdict.LEGAL
    assert _judged(marked).log.strange is None
    assert _judged(marked.replace("Move 20:", "Move 19:")).verdict is Verdict.ILLEGAL


def test_a_name_in_other_capital_letters_is_no_further_player() -> None:
    lines = yucata_text(told("base"), None).splitlines()
    name = told("base").seats[0].name
    at = next(index for index, line in enumerate(lines[40:], 40) if line.endswith(f": {name}"))
    lines[at] = lines[at].replace(name, name.lower())
    with pytest.raises(UnsupportedLog, match="differ only in capital letters"):
        read_blob(Blob("notes.txt", "\n".join(lines).encode()))


@pytest.mark.parametrize("line", ["Your red stack is splayed left.", "All your cards were junked."])
def test_a_line_about_you_of_whom_nobody_knows_who_that_is(line: str) -> None:
    """It was taken for a statement about no player, which ended in an error of innolog."""
    text = "\n".join(["Move 1 :", "Ada melds [1] Archery from his hand.", "Bob melds [1] Oars from his hand.", line])
    log = read_blob(Blob("text", text.encode()))
    assert isinstance(log, GameLog)
    assert [unread.text for unread in log.unread] == [line]


@pytest.mark.parametrize("write", [review_text, yucata_text])
@pytest.mark.parametrize(
    "added",
    ["\u00ad\u200b\u2060\ufeff", "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"],
    ids=["between words", "directions"],
)
def test_characters_without_width_are_no_part_of_a_line(
    write: Callable[[ToldGame, int | None], str], added: str
) -> None:
    # The joiner belongs to the name.
    text = write(told("base"), None).replace("Bob", "B\u200dob")
    result = _judged(added + text.replace(" ", f"{added} ").replace("\n", f"{added}\n"))
    assert result.verdict is Verdict.LEGAL
    assert {seat.name for seat in result.log.seats} == {"Ada", "B\u200dob"}


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["Ann passes.", "Bob legt [1] Dice aus.", "Bob passes."], 'line 2: "Bob legt [1] Dice aus."'),
        (["Move 1: Ann", "Ann blorps", "Move 2: Bob", "Bob resigns"], 'line 2: "Ann blorps"'),
        (["Innovation (Table)", "Move 1: Ann", "Ann passes", "Move 2: Bob", "Bob passes"], "opening of the game"),
        (["Ann passes.", "Bob passes."], "opening of the game"),
    ],
)
def test_a_text_of_which_no_action_is_understood_is_not_judged(lines: list[str], reason: str) -> None:
    """It was legal so far as soon as a single line was understood: a whole game in another language."""
    with pytest.raises(UnsupportedLog, match=re.escape(reason)):
        read_blob(Blob("text", "\n".join(lines).encode()))


def test_a_game_in_which_somebody_gives_up_before_the_first_action_is_legal_so_far() -> None:
    chosen = "Move 1 :\nAnn chooses a card.\nBob chooses a card.\nAnn concedes the game.\n"
    for text in ("Move 1: Ann\nMove 2: Bob\nBob resigns\n", chosen):
        log = read_blob(Blob("text", text.encode()))
        assert replay(log).verdict is Verdict.LEGAL_SO_FAR
