"""What follows an operation, and in which order: the one place that says it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn, cast

from innolog.engine.achievements import Condition
from innolog.engine.choosing import Choosing
from innolog.engine.events import Splay
from innolog.engine.operations import BY_CONDITION, NOTHING, Claim, End, Operation
from innolog.engine.state import Player
from innolog.engine.zones import Keyword

if TYPE_CHECKING:
    from innolog.engine.expansions import Expansion
    from innolog.engine.game import Game


class GameOver(Exception):
    """Raised inside the engine when the game ends, in the middle of whatever was going on."""

    def __init__(self, how: str, winners: Sequence[int], by: int) -> None:
        super().__init__(how)
        self.how = how
        self.winners = tuple(winners)
        self.by = by


class Consequences(Choosing):
    """Flags and fountains, special achievements, lost splays and the end by achievements."""

    expansions: tuple[Expansion, ...]
    #: Those of them that count something on the boards after every change (Cities).
    board_watchers: tuple[Expansion, ...]
    #: Standing conditions of special achievements: those of the base set, and those of expansions.
    conditions: tuple[list[tuple[int, Condition]], list[tuple[int, Condition]]]

    #: The pile (a player's, of a color) that the move being performed left with one card, so that it lost its splay.
    bared: Sequence[tuple[Player, int]]

    def perform(self, op: Operation) -> int:
        """Perform an operation: :meth:`~innolog.engine.performing.Performing.perform`."""
        raise NotImplementedError

    @property
    def _game(self) -> Game:
        """This game as conditions and expansions see it."""
        return cast("Game", self)

    def _follow(
        self,
        board: bool,
        owner: Player | None = None,
        card: int = 0,
        keyword: Keyword = Keyword.TRANSFER,
        bared: Sequence[tuple[Player, int]] = (),
        achieved: bool = False,
    ) -> None:
        """Let everything follow that follows one operation, in this order.

        1. The operation itself is done and recorded.
        2. Flags and fountains are counted anew, if a board has changed (``board``): all that are lost, then all that
           are gained, from the first player on, color by color, flag before fountain. In the site's order each is a
           transfer of its own, after which special achievements are looked for (step 3).
        3. Standing special achievements, from the first player on: each claims those of the base set, then those of
           Echoes.
        4. Whether anybody has enough achievements. The game is then won, but ends only with step 7.
        5. The City achievements of this one meld or tuck, of ``card`` by ``owner``; not where the game is won. In the
           rulebook's order they belong to step 3, between the base set's and those of Echoes.
        6. The pile (a player's, of a color) that the operation ``bared``, left with one card, loses its splay, also
           where the game is won. Several are bared only if all top cards are removed.
        7. The game ends.

        The first player is the one under the effect, or the one whose turn it is
        (:attr:`~innolog.engine.ruleset.Ruleset.ties_begin_with_the_turn`); the site's order or the rulebook's is
        :attr:`~innolog.engine.ruleset.Ruleset.consequences_one_by_one`. ``achieved`` says that the operation itself
        gave somebody an achievement.

        Deluxe rulebook, "Score, achievements, and special achievements" (claimed at once, in the middle of an effect)
        and "Winning and game end"; the site's order: bga_behaviour, section 7.
        """
        won = achieved and self.is_won()
        if not self.board_watchers:
            won |= self._claim_standing(None, card, keyword) and self.is_won()
        else:
            single = self.rules.consequences_one_by_one
            if board:
                for expansion in self.board_watchers:
                    won |= expansion.after_change(self._game)
            won |= self._claim_standing(None if single else owner, card, keyword) and self.is_won()
            if single and not won and owner is not None and (keyword is Keyword.MELD or keyword is Keyword.TUCK):
                for expansion in self.board_watchers:
                    won |= expansion.after_move(self._game, owner, card, keyword) and self.is_won()
        if bared:
            self._lose_splays(bared)
        if won:
            self._end_by_achievements()

    def _lose_splays(self, bared: Sequence[tuple[Player, int]]) -> None:
        """Record that piles of one card are splayed no more; the order of several has no meaning."""
        left = {player.piles[color][-1]: (player, color) for player, color in bared}
        while left:
            cards = list(left)
            card = self.choose_card(self.current, cards) if self.rules.splays_in_any_order else cards[0]
            assert card is not None
            player, color = left.pop(card)
            self.stored_scores.pop(player.index, None)
            self.sink(Splay(player.index, color, 0, True))

    def first_players(self) -> list[Player]:
        """All players, beginning with the one who comes first where several gain something at once."""
        first = (self.turn_player if self.rules.ties_begin_with_the_turn else self.current).index
        return self.players[first:] + self.players[:first]

    def claim_standing(self) -> bool:
        """Step 3 alone; whether the game is won now."""
        return self._claim_standing(None, 0, Keyword.TRANSFER) and self.is_won()

    def _claim_standing(self, owner: Player | None, card: int, keyword: Keyword) -> bool:
        """Let whoever meets the condition of a special achievement claim it; whether anybody did."""
        # Whose board has not changed since the last look has claimed what there is to claim: without this, all
        # conditions of all players took a third of the engine's time.
        if self.modifiers:
            # What they look at may have changed otherwise.
            for player in self.players:
                player.settled = False
        waiting = [player for player in self.players if not player.settled]
        if owner is not None or len(waiting) > 1:
            waiting = self.first_players()
        claimed = False
        game = self._game
        base, echoes = self.conditions
        specials = self.specials
        for player in waiting:
            changed = not player.settled
            if changed:
                for achievement, condition in base:
                    if achievement in specials and condition(game, player):
                        claimed |= self.claim_special(player, achievement)
            if player is owner:
                for expansion in self.board_watchers:
                    claimed |= expansion.after_move(game, player, card, keyword)
            if changed:
                for achievement, condition in echoes:
                    if achievement in specials and condition(game, player):
                        claimed |= self.claim_special(player, achievement)
                player.settled = True
        return claimed

    def claim_special(self, player: Player, achievement: int, *, standing: bool = True) -> bool:
        """Give a special achievement to a player if it is still available; whether that was done.

        A ``standing`` claim follows another operation, which looks for a win when all is claimed.
        """
        if achievement not in self.specials:
            return False
        return (
            self.perform(Claim(player, self.cause if not standing else BY_CONDITION, achievement, standing)) != NOTHING
        )

    def achievements_of(self, player: Player) -> int:
        """How many achievements a player has towards victory, with those of team-mates."""
        side = [other for other in self.players if self.rules.same_side(player.index, other.index)]
        if not self.modifiers:
            return sum([len(other.achievements) for other in side])
        return sum([self._modified_achievements(other) for other in side])

    def _modified_achievements(self, player: Player) -> int:
        number = len(player.achievements)
        for modifier in self.modifiers:
            number = modifier.achievements(player, number)
        return number

    def is_won(self) -> bool:
        """Whether anybody has enough achievements to win, and that wins at once."""
        if self.wins_after_the_action:
            return False
        needed = self.rules.achievements_needed
        return any(self.achievements_of(player) >= needed for player in self.players)

    def _end_by_achievements(self) -> None:
        """End the game: whoever has most achievements wins, with all who tie for most.

        Deluxe rulebook, "Winning and game end", which leaves open what happens if two get there at once; so does the
        site, which names all who have most.
        """
        counts = [self.achievements_of(player) for player in self.players]
        most = max(counts)
        winners = [player.index for player, count in zip(self.players, counts, strict=True) if count == most]
        self._end("achievements", winners, winners[0])

    def _end(self, how: str, winners: Sequence[int], by: int) -> None:
        """End the game."""
        self.perform(End(self.current, self.cause, how, tuple(winners), by))

    def _over(self, op: End) -> NoReturn:
        raise GameOver(op.how, op.winners, op.by)

    def _store_scores(self, before: Sequence[int]) -> None:
        """After a change of boards that the site does not take for one of scores: keep those from before, by seat."""
        if self.rules.stores_scores:
            for player, score in zip(self.players, before, strict=True):
                if player.counted_score() != score:
                    self.stored_scores[player.index] = score
                else:
                    self.stored_scores.pop(player.index, None)

    def _side(self, player: Player) -> list[int]:
        return [other.index for other in self.players if self.rules.same_side(player.index, other.index)]
