"""Setup, turns and actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from innolog.engine import actions
from innolog.engine.actions import Action, ActionKind
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.events import Splay
from innolog.engine.game import Game
from innolog.engine.operations import Meld, Operation, Transfer
from innolog.engine.state import Player
from innolog.engine.zones import Zone
from tests.cheating.con import ANY, ARTIFACTS, CITIES, MANY, Con, cheat, tables

#: Games in which a player can be eliminated, and others go on.
_ELIMINATING = tuple(rules for rules in tables(ARTIFACTS, least=3) if not rules.teams)


class _Done(Exception):
    """The player did something else in place of an action."""


def instead_of_an_action(con: Con, able: Callable[[Player], object], do: Callable[[Player], object]) -> None:
    """Let a player do something that is not an action, if possible."""

    def ask(honest: Any, choice: Choice) -> Any:
        if choice.kind is ChoiceKind.ACTION and not con.game.free_action and choice.options[0].kind is ActionKind.DRAW:
            me = con.game.players[choice.player]
            if con.now(able(me)):
                con.game.decider.choose(choice)
                do(me)
                raise _Done
        return honest(choice)

    def take_action(honest: Any, game: Game) -> None:
        try:
            honest(game)
        except _Done:
            if game.action >= game.actions_in_turn:
                actions.end_turn(game)

    con.wrap(con.game, "ask", ask)
    con.wrap(actions, "take_action", take_action)


def only_action(con: Con, illegal: Callable[[Player], Sequence[Action]]) -> None:
    """Let a player take an action that the rules do not allow, if there is one."""

    def legal_actions(honest: Any, game: Game, me: Player) -> list[Action]:
        found: list[Action] = honest(game, me)
        wrong = [action for action in illegal(me) if action not in found]
        return [con.rng.choice(wrong)] if con.now(wrong) else found

    con.wrap(actions, "legal_actions", legal_actions)


def before_an_action(con: Con, able: Callable[[Player], object], do: Callable[[Player], object]) -> None:
    """Let something happen between two actions."""

    def take_action(honest: Any, game: Game) -> None:
        # Before the free action, only the turn's player could show that something is wrong.
        if game.turn >= 0 and con.now(able(game.turn_player)):
            do(game.turn_player)
        honest(game)

    con.wrap(actions, "take_action", take_action)


def after_end_turn(con: Con, change: Callable[[Game], None]) -> None:
    """Change the state after the end of a turn."""

    def end_turn(honest: Any, game: Game) -> None:
        honest(game)
        change(game)

    con.wrap(actions, "end_turn", end_turn)


# --- the opening -----------------------------------------------------------------------------


@cheat("setup.opening", native=True)
def opens_with_a_card_of_the_pile(con: Con) -> None:
    """Somebody melds the top card of the pile and keeps both cards that were dealt."""

    def meld(honest: Any, me: Player, card: int) -> None:
        game = con.game
        if game.turn < 0 and con.now():
            game.place[card] = (me.index, Zone.HAND)
            top = game.decks[1][-1]
            honest(me, top)
            return
        honest(me, card)

    con.wrap(con.game, "meld", meld)


@cheat("setup.opening", native=True)
def opens_by_scoring(con: Con) -> None:
    """Somebody scores the opening card."""

    def meld(honest: Any, me: Player, card: int) -> None:
        if con.game.turn < 0 and con.now():
            con.game.score(me, card)
        else:
            honest(me, card)

    con.wrap(con.game, "meld", meld)


@cheat("setup.first-player", native=True)
def wrong_first_player(con: Con) -> None:
    """The player whose opening card is alphabetically last begins."""
    first = True

    def alphabetical(honest: Any, name: str) -> Any:
        nonlocal first
        # All names are compared in the same way.
        if (first and con.now()) or con.taken:
            return [-ord(letter) for letter in honest(name)]
        first = False
        return honest(name)

    con.wrap(actions, "alphabetical", alphabetical)


# --- turns -----------------------------------------------------------------------------


@cheat("turn.order", at=MANY, native=True)
def turn_of_the_wrong_player(con: Con) -> None:
    """The turn passes by the next player."""

    def skip(game: Game) -> None:
        if con.now(not game.turn_player.display):
            game.turn_player = game.in_turn_order(game.turn_player)[0]
            game.free_action = bool(game.turn_player.display)

    after_end_turn(con, skip)


@cheat("turn.order", native=True)
def another_turn_at_once(con: Con) -> None:
    """The same player has another turn."""

    def again(game: Game) -> None:
        last = game.in_turn_order(game.turn_player)[-2]
        if con.now(not game.turn_player.display):
            game.turn_player = last
            game.free_action = bool(last.display)

    after_end_turn(con, again)


@cheat("turn.order", at=_ELIMINATING, native=True, stacked=("Exxon Valdez",))
def an_eliminated_player_plays_on(con: Con) -> None:
    """A turn goes to a player who has left the game."""

    def end_turn(honest: Any, game: Game) -> None:
        following = game.players[(game.turn_player.index + 1) % len(game.players)]
        honest(game)
        if con.now(following.eliminated):
            following.eliminated = False
            game.turn_player, game.free_action = following, False

    con.wrap(actions, "end_turn", end_turn)


@cheat("turn.actions", native=True)
def third_action(con: Con) -> None:
    """A turn has three actions."""

    def end_turn(honest: Any, game: Game) -> None:
        if con.now(game.actions_in_turn == 2 and not game.turn_player.eliminated):
            game.actions_in_turn = 3
        else:
            honest(game)

    con.wrap(actions, "end_turn", end_turn)


@cheat("turn.actions", native=True)
def second_action_in_the_first_turn(con: Con) -> None:
    """The first turn of the game has two actions; in games of four and five the second turn, too."""

    def end_turn(honest: Any, game: Game) -> None:
        if con.now(game.turn >= 0 and game.actions_in_turn == 1):
            game.actions_in_turn = 2
        else:
            honest(game)

    con.wrap(actions, "end_turn", end_turn)


@cheat("turn.actions", native=True)
def one_action_only(con: Con) -> None:
    """A turn ends after its first action."""

    def take_action(honest: Any, game: Game) -> None:
        honest(game)
        if game.action == 1 and game.actions_in_turn == 2 and con.now(missing=True):
            actions.end_turn(game)

    con.wrap(actions, "take_action", take_action)


# --- actions -----------------------------------------------------------------------------


@cheat("turn.action")
def scores_a_card_as_an_action(con: Con) -> None:
    """A player scores a card from the hand, which is no action."""
    instead_of_an_action(con, lambda me: me.hand, lambda me: con.game.score(me, me.hand[0]))


@cheat("turn.action")
def returns_a_card_as_an_action(con: Con) -> None:
    """A player returns a card from the hand, which is no action."""
    instead_of_an_action(con, lambda me: me.hand, lambda me: con.game.return_(me.hand[-1]))


@cheat("turn.action", "meld.hand", native=True)
def melds_from_the_score_pile(con: Con) -> None:
    """A Meld action takes a card from the score pile."""
    only_action(con, lambda me: [Action(ActionKind.MELD, card) for card in me.score_pile])


@cheat("meld.hand", "turn.action", native=True)
def melds_from_another_hand(con: Con) -> None:
    """A Meld action takes a card from another player's hand."""

    def cards(me: Player) -> list[Action]:
        return [Action(ActionKind.MELD, card) for other in con.game.opponents(me) for card in other.hand]

    only_action(con, cards)


@cheat("dogma.top-card", native=True)
def activates_a_covered_card(con: Con) -> None:
    """A card below the top of its pile is activated."""

    def covered(me: Player) -> list[Action]:
        found = [card for pile in me.piles for card in pile[:-1] if con.game.table.featured[card]]
        return [Action(ActionKind.DOGMA, card) for card in found]

    only_action(con, covered)


@cheat("dogma.top-card", native=True)
def activates_a_card_of_another(con: Con) -> None:
    """Another player's top card is activated."""

    def others(me: Player) -> list[Action]:
        tops = [card for other in con.game.opponents(me) for card in other.tops()]
        return [Action(ActionKind.DOGMA, card) for card in tops if con.game.table.featured[card]]

    only_action(con, others)


@cheat("action.too-much")
def draws_twice_in_a_draw_action(con: Con) -> None:
    """A Draw action draws two cards."""
    _in_a_draw_action(con, lambda draw, me, value: (draw(me, value), con.now() and draw(me, me.highest_top())))


@cheat("turn.action")
def takes_a_draw_action_without_drawing(con: Con) -> None:
    """A Draw action draws nothing."""
    _in_a_draw_action(con, lambda draw, me, value: con.now(missing=True) or draw(me, value))


def _in_a_draw_action(con: Con, do: Callable[[Any, Player, int], object]) -> None:
    drawing = False

    def ask(honest: Any, choice: Choice) -> Any:
        nonlocal drawing
        answer = honest(choice)
        drawing = choice.kind is ChoiceKind.ACTION and answer.kind is ActionKind.DRAW
        return answer

    def draw(honest: Any, me: Player, value: int, *more: Any) -> Any:
        nonlocal drawing
        if not drawing:
            return honest(me, value, *more)
        drawing = False
        return do(honest, me, value)

    con.wrap(con.game, "ask", ask)
    con.wrap(con.game, "draw", draw)


@cheat("action.too-much", "dogma.too-much", "turn.action")
def scores_a_card_between_actions(con: Con) -> None:
    """After an action, a card of the hand goes to the score pile without any cause."""
    before_an_action(con, lambda me: me.hand and con.game.turn > 0, lambda me: con.game.score(me, me.hand[0]))


@cheat("splay.change", "dogma.too-much", "action.too-much")
def splays_between_actions(con: Con) -> None:
    """After an action, a pile is splayed without any effect."""

    def piles(me: Player) -> list[int]:
        return [color for color in range(5) if con.game.can_splay(me, color, 1)]

    def splay(me: Player) -> None:
        color = piles(me)[0]
        me.splays[color] = 1
        me.forget(color)
        con.tell(Splay(me.index, color, 1, False))

    before_an_action(con, piles, splay)


# --- the Artifact on display, and endorsing -----------------------------------------------------------------------


@cheat("display.action", at=tables(ARTIFACTS))
def free_action_left_out(con: Con) -> None:
    """A turn with an Artifact on display begins with the first action."""

    def skip(game: Game) -> None:
        if con.now(game.free_action, missing=True):
            game.free_action = False

    after_end_turn(con, skip)


@cheat("display.action", "turn.actions", at=tables(ARTIFACTS))
def free_action_twice(con: Con) -> None:
    """After the free action there is another one."""

    def take_action(honest: Any, game: Game) -> None:
        free = game.free_action
        honest(game)
        if free and con.now(game.turn_player.display and not game.action):
            game.free_action = True

    con.wrap(actions, "take_action", take_action)


_ENDORSING = tables(CITIES) + tuple(rules for rules in ANY if len(rules.sets) == 4)


@cheat("endorse.condition", at=_ENDORSING, native=True)
def endorses_without_a_city(con: Con) -> None:
    """A card is endorsed though no top city shows its featured icon."""

    def endorsed(me: Player) -> list[Action]:
        return [Action(ActionKind.ENDORSE, card) for card in me.tops() if me.hand and not me.endorsed]

    only_action(con, endorsed)


@cheat("endorse.condition", at=_ENDORSING, native=True)
def endorses_twice_in_a_turn(con: Con) -> None:
    """Two Endorse actions in one turn."""

    def legal_actions(honest: Any, game: Game, me: Player) -> list[Action]:
        found: list[Action] = honest(game, me)
        if me.endorsed:
            me.endorsed = False
            again = [action for action in honest(game, me) if action.kind is ActionKind.ENDORSE]
            me.endorsed = True
            if con.now(again):
                return again
        return found

    con.wrap(actions, "legal_actions", legal_actions)


@cheat("dogma.mandatory", at=_ENDORSING)
def endorses_without_paying(con: Con) -> None:
    """No card is tucked for an Endorse action."""
    _paying(con, lambda pay, me, cards: None if con.now(cards, missing=True) else pay(me, cards))


@cheat("dogma.card", at=_ENDORSING)
def pays_too_dear_a_card(con: Con) -> None:
    """The card tucked for an Endorse action is of a higher value than the city."""

    def pay(honest: Any, me: Player, cards: list[int]) -> Any:
        dearer = [card for card in me.hand if card not in cards]
        return honest(me, dearer[:1] if con.now(dearer) else cards)

    _paying(con, pay)


def _paying(con: Con, pay: Callable[[Any, Player, list[int]], Any]) -> None:
    def tuck_one(honest: Any, me: Player, cards: list[int], **more: Any) -> Any:
        # The action marks its player before it asks for the payment, and no other tuck comes before that.
        if me.endorsed and me.index not in paid:
            paid.add(me.index)
            return pay(honest, me, cards)
        return honest(me, cards, **more)

    paid: set[int] = set()
    after_end_turn(con, lambda game: paid.clear())
    con.wrap(con.game, "tuck_one", tuck_one)


@cheat("keyword", "meld.top", "draw.place")
def melds_without_melding(con: Con) -> None:
    """A Meld action is recorded as a transfer to the board."""

    def move(op: Operation) -> Operation:
        game = con.game
        if not isinstance(op, Meld):
            return op
        mine = game.place[op.card] == (game.turn_player.index, Zone.HAND)
        told = mine and game.turn >= 0 and con.now()
        return Transfer(op.actor, op.cause, op.card, op.owner, op.zone) if told else op

    con.intercept(move)
