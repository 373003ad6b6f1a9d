"""Where the actions of a log in lines begin.

On a site, each action has the header of a move above it, and nothing else has. People who write down a game may put a
header above any line.
"""

from __future__ import annotations

from collections.abc import Sequence

from innolog import log as seen
from innolog.log import NOBODY, At, Inconsistency, Observation, Place, Unread, shown_as_proof

#: What may be written above the first line of an action, because no card moves.
_STATEMENTS = (seen.Revealed, seen.Passed, seen.Agreed, seen.Named, seen.FirstPlayer)


class Beginnings:
    """Collects the observations of a log in lines, with one where each action begins.

    ``at_table``: somebody wrote the log by hand.
    """

    def __init__(self, names: Sequence[str], *, at_table: bool) -> None:
        self.observations: list[Observation] = []
        #: Contradictions between headers and the lines below them.
        self.inconsistencies: list[Inconsistency] = []
        self._names = names
        self._at_table = at_table
        #: The header below which no action has begun yet: its place, and its player.
        self._header: tuple[At, int] | None = None
        self._unread: Unread | None = None
        #: The index of the beginning of an action below the last header, and what stands there if the action is free.
        self._began: tuple[int, seen.FreeActionBegan] | None = None
        #: The player of the header above an opening card of another player, and the contradiction.
        self._astray: tuple[int, Inconsistency] | None = None
        #: The players with a card on the board. Actions begin when all have one.
        self._opened: set[int] = set()
        #: Lines about who goes first that stand above opening cards. All open at once, so nobody knows it before.
        self._first: list[Observation] = []
        self._displayed: set[int] = set()

    def head(self, at: At, player: int) -> None:
        """Go on below a header."""
        self._header, self._unread, self._began, self._astray = (at, player), None, None, None

    def miss(self, unread: Unread) -> None:
        """Go on after a line that is not understood, and can be the first of an action or of a free action."""
        self._unread = unread

    def add(self, told: Observation) -> None:
        """Add an observation, after the beginning of its action if it is the first of one."""
        opening = len(self._opened) < len(self._names)
        if opening and isinstance(told, seen.FirstPlayer):
            self._first.append(told)
            return
        if opening and isinstance(told, seen.Transfer) and told.to_place is Place.BOARD:
            self._open(told.to_owner)
        elif opening and isinstance(told, seen.Transfer | seen.DogmaStarted):
            # An opening card is missing, or not understood.
            self._say_first()
        if self._header is not None and not self._precedes(told):
            if not opening and (not self._at_table or _can_begin(told, self.observations)):
                self._begin(told, *self._header)
            self._header = None
        if self._began is not None and self._activates_displayed(told):
            # The lines between are about a karma.
            index, began = self._began
            self.observations[index] = began
        # A relic may be written before the dig for which it is seized. Then no other dig stands right above it.
        *_, earlier, last = None, None, *self.observations[-2:]
        swapped = self._at_table and _digs(told) and _seizes(last) and not _digs(earlier)
        self.observations.insert(len(self.observations) - swapped, told)
        if isinstance(told, seen.Transfer):
            self._follow(told)

    def _precedes(self, told: Observation) -> bool:
        """Whether the action of a header can begin after a line: players can show cards before it."""
        return _only_shows(told) or (self._at_table and isinstance(told, _STATEMENTS))

    def _open(self, player: int) -> None:
        """Compare the header above an opening card. Cards of several players can stand below that of one of them."""
        if self._astray is not None and self._astray[0] == player:
            self.inconsistencies.remove(self._astray[1])
            self._astray = None
        elif self._header is not None and self._unread is None and self._header[1] != player:
            at, header = self._header
            message = "the header of a move names another player than its opening card"
            self._astray = header, Inconsistency(at, message, self._names[player], self._names[header])
            self.inconsistencies.append(self._astray[1])

    def _begin(self, told: Observation, at: At, player: int) -> None:
        if isinstance(told, seen.FreeActionBegan):
            if self._unread is None and told.player != player:
                message = "the header of a move names another player than its free action"
                named, acting = self._names[player], self._names[told.player]
                self.inconsistencies.append(Inconsistency(at, message, acting, named))
            return
        at = at if self._unread is None else self._unread.at
        free = self._at_table and (_leaves_display(told) or self._activates_displayed(told))
        if free and self.observations and isinstance(self.observations[-1], seen.FreeActionBegan):
            return
        began = seen.FreeActionBegan(at, player)
        self._began = len(self.observations), began
        self.observations.append(began if free else seen.ActionBegan(at, player))

    def _activates_displayed(self, told: Observation) -> bool:
        """Whether an Artifact on display is activated, at a table, where nobody has to write that this is allowed."""
        return self._at_table and isinstance(told, seen.DogmaStarted) and told.card in self._displayed

    def _say_first(self) -> None:
        self.observations += self._first
        self._first = []

    def _follow(self, move: seen.Transfer) -> None:
        """Follow which cards lie on boards at the opening, and on display."""
        if move.to_place is Place.BOARD:
            self._opened.add(move.to_owner)
            if len(self._opened) == len(self._names):
                self._say_first()
        if move.card is not None:
            self._displayed.discard(move.card)
            if move.to_place is Place.DISPLAY:
                self._displayed.add(move.card)


def _can_begin(told: Observation, before: Sequence[Observation]) -> bool:
    """Whether a line can be the first of an action or a free action, after the observations before it."""
    if isinstance(told, seen.EffectStarted):
        return told.kind in ("inspire", "karma")
    # The line about the draw for sharing stands before that draw.
    announced = bool(before) and isinstance(before[-1], seen.SharingBonus)
    if isinstance(told, seen.Ended):
        # Nothing was left to draw.
        return told.how == "score" and not announced
    if not isinstance(told, seen.Transfer):
        return isinstance(told, seen.DogmaStarted | seen.FreeActionBegan)
    start, end = told.from_place, told.to_place
    if start is Place.DECK:
        return end is not Place.DISPLAY and not announced
    if end is Place.BOARD:
        return start in (Place.HAND, Place.DISPLAY, Place.FORECAST)
    if end is Place.ACHIEVEMENTS:
        # Special achievements and decrees have no age.
        unclaimed = start is not Place.RELICS and (start is not end or told.from_owner == NOBODY)
        return unclaimed and told.to_owner != NOBODY and told.age is not None
    return end is Place.REMOVED or _leaves_display(told)


def _leaves_display(told: Observation) -> bool:
    """Whether a card leaves the display in another way than by a Meld action."""
    return isinstance(told, seen.Transfer) and told.from_place is Place.DISPLAY and told.to_place is not Place.BOARD


def _digs(told: Observation | None) -> bool:
    """Whether a card is dug up."""
    return isinstance(told, seen.Transfer) and told.to_place is Place.DISPLAY


def _seizes(told: Observation | None) -> bool:
    """Whether a relic is seized. One that is melded from a hand right before a dig is not."""
    if not isinstance(told, seen.Transfer):
        return False
    return told.from_place is Place.RELICS or (bool(told.relic) and told.from_place is Place.ACHIEVEMENTS)


def _only_shows(told: Observation) -> bool:
    """Whether a line says that a card is shown, or that a shown card stays where it was."""
    if shown_as_proof(told) is not None:
        return True
    return isinstance(told, seen.Transfer) and told.from_place is Place.REVEALED and told.to_place is Place.HAND
