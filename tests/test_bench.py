"""``innolog bench``: it measures what it says, on the logs it is given."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from innolog import bench, scaling
from innolog.cli import main
from innolog.planning import Rates, plan

SAMPLES = Path(__file__).parents[1] / "sample_logs"


def test_measurements_of_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ROUNDS", 1)
    monkeypatch.setattr(bench, "_START_UPS", 1)
    monkeypatch.setattr(bench, "_GAMES", 1)
    log = str(SAMPLES / "base_3p_spectator.json.gz")
    result = CliRunner().invoke(main, ["bench", "--format", "json", log], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    measured = json.loads(result.stdout)
    assert measured["logs"]["value"] == 1
    # Reading is a part of validation, and validation reads JSON, too.
    assert 1 < measured["reading"]["value"] < measured["validation"]["value"]
    assert measured["validation"]["value"] == measured["validation, worst"]["value"]
    assert measured["ingested rows"]["value"] > 0
    assert 0 < measured["innolog --help"]["value"] < measured["innolog validate"]["value"]


def test_no_export(tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_text("{}")
    result = CliRunner().invoke(main, ["bench", str(tmp_path)])
    assert result.exit_code == 2
    assert "no export" in result.output


def test_a_plan_is_arithmetic() -> None:
    rates = Rates(replaying=0.1, writing=0.005, log_bytes=50_000, dataset_bytes=20_000)
    found = {one.name.partition(": ")[2]: one.value for one in plan(rates, 10**6, cores=10, price=0.05)}
    assert found["replaying"] == pytest.approx(27.78, abs=0.01)
    assert found["writing"] == pytest.approx(1.39, abs=0.01)
    assert found["time"] == pytest.approx(2.78, abs=0.01)
    assert found["price"] == pytest.approx(0.05 * 2.78 * 11, abs=0.01)
    assert (found["logs"], found["dataset"], found["memory"]) == (50, 20, 0.036)
    # With cores enough, the writer decides.
    slowest = {one.name.partition(": ")[2]: one.value for one in plan(rates, 10**6, cores=100, price=0.05)}
    assert slowest["time"] == found["writing"]


def test_what_a_game_costs_among_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scaling, "_FEW", 2)
    monkeypatch.setattr(scaling, "_GAMES", 2)
    found = {one.name: one.value for one in scaling.scaling([6])}
    for command in ("validate", "ingest"):
        assert 0 < found[f"{command}, 6 logs"] < 10_000
        assert 20 < found[f"{command}, 6 logs, memory"] < 2000
        assert 0.1 < found[f"{command}, two processes, CPU"] < 3
