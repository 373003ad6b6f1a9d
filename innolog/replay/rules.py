"""The rules that verdicts cite: one table, one stable id each.

``innolog rules`` lists it, every :class:`~innolog.replay.result.Violation` carries one of its ids, and reports may
group by them. An id is never reused for another rule.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: what it says, in our own words, and where the rulebooks say it.

    ``book`` is empty for rules of records rather than of the game (a log that contradicts itself).
    """

    id: str
    sentence: str
    book: str = ""
    section: str = ""

    @property
    def place(self) -> str:
        """Book and section in one text; empty where no rulebook has it."""
        return f"{self.book}, {self.section}" if self.book else ""


_DELUXE = "Deluxe rulebook"

_TABLE = (
    # setup and turns
    Rule("setup.opening", "Everybody opens by melding one of the dealt cards.", _DELUXE, "Game setup"),
    Rule("setup.first-player", "The opening card that is first in the alphabet begins.", _DELUXE, "Game setup"),
    Rule("turn.order", "Turns pass clockwise.", _DELUXE, "Your turn"),
    Rule("turn.actions", "A turn has two actions; the first turns of a game have one.", _DELUXE, "Your turn"),
    Rule("turn.action", "An action is one of those open to the player at that moment.", _DELUXE, "Your turn"),
    Rule("action.too-much", "An action does what it says and nothing beside.", _DELUXE, "Your turn"),
    # draw
    Rule(
        "draw.age", "A draw takes the wanted age, or the next higher one that is not empty.", _DELUXE, "Skipping ages"
    ),
    Rule(
        "draw.set",
        "Which supply pile a draw takes from follows from the cards held.",
        _DELUXE,
        "Drawing expansion cards",
    ),
    Rule("draw.top", "A draw takes the top card of its supply pile.", _DELUXE, "Draw action"),
    Rule("draw.player", "A drawn card goes to whoever draws.", _DELUXE, "Draw action"),
    Rule("draw.place", "A drawn card goes where the draw says, as a rule to the hand.", _DELUXE, "Draw action"),
    Rule("draw.missing", "Whoever takes a Draw action or must draw, draws.", _DELUXE, "Draw action"),
    # meld
    Rule("meld.hand", "A Meld action plays a card from one's own hand.", _DELUXE, "Meld action"),
    Rule("meld.top", "A melded card goes on top of its pile, a tucked one under it.", _DELUXE, "Keywords"),
    # achieve
    Rule(
        "achieve.claim",
        "A claim needs five points for each step of age and a top card of that age.",
        _DELUXE,
        "Achieve action",
    ),
    Rule(
        "achieve.offered",
        "The ages open to a claim follow from score, top cards and what is left.",
        _DELUXE,
        "Achieve action",
    ),
    Rule(
        "achieve.special",
        "Whoever meets the condition of a special achievement takes it at once.",
        _DELUXE,
        "Score, achievements, and special achievements",
    ),
    Rule(
        "achieve.undeserved",
        "A special achievement is taken only when its condition is met.",
        _DELUXE,
        "Score, achievements, and special achievements",
    ),
    Rule(
        "achieve.special-player",
        "A special achievement goes to the player who meets its condition, in turn order.",
        _DELUXE,
        "Score, achievements, and special achievements",
    ),
    Rule("cities.icons", "Flags and fountains are achievements exactly while they are visible.", _DELUXE, "City icons"),
    # dogma
    Rule("dogma.top-card", "Only one's own top cards can be activated.", _DELUXE, "Choose a card"),
    Rule("dogma.icon", "The featured icon is the one printed on the activated card.", _DELUXE, "Choose a card"),
    Rule(
        "dogma.icons",
        "The featured icons on all boards are counted once, when the card is activated.",
        _DELUXE,
        "Sharing/vulnerability",
    ),
    Rule(
        "dogma.sharing",
        "Whoever has as many featured icons shares, clockwise, before the active player.",
        _DELUXE,
        "Sharing/vulnerability",
    ),
    Rule(
        "dogma.vulnerable",
        "A demand reaches only opponents with fewer featured icons.",
        _DELUXE,
        "Sharing/vulnerability",
    ),
    Rule("dogma.order", "Effects are carried out from top to bottom.", _DELUXE, "Execute effects"),
    Rule(
        "dogma.mandatory",
        "Effects are carried out as far as possible unless they say that one may.",
        _DELUXE,
        "Execute effects",
    ),
    Rule("dogma.too-much", "An effect does what it says and nothing beside.", _DELUXE, "Execute effects"),
    Rule("dogma.card", "An effect moves the cards it names.", _DELUXE, "Execute effects"),
    Rule("dogma.place", "An effect moves cards from and to the places it names.", _DELUXE, "Execute effects"),
    Rule("dogma.player", "An effect moves the cards of the players it names.", _DELUXE, "Execute effects"),
    Rule(
        "dogma.sharing-bonus",
        "The active player draws a card if an opponent's sharing changed anything, else not.",
        _DELUXE,
        "Sharing draw bonus",
    ),
    Rule(
        "dogma.nested",
        "Executing another card's effects begins and ends with that card and concerns one player.",
        _DELUXE,
        "Keywords",
    ),
    Rule(
        "endorse.condition",
        "An Endorse action needs a top city with the featured icon and a card to tuck.",
        _DELUXE,
        "Endorse action",
    ),
    Rule(
        "display.action",
        "The free action of a turn concerns the Artifact on display.",
        _DELUXE,
        'Artifacts "on display"',
    ),
    # keywords
    Rule("return.bottom", "A returned card goes to the bottom of its supply pile.", _DELUXE, "Keywords"),
    Rule("score.keyword", "Scoring a card and transferring it to a score pile are not the same.", _DELUXE, "Keywords"),
    Rule("keyword", "A card moves by the keyword that the rule names.", _DELUXE, "Keywords"),
    Rule("splay.direction", "A pile is splayed in the direction that the effect names.", _DELUXE, "Splaying"),
    Rule("splay.color", "A pile is splayed only in a color that the effect names.", _DELUXE, "Splaying"),
    Rule("splay.cards", "Only a pile of two or more cards can be splayed.", _DELUXE, "Splaying"),
    Rule("splay.player", "An effect splays piles of the player it names.", _DELUXE, "Splaying"),
    Rule(
        "splay.change",
        "A pile that lies so already is not splayed again, and none is splayed without an effect.",
        _DELUXE,
        "Splaying",
    ),
    Rule("splay.lost", "A pile that is down to one card is splayed no more.", _DELUXE, "Splaying"),
    Rule(
        "rearrange",
        "A pile is put in a new order only by an effect that says so, and keeps its cards.",
        _DELUXE,
        "Execute effects",
    ),
    Rule("remove", "Cards leave the game only by an effect that says so.", _DELUXE, "Execute effects"),
    # the end
    Rule(
        "end.condition",
        "The game ends when somebody has enough achievements, must draw too high, or by a card.",
        _DELUXE,
        "Winning and game end",
    ),
    Rule("end.winner", "The winner follows from the way the game ended.", _DELUXE, "Winning and game end"),
    Rule("end.missing", "A game whose ending is reached is over.", _DELUXE, "Winning and game end"),
    Rule("end.after", "Nothing is played after the end.", _DELUXE, "Winning and game end"),
    # what can be counted
    Rule(
        "count.score",
        "The score is the sum of the values in the score pile, and of visible bonuses.",
        _DELUXE,
        "Score, achievements, and special achievements",
    ),
    Rule("count.icons", "Icons count where they are visible.", _DELUXE, "Splaying"),
    Rule("count.top", "The highest top card is a fact of the board.", _DELUXE, "Draw action"),
    Rule(
        "count.monument",
        "Cards tucked and scored count for the turn in which they were.",
        _DELUXE,
        "Score, achievements, and special achievements",
    ),
    Rule(
        "count.draw",
        "The age of a Draw action is that of the highest top card, or the next that is not empty.",
        _DELUXE,
        "Draw action",
    ),
    # cards
    Rule("card.place", "A card is in one place, and moves from where it is."),
    Rule("card.position", "A card lies at the position at which it was put."),
    Rule("card.identity", "A card that was seen stays that card."),
    Rule("card.shown", "A hand or score pile that is shown holds the cards that are in it."),
    # records
    Rule("record.contradiction", "What a log tells twice must be the same both times."),
    Rule("native.decision", "Every decision of a game in the native format answers the choice that is put next."),
    Rule("native.incomplete", "A game in the native format has all decisions of its actions."),
    Rule("native.after-end", "A game in the native format has no decision after its end."),
    Rule("native.end", "A game in the native format ends as it says that it ends."),
    Rule("native.digest", "The last state of a game in the native format has the digest that it names."),
    Rule("record.gap", "Moves may be missing from a log only where the game goes on as if they never were."),
    Rule("record.pass", "A log that tells who passed tells so whenever somebody declines what is optional."),
    Rule("record.choice", "A choice that a log tells must be one the player had."),
)

#: All rules by id.
RULES: dict[str, Rule] = {rule.id: rule for rule in _TABLE}
