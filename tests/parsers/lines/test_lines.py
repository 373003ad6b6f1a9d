"""Games in lines of text: they are read as they were written, and the site's messages agree with its packets."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from innolog import log as seen
from innolog.cards.facts import card_table
from innolog.cli import main
from innolog.log import At, Fact, GameLog, Observation, Place, UnreadableLog, UnsupportedLog
from innolog.log.told import Told, ToldGame
from innolog.replay import Verdict, replay
from parsers import read_blob, read_log
from parsers.files import Blob
from parsers.lines.bga import bga_lines
from parsers.lines.reading import LineReader
from parsers.lines.review import read_review_page, read_review_text
from parsers.lines.templates import built_in, load_tables
from parsers.lines.words import plain
from parsers.lines.writing import review_text, yucata_page
from parsers.lines.yucata import read_yucata_page, read_yucata_text
from parsers.text import position
from tests.parsers.lines import review
from tests.parsers.lines.games import RULES, told
from tests.parsers.lines.unrecorded import left, nowhere
from tests.shared import load, sampled, shared_folder
from tests.written import review_page, yucata_text

_UNTOLD_BY_YUCATA = (seen.IconCounted, seen.TurnEnded, seen.Passed, seen.Agreed, seen.Named, seen.Rearranged)
_UNTOLD_BY_BGA = (seen.ActionBegan, seen.FreeActionBegan, seen.TurnEnded, seen.Rearranged)


@pytest.mark.parametrize("name", sampled(RULES, 6, many=True))
def test_what_is_written_as_yucata_is_read_again(name: str) -> None:
    game, rules = told(name), RULES[name].describe()
    names = [seat.name for seat in game.seats]
    for viewpoint, language in ((0, "en"), (None, "de")):
        page = yucata_page(game, viewpoint, language=language, rules=rules)
        copied = yucata_text(game, viewpoint, language=language, rules=rules)
        for log, icons in (
            (read_yucata_page(name, page.encode()), True),
            (read_yucata_text(name, copied), False),
        ):
            there = left(game, viewpoint, _UNTOLD_BY_YUCATA, icons=icons)
            # The site does not say above which age somebody had to draw, or whether only the winner is left.
            wanted = [replace(one, above=None, alone=None) if isinstance(one, seen.Ended) else one for one in there]
            assert nowhere(log, names) == wanted
            assert not log.unread
            assert not log.inconsistencies
            assert (log.site, log.game_id, log.stated["sets"]) == ("yucata", game.game_id, rules["sets"])
            assert Fact.POSITIONS not in log.records
            assert {Fact.SPLAYS, Fact.ACTIONS, Fact.ACTIVATIONS} < log.records


def _untrusted() -> Callable[[Told, seen.Transfer], seen.Transfer]:
    """Leaves out what the words of Board Game Arena do not say of a transfer, or say of too many."""
    seized = False
    relics = {(card.age, int(card.set)) for card in card_table().cards.values() if card.relic}

    def changed(fact: Told, move: seen.Transfer) -> seen.Transfer:
        nonlocal seized
        seizes = move.from_place is Place.RELICS
        if move.relic and move.from_place is Place.ACHIEVEMENTS and move.to_place is not Place.RELICS:
            seizes = True
        seized |= seizes
        if move.meld and fact.about != "promotion":
            move = replace(move, meld=None)
        if move.score and move.from_place is Place.REVEALED:
            move = replace(move, score=None)
        if move.card is None and not seizes and seized and (move.age, move.card_set) in relics:
            move = replace(move, relic=None)
        return move

    return changed


@pytest.mark.parametrize("name", sampled(RULES, 6, many=True))
def test_what_is_written_as_a_review_is_read_again(name: str) -> None:
    game = told(name)
    names = [seat.name for seat in game.seats]
    for viewpoint in (0, None):
        page, copied = review_page(game, viewpoint), review_text(game, viewpoint)
        for log in (read_review_page(name, page.encode()), read_review_text(name, copied)):
            if viewpoint is not None:
                assert log.viewpoint is not None
                # Only the lines to "You" show who the viewer is.
                log.seats[log.viewpoint] = replace(log.seats[log.viewpoint], name=names[viewpoint])
            assert nowhere(log, names) == left(game, viewpoint, _UNTOLD_BY_BGA, _untrusted())
            assert not log.unread
            assert not log.inconsistencies


def test_viewers_who_choose_themselves_are_known_by_that_name() -> None:
    """The site writes the name there, and "You" everywhere else."""
    game = told("base")
    lines = [f"You choose the player {seat.name}." for seat in reversed(game.seats)]
    log = read_review_text("a review", review_text(game, 0) + "\n".join(lines))
    assert [one.seat for one in log.observations[-len(lines) :] if isinstance(one, seen.Named)] == [1, 0]
    assert [seat.name for seat in log.seats] == [seat.name for seat in game.seats]


def _facts(log: GameLog, kinds: tuple[type, ...], skipped: tuple[str, ...] = ()) -> list[tuple[object, ...]]:
    left_out = {"at", "checks", *skipped}
    return [
        (type(fact).__name__, *(getattr(fact, name) for name in fact.__match_args__ if name not in left_out))
        for fact in log.observations
        # Lines do not record that an empty hand is shown.
        if isinstance(fact, kinds) and not (isinstance(fact, seen.Revealed) and fact.cards == ())
    ]


@pytest.mark.parametrize(
    ("game", "file"),
    sampled(
        [
            ("third_all_relics_3p/9", "spectator"),
            ("third_all_relics_2p/12", "player_90000002"),
            ("first_base_team3/3", "player_90000001"),
            ("third_cities_echoes_3p/4", "player_90000001"),
        ],
        4,
    ),
)
def test_a_review_tells_what_the_packets_tell(game: str, file: str) -> None:
    shared = shared_folder()
    if shared is None or not (shared / "corpus").is_dir():
        pytest.skip("the corpus of games is not here")
    path = shared / "corpus" / "bga" / game / f"{file}.json.gz"
    packets = read_log(path)
    assert isinstance(packets, GameLog)
    export, viewer = load(path), file.removeprefix("player_") if file != "spectator" else None
    moves = ("card", "age", "from_owner", "from_place", "to_owner", "to_place")
    for kind in ("page", "text"):
        if kind == "page":
            log = read_review_page(game, review.page(export, viewer).encode())
        else:
            log = read_review_text(game, review.text(export, viewer))
        assert log.unread == []
        assert log.viewpoint == packets.viewpoint
        ours = [fact for fact in log.observations if isinstance(fact, seen.Transfer)]
        theirs = [fact for fact in packets.observations if isinstance(fact, seen.Transfer)]
        assert len(ours) > 100
        for one, other in zip(ours, theirs, strict=True):
            for name in moves:
                if name == "card" and one.from_place in (Place.FLAGS, Place.FOUNTAINS):
                    continue
                if name == "card" and one.to_place in (Place.FLAGS, Place.FOUNTAINS):
                    continue
                # A player may know the relic that a line about seizing does not name.
                if name == "card" and one.relic and one.card is None:
                    continue
                assert getattr(one, name) == getattr(other, name), (one, other)
            for name in ("card_set", "bottom", "meld", "score"):
                assert getattr(one, name) in (None, getattr(other, name)), (name, one, other)
        same = (
            *(seen.Splay, seen.NestedStarted, seen.NestedEnded, seen.SharingBonus, seen.Revealed),
            *(seen.Passed, seen.Agreed, seen.Wiped, seen.Eliminated, seen.Ended),
        )
        # Lines name one winner, packets all announced ones. Lines do not say what was declined.
        assert _facts(log, same, ("winners", "of")) == _facts(packets, same, ("winners", "of"))
        icons = ("icon",) if kind == "text" else ()
        counted = (seen.DogmaStarted, seen.IconCounted)
        assert _facts(log, counted, icons) == _facts(packets, counted, icons)
        # The packets call a compel effect a demand, and say of which card an effect is.
        untold = ("kind", "card")
        assert _facts(log, (seen.EffectStarted,), untold) == _facts(packets, (seen.EffectStarted,), untold)


def test_lines_told_twice_count_once() -> None:
    game = told("base")
    once = read_review_text("once", review_text(game, 0))
    halves, pairs = _twice(game, 0)
    for doubled in (halves, pairs):
        log = read_review_text("twice", doubled)
        assert [seat.name for seat in log.seats] == ["Ada", "Bob"] or [seat.name for seat in log.seats] == [
            "Bob",
            "Ada",
        ]
        assert log.viewpoint == once.viewpoint
        assert [replace(fact, at=At(None, 0, 0)) for fact in log.observations] == [
            replace(fact, at=At(None, 0, 0)) for fact in once.observations
        ]


def _twice(game: ToldGame, viewpoint: int) -> tuple[str, str]:
    """The text with every line twice, to "You" and about the name: repeated by move, and repeated by line."""
    blocks = []
    for copied in (review_text(game, viewpoint), review_text(game, None)):
        moves: list[list[str]] = []
        for line in copied.splitlines():
            if line.startswith("Move "):
                moves.append([])
            moves[-1].append(line)
        blocks.append(moves)
    halves, pairs = [], []
    for own, others in zip(*blocks, strict=True):
        halves += [*own, *others[1:]]
        pairs.append(own[0])
        for one, other in zip(own[1:], others[1:], strict=True):
            pairs += [one] if one == other or not one.startswith(("You ", "END")) else [one, other]
    return "\n".join(halves), "\n".join(pairs)


@pytest.mark.parametrize("name", sampled(["base", "all"], 2))
def test_lines_that_differ_for_the_viewer_are_told_twice(name: str) -> None:
    """What others do with "your" cards, too."""
    game = told(name)
    mine, public = review_text(game, 0).splitlines(), review_text(game, None).splitlines()
    doubled = [line for pair in zip(mine, public, strict=True) for line in dict.fromkeys(pair)]
    assert any(" your " in line and not line.startswith("You") for line in mine)
    log = read_review_text("doubled", "\n".join(doubled))
    once = read_review_text("once", "\n".join(mine))
    assert log.viewpoint == 0
    assert [type(told) for told in log.observations] == [type(told) for told in once.observations]
    assert [told.card for told in log.observations if isinstance(told, seen.Transfer)] == [
        told.card for told in once.observations if isinstance(told, seen.Transfer)
    ]


def test_a_log_that_starts_late_is_not_judged() -> None:
    game = told("base")
    for text, reader in ((yucata_text(game, None), read_yucata_text), (review_text(game, None), read_review_text)):
        lines = text.splitlines()
        reader("whole", text)
        reader("short", "\n".join(lines[:4]))
        with pytest.raises(UnsupportedLog, match="does not contain the opening"):
            reader("late", "\n".join(lines[len(lines) // 2 :]))


def test_a_ranking_names_who_won() -> None:
    page = yucata_page(told("base"), None)
    log = read_yucata_page("page", page.encode())
    assert not log.inconsistencies
    assert "</sup> " in page
    (end,) = [observation for observation in log.observations if isinstance(observation, seen.Ended)]
    assert end.player is not None
    winner, other = log.seats[end.player].name, log.seats[1 - end.player].name
    assert page.count(f"</sup> {winner}") == 1
    forged = read_yucata_page("page", page.replace(f"</sup> {winner}", f"</sup> {other}").encode())
    assert [(found.expected, found.observed) for found in forged.inconsistencies] == [(winner, other)]


def test_every_message_of_the_trackers_samples_is_known() -> None:
    shared = shared_folder()
    if shared is None:
        pytest.skip("the samples are not here")
    paths = sorted((shared / "samples" / "bga_tracker").glob("*.json"))
    assert paths
    for path in paths:
        sample = load(path)
        reader = bga_lines(list(sample["players"].values()))
        said: list[Observation] = []
        for number, entry in enumerate(sample["log"], 1):
            if "msg" in entry:
                line = reader.read(At(int(entry["move"]), number, 0, "entry"), plain(entry["msg"]))
                assert line.unread is None, entry
                said += line.observations
        counted = [fact for fact in said if isinstance(fact, seen.IconCounted)]
        activated = [fact for fact in said if isinstance(fact, seen.DogmaStarted)]
        assert len(counted) == 2 * len(activated) > 0


# --- lines that are not as they should be ----------------------------------------------------------------------------


def test_a_line_that_nothing_explains_is_reported_with_its_number() -> None:
    game = told("base")
    for copied, read_text in (
        (yucata_text(game, 0), read_yucata_text),
        (review_text(game, 0), read_review_text),
    ):
        lines = copied.splitlines()
        lines.insert(40, "Ada does something\u202e with [3] Paper that nobody knows\x07.")
        log = read_text("x", "\n".join(lines))
        (unread,) = log.unread
        assert (unread.at.packet, unread.at.unit) == (41, "line")
        assert unread.text.startswith("Ada does something")
        assert unread.text.isprintable()


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize(
    "make",
    [
        lambda page: page,
        lambda page: page.replace("\n", "\r\n"),
        # As a browser writes what a script built.
        lambda page: page.replace("\n", ""),
        lambda page: page.replace("<body", "<script>if (a > b) {\n}</script><!-- ä > ö\n --><body title='1 > 0'"),
        lambda page: page.replace("Unheard of", "\n  \t<b>Unheard of</b>"),
        lambda page: page.replace("</span></div>", "</div>").replace("Ada", "Ädä"),
        lambda page: page.replace("Unheard of", "<img src='x/Oars.png'> Unheard of"),
    ],
    ids=["plain", "windows", "one line", "script", "indented", "broken", "image"],
)
def test_places_on_a_page_are_those_of_the_file(make: Callable[[str], str], own: bool) -> None:
    page = (review_page if own else yucata_page)(told("base"), None)
    at = page.index("Ada draws")
    page = make(page[:at] + "Unheard of words." + page[page.index("<", at) :])
    begin = page.find("<img src='x")
    begin = begin if begin >= 0 else page.index("Unheard of")
    log = (read_review_page if own else read_yucata_page)("x", page.encode())
    (unread,) = log.unread
    line = page[:begin].count("gamelogreview" if own else "mayClick")
    assert str(unread.at) == f"move {unread.at.move}, log entry {line} ({position(page, begin)})"
    assert unread.at.move == int(page[:begin].rpartition("Move ")[2].split()[0].strip(":"))


@pytest.mark.parametrize("page", [review_page, yucata_page])
def test_an_opening_in_unknown_words_is_unsupported(page: Callable[..., str]) -> None:
    text = page(told("base"), None)
    assert "melds" in text
    result = replay(read_blob(Blob("x.html", text.replace("melds", "frobs").encode())))
    assert result.verdict is Verdict.UNSUPPORTED
    assert result.reason is not None
    assert result.reason.startswith("move 1, log entry ")
    assert "frobs" in result.reason


def test_a_card_with_another_value_is_a_contradiction() -> None:
    copied = review_text(told("base"), None)
    assert "[1] Oars" in copied
    log = read_review_text("x", copied.replace("[1] Oars", "[2] Oars", 1))
    assert [(found.expected, found.observed) for found in log.inconsistencies] == [("1", "2")]


_LINK = '<a href="" onclick="return y$.game.displayCard(&quot;{}&quot;)">{}</a>'
_SPAN = "<span class='card_name card_id_{}'>{}</span>"


def _with_card(own: bool, element: str) -> tuple[GameLog, int]:
    """The log of a page in which an element replaces the first one about Oars, and the number of its line."""
    if own:
        page, oars, read_page = review_page(told("base"), None), _SPAN.format(5, "Oars"), read_review_page
    else:
        page, oars, read_page = yucata_page(told("base"), None), _LINK.format("oars", "Oars"), read_yucata_page
    assert oars in page
    line_class = "gamelogreview" if own else "mayClick"
    changed = page.replace(oars, element, 1)
    return read_page("x", changed.encode()), page[: page.index(oars)].count(line_class)


@pytest.mark.parametrize(
    ("own", "element"),
    [
        (False, _LINK.format("oars", "Tools")),
        (False, _LINK.format("oars", " [1] tools ")),
        (False, _LINK.format("oars", "<b>To</b>ols")),
        (False, _LINK.format("oars", '<img src="/images/cards/fronts/en/Tools.png">')),
        (False, '<img src="/images/cards/fronts/en/Oars.png" alt="Tools">'),
        (True, _SPAN.format(5, "Tools")),
        # Of a card and of a special achievement.
        (True, _SPAN.format(5, "Empire")),
    ],
)
def test_a_card_with_the_id_of_one_and_the_name_of_another_is_a_contradiction(own: bool, element: str) -> None:
    log, line = _with_card(own, element)
    other = "Empire" if "Empire" in element else "Tools"
    (found,) = log.inconsistencies
    assert (found.expected, found.observed, found.at.packet) == ("Oars", other, line)
    assert log.unread == []


@pytest.mark.parametrize(
    ("own", "element"),
    [
        (False, _LINK.format("oars", "Ruder")),
        (False, _LINK.format("oars", "")),
        (False, _LINK.format("oars", "[1] OARS")),
        (False, _LINK.format("oars", "Tools und Oars")),
        (False, _LINK.format("oars", '<img src="Oars.png" alt="Oars"> Oars')),
        (False, _LINK.format("base_card_5", "Oars")),
        (False, '<img src="Oars.png" alt="Rames" title="card">'),
        (True, _SPAN.format(5, "Rames")),
        (True, _SPAN.format(5, "oars")),
    ],
)
def test_a_name_in_another_language_is_no_contradiction(own: bool, element: str) -> None:
    log, _ = _with_card(own, element)
    assert (log.inconsistencies, log.unread) == ([], [])
    plain_log, _ = _with_card(own, _SPAN.format(5, "Oars") if own else _LINK.format("oars", "Oars"))
    assert log.observations == plain_log.observations


def test_an_id_of_no_card_contradicts_nothing() -> None:
    log, line = _with_card(True, _SPAN.format(9999, '<img src="Tools.png">Tools'))
    assert log.inconsistencies == []
    assert [unread.at.packet for unread in log.unread] == [line]


def test_a_panel_alone_and_the_older_generation_are_read() -> None:
    game = told("base")
    page = yucata_page(game, 0).replace('id="log"', 'id="gameLog"')
    panel = page[page.index('<div id="gameLog"') : page.index("</body>")]
    log, whole = read_yucata_page("x", panel.encode()), read_yucata_page("x", yucata_page(game, 0).encode())
    assert log.observations == whole.observations
    assert log.stated == {}


# --- tables of wordings ----------------------------------------------------------------------------------------------


def _swedish() -> dict[str, Any]:
    """A site's own table, with keys and placeholders of its own, and what maps them to ours.

    The player who melds or draws is the one who has the move or carries out the effect.
    """
    return {
        "logActionDraw": "drar %2",
        "logActionDrawHidden": "{{who}} drar ett kort {{age}} ({{expansion}})",
        "log": {"Meld_one": "spelar {{cardName}} {{from}}"},
        "keys": {"draw.open": "logActionDraw", "draw.hidden": "logActionDrawHidden", "meld.open": "log.Meld"},
        "placeholders": {
            "logActionDrawHidden": {"who": "player", "age": "value", "expansion": "set"},
            "log.Meld": {"cardName": "card"},
        },
    }


def test_wordings_of_a_site_can_be_given(tmp_path: Path) -> None:
    copied = yucata_text(told("base"), None)
    foreign = []
    for line in copied.splitlines():
        words = line.split()
        if len(words) == 4 and words[1] == "draws":
            line = f"{words[0]} drar ett kort {words[2]} ({words[3]})"
        elif " melds " in line and " draws " not in line:
            line = line.replace(f"{words[0]} melds ", "spelar ")
        foreign.append(line)
    table, log = tmp_path / "sv.json", tmp_path / "log.txt"
    table.write_text(json.dumps(_swedish()))
    log.write_text("\n".join(foreign))
    runner = CliRunner()
    plain_run = runner.invoke(main, ["validate", "--format", "json", str(log)])
    assert plain_run.exit_code != 0
    result = runner.invoke(main, ["validate", "--format", "json", "--templates", str(table), str(log)])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout.splitlines()[0])["verdict"].startswith("legal")


@pytest.mark.parametrize(
    "content",
    ["[]", "{", '{"lines": {"no.such.key": "x"}}', '{"meld": {"open": "{{nobody}} melds"}}', "[" * 100_000],
)
def test_a_table_that_is_none_is_wrong_usage(content: str, tmp_path: Path) -> None:
    table, log = tmp_path / "table.json", tmp_path / "log.txt"
    table.write_text(content)
    log.write_text("Move 1: Ada\n")
    result = CliRunner().invoke(main, ["validate", "--templates", str(table), str(log)])
    assert result.exit_code == 2
    assert "--templates" in result.output


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b'{"lines": {\n  "draw": {\n    "open": "x" "y"}}}', "line 3, column 17: *, found expecting ',' delimiter"),
        (b'{"lines":\r\n  {"meld": }}', "line 2, column 12: *, found expecting value"),
        ('\ufeff{"wörter": "ß",, }'.encode(), "line 1, column 16: *, found expecting property name"),
        ('{\n"lines": x}'.encode("utf-16"), "line 2, column 10: *, found expecting value"),
        (b"", "line 1, column 1: *, found expecting value"),
        (b'{"lines": "\xff"}', "byte 11: expected UTF-8 text, found 0xff"),
        (b"[" * 100_000, "table.json: *, found JSON nested too deep"),
        (b"9" * 10_000, "table.json: *, found a number out of range"),
    ],
)
def test_a_broken_table_is_shown_with_the_place(content: bytes, found: str, tmp_path: Path) -> None:
    table, log = tmp_path / "table.json", tmp_path / "log.txt"
    table.write_bytes(content)
    log.write_text("Move 1: Ada\n")
    result = CliRunner().invoke(main, ["validate", "--templates", str(table), str(log)])
    assert result.exit_code == 2
    (error,) = [line for line in result.output.splitlines() if line.startswith("Error: ")]
    assert found.replace("*", "expected a table of wordings in JSON") in error
    assert str(table) in error


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ({"words": {"colors": 5}}, "words.colors: expected an object of texts or lists of texts, found the number 5"),
        ({"words": {"sets": ["x"]}}, "words.sets: expected an object of texts or lists of texts, found a list of 1"),
        ({"words": {"from": {"own": [["x"]]}}}, "words.from: expected an object of texts or lists of texts, found"),
        ({"words": {"places": {"nowhere": "x"}}}, "words.places: expected deck, hand, board, *, found nowhere"),
        ({"words": {"ordinals": {"one": "first"}}}, "words.ordinals: expected numbers as keys, found one"),
        ({"words": {"ordinals": {"1": ["first"]}}}, "words.ordinals: expected an object of texts, found an object"),
        (
            {"words": {"possessive": "{{name}}s"}},
            'words.possessive: expected a list of texts, found the text "{{name}}s"',
        ),
        ({"words": {"you": [5]}}, "words.you: expected a list of texts, found a list of 1"),
        ({"placeholders": 5}, "placeholders: expected an object with an object for each key, found the number 5"),
        (
            {"placeholders": {"draw": "x"}},
            "placeholders: expected an object with an object for each key, found an object",
        ),
    ],
)
def test_words_of_another_form_are_wrong_usage(content: dict[str, Any], found: str) -> None:
    whole = {"lines": {"pass": "{{player}} passar"}, **content}
    with pytest.raises(UnreadableLog) as refused:
        load_tables([("sv.json", json.dumps(whole).encode())])
    assert all(part in str(refused.value) for part in found.split("*"))
    assert str(refused.value).startswith("sv.json: ")


def test_words_may_be_one_text_or_several() -> None:
    words = {"colors": {"blue": "blå", "red": ["röd", "rött"]}, "places": {"hand": "hand"}, "ordinals": {"1": "första"}}
    words |= {"from": {"own": "från {{place}}"}}
    lines = {
        "splay": "{{player}} fläker {{color}} {{direction}}",
        "meld": {"open": "{{player}} spelar {{card}} {{from}}"},
    }
    content = {"lines": lines, "words": words}
    table = load_tables([("sv.json", json.dumps(content).encode())]).over(built_in("yucata-en"))
    reader = LineReader(table, ["Ada", "Bob"])
    for word, color in (("blå", 0), ("röd", 1), ("rött", 1)):
        (splay,) = reader.read(At(None, 1, 0), f"Bob fläker {word} left").observations
        assert splay == seen.Splay(At(None, 1, 0), 1, color, 1)
    (meld,) = reader.read(At(None, 1, 0), "Ada spelar Oars från hand").observations
    assert isinstance(meld, seen.Transfer)
    assert (meld.from_owner, meld.from_place) == (0, Place.HAND)
