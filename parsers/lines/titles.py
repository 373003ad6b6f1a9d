"""What the title of a log states: the edition, the sets and the options in play, and that somebody wrote it down."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from innolog.cards.editions import Edition, Platform, Printing
from innolog.cards.facts import CardSet
from innolog.log import UnreadableLog, UnsupportedLog
from parsers.lines.matching import meanings
from parsers.lines.templates import Table, built_in
from parsers.lines.words import plain
from parsers.text import shorten

#: The languages of the options in a title.
LANGUAGES = ("en", "de")

#: Options without a closing bracket are also accepted.
TITLE = re.compile(
    r"Innovation(?P<ultimate> Ultimate)?(?:\s*\((?P<options>[^)]*)\)?)?(?:\s*#(?P<id>\d{1,15}))?"
    r"(?P<more>(?:[\s,/&+]*#\d{1,15})*)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"#(\d{1,15})")
_BETWEEN_OPTIONS = re.compile(r",|\s\+\s")
_SETS = frozenset(card_set.name.lower() for card_set in CardSet)
#: The meanings of options in a table, in addition to the sets.
_EXTRA_ACHIEVEMENT, _TEAMS, _UNSEEN, _NO_RULE = "extra_achievement", "teams", "unseen", "no_rule"
#: What the title of a game at a table states: that somebody wrote it down, and the options in play.
_TABLE, _RELICS = "table", "relics"
#: Whose rules were played, where these are not the printed ones: the record of a site's game can be written anew.
_RULES_OF = {f"rules_of_{site.value}": site.value for site in (Platform.BGA, Platform.YUCATA)}
_PRINTINGS = {"deluxe": Printing.DELUXE.value, "box_2013": Printing.BOX_2013.value}
_EDITIONS = {f"{edition.value}_edition": edition.value for edition in Edition}
_OPTIONS = frozenset(
    {_EXTRA_ACHIEVEMENT, _TEAMS, _UNSEEN, _NO_RULE, _TABLE, _RELICS, *_PRINTINGS, *_RULES_OF, *_EDITIONS}
)
#: Maximum number of unknown options that are named in a message.
_NAMED_OPTIONS = 5


@dataclass(slots=True)
class Titles:
    """What all titles of a log state. They must not contradict each other.

    ``complete``: True when the options of a title are all those of the game, as on Yucata. Otherwise only what it names
    is stated, unless it is the title of a game at a table.
    """

    source: str
    table: Table | None
    complete: bool = True
    #: The number of the game: that after its name, otherwise another one in a title.
    number: str = ""
    other_number: str = ""
    rules: dict[str, Any] = field(default_factory=dict)
    #: The places of the title with the number, of that with the edition and of that with the options.
    _places: dict[str, str] = field(default_factory=dict)
    #: Titles below the beginning of the log, with their places, after which the log has not gone on so far.
    _below: list[tuple[str, str]] = field(default_factory=list)

    def note(self, place: str, line: str) -> None:
        """Note a line of the log if it is a title with options or a number.

        It counts when the log goes on: what is copied with the end of a log can have the titles of other games.
        """
        match = TITLE.search(line)
        if match is not None and match.end() == len(line) and (match["id"] or match["options"] is not None):
            self._below.append((place, line))

    def go_on(self) -> None:
        """Compare the titles after which the log goes on. Raises errors as :meth:`add` does."""
        below, self._below = self._below, []
        for place, line in below:
            # What such a title alone states does not count.
            replace(self, rules=dict(self.rules), _places=dict(self._places)).add(place, line)

    def add(self, place: str, title: str) -> None:
        """Add what a title states. A title without options in brackets and without a number states at most an edition.

        Raises :class:`~innolog.log.UnreadableLog` if it contradicts itself or another title, and
        :class:`~innolog.log.UnsupportedLog` for an unknown option, because a verdict under other rules would be
        worthless.
        """
        match = TITLE.search(title)
        if match is None:
            return
        meant = _meanings(self.source, place, match["options"] or "", self.table)
        around = f"{title[: match.start()]} {title[match.end() :]}"
        edition = _edition(self.source, place, meant, bool(match["ultimate"]), around, self.table)
        numbers = _NUMBER.findall(f"#{match['id']}{match['more']}" if match["id"] else "")
        for number in numbers:
            self._agree("number", self.number, number, place, title)
            self.number = number
        if not self.other_number and (found := _NUMBER.search(title)):
            self.other_number = found[1]
        if edition:
            self._agree("edition", self.rules.get("edition", ""), edition, place, title)
        has_options = match["options"] is not None
        rules = self._options(place, meant) if has_options or match["id"] else {}
        if has_options:
            if "options" in self._places:
                before = {name: value for name, value in self.rules.items() if name != "edition"}
                self._agree("options", before, rules, place, title)
            # A title with options is more informative than one with only a number.
            self.rules = {name: value for name, value in self.rules.items() if name == "edition"} | rules
            self._places["options"] = place
        elif "options" not in self._places:
            self.rules |= rules
        if edition:
            self.rules["edition"] = edition

    @property
    def game_id(self) -> str:
        """The number of the game; empty if no title has one."""
        return self.number or self.other_number

    def _agree(self, what: str, before: object, now: object, place: str, title: str) -> None:
        if before and before != now:
            raise UnreadableLog(self.source, place, f"the {what} of {self._places[what]}", f'"{shorten(title)}"')
        self._places.setdefault(what, place)

    def _options(self, place: str, meant: frozenset[str]) -> dict[str, Any]:
        """The rules that options mean. Raises :class:`~innolog.log.UnsupportedLog` if they exclude each other."""
        sets, longer, of_table = _SETS & meant, _EXTRA_ACHIEVEMENT in meant, _TABLE in meant
        complete = self.complete or of_table
        stated: dict[str, Any] = {}
        if complete or sets - {"base"}:
            stated["sets"] = sorted({"base", *sets})
        if complete or longer:
            stated["extra_achievement"] = longer
        if _TEAMS in meant:
            stated["teams"] = True
        if _RELICS in meant and "artifacts" not in sets:
            raise UnsupportedLog(self.source, f"{place}: the title names relics, but no Artifacts")
        if of_table or _RELICS in meant:
            stated["relics"] = _RELICS in meant
        site = _only(self.source, place, "sites", meant, _RULES_OF)
        if site or of_table:
            # Who names the rules of a site wrote the record of its game anew.
            stated["platform"] = site or Platform.TABLE.value
        if printing := _only(self.source, place, "printings", meant, _PRINTINGS):
            stated["printing"] = printing
        return stated


def says_table(title: str) -> bool:
    """Whether a line is the title of a game at a table."""
    match = TITLE.fullmatch(title)
    if match is None:
        return False
    known = _known_options(None)
    options = _BETWEEN_OPTIONS.split(match["options"] or "")
    return any(known.get(plain(option).casefold()) == _TABLE for option in options)


def _meanings(source: str, place: str, options: str, table: Table | None) -> frozenset[str]:
    """The meanings of options. Raises :class:`~innolog.log.UnsupportedLog` if one of them is unknown."""
    known = _known_options(table)
    told = [option.strip() for option in _BETWEEN_OPTIONS.split(options)]
    meant = {option: known.get(plain(option).casefold()) for option in told if option}
    if unknown := [f'"{shorten(option)}"' for option, meaning in meant.items() if meaning is None]:
        names = ", ".join(unknown[:_NAMED_OPTIONS])
        raise UnsupportedLog(source, f"{place}: the game has options that innolog does not know ({names})")
    if _UNSEEN in meant.values():
        raise UnsupportedLog(source, f"{place}: a set of the fourth edition that is not implemented (Unseen)")
    return frozenset(meaning for meaning in meant.values() if meaning is not None)


def _edition(
    source: str, place: str, meant: Iterable[str], is_ultimate: bool, around: str, table: Table | None
) -> str | None:
    """The edition that a title names, among its options or in the words ``around``.

    Raises :class:`~innolog.log.UnsupportedLog` for several editions.
    """
    words = " ".join(_WORD.findall(plain(around).casefold()))
    names = {name: meaning for name, meaning in _known_options(table).items() if meaning in _EDITIONS}
    named = {meaning for name, meaning in names.items() if f" {name} " in f" {words} "}
    editions = {_EDITIONS[meaning] for meaning in named.union(meant) if meaning in _EDITIONS}
    if is_ultimate:
        editions.add(Edition.FOURTH.value)
    if len(editions) > 1:
        raise UnsupportedLog(source, f"{place}: the title names several editions ({', '.join(sorted(editions))})")
    return next(iter(editions), None)


def _only(source: str, place: str, what: str, meant: Iterable[str], values: Mapping[str, str]) -> str | None:
    """The one of some options that a title names. Raises :class:`~innolog.log.UnsupportedLog` for several."""
    found = sorted({values[meaning] for meaning in meant if meaning in values})
    if len(found) > 1:
        raise UnsupportedLog(source, f"{place}: the title names several {what} ({', '.join(found)})")
    return found[0] if found else None


def _known_options(table: Table | None) -> dict[str, str]:
    """The meaning of each option, by its name in lower case. A title may be in another language than the log."""
    tables = [built_in(f"yucata-{language}") for language in LANGUAGES]
    found: dict[str, str] = {}
    for each in tables if table is None else [*tables, table]:
        for kind, known in (("sets", _SETS), ("options", _OPTIONS)):
            named = meanings(each.words.get(kind), dict(zip(known, known, strict=True)))
            found |= {name.casefold(): meaning for name, meaning in named.items()}
    return found
