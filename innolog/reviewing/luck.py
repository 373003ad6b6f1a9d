"""What each drawn card was worth against those that could have come instead.

A card comes from a supply pile whose order nobody knows. The value of the action with this card, on average over what
else could happen in it, is held against the same average over all cards that could have lain there. The rest of the
action is played sensibly in both, so that no choice of people after the draw counts as luck. Over all deals, the mean
of these differences is zero, whatever the players do and however wrong the values are (Burch et al. 2018, AIVAT). Both
averages are taken over the same deals, in which two cards have changed places, so that few deals are enough.
"""

from __future__ import annotations

from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine.events import Transfer
from innolog.engine.zones import Zone
from innolog.strategy.lookout import Lookout, Unplayable
from innolog.strategy.moments import Moment


def is_draw(event: object) -> bool:
    """Whether an event is the draw of a card whose face is recorded."""
    return isinstance(event, Transfer) and event.from_zone is Zone.DECK and event.card < UNKNOWN_BASE


def worth(
    lookout: Lookout, moment: Moment, card: int, worlds: int, seconds: float | None = None
) -> tuple[tuple[float, ...], tuple[float | None, ...]] | None:
    """What a card changes that is drawn at a moment, for each seat, and the standard errors of that, as in a lookout.

    None if nobody can say, or if its place was known. After some ``seconds``, no more than a few deals are tried.
    """
    if card in moment.known:
        return None
    try:
        return lookout.changed_by(moment, card, worlds, seconds)
    except Unplayable:
        return None
