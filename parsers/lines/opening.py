"""Whether lines or entries have the opening of their game, or begin after it or in the middle of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from innolog import log as seen
from innolog.cards.editions import Platform
from innolog.cards.facts import card_table
from innolog.log import GameLog, Observation, Place, UnreadableLog, UnsupportedLog
from parsers.lines.matching import Said
from parsers.lines.players import place_of_all

#: What stands below the opening, except for opening cards.
_PLAYED = (seen.Transfer, seen.DogmaStarted, seen.EffectStarted, seen.IconCounted, seen.IconsStated)
#: What an action or the opening has at least one of. Everything else is said about them, or between them.
_OPENED = (seen.Transfer, seen.DogmaStarted)


def check_beginning(log: GameLog, lines: int, *, whole: bool) -> None:
    """Reject a log of which no action is known, or that starts late: without the opening, nothing can be judged.

    Raises :class:`~innolog.log.UnsupportedLog`. A log that ends during the opening is too short to decide this. Unread
    lines above the first action may contain the opening, but not all of the game. ``whole``: True when the log shows
    otherwise that it begins with the game. Raises :class:`~innolog.log.UnreadableLog` if nothing in the number of
    ``lines`` is known, or what is known is about fewer than two players.
    """
    few = len(log.seats) < 2
    if not log.observations and (few or log.unread or not whole):
        raise UnreadableLog(log.source, place_of_all(lines), "lines of a game of Innovation", "nothing known")
    played = any(isinstance(told, _OPENED) for told in log.observations)
    if not played and log.unread:
        unread = log.unread[0]
        words = f'no action is understood; the first line that is not is at {unread.at}: "{unread.text}"'
        raise UnsupportedLog(log.source, words)
    # Somebody may give up during the opening, and nobody answers anything then.
    if not played and not (log.observations and all(isinstance(told, seen.Ended) for told in log.observations)):
        raise UnsupportedLog(log.source, "the log has no action, nor the opening of the game")
    on_site = log.site != Platform.TABLE.value
    late = None if whole else late_start(log.observations, max(2, len(log.seats)), on_site=on_site)
    if late is not None and not any(unread.at.place < late.at.place for unread in log.unread):
        first = log.observations[0].at
        begins = "without move numbers" if first.move is None else f"at move {first.move}"
        raise UnsupportedLog(log.source, f"the log begins {begins} and does not contain the opening of the game")
    if few:
        raise UnreadableLog(log.source, place_of_all(lines), "lines about at least two players", f"{len(log.seats)}")


def late_start(observations: Sequence[Observation], seats: int, *, on_site: bool) -> Observation | None:
    """The first action of a log that starts late: above it, some of the players have no opening card.

    None for a log that has them all, or ends before this is certain. If as many cards as there are players stand above
    the line about who goes first, they are the opening, and one that cannot be an opening card is wrong. A log
    ``on_site`` has that line; without it, cards of age 1 that are melded can be those of any actions.
    """
    played = [told for told in observations if isinstance(told, _PLAYED)]
    first = next((told for told in observations if isinstance(told, seen.FirstPlayer)), None)
    above = [told for told in played if first is not None and told.at.place < first.at.place]
    if len(above) == seats and any(_can_open(told, first) for told in above):
        return None
    opened: set[int] = set()
    for told in played:
        if isinstance(told, seen.Transfer) and told.to_owner not in opened and _can_open(told, first):
            opened.add(told.to_owner)
        elif len(opened) < seats or (on_site and first is None):
            return told
    return None


def _can_open(told: Observation, first: seen.FirstPlayer | None) -> bool:
    """Whether a card can be an opening card: of age 1, and below the line about who goes first none but that card."""
    if not isinstance(told, seen.Transfer) or (told.from_place, told.to_place) != (Place.HAND, Place.BOARD):
        return False
    table = card_table()
    if first is not None and told.to_owner == first.player and first.at.place < told.at.place:
        return told.card is None or table.name[told.card] == first.card_name
    return told.card is None or table.age[told.card] == 1


def numbered_from_one(log: GameLog) -> bool:
    """Whether the numbers of moves show that a log begins with the game.

    A site counts the moves. Whoever writes notes at a table can begin to count after the opening, which has who goes
    first, and above the first action a card that comes to a board.
    """
    if not log.observations or log.observations[0].at.move != 1:
        return False
    if log.site != Platform.TABLE.value:
        return True
    first = next((told for told in log.observations if isinstance(told, _PLAYED)), None)
    opens = isinstance(first, seen.Transfer) and (first.from_place, first.to_place) == (Place.HAND, Place.BOARD)
    return opens and any(isinstance(told, seen.FirstPlayer) for told in log.observations)


def begins_with_choices(said: Iterable[Said | None]) -> bool:
    """Whether the first line that is understood is about the choice of an opening card.

    The site of Board Game Arena writes that for each player, and then melds all cards at once.
    """
    return next((one.key for one in said if one is not None), "") == "choose_card"
