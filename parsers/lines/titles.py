"""What the title of a log states: the edition, the sets and the options in play, and that somebody wrote it down."""

from __future__ import annotations

import re
from typing import Any

from innolog.cards.editions import Edition, Platform, Printing
from innolog.cards.facts import CardSet
from innolog.log import UnsupportedLog
from parsers.lines.editions import edition_in
from parsers.lines.matching import meanings
from parsers.lines.templates import Table, built_in
from parsers.lines.words import plain
from parsers.text import shorten

#: The languages of the options in a title.
LANGUAGES = ("en", "de")

#: Options without a closing bracket are also accepted.
TITLE = re.compile(r"Innovation(?P<ultimate> Ultimate)?(?:\s*\((?P<options>[^)]*)\)?)?(?:\s*#(?P<id>\d{1,12}))?")
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


def stated_by(source: str, place: str, title: str, table: Table | None) -> tuple[str, dict[str, Any], bool]:
    """The game's number, the rules that a title states, and whether it has options in brackets.

    A title with neither options nor a number states nothing.

    Raises :class:`~innolog.log.UnsupportedLog` for an unknown option, because a verdict under other rules would be
    worthless.
    """
    match = TITLE.search(title)
    if match is None:
        return "", {}, False
    known = _known_options(table)
    told = [option.strip() for option in _BETWEEN_OPTIONS.split(match["options"] or "")]
    meant = {option: known.get(plain(option).casefold()) for option in told if option}
    if unknown := [f'"{shorten(option)}"' for option, meaning in meant.items() if meaning is None]:
        names = ", ".join(unknown[:_NAMED_OPTIONS])
        raise UnsupportedLog(source, f"{place}: the game has options that innolog does not know ({names})")
    editions = {_EDITIONS[meaning] for meaning in meant.values() if meaning in _EDITIONS}
    editions.update(edition_in(match["ultimate"] or "").values())
    if len(editions) > 1:
        raise UnsupportedLog(source, f"{place}: the title names several editions ({', '.join(sorted(editions))})")
    if _UNSEEN in meant.values():
        raise UnsupportedLog(source, f"{place}: a set of the fourth edition that is not implemented (Unseen)")
    stated: dict[str, Any] = {}
    if editions:
        stated["edition"] = min(editions)
    has_options = match["options"] is not None
    if has_options or match["id"] is not None:
        sets = {"base", *_SETS.intersection(meant.values())}
        stated |= {"sets": sorted(sets), "extra_achievement": _EXTRA_ACHIEVEMENT in meant.values()}
        if _TEAMS in meant.values():
            stated["teams"] = True
        if _TABLE in meant.values():
            sites = [_RULES_OF[meaning] for meaning in meant.values() if meaning in _RULES_OF]
            stated["platform"] = sites[0] if len(sites) == 1 else Platform.TABLE.value
            stated["relics"] = _RELICS in meant.values()
        printings = [_PRINTINGS[meaning] for meaning in meant.values() if meaning in _PRINTINGS]
        if len(printings) == 1:
            stated["printing"] = printings[0]
    return match["id"] or "", stated, has_options


def _known_options(table: Table | None) -> dict[str, str]:
    """The meaning of each option, by its name in lower case. A title may be in another language than the log."""
    tables = [built_in(f"yucata-{language}") for language in LANGUAGES]
    found: dict[str, str] = {}
    for each in tables if table is None else [*tables, table]:
        for kind, known in (("sets", _SETS), ("options", _OPTIONS)):
            named = meanings(each.words.get(kind), dict(zip(known, known, strict=True)))
            found |= {name.casefold(): meaning for name, meaning in named.items()}
    return found
