"""The proof of a replay. The checker does not know this module, and this module does not know the search."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from innolog.engine.answers import as_data
from innolog.log import STOPPED, Ended
from innolog.log.native import Decision
from innolog.proving.proof import PROOF_VERSION, digest_of, seal_of
from innolog.results.native import recorded
from innolog.results.result import NoGame, Replay
from parsers.native.writer import lines


class Written(NamedTuple):
    """The proof of one verdict of *legal*: a ``line`` of JSON without its end, or None and ``why`` there is none."""

    source: str
    line: str | None
    why: str = ""


def proof_of(result: Replay, content: bytes) -> str:
    """The proof of a verdict as a line of JSON, without its end. ``content`` is that of the log, unpacked.

    The replay must have its digests (``record=True``). The proof of a poor record is that of one of the games that
    explain it. Raises :class:`~innolog.results.result.NoGame` for a verdict that has no proof, and
    :class:`~innolog.reconstruction.stories.Unsettled` if no such game is found.
    """
    if not result.verdict.explained:
        raise NoGame(f"a game that is {result.verdict.value} has no proof")
    explained: int | None = None
    if result.not_recorded:
        # Imported here because few logs need it.
        from innolog.reconstruction.settling import Stories

        # The search of a poor record forgets what no later statement needs. A proof is one whole game.
        result, explained = next(Stories(result, one=True).settled())
    game = recorded(result)
    actions: list[tuple[int, str | None]] = [(len(action.decisions), action.digest) for action in result.actions]
    if result.unfinished is not None:
        game.decisions += [
            Decision(choice.player, choice.kind.value, as_data(choice.kind, answer), None)
            for choice, answer in result.unfinished
        ]
        actions.append((len(result.unfinished), None))
    # The digests stand beside the game.
    game.decisions = [decision._replace(digest=None) for decision in game.decisions]
    row: dict[str, Any] = {
        "proof": PROOF_VERSION,
        "source": result.log.source,
        "log": digest_of(content),
        "verdict": result.verdict.value,
        "actions": actions,
        "assumptions": result.assumptions,
        "statements": _compared(result, explained),
        "game": [json.loads(line) for line in lines(game)],
    }
    return json.dumps(row | {"seal": seal_of(row)}, separators=(",", ":"))


def _compared(result: Replay, explained: int | None) -> int:
    """The number of statements that the proof is about: all, or those before the action within which the log ends."""
    told = result.log.observations
    if explained is None or explained >= len(told) or result.ended is not None:
        return len(told)
    stop = told[explained]
    return len(told) if isinstance(stop, Ended) and stop.how in STOPPED else explained
