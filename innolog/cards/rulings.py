"""Single cards that a site plays otherwise than they are printed: one question a deviation.

The rules of a game answer them (:class:`innolog.engine.ruleset.Ruleset` is a :class:`CardRulings`), the effects of the
cards ask, and ``innolog rules`` lists them with their documentation.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from innolog.cards.editions import Platform


@dataclass(frozen=True, slots=True)
class CardRulings:
    """How one platform plays single cards, and what an effect alone can bring about."""

    platform: Platform = field(default=Platform.BGA, kw_only=True)

    @property
    def gujin_must_be_on_top(self) -> bool:
        """Whether Gujin Tushu Jinsheng works only as its owner's top yellow card.

        Printed: it has to be on the board. BGA (reference/cards/rulings.md, #161): on top.
        """
        return self.platform is Platform.BGA

    @property
    def may_skip_courant(self) -> bool:
        """Whether executing another top card with The Daily Courant can be declined (BGA's text; printed: it can't)."""
        return self.platform is Platform.BGA

    @property
    def globe_melds(self) -> bool:
        """Whether a card that comes to the board after Hunt-Lenox Globe returned top cards counts as melded.

        Printed: it is melded. BGA moves it without calling that a meld.
        """
        return self.platform is not Platform.BGA

    @property
    def qingming_scores(self) -> bool:
        """Whether a purple card of Along the River during the Qingming Festival counts as scored, for Monument too.

        Printed: it is scored. BGA moves it to the score pile without calling that scoring.
        """
        return self.platform is not Platform.BGA

    @property
    def sums_missing_cards(self) -> bool:
        """Whether Kilogram of the Archives rewards a sum of ten even where fewer than two cards were returned.

        Printed: both cards are needed. BGA counts a missing card as 0.
        """
        return self.platform is Platform.BGA

    @property
    def counts_bonuses_as_wealth(self) -> bool:
        """Whether The Wealth of Nations divides the points, visible bonuses included.

        Printed: the sum of the values in the score pile. BGA takes the player's score.
        """
        return self.platform is Platform.BGA

    @property
    def takes_up_shown_bottoms(self) -> bool:
        """Whether revealing a bottom card takes it from its pile and tucks it again (BGA does so, and counts a tuck).

        Printed (Submarine H. L. Hunley): the card is looked at where it lies.
        """
        return self.platform is Platform.BGA

    @property
    def returns_seized_relics(self) -> bool:
        """Whether a relic among a player's achievements can be chosen when one of them is to be returned.

        Deluxe rulebook, "Relic cards": a relic that is returned goes beside its supply pile. BGA ('30 World Cup Final
        Ball) offers only other cards.
        """
        return self.platform is not Platform.BGA

    @property
    def tie_wins_seikan_tunnel(self) -> bool:
        """Whether Seikan Tunnel wins with a color that equals the largest one of another board.

        Printed: it takes the most visible cards, as with Maastricht Treaty. BGA lets only a larger color prevent it.
        """
        return self.platform is Platform.BGA

    @property
    def manifesto_gives_twice(self) -> bool:
        """Whether The Communist Manifesto bars only the last receiver from the next card.

        Printed: every player gets one card. BGA forgets who got one before that.
        """
        return self.platform is Platform.BGA

    @property
    def looks_by_moving(self) -> bool:
        """Whether looking at a supply pile's top card moves it to the hand and back, which counts as a change.

        Deluxe rulebook, "Sharing draw bonus": only a change of the game state earns the bonus. On BGA the look is
        a pair of transfers and so earns it (Tuning Fork).
        """
        return self.platform is Platform.BGA

    @property
    def adds_up_lost_returns(self) -> bool:
        """Whether cards returned for Democracy count for later comparisons where they did not win the first.

        Printed: all cards returned in the action count. BGA forgets what a player returned while not ahead.
        """
        return self.platform is not Platform.BGA

    @property
    def remembers_across_executions(self) -> bool:
        """Whether what players returned for Democracy also counts when the action executes Democracy again (BGA).

        Printed: "this dogma action", which an execution by another card belongs to as well; the rulebook does not say
        which executions that includes, and at the table only those of one activation are added up.
        """
        return self.platform is Platform.BGA

    @property
    def democracy_includes_allies(self) -> bool:
        """Whether Democracy compares with team-mates, too (on BGA; the printed text says opponents)."""
        return self.platform is Platform.BGA

    @property
    def matches_unsplayed(self) -> bool:
        """Whether splaying a pile as another one is splayed may follow an unsplayed pile, and so unsplay it.

        As printed, Sunglasses looks at colors that are splayed; BGA lets every color on the board be followed, even to
        no effect, as soon as the purple pile and another one differ.
        """
        return self.platform is Platform.BGA

    @property
    def construction_includes_allies(self) -> bool:
        """Whether a team-mate with five top cards spoils Construction (printed: the only player; not on BGA)."""
        return self.platform is not Platform.BGA

    @property
    def stores_scores(self) -> bool:
        """Whether the score is a stored number that not every change of a board changes.

        Deluxe rulebook, "Bonus icons": visible bonuses count. Board Game Arena counts a player's score anew when a card
        comes to or leaves that player's board or score pile, or the splay of a pile changes; not when a pile is put in
        a new order (Publications) or loses its top card to DeLorean DMC-12 (reference/bga_behaviour.md, 10).
        """
        return self.platform is Platform.BGA

    @property
    def fission_ends_itself(self) -> bool:
        """Whether Fission, when it removes everything, ends its own execution and nothing around it.

        Printed: the dogma action is complete. On Board Game Arena a card that executes Fission goes on, a sharing bonus
        earned before is drawn, and an endorsed Fission that ends in the first round of its demand is repeated as far as
        its second effect goes (reference/bga_behaviour.md, 11).
        """
        return self.platform is Platform.BGA

    @property
    def pays_the_eliminated(self) -> bool:
        """Whether a player who was eliminated in the own action still draws the sharing bonus earned in it.

        Printed (Exxon Valdez): the player has lost. On Board Game Arena the bonus is drawn (reference/bga_behaviour.md,
        12).
        """
        return self.platform is Platform.BGA

    @property
    def melds_drawn_again(self) -> bool:
        """Whether a card drawn earlier in the action can be melded once more after it was melded.

        Endorsing Charitable Trust draws two cards and then melds twice; at the table only what is still in the hand can
        be melded, on BGA also the card melded first.
        """
        return self.platform is Platform.BGA

    @property
    def declining_repeats_the_last_answer(self) -> bool:
        """Whether a player who declines to name something gets what was last named in this Dogma action.

        Printed: who declines does nothing. BGA keeps one number for a whole action, in which every player's answer is
        stored; Human Genome, Telegraph, Charitable Trust, Sunglasses and Magnifying Glass act on it after a pass, too.
        A card that is executed by another one begins anew.
        """
        return self.platform is Platform.BGA

    @property
    def remembers_both_rounds(self) -> bool:
        """Whether both cards count that an endorsed echo effect melded (Jet: a top card of either color; Karaoke).

        The printed texts speak of the melded card; at the table it is the last one. On BGA the colors of all of them
        count for Jet, and either card can be executed for Karaoke, each time.
        """
        return self.platform is Platform.BGA

    @property
    def remembers_tucks_of_the_effect(self) -> bool:
        """Whether Dentures, executed again, goes on with the color that it tucked itself.

        Printed: the last card tucked due to Dentures. BGA begins each time with the card that the echo effect tucked,
        and does nothing if there is no card of its color, or was no echo effect (executed by another card).
        """
        return self.platform is not Platform.BGA

    @property
    def empty_hand_ends_dolly(self) -> bool:
        """Whether Dolly the Sheep draws no 10 when there is no card to meld before that (BGA; printed: it draws)."""
        return self.platform is Platform.BGA

    @property
    def missing_top_counts_as_ten(self) -> bool:
        """Whether Glassblowing counts 10 as the lowest value of a board without other than green cards.

        Deluxe rulebook, "Keywords", value: what is not there has the value 0. BGA begins its search with 10.
        """
        return self.platform is Platform.BGA

    @property
    def allies_count_as_others(self) -> bool:
        """Whether Candles and Noodles compare with team-mates, too (printed: all others; not on BGA)."""
        return self.platform is not Platform.BGA

    @property
    def fixes_candidates(self) -> bool:
        """Whether all cards among which a step of several cards chooses are fixed when the step starts.

        Printed: MP3 claims achievements, and Cell Phone tucks cards, one after the other, each by the state at that
        time. On BGA achievements already claimed make no other one dearer, and a City drawn for a splay is not offered.
        """
        return self.platform is Platform.BGA

    @property
    def excludes_the_outer_card(self) -> bool:
        """Whether an effect executed as if on another card bars that card, and not its own, from being chosen.

        Cyrus Cylinder, The Daily Courant and Self Service name themselves; BGA puts the card in its place on which the
        effect is said to be.
        """
        return self.platform is Platform.BGA

    @property
    def yamato_is_chosen_by_its_back(self) -> bool:
        """Whether effects that look for top cards of a value take the one on the back of Battleship Yamato.

        Printed: on a board its value is 11. BGA finds the value looked for with 11 and the cards with 8.
        """
        return self.platform is Platform.BGA

    @property
    def splays_in_any_order(self) -> bool:
        """Whether piles that are splayed together, or lose their splay, come in any order, which nobody chooses.

        The order has no meaning at the table (Plush Beweglich Rod Bear, DeLorean DMC-12). BGA takes the piles in the
        order in which its database returns them.
        """
        return self.platform is Platform.BGA

    @property
    def moonlight_needs_a_top_card(self) -> bool:
        """Whether Moonlight Sonata claims an achievement only if a card could be chosen (BGA; printed: in any case)."""
        return self.platform is Platform.BGA

    @property
    def asks_nothing_of_an_empty_hand(self) -> bool:
        """Whether Soap lets nobody name a color without cards in hand (BGA; printed: the color comes first)."""
        return self.platform is Platform.BGA

    @property
    def shows_only_to_compare(self) -> bool:
        """Whether Colt Paterson Revolver reveals the card drawn only when there are other cards in hand.

        Printed: it is revealed. BGA puts it into an empty hand unseen.
        """
        return self.platform is Platform.BGA

    @property
    def compares_icons_by_number(self) -> bool:
        """Whether Complex Numbers compares how often a card has each icon, the plus of a city left out.

        Printed: the same icons. BGA counts them, and leaves off at the first top card with another icon in its top
        center than the card in hand has.
        """
        return self.platform is Platform.BGA

    @property
    def atm_takes_crowns(self) -> bool:
        """Whether ATM, having found the highest top card without a crown, takes any top card of its value.

        Printed: a card without a crown. BGA asks for the value alone.
        """
        return self.platform is Platform.BGA

    @property
    def manifesto_remembers_gifts(self) -> bool:
        """Whether The Communist Manifesto executes the last card that any executor gave to himself in this action.

        Printed: each executes the card that he gave to himself. BGA remembers the card from one to the next.
        """
        return self.platform is Platform.BGA

    @property
    def dancing_girl_wins_within(self) -> bool:
        """Whether Dancing Girl can win when another card executes it (as printed; not on BGA)."""
        return self.platform is not Platform.BGA

    @property
    def puzzle_cube_wins_at_once(self) -> bool:
        """Whether Puzzle Cube looks for its win after the first card (BGA; printed: after both)."""
        return self.platform is Platform.BGA

    @property
    def single_player_decides(self) -> bool:
        """Whether A.I. and Globalization look for the single player, not the team, with least or most points.

        Deluxe rulebook, "Team rules": the scores of team-mates are added up. BGA compares the players.
        """
        return self.platform is Platform.BGA

    @property
    def allies_tie_as_one(self) -> bool:
        """Whether Bioengineering is won by team-mates who tie for most leaves (BGA; printed: a single player)."""
        return self.platform is Platform.BGA

    @property
    def eliminated_leave_specials(self) -> bool:
        """Whether special achievements of an eliminated player can still be claimed because a card says so.

        Printed (Exxon Valdez): all cards of the player are removed from the game. BGA gives them to whoever names them.
        """
        return self.platform is Platform.BGA
