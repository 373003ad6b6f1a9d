"""The registry of the statistics of games and cards: what each means, its formula, what a row is, its limits."""

from __future__ import annotations

from typing import Any

from innolog.store.total_schema import CARD_RATES
from reports.metrics.lucky import LUCK_METRICS, plain
from reports.metrics.metric import BOTH_SIDES, Kind, Metric, Unit
from reports.metrics.people import PLAYER_METRICS

OBSERVATIONAL = (
    "Association, not cause: players choose what they do, and the choice depends on how the game is already going."
)
_LONGER = "In longer games players draw and do more, and this alone affects the number."
#: Seconds after which a player is taken to have left the table. More makes averages depend on single nights.
PAUSE = 3600
_THINKING = (
    "Choices that took more than an hour are left out, because the player was probably away. Choices within an action "
    "do not count, nor do the opening melds. Fast tables force fast players."
)
#: What metrics of a kind have in common: differences of two shares, and numbers that are counted from 0 or from 1.
_SHARES_COMPARED: dict[str, Any] = {"kind": Kind.DIFFERENCE, "even": 0.0, "least": -1.0, "greatest": 1.0}
_COUNT_FROM_0: dict[str, Any] = {"kind": Kind.MEAN, "unit": Unit.NUMBER, "least": 0.0}
_COUNT_FROM_1: dict[str, Any] = {"kind": Kind.MEAN, "unit": Unit.NUMBER, "least": 1.0}


def _rate(name: str, title: str, happened: str, rate: str, caveat: str = OBSERVATIONAL) -> Metric:
    return Metric(
        name=name,
        title=title,
        of="card",
        meaning=f"The share of wins among players {happened}.",
        formula=f"mean win points of the players {happened}",
        rows="one per game and player",
        sql="card_rate",
        kind=Kind.RATE,
        caveat=caveat,
        parameters={
            "times": CARD_RATES[rate][0],
            "counts": "counts_drawn" if CARD_RATES[rate][1] else "counts",
            **plain("k"),
        },
        even="even",
        naive=True,
    )


def _yield(what: str, title: str) -> Metric:
    return Metric(
        name=f"dogma_{what}",
        title=title,
        of="card",
        meaning=f"How much more {_GAINS[what]} a player gains than the opponents by activating the card.",
        formula=f"mean over activations of (change in the active player's {what} - mean change in the opponents' "
        f"{what})",
        rows="one per activation",
        sql="card_dogma",
        kind=Kind.MEAN,
        caveat="The change is from before the action to after it. Players activate a card when it helps, so the number "
        "says nothing about the card on an average board.",
        bound={"what": what},
        even=0.0,
        unit=Unit.NUMBER,
    )


_GAINS = {"score": "points", "achievements": "achievements", "icons": "icons", "cards": "cards"}
_FRESH = "one per draw by which a card first appears in a game, if the record shows which card it was"


def _draw(
    name: str, title: str, meaning: str, formula: str, outcome: str, caveat: str, unit: Unit = Unit.SHARE
) -> Metric:
    return Metric(
        name=name,
        title=title,
        of="card",
        meaning=meaning,
        formula=formula,
        rows=f"{_FRESH}; n is the denominator, sum of p * (1 - p)",
        sql="card_draw_effect" if outcome else "card_draw_placebo",
        kind=Kind.MEAN,
        caveat=caveat,
        parameters={"outcome": outcome, "draws": "draws"} if outcome else {},
        prepared=("seen", "drawn", "draws"),
        randomised=True,
        even=0.0,
        unit=unit,
    )


def _rating(
    name: str, title: str, meaning: str, formula: str, caveat: str, even: str | float, unit: Unit = Unit.SHARE
) -> Metric:
    return Metric(
        name=name,
        title=title,
        of="player",
        meaning=meaning,
        formula=formula,
        rows="one per game",
        sql="rating_seats",
        prepared=("seated",),
        kind=Kind.RATING,
        caveat=caveat,
        even=even,
        unit=unit,
    )


METRICS: tuple[Metric, ...] = (
    _draw(
        "draw_effect",
        "Draw effect",
        "The win points that a player gains by drawing this card instead of another card of the same supply pile.",
        "[sum of (d - p) * (w - mean w)] / [sum of p * (1 - p)], with sums over the risk set: all draws of an unseen "
        "card from the card's supply pile while the card itself was unseen. d is 1 if the draw gave this card and 0 if "
        "not; p is the chance of that, 1 / number of unseen cards of the pile; w are the win points of the player who "
        "drew, and mean w is their mean over all draws from the pile with as many cards seen before, in games of the "
        "same edition, sets and number of players",
        "s",
        "A natural experiment: nobody chooses which card of a pile is drawn, and a card is compared only with draws in "
        "which it could have been drawn. The number says what drawing this card was worth to these players, not what "
        "the card could be worth. Its two placebos (draw_placebo_state, draw_placebo_name) show what the method finds "
        "if there is no effect.",
    ),
    _draw(
        "draw_placebo_state",
        "Draw effect: placebo, before the draw",
        "The draw effect on something that a draw cannot change: the player's highest top card before the draw.",
        "as the draw effect, with the value of the player's highest top card before the draw as w",
        "v",
        "A draw cannot change what was before it, so the z-scores (value / standard error) must look like noise.",
        Unit.NUMBER,
    ),
    _draw(
        "draw_placebo_name",
        "Draw effect: placebo, another name",
        "The draw effect after the names of the cards of each supply pile are exchanged, differently in each game.",
        "as the draw effect, with the exchanged names",
        "",
        "A name then stands for a different card in each game, so the z-scores (value / standard error) must look like "
        "noise.",
    ),
    _rate(
        "win_rate_opening",
        "Opening hand",
        "who had the card in their opening hand",
        "opening",
        "Chance decides who is dealt the card.",
    ),
    _rate("win_rate_drawn", "Drawn", "who drew the card", "drawn", f"{OBSERVATIONAL} {_LONGER}"),
    _rate("win_rate_melded", "Melded", "who melded the card as an action", "melded"),
    _rate("win_rate_dogma", "Activated", "who activated the card", "dogma"),
    _rate("win_rate_scored", "Scored", "who scored the card", "scored", f"{OBSERVATIONAL} {_LONGER}"),
    _rate("win_rate_shared", "Shared", "who shared the card's effects", "shared"),
    _rate("win_rate_demanded", "Demanded", "who were affected by the card's demand", "demanded"),
    Metric(
        name="win_rate_not_seen",
        title="Not seen",
        of="card",
        meaning="The share of wins among players who never saw the card.",
        formula="mean win points of the players who never saw the card",
        rows="one per game and player",
        sql="card_not_seen",
        kind=Kind.RATE,
        caveat=f"{OBSERVATIONAL} {_LONGER}",
        even="even",
    ),
    Metric(
        name="seen_difference",
        title="Seen minus not seen",
        of="card",
        meaning="How much more often players win who saw the card than players who did not.",
        formula="mean win points of the players who saw the card - mean win points of the players who did not; "
        f"only cards {BOTH_SIDES}",
        rows="one per game and player",
        sql="card_seen_difference",
        caveat=f"{OBSERVATIONAL} {_LONGER} Read the draw effect instead.",
        **_SHARES_COMPARED,
    ),
    Metric(
        name="keep_rate",
        title="Opening melds",
        of="card",
        meaning="How often players who are dealt the card meld it as their opening card.",
        formula="opening hands in which the card was melded / opening hands with the card",
        rows="one per game and player dealt the card",
        sql="card_keep_rate",
        kind=Kind.RATE,
        caveat="The number says what players prefer, not what is better.",
        even=0.5,
    ),
    Metric(
        name="opening_choice",
        title="Opening choice",
        of="pair of cards",
        meaning="How much more often players who are dealt both cards win if they meld the first and not the second.",
        formula="mean win points after melding the first card and keeping the second - mean win points after the "
        f"reverse; only pairs {BOTH_SIDES}",
        rows="one per game and player dealt both cards",
        caveat="Chance decides who is dealt the pair, but the player decides which card to meld.",
        **_SHARES_COMPARED,
    ),
    _yield("score", "Dogma: points"),
    _yield("achievements", "Dogma: achievements"),
    _yield("icons", "Dogma: icons"),
    _yield("cards", "Dogma: cards"),
    Metric(
        name="dogma_win_probability",
        title="Dogma: win probability",
        of="card",
        meaning="How far the active player's win probability moves from before an activation of the card to after it.",
        formula="mean over activations of (win probability after the action - win probability before it)",
        rows="one per activation",
        sql="dogma_added",
        kind=Kind.MEAN,
        caveat="The probabilities come from a model (innolog winprob) that was not fitted to the game, "
        "unless a file of an older version is given (innolog report corpus --model): it does not say to which games it "
        "was fitted. The model knows scores, achievements, icons and numbers of cards, but not what the cards do, so a "
        "benefit counts only when it pays off. Compare cards with each other, not with 0: the average action adds a "
        "little, which a perfect model would foresee. The interval does not include the errors of the model. Players "
        "activate a card when it helps.",
        model=True,
    ),
    Metric(
        name="share_rate",
        title="Share rate",
        of="card",
        meaning="How often another player shares when the card is activated.",
        formula="activations that another player shared / activations",
        rows="one per activation",
        sql="card_dogma",
        kind=Kind.RATE,
        bound={"what": "shared"},
        caveat="If they can, players activate a card when nobody shares it.",
    ),
    Metric(
        name="demand_rate",
        title="Demand success",
        of="card",
        meaning="How often the card's demand moves a card of an affected player.",
        formula="affected players who had a card moved by the demand / affected players",
        rows="one per activation and affected player",
        sql="card_dogma",
        kind=Kind.RATE,
        bound={"what": "demanded"},
        caveat="A demand that affects something other than cards counts as a failure.",
    ),
    Metric(
        name="endings",
        title="Endings",
        of="kind of ending",
        meaning="How often games end in this way.",
        formula="games that end in this way / games",
        rows="one per game",
        kind=Kind.RATE,
    ),
    Metric(
        name="lengths",
        title="Lengths",
        of="unit",
        meaning="How long games are.",
        formula="mean number of the unit per game",
        rows="one per game",
        **_COUNT_FROM_1,
    ),
    Metric(
        name="game_minutes",
        title="Length in minutes",
        of="kind of game",
        meaning="How many minutes games last, from the first move to the last.",
        formula="mean of the minutes from the first to the last move of a game; with a pause: some action of the game "
        "took more than an hour",
        rows="one per game whose times of actions show whether it had a pause",
        caveat="Pauses count, so the length of a game that is played over days says nothing about the game.",
        bound={"pause": PAUSE},
        **_COUNT_FROM_0,
    ),
    Metric(
        name="thinking_time",
        title="Thinking time by action",
        of="kind of action",
        meaning="How many seconds players take to choose an action of this kind.",
        formula="mean number of seconds from the site's asking for an action to the player's choice of it",
        rows="one per action whose time is recorded, free actions not counted",
        caveat=_THINKING,
        bound={"pause": PAUSE},
        **_COUNT_FROM_0,
    ),
    Metric(
        name="thinking_player",
        title="Thinking time by player",
        of="player",
        meaning="How many seconds the player takes to choose an action.",
        formula="mean number of seconds from the site's asking the player for an action to the player's choice of it",
        rows="one per action of the player whose time is recorded, free actions not counted",
        caveat=_THINKING,
        prepared=("seated",),
        bound={"pause": PAUSE},
        **_COUNT_FROM_0,
    ),
    Metric(
        name="games_by_month",
        title="Games by month",
        of="month",
        meaning="The share of games that began in this month, in UTC.",
        formula="games that began in the month / games whose date is recorded",
        rows="one per game whose log records its date",
        kind=Kind.RATE,
        caveat="The value times n is the number of games. It shows which logs were collected, not how much was played.",
    ),
    Metric(
        name="seat_rate",
        title="Place in turn order",
        of="place",
        meaning="The share of wins of players at this place in turn order; place 1 takes the first turn.",
        formula="mean win points of the players at the place",
        rows="one per game and player",
        kind=Kind.RATE,
        parameters=plain("p"),
        caveat="The opening cards decide who starts; first_turn_advantage takes this into account.",
        even="even",
    ),
    Metric(
        name="player_rate",
        title="Players",
        of="player",
        meaning="The share of wins of the player.",
        formula="mean win points of the player",
        rows="one per game",
        kind=Kind.RATE,
        parameters=plain("p"),
        caveat="The number does not take the strength of the opponents into account; win_rate_adjusted does.",
        even="even",
        least_rows=20,
    ),
    _rating(
        "rating",
        "Rating",
        "The strength of the player, in Elo points; the mean of all players of the group is 0.",
        "400 / ln 10 * (skill - mean skill of the group's players). A side wins with a probability proportional to "
        "exp(mean skill of its members + advantage of the first turn). Skills are normally distributed, with a spread "
        "that is estimated from the games",
        "A rating compares players of the same group only, and only as far as they are connected by games. It takes "
        "skill as constant; --since and --until choose the games of a period. If a group has more than 1,500 "
        "players, those with the fewest games share one skill.",
        even=0.0,
        unit=Unit.RATING,
    ),
    _rating(
        "win_rate_adjusted",
        "Against average players",
        "The player's probability of winning against average players of the group, with average team-mates.",
        "mean over the posterior of 1 / (1 + (sides - 1) * exp(-(skill - mean skill) / members of a side)); skill as "
        "in rating",
        "It depends on the model of ratings. See rating.",
        even="even",
    ),
    _rating(
        "win_rate_expected",
        "Expected",
        "The share of wins that an average player would have had in the player's place: against the same opponents, "
        "with the same first turns.",
        "mean over the player's games of the win points expected with the mean skill of the group, other skills as in "
        "rating",
        "Compare it with player_rate, the actual share: a low expectation means strong opponents.",
        even="even",
    ),
    _rating(
        "above_expected",
        "Above expected",
        "How much larger the player's share of wins is than an average player's in the same games, as ratings estimate "
        "it.",
        "mean over the player's games of (win points expected with the player's skill - win points expected with the "
        "mean skill of the group); skills as in rating",
        "Estimates of players with few games are close to 0, because so is their skill. It depends on the model of "
        "ratings. See rating.",
        even=0.0,
    ),
    Metric(
        name="first_turn_advantage",
        title="First turn",
        of="advantage",
        meaning="How much more often players win who take the first turn, compared with others who melded the same "
        "card.",
        formula="sum over opening cards c of N_c / N * (mean win points of players who melded c and took the first "
        "turn - mean win points of those who melded c and did not); N_c of the N rows of both sides "
        f"have the opening card c; only cards {BOTH_SIDES}",
        rows="one per game and player",
        sql="seat_advantage",
        caveat="The player with the alphabetically first opening card starts. Therefore only players who melded the "
        "same card are compared.",
        **_SHARES_COMPARED,
    ),
    Metric(
        name="achievement_round",
        title="Round of the k-th achievement",
        of="achievement",
        meaning="The round in which players claim their k-th achievement.",
        formula="mean round in which players got their k-th achievement",
        rows="one per player and achievement",
        sql="achievement_turn",
        caveat="Only players who got that many achievements are counted.",
        **_COUNT_FROM_1,
    ),
    Metric(
        name="claim_delay",
        title="From claimable to claimed",
        of="age of the achievement",
        meaning="How long players wait before they claim an achievement that they could claim.",
        formula="mean of (turn of the claim - turn of the first action after which the player could claim it) / number "
        "of players; parts of a round count",
        rows="one per standard achievement claimed by an action",
        caveat="Only achievements that the player finally claimed are counted.",
        **_COUNT_FROM_0,
    ),
    Metric(
        name="lead_changes",
        title="Lead changes",
        of="number",
        meaning="How often the lead passes to another side (a player or a team) in a game.",
        formula="mean number of times per game that another side took the lead: most achievements, then most points, "
        "of all members of a team together",
        rows="one per game",
        caveat="Moments with a shared lead are ignored.",
        **_COUNT_FROM_0,
    ),
    Metric(
        name="first_to_age",
        title="First to an age",
        of="age",
        meaning="The share of wins of the player who is first to have a top card of the age or higher.",
        formula="mean win points of the first player with a top card of the age or higher",
        rows="one per game and age",
        kind=Kind.RATE,
        caveat=OBSERVATIONAL,
        even="even",
    ),
    Metric(
        name="claim_round",
        title="Round of a claim",
        of="age of the achievement",
        meaning="The round in which the standard achievement of an age is claimed.",
        formula="mean round in which somebody gets the achievement",
        rows="one per game and achievement that somebody got",
        caveat="Games that end before the achievement is claimed are not counted, so high ages seem earlier than they "
        "are.",
        **_COUNT_FROM_1,
    ),
    Metric(
        name="claim_missed",
        title="Claim possible and not taken",
        of="age of the achievement",
        meaning="How often a player who can claim an achievement does something else.",
        formula="actions other than Achieve before which the player could claim the achievement / actions before which "
        "the player could claim it; any: the same for at least one achievement",
        rows="one per action and achievement",
        kind=Kind.RATE,
        caveat="Waiting is right if nobody else can claim the achievement soon and another action is urgent. Only "
        "standard achievements.",
        prepared=("claims",),
    ),
    Metric(
        name="claim_lost",
        title="Claim lost to an opponent",
        of="age of the achievement",
        meaning="How often an opponent gets an achievement that a player could have claimed.",
        formula="players who could claim the achievement before an action of theirs, and an opponent got it / "
        "players who could claim it before an action of theirs",
        rows="one per game, player and achievement",
        kind=Kind.RATE,
        caveat="Only standard achievements, and only the player's own actions as opportunities.",
        prepared=("claims",),
    ),
    Metric(
        name="age_round",
        title="Round of an age",
        of="age",
        meaning="The round in which somebody first has a top card of the age or higher.",
        formula="mean round of the first top card of the age or higher",
        rows="one per game in which somebody reaches the age",
        caveat="Games that end before anybody reaches the age are not counted.",
        **_COUNT_FROM_1,
    ),
    Metric(
        name="action_share",
        title="Kinds of actions",
        of="kind of action",
        meaning="The share of actions of this kind.",
        formula="actions of the kind / actions, free actions not counted",
        rows="one per action",
        kind=Kind.RATE,
    ),
    Metric(
        name="ending_rounds",
        title="Rounds until the end",
        of="kind of ending",
        meaning="How many rounds games last that end in this way.",
        formula="mean number of rounds of the games that end in this way",
        rows="one per game",
        **_COUNT_FROM_1,
    ),
    Metric(
        name="habit_winners",
        title="What winners do",
        of="habit",
        meaning="How much more of something players do who win than players who lose.",
        formula=f"mean number of players who won - mean number of players who lost; only habits {BOTH_SIDES}",
        rows="one per game and player",
        kind=Kind.DIFFERENCE,
        caveat=f"{OBSERVATIONAL} Much of what winners do is a result of being ahead.",
        prepared=("seated", "claims", "habits"),
        even=0.0,
        unit=Unit.NUMBER,
    ),
    Metric(
        name="pair_dogma",
        title="Pairs of cards",
        of="two cards",
        meaning="How much more often players win who activate both cards than players who activate one of the two.",
        formula="mean win points of players who activated both - mean win points of players who activated exactly one; "
        f"only pairs {BOTH_SIDES}",
        rows="one per game and player who activated at least one of the two",
        caveat=f"{OBSERVATIONAL} {_LONGER} Only the 200 most frequent pairs of a group, and only pairs that at least "
        "100 players activated.",
        bound={"pairs": 200, "pair_rows": 100},
        **_SHARES_COMPARED,
    ),
    *LUCK_METRICS,
)

BY_NAME = {metric.name: metric for metric in (*METRICS, *PLAYER_METRICS)}
