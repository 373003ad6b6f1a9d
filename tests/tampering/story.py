"""A BGA export opened for forging: the public notifications with their private copies, and the table as they tell it.

The board is followed here by the notifications alone, without innolog's engine: a forger needs no rules, and a tamper
that leant on the engine would share its mistakes.
"""

from __future__ import annotations

import copy
import gzip
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import orjson

from innolog.cards.facts import Icon, card_table
from innolog.log import GameLog
from parsers.bga import notifications as words
from parsers.bga.envelope import find_packets
from parsers.bga.reader import read

Item = dict[str, Any]
Packet = dict[str, Any]

#: Types that are sent on one channel only.
_UNPAIRED = ("gameStateChange", "gameStateMultipleActiveUpdate", "updateReflexionTime")
_SPECIALS = range(105, 110)


def load_bytes(path: Path) -> bytes:
    """The JSON of an export."""
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def read_export(export: dict[str, Any], source: str = "forged.json") -> GameLog:
    """Read a decoded export the way a file is read."""
    return read(find_packets(source, orjson.dumps(export)), source)


def renumber(packets: list[Packet]) -> list[Packet]:
    """Packet ids in the order of the packets, as a forger who moves whole packets would see to."""
    for number, packet in enumerate(packets, 1):
        packet["packet_id"] = type(packet["packet_id"])(number)
    return packets


@dataclass
class Event:
    """One public notification and its private copies; each as (packet, item)."""

    move: int
    kind: str
    public: tuple[Packet, Item]
    private: list[tuple[Packet, Item]] = field(default_factory=list)

    @property
    def args(self) -> dict[str, Any]:
        """The public arguments."""
        args = self.public[1]["args"]
        return args if isinstance(args, dict) else {}

    @property
    def template(self) -> str:
        """The public message template."""
        return str(self.public[1].get("log") or self.args.get("log") or "")

    @property
    def card_set(self) -> int:
        """The set of a card that moves. The first generations, with the base set alone, do not write it."""
        return int(self.args.get("type") or 0)

    @property
    def activates(self) -> bool:
        """Whether a card is activated, or executed together with the one that is endorsed."""
        if self.kind == "log":
            # The first generations have the whole row of the card here.
            return "icon" in self.args and self.args.get("id") is not None
        return self.kind == "logWithCardTooltips" and "icon" in self.args

    @property
    def executes_another(self) -> bool:
        """Whether an effect executes another card."""
        if self.kind == "log":
            return words.EXECUTES_THIS.match(self.template) is not None
        shows = "card_list" in self.args
        return self.kind == "logWithCardTooltips" and not self.activates and not shows and "player_name" in self.args

    @property
    def state(self) -> int:
        """The state id of a change of state, else 0."""
        return int(self.args.get("id") or 0) if self.kind == "gameStateChange" else 0

    @property
    def inner(self) -> dict[str, Any]:
        """The arguments of the state."""
        inner = self.args.get("args")
        return inner if isinstance(inner, dict) else {}


class Table:
    """What lies where, from the notifications so far."""

    def __init__(self, players: list[str], edition: str = "", newer: bool = False) -> None:
        self.players = players
        self.cards = card_table(edition=edition)
        #: Whether avatars are counted, too.
        self.newer = newer
        self.piles: dict[tuple[str, int], list[int]] = {(p, c): [] for p in players for c in range(5)}
        self.splays: Counter[tuple[str, int]] = Counter()
        #: Ages in score piles.
        self.scored: dict[str, list[int]] = {p: [] for p in players}
        self.hands: Counter[tuple[str, int, int]] = Counter({(p, 0, 1): 2 for p in players})
        self.decks: Counter[tuple[int, int]] = Counter()
        highest = 11 if edition == "fourth" else 10
        self.available = set(range(1, highest))
        self.seen: set[int] = set()
        table = self.cards
        for card in table.cards.values():
            if card.age and not card.relic and card.id not in table.achievements:
                self.decks[(int(card.set), card.age)] += 1
        for age in range(1, highest):
            self.decks[(0, age)] -= 1
        self.decks[(0, 1)] -= 2 * len(players)
        self.active = ""
        self.counts: dict[str, int] = {}
        self.featured = 0

    def tops(self, player: str) -> list[int]:
        """Top cards of a player."""
        return [pile[-1] for (owner, _), pile in self.piles.items() if owner == player and pile]

    def on_boards(self) -> list[int]:
        """All cards on boards."""
        return [card for pile in self.piles.values() for card in pile]

    def icons(self, player: str) -> dict[str, int]:
        """Visible icons as BGA writes them."""
        table = self.cards
        total = [0] * 8
        for color in range(5):
            pile = self.piles[(player, color)]
            splay = self.splays[(player, color)] if len(pile) > 1 else 0
            for card in pile[:-1]:
                if splay:
                    total = [a + b for a, b in zip(total, table.icons[splay][card], strict=True)]
            if pile:
                total = [a + b for a, b in zip(total, table.top_icons[pile[-1]], strict=True)]
        return {str(icon): total[icon] for icon in range(1, 8 if self.newer else 7)}

    def icons_with(self, player: str, color: int, direction: int) -> dict[str, int]:
        """The same if a pile of the player's were splayed in a direction."""
        before = self.splays[(player, color)]
        self.splays[(player, color)] = direction
        icons = self.icons(player)
        self.splays[(player, color)] = before
        return icons

    def apply(self, event: Event) -> None:
        """Follow one notification."""
        args = event.args
        if event.state == 4:
            self.active = str(args["active_player"])
        elif event.kind in ("transferedCard", "transferedCardNoDelay"):
            self._transfer(args)
        elif event.kind == "splayedPile":
            self.splays[(str(args["player_id"]), int(args["color"]))] = int(args["splay_direction"])
        elif event.kind == "removedHandsBoardsAndScores":
            for pile in self.piles.values():
                pile.clear()
            self.splays.clear()
            self.hands.clear()
            for ages in self.scored.values():
                ages.clear()
        elif event.kind == "rearrangedPile":
            pile = self.piles[(str(args["player_id"]), int(args["rearrangement"]["color"]))]
            for step in args["rearrangement"]["permutations_done"]:
                one = int(step["position"])
                other = one + int(step["delta"])
                pile[one], pile[other] = pile[other], pile[one]

    def _transfer(self, args: dict[str, Any]) -> None:
        if args.get("age") is None:
            return
        age, kind = int(args["age"]), int(args.get("type") or 0)
        source, target = str(args["owner_from"]), str(args["owner_to"])
        card = int(args["id"]) if args.get("id") is not None else None
        if card is not None and card >= 1000:
            return
        if card is not None:
            self.seen.add(card)
        where = args["location_from"]
        if where == "deck":
            self.decks[(kind, age)] -= 1
        elif where == "hand":
            self.hands[(source, kind, age)] -= 1
        elif where == "score":
            self.scored[source].remove(age)
        elif where == "board" and card is not None:
            pile = self.piles[(source, self.cards.color[card])]
            pile.remove(card)
            if len(pile) < 2:
                self.splays[(source, self.cards.color[card])] = 0
        elif where == "achievements" and source == "0":
            self.available.discard(age)
        where = args["location_to"]
        if where == "deck":
            self.decks[(kind, age)] += 1
        elif where == "hand":
            self.hands[(target, kind, age)] += 1
        elif where == "score":
            self.scored[target].append(age)
        elif where == "board" and card is not None:
            pile = self.piles[(target, self.cards.color[card])]
            pile.insert(0 if args.get("bottom_to") in (True, 1, "1") else len(pile), card)


class Story:
    """A decoded export and its notifications. ``copies`` says which copies a forger changes."""

    def __init__(self, raw: bytes, copies: str = "both") -> None:
        self.export: dict[str, Any] = orjson.loads(raw)
        self.packets: list[Packet] = self.export["packets"]
        self.copies = copies
        self.players = sorted(str(player) for player in self.export["players"])
        self.names = {
            str(key): value if isinstance(value, str) else value["name"]
            for key, value in self.export["players"].items()
        }
        self.events = list(self._pair())
        first = next((event.args for event in self.events if event.kind == "transferedCard"), {})
        self.newer = "achieve_keyword" in first
        self.edition = "fourth" if self.newer and first.get("monument_counters") is None else ""
        #: The cards of the edition.
        self.facts = card_table(edition=self.edition)

    def _pair(self) -> Iterator[Event]:
        private: dict[str, list[tuple[Packet, Item]]] = {}
        move = None
        for packet in self.packets:
            if packet["move_id"] != move:
                move, private = packet["move_id"], {}
            channel = packet["channel"]
            if channel.startswith("/player/"):
                private.setdefault(channel, []).extend((packet, item) for item in packet["data"])
                continue
            queues = {
                key: [pair for pair in pairs if pair[1]["type"] not in _UNPAIRED] for key, pairs in private.items()
            }
            for item in packet["data"]:
                kind = item["type"].removesuffix("_spectator")
                event = Event(int(packet["move_id"]), kind, (packet, item))
                if item["type"].endswith("_spectator"):
                    for queue in queues.values():
                        if queue:
                            event.private.append(queue.pop(0))
                elif kind == "gameStateChange":
                    wanted = item["args"].get("id") if isinstance(item["args"], dict) else None
                    for pairs in private.values():
                        for pair in pairs:
                            same = pair[1]["type"] == kind and pair[1]["args"].get("id") == wanted
                            if same and wanted == 4:
                                event.private.append(pair)
                yield event

    def walk(self) -> Iterator[tuple[int, Event, Table]]:
        """All notifications with the table just before each."""
        table = Table(self.players, self.edition, self.newer)
        for index, event in enumerate(self.events):
            yield index, event, table
            table.apply(event)

    def touched(self, event: Event) -> list[tuple[Packet, Item]]:
        """The copies that this forger changes."""
        if self.copies == "public" or not event.private:
            return [event.public]
        if self.copies == "private":
            return event.private
        return [event.public, *event.private]

    def edit(self, event: Event, **changes: Any) -> None:
        """Change arguments of a notification where they are present."""
        for _, item in self.touched(event):
            for key, value in changes.items():
                if key in item["args"]:
                    item["args"][key] = value

    def reword(self, event: Event, change: Callable[[str], str]) -> None:
        """Change the message of a notification."""
        for _, item in self.touched(event):
            holder = item["args"] if "log" in item["args"] else item
            holder["log"] = change(holder["log"])

    def show(self, event: Event, card: int) -> None:
        """Put another face on the card of a transfer, in every copy that shows one."""
        table = self.facts
        for _, item in self.touched(event):
            args = item["args"]
            if args.get("id") is None:
                continue
            args["id"] = type(args["id"])(card)
            args["name"] = table.name[card]
            args["color"] = str(table.color[card])
            args["dogma_icon"] = str(table.featured[card])
            for number, printed in enumerate(table.cards[card].slots[:4], 1):
                icon = Icon.__members__.get(printed.upper())
                args[f"spot_{number}"] = "0" if icon is None else str(int(icon))

    def delete(self, *events: Event) -> None:
        """Take notifications out of the packets."""
        for event in events:
            for packet, item in self.touched(event):
                packet["data"] = [other for other in packet["data"] if other is not item]

    def insert(self, after: Event, event: Event, before: bool = False) -> list[Item]:
        """Put a copy of ``event`` after (or before) another; returns the new items.

        Where the channels differ in number, only the channels of ``after`` get one.
        """
        made: list[Item] = []
        models = {packet["channel"]: item for packet, item in [event.public, *event.private]}
        for packet, item in self.touched(after):
            model = models.get(packet["channel"])
            if model is None:
                continue
            new = copy.deepcopy(model)
            new["uid"] = f"f{id(new):x}"
            where = next(i for i, other in enumerate(packet["data"]) if other is item)
            packet["data"] = [*packet["data"]]
            packet["data"].insert(where if before else where + 1, new)
            made.append(new)
        return made

    @property
    def ending(self) -> Event | None:
        """What says how the game ended: before March 2023 a message alone."""
        told = [event for event in self.events if event.template.startswith(words.END_PREFIX)]
        return next((event for event in self.events if event.kind == "endOfGame"), told[0] if told else None)

    def of_move(self, move: int) -> list[Event]:
        """The notifications of a move."""
        return [event for event in self.events if event.move == move]

    def moves(self) -> list[int]:
        """Move numbers in the order of the file."""
        return list(dict.fromkeys(int(packet["move_id"]) for packet in self.packets))

    def is_action(self, move: int) -> bool:
        """Whether a move is one whole action: it begins and ends where a player is asked for an action."""
        last: dict[int, int] = {}
        for event in self.events:
            if event.state:
                last[event.move] = event.state
        return last.get(move) == 4 and last.get(move - 1) == 4

    def choice(self, rng: Random, found: list[Any]) -> Any:
        """One of the places found, or None."""
        return rng.choice(found) if found else None
