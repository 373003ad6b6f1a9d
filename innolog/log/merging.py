"""Merge several logs of one game: those of the seats and a spectator's.

All logs of a table record the same observations in the same order. A player's log adds the faces of cards that only
that player saw. Two logs must agree on every observation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from innolog.log import (
    DAY,
    NOBODY,
    ActionBegan,
    Agreed,
    Asked,
    At,
    Chained,
    DeckJunked,
    Difference,
    Fact,
    FirstPlayer,
    FreeActionBegan,
    GameLog,
    IconCounted,
    IconsStated,
    Inconsistency,
    Named,
    Observation,
    Parley,
    Passed,
    Rearranged,
    Revealed,
    Splay,
    Transfer,
    Unread,
    iso_date,
)
from innolog.log.meaning import joined
from innolog.log.seating import reseated
from innolog.support.errors import InnologError


class DifferentGames(InnologError, ValueError):
    """The logs do not belong to one game."""


def merge(logs: Sequence[GameLog]) -> GameLog:
    """Merge logs into one that contains everything that any of them reveals. Its places are those of the longest log.

    If two logs contradict each other, the merged log has an :class:`~innolog.log.Inconsistency` at that place, which
    makes its verdict illegal. Raises :class:`DifferentGames` for logs of different tables or players.
    """
    if not logs:
        raise DifferentGames("no logs to merge")
    logs = _with_viewers([_without_own(log) for log in logs])
    longest = max(logs, key=_length)
    for log in logs:
        _check_game(log, longest)
    logs = _in_one_order(logs)
    longest = max(logs, key=_length)
    seats = max(logs, key=lambda log: (len(log.observations), log.viewpoint is not None)).seats
    merged = list(longest.observations)
    inconsistencies = list(longest.inconsistencies)
    strange, stopped = longest.strange, longest.stopped
    ranked, partners, stated = list(longest.ranked), dict(longest.partners), dict(longest.stated)
    for log in logs:
        if log is longest:
            continue
        inconsistencies.extend(_moved(found, log, longest) for found in log.inconsistencies)
        inconsistencies += _other_names(log, longest)
        inconsistencies += _other_times(log, longest)
        inconsistencies += _other_rules(stated, log, longest)
        strange = _the_first(strange, log.strange, log, longest)
        stopped = _the_first(stopped, log.stopped, log, longest)
        ranked += [result._replace(at=_same_place(result.at, log, longest), source=log.source) for result in log.ranked]
        inconsistencies += _other_teams(partners, log, longest)
        contradiction = _merge_into(merged, log, longest)
        if contradiction is not None:
            inconsistencies.append(contradiction)
    inconsistencies.sort(key=lambda found: found.at.place)
    return replace(
        longest,
        source=" + ".join(log.source for log in logs),
        seats=seats,
        observations=merged,
        viewpoint=None,
        inconsistencies=inconsistencies,
        stated=stated,
        strange=strange,
        stopped=stopped,
        places_of=longest.source if len(logs) > 1 else "",
        times=longest.times or next((log.times for log in logs if log.times), None),
        team_game=next((log.team_game for log in (longest, *logs) if log.team_game is not None), None),
        ranked=tuple(ranked),
        partners=partners,
        in_older_words=any(log.in_older_words for log in logs),
    )


def _length(log: GameLog) -> tuple[bool, int]:
    """What the log with the places of a merged log has most of. Messages to one player are the last resort."""
    return not log.of_one, len(log.observations)


def _in_one_order(logs: Sequence[GameLog]) -> list[GameLog]:
    """The logs with the players in the order of the log that fixes it best.

    A log that ends early may have them in another order; then its players change seats. Raises :class:`DifferentGames`
    if the order of another log is as sure.
    """
    best = max(logs, key=lambda log: (_sureness(log), *_length(log)))
    seats = {player.id: seat for seat, player in enumerate(best.seats)}
    found = []
    for log in logs:
        order = {old: seats[player.id] for old, player in enumerate(log.seats)}
        if any(old != new for old, new in order.items()):
            if 0 < _sureness(log) == _sureness(best):
                raise DifferentGames(f"{log.source} and {best.source} have the players in different orders")
            log = reseated(log, order)
        found.append(log)
    return found


def _sureness(log: GameLog) -> int:
    """How surely a log shows the order of the seats: 2 if icons were counted, which begins with the first seat; 1 if
    all players acted, of whom the first may have any seat; otherwise 0.
    """
    told: dict[type, set[int]] = {IconCounted: set(), ActionBegan: set()}
    for each in log.observations:
        if isinstance(each, (IconCounted, ActionBegan)):
            told[type(each)].add(each.player)
    everybody = set(range(len(log.seats)))
    return 2 if told[IconCounted] >= everybody else 1 if told[ActionBegan] >= everybody else 0


def _check_game(log: GameLog, longest: GameLog) -> None:
    if (log.site, log.game_id) != (longest.site, longest.game_id):
        raise DifferentGames(f"{log.source} is of game {log.game_id}, {longest.source} of {longest.game_id}")
    if {seat.id for seat in log.seats} == {seat.id for seat in longest.seats}:
        return
    both = f"{log.source} and {longest.source}"
    if _by_name(log) != _by_name(longest):
        raise DifferentGames(f"{both} do not have the same format: only one of them has the ids of the players")
    for one in (log, longest):
        if any(seat.addressed for seat in one.seats):
            raise DifferentGames(f"{both} may have different players: {one.source} does not name its viewer")
    raise DifferentGames(f"{both} have different players")


def _by_name(log: GameLog) -> bool:
    """Whether a log has no ids of players, but names."""
    return all(seat.id == seat.name for seat in log.seats)


def _with_viewers(logs: Sequence[GameLog]) -> list[GameLog]:
    """The logs with the names of their viewers, if those are the only players whom the other logs name beside."""
    named = {seat.id: seat for log in logs for seat in log.seats if not seat.addressed}
    found: list[GameLog] = []
    for log in logs:
        left = named.keys() - {seat.id for seat in log.seats}
        if len(left) == 1 and len(named) == len(log.seats):
            viewer = named[left.pop()]
            log = replace(log, seats=[viewer if seat.addressed else seat for seat in log.seats])
        found.append(log)
    return found


def _tells_the_same(log: GameLog, other: GameLog) -> bool:
    """Whether two logs have the same kinds of observations, all in words that innolog knows."""
    if log.of_one or other.of_one:
        # A message may have words for the table and none for the player, and it does not say whom the site asked.
        return False
    begun = {*_BEGUN.values()}
    same = log.tells_questions == other.tells_questions
    return same and log.records - begun == other.records - begun and not log.unworded and not other.unworded


def _told_by_one(log: GameLog, other: GameLog) -> tuple[type, ...]:
    """The kinds of observations that only one of two logs may have, beside moves of cards and new orders."""
    begun = [kind for kind, fact in _BEGUN.items() if fact in log.records ^ other.records]
    if not _tells_the_same(log, other):
        return (*_IN_WORDS, *begun, *(kind for each in (*log.unworded, *other.unworded) for kind in each.kinds))
    # The texts that innolog writes state no icons.
    both = all(any(type(told) is IconsStated for told in each.observations) for each in (log, other))
    return tuple(begun) if both else (*begun, IconsStated)


def _the_first(known: Unread | None, other: Unread | None, log: GameLog, longest: GameLog) -> Unread | None:
    """The first of what innolog does not know: that of one log, or that of those before."""
    if other is None:
        return known
    at = _same_place(other.at, log, longest)
    return known if known is not None and known.at.place <= at.place else Unread(at, other.text)


def _beginning(log: GameLog) -> At:
    """The place of the first observation of a log."""
    return log.observations[0].at if log.observations else At(None, 0, 0)


def _other_names(log: GameLog, longest: GameLog) -> Iterator[Inconsistency]:
    """Players who have the name of another player of the table in another log. A name of their own may be a new one."""
    at = _beginning(longest)
    ids = {seat.name: seat.id for seat in longest.seats}
    for seat in log.seats:
        if ids.get(seat.name, seat.id) != seat.id:
            message = f"{log.source} has the names of other players than {longest.source}"
            here, there = (f"{seat.name} is player {player}" for player in (ids[seat.name], seat.id))
            yield Inconsistency(at, message, here, there)


def _other_times(log: GameLog, longest: GameLog) -> Iterator[Inconsistency]:
    """The first move that another log has at another time: later or earlier by more than a day, in any time zone."""
    if log.times is None or longest.times is None:
        return
    for move, time in sorted(longest.times.moves.items()):
        other = log.times.moves.get(move, time)
        if abs(other - time) > DAY:
            at = next((told.at for told in longest.observations if (told.at.move or 0) >= move), At(move, 0, 0))
            message = f"{log.source} has another time than {longest.source}"
            yield Inconsistency(at, message, iso_date(time), iso_date(other))
            return


def _other_teams(partners: dict[int, int], log: GameLog, longest: GameLog) -> Iterator[Inconsistency]:
    """Where another log has other teams than those known so far. Adds what it knows to ``partners``."""
    at = _beginning(longest)
    message = f"{log.source} has other teams than {longest.source}"
    if None not in (log.team_game, longest.team_game) and log.team_game != longest.team_game:
        said = {True: "a game of teams", False: "everybody plays alone"}
        yield Inconsistency(at, message, said[bool(longest.team_game)], said[bool(log.team_game)])
    names = [seat.name for seat in longest.seats]
    for one, other in log.partners.items():
        known = partners.setdefault(one, other)
        if known != other:
            yield Inconsistency(at, message, f"{names[one]} with {names[known]}", f"{names[one]} with {names[other]}")


def _other_rules(stated: dict[str, Any], log: GameLog, longest: GameLog) -> Iterator[Inconsistency]:
    """Where another log states other rules than those before. Adds what it states to ``stated``."""
    at = _beginning(longest)
    for name, value in log.stated.items():
        known = stated.setdefault(name, value)
        if known != value:
            here, there = (f"{name}: {_in_words(each)}" for each in (known, value))
            yield Inconsistency(at, f"{log.source} states other rules than {longest.source}", here, there)


def _in_words(value: object) -> str:
    """What a log states of the rules, as one text."""
    return ", ".join(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value)


def _same_place(at: At, log: GameLog, longest: GameLog) -> At:
    """The place in the longest log of what has a place in another one. Places of two files cannot be compared."""
    if _tells_the_same(log, longest):
        index = sum(told.at.place < at.place for told in log.observations)
    else:
        index = sum((told.at.move or 0) <= (at.move or 0) for told in longest.observations)
    return longest.observations[min(index, len(longest.observations) - 1)].at if longest.observations else at


def _moved(found: Inconsistency, log: GameLog, longest: GameLog) -> Inconsistency:
    """A contradiction of another log, with its place in the longest one."""
    message = f"in {log.source} at {found.at}, {found.message}"
    return replace(found, at=_same_place(found.at, log, longest), message=message)


def _without_own(log: GameLog) -> GameLog:
    """A log of messages to one player without those that no other player is sent."""
    if not log.of_one:
        return log
    observations = [told for told in log.observations if type(told) not in _OWN]
    return replace(log, observations=observations, tells_questions=False)


#: What only the player concerned is sent: to be asked for an action or a choice, and whose card begins the game.
_OWN = (ActionBegan, Asked, FirstPlayer)


def group(logs: Iterable[GameLog]) -> list[list[GameLog]]:
    """Logs by game, in order of first appearance. A log without a game id is a group of its own."""
    groups: dict[tuple[str, str], list[GameLog]] = {}
    for number, log in enumerate(logs):
        key = (log.site, log.game_id) if log.game_id else (log.site, f"#{number}")
        groups.setdefault(key, []).append(log)
    return list(groups.values())


#: What only words say. An export with other words, in another language for instance, does not tell all of it.
_IN_WORDS = (Revealed, IconsStated, Asked, Passed, Agreed, Named, FirstPlayer, Parley, Chained, DeckJunked)
#: What not every export of a table has, because somebody may have removed the states that record it.
_BEGUN: dict[type, Fact] = {ActionBegan: Fact.ACTIONS, FreeActionBegan: Fact.FREE_ACTIONS}


def _own_orders(log: GameLog) -> int | None:
    """The seat whose new orders of piles a log of messages to one player lacks; None if it has them.

    Some generations do not send the order to the player who made it.
    """
    has = any(isinstance(told, Rearranged) and told.owner == log.viewpoint for told in log.observations)
    return None if has else log.viewpoint


def _merge_into(merged: list[Observation], log: GameLog, longest: GameLog) -> Inconsistency | None:
    """Add what ``log`` reveals; stop at the first contradiction and return it.

    ``merged`` are the observations of the longest log and what was added to them.
    """
    left_out = _told_by_one(log, longest)
    own = [_own_orders(each) for each in (log, longest) if each.of_one]
    several = any(each.of_one and each.viewpoint is None for each in (log, longest))

    def is_in_both(told: Observation) -> bool:
        if isinstance(told, Transfer):
            # Nobody is sent a message of their own about cards that move between places of the table.
            return not (own and told.from_owner == told.to_owner == NOBODY)
        if several:
            # Of the messages to several players, those about cards and splays alone are read.
            return isinstance(told, Splay)
        return type(told) not in left_out and not (isinstance(told, Rearranged) and told.owner in own)

    told = [index for index, mine in enumerate(merged) if is_in_both(mine)]
    for index, other in zip(told, filter(is_in_both, log.observations), strict=False):
        both = joined(merged[index], other)
        if isinstance(both, Difference):
            message = f"it was merged from several logs, and {log.source} differs"
            return Inconsistency(merged[index].at, message, "", "", both)
        merged[index] = both
    return None
