"""From one form of a game to another: a replayed game told again, and written in the form that was asked for.

What a form does not record is lost in it; what nobody saw stays hidden in every form.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine.actions import play_next
from innolog.engine.choices import Choice
from innolog.engine.game import Game
from innolog.log import NOBODY, Seat, Transfer
from innolog.log.told import ToldGame
from innolog.replay import recorded
from innolog.replay.result import Replay, Verdict
from innolog.simulate.telling import Teller
from parsers.bga.visibility import everybody_sees, sees
from parsers.forms import EVERYBODY, WRITERS
from parsers.text import in_words

#: Numbers for games and players that have other names where they come from than Board Game Arena gives.
_FIRST_TABLE, _FIRST_PLAYER = 900_000_001, 90_000_001


class NotConvertible(ValueError):
    """A game that can't be written in the form asked for; the message is one line."""


def convert(result: Replay, form: str, viewpoint: int | None = None, **options: Any) -> str:
    """A replayed game in another form: ``native``, or one of :data:`parsers.forms.WRITERS`.

    ``viewpoint`` is the seat whose hidden cards the form shows, None for a spectator's, and
    :data:`~parsers.forms.EVERYBODY` where a form can show all; the native format always tells everything the log
    told. ``options`` are the writer's. An action that the log breaks off in is left out.

    Raises :class:`NotConvertible` for a game that is not legal, for a record that leaves facts open (its replay knows
    cards only from where they showed on, not from the deal), for a form that there is not, and for a viewpoint from
    which the log does not show enough.
    """
    if result.verdict not in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR):
        raise NotConvertible(f"a game that is {result.verdict.value} can't be told again")
    if result.not_recorded:
        raise NotConvertible("it leaves open which cards lay where, so no one game can be told from it")
    if form == "native":
        from parsers.native import lines

        return "".join(f"{line}\n" for line in lines(recorded(result)))
    if form not in WRITERS:
        raise NotConvertible(f"there is no writer for {form!r}")
    if viewpoint == EVERYBODY and not WRITERS[form].everybody:
        raise NotConvertible(f"the form {form} can't show what everybody saw; take one player or a spectator")
    game = retell(result)
    if unseen := _unseen(game, viewpoint):
        who = {None: "spectators", EVERYBODY: "all players"}.get(viewpoint) or game.seats[viewpoint or 0].name
        raise NotConvertible(f"the log does not show what {who} saw ({unseen} times it has a card's back alone)")
    writer = WRITERS[form]
    if writer.words:
        game.seats = [Seat(seat.id, in_words(seat.name)) for seat in game.seats]
    if writer.rules and result.rules:
        options["rules"] = result.rules.describe()
    return writer.load()(game, viewpoint, **options)


def retell(result: Replay) -> ToldGame:
    """A replayed game told again by the engine, with the faces of all cards that the log shows.

    Cards of which only the back is known have ids from :data:`~innolog.cards.facts.UNKNOWN_BASE` on. Sites that give
    games and players no numbers get some. Raises ValueError for a replay that found no explanation, or several.
    """
    if result.rules is None or result.setup is None or result.verdict not in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR):
        raise ValueError(f"a game that is {result.verdict.value} can't be told again")
    teller = Teller(_Answers(result))
    game = Game(result.setup, result.rules, teller, teller.receive)
    teller.attach(game)
    for _ in result.actions:
        opening = game.turn < 0
        play_next(game)
        if opening:
            teller.opened()
    log = result.log
    return ToldGame(
        log.game_id if log.game_id.isascii() and log.game_id.isdecimal() else str(_FIRST_TABLE),
        _numbered(log.seats),
        bool(result.rules.teams),
        teller.told,
        [list(player.hand) for player in game.players],
    )


class _Answers:
    """The decider that gives the answers a replay found, in their order."""

    def __init__(self, result: Replay) -> None:
        self._answers: Iterator[tuple[Choice, Any]] = (
            decision for action in result.actions for decision in action.decisions
        )

    def choose(self, choice: Choice) -> Any:
        """The next answer. Raises ValueError where it answers another choice: the replay and its record differ."""
        asked, answer = next(self._answers, (None, None))
        if asked is None or (asked.kind, asked.player) != (choice.kind, choice.player):
            raise ValueError(f"the record of the replay has no answer of seat {choice.player} on {choice.kind.value}")
        return answer


def _numbered(seats: list[Seat]) -> list[Seat]:
    """The players, each with a number as id; made up for all where one has none."""
    if all(seat.id.isascii() and seat.id.isdecimal() for seat in seats):
        return list(seats)
    return [Seat(str(_FIRST_PLAYER + index), seat.name) for index, seat in enumerate(seats)]


def _unseen(game: ToldGame, viewpoint: int | None) -> int:
    """How often a card moved whose face was shown to whom the form is for, and not in the log."""
    seats = range(len(game.seats)) if viewpoint == EVERYBODY else [] if viewpoint is None else [viewpoint]
    return sum(
        everybody_sees(move) or any(sees(move, told.actor, seat) for seat in seats)
        for told in game.told
        if isinstance(move := told.observation, Transfer)
        and move.card is not None
        and move.card >= UNKNOWN_BASE
        and not (move.from_owner == NOBODY == move.to_owner)
    )
