"""A file of a dataset that is not as it was written: found, named, and no reason to lose the rest.

A changed page was read as if nothing had happened where it could be decompressed. Otherwise the message was the
database's and named no file. The class: any byte of any file. So a byte of each kind of file is changed, in the rows
and at the end, and every command that reads a dataset is asked.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from innolog.cli import main
from innolog.store.dataset import open_dataset
from innolog.store.errors import DatasetError
from innolog.store.shown import cards
from innolog.store.writer import DatasetWriter
from tests.shared import REPOSITORY, sampled
from tests.store.factory import add, content_hash, make_replay

SAMPLE = str(REPOSITORY / "sample_logs" / "base_2p_player.json.gz")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound")
    for numbers in ((0, 1), (2, 3)):
        with DatasetWriter(folder) as writer:
            for number in numbers:
                add(writer, make_replay(number, actions=3 if number < 3 else 1000), content_hash(str(number)))
    return folder


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


def spoil(file: Path, at: float) -> None:
    data = bytearray(file.read_bytes())
    data[int(at * (len(data) - 1))] ^= 0x10
    file.write_bytes(data)


@pytest.mark.parametrize(
    ("table", "at"), sampled([("logs", 0.2), ("events", 0.2), ("events", 1.0), ("totals", 0.2)], 4)
)
def test_damage_is_found_and_named_and_the_rest_is_there(table: str, at: float, sound: Path, tmp_path: Path) -> None:
    folder = tmp_path / "dataset"
    shutil.copytree(sound, folder)
    file = (
        min((folder / table).rglob("*.parquet")) if table != "totals" else max((folder / table).glob("total_games-*"))
    )
    spoil(file, at)
    checked = call("check", folder)
    assert (checked.exit_code, checked.stdout.count(" damaged")) == (3, 2)
    assert f"{file}: damaged, in a batch of 2 logs\n" in checked.stdout
    ingested = call("ingest", SAMPLE, "-o", folder)
    assert (ingested.exit_code, ingested.stderr.count("\n")) == (2, 1)
    assert ingested.stderr.startswith(f"{file}: damaged dataset")
    asked = file.name.split("-")[0] if table == "totals" else table
    queried = call("query", folder, f"SELECT * FROM {'every.' * (table == 'totals')}{asked}")
    assert (queried.exit_code, queried.stdout) == (2, "")
    assert queried.stderr.startswith(f"{file}: damaged dataset")
    rest = call("query", folder, "SELECT count(*) AS n FROM logs", "--format", "json", "--skip-damaged")
    # The damaged batch has two of four logs; totals are of all.
    assert rest.stdout == ('{"n": 4}\n' if table == "totals" else '{"n": 2}\n')
    assert str(file) in rest.stderr
    total = call("query", folder, "SELECT * FROM every.total_games", "--skip-damaged")
    assert (total.exit_code, "totals cannot be computed without" in total.stderr) == (2, True)
    with pytest.raises(DatasetError, match="damaged"), open_dataset(folder) as data:
        data.totals(asked) if table == "totals" else data.arrow(asked)


def test_tables_that_are_derived_name_the_damaged_file(sound: Path, tmp_path: Path) -> None:
    """What was wrong: a metric computed what it needs from a corrupt page, with an error of a library."""
    folder = tmp_path / "dataset"
    shutil.copytree(sound, folder)
    file = min((folder / "actions").rglob("*.parquet"))
    spoil(file, 0.5)
    with pytest.raises(DatasetError, match=re.escape(f"{file}: damaged dataset")), open_dataset(folder) as data:
        data.derive("mine", "SELECT * FROM every.actions")


def test_what_is_sound_of_a_damaged_dataset_answers_without_being_asked_twice(sound: Path, tmp_path: Path) -> None:
    folder = tmp_path / "dataset"
    shutil.copytree(sound, folder)
    spoil(sorted((folder / "events").rglob("*.parquet"))[0], 0.2)
    assert call("query", folder, "SELECT count(*) AS n FROM every.states", "--format", "json").exit_code == 0


def test_a_batch_without_its_manifest_is_missed(sound: Path, tmp_path: Path) -> None:
    """What was wrong: the other batches were taken for the whole dataset."""
    folder = tmp_path / "dataset"
    shutil.copytree(sound, folder)
    manifest = folder / "batches" / "000001.json"
    manifest.unlink()
    checked = call("check", folder)
    assert (checked.exit_code, f"{manifest}: missing, and with it a batch of logs\n" in checked.stdout) == (3, True)
    for asked in (call("ingest", SAMPLE, "-o", folder), call("query", folder, "SELECT count(*) FROM logs")):
        assert (asked.exit_code, asked.stdout) == (2, "")
        assert asked.stderr.startswith(f"{manifest}: damaged dataset: the manifest of a batch is missing")
    rest = call("query", folder, "SELECT count(*) AS n FROM logs", "--format", "json", "--skip-damaged")
    assert (rest.stdout, str(manifest) in rest.stderr) == ('{"n": 2}\n', True)
    # What a killed ingest leaves is no damage: files of a batch that has no manifest yet.
    shutil.copytree(sound, folder, dirs_exist_ok=True)
    (folder / "batches" / "000002.json").unlink()
    assert call("check", folder).exit_code == 0


def test_the_number_of_a_manifest_costs_no_time(sound: Path, tmp_path: Path) -> None:
    folder = tmp_path / "dataset"
    shutil.copytree(sound, folder)
    (folder / "batches" / "000002.json").rename(folder / "batches" / "999999999999.json")
    assert call("query", folder, "SELECT 1", "--skip-damaged").exit_code == 0


@pytest.mark.parametrize("content", [None, b"", b"PAR1", "other"])
def test_the_file_of_the_cards_is_checked_and_written_again(
    content: bytes | str | None, sound: Path, tmp_path: Path
) -> None:
    """It has no checksum: innolog knows what it contains. Damage to it stayed."""
    folder = tmp_path / "dataset"
    shutil.copytree(sound, folder)
    file = folder / "cards.parquet"
    file.unlink()
    if content == "other":
        pq.write_table(cards().slice(1), file)
    elif isinstance(content, bytes):
        file.write_bytes(content)
    checked = call("check", folder)
    assert (checked.exit_code, f"{file}: not the cards that innolog knows" in checked.stdout) == (3, True)
    assert "new dataset" not in checked.stderr
    assert call("ingest", SAMPLE, "-o", folder).exit_code == 0
    assert call("check", folder).exit_code == 0
    assert pq.read_table(file).equals(cards())


def test_a_sound_dataset_and_native_logs_are_checked(sound: Path, tmp_path: Path) -> None:
    checked = call("check", sound)
    assert (checked.exit_code, checked.stdout.endswith("none damaged\n")) == (0, True)
    game = tmp_path / "game.innolog"
    assert call("convert", SAMPLE, "--to", "native", "-o", game).exit_code == 0
    assert call("check", game, sound).exit_code == 0
    game.write_text(game.read_text(encoding="utf-8").replace('"player":', '"player":"x",', 1), encoding="utf-8")
    broken = call("check", game)
    assert (broken.exit_code, f"{game}, line 2" in broken.stdout or "line 2" in broken.stdout) == (3, True)
    assert call("check", SAMPLE).exit_code == 2
    assert call("check", tmp_path).exit_code == 2
