"""Compare what stands beside the moves of an export: card data, own hand, teams, nested cards, concessions and results.

None of it needs the rules. What innolog alone can decide (who won, who plays with whom) goes into the log.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

from innolog.cards.facts import CardTable, alphabetical
from innolog.cards.generations import Generation
from innolog.log import At, Ranked, UnreadableLog
from parsers.bga import notifications as words
from parsers.bga import transfers
from parsers.bga.channels import Item
from parsers.bga.copies import named
from parsers.bga.envelope import Envelope
from parsers.bga.messages import effect_of
from parsers.bga.speech import both, label
from parsers.bga.values import Args, bare, by_key, is_null, listed, short, to_int

#: A contradiction: its place, what is wrong, and the two statements.
Contradiction = tuple[At, str, str, str]
#: A notification that can have the result of the game, beside the state after its end.
_TABLE_INFOS: Final = "tableInfosChanged"
#: The state after the end, as a number or as text.
_ENDS: Final = (words.STATE_GAME_END, str(words.STATE_GAME_END))
#: The fields of a row of a result: the rank, and the player.
_RANKS: Final = ("rank", "gamerank")
_PLAYERS: Final = ("player_id", "id", "player")
#: The arguments for the cards that are executed within ``card_0``, from the outermost on.
_INNER: Final = [f"card_{number}" for number in range(1, 10)]
#: Notifications that take hands away without a word on each card.
_REMOVING: Final = (words.WIPE, words.TOPS_AND_HANDS_REMOVED, words.ELIMINATION)
#: Teams are of two players or more.
_FEWEST_IN_TEAMS: Final = 4
#: The number of packets at the end of a log that can have the result of the game.
_LAST: Final = 60
#: How deep a result may stand within a notification.
_LEVELS: Final = 5


def of_page(
    envelope: Envelope,
    table: CardTable,
    generation: Generation,
    at: At,
    moved: Collection[int | None],
    own: tuple[list[set[int]] | None, At],
) -> Iterator[Contradiction]:
    """What the page data say wrongly of cards, and of the hand of the player who saved them.

    Only of the cards that the log shows (``moved``) it is known what the site's code had printed on them, because it
    lists those of other sets and editions, too. ``own`` are all hands that this player had (None if they are not known,
    or if the game went on after the log), and the end of the log, where the last one is known: if a move is missing, an
    earlier place shows that better.
    """
    data = envelope.gamedatas or {}
    rows = data.get("cards")
    for number, row in rows.items() if isinstance(rows, dict) else enumerate(rows) if isinstance(rows, list) else ():
        card = to_int(row.get("id", number)) if isinstance(row, dict) else None
        if card in moved and card in table.cards:
            for key, wanted, told in transfers.row_faults(table, card, row, generation):
                message = f"{label(key)} of {table.name[card]} in the page data does not match the card"
                yield (at, message, *both(key, wanted, told))
                return
    raw = listed(data.get("my_hand"))
    shown: list[int] = []
    for row in raw or ():
        card = to_int(row.get("id")) if isinstance(row, dict) else None
        if card is None or card not in table.cards:
            return
        shown.append(card)
    hands, end = own
    for card in shown:
        if shown.count(card) > 1:
            name = table.name[card]
            yield end, "the hand in the page data has a card twice", f"one {name}", f"two of {name}"
            return
    if raw is not None and hands and sorted(shown) not in [sorted(hand) for hand in hands]:
        names = [", ".join(sorted(table.name[card] for card in hand)) or "no card" for hand in (hands[-1], shown)]
        yield end, "the hand in the page data is none that the player had", names[0], names[1]


def hands_of(items: Sequence[Item], player: str, cards: Sequence[int | None]) -> list[set[int]] | None:
    """Every hand that a player had, in order; None if it is not known. ``cards`` are those of transfers, else None."""
    moves: list[tuple[bool, int]] = []
    held: set[int] = set()
    dealt: list[int] = []
    for item, card in zip(items, cards, strict=True):
        args = item.args
        left, came = args.get("location_from") == "hand", args.get("location_to") == "hand"
        if not (left or came):
            if item.kind in _REMOVING:
                return None
            continue
        left = left and str(args.get("owner_from")) == player
        came = came and str(args.get("owner_to")) == player
        if left is came:
            continue
        if card is None:
            return None
        if left and card not in held:
            dealt.append(card)
        held.discard(card)
        if came:
            held.add(card)
        moves.append((came, card))
    if len(dealt) != 2:
        # A dealt card that never left is not known.
        return None
    hand = set(dealt)
    hands = [set(hand)]
    for came, card in moves:
        if came:
            hand.add(card)
        else:
            hand.discard(card)
        hands.append(set(hand))
    return hands


def teams_of(
    items: Sequence[Item], names: dict[str, str], seat: dict[str, int], over: bool
) -> tuple[dict[int, int], list[Contradiction]]:
    """The partner of each seat according to the messages that tell the players their teams, and contradictions.

    ``over``: True when the game is over in the log, so that it has shown all players.
    """
    found: dict[int, int] = {}
    wrong: list[Contradiction] = []
    strangers: list[Contradiction] = []
    for item in items:
        inner = item.args.get("args") if item.kind == words.STATE else None
        if not isinstance(inner, dict):
            continue
        alone = len(seat) > _FEWEST_IN_TEAMS or (over and len(seat) < _FEWEST_IN_TEAMS)
        if alone and inner.get("team_game") in (True, 1, "1", "true"):
            wrong.append((item.at, "the players cannot be in teams", "four players", f"{len(seat)} players"))
        messages = by_key(inner.get("messages")) if len(seat) >= _FEWEST_IN_TEAMS else None
        for player, text in (messages or {}).items():
            me = seat.get(str(player))
            told = bare(text) if isinstance(text, str) else ""
            partners = [other for name, other in names.items() if name and seat.get(other) != me and _ends(told, name)]
            partner = seat.get(partners[0]) if len(set(partners)) == 1 else None
            mine = "" if me is None else _name(names, seat, me)
            if not partners and mine and _ends(told, mine):
                wrong.append((item.at, "a player is called the own partner", "another player", mine))
            if told and seat.keys() <= set(names.values()) and not any(name in told for name in names if name):
                strangers.append((item.at, "a partner does not sit at the table", ", ".join(filter(None, names)), told))
            if me is None or partner is None:
                continue
            for one, other in ((me, partner), (partner, me)):
                if found.setdefault(one, other) != other:
                    here, there = (_name(names, seat, which) for which in (found[one], other))
                    name = _name(names, seat, one)
                    message = "the messages about the teams do not fit together"
                    wrong.append((item.at, message, f"{name} with {here}", f"{name} with {there}"))
    # Somebody may have given the players other names, but not in these messages.
    return found, wrong + strangers if found else wrong


def _ends(text: str, name: str) -> bool:
    """Whether a sentence ends with a name."""
    return text.rstrip(".").endswith((f" {name}", f"\u00a0{name}"))


def _name(names: dict[str, str], seat: dict[str, int], which: int) -> str:
    return next((name for name, player in names.items() if seat.get(player) == which), f"player {which + 1}")


class Nested:
    """The cards that are executed within each other, as the states of an effect list them."""

    def __init__(self, table: CardTable) -> None:
        self._table = table
        self._known: list[str] = []
        #: Effects, each with the name of its card, as they were found to fit.
        self._fitting: set[tuple[object, str]] = set()

    def begin(self) -> None:
        """Follow the beginning of an action."""
        self._known = []

    def faults(self, inner: Args, executing: object) -> Sequence[tuple[str, object, object]]:
        """The faults in the arguments of a state: argument, expected and observed value.

        The last card is the one whose effect is carried out, by the player ``executing`` (None if that is not known).
        The others are those of the states before.
        """
        name = inner.get("card_0")
        if not isinstance(name, str):
            return ()
        told = [name]
        for key in _INNER:
            name = inner.get(key)
            if not isinstance(name, str):
                break
            told.append(name)
        deepest, last = len(told) - 1, told[-1]
        found: list[tuple[str, object, object]] = []
        query = inner.get("JSCardEffectQuery")
        if isinstance(query, str) and (query, last) not in self._fitting:
            effect, card = effect_of(query), named(last)
            names = self._table.name
            whose = None if effect is None or effect[2] not in self._table.cards else effect[2]
            if whose is not None and card is not None and alphabetical(names[card]) != alphabetical(names[whose]):
                found.append((f"card_{deepest}", names[whose], last))
            else:
                self._fitting.add((query, last))
        if executing is not None:
            key = f"ref_player_{deepest}"
            player = inner.get(key)
            if player is not None and player != executing and str(player) != str(executing):
                found.append((key, executing, player))
        known, self._known = self._known, told
        if deepest and len(known) > 1:
            for number, (one, other) in enumerate(zip(known[:-1], told[:-1], strict=False)):
                if one != other:
                    found.append((f"card_{number}", one, other))
        return found


def conceding(item: Item, names: dict[str, str], seat: dict[str, int]) -> tuple[int | None, list[Contradiction]]:
    """The seat of the player who gives up, and what is wrong about it."""
    told, name = item.args.get("player_id"), item.args.get("player_name")
    by_name = names.get(bare(name)) if isinstance(name, str) else None
    player = by_name if told is None else str(told)
    message = "who concedes is not clear"
    if player is not None and player not in seat:
        return None, [(item.at, message, "a player of this table", short(told))]
    if told is not None and by_name is not None and by_name != player:
        return None, [(item.at, message, f"player {by_name} is {bare(str(name))}", f"player {player} is")]
    return None if player is None else seat[player], []


def results_of(
    envelope: Envelope, seat: dict[str, int], names: dict[str, str], source: str
) -> tuple[list[Ranked], list[Contradiction]]:
    """Who came first according to each list of ranks at the end of the log, and what is wrong in these lists.

    Raises :class:`~innolog.log.UnreadableLog` if the result of the last state has a rank or a player in another form.
    """
    found: list[Ranked] = []
    wrong: list[Contradiction] = []
    first_packet = max(0, len(envelope.packets) - _LAST)
    for index, packet in enumerate(envelope.packets[first_packet:], first_packet):
        for position, event in enumerate(packet["data"]):
            kind = event["type"]
            if kind != words.STATE and kind != _TABLE_INFOS:
                continue
            args = event.get("args")
            if not isinstance(args, dict) or (kind == words.STATE and args.get("id") not in _ENDS):
                continue
            at = At(to_int(packet.get("move_id")), index, position)
            if kind == words.STATE and (unclear := _unclear(args, _LEVELS)) is not None:
                raise UnreadableLog(source, str(at), "a number as rank and the id of a player", short(unclear))
            for rows in _ranked(args, _LEVELS):
                wrong += [(at, *fault) for fault in _result_faults(rows, seat, names)]
                ranks = {seat[player]: rank for rank, player, _ in rows if player in seat}
                points = {seat[player]: to_int(row.get("score")) for _, player, row in rows if player in seat}
                # Without a first rank there may have been no winner.
                if 1 in ranks.values():
                    scores = {which: score for which, score in points.items() if score is not None}
                    found.append(Ranked(at, ranks, scores))
    return found, wrong


def _result_faults(
    rows: Sequence[tuple[int, str, Args]], seat: dict[str, int], names: dict[str, str]
) -> Iterator[tuple[str, str, str]]:
    """What is wrong in a list of ranks, whoever won: message, expected and observed."""
    lowest = min(rank for rank, _, _ in rows)
    # If all have the same one, there may have been no winner.
    if lowest != 1 and any(rank != lowest for rank, _, _ in rows):
        yield "the ranks of the result do not begin with 1", "rank 1", f"rank {lowest}"
    before: set[str] = set()
    for _, player, row in rows:
        if player not in seat:
            yield "the result is of another table", "a player of this table", short(player)
            continue
        if player in before:
            twice = _name(names, seat, seat[player])
            yield "the result has a player twice", f"one row of {twice}", f"two rows of {twice}"
        before.add(player)
        name = row.get("name", row.get("player_name"))
        owner = names.get(bare(name)) if isinstance(name, str) else None
        if owner is not None and owner != player:
            here, there = f"{bare(str(name))} is player {owner}", f"{bare(str(name))} is player {player}"
            yield "the result has the names of other players", here, there


def _ranked(value: Any, levels: int) -> Iterator[list[tuple[int, str, Args]]]:
    """The lists of ranks in a value: for each player the rank, the id, and the whole row."""
    inner = _parts_of(value)
    rows = [(*found, row) for row in inner if isinstance(row, dict) and (found := _rank_in(row)) is not None]
    if len(rows) > 1:
        yield rows
    elif levels:
        for part in inner:
            yield from _ranked(part, levels - 1)


def _unclear(value: Any, levels: int) -> Args | None:
    """The first row of a result in a value whose rank or player cannot be read."""
    for part in _parts_of(value) if levels else ():
        row = part if isinstance(part, dict) else {}
        has_both = all(any(not is_null(row.get(key)) for key in keys) for keys in (_RANKS, _PLAYERS))
        if has_both and _rank_in(row) is None:
            return row
        if (found := _unclear(part, levels - 1)) is not None:
            return found
    return None


def _rank_in(row: Args) -> tuple[int, str] | None:
    """The rank and the player of a row; None if it lacks one of them."""
    rank = next((number for key in _RANKS if (number := to_int(row.get(key))) is not None), None)
    player = next((str(row[key]) for key in _PLAYERS if isinstance(row.get(key), (str, int))), None)
    return None if rank is None or player is None else (rank, player)


def _parts_of(value: Any) -> list[Any]:
    """The values in a list or an object. A program may have written each of them as a text of JSON."""
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return [_parsed(part) for part in inner]


def _parsed(part: Any) -> Any:
    """What a text of JSON says, if it is a list or an object; other values as they are."""
    if isinstance(part, str) and part[:1] in ("[", "{"):
        try:
            return json.loads(part)
        except (ValueError, RecursionError):
            pass
    return part
