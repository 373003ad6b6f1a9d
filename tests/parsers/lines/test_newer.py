"""Texts and review pages in the words of the site's newer code (since January 2024)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from innolog import log as seen
from innolog.cards.editions import Edition, Platform
from innolog.cards.facts import card_table
from innolog.engine.ruleset import Ruleset
from innolog.log import ANYBODY, NOBODY, GameLog, Place
from innolog.replay import Replay, Verdict, replay
from innolog.simulate import SimulatedGame
from parsers import read_log
from parsers.lines.review import read_review_page, read_review_text
from parsers.lines.shown import without_shown
from parsers.lines.writing import review_text
from tests.parsers.lines import review
from tests.shared import NEWER_FOLDERS, UNSUPPORTED_FOLDER, CorpusGame, corpus, load, sampled
from tests.simulate.test_exports import played
from tests.written import export, review_page

RULES = {
    "fourth_2p": Ruleset(edition=Edition.FOURTH, platform=Platform.BGA_2024),
    "fourth_3p": Ruleset(edition=Edition.FOURTH, platform=Platform.BGA_2024, players=3),
    "fourth_4p": Ruleset(edition=Edition.FOURTH, platform=Platform.BGA_2024, players=4),
    "fourth_teams": Ruleset(edition=Edition.FOURTH, platform=Platform.BGA_2024, players=4, teams=(0, 1, 0, 1)),
    "third_2p": Ruleset(platform=Platform.BGA_2024),
    "third_3p": Ruleset(platform=Platform.BGA_2024, players=3),
}
CORPUS = [game for folder in NEWER_FOLDERS for game in corpus(folder)]
#: The only honest games whose texts are not *legal*: innolog does not know enough, or the text records too little.
NOT_JUDGED = frozenset(
    {
        "bga_parley/fourth_base_5p/20001",
        "bga_newer_more/newer_third_all_relics_2p/10012",
        "bga_newer_more/newer_third_artrelics_2p/10012",
        "bga_newer_more/newer_third_echoes_3p/10011",
    }
)

_NONE = pytest.param(None, marks=pytest.mark.skip(reason="the corpus of games is not here"))


def _name(game: CorpusGame | None) -> str | None:
    return None if game is None else game.name


def some(games: Sequence[CorpusGame], every: int) -> Any:
    """Parameters: some of the games, or a skipped one if the corpus is not here."""
    return sampled(games, every, many=True) or [_NONE]


@cache
def simulated(name: str, seed: int = 3) -> SimulatedGame:
    return played(RULES[name], seed)


def pages(game: CorpusGame) -> list[tuple[GameLog, GameLog]]:
    """What the texts and pages of a game record, for one player and a spectator, each beside its export's log."""
    found = []
    for path in (game.exports[0], *([game.spectator] if game.spectator.exists() else [])):
        content, viewer = load(path), "you" if path in game.seats else None
        log = read_log(path)
        assert isinstance(log, GameLog)
        found.append((read_review_page(game.name, review.page(content, viewer).encode()), log))
        found.append((read_review_text(game.name, review.text(content, viewer)), log))
    return found


def judged(lines: Sequence[str]) -> Replay:
    return replay(read_review_text("text", "\n".join(lines)))


# --- the site's own words ---------------------------------------------------------------------------------------------


def _moves(log: GameLog) -> list[seen.Transfer]:
    """The moves that have a line: cards that leave play together have one for all of them."""
    moves = [one for one in log.observations if isinstance(one, seen.Transfer)]
    return [one for one in moves if one.to_place not in (Place.JUNK, Place.REMOVED)]


@pytest.mark.parametrize("game", some(CORPUS, 12), ids=_name)
def test_texts_record_what_the_packets_record(game: CorpusGame) -> None:
    for log, packets in pages(game):
        assert log.unread == []
        assert not log.inconsistencies
        assert log.stated["platform"] == Platform.BGA_2024.value
        assert len(_moves(log)) > 50
        for one, other in zip(_moves(log), _moves(packets), strict=True):
            for name in ("age", "from_place", "to_owner"):
                assert getattr(one, name) == getattr(other, name), (name, one, other)
            assert one.from_owner in (other.from_owner, ANYBODY), (one, other)
            assert len(log.seats) > 2 or one.from_owner != ANYBODY
            # Nothing says that a card that is returned is a relic, and flags and fountains have no names.
            assert one.to_place is other.to_place or (one.relic, other.relic) == (None, True)
            assert (
                one.card == other.card or Place.FLAGS in (one.from_place, one.to_place) or one.age is None or one.relic
            )
            for name in ("card_set", "bottom", "meld", "score"):
                assert getattr(one, name) in (None, getattr(other, name)), (name, one, other)


@pytest.mark.parametrize("game", some([game for game in CORPUS if game.name not in NOT_JUDGED], 12), ids=_name)
def test_honest_texts_are_legal_in_the_right_edition(game: CorpusGame) -> None:
    for log, _ in pages(game):
        result = replay(log)
        assert result.verdict is Verdict.LEGAL, result.violation
        assert result.rules is not None
        # The name of a folder of games of the newer code begins with "newer".
        assert result.rules.edition.value == ("third" if game.edition == "newer" else game.edition)
        assert result.rules.platform is Platform.BGA_2024
        assert bool(result.rules.teams) == (game.teams is not None)
        assert {of_set.name.lower() for of_set in result.rules.sets} <= game.sets


@pytest.mark.parametrize("game", some(corpus(UNSUPPORTED_FOLDER), 6), ids=_name)
def test_texts_of_the_fourth_edition_with_expansions_are_never_illegal(game: CorpusGame) -> None:
    for path in game.exports[:1]:
        content, viewer = load(path), "you" if path in game.seats else None
        for log in (
            read_review_page(game.name, review.page(content, viewer).encode()),
            read_review_text(game.name, review.text(content, viewer)),
        ):
            wanted = Verdict.LEGAL if game.sets == {"base"} and "unseen" not in game.id else Verdict.UNSUPPORTED
            assert replay(log).verdict is wanted


_BASE = [game for game in CORPUS if game.name not in NOT_JUDGED and game.sets == {"base"}]


@pytest.mark.parametrize("game", some(_BASE, 12), ids=_name)
def test_forged_texts_are_illegal_at_the_right_place(game: CorpusGame) -> None:
    path = game.exports[-1]
    lines = review.text(load(path), "you" if path in game.seats else None).splitlines()
    if judged(lines).guessed:
        # Where the search has guessed, it proves nothing. No forgery is legal all the same.
        forged = [line.replace(" draws a 7 ", " draws a 8 ") for line in lines]
        assert judged(forged).verdict in (Verdict.ILLEGAL, Verdict.UNSUPPORTED)
        return
    middle = len(lines) // 2
    draw = next(n for n in range(middle, len(lines)) if re.search(r" draws a \d+ to his hand\.$", lines[n]))
    forged = [*lines]
    forged[draw] = re.sub(r"draws a (\d+)", lambda match: f"draws a {int(match[1]) % 9 + 1}", lines[draw])
    assert _place(judged(forged)) == draw + 1
    for kind, at_once in (
        (r" draws a \d+ to his hand\.$", True),
        (" activates? the dogma of ", True),
        (" has to execute ", True),
        # That a card was not melded may show only when it is missing on the board.
        (" melds? .* from (?:his|your) hand", False),
    ):
        left_out = next(n for n in range(middle, len(lines)) if re.search(kind, lines[n]))
        place = _place(judged(lines[:left_out] + lines[left_out + 1 :]))
        last = left_out + 40 if at_once else len(lines)
        assert left_out - 10 < place < last, (lines[left_out], left_out, place)
    # Two cards change their names in every line.
    first, second = _melded(lines, same_value=False)
    assert _place(judged([_swapped(line, first, second) for line in lines])) > 0


def _melded(lines: Sequence[str], *, same_value: bool) -> tuple[str, str]:
    """The names of two cards that are melded from a hand in the second half of a log, of different colors."""
    table = card_table(edition=Edition.FOURTH.value)
    names = {table.name[card]: card for card in table.cards}
    melded = [match[1] for line in lines[len(lines) // 2 :] if (match := re.search(r"melds? \d+ (.+) from", line))]
    # With another card in it, the opening may look like none.
    opening = "\n".join(lines[:30])
    melded = [name for name in melded if name not in opening]
    first = names[melded[0]]
    for other in melded[1:]:
        card = names[other]
        if table.color[card] != table.color[first] and (table.age[card] == table.age[first]) is same_value:
            return melded[0], other
    raise AssertionError("no two such cards are melded")


def _swapped(line: str, one: str, other: str) -> str:
    return re.sub(
        rf"\b({re.escape(one)}|{re.escape(other)})(?!\w)", lambda match: other if match[1] == one else one, line
    )


def _place(result: Replay) -> int:
    """The line of a violation; 0 if there is none."""
    assert result.verdict is Verdict.ILLEGAL, result.verdict
    assert result.violation is not None
    return 0 if result.violation.at is None else result.violation.at.packet


# --- our own words ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sampled(RULES, 3))
def test_what_is_written_is_legal_from_everywhere(name: str) -> None:
    rules, game = RULES[name], simulated(name)
    assert game.told is not None
    for viewpoint in (None, 0, rules.players - 1):
        copied = review_text(game.told, viewpoint)
        assert re.search(r" draws a \[\d\] to his hand", copied)
        page = review_page(game.told, viewpoint)
        for log in (read_review_text(name, copied), read_review_page(name, page.encode())):
            assert log.unread == []
            result = replay(log)
            assert result.verdict is Verdict.LEGAL, (viewpoint, result.violation)
            assert result.rules is not None
            assert (result.rules.edition, result.rules.platform) == (rules.edition, Platform.BGA_2024)
            assert result.ended == game.ended


@pytest.mark.parametrize("name", sampled(RULES, 3))
def test_the_words_are_those_of_the_export_of_the_game(name: str) -> None:
    """The arguments of the packets, filled in to the site's templates, are the lines about cards."""
    game = simulated(name).told
    assert game is not None
    for viewpoint in (None, 0):
        written = [
            line.replace("[", "").replace("]", "").replace(" from base", "")
            for line in review_text(game, viewpoint).splitlines()
        ]
        lines = iter(written)
        filled = _filled(export(game, viewpoint), viewpoint)
        assert len(filled) > 100
        for line in filled:
            assert line in lines, line


def _filled(content: Any, viewpoint: int | None) -> list[str]:
    """The site's templates of cards that move alone, filled in from one channel of an export."""
    channel = "/table" if viewpoint is None else "/player"
    found = []
    for packet in content["packets"]:
        for event in packet["data"] if packet["channel"].startswith(channel) else ():
            args = event["args"]
            if event["type"].removesuffix("_spectator") != "transferedCard":
                continue
            name = args.get("name")
            what = f"a {args['age']}" if name is None else name if args.get("age") is None else f"{args['age']} {name}"
            places = "".join(_words(args[key]) for key in ("from_somewhere", "to_somewhere"))
            found.append(f"{args.get('You') or args['player_name']} {args['action']} {what}{places}.")
    return found


def _words(told: Any) -> str:
    if isinstance(told, str):
        return told
    return re.sub(r"\$\{(\w+)\}", lambda match: str(told["args"][match[1]]), told["log"])


@pytest.mark.parametrize(
    "forge", ["another age", "another card", "a line less", "a junked card less", "all junked", "another junks"]
)
def test_what_is_written_and_forged_is_illegal(forge: str) -> None:
    game = simulated("fourth_2p").told
    assert game is not None
    lines = review_text(game, None).splitlines()
    place = next(n for n in range(len(lines) // 2, len(lines)) if re.search(r" draws a \[\d\] to his hand", lines[n]))
    if forge == "another age":
        lines[place] = re.sub(r"\[(\d)\]", lambda match: f"[{int(match[1]) % 9 + 1}]", lines[place])
    elif forge == "a line less":
        del lines[place]
    elif forge == "all junked":
        lines.insert(place, f"All {lines[place].split()[0]}'s cards were junked.")
    elif forge == "another junks":
        place = next(n for n, line in enumerate(lines) if re.search(r" junks .* from the available achievements", line))
        name, _, rest = lines[place].partition(" ")
        other = next(seat.name for seat in game.seats if seat.name != name)
        lines[place] = f"{other} {rest}"
    elif forge == "a junked card less":
        place = next(n for n, line in enumerate(lines) if re.search(r" junks .* from the available achievements", line))
        del lines[place]
    else:
        shown = re.compile(r" melds \[(\d+)\] (.+) from his hand\.$")
        place = next(n for n in range(len(lines) // 2, len(lines)) if shown.search(lines[n]))
        earlier = next(match for line in lines if (match := shown.search(line)))
        lines[place] = shown.sub(f" melds [{earlier[1]}] {earlier[2]} from his hand.", lines[place])
    found = _place(judged(lines))
    assert place - 6 <= found <= place + 12


# --- single lines -----------------------------------------------------------------------------------------------------


def _read(*lines: str, players: Sequence[str] = ("Ada", "Bob"), viewer: str = "") -> GameLog:
    """The log of some lines after the opening. The first player has drawn, so that the words are the newer ones."""
    begun = [f"{'You choose' if name == viewer else f'{name} chooses'} a card." for name in players]
    begun += [f"{players[0]} melds [1] Archery from his hand.", f"{players[0]} draws a [1] to his hand."]
    return read_review_text("x", "\n".join(["Move 1 :", *begun, *lines]))


def _last(*lines: str, **of: Any) -> seen.Transfer:
    log = _read(*lines, **of)
    assert log.unread == []
    found = log.observations[-1]
    assert isinstance(found, seen.Transfer)
    return found


def _way(move: seen.Transfer) -> tuple[int, Place, int, Place]:
    return move.from_owner, move.from_place, move.to_owner, move.to_place


def test_a_place_that_is_not_named_is_that_which_the_site_leaves_out() -> None:
    hand, deck = Place.HAND, Place.DECK
    assert _way(_last("Ada transfers a [1] to his hand.")) == (1, hand, 0, hand)
    three = {"players": ("Ada", "Bob", "Cy")}
    assert _way(_last("Ada transfers a [1] to his hand.", **three)) == (ANYBODY, hand, 0, hand)
    assert _way(_last("Ada transfers a [1] to Bob's hand.", **three)) == (NOBODY, deck, 1, hand)
    # The viewer sees the face of the own card.
    mine = _read("Ada transfers [1] Tools to his hand.", players=("Ada", "Bob", "Cy"), viewer="Cy")
    assert mine.viewpoint is not None
    move = mine.observations[-1]
    assert isinstance(move, seen.Transfer)
    assert (move.from_owner, move.from_place) == (mine.viewpoint, hand)
    shown = _last("Ada draws and reveals [1] Tools.", "Ada transfers [1] Tools to his hand.", **three)
    assert _way(shown) == (0, Place.REVEALED, 0, hand)
    assert _way(_last("Ada achieves a [4].")) == (NOBODY, Place.RELICS, 0, Place.ACHIEVEMENTS)
    assert _way(_last("Ada seizes a [4] to his hand.")) == (NOBODY, Place.RELICS, 0, hand)


def test_places_of_the_table_are_named() -> None:
    available = (NOBODY, Place.ACHIEVEMENTS)
    assert _way(_last("Ada achieves a [1] from the available achievements.")) == (*available, 0, Place.ACHIEVEMENTS)
    assert _way(_last("Ada achieves World from the available achievements.")) == (*available, 0, Place.ACHIEVEMENTS)
    junks = _last("Ada junks a [2] from the available achievements.")
    assert _way(junks) == (*available, NOBODY, Place.JUNK)
    special = _last("Ada junks World from the available achievements.")
    assert (_way(special), special.card) == ((*available, NOBODY, Place.JUNK), card_table().name.index("World"))
    restored = _last("Ada transfers World from the junk to the available achievements.")
    assert _way(restored) == (NOBODY, Place.JUNK, *available)
    assert _way(_last("Ada draws and achieves a [11].")) == (NOBODY, Place.DECK, 0, Place.ACHIEVEMENTS)
    # No player's place belongs to the table.
    assert len(_read("Ada returns a [1] from the hand.").unread) == 1


def test_whether_a_card_that_changes_hands_is_scored_is_not_recorded() -> None:
    given = _last("Ada transfers [1] Archery from Bob's board to his score pile.")
    assert (given.meld, given.score) == (None, None)
    own = _last("Ada transfers a [1] from his hand to his score pile.")
    assert own.score is False


def test_the_number_of_junked_cards_is_a_word() -> None:
    for line, count in (
        ("The [3] deck, which contained seven card(s), was junked.", 7),
        ("The [3] deck, which contained 13 card(s), was junked.", 13),
        ("No cards were left in the [3] deck to junk.", 0),
    ):
        junked = _read(line).observations[-1]
        assert isinstance(junked, seen.DeckJunked)
        assert (junked.age, junked.count) == (3, count)


def test_a_card_that_is_only_shown_leaves_from_where_it_was() -> None:
    reveals = "Ada reveals [1] Tools from his hand."
    shown = _read(reveals, "Ada junks a [1] from his hand.").observations[-2:]
    assert [type(one) for one in shown] == [seen.Transfer, seen.Transfer]
    junked = shown[-1]
    assert isinstance(junked, seen.Transfer)
    assert (junked.card, junked.to_place) == (card_table().name.index("Tools"), Place.JUNK)
    for lines in ((reveals, "Ada scores [1] Tools."), (reveals, "Ada junks a [2] from his hand."), (reveals,)):
        log = _read(*lines)
        assert without_shown(log.observations) == log.observations
        places = [one.to_place for one in log.observations if isinstance(one, seen.Transfer)]
        assert Place.REVEALED in places


def test_the_end_has_a_line_for_each_player_of_the_team() -> None:
    ends = "END OF GAME BY ACHIEVEMENTS: The other team has got 6 achievements. They win!"
    for number, told in ((1, 1), (2, 1), (3, 2)):
        log = _read(*[ends] * number)
        assert sum(isinstance(one, seen.Ended) for one in log.observations) == told
        assert log.team_game


def test_a_player_without_a_card_to_pay_is_addressed() -> None:
    line = "You did not have any cards in your hand so you could not avoid the demand."
    (parley,) = (one for one in _read(line, viewer="Bob").observations if isinstance(one, seen.Parley))
    assert (parley.what, parley.paid, parley.able) == ("avoid", False, False)


def test_who_is_eliminated_is_said_before_the_cards_are_junked() -> None:
    log = _read("Bob has been eliminated.", "All Bob's cards were junked.")
    assert log.unread == []
    assert [one.player for one in log.observations if isinstance(one, seen.Eliminated)] == [1]


@pytest.mark.parametrize(
    ("before", "player"),
    [
        (["Bob has to execute the 1st non-demand effect."], "Bob"),
        (["Ada has to execute the 1st demand effect.", "Bob has to execute the 1st non-demand effect."], "Bob"),
        (
            [
                "Ada has to execute the 1st non-demand effect.",
                "Ada fully executes the effects of [1] Archery as if it were on [1] Oars.",
                "Bob has to execute the 1st non-demand effect.",
                "Execution of [1] Archery is complete.",
            ],
            "Ada",
        ),
        (["Bob has to execute the 1st non-demand effect.", "Bob does something or other."], ""),
        # A City of the fourth edition can junk an achievement when it is melded.
        (["Bob has to execute the 1st non-demand effect.", "Ada melds [1] Babylon from his hand."], ""),
    ],
)
def test_who_carries_out_an_effect_junks_achievements(before: list[str], player: str) -> None:
    """Neither place is a player's, and the name was dropped."""
    for name in ("Ada", "Bob"):
        log = _read(*before, f"{name} junks a [1] from the available achievements.")
        assert len(log.inconsistencies) == (player not in ("", name))
