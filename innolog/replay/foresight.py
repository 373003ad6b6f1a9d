"""What a log tells next of a board, for finding out early that it can't be as one explanation has it.

Icons are counted whenever a card is activated, and the card was on top of its pile. Until then, cards that come to a
board or leave it are told; only splays, in logs that don't record them, change it in silence.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from innolog import log as seen
from innolog.cards.facts import CardSet, CardTable, Color, Direction
from innolog.engine.state import Player
from innolog.log import NOBODY, Observation, Place
from innolog.replay.matching import SOFT

#: What changes no board.
_HARMLESS = (*SOFT, seen.ActionBegan, seen.SharingBonus, seen.TurnEnded)
#: The only card with an effect, an echo effect, that splays what others have (Echoes).
_SPLAYS_FOR_OTHERS = "Kobukson"
#: So far ahead is looked, for so many stages, in which it is not told of so many cards where they come to.
_HORIZON, _MOST_STAGES, _MOST_OPEN_ENDS = 60, 4, 4
#: The icons with which a city splays the pile it is melded on.
_ARROWS = frozenset(("left", "right", "up"))


#: What the card that rearranges piles (Publications) may do to a board after that, in its second effect: splay one of
#: these piles, in this direction.
_PILES_SPLAYED, SPLAYED = (Color.YELLOW, Color.BLUE), Direction.UP


class Change(NamedTuple):
    """A card comes to a board, on top or at the ``bottom`` of its pile or (None) nobody knows where, or it leaves."""

    card: int
    comes: bool
    bottom: bool | None = None


class Stage(NamedTuple):
    """What the log tells of the icons on a board after some changes.

    ``activated`` is the card that its owner activates then, if it is the owner who does.
    """

    icon: int
    number: int
    changes: tuple[Change, ...] = ()
    activated: int | None = None


class Foreseen(NamedTuple):
    """What the log tells next of a board, one stage after the other, the first after so many ``effects`` of its owner.

    Nothing that happens between the stages changes the board but for what they tell.
    """

    effects: int
    stages: tuple[Stage, ...]


def foreseen(table: CardTable, observations: Sequence[Observation], cursor: int) -> dict[int, Foreseen]:
    """What the log tells next of boards, by seat, but for those that change otherwise before."""
    stages: defaultdict[int, list[Stage]] = defaultdict(list)
    unsure: set[int] = set()
    effects: Counter[int] = Counter()
    changes: defaultdict[int, list[Change]] = defaultdict(list)
    activated: tuple[int, int] | None = None
    for observation in observations[cursor : cursor + _HORIZON]:
        if isinstance(observation, seen.IconCounted):
            seat = observation.player
            if observation.icon is None:
                unsure.add(seat)
            elif seat not in unsure:
                card = activated[1] if activated is not None and activated[0] == seat else None
                stages[seat].append(Stage(observation.icon, observation.count, tuple(changes.pop(seat, ())), card))
        elif isinstance(observation, seen.DogmaStarted):
            activated = (observation.player, observation.card)
            if table.set[observation.card] == CardSet.ARTIFACTS:
                # On display, it shows its own icons beside those on the board.
                unsure.add(observation.player)
        elif isinstance(observation, seen.EffectStarted):
            if activated is None:
                effects[observation.player] += 1
            elif observation.kind == "echo" or table.name[activated[1]] == _SPLAYS_FOR_OTHERS:
                break
            else:
                # What is demanded may be for the one who demands it, too.
                unsure |= {observation.player, activated[0]}
        elif isinstance(observation, seen.Transfer):
            for seat, change in _changes(observation):
                if change is None or (change.comes and not _ARROWS.isdisjoint(table.specials[change.card])):
                    unsure.add(seat)
                else:
                    changes[seat].append(change)
        elif not isinstance(observation, _HARMLESS):
            break
    return {seat: Foreseen(effects[seat], tuple(told[:_MOST_STAGES])) for seat, told in stages.items()}


def _changes(move: seen.Transfer) -> Iterator[tuple[int, Change | None]]:
    """How a transfer changes boards, by seat; None where it is not told which card it is."""
    card = move.card
    if move.from_place is Place.BOARD and move.from_owner != NOBODY:
        yield move.from_owner, None if card is None else Change(card, False)
    if move.to_place is Place.BOARD and move.to_owner != NOBODY:
        yield move.to_owner, None if card is None else Change(card, True, move.bottom)


def can_show(player: Player, foreseen: Foreseen) -> bool:
    """Whether a board can show what is foreseen, where an effect is the second of the card that rearranges piles.

    What more than one effect can make of it is not said here.
    """
    if foreseen.effects > 1:
        return True
    splayed = (None, *_PILES_SPLAYED) if foreseen.effects else (None,)
    piles, splays = player.piles, player.splays
    first = foreseen.stages[0]
    found = bool(first.changes) or any(_shows(player, first, color) for color in splayed)
    if found and (first.changes or len(foreseen.stages) > 1):
        changes = [change for stage in foreseen.stages for change in stage.changes]
        open_ends = sum(change.comes and change.bottom is None for change in changes)
        found = open_ends > _MOST_OPEN_ENDS
        for ends, color in product(product((False, True), repeat=open_ends), splayed) if not found else ():
            player.piles, player.splays = [pile[:] for pile in piles], splays[:]
            player.forget_all()
            found = _goes_on(player, foreseen.stages, iter(ends), color)
            if found:
                break
        player.piles, player.splays = piles, splays
        player.forget_all()
    return found


def _goes_on(player: Player, stages: Sequence[Stage], ends: Iterator[bool], color: int | None) -> bool:
    """Whether a board shows in every stage what is told of it, if a pile (or None) is splayed before the first."""
    for stage in stages:
        if stage.changes and not _change(player, stage.changes, ends):
            return True
        if not _shows(player, stage, color):
            return False
        if color is not None and len(player.piles[color]) > 1:
            player.splays[color] = SPLAYED
            player.forget(color)
        color = None
    return True


def _change(player: Player, changes: Sequence[Change], ends: Iterator[bool]) -> bool:
    """Change a board, given at which ends (the bottom?) cards come that nobody knows where; whether it could be done.

    A pile of less than two cards is not splayed (Deluxe rulebook, "Splay").
    """
    color_of = player.state.color
    for card, comes, bottom in changes:
        color = color_of[card]
        pile = player.piles[color]
        if comes:
            pile.insert(0 if (next(ends) if bottom is None else bottom) else len(pile), card)
        elif card in pile:
            pile.remove(card)
            if len(pile) < 2:
                player.splays[color] = Direction.NONE
        else:
            return False
        player.forget(color)
    return True


def _shows(player: Player, stage: Stage, color: int | None) -> bool:
    """Whether a board shows what is told of it, once a pile (or None) is splayed."""
    card = stage.activated
    if card is not None:
        pile = player.piles[player.state.color[card]]
        if card in pile and pile[-1] != card:
            return False
    if color is None:
        return player.count(stage.icon) == stage.number
    if len(player.piles[color]) < 2:
        return False
    before, player.splays[color] = player.splays[color], SPLAYED
    player.forget(color)
    found = player.count(stage.icon) == stage.number
    player.splays[color] = before
    player.forget(color)
    return found
