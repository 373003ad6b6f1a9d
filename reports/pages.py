"""What pages about datasets share: groups of games, plots, files, and numbers in words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from innolog.support.counting import counted
from reports.metrics import BY_NAME, Metric
from reports.metrics.compute import LEAST_GAMES, MINIMUM_CLUSTERS
from reports.metrics.metric import Unit
from reports.queries import VERDICTS
from reports.safe_text import plain
from reports.tables import to_csv

if TYPE_CHECKING:
    import pandas as pd
    from jinja2 import Environment
    from matplotlib.figure import Figure

MISSING = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class Group:
    """Games of one edition, sets and number of players. ``key`` consists of letters, digits and hyphens."""

    key: str
    name: str
    edition: str
    sets: str
    players: int
    games: int
    people: int
    tool_version: str

    @property
    def large(self) -> bool:
        """True when there are enough games for numbers with intervals."""
        return self.games >= MINIMUM_CLUSTERS

    @property
    def title(self) -> str:
        """The name, with a capital letter."""
        return self.name[:1].upper() + self.name[1:]

    def of(self, table: pd.DataFrame) -> pd.DataFrame:
        """The rows of a table of a metric that are about the group."""
        mine = (table["edition"] == self.edition) & (table["sets"] == self.sets) & (table["players"] == self.players)
        return table[mine]

    @property
    def note(self) -> str:
        """The data from which a plot or table of the group was computed."""
        size = f"{counted(self.games, 'game', ',')}, {counted(self.people, 'player', ',')}"
        return f"{size} · {VERDICTS} · {self.name} · innolog {self.tool_version}"


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot: the name of its files without extension, and the SVG for a page."""

    name: str
    title: str
    caption: str
    svg: str


def groups_of(frame: pd.DataFrame) -> list[Group]:
    """The groups of an overview, the one with the most games first."""
    found: list[Group] = []
    for row in frame.to_dict("records"):
        edition, sets, players = str(row["edition"]), str(row["sets"]), int(row["players"])
        key = re.sub(r"[^a-z0-9]+", "-", f"{edition}-{sets}-{players}p".lower()).strip("-")[:80]
        if any(group.key == key for group in found):
            key = f"{key}-{len(found)}"
        name = f"{edition} edition, {sets.replace('+', ' + ').replace('_', ' ')}, {players} players"
        found.append(
            Group(
                key,
                name,
                edition,
                sets,
                players,
                int(row["games"]),
                int(row["people"]),
                str(row["tool_version"] or "?"),
            )
        )
    return found


def records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a table as dictionaries."""
    rows: Any = table.to_dict("records")
    return list(rows)


class Folder:
    """A folder of pages: writes files, and remembers them in :attr:`written`."""

    def __init__(self, path: Path, groups: list[Group]) -> None:
        self.path, self.groups = path, groups
        self.written: list[Path] = []
        self._environment = environment()

    @property
    def note(self) -> str:
        """The data of the whole folder, in words."""
        versions = sorted({group.tool_version for group in self.groups})
        games = sum(group.games for group in self.groups)
        return f"{counted(games, 'game', ',')} · {VERDICTS} · innolog {', '.join(versions)}"

    def page(self, name: str, template: str, **values: Any) -> None:
        """Write a page from a template."""
        known = {
            "up": "",
            "groups": self.groups,
            "note": self.note,
            "minimum": (BY_NAME["draw_effect"].least_rows, MINIMUM_CLUSTERS),
            "least": LEAST_GAMES,
            "alone": False,
            "by_name": BY_NAME,
        }
        text = self._environment.get_template(template).render(**(known | values))
        self.write(name, text.encode("utf-8", "replace"))

    def write(self, name: str, content: bytes) -> None:
        """Write a file."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        self.written.append(path)

    def table(self, name: str, table: pd.DataFrame) -> None:
        """Write a table as CSV and Parquet."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        self.write(f"tables/{name}.csv", to_csv(table).encode("utf-8", "replace"))
        path = self.path / f"tables/{name}.parquet"
        numbers = set(table.select_dtypes(include=["number", "bool"]))
        texts = [column for column in table if column not in numbers]
        pq.write_table(
            pa.Table.from_pandas(table.astype(dict.fromkeys(texts, str)), preserve_index=False),
            path,
            compression="zstd",
        )
        self.written.append(path)

    def plot(self, name: str, title: str, caption: str, figure: Figure) -> Plot:
        """Write a plot with its title as SVG and PNG. The page shows it without the title, as text above."""
        from reports.plots import embed, save, titled

        (self.path / "plots").mkdir(parents=True, exist_ok=True)
        with titled(figure, title) as box:
            for ending in ("svg", "png"):
                path = self.path / "plots" / f"{name}.{ending}"
                save(figure, path, box)
                self.written.append(path)
        return Plot(name, title, caption, embed(figure, name))


def environment() -> Environment:
    """The templates of pages, with the filters that print numbers."""
    from reports.game import csp_hash, templates

    made, (of_game, own, script) = templates("game.css", "corpus.css", "corpus.js")
    style = of_game + own
    made.globals.update(style=style, script=script, style_hash=csp_hash(style), script_hash=csp_hash(script), bar=bar)
    made.filters["value"] = shown
    made.filters["ends"] = ends
    made.filters["short"] = short
    made.filters["plain"] = plain
    return made


def shown(row: dict[str, Any] | None, metric: Metric, column: str = "value") -> str:
    """A number of a row as text: a percentage, percentage points, or a plain number."""
    number = None if row is None else row[column]
    if number is None or number != number:
        return MISSING
    difference = metric.even == 0.0 or metric.model
    if metric.unit is Unit.RATING:
        return f"{number:+.0f}"
    if metric.unit is Unit.NUMBER:
        return f"{number:+.2f}" if difference else f"{number:.1f}"
    return f"{100 * number:+.1f}" if difference else f"{100 * number:.1f} %"


def ends(row: dict[str, Any] | None, metric: Metric, prefix: str = "") -> str:
    """The interval of a row as text, with ``prefix`` before the names of its columns; a dash if there is none."""
    low, high = (shown(row, metric, f"{prefix}{end}") for end in ("low", "high"))
    return MISSING if MISSING in (low, high) else f"{low} to {high}"


def short(number: float) -> str:
    """A probability with few digits."""
    if number != number:
        return MISSING
    return "< 0.001" if number < 0.001 else f"{number:.3f}"


def bar(row: dict[str, Any] | None, low: float, high: float) -> dict[str, float] | None:
    """The positions of a value and its interval between ``low`` and ``high``, in percent; None without an interval."""
    if row is None or row["low"] != row["low"]:
        return None

    def place(number: float) -> float:
        return round(100 * min(1.0, max(0.0, (number - low) / (high - low))), 2)

    return {
        "from": place(row["low"]),
        "width": round(place(row["high"]) - place(row["low"]), 2),
        "at": place(row["value"]),
        "even": place(row["even"]) if row["even"] == row["even"] else -1,
    }
