"""Contradictions between a log's own statements about the place of a card, which no state of the game can resolve.

Two rules need no state of the game. A card on a board is seen when it comes and when it leaves, so it leaves the place
where it was last seen. And nothing is played after the end, or after a player gave up.
"""

from __future__ import annotations

from typing import NamedTuple

from innolog import log as seen
from innolog.cards.facts import FLAGS
from innolog.comparing.rules import RuleId
from innolog.comparing.words import Speaker
from innolog.log import At, GameLog, Place

#: The places of cards that can be activated.
_ACTIVE = (Place.BOARD, Place.DISPLAY)


class Contradiction(NamedTuple):
    """A place at which a log contradicts what it said before: the rule, and what was expected there."""

    rule: RuleId
    at: At
    expected: str
    observed: str


def self_contradiction(log: GameLog, *, on_any_board: bool = False) -> Contradiction | None:
    """The first place at which a log contradicts what it said before, in any state of the game.

    None if there is none, or if lines could not be read, which may record more moves. With ``on_any_board``, players
    can activate cards on all boards, as some figures allow, and payments to distant players.
    """
    if log.unread:
        return None
    speaker = Speaker([seat.name for seat in log.seats])
    last: dict[int, tuple[int, Place]] = {}
    over: seen.Ended | None = None
    for observation in log.observations:
        if isinstance(observation, seen.Ended):
            over = None if observation.how == "closed" else over or observation
        elif over is not None and isinstance(observation, seen.Transfer | seen.DogmaStarted):
            ended = speaker.observation(over) if over.how == "conceded" else "the game is over"
            return _contradiction("end.after", observation, ended, speaker)
        elif isinstance(observation, seen.Transfer) and observation.card is not None and observation.card < FLAGS:
            if seen.ANYBODY in (observation.from_owner, observation.to_owner):
                # Its previous or its present place is unknown.
                last.pop(observation.card, None)
                continue
            place, source = last.get(observation.card), (observation.from_owner, observation.from_place)
            if place is not None and place != source and Place.BOARD in (place[1], source[1]):
                return _contradiction("card.place", observation, _lies(speaker, observation.card, place), speaker)
            last[observation.card] = (observation.to_owner, observation.to_place)
        elif isinstance(observation, seen.DogmaStarted):
            place = last.get(observation.card)
            if place is None or (on_any_board and place[1] is Place.BOARD):
                continue
            if place[0] != observation.player or place[1] not in _ACTIVE:
                return _contradiction("card.place", observation, _lies(speaker, observation.card, place), speaker)
    return None


def _lies(speaker: Speaker, card: int, place: tuple[int, Place]) -> str:
    return f"{speaker.card(card)} came to {speaker.place(place[0], place[1])} and has not left it since"


def _contradiction(
    rule: RuleId, observation: seen.Transfer | seen.DogmaStarted, expected: str, speaker: Speaker
) -> Contradiction:
    return Contradiction(rule, observation.at, expected, speaker.observation(observation))
