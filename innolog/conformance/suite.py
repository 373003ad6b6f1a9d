"""The suite: positions with an action and what follows, one file for each card and each rule of an edition.

``data/positions.jsonl`` has positions that innolog's own tests look at, one a line (``python -m tests.conformance``
collects them). What follows is what innolog's engine does there, which these tests hold to be right. To them come, for
each card, positions in unusual states (:mod:`~innolog.conformance.states`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from innolog.cards.editions import Edition
from innolog.cards.facts import CardSet, back_age, back_set, card_table
from innolog.comparing.rules import BOOKS, RULES
from innolog.conformance.cases import Case, made, wrong_part
from innolog.conformance.protocol import PROTOCOL
from innolog.conformance.table import COMMON, ZONES, Data, Script
from innolog.engine.ruleset import Ruleset
from innolog.support.errors import InnologError
from innolog.version import version
from parsers.bga.jsontext import parse_json
from parsers.text import describe

#: The version of the files of the suite.
SUITE_VERSION = 1
LICENCE = "MIT"
_MONUMENT = 106


class Origin(NamedTuple):
    """One line of the data: where a position comes from, and the answers in it.

    ``position`` is a position of the protocol without the cards of supply piles that lie in order of their numbers
    (:func:`unpacked`).
    """

    subject: str
    kind: str
    note: str
    position: Data
    action: list[Any]
    answers: list[Any]


def origins() -> Iterator[Origin]:
    """All positions of the data."""
    text = (files("innolog.conformance") / "data" / "positions.jsonl").read_text(encoding="utf-8")
    for line in text.splitlines():
        yield Origin(**json.loads(line))


def cases(only: Collection[str] = ()) -> Iterator[Case]:
    """All cases, those of a card or rule in a row; with ``only``, those of some (names in lower case)."""
    from innolog.conformance.plain_rules import plain_rules
    from innolog.conformance.states import unusual

    found = [case_of(origin) for origin in origins() if not only or origin.subject.lower() in only]
    found += plain_rules(only)
    found += unusual(only)
    found += [other for case in found if (other := _with_monument(case)) is not None]
    found.sort(key=lambda case: (case.edition, case.card is not None, case.subject))
    numbers: dict[str, int] = {}
    for case in found:
        name = f"{case.edition}/{_file_name(case.subject)}"
        numbers[name] = numbers.get(name, 0) + 1
        case.id = f"{name}/{numbers[name]}"
        yield case


def subjects() -> list[str]:
    """The cards and rules that have cases, by their names and ids."""
    from innolog.conformance.plain_rules import plain_rules
    from innolog.conformance.states import unusual_cards

    found = {origin.subject for origin in origins()} | {case.subject for case in plain_rules()} | {"achieve.special"}
    return sorted(found | {rules.table.name[card] for rules, card in unusual_cards()})


def case_of(origin: Origin) -> Case:
    """The case of a line of the data."""
    position = unpacked(origin.position)
    return made(
        position,
        origin.action,
        lambda game: Script(origin.answers),
        **about(origin.subject, position),
        kind=origin.kind,
        note=origin.note,
    )


def _with_monument(case: Case) -> Case | None:
    """A plain case once more, in which the players lack one card for Monument: it is claimed within the action.

    In the fourth edition they do not get it that way.
    """
    before, after = case.position, case.then
    if case.kind != "plain" or after["over"] or before["turn"]["player"] != after["turn"]["player"]:
        return None
    counted = [max(seat["tucked"], seat["scored"]) for seat in after["players"]]
    if not any(counted) or _MONUMENT not in before["available"]:
        return None
    seats = [{**seat, "tucked": 5, "scored": 5} for seat in before["players"]]
    answers = [decision["answer"] for decision in case.decisions]
    try:
        return made(
            {**before, "players": seats},
            case.action,
            lambda game: Script(answers),
            **about("achieve.special", before),
            kind="rule",
            note=f"one card is missing for Monument: {case.subject}, {case.note}",
        )
    except InnologError:
        return None


def about(subject: str, position: Mapping[str, Any]) -> Data:
    """What a case is about: a rule of ``innolog rules``, or a card. Marks are the open questions that name its card."""
    if subject in RULES:
        return {"subject": subject, "card": None, "marks": []}
    rules = Ruleset.from_description(position["rules"])
    marks = [question.id for question in rules.open_questions if subject in question.cards]
    return {"subject": subject, "card": rules.table.name.index(subject), "marks": marks}


# --- short positions -------------------------------------------------------------------------------------------------


def packed(position: Data) -> Data:
    """A position without what goes without saying: empty zones, and cards of piles that lie in order of their numbers.

    If nothing can be left out of the piles without a loss, the whole position is returned.
    """
    short = {name: value for name, value in position.items() if value or name == "over"}
    short["players"] = [{name: value for name, value in seat.items() if value} for seat in position["players"]]
    short["tops"] = {}
    for name, pile in position["decks"].items():
        length = 0
        while length < len(pile) and pile[: length + 1] == sorted(pile[: length + 1]):
            length += 1
        if length < len(pile):
            short["tops"][name] = pile[length:]
    short.pop("decks", None)
    del short["over"]
    return short if unpacked(short) == position else position


def unpacked(short: Data) -> Data:
    """The whole position that :func:`packed` made short."""
    if "decks" in short:
        return short
    rules = Ruleset.from_description(short["rules"])
    seats: list[Data] = [
        {
            **{name: [] for name in ZONES},
            "board": {},
            "splays": {},
            "tucked": 0,
            "scored": 0,
            "endorsed": False,
            "eliminated": False,
            "marks": 0,
            **seat,
        }
        for seat in short["players"]
    ]
    position: Data = {
        "rules": short["rules"],
        "decks": short["tops"],
        **{name: short.get(name, []) for name in COMMON},
        "players": seats,
        "turn": short["turn"],
        "over": None,
    }
    placed = set(state_cards(position))
    decks: dict[str, list[int]] = {}
    for back, cards in sorted(rules.table.by_back.items()):
        card_set = CardSet(back_set(back))
        name = f"{card_set.name.lower()} {back_age(back)}"
        if card_set in rules.sets:
            pile = [card for card in sorted(cards) if card not in placed] + short["tops"].get(name, [])
            if pile:
                decks[name] = pile
    position["decks"] = decks
    return position


def state_cards(position: Mapping[str, Any]) -> Iterator[int]:
    """All cards that lie somewhere in a position."""
    for pile in position["decks"].values():
        yield from pile
    for name in COMMON:
        yield from position[name]
    for seat in position["players"]:
        for name in ZONES:
            yield from seat[name]
        for pile in seat["board"].values():
            yield from pile


# --- files -----------------------------------------------------------------------------------------------------------


class File(NamedTuple):
    """One file of the suite: its path in the folder, and its content."""

    path: str
    content: bytes


def suite_files(found: Iterable[Case]) -> Iterator[File]:
    """The files of the suite: the cases, the list of files with checksums, and the licence."""
    by_file: dict[str, list[Case]] = {}
    for case in found:
        folder = "cards" if case.card is not None else "rules"
        by_file.setdefault(f"{case.edition}/{folder}/{_file_name(case.subject)}.json", []).append(case)
    sums: dict[str, str] = {}
    counts: dict[str, int] = {}
    for path, together in by_file.items():
        content = _file_of(together)
        sums[path], counts[path] = sha256(content).hexdigest(), len(together)
        yield File(path, content)
    index = {
        "suite": SUITE_VERSION,
        "protocol": PROTOCOL,
        "innolog": version(),
        "licence": LICENCE,
        "cases": sum(counts.values()),
        "files": [{"path": path, "cases": counts[path], "sha256": sums[path]} for path in sums],
    }
    yield File("index.json", json.dumps(index, indent=1).encode() + b"\n")
    yield File("LICENCE.txt", _licence())


def _file_of(together: list[Case]) -> bytes:
    first = together[0]
    head: Data = {"suite": SUITE_VERSION, "licence": LICENCE, "edition": first.edition}
    if first.card is not None:
        table = card_table(edition=Edition.FOURTH.value)
        head["card"] = {"number": first.card, "name": first.subject, "set": CardSet(table.set[first.card]).name.lower()}
    else:
        rule = RULES[first.subject]
        edition = Edition(first.edition)
        head["rule"] = {"id": first.subject, "says": rule.sentence, "book": BOOKS[edition], "section": rule.section}
    lines = [json.dumps(_plain(case), separators=(",", ":")) for case in together]
    return (json.dumps(head)[:-1] + ', "cases": [\n' + ",\n".join(lines) + "\n]}\n").encode()


def _plain(case: Case) -> Data:
    return {name: value for name, value in asdict(case).items() if name not in ("subject", "card")}


def _licence() -> bytes:
    return (
        b"These files are part of innolog, and are under the MIT licence.\n"
        b"They name cards and rules of Innovation, and contain no text of a card or of a rulebook.\n"
    )


def read(folder: Path) -> Iterator[Case]:
    """The cases of a folder that :func:`suite_files` made. Raises :class:`InnologError` for a damaged one."""
    if not (folder / "index.json").exists():
        above = next((each for each in folder.resolve().parents if (each / "index.json").exists()), None)
        told = f"the whole suite is {above}; --only plays some of it" if above else "it has no index.json"
        raise InnologError(f"{folder} is no folder that `innolog conformance suite` wrote: {told}")
    try:
        for path, checksum in _listed(folder):
            content = path.read_bytes()
            if sha256(content).hexdigest() != checksum:
                raise InnologError(f"{path}: its checksum is another one")
            yield from _cases_in(path, content)
    except OSError as error:
        raise InnologError(f"{error.filename}: {error.strerror}") from None


def _listed(folder: Path) -> Iterator[tuple[Path, str]]:
    """The files of a folder with their checksums, as its index lists them."""
    index = folder / "index.json"
    for number, entry in enumerate(_field(index, parse_json(str(index), index.read_bytes()), "files", list)):
        name, checksum = (_field(index, entry, each, str, f"files/{number}/") for each in ("path", "sha256"))
        # Not every text can be a path. Those that innolog writes can.
        if not re.fullmatch(r"[A-Za-z0-9./-]+", name) or folder.resolve() not in (folder / name).resolve().parents:
            raise InnologError(f"{index}: no suite: files/{number}/path: expected a file in the folder")
        yield folder / name, checksum


def _cases_in(path: Path, content: bytes) -> Iterator[Case]:
    told = parse_json(str(path), content)
    about, title = ("card", "name") if isinstance(told, dict) and told.get("card") else ("rule", "id")
    subject = _field(path, _field(path, told, about, dict), title, str, f"{about}/")
    number = _field(path, told["card"], "number", int, "card/") if about == "card" else None
    for index, row in enumerate(_field(path, told, "cases", list)):
        try:
            case = Case(subject=subject, card=number, **row)
        except TypeError:
            raise InnologError(f"{path}: no suite: cases/{index}: expected a case, found {describe(row)}") from None
        if wrong := wrong_part(case):
            found = describe(row[wrong])
            raise InnologError(f"{path}: no suite: cases/{index}/{wrong}: expected what innolog writes, found {found}")
        yield case


def _field(file: Path, value: object, name: str, kind: type, place: str = "") -> Any:
    """A field of an object in a file. Raises :class:`InnologError` with its place if there is none of this kind."""
    found = value.get(name) if isinstance(value, dict) else None
    if not isinstance(found, kind):
        expected = {list: "a list", dict: "an object", str: "text", int: "a number"}[kind]
        raise InnologError(f"{file}: no suite: {place}{name}: expected {expected}, found {describe(found)}")
    return found


def _file_name(subject: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "-", subject.lower()).strip("-")
