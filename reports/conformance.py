"""The page of a run against another engine: what differs, and a table of cards and rules."""

from __future__ import annotations

from typing import Any, NamedTuple


class Row(NamedTuple):
    """A card or rule in the table: ``worst`` is the worst of its cases, ``passed`` how many of ``all`` pass."""

    subject: str
    worst: str
    passed: int
    all: int
    counts: str
    link: int | None


def page_of(data: dict[str, object]) -> str:
    """One self-contained HTML page. ``data``: a report as plain data, with ``summary``, and ``lines`` of each group."""
    from reports.game import csp_hash, templates

    found: Any = data["table"]
    groups: Any = data["groups"]
    said: Any = data["engine"]
    links: dict[tuple[str, str], int] = {}
    for number, group in enumerate(groups, 1):
        for edition, subject in group["rows"]:
            links.setdefault((edition, subject), number)
    tables: dict[str, dict[str, list[Row]]] = {}
    for edition in said.get("editions", ()):
        tables[edition] = {"Rules": [], "Cards": []}
    for row in found:
        tables[row["edition"]]["Cards" if row["card"] else "Rules"].append(_row(row, links))
    made, (style,) = templates("conformance.css")
    return made.get_template("conformance.html.j2").render(
        data=data,
        tables=tables,
        legend=_LEGEND,
        conformance_style=style,
        conformance_hash=csp_hash(style),
    )


def _row(row: dict[str, Any], links: dict[tuple[str, str], int]) -> Row:
    number = {name: row[name] for name in _LEGEND if row[name]}
    return Row(
        row["subject"],
        next(iter(number), "passed"),
        row["passed"],
        sum(number.values()),
        ", ".join(f"{count} {name}" for name, count in number.items()),
        links.get((row["edition"], row["subject"])),
    )


#: What the cases of a card can come to, with its meaning. If they differ, the first that occurs colors the card.
_LEGEND = {
    "failed": "differs from the rules in at least one case",
    "fault": "gave no answer to at least one case",
    "open": "differs only where the rulebooks are silent, which is no failure",
    "not run": "was not tried, because the engine gave no answer several times",
    "not implemented": "has at least one case that the engine does not implement, and differs in none",
    "passed": "follows the rules in all cases",
}
