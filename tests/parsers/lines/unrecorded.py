"""A recorded game as a format that records less would show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from innolog import log as seen
from innolog.cards.facts import card_table
from innolog.log import At, GameLog, Observation, Place
from innolog.log.told import Told, ToldGame
from parsers.bga import visibility

_NOWHERE = At(None, 0, 0)
_ICONS = (Place.FLAGS, Place.FOUNTAINS)


def left(
    game: ToldGame,
    viewpoint: int | None,
    dropped: tuple[type, ...],
    transfer: Callable[[Told, seen.Transfer], seen.Transfer] = lambda told, move: move,
    icons: bool = True,
) -> list[Observation]:
    """The observations that reading the form gives: without ``dropped`` kinds, positions, checks and hidden faces.

    ``transfer`` leaves out more of transfers; ``icons`` says whether the icon of an activation is recorded.
    """
    found: list[Observation] = []
    for told in game.told:
        observation = told.observation
        if isinstance(observation, dropped):
            continue
        if isinstance(observation, seen.Transfer):
            observation = transfer(told, _transfer(told, observation, viewpoint))
        elif isinstance(observation, seen.Splay):
            observation = replace(observation, checks=())
        elif isinstance(observation, seen.ActionBegan):
            observation = seen.ActionBegan(_NOWHERE, observation.player)
        elif isinstance(observation, seen.DogmaStarted) and not icons:
            observation = replace(observation, icon=None)
        elif isinstance(observation, seen.EffectStarted):
            observation = replace(observation, card=None)
        elif isinstance(observation, seen.Ended):
            observation = replace(observation, winners=(), card=None)
        found.append(replace(observation, at=_NOWHERE))
    return found


def _transfer(told: Told, move: seen.Transfer, viewpoint: int | None) -> seen.Transfer:
    move = replace(move, from_position=None, to_position=None, checks=())
    if move.to_place is Place.RELICS:
        move = replace(move, bottom=None)
    shown = visibility.everybody_sees(move) if viewpoint is None else visibility.sees(move, told.actor, viewpoint)
    if not shown or move.from_place in _ICONS or move.to_place in _ICONS:
        move = replace(move, card=None, color=None)
    elif move.card in card_table().achievements:
        move = replace(move, color=None)
    return move


def nowhere(log: GameLog, names: list[str]) -> list[Observation]:
    """The observations of a log without their places, seats numbered as in ``names``."""
    seats = {index: names.index(seat.name) for index, seat in enumerate(log.seats)}
    return [_renumbered(observation, seats) for observation in log.observations]


def _renumbered(observation: Observation, seats: dict[int, int]) -> Observation:
    changed: dict[str, Any] = {"at": _NOWHERE}
    for field in fields(observation):
        if field.name in ("player", "owner", "from_owner", "to_owner", "seat"):
            value = getattr(observation, field.name)
            changed[field.name] = seats.get(value, value)
    return replace(observation, **changed)
