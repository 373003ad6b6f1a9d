"""Snapshots of the table after an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from innolog.cards.facts import COLORS, UNKNOWN_BASE, Icon
from innolog.engine.actions import claimable
from innolog.engine.game import Game
from innolog.engine.state import Player
from innolog.engine.zones import SEEN
from innolog.results.result import PlayerView, Snapshot


def snapshot(game: Game) -> Snapshot:
    """The table as it is now, independent of what the game does next.

    Hidden cards are None, with their backs listed beside. Standard achievements are always None: only their age counts.
    """
    return Snapshot(
        players=tuple([_view(game, player) for player in game.players]),
        decks={back: _faces(cards) for back, cards in game.decks.items()},
        available_ages=tuple([game.age[card] for card in game.available]),
        available_specials=tuple(game.specials),
        relics=tuple(game.relics),
        junk=_faces(game.junk_pile),
        junk_backs=tuple([game.back[card] for card in game.junk_pile]),
    )


def differing(snapshots: Sequence[Snapshot]) -> tuple[frozenset[str], ...]:
    """For each player, the facts in which the tables differ (see :attr:`ActionRecord.open`)."""
    first = snapshots[0]
    found: list[frozenset[str]] = []
    for seat, view in enumerate(first.players):
        names: set[str] = set()
        for other in {id(other.players[seat]): other.players[seat] for other in snapshots[1:]}.values():
            for name in _COMPARED:
                if getattr(other, name) != getattr(view, name):
                    names.add(name)
            for name in _BAGS:
                if _bag(getattr(other, name)) != _bag(getattr(view, name)):
                    names.add(name)
            for color in COLORS:
                if other.boards[color] != view.boards[color]:
                    names.add(f"board_{color.name.lower()}")
                if other.splays[color] != view.splays[color]:
                    names.add(f"splay_{color.name.lower()}")
        found.append(frozenset(names))
    return tuple(found)


#: The zones of a player, each with the fields of a view that hold its cards and their backs.
_ZONES = [(place.zone, place.column, place.backs if place.hidden else None) for place in SEEN]
#: Zones whose cards are compared in any order, and the other facts.
_BAGS = tuple([place.column for place in SEEN if place.hidden])
_COMPARED = (
    *("score", "icons", "achievements", "achievement_ages", "claimable", "tucked", "scored", "avatars"),
    *[place.column for place in SEEN if not place.hidden],
)


def _bag(cards: Sequence[int | None]) -> list[int]:
    return sorted(-1 if card is None else card for card in cards)


def _view(game: Game, player: Player) -> PlayerView:
    back, age = game.back, game.age
    # Cards have an age; special achievements, flags and fountains have none.
    achievement_ages = tuple([age[entry] for entry in player.achievements])
    zones: dict[str, Any] = {}
    for zone, column, backs in _ZONES:
        cards = player.zones[zone]
        zones[column] = _faces(cards)
        if backs is not None:
            zones[backs] = tuple([back[card] for card in cards])
    return PlayerView(
        score=player.score(),
        icons=player.basic_icons(),
        achievements=tuple(
            [
                None if age and not game.is_relic(entry) else entry
                for entry, age in zip(player.achievements, achievement_ages, strict=True)
            ]
        ),
        achievement_ages=achievement_ages,
        claimable=tuple(sorted({age[card] for card in claimable(game, player)})),
        boards=tuple([tuple(pile) for pile in player.piles]),
        splays=tuple(player.splays),
        tucked=player.tucked,
        scored=player.scored,
        avatars=player.count(Icon.AVATAR),
        lost=player.eliminated,
        **zones,
    )


def _faces(cards: Sequence[int]) -> tuple[int | None, ...]:
    # Most zones hold no hidden card, which one comparison of the largest id shows.
    if not cards or max(cards) < UNKNOWN_BASE:
        return tuple(cards)
    return tuple([card if card < UNKNOWN_BASE else None for card in cards])
