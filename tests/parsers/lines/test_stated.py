"""Statements of a source besides its events: the site and the game, options in titles, the numbers of moves."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from innolog.cards.editions import Platform
from innolog.log import Fact, GameLog, Seat, UnreadableLog, UnsupportedLog
from innolog.log.told import ToldGame
from innolog.replay import Verdict, replay
from parsers import read_log
from parsers.fields import Basis
from parsers.lines import forms as lines
from parsers.lines.fields import field_of
from parsers.lines.forms import PASSES
from parsers.lines.players import LONGEST_NAME
from parsers.lines.review import read_review_page, read_review_text
from parsers.lines.templates import load_tables
from parsers.lines.writing import review_text, table_text, yucata_page
from parsers.lines.yucata import read_yucata_page, read_yucata_text
from parsers.text import position
from parsers.tracker import forms as tracker
from tests.parsers.lines.games import RULES, told
from tests.shared import shared_folder
from tests.written import review_page, yucata_text


@pytest.mark.parametrize("number", [3, 18, 19])
def test_moves_that_do_not_go_on_counting_are_a_contradiction(number: int) -> None:
    game = told("base")
    page, copied = yucata_page(game, None), yucata_text(game, None)
    assert page.count("Move 20:") == copied.count("Move 20:") == 1
    logs = (
        read_yucata_page("x", page.replace("Move 20:", f"Move {number}:").encode()),
        read_yucata_text("x", copied.replace("Move 20:", f"Move {number}:")),
    )
    lines = (page[: page.index("Move 20:")].count("mayClick"), copied[: copied.index("Move 20:")].count("\n") + 1)
    for log, line in zip(logs, lines, strict=True):
        (found,) = log.inconsistencies
        assert (found.expected, found.observed) == ("a move after 19", f"move {number}")
        assert (found.at.move, found.at.packet) == (number, line)


def test_a_move_told_too_early_is_shown_by_the_next() -> None:
    page = yucata_page(told("base"), None)
    (found, *rest) = read_yucata_page("x", page.replace("Move 20:", "Move 23:").encode()).inconsistencies
    assert [(each.expected, each.observed) for each in (found, *rest)] == [
        ("a move after 23", f"move {number}") for number in (21, 22, 23)
    ]


def test_moves_that_were_not_copied_are_no_contradiction() -> None:
    head, rest = yucata_text(told("base"), None).split("Move 20:")
    assert "Move 21:" in rest
    gap = read_yucata_text("x", head + rest[rest.index("Move 21:") :])
    assert gap.inconsistencies == []
    assert 20 not in {observation.at.move for observation in gap.observations}


def test_a_page_of_the_fourth_edition_is_explained_and_not_judged() -> None:
    """Title and address name it. The site says that it has slightly changed rules, and nobody knows which."""
    page = yucata_page(told("base"), None)
    address = "<!-- saved from https://www.yucata.de/en/Game/InnovationUltimate/15061883#mainPage -->"
    for changed in (page.replace("<title>Innovation", "<title>Innovation Ultimate"), address + page):
        log = read_yucata_page("x", changed.encode())
        assert log.stated["edition"] == "fourth"
        found = replay(log)
        assert found.verdict is Verdict.UNSUPPORTED
        assert "the fourth edition as Yucata plays it" in (found.reason or "")
    copied = read_review_text("x", "Innovation Ultimate #5\n" + review_text(told("base"), None))
    assert (copied.stated["edition"], copied.game_id) == ("fourth", "5")


@pytest.mark.parametrize("name", ["You", "Ana draws and", "Ana returns"])
def test_names_that_make_lines_ambiguous_are_refused(name: str) -> None:
    """They were read as other players, or as the viewer, and honest games were called illegal."""
    game = told("base")
    named = replace(game, seats=[game.seats[0], Seat(game.seats[1].id, name), *game.seats[2:]])
    for viewpoint in (None, 0):
        with pytest.raises(UnsupportedLog, match="a player"):
            read_review_text("x", review_text(named, viewpoint))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("letters", [41, 100, 101])
def test_a_long_name_is_a_name(seat: int, letters: int) -> None:
    """Headers with one were passed over, and honest games were illegal."""
    game = told("base")
    seats = [replace(each, name="N" * letters) if index == seat else each for index, each in enumerate(game.seats)]
    named = replace(game, seats=seats)
    assert replay(read_yucata_page("x", yucata_page(named, None).encode())).verdict is Verdict.LEGAL
    rules = RULES["base"].describe()
    if letters <= LONGEST_NAME:
        assert replay(read_yucata_text("x", table_text(named, None, rules=rules))).verdict is Verdict.LEGAL
    else:
        # A piece of a line that is so long can be a sentence.
        with pytest.raises(UnreadableLog, match="found 1"):
            read_yucata_text("x", table_text(named, None, rules=rules))


def test_headers_in_words_that_were_supplied_begin_moves() -> None:
    """Such headers were understood and passed over: actions had no beginning, and honest games were illegal."""
    page = re.sub(r"Move (\d+): ", r"Turn #\1 - ", yucata_page(told("base"), None))
    table = load_tables([("own.json", json.dumps({"lines": {"move": "Turn #{{number}} - {{player}}"}}).encode())])
    assert replay(read_yucata_page("x", page.encode(), table)).verdict is Verdict.LEGAL
    found = replay(read_yucata_page("x", page.encode()))
    assert found.verdict is Verdict.UNSUPPORTED


def test_the_title_of_a_table_names_the_edition() -> None:
    text = table_text(told("base"), None, rules=RULES["base"].describe())
    for option, edition in (("First", "first"), ("Third", "third"), ("Fourth", "fourth")):
        log = read_yucata_text("x", text.replace("(Table", f"(Table, {option} edition", 1))
        assert log.stated["edition"] == edition
    with pytest.raises(UnsupportedLog, match="several editions"):
        read_yucata_text("x", text.replace("Innovation (Table", "Innovation Ultimate (Table, First edition", 1))


def test_a_text_in_the_words_of_a_site_can_be_of_a_table() -> None:
    """Its title says so. Games by the printed rules were judged by those of the site, and honest ones were illegal."""
    game = replace(told("base"), platform=Platform.TABLE.value)
    rules = {**RULES["base"].describe(), "sets": ["base", "echoes", "artifacts"], "options": {"relics": True}}
    text = review_text(game, 0, rules=rules)
    assert text.startswith("Innovation (Table, Echoes, Artifacts, Relics)\n")
    log = read_review_text("x", text)
    assert (log.site, log.team_game, len(log.inconsistencies)) == ("table", None, 0)
    sets = ["artifacts", "base", "echoes"]
    assert log.stated == {"sets": sets, "extra_achievement": False, "platform": "table", "relics": True}
    # A site's own game has no title. One without the word states what it names, and nothing else.
    assert review_text(told("base"), 0, rules=rules).startswith("Move 1 :")
    assert read_review_text("x", text.replace("Table, ", "")).stated == {"sets": sets, "relics": True}
    with pytest.raises(UnsupportedLog, match=r'line 1: .*"Speed draft"'):
        read_review_text("x", text.replace("Relics", "Speed draft"))


def test_a_page_of_another_game_is_named() -> None:
    with pytest.raises(UnsupportedLog, match="another game"):
        read_review_page("x", review_page(told("base"), None).replace("Innovation #", "Carcassonne #").encode())
    shared = shared_folder()
    if shared is not None:
        with pytest.raises(UnreadableLog, match="lines of a game of Innovation"):
            read_log(shared / "samples" / "yucata" / "saint_petersburg_2_gameLog.html")


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ("Cities, Speed draft", '"Speed draft"'),
        ("Speed draft + Cities + Mit Rückzug", '"Speed draft", "Mit Rückzug"'),
        ("Echoes (beta)", '"Echoes (beta"'),
        ("Cities, Speed draft #4", '"Speed draft #4"'),
        # Our own names of what options mean are no names of options.
        ("no_rule", '"no_rule"'),
    ],
)
def test_an_option_that_nobody_knows_is_not_passed_over(options: str, named: str) -> None:
    game = told("base")
    rules = RULES["base"].describe()
    page, copied = yucata_page(game, None, rules=rules), yucata_text(game, None, rules=rules)
    title = f"Innovation ({options}) #"
    for found in (f"<title>{title}", f'<div id="gameTitle">{title}'):
        before = found.removesuffix(title) + "Innovation #"
        assert before in page
        with pytest.raises(UnsupportedLog) as refused:
            read_yucata_page("page.html", page.replace(before, found).encode())
        changed = page.replace(before, found)
        place = position(changed, changed.index(title))
        assert refused.value.reason == (
            f"the title of the page ({place}): the game has options that innolog does not know ({named})"
        )
    with pytest.raises(UnsupportedLog, match="line 1: ") as refused:
        read_yucata_text("page.txt", copied.replace("Innovation #", title, 1))
    assert named in refused.value.reason


@pytest.mark.parametrize(
    ("options", "sets", "extra", "teams"),
    [
        ("", ["base"], False, None),
        ("(no card tracking)", ["base"], False, None),
        ("(Echoes, Cities, +1 achievement)", ["base", "cities", "echoes"], True, None),
        ("(Echoes + Cities + +1 achievement + Teams)", ["base", "cities", "echoes"], True, True),
        ("(Städte, Artefakte, Teams)", ["artifacts", "base", "cities"], False, True),
    ],
)
def test_options_that_are_known_state_the_rules(options: str, sets: list[str], extra: bool, teams: bool | None) -> None:
    page = yucata_page(told("base"), None, rules=RULES["base"].describe())
    log = read_yucata_page("x", page.replace("Innovation #", f"Innovation {options} #").encode())
    assert log.stated == {"sets": sets, "extra_achievement": extra}
    assert (log.team_game, log.game_id) == (teams, told("base").game_id)


def test_names_of_options_can_be_given() -> None:
    page = yucata_page(told("base"), None, rules=RULES["base"].describe())
    page = page.replace("Innovation #", "Innovation (Ekon, ett till, Vit bakgrund) #")
    with pytest.raises(UnsupportedLog, match='"Ekon", "ett till", "Vit bakgrund"'):
        read_yucata_page("x", page.encode())
    words = {"sets": {"echoes": "Ekon"}, "options": {"extra_achievement": ["Ett till"], "no_rule": ["vit bakgrund"]}}
    table = load_tables([("sv.json", json.dumps({"lines": {"pass": "{{player}} passar"}, "words": words}).encode())])
    stated = read_yucata_page("x", page.encode(), table).stated
    assert stated == {"sets": ["base", "echoes"], "extra_achievement": True}


def test_titles_that_state_different_options_are_refused() -> None:
    page = yucata_page(told("base"), None, rules=RULES["base"].describe())
    tag, element = "<title>Innovation", '<div id="gameTitle">Innovation'
    assert tag in page
    both = page.replace(tag, f"{tag} (Cities)").replace(element, f"{element} (Echoes)")
    with pytest.raises(UnreadableLog) as refused:
        read_yucata_page("page.html", both.encode())
    places = [position(both, both.index(f"Innovation ({name})")) for name in ("Cities", "Echoes")]
    assert refused.value.place == f"the title of the page ({places[1]})"
    assert refused.value.expected == f"the options of the title of the page ({places[0]})"
    # Not every title has them.
    for one in (tag, element):
        log = read_yucata_page("x", page.replace(one, f"{one} (Cities)").encode())
        assert log.stated["sets"] == ["base", "cities"]


def test_moves_of_a_review_never_go_back() -> None:
    game = told("base")
    page, copied = review_page(game, None), review_text(game, None)
    assert page.count("Move 20 :") == copied.count("Move 20 :") == 1
    logs = (
        read_review_page("x", page.replace("Move 20 :", "Move 18 :").encode()),
        read_review_text("x", copied.replace("Move 20 :", "Move 18 :")),
    )
    for log in logs:
        assert log.inconsistencies
        assert {(found.expected, found.observed) for found in log.inconsistencies} == {("a move after 19", "move 18")}
    for log in (read_review_page("x", page.encode()), read_review_text("x", copied)):
        assert log.inconsistencies == []


_TEXTS: dict[str, Any] = {"copied": (review_text, read_review_text), "listed": (yucata_text, read_yucata_text)}


@pytest.mark.parametrize(
    ("title", "verdict"),
    [
        ("Innovation (Fourth edition)", Verdict.ILLEGAL),
        ("Fourth edition of Innovation", Verdict.ILLEGAL),
        ("Innovation (First edition) #77", Verdict.ILLEGAL),
        ("Innovation (Echoes)", Verdict.ILLEGAL),
        ("innovation (+1 achievement)", Verdict.ILLEGAL),
        ("Innovation (Teams)", Verdict.UNSUPPORTED),
        # What is not named is not stated, and a title that names nothing is one.
        ("Innovation (Third edition)", Verdict.LEGAL),
        ("Innovation (Base, no card tracking) #77", Verdict.LEGAL),
        ("Innovation #77", Verdict.LEGAL),
        ("My best Cities game, the 3rd edition of our cup: Innovation #77", Verdict.LEGAL),
        ("Bo's revenge in Innovation", Verdict.LEGAL),
        ("My best game", Verdict.LEGAL),
    ],
)
def test_a_title_without_a_platform_states_options_too(title: str, verdict: Verdict) -> None:
    """Options in the title of a copied text counted only if it said that the game was one of a table."""
    text = f"{title}\n{review_text(told('base'), None)}"
    assert replay(read_review_text("x", text)).verdict is verdict


@pytest.mark.parametrize("form", ["copied", "listed"])
def test_titles_that_contradict_themselves_are_refused(form: str) -> None:
    write, read = _TEXTS[form]
    rest = write(told("base"), None).removeprefix("Innovation\n")
    for title, error, message in (
        ("Innovation (Table) #1 #2", UnreadableLog, "expected the number of line 1"),
        ("Innovation (Table) #1\nInnovation #2", UnreadableLog, "line 2: expected the number of line 1"),
        ("Innovation (Table)\nInnovation (Table, Cities)", UnreadableLog, "line 2: expected the options of line 1"),
        ("Innovation (First edition)\nInnovation Ultimate", UnreadableLog, "line 2: expected the edition of line 1"),
        ("Innovation (Table, rules of Yucata, rules of Board Game Arena)", UnsupportedLog, "several sites"),
        ("Innovation (Table, Figures, Deluxe, 2013)", UnsupportedLog, "several printings"),
        ("Innovation (Table, Relics)", UnsupportedLog, "relics, but no Artifacts"),
        ("Innovation Ultimate (Third edition)", UnsupportedLog, "several editions"),
    ):
        with pytest.raises(error, match=message):
            read("x", f"{title}\n{rest}")
    # The same number twice is one.
    assert read("x", f"Innovation #5\nInnovation (Base) #5\n{rest}").game_id == "5"


@pytest.mark.parametrize("form", ["copied", "listed"])
def test_a_title_within_a_log_is_of_its_game(form: str) -> None:
    """What was wrong: it was a line that is not understood. After the last move it is one still: of whatever game."""
    write, read = _TEXTS[form]
    lines = ["Innovation #1", *write(told("base"), None).removeprefix("Innovation\n").splitlines()]
    middle = next(number for number, line in enumerate(lines) if line.startswith("Move 9"))

    def with_title(title: str, place: int) -> str:
        return "\n".join([*lines[:place], title, *lines[place:]])

    honest = read("x", "\n".join(lines))
    for title, place in (("Innovation #1", middle), ("Innovation (Cities)", middle), ("Innovation #2", len(lines))):
        log = read("x", with_title(title, place))
        assert (log.stated, [*map(type, log.observations)]) == (honest.stated, [*map(type, honest.observations)])
    for title, expected in (("Innovation #2", "number"), ("Innovation (Cities) #1", "options")):
        options = "Innovation (Echoes) #1" if expected == "options" else lines[0]
        text = with_title(title, middle).replace(lines[0], options, 1)
        with pytest.raises(UnreadableLog, match=f"line {middle + 1}: expected the {expected} of line 1"):
            read("x", text)


def test_a_page_of_another_game_is_not_judged() -> None:
    """By its address; of a title alone it is said that it is not understood, because scripts translate titles."""
    page = yucata_page(told("base"), None, rules=RULES["base"].describe())
    saved = "<!-- saved from url=(0045)https://www.yucata.de/en/Game/SaintPetersburgII/12#mainPage -->"
    with pytest.raises(UnsupportedLog, match=r"another game \(SaintPetersburgII\)"):
        read_yucata_page("x", (saved + page).encode())
    number = told("base").game_id
    log = read_yucata_page("x", page.replace(f"Innovation #{number}", f"Mottainai #{number}").encode())
    assert [unread.text for unread in log.unread] == [f"Mottainai #{number}"] * 2


def test_the_titles_and_the_address_of_a_page_name_one_game() -> None:
    page = yucata_page(told("base"), None, rules=RULES["base"].describe())
    number = told("base").game_id
    title, element = f"<title>Innovation #{number}", f'<div id="gameTitle">Innovation #{number}'
    assert title in page
    assert element in page
    with pytest.raises(UnreadableLog, match="expected the number of the title of the page"):
        read_yucata_page("x", page.replace(element, f'<div id="gameTitle">Innovation #{number}1').encode())
    saved = "<!-- saved from url=(0045)https://www.yucata.de/en/Game/Innovation/{}#mainPage -->"
    with pytest.raises(UnreadableLog, match=r"the number in the page's address \(123\)"):
        read_yucata_page("x", (saved.format(123) + page).encode())
    ultimate = saved.replace("Innovation", "InnovationUltimate").format(number)
    for address, name, edition in (
        (saved.format(number), "Innovation Ultimate", "not fourth"),
        (ultimate, "Innovation (First edition)", "fourth"),
    ):
        changed = page.replace(title, f"<title>{name} #{number}")
        with pytest.raises(UnreadableLog, match=rf"the edition in the page's address \({edition}\)"):
            read_yucata_page("x", (address + changed).encode())
    assert read_yucata_page("x", (ultimate + page).encode()).stated["edition"] == "fourth"
    # The page of a game has addresses of other games.
    other = '<a href="/en/Game/Innovation/123">Next game</a>'
    for honest in (saved.format(number) + page, other + page):
        assert read_yucata_page("x", honest.encode()).game_id == number


def test_the_titles_and_the_address_of_a_review_name_one_table() -> None:
    """Only the title above the log was read, and the page of another table was legal."""
    game = told("base")
    page, number = review_page(game, None), game.game_id
    saved = "<!-- saved from url=(0055)https://boardgamearena.com/gamereview?lang=en&table={} -->\n"
    title = "<title>Innovation</title>"
    assert title in page
    for first, head in ((saved.format(number), title), ("", f"<title>Innovation #{number}</title>")):
        assert read_review_page("x", (first + page.replace(title, head)).encode()).game_id == number
    for first, head, place in (
        (saved.format(12), title, "the page's address"),
        ("", "<title>Innovation #12</title>", "the title of the page"),
    ):
        with pytest.raises(UnreadableLog, match=f"{place}.*expected the number in the title of the review"):
            read_review_page("x", (first + page.replace(title, head)).encode())
    # An address within the page can be that of any table.
    other = "<a href='https://boardgamearena.com/table?table=12'>Next table</a>"
    assert read_review_page("x", page.replace("</body>", f"{other}</body>").encode()).game_id == number


def _titled(game: ToldGame, viewpoint: int | None) -> str:
    return yucata_page(game, viewpoint, rules=RULES["base"].describe())


#: How browsers, programs that save pages, and pages write the address of a page. They stand before its element html.
OWN_ADDRESSES = (
    "<!-- saved from url=(0055){} -->",
    "<!-- saved from url=(0055)file:///C:/Review.html --><!-- saved from url=(0055){} -->",
    "<!--\n Page saved with SingleFile \n url: {} \n saved date: Mon Nov 30 2026 -->",
    "<!-- Mirrored from {} by HTTrack -->",
    "<link href='{}' rel='canonical'>",
    "<meta property='og:url' content='{}'>",
    "<META content='{}' name=savepage-url>",
)


@pytest.mark.parametrize("own", OWN_ADDRESSES)
@pytest.mark.parametrize(
    ("make", "read", "address"),
    [
        (review_page, read_review_page, "https://boardgamearena.com/gamereview?table={}"),
        (review_page, read_review_page, "https://boardgamearena.com/gamereview?lang=en&amp;table={}"),
        (review_page, read_review_page, "https://fr-boardgamearena-com.translate.goog/gamereview?table={}&_x_tr_sl=en"),
        (_titled, read_yucata_page, "https://www.yucata.de/en/Game/Innovation/{}#mainPage"),
    ],
)
def test_a_page_is_of_the_game_that_each_address_of_its_own_names(
    own: str, make: Callable[..., str], read: Callable[..., GameLog], address: str
) -> None:
    """One spelling of one kind of address was compared: that in the first comment of a browser."""
    game = told("base")
    page = make(game, None)
    head = own.format(address.format(game.game_id))
    assert read("x", (head + page).encode()).game_id == game.game_id
    for wrong in (own.format(address.format(12)), head + own.format(address.format(12))):
        with pytest.raises(UnreadableLog, match=r"the page's address"):
            read("x", (wrong + page).encode())


def test_each_title_of_a_page_names_its_table() -> None:
    """The titles of a review were joined, and the first number counted."""
    game = told("base")
    page, number = review_page(game, None), game.game_id
    title = f"<div id='reviewtitle'>Innovation #{number}</div>"
    assert title in page
    for old, new in (
        (title, f"{title}<div id='reviewtitle'>Innovation #12</div>"),
        ("<title>Innovation", "<title>Game review • Innovation #12"),
    ):
        with pytest.raises(UnreadableLog, match="found 12"):
            read_review_page("x", page.replace(old, new).encode())
        assert read_review_page("x", page.replace(old, new.replace("12", number)).encode()).game_id == number
    # Other numbers in titles, and the titles of drawings, are no statements about the table.
    for honest in ("<title>Play the #1 board games</title>", "<svg><title>Innovation #5</title></svg>"):
        assert read_review_page("x", (honest + page).encode()).game_id == number
    # Addresses of other sites and of other pages are no statements about the table.
    for other in ("https://example.org/?table=12", "https://boardgamearena.com/#12", "https://[boardgamearena"):
        assert read_review_page("x", (OWN_ADDRESSES[0].format(other) + page).encode()).game_id == number


def test_that_a_line_about_a_pass_proves_nothing_is_said() -> None:
    """The list of forms said only that passes are recorded."""
    text = review_text(told("base"), None)
    (line, *_) = re.findall(r"^\w+ passes\.\n", text, re.MULTILINE)
    for other in ("", line * 2):
        assert replay(read_review_text("x", text.replace(line, other, 1))).verdict is Verdict.LEGAL
    assert field_of("pass", "player").basis is Basis.EXPLAINS
    for form in (*lines.FORMS, *tracker.FORMS):
        assert (PASSES in form.beside) is (Fact.PASSES in form.records)
