"""Taking a picture of the table after an action."""

from __future__ import annotations

from collections.abc import Sequence

from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine.game import Game
from innolog.engine.state import Player
from innolog.replay.result import PlayerView, Snapshot


def snapshot(game: Game) -> Snapshot:
    """The table as it is now, independent of what the game does next.

    Hidden cards are None and known by their backs alone. Standard achievements are None too, whether anybody knows
    their face or not: all that counts is their age.
    """
    return Snapshot(
        players=tuple([_view(game, player) for player in game.players]),
        decks={back: _faces(cards) for back, cards in game.decks.items()},
        available_ages=tuple([game.age[card] for card in game.available]),
        available_specials=tuple(game.specials),
        relics=tuple(game.relics),
    )


def _view(game: Game, player: Player) -> PlayerView:
    back, age = game.back, game.age
    # Cards have an age; special achievements, flags and fountains have none.
    achievement_ages = tuple([age[entry] for entry in player.achievements])
    return PlayerView(
        score=player.score(),
        icons=player.icons()[1:],
        hand=_faces(player.hand),
        hand_backs=tuple([back[card] for card in player.hand]),
        score_pile=_faces(player.score_pile),
        score_backs=tuple([back[card] for card in player.score_pile]),
        achievements=tuple(
            [
                None if age and not game.is_relic(entry) else entry
                for entry, age in zip(player.achievements, achievement_ages, strict=True)
            ]
        ),
        achievement_ages=achievement_ages,
        boards=tuple([tuple(pile) for pile in player.piles]),
        splays=tuple(player.splays),
        revealed=_faces(player.revealed),
        forecast=_faces(player.forecast),
        forecast_backs=tuple([back[card] for card in player.forecast]),
        display=_faces(player.display),
        tucked=player.tucked,
        scored=player.scored,
    )


def _faces(cards: Sequence[int]) -> tuple[int | None, ...]:
    # Most zones hold no hidden card, and then one comparison of the largest id is all it takes.
    if not cards or max(cards) < UNKNOWN_BASE:
        return tuple(cards)
    return tuple([card if card < UNKNOWN_BASE else None for card in cards])
