"""Match a line of text with the wordings of a table, and read the values of its placeholders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from innolog.cards.facts import CardSet, Color, Direction, Icon, card_table, every_card
from innolog.log import NOBODY, Place
from parsers.lines.templates import Table, Wording, texts_of
from parsers.lines.words import CLOSE, OPEN, find_card, plain

#: Added to the number of a set for its relic, which has another back.
RELICS = 16
#: Maximum length of a line of a log.
LONGEST_LINE = 1_500
_VALUE = rf"(?:\[(?:\d{{1,2}}|null)\]|\d{{1,2}}|{OPEN}v\d{{1,2}}\.\d?{CLOSE})"
_NAME = rf"[^\[\]{OPEN}{CLOSE}]{{1,60}}?"
_CARD = rf"(?:{_VALUE} ?)?(?:{OPEN}c\d{{1,4}}{CLOSE}|{_NAME})"
_VALUE_PARTS = re.compile(rf"\[(\d+|null)\]|(\d+)|{OPEN}v(\d+)\.(\d?){CLOSE}")
_CARD_PARTS = re.compile(rf"({_VALUE}(?= |{OPEN}))? ?(?:{OPEN}c(\d+){CLOSE}|(.+))")
_NEXT_CARD = re.compile(rf", (?=\[|\d|{OPEN})")
_NUMBER = re.compile(r"\d+")
_COUNT = re.compile(r"\d+ (?:\[[^\]]*\]|\S+)")


@dataclass(frozen=True, slots=True)
class Back:
    """What a line states about a card or its back; None for what it does not state."""

    card: int | None = None
    value: int | None = None
    card_set: int | None = None


@dataclass(frozen=True, slots=True)
class Where:
    """A place as a line names it; ``owner`` is None for the player the line is about, ``NOBODY`` for the table."""

    place: Place
    owner: int | None


@dataclass(frozen=True, slots=True)
class Said:
    """The statement of a line: the key of its wording, and the value of every placeholder.

    ``player``, ``other`` and ``owner`` are seats, ``card``, ``card2`` and ``value`` a :class:`Back`, ``cards`` a tuple
    of card ids, ``from`` and ``to`` a :class:`Where`, ``color``, ``direction``, ``icon`` and ``set`` their numbers
    (icon None: lost), ``colors`` a tuple of numbers, ``effect`` a kind and a number, ``count`` and ``number`` numbers.
    ``alone`` is True.
    ``to_you``: True when the line addresses the viewer.
    """

    key: str
    values: Mapping[str, Any]
    to_you: bool


def moves_in(said: Said) -> list[Said]:
    """A statement, or one for each of its two moves: a card that is drawn and goes to a forecast is in the hand before.

    To other places, a card that is drawn goes at once.
    """
    movement, _, face = said.key.rpartition(".")
    if movement != "draw_transfer" or said.values["to"].place is not Place.FORECAST:
        return [said]
    drawn = {name: value for name, value in said.values.items() if name != "to"}
    moved = {**said.values, "from": Where(Place.HAND, None)}
    return [Said(f"draw.{face}", drawn, said.to_you), Said(f"transfer.{face}", moved, said.to_you)]


class _No(Exception):
    """The words in a placeholder have no known meaning."""


class Matcher:
    """The compiled wordings of a table, for reading the lines of one game.

    ``names`` are the players by seat; ``viewpoint`` is the seat called "You", or None.
    """

    def __init__(self, table: Table, names: Sequence[str], viewpoint: int | None = None) -> None:
        words = table.words
        self._seats = {plain(name): seat for seat, name in enumerate(names)}
        you = dict.fromkeys(words.get("you", ()), viewpoint)
        possessives: dict[str, int | None] = dict.fromkeys(words.get("your", ()), viewpoint)
        for name, seat in self._seats.items():
            for form in words.get("possessive", ()):
                possessives[form.replace("{{name}}", name)] = seat
        sets = meanings(words.get("sets"), {s.name.lower(): int(s) for s in CardSet})
        sets |= meanings(words.get("relics"), {s.name.lower(): RELICS + int(s) for s in CardSet})
        numbered: dict[str, dict[str, Any]] = {
            "color": meanings(words.get("colors"), {color.name.lower(): int(color) for color in Color}),
            "direction": meanings(words.get("directions"), {d.name.lower(): int(d) for d in Direction}),
            "set": {spoken: number for word, number in sets.items() for spoken in (word, word.lower())},
            "from": _places(words, "from", possessives),
            "to": _places(words, "to", possessives),
            "player": dict(self._seats),
            "other": dict(self._seats) | you,
            "owner": possessives,
            "you": you,
            "alone": dict.fromkeys(words.get("alone", ()), True),
        }
        self._icons = meanings(words.get("icons"), {icon.name.lower(): int(icon) for icon in Icon})
        self._kinds = meanings(words.get("effects"), {kind: kind for kind in words.get("effects", ())})
        self._numbers = {word: int(number) for number, word in (words.get("numbers") or {}).items()}
        self._ordinals = {word: int(number) for number, word in (words.get("ordinals") or {}).items()}
        self._of_facts = re.compile(rf"(?:{_either(words.get('facts', ()))})\b")
        self._and = re.compile("|".join(map(re.escape, _by_length(words.get("and", (", ",))))))
        ordinal = "|".join([*map(re.escape, _by_length(self._ordinals)), r"\d{1,2}(?:st|nd|rd|th|\.)"])
        icon = rf"\[?(?:{_either(self._icons)})?\]?|{OPEN}i\d{CLOSE}"
        self._patterns = {
            **{placeholder: _either(spoken) for placeholder, spoken in numbered.items()},
            "card": _CARD,
            "card2": _CARD,
            "cards": r".{0,1400}",
            "value": _VALUE,
            "icon": icon,
            "colors": rf"(?:{_either(numbered['color'])})(?:(?:{self._and.pattern})(?:{_either(numbered['color'])}))*",
            "effect": rf"(?:(?:{ordinal}) )?(?:{_either(self._kinds)})",
            "count": "|".join([r"\d{1,3}", *map(re.escape, _by_length(self._numbers))]),
            "number": r"\d{1,6}",
            "rest": ".*",
        }
        self._readers: dict[str, Callable[[str], Any]] = {
            **{placeholder: spoken.__getitem__ for placeholder, spoken in numbered.items()},
            "card": self._card,
            "card2": self._card,
            "cards": self._cards,
            "value": self._value,
            "icon": self._icon,
            "colors": lambda text: tuple(numbered["color"][word] for word in self._and.split(text)),
            "effect": self._effect,
            "count": lambda text: self._numbers[text] if text in self._numbers else int(text),
            "number": int,
            "rest": str,
        }
        wordings = sorted(table.wordings(), key=lambda wording: (wording.specificity, wording.key, wording.literals))
        #: Each wording with its longest literal as a quick test. Its pattern is compiled when the test first succeeds.
        self._wordings = [(plain(max(wording.literals, key=len)), wording) for wording in wordings]
        self._compiled: dict[int, re.Pattern[str]] = {}

    def match(self, line: str) -> Said | None:
        """The statement of a line, by the wording with the most literal text; None if no wording matches.

        ``line`` is :func:`~parsers.lines.words.plain` apart from marks.
        """
        if len(line) > LONGEST_LINE:
            return None
        for number, (literal, wording) in enumerate(self._wordings):
            if literal not in line:
                continue
            regex = self._compiled.get(number)
            if regex is None:
                regex = self._compiled[number] = re.compile(self._regex(wording))
            if not (match := regex.fullmatch(line)):
                continue
            try:
                values = {
                    name: self._readers[name](text) for name, text in match.groupdict().items() if text is not None
                }
            except (_No, KeyError):
                continue
            to_you = "you" in values
            if to_you:
                values["player"] = values.pop("you")
            if self._makes_sense(wording.key, values):
                return Said(wording.key, values, to_you)
        return None

    def _makes_sense(self, key: str, values: Mapping[str, Any]) -> bool:
        """Whether the placeholders of a wording have cards of the right kind: with a name, or with a value only.

        What is known to say nothing of the game must not be a number of something. Nor must it say that a player has
        done something.
        """
        rest = values.get("rest", "").rstrip(".")
        if key == "known" and (_COUNT.fullmatch(rest) or ("player" in values and self._of_facts.match(rest))):
            # The number may be of icons that the log calls by an unknown word. The deed may be an effect.
            return False
        card = values.get("card")
        if card is not None and (key.startswith("achieve") or key.endswith(".special")):
            return (card.card in card_table().achievements) == key.endswith(".special")
        return values.get("player", 0) is not None

    def _regex(self, wording: Wording) -> str:
        parts = [re.escape(_kept(wording.literals[0]))]
        named: set[str] = set()
        for placeholder, literal in zip(wording.placeholders, wording.literals[1:], strict=True):
            pattern = self._patterns[placeholder]
            group = f"(?:{pattern})" if placeholder in named else f"(?P<{placeholder}>{pattern})"
            named.add(placeholder)
            if placeholder in ("icon", "rest") and parts[-1].endswith("\\ "):
                # Copied text loses icons, and with them the space; the rest may be nothing.
                parts[-1] = parts[-1][:-2]
                group = f"(?: {group})?"
            parts += [group, re.escape(_kept(literal))]
        return "".join(parts)

    # --- what stands in placeholders ------------------------------------------------------------------------------

    def _value(self, text: str) -> Back:
        parts = _VALUE_PARTS.fullmatch(text)
        if parts is None:
            raise _No
        value = next((part for part in parts.groups()[:3] if part), "null")
        return Back(None, None if value == "null" else int(value), int(parts[4]) if parts[4] else None)

    def _card(self, text: str) -> Back:
        parts = _CARD_PARTS.fullmatch(text)
        if parts is None:
            raise _No
        back = self._value(parts[1]) if parts[1] else Back()
        card = int(parts[2]) if parts[2] else find_card(parts[3], back.value, back.card_set)
        table = card_table()
        if card is None or (card not in every_card() and card not in table.achievements):
            raise _No
        return Back(card, back.value, back.card_set)

    def _cards(self, text: str) -> tuple[int, ...]:
        if not text.strip():
            return ()
        if _NEXT_CARD.search(text):
            found = [self._card(item).card for item in _NEXT_CARD.split(text)]
        else:
            found = list(self._named(text.split(", ")))
        return tuple(card for card in found if card is not None)

    def _named(self, words: Sequence[str]) -> Iterator[int | None]:
        """The cards that are named by words between commas. A name may contain a comma."""
        start = 0
        for end in range(1, len(words) + 1):
            try:
                card = self._card(", ".join(words[start:end])).card
            except _No:
                if end == len(words):
                    raise
                continue
            yield card
            start = end

    def _icon(self, text: str) -> int | None:
        if text.startswith(OPEN):
            return int(text[2])
        return self._icons.get(text.strip("[]"))

    def _effect(self, text: str) -> tuple[str, int]:
        for name, kind in self._kinds.items():
            if text.endswith(name):
                before = text.removesuffix(name).strip()
                if not before:
                    return str(kind), 1
                number = self._ordinals.get(before)
                digits = _NUMBER.match(before)
                if number is None and digits is None:
                    raise _No
                return str(kind), int(digits[0]) if number is None and digits else number or 1
        raise _No


def _kept(literal: str) -> str:
    """A literal made comparable, with the white space at its ends."""
    inner = plain(literal)
    if not inner:
        return " " if literal else ""
    return " " * literal.startswith(" ") + inner + " " * literal.endswith(" ")


def _by_length(words: Any) -> list[str]:
    return sorted((str(word) for word in words), key=lambda word: (-len(word), word))


def _either(words: Any) -> str:
    """A pattern for any of these words, the longest first. Without words, nothing matches."""
    return "|".join(map(re.escape, _by_length(words))) or r"(?!)"


def meanings(names: Any, numbers: Mapping[str, Any]) -> dict[str, Any]:
    """The meaning of each word."""
    found: dict[str, Any] = {}
    for name, spoken in (names or {}).items():
        if name in numbers:
            found.update(dict.fromkeys(map(plain, texts_of(spoken)), numbers[name]))
    return found


#: The places that only players have.
_OF_PLAYERS = frozenset({Place.HAND, Place.SCORE, Place.BOARD, Place.DISPLAY, Place.FORECAST, Place.REVEALED})


def _places(words: Mapping[str, Any], side: str, possessives: Mapping[str, int | None]) -> dict[str, Where]:
    """Every phrase for a place that a card comes from or goes to."""
    phrases = words.get(side) or {}
    found: dict[str, Where] = {}
    for place, names in (words.get("places") or {}).items():
        for name in texts_of(names):
            for phrase in texts_of(phrases.get("own", ())):
                found.setdefault(plain(phrase.replace("{{place}}", name)), Where(Place(place), None))
            for phrase in texts_of(phrases.get("table", ())) if Place(place) not in _OF_PLAYERS else ():
                found.setdefault(plain(phrase.replace("{{place}}", name)), Where(Place(place), NOBODY))
            for phrase in texts_of(phrases.get("other", ())):
                for owner, seat in possessives.items():
                    spoken = plain(phrase.replace("{{place}}", name).replace("{{owner}}", owner))
                    if seat is not None:
                        found.setdefault(spoken, Where(Place(place), seat))
    return found
