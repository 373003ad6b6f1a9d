"""Ten faults that engines of the game have had, each as a server that plays by all other rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from innolog.cards.facts import CardSet
from innolog.conformance.serving import Server
from innolog.conformance.table import Data
from innolog.engine.game import Game
from innolog.engine.operations import NOTHING, CarryOut, Demand, Operation, Splay
from innolog.engine.state import Player


class _Serving(Server):
    """A server whose games and players are of other classes."""

    game_kind: type[Game] = Game
    player_kind: type[Player] = Player

    def set_up(self, position: Data) -> Game:
        game = super().set_up(position)
        game.__class__ = self.game_kind
        for player in game.players:
            player.__class__ = self.player_kind
        return game


class _Ties(Game):
    def highest(self, cards: Iterable[int]) -> list[int]:
        return super().highest(cards)[:1]


class _Bonus(Game):
    def _carry_out(self, op: Operation) -> int:
        done = super()._carry_out(op)
        if isinstance(op, CarryOut):
            self.changed = True
        return done


class _Late(Game):
    def _claim_standing(self, *about: Any) -> bool:
        return False


class _Empty(Game):
    def next_card(self, me: Player, value: int, card_set: CardSet | None = None) -> int:
        card = super().next_card(me, value, card_set)
        return card if card == NOTHING or self.age[card] <= max(value, 1) else NOTHING


class _Splayed(Game):
    def _splay(self, op: Splay) -> None:
        direction = {1: 2, 2: 1}.get(op.direction, op.direction)
        super()._splay(Splay(op.actor, op.cause, op.owner, op.color, direction, op.leaves_icons))


class _Age(Game):
    def value_of_draw_action(self, me: Player) -> int:
        return super().value_of_draw_action(me) + 1


class _Undemanding(Game):
    def perform(self, op: Operation) -> int:
        return NOTHING if isinstance(op, Demand) else super().perform(op)


class _Scored(Player):
    __slots__ = ()

    def score(self) -> int:
        return len(self.score_cards)


class _Counted(Player):
    __slots__ = ()

    def count(self, icon: int) -> int:
        return sum(self.state.table.top_icons[pile[-1]][icon] for pile in self.piles if pile)


class _Order(Game):
    def others(self, me: Player) -> list[Player]:
        return super().others(me)[::-1]


def _with(game: type[Game] = Game, player: type[Player] = Player) -> type[Server]:
    return type("Faulty", (_Serving,), {"game_kind": game, "player_kind": player})


class Fault(NamedTuple):
    """A server; the cards and rules whose cases are run, the seeds of games, and the names that a difference may have:
    rules for which there is evidence (``effect``: none), rules that it is possibly, and cards or kinds of actions.
    """

    server: type[Server]
    only: set[str]
    seeds: range
    rules: set[str]
    possibly: set[str]
    subjects: set[str]


_NO_GAMES = range(0)
_EFFECT, _NONE = {"effect"}, set[str]()
FAULTS = {
    "of equal cards the first is taken": Fault(_with(_Ties), {"archery"}, _NO_GAMES, _EFFECT, _NONE, {"Archery"}),
    "sharing earns a draw without a change": Fault(
        _with(_Bonus), {"tools"}, _NO_GAMES, {"dogma.sharing-bonus"}, _NONE, {"Tools"}
    ),
    "special achievements wait for the end of the action": Fault(
        _with(_Late), {"masonry", "pottery"}, _NO_GAMES, {"achieve.special"}, _NONE, {"achieve.special"}
    ),
    "an empty pile ends the game": Fault(
        _with(_Empty), {"the wheel"}, _NO_GAMES, {"end.condition"}, _NONE, {"The Wheel"}
    ),
    "left and right are mistaken": Fault(
        _with(_Splayed), {"printing press"}, _NO_GAMES, {"splay.direction"}, _NONE, {"Printing Press"}
    ),
    "a draw is one too high": Fault(
        _with(_Age), {"draw.age"}, _NO_GAMES, {"draw.age", "end.condition"}, _NONE, {"draw.age"}
    ),
    "nobody obeys": Fault(_with(_Undemanding), {"archery"}, _NO_GAMES, _EFFECT, {"dogma.vulnerable"}, {"Archery"}),
    "cards are counted as points": Fault(
        _with(player=_Scored),
        {"achieve.claim"},
        range(1, 3),
        {"achieve.claim"},
        _NONE,
        {"achieve.claim", "achieve actions"},
    ),
    "splayed icons do not count": Fault(
        _with(player=_Counted),
        {"archery", "oars", "city states", "tools"},
        range(1, 2),
        {"effect", "dogma.sharing"},
        {"dogma.vulnerable"},
        {"Archery", "City States", "Translation"},
    ),
    "sharing goes to the right": Fault(_with(_Order), set(), range(5, 6), _EFFECT, {"dogma.order"}, {"Sanitation"}),
}
