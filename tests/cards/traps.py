"""Where cards are misread: effects that can't be done in full, empty zones, ties, loops, and what is counted when.

Each case is a small table, one Dogma action of player 0 and the zones afterwards; zones not named are not compared.
Written against the printed texts, the Deluxe rulebook ("Execute effects", "Keywords") and the publisher's rulings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from innolog.cards.facts import Color
from innolog.engine.invariants import check
from innolog.engine.position import Seat
from innolog.engine.ruleset import Edition
from tests.table import Script, names, table


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


def look_at(case: Case) -> None:
    """Play the action of a case and compare."""
    game = table(*case.seats, top=case.top, edition=case.edition, teams=case.teams)
    Script(game, *case.answers).dogma(case.card)
    check(game)
    for index, wanted in case.then.items():
        player = game.players[index]
        zones: dict[str, object] = {
            "hand": sorted(names(player.hand)),
            "score": sorted(names(player.score_pile)),
            "splays": list(player.splays),
            **{color.name.lower(): names(player.piles[color]) for color in Color},
        }
        assert {zone: zones[zone] for zone in wanted} == dict(wanted)
