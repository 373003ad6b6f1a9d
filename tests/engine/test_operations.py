"""The two seams: operations that are replaced before they happen, and answers about a position that are modified."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from innolog.cards.facts import CardSet, Color, Direction, Icon
from innolog.engine.actions import Action, ActionKind, legal_actions, play_next
from innolog.engine.events import ActionBegan, EffectStarted, Event, Transfer
from innolog.engine.expansions import Expansion
from innolog.engine.game import Game
from innolog.engine.operations import (
    BY_ACTION,
    BY_CONDITION,
    BY_SHARING,
    BY_TRIGGER,
    NOTHING,
    CarryOut,
    Claim,
    Demand,
    Draw,
    End,
    Meld,
    MeldAction,
    Move,
    Operation,
    Score,
    Splay,
    TakeAction,
    Tuck,
)
from innolog.engine.ruleset import Ruleset
from innolog.engine.seams import Interceptor, Modifier
from innolog.engine.state import Player
from innolog.engine.zones import Keyword, Zone
from innolog.simulate import deal, seats
from tests.table import Script, card, cards, seat, table

DRAW = Action(ActionKind.DRAW)


class Instead(Interceptor):
    """Does what a function says, and notes every operation that it saw."""

    def __init__(self, instead: Callable[[Game, Operation], Operation | None]) -> None:
        self.instead = instead
        self.seen: list[Operation] = []

    def intercept(self, game: Game, operation: Operation) -> Operation | None:
        self.seen.append(operation)
        return self.instead(game, operation)


def watch(game: Game) -> list[Operation]:
    """All operations of a game from now on that no interceptor performs."""
    watching = Instead(lambda game, operation: operation)
    game.interceptors = (watching,)
    return watching.seen


# --- interceptors ----------------------------------------------------------------------------------


def test_a_draw_is_replaced_by_another_operation() -> None:
    """Whoever would draw scores a card instead; what is done instead is not replaced again."""

    def score_instead(game: Game, operation: Operation) -> Operation | None:
        if isinstance(operation, Draw):
            game.draw_and_score(operation.actor, operation.value)
            return None
        return operation

    game = table(seat(board=["Clothing"]), seat(), top={1: ["Tools", "Sailing"]})
    game.interceptors = (Instead(score_instead),)
    events: list[Event] = []
    game.sink = events.append
    Script(game).take(DRAW)
    me = game.players[0]
    assert (me.hand, me.score_pile) == ([], cards("Tools"))
    assert [type(event) for event in events] == [ActionBegan, Transfer]
    # Without it, a draw is a draw.
    game.interceptors = ()
    Script(game).take(DRAW)
    assert me.hand == cards("Sailing")


def test_an_effect_goes_on_without_the_card_that_was_not_drawn() -> None:
    """A draw that is prevented gives no card: one without value, color and icons, with which nothing can be done."""
    game = table(seat(board=["Mathematics"], hand=["Tools"]), seat(), top={2: ["Calendar"]})
    game.interceptors = (Instead(lambda game, operation: None if isinstance(operation, Draw) else operation),)
    me = game.players[0]
    drawn = game.draw_and_meld(me, 2)
    assert drawn == NOTHING
    assert (game.value(drawn), game.color[drawn], game.icons_on(drawn)) == (0, -1, [])
    for operate in (game.meld, game.score, game.tuck, game.foreshadow, game.reveal):
        operate(me, drawn)
    game.return_(drawn)
    # A card is executed in spite of it.
    Script(game, "Tools").dogma("Mathematics")
    assert (me.hand, me.tops(), me.score_pile) == ([], cards("Mathematics"), [])


def test_something_comes_first_and_the_operation_after_it() -> None:
    def draw_first(game: Game, operation: Operation) -> Operation | None:
        if isinstance(operation, Meld):
            game.draw(operation.actor, 1)
        return operation

    game = table(seat(hand=["Tools"]), seat(), top={1: ["Sailing"]})
    game.interceptors = (Instead(draw_first),)
    moved: list[tuple[int, Keyword]] = []
    game.sink = lambda event: moved.append((event.card, event.keyword)) if isinstance(event, Transfer) else None
    Script(game).meld("Tools")
    assert moved == [(card("Sailing"), Keyword.DRAW), (card("Tools"), Keyword.MELD)]


def test_one_interceptor_sees_what_another_made_of_an_operation() -> None:
    def tuck(game: Game, operation: Operation) -> Operation | None:
        return Tuck(operation.actor, operation.cause, operation.card) if isinstance(operation, Meld) else operation

    def score(game: Game, operation: Operation) -> Operation | None:
        return Score(operation.actor, operation.cause, operation.card) if isinstance(operation, Tuck) else operation

    for interceptors, zone in (((tuck, score), Zone.SCORE), ((score, tuck), Zone.BOARD)):
        game = table(seat(hand=["Tools"]), seat())
        game.interceptors = tuple(map(Instead, interceptors))
        Script(game).meld("Tools")
        assert game.place[card("Tools")] == (0, zone)


def test_the_end_can_be_prevented() -> None:
    """A win is an operation, too, and the effect that brought it about goes on."""
    game = table(seat(), seat())
    game.interceptors = (Instead(lambda game, operation: None if isinstance(operation, End) else operation),)
    game.win(game.players[0])
    assert game.over is None
    assert game.draw(game.players[0], 11) == NOTHING


# --- the order in which an operation is performed ---------------------------------------------------


@pytest.mark.plain
def test_an_operation_is_replaced_changed_recorded_followed_and_reacted_to_in_this_order() -> None:
    """Tucking the sixth card: the interceptor, the card in its place, its event, Monument, and then a reaction."""
    order: list[str] = []

    class Reacting(Expansion):
        reacts_to = (Tuck,)

        def after(self, game: Game, operation: Operation) -> None:
            order.append(f"reaction {game.cause}")

    def note(game: Game, operation: Operation) -> Operation | None:
        order.append(type(operation).__name__)
        return operation

    def sink(event: Event) -> None:
        assert isinstance(event, Transfer)
        assert game.place[event.card] == (event.to_owner, event.to_zone)
        order.append(f"event {event.keyword.name.lower()}")

    game = table(seat(hand=["Tools"], tucked=5), seat())
    game.interceptors, game.reactors = (Instead(note),), {Tuck: (Reacting(),)}
    game.sink = sink
    game.tuck(game.players[0], card("Tools"))
    assert order == ["Tuck", "event tuck", "Claim", "event achieve", f"reaction {BY_TRIGGER}"]
    assert game.cause == BY_ACTION


@pytest.mark.parametrize("sets", [{CardSet.BASE}, set(CardSet) - {CardSet.FIGURES}])
def test_nothing_changes_but_by_an_operation(sets: set[CardSet]) -> None:
    """In whole games each recorded change has its operation just before it, and looking at operations changes none."""
    rules = Ruleset(sets=frozenset(sets), players=3)
    changes = ("Transfer", "Splay", "Rearranged", "Wiped", "Eliminated", "TopsAndHandsRemoved")

    def play(watched: bool) -> tuple[list[Event], list[str]]:
        bots = seats(("uniform",), 3, 1)
        game = Game(deal(rules, 1), rules, bots)
        bots.attach(game)
        events: list[Event] = []
        unexplained: list[str] = []
        seen = watch(game) if watched else None

        def sink(event: Event) -> None:
            events.append(event)
            if seen is not None and type(event).__name__ in changes and not explains(game, seen, event):
                unexplained.append(repr(event))

        game.sink = sink
        while game.over is None and game.turn < 90:
            play_next(game)
        return events, unexplained

    events, unexplained = play(watched=True)
    assert len(events) > 500
    assert unexplained == []
    assert play(watched=False)[0] == events


def explains(game: Game, seen: list[Operation], event: Any) -> bool:
    """Whether one of the last operations is the one that an event records."""
    for operation in reversed(seen[-12:]):
        if isinstance(event, Transfer):
            if isinstance(operation, Move) and (operation.card, operation.keyword) == (event.card, event.keyword):
                return True
            if isinstance(operation, Draw) and operation.then is event.keyword and event.from_zone is Zone.DECK:
                return True
            if event.keyword is Keyword.ACHIEVE and not isinstance(operation, Move | Draw):
                return True
        elif type(event).__name__.startswith(type(operation).__name__) or getattr(event, "lost", False):
            return True
    return False


# --- who does it, and why ---------------------------------------------------------------------------


def test_operations_name_who_does_them_and_what_brought_them_about() -> None:
    """Archery: you draw, then transfer, because of it; its bonus and the action itself have other causes."""
    game = table(
        seat(board=["Archery", "Agriculture"], hand=["Pottery"]),
        seat(board=["Clothing"], hand=["Tools"]),
        top={1: ["Sailing"]},
    )
    me, you = game.players
    seen = watch(game)
    Script(game, "Sailing").dogma("Archery")
    kinds = [(type(operation), operation.actor, operation.cause) for operation in seen]
    archery = card("Archery")
    assert kinds[0] == (TakeAction, me, BY_ACTION)
    assert (Demand, me, BY_ACTION) in kinds
    assert (Draw, you, archery) in kinds
    transfer = next(operation for operation in seen if isinstance(operation, Move))
    assert (transfer.actor, transfer.owner, transfer.cause) == (you, me, archery)
    # Agriculture is shared and earns the bonus.
    game = table(
        seat(board=["Agriculture"], hand=["Sailing"]),
        seat(board=["Pottery"], hand=["Clothing"]),
        top={1: ["Tools"], 2: ["Calendar", "Mapmaking"]},
    )
    me, you = game.players
    seen = watch(game)
    Script(game, "Clothing", None).dogma("Agriculture")
    carried = [operation.actor for operation in seen if isinstance(operation, CarryOut)]
    assert carried == [you, me]
    draws = [(operation.actor, operation.cause) for operation in seen if isinstance(operation, Draw)]
    assert draws == [(you, card("Agriculture")), (me, BY_SHARING)]


def test_what_an_action_triggers_and_what_a_condition_gives_have_causes_of_their_own() -> None:
    game = table(seat(hand=["Tools"]), seat(), sets=frozenset({CardSet.BASE, CardSet.CITIES}))
    seen = watch(game)
    Script(game).meld("Tools")
    assert [type(operation) for operation in seen] == [TakeAction, MeldAction, Meld, Draw]
    assert [operation.cause for operation in seen] == [BY_ACTION, BY_ACTION, BY_ACTION, BY_TRIGGER]
    game = table(seat(hand=["Tools"], scored=5), seat())
    seen = watch(game)
    game.score(game.players[0], card("Tools"))
    assert [(type(operation), operation.cause) for operation in seen] == [(Score, BY_ACTION), (Claim, BY_CONDITION)]


def test_a_splay_that_changes_nothing_is_no_operation() -> None:
    game = table(seat(board=["Tools", "Pottery"]), seat())
    me = game.players[0]
    seen = watch(game)
    assert game.splay(me, Color.BLUE, Direction.LEFT)
    assert not game.splay(me, Color.BLUE, Direction.LEFT)
    assert [type(operation) for operation in seen] == [Splay]


# --- modifiers --------------------------------------------------------------------------------------


class Castles(Modifier):
    """Seat 0 shows one more castle for every card in hand."""

    def icons(self, player: Player, counts: tuple[int, ...]) -> tuple[int, ...]:
        found = list(counts)
        found[Icon.CASTLE] += len(player.hand) if player.index == 0 else 0
        return tuple(found)


def test_a_modified_icon_count_decides_who_shares_and_who_obeys() -> None:
    """Without it, the other player has more castles, shares and obeys nothing."""

    def effects(modifiers: tuple[Modifier, ...]) -> list[tuple[str, int]]:
        game = table(
            seat(board=["Archery"], hand=["Pottery", "Sailing", "Tools"]),
            seat(board=["Domestication", "Oars", "Metalworking"], hand=["Clothing"]),
            top={1: ["Agriculture"]},
        )
        game.modifiers = modifiers
        found: list[tuple[str, int]] = []
        game.sink = lambda event: found.append((event.kind, event.player)) if isinstance(event, EffectStarted) else None
        # Whoever obeys gives one of the two cards that are then in hand.
        answers = [{"Clothing"}] if modifiers else []
        Script(game, *answers).dogma("Archery")
        return found

    assert effects(()) == []
    # Two castles of Archery's and three cards against three castles and more.
    assert effects((Castles(), Castles(), Castles())) == [("demand", 1)]


def test_what_a_modifier_looks_at_may_be_anywhere() -> None:
    """A draw changes no board, and yet brings about the achievement for icons that it adds."""

    class Clocks(Modifier):
        def icons(self, player: Player, counts: tuple[int, ...]) -> tuple[int, ...]:
            return (*counts[: Icon.CLOCK], counts[Icon.CLOCK] + 6 * len(player.hand))

    game = table(seat(), seat())
    me = game.players[0]
    game.modifiers = (Clocks(),)
    game.draw(me, 1)
    assert me.achievements == []
    game.draw(me, 1)
    assert me.achievements == cards("World")


def test_score_achievements_and_values_of_actions_are_modified() -> None:
    class More(Modifier):
        def score(self, player: Player, points: int) -> int:
            return points + 4

        def means(self, player: Player, value: int, points: int, highest: int) -> tuple[int, int]:
            return points + 5 * (value == 2), highest

        def achievements(self, player: Player, number: int) -> int:
            return number + 1

        def action_values(self, player: Player, values: list[int]) -> list[int]:
            return [value + 1 for value in values]

        def activatable(self, player: Player, cards: Any) -> Any:
            return [*cards, *cards_of(player)]

    def cards_of(player: Player) -> list[int]:
        return [pile[0] for pile in player.piles if len(pile) > 1]

    game = table(seat(score=["Tools"], board=["Pottery", "Calendar"]), seat(), top={3: ["Machinery"]})
    me = game.players[0]

    def claims() -> set[int]:
        return {game.age[action.card or 0] for action in legal_actions(game, me) if action.kind is ActionKind.ACHIEVE}

    assert (me.score(), claims(), game.achievements_of(me)) == (1, set(), 0)
    game.modifiers = (More(),)
    assert (me.score(), claims(), game.achievements_of(me)) == (5, {1, 2}, 1)
    able = [action.card for action in legal_actions(game, me) if action.kind is ActionKind.DOGMA]
    assert able == cards("Calendar", "Pottery")
    # The draw takes the age above that of the top card.
    Script(game).take(DRAW)
    assert me.hand == cards("Machinery")
