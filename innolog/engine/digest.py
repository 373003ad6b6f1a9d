"""A digest of the state that is equal for equal states."""

from __future__ import annotations

from collections.abc import Container
from hashlib import blake2b

from innolog.engine.game import Game


def digest(game: Game, known: Container[int] | None = None) -> str:
    """The canonical state of a game as 32 hexadecimal digits.

    With ``known``, the faces of all other cards count as unknown. A replay that knows only these faces computes the
    same digest.
    """
    text = "\n".join(game.canonical(known))
    turn = f"\nturn {game.turn} action {game.action} player {game.turn_player.index} over {game.over is not None}"
    return blake2b((text + turn).encode(), digest_size=16).hexdigest()
