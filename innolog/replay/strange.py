"""Places of a log from which the rules are not known well enough to call it illegal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

from innolog import log as seen
from innolog.cards.editions import Platform
from innolog.cards.facts import card_table
from innolog.cards.generations import NEWEST
from innolog.engine.ruleset import Edition, Ruleset
from innolog.log import At, Fact, GameLog, Place, Unread
from innolog.replay.candidates import ENOUGH, RARE
from innolog.replay.outcome import Outcome
from innolog.results.result import Violation

#: Observations of what a player does.
_ACTS = (seen.ActionBegan, seen.DogmaStarted, seen.EffectStarted)

#: Why the expansions of the newer code accuse nobody. Too few of its games are known.
_NEWER_EXPANSIONS = (
    "expansions that a newer generation of the site's code may have played,"
    " and innolog does not know its rules well enough"
)


def noting_newer_code(log: GameLog, outcomes: Iterable[Outcome]) -> GameLog:
    """The log, as one of which innolog does not know the form well if the newer code may have played its expansions.

    If the record does not show its code, it may have if no other rules explain more of the log. If others explain as
    much, the action in which the search ends must execute a card of an expansion. Any other action is wrong by every
    code: to doubt it, too, would hide most forgeries in such records.
    """
    by_newer, others = list[Outcome](), list[Outcome]()
    for outcome in outcomes:
        (by_newer if _plays_newer_expansions(log, outcome.rules) else others).append(outcome)
    if not by_newer or not log.observations:
        return log
    furthest = max(by_newer, key=_reached)
    more = furthest.reached - max(map(_reached, others), default=-1)
    if others and (_of_another_code(log) or more < 0 or (more == 0 and not _ends_at_unknown_card(log, furthest))):
        return log
    # Another edition, if a record does not state it, is played otherwise from the beginning.
    begins = log.observations[0].at
    if log.strange is not None and log.strange.at.place <= begins.place:
        return log
    return replace(log, strange=Unread(begins, _NEWER_EXPANSIONS))


def _plays_newer_expansions(log: GameLog, rules: Ruleset | None) -> bool:
    """Whether rules are those of the newer code, and moves of cards show expansions: one or two can be a forger's.

    That code has sets that innolog does not know, so the rules need not have any. An export, which has the positions of
    cards, shows to its reader which sets of the fourth edition are in play.
    """
    if rules is None or rules.platform is not Platform.BGA_2024:
        return False
    if Fact.POSITIONS in log.records and (rules.edition is Edition.FOURTH or "sets" in log.stated):
        return False
    moves = [told for told in log.observations if isinstance(told, seen.Transfer)]
    shown = sum(bool(move.card_set) for move in moves)
    return shown > RARE or (shown > 0 and len(moves) <= ENOUGH)


def _reached(outcome: Outcome) -> int:
    return outcome.reached


def _of_another_code(log: GameLog) -> bool:
    """Whether words or times show that the newer code did not play a game."""
    first = NEWEST.period.since
    early = log.times is not None and first is not None and datetime.fromtimestamp(log.times.start, UTC).date() < first
    return early or log.in_older_words or log.site == Platform.YUCATA.value


def _ends_at_unknown_card(log: GameLog, outcome: Outcome) -> bool:
    """Whether the action in which a search ends executes a card that is not known exactly."""
    at = None if outcome.difference is None else outcome.difference.at
    return at is not None and outcome.rules is not None and _unknown_card(log, outcome.rules, at) is not None


def unknown_there(log: GameLog, rules: Ruleset | None, at: At | None) -> str | None:
    """The reason why a violation at a place proves nothing, because the rules are not known there; None if they are."""
    if at is None:
        return None
    if log.strange is not None and log.strange.at.place <= at.place:
        return f"at {log.strange.at}: {log.strange.text}"
    if (rest := _unknown_rest(log, at)) is not None:
        return rest
    return None if rules is None else _unknown_payment(log, rules, at) or _unknown_card(log, rules, at)


def _unknown_rest(log: GameLog, at: At) -> str | None:
    """The reason if the players of a place may have gone on without one who gave up, as at a table.

    Board Game Arena ends the game then. Who gave up does not act any more.
    """
    if len(log.seats) < 3 or log.site in (Platform.BGA.value, Platform.BGA_2024.value):
        return None
    gave_up: seen.Ended | None = None
    for told in log.observations:
        if isinstance(told, seen.Ended) and told.how == "conceded":
            gave_up = gave_up or told
        elif gave_up is not None and isinstance(told, _ACTS) and told.player == gave_up.player:
            return None
    if gave_up is None or at.place <= gave_up.at.place:
        return None
    return f"at {gave_up.at}: a player gives up, and innolog does not know how the others go on"


def _beginnings(log: GameLog) -> type[seen.ActionBegan | seen.DogmaStarted]:
    """What shows where actions begin: in a log that does not record it, the activation of a card."""
    return seen.ActionBegan if Fact.ACTIONS in log.records else seen.DogmaStarted


def _unknown_card(log: GameLog, rules: Ruleset, at: At) -> str | None:
    """The reason if the action at a place executes a card that is not known exactly."""
    names = rules.not_known
    if not names:
        return None
    executed: list[tuple[At, str]] = []
    table = rules.table
    begins = _beginnings(log)
    for observation in log.observations:
        if isinstance(observation, begins):
            # At the beginning of an action, something of the action before it may be missing.
            if observation.at.place > at.place or (observation.at.place == at.place and begins is seen.ActionBegan):
                break
            if observation.at.place < at.place:
                executed = []
        if isinstance(observation, seen.DogmaStarted | seen.NestedStarted | seen.EffectStarted):
            name = "" if observation.card is None else table.name[observation.card]
            if name in names:
                executed.append((observation.at, name))
    if not executed:
        return None
    since, name = executed[0]
    return f"at {since}: {name}; innolog does not know exactly how the site's code of that time played it"


def _unknown_payment(log: GameLog, rules: Ruleset, at: At) -> str | None:
    """The reason if an action has a payment to the place, or before it, which the site handles in its own way.

    Only the action with the payment is doubtful, from the question to the player who paid, or in a log without
    questions from the payment. Whether the action was played as innolog plays it shows in the log until the next action
    begins.
    """
    doubtful = rules.doubtful_payments
    card: int | None = None
    since: At | None = None
    asked: dict[int, At] = {}
    #: Where each player first lost a card of the hand since the payment before.
    lost: dict[int, At] = {}
    begins = _beginnings(log)
    for observation in log.observations if doubtful and rules.has_parley else ():
        if isinstance(observation, begins):
            if since is not None and since.place <= at.place <= observation.at.place:
                break
            if observation.at.place > at.place:
                return None
            card, since = None, None
            asked.clear()
            lost.clear()
        if isinstance(observation, seen.DogmaStarted) and card is None:
            card = observation.card
        elif isinstance(observation, seen.Asked) and card in doubtful:
            asked.setdefault(observation.player, observation.at)
            later = (it.at for it in log.observations if isinstance(it, begins) and it.at.place > observation.at.place)
            following = next(later, None)
            unread = log.may_record(seen.Parley, observation.player, observation.at, following)
            if Fact.CHOICES not in log.records or unread:
                # The message about the payment may be in words that innolog does not read.
                since = since or observation.at
        elif isinstance(observation, seen.Transfer) and observation.from_place is Place.HAND:
            lost.setdefault(observation.from_owner, observation.at)
        elif isinstance(observation, seen.Parley):
            if observation.paid and card in doubtful:
                payment = lost.get(observation.player, observation.at)
                since = since or asked.get(observation.player, payment)
            lost.clear()
    if card is None or since is None or since.place > at.place:
        return None
    name = card_table(rules.platform.value, rules.edition.value).name[card]
    return f"at {since}: a payment under {name}; innolog does not know well enough what the site does then"


def absence_at(log: GameLog, violation: Violation) -> At | None:
    """The place at which the site began to play for an absent player, if that can be why the rule was broken."""
    at = violation.at
    if at is None:
        return None
    away = [absence for absence in log.absences if absence.start <= at and (absence.end is None or at < absence.end)]
    return next((absence.start for absence in away if _takes_part(log, absence.seat, violation)), None)


def _takes_part(log: GameLog, seat: int, violation: Violation) -> bool:
    """Whether a player takes part in the action in which a rule was broken, or should."""
    assert violation.at is not None
    if log.seats[seat].name in violation.expected:
        return True
    for observation in reversed(log.observations):
        if observation.at > violation.at:
            continue
        if isinstance(observation, seen.ActionBegan | seen.FreeActionBegan):
            if observation.at == violation.at and log.seats[observation.player].name not in violation.expected:
                # Something of the action before is missing.
                continue
            return observation.player == seat
        if not isinstance(observation, seen.IconCounted) and seat in _concerned(observation):
            return True
    return True


def _concerned(observation: seen.Observation) -> list[int]:
    """The players in an observation."""
    return [getattr(observation, role, seen.NOBODY) for role in ("player", "owner", "from_owner", "to_owner")]
