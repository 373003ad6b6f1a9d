"""Read observations from a tracker's entries."""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from dataclasses import replace
from typing import Any, NoReturn

from innolog import log as seen
from innolog.cards.facts import CardSet, card_table, every_card
from innolog.log import (
    ANYBODY,
    NOBODY,
    At,
    Fact,
    GameLog,
    Inconsistency,
    Place,
    Seat,
    Unread,
    UnreadableLog,
    UnsupportedLog,
    not_known,
)
from parsers.bga.jsontext import check_keys, parse_json
from parsers.carries import Carries
from parsers.lines.bga import bga_lines
from parsers.lines.editions import edition_in, note_generation
from parsers.lines.matching import Said
from parsers.lines.opening import begins_with_choices, late_start
from parsers.lines.players import called_as_owned, check_spelling, find_names
from parsers.lines.templates import built_in
from parsers.lines.words import find_card, plain
from parsers.text import describe, json_text, shorten, to_utf8
from parsers.tracker import beside, players
from parsers.tracker import specification as words
from parsers.tracker.actions import begins
from parsers.tracker.generations import generation_of, said_otherwise
from parsers.tracker.specification import CARRIES, GENERATIONS, IDS, SNAKE, TEXT
from parsers.tracker.times import times_of
from parsers.tracker.values import number

Entry = dict[str, Any]

_UNIT = "entry"
#: Maximum number of unknown keys that are named at once.
_MOST_KEYS = 5
#: The fallback wording of the first generation.
_MOVES = re.compile(r"(?P<card>.+) \((?P<source>[a-z ]+) -> (?:(?P<to>.+)'s )?(?P<dest>[a-z ]+)\)\.?")
_CARD = re.compile(r"\[(?P<age>\d+|null)\] (?P<name>.+)|an? \[(?P<hidden>\d+)\](?: from (?P<set>\w+))?")
_KIND_OF_FACT = {
    seen.DogmaStarted: Fact.ACTIVATIONS,
    seen.IconCounted: Fact.ICON_COUNTS,
    seen.EffectStarted: Fact.EFFECTS,
    seen.SharingBonus: Fact.SHARING_BONUS,
    seen.NestedStarted: Fact.NESTED,
    seen.NestedEnded: Fact.NESTED,
    seen.Passed: Fact.PASSES,
}
#: Places that every player has, but not the table.
_OWNED = frozenset({Place.HAND, Place.BOARD, Place.SCORE, Place.REVEALED, Place.FORECAST, Place.DISPLAY})
#: Places that only the table has.
_COMMON = frozenset({Place.DECK, Place.RELICS, Place.REMOVED, Place.FLAGS, Place.FOUNTAINS, Place.JUNK})
#: Facts in messages that the trackers do not record completely.
_NOT_RECORDED = seen.Agreed | seen.Named | seen.Splay | seen.Parley | seen.Chained | seen.DeckJunked


def read(name: str, data: bytes) -> GameLog:
    """Turn a tracker's file into a :class:`~innolog.log.GameLog`.

    Raises :class:`~innolog.log.UnreadableLog` for an invalid entry, with its place, and
    :class:`~innolog.log.UnsupportedLog` for another game, for a log that names something unknown to innolog (a card, a
    set, a place), and for one that starts late.
    """
    data = to_utf8(name, data)
    root = parse_json(name, data)
    check_keys(name, data, root)
    if not isinstance(root, dict) or not isinstance(root.get(words.ENTRIES), list):
        raise UnreadableLog(name, "the outermost value", "a tracker's list of entries", describe(root))
    game = root.get(words.GAME_NAME)
    if isinstance(game, str) and not game.lower().startswith("innovation"):
        raise UnsupportedLog(name, f"a log of another game ({shorten(game)})")
    return _Reader(name, root).read()


class _Reader:
    def __init__(self, source: str, root: dict[str, Any]) -> None:
        self.source = source
        self.root = root
        self.table = card_table()
        self.unknown: Counter[str] = Counter()
        self.inconsistencies: list[Inconsistency] = []
        self.unread: list[Unread] = []
        #: What the messages state, by themselves.
        self.said: list[Said] = []
        self.entries: list[Entry] = root[words.ENTRIES]
        for index, entry in enumerate(self.entries):
            self._check(index, entry)
        self.generation = generation_of(root, self.entries)
        #: What the fields of its transfers prove.
        self.carries = CARRIES[self.generation.name]
        messages = [str(entry.get(words.MESSAGE) or "") for entry in self.entries]
        named = players.named(root.get(words.PLAYERS))
        if not named:
            check_spelling(source, built_in("bga-en"), messages)
            named = {found: found for found in find_names(built_in("bga-en"), map(plain, messages))}
        if not 2 <= len(named) <= 10:
            place = words.PLAYERS if words.PLAYERS in root else f"{words.ENTRIES} 0 to {len(self.entries) - 1}"
            raise UnreadableLog(source, place, "the names of at least two players", f"{len(named)}")
        if len({*map(plain, named.values())}) < len(named):
            raise UnsupportedLog(source, "several players have one name, so that messages do not say who acts")
        if (doubt := called_as_owned(built_in("bga-en"), map(plain, named.values()))) is not None:
            raise UnsupportedLog(source, doubt)
        order = players.in_turn_order(list(named.values()), messages, self._acting(named))
        self.seats = [
            Seat(player, name) for player, name in sorted(named.items(), key=lambda item: order.index(item[1]))
        ]
        self.lines = bga_lines([seat.name for seat in self.seats])
        self.by_id = {seat.id: index for index, seat in enumerate(self.seats)}
        self.by_name = {plain(seat.name): index for index, seat in enumerate(self.seats)}
        #: The oldest files record moves only as messages. Files made from these do not record which card was melded.
        self.made_of_text = self.generation is SNAKE and not any(SNAKE.melded in entry for entry in self.entries)
        self.tells_melds = any(entry.get(self.generation.melded) is True for entry in self.entries)
        #: The ends of the game in entries of unknown types, with the indices of these.
        self.ends: list[tuple[int, seen.Ended]] = []
        self.named_once: set[str] = set()
        #: The special achievements that players have had.
        self.achieved: set[int] = set()

    def _check(self, index: int, entry: object) -> None:
        place = f"entry {index + 1}"
        if not isinstance(entry, dict):
            raise UnreadableLog(self.source, place, "an object", describe(entry))
        kind = entry.get(words.TYPE)
        if not isinstance(kind, str):
            raise UnreadableLog(self.source, place, "a text as type", describe(kind))
        if not isinstance(entry.get(words.MESSAGE), str | None):
            raise UnreadableLog(self.source, place, "a text as msg", describe(entry[words.MESSAGE]))
        for key in (words.MOVE, words.TIME):
            # A text may be none that is known, and a time may have a fraction.
            if isinstance(told := entry.get(key), bool | list | dict):
                raise UnreadableLog(self.source, place, f"a number as {key}", describe(told))
        if isinstance(told := entry.get(words.MOVE), float) and number(told) is None:
            raise UnreadableLog(self.source, place, f"a whole number as {words.MOVE}", describe(told))

    def _name_unknown_keys(self) -> None:
        """Name the keys that no known generation has, once each. What they say may matter from there on."""
        named: set[str] = set()
        contents = [(0, self.root, words.FILE_KEYS)]
        contents += [(index, entry, words.ENTRY_KEYS) for index, entry in enumerate(self.entries)]
        for index, content, known in contents:
            new = [key for key, value in content.items() if not (value is None or key in known or key in named)]
            if new:
                named.update(new)
                keys = ", ".join(shorten(json_text(key), 30) for key in new[:_MOST_KEYS])
                at = self._at(index) if self.entries else At(None, 1, 0, _UNIT)
                self.unread.append(Unread(at, f"keys that innolog does not know: {keys}"))

    def _acting(self, named: dict[str, str]) -> list[str]:
        """The names of the players who took the listed actions, or whose cards moved after the opening."""
        actions = self.root.get(words.ACTIONS)
        if not isinstance(actions, list | None):
            raise UnreadableLog(self.source, words.ACTIONS, "a list of actions", describe(actions))
        who = [action.get(words.ACTION_PLAYER) for action in actions or () if isinstance(action, dict)]
        if not who:
            keys = self.generation
            moved = (entry.get(keys.to_owner) or entry.get(keys.from_owner) for entry in self.entries)
            who = [owner for owner in moved if owner is not None][len(named) :]
        return [named.get(str(player), str(player)) for player in who if player is not None]

    def read(self) -> GameLog:
        observations: list[seen.Observation] = []
        where: list[int] = []
        self._name_unknown_keys()
        for index in range(len(self.entries)):
            observation = self._observation(index)
            if observation is not None and not isinstance(observation, _NOT_RECORDED):
                observations.append(observation)
                where.append(index)
        self._end_elsewhere(observations, where)
        self._doubt_relics(observations)
        records = self._records(observations)
        if Fact.ACTIONS in records:
            begun = self._actions(observations, where)
            if begun is None:
                records -= {Fact.ACTIONS}
            else:
                observations = begun
        self._check_beginning(observations)
        self.inconsistencies.extend(self.lines.inconsistencies)
        self._compare_beside(observations)
        log = GameLog(
            source=self.source,
            site="bga",
            game_id="",
            seats=self.seats,
            observations=observations,
            viewpoint=self._viewpoint(observations),
            records=records,
            unknown=self.unknown,
            inconsistencies=sorted(self.inconsistencies, key=lambda found: found.at),
            unread=self.unread,
            times=times_of(self.entries, self.root.get(words.ACTIONS)),
            stated=dict(edition_in(str(self.root.get(words.GAME_NAME) or ""))),
        )
        note_generation(log, self.said)
        return log

    def _compare_beside(self, observations: list[seen.Observation]) -> None:
        """Compare what stands beside the entries."""
        found = self.inconsistencies
        found += beside.more_than_told(self.root.get(words.TOTAL), len(self.entries), self._at)
        found += beside.moves_out_of_order(self.entries, self._at)
        actions = self.root.get(words.ACTIONS)
        found += beside.actions_out_of_order(actions, self._at, len(self.entries))
        found += beside.actions_at_other_times(self.entries, actions, self._at)
        for said in said_otherwise(self.entries, self.generation, self.by_id | self.by_name, self._at):
            if isinstance(said, Unread):
                self.unread.append(said)
            else:
                found.append(said)
        viewer = self._viewer()
        end = self._at(max(0, len(self.entries) - 1))
        if viewer is not None and self.entries:
            found += beside.wrong_viewer(observations, viewer, self.seats)
        for key in sorted({generation.hand for generation in GENERATIONS.values() if generation.hand}):
            hand = self.root.get(key)
            found += beside.twice_in_hand(hand, end)
            if viewer is not None and self.entries:
                found += beside.wrong_hand(observations, viewer, hand, end)

    def _doubt_relics(self, observations: list[seen.Observation]) -> None:
        """Relics have their own backs, which no entry records. If there are relics, some sets are uncertain."""
        table = self.table
        moves = [what for what in observations if isinstance(what, seen.Transfer)]
        if any(move.relic for move in moves):
            backs = {(table.set[card], table.age[card]) for card in table.cards if table.relic[card]}
            for move in moves:
                told = move.card_set, move.age
                if move.card is None and not move.relic and any(_agrees(told, back) for back in backs):
                    move.relic = None

    def _records(self, observations: list[seen.Observation]) -> frozenset[Fact]:
        """The kinds of fact that the file records: those of its generation, if the file confirms them."""
        found = {_KIND_OF_FACT.get(type(observation)) for observation in observations}
        records = self.generation.records
        if self.generation is TEXT or self.made_of_text:
            records -= words.EVIDENT.difference(fact for fact in found if fact)
        if Fact.PASSES not in found:
            records -= {Fact.PASSES}
        return records

    def _viewpoint(self, observations: list[seen.Observation]) -> int | None:
        """The seat that was shown its drawn cards, from the file's own statement or from the faces in it."""
        if (mine := self._viewer()) is not None:
            return mine
        shown = {
            move.to_owner
            for move in observations
            if isinstance(move, seen.Transfer)
            and (move.from_place, move.to_place) == (Place.DECK, Place.HAND)
            and move.card is not None
        }
        return shown.pop() if len(shown) == 1 else None

    def _viewer(self) -> int | None:
        """The seat of the player who saved the file, if the file states it. A missing id is not that of "None"."""
        told = self.root.get(words.VIEWPOINT)
        return None if told is None else self.by_id.get(str(told))

    def _check_beginning(self, observations: list[seen.Observation]) -> None:
        """Reject a log that starts late: without the opening, nothing later can be judged."""
        if begins_with_choices(self.said):
            return
        nothing_moves = bool(observations) and not any(isinstance(told, seen.Transfer) for told in observations)
        late = late_start(observations, len(self.seats), on_site=False)
        silent = late_start(observations, len(self.seats), on_site=True)
        unread = silent is not None and any(said.at.place < silent.at.place for said in self.unread)
        if nothing_moves or late is not None or (silent is not None and not unread):
            raise UnsupportedLog(self.source, "the log does not contain the opening of the game")

    # --- entries -------------------------------------------------------------------------------------------------

    def _at(self, index: int) -> At:
        return At(number(self.entries[index].get(words.MOVE)), index + 1, 0, _UNIT)

    def _observation(self, index: int) -> seen.Observation | None:
        entry, at = self.entries[index], self._at(index)
        kind = entry[words.TYPE]
        if kind == words.TRANSFER:
            if words.PLACE_KEYS.isdisjoint(entry):
                return self._told_transfer(at, str(entry.get(words.MESSAGE) or ""))
            return self._transfer(at, entry)
        if kind not in (words.LOG, words.LOG_WITH_CARDS):
            if not words.PLACE_KEYS.isdisjoint(entry):
                self._not_known(at, f"entry {shorten(json_text(kind), 30)}")
            self.unknown[kind] += 1
            self._of_unknown_type(index, at, kind, entry)
            return None
        text = plain(str(entry.get(words.MESSAGE) or ""))
        if not text:
            return None
        line = self.lines.read(at, text)
        if line.said is not None:
            self.said.append(line.said)
        if line.unread is not None:
            self.unread.append(line.unread)
        for observation in line.observations:
            if isinstance(observation, seen.Transfer):
                # Moves of cards have their own kind of entry.
                self.unread.append(Unread(at, shorten(text, 120)))
                return None
            return observation
        return None

    def _of_unknown_type(self, index: int, at: At, kind: str, entry: Entry) -> None:
        """Keep an end of the game that entries of an unknown type state, and name their first other statement."""
        text = plain(str(entry.get(words.MESSAGE) or ""))
        said = self.lines.said(text) if text else None
        if said is None:
            return
        if said.key.startswith("end."):
            self.ends += [
                (index, end) for end in self.lines.tell(at, text, said).observations if isinstance(end, seen.Ended)
            ]
        else:
            self._name_once(kind, at, text)

    def _name_once(self, what: str, at: At, text: str) -> None:
        """Name the first text of a kind that is not understood. The others are not understood, either."""
        if what not in self.named_once:
            self.named_once.add(what)
            self.unread.append(Unread(at, shorten(text, 120)))

    def _end_elsewhere(self, observations: list[seen.Observation], where: list[int]) -> None:
        """Add the ends that only entries of unknown types state. Such an entry may repeat a message."""
        for index, end in self.ends:
            told = (end.how, end.player, end.achievements)
            known = [
                (each.how, each.player, each.achievements) for each in observations if isinstance(each, seen.Ended)
            ]
            if told not in known:
                place = bisect(where, index)
                observations.insert(place, end)
                where.insert(place, index)

    # --- cards that move -------------------------------------------------------------------------------------------

    def _transfer(self, at: At, entry: Entry) -> seen.Transfer | None:
        self._check_transfer(at, entry)
        from_owner = self._owner(at, self._told(entry, "from_owner"))
        to_owner = self._owner(at, self._told(entry, "to_owner"))
        from_place = self._place(at, self._told(entry, "from_place"))
        to_place = self._place(at, self._told(entry, "to_place"))
        card, age, card_set = self._card(at, entry)
        special = card is not None and card in self.table.achievements
        unclaimed = from_owner == NOBODY and to_place is Place.ACHIEVEMENTS
        claimed = unclaimed and (from_place is None or (self.made_of_text and from_place is Place.DECK))
        if claimed:
            # For an achievement, files made of texts record at most the new owner.
            if not self.made_of_text and (not special or card in self.achieved):
                self.unread.append(Unread(at, "a card is achieved, but the entry does not say where it was"))
            from_owner, from_place = NOBODY, Place.ACHIEVEMENTS
        elif self.made_of_text and from_place is None and to_place is Place.HAND:
            # "Places in hand" names no source place; it is used for revealed cards.
            from_owner, from_place = to_owner, Place.REVEALED
        # A player has such a place, but the file does not record which.
        if from_owner == NOBODY and from_place in _OWNED:
            from_owner = ANYBODY
        if to_owner == NOBODY and to_place in _OWNED:
            to_owner = ANYBODY
        if from_place is None or to_place is None or (claimed and to_owner == NOBODY):
            self.unread.append(Unread(at, "a card moves, but the entry does not say whose it was or where it was"))
            return None
        if card is not None and special and to_place is Place.ACHIEVEMENTS:
            self.achieved.add(card)
        relic = Place.RELICS in (from_place, to_place) or (card is not None and self.table.relic[card])
        melded = self._told(entry, "melded")
        if melded is True and to_place is not Place.BOARD:
            message = "a card is called melded that goes to another place than a board"
            self.inconsistencies.append(Inconsistency(at, message, "a board", to_place.value))
        if melded is True and self._told(entry, "bottom") is True:
            # It cannot be both. In some files a true value for the bottom means nothing.
            melded = None
        return seen.Transfer(
            at,
            card,
            card_set,
            age,
            relic,
            from_owner,
            from_place,
            None,
            to_owner,
            to_place,
            None,
            bottom=self._bottom(entry, melded is True, from_place, to_place),
            meld=melded if isinstance(melded, bool) and (melded or self._is_no_meld(from_place)) else None,
            color=None if card is None or special else self.table.color[card],
        )

    def _check_transfer(self, at: At, entry: Entry) -> None:
        for name in ("melded", "bottom", "top_of_deck"):
            if not isinstance(told := self._told(entry, name), bool | None):
                self._fail(at, f"true or false as {getattr(self.generation, name)}", describe(told))
        if entry.get(words.MESSAGE):
            # No known file has both, so it is not known which of them is right.
            self._name_once(words.TRANSFER, at, plain(entry[words.MESSAGE]))

    def _is_no_meld(self, from_place: Place) -> bool:
        """Whether a false keyword proves that a card was not melded. In a file without a true one it is a default."""
        return self.tells_melds and self.carries.get("melded") is Carries.NOT_DRAWN and from_place is not Place.DECK

    def _bottom(self, entry: Entry, melded: bool, from_place: Place, to_place: Place) -> bool | None:
        """Whether a card went under its pile; None if the file's value proves nothing."""
        if to_place is Place.BOARD and melded:
            return False
        if self._told(entry, "bottom") is False:
            return False if (from_place, to_place) == (Place.HAND, Place.BOARD) else None
        if self._told(entry, "top_of_deck") is True:
            return False if to_place is Place.DECK else None
        return None

    def _told(self, entry: Entry, name: str) -> object:
        """The value of a field, by its name in the table; None if it is missing or its values prove nothing."""
        if self.carries.get(name, Carries.NOTHING) is Carries.NOTHING:
            return None
        return entry.get(getattr(self.generation, name))

    def _card(self, at: At, entry: Entry) -> tuple[int | None, int | None, int | None]:
        """The card, if it is named, and the value and set of its back."""
        raw, told, named_set = (self._told(entry, name) for name in ("card", "age", "card_set"))
        age = number(told)
        if age is None and told not in (None, "") and not (isinstance(told, str) and self._is_special(raw)):
            self._fail(at, "the value of a card", describe(told))
        if not isinstance(named_set, str | None):
            self._fail(at, "the name of a set", describe(named_set))
        card_set = words.SETS.get(named_set) if isinstance(named_set, str) else None
        if card_set is None and isinstance(named_set, str) and named_set and named_set != words.NO_SET:
            self._not_known(at, f"set of cards {shorten(json_text(named_set), 30)}")
        if raw is None:
            return None, age, card_set
        card = find_card(raw, age, card_set) if isinstance(raw, str) else None
        if card is None:
            if isinstance(raw, str) and raw:
                self._not_known(at, f"card {shorten(json_text(raw), 30)}")
            self._fail(at, "the name of a card", describe(raw))
        return (card, *self._back(at, card, age, card_set))

    def _is_special(self, raw: object) -> bool:
        """Whether this is the name of a special achievement, beside whose name trackers write what is not known."""
        return isinstance(raw, str) and find_card(raw, None, None) in self.table.achievements

    def _back(self, at: At, card: int, age: int | None, card_set: int | None) -> tuple[int | None, int]:
        """The value and set of a card's back, which must match those in the entry, if it has them."""
        table = self.table
        if card in table.achievements:
            return None, table.set[card]
        for what, printed, told in (("value", table.age[card], age), ("set", table.set[card], card_set)):
            if told is not None and told != printed:
                one, other = (CardSet(side).name.lower() if what == "set" else str(side) for side in (printed, told))
                self.inconsistencies.append(Inconsistency(at, f"{table.name[card]} has another {what}", one, other))
        return table.age[card], table.set[card]

    def _owner(self, at: At, raw: object) -> int:
        name = plain(str(raw))
        # A player can be called 0.
        nobody = raw in ("", 0) or (raw == "0" and name not in self.by_name)
        if raw is None or (nobody and not isinstance(raw, bool)):
            return NOBODY
        seat = self.by_id.get(name) if self.generation is IDS else None
        if seat is None:
            seat = self.by_name.get(name, self.by_id.get(name))
        if seat is None:
            self._fail(at, "a player of this table", describe(raw))
        return seat

    def _place(self, at: At, raw: object) -> Place | None:
        if raw is None:
            return None
        place = words.PLACES.get(raw) if isinstance(raw, str) else None
        if place is None:
            if isinstance(raw, str) and raw:
                self._not_known(at, f"place for cards {shorten(json_text(raw), 30)}")
            self._fail(at, "a place for a card", describe(raw))
        return place

    def _told_transfer(self, at: At, text: str) -> seen.Transfer | None:
        """A card that moves, from a message of the first generation."""
        text = plain(text)
        line = self.lines.read(at, text)
        told = next((found for found in line.observations if isinstance(found, seen.Transfer)), None)
        if told is None:
            told = self._moved(at, text)
        if told is None:
            self.unread.append(Unread(at, shorten(text, 120)))
            return None
        for name, seat in self.by_name.items():
            # The only place that these wordings omit.
            placed = text.startswith(f"{name} places ") and told.to_place is Place.HAND
            if placed or text.startswith(f"{name} returns revealed "):
                told = replace(told, from_owner=seat, from_place=Place.REVEALED)
        # The trackers took the text "0" for true, and wrote "tucks" and "returns".
        melded = (told.from_place, told.to_place) == (Place.HAND, Place.BOARD) and told.bottom is False
        bottom = False if melded and CARRIES[TEXT.name]["melded"] is Carries.FROM_HAND else None
        return replace(told, bottom=bottom, meld=None, score=None)

    def _moved(self, at: At, text: str) -> seen.Transfer | None:
        """A move in the first generation's fallback wording, such as ``Ana moves [1] Tools (board -> hand).``."""
        for name, seat in sorted(self.by_name.items(), key=lambda item: -len(item[0])):
            if not text.startswith(f"{name} moves "):
                continue
            match = _MOVES.fullmatch(text, len(name) + len(" moves "))
            told = _CARD.fullmatch(match["card"]) if match else None
            if match is None or told is None:
                continue
            places = [words.PLACES.get(match[side]) for side in ("source", "dest")]
            card = find_card(told["name"]) if told["name"] else None
            to = self.by_name.get(match["to"]) if match["to"] else seat
            if None in places or to is None or (card is None and told["name"]):
                continue
            if CARRIES[TEXT.name]["from_owner"] is Carries.UNLESS_MOVED and all(place in _OWNED for place in places):
                # The entry names the player who acts. The card may come from, or go to, a place of any player.
                owners = ANYBODY, to if match["to"] else ANYBODY
            else:
                owners = seat, to
            left, reached = (
                (NOBODY if place in _COMMON else owner, place)
                for owner, place in zip(owners, places, strict=True)
                if place
            )
            age = number(told["age"] or told["hidden"])
            card_set: int | None = words.SETS.get(told["set"] or "")
            color = None
            if card is not None:
                age, card_set = self._back(at, card, age, None)
                color = self.table.color[card] if card in every_card() else None
            relic = Place.RELICS in places or (card is not None and self.table.relic[card])
            return seen.Transfer(at, card, card_set, age, relic, *left, None, *reached, None, color=color)
        return None

    # --- actions -------------------------------------------------------------------------------------------------

    def _actions(self, observations: list[seen.Observation], where: list[int]) -> list[seen.Observation] | None:
        """The observations with the beginnings of actions inserted; None if the file's list does not match them.

        The trackers deduced the list, so it is believed as a whole or not at all: every action must begin with an
        entry of its kind. The list does not contain free actions with an Artifact.
        """
        listed = self.root.get(words.ACTIONS)
        if not isinstance(listed, list) or not listed:
            return None
        if any(
            isinstance(move, seen.Transfer) and Place.DISPLAY in (move.from_place, move.to_place)
            for move in observations
        ):
            return None
        begun: list[seen.Observation] = []
        done = 0
        for place, action in enumerate(listed):
            if not isinstance(action, dict):
                return None
            entry, who = number(action.get(words.ACTION_ENTRY)), action.get(words.ACTION_PLAYER)
            player = None if who is None else self.by_id.get(str(who), self.by_name.get(plain(str(who))))
            if entry is None or player is None or not 0 <= entry <= len(self.entries):
                return None
            before = done
            while done < len(where) and where[done] < entry:
                begun.append(observations[done])
                done += 1
            if place and done == before:
                return None
            following = observations[done] if done < len(where) else None
            if not begins(action, player, following, last=place == len(listed) - 1):
                return None
            move = following.at.move if following else None
            begun.append(
                seen.ActionBegan(At(move, entry + 1, 0, _UNIT), player, number(action.get(words.ACTION_NUMBER)))
            )
        return begun + observations[done:]

    def _not_known(self, at: At, what: str) -> NoReturn:
        raise UnsupportedLog(self.source, not_known(at, what))

    def _fail(self, at: At, expected: str, found: str) -> NoReturn:
        raise UnreadableLog(self.source, str(at), expected, found)


def _agrees(told: tuple[int | None, int | None], back: tuple[int, int]) -> bool:
    """Whether a set and an age (None if not recorded) can be those of a back."""
    return all(one in (None, other) for one, other in zip(told, back, strict=True))
