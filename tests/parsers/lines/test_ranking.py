"""The ranking on a page, and lines about people who do not play."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest

from innolog.log import Ended, GameLog, UnsupportedLog
from innolog.log.told import ToldGame
from innolog.replay import Replay, Verdict, replay
from parsers.lines.review import read_review_page, read_review_text
from parsers.lines.writing import _winner, review_text, yucata_page
from parsers.lines.yucata import read_yucata_page, read_yucata_text
from tests.parsers.lines.games import RULES, told
from tests.simulate.test_exports import played
from tests.written import review_page, yucata_text


def _page() -> tuple[str, str, str]:
    """A page with one row in its ranking, the winner, and the other player."""
    page = yucata_page(told("base"), None)
    log = read_yucata_page("x", page.encode())
    (end,) = [each for each in log.observations if isinstance(each, Ended)]
    assert end.player is not None
    assert page.count("</sup> ") == 1
    return page, log.seats[end.player].name, log.seats[1 - end.player].name


def _judged(page: str) -> Replay:
    return replay(read_yucata_page("x", page.encode()))


def _ranked(page: str, *rows: str) -> str:
    head, _, rest = page.partition('<div class="player">1<sup>')
    return head + "".join(f'<div class="player">{row}</div>' for row in rows) + rest.partition("</div>")[2]


@pytest.mark.parametrize(
    ("rows", "rule"),
    [
        (["1<sup>st</sup> {other}"], "record.contradiction"),
        (["1<sup>st</sup> {winner}", "1<sup>st</sup> {other}"], "end.winner"),
        (["1<sup>st</sup> {winner}", "2<sup>nd</sup> {other}", "1<sup>st</sup> {other}"], "record.contradiction"),
        (["2<sup>nd</sup> {winner}"], "record.contradiction"),
        (["1<sup>st</sup> Zorro"], "record.contradiction"),
        (["1<sup>st</sup> {winner}", "2<sup>nd</sup> Zorro"], "record.contradiction"),
    ],
)
def test_a_ranking_agrees_with_the_game_and_with_itself(rows: list[str], rule: str) -> None:
    """A second ranking, two first places and a winner in second place were passed over."""
    page, winner, other = _page()
    found = _judged(_ranked(page, *[row.format(winner=winner, other=other) for row in rows]))
    assert found.verdict is Verdict.ILLEGAL
    assert found.violation is not None
    assert found.violation.rule == rule


@pytest.mark.parametrize(
    "rows",
    [
        ["1<sup>st</sup> {winner}: 6 achievements", "2<sup>nd</sup> {other}: 3 achievements"],
        ["1. {winner} (6)", "2. {other} (3)"],
        ["1<sup>st</sup> {winner}", "1<sup>st</sup> {winner}"],
        ["1 {winner} 6", "2 {other} \u2013 3"],
        ["2<sup>nd</sup> {other}"],
        # Of unknown form.
        ["Place 1: {winner}"],
    ],
)
def test_points_in_a_ranking_are_no_part_of_a_name(rows: list[str]) -> None:
    """A name with points in brackets was one more player, and the honest game illegal."""
    page, winner, other = _page()
    assert _judged(_ranked(page, *[row.format(winner=winner, other=other) for row in rows])).verdict is Verdict.LEGAL


@pytest.mark.parametrize(
    ("rows", "verdict"),
    [
        (["1st {winner}", "2nd {other}: 3 achievements"], Verdict.LEGAL),
        (["1st {other} (6)", "2nd {winner} (3)"], Verdict.ILLEGAL),
        (["1st {winner}", "", "1st {other}"], Verdict.ILLEGAL),
    ],
)
def test_a_ranking_is_copied_with_the_text_of_a_log(rows: list[str], verdict: Verdict) -> None:
    _, winner, other = _page()
    told_rows = "\n".join(rows).format(winner=winner, other=other)
    text = yucata_text(told("base"), None)
    log = read_yucata_text("x", f"{text}{told_rows}\nThanks!")
    assert [unread.text for unread in log.unread] == ["Thanks!"]
    assert replay(log).verdict is verdict
    # In notes of a table, and above the last header, it can be any list of the players.
    last = text.rindex("Move ")
    for notes in (f"Innovation (Table)\n{text}{told_rows}", f"{text[:last]}{told_rows}\n{text[last:]}"):
        log = read_yucata_text("x", notes)
        assert not log.ranked
        assert len(log.unread) == sum(map(bool, rows))


@pytest.mark.parametrize("remark", ["1. {other}", "1. {other}, well played", "1st {other}: thanks", "1st {other}, bye"])
def test_a_remark_below_the_text_of_a_log_is_no_ranking(remark: str) -> None:
    """It was taken for one, and the honest game was illegal."""
    _, _, other = _page()
    log = read_yucata_text("x", f"{yucata_text(told('base'), None)}{remark.format(other=other)}\n")
    assert not log.ranked
    assert replay(log).verdict is Verdict.LEGAL


def test_who_gives_up_does_not_come_first() -> None:
    """The ranking of an honest game contradicted the line of the player who gave up, as if that were the winner."""
    page, winner, other = _page()
    end = page.rindex("<span>")
    start = page.rindex('<div class="move ', 0, page.rindex('<div class="move '))
    rest = page[page.index("</span>", end) :]
    given_up = f'{page[:start]}<div><div><div class="mayClick"><span>{other} resigns{rest}'
    found = _judged(given_up)
    assert [each.how for each in found.log.observations if isinstance(each, Ended)] == ["conceded"]
    assert found.verdict is Verdict.LEGAL_SO_FAR
    forged = _judged(given_up.replace(f"</sup> {winner}", f"</sup> {other}"))
    assert forged.violation is not None
    told = f"only {winner} can come first after {other} conceded"
    assert (forged.violation.rule, forged.violation.expected) == ("end.winner", told)


def test_who_gives_up_loses_together_with_the_team() -> None:
    """Only the player alone was compared, before it was known who plays together."""
    game, winners, losers = _ended_by_a_loser()
    page = yucata_page(game, None)
    begin = page.rindex('<div class="move ')
    line = f'<div><div><div class="mayClick"><span>{losers[0]} resigns</span></div></div></div>'
    for first, verdict in (
        (winners, Verdict.LEGAL_SO_FAR),
        (winners[:1], Verdict.LEGAL_SO_FAR),
        (losers[1:], Verdict.ILLEGAL),
        ([winners[0], losers[1]], Verdict.ILLEGAL),
    ):
        rows = "".join(f'<div class="player">1<sup>st</sup> {name}</div>' for name in first)
        result = f'<div class="extraDiv gameResults">{rows}</div></div></body></html>'
        assert _judged(f"{page[:begin]}{line}{result}").verdict is verdict


@cache
def _ended_by_a_loser() -> tuple[ToldGame, list[str], list[str]]:
    """A game of teams that ends when a loser draws beyond the last age: the names of the winners and of the losers."""
    game = played(RULES["teams"], 2)
    assert game.told is not None
    assert game.ended is not None
    end, names = game.told.told[-1].observation, [seat.name for seat in game.told.seats]
    assert isinstance(end, Ended)
    assert (end.how, end.player in game.ended.winners) == ("score", False)
    winners = [names[seat] for seat in game.ended.winners]
    return game.told, winners, [name for name in names if name not in winners]


def test_who_draws_beyond_the_last_age_need_not_win() -> None:
    """An honest page contradicted itself, as if the line about the end were about the winner."""
    game, winners, losers = _ended_by_a_loser()
    page, end = yucata_page(game, None), "</body>"
    assert page.count(end) == 1
    for first, verdict in ((winners, Verdict.LEGAL), (losers, Verdict.ILLEGAL)):
        rows = "".join(f'<div class="player">1<sup>st</sup> {name}</div>' for name in first)
        assert _judged(page.replace(end, f'<div class="extraDiv gameResults">{rows}</div>{end}')).verdict is verdict


def _reviewed(page: str, *rows: tuple[str, str]) -> Replay:
    """The verdict on a review page with a result: the rank of each player, and the name."""
    entries = [f"<div class='rank'>{rank}</div><div class='name'><a>{name}</a></div>" for rank, name in rows]
    entries = [f"<div class='score-entry'>{entry}<div class='score'>1 500</div></div>" for entry in entries]
    result = f"<div id='game_result'>{''.join(entries)}</div>"
    return replay(read_review_page("x", page.replace("<div id='gamelogs'>", f"{result}<div id='gamelogs'>").encode()))


@pytest.mark.parametrize("viewpoint", [None, 0])
def test_the_result_of_a_review_page_names_the_winner(viewpoint: int | None) -> None:
    """The names in it were read, and their ranks passed over."""
    game = told("base")
    _, winner, other = _page()
    page = review_page(game, viewpoint)
    for rows, verdict in (
        ([("1st", winner), ("2nd", other)], Verdict.LEGAL),
        ([("2.", other), ("1.", winner)], Verdict.LEGAL),
        ([("1er", other), ("2e", winner)], Verdict.ILLEGAL),
        ([("1st", winner), ("1st", other)], Verdict.ILLEGAL),
        # No rank.
        ([("winner", other), ("1 500", winner)], Verdict.LEGAL),
    ):
        assert _reviewed(page, *rows).verdict is verdict


def test_a_result_may_rank_the_players_of_a_team_one_after_the_other() -> None:
    game, winners, losers = _ended_by_a_loser()
    page = review_page(game, None)
    for rows, verdict in (
        ([("1st", winners[1]), ("2nd", winners[0]), ("3rd", losers[0]), ("4th", losers[1])], Verdict.LEGAL),
        ([("1st", name) for name in winners], Verdict.LEGAL),
        ([("1st", losers[0]), *(("2nd", name) for name in winners)], Verdict.ILLEGAL),
    ):
        assert _reviewed(page, *rows).verdict is verdict


@pytest.mark.parametrize(
    ("ranks", "verdict"),
    [
        # The ranks of two winners, and of two losers. None: without a row.
        ((1, 1, 2, 2), Verdict.LEGAL),
        ((1, 2, 4, 3), Verdict.LEGAL),
        ((None, 2, None, 3), Verdict.LEGAL),
        ((None, None, 2, 3), Verdict.LEGAL),
        ((1, 3, 2, 4), Verdict.ILLEGAL),
        ((1, 2, 2, 3), Verdict.ILLEGAL),
        ((2, 3, 4, 4), Verdict.ILLEGAL),
        ((3, 4, 2, 2), Verdict.ILLEGAL),
        ((None, 3, None, 2), Verdict.ILLEGAL),
    ],
)
def test_no_loser_comes_before_a_winner(ranks: tuple[int | None, ...], verdict: Verdict) -> None:
    """Only who comes first was compared, and nothing if nobody does."""
    game, winners, losers = _ended_by_a_loser()
    rows = [(rank, name) for rank, name in zip(ranks, [*winners, *losers], strict=True) if rank is not None]
    assert _reviewed(review_page(game, None), *[(f"{rank}.", name) for rank, name in rows]).verdict is verdict
    shown = "".join(f'<div class="player">{rank}. {name}</div>' for rank, name in rows)
    page = yucata_page(game, None).replace("</body>", f'<div class="extraDiv gameResults">{shown}</div></body>')
    assert _judged(page).verdict is verdict


def test_the_result_of_a_review_page_in_which_a_player_gives_up() -> None:
    page, (_, winner, other) = review_page(told("base"), None), _page()
    start = page.rindex("<div class='smalltext'>")
    page = f"{page[:start]}<div class='gamelogreview whiteblock'>{other} concedes the game.</div></div></body></html>"
    assert _reviewed(page, ("1st", winner), ("2nd", other)).verdict is Verdict.LEGAL_SO_FAR
    # Nobody else is there to win.
    assert _reviewed(page, ("2nd", other)).verdict is Verdict.LEGAL_SO_FAR
    for rows in ([("2nd", winner), ("1st", other)], [("2nd", winner)], [("2nd", other), ("3rd", winner)]):
        assert _reviewed(page, *rows).verdict is Verdict.ILLEGAL


def test_the_end_can_be_written_in_another_language() -> None:
    page, winner, other = _page()
    end = f"<span>{winner} wins with 6 achievements"
    assert end in page
    for name, verdict in ((winner, Verdict.LEGAL), (other, Verdict.ILLEGAL), ("Zorro", Verdict.UNSUPPORTED)):
        found = _judged(page.replace(end, f"<span>{name} gewinnt mit 6 Erfolgen"))
        assert found.verdict is verdict


def test_only_players_go_first_and_end_the_game() -> None:
    """What a line about somebody else says was passed over. It can also be a remark, and accuses nobody."""
    page, _, _ = _page()
    assert page.count("goes first with") == 1
    before, _, after = page.partition(" goes first with")
    assert _judged(f"{before[: before.rindex('>') + 1]}Zorro goes first with{after}").verdict is Verdict.UNSUPPORTED
    text = review_text(told("base"), None)
    for line, verdict in (
        ("Zorro concedes the game.", Verdict.UNSUPPORTED),
        # This is no name, and nobody knows what it means.
        ("The red team concedes the game.", Verdict.LEGAL),
        ("Zorro likes the game.", Verdict.LEGAL),
        ("BOB concedes the game.", Verdict.LEGAL),
    ):
        assert replay(read_review_text("x", f"{text}{line}\n")).verdict is verdict
    # The viewer may be called by name there, and is not elsewhere.
    own = review_text(told("base"), 0)
    assert replay(read_review_text("x", f"{own}Zorro concedes the game.\n")).verdict is Verdict.LEGAL


@pytest.mark.parametrize("viewpoint", [None, 0, 1])
def test_a_player_may_have_taken_another_name_since_the_game(viewpoint: int | None) -> None:
    """A name that only the result has was one more seat, and the honest page was illegal at its opening."""
    game = told("cities")
    names = [seat.name for seat in game.seats]
    winner = _winner(game)
    order = sorted(names, key=lambda name: name != winner)
    page = review_page(game, viewpoint)
    for old in names:
        rows = [(f"{place}.", "Renata" if name == old else name) for place, name in enumerate(order, 1)]
        found = _reviewed(page, *rows)
        assert found.verdict is Verdict.LEGAL
        # If neither the viewer nor one who has another name now is known, nobody knows which of them a row is about.
        known = viewpoint is None or names[viewpoint] == old
        assert [len(found.log.seats), len(found.log.unread)] == [3, 0 if known else 2]
    # With a renamed loser before the winner, the result is wrong all the same.
    forged = _reviewed(review_page(game, None), ("2.", order[0]), ("1.", "Renata"), ("3.", order[2]))
    assert forged.violation is not None
    assert forged.violation.rule == "end.winner"
    # Nobody knows who two people are, but there are no more of them than players.
    assert _reviewed(page, ("1.", order[0]), ("2.", "Renata"), ("3.", "Zorro")).verdict is Verdict.LEGAL
    fourth = _reviewed(page, *[(f"{place}.", name) for place, name in enumerate([*order, "Zorro"], 1)])
    assert fourth.violation is not None
    assert (fourth.violation.rule, len(fourth.log.seats)) == ("record.contradiction", 3)


def test_a_result_names_players_who_have_not_acted_yet() -> None:
    page = review_page(told("cities"), None)
    names = [seat.name for seat in told("cities").seats]
    rows = [(f"{place}.", name) for place, name in enumerate(names, 1)]
    head, *lines = page.split("<div class='gamelogreview whiteblock'>")
    first = next(line for line in lines if " melds " in line)
    begun = f"{head}<div class='gamelogreview whiteblock'>{first}</div></body></html>"
    assert sorted(seat.name for seat in _reviewed(begun, *rows).log.seats) == sorted(names)
    with pytest.raises(UnsupportedLog, match="unknown who plays"):
        _reviewed(begun.replace(first.partition(" ")[0], "Renata"), *rows)


def test_a_viewer_is_called_as_on_the_day_of_the_game() -> None:
    """Where the site calls the viewer by name, that was not the name in the result, and of nobody who plays."""
    game, (_, winner, other) = told("base"), _page()
    page = review_page(game, [seat.name for seat in game.seats].index(other))
    page = page[: page.rindex("<div class='smalltext'>")]
    for line in (f"{other} has 0 <span class='square N icon_1'></span>.", f"{other} concedes the game."):
        page += f"<div class='gamelogreview whiteblock'>{line}</div>"
    found = _reviewed(f"{page}</div></body></html>", ("1st", winner), ("2nd", "Renata"))
    assert (found.verdict, found.log.unread) == (Verdict.LEGAL_SO_FAR, [])


def test_a_ranking_is_copied_with_a_review() -> None:
    """It was not understood, and a forged winner in it was passed over."""
    _, winner, other = _page()
    text = review_text(told("base"), None)
    for first, second, verdict in ((winner, other, Verdict.LEGAL), (other, winner, Verdict.ILLEGAL)):
        log = read_review_text("x", f"{text}1st {first}\n2nd {second} (3)\n")
        assert (replay(log).verdict, log.unread) == (verdict, [])
        last = text.rindex("Move ")
        above = f"{text[:last]}1st {first}\n2nd {second}\n{text[last:]}"
        without_numbers = re.sub(r"^Move .*\n", "", f"{text}1st {first}\n2nd {second}\n", flags=re.MULTILINE)
        for listed in (above, without_numbers, f"Innovation (Table)\n{text}1st {first}\n2nd {second} (3)\n"):
            log = read_review_text("x", listed)
            assert (log.ranked, len(log.unread)) == ((), 2)


@pytest.mark.parametrize(("write", "read"), [(yucata_text, read_yucata_text), (review_text, read_review_text)])
def test_a_ranking_with_points_belongs_to_the_notes_of_a_table(
    write: Callable[[ToldGame, None], str], read: Callable[[str, str], GameLog]
) -> None:
    """A forged winner in it was passed over, as in any list of the players."""
    _, winner, other = _page()
    text = "Innovation (Table)\n" + write(told("base"), None).removeprefix("Innovation\n")
    assert replay(read("x", text)).verdict is Verdict.LEGAL
    for first, second, verdict in ((winner, other, Verdict.LEGAL), (other, winner, Verdict.ILLEGAL)):
        log = read("x", f"{text}1st {first}: 6 achievements\n2nd {second}: 3 achievements\n")
        assert (replay(log).verdict, log.unread) == (verdict, [])
