"""Single cards that a site plays differently from what is printed: one property per deviation.

:class:`innolog.engine.ruleset.Ruleset` is a :class:`CardRulings`. The effects of the cards ask these questions, and
``innolog rules`` prints their documentation without the first line: what is printed, and what the site does.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from innolog.cards.editions import Platform


@dataclass(frozen=True, slots=True)
class CardRulings:
    """How one platform plays single cards, and situations that only effects can cause."""

    platform: Platform = field(default=Platform.BGA, kw_only=True)

    @property
    def on_bga(self) -> bool:
        """Whether the game is played on Board Game Arena, with either generation of its code."""
        return self.platform is Platform.BGA or self.platform is Platform.BGA_2024

    @property
    def gujin_must_be_on_top(self) -> bool:
        """Whether Gujin Tushu Jinsheng works only as its owner's top yellow card.

        Printed: Gujin Tushu Jinsheng works anywhere on its owner's board. Board Game Arena: it works only as the
        owner's top yellow card.
        """
        # reference/cards/rulings.md, #161.
        return self.on_bga

    @property
    def may_skip_courant(self) -> bool:
        """Whether executing another top card with The Daily Courant is optional.

        Printed: the player must execute the other top card for The Daily Courant. Board Game Arena: the player may
        decline.
        """
        return self.on_bga

    @property
    def globe_melds(self) -> bool:
        """Whether a card that comes to the board after Hunt-Lenox Globe returned top cards counts as melded.

        Printed: Hunt-Lenox Globe melds the card. Board Game Arena: it moves the card to the board without calling that
        a meld.
        """
        return not self.on_bga

    @property
    def qingming_scores(self) -> bool:
        """Whether a purple card of Along the River during the Qingming Festival counts as scored.

        Printed: Along the River during the Qingming Festival scores a purple card, which also counts for Monument.
        Board Game Arena: it moves the card to the score pile without calling that scoring.
        """
        return not self.on_bga

    @property
    def sums_missing_cards(self) -> bool:
        """Whether Kilogram of the Archives can reach a sum of ten with fewer than two returned cards.

        Printed: Kilogram of the Archives needs both cards for a sum of ten. Board Game Arena: a missing card counts as
        0, so fewer cards can reach the sum.
        """
        return self.on_bga

    @property
    def counts_bonuses_as_wealth(self) -> bool:
        """Whether The Wealth of Nations divides the whole score, with visible bonuses.

        Printed: The Wealth of Nations uses the sum of the values in the score pile. Board Game Arena: it uses the
        player's score, with visible bonuses.
        """
        return self.on_bga

    @property
    def takes_up_shown_bottoms(self) -> bool:
        """Whether revealing a bottom card takes it from its pile and tucks it again.

        Printed: Submarine H. L. Hunley reveals the bottom card without moving it. Board Game Arena: the card is taken
        from its pile and tucked again, which counts as a tuck.
        """
        return self.on_bga

    @property
    def returns_seized_relics(self) -> bool:
        """Whether a relic among a player's achievements can be returned as one of them.

        Printed: a relic among the achievements can be returned and then goes beside its supply pile (Deluxe rulebook,
        "Relic cards"). Board Game Arena: '30 World Cup Final Ball offers only the other cards.
        """
        return not self.on_bga

    @property
    def tie_wins_seikan_tunnel(self) -> bool:
        """Whether Seikan Tunnel wins with a color that only ties the largest color of another board.

        Printed: Seikan Tunnel needs the most visible cards, so a tie does not win, as with Maastricht Treaty. Board
        Game Arena: a tie wins; only a larger color on another board prevents it.
        """
        return self.on_bga

    @property
    def manifesto_gives_twice(self) -> bool:
        """Whether The Communist Manifesto excludes only the last receiver from the next card.

        Printed: The Communist Manifesto gives each player one card. Board Game Arena: only the player who received the
        last card is excluded from the next, so earlier receivers can get another.
        """
        return self.on_bga

    @property
    def looks_by_moving(self) -> bool:
        """Whether looking at the top card of a supply pile counts as a change.

        Printed: only a change of the game state earns the sharing bonus, and looking at a card changes nothing (Deluxe
        rulebook, "Sharing draw bonus"). Board Game Arena: looking at a card (Tuning Fork) moves it to the hand and
        back, which counts as a change.
        """
        return self.on_bga

    @property
    def adds_up_lost_returns(self) -> bool:
        """Whether cards returned for Democracy count later even if they did not win the first comparison.

        Printed: Democracy compares all cards that a player returned in the action. Board Game Arena: cards that a
        player returned while not in the lead are forgotten.
        """
        return not self.on_bga

    @property
    def remembers_across_executions(self) -> bool:
        """Whether cards returned for Democracy count again when the same action executes Democracy again.

        Printed: the text says "this dogma action", and the rulebook does not say which executions that includes. At the
        table only returns of one activation are added up. Board Game Arena: returns also count when the action executes
        Democracy again.
        """
        return self.on_bga

    @property
    def democracy_includes_allies(self) -> bool:
        """Whether Democracy also compares with team-mates.

        Printed: Democracy compares only with opponents. Board Game Arena: it also compares with team-mates.
        """
        return self.on_bga

    @property
    def matches_unsplayed(self) -> bool:
        """Whether a pile can be splayed like an unsplayed pile, and so be unsplayed.

        Printed: Sunglasses considers only colors that are splayed. Board Game Arena: as soon as the purple pile and
        another pile differ, the player can choose every color on the board, even without effect. So a pile can be
        unsplayed.
        """
        return self.on_bga

    @property
    def construction_includes_allies(self) -> bool:
        """Whether a team-mate with five top cards prevents Construction's achievement.

        Printed: Construction requires the player to be the only one with five top cards, team-mates included. Board
        Game Arena: a team-mate with five top cards does not prevent it.
        """
        return not self.on_bga

    @property
    def stores_scores(self) -> bool:
        """Whether the score is a stored number that some changes of a board do not update.

        Printed: visible bonuses always count (Deluxe rulebook, "Bonus icons"). Board Game Arena: a player's score is
        recalculated only if a card enters or leaves that player's board or score pile, or if a splay changes.
        Rearranging a pile (Publications) and losing a top card to DeLorean DMC-12 do not update it.
        """
        return self.on_bga

    @property
    def fission_ends_itself(self) -> bool:
        """Whether Fission, when it removes everything, ends only its own execution.

        Printed: when Fission removes everything, the whole dogma action is complete. Board Game Arena: only the
        execution of Fission ends. A card that executed Fission continues, and an earned sharing bonus is drawn. An
        endorsed Fission that ends in the first round of its demand is repeated up to its second effect.
        """
        return self.on_bga

    @property
    def pays_the_eliminated(self) -> bool:
        """Whether a player who is eliminated in their own action still draws the sharing bonus.

        Printed: a player eliminated by Exxon Valdez has lost and draws nothing. Board Game Arena: a player who is
        eliminated in their own action still draws the sharing bonus earned in it.
        """
        return self.on_bga

    @property
    def melds_drawn_again(self) -> bool:
        """Whether a card drawn earlier in the action can be melded again after it was melded.

        Printed: an endorsed Charitable Trust draws two cards and melds twice, but only cards still in hand can be
        melded. Board Game Arena: the card melded first can be melded again.
        """
        return self.on_bga

    @property
    def declining_repeats_the_last_answer(self) -> bool:
        """Whether a player who declines to name something gets the last answer of this Dogma action.

        Printed: a player who declines to name something does nothing. Board Game Arena: the last answer of any player
        in the action stays stored. Human Genome, Telegraph, Charitable Trust, Sunglasses and Magnifying Glass use it
        even after a pass. The execution of a card by another card starts without a stored answer.
        """
        return self.on_bga

    @property
    def remembers_both_rounds(self) -> bool:
        """Whether both cards count that an endorsed echo effect melded.

        Printed: Jet and Karaoke refer to the melded card; after an endorsed echo effect that is the last one. Board
        Game Arena: both cards count: Jet accepts the colors of both, and Karaoke can execute either one each time.
        """
        return self.on_bga

    @property
    def remembers_tucks_of_the_effect(self) -> bool:
        """Whether Dentures, when it repeats, continues with the color that it tucked itself.

        Printed: Dentures continues with the last card tucked due to Dentures. Board Game Arena: each time it starts
        with the card that the echo effect tucked. It does nothing if there is no card of its color, or no echo effect
        (because another card executed Dentures).
        """
        return not self.on_bga

    @property
    def empty_hand_ends_dolly(self) -> bool:
        """Whether Dolly the Sheep draws no 10 if there was no card to meld before.

        Printed: Dolly the Sheep draws a 10 even if there was no card to meld before. Board Game Arena: it does not
        draw.
        """
        return self.on_bga

    @property
    def missing_top_counts_as_ten(self) -> bool:
        """Whether Glassblowing counts a board without non-green cards as 10.

        Printed: something that does not exist has the value 0 (Deluxe rulebook, "Keywords", value). Board Game Arena:
        for Glassblowing, the lowest value of a board without non-green cards is 10.
        """
        return self.on_bga

    @property
    def allies_count_as_others(self) -> bool:
        """Whether Candles and Noodles also compare with team-mates.

        Printed: Candles and Noodles compare with all other players. Board Game Arena: they do not compare with
        team-mates.
        """
        return not self.on_bga

    @property
    def fixes_candidates(self) -> bool:
        """Whether the candidates for a choice of several cards are fixed before the first card is chosen.

        Printed: MP3 claims achievements and Cell Phone tucks cards one after the other, each by the state at that time.
        Board Game Arena: the candidates are fixed at the start. Achievements already claimed make no other one cost
        more points, and a City drawn for a splay is not offered.
        """
        return self.on_bga

    @property
    def excludes_the_outer_card(self) -> bool:
        """Whether an effect that is executed as if on another card excludes that card instead of its own.

        Printed: Cyrus Cylinder, The Daily Courant and Self Service exclude themselves by name. Board Game Arena: an
        effect that is executed as if on another card excludes that other card instead.
        """
        return self.on_bga

    @property
    def yamato_is_chosen_by_its_back(self) -> bool:
        """Whether effects that look for top cards of a value use the back of Battleship Yamato.

        Printed: Battleship Yamato has the value 11 on a board. Board Game Arena: the highest value is determined with
        11, but the cards of a value are found by the 8 on its back.
        """
        return self.on_bga

    @property
    def splays_in_any_order(self) -> bool:
        """Whether piles that are splayed or unsplayed together come in an arbitrary order.

        Printed: the order has no meaning (Plush Beweglich Rod Bear, DeLorean DMC-12). Board Game Arena: the piles come
        in the order in which the site's database returns them, and no player chooses it.
        """
        return self.on_bga

    @property
    def moonlight_needs_a_top_card(self) -> bool:
        """Whether Moonlight Sonata claims an achievement only if a card could be chosen.

        Printed: Moonlight Sonata claims an achievement in any case. Board Game Arena: it claims one only if a card
        could be chosen.
        """
        return self.on_bga

    @property
    def asks_nothing_of_an_empty_hand(self) -> bool:
        """Whether Soap skips a player who has no cards in hand.

        Printed: the player names a color for Soap first, even without cards in hand. Board Game Arena: a player without
        cards in hand does not name a color.
        """
        return self.on_bga

    @property
    def shows_only_to_compare(self) -> bool:
        """Whether Colt Paterson Revolver reveals the drawn card only if there are other cards in hand.

        Printed: Colt Paterson Revolver reveals the drawn card. Board Game Arena: if the hand was empty, the card goes
        to the hand without being revealed.
        """
        return self.on_bga

    @property
    def compares_icons_by_number(self) -> bool:
        """Whether Complex Numbers compares how often a card has each icon.

        Printed: Complex Numbers compares which icons two cards have. Board Game Arena: it compares how often each icon
        appears and ignores the plus of a city. It stops at the first top card whose icon in the top center differs from
        that of the card in hand.
        """
        return self.on_bga

    @property
    def atm_takes_crowns(self) -> bool:
        """Whether ATM takes any top card of the highest value without a crown.

        Printed: ATM takes the highest top card without a crown. Board Game Arena: it determines that card's value and
        then takes any top card of this value, with or without a crown.
        """
        return self.on_bga

    @property
    def manifesto_remembers_gifts(self) -> bool:
        """Whether The Communist Manifesto executes the last card that any executor kept in this action.

        Printed: for The Communist Manifesto each player executes the card that they gave to themselves. Board Game
        Arena: the card is remembered from one player to the next. The last card that any of them gave to themselves in
        this action is executed.
        """
        return self.on_bga

    @property
    def dancing_girl_wins_within(self) -> bool:
        """Whether Dancing Girl can win when another card executes it.

        Printed: Dancing Girl can win when another card executes it. Board Game Arena: it cannot.
        """
        return not self.on_bga

    @property
    def puzzle_cube_wins_at_once(self) -> bool:
        """Whether Puzzle Cube checks for its win after the first card.

        Printed: Puzzle Cube checks for a win after both cards. Board Game Arena: it checks after the first card.
        """
        return self.on_bga

    @property
    def single_player_decides(self) -> bool:
        """Whether A.I. and Globalization compare players rather than teams.

        Printed: A.I. and Globalization compare the scores of teams, added up (Deluxe rulebook, "Team rules"). Board
        Game Arena: they compare the scores of single players.
        """
        return self.on_bga

    @property
    def allies_tie_as_one(self) -> bool:
        """Whether team-mates who tie for the most leaves win by Bioengineering.

        Printed: Bioengineering is won by a single player with the most leaves. Board Game Arena: team-mates who tie for
        the most leaves win together.
        """
        return self.on_bga

    @property
    def eliminated_leave_specials(self) -> bool:
        """Whether a card can claim special achievements of an eliminated player.

        Printed: all cards of a player eliminated by Exxon Valdez are removed from the game. Board Game Arena: a card
        that lets a player claim a special achievement can claim one of the eliminated player's.
        """
        return self.on_bga
