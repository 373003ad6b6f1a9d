"""Whether the native records of a table are of one game, and of that of its logs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from innolog.cards.editions import OFFERED
from innolog.conversion.parting import parting, same_seats
from innolog.engine.ruleset import Ruleset
from innolog.log import DAY, GameLog, UnsupportedLog
from innolog.log.merging import merge
from innolog.log.native import RecordedGame
from innolog.replay import replay
from innolog.replay.forced import Forced, sides_of
from innolog.results.result import Replay, Verdict


def replay_merged(logs: Sequence[GameLog], forced: Forced, whole: Callable[[GameLog], Replay]) -> Replay:
    """The replay of all logs of a game, merged, by ``whole``; that of one log alone, if that is illegal.

    What only messages to one player say is not merged, so such logs are replayed alone, too. Raises
    :class:`~innolog.log.merging.DifferentGames`.
    """
    for log in logs:
        if log.of_one and (alone := replay(log, forced=forced)).verdict is Verdict.ILLEGAL:
            return alone
    return whole(merge(logs))


@dataclass(frozen=True)
class _Explained:
    """What was read of a game, and a replay that explains it."""

    read: GameLog | RecordedGame
    result: Replay

    @property
    def rules(self) -> Ruleset:
        """The rules that explain it."""
        assert self.result.rules is not None
        return self.result.rules

    def parts(self, seats: Sequence[int]) -> dict[str, object]:
        """All that is described of the rules, for players who have these ``seats``."""
        described = self.rules.describe()
        options = described.pop("options")
        assert isinstance(options, dict)
        teams = sorted(zip(seats, self.rules.teams, strict=False))
        return {**described, **options, "teams": sides_of(tuple([team for _, team in teams]))}

    def is_usual(self, part: str, other: Ruleset) -> bool:
        """Whether a part of the rules is what is assumed of a log that does not show that of ``other`` rules."""
        if part == "sets":
            return self.rules.sets < other.sets
        if part == "edition":
            return self.rules.edition is OFFERED[self.rules.platform][0]
        return not self.parts(range(len(self.rules.teams))).get(part)

    def in_words(self, part: str, seats: Sequence[int]) -> str:
        """What is played of a part of the rules, and whether that is deduced, as far as it is known."""
        value = self.parts(seats).get(part)
        listed = " + ".join(map(str, value)) if isinstance(value, list | tuple) else value
        words = "yes" if value is True else str(listed or "no")
        read, option = self.read, part not in self.rules.describe()
        if isinstance(read, GameLog) and (part in self.result.deduced or (option and part not in read.stated)):
            return f"{words} (deduced)"
        return words


class Tables:
    """The games of some native records by their tables, since all of one table must be the same game."""

    def __init__(self, forced: Forced, records: Sequence[RecordedGame]) -> None:
        self._forced = forced
        self._games: dict[tuple[str, str], list[_Explained]] = {
            (record.site, record.game_id): [] for record in records if record.game_id
        }

    def replay(self, log: GameLog | RecordedGame) -> Replay:
        """The replay of a record, or of all logs of a table, merged. Actions may be missing.

        Raises :class:`~innolog.log.UnsupportedLog` if it is of another game than anything of its table before.
        """
        table = self._games.get((log.site, log.game_id))
        result = replay(log, forced=self._forced, record=table is not None)
        if table is not None and result.verdict.explained:
            now = _Explained(log, result)
            for before in table:
                if (reason := self._unlike(before, now)) is not None:
                    raise UnsupportedLog(log.source, reason)
            # Each may show what no other shows.
            table.append(now)
        return result

    def _unlike(self, before: _Explained, now: _Explained) -> str | None:
        """Why two of one table are not of the same game; None if they can be."""
        first, second = before.result.log, now.result.log
        seats = same_seats(first.seats, second.seats)
        # Players may have new names, but not those of each other.
        if seats is None or any(
            getattr(seat, name) in (known := [getattr(each, name) for each in first.seats])
            and known[mine] != getattr(seat, name)
            for seat, mine in zip(second.seats, seats, strict=True)
            for name in ("id", "name")
        ):
            return f"it has other players than {first.source}, of the same table"
        if other := _differing(before, now, seats):
            before, now = self._by_the_less_usual(before, now, other)
        if other and (other := _differing(before, now, seats)):
            own = range(len(seats))
            words = [f"{part} {now.in_words(part, seats)}, not {before.in_words(part, own)}" for part in other]
            return f"it has other rules than {first.source}, of the same table: {'; '.join(words).replace('_', ' ')}"
        if first.times and second.times and abs(first.times.start - second.times.start) > DAY:
            return f"it has other times than {first.source}, of the same table"
        parted = parting(before.result, now.result)
        if parted is None or parted.first is None or parted.second is None:
            return None
        return (
            f"it is of the same table as {first.source}, but of another game: they differ in action "
            f"{now.result.actions.index(parted.second)}"
        )

    def _by_the_less_usual(
        self, one: _Explained, other: _Explained, differing: Sequence[str]
    ) -> tuple[_Explained, _Explained]:
        """Both by the rules of one, if those of the other are the usual ones, and it can have been played so.

        A log need not show its rules: if it ends early, it may execute no card whose text differs in another edition,
        and have no card of a set in play.
        """
        if all(one.is_usual(part, other.rules) for part in differing):
            return self._again(one, other), other
        if all(other.is_usual(part, one.rules) for part in differing):
            return one, self._again(other, one)
        return one, other

    def _again(self, one: _Explained, other: _Explained) -> _Explained:
        """What was read, explained by the rules of another; as before if these do not explain it."""
        rules = replace(other.rules, teams=one.rules.teams).describe()
        if isinstance(one.read, GameLog):
            options = rules.pop("options")
            assert isinstance(options, dict)
            # What the log states itself comes first.
            forced = self._forced.filled(one.read.stated).filled(rules | options)
            result = replay(one.read, forced=forced, record=True)
        else:
            result = replay(replace(one.read, rules=rules), forced=self._forced, record=True)
        return replace(one, result=result) if result.verdict.explained else one


def _differing(one: _Explained, other: _Explained, seats: Sequence[int]) -> list[str]:
    """The parts of the rules that differ. ``seats`` are those of the first of the players of the second."""
    mine, its = one.parts(range(len(seats))), other.parts(seats)
    # An option that is not described is not played.
    return [part for part in mine | its if (mine.get(part) or None) != (its.get(part) or None)]
