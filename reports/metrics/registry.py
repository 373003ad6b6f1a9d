"""Every statistic that innolog reports, once: what it is, what a row is, how it is computed, what it does not say."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from innolog.store.schema import CARD_RATES

OBSERVATIONAL = "Observed, not caused: players decide what they do, and do it in games that go well or badly already."
_LONGER = "Longer games draw and do more, and that alone moves this number."


class Kind(Enum):
    """How a statistic is estimated from the sums its SQL gives, and what its interval is."""

    #: Win points or another proportion: Wilson's interval with the effective number of rows.
    RATE = "Wilson, effective n from the variance; t for few clusters"
    #: Any other mean.
    MEAN = "Student's t"
    #: Of two groups of rows, summed over strata.
    DIFFERENCE = "Student's t of the stratified difference"


#: What intervals take for one case, in words.
PEOPLE = (
    "variance between people (two games go together if a person was in both; who has more than a fifth of the rows is "
    "held fixed, and the number is about them) or between games, whichever is larger"
)
GAMES = "variance between games (chance decides what is compared, so who plays does not matter)"


@dataclass(frozen=True, slots=True)
class Metric:
    """One statistic.

    ``sql`` names a file of ``reports/sql``; ``bound`` parameters are bound in it, ``parameters`` are filled in. Its
    query gives one row per ``item`` (a card or what ``of`` says) and ``game``, with the number ``n`` of rows and their
    sum ``s``; for differences also ``stratum`` and the other group's ``n0`` and ``s0``.
    """

    name: str
    title: str
    of: str
    formula: str
    rows: str
    sql: str
    kind: Kind
    caveat: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    bound: Mapping[str, object] = field(default_factory=dict)
    #: A table that its SQL reads, and the file of ``reports/sql`` that makes it.
    prepared: tuple[str, str] | None = None
    #: Chance decides which rows are compared.
    randomised: bool = False
    #: What the value would be if it made no difference: "even" is 1 / players.
    even: str | float | None = None
    #: The least and the greatest value there can be; an interval ends there.
    least: float = -math.inf
    greatest: float = math.inf
    #: The interval of those who take every event for a trial is shown beside.
    naive: bool = False
    #: It needs a model of winning for the group, which takes a while to fit, and many games.
    model: bool = False

    @property
    def interval(self) -> str:
        """What the interval is, in words."""
        return f"{self.kind.value}; {GAMES if self.randomised else PEOPLE}"


def _rate(name: str, title: str, happened: str, rate: str, caveat: str = OBSERVATIONAL) -> Metric:
    return Metric(
        name=name,
        title=title,
        of="card",
        formula=f"mean win points of the players {happened}",
        rows="one per game and player",
        sql="card_rate",
        kind=Kind.RATE,
        caveat=caveat,
        parameters={"times": CARD_RATES[rate][0], "counts": "counts_drawn" if CARD_RATES[rate][1] else "counts"},
        even="even",
        naive=True,
    )


def _yield(what: str, title: str) -> Metric:
    return Metric(
        name=f"dogma_{what}",
        title=title,
        of="card",
        formula=f"change of {what} for who activates the card less the mean change of the opponents, per activation",
        rows="one per activation",
        sql="card_dogma",
        kind=Kind.MEAN,
        caveat="From before the action to after it. Players activate a card when it helps: this is no average board.",
        bound={"what": what},
        even=0.0,
    )


_FRESH = "first appearance of a card in a game, by a draw that the record of the drawer shows"


def _draw(name: str, title: str, formula: str, outcome: str, caveat: str) -> Metric:
    return Metric(
        name=name,
        title=title,
        of="card",
        formula=formula,
        rows=f"{_FRESH}; n sums p * (1 - p)",
        sql="card_draw_effect" if outcome else "card_draw_placebo",
        kind=Kind.MEAN,
        caveat=caveat,
        parameters={"outcome": outcome} if outcome else {},
        prepared=("draws_at_risk", "prepare_draws"),
        randomised=True,
        even=0.0,
    )


METRICS: tuple[Metric, ...] = (
    _draw(
        "draw_effect",
        "Draw effect",
        "over draws of its pile in which the card had not been seen: sum of (1 if it came, else 0, less p) * (win "
        "points of the drawer less their mean) / sum of p * (1 - p); p is 1 / cards of the pile not seen before, the "
        "mean that of draws with as many cards seen; strata: edition, sets, players",
        "s",
        "A natural experiment: which card of a pile comes, nobody chooses, and a card is compared only with draws in "
        "which it could have come. It says what being dealt this card rather than another of its pile is worth to "
        "these players, not what the card could do. Its placebos (draw_placebo_state, draw_placebo_name) show what "
        "is found where there is nothing.",
    ),
    _draw(
        "draw_placebo_state",
        "Draw effect: placebo, before the draw",
        "the draw effect on the drawer's highest top card before the draw",
        "v",
        "A draw changes nothing that was before it: z-values (value by standard error) must look like noise.",
    ),
    _draw(
        "draw_placebo_name",
        "Draw effect: placebo, another name",
        "the draw effect, with the cards of each pile named anew in each game",
        "",
        "No card is behind a name: z-values (value by standard error) must look like noise.",
    ),
    _rate("win_rate_opening", "Opening hand", "who had the card in their opening hand", "opening", "Dealt by chance."),
    _rate("win_rate_drawn", "Drawn", "who drew the card", "drawn", f"{OBSERVATIONAL} {_LONGER}"),
    _rate("win_rate_melded", "Melded", "who melded the card as an action", "melded"),
    _rate("win_rate_dogma", "Activated", "who activated the card", "dogma"),
    _rate("win_rate_scored", "Scored", "who scored the card", "scored", f"{OBSERVATIONAL} {_LONGER}"),
    _rate("win_rate_shared", "Shared", "who shared the card's effects", "shared"),
    _rate("win_rate_demanded", "Demanded", "whom the card's demand was made on", "demanded"),
    Metric(
        name="win_rate_not_seen",
        title="Not seen",
        of="card",
        formula="mean win points of the players who never saw the card",
        rows="one per game and player",
        sql="card_not_seen",
        kind=Kind.RATE,
        caveat=f"{OBSERVATIONAL} {_LONGER}",
        even="even",
    ),
    Metric(
        name="seen_difference",
        title="Seen less not seen",
        of="card",
        formula="mean win points of the players who saw the card less those of the players who did not",
        rows="one per game and player",
        sql="card_seen_difference",
        kind=Kind.DIFFERENCE,
        caveat=f"{OBSERVATIONAL} {_LONGER} Read the draw effect instead.",
        even=0.0,
        least=-1.0,
        greatest=1.0,
    ),
    Metric(
        name="keep_rate",
        title="Opening melds",
        of="card",
        formula="opening hands in which the card was melded / opening hands with the card",
        rows="one per game and player dealt the card",
        sql="card_keep_rate",
        kind=Kind.RATE,
        caveat="What players prefer, not what is right.",
        even=0.5,
    ),
    Metric(
        name="opening_choice",
        title="Opening choice",
        of="pair of cards",
        formula="mean win points after melding the first card and keeping the second, less those after the reverse",
        rows="one per game and player dealt both",
        sql="opening_choice",
        kind=Kind.DIFFERENCE,
        caveat="Who is dealt the pair is chance; who melds which is not.",
        even=0.0,
        least=-1.0,
        greatest=1.0,
    ),
    _yield("score", "Dogma: points"),
    _yield("achievements", "Dogma: achievements"),
    _yield("icons", "Dogma: icons"),
    _yield("cards", "Dogma: cards"),
    Metric(
        name="dogma_win_probability",
        title="Dogma: win probability",
        of="card",
        formula="mean of the probability of winning after the action less before it, for who activates the card, per "
        "activation",
        rows="one per activation",
        sql="dogma_added",
        kind=Kind.MEAN,
        caveat="Probabilities are those of a model (innolog winprob) that has not seen the game. It knows scores, "
        "achievements, icons and numbers of cards, and not what the cards do: what a card prepares counts when it pays "
        "off. Compare cards with each other rather than with 0: all actions together add a little, which a perfect "
        "model would foresee. The interval does not hold the model's own errors. Players activate a card when it "
        "helps.",
        model=True,
    ),
    Metric(
        name="share_rate",
        title="Share rate",
        of="card",
        formula="activations that another player shared / activations",
        rows="one per activation",
        sql="card_dogma",
        kind=Kind.RATE,
        bound={"what": "shared"},
        caveat="Players activate cards when nobody shares, if they can.",
    ),
    Metric(
        name="demand_rate",
        title="Demand success",
        of="card",
        formula="victims of whom the demand moved a card / victims",
        rows="one per activation and victim",
        sql="card_dogma",
        kind=Kind.RATE,
        bound={"what": "demanded"},
        caveat="A demand that takes something else than cards counts as no success.",
    ),
    Metric(
        name="endings",
        title="Endings",
        of="kind of ending",
        formula="games that end this way / games",
        rows="one per game",
        sql="endings",
        kind=Kind.RATE,
        caveat="",
    ),
    Metric(
        name="lengths",
        title="Lengths",
        of="unit",
        formula="mean number per game",
        rows="one per game",
        sql="lengths",
        kind=Kind.MEAN,
        caveat="",
        least=1.0,
    ),
    Metric(
        name="seat_rate",
        title="Place in turn order",
        of="place",
        formula="mean win points by place in turn order, from whoever took the first turn",
        rows="one per game and player",
        sql="seat_rate",
        kind=Kind.RATE,
        caveat="Who starts follows from the cards melded: see the advantage of the first turn.",
        even="even",
    ),
    Metric(
        name="player_rate",
        title="Players",
        of="player",
        formula="mean win points of the player",
        rows="one per game",
        sql="player_rate",
        kind=Kind.RATE,
        caveat="Says nothing about the strength of the opponents.",
        even="even",
    ),
    Metric(
        name="first_turn_advantage",
        title="First turn",
        of="advantage",
        formula="sum over opening melds s of N_s / N * (mean win points of who took the first turn - of the others)",
        rows="one per game and player",
        sql="seat_advantage",
        kind=Kind.DIFFERENCE,
        caveat="The alphabetically first opening card starts, so players are compared who melded the same card.",
        even=0.0,
        least=-1.0,
        greatest=1.0,
    ),
    Metric(
        name="achievement_round",
        title="Round of the k-th achievement",
        of="achievement",
        formula="mean round in which players got their k-th achievement",
        rows="one per player and achievement",
        sql="achievement_turn",
        kind=Kind.MEAN,
        caveat="Only of players who got so many.",
        least=1.0,
    ),
    Metric(
        name="claim_delay",
        title="From claimable to claimed",
        of="age of the achievement",
        formula="mean number of rounds from the first action after which a player could claim it to the claim",
        rows="one per standard achievement claimed by an action",
        sql="claim_delay",
        kind=Kind.MEAN,
        caveat="Only of achievements that the player claimed in the end.",
        least=0.0,
    ),
    Metric(
        name="lead_changes",
        title="Lead changes",
        of="number",
        formula="mean number of times another player took the lead (most achievements, then most points) per game",
        rows="one per game",
        sql="lead_changes",
        kind=Kind.MEAN,
        caveat="Shared leads are passed over.",
        least=0.0,
    ),
    Metric(
        name="first_to_age",
        title="First to an age",
        of="age",
        formula="mean win points of whoever was the first with a top card of the age or higher",
        rows="one per game and age",
        sql="first_to_age",
        kind=Kind.RATE,
        caveat=OBSERVATIONAL,
        even="even",
    ),
)
BY_NAME = {metric.name: metric for metric in METRICS}
