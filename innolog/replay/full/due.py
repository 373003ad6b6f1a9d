"""The place where a missing record should have been.

If the source numbers moves, each decision has its own move, which also records the effects of the decision. So if a
player's decision has no record in a move, the record is missing there. Answers and passes are recorded, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from innolog.comparing.matching import SOFT
from innolog.log import At, GameLog
from innolog.replay.picks import Step


def due(log: GameLog, start: int, steps: Sequence[Step], missing: bool) -> At | None:
    """The place before a failure at which something was due; None if it was due at the failure itself.

    ``start`` is the index of the action's first observation, ``steps`` what was matched in it; the last step is the one
    that failed. ``missing``: True when that step failed because something is missing, and not because it states
    something wrong.
    """
    observations = log.observations
    last = start - 1
    found: At | None = None
    for number, (index, decisions) in enumerate(steps):
        while last > 0 and isinstance(observations[last], SOFT):
            last -= 1
        while index < len(observations) and isinstance(observations[index], SOFT):
            index += 1
        if last < 0:
            return found
        # After the last observation, the last one itself fails.
        before, here = observations[last].at, observations[min(index, len(observations) - 1)].at
        told = {observation.at.move for observation in observations[last + 1 : index]}
        last = index
        if before.move is None or here.move is None or before.move >= here.move:
            continue
        failed = number == len(steps) - 1
        if not decisions:
            if failed and missing:
                return before
            continue
        between = [at for at in log.moves if at.move is not None and before.move < at.move < here.move]
        if failed and missing and decisions <= len(between):
            found = between[decisions - 1]
            continue
        silent = [at for at in between if at.move not in told]
        untold = decisions - (len(between) - len(silent))
        if 0 < untold <= len(silent):
            found = silent[untold - 1]
    return found
