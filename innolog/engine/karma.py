"""Karmas of figures at the two seams: *would* karmas interrupt operations, *each* karmas change answers.

Deluxe rulebook, "Karma effects": a karma is in force while its figure is a top card. Karmas never chain or trigger off
other karmas: what an interceptor performs is not intercepted, and every modifier counts from what is printed. If
several *would* karmas interrupt one operation, the player whose turn it is chooses one, and the others are ignored.

This module is not compiled: its classes derive from those of the seams.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from innolog.cards.facts import COLORS, UNKNOWN_BASE, CardSet, card_table
from innolog.cards.karmas import Each, Issues, Karma, Who, Would, karmas_of
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.consequences import GameOver
from innolog.engine.events import EffectStarted, Event
from innolog.engine.events import Transfer as Transferred
from innolog.engine.moving import DogmaComplete
from innolog.engine.operations import (
    BY_ACTION,
    NOTHING,
    PLACINGS,
    Claim,
    Demand,
    Draw,
    Meld,
    Move,
    Operation,
)
from innolog.engine.seams import Interceptor, Modifier
from innolog.engine.state import Player, Setup
from innolog.engine.zones import Keyword, Zone

if TYPE_CHECKING:
    from innolog.engine.game import Game

#: The operations that a draw performs at once with the card drawn.
_PLACINGS = tuple(PLACINGS.values())


class Declared:
    """The karmas of all figures under some texts."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        self.whens: dict[int, list[Karma]] = {}
        self.eaches: dict[str, dict[int, Each]] = {}
        self.woulds: dict[type, dict[int, list[Would]]] = {}
        self.issues: dict[int, list[int]] = {}
        for card, facts in card_table().cards.items():
            if facts.set is not CardSet.FIGURES:
                continue
            for karma in karmas_of(card, texts):
                if isinstance(karma, Each):
                    self.eaches.setdefault(karma.question, {})[card] = karma
                elif isinstance(karma, Would):
                    for kind in karma.kinds:
                        self.woulds.setdefault(kind, {}).setdefault(card, []).append(karma)
                elif isinstance(karma, Issues):
                    self.issues.setdefault(card, []).append(karma.decree)
                else:
                    self.whens.setdefault(card, []).append(karma)


@lru_cache(maxsize=8)
def declared(texts: tuple[str, ...]) -> Declared:
    """The karmas of all figures under some texts."""
    return Declared(texts)


def carry_out_karma(game: Game, owner: Player, karma: Karma, *more: Any) -> Any:
    """Let the owner of a figure follow its karma."""
    current, cause, leader = game.current, game.cause, game.leader
    game.current, game.cause, game.leader = owner, karma.card, None
    game.sink(EffectStarted(owner.index, karma.card, "karma", karma.number, False))
    try:
        outcome = karma.run(game, owner, *more)
    finally:
        # Also if an effect that the karma executes completes an action.
        game.leader = leader
    game.current, game.cause = current, cause
    return outcome


#: How many executions of cards may be carried out inside each other so that would karmas still interrupt them.
DEEPEST: Final = 40


class WouldKarmas(Interceptor):
    """The *would* karmas of all top figures."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        self._woulds = declared(texts).woulds

    def intercept(self, game: Game, operation: Operation) -> Operation | None:
        """Carry out one karma that interrupts the operation, if there is any.

        An effect that is repeated until it comes to its end might have none, if karmas undo each step. No rulebook says
        what happens then. Here nothing is interrupted any more in an action with more karmas than there are cards, nor
        in a card that was executed by a card, and so on, :data:`DEEPEST` times.
        """
        found = self.interrupting(game, operation)
        if not found or game.depth > DEEPEST:
            return operation
        karmas = game.swayed["karmas"] = 1 + game.swayed.get("karmas", 0)
        if karmas > len(game.place):
            return operation
        owner, karma = self._choose(game, found)
        card = operation.card if isinstance(operation, Move) else None
        if card is not None and isinstance(operation, _PLACINGS) and game.place[card][1] == Zone.DECK:
            # A drawn card is in the hand until it goes to its place.
            game.take_drawn(operation.actor, card)
        before = None if card is None else game.place.get(card)
        continued = _from_its_pile(game, operation)
        outcome = carry_out_karma(game, owner, karma, operation)
        if card is not None and karma.instead and outcome is None:
            _stays_in_hand(game, card, before)
        if karma.instead or outcome is not None:
            return outcome if isinstance(outcome, Operation) else None
        if card is not None and game.place.get(card) != before:
            return None
        if isinstance(operation, Claim) and operation.achievement not in game.specials:
            return None
        if isinstance(operation, Meld) and operation.cause == BY_ACTION:
            game.swayed["covered"] = operation.actor.top(game.color[operation.card])
        return continued

    def meets(self, game: Game, operation: Operation) -> bool:
        """Whether a karma interrupts an operation."""
        return bool(self.interrupting(game, operation))

    def interrupting(self, game: Game, operation: Operation) -> list[tuple[Player, Would]]:
        """All karmas that interrupt an operation, each with its owner."""
        by_card = self._woulds.get(type(operation))
        if by_card is None or "uninterrupted" in game.swayed:
            return []
        return [
            (owner, karma)
            for owner in game.players
            for card in owner.tops()
            if card in by_card
            for karma in by_card[card]
            if _concerns(game, owner, karma.who, operation.actor)
            and (karma.when is None or karma.when(game, owner, operation))
        ]

    @staticmethod
    def _choose(game: Game, found: list[tuple[Player, Would]]) -> tuple[Player, Would]:
        if len(found) == 1:
            return found[0]
        cards = list(dict.fromkeys(karma.card for _, karma in found))
        chosen = game.choose_card(game.turn_player, cards)
        return next((owner, karma) for owner, karma in found if karma.card == chosen)


def _from_its_pile(game: Game, operation: Operation) -> Operation:
    """The operation that goes on after a karma. Whether a draw then looks for its pile is an open question."""
    if not isinstance(operation, Draw) or not game.rules.reads("interrupted_draws_keep_their_pile"):
        return operation
    card = game.next_card(operation.actor, operation.value, operation.card_set)
    pile = 0 if card == NOTHING else game.back[card]
    op = operation
    return Draw(op.actor, op.cause, op.value, op.card_set, op.then, op.melds, pile)


def _stays_in_hand(game: Game, card: int, before: tuple[int, Zone] | None) -> None:
    """Put a card into the hand that was revealed and stays where it was: it came from the hand, or was drawn."""
    if before is not None and before[1] == Zone.REVEALED and game.place.get(card) == before:
        game.keep(game.players[before[0]], card)


def _concerns(game: Game, owner: Player, who: Who, actor: Player) -> bool:
    if who is Who.ANYBODY:
        return True
    if who is Who.ME:
        return actor is owner
    if who is Who.OTHER:
        return actor is not owner
    return not game.rules.same_side(owner.index, actor.index)


class EachKarmas(Modifier):
    """The *each* karmas of all figures."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        self._texts = texts
        self._cards = frozenset().union(*declared(texts).eaches.values())

    def of(self, player: Player) -> TopKarmas | None:
        """The karmas of a player's top cards."""
        cards = tuple([pile[-1] for pile in player.piles if pile and pile[-1] in self._cards])
        return top_karmas(self._texts, cards) if cards else None

    def naming(self, game: Game) -> Callable[[int], int] | None:
        """Let an effect name other values."""
        more: int = game.swayed.get("raise", 0)
        # An effect belongs to the player who activated its card, even when others share it.
        owner = (game.leader or game.current) if game.intercepting else game.turn_player
        karmas = self.of(owner)
        found = karmas.asked("value") if karmas is not None else ()
        if not more and not found:
            return None

        def changed(value: int) -> int:
            for karma in found:
                value = int(karma.run(game, owner, value))
            return value + more

        return changed


@lru_cache(maxsize=4096)
def top_karmas(texts: tuple[str, ...], cards: tuple[int, ...]) -> TopKarmas:
    """The *each* karmas of a player's top cards, color by color, under some texts."""
    eaches = declared(texts).eaches
    return TopKarmas(
        {question: [by_card[card] for card in cards if card in by_card] for question, by_card in eaches.items()}
    )


class TopKarmas(Modifier):
    """The *each* karmas of one player's top figures.

    Those that add icons count the icons on the cards, without what others of them add. All others count both.
    """

    def __init__(self, karmas: dict[str, list[Each]]) -> None:
        self._karmas = {question: found for question, found in karmas.items() if found}

    def asked(self, question: str) -> Sequence[Each]:
        """The karmas that change the answer to a question."""
        return self._karmas.get(question, ())

    def _sum(self, player: Player, question: str, *more: Any) -> int:
        return sum([int(karma.run(player.state, player, *more)) for karma in self.asked(question)])

    def icons_of(self, player: Player, color: int, counts: tuple[int, ...]) -> tuple[int, ...]:
        """Add what figures give to the icons of a color."""
        for karma in self.asked("icons of a color"):
            counts = _added(counts, karma.run(player.state, player, color, counts))
        return counts

    def icons(self, player: Player, counts: tuple[int, ...]) -> tuple[int, ...]:
        """Add what figures give to all icons."""
        plain = counts
        for karma in self.asked("icons of a color"):
            for color in COLORS:
                counts = _added(counts, karma.run(player.state, player, color, player.plain_icons_of(color)))
        for karma in self.asked("icons"):
            counts = _added(counts, karma.run(player.state, player, plain))
        return counts

    def bonuses(self, player: Player, values: list[int]) -> list[int]:
        """Add bonuses."""
        for karma in self.asked("bonuses"):
            values = [*values, *karma.run(player.state, player)]
        return values

    def score(self, player: Player, points: int) -> int:
        """Add points."""
        return points + self._sum(player, "points")

    def hand(self, player: Player, cards: list[int]) -> list[int]:
        """Add cards of other places."""
        for karma in self.asked("hand"):
            cards = [*cards, *karma.run(player.state, player)]
        return cards

    def score_pile(self, player: Player, cards: list[int]) -> list[int]:
        """Add cards of other places."""
        for karma in self.asked("score pile"):
            cards = [*cards, *karma.run(player.state, player)]
        return cards

    def echoes(self, player: Player, color: int, cards: list[int]) -> list[int]:
        """The echo effects that count for a color."""
        for karma in self.asked("echoes"):
            cards = karma.run(player.state, player, color, cards)
        return cards

    def inspires(self, player: Player, color: int, cards: list[int]) -> list[int]:
        """The inspire effects that count for a color."""
        for karma in self.asked("inspires"):
            cards = karma.run(player.state, player, color, cards)
        return cards

    def means(self, player: Player, value: int, points: int, highest: int) -> tuple[int, int]:
        """Add to what counts for an achievement."""
        return points + self._sum(player, "cost", value), highest + self._sum(player, "top to claim")

    def available(self, player: Player, cards: list[int]) -> list[int]:
        """Add cards of other places."""
        for karma in self.asked("available"):
            cards = [*cards, *(card for card in karma.run(player.state, player) if card not in cards)]
        return cards

    def meets(self, player: Player, achievement: int, answer: bool) -> bool:
        """Ease the conditions of special achievements."""
        return answer or any(karma.run(player.state, player, achievement) for karma in self.asked("condition"))

    def achievements(self, player: Player, number: int) -> int:
        """Add achievements."""
        return number + self._sum(player, "achievements")

    def activatable(self, player: Player, cards: Sequence[int]) -> Sequence[int]:
        """Add cards of other boards."""
        for karma in self.asked("activatable"):
            cards = [*cards, *(card for card in karma.run(player.state, player) if card not in cards)]
        return cards

    def action_values(self, player: Player, values: list[int]) -> list[int]:
        """The values that top cards have for a Draw or Inspire action."""
        for karma in self.asked("action values"):
            values = karma.run(player.state, player, values)
        return values


def _added(counts: tuple[int, ...], more: dict[int, int]) -> tuple[int, ...]:
    return tuple([count + more.get(icon, 0) for icon, count in enumerate(counts)]) if more else counts


class _Open(Exception):
    """Raised if the outcome of a trial depends on the face of a hidden card."""


class _Changed(Exception):
    """Raised if a hidden card is turned face up in a trial: something changed, and its face would be needed."""


def _stop_at_hidden_faces(event: Event) -> None:
    if isinstance(event, Transferred) and event.to_zone in (Zone.BOARD, Zone.REVEALED) and event.card >= UNKNOWN_BASE:
        raise _Changed


class _FirstAnswer:
    """A decider for games that are only tried: it takes the first of the answers."""

    def choose(self, choice: Choice) -> Any:
        """The first option; a pile keeps its order. Raises :class:`_Open` if nature decides."""
        if choice.kind is ChoiceKind.NATURE or (choice.uncertain and not choice.options):
            raise _Open
        if choice.kind is ChoiceKind.ORDER:
            return tuple(choice.options)[::-1]
        return choice.answers()[0]


def _copied(copy: Game, value: Any) -> Any:
    """What an effect noted, for a copy of the game: with the players of the copy."""
    if isinstance(value, Player):
        return copy.players[value.index]
    if isinstance(value, tuple):
        return tuple([_copied(copy, part) for part in value])
    if isinstance(value, dict):
        return {_copied(copy, what): _copied(copy, part) for what, part in value.items()}
    return [_copied(copy, part) for part in value] if isinstance(value, list) else value


def is_successful(game: Game, demand: Demand) -> bool:
    """Whether a demand would change anything (Figures in the Sand, FAQ: successful demands). It is tried on a copy.

    If that depends on hidden cards, nature decides.
    """
    unknown = tuple(game.back[UNKNOWN_BASE:])
    empty = Setup({}, ((),) * len(game.players), (), (), unknown)
    copy = type(game)(empty, game.rules, _FirstAnswer(), _stop_at_hidden_faces)
    copy.restore(game.save())
    copy.current = copy.players[game.current.index]
    copy.icon_counts, copy.executed = game.icon_counts, game.executed
    copy.acting_as, copy.depth = game.acting_as, game.depth
    copy.swayed, copy.shown = dict(game.swayed), set(game.shown)
    copy.notes, copy.kept, copy.before = _copied(copy, game.notes), _copied(copy, game.kept), game.before
    # The effect belongs to the player who activated its card.
    copy.leader = copy.players[(game.leader or game.turn_player).index]
    copy.intercepting = True
    copy.changed = False
    me, you = copy.players[demand.actor.index], copy.players[demand.victim.index]
    try:
        copy.perform(Demand(me, demand.cause, demand.effect, you, demand.again))
    except (GameOver, DogmaComplete, _Changed):
        return True
    except _Open:
        return bool(game.ask(Choice(ChoiceKind.NATURE, game.current.index, (False, True))))
    return copy.changed


__all__ = [
    "NOTHING",
    "Declared",
    "EachKarmas",
    "Keyword",
    "WouldKarmas",
    "carry_out_karma",
    "declared",
    "is_successful",
]
