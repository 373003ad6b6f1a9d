"""From a replay to the plain data of a game page."""

from __future__ import annotations

import unicodedata

from innolog.cards.facts import card_table
from innolog.cli._words import VERDICTS, achievement_name, ending, place_of, rules_of, short, words_of
from innolog.replay.result import PlayerView, Replay, Snapshot
from reports.game import Action, Area, Fact, GamePage, Table, Violation
from reports.winprob.game import Chances

#: Unicode categories that a page shows as a replacement mark: controls, direction marks, lone surrogates.
_INVISIBLE = frozenset({"Cc", "Cf", "Cs"})
#: Joins the parts of one emoji, and does nothing else.
_JOINER = "\u200d"
_LONGEST_FACT = 2000


def page_of(replay: Replay, chances: Chances | str | None = None) -> GamePage:
    """What a page about a replay says. Actions without a snapshot are left out; text from the log is made visible.

    ``chances`` is the course of the game, or why there is none.
    """
    log, words = replay.log, words_of(replay)
    return GamePage(
        players=tuple(_clean(short(seat.name)) for seat in log.seats),
        winners=replay.winners,
        verdict=replay.verdict.value,
        verdict_words=VERDICTS[replay.verdict],
        ending=_clean(_ending(replay)),
        game=_clean(f"{log.site} game {log.game_id}"),
        rules=tuple(Fact(what, _clean(which), reason and _clean(reason)) for what, which, reason in rules_of(replay)),
        facts=_facts(replay),
        actions=tuple(
            Action(
                turn=action.turn,
                number=action.number,
                player=action.player,
                title=_clean(words.title(action)),
                lines=tuple((depth, _clean(line)) for depth, line in words.lines(action)),
                move=action.move,
                table=_table(action.snapshot),
            )
            for action in replay.actions
            if action.snapshot is not None
        ),
        violation=_violation(replay),
        chances=None if isinstance(chances, str) else chances,
        no_chances=chances if isinstance(chances, str) else None,
        achievements_needed=replay.rules.achievements_needed if replay.rules else None,
    )


def _violation(replay: Replay) -> Violation | None:
    violation = replay.violation
    if violation is None:
        return None
    return Violation(
        rule=violation.rule,
        message=_clean(violation.message),
        place=place_of(replay),
        expected=_clean(violation.expected),
        observed=_clean(violation.observed),
    )


def _ending(replay: Replay) -> str:
    if replay.ended is not None:
        return ending(replay.ended, [seat.name for seat in replay.log.seats])
    return "The log leaves the rules" if replay.violation else "The game is not over where the log ends"


def _facts(replay: Replay) -> tuple[Fact, ...]:
    log = replay.log
    seen_by = "a spectator" if log.viewpoint is None else short(log.seats[log.viewpoint].name)
    turns = max((action.turn for action in replay.actions), default=0)
    rows = [
        Fact("source", _clean(log.source)),
        Fact("seen by", _clean(seen_by)),
        Fact("length", f"{turns} turns, {len(replay.actions)} actions"),
        Fact("checks", f"{replay.checks} statements of the log agree with the rules"),
        Fact("assumptions", f"{replay.assumptions} about hidden cards"),
    ]
    if replay.digest:
        rows.append(Fact("digest", replay.digest))
    return tuple(rows)


def _table(snapshot: Snapshot) -> Table:
    names = card_table().name
    return Table(
        areas=tuple(_area(view) for view in snapshot.players),
        decks={back: len(cards) for back, cards in snapshot.decks.items()},
        available_ages=tuple(sorted(snapshot.available_ages)),
        available_specials=tuple(names[entry] for entry in snapshot.available_specials),
        relics=snapshot.relics,
    )


def _area(view: PlayerView) -> Area:
    return Area(
        score=view.score,
        icons=view.icons,
        hand=tuple(zip(view.hand, view.hand_backs, strict=True)),
        score_pile=tuple(zip(view.score_pile, view.score_backs, strict=True)),
        achievements=tuple(
            achievement_name(entry, age) for entry, age in zip(view.achievements, view.achievement_ages, strict=True)
        ),
        boards=view.boards,
        splays=view.splays,
        revealed=view.revealed,
        forecast=tuple(zip(view.forecast, view.forecast_backs, strict=True)),
        display=view.display,
    )


def _clean(text: str) -> str:
    """Text of a stranger with nothing invisible in it, and no longer than a page can bear."""
    if len(text) > _LONGEST_FACT:
        text = text[:_LONGEST_FACT] + "…"
    return "".join("\ufffd" if unicodedata.category(mark) in _INVISIBLE and mark != _JOINER else mark for mark in text)
