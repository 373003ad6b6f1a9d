"""Turn a replay into the plain data of a game page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, TypeVar

from innolog.cards.facts import card_table
from innolog.cli._cards import notes
from innolog.cli._chances import chances, has_default
from innolog.cli._text import player_sides, rule_and_reason
from innolog.cli._words import (
    Words,
    achievements_of,
    ending,
    explained,
    place_of,
    rules_of,
    short,
    verdict_of,
    words_of,
)
from innolog.conversion.alternatives import After, Alternative, Depends, Fork, Untried, alternatives
from innolog.engine.zones import SEEN
from innolog.log import GameLog, iso_date
from innolog.results.result import ActionRecord, PlayerView, Replay, Snapshot
from innolog.support.counting import counted
from reports.game import COLOR_NAMES, SPECTATOR, Action, Area, Fact, GamePage, Option, Table, Violation, Zone

if TYPE_CHECKING:
    from reports.winprob.course import Chances

_T = TypeVar("_T")
#: The words for what decides the table after a possible action.
_DEPENDS = {
    Depends.CARDS: "unseen cards decide",
    Depends.OWN: "own choices decide",
    Depends.OTHERS: "others decide",
}
#: The words for an action whose outcome is left out, before the reason.
UNTRIED = "innolog itself failed to try it"
#: Maximum number of lines shown that innolog could not read.
_MOST_UNREAD = 20


def full_page(
    replay: Replay, model_file: str | None = None, dataset: str | None = None, *, possible: bool = True
) -> GamePage:
    """The page about a replay with the win probabilities (:func:`~innolog.cli._chances.chances`).

    ``possible``: True when it lists what was possible at each action.
    """
    forks = bool(model_file or dataset) or has_default(replay)
    options = list(alternatives(replay, forks=forks)) if possible else []
    return page_of(replay, chances(replay, model_file, dataset, options), options)


def page_of(
    replay: Replay, chances: Chances | str | None = None, possible: Sequence[Sequence[Alternative]] = ()
) -> GamePage:
    """The content of a page about a replay. Actions without a snapshot are left out.

    ``chances`` are the win probabilities, or the reason why there are none. ``possible`` are the legal actions at each
    action. If they end early, the page says so at each action after that.
    """
    log, words = replay.log, words_of(replay)
    shown = [action for action in replay.actions if action.snapshot is not None]
    eyes = _eyes(replay, shown)
    others = {each: words_of(replay, each) for each in eyes}
    values = chances.possible if chances is not None and not isinstance(chances, str) else ()
    return GamePage(
        players=tuple(short(seat.name) for seat in log.seats),
        winners=replay.winners,
        verdict=replay.verdict.value,
        verdict_words=verdict_of(replay),
        ending=_ending(replay),
        game=f"{log.site} game {log.game_id}".strip(),
        rules=tuple(Fact(*each) for each in rules_of(replay)),
        facts=_facts(replay),
        actions=tuple(
            Action(
                turn=action.turn,
                number=action.number,
                player=action.player,
                title=words.title(action),
                lines=tuple(words.lines(action)),
                move=action.move,
                table=_table(action, action.snapshot, avatars=bool(replay.rules and replay.rules.junks)),
                among=explained(action),
                possible=_options(possible[index : index + 1], values[index : index + 1], words) if possible else (),
                seen=_seen(action, words, others),
            )
            for index, action in enumerate(replay.actions)
            if action.snapshot is not None
        ),
        zones=tuple(
            Zone(place.words.capitalize(), not place.hidden, place.always, place.column == "score_pile")
            for place in SEEN
        ),
        violation=_violation(replay),
        not_recorded=tuple(fact.value for fact in replay.not_recorded),
        chances=None if isinstance(chances, str) else chances,
        no_chances=chances if isinstance(chances, str) else None,
        achievements_needed=replay.rules.achievements_needed if replay.rules else None,
        teams=replay.rules.teams if replay.rules else (),
        viewpoint=log.viewpoint,
        candidates=_candidates(replay),
        edition=replay.rules.edition.value if replay.rules else "",
        eyes=eyes,
        notes=notes(replay, shown, words),
    )


def _eyes(replay: Replay, actions: Sequence[ActionRecord]) -> tuple[int, ...]:
    """The eyes whose knowledge the record has in full: a spectator's, and those of seats whose cards are always known.

    Empty if the record leaves the table open.
    """
    if replay.not_recorded:
        return ()
    views = [action.snapshot.players for action in actions if action.snapshot]
    seats = [
        seat
        for seat in range(len(replay.log.seats))
        if not any(None in each[seat].cards(place)[0] for each in views for place in SEEN if place.hidden)
    ]
    return (*seats, SPECTATOR)


def _seen(
    action: ActionRecord, words: Words, others: dict[int, Words]
) -> dict[int, tuple[str, tuple[tuple[int, str], ...]]]:
    """Title and lines in the words of other eyes, if these tell less."""
    whole = (words.title(action), words.lines(action))
    return {
        eyes: (told.title(action), tuple(told.lines(action)))
        for eyes, told in others.items()
        if (told.title(action), told.lines(action)) != whole
    }


def _options(
    possible: Sequence[Sequence[Alternative]], values: Sequence[Sequence[float | None]], words: Words
) -> tuple[Option, ...] | None:
    """The alternatives at an action in words, the best first; those whose outcomes are open last. None if not known."""
    if not possible:
        return None
    found = possible[0]
    chances = values[0] if values else [None] * len(found)
    options = [
        Option(
            text=words.option(each.action, each.age, each.alike),
            taken=each.taken,
            chance=chance,
            depends=_depends(each.outcome, known=chance is not None),
        )
        for each, chance in zip(found, chances, strict=True)
    ]
    return tuple(sorted(options, key=_place))


def _place(option: Option) -> tuple[int, float]:
    """Options with a value come first, the best of them before the others, and those whose outcomes are open last."""
    if option.chance is not None:
        return 0, -option.chance
    return (2 if option.depends else 1), 0.0


def _depends(outcome: After | Fork | Depends | Untried, *, known: bool) -> str | None:
    """What decides the table after an action. ``known``: True when its value is known."""
    if isinstance(outcome, Untried):
        return f"{UNTRIED} ({outcome.reason})"
    if isinstance(outcome, Depends):
        return _DEPENDS[outcome]
    if isinstance(outcome, Fork):
        return "with the best choices" if known else "choices decide"
    return None


def _candidates(replay: Replay) -> dict[int, tuple[tuple[int, ...], tuple[int, ...]]]:
    """The candidates for the backs that lie in hidden zones of players."""
    if replay.setup is None or replay.rules is None or replay.not_recorded:
        return {}
    from innolog.conversion.candidates import Candidates

    candidates = Candidates(replay)
    views = [view for action in replay.actions if action.snapshot for view in action.snapshot.players]
    backs = {back for view in views for place in SEEN for back in view.cards(place)[1]}
    return {back: (candidates.printed(back), candidates.whole(back)) for back in sorted(backs)}


def _violation(replay: Replay) -> Violation | None:
    violation = replay.violation
    if violation is None:
        return None
    sentence, reason = rule_and_reason(violation.rule, violation.message, violation.expected, violation.observed)
    return Violation(
        rule=violation.rule,
        sentence=sentence,
        reason=reason,
        place=place_of(replay),
        expected=violation.expected,
        observed=violation.observed,
        sides=player_sides(violation.rule),
        move=violation.at.move if violation.at else None,
    )


def _ending(replay: Replay) -> str:
    if replay.ended is not None:
        return ending(replay.ended, [seat.name for seat in replay.log.seats])
    if replay.violation is not None:
        return "The log breaks the rules"
    return "The log ends before the game is over" + (f": {replay.reason}" if replay.reason else "")


def _facts(replay: Replay) -> tuple[Fact, ...]:
    log = replay.log
    seen_by = "a spectator" if log.viewpoint is None else short(log.seats[log.viewpoint].name)
    turns = max((action.turn for action in replay.actions), default=0)
    rows = [
        Fact("source", log.source),
        Fact("seen by", seen_by),
        *_played(log),
        Fact("length", f"{counted(turns, 'turn')}, {counted(replay.actions_taken, 'action')}"),
        Fact("checks", f"{counted(replay.checks, 'statement')} of the log compared with the engine"),
        Fact("assumptions", f"{replay.assumptions} about hidden cards"),
    ]
    if replay.not_recorded:
        rows.append(Fact("explanations", f"{counted(replay.explanations, 'possible final state')}"))
    if replay.settled:
        settled = ", ".join(fact.value for fact in replay.settled)
        rows.append(Fact("filled in", f"not recorded in the source, and filled in with one possibility: {settled}"))
    rows.extend(Fact("not understood", f"{unread.at}: {unread.text}") for unread in log.unread[:_MOST_UNREAD])
    if more := len(log.unread[_MOST_UNREAD:]):
        rows.append(Fact("not understood", f"{more} more"))
    if replay.digest:
        rows.append(Fact("digest", replay.digest))
    return tuple(rows)


def _played(log: GameLog) -> tuple[Fact, ...]:
    if log.times is None:
        return ()
    start, end = (None if time is None else iso_date(time) for time in (log.times.start, log.times.end))
    return (Fact("played", f"from {start}" + (f" to {end}" if end else "")),)


def _table(action: ActionRecord, snapshot: Snapshot, *, avatars: bool) -> Table:
    names = card_table().name
    junk = list(zip(snapshot.junk, snapshot.junk_backs, strict=True))
    return Table(
        areas=tuple(_area(view, action.unknown(seat), avatars=avatars) for seat, view in enumerate(snapshot.players)),
        decks={back: len(cards) for back, cards in snapshot.decks.items()},
        available_ages=tuple(sorted(snapshot.available_ages)),
        available_specials=tuple(names[entry] for entry in snapshot.available_specials),
        relics=snapshot.relics,
        junk=tuple((card, back) for card, back in junk if back),
        junked_specials=tuple(names[card] for card, back in junk if card is not None and not back),
    )


def _area(view: PlayerView, unknown: frozenset[str], *, avatars: bool) -> Area:
    def known(name: str, value: _T) -> _T | None:
        return None if name in unknown else value

    return Area(
        score=known("score", view.score),
        icons=known("icons", (*view.icons, view.avatars) if avatars else view.icons),
        zones=tuple(known(place.column, tuple(zip_longest(*view.cards(place), fillvalue=0))) for place in SEEN),
        achievements=None if "achievement_ages" in unknown else known("achievements", tuple(achievements_of(view))),
        boards=view.boards,
        splays=tuple(known(f"splay_{color}", splay) for color, splay in zip(COLOR_NAMES, view.splays, strict=True)),
        guesses=tuple(f"board_{color}" in unknown for color in COLOR_NAMES),
        lost=view.lost,
    )
