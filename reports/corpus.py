"""Write pages, plots and tables about all games of a dataset. The pages need no network and only their own script.

index.html                overview: how games end, how long they are, who wins
cards-GROUP.html          the table of cards for one edition, sets and number of players
cards/CARD.html           one card, in every group
metrics.html              what every number means, and what it cannot tell
tables/METRIC.csv         every table; also as .parquet
plots/PLOT.svg            every plot; also as .png
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from innolog.support.counting import counted
from reports.metrics import BY_NAME, METRICS, Metric
from reports.metrics.compute import MINIMUM_CLUSTERS, compute
from reports.queries import GROUP, VERDICTS, overview, sql_of
from reports.tables import dress, to_csv
from reports.winprob.added import win_models
from reports.winprob.tables import quality_table, reliability_table

if TYPE_CHECKING:
    import pandas as pd
    from jinja2 import Environment
    from matplotlib.figure import Figure

    from innolog.store.dataset import Dataset
    from reports.winprob.fitting import Outcome
    from reports.winprob.model import WinModel

#: Columns of the table of cards, the first one leads.
CARD_COLUMNS = (
    "draw_effect",
    "win_rate_opening",
    "keep_rate",
    "win_rate_drawn",
    "win_rate_melded",
    "win_rate_dogma",
    "win_rate_scored",
    "win_rate_shared",
    "win_rate_demanded",
    "win_rate_not_seen",
    "seen_difference",
    "share_rate",
    "demand_rate",
    "dogma_score",
    "dogma_cards",
    "dogma_win_probability",
)
_PLOTTED_CARDS = 12
MISSING = "\N{EN DASH}"
#: Metrics that are not proportions. All others are shown as percentages, or as percentage points if they are
#: differences.
_PLAIN = frozenset({"achievement_round", "claim_delay", "lengths", "lead_changes"})


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


def write_report(dataset: Dataset, folder: Path, model: WinModel | None = None) -> list[Path]:
    """Write the report about a dataset to a folder, which is created if necessary. Return the files written.

    Win probabilities come from ``model``, or from models fitted to the dataset for groups with enough games. Files of
    the same names are replaced; nothing else in the folder is touched. Raises :class:`OSError` if the folder cannot be
    written, and :class:`~innolog.store.errors.QueryError` for a damaged dataset.
    """
    return _Report(dataset, folder, model).write()


def groups_of(frame: pd.DataFrame) -> list[Group]:
    """The groups of an overview, the one with the most games first."""
    found: list[Group] = []
    for row in frame.to_dict("records"):
        edition, sets, players = str(row["edition"]), str(row["sets"]), int(row["players"])
        key = re.sub(r"[^a-z0-9]+", "-", f"{edition}-{sets}-{players}p".lower()).strip("-")[:80]
        if any(group.key == key for group in found):
            key = f"{key}-{len(found)}"
        name = f"{edition} edition, {sets.replace('+', ' + ')}, {players} players"
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


class _Report:
    def __init__(self, dataset: Dataset, folder: Path, model: WinModel | None) -> None:
        self.dataset, self.folder = dataset, folder
        self.written: list[Path] = []
        self.overview = overview(dataset)
        self.groups = groups_of(self.overview)
        self.outcomes = win_models(dataset, model)
        self.tables = {metric.name: dress(compute(dataset, metric), metric, self.overview) for metric in METRICS}
        self.environment = _environment()

    def write(self) -> list[Path]:
        for name in ("", "cards", "plots", "tables"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        written = {
            **self.tables,
            "overview": self.overview,
            "win_models": quality_table(self.outcomes),
            "win_reliability": reliability_table(self.outcomes),
        }
        for name, table in written.items():
            self._write(f"tables/{name}.csv", to_csv(table).encode("utf-8", "replace"))
            self._write_parquet(f"tables/{name}.parquet", table)
        plots = self._plots()
        cards = self._cards()
        shown = [group for group in self.groups if any(group.key in card["groups"] for card in cards)]
        verdicts = self.dataset.frame(sql_of("verdicts")).to_dict("records")
        self._page(
            "index.html",
            "corpus_index.html.j2",
            plots=plots,
            verdicts=verdicts,
            card_groups=shown,
            cards=cards,
            outcomes=self.outcomes,
        )
        self._page("metrics.html", "corpus_metrics.html.j2", metrics=METRICS)
        for group in shown:
            rows = [card for card in cards if group.key in card["groups"]]
            rows.sort(key=lambda card: _order(card["groups"][group.key].get("draw_effect")))
            self._page(
                f"cards-{group.key}.html",
                "corpus_cards.html.j2",
                group=group,
                rows=rows,
                columns=[BY_NAME[name] for name in CARD_COLUMNS],
                card_groups=shown,
            )
        for card in cards:
            self._page(f"cards/{card['slug']}.html", "corpus_card.html.j2", up="../", card=card, by_name=BY_NAME)
        return self.written

    def _cards(self) -> list[dict[str, Any]]:
        """Everything known about each card: its facts, and the row of the table for each group and metric."""
        from innolog.cards.facts import every_card

        printed = every_card()
        keys = {(group.edition, group.sets, group.players): group.key for group in self.groups}
        found: dict[int, dict[str, Any]] = {}
        for metric in METRICS:
            if metric.of != "card":
                continue
            for row in self.tables[metric.name].to_dict("records"):
                facts = printed[row["item"]]
                card = found.setdefault(
                    facts.id,
                    {
                        "id": facts.id,
                        "name": facts.name,
                        "slug": facts.slug,
                        "age": facts.age,
                        "color": facts.color.name.lower(),
                        "set": facts.set.name.lower(),
                        "groups": {},
                    },
                )
                key = keys.get((row["edition"], row["sets"], row["players"]))
                if key is not None:
                    card["groups"].setdefault(key, {})[metric.name] = row
        return [found[card] for card in sorted(found)]

    # --- plots --------------------------------------------------------------------------------------------------------

    def _plots(self) -> list[Plot]:
        plots = [
            self._of_groups("endings", "Games that end by achievements", "achievements"),
            self._lengths(),
            self._of_groups("seat_rate", "Win points of the player who takes the first turn", "place 1"),
            self._of_groups("lead_changes", "Lead changes per game", "lead changes"),
        ]
        for group in self.groups:
            plots.append(self._of_items("achievement_round", group))
            plots.append(self._extremes("draw_effect", group, "Best and worst draws", "percentage points"))
        for group, outcome in zip(self.groups, self.outcomes, strict=True):
            plots.append(self._reliability(group, outcome))
            plots.append(
                self._extremes("dogma_win_probability", group, "Best and worst activations", "percentage points")
            )
        return [plot for plot in plots if plot]

    def _of_groups(self, name: str, title: str, item: str) -> Plot | None:
        """Plot one item of a metric, one row per group."""
        from reports.plots import interval_figure

        table = self.tables[name]
        rows = table[table["item"] == item].merge(self.overview[GROUP], on=GROUP, how="inner")
        if rows.empty:
            return None
        labels = [f"{row.edition} · {row.sets} · {row.players}" for row in rows.itertuples()]
        even = 1 / rows["players"].iloc[0] if BY_NAME[name].even == "even" and rows["players"].nunique() == 1 else None
        columns = [rows[column].tolist() for column in ("value", "low", "high")]
        figure = interval_figure(labels, *columns, note=self._note(), title=title, even=even)
        caption = f"{BY_NAME[name].meaning} Bars are 95 % intervals. {BY_NAME[name].caveat}"
        return self._plot(name, title, caption, figure)

    def _lengths(self) -> Plot | None:
        from reports.plots import histogram_figure

        frame = self.dataset.frame("SELECT edition, sets, players, turns AS s FROM counted")
        series = [
            (f"{edition} · {sets} · {players}", part["s"].tolist())
            for (edition, sets, players), part in frame.groupby(GROUP, sort=True)
        ]
        if not series:
            return None
        figure = histogram_figure(series, note=self._note(), title="Turns per game")
        caption = "A box contains the middle half of the games; its line is the median."
        return self._plot("lengths", "Turns per game", caption, figure)

    def _of_items(self, name: str, group: Group) -> Plot | None:
        from reports.plots import interval_figure

        rows = self._of(name, group)
        if rows.empty:
            return None
        metric = BY_NAME[name]
        columns = [rows[column].tolist() for column in ("value", "low", "high")]
        figure = interval_figure(rows["name"].tolist(), *columns, note=group.note, title=metric.title)
        title = f"{metric.title}: {group.name}"
        return self._plot(f"{name}-{group.key}", title, f"{metric.meaning} {metric.caveat}", figure)

    def _reliability(self, group: Group, outcome: Outcome) -> Plot | None:
        from reports.plots import reliability_figure
        from reports.winprob.fitting import note_of

        if outcome.quality is None:
            return None
        figure = reliability_figure([(group.name, outcome.quality)], note=note_of(outcome))
        return self._plot(
            f"win_reliability-{group.key}",
            f"Predicted and observed win probability: {group.name}",
            "Predictions for games that the model was not fitted to, in ten bins, with 95 % intervals from a "
            "bootstrap of whole games. On the dotted line the observed share of wins equals the prediction.",
            figure,
        )

    def _extremes(self, name: str, group: Group, heading: str, unit: str) -> Plot | None:
        """Plot the cards with the highest lower ends and the lowest upper ends of the interval of a metric.

        The metric must be a difference of proportions.
        """
        import pandas as pd

        from reports.plots import interval_figure

        rows, metric = self._of(name, group), BY_NAME[name]
        rows = rows[rows["enough"]]
        if rows.empty:
            return None
        if len(rows) > 2 * _PLOTTED_CARDS:
            worst = rows.nsmallest(_PLOTTED_CARDS, "high").sort_values("high", ascending=False)
            rows = pd.concat([rows.nlargest(_PLOTTED_CARDS, "low"), worst]).drop_duplicates("item")
        columns = [(100 * rows[column]).tolist() for column in ("value", "low", "high")]
        title = f"{metric.title} in {unit}"
        figure = interval_figure(rows["name"].tolist(), *columns, note=group.note, title=title, even=0)
        caption = f"{metric.meaning} {metric.caveat}"
        return self._plot(f"{name}-{group.key}", f"{heading}: {group.name}", caption, figure)

    def _of(self, name: str, group: Group) -> pd.DataFrame:
        table = self.tables[name]
        mine = (table["edition"] == group.edition) & (table["sets"] == group.sets) & (table["players"] == group.players)
        return table[mine & table["low"].notna()]

    def _note(self) -> str:
        games, versions = int(self.overview["games"].sum()), sorted({group.tool_version for group in self.groups})
        return f"{counted(games, 'game', ',')} · {VERDICTS} · innolog {', '.join(versions)}"

    def _plot(self, name: str, title: str, caption: str, figure: Figure) -> Plot:
        from reports.plots import embed

        # The files have a white background, because they may be shown on any background.
        for ending in ("svg", "png"):
            path = self.folder / "plots" / f"{name}.{ending}"
            figure.savefig(path, dpi=150, facecolor="white", metadata={"Date": None} if ending == "svg" else None)
            self.written.append(path)
        return Plot(name, title, caption, embed(figure, name))

    # --- files --------------------------------------------------------------------------------------------------------

    def _page(self, name: str, template: str, **values: Any) -> None:
        values = {
            "up": "",
            "groups": self.groups,
            "note": self._note(),
            "minimum": (BY_NAME["draw_effect"].least_rows, MINIMUM_CLUSTERS),
        } | values
        text = self.environment.get_template(template).render(**values)
        self._write(name, text.encode("utf-8", "replace"))

    def _write(self, name: str, content: bytes) -> None:
        path = self.folder / name
        path.write_bytes(content)
        self.written.append(path)

    def _write_parquet(self, name: str, table: pd.DataFrame) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        path = self.folder / name
        numbers = set(table.select_dtypes(include=["number", "bool"]))
        texts = [column for column in table if column not in numbers]
        pq.write_table(
            pa.Table.from_pandas(table.astype(dict.fromkeys(texts, str)), preserve_index=False),
            path,
            compression="zstd",
        )
        self.written.append(path)


def _order(row: dict[str, Any] | None) -> tuple[bool, float]:
    """Sort key: rows with enough data first, then by the lower end of the interval."""
    if row is None or row["low"] != row["low"]:
        return True, 0.0
    return not row["enough"], -float(row["low"])


def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    from reports.game import csp_hash

    loader = PackageLoader("reports")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    source = {name: loader.get_source(environment, name)[0] for name in ("game.css", "corpus.css", "corpus.js")}
    style, script = source["game.css"] + source["corpus.css"], source["corpus.js"]
    environment.globals.update(
        style=style, script=script, style_hash=csp_hash(style), script_hash=csp_hash(script), bar=bar
    )
    environment.filters["value"] = shown
    environment.filters["ends"] = ends
    environment.filters["short"] = short
    return environment


def shown(row: dict[str, Any] | None, metric: Metric, column: str = "value") -> str:
    """A number of a row as text: a percentage, percentage points, or a plain number."""
    number = None if row is None else row[column]
    if number is None or number != number:
        return MISSING
    if metric.model or (metric.even == 0.0 and not metric.name.startswith("dogma_")):
        return f"{100 * number:+.1f}"
    if metric.name in _PLAIN or metric.name.startswith("dogma_"):
        return f"{number:+.2f}" if metric.name.startswith("dogma_") else f"{number:.1f}"
    return f"{100 * number:.1f} %"


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
