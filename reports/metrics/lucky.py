"""Statistics of reviewed games: luck, losses, and numbers from which luck was taken out.

Results less a multiple of luck have the same expectation as results, because that of luck is zero whoever plays, and
they vary less if luck explains a part of the results (Burch et al. 2018, AIVAT; the multiple is fitted to other games:
a control variate with cross-fitting).
"""

from __future__ import annotations

from reports.metrics.metric import Kind, Metric, Unit

_HOW = (
    "Only games that were reviewed (innolog ingest --review). The expectation is the same as without luck taken out. "
    "The interval is shorter if luck explains a part of the results; of few games it can be below 0 or above 100 %. At "
    "least 20 games."
)
_POINTS = (
    "win points - beta * luck of the player in the game; beta is the slope of win points by luck in nine tenths of the "
    "group's games, the game itself not among them"
)


def plain(rows: str) -> dict[str, str]:
    """The parameters of a query whose outcome are the win points of the sides of ``rows``."""
    return {"points": "w.points", "join": f"JOIN outcomes w ON w.log_id = {rows}.log_id AND w.seat = {rows}.seat"}


def _without_luck(rows: str) -> dict[str, str]:
    """The parameters of a query whose outcome are the win points of the sides of ``rows`` with luck taken out."""
    return {"points": "l.points", "join": f"{_luck_of(rows)} AND l.points IS NOT NULL"}


def _luck_of(rows: str) -> str:
    return f"JOIN lucky l ON l.log_id = {rows}.log_id AND l.seat = {rows}.seat"


def _rate(
    name: str, title: str, of: str, who: str, sql: str, parameters: dict[str, str], least_rows: int = 100
) -> Metric:
    """The share of wins of some players, with luck taken out; ``sql`` is that of the raw number."""
    return Metric(
        name=name,
        title=title,
        of=of,
        meaning=f"The share of wins of {who}, with the luck of all draws taken out.",
        formula=f"mean over the games of {who} of {_POINTS}",
        rows="one per game and player",
        sql=sql,
        kind=Kind.MEAN,
        caveat=_HOW,
        parameters=parameters,
        prepared=("lucky",),
        even="even",
        least_rows=least_rows,
    )


LUCK_METRICS: tuple[Metric, ...] = (
    Metric(
        name="draw_effect_lucky",
        title="Draw effect, luck taken out",
        of="card",
        meaning="The win points that a player gains by drawing this card instead of another card of the same supply "
        "pile, with the luck of all other actions taken out.",
        formula=f"as draw_effect, with {_POINTS}, without the luck of the action of the draw",
        rows="as draw_effect",
        sql="card_draw_effect",
        kind=Kind.MEAN,
        caveat=_HOW,
        parameters={"outcome": "s", "draws": "draws_lucky"},
        prepared=("seen", "drawn", "lucky", "drawn_lucky", "draws_lucky"),
        randomised=True,
        even=0.0,
    ),
    _rate(
        "win_rate_opening_lucky",
        "Opening hand, luck taken out",
        "card",
        "players who had the card in their opening hand",
        "card_rate",
        {"times": "opening_times", "counts": "counts_drawn", **_without_luck("k")},
    ),
    _rate(
        "seat_rate_lucky",
        "Place in turn order, luck taken out",
        "place",
        "players at this place in turn order",
        "seat_rate",
        _without_luck("p"),
    ),
    _rate(
        "player_rate_lucky", "Without luck", "player", "the player", "player_rate", _without_luck("p"), least_rows=20
    ),
    Metric(
        name="player_luck",
        title="Luck",
        of="player",
        meaning="What the drawn cards changed of the player's chance to win, a game: 100 points are a game.",
        formula="mean over the player's games of the sum of luck over all draws of all players",
        rows="one per game",
        sql="player_rate",
        kind=Kind.MEAN,
        caveat="Only reviewed games. Nobody is lucky for long: the mean over many games is 0.",
        parameters={"points": "l.luck", "join": _luck_of("p")},
        prepared=("lucky",),
        even=0.0,
        least_rows=20,
    ),
    Metric(
        name="player_loss",
        title="Loss",
        of="player",
        meaning="What a decision of the player costs on average against the best one, in chances to win.",
        formula="mean over the player's decisions of (chance to win with the best answer - chance with the given one)",
        rows="one per reviewed decision",
        kind=Kind.MEAN,
        caveat="Only reviewed games, and decisions for which the record shows the player's cards. The chances are "
        "those of bots that learned from each other, and have errors: compare players with each other, not with 0.",
        prepared=("seated",),
        unit=Unit.SHARE,
        least=0.0,
    ),
)
