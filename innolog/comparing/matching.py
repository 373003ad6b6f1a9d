"""Comparing what the engine did with what the log observed."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import takewhile
from typing import Any, Final

from innolog import log as seen
from innolog.cards.facts import (
    FOUNTAINS,
    Direction,
    Icon,
    back_age,
    back_is_relic,
    back_set,
    city_icon_color,
    is_city_icon,
)
from innolog.comparing.rules import RuleId
from innolog.engine import events as done
from innolog.engine.choices import ChoiceKind
from innolog.engine.game import Game
from innolog.engine.zones import NOBODY, Keyword, Zone
from innolog.log import ANYBODY, Place
from innolog.log.meaning import states_bottom, states_meld, states_position
from innolog.support.counting import counted

PLACE_OF_ZONE: Final[dict[Zone, Place]] = {
    **{zone: Place(zone.name.lower()) for zone in Zone if zone not in (Zone.AVAILABLE, Zone.CITY_ICONS)},
    Zone.AVAILABLE: Place.ACHIEVEMENTS,
}
#: Observations about choices. They are checked if possible, but no event explains them.
SOFT = (seen.Revealed, seen.IconsStated, seen.Asked, seen.Passed, seen.Agreed, seen.Named, seen.FirstPlayer)
_SOFT_KINDS = frozenset(SOFT)
#: Where flags and fountains come from and go to.
_CITY_ICONS = frozenset({Place.FLAGS, Place.FOUNTAINS})


class Mismatch(Exception):
    """An event of the engine differs from the log.

    ``rule`` is the broken rule, ``expected`` the event by the rules, ``observed`` the log's observation. ``missing``:
    True when the expected event is missing, rather than wrong.
    """

    def __init__(self, rule: RuleId, expected: str, observed: str) -> None:
        super().__init__(rule)
        self.rule = rule
        self.expected = expected
        self.observed = observed
        self.missing = False


def answer_named(kind: ChoiceKind, named: Any) -> Any:
    """The value that a player named, as an answer to a choice of a kind."""
    if kind is ChoiceKind.COLOR:
        return named[0] if len(named) == 1 else None
    return tuple(sorted(named)) if kind is ChoiceKind.COLORS else named


def next_hard(observations: list[seen.Observation]) -> list[int]:
    """For every index of an observation, and for the end, that of the next hard one."""
    here = hard = len(observations)
    found = [hard]
    soft = _SOFT_KINDS
    for observation in reversed(observations):
        here -= 1
        # A set: comparing with each kind in turn took five times as long, for every observation of every log.
        if type(observation) not in soft:
            hard = here
        found.append(hard)
    found.reverse()
    return found


def told_after_end(observations: Sequence[seen.Observation], cursor: int) -> int | None:
    """The index of what a log tells next when the game is over, or play has stopped; None if it tells nothing more.

    Choices count only if the end stands just before the cursor. That play has stopped may be told twice.
    """
    last = observations[cursor - 1] if cursor else None
    end = last if isinstance(last, seen.Ended) else None
    stop = None if end is None or end.how not in seen.STOPPED else (end.how, end.player)
    harmless = SOFT if end is None else (seen.Revealed, seen.Asked)
    for index in range(cursor, len(observations)):
        told = observations[index]
        again = isinstance(told, seen.Ended) and (told.how, told.player) == stop
        if not (again or isinstance(told, harmless)):
            return index
    return None


def stop_of(observations: Sequence[seen.Observation]) -> int | None:
    """The index of the first observation that says that play stopped before the game was over, if there is one."""
    return next(
        (index for index, told in enumerate(observations) if isinstance(told, seen.Ended) and told.how in seen.STOPPED),
        None,
    )


def transfer_difference(
    game: Game, event: done.Transfer, move: seen.Transfer, revealed: Container[int] | None = None
) -> str | None:
    """The rule that a transfer breaks, or None if the observation is explained by the event.

    ``revealed`` is that of :func:`leaves_place`.
    """
    card = event.card
    if is_city_icon(card):
        return _city_icon_difference(event, move)
    if move.card is not None:
        if move.card != card:
            return "card"
    elif move.age is not None and game.back[card] != move.back and not has_back(game.back[card], move):
        return "card"
    if move.from_owner != event.from_owner and not is_owner(event.from_owner, move.from_owner):
        return "owner"
    if move.to_owner != event.to_owner and not is_owner(event.to_owner, move.to_owner):
        return "owner"
    if move.to_place is not PLACE_OF_ZONE[event.to_zone] and not _may_be_a_relic(event, move):
        return "place"
    if not leaves_place(game, card, event.from_zone, move, revealed):
        return "place"
    if move.from_position not in (None, event.from_position) and states_position(
        move.age, event.from_owner, PLACE_OF_ZONE[event.from_zone]
    ):
        return "position"
    if move.to_position not in (None, event.to_position) and states_position(
        move.age, event.to_owner, PLACE_OF_ZONE[event.to_zone]
    ):
        return "position"
    if move.bottom not in (None, event.bottom) and states_bottom(PLACE_OF_ZONE[event.to_zone]):
        return "keyword"
    if move.score is not None and move.score != (event.keyword is Keyword.SCORE):
        return "keyword"
    if move.meld not in (None, event.keyword is Keyword.MELD) and states_meld(PLACE_OF_ZONE[event.from_zone]):
        return "keyword"
    return None


def _may_be_a_relic(event: done.Transfer, move: seen.Transfer) -> bool:
    """Whether a hidden card that is said to be returned to its supply pile can be a relic, which goes beside it."""
    return event.to_zone == Zone.RELICS and move.to_place is Place.DECK and move.relic is None


def leaves_place(
    game: Game, card: int, zone: Zone, move: seen.Transfer, revealed: Container[int] | None = None
) -> bool:
    """Whether a card that leaves a zone can be said to leave the place that a log tells.

    At a table, a revealed card is still where it was: in the hand, or in the score pile. So both can be said of it in a
    record made by hand, and later in the action, too. While it is revealed, everybody sees it, so the log names it.
    ``revealed`` are the cards that were revealed in this action; None if the record is not made by hand.
    """
    place = move.from_place
    if PLACE_OF_ZONE[zone] is place:
        return True
    if revealed is None:
        return False
    if zone is Zone.REVEALED:
        return move.card is not None and place is PLACE_OF_ZONE[resting_zone(game, card)]
    return place is Place.REVEALED and card in revealed and zone is resting_zone(game, card)


def resting_zone(game: Game, card: int) -> Zone:
    """Where a card that a player reveals still is at a table."""
    return Zone.SCORE if card in game.shown else Zone.HAND


def is_unwritten(game: Game, event: done.Transfer) -> bool:
    """Whether an event is that a revealed card stays where it was, which a record made by hand need not have."""
    stays = event.from_zone is Zone.REVEALED and event.from_owner == event.to_owner
    stays = stays and event.to_zone is resting_zone(game, event.card)
    return stays and event.keyword in (Keyword.KEEP, Keyword.TRANSFER)


def says_that_it_stays(game: Game, told: Sequence[seen.Observation], cursor: int) -> bool:
    """Whether the observation at a place says that a revealed card stays where it was, and none after it denies that.

    Only at a table a revealed card is still in the hand, or in the score pile.
    """
    line = told[cursor]
    if not isinstance(line, seen.Transfer) or line.card is None or line.from_place is not Place.REVEALED:
        return False
    zone, where = resting_zone(game, line.card), game.place.get(line.card)
    if line.from_owner != line.to_owner or line.to_place is not PLACE_OF_ZONE[zone]:
        return False
    if where not in ((line.to_owner, zone), (line.to_owner, Zone.REVEALED)):
        return False
    of_action = takewhile(lambda other: other.at.move == line.at.move, told[cursor + 1 :])
    later = next((other for other in of_action if _moves_or_shows(other, line.card)), None)
    return getattr(later, "from_place", None) is not Place.REVEALED


def _moves_or_shows(told: seen.Observation, card: int) -> bool:
    if isinstance(told, seen.Revealed):
        return card in told.cards
    return isinstance(told, seen.Transfer) and told.card == card


def same_move(event: done.Event, observation: seen.Observation) -> bool:
    """Whether an observation is about the card that an event moved, even if it has other errors."""
    if not isinstance(event, done.Transfer) or not isinstance(observation, seen.Transfer):
        return False
    if observation.card is not None:
        return observation.card == event.card
    start = (observation.from_owner, observation.from_place, observation.from_position)
    return start == (event.from_owner, PLACE_OF_ZONE.get(event.from_zone), event.from_position)


def is_owner(owner: int, told: int) -> bool:
    """Whether the owner of a place can be the one that a log records."""
    return owner == told or (told == ANYBODY and owner != NOBODY)


def goes_like(event: done.Transfer, move: seen.Transfer) -> bool:
    """Whether an event moves a card between the places of a transfer."""
    return (
        (PLACE_OF_ZONE[event.from_zone], PLACE_OF_ZONE[event.to_zone]) == (move.from_place, move.to_place)
        and is_owner(event.from_owner, move.from_owner)
        and is_owner(event.to_owner, move.to_owner)
    )


def go_alike(one: seen.Transfer, other: seen.Transfer) -> bool:
    """Whether two transfers can be between the same places of the same owners."""
    return (
        (one.from_place, one.to_place) == (other.from_place, other.to_place)
        and _can_be_equal(one.from_owner, other.from_owner)
        and _can_be_equal(one.to_owner, other.to_owner)
    )


def go_back(one: seen.Transfer, other: seen.Transfer) -> bool:
    """Whether two transfers can be between the same places in opposite directions, as in an exchange."""
    return (
        (one.from_place, one.to_place) == (other.to_place, other.from_place)
        and _can_be_equal(one.from_owner, other.to_owner)
        and _can_be_equal(one.to_owner, other.from_owner)
    )


def is_of_junking(observation: seen.Observation) -> bool:
    """Whether an observation can be one of those of many cards of players that are junked together."""
    if isinstance(observation, seen.Splay):
        return observation.direction == Direction.NONE
    return (
        isinstance(observation, seen.Transfer)
        and observation.to_place is Place.JUNK
        and observation.from_owner != NOBODY
    )


def is_consequence(observation: seen.Observation) -> bool:
    """Whether an observation is what one move brings about: flags, fountains, special achievements, lost splays."""
    if isinstance(observation, seen.Splay):
        return observation.direction == Direction.NONE
    if not isinstance(observation, seen.Transfer) or observation.age is not None:
        return False
    start, end = observation.from_place, observation.to_place
    claimed = start is end is Place.ACHIEVEMENTS and observation.from_owner == NOBODY
    return claimed or start in _CITY_ICONS or end in _CITY_ICONS


def _can_be_equal(one: int, other: int) -> bool:
    return is_owner(one, other) or is_owner(other, one)


def has_back(back: int, move: seen.Transfer) -> bool:
    """Whether a transfer of a hidden card can be about a card with a back, as far as recorded."""
    if move.back is not None:
        return move.back == back
    return (
        move.age in (None, back_age(back))
        and move.card_set in (None, back_set(back))
        and move.relic in (None, back_is_relic(back))
    )


def _city_icon_difference(event: done.Transfer, move: seen.Transfer) -> str | None:
    kind = Place.FLAGS if event.card < FOUNTAINS else Place.FOUNTAINS
    gained = event.to_owner != NOBODY
    if (move.to_place if not gained else move.from_place) is not kind:
        return "city-icon"
    if move.from_owner != event.from_owner or move.to_owner != event.to_owner:
        return "owner"
    if move.color is not None and move.color != city_icon_color(event.card):
        return "city-icon"
    if move.bottom or move.score or move.meld:
        return "keyword"
    told, there = (move.to_position, event.to_position) if gained else (move.from_position, event.from_position)
    # On the table, their position proves nothing, like that of special achievements.
    if told not in (None, there):
        return "position"
    return None


def failed_check(game: Game, check: seen.Check) -> tuple[RuleId, str, str] | None:
    """The first statement about a player that the engine contradicts: rule, expected, observed."""
    player = game.players[check.player]
    if check.score is not None and check.score != player.counted_score():
        return "count.score", f"a score of {player.counted_score()}", f"a score of {check.score}"
    if check.icons is not None and check.icons != (icons := player.icons()[1 : 1 + len(check.icons)]):
        return "count.icons", f"the icon counts {_listed(icons)}", f"the icon counts {_listed(check.icons)}"
    if check.highest_top is not None and check.highest_top != player.highest_top():
        there, told = player.highest_top(), check.highest_top
        return "count.top", f"a highest top card of value {there}", f"a highest top card of value {told}"
    if check.tucked is not None and check.tucked != player.tucked:
        return "count.monument", _this_turn(player.tucked, "tucked"), _this_turn(check.tucked, "tucked")
    if check.scored is not None and check.scored != player.scored:
        return "count.monument", _this_turn(player.scored, "scored"), _this_turn(check.scored, "scored")
    return None


def _this_turn(cards: int, what: str) -> str:
    return f"{counted(cards, 'card')} {what} this turn"


def _listed(icons: Sequence[int]) -> str:
    """Counts from crown to clock, or to avatar, in words."""
    return ", ".join(f"{icon.name.lower()} {count}" for icon, count in zip(list(Icon)[1:], icons, strict=False))


def statements(check: seen.Check) -> int:
    """The number of statements in a check."""
    return 5 - [check.score, check.icons, check.highest_top, check.tucked, check.scored].count(None)
