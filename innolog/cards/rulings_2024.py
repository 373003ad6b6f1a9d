"""How the newer generation of Board Game Arena's code plays the third edition: one property per deviation.

The code is of January 2024. Deviations that it shares with the older generation are in :mod:`innolog.cards.rulings`.
Each property concerns games of the third edition alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from innolog.cards.editions import STANDARD, Edition, Platform, in_newer_shape
from innolog.cards.rulings_older import OlderRulings


@dataclass(frozen=True, slots=True)
class NewerRulings(OlderRulings):
    """How the newer code plays the third edition."""

    edition: Edition = STANDARD

    @property
    def _third_by_newer_code(self) -> bool:
        return self.platform is Platform.BGA_2024 and self.edition is Edition.THIRD

    # reference/bga_2024_effects.md, section 4, for all of them.

    @property
    def monument_counts_returns(self) -> bool:
        """Whether Monument counts cards returned from the own board instead of those tucked from hand or supply.

        Printed: Monument counts the cards that a player tucks in a turn. Board Game Arena (newer code): a card tucked
        from the hand or a supply pile does not count; a card that a player returns or tucks from the own board does.
        """
        return self._third_by_newer_code

    @property
    def oars_takes_all_crowns(self) -> bool:
        """Whether Oars, in games with Echoes, transfers card after card without a draw.

        Printed: the victim of Oars draws a 1 after each card. Board Game Arena (newer code): in games with Echoes the
        victim chooses and transfers cards with a crown until none is left, and draws nothing.
        """
        return self._third_by_newer_code

    @property
    def alchemy_draws_unseen(self) -> bool:
        """Whether the cards of Alchemy go to the hand without being shown.

        Printed: Alchemy reveals the cards that it draws. Board Game Arena (newer code): they go to the hand unseen, and
        the log records only whether one of them is red.
        """
        return self._third_by_newer_code

    @property
    def may_skip_perspective(self) -> bool:
        """Whether the scoring of Perspective can be declined after the return.

        Printed (Perspective): scoring after the return is mandatory. Board Game Arena (newer code, both editions): it
        can be declined.
        """
        return self.on_bga and in_newer_shape(self.platform, self.edition)

    @property
    def must_use_reformation(self) -> bool:
        """Whether the tucking of Reformation is mandatory.

        Printed: the player may tuck a card for every two leaves. Board Game Arena (newer code): the player must.
        """
        return self._third_by_newer_code

    @property
    def industrialization_counts_while_drawing(self) -> bool:
        """Whether Industrialization looks at a color for factories when its turn comes.

        Printed: the colors with a factory are counted before the first card is tucked. Board Game Arena (newer code):
        one color after the other is looked at, so that a tucked card can add a factory to a later one.
        """
        return self._third_by_newer_code

    @property
    def combustion_counts_the_victims_crowns(self) -> bool:
        """Whether the number of cards for Combustion comes from the victim's crowns.

        Printed: one card for every four crowns on the demanding player's board. Board Game Arena (newer code): for
        every four on the victim's own board.
        """
        return self._third_by_newer_code

    @property
    def self_service_wins_with_a_tie(self) -> bool:
        """Whether Self Service wins if nobody has more achievements.

        Printed: a player needs more achievements than each other player. Board Game Arena (newer code): a tie is
        enough.
        """
        return self._third_by_newer_code

    @property
    def mass_media_names_elevens(self) -> bool:
        """Whether 11 can be named for Mass Media.

        Printed: the values are those of the supply piles, up to 10. Board Game Arena (newer code): 11 is offered, too.
        """
        return self._third_by_newer_code

    @property
    def wipes_one_by_one(self) -> bool:
        """Whether the cards that Fission removes are moved one by one.

        Printed: all hands, boards and score piles are removed at once. Board Game Arena (newer code): they are removed
        one by one, in the order of its database, with the lost splays recorded in between.
        """
        return self._third_by_newer_code

    @property
    def returns_the_display_last(self) -> bool:
        """Whether the Artifact on display is returned only after the sharing bonus is drawn.

        Printed: the Artifact is returned when its dogma is over, before the sharing bonus (Deluxe rulebook, "Artifacts
        on display"). Board Game Arena (newer code): after it.
        """
        return self._third_by_newer_code

    @property
    def junks_supply_piles(self) -> bool:
        """Whether Philosopher's Stone, Kilogram of the Archives and Dead Sea Scrolls junk supply piles.

        Printed: they do not. Board Game Arena (newer code): the first junks the supply pile whose value is the sum of
        the values of the cards scored; the second that of the values of the cards returned, unless it is ten; the third
        that of the Artifacts from which it drew.
        """
        # reference/bga_2024_code.md, section C; reference/bga_2024_more.md.
        return self._third_by_newer_code

    @property
    def ruler_foreshadows(self) -> bool:
        """Whether Ruler has an effect beside its echo effect.

        Printed: the effect of Ruler does nothing. Board Game Arena (newer code): the player draws two Echoes cards of
        value 1, foreshadows one of them and returns the other.
        """
        return self._third_by_newer_code

    @property
    def baghdad_battery_melds_one(self) -> bool:
        """Whether Baghdad Battery melds one card, after which nothing follows.

        Printed: the player melds two cards. Board Game Arena (newer code): the player melds one.
        """
        return self._third_by_newer_code

    @property
    def necronomicon_keeps_first(self) -> bool:
        """Whether the card that Necronomicon reveals goes to the hand before anything else happens.

        Printed: the card stays revealed while its color is looked at. Board Game Arena (newer code): it goes to the
        hand first, and is returned with the hand if it is yellow.
        """
        return self._third_by_newer_code

    @property
    def big_bang_draws_unseen(self) -> bool:
        """Whether the 10 that The Big Bang removes goes to the hand first, unseen.

        Printed: a 10 is drawn and removed. Board Game Arena (newer code): it is drawn into the hand without being
        shown, and then removed.
        """
        return self._third_by_newer_code

    @property
    def priest_king_scores_unseen(self) -> bool:
        """Whether the card that Priest-King scores is not shown.

        Printed: a card from the hand is scored; nothing says that it is shown. Board Game Arena (newer code): it is not
        shown; the older code shows it, because its color matters.
        """
        return self._third_by_newer_code

    @property
    def molasses_reef_caravel_draws_nothing(self) -> bool:
        """Whether Molasses Reef Caravel draws no cards.

        Printed: after the hand is returned, three 4s are drawn. Board Game Arena (newer code): nothing is drawn.
        """
        return self._third_by_newer_code

    @property
    def moonlight_sonata_junks(self) -> bool:
        """Whether Moonlight Sonata junks an achievement.

        Printed: the player claims an available achievement, eligible or not. Board Game Arena (newer code): the player
        junks one.
        """
        return self._third_by_newer_code

    @property
    def linguistics_tells_late(self) -> bool:
        """Whether the bonus of Linguistics is recorded after the draw.

        Printed: a card of value equal to one of the bonuses is drawn. Board Game Arena (newer code): the same; the
        value is recorded only after the draw, also where there was nothing to choose.
        """
        return self._third_by_newer_code
