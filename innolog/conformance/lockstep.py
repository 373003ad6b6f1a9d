"""Whole games in lockstep: innolog and another engine play the same deal with the same decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from innolog.cards.facts import CardSet
from innolog.conformance.cases import Answering, Case, Recorder
from innolog.conformance.holding import FAILED, NOT_IMPLEMENTED, PASSED, Finding, hold
from innolog.conformance.naming import WITH_EFFECTS
from innolog.conformance.process import Engine
from innolog.conformance.serving import actions_of
from innolog.conformance.table import Data, position_of, state_of
from innolog.engine.actions import play_next, play_opening
from innolog.engine.answers import as_data
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.game import Game, Saved
from innolog.engine.reading import TooDeep
from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.simulate.bots import Bot, RandomDecider, SensibleBot
from innolog.simulate.dealing import deal

#: The number of actions after which a game is left.
LONGEST = 600
_EDITIONS = (Edition.THIRD, Edition.FOURTH, Edition.THIRD, Edition.FIRST)
_PLAYERS = (2, 2, 2, 3, 3, 4, 5)
_EXPANSIONS = (CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS, CardSet.FIGURES)


def rules_of(seed: int, said: Data | None = None) -> Ruleset | None:
    """The rules of the game of a seed: editions, sets, players and teams take turns.

    With the *hello* of an engine, only what that engine plays; None if it plays no whole game.
    """
    random = Random(seed)
    editions = [edition for edition in _EDITIONS if said is None or edition.value in said["editions"]]
    players = [number for number in _PLAYERS if said is None or number in said["players"]]
    names = [card_set.name.lower() for card_set in CardSet] if said is None else said["sets"]
    if not editions or not players or "base" not in names:
        return None
    edition = editions[seed % len(editions)]
    sets = {CardSet.BASE}
    if edition is Edition.THIRD and seed % 8:
        chosen = [card_set for card_set in _EXPANSIONS if random.random() < 0.4]
        sets.update(card_set for card_set in chosen if card_set.name.lower() in names)
    number = random.choice(players)
    in_teams = number == 4 and random.random() < 0.4 and (said is None or said.get("teams") is True)
    return Ruleset(edition, frozenset(sets), number, (0, 1, 0, 1) if in_teams else (), platform=Platform.TABLE)


class _Game:
    """One game of innolog, action by action, with what another engine needs to follow it.

    ``lacking`` are the actions that the other engine does not implement: they are not taken.
    """

    def __init__(self, rules: Ruleset, seed: int, lacking: set[str] | None = None) -> None:
        self.bot: Bot = SensibleBot(seed) if seed % 3 else RandomDecider(seed)
        self.game = Game(deal(rules, seed), rules, self.bot)
        self.lacking = set() if lacking is None else lacking
        self._saved: Saved | None = None
        self.bot.attach(self.game)
        play_opening(self.game)

    def cases(self) -> Iterator[Case]:
        """The actions of the game as cases, each in turn."""
        game, number = self.game, 0
        while game.over is None and number < LONGEST:
            number += 1
            position, legal = position_of(game), actions_of(game)
            self._saved = game.save()
            recorder = _Chooser(self.bot, self._lacks)
            game.decider = recorder
            try:
                play_next(game)
            except TooDeep:
                return
            yield Case(
                f"action {number}",
                _subject(recorder.action, game.rules),
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

    def take_back(self, action: Any) -> None:
        """Go back to before the last action, which is not taken again."""
        self.lacking.add(_subject(action, self.game.rules))
        if self._saved is not None:
            self.game.restore(self._saved)

    def _lacks(self, action: Any) -> bool:
        return _subject(action, self.game.rules) in self.lacking


class _Chooser(Recorder):
    """Records the action, too, that another decider takes; none that is lacking, if there is another one."""

    def __init__(self, answering: Answering, lacks: Callable[[Any], bool]) -> None:
        super().__init__(None, answering)
        self._bot = answering
        self._lacks = lacks

    def choose(self, choice: Choice) -> Any:
        if choice.kind is ChoiceKind.ACTION:
            there = [action for action in choice.options if not self._lacks(as_data(choice.kind, action))]
            action = self._bot.choose(Choice(choice.kind, choice.player, there or choice.options))
            self.action = as_data(choice.kind, action)
            return action
        return super().choose(choice)


def follow(engine: Engine, said: Data, seed: int, lacking: set[str] | None = None) -> list[Finding]:
    """Play the game of a seed with both engines, up to the first difference; nothing if the engine plays no such game.

    An action that the engine does not implement is taken back, added to ``lacking``, and another one is taken. The case
    of a finding is the action of the difference. If the engine does not differ when it begins at the position before
    it, the note says so: then the cause is in an earlier action.
    """
    rules = rules_of(seed, said)
    if rules is None:
        return []
    game, set_up = _Game(rules, seed, lacking), True
    found: list[Finding] = []
    for case in game.cases():
        case.id, case.note = f"game {seed}, {case.id}", f"whole game {seed}"
        found = hold(engine, case, set_up=set_up)
        set_up = found[-1].verdict == NOT_IMPLEMENTED
        if set_up:
            if found[-1].request not in ("act", "choose") or case.subject in game.lacking:
                return found
            game.take_back(case.action)
        if any(each.verdict == FAILED for each in found):
            again = hold(engine, case)
            if all(each.verdict != FAILED for each in again):
                case.note += ", not from this position alone"
                return found
            return again
        if found[-1].verdict not in (PASSED, NOT_IMPLEMENTED):
            return found
    return found


def _subject(action: Any, rules: Ruleset) -> str:
    """The card of an action, or its kind."""
    kind, card = action
    return rules.table.name[card] if kind in WITH_EFFECTS and card is not None else str(kind)
