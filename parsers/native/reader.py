"""Read the native format."""

from __future__ import annotations

from collections import Counter
from typing import Any, NoReturn, TypeGuard

from innolog.cards.facts import UNKNOWN_BASE, back_of, card_table
from innolog.log import Fact, Seat, UnreadableLog, UnsupportedLog, not_known
from innolog.log.native import FORMAT_VERSION, Dealt, Decision, RecordedGame
from innolog.support.counting import counted
from parsers import fastjson
from parsers.bga.jsontext import check_counts
from parsers.keys import has_all_keys, repeated_key
from parsers.native.specification import ANSWERS, CHOICES, END, ENDS, HEADER, HEADER_LINE, SETS, allows, faults
from parsers.text import describe, json_text, shorten, to_utf8


def read(name: str, data: bytes) -> RecordedGame:
    """Read a recorded game.

    Raises :class:`~innolog.log.UnreadableLog` with the number of the invalid line, and
    :class:`~innolog.log.UnsupportedLog` for a newer version of the format, or for unknown values in it.
    """
    return _Reader(name).read(data)


def _is_number(value: object) -> TypeGuard[int]:
    # In Python, true and false are numbers.
    return isinstance(value, int) and not isinstance(value, bool)


class _Reader:
    def __init__(self, name: str) -> None:
        self.name = name
        self.line = 0
        #: The number of the last move in the source. Those of no source decrease.
        self.move = 0
        #: All lines read so far.
        self.rows: list[dict[str, Any]] = []
        #: The cards of the edition, once that is read.
        self.table = card_table()

    def read(self, data: bytes) -> RecordedGame:
        rows = to_utf8(self.name, data).splitlines()
        header = self._row(rows, 0)
        version = header.get(HEADER)
        if not isinstance(version, int) or isinstance(version, bool) or version < 1:
            self._fail("the version of the format", version, HEADER)
        if version > FORMAT_VERSION:
            raise UnsupportedLog(
                self.name, f"the native format in version {version}; this innolog reads {FORMAT_VERSION}"
            )
        self._check_header(header)
        seats = self._seats(header["players"])
        rules = header["rules"]
        self.table = card_table(edition=rules["edition"])
        game = RecordedGame(
            source=self.name,
            site=header["site"],
            game_id=header["game_id"],
            seats=seats,
            rules=rules,
            dealt=self._dealt(header["setup"], len(seats)),
            decisions=[],
            sources=header.get("sources", []),
            time=self._time(header.get("time")),
            settled=[Fact[fact.upper()] for fact in header.get("settled", [])],
        )
        for index in range(1, len(rows)):
            if not rows[index].strip():
                continue
            if game.finished:
                self.line = index + 1
                self._fail("nothing after the end of the game", rows[index].decode("utf-8", "replace"))
            row = self._row(rows, index)
            if HEADER in row:
                self._fail("no further header", row[HEADER], HEADER)
            game.lines.append(self.line)
            if END in row:
                self._end(game, row)
            else:
                game.decisions.append(self._decision(row, len(seats), len(game.dealt.unknown_backs)))
        self._check_keys(rows)
        return game

    def _row(self, rows: list[bytes], index: int) -> dict[str, Any]:
        self.line = index + 1
        if index >= len(rows):
            self._fail("a line of JSON", None)
        check_counts(self.name, f"line {self.line}", rows[index])
        try:
            row = fastjson.loads(rows[index])
        except fastjson.JSONDecodeError as error:
            place = f"line {self.line}, column {error.colno}"
            raise UnreadableLog(self.name, place, "a JSON object", f"a syntax error ({error.msg})") from None
        if not isinstance(row, dict):
            self._fail("a JSON object", row)
        self.rows.append(row)
        return row

    def _check_keys(self, lines: list[bytes]) -> None:
        if has_all_keys(b"\n".join(lines), self.rows):
            return
        rows = iter(self.rows)
        for number, line in enumerate(lines, 1):
            if line.strip() and (repeated := repeated_key(line, next(rows, None))):
                raise repeated.error(self.name, f"line {number}, column {repeated.at + 1}")

    def _check_header(self, header: dict[str, Any]) -> None:
        """Check what the schema says of it. Values that the format may get one day are looked at where they are used.

        Whether the rules can be played is checked elsewhere.
        """
        for fault in faults(HEADER_LINE, header):
            if not fault.new:
                self._fail(fault.expected, fault.found, fault.place.removeprefix("/"))

    def _seats(self, players: list[dict[str, str]]) -> list[Seat]:
        seats: list[Seat] = []
        for index, player in enumerate(players):
            field = f"players/{index}"
            seat = Seat(player["id"], player["name"])
            if seat.id and any(seat.id.strip() == other.id.strip() for other in seats):
                self._fail("every player at one seat", player, field)
            if seat.name and any(seat.name.strip() == other.name.strip() for other in seats):
                # No site and no written record has two players with one name: its lines would not say who acts.
                self._fail("players with different names", seat.name, field)
            seats.append(seat)
        return seats

    def _time(self, value: list[int] | None) -> tuple[int, int] | None:
        if value is None:
            return None
        start, end = value
        if start > end:
            self._fail("when the game began and ended, in seconds since 1970", value, "time")
        return start, end

    def _dealt(self, setup: dict[str, Any], seats: int) -> Dealt:
        unknown = setup["unknown"]
        backs: list[int] = []
        faces: dict[int, list[int]] = {}
        for index, row in enumerate(unknown):
            field = f"setup/unknown/{index}"
            if row["id"] != UNKNOWN_BASE + index:
                self._fail(f"unknown card {UNKNOWN_BASE + index}", row, field)
            backs.append(self._back(row["set"], row["age"], row.get("relic", False)))
            if "faces" in row:
                faces[UNKNOWN_BASE + index] = self._cards(row["faces"], len(unknown), f"{field}/faces")
        by_back: dict[int, list[int]] = {}
        for name, cards in setup["decks"].items():
            card_set, _, age = name.partition(" ")
            back = self._back(card_set, age)
            by_back[back] = self._cards(cards, len(backs), f"setup/decks/{name}")
        if len(setup["hands"]) != seats:
            self._fail("a hand for every player", setup["hands"], "setup/hands")
        dealt = Dealt(
            by_back,
            [self._cards(hand, len(backs), "setup/hands") for hand in setup["hands"]],
            self._cards(setup["achievements"], len(backs), "setup/achievements"),
            self._cards(setup["specials"], len(backs), "setup/specials"),
            self._cards(setup.get("relics", []), len(backs), "setup/relics"),
            backs,
            faces,
        )
        everything = [card for cards in by_back.values() for card in cards]
        everything += [card for hand in dealt.hands for card in hand]
        everything += dealt.achievements + dealt.specials + dealt.relics
        for card, places in Counter(everything).most_common(1):
            if places > 1:
                self._fail("every card in one place", f"card {card} in {places}", "setup")
        nowhere = {*range(UNKNOWN_BASE, UNKNOWN_BASE + len(backs))}.difference(everything)
        if nowhere:
            self._fail("every card in one place", f"card {min(nowhere)} in none", "setup")
        return dealt

    def _back(self, card_set: str, age: int | str, relic: bool = False) -> int:
        self._known_set(card_set)
        return back_of(SETS.index(card_set), int(age), relic)

    def _known_set(self, card_set: str) -> None:
        if card_set not in SETS:
            self._not_known(f"set of cards {shorten(json_text(card_set), 30)}")

    def _cards(self, cards: list[int], unknown: int, field: str) -> list[int]:
        return [self._card(card, unknown, field) for card in cards]

    def _card(self, card: int, unknown: int, field: str) -> int:
        if card >= UNKNOWN_BASE + unknown:
            self._fail("the id of a card", card, field)
        if card < UNKNOWN_BASE and card not in self.table.cards and card not in self.table.achievements:
            self._not_known(f"card with number {card}")
        return card

    def _decision(self, row: dict[str, Any], seats: int, unknown: int) -> Decision:
        kind, move = row.get("choice"), row.get("move")
        player = self._number(row.get("player"), "the seat of a player", "player")
        if player not in range(seats):
            self._fail("the seat of a player", player, "player")
        if not isinstance(kind, str):
            self._fail("a kind of choice", kind, "choice")
        if kind not in CHOICES:
            self._not_known(f"choice {shorten(json_text(kind), 30)}")
        if "answer" not in row:
            self._fail("an answer", None, "answer")
        answer = row["answer"]
        self._check_answer(kind, answer, unknown)
        if move is not None:
            last, self.move = self.move, self._number(move, "a move number", "move")
            if self.move < last:
                self._fail(f"a move number of at least {last}", move, "move")
        digest = row.get("digest")
        return Decision(player, kind, answer, move, None if digest is None else self._text(digest, "digest"))

    def _check_answer(self, kind: str, answer: Any, unknown: int) -> None:
        """Check that the format has an answer to this kind of choice. Whether the rules allow it is checked elsewhere.

        Sets and cards that the format does not have yet are not known.
        """
        if kind == "set" and isinstance(answer, str):
            self._known_set(answer)
        if not allows(ANSWERS[kind], answer):
            expected, found = f"an answer to a choice of {kind}", shorten(json_text(answer, (",", ":")), 30)
            raise UnreadableLog(self.name, f"line {self.line}, answer", expected, found)
        if kind in ("action", "card", "order"):
            for part in answer if isinstance(answer, list) else [answer]:
                if _is_number(part):
                    self._card(part, unknown, "answer")

    def _end(self, game: RecordedGame, row: dict[str, Any]) -> None:
        count = row.get("decisions")
        if count is not None and self._number(count, "the number of decisions", "decisions") != len(game.decisions):
            self._fail(f"{counted(count, 'decision')} before the end", len(game.decisions), "decisions")
        how, digest = row.get(END), row.get("digest")
        if not allows(ENDS, how):
            self._fail("how a game ends", how, END)
        game.ended = how
        game.digest = None if digest is None else self._text(digest, "digest")
        game.winners = self._list(row.get("winners", []), "winners")
        for seat in game.winners:
            if self._number(seat, "the seats of winners", "winners") not in range(len(game.seats)):
                self._fail("the seats of winners", seat, "winners")
        game.finished = True

    def _list(self, value: object, field: str) -> list[Any]:
        if not isinstance(value, list):
            self._fail("a list", value, field)
        return value

    def _number(self, value: object, expected: str, field: str) -> int:
        if not _is_number(value):
            self._fail(expected, value, field)
        return value

    def _text(self, value: object, field: str) -> str:
        if not isinstance(value, str):
            self._fail("text", value, field)
        return value

    def _not_known(self, what: str) -> NoReturn:
        raise UnsupportedLog(self.name, not_known(f"line {self.line}", what))

    def _fail(self, expected: str, found: object, field: str = "") -> NoReturn:
        place = f"line {self.line}{', ' if field else ''}{field}"
        raise UnreadableLog(self.name, place, expected, describe(found))
