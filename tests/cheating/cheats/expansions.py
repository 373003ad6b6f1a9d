"""Cities, Echoes and Artifacts: what a Meld action triggers."""

from __future__ import annotations

from typing import Any

from innolog.cards.facts import CardSet
from innolog.engine.artifacts import Artifacts
from innolog.engine.cities import Cities
from innolog.engine.dogma import begin_dogma, run_dogma
from innolog.engine.echoes import Echoes
from innolog.engine.game import Game
from innolog.engine.state import Player
from innolog.engine.zones import Zone
from tests.cheating.con import ANY, Con, cheat


def _with(card_set: CardSet) -> tuple[Any, ...]:
    return tuple(rules for rules in ANY if card_set in rules.sets)


@cheat(
    "draw.missing", "dogma.mandatory", "dogma.sharing", "dogma.too-much", "action.too-much", at=_with(CardSet.CITIES)
)
def city_not_drawn(con: Con) -> None:
    """No City is drawn for a new color or a new splay."""

    def draw(honest: Any, self: Cities, game: Game, player: Player) -> None:
        owed = not any(game.back[card] // 16 % 8 == CardSet.CITIES for card in player.hand)
        if not con.now(owed, missing=True):
            honest(self, game, player)

    con.wrap(Cities, "_draw_city", draw)


@cheat("action.too-much", "dogma.too-much", "dogma.sharing", at=_with(CardSet.CITIES))
def city_drawn_with_one_in_hand(con: Con) -> None:
    """A City is drawn though there is one in the hand."""

    def draw(honest: Any, self: Cities, game: Game, player: Player) -> None:
        held = any(game.back[card] // 16 % 8 == CardSet.CITIES for card in player.hand)
        if con.now(held):
            game.draw(player, player.highest_top(), CardSet.CITIES)
        else:
            honest(self, game, player)

    con.wrap(Cities, "_draw_city", draw)


@cheat("draw.missing", at=_with(CardSet.ARTIFACTS))
def does_not_dig(con: Con) -> None:
    """A meld that digs does not."""

    def dig(honest: Any, *args: Any) -> Any:
        return con.now(missing=True) or honest(*args)

    con.wrap(con.game, "dig", dig)


@cheat("action.too-much", at=_with(CardSet.ARTIFACTS))
def digs_without_right(con: Con) -> None:
    """A meld on a lower card in another place of the image digs."""

    def meld(honest: Any, self: Artifacts, game: Game, player: Player, card: int, covered: int | None) -> None:
        shown = list(player.display)
        honest(self, game, player, card, covered)
        dug = self._next_artifact(game, game.value(card))
        if dug is not None and con.now(not shown and not player.display):
            game.dig(player, dug)

    con.wrap(Artifacts, "after_meld_action", meld)


@cheat("draw.age", "card.place", at=_with(CardSet.ARTIFACTS))
def digs_too_deep(con: Con) -> None:
    """An Artifact of the age above is dug."""

    def following(honest: Any, self: Artifacts, game: Game, value: int) -> Any:
        found = honest(self, game, value)
        higher = None if found is None else honest(self, game, game.age[found] + 1)
        return higher if con.now(higher) else found

    con.wrap(Artifacts, "_next_artifact", following)


@cheat("action.too-much", "turn.action", "dogma.too-much", at=_with(CardSet.ARTIFACTS))
def seizes_a_relic_without_right(con: Con) -> None:
    """A relic is seized after a meld that dug nothing."""

    def meld(honest: Any, self: Artifacts, game: Game, player: Player, *more: Any) -> None:
        shown = list(player.display)
        honest(self, game, player, *more)
        if con.now(game.relics and shown == player.display):
            game.seize(player, game.relics[0], Zone.ACHIEVEMENTS)

    con.wrap(Artifacts, "after_meld_action", meld)


@cheat("action.too-much", "dogma.too-much", "turn.action", at=_with(CardSet.ECHOES))
def promotes_too_high(con: Con) -> None:
    """A card of the forecast is promoted that is higher than the melded one."""

    def meld(honest: Any, self: Echoes, game: Game, player: Player, card: int, covered: int | None) -> None:
        higher = [other for other in player.forecast if game.age[other] > game.age[card]]
        if con.now(higher and len(higher) == len(player.forecast)):
            game.meld(player, higher[0])
        else:
            honest(self, game, player, card, covered)

    con.wrap(Echoes, "after_meld_action", meld)


@cheat("dogma.top-card", "action.too-much", "turn.actions", at=_with(CardSet.ECHOES))
def activates_what_was_not_promoted(con: Con) -> None:
    """The melded card is activated at once though nothing was promoted."""

    def meld(honest: Any, self: Echoes, game: Game, player: Player, card: int, covered: int | None) -> None:
        before = len(player.forecast)
        honest(self, game, player, card, covered)
        if con.now(len(player.forecast) == before and game.table.featured[card]):
            begin_dogma(game, player, card)
            run_dogma(game, player, card)

    con.wrap(Echoes, "after_meld_action", meld)
