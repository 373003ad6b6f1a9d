"""The names and meanings of the features of the win probability model, and the groups of games that have one."""

from __future__ import annotations

from typing import NamedTuple

#: Features that are plain differences between the sides, with their meaning.
DIFFERENCES = {
    "achievements": "achievements",
    "claimable": "standard achievements that could be claimed now",
    "score": "points",
    "top_age": "age of the highest top card",
    "tops": "ages of all top cards together",
    "reach": "distance to the nearest achievement that cannot be claimed, in ages and steps of five points",
    "hand": "cards in hand",
    "score_pile": "cards in the score pile",
    "board": "cards on the board",
    "colors": "colors on the board",
    "splayed": "splayed piles",
    "waiting": "cards in the forecast and on display",
    "crown": "crown icons",
    "leaf": "leaf icons",
    "lightbulb": "lightbulb icons",
    "castle": "castle icons",
    "factory": "factory icons",
    "clock": "clock icons",
}
ICONS = ("crown", "leaf", "lightbulb", "castle", "factory", "clock")
#: The shortest distance to an achievement that cannot be claimed: a point is missing, or more if it has a higher price.
NEAREST = 0.2
#: What is not the sum over the players of a team: their largest or smallest value.
LARGEST, SMALLEST = ("top_age", "tops", "tempo"), ("reach", "wait", "place")
#: The meaning of each feature, in the order of the coefficients of a model.
FEATURES = {name: f"difference in {what}" for name, what in DIFFERENCES.items()} | {
    "achievements_squared": "difference in the square of the number of achievements, so that the last ones have more "
    "weight",
    "score_root": "difference in the square root of points",
    "score_share": "difference in points as a share of the points of both and five more",
    "claimable_any": "difference in whether an achievement could be claimed now",
    "icons_led": "number of icon types of which the side has more, minus those of which it has fewer",
    "tempo": "actions that the side is about to take in a row",
    "wait": "turns before the side's next one",
    "place": "place in turn order, from the player who took the first turn",
}


class Group(NamedTuple):
    """A group of games: one edition, sets (with options and teams) and number of players."""

    edition: str
    sets: str
    players: int

    @property
    def name(self) -> str:
        """The group in words."""
        return f"{self.edition} edition, {self.sets.replace('+', ' + ')}, {self.players} players"
