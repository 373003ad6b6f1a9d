"""The page of a run against another engine: a table of cards and rules, and the example of each difference."""

from __future__ import annotations

from typing import Any


def page_of(data: dict[str, object]) -> str:
    """One self-contained HTML page. ``data``: a report as plain data, with ``summary``, and ``lines`` of each group."""
    from reports.game import csp_hash
    from reports.pages import environment

    found: Any = data["table"]
    by_row = {(row["edition"], row["subject"]): row for row in found}
    worst: dict[tuple[str, str], str] = {}
    for key, row in by_row.items():
        worst[key] = next((name for name in _ORDER if row[name]), "passed")
    editions = sorted({edition for edition, _ in by_row})
    tables = [
        (edition, [(row["subject"], worst[key], row) for key, row in by_row.items() if key[0] == edition])
        for edition in editions
    ]
    groups: Any = data["groups"]
    links: dict[tuple[str, str], int] = {}
    for number, group in enumerate(groups, 1):
        links.setdefault((group["edition"], group["subject"]), number)
    made = environment()
    style = made.get_template("conformance.css").render()
    return made.get_template("conformance.html.j2").render(
        data=data, tables=tables, links=links, conformance_style=style, conformance_hash=csp_hash(style)
    )


#: What a card is shown as, if its cases differ: the first that occurs.
_ORDER = ("failed", "fault", "open", "not run", "not implemented", "passed")
