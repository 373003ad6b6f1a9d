"""The result of a replay: the verdict, and the reconstructed game."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from innolog.comparing.rules import RuleId
from innolog.engine.choices import Choice
from innolog.engine.events import EffectStarted, Event, GameEnded, Transfer
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Setup
from innolog.engine.zones import Zone, ZoneFacts
from innolog.log import At, Fact, GameLog
from innolog.results.soundness import EXHAUSTIVE, Soundness
from innolog.support.errors import InnologError


class Verdict(Enum):
    """Could these players have produced this log under these rules?"""

    LEGAL = "legal"
    LEGAL_SO_FAR = "legal_so_far"
    ILLEGAL = "illegal"
    UNSUPPORTED = "unsupported"
    UNREADABLE = "unreadable"

    @property
    def explained(self) -> bool:
        """True if a game by the rules has this log, or a beginning of it: *legal* or *legal so far*."""
        return self in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR)


class NoGame(InnologError, ValueError):
    """A replay has not the game that is asked for, because it found no explanation; the message is one line."""


class Violation(NamedTuple):
    """Where a log leaves the rules.

    ``rule`` is the id of a rule of :mod:`innolog.comparing.rules`. ``expected`` is what the rules allow at the furthest
    place that any explanation reached, ``observed`` what the log has there. If the log contradicts itself, they are its
    two statements. ``due`` is the place at which a missing observation had to be, if the search found it; a judged
    result has that place in ``at``.
    """

    rule: RuleId
    message: str
    at: At | None
    expected: str
    observed: str
    due: At | None = None


class PlayerView(NamedTuple):
    """What lies in front of one player. Hidden cards are None; piles are listed bottom to top."""

    score: int
    #: Crown, leaf, lightbulb, castle, factory, clock.
    icons: tuple[int, ...]
    hand: tuple[int | None, ...]
    #: Sets and ages of the cards in hand, in the same order.
    hand_backs: tuple[int, ...]
    score_pile: tuple[int | None, ...]
    score_backs: tuple[int, ...]
    #: Claimed achievements: card ids; None for a standard achievement, which lies face down. Relics lie face up.
    achievements: tuple[int | None, ...]
    #: The age of each standard achievement and relic; 0 for any other.
    achievement_ages: tuple[int, ...]
    #: The ages of the available standard achievements that the player may claim.
    claimable: tuple[int, ...]
    boards: tuple[tuple[int, ...], ...]
    splays: tuple[int, ...]
    revealed: tuple[int | None, ...]
    forecast: tuple[int | None, ...]
    forecast_backs: tuple[int, ...]
    #: The Artifact on display, if there is one.
    display: tuple[int | None, ...]
    tucked: int
    scored: int
    #: Fourth edition.
    avatars: int = 0
    #: True when the player has lost and is out of the game.
    lost: bool = False

    def cards(self, place: ZoneFacts) -> tuple[tuple[int | None, ...], tuple[int, ...]]:
        """The cards in a zone of :data:`~innolog.engine.zones.SEEN`, and their backs (none if all lie face up)."""
        return getattr(self, place.column), getattr(self, place.backs) if place.hidden else ()


class Snapshot(NamedTuple):
    """The table after an action. ``decks`` maps a back to the pile, bottom to top; hidden cards are None."""

    players: tuple[PlayerView, ...]
    decks: dict[int, tuple[int | None, ...]]
    available_ages: tuple[int, ...]
    available_specials: tuple[int, ...]
    #: Relics that lie beside the supply piles.
    relics: tuple[int, ...] = ()
    #: The junk (fourth edition) in order of arrival, special achievements included; hidden cards are None.
    junk: tuple[int | None, ...] = ()
    #: Sets and ages of the cards in the junk, in the same order; 0 for special achievements.
    junk_backs: tuple[int, ...] = ()


@dataclass(slots=True, repr=False)
class ActionRecord:
    """One action of a game as reconstructed.

    ``index`` counts all actions from 0 (0 is the opening: everybody's first meld), ``turn`` the turns from 1 (0 for the
    opening), ``number`` the actions in the turn from 1 (0 for the opening and the free one with the Artifact on
    display). ``kind`` is ``opening`` or the value of an :class:`~innolog.engine.operations.ActionKind`. ``move`` is the
    source's number of the move the action began in, ``last_move`` of the last one that belongs to it. ``events`` are
    what happened, with the move each was observed in.
    """

    index: int
    turn: int
    number: int
    player: int
    kind: str
    card: int | None
    move: int | None
    last_move: int | None
    events: list[tuple[Event, int | None]]
    snapshot: Snapshot | None = None
    #: Every choice that was put to a player (or to nature) in the action, with the answer.
    decisions: list[tuple[Choice, Any]] = field(default_factory=list)
    #: The indices of decisions without a recorded pass, in a log that records passes: if declined, perhaps nobody was
    #: asked.
    silent: frozenset[int] = frozenset()
    #: The digest of the state after the action, hexadecimal; recorded together with snapshots.
    digest: str | None = None
    #: The number of explanations of the whole log with different states after the action. For each player, the parts of
    #: ``snapshot`` in which they differ: fields of :class:`PlayerView`, ``board_<color>``, ``splay_<color>``.
    explanations: int = 1
    open: tuple[frozenset[str], ...] = ()
    #: The indices of ``events`` that move a card between hidden places, if it is not known which one of several it was.
    doubtful: frozenset[int] = frozenset()
    #: True when the state rests on a guess, because there were too many possibilities (an unrecorded order of a pile).
    guessed: bool = False

    def __repr__(self) -> str:
        """One line: events and the table after the action take pages."""
        card = "" if self.card is None else f", card {self.card}"
        return f"<ActionRecord {self.index}: turn {self.turn}, {self.kind} by seat {self.player}{card}>"

    def taken(self) -> Transfer | None:
        """The move of the card that a Draw or Achieve action takes; None if it takes none.

        A karma may move other cards before it, or end the game.
        """
        moves = [event for event, _ in self.events if isinstance(event, Transfer) and event.to_owner == self.player]
        if self.kind == "achieve":
            claims = (each for each in moves if each.from_zone is Zone.AVAILABLE and each.card == self.card)
            return next(claims, None)
        drawn = [each for each in moves if each.from_zone is Zone.DECK and each.to_zone is Zone.HAND]
        karma = any(isinstance(event, EffectStarted) for event, _ in self.events)
        return drawn[-1 if karma else 0] if drawn else None

    def doubtful_cards(self) -> frozenset[int]:
        """The cards of the doubtful moves."""
        return frozenset(event.card for index in self.doubtful if isinstance(event := self.events[index][0], Transfer))

    def unknown(self, seat: int) -> frozenset[str]:
        """The parts of a player's view in ``snapshot`` that are not known: the names in ``open``."""
        return self.open[seat] if self.open else frozenset()


@dataclass(slots=True, kw_only=True)
class Findings:
    """What a search for an explanation of a log finds of its game, and a replay reports."""

    #: How the cards lay at the start, as far as the log shows.
    setup: Setup | None = None
    #: The parts of the rules that were deduced from the log, with the reason for each.
    deduced: dict[str, str] = field(default_factory=dict)
    #: Why the search gave up, so that the verdict is unsupported, or why the game is unfinished if the log says so.
    reason: str | None = None
    #: The number of assumptions about hidden cards on which the verdict rests.
    assumptions: int = 0
    #: The number of the log's statements (scores, icon counts, participants ...) that were compared with the engine.
    checks: int = 0
    #: The number of times that the search backtracked.
    returns: int = 0
    #: Whether everything was tried, and if not, why: *illegal* needs an exhaustive search.
    soundness: Soundness = EXHAUSTIVE
    #: The explained actions, and the table at the start of the action in which an illegal log breaks the rules.
    actions: list[ActionRecord] = field(default_factory=list)
    table: Snapshot | None = None
    #: The choices of the action within which the log ends, with the answers. None if it ends with an action.
    unfinished: list[tuple[Choice, Any]] | None = None
    #: How the game ended, if it did.
    ended: GameEnded | None = None
    #: The digest of the last state, hexadecimal.
    digest: str | None = None
    seconds: float = 0.0
    #: The kinds of fact that the log does not record. The verdict is about the rest.
    not_recorded: list[Fact] = field(default_factory=list)
    #: The number of explanations of the log with different last states.
    explanations: int = 1
    #: How many times the usual number of steps the search was allowed to take.
    effort: float = 1


@dataclass(slots=True, repr=False)
class Replay(Findings):
    """The result of replaying one log."""

    log: GameLog
    verdict: Verdict
    rules: Ruleset | None = None
    violation: Violation | None = None
    #: The kinds of fact that a poor record left open, if this is one of the games that explain it.
    settled: list[Fact] = field(default_factory=list)

    def __repr__(self) -> str:
        """One line: verdict and size, not the whole game."""
        ended = "" if self.ended is None else f" by {self.ended.how}, winners {list(self.ended.winners)}"
        return f"<Replay {self.log.source!r}: {self.verdict.value}{ended}, {len(self.actions)} actions>"

    @property
    def unknown_backs(self) -> tuple[int, ...]:
        """The backs of the cards whose faces the log never shows: at index i that of card ``UNKNOWN_BASE + i``."""
        return self.setup.unknown_backs if self.setup else ()

    @property
    def guessed(self) -> bool:
        """True when there may be more explanations than those found."""
        return any(action.guessed for action in self.actions)

    @property
    def actions_taken(self) -> int:
        """The number of actions begun in turns, without the opening."""
        return sum(action.kind != "opening" for action in self.actions)

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats; empty for an unfinished game."""
        return self.ended.winners if self.ended else ()
