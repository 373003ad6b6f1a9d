"""Which rule a log breaks at the place where the engine and the log differ.

The event of the engine, the observation of the log, and the state of the game determine the rule.
"""

from __future__ import annotations

from innolog import log as seen
from innolog.cards.facts import UNKNOWN_BASE, CardSet, back_set, is_city_icon
from innolog.comparing.matching import PLACE_OF_ZONE, is_owner
from innolog.comparing.rules import RuleId
from innolog.engine import events as done
from innolog.engine.actions import Action, ActionKind
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.figures import is_decree, is_figure
from innolog.engine.game import Game
from innolog.engine.operations import BY_SHARING, BY_TRIGGER
from innolog.engine.zones import NOBODY, Keyword, Zone
from innolog.log import Place

_DOGMAS = (ActionKind.DOGMA, ActionKind.ENDORSE)


def broken_rule(game: Game, action: Action | None, event: done.Event, observation: seen.Observation) -> RuleId:
    """The id of the rule that an observation breaks when the rules lead to ``event``."""
    if game.turn < 0 and isinstance(event, done.Transfer) and event.keyword is Keyword.MELD:
        return "setup.opening"
    if game.bonus_set is CardSet.FIGURES and (of_figures := _of_figures(game, event, observation)) is not None:
        return of_figures
    if isinstance(event, done.Transfer) and isinstance(observation, seen.Transfer):
        return _transfer(game, event, observation)
    if isinstance(event, done.Splay) and isinstance(observation, seen.Splay):
        if event.lost:
            return "splay.lost"
        if event.owner != observation.owner:
            return "splay.player"
        if event.color != observation.color:
            few = len(game.players[observation.owner].piles[observation.color]) < 2
            return "splay.cards" if few else "splay.color"
        return "splay.direction"
    if isinstance(event, done.GameEnded):
        return "end.condition"
    if isinstance(event, done.IconsCounted):
        return "dogma.icons"
    if isinstance(event, done.DogmaStarted):
        return "dogma.top-card"
    if isinstance(event, done.EffectStarted) and isinstance(observation, seen.EffectStarted):
        if event.player != observation.player:
            return "dogma.vulnerable" if "demand" in (event.kind, observation.kind) else "dogma.sharing"
        return "dogma.order"
    if isinstance(event, done.ActionBegan | done.FreeActionBegan) and isinstance(
        observation, seen.ActionBegan | seen.FreeActionBegan
    ):
        if event.player != observation.player:
            return "turn.order"
        free = isinstance(event, done.FreeActionBegan) or isinstance(observation, seen.FreeActionBegan)
        return "display.action" if free else "turn.actions"
    return _missing(event) or _extra(game, action, event, observation)


_EFFECTS_OF_FIGURES: dict[str | None, RuleId] = {
    "karma": "figures.karma",
    "inspire": "figures.inspire",
    "decree": "figures.decree",
}
#: The rule of an action that was not open to the player.
_UNAVAILABLE: dict[ActionKind, RuleId] = {
    ActionKind.MELD: "meld.hand",
    ActionKind.ACHIEVE: "achieve.claim",
    ActionKind.DOGMA: "dogma.top-card",
    ActionKind.INSPIRE: "figures.inspire",
    ActionKind.DECREE: "figures.decree",
}


def broken_splay(game: Game, splay: seen.Splay, asked: Choice | None, answer: object) -> RuleId | None:
    """The id of the rule that a splay breaks where the rules lead to none; None if it is none of splays.

    ``asked`` is the last choice, which had this ``answer``.
    """
    player = game.players[splay.owner]
    if splay.direction and len(player.piles[splay.color]) < 2:
        return "splay.cards"
    if asked is None or asked.kind is not ChoiceKind.COLOR or asked.target is None:
        return None
    if answer is not None or player.splays[splay.color] == splay.direction:
        return None
    if asked.target[0] != splay.owner:
        return "splay.player"
    return "splay.color" if splay.color not in asked.options else "splay.direction"


def _of_figures(game: Game, event: done.Event, observation: seen.Observation) -> RuleId | None:
    """The rule about figures that is broken; None if it is another rule."""
    if isinstance(event, done.Transfer) and game.cause == BY_TRIGGER and is_figure(game, event.card):
        if event.keyword is Keyword.SCORE and event.from_zone == Zone.BOARD:
            return "figures.fade"
        if event.keyword is Keyword.DRAW:
            return "figures.draw"
    if isinstance(event, done.Transfer) and game.cause == BY_SHARING and is_figure(game, event.card):
        return "figures.draw"
    for one in (event, observation):
        kind = one.kind if isinstance(one, done.EffectStarted | seen.EffectStarted) else None
        if kind in _EFFECTS_OF_FIGURES:
            return _EFFECTS_OF_FIGURES[kind]
    if isinstance(event, done.Transfer) and event.keyword is Keyword.REMOVE and event.from_zone == Zone.HAND:
        return "figures.decree"
    if isinstance(event, done.Transfer) and is_decree(game, event.card):
        return "figures.decree"
    return None


def _transfer(game: Game, event: done.Transfer, move: seen.Transfer) -> RuleId:
    """Both are transfers, but not the same."""
    if is_special(game, event.card):
        if is_city_icon(event.card):
            return "cities.icons"
        return "achieve.special-player" if move.card == event.card else "achieve.special"
    if move.age is None or (move.card is not None and is_special(game, move.card)):
        return _undeserved(game, move.card)
    if event.from_zone == Zone.DECK:
        if event.to_zone == Zone.JUNK:
            return "junk.deck"
        if move.from_place is not Place.DECK:
            return "draw.missing"
        if move.age != game.age[event.card]:
            return "draw.age"
        if move.card_set != back_set(game.back[event.card]):
            return "draw.set"
        if not is_owner(event.to_owner, move.to_owner):
            return "draw.player"
        if _elsewhere(event, move):
            return "draw.place"
        if move.card not in (None, event.card) or move.from_position not in (None, event.from_position):
            return "draw.top"
    elif move.from_place is Place.DECK:
        return "dogma.mandatory"
    if not is_owner(event.from_owner, move.from_owner) or not is_owner(event.to_owner, move.to_owner):
        return "dogma.player"
    if _elsewhere(event, move):
        return "dogma.place"
    if event.keyword is Keyword.RETURN and move.bottom is False:
        return "return.bottom"
    if event.to_zone == Zone.BOARD and move.bottom is not None and move.bottom != event.bottom:
        return "meld.top"
    if (move.card is not None and move.card != event.card) or move.age != game.age[event.card]:
        return "card.place" if _not_there(game, move) else "dogma.card"
    if move.score is not None and move.score != (event.keyword is Keyword.SCORE):
        return "score.keyword"
    if move.from_position not in (None, event.from_position) or move.to_position not in (None, event.to_position):
        return "card.position"
    return "keyword"


def _elsewhere(event: done.Transfer, move: seen.Transfer) -> bool:
    return (
        move.to_place is not PLACE_OF_ZONE.get(event.to_zone)
        or move.from_place is not PLACE_OF_ZONE.get(event.from_zone)
        or not is_owner(event.from_owner, move.from_owner)
    )


def _not_there(game: Game, move: seen.Transfer) -> bool:
    """Whether a transfer takes a card from a place where it is not, as far as the card is known."""
    if move.card is None or move.card not in game.place:
        return False
    owner, zone = game.place[move.card]
    # The event has already moved its card; any other card is still in its place before the transfer.
    return not is_owner(owner, move.from_owner) or PLACE_OF_ZONE.get(zone) is not move.from_place


def _undeserved(game: Game, card: int | None) -> RuleId:
    if any(achievement == card for _, achievement in game.waiting_claims):
        return "figures.karma"
    return "cities.icons" if card is not None and is_city_icon(card) else "achieve.undeserved"


def is_special(game: Game, card: int) -> bool:
    """Whether a card is a special achievement, a flag or a fountain."""
    return card < UNKNOWN_BASE and (is_city_icon(card) or card in game.table.achievements)


def _missing(event: done.Event) -> RuleId | None:
    """The rule that requires an event which the log does not have."""
    if isinstance(event, done.Transfer):
        if is_city_icon(event.card):
            return "cities.icons"
        if event.keyword is Keyword.ACHIEVE and event.from_owner == NOBODY and event.from_zone == Zone.AVAILABLE:
            return "achieve.special"
        if event.to_zone == Zone.JUNK and event.from_owner == NOBODY:
            return "junk.deck" if event.from_zone == Zone.DECK else "dogma.mandatory"
        return None
    if isinstance(event, done.Splay) and event.lost:
        return "splay.lost"
    if isinstance(event, done.SharingBonus):
        return "dogma.sharing-bonus"
    if isinstance(event, done.NestedStarted):
        return "dogma.nested"
    if isinstance(event, done.Rearranged):
        return "rearrange"
    return None


def _extra(game: Game, action: Action | None, event: done.Event, observation: seen.Observation) -> RuleId:
    """The rule that forbids an observation of the log."""
    dogma = action is not None and action.kind in _DOGMAS
    if isinstance(observation, seen.Ended):
        return "end.condition"
    if isinstance(observation, seen.SharingBonus):
        return "dogma.sharing-bonus"
    if isinstance(observation, seen.Transfer):
        if observation.card is not None and is_special(game, observation.card):
            return _undeserved(game, observation.card)
    elif isinstance(observation, seen.Splay) and not isinstance(event, done.Transfer):
        return "splay.change"
    elif isinstance(observation, seen.EffectStarted):
        if isinstance(event, done.Transfer):
            return "draw.missing" if event.from_zone == Zone.DECK else "dogma.mandatory"
        return "dogma.vulnerable" if observation.kind == "demand" else "dogma.sharing"
    elif isinstance(observation, seen.IconCounted) and isinstance(event, done.Transfer):
        # Only the payment for an Endorse action comes before the count of icons.
        return "dogma.mandatory"
    elif isinstance(observation, seen.NestedStarted | seen.NestedEnded):
        return "dogma.nested"
    elif isinstance(observation, seen.Rearranged):
        return "rearrange"
    elif isinstance(observation, seen.Wiped | seen.Eliminated | seen.TopsAndHandsRemoved):
        return "remove"
    elif isinstance(observation, seen.FreeActionBegan):
        return "display.action"
    elif isinstance(observation, seen.Passed | seen.Agreed | seen.Named) and isinstance(event, done.Transfer):
        return "draw.missing" if event.from_zone == Zone.DECK else "dogma.mandatory"
    elif isinstance(observation, seen.ActionBegan | seen.TurnEnded | seen.DogmaStarted):
        if isinstance(event, done.EffectStarted):
            return "dogma.vulnerable" if event.kind == "demand" else "dogma.sharing"
        if isinstance(event, done.Transfer):
            return "draw.missing" if event.from_zone == Zone.DECK else "dogma.mandatory"
        if isinstance(event, done.Splay):
            return "dogma.mandatory"
        return "turn.actions"
    if isinstance(event, done.FreeActionBegan):
        return "display.action"
    return "dogma.too-much" if dogma else "action.too-much"


def unavailable_rule(game: Game, wanted: Action | None, observation: seen.Observation, began: bool) -> RuleId:
    """The rule that is broken by an action that was not open to the player.

    ``began`` is True when the log records that the action began.
    """
    if wanted is None:
        if isinstance(observation, seen.EffectStarted) and observation.kind in _EFFECTS_OF_FIGURES:
            return _EFFECTS_OF_FIGURES[observation.kind]
        if isinstance(observation, seen.Transfer) and observation.to_place is Place.REMOVED:
            return "figures.decree"
        if isinstance(observation, seen.ActionBegan | seen.TurnEnded):
            # Every action shows in the log.
            return "turn.action" if began else "turn.actions"
        if isinstance(observation, seen.SharingBonus):
            return "dogma.sharing-bonus"
        if isinstance(observation, seen.Splay):
            return "splay.change"
        if (
            isinstance(observation, seen.Transfer)
            and observation.card is not None
            and is_special(game, observation.card)
        ):
            return _undeserved(game, observation.card)
        return "turn.action"
    if wanted.kind is ActionKind.ENDORSE:
        return "endorse.condition" if wanted.card in game.turn_player.tops() else "dogma.top-card"
    return _UNAVAILABLE.get(wanted.kind, "turn.action")
