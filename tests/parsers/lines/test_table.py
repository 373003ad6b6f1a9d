"""A game at a table that somebody wrote down by hand: the form that ``innolog/docs/table.md`` describes."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from innolog import log as seen
from innolog.cards.editions import Printing
from innolog.cards.facts import CardSet, Color, Icon, card_table
from innolog.cards.registry import card_named
from innolog.conversion.retelling import convert, converted, viewpoint_of
from innolog.engine.actions import ActionKind
from innolog.engine.events import Splay
from innolog.engine.ruleset import Platform, Ruleset
from innolog.log import At, Place
from innolog.log.told import Told
from innolog.replay import replay
from innolog.results.result import Verdict
from innolog.results.soundness import Incomplete
from innolog.simulate import BOTS, deal, simulate, stacked
from innolog.simulate.bots import Seats
from parsers import read_blob
from parsers.files import Blob
from parsers.forms import EVERYBODY
from parsers.lines import detection
from parsers.lines.reading import LineReader
from parsers.lines.rendering import Renderer
from parsers.lines.telling import said_of
from parsers.lines.templates import built_in, parse_table
from parsers.lines.words import find_card
from parsers.lines.writing import table_text
from tests.parsers.lines.tables import checked, judged, plain_table

_TEXT = (files("innolog") / "docs" / "table.md").read_text(encoding="utf-8")
_EXAMPLE = _TEXT.split("```text\n")[1].split("```")[0]


def test_the_documentation_names_every_kind_of_line_and_no_other() -> None:
    rows = [row for row in _TEXT.splitlines() if row.startswith("| ") and not row.startswith("| what")]
    lines = [line for row in rows for line in re.findall(r"`([A-Z[][^`]+ [^`]+)`", row) if "..." not in line]
    words = built_in("yucata-en")
    reader = LineReader(words, ["Ann", "Bob"])
    assert [line for line in lines if reader.said(line) is None] == []
    # A card is written by its name or by its back, whatever happens to it. "Passed" says nothing of the game.
    told = {_kind(said.key) for line in (*lines, *_EXAMPLE.splitlines()) if (said := reader.said(line)) is not None}
    assert {_kind(key) for key in words.lines} - told == {"known"}


def _kind(key: str) -> str:
    return key.removesuffix(".open").removesuffix(".hidden")


def test_the_example_is_explained() -> None:
    result = judged(_EXAMPLE)
    assert result.verdict is Verdict.LEGAL_SO_FAR
    assert result.log.site == "table"
    assert result.log.unread == []
    rules = result.rules
    assert rules is not None
    assert (rules.sets, rules.platform, rules.printing) == (
        frozenset({CardSet.BASE, CardSet.FIGURES}),
        Platform.TABLE,
        Printing.DELUXE,
    )
    kinds = [action.kind for action in result.actions]
    assert {ActionKind.INSPIRE.value, ActionKind.DECREE.value} <= set(kinds)
    # One of the games that explain it is written with its decree.
    native = convert(result, "native", one_of_many=True)
    again = replay(read_blob(Blob("game.innolog", native.encode())))
    assert (again.verdict, len(again.actions)) == (Verdict.LEGAL_SO_FAR, len(result.actions))


@pytest.mark.parametrize(
    ("line", "other", "rule"),
    [
        # Of two top figures one fades.
        ("Bob scores Homer from board\n", "", "figures.fade"),
        # The whole hand leaves the game.
        ("Bob removes Domestication from hand from the game\n", "", "figures.decree"),
        # No figure of this color lets the player issue this decree, and there are not three.
        ("Bob claims Expansion\n", "Bob claims Trade\n", "figures.decree"),
        # A draw for sharing is that of a figure.
        ("for sharing\nBob draws [1] Figures", "for sharing\nBob draws [1] Base", "figures.draw"),
        # The Inspire action draws a card of the value of the pile.
        ("tucks Calendar\nBob draws [1] Base", "tucks Calendar\nBob draws [2] Base", "draw.age"),
        # There is no inspire effect to execute, and no figure with a karma for it.
        ("Ann activates Code of Laws\nAnn", "Ann carries out the first inspire effect\nAnn", "figures.inspire"),
        ("Bob draws and tucks", "Bob carries out the first karma effect\nBob draws and tucks", "figures.karma"),
        # A third action of Bob's.
        ("Move 10: Ann\n", "Move 10: Bob\nBob draws [2] Base\nMove 10: Ann\n", "turn.order"),
        # Nobody has a score.
        (
            "Move 15: Ann\nAnn draws [1] Base",
            "Move 15: Ann\nAnn claims the achievement [1] Base",
            "achieve.claim",
        ),
        # A card of another board.
        ("Move 14: Ann\nAnn activates Code of Laws", "Move 14: Ann\nAnn activates Sailing", "dogma.top-card"),
    ],
)
def test_what_breaks_a_rule_is_illegal_where_it_is_broken(line: str, other: str, rule: str) -> None:
    """Such logs were unsupported, whatever they contained: karmas of figures were taken for an explanation of all."""
    assert line in _EXAMPLE
    result = judged(_EXAMPLE.replace(line, other, 1))
    assert result.verdict is Verdict.ILLEGAL
    assert result.violation is not None
    assert result.violation.rule == rule
    assert result.violation.at is not None
    before = _EXAMPLE[: _EXAMPLE.index(line)].count("\n")
    # The line that is missing or wrong, or the one after it.
    assert before <= result.violation.at.packet <= before + 1 + line.count("\n") + other.count("\n")


def test_all_lines_of_a_kind_may_be_left_out_but_not_some() -> None:
    game = simulate(Ruleset(platform=Platform.TABLE), 5, Seats([BOTS["sensible"](5), BOTS["sensible"](6)]), tell=True)
    assert game.told is not None
    for text, words, verdict in (
        (table_text(game.told, None, rules={"sets": ["base"]}), "carries out the", Verdict.LEGAL),
        (_EXAMPLE, "Free draw", Verdict.LEGAL_SO_FAR),
    ):
        lines = text.splitlines()
        places = [index for index, line in enumerate(lines) if words in line]
        assert len(places) > 2
        assert judged("\n".join(line for line in lines if words not in line)).verdict is verdict
        assert (
            judged("\n".join(line for index, line in enumerate(lines) if index != places[1])).verdict is Verdict.ILLEGAL
        )


def test_the_names_that_other_printings_have_areread_table() -> None:
    for name, card in (("Bi Sheng", "Augustus Caesar"), ("L. van Beethoven", "Ludwig van Beethoven"), ("Pele", "Pelé")):
        assert find_card(name) == card_named(card)


def test_a_title_without_a_printing_leaves_it_open() -> None:
    result = judged(_EXAMPLE.replace("Deluxe", "2013"))
    assert result.rules is not None
    assert result.rules.printing is Printing.BOX_2013
    assert judged(_EXAMPLE.replace(", Deluxe", "")).verdict is Verdict.LEGAL_SO_FAR


@pytest.fixture(scope="module")
def rearranged() -> str:
    """A game at a table in which Publications rearranges two piles of six cards, as both players see it."""
    rules = Ruleset(players=2, platform=Platform.TABLE)
    setup = stacked(deal(rules, 4), frozenset({card_named("Publications")}))
    bots = Seats([BOTS["sensible"](4 * 16 + seat) for seat in range(2)])
    game = simulate(rules, 4, bots, tell=True, setup=setup, most_actions=120)
    assert game.told is not None
    return table_text(game.told, 0)


def test_the_new_order_of_a_pile_is_recorded(rearranged: str) -> None:
    orders = re.findall(r"rearranges \w+, from the top: (.*)", rearranged)
    assert [len(order.split(", ")) for order in orders] == [6, 6]
    result = judged(rearranged)
    assert result.verdict is Verdict.LEGAL
    told = [each for each in result.log.observations if isinstance(each, seen.Rearranged)]
    assert [[card_table().name[card] for card in (each.order or ())][::-1] for each in told] == [
        order.split(", ") for order in orders
    ]
    # The order is no guess.
    assert Incomplete.ORDERS not in result.soundness.reasons


@pytest.mark.parametrize(("change", "rule"), [("other card", "rearrange"), ("other top card", None)])
def test_a_wrong_order_of_a_pile_is_found(rearranged: str, change: str, rule: str | None) -> None:
    begin, shown = re.findall(r"(.*rearranges \w+, from the top: )(.*)", rearranged)[0]
    top, *middle, bottom = shown.split(", ")
    # Later lines contradict another top card, if not at once.
    others = {"other card": ["Fission", *middle, bottom], "other top card": [bottom, *middle, top]}
    result = judged(rearranged.replace(begin + shown, begin + ", ".join(others[change])))
    assert result.verdict is Verdict.ILLEGAL
    assert result.violation is not None
    assert rule in (None, result.violation.rule)


def test_names_with_commas_are_read_in_lists() -> None:
    reader = LineReader(built_in("yucata-en"), ["Ann", "Bob"])
    said = reader.said("Ann rearranges purple, from the top: Code of Laws, Almira, Queen of the Castle, Mysticism")
    assert said is not None
    assert said.values["cards"] == tuple(map(card_named, ("Code of Laws", "Almira, Queen of the Castle", "Mysticism")))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("named", "about", "line"),
    [
        (seen.Named(At(1, 0, 0), 1, value=3), "", "Bob chooses the value [3]"),
        # No card has this value.
        (seen.Named(At(1, 0, 0), 1, value=878), "", "Bob chooses the number 878"),
        (seen.Named(At(1, 0, 0), 1, value=int(Icon.CROWN)), "icon", "Bob chooses [crown]"),
        (seen.Named(At(1, 0, 0), 1, colors=(Color.RED, Color.BLUE)), "", "Bob chooses red, blue"),
        (seen.Named(At(1, 0, 0), 1, seat=0), "", "Bob chooses the player Ann"),
    ],
)
def test_what_a_player_names_is_written_andread_table(named: seen.Named, about: str, line: str, language: str) -> None:
    said = said_of(Told(named, 1, about=about), None)
    assert said is not None
    words, names = built_in(f"yucata-{language}"), ["Ann", "Bob"]
    written = Renderer(words, names).line(said)
    assert language == "de" or written == line
    reader = LineReader(words, names)
    again = reader.said(written)
    assert again is not None
    (read,) = reader.tell(named.at, written, again).observations
    assert isinstance(read, seen.Named)
    assert (read.player, read.value, read.colors, read.seat) == (1, named.value, named.colors, named.seat)


@pytest.mark.parametrize(("line", "verdict"), [("[5]", Verdict.LEGAL), ("[6]", Verdict.ILLEGAL), ("", Verdict.LEGAL)])
def test_what_a_player_names_is_compared_with_what_follows(line: str, verdict: Verdict) -> None:
    """A karma of Carl Friedrich Gauss melds all cards of a value. Without the line, the search tries all values."""
    rules = Ruleset(sets=frozenset({CardSet.BASE, CardSet.FIGURES}), players=2, platform=Platform.TABLE)
    setup = stacked(deal(rules, 13), frozenset({card_named("Carl Friedrich Gauss")}))
    bots = Seats([BOTS["sensible"](13 * 16 + seat) for seat in range(2)])
    game = simulate(rules, 13, bots, tell=True, setup=setup, most_actions=150)
    assert game.told is not None
    text = table_text(game.told, None, rules={"sets": ["base", "figures"]})
    found = "Ada chooses the value [5]\nAda melds Astronomy from score pile\nAda melds Statistics from score pile\n"
    assert found in text
    _, moves = found.split("\n", 1)
    result = judged(text.replace(found, f"Ada chooses the value {line}\n{moves}" if line else moves))
    assert result.verdict is verdict


@pytest.fixture(scope="module")
def plain() -> str:
    return plain_table()


_EXCHANGE = re.compile(r"((?:.* from score pile to hand\n){2,})((?:.* from hand to score pile\n){2,})")
_STAYS = re.compile(r"(.* reveals (.*?)(?: from .*)?\n)((?:.*\n)*?)(.* takes \2 from revealed cards into hand\n)")
_BARE = re.compile(r".* unsplays .*\n")


def test_what_has_no_order_at_a_table_is_written_in_any(plain: str) -> None:
    """The halves of an exchange move at once, and a card that is shown has not left the hand.

    Such games were illegal, unless the lines stood where the site has its messages.
    """
    assert _EXCHANGE.search(plain)
    assert len(_STAYS.findall(plain)) > 3
    early = plain
    while (later := _STAYS.sub(r"\1\4\3", early)) != early:
        early = later
    for text in (plain, _EXCHANGE.sub(r"\2\1", plain), early, re.sub(r".* takes .*\n", "", plain)):
        result = judged(text)
        assert result.verdict is Verdict.LEGAL
        assert checked(result, text) == "legal"


def test_notes_may_end_within_an_exchange(plain: str) -> None:
    """Those that have the second half first were illegal. What they have of it is compared."""
    found = _EXCHANGE.search(plain)
    assert found
    first, second = (half.splitlines(keepends=True) for half in found.groups())
    before = plain[: found.start()]
    for lines in ([*first, *second], [*second, *first], [second[0], *first, *second[1:]]):
        for end in range(len(lines)):
            text = before + "".join(lines[:end])
            result = judged(text)
            assert result.verdict is Verdict.LEGAL_SO_FAR
            assert checked(result, text) == "legal_so_far"
    name = lines[0].split()[0]
    assert judged(f"{before}{name} transfers Fission from hand to score pile\n").verdict is Verdict.ILLEGAL
    after = plain[found.end() :].partition("Move")
    assert judged(before + "".join(second) + "".join(after)).verdict is Verdict.ILLEGAL


def test_nobody_has_to_write_that_a_single_card_is_not_splayed(plain: str) -> None:
    lost = [
        event
        for action in judged(plain).actions
        for event, _ in action.events
        if isinstance(event, Splay) and event.lost
    ]
    assert len(lost) == len(_BARE.findall(plain)) > 2
    text = _BARE.sub("", plain)
    result = judged(text)
    assert result.verdict is Verdict.LEGAL
    assert checked(result, text) == "legal"


@pytest.mark.parametrize(
    "change",
    ["half an exchange", "a pile of more", "an empty pile", "never shown", "another's", "from another's", "moves on"],
)
def test_what_is_not_true_at_a_table_is_illegal(plain: str, change: str) -> None:
    exchange, stays = _EXCHANGE.search(plain), _STAYS.search(plain)
    assert exchange
    assert stays
    melds = re.findall(r"Move \d+: (\w+)\n\w+ melds (.*) from hand\n", plain)
    player = next(iter(melds))[0]
    other = "Ada" if stays[1].startswith("Bob") else "Bob"
    changed = {
        "half an exchange": lambda: _EXCHANGE.sub(r"\2", plain),
        "a pile of more": lambda: re.sub(r"(\w+) splays (\w+) (.*)\n", r"\g<0>\1 unsplays \2\n", plain, count=1),
        "an empty pile": lambda: re.sub(r"(\w+) draws \[1\] Base\n", r"\g<0>\1 unsplays purple\n", plain, count=1),
        "from another's": lambda: plain.replace(
            stays[4], stays[4].replace("takes", "transfers").replace("from rev", f"from {other}'s rev", 1), 1
        ).replace("cards into hand", "cards to hand", 1),
        "moves on": lambda: re.sub(
            r"(\w+) draws and reveals (.*)\n(?=\w+ \w+ \2 from revealed)",
            r"\g<0>\1 takes \2 from revealed cards into hand\n",
            plain,
            count=1,
        ),
        "never shown": lambda: plain + f"{player} takes Tools from revealed cards into hand\n",
        "another's": lambda: plain.replace(stays[4], other + stays[4][3:], 1),
    }[change]()
    assert changed != plain
    assert judged(changed).verdict is Verdict.ILLEGAL


def _with_cities(seed: int, viewpoint: int | None = None) -> str:
    """A game of five at a table with Cities."""
    rules = Ruleset(players=5, sets=frozenset({CardSet.BASE, CardSet.CITIES}), platform=Platform.TABLE)
    game = simulate(rules, seed, Seats([BOTS["sensible"](seed * 16 + seat) for seat in range(5)]), tell=True)
    assert game.told is not None
    return table_text(game.told, viewpoint, rules={"edition": "third", "sets": ["base", "cities"]})


_CONSEQUENCES = re.compile(r"(?:\w+ (?:gains|loses) .*\n|\w+ claims (?!the achievement).*\n|\w+ unsplays .*\n){2,}")
#: What comes at one moment in games, by seed.
_AT_ONCE = {
    11: ["Ada loses the achievement for a fountain\nAda claims Empire\n", "Ada claims World\nAda claims Universe\n"],
    117: ["Dan loses the achievement for a flag\nCleo gains an achievement for a flag\nDan unsplays purple\n"],
}


@pytest.mark.parametrize("seed", _AT_ONCE)
def test_what_one_move_brings_about_is_written_in_any_order(seed: int) -> None:
    """Only the order in which innolog counts was legal: lost flags and fountains, those that are gained, claims."""
    plain = _with_cities(seed)
    assert all(told in plain for told in _AT_ONCE[seed])
    text = _CONSEQUENCES.sub(lambda run: "".join(reversed(run[0].splitlines(keepends=True))), plain)
    assert not any(told in text for told in _AT_ONCE[seed])
    result = judged(text)
    assert result.verdict is Verdict.LEGAL
    assert checked(result, text) == "legal"


@pytest.mark.long
def test_what_one_move_brings_about_is_written_once_and_before_what_happens_next() -> None:
    plain = _with_cities(11)
    one, other, following = (
        "Ada loses the achievement for a fountain\n",
        "Ada claims Empire\n",
        "Cleo carries out the first dogma effect\n",
    )
    assert one + other + following in plain
    for false in (
        one + following,
        other + other + one + following,
        other.replace("Ada", "Eve") + one + following,
        other + following + one,
    ):
        assert judged(plain.replace(one + other + following, false, 1)).verdict is Verdict.ILLEGAL


@pytest.mark.parametrize("viewpoint", [None, EVERYBODY])
def test_a_card_that_was_revealed_leaves_the_hand_or_the_revealed_cards(viewpoint: int | None) -> None:
    """A City's search: the cards that are not taken were legal only as cards of the hand."""
    plain = _with_cities(11, viewpoint)
    found = re.search(r"(Ada melds Tikal from hand\n)((?:.*\n){4})(Ada returns (.*) from hand\n)", plain)
    assert found
    returned = found[3].replace("from hand", "from revealed cards")
    takes = r"Ada takes .* from revealed cards into hand\n"
    assert len(re.findall(takes, found[2])) == 2
    for shown in (re.sub(takes, "", found[2]), re.sub(takes.replace(".*", "Philosophy"), "", found[2])):
        text = plain.replace(found[0], found[1] + shown + returned, 1)
        result = judged(text)
        assert result.verdict is Verdict.LEGAL
        assert checked(result, text) == "legal"


@pytest.mark.long
def test_only_a_card_that_was_revealed_leaves_the_revealed_cards() -> None:
    """Neither one that nobody saw, nor one of an earlier action, nor one that is no longer revealed."""
    plain = _with_cities(11, EVERYBODY)
    found = "Ada returns Philosophy from hand"
    for change in (
        ("Ada melds Tikal from hand", "Ada melds Tikal from revealed cards"),
        ("Ada melds Mapmaking from hand", "Ada melds Mapmaking from revealed cards"),
        (found, f"Ada takes Philosophy from revealed cards into hand\n{found.replace('hand', 'revealed cards')}"),
    ):
        false = plain.replace(*change, 1)
        assert false != plain
        assert judged(false).verdict is Verdict.ILLEGAL


@pytest.mark.parametrize(
    ("line", "german"),
    [
        ("Bob melds Sailing from hand", "Bob legt aus Sailing (aus: Hand)"),
        ("Ann draws [1] Base", "Ann zieht [1] Grundspiel"),
        ("Ann carries out the first dogma effect", "Ann führt aus: 1. Dogma-Effekt"),
        ("Bob splays blue up", "Bob fächert Blau nach oben"),
    ],
)
def test_a_line_can_be_in_another_language_than_the_others(line: str, german: str) -> None:
    text = _EXAMPLE.replace(f"{line}\n", f"{german}\n", 1)
    assert german in text
    log = judged(text).log
    assert log.unread == []
    assert log.observations == judged(_EXAMPLE).log.observations


def test_a_word_of_two_tables_means_what_the_first_says() -> None:
    """A site's own table may call something as innolog's calls something else."""
    own = parse_table("own", [{"pass": "{{player}} passes", "words": {"colors": {"red": "blue"}}}])
    words = own.over(built_in("yucata-en")).words["colors"]
    assert (words["red"], words.get("blue"), words["green"]) == (["blue", "red"], None, ["green"])


def test_who_gets_a_relic_of_another_player_seizes_it() -> None:
    """The text named who loses it."""
    relic = card_named("Ching Shih")
    places = (1, Place.ACHIEVEMENTS, None, 0, Place.ACHIEVEMENTS, None)
    move = seen.Transfer(At(None, 0, 0), relic, int(CardSet.ECHOES), 5, True, *places, False, False, False)
    said = said_of(Told(move, 0), 0)
    assert said is not None
    words, names = built_in("yucata-en"), ["Ann", "Bob"]
    line = Renderer(words, names).line(said)
    assert line == "Ann seizes the relic Ching Shih from Bob's achievements to achievements"
    (read,) = LineReader(words, names).read(move.at, line).observations
    assert isinstance(read, seen.Transfer)
    assert (read.from_owner, read.from_place, read.to_owner, read.to_place) == (*places[:2], *places[3:5])


def test_notes_with_the_cards_of_several_players_are_written_again_with_all_of_them() -> None:
    """Such notes have no viewpoint, and were written as a spectator sees a game."""
    game = simulate(Ruleset(platform=Platform.TABLE), 5, Seats([BOTS["sensible"](5), BOTS["sensible"](6)]), tell=True)
    assert game.told is not None
    text = table_text(game.told, EVERYBODY, rules={"sets": ["base"]})
    drawn = re.findall(r"\w+ draws ([A-Z].*)\n", text)
    # The writer did not see a card, and it was never seen later.
    unseen = next(card for card in drawn if text.count(card) == 1)
    lacking = text.replace(f"draws {unseen}", f"draws [{card_table().age[card_named(unseen)]}] Base")
    for notes in (text, lacking):
        result = judged(notes)
        assert converted(result, "table", viewpoint_of(result.log, "table"), one_of_many=True).text == notes
    # A spectator's notes have no such cards.
    assert viewpoint_of(judged(table_text(game.told, None)).log, "table") is None


@pytest.mark.parametrize(
    ("true", "written", "verdict"),
    [
        ("Move 5: Bob", "Round 2: pizza arrives\nMove 5: Bob", Verdict.LEGAL_SO_FAR),
        ("Move 5: Bob", "(Time 90: Bob has to go)\nMove 5: Bob", Verdict.LEGAL_SO_FAR),
        # The name of a card begins lines, too.
        ("Move 5: Bob", "Note 1: Tools\nMove 5: Bob", Verdict.LEGAL_SO_FAR),
        ("Move 5: Bob", "Move 5: Bobb", Verdict.UNSUPPORTED),
        ("Move 5: Bob", "Move 5: Bob (second action)", Verdict.UNSUPPORTED),
        ("Move 3: Ann", "Move 3: Anne", Verdict.UNSUPPORTED),
    ],
)
def test_a_header_with_a_name_that_no_line_is_about_names_nobody(true: str, written: str, verdict: Verdict) -> None:
    """Each such name became a player, who had not melded a card: honest games were illegal."""
    text = _EXAMPLE.replace(true, written)
    result = judged(text)
    line = text.splitlines().index(written.splitlines()[0]) + 1
    assert result.verdict is verdict
    assert {seat.name for seat in result.log.seats} == {"Ann", "Bob"}
    assert [unread.at.packet for unread in result.log.unread] == [line]
    assert verdict is Verdict.LEGAL_SO_FAR or f"line {line}: " in (result.reason or "")


def test_who_acts_is_a_player() -> None:
    # Nobody melded a card for this player.
    result = judged(f"{_EXAMPLE}Move 19: Cid\nCid draws [2] Base\n")
    assert (result.verdict, len(result.log.seats)) == (Verdict.ILLEGAL, 3)
    # The notes end before the second player has done anything.
    cut = judged(_EXAMPLE.split("Bob melds")[0])
    assert (cut.verdict, len(cut.log.seats)) == (Verdict.LEGAL_SO_FAR, 2)


@pytest.mark.parametrize(("number", "other"), [("Move 4: Bob", "Move 3: Bob"), ("Move 6: Ann", "Move 60: Ann")])
def test_whoever_counts_the_moves_may_count_wrongly(number: str, other: str) -> None:
    text = _EXAMPLE.replace(number, other)
    result = judged(text)
    assert result.verdict is Verdict.LEGAL_SO_FAR
    assert checked(result, text) == "legal_so_far"
    # What breaks a rule is found, at its line.
    before, after = text.split("Bob draws [1] Figures", 1)
    result = judged(f"{before}Bob draws [1] Base{after}")
    assert result.violation is not None
    assert result.violation.at is not None
    assert (result.violation.rule, result.violation.at.packet) == ("figures.draw", before.count("\n") + 1)


def test_with_figures_lines_about_effects_are_all_left_out_or_none() -> None:
    """Without the lines about dogma effects, the honest game was illegal at its first dogma action."""
    without = [line for line in _EXAMPLE.splitlines() if "dogma effect" not in line]
    result = judged("\n".join(without))
    assert result.verdict is Verdict.UNSUPPORTED
    line = without.index("Bob activates Sailing") + 1
    assert f"line {line}: no line says who carries out a dogma effect" in (result.reason or "")
    none = judged("\n".join(line for line in without if "carries out the" not in line))
    assert none.verdict is not Verdict.ILLEGAL
    # What is wrong before the first dogma action is found.
    wrong = judged("\n".join(without).replace("Ann draws [1] Base", "Ann draws [2] Base", 1))
    assert wrong.violation is not None
    assert wrong.violation.rule == "draw.age"


def test_sets_are_read_in_small_letters() -> None:
    """Lines such as `Ann draws [1] base` were not understood, so no such game was judged."""
    small = re.sub(r"(?<=\d\] )\w+", lambda word: word[0].lower(), _EXAMPLE)
    assert small != _EXAMPLE
    log, other = (detection.read("a table.txt", text.encode()) for text in (small, _EXAMPLE))
    assert log.unread == []
    assert log.observations == other.observations
