"""Rules that a user states instead of having them deduced from the log."""

from __future__ import annotations

from dataclasses import dataclass


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


#: Nothing is given.
NOTHING = Forced()
