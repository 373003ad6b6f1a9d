"""Claims and special achievements."""

from __future__ import annotations

from typing import Any

from innolog.engine.actions import Action, ActionKind
from innolog.engine.state import Player
from tests.cheating.cheats.turns import before_an_action, only_action
from tests.cheating.con import MANY, Con, cheat


@cheat("achieve.claim", native=True)
def claims_too_dear(con: Con) -> None:
    """An achievement is claimed with too few points."""

    def dear(me: Player) -> list[Action]:
        game, top, points = con.game, me.highest_top(), me.score()
        found = [card for card in game.available if game.age[card] <= top and points < 5 * game.age[card]]
        return [Action(ActionKind.ACHIEVE, card) for card in found]

    only_action(con, dear)


@cheat("achieve.claim", native=True)
def claims_above_the_top_cards(con: Con) -> None:
    """An achievement is claimed without a top card of its age."""

    def high(me: Player) -> list[Action]:
        game, top, points = con.game, me.highest_top(), me.score()
        found = [card for card in game.available if game.age[card] > top and points >= 5 * game.age[card]]
        return [Action(ActionKind.ACHIEVE, card) for card in found]

    only_action(con, high)


@cheat("achieve.claim", "turn.action", native=True)
def claims_what_another_has(con: Con) -> None:
    """An achievement that another player has is claimed once more."""

    def taken(me: Player) -> list[Action]:
        game, top, points = con.game, me.highest_top(), me.score()
        held = [card for other in game.opponents(me) for card in other.achievements if game.standard_value(card)]
        found = [card for card in held if game.age[card] <= top and points >= 5 * game.age[card]]
        return [Action(ActionKind.ACHIEVE, card) for card in found]

    only_action(con, taken)


@cheat("achieve.special", "achieve.special-player")
def special_achievement_not_given(con: Con) -> None:
    """Somebody who meets the condition of a special achievement does not get it."""
    denied: set[tuple[int, int]] = set()

    def claim(honest: Any, player: Player, achievement: int, **more: Any) -> bool:
        if con.now(achievement in con.game.specials and not con.taken, missing=True):
            denied.add((player.index, achievement))
        if (player.index, achievement) in denied:
            return False
        return bool(honest(player, achievement, **more))

    con.wrap(con.game, "claim_special", claim)


@cheat("achieve.special-player", at=MANY)
def special_achievement_for_another(con: Con) -> None:
    """Somebody else gets a special achievement."""

    def claim(honest: Any, player: Player, achievement: int, **more: Any) -> bool:
        if con.now(achievement in con.game.specials):
            player = con.game.others(player)[0]
        return bool(honest(player, achievement, **more))

    con.wrap(con.game, "claim_special", claim)


@cheat("achieve.undeserved", "action.too-much", native=True)
def special_achievement_without_right(con: Con) -> None:
    """Somebody takes a special achievement whose condition is not met."""

    def take(me: Player) -> None:
        con.game.claim_special(me, con.rng.choice(con.game.specials))

    before_an_action(con, lambda me: con.game.specials, take)
