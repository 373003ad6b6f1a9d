"""Forgeries of lines: of each placeholder of each statement, and of what surrounds the lines."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from innolog import log as seen
from innolog.cards.facts import HIGHEST_VALUE, Direction, Icon, card_table
from innolog.log import At, Place
from parsers.fields import Basis, Field
from parsers.lines import writing
from parsers.lines.bga import bga_table
from parsers.lines.fields import field_of
from parsers.lines.matching import RELICS, Back, Matcher, Said, Where
from parsers.lines.pages import page_lines
from parsers.lines.reading import LineReader
from parsers.lines.rendering import NoWording, Renderer
from parsers.lines.templates import built_in
from tests.tampering.forms.written import Forged, Written
from tests.written import _square

#: The number of lines of a kind that are tried until one can be forged.
_MOST_TRIED = 6
#: The special achievements of the base set; those of other sets may not be in play.
_SPECIALS = range(105, 110)
_EFFECTS = (("demand", 1), ("dogma", 1), ("dogma", 2), ("echo", 1))
_SIDES = ("from", "to")
_EXPANSIONS = ("Artifacts", "Cities", "Echoes")
#: What has no place of its own can be missed anywhere.
_ANYWHERE = tuple(range(2000))

_SURROUNDED = re.compile(
    r"(?P<before><div class='gamelogreview whiteblock'>|<div class=\"mayClick action [^\"]*\"><span>|)"
    r"(?P<line>.*?)(?P<after>(?:</span>)?</div>|)"
)
_HEADER = re.compile(r"(?P<before>(?:<div[^>]*>)?Move )(?P<number>\d+)(?P<between> ?: ?)(?P<player>[^<]*)(?P<after>.*)")


class Spoken(NamedTuple):
    """Where a statement stands: its line (from 0), its move, and what surrounds it."""

    at: int
    move: int
    before: str
    after: str
    said: Said


class Speech:
    """What the lines of a file say, and how another statement would be written in the place of one.

    ``bare``: True when values stand without brackets, as in the messages of trackers.
    """

    def __init__(self, written: Written, *, bare: bool = False) -> None:
        form = written.form
        self.names = [seat.name for seat in written.told.seats]
        self.table = built_in("yucata-en") if form in ("yucata-html", "yucata, text", "table") else bga_table()
        self.viewpoint = written.viewpoint if form in ("text", "text, review page") else None
        self.is_page = form in ("yucata-html", "text, review page")
        shown: dict[str, Any] = {}
        if form == "yucata-html":
            shown = {"card": writing._card_link, "value": writing._mini_card}
            shown["icon"] = lambda icon: f'<img src="{Icon(icon).name.lower()}.png">'
        elif self.is_page:
            shown = {"card": _marked_card, "value": _square}
            shown["icon"] = lambda icon: f"<span class='square N icon_{icon}'></span>"
        elif bare:
            shown = {"value": lambda value, _: str(value)}
        self.renderer = Renderer(self.table, self.names, self.viewpoint, **shown)
        self.matcher = Matcher(self.table, self.names, self.viewpoint)

    def said(self, line: str) -> Said | None:
        """The statement of a line, if another one can be written in its place."""
        text = line
        if self.is_page:
            found = page_lines(f"<div class='x'>{line}</div>".encode())
            text = found[0].text if len(found) == 1 else ""
        said = self.matcher.match(text) if text else None
        return said if said is not None and self.line(said) == line else None

    def line(self, said: Said) -> str | None:
        """The line of a statement; None if the table has none."""
        try:
            return self.renderer.line(Said(said.key, said.values, False))
        except (NoWording, KeyError, AssertionError, ValueError):
            return None

    def otherwise(self, said: Said, name: str, boards: dict[int, int], rng: Random) -> str | None:
        """The line with another value of a placeholder; None if there is none that the rules could not explain."""
        other = _other(name, said, len(self.names), boards, rng)
        line = None if other is None else self.line(Said(said.key, {**said.values, name: other}, False))
        return None if line == self.line(said) else line

    def on_boards(self, places: Sequence[Spoken], until: int) -> dict[int, int]:
        """The cards that lie on boards before a line, with their owners."""
        reader, boards = LineReader(self.table, self.names, self.viewpoint), dict[int, int]()
        for place in places:
            if place.at >= until:
                break
            for told in reader.tell(At(place.move, place.at, 0), "", place.said).observations:
                if isinstance(told, seen.Transfer) and told.card is not None:
                    boards.pop(told.card, None)
                    if told.to_place is Place.BOARD:
                        boards[told.card] = told.to_owner
                elif isinstance(told, seen.Wiped | seen.TopsAndHandsRemoved | seen.Eliminated):
                    boards.clear()
        return boards


def _marked_card(card: int) -> str:
    return f"<span class='card_name card_id_{card}'>{card_table().name[card]}</span>"


def _another(value: int, values: Sequence[int], rng: Random) -> int:
    return rng.choice([other for other in values if other != value])


def _other(name: str, said: Said, players: int, boards: dict[int, int], rng: Random) -> Any:
    """Another value of a placeholder; None if there is none that the rules could not explain."""
    value = said.values[name]
    if name in ("player", "other", "owner"):
        return _another(value, range(players), rng)
    if name in ("card", "card2"):
        return _other_card(value.card, boards, rng)
    if name == "color" and "direction" in said.values:
        return _other_color(said, boards, rng)
    if name == "value":
        higher = value.value < HIGHEST_VALUE and (value.value == 1 or rng.random() < 0.5)
        return replace(value, value=value.value + (1 if higher else -1))
    if name == "set":
        return value - value % RELICS + _another(value % RELICS, range(4), rng)
    if name in ("from", "to"):
        return _other_place(said, value, rng)
    if name == "icon":
        return None if value is None else _another(value, range(1, 7), rng)
    if name == "effect":
        return rng.choice([effect for effect in _EFFECTS if effect != value])
    simple: dict[str, Callable[[], Any]] = {
        "color": lambda: _another(value, range(5), rng),
        "direction": lambda: _another(value, range(1, len(Direction)), rng),
        "count": lambda: value + 1,
        "cards": lambda: value[1:],
    }
    return simple[name]() if name in simple else None


def _other_card(card: int, boards: dict[int, int], rng: Random) -> Back | None:
    """Another card, which lies on a board: it is in no hand and no supply pile, and is no achievement."""
    if card in card_table().achievements:
        return Back(_another(card, _SPECIALS, rng))
    # If the true card lies on a board, an effect may let the player choose another one there.
    owner = boards.get(card)
    others = [other for other, of in boards.items() if other != card and (owner is None or of != owner)]
    return Back(rng.choice(others)) if others else None


def _other_color(said: Said, boards: dict[int, int], rng: Random) -> int | None:
    """The color of a pile that cannot be splayed: it has less than two cards. An effect may let the player choose."""
    colors = card_table().color
    piles = Counter(
        colors[card] for card, owner in boards.items() if owner == said.values.get("owner", said.values["player"])
    )
    others = [color for color in range(5) if color != said.values["color"] and piles[color] < 2]
    return rng.choice(others) if others else None


def _other_place(said: Said, value: Where, rng: Random) -> Where | None:
    if value.place is Place.REVEALED and said.key.partition(".")[0] != "keep":
        # At a table, a revealed card is still in its hand or score pile.
        return Where(Place.BOARD, value.owner)
    # Cards on boards have names.
    others = [Place.HAND, Place.SCORE, *([Place.BOARD] if "card" in said.values else [])]
    return Where(rng.choice([place for place in others if place is not value.place]), value.owner)


def is_compared(field: Field) -> bool:
    """Whether a table calls a field compared."""
    return field.basis is not Basis.EXPLAINS


def forgeries(written: Written, rng: Random) -> Iterator[Forged]:
    """A forgery of each field that the lines of a text or page have."""
    lines = written.content.split("\n")
    speech = Speech(written)
    places: list[Spoken] = []
    headers: list[tuple[int, re.Match[str]]] = []
    for index, line in enumerate(lines):
        header, found = _HEADER.fullmatch(line), _SURROUNDED.fullmatch(line)
        if header:
            headers.append((index, header))
        elif headers and found and (said := speech.said(found["line"])):
            places.append(Spoken(index, int(headers[-1][1]["number"]), found["before"], found["after"], said))
    fields: dict[str, list[tuple[Spoken, str]]] = defaultdict(list)
    for place in places:
        for name in place.said.values:
            if is_compared(field_of(place.said.key, name)) and not is_explained(name, place.said):
                fields[f"{place.said.key}: {name}"].append((place, name))
    for field, candidates in fields.items():
        for place, name in rng.sample(candidates, min(len(candidates), _MOST_TRIED)):
            boards = speech.on_boards(places, place.at) if name in ("card", "card2", "color") else {}
            if (other := speech.otherwise(place.said, name, boards, rng)) is not None:
                new = place.before + other + place.after
                yield _changed(lines, place.at, new, field, place.move)
                break
    if written.form != "table":
        yield _other_number(lines, headers, rng)
    yield from _around(lines, headers, speech, rng)


def is_explained(name: str, said: Said) -> bool:
    """Whether the rules could explain another value."""
    # A line that also names the owner of the card does not say whether the player acts or has it.
    return name == "player" and any(side in said.values and said.values[side].owner is not None for side in _SIDES)


def _changed(lines: list[str], index: int, new: str, field: str, move: int) -> Forged:
    """A file with another line. What is missing at the end of a move shows in the next one."""
    content = "\n".join([*lines[:index], new, *lines[index + 1 :]])
    return Forged(field, (move, move + 1), content, f"{lines[index]} -> {new}")


def _other_number(lines: list[str], headers: list[tuple[int, re.Match[str]]], rng: Random) -> Forged:
    """A move with the number of an earlier one. Whoever writes down a game at a table may have counted wrongly."""
    chosen = rng.randrange(len(headers) // 2, len(headers))
    index, header = headers[chosen]
    number, lower = int(header["number"]), int(headers[chosen - 1][1]["number"]) - 1
    new = header["before"] + str(lower) + lines[index][header.end("number") :]
    forged = _changed(lines, index, new, "header of a move: number", number)
    return forged._replace(moves=(lower, number, number + 1))


def _around(
    lines: list[str], headers: list[tuple[int, re.Match[str]]], speech: Speech, rng: Random
) -> Iterator[Forged]:
    """Forgeries of headers, of the title, of the result, and of the ids in markup."""
    index, header = rng.choice(headers[len(headers) // 2 :])
    number = int(header["number"])
    if header["player"].strip() in speech.names:
        other = rng.choice([name for name in speech.names if name != header["player"]])
        new = lines[index][: header.start("player")] + other + header["after"]
        yield _changed(lines, index, new, "header of a move: player", number)
    for index, line in enumerate(lines):
        if found := re.search(r"1<sup>st</sup> ([^<]+)<", line):
            other = rng.choice([name for name in speech.names if name != found[1]])
            new = line.replace(f" {found[1]}<", f" {other}<")
            yield _changed(lines, index, new, "page: results", 0)._replace(moves=_ANYWHERE)
    title = next((line for line in lines if "Innovation (" in line), "")
    if named := [name for name in _EXPANSIONS if name in title]:
        other = rng.choice([name for name in _EXPANSIONS if name not in named] or ["Base"])
        content = "\n".join(line.replace(named[0], other) if "Innovation (" in line else line for line in lines)
        yield Forged("title: sets", _ANYWHERE, content, f"{named[0]} -> {other}")
    yield from _marked(lines, headers, rng)


def _marked(lines: list[str], headers: list[tuple[int, re.Match[str]]], rng: Random) -> Iterator[Forged]:
    """A card whose id in the markup is that of another."""
    marked = [
        (index, found)
        for index, line in enumerate(lines)
        if (found := re.search(r"card_id_(\d+)|displayCard\(&quot;([^&]+)&quot;", line))
    ]
    if marked:
        index, found = rng.choice(marked)
        group = found.lastindex or 1
        card = "104" if group == 1 else card_table().slug[104] or ""
        new = lines[index][: found.start(group)] + card + lines[index][found.end(group) :]
        move = max(int(header["number"]) for at, header in headers if at < index)
        if new != lines[index]:
            yield _changed(lines, index, new, "page: card in markup", move)
