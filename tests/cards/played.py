"""Cards activated on a small table, as a site plays them or as printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from innolog.cards.facts import CardSet, Color
from innolog.cards.registry import effects_of
from innolog.engine.dogma import begin_dogma, run_dogma, run_nested
from innolog.engine.events import Event
from innolog.engine.game import Game, GameOver
from innolog.engine.position import Seat
from innolog.engine.ruleset import Platform
from innolog.engine.zones import Zone
from tests.table import Script, card, names, table

SITE, TABLE = Platform.BGA, Platform.TABLE
ALL = frozenset({CardSet.BASE, CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS})
ECHOES = frozenset({CardSet.BASE, CardSet.ECHOES})
TEAMS = (0, 1, 0, 1)


class Played:
    """A card activated by player 0 with answers; ``how`` is the way in which that ended the game, if it did."""

    def __init__(
        self,
        name: str,
        *seats: Seat,
        platform: Platform,
        answers: Sequence[Any] = (),
        endorsed: bool = False,
        nested: bool = False,
        sets: frozenset[CardSet] = ALL,
        **options: Any,
    ) -> None:
        self.game = table(*seats, platform=platform, sets=sets, **options)
        self.script = Script(self.game, *answers)
        self.events: list[Event] = []
        self.game.sink = self.events.append
        self.how: str | None = None
        self.winners: tuple[int, ...] = ()
        me = self.game.players[0]
        try:
            begin_dogma(self.game, me, card(name), endorsed=endorsed)
            if nested:
                run_nested(self.game, me, card(name))
            else:
                run_dogma(self.game, me, card(name), endorsed=endorsed)
        except GameOver as over:
            self.how, self.winners = over.how, over.winners
        assert not self.script.answers, f"never asked for {self.script.answers}"

    def names(self, zone: Zone, player: int = 0) -> list[str]:
        return sorted(names(self.game.players[player].zone(zone)))

    def size(self, zone: Zone, player: int = 0) -> int:
        return len(self.game.players[player].zone(zone))

    def pile(self, color: Color, player: int = 0) -> list[str]:
        return names(self.game.players[player].piles[color])


def effect_of(game: Game, name: str, kind: str, number: int = 1) -> Any:
    return next(
        effect.run for effect in effects_of(card(name)) if effect.kind.value == kind and effect.number == number
    )
