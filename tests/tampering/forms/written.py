"""Games in the forms that are forged, and verdicts on files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import NamedTuple

from innolog.cards.editions import Platform
from innolog.conversion.simulated import native_file
from innolog.log import UnreadableLog, UnsupportedLog
from innolog.log.told import ToldGame
from innolog.replay import replay
from innolog.replay.forced import Forced
from innolog.results.result import Verdict
from innolog.simulate import SimulatedGame
from parsers import read_blob
from parsers.files import Blob
from parsers.lines import writing
from parsers.tracker import writer as tracker
from parsers.tracker.specification import GENERATIONS
from tests.hunt.games import MOST_ACTIONS, hunted
from tests.written import review_page, yucata_text

#: For each form in words: the platform by whose rules its games are played (None: the site's own), and its writer.
_WordWriter = Callable[[ToldGame, int | None, dict[str, object]], str]
WORDS: dict[str, tuple[Platform | None, _WordWriter]] = {
    "text, review page": (None, lambda told, seat, rules: review_page(told, seat)),
    "text": (None, lambda told, seat, rules: writing.review_text(told, seat)),
    "yucata-html": (Platform.YUCATA, lambda told, seat, rules: writing.yucata_page(told, seat, rules=rules)),
    "yucata, text": (Platform.YUCATA, lambda told, seat, rules: yucata_text(told, seat, rules=rules)),
    "table": (Platform.TABLE, lambda told, seat, rules: writing.table_text(told, seat, rules=rules)),
}
TRACKERS = {f"tracker, {name}": name for name in GENERATIONS}
FORMS = ("native", *WORDS, *TRACKERS)
#: Most games are stopped after these actions, which show nearly all kinds of lines. One of three is played to its end.
_SOME_ACTIONS = 70
#: The steps of a search, as a share of the usual ones: a forged text can need many.
_EFFORT = Forced(effort=0.3)


class Forged(NamedTuple):
    """A file with a changed field: the field, the moves at which a report is right, the content, and the change."""

    field: str
    moves: tuple[int | None, ...]
    content: str
    change: str


@dataclass(frozen=True)
class Written:
    """A game in a form, as a seat or a spectator (None) saw it."""

    form: str
    told: ToldGame
    viewpoint: int | None
    content: str
    ended: bool


@lru_cache(maxsize=8)
def _played(number: int, seed: int, platform: Platform | None) -> SimulatedGame:
    # The fourth edition is played by its own code, and not on Yucata as it is printed.
    after = "fourth" if number % 4 == 3 and platform is not Platform.YUCATA else "older"
    game = hunted(f"forms {seed}", number, after)
    return game.play(platform, most_actions=_SOME_ACTIONS if number % 3 else MOST_ACTIONS)


def written(form: str, number: int, seed: int) -> Written:
    """The game of a number in a form."""
    game = _played(number, seed, WORDS[form][0] if form in WORDS else None)
    assert game.told is not None
    seat = Random(f"{seed} {number}").choice([None, *range(game.rules.players)])
    if form == "native":
        content = native_file(game)[1]
    elif form in WORDS:
        content = WORDS[form][1](game.told, seat, game.rules.describe())
    else:
        content = tracker.write(game.told, seat, TRACKERS[form])
    return Written(form, game.told, seat, content, game.ended is not None)


def judge(form: str, content: str) -> tuple[Verdict, int | None, str]:
    """The verdict on a file, its move (of a native record: its line), and what it says."""
    try:
        result = replay(read_blob(Blob(form, content.encode())), forced=_EFFORT)
    except UnreadableLog as error:
        return Verdict.UNREADABLE, None, str(error)
    except UnsupportedLog as error:
        return Verdict.UNSUPPORTED, None, str(error)
    found = result.violation
    if found is None or found.at is None:
        return result.verdict, None, found.message if found else result.reason or ""
    place = found.at.packet if form == "native" else found.at.move
    return result.verdict, place, f"{found.rule} at {found.at}: {found.message}"
