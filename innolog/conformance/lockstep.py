"""Whole games in lockstep: innolog and another engine play the same deal with the same decisions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from innolog.cards.facts import CardSet
from innolog.conformance.holding import FAILED, PASSED, Answering, Case, Finding, Recorder, hold, implements, play
from innolog.conformance.process import Engine
from innolog.conformance.serving import actions_of
from innolog.conformance.table import Data, position_of, state_of
from innolog.engine.actions import play_opening
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.game import Game
from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.results.native import as_data
from innolog.simulate.bots import Bot, RandomDecider, SensibleBot
from innolog.simulate.dealing import deal

#: The number of actions after which a game is left.
LONGEST = 600
_EXPANSIONS = (CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS, CardSet.FIGURES)


def rules_of(seed: int) -> Ruleset:
    """The rules of the game of a seed: editions, sets, players and teams take turns."""
    random = Random(seed)
    edition = (Edition.THIRD, Edition.FOURTH, Edition.THIRD, Edition.FIRST)[seed % 4]
    sets = {CardSet.BASE}
    if edition is Edition.THIRD and seed % 8:
        sets.update(card_set for card_set in _EXPANSIONS if random.random() < 0.4)
    players = random.choice((2, 2, 2, 3, 3, 4, 5))
    teams = (0, 1, 0, 1) if players == 4 and random.random() < 0.4 else ()
    return Ruleset(edition, frozenset(sets), players, teams, platform=Platform.TABLE)


class _Game:
    """One game of innolog, action by action, with what another engine needs to follow it."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.bot: Bot = SensibleBot(seed) if seed % 3 else RandomDecider(seed)
        self.game = Game(deal(rules, seed), rules, self.bot)
        self.bot.attach(self.game)
        play_opening(self.game)

    def cases(self) -> Iterator[Case]:
        """The actions of the game as cases, each in turn."""
        game, number = self.game, 0
        while game.over is None and number < LONGEST:
            number += 1
            position, legal = position_of(game), actions_of(game)
            recorder = _Chooser(self.bot)
            game.decider = recorder
            play(game)
            yield Case(
                f"action {number}",
                "",
                recorder.action[1],
                "game",
                "",
                [],
                position,
                legal,
                recorder.action,
                recorder.decisions,
                state_of(game),
            )


class _Chooser(Recorder):
    """Records the action, too, that another decider takes."""

    def __init__(self, answering: Answering) -> None:
        super().__init__(None, answering)
        self._bot = answering

    def choose(self, choice: Choice) -> Any:
        if choice.kind is ChoiceKind.ACTION:
            action = self._bot.choose(choice)
            self.action = as_data(choice.kind, action)
            return action
        return super().choose(choice)


def follow(engine: Engine, said: Data, seed: int) -> Finding | None:
    """Play the game of a seed with both engines, up to the first difference. None if the engine lacks its rules.

    The finding's case is the action of the difference. If the engine does not differ when it begins at the position
    before it, the note says so: then the cause is in an earlier action.
    """
    rules = rules_of(seed)
    if implements(said, {"rules": rules.describe()}):
        return None
    last: Finding | None = None
    for number, case in enumerate(_Game(rules, seed).cases()):
        case.id, case.subject = f"game {seed}, {case.id}", _subject(case, rules)
        case.note = f"whole game {seed}"
        last = hold(engine, case, set_up=not number)
        if last.verdict == FAILED:
            again = hold(engine, case)
            for finding in (last, again):
                if finding.place == "actions":
                    # Not the action that was taken, but the one that differs.
                    case.subject = _first_kind(finding)
            if again.verdict == PASSED:
                case.note += ", not from this position alone"
            return again if again.verdict == FAILED else last
        if last.verdict != PASSED:
            return last
    return last


def _subject(case: Case, rules: Ruleset) -> str:
    """The card of an action, or its kind."""
    kind, card = case.action
    return rules.table.name[card] if kind in _OF_CARDS and card is not None else str(kind)


def _first_kind(finding: Finding) -> str:
    differing = [*finding.expected, *finding.found]
    first = differing[0] if differing else None
    return str(first[0])[:40] if isinstance(first, list) and first else "actions"


_OF_CARDS = ("dogma", "endorse", "inspire", "decree", "parley", "dogma of display")
