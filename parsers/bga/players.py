"""Find the players of a log, their names and their seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from innolog.log import At, UnreadableLog, UnsupportedLog
from parsers.bga import notifications as words
from parsers.bga.channels import Item
from parsers.bga.envelope import Envelope
from parsers.bga.headers import clocks_in, events, not_seated, other_colors
from parsers.bga.values import bare, short, to_int
from parsers.seating import in_turn_order

#: Types that are about the game itself; others can occur anywhere.
_GAME = frozenset({words.LOG, words.TRANSFER, words.STATE})
#: Types of messages that name players, and the arguments that do. Spectators occur in other types.
_ABOUT_PLAYERS = frozenset(
    {words.LOG, words.LOG_WITH_CARDS, words.TRANSFER, words.SPLAY, words.REARRANGE, words.ELIMINATION}
)
_NAMES = ("player_name", "target_player_name", "opponent_name")
#: Where a name stands: not within a place or message of its own, but with markup.
_WITH_MARKUP = (False, True)


def player_ids(envelope: Envelope, source: str) -> list[str]:
    """The players' ids, from a notification that lists all of them, otherwise from the envelope or the channels.

    Raises :class:`~innolog.log.UnreadableLog` if there are fewer than two.
    """
    found: dict[str, None] = {}
    for packet in envelope.packets:
        for kind, args in events([packet]):
            if kind == "gameStateMultipleActiveUpdate" and isinstance(args, list):
                found.update(dict.fromkeys(str(player) for player in args))
            elif kind == words.STATE:
                found.update(dict.fromkeys(clocks_in(args)))
        if len(found) >= 2:
            break
    if len(found) < 2:
        found = dict.fromkeys(envelope.players)
    # A list of the players may contain only those who still have to choose. Everybody melds an opening card.
    for kind, args in events(envelope.packets):
        if kind == words.TRANSFER + words.PUBLIC_SUFFIX and isinstance(args, dict):
            if (args.get("location_from"), args.get("location_to")) != ("hand", "board"):
                break
            if isinstance(owner := args.get("owner_from"), (str, int)):
                found.setdefault(str(owner))
    if len(found) < 2:
        for _, args in events(envelope.packets):
            if isinstance(args, dict):
                for key in ("owner_from", "owner_to", "player_id"):
                    player = args.get(key) or "0"
                    if isinstance(player, (str, int)) and str(player) != "0":
                        found.setdefault(str(player))
    if not 2 <= len(found) <= 10:
        place = f"packets 0 to {len(envelope.packets) - 1}"
        raise UnreadableLog(source, place, "the ids of at least two players", f"{len(found)}")
    return list(found)


def names_of(envelope: Envelope, items: list[Item], ids: list[str], source: str) -> dict[str, str]:
    """Player ids by the names in messages; if a player has several names, the most frequent one counts.

    Raises :class:`~innolog.log.UnsupportedLog` if two players have one name and no other: whoever removed their names
    from the log has removed who is meant by its messages, too.
    """
    told: Counter[tuple[str, str]] = Counter()
    for player, name, _ in _named(items):
        if player in ids:
            told[(name, player)] += 1
    names: dict[str, str] = {}
    for (name, player), _ in told.most_common():
        names.setdefault(bare(name), player)
    for player, name in envelope.players.items():
        if player in ids:
            names.setdefault(bare(name), player)
    if any("<" in name and bare(name) not in names for item in items for name in _top_names(item)):
        # Whoever gave the players other names left those with markup. States have them beside the ids.
        for player, name in _named_in_states(envelope):
            if player in ids:
                names.setdefault(bare(name), player)
    every: dict[str, set[str]] = {}
    for name, player in (*told, *((name, player) for player, name in envelope.players.items() if player in ids)):
        every.setdefault(player, set()).add(bare(name))
    shared = Counter(min(found) for found in every.values() if len(found) == 1)
    if shared and max(shared.values()) > 1:
        name = max(shared, key=shared.__getitem__)
        raise UnsupportedLog(
            source, f"several players have the name {short(name)}, so that messages do not say who acts"
        )
    return names


def _top_names(item: Item) -> Iterator[str]:
    """The names in a message about players, without those in messages and places within it."""
    if item.kind in _ABOUT_PLAYERS:
        for key in _NAMES:
            if type(name := item.args.get(key)) is str:
                yield name


def _named_in_states(envelope: Envelope) -> Iterator[tuple[str, str]]:
    """The players' ids in states, with the names beside them."""
    for kind, args in events(envelope.packets):
        inner = args.get("args") if kind == words.STATE and isinstance(args, dict) else None
        if isinstance(inner, dict) and isinstance(inner.get("player_name"), str):
            yield str(inner.get("player_id")), inner["player_name"]


def _named(items: list[Item], names: Mapping[str, str] = MappingProxyType({})) -> Iterator[tuple[str, str, At]]:
    """The player ids in messages about cards and piles, with the names that stand beside them.

    ``names``: the players by their names, to find those in messages without an id, too.
    """
    for item in items:
        name = item.args.get("player_name")
        if item.kind == words.TRANSFER or item.kind == words.SPLAY:
            if item.kind == words.SPLAY and "target_player_name" in item.args:
                name = item.args["target_player_name"]
            if isinstance(name, str):
                yield str(item.args.get("player_id")), name, item.at
        elif names and item.kind in _ABOUT_PLAYERS and isinstance(name, str) and bare(name) in names:
            yield names[bare(name)], name, item.at


def wrong_names(
    envelope: Envelope, items: list[Item], ids: list[str], names: dict[str, str], source: str
) -> Iterator[tuple[At, str, str, str]]:
    """What a log says wrongly of who plays: the place, what is wrong, and the two contradicting statements.

    The names around the packets may be nicknames, but not the name of another player of the table, nor one name twice.
    So it is with colors. Nobody may be listed there in the place of a player of the table.
    A name in a message about the game is that of a player, if the packets name every player. A player may have taken
    another name, but does not go back to the first.

    Raises :class:`~innolog.log.UnsupportedLog` if all names in the markup of messages are others: whoever replaced the
    rest has removed who is meant.
    """
    # Whoever gave the players other names may have left those with markup as they were.
    told: dict[str, list[tuple[str, At]]] = {}
    with_markup: dict[str, list[tuple[str, At]]] = {}
    for player, name, at in _named(items, names):
        (told if bare(name) == name.strip() else with_markup).setdefault(player, []).append((bare(name), at))
    first = next((item.at for item in items if item.kind in _GAME), None)
    if first is not None:
        yield from not_seated(envelope.headers, ids, envelope.packets, first)
        yield from other_colors(envelope.headers, _colored(items), names)
    for player, name in (entry for header in envelope.headers for entry in header.names.items()):
        owner = names.get(bare(name))
        if first is not None and player in ids and owner is not None and owner != player:
            place = next((at for name_of_owner, at in told.get(owner, ()) if name_of_owner == bare(name)), first)
            here, there = f"{bare(name)} is player {owner}", f"{bare(name)} is player {player}"
            yield place, "the names around the packets are those of other players", here, there
    if not told.keys() >= {*ids}:
        return
    for those in (*(told[player] for player in ids), *with_markup.values()):
        seen: list[str] = []
        for name, at in those:
            if name in seen[:-1]:
                yield at, "a player has another name for a time", seen[-2], seen[-1]
                break
            if name not in seen:
                seen.append(name)
    players = ", ".join(dict.fromkeys(name for those in told.values() for name, _ in those))
    # Whoever gave the players other names may have left those with markup, or within places and messages, as they
    # were: all of them.
    known_in = {(False, False)}
    strangers = []
    for item in items:
        if item.kind in _ABOUT_PLAYERS:
            for person, is_within in _people(item.args):
                stands = (is_within, bare(person) != person.strip())
                if person in names or bare(person) in names:
                    known_in.add(stands)
                else:
                    message = "a message is about a person who does not sit at the table"
                    strangers.append((stands, (item.at, message, players, bare(person))))
    for stands, found in strangers:
        if stands in known_in:
            yield found
        elif stands == _WITH_MARKUP:
            raise UnsupportedLog(source, f"messages that give the players other names, such as {short(found[3])}")


def _colored(items: list[Item]) -> Iterator[tuple[str, At]]:
    """The names in messages about players that stand in markup, with their places."""
    for item in items:
        for name in _top_names(item):
            if "<" in name:
                yield name, item.at


def _people(args: dict[str, Any], *, within: bool = False) -> Iterator[tuple[str, bool]]:
    """The persons whom the arguments of a message name, and whether that is in a message or place within it."""
    for key, value in args.items():
        if type(value) is dict:
            yield from _people(value, within=True)
        elif type(value) is str and key in _NAMES:
            yield value, within


def seats_of(items: list[Item], ids: list[str], names: dict[str, str], you: str | None = None) -> list[str]:
    """Seats in turn order, inferred from the order of icon counts, otherwise from the order of the turns.

    ``you`` is the player who is addressed, if the log has only one player's messages.
    """
    counted: list[str] = []
    for item in items:
        if item.kind == words.LOG and "ressource_count" in item.args:
            name = item.args.get("player_name")
            player = None if name is None else names.get(bare(str(name)))
            if player is None and "You" in item.args:
                player = you
            if player is not None:
                if player in counted:
                    break
                counted.append(player)
        elif counted and item.kind in _GAME:
            break
    if len(counted) == len(ids):
        return counted
    turns: list[str] = []
    for item in items:
        if item.kind == words.STATE and to_int(item.args.get("id")) == words.STATE_ACTION:
            player = str(item.args.get("active_player"))
            if player in ids and player not in turns:
                turns.append(player)
    return in_turn_order(ids, [player for player in counted if player in ids], turns)
