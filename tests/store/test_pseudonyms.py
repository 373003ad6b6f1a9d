"""Pseudonyms: the same with the same key, nobody's without it, and nothing of the players left behind."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from innolog.cli import main
from innolog.store.dataset import open_dataset
from innolog.store.pseudonyms import BadKey, Pseudonyms, open_key
from innolog.store.shown import OF_ALL
from innolog.store.writer import DatasetWriter
from tests.store.factory import add, content_hash, make_illegal, make_replay

SAMPLES = Path(__file__).parents[2] / "sample_logs"
NAMES = ("Ana", "B.n (x)", 'O\'Neil "=1"', "x" * 10_000)


def _contents(folder: Path) -> dict[str, list[dict[str, object]]]:
    with open_dataset(folder) as data:
        return {table: data.arrow(name).to_pylist() for table, name in OF_ALL.items()}


def test_nothing_of_the_players_is_left_anywhere(tmp_path: Path) -> None:
    key = Pseudonyms(b"0123456789abcdef")
    replay = make_replay(3, players=4, names=NAMES, source="player_1002 of Ana.json")
    illegal = make_illegal(4)
    assert illegal.violation is not None
    with DatasetWriter(tmp_path, pseudonyms=key.fingerprint) as writer:
        add(writer, key.replay(replay), key.content_hash(content_hash("3")))
        add(writer, key.replay(illegal), key.content_hash(content_hash("4")))
    content = repr(_contents(tmp_path))
    for secret in ("'Ana'", "B.n", "O'Neil", "xxxx", "'1000'", "'1001'", "player_1002", content_hash("3")[:16]):
        assert secret not in content
    whole = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"B.n (x)" not in whole


@pytest.mark.long
def test_the_same_key_gives_the_same_dataset_and_another_one_another(tmp_path: Path) -> None:
    runner = CliRunner()
    for folder, key in (("one", "key"), ("two", "key"), ("three", "other")):
        arguments = ["ingest", str(SAMPLES), "-o", str(tmp_path / folder), "--anonymize", str(tmp_path / key)]
        assert runner.invoke(main, arguments).exit_code == 0
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    one, two, three = (_contents(tmp_path / folder) for folder in ("one", "two", "three"))
    assert one == two
    names = [{row["player_name"] for row in content["players"]} for content in (one, three)]
    assert len(names[0]) == len(names[1]) > 2
    assert not names[0] & names[1]
    # What was played is the same.
    drop = ("log_id", "game_id", "player_id")
    states = [
        sorted(repr({k: v for k, v in row.items() if k not in drop}) for row in content["states"])
        for content in (one, three)
    ]
    assert states[0] == states[1]


def test_a_dataset_keeps_to_one_key(tmp_path: Path) -> None:
    runner = CliRunner()
    arguments = ["ingest", str(SAMPLES), "-o", str(tmp_path / "dataset")]
    assert runner.invoke(main, [*arguments, "--anonymize", str(tmp_path / "key")]).exit_code == 0
    for wrong in ([], ["--anonymize", str(tmp_path / "other")]):
        result = runner.invoke(main, [*arguments, *wrong])
        assert result.exit_code == 2
        assert "the same key" in result.output
    again = runner.invoke(main, [*arguments, "--anonymize", str(tmp_path / "key")])
    assert "were there already" in again.output


def test_keys_that_protect_nobody_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadKey, match="must not be inside the dataset"):
        open_key(tmp_path / "dataset" / "key", tmp_path / "dataset")
    (tmp_path / "short").write_text("secret")
    with pytest.raises(BadKey, match="at least 16"):
        open_key(tmp_path / "short", tmp_path / "dataset")
    with pytest.raises(BadKey):
        open_key(tmp_path, tmp_path / "dataset")
