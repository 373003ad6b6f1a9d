"""Who is shown the face of a card that moves, as Board Game Arena has it."""

from __future__ import annotations

from innolog.log import NOBODY, Place, Transfer

#: Places whose cards lie face down. A card that goes from one to another is shown to those concerned alone.
_FACE_DOWN_FROM = frozenset(
    {Place.DECK, Place.HAND, Place.SCORE, Place.FORECAST, Place.ACHIEVEMENTS, Place.RELICS},
)
_FACE_DOWN_TO = frozenset({Place.DECK, Place.HAND, Place.SCORE, Place.FORECAST, Place.ACHIEVEMENTS})
#: Where a card comes from that becomes an achievement unseen even by whoever gets it.
_UNSEEN = frozenset({Place.ACHIEVEMENTS, Place.RELICS, Place.DECK})


def parties(move: Transfer, actor: int) -> tuple[int, int | None]:
    """The seat a transfer is told of, and the other one it concerns (None where it concerns one player alone).

    :data:`~innolog.log.NOBODY` where it concerns no player.
    """
    owners = [owner for owner in (move.to_owner, move.from_owner) if owner != NOBODY]
    if not owners:
        return NOBODY, None
    if move.age is None or set(owners) == {actor}:
        return owners[0], None
    return actor, next(owner for owner in owners if owner != actor)


def everybody_sees(move: Transfer) -> bool:
    """Whether the face is shown to the whole table."""
    if move.age is None:
        return True
    if move.from_owner == NOBODY == move.to_owner:
        return False
    return move.from_place not in _FACE_DOWN_FROM or move.to_place not in _FACE_DOWN_TO


def sees(move: Transfer, actor: int, seat: int) -> bool:
    """Whether the face is shown to a seat."""
    if everybody_sees(move):
        return True
    player, opponent = parties(move, actor)
    if opponent is not None:
        return seat in (player, opponent)
    if move.to_place is Place.ACHIEVEMENTS and move.from_place in _UNSEEN:
        return False
    return seat == player
