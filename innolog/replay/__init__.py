"""Replay: a search for decisions with which the engine produces what a log observed.

A node of the search is a *world* (the position, and the belief state about hidden cards) and a *cursor* in the log. To
expand a node, the engine plays one action from it. A guide answers each choice with what the log shows at the cursor,
and compares each event with the next observation. Each combination of answers that does not contradict the log yields a
node after the action:

    log:   Bo draws | Bo activates a card, returns 3 | Bo draws a 3 | ...

    node 0 ──▶ node 1 ──┬─ returns a, b, c ──▶ node 2 ──▶ node 4 ──▶ ...
                        ├─ returns a, b, d ──▶ node 3 ──▶ ✗ (the 3 that is drawn is no longer there)
                        └─ returns a, c, d ──▶ ✗ mismatch: the score is another one

The choices of one action are its *picks*, each with the answers worth trying. A way that contradicts the log ends with
a *mismatch*; the furthest one is kept for the verdict.

One algorithm expands a node (:mod:`~innolog.replay.expanding`); two schedules say which node is next. Full records are
searched depth first with a frontier of one node (:mod:`innolog.replay.full`). The search comes back only if a later
action fails; a transposition table (:mod:`~innolog.replay.memory`) keeps where everything failed. Poor records are
searched in layers (:mod:`innolog.replay.poor`): all nodes after an action, with equal worlds merged and their number
bounded (the beam width).

The parts:

- ``guide`` keeps the cursor, ``answers`` finds what the log shows as an answer. A poor record has more of both.
- :mod:`innolog.comparing` compares one event with one observation.
- :mod:`innolog.beliefs` knows what can be true of cards that nobody saw.
- If an action needs a fact that was unknown at its start, that fact is a *lesson*. The action is tried again with it
  (conflict-driven refinement, :mod:`~innolog.replay.lessons`).

The search is *exhaustive* or *incomplete* (:class:`~innolog.results.soundness.Soundness`). ``Incomplete`` lists all
possible reasons. Under each set of rules (:mod:`~innolog.replay.trying`) it ends in an
:class:`~innolog.replay.outcome.Outcome`: the log is explained or refuted, or the search gave up.
:mod:`~innolog.replay.deciding` turns the outcomes into the verdict; :mod:`~innolog.replay.whereabouts` finds a log
that contradicts itself about the place of a card.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from innolog.log import GameLog
from innolog.log.seating import seatings
from innolog.replay.deciding import decide
from innolog.replay.forced import NOTHING, Forced
from innolog.replay.trying import ends_at_a_proof, outcomes
from innolog.results.result import Replay, Verdict
from innolog.support.garbage import rarely_collected

if TYPE_CHECKING:
    from innolog.log.native import RecordedGame

__all__ = ["Forced", "Replay", "Verdict", "replay"]


@rarely_collected()
def replay(
    log: GameLog | RecordedGame, *, edition: str | None = None, forced: Forced = NOTHING, record: bool = False
) -> Replay:
    """Replay a log under the rules that fit it best, or a game in the native format under its own.

    ``forced`` are parts of the rules that are given (``edition`` is short for the most usual one), and how long to
    search. The rest of the rules is deduced. Every edition is tried, and the first that explains the log is taken. If
    the other edition words an executed card differently, it is tried as well. Then
    :attr:`~innolog.results.result.Replay.deduced` says whether both fit. If the log does not tell how all players sit,
    every order is tried, and the seats of the result are those of the order that explains the log. With ``record``
    every action carries a snapshot of the table.
    """
    if edition:
        forced = replace(forced, edition=edition)
    if not isinstance(log, GameLog):
        from innolog.replay.recorded import replay_recorded

        return replay_recorded(log, refused=forced.unlike, record=record)
    results = []
    for seated in seatings(log):
        results.append(_replayed(seated, forced, record=record))
        if results[-1].verdict.explained:
            return results[-1]
    # Nobody is accused, unless the log is illegal in every order of the seats.
    return max(results, key=lambda result: (result.verdict is not Verdict.ILLEGAL, _place(result)))


def _place(result: Replay) -> tuple[int, int]:
    """The place up to which a log is explained, if it is illegal."""
    at = None if result.violation is None else result.violation.at
    return (-1, -1) if at is None else at.place


def _replayed(log: GameLog, forced: Forced, *, record: bool) -> Replay:
    """The replay of a log with its players in one order."""
    found = outcomes(log, forced, record=record)
    if ends_at_a_proof(log, found):
        found = outcomes(log, forced, record=record, proofs=True)
    return decide(log, found)
