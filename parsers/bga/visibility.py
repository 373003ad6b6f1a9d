"""Which players Board Game Arena shows the face of a card that moves."""

from __future__ import annotations

from innolog.log import NOBODY, Place, Transfer
from parsers.forms import EVERYBODY

#: Places whose cards are face down. A card that moves from one to another is shown only to the players concerned.
_FACE_DOWN_FROM = frozenset(
    {Place.DECK, Place.HAND, Place.SCORE, Place.FORECAST, Place.ACHIEVEMENTS, Place.RELICS},
)
_FACE_DOWN_TO = frozenset({Place.DECK, Place.HAND, Place.SCORE, Place.FORECAST, Place.ACHIEVEMENTS})
_FACE_DOWN_OF_NEWER = _FACE_DOWN_FROM | {Place.JUNK}
#: The places from which a card becomes an achievement without being seen, even by the player who gets it.
_UNSEEN = frozenset({Place.ACHIEVEMENTS, Place.RELICS, Place.DECK})


#: The generations of the older code that name, of a card that does not change its owner, the owner alone.
NAME_THE_OWNER = frozenset({"G3", "G4", "G5", "G6"})


def shown(move: Transfer, actor: int, viewpoint: int | None, *, newer: bool = False, names_owner: bool = False) -> bool:
    """Whether the face is shown to a seat, to a spectator (None), or to any player (EVERYBODY).

    ``names_owner``: see :func:`parties`.
    """
    players = {actor, move.from_owner, move.to_owner} - {NOBODY}
    seats = [viewpoint] if viewpoint != EVERYBODY else sorted(players)
    if newer:
        return any(shown_by_newer(move, actor, seat) for seat in (None, *seats))
    return any(sees(move, actor, seat, names_owner) for seat in (None, *seats))


def parties(move: Transfer, actor: int, names_owner: bool = False) -> tuple[int, int | None]:
    """The seat that a transfer is about, and the other seat involved (None if only one player is involved).

    It is :data:`~innolog.log.NOBODY` if no player is involved. ``names_owner``: True if the owner alone is
    named when a card does not change its owner, whoever moves it (:data:`NAME_THE_OWNER`).
    """
    owners = [owner for owner in (move.to_owner, move.from_owner) if owner != NOBODY]
    if not owners:
        return NOBODY, None
    if move.age is None or set(owners) == {actor} or (names_owner and len(set(owners)) == 1):
        return owners[0], None
    return actor, next(owner for owner in owners if owner != actor)


def everybody_sees(move: Transfer) -> bool:
    """Whether the face is shown to the whole table."""
    if move.age is None:
        return True
    if move.from_owner == NOBODY == move.to_owner:
        return False
    return move.from_place not in _FACE_DOWN_FROM or move.to_place not in _FACE_DOWN_TO


def shown_by_newer(move: Transfer, actor: int, seat: int | None) -> bool:
    """Whether the newer generation shows the face to a seat; to everybody, if it is None."""
    if move.age is None:
        return True
    if move.from_owner == NOBODY == move.to_owner:
        return False
    if move.from_place not in _FACE_DOWN_OF_NEWER or move.to_place not in _FACE_DOWN_OF_NEWER:
        return True
    player, opponent = parties(move, actor)
    if opponent is None:
        return seat == player and (move.from_place, move.to_place) != (Place.ACHIEVEMENTS, Place.ACHIEVEMENTS)
    # The acting player sees a card that another player loses only if the acting player gets it.
    return seat == opponent or (seat == player and player in (move.from_owner, move.to_owner))


def sees(move: Transfer, actor: int, seat: int | None, names_owner: bool = False) -> bool:
    """Whether the face is shown to a seat; to everybody, if it is None. ``names_owner``: see :func:`parties`."""
    if everybody_sees(move):
        return True
    player, opponent = parties(move, actor, names_owner)
    if opponent is not None:
        return seat in (player, opponent)
    if move.to_place is Place.ACHIEVEMENTS and move.from_place in _UNSEEN:
        return False
    return seat == player
