"""Replaying a log: the engine action by action, going back where the story breaks."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from innolog import log as seen
from innolog.cards.facts import CardSet, card_table
from innolog.comparing.matching import Mismatch
from innolog.comparing.rules import by_the_rules
from innolog.engine.actions import play_next
from innolog.engine.digest import digest
from innolog.engine.game import Game, Saved
from innolog.engine.ruleset import OFFERED, Edition, Platform, Ruleset, UnsupportedRules, offers
from innolog.engine.state import Setup
from innolog.log import At, Fact, GameLog
from innolog.replay.answers import Answers
from innolog.replay.due import Step, due
from innolog.replay.forced import NOTHING, Forced
from innolog.replay.guide import Guide
from innolog.replay.identities import deal
from innolog.replay.memory import PATIENCE, BeenThere, Memory, Path
from innolog.replay.picks import OutOfBudget, OutOfLog, Pick
from innolog.replay.result import ActionRecord, Fork, Passage, Replay, Verdict, Violation
from innolog.replay.snapshots import snapshot
from innolog.replay.soundness import EXHAUSTIVE, Incomplete, Soundness

#: Cards of a set that are rarer than this, in a log with more transfers than that, may be a forger's.
RARE, ENOUGH = 2, 60
#: How many explained actions the search can go back to. Each keeps a copy of the table.
OPEN_ACTIONS = 400


class _Failure:
    """The furthest point that any explanation reached, and what was wrong there."""

    def __init__(
        self,
        cursor: int,
        mismatch: Mismatch,
        saved: Saved | None = None,
        start: int = 0,
        steps: Sequence[Step] = (),
        actions: Sequence[ActionRecord] = (),
    ) -> None:
        self.cursor = cursor
        #: The first observation of the action in which it happened, and what was matched in it.
        self.start = start
        self.steps = steps
        self.mismatch = mismatch
        #: The game at the start of the action in which it happened.
        self.saved = saved
        #: The actions before it, of which the search may have gone back behind some since.
        self.actions = actions


def replay_under(
    log: GameLog,
    rules: Ruleset,
    *,
    record: bool = False,
    most_returns: int | None = None,
    like: Replay | None = None,
    strict: bool = False,
    doubted: seen.Revealed | None = None,
) -> Replay:
    """Replay a log under given rules and judge it. After ``most_returns`` returns the verdict is unsupported.

    ``like`` is a replay of the same log under rules that are those of another edition and else the same: what both have
    in common is not replayed again, and missing from the result's actions and checks. ``strict`` is
    for logs known to be wrong: a declined option without its message is the place where something was left out. What
    the log shows in ``doubted`` is not believed; the result's ``lay_there`` names the cards that were there instead.
    """
    started = time.perf_counter()
    setup = like.setup if like is not None else None
    if doubted is not None:
        believed = [observation for observation in log.observations if observation is not doubted]
        setup = deal(replace(log, observations=believed), rules)
    search = _Search(log, rules, record, most_returns, setup)
    search.guide.strict, search.guide.doubted = strict, doubted
    if like is not None and like.fork is not None:
        search.start_at(like.fork)
    result = search.run()
    if doubted is not None:
        result.lay_there = search.guide.lay_there
    result.seconds = time.perf_counter() - started
    return result


def leads_alike(like: Replay, rules: Ruleset) -> bool:
    """Whether rules of another edition explain a log as ``like`` does: where editions differ, with the same outcome.

    Only the actions are replayed in which a card was executed that editions word differently. False says only that it
    takes a whole search to find out; it can begin at the fork of ``like``, which is put as late as is certain.
    """
    if like.passages is None:
        return False
    search = _Search(like.log, rules, False, None, like.setup)
    try:
        for passage in like.passages:
            if passage.sure and not search.open:
                like.fork = passage.start
            if not search.follows(passage):
                return False
    except (OutOfLog, OutOfBudget):
        return False
    return True


@dataclass(slots=True)
class _Guess:
    """An action that was explained by a guess.

    ``saved`` is the game before it, and ``records`` how many actions were recorded before it. ``memory`` has what was
    tried within the action.
    """

    saved: Saved
    cursor: int
    picks: list[Pick]
    records: int
    memory: Memory


class _Search:
    def __init__(
        self, log: GameLog, rules: Ruleset, record: bool, most_returns: int | None, setup: Setup | None = None
    ) -> None:
        self.log = log
        self.rules = rules
        self.record = record
        self.guide = Guide(log)
        self.guide.answers = Answers(self.guide)
        self.guide.keep_events = record
        self.setup = deal(log, rules) if setup is None else setup
        self.game = Game(self.setup, rules, self.guide)
        self.guide.attach(self.game)
        self.returns = 0
        self.most_returns = most_returns
        #: The soundness of what the search did by itself; what its guide left out is in the guide's.
        self.soundness: Soundness = EXHAUSTIVE
        self.furthest: _Failure | None = None
        self.actions: list[ActionRecord] = []
        self.open: list[_Guess] = []
        self.path = Path(self.game)
        self.fork: Fork | None = None
        self.passages: list[Passage] = []
        #: Whether something was ruled out by what a card did that other editions word differently.
        self.doubtful = False

    def start_at(self, fork: Fork) -> None:
        """Begin where another search was."""
        self.game.restore(fork.saved._replace(turn_player=self.game.players[fork.saved.turn_player.index]))
        self.guide.cursor, self.guide.budget, self.returns = fork.cursor, fork.budget, fork.returns

    def follows(self, passage: Passage) -> bool:
        """Whether the first explanation of an action under these rules leads where it led under others."""
        self.start_at(passage.start)
        start = passage.start.saved._replace(turn_player=self.game.turn_player)
        if not self._explain(start, passage.start.cursor, []) or self.guide.cursor != passage.cursor:
            return False
        player = self.game.players[passage.saved.turn_player.index]
        return self.game.save() == passage.saved._replace(turn_player=player)

    def run(self) -> Replay:
        game, guide = self.game, self.guide
        ended = None
        try:
            while True:
                saved, cursor = game.save(), guide.cursor
                if not guide.told_apart:
                    # With a guess that is open, another search could still return to before this place.
                    sure = not self.open and self.soundness.exhaustive
                    self.fork = Fork(saved, cursor, guide.budget, self.returns) if sure else None
                if not self._explain(saved, cursor, []) and not self._go_back():
                    return self._failed()
                if game.over is not None:
                    ended = game.over
                    break
        except OutOfLog:
            pass
        except OutOfBudget:
            self.soundness = self.soundness.but(Incomplete.STEPS)
            return self._failed()
        stopped = None
        if ended is None:
            stop = guide.peek()
            if not isinstance(stop, seen.Ended):
                return self._result(Verdict.LEGAL_SO_FAR)
            stopped = seen.STOPPED[stop.how]
            guide.cursor = 1 + next(i for i, observation in enumerate(guide.observations) if observation is stop)
        rest = guide.peek()
        if rest is not None:
            mismatch = Mismatch("end.after", stopped or "the game is over", guide.speaker.observation(rest))
            index = next(i for i in range(guide.cursor, len(guide.observations)) if guide.observations[i] is rest)
            self.furthest = _Failure(index, mismatch, actions=self.actions)
            return self._failed()
        return self._result(Verdict.LEGAL_SO_FAR if stopped else Verdict.LEGAL, stopped)

    def _explain(
        self,
        saved: Saved,
        cursor: int,
        picks: list[Pick],
        memory: Memory | None = None,
    ) -> bool:
        """Try to explain one action from ``cursor`` on; False if no answers do.

        ``memory`` is what was tried of it before.
        """
        game, guide = self.game, self.guide
        memory = guide.memory = memory or Memory()
        checks = guide.checks
        sure = not self.open and self.soundness.exhaustive and not self.doubtful
        # A free action that was declined leaves no trace but a move.
        decisions = 0 if picks else guide.decisions
        while True:
            guide.rewind(cursor, picks, decisions)
            turn, number, player = game.turn, game.action_number, game.turn_player.index
            explained = False
            try:
                play_next(self.game)
            except BeenThere:
                pass
            except Mismatch as mismatch:
                self._note(mismatch, saved, cursor)
            else:
                explained = True
                guessed = any(pick.blind and pick.chosen + 1 < len(pick.answers) for pick in guide.picks)
                # Where it is not known that everything from there fails, the search goes on.
                if (not guessed and self.returns < PATIENCE) or self.path.leads_on(
                    game.save(), len(self.actions) + 1, guide.cursor
                ):
                    if guessed:
                        self._leave_open(_Guess(saved, cursor, guide.picks, len(self.actions), memory))
                    if guide.apart:
                        fork = Fork(saved, cursor, guide.budget, self.returns)
                        self.passages.append(Passage(len(self.actions), fork, sure, game.save(), guide.cursor))
                    self._keep(turn, number, player, cursor)
                    return True
            self.doubtful |= guide.apart
            picks = guide.picks
            if not (_advance_blind(picks) if explained else advance(picks)):
                return False
            memory.leave(game, len(picks))
            self._return()
            guide.checks = checks
            game.restore(saved)

    def _leave_open(self, guess: _Guess) -> None:
        """Let the search go back to an action."""
        self.open.append(guess)
        if len(self.open) > OPEN_ACTIONS:
            del self.open[0]
            self.soundness = self.soundness.but(Incomplete.RETURNS)

    def _go_back(self) -> bool:
        """Return to the last action that was explained by a guess, and explain it otherwise."""
        self.doubtful |= self.guide.told_apart
        while self.open:
            guess = self.open.pop()
            self.path.back_to(guess.records)
            del self.actions[guess.records :]
            while self.passages and self.passages[-1].action >= guess.records:
                self.passages.pop()
            if _advance_blind(guess.picks):
                guess.memory.leave(self.game, len(guess.picks))
                self._return()
                self.game.restore(guess.saved)
                if self._explain(guess.saved, guess.cursor, guess.picks, guess.memory):
                    return True
        return False

    def _return(self) -> None:
        self.returns += 1
        if self.most_returns is not None and self.returns > self.most_returns:
            raise OutOfBudget

    def _note(self, mismatch: Mismatch, saved: Saved, start: int) -> None:
        guide = self.guide
        if self.furthest is None or guide.cursor > self.furthest.cursor:
            steps = [*guide.steps, (guide.cursor, guide.decisions)]
            self.furthest = _Failure(guide.cursor, mismatch, saved, start, steps, list(self.actions))

    def _keep(self, turn: int, number: int, player: int, cursor: int) -> None:
        # What begins an action is told at the end of the move before.
        first = cursor + (0 if turn < 0 else 1)
        record = record_of(self.guide, len(self.actions), turn, number, player, first)
        if self.record:
            record.snapshot = snapshot(self.game)
            record.digest = digest(self.game)
        self.actions.append(record)

    def _failed(self) -> Replay:
        """The result if nothing explains the log: *illegal* if all was tried, else the furthest place reached."""
        if self.soundness.exhaustive:
            return self._result(Verdict.ILLEGAL)
        reason = Incomplete.RETURNS.value
        if self.soundness.has(Incomplete.STEPS):
            reason = f"the search for an explanation took too many steps ({self.returns} backtracks)"
        observations, furthest = self.guide.observations, self.furthest
        cursor = 0 if furthest is None else min(furthest.cursor, len(observations) - 1)
        result = self._result(Verdict.UNSUPPORTED, f"{observations[cursor].at}: {reason}" if furthest else reason)
        result.explained = cursor
        return result

    def _result(self, verdict: Verdict, reason: str | None = None) -> Replay:
        violation = table = None
        if verdict is Verdict.ILLEGAL and self.furthest is not None:
            mismatch = self.furthest.mismatch
            at: At | None = None
            observations = self.guide.observations
            if observations:
                at = observations[min(self.furthest.cursor, len(observations) - 1)].at
            late = due(self.log, self.furthest.start, self.furthest.steps, mismatch.missing)
            violation = violation_of(mismatch, at)._replace(due=late)
            if self.furthest.saved is not None:
                self.game.restore(self.furthest.saved)
            self.actions = [*self.furthest.actions]
            table = snapshot(self.game)
        return Replay(
            log=self.log,
            verdict=verdict,
            rules=self.rules,
            setup=self.setup,
            violation=violation,
            reason=reason,
            assumptions=self.game.nature.assumptions,
            checks=self.guide.checks,
            returns=self.returns,
            told_apart=self.guide.told_apart,
            soundness=self.soundness.joined(self.guide.soundness),
            fork=self.fork if self.guide.told_apart and verdict is not Verdict.ILLEGAL else None,
            passages=None if self.guide.apart and self.game.over is None else self.passages,
            table=table,
            actions=self.actions,
            ended=self.game.over,
            digest=digest(self.game),
        )


def violation_of(mismatch: Mismatch, at: At | None) -> Violation:
    """What is wrong with a log where the furthest explanation of it ends."""
    message = by_the_rules(mismatch.expected, mismatch.observed)
    return Violation(mismatch.rule, message, at, mismatch.expected, mismatch.observed)


def record_of(guide: Guide, index: int, turn: int, number: int, player: int, first: int) -> ActionRecord:
    """The action that was just explained, without a picture of the table. ``first`` is its first observation."""
    observations = guide.observations
    action = guide.action
    silent: frozenset[int] = frozenset()
    if Fact.PASSES in guide.log.records:
        silent = frozenset(number for number, pick in enumerate(guide.picks) if not pick.passed)
    return ActionRecord(
        index=index,
        turn=turn + 1,
        number=number,
        player=player,
        kind="opening" if action is None else action.kind.value,
        card=None if action is None else action.card,
        move=_move_of(observations, first),
        last_move=_move_of(observations, guide.cursor - 1),
        events=guide.events,
        decisions=[(pick.choice, pick.answers[pick.chosen]) for pick in guide.picks],
        silent=silent,
    )


def _move_of(observations: list[seen.Observation], index: int) -> int | None:
    return observations[index].at.move if 0 <= index < len(observations) else None


def advance(picks: list[Pick]) -> bool:
    """Turn to the next combination of answers, the last choice first."""
    while picks:
        pick = picks[-1]
        if pick.chosen + 1 < len(pick.answers):
            pick.chosen += 1
            return True
        picks.pop()
    return False


def _advance_blind(picks: list[Pick]) -> bool:
    """The same, but only over choices in which the log told nothing."""
    while picks:
        pick = picks[-1]
        if pick.blind and pick.chosen + 1 < len(pick.answers):
            pick.chosen += 1
            return True
        picks.pop()
    return False


def candidate_rules(log: GameLog, forced: Forced = NOTHING) -> list[tuple[Ruleset, dict[str, str]]]:
    """The rules a log may have been played under, most likely first, with what was deduced and why."""
    deduced: dict[str, str] = {}
    forced = forced.filled(log.stated)
    moves = [observation for observation in log.observations if isinstance(observation, seen.Transfer)]
    seen_sets = Counter(card_set for move in moves if not move.relic and (card_set := _set_of(move)) in (1, 2, 3, 4))
    if len(moves) > ENOUGH and seen_sets[CardSet.FIGURES] <= RARE:
        # A false back or two must not make a game one of a set that is not known.
        del seen_sets[CardSet.FIGURES]
    sets = {CardSet.BASE, *map(CardSet, seen_sets)}
    # Backs of cards that may be relics need not be of a set in play.
    certain = {_set_of(move) for move in moves if move.relic is False}
    deduced["sets"] = "the backs of the cards seen"
    relic_moves = sum(bool(move.relic) for move in moves)
    relics = relic_moves > 0
    seats = len(log.seats)
    extra = _extra_achievement(log, seats, len(sets) - 1)
    editions = [Edition(forced.edition)] if forced.edition else list(OFFERED[Platform.BGA])
    teams: list[tuple[int, ...]] = [()]
    if forced.teams is not None:
        teams = [forced.teams]
    elif log.team_game and seats == 4:
        teams = [(0, 1, 0, 1), (0, 0, 1, 1), (0, 1, 1, 0)]
        deduced["teams"] = "the log is of a team game; what the players do shows who belongs together"
    elif log.team_game is None and (log.not_recorded or log.of_one) and seats == 4:
        # A poorer record need not say that there are teams.
        teams = [(), (0, 1, 0, 1), (0, 0, 1, 1), (0, 1, 1, 0)]
        deduced["teams"] = "what the players do"
    if not forced.edition:
        deduced["edition"] = "the card texts that explain what the cards did"
    variants = [(sets, extra, relics)]
    if relics and (likely := {of for of in sets if of in certain or of is CardSet.BASE}) != sets:
        variants.insert(0, (likely, extra, relics))
    # One false back or claim must not decide the rules of a whole game: it is also read without.
    if len(moves) > ENOUGH:
        rare = {CardSet(number) for number, count in seen_sets.items() if count <= RARE}
        # One of them may be false and the other not: the back of a relic alone looks like one of another set.
        for fewer in ((sets - rare, extra, relics), (sets - rare, extra, relic_moves > RARE), (sets, False, relics)):
            if fewer not in variants:
                variants.append(fewer)
    if not relics and CardSet.ARTIFACTS in sets and Fact.PASSES in log.records:
        # Relics that everybody left where they lay show in passes alone, which else are those of other choices.
        variants.append((sets, extra, True))
    if forced.sets is not None:
        del deduced["sets"]
    variants = [
        (
            sets if forced.sets is None else {CardSet.BASE, *(CardSet[name.upper()] for name in forced.sets)},
            extra if forced.extra_achievement is None else forced.extra_achievement,
            with_relics if forced.relics is None else forced.relics,
        )
        for sets, extra, with_relics in variants
    ]
    if forced.relics:
        # How Artifacts are played; a game without them has no relics all the same.
        variants = [(sets, extra, CardSet.ARTIFACTS in sets) for sets, extra, _ in variants]
    platforms = [Platform.BGA]
    if log.site == Platform.YUCATA.value:
        # A game of the other site can be told in the words of this one.
        platforms = [Platform.YUCATA, Platform.BGA]
        deduced["platform"] = "the platform whose rules explain the log"
    elif "platform" in log.stated:
        platforms = [Platform(log.stated["platform"])]
    why = {"options": "more achievements were claimed than the game needs without the option"}
    longer = deduced if forced.extra_achievement is not None else {**deduced, **why}
    found: dict[Ruleset, dict[str, str]] = {}
    refused: UnsupportedRules | None = None
    for platform, (of, more, with_relics), which, team in product(platforms, variants, editions, teams):
        if not forced.edition and not offers(platform, which, of):
            continue
        # How many a game of teams needs is another number: what was counted for single players tells nothing of it.
        extra = more and (not team or bool(log.team_game) or forced.extra_achievement is not None)
        try:
            rules = Ruleset(which, frozenset(of), seats, team, platform=platform)
            rules = replace(rules, extra_achievement=extra and rules.can_be_longer, relics=with_relics)
            if CardSet.FIGURES in rules.sets:
                # The search does not know yet what karmas can do that a log leaves out.
                raise UnsupportedRules("figures can be checked in the native format alone")
        except UnsupportedRules as unsupported:
            refused = refused or unsupported
            continue
        found.setdefault(rules, longer if rules.extra_achievement else deduced)
    if refused is not None and not found:
        raise refused
    return list(found.items())


def _set_of(move: seen.Transfer) -> int | None:
    """The set of a card, from its back or its face."""
    if move.card_set is not None or move.card is None:
        return move.card_set
    return card_table().set[move.card]


def rules_with_unseen_sets(log: GameLog, fitting: list[tuple[Ruleset, dict[str, str]]]) -> list[Ruleset]:
    """The rules that fit a log, with sets more of which it shows nothing; none where every set must have shown itself.

    A log that was cut short at its beginning may be of a game with sets of which no card was seen yet, though what is
    dealt and drawn depends on them.
    """
    moves = sum(isinstance(observation, seen.Transfer) for observation in log.observations)
    if moves > ENOUGH or any(isinstance(observation, seen.Ended) for observation in log.observations):
        return []
    found: dict[Ruleset, None] = {}
    expansions = (CardSet.ECHOES, CardSet.CITIES, CardSet.ARTIFACTS)
    for count in range(1, len(expansions) + 1):
        for more in combinations(expansions, count):
            found.update((replace(rules, sets=rules.sets | set(more)), None) for rules, _ in fitting)
    return [rules for rules in found if rules not in [fit for fit, _ in fitting]]


def _extra_achievement(log: GameLog, seats: int, expansions: int) -> bool:
    """Whether the game went on after the usual number of achievements, or ended with one more."""
    if log.team_game:
        seats = 2
    usual = max(4, 8 + expansions - seats)
    counts = [0] * len(log.seats)
    most = 0
    for observation in log.observations:
        if isinstance(observation, seen.Transfer):
            if observation.to_place is seen.Place.ACHIEVEMENTS and observation.to_owner >= 0:
                counts[observation.to_owner] += 1
            if observation.from_place is seen.Place.ACHIEVEMENTS and observation.from_owner >= 0:
                counts[observation.from_owner] -= 1
            most = max(most, *counts)
        elif isinstance(observation, seen.Ended) and observation.achievements is not None:
            # Several achievements gained at one moment can take a player past the goal.
            gained = _gained_at_once(log, observation)
            return observation.achievements > usual and observation.achievements - gained >= usual
        elif most >= usual and not log.team_game and isinstance(observation, seen.ActionBegan | seen.DogmaStarted):
            return True
    return False


def _gained_at_once(log: GameLog, end: seen.Ended) -> int:
    """How many achievements were gained last, one right after the other, before the end of the game."""
    gained = 0
    for observation in reversed(log.observations[: log.observations.index(end)]):
        if not isinstance(observation, seen.Transfer) or observation.to_place is not seen.Place.ACHIEVEMENTS:
            break
        gained += 1
    return gained
