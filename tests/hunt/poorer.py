"""Positions in formats that show fewer faces, judged under the rules by which they were played.

A poorer format omits some faces. An effect that needs the color, icons, bonus, name or set of such a card must ask
nature. If the effect looks the face up instead, it fails, or an honest game is accused.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from innolog.conversion.retelling import convert, retell
from innolog.conversion.simulated import as_replay
from innolog.engine.ruleset import Platform
from innolog.log import GameLog
from innolog.log.seating import seatings
from innolog.replay import replay
from innolog.replay.deciding import decide
from innolog.replay.poor.search import PoorSearch
from innolog.results.result import Replay, Verdict
from innolog.simulate import SimulatedGame
from parsers import read_blob
from parsers.files import Blob
from parsers.forms import WRITERS
from parsers.tracker.specification import GENERATIONS
from tests.hunt.judging import wrong
from tests.pages import page_fault

_PAGE = "yucata-html"


class Telling(NamedTuple):
    """The platform whose rules are played, and the format of the record."""

    platform: Platform
    form: str
    generation: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.platform.value, self.form, self.generation)))


#: Each site has its own formats. Games by the printed rules are written in each of them, and judged by their own rules.
TELLINGS = (
    Telling(Platform.YUCATA, _PAGE),
    Telling(Platform.YUCATA, _PAGE),
    Telling(Platform.TABLE, _PAGE),
    *(Telling(platform, "text") for platform in (Platform.TABLE, Platform.BGA)),
    *(Telling(platform, "tracker", name) for platform in (Platform.TABLE, Platform.BGA) for name in GENERATIONS),
)


def drawn(card: int, state: str, seed: int) -> Telling:
    """The format and platform of a position's game."""
    return Random(f"{card}/{state}/{seed}/telling").choice(TELLINGS)


def judged(game: SimulatedGame, telling: Telling, viewpoint: int | None) -> tuple[str, bool]:
    """A description of a wrong verdict or page (otherwise empty), and whether the format was too poor for a verdict."""
    try:
        text = _written(game, telling, viewpoint)
        log = read_blob(Blob("position", text.encode()))
        if not isinstance(log, GameLog):
            # A native record has its own rules.
            result = replay(log, record=True)
            return wrong(result, game, is_full=True) or page_fault(result), False
        result = _replayed(log, game)
    except Exception as error:
        return f"{type(error).__name__}: {error}", False
    if result.verdict is Verdict.UNSUPPORTED:
        return "", True
    return wrong(result, game, is_full=False) or page_fault(result), False


def _written(game: SimulatedGame, telling: Telling, viewpoint: int | None) -> str:
    options: dict[str, Any] = {"generation": telling.generation} if telling.generation else {}
    if telling.platform is not Platform.TABLE or telling.form not in (_PAGE, "tracker"):
        return convert(as_replay(game), telling.form, viewpoint, **options)
    # Here the rules are given. Convert refuses what those of the site do not explain.
    writer = WRITERS[telling.form]
    more = {"rules": game.rules.describe()} if writer.rules else {}
    return writer.load()(retell(as_replay(game)), viewpoint, **options, **more)


def _replayed(log: GameLog, game: SimulatedGame) -> Replay:
    if game.rules.platform is not Platform.TABLE:
        return replay(log, record=True)
    # No log records that the printed rules were followed, so the rules are given.
    results = []
    # If some players never acted, a log does not show how they sit.
    for seated in seatings(log):
        results.append(decide(seated, [PoorSearch(seated).under(game.rules)]))
        if results[-1].verdict.explained:
            break
    return results[-1]
