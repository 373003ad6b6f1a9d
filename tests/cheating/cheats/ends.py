"""The end of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from innolog.engine import actions
from innolog.engine.events import GameEnded
from innolog.engine.game import Game, GameOver
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Player
from tests.cheating.cheats.turns import before_an_action
from tests.cheating.con import ANY, Con, cheat

#: Games with the option of one more achievement, so that a game that goes on after its end can't be taken for a longer
#: one.
_LONGER = tuple(rules for rules in ANY if rules.extra_achievement)
#: Games without it: one that ends early can't be taken for one without it.
_USUAL = tuple(rules for rules in ANY if not rules.extra_achievement)
#: Games in which several often have the same number of points at the end.
_EVEN = tuple(Ruleset(players=players, extra_achievement=longer) for players in (4, 5) for longer in (False, True))


@cheat("end.condition", at=_USUAL, native=True)
def ends_too_early(con: Con) -> None:
    """Somebody wins with one achievement too few."""

    def is_won(honest: Any) -> Any:
        game = con.game
        most = max(map(game.achievements_of, game.players))
        # The other consequences of the same operation come before the end.
        early = con.now(most == game.rules.achievements_needed - 1, until=lambda event: isinstance(event, GameEnded))
        return early or honest()

    con.wrap(con.game, "is_won", is_won)


@cheat("end.condition")
def ends_by_score_without_a_reason(con: Con) -> None:
    """The game ends by score though no draw was too high."""
    before_an_action(con, lambda me: con.game.turn > 2, lambda me: con.game._end_by_score())


@cheat("end.missing", "end.condition", at=_LONGER)
def goes_on_with_enough_achievements(con: Con) -> None:
    """Nobody notices that somebody has enough achievements."""

    def end(honest: Any) -> None:
        if not con.taken and not con.now(missing=True):
            honest()

    con.wrap(con.game, "_end_by_achievements", end)


@cheat("end.missing", "end.condition", "turn.action")
def goes_on_after_the_end_by_score(con: Con) -> None:
    """A draw above the last age draws nothing, and the game goes on."""

    def draw(honest: Any, me: Player, value: int, *more: Any) -> Any:
        try:
            return honest(me, value, *more)
        except GameOver as over:
            if over.how != "score" or not (con.taken or con.now(missing=True)):
                raise
            return -1

    con.wrap(con.game, "draw", draw)


@cheat("end.winner", "end.condition", native=True)
def wrong_winner(con: Con) -> None:
    """The end is announced for somebody who did not win."""

    def finish(honest: Any, game: Game, end: GameOver) -> Any:
        if con.now(len(end.winners) < len(game.everyone)):
            other = next(player for player in game.others(game.players[end.by]) if player.index not in end.winners)
            end = GameOver(end.how, game._side(other), other.index, alone=end.alone)
        return honest(game, end)

    con.wrap(actions, "finish", finish)


def _by_score(con: Con, change: Callable[[Game, tuple[int, ...]], Iterable[int]]) -> None:
    """Change the winners of a game that ends by score. ``change`` returns the new winners, or the same."""

    def finish(honest: Any, game: Game, end: GameOver) -> Any:
        wrong = sorted(change(game, end.winners)) if end.how == "score" else end.winners
        other = con.now(tuple(wrong) != tuple(sorted(end.winners)))
        return honest(game, GameOver(end.how, wrong, end.by, alone=end.alone) if other else end)

    con.wrap(actions, "finish", finish)


def _points(game: Game, seat: int) -> int:
    return sum(game.players[other].score() for other in game._side(game.players[seat]))


@cheat("native.end", native=True, told=False)
def most_achievements_win_by_score(con: Con) -> None:
    """The game ends by score, and achievements decide before points do."""

    def most(game: Game, winners: tuple[int, ...]) -> Iterable[int]:
        standing = {
            player.index: (game.achievements_of(player), _points(game, player.index))
            for player in game.players
            if not player.eliminated
        }
        return [seat for seat, these in standing.items() if these == max(standing.values())]

    _by_score(con, most)


@cheat("native.end", at=_EVEN, native=True, told=False)
def breaks_a_tie_wrongly(con: Con) -> None:
    """Several have most points. If one has more achievements, all win nevertheless; otherwise the first wins alone."""

    def tied(game: Game, winners: tuple[int, ...]) -> Iterable[int]:
        most = _points(game, winners[0])
        even = [player.index for player in game.players if _points(game, player.index) == most]
        return even if len(even) > len(winners) else game._side(game.players[winners[0]])

    _by_score(con, tied)


@cheat("native.end", native=True, told=False)
def all_win_by_score(con: Con) -> None:
    """The game ends by score in a draw, though one has most points."""
    _by_score(con, lambda game, winners: [player.index for player in game.players if not player.eliminated])


@cheat("end.condition", native=True)
def wrong_kind_of_end(con: Con) -> None:
    """An end by achievements is announced as one by a card."""

    def finish(honest: Any, game: Game, end: GameOver) -> Any:
        if con.now(end.how != "score"):
            how = "dogma" if end.how == "achievements" else "score"
            end = GameOver(how, end.winners, end.by, alone=end.alone)
        return honest(game, end)

    con.wrap(actions, "finish", finish)


@cheat("end.after", native=True)
def plays_on(con: Con) -> None:
    """The end is announced, and play goes on."""

    def finish(honest: Any, game: Game, end: GameOver) -> Any:
        found = honest(game, end)
        if con.now():
            game.over = None
            actions.end_turn(game)
        return found

    con.wrap(actions, "finish", finish)
