"""Games that begin in the middle: a :class:`~innolog.engine.game.Game` from explicit zones instead of a deal.

For tests, puzzles and "what if" questions. A position need not be reachable in play, but every card is in one place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from innolog.cards.facts import CardSet, Color, Direction, back_of, back_set
from innolog.engine.achievements import special_achievements
from innolog.engine.choices import Decider
from innolog.engine.game import Game, Sink
from innolog.engine.nature import Nature
from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Player, Setup
from innolog.engine.zones import AT_REST, NOBODY, Zone
from innolog.support.counting import counted
from innolog.support.errors import InnologError


@dataclass(frozen=True, slots=True)
class Seat:
    """The zones of one player, as card ids.

    ``board`` lists all cards on the board; those of one color lie in the order given, bottom to top. ``splays`` maps
    a color to its direction. ``achievements`` are standard or special ones (visible city icons are counted by
    :func:`build`).
    """

    hand: Sequence[int] = ()
    score_pile: Sequence[int] = ()
    board: Sequence[int] = ()
    splays: Mapping[Color, Direction] = field(default_factory=dict)
    achievements: Sequence[int] = ()
    tucked: int = 0
    scored: int = 0
    endorsed: bool = False
    turn_marks: int = 0
    forecast: Sequence[int] = ()
    display: Sequence[int] = ()

    def zones(self) -> dict[Zone, Sequence[int]]:
        """The cards of each zone but the board."""
        return {place.zone: getattr(self, place.column) for place in AT_REST}


class ImpossiblePosition(InnologError, ValueError):
    """A card is in two places, or a pile of fewer than two cards is splayed."""


def build(
    rules: Ruleset,
    decider: Decider,
    seats: Sequence[Seat],
    *,
    decks: Mapping[int, Sequence[int]] | None = None,
    available: Sequence[int] | None = None,
    removed: Sequence[int] = (),
    junk: Sequence[int] = (),
    relics: Sequence[int] = (),
    fill: bool = True,
    turn_player: int = 0,
    turn: int = 10,
    action: int = 0,
    actions_in_turn: int = 2,
    sink: Sink | None = None,
) -> Game:
    """A game whose cards lie as the arguments say.

    ``decks[back]`` is a supply pile from bottom to top. All other cards of the sets in play lie below these in order of
    their ids. Without ``fill`` they are out of play. ``available`` are the achievements (standard and special) in the
    middle of the table. The default is one unnamed card of each age in :attr:`Ruleset.achievement_ages`, and all
    special achievements of the sets in play that nobody has.

    Raises :class:`ImpossiblePosition` for a card in two places or a splayed pile of fewer than two cards.
    """
    table = rules.table
    if len(seats) != rules.players:
        raise ImpossiblePosition(f"{counted(len(seats), 'seat')} for {rules.players} players")
    named = [*chain(*(decks or {}).values()), *removed, *junk, *relics, *(available or ())]
    for seat in seats:
        named += chain(seat.board, *seat.zones().values())
    _check_once(rules, named)
    left = _left(rules, named, fill)
    if available is None:
        available = _to_claim(rules, seats, left)
    for back, cards in (decks or {}).items():
        left.setdefault(back, []).extend(cards)
    setup = Setup(
        decks={back: tuple(left[back]) for back in sorted(left)},
        hands=tuple(() for _ in seats),
        achievements=tuple(card for card in available if card in table.cards),
        specials=tuple(card for card in available if card in table.achievements),
        relics=tuple(relics),
    )
    game = Game(setup, rules, decider, sink)
    for player, seat in zip(game.players, seats, strict=True):
        _sit_down(game, player, seat)
    for card in table.board_age:
        game.set_value(card)
    for pile, zone, cards in ((game.removed, Zone.REMOVED, removed), (game.junk_pile, Zone.JUNK, junk)):
        pile.extend(cards)
        game.place.update((card, (NOBODY, zone)) for card in cards)
    game.nature = Nature(table, game.back, game.place, {})
    game.turn_player = game.current = game.players[turn_player]
    game.turn, game.action, game.actions_in_turn = turn, action, actions_in_turn
    _begin_silently(game)
    return game


def _check_once(rules: Ruleset, named: Sequence[int]) -> None:
    """Reject a card in two places."""
    if len(set(named)) != len(named):
        twice = sorted({rules.table.name[card] for card in named if named.count(card) > 1})
        raise ImpossiblePosition("in two places: " + ", ".join(twice))


def _begin_silently(game: Game) -> None:
    """Let the expansions take up the position. The sink gets no events of it."""
    listening, game.sink = game.sink, lambda event: None
    for expansion in game.expansions:
        expansion.begin(game)
    game.sink = listening
    game.changed = False


def _sit_down(game: Game, player: Player, seat: Seat) -> None:
    """Put the cards of a seat into the player's zones."""
    for zone, cards in seat.zones().items():
        player.zone(zone).extend(cards)
        game.place.update((card, (player.index, zone)) for card in cards)
    for card in seat.board:
        player.piles[game.table.color[card]].append(card)
        game.place[card] = (player.index, Zone.BOARD)
    for color, direction in seat.splays.items():
        if direction and len(player.piles[color]) < 2:
            raise ImpossiblePosition(f"{Color(color).name.lower()} has too few cards to be splayed")
        player.splays[color] = int(direction)
    player.forget_all()
    player.tucked, player.scored, player.endorsed = seat.tucked, seat.scored, seat.endorsed
    player.turn_marks = seat.turn_marks


def _to_claim(rules: Ruleset, seats: Sequence[Seat], left: Mapping[int, list[int]]) -> list[int]:
    """One card of each age, taken from what is left of the piles, and the special achievements that nobody has."""
    piles = [left[back_of(CardSet.BASE, age)] for age in rules.achievement_ages]
    owned = {card for seat in seats for card in seat.achievements}
    specials = [card for card in special_achievements(rules) if card not in owned]
    return [pile.pop() for pile in piles if pile] + specials


def _left(rules: Ruleset, named: Sequence[int], fill: bool) -> dict[int, list[int]]:
    """The cards of each pile that lie nowhere else; without ``fill`` none."""
    table = rules.table
    left = {
        back: [card for card in cards if card not in named] if fill else []
        for back, cards in table.by_back.items()
        if CardSet(back_set(back)) in rules.sets
    }
    for card in named:
        if card in table.cards:
            left.setdefault(back_of(table.cards[card].set, table.age[card], table.relic[card]), [])
    return left
