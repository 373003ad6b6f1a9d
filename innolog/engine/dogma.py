"""Executing a card: sharing, demands, the sharing bonus, endorsement, nested execution."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from innolog.cards.registry import Effect, EffectKind, effects_of
from innolog.engine.events import (
    DogmaStarted,
    EffectSkipped,
    EffectStarted,
    IconsCounted,
    SharingBonus,
)
from innolog.engine.moving import DogmaComplete
from innolog.engine.operations import BY_ACTION, BY_SHARING, Action, ActionKind, CarryOut, Demand, EndUnshared
from innolog.engine.parley import AVOID, SHARE, distant_players, pays
from innolog.engine.state import Player
from innolog.engine.zones import Zone
from innolog.support.tuples import made

if TYPE_CHECKING:
    from innolog.engine.game import Game

#: Looked up once: in a compiled module, looking up a member of an enumeration costs more than comparing it.
_DOGMA: Final = EffectKind.DOGMA
_DEMAND: Final = EffectKind.DEMAND
_COMPEL: Final = EffectKind.COMPEL
_ECHO: Final = EffectKind.ECHO
_INSPIRE: Final = EffectKind.INSPIRE
#: The kinds in the words of events. Asking a member for its value takes ten times as long as looking it up here.
_WORDS: Final = {kind: kind.value for kind in EffectKind}


def effects(game: Game, card: int) -> tuple[Effect, ...]:
    """The effects of a card under the rules of this game."""
    return effects_of(card, game.texts)


def begin_dogma(game: Game, me: Player, card: int, *, endorsed: bool = False) -> None:
    """Announce a Dogma or Endorse action."""
    game.notes, game.kept, game.acting_as, game.depth, game.icon_counts = {}, {}, None, 0, ()
    game.sink(made(DogmaStarted, (me.index, card, endorsed)))


def run_dogma(game: Game, me: Player, card: int, *, endorsed: bool = False, counted: int | None = None) -> None:
    """Execute all effects of an activated card.

    Deluxe rulebook, "Dogma action": icons are counted once; before each non-demand effect those who may share do so,
    clockwise; demands go to the vulnerable opponents; if an opponent's sharing changed anything, a free Draw action
    follows. "Endorse action": the player executes non-demand effects twice, demands go round the table twice. "Echo
    effects": those visible in the card's color when the action starts come first. "Artifacts on display": the
    displayed card's icons count for its owner, and it is returned in the end. ``counted`` is the icon in place of the
    featured one; the card image (``Icon.HEX``) stands for the players' scores. Without a featured icon, no icon is
    counted.
    """
    icon = _featured(game, card) if counted is None else counted
    displayed = card in me.display
    counts = _counts(game, me, icon, card if displayed else None)
    game.icon_counts = tuple(counts)
    if icon is not None:
        game.sink(made(IconsCounted, (icon, game.icon_counts)))
    if game.interceptors:
        game.swayed["icon"] = game.table.featured[card]
    sharers, victims, compelled = _parties(game, me, counts)
    rounds = 2 if endorsed else 1
    game.shared = False
    turn = 0
    sequence = _sequence(game, me, card)
    payments: dict[tuple[int, str], bool] = {}
    try:
        for effect in sequence:
            if effect.kind is _DEMAND or effect.kind is _COMPEL:
                obeying = _obeying(game, effect, victims, compelled)
                for turn in range(rounds):
                    for victim in obeying:
                        if victim.eliminated or (
                            _parleys(game, me, victim, AVOID, payments) and _parley(game, victim, AVOID, card, payments)
                        ):
                            continue
                        game.perform(Demand(me, BY_ACTION, effect, victim, turn > 0))
                continue
            _let_share(game, me, card, effect, sharers, payments)
            for turn in range(rounds):
                if not me.eliminated:
                    game.perform(CarryOut(me, BY_ACTION, effect, turn > 0))
    except DogmaComplete:
        ends_itself = game.rules.holds("fission_ends_itself")
        game.shared = game.shared and (ends_itself or game.rules.reads("fission_leaves_the_sharing_draw"))
        if ends_itself and turn < rounds - 1:
            game.perform(CarryOut(me, BY_ACTION, sequence[-1], True))
    game.current, game.cause = me, BY_ACTION
    _end_dogma(game, me, card, displayed)


def _featured(game: Game, card: int) -> int | None:
    """The featured icon of a card, if it has one."""
    return game.table.featured[card] or None


def _counts(game: Game, me: Player, icon: int | None, displayed: int | None) -> list[int]:
    """The icons of each player, which say who shares and who is vulnerable. Empty if nobody is either.

    ``displayed`` is the activated card if it lies on the display.
    """
    if icon is None:
        return [0] * len(game.players) if game.rules.reads("no_icon_is_shared") else []
    counts = [player.count(icon) if icon else player.score() for player in game.players]
    if displayed is not None and icon:
        counts[me.index] += game.table.top_icons[displayed][icon]
    if "majority" in game.swayed:
        seat: int = game.swayed["majority"]
        counts[seat] = max(counts[seat], max(counts[:seat] + counts[seat + 1 :]) + 1)
    return counts


def _let_share(
    game: Game,
    me: Player,
    card: int,
    effect: Effect,
    sharers: Sequence[Player],
    payments: dict[tuple[int, str], bool],
) -> None:
    """Let the others carry out a non-demand effect, and note whether an opponent's sharing changed anything."""
    for player in sharers:
        if player.eliminated:
            continue
        if _parleys(game, me, player, SHARE, payments):
            if not _parley(game, player, SHARE, card, payments):
                continue
            game.shared |= game.rules.holds("paying_earns_the_bonus")
        game.changed = False
        try:
            game.perform(CarryOut(player, BY_ACTION, effect, False))
        finally:
            # Also if the effect ends the action.
            if game.changed and not game.rules.same_side(me.index, player.index):
                game.shared = True


def _end_dogma(game: Game, me: Player, card: int, displayed: bool) -> None:
    """Draw for sharing, and return the card if it was ``displayed`` when it was activated."""
    # Its own effects may have moved it to a board; it is returned from there, too.
    last = game.rules.holds("returns_the_display_last")
    if displayed and not last and game.place[card][1] in (Zone.DISPLAY, Zone.BOARD):
        game.return_(card)
    if game.shared and (not me.eliminated or game.rules.holds("pays_the_eliminated")):
        if game.claims_after_the_action and game.rules.reads("claims_before_the_sharing_draw"):
            game.settle_action()
        game.cause = BY_SHARING
        game.sink(SharingBonus(me.index))
        _draw_for_sharing(game, me)
        game.cause = BY_ACTION
    elif game.interceptors:
        game.perform(EndUnshared(me, BY_ACTION, card))
    if displayed and last and game.place[card][1] in (Zone.DISPLAY, Zone.BOARD):
        game.return_(card)


def _draw_for_sharing(game: Game, me: Player) -> None:
    """The draw for sharing. Whether it is a Draw action is an open question (``sharing_draws_are_actions``)."""
    if not game.rules.reads("sharing_draws_are_actions"):
        game.draw(me, me.highest_top(), game.bonus_set)
    elif game.would_act(me, Action(ActionKind.DRAW)):
        game.draw(me, game.value_of_draw_action(me), game.bonus_set)


def _parleys(game: Game, me: Player, player: Player, what: str, payments: Mapping[tuple[int, str], bool]) -> bool:
    """Whether a payment decides if a player shares or is immune: asked before in this action, or distant now.

    Fourth edition, "Keywords", lose: a player who loses no longer counts for adjacency, so others can become neighbors
    within the action. "Locking in": nothing but eligibility is determined once. The answer of a player who was asked
    stands until the end of the action ("Parley").
    """
    return game.has_parley and ((player.index, what) in payments or player.index in distant_players(game, me))


def _parley(game: Game, player: Player, what: str, card: int, payments: dict[tuple[int, str], bool]) -> bool:
    """Whether a distant player pays to share a card or to avoid its demand. The player is asked once in an action."""
    key = (player.index, what)
    if key not in payments:
        game.current, game.cause = player, BY_ACTION
        payments[key] = pays(game, player, what, card)
    return payments[key]


def _parties(game: Game, me: Player, counts: Sequence[int]) -> tuple[list[Player], list[Player], list[Player]]:
    """Who shares, who is vulnerable to demands, and who is vulnerable to compels, each clockwise from my left.

    Deluxe rulebook, "Sharing/vulnerability", "Compel effects"; "Team rules": team-mates share but are no victims.
    """
    sharers: list[Player] = []
    victims: list[Player] = []
    compelled: list[Player] = []
    rules = game.rules
    for player in game.others(me) if counts else ():
        distance = _distance(game, me, player)
        opponent = not rules.same_side(me.index, player.index)
        if rules.counts_as_many(counts[player.index], counts[me.index], distance):
            sharers.append(player)
            if opponent:
                compelled.append(player)
        if opponent and rules.is_vulnerable(counts[player.index], counts[me.index], distance):
            victims.append(player)
    return sharers, victims, compelled


def _sequence(game: Game, me: Player, card: int) -> list[Effect]:
    """The visible echo effects of the card's color, bottom to top, and then the card's own effects.

    They are those of the board where the card lies (Figures in the Sand, FAQ on activating opponents' cards).
    """
    own = [effect for effect in effects(game, card) if effect.kind is not _ECHO and effect.kind is not _INSPIRE]
    found = _echoes(game, _beside(game, me, card).echoes(game.color[card])) + own
    if found or _featured(game, card) is None:
        return found
    # A card without effects (a City) can be activated; nothing of its own happens.
    return [Effect(card, _DOGMA, 1, _nothing)]


def _beside(game: Game, me: Player, card: int) -> Player:
    """The player on whose board a card lies; ``me`` if it lies elsewhere."""
    seat, zone = game.place[card]
    return game.players[seat] if zone == Zone.BOARD else me


def _echoes(game: Game, cards: Iterable[int]) -> list[Effect]:
    return [effect for card in cards for effect in echo_of(game, card)]


def echo_of(game: Game, card: int) -> list[Effect]:
    """The echo effect of a card, or (``-1 - card``) the effect that its image counts as."""
    if card < 0:
        image = -1 - card

        def score_the_bottom(game: Game, me: Player) -> None:
            bottom = me.bottom(game.color[image])
            if bottom is not None:
                game.score(me, bottom)

        return [Effect(image, _ECHO, 2, score_the_bottom)]
    return [effect for effect in effects(game, card) if effect.kind is _ECHO]


def run_nested(game: Game, me: Player, card: int) -> None:
    """Execute the non-demand effects of another card for one player alone, after :func:`_nested_echoes`."""
    echoes = _echoes(game, _nested_echoes(game, me, card))
    own = [effect for effect in effects(game, card) if effect.kind is _DOGMA]
    if not own and game.rules.holds("nested_echo_stands_in"):
        own = [Effect(card, _DOGMA, 1, _nothing) for _ in echo_of(game, card)]
    for effect in echoes + own:
        game.perform(CarryOut(me, card, effect, False))


def _nested_echoes(game: Game, me: Player, card: int) -> list[int]:
    """The cards whose echo effects come before the effects of another card: those visible in its color.

    Deluxe rulebook, "Echo effects". On whose board they must be visible if the card lies on somebody else's is an open
    question (``echoes_of_the_stack``).
    """
    if not game.rules.holds("nested_dogma_echoes"):
        return []
    owner = _beside(game, me, card)
    if owner is not me and not game.rules.reads("echoes_of_the_stack"):
        owner = me
    return owner.echoes(game.color[card])


def run_as_if(game: Game, me: Player, card: int) -> None:
    """Execute all effects of another card, unshared, as if on the card first activated.

    Rulings on "as if they were on this card": first the card's own echo effect, then its demands and compels, then the
    rest. By the rulebook ("Echo effects") the other visible echo effects of its color come before all these.
    Vulnerability is that of the executing player's opponents, by the icons counted when the action began
    ("Sharing/vulnerability": determined only once). In an action that counts none, or that has not yet, they are
    counted now.
    """
    assert game.acting_as is not None
    counts = game.icon_counts or _counts(game, me, _featured(game, game.acting_as), None)
    _, victims, compelled = _parties(game, me, counts)
    others = [other for other in _nested_echoes(game, me, card) if other != card]
    mine = [effect for effect in effects(game, card) if effect.kind is not _INSPIRE]
    for effect in (_echoes(game, others) + mine) or [Effect(card, _DOGMA, 1, _nothing)]:
        if effect.kind is _DEMAND or effect.kind is _COMPEL:
            for victim in _obeying(game, effect, victims, compelled):
                if not victim.eliminated:
                    game.perform(Demand(me, card, effect, victim, False))
        else:
            game.perform(CarryOut(me, card, effect, False))


def _obeying(game: Game, effect: Effect, victims: list[Player], compelled: list[Player]) -> list[Player]:
    """Who must obey a demand or compel effect. It is skipped if nobody must."""
    obeying = victims if effect.kind is _DEMAND else compelled
    if not obeying:
        game.sink(EffectSkipped(effect.card, _WORDS[effect.kind], effect.number))
    return obeying


def has_non_demand(game: Game, card: int) -> bool:
    """Whether a card has any non-demand effect, or a site takes its echo effect for one."""
    kinds = [effect.kind for effect in effects(game, card)]
    return _DOGMA in kinds or (_ECHO in kinds and game.rules.holds("nested_echo_stands_in"))


def has_demand(game: Game, card: int) -> bool:
    """Whether a card has a demand or compel effect."""
    return any(effect.kind in (_DEMAND, _COMPEL) for effect in effects(game, card))


def carry_out(game: Game, op: CarryOut) -> None:
    """Let a player carry out an effect: the one who shares or activated it, or the one who obeys the demand."""
    effect = op.effect
    player = op.victim if isinstance(op, Demand) else op.actor
    game.current = player
    game.executed = game.cause = effect.card
    fields = (player.index, effect.card, _WORDS[effect.kind], effect.number, op.again)
    game.sink(made(EffectStarted, fields))
    naming, leader = game.naming, game.leader
    game.naming = None
    for modifier in game.modifiers:
        game.naming = modifier.naming(game) or game.naming
    try:
        if isinstance(op, Demand):
            game.leader = op.actor
            effect.run(game, op.actor, player)
        else:
            effect.run(game, player)
    finally:
        # Also if the effect completes an action.
        game.naming, game.leader = naming, leader


def carry_out_now(game: Game, me: Player, effect: Effect) -> None:
    """Let a player carry out one effect of any card, unshared."""
    executed, cause = game.executed, game.cause
    game.perform(CarryOut(me, cause, effect, False))
    game.executed, game.cause, game.current = executed, cause, me


def _distance(game: Game, me: Player, other: Player) -> int:
    seats = len(game.players)
    apart = abs(me.index - other.index)
    return min(apart, seats - apart)


def _nothing(game: Game, me: Player) -> None:
    """The effect of a card without effects (Cities)."""
