"""Moves between hidden places of which a poor record does not say which card was moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from innolog.cards.facts import UNKNOWN_BASE, card_table
from innolog.engine.events import Transfer
from innolog.engine.zones import NOBODY, SEEN, Zone
from innolog.results.result import ActionRecord, Snapshot

#: The places where cards lie face down, as a player's view calls them.
_HIDDEN: Final = {Zone.DECK: "", **{place.zone: place.column for place in SEEN if place.hidden}}


def note_doubtful(actions: Sequence[ActionRecord]) -> None:
    """Set :attr:`ActionRecord.doubtful` of consecutive actions with snapshots."""
    before: ActionRecord | None = None
    for action in actions:
        action.doubtful = frozenset(_doubtful(before, action))
        before = action


def _doubtful(before: ActionRecord | None, after: ActionRecord) -> Iterator[int]:
    moves = [(index, event) for index, (event, _) in enumerate(after.events) if isinstance(event, Transfer)]
    last = {event.card: event for _, event in moves}
    for index, event in moves:
        # A card that is never shown has no face to be wrong.
        if event.card < UNKNOWN_BASE and {event.from_zone, event.to_zone} <= _HIDDEN.keys():
            lost = not _lies_there(last[event.card], after.snapshot)
            if (
                lost
                or differs(event, before, after)
                or (event is not last[event.card] and _has_twin(event, before, moves))
            ):
                yield index


def _has_twin(move: Transfer, before: ActionRecord | None, moves: Sequence[tuple[int, Transfer]]) -> bool:
    """Whether another card with the same back lay hidden where a card lay that was shown later in the action.

    Which of them moved first is not known then.
    """
    backs, table = card_table().back, before.snapshot.players if before and before.snapshot else ()
    places = {(move.from_owner, move.from_zone), (move.to_owner, move.to_zone)}
    for owner, zone in places:
        if owner == NOBODY or owner >= len(table):
            continue
        place = next(place for place in SEEN if place.zone is zone)
        cards, hidden = table[owner].cards(place)
        if any(card is None and back == backs[move.card] for card, back in zip(cards, hidden, strict=True)):
            return True
    return any(
        other.card != move.card
        and (other.to_owner, other.to_zone) in places
        and {other.from_zone, other.to_zone} <= _HIDDEN.keys()
        and (other.card >= UNKNOWN_BASE or backs[other.card] == backs[move.card])
        for _, other in moves
    )


def differs(move: Transfer, before: ActionRecord | None, after: ActionRecord) -> bool:
    """Whether the cards of a hidden place that a move left or reached are not the same in all explanations."""
    if not {move.from_zone, move.to_zone} <= _HIDDEN.keys():
        return False
    left = before.unknown(move.from_owner) if before and move.from_owner != NOBODY else frozenset[str]()
    reached = after.unknown(move.to_owner) if move.to_owner != NOBODY else frozenset[str]()
    return _HIDDEN[move.from_zone] in left or _HIDDEN[move.to_zone] in reached


def _lies_there(move: Transfer, snapshot: Snapshot | None) -> bool:
    """Whether a card is known in the place that it reached. Cards that could be each other lose their faces there."""
    if snapshot is None or move.to_zone not in _HIDDEN:
        return True
    if move.to_owner == NOBODY:
        return any(move.card in pile for pile in snapshot.decks.values())
    return move.card in getattr(snapshot.players[move.to_owner], _HIDDEN[move.to_zone])
