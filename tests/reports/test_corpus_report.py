"""The report about a dataset is complete, quick, and inert for any names of players."""

from __future__ import annotations

import csv
import io
import re
import time
from html.parser import HTMLParser
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from innolog.cards.facts import CardSet, card_table
from innolog.cli import main
from innolog.store.dataset import open_dataset
from innolog.store.rows import RowCollector, Tables
from innolog.store.writer import DatasetWriter
from reports.corpus import write_report
from reports.games import few, games_of, listed
from reports.metrics import METRICS
from reports.pages import Group, groups_of
from reports.plots import histogram_figure, interval_figure
from reports.printed import prints_of
from reports.queries import overview
from reports.safe_text import inert
from tests.reports import browsing
from tests.store.factory import content_hash, make_replay, make_valued
from tests.store.replicate import write_copies

browser = browsing.browser

NAMES = (
    '=HYPERLINK("http://x","y")',
    "<script>alert(1)</script>'\"",
    "\x1b[31m@SUM(1)\r\n\u202e👩‍👩‍👧 $\\frac{1}{0}$",
    "-" + "x" * 10_000,
)


def _games(count: int) -> Tables:
    collector = RowCollector()
    for seed in range(count):
        replay = make_replay(seed, players=2 + seed % 2, names=NAMES)
        collector.add(replay, content_hash(str(seed)), make_valued(replay))
    return collector.tables()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report about 500 games, written within the processor time allowed."""
    dataset = write_copies(tmp_path_factory.mktemp("dataset"), _games(10), 50, people=80)
    folder = tmp_path_factory.mktemp("report")
    began = time.process_time()
    with open_dataset(dataset) as data:
        written = write_report(data, folder)
    assert time.process_time() - began < 60
    assert sorted(written) == sorted(path for path in folder.rglob("*") if path.is_file())
    return folder


@pytest.mark.long
def test_every_table_is_there_twice_and_says_what_it_was_computed_from(report: Path) -> None:
    for metric in METRICS:
        table = pq.read_table(report / "tables" / f"{metric.name}.parquet").to_pylist()
        with (report / "tables" / f"{metric.name}.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == len(table)
        assert rows or metric.name in ("opening_choice", "pair_dogma", "dogma_win_probability")
        for row in rows:
            assert int(row["games"]) > 0
            assert "" not in (row["verdicts"], row["tool_version"])
            assert row["edition"] == "third"
            assert {row["low"], row["high"]} == {""} or float(row["low"]) <= float(row["value"]) <= float(row["high"])


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.scripts = 0
        self.levels = [0]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.scripts += tag == "script"
        self.levels += [int(tag[1])] if re.fullmatch("h[1-6]", tag) else []
        for name in ("href", "src", "xlink:href"):
            target = values.get(name)
            if target and not target.startswith(("#", "data:")):
                self.links.add(target.split("#")[0])


@pytest.mark.long
def test_pages_link_to_files_of_the_report_and_to_nothing_else(report: Path) -> None:
    pages = list(report.rglob("*.html"))
    assert len(pages) > 50
    for page in pages:
        parser = _Links()
        parser.feed(page.read_text(encoding="utf-8"))
        assert parser.scripts == 1
        assert all(below <= above + 1 for above, below in pairwise(parser.levels)), page
        assert parser.links
        for link in parser.links:
            assert (page.parent / link).is_file(), link


@pytest.mark.long
def test_the_front_page_shows_pictures_of_each_group_and_what_to_open(report: Path) -> None:
    index = (report / "index.html").read_text(encoding="utf-8")
    galleries = index.split('<div class="pictures">')[1:]
    assert len(galleries) == 2
    for gallery in galleries:
        assert gallery.split("</section>")[0].count('<figure class="plot">') >= 5
        assert gallery.split("</section>")[0].count('<table class="matrix">') == 1
    for name in ("lengths", "achievements_by_round"):
        assert (report / "plots" / f"{name}.png").is_file()


@pytest.mark.long
def test_the_page_of_a_card_shows_its_icons_and_what_it_does(report: Path) -> None:
    page = (report / "cards" / "metalworking.html").read_text(encoding="utf-8")
    assert page.count('<use href="#i-castle"/>') == 3
    assert "Effect: draw, reveal, score" in page


def test_what_is_printed_on_a_card_is_told_once_for_equal_editions() -> None:
    """A site's or edition's own icons make another print. Cities and one Artifact have no effects."""
    groups = [Group(edition, edition, edition, "base", 2, 30, 4, "1") for edition in ("third", "first", "fourth")]
    cards = card_table().by_slug
    icons = files("reports").joinpath("templates", "icons.svg").read_text(encoding="utf-8")
    (print_,) = prints_of(cards["metalworking"], groups[:2])
    assert print_.editions == "first and third editions"
    assert [slot.words for slot in print_.slots if slot.kind != "i-hex"] == [
        f"{place}: castle" for place in ("top left", "bottom left", "bottom right")
    ]
    assert print_.does == ("Its effects compare castle icons", "Effect: draw, reveal, score")
    for card, facts in card_table().cards.items():
        shown = prints_of(card, groups)
        assert all(slot.text or f'id="i-{slot.symbol}"' in icons for each in shown for slot in each.slots), facts.name
        assert 1 <= len(shown) <= 3
        bare = facts.set is CardSet.CITIES or facts.name == "Battleship Yamato"
        assert all(bool(each.does) != bare and "none" not in {slot.symbol for slot in each.slots} for each in shown)


@pytest.mark.long
def test_copies_of_few_games_are_few_games_to_a_model_of_winning(report: Path) -> None:
    rows = pq.read_table(report / "tables" / "win_models.parquet").to_pylist()
    assert [row["games"] for row in rows] == [5, 5]
    assert all(row["reason"].startswith("too few games: 5;") and row["brier"] is None for row in rows)
    assert "too few games: 5;" in (report / "index.html").read_text(encoding="utf-8")


@pytest.mark.long
def test_names_are_inert_in_tables_pages_and_at_the_terminal(tmp_path: Path) -> None:
    dataset, folder = tmp_path / "dataset", tmp_path / "report"
    with DatasetWriter(dataset) as writer:
        writer.add_tables(_games(8))
    runner = CliRunner()
    result = runner.invoke(main, ["report", "corpus", str(dataset), "-o", str(folder)])
    assert result.exit_code == 0, result.output
    with (folder / "tables" / "player_rate.csv").open(encoding="utf-8", newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    assert any(cell.startswith("'=HYPERLINK") for cell in cells)
    numbers = re.compile(r"-?[0-9.]+(e[+-]?[0-9]+)?|-?inf")
    assert [cell for cell in cells if inert(cell) != cell and not numbers.fullmatch(cell)] == []
    for page in folder.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "<script>alert" not in text
        assert not set(text) & {"\x1b", "\r", "\u202e"}
        assert "\\$" not in text
    index = (folder / "index.html").read_text(encoding="utf-8")
    assert index.count("table at the end") == 8
    assert "<b>8 games, " in index
    assert "No group has 20 games. Numbers with intervals" in index
    assert (folder / "tables" / "games.csv").read_text(encoding="utf-8").count("\n") == 9
    shown = runner.invoke(main, ["metrics", str(dataset), "-m", "player_rate"])
    assert shown.exit_code == 0
    assert "\x1b" not in shown.output
    assert "HYPERLINK" in shown.output


def test_a_few_games_are_listed_with_their_results_and_the_table_at_the_end(tmp_path: Path) -> None:
    """A report of few games showed only the numbers of games."""
    played = [make_replay(seed, names=("Ann", "Bob")) for seed in range(3)]
    collector = RowCollector()
    for seed, replay in enumerate(played):
        collector.add(replay, content_hash(str(seed)))
    with DatasetWriter(tmp_path / "dataset") as writer:
        writer.add_tables(collector.tables())
    with open_dataset(tmp_path / "dataset") as data:
        groups = groups_of(overview(data))
        games = games_of(data)
        found = listed(data, games, groups, 2)
        (shown,) = few(games, groups)
    assert [game.source for game in found] == ["game 2.json", "game 1.json"]
    assert all(game.kind == "Third edition, base, 2 players" for game in found)
    for game, replay in zip(found, played[:0:-1], strict=True):
        snapshot, ended = replay.actions[-1].snapshot, replay.ended
        assert snapshot is not None
        assert ended is not None
        assert [side.score for side in game.sides] == [view.score for view in snapshot.players]
        assert [side.won for side in game.sides] == [seat in ended.winners for seat in range(2)]
        for side, view in zip(game.sides, snapshot.players, strict=True):
            assert [(pile.top, pile.cards) for pile in side.piles] == [
                (card_table().name[pile[-1]], len(pile)) for pile in view.boards if pile
            ]
    assert sum(number for _, number in shown.endings) == 3
    assert shown.turns[0] <= shown.turns[1] <= shown.turns[2]


@pytest.mark.long
def test_the_first_games_of_the_list_can_be_opened(sample_logs: list[Path], tmp_path: Path) -> None:
    """A log that is gone or another one by now has no page, nor is it linked."""
    logs = [tmp_path / log.name for log in sample_logs]
    for log, copy in zip(sample_logs, logs, strict=True):
        copy.write_bytes(log.read_bytes())
    runner = CliRunner()
    assert runner.invoke(main, ["ingest", "-q", *map(str, logs), "-o", str(tmp_path / "dataset")]).exit_code == 0
    logs[0].unlink()
    logs[1].write_bytes(logs[2].read_bytes())
    call = ["report", "corpus", str(tmp_path / "dataset"), "--pages", "99", "-o", str(tmp_path / "report")]
    for _ in range(2):
        assert runner.invoke(main, call).exit_code == 0
    index = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    found = re.findall(r'<a href="(games/[0-9a-f]{16}\.html)">open the game</a><small>(.*?)</small>', index)
    # A long path may go on in the next line after a slash.
    assert sorted(source.replace("<wbr>", "") for _, source in found) == sorted(map(str, logs[2:]))
    for page, _ in found:
        assert 'id="next"' in (tmp_path / "report" / page).read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 390])
def test_the_table_sorts_and_filters_in_a_browser(width: int, report: Path, browser: Any) -> None:
    page = browser
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    page.get((report / "cards-third-base-2p.html").as_uri())
    names = "return [...document.querySelectorAll('tbody tr:not([hidden]) th')].map(e => e.innerText)"
    before = page.execute_script(names)
    page.execute_script("document.querySelector('thead button').click()")
    assert page.execute_script(names) == sorted(before, key=str.lower) != before
    page.execute_script(
        "const f = document.querySelector('.filters'); f.elements.name.value = 'wri';"
        "f.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    assert page.execute_script(names) == ["Writing"]
    # The table scrolls by itself, the page does not.
    assert page.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    assert page.get_log("browser") == []


@pytest.mark.long
def test_the_tables_of_the_front_page_sort(report: Path, browser: Any) -> None:
    browser.get((report / "index.html").as_uri())
    turns = "return [...document.querySelectorAll('table.games tbody tr')].map(e => Number(e.cells[3].innerText))"
    before = browser.execute_script(turns)
    browser.execute_script("document.querySelector('table.games thead th:nth-child(4) button').click()")
    assert browser.execute_script(turns) == sorted(before, reverse=True)
    # Names are names, also those that look like numbers; what is missing comes last.
    for names in (["12", "ada", "Bob"], ["1e5", "7", "12"]):
        found = browser.execute_script(
            """
            const table = document.querySelector('[aria-label=Players] table');
            const cells = () => [...table.querySelectorAll('tbody th')];
            cells().forEach((each, place) => (each.textContent = arguments[0][place] ?? ""));
            return [0, 1].map(() => {
              table.querySelector('thead button').click();
              return cells().map(each => each.textContent).slice(0, 3);
            });
            """,
            [names[2], names[0], names[1]],
        )
        assert found == [names, names[::-1]]
    assert browser.get_log("browser") == []


@pytest.mark.long
@pytest.mark.parametrize(
    "page", ["index.html", "group-third-base-2p.html", "metrics.html", "cards-third-base-2p.html", "cards/writing.html"]
)
def test_no_page_is_wider_than_a_phone_or_a_sheet_of_paper(page: str, report: Path, browser: Any) -> None:
    """The table of cards lost half of its columns on paper, and most of its numbers were too pale to be read."""
    browser.get((report / page).as_uri())
    assert browser.execute_script(browsing.FAINT) == []
    # The colors of cards are no decoration, whatever colors a reader has chosen for pages.
    told = "[...document.querySelectorAll('.tag, .face, .more, .less')].map(e => getComputedStyle(e).backgroundColor)"
    before = browser.execute_script(f"return {told}")
    chosen = [{"name": "forced-colors", "value": "active"}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": chosen})
    assert browser.execute_script(f"return {told}") == before
    assert before or "card" not in page
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "forced-colors", "value": "none"}]})
    # Of printed pages, that of the table of cards lies on its side.
    for media, width in (("screen", 390), ("print", 1000 if page.startswith("cards-") else 700)):
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media})
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth"), media
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


@pytest.mark.parametrize("figure", ["intervals", "boxes"])
def test_labels_of_groups_are_in_the_picture_as_a_whole(figure: str) -> None:
    labels = [f"third · artifacts+base+cities+echoes+relics+teams · {players}" for players in (2, 4)]
    labels.append("third · artifacts+base+cities+echoes+extra_achievement+relics · 4")
    if figure == "intervals":
        drawn = interval_figure(labels, [1, 2, 3], [0, 1, 2], [2, 3, 4], note="12 games", title="x")
    else:
        drawn = histogram_figure([(label, [1, 2, 3]) for label in labels], note="12 games", title="x")
    drawn.savefig(io.BytesIO(), format="png")
    (axes,) = drawn.axes
    ticks = axes.get_yticklabels()
    assert [tick.get_text() for tick in ticks] == labels
    assert min(tick.get_window_extent().x0 for tick in ticks) > 0
