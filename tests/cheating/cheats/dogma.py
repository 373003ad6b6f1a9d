"""Sharing, demands, the order of effects, and what effects do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from innolog.cards.editions import Edition, texts_of
from innolog.cards.registry import Effect, EffectKind, effects_of
from innolog.engine import actions, dogma
from innolog.engine.choices import Choice, ChoiceKind, Where
from innolog.engine.events import ActionBegan, EffectStarted, Event, FreeActionBegan, SharingBonus, Splay, Transfer
from innolog.engine.game import Game
from innolog.engine.state import Player
from innolog.engine.zones import Keyword, Zone
from tests.cheating.con import ARTIFACTS, ECHOES, MANY, Con, cheat, tables

_SHARED = ("dogma", "echo")
_NESTING = tables() + tables(ARTIFACTS) + tables(ECHOES)


def _parties(con: Con, change: Callable[[Player, list[Player], list[Player]], None]) -> None:
    """``change(me, sharers, victims)`` may change who shares and who obeys."""

    def parties(honest: Any, game: Game, me: Player, *more: Any) -> Any:
        sharers, victims, compelled = honest(game, me, *more)
        change(me, sharers, victims)
        return sharers, victims, compelled

    con.wrap(dogma, "_parties", parties)


def _begins(kinds: Sequence[str], player: Player) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, EffectStarted) and event.kind in kinds and event.player == player.index


def _in_turn(con: Con, me: Player, players: Sequence[Player]) -> list[Player]:
    return [player for player in con.game.others(me) if player in players]


@cheat("dogma.sharing", "dogma.order", "dogma.sharing-bonus")
def sharer_left_out(con: Con) -> None:
    """Somebody with as many icons does not share."""

    def change(me: Player, sharers: list[Player], victims: list[Player]) -> None:
        if not sharers:
            return
        out = con.rng.choice(sharers)
        before = [player.index for player in sharers[: sharers.index(out)]]

        def shows(event: Event) -> bool:
            return isinstance(event, EffectStarted) and event.kind in _SHARED and event.player not in before

        if con.now(until=shows, missing=True):
            sharers.remove(out)

    _parties(con, change)


@cheat("dogma.sharing")
def shares_with_too_few_icons(con: Con) -> None:
    """Somebody with fewer icons shares."""

    def change(me: Player, sharers: list[Player], victims: list[Player]) -> None:
        others = [player for player in con.game.opponents(me) if player not in sharers]
        if not others:
            return
        extra = con.rng.choice(others)
        if con.now(until=_begins(_SHARED, extra)):
            sharers[:] = _in_turn(con, me, [*sharers, extra])

    _parties(con, change)


@cheat("dogma.sharing", "dogma.order", at=MANY)
def sharers_in_the_wrong_order(con: Con) -> None:
    """The second sharer comes first."""

    def change(me: Player, sharers: list[Player], victims: list[Player]) -> None:
        if len(sharers) > 1 and con.now(until=_begins(_SHARED, sharers[-1])):
            sharers.reverse()

    _parties(con, change)


@cheat("dogma.vulnerable")
def demand_on_somebody_not_vulnerable(con: Con) -> None:
    """Somebody with as many icons obeys a demand."""

    def change(me: Player, sharers: list[Player], victims: list[Player]) -> None:
        others = [player for player in con.game.opponents(me) if player not in victims]
        if not others:
            return
        extra = con.rng.choice(others)
        if con.now(until=_begins(("demand",), extra)):
            victims[:] = _in_turn(con, me, [*victims, extra])

    _parties(con, change)


@cheat("dogma.vulnerable", "dogma.order", "dogma.sharing")
def victim_left_out(con: Con) -> None:
    """Somebody with fewer icons does not obey a demand."""

    def run(honest: Any, game: Game, me: Player, card: int, **more: Any) -> None:
        demanding.append(any(effect.kind is EffectKind.DEMAND for effect in dogma.effects(game, card)))
        honest(game, me, card, **more)

    def change(me: Player, sharers: list[Player], victims: list[Player]) -> None:
        # With several victims it could be that another effect comes between.
        if con.now(len(victims) == 1 and demanding and demanding[-1] and not _echoing(me), missing=True):
            victims.clear()

    demanding: list[bool] = []
    con.wrap(actions, "run_dogma", run)
    _parties(con, change)


def _echoing(me: Player) -> bool:
    return any(me.echoes(color) for color in range(5))


def _running(con: Con, change: Callable[[Game, Player, list[Effect]], list[Effect]]) -> None:
    """Change the list of effects that an action executes."""

    def sequence(honest: Any, game: Game, me: Player, card: int) -> Any:
        return change(game, me, honest(game, me, card))

    con.wrap(dogma, "_sequence", sequence)


def _then(effect: Effect, run: Callable[..., None]) -> Effect:
    return replace(effect, run=run)


@cheat("dogma.order")
def effects_in_the_wrong_order(con: Con) -> None:
    """The last non-demand effect of a card comes first."""

    def change(game: Game, me: Player, effects: list[Effect]) -> list[Effect]:
        several = len(effects) > 1 and all(effect.kind is EffectKind.DOGMA for effect in effects)
        return effects[::-1] if con.now(several) else effects

    _running(con, change)


@cheat("dogma.order", "dogma.sharing", "dogma.mandatory", "dogma.vulnerable", "dogma.too-much")
def an_effect_left_out(con: Con) -> None:
    """The first of two non-demand effects is not carried out."""

    def change(game: Game, me: Player, effects: list[Effect]) -> list[Effect]:
        several = len(effects) > 1 and all(effect.kind is EffectKind.DOGMA for effect in effects)
        return effects[1:] if con.now(several) else effects

    _running(con, change)


@cheat("dogma.sharing", "dogma.order", "dogma.too-much", "turn.actions")
def an_effect_twice(con: Con) -> None:
    """The last effect is carried out twice by all."""

    def change(game: Game, me: Player, effects: list[Effect]) -> list[Effect]:
        def run(who: Player) -> None:
            effects[-1].run(game, who)
            if who is me and con.now():
                again = effects[-1]
                con.tell(EffectStarted(who.index, again.card, again.kind.value, again.number, False))
                again.run(game, who)

        if effects[-1].kind is EffectKind.DOGMA:
            return [*effects[:-1], _then(effects[-1], lambda game, who: run(who))]
        return effects

    _running(con, change)


@cheat("dogma.too-much", "dogma.sharing", "dogma.vulnerable", "action.too-much")
def draws_beside_the_effect(con: Con) -> None:
    """After an effect its player draws a card without any reason."""

    def change(game: Game, me: Player, effects: list[Effect]) -> list[Effect]:
        last = effects[-1]

        def run(game: Game, who: Player) -> None:
            last.run(game, who)
            # An effect that draws could have drawn another one by another choice.
            if who is me and con.now(not drawn):
                game.draw(who, 1)

        drawn = _noting(con, _is_draw)
        return [*effects[:-1], _then(last, run)] if last.kind is EffectKind.DOGMA else effects

    _running(con, change)


def _noting(con: Con, fits: Callable[[Event], bool]) -> list[Event]:
    """The events of a kind from now on."""
    noted: list[Event] = []

    def hook(event: Event) -> bool:
        if fits(event):
            noted.append(event)
        return True

    con.on_event(hook)
    return noted


def _is_draw(event: Event) -> bool:
    return isinstance(event, Transfer) and event.from_zone is Zone.DECK


# --- the sharing bonus -----------------------------------------------------------------------------


def _bonus(con: Con, draw_instead: Callable[[Any, Player, int], Any], told: bool = True) -> None:
    """Change the draw that follows the announcement of the bonus."""
    due = False

    def hook(event: Event) -> bool:
        nonlocal due
        due = isinstance(event, SharingBonus)
        return True

    def draw(honest: Any, me: Player, value: int, *more: Any) -> Any:
        nonlocal due
        if not due:
            return honest(me, value, *more)
        due = False
        return draw_instead(honest, me, value)

    con.on_event(hook)
    con.wrap(con.game, "draw", draw)


@cheat("dogma.sharing-bonus")
def no_sharing_bonus(con: Con) -> None:
    """Sharing changed something, but no bonus is announced or drawn."""
    skip = False

    def hook(event: Event) -> bool:
        nonlocal skip
        skip = isinstance(event, SharingBonus) and con.now(missing=True)
        return not skip

    def draw(honest: Any, me: Player, value: int, *more: Any) -> Any:
        nonlocal skip
        if skip:
            skip = False
            return -1
        return honest(me, value, *more)

    con.on_event(hook)
    con.wrap(con.game, "draw", draw)


@cheat("draw.missing")
def sharing_bonus_not_drawn(con: Con) -> None:
    """The bonus is announced, and nothing is drawn."""
    _bonus(con, lambda draw, me, value: con.now(missing=True) or draw(me, value))


@cheat("draw.player")
def sharing_bonus_for_another(con: Con) -> None:
    """Somebody else draws the bonus."""
    _bonus(con, lambda draw, me, value: draw(con.game.others(me)[0] if con.now() else me, value))


@cheat("draw.age")
def sharing_bonus_too_low(con: Con) -> None:
    """The bonus is of a lower age than the highest top card."""

    def draw(honest: Any, me: Player, value: int) -> Any:
        lower = [age for age in range(1, value) if con.game.decks[age]]
        return honest(me, lower[-1] if con.now(lower) else value)

    _bonus(con, draw)


@cheat("dogma.sharing-bonus")
def bonus_though_nobody_shared(con: Con) -> None:
    """A player takes the bonus although nobody shared."""

    def run(honest: Any, game: Game, me: Player, card: int, **more: Any) -> None:
        given.clear()
        honest(game, me, card, **more)
        if con.now(not given and not me.eliminated and me.highest_top() < 10):
            con.tell(SharingBonus(me.index))
            game.draw(me, me.highest_top())

    given = _noting(con, lambda event: isinstance(event, SharingBonus))
    con.wrap(actions, "run_dogma", run)


# --- what effects do -----------------------------------------------------------------------------


def _in_an_effect(con: Con) -> Callable[[], bool]:
    """Whether an effect of a card is being carried out, rather than an action."""
    inside = False

    def hook(event: Event) -> bool:
        nonlocal inside
        inside = type(event).__name__ in ("EffectStarted", "NestedStarted") or (
            inside and type(event).__name__ not in ("TurnEnded", "ActionBegan", "FreeActionBegan", "SharingBonus")
        )
        return True

    con.on_event(hook)
    return lambda: inside


@cheat("dogma.mandatory", "draw.missing", "dogma.card", "dogma.sharing")
def what_must_be_done_is_not(con: Con) -> None:
    """A player who must return, meld, score, tuck or reveal a card does nothing."""
    inside = _in_an_effect(con)

    def pick(honest: Any, me: Player, cards: Any, keyword: Keyword, may: bool = False, where: Any = None) -> Any:
        if inside() and not may and where is None and con.now(cards, missing=True):
            return None
        return honest(me, cards, keyword, may, where)

    con.wrap(con.game, "_pick", pick)


@cheat("dogma.place", "dogma.card", "dogma.mandatory", "dogma.too-much")
def takes_from_the_score_pile(con: Con) -> None:
    """An effect on cards of the hand is carried out with one of the score pile."""
    inside = _in_an_effect(con)

    def pick(honest: Any, me: Player, cards: Any, keyword: Keyword, may: bool = False, where: Any = None) -> Any:
        others = [card for card in me.score_pile if card not in cards]
        if inside() and not may and where is None and con.now(list(cards) == me.hand and me.hand and others):
            cards = others
        return honest(me, cards, keyword, may, where)

    con.wrap(con.game, "_pick", pick)


@cheat("dogma.too-much", "dogma.place", "dogma.card", "dogma.sharing", "dogma.sharing-bonus", "draw.missing")
def an_option_used_twice(con: Con) -> None:
    """A player who may return, meld, tuck or score one card does so with two."""

    def twice(honest: Any, me: Player, cards: Sequence[int], **asked: Where) -> Any:
        card = honest(me, cards, **asked)
        rest = [each for each in cards if each != card and all(w.holds(con.game.table, each) for w in asked.values())]
        if card is not None and rest and con.now():
            con.game._act(me, rest[0], keywords[honest.__name__])
        return card

    keywords = {
        "may_return": Keyword.RETURN,
        "may_meld": Keyword.MELD,
        "may_tuck": Keyword.TUCK,
        "may_score": Keyword.SCORE,
    }
    for name in keywords:
        con.wrap(con.game, name, twice)


def _extreme(con: Con, name: str) -> None:
    """When an effect asks for one of the highest or lowest cards, let a player choose another card."""

    def extreme(honest: Any, cards: Any) -> Any:
        every = list(cards)
        found = honest(every)
        wrong = [card for card in every if card not in found]
        if not wrong or not inside() or _value_only(con, wrong):
            return found
        chosen = con.rng.choice(wrong)
        if not con.now(until=lambda event: isinstance(event, Transfer) and event.card == chosen):
            return found
        passed_over.update(found)
        moved.clear()
        return [chosen]

    def hook(event: Event) -> bool:
        if isinstance(event, Transfer):
            moved.add(event.card)
            if passed_over & moved:
                # The effect takes several cards, this one included. Only the order would be wrong, and no log shows it.
                con.breach = None
        elif type(event) in (EffectStarted, ActionBegan, FreeActionBegan):
            passed_over.clear()
            moved.clear()
        return True

    passed_over, moved = set[int](), set[int]()
    con.on_event(hook)
    inside = _in_an_effect(con)
    con.wrap(con.game, name, extreme)


def _value_only(con: Con, cards: list[int]) -> bool:
    return any(con.game.place.get(card, (0, Zone.REMOVED))[1] in (Zone.AVAILABLE, Zone.REMOVED) for card in cards)


@cheat("dogma.card", "dogma.mandatory", "dogma.place", "dogma.player", "draw.missing", "keyword")
def not_the_highest_card(con: Con) -> None:
    """A card that asks for the highest card gets a lower one."""
    _extreme(con, "highest")


@cheat("dogma.card", "dogma.mandatory", "dogma.place", "dogma.player")
def not_the_lowest_card(con: Con) -> None:
    """A card that asks for the lowest card gets a higher one."""
    _extreme(con, "lowest")


@cheat("dogma.nested", "dogma.mandatory", "dogma.sharing", "dogma.order", at=_NESTING)
def other_card_not_executed(con: Con) -> None:
    """The effects of another card are not executed."""
    last: list[Choice] = []

    def ask(honest: Any, choice: Choice) -> Any:
        last[:] = [choice]
        return honest(choice)

    def execute(honest: Any, me: Player, card: int, *more: Any) -> Any:
        # The player could have chosen a card without such an effect; then nothing needs to be executed.
        chosen = last and last[0].kind is ChoiceKind.CARD and card in last[0].options
        sure = not chosen or all(dogma.has_non_demand(con.game, other) for other in last[0].options)
        if con.now(sure and not (last and last[0].may), missing=True):
            return False
        return honest(me, card, *more)

    con.wrap(con.game, "ask", ask)
    con.wrap(con.game, "_execute", execute)


@cheat("dogma.nested", "dogma.too-much", "dogma.sharing", at=_NESTING)
def other_card_executed_twice(con: Con) -> None:
    """The effects of another card are executed twice."""

    def execute(honest: Any, *args: Any) -> Any:
        did = honest(*args)
        return honest(*args) if con.now() else did

    con.wrap(con.game, "_execute", execute)


# --- splaying -----------------------------------------------------------------------------


@cheat("splay.direction", "splay.change")
def splays_in_a_wrong_direction(con: Con) -> None:
    """A pile is splayed in another direction than the effect names."""

    def splay(honest: Any, owner: Player, color: int, direction: int) -> Any:
        others = [other for other in (1, 2, 3) if other not in (int(direction), owner.splays[color])]
        if direction and con.now(con.game.can_splay(owner, color, direction)):
            return honest(owner, color, con.rng.choice(others))
        return honest(owner, color, direction)

    con.wrap(con.game, "splay", splay)


@cheat("splay.player")
def splays_a_pile_of_another(con: Con) -> None:
    """The pile of another player is splayed."""

    def splay(honest: Any, owner: Player, color: int, direction: int) -> Any:
        others = [other for other in con.game.others(owner) if con.game.can_splay(other, color, direction)]
        if con.now(others and con.game.can_splay(owner, color, direction)):
            return honest(others[0], color, direction)
        return honest(owner, color, direction)

    con.wrap(con.game, "splay", splay)


@cheat("splay.color", "splay.change", "dogma.too-much")
def splays_a_wrong_color(con: Con) -> None:
    """A pile of a color is splayed that the effect does not name."""

    def may_splay(honest: Any, me: Player, colors: Sequence[int], direction: int) -> Any:
        others = [color for color in range(5) if color not in colors and con.game.can_splay(me, color, direction)]
        # Only an effect that splays a pile now certainly names another color.
        if con.now(others and any(con.game.can_splay(me, color, direction) for color in colors)):
            con.game.splay(me, others[0], direction)
            return others[0]
        return honest(me, colors, direction)

    con.wrap(con.game, "may_splay", may_splay)


@cheat("splay.cards", "splay.change", "dogma.too-much", "dogma.mandatory", "dogma.sharing")
def splays_a_single_card(con: Con) -> None:
    """A pile of one card is splayed."""

    def may_splay(honest: Any, me: Player, colors: Sequence[int], direction: int) -> Any:
        singles = [color for color in colors if len(me.piles[color]) == 1]
        if con.now(singles):
            con.tell(Splay(me.index, singles[0], int(direction), False))
            return singles[0]
        return honest(me, colors, direction)

    con.wrap(con.game, "may_splay", may_splay)


@cheat("splay.change", "dogma.too-much", "splay.cards", "dogma.sharing", "splay.color")
def splays_what_lies_so(con: Con) -> None:
    """A pile is splayed in the direction that it has."""

    def may_splay(honest: Any, me: Player, colors: Sequence[int], direction: int) -> Any:
        same = [color for color in colors if me.splays[color] == direction]
        if con.now(same):
            con.tell(Splay(me.index, same[0], int(direction), False))
            return same[0]
        return honest(me, colors, direction)

    con.wrap(con.game, "may_splay", may_splay)


@cheat(
    "dogma.place",
    "dogma.card",
    "dogma.mandatory",
    "dogma.too-much",
    "action.too-much",
    at=tables(ECHOES) + tables(ARTIFACTS),
    stacked=("Measurement", "Societies"),
)
def first_edition_in_a_game_with_expansions(con: Con) -> None:
    """A card is carried out with its text of the first edition, which can't be played with other sets.

    The texts of these two cards allow something that the third edition does not: to return a card without showing it,
    and to demand a card that is not higher. Other cards of the first edition do less; forgery operators cover them.
    """

    def unshown(event: Event) -> bool:
        return isinstance(event, Transfer) and (event.from_zone, event.to_zone) == (Zone.HAND, Zone.DECK)

    def not_higher(event: Event) -> bool:
        if not isinstance(event, Transfer) or (event.from_zone, event.to_zone) != (Zone.BOARD, Zone.BOARD):
            return False
        game, pile = con.game, con.game.players[event.to_owner].piles[con.game.color[event.card]]
        # The card lies on top of the pile it came to.
        return len(pile) > 1 and game.age[event.card] <= game.value(pile[-2])

    shows = {"Measurement": unshown, "Societies": not_higher}

    def change(game: Game, me: Player, effects: list[Effect]) -> list[Effect]:
        if not effects or any(effect.kind is EffectKind.ECHO for effect in effects):
            return effects
        card = effects[0].card
        name = game.table.name[card]
        if name in shows and con.now(until=shows[name]):
            return list(effects_of(card, texts_of(Edition.FIRST, game.rules.platform)))
        return effects

    _running(con, change)
