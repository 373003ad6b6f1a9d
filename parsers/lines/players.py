"""Find the names of the players in lines, before the lines can be read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from innolog.log import UnreadableLog, UnsupportedLog
from parsers.lines.keys import MOVEMENTS
from parsers.lines.matching import Matcher
from parsers.lines.templates import Table, Wording
from parsers.lines.words import letters, plain, spelling
from parsers.text import shorten

#: Wordings that always begin with a player.
ACTIONS = (
    "choose_card",
    "dogma",
    "endorse",
    "pass",
    *(f"{key}.{how}" for key in MOVEMENTS for how in ("open", "hidden")),
)
STATEMENTS = ("icons", "effect", "effect_again", "eliminate")
#: Statements that can be about players alone.
_OF_PLAYERS = ("end.", "first_player")
#: No name of a player in a text is longer; a longer piece of a line is a sentence.
LONGEST_NAME = 100
_LONGEST_LINE = 300
#: More players than this have no game.
MOST_PLAYERS = 10
#: If headers have more names than this, they are no headers with a few remarks among them.
_MOST_NAMES = 50


def find_names(
    table: Table, lines: Iterable[str], keys: Collection[str] = ACTIONS, placeholder: str = "player"
) -> list[str]:
    """The players in the lines, in the order of their first line; empty if no player acts.

    Everybody chooses a card at the beginning, and melds it; if that is recorded, it shows who plays. Otherwise the
    players are those who begin a line with one of ``keys``, or who are at the place of ``placeholder`` in its wording.
    """
    you = {plain(word) for word in table.words.get("you", ())}
    wordings = sorted(
        (
            wording
            for wording in table.wordings()
            if wording.key in keys
            and placeholder in wording.placeholders
            and not wording.literals[0]
            and wording.placeholders[0] in ("player", "you")
        ),
        key=lambda wording: wording.specificity,
    )
    opened: dict[str, None] = {}
    acting: dict[str, None] = {}
    opening = False
    # Equal lines say the same. Texts of a game repeat them by the hundred, and hostile ones much more often.
    for line in dict.fromkeys(lines):
        if len(line) > _LONGEST_LINE:
            continue
        for wording in wordings:
            name = _pieces(wording, line).get(placeholder, "")
            if not name or name in you or len(name) > LONGEST_NAME:
                continue
            acting.setdefault(name)
            chooses = wording.key == "choose_card"
            opening = chooses or (opening and wording.key.startswith("meld."))
            if opening:
                opened.setdefault(name)
            break
    names = list(opened) if len(opened) > 1 else [*opened, *(name for name in acting if name not in opened)]
    return names[:MOST_PLAYERS]


def with_others(table: Table, names: Sequence[str], lines: Sequence[str], at_least: int = 2) -> list[str]:
    """Some players and, while there are fewer than ``at_least``, those who act in lines, then those of statements."""
    found = list(names)
    for keys in (ACTIONS, STATEMENTS):
        if len(found) < at_least:
            found += [name for name in find_names(table, lines, keys) if name not in found]
    return found


def those_who_act(table: Table, names: Sequence[str], lines: Iterable[str]) -> list[str]:
    """Those of some names that a line is about, in whatever case; all of them if lines are about fewer than two.

    Somebody may have written a remark, or misspelled a name, in the form of a header.
    """
    if len(names) > _MOST_NAMES:
        return list(names)
    matcher = Matcher(table, names)
    idle = {plain(name): name for name in names}
    for line in dict.fromkeys(lines):
        if not idle:
            break
        if any(name in line for name in idle) and (said := matcher.match(line)) is not None:
            seat = said.values.get("player", said.values.get("owner"))
            idle.pop("" if seat is None else plain(names[seat]), None)
    found = {name.casefold() for name in names if name not in idle.values()}
    return [name for name in names if name.casefold() in found] if len(found) > 1 else list(names)


def place_of_all(lines: int) -> str:
    """The place of what is missing in a whole text."""
    return f"lines 1 to {lines}" if lines else "the whole text"


def check_names(source: str, names: Collection[str], lines: int) -> None:
    """Raise :class:`~innolog.log.UnsupportedLog` if two names differ only in case: it is uncertain whose they are.

    Raises :class:`~innolog.log.UnreadableLog` if the number of ``lines`` has too many names.
    """
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(name.casefold(), name)
        if other != name:
            both = f"{shorten(other)} and {shorten(name)}"
            raise UnsupportedLog(source, f"names that differ only in capital letters ({both}), perhaps of one player")
    if len(names) > MOST_PLAYERS:
        most = f"lines about at most {MOST_PLAYERS} players"
        raise UnreadableLog(source, place_of_all(lines), most, f"{len(names)}")


def check_spelling(source: str, table: Table, lines: Iterable[str]) -> None:
    """Raise :class:`~innolog.log.UnsupportedLog` if names in lines differ only in characters that are read alike.

    ``lines`` are as they stand in the source.
    """
    spelled = [spelling(line) for line in lines]
    if all(line == plain(line) for line in spelled):
        return
    names = [*find_names(table, spelled), *find_names(table, spelled, ("name_player",), "other")]
    if (index := spelled_apart(names)) is not None:
        raise UnsupportedLog(source, SPELLED_APART.format(shorten(plain(names[index]))))


#: Why it is not certain who acts, with a name.
SPELLED_APART = (
    "names that differ only in hyphens, apostrophes, quotation marks, spaces or how accents are composed ({}), so that"
    " lines do not say who acts"
)


def spelled_apart(names: Sequence[str]) -> int | None:
    """The index of the first name that differs from one before only in characters that are read alike."""
    seen: dict[str, str] = {}
    stripped = (name.strip() for name in names)
    return next((i for i, name in enumerate(stripped) if seen.setdefault(plain(name), name) != name), None)


def about_players(table: Table) -> list[Wording]:
    """The wordings for :func:`stranger_in`: a player ends the game or goes first, and words follow the name."""
    return [
        wording
        for wording in table.wordings()
        if wording.key.startswith(_OF_PLAYERS)
        and wording.placeholders[:1] == ("player",)
        and wording.literals[1].strip()
    ]


def stranger_in(wordings: Iterable[Wording], line: str, names: Collection[str]) -> str | None:
    """Who is said to end the game or to go first, if it is none of the players; None for any other line.

    Several words may be no name at all, but "the other team" or "the player with the highest score".
    """
    if len(line) > _LONGEST_LINE:
        return None
    for wording in wordings:
        if line.startswith(wording.literals[0]):
            name = _pieces(wording, line[len(wording.literals[0]) :]).get("player", "")
            if 0 < len(name) <= LONGEST_NAME and " " not in name and not _has_any(name, names):
                return name
    return None


def _has_any(text: str, names: Collection[str]) -> bool:
    """Whether a text has one of some names, in whatever case, with or without accents, spaces and hyphens."""
    # A name without letters and digits would be in every text.
    keys = (key for name in names if (key := letters(name)))
    return any(key in letters(text) for key in keys) or any(name.casefold() in text.casefold() for name in names)


def speaks_of(table: Table, lines: Iterable[str], names: Collection[str]) -> str | None:
    """What makes it uncertain who a log speaks of, in words; None if nothing does.

    A player may be called as the viewer is addressed, or as what belongs to the viewer or another one is, or have the
    words of an action in the name. A line then has more than one meaning.
    """
    you = {plain(word) for word in table.words.get("you", ())}
    second = table.words.get("second_person") or {}
    starts: dict[str, None] = {}
    for wording in table.wordings():
        if wording.key in ACTIONS and wording.placeholders[:1] == ("player",) and not wording.literals[0]:
            verb = plain(wording.literals[1]).partition(" ")[0]
            if verb in second:
                starts.setdefault(verb)
    addressed = False
    for line in dict.fromkeys(lines):
        first, _, rest = line.partition(" ")
        if first in you and rest.partition(" ")[0] in starts:
            return f"a player is called {first}, and the log may address its viewer so"
        addressed |= first in you
    your = next((name for name in names if addressed and name in table.words.get("your", ())), None)
    if your is not None:
        return f"the name of a player ({your}) can mean what belongs to the viewer"
    if (doubt := called_as_owned(table, names)) is not None:
        return doubt
    doubtful = [name for name in names if " " in name and not starts.keys().isdisjoint(name.split())]
    return f"the name of a player has words of an action ({shorten(doubtful[0])})" if doubtful else None


def called_as_owned(table: Table, names: Iterable[str]) -> str | None:
    """What makes it uncertain whose a card is, in words, if a player is called as another one's cards are."""
    called = sorted(set(names))
    for name in called:
        for form in table.words.get("possessive", ()):
            owned = form.replace("{{name}}", name)
            if owned != name and owned in called:
                return f"the name of a player ({shorten(owned)}) can mean what belongs to another one ({shorten(name)})"
    return None


def _pieces(wording: Wording, line: str) -> dict[str, str]:
    """The values of the placeholders if the line matches this wording, otherwise empty; in linear time."""
    found: dict[str, str] = {}
    if not line.endswith(wording.literals[-1]) or wording.literals[1] not in line:
        return found
    start = 0
    for number, (placeholder, literal) in enumerate(zip(wording.placeholders, wording.literals[1:], strict=True), 2):
        last = number == len(wording.literals)
        ending = len(line) - len(literal) if line.endswith(literal) else -1
        end = ending if last else line.find(literal, start)
        if end < start:
            return {}
        found[placeholder] = line[start:end]
        start = end + len(literal)
    return found if found.get("count", "0").isdecimal() else {}
