"""Artifacts of History: digging, and seizing relics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.facts import CardSet, back_of
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.expansions import Expansion
from innolog.engine.operations import MeldAction
from innolog.engine.state import Player
from innolog.engine.zones import Keyword, Zone

if TYPE_CHECKING:
    from innolog.engine.game import Game


class Artifacts(Expansion):
    """Deluxe rulebook, "Drawing Artifacts: dig" and "Relic cards"."""

    reacts_to = (MeldAction,)

    def after_meld_action(self, game: Game, player: Player, card: int, covered: int | None) -> None:
        """Dig if the melded card is not higher than the covered one, or both show their image in the same place."""
        if covered is None or player.display:
            return
        same_place = game.table.hex_slot[card] == game.table.hex_slot[covered]
        if game.value(card) > game.value(covered) and not same_place:
            return
        dug = self._next_artifact(game, game.value(covered))
        if dug is not None:
            game.dig(player, dug)
            self._seize(game, player, game.age[dug])

    def _next_artifact(self, game: Game, value: int) -> int | None:
        """The Artifact that a dig of a value takes. Ages without base cards are skipped ("Drawing expansion cards")."""
        pile = game.decks.get(back_of(CardSet.ARTIFACTS, game.age_to_draw(value)))
        return pile[-1] if pile else None

    def _seize(self, game: Game, player: Player, value: int) -> None:
        """Let the player seize the relic with the value of the dug Artifact, if it lies where that is allowed."""
        for relic in self._seizable(game):
            if game.age[relic] != value:
                continue
            options = []
            if game.place[relic] != (player.index, Zone.ACHIEVEMENTS):
                options.append(Zone.ACHIEVEMENTS)
            if game.table.set[relic] in game.rules.sets:
                options.append(Zone.HAND)
            if options:
                zone: Zone | None = game.ask(Choice(ChoiceKind.PLACE, player.index, options, may=True))
                if zone is not None:
                    game.seize(player, relic, zone)

    def _seizable(self, game: Game) -> list[int]:
        found = list(game.relics)
        for player in game.players:
            found.extend(card for card in player.achievements if game.is_relic(card))
        return found


__all__ = ["Artifacts", "Keyword"]
