"""Tables and statistics of corpus games, recomputed in another way, and compared with what really happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest

from innolog.cards.facts import card_table
from innolog.ingest.pipeline import ingest
from innolog.store.dataset import Dataset, open_dataset
from reports.metrics import BY_NAME
from reports.metrics.compute import compute
from tests.shared import CorpusGame, corpus_games

GAMES = [
    *corpus_games(editions=["third"], sets=["base"], players=[2], teams=False)[:6],
    *corpus_games(editions=["third"], sets=["base", "cities"], players=[3], teams=False)[:4],
    *corpus_games(editions=["first"], sets=["base"], players=[2], teams=False)[:3],
]
pytestmark = [pytest.mark.long, pytest.mark.skipif(not GAMES, reason="the corpus is missing")]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dataset]:
    folder = tmp_path_factory.mktemp("corpus")
    summary = ingest([path for game in GAMES for path in game.exports], folder)
    assert set(summary.verdicts) == {"legal"}
    with open_dataset(folder) as data:
        yield data


def _game_id(data: Dataset, game: CorpusGame) -> str:
    (found,) = data.sql(f"SELECT DISTINCT game_id FROM games WHERE contains(source, '{game.id}/')").fetchall()
    return str(found[0])


def test_every_game_and_player_is_counted_once(data: Dataset) -> None:
    games = data.pandas("games")
    players = data.pandas("players")
    assert games["counts"].sum() == len(GAMES) == games["game_id"].nunique()
    once = players[players["counts"]].groupby(["game_id", "player_id"]).size()
    hidden = players[players["counts_drawn"]].groupby(["game_id", "player_id"]).size()
    assert len(once) == len(hidden) == sum(game.players for game in GAMES)
    assert (once == 1).all()
    assert (hidden == 1).all()


def test_totals_agree_with_what_really_happened(data: Dataset) -> None:
    actions, players, games, achievements = (
        data.pandas(table) for table in ("actions", "players", "games", "achievements")
    )
    for game in GAMES:
        truth = game.truth()
        game_id = _game_id(data, game)
        final = truth["snapshots"][-1]["players"]
        mine = games[games["game_id"] == game_id]
        assert set(mine["ended_by"]) == {truth["end"]["how"]}
        assert {tuple(sorted(winners)) for winners in mine["winners"]} == {
            tuple(sorted(map(str, truth["end"]["winners"])))
        }
        kinds = Counter(d["action"] for d in truth["decisions"] if d["state"] == "playerTurn")
        for log in mine["log_id"]:
            stored = actions[(actions["log_id"] == log) & (actions["kind"] != "opening")]
            assert Counter(stored["kind"]) == kinds
            seats = players[players["log_id"] == log].set_index("player_id")
            held = achievements[(achievements["log_id"] == log) & achievements["held"]].groupby("player_id").size()
            for player, ended in final.items():
                assert seats.loc[player, "score"] == ended["score"]
                assert seats.loc[player, "achievements"] == len(ended["achievements"]) == held.get(player, 0)
                assert seats.loc[player, "winner"] == (int(player) in truth["end"]["winners"])


def _happened(data: Dataset) -> pd.DataFrame:
    """How often each thing happened to (log_id, seat, card), counted from the rows of events."""
    events = data.pandas("events").sort_values(["log_id", "action", "event"])
    moved = events[(events["kind"] == "transfer") & events["card"].isin(list(card_table().cards))]
    keys = ["log_id", "seat", "card"]
    parts: list[pd.DataFrame] = []

    def count(name: str, rows: pd.DataFrame, seat: str) -> None:
        rows = rows[rows[seat].notna()].assign(seat=rows[seat])
        parts.append(rows.groupby(keys).size().rename(name).to_frame())

    count("drawn_times", moved[(moved["from_zone"] == "deck") & (moved["keyword"] != "dig")], "to_seat")
    for name, keyword in (("tucked_times", "tuck"), ("scored_times", "score")):
        count(name, moved[moved["keyword"] == keyword], "to_seat")
    count("returned_times", moved[moved["keyword"] == "return"], "from_seat")
    swapped = moved[(moved["keyword"] == "transfer") & moved["from_seat"].notna() & moved["to_seat"].notna()]
    swapped = swapped[swapped["from_seat"] != swapped["to_seat"]]
    count("given_times", swapped, "from_seat")
    count("received_times", swapped, "to_seat")
    count("dogma_times", events[events["kind"] == "dogma_started"], "seat")
    # Melds: the first one of a Meld action's card is the action, all others are effects.
    actions = data.pandas("actions")[["log_id", "action", "kind", "card"]]
    melds = moved[moved["keyword"] == "meld"].merge(
        actions, on=["log_id", "action"], suffixes=("", "_of_action"), how="left"
    )
    own = (melds["kind_of_action"] == "meld") & (melds["card"] == melds["card_of_action"])
    first = own & ~melds[own.fillna(False)].duplicated(["log_id", "action"]).reindex(melds.index, fill_value=False)
    opening = melds["kind_of_action"] == "opening"
    count("opening_meld_times", melds[opening], "to_seat")
    count("melded_times", melds[first], "to_seat")
    count("melded_effect_times", melds[~first & ~opening], "to_seat")
    # Parties: whoever else carries out effects, and not those of another card.
    events["activation"] = (events["kind"] == "dogma_started").groupby(events["log_id"]).cumsum()
    steps = (events["kind"] == "nested_started").astype(int) - (events["kind"] == "nested_ended").astype(int)
    events["depth"] = steps.groupby([events["log_id"], events["action"]]).cumsum()
    started = events[events["kind"] == "dogma_started"].set_index(["log_id", "activation"])[["seat", "card"]]
    carried = events[(events["kind"] == "effect_started") & (events["depth"] == 0) & (events["activation"] > 0)]
    carried = carried.join(started.add_suffix("_owner"), on=["log_id", "activation"])
    carried = carried.assign(card=carried["card_owner"])
    carried = carried[carried["seat"] != carried["seat_owner"]]
    demand = carried["effect"].isin(["demand", "compel"])
    for name, rows in (("demanded_times", carried[demand]), ("shared_times", carried[~demand])):
        count(name, rows.drop_duplicates(["log_id", "activation", "seat"]), "seat")
    return pd.concat(parts, axis=1).fillna(0).astype(int)


def test_card_games_recounted_from_events(data: Dataset) -> None:
    recounted = _happened(data)
    stored = data.pandas("card_games").set_index(["log_id", "seat", "card"])[list(recounted)].fillna(0).astype(int)
    stored = stored[(stored > 0).any(axis=1)].sort_index()
    recounted = recounted.sort_index()
    assert len(recounted) > 2000
    assert (recounted.sum() > 0).all()
    assert list(stored.index) == list(recounted.index)
    assert (stored.to_numpy() == recounted.to_numpy()).all()


def _group(data: Dataset) -> pd.DataFrame:
    games = data.pandas("games")
    names = [
        "+".join([*sets, *options, *(["teams"] if teams is not None else [])])
        for sets, options, teams in zip(games["sets"], games["options"], games["teams"], strict=True)
    ]
    return games.assign(sets=names).set_index("log_id")[["edition", "sets", "players"]]


def _rows(data: Dataset, flag: str) -> pd.DataFrame:
    """Recounted rows of the players that statistics count, with win points and group."""
    players = data.pandas("players")
    seats = players[players[flag]].set_index(["log_id", "seat"])["win_points"]
    rows = _happened(data).reset_index().join(seats, on=["log_id", "seat"], how="inner")
    return rows.join(_group(data), on="log_id")


@pytest.mark.parametrize(
    ("metric", "column", "flag"),
    [
        ("win_rate_drawn", "drawn_times", "counts_drawn"),
        ("win_rate_scored", "scored_times", "counts_drawn"),
        ("win_rate_melded", "melded_times", "counts"),
        ("win_rate_dogma", "dogma_times", "counts"),
        ("win_rate_shared", "shared_times", "counts"),
        ("win_rate_demanded", "demanded_times", "counts"),
    ],
)
def test_win_rates_recomputed(metric: str, column: str, flag: str, data: Dataset) -> None:
    rows = _rows(data, flag)
    keys = ["edition", "sets", "players", "card"]
    expected = rows[rows[column] > 0].groupby(keys)["win_points"].agg(["size", "mean"])
    found = compute(data, BY_NAME[metric]).set_index(["edition", "sets", "players", "item"]).sort_index()
    assert len(found) == len(expected) > 20
    np.testing.assert_array_equal(found["n"].to_numpy(), expected["size"].to_numpy())
    np.testing.assert_allclose(found["value"].to_numpy(float), expected["mean"].to_numpy(float))


def test_draw_effect_recomputed(data: Dataset) -> None:
    """The formula, draw by draw and card by card: who was at risk, with which chance, and what came of it."""
    table = card_table()
    rows = data.pandas("card_games").merge(data.pandas("games")[["log_id", "game"]], on="log_id")
    rows = rows[rows["counts"] | rows["counts_drawn"]]
    groups = _group(data).join(data.pandas("games").set_index("log_id")[["game", "counts"]])
    group_of = groups[groups["counts"]].set_index("game")[["edition", "sets", "players"]]
    shown = ["opening_meld", "melded", "melded_effect", "tucked", "dogma", "shared", "demanded"]
    seen: dict[tuple[str, int], int] = {}
    draws: list[dict[str, Any]] = []
    for row in rows.to_dict("records"):
        when = [row[f"{name}_action"] for name in shown]
        if row["counts_drawn"]:
            when += [row["drawn_action"], None if pd.isna(row["opening_times"]) else 0]
        known = [int(each) for each in when if not pd.isna(each)]
        if known:
            key = row["game"], row["card"]
            seen[key] = min([*known, seen.get(key, 10**9)])
    pile_of = {card: (table.set[card], table.age[card]) for card in table.cards if not table.cards[card].relic}
    sizes = Counter(pile_of.values())
    for row in rows.to_dict("records"):
        game, card = row["game"], row["card"]
        came = row["counts_drawn"] and not pd.isna(row["drawn_action"]) and row["drawn_turn"] > 0
        if not came or card not in pile_of or row["drawn_action"] != seen[game, card]:
            continue
        at, pile = seen[game, card], pile_of[card]
        before = sum(1 for (g, c), when in seen.items() if g == game and pile_of.get(c) == pile and when < at)
        if sizes[pile] > before + 1:
            draws.append(
                {"game": game, "card": card, "pile": pile, "action": at, "before": before, "w": row["win_points"]}
            )
    drawn = pd.DataFrame(draws).join(group_of, on="game")
    stratum = ["edition", "sets", "players", "pile", "before"]
    drawn["w"] = drawn["w"].astype(float) - drawn.groupby(stratum)["w"].transform("mean").astype(float)
    found: Any = compute(data, BY_NAME["draw_effect"])
    for row in found.iloc[:: max(1, len(found) // 25)].itertuples():
        pile = pile_of[row.item]
        same = (drawn["edition"] == row.edition) & (drawn["sets"] == row.sets) & (drawn["players"] == row.players)
        n = s = 0.0
        for draw in drawn[same & drawn["pile"].map(lambda each, pile=pile: each == pile)].itertuples():
            if draw.action <= seen.get((draw.game, row.item), 10**9):
                p = 1 / (sizes[pile] - draw.before)
                n, s = n + p * (1 - p), s + ((draw.card == row.item) - p) * draw.w
        assert row.n == pytest.approx(n)
        assert row.value == pytest.approx(s / n, abs=1e-9)


def test_dogma_yield_recomputed_from_states(data: Dataset) -> None:
    states = data.pandas("states")
    scores = states.pivot_table(index=["log_id", "action"], columns="seat", values="score")
    before = scores.groupby(level="log_id").shift(1)
    change = (scores - before).astype(float)
    dogmas: Any = data.pandas("dogmas")
    dogmas = dogmas[dogmas["counted"] & dogmas["card"].notna()].join(_group(data), on="log_id")
    values = []
    for row in dogmas.itertuples():
        changes = change.loc[(row.log_id, row.action)].dropna()
        values.append(changes[row.seat] - changes.drop(row.seat).mean())
    dogmas["value"] = values
    expected = dogmas.groupby(["edition", "sets", "players", "card"])["value"].agg(["size", "mean"])
    found = compute(data, BY_NAME["dogma_score"]).set_index(["edition", "sets", "players", "item"]).sort_index()
    np.testing.assert_array_equal(found["n"].to_numpy(), expected["size"].to_numpy())
    np.testing.assert_allclose(found["value"].to_numpy(float), expected["mean"].to_numpy(float), atol=1e-12)


def test_share_and_demand_rates_recomputed_from_activations(data: Dataset) -> None:
    dogmas: Any = data.pandas("dogmas")
    dogmas = dogmas[dogmas["counted"] & dogmas["card"].notna()].join(_group(data), on="log_id")
    dogmas["shared"] = dogmas["sharers"].map(len) > 0
    dogmas["victim"], dogmas["yielding"] = dogmas["victims"].map(len), dogmas["yielded"].map(len)
    cards = ["edition", "sets", "players", "card"]
    rates = {
        "share_rate": (dogmas, "shared", None),
        "demand_rate": (dogmas[dogmas["victim"] > 0], "yielding", "victim"),
    }
    for name, (rows, successes, trials) in rates.items():
        sums = rows.groupby(cards)
        n = sums[trials].sum() if trials else sums.size()
        assert len(n) > 5
        found = compute(data, BY_NAME[name]).set_index(["edition", "sets", "players", "item"]).sort_index()
        np.testing.assert_array_equal(found["n"].to_numpy(), n.to_numpy())
        expected = (sums[successes].sum() / n).to_numpy(float)
        np.testing.assert_allclose(found["value"].to_numpy(float), expected, atol=1e-12)
