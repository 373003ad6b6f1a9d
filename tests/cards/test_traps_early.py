"""Cards of ages 1 to 5 where they are misread; see :mod:`tests.cards.traps`."""

from __future__ import annotations

import pytest

from innolog.cards.facts import Color, Direction
from innolog.engine.ruleset import Edition
from tests.cards.traps import Case, look_at
from tests.table import seat

BLUE = Color.BLUE
RED = Color.RED
PURPLE = Color.PURPLE
LEFT = Direction.LEFT
RIGHT = Direction.RIGHT

CASES = [
    # --- age 1
    Case(
        "the value drawn is the number of returned cards, not their value",
        "Pottery",
        [seat(board=["Pottery"], hand=["Software"]), seat()],
        {0: {"score": ["Tools"], "hand": ["Oars"]}},
        ["Software"],
        {1: ["Tools", "Oars"]},
    ),
    Case(
        "returning nothing still draws a 1",
        "Pottery",
        [seat(board=["Pottery"]), seat()],
        {0: {"score": [], "hand": ["Tools"]}},
        top={1: ["Tools"]},
    ),
    Case(
        "two cards may be returned for three, but earn nothing",
        "Tools",
        [seat(board=["Tools"], hand=["Oars", "Archery"]), seat()],
        {0: {"hand": [], "blue": ["Tools"], "red": []}},
        ["Oars"],
    ),
    Case(
        "the drawn card may be the highest one given away",
        "Archery",
        [seat(board=["Archery"]), seat(hand=["Tools"])],
        {0: {"hand": ["Oars"]}, 1: {"hand": ["Tools"]}},
        ["Oars"],
        {1: ["Oars"]},
    ),
    Case(
        "cards with castles are scored until one without comes",
        "Metalworking",
        [seat(board=["Metalworking"]), seat()],
        {0: {"score": ["Archery", "Oars"], "hand": ["Pottery"]}},
        top={1: ["Archery", "Oars", "Pottery", "Tools"]},
    ),
    Case(
        "the demand repeats with drawn cards until no crown is left, and then nobody draws",
        "Oars",
        [seat(board=["Oars"]), seat(hand=["Sailing", "Tools"])],
        {0: {"score": ["Clothing", "Sailing"], "hand": []}, 1: {"hand": ["Pottery", "Tools"]}},
        top={1: ["Clothing", "Pottery"]},
    ),
    Case(
        "the first edition takes one card and does not repeat",
        "Oars",
        [seat(board=["Oars"]), seat(hand=["Sailing", "Tools"])],
        {0: {"score": ["Sailing"]}, 1: {"hand": ["Clothing", "Tools"]}},
        top={1: ["Clothing", "Pottery"]},
        edition=Edition.FIRST,
    ),
    Case(
        "one 1 is drawn only if no victim gave a card",
        "Oars",
        [seat(board=["Oars"]), seat(hand=["Tools"]), seat(hand=["Sailing"])],
        {0: {"score": ["Sailing"], "hand": []}, 2: {"hand": ["Pottery"]}},
        top={1: ["Pottery"]},
    ),
    Case(
        "nobody vulnerable has a crown: one 1 is drawn",
        "Oars",
        [seat(board=["Oars"]), seat(hand=["Tools"])],
        {0: {"hand": ["Pottery"], "score": []}},
        top={1: ["Pottery"]},
    ),
    Case(
        "colors that only opponents lack count, fixed before the scoring; no card of a new color is no obstacle",
        "Clothing",
        [seat(board=["Clothing", "Pottery"], hand=["The Wheel"]), seat(board=["Writing"])],
        {0: {"hand": ["The Wheel"], "score": ["Oars"]}},
        top={1: ["Oars", "Archery"]},
    ),
    Case(
        "a team-mate's colors do not matter",
        "Clothing",
        [seat(board=["Clothing", "Pottery"]), seat(board=["Writing"]), seat(board=["The Wheel"]), seat()],
        {0: {"score": ["Oars"]}},
        top={1: ["Oars", "Archery"]},
        teams=(0, 1, 0, 1),
    ),
    Case(
        "with an empty hand Domestication still draws",
        "Domestication",
        [seat(board=["Domestication"]), seat()],
        {0: {"hand": ["Tools"], "yellow": ["Domestication"]}},
        top={1: ["Tools"]},
    ),
    Case(
        "the owner breaks a tie for the lowest card",
        "Domestication",
        [seat(board=["Domestication"], hand=["Tools", "Oars", "Calendar"]), seat()],
        {0: {"hand": ["Calendar", "Pottery", "Tools"], "red": ["Oars"]}},
        ["Oars"],
        {1: ["Pottery"]},
    ),
    Case(
        "castles are counted before the transfer, and one card goes even if fewer castles remain",
        "City States",
        [seat(board=["City States", "Sailing"]), seat(board=["Mysticism", "Tools"])],
        {0: {"purple": ["City States", "Mysticism"]}, 1: {"purple": [], "hand": ["Pottery"]}},
        ["Mysticism"],
        {1: ["Pottery"]},
    ),
    Case(
        "three castles are not enough",
        "City States",
        [seat(board=["City States", "Sailing"]), seat(board=["Mysticism"])],
        {1: {"purple": ["Mysticism"], "hand": []}},
    ),
    Case(
        "only the tucked color may be splayed",
        "Code of Laws",
        [seat(board=["Code of Laws", "Tools", "Oars", "Archery"], hand=["Writing"]), seat()],
        {0: {"blue": ["Writing", "Tools"], "splays": [LEFT, 0, 0, 0, 0]}},
        ["Writing", BLUE],
    ),
    Case(
        "a card of a color not on the board stays in the hand and brings no second one",
        "Mysticism",
        [seat(board=["Mysticism"]), seat()],
        {0: {"hand": ["Tools"], "blue": []}},
        top={1: ["Tools", "Oars"]},
    ),
    # --- age 2
    Case(
        "as many score cards as hand cards is not more",
        "Calendar",
        [seat(board=["Calendar"], hand=["Oars"], score=["Tools"]), seat()],
        {0: {"hand": ["Oars"]}},
    ),
    Case(
        "who has one card gives one, and draws all the same",
        "Construction",
        [seat(board=["Construction"]), seat(hand=["Tools"])],
        {0: {"hand": ["Tools"]}, 1: {"hand": ["Calendar"]}},
        top={2: ["Calendar"]},
    ),
    Case(
        "with a single melded card no exchange is offered",
        "Road Building",
        [seat(board=["Road Building"], hand=["Oars"]), seat(board=["Sailing"])],
        {0: {"red": ["Road Building", "Oars"]}, 1: {"green": ["Sailing"]}},
    ),
    Case(
        "the red card is given although the other player has no green one",
        "Road Building",
        [seat(board=["Road Building"], hand=["Oars", "Tools"]), seat()],
        {0: {"red": ["Road Building"], "green": []}, 1: {"red": ["Oars"]}},
        ["Oars", "Tools", 1],
    ),
    Case(
        "different values, not cards, are counted",
        "Currency",
        [seat(board=["Currency"], hand=["Oars", "Tools", "Paper"]), seat()],
        {0: {"score": ["Calendar", "Mathematics"], "hand": []}},
        ["Oars", "Tools", "Paper"],
        {2: ["Calendar", "Mathematics", "Philosophy"]},
    ),
    Case(
        "only a card of value 1 may go, and without it nothing is scored",
        "Mapmaking",
        [seat(board=["Mapmaking"]), seat(score=["Calendar"])],
        {0: {"score": []}, 1: {"score": ["Calendar"]}},
    ),
    Case(
        "all the highest of both zones change places, even if one zone is empty",
        "Canal Building",
        [seat(board=["Canal Building"], score=["Paper", "Optics", "Tools"]), seat()],
        {0: {"hand": ["Optics", "Paper"], "score": ["Tools"]}},
        [True, "Paper"],
    ),
    Case(
        "colors with leaves are counted, not leaves",
        "Fermenting",
        [seat(board=["Fermenting", "Pottery"]), seat()],
        {0: {"hand": ["Calendar", "Mathematics"]}},
        top={2: ["Calendar", "Mathematics", "Philosophy"]},
    ),
    Case(
        "the first edition counts leaves by twos",
        "Fermenting",
        [seat(board=["Fermenting", "Pottery"]), seat()],
        {0: {"hand": ["Calendar", "Mathematics"]}},
        top={2: ["Calendar", "Mathematics", "Philosophy"]},
        edition=Edition.FIRST,
    ),
    Case(
        "nothing of a different color: the victim tucks nothing",
        "Monotheism",
        [seat(board=["Monotheism", "Tools"]), seat(board=["Writing"])],
        {0: {"score": [], "red": ["Oars"]}, 1: {"blue": ["Writing"], "red": []}},
        top={1: ["Oars"]},
    ),
    # --- age 3
    Case(
        "a red card among the drawn ones takes the whole hand along",
        "Alchemy",
        [seat(board=["Alchemy", "The Wheel"], hand=["Tools"]), seat()],
        {0: {"hand": [], "score": []}},
        ["Tools"],
        {4: ["Gunpowder"]},
    ),
    Case(
        "one card in hand is melded, and then there is none to score",
        "Alchemy",
        [seat(board=["Alchemy"], hand=["Oars"]), seat()],
        {0: {"red": ["Oars"], "score": []}},
    ),
    Case(
        "cards uncovered by the transfer stay",
        "Engineering",
        [seat(board=["Engineering", "Mysticism"]), seat(board=["Oars", "Archery"])],
        {0: {"score": ["Archery"]}, 1: {"red": ["Oars"]}},
    ),
    Case(
        "without a poorer opponent nothing is transferred (a tie is not poorer)",
        "Optics",
        [seat(board=["Optics"], score=["Tools"]), seat(score=["Oars"])],
        {0: {"score": ["Tools"], "blue": ["Alchemy"]}},
        top={3: ["Alchemy"]},
    ),
    Case(
        "the second transfer of Compass does not depend on the first",
        "Compass",
        [seat(board=["Compass", "Oars"]), seat()],
        {0: {"red": []}, 1: {"red": ["Oars"]}},
    ),
    Case(
        "all the highest cards come back for the whole hand",
        "Machinery",
        [seat(board=["Machinery"], hand=["Paper", "Optics", "Writing"]), seat(hand=["Pottery"])],
        {0: {"hand": ["Pottery", "Writing"]}, 1: {"hand": ["Optics", "Paper"]}},
        ["Paper"],
    ),
    Case(
        "the exchange is one-sided if the demander has nothing",
        "Medicine",
        [seat(board=["Medicine"]), seat(score=["Tools", "Calendar"])],
        {0: {"score": ["Calendar"]}, 1: {"score": ["Tools"]}},
    ),
    Case(
        "nothing left in the score pile counts as 0",
        "Education",
        [seat(board=["Education"], score=["Paper"]), seat()],
        {0: {"hand": ["Calendar"], "score": []}},
        ["Paper"],
        {2: ["Calendar"]},
    ),
    Case(
        "the color of the transferred card is unsplayed",
        "Feudalism",
        [
            seat(board=["Feudalism"]),
            seat(hand=["Metalworking"], board=["Colonialism", "Gunpowder"], splays={RED: LEFT}),
        ],
        {0: {"hand": ["Metalworking"]}, 1: {"splays": [0, 0, 0, 0, 0]}},
    ),
    Case(
        "in the first edition nothing is unsplayed",
        "Feudalism",
        [
            seat(board=["Feudalism"]),
            seat(hand=["Metalworking"], board=["Colonialism", "Gunpowder"], splays={RED: LEFT}),
        ],
        {0: {"hand": ["Metalworking"]}, 1: {"splays": [0, LEFT, 0, 0, 0]}},
        edition=Edition.FIRST,
    ),
    # --- age 4
    Case(
        "with no purple card a 2 is drawn",
        "Printing Press",
        [seat(board=["Printing Press"], score=["Tools"]), seat()],
        {0: {"hand": ["Calendar"], "score": []}},
        ["Tools"],
        {2: ["Calendar"]},
    ),
    Case(
        "the board card must have exactly the returned value",
        "Anatomy",
        [seat(board=["Anatomy"]), seat(score=["Calendar"], board=["Tools", "Canal Building", "Road Building"])],
        {1: {"score": [], "red": [], "yellow": ["Canal Building"], "blue": ["Tools"]}},
        ["Road Building"],
    ),
    Case(
        "lightbulbs are counted after the return, and all that can be is scored",
        "Perspective",
        [seat(board=["Perspective", "Experimentation"], hand=["Tools", "Oars"]), seat()],
        {0: {"hand": [], "score": ["Oars"]}},
        ["Tools"],
    ),
    Case(
        "tucking all that is due or nothing; with too small a hand, the whole hand",
        "Reformation",
        [seat(board=["Reformation", "Pottery", "Agriculture"], hand=["Tools", "Oars"]), seat()],
        {0: {"hand": [], "blue": ["Tools", "Pottery"], "red": ["Oars"]}},
        ["Tools"],
    ),
    Case(
        "only value 2 or 3 may be taken",
        "Navigation",
        [seat(board=["Navigation"]), seat(score=["Tools", "Anatomy"])],
        {0: {"score": []}},
    ),
    # --- age 5
    Case(
        "the drawn card may be the one that is returned, and the value follows the highest top card",
        "Chemistry",
        [seat(board=["Chemistry"]), seat()],
        {0: {"score": []}},
        top={6: ["Encyclopedia"]},
    ),
    Case(
        "two of one color return the whole hand",
        "Physics",
        [seat(board=["Physics"], hand=["Tools"]), seat()],
        {0: {"hand": []}},
        ["Tools", "Canning", "Vaccination"],
        {6: ["Canning", "Vaccination", "Democracy"]},
    ),
    Case(
        "three colors are kept",
        "Physics",
        [seat(board=["Physics"], hand=["Tools"]), seat()],
        {0: {"hand": ["Canning", "Classification", "Democracy", "Tools"]}},
        top={6: ["Canning", "Classification", "Democracy"]},
    ),
    Case(
        "a lone top card is scored without another below",
        "Coal",
        [seat(board=["Coal", "Tools"]), seat()],
        {0: {"score": ["Tools"], "red": ["The Pirate Code", "Coal"]}},
        [None, "Tools"],
        {5: ["The Pirate Code"]},
    ),
    Case(
        "only one card of value 4 or less: only one is taken, and a crown card is scored",
        "The Pirate Code",
        [seat(board=["The Pirate Code", "Tools", "Writing"]), seat(score=["Anatomy", "Coal"])],
        {0: {"score": ["Anatomy", "Writing"]}, 1: {"score": ["Coal"]}},
    ),
    Case(
        "the draw counts cards, splayed or not",
        "Measurement",
        [seat(board=["Measurement", "Tools", "Writing"], hand=["Pottery"], splays={BLUE: RIGHT}), seat()],
        {0: {"hand": ["Calendar"], "splays": [RIGHT, 0, 0, 0, 0]}},
        ["Pottery"],
        {2: ["Calendar"]},
    ),
    Case(
        "the first edition lets any color be chosen; no cards of it draw a 1",
        "Measurement",
        [seat(board=["Measurement"], hand=["Pottery"]), seat()],
        {0: {"hand": ["Oars"]}},
        ["Pottery", PURPLE],
        {1: ["Oars"]},
        Edition.FIRST,
    ),
    Case(
        "all tied highest go to the hand",
        "Statistics",
        [seat(board=["Statistics"]), seat(score=["Paper", "Optics", "Tools"])],
        {1: {"score": ["Tools"], "hand": ["Optics", "Paper"]}},
        ["Paper"],
    ),
    Case(
        "the first edition repeats only for a single card in hand",
        "Statistics",
        [seat(board=["Statistics"]), seat(score=["Paper", "Calendar", "Tools"])],
        {1: {"score": ["Tools"], "hand": ["Calendar", "Paper"]}},
        edition=Edition.FIRST,
    ),
    Case(
        "the card just tucked may be the bottom one",
        "Steam Engine",
        [seat(board=["Steam Engine"]), seat()],
        {0: {"score": ["Anatomy"], "yellow": ["Steam Engine"], "green": ["Navigation"]}},
        top={4: ["Anatomy", "Navigation"]},
    ),
    Case(
        "a missing color counts as 0",
        "Societies",
        [seat(board=["Societies"]), seat(board=["Tools"])],
        {0: {"blue": ["Tools"]}, 1: {"blue": [], "hand": ["Coal"]}},
        top={5: ["Coal"]},
    ),
    Case(
        "a top card of the same value is not higher",
        "Societies",
        [seat(board=["Societies", "Writing"]), seat(board=["Tools"])],
        {0: {"blue": ["Writing"]}, 1: {"blue": ["Tools"], "hand": []}},
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.card}: {case.trap}")
def test_trap(case: Case) -> None:
    look_at(case)
