"""Turn packets into notifications: each from the public channel, with its copies on the players' channels.

The site sends every fact twice: once on the public channel (type with a suffix), and once to each player, with the
faces that the player may see. The notifications are those of the public channel. The private copies are paired with
them by their ordinal within the move. They add facts, and must agree with the public notification.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from sys import intern
from typing import Final

from innolog.cards.generations import Generation
from innolog.log import At, Inconsistency, Unread
from parsers.bga import clock, copies
from parsers.bga import notifications as words
from parsers.bga.envelope import Envelope
from parsers.bga.fields import MOST_SHAPES, Unknown
from parsers.bga.fields_2024 import tables
from parsers.bga.messages import is_unread
from parsers.bga.messages_2024 import DECKS
from parsers.bga.messages_2024 import third_person as past_of_others
from parsers.bga.specification import INNOVATION_TYPES, PLAYER_CHANNEL, TABLE_CHANNEL, TABLE_ID
from parsers.bga.speech import both, label
from parsers.bga.values import Args, bare, short, to_int, whole

#: Types of messages that everybody gets, if anybody does. Free messages that state a fact are such, too.
_OF_ALL: Final = frozenset({words.TRANSFER, words.SPLAY, words.REARRANGE, words.LOG_WITH_CARDS})
#: Arguments with which a free message states a fact.
_FACT_LOGS: Final = frozenset({"ressource_count", "qualified_effect", "english_name"})

#: Arguments in which a message can record what a player chose.
_CHOSEN: Final = frozenset({"age", "color", "color_1", "n", "icon", "player_choice"})
#: Arguments of a message about a player: the name, or the form of address.
_ADDRESSED: Final = frozenset({"player_name", "You", "you", "your"})
#: Messages that record a choice without an argument, in the wording for others and in the one for the player.
_CHOICES: Final = re.compile(r"\$\{(?:player_name|You)\} (?:pass|decide|choose|receive|returned a|did not have any)")


class Item:
    """One public notification with its private copies. ``copied``: True when the site sent it on both channels."""

    __slots__ = ("args", "copied", "index", "kind", "move", "packet", "private", "shape", "template")

    def __init__(
        self,
        move: int | None,
        packet: int,
        index: int,
        kind: str,
        args: Args,
        template: str,
        shape: copies.Shape,
        copied: bool,
    ) -> None:
        self.move = move
        self.packet = packet
        self.index = index
        self.kind = kind
        self.args = args
        self.template = template
        self.shape = shape
        self.copied = copied
        self.private: list[Item] = []

    @property
    def at(self) -> At:
        """Its place in the log."""
        return At(self.move, self.packet, self.index)


class _Kind:
    """A type of notification, as sent, and its shapes in a log."""

    __slots__ = ("last", "name", "shapes")

    def __init__(self, sent_as: str) -> None:
        #: The type without the suffix of public copies.
        self.name = intern(sent_as.removesuffix(words.PUBLIC_SUFFIX))
        self.shapes: dict[tuple[str, ...], copies.Shape] = {}
        #: The last shape with each number of arguments, which nearly always is the next one, too.
        self.last: dict[int, copies.Shape] = {}


class Channels:
    """The notifications of an export, and the contradictions between its channels.

    - ``inconsistencies``: the contradictions. ``gaps``: the places with missing move numbers. ``moves``: the start of
      each move.
    - ``addressed``: the private copies that say "You": the place, the channel, and the name on the public copy.
    - ``public``: True when there is a public channel. ``unread``: fields that no known packet or notification has.
    - ``times``: when the moves were made.

    ``generation`` is the one that wrote the end of the log, ``first`` the one that wrote its beginning.
    """

    def __init__(self, envelope: Envelope, generation: Generation, first: Generation) -> None:
        self.envelope = envelope
        self.generation = generation
        self._first = first
        self._facts = copies.facts(generation)
        self.inconsistencies: list[Inconsistency] = []
        self.gaps: list[At] = []
        self.moves: list[At] = []
        self.public = True
        #: True when the log has the states in which the site goes on after a choice.
        self.chosen = False
        self.addressed: list[tuple[Item, str, str]] = []
        self.times = clock.times_of(envelope)
        self.unread: list[Unread] = list(clock.unknown_fields(envelope))
        #: The first list or object in place of a single value: its place, what was expected, and what is there.
        self.wrong: tuple[At, str, str] | None = None
        self._fields = Unknown(tables(generation).joined(tables(self._first)))
        #: What is known of each type of notification, as sent.
        self._kinds: dict[str, _Kind] = {}
        #: The shape of the arguments of each state when it was last seen.
        self._shape_in: dict[int, copies.Shape] = {}
        channels = dict.fromkeys(str(packet.get("channel", "")) for packet in envelope.packets)
        #: The players whose private notifications the log has.
        self.players = [name.removeprefix(PLAYER_CHANNEL) for name in channels if name.startswith(PLAYER_CHANNEL)]

    def notifications(self) -> Iterator[Item]:
        """The public notifications in order, each with its private copies."""
        self.inconsistencies.extend(clock.backwards(self.envelope, is_of_the_game))
        self.inconsistencies.extend(clock.apart(self.envelope, is_of_the_game))
        self._check_table()
        if not self.envelope.whole:
            self._make_whole()
        moves = self._moves()
        self.public = any(public for public, _ in moves)
        for number, (public, private) in enumerate(moves):
            if not public:
                alone = self._flatten(next(iter(private.values()), []))
                if not self.public:
                    for item in alone:
                        if item.kind == words.LOG or item.kind == words.LOG_WITH_CARDS:
                            item.template = words.third_person(past_of_others(item.template))
                        yield item
                    continue
                told = [item for item in alone if item.kind in _OF_ALL or _is_fact_log(item)]
                if told and number < len(moves) - 1:
                    message = "only one player has a message about this move"
                    self.contradiction(told[0].at, message, "the same message to all", "a message to one player")
                # At the end, a move with only private packets was cut off. Its facts would come with the public packet.
                continue
            items = self._flatten(public)
            for channel, packets in private.items():
                copies_of_it = self._flatten(packets)
                # A log of one player can have what people wrote to another one, and nothing of the game beside it.
                if any(is_of_the_game(event) for _, packet in packets for event in packet["data"]):
                    self._pair(items, channel, copies_of_it, last=number == len(moves) - 1)
            yield from items

    def _check_table(self) -> None:
        """Compare the table of a packet with the one that its channel names. (All packets name one table.)"""
        for index, packet in enumerate(self.envelope.packets):
            channel, table = str(packet.get("channel", "")), packet.get(TABLE_ID)
            named = channel.removeprefix(TABLE_CHANNEL)
            if table is not None and named != channel and named != str(table):
                at = At(to_int(packet.get("move_id")), index, 0)
                message = "a packet is of one table, and its channel of another"
                self.contradiction(at, message, f"table {table}", f"table {short(named)}")
                break

    def _make_whole(self) -> None:
        """Restore the integers that a tool without integers has written as floats."""
        for packet in self.envelope.packets:
            for event in packet["data"]:
                args = event.get("args")
                if isinstance(args, dict) and _is_idle(event["type"], args):
                    continue
                values = args.values() if isinstance(args, dict) else args if isinstance(args, list) else ()
                if float in map(type, values):
                    event["args"] = whole(args)

    def _moves(self) -> list[tuple[list[tuple[int, Args]], dict[str, list[tuple[int, Args]]]]]:
        """Packets grouped by move: the public ones, and the private ones by player."""
        moves: list[tuple[list[tuple[int, Args]], dict[str, list[tuple[int, Args]]]]] = []
        current: int | None = None
        highest: int | None = None
        #: Whether the move has its public packet.
        is_told = False
        for index, packet in enumerate(self.envelope.packets):
            number = to_int(packet.get("move_id"))
            # What people write to each other has no number, and belongs to the move in which it was sent.
            beside = number is None and not any(map(is_of_the_game, packet["data"]))
            # Of the packets of a move, the site sends the public one last.
            after_public = number is None and current is None and is_told
            if not moves or ((number != current or after_public) and not beside):
                if number is not None and highest is not None and number < highest:
                    self.contradiction(
                        At(number, index, 0), "moves are out of order", f"a move after {highest}", f"move {number}"
                    )
                if number is not None and highest is not None and number > highest + 1:
                    self.gaps.append(At(number, index, 0))
                highest = number if highest is None or number is None else max(highest, number)
                moves.append(([], {}))
                self.moves.append(At(number, index, 0))
                current, is_told = number, False
            public, private = moves[-1]
            channel = str(packet.get("channel", ""))
            if channel.startswith(PLAYER_CHANNEL):
                private.setdefault(channel.removeprefix(PLAYER_CHANNEL), []).append((index, packet))
            else:
                public.append((index, packet))
                is_told = is_told or not beside
        return moves

    def _flatten(self, packets: Iterable[tuple[int, Args]]) -> list[Item]:
        items: list[Item] = []
        kinds = self._kinds
        for index, packet in packets:
            move = to_int(packet.get("move_id"))
            events: list[Args] = packet["data"]
            to_one = str(packet.get("channel", "")).startswith(PLAYER_CHANNEL)
            for position, event in enumerate(events):
                sent_as: str = event["type"]
                args = event.get("args")
                if not isinstance(args, dict):
                    args = {}
                entry = kinds.get(sent_as)
                if entry is None:
                    entry = kinds[sent_as] = _Kind(sent_as)
                kind = entry.name
                if kind in _MESSAGES and None in args.values():
                    # Which arguments a message has says what it states. A program may write null for those it lacks.
                    args = {name: value for name, value in args.items() if value is not None}
                wrong, known = None, True
                if kind == words.STATE:
                    state, inner = to_int(args.get("id")), args.get("args")
                    if state in _IDLE_STATES and sent_as == words.STATE and not to_one:
                        self.chosen = self.chosen or state == words.STATE_CHOSEN
                        # Half of an export consists of states without facts, which are best skipped early. None of
                        # them is sent to one player.
                        continue
                    if inner and state is not None:
                        inside = self._shape_inside(state, inner if type(inner) is dict else {})
                        known = inside.known
                        if type(inner) is dict:
                            wrong = copies.in_parts(inner, inside)
                        elif inside.read:
                            wrong = ("an object as args", inner)
                shape = self._shape_of(entry, args)
                if not (known and shape.known) and (new := self._fields.look(kind, args)):
                    self.unread.extend([Unread(At(move, index, position), name) for name in new])
                template = event.get("log") or args.get("log")
                wrong = wrong or copies.in_parts(args, shape)
                if not isinstance(template, str):
                    if template and shape.read:
                        wrong = wrong or ("a text as log", template)
                    template = ""
                if wrong is not None and self.wrong is None:
                    self.wrong = (At(move, index, position), wrong[0], short(wrong[1]))
                copied = kind != sent_as or args.get("notification_type") is not None
                items.append(Item(move, index, position, kind, args, template, shape, copied))
        return items

    def _shape_of(self, entry: _Kind, args: Args) -> copies.Shape:
        """The shape of a notification."""
        names = _names(args)
        shape = entry.last.get(len(names))
        if shape is None or shape.names != names:
            key = tuple(names)
            shape = entry.shapes.get(key)
            if shape is None:
                shape = copies.shape(self.generation, entry.name, names)
                if len(entry.shapes) < MOST_SHAPES:
                    entry.shapes[key] = shape
            entry.last[len(names)] = shape
        return shape

    def _shape_inside(self, state: int, inner: Args) -> copies.Shape:
        """The shape of the arguments of a state."""
        names = _names(inner)
        shape = self._shape_in.get(state)
        if shape is None or shape.names != names:
            shape = self._shape_in[state] = copies.shape(self.generation, f"state {state}", names)
        return shape

    def _pair(self, items: list[Item], channel: str, found: list[Item], last: bool) -> None:
        """Pair the copies on a player's channel with the public notifications, in order.

        Only types that are sent on both channels count. Notifications for players only (whose card starts, settings)
        have other types or no public form. The last move may be cut off between the channels.
        """
        public = [item for item in items if item.kind in self._facts and item.copied]
        private = [copy for copy in found if copy.kind in self._facts and copy.kind != words.STATE]
        if self._first <= Generation.G2:
            public, private = _without_own_piles(public, private, channel)
        own = next((copy for copy in found if copy.kind == words.OWN_START), None)
        if own is not None:
            started = [item for item in public if "english_name" in item.args]
            public = [item for item in public if "english_name" not in item.args]
            for item in started:
                self._compare(item, own, channel)
        if [item.kind for item in public] != [copy.kind for copy in private]:
            facts = [item for item in public if item.kind != words.LOG]
            told = [copy for copy in private if copy.kind != words.LOG]
            if [item.kind for item in facts] == [copy.kind for copy in told]:
                public = facts + [item for item in public if _is_fact_log(item)]
                private = told + [copy for copy in private if _is_fact_log(copy)]
            differ = [_sign(item) for item in public] != [_sign(copy) for copy in private]
            if differ and last and (len(private) <= len(public) or not _told_to_its_end(items)):
                # If the last move is cut off, both channels must agree as far as both go.
                both = min(len(facts), len(told))
                public, private = facts[:both], told[:both]
                differ = [item.kind for item in public] != [copy.kind for copy in private]
            if differ:
                self._miscounted(public, private)
                return
        for item, copy in zip(public, private, strict=True):
            self._compare(item, copy, channel)
            item.private.append(copy)
        asked = [copy for copy in found if copy.kind == words.STATE]
        for copy in asked:
            twin = next(
                (item for item in items if item.kind == words.STATE and _same_state(item.args, copy.args)), None
            )
            if twin is None:
                if items and not last:
                    message = "a private message has a game state that the public messages do not have"
                    self.contradiction(copy.at, message, "no such public state", f"state {copy.args.get('id')}")
            else:
                mine, others = _flat(twin.args), _flat(copy.args)
                # States have other shapes than notifications.
                of_mine, of_others = [copies.shape(self.generation, "", _names(flat)) for flat in (mine, others)]
                for key, one, other in copies.differences(self._facts[words.STATE], mine, of_mine, others, of_others):
                    self.differ(copy.at, key, one, other)
                twin.private.append(copy)

    def _miscounted(self, public: list[Item], private: list[Item]) -> None:
        """Report that the public and private channels of one move differ in their notifications."""
        pairs = list(zip_longest(public, private))
        one, other = next((pair for pair in pairs if _apart(*pair)), pairs[0])
        found = other or one
        assert found is not None
        counts, told = Counter(item.kind for item in public), Counter(copy.kind for copy in private)
        kind = next((kind for kind in counts | told if counts[kind] != told[kind]), None)
        if kind is None:
            # The same number of each type, but not the same: report the first that is on one channel only.
            expected, observed = [" ".join(_sign(item)) if item is not None else "nothing" for item in (one, other)]
        else:
            expected, observed = f"{counts[kind]} public {kind}", f"{told[kind]} private {kind}"
        self.contradiction(found.at, "the public and the private copies of a move differ", expected, observed)

    def _compare(self, item: Item, copy: Item, channel: str) -> None:
        """Compare the facts of the public and the private copy of a notification."""
        for key, one, other in copies.differences(self._facts[item.kind], item.args, item.shape, copy.args, copy.shape):
            self.differ(copy.at, key, one, other)
        if item.kind == words.LOG and copy.template:
            if words.HAS_TO_EXECUTE in item.template or words.APPLIES in item.template:
                again = words.ENDORSED_AGAIN
                if not is_unread(copy.template) and (again in item.template) != (again in copy.template):
                    self.differ(copy.at, "log", item.template, copy.template)
            elif copy.template in DECKS and item.template in DECKS and copy.template != item.template:
                self.differ(copy.at, "log", item.template, copy.template)
        named, told = item.args.get("player_name"), copy.args.get("player_name")
        if not isinstance(named, str):
            return
        if item.kind == words.LOG and _FACT_LOGS.isdisjoint(item.args):
            # A message that explains an effect may name a different player in each copy.
            template = item.template
            if _CHOICES.match(template) is not None:
                mine = words.third_person(past_of_others(copy.template))
                if mine != template and _CHOICES.match(mine) is not None and _plain(mine) != _plain(template):
                    self.differ(copy.at, "log", template, mine)
            elif not template.startswith(words.END_PREFIX):
                return
        if isinstance(told, str):
            if bare(named) != bare(told):
                self.differ(copy.at, "player_name", named, told)
        elif "You" in copy.args:
            self.addressed.append((copy, channel, bare(named)))

    def differ(self, at: At, key: str, one: object, other: object) -> None:
        """Record that two copies differ in an argument."""
        self.check_alike(at, key, one, other)
        message = f"the public and the private copy of a notification differ in {label(key)}"
        self.contradiction(at, message, *both(key, one, other))

    def check_alike(self, at: At, key: str, one: object, other: object) -> None:
        """Note if one of two values that should be equal is a list or an object, and the other is not.

        What reads the field says better what is wrong with it, so that comes first.
        """
        if isinstance(one, dict) and isinstance(other, dict):
            for name, value in one.items():
                self.check_alike(at, key, value, other.get(name))
        if self.wrong is None and one is not None and other is not None and _has_parts(one) != _has_parts(other):
            right, wrong = (other, one) if _has_parts(one) else (one, other)
            self.wrong = (at, f"a value such as {short(right)} as {key}", short(wrong))

    def contradiction(self, at: At, message: str, expected: str, observed: str) -> None:
        """Record a contradiction in the log."""
        self.inconsistencies.append(Inconsistency(at, message, expected, observed))


def is_of_the_game(event: Args) -> bool:
    """Whether a notification is about the game itself, and not about what is written or happens beside it."""
    kind: str = event["type"].removesuffix(words.PUBLIC_SUFFIX)
    return kind in INNOVATION_TYPES or kind in (words.STATE, words.LOG, words.GAME_END)


def _without_own_piles(public: list[Item], private: list[Item], player: str) -> tuple[list[Item], list[Item]]:
    """Both channels without the piles that a player puts in a new order.

    To this player, the first generations send a message that does not have the order.
    """
    own = [
        number
        for number, item in enumerate(public)
        if item.kind == words.REARRANGE and str(item.args.get("player_id")) == player
    ]
    if not own:
        return public, private
    if len(public) == len(private):
        # In any language.
        piles = [private[number] for number in own if private[number].kind == words.LOG]
    else:
        piles = [copy for copy in private if copy.kind == words.LOG and copy.template == words.REARRANGES_OWN]
    if not piles:
        return public, private
    mine = [public[number] for number in own]
    return [item for item in public if item not in mine], [copy for copy in private if copy not in piles]


def _has_parts(value: object) -> bool:
    return isinstance(value, (dict, list))


def _plain(template: str) -> str:
    """A template without the differences that the site itself has between two copies."""
    return template.replace(" to not ", " not to ")


_IDLE_STATES: Final = words.IDLE_STATES
_MESSAGES: Final = (words.LOG, words.LOG_WITH_CARDS)


def _names(args: Args) -> list[str]:
    # A single copy; going through the arguments one by one takes four times as long.
    return list(args.keys())


def _is_idle(kind: str, args: Args) -> bool:
    """Whether a notification is a state without facts."""
    if kind != words.STATE:
        return False
    state = args.get("id")
    return isinstance(state, int) and state in _IDLE_STATES


def _is_fact_log(item: Item) -> bool:
    """Whether a free message states a fact: a count, an effect, the start, the end, or a player's choice."""
    if item.kind != words.LOG:
        return False
    args = item.args
    if not _FACT_LOGS.isdisjoint(args) or item.template.startswith(words.END_PREFIX):
        return True
    if _ADDRESSED.isdisjoint(args):
        return False
    return not _CHOSEN.isdisjoint(args) or _CHOICES.match(item.template) is not None


def _apart(one: Item | None, other: Item | None) -> bool:
    """Whether two notifications that should be copies are different."""
    return one is None or other is None or _sign(one) != _sign(other)


def _sign(item: Item) -> tuple[str, ...]:
    """The key of a notification within its move: its kind, and for a message the kind of fact that it can state."""
    if item.kind != words.LOG:
        return (item.kind,)
    return (item.kind, *sorted(key for key in item.args if key in _FACT_LOGS or key in _CHOSEN))


def _same_state(one: Args, other: Args) -> bool:
    return to_int(one.get("id")) == to_int(other.get("id"))


def _told_to_its_end(items: list[Item]) -> bool:
    """Whether the public notifications of a move reach a state in which the site waits for a player."""
    return any(item.kind == words.STATE and to_int(item.args.get("id")) in words.STATES_WAITING for item in items)


def _flat(args: Args) -> Args:
    """The arguments of a state and the active player as one object."""
    inner = args.get("args")
    return {**inner, "active_player": args.get("active_player")} if isinstance(inner, dict) else args
