"""Positions told in forms that show fewer faces, and judged under the rules by which they were played.

A poorer form shows no face that its source did not tell. An effect that asks for the color, icons, bonus, name or set
of such a card must ask nature. It fails, or an honest game is accused, where the effect looks the face up instead.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from innolog.conversion.retelling import convert
from innolog.conversion.simulated import as_replay
from innolog.engine.ruleset import Platform
from innolog.log import GameLog
from innolog.replay import replay
from innolog.replay.explanations import attempts
from innolog.replay.result import Replay, Verdict
from innolog.simulate import SimulatedGame
from parsers import read_blob
from parsers.files import Blob
from parsers.tracker.specification import GENERATIONS
from tests.hunt.judging import wrong

_PAGE = "yucata-html"


class Telling(NamedTuple):
    """Who referees, and in which form the game is told."""

    platform: Platform
    form: str
    generation: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.platform.value, self.form, self.generation)))


#: Sites have their own forms. The table has none, so a game of it is told in each, and judged by its own rules.
TELLINGS = (
    Telling(Platform.YUCATA, _PAGE),
    Telling(Platform.YUCATA, _PAGE),
    Telling(Platform.TABLE, _PAGE),
    *(Telling(platform, "text") for platform in (Platform.TABLE, Platform.BGA)),
    *(Telling(platform, "tracker", name) for platform in (Platform.TABLE, Platform.BGA) for name in GENERATIONS),
)


def drawn(card: int, state: str, seed: int) -> Telling:
    """How the game of a position is told."""
    return Random(f"{card}/{state}/{seed}/telling").choice(TELLINGS)


def judged(game: SimulatedGame, telling: Telling, viewpoint: int | None) -> tuple[str, bool]:
    """What is wrong with the verdict, in words, empty for nothing; and whether the form was too poor to judge it."""
    options = {"generation": telling.generation} if telling.generation else {}
    try:
        text = convert(as_replay(game), telling.form, viewpoint, **options)
        log = read_blob(Blob("position", text.encode()))
        assert isinstance(log, GameLog), log
        result = _replayed(log, game)
    except Exception as error:
        return f"{type(error).__name__}: {error}", False
    if result.verdict is Verdict.UNSUPPORTED:
        return "", True
    return wrong(result, game, is_full=False), False


def _replayed(log: GameLog, game: SimulatedGame) -> Replay:
    if game.rules.platform is not Platform.TABLE:
        return replay(log)
    # No log says that the printed rules were followed, so they are not deduced but given.
    for attempt in attempts(log):
        result, is_open = attempt.replay(game.rules)
        if result.verdict in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR) or not is_open:
            break
    return result
