"""Write a recorded game as lines of the native format."""

from __future__ import annotations

from collections.abc import Iterator

from innolog.cards.facts import UNKNOWN_BASE, back_age, back_set
from innolog.log.native import FORMAT_VERSION, Dealt, RecordedGame
from parsers.native.specification import END, HEADER, SETS
from parsers.text import json_text


def lines(game: RecordedGame) -> Iterator[str]:
    """The lines of a recorded game, without line ends. See :mod:`parsers.native.specification`."""
    header: dict[str, object] = {
        HEADER: FORMAT_VERSION,
        "site": game.site,
        "game_id": game.game_id,
        "sources": game.sources,
        "players": [{"id": seat.id, "name": seat.name} for seat in game.seats],
        "rules": game.rules,
        "setup": _setup(game.dealt),
    }
    if game.time:
        header["time"] = list(game.time)
    if game.settled:
        header["settled"] = [fact.name.lower() for fact in game.settled]
    yield _line(header)
    for decision in game.decisions:
        row: dict[str, object] = {
            "player": decision.player,
            "choice": decision.kind,
            "answer": decision.answer,
        }
        if decision.move is not None:
            row["move"] = decision.move
        if decision.digest is not None:
            row["digest"] = decision.digest
        yield _line(row)
    yield _line({END: game.ended, "winners": game.winners, "decisions": len(game.decisions), "digest": game.digest})


def _setup(dealt: Dealt) -> dict[str, object]:
    unknown = []
    for index, back in enumerate(dealt.unknown_backs):
        card = UNKNOWN_BASE + index
        row: dict[str, object] = {"id": card, "set": SETS[back_set(back)], "age": back_age(back)}
        if back >= 128:
            row["relic"] = True
        if card in dealt.faces:
            row["faces"] = sorted(dealt.faces[card])
        unknown.append(row)
    return {
        "decks": {f"{SETS[back_set(back)]} {back_age(back)}": cards for back, cards in sorted(dealt.decks.items())},
        "hands": dealt.hands,
        "achievements": dealt.achievements,
        "specials": dealt.specials,
        "relics": dealt.relics,
        "unknown": unknown,
    }


def _line(row: dict[str, object]) -> str:
    return json_text(row, (",", ":"))
