"""Rules that a user states instead of having them deduced from the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Forced:
    """Parts of the rules that are given; None leaves a part to be deduced.

    ``edition`` is first or third; ``sets`` are names of sets besides base; ``teams`` gives each seat's team number in
    turn order, empty for none.
    """

    edition: str | None = None
    sets: frozenset[str] | None = None
    teams: tuple[int, ...] | None = None
    extra_achievement: bool | None = None
    relics: bool | None = None

    def filled(self, stated: Mapping[str, Any]) -> Forced:
        """With what a source states of the rules where nothing is given."""
        sets = stated.get("sets")
        return Forced(
            self.edition or stated.get("edition"),
            self.sets if self.sets is not None or sets is None else frozenset(sets) - {"base"},
            self.teams,
            stated.get("extra_achievement") if self.extra_achievement is None else self.extra_achievement,
            stated.get("relics") if self.relics is None else self.relics,
        )


#: Nothing is given.
NOTHING = Forced()
