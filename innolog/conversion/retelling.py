"""Convert a replayed game to another format.

Facts that the output format does not record are lost. Cards that nobody saw stay hidden in every format. A record that
leaves facts open can be converted if exactly one game explains it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from innolog.cards.editions import OFFERED, Edition, Platform, in_newer_shape
from innolog.cards.facts import UNKNOWN_BASE, CardSet
from innolog.engine.actions import play_next
from innolog.engine.choices import Choice
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset, offers
from innolog.log import NOBODY, Fact, GameLog, Place, Seat, Transfer, UnreadableLog, UnsupportedLog
from innolog.log.told import ToldGame
from innolog.replay import replay
from innolog.replay.forced import NOTHING, Forced
from innolog.results.native import recorded
from innolog.results.result import Replay, Verdict
from innolog.simulate.telling import Teller
from innolog.support.counting import counted
from innolog.support.errors import InnologError
from parsers import read_blob
from parsers.bga.visibility import NAME_THE_OWNER, everybody_sees, shown
from parsers.files import Blob
from parsers.forms import EVERYBODY, WRITERS
from parsers.lines.words import plain
from parsers.text import in_words, shorten

#: Numbers for games and players whose source does not use the numeric ids of Board Game Arena.
_FIRST_TABLE, _FIRST_PLAYER = 900_000_001, 90_000_001


#: The formats that cannot state other rules than those of a site, with the platforms whose games they are judged as.
_OF_A_SITE = {
    "bga": (Platform.BGA, Platform.BGA_2024),
    "tracker": (Platform.BGA, Platform.BGA_2024),
    "yucata-html": (Platform.YUCATA, Platform.BGA, Platform.BGA_2024),
}

#: Maximum number of explanations of a poor record that are written out and compared in the output format.
MOST_COMPARED = 48


class NotConvertible(InnologError, ValueError):
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
    """The text of a replayed game in another format; see :func:`converted`. Raises :class:`NotConvertible`."""
    return converted(result, form, viewpoint, **options).text


def converted(
    result: Replay,
    form: str,
    viewpoint: int | None = None,
    *,
    one_of_many: bool = False,
    forced: Forced = NOTHING,
    **options: Any,
) -> Converted:
    """A replayed game in another format: ``native``, or one of :data:`parsers.forms.WRITERS`.

    - ``viewpoint``: the seat whose hidden cards the format shows, None for a spectator, or
      :data:`~parsers.forms.EVERYBODY` if the format can show all. The native format always contains all that the log
      shows.
    - ``options``: for the writer. The native format takes ``sources``, the names of the logs that it is made from.
    - ``one_of_many``: write the first of several games that explain a poor record.
    - ``forced``: what is known of the rules when the new file is judged.

    An action in which the log breaks off is left out.

    For a poor record, the game that explains it is written. There must be exactly one, as far as the output format
    shows. Games count as one if they differ only in which of several hidden cards with the same back was moved.

    Raises :class:`NotConvertible` if the game is not legal, the format does not exist, the log does not show enough for
    the viewpoint, or the rules by which the format is judged do not explain the game. Raises :class:`SeveralGames` if
    several games explain a poor record. Raises ValueError for a ``generation`` of trackers that does not exist.
    """
    _check_form(result, form, viewpoint)
    if not result.not_recorded:
        text = _written(result, form, viewpoint, options)
        _check_names(text, form, viewpoint, result)
        _check_explained(text, form, result.rules, forced)
        return Converted(text, result)
    # Imported here because few logs need it.
    from innolog.reconstruction.settling import Stories
    from innolog.reconstruction.stories import Unsettled

    try:
        stories = Stories(result)
        games = (story.game for story in stories.settled())
        first = next(games)
        text = _written(first, form, viewpoint, options)
        _check_names(text, form, viewpoint, first)
        if stories.guessed:
            others = "the log omits too much to search all games that could explain it"
        elif stories.number <= MOST_COMPARED and _all_tell(text, games, form, viewpoint, options):
            others = ""
        elif stories.number > 1:
            others = f"{stories.number} games explain the log"
        else:
            others = "several games explain the log, because a known card was hidden among others"
    except Unsettled as error:
        raise NotConvertible(str(error)) from error
    if others and not one_of_many:
        raise SeveralGames(f"{others}, so innolog cannot tell which one was played")
    _check_explained(text, form, result.rules, forced)
    return Converted(text, first, others)


def _check_form(result: Replay, form: str, viewpoint: int | None) -> None:
    """Raise :class:`NotConvertible` if a format cannot contain a replay from a viewpoint."""
    if not result.verdict.explained:
        raise NotConvertible(f"only a legal game can be converted; this one is {result.verdict.value}")
    if form != "native" and form not in WRITERS:
        raise NotConvertible(f"innolog cannot write the format {form!r}")
    if form not in ("native", "table") and result.rules and CardSet.FIGURES in result.rules.sets:
        raise NotConvertible("no site has figures; only the formats table and native can contain such a game")
    if form != "native" and viewpoint == EVERYBODY and not WRITERS[form].everybody:
        raise NotConvertible(f"the format {form} cannot show the cards of all players; choose one player or spectator")


def _check_names(text: str, form: str, viewpoint: int | None, result: Replay) -> None:
    """Raise :class:`NotConvertible` if a reader of lines does not find the players in them, or takes two for one.

    The viewer, whom lines may address as "you", needs no name.
    """
    if form == "native" or not WRITERS[form].words:
        return
    names = {in_words(seat.name) for index, seat in enumerate(result.log.seats) if index != viewpoint}
    try:
        seats = read_blob(Blob(form, text.encode())).seats
    except (UnreadableLog, UnsupportedLog) as error:
        raise NotConvertible(f"the players' names cannot be found in the format {form}: {error}") from error
    if missing := sorted(names - {seat.name for seat in seats}):
        raise NotConvertible(f"this name of a player cannot be found in the format {form}: {shorten(missing[0])}")
    if len({plain(seat.name) for seat in result.log.seats}) < len(seats) or len(seats) < len(result.log.seats):
        raise NotConvertible(f"in the format {form}, the names of two players cannot be told apart")


def _check_explained(text: str, form: str, rules: Ruleset | None, forced: Forced) -> None:
    """Raise :class:`NotConvertible` unless the rules by which a format is judged explain the game in it.

    Only exports, trackers' files and pages of Yucata can't state by which rules the game was played.
    """
    if form not in _OF_A_SITE or rules is None:
        return
    if rules.platform in _OF_A_SITE[form] and rules.edition in OFFERED[rules.platform]:
        return
    site = "Yucata" if form == "yucata-html" else "Board Game Arena"
    try:
        again = replay(read_blob(Blob(form, text.encode())), forced=forced)
        verdict, reason = again.verdict, again.reason
    except (UnreadableLog, UnsupportedLog) as error:
        verdict, reason = Verdict.UNSUPPORTED, str(error)
    if verdict.explained:
        return
    judged, possible = (
        f"the format {form} is judged by the rules of {site}",
        "the formats table and native can contain it",
    )
    if verdict is Verdict.UNSUPPORTED:
        raise NotConvertible(
            f"{judged}, and innolog cannot decide whether these explain this game, which was played by other rules "
            f"({reason}); a larger --effort may help, and {possible}"
        )
    raise NotConvertible(f"{judged}, and these do not explain this game, which was played by other rules; {possible}")


def check_offered(rules: Ruleset, form: str) -> None:
    """Raise :class:`NotConvertible` for a format in whose words a game would be judged by the rules of another edition.

    Board Game Arena does not offer every set in the first edition. Pages of Yucata are judged by other rules, too.
    """
    if form in ("native", "table") or (form == "yucata-html" and rules.platform is not Platform.BGA):
        return
    if not any(offers(site, rules.edition, rules.sets) for site in (Platform.BGA, Platform.BGA_2024)):
        raise NotConvertible(
            f"Board Game Arena does not offer these sets in the {rules.edition.value} edition, so the format {form} "
            "cannot contain this game; the formats table and native can"
        )


def viewpoint_of(log: GameLog, form: str) -> int | None:
    """The viewpoint from which a format shows what a log shows: a seat, None for a spectator, or EVERYBODY.

    Some sources show one player's cards and do not say whose. It is the only player who draws cards face up. Notes of a
    table can have the cards of several players, and not all of them.
    """
    if log.viewpoint is not None or not log.not_recorded:
        return log.viewpoint
    shown: dict[int, set[bool]] = {}
    for move in log.observations:
        if isinstance(move, Transfer) and (move.from_place, move.to_place) == (Place.DECK, Place.HAND):
            shown.setdefault(move.to_owner, set()).add(move.card is not None)
    seats = [seat for seat, known in shown.items() if True in known]
    if len(seats) == 1 and shown[seats[0]] == {True}:
        return seats[0]
    of_several = log.site == Platform.TABLE.value and any(
        isinstance(move, Transfer) and move.card is not None and not everybody_sees(move) for move in log.observations
    )
    return EVERYBODY if of_several and form in WRITERS and WRITERS[form].everybody else None


def _all_tell(
    text: str, stories: Iterator[Replay], form: str, viewpoint: int | None, options: Mapping[str, Any]
) -> bool:
    """Whether all explanations give the same text in the requested format."""
    return all(
        _written(story, form, viewpoint, options) == text and number < MOST_COMPARED
        for number, story in enumerate(stories, start=1)
    )


def _written(result: Replay, form: str, viewpoint: int | None, options: Mapping[str, Any]) -> str:
    """The text of a game with all faces that the log shows at any time."""
    if form == "native":
        from parsers.native.writer import lines

        return "".join(f"{line}\n" for line in lines(recorded(result, options.get("sources"))))
    game = retell(result)
    writer = WRITERS[form]
    if not (viewpoint == EVERYBODY and writer.some) and (unseen := _unseen(game, viewpoint, form)):
        who = {None: "spectators", EVERYBODY: "any player"}.get(viewpoint) or game.seats[viewpoint or 0].name
        raise NotConvertible(
            f"the log does not show every card that {who} saw ({counted(unseen, 'time')} it shows only a card's back)"
        )
    if writer.words:
        game.seats = [Seat(seat.id, in_words(seat.name)) for seat in game.seats]
    more = {"rules": result.rules.describe()} if writer.rules and result.rules else {}
    return writer.load()(game, viewpoint, **options, **more)


def retell(result: Replay) -> ToldGame:
    """Play a replayed game again with the engine, and record it with the faces of all cards that the log shows.

    Cards of which only the back is known have ids from :data:`~innolog.cards.facts.UNKNOWN_BASE` on. Games and players
    without numbers get numbers. Raises :class:`NotConvertible` for a replay that found no explanation.
    """
    if result.rules is None or result.setup is None or not result.verdict.explained:
        raise NotConvertible(f"a game that is {result.verdict.value} can't be told again")
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
        result.rules.teams,
        teller.told,
        [list(player.hand_cards) for player in game.players],
        result.rules.edition.value,
        result.rules.platform.value,
        result.rules.generation.name,
        result.setup.achievements,
        (log.times.moves or {1: log.times.start}) if log.times else {},
        log.times.end if log.times and log.times.moves else None,
    )


class _Answers:
    """A decider that gives the answers that a replay found, in their order."""

    def __init__(self, result: Replay) -> None:
        # The native format contains decisions, but not what a site recorded about them.
        self._tells = Fact.PASSES in result.log.records
        self._answers = (
            (*decision, number not in action.silent)
            for action in result.actions
            for number, decision in enumerate(action.decisions)
        )
        self._told = False

    def passed(self) -> bool | None:
        """Whether the log records that the last decision was to decline; None if it never records that."""
        return self._told if self._tells else None

    def choose(self, choice: Choice) -> Any:
        """The next answer. Raises ValueError if it belongs to another choice: the replay and its record differ."""
        asked, answer, self._told = next(self._answers, (None, None, False))
        if asked is None or (asked.kind, asked.player) != (choice.kind, choice.player):
            raise ValueError(f"the record of the replay has no answer of seat {choice.player} on {choice.kind.value}")
        return answer


def _numbered(seats: list[Seat]) -> list[Seat]:
    """The players, each with a number as id. If one has no number, all get new ones."""
    if all(seat.id.isascii() and seat.id.isdecimal() for seat in seats):
        return list(seats)
    return [Seat(str(_FIRST_PLAYER + index), seat.name) for index, seat in enumerate(seats)]


def _unseen(game: ToldGame, viewpoint: int | None, form: str) -> int:
    """The number of moves of cards whose face the viewpoint saw, but the log does not show."""
    newer = in_newer_shape(Platform(game.platform), Edition(game.edition))
    named = form == "bga" and game.generation in NAME_THE_OWNER
    return sum(
        shown(move, told.actor, viewpoint, newer=newer, names_owner=named)
        for told in game.told
        if isinstance(move := told.observation, Transfer)
        and move.card is not None
        and move.card >= UNKNOWN_BASE
        and not (move.from_owner == NOBODY == move.to_owner)
    )
