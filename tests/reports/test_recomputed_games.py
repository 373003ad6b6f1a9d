"""What test_recomputed does not recompute: places, hands, gains, the lead, achievements, ages, placebos."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from innolog.cards.facts import card_table
from innolog.conversion.simulated import native_file
from innolog.engine.ruleset import Ruleset
from innolog.ingest.pipeline import ingest
from innolog.simulate import seats, simulate
from innolog.store.dataset import Dataset, open_dataset
from reports.metrics import BY_NAME
from reports.metrics import compute as computing
from reports.metrics.compute import compute
from tests.reports.test_recomputed import KEYS, _compare, _games, _means, _seats, _top

pytestmark = pytest.mark.long
PILES = [f"board_{color}" for color in ("blue", "red", "green", "yellow", "purple")]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dataset]:
    """Games of bots with two and three players."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "logs").mkdir()
    for seed in range(48):
        players = 2 + seed % 3 // 2
        game = simulate(Ruleset(players=players), seed, seats(["sensible"], players, seed))
        name, text = native_file(game)
        (folder / "logs" / name).write_text(text, encoding="utf-8")
    assert ingest([folder / "logs"], folder / "data", review=1).verdicts == {"legal": 48}
    with open_dataset(folder / "data") as data:
        yield data


def test_endings_lengths_places_and_players(data: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computing, "MINIMUM_STRATUM", 1)
    games, sides = _games(data), _seats(data)
    assert games["players"].nunique() == 2
    kinds = [games.assign(item=kind, value=games["ended_by"] == kind) for kind in ("achievements", "score", "dogma")]
    _compare(data, BY_NAME["endings"], _means(pd.concat(kinds)))
    _compare(
        data, BY_NAME["lengths"], _means(pd.concat(games.assign(item=u, value=games[u]) for u in ("turns", "actions")))
    )
    places = sides.assign(item="place " + (sides["turn_order"] + 1).astype(str))
    _compare(data, BY_NAME["seat_rate"], _means(places, "won"))
    _compare(data, BY_NAME["player_rate"], _means(sides.assign(item=_named(sides)), "won"))
    opened = data.pandas("every.card_games").query("opening_meld_times > 0")[["log_id", "seat", "card"]]
    expected = []
    for key, part in sides.merge(opened, on=["log_id", "seat"]).groupby(KEYS):
        total = rows = 0.0
        for _, same in part.groupby("card"):
            first, later = (same[(same["turn_order"] == 0) == is_first]["won"] for is_first in (True, False))
            if min(len(first), len(later)) >= 1:
                total, rows = total + len(same) * (first.mean() - later.mean()), rows + len(same)
        expected.append((*key, total / rows))
    found = compute(data, BY_NAME["first_turn_advantage"])
    assert [tuple(row) for row in found[[*KEYS, "value"]].to_numpy()] == [
        (*row[:3], pytest.approx(row[3])) for row in expected
    ]


def _named(sides: Any) -> Any:
    name = sides.groupby("player_id")["player_name"].transform("max")
    return name + " (" + sides["player_id"] + ")"


def test_hands_and_cards_that_were_not_seen(data: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are the players whose cards are known; a card that a player's record does not have was not seen."""
    monkeypatch.setattr(computing, "MINIMUM_STRATUM", 1)
    sides = _seats(data).query("counts_drawn")
    cards = (
        data.pandas("every.card_games")
        .query("counts_drawn")
        .merge(sides[["log_id", "seat", *KEYS, "won"]], on=["log_id", "seat"])
    )
    cards["opening_meld_times"] = cards["opening_meld_times"].fillna(0)
    dealt = cards[cards["opening_times"] > 0]
    _compare(data, BY_NAME["win_rate_opening"], _means(dealt.assign(item=dealt["card"]), "won"))
    _compare(
        data, BY_NAME["keep_rate"], _means(dealt.assign(item=dealt["card"], value=dealt["opening_meld_times"] > 0))
    )
    not_seen, difference = [], []
    owners = cards.groupby("card")["log_id"].agg(list), cards.groupby("card")["seat"].agg(list)
    has = {
        card: set(zip(logs, places, strict=True)) for card, logs, places in zip(owners[0].index, *owners, strict=True)
    }
    for key, group in sides.groupby(KEYS):
        table = list(zip(group["log_id"], group["seat"], strict=True))
        for card, those in has.items():
            seen = np.array([place in those for place in table])
            found, never = group["won"].to_numpy()[seen], group["won"].to_numpy()[~seen]
            if len(found) and len(never):
                not_seen.append((*key, card, len(never), never.mean()))
                difference.append((*key, card, len(found), found.mean() - never.mean()))
    columns = [*KEYS, "item", "n", "value"]
    _compare(data, BY_NAME["win_rate_not_seen"], pd.DataFrame(not_seen, columns=columns))
    _compare(data, BY_NAME["seen_difference"], pd.DataFrame(difference, columns=columns))
    hands: dict[Any, dict[int, list[float]]] = {}
    for (_, _), hand in dealt.groupby(["log_id", "seat"]):
        if len(hand) == 2 and (hand["opening_meld_times"] > 0).sum() == 1:
            pair = sorted(hand["card"])
            row = hand[hand["opening_meld_times"] > 0].iloc[0]
            hands.setdefault((*row[KEYS], f"{pair[0]} {pair[1]}"), {}).setdefault(int(row["card"]), []).append(
                row["won"]
            )
    chosen = []
    for key, won in hands.items():
        if len(won) == 2:
            one, other = (won[int(card)] for card in key[3].split())
            chosen.append((*key, len(one), np.mean(one) - np.mean(other)))
    _compare(data, BY_NAME["opening_choice"], pd.DataFrame(chosen, columns=columns))


def test_what_activations_bring(data: Dataset) -> None:
    states, dogmas = data.pandas("every.states"), data.pandas("every.dogmas")
    states["icons"] = states[["crown", "leaf", "lightbulb", "castle", "factory", "clock"]].sum(axis=1)
    states["cards"] = sum(states[pile].map(len) for pile in (*PILES, "hand", "score_pile"))
    dogmas = dogmas[dogmas["counts"] & dogmas["card"].notna()].join(_games(data)[KEYS], on="log_id", how="inner")
    for metric, column in (
        ("dogma_achievements", "achievements_count"), ("dogma_icons", "icons"), ("dogma_cards", "cards")
    ):  # fmt: skip
        held = {key: int(value) for key, value in states.set_index(["log_id", "action", "seat"])[column].items()}
        values = []
        for log, action, seat, players in dogmas[["log_id", "action", "seat", "players"]].to_numpy():
            change = [held[log, action, each] - held[log, action - 1, each] for each in range(players)]
            values.append(change.pop(seat) - np.mean(change))
        _compare(data, BY_NAME[metric], _means(dogmas.assign(item=dogmas["card"], value=values)))


def test_achievements_and_the_lead(data: Dataset) -> None:
    games, got = _games(data), data.pandas("every.achievements")
    got = got.join(games[KEYS], on="log_id", how="inner")
    early = got[(got["number"] <= 8) & (got["turn"] > 0)]
    rounds = np.ceil(early["turn"] / early["players"])
    _compare(
        data,
        BY_NAME["achievement_round"],
        _means(early.assign(item="achievement " + early["number"].astype(str), value=rounds)),
    )
    claimed = got[(got["kind"] == "standard") & (got["by"] == "achieve") & got["claimable_turn"].notna()]
    waited = (claimed["turn"] - claimed["claimable_turn"]) / claimed["players"]
    _compare(
        data, BY_NAME["claim_delay"], _means(claimed.assign(item="age " + claimed["age"].astype(str), value=waited))
    )
    columns = ["log_id", "action", "seat", "player_id", "achievements_count", "score", *PILES]
    states: Any = data.pandas("every.states", columns).sort_values(["log_id", "action"])
    changes, firsts = [], []
    for log, of_log in groupby(states.itertuples(), key=lambda row: row.log_id):
        leader, changed = None, 0
        reached: dict[int, list[str]] = {}
        for _, table in groupby(of_log, key=lambda row: row.action):
            rows = list(table)
            ranks = sorted(((row.achievements_count, row.score, row.seat) for row in rows), reverse=True)
            if ranks[0][:2] != ranks[1][:2]:
                changed += leader is not None and ranks[0][2] != leader
                leader = ranks[0][2]
            tops = {row.player_id: _top(row) for row in rows}
            for age in set(range(2, max(tops.values()) + 1)) - set(reached):
                reached[age] = [player for player, top in tops.items() if top >= age]
        changes.append({"log_id": log, "item": "lead changes", "value": changed})
        firsts += [
            {"log_id": log, "item": f"age {age}", "player_id": who[0]} for age, who in reached.items() if len(who) == 1
        ]
    _compare_all(data, "lead_changes", pd.DataFrame(changes).join(games[KEYS], on="log_id"))
    won = pd.DataFrame(firsts).merge(_seats(data)[["log_id", "player_id", "won", *KEYS]], on=["log_id", "player_id"])
    _compare_all(data, "first_to_age", won.assign(value=won["won"]))


def _compare_all(data: Dataset, metric: str, rows: Any) -> None:
    found = compute(data, BY_NAME[metric]).set_index([*KEYS, "item"])[["n", "value"]].astype(float).sort_index()
    pd.testing.assert_frame_equal(
        found, _means(rows).set_index([*KEYS, "item"]).astype(float).sort_index(), check_index_type=False, atol=1e-9
    )


def test_placebos_of_the_draw_effect(data: Dataset) -> None:
    """They share the risk sets of the draw effect, which test_recomputed counts again draw by draw."""
    compute(data, BY_NAME["draw_effect"])
    draws: Any = data.frame("SELECT d.*, c.edition, c.sets, c.players FROM draws d JOIN counted c USING (game)")
    age = card_table().age
    draws["age"] = draws["card"].map(lambda card: age[card])

    def values(item: Any, outcome: str) -> Any:
        sums = draws.assign(item=item).groupby([*KEYS, "item"])[["n", outcome]].sum()
        return (sums[outcome] / sums["n"]).sort_index()

    def found(metric: str) -> Any:
        return compute(data, BY_NAME[metric]).set_index([*KEYS, "item"])["value"].sort_index()

    np.testing.assert_allclose(found("draw_placebo_state").to_numpy(), values(draws["card"], "v").to_numpy(), atol=1e-9)
    # The names of a pile are shifted by a number that depends on the game and the pile alone.
    shift: Any = data.frame(
        "SELECT DISTINCT d.game, k.age, hash(d.game, k.age) AS shift FROM draws d JOIN cards k USING (card)"
    )
    by = {(row.game, row.age): int(row.shift) for row in shift.itertuples()}
    piles: dict[Any, list[int]] = {
        key: sorted(set(part)) for key, part in draws.groupby([*KEYS, "age"])["card"]
    }  # fmt: skip
    renamed = []
    for row in draws.itertuples():
        pile = piles[row.edition, row.sets, row.players, row.age]
        renamed.append(pile[(pile.index(row.card) + by[row.game, row.age] % len(pile)) % len(pile)])
    placebo = found("draw_placebo_name")
    np.testing.assert_allclose(placebo.to_numpy(), values(renamed, "s").to_numpy(), atol=1e-9)
    assert not np.allclose(placebo.to_numpy(), found("draw_effect").to_numpy())


def test_luck_and_losses(data: Dataset) -> None:
    """Of the games of two; there are too few of three for a slope."""
    compute(data, BY_NAME["draw_effect_lucky"])
    keys = ["log_id", "seat"]
    luck: Any = data.pandas("every.luck")
    seats = _seats(data).query("players == 2")
    seats = seats.join(luck.groupby(keys)["luck"].sum(), on=keys)
    seats = seats.merge(data.frame("SELECT log_id, number % 10 AS part FROM records"), on="log_id")
    assert (seats.groupby("log_id")["luck"].sum().abs() < 1e-4).all()
    for part in seats["part"].unique():
        others = seats[seats["part"] != part]
        slope = (others["luck"] * (others["won"] - 0.5)).sum() / (others["luck"] ** 2).sum()
        seats.loc[seats["part"] == part, "beta"] = slope
    seats["points"] = seats["won"] - seats["beta"] * seats["luck"]

    def same(metric: str, rows: Any, value: str) -> None:
        found: Any = compute(data, BY_NAME[metric]).query("players == 2")
        wanted: Any = _means(rows.query("players == 2"), value)
        columns = ["item", "n", "value"]
        left, right = (
            each[columns].astype({"n": float}).sort_values("item", ignore_index=True) for each in (found, wanted)
        )
        pd.testing.assert_frame_equal(left, right, check_dtype=False)

    same("seat_rate_lucky", seats.assign(item="place " + (seats["turn_order"] + 1).astype(str)), "points")
    named = seats.assign(item=_named(seats))
    same("player_rate_lucky", named, "points")
    same("player_luck", named, "luck")
    decided: Any = data.pandas("every.decisions")[[*keys, "loss"]].dropna()
    same("player_loss", decided.merge(named, on=keys), "loss")
    cards: Any = data.pandas("every.card_games")[[*keys, "card", "opening_times"]].query("opening_times > 0")
    same("win_rate_opening_lucky", cards.merge(seats, on=keys).assign(item=lambda rows: rows["card"]), "points")
    # The draw effect: the same sum as without luck, of other outcomes.
    both = data.frame(
        "SELECT a.log_id, a.seat, a.action, a.w, b.w AS without FROM drawn a "
        "JOIN drawn_lucky b USING (game, seat, card)"
    ).merge(seats, on=keys)
    own = luck.groupby([*keys, "action"])["luck"].sum().rename("own")
    both = both.join(own, on=[*keys, "action"]).fillna({"own": 0})
    assert len(both) > 300
    np.testing.assert_allclose(both["without"], both["w"] - both["beta"] * (both["luck"] - both["own"]), atol=1e-9)
    sums = data.frame("SELECT card AS item, sum(s) / sum(n) AS value FROM draws_lucky GROUP BY card ORDER BY card")
    effect: Any = compute(data, BY_NAME["draw_effect_lucky"]).sort_values("item")
    np.testing.assert_allclose(effect["value"], sums["value"], atol=1e-9)


def test_every_metric_is_recomputed_somewhere() -> None:
    here = Path(__file__).parent
    names = ("recomputed", "recomputed_games", "recomputed_times", "ratings", "winprob")
    texts = [(here / f"test_{name}.py").read_text() for name in names]
    assert [name for name in BY_NAME if not any(f'"{name}"' in text for text in texts)] == []
