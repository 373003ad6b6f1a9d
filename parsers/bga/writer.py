"""Write a game as an export of Board Game Arena: the packets that a player or a spectator would have received.

Each generation of the site's code has its own form of packets. :mod:`parsers.bga.packets_2024` is for the newest one,
which plays all games of the fourth edition, :mod:`parsers.bga.packets` for that of May 2023, and
:mod:`parsers.bga.packets_older` for those before.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from innolog.cards.editions import Edition, Platform, in_newer_shape
from innolog.cards.facts import UNKNOWN_BASE
from innolog.cards.generations import USUAL, Generation
from innolog.log.told import ToldGame
from parsers.bga.packets import Args, Writer
from parsers.bga.packets_2024 import NewerWriter
from parsers.bga.packets_older import OlderWriter
from parsers.forms import EVERYBODY


def write(game: ToldGame, viewpoint: int | None) -> str:
    """The text of an export (see :func:`exports`)."""
    return next(written(game, [viewpoint]))


def written(game: ToldGame, viewpoints: Iterable[int | None]) -> Iterator[str]:
    """The texts of the exports of one game from several viewpoints, in their order."""
    for content in exports(game, viewpoints):
        yield json.dumps(content, separators=(",", ":"))


def exports(game: ToldGame, viewpoints: Iterable[int | None]) -> Iterator[Args]:
    """The contents of exports from several viewpoints. They share common parts.

    A viewpoint is a seat, a spectator (None), or all private channels as in some archives
    (:data:`~parsers.forms.EVERYBODY`). A content has the envelope of a tracker's ``raw_data.json`` and can be written
    as JSON unchanged. If the game does not reveal a card that no player was shown, facts that depend on the card are
    left out.
    """
    writer = _writer(game)
    everything = list(writer.packets())
    for viewpoint in viewpoints:
        seat = viewpoint if viewpoint is not None and viewpoint >= 0 else None
        channel = None if seat is None else f"/player/p{game.seats[seat].id}"
        packets = [
            packet
            for packet in everything
            if viewpoint == EVERYBODY or packet["channel"] == channel or packet["channel"].startswith("/table")
        ]
        mine = [] if seat is None else game.hands[seat]
        yield {
            "players": {each.id: each.name for each in game.seats},
            "currentPlayerId": None if seat is None else game.seats[seat].id,
            "gamedatas": {
                "my_hand": [writer.row(card) for card in mine if card < UNKNOWN_BASE],
                **writer.all_cards(),
            },
            "packets": packets,
        }


def _writer(game: ToldGame) -> Writer:
    """What writes the packets of a game."""
    if in_newer_shape(Platform(game.platform), Edition(game.edition)):
        return NewerWriter(game)
    return OlderWriter(game) if Generation[game.generation] < USUAL else Writer(game)
