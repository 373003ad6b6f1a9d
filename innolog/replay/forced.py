"""What a user sets for a replay: rules that are not deduced from the log, and how long to search."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from innolog.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Forced:
    """What a user sets for a replay. None leaves a part of the rules to be deduced.

    ``edition`` is the value of an :class:`~innolog.cards.editions.Edition`; ``sets`` are names of sets besides base;
    ``teams`` gives each seat's team number in turn order, empty for none. Which numbers the teams have does not matter.
    ``effort`` multiplies the number of steps that the search may take before it gives up.
    """

    edition: str | None = None
    sets: frozenset[str] | None = None
    teams: tuple[int, ...] | None = None
    extra_achievement: bool | None = None
    relics: bool | None = None
    effort: float = 1

    @property
    def sides(self) -> tuple[int, ...] | None:
        """The teams, numbered from 0 in the order of their first seats."""
        return None if self.teams is None else sides_of(self.teams)

    def filled(self, stated: Mapping[str, Any]) -> Forced:
        """The same, with the source's statement for each part that is not given."""
        sets = stated.get("sets")
        extra = self.extra_achievement
        return replace(
            self,
            edition=self.edition or stated.get("edition"),
            sets=self.sets if self.sets is not None or sets is None else frozenset(sets) - {"base"},
            extra_achievement=stated.get("extra_achievement") if extra is None else extra,
            relics=stated.get("relics") if self.relics is None else self.relics,
        )

    def unlike(self, rules: Ruleset) -> str | None:
        """The first part of a recorded game's rules that differs from the given one, in words; None if all agree."""
        options = {"extra achievement": "extra_achievement", "relics": "relics"}
        teams = rules.teams if self.sides == sides_of(rules.teams) else self.teams
        parts: list[tuple[str, object, object]] = [
            ("edition", self.edition, rules.edition.value),
            ("sets", _names(self.sets), _names({card_set.name.lower() for card_set in rules.sets})),
            ("teams", _numbers(teams), _numbers(rules.teams)),
        ]
        for words, option in options.items():
            parts.append((words, _yes_or_no(getattr(self, option)), _yes_or_no(getattr(rules, option))))
        for words, given, recorded in parts:
            if given is not None and given != recorded:
                return f"the recorded game has {words} {recorded}, not {given} as specified"
        return None


def sides_of(teams: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers of the sides, from 0 in the order of their first seats: equal for the same division of players."""
    found = list(dict.fromkeys(teams))
    return tuple([found.index(team) for team in teams])


def _names(sets: Collection[str] | None) -> str | None:
    return None if sets is None else " + ".join(["base", *sorted(set(sets) - {"base"})])


def _numbers(teams: tuple[int, ...] | None) -> str | None:
    return None if teams is None else "".join(map(str, teams)) or "none"


def _yes_or_no(option: bool | None) -> str | None:
    return None if option is None else "yes" if option else "no"


#: Nothing is set.
NOTHING = Forced()
