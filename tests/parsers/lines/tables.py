"""A game at a table for several tests, and what innolog and the checker of proofs say of notes of one."""

from __future__ import annotations

from functools import cache

from innolog.cards.registry import card_named
from innolog.engine.ruleset import Platform, Ruleset
from innolog.log import GameLog
from innolog.proving.checking import check
from innolog.proving.proof import read
from innolog.proving.writing import proof_of
from innolog.replay import replay
from innolog.results.result import Replay
from innolog.simulate import BOTS, deal, simulate, stacked
from innolog.simulate.bots import Seats
from parsers.lines import detection
from parsers.lines.writing import table_text


def read_table(text: str) -> GameLog:
    return detection.read("a table.txt", text.encode())


def judged(text: str) -> Replay:
    return replay(read_table(text), record=True)


def checked(result: Replay, text: str) -> str:
    """The verdict that the proof of a replayed text proves."""
    return check(read(proof_of(result, text.encode()).encode()), text.encode(), read_table(text)).verdict


@cache
def plain_table() -> str:
    """A game at a table with an exchange of several cards, cards that are revealed and stay, and lost splays."""
    rules = Ruleset(players=2, platform=Platform.TABLE)
    wanted = frozenset(map(card_named, ("Canal Building", "Alchemy", "Physics", "Medicine")))
    bots = Seats([BOTS["sensible"](13 * 16 + seat) for seat in range(2)])
    game = simulate(rules, 13, bots, tell=True, setup=stacked(deal(rules, 13), wanted), most_actions=200)
    assert game.told is not None
    return table_text(game.told, None)
