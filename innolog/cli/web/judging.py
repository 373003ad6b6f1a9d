"""What the site asks of innolog in the browser: verdicts, the page of a game, its review, exports, and links.

Everything goes to and comes from JavaScript as text or bytes. The browser has only the standard library and small pure
packages.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile

from innolog.cli._text import player_sides, rule_and_reason, rules_in_words
from innolog.cli._words import join, short, words_of
from innolog.comparing.sentences import ENDINGS
from innolog.judging.verdicts import Judgement, judge
from innolog.log import UnreadableLog
from innolog.replay import replay
from innolog.results.result import Replay, Verdict
from innolog.support.counting import counted
from parsers import blobs, read_blob, read_logs
from parsers.files import Blob
from parsers.native import links
from parsers.text import CUT
from reports.safe_text import inert, visible

if TYPE_CHECKING:
    from innolog.reviewing import Review

_HEADLINES = {
    Verdict.LEGAL: "This game follows the rules",
    Verdict.LEGAL_SO_FAR: "Everything in this log follows the rules. The game is not over in it",
    Verdict.ILLEGAL: "This log breaks the rules",
    Verdict.UNSUPPORTED: "innolog cannot judge this log",
    Verdict.UNREADABLE: "This is not a game log that innolog can read",
}
#: What the message of an unreadable file says, and what a player can do about it.
_OTHER_FILES = (
    ("found a picture", "This is a picture. innolog reads the log of a game"),
    ("found a document", "This is a document. innolog reads the log of a game"),
    ("found the end of the text", "The file ends too early. Save it again"),
    (f"found {CUT}", "The file ends too early. Save it again"),
    ("found an empty file", "This file is empty. Save it again"),
)
_OTHER_GAME = re.compile(r"^a log of another game \((.*)\)$")
_OTHER_PAGE = re.compile(r'found the page "(.*)" without it$')
_LONGEST = 600
#: The review of the game that is shown, as far as it has come.
_reviews: dict[tuple[str, int, str], Review] = {}
#: What the verdict on an export and the page of a game import, see :func:`prepare`.
_SOON = (
    *("parsers.bga.reader", "innolog.cards.words", *(f"innolog.cards.base.age{age:02}" for age in range(1, 11))),
    *("jinja2", "reports.game", "innolog.cli._page", "reports.winprob.course", "innolog.strategy"),
)
#: The number of deals in which a review tries each answer: with more, a reader waits longer.
_WORLDS = 2


def verdicts(path: str, name: str) -> Iterator[str]:
    """The verdict on each log of a file as JSON (:func:`described`), one after the other.

    ``name`` is what the reader calls the file that lies at ``path``.
    """
    for index, row in enumerate(judge([path])):
        yield json.dumps(described(row, path, name, index))


def is_log(path: str) -> bool:
    """True if a log can be read from the file, also one that innolog cannot judge."""
    return not all(isinstance(found, UnreadableLog) for found in read_logs([path]))


def described(row: Judgement, path: str, name: str, index: int) -> dict[str, object]:
    """A verdict in the words of a player, with texts as all pages show them."""
    verdict = Verdict(row.verdict)
    seats = [short(seat["name"]) for seat in row.seats]
    won = [short(seat["name"]) for seat in row.seats if seat["id"] in row.winners]
    legal = verdict.explained
    headline = next((words for sign, words in _OTHER_FILES if sign in (row.message or "")), _HEADLINES[verdict])
    if (game := _OTHER_GAME.search(row.message or "")) and verdict is Verdict.UNSUPPORTED:
        headline = f"This is a log of another game: {game[1]}"
    elif (game := _OTHER_PAGE.search(row.message or "")) and verdict is Verdict.UNREADABLE:
        headline = f"This page has no game of Innovation in it: {game[1]}"
    if legal and row.not_recorded:
        headline = f"As far as recorded: {headline[0].lower()}{headline[1:]}"
    if verdict is Verdict.ILLEGAL and row.move is not None:
        headline += f" at move {row.move}"
    found: dict[str, object] = {
        "index": index,
        "name": row.source.replace(path, name, 1),
        "verdict": verdict.value,
        "headline": f"{headline}.",
        "players": seats,
        "won": won,
        # The team of each player; empty if everybody plays alone.
        "teams": (row.rules or {}).get("teams") or [],
        "ending": _ending(row, won),
        "rules": rules_in_words(row.rules) if row.rules else "",
        "seen_by": "".join(short(seat["name"]) for seat in row.seats if seat["id"] == row.viewpoint),
        "ended_by": (row.ended_by or "") if legal else "",
        "place": row.place or "",
        "started": row.started_at or "",
        # Several logs of one table are one game.
        "table": f"{row.site} {row.game_id}" if row.game_id else "",
        "actions": counted(row.actions, "action") if row.rules else "",
        "digest": row.digest,
        "notes": _notes(row),
        "has_page": verdict not in (Verdict.UNSUPPORTED, Verdict.UNREADABLE),
    }
    if verdict is Verdict.ILLEGAL:
        expected, observed = row.expected or "", row.observed or ""
        sentence, reason = rule_and_reason(row.rule or "", row.message or "", expected, observed)
        found["sides"] = player_sides(row.rule or "")
        found |= {"rule": row.rule, "sentence": sentence, "reason": reason}
        found |= {"expected": expected, "observed": observed}
    elif not legal:
        found["reason"] = row.message or ""
    shown: dict[str, object] = visible(found, _LONGEST)
    return shown


def page(path: str, index: int, name: str) -> str:
    """The page of the log with this number in a file, as HTML."""
    return _page(_replayed(path, index, name))


def review(path: str, index: int, name: str) -> Iterator[str]:
    """The review of a game action by action, as JSON for its page (:func:`reports.game.review_data`)."""
    from innolog.cli._reviewed import part_of
    from innolog.reviewing import CannotReview, Review, by_action
    from reports.game import review_data

    result = _replayed(path, index, name)
    whole = Review(worlds=_WORLDS)
    _reviews.clear()
    _reviews[path, index, name] = whole
    try:
        for part in by_action(result, worlds=_WORLDS):
            whole.add(part)
            yield json.dumps(review_data(part_of(result, part, whole.actions)))
    except CannotReview as error:
        yield json.dumps(review_data(str(error)))


def export(path: str, index: int, name: str, form: str) -> bytes:
    """A log of a file in another form: ``native``, ``csv`` (one row per action), ``html``, or ``log`` as it came.

    A page has the review as far as it has come.
    Raises :class:`ValueError` with the reason if there is no such form of this game.
    """
    if form == "log":
        return _blob(path, index).data
    result = _replayed(path, index, name)
    if form == "html":
        return _page(result, _reviews.get((path, index, name))).encode("utf-8", "replace")
    if form == "csv":
        return _table(result).encode("utf-8", "replace")
    if form == "native":
        return _native(result).encode()
    raise ValueError(f"there is no form {form}")


def link(path: str, index: int, name: str) -> str:
    """The text of a link that carries the game (:mod:`parsers.native.links`).

    Raises :class:`ValueError` with the reason if the game has no native record.
    """
    return links.to_link(_native(_replayed(path, index, name)))


def from_link(text: str) -> str:
    """The native record in the text of a link. Raises :class:`parsers.native.links.DamagedLink`."""
    return links.from_link(text)


def prepare() -> Iterator[str]:
    """Import what the first verdict and page need, module by module; gives the name of each that was imported.

    A reader who looks for a file does not wait for it then.
    """
    for name in _SOON:
        import_module(name)
        yield name


def _page(result: Replay, found: Review | None = None) -> str:
    # A verdict comes before its page, and does not wait for these.
    from innolog.cli._page import full_page
    from reports.game import render

    page = full_page(result)
    if found is not None and found.actions:
        from innolog.cli._reviewed import on_page

        page = on_page(page, result, found)
    return render(page)


def _native(result: Replay) -> str:
    from innolog.conversion.retelling import NotConvertible, converted, viewpoint_of

    try:
        return converted(result, "native", viewpoint_of(result.log, "native")).text
    except NotConvertible as error:
        raise ValueError(str(error)) from None


def archive(files: str) -> bytes:
    """A zip archive with the files of a JSON list of [name, path]."""
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as opened:
        for name, path in json.loads(files):
            opened.write(path, name)
    return packed.getvalue()


def _blob(path: str, index: int) -> Blob:
    found: Blob | UnreadableLog = next(blob for number, blob in enumerate(blobs([path])) if number == index)
    if not isinstance(found, Blob):
        raise found
    return found


@lru_cache(maxsize=1)
def _replayed(path: str, index: int, name: str) -> Replay:
    """The replay of a log. The last one is kept: page, review and exports of a game come after each other."""
    blob = _blob(path, index)
    # What the page names as its source is what the reader calls the file.
    return replay(read_blob(blob._replace(name=blob.name.replace(path, name, 1))), record=True)


def _ending(row: Judgement, won: list[str]) -> str:
    if row.ended_by is None:
        return ""
    if not won:
        words = "Nobody wins"
    elif len(won) == len(row.seats):
        words = "A draw"
    else:
        words = f"{join(won)} {'wins' if len(won) == 1 else 'win'}"
    return f"{words} {ENDINGS[row.ended_by].told}."


def _notes(row: Judgement) -> list[str]:
    notes = []
    if row.not_recorded:
        notes.append(f"Not recorded: {', '.join(row.not_recorded)}.")
    if row.settled:
        notes.append(f"Not recorded in the source, and filled in with one possibility: {', '.join(row.settled)}.")
    notes += [f"Not understood: {each}" for each in row.unread[:5]]
    return notes


def _table(result: Replay) -> str:
    """One row per action: turn, number of the action, move, player, what happened, and everybody's points."""
    words = words_of(result)
    names = [short(seat.name) for seat in result.log.seats]
    text = io.StringIO()
    writer = csv.writer(text)
    each = ("score", "achievements", "cards in hand")
    writer.writerow(
        ["turn", "action", "move", "player", "what", *(inert(f"{what} {name}") for name in names for what in each)]
    )
    for action in result.actions:
        if action.snapshot is None:
            continue
        numbers: list[object] = []
        for seat, view in enumerate(action.snapshot.players):
            unknown = action.unknown(seat)
            numbers += [
                "" if "score" in unknown else view.score,
                "" if "achievement_ages" in unknown else len(view.achievements),
                "" if "hand" in unknown else len(view.hand),
            ]
        player = inert(names[action.player]) if action.turn else ""
        writer.writerow([action.turn, action.index, action.move, player, inert(words.title(action)), *numbers])
    return text.getvalue()
