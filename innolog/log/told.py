"""A game told with all cards face up, from which a site's record of it can be written.

The observations are those of :mod:`innolog.log` with nothing hidden and nothing left out. The writer of a site's format
decides what each player was shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from innolog.log import Observation, Seat


@dataclass(slots=True)
class Told:
    """One observation, with further facts that a site records beside it.

    ``actor`` is the seat that was carrying out an effect or action. A transfer has a check for each player whose cards
    it moved, with every statement filled in. The observation's ``at.move`` counts decisions: all observations that
    follow from one decision have the same number.
    """

    observation: Observation
    actor: int
    #: Directions of the piles that a card left and reached; None if that is no pile of a board.
    splays: tuple[int | None, int | None] = (None, None)
    #: The card whose effect is carried out.
    card: int | None = None
    #: The cards in the hand and on the display of the player who is asked for an action.
    hand: tuple[int, ...] = ()
    #: The set of the card that a Draw action would take.
    set_to_draw: int | None = None
    #: What was declined or agreed to, if it is no effect of a card: display, relic or promotion. Or icon: that the
    #: number named is that of an icon.
    about: str = ""


@dataclass(slots=True)
class ToldGame:
    """A whole game. ``hands`` are the hands of all seats at the end, ``achievements`` the cards set aside at the start.

    ``teams`` is the team of each seat, empty if everybody plays alone. ``edition``, ``platform`` and ``generation`` are
    those of the rules, for sites whose records depend on them. ``times`` are those of moves by the number in the record
    from which the game is told, in seconds since 1970, as far as that has them; None if it is told from no record.
    ``end`` is the time of the last move, None if that is not recorded.
    """

    game_id: str
    seats: list[Seat]
    teams: Sequence[int]
    told: list[Told] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    edition: str = "third"
    platform: str = "bga"
    generation: str = "G9"
    achievements: Sequence[int] = ()
    times: Mapping[int, int] | None = None
    end: int | None = None

    @property
    def team_game(self) -> bool:
        """Whether it is a game in teams."""
        return bool(self.teams)

    def partner(self, seat: int) -> int | None:
        """The other seat of a team; None if everybody plays alone."""
        same = (other for other, team in enumerate(self.teams) if team == self.teams[seat] and other != seat)
        return next(same, None)
