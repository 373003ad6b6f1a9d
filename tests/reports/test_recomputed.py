"""Tables and statistics of corpus games, recomputed in another way, and compared with what really happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from innolog.cards.facts import card_table
from innolog.ingest.pipeline import ingest
from innolog.store.dataset import Dataset, open_dataset
from innolog.store.rows import RowCollector
from reports.metrics import BY_NAME, Metric
from reports.metrics.compute import compute
from reports.queries import people
from tests.shared import CorpusGame, corpus_games
from tests.store.factory import content_hash, make_replay
from tests.store.replicate import write_copies

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
    (found,) = data.sql(f"SELECT DISTINCT game_id FROM logs WHERE contains(source, '{game.id}/')").fetchall()
    return str(found[0])


def test_every_game_and_player_is_counted_once(data: Dataset) -> None:
    games = data.pandas("logs")
    players = data.pandas("every.players")
    assert games["counts"].sum() == len(GAMES) == games["game_id"].nunique()
    once = players[players["counts"]].groupby(["game_id", "player_id"]).size()
    hidden = players[players["counts_drawn"]].groupby(["game_id", "player_id"]).size()
    assert len(once) == len(hidden) == sum(game.players for game in GAMES)
    assert (once == 1).all()
    assert (hidden == 1).all()


def test_totals_agree_with_what_really_happened(data: Dataset) -> None:
    actions, players, games, achievements = (
        data.pandas(table) for table in ("every.actions", "every.players", "logs", "every.achievements")
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
    events = data.pandas("every.events").sort_values(["log_id", "action", "event"])
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
    actions = data.pandas("every.actions")[["log_id", "action", "kind", "card"]]
    melds = moved[moved["keyword"] == "meld"].merge(
        actions, on=["log_id", "action"], suffixes=("", "_of_action"), how="left"
    )
    own = (melds["kind_of_action"] == "meld") & (melds["card"] == melds["card_of_action"])
    first = own & ~melds[own.fillna(False)].duplicated(["log_id", "action"]).reindex(melds.index, fill_value=False)
    opening = melds["kind_of_action"] == "opening"
    count("opening_meld_times", melds[opening], "to_seat")
    count("melded_times", melds[first], "to_seat")
    count("melded_effect_times", melds[~first & ~opening], "to_seat")
    # Parties: the other players who carry out effects of this card.
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
    stored = (
        data.pandas("every.card_games").set_index(["log_id", "seat", "card"])[list(recounted)].fillna(0).astype(int)
    )
    stored = stored[(stored > 0).any(axis=1)].sort_index()
    recounted = recounted.sort_index()
    assert len(recounted) > 2000
    assert (recounted.sum() > 0).all()
    assert list(stored.index) == list(recounted.index)
    assert (stored.to_numpy() == recounted.to_numpy()).all()


def _group(data: Dataset) -> pd.DataFrame:
    games = data.pandas("logs")
    names = [
        "+".join([*sets, *options, *(["teams"] if teams is not None else [])])
        for sets, options, teams in zip(games["sets"], games["options"], games["teams"], strict=True)
    ]
    return games.assign(sets=names).set_index("log_id")[["edition", "sets", "players"]]


def _rows(data: Dataset, flag: str) -> pd.DataFrame:
    """Recounted rows of the players that statistics count, with win points and group."""
    players = data.pandas("every.players")
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
    rows = data.pandas("every.card_games").merge(data.pandas("logs")[["log_id"]], on="log_id")
    rows = rows[rows["counts"] | rows["counts_drawn"]]
    groups = _group(data).join(data.pandas("logs").set_index("log_id")[["game_id", "counts"]])
    group_of = groups[groups["counts"]].set_index("game_id")[["edition", "sets", "players"]]
    shown = ["opening_meld", "melded", "melded_effect", "tucked", "dogma", "shared", "demanded"]
    seen: dict[tuple[str, int], int] = {}
    draws: list[dict[str, Any]] = []
    for row in rows.to_dict("records"):
        when = [row[f"{name}_action"] for name in shown]
        if row["counts_drawn"]:
            when += [row["drawn_action"], None if pd.isna(row["opening_times"]) else 0]
        known = [int(each) for each in when if not pd.isna(each)]
        if known:
            key = row["game_id"], row["card"]
            seen[key] = min([*known, seen.get(key, 10**9)])
    moved = (
        data.pandas("every.events").query("from_zone == 'deck' and card.notna()").sort_values("event", ascending=False)
    )
    came_at = {(row.log_id, row.action, row.card, row.to_seat): row.event for row in moved.itertuples()}
    pile_of = {card: (table.set[card], table.age[card]) for card in table.cards if not table.cards[card].relic}
    sizes = Counter(pile_of.values())
    for row in rows.to_dict("records"):
        game, card = row["game_id"], row["card"]
        came = row["counts_drawn"] and not pd.isna(row["drawn_action"]) and row["drawn_turn"] > 0
        if not came or card not in pile_of or row["drawn_action"] != seen[game, card]:
            continue
        at, pile = seen[game, card], pile_of[card]
        before = sum(1 for (g, c), when in seen.items() if g == game and pile_of.get(c) == pile and when < at)
        if sizes[pile] > before + 1:
            order = came_at[row["log_id"], at, card, row["seat"]]
            draws.append(
                {"game": game, "card": card, "pile": pile, "action": at, "before": before, "w": row["win_points"],
                 "order": order}
            )  # fmt: skip
    # A card that is drawn, returned and drawn again with one action is new to the first player only.
    drawn = pd.DataFrame(draws).sort_values("order").drop_duplicates(["game", "card"]).join(group_of, on="game")
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
    states = data.pandas("every.states")
    scores = states.pivot_table(index=["log_id", "action"], columns="seat", values="score")
    before = scores.groupby(level="log_id").shift(1)
    change = (scores - before).astype(float)
    dogmas: Any = data.pandas("every.dogmas")
    dogmas = dogmas[dogmas["counts"] & dogmas["card"].notna()].join(_group(data), on="log_id")
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
    dogmas: Any = data.pandas("every.dogmas")
    dogmas = dogmas[dogmas["counts"] & dogmas["card"].notna()].join(_group(data), on="log_id")
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


KEYS = ["edition", "sets", "players"]


def _games(data: Dataset) -> Any:
    """The games that count, with the name of their group; the index is the log."""
    games = data.pandas("logs").set_index("log_id")
    return games.assign(sets=_group(data)["sets"])[games["counts"].astype(bool)]


def _states(data: Dataset) -> Any:
    return data.pandas("every.states")


def _compare(data: Dataset, metric: Metric, expected: pd.DataFrame, person: int | None = None) -> None:
    """``expected``: GROUP, item, n and value."""
    found = compute(data, metric, person).set_index([*KEYS, "item"])[["n", "value"]].astype(float).sort_index()
    wanted = expected.set_index([*KEYS, "item"])[["n", "value"]].astype(float).sort_index()
    assert len(wanted) >= 3
    pd.testing.assert_frame_equal(found, wanted, check_index_type=False, atol=1e-9)


def _means(rows: pd.DataFrame, value: str = "value") -> pd.DataFrame:
    return rows.groupby([*KEYS, "item"])[value].agg(["size", "mean"]).set_axis(["n", "value"], axis=1).reset_index()


def _top(row: Any) -> int:
    age = card_table().age
    piles = [getattr(row, f"board_{color}") for color in ("blue", "red", "green", "yellow", "purple")]
    return max((age[int(pile[-1])] for pile in piles if len(pile)), default=0)


def _possible_claims(data: Dataset) -> Any:
    """Each action before which a claim was possible, and the ages, from states and achievements."""
    games, states = _games(data), _states(data)
    actions: Any = data.pandas("every.actions")
    got: Any = data.pandas("every.achievements")
    rows = []
    for log, of_log in states[states["log_id"].isin(games.index)].groupby("log_id"):
        before = {(row.action, row.seat): row for row in of_log.itertuples()}
        mine = got[(got["log_id"] == log) & (got["kind"] == "standard") & (got["by"] != "transfer")]
        for act in actions[(actions["log_id"] == log) & (actions["number"] >= 1)].itertuples():
            state = before[act.action - 1, act.seat]
            free = set(range(1, 10)) - set(mine[mine["action"] < act.action]["age"])
            held = list(state.achievement_ages)
            for age in free:
                if age <= _top(state) and 5 * age * (1 + held.count(age)) <= state.score:
                    rows.append({"log_id": log, "action": act.action, "seat": act.seat, "kind": act.kind, "age": age})
    return pd.DataFrame(rows).join(games[KEYS], on="log_id")


def test_the_race_for_achievements_recomputed(data: Dataset) -> None:
    claims = _possible_claims(data)
    # Nobody claims what the table of possible claims does not have.
    actions = data.pandas("every.actions")
    taken = actions[(actions["kind"] == "achieve") & actions["log_id"].isin(_games(data).index)]
    assert len(claims[claims["kind"] == "achieve"].drop_duplicates(["log_id", "action"])) == len(taken) > 20
    claims["value"] = claims["kind"] != "achieve"
    each = claims.assign(item="age " + claims["age"].astype(str))
    once = claims.drop_duplicates(["log_id", "action"]).assign(item="any")
    _compare(data, BY_NAME["claim_missed"], _means(pd.concat([each, once])))
    got = data.pandas("every.achievements")
    got = got[got["kind"] == "standard"].sort_values(["action", "event"]).drop_duplicates(["log_id", "age"])
    owner = {(row.log_id, row.age): row.seat for row in got.itertuples()}
    each = each.drop_duplicates(["log_id", "seat", "age"]).copy()
    each["value"] = [owner.get((row.log_id, row.age), row.seat) != row.seat for row in each.itertuples()]
    _compare(data, BY_NAME["claim_lost"], _means(each))
    got = got.join(_games(data)[KEYS], on="log_id", how="inner")
    got["value"] = np.ceil(got["turn"].astype(float) / got["players"].astype(float))
    _compare(data, BY_NAME["claim_round"], _means(got.assign(item="age " + got["age"].astype(str))))


def test_tempo_and_endings_recomputed(data: Dataset) -> None:
    games, actions = _games(data), data.pandas("every.actions")
    rounds = np.ceil(games["turns"].astype(float) / games["players"].astype(float))
    _compare(data, BY_NAME["ending_rounds"], _means(games.assign(item=games["ended_by"], value=rounds)))
    acted = actions[actions["number"] >= 1].join(games[KEYS], on="log_id", how="inner")
    shares = [
        _means(acted.assign(item=kind, value=acted["kind"] == kind)) for kind in ("draw", "meld", "dogma", "achieve")
    ]
    found = compute(data, replace(BY_NAME["action_share"]))
    assert set(found["item"]) <= {"draw", "meld", "dogma", "achieve", "endorse"}
    wanted = pd.concat(shares).set_index([*KEYS, "item"]).sort_index()
    same = found[found["item"] != "endorse"].set_index([*KEYS, "item"])[["n", "value"]].sort_index()
    np.testing.assert_allclose(same.to_numpy(float), wanted.to_numpy(float))
    first: dict[tuple[str, int], int] = {}
    states = _states(data)
    for row in states[states["log_id"].isin(games.index)].sort_values("action").itertuples():
        for age in range(2, _top(row) + 1):
            first.setdefault((row.log_id, age), max(int(row.turn), 1))
    reached = pd.DataFrame([{"log_id": log, "item": f"age {age}", "turn": turn} for (log, age), turn in first.items()])
    reached = reached.join(games[KEYS], on="log_id")
    _compare(data, BY_NAME["age_round"], _means(reached.assign(value=np.ceil(reached["turn"] / reached["players"]))))


def _seats(data: Dataset) -> Any:
    players = data.pandas("every.players").join(_games(data)[[*KEYS, "ended_by", "turns"]], on="log_id", how="inner")
    return players.assign(won=players["win_points"].astype(float))


def _habits(data: Dataset) -> Any:
    """Some of the habits by seat, from actions, activations, states and achievements."""
    seats, keys = _seats(data), ["log_id", "seat"]
    actions = data.pandas("every.actions")
    acted: Any = actions[actions["number"] >= 1].groupby(keys)["kind"]
    dogmas: Any = data.pandas("every.dogmas")
    states = data.pandas("every.states").merge(seats[["log_id", "seat", "players", "turns"]], on=keys)
    early = states[(states["turn"] <= 5 * states["players"]) & (states["turns"] >= 5 * states["players"])]
    early = early.sort_values("action").drop_duplicates(keys, keep="last").set_index(keys)
    got: Any = data.pandas("every.achievements")
    missed = _possible_claims(data).query("kind != 'achieve'").drop_duplicates(["log_id", "action"])
    none = pd.Series(0, index=pd.MultiIndex.from_frame(seats[keys]))
    rounds = got.groupby(keys)["turn"].min().rename("turn").reset_index().merge(seats[[*keys, "players"]], on=keys)
    values: dict[str, Any] = {
        "Draw actions per 100 actions": 100 * acted.apply(lambda kinds: (kinds == "draw").mean()),
        "Dogma actions per 100 actions": 100 * acted.apply(lambda kinds: (kinds == "dogma").mean()),
        "Activations that others shared, per 100": 100
        * dogmas.groupby(keys)["sharers"].apply(lambda sharers: (sharers.map(len) > 0).mean()),
        "Points after 5 rounds": early["score"],
        "Round of the first achievement": rounds.set_index(keys).eval("(turn - 1) // players + 1"),
        "Achievements at the end": seats.set_index(keys)["achievements"],
        "Special achievements": none.add(got[got["kind"] == "special"].groupby(keys).size(), fill_value=0),
        "Actions with a claim possible and not taken": none.add(missed.groupby(keys).size(), fill_value=0),
    }
    parts = [value.astype(float).rename("value").reset_index().assign(item=item) for item, value in values.items()]
    return seats.merge(pd.concat(parts), on=keys)


def _difference(rows: Any, first: Any) -> float:
    """Sum over results of the difference of means, each with the weight of its rows."""
    parts = []
    for _, part in rows.groupby(rows["won"] > 0):
        mine = first[part.index]
        if min(mine.sum(), (~mine).sum()) >= 5:
            parts.append((len(part), part["value"][mine].mean() - part["value"][~mine].mean()))
    return float(np.average([value for _, value in parts], weights=[n for n, _ in parts])) if parts else np.nan


def _values(table: Any) -> Any:
    return table.set_index([*KEYS, "item"])["value"].sort_index()


def test_habits_recomputed(data: Dataset) -> None:
    rows, found = _habits(data), dict(_values(compute(data, BY_NAME["habit_winners"])))
    compared = 0
    for key, part in rows.groupby([*KEYS, "item"]):
        won, lost = (part[(part["won"] > 0) == result]["value"] for result in (True, False))
        if min(len(won), len(lost)) >= 5:
            assert found[key] == pytest.approx(won.mean() - lost.mean()), key
            compared += 1
    assert compared >= 5


@pytest.fixture(scope="module")
def friends(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dataset]:
    """Random games of four people who meet again; each game five times, by other people."""
    collector = RowCollector()
    for seed in range(8):
        collector.add(make_replay(seed, players=2), content_hash(str(seed)))
    folder = write_copies(tmp_path_factory.mktemp("friends"), collector.tables(), 5, people=4)
    with open_dataset(folder) as data:
        yield data


def test_numbers_of_one_player_recomputed(friends: Dataset) -> None:
    data, seats = friends, _seats(friends)
    person = people(data)[0]

    def values(metric: str) -> Any:
        return _values(compute(data, BY_NAME[metric], person.person))

    def compare(metric: str, wanted: Any) -> None:
        found = values(metric)
        assert list(found.index) == list(wanted.index)
        np.testing.assert_allclose(found.to_numpy(float), wanted.to_numpy(float), atol=1e-9)

    mine = seats[seats["player_id"] == person.player_id]
    assert len(mine) == person.games > 15
    against = mine.merge(seats[seats["player_id"] != person.player_id], on=["log_id", *KEYS], suffixes=("", "_other"))
    names = seats.drop_duplicates("player_id").set_index("player_id")["player_name"]
    ids = values("my_opponents").index.get_level_values("item").str.extract(r"\((.*)\)$")[0]
    assert set(ids) == set(against["player_id_other"]) <= set(names.index)
    wanted = against.groupby("player_id_other")["won"].mean()
    np.testing.assert_allclose(values("my_opponents").to_numpy(float), wanted[ids].to_numpy(float))
    place = np.where(mine["turn_order"] == 0, "took the first turn", "did not take the first turn")
    conditions = pd.concat([mine.assign(item=place), mine.assign(item="game ended by " + mine["ended_by"])])
    compare("my_conditions", conditions.groupby([*KEYS, "item"])["won"].mean().sort_index())
    cards = data.pandas("every.card_games")
    opened = cards.query("opening_meld_times > 0").merge(mine, on=["log_id", "seat"])
    compare("my_openings", opened.groupby([*KEYS, "card"])["won"].mean().sort_index())
    # Habits: only some are counted again here.
    rows, found = _habits(data), values("my_habits")
    for key, part in rows.groupby([*KEYS, "item"]):
        wanted_value = _difference(part, part["player_id"] == person.player_id)
        assert found[key] == pytest.approx(wanted_value, abs=1e-9), key
    used = cards[cards["dogma_times"] > 0].groupby(["log_id", "seat"])["card"].agg(set)
    found = values("my_cards")
    assert len(found) > 10
    for (*_, card), value in found.items():
        seen = [card in used.get((row.log_id, row.seat), set()) for row in seats.itertuples()]
        assert sum(seen) >= 20
        again = _difference(seats.assign(value=np.array(seen, float)), seats["player_id"] == person.player_id)
        assert value == pytest.approx(again, abs=1e-9)


def test_pairs_recomputed(friends: Dataset) -> None:
    data, metric = friends, replace(BY_NAME["pair_dogma"], bound={"pairs": 40, "pair_rows": 15})
    used = _happened(data).query("dogma_times > 0").reset_index()
    seats = _seats(data).merge(used, on=["log_id", "seat"])
    outcome = seats.drop_duplicates(["log_id", "seat"]).set_index(["log_id", "seat"])["won"]
    cards = seats.groupby([*KEYS, "log_id", "seat"])["card"].agg(set).reset_index()
    found: Any = compute(data, metric)
    assert len(found) > 3
    for row in found.itertuples():
        pair = set(map(int, row.item.split()))
        group = cards[
            (cards["edition"] == row.edition) & (cards["sets"] == row.sets) & (cards["players"] == row.players)
        ]
        won = {
            number: [outcome[each.log_id, each.seat] for each in group.itertuples() if len(pair & each.card) == number]
            for number in (1, 2)
        }
        assert row.n == len(won[2]) >= 15
        assert row.value == pytest.approx(np.mean(won[2]) - np.mean(won[1]))
