"""Which faces each player knows.

Players remember: a card that was open, or that was in a player's own hand, score pile or forecast, stays known to that
player until it can no longer be told from another card with the same back. Nobody deduces more than that.
"""

from __future__ import annotations

from innolog.engine.events import Transfer
from innolog.engine.game import Game
from innolog.engine.zones import OPEN, OWN, Zone


class Knowledge:
    """``known[seat]``: the cards in play whose face and place the player at this seat knows."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.known: list[set[int]] = [visible(game, seat) for seat in range(len(game.players))]

    def receive(self, event: Transfer) -> None:
        """Note who sees the face of a card that moves, and who can no longer tell which of several cards it is."""
        card, known = event.card, self.known
        if event.from_zone in OPEN or event.to_zone in OPEN:
            for cards in known:
                cards.add(card)
            return
        sees: set[int] = set()
        if event.from_zone in OWN:
            sees.add(event.from_owner)
        if event.to_zone in OWN:
            sees.add(event.to_owner)
        alike: list[int] = []
        if event.from_owner >= 0:
            back = self._game.back
            cards_there = self._game.players[event.from_owner].zones.get(event.from_zone, [])
            alike = [other for other in cards_there if other != card and back[other] == back[card]]
        for seat, cards in enumerate(known):
            if seat in sees:
                cards.add(card)
            elif alike:
                cards.discard(card)
                cards.difference_update(alike)


def visible(game: Game, seat: int) -> set[int]:
    """The cards whose faces a player sees now: all open ones, and those of the player's own."""
    found: set[int] = {*game.zones[Zone.RELICS]}
    for player in game.players:
        for pile in player.piles:
            found.update(pile)
        for zone, cards in player.zones.items():
            if zone in OPEN or (zone in OWN and player.index == seat):
                found.update(cards)
    return found
