"""``innolog bench``: it measures what it says, on the logs it is given."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from innolog import bench
from innolog.cli import main

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
