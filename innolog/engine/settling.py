"""The consequences of an action as a whole: in the fourth edition, special achievements and the end by achievements."""

from __future__ import annotations

from innolog.engine.achievements import conditions_of, is_met
from innolog.engine.junking import Junking


class Settling(Junking):
    """Claims and wins that wait for the end of an action."""

    def settle_action(self) -> None:
        """Let everybody claim special achievements, clockwise from the left of who has the turn, and look for a winner.

        Fourth edition, "Special achievements" and "Four ways to win": all players claim first. Then the player with the
        most achievements wins; of several, the first to the left. Board Game Arena ends the game as soon as one player
        has enough (``wins_after_the_action``). That player first claims all that
        they can.
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
