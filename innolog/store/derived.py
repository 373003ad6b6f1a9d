"""Rows that are derived from a replay: choices, events of cards, achievements and activations.

Every function takes a replay and yields rows without the columns that identify the log. Seats and cards are those of
the engine. Hidden cards have ids from :data:`~innolog.cards.facts.UNKNOWN_BASE` on, and rows never contain them. A fact
on which the explanations of a log differ is missing (None), as in ``states``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from innolog.cards.facts import FOUNTAINS, UNKNOWN_BASE, Icon, back_age, card_table, every_card, is_city_icon
from innolog.engine import events as engine
from innolog.engine.actions import Action
from innolog.engine.answers import as_data
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.zones import NOBODY, Keyword, Zone
from innolog.log import Fact, GameLog
from innolog.results.result import ActionRecord, PlayerView, Replay, Snapshot
from innolog.store.schema import COLORS

#: One row; a missing column is null.
Row = dict[str, Any]

#: The columns with piles of cards.
BOARDS = tuple(f"board_{color}" for color in COLORS)
_BASIC = {
    Keyword.TUCK: "tucked",
    Keyword.SCORE: "scored",
    Keyword.FORESHADOW: "foreshadowed",
    Keyword.DIG: "dug",
}


def win_points(replay: Replay) -> list[float | None]:
    """Each seat's win points; None for all seats if the game is unfinished."""
    winners = replay.winners
    if not winners:
        return [None] * len(replay.log.seats)
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(replay.log.seats))]


def knows_all(replay: Replay) -> bool:
    """Whether every card that the player held after any action is known, in all hands and score piles."""
    snapshots = [action.snapshot for action in replay.actions if action.snapshot]
    return bool(snapshots) and not any(
        None in view.hand or None in view.score_pile for snapshot in snapshots for view in snapshot.players
    )


def derived_rows(replay: Replay, ids: Sequence[str]) -> Iterator[tuple[str, Row]]:
    """The rows of decisions, card_games, achievements and dogmas, with the name of the table."""
    # After each action, by seat; empty without a snapshot.
    tops = [
        [_highest_top(action, seat) for seat in range(len(ids) if action.snapshot else 0)] for action in replay.actions
    ]
    yield from (("decisions", row) for row in _decisions(replay, ids))
    yield from (("card_games", row) for row in _card_games(replay, ids, tops))
    yield from (("achievements", row) for row in _achievements(replay, ids))
    yield from (("dogmas", row) for row in _dogmas(replay, ids))


# --- decisions --------------------------------------------------------------------------------------------------------


def _decisions(replay: Replay, ids: Sequence[str]) -> Iterator[Row]:
    for action in replay.actions:
        for number, (choice, answer) in enumerate(action.decisions):
            row: Row = {
                "action": action.index,
                "decision": number,
                "kind": choice.kind.value,
                "options": _number_of_answers(choice),
                "optional": choice.can_decline(),
                "declined": answer is None,
                "intent": None if choice.intent is None else choice.intent.name.lower(),
            }
            seat = choice.player
            if choice.kind is ChoiceKind.CARD:
                doubtful = action.doubtful_cards()
                row["cards"] = [
                    None if card in doubtful else face(card) for card in (*choice.options, *choice.uncertain)
                ]
                row["card"] = None if answer in doubtful else face(answer)
                if action.kind == "opening":
                    # The engine asks for all hands at once. The owner of the card shows who chose, and from which
                    # cards.
                    seat, hand = _dealt(replay, answer)
                    row["options"], row["cards"] = len(hand), [face(card) for card in hand]
            elif choice.kind is ChoiceKind.ACTION:
                row["cards"] = [face(option.card) for option in choice.options if option.card is not None]
                row["card"] = face(answer.card)
            if choice.kind is not ChoiceKind.NATURE and seat != NOBODY:
                row["seat"], row["player_id"] = seat, ids[seat]
            row["answer"] = _answer(choice.kind, answer)
            yield row


def _number_of_answers(choice: Choice) -> int | None:
    """None if the number does not fit into 64 bits: a pile of more than 20 cards has too many orders."""
    if choice.kind is ChoiceKind.ORDER:
        orders = math.factorial(len(choice.options))
        return orders if orders < 2**63 else None
    return len(choice.answers())


def _dealt(replay: Replay, card: int) -> tuple[int, Sequence[int]]:
    for seat, hand in enumerate(replay.setup.hands if replay.setup else ()):
        if card in hand:
            return seat, hand
    return NOBODY, ()


def _answer(kind: ChoiceKind, answer: Any) -> str | None:
    if answer is None or kind in (ChoiceKind.CARD, ChoiceKind.ORDER, ChoiceKind.NATURE):
        return None
    if isinstance(answer, Action):
        return str(answer.kind.value)
    if kind is ChoiceKind.COLOR:
        return str(COLORS[answer])
    if kind is ChoiceKind.COLORS:
        return " and ".join(COLORS[color] for color in answer)
    if kind is ChoiceKind.YES_NO:
        return "yes" if answer else "no"
    return str(as_data(kind, answer))


# --- cards ------------------------------------------------------------------------------------------------------------


class _Happened:
    """Collects what happens to cards, by (seat, card)."""

    def __init__(self) -> None:
        self.rows: dict[tuple[int, int], Row] = {}
        self._printed = every_card()

    def note(self, name: str, seat: int, card: int, action: ActionRecord, ages: Sequence[int | None]) -> None:
        if seat == NOBODY or card not in self._printed:
            return
        row = self.rows.setdefault((seat, card), {})
        times = row.get(f"{name}_times", 0)
        if not times:
            row[f"{name}_action"], row[f"{name}_turn"] = action.index, action.turn
            row[f"{name}_age"] = ages[seat] if ages else 0
        row[f"{name}_times"] = times + 1


def _card_games(replay: Replay, ids: Sequence[str], tops: Sequence[Sequence[int | None]]) -> Iterator[Row]:
    if not replay.actions:
        return
    happened = _Happened()
    for seat, hand in enumerate(replay.setup.hands if replay.setup else ()):
        for card in hand:
            happened.note("opening", seat, card, replay.actions[0], ())
    ages: Sequence[int | None] = ()
    for action, ages_after in zip(replay.actions, tops, strict=True):
        _happenings(action, ages, happened)
        ages = ages_after
    unknown = _tops_at_end(replay.actions[-1], happened)
    points, colors = win_points(replay), card_table().color
    for (seat, card), row in sorted(happened.rows.items()):
        row.setdefault("top_at_end", None if (seat, colors[card]) in unknown else False)
        yield {"player_id": ids[seat], "seat": seat, "card": card, "win_points": points[seat]} | row


def _tops_at_end(last: ActionRecord, happened: _Happened) -> set[tuple[int, int]]:
    """Record the top cards after the last action. Return the seats and colors whose top card is unknown."""
    unknown: set[tuple[int, int]] = set()
    for seat, view in enumerate(last.snapshot.players if last.snapshot else ()):
        for color, pile in enumerate(view.boards):
            if BOARDS[color] in last.unknown(seat):
                unknown.add((seat, color))
            elif pile and pile[-1] < UNKNOWN_BASE:
                happened.rows.setdefault((seat, pile[-1]), {})["top_at_end"] = True
    return unknown


def _happenings(action: ActionRecord, ages: Sequence[int | None], happened: _Happened) -> None:
    as_action = action.card if action.kind == "meld" else None
    activation: engine.DogmaStarted | None = None
    depth = 0
    parties: set[tuple[str, int]] = set()
    for index, (event, _) in enumerate(action.events):
        if index in action.doubtful:
            continue
        if isinstance(event, engine.Transfer):
            if event.from_zone is Zone.DECK and event.to_owner != NOBODY and event.keyword is not Keyword.DIG:
                happened.note("drawn", event.to_owner, event.card, action, ages)
            if event.keyword is Keyword.MELD:
                name = "opening_meld" if action.kind == "opening" else "melded_effect"
                if as_action == event.card:
                    name, as_action = "melded", None
                happened.note(name, event.to_owner, event.card, action, ages)
            elif event.keyword in _BASIC:
                happened.note(_BASIC[event.keyword], event.to_owner, event.card, action, ages)
            elif event.keyword is Keyword.RETURN:
                happened.note("returned", event.from_owner, event.card, action, ages)
            elif event.keyword is Keyword.TRANSFER and len({NOBODY, event.from_owner, event.to_owner}) == 3:
                happened.note("given", event.from_owner, event.card, action, ages)
                happened.note("received", event.to_owner, event.card, action, ages)
        elif isinstance(event, engine.DogmaStarted):
            activation, depth, parties = event, 0, set()
            happened.note("dogma", event.player, event.card, action, ages)
        elif isinstance(event, engine.NestedStarted):
            depth += 1
        elif isinstance(event, engine.NestedEnded):
            depth -= 1
        elif isinstance(event, engine.EffectStarted) and activation and not depth and event.player != activation.player:
            name = "demanded" if event.kind in ("demand", "compel") else "shared"
            if (name, event.player) not in parties:
                parties.add((name, event.player))
                happened.note(name, event.player, activation.card, action, ages)


def _highest_top(action: ActionRecord, seat: int) -> int | None:
    """The age of a player's highest top card after an action: 0 without any card, None if a pile is unknown."""
    assert action.snapshot is not None
    if not action.unknown(seat).isdisjoint(BOARDS):
        return None
    age, boards = card_table().age_on_board, action.snapshot.players[seat].boards
    return max((age(pile[-1]) for pile in boards if pile and pile[-1] < UNKNOWN_BASE), default=0)


# --- achievements -----------------------------------------------------------------------------------------------------


def _achievements(replay: Replay, ids: Sequence[str]) -> Iterator[Row]:
    rows: list[Row] = []
    held: dict[int, Row] = {}
    had = [0] * len(ids)
    table, backs = card_table(), replay.unknown_backs
    claimable: dict[tuple[int, int], tuple[int, int] | None] = {}
    for action in replay.actions:
        for index, (event, _) in enumerate(action.events):
            if isinstance(event, engine.Eliminated):
                for row in held.values():
                    row["held"] = row["held"] and row["seat"] != event.player
            if not isinstance(event, engine.Transfer):
                continue
            if event.from_zone is Zone.ACHIEVEMENTS and event.card in held:
                held.pop(event.card)["held"] = False
            if event.to_zone is not Zone.ACHIEVEMENTS or event.to_owner == NOBODY:
                continue
            seat, card = event.to_owner, event.card
            had[seat] += 1
            if card >= UNKNOWN_BASE:
                back = backs[card - UNKNOWN_BASE] if card - UNKNOWN_BASE < len(backs) else 0
                age = back_age(back)
            else:
                age = table.age[card]
            row = held[card] = {
                "action": action.index,
                "event": index,
                "turn": action.turn,
                "player_id": ids[seat],
                "seat": seat,
                "number": had[seat],
                "kind": _kind(event),
                "card": face(card),
                "age": age or None,
                "by": "achieve" if action.kind == "achieve" and event is action.taken() else "effect",
                "held": True,
            }
            if event.from_owner not in (NOBODY, seat):
                row["by"] = "transfer"
            if row["kind"] == "standard" and (since := claimable.get((seat, age))):
                row["claimable_action"], row["claimable_turn"] = since
            rows.append(row)
        if action.snapshot:
            _note_claimable(action, action.snapshot, claimable)
    yield from rows


def _kind(event: engine.Transfer) -> str:
    if is_city_icon(event.card):
        return "flag" if event.card < FOUNTAINS else "fountain"
    if event.card in card_table().achievements:
        return "special"
    return "standard" if event.from_zone is Zone.AVAILABLE else "card"


def _note_claimable(
    action: ActionRecord,
    snapshot: Snapshot,
    claimable: dict[tuple[int, int], tuple[int, int] | None],
) -> None:
    """Record what each player could claim for the first time after an action; None if it may have been earlier."""
    ages = set(snapshot.available_ages)
    # An achievement can become available again.
    for seat, age in [key for key in claimable if key[1] not in ages]:
        del claimable[seat, age]
    for seat, view in enumerate(snapshot.players):
        known = "claimable" not in action.unknown(seat)
        for age in view.claimable if known else ages:
            claimable.setdefault((seat, age), (action.index, action.turn) if known else None)


# --- dogmas -----------------------------------------------------------------------------------------------------------


def _dogmas(replay: Replay, ids: Sequence[str]) -> Iterator[Row]:
    points = win_points(replay)
    before: ActionRecord | None = None
    for action in replay.actions:
        for row in _activations(action):
            if before:
                row |= _changes(before, action)
                if not icons_are_known(replay.log, before):
                    row["icon_counts"] = None
            row["player_id"], row["win_points"] = ids[row["seat"]], points[row["seat"]]
            row["card"] = face(row["card"])
            yield row
        before = action


def icons_are_known(log: GameLog, before: ActionRecord | None) -> bool:
    """Whether the icon counts of the action that follows ``before`` are known."""
    return before is None or Fact.ICON_COUNTS in log.records or not any("icons" in names for names in before.open)


def _activations(action: ActionRecord) -> list[Row]:
    rows: list[Row] = []
    depth = 0
    victim: int | None = None
    for index, (event, _) in enumerate(action.events):
        if isinstance(event, engine.DogmaStarted):
            depth, victim = 0, None
            rows.append(
                {
                    "action": action.index,
                    "event": index,
                    "turn": action.turn,
                    "seat": event.player,
                    "card": event.card,
                    "endorsed": event.endorsed,
                    "icon": None,
                    "icon_counts": None,
                    "sharers": [],
                    "bonus": False,
                    "victims": [],
                    "yielded": [],
                    "ended_game": False,
                }
            )
        if not rows:
            continue
        row = rows[-1]
        if isinstance(event, engine.IconsCounted):
            row["icon"], row["icon_counts"] = Icon(event.icon).name.lower(), event.counts
        elif isinstance(event, engine.NestedStarted):
            depth += 1
        elif isinstance(event, engine.NestedEnded):
            depth -= 1
        elif isinstance(event, engine.EffectStarted) and not depth:
            victim = event.player if event.kind in ("demand", "compel") else None
            _add(row["sharers" if victim is None else "victims"], event.player, row["seat"])
        elif isinstance(event, engine.Transfer) and victim is not None and event.from_owner == victim:
            _add(row["yielded"], victim, row["seat"])
        elif isinstance(event, engine.SharingBonus | engine.TurnEnded | engine.EffectSkipped):
            victim = None
            row["bonus"] = row["bonus"] or isinstance(event, engine.SharingBonus)
        elif isinstance(event, engine.GameEnded):
            row["ended_game"] = True
    return rows


def _add(seats: list[int], seat: int, launcher: int) -> None:
    if seat != launcher and seat not in seats:
        seats.append(seat)


def _changes(before: ActionRecord, after: ActionRecord) -> Row:
    if not before.snapshot or not after.snapshot:
        return {}
    pairs = list(zip(before.snapshot.players, after.snapshot.players, strict=True))
    unknown = frozenset().union(*before.open, *after.open)
    changes = {
        "score": [new.score - old.score for old, new in pairs],
        "achievement": [len(new.achievements) - len(old.achievements) for old, new in pairs],
        "icon": [sum(new.icons) + new.avatars - sum(old.icons) - old.avatars for old, new in pairs],
        "card": [_cards(new) - _cards(old) for old, new in pairs],
    }
    return {
        f"{what}_changes": numbers if unknown.isdisjoint(_CHANGED_WITH[what]) else None
        for what, numbers in changes.items()
    }


#: For each change, the parts of a player's view that must be known for the change to be known.
_CHANGED_WITH = {
    "score": ("score",),
    "achievement": ("achievements",),
    "icon": ("icons", "avatars"),
    "card": ("hand", "score_pile", *BOARDS),
}


def _cards(view: PlayerView) -> int:
    return len(view.hand) + len(view.score_pile) + sum(map(len, view.boards))


def face(card: int | None) -> int | None:
    """A card, or None if it is hidden."""
    return card if card is not None and card < UNKNOWN_BASE else None
