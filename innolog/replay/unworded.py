"""Events that a log may record in words that innolog does not know, because people translated this message alone.

Such a sentence opens its own place, for facts of its player that it can state: everywhere else the log is as strict as
one without such sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from innolog.comparing.matching import SOFT
from innolog.comparing.pairs import PAIRS, Differs
from innolog.log import NOBODY

if TYPE_CHECKING:
    from innolog.replay.guide import Guide


def may_record(guide: Guide, kind: type, player: int) -> bool:
    """Whether unknown words around the guide's place, between two hard observations, may record a fact of a kind."""
    if not guide.log.unworded:
        return False
    first = guide.cursor - 1
    while first >= 0 and isinstance(guide.observations[first], SOFT):
        first -= 1
    following = guide.peek()
    after = guide.observations[first].at if first >= 0 else None
    return guide.log.may_record(kind, player, after, None if following is None else following.at)


def is_unworded(guide: Guide, event: Any) -> bool:
    """Whether unknown words may record an event, and the next observation is not about it."""
    kind, compare, _ = PAIRS[type(event)]
    if not may_record(guide, kind, getattr(event, "player", NOBODY)):
        return False
    told = guide.peek()
    if type(told) is not kind:
        return True
    try:
        compare(guide.game, guide.speaker, event, told)
    except Differs:
        return True
    return False
