"""Tell cards that a player only shows from cards that a player reveals, where a log has the same words for both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from innolog.log import Observation, Place, Transfer


def without_shown(observations: Sequence[Observation]) -> list[Observation]:
    """The observations without the moves of cards that do not leave their place when they are shown.

    A card that is revealed leaves from among the revealed cards. One that is only shown leaves from where it was, with
    the next move. The line of that move need not name it; then the name is kept.
    """
    moves = [number for number, one in enumerate(observations) if isinstance(one, Transfer)]
    result: list[Observation | None] = list(observations)
    for place, number in enumerate(moves):
        shown = observations[number]
        assert isinstance(shown, Transfer)
        if shown.to_place is not Place.REVEALED or shown.from_place is Place.DECK or shown.card is None:
            continue
        later = [(index, observations[index]) for index in moves[place + 1 :]]
        left = next(
            ((index, one) for index, one in later[:1] if isinstance(one, Transfer) and _is_of(one, shown)), None
        )
        if left is None or _leaves_revealed(shown.card, [one for _, one in later]):
            continue
        index, move = left
        result[number] = None
        result[index] = replace(move, card=shown.card, color=shown.color)
    return [one for one in result if one is not None]


def _is_of(move: Transfer, shown: Transfer) -> bool:
    """Whether a move can be that of a card that was shown."""
    same_place = (move.from_owner, move.from_place) == (shown.from_owner, shown.from_place)
    return same_place and (move.card == shown.card or (move.card is None and move.age == shown.age))


def _leaves_revealed(card: int, moves: Sequence[Observation]) -> bool:
    """Whether a card is next recorded as it leaves the revealed cards."""
    of_card = (one for one in moves if isinstance(one, Transfer) and one.card == card)
    following = next(of_card, None)
    return following is not None and following.from_place is Place.REVEALED
