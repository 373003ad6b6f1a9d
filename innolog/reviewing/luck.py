"""What each drawn card was worth against those that could have come instead.

A card comes from a supply pile whose order nobody knows. The value of the action with this card, on average over what
else could happen in it, is held against the same average over all cards that could have lain there. The rest of the
action is played sensibly in both, so that no choice of people after the draw counts as luck. Over all deals, the mean
of these differences is zero, whatever the players do and however wrong the values are (Burch et al. 2018, AIVAT). Both
averages are taken over the same deals, in which two cards have changed places, so that few deals are enough.

At once, the network sees little of what a card in a hand will be good for. So bots play on for some actions before
positions are valued again, and the mean of both values counts. What a card is good for depends on who plays it: the
sensible bot plays on for players whose actions have lost much so far, and the strong one for the others. Draws get
no such second look if it hardly matters what comes. That is asked of all cards that could come, alike: if it were asked
of the one that came, good cards would get more second looks than bad ones, and the mean would not be zero.
"""

from __future__ import annotations

from math import hypot
from statistics import fmean
from typing import Any, Final

from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine.choices import Choice
from innolog.engine.events import Transfer
from innolog.engine.game import Game
from innolog.engine.zones import Zone
from innolog.reviewing.ahead import OTHER_DEALS, Ahead
from innolog.reviewing.time import Time
from innolog.strategy.lookout import Changed, Lookout, Unplayable
from innolog.strategy.moments import Moment
from innolog.strategy.network import Network

#: With this many deals, what a second look finds counts as much as what was found at once.
_ALIKE: Final = 10.0
#: The fewest deals at once and of a second look. One deal has no known error, and so neither would a mean with it.
_LEAST: Final = 2
#: In this many deals it is tried what an action loses. The sensible bot plays on for who has lost more than so much in
#: an action on average (0 to 1): in games of bots, the strong one lost about 0.012, others 0.04 to 0.07. Some actions
#: with a loss in between count as taken before the first one.
_TRIED: Final = 3
_MUCH: Final = 0.019
_USUAL, _USUALS = 0.014, 3
#: Where the sensible bot plays on for all, which is quick, there are this many times as many actions and deals.
_FURTHER, _MORE = 2, 4
#: It matters what comes if the chances with the cards that could come have at least this standard deviation (0 to 1).
#: That of two of five draws is smaller. These had 4 % of the variance of luck between strong bots, and 15 % between
#: sensible ones.
_MATTERS: Final = 0.003


def is_draw(event: object) -> bool:
    """Whether an event is the draw of a card whose face is recorded."""
    return isinstance(event, Transfer) and event.from_zone is Zone.DECK and event.card < UNKNOWN_BASE


class Luck:
    """Values draws of a game, again after bots have played on for some ``actions`` unless that is 0."""

    def __init__(self, game: Game, network: Network, seed: int, actions: int, time: Time) -> None:
        self._time, self._actions = time, actions
        self._at_once = Lookout(game, network, seed)
        self._ahead = Ahead(actions, network)
        self._again = Lookout(game, network, seed, self._ahead) if actions else None
        #: What the chosen actions of each player have lost so far, and who had lost much before the last of them.
        self._lost: list[list[float]] = [[_USUAL] * _USUALS for _ in game.players]
        self._weaker: list[int] = []

    def begin(self, seed: int) -> None:
        """Begin anew: what is found does not depend on what was valued before."""
        self._at_once.begin(seed)
        if self._again is not None:
            self._again.begin(seed + OTHER_DEALS)

    def chosen(self, moment: Moment, choice: Choice, action: Any) -> None:
        """Note the action that a player has chosen, and what it loses."""
        if self._again is None or len(choice.answers()) < 2:
            return
        self._weaker = [seat for seat, lost in enumerate(self._lost) if fmean(lost) > _MUCH]
        try:
            means = self._at_once.try_all(moment, choice, _TRIED, action).means()
        except Unplayable:
            return
        self._lost[choice.player].append(max(means) - means[0])

    def of(self, moment: Moment, card: int, worlds: int) -> Changed | None:
        """What a card changes that is drawn at a moment; None if nobody can say, or if its place was known."""
        if card in moment.known:
            return None
        try:
            with self._time.share() as seconds:
                found = self._at_once.changed_by(moment, card, worlds, seconds)
        except Unplayable:
            return None
        if self._again is None or found.deals < _LEAST:
            return found
        further, more = (_FURTHER, _MORE) if len(self._weaker) == len(self._lost) else (1, 1)
        self._ahead.set(further * self._actions, self._weaker)
        try:
            with self._time.rest() as seconds:
                if (seconds is not None and seconds <= 0) or self._at_once.spread(moment, card) < _MATTERS:
                    return found
            with self._time.rest() as seconds:
                if seconds is not None and seconds <= 0:
                    return found
                return _mean(found, self._again.changed_by(moment, card, more * worlds, seconds))
        except Unplayable:
            return found


def _mean(at_once: Changed, again: Changed) -> Changed:
    """The mean of what was found at once and again, and its errors."""
    if again.deals < _LEAST:
        return at_once
    weight = again.deals / (again.deals + _ALIKE)
    change = [one + weight * (other - one) for one, other in zip(at_once.change, again.change, strict=True)]
    errors = zip(at_once.error, again.error, strict=True)
    error = [
        None if one is None or other is None else hypot((1 - weight) * one, weight * other) for one, other in errors
    ]
    return Changed(tuple(change), tuple(error), again.deals)
