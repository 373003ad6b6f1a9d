"""The rules that a log may have been played under."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from itertools import chain, combinations, product
from typing import Final, NamedTuple

from innolog import log as seen
from innolog.cards.editions import OFFERED, Edition, Platform, Played, Printing, offering, played_by
from innolog.cards.facts import CardSet, card_table
from innolog.cards.generations import USUAL, Generation
from innolog.cards.rulings import plays_otherwise
from innolog.engine.ruleset import Ruleset, UnsupportedRules, offers
from innolog.log import Fact, GameLog
from innolog.replay.forced import NOTHING, Forced
from innolog.support.counting import counted

#: Looked up once: in a compiled module, looking up a member of an enumeration costs more than comparing it.
_ACHIEVEMENTS: Final = seen.Place.ACHIEVEMENTS


def _played(log: GameLog, readings: Collection[_Reading], *, figures: bool) -> tuple[Played, ...]:
    """The platforms, editions and generations that may have played a log."""
    rows = played_by(log.site, log.stated.get("platform"), full=not log.not_recorded, figures=figures)
    if log.generations:
        # The newest generation is a platform of its own.
        known = tuple(generation for name in log.generations if (generation := Generation[name]) <= USUAL)
        return tuple(
            [row._replace(generations=known) if known and row.platform is Platform.BGA else row for row in rows]
        )
    if not log.not_recorded or all(row.platform is not Platform.BGA for row in rows):
        return rows
    # Nothing shows when it was played. Code that plays nothing of it otherwise would judge it alike.
    names = _executed(log)
    older = [code for code in Generation if code < USUAL and any(code.sets >= reading.sets for reading in readings)]
    earlier = tuple([code for code in older if plays_otherwise(code, names)])
    return (*rows, Played(Platform.BGA, OFFERED[Platform.BGA], earlier))


def _executed(log: GameLog) -> set[str]:
    """The names of the cards that are executed in a log."""
    cards = {
        told.card
        for told in log.observations
        if isinstance(told, seen.DogmaStarted | seen.NestedStarted | seen.EffectStarted)
    }
    table = card_table(edition=Edition.FOURTH.value)
    return {table.name[card] for card in cards if card is not None}


#: At most this many cards of a set, in a log with more transfers than that, may be a forger's.
RARE, ENOUGH = 2, 60
#: The ways in which four players can make two teams of two, by the team of each seat, and all other ones, which the
#: fourth edition has at a table.
_PAIRS: Final = ((0, 1, 0, 1), (0, 0, 1, 1), (0, 1, 1, 0))
_OTHERS: Final = (
    *((0, 1, 1, 1), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)),
    *((0, 0, 1, 2), (0, 1, 0, 2), (0, 1, 2, 0), (0, 1, 1, 2), (0, 1, 2, 1), (0, 1, 2, 2), (0, 1, 2, 3)),
)


class _Reading(NamedTuple):
    """What the cards in a log can mean: the sets and options in play."""

    sets: frozenset[CardSet]
    extra_achievement: bool
    relics: bool


def candidate_rules(log: GameLog, forced: Forced = NOTHING) -> list[tuple[Ruleset, dict[str, str]]]:
    """The rules a log may have been played under, most likely first, with the deduced parts and their reasons.

    Raises :class:`~innolog.engine.ruleset.UnsupportedRules` for rules that innolog can't play.
    """
    forced = forced.filled(log.stated)
    readings, shown = _readings(log)
    readings = [_as_forced(reading, forced) for reading in readings]
    teams, why_teams = _teams(log, forced)
    played = _played(log, readings, figures=CardSet.FIGURES in shown | _named(forced.sets or ()))
    several = "platform" not in log.stated and len({row.platform for row in played}) > 1
    reasons = {
        "sets": "the backs of the cards seen" if forced.sets is None else None,
        "teams": why_teams,
        "edition": None if forced.edition else "the card texts that explain what the cards did",
        "platform": "the platform whose rules explain the log" if several else None,
    }
    deduced = {part: why for part, why in reasons.items() if why is not None}
    if forced.edition:
        played = offering(played, Edition(forced.edition))
    #: What is tried last: what the generation did not offer.
    found, last = dict[Ruleset, dict[str, str]](), dict[Ruleset, dict[str, str]]()
    refused: UnsupportedRules | None = None
    tried = chain.from_iterable(
        product([row.platform], row.generations, readings, row.editions, teams) for row in played
    )
    for platform, generation, reading, edition, team in tried:
        had = generation.sets if generation < USUAL and not log.generations else reading.sets
        if not had >= reading.sets or not (forced.edition or offers(platform, edition, reading.sets)):
            continue
        # A team game needs another number of achievements, so the count for single players proves nothing.
        counts = not team or bool(log.team_game) or forced.extra_achievement is not None
        try:
            rules = Ruleset(edition, reading.sets, len(log.seats), team, platform=platform, generation=generation)
            # What is stated must be an option of these rules; what the log only seems to show need not be one.
            longer = reading.extra_achievement and counts and (forced.extra_achievement or rules.holds("can_be_longer"))
            relics = reading.relics and (forced.relics or CardSet.ARTIFACTS in reading.sets)
            rules = replace(rules, extra_achievement=longer, relics=bool(relics))
            printings = [replace(rules, printing=printing) for printing in _printings(rules, log)]
        except UnsupportedRules as unsupported:
            refused = refused or unsupported
            continue
        why = deduced
        if longer and forced.extra_achievement is None:
            why = {**why, "options": "more achievements were claimed than the game needs without the option"}
        if generation is not USUAL and not log.generations:
            why = {**why, "generation": "the generation of the site's code whose way of playing explains the log"}
        for printed in printings:
            (found if printed.unoffered is None else last).setdefault(printed, why)
    for rules, why in last.items():
        found.setdefault(rules, why)
    if refused is not None and not found:
        raise refused
    return list(found.items())


def _readings(log: GameLog) -> tuple[list[_Reading], frozenset[CardSet]]:
    """The sets and options that the cards in a log show, the likeliest first, and all sets that they show."""
    moves = [observation for observation in log.observations if isinstance(observation, seen.Transfer)]
    counts = Counter(card_set for move in moves if not move.relic and (card_set := _set_of(move)) in (1, 2, 3, 4))
    if len(moves) > ENOUGH and counts[CardSet.FIGURES] <= RARE:
        # One or two false backs must not add a set that innolog does not know.
        del counts[CardSet.FIGURES]
    sets = frozenset({CardSet.BASE, *map(CardSet, counts)})
    relic_moves = sum(bool(move.relic) for move in moves)
    relics = relic_moves > 0
    extra = _extra_achievement(log, len(log.seats), len(sets) - 1)
    found = [_Reading(sets, extra, relics)]
    if relics:
        # The set on the back of a card that may be a relic need not be in play.
        certain = {CardSet.BASE, *(_set_of(move) for move in moves if move.relic is False)}
        found.insert(0, _Reading(frozenset([of for of in sets if of in certain]), extra, relics))
    # One false back or claim must not decide the rules of a whole game: it is also read without.
    if len(moves) > ENOUGH:
        # One of them may be false and the other not: the back of a relic alone looks like one of another set.
        fewer = sets - {number for number, count in counts.items() if count <= RARE}
        found.append(_Reading(fewer, extra, relics))
        found.append(_Reading(fewer, extra, relic_moves > RARE))
        found.append(_Reading(sets, False, relics))
    if CardSet.CITIES not in sets and any(move.card is None and move.card_set is None and move.age for move in moves):
        # A City can stay in a hand or score pile to the end, and texts need not say of which set a hidden card is.
        more = sets | {CardSet.CITIES}
        found.append(_Reading(more, _extra_achievement(log, len(log.seats), len(more) - 1), relics))
    if not relics and CardSet.ARTIFACTS in sets and Fact.PASSES in log.records:
        # Relics that nobody took appear in passes alone, and these can be passes of other choices.
        found.append(_Reading(sets, extra, True))
    return list(dict.fromkeys(found)), sets


def _as_forced(reading: _Reading, forced: Forced) -> _Reading:
    """A reading with the parts that are given."""
    sets, extra, relics = reading
    if forced.sets is not None:
        sets = _named(forced.sets)
    if forced.relics is not None:
        relics = forced.relics
    # A game without Artifacts has no relics, even if they are specified, or if the log has a move of one.
    relics = relics and CardSet.ARTIFACTS in sets
    return _Reading(sets, extra if forced.extra_achievement is None else forced.extra_achievement, relics)


def _named(sets: Collection[str]) -> frozenset[CardSet]:
    return frozenset({CardSet.BASE, *(CardSet[name.upper()] for name in sets)})


def _teams(log: GameLog, forced: Forced) -> tuple[list[tuple[int, ...]], str | None]:
    """The teams that may have played, and why, if they are deduced.

    Raises :class:`~innolog.engine.ruleset.UnsupportedRules` for a team game of another number of players than four.
    """
    if forced.sides is not None:
        return [forced.sides], None
    if log.team_game and len(log.seats) != 4:
        raise UnsupportedRules(f"a team game of {counted(len(log.seats), 'player')}; its teams must be given")
    if len(log.seats) == 4 and (log.team_game or (log.partners and log.team_game is None)):
        told: list[tuple[int, ...]] = [
            teams for teams in _PAIRS if all(teams[one] == teams[other] for one, other in log.partners.items())
        ]
        if log.partners and told:
            return told, "messages to the players name their partners"
        others = _OTHERS if log.site == Platform.TABLE.value else ()
        return [*_PAIRS, *others], "the log is of a team game; what the players do shows who belongs together"
    if len(log.seats) == 4 and log.team_game is None:
        return [(), *_PAIRS], "what the players do"
    return [()], None


def _printings(rules: Ruleset, log: GameLog) -> list[Printing]:
    """The printings of Figures in the Sand that a log may have been played with."""
    if CardSet.FIGURES not in rules.sets:
        return [rules.printing]
    return [Printing(log.stated["printing"])] if "printing" in log.stated else list(Printing)


def _set_of(move: seen.Transfer) -> int | None:
    """The set of a card, from its back or its face."""
    if move.card_set is not None or move.card is None:
        return move.card_set
    return card_table().set[move.card]


def rules_with_unseen_sets(log: GameLog, fitting: list[tuple[Ruleset, dict[str, str]]]) -> list[Ruleset]:
    """The rules that fit a short log, with further sets of which it shows no card.

    A game that ended after a few moves need not show a card of every set, although the sets determine the deal and the
    draws. Empty if every set must have appeared.
    """
    moves = sum(isinstance(observation, seen.Transfer) for observation in log.observations)
    if moves > ENOUGH:
        return []
    found: dict[Ruleset, None] = {}
    expansions = (CardSet.ECHOES, CardSet.CITIES, CardSet.ARTIFACTS)
    for count in range(1, len(expansions) + 1):
        for more in combinations(expansions, count):
            for rules, _ in fitting:
                sets = rules.sets | set(more)
                # Not every edition is played with them (the fourth is not, nor is the first on Board Game Arena).
                if offers(rules.platform, rules.edition, sets):
                    found[replace(rules, sets=sets)] = None
    return [rules for rules in found if rules not in [fit for fit, _ in fitting]]


def _extra_achievement(log: GameLog, seats: int, expansions: int) -> bool:
    """Whether the game went on after the usual number of achievements, or ended with one more."""
    if log.team_game:
        seats = 2
    usual = max(4, 8 + expansions - seats)
    counts = [0] * len(log.seats)
    most = 0
    for index, observation in enumerate(log.observations):
        kind = type(observation)
        if kind is seen.Transfer:
            move: seen.Transfer = observation  # type: ignore[assignment]
            if move.from_place is _ACHIEVEMENTS and move.from_owner >= 0:
                counts[move.from_owner] -= 1
            if move.to_place is _ACHIEVEMENTS and move.to_owner >= 0:
                counts[move.to_owner] += 1
                most = max(most, counts[move.to_owner])
        elif kind is seen.Ended:
            end: seen.Ended = observation  # type: ignore[assignment]
            if end.achievements is not None:
                # Several achievements gained at once can take a player past the goal.
                gained = _gained_at_once(log, index)
                return end.achievements > usual and end.achievements - gained >= usual
        elif most >= usual and (kind is seen.ActionBegan or kind is seen.DogmaStarted) and not log.team_game:
            return True
    return False


def _gained_at_once(log: GameLog, end: int) -> int:
    """How many achievements were gained last, one right after the other, before the observation with index ``end``."""
    gained = 0
    for index in range(end - 1, -1, -1):
        observation = log.observations[index]
        if not isinstance(observation, seen.Transfer) or observation.to_place is not _ACHIEVEMENTS:
            break
        gained += 1
    return gained
