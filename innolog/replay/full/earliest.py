"""The earliest place of an illegal log that is certainly wrong.

The search fails at the furthest place that any explanation reaches. What is wrong may lie elsewhere: at the end of the
shortest beginning that no game explains (minimal conflicting prefix), at a false card or a shown hand, at a gap in the
numbering, or where an option was declined without a message.
"""

from __future__ import annotations

from dataclasses import replace

from innolog import log as seen
from innolog.beliefs.identities import suspects
from innolog.cards.facts import card_table
from innolog.comparing.words import Speaker
from innolog.engine.ruleset import Ruleset
from innolog.log import At, GameLog
from innolog.replay.candidates import candidate_rules
from innolog.replay.full.depth_first import replay_under
from innolog.replay.outcome import Outcome
from innolog.results.result import Replay, Violation

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

#: The number of backtracks after which nothing more is tried to find the place; then the search's own place, or the
#: best one so far, is reported. Raising it makes places of rare logs exact and costs up to five milliseconds for each.
#: Nearly all logs need less than fifty.
MOST_RETURNS = 500


class Spent:
    """What was spent on a violation and its place, in backtracks of all replays. ``returns``: those of the search."""

    def __init__(self, returns: int) -> None:
        self.returns = returns

    @property
    def all(self) -> bool:
        """True when nothing more may be tried."""
        return self.returns >= MOST_RETURNS

    def on(self, outcome: Outcome) -> Outcome:
        """Count a replay."""
        self.returns += outcome.returns
        return outcome


def take_back(result: Replay, violation: Violation) -> None:
    """If a violation is before the furthest place of the search, remove the actions after it."""
    at, last = violation.at, result.actions[-1].last_move if result.actions else None
    if result.rules is None or at is None or at.move is None or last is None or last <= at.move:
        return
    told = replay_under(result.log.before(at), result.rules, record=True)
    # Each replay numbers the hidden cards of its deal.
    result.setup, result.actions, result.ended = told.setup, told.actions, told.ended
    result.table = told.actions[-1].snapshot if told.actions else None
    result.digest = told.actions[-1].digest if told.actions else None


def shows_alone(log: GameLog, rules: Ruleset, violation: Violation, spent: Spent) -> bool:
    """Whether the messages to one player are wrong, regardless of what such a log leaves out.

    It leaves out moves between common places, after which hidden cards cannot be followed by their places. So no game,
    under any of the rules, may explain the log up to the violation or reach such a move before it fails. Faces seen
    later are ignored, because they may belong to other cards. False, too, if too much was spent to find out.
    """
    failed = _index_of(log, violation.at)
    if failed is None:
        return False
    cut = replace(log, observations=log.observations[: failed + 1])
    for tried in dict.fromkeys([rules, *[candidate for candidate, _ in candidate_rules(log)]]):
        if spent.all:
            return False
        told = spent.on(replay_under(cut, tried))
        if told.violation is None or not told.soundness.exhaustive:
            return False
        if told.violation.rule == "end.missing" and failed + 1 < len(log.observations):
            return False
    return True


def _index_of(log: GameLog, at: At | None) -> int | None:
    return next((index for index, observation in enumerate(log.observations) if observation.at == at), None)


def _in_beginning(log: GameLog, rules: Ruleset, length: int, spent: Spent) -> Violation | None:
    """The violation in the first observations of a log alone; None if there is none."""
    violation = spent.on(replay_under(replace(log, observations=log.observations[:length]), rules)).violation
    # A missing end only means that the log was cut here.
    return None if violation is not None and violation.rule == "end.missing" else violation


def shortest(log: GameLog, rules: Ruleset, violation: Violation, spent: Spent) -> Violation:
    """The violation at the end of the minimal conflicting prefix: the shortest beginning that no game explains.

    Faces that are seen later are known from the start, so a false position can make an earlier, true observation look
    wrong. The longest beginning that is explained, taken alone, ends before the false one.
    """
    count = len(log.observations)
    failed = _index_of(log, violation.at)
    if failed is None or failed + 1 >= count or count > LONGEST or spent.all:
        return violation
    # Most logs fail exactly at the place that is wrong. Otherwise bisection finds the longest explained beginning.
    legal, illegal, found = failed + 1, count, violation
    if _in_beginning(log, rules, legal, spent) is not None:
        return violation
    while illegal - legal > 1 and not spent.all:
        middle = (legal + illegal) // 2
        wrong = _in_beginning(log, rules, middle, spent)
        if wrong is None:
            legal = middle
        else:
            illegal, found = middle, wrong
    if illegal - legal > 1:
        return found
    observation = log.observations[illegal - 1]
    asked = _index_of(log, found.at)
    # Only later observations show whether the right player was asked. Even so, the question is the wrong statement.
    if found.at == observation.at or (asked is not None and isinstance(log.observations[asked], seen.Asked)):
        return found
    # The statements at the two places are impossible only together.
    told = Speaker([seat.name for seat in log.seats]).observation(observation)
    message = f"The log says here that {told}. That is impossible after what it says at {found.at}. {found.message}"
    expected = f"nothing that contradicts {found.at}, where {found.observed}"
    return Violation("card.identity", message, observation.at, expected, told)


def blamed(log: GameLog, rules: Ruleset, violation: Violation, spent: Spent) -> Violation:
    """The violation at the statement that is wrong, which can lie before the place where the search fails."""
    found = _false_sighting(log, rules, violation, spent) or _gap(log, violation)
    found = found or left_out(log, rules, violation, spent)
    found = found or violation
    return found._replace(at=found.due, due=None) if found.due else found


def left_out(log: GameLog, rules: Ruleset, violation: Violation, spent: Spent) -> Violation | None:
    """The option declined without a message, shortly before an illegal log fails: something was left out there."""
    if len(log.observations) > LONGEST or spent.all:
        return None
    found = spent.on(replay_under(log, rules, strict=True)).violation
    if found is None or found.rule != "record.pass" or found.at is None or violation.at is None:
        return None
    near = found.at.move is not None and violation.at.move is not None and violation.at.move - found.at.move <= HOLE
    return found if near and found.at.place < violation.at.place else None


def _gap(log: GameLog, violation: Violation) -> Violation | None:
    """If moves are missing shortly before a log breaks the rules, the gap is the place."""
    at = violation.at
    if at is None or at.move is None:
        return None
    for gap in reversed(log.gaps):
        if gap.packet <= at.packet and gap.move is not None:
            if at.move - gap.move > HOLE:
                return None
            message = (
                f"Moves are missing before move {gap.move}, and without them the log breaks the rules."
                f" {violation.message}"
            )
            return Violation("record.gap", message, gap, violation.expected, violation.observed)
    return None


def _false_sighting(log: GameLog, rules: Ruleset, violation: Violation, spent: Spent) -> Violation | None:
    """The violation at a false sighting: replacing a single card by another explains the log (or much more of it).

    Then that sighting is wrong, and not the later one at which the replay failed.
    """
    if violation.at is None or len(log.observations) > LONGEST:
        return None
    failed = _index_of(log, violation.at)
    if failed is None:
        return None
    best: tuple[int, int, int] | None = None
    for index, card in suspects(log, rules, failed)[:TRIALS]:
        if spent.all:
            break
        reach = _reach(log, rules, index, card, spent)
        if reach is None:
            best = (len(log.observations), index, card)
            break
        if reach > failed + GAIN and (best is None or reach > best[0]):
            best = (reach, index, card)
    if best is None or best[0] < len(log.observations):
        shown = _false_showing(log, rules, failed, spent)
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


def _false_showing(log: GameLog, rules: Ruleset, failed: int, spent: Spent) -> Violation | None:
    """The violation at a shown hand or score pile without which the rest of the log is explained.

    Other cards must have lain there. If the same cards lay there, the statement is true, and something else is wrong.
    """
    before = [index for index in range(failed) if isinstance(log.observations[index], seen.Revealed)]
    speaker = Speaker([seat.name for seat in log.seats])
    for index in reversed(before[-SHOWINGS:]):
        shown = log.observations[index]
        assert isinstance(shown, seen.Revealed)
        if spent.all:
            return None
        rest = spent.on(replay_under(log, rules, doubted=shown))
        if rest.explained and rest.lay_there != sorted(map(speaker.card, shown.cards)):
            expected = f"{speaker.player(shown.player)} holds {', '.join(rest.lay_there) or 'no card'}"
            observed = speaker.observation(shown)
            message = f"According to the rest of the log, {expected} here, but the log says that {observed}."
            return Violation("card.identity", message, shown.at, expected, observed)
    return None


def _reach(log: GameLog, rules: Ruleset, index: int, card: int, spent: Spent) -> int | None:
    """How far the replay gets if a transfer shows another card; None if the log is explained."""
    observations = list(log.observations)
    move = observations[index]
    assert isinstance(move, seen.Transfer)
    observations[index] = replace(move, card=card, color=None, checks=())
    result = spent.on(replay_under(replace(log, observations=observations), rules))
    if result.violation is None:
        return None if result.explained else -1
    at = result.violation.at
    return next((i for i, observation in enumerate(observations) if observation.at == at), -1)
