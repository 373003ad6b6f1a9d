"""How Board Game Arena plays payments of distant players (fourth edition, "Parley"): one property per card.

Printed: a distant player returns a card from the hand, and nothing else happens. That code lets the card of the
activated effects handle the chosen card, as if the effects had asked for it. For most cards the two are the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from innolog.cards.rulings_fourth import FourthRulings

#: The cards that handle a payment in a way of their own, or may do so, by their numbers on the site.
_HANDLING: Final = frozenset(
    {
        *(5, 9, 12, 18, 19, 21, 28, 32, 42, 50, 61, 62, 66, 69, 72, 73, 80, 81, 83, 84, 91, 92, 100, 102),
        *(443, 446, 447, 448),
    }
)


@dataclass(frozen=True, slots=True)
class ParleyRulings(FourthRulings):
    """How one platform plays payments of distant players to share effects and to avoid demands."""

    # reference/bga_2024_more.md and the games of corpus/bga_parley, for all of them.

    @property
    def doubtful_payments(self) -> frozenset[int]:
        """The cards whose effects on a payment are known only from single games, or not at all.

        Printed (fourth edition, "Parley"): a distant player who shares or avoids a demand returns a card, and nothing
        else happens. Board Game Arena (newer code): the activated card handles the payment. For 28 cards innolog knows
        only what recorded games show; an action with another payment under one of them is not judged.
        """
        return _HANDLING if self._fourth_on_the_site else frozenset()

    @property
    def oars_counts_payments(self) -> bool:
        """Whether a payment under Oars counts as a transferred card.

        Printed (fourth edition, Oars, "Parley"): a payment is no transfer. Board Game Arena (newer code): after a
        payment, Oars counts a card as transferred, so that nobody draws a 1.
        """
        return self._fourth_on_the_site

    @property
    def canal_building_junks_for_payment(self) -> bool:
        """Whether a payment under Canal Building junks the supply pile of age 3 and returns no card.

        Printed (fourth edition, "Parley"): the player who pays returns a card. Board Game Arena (newer code): under
        Canal Building no card is returned; the supply pile of age 3 is junked, and the player counts as having paid.
        """
        return self._fourth_on_the_site

    @property
    def bicycle_refuses_payment(self) -> bool:
        """Whether a payment under Bicycle returns no card.

        Printed (fourth edition, "Parley"): the player who pays returns a card. Board Game Arena (newer code): under
        Bicycle no card is returned; the player is recorded as declining the exchange, and counts as having paid.
        """
        return self._fourth_on_the_site

    @property
    def agriculture_scores_for_payment(self) -> bool:
        """Whether a player who pays under Agriculture draws and scores a card of value one higher.

        Printed (fourth edition, "Parley"): the player who pays returns a card, and nothing else happens. Board Game
        Arena (newer code): under Agriculture the player also draws and scores a card of value one higher.
        """
        return self._fourth_on_the_site

    @property
    def exchanges_spare_payments(self) -> bool:
        """Whether a player can avoid the demands of Medicine and Sanitation without returning a card.

        Printed (fourth edition, "Parley"): the player who avoids a demand returns a card. Board Game Arena (newer
        code): under Medicine and Sanitation the chosen card can stay where it is, and the player counts as having paid.
        """
        return self._fourth_on_the_site

    @property
    def city_states_draws_for_payment(self) -> bool:
        """Whether a player who pays under City States draws a 1.

        Printed (fourth edition, "Parley"): the player who pays returns a card, and nothing else happens. Board Game
        Arena (newer code): under City States the player also draws a 1.
        """
        return self._fourth_on_the_site
