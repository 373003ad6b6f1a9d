"""Logs that record less: a full log without some kinds of fact."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from innolog import log as seen
from innolog.conversion.retelling import convert
from innolog.log import Fact, GameLog, Observation
from innolog.replay import replay
from parsers import read_blob, read_log
from parsers.files import Blob

#: The kinds of fact in the file of a tracker and in the text of a review.
TRACKER = frozenset(Fact) - {Fact.POSITIONS, Fact.SPLAYS, Fact.REARRANGEMENTS, Fact.CHECKS, Fact.ACTIONS, Fact.TURNS}
TRACKER -= {Fact.FREE_ACTIONS, Fact.CHOICES, Fact.NESTED, Fact.REMOVALS}
#: The kinds of fact on a page with splays but without icon counts.
PAGE = frozenset({Fact.SPLAYS, Fact.ACTIVATIONS, Fact.SHARING_BONUS, Fact.ENDING, Fact.REARRANGEMENTS, Fact.REMOVALS})
#: Kinds of records: icon counts and effects but no splays; splays but no counts; both.
TEXT = TRACKER | {Fact.SPLAYS, Fact.REARRANGEMENTS, Fact.REMOVALS}
RECORDS = {"tracker": TRACKER, "page": PAGE, "text": TEXT}
_KIND: dict[type, Fact] = {
    seen.Splay: Fact.SPLAYS,
    seen.Rearranged: Fact.REARRANGEMENTS,
    seen.Wiped: Fact.REMOVALS,
    seen.Eliminated: Fact.REMOVALS,
    seen.TopsAndHandsRemoved: Fact.REMOVALS,
    seen.ActionBegan: Fact.ACTIONS,
    seen.FreeActionBegan: Fact.FREE_ACTIONS,
    seen.DogmaStarted: Fact.ACTIVATIONS,
    seen.IconCounted: Fact.ICON_COUNTS,
    seen.EffectStarted: Fact.EFFECTS,
    seen.NestedStarted: Fact.NESTED,
    seen.NestedEnded: Fact.NESTED,
    seen.SharingBonus: Fact.SHARING_BONUS,
    seen.TurnEnded: Fact.TURNS,
    seen.Passed: Fact.PASSES,
    seen.Agreed: Fact.CHOICES,
    seen.Named: Fact.CHOICES,
    seen.Ended: Fact.ENDING,
}


def poorer(log: GameLog, records: frozenset[Fact], *, keywords: bool = True) -> GameLog:
    """The log without the kinds of fact that are not in ``records``, and without ``keywords`` of transfers."""
    found: list[Observation] = []
    for observation in log.observations:
        kind = _KIND.get(type(observation))
        if kind is not None and kind not in records:
            continue
        if isinstance(observation, seen.Transfer):
            if Fact.POSITIONS not in records:
                observation = replace(observation, from_position=None, to_position=None)
            if Fact.CHECKS not in records:
                observation = replace(observation, checks=())
            if observation.card is not None and observation.age is not None:
                # The color of a card is printed on it; no message records it.
                observation = replace(observation, color=None)
            if not keywords:
                observation = replace(observation, bottom=None, meld=None, score=None)
        elif isinstance(observation, seen.Splay | seen.Rearranged) and Fact.CHECKS not in records:
            lacking = {"checks": ()} if isinstance(observation, seen.Splay) else {"highest_top": None}
            observation = replace(observation, **lacking)
        elif isinstance(observation, seen.DogmaStarted) and Fact.ICON_COUNTS not in records:
            observation = replace(observation, icon=None)
        found.append(observation)
    return replace(log, observations=found, records=records & log.records)


def in_form(log: GameLog, form: str, edition: str | None = None) -> GameLog:
    """The log as read from a file that was written in another form, for the same viewpoint."""
    text = convert(replay(log, edition=edition), form, log.viewpoint)
    found = read_blob(Blob(form, text.encode()))
    assert isinstance(found, GameLog)
    assert not found.unread
    return found


def read(path: Path) -> GameLog:
    log = read_log(path)
    assert isinstance(log, GameLog)
    return log
