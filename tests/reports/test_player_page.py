"""Pages for the common cases: one player of many games, and forty groups with few games each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from innolog.cli import main
from innolog.store.dataset import Dataset, open_dataset
from innolog.store.rows import RowCollector, Tables
from innolog.store.writer import DatasetWriter
from reports.corpus import write_report
from reports.metrics import BY_NAME, PLAYER_METRICS
from reports.queries import NoSuchPerson, people, person_named
from reports.tables import metric_table
from tests.reports.test_corpus_report import _Links
from tests.store.factory import content_hash, make_replay
from tests.store.replicate import replicate

#: Each writes whole reports.
pytestmark = pytest.mark.long

#: Groups of few games beside one of many.
GROUPS = 40


def _tables(seeds: range) -> Tables:
    collector = RowCollector()
    for seed in seeds:
        collector.add(make_replay(seed, names=("Ada", "<b>Ben</b> \u202e$1")), content_hash(str(seed)))
    return collector.tables()


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixty games of four people, and a game each of forty groups."""
    folder = tmp_path_factory.mktemp("dataset")
    with DatasetWriter(folder) as writer:
        for tables in replicate(_tables(range(6)), 10, people=4):
            writer.add_tables(tables)
        for number, tables in enumerate(replicate(_tables(range(10, 11)), GROUPS, people=4, seed=9)):
            games = tables["logs"]
            for column, value in (
                ("options", [f"house_rule_{number}"]),
                ("table_id", f"few-{number}"),
                ("story_hash", f"few-{number}"),
                ("likeness_hash", f"few-{number}"),
                ("content_hash", content_hash(f"few-{number}")),
            ):
                position = games.schema.get_field_index(column)
                games = games.set_column(
                    position, games.schema.field(position), pa.array([value], games.schema.field(position).type)
                )
            writer.add_tables(tables | {"logs": games})
    return folder


@pytest.fixture(scope="module")
def data(path: Path) -> Iterator[Dataset]:
    with open_dataset(path) as data:
        yield data


def _check_links(folder: Path) -> int:
    pages = list(folder.rglob("*.html"))
    for page in pages:
        parser = _Links()
        parser.feed(page.read_text(encoding="utf-8"))
        for link in parser.links:
            assert (page.parent / link).is_file(), (page, link)
    return len(pages)


def test_forty_small_groups_are_one_readable_page(data: Dataset, tmp_path: Path) -> None:
    write_report(data, tmp_path)
    assert _check_links(tmp_path) > 5
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert f"{GROUPS} groups with fewer than 20 games, {GROUPS} games in all" in index
    # Only the large group has pages, and nothing on the page of a card is grey.
    assert [page.name for page in tmp_path.glob("group-*.html")] == ["group-third-base-2p.html"]
    assert [page.name for page in tmp_path.glob("cards-*.html")] == ["cards-third-base-2p.html"]
    assert len(list((tmp_path / "players").glob("*.html"))) == 4
    for card in (tmp_path / "cards").glob("*.html"):
        text = card.read_text(encoding="utf-8")
        assert 'class="little"' not in text
        assert text.count("<section") == 1
    pages = "".join(page.read_text(encoding="utf-8") for page in tmp_path.rglob("*.html"))
    assert "\ufffd$1" in pages
    assert "\u202e" not in pages
    for plot in (tmp_path / "plots").glob("*.svg"):
        assert "n = " in plot.read_text(encoding="utf-8") or plot.name.startswith("win_reliability")
    assert "<b>Ben</b>" not in index


def test_a_player_has_pages_and_tables_of_their_own(path: Path, tmp_path: Path) -> None:
    runner = CliRunner()
    with open_dataset(path) as data:
        person = people(data)[0]
    result = runner.invoke(main, ["report", "player", str(path), person.player_id, "-o", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    assert _check_links(tmp_path / "out") == 2
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "By opponent" in page
    assert "<b>Ben</b>" not in page
    listed = pq.read_table(tmp_path / "out" / "tables" / "my_games.parquet")["started"].to_pylist()
    assert listed == sorted(listed, reverse=True)
    assert len(set(listed)) > 3
    shown = re.findall(r'<th scope="row">(2023-11-\d\d \d\d:\d\d)</th>', page)
    assert shown == listed[: len(shown)] != []
    for metric in PLAYER_METRICS:
        assert (tmp_path / "out" / "tables" / f"{metric.name}.parquet").is_file()
    assert runner.invoke(main, ["report", "player", str(path), "nobody", "-o", str(tmp_path / "no")]).exit_code == 2


def test_a_name_that_several_people_have_needs_an_id(data: Dataset) -> None:
    known = people(data)
    assert [person_named(data, person.player_id) for person in known] == known
    with pytest.raises(NoSuchPerson, match="several players are called ada: give a site and player id: "):
        person_named(data, "ada")
    assert [person_named(data, f"{person.site}:{person.player_id}") for person in known] == known


def test_players_without_anybody_to_compare_with_have_pages(tmp_path: Path) -> None:
    """A statistic without rows ended in a traceback: what selects its rows was no boolean column there."""
    games, data, pages = (str(tmp_path / name) for name in ("games", "data", "pages"))
    for command in (
        ["simulate", "--games", "20", "--seed", "9", "-o", games],
        ["ingest", games, "-o", data],
        ["report", "corpus", data, "-o", pages],
    ):
        assert CliRunner().invoke(main, command, catch_exceptions=False).exit_code == 0, command
    with open_dataset(Path(data)) as dataset:
        assert metric_table(dataset, BY_NAME["my_cards"], people(dataset)[0].person).empty
    assert _check_links(Path(pages))
