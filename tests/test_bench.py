"""``innolog bench``: it measures what it says, on the logs it is given."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from innolog.bench import history, scaling, speed
from innolog.bench.measurement import Measurement
from innolog.bench.planning import Rates, plan
from innolog.cli import main
from innolog.log import GameLog
from innolog.support.exits import USAGE
from innolog.version import version
from parsers import read_blob
from parsers.files import Blob

SAMPLES = Path(__file__).parents[1] / "sample_logs"


@pytest.mark.long
def test_measurements_of_a_log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(speed, "ROUNDS", 3)
    monkeypatch.setattr(speed, "_START_UPS", 3)
    monkeypatch.setattr(speed, "_GAMES", 1)
    monkeypatch.setattr(speed, "_MANY", 3)
    kept_in = tmp_path / "history.jsonl"
    log = str(SAMPLES / "base_3p_spectator.json.gz")
    options = ["--format", "json", "--against", str(kept_in), "--append"]
    result = CliRunner().invoke(main, ["bench", *options, log], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    measured = json.loads(result.stdout)
    assert measured["logs"]["value"] == 1
    # Reading is a part of validation, and validation reads JSON, too.
    assert 1 < measured["reading"]["value"] < measured["validation"]["value"]
    assert measured["validation"]["value"] == measured["validation, worst"]["value"]
    assert measured["ingested rows"]["value"] > 0
    assert 0 < measured["ingest, writing"]["value"] < 1
    # Every figure that is a cost is also a ratio, and the ratios are kept.
    costs = {name for name, one in measured.items() if one["ratio"] is not None}
    assert {name for name in measured if name.split(",")[0] in ("engine", "simulation", "validation")} <= costs
    (kept,) = map(json.loads, kept_in.read_text().splitlines())
    assert (set(kept["ratios"]), kept["innolog"]) == (costs, version())
    assert "has no run of this kind" in result.stderr
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
    """Start-up is left out, of one process and of two; every log of a run is another one, and can be read."""
    contents = []

    def run(command: str, logs: Path, folder: Path, jobs: int) -> scaling.Run:
        files = sorted(logs.rglob("*.json.gz"))
        contents.append({path.read_bytes() for path in files})
        assert len(contents[-1]) == len(files)
        cpu = 1.5 * jobs + 0.030 * len(files)
        return scaling.Run(cpu, cpu / jobs, 50.0)

    monkeypatch.setattr(scaling, "_run", run)
    monkeypatch.setattr(scaling, "_GAMES", 2)
    found = {one.name: one.value for one in scaling.scaling([20, 40])}
    assert [len(logs) for logs in contents] == [10, 20, 40, 40, 10] * 2
    for command in ("validate", "ingest"):
        assert found[f"{command}, 20 logs"] == pytest.approx(30)
        assert found[f"{command}, 40 logs"] == pytest.approx(30)
        assert found[f"{command}, 40 logs, memory"] == 50
        assert found[f"{command}, two processes, time"] == pytest.approx(2)
        assert found[f"{command}, two processes, CPU"] == pytest.approx(2)
    for data in contents[0]:
        assert isinstance(read_blob(Blob("a log", gzip.decompress(data))), GameLog)


def test_a_ratio_is_compared_with_the_last_run_of_its_kind(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    same = Measurement("engine", 1.0, "1/s", "", 2.0)
    slow, fast = same._replace(name="slow"), same._replace(name="fast")
    first = history.entry([same, slow, fast, same._replace(name="size", ratio=None)])
    history.append(path, first)
    history.append(path, {**first, "compiled": not first["compiled"], "ratios": {"slow": 9.0}})
    now = history.entry([same._replace(ratio=2.1), slow._replace(ratio=2.5), fast._replace(ratio=1.0)])
    assert history.last(path) == first
    told = list(map(str, history.changes(first, now)))
    assert told == ["slower: slow, 2 before, 2.5 now (+25%)", "faster: fast, 2 before, 1 now (-50%)"]
    without_code = {key: value for key, value in first.items() if key != "innolog"}
    for bad in [[1], without_code, {**first, "ratios": ["slow"]}, {**first, "ratios": {"slow": 10**400}}]:
        path.write_text(json.dumps(bad) + "\n")
        with pytest.raises(history.NoHistory, match="no history"):
            history.last(path)


def test_a_bad_history_is_told_before_anything_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("innolog.bench.speed.measurements", lambda _: pytest.fail("measured"))
    (tmp_path / "history.jsonl").write_text("[1]\n")
    for file, told in (
        ("history.jsonl", "is no history of measurements"),
        ("nowhere/h.jsonl", "No such file or directory"),
    ):
        result = CliRunner().invoke(main, ["bench", "--append", "--against", str(tmp_path / file)])
        assert (result.exit_code, result.stdout) == (USAGE, "")
        assert told in result.stderr
