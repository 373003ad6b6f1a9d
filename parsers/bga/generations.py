"""Determine which generations of the site's code may have written a log.

A log names neither its edition nor the version of the code. The fields that the code wrote reveal both, nearly always
with the opening melds and the first question for an action. Two generations that wrote the same fields are told apart
by the times of the packets, or not at all: then both are tried.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple

from innolog.cards.generations import NEWEST, USUAL, Generation
from innolog.log import At, Inconsistency, Place
from parsers.bga import notifications as words
from parsers.bga.edition_2024 import is_fourth
from parsers.bga.envelope import Envelope
from parsers.bga.notifications_2024 import COUNTERS, GENERATION, OTHER_PLAYER
from parsers.bga.values import to_int

#: How many cards must move without revealing the newer generation.
_ENOUGH = 8
#: The lead, in moves of cards, with which an edition is decided. Without it, going through the whole log takes a
#: twentieth of the time of reading it.
_LEAD = 40
#: A release may have reached the players some weeks before or after the day that the history of the code implies.
_UNSURE: Final = timedelta(days=60)
#: So long before or after its period, no table can be of a generation, whatever is not known of its days.
_IMPOSSIBLE: Final = timedelta(days=365)
#: How long a table is played at most without a break, in seconds. Longer ones are played over days.
_LIVE: Final = 6 * 3600


class Newer(NamedTuple):
    """A log of the newer generation: the place that reveals it, and whether it is of the fourth edition.

    That is None if nothing in the log shows it: the edition without counters looks like the other one if a program has
    removed them.
    """

    at: At
    fourth_edition: bool | None


class Shape(NamedTuple):
    """What the first packets of a log show of the code that wrote them.

    ``transfers`` and ``faces`` are the arguments of transfers, and of those that show a card with an age. ``asks`` are
    those of the questions for an action (state 4) and ``chooses`` those of choices of cards (in state 13).
    """

    transfers: frozenset[str]
    faces: frozenset[str]
    asks: frozenset[str]
    chooses: frozenset[str]


#: The fields that tell the generations apart: where they stand, and the first generation that writes them, each
#: time. The first field that a log has decides.
_SIGNS: Final[tuple[tuple[str, str, Generation], ...]] = (
    ("transfers", GENERATION, NEWEST),
    ("transfers", "meld_keyword", Generation.G8),
    ("asks", "city_draw_falls_back_to_other_type", Generation.G7),
    ("transfers", "bottom_from", Generation.G5),
    ("chooses", "num_cards_already_chosen", Generation.G4),
    ("transfers", "is_relic", Generation.G3),
    ("faces", "type", Generation.G2),
    ("faces", "color", Generation.G1),
)
#: Fields that the code stopped to write: where they stand, and the last generation that writes them.
_ENDED: Final[tuple[tuple[str, str, Generation], ...]] = (("faces", "non_demand_effect_1", Generation.G2),)


class Written(NamedTuple):
    """By which generations of the site's code a log may have been written.

    - ``generations``: those that may have written its beginning, the likeliest first. Empty if its fields are those of
      no known generation.
    - ``newer``: the sign of the newest generation, if it is one.
    - ``last``: the generation that wrote its end, and up to which it may have fields.
    - ``changed``: the index of the first packet that another generation may have written, if the log may have run
      through a release.
    """

    generations: tuple[Generation, ...]
    newer: Newer | None = None
    last: Generation = USUAL
    changed: int | None = None


class _Release(NamedTuple):
    """A release of the site's code while a table was open.

    - ``packet``: the index of the first packet that the later code may have written.
    - ``before``: the first generation that wrote fields like those before it. ``after``: the generation released.
    """

    packet: int
    before: Generation
    after: Generation


def written_by(envelope: Envelope) -> Written:
    """Determine the generations of the site's code that may have written a log."""
    releases = list(_releases(envelope))
    newer = None if releases else newer_generation(envelope)
    if newer is not None:
        return Written((NEWEST,), newer, NEWEST)
    first = min(releases, default=None)
    end = None if first is None else first.packet
    shape = shape_of(envelope.packets[:end])
    found = _generation_of(shape, USUAL) if first is None else first.before
    if found is None:
        return Written(())
    until = USUAL if first is None else Generation(first.after - 1)
    generations = _in_time(envelope.first_time, _alike(found, until, shape))
    last = max((*generations, *(release.after for release in releases)))
    return Written(generations, None, last, 0 if len(generations) > 1 and _lasts(envelope.times[:end]) else end)


def out_of_time(envelope: Envelope, generations: Collection[Generation]) -> Iterator[Inconsistency]:
    """The contradiction between the time of the first packet and the generations that write the fields of a log."""
    if (found := _untimely(envelope, generations)) is not None and not _lacks_later_fields(envelope, *found):
        nearest, day = found
        message = "the log has fields that the site did not write at its time"
        yield Inconsistency(At(to_int(envelope.packets[0].get("move_id")), 0, 0), message, nearest.in_words, f"{day}")


def lost_fields(envelope: Envelope, generations: Collection[Generation]) -> str | None:
    """Why no generation of its time wrote a log: it has the fields of an earlier one, as if a program dropped some."""
    if (found := _untimely(envelope, generations)) is None or not _lacks_later_fields(envelope, *found):
        return None
    return f"a log of {found[1]} that lacks fields of its time: it has those of {found[0].in_words}"


def _untimely(envelope: Envelope, generations: Collection[Generation]) -> tuple[Generation, date] | None:
    """The likeliest generation, and the day of the first packet, if no table can be of both."""
    if envelope.first_time is None or not generations:
        return None
    day = datetime.fromtimestamp(envelope.first_time, UTC).date()
    nearest = min(generations, key=lambda generation: _away(generation, day))
    return (nearest, day) if _away(nearest, day) > _IMPOSSIBLE else None


def _lacks_later_fields(envelope: Envelope, generation: Generation, day: date) -> bool:
    """Whether a log has the fields of an earlier generation than those of its day, and none that the site gave up."""
    until = generation.period.until
    shape = shape_of(envelope.packets)
    return until is not None and until < day and not any(name in getattr(shape, where) for where, name, _ in _ENDED)


def _releases(envelope: Envelope) -> Iterator[_Release]:
    """The releases that the fields of a log show: one that is always written from somewhere on, and not before.

    A release that cannot have come at its time is none: somebody removed the field.
    """
    end = shape_of(reversed(envelope.packets))
    awaited = [sign for sign in _SIGNS if sign[1] in getattr(end, sign[0]) and sign[2] > Generation.G1]
    without: dict[str, int] = {}
    for number, packet in enumerate(envelope.packets):
        if not awaited:
            return
        for where, args in _told(packet):
            for sign in [sign for sign in awaited if sign[0] == where]:
                if args.get(sign[1]) is None:
                    without[sign[1]] = number
                    continue
                awaited.remove(sign)
                after = sign[2]
                if (since := without.get(sign[1])) is None or not _possible(after, envelope.times[number]):
                    continue
                shape = shape_of(envelope.packets[: since + 1])
                before = _generation_of(shape)
                if after is Generation.G3 and not shape.faces:
                    # The first two generations write no sign with a card that nobody sees.
                    before = Generation.G1
                if before is not None and before < after:
                    yield _Release(since + 1, before, after)


def _possible(generation: Generation, seconds: int | None) -> bool:
    """Whether a generation may have been released at a time, in seconds since 1970; also if that is unknown."""
    if seconds is None or (since := generation.period.since) is None:
        return True
    return abs(datetime.fromtimestamp(seconds, UTC).date() - since) <= _IMPOSSIBLE


def _generation_of(shape: Shape, until: Generation = NEWEST) -> Generation | None:
    """The first generation that writes such fields, of those up to one; None if none does."""
    for number, (where, name, generation) in enumerate(_SIGNS):
        if generation <= until and name in getattr(shape, where):
            return generation if _fits(shape, generation, number) else None
    return None


def _lasts(times: Sequence[int | None]) -> bool:
    """Whether a table was open so long that a release may have come while it was played."""
    known = [time for time in times if time is not None]
    return bool(known) and known[-1] - known[0] > _LIVE


def _fits(shape: Shape, generation: Generation, number: int) -> bool:
    """Whether the shape has all that a generation writes with every card, and nothing that was no longer written.

    ``number`` is that of the sign by which the generation was found.
    """
    lacking = [
        name
        for where, name, _ in _SIGNS[number + 1 :]
        if where in ("transfers", "faces") and (fields := getattr(shape, where)) and name not in fields
    ]
    return not lacking and not any(generation > last and name in getattr(shape, where) for where, name, last in _ENDED)


def _alike(first: Generation, until: Generation, shape: Shape) -> list[Generation]:
    """The generations up to one that may have written a shape: the first, and later ones whose signs it cannot have."""
    found = [first]
    for generation in Generation:
        if first < generation <= until:
            if any(of == generation and getattr(shape, where) for where, _, of in _SIGNS):
                break
            found.append(generation)
    return found


def _in_time(seconds: int | None, found: list[Generation]) -> tuple[Generation, ...]:
    """Generations of the same shape, the likeliest first, without those that the time rules out.

    ``seconds`` is the time of the first packet, since 1970.
    """
    if seconds is None or len(found) == 1:
        return tuple(sorted(found, key=lambda generation: generation is not USUAL))
    day = datetime.fromtimestamp(seconds, UTC).date()
    near = [generation for generation in found if _away(generation, day) <= _UNSURE]
    return tuple(sorted(near or found, key=lambda generation: _away(generation, day)))


def _away(generation: Generation, day: date) -> timedelta:
    """How far a day is from the period of a generation."""
    since, until, _ = generation.period
    if since is not None and day < since:
        return since - day
    return day - until if until is not None and day > until else timedelta(0)


def shape_of(packets: Iterable[dict[str, Any]]) -> Shape:
    """What the first of some packets show of the code that wrote them."""
    found: dict[str, set[str]] = {where: set() for where in Shape._fields}
    moved = asked = 0
    for packet in packets:
        for where, args in _told(packet):
            moved += where == "transfers"
            asked += where in ("asks", "chooses")
            # A program may write null for what its source lacks.
            found[where].update([name for name, value in args.items() if value is not None])
        if moved >= _ENOUGH and asked >= _ENOUGH and found["chooses"]:
            break
    return Shape(**{where: frozenset(names) for where, names in found.items()})


def _told(packet: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The arguments in a packet that have signs of generations: the field of :class:`Shape`, and the arguments."""
    for event in packet["data"]:
        args: Any = event.get("args")
        kind: str = event["type"]
        if not isinstance(args, dict):
            continue
        if kind.startswith(words.TRANSFER):
            yield "transfers", args
            if args.get("id") is not None and args.get("age") is not None:
                yield "faces", args
        elif kind == words.STATE and isinstance(inner := args.get("args"), dict):
            state = to_int(args.get("id"))
            if state == words.STATE_ACTION:
                yield "asks", inner
            elif state == words.STATE_CHOICE and not to_int(inner.get("special_type_of_choice")):
                yield "chooses", inner


def newer_generation(envelope: Envelope) -> Newer | None:
    """Detect a log of the newer generation of the site's code; None for the older generation, or if it is unknown.

    One of the first cards that move reveals the generation. Most of the first cards that move within one player's
    places reveal the edition: values can be missing here and there. If most counters are missing, it is the fourth only
    if something shows that.
    """
    first: At | None = None
    counted = without = older = 0
    fourth: bool | None = None
    for index, packet in enumerate(envelope.packets):
        for position, event in enumerate(packet["data"]):
            args: Any = event.get("args")
            if not event["type"].startswith(words.TRANSFER) or not isinstance(args, dict):
                continue
            if first is None:
                if args.get(GENERATION) is None:
                    older += 1
                    if older == _ENOUGH:
                        return None
                    continue
                first = At(to_int(packet.get("move_id")), index, position)
            if args.get(OTHER_PLAYER) is None:
                if args.get(COUNTERS) is None:
                    without += 1
                else:
                    counted += 1
            if fourth is None:
                fourth = True if args.get("location_to") == Place.JUNK.value else is_fourth(args)
            if counted - without >= _LEAD or (without - counted >= _LEAD and fourth is not None):
                return Newer(first, without > counted and fourth)
    if first is None:
        return None
    # A single counter is enough if nothing shows the fourth edition.
    return Newer(first, without > counted and (bool(fourth) if counted else fourth))
