"""Golden playthroughs: the actions of games with fixed seeds and bots, with a digest after every action.

``python -m tests.regression`` writes the files in ``tests/regression/golden`` again. Do so only after an intended
change of the rules or the bots, and read the difference. A change of one card affects few playthroughs, each from the
action on in which the card was played.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from innolog.cards.editions import Printing
from innolog.cards.facts import CardSet
from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.simulate import seats, simulate

FOLDER = Path(__file__).parent / "golden"

#: The number of digits of a digest that are kept. They are enough to tell two states apart.
_DIGITS = 10

_BASE = frozenset({CardSet.BASE})
_CITIES = _BASE | {CardSet.CITIES}
_ECHOES = _BASE | {CardSet.ECHOES}
_ARTIFACTS = _BASE | {CardSet.ARTIFACTS}
_FIGURES = _BASE | {CardSet.FIGURES}
_ALL = _CITIES | _ECHOES | _ARTIFACTS

RULES = {
    "first_base_2p": Ruleset(Edition.FIRST),
    "first_base_teams": Ruleset(Edition.FIRST, players=4, teams=(0, 1, 0, 1)),
    "first_all_3p": Ruleset(Edition.FIRST, _ALL, 3),
    "third_base_2p": Ruleset(),
    "third_base_2p_table": Ruleset(platform=Platform.TABLE),
    "third_base_3p": Ruleset(players=3),
    "third_base_4p": Ruleset(players=4),
    "third_base_5p": Ruleset(players=5),
    "third_base_teams": Ruleset(players=4, teams=(0, 0, 1, 1)),
    "third_base_extra_2p": Ruleset(extra_achievement=True),
    "third_cities_2p": Ruleset(sets=_CITIES),
    "third_cities_4p": Ruleset(sets=_CITIES, players=4),
    "third_echoes_2p": Ruleset(sets=_ECHOES),
    "third_echoes_3p": Ruleset(sets=_ECHOES, players=3),
    "third_artifacts_2p": Ruleset(sets=_ARTIFACTS),
    "third_artifacts_3p": Ruleset(sets=_ARTIFACTS, players=3),
    "third_artifacts_3p_table": Ruleset(sets=_ARTIFACTS, players=3, platform=Platform.TABLE),
    "third_all_relics_2p": Ruleset(sets=_ALL, relics=True),
    "third_all_relics_4p": Ruleset(sets=_ALL, players=4, relics=True),
    "third_all_relics_5p": Ruleset(sets=_ALL, players=5, relics=True),
    "third_figures_2p_table": Ruleset(sets=_FIGURES, platform=Platform.TABLE),
    "third_figures_2013_3p_table": Ruleset(
        sets=_FIGURES, players=3, printing=Printing.BOX_2013, platform=Platform.TABLE
    ),
    "third_five_relics_3p_table": Ruleset(sets=_ALL | _FIGURES, players=3, relics=True, platform=Platform.TABLE),
    "third_five_teams_table": Ruleset(
        sets=_ALL | _FIGURES, players=4, teams=(0, 1, 0, 1), relics=True, platform=Platform.TABLE
    ),
    "fourth_base_2p": Ruleset(Edition.FOURTH),
    "fourth_base_3p_table": Ruleset(Edition.FOURTH, players=3, platform=Platform.TABLE),
    "fourth_base_4p": Ruleset(Edition.FOURTH, players=4),
    "fourth_base_4p_table": Ruleset(Edition.FOURTH, players=4, platform=Platform.TABLE),
    "fourth_base_5p": Ruleset(Edition.FOURTH, players=5),
    "fourth_base_teams": Ruleset(Edition.FOURTH, players=4, teams=(0, 1, 0, 1)),
}
_SEEDS = (0, 1)


def playthroughs(name: str) -> Iterator[str]:
    """The lines of a golden file: for every game, each action with the digest after it, and how the game ended."""
    rules = RULES[name]
    for seed in _SEEDS:
        yield f"seed {seed}"
        game = simulate(rules, seed, seats(("sensible", "uniform"), rules.players, seed))
        for action in game.actions:
            taken = "opening"
            if action.turn >= 0:
                kind, card = action.decisions[0][1]
                taken = kind.value if card is None else f"{kind.value} {card}"
            yield f"{action.turn + 1}.{action.number} {action.digest[:_DIGITS]} {taken}"
        assert game.ended is not None
        yield f"{game.ended.how}: {' '.join(map(str, game.ended.winners))}"
