"""The board at one point of a game as JSON, for ``innolog show --format json``; ``schemas/show.json`` describes it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from innolog.cards.facts import (
    BASIC_ICONS,
    COLORS,
    UNKNOWN_BASE,
    CardSet,
    Direction,
    Icon,
    back_age,
    back_set,
    card_table,
)
from innolog.cli._words import achievements_of, left_to_claim, place_of, words_of
from innolog.engine.zones import SEEN
from innolog.results.result import ActionRecord, PlayerView, Replay, Snapshot


def shown(result: Replay, record: ActionRecord | None, *, candidates: bool) -> dict[str, Any]:
    """The board after an action, or after none, of a replay with snapshots."""
    snapshot = None if record is None else record.snapshot
    return {
        "source": result.log.source,
        "verdict": result.verdict.value,
        "rules": None if result.rules is None else result.rules.describe(),
        "action": None if record is None else _action(result, record),
        "players": [] if record is None or snapshot is None else _players(result, record, snapshot),
        "table": None if snapshot is None else _table(snapshot),
        "violation": _violation(result),
        "candidates": _candidates(result, snapshot) if candidates and snapshot is not None else None,
    }


def _action(result: Replay, record: ActionRecord) -> dict[str, Any]:
    words = words_of(result)
    known = record.card is not None and record.card < UNKNOWN_BASE
    return {
        "index": record.index,
        "last": result.actions[-1].index,
        "turn": record.turn,
        "number": record.number,
        "seat": record.player if record.turn else None,
        "kind": record.kind,
        "card": record.card if known else None,
        "move": record.move,
        "last_move": record.last_move,
        "title": words.title(record),
        "events": [{"depth": depth, "text": line} for depth, line in words.lines(record)],
        "explanations": record.explanations,
        "guessed": record.guessed,
    }


def _players(result: Replay, record: ActionRecord, snapshot: Snapshot) -> list[dict[str, Any]]:
    return [
        {"id": seat.id, "name": seat.name, **_area(view, record.unknown(number))}
        for number, (seat, view) in enumerate(zip(result.log.seats, snapshot.players, strict=True))
    ]


def _area(view: PlayerView, unknown: frozenset[str]) -> dict[str, Any]:
    """One player's cards; what the explanations of the log differ in is None."""
    zones = {place.column: view.cards(place) for place in SEEN}
    piles = [
        {
            "color": color.name.lower(),
            "splay": None if f"splay_{color.name.lower()}" in unknown else Direction(view.splays[color]).name.lower(),
            "cards": None if f"board_{color.name.lower()}" in unknown else _cards(view.boards[color]),
        }
        for color in COLORS
        if view.boards[color] or f"board_{color.name.lower()}" in unknown
    ]
    counts = zip((*BASIC_ICONS, Icon.AVATAR), (*view.icons, view.avatars), strict=True)
    icons = {icon.name.lower(): count for icon, count in counts}
    return {
        "lost": view.lost,
        "score": None if "score" in unknown else view.score,
        "icons": None if "icons" in unknown else icons,
        "piles": piles,
        **{zone: None if zone in unknown else _cards(*cards) for zone, cards in zones.items()},
        "achievements": achievements_of(view) if unknown.isdisjoint(("achievements", "achievement_ages")) else None,
    }


def _cards(cards: Iterable[int | None], backs: tuple[int, ...] = ()) -> list[dict[str, Any]]:
    return [_card(card, backs[number] if number < len(backs) else 0) for number, card in enumerate(cards)]


def _card(card: int | None, back: int) -> dict[str, Any]:
    """A card, or what its back says of it."""
    table = card_table()
    if card is None or card >= UNKNOWN_BASE:
        if not back:
            return {"id": None, "name": None, "set": None, "age": None}
        return {"id": None, "name": None, "set": CardSet(back_set(back)).name.lower(), "age": back_age(back)}
    if card in table.achievements:
        of = table.achievements[card].set
        return {"id": card, "name": table.name[card], "set": of.name.lower(), "age": 0}
    return {
        "id": card,
        "name": table.name[card],
        "set": CardSet(table.set[card]).name.lower(),
        "age": table.age[card],
    }


def _table(snapshot: Snapshot) -> dict[str, Any]:
    supply = [
        {"set": CardSet(back_set(back)).name.lower(), "age": back_age(back), "cards": len(cards)}
        for back, cards in sorted(snapshot.decks.items())
    ]
    return {
        "supply": supply,
        "achievements": left_to_claim(snapshot),
        "relics": _cards(snapshot.relics),
        "junk": _cards(snapshot.junk, snapshot.junk_backs),
    }


def _violation(result: Replay) -> dict[str, Any] | None:
    if (violation := result.violation) is None:
        return None
    return {
        "move": None if violation.at is None else violation.at.move,
        "place": place_of(result),
        "rule": str(violation.rule),
        "message": violation.message,
        "expected": violation.expected,
        "observed": violation.observed,
    }


def _candidates(result: Replay, snapshot: Snapshot) -> list[dict[str, Any]] | None:
    from innolog.conversion.candidates import Candidates

    if result.setup is None or result.not_recorded:
        return None
    return [
        {
            "seat": each.player,
            "zone": each.zone,
            "set": CardSet(back_set(each.back)).name.lower(),
            "age": back_age(each.back),
            "number": each.number,
            "so_far": list(each.so_far),
            "identified": list(each.identified),
            "whole": list(each.whole),
        }
        for each in Candidates(result).hidden(snapshot)
    ]
