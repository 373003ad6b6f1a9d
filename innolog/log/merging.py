"""Merge several logs of one game: those of the seats and a spectator's.

All logs of a table record the same observations in the same order. A player's log adds the faces of cards that only
that player saw. Two logs must agree on every observation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from innolog.log import (
    ANYBODY,
    DAY,
    NOBODY,
    ActionBegan,
    Agreed,
    Asked,
    At,
    Chained,
    DeckJunked,
    Difference,
    Ended,
    Fact,
    FirstPlayer,
    FreeActionBegan,
    GameLog,
    IconsStated,
    Inconsistency,
    Named,
    Observation,
    Parley,
    Passed,
    Revealed,
    Transfer,
    Unread,
    iso_date,
)
from innolog.support.errors import InnologError


class DifferentGames(InnologError, ValueError):
    """The logs do not belong to one game."""


def merge(logs: Sequence[GameLog]) -> GameLog:
    """Merge logs into one that contains everything that any of them reveals. Its places are those of the longest log.
    Messages to single players add nothing to a log of what the whole table was told.

    If two logs contradict each other, the merged log has an :class:`~innolog.log.Inconsistency` at that place, which
    makes its verdict illegal. Raises :class:`DifferentGames` for logs of different tables or players.
    """
    if not logs:
        raise DifferentGames("no logs to merge")
    logs = _with_viewers([_without_own(log) for log in logs])
    longest = max(logs, key=lambda log: (not log.of_one, len(log.observations)))
    for log in logs:
        _check_game(log, longest)
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
        if [seat.id for seat in log.seats] != [seat.id for seat in longest.seats]:
            if {getattr(observation, "player", None) for observation in log.observations} >= set(range(len(log.seats))):
                raise DifferentGames(f"{log.source} and {longest.source} have the players in different orders")
            # A log that was cut off before all seats were known may have them in another order. It adds nothing.
            continue
        ranked += [result._replace(at=_same_place(result.at, log, longest), source=log.source) for result in log.ranked]
        inconsistencies += _other_teams(partners, log, longest)
        if log.of_one != longest.of_one:
            # It lacks what the whole table was told, so that their observations are not the same ones.
            contradiction = _held_against(longest, log)
        else:
            contradiction = _merge_into(merged, log, _told_by_one(log, longest))
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
    begun = {*_BEGUN.values()}
    same = (log.records - begun, log.tells_questions) == (other.records - begun, other.tells_questions)
    return same and not log.unworded and not other.unworded


def _told_by_one(log: GameLog, other: GameLog) -> tuple[type, ...]:
    """The kinds of observations that only one of two logs may have."""
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


def _merge_into(merged: list[Observation], log: GameLog, left_out: tuple[type, ...]) -> Inconsistency | None:
    """Add what ``log`` reveals; stop at the first contradiction and return it.

    ``left_out`` are the kinds of observations that are not compared.
    """
    told = [index for index, mine in enumerate(merged) if type(mine) not in left_out]
    others = [other for other in log.observations if type(other) not in left_out]
    for index, other in zip(told, others, strict=False):
        mine = merged[index]
        difference = _difference(mine, other)
        if difference is not None:
            message = f"it was merged from several logs, and {log.source} differs"
            return Inconsistency(mine.at, message, "", "", difference)
        if isinstance(mine, Transfer) and isinstance(other, Transfer):
            if mine.card is None and other.card is not None:
                mine = replace(mine, card=other.card, color=other.color)
            if ANYBODY in (mine.from_owner, mine.to_owner):
                owners = max(mine.from_owner, other.from_owner), max(mine.to_owner, other.to_owner)
                mine = replace(mine, from_owner=owners[0], to_owner=owners[1])
            merged[index] = mine
    return None


def _held_against(longest: GameLog, log: GameLog) -> Inconsistency | None:
    """The first card that moves in a log of one player's messages, and not in that move of the whole table's log."""
    seat = {
        number: next(n for n, other in enumerate(longest.seats) if other.id == own.id)
        for number, own in enumerate(log.seats)
    }
    left: dict[int, list[Transfer]] = {}
    for told in longest.observations:
        if isinstance(told, Transfer) and told.at.move is not None:
            left.setdefault(told.at.move, []).append(told)
    for other in log.observations:
        move = other.at.move
        if not isinstance(other, Transfer) or move is None or move > max(left, default=0):
            continue
        owners = (seat.get(other.from_owner, other.from_owner), seat.get(other.to_owner, other.to_owner))
        other = replace(other, from_owner=owners[0], to_owner=owners[1])
        same = next(
            (mine for mine in left.get(move, ()) if all(_agree(mine, other, name) for name in _OF_A_MOVE)), None
        )
        if same is None:
            mine = min(
                (told for told in longest.observations if (told.at.move or 0) >= move), key=lambda told: told.at.place
            )
            message = f"it was merged from several logs, and {log.source} has another move of a card"
            return Inconsistency(mine.at, message, "", "", Difference(None, mine, other))
        left[move].remove(same)
    return None


#: What the messages to one player and those to the whole table both say of a card that moves.
_OF_A_MOVE = ("from_owner", "from_place", "to_owner", "to_place", "card_set", "age", "card")


def _agree(one: Transfer, other: Transfer, name: str) -> bool:
    mine, its = getattr(one, name), getattr(other, name)
    return mine is None or its is None or mine == its


#: The fields of a card that moves of which a text may leave open which player it is, and the text of another seat not.
_OWNERS = ("from_owner", "to_owner")


def _difference(mine: Observation, other: Observation) -> Difference | None:
    """The first field in which two records of one observation contradict each other."""
    if type(mine) is not type(other):
        return Difference(None, mine, other)
    for field in fields(mine):
        if field.name == "at":
            continue
        one, two = getattr(mine, field.name), getattr(other, field.name)
        if one is None or two is None or one == two:
            continue
        if field.name in _OWNERS and ANYBODY in (one, two) and NOBODY not in (one, two):
            continue
        if isinstance(mine, Ended) and any(each in ((), "") for each in (one, two)):
            # Only words say how it ended, and who won.
            continue
        # The site spells some names differently from the cards.
        if not (isinstance(one, str) and isinstance(two, str) and one.casefold() == two.casefold()):
            return Difference(field.name, mine, other)
    return None
