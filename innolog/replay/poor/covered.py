"""Piles in no known order during one action: which card is on top, or at the bottom, when something depends on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Any

from innolog import log as seen
from innolog.beliefs.refinements import Refinement
from innolog.beliefs.unordered import IN_ORDER, Found, Group, Ranked, Unordered, leaving
from innolog.cards.registry import splaying_after_rearranging
from innolog.comparing.matching import PLACE_OF_ZONE
from innolog.engine import events as done
from innolog.engine.choices import Choice, ChoiceKind
from innolog.engine.state import Player
from innolog.engine.zones import Zone
from innolog.log import Fact
from innolog.replay.guide import Guide
from innolog.replay.lessons import Abandoned, NeedsLesson, Trial
from innolog.replay.picks import Pick
from innolog.replay.poor.foresight import Foreseen, Sight, can_show, foreseen
from innolog.replay.poor.piles import likely_order
from innolog.replay.poor.silent import SilentChoices
from innolog.results.soundness import Incomplete

#: Groups of at most this many cards are tried in all orders if the order matters. Five would be 120 nodes each.
_MOST_RANKED = 4
#: Maximum number of boards whose forward checking is cached; then the cache is emptied, to bound memory.
_MOST_KEPT = 10_000


#: The facts that a log must record so that nothing can happen to boards unseen before the next count of icons.
_FORESEEN = frozenset({Fact.EFFECTS, Fact.ACTIVATIONS})


class CoveredCards:
    """Follows cards in no known order through one game. If their order matters, it asks for a refinement."""

    def __init__(self, guide: Guide, silent: SilentChoices, trial: Trial) -> None:
        self.guide = guide
        self.silent = silent
        self.trial = trial
        #: The cards in no known order at the start of the action, those that were found at an end since, and the
        #: remaining groups.
        self.unordered: Unordered = IN_ORDER
        self.found: frozenset[int] = frozenset()
        #: Cards whose order was found.
        self.ranked: set[frozenset[int]] = set()
        self.groups: list[Group] = []
        #: True when every pile of the game has an order, because the players' answers are known.
        self.in_order = False
        #: True when a new order that the log does not record is guessed from what the log shows of the pile later.
        self.guesses = False
        #: True when any pile of the game was in no known order.
        self.opened = False
        #: True when several cards of a pile were in no known order.
        self.lost = False
        #: The cards that came to the top since, or were looked at as the bottom card.
        self.shown: set[int] = set()
        #: How far forward checking looks. A way is abandoned if its boards contradict what the log records there.
        self.foresees = Sight.FAR
        #: The log's next statements about boards, by cursor.
        self._foreseen: dict[int, dict[int, Foreseen]] = {}
        #: Whether a board can show it. Many nodes have the same boards.
        self._can_show: dict[tuple[Any, ...], bool] = {}
        #: True when a pile lost its order in this action, and when the log records all effects that follow. ``_top`` is
        #: the card that was on top of it before.
        self._reordered = self._all_told = False
        self._top = -1
        #: True when the log shows the new order of the pile that was rearranged last.
        self._shown = False
        #: True when a pile of any player may have been splayed in this action without a trace.
        self._splayed = False
        #: The card that was activated last in this action, or -1.
        self._activated = -1
        self._put_on_boards = 0

    def begin(self) -> None:
        """Start the current action again."""
        self.groups = [Group(cards, cards) for cards in self.unordered]
        self.shown = set()
        self._reordered = self._splayed = self._shown = False
        self._activated = -1
        self._put_on_boards = 0

    def asked(self, choice: Choice) -> None:
        """Note what a choice is about."""
        if choice.kind is ChoiceKind.ORDER:
            self._top = choice.options[-1]
            self._shown = self.silent.shows_order()
        elif choice.splays is not None:
            self._splayed |= self.silent.is_silent(choice)

    def before(self, event: done.Event) -> None:
        """Look ahead when an effect begins after a pile lost its order."""
        if self._reordered and self._all_told and type(event) is done.EffectStarted:
            self.foresee()

    def after(self, event: done.Event) -> None:
        """Follow what an event does to piles."""
        if type(event) is done.DogmaStarted:
            self._activated = event.card
        elif isinstance(event, done.Rearranged):
            if not (self._shown or self.in_order):
                self._lose_order(event.owner, event.color)
        elif self.groups or self.found:
            self._keep_up(event)

    def foresee(self) -> None:
        """Raise :class:`Abandoned` if piles in unknown order cannot show what the log records of them next.

        The same holds for piles that anybody may have splayed.
        """
        if not (self._reordered or self._splayed or self.found) or not self.guide.log.records >= _FORESEEN:
            return
        if not all(map(self._can_be, self.guide.game.players)):
            raise Abandoned

    def look_at_bottom(self, player: Player, color: int, alone: bool, number: int) -> None:
        """Find out which card lies at the bottom of a pile; only in the chosen pile, if there is a choice.

        Of several cards (``number``) only the lowest is found out.
        """
        pile = player.piles[color]
        if number > 1 and any(self._group_of(card) is not None for card in pile[:number]):
            self.guide.omit(Incomplete.ORDERS)
        card = pile[0]
        group = self._group_of(card)
        if group is None:
            self.shown.add(card)
            return
        chosen = leaving(self.guide.observations, self.guide.hard[self.guide.cursor], player.index, None)
        cards = group.cards if alone else group.cards & chosen
        if cards:
            self._find(group, cards, lowest=True)

    # --- what to try if the log does not record which pile is put in which order ------------------------------------

    def pick_rearranged(self, choice: Choice) -> Pick | None:
        """The color of a pile to put in a new order, among the piles in which another card can be on top.

        None if the log shows it. Raises :class:`Abandoned` if there is no such pile, and one must have a
        new order.
        """
        if Fact.REARRANGEMENTS in self.guide.log.records or self.guide.named(choice) is not None:
            return None
        if not self.silent.silent_orders:
            told = self.guide.peek()
            if isinstance(told, seen.Rearranged) and told.owner == choice.player and told.color in choice.options:
                return Pick([told.color], False)
            return Pick([None], False)
        if self.guide.soft(seen.Passed, choice.player) is not None:
            return Pick([None], True)
        player = self.guide.game.players[choice.player]
        stays = self._may_be(player)
        colors = [color for color in choice.options if self._possible_tops(player, color)]
        if self.guesses and stays:
            # Piles without any trace of a new order are left as they are.
            self.guide.omit(Incomplete.ORDERS)
            changed = [color for color in choice.options if self._likely(player.piles[color])[0] != player.piles[color]]
            return Pick([*changed, None], True)
        deep = [color for color in choice.options if len(player.piles[color]) > 2]
        if stays and deep:
            # One pile stands for all piles in which the top card stays and others change places.
            colors = list(dict.fromkeys([deep[0], *colors]))
        answers: list[int | None] = [*colors, None] if stays else [*colors]
        if not answers:
            raise Abandoned
        return Pick(answers, True)

    def pick_order(self, choice: Choice) -> Pick | None:
        """A pile in a new order, once with each possible card on top; None if the log shows it.

        Raises :class:`Abandoned` if no card can be on top.
        """
        if self.silent.shows_order():
            return None
        cards, of_pile = choice.options, self.guide.picks[-1]
        player, color = self.guide.game.players[choice.player], self.guide.game.color[cards[0]]
        again = self.silent.silent_orders and of_pile.choice.rearranges and of_pile.chosen > 0 and not self.guesses
        tops = self._possible_tops(player, color)
        if not again and len(cards) > 2 and self._may_be(player):
            tops = [cards[-1], *tops]
        if not tops:
            raise Abandoned
        if self.guesses and len(tops) > 1:
            tops = self._likeliest(cards, tops)
        return Pick([_other_order(cards, top) for top in tops], True)

    def _likeliest(self, cards: Sequence[int], tops: list[int]) -> list[int]:
        """The likeliest of several top cards of a pile; all if the log shows none and there are few explanations."""
        likely, known = self._likely(cards)
        if not (known or self.silent.crowded):
            return tops
        self.guide.omit(Incomplete.ORDERS)
        return [likely[-1] if likely[-1] in tops else tops[0]]

    def _likely(self, cards: Sequence[int]) -> tuple[list[int], bool]:
        """The likely order of a pile from what the log shows of it later; False if it shows nothing."""
        return likely_order(self.guide.game, self.guide.observations[self.guide.cursor :], cards)

    def _possible_tops(self, player: Player, color: int) -> list[int]:
        """The covered cards of a pile that can become its top card, the upper ones first."""
        pile = player.piles[color]
        found = []
        for card in pile[-2::-1]:
            player.piles[color] = [*(other for other in pile if other != card), card]
            player.forget(color)
            if self._may_be(player):
                found.append(card)
        player.piles[color] = pile
        player.forget(color)
        return found

    def possible_splays(self, choice: Choice, answers: list[int | None]) -> list[int | None]:
        """The piles (or None) that a card can splay which may have put one in a new order before.

        Raises :class:`Abandoned` if none of the answers is possible.
        """
        if not (self._reordered and self._all_told):
            return answers
        player = self.guide.game.players[choice.player]
        found = []
        for color in answers:
            if color is None:
                possible = self._can_be(player)
            else:
                before = player.splays[color]
                player.splays[color] = splaying_after_rearranging().direction
                player.forget(color)
                possible = self._can_be(player)
                player.splays[color] = before
                player.forget(color)
            if possible:
                found.append(color)
        if not found:
            raise Abandoned
        return found

    def _may_be(self, player: Player) -> bool:
        """:meth:`_can_be` within an action; True if the rest of the action is not known."""
        return not self._is_plain() or Fact.EFFECTS not in self.guide.log.records or self._can_be(player)

    def _is_plain(self) -> bool:
        """Whether the card that is being executed was activated: as the action, or after it was promoted.

        A log does not always record that an effect executes another card.
        """
        return self._activated == self.guide.game.executed

    def _can_be(self, player: Player) -> bool:
        """Whether a board can show what the log records of it next (forward checking)."""
        if self.foresees is Sight.NONE:
            return True
        told = self._foreseen.get(self.guide.cursor)
        if told is None:
            told = self._foreseen[self.guide.cursor] = foreseen(
                self.guide.game.table, self.guide.observations, self.guide.cursor
            )
        shown = told.get(player.index)
        if shown is None:
            return True
        key = (self.foresees, self.guide.cursor, player.index, tuple(map(tuple, player.piles)), tuple(player.splays))
        can_be = self._can_show.get(key)
        if can_be is None:
            self.guide.budget -= 1
            if len(self._can_show) > _MOST_KEPT:
                self._can_show.clear()
            can_be = self._can_show[key] = can_show(player, shown if self.foresees is Sight.FAR else shown.near())
        if not can_be:
            self.trial.omit(Incomplete.FORESIGHT)
        return can_be

    # --- following cards in no known order ---------------------------------------------------------------------------

    def _lose_order(self, owner: int, color: int) -> None:
        """Note that a pile was put in an order of which only the top card is known.

        If the top card is the same as before, it may have been any other pile of its owner instead.
        """
        self.opened = True
        self._reordered = True
        self._all_told = self._is_plain()
        player = self.guide.game.players[owner]
        piles = player.piles
        piles[color][:-1] = sorted(piles[color][:-1])
        player.forget(color)
        same = self.silent.silent_orders and piles[color][-1] == self._top and not self.guesses
        for pile in piles if same else piles[color : color + 1]:
            below = frozenset(pile[:-1])
            self.groups = [group for group in self.groups if group.cards.isdisjoint(pile)]
            if len(below) > 1:
                self.lost = True
                self.groups.append(Group(below, None))

    def _group_of(self, card: int) -> Group | None:
        return next((group for group in self.groups if card in group.cards and len(group.cards) > 1), None)

    def _keep_up(self, event: done.Event) -> None:
        """Follow cards in no known order, and find out which comes to the top."""
        if isinstance(event, done.TopsAndHandsRemoved):
            self.guide.omit(Incomplete.ORDERS)
            self.groups = []
        elif isinstance(event, done.EffectStarted):
            group = self._group_of(event.card)
            if group is not None:
                owner, _ = self.guide.game.place[event.card]
                shown = self.guide.game.table.echo_shown[
                    self.guide.game.players[owner].splays[self.guide.game.color[event.card]]
                ]
                # Echo effects are executed from the bottom to the top.
                self._find_ranks(group, sorted(card for card in group.cards if shown[card]))
        elif isinstance(event, done.Transfer) and event.from_zone is Zone.BOARD:
            group = self._group_of(event.card)
            if group is not None:
                group.cards.discard(event.card)
                self._put_on_boards += event.to_zone is Zone.BOARD
                if self._put_on_boards > 1:
                    # The search does not follow the order in which several of them move.
                    self.guide.omit(Incomplete.ORDERS)
            pile = self.guide.game.players[event.from_owner].piles[self.guide.game.color[event.card]]
            if pile:
                self._uncover(pile[-1], event)

    def _uncover(self, top: int, event: done.Transfer) -> None:
        """Find out which card is on top of a pile after another left it."""
        group = self._group_of(top)
        if group is None:
            self.shown.add(top)
            return
        to = (event.to_owner, PLACE_OF_ZONE[event.to_zone])
        # Cards that go to another board one by one lie there in the order in which they moved.
        differ = event.to_zone is Zone.BOARD and len(group.cards) <= _MOST_RANKED
        if differ or not group.cards <= leaving(self.guide.observations, self.guide.cursor, event.from_owner, to):
            # If all of them go the same way, the order makes no difference.
            self._find(group, group.cards, lowest=False)

    def _note(self, lesson: Refinement) -> None:
        self.trial.note(lesson, self.guide.cursor)

    def _find_ranks(self, group: Group, cards: Sequence[int]) -> None:
        """Ask for one refinement for each order of some cards of a group."""
        if len(cards) < 2 or frozenset(cards) in self.ranked:
            return
        if group.start is None or len(cards) > _MOST_RANKED:
            self.guide.omit(Incomplete.ORDERS)
            return
        for order in permutations(cards):
            self._note(Ranked(order))
        raise NeedsLesson

    def _find(self, group: Group, cards: Iterable[int], *, lowest: bool) -> None:
        """Ask for one refinement for each card that may lie at an end of a group."""
        if group.start is None:
            # It was put in that order in this action.
            self.guide.omit(Incomplete.ORDERS)
            group.cards.clear()
            return
        for card in cards:
            self._note(Found(group.start, card, lowest))
        raise NeedsLesson


def _other_order(cards: Sequence[int], top: int) -> tuple[int, ...]:
    """A pile in another order than now, with a card on top; the same order would be no change."""
    below = sorted(card for card in cards if card != top)
    order = (*below, top)
    return order if order != tuple(cards) else (*reversed(below), top)
