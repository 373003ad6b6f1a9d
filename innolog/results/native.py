"""Games in the native format, made from a replay. :mod:`innolog.replay.recorded` plays them again."""

from __future__ import annotations

from collections.abc import Sequence

from innolog.engine.answers import as_data
from innolog.engine.state import Setup
from innolog.log.native import Dealt, Decision, RecordedGame
from innolog.results.result import NoGame, Replay


def recorded(result: Replay, sources: Sequence[str] | None = None) -> RecordedGame:
    """The native form of a replayed game, made from ``sources`` (the names of logs; default: its own).

    Raises :class:`~innolog.results.result.NoGame` for a game whose replay found no explanation.
    """
    if result.rules is None or result.setup is None or not result.verdict.explained:
        raise NoGame(f"a game that is {result.verdict.value} has no decisions to record")
    log = result.log
    decisions: list[Decision] = []
    last = 0
    for action in result.actions:
        # Whoever counts the moves at a table may count wrongly.
        move = None if action.move is None or action.move < last else action.move
        last = last if move is None else move
        decisions += [
            Decision(choice.player, choice.kind.value, as_data(choice.kind, answer), move)
            for choice, answer in action.decisions
        ]
        # A card that is hidden in the replay at some time may be known from the start in the record.
        if action.decisions and not result.setup.unknown_backs:
            decisions[-1] = decisions[-1]._replace(digest=action.digest)
    return RecordedGame(
        source=log.source,
        site=log.site,
        game_id=log.game_id,
        seats=list(log.seats),
        rules=result.rules.describe(),
        dealt=_dealt(result.setup),
        decisions=decisions,
        sources=[log.source] if sources is None else list(sources),
        digest=result.actions[-1].digest if result.actions else None,
        ended=result.ended.how if result.ended else None,
        winners=list(result.winners),
        finished=True,
        settled=list(result.settled),
        time=(log.times.start, log.times.end) if log.times and log.times.end is not None else None,
    )


def _dealt(setup: Setup) -> Dealt:
    return Dealt(
        {back: list(cards) for back, cards in setup.decks.items()},
        [list(hand) for hand in setup.hands],
        list(setup.achievements),
        list(setup.specials),
        list(setup.relics),
        list(setup.unknown_backs),
        {card: sorted(faces) for card, faces in setup.faces.items()},
    )
