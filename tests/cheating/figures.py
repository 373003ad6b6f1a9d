"""Games with figures in which somebody breaks one rule once, recorded in the native format.

A *forger* has an engine of its own that breaks a rule at one of the occasions that a game offers, and writes the
digests of that engine into the record. The first run of a game, which is honest, counts the occasions.

A forger who changes nothing has made no breach. The decisions are then played again by an honest engine of its own: if
it allows them all and comes to the same states, the record is that of an honest game, and the game is left out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from innolog.cards.editions import Printing
from innolog.cards.facts import CardSet
from innolog.cards.karmas import Who, Would
from innolog.conversion.simulated import as_replay
from innolog.engine.actions import Action, ActionKind, play_next
from innolog.engine.choices import Choice, ChoiceKind, IllegalAnswer
from innolog.engine.digest import digest
from innolog.engine.figures import DECREED, DECREES, INSPIRED, is_figure, plain_inspires
from innolog.engine.game import Game
from innolog.engine.karma import WouldKarmas, carry_out_karma, declared
from innolog.engine.operations import BY_ACTION, Draw, Fade, Move, Operation, Remove, TakeAction
from innolog.engine.ruleset import Platform, Ruleset
from innolog.engine.seams import Interceptor, Modifier
from innolog.engine.state import Player
from innolog.replay.recorded import replay_recorded
from innolog.results.native import recorded
from innolog.results.result import Verdict
from innolog.simulate import SimulatedAction, SimulatedGame, deal, seats
from tests.cheating.con import AFTER, LONGEST
from tests.cheating.counting import Counted, without_digests

SETS = (
    frozenset({CardSet.BASE, CardSet.FIGURES}),
    frozenset({CardSet.BASE, CardSet.FIGURES, CardSet.ECHOES}),
    frozenset(CardSet),
)
#: The number of occasions of a game that are tried, until the record is not that of an honest game.
TRIES = 4


class Forger(Interceptor):
    """Breaks the rule at one of the occasions that a game offers; 0 for none."""

    def __init__(self, game: Game, occasion: int) -> None:
        self.honest: tuple[Interceptor, ...] = game.interceptors
        self.modifiers: tuple[Modifier, ...] = game.modifiers
        self.occasion = occasion
        self.occasions = 0
        #: The number of the action in which the rule was broken, and of those played so far.
        self.action: int | None = None
        self.actions = 0
        #: The kind of the action that is being taken.
        self.taking: ActionKind | None = None

    def now(self, when: object = True) -> bool:
        """Whether to break the rule here. ``when``: whether it can be broken here at all."""
        self.occasions += bool(when)
        if not when or self.occasions != self.occasion:
            return False
        self.action = self.actions
        return True

    def intercept(self, game: Game, operation: Operation) -> Operation | None:
        if isinstance(operation, TakeAction):
            self.taking = operation.action.kind
        return self.change(game, operation)

    def change(self, game: Game, operation: Operation) -> Operation | None:
        """What becomes of an operation; by default, what karmas make of it."""
        found: Operation | None = operation
        for interceptor in self.honest:
            if found is not None:
                found = interceptor.intercept(game, found)
        return found

    def actions_of(self, game: Game, choice: Choice) -> list[Action]:
        """Actions that the forger takes in place of those that are allowed."""
        return []

    def before(self, game: Game) -> None:
        """Called before each action."""

    @property
    def karmas(self) -> WouldKarmas:
        """The honest karmas."""
        (karmas,) = self.honest
        assert isinstance(karmas, WouldKarmas)
        return karmas


Making = Callable[[Game, int], Forger]


class LeavesAKarmaOut(Forger):
    """Does something as if no karma interrupted it."""

    def change(self, game: Game, operation: Operation) -> Operation | None:
        return operation if self.now(self.karmas.interrupting(game, operation)) else super().change(game, operation)


class DoesItInSpiteOfAKarma(Forger):
    """Follows a karma that replaces an operation, and does what it replaces, too."""

    def change(self, game: Game, operation: Operation) -> Operation | None:
        before = game.place.get(operation.card) if isinstance(operation, Move) else None
        found = super().change(game, operation)
        stays = isinstance(operation, Move) and game.place.get(operation.card) == before
        return operation if self.now(found is None and stays) else found


class TakesFirstForInstead(Forger):
    """Follows a karma that comes first, and leaves out what it interrupts."""

    def change(self, game: Game, operation: Operation) -> Operation | None:
        found = self.karmas.interrupting(game, operation)
        first = bool(found) and not any(karma.instead for _, karma in found)
        after = super().change(game, operation)
        return None if self.now(first and after is operation) else after


class _FollowsAnother(Forger, ABC):
    """Follows a *would* karma that is not in force."""

    def change(self, game: Game, operation: Operation) -> Operation | None:
        if self.karmas.interrupting(game, operation) or not isinstance(operation, Move):
            return super().change(game, operation)
        by_card = declared(game.texts).woulds.get(type(operation), {})
        found = [
            (owner, karma)
            for owner, card in self.others(game, operation)
            for karma in by_card.get(card, ())
            if self.fits(owner, karma, operation) and (karma.when is None or karma.when(game, owner, operation))
        ]
        # A card that has just been drawn is nowhere yet.
        if not self.now(found and operation.card in game.place and game.place[operation.card][0] >= 0):
            return super().change(game, operation)
        before = game.place[operation.card]
        outcome = carry_out_karma(game, *found[0], operation)
        if found[0][1].instead or outcome is not None:
            return outcome if isinstance(outcome, Operation) else None
        return operation if game.place.get(operation.card) == before else None

    @abstractmethod
    def others(self, game: Game, operation: Operation) -> Iterator[tuple[Player, int]]:
        """Cards, with their owners, whose karmas are not in force."""

    def fits(self, owner: Player, karma: Would, operation: Operation) -> bool:
        """Whether a karma would concern the operation if it were in force."""
        return True


class FollowsACoveredKarma(_FollowsAnother):
    """Follows the karma of a figure that is not on top."""

    def others(self, game: Game, operation: Operation) -> Iterator[tuple[Player, int]]:
        me = operation.actor
        yield from ((me, card) for pile in me.piles for card in pile[:-1] if is_figure(game, card))

    def fits(self, owner: Player, karma: Would, operation: Operation) -> bool:
        return karma.who in (Who.ME, Who.ANYBODY)


class FollowsSomebodyElsesKarma(_FollowsAnother):
    """Follows a karma of somebody else that concerns its owner alone."""

    def others(self, game: Game, operation: Operation) -> Iterator[tuple[Player, int]]:
        yield from ((operation.actor, card) for other in game.others(operation.actor) for card in other.tops())

    def fits(self, owner: Player, karma: Would, operation: Operation) -> bool:
        return karma.who is Who.ME


class ForgetsAStandingKarma(Forger):
    """Takes an action as if no figure changed any number."""

    def before(self, game: Game) -> None:
        eaches = {card for by_card in declared(game.texts).eaches.values() for card in by_card}
        game.modifiers = () if self.now(any(card in eaches for card in game.all_tops())) else self.modifiers


class DoesNotFade(Forger):
    """Keeps a top figure that must fade."""

    def change(self, game: Game, operation: Operation) -> Operation | None:
        found = super().change(game, operation)
        return None if self.now(isinstance(found, Fade)) else found


class _DrawsOtherwise(Forger, ABC):
    """Replaces a draw."""

    def change(self, game: Game, operation: Operation) -> Operation | None:
        found = super().change(game, operation)
        if isinstance(found, Draw) and self.now(self.replaces(found)):
            return self.instead(found)
        return found

    def replaces(self, draw: Draw) -> bool:
        """Whether a draw is of the kind that is replaced; by default, one of a figure."""
        return draw.card_set is CardSet.FIGURES

    @abstractmethod
    def instead(self, draw: Draw) -> Draw | None:
        """What is drawn instead."""


class DrawsNoFigure(_DrawsOtherwise):
    """Draws a base card where a figure is due."""

    def instead(self, draw: Draw) -> Draw | None:
        return Draw(draw.actor, draw.cause, draw.value, None, draw.then)


class LeavesAFigureThere(_DrawsOtherwise):
    """Draws nothing where a figure is due."""

    def instead(self, draw: Draw) -> Draw | None:
        return None


class _DrawsHigher(_DrawsOtherwise):
    """Draws a card of the value above, if there is one."""

    def replaces(self, draw: Draw) -> bool:
        return super().replaces(draw) and draw.value < 10

    def instead(self, draw: Draw) -> Draw | None:
        return Draw(draw.actor, draw.cause, draw.value + 1, draw.card_set, draw.then)


class DrawsAHigherFigure(_DrawsHigher):
    """Draws a figure of the value above."""


class DrawsAFigureAsAnAction(_DrawsOtherwise):
    """Draws a figure with the Draw action."""

    def replaces(self, draw: Draw) -> bool:
        return self.taking is ActionKind.DRAW and draw.cause == BY_ACTION

    def instead(self, draw: Draw) -> Draw | None:
        return Draw(draw.actor, draw.cause, draw.value, CardSet.FIGURES, draw.then)


class InspiresWithoutDrawing(_DrawsOtherwise):
    """Leaves out the draw of an Inspire action."""

    def replaces(self, draw: Draw) -> bool:
        return self.taking is ActionKind.INSPIRE and draw.cause == BY_ACTION

    def instead(self, draw: Draw) -> Draw | None:
        return None


class InspiresForAHigherCard(_DrawsHigher, InspiresWithoutDrawing):
    """Draws a card of the value above with an Inspire action."""


class KeepsACardFromADecree(Forger):
    """Keeps a card of the hand that a decree removes."""

    def change(self, game: Game, operation: Operation) -> Operation | None:
        found = super().change(game, operation)
        return None if self.now(isinstance(found, Remove) and self.taking is ActionKind.DECREE) else found


class _Takes(Forger, ABC):
    """Takes an action that is not allowed."""

    def actions_of(self, game: Game, choice: Choice) -> list[Action]:
        wrong = [action for action in self.wrong(game, game.turn_player) if action not in choice.options]
        return wrong if self.now(wrong) else []

    @abstractmethod
    def wrong(self, game: Game, me: Player) -> Iterator[Action]:
        """Actions of which those that are not allowed are taken."""


class IssuesADecree(_Takes):
    """Issues a decree without the figures for it."""

    def wrong(self, game: Game, me: Player) -> Iterator[Action]:
        yield from (Action(ActionKind.DECREE, card) for card in range(DECREES, DECREES + 5))


class IssuesADecreeOfAnotherColor(IssuesADecree):
    """Issues a decree of which no figure in hand has the color, with figures for others."""

    def wrong(self, game: Game, me: Player) -> Iterator[Action]:
        figures = [card for card in me.hand if is_figure(game, card)]
        if game.values(figures) >= 3 and not me.turn_marks & DECREED:
            yield from super().wrong(game, me)


class IssuesADecreeTwice(IssuesADecree):
    """Issues a decree once more in a turn."""

    def wrong(self, game: Game, me: Player) -> Iterator[Action]:
        if me.turn_marks & DECREED and game.rules.decrees_once_a_turn:
            yield from super().wrong(game, me)


class InspiresWithoutEffect(_Takes):
    """Takes an Inspire action with a color without a visible inspire effect."""

    def wrong(self, game: Game, me: Player) -> Iterator[Action]:
        yield from (Action(ActionKind.INSPIRE, top) for top in me.tops())


class InspiresTwice(_Takes):
    """Takes an Inspire action once more in a turn."""

    def wrong(self, game: Game, me: Player) -> Iterator[Action]:
        if me.turn_marks & INSPIRED:
            colors = [game.color[top] for top in me.tops()]
            yield from (
                Action(ActionKind.INSPIRE, me.piles[color][-1]) for color in colors if plain_inspires(game, me, color)
            )


FORGERS: tuple[Making, ...] = (
    LeavesAKarmaOut,
    DoesItInSpiteOfAKarma,
    TakesFirstForInstead,
    FollowsACoveredKarma,
    FollowsSomebodyElsesKarma,
    ForgetsAStandingKarma,
    DoesNotFade,
    DrawsNoFigure,
    LeavesAFigureThere,
    DrawsAHigherFigure,
    DrawsAFigureAsAnAction,
    InspiresWithoutDrawing,
    InspiresForAHigherCard,
    KeepsACardFromADecree,
    IssuesADecree,
    IssuesADecreeOfAnotherColor,
    IssuesADecreeTwice,
    InspiresWithoutEffect,
    InspiresTwice,
)


def rules_of(seed: int) -> Ruleset:
    """The rules of a game: three combinations of sets, two or three players, both printings."""
    printing = list(Printing)[seed // 3 % 2]
    return Ruleset(sets=SETS[seed % 3], players=2 + seed % 2, platform=Platform.TABLE, printing=printing)


def play(seed: int, making: Making, occasion: int) -> tuple[SimulatedGame, Forger]:
    """Play a game in which a rule is broken at an occasion (0: at none)."""
    rules = rules_of(seed)
    setup = deal(rules, seed)
    bots = seats(["sensible", "uniform"], rules.players, seed)
    result = SimulatedGame(seed, rules, setup)
    decisions: list[tuple[Choice, Any]] = []

    class Scribe:
        def choose(self, choice: Choice) -> Any:
            taken = choice.kind is ChoiceKind.ACTION and choice.options[0].kind is ActionKind.DRAW
            wrong = one.actions_of(game, choice) if taken else []
            answer = wrong[0] if wrong else bots.choose(choice)
            if wrong:
                choice.options = [*choice.options, answer]
            decisions.append((choice, answer))
            return answer

    game = Game(setup, rules, Scribe())
    bots.attach(game)
    one = making(game, occasion)
    game.interceptors = (one,)
    while game.over is None and game.turn < LONGEST and (one.action is None or one.actions <= one.action + AFTER):
        player, turn, number = game.turn_player.index, game.turn, game.action_number
        one.before(game)
        play_next(game)
        one.actions += 1
        result.actions.append(SimulatedAction(player, turn, number, decisions[:], [], digest(game)))
        decisions.clear()
    result.ended = game.over
    return result, one


class Told:
    """Gives the answers of a played game, one action after the other.

    Raises :class:`IllegalAnswer` for one more question, and for an action that is not allowed. The engine itself
    raises it for any other answer outside the options.
    """

    def __init__(self) -> None:
        self.answers: list[Any] = []

    def choose(self, choice: Choice) -> Any:
        """The next answer."""
        if not self.answers:
            raise IllegalAnswer("one more question")
        answer = self.answers.pop(0)
        if choice.kind is ChoiceKind.ACTION and answer not in choice.options:
            raise IllegalAnswer("another action")
        return answer


def is_honest(game: SimulatedGame) -> bool:
    """Whether an honest engine takes these decisions and comes to the same states.

    It refuses what the rules do not allow. Whatever else it raises is a fault of the engine.
    """
    told = Told()
    honest = Game(game.setup, game.rules, told)
    for action in game.actions:
        told.answers = [answer for _, answer in action.decisions]
        try:
            play_next(honest)
        except IllegalAnswer:
            return False
        if told.answers or digest(honest) != action.digest:
            return False
    return honest.over == game.ended


@dataclass(slots=True)
class Row(Counted):
    """What was found in the games of a forger. ``alike``: records that are those of an honest game, left out."""

    forged: int = 0
    #: Records that are illegal without digests of single actions, too. In others, what differed is the same at the end.
    bare: int = 0
    alike: int = 0
    #: Games in which a program failed, with their seeds. Nothing else counts them.
    crashed: list[str] = field(default_factory=list)

    @property
    def failed(self) -> bool:
        """Whether a forged record was not caught, or a program failed."""
        return self.caught < self.forged or bool(self.crashed)


def judge(seed: int, making: Making, row: Row) -> None:
    """Forge one game, if it has an occasion, and judge its record. A crash is counted apart."""
    found = Row()
    try:
        _judge(seed, making, found)
    except Exception as error:
        row.crashed.append(f"seed {seed}: {type(error).__name__}: {error}")
    else:
        row.add(found)


def _judge(seed: int, making: Making, row: Row) -> None:
    honest, counting = play(seed, making, 0)
    if not counting.occasions:
        return
    found = replay_recorded(recorded(as_replay(honest), []))
    assert found.verdict.explained, "the honest game is accused"
    occasions = range(1, counting.occasions + 1)
    for occasion in Random(seed).sample(occasions, min(TRIES, len(occasions))):
        forged, one = play(seed, making, occasion)
        if not is_honest(forged):
            break
        row.alike += 1
    else:
        return
    assert one.action is not None
    row.forged += 1
    record = recorded(as_replay(forged), [])
    found = replay_recorded(record)
    if found.verdict is Verdict.ILLEGAL and found.violation is not None:
        row.caught += 1
        row.cited[found.violation.rule] += 1
        row.placed += len(found.actions) == one.action
        if len(found.actions) != one.action:
            row.missed.append(f"seed {seed}: in action {len(found.actions)}, broken in {one.action}")
    else:
        row.missed.append(f"seed {seed}: {found.verdict.value}, broken in action {one.action} of {len(forged.actions)}")
    row.bare += replay_recorded(without_digests(record)).verdict is Verdict.ILLEGAL


def measure(seeds: range) -> Iterator[tuple[str, Row]]:
    """A row for each forger, with a game of every seed that has an occasion."""
    for making in FORGERS:
        row = Row()
        for seed in seeds:
            judge(seed, making, row)
        yield getattr(making, "__name__", ""), row
