"""The conditions of the special achievements."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from innolog.cards.facts import COLORS, CardSet, Icon, card_table
from innolog.cards.registry import EffectKind, effects_of
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Player, State

EMPIRE: Final = 105
MONUMENT: Final = 106
WONDER: Final = 107
WORLD: Final = 108
UNIVERSE: Final = 109
WEALTH, DESTINY, HERITAGE, HISTORY, SUPREMACY = range(435, 440)

#: Icons and a direction, looked up once: these conditions are checked after every change of a board, and in a compiled
#: module a loop over them takes a fifth of the time of ``min`` or ``all``.
_CROWN: Final = 1
_CLOCK: Final = 6
_RIGHT: Final = 2

Condition = Callable[[State, Player], bool]


def empire(state: State, player: Player) -> bool:
    """Three icons of each of the six basic types (third edition, Empire)."""
    icons = player.icons()
    return all(icons[icon] >= 3 for icon in range(_CROWN, _CLOCK + 1))


def monument(state: State, player: Player) -> bool:
    """Six cards tucked, or six scored, in a single turn (third edition, Monument)."""
    return player.tucked >= 6 or player.scored >= 6


def monument_of_demands(texts: tuple[str, ...]) -> Condition:
    """Four top cards with a demand effect in the given texts (fourth edition, Monument)."""

    def earned(state: State, player: Player) -> bool:
        demanding = [
            card for card in player.tops() if any(e.kind is EffectKind.DEMAND for e in effects_of(card, texts))
        ]
        return len(demanding) >= 4

    return earned


def wonder(state: State, player: Player) -> bool:
    """Five colors, each splayed up or right (third edition, Wonder), or aslant (fourth)."""
    return all(direction >= _RIGHT for direction in player.splays)


def world(state: State, player: Player) -> bool:
    """Twelve clocks (third edition, World)."""
    return player.icons()[_CLOCK] >= 12


def universe(state: State, player: Player) -> bool:
    """Five top cards of value 8 or higher (third edition, Universe)."""
    age = state.age
    return all(pile and age[pile[-1]] >= 8 for pile in player.piles)


def wealth(state: State, player: Player) -> bool:
    """Eight visible bonuses (third edition, Wealth)."""
    return len(player.bonuses()) >= 8


def destiny(state: State, player: Player) -> bool:
    """Seven cards in the forecast (third edition, Destiny)."""
    return len(player.forecast) >= 7


def heritage(state: State, player: Player) -> bool:
    """Eight card images visible in one color (third edition, Heritage)."""
    return player.icons()[Icon.HEX] >= 8 and max([player.images_of(color) for color in COLORS]) >= 8


def history(state: State, player: Player) -> bool:
    """Four echo effects visible in one color (third edition, History)."""
    # Without karmas, a card has one echo effect at most.
    least = 1 if player.modifiers else 4
    return any(len(pile) >= least and len(player.echoes(color)) >= 4 for color, pile in enumerate(player.piles))


def supremacy(state: State, player: Player) -> bool:
    """Three icons of one type visible in each of four colors (third edition, Supremacy)."""
    enough = [icon for icon, count in enumerate(player.icons()) if count >= 12 and icon != Icon.HEX]
    if not enough:
        return False
    piles = [player.icons_of(color) for color in COLORS]
    return any(sum(pile[icon] >= 3 for pile in piles) >= 4 for icon in enough)


def is_met(achievement: int, condition: Condition, state: State, player: Player) -> bool:
    """Whether a player meets the standing condition of a special achievement, without modifiers.

    In a compiled module, calling the most frequent conditions by name takes a fifth of the time of calling a value.
    """
    if achievement == EMPIRE:
        return empire(state, player)
    if achievement == WONDER:
        return wonder(state, player)
    if achievement == WORLD:
        return world(state, player)
    if achievement == UNIVERSE:
        return universe(state, player)
    return condition(state, player)


@lru_cache(maxsize=64)
def conditions_of(rules: Ruleset) -> tuple[tuple[int, Condition], ...]:
    """The special achievements that have a standing condition, each with it, in the order in which they are checked."""
    base: tuple[tuple[int, Condition], ...] = (
        (EMPIRE, empire),
        (MONUMENT, monument),
        (WONDER, wonder),
        (WORLD, world),
        (UNIVERSE, universe),
    )
    echoes: tuple[tuple[int, Condition], ...] = (
        (WEALTH, wealth),
        (DESTINY, destiny),
        (HERITAGE, heritage),
        (HISTORY, history),
        (SUPREMACY, supremacy),
    )
    if rules.claims_after_the_action:
        others = tuple((achievement, condition) for achievement, condition in base if achievement != MONUMENT)
        if not rules.holds("demands_earn_monument"):
            return others
        return (others[0], (MONUMENT, monument_of_demands(rules.texts)), *others[1:])
    return base + echoes if CardSet.ECHOES in rules.sets else base


def meets_condition(state: State, rules: Ruleset, player: Player, achievement: int) -> bool:
    """Whether a player meets the standing condition of a special achievement; False for one that has none."""
    conditions = dict(conditions_of(rules))
    answer = achievement in conditions and conditions[achievement](state, player)
    for modifier in player.modifiers:
        answer = modifier.meets(player, achievement, answer)
    return answer


def special_achievements(rules: Ruleset) -> tuple[int, ...]:
    """The special achievements of the sets in play, which lie in the middle at the start."""
    return tuple(card for card, special in card_table().achievements.items() if special.set in rules.sets)
