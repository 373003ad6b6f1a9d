"""The rules that verdicts cite: one table, one stable id each.

``innolog rules`` lists it, every :class:`~innolog.results.result.Violation` carries one of its ids, and reports may
group by them. An id is never reused for another rule. Ids have their own type, so mypy finds a verdict that cites an
unknown rule. The games of ``tests/cheating`` break each rule at least once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from innolog.cards.editions import STANDARD, Edition
from innolog.cards.figures.decided import KARMAS

#: The ids of all rules.
RuleId = Literal[
    "setup.deal",
    "setup.opening",
    "setup.first-player",
    "turn.order",
    "turn.actions",
    "turn.action",
    "action.too-much",
    "draw.age",
    "draw.set",
    "draw.top",
    "draw.player",
    "draw.place",
    "draw.missing",
    "meld.hand",
    "meld.top",
    "achieve.claim",
    "achieve.offered",
    "achieve.special",
    "achieve.undeserved",
    "achieve.special-player",
    "cities.icons",
    "dogma.top-card",
    "dogma.icon",
    "dogma.icons",
    "dogma.sharing",
    "dogma.vulnerable",
    "dogma.order",
    "dogma.mandatory",
    "dogma.too-much",
    "dogma.card",
    "dogma.place",
    "dogma.player",
    "dogma.sharing-bonus",
    "dogma.nested",
    "endorse.condition",
    "display.action",
    "figures.draw",
    "figures.karma",
    "figures.fade",
    "figures.inspire",
    "figures.decree",
    "parley.payment",
    "junk.deck",
    "return.bottom",
    "score.keyword",
    "keyword",
    "splay.direction",
    "splay.color",
    "splay.cards",
    "splay.player",
    "splay.change",
    "splay.lost",
    "rearrange",
    "remove",
    "end.condition",
    "end.winner",
    "end.missing",
    "end.after",
    "count.score",
    "count.icons",
    "count.top",
    "count.monument",
    "count.draw",
    "card.place",
    "card.position",
    "card.identity",
    "card.shown",
    "record.contradiction",
    "native.decision",
    "native.incomplete",
    "native.after-end",
    "native.end",
    "native.digest",
    "record.gap",
    "record.pass",
    "record.choice",
]

#: The rulebook of each edition. For the first edition it is the help page of its site.
BOOKS = {
    Edition.THIRD: "Deluxe rulebook",
    Edition.FIRST: "Game help of Board Game Arena",
    Edition.FOURTH: "Rulebook of the fourth edition",
}

#: Sections of the first edition's rules by sections of the Deluxe rulebook. It has no expansions.
_FIRST = {
    "Game setup": "Start the game",
    "Your turn": "On a normal turn",
    "Skipping ages": "Draw",
    "Draw action": "Draw",
    "Meld action": "Meld",
    "Achieve action": "Achieve",
    "Score, achievements, and special achievements": "Achieve",
    "Choose a card": "Dogma (1)",
    "Sharing/vulnerability": "Dogma (2)",
    "Execute effects": "Dogma (3)",
    "Sharing draw bonus": "Dogma (4)",
    "Keywords": "Basic Keywords",
    "Splaying": "Basic Keywords",
    "Winning and game end": "End of Game",
}


#: The same for the fourth edition. Only its base set is implemented.
_FOURTH = {
    "Game setup": "Setup",
    "Your turn": "Turn Structure",
    "Skipping ages": "Draw Action",
    "Draw action": "Draw Action",
    "Meld action": "Meld Action",
    "Achieve action": "Achievements & Victory",
    "Score, achievements, and special achievements": "Achievements & Victory",
    "Choose a card": "Dogma Action",
    "Sharing/vulnerability": "Dogma Action",
    "Execute effects": "Dogma Action",
    "Sharing draw bonus": "Dogma Action",
    "Keywords": "Dogma Effect Keywords",
    "Splaying": "Dogma Effect Keywords",
    "Winning and game end": "Achievements & Victory",
    "Parley": "Parley Rules",
    "Junk": "Dogma Effect Keywords",
}
#: Sections that only the fourth edition's rulebook has.
_FOURTH_ALONE = frozenset({"Parley", "Junk"})


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: what it says in our own words, and its place in the rulebooks.

    ``section`` is a section of the Deluxe rulebook. It is empty if the rule is about records rather than the game, such
    as a log that contradicts itself. ``decided``: what no rulebook answers, and how innolog plays it.
    """

    id: RuleId
    sentence: str
    section: str = ""
    decided: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Book and section in one text, for the standard edition; empty if no rulebook contains the rule.

        For a rule of the fourth edition alone, it is that edition's.
        """
        return self.place_in(STANDARD) or (self.place_in(Edition.FOURTH) if self.section in _FOURTH_ALONE else "")

    def place_in(self, edition: Edition) -> str:
        """Book and section in one text, for an edition; empty if its rules do not contain the rule."""
        if edition is Edition.FOURTH:
            section = _FOURTH.get(self.section, "")
        elif edition is Edition.FIRST:
            section = _FIRST.get(self.section, "")
        else:
            section = "" if self.section in _FOURTH_ALONE else self.section
        return f"{BOOKS[edition]}, {section}" if section else ""


_TABLE = (
    # setup and turns
    Rule(
        "setup.deal",
        "Before the first decision every card lies where the setup of the edition and its sets puts it.",
        "Game setup",
    ),
    Rule("setup.opening", "Each player starts by melding one of the dealt cards.", "Game setup"),
    Rule(
        "setup.first-player",
        "The player whose opening card comes first in the alphabet takes the first turn.",
        "Game setup",
    ),
    Rule("turn.order", "Turns go clockwise around the table.", "Your turn"),
    Rule("turn.actions", "A turn has two actions; the first turns of a game have only one.", "Your turn"),
    Rule("turn.action", "A player can take only an action that is available at that moment.", "Your turn"),
    Rule("action.too-much", "An action does exactly what its rule says, and nothing more.", "Your turn"),
    # draw
    Rule(
        "draw.age",
        "A draw takes a card of the required age or, if that supply pile is empty, of the next higher age that is not.",
        "Skipping ages",
    ),
    Rule(
        "draw.set",
        "The cards that a player holds determine from which set the player draws.",
        "Drawing expansion cards",
    ),
    Rule("draw.top", "A draw takes the top card of its supply pile.", "Draw action"),
    Rule("draw.player", "A drawn card goes to the player who draws it.", "Draw action"),
    Rule(
        "draw.place",
        "A drawn card goes to the place that the draw specifies, normally the hand.",
        "Draw action",
    ),
    Rule(
        "draw.missing",
        "A player who takes a Draw action, or must draw for an effect, draws the card.",
        "Draw action",
    ),
    # meld
    Rule(
        "meld.hand",
        "A Meld action melds a card from the player's own hand or the own Artifact on display.",
        "Meld action",
    ),
    Rule("meld.top", "A melded card goes on top of its pile, a tucked card under it.", "Keywords"),
    # achieve
    Rule(
        "achieve.claim",
        "To claim an achievement, a player needs a top card of at least its age, and a score of five times its "
        'age for each achievement of that age that the player then has (Deluxe rulebook, "Duplicate achievement '
        'eligibility").',
        "Achieve action",
    ),
    Rule(
        "achieve.offered",
        "Score, top cards and the remaining achievements determine which achievements a player can claim.",
        "Achieve action",
    ),
    Rule(
        "achieve.special",
        "A player who meets the condition of a special achievement claims it immediately or, in the fourth edition, "
        "at the end of the action.",
        "Score, achievements, and special achievements",
    ),
    Rule(
        "achieve.undeserved",
        "A special achievement is claimed only if its condition is met.",
        "Score, achievements, and special achievements",
    ),
    Rule(
        "achieve.special-player",
        "A special achievement goes to the player who meets its condition; if several do, turn order decides.",
        "Score, achievements, and special achievements",
    ),
    Rule(
        "cities.icons",
        "A flag or fountain is an achievement exactly as long as it counts: a fountain while it is visible, "
        "a flag while it is visible and no opponent shows more cards of its color.",
        "City icons",
    ),
    # dogma
    Rule(
        "dogma.top-card",
        "A player can activate only their own top cards and, if Parley applies, those of distant players.",
        "Choose a card",
    ),
    Rule("dogma.icon", "The featured icon is the one printed on the activated card.", "Choose a card"),
    Rule(
        "dogma.icons",
        "The featured icons on all boards are counted once, when the card is activated.",
        "Sharing/vulnerability",
    ),
    Rule(
        "dogma.sharing",
        "Players with at least as many featured icons as the active player share the effects, in clockwise "
        "order, before the active player.",
        "Sharing/vulnerability",
    ),
    Rule(
        "dogma.vulnerable",
        "A demand affects only opponents with fewer featured icons than the active player; a compel affects "
        "only opponents with at least as many.",
        "Sharing/vulnerability",
    ),
    Rule("dogma.order", "Effects are executed from top to bottom.", "Execute effects"),
    Rule(
        "dogma.mandatory",
        "A player executes as much of an effect as possible, unless the effect is optional.",
        "Execute effects",
    ),
    Rule("dogma.too-much", "An effect does exactly what it says, and nothing more.", "Execute effects"),
    Rule("dogma.card", "An effect moves only the cards that it specifies.", "Execute effects"),
    Rule(
        "dogma.place",
        "An effect moves cards only from and to the places that it specifies.",
        "Execute effects",
    ),
    Rule("dogma.player", "An effect moves only cards of the players that it specifies.", "Execute effects"),
    Rule(
        "dogma.sharing-bonus",
        "The active player draws a card if an opponent shared and thereby changed anything, and otherwise draws none.",
        "Sharing draw bonus",
    ),
    Rule(
        "dogma.nested",
        "An effect that executes another card executes exactly the effects of that card that it names and, by print, "
        "the visible echo effects of its color; as a rule, for one player only.",
        "Keywords",
    ),
    Rule(
        "endorse.condition",
        "An Endorse action needs a top city with the featured icon, and a card to tuck.",
        "Endorse action",
    ),
    Rule(
        "display.action",
        "The free action of a turn applies only to the Artifact on display.",
        'Artifacts "on display"',
    ),
    Rule(
        "figures.draw",
        "A figure is drawn for sharing, and by each opponent when a player claims a standard achievement with an "
        "action; by the box of 2013, by each other player.",
        "Drawing expansion cards",
    ),
    Rule(
        "figures.karma",
        "A karma happens when its condition occurs while its figure is a top card, and a karma triggers no other.",
        "Karma effects",
        (
            "Karmas that add icons go by the icons on the cards, not by each other's. What counts icons otherwise, as"
            " points or achievements, counts those that karmas add, too.",
            "A card about to be foreshadowed on which a karma depends is revealed first, so that everybody knows it. A"
            " card about to be melded is seen by all anyway.",
            "Where a karma splays a color before an inspire action, only a color with a visible inspire effect can be"
            " chosen; what the splay then uncovers is carried out, too.",
            "Would karmas interrupt an action at most as often as there are cards in the game, and nothing in cards"
            " that execute cards more than 40 times inside each other. So an effect that is repeated comes to its end.",
            "A revealed card that a karma leaves where it is goes to the hand.",
            "Claims of special achievements that are due when a karma interrupts one of them wait until it is over, and"
            " each can be interrupted then. What the karma itself earns is claimed in it.",
            "An effect that goes on with a card which a karma has returned or removed from the game does not find it."
            " If a karma does something else with one of several cards, that card is none of the rest.",
            "If a karma moves the card first that another effect is about to move, the effect does not move it again.",
            "If a karma does something else with a card that an effect draws and melds (or tucks), there is no melded"
            " card, and nothing is done with it or because of it. The drawn card is that card, wherever it is.",
            *KARMAS,
        ),
    ),
    Rule(
        "figures.fade",
        "At the end of every action, each player scores top figures until at most one is left.",
        "Fade",
        ("The draw for sharing is part of the action, so it comes before.",),
    ),
    Rule(
        "figures.inspire",
        "An Inspire action executes the visible inspire effects of a color, and draws by its top card; once a turn.",
        "Inspire action",
    ),
    Rule(
        "figures.decree",
        "A Decree action needs figures of three values, one of them of its color, or a top figure that allows any two.",
        "Decree action",
    ),
    # keywords
    Rule(
        "parley.payment",
        "A distant player returns a card to share an effect or to avoid a demand, or is left out or vulnerable.",
        "Parley",
    ),
    Rule("junk.deck", "A supply pile is junked with all the cards that are in it.", "Junk"),
    Rule("return.bottom", "A returned card goes to the bottom of its supply pile.", "Keywords"),
    Rule(
        "score.keyword",
        "Scoring a card and transferring it to a score pile are different operations.",
        "Keywords",
    ),
    Rule(
        "keyword",
        "A card moves with the keyword that the rule or effect specifies, such as meld, tuck or score.",
        "Keywords",
    ),
    Rule("splay.direction", "A pile is splayed in the direction that the effect specifies.", "Splaying"),
    Rule("splay.color", "An effect splays only a color that it specifies.", "Splaying"),
    Rule("splay.cards", "Only a pile of two or more cards can be splayed.", "Splaying"),
    Rule("splay.player", "An effect splays only piles of the player that it specifies.", "Splaying"),
    Rule(
        "splay.change",
        "Only an effect can splay a pile, and a pile that is already splayed that way is not splayed again.",
        "Splaying",
    ),
    Rule("splay.lost", "A pile that is reduced to one card is no longer splayed.", "Splaying"),
    Rule(
        "rearrange",
        "Only an effect can change the order of a pile, and the pile keeps its cards.",
        "Execute effects",
    ),
    Rule("remove", "Only an effect can remove cards from the game.", "Execute effects"),
    # the end
    Rule(
        "end.condition",
        "The game ends only when a player has enough achievements, when a player must draw above the highest "
        "age, or when an effect ends it.",
        "Winning and game end",
    ),
    Rule("end.winner", "The way the game ends determines the winner.", "Winning and game end"),
    Rule(
        "end.missing",
        "The game ends as soon as one of its end conditions is met; in the fourth edition, achievements win at the end "
        "of an action.",
        "Winning and game end",
    ),
    Rule("end.after", "Nothing can be played after the end of the game.", "Winning and game end"),
    # what can be counted
    Rule(
        "count.score",
        "A score is the sum of the values in the score pile plus the points for visible bonuses.",
        "Score, achievements, and special achievements",
    ),
    Rule("count.icons", "An icon counts only where it is visible.", "Splaying"),
    Rule(
        "count.top",
        "A player's highest top card is the top card with the highest value on the player's board.",
        "Draw action",
    ),
    Rule(
        "count.monument",
        "For Monument, a tucked or scored card counts in the turn in which it is tucked or scored; in the fourth "
        "edition, Monument does not count them.",
        "Score, achievements, and special achievements",
    ),
    Rule(
        "count.draw",
        "A Draw action draws a card of the value of the highest top card or, if that supply pile is empty, "
        "of the next higher age that is not.",
        "Draw action",
    ),
    # cards
    Rule("card.place", "A card is in exactly one place, and moves from that place."),
    Rule("card.position", "A card lies at the position where it was put."),
    Rule("card.identity", "A card that has been seen cannot be another card later."),
    Rule(
        "card.shown",
        "Cards shown from a hand or score pile lie in it; if all are shown, they are exactly the cards in it.",
    ),
    # records
    Rule("record.contradiction", "A log must not contradict itself."),
    Rule("native.decision", "Each decision in a log in the native format answers the next choice in the game."),
    Rule("native.incomplete", "A log in the native format contains all decisions of its actions."),
    Rule("native.after-end", "A log in the native format has no decision after the end of the game."),
    Rule("native.end", "A game in the native format ends as its last line says."),
    Rule(
        "native.digest",
        "The states after the actions and at the end of a game in the native format have the digests that the log"
        " gives, for all actions or for none.",
    ),
    Rule("record.gap", "Moves may be missing from a log only if the game continues as if they had never been made."),
    Rule(
        "record.pass",
        "A pass may be missing from a log that records passes only if the game continues as if the player had declined,"
        " and the choice was not among achievements that nobody has.",
    ),
    Rule("record.choice", "A choice that a log records must be one that the player had."),
)

#: All rules by id.
RULES: dict[str, Rule] = {rule.id: rule for rule in _TABLE}


def by_the_rules(expected: str, observed: str) -> str:
    """The usual message of a violation, from two clauses: the expected event and the log's statement."""
    return f"According to the rules, {expected}, but the log says that {observed}."
