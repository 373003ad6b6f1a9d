"""Performing operations: the only place where they are replaced, carried out and recorded, with their consequences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from innolog.cards.facts import COLORS, CardSet, back_of, back_set, is_city_icon
from innolog.engine.consequences import Consequences, GameOver
from innolog.engine.events import Eliminated, Rearranged, TopsAndHandsRemoved, Wiped
from innolog.engine.events import Splay as Splayed
from innolog.engine.events import Transfer as Transferred
from innolog.engine.operations import (
    BY_TRIGGER,
    DONE,
    NOTHING,
    PLACINGS,
    Action,
    Claim,
    CountCityIcon,
    Draw,
    Eliminate,
    End,
    Move,
    Operation,
    Rearrange,
    RemoveTopsAndHands,
    Splay,
    TakeAction,
    Wipe,
)
from innolog.engine.state import Player
from innolog.engine.zones import NOBODY, STACKED, Keyword, Zone
from innolog.support.tuples import made

if TYPE_CHECKING:
    from innolog.engine.expansions import Expansion
    from innolog.engine.seams import Interceptor

#: Looked up once: in a compiled module, looking up a member of an enumeration costs more than comparing it.
_ACHIEVEMENTS: Final = Zone.ACHIEVEMENTS
_AVAILABLE: Final = Zone.AVAILABLE
_BOARD: Final = Zone.BOARD
_CITY_ICONS: Final = Zone.CITY_ICONS
_DECK: Final = Zone.DECK
_FORECAST: Final = Zone.FORECAST
_HAND: Final = Zone.HAND
_JUNK: Final = Zone.JUNK
_RELICS: Final = Zone.RELICS
_REMOVED: Final = Zone.REMOVED
_REVEALED: Final = Zone.REVEALED
_SCORE: Final = Zone.SCORE
_TO_ACHIEVE: Final = Keyword.ACHIEVE
_TO_DRAW: Final = Keyword.DRAW
_TO_MELD: Final = Keyword.MELD
_TO_SCORE: Final = Keyword.SCORE
_TO_TUCK: Final = Keyword.TUCK


class Performing(Consequences):
    """Performs operations, each in the five steps of :meth:`perform`."""

    #: They may replace an operation before it is performed. Empty if no expansion in play has any.
    interceptors: tuple[Interceptor, ...]
    #: True while an interceptor acts. Operations that it performs are not intercepted.
    intercepting: bool
    #: The card that was drawn last to be put elsewhere than into the hand, wherever an interceptor put it.
    drawn: int
    #: A copy of ``monument_counts_returns``.
    monument_counts_returns: bool
    #: For each kind of operation, the expansions that react to it after all its consequences.
    reactors: dict[type[Operation], tuple[Expansion, ...]]

    def perform(self, op: Operation) -> int:
        """Perform an operation.

        1. Interceptors may act before it, replace it or cancel it.
        2. The change is made.
        3. The change is recorded: the sink gets the event.
        4. The consequences happen, in the order that :meth:`_follow` defines.
        5. Expansions react.

        Returns the card that was moved. Returns ``DONE`` if the operation does not move a single card, and ``NOTHING``
        if it was cancelled or had nothing to do, or if a drawn card did not go where it was to go.
        """
        if self.interceptors and not self.intercepting:
            instead = self._intercepted(op)
            if instead is None:
                return NOTHING
            op = instead
        if isinstance(op, Draw):
            result = self._draw(op)
        elif isinstance(op, Move):
            result = op.card
            from_zone = self._move(result, op.owner, op.zone, op.keyword, bottom=op.bottom)
            self._follow_move(op, from_zone)
        else:
            result = self._carry_out(op)
        if self.reactors and result != NOTHING:
            self._react(op)
        return result

    def _intercepted(self, op: Operation) -> Operation | None:
        """The operation to perform after all interceptors; None if they cancelled it."""
        found: Operation | None = op
        self.intercepting = True
        if isinstance(op, Claim):
            # What interrupts a claim comes first, in full. Other claims that are due wait, to be interrupted in turn.
            self.waiting_claims = self.due_claims()
        try:
            for interceptor in self.interceptors:
                if found is None or (isinstance(found, Move) and found.card == NOTHING):
                    return None
                found = interceptor.intercept(self._game, found)
        finally:
            self.intercepting = False
            self.waiting_claims = ()
        return found

    def would_act(self, me: Player, action: Action) -> bool:
        """Let interceptors act before an action. Returns whether they leave it."""
        return self.intercepting or self._intercepted(TakeAction(me, self.cause, action)) is not None

    def _would_interrupt(self, op: Operation) -> bool:
        """Whether an interceptor would act before an operation, or instead of it."""
        return any(interceptor.meets(self._game, op) for interceptor in self.interceptors)

    def _react(self, op: Operation) -> None:
        """Let expansions react to an operation."""
        reactors = self.reactors.get(type(op))
        if reactors is not None:
            cause, self.cause = self.cause, BY_TRIGGER
            for expansion in reactors:
                expansion.after(self._game, op)
            self.cause = cause

    def _carry_out(self, op: Operation) -> int:
        """Make the change of an operation on boards or achievements, record it, and carry out its consequences.

        The layers above carry out operations that consist of others: actions, effects, exchanges.
        """
        if isinstance(op, Splay):
            self._splay(op)
        elif isinstance(op, Claim):
            self._claim(op)
        elif isinstance(op, CountCityIcon):
            self._count_city_icon(op)
        elif isinstance(op, Rearrange):
            self._rearrange(op)
        elif isinstance(op, End):
            raise GameOver(op.how, op.winners, op.by, alone=op.alone)
        elif isinstance(op, RemoveTopsAndHands):
            self._remove_tops_and_hands(op.spared)
        elif isinstance(op, Wipe):
            self._wipe(op.spared)
        elif isinstance(op, Eliminate):
            self._eliminate(op.player)
        else:
            raise TypeError(f"nothing carries out {op!r}")
        return DONE

    # --- cards ------------------------------------------------------------------------------------------------------

    def _move(self, card: int, owner: Player | None, zone: Zone, keyword: Keyword, *, bottom: bool = False) -> Zone:
        """Put a card from wherever it is into a zone, and record that. Returns the zone that the card left.

        All moves of single cards happen here. Afterwards ``bared`` lists the pile that lost its splay, if any.
        """
        self.bared = ()
        from_index, from_zone = self.place[card]
        source = self.players[from_index] if from_index >= 0 else None
        self.movers = (source, owner)
        # A card that goes to the other end of its own pile leaves the splay as it is.
        stays = owner is source and zone is _BOARD
        from_position = self._take_away(card, source, from_zone, stays)
        to_position = self._put_down(card, owner, zone, bottom)
        owner_index = NOBODY if owner is None else owner.index
        self.place[card] = (owner_index, zone)
        if card in self.table.board_age:
            self.set_value(card)
        if zone is _REVEALED:
            if from_zone is _HAND or from_zone is _DECK:
                self.shown.discard(card)
            else:
                self.shown.add(card)
        if self.monument_counts_returns:
            if from_zone is _BOARD and source is self.current and bottom and (owner is None or owner is source):
                source.tucked += 1
            if owner is not None and keyword is _TO_SCORE:
                owner.scored += 1
        elif owner is not None:
            if keyword is _TO_TUCK:
                owner.tucked += 1
            elif keyword is _TO_SCORE:
                owner.scored += 1
        if self.stored_scores:
            if from_zone is _BOARD or from_zone is _SCORE:
                self.stored_scores.pop(from_index, None)
            if zone is _BOARD or zone is _SCORE:
                self.stored_scores.pop(owner_index, None)
        fields = (card, from_index, from_zone, from_position, owner_index, zone, to_position, bottom, keyword)
        self.sink(made(Transferred, fields))
        self.changed = True
        return from_zone

    def _take_away(self, card: int, source: Player | None, zone: Zone, stays: bool) -> int:
        """Take a card out of its zone. Returns its position there.

        ``stays`` is True when the card goes to a pile of the same board.
        """
        if source is not None:
            if zone is not _BOARD:
                cards = source.zone(zone)
                position = self.position(cards, card) if zone in STACKED else cards.index(card)
                cards.remove(card)
                return position
            color = self.color[card]
            pile = source.piles[color]
            position = pile.index(card)
            del pile[position]
            source.forget(color)
            if len(pile) < 2 and source.splays[color] and not stays:
                source.splays[color] = 0
                if pile:
                    self.bared = ((source, color),)
            return position
        if zone is _DECK:
            deck = self.decks[self.back[card]]
            position = deck.index(card)
            del deck[position]
            return position
        cards = self._nobodys(zone, card)
        position = self._common_position(zone, cards, card)
        cards.remove(card)
        return position

    def _put_down(self, card: int, owner: Player | None, zone: Zone, bottom: bool) -> int:
        """Put a card that was taken away into a zone. Returns its position there."""
        if owner is not None:
            if zone is not _BOARD:
                cards = owner.zone(zone)
                cards.append(card)
                return self.position(cards, card) if zone in STACKED else len(cards) - 1
            color = self.color[card]
            pile = owner.piles[color]
            owner.forget(color)
            position = 0 if bottom else len(pile)
            pile.insert(position, card)
            return position
        if zone is _DECK:
            deck = self.decks[self.back[card]]
            position = 0 if bottom else len(deck)
            deck.insert(position, card)
            return position
        cards = self._nobodys(zone, card)
        cards.append(card)
        return self._common_position(zone, cards, card)

    def _common_position(self, zone: Zone, cards: Sequence[int], card: int) -> int:
        """The position of a card in a common zone."""
        if zone is _AVAILABLE:
            return self.place_among(cards, card)
        return self.position(cards, card) if zone in STACKED else cards.index(card)

    def _follow_move(self, op: Move, from_zone: Zone) -> None:
        """Carry out the consequences of the move of one card."""
        zone, owner = op.zone, op.owner
        board = zone is _BOARD or from_zone is _BOARD
        if board or zone is _FORECAST or op.keyword is _TO_SCORE or self.modifiers or self.any_move_earns:
            if owner is not None:
                owner.claims_checked = False
            self._follow(board, owner, op.card, op.keyword, self.bared, zone is _ACHIEVEMENTS)
        elif zone is _ACHIEVEMENTS and self.is_won():
            self._end_by_achievements()

    def _nobodys(self, zone: Zone, card: int) -> list[int]:
        """The list of cards of a common zone."""
        if zone is _AVAILABLE:
            if card not in self.table.achievements:
                return self.available
            # Anybody who meets its condition can claim it again.
            for player in self.players:
                player.claims_checked = False
            return self.specials
        if zone is _JUNK:
            return self.junk_pile
        return self.relics if zone is _RELICS else self.removed

    def take_drawn(self, me: Player, card: int) -> None:
        """Take a card that is being drawn into the hand, until an interceptor has acted."""
        self._move(card, me, _HAND, _TO_DRAW)
        self._follow(False)

    def _draw(self, op: Draw) -> int:
        """Draw a card. If the operation says to do something with it, this is performed as another operation."""
        me = op.actor
        found = self.decks.get(op.pile)
        card = found[-1] if found else self.next_card(me, op.value, op.card_set)
        if card == NOTHING:
            self._end_by_score()
            return NOTHING
        keyword = op.then if op.melds is None or not self.passes(card, op.melds) else _TO_MELD
        if keyword is _TO_DRAW:
            self._move(card, me, _HAND, keyword)
            if self.modifiers or self.any_move_earns:
                self._follow(False)
            return card
        if self.modifiers and self.rules.reads("drawn_cards_are_held"):
            self._look_at_the_hand_with(me, card)
        placed = self.perform(PLACINGS[keyword](me, op.cause, card))
        self.drawn = card
        return placed

    def _look_at_the_hand_with(self, me: Player, card: int) -> None:
        """Let players claim what they earn while a drawn card is in the hand, before it goes to its place."""
        me.hand_cards.append(card)
        try:
            self._follow(False)
        finally:
            me.hand_cards.remove(card)

    def next_card(self, me: Player, value: int, card_set: CardSet | None = None) -> int:
        """The card that a draw of a value takes; ``NOTHING`` if there is none.

        Without ``card_set`` it is a base card, or an Echo if the Echoes draw rule says so.

        Deluxe rulebook, "Draw action", "Skipping ages" and "Drawing expansion cards": an age counts as empty when its
        base pile is; if only the expansion's pile is empty, a base card is drawn.
        """
        decks = self.decks
        # The back of a base card is its age.
        for age in range(max(1, value), self.last_age + 1):
            deck = decks.get(age)
            if not deck:
                continue
            if card_set and (other := decks.get(back_of(card_set, age))):
                return other[-1]
            if self.has_echoes and card_set is not CardSet.BASE:
                echoes = decks.get(back_of(CardSet.ECHOES, age))
                if echoes and self._draws_echo(me):
                    return echoes[-1]
            return deck[-1]
        return NOTHING

    def age_to_draw(self, value: int) -> int:
        """The value of the card that a draw of a value takes; one above the last age if there is none."""
        for age in range(max(1, value), self.last_age + 1):
            if self.decks.get(age):
                return age
        return self.last_age + 1

    def _draws_echo(self, me: Player) -> bool:
        """Whether a player draws an Echo in place of a base card.

        Deluxe rulebook, "Drawing expansion cards", Echoes of the Past: the player must have cards in hand (revealed
        ones included) but no Echo.
        """
        back = self.back
        cards = me.hand + me.revealed
        return bool(cards) and CardSet.ECHOES not in [back_set(back[card]) for card in cards]

    # --- piles and boards -------------------------------------------------------------------------------------------

    def _splay(self, op: Splay) -> None:
        owner = op.owner
        icons = owner.plain_icons() if op.leaves_icons else None
        owner.splays[op.color] = int(op.direction)
        owner.forget(op.color)
        owner.shown_icons = icons
        self.stored_scores.pop(owner.index, None)
        self.sink(Splayed(owner.index, int(op.color), int(op.direction), False))
        self.changed = True
        self.movers = (owner,)
        self._follow(True)

    def _rearrange(self, op: Rearrange) -> None:
        me = op.actor
        scores = [player.score() for player in self.players]
        me.piles[op.color] = list(op.order)
        me.forget(op.color)
        self._store_scores(scores)
        self.sink(Rearranged(me.index, op.color, op.order))
        self.changed = True
        if self.rules.holds("rearranging_earns"):
            self._follow(True)

    def _remove_all(self, cards: list[int], spared: frozenset[int] = frozenset()) -> None:
        gone = [card for card in cards if card not in spared]
        for card in gone:
            self.place[card] = (NOBODY, _REMOVED)
        self.removed.extend(gone)
        cards[:] = [card for card in cards if card in spared]

    def _remove_tops_and_hands(self, spared: frozenset[int]) -> None:
        """Remove all top cards and all hands from the game.

        Every pile that this leaves with one card loses its splay, after all other consequences.
        """
        scores = [player.score() for player in self.players]
        tops: list[int] = []
        bared: list[tuple[Player, int]] = []
        for player in self.first_players():
            self._remove_all(player.hand_cards, spared)
            if self.hands_show_cards:
                self._remove_all(player.revealed, spared | self.shown)
            for color, pile in enumerate(player.piles):
                if pile and pile[-1] not in spared:
                    top = [pile.pop()]
                    tops.extend(top)
                    self._remove_all(top)
                    player.forget(color)
                    if len(pile) < 2 and player.splays[color]:
                        player.splays[color] = 0
                        if pile:
                            bared.append((player, color))
        self._store_scores(scores)
        self.sink(TopsAndHandsRemoved(tuple(tops)))
        self.changed = True
        self._follow(True, bared=bared)

    def _wipe(self, spared: frozenset[int]) -> None:
        """Remove all hands, boards and score piles from the game."""
        for player in self.players:
            for cards in (player.hand_cards, player.score_cards, player.revealed, *player.piles):
                self._remove_all(cards, spared)
            player.splays = [
                splay if len(pile) > 1 else 0 for splay, pile in zip(player.splays, player.piles, strict=True)
            ]
            player.forget_all()
        self.stored_scores.clear()
        self.changed = True
        # The events of lost flags and fountains come before the event of their cause.
        for expansion in self.board_watchers:
            expansion.after_change(self._game)
            if self.rules.holds("loses_city_icons_late"):
                expansion.after_claims(self._game)
        self.sink(Wiped())

    def _eliminate(self, me: Player) -> None:
        """Remove all of a player's cards from the game; that player has lost.

        The last player left wins for the team. Whether team-mates lose together is an open question
        (``exxon_valdez_spares_allies``).
        """
        for expansion in self.reactors.get(Eliminate, ()):
            expansion.before_elimination(self._game, me)
        # Flags and fountains are not cards; they are lost with the cities that show them.
        me.achievements[:] = [card for card in me.achievements if not is_city_icon(card)]
        for cards in (*me.zones.values(), *me.piles):
            self._remove_all(cards)
        me.splays = [0] * len(COLORS)
        me.forget_all()
        self.stored_scores.pop(me.index, None)
        me.eliminated = True
        self.sink(Eliminated(me.index))
        self.changed = True
        self._end_if_one_side_is_left(me, allies=self.rules.reads("exxon_valdez_spares_allies"))
        self._follow(not self.rules.holds("elimination_leaves_city_icons"))

    # --- achievements and the end -----------------------------------------------------------------------------------

    def _claim(self, op: Claim) -> None:
        """Give a special achievement. After a standing claim, the caller checks for a win."""
        player, achievement = op.actor, op.achievement
        position = self.specials.index(achievement)
        del self.specials[position]
        player.achievements.append(achievement)
        self.place[achievement] = (player.index, _ACHIEVEMENTS)
        move = (NOBODY, _AVAILABLE, position, player.index, _ACHIEVEMENTS, len(player.achievements) - 1)
        self.sink(Transferred(achievement, *move, False, _TO_ACHIEVE))
        self.changed = True
        if not op.standing and self.is_won():
            self._end_by_achievements()

    def _count_city_icon(self, op: CountCityIcon) -> None:
        """Begin or stop counting a flag or fountain as an achievement."""
        player, entry = op.actor, op.entry
        if op.gained:
            position = len(player.achievements)
            player.achievements.append(entry)
            move = (NOBODY, _CITY_ICONS, 0, player.index, _ACHIEVEMENTS, position)
        else:
            position = player.achievements.index(entry)
            player.achievements.remove(entry)
            move = (player.index, _ACHIEVEMENTS, position, NOBODY, _CITY_ICONS, 0)
        self.sink(Transferred(entry, *move, False, _TO_ACHIEVE))
        self.changed = True

    def _end_by_score(self) -> None:
        """Deluxe rulebook, "Winning and game end": highest score, then most achievements, then a draw."""
        sides: dict[tuple[int, ...], tuple[int, int]] = {}
        for player in self.players:
            if player.eliminated:
                continue
            side = tuple(self._side(player))
            sides[side] = (sum(self.players[seat].score() for seat in side), self.achievements_of(player))
        best = max(sides.values())
        winners = [seat for side, standing in sides.items() if standing == best for seat in side]
        self._end("score", sorted(winners), self.current.index)
