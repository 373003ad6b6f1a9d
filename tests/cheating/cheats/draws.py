"""Drawing, melding, returning and scoring: where cards go and come from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from innolog.cards.facts import CardSet, back_of, back_set
from innolog.engine.choices import Where
from innolog.engine.game import Game
from innolog.engine.operations import NOTHING, Move, Operation
from innolog.engine.state import Player
from innolog.engine.zones import Keyword, Zone
from tests.cheating.con import ANY, ARTIFACTS, CITIES, ECHOES, MANY, Con, cheat, tables

_EXPANSIONS = tuple(rules for rules in ANY if len(rules.sets) > 1)


def next_card(game: Game, me: Player, value: int, card_set: CardSet | None) -> int | None:
    """The card that a draw takes; None if the draw would end the game."""
    card = game.next_card(me, value, card_set)
    return None if card == NOTHING else card


def _moved(game: Game, card: int, me: Player, zone: Zone, keyword: Keyword) -> int:
    return game.perform(Move(me, game.cause, card, me, zone, keyword, False))


#: The zone of a drawn card, by its keyword.
_PLACES = {
    Keyword.DRAW: Zone.HAND,
    Keyword.MELD: Zone.BOARD,
    Keyword.TUCK: Zone.BOARD,
    Keyword.SCORE: Zone.SCORE,
    Keyword.REVEAL: Zone.REVEALED,
    Keyword.FORESHADOW: Zone.FORECAST,
}


def _drawing(con: Con, other: Callable[[Player, int, int, Zone], Callable[[Any], Any] | None]) -> None:
    """Change a draw: ``other(me, value, card, zone)`` draws instead of the engine, which takes ``card`` (or None)."""

    def draw_to(
        honest: Any, me: Player, value: int, then: Keyword, card_set: CardSet | None = None, melds: Where | None = None
    ) -> Any:
        if then not in _PLACES:
            # A Chain Achievement, about which there are cheats of its own.
            return honest(me, value, then, card_set, melds)
        zone = _PLACES[then]

        def draw(who: Player = me, age: int = value, where: Zone = zone, card_set: CardSet | None = card_set) -> Any:
            if where is zone:
                return honest(who, age, then, card_set, melds)
            drawn = next_card(con.game, who, age, card_set)
            return (
                honest(who, age, then, card_set, melds) if drawn is None else _moved(con.game, drawn, who, where, then)
            )

        card = next_card(con.game, me, value, card_set)
        do = None if card is None else other(me, value, card, zone)
        return do(draw) if con.now(do) and do is not None else draw()

    con.wrap(con.game, "_draw_to", draw_to)


@cheat("draw.age")
def draws_too_high(con: Con) -> None:
    """A draw takes a card of the next age."""

    def higher(me: Player, value: int, card: int, zone: Zone) -> Any:
        age = con.game.age[card] + 1
        return (lambda draw: draw(age=age)) if con.game.decks.get(age) else None

    _drawing(con, higher)


@cheat("draw.age")
def draws_too_low(con: Con) -> None:
    """A draw takes a card of the age before."""

    def lower(me: Player, value: int, card: int, zone: Zone) -> Any:
        age = con.game.age[card] - 1
        return (lambda draw: draw(age=age)) if age == value - 1 and con.game.decks.get(age) else None

    _drawing(con, lower)


@cheat("draw.set", at=_EXPANSIONS)
def draws_from_the_wrong_set(con: Con) -> None:
    """A draw takes a card of another set of the right age."""

    def other(me: Player, value: int, card: int, zone: Zone) -> Any:
        game = con.game
        here, age = back_set(game.back[card]), game.age[card]
        for card_set in (CardSet.CITIES, CardSet.ECHOES, CardSet.BASE):
            found = next_card(game, me, age, card_set)
            if found is not None and game.age[found] == age and back_set(game.back[found]) != here:
                return lambda draw, wanted=card_set: draw(age=age, card_set=wanted)
        return None

    _drawing(con, other)


@cheat("draw.top")
def draws_the_second_card(con: Con) -> None:
    """A draw takes the card below the top one."""

    def second(me: Player, value: int, card: int, zone: Zone) -> Any:
        deck = con.game.decks[con.game.back[card]]
        keywords = {Zone.HAND: Keyword.DRAW, Zone.SCORE: Keyword.SCORE}
        if len(deck) < 2 or zone not in keywords:
            return None
        return lambda draw, below=deck[-2]: _moved(con.game, below, me, zone, keywords[zone])

    _drawing(con, second)


@cheat("draw.top", "draw.place", "draw.missing")
def draws_from_the_bottom(con: Con) -> None:
    """A draw takes the bottom card."""

    def bottom(me: Player, value: int, card: int, zone: Zone) -> Any:
        deck = con.game.decks[con.game.back[card]]
        if len(deck) < 2 or zone is not Zone.HAND:
            return None
        return lambda draw, last=deck[0]: _moved(con.game, last, me, zone, Keyword.DRAW)

    _drawing(con, bottom)


@cheat("draw.player")
def draws_for_another(con: Con) -> None:
    """A drawn card goes to the hand of somebody else."""

    def other(me: Player, value: int, card: int, zone: Zone) -> Any:
        return (lambda draw: draw(who=con.game.others(me)[0])) if zone is Zone.HAND else None

    _drawing(con, other)


@cheat("draw.place")
def draws_into_the_score_pile(con: Con) -> None:
    """A card that is drawn for the hand lands in the score pile."""

    def score(me: Player, value: int, card: int, zone: Zone) -> Any:
        return (lambda draw: draw(where=Zone.SCORE)) if zone is Zone.HAND else None

    _drawing(con, score)


@cheat("draw.place")
def keeps_what_is_to_be_scored(con: Con) -> None:
    """A card that is drawn to be scored stays in the hand."""

    def keep(me: Player, value: int, card: int, zone: Zone) -> Any:
        return (lambda draw: draw(where=Zone.HAND)) if zone is Zone.SCORE else None

    _drawing(con, keep)


@cheat("draw.age", at=tables(CITIES) + tables(ECHOES) + tables(ARTIFACTS))
def goes_on_where_the_age_is_empty(con: Con) -> None:
    """The base pile of an age is empty, and the expansion's card of that age is drawn nevertheless."""

    def same(me: Player, value: int, card: int, zone: Zone) -> Any:
        game = con.game
        if game.age[card] == value or zone is not Zone.HAND:
            return None
        for card_set in (CardSet.ECHOES, CardSet.CITIES, CardSet.ARTIFACTS):
            deck = game.decks.get(back_of(card_set, value))
            if deck:
                return lambda draw, top=deck[-1]: _moved(game, top, me, zone, Keyword.DRAW)
        return None

    _drawing(con, same)


# --- the keywords -----------------------------------------------------------------------------


def _moving(con: Con, change: Callable[[int, Any, Zone, Keyword], dict[str, Any] | None]) -> None:
    """Change a move: ``change(card, owner, zone, keyword)`` returns what is different; None if it can't be changed."""

    def move(op: Operation) -> Operation:
        if not isinstance(op, Move) or con.game.turn < 0:
            return op
        changed = change(op.card, op.owner, op.zone, op.keyword)
        if not con.now(changed) or changed is None:
            return op
        told: dict[str, Any] = {"owner": op.owner, "zone": op.zone, "keyword": op.keyword, "bottom": op.bottom}
        return Move(op.actor, op.cause, op.card, **(told | changed))

    con.intercept(move)


@cheat("meld.top", "card.position", "record.contradiction")
def melds_under_the_pile(con: Con) -> None:
    """A melded card goes under its pile."""

    def under(card: int, owner: Any, zone: Zone, keyword: Keyword) -> Any:
        return {"bottom": True} if keyword is Keyword.MELD and owner.piles[con.game.color[card]] else None

    _moving(con, under)


@cheat("meld.top", "card.position", "draw.place")
def tucks_on_top(con: Con) -> None:
    """A tucked card goes on top of its pile."""

    def over(card: int, owner: Any, zone: Zone, keyword: Keyword) -> Any:
        return {"bottom": False} if keyword is Keyword.TUCK and owner.piles[con.game.color[card]] else None

    _moving(con, over)


@cheat("return.bottom")
def returns_on_top(con: Con) -> None:
    """A returned card goes on top of its supply pile."""

    def over(card: int, owner: Any, zone: Zone, keyword: Keyword) -> Any:
        returned = keyword is Keyword.RETURN and zone is Zone.DECK and con.game.decks[con.game.back[card]]
        return {"bottom": False} if returned else None

    _moving(con, over)


@cheat("score.keyword", "draw.place", "count.monument")
def scores_without_scoring(con: Con) -> None:
    """A scored card is transferred to the score pile, and does not count for Monument."""
    _moving(con, lambda card, owner, zone, keyword: {"keyword": Keyword.TRANSFER} if keyword is Keyword.SCORE else None)


@cheat("score.keyword")
def scores_what_is_transferred(con: Con) -> None:
    """A card that is transferred to a score pile is scored."""

    def score(card: int, owner: Any, zone: Zone, keyword: Keyword) -> Any:
        return {"keyword": Keyword.SCORE} if zone is Zone.SCORE and keyword is Keyword.TRANSFER else None

    _moving(con, score)


@cheat("dogma.player", at=MANY)
def transfers_to_somebody_else(con: Con) -> None:
    """A card that is transferred goes to a third player."""

    def other(card: int, owner: Any, zone: Zone, keyword: Keyword) -> Any:
        start = con.game.place[card][0]
        if keyword is not Keyword.TRANSFER or owner is None or start < 0 or zone is Zone.DECK:
            return None
        found = [player for player in con.game.everyone if player.index not in (start, owner.index)]
        return {"owner": found[0]} if found else None

    _moving(con, other)


@cheat("dogma.place", "score.keyword")
def transfers_to_another_place(con: Con) -> None:
    """A card that is transferred to a hand goes to the score pile, or the other way round."""

    def other(card: int, owner: Any, zone: Zone, keyword: Keyword) -> Any:
        places = {Zone.HAND: Zone.SCORE, Zone.SCORE: Zone.HAND}
        if keyword is not Keyword.TRANSFER or owner is None or zone not in places:
            return None
        here = con.game.place[card] == (owner.index, places[zone])
        return None if here else {"zone": places[zone]}

    _moving(con, other)


def exchange(con: Con, me: Player, cards: list[int], card: int) -> int:
    """Replace a card by the bottom card of its supply pile, which has the same back."""
    game = con.game
    deck = game.decks[game.back[card]]
    if not con.now(deck, witnesses=(card, deck[0]) if deck else ()):
        return card
    other = deck[0]
    deck[0], cards[cards.index(card)] = card, other
    game.place[card], game.place[other] = game.place[other], game.place[card]
    return other


@cheat("record.contradiction", "card.identity", "dogma.card", "draw.top", "card.place")
def exchanges_a_card_of_the_hand(con: Con) -> None:
    """A card that was drawn is exchanged for another with the same back, which lies in its supply pile."""

    def draw(honest: Any, me: Player, *more: Any) -> Any:
        card = honest(me, *more)
        drawn = isinstance(card, int) and con.game.place.get(card) == (me.index, Zone.HAND)
        return exchange(con, me, me.hand, card) if drawn else card

    con.wrap(con.game, "draw", draw)


@cheat("card.identity", "dogma.card", "draw.top", "card.place", "record.contradiction", "meld.hand")
def exchanges_a_card_that_all_have_seen(con: Con) -> None:
    """A card that went from a board to a hand or score pile is exchanged for another with the same back."""

    def transfer(honest: Any, card: int, owner: Player, zone: Zone) -> None:
        shown = con.game.place[card][1] is Zone.BOARD and not con.game.is_relic(card)
        honest(card, owner, zone)
        if shown and zone in (Zone.HAND, Zone.SCORE):
            exchange(con, owner, owner.zone(zone), card)

    con.wrap(con.game, "transfer", transfer)
