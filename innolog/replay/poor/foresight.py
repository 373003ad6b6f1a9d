"""Forward checking of boards: abandon worlds early whose boards contradict what the log records next.

Icons are counted whenever a card is activated, and the card was on top of its pile. Until then, every card that comes
to a board or leaves it is recorded. Only unrecorded splays change the board without a trace.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import product
from typing import NamedTuple

from innolog import log as seen
from innolog.cards.facts import CardSet, CardTable, Direction
from innolog.cards.registry import Trait, splaying_after_rearranging, traits_of
from innolog.comparing.matching import SOFT
from innolog.engine.state import Player
from innolog.log import ANYBODY, NOBODY, Observation, Place

#: Observations that change no board.
_HARMLESS = (*SOFT, seen.ActionBegan, seen.SharingBonus, seen.TurnEnded)
#: Traits of effects that can change boards without a trace in the log.
_CHANGES_ALL = frozenset((Trait.REARRANGES, Trait.REMOVES_UNTOLD))
#: The limits of looking ahead: observations, stages, and cards whose place in their pile is not recorded. Higher limits
#: exclude more worlds, and cost time for each board.
_HORIZON, _MOST_STAGES, _MOST_OPEN_ENDS = 250, 8, 4
#: The icons with which a city splays the pile it is melded on.
_ARROWS = frozenset(("left", "right", "up"))


class Sight(IntEnum):
    """How far forward checking looks: not at all, to the next statement about a board, or to all stages.

    Far ahead, the unrecorded execution of a card may have done more than is assumed here.
    """

    NONE = 0
    NEAR = 1
    FAR = 2


class Change(NamedTuple):
    """A card comes to a board, on top or at the ``bottom`` of its pile (None: unknown), or it leaves."""

    card: int
    comes: bool
    bottom: bool | None = None


class Stage(NamedTuple):
    """The log's statement about a board after some changes: the number of an icon, or (None) no number.

    ``activated`` is the card that is activated then, if the owner of the board does so.
    """

    icon: int | None
    number: int
    changes: tuple[Change, ...] = ()
    activated: int | None = None


class Foreseen(NamedTuple):
    """The log's next statements about a board in stages. The first comes after a number of ``effects`` of its owner.

    Between the stages, only their changes change the board, and splays after the last recorded count of icons.
    """

    effects: int
    stages: tuple[Stage, ...]

    def near(self) -> Foreseen:
        """The first stage alone."""
        return self._replace(stages=self.stages[:1])


def foreseen(table: CardTable, observations: Sequence[Observation], cursor: int) -> dict[int, Foreseen]:
    """The log's next statements about boards, by seat; without boards that change in another way before."""
    boards: defaultdict[int, _Board] = defaultdict(_Board)
    effects: Counter[int] = Counter()
    activated: tuple[int, int] | None = None
    splayed = False
    for observation in observations[cursor : cursor + _HORIZON]:
        if isinstance(observation, seen.IconCounted):
            seat = observation.player
            card = activated[1] if activated is not None and activated[0] == seat else None
            boards[seat].tell(None if splayed else observation.icon, observation.count, card)
        elif isinstance(observation, seen.DogmaStarted):
            activated = (observation.player, observation.card)
            if table.set[observation.card] == CardSet.ARTIFACTS:
                # On display, it shows its own icons beside those on the board.
                boards[observation.player].splayed = True
        elif isinstance(observation, seen.EffectStarted):
            if activated is None:
                effects[observation.player] += 1
                continue
            if _changes_all(activated[1]):
                break
            # A demand may also change the board of the player who makes it.
            for seat in (observation.player, activated[0]):
                boards[seat].splayed = True
            splayed |= observation.kind == "echo" or Trait.SPLAYS_FOR_OTHERS in traits_of(activated[1])
        elif isinstance(observation, seen.NestedStarted):
            if activated is None or observation.card is None or _changes_all(observation.card):
                break
            boards[observation.player].splayed = True
        elif isinstance(observation, seen.Transfer):
            if ANYBODY in (observation.from_owner, observation.to_owner):
                # It may change any board.
                break
            for seat, change in _changes(observation):
                boards[seat].change(change, table)
        elif not isinstance(observation, _HARMLESS):
            break
    return {seat: Foreseen(effects[seat], tuple(board.stages)) for seat, board in boards.items() if board.stages}


def _changes_all(card: int) -> bool:
    """Whether a card can change boards without a trace in the log."""
    return not _CHANGES_ALL.isdisjoint(traits_of(card))


class _Board:
    """The changes of a board that are known so far.

    ``splayed`` is True when a pile may have been splayed since, ``lost`` when it is not known which cards lie on it.
    """

    def __init__(self) -> None:
        self.stages: list[Stage] = []
        self.splayed = self.lost = False
        self._changes: list[Change] = []
        self._open_ends = 0

    def tell(self, icon: int | None, number: int, activated: int | None) -> None:
        """Note the number of an icon, and the activated card of the board, as far as known."""
        if self.splayed:
            icon = None
        if not self.lost and (icon, activated) != (None, None) and len(self.stages) < _MOST_STAGES:
            self.stages.append(Stage(icon, 0 if icon is None else number, tuple(self._changes), activated))
            self._changes = []

    def change(self, change: Change | None, table: CardTable) -> None:
        """Note that a card comes to the board or leaves it (None: an unknown card)."""
        if change is None:
            self.lost = True
            return
        self._changes.append(change)
        self.splayed |= change.comes and not _ARROWS.isdisjoint(table.specials[change.card])
        self._open_ends += change.comes and change.bottom is None
        self.lost |= self._open_ends > _MOST_OPEN_ENDS


def _changes(move: seen.Transfer) -> Iterator[tuple[int, Change | None]]:
    """The changes of boards by a transfer, by seat; None if the log does not show the card."""
    card = move.card
    if move.from_place is Place.BOARD and move.from_owner != NOBODY:
        yield move.from_owner, None if card is None else Change(card, False)
    if move.to_place is Place.BOARD and move.to_owner != NOBODY:
        yield move.to_owner, None if card is None else Change(card, True, move.bottom)


def can_show(player: Player, foreseen: Foreseen) -> bool:
    """Whether a board can show the foreseen stages, after an effect that follows one that rearranges piles.

    Only one effect is followed; with more, the answer is yes.
    """
    if foreseen.effects > 1:
        return True
    splayed = (None, *splaying_after_rearranging().colors) if foreseen.effects else (None,)
    changes = [change for stage in foreseen.stages for change in stage.changes]
    open_ends = sum(change.comes and change.bottom is None for change in changes)
    board = player.board()
    found = False
    for color, ends in product(splayed, product((False, True), repeat=open_ends)):
        player.lay(board, copied=True)
        if _goes_on(player, foreseen.stages, iter(ends), color):
            found = True
            break
    player.lay(board)
    return found


def _goes_on(player: Player, stages: Sequence[Stage], ends: Iterator[bool], color: int | None) -> bool:
    """Whether a board shows in every stage what the log records, if a pile (or None) is splayed before the first."""
    for stage in stages:
        if stage.changes and not _change(player, stage.changes, ends):
            return True
        if not _shows(player, stage, color):
            return False
        if color is not None and len(player.piles[color]) > 1:
            player.splays[color] = splaying_after_rearranging().direction
            player.forget(color)
        color = None
    return True


def _change(player: Player, changes: Sequence[Change], ends: Iterator[bool]) -> bool:
    """Change a board. ``ends`` says for each card of unknown place whether it goes to the bottom. False if impossible.

    It is impossible if a card is not there, or may leave a pile whose top card is unknown. A pile of fewer than two
    cards is not splayed (Deluxe rulebook, "Splaying").
    """
    color_of = player.state.color
    for card, comes, bottom in changes:
        color = color_of[card]
        pile = player.piles[color]
        if comes:
            pile.insert(0 if (next(ends) if bottom is None else bottom) else len(pile), card)
        elif card in pile:
            uncovers = pile[-1] == card
            pile.remove(card)
            if uncovers and len(pile) > 1:
                return False
            if len(pile) < 2:
                player.splays[color] = Direction.NONE
        else:
            return False
        player.forget(color)
    return True


def _shows(player: Player, stage: Stage, color: int | None) -> bool:
    """Whether a board shows what the log records, once a pile (or None) is splayed."""
    card = stage.activated
    if card is not None:
        pile = player.piles[player.state.color[card]]
        if card in pile and pile[-1] != card:
            return False
    if stage.icon is None:
        return True
    if color is None:
        return player.count(stage.icon) == stage.number
    if len(player.piles[color]) < 2:
        return False
    before, player.splays[color] = player.splays[color], splaying_after_rearranging().direction
    player.forget(color)
    found = player.count(stage.icon) == stage.number
    player.splays[color] = before
    player.forget(color)
    return found
