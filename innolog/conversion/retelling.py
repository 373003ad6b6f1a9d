"""Convert a replayed game to another format.

Facts that the output format does not record are lost. Cards that nobody saw stay hidden in every format. A record that
leaves facts open can be converted if exactly one game explains it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine.actions import play_next
from innolog.engine.choices import Choice
from innolog.engine.game import Game
from innolog.log import NOBODY, Fact, GameLog, Place, Seat, Transfer
from innolog.log.told import ToldGame
from innolog.replay.native import recorded
from innolog.replay.result import Replay, Verdict
from innolog.simulate.telling import Teller
from innolog.support.counting import counted
from parsers.bga.visibility import everybody_sees, sees
from parsers.forms import EVERYBODY, WRITERS
from parsers.text import in_words

#: Numbers for games and players whose source does not use the numeric ids of Board Game Arena.
_FIRST_TABLE, _FIRST_PLAYER = 900_000_001, 90_000_001


#: Maximum number of explanations of a poor record that are written out and compared in the output format.
MOST_COMPARED = 48


class NotConvertible(ValueError):
    """The game cannot be written in the requested format; the message is one line."""


class SeveralGames(NotConvertible):
    """Several games explain a poor record, and they differ in the requested format."""


class Converted(NamedTuple):
    """A game in another format. ``others`` says which other games explain the log; empty if there are none.

    ``result`` is the replay that was written. For a full record it is the replay that was passed in.
    """

    text: str
    result: Replay
    others: str = ""


def convert(result: Replay, form: str, viewpoint: int | None = None, **options: Any) -> str:
    """A replayed game in another form: ``native``, or one of :data:`parsers.forms.WRITERS`.

    The text of :func:`converted`, which see.
    """
    return converted(result, form, viewpoint, **options).text


def converted(
    result: Replay, form: str, viewpoint: int | None = None, *, one_of_many: bool = False, **options: Any
) -> Converted:
    """A replayed game in another form: ``native``, or one of :data:`parsers.forms.WRITERS`.

    ``viewpoint`` is the seat whose hidden cards the form shows, None for a spectator's, and
    :data:`~parsers.forms.EVERYBODY` where a form can show all; the native format always tells everything the log
    told. ``options`` are the writer's; the native format takes ``sources``, the names of the logs that it is made from.
    An action that the log breaks off in is left out.

    Of a poorer record the game is told that explains it. There must be one alone, as far as the form tells; with
    ``one_of_many`` the first of several is told. Which of several hidden cards with one back was moved counts for
    nothing as long as it makes no other difference.

    Raises :class:`NotConvertible` for a game that is not legal, for a form that there is not, and for a viewpoint from
    which the log does not show enough, :class:`SeveralGames` for a record that several games explain.
    """
    if result.verdict not in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR):
        raise NotConvertible(f"only a legal game can be converted; this one is {result.verdict.value}")
    if form != "native" and form not in WRITERS:
        raise NotConvertible(f"innolog cannot write the format {form!r}")
    if form != "native" and viewpoint == EVERYBODY and not WRITERS[form].everybody:
        raise NotConvertible(f"the format {form} cannot show the cards of all players; choose one player or spectator")
    if not result.not_recorded:
        return Converted(_written(result, form, viewpoint, options), result)
    # Imported here because few logs are poor records.
    from innolog.replay.settling import Stories
    from innolog.replay.stories import Unsettled

    try:
        stories = Stories(result)
        settled = stories.settled()
        first = next(settled)
        text = _written(first, form, viewpoint, options)
        if stories.guessed:
            others = "the log omits too much to search all games that could explain it"
        elif stories.number <= MOST_COMPARED and _all_tell(text, settled, form, viewpoint, options):
            others = ""
        elif stories.number > 1:
            others = f"{stories.number} games explain the log"
        else:
            others = "several games explain the log, because a known card was hidden among others"
    except Unsettled as error:
        raise NotConvertible(str(error)) from error
    if others and not one_of_many:
        raise SeveralGames(f"{others}, so innolog cannot tell which one was played")
    return Converted(text, first, others)


def viewpoint_of(log: GameLog) -> int | None:
    """The seat whose hidden cards a log shows; None if it shows nobody's.

    Some sources show one player's cards and do not say whose: it is who draws all cards face up, and nobody else any.
    """
    if log.viewpoint is not None or not log.not_recorded:
        return log.viewpoint
    shown: dict[int, set[bool]] = {}
    for move in log.observations:
        if isinstance(move, Transfer) and (move.from_place, move.to_place) == (Place.DECK, Place.HAND):
            shown.setdefault(move.to_owner, set()).add(move.card is not None)
    seats = [seat for seat, known in shown.items() if True in known]
    return seats[0] if len(seats) == 1 and shown[seats[0]] == {True} else None


def _all_tell(
    text: str, stories: Iterator[Replay], form: str, viewpoint: int | None, options: Mapping[str, Any]
) -> bool:
    """Whether all stories are that text in the form asked for."""
    return all(
        _written(story, form, viewpoint, options) == text and number < MOST_COMPARED
        for number, story in enumerate(stories, start=1)
    )


def _written(result: Replay, form: str, viewpoint: int | None, options: Mapping[str, Any]) -> str:
    """The text of a game of which all is known that the log ever shows."""
    if form == "native":
        from parsers.native.writer import lines

        return "".join(f"{line}\n" for line in lines(recorded(result, options.get("sources"))))
    game = retell(result)
    if unseen := _unseen(game, viewpoint):
        who = {None: "spectators", EVERYBODY: "any player"}.get(viewpoint) or game.seats[viewpoint or 0].name
        raise NotConvertible(
            f"the log does not show every card that {who} saw ({counted(unseen, 'time')} it shows only a card's back)"
        )
    writer = WRITERS[form]
    if writer.words:
        game.seats = [Seat(seat.id, in_words(seat.name)) for seat in game.seats]
    more = {"rules": result.rules.describe()} if writer.rules and result.rules else {}
    return writer.load()(game, viewpoint, **options, **more)


def retell(result: Replay) -> ToldGame:
    """A replayed game told again by the engine, with the faces of all cards that the log shows.

    Cards of which only the back is known have ids from :data:`~innolog.cards.facts.UNKNOWN_BASE` on. Sites that give
    games and players no numbers get some. Raises ValueError for a replay that found no explanation, or several.
    """
    if result.rules is None or result.setup is None or result.verdict not in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR):
        raise ValueError(f"a game that is {result.verdict.value} can't be told again")
    answers = _Answers(result)
    teller = Teller(answers, answers.passed)
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
        # The native format tells decisions, and not what a site said of them.
        self._tells = Fact.PASSES in result.log.records
        self._answers = (
            (*decision, number not in action.silent)
            for action in result.actions
            for number, decision in enumerate(action.decisions)
        )
        self._told = False

    def passed(self) -> bool | None:
        """Whether the log tells that the decision given last was to decline; None where it tells no such thing."""
        return self._told if self._tells else None

    def choose(self, choice: Choice) -> Any:
        """The next answer. Raises ValueError where it answers another choice: the replay and its record differ."""
        asked, answer, self._told = next(self._answers, (None, None, False))
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
