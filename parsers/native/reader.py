"""Read the native format."""

from __future__ import annotations

from collections import Counter
from typing import Any, NoReturn, TypeGuard

from innolog.cards.facts import HIGHEST_VALUE, UNKNOWN_BASE, back_of, card_table
from innolog.log import SECONDS, Fact, Seat, UnreadableLog, UnsupportedLog, not_known
from innolog.log.native import FORMAT_VERSION, Dealt, Decision, RecordedGame
from innolog.support.counting import counted
from parsers import fastjson
from parsers.bga.jsontext import check_counts
from parsers.keys import has_all_keys, repeated_key
from parsers.native.specification import CHOICES, END, HEADER, SETS
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


def _is_answer(value: object) -> bool:
    """Whether a value has a type of :data:`innolog.log.native.Answer`."""
    if isinstance(value, list):
        return all(part is None or isinstance(part, str) or _is_number(part) for part in value)
    return value is None or isinstance(value, bool | str) or _is_number(value)


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
            self._fail("the version of the format", version)
        if version > FORMAT_VERSION:
            raise UnsupportedLog(
                self.name, f"the native format in version {version}; this innolog reads {FORMAT_VERSION}"
            )
        seats = self._seats(header.get("players"))
        rules = self._rules(header.get("rules"))
        self.table = card_table(edition=str(rules.get("edition")))
        game = RecordedGame(
            source=self.name,
            site=self._text(header.get("site")),
            game_id=self._text(header.get("game_id")),
            seats=seats,
            rules=rules,
            dealt=self._dealt(header.get("setup"), len(seats)),
            decisions=[],
            sources=[self._text(source) for source in self._list(header.get("sources", []))],
            time=self._time(header.get("time")),
            settled=[self._fact(fact) for fact in self._list(header.get("settled", []))],
        )
        for index in range(1, len(rows)):
            if not rows[index].strip():
                continue
            if game.finished:
                self.line = index + 1
                self._fail("nothing after the end of the game", rows[index].decode("utf-8", "replace"))
            row = self._row(rows, index)
            if END in row:
                self._end(game, row)
            else:
                game.decisions.append(self._decision(row, len(seats)))
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

    def _rules(self, rules: object) -> dict[str, object]:
        """The rules, with their types checked. Whether they can be played is checked elsewhere."""
        if not isinstance(rules, dict):
            self._fail("the rules of the game", rules)
        for name, value in rules.items():
            if name in ("edition", "platform", "generation"):
                self._text(value)
            elif name == "sets":
                found = [self._text(card_set) for card_set in self._list(value)]
                for twice in found:
                    if found.count(twice) > 1:
                        self._fail("every set once", twice)
            elif name == "players":
                self._number(value, "the number of players")
            elif name == "teams" and value is not None:
                for team in self._list(value):
                    self._number(team, "the number of a team")
            elif name == "options" and not (
                isinstance(value, dict) and all(isinstance(on, bool) for on in value.values())
            ):
                self._fail("options that are true or false", value)
        return rules

    def _seats(self, players: object) -> list[Seat]:
        seats = []
        if not isinstance(players, list):
            self._fail("a list of players", players)
        for player in players:
            if not isinstance(player, dict):
                self._fail("a player with id and name", player)
            seats.append(Seat(self._text(player.get("id")), self._text(player.get("name"))))
            if seats[-1].id and any(seat.id.strip() == seats[-1].id.strip() for seat in seats[:-1]):
                self._fail("every player at one seat", player)
            if seats[-1].name and any(seat.name.strip() == seats[-1].name.strip() for seat in seats[:-1]):
                # No site and no written record has two players with one name: its lines would not say who acts.
                self._fail("players with different names", seats[-1].name)
        if not 2 <= len(seats) <= 10:
            self._fail("two to ten players with id and name", players)
        return seats

    def _time(self, value: object) -> tuple[int, int] | None:
        if value is None:
            return None
        start, end = value if isinstance(value, list) and len(value) == 2 else (None, None)
        if not _is_number(start) or not _is_number(end) or not SECONDS[0] <= start <= end <= SECONDS[-1]:
            self._fail("when the game began and ended, in seconds since 1970", value)
        return start, end

    def _fact(self, name: object) -> Fact:
        if not isinstance(name, str) or name != name.lower() or name.upper() not in Fact.__members__:
            self._fail("a kind of fact that is settled", name)
        return Fact[name.upper()]

    def _dealt(self, setup: object, seats: int) -> Dealt:
        if not isinstance(setup, dict):
            self._fail("the setup", setup)
        unknown = self._list(setup.get("unknown"))
        backs: list[int] = []
        faces: dict[int, list[int]] = {}
        for index, row in enumerate(unknown):
            if not isinstance(row, dict) or not _is_number(row.get("id")) or row["id"] != UNKNOWN_BASE + index:
                self._fail(f"unknown card {UNKNOWN_BASE + index}", row)
            relic = row.get("relic", False)
            if not isinstance(relic, bool):
                self._fail("true or false as relic", relic)
            backs.append(self._back(row.get("set"), row.get("age"), relic))
            if "faces" in row:
                faces[UNKNOWN_BASE + index] = self._cards(row["faces"], len(unknown))
        decks = setup.get("decks")
        if not isinstance(decks, dict):
            self._fail("the supply piles", decks)
        by_back: dict[int, list[int]] = {}
        for name, cards in decks.items():
            card_set, _, age = name.partition(" ")
            back = self._back(card_set, int(age) if age.isascii() and age.isdecimal() and len(age) < 3 else age)
            if back in by_back:
                self._fail("every supply pile once", name)
            by_back[back] = self._cards(cards, len(backs))
        hands = [self._cards(hand, len(backs)) for hand in self._list(setup.get("hands"))]
        if len(hands) != seats:
            self._fail("a hand for every player", hands)
        dealt = Dealt(
            by_back,
            hands,
            self._cards(setup.get("achievements"), len(backs)),
            self._cards(setup.get("specials"), len(backs)),
            self._cards(setup.get("relics", []), len(backs)),
            backs,
            faces,
        )
        everything = [card for cards in by_back.values() for card in cards]
        everything += [card for hand in hands for card in hand]
        everything += dealt.achievements + dealt.specials + dealt.relics
        for card, places in Counter(everything).most_common(1):
            if places > 1:
                self._fail("every card in one place", f"card {card} in {places}")
        nowhere = {*range(UNKNOWN_BASE, UNKNOWN_BASE + len(backs))}.difference(everything)
        if nowhere:
            self._fail("every card in one place", f"card {min(nowhere)} in none")
        return dealt

    def _back(self, card_set: object, age: object, relic: bool = False) -> int:
        if not isinstance(card_set, str):
            self._fail("a set and an age", card_set)
        if card_set not in SETS:
            self._not_known(f"set of cards {shorten(json_text(card_set), 30)}")
        if not isinstance(age, int) or isinstance(age, bool) or not 1 <= age <= HIGHEST_VALUE:
            self._fail("a set and an age", age)
        return back_of(SETS.index(card_set), age, relic)

    def _cards(self, cards: object, unknown: int) -> list[int]:
        found: list[int] = []
        table = self.table
        for card in self._list(cards):
            if not _is_number(card) or not 0 <= card < UNKNOWN_BASE + unknown:
                self._fail("the id of a card", card)
            if card < UNKNOWN_BASE and card not in table.cards and card not in table.achievements:
                self._not_known(f"card with number {card}")
            found.append(card)
        return found

    def _decision(self, row: dict[str, Any], seats: int) -> Decision:
        kind, move = row.get("choice"), row.get("move")
        player = self._number(row.get("player"), "the seat of a player")
        if player not in range(seats):
            self._fail("the seat of a player", player)
        if not isinstance(kind, str):
            self._fail("a kind of choice", kind)
        if kind not in CHOICES:
            self._not_known(f"choice {shorten(json_text(kind), 30)}")
        if "answer" not in row:
            self._fail("an answer", None)
        answer = row["answer"]
        if not _is_answer(answer):
            self._fail("a number, a text, true, false, null, or a list of such", answer)
        if move is not None:
            last, self.move = self.move, self._number(move, "a move number")
            if self.move < last:
                self._fail(f"a move number of at least {last}", move)
        digest = row.get("digest")
        return Decision(player, kind, answer, move, None if digest is None else self._text(digest))

    def _end(self, game: RecordedGame, row: dict[str, Any]) -> None:
        count = row.get("decisions")
        if count is not None and self._number(count, "the number of decisions") != len(game.decisions):
            self._fail(f"{counted(count, 'decision')} before the end", len(game.decisions))
        how, digest = row.get(END), row.get("digest")
        game.ended = None if how is None else self._text(how)
        game.digest = None if digest is None else self._text(digest)
        game.winners = self._list(row.get("winners", []))
        for seat in game.winners:
            if self._number(seat, "the seats of winners") not in range(len(game.seats)):
                self._fail("the seats of winners", seat)
        game.finished = True

    def _list(self, value: object) -> list[Any]:
        if not isinstance(value, list):
            self._fail("a list", value)
        return value

    def _number(self, value: object, expected: str) -> int:
        if not _is_number(value):
            self._fail(expected, value)
        return value

    def _text(self, value: object) -> str:
        if not isinstance(value, str):
            self._fail("text", value)
        return value

    def _not_known(self, what: str) -> NoReturn:
        raise UnsupportedLog(self.name, not_known(f"line {self.line}", what))

    def _fail(self, expected: str, found: object) -> NoReturn:
        raise UnreadableLog(self.name, f"line {self.line}", expected, describe(found))
