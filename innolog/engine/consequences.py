"""The consequences of an operation in every game, and their order: the only place that defines it.

What expansions add comes after them (``perform`` in :mod:`innolog.engine.performing`).

In the fourth edition, special achievements and the end by achievements wait for the end of the action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from innolog.engine.achievements import MONUMENT, Condition, conditions_of, is_met
from innolog.engine.choosing import Choosing
from innolog.engine.events import Splay
from innolog.engine.operations import BY_CONDITION, NOTHING, Claim, End, Operation
from innolog.engine.state import Player
from innolog.engine.zones import Keyword

if TYPE_CHECKING:
    from innolog.engine.expansions import Expansion
    from innolog.engine.game import Game


class GameOver(Exception):
    """Raised inside the engine when the game ends, possibly in the middle of an effect."""

    def __init__(self, how: str, winners: Sequence[int], by: int, *, alone: bool) -> None:
        super().__init__(how)
        self.how = how
        self.winners = tuple(winners)
        self.by = by
        self.alone = alone


class Consequences(Choosing):
    """Flags and fountains, special achievements, lost splays and the end by achievements."""

    expansions: tuple[Expansion, ...]
    #: Those that count something on the boards after every change (Cities).
    board_watchers: tuple[Expansion, ...]
    #: Standing conditions of special achievements: those of the base set, and those of expansions.
    conditions: tuple[list[tuple[int, Condition]], list[tuple[int, Condition]]]

    #: A copy of ``claims_at_checkpoints``, and whether one is reached now.
    claims_at_checkpoints: bool
    at_checkpoint: bool
    #: A copy of ``only_movers_claim``, and the players of the current move or splay.
    only_movers_claim: bool
    movers: Sequence[Player | None]
    #: True when a new order earns nothing by itself, so that a later move of any card may (not ``rearranging_earns``).
    any_move_earns: bool
    #: The claims (player's index, achievement) that were due when one of them was interrupted. They wait for the karma.
    waiting_claims: Sequence[tuple[int, int]]
    #: The pile (player, color) that the current move has left with one card, so that it loses its splay.
    bared: Sequence[tuple[Player, int]]

    def perform(self, op: Operation) -> int:
        """Perform an operation: :meth:`~innolog.engine.performing.Performing.perform`.

        Raises NotImplementedError here, where it is only declared.
        """
        raise NotImplementedError

    @property
    def _game(self) -> Game:
        """This game as the hooks of expansions see it: :class:`~innolog.engine.game.Game`."""
        raise NotImplementedError

    def _follow(
        self,
        board: bool,
        owner: Player | None = None,
        card: int = 0,
        keyword: Keyword = Keyword.TRANSFER,
        bared: Sequence[tuple[Player, int]] = (),
        achieved: bool = False,
    ) -> None:
        """Carry out the consequences of one operation, in this order.

        1. The operation itself is done and recorded (before the call).
        2. If a board has changed (``board``), flags and fountains are counted again: first all that are lost, then all
           that are gained, from the first player on, color by color, flag before fountain. In the site's order each is
           a transfer of its own, followed by step 3. One generation of the site's code took away what is lost only
           after step 3 (``loses_city_icons_late``).
        3. Standing special achievements, from the first player on: each player claims those of the base set, then those
           of Echoes.
        4. If anybody has enough achievements, the game is won. It ends only with step 7.
        5. The City achievements of this meld or tuck of ``card`` by ``owner``, unless the game is won. In the
           table's order they belong to step 3, between the base set's and those of Echoes.
        6. It is recorded that the piles in ``bared`` (player, color), which the operation left with one card, are not
           splayed any more (the boards of step 3 already show it), even if the game is won. There are several only if
           an effect removes all top cards.
        7. The game ends.

        The first player is the one who carries out the effect, or the one whose turn it is
        (``ties_begin_with_the_turn``). The order is the site's or the table's
        (``consequences_one_by_one``). ``achieved``: True when the operation itself
        gave somebody an achievement.

        Deluxe rulebook, "Score, achievements, and special achievements" (claimed at once, in the middle of an effect)
        and "Winning and game end". The site's order was read from its games.
        """
        won = achieved and self.is_won()
        if not self.board_watchers:
            won |= self._claim_standing(None, card, keyword) and self.is_won()
        else:
            single = self.rules.holds("consequences_one_by_one")
            if board:
                for expansion in self.board_watchers:
                    won |= expansion.after_change(self._game)
            won |= self._claim_standing(None if single else owner, card, keyword) and self.is_won()
            if board and self.rules.holds("loses_city_icons_late"):
                for expansion in self.board_watchers:
                    expansion.after_claims(self._game)
            if single and not won and owner is not None and (keyword is Keyword.MELD or keyword is Keyword.TUCK):
                for expansion in self.board_watchers:
                    won |= expansion.after_move(self._game, owner, card, keyword) and self.is_won()
        if self.modifiers:
            # They may let more count as an achievement than was claimed.
            won |= self.is_won()
        if bared:
            self._lose_splays(bared)
        if won:
            self._end_by_achievements()

    def _lose_splays(self, bared: Sequence[tuple[Player, int]]) -> None:
        """Record that piles of one card have lost their splay. The order of several has no effect."""
        left = {player.piles[color][-1]: (player, color) for player, color in bared}
        for card in self.one_by_one(self.current, left) if self.rules.holds("splays_in_any_order") else left:
            player, color = left[card]
            self.stored_scores.pop(player.index, None)
            self.sink(Splay(player.index, color, 0, True))

    def first_players(self) -> list[Player]:
        """All players, beginning with the one who comes first if several gain something at once."""
        first = (self.turn_player if self.rules.holds("ties_begin_with_the_turn") else self.current).index
        return self.players[first:] + self.players[:first]

    def claim_standing(self) -> bool:
        """Step 3 alone. Returns whether the game is won now."""
        return self._claim_standing(None, 0, Keyword.TRANSFER) and self.is_won()

    def _claim_standing(self, owner: Player | None, card: int, keyword: Keyword) -> bool:
        """Let all players who meet the condition of a special achievement claim it. Returns whether anybody did."""
        # A player whose board has not changed since the last check has nothing new to claim. Checking all conditions of
        # all players took a third of the engine's time.
        if self.modifiers:
            # They may depend on more than the board.
            for player in self.players:
                if player.modifiers:
                    player.claims_checked = False
        waiting = [player for player in self.players if not player.claims_checked]
        if self.only_movers_claim:
            waiting = [player for player in waiting if player in self.movers]
        if self.claims_at_checkpoints and not self.at_checkpoint:
            return self._claim_counted(waiting)
        if owner is not None or len(waiting) > 1:
            waiting = [player for player in self.first_players() if player is owner or player in waiting]
        claimed = False
        game = self._game
        base, echoes = self.conditions
        specials = self.specials
        for player in waiting:
            changed = not player.claims_checked
            if changed:
                for achievement, condition in base:
                    if achievement in specials and self._meets(achievement, condition, player):
                        claimed |= self.claim_special(player, achievement)
            if player is owner:
                for expansion in self.board_watchers:
                    claimed |= expansion.after_move(game, player, card, keyword)
            if changed:
                for achievement, condition in echoes:
                    if achievement in specials and self._meets(achievement, condition, player):
                        claimed |= self.claim_special(player, achievement)
                player.claims_checked = not self.waiting_claims
        return claimed

    def due_claims(self) -> list[tuple[int, int]]:
        """All standing claims (player's index, achievement) that can be made now."""
        return [
            (player.index, achievement)
            for player in self.players
            if not player.claims_checked
            for conditions in self.conditions
            for achievement, condition in conditions
            if achievement in self.specials and self._meets(achievement, condition, player)
        ]

    def _claim_counted(self, players: Sequence[Player]) -> bool:
        """Let players claim Monument alone. All else waits for a checkpoint."""
        claimed = False
        for player in players:
            for achievement, condition in self.conditions[0]:
                if achievement == MONUMENT and achievement in self.specials and condition(self, player):
                    claimed |= self.claim_special(player, achievement)
        return claimed

    def reach_checkpoint(self) -> None:
        """Let all players claim what waited (``claims_at_checkpoints``)."""
        if not self.claims_at_checkpoints:
            return
        self.at_checkpoint = True
        won = self.claim_standing()
        self.at_checkpoint = False
        if won:
            self._end_by_achievements()

    def settle_action(self) -> None:
        """Let everybody claim special achievements, clockwise from the left of who has the turn, and look for a winner.

        Fourth edition, "Special achievements" and "Four ways to win": all players claim first. Then the player with the
        most achievements wins; of several, the first to the left. Board Game Arena ends the game as soon as one player
        has enough (``wins_after_the_action``). That player first claims all that they can.
        """
        rules = self.rules
        clockwise = self.in_turn_order(self.turn_player)
        conditions, specials = conditions_of(rules), self.specials
        for player in clockwise:
            for achievement, condition in conditions:
                if achievement in specials and is_met(achievement, condition, self, player):
                    self.claim_special(player, achievement)
            if not rules.holds("wins_after_the_action") and self.is_won():
                self._end_by_achievements()
        if not rules.holds("wins_after_the_action"):
            return
        counts = [self.achievements_of(player) for player in clockwise]
        if max(counts) >= rules.achievements_needed:
            first = clockwise[counts.index(max(counts))]
            self._end("achievements", self._side(first), first.index)

    def _meets(self, achievement: int, condition: Condition, player: Player) -> bool:
        if self.waiting_claims and (player.index, achievement) in self.waiting_claims:
            return False
        answer = is_met(achievement, condition, self, player)
        for modifier in player.modifiers:
            answer = modifier.meets(player, achievement, answer)
        return answer

    def claim_special(self, player: Player, achievement: int, *, standing: bool = True) -> bool:
        """Give a special achievement to a player if it is still available. Returns whether it was.

        A ``standing`` claim is a consequence of another operation, which checks for a win after all claims.
        """
        if achievement not in self.specials:
            return False
        return (
            self.perform(Claim(player, self.cause if not standing else BY_CONDITION, achievement, standing)) != NOTHING
        )

    def achievements_of(self, player: Player) -> int:
        """The number of achievements that count towards a player's victory, including those of team-mates."""
        side = [other for other in self.players if self.rules.same_side(player.index, other.index)]
        if not self.modifiers:
            return sum([len(other.achievements) for other in side])
        return sum([self.own_achievements(other) for other in side])

    def own_achievements(self, player: Player) -> int:
        """How many achievements a player has, those of team-mates not counted."""
        number = len(player.achievements)
        for modifier in player.modifiers:
            number = modifier.achievements(player, number)
        return number

    def compared_achievements(self, player: Player) -> int:
        """The achievements that an effect compares: those of the team, or of the player (``allies_do_not_add``)."""
        # A team-mate can be compared only alone.
        alone = self.rules.reads("allies_do_not_add") or self.rules.other_players_include_allies
        return self.own_achievements(player) if alone else self.achievements_of(player)

    def is_won(self) -> bool:
        """Whether anybody has enough achievements to win.

        False if that is checked only after the action, or if the game is about to end and a karma comes before that.
        """
        if self.wins_after_the_action or self.ending:
            return False
        needed = self.rules.achievements_needed
        return any(self.achievements_of(player) >= needed for player in self.players)

    def _end_by_achievements(self) -> None:
        """End the game. All players with the most achievements win.

        Deluxe rulebook, "Winning and game end", does not say what happens if two players reach the number at once
        (``the_turn_decides_who_wins``). The site names all who have the most.
        """
        most = max([self.achievements_of(player) for player in self.players])
        winners = [player.index for player in self.players if self.achievements_of(player) == most]
        if winners != self._side(self.players[winners[0]]) and self.rules.the_turn_decides_who_wins:
            winners = self._side(next(player for player in self.first_players() if player.index in winners))
        self._end("achievements", winners, winners[0])

    def _end(self, how: str, winners: Sequence[int], by: int, *, alone: bool = False) -> None:
        """End the game. ``alone``: whether because all others have lost."""
        self.ending = True
        try:
            self.perform(End(self.current, self.cause, how, tuple(winners), by, alone=alone))
        finally:
            self.ending = False

    def _end_if_one_side_is_left(self, me: Player, *, allies: bool) -> None:
        """End the game if all who are left after a player has lost are on one side; they win.

        ``allies``: True when the player's team-mates do not lose, too.
        """
        left = [player for player in self.everyone if player is not me]
        if not allies:
            left = [player for player in left if not self.rules.same_side(player.index, me.index)]
        if left and all(self.rules.same_side(left[0].index, player.index) for player in left):
            self._end("dogma", self._side(left[0]), left[0].index, alone=True)

    def _store_scores(self, before: Sequence[int]) -> None:
        """Keep the scores from ``before`` (by seat) after a change that the site does not count as one of scores."""
        if self.rules.holds("stores_scores"):
            for player, score in zip(self.players, before, strict=True):
                if player.counted_score() != score:
                    self.stored_scores[player.index] = score
                else:
                    self.stored_scores.pop(player.index, None)

    def _side(self, player: Player) -> list[int]:
        return [other.index for other in self.players if self.rules.same_side(player.index, other.index)]
