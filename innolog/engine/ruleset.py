"""One object that answers every question on which the rules of games differ.

The rules depend on the edition, the sets in play, the number of players, teams, options and the site of the game. Each
difference is a question to the :class:`Ruleset`; the engine has no other place for it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from innolog.cards.editions import (
    LIKELIEST,
    OFFERED,
    SITES,
    STANDARD,
    Edition,
    Platform,
    Printing,
    offering,
    played_by,
    texts_of,
)
from innolog.cards.facts import CardSet, CardTable, card_table
from innolog.cards.generations import USUAL, Generation
from innolog.cards.questions import Question, questions
from innolog.cards.registry import reworded
from innolog.cards.rulings import concerned, holding, not_known
from innolog.support.counting import counted
from innolog.support.errors import InnologError

__all__ = [
    "LIKELIEST",
    "OFFERED",
    "SITES",
    "STANDARD",
    "Edition",
    "Platform",
    "Printing",
    "Ruleset",
    "UnsupportedRules",
    "offers",
]

#: The parts of a description of rules, and the options in it.
_DESCRIBED = frozenset({"edition", "sets", "players", "teams", "platform", "generation", "options"})
_OPTIONS = frozenset({"extra_achievement", "relics", "figures_of_2013", *questions()})


class UnsupportedRules(InnologError, ValueError):
    """The rules asked for are not implemented."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Edition, sets, seats and options of one game.

    ``relics`` adds the five relics to Artifacts. ``teams`` gives each seat's team number, or is empty when everybody
    plays alone. ``extra_achievement`` is the Deluxe rulebook's optional longer game. ``achievements_to_win`` is the
    number of achievements that wins where it is not the rulebook's (0: it is), for positions set up by hand.
    ``readings`` are the ids of open questions of which the other reading is played (:mod:`innolog.cards.questions`).
    ``printing`` is that of Figures in the Sand, and ``generation`` that of Board Game Arena's code, which counts only
    there.

    Raises :class:`UnsupportedRules` for a combination innolog can't play.
    """

    platform: Platform = field(default=Platform.BGA, kw_only=True)
    generation: Generation = field(default=USUAL, kw_only=True)
    edition: Edition = STANDARD
    sets: frozenset[CardSet] = field(default_factory=lambda: frozenset({CardSet.BASE}))
    players: int = 2
    teams: tuple[int, ...] = ()
    extra_achievement: bool = False
    relics: bool = False
    achievements_to_win: int = 0
    printing: Printing = Printing.DELUXE
    readings: frozenset[str] = frozenset()
    #: The open questions that were asked under these rules. The other reading of any other one changes nothing.
    asked: set[str] = field(init=False, repr=False, compare=False, default_factory=set)
    _holding: dict[str, bool] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_holding", holding(self.platform, self.edition, self.generation))
        if not 2 <= self.players <= 5:
            raise UnsupportedRules(f"{counted(self.players, 'player')}; innolog supports 2 to 5")
        unknown = sorted([reading for reading in self.readings if reading not in questions()])
        if unknown:
            raise UnsupportedRules(f"no open questions: {', '.join(unknown)}")
        if self.readings and self._answers_questions:
            raise UnsupportedRules("another reading of an open question, on a site whose code answers it")
        if self.printing is not Printing.DELUXE and CardSet.FIGURES not in self.sets:
            raise UnsupportedRules("a printing of Figures in the Sand, which is not in play")
        if self.relics and CardSet.ARTIFACTS not in self.sets:
            raise UnsupportedRules("relics without Artifacts of History")
        if self._fourth and self.sets != {CardSet.BASE}:
            others = ", ".join(sorted(s.name.lower() for s in self.sets - {CardSet.BASE})) or "no base set"
            raise UnsupportedRules(f"sets of the fourth edition that are not implemented: {others}")
        if self.extra_achievement and not self.holds("can_be_longer"):
            raise UnsupportedRules("these rules have no option of one more achievement")
        if self.teams and len(self.teams) != self.players:
            raise UnsupportedRules(f"teams of {len(self.teams)} seats, but {counted(self.players, 'player')}")
        if self.teams and self.players != 4 and not self.teams_of_any_size:
            raise UnsupportedRules("a team game needs four players")
        sides = sorted(self.teams.count(team) for team in set(self.teams))
        if sides and (len(sides) < 2 if self.teams_of_any_size else sides != [2, 2]):
            words = "a team game needs two teams"
            raise UnsupportedRules(words if self.teams_of_any_size else f"{words} of two players")

    @property
    def teams_of_any_size(self) -> bool:
        """Whether there are teams of any number and size (fourth edition, "Team rules"), and not only two of two."""
        return self._fourth and self.platform not in (Platform.BGA, Platform.BGA_2024)

    def holds(self, ruling: str) -> bool:
        """Whether a ruling holds in the game (:mod:`innolog.cards.rulings`). Raises ``KeyError`` if there is none."""
        return self._holding[ruling]

    def reads(self, question: str) -> bool:
        """Whether the other reading of an open question is played (:mod:`innolog.cards.questions`)."""
        self.asked.add(question)
        return question in self.readings

    @property
    def _answers_questions(self) -> bool:
        """Whether the platform answers all open questions, since its code is known. Nobody knows that of Yucata."""
        return self.platform in (Platform.BGA, Platform.BGA_2024)

    @property
    def open_questions(self) -> list[Question]:
        """The open questions whose readings can differ in a game of this kind, if their cards are in it."""
        if self._answers_questions:
            return []
        differ = {
            "no_icon_is_shared": {CardSet.ARTIFACTS, CardSet.ECHOES} <= self.sets,
            "digs_are_draws": {CardSet.ARTIFACTS, CardSet.FIGURES} <= self.sets,
            # Figures have echo effects, too.
            "echoes_of_the_stack": CardSet.FIGURES in self.sets or {CardSet.ARTIFACTS, CardSet.ECHOES} <= self.sets,
            "teams_do_not_pay": bool(self.teams) and self._fourth and self.players >= 4,
            "claims_before_the_sharing_draw": self._fourth,
            # In the base set, Fission's demand comes before every effect that can be shared.
            "fission_leaves_the_sharing_draw": len(self.sets) > 1,
            # The fourth edition answers it.
            "the_turn_decides_who_wins": not self._fourth,
            "exxon_valdez_spares_allies": bool(self.teams),
            "allies_do_not_add": bool(self.teams),
            "other_players_include_allies": bool(self.teams) and self.edition is Edition.FIRST,
            "nobody_is_far_away": self.players >= 5 and not self._fourth,
            # Only the karma that comes last can differ.
            "free_dogma_actions_fade": CardSet.FIGURES in self.sets and self.when_karmas_come_last,
        }
        return [question for question in questions().values() if differ.get(question.id, True)]

    @property
    def the_turn_decides_who_wins(self) -> bool:
        """Whether the turn decides between players who reach the number of achievements at once (an open question)."""
        return not self._fourth and self.reads("the_turn_decides_who_wins")

    @property
    def other_players_include_allies(self) -> bool:
        """Whether team-mates are among the other players of the first edition's texts (an open question)."""
        return self.edition is Edition.FIRST and self.reads("other_players_include_allies")

    @property
    def doubtful_payments(self) -> frozenset[int]:
        """The cards whose effects on a payment are known only from single games, or not at all."""
        return concerned("doubtful_payments") if self.holds("doubtful_payments") else frozenset()

    @property
    def not_known(self) -> frozenset[str]:
        """The names of the cards that the generation of the site's code played in a way that is not known exactly.

        A log that differs from the rules in an action that executes one of them is not called illegal.
        """
        names = not_known(self.platform, self.generation)
        if not self.newer_expansions:
            return names
        cards = zip(self.table.name, self.table.set, strict=True)
        return names | {name for name, card_set in cards if name and card_set != CardSet.BASE}

    @property
    def newer_expansions(self) -> bool:
        """Whether the newer code of Board Game Arena plays expansions: innolog does not know well enough how."""
        return self.platform is Platform.BGA_2024 and self.sets != {CardSet.BASE}

    @property
    def _fourth(self) -> bool:
        return self.edition is Edition.FOURTH

    @property
    def highest_age(self) -> int:
        """The last age; an attempt to draw above it ends the game.

        Deluxe rulebook, "Draw action", and fourth edition, "Draw action" (11).
        """
        return 11 if self._fourth else 10

    @property
    def ages(self) -> range:
        """The ages of the supply piles."""
        return range(1, self.highest_age + 1)

    @property
    def achievement_ages(self) -> range:
        """The ages of the standard achievements: all but the last (Deluxe rulebook, "Game setup"; fourth: "Setup")."""
        return range(1, self.highest_age)

    @property
    def achievements_needed(self) -> int:
        """How many achievements win.

        Deluxe rulebook, "Winning and game end"; "Team rules"; "Five or more players". Fourth edition, "Four ways to
        win" and "Team rules": six for two players or teams, one less for each further one.
        """
        if self.achievements_to_win:
            return self.achievements_to_win
        expansions = len(self.sets) - 1
        seats = len(set(self.teams)) or self.players
        fewest = 3 if self._fourth else 5 if self._box_2013 else 4
        return max(fewest, 8 + expansions - seats) + self.extra_achievement

    @property
    def _box_2013(self) -> bool:
        return self.printing is Printing.BOX_2013

    @property
    def when_karmas_come_last(self) -> bool:
        """Whether the *when* karma of a figure melded with a Meld action comes after all else that the action triggers.

        Deluxe rulebook, "Action triggers" 5. Box of 2013, "Karma": immediately.
        """
        return not self._box_2013

    @property
    def everybody_else_draws_figures(self) -> bool:
        """Whether team-mates, too, draw a figure when a standard achievement is claimed with the Achieve action.

        Deluxe rulebook, "Drawing expansion cards": each opponent. Box of 2013, "Drawing expansion cards": each other
        player.
        """
        return self._box_2013

    @property
    def decrees_once_a_turn(self) -> bool:
        """Whether a turn has one Decree action at most.

        Deluxe rulebook, "New action types": as each special action. The box of 2013 limits the Inspire action alone.
        """
        return not self._box_2013

    @property
    def texts(self) -> tuple[str, ...]:
        """The names of the texts of a card, most special first: the first that it has applies."""
        return self._texts_in(self.edition)

    def _texts_in(self, edition: Edition) -> tuple[str, ...]:
        return texts_of(edition, self.platform, self._printing_in_play, self.generation)

    @property
    def _printing_in_play(self) -> Printing | None:
        return self.printing if CardSet.FIGURES in self.sets else None

    @property
    def table(self) -> CardTable:
        """What is printed on the cards, by edition and platform."""
        return card_table(self.platform.value, self.edition.value, self.printing.value if self._box_2013 else "")

    @property
    def reworded(self) -> frozenset[int]:
        """The cards in play that another edition words differently."""
        found: frozenset[int] = frozenset()
        for other in OFFERED[self.platform]:
            if other is not self.edition and not self.platform.tells_the_edition:
                found |= reworded(self.sets, self.texts, self._texts_in(other))
        return found

    @property
    def claims_after_the_action(self) -> bool:
        """Whether special achievements are claimed by their conditions when an action is over, and not at once.

        Fourth edition, "Special achievements": the first who can is found clockwise from the left of the player whose
        turn it is.
        """
        return self._fourth

    @property
    def junks(self) -> bool:
        """Whether what an effect takes out of the game goes to the junk (fourth edition, "Keywords", junk)."""
        return self._fourth

    @property
    def chains(self) -> bool:
        """Whether a card that executes itself inside another one brings a Chain Achievement (fourth edition)."""
        return self._fourth

    @property
    def has_parley(self) -> bool:
        """Whether neighbors and distant players differ (fourth edition, "Parley rules": four or more players).

        Team-mates are never distant. The site has no payments in team games (``parleys_in_teams``); whether tables have
        them is an open question (``teams_do_not_pay``).
        """
        in_teams = self.holds("parleys_in_teams") and not self.reads("teams_do_not_pay")
        return self._fourth and self.players >= 4 and (not self.teams or in_teams)

    def opening_actions(self, turn: int) -> int:
        """The number of actions in the ``turn``-th turn of the game, counted from 0 (Deluxe rulebook, "Setup" 6)."""
        short_turns = 2 if self.players >= 4 else 1
        return 1 if turn < short_turns else 2

    def same_side(self, one: int, other: int) -> bool:
        """Whether two seats are the same player or team-mates (Deluxe rulebook, "Team rules")."""
        return one == other or (bool(self.teams) and self.teams[one] == self.teams[other])

    def counts_as_many(self, icons: int, launcher_icons: int, distance: int) -> bool:
        """Whether a player with ``icons`` may share a card activated by somebody with ``launcher_icons``.

        ``distance`` is how many seats apart they sit. Deluxe rulebook, "Sharing/vulnerability" and, for players who
        are far away, "Five or more players".
        """
        if self._is_far_away(distance):
            return icons >= 2 * launcher_icons
        return icons >= launcher_icons

    def is_vulnerable(self, icons: int, launcher_icons: int, distance: int) -> bool:
        """Whether a player with ``icons`` must obey a demand of somebody with ``launcher_icons`` (same places)."""
        if self._is_far_away(distance):
            return launcher_icons > 2 * icons
        return launcher_icons > icons

    def _is_far_away(self, distance: int) -> bool:
        """Whether a player needs twice the icons because of the ``distance``: with five players, from two seats on.

        The Deluxe rulebook only recommends this, so it is an open question (``nobody_is_far_away``).
        """
        return self.players >= 5 and distance >= 2 and not (self._fourth or self.reads("nobody_is_far_away"))

    @classmethod
    def from_description(cls, described: Mapping[str, object]) -> Ruleset:
        """The rules that :meth:`describe` described. Raises :class:`UnsupportedRules` if innolog can't play them."""
        stated = described.get("options")
        options = stated if isinstance(stated, dict) else {}
        sets, teams, players = described.get("sets"), described.get("teams"), described.get("players")
        for known, told in ((_DESCRIBED, described), (_OPTIONS, options)):
            for name in told:
                if name not in known and told[name]:
                    raise UnsupportedRules(f"rules that are not known: {name!r}")
        try:
            rules = cls(
                edition=Edition(described.get("edition")),
                sets=frozenset(CardSet[str(name).upper()] for name in sets) if isinstance(sets, list) else frozenset(),
                players=players if isinstance(players, int) else 0,
                teams=tuple(int(team) for team in teams) if isinstance(teams, list) else (),
                extra_achievement=options.get("extra_achievement") is True,
                platform=Platform(described.get("platform", Platform.TABLE.value)),
                generation=Generation[str(described.get("generation") or USUAL.name)],
                relics=options.get("relics") is True,
                printing=Printing.BOX_2013 if options.get("figures_of_2013") is True else Printing.DELUXE,
                readings=frozenset(question for question in questions() if options.get(question) is True),
            )
        except (KeyError, ValueError) as error:
            raise UnsupportedRules(f"rules that are not known: {error}") from None
        is_old = rules.generation < USUAL
        if described.get("generation") is not None and not is_old:
            raise UnsupportedRules(f"{rules.generation.name} as an earlier generation of the site's code")
        if is_old and rules.platform is not Platform.BGA:
            raise UnsupportedRules(
                f"{rules.generation.name} of the site's code, but {rules.platform.value} as platform"
            )
        if (unoffered := rules.unoffered) is not None:
            raise UnsupportedRules(unoffered)
        return rules

    @property
    def unoffered(self) -> str | None:
        """The reason if no game by this earlier generation of the site's code had these rules; else None."""
        if self.generation >= USUAL or offers(self.platform, self.edition, self.sets, self.generation):
            return None
        sets = " + ".join(card_set.name.lower() for card_set in sorted(self.sets))
        choice = f"{self.edition.value} edition, {sets}"
        return f"no game by {self.generation.in_words} of the site's code had these rules: {choice}"

    def may_be_of(self, site: str, stated: str | None, *, full: bool) -> bool:
        """Whether a record of a site may be of a game by the rules of this platform, in this edition.

        The arguments are those of :func:`~innolog.cards.editions.played_by`.
        """
        rows = played_by(site, stated, full=full, figures=CardSet.FIGURES in self.sets)
        return any(row.platform is self.platform for row in offering(rows, self.edition))

    def by_hand(self, site: str) -> bool:
        """Whether somebody at a table wrote down a record of a site, of a game by these rules.

        Such a record need not say what everybody at the table sees, even of a game by the rules of a site. No site has
        the rules of a table, so a record of a game by them is written by hand, whatever its words are.
        """
        return Platform.TABLE.value in (site, self.platform.value)

    def describe(self) -> dict[str, object]:
        """The rules as plain data: edition, sets, players, teams, platform, options.

        An earlier generation of the site's code is named, too.
        """
        options: dict[str, object] = {"extra_achievement": self.extra_achievement, "relics": self.relics}
        if self._box_2013:
            options["figures_of_2013"] = True
        options.update(dict.fromkeys(sorted(self.readings), True))
        found: dict[str, object] = {
            "edition": self.edition.value,
            "sets": sorted(card_set.name.lower() for card_set in self.sets),
            "players": self.players,
            "teams": list(self.teams) or None,
            "platform": self.platform.value,
            "options": options,
        }
        if self.platform is Platform.BGA and self.generation < USUAL:
            found["generation"] = self.generation.name
        return found


def offers(
    platform: Platform, edition: Edition, sets: Collection[CardSet], generation: Generation | None = None
) -> bool:
    """Whether a platform offers games of an edition with the given sets; ``generation``: in that one of its code.

    The third edition has all the expansions. On Board Game Arena, a game of the first edition has the base set alone.
    Of the fourth edition, only the base set is implemented.
    """
    alone = edition is Edition.FOURTH or (edition is Edition.FIRST and platform is Platform.BGA)
    if edition not in OFFERED[platform] or (generation is not None and not generation.sets.issuperset(sets)):
        return False
    return not alone or set(sets) <= {CardSet.BASE}
