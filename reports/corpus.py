"""Write pages, plots and tables about all games of a dataset. The pages need no network and only their own script.

index.html                overview: groups of games, players, cards
group-GROUP.html          the games of one edition, sets and number of players: endings, achievements, tempo
cards-GROUP.html          the table of cards of such a group
cards/CARD.html           one card, in every group with enough games
players/PLAYER.html       one player
games/GAME.html           one game, if its log is there and its page is asked for
metrics.html              what every number means, and what it cannot tell
tables/METRIC.csv         every table, and games.csv, the list of games; also as .parquet
plots/PLOT.svg            every plot; also as .png
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.charts import group_plots, own_plots
from reports.games import ALL, SOME, few, games_of, listed
from reports.metrics import BY_NAME, METRICS, PLAYER_METRICS
from reports.metrics.compute import compute
from reports.pages import Folder, Group, Plot, groups_of, records
from reports.pictures import Pictures
from reports.player import pages_of, player_page
from reports.printed import prints_of
from reports.queries import no_games, overview, people, sql_of
from reports.tables import dress
from reports.winprob.added import win_models
from reports.winprob.tables import quality_table, reliability_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from innolog.store.dataset import Dataset
    from reports.metrics import Metric
    from reports.winprob.fitting import Fitted
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
#: Columns of the table of groups: metric, item, heading.
_GROUP_COLUMNS = (
    ("lengths", "turns", "Turns"),
    ("endings", "achievements", "End by achievements"),
    ("seat_rate", "place 1", "First turn wins"),
    ("claim_missed", "any", "Claims not taken"),
)
#: Players with a page, those with the most games first. A page takes a second; a command writes that of anybody.
_PEOPLE = 10


#: Makes the page of a game from the place and the id of its log; None if the log is not there any more.
MakePage = Callable[[str, str], bytes | None]


def write_report(
    dataset: Dataset,
    folder: Path,
    model: WinModel | None = None,
    extra: Sequence[Metric] = (),
    *,
    page: MakePage | None = None,
    pages: int = 0,
) -> list[Path]:
    """Write the report about a dataset to a folder, which is created if necessary. Return the files written.

    Win probabilities come from ``model``, or from models fitted to the dataset for groups with enough games. ``extra``
    are metrics of one's own (:func:`reports.metrics.read_metrics`). ``page`` makes the pages of the first ``pages``
    games of the list. Files of the same names are replaced; nothing else in the folder is touched. Raises
    :class:`OSError` if the folder cannot be written, and :class:`~innolog.store.errors.QueryError` for a damaged
    dataset.
    """
    report = _Report(dataset, folder, model, extra)
    return report.write(page if pages else None, pages)


class _Report:
    def __init__(self, dataset: Dataset, path: Path, model: WinModel | None, extra: Sequence[Metric]) -> None:
        self.extra = extra
        self.dataset = dataset
        self.overview = overview(dataset)
        self.groups = groups_of(self.overview)
        self.folder = Folder(path, self.groups)
        self.outcomes = win_models(dataset, model)
        self.tables = {
            metric.name: dress(compute(dataset, metric), metric, self.overview) for metric in (*METRICS, *extra)
        }
        self.pictures = Pictures(self.folder, dataset, self.tables)

    def write(self, make: MakePage | None, pages: int) -> list[Path]:
        folder = self.folder
        games = games_of(self.dataset)
        opened = self._game_pages(games, make, pages)
        written = {
            **self.tables,
            "games": games.drop(columns="log_id"),
            "overview": self.overview,
            "achievements_by_round": self.pictures.rounds,
            "matchups": self.pictures.pairs,
            "win_models": quality_table(self.outcomes),
            "win_reliability": reliability_table(self.outcomes),
        }
        for name, table in written.items():
            folder.table(name, table)
        large = [group for group in self.groups if group.large]
        cards = self._cards(large)
        shown = [group for group in large if any(group.key in card["shown"] for card in cards)]
        everybody = people(self.dataset)
        named = pages_of(everybody, self.tables["player_rate"], _PEOPLE)
        for person, page in named:
            player_page(folder, self.dataset, person, self.tables, self.overview, page)
        for group in large:
            self._group_page(group, group in shown)
        folder.page(
            "index.html",
            "corpus_index.html.j2",
            nothing=no_games(self.dataset),
            plots=self._plots(large) if large or not self.groups else [self.pictures.dots(self.groups)],
            galleries=[self.pictures.of(group, cards=group in shown) for group in large],
            verdicts=self.dataset.frame(sql_of("verdicts")).to_dict("records"),
            columns=_GROUP_COLUMNS,
            known=self._known(large),
            card_groups=shown,
            cards=[card for card in cards if card["shown"]],
            people=named,
            unlisted=[] if named else everybody[:_PEOPLE],
            others=len(everybody) - len(named),
            outcomes=self.outcomes,
            few=few(games, [group for group in self.groups if not group.large]),
            games=listed(self.dataset, games, self.groups, max(pages, SOME if large else ALL), opened),
            all_games=len(games),
        )
        folder.page("metrics.html", "corpus_metrics.html.j2", metrics=(*METRICS, *PLAYER_METRICS, *self.extra))
        self._card_pages(cards, shown, large)
        return folder.written

    def _game_pages(self, games: pd.DataFrame, make: MakePage | None, pages: int) -> dict[str, str]:
        """Write the pages of the first games, and return their names by ``log_id``."""
        found: dict[str, str] = {}
        if make is None:
            return found
        for row in records(games.head(pages)):
            if (html := make(str(row["source"]), str(row["log_id"]))) is not None:
                found[row["log_id"]] = f"games/{row['log_id']}.html"
                self.folder.write(found[row["log_id"]], html)
        return found

    def _card_pages(self, cards: list[dict[str, Any]], shown: list[Group], large: list[Group]) -> None:
        """Write the tables of cards, and the pages of the cards that a number has enough games about."""
        folder = self.folder
        for group in shown:
            rows = [card for card in cards if group.key in card["groups"]]
            rows.sort(key=lambda card: _order(card["groups"][group.key].get("draw_effect")))
            folder.page(
                f"cards-{group.key}.html",
                "corpus_cards.html.j2",
                group=group,
                rows=rows,
                linked={card["slug"] for card in cards if card["shown"]},
                columns=[BY_NAME[name] for name in CARD_COLUMNS],
                card_groups=shown,
            )
        for card in cards:
            if card["shown"]:
                in_groups = [group for group in large if group.key in card["shown"]]
                about = card | {"prints": prints_of(card["id"], in_groups), "near": _near(card, cards)}
                folder.page(f"cards/{card['slug']}.html", "corpus_card.html.j2", up="../", card=about)

    def _known(self, groups: list[Group]) -> dict[tuple[str, str, str], dict[str, Any]]:
        """The rows of the table of groups, by group, metric and item."""
        return {
            (group.key, name, item): row
            for name, item, _ in _GROUP_COLUMNS
            for group in groups
            for row in records(group.of(self.tables[name]))
            if row["item"] == item
        }

    def _group_page(self, group: Group, cards: bool) -> None:
        plots = [*group_plots(self.folder, group, self.tables), *own_plots(self.folder, group, self.tables, self.extra)]
        for each, outcome in zip(self.groups, self.outcomes, strict=True):
            if each is group and (plot := self._reliability(group, outcome)):
                plots.append(plot)
        self.folder.page(f"group-{group.key}.html", "corpus_group.html.j2", group=group, plots=plots, cards=cards)

    def _cards(self, groups: list[Group]) -> list[dict[str, Any]]:
        """Everything known about each card: its facts, and the row of the table for each group and metric.

        ``shown`` has the groups in which a number about the card has enough games.
        """
        from innolog.cards.facts import every_card

        printed = every_card()
        keys = {(group.edition, group.sets, group.players): group.key for group in groups}
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
                        "shown": set(),
                    },
                )
                key = keys.get((row["edition"], row["sets"], row["players"]))
                if key is not None:
                    card["groups"].setdefault(key, {})[metric.name] = row
                    if row["enough"]:
                        card["shown"].add(key)
        return [found[card] for card in sorted(found)]

    # --- plots of several groups --------------------------------------------------------------------------------------

    def _plots(self, groups: list[Group]) -> list[Plot]:
        """Plots that show groups beside each other; there is nothing to show beside a single one."""
        if len(groups) < 2:
            return []
        plots = [
            self._of_groups(groups, "endings", "achievements", 100, "share of games that end by achievements, %"),
            self._of_groups(groups, "seat_rate", "place 1", 100, "share of wins of the player with the first turn, %"),
            self._of_groups(groups, "lead_changes", "lead changes", 1, "lead changes per game"),
        ]
        return [*self.pictures.multiples(groups), *[plot for plot in plots if plot]]

    def _of_groups(self, groups: list[Group], name: str, item: str, scale: float, unit: str) -> Plot | None:
        """Plot one item of a metric, one row per group."""
        from reports.plots import interval_figure

        rows = [
            (group, row)
            for group in groups
            for row in records(group.of(self.tables[name]))
            if row["item"] == item and row["low"] == row["low"]
        ]
        if len(rows) < 2:
            return None
        labels = [f"{group.name} (n = {row['n']:,.0f})" for group, row in rows]
        evens = {row["even"] for _, row in rows}
        (even,) = evens if len(evens) == 1 else (float("nan"),)
        columns = [[scale * row[column] for _, row in rows] for column in ("value", "low", "high")]
        figure = interval_figure(
            labels, *columns, note=f"{self.folder.note} · bars: 95 % intervals", title=unit,
            even=scale * even if even == even else None,
        )  # fmt: skip
        title = _span(unit, min(columns[0]), max(columns[0]))
        return self.folder.plot(name, title, f"{BY_NAME[name].meaning} {BY_NAME[name].caveat}".strip(), figure)

    def _reliability(self, group: Group, outcome: Fitted) -> Plot | None:
        from reports.plots import reliability_figure
        from reports.winprob.fitting import note_of

        if outcome.quality is None:
            return None
        figure = reliability_figure([(group.name, outcome.quality)], note=note_of(outcome))
        return self.folder.plot(
            f"win_reliability-{group.key}",
            f"Predicted win probabilities are off by {100 * outcome.quality.error:.1f} points on average",
            f"Predictions for {outcome.evaluated_on}, in ten bins, for all states and by round, with "
            "95 % intervals over whole games; n counts games. On the dotted line the observed share of wins equals the "
            "prediction.",
            figure,
        )


def _span(unit: str, low: float, high: float) -> str:
    """A title that gives the smallest and the largest value of the groups."""
    name = unit.removesuffix(", %")
    sign = " %" if name != unit else ""
    digits = 0 if high >= 10 else 1
    return f"{name[:1].upper()}{name[1:]}: {low:.{digits}f} to {high:.{digits}f}{sign} in these groups"


def _near(card: dict[str, Any], cards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The other cards of the same set and age that have a page."""
    return [
        other
        for other in cards
        if other["shown"] and other is not card and (other["set"], other["age"]) == (card["set"], card["age"])
    ]


def _order(row: dict[str, Any] | None) -> tuple[bool, bool, float]:
    """Sort key: rows with enough data first, those without an interval last, then by the lower end of the interval."""
    if row is None or row["low"] != row["low"]:
        return True, True, 0.0
    return False, not row["enough"], -float(row["low"])
