"""Turn the result of a replay into rows of the tables of :mod:`innolog.store.schema`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

import pyarrow as pa

from innolog.cards.facts import UNKNOWN_BASE, CardSet, Direction, Icon, back_age, back_set, card_table
from innolog.engine import events as engine
from innolog.engine.zones import NOBODY, SEEN, Keyword, Zone
from innolog.log import GameLog, Times, UnreadableLog, UnsupportedLog
from innolog.results.durations import durations
from innolog.results.result import ActionRecord, PlayerView, Replay, Verdict, Violation
from innolog.results.valued import Valued
from innolog.store.derived import BOARDS, Row, derived_rows, face, icons_are_known, knows_all, win_points
from innolog.store.identity import first_seat, likeness_hash, place_of, story_hash
from innolog.store.schema import COLORS, ICONS, TABLES
from innolog.version import version

#: The rows of some logs as Arrow tables, by table name.
Tables = dict[str, pa.Table]

_SPLAYS = tuple(f"splay_{color}" for color in COLORS)
_ZONES = {zone: zone.name.lower() for zone in Zone}
_KEYWORDS = {keyword: keyword.name.lower() for keyword in Keyword}
_DIRECTIONS = tuple(direction.name.lower() for direction in Direction)
_SETS = {card_set: card_set.name.lower() for card_set in CardSet}
_EPOCH = datetime(1970, 1, 1)
#: The range of the columns for the source's own numbers.
_MOVES = range(-(2**63), 2**63)


class RowCollector:
    """Collects the rows of logs until :meth:`tables` turns them into Arrow tables.

    Rows take far more memory here than in a table: collect tens of logs, not thousands.
    """

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = {table: [] for table in TABLES}

    def add(self, replay: Replay, content_hash: str, valued: Valued | None = None) -> None:
        """Add the rows of a replay, and those of its review. Actions with a snapshot get rows in ``states``."""
        log_id, log, rows = content_hash[:16], replay.log, self._rows
        # The writer, which knows the other logs, fills in the game.
        key: Row = {"log_id": log_id}
        ids = [_text(seat.id) for seat in log.seats]
        rows["logs"].append(key | _log(replay, ids, content_hash))
        rows["players"].extend(key | row for row in _players(replay, ids))
        if replay.verdict in (Verdict.ILLEGAL, Verdict.UNSUPPORTED):
            rows["violations"].append(key | _violation(replay))
        known_backs = replay.unknown_backs
        to_row = _EventRows(known_backs).row
        before: ActionRecord | None = None
        for action in replay.actions:
            row = _action(action, ids, log.times)
            row.update(key)
            rows["actions"].append(row)
            for row in _states(action, ids):
                row.update(key)
                rows["states"].append(row)
            number = action.index
            for index, (event, move) in enumerate(action.events):
                row = to_row(event)
                if index in action.doubtful:
                    row["card"] = None
                row["log_id"] = log_id
                row["action"] = number
                row["event"] = index
                row["move"] = _move(move)
                if row["kind"] == "icons_counted" and not icons_are_known(log, before):
                    row["icon_counts"] = None
                rows["events"].append(row)
            before = action
        for table, row in derived_rows(replay, ids):
            row.update(key)
            rows[table].append(row)
        if valued is not None:
            rows["logs"][-1]["review_deals"] = valued.worlds
            _add_equity(rows["decisions"], log_id, valued)
            rows["luck"].extend(key | row for row in _luck(valued, ids))

    def add_failure(self, source: str, error: UnreadableLog | UnsupportedLog, content_hash: str) -> None:
        """Add the rows of an input that is unreadable or unsupported."""
        key: Row = {"log_id": content_hash[:16]}
        violation: Row = {"source": _text(source)}
        if isinstance(error, UnreadableLog):
            expected, found = _text(error.expected), _text(error.found)
            violation |= {
                "verdict": Verdict.UNREADABLE.value,
                "message": f"expected {expected}, found {found}",
                "place": _text(error.place) or None,
                "expected": expected,
                "observed": found,
            }
        else:
            violation |= {"verdict": Verdict.UNSUPPORTED.value, "message": _text(error.reason)}
        self._rows["violations"].append(key | violation)
        game: Row = {
            "source": _text(source),
            "content_hash": content_hash,
            "verdict": violation["verdict"],
            "reason": violation["message"],
            "winners": [],
            "tool_version": version(),
        }
        self._rows["logs"].append(key | game)

    def tables(self) -> Tables:
        """All rows collected so far."""
        return {table: _table(self._rows[table], schema) for table, schema in TABLES.items()}


def _table(rows: Sequence[Row], schema: pa.Schema) -> pa.Table:
    columns: dict[str, list[Any]] = {name: [None] * len(rows) for name in schema.names}
    # Most rows have few of the columns, so this is faster than looking up every column in every row.
    for number, row in enumerate(rows):
        for name, value in row.items():
            columns[name][number] = value
    return pa.Table.from_arrays([pa.array(columns[field.name], field.type) for field in schema], schema=schema)


def _text(text: str) -> str:
    """The text with invalid Unicode (lone surrogates) escaped, so that it can be stored."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def _move(move: int | None) -> int | None:
    # Looking up anything except an integer in a range is slow.
    return move if move is not None and move in _MOVES else None


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _log(replay: Replay, ids: Sequence[str], content_hash: str) -> Row:
    log: GameLog = replay.log
    last = replay.actions[-1] if replay.actions else None
    row: Row = {
        "source": _text(log.source),
        "content_hash": content_hash,
        "site": _text(log.site),
        "table_id": _text(log.game_id) or None,
        "viewpoint": None if log.viewpoint is None else ids[log.viewpoint],
        "players": len(log.seats),
        "deduced": [(_text(what), _text(why)) for what, why in replay.deduced.items()],
        "verdict": replay.verdict.value,
        "reason": None if replay.reason is None else _text(replay.reason),
        "ended_by": replay.ended.how if replay.ended else None,
        "winners": [ids[seat] for seat in replay.winners],
        **_times(log),
        "turns": last.turn if last else 0,
        "actions": replay.actions_taken,
        "checks": replay.checks,
        "assumptions": replay.assumptions,
        "backtracks": replay.returns,
        "unknown": log.unknown.total(),
        "not_recorded": [fact.value for fact in replay.not_recorded],
        "settled": [fact.value for fact in replay.settled],
        "explanations": replay.explanations,
        "guessed": replay.guessed,
        "final_digest": replay.digest,
        "tool_version": version(),
        "story_hash": story_hash(replay),
        "likeness_hash": likeness_hash(replay),
    }
    if replay.rules:
        rules = replay.rules.describe()
        options = rules["options"]
        row.update(
            edition=rules["edition"],
            sets=rules["sets"],
            players=rules["players"],
            teams=rules["teams"],
            options=sorted(name for name, on in options.items() if on) if isinstance(options, dict) else None,
        )
    return row


def _times(log: GameLog) -> Row:
    times = log.times
    if times is None:
        return {}
    row: Row = {"started_at": _date(times.start)}
    if times.end is not None:
        row.update(ended_at=_date(times.end), seconds=max(times.end - times.start, 0))
    return row


def _date(seconds: int) -> datetime:
    return _EPOCH + timedelta(seconds=seconds)


def _players(replay: Replay, ids: Sequence[str]) -> Iterable[Row]:
    teams = replay.rules.teams if replay.rules else ()
    last = replay.actions[-1].snapshot if replay.actions else None
    open_hands, points, first = knows_all(replay), win_points(replay), first_seat(replay.actions)
    for seat, player in enumerate(replay.log.seats):
        row: Row = {"player_id": ids[seat], "seat": seat, "player_name": _text(player.name), "win_points": points[seat]}
        row["turn_order"] = place_of(replay.log, first, seat)
        row["hand_known"] = open_hands or seat == replay.log.viewpoint
        if teams:
            row["team"] = teams[seat]
        if replay.ended:
            row["winner"] = seat in replay.winners
        if last:
            unknown = replay.actions[-1].unknown(seat)
            if "score" not in unknown:
                row["score"] = last.players[seat].score
            if "achievements" not in unknown:
                row["achievements"] = len(last.players[seat].achievements)
        yield row


def _violation(replay: Replay) -> Row:
    row: Row = {"source": _text(replay.log.source), "verdict": replay.verdict.value}
    violation: Violation | None = replay.violation
    if violation is None:
        row["message"] = None if replay.reason is None else _text(replay.reason)
        return row
    row["rule"] = _text(violation.rule)
    row["message"] = _text(violation.message)
    row["expected"], row["observed"] = _text(violation.expected), _text(violation.observed)
    if violation.at:
        row["move"] = _move(violation.at.move)
        if violation.at.unit:
            row["place"] = _text(str(violation.at))
        else:
            row["packet"], row["index"] = violation.at.packet, violation.at.index
    return row


def _action(action: ActionRecord, ids: Sequence[str], times: Times | None) -> Row:
    took = durations(action, times)
    row: Row = {
        "action": action.index,
        "turn": action.turn,
        "number": action.number,
        "kind": action.kind,
        "card": face(action.card),
        "explanations": action.explanations,
        "guessed": action.guessed,
        "move": _move(action.move),
        "last_move": _move(action.last_move),
        "seconds": took.whole,
        "thinking_seconds": took.thinking,
    }
    # The opening is everybody's.
    if action.kind != "opening" and action.player != NOBODY:
        row["seat"], row["player_id"] = action.player, ids[action.player]
    return row


def _states(action: ActionRecord, ids: Sequence[str]) -> Iterable[Row]:
    if action.snapshot is None:
        return
    move = _move(action.last_move)
    for seat, view in enumerate(action.snapshot.players):
        row: Row = {
            "action": action.index,
            "turn": action.turn,
            "move": move,
            "player_id": ids[seat],
            "seat": seat,
            "achievements_count": len(view.achievements),
            "avatar": view.avatars,
        }
        row.update((name, getattr(view, name)) for name in _VIEWED)
        row.update(zip(ICONS, view.icons, strict=True))
        row.update(zip(BOARDS, view.boards, strict=True))
        row.update(zip(_SPLAYS, [_DIRECTIONS[splay] for splay in view.splays], strict=True))
        for name in action.unknown(seat):
            row.update(dict.fromkeys(_OPEN_COLUMNS.get(name, (name,))))
        yield row


#: The parts of a player's view that are columns.
_VIEWED = tuple(name for name in PlayerView._fields if name in TABLES["states"].names)
#: The columns that are unknown where a part of a player's view is not the same in all explanations of a log.
_OPEN_COLUMNS: dict[str, tuple[str, ...]] = {
    "icons": ICONS,
    "avatars": ("avatar",),
    **{place.column: (place.column, place.backs) for place in SEEN if place.hidden},
    "achievements": ("achievements", "achievements_count"),
}


def _add_equity(rows: Sequence[Row], log_id: str, valued: Valued) -> None:
    """Fill in what a review says about the decisions of the last log."""
    for row in reversed(rows):
        if row["log_id"] != log_id:
            break
        if found := valued.decisions.get((row["action"], row["decision"])):
            row["equity"], row["equity_error"], row["loss"], row["loss_error"] = found


def _luck(valued: Valued, ids: Sequence[str]) -> Iterable[Row]:
    for number, draw in enumerate(valued.draws):
        for seat, change in enumerate(draw.change):
            yield {
                "action": draw.action,
                "draw": number,
                "card": draw.card,
                "drawn_by": draw.player,
                "player_id": ids[seat],
                "seat": seat,
                "luck": change,
            }


class _EventRows:
    """Turns the engine's events into rows. ``unknown_backs[i]`` is the back of card ``UNKNOWN_BASE + i``."""

    def __init__(self, unknown_backs: Sequence[int]) -> None:
        self._backs = unknown_backs
        self._table = card_table()

    def row(self, event: engine.Event) -> Row:
        """The columns of one event, except those for its place in the log."""
        if (made := _OF_EVENT.get(type(event))) is not None:
            return made(self, event)
        kind, columns = _FIELDS[type(event)]
        row: Row = {"kind": kind}
        for column, field in columns.items():
            row[column] = getattr(event, field)
        return self._card(row.pop("card"), row) if "card" in row else row

    def _card(self, card: int, row: Row) -> Row:
        if card < UNKNOWN_BASE:
            row["card"] = card
            if age := self._table.age[card]:
                row["card_set"], row["card_age"] = _SETS[CardSet(self._table.set[card])], age
        else:
            row["unknown_card"] = number = card - UNKNOWN_BASE
            if number < len(self._backs):
                back = self._backs[number]
                row["card_set"], row["card_age"] = _SETS[CardSet(back_set(back))], back_age(back)
        return row

    def _transfer(self, event: engine.Transfer) -> Row:
        row: Row = {
            "kind": "transfer",
            "keyword": _KEYWORDS[event.keyword],
            "from_seat": _seat(event.from_owner),
            "from_zone": _ZONES[event.from_zone],
            "from_position": event.from_position,
            "to_seat": _seat(event.to_owner),
            "to_zone": _ZONES[event.to_zone],
            "to_position": event.to_position,
            "bottom": event.bottom,
        }
        return self._card(event.card, row)

    def _splay(self, event: engine.Splay) -> Row:
        return {
            "kind": "splay",
            "seat": event.owner,
            "color": COLORS[event.color],
            "direction": _DIRECTIONS[event.direction],
            "lost": event.lost,
        }

    def _rearranged(self, event: engine.Rearranged) -> Row:
        cards = [face(card) for card in event.cards]
        return {"kind": "rearranged", "seat": event.owner, "color": COLORS[event.color], "cards": cards}

    def _icons_counted(self, event: engine.IconsCounted) -> Row:
        return {"kind": "icons_counted", "icon": Icon(event.icon).name.lower(), "icon_counts": event.counts}

    def _parley(self, event: engine.Parley) -> Row:
        row: Row = {"kind": "parley", "seat": event.player, "effect": event.what}
        return row if event.paid in (None, engine.NO_CARD) else self._card(event.paid, row)

    def _game_ended(self, event: engine.GameEnded) -> Row:
        return {"kind": "game_ended", "seat": _seat(event.by), "ended_by": event.how, "winners": event.winners}


#: What makes the row of an event, if its columns are not its fields as they are.
_OF_EVENT: dict[type, Callable[..., Row]] = {
    engine.Transfer: _EventRows._transfer,
    engine.Splay: _EventRows._splay,
    engine.Rearranged: _EventRows._rearranged,
    engine.IconsCounted: _EventRows._icons_counted,
    engine.Parley: _EventRows._parley,
    engine.GameEnded: _EventRows._game_ended,
}
#: The kind of each other event, and the field for each of its columns.
_FIELDS: dict[type, tuple[str, dict[str, str]]] = {
    engine.Wiped: ("wiped", {}),
    engine.Eliminated: ("eliminated", {"seat": "player"}),
    engine.TopsAndHandsRemoved: ("tops_and_hands_removed", {}),
    engine.FreeActionBegan: ("free_action_began", {"seat": "player"}),
    engine.ActionBegan: ("action_began", {"seat": "player", "number": "number", "actions": "of"}),
    engine.DogmaStarted: ("dogma_started", {"seat": "player", "card": "card", "endorsed": "endorsed"}),
    engine.EffectStarted: (
        "effect_started",
        {"seat": "player", "card": "card", "effect": "kind", "number": "number", "again": "again"},
    ),
    engine.EffectSkipped: ("effect_skipped", {"card": "card", "effect": "kind", "number": "number"}),
    engine.NestedStarted: ("nested_started", {"seat": "player", "card": "card", "on": "on"}),
    engine.NestedEnded: ("nested_ended", {"card": "card"}),
    engine.Chained: ("chained", {"seat": "player"}),
    engine.DeckJunked: ("deck_junked", {"card_age": "age", "number": "number"}),
    engine.SharingBonus: ("sharing_bonus", {"seat": "player"}),
    engine.TurnEnded: ("turn_ended", {"seat": "player"}),
}
