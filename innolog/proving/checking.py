"""Hold a proof against the log that it is about, with the engine alone.

Nothing is searched, and nothing is believed: the deal must be one of the rules, the engine plays the decisions from it,
the state after each action must have the digest of the proof, and every statement of the log must be true of what the
engine does (:mod:`~innolog.proving.statements`).
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any, NamedTuple

from innolog.cards.generations import USUAL, Generation
from innolog.engine.actions import play_next
from innolog.engine.answers import from_data
from innolog.engine.choices import Choice, IllegalAnswer
from innolog.engine.deals import setup_of, wrong_deal
from innolog.engine.digest import digest
from innolog.engine.game import Game
from innolog.engine.nature import Contradiction
from innolog.engine.ruleset import Platform, Ruleset
from innolog.log import Ended, GameLog
from innolog.log.native import RecordedGame
from innolog.log.seating import seatings
from innolog.proving.proof import Proof, Refused, digest_of
from innolog.proving.statements import Statements, Unfinished

#: The verdicts that have a proof.
PROVED = ("legal", "legal_so_far")


class Checked(NamedTuple):
    """What a proof that holds says of its log: the verdict, and how much stands behind it.

    ``rest`` is the number of statements that are not compared: a poor record breaks off within an action.
    """

    verdict: str
    actions: int
    statements: int
    assumptions: int
    rest: int = 0


def check(proof: Proof, content: bytes, log: GameLog | RecordedGame) -> Checked:
    """Hold a proof against a log: its ``content`` (unpacked), and what the reader of its format made of it.

    Raises :class:`~innolog.proving.proof.Refused` with the first thing that does not hold.
    """
    try:
        return _check(proof, content, log)
    except Refused:
        raise
    except Exception as error:
        # Whatever a forged proof leads the engine to, it proves nothing.
        raise Refused(f"the proof cannot be played ({type(error).__name__}: {error})") from error


def _check(proof: Proof, content: bytes, log: GameLog | RecordedGame) -> Checked:
    if proof.log != digest_of(content):
        raise Refused("the proof is about another log: the digest of the content differs")
    if proof.verdict not in PROVED:
        raise Refused(f"a proof of the verdict {proof.verdict!r}, which has none")
    rules = Ruleset.from_description(proof.game.rules)
    if (proof.game.site, proof.game.game_id) != (log.site, log.game_id):
        raise Refused("the log is of another table than the proof")
    if isinstance(log, RecordedGame):
        _same_record(proof, log)
        return _Play(proof, rules, None).run()
    log = next((seated for seated in seatings(log) if seated.seats == proof.game.seats), log)
    _same_game(proof.game, rules, log)
    return _Play(proof, rules, Statements(log)).run()


def _same_record(proof: Proof, log: RecordedGame) -> None:
    """A log that has deal and decisions itself is the same game as that of the proof."""
    for name in ("seats", "rules", "dealt", "ended", "winners", "finished"):
        if getattr(proof.game, name) != getattr(log, name) and (log.finished or name in ("seats", "rules", "dealt")):
            raise Refused(f"the log has other {name} than the proof")
    if [each[:3] for each in log.decisions] != [each[:3] for each in proof.game.decisions]:
        raise Refused("the log has other decisions than the proof")
    ends = dict(zip(accumulate(each[0] for each in proof.actions), [each[1] for each in proof.actions], strict=True))
    recorded = any(each.digest is not None for each in log.decisions)
    for number, each in enumerate(log.decisions, 1):
        if recorded and each.digest != ends.get(number):
            raise Refused(f"decision {number}: the log has the digest {each.digest}, and the proof {ends.get(number)}")
    if log.digest is not None and log.digest != proof.game.digest:
        raise Refused(f"the log has the last digest {log.digest}, and the proof {proof.game.digest}")


def _same_game(game: RecordedGame, rules: Ruleset, log: GameLog) -> None:
    """A log is about the players of the proof, by the rules of the proof, and does not contradict itself."""
    if log.inconsistencies:
        raise Refused(f"{log.inconsistencies[0].at}: the log contradicts itself: {log.inconsistencies[0].message}")
    if log.stopped is not None:
        raise Refused(f"{log.stopped.at}: the log was not read from here on")
    if game.seats != log.seats or rules.players != len(log.seats):
        raise Refused("the log has other players than the proof")
    apart = [pair for pair in log.partners.items() if not rules.same_side(*pair)]
    if apart or log.team_game not in (None, bool(rules.teams)):
        raise Refused("the log has other teams than the proof")
    described = rules.describe()
    options = described.pop("options")
    described.update(options if isinstance(options, dict) else {}, printing=rules.printing.value)
    for name, stated in log.stated.items():
        if stated != described.get(name):
            raise Refused(f"the log states {stated!r} as {name}, the proof has {described.get(name)!r}")
    if not rules.may_be_of(log.site, log.stated.get("platform"), full=not log.not_recorded):
        raise Refused(f"a record of {log.site} with the rules of {rules.platform.value}, {rules.edition.value} edition")
    known = {Generation[name] for name in log.generations if Generation[name] <= USUAL}
    if known and rules.platform is Platform.BGA and rules.generation not in known:
        raise Refused(f"the log was written by {', '.join(log.generations)}, the proof has {rules.generation.name}")


class _Play:
    """Plays the game of a proof: the decider of the engine."""

    def __init__(self, proof: Proof, rules: Ruleset, statements: Statements | None) -> None:
        self.proof, self.rules, self.statements, self.next = proof, rules, statements, 0
        setup = setup_of(proof.game.dealt)
        if (wrong := wrong_deal(setup, rules)) is not None:
            raise Refused(f"the deal is not one of the rules: expected {wrong.expected}, found {wrong.observed}")
        self.game = Game(setup, rules, self)
        if statements is not None:
            statements.attach(self.game)

    def run(self) -> Checked:
        """Play to the end of the proof."""
        game, proof, found = self.game, self.proof, None
        for number, (decisions, expected) in enumerate(proof.actions):
            if game.over is not None:
                raise Refused(f"action {number}: the game is over before it")
            until, last = self.next + decisions, number == len(proof.actions) - 1
            try:
                self._action(number)
            except Unfinished:
                if not last or expected is not None:
                    raise
                break
            if self.next != until:
                raise Refused(f"action {number} takes {self.next + decisions - until} decisions, not {decisions}")
            if expected != (found := digest(game)):
                raise Refused(f"action {number}: the state after it has the digest {found}, not {expected}")
        if self.next != len(proof.game.decisions):
            raise Refused(f"decision {self.next + 1} comes after the last action")
        if proof.game.digest not in (None, found):
            raise Refused("the last state has another digest")
        self._end()
        total = 0 if self.statements is None else len(self.statements.observations)
        return Checked(proof.verdict, len(proof.actions), proof.statements, proof.assumptions, total - proof.statements)

    def _action(self, number: int) -> None:
        try:
            play_next(self.game)
        except IllegalAnswer as error:
            raise Refused(f"action {number}, decision {self.next}: {error}") from None
        except Contradiction:
            raise Refused(f"action {number}, decision {self.next}: no hidden cards can be what is assumed") from None

    def _end(self) -> None:
        """The end of the game, and what is counted."""
        game, proof, over = self.game, self.proof, self.game.over
        how, winners = (over.how, sorted(over.winners)) if over else (None, [])
        if (proof.verdict == "legal") != (over is not None):
            raise Refused(f"{'no ' if over is None else ''}end of the game, but the verdict {proof.verdict}")
        if (how, winners) != (proof.game.ended, sorted(proof.game.winners)):
            raise Refused(f"the game ends with {how} and the winners {winners}")
        if self.statements is not None:
            self._result(self.statements.log, winners)
        if game.nature.assumptions != proof.assumptions:
            raise Refused(f"{game.nature.assumptions} assumptions about hidden cards, not {proof.assumptions}")
        if (told := 0 if self.statements is None else self.statements.finish(stopped=over is None)) != proof.statements:
            raise Refused(f"{told} statements of the log are compared, not {proof.statements}")

    def _result(self, log: GameLog, winners: list[int]) -> None:
        """Winners come first, or opponents of who gave up. Points are achievements, the score or 1, or of a team."""
        players, same = self.game.players, self.rules.same_side
        lost = next((one.player for one in log.observations if isinstance(one, Ended) and one.how == "conceded"), None)
        first = winners or [each.index for each in players if lost is None or not same(each.index, lost)]
        sure = winners or all(same(first[0], seat) for seat in first)
        alone = [[len(each.achievements) for each in players], [each.score() for each in players]]
        scales = [[int(each.index in winners) for each in players], *alone]
        scales += [[sum(of[b] for b in range(len(of)) if same(a, b)) for a in range(len(of))] for of in alone]
        gone = [*log.away, *(each.index for each in players if each.eliminated)]
        for ranked in log.ranked:
            if not {*ranked.first} <= {*first} or (sure and not ranked.fits(first, scales if winners else (), gone)):
                raise Refused(f"{ranked.at}: the result is not that of the game")

    def choose(self, choice: Choice) -> Any:
        """The next decision of the proof."""
        decisions = self.proof.game.decisions
        if self.next == len(decisions):
            raise Unfinished("the decisions of the proof are over within an action")
        decision = decisions[self.next]
        self.next += 1
        if (decision.player, decision.kind) != (choice.player, choice.kind.value):
            raise IllegalAnswer(
                f"seat {choice.player} chooses a {choice.kind.value}, not seat {decision.player} a {decision.kind}"
            )
        answer = from_data(choice.kind, decision.answer)
        if self.statements is not None:
            self.statements.decide(choice, answer)
        return answer
