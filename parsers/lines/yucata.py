"""Read the text of a game on Yucata: a saved page, its log panel, or the text copied from it.

No log of Innovation from this site is public. The structure of the panel is that of the site's other games. The
wordings are innolog's own, based on the rulebook's keywords, unless the site's are supplied. The recorded facts are
assumed: faces that the viewer may see, values and sets of hidden cards, splays, activations, who executes which effect,
and that an action begins with the header of a move.

A game at a table that somebody wrote down is read in the same way, if its title says so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from innolog import log as seen
from innolog.cards.editions import Edition, Platform
from innolog.log import (
    Fact,
    GameLog,
    Seat,
    Unread,
    UnreadableLog,
    UnsupportedLog,
)
from parsers.itself import ADDRESS, TITLE_OF_PAGE, agree, itself
from parsers.lines.editions import edition_in
from parsers.lines.headers import Beginnings
from parsers.lines.numbering import check_one_log, compare_order, note_repetition, note_strange
from parsers.lines.opening import check_beginning, numbered_from_one
from parsers.lines.pages import PageLine, page_lines
from parsers.lines.players import (
    LONGEST_NAME,
    MOST_PLAYERS,
    SPELLED_APART,
    check_names,
    find_names,
    spelled_apart,
    those_who_act,
    with_others,
)
from parsers.lines.ranking import Row, named_in, rank, rows_below, without
from parsers.lines.reading import (
    Entry,
    Line,
    LineReader,
    check_length,
    check_tags,
    contradictions,
)
from parsers.lines.templates import Table, built_in
from parsers.lines.titles import LANGUAGES, TITLE, Titles
from parsers.lines.words import plain, spoken, visible
from parsers.seating import in_turn_order
from parsers.text import shorten

RECORDS = frozenset(
    {
        Fact.SPLAYS,
        Fact.ACTIONS,
        Fact.FREE_ACTIONS,
        Fact.EFFECTS,
        Fact.ACTIVATIONS,
        Fact.SHARING_BONUS,
        Fact.NESTED,
        Fact.REMOVALS,
        Fact.ENDING,
    }
)

#: What people who write down a game may leave out from the first to the last line.
_LEFT_OUT = {Fact.EFFECTS: seen.EffectStarted, Fact.SHARING_BONUS: seen.SharingBonus}

#: The effects of figures. If lines are about these alone, nothing is judged from the first dogma action on: the search
#: compares the lines about effects all or not at all.
_OF_FIGURES = frozenset({"inspire", "karma", "decree"})
_HALF_OF_EFFECTS = (
    "no line says who carries out a dogma effect, but lines about effects of figures are written; innolog needs both,"
    " or none"
)

#: Ids of the log panel in the two generations of pages, and classes in it.
PANELS = ("gameLog", "log")
_NAME, _RESULTS, _PLAYER, _GAME_TITLE = "name", "gameResults", "player", "gameTitle"
#: The class of every line of the log, of a header or below one.
_ENTRY = "mayClick"
_PAGE_TITLE = "<title>"

#: "Move 3: Ada", in any language.
_HEADER = re.compile(r"\W?(?P<word>\w{1,20}) ?(?P<move>\d{1,6}) ?: ?(?P<player>.+)")
#: The address of a page of any game, and of one of this game.
_ADDRESS = re.compile(r"/Game/([A-Za-z0-9]{1,40})/(\d{1,12})")
_LINK = re.compile(rb"/Game/(Innovation[A-Za-z]*)/(\d{1,12})")
_OTHER_EDITION = "not fourth"
#: The number of a game in a title.
_NUMBER = re.compile(r"#\d")
#: Number of lines that are used to detect the language of a log.
_SAMPLE = 200


def read_yucata_page(source: str, page: bytes, table: Table | None = None, addresses: Sequence[str] = ()) -> GameLog:
    """The log in a saved page or the HTML of its log panel, in UTF-8. ``addresses`` are those that stand outside of it.

    Raises :class:`~innolog.log.UnreadableLog` if it contains no log of a game or far too much else, and
    :class:`~innolog.log.UnsupportedLog` for sets that innolog does not know.
    """
    check_tags(source, page)
    entries: list[Entry] = []
    results: list[Row] = []
    titles: list[PageLine] = []
    move, number = None, 0
    for line in page_lines(page):
        around = line.around
        if _PAGE_TITLE in around or _GAME_TITLE in around:
            titles.append(line)
        if _RESULTS in around and line.text:
            at = Entry(move, number + 1, line.text, None, line.position).at
            results.append(Row(at, line.text, _PLAYER in around))
            continue
        if not any(panel in around for panel in PANELS):
            if _ENTRY in around and entries:
                # More elements are closed than opened, so the rest of the log would be lost.
                found = f'"{shorten(spoken(line.text))}" outside its panel'
                raise UnreadableLog(source, line.position, "the end of the log", found)
            continue
        if not line.text:
            continue
        number += 1
        header = _HEADER.fullmatch(line.text) if _NAME in around else None
        move = int(header["move"]) if header else move
        player = header["player"] if header else None
        entries.append(Entry(move, number, line.text, player, line.position, line.contradicted))
    own = [found.groups() for found in map(_ADDRESS.search, itself(page, addresses).addresses) if found]
    for game, _ in own:
        if not game.startswith("Innovation"):
            raise UnsupportedLog(source, f"a log of another game ({game})")
    stated = Titles(source, table)
    for title in titles:
        stated.add(f"the title of the page ({title.position})", title.text)
    _check_addresses(source, stated, own)
    # Without an address of its own, it has links to pages of the game. These may be those of other games.
    if linked := own or [(found[1].decode(), found[2].decode()) for found in _LINK.finditer(page)][:1]:
        stated.other_number = linked[0][1]
        stated.rules = {**edition_in(linked[0][0]), **stated.rules}
    log = _read(source, entries, table, stated, results)
    # A script of the reader's own can have translated the name of the game.
    other = [title for title in titles if _NUMBER.search(title.text) and not TITLE.search(title.text)]
    log.unread[:0] = [Unread(Entry(None, 0, title.text, None, title.position).at, title.text) for title in other]
    return log


def _check_addresses(source: str, titles: Titles, own: Sequence[tuple[str, ...]]) -> None:
    """Hold the titles of a page against its addresses. Raises :class:`~innolog.log.UnreadableLog`."""
    numbers = [(ADDRESS, number) for _, number in own]
    agree(source, "number", [*numbers, *([(TITLE_OF_PAGE, titles.number)] if titles.number else [])])
    editions = [(ADDRESS, edition_in(game).get("edition", _OTHER_EDITION)) for game, _ in own]
    if (named := titles.rules.get("edition")) is not None:
        editions.append((TITLE_OF_PAGE, named if named == Edition.FOURTH.value else _OTHER_EDITION))
    agree(source, "edition", editions)


def read_yucata_text(source: str, text: str, table: Table | None = None) -> GameLog:
    """The log in a text copied from the panel. Raises as :func:`read_yucata_page` does."""
    entries: list[Entry] = []
    move = None
    stated = Titles(source, table)
    for number, raw in enumerate(text.splitlines(), 1):
        line = plain(raw)
        if not line:
            continue
        header = _HEADER.fullmatch(line)
        if header is not None and len(header["player"]) > LONGEST_NAME:
            header = None
        if not entries and header is None and TITLE.match(line):
            stated.add(f"line {number}", line)
            continue
        if header is None:
            stated.note(f"line {number}", line)
        else:
            move = int(header["move"])
            stated.go_on()
        player = None if header is None else header["player"]
        entries.append(Entry(move, number, line, player, spelled=visible(raw).partition(":")[2]))
    return _read(source, entries, table, stated, [])


def _read(
    source: str,
    entries: Sequence[Entry],
    table: Table | None,
    titles: Titles,
    results: Sequence[Row],
) -> GameLog:
    check_length(source, len(entries))
    lines = [entry.text for entry in entries if entry.player is None]
    names = list(dict.fromkeys([entry.player for entry in entries if entry.player is not None]))
    if len(names) < 2:
        names += [name for name in named_in(results) if name not in names]
    words = _language(lines, names, table)
    names = with_others(words, names, lines)
    players = those_who_act(words, names, lines)
    if len(players) < len(names):
        players = those_who_act(_with_all_languages(words), names, lines)
    names = players
    at_table = "platform" in titles.rules
    entries = _without_remarks(entries, names, None if at_table else _with_all_languages(words))
    if not results:
        results = rows_below(entries, names, at_table=at_table)
        entries = without(entries, results)
    check_one_log(source, entries)
    _check_headers(source, entries, names)
    check_names(source, names, len(entries))
    log = _observed(source, entries, words, names, at_table=at_table)
    if log.unread:
        words = _with_all_languages(words)
        log = _observed(source, entries, words, names, at_table=at_table)
    acting = [one.player for one in log.observations if isinstance(one, seen.ActionBegan | seen.FreeActionBegan)]
    # Effects are carried out in turn order, too, but not by everybody.
    executing = [one.player for one in log.observations if isinstance(one, seen.EffectStarted)]
    order = in_turn_order(range(len(names)), [], [*acting, *executing])
    if order != list(range(len(names))):
        log = _observed(source, entries, words, [names[seat] for seat in order], at_table=at_table)
    # Before the first action, nothing depends on it.
    log.unseated = tuple(range(len(set(acting)), len(names))) if acting else ()
    stated = titles.rules
    log.game_id, log.team_game = titles.game_id, stated.pop("teams", None)
    log.stated = stated
    end = next((observation for observation in log.observations if isinstance(observation, seen.Ended)), None)
    log.records = RECORDS - {Fact.ENDING} if results and end is None else RECORDS
    if at_table:
        _at_table(log)
    else:
        _on_the_site(log, entries)
    _note_spelling(log, entries)
    note_repetition(log, entries)
    rank(log, results)
    check_beginning(log, len(entries), whole=numbered_from_one(log))
    return log


def _note_spelling(log: GameLog, entries: Sequence[Entry]) -> None:
    """Note the first header whose name is spelled as in none before: it may be the name of another player."""
    headers = [entry for entry in entries if entry.player is not None]
    if (index := spelled_apart([entry.spelled for entry in headers])) is not None:
        note_strange(log, Unread(headers[index].at, SPELLED_APART.format(shorten(headers[index].player or ""))))


def _at_table(log: GameLog) -> None:
    """Complete the log of a game that somebody wrote down. Moves are counted by hand: numbers prove nothing."""
    log.site = Platform.TABLE.value
    told = {type(observation) for observation in log.observations}
    log.records -= {fact for fact, kind in _LEFT_OUT.items() if kind not in told}
    kinds = {each.kind for each in log.observations if isinstance(each, seen.EffectStarted)}
    first = next((each for each in log.observations if isinstance(each, seen.DogmaStarted)), None)
    if kinds and kinds <= _OF_FIGURES and first is not None:
        note_strange(log, Unread(first.at, _HALF_OF_EFFECTS))


def _on_the_site(log: GameLog, entries: Sequence[Entry]) -> None:
    """Complete the log of a game on Yucata."""
    # Every move has one header. If lines were copied, moves may be missing.
    compare_order(log, entries, again=False)
    if log.stated.get("edition") == Edition.FOURTH.value and log.observations:
        # The site says of its fourth edition that it has slightly changed rules.
        note_strange(log, Unread(log.observations[0].at, "the fourth edition as Yucata plays it"))


def _without_remarks(entries: Sequence[Entry], names: Collection[str], table: Table | None) -> list[Entry]:
    """The entries with headers of these players alone; what else looks like a header is a line of the move before.

    The headers of a site begin with one word, or with that of a ``table`` of wordings. At a table (None), people may
    call moves as they like.
    """
    found: list[Entry] = []
    move, header = None, 0
    words = None if table is None else _words_of_headers(entries, names, table)
    for entry in entries:
        player = entry.player if entry.player in names and (words is None or _word(entry) in words) else None
        if player is not None:
            move, header = entry.move, entry.number
        found.append(replace(entry, move=move, player=player, header=header))
    return found


def _words_of_headers(entries: Sequence[Entry], names: Collection[str], table: Table) -> set[str]:
    """The word with which most headers of some players begin, and those of a table of wordings."""
    used = Counter(_word(entry) for entry in entries if entry.player in names)
    known = (plain(wording.literals[0]).casefold() for wording in table.wordings() if wording.key == "move")
    return {*known, *(word for word, _ in used.most_common(1))}


def _word(entry: Entry) -> str:
    """The word with which a header begins."""
    header = _HEADER.fullmatch(entry.text)
    return "" if header is None else header["word"].casefold()


def _check_headers(source: str, entries: Sequence[Entry], names: Collection[str]) -> None:
    """Raise :class:`~innolog.log.UnreadableLog` if most lines are headers with more than a name in them."""
    headers = [entry for entry in entries if entry.player is not None]
    if len(names) > MOST_PLAYERS and len(names) > len(entries) - len(headers):
        expected = 'headers such as "Move 3: Ann", and what happened on lines below them'
        raise UnreadableLog(source, str(headers[0].at), expected, f'"{shorten(headers[0].text)}"')


def _with_all_languages(words: Table) -> Table:
    """The wordings with those of the other languages: single lines may be in one of these."""
    for language in LANGUAGES:
        words = words.over(built_in(f"yucata-{language}"))
    return words


def _language(lines: Sequence[str], names: Sequence[str], table: Table | None) -> Table:
    """The wordings that match most of the first lines, preceded by the supplied ones."""
    best: tuple[int, Table] | None = None
    for language in LANGUAGES:
        words = built_in(f"yucata-{language}")
        if table is not None:
            words = table.over(words)
        known = [*names] if len(names) > 1 else find_names(words, lines)
        reader = LineReader(words, known)
        explained = sum(reader.said(line) is not None for line in lines[:_SAMPLE])
        if best is None or explained > best[0]:
            best = explained, words
    assert best is not None
    return best[1]


def _observed(source: str, entries: Sequence[Entry], table: Table, names: Sequence[str], *, at_table: bool) -> GameLog:
    reader = LineReader(table, names)
    reader.at_table = at_table
    seats = {name: seat for seat, name in enumerate(names)}
    beginnings = Beginnings(names, at_table=at_table)
    log = GameLog(source, "yucata", "", [Seat(name, name) for name in names], beginnings.observations)
    for entry in entries:
        player = None if entry.player is None else seats[entry.player]
        line = reader.read(entry.at, entry.text) if player is None else Line()
        if line.said is not None and line.said.key == "move":
            # A header in words that were supplied.
            player = line.said.values["player"]
        if player is not None:
            beginnings.head(entry.at, player)
            reader.begin_move(player)
        elif line.unread is not None:
            beginnings.miss(line.unread)
            log.unread.append(line.unread)
        for told in line.observations:
            beginnings.add(told)
    note_strange(log, reader.strange)
    log.inconsistencies = [*reader.inconsistencies, *beginnings.inconsistencies, *contradictions(entries)]
    return log
