"""The results that a source adds to a game: who came first, and with how many points."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from operator import itemgetter

from innolog.engine.ruleset import Ruleset
from innolog.log import Ended, GameLog, Ranked, Seat
from innolog.replay.strange import unknown_there
from innolog.results.result import Findings, Snapshot, Violation
from innolog.support.counting import counted


def other_result(log: GameLog, rules: Ruleset | None, found: Findings, *, explained: bool) -> Violation | None:
    """The violation if a loser comes before a winner in a result that the source adds, or one has impossible points.

    The source may rank several winners one after the other. After a player gave up, the other side wins, if there is
    only one. Points count the same for all players of a list, and who has more of them has no worse rank. They explain
    the ranks: in a team, they can be those of each player alone. ``explained``: whether the rules explain the log.
    Otherwise nobody knows what they say of its end.
    """
    seats, table = log.seats, found.table
    winners = found.ended.winners if explained and found.ended is not None else ()
    if winners:
        first, expected = winners, f"{_names(seats, winners, 'and')} win{'' if len(winners) > 1 else 's'}"
    else:
        first, expected = _after_giving_up(log, rules if explained else None)
    one_side = rules is not None and explained and all(rules.same_side(first[0], seat) for seat in first)
    # Nobody knows what comes after the place up to which the log was read.
    read = [each for each in log.ranked if log.stopped is None or each.at.place < log.stopped.at.place]
    for ranked in read if first else ():
        if not set(ranked.first) <= set(first):
            come = "" if len(ranked.first) > 1 else "s"
            return _of_result(expected, f"says that {_names(seats, ranked.first, 'and')} come{come} first", ranked)
        gone = [*log.away, *(seat for seat, view in enumerate(table.players if table else ()) if view.lost)]
        scales = [*_scales(rules, table, winners)] if winners and table is not None and rules is not None else []
        if not (winners or one_side) or ranked.fits(first, scales, gone):
            continue
        if scales and table is not None:
            expected = _standings(seats, winners, table, ranked)
        return _of_result(expected, f"gives {_told(seats, ranked)}", ranked)
    return None


def _after_giving_up(log: GameLog, rules: Ruleset | None) -> tuple[tuple[int, ...], str]:
    """The seats that can come first after a player gave up, and words for it; none if nobody did.

    The player loses together with the team. ``rules`` are those that explain the log, so that the teams are known.
    """
    told = next((told for told in log.observations if isinstance(told, Ended) and told.how == "conceded"), None)
    if told is None or told.player is None or (rules is None and unknown_there(log, None, told.at)):
        return (), ""
    loser, seats = told.player, range(len(log.seats))
    first = tuple([seat for seat in seats if not (seat == loser or (rules and rules.same_side(seat, loser)))])
    return first, f"only {_names(log.seats, first, 'or')} can come first after {log.seats[loser].name} conceded"


def _scales(rules: Ruleset, table: Snapshot, winners: Collection[int]) -> Iterator[list[int]]:
    """What the points of a result may count, by seat: wins, achievements, or the score.

    The site writes 1 for those who won by an effect. The others are perhaps those of a team together.
    """
    seats = range(len(table.players))
    yield [int(seat in winners) for seat in seats]
    for alone in ([len(view.achievements) for view in table.players], [view.score for view in table.players]):
        yield alone
        yield [sum(alone[other] for other in seats if rules.same_side(seat, other)) for seat in seats]


def _standings(seats: Sequence[Seat], winners: Collection[int], table: Snapshot, ranked: Ranked) -> str:
    """How the players of a result stand by the rules."""
    expected = []
    for seat, _ in sorted(ranked.ranks.items(), key=itemgetter(1)):
        name, view = seats[seat].name, table.players[seat]
        achievements = counted(len(view.achievements), "achievement")
        ends = "wins" if seat in winners else "loses"
        expected.append(f"{name} {ends} with {achievements} and a score of {view.score}")
    return "; ".join(expected)


def _told(seats: Sequence[Seat], ranked: Ranked) -> str:
    """The ranks of a result, with its points."""
    points = {seat: f" and {counted(score, 'point')}" for seat, score in ranked.scores.items()}
    in_order = sorted(ranked.ranks.items(), key=itemgetter(1))
    return ", ".join(f"rank {rank}{points.get(seat, '')} to {seats[seat].name}" for seat, rank in in_order)


def _of_result(expected: str, told: str, ranked: Ranked) -> Violation:
    observed = f"the result{f' in {ranked.source}' if ranked.source else ''} {told}"
    words = f"According to the rules, {expected}, but {observed}."
    return Violation("end.winner", words, ranked.at, expected, observed)


def _names(seats: Sequence[Seat], of: Collection[int], between: str) -> str:
    return f" {between} ".join(seats[seat].name for seat in sorted(of))
