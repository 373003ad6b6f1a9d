"""Lines of a poor record that stand in another order than their events, or that nobody has to write.

A source may record what happens together in any order. An event then explains a later line of the same move, and the
guide passes over this line when it comes there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set

from innolog import log as seen
from innolog.cards.editions import Platform
from innolog.cards.facts import Direction
from innolog.comparing.matching import (
    PLACE_OF_ZONE,
    go_alike,
    go_back,
    is_consequence,
    is_of_junking,
    is_owner,
    says_that_it_stays,
    transfer_difference,
)
from innolog.engine import events as done
from innolog.engine.zones import Zone
from innolog.log import NOBODY
from innolog.log.meaning import drawn_first
from innolog.replay.guide import Guide


class ReorderedLines:
    """Finds the lines of events among those of the same move; a part of the guide of a poor record.

    ``early`` are the indices of lines that were explained before earlier ones. ``bared`` are the piles that have lost
    their splay in this action, and ``revealed`` the cards that were revealed, at a table.
    """

    def __init__(self, guide: Guide) -> None:
        self.guide = guide
        self._observations = guide.observations
        #: Cards that are junked together have no lines of their own on Board Game Arena, so a record may omit them.
        self._omits_junk = guide.log.site == Platform.BGA.value
        self.early: set[int] = set()
        self.bared: set[tuple[int, int]] = set()
        self.revealed: set[int] = set()

    def begin(self) -> None:
        """Begin the action again."""
        self.early = set()
        self.bared, self.revealed = set(), set()

    @property
    def still_there(self) -> Set[int] | None:
        """The cards that were revealed in this action and are still where they were; None if not written by hand."""
        return self.revealed if self.guide.by_hand else None

    def next_from(self, index: int) -> int:
        """The first line from an index on that is not explained yet, and that the record has to have."""
        while index in self.early or self._is_optional(index):
            self.early.discard(index)
            index += 1
        return index

    def take(self, index: int) -> bool:
        """Note that the line at an index is explained, if it stands after the next one; returns whether it does."""
        if index > self.guide.cursor:
            self.early.add(index)
        return index > self.guide.cursor

    def _is_optional(self, index: int) -> bool:
        """Whether a line is true, and one that nobody has to write down at a table.

        It is that a pile which has just lost its splay is not splayed, or that a card which was revealed in this action
        stays where it was.
        """
        if not self.guide.by_hand or index >= len(self._observations):
            return False
        line = self._observations[index]
        if isinstance(line, seen.Splay):
            return line.direction == Direction.NONE and (line.owner, line.color) in self.bared
        shown = isinstance(line, seen.Transfer) and line.card in self.revealed
        return shown and says_that_it_stays(self.guide.game, self._observations, index)

    def is_junked_without_line(self, event: done.Transfer) -> bool:
        """Whether a card is junked together with others, and the record has no line for each of them.

        It has one line for all: that a supply pile, what a player who has lost had, or what all players have is junked.
        """
        if not self._omits_junk or event.to_zone not in (Zone.JUNK, Zone.REMOVED):
            return False
        following = self.guide.peek()
        if following is None:
            return False
        if getattr(following, "to_place", None) is PLACE_OF_ZONE[event.to_zone]:
            return False
        if event.from_owner == NOBODY:
            return (event.from_zone, event.to_zone) == (Zone.DECK, Zone.JUNK)
        if self.guide.game.players[event.from_owner].eliminated:
            return True
        index = self.guide.cursor
        while index < len(self._observations) and is_of_junking(self._observations[index]):
            index += 1
        return index < len(self._observations) and isinstance(self._observations[index], seen.Wiped)

    def take_consequence(self, event: done.Transfer) -> bool:
        """Take the line of a flag, a fountain or a claim, if it stands after other consequences of the same move.

        Returns whether it does. At a table they come together, so they are written in any order.
        """
        game = self.guide.game
        is_counted = Zone.CITY_ICONS in (event.from_zone, event.to_zone)
        at_once = self.guide.by_hand or not game.rules.holds("consequences_one_by_one")
        if not (is_counted or event.from_zone is Zone.AVAILABLE) or not at_once:
            return False
        for index in self._together(is_consequence):
            other = self._observations[index]
            if isinstance(other, seen.Transfer) and transfer_difference(game, event, other) is None:
                return self.take(index)
        return False

    def drawn_first(self, event: done.Transfer) -> bool:
        """Whether the next two lines of a record made by hand are about a card that is drawn and goes on at once."""
        if not self.guide.by_hand or event.from_zone is not Zone.DECK or event.to_zone is Zone.HAND:
            return False
        index = self.guide.hard[self.guide.cursor]
        once = drawn_first(self._observations[index : index + 2])
        return once is not None and transfer_difference(self.guide.game, event, once) is None

    def take_splay(self, event: done.Splay) -> bool:
        """Take the line of a splay that is lost, if it stands after others of cards that are junked together.

        Returns whether it does.
        """
        for index in self._together(is_of_junking, across=self._omits_junk):
            other = self._observations[index]
            if isinstance(other, seen.Splay) and (other.owner, other.color) == (event.owner, event.color):
                return self.take(index)
        return False

    def junked_later(self, event: done.Transfer) -> seen.Transfer | None:
        """The first of the next moves that leaves this place, if cards of players are junked together.

        All hands, boards and score piles can be junked at once, and are recorded in any order.
        """
        if event.to_zone != Zone.JUNK or event.from_owner == NOBODY:
            return None
        place = PLACE_OF_ZONE[event.from_zone]
        for index in self._together(is_of_junking, across=self._omits_junk):
            other = self._observations[index]
            if not isinstance(other, seen.Transfer) or other.from_place is not place:
                continue
            if is_owner(event.from_owner, other.from_owner):
                return other
        return None

    def _together(self, belongs: Callable[[seen.Observation], bool], *, across: bool = False) -> list[int]:
        """The places of the next observations of one move, as long as they belong together.

        ``across``: they may take several moves. Without a line for each junked card, a log does not show how many.
        """
        found: list[int] = []
        for index in range(self.guide.cursor, len(self._observations)):
            other = self._observations[index]
            in_one_move = across or other.at.move == self._observations[self.guide.cursor].at.move
            if not belongs(other) or not in_one_move:
                break
            if index not in self.early:
                found.append(index)
        return found

    def exchanged(self, move: seen.Transfer) -> Iterator[tuple[int, seen.Transfer]]:
        """The next moves between the places of a move, in both directions."""
        for index in range(self.guide.cursor, len(self._observations)):
            other = self._observations[index]
            if not isinstance(other, seen.Transfer) or other.at.move != move.at.move:
                return
            if not (go_alike(other, move) or go_back(other, move)):
                return
            if index not in self.early:
                yield index, other

    def following(self, move: seen.Transfer) -> list[tuple[int, seen.Transfer]]:
        """This move and the moves after it between the same places that are not explained yet, with their indices."""
        found: list[tuple[int, seen.Transfer]] = []
        if self.guide.game.exchanging:
            return [(index, other) for index, other in self.exchanged(move) if go_alike(other, move)]
        junked = is_of_junking(move)
        for index in range(self.guide.cursor, len(self._observations)):
            other = self._observations[index]
            if other.at.move != move.at.move:
                break
            if not isinstance(other, seen.Transfer) or not go_alike(other, move):
                if junked and is_of_junking(other):
                    continue
                break
            if index not in self.early:
                found.append((index, other))
        return found
