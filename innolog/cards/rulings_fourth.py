"""How a site plays the fourth edition differently from what is printed: one property per deviation.

They concern games of the fourth edition alone; :mod:`innolog.cards.rulings` has those of all editions. The site is
Board Game Arena with its code of January 2024.
"""

from __future__ import annotations

from dataclasses import dataclass

from innolog.cards.editions import Edition, Platform
from innolog.cards.rulings_2024 import NewerRulings


@dataclass(frozen=True, slots=True)
class FourthRulings(NewerRulings):
    """How one platform plays the rules and cards of the fourth edition."""

    @property
    def _fourth(self) -> bool:
        return self.edition is Edition.FOURTH

    @property
    def _fourth_at_the_table(self) -> bool:
        return self._fourth and not self.on_bga

    @property
    def _fourth_on_the_site(self) -> bool:
        return self._fourth and self.on_bga

    @property
    def wins_after_the_action(self) -> bool:
        """Whether enough achievements win when the action is over, and not at once.

        Printed (fourth edition, "Four ways to win"): enough achievements win at the end of an action, after the claims
        of special achievements. Board Game Arena: they win at once, in the middle of an effect.
        """
        # reference/bga_2024_effects.md, section 1.
        return self._fourth_at_the_table

    @property
    def demands_earn_monument(self) -> bool:
        """Whether four top cards with a demand effect earn Monument at the end of an action.

        Printed (fourth edition, Monument): four top cards with a demand effect earn it. Board Game Arena: they never
        do; Masonry alone gives Monument.
        """
        # reference/bga_2024_code.md, deviation 2.
        return self._fourth_at_the_table

    @property
    def nested_changes_share(self) -> bool:
        """Whether changes that an opponent makes inside a self-executed card earn the sharing bonus.

        Printed (fourth edition, "Sharing: free draw"): everything that the shared effect causes counts. Board Game
        Arena: only changes count that are made while the card first activated is itself executed.
        """
        # reference/bga_2024_effects.md, section 1.
        return not self._fourth_on_the_site and self.platform is not Platform.BGA_2024

    @property
    def revealing_is_no_change(self) -> bool:
        """Whether showing a card and putting it back earns no sharing bonus.

        Printed (fourth edition, "Sharing: free draw"): revealing does not count. Board Game Arena: Classification,
        Specialization and Near-Field Comm move the card aside and back, which counts.
        """
        return self._fourth_at_the_table

    @property
    def paying_earns_the_bonus(self) -> bool:
        """Whether a distant opponent who returns a card to share earns the launcher the bonus by that alone.

        Printed (fourth edition, "Parley"): a distant opponent who paid has to change something with the shared effect.
        Board Game Arena: the payment counts as a change.
        """
        # reference/bga_2024_effects.md, section 1.
        return self._fourth_on_the_site

    @property
    def eliminated_finish_their_turn(self) -> bool:
        """Whether a player who loses in the first action of a turn still takes the second.

        Printed (fourth edition, "Elimination"): a player who loses is skipped from then on. Board Game Arena: the
        player still takes the second action of the turn.
        """
        # reference/bga_2024_effects.md, section 1.
        return self._fourth_on_the_site

    @property
    def junks_in_any_order(self) -> bool:
        """Whether cards that are junked together come in any order, which nobody chooses.

        Printed: the order of cards that are junked together has no meaning. Board Game Arena: it is the order in which
        the database returns them.
        """
        return self._fourth_on_the_site or self.wipes_one_by_one

    @property
    def allies_play_on(self) -> bool:
        """Whether the team-mate of a player who loses continues to play.

        Printed (fourth edition, "Team rules"): the team-mate of a player who loses may concede or continue; here they
        continue. Board Game Arena: the whole team loses.
        """
        return self._fourth_at_the_table

    @property
    def road_building_melds(self) -> bool:
        """Whether the green card that Road Building takes is melded.

        Printed (fourth edition, Road Building): the green card is melded. Board Game Arena: it is transferred.
        """
        return self._fourth_at_the_table

    @property
    def services_always_pays(self) -> bool:
        """Whether the victim of Services takes a top card even if no card has the chosen value.

        Printed (fourth edition, Services): the victim takes a top card only if a card was transferred. Board Game
        Arena: the victim takes one if the score pile was not empty.
        """
        return self._fourth_on_the_site

    @property
    def hypersonics_takes_one_color(self) -> bool:
        """Whether the second card of Hypersonics may be the one that the first uncovers.

        Printed (fourth edition, Hypersonics): two top cards of different colors are returned. Board Game Arena: it
        takes two of the same value, even if the first uncovers the second.
        """
        return self._fourth_on_the_site

    @property
    def fusion_ends_below_one(self) -> bool:
        """Whether a player can end Fusion after a 2 by naming 0, although there is a top card of value 1.

        Printed (fourth edition, Fusion): a value one or two lower is chosen; below 1 there is none. Board Game Arena:
        offers 0 as well, which no card has.
        """
        return self._fourth_on_the_site

    @property
    def junking_a_deck_can_be_passed(self) -> bool:
        """Whether a player can pass, and not only answer no, when Ecology or Suburbia offers to junk a deck.

        Printed (fourth edition, Ecology, Suburbia): the player may junk the deck. Board Game Arena: it asks for yes or
        no, and can be passed, too; only the pass is recorded.
        """
        # reference/bga_2024_effects.md, section 1.
        return self._fourth_on_the_site
