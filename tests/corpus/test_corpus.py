"""Every game of the corpus: legal from every seat and for a spectator, and the states are those of the truth.

The corpus is not part of the project; without it these tests are skipped.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from innolog.cards.facts import back_of, card_table
from innolog.engine.events import Rearranged
from innolog.engine.ruleset import Edition
from innolog.log import GameLog, UnsupportedLog
from innolog.log.merging import merge
from innolog.replay import replay
from innolog.replay.recorded import replay_recorded
from innolog.results.native import recorded
from innolog.results.result import PlayerView, Replay, Snapshot, Verdict
from parsers import read_blob, read_log
from parsers.files import Blob
from parsers.native.reader import read
from parsers.native.writer import lines
from tests.pages import page_fault
from tests.shared import (
    MORE_FOLDERS,
    NEWER_FOLDERS,
    OLDER_FOLDERS,
    UNSUPPORTED_FOLDER,
    CorpusGame,
    corpus,
    load,
    sampled,
)

GAMES = corpus()
ALL_GAMES = [*GAMES, *(game for name in MORE_FOLDERS for game in corpus(name))]

OLDER_GAMES = [game for name in OLDER_FOLDERS for game in corpus(name)]
#: Games with a payment that innolog cannot judge, and the words for it in the verdict.
UNKNOWN_PAYMENTS = {"bga_parley/fourth_base_5p/20001": "a payment under Self Service"}
_OF_NEWER = [game for name in NEWER_FOLDERS for game in corpus(name)]
NEWER_GAMES = [game for game in _OF_NEWER if game.name not in UNKNOWN_PAYMENTS]

#: Zones in which a card can be face down: the log shows its back and place, but perhaps not its face.
_HIDDEN = ("hand", "score", "forecast")

Place = tuple[str, int, int]


def test_the_corpus_is_there(shared_folder: Path) -> None:
    assert len(OLDER_GAMES) >= 157
    assert len(NEWER_GAMES) >= 87
    assert len(GAMES) >= 124
    assert len(ALL_GAMES) >= 324


@pytest.mark.parametrize(
    "game",
    [
        *sampled(ALL_GAMES, 324, many=True),
        *sampled(NEWER_GAMES, 72, many=True),
        *sampled(OLDER_GAMES, 66, many=True),
    ],
    ids=lambda game: game.name,
)
def test_every_export_is_legal_and_its_states_are_true(game: CorpusGame) -> None:
    """The games beside the first folder are those that were judged wrongly once, or are like them."""
    truth = game.truth()
    seats = {player["id"]: seat for seat, player in enumerate(truth["players"])}
    logs = [_log(path) for path in game.exports]
    for log in logs:
        assert [seat.id for seat in log.seats] == [str(player) for player in seats]
        result = replay(log, record=True)
        _compare(result, truth, seats)
        if log is logs[0]:
            # A page takes longer than all verdicts.
            assert not page_fault(result)
    if len(logs) > 1:
        _compare(replay(merge(logs), record=True), truth, seats)


@pytest.mark.parametrize(
    "game", [game for game in _OF_NEWER if game.name in UNKNOWN_PAYMENTS], ids=lambda game: game.name
)
def test_a_payment_with_unknown_consequences_is_unsupported(game: CorpusGame) -> None:
    for path in game.exports:
        result = replay(_log(path))
        assert result.verdict is Verdict.UNSUPPORTED
        assert UNKNOWN_PAYMENTS[game.name] in str(result.reason)


@pytest.mark.parametrize("game", sampled(corpus(UNSUPPORTED_FOLDER), 9, many=True), ids=lambda game: game.name)
def test_the_fourth_edition_with_expansions_is_unsupported_by_name(game: CorpusGame) -> None:
    """Also the beginning of such a log, without the site's list of cards: it is never called illegal."""
    options = game.truth()["options"]
    names = [name for option, name in _EXPANSIONS.items() if options[option] == 2]
    for path in game.exports:
        data = load(path)
        if not names:
            assert replay(_log(path)).verdict is Verdict.LEGAL
            continue
        with pytest.raises(UnsupportedLog) as error:
            _log(path)
        assert f"with {', '.join(names)}, which" in error.value.reason
        del data["gamedatas"]
        for packets in (20, 60, 120):
            cut = json.dumps(data | {"packets": data["packets"][:packets]})
            try:
                result = replay(_read_text(cut))
            except UnsupportedLog as unsupported:
                assert any(name in unsupported.reason for name in names)
            else:
                named = any(name in str(result.reason) for name in names)
                # Before a move shows the edition, it may be the third without the counters that a program removed.
                assert result.verdict is Verdict.LEGAL_SO_FAR or (result.verdict is Verdict.UNSUPPORTED and named)


#: The site's options for expansions of the fourth edition, in the order in which a verdict names them.
_EXPANSIONS = {
    "102": "Artifacts of History",
    "103": "Cities of Destiny",
    "104": "Echoes of the Past",
    "106": "The Unseen",
}


@pytest.mark.parametrize("game", sampled(GAMES, 42, many=True), ids=lambda game: game.name)
def test_the_native_form_plays_again_bit_for_bit(game: CorpusGame) -> None:
    result = replay(_log(game.spectator), record=True)
    text = "\n".join(lines(recorded(result)))
    again = replay_recorded(read("game.innolog", text.encode()), record=True)
    assert again.verdict is result.verdict
    assert [(action.number, action.digest) for action in again.actions] == [
        (action.number, action.digest) for action in result.actions
    ]
    assert [[event for event, _ in action.events] for action in again.actions] == [
        [event for event, _ in action.events] for action in result.actions
    ]


def _log(path: Path) -> GameLog:
    log = read_log(path)
    assert isinstance(log, GameLog)
    return log


def _read_text(text: str) -> GameLog:
    log = read_blob(Blob("export.json", text.encode()))
    assert isinstance(log, GameLog)
    return log


def _compare(result: Replay, truth: dict[str, Any], seats: dict[int, int]) -> None:
    where = result.log.source
    assert result.verdict is Verdict.LEGAL, f"{where}: {result.violation or result.reason}"
    assert result.rules is not None
    assert result.rules.edition.value == _EDITIONS[truth["options"]["101"]] or _fits_both(result)
    # That one more achievement was needed shows only in games that get so far.
    if truth["end"]["how"] == "achievements":
        assert result.rules.achievements_needed == truth["achievements_needed"]
    snapshots = truth["snapshots"]
    moves = {snapshot["after_move_id"] for snapshot in snapshots}
    following = [action.number for action in result.actions[1:]] + [-1]
    # Most folders have no snapshot at the end of a turn before the free action with an Artifact on display.
    actions = [
        action
        for action, number in zip(result.actions, following, strict=True)
        if number != 0 or action.last_move in moves
    ]
    assert len(actions) == len(snapshots)
    #: Seats whose score the site has not counted again since one of their piles was put in a new order.
    stale: set[int] = set()
    for action, true in zip(actions, snapshots, strict=True):
        assert action.snapshot is not None
        message = f"{where}: after action {action.index} ({action.kind} {action.card}, move {action.last_move})"
        _compare_tables(action.snapshot, true, seats, message)
        # At the end of a team game the truth has the team's score, and the counts of the last turn are not reset.
        if true["reason"] != "game_end":
            stale.update(event.owner for event, _ in action.events if isinstance(event, Rearranged))
            # The fourth edition counts nothing in a turn.
            monument = result.rules.edition is not Edition.FOURTH
            _compare_counts(action.snapshot, true, seats, message, stale, monument=monument)
    assert result.ended is not None
    assert result.ended.how == truth["end"]["how"]
    assert sorted(result.winners) == sorted(seats[player] for player in truth["end"]["winners"])


#: Editions by the number of the site's option.
_EDITIONS = {1: "third", 2: "first", 3: "fourth"}


def _fits_both(result: Replay) -> bool:
    """Whether the verdict says that the other edition explains the game, too."""
    words = result.deduced.get("edition", "")
    return "both editions fit" in words or "also explains the log" in words


def _compare_tables(snapshot: Snapshot, true: dict[str, Any], seats: dict[int, int], message: str) -> None:
    """All zones, positions and splays. Cards whose faces the log does not show are compared by back and position."""
    table = card_table()
    expected: dict[Place, Counter[int]] = {}
    faces: dict[tuple[str, int, int, int], int] = {}
    for card, owner, location, position, splay in true["cards"]:
        if owner not in seats:
            continue
        seat = seats[owner]
        if location in _HIDDEN:
            back = back_of(table.set[card], table.age[card], table.relic[card])
            faces[location, seat, back, position] = card
            expected.setdefault((location, seat, 0), Counter())[back] += 1
        elif location == "board":
            view = snapshot.players[seat]
            color = table.color[card]
            assert view.boards[color][position] == card, message
            assert view.splays[color] == (splay or 0), message
            expected.setdefault(("board", seat, color), Counter())[0] += 1
        elif location in ("revealed", "display"):
            assert getattr(snapshot.players[seat], location)[position] == card, message
            expected.setdefault((location, seat, 0), Counter())[0] += 1
    for seat, view in enumerate(snapshot.players):
        for location, cards, backs in _piles(view):
            assert Counter(backs) == expected.get((location, seat, 0), Counter()), message
            positions: Counter[int] = Counter()
            for card, back in zip(cards, backs, strict=True):
                assert card is None or faces[location, seat, back, positions[back]] == card, message
                positions[back] += 1
        for color, pile in enumerate(view.boards):
            assert len(pile) == expected.get(("board", seat, color), Counter()).total(), message
        for location, shown in (("revealed", view.revealed), ("display", view.display)):
            assert len(shown) == expected.get((location, seat, 0), Counter()).total(), message
    junk: Counter[tuple[int, int]] = Counter()
    for card, back in zip(snapshot.junk, snapshot.junk_backs, strict=True):
        # A card in the junk is known by its back and place, a special achievement by itself.
        junk[back, -1 if back else card or 0] += 1
    assert junk == Counter(_in_junk(true)), message
    for key, pile in true["decks"].items():
        card_set, age = map(int, key.split("/"))
        deck = snapshot.decks.get(back_of(card_set, age), ())
        assert len(deck) == len(pile), message
        assert all(mine is None or mine == card for mine, card in zip(deck, pile, strict=True)), message


def _in_junk(true: dict[str, Any]) -> Iterator[tuple[int, int]]:
    table = card_table()
    for card, _, location, _, _ in true["cards"]:
        if location == "junk":
            yield (0, card) if card in table.achievements else (back_of(table.set[card], table.age[card]), -1)


def _piles(view: PlayerView) -> list[tuple[str, tuple[int | None, ...], tuple[int, ...]]]:
    return [
        ("hand", view.hand, view.hand_backs),
        ("score", view.score_pile, view.score_backs),
        ("forecast", view.forecast, view.forecast_backs),
    ]


def _compare_counts(
    snapshot: Snapshot,
    true: dict[str, Any],
    seats: dict[int, int],
    message: str,
    stale: set[int],
    *,
    monument: bool,
) -> None:
    """Scores, icons, achievements, the counts for Monument.

    The site does not count anew what shows on a pile that is put in a new order until its owner's board changes again;
    scores and icons of such a seat are looked at when they agree again.
    """
    for player, seat in seats.items():
        row, view = true["players"][str(player)], snapshot.players[seat]
        if row["eliminated"]:
            continue
        icons = tuple(row["icons"][str(icon)] for icon in range(1, 7))
        assert view.avatars == row["icons"].get("7", 0), message
        if (view.score, view.icons) == (row["score"], icons):
            stale.discard(seat)
        assert seat in stale or (view.score, view.icons) == (row["score"], icons), message
        assert len(view.achievements) == len(row["achievements"]), message
        for mine, real in zip(view.achievements, row["achievements"], strict=True):
            # Flags and fountains have numbers of their own on the site.
            assert mine is None or mine >= 1000 or mine == real, message
        if monument:
            assert (view.tucked, view.scored) == (row["tucked"], row["scored"]), message
