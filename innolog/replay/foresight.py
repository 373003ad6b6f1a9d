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

#: What changes no board.
_HARMLESS = (seen.ActionBegan, seen.Passed, seen.SharingBonus, seen.TurnEnded)
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


class Foreseen(NamedTuple):
    """What the log tells next of the icons on a board, after some changes and so many ``effects`` of its owner.

    ``activated`` is the card that its owner activates then, if it is the owner who does.
    """

    icon: int
    number: int
    effects: int
    changes: tuple[Change, ...] = ()
    activated: int | None = None


def foreseen(table: CardTable, observations: Sequence[Observation], cursor: int) -> dict[int, Foreseen]:
    """What the log tells next of the icons on boards, by seat, but for those that change otherwise before."""
    counts: dict[int, Foreseen] = {}
    unsure: set[int] = set()
    effects: Counter[int] = Counter()
    changes: defaultdict[int, list[Change]] = defaultdict(list)
    activated: tuple[int, int] | None = None
    for number in range(cursor, len(observations)):
        observation = observations[number]
        if isinstance(observation, seen.IconCounted):
            seat = observation.player
            if observation.icon is not None and seat not in unsure:
                card = activated[1] if activated is not None and activated[0] == seat else None
                told = Foreseen(observation.icon, observation.count, effects[seat], tuple(changes[seat]), card)
                counts.setdefault(seat, told)
        elif counts:
            break
        elif isinstance(observation, seen.DogmaStarted):
            activated = (observation.player, observation.card)
            if table.set[observation.card] == CardSet.ARTIFACTS:
                # On display, it shows its own icons beside those on the board.
                unsure.add(observation.player)
        elif isinstance(observation, seen.EffectStarted):
            effects[observation.player] += 1
        elif isinstance(observation, seen.Transfer):
            for seat, change in _changes(observation):
                if change is None or (change.comes and not _ARROWS.isdisjoint(table.specials[change.card])):
                    unsure.add(seat)
                else:
                    changes[seat].append(change)
        elif not isinstance(observation, _HARMLESS):
            break
    return counts


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
    if not foreseen.changes:
        return _shows(player, foreseen)
    piles, splays = player.piles, player.splays
    open_ends = sum(change.comes and change.bottom is None for change in foreseen.changes)
    found = False
    for ends in product((False, True), repeat=open_ends):
        player.piles, player.splays = [pile[:] for pile in piles], splays[:]
        found = found or not _change(player, foreseen.changes, ends) or _shows(player, foreseen)
    player.piles, player.splays = piles, splays
    player.forget_all()
    return found


def _change(player: Player, changes: Sequence[Change], ends: Sequence[bool]) -> bool:
    """Change a board, given at which ends (the bottom?) cards come that nobody knows where; whether it could be done.

    A pile of less than two cards is not splayed (Deluxe rulebook, "Splay").
    """
    color_of = player.state.color
    left = iter(ends)
    for card, comes, bottom in changes:
        color = color_of[card]
        pile = player.piles[color]
        if comes:
            pile.insert(0 if (next(left) if bottom is None else bottom) else len(pile), card)
        elif card in pile:
            pile.remove(card)
            if len(pile) < 2:
                player.splays[color] = Direction.NONE
        else:
            return False
    player.forget_all()
    return True


def _shows(player: Player, foreseen: Foreseen) -> bool:
    """Whether a board shows what is told of it, perhaps after a pile is splayed."""
    card = foreseen.activated
    if card is not None:
        pile = player.piles[player.state.color[card]]
        if card in pile and pile[-1] != card:
            return False
    if player.count(foreseen.icon) == foreseen.number:
        return True
    if not foreseen.effects:
        return False
    for color in _PILES_SPLAYED:
        if len(player.piles[color]) > 1:
            before, player.splays[color] = player.splays[color], SPLAYED
            player.forget(color)
            found = player.count(foreseen.icon) == foreseen.number
            player.splays[color] = before
            player.forget(color)
            if found:
                return True
    return False
