"""Figures in the Sand: figures drawn, *when* karmas, fading, the Inspire and the Decree action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from innolog.cards.facts import COLORS, CardSet, Color, back_set, is_shown
from innolog.cards.karmas import decree_effect
from innolog.cards.registry import Effect, EffectKind
from innolog.engine.choices import of_color
from innolog.engine.dogma import effects
from innolog.engine.expansions import Expansion
from innolog.engine.karma import EachKarmas, WouldKarmas, carry_out_karma, declared
from innolog.engine.operations import (
    BY_ACTION,
    BY_TRIGGER,
    NOTHING,
    Achieve,
    Action,
    ActionKind,
    Activate,
    CarryOut,
    Eliminate,
    Fade,
    Meld,
    MeldAction,
    Operation,
    Remove,
    TakeAction,
    Tuck,
)
from innolog.engine.ruleset import Ruleset
from innolog.engine.seams import Interceptor, Modifier
from innolog.engine.state import Player
from innolog.engine.zones import NOBODY, Keyword, Zone

if TYPE_CHECKING:
    from innolog.engine.game import Game

#: Bits of :attr:`Player.turn_marks`: the special actions taken in this turn, and whether a green card was tucked.
INSPIRED: Final = 1
DECREED: Final = 2
TUCKED_GREEN: Final = 4
#: The number of the first decree; the others follow in the order of their colors.
DECREES: Final = 985


class Figures(Expansion):
    """The rules of Deluxe rulebook, "Expansion: Figures in the Sand", and of the box of 2013."""

    reacts_to = (TakeAction, Activate, Meld, MeldAction, Tuck, Eliminate)

    def __init__(self, rules: Ruleset) -> None:
        self._texts = rules.texts

    def interceptors(self) -> tuple[Interceptor, ...]:
        """The *would* karmas."""
        return (WouldKarmas(self._texts),)

    def modifiers(self) -> tuple[Modifier, ...]:
        """The *each* karmas."""
        return (EachKarmas(self._texts),)

    def after(self, game: Game, operation: Operation) -> None:
        """What follows a meld and an action."""
        if isinstance(operation, MeldAction):
            if game.rules.when_karmas_come_last:
                self._when(game, operation.actor, operation.card)
        elif isinstance(operation, Meld):
            # That of a Meld action itself has no other cause.
            if operation.cause != BY_ACTION or not game.rules.when_karmas_come_last:
                self._when(game, operation.actor, operation.card)
        elif isinstance(operation, TakeAction):
            fade(game)
        elif isinstance(operation, Activate):
            # A promotion triggers a free Dogma action. The question is asked only if it makes a difference.
            due = operation.cause == BY_TRIGGER and any(len(top_figures(game, each)) > 1 for each in game.everyone)
            if due and game.rules.reads("free_dogma_actions_fade"):
                fade(game)
        elif isinstance(operation, Tuck) and game.color[operation.card] == Color.GREEN:
            operation.actor.turn_marks |= TUCKED_GREEN

    def before_elimination(self, game: Game, player: Player) -> None:
        """Decrees are not removed with a player's cards: they are available again."""
        for card in [card for card in player.achievements if is_decree(game, card)]:
            game.make_available(card)

    def _when(self, game: Game, me: Player, card: int) -> None:
        """Follow the *when* karmas of a melded figure, unless a karma melded it."""
        if game.intercepting:
            return
        for karma in declared(self._texts).whens.get(card, ()):
            game.intercepting = True
            try:
                carry_out_karma(game, me, karma)
            finally:
                game.intercepting = False


def is_decree(game: Game, card: int) -> bool:
    """Whether a special achievement is a decree."""
    return card in game.table.achievements and game.table.set[card] == CardSet.FIGURES


def is_figure(game: Game, card: int) -> bool:
    """Whether a card is a figure."""
    return back_set(game.back[card]) == CardSet.FIGURES


def top_figures(game: Game, player: Player) -> list[int]:
    """The top cards of a player that are figures."""
    return [card for card in player.tops() if is_figure(game, card)]


def fade(game: Game) -> None:
    """Let everybody score top figures one by one until nobody has two (Deluxe rulebook, "Fade").

    The rulebooks name no order of players: the one whose turn it is begins. The rounds go on until nobody fades,
    because a fade can uncover a figure of a player who had one before.
    """
    turn_player = game.turn_player
    order = [turn_player, *game.others(turn_player)]
    fading = True
    while fading:
        fading = False
        for player in order:
            fading |= _fade_one_by_one(game, player)
    game.current = turn_player


def _fade_one_by_one(game: Game, player: Player) -> bool:
    """Let a player fade until one top figure is left. Returns whether that changed the table.

    A karma can put a figure back on top of its pile. A figure whose fade changed nothing is not offered again until the
    table changes. If that is so of all of them, the player is done.
    """
    tops = top_figures(game, player)
    if len(tops) < 2:
        return False
    first = now = _table_of(game)
    vain: list[int] = []
    while len(tops) > 1 and (left := tuple([card for card in tops if card not in vain])):
        game.current, game.cause = player, BY_TRIGGER
        fading = Fade(player, BY_TRIGGER, left)
        if game.act(fading) == NOTHING:
            break
        before, now = now, _table_of(game)
        vain = [*vain, fading.chosen] if now == before else []
        tops = top_figures(game, player)
    return _table_of(game) != first


def _table_of(game: Game) -> tuple[object, ...]:
    """All that a fade can change: the place of every card, and the boards."""
    boards = [[pile[:] for pile in player.piles] for player in game.players]
    return dict(game.place), boards, [player.splays[:] for player in game.players]


def achieve_action(game: Game, me: Player, card: int) -> None:
    """Claim an achievement with the Achieve action, for which others draw a figure, clockwise.

    Nobody draws one if a karma replaces the claim (box of 2013, "Rules FAQ"), or if the card is available only because
    of a karma.
    """
    standard = card in game.available
    if game.perform(Achieve(me, BY_ACTION, card)) == NOTHING or not standard:
        return
    for player in game.others(me) if game.rules.everybody_else_draws_figures else game.opponents(me):
        game.current, game.cause = player, BY_TRIGGER
        game.draw(player, player.highest_top(), CardSet.FIGURES)
    game.current, game.cause = me, BY_ACTION


# --- the Inspire action -----------------------------------------------------------------------------------------------


def inspires(game: Game, me: Player, color: int) -> list[int]:
    """The figures whose inspire effects are visible and count for a color, bottom to top."""
    cards = plain_inspires(game, me, color)
    for modifier in me.modifiers:
        cards = modifier.inspires(me, color, cards)
    return cards


def plain_inspires(game: Game, me: Player, color: int) -> list[int]:
    """The figures of a color whose inspire effects are visible, bottom to top."""
    pile, slots = me.piles[color], game.table.slots
    if not pile:
        return []
    splay = me.splays[color]
    found = [card for card in pile[:-1] if splay and is_shown("inspire", slots[card], splay)]
    return found + [card for card in pile[-1:] if "inspire" in slots[card]]


def inspire_effects(game: Game, card: int) -> list[Effect]:
    """The inspire effect of a card."""
    return [effect for effect in effects(game, card) if effect.kind is EffectKind.INSPIRE]


def inspire(game: Game, me: Player, color: int) -> None:
    """Execute the inspire effects of a color, unshared, and draw (Deluxe rulebook, "Inspire action")."""
    me.turn_marks |= INSPIRED
    game.notes, game.kept, game.acting_as, game.depth = {}, {}, None, 0
    for effect in [effect for card in inspires(game, me, color) for effect in inspire_effects(game, card)]:
        game.perform(CarryOut(me, BY_ACTION, effect, False))
    game.current, game.cause = me, BY_ACTION
    game.draw(me, game.value_of_inspire_action(me, color))


# --- decrees ----------------------------------------------------------------------------------------------------------


def special_actions(game: Game, me: Player) -> list[Action]:
    """The Inspire and Decree actions that are open to a player."""
    found: list[Action] = []
    if not me.turn_marks & INSPIRED:
        found += [Action(ActionKind.INSPIRE, me.piles[color][-1]) for color in COLORS if inspires(game, me, color)]
    if not me.turn_marks & DECREED or not game.rules.decrees_once_a_turn:
        found += [Action(ActionKind.DECREE, card) for card in decrees(game, me)]
    return found


def decrees(game: Game, me: Player) -> list[int]:
    """The decrees that a player can issue (Deluxe rulebook, "Decree action", "Karma effects")."""
    figures = [card for card in me.hand if is_figure(game, card)]
    if len(figures) < 2:
        return []
    found = set(with_any_two(game, me))
    if game.values(figures) >= 3:
        colors = [color for color in COLORS if any(can_be(game, card, color) for card in figures)]
        found.update(card for card in game.table.achievements if is_decree(game, card) and card - DECREES in colors)
    return sorted(found)


def with_any_two(game: Game, me: Player) -> Iterator[int]:
    """The decrees that a player can issue with any two figures."""
    issues = declared(game.texts).issues
    for card in me.tops():
        yield from issues.get(card, ())


def can_be(game: Game, card: int, color: int) -> bool:
    """Whether a card is, or a hidden card can be, of a color."""
    return game.color[card] == color if game.is_known(card) else game.nature.can_be(card, of_color(color))


def has_color(game: Game, me: Player, color: int) -> bool:
    """Whether a player has a figure of a color in hand. If all that can be are hidden, one of them is assumed to be."""
    figures = [card for card in me.hand if is_figure(game, card)]
    if any(game.is_known(card) and game.color[card] == color for card in figures):
        return True
    return game.choose_card(me, figures, where=of_color(color)) is not None


def issue(game: Game, me: Player, decree: int) -> None:
    """Issue a decree: all cards in hand leave the game, and it is claimed and activated, or taken from its owner."""
    me.turn_marks |= DECREED
    if decree not in tuple(with_any_two(game, me)) and not has_color(game, me, decree - DECREES):
        return
    hand = list(me.hand)
    # The order matters only if a karma puts the cards elsewhere.
    replaced = any(card in declared(game.texts).woulds.get(Remove, {}) for card in me.tops())
    for card in game.one_by_one(me, hand, Keyword.REMOVE) if replaced else hand:
        game.remove(card)
    owner = game.place[decree][0]
    if owner == NOBODY:
        game.claim(me, decree)
    elif owner != me.index:
        game.make_available(decree)
        return
    if game.place[decree] == (me.index, Zone.ACHIEVEMENTS):
        game.notes, game.kept, game.acting_as, game.depth = {}, {}, None, 0
        game.perform(CarryOut(me, BY_ACTION, Effect(decree, EffectKind.DECREE, 1, decree_effect(decree)), False))
