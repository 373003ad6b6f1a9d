"""Where cards are misread: effects that can't be done in full, empty zones, ties, loops, and what is counted when.

Each case is a small table, one Dogma action of player 0 and the zones afterwards; zones not named are not compared.
Written against the printed texts, the Deluxe rulebook ("Execute effects", "Keywords") and the publisher's rulings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from innolog.cards.facts import Color, Direction
from innolog.engine.achievements import special_achievements
from innolog.engine.choices import ChoiceKind
from innolog.engine.game import GameOver
from innolog.engine.position import Seat
from innolog.engine.ruleset import Edition, Platform, Ruleset
from tests.invariants import check
from tests.table import Script, names, seat, table

BLUE, RED, GREEN, YELLOW, PURPLE = Color
LEFT, RIGHT, UP, ASLANT = Direction.LEFT, Direction.RIGHT, Direction.UP, Direction.ASLANT
NOBODY = seat()
#: Cards of the fourth edition whose printed text differs from the wording of Board Game Arena's code.
WORDED_ANEW = {"Compass", "Reformation", "Coal", "Rocketry", "Fission", "Robotics", "The Internet"}


@dataclass(frozen=True)
class Case:
    """``card`` is activated by player 0; ``then[seat]`` names zones and what is in them (piles bottom to top)."""

    trap: str
    card: str
    seats: Sequence[Seat]
    then: Mapping[int, Mapping[str, Any]]
    answers: Sequence[Any] = ()
    top: Mapping[int, Sequence[str]] = field(default_factory=dict)
    edition: Edition = Edition.THIRD
    teams: tuple[int, ...] = ()
    platform: Platform = Platform.TABLE
    available: Sequence[str] | None = None
    junk: Sequence[str] = ()
    #: The supply piles as a whole, in place of the next cards of some.
    decks: Mapping[int, Sequence[str]] | None = None
    #: What is in the junk afterwards, if that is compared.
    junked: Sequence[str] | None = None
    #: What the last question offers, if that is compared: cards by name.
    offered: Sequence[Any] | None = None
    #: Who wins by the card; nobody: the game goes on.
    winners: Sequence[int] = ()


def fourth(
    trap: str,
    card: str,
    mine: Seat,
    theirs: Seat,
    then: Mapping[int, Mapping[str, Any]],
    answers: Sequence[Any] = (),
    top: Mapping[int, Sequence[str]] | None = None,
    **others: Any,
) -> Case:
    """A case of the fourth edition for two; of a card that was worded anew for print, by the site's wording."""
    if card in WORDED_ANEW:
        others.setdefault("platform", Platform.BGA_2024)
    return Case(trap, card, [mine, theirs], then, answers, top or {}, Edition.FOURTH, **others)


def mine(
    *board: str, hand: Sequence[str] = (), score: Sequence[str] = (), splays: Mapping[Color, Direction] | None = None
) -> Seat:
    """A seat with a board, bottom to top."""
    return seat(board=board, hand=hand, score=score, splays=splays)


def _other_specials(case: Case) -> list[str]:
    """The special achievements that the case names nowhere: they are available."""
    owned = [card for each in case.seats for card in names(each.achievements)]
    return [name for name in names(special_achievements(Ruleset())) if name not in (*case.junk, *owned)]


def each(cases: Sequence[Case]) -> pytest.MarkDecorator:
    """Run a test for each case, as ``trap``."""
    return pytest.mark.parametrize("trap", cases, ids=lambda trap: f"{trap.card}: {trap.trap}")


def look_at(case: Case) -> None:
    """Play the action of a case and compare."""
    game = table(
        *case.seats,
        decks=case.decks,
        top=case.top,
        edition=case.edition,
        teams=case.teams,
        platform=case.platform,
        available=None if case.available is None else [*case.available, *_other_specials(case)],
        junk=case.junk,
    )
    script = Script(game, *case.answers)
    end: tuple[str, tuple[int, ...]] = ("", ())
    try:
        script.dogma(case.card)
    except GameOver as over:
        end = over.how, over.winners
    assert (end, script.answers) == (("dogma" if case.winners else "", tuple(case.winners)), [])
    if case.offered is not None:
        asked = script.asked[-1]
        assert list(names(asked.options) if asked.kind is ChoiceKind.CARD else asked.options) == list(case.offered)
    if case.decks is None:
        # Otherwise cards are missing.
        check(game)
    if case.junked is not None:
        assert sorted(names(game.junk_pile)) == sorted(case.junked)
    for index, wanted in case.then.items():
        player = game.players[index]
        zones: dict[str, object] = {
            "hand": sorted(names(player.hand)),
            "score": sorted(names(player.score_pile)),
            "splays": list(player.splays),
            "achievements": sorted(names(player.achievements)),
            **{color.name.lower(): names(player.piles[color]) for color in Color},
        }
        assert {zone: zones[zone] for zone in wanted} == dict(wanted)
