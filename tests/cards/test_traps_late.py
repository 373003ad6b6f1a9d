"""Cards of ages 6 to 10 where they are misread; see :mod:`tests.cards.traps`."""

from __future__ import annotations

from innolog.engine.ruleset import Edition
from tests.cards.traps import GREEN, RIGHT, Case, each, look_at
from tests.table import seat

CASES = [
    # --- age 6
    Case(
        "an empty score pile counts as 0 and scores a 1",
        "Machine Tools",
        [seat(board=["Machine Tools"]), seat()],
        {0: {"score": ["Oars"]}},
        top={1: ["Oars"]},
    ),
    Case(
        "all cards of the color are melded, those taken as well",
        "Classification",
        [seat(board=["Classification"], hand=["Tools", "Oars"]), seat(hand=["Writing", "Archery"])],
        {0: {"hand": ["Oars"], "blue": ["Writing", "Tools"]}, 1: {"hand": ["Archery"]}},
        ["Tools", "Writing"],
    ),
    Case(
        "a splay of the first effect does not make green splayed for it in time",
        "Metric System",
        [seat(board=["The Wheel", "Metric System", "Tools", "Writing"]), seat()],
        {0: {"splays": [0, 0, RIGHT, 0, 0]}},
        [GREEN],
    ),
    Case(
        "top cards without a factory are fixed when scoring begins",
        "Canning",
        [seat(board=["Canning", "Tools", "Writing"]), seat()],
        {0: {"score": ["Writing"], "blue": ["Tools"]}},
        [True],
        {6: ["Machine Tools"]},
    ),
    Case(
        "an empty score pile returns nothing and brings no 7",
        "Vaccination",
        [seat(board=["Vaccination"]), seat()],
        {0: {"blue": [], "red": []}, 1: {"blue": [], "red": []}},
    ),
    # --- age 7
    Case(
        "nothing scored: a 1",
        "Evolution",
        [seat(board=["Evolution"]), seat()],
        {0: {"hand": ["Oars"]}},
        [2],
        {1: ["Oars"]},
    ),
    Case(
        "one card for every four crowns, and the bottom red card goes back",
        "Combustion",
        [seat(board=["Oars", "Combustion", "Translation"]), seat(score=["Tools", "Paper"])],
        {0: {"score": ["Tools"], "red": ["Combustion"]}},
        ["Tools"],
    ),
    Case(
        "two cards in the first edition, and red stays",
        "Combustion",
        [seat(board=["Oars", "Combustion"]), seat(score=["Tools", "Paper"])],
        {0: {"score": ["Paper", "Tools"], "red": ["Oars", "Combustion"]}},
        ["Tools"],
        edition=Edition.FIRST,
    ),
    Case(
        "no 7 for a hand that was empty before",
        "Explosives",
        [seat(board=["Explosives"]), seat()],
        {1: {"hand": []}},
    ),
    Case(
        "a 7 for a hand that was emptied",
        "Explosives",
        [seat(board=["Explosives"]), seat(hand=["Tools", "Paper"])],
        {0: {"hand": ["Paper", "Tools"]}, 1: {"hand": ["Lighting"]}},
        top={7: ["Lighting"]},
    ),
    Case(
        "uncovered cards are not returned",
        "Electricity",
        [seat(board=["Electricity", "Tools", "Writing"]), seat()],
        {0: {"blue": ["Tools"], "hand": ["Flight"]}},
        top={8: ["Flight"]},
    ),
    Case(
        "half is rounded down",
        "Refrigeration",
        [seat(board=["Refrigeration"]), seat(hand=["Tools", "Paper", "Optics"])],
        {1: {"hand": ["Optics", "Paper"]}},
        ["Tools"],
    ),
    Case(
        "the victim can't give back what comes over",
        "Sanitation",
        [seat(board=["Sanitation"], hand=["Software"]), seat(hand=["Tools"])],
        {0: {"hand": ["Tools"]}, 1: {"hand": ["Software"]}},
    ),
    Case(
        "three 6s also for an empty hand",
        "Railroad",
        [seat(board=["Railroad"]), seat()],
        {0: {"hand": ["Canning", "Democracy", "Encyclopedia"]}},
        top={6: ["Canning", "Democracy", "Encyclopedia"]},
    ),
    # --- age 8
    Case(
        "one card returned earns nothing",
        "Quantum Theory",
        [seat(board=["Quantum Theory"], hand=["Tools"]), seat()],
        {0: {"hand": [], "score": []}},
        ["Tools"],
    ),
    Case(
        "score piles of team-mates are spared, and it ends when the opponents' are empty",
        "Rocketry",
        [seat(board=["Rocketry", "Bicycle"]), seat(score=["Tools"]), seat(score=["Oars"]), seat()],
        {1: {"score": []}, 2: {"score": ["Oars"]}},
        teams=(0, 1, 0, 1),
    ),
    Case(
        "the second card is of another color; an uncovered card of the first does not do",
        "Mobility",
        [seat(board=["Mobility"]), seat(board=["Tools", "Alchemy", "Sailing", "Archery"])],
        {0: {"score": ["Alchemy", "Sailing"]}, 1: {"blue": ["Tools"], "red": ["Archery"], "hand": ["Flight"]}},
        top={8: ["Flight"]},
    ),
    Case(
        "cards of the chosen value leave every score pile, the own one too",
        "Mass Media",
        [seat(board=["Mass Media"], hand=["Oars"], score=["Paper", "Tools"]), seat(score=["Optics"])],
        {0: {"score": ["Tools"]}, 1: {"score": []}},
        ["Oars", 3, "Paper"],
    ),
    Case(
        "the victim scores the uncovered card and returns the rest",
        "Skyscrapers",
        [seat(board=["Skyscrapers"]), seat(board=["Tools", "Pottery", "Publications"])],
        {0: {"blue": ["Publications"]}, 1: {"blue": [], "score": ["Pottery"]}},
    ),
    Case(
        "with a purple card tucked, all the lowest of each opponent come over",
        "Socialism",
        [seat(board=["Socialism"], hand=["Mysticism"]), seat(hand=["Tools", "Oars", "Paper"])],
        {0: {"hand": ["Oars", "Tools"], "purple": ["Mysticism", "Socialism"]}, 1: {"hand": ["Paper"]}},
        ["Mysticism", "Oars"],
    ),
    # --- age 9 and 10
    Case(
        "one card in hand is kept, the score card goes",
        "Composites",
        [seat(board=["Composites"]), seat(hand=["Tools"], score=["Oars", "Paper"])],
        {0: {"score": ["Paper"], "hand": []}, 1: {"hand": ["Tools"], "score": ["Oars"]}},
    ),
    Case(
        "two 10s also if nothing can be scored",
        "Ecology",
        [seat(board=["Ecology"], hand=["Tools"]), seat()],
        {0: {"hand": ["Robotics", "Software"], "score": []}},
        ["Tools"],
        {10: ["Software", "Robotics"]},
    ),
    Case(
        "the victim picks a card in return only if something was taken",
        "Services",
        [seat(board=["Services", "Oars"]), seat()],
        {0: {"red": ["Oars"]}, 1: {"hand": []}},
    ),
    Case(
        "every card below the melded one is scored",
        "Genetics",
        [seat(board=["Tools", "Genetics"]), seat()],
        {0: {"blue": ["Software"], "score": ["Genetics", "Tools"]}},
        ["Tools"],
        {10: ["Software"]},
    ),
    Case(
        "half of the score pile is rounded up",
        "Databases",
        [seat(board=["Databases"]), seat(score=["Tools", "Paper", "Optics"])],
        {1: {"score": ["Optics"]}},
        ["Tools", "Paper"],
    ),
    Case(
        "only a returned 10 earns draws",
        "Miniaturization",
        [seat(board=["Miniaturization"], hand=["Genetics"], score=["Tools"]), seat()],
        {0: {"hand": []}},
        ["Genetics"],
    ),
    Case(
        "clocks are counted once, before the first card is melded",
        "The Internet",
        [seat(board=["The Internet"]), seat()],
        {0: {"score": ["Robotics"], "green": ["Databases"], "blue": []}},
        top={10: ["Robotics", "Databases", "Software"]},
    ),
    Case(
        "without a green card the 10 is melded and executed all the same",
        "Robotics",
        [seat(board=["Robotics"]), seat()],
        {0: {"purple": ["A.I."], "score": ["Databases"]}},
        top={10: ["A.I.", "Databases"]},
    ),
    Case(
        "only the second melded 10 is executed",
        "Software",
        [seat(board=["Software"]), seat()],
        {0: {"score": ["A.I."], "yellow": ["Stem Cells"], "green": ["Databases"]}},
        top={10: ["A.I.", "Stem Cells", "Databases"]},
    ),
    Case(
        "the three drawn cards are the hand from which one is melded and executed",
        "Satellites",
        [seat(board=["Satellites"]), seat()],
        {0: {"hand": ["Flight", "Mobility"], "blue": ["Quantum Theory"]}},
        ["Quantum Theory", None],
        {8: ["Flight", "Mobility", "Quantum Theory"]},
    ),
]


@each(CASES)
def test_trap(trap: Case) -> None:
    look_at(trap)
