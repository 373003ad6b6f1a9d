"""From Board Game Arena's packets to observations.

Every fact is sent twice: once on the public channel (type with a suffix) and once to each player, where faces that
the player may see are filled in. The public stream is the backbone; the private copies, paired by their ordinal
within the move, add what they know and must agree with it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any, NoReturn

from innolog import log as seen
from innolog.cards.facts import card_table
from innolog.log import NOBODY, At, Fact, GameLog, Inconsistency, Place, Seat, UnreadableLog, UnsupportedLog
from parsers.bga import copies
from parsers.bga import notifications as words
from parsers.bga.envelope import Envelope
from parsers.seating import in_turn_order

Args = dict[str, Any]


def read(envelope: Envelope, source: str) -> GameLog:
    """Turn the packets of one table into a :class:`~innolog.log.GameLog`.

    Raises :class:`~innolog.log.UnreadableLog` for a notification whose facts make no sense (unknown card or player,
    missing numbers), with its place, and :class:`~innolog.log.UnsupportedLog` for a log that starts late.
    """
    return _Reader(envelope, source).read()


class _Item:
    """One public notification, with the private copies of it."""

    __slots__ = ("args", "index", "kind", "move", "packet", "private", "template")

    def __init__(self, move: int | None, packet: int, index: int, kind: str, args: Args, template: str) -> None:
        self.move = move
        self.packet = packet
        self.index = index
        self.kind = kind
        self.args = args
        self.template = template
        self.private: list[Args] = []

    @property
    def at(self) -> At:
        """Where it stands."""
        return At(self.move, self.packet, self.index)


_ICON = re.compile(r"icon_(\d+)")
_CARD_ID = re.compile(r"card_id_(\d+)")
_TAG = re.compile(r"<[^>]*>")
_EFFECT = re.compile(r"\.(i_demand|i_compel|non_demand|echo)_effect_?(\d*)")
_KINDS = {"i_demand": "demand", "i_compel": "compel", "non_demand": "dogma", "echo": "echo"}


class _Reader:
    def __init__(self, envelope: Envelope, source: str) -> None:
        self.envelope = envelope
        self.source = source
        self.table = card_table()
        self.unknown: Counter[str] = Counter()
        self.inconsistencies: list[Inconsistency] = []
        self.gaps: list[At] = []
        self.moves: list[At] = []
        self.records = set(_PUBLIC_FACTS)
        self.splays = copies.Splays()
        self.hand = copies.OwnHand(self.table, self._viewpoint())
        self.over: At | None = None
        #: Whether the site began to end the game by its rules.
        self.ends = False
        self.absent: At | None = None
        self.team_game: bool | None = None
        self.effect: tuple[str, int] | None = None
        self.ending: seen.Ended | None = None
        #: Who is meant by "You" where only private copies are there.
        self.you: int | None = None
        #: Private copies that say "You": where, whose channel, and the name on the public copy.
        self.addressed: list[tuple[_Item, str, str]] = []

    def read(self) -> GameLog:
        if not self.envelope.whole:
            self._make_whole()
        items = list(self._items())
        ids = self._player_ids()
        self.names = self._names(items, ids)
        order = self._seats(items, ids)
        self.seat = {player: index for index, player in enumerate(order)}
        if Fact.ACTIONS not in self.records:
            self.you = self.seat.get(self._viewpoint() or "")
        for copy, channel, name in self.addressed:
            if self.names.get(name, channel) != channel:
                self._differ(copy.at, "player_name", name, "You")
        observations: list[seen.Observation] = []
        for item in items:
            observation = self._observation(item)
            if observation is not None and _FACT_OF.get(type(observation), Fact.TURNS) in self.records:
                observations.append(observation)
        self._check_beginning(observations)
        if self.over is not None:
            self._close(observations, self.over)
        by_id = {player: name for name, player in self.names.items()}
        by_id.update({player: name for player, name in self.envelope.players.items() if player in self.seat})
        viewpoint = self._viewpoint()
        return GameLog(
            source=self.source,
            site="bga",
            game_id=self.envelope.table_id or "",
            seats=[Seat(player, by_id.get(player, player)) for player in order],
            observations=observations,
            viewpoint=None if viewpoint is None else self.seat.get(viewpoint),
            records=frozenset(self.records),
            team_game=self.team_game,
            unknown=self.unknown,
            gaps=tuple(self.gaps),
            moves=tuple(self.moves),
            absent=self.absent,
            inconsistencies=sorted(self.inconsistencies, key=lambda found: (found.at.packet, found.at.index)),
        )

    def _check_beginning(self, observations: list[seen.Observation]) -> None:
        """Refuse a log that starts late: without the opening nothing later can be judged."""
        first = next((number for packet in self.envelope.packets if (number := _number(packet.get("move_id")))), None)
        if first == 1:
            return
        opened: set[int] = set()
        for observation in observations:
            if isinstance(observation, seen.Transfer):
                if (observation.from_place, observation.to_place) != (Place.HAND, Place.BOARD):
                    break
                opened.add(observation.from_owner)
            elif not isinstance(observation, seen.Passed | seen.Named | seen.Agreed):
                break
        # A log that ends within its beginning is too short to tell.
        told = any(isinstance(observation, seen.ActionBegan | seen.Transfer) for observation in observations)
        if told and len(opened) < len(self.seat):
            begins = "without move numbers" if first is None else f"at move {first}"
            raise UnsupportedLog(self.source, f"the log begins {begins} and does not tell the opening of the game")

    def _close(self, observations: list[seen.Observation], over: At) -> None:
        """Put in that the table was closed, unless that is because the game ended."""
        ended = any(isinstance(observation, seen.Ended) for observation in observations)
        if not ended and (self.ends or self.ending is not None):
            self._contradiction(over, "the game stops without an end", "how the game ended", "nothing")
        place = next(
            (
                i
                for i, observation in enumerate(observations)
                if (observation.at.packet, observation.at.index) > (over.packet, over.index)
            ),
            len(observations),
        )
        before = any(isinstance(observation, seen.Ended) for observation in observations[:place])
        after = any(not isinstance(observation, seen.Ended) for observation in observations[place:])
        if not before and (after or not ended):
            observations.insert(place, seen.Ended(over, "closed"))

    def _make_whole(self) -> None:
        """Take back what a tool that knows no integers did to the numbers."""
        for packet in self.envelope.packets:
            for event in packet["data"]:
                args = event.get("args")
                if isinstance(args, dict) and _is_idle(event["type"], args):
                    continue
                values = args.values() if isinstance(args, dict) else args if isinstance(args, list) else ()
                if float in map(type, values):
                    event["args"] = _whole(args)

    # --- pairing the channels -----------------------------------------------------------------------------------

    def _items(self) -> Iterator[_Item]:
        """The public notifications in order, each with its private copies."""
        moves = self._moves()
        has_public = any(public for public, _ in moves)
        if not has_public:
            # Without the public channel the facts about oneself are told to "You" and the turns of others not at all.
            self.records = set(_PRIVATE_FACTS)
        for number, (public, private) in enumerate(moves):
            if not public:
                if not has_public:
                    yield from self._flatten(next(iter(private.values()), []))
                # A move of which only private packets are there was cut off; its facts come with the public packet.
                continue
            items = self._flatten(public)
            for channel, packets in private.items():
                self._pair(items, channel, self._flatten(packets), last=number == len(moves) - 1)
            yield from items

    def _moves(self) -> list[tuple[list[tuple[int, Args]], dict[str, list[tuple[int, Args]]]]]:
        """Packets grouped by move: the public ones, and the private ones by player."""
        moves: list[tuple[list[tuple[int, Args]], dict[str, list[tuple[int, Args]]]]] = []
        current: object = moves
        highest: int | None = None
        for index, packet in enumerate(self.envelope.packets):
            move = packet.get("move_id")
            if not moves or move != current:
                number = _number(move)
                if number is not None and highest is not None and number < highest:
                    self._contradiction(
                        At(number, index, 0), "moves are out of order", f"a move after {highest}", f"move {number}"
                    )
                if number is not None and highest is not None and number > highest + 1:
                    self.gaps.append(At(number, index, 0))
                highest = number if highest is None or number is None else max(highest, number)
                moves.append(([], {}))
                self.moves.append(At(number, index, 0))
                current = move
            public, private = moves[-1]
            channel = str(packet.get("channel", ""))
            if channel.startswith("/player/p"):
                private.setdefault(channel.removeprefix("/player/p"), []).append((index, packet))
            else:
                public.append((index, packet))
        return moves

    def _flatten(self, packets: Iterable[tuple[int, Args]]) -> list[_Item]:
        items: list[_Item] = []
        for index, packet in packets:
            move = _number(packet.get("move_id"))
            events: list[Args] = packet["data"]
            for position, event in enumerate(events):
                kind: str = event["type"]
                args = event.get("args")
                if not isinstance(args, dict):
                    args = {}
                elif _is_idle(kind, args):
                    continue
                template = event.get("log") or args.get("log")
                items.append(
                    _Item(
                        move,
                        index,
                        position,
                        kind.removesuffix(_PUBLIC_SUFFIX),
                        args,
                        template if isinstance(template, str) else "",
                    )
                )
        return items

    def _pair(self, items: list[_Item], channel: str, found: list[_Item], last: bool) -> None:
        """Pair the copies on a player's channel with the public notifications, in order.

        Only types that are told on both channels count; what players are told alone (whose card starts, settings) has
        other types or no public form. The last move may be cut off between the channels.
        """
        public = [item for item in items if item.kind in copies.FACTS and "notification_type" in item.args]
        private = [copy for copy in found if copy.kind in copies.FACTS and copy.kind != words.STATE]
        if any(copy.kind == words.OWN_START for copy in found):
            public = [item for item in public if "english_name" not in item.args]
        if [item.kind for item in public] != [copy.kind for copy in private]:
            facts = [item for item in public if item.kind != words.LOG]
            told = [copy for copy in private if copy.kind != words.LOG]
            if [item.kind for item in facts] == [copy.kind for copy in told]:
                public = facts + [item for item in public if _is_fact_log(item)]
                private = told + [copy for copy in private if _is_fact_log(copy)]
            differ = [item.kind for item in public] != [copy.kind for copy in private]
            if differ and last and (len(private) <= len(public) or not _told_to_its_end(items)):
                # Cut off within the last move, both channels tell the same facts as far as both go.
                both = min(len(facts), len(told))
                public, private = facts[:both], told[:both]
            if [item.kind for item in public] != [copy.kind for copy in private]:
                self._miscounted(public, private)
                return
        for item, copy in zip(public, private, strict=True):
            self._compare(item, copy, channel)
            item.private.append(copy.args)
        asked = [copy for copy in found if copy.kind == words.STATE]
        for copy in asked:
            twin = next(
                (item for item in items if item.kind == words.STATE and _same_state(item.args, copy.args)), None
            )
            if twin is not None and _number(copy.args.get("id")) == words.STATE_ACTION:
                for key, one, other in copies.differences(words.STATE, _flat(twin.args), _flat(copy.args)):
                    self._differ(copy.at, key, one, other)
                twin.private.append(copy.args)

    def _miscounted(self, public: list[_Item], private: list[_Item]) -> None:
        """The channels of one move don't tell the same things."""
        here = (private or public)[0].at
        for item, copy in zip_longest(public, private):
            if item is None or copy is None or item.kind != copy.kind:
                here = (copy or item).at
                break
        counts = Counter(item.kind for item in public)
        told = Counter(copy.kind for copy in private)
        kind = next((kind for kind in counts | told if counts[kind] != told[kind]), "notifications")
        self._contradiction(
            here,
            "the public and the private copies of a move differ",
            f"{counts[kind]} x {kind} as on the public channel",
            f"{told[kind]}",
        )

    def _compare(self, item: _Item, copy: _Item, channel: str) -> None:
        """Public and private copies of one notification must tell the same facts."""
        for key, one, other in copies.differences(item.kind, item.args, copy.args):
            self._differ(copy.at, key, one, other)
        named, told = item.args.get("player_name"), copy.args.get("player_name")
        free = item.kind == words.LOG and _FACT_LOGS.isdisjoint(item.args)
        if not isinstance(named, str) or (free and not item.template.startswith(words.END_PREFIX)):
            return
        if isinstance(told, str):
            if _plain(named) != _plain(told):
                self._differ(copy.at, "player_name", named, told)
        elif "You" in copy.args:
            self.addressed.append((copy, channel, _plain(named)))

    def _differ(self, at: At, key: str, one: object, other: object) -> None:
        self._contradiction(
            at, f"the public and the private copy of a notification differ in {key}", _short(one), _short(other)
        )

    def _contradiction(self, at: At, message: str, expected: str, observed: str) -> None:
        self.inconsistencies.append(Inconsistency(at, message, expected, observed))

    # --- who plays ---------------------------------------------------------------------------------------------------

    def _player_ids(self) -> list[str]:
        """The players' ids, from whatever in the stream lists them all, else from the envelope or the channels."""
        found: dict[str, None] = {}
        for packet in self.envelope.packets:
            for event in packet["data"]:
                args = event.get("args")
                if event.get("type") == "gameStateMultipleActiveUpdate" and isinstance(args, list):
                    found.update(dict.fromkeys(str(player) for player in args))
                elif event.get("type") == words.STATE and isinstance(args, dict):
                    reflexion = args.get("reflexion")
                    total = reflexion.get("total") if isinstance(reflexion, dict) else None
                    if isinstance(total, dict):
                        found.update(dict.fromkeys(map(str, total)))
            if len(found) >= 2:
                break
        if len(found) < 2:
            found = dict.fromkeys(self.envelope.players)
        # What lists the players may list only those who have yet to choose; everybody opens.
        for packet in self.envelope.packets:
            for event in packet["data"]:
                args = event.get("args")
                if event.get("type") == words.TRANSFER + words.PUBLIC_SUFFIX and isinstance(args, dict):
                    if (args.get("location_from"), args.get("location_to")) != ("hand", "board"):
                        break
                    found.setdefault(str(args.get("owner_from")))
            else:
                continue
            break
        if len(found) < 2:
            for packet in self.envelope.packets:
                for event in packet["data"]:
                    args = event.get("args")
                    if isinstance(args, dict):
                        for key in ("owner_from", "owner_to", "player_id"):
                            player = str(args.get(key) or "0")
                            if player != "0":
                                found.setdefault(player)
        if not 2 <= len(found) <= 10:
            raise UnreadableLog(self.source, "", "the ids of at least two players", f"{len(found)}")
        return list(found)

    def _names(self, items: list[_Item], ids: list[str]) -> dict[str, str]:
        """Player ids by the names under which messages mention them."""
        names: dict[str, str] = {}
        for item in items:
            if item.kind == words.TRANSFER or item.kind == words.SPLAY:
                player, name = str(item.args.get("player_id")), item.args.get("player_name")
                if item.kind == words.SPLAY and "target_player_name" in item.args:
                    name = item.args["target_player_name"]
                if isinstance(name, str) and player in ids:
                    names.setdefault(_plain(name), player)
        for player, name in self.envelope.players.items():
            if player in ids:
                names.setdefault(_plain(name), player)
        return names

    def _seats(self, items: list[_Item], ids: list[str]) -> list[str]:
        """Seats in turn order: icon counts are listed in it; else the order of the turns tells it."""
        counted: list[str] = []
        for item in items:
            if item.kind == words.LOG and "ressource_count" in item.args:
                player = self.names.get(_plain(str(item.args.get("player_name"))))
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
            if item.kind == words.STATE and _number(item.args.get("id")) == words.STATE_ACTION:
                player = str(item.args.get("active_player"))
                if player in ids and player not in turns:
                    turns.append(player)
        return in_turn_order(ids, [player for player in counted if player in ids], turns)

    def _viewpoint(self) -> str | None:
        channels = {
            str(packet.get("channel")).removeprefix("/player/p")
            for packet in self.envelope.packets
            if str(packet.get("channel")).startswith("/player/p")
        }
        return channels.pop() if len(channels) == 1 else None

    # --- notifications ---------------------------------------------------------------------------------------------

    def _observation(self, item: _Item) -> seen.Observation | None:
        kind = item.kind
        if kind in words.REMOVALS:
            self.splays.lost = self.hand.lost = True
        if kind == words.TRANSFER:
            return self._transfer(item)
        if kind == words.STATE:
            return self._state(item)
        if kind == words.LOG:
            return self._log(item)
        if kind == words.LOG_WITH_CARDS:
            return self._log_with_cards(item)
        if kind == words.SPLAY:
            return self._splay(item)
        if kind == words.TURN_END:
            return seen.TurnEnded(item.at)
        if kind == words.REARRANGE:
            return self._rearrange(item)
        if kind == words.WIPE:
            self.splays.wiped()
            self.hand.wiped()
            return seen.Wiped(item.at)
        if kind == words.ELIMINATION:
            return seen.Eliminated(item.at, self._player(item.args.get("player_to_remove"), item.at))
        if kind == words.TOPS_AND_HANDS_REMOVED:
            return seen.TopsAndHandsRemoved(item.at)
        if kind == words.GAME_END:
            return self._game_end(item)
        if kind == "playerConcedeGame":
            return seen.Ended(item.at, "conceded")
        if kind in words.ABSENT:
            self.absent = self.absent or item.at
            return None
        if kind not in words.IGNORED:
            self.unknown[kind] += 1
        return None

    def _transfer(self, item: _Item) -> seen.Transfer:
        args, at = item.args, item.at
        card = self._card(item)
        self._check_rows(item, card)
        self.hand.follow(args, card, at)
        age = _number(args.get("age"))
        card_set = _number(args.get("type"))
        checks = self._checks(args, at)
        color = _number(args.get("color"))
        return seen.Transfer(
            at,
            card,
            0 if card_set is None else card_set,
            age,
            _flag(args.get("is_relic")),
            self._owner(args, "owner_from", at),
            self._place(args, "location_from", at),
            _number(args.get("position_from")),
            self._owner(args, "owner_to", at),
            self._place(args, "location_to", at),
            _arrival(args),
            _flag(args.get("bottom_to")),
            _flag(args.get("meld_keyword")),
            _flag(args.get("score_keyword")),
            color,
            checks,
        )

    def _card(self, item: _Item) -> int | None:
        """The card of a transfer, from whichever copy shows it."""
        found: int | None = None
        for args in (item.args, *item.private):
            raw = args.get("id")
            if raw is None:
                continue
            card = _number(raw)
            if card is None or (not (card < 1000 and self.table.name[card]) and not 1000 <= card < 1200):
                self._fail(item.at, "the id of a card", _short(raw))
            if found is not None and card != found:
                self._contradiction(item.at, "copies of one notification name different cards", str(found), str(card))
            found = card
        return found

    def _check_rows(self, item: _Item, card: int | None) -> None:
        """What the copies of a transfer say beside the facts must fit them."""
        for args in (item.args, *item.private):
            faults = copies.place_faults(args)
            shown = _number(args.get("id"))
            if shown is not None:
                faults += copies.row_faults(self.table, shown, args)
            for key, wanted, told in faults:
                self._contradiction(
                    item.at, f"{key} does not fit the rest of the notification", _short(wanted), _short(told)
                )
        if card is not None and card in self.table.cards:
            fault = self.splays.fault(item.args, self.table.color[card])
            if fault is not None:
                key, wanted, told = fault
                self._contradiction(item.at, f"{key} is not how the pile lies", _short(wanted), _short(told))

    def _checks(self, args: Args, at: At) -> tuple[seen.Check, ...]:
        checks: dict[int, seen.Check] = {}
        counters = args.get("monument_counters")
        if isinstance(counters, dict):
            for raw, counts in counters.items():
                if isinstance(counts, dict):
                    player = self._player(raw, at)
                    checks[player] = check = seen.Check(player)
                    check.tucked = _number(counts.get("number_of_tucked_cards"))
                    check.scored = _number(counts.get("number_of_scored_cards"))
        for score_key, icons_key, top_key, owner in _STATEMENTS:
            score, icons, top = args.get(score_key), args.get(icons_key), args.get(top_key)
            if score is None and icons is None and top is None:
                continue
            player = self._owner(args, owner, at)
            if player == NOBODY:
                continue
            found = checks.get(player)
            check = checks[player] = seen.Check(player) if found is None else found
            if score is not None:
                check.score = _number(score)
            if top is not None:
                check.highest_top = _number(top)
            if isinstance(icons, dict):
                check.icons = self._icons(icons, at)
        return tuple(checks.values())

    def _icons(self, icons: Args, at: At) -> tuple[int, ...]:
        counts = tuple([_number(icons.get(icon)) for icon in _ICON_KEYS])
        if None in counts:
            self._fail(at, "six icon counts", _short(icons))
        return counts  # type: ignore[return-value]

    def _splay(self, item: _Item) -> seen.Splay:
        args, at = item.args, item.at
        owner = self._owner(args, "player_id", at)
        color, direction = _number(args.get("color")), _number(args.get("splay_direction"))
        if owner == NOBODY or color is None or direction is None or not (0 <= color < 5 and 0 <= direction < 4):
            self._fail(at, "a player, a color and a direction", _short((owner, color, direction)))
        self.splays.splayed(args)
        check = seen.Check(owner, score=_number(args.get("new_score")))
        icons = args.get("new_ressource_counts")
        if isinstance(icons, dict):
            check.icons = self._icons(icons, at)
        return seen.Splay(at, owner, color, direction, (check,))

    def _rearrange(self, item: _Item) -> seen.Rearranged:
        args, at = item.args, item.at
        change = args.get("rearrangement")
        if not isinstance(change, dict):
            self._fail(at, "a rearrangement", _short(change))
        color = _number(change.get("color"))
        swaps: list[tuple[int, int]] = []
        for step in change.get("permutations_done") or ():
            position, delta = _number(step.get("position")), _number(step.get("delta"))
            if position is None or delta is None:
                self._fail(at, "positions to swap", _short(step))
            swaps.append((position, delta))
        owner = self._owner(args, "player_id", at)
        if color is None or not 0 <= color < 5 or owner == NOBODY:
            self._fail(at, "a player and a color", _short((owner, color)))
        return seen.Rearranged(at, owner, color, tuple(swaps), _number(args.get("new_max_age_on_board")))

    def _state(self, item: _Item) -> seen.Observation | None:
        state, inner = _number(item.args.get("id")), item.args.get("args")
        if state == words.STATE_GAME_END:
            self.over = self.over or item.at
        self.ends |= state == words.STATE_ENDING
        if state == words.STATE_FREE_ACTION:
            return seen.FreeActionBegan(item.at, self._player(item.args.get("active_player"), item.at))
        if not isinstance(inner, dict):
            return None
        if "team_game" in inner:
            self.team_game = _flag(inner["team_game"])
        if state == words.STATE_EFFECT_OF_PLAYER:
            match = _EFFECT.search(str(inner.get("JSCardEffectQuery", "")))
            self.effect = (_KINDS[match[1]], int(match[2] or 1)) if match else None
        if state != words.STATE_ACTION:
            return None
        self._own_hand(item)
        claimable = inner.get("claimable_ages")
        ages = tuple(_number(age) or 0 for age in claimable) if isinstance(claimable, list) else None
        return seen.ActionBegan(
            item.at,
            self._player(item.args.get("active_player"), item.at),
            _number(inner.get("action_number")),
            _number(inner.get("age_to_draw")),
            ages,
        )

    def _own_hand(self, item: _Item) -> None:
        """The hand as told to the player who is asked for an action must hold what that player was shown to get."""
        for args in item.private:
            inner = args.get("args")
            hidden = inner.get("_private") if isinstance(inner, dict) else None
            melds = hidden.get("meld_info") if isinstance(hidden, dict) else None
            if not isinstance(melds, (dict, list)):
                continue
            # PHP writes a map with the keys 0, 1 ... as a list.
            keys = melds if isinstance(melds, dict) else range(len(melds))
            cards = {card for card in map(_number, map(str, keys)) if card is not None}
            for at, wanted, told in self.hand.faults(cards, item.at):
                self._contradiction(at, "the cards shown to a player are not those in the hand", wanted, told)

    def _log(self, item: _Item) -> seen.Observation | None:
        args, template, at = item.args, item.template, item.at
        player = self._named_player(args)
        if "ressource_count" in args:
            icon = _ICON.search(str(args.get("icon")))
            count = _number(args["ressource_count"])
            if player is None or count is None:
                return None
            return seen.IconCounted(at, player, int(icon[1]) if icon else None, count)
        if "qualified_effect" in args:
            if player is None:
                return None
            kind, number = self.effect or (None, None)
            self.effect = None
            return seen.EffectStarted(at, player, kind, number, words.ENDORSED_AGAIN in template)
        if args.get("text") == words.SHARING_BONUS:
            return seen.SharingBonus(at)
        if template == words.SKIPPED:
            self.absent = self.absent or at
            return None
        if "english_name" in args:
            return seen.FirstPlayer(at, player, str(args["english_name"]))
        if template.startswith(words.END_PREFIX):
            self.ending = seen.Ended(at, "", player, _number(args.get("n")))
            return None
        if player is None:
            return None
        if template == words.PASSES or template in words.DECLINED:
            self.records.add(Fact.PASSES)
            return seen.Passed(at, player)
        if template == words.PROMOTED_DOGMA or template == words.NO_PROMOTED_DOGMA:
            return seen.Agreed(at, player, template == words.PROMOTED_DOGMA)
        if template == words.SPLAYS_PURPLE or template == words.SPLAYS_ANOTHER:
            return seen.Agreed(at, player, template == words.SPLAYS_PURPLE)
        if template.startswith(words.DECLINES) or template in words.LEAVES_UNAVAILABLE:
            return seen.Agreed(at, player, False)
        if template.startswith(words.AGREES) or template == words.MAKES_AVAILABLE:
            return seen.Agreed(at, player, True)
        if template in (words.CHOOSES_VALUE, words.CHOOSES_DRAW):
            return seen.Named(at, player, value=_number(_plain(str(args.get("age")))))
        if template == words.CHOOSES_NUMBER:
            return seen.Named(at, player, value=_number(args.get("n")))
        if template == words.CHOOSES_ICON:
            icon = _ICON.search(str(args.get("icon")))
            return seen.Named(at, player, value=int(icon[1]) if icon else None)
        if template == words.CHOOSES_PLAYER:
            return seen.Named(at, player, seat=self._named_player({"player_name": args.get("player_choice")}))
        if template in words.NAMES_COLORS:
            names = (args.get("color"), args.get("color_1"), args.get("color_2"), args.get("color_3"))
            colors = tuple(words.COLOR_WORDS[name] for name in names if name in words.COLOR_WORDS)
            return seen.Named(at, player, colors=colors)
        return None

    def _log_with_cards(self, item: _Item) -> seen.Observation | None:
        args, at = item.args, item.at
        cards = args.get("card_ids")
        ids = [_number(card) for card in cards] if isinstance(cards, list) else []
        for card, raw in zip(ids, cards or (), strict=False):
            if card is None or not 0 <= card < 1000 or not self.table.name[card]:
                self._fail(at, "the id of a card", _short(raw))
        known = tuple(card for card in ids if card is not None)
        player = self._named_player(args)
        if "card_list" in args:
            if player is None:
                return None
            # Only the words of the message say where the cards are; in another language it is either place.
            place = Place.REVEALED
            if item.template.startswith(words.REVEALS_SCORE):
                place = Place.SCORE
            elif item.template.startswith(words.REVEALS_HAND):
                place = Place.HAND
            return seen.Revealed(at, player, place, known)
        if "card_2" in args:
            executed = _CARD_ID.search(str(args["card_2"]))
            if executed is None or player is None or not known:
                return None
            card = int(executed[1])
            others = [other for other in known if other != card]
            return seen.NestedStarted(at, player, card, others[0] if others else card)
        if not known:
            return None
        for told in ("card", "card_1"):
            text = args.get(told)
            names = text.get("args") if isinstance(text, dict) else None
            name = names.get("name_0") if isinstance(names, dict) else None
            card = copies.named(self.table, name)
            if card is not None and card != known[0] and self.table.name[card] != self.table.name[known[0]]:
                self._contradiction(
                    at, "a message names another card than its id", self.table.name[known[0]], _short(name)
                )
        if "icon" in args and player is not None:
            endorsed = item.template.startswith(words.ENDORSES)
            said = endorsed or item.template.startswith(words.ACTIVATES)
            icon = _number(args.get("icon"))
            return seen.DogmaStarted(at, player, known[0], icon, endorsed if said else None)
        if known[0] in self.table.achievements:
            return None
        if "card_1" in args:
            return seen.NestedEnded(at, known[0])
        return seen.NestedStarted(at, player, known[0]) if player is not None else None

    def _game_end(self, item: _Item) -> seen.Ended:
        how = words.END_KINDS.get(str(item.args.get("end_of_game_type")))
        if how is None:
            self._fail(item.at, "how the game ended", _short(item.args.get("end_of_game_type")))
        announced = self.ending
        if announced is None:
            return seen.Ended(item.at, how)
        return seen.Ended(item.at, how, announced.player, announced.achievements)

    # --- words to facts ----------------------------------------------------------------------------------------------

    def _named_player(self, args: Args) -> int | None:
        name = args.get("player_name")
        if not isinstance(name, str):
            return self.you if "You" in args else None
        player = self.names.get(name) or self.names.get(_plain(name))
        return None if player is None else self.seat.get(player)

    def _owner(self, args: Args, key: str, at: At) -> int:
        raw = args.get(key)
        if raw is None or raw in (0, "0"):
            return NOBODY
        return self._player(raw, at)

    def _player(self, raw: object, at: At) -> int:
        seat = self.seat.get(str(raw))
        if seat is None:
            self._fail(at, "the id of a player of this table", _short(raw))
        return seat

    def _place(self, args: Args, key: str, at: At) -> Place:
        place = words.PLACES.get(str(args.get(key)))
        if place is None:
            self._fail(at, "a place for a card", _short(args.get(key)))
        return place

    def _fail(self, at: At, expected: str, found: str) -> NoReturn:
        raise UnreadableLog(self.source, str(at), expected, found)


#: What every export with the public channel records; a kind that is missing altogether was taken out.
_PUBLIC_FACTS = frozenset(Fact) - {Fact.PASSES}
_PRIVATE_FACTS = frozenset({Fact.POSITIONS, Fact.SPLAYS, Fact.REMOVALS, Fact.TURNS, Fact.ENDING, Fact.ACTIVATIONS})
#: Statements about a player: score, icons, highest top card, and whom they are about.
_STATEMENTS = tuple(
    ("new_score" + suffix, "new_ressource_counts" + suffix, "new_max_age_on_board" + suffix, owner)
    for suffix, owner in (("", "player_id"), ("_from", "owner_from"), ("_to", "owner_to"))
)
_ICON_KEYS = tuple(map(str, range(1, 7)))
#: Observations that count only where all of their kind are recorded.
_FACT_OF: dict[type, Fact] = {
    seen.ActionBegan: Fact.ACTIONS,
    seen.FreeActionBegan: Fact.ACTIONS,
    seen.IconCounted: Fact.ICON_COUNTS,
    seen.EffectStarted: Fact.EFFECTS,
    seen.SharingBonus: Fact.SHARING_BONUS,
    seen.NestedStarted: Fact.NESTED,
    seen.NestedEnded: Fact.NESTED,
}
#: Types that tell of the game itself; others can stand anywhere.
_GAME = frozenset({words.LOG, words.TRANSFER, words.STATE})
#: Arguments that make a free message a fact.
_FACT_LOGS = frozenset({"ressource_count", "qualified_effect", "english_name"})


_STATE = words.STATE
_IDLE_STATES = words.IDLE_STATES
_PUBLIC_SUFFIX = words.PUBLIC_SUFFIX


def _is_idle(kind: str, args: Args) -> bool:
    """Whether a notification is of a state that tells nothing: half of an export, which is best passed over early."""
    if kind != _STATE:
        return False
    state = args.get("id")
    return isinstance(state, int) and state in _IDLE_STATES


def _is_fact_log(item: _Item) -> bool:
    """Whether a free message tells a fact."""
    return item.kind == words.LOG and not _FACT_LOGS.isdisjoint(item.args)


def _same_state(one: Args, other: Args) -> bool:
    return _number(one.get("id")) == _number(other.get("id"))


def _told_to_its_end(items: list[_Item]) -> bool:
    """Whether the public notifications of a move go on to where the site waits for somebody."""
    return any(item.kind == words.STATE and _number(item.args.get("id")) in words.STATES_WAITING for item in items)


def _whole(value: Any) -> Any:
    """Numbers that some tool has written as floats, as the integers they are."""
    if isinstance(value, dict):
        return {key: _whole(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_whole(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _flat(args: Args) -> Args:
    """The arguments of a state beside those of the notification."""
    inner = args.get("args")
    return {**inner, "active_player": args.get("active_player")} if isinstance(inner, dict) else args


def _arrival(args: dict[str, Any]) -> int | None:
    """The position a card arrives at; on top of the pile it comes from, BGA still counts the card's old place."""
    position = _number(args.get("position_to"))
    if not position or args.get("location_to") != "board" or args.get("location_from") != "board":
        return position
    return position - 1 if str(args.get("owner_from")) == str(args.get("owner_to")) else position


#: Nearly all numbers of an export are small, and looking one up takes a third of the time of reading it.
_SMALL = {str(number): number for number in range(1000)}


def _number(raw: object) -> int | None:
    """A number that may come as int or as text; None for anything else."""
    if type(raw) is str and (small := _SMALL.get(raw)) is not None:
        return small
    if isinstance(raw, int) or (isinstance(raw, float) and raw.is_integer()):
        return int(raw)
    if isinstance(raw, str) and len(raw) < 12 and raw.lstrip("-").isdecimal():
        return int(raw)
    return None


def _flag(raw: object) -> bool:
    """A truth value that may come as bool, number or text ("0" is false)."""
    return copies.truth(raw)


def _plain(text: str) -> str:
    """Text without markup and white space around it."""
    return (_TAG.sub("", text) if "<" in text else text).strip()


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
