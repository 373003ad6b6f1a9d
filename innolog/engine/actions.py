"""Turns and actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from innolog.cards.facts import UNKNOWN_BASE, CardSet, alphabetical, back_set
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.consequences import GameOver
from innolog.engine.dogma import begin_dogma, run_dogma
from innolog.engine.events import ActionBegan, FreeActionBegan, GameEnded, TurnEnded
from innolog.engine.figures import achieve_action, inspire, issue, special_actions
from innolog.engine.operations import BY_ACTION, Action, ActionKind, Activate, MeldAction, TakeAction
from innolog.engine.parley import distant_tops, pay_to_activate
from innolog.engine.zones import Keyword, Zone
from innolog.support.tuples import made

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


class _Kind:
    """The actions of one kind, by card. Each is made once, because most turns offer the same ones as the turn before.

    Making them anew took a fifth of the engine's time.
    """

    def __init__(self, kind: ActionKind) -> None:
        self._kind = kind
        self._made: dict[int, Action] = {}

    def of(self, card: int) -> Action:
        """The action with a card."""
        found = self._made.get(card)
        if found is None:
            found = self._made[card] = Action(self._kind, card)
        return found


_MELD: Final = _Kind(ActionKind.MELD)
_DOGMA: Final = _Kind(ActionKind.DOGMA)
_PARLEY: Final = _Kind(ActionKind.PARLEY)
_ACHIEVE: Final = _Kind(ActionKind.ACHIEVE)
_ENDORSE: Final = _Kind(ActionKind.ENDORSE)
_DRAW: Final = Action(ActionKind.DRAW)
#: Looked up once: in a compiled module, looking up a member of an enumeration costs more than comparing it.
_ACTION: Final = ChoiceKind.ACTION
_TO_DRAW: Final = ActionKind.DRAW
_TO_MELD: Final = ActionKind.MELD
_TO_ACHIEVE: Final = ActionKind.ACHIEVE
_TO_ENDORSE: Final = ActionKind.ENDORSE
_TO_PASS: Final = ActionKind.DISPLAY_PASS
_TO_RETURN: Final = ActionKind.DISPLAY_RETURN


def play_opening(game: Game) -> None:
    """Let everybody meld one of the dealt cards, and find the first player.

    Deluxe rulebook, "Game setup" 5 and 6. The melds are simultaneous; the decider chooses the order in which they are
    carried out, which has no effect.
    """
    game.cause = BY_ACTION
    waiting = {player.index: list(player.hand) for player in game.players}
    melded: dict[int, int] = {}
    while waiting:
        options = [card for cards in waiting.values() for card in cards]
        card = game.ask(Choice(ChoiceKind.CARD, next(iter(waiting)), options, intent=Keyword.MELD))
        seat = game.place[card][0]
        game.meld(game.players[seat], card)
        melded[seat] = card
        del waiting[seat]
    first = min(melded, key=lambda seat: alphabetical(game.table.name[melded[seat]]))
    game.turn_player = game.current = game.players[first]
    game.turn = 0
    game.action = 0
    game.actions_in_turn = game.actions_of_turn()


def legal_actions(game: Game, me: Player) -> list[Action]:
    """All actions open to a player (Deluxe rulebook, "Your turn"; "Endorse action")."""
    found = [_DRAW]
    melds = [*me.hand, *me.display]
    # While a card of the last age is left, a City can be drawn, unless a card's value on a board is above the last age.
    if game.board_watchers and (
        not game.decks.get(game.rules.highest_age)
        or any(card in melds or game.age[card] == value for card, value in game.table.board_age.items())
    ):
        melds = [card for card in melds if can_meld(game, me, card)]
    found += [_MELD.of(card) for card in melds]
    all_tops = me.tops()
    tops = game.activatable(me, all_tops)
    found += [_DOGMA.of(card) for card in tops]
    if game.has_parley:
        found += [_PARLEY.of(card) for card in distant_tops(game, me) if game.can_be_activated(card)]
    found += [_ACHIEVE.of(card) for card in claimable(game, me)]
    if game.bonus_set is not None:
        found += special_actions(game, me)
    if CardSet.CITIES in game.rules.sets and not me.endorsed and me.hand:
        # An endorsement needs a top city with the icon, and a card in hand that is not higher than the city; see below.
        lowest = min([game.age[card] for card in me.hand])
        sets, age, shown = game.table.set, game.age, 0
        for top in all_tops:
            if sets[top] == CardSet.CITIES and age[top] >= lowest:
                shown |= game.table.icon_mask[top]
        if game.modifiers:
            # A card on another board can be activated, but not endorsed.
            tops = [card for card in tops if card in all_tops]
        found += [_ENDORSE.of(card) for card in tops if shown >> game.table.featured[card] & 1]
    return found


def can_meld(game: Game, me: Player, card: int) -> bool:
    """Whether a Meld action is allowed in a game with Cities, in which a new color draws a City.

    A site may forbid it if no City can be drawn (``refuses_impossible_city_draws``). It is allowed if the
    draw of the card's own icon ("plus") ends the game before that.
    """
    if not game.rules.holds("refuses_impossible_city_draws") or card >= UNKNOWN_BASE or me.piles[game.color[card]]:
        return True
    if any(back_set(game.back[other]) == CardSet.CITIES for other in me.hand if other != card):
        return True
    value = game.age[card]
    if "plus" in game.table.specials[card] and game.age_to_draw(value + 1) > game.last_age:
        return True
    return game.age_to_draw(max(me.highest_top(), game.table.board_age.get(card, value))) <= game.last_age


def claimable(game: Game, me: Player) -> list[int]:
    """The available standard achievements a player is eligible for (Deluxe rulebook, "Achieve action")."""
    age = game.age
    points = me.score()
    if game.modifiers:
        return game.eligible(me, game.available_to(me))
    # Nothing is eligible below five points: most turns of a game end here.
    if points < 5:
        return []
    highest = me.highest_top()
    held = game.costs_more(me)
    # The same requirements as in Moving.is_eligible; what all cards have in common is computed once.
    return [
        card
        for card in game.available
        if (value := age[card]) <= highest and points >= 5 * value * (1 + held.count(value))
    ]


def _endorsement_cards(game: Game, me: Player, card: int) -> list[int]:
    """Cards in hand that can pay for endorsing a top card.

    Deluxe rulebook, "Endorse action" 2 and 3: a top city must show the featured icon, and the card tucked for it may
    not be of higher value than the city.
    """
    icon = game.table.featured[card]
    cities = [top for top in me.tops() if game.table.set[top] == CardSet.CITIES and game.has_icon(top, icon)]
    limit = max([game.age[city] for city in cities], default=0)
    return [card for card in me.hand if game.age[card] <= limit]


def take_action(game: Game) -> None:
    """Play one action of the current turn, and end the turn if it was the last.

    Raises :class:`~innolog.engine.game.GameOver` when the game ends.
    """
    me = game.turn_player
    game.current, game.cause, game.leader, game.naming = me, BY_ACTION, None, None
    game.swayed.clear()
    game.icon_counts, game.kept = (), {}
    if CardSet.ARTIFACTS in game.rules.sets:
        game.before = game.place.copy()
    if game.free_action:
        game.free_action = False
        _display_action(game, me)
        return
    game.action += 1
    game.sink(made(ActionBegan, (me.index, game.action, game.actions_in_turn)))
    action: Action = game.ask(Choice(_ACTION, me.index, legal_actions(game, me)))
    game.act(TakeAction(me, BY_ACTION, action))
    if game.claims_after_the_action:
        game.settle_action()
    if game.action >= game.actions_in_turn or (me.eliminated and not game.rules.holds("eliminated_finish_their_turn")):
        end_turn(game)


def carry_out_action(game: Game, me: Player, action: Action) -> None:
    """Do what an action says."""
    kind, card = action
    if kind is _TO_DRAW:
        game.draw(me, game.value_of_draw_action(me))
        return
    if kind is _TO_PASS:
        return
    assert card is not None
    if kind is _TO_MELD:
        meld_action(game, me, card)
    elif kind is _TO_ACHIEVE:
        if game.bonus_set is None:
            game.achieve(me, card)
        else:
            achieve_action(game, me, card)
    elif kind is _TO_RETURN:
        game.return_(card)
    elif kind is ActionKind.INSPIRE:
        inspire(game, me, game.color[card])
    elif kind is ActionKind.DECREE:
        issue(game, me, card)
    else:
        if kind is _TO_ENDORSE:
            _pay_to_endorse(game, me, card)
        game.act(Activate(me, BY_ACTION, card, kind is _TO_ENDORSE))


def _pay_to_endorse(game: Game, me: Player, card: int) -> None:
    """Announce an Endorse action and pay its price.

    Karmas interrupt the Dogma action after it, so they cannot take the price away (Deluxe rulebook, "Endorse action" 3
    and 4).
    """
    begin_dogma(game, me, card, endorsed=True)
    me.endorsed = True
    game.tuck_one(me, _endorsement_cards(game, me, card))


def activate(game: Game, me: Player, card: int, *, endorsed: bool = False, counted: int | None = None) -> None:
    """Activate a card, which was announced if it is ``endorsed``. The price of somebody else's card is paid first."""
    if not endorsed:
        begin_dogma(game, me, card)
    if game.has_parley and game.place[card][0] != me.index:
        pay_to_activate(game, me)
    run_dogma(game, me, card, endorsed=endorsed, counted=counted)


def meld_action(game: Game, me: Player, card: int) -> None:
    """A Meld action: the meld, and what expansions let it trigger."""
    covered = me.top(game.color[card]) if card < UNKNOWN_BASE else None
    game.perform(MeldAction(me, BY_ACTION, card, covered))


def _display_action(game: Game, me: Player) -> None:
    """The free action with the Artifact on display (Deluxe rulebook, "Artifacts on display")."""
    card = me.display[0]
    game.sink(FreeActionBegan(me.index))
    options = [Action(ActionKind.DISPLAY_RETURN, card), Action(ActionKind.DISPLAY_PASS, card)]
    if game.can_be_activated(card):
        options.insert(0, Action(ActionKind.DISPLAY_DOGMA, card))
    action: Action = game.ask(Choice(ChoiceKind.ACTION, me.index, options))
    game.act(TakeAction(me, BY_ACTION, action))
    if me.eliminated:
        end_turn(game)


def end_turn(game: Game) -> None:
    """Pass the turn to the left and start the counts for Monument anew."""
    game.sink(made(TurnEnded, (game.turn_player.index,)))
    for player in game.players:
        player.tucked = player.scored = 0
        player.endorsed = False
        player.turn_marks = 0
    game.turn += 1
    game.turn_player = game.in_turn_order(game.turn_player)[0]
    game.action = 0
    game.actions_in_turn = game.actions_of_turn()
    game.free_action = bool(game.turn_player.display)


def play(game: Game) -> GameEnded:
    """Play a whole game with its decider and return how it ended.

    Raises :class:`~innolog.engine.choices.IllegalAnswer` if the decider answers against the rules.
    """
    try:
        play_opening(game)
        while True:
            take_action(game)
    except GameOver as end:
        return finish(game, end)


def play_next(game: Game) -> None:
    """Play the opening or the next action, and record the end if the game ends in it.

    Raises :class:`~innolog.engine.choices.IllegalAnswer` if the decider answers against the rules.
    """
    try:
        if game.turn < 0:
            play_opening(game)
        else:
            take_action(game)
    except GameOver as end:
        finish(game, end)


def finish(game: Game, end: GameOver) -> GameEnded:
    """Record the end of the game."""
    game.over = GameEnded(end.how, end.winners, end.by, end.alone)
    game.sink(game.over)
    return game.over


__all__ = [
    "Action",
    "ActionKind",
    "Zone",
    "claimable",
    "finish",
    "legal_actions",
    "play",
    "play_next",
    "play_opening",
    "take_action",
]
