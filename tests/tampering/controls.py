"""Changes to an export that leave it true: none of them may ever be accused."""

from __future__ import annotations

import copy
import re
from collections import defaultdict
from collections.abc import Callable
from random import Random
from typing import Any

from tests.registering import registering
from tests.tampering.story import Packet, Story
from tests.translated import translate_arguments

Control = Callable[[Story, Random], None]
CONTROLS: dict[str, Control] = {}
control = registering(CONTROLS)


def _map(value: Any, change: Callable[[Any], Any]) -> Any:
    """Apply a change to every leaf."""
    if isinstance(value, dict):
        return {key: _map(inner, change) for key, inner in value.items()}
    if isinstance(value, list):
        return [_map(inner, change) for inner in value]
    return change(value)


@control("untouched")
def untouched(story: Story, rng: Random) -> None:
    """Nothing."""


@control("cut short")
def cut(story: Story, rng: Random) -> None:
    """The log ends after some packet."""
    story.export["packets"] = story.packets[: rng.randint(3, len(story.packets))]


@control("unknown notifications")
def unknown(story: Story, rng: Random) -> None:
    """Notifications of unknown types, at any place."""
    for packet in rng.sample(story.packets, 20):
        new = {
            "uid": "x",
            "type": rng.choice(["chatmessage", "newFeature", "newFeature_spectator"]),
            "log": "",
            "args": {"a": 1},
        }
        packet["data"].insert(rng.randint(0, len(packet["data"])), new)


@control("ids, names and times changed")
def renamed(story: Story, rng: Random) -> None:
    """Other players, another table, another day."""
    ids = {player: str(rng.randint(10**6, 10**8)) for player in story.players}
    names = {name: f"N{rng.randint(0, 10**6)}é {index}" for index, name in enumerate(story.names.values())}
    pattern = re.compile("|".join(map(re.escape, names)))

    def change(value: Any) -> Any:
        if isinstance(value, str):
            if value in ids:
                return ids[value]
            for old, new in ids.items():
                value = value.replace(f"/player/p{old}", f"/player/p{new}")
            if value in names or value.startswith("<span style='font-weight"):
                value = pattern.sub(lambda match: names[match[0]], value)
        elif isinstance(value, int) and not isinstance(value, bool) and str(value) in ids:
            return int(ids[str(value)])
        return value

    def keys(value: Any) -> Any:
        if isinstance(value, dict):
            return {ids.get(key, key): keys(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [keys(inner) for inner in value]
        return change(value)

    story.export = keys(story.export)
    for packet in story.export["packets"]:
        packet["time"] = str(int(packet["time"]) + 12345)
        for item in packet["data"]:
            item["uid"] = f"{rng.random():f}"


@control("no gamedatas")
def no_gamedatas(story: Story, rng: Random) -> None:
    """The page data are missing."""
    story.export.pop("gamedatas", None)


@control("packets sent twice")
def resent(story: Story, rng: Random) -> None:
    """Some packets come again, word for word, later or at once."""
    for _ in range(8):
        index = rng.randrange(len(story.packets))
        story.packets.insert(rng.randint(index + 1, len(story.packets)), copy.deepcopy(story.packets[index]))


@control("numbers as text and back")
def flipped(story: Story, rng: Random) -> None:
    """Numbers change their JSON type."""

    def change(value: Any) -> Any:
        if isinstance(value, bool) or value is None or rng.random() < 0.5:
            return value
        if isinstance(value, int):
            return str(value)
        if isinstance(value, str) and re.fullmatch(r"0|-?[1-9]\d{0,8}", value):
            return int(value)
        return value

    for packet in story.packets:
        packet["move_id"] = change(packet["move_id"])
        for item in packet["data"]:
            item["args"] = _map(item["args"], change)


@control("arguments shuffled and added to")
def shuffled(story: Story, rng: Random) -> None:
    """Arguments in another order, with some unknown ones."""

    def shuffle(value: Any) -> Any:
        if isinstance(value, dict):
            entries = list(value.items())
            rng.shuffle(entries)
            return {key: shuffle(inner) for key, inner in entries}
        return value

    for packet in story.packets:
        for item in packet["data"]:
            item["args"] = shuffle(item["args"])
            if isinstance(item["args"], dict):
                item["args"]["nobody_knows"] = [1, {"x": None}]


@control("another language")
def translated(story: Story, rng: Random) -> None:
    """Every message template is another text; arguments stay."""
    for packet in story.packets:
        for item in packet["data"]:
            if item.get("log"):
                item["log"] = "Übersetzt"
            if isinstance(item["args"], dict) and item["args"].get("log"):
                item["args"]["log"] = "Übersetzt"


@control("words of messages in another language")
def worded(story: Story, rng: Random) -> None:
    """The arguments that the site translates are in other words, all of them or some."""
    share = rng.choice([1, 0.5])
    chosen: dict[str, bool] = {}
    translate_arguments(story.packets, lambda text: chosen.setdefault(text, rng.random() < share))


@control("no messages")
def stripped(story: Story, rng: Random) -> None:
    """Message templates are empty."""
    for packet in story.packets:
        for item in packet["data"]:
            item["log"] = ""
            if isinstance(item["args"], dict) and "log" in item["args"]:
                item["args"]["log"] = ""


@control("markup around names")
def marked(story: Story, rng: Random) -> None:
    """Names of players stand in markup and white space here and there."""
    for packet in story.packets:
        for item in packet["data"]:
            args = item["args"] if isinstance(item["args"], dict) else {}
            name = args.get("player_name")
            if isinstance(name, str) and rng.random() < 0.5:
                args["player_name"] = rng.choice([f"<b class='x'>{name}</b>", f" {name}", f"{name}\u00a0"])


@control("players renamed outside the packets")
def nicknames(story: Story, rng: Random) -> None:
    """A player has taken another name since the game, so the page knows one name and the packets another."""
    for player in rng.sample(story.players, rng.randint(1, len(story.players))):
        entry = story.export["players"][player]
        name = f"New name of {player}"
        story.export["players"][player] = {**entry, "name": name} if isinstance(entry, dict) else name


@control("cards in another language")
def cards_translated(story: Story, rng: Random) -> None:
    """Names of cards and of what is named are translated, in rows and in messages."""
    for packet in story.packets:
        for item in packet["data"]:
            args = item["args"] if isinstance(item["args"], dict) else {}
            if isinstance(args.get("name"), str):
                args["name"] = "Übersetzte Karte"
            for value in args.values():
                inner = value.get("args") if isinstance(value, dict) else None
                if isinstance(inner, dict):
                    inner.update((key, "Übersetzte Karte") for key in inner if key.startswith("name_"))


@control("packets at other boundaries")
def repacked(story: Story, rng: Random) -> None:
    """Packets are split or joined with the next of the same move and channel."""
    packets: list[Any] = []
    for packet in story.packets:
        last = packets[-1] if packets else {"move_id": None, "channel": None}
        if (last["move_id"], last["channel"]) == (packet["move_id"], packet["channel"]) and rng.random() < 0.5:
            last["data"] = last["data"] + packet["data"]
        elif len(packet["data"]) > 1 and rng.random() < 0.3:
            middle = rng.randint(1, len(packet["data"]) - 1)
            packets.append({**packet, "data": packet["data"][:middle]})
            packets.append({**packet, "data": packet["data"][middle:]})
        else:
            packets.append(packet)
    for number, packet in enumerate(packets, 1):
        packet["packet_id"] = str(number)
    story.export["packets"] = packets


@control("book-keeping missing")
def bare(story: Story, rng: Random) -> None:
    """Nothing is left of a packet but its move, channel and notifications, of those but type, words and arguments."""
    for packet in story.packets:
        for key in set(packet) - {"move_id", "channel", "data"}:
            del packet[key]
        packet["data"] = [{key: item[key] for key in ("type", "log", "args")} for item in packet["data"]]
    story.export = {"packets": story.packets}


@control("types of copies left out")
def without_types(story: Story, rng: Random) -> None:
    """The public notifications do not repeat the type of their private copies."""
    for packet in story.packets:
        for item in packet["data"]:
            if isinstance(item["args"], dict):
                item["args"].pop("notification_type", None)


@control("numbers as floats")
def floats(story: Story, rng: Random) -> None:
    """A tool that reads all numbers as floats has written the file."""

    def change(value: Any) -> Any:
        return float(value) if isinstance(value, int) and not isinstance(value, bool) else value

    for packet in story.packets:
        for item in packet["data"]:
            item["args"] = _map(item["args"], change)


@control("packets of no move")
def moveless(story: Story, rng: Random) -> None:
    """Chat and notices come between, without a move; some on the channel of a player."""
    for _ in range(12):
        index = rng.randint(1, len(story.packets))
        channel = rng.choice(
            [story.packets[0]["channel"], f"/player/p{rng.choice(story.players)}", "/general/emergency"]
        )
        item = {"type": rng.choice(["chatmessage", "playerstatus"]), "log": "hi", "args": {"player_name": "Ana"}}
        story.packets.insert(index, {"channel": channel, "move_id": None, "packet_id": None, "data": [item]})


@control("conceded")
def conceded(story: Story, rng: Random) -> None:
    """A player gives up at some moment; the site closes the table."""
    length = rng.randint(3, len(story.packets) - 2)
    last = int(story.packets[length - 1]["move_id"])
    story.export["packets"] = story.packets[: length + 1]
    while int(story.export["packets"][-1]["move_id"]) > last:
        story.export["packets"].pop()
    table = next(packet for packet in story.packets if packet["channel"].startswith("/table"))
    player = rng.choice(story.players)
    item = {"type": "playerConcedeGame", "log": "", "args": {"player_id": player, "player_name": story.names[player]}}
    over = {"type": "gameStateChange", "log": "", "args": {"id": 99, "active_player": player, "args": []}}
    new = {**table, "move_id": str(last + 1), "packet_id": str(10**6), "data": [item, over]}
    new["time"] = story.export["packets"][-1]["time"]
    story.export["packets"].append(new)


@control("closed")
def closed(story: Story, rng: Random) -> None:
    """The table is closed in the middle of the game, without a reason."""
    last = int(rng.choice(story.packets[2:-2])["move_id"])
    story.export["packets"] = [packet for packet in story.packets if int(packet["move_id"]) <= last]
    table = next(packet for packet in story.packets if packet["channel"].startswith("/table"))
    over = {"type": "gameStateChange", "log": "", "args": {"id": 99, "name": "gameEnd", "args": []}}
    move, time = rng.choice([str(last + 1), None]), story.export["packets"][-1]["time"]
    story.export["packets"].append({**table, "move_id": move, "packet_id": str(10**6), "time": time, "data": [over]})


@control("arguments of any kind")
def odd_arguments(story: Story, rng: Random) -> None:
    """Notifications of unknown types with arbitrary arguments."""
    for packet in rng.sample(story.packets, 10):
        args = rng.choice([None, 7, 1.5, "text", [], [1.5], {"id": 5, "player_name": "Ana"}])
        packet["data"].insert(rng.randint(0, len(packet["data"])), {"type": "newFeature", "log": "", "args": args})


@control("cut within a packet")
def cut_within(story: Story, rng: Random) -> None:
    """The last packet is incomplete."""
    packets = story.packets[: rng.randint(3, len(story.packets))]
    packets[-1]["data"] = packets[-1]["data"][: rng.randint(0, len(packets[-1]["data"]))]
    story.export["packets"] = packets


@control("values left out")
def nulls(story: Story, rng: Random) -> None:
    """Fields that only repeat other facts are null or missing, as in an older version of the site."""
    extra = ["new_score", "new_max_age_on_board", "new_ressource_counts", "monument_counters", "faceup_age", "owner"]
    extra += ["location", "position", "color", "name", "splay_direction_from", "splay_direction_to", "spot_1"]
    for packet in story.packets:
        for item in packet["data"]:
            if item["type"].startswith("transferedCard"):
                for key in extra:
                    if rng.random() < 0.2:
                        item["args"].pop(key, None)


@control("questions missing")
def without_questions(story: Story, rng: Random) -> None:
    """The log has no question for a choice."""
    for packet in story.packets:
        packet["data"] = [
            item
            for item in packet["data"]
            if item["type"] != "gameStateChange" or not isinstance(item["args"], dict) or item["args"].get("id") != 13
        ]


def pad(packets: list[Packet]) -> None:
    """Give every notification all arguments of its type, with null for those that it lacks."""
    items = [item for packet in packets for item in packet["data"] if isinstance(item["args"], dict)]
    names: dict[str, set[str]] = defaultdict(set)
    for item in items:
        names[item["type"]] |= set(item["args"])
    for item in items:
        for name in names[item["type"]]:
            item["args"].setdefault(name)


@control("null for missing arguments")
def padded(story: Story, rng: Random) -> None:
    """Every notification has all arguments of its type, with null for those that it lacked."""
    pad(story.packets)


@control("packets without numbers sent twice")
def resent_without_numbers(story: Story, rng: Random) -> None:
    """A tool has left the numbers of the packets out; some packets come twice."""
    for packet in story.packets:
        del packet["packet_id"]
    resent(story, rng)


@control("moves without numbers")
def moves_without_numbers(story: Story, rng: Random) -> None:
    """A tool has left out the numbers of the moves."""
    for packet in story.packets:
        packet["move_id"] = None


@control("other words for null in page data")
def other_nulls(story: Story, rng: Random) -> None:
    """A tool or a database has written something else instead of null."""
    word = rng.choice(["", "null", "NULL"])
    if "gamedatas" in story.export:
        story.export["gamedatas"] = _map(story.export["gamedatas"], lambda value: word if value is None else value)


@control("names with markup left")
def names_with_markup_left(story: Story, rng: Random) -> None:
    """Whoever gave the players other names replaced whole values, and left the names within markup."""
    names = {name: f"<{index} other" for index, name in enumerate(story.names.values(), 3)}
    story.export = _map(story.export, lambda value: names.get(value, value) if isinstance(value, str) else value)
