"""Read the text of a game on Board Game Arena: a saved review or replay page, its log panel, or text copied from it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from innolog import log as seen
from innolog.cards.editions import Platform
from innolog.log import Fact, GameLog, Seat, Unread, UnreadableLog, UnsupportedLog
from parsers.itself import agree, itself
from parsers.lines.bga import bga_lines, bga_table
from parsers.lines.editions import note_generation, says_newer
from parsers.lines.matching import Said
from parsers.lines.numbering import check_one_log, compare_order, note_repetition, note_strange
from parsers.lines.opening import begins_with_choices, check_beginning, numbered_from_one
from parsers.lines.pages import page_lines
from parsers.lines.players import (
    ACTIONS,
    STATEMENTS,
    check_names,
    check_spelling,
    find_names,
    place_of_all,
    speaks_of,
    with_others,
)
from parsers.lines.ranking import Row, names_of_the_log, rank, rows_below, without
from parsers.lines.reading import (
    Entry,
    LineReader,
    check_length,
    check_tags,
    contradictions,
)
from parsers.lines.shown import without_shown
from parsers.lines.templates import Table
from parsers.lines.titles import Titles
from parsers.lines.words import plain, spoken
from parsers.seating import in_turn_order
from parsers.text import shorten

#: Classes and ids of the page.
_LINE, _HEADER = "gamelogreview", "smalltext"
_MOVE_BLOCK = re.compile(r"replaylogs_move_(\d{1,6})$")
_TITLE, _PLAYER_NAME, _RANK, _RESULT = "reviewtitle", "name", "rank", "game_result"
#: The rank of a player in the result, in any language: "1st", "2.".
_RANKED = re.compile(r"(\d{1,2})\W?[^\W\d]{0,3}\W?")
_OF_REVIEW = "the title of the review"
_GAME = "innovation"
#: The number in a title of the review: that after the game's name, otherwise the first one.
_NUMBERS = (re.compile(r"innovation\b.{0,200}?#(\d{1,15})", re.IGNORECASE), re.compile(r"#(\d{1,15})"))

#: The header of a move in any language, and other parts of the panel: dates and clocks.
_MOVE = re.compile(r"\w{1,20} ?(\d{1,6}|null) ?:.{0,40}")
_CLOCK = re.compile(r"(?:.{0,40} )?[+-]?[\d/.,:\- ]*\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?")

#: The title above a copied log. In brackets are the options of a game at a table in the words of the site.
_TITLE_LINE = re.compile(
    r"(?:.{0,40} )?innovation(?: ultimate)?(?: ?\([^()]{0,200}\))?(?:[ ,/&+]*#\d{1,15})*", re.IGNORECASE
)

#: The kinds of fact that the site's text always records. It may also record passes and splays.
RECORDS = frozenset(
    {
        Fact.EFFECTS,
        Fact.ICON_COUNTS,
        Fact.ACTIVATIONS,
        Fact.SHARING_BONUS,
        Fact.NESTED,
        Fact.REMOVALS,
        Fact.CHOICES,
        Fact.ENDING,
    }
)
#: Minimum share (0 to 1) of lines to "You" with a twin about a name; with more, this is no coincidence.
_DOUBLED = 0.8
_NOBODY_IS_CALLED = "\ue002"
#: Minimum share (0 to 1) of moves with two equal halves; with more, all moves are repeated. The last may be cut off.
_HALVED = 0.9


#: A line of the log, and its statement.
_Line = tuple[Entry, Said | None]


def read_review_page(source: str, page: bytes, table: Table | None = None, addresses: Sequence[str] = ()) -> GameLog:
    """The log in a saved page (or piece of one) in UTF-8. ``addresses`` are those of it that stand outside of it.

    Raises :class:`~innolog.log.UnreadableLog` if there is no line of a game or far too much else, and
    :class:`~innolog.log.UnsupportedLog` for a game other than Innovation.
    """
    check_tags(source, page)
    entries: list[Entry] = []
    #: The rank, name and position of each player in the result.
    ranked: list[tuple[str, str, str]] = []
    #: The lines of the titles of the review.
    heads: list[str] = []
    rows: list[Row] = []
    move, number, place, header = None, 0, "", 0
    for line in page_lines(page):
        around = line.around
        if _LINE in around:
            block = next((match for word in around if (match := _MOVE_BLOCK.fullmatch(word))), None)
            number += 1
            stands = int(block[1]) if block else move
            entries.append(Entry(stands, number, line.text, None, line.position, line.contradicted, header))
        elif _HEADER in around and (match := _MOVE.fullmatch(line.text)):
            move = int(match[1]) if match[1] != "null" else None
            header = number + 1
        elif _TITLE in around:
            heads.append(line.text)
        elif _RESULT in around and _RANK in around:
            match = _RANKED.fullmatch(line.text)
            place = match[1] if match else ""
        elif _RESULT in around and _PLAYER_NAME in around:
            ranked.append((place, plain(line.text), line.position))
            place = ""
    title = " ".join(heads)
    if title and _GAME not in title.lower():
        raise UnsupportedLog(source, f"a log of another game ({shorten(title)})")
    titles = Titles(source, table, complete=False)
    titles.add(_OF_REVIEW, title)
    of_page = itself(page, addresses)
    told = [(_OF_REVIEW, found) for found in map(_number_in, heads) if found]
    agree(source, "number", [*told, *of_page.titled(), *of_page.numbers()])
    named = list(dict.fromkeys(name for _, name, _ in ranked if name))
    log = _read(source, entries, table, titles, named)
    names = names_of_the_log(named, [seat.name for seat in log.seats])
    for rank_of, name, position in ranked:
        # The result is of the end of the game, wherever it stands in the page.
        at = Entry(move, number + 1, "", None, position).at
        if (of_log := names.get(name)) is None:
            log.unread.append(Unread(at, shorten(spoken(f"{rank_of} {name}"), 120)))
        elif rank_of:
            rows.append(Row(at, f"{rank_of} {of_log}", of_player=True))
    rank(log, rows, one_by_one=True)
    return log


def _number_in(title: str) -> str:
    """The number of the game that a title of the review names; empty if there is none."""
    return next((found[1] for pattern in _NUMBERS if (found := pattern.search(title))), "")


def read_review_text(source: str, text: str, table: Table | None = None) -> GameLog:
    """The log in a text copied from a review page, or of a game at a table if its title says so.

    Raises as :func:`read_review_page` does, and :class:`~innolog.log.UnsupportedLog` for unknown options in the title.
    """
    entries: list[Entry] = []
    move, header, titles = None, 0, Titles(source, table, complete=False)
    for number, raw in enumerate(text.splitlines(), 1):
        line = plain(raw)
        if not (entries or move) and _TITLE_LINE.fullmatch(line):
            titles.add(f"line {number}", line)
            continue
        if not line or _CLOCK.fullmatch(line):
            continue
        if match := _MOVE.fullmatch(line):
            move = int(match[1]) if match[1] != "null" else None
            header = number
            titles.go_on()
        else:
            entries.append(Entry(move, number, line, header=header))
            titles.note(f"line {number}", line)
    check_length(source, len(entries))
    check_spelling(source, bga_table(table), text.splitlines())
    return _read(source, entries, table, titles, [])


def _read(
    source: str,
    entries: Sequence[Entry],
    table: Table | None,
    titles: Titles,
    named: Sequence[str],
) -> GameLog:
    """The log of some lines."""
    check_length(source, len(entries))
    check_one_log(source, entries)
    words = bga_table(table)
    found = with_others(words, [], [entry.text for entry in entries], 1 if _says_you(words, entries) else 2)
    if (doubt := speaks_of(words, (entry.text for entry in entries), found)) is not None:
        raise UnsupportedLog(source, doubt)
    names, viewpoint, doubled = _players(source, words, entries, found, named)
    check_names(source, names, len(entries))
    results = [] if named or not entries[-1].header else rows_below(entries, names, at_table="platform" in titles.rules)
    entries = without(entries, results)
    reader = bga_lines(names, viewpoint, table)
    said = [reader.said(entry.text) for entry in entries]
    order = _order(said, len(names))
    if order != list(range(len(names))):
        names = [names[seat] for seat in order]
        viewpoint = None if viewpoint is None else order.index(viewpoint)
        reader = bga_lines(names, viewpoint, table)
        said = [reader.said(entry.text) for entry in entries]
    seats = [Seat(name, name) for name in names]
    if viewpoint is not None and names[viewpoint] in words.words.get("you", ()):
        seats[viewpoint] = replace(seats[viewpoint], addressed=True)
    log = GameLog(source, "bga", titles.game_id, seats, [], viewpoint)
    reader.newer = any(says_newer(one) for one in said if one is not None)
    records = set(RECORDS)
    once = _once(entries, said, viewpoint, doubled)
    for entry, words_said in once:
        _tell(log, reader, entry, words_said, records)
    log.records = frozenset(records)
    log.team_game = titles.rules.pop("teams", None)
    if "platform" in titles.rules:
        # Nobody on the site played it.
        log.site = Platform.TABLE.value
    else:
        note_generation(log, filter(None, said))
        draws = any(one is not None and one.key.startswith("draw.") for one in said)
        # The newer code says of each where the card goes. The words of another table need not have that.
        log.in_older_words = table is None and draws and "platform" not in log.stated
        if reader.newer:
            log.observations = without_shown(log.observations)
    log.stated |= titles.rules
    if any(_tells_of_teams(words, entry, one) for entry, one in zip(entries, said, strict=True)):
        log.team_game = True
    log.inconsistencies = reader.inconsistencies
    log.inconsistencies += contradictions(entries)
    note_strange(log, reader.strange)
    compare_order(log, entries)
    # A site that writes every move twice for its viewer has not pasted it.
    note_repetition(log, [entry for entry, _ in once])
    rank(log, results, one_by_one=True)
    _check_beginning(log, len(entries), said)
    return log


def _check_beginning(log: GameLog, lines: int, said: Sequence[Said | None]) -> None:
    """Reject a log as :func:`~parsers.lines.opening.check_beginning` does, and one of a table in other words."""
    on_site = log.site != Platform.TABLE.value
    if not on_site and log.unread and not log.observations:
        # A table's own words stand below lines that name who acts. With these, another reader has the log.
        numbered = 'numbered lines that name who acts, such as "Move 3: Ann"'
        raise UnreadableLog(log.source, place_of_all(lines), numbered, "none")
    check_beginning(log, lines, whole=numbered_from_one(log) or (on_site and begins_with_choices(said)))


def _players(
    source: str, words: Table, entries: Sequence[Entry], found: Sequence[str], named: Sequence[str]
) -> tuple[list[str], int | None, bool]:
    """The names of the players, the viewpoint, and whether the log repeats with a name what it says to "You".

    ``found`` are the names in the lines, ``named`` those in the result. A player may have taken another name since the
    game, so these fill up only players whom no line names: the viewer, or who has not acted yet.

    Raises :class:`~innolog.log.UnsupportedLog` if it is unknown which of them are such players.
    """
    lines = [entry.text for entry in entries]
    you = _says_you(words, entries)
    unsaid = [name for name in named if name not in found]
    every = bool(unsaid) and _all_chose(words, lines, found)
    if len(found) + len(unsaid) != len(named) or (every and len(unsaid) > bool(you)):
        if not every and len(named) > len(found) + bool(you):
            raise UnsupportedLog(source, "lines and result name other players, so that it is unknown who plays")
        unsaid = []
    if not you or len(unsaid) > 1:
        return [*found, *unsaid], len(found) if you else None, False
    twin = None if unsaid else _twin(words, entries, found)
    if twin is not None:
        return list(found), twin, True
    # Occasionally the site uses the name.
    slips = [*find_names(words, lines, STATEMENTS), *find_names(words, lines, ("name_player",), "other")]
    others = [name for name in dict.fromkeys(slips) if name not in found]
    own = others if len(others) == 1 else unsaid or [you]
    return [*found, *own], len(found), False


def _all_chose(words: Table, lines: Sequence[str], found: Sequence[str]) -> bool:
    """Whether lines show who plays: some players chose their first card, and these are all who act afterwards."""
    chose = find_names(words, lines, ("choose_card",))
    later = find_names(words, lines, [key for key in ACTIONS if key != "choose_card"])
    return bool(later) and {*chose} == {*found}


def _tell(log: GameLog, reader: LineReader, entry: Entry, said: Said | None, records: set[Fact]) -> None:
    line = reader.tell(entry.at, entry.text, said)
    if line.unread is not None:
        log.unread.append(line.unread)
    for observation in line.observations:
        log.observations.append(observation)
        if isinstance(observation, seen.Splay):
            records.add(Fact.SPLAYS)
        elif isinstance(observation, seen.Passed):
            records.add(Fact.PASSES)


def _tells_of_teams(table: Table, entry: Entry, said: Said | None) -> bool:
    """Whether a line says that a team won. If one player won, it does not say anything about teams."""
    ends = said is not None and said.key.startswith("end.")
    return ends and any(word in entry.text for word in table.words.get("team", ()))


# --- who plays -------------------------------------------------------------------------------------------------------


def _says_you(table: Table, entries: Sequence[Entry]) -> str:
    """The word with which the log addresses its viewer; empty if it addresses nobody."""
    openings = tuple(f"{word} " for word in table.words.get("you", ()))
    return next((entry.text.partition(" ")[0] for entry in entries if entry.text.startswith(openings)), "")


def _twin(table: Table, entries: Sequence[Entry], names: Sequence[str]) -> int | None:
    """The player about whom the log repeats what it says to "You", if there is one."""
    reader = LineReader(table, [*names, _NOBODY_IS_CALLED], len(names))
    lines: list[_Line] = [(entry, reader.said(entry.text)) for entry in entries]
    twins = [0] * len(names)
    addressed = 0
    for move in _moves(lines):
        half, odd = divmod(len(move), 2)
        for index, (_, one) in enumerate(move):
            if one is None or not one.to_you:
                continue
            addressed += 1
            # The line before, the line after, and, if a whole move is repeated, the line in its other half.
            places = {index - 1, index + 1} if odd else {index - 1, index + 1, (index + half) % len(move)}
            near = [move[place][1] for place in places if 0 <= place < len(move)]
            others = [other for other in near if other is not None and _same_kind(one, other)]
            for seat in {other.values.get("player") for other in others}:
                if seat is not None and seat < len(names):
                    twins[seat] += 1
    best = max(range(len(names)), key=twins.__getitem__, default=None)
    return best if best is not None and addressed and twins[best] >= _DOUBLED * addressed else None


def _moves(lines: Sequence[_Line]) -> list[list[_Line]]:
    """The lines by move."""
    return [list(move) for _, move in groupby(lines, key=lambda line: line[0].move)]


def _order(said: Sequence[Said | None], players: int) -> list[int]:
    """Seats in turn order, inferred from counts of icons, otherwise from the order in which the players act."""
    counted: list[int] = []
    for one in said:
        if one is not None and one.key == "icons":
            seat = one.values["player"]
            if seat not in counted:
                counted.append(seat)
        elif counted:
            break
    acting: dict[int, None] = {}
    for one in said:
        if one is not None and one.key == "first_player":
            acting = {}
        if one is not None and one.key != "choose_card" and one.values.get("player") is not None:
            acting.setdefault(one.values["player"])
    return in_turn_order(range(players), counted, acting)


# --- repeated lines --------------------------------------------------------------------------------------------------


def _once(entries: Sequence[Entry], said: Sequence[Said | None], viewpoint: int | None, doubled: bool) -> list[_Line]:
    """The lines without repetitions: the site may write everything twice for a viewer, to "You" and about the name.

    Either every move is repeated as a whole, to the viewer and to all, or the two lines are adjacent. If nearly all
    lines to "You" are ``doubled``, so are those about "your" cards.
    """
    lines: list[_Line] = list(zip(entries, said, strict=True))
    if viewpoint is None:
        return lines
    moves = _moves(lines)
    halved = [_halves(move, viewpoint) for move in moves]
    pairs = [pair for halves in halved for pair in halves or ()]
    if sum(halves is not None for halves in halved) >= _HALVED * len(moves) and any(
        _addressed(one[1]) != _addressed(other[1]) for one, other in pairs
    ):
        whole = zip(moves, halved, strict=True)
        return [
            line
            for move, halves in whole
            for line in (move if halves is None else [_richer(one, other) for one, other in halves])
        ]
    result: list[_Line] = []
    for line in lines:
        before = result[-1] if result else None
        if (
            before is not None
            and before[0].move == line[0].move
            and _twins(before[1], line[1], viewpoint)
            and (_addressed(before[1]) != _addressed(line[1]) or (doubled and _say_the_same(before, line)))
        ):
            result[-1] = _richer(before, line)
        else:
            result.append(line)
    return result


def _halves(move: Sequence[_Line], viewpoint: int) -> list[tuple[_Line, _Line]] | None:
    """The lines of a move in pairs, if its second half repeats the first."""
    half, odd = divmod(len(move), 2)
    pairs = list(zip(move[:half], move[half:], strict=False))
    return None if odd or not all(_twins(one[1], other[1], viewpoint) for one, other in pairs) else pairs


def _addressed(said: Said | None) -> bool:
    return said is not None and said.to_you


def _same_kind(one: Said, other: Said) -> bool:
    """Whether the other line may repeat a line to "You": they are of the same kind and otherwise equal."""
    if other.to_you or one.key.partition(".")[0] != other.key.partition(".")[0]:
        return False
    common = one.values.keys() & other.values.keys() & _SAME_FOR_ALL
    return all(one.values[name] == other.values[name] for name in common)


#: The facts that are the same in a line to the viewer and in the line to all. The owner of "your" hand may be unknown.
_SAME_FOR_ALL = frozenset({"card", "count", "number", "icon", "color", "colors", "effect", "set"})


def _twins(one: Said | None, other: Said | None, viewpoint: int) -> bool:
    """Whether two lines may state the same fact."""
    if one is None or other is None:
        return one is other
    if one.key.partition(".")[0] != other.key.partition(".")[0]:
        return False
    return bool(one.values.get("player") == other.values.get("player")) and (
        one.to_you == other.to_you or one.values.get("player") == viewpoint
    )


def _say_the_same(one: _Line, other: _Line) -> bool:
    """Whether one line says about "your" cards what the other says about the cards of the named player."""
    if one[1] is None or other[1] is None or one[0].text == other[0].text:
        return False
    common = one[1].values.keys() & other[1].values.keys()
    return all(one[1].values[name] == other[1].values[name] for name in common)


def _richer(one: _Line, other: _Line) -> _Line:
    """The one of two lines about the same fact that names the card; the place is the first one's."""
    if one[1] is not None and other[1] is not None and "card" in other[1].values and "card" not in one[1].values:
        return replace(other[0], number=one[0].number, header=one[0].header), other[1]
    return one
