"""The probability of winning, from games that bots of different skill played: better than chance, and not too sure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from scipy.stats import norm

from innolog.cards.facts import CardSet
from innolog.cli import main
from innolog.cli._chances import _moment
from innolog.conversion.simulated import native_file
from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.ingest.pipeline import ingest
from innolog.replay import Replay, replay
from innolog.simulate import seats, simulate
from innolog.store.dataset import Dataset, open_dataset
from innolog.store.writer import DatasetWriter
from parsers import read_blob, read_log
from parsers.files import Blob
from reports.metrics import BY_NAME
from reports.metrics.compute import compute
from reports.plots import reliability_figure
from reports.queries import overview
from reports.winprob import fitting
from reports.winprob.added import added, win_models
from reports.winprob.course import course, features
from reports.winprob.features import FEATURES, Group
from reports.winprob.fitting import MINIMUM_GAMES, MINIMUM_JUDGED, OWN, Fitted, fit_frame, model_of, note_of
from reports.winprob.model import GroupModel, ModelError, WinModel
from reports.winprob.quality import ROUND_NAMES, THIRDS, parts_of
from reports.winprob.regression import regression
from reports.winprob.states import design, fingerprints, states, tops_of
from tests.statistics.bot_games import Order, play
from tests.store.factory import add, content_hash

#: Each takes seconds.
pytestmark = pytest.mark.long

GAMES = MINIMUM_GAMES + 20
GROUP = Group("third", "base", 2)


def _dataset(folder: Path, games: int, players: int = 2, first: int = 0) -> Path:
    """A dataset of games between a sensible and an aimless bot, who take the first seat in turn.

    ``first`` is the seed of the first game: those with other seeds are other games.
    """
    (folder / "logs").mkdir()
    rules = Ruleset(sets=frozenset({CardSet.BASE}), players=players)
    for seed in range(first, first + games):
        bots = ["sensible", "uniform"] if seed % 2 else ["uniform", "sensible"]
        name, text = native_file(simulate(rules, seed, seats(bots, players, seed)))
        (folder / "logs" / name).write_text(text, encoding="utf-8")
    # These logs number no moves.
    assert ingest([folder / "logs"], folder / "data").verdicts == {"legal": games}
    return folder / "data"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _dataset(tmp_path_factory.mktemp("bots"), GAMES)


@pytest.fixture(scope="module")
def data(folder: Path) -> Iterator[Dataset]:
    with open_dataset(folder) as data:
        yield data


@pytest.fixture(scope="module")
def fitted(data: Dataset) -> Fitted:
    (outcome,) = win_models(data)
    return outcome


def test_better_than_chance_and_calibrated(fitted: Fitted) -> None:
    quality, model = fitted.quality, fitted.model
    assert fitted.group == GROUP
    assert quality is not None
    assert model is not None
    assert quality.games == GAMES
    assert 0.05 < quality.skill_low < quality.skill < quality.skill_high < 1
    assert quality.brier < quality.base_brier == pytest.approx(0.25)
    assert quality.log_loss < quality.base_log_loss == pytest.approx(np.log(2))
    assert 0.6 < quality.slope < 1.5
    assert len(quality.reliability) == 10
    assert quality.error < 0.015
    assert all(abs(each.predicted - each.observed) < 0.03 for each in quality.reliability)
    assert quality.reliability[0].observed < 0.25
    assert quality.reliability[-1].observed > 0.75


def _true(games: int, moments: int, rng: np.random.Generator) -> tuple[pd.DataFrame, np.ndarray]:
    """States of games of two sides whose lead is a random walk, and the true probabilities."""
    lead = np.cumsum(rng.normal(size=(games, moments)), axis=1)
    before = np.hstack([np.zeros((games, 1)), lead[:, :-1]])
    ahead = norm.cdf(before / np.sqrt(np.arange(moments, 0, -1)))
    chances = np.stack([ahead, 1 - ahead], axis=-1).ravel()
    wins = (lead[:, -1] > 0)[:, None, None] ^ np.array([False, True])[None, None, :]
    game, action, _ = np.indices((games, moments, 2)).reshape(3, -1)
    points = np.broadcast_to(wins, (games, moments, 2)).ravel().astype(float)
    return pd.DataFrame({"game": game, "log_id": game, "action": action, "win_points": points}), chances


def test_intervals_of_bins_contain_true_chances() -> None:
    rng = np.random.default_rng(1)
    covered = np.zeros(10)
    certain = 0
    for _ in range(100):
        frame, chances = _true(30, 20, rng)
        (part,) = parts_of(frame, chances, np.zeros(len(frame), dtype=np.int64), ["all"], bins=True)
        covered += [each.low <= each.predicted <= each.high for each in part.reliability]
        first, *_, last = part.reliability
        # What one side does not win, the other does.
        assert (first.low, first.high) == pytest.approx((1 - last.high, 1 - last.low))
        if first.observed == 0:
            certain += 1
            assert first.high > 0.1
    assert certain > 20
    # Percentiles of games drawn anew contained half of the true chances in the first and the last bin.
    assert covered.min() >= 85
    assert 91 <= covered.mean() <= 98


def test_probabilities_of_a_moment_add_up(fitted: Fitted, data: Dataset) -> None:
    assert fitted.model is not None
    frame = states(data.frame, GROUP)
    predicted = frame.assign(p=fitted.model.predict(frame)).groupby(["log_id", "action"])["p"].agg(["sum", "size"])
    assert (predicted["size"] == 2).all()
    np.testing.assert_allclose(predicted["sum"], 1)
    # From the other side of the table everything is the other way round.
    numbers = design(frame)[:, :-3].reshape(-1, 2, design(frame).shape[1] - 3)
    np.testing.assert_allclose(numbers[:, 0], -numbers[:, 1])


def test_what_actions_add_is_what_became_of_the_game(fitted: Fitted, data: Dataset) -> None:
    """In a game of two, what one adds the other loses: from even chances everything adds up to the result."""
    table = data.frame("SELECT * FROM win_probability_added JOIN every.actions USING (log_id, action)")
    assert len(table) == data.frame("SELECT count(*) AS n FROM every.actions WHERE kind <> 'opening'")["n"][0]
    ends = data.frame("SELECT log_id, seat, win_points FROM every.players").pivot(
        index="log_id", columns="seat", values="win_points"
    )
    for seat in (0, 1):
        mine = np.where(table["seat"] == seat, table["added"], -table["added"])
        total = table.assign(mine=mine).groupby("log_id")["mine"].sum()
        assert fitted.frame is not None
        assert fitted.predicted is not None
        before = fitted.frame.assign(p=fitted.predicted)
        opening = before[(before["action"] == 0) & (before["side"] == seat)].set_index("log_id")["p"]
        np.testing.assert_allclose((opening + total).sort_index(), ends[seat].sort_index(), atol=1e-9)


def test_cards_have_their_mean(fitted: Fitted, data: Dataset) -> None:
    table = compute(data, BY_NAME["dogma_win_probability"]).set_index("item")
    parts = added(fitted).merge(data.pandas("every.dogmas", ["log_id", "action", "card"]), on=["log_id", "action"])
    expected = parts.groupby("card")["added"].agg(["size", "mean"])
    assert len(table) == len(expected) > 50
    np.testing.assert_array_equal(table["n"].sort_index(), expected["size"])
    np.testing.assert_allclose(table["value"].sort_index().to_numpy(float), expected["mean"])
    many = table[table["low"].notna()]
    assert len(many) > 50
    assert ((many["low"] <= many["value"]) & (many["value"] <= many["high"])).all()
    # Two bots play all games: for a card of many games the band is that of the games' sums, taken as normal.
    often = table.reset_index().sort_values("clusters").iloc[-1]
    games = parts[parts["card"] == often["item"]].groupby("log_id")["added"].agg(["sum", "size"])
    spread = games["sum"] - games["size"] * often["value"]
    normal = 2 * 1.96 * np.sqrt((spread**2).sum()) / games["size"].sum()
    assert (often["high"] - often["low"]) / normal == pytest.approx(1, abs=0.15)


def test_without_any_skill_it_says_so(data: Dataset) -> None:
    """Results handed to other games: whatever is fitted, there is nothing to be found."""
    frame = states(data.frame, GROUP)
    games = frame["game"].unique()
    swapped = np.random.default_rng(3).random(len(games)) < 0.5
    other = frame["game"].isin(games[swapped])
    frame.loc[other, "win_points"] = 1 - frame.loc[other, "win_points"]
    outcome = fit_frame(GROUP, [frame])
    assert outcome.model is None
    assert outcome.predicted is None
    assert outcome.quality is not None
    assert outcome.quality.skill_low <= 0
    assert outcome.reason is not None
    assert outcome.reason.startswith("not surely better than equal chances")


def test_a_small_dataset_gives_no_numbers(data: Dataset) -> None:
    frame = states(data.frame, GROUP, most=MINIMUM_GAMES - 1)
    outcome = fit_frame(GROUP, [frame])
    assert (outcome.model, outcome.quality, outcome.predicted) == (None, None, None)
    assert outcome.reason is not None
    assert outcome.reason.startswith(f"too few games: {MINIMUM_GAMES - 1}")


def test_logs_of_one_game_stay_together(data: Dataset) -> None:
    """Copies of games are no evidence: with ten copies of each game nothing is surer than with one."""
    frame = states(data.frame, GROUP, most=MINIMUM_GAMES - 1)
    copies = pd.concat([frame.assign(log_id=frame["log_id"] + f"-{copy}") for copy in range(3)])
    outcome = fit_frame(GROUP, [copies.sort_values(["game", "log_id", "action", "side"], ignore_index=True)])
    assert outcome.model is None
    assert outcome.games == MINIMUM_GAMES - 1


def test_the_better_model_is_used(fitted: Fitted, data: Dataset) -> None:
    """A model from other games is used where it predicts these games better, or where there are too few to fit one."""
    assert fitted.model is not None
    frame = states(data.frame, GROUP)
    # This one was fitted to the very games, which no model of held-out games can beat.
    other = fit_frame(GROUP, [frame], fitted.model, compare=True)
    assert other.shipped
    assert other.model == fitted.model
    losses = {rival.name: rival for rival in other.rivals}
    assert [rival.used for rival in other.rivals] == [False, False, False, False, True]
    assert losses["equal chances"].log_loss == pytest.approx(np.log(2))
    assert losses["the model that comes with innolog"].log_loss < losses[OWN].log_loss
    # The leader by achievements predicts something, and the models more.
    assert losses[OWN].log_loss < losses["the leader by achievements"].log_loss < np.log(2)
    # One that takes each side for the other is not used.
    phases = tuple(replace(phase, coefficients=tuple(-x for x in phase.coefficients)) for phase in fitted.model.phases)
    assert not fit_frame(GROUP, [frame], replace(fitted.model, phases=phases)).shipped
    few = states(data.frame, GROUP, most=MINIMUM_GAMES - 1)
    assert fit_frame(GROUP, [few], fitted.model).shipped
    assert fit_frame(GROUP, [states(data.frame, GROUP, most=MINIMUM_JUDGED - 1)], fitted.model).model is None


def test_parts_of_games(fitted: Fitted) -> None:
    """Thirds and rounds: the end of a game is easier to predict than its start."""
    assert fitted.quality is not None
    parts = {part.name: part for part in fitted.quality.parts}
    assert [parts[name].games for name in THIRDS] == [GAMES] * 3
    assert parts["last third"].log_loss < parts["second third"].log_loss < parts["first third"].log_loss
    assert all(0 < part.chance < 0.3 and part.error > 0 for part in parts.values())
    # Nobody knows during a game in which third it is, so thirds have no reliability plot.
    assert [name for name, part in parts.items() if part.reliability] == [*ROUND_NAMES[: len(parts) - len(THIRDS)]]
    assert all(len(parts[name].reliability) <= 10 for name in parts)
    figure = reliability_figure([(fitted.group.name, fitted.quality)], note="a note")
    titles = [axes.get_title() for axes in figure.axes]
    assert len(titles) == 1 + len(parts) - len(THIRDS)
    assert all(re.search(r"n = \d+\)$", title) for title in titles)


def test_states_of_bots_are_those_of_a_dataset(folder: Path, data: Dataset) -> None:
    """The tool for the shipped model takes states from the engine; a dataset has them from logs."""
    rules = Ruleset(players=2, platform=Platform.BGA)
    name, text = native_file(simulate(rules, 5, seats(["sensible"], 2, 5)))
    (folder.parent / name).write_text(text, encoding="utf-8")
    ingest([folder.parent / name], folder.parent / "one")
    with open_dataset(folder.parent / "one") as one:
        frame = states(one.frame, GROUP)
    found = play(Order(GROUP, 5, 1, whole=True))
    known = frame[~frame["last"]]
    np.testing.assert_allclose(found.features, design(known), rtol=1e-5, atol=1e-5)
    np.testing.assert_array_equal(np.sort(found.tops, axis=1), np.sort(tops_of(known), axis=1))
    np.testing.assert_array_equal(found.meta[:, 5], known["win_points"])


def test_the_file_is_the_model(fitted: Fitted, data: Dataset) -> None:
    model = model_of([fitted])
    read = WinModel.from_json(model.to_json())
    assert read == model
    assert read.of(GROUP._replace(players=3)) is None
    same = read.of(GROUP)
    assert same is not None
    frame = states(data.frame, GROUP, most=3)
    assert fitted.model is not None
    np.testing.assert_array_equal(same.predict(frame), fitted.model.predict(frame))
    damaged = json.loads(model.to_json())
    damaged["groups"][0]["phases"][0]["coefficients"][0] = float("nan")
    for text in ("[", "{}", "[]", "null", json.dumps(damaged), model.to_json().replace("tempo", "speed")):
        with pytest.raises(ModelError):
            WinModel.from_json(text)


def test_a_model_says_whose_games_it_knows(fitted: Fitted) -> None:
    model = fitted.model
    assert model is not None
    assert (model.games, model.sites, model.origin) == (GAMES, ("innolog",), "played by the bots of innolog")
    assert "played by the bots of innolog" in note_of(fitted)
    written = json.loads(model_of([fitted]).to_json())
    assert written["groups"][0]["sites"] == ["innolog"]
    # A file from before sites were written is read, too.
    del written["groups"][0]["sites"]
    old = WinModel.from_json(json.dumps(written)).groups[0]
    assert (old.sites, old.origin) == ((), "")
    written["groups"][0]["sites"] = ["bga", "\x1b[31mx"]
    strange = WinModel.from_json(json.dumps(written)).groups[0]
    assert strange.origin == "recorded by Board Game Arena and recorded by \ufffd[31mx"


def test_page_of_a_game(folder: Path, fitted: Fitted, tmp_path: Path) -> None:
    model, page = tmp_path / "model.json", tmp_path / "page.html"
    model.write_text(model_of([fitted]).to_json(), encoding="utf-8")
    (log,) = (folder.parent / "logs").glob("game_7.innolog")
    contents = []
    for source in (["--model", str(model)], ["--dataset", str(folder)]):
        result = CliRunner().invoke(main, ["report", "game", "--no-review", str(log), "-o", str(page), *source])
        assert result.exit_code == 0, result.output
        text = page.read_text(encoding="utf-8")
        assert "Turning points" in text
        contents.append(json.loads(text.split('id="data">')[1].split("</script>")[0]))
    curves = np.array(contents[0]["chances"])
    assert curves.shape == (len(contents[0]["actions"]), 2)
    np.testing.assert_allclose(curves.sum(axis=1), 1, atol=0.0011)
    assert sorted(curves[-1]) == [0, 1]
    assert 0.2 < curves[0, 0] < 0.8
    # The dataset's model has not seen this game, so it is a little different.
    assert 0 < np.abs(curves - np.array(contents[1]["chances"])).max() < 0.2
    # A game of other rules gets a page without.
    sample = Path(__file__).parents[2] / "sample_logs" / "cities_2p_player.json.gz"
    result = CliRunner().invoke(
        main, ["report", "game", "--no-review", str(sample), "-o", str(page), "--model", str(model)]
    )
    assert result.exit_code == 0
    assert "no win probability" in result.stderr
    assert "Turning points" not in page.read_text(encoding="utf-8")


def _sides(replay: Replay) -> list[int]:
    assert replay.rules is not None
    return list(replay.rules.teams) or list(range(len(replay.log.seats)))


def _with_junk(folder: Path) -> Path:
    """A game of the fourth edition in which standard achievements are junked."""
    rules = Ruleset(Edition.FOURTH, players=3, platform=Platform.BGA_2024)
    for seed in range(100):
        game = simulate(rules, seed, seats(["curious"], 3, seed))
        result = replay(read_blob(Blob(f"fourth_{seed}", native_file(game)[1].encode())), record=True)
        last = result.actions[-1].snapshot
        assert last is not None
        held = [age for view in last.players for age in view.achievement_ages if age]
        if 10 in last.available_ages and len(last.available_ages) + len(held) < 9:
            path = folder / "fourth.innolog"
            path.write_text(native_file(game)[1], encoding="utf-8")
            return path
    raise AssertionError("bots junk no achievements")


@pytest.mark.parametrize(
    "name", ["game", "fourth", "teams", "base_2p_player", "cities_4p_spectator", "third_all_sets_3p_player"]
)
def test_a_game_has_the_features_of_the_dataset(name: str, folder: Path, tmp_path: Path) -> None:
    """One game is computed without a query, and the games of a dataset by one."""
    if name == "fourth":
        log = _with_junk(tmp_path)
    elif name == "game":
        (log,) = (folder.parent / "logs").glob("game_7.innolog")
    elif name == "teams":
        log = Path(str(files("innolog"))) / "docs" / "native" / "legal_teams.innolog"
    else:
        log = Path(__file__).parents[2] / "sample_logs" / f"{name}.json.gz"
    result = replay(read_log(log), record=True)
    ingest([log], tmp_path / "data")
    with open_dataset(tmp_path / "data") as data:
        row = overview(data).to_dict("records")[0]
        frame = states(data.frame, Group(str(row["edition"]), str(row["sets"]), int(row["players"])), counted=False)
    expected, moments = design(frame), [_moment(action) for action in result.actions]
    assert len(frame) == len(moments) * len(set(_sides(result)))
    if name == "fourth":
        # Junked achievements cannot be claimed, and nobody claimed them.
        last = result.actions[-1].snapshot
        assert last is not None
        assert moments[-1].available == set(last.available_ages)
    for number, (action, side) in enumerate(zip(frame["action"], frame["side"], strict=True)):
        found = features(moments, int(action), _sides(result))
        assert found is not None
        assert set(found[side]) == set(FEATURES)
        np.testing.assert_allclose([found[side][each] for each in FEATURES], expected[number], rtol=1e-5, atol=1e-5)


def test_games_of_one_kind_may_have_any_teams(tmp_path: Path) -> None:
    """The numbers of teams are names, and the games of a kind differ in how many sides they have."""
    games: dict[tuple[int, ...], Replay] = {}
    some: list[tuple[int, ...]] = [(5, 7, 5, 7), (3, 3, 3, 1), (2, 2, 1, 0)]
    for teams in some:
        rules = Ruleset(Edition.FOURTH, players=4, teams=teams, platform=Platform.TABLE)
        _, text = native_file(simulate(rules, 1, seats(["sensible"], 4, 1)))
        game = games[teams] = replay(read_blob(Blob(f"{teams}", text.encode())), record=True)
        assert game.ended is not None
        # All sides share the win.
        game.ended = game.ended._replace(winners=(0, 1, 2, 3))
    # Of a game with another number of sides than all others, no state is known.
    unknown = Ruleset(Edition.FOURTH, players=4, teams=(0, 1, 2, 3), platform=Platform.TABLE)
    actions = [replace(action, snapshot=None) for action in game.actions]
    with DatasetWriter(tmp_path) as writer:
        for teams, game in games.items():
            assert add(writer, game, content_hash(str(teams)))
        assert add(writer, replace(game, rules=unknown, actions=actions), content_hash("unknown"))
    with open_dataset(tmp_path) as data:
        frame = states(data.frame, Group("fourth", "base+teams", 4), counted=False)
        assert states(data.frame, Group("fourth", "base", 3), counted=False).empty
        logs = {tuple(row["teams"]): row["log_id"] for row in data.pandas("logs").to_dict("records")}
    for teams, game in games.items():
        mine = frame[frame["log_id"] == logs[teams]]
        order, moments = list(dict.fromkeys(teams)), [_moment(action) for action in game.actions]
        assert len(mine) == len(moments) * len(order)
        np.testing.assert_allclose(mine["win_points"], 1 / len(order))
        for action, side, found in zip(mine["action"], mine["side"], design(mine), strict=True):
            known = features(moments, int(action), teams)
            assert known is not None
            expected = [known[order[side]][name] for name in FEATURES]
            np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


def test_a_course_is_what_the_model_predicts_and_has_gaps(folder: Path, fitted: Fitted, data: Dataset) -> None:
    assert fitted.model is not None
    # As if the model knew what some cards are worth.
    worth = {card: 0.02 * card - 1 for card in range(0, 105, 2)}
    model = replace(fitted.model, phases=tuple(replace(phase, cards=worth) for phase in fitted.model.phases))
    assert WinModel.from_json(WinModel((model,)).to_json()).groups == (model,)
    (log,) = (folder.parent / "logs").glob("game_7.innolog")
    result = replay(read_log(log), record=True)
    moments = [_moment(action) for action in result.actions]
    full = course(model, moments, (), result.winners)
    frame = states(data.frame, GROUP)
    same = data.frame("SELECT log_id FROM logs WHERE final_digest = $digest", {"digest": result.digest})["log_id"].iloc[
        0
    ]
    frame = frame[frame["log_id"] == same].reset_index(drop=True)
    predicted = model.predict(frame)
    assert np.abs(predicted - fitted.model.predict(frame)).max() > 0.05
    for chance, action, side in zip(predicted, frame["action"], frame["side"], strict=True):
        if action < len(moments) - 1:
            assert abs(full.curves[side][action] - chance) < 1e-5
    gaps = {3, 4, 10}
    for index in gaps:
        moments[index] = moments[index]._replace(seats=None)
    poor = course(model, moments, (), result.winners)
    for seat in (0, 1):
        assert {index for index, chance in enumerate(poor.curves[seat]) if np.isnan(chance)} == gaps
        assert all(np.isnan(b) or a == b for a, b in zip(full.curves[seat], poor.curves[seat], strict=True))
    # What an action added is known where the table before and after it is.
    assert [index for index, each in enumerate(full.added) if each is None] == [0]
    assert [index for index, each in enumerate(poor.added) if each is None] == [0, 3, 4, 5, 10, 11]
    assert {point.action for point in poor.turning}.isdisjoint({3, 4, 5, 10, 11})


def test_command(folder: Path, tmp_path: Path) -> None:
    model, plot = tmp_path / "model.json", tmp_path / "plot.svg"
    result = CliRunner().invoke(main, ["winprob", str(folder), "-o", str(model), "--plot", str(plot)])
    assert result.exit_code == 0, result.output
    assert f"{GAMES} games" in result.stdout
    assert plot.read_text().startswith("<?xml")
    # The model is judged by other games, too, however few.
    other = tmp_path / "other"
    other.mkdir()
    result = CliRunner().invoke(
        main, ["winprob", str(_dataset(other, 3, first=GAMES)), "--model", str(model), "--format", "json"]
    )
    assert result.exit_code == 0
    row = json.loads(result.stdout)
    assert (row["games"], row["model"], row["quality"]["games"]) == (3, True, 3)
    told = CliRunner().invoke(main, ["winprob", str(other / "data"), "--model", str(model)]).stdout
    assert "mostly due to chance" in told
    result = CliRunner().invoke(main, ["winprob", str(other / "data"), "-o", str(tmp_path / "none.json")])
    assert result.exit_code == 1
    assert "too few games: 3" in result.stdout
    assert not (tmp_path / "none.json").exists()


def test_a_model_is_evaluated_on_games_that_it_was_not_fitted_to(folder: Path, fitted: Fitted, tmp_path: Path) -> None:
    """What was wrong: any model in a file was called fitted to these games, and its numbers out of sample."""
    model = fitted.model
    assert model is not None
    file = tmp_path / "model.json"

    def evaluated(given: GroupModel, code: int = 0) -> tuple[dict[str, Any], str, set[int]]:
        file.write_text(WinModel((given,)).to_json(), encoding="utf-8")
        asked = ["winprob", str(folder), "--model", str(file)]
        as_json, as_text = (CliRunner().invoke(main, [*asked, "--format", form]) for form in ("json", "text"))
        assert (as_json.exit_code, as_text.exit_code) == (code, code)
        with open_dataset(folder) as again:
            win_models(again, WinModel.load(file))
            games = again.frame("SELECT DISTINCT game FROM win_probability_added")["game"]
        return json.loads(as_json.stdout), as_text.stdout, {*games.tolist()}

    row, told, games = evaluated(model, 1)
    assert (row["model"], row["quality"], row["left_out"], row["fitted_to"]) == (False, None, GAMES, GAMES)
    assert "no model: the one in the file was fitted to these games" in told
    assert not games
    # A game is known by its last state or, in a record that does not tell this, by its story.
    with open_dataset(folder) as again:
        known = states(again.frame, GROUP).groupby("game").first().reset_index()
        prints = fingerprints(known)
        rest = states(again.frame, GROUP, most=3, fitted_to=prints[:2, 0].tolist())
    # Others take the place of those that are left out.
    assert {*rest["game"]} == {*known["game"][2:5]}
    some = replace(model, fitted_to=(*prints[:30, 0].tolist(), *prints[30:50, 1].tolist()))
    row, told, games = evaluated(some)
    assert (row["games"], row["left_out"], row["quality"]["games"]) == (GAMES, 50, GAMES - 50)
    assert f"from {file}, fitted to {GAMES} games\n    left out          50 games that it was fitted to" in told
    assert f"states of {GAMES - 50} games that the model was not fitted to" in told
    assert games == {*known["game"][50:].tolist()}
    # The model that comes with innolog is known in a file, too.
    default = WinModel.default().of(GROUP)
    assert default is not None
    row, told, games = evaluated(default)
    assert (row["shipped"], row["left_out"], len(games)) == (True, 0, GAMES)
    assert f"the one that comes with innolog, fitted to {default.games} games" in told


def test_of_an_older_file_it_is_not_known_to_which_games_it_was_fitted(
    folder: Path, fitted: Fitted, tmp_path: Path
) -> None:
    """Nothing claims that its numbers are of other games: neither the command nor the pages."""
    written = json.loads(model_of([fitted]).to_json())
    for damaged in (1, "1", "x" * 12):
        written["groups"][0]["fitted_to"] = damaged
        with pytest.raises(ModelError):
            WinModel.from_json(json.dumps(written))
    del written["groups"][0]["fitted_to"]
    file, pages = tmp_path / "model.json", tmp_path / "pages"
    file.write_text(json.dumps(written), encoding="utf-8")
    told = CliRunner().invoke(main, ["winprob", str(folder), "--model", str(file)]).stdout
    assert f"of {GAMES} games that the model may have been fitted to (its file does not say)" in told
    made = CliRunner().invoke(main, ["report", "corpus", str(folder), "--model", str(file), "-o", str(pages)])
    assert made.exit_code == 0
    found = "".join((pages / name).read_text("utf-8") for name in ("index.html", "group-third-base-2p.html"))
    assert "the file of the models does not say" in found
    assert "may have been fitted to (its file does not say), in ten bins" in found
    assert "was not fitted to" not in told
    assert "it was not fitted to" not in found
    assert "model was not fitted to" not in found


def test_what_a_file_does_not_say_of_one_group_is_not_said_of_another(fitted: Fitted, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    for players in (2, 3):
        (tmp_path / str(players)).mkdir()
        _dataset(tmp_path / str(players), 4, players, first=500 * players)
    ingest([tmp_path / "2" / "logs", tmp_path / "3" / "logs"], folder)
    (two,) = json.loads(model_of([fitted]).to_json())["groups"]
    three = {name: value for name, value in two.items() if name != "fitted_to"} | {"players": 3}
    written = json.loads(model_of([fitted]).to_json()) | {"groups": [two, three]}
    file, pages = tmp_path / "model.json", tmp_path / "pages"
    file.write_text(json.dumps(written), encoding="utf-8")
    made = CliRunner().invoke(main, ["report", "corpus", str(folder), "--model", str(file), "-o", str(pages)])
    assert made.exit_code == 0, made.stderr
    found = (pages / "index.html").read_text("utf-8")
    assert "The other models are evaluated on games that they were not fitted to" in found
    # Which of the two rows has the note.
    (row,) = re.findall(r'<th scope="row">([^<]+)</th><td>4<small>perhaps fitted to these', found)
    assert row.endswith("3 players")


def test_fitting_keeps_to_one_thread(fitted: Fitted, data: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads of the linear algebra wait for each other on a busy machine: a fit took ten times as long."""
    from threadpoolctl import threadpool_info

    used: list[int] = []
    fit = regression

    def watched(*given: Any) -> Any:
        used.extend(pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas")
        return fit(*given)

    monkeypatch.setattr(fitting, "regression", watched)
    before = [pool["num_threads"] for pool in threadpool_info()]
    assert fit_frame(GROUP, [states(data.frame, GROUP)]).model == fitted.model
    assert set(used) == {1}
    assert [pool["num_threads"] for pool in threadpool_info()] == before
