"""The rules on which games differ, answered by one object.

Everything that depends on the edition, the sets in play, the number of players, teams, options or the site a game was
played on is a question to the :class:`Ruleset`; the engine has no other place for it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum

from innolog.cards.facts import CardSet
from innolog.cards.registry import STANDARD
from innolog.support.counting import counted


class Edition(Enum):
    """The printed edition whose rules and texts apply."""

    FIRST = "first"
    THIRD = "third"


class Platform(Enum):
    """Who referees: some sites play a few things their own way.

    Where a site has other icons on a card than are printed, ``innolog/cards/data/deviations.csv`` lists them (Laser;
    the featured icons of three cities).
    """

    TABLE = "table"
    BGA = "bga"
    YUCATA = "yucata"


#: The sites among the platforms, by the name by which they go.
SITES = {Platform.BGA: "Board Game Arena", Platform.YUCATA: "Yucata"}


#: The parts of a description of rules, and the options in it.
_DESCRIBED = frozenset({"edition", "sets", "players", "teams", "platform", "options"})
_OPTIONS = frozenset({"extra_achievement", "relics"})


class UnsupportedRules(ValueError):
    """The rules asked for are not implemented."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Edition, sets, seats and options of one game.

    ``relics`` adds the five relics to Artifacts. ``teams`` gives each seat's team number, or is empty when everybody
    plays alone. ``extra_achievement`` is the Deluxe rulebook's optional longer game. ``achievements_to_win`` is the
    number of achievements that wins where it is not the rulebook's (0: it is), for positions set up by hand.

    Raises :class:`UnsupportedRules` for a combination innolog can't play.
    """

    edition: Edition = Edition.THIRD
    sets: frozenset[CardSet] = field(default_factory=lambda: frozenset({CardSet.BASE}))
    players: int = 2
    teams: tuple[int, ...] = ()
    extra_achievement: bool = False
    platform: Platform = Platform.BGA
    relics: bool = False
    achievements_to_win: int = 0

    def __post_init__(self) -> None:
        if not 2 <= self.players <= 5:
            raise UnsupportedRules(f"{counted(self.players, 'player')}; innolog plays 2 to 5")
        beyond = self.sets - {CardSet.BASE, CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS}
        if beyond:
            raise UnsupportedRules("sets not implemented: " + ", ".join(sorted(s.name.lower() for s in beyond)))
        if self.teams and (len(self.teams) != self.players or self.players != 4):
            raise UnsupportedRules("teams are for four players")

    @property
    def highest_age(self) -> int:
        """The last age; an attempt to draw above it ends the game (Deluxe rulebook, "Draw action")."""
        return 10

    @property
    def achievements_needed(self) -> int:
        """How many achievements win (Deluxe rulebook, "Winning and game end"; "Team rules"; "Five or more players")."""
        if self.achievements_to_win:
            return self.achievements_to_win
        expansions = len(self.sets) - 1
        seats = 2 if self.teams else self.players
        return max(4, 8 + expansions - seats) + self.extra_achievement

    @property
    def text(self) -> str:
        """Which printed wording of a card applies, where editions differ."""
        return self.edition.value if self.edition is not Edition.THIRD else STANDARD

    @property
    def shows_proof(self) -> bool:
        """Whether a hidden card whose icons or color matter is revealed before it is scored or returned (BGA)."""
        return self.platform is Platform.BGA

    @property
    def nested_dogma_echoes(self) -> bool:
        """Whether executing another card's effects executes the visible echo effects of its color, too.

        Deluxe rulebook, "Echo effects": whenever dogma effects are performed, for whatever reason. On BGA only the
        effects of the card itself count, and on Yucata, which says so in its notes on the rules.
        """
        return self.platform is Platform.TABLE

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
    def ties_begin_with_the_turn(self) -> bool:
        """Where several players meet a special achievement at once, whether the player whose turn it is comes first.

        Deluxe rulebook, "Score, achievements, and special achievements": the current player wins ties. Board Game
        Arena begins with whoever carries out the effect.
        """
        return self.platform is not Platform.BGA

    @property
    def consequences_one_by_one(self) -> bool:
        """Whether what follows a change follows one after the other, with the City achievements at the end.

        At the table whoever meets a condition claims at once, and all that one player claims comes together, in the
        order of the sets (Deluxe rulebook, "Score, achievements, and special achievements"). Board Game Arena looks for
        standing special achievements after every single flag and fountain, and gives Legend, Repute, Fame, Glory and
        Victory after everybody's, and not at all where those have won the game (reference/bga_behaviour.md, 7).
        """
        return self.platform is Platform.BGA

    @property
    def elimination_leaves_city_icons(self) -> bool:
        """Whether flags and fountains are not counted anew when a player is eliminated, but with the next change.

        Printed: a flag counts while no opponent shows more cards of its color, so at once. Board Game Arena counts them
        when a board changes next, whosever it is (reference/bga_behaviour.md, 7).
        """
        return self.platform is Platform.BGA

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
    def refuses_impossible_city_draws(self) -> bool:
        """Whether a Meld action is not allowed if the City drawn for its new color would be above the last age.

        Deluxe rulebook, "Draw action": an attempt to draw above the last age ends the game. Board Game Arena refuses
        the Meld action (reference/bga_behaviour.md, 11).
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

    def opening_actions(self, turn: int) -> int:
        """How many actions the ``turn``-th turn of the game has, counted from 0 (Deluxe rulebook, "Setup" 6)."""
        short_turns = 2 if self.players >= 4 else 1
        return 1 if turn < short_turns else 2

    def same_side(self, one: int, other: int) -> bool:
        """Whether two seats are the same player or team-mates (Deluxe rulebook, "Team rules")."""
        return one == other or (bool(self.teams) and self.teams[one] == self.teams[other])

    def counts_as_many(self, icons: int, launcher_icons: int, distance: int) -> bool:
        """Whether a player with ``icons`` may share a card activated by somebody with ``launcher_icons``.

        ``distance`` is how many seats apart they sit. Deluxe rulebook, "Sharing/vulnerability" and, for players who
        sit at least two seats away in games of five or more, "Five or more players".
        """
        if self.players >= 5 and distance >= 2:
            return icons >= 2 * launcher_icons
        return icons >= launcher_icons

    def is_vulnerable(self, icons: int, launcher_icons: int, distance: int) -> bool:
        """Whether a player with ``icons`` must obey a demand of somebody with ``launcher_icons`` (same places)."""
        if self.players >= 5 and distance >= 2:
            return launcher_icons > 2 * icons
        return launcher_icons > icons

    @classmethod
    def from_description(cls, described: Mapping[str, object]) -> Ruleset:
        """The rules that :meth:`describe` described. Raises :class:`UnsupportedRules` for any it can't play."""
        options = described.get("options")
        sets, teams, players = described.get("sets"), described.get("teams"), described.get("players")
        for known, told in ((_DESCRIBED, described), (_OPTIONS, options if isinstance(options, dict) else {})):
            for name in told:
                if name not in known and told[name]:
                    raise UnsupportedRules(f"rules that are not known: {name!r}")
        try:
            return cls(
                edition=Edition(described.get("edition")),
                sets=frozenset(CardSet[str(name).upper()] for name in sets) if isinstance(sets, list) else frozenset(),
                players=players if isinstance(players, int) else 0,
                teams=tuple(int(team) for team in teams) if isinstance(teams, list) else (),
                extra_achievement=isinstance(options, dict) and options.get("extra_achievement") is True,
                platform=Platform(described.get("platform", Platform.TABLE.value)),
                relics=isinstance(options, dict) and options.get("relics") is True,
            )
        except (KeyError, ValueError) as error:
            raise UnsupportedRules(f"rules that are not known: {error}") from None

    def describe(self) -> dict[str, object]:
        """The rules as plain data: edition, sets, players, teams, platform, options."""
        return {
            "edition": self.edition.value,
            "sets": sorted(card_set.name.lower() for card_set in self.sets),
            "players": self.players,
            "teams": list(self.teams) or None,
            "platform": self.platform.value,
            "options": {"extra_achievement": self.extra_achievement, "relics": self.relics},
        }


def offers(platform: Platform, edition: Edition, sets: Collection[CardSet]) -> bool:
    """Whether games of an edition with some sets can be set up at a place.

    The expansions in play are those printed for the third edition; on Board Game Arena a game of the first edition has
    the base set alone.
    """
    return platform is not Platform.BGA or edition is not Edition.FIRST or set(sets) <= {CardSet.BASE}


def deviations(platform: Platform) -> dict[str, str]:
    """The questions that a site answers otherwise than the rulebook, with what they ask.

    The keys are properties of :class:`Ruleset`; the words are their documentation, which says what differs and where
    the rulebook has it.
    """
    table, there = Ruleset(platform=Platform.TABLE), Ruleset(platform=platform)
    found: dict[str, str] = {}
    for name, member in vars(Ruleset).items():
        if isinstance(member, property) and getattr(table, name) != getattr(there, name):
            way = f"{'yes' if getattr(there, name) else 'not'} on {SITES[platform]}"
            found[name] = f"{' '.join((member.__doc__ or '').split())} ({way})"
    return found
