"""Write a game in every format from every seat, and judge each export."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import orjson

from innolog.conversion.retelling import convert
from innolog.conversion.simulated import as_replay
from innolog.engine.events import GameEnded
from innolog.engine.ruleset import Platform
from innolog.log import GameLog
from innolog.log.merging import merge
from innolog.log.native import RecordedGame
from innolog.proving.checking import check
from innolog.proving.proof import read
from innolog.proving.writing import proof_of
from innolog.reconstruction.stories import Unsettled
from innolog.replay import Replay, replay
from innolog.results.result import Verdict
from innolog.simulate import SimulatedGame
from parsers import read_blob
from parsers.bga.writer import exports
from parsers.files import Blob
from parsers.forms import EVERYBODY
from tests.hunt.games import Hunted
from tests.pages import page_fault

#: Formats that record everything, written from each seat and for all together, and those converted from an export.
FULL = ("bga", "native", "merged", "converted")
#: The text of a table that names all cards that any player sees.
OPEN = "open-table"
#: A game at a table in the words of Board Game Arena.
IN_WORDS = "text-of-table"
#: Formats that omit kinds of facts. They take longer to judge, so each game is written from one viewpoint only.
POORER = ("text", "tracker", "yucata-html", "table", OPEN, IN_WORDS)
FORMS = (*FULL, *POORER)
#: In place of a form, for a game that could not be played or written down, or in which an invariant did not hold.
GAME = "game"
#: An export is slow if its verdict takes more seconds than this.
SLOW = {True: 5.0, False: 60.0}

_GENERATIONS = ("text", "snake", "camel", "ids")
_PLAYED_BY = {
    "yucata-html": Platform.YUCATA,
    "table": Platform.TABLE,
    OPEN: Platform.TABLE,
    IN_WORDS: Platform.TABLE,
}
#: The formats in which games with figures can be written. No site has figures, so nobody knows what an export would
#: have: it is not among those of a hunt, if none are asked for.
WITH_FIGURES = ("native", "table", OPEN, "bga")
OF_FIGURES = WITH_FIGURES[:3]
#: The formats of games of the fourth edition: of the newer code's, and of the same ones played at a table.
OF_FOURTH = (*FULL, "table", OPEN, IN_WORDS)


@dataclass(frozen=True, slots=True)
class Judged:
    """One export and its verdict. ``what`` describes a wrong verdict or page; it is empty for a legal export.

    For a wrong one, ``text`` is the export, and ``packet`` the place in it.
    """

    form: str
    viewpoint: int | None
    verdict: str
    seconds: float
    what: str = ""
    text: str = field(default="", repr=False)
    packet: int = 0

    @property
    def is_full(self) -> bool:
        """Whether the form records everything."""
        return self.form in (*FULL, GAME)

    @property
    def is_slow(self) -> bool:
        """Whether judging took too long."""
        return self.seconds > SLOW[self.is_full]


@dataclass(frozen=True, slots=True)
class Pages:
    """Which exports of a game get a page.

    A page takes several times as long as a verdict. So of the full records only one form gets one, from one viewpoint,
    unless ``which`` says ``every`` or ``none``.
    """

    form: str
    viewpoint: int | None
    which: str

    def want(self, form: str, viewpoint: int | None) -> bool:
        """Whether an export gets a page."""
        if self.which != "some":
            return self.which == "every"
        return form in POORER or (form == self.form and viewpoint in (self.viewpoint, EVERYBODY))


def judge(hunted: Hunted, forms: tuple[str, ...] = FORMS, which: str = "some") -> Iterator[Judged]:
    """Play a game and judge all its exports in the forms asked for, and the pages of ``which`` (:class:`Pages`).

    If an invariant does not hold in it, or it cannot be played or written down, the last is of the form :data:`GAME`.
    """
    try:
        yield from _judge(hunted, forms, which)
    except Exception as error:
        yield Judged(GAME, EVERYBODY, "failed", 0.0, f"{type(error).__name__}: {error}")


def _judge(hunted: Hunted, forms: tuple[str, ...], which: str) -> Iterator[Judged]:
    random = Random(f"{hunted.name}/forms")
    drawn = random.choice((None, *range(hunted.rules.players)))
    full = [form for form in forms if form in FULL]
    pages = Pages(Random(f"{hunted.name}/page").choice(full or forms), drawn, which)
    games = {hunted.rules.platform: hunted.play()}

    def played_by(platform: Platform) -> SimulatedGame:
        if platform not in games:
            games[platform] = hunted.play(platform)
        return games[platform]

    game = games[hunted.rules.platform]
    logs: list[GameLog] = []
    if "bga" in forms or "merged" in forms or "converted" in forms:
        yield from _exports(game, forms, logs, pages)
    if "merged" in forms and len(logs) > 1:
        yield _judged("merged", EVERYBODY, game, merge(logs), "", pages)
    if "native" in forms:
        # Some games are played by the printed rules. Only the native format can record that.
        refereed = played_by(Platform.TABLE) if random.random() < 0.5 else game
        yield _read_and_judged("native", EVERYBODY, refereed, convert(as_replay(refereed), "native"), pages)
    for form in POORER:
        if form in forms:
            # The page of a site records a game by its rules, the text of a table one by the printed rules.
            told = played_by(_PLAYED_BY.get(form, hunted.rules.platform))
            options = {"generation": random.choice(_GENERATIONS)} if form == "tracker" else {}
            viewpoint = EVERYBODY if form == OPEN else drawn
            written = {OPEN: "table", IN_WORDS: "text"}.get(form, form)
            text = convert(as_replay(told), written, viewpoint, **options)
            yield _read_and_judged(form, viewpoint, told, text, pages)


def _exports(game: SimulatedGame, forms: tuple[str, ...], logs: list[GameLog], pages: Pages) -> Iterator[Judged]:
    """The exports of the site. For the viewpoint of pages, also its export converted to all full formats."""
    assert game.told is not None
    viewpoints = (*range(game.rules.players), None)
    for viewpoint, content in zip(viewpoints, exports(game.told, viewpoints), strict=True):
        text = orjson.dumps(content).decode()
        log, failed = _read("bga", viewpoint, text)
        if failed is not None:
            yield failed
            continue
        assert isinstance(log, GameLog)
        logs.append(log)
        if "bga" in forms:
            yield _judged("bga", viewpoint, game, log, text, pages)
        if "converted" in forms and viewpoint == pages.viewpoint and (result := replay(log)).verdict.explained:
            for form in ("native", "bga"):
                yield _read_and_judged("converted", viewpoint, game, convert(result, form, viewpoint), pages)


def _read(form: str, viewpoint: int | None, text: str) -> tuple[GameLog | RecordedGame | None, Judged | None]:
    started = time.perf_counter()
    try:
        found = read_blob(Blob("hunted", text.encode()))
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        return None, Judged(form, viewpoint, "unreadable", time.perf_counter() - started, what, text)
    if isinstance(found, GameLog) and (found.unknown or found.inconsistencies):
        what = f"unknown {found.unknown}, inconsistent {found.inconsistencies}"
        return None, Judged(form, viewpoint, "illegal", time.perf_counter() - started, what, text)
    assert isinstance(found, GameLog | RecordedGame), found
    return found, None


def _read_and_judged(form: str, viewpoint: int | None, game: SimulatedGame, text: str, pages: Pages) -> Judged:
    log, failed = _read(form, viewpoint, text)
    if failed is not None:
        return failed
    assert log is not None
    return _judged(form, viewpoint, game, log, text, pages)


def _judged(
    form: str, viewpoint: int | None, game: SimulatedGame, log: GameLog | RecordedGame, text: str, pages: Pages
) -> Judged:
    has_page = pages.want(form, viewpoint)
    started = time.perf_counter()
    try:
        result = replay(log, record=True)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        return Judged(form, viewpoint, "failed", time.perf_counter() - started, what, text)
    seconds = time.perf_counter() - started
    what = wrong(result, game, form in FULL) or (page_fault(result) if has_page else "")
    what = what or proof_fault(result, log, text)
    packet = result.violation.at.packet if result.violation and result.violation.at else len(text)
    return Judged(form, viewpoint, result.verdict.value, seconds, what, text if what else "", packet)


def proof_fault(result: Replay, log: GameLog | RecordedGame, text: str) -> str:
    """Why the checker refuses the proof of a verdict; empty if it does not.

    Merged logs have none. That no whole game of a poor record was found is no fault of the verdict.
    """
    if not result.verdict.explained or not text:
        return ""
    try:
        check(read(proof_of(result, text.encode()).encode()), text.encode(), log)
    except Unsettled:
        return ""
    except Exception as error:
        return f"the proof does not hold: {type(error).__name__}: {error}"
    return ""


def wrong(result: Replay, game: SimulatedGame, is_full: bool) -> str:
    """A description of a wrong verdict; empty if the verdict is right."""
    if result.violation is not None:
        found = result.violation
        return f"{found.rule}: {found.message} at {found.at}; expected {found.expected}; observed {found.observed}"
    if not result.verdict.explained:
        return result.reason or result.verdict.value
    return another_game(result, game) if is_full else ""


def another_game(result: Replay, game: SimulatedGame) -> str:
    """How the game that the replay found differs from the one that was played; empty if it does not.

    The winners depend on the teams, which the logs of short games may not show. If a game was stopped, its log may
    break off in the middle of the last action.
    """
    honest = Verdict.LEGAL if game.ended else Verdict.LEGAL_SO_FAR
    found = (result.verdict.value, *_ending(result.ended, game), len(result.actions))
    played = (honest.value, *_ending(game.ended, game), len(game.actions))
    if game.ended is None and found[-1] == played[-1] - 1:
        played = (*played[:-1], found[-1])
    return "" if found == played else f"found {found}, played {played}"


def _ending(ended: GameEnded | None, game: SimulatedGame) -> tuple[str, tuple[int, ...]]:
    if ended is None:
        return "", ()
    return ended.how, () if game.rules.teams else ended.winners
