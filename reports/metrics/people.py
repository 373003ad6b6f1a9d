"""The statistics about one player, who is named when they are computed."""

from __future__ import annotations

from typing import Any

from reports.metrics.metric import BOTH_SIDES, Kind, Metric, Unit


def _own(
    name: str, title: str, of: str, meaning: str, formula: str, *, caveat: str, rows: str = "one per game", **more: Any
) -> Metric:
    return Metric(
        name=name, title=title, of=of, meaning=meaning, formula=formula, rows=rows, caveat=caveat,
        least_rows=20, player=True, **{"kind": Kind.RATE, "prepared": ("seated",), "even": "even", **more},
    )  # fmt: skip


_ALIKE = (
    "Only players with the same result are compared, so that being ahead does not look like a habit. A difference says "
    "how the player plays, not that it is good or bad. Of the other players' games at most 5,000."
)
PLAYER_METRICS: tuple[Metric, ...] = (
    _own(
        "my_opponents",
        "By opponent",
        "player",
        "The player's share of wins in games against this opponent.",
        "mean win points of the player in games with the opponent on another side",
        caveat="In games of more than two, others play too.",
    ),
    _own(
        "my_openings",
        "By opening",
        "card",
        "The player's share of wins after melding this card before the first turn.",
        "mean win points of the player in games that they opened with the card",
        caveat="The player chooses between two cards, and the cards decide who takes the first turn.",
    ),
    _own(
        "my_conditions",
        "By first turn and ending",
        "kind of game",
        "The player's share of wins in games of this kind.",
        "mean win points of the player in games of the kind",
        caveat="How a game ends is known only when it is over: the number does not tell which ending to aim for.",
    ),
    _own(
        "my_habits",
        "Habits",
        "habit",
        "How much more of something the player does per game than other players with the same result.",
        "sum over results (won, lost) of N_r / N * (mean of the player's games - mean of the other players); N_r of "
        f"the N rows of both sides have the result; only results {BOTH_SIDES}",
        rows="one per game and player",
        kind=Kind.DIFFERENCE,
        prepared=("seated", "claims", "habits"),
        bound={"others": 5000},
        even=0.0,
        unit=Unit.NUMBER,
        caveat=f"{_ALIKE} Compare it with habit_winners.",
    ),
    _own(
        "my_cards",
        "Cards activated",
        "card",
        "In how many more of their games the player activates the card than other players with the same result.",
        "sum over results (won, lost) of N_r / N * (share of the player's games in which they activated the card - "
        "share of the other players who did); N_r of the N rows of both sides have the result; "
        f"only results {BOTH_SIDES}",
        rows="one per game and player",
        kind=Kind.DIFFERENCE,
        bound={"others": 5000, "uses": 20},
        even=0.0,
        least=-1.0,
        greatest=1.0,
        caveat=f"{_ALIKE} Only cards that at least 20 of these players activated. Compare it with win_rate_dogma.",
    ),
)
