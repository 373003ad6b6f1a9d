"""The final verdict on a log, with the earliest place that is certainly wrong (minimal conflicting prefix)."""

from __future__ import annotations

from dataclasses import replace

from innolog import log as seen
from innolog.beliefs.identities import suspects
from innolog.cards.facts import CardSet, card_table
from innolog.comparing.differences import in_words
from innolog.comparing.words import Speaker
from innolog.engine.ruleset import Ruleset
from innolog.log import At, Fact, GameLog, Inconsistency
from innolog.replay.candidates import candidate_rules
from innolog.replay.depth_first import replay_under
from innolog.replay.strange import unknown_there
from innolog.results.accusing import with_difference, withdrawn
from innolog.results.result import Replay, Verdict, Violation
from innolog.results.soundness import EXHAUSTIVE, Incomplete

#: The number of possibly false sightings that are tried before the search's own place is reported, and the longest log
#: for which they are tried.
TRIALS = 16
LONGEST = 20_000
#: A violation at most this many moves after a gap in the numbering is attributed to the gap.
HOLE = 12
#: The number of observations that the replay must get further for a sighting to be called false.
GAIN = 40
#: The number of hands and score piles shown before the violation that are doubted.
SHOWINGS = 8


def first_contradiction(log: GameLog) -> Inconsistency | None:
    """The first place where a log contradicts itself."""
    return min(log.inconsistencies, key=_place, default=None)


def judged(result: Replay, log: GameLog) -> Replay:
    """The result of a replay with its final verdict and the earliest place that is certainly wrong.

    A log that contradicts itself is illegal even if the rules explain one of its two statements. Only the part of such
    a ``log`` before the contradiction was replayed.
    """
    at = result.violation.at if result.violation is not None else None
    first = first_contradiction(log)
    unknown = unknown_there(log, result.rules, at)
    unread = unknown_there(log, None, first.at) if first is not None else None
    # Two statements of one log prove something whatever the rules are, unless nobody knows what the statements mean.
    if first is not None and not unread and (at is None or unknown or _place(first) <= (at.packet, at.index)):
        result.log = log
        result.verdict, result.soundness = Verdict.ILLEGAL, EXHAUSTIVE
        result.table = result.actions[-1].snapshot if result.actions else None
        result.violation = _contradiction(first, [seat.name for seat in log.seats])
        result.reason = None
        if not log.not_recorded and (earlier := _left_out(replace(result, log=log.before(first.at)))) is not None:
            # Something was left out there, and a later statement of the log contradicts that.
            result.violation = earlier
            _take_back(result)
    elif unknown or (unread and at is None):
        withdrawn(result, Incomplete.STRANGE, unknown or unread)
    elif result.violation is not None and _are_karmas_unrecorded(result, log):
        found = result.violation
        difference = f"{found.rule}: {found.expected}, but it says that {found.observed}"
        words = f"nothing explains the log at {found.at} ({difference})"
        withdrawn(result, Incomplete.KARMAS, f"{words}, but {Incomplete.KARMAS.value}")
    elif result.violation is not None and log.of_one and Fact.EFFECTS not in log.records:
        withdrawn(result, Incomplete.VIEWERS)
    elif result.violation is not None and (start := _absence(log, result.violation)) is not None:
        withdrawn(result, Incomplete.ABSENCE, f"at {start} {Incomplete.ABSENCE.value}")
    elif result.violation is not None and not result.not_recorded:
        _find_earliest(result)
        if unknown := unknown_there(log, result.rules, result.violation.at):
            # The log up to there is explained, and what it records later may be right.
            result.log = log
            return withdrawn(result, Incomplete.STRANGE, unknown)
        if log.of_one:
            if not _shows_alone(result, log):
                result.log = log
                return withdrawn(result, Incomplete.UNSEEN)
            # The beginning of the log alone is a proof, even if the search for the rest was incomplete.
            result.soundness = EXHAUSTIVE
        violation = _false_sighting(result) or _gap(result, result.violation) or _left_out(result) or result.violation
        result.violation = violation._replace(at=violation.due, due=None) if violation.due else violation
        _take_back(result)
    result.log = log
    return with_difference(result)


def _are_karmas_unrecorded(result: Replay, log: GameLog) -> bool:
    """Whether karmas may have done something that a log does not show as theirs.

    The search finds what karmas explain only in a log that has a line for each. No site has figures, so nobody knows
    what the log of a site would have.
    """
    assert result.rules is not None
    return CardSet.FIGURES in result.rules.sets and not (log.not_recorded and Fact.EFFECTS in log.records)


def _contradiction(found: Inconsistency, names: list[str]) -> Violation:
    message, expected, observed = found.message, found.expected, found.observed
    if found.between is not None:
        what, expected, observed = in_words(found.between, names)
        message = f"{message} in {what}"
    words = f"The log contradicts itself: {message} ({expected} and {observed})."
    return Violation("record.contradiction", words, found.at, expected, observed)


def _take_back(result: Replay) -> None:
    """If the place is before the furthest place of the search, remove the actions after it."""
    violation, last = result.violation, result.actions[-1].last_move if result.actions else None
    at = violation.at if violation is not None else None
    if result.rules is None or at is None or at.move is None or last is None or last <= at.move:
        return
    told = replay_under(result.log.before(at), result.rules, record=True)
    # Each replay numbers the hidden cards of its deal.
    result.setup, result.actions, result.ended = told.setup, told.actions, told.ended
    result.table = told.actions[-1].snapshot if told.actions else None
    result.digest = told.actions[-1].digest if told.actions else None


def _absence(log: GameLog, violation: Violation) -> At | None:
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


def _shows_alone(result: Replay, log: GameLog) -> bool:
    """Whether the messages to one player are wrong, regardless of what such a log leaves out.

    It leaves out moves between common places, after which hidden cards cannot be followed by their places. So no game,
    under any of the rules, may explain the log up to the violation or reach such a move before it fails. Faces seen
    later are ignored, because they may belong to other cards.
    """
    assert result.violation is not None
    failed = _index_of(log, result.violation.at)
    if failed is None:
        return False
    cut = replace(log, observations=log.observations[: failed + 1])
    for rules in dict.fromkeys([result.rules, *[rules for rules, _ in candidate_rules(log)]]):
        told = replay_under(cut, rules) if rules is not None else None
        if told is None or told.violation is None or not told.soundness.exhaustive:
            return False
        if told.violation.rule == "end.missing" and failed + 1 < len(log.observations):
            return False
    return True


def _index_of(log: GameLog, at: At | None) -> int | None:
    return next((index for index, observation in enumerate(log.observations) if observation.at == at), None)


def _prefix(result: Replay, length: int) -> Violation | None:
    """The violation in the first observations of a log alone; None if there is none."""
    assert result.rules is not None
    cut = replace(result.log, observations=result.log.observations[:length])
    violation = replay_under(cut, result.rules).violation
    # A missing end only means that the log was cut here.
    return None if violation is not None and violation.rule == "end.missing" else violation


def _find_earliest(result: Replay) -> None:
    """Put the violation at the end of the minimal conflicting prefix: the shortest beginning that no game explains.

    Faces that are seen later are known from the start, so a false position can make an earlier, true observation look
    wrong. The longest beginning that is explained, taken alone, ends before the false one.
    """
    log, violation = result.log, result.violation
    count = len(log.observations)
    failed = _index_of(log, violation.at) if violation is not None else None
    if failed is None or failed + 1 >= count or count > LONGEST:
        return
    # Most logs fail exactly at the place that is wrong. Otherwise bisection finds the longest explained beginning.
    legal, illegal = failed + 1, count
    if _prefix(result, legal) is not None:
        return
    found: Violation | None = None
    while illegal - legal > 1:
        middle = (legal + illegal) // 2
        wrong = _prefix(result, middle)
        if wrong is None:
            legal = middle
        else:
            illegal, found = middle, wrong
    if found is None:
        found = violation
    assert found is not None
    observation = log.observations[illegal - 1]
    asked = _index_of(log, found.at)
    # Only later observations show whether the right player was asked. Even so, the question is the wrong statement.
    if found.at != observation.at and not (asked is not None and isinstance(log.observations[asked], seen.Asked)):
        # The statements at the two places are impossible only together.
        told = Speaker([seat.name for seat in log.seats]).observation(observation)
        message = f"The log says here that {told}. That is impossible after what it says at {found.at}. {found.message}"
        expected = f"nothing that contradicts {found.at}, where {found.observed}"
        found = Violation("card.identity", message, observation.at, expected, told)
    result.violation = found


def _left_out(result: Replay) -> Violation | None:
    """The option declined without a message, shortly before an illegal log fails: something was left out there."""
    violation = result.violation
    if result.rules is None or violation is None or len(result.log.observations) > LONGEST:
        return None
    found = replay_under(result.log, result.rules, strict=True).violation
    if found is None or found.rule != "record.pass" or found.at is None or violation.at is None:
        return None
    near = found.at.move is not None and violation.at.move is not None and violation.at.move - found.at.move <= HOLE
    return found if near and (found.at.packet, found.at.index) < (violation.at.packet, violation.at.index) else None


def _place(found: Inconsistency) -> tuple[int, int]:
    return found.at.packet, found.at.index


def _gap(result: Replay, violation: Violation) -> Violation | None:
    """If moves are missing shortly before a log breaks the rules, the gap is the place."""
    at = violation.at
    if at is None or at.move is None:
        return None
    for gap in reversed(result.log.gaps):
        if gap.packet <= at.packet and gap.move is not None:
            if at.move - gap.move > HOLE:
                return None
            message = (
                f"Moves are missing before move {gap.move}, and without them the log breaks the rules."
                f" {violation.message}"
            )
            return Violation("record.gap", message, gap, violation.expected, violation.observed)
    return None


def _false_sighting(result: Replay) -> Violation | None:
    """The violation at a false sighting: replacing a single card by another explains the log (or much more of it).

    Then that sighting is wrong, and not the later one at which the replay failed.
    """
    log, rules, violation = result.log, result.rules, result.violation
    if rules is None or violation is None or violation.at is None or len(log.observations) > LONGEST:
        return None
    failed = _index_of(log, violation.at)
    if failed is None:
        return None
    best: tuple[int, int, int] | None = None
    for index, card in suspects(log, rules, failed)[:TRIALS]:
        reach = _reach(log, rules, index, card)
        if reach is None:
            best = (len(log.observations), index, card)
            break
        if reach > failed + GAIN and (best is None or reach > best[0]):
            best = (reach, index, card)
    if best is None or best[0] < len(log.observations):
        shown = _false_showing(log, rules, failed)
        if shown is not None:
            return shown
    if best is None or best[1] >= failed:
        return None
    _, index, card = best
    observation = log.observations[index]
    assert isinstance(observation, seen.Transfer)
    assert observation.card is not None
    table = card_table()
    true, told = table.name[card], table.name[observation.card]
    if true == told:
        true, told = (f"{name} ({table.age[of]})" for name, of in ((true, card), (told, observation.card)))
    return Violation(
        "card.identity",
        f"According to the rest of the log, the card here is {true}, but the log shows {told} here.",
        observation.at,
        f"the card is {true}",
        f"the card is {told}",
    )


def _false_showing(log: GameLog, rules: Ruleset, failed: int) -> Violation | None:
    """The violation at a shown hand or score pile without which the rest of the log is explained.

    Other cards must have lain there. If the same cards lay there, the statement is true, and something else is wrong.
    """
    before = [index for index in range(failed) if isinstance(log.observations[index], seen.Revealed)]
    speaker = Speaker([seat.name for seat in log.seats])
    for index in reversed(before[-SHOWINGS:]):
        shown = log.observations[index]
        assert isinstance(shown, seen.Revealed)
        rest = replay_under(log, rules, doubted=shown)
        explained = rest.verdict in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR)
        if explained and rest.lay_there != sorted(map(speaker.card, shown.cards)):
            expected = f"{speaker.player(shown.player)} holds {', '.join(rest.lay_there) or 'no card'}"
            observed = speaker.observation(shown)
            message = f"According to the rest of the log, {expected} here, but the log says that {observed}."
            return Violation("card.identity", message, shown.at, expected, observed)
    return None


def _reach(log: GameLog, rules: Ruleset, index: int, card: int) -> int | None:
    """How far the replay gets if a transfer shows another card; None if the log is explained."""
    observations = list(log.observations)
    move = observations[index]
    assert isinstance(move, seen.Transfer)
    observations[index] = replace(move, card=card, color=None, checks=())
    result = replay_under(replace(log, observations=observations), rules)
    if result.violation is None:
        return None if result.verdict in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR) else -1
    at = result.violation.at
    return next((i for i, observation in enumerate(observations) if observation.at == at), -1)
