"""Boards: splays that are lost, new orders, cards that leave the game, special achievements of standing conditions."""

from __future__ import annotations

from typing import Any

from innolog.cards.facts import FLAGS
from innolog.engine.cities import Cities
from innolog.engine.events import Event, Rearranged, Splay, Transfer, TurnEnded
from innolog.engine.game import Game
from innolog.engine.state import Player
from innolog.engine.zones import NOBODY, Keyword, Zone
from tests.cheating.cheats.turns import after_end_turn, before_an_action
from tests.cheating.con import ANY, CITIES, MANY, Con, cheat, tables

_CITIES = tuple(rules for rules in ANY if CITIES in rules.sets)


@cheat("splay.lost")
def keeps_the_splay_of_one_card(con: Con) -> None:
    """A pile that is down to one card stays splayed."""

    def hook(event: Event) -> bool:
        if isinstance(event, Splay) and event.lost and con.now(missing=True):
            player = con.game.players[event.owner]
            player.splays[event.color] = con.teller._directions[(event.owner, event.color)]
            player.forget(event.color)
            return False
        return True

    con.on_event(hook)


@cheat("rearrange", "dogma.too-much", "action.too-much", "turn.actions", "turn.action")
def rearranges_without_an_effect(con: Con) -> None:
    """A pile is put in a new order between two actions."""

    def piles(me: Player) -> list[int]:
        return [color for color, pile in enumerate(me.piles) if len(pile) > 1]

    def rearrange(me: Player) -> None:
        color = con.rng.choice(piles(me))
        con.teller._asked = tuple(me.piles[color])
        me.piles[color].reverse()
        me.forget(color)
        con.tell(Rearranged(me.index, color, tuple(me.piles[color])))

    before_an_action(con, piles, rearrange)


@cheat("rearrange", "dogma.sharing-bonus", "dogma.sharing", "dogma.order", "record.contradiction", at=tables())
def rearranges_to_the_same(con: Con) -> None:
    """A new order that is the old one counts as a change."""

    def rearrange(honest: Any, me: Player) -> None:
        colors = [color for color, pile in enumerate(me.piles) if len(pile) > 1]
        if con.now(colors):
            con.teller._asked = order = tuple(me.piles[colors[0]])
            con.tell(Rearranged(me.index, colors[0], order))
            con.game.changed = True
        else:
            honest(me)

    con.wrap(con.game, "may_rearrange", rearrange)


@cheat("remove", "dogma.too-much", "action.too-much", "turn.actions", native=True)
def removes_all_top_cards(con: Con) -> None:
    """All top cards and hands leave the game between two actions."""
    before_an_action(con, lambda me: True, lambda me: con.game.remove_tops_and_hands())


@cheat("remove", "dogma.too-much", "action.too-much", "turn.actions", native=True)
def wipes_all_boards(con: Con) -> None:
    """All hands, boards and score piles leave the game between two actions."""
    before_an_action(con, lambda me: True, lambda me: con.game.wipe())


@cheat("remove", "dogma.too-much", "action.too-much", "turn.actions", at=MANY, native=True)
def a_player_is_eliminated(con: Con) -> None:
    """A player leaves the game between two actions."""

    def eliminate(me: Player) -> None:
        con.game.eliminate(con.game.others(me)[0])

    before_an_action(con, lambda me: not con.game.rules.teams, eliminate)


@cheat("cities.icons", at=_CITIES)
def keeps_a_flag(con: Con) -> None:
    """A flag or fountain that is not visible any more is still an achievement."""
    _icons(con, lambda entry, to_player: not to_player)


@cheat("cities.icons", at=_CITIES)
def a_flag_that_counts_for_nothing(con: Con) -> None:
    """A visible flag or fountain is no achievement."""
    _icons(con, lambda entry, to_player: to_player)


def _icons(con: Con, wanted: Any) -> None:
    kept: set[int] = set()

    def shift(honest: Any, self: Cities, game: Game, player: Player, entry: int, *, to_player: bool) -> None:
        if entry not in kept and con.now(wanted(entry, to_player), missing=True):
            kept.add(entry)
        if entry not in kept:
            honest(self, game, player, entry, to_player=to_player)

    con.wrap(Cities, "_shift", shift)


@cheat("cities.icons", at=_CITIES)
def a_flag_that_nobody_sees(con: Con) -> None:
    """Somebody has an achievement for a flag that is not there."""

    def take(me: Player) -> None:
        entry = next(entry for entry in flags(me) if entry not in me.achievements)
        me.achievements.append(entry)
        place = len(me.achievements) - 1
        con.tell(
            Transfer(entry, NOBODY, Zone.CITY_ICONS, 0, me.index, Zone.ACHIEVEMENTS, place, False, Keyword.ACHIEVE)
        )

    def flags(me: Player) -> list[int]:
        return [FLAGS + me.index + 10 * color for color in range(5)]

    before_an_action(con, lambda me: True, take)


@cheat("count.monument")
def monument_counts_not_reset(con: Con) -> None:
    """The cards tucked and scored in a turn count for the next one, too."""
    counts: list[tuple[int, int]] = []
    kept: list[int] = []

    def shows(event: Event) -> bool:
        # The log states the counts with each move of a card that involves only one player.
        owners = {event.from_owner, event.to_owner} if isinstance(event, Transfer) else set()
        return bool(kept) and owners - {NOBODY} == {kept[0]}

    def hook(event: Event) -> bool:
        if isinstance(event, TurnEnded):
            counts[:] = [(player.tucked, player.scored) for player in con.game.players]
            kept.clear()
        return True

    def keep(game: Game) -> None:
        able = [player.index for player in game.players if any(counts[player.index])]
        if con.now(able, until=shows, lasting=True):
            kept[:] = able[:1]
            player = game.players[able[0]]
            player.tucked, player.scored = counts[player.index]

    con.on_event(hook)
    after_end_turn(con, keep)
