"""The page about a game with all that was possible in it, as a command or a browser shows it: does it fail?"""

from __future__ import annotations

from innolog.cli._page import UNTRIED, full_page
from innolog.results.result import Replay
from reports.game import render


def page_fault(result: Replay) -> str:
    """What is wrong with the page about a replay with snapshots; empty if nothing is.

    It is also wrong if the page leaves out what was possible because innolog itself failed.
    """
    try:
        page = full_page(result)
        html = render(page)
    except Exception as error:
        return f"no page: {type(error).__name__}: {error}"
    if not html.rstrip().endswith("</html>"):
        return "the page is not complete"
    for action in page.actions:
        place = f"page, turn {action.turn}, action {action.number}"
        if action.possible is None:
            return f"{place}: what was possible is unknown"
        for option in action.possible:
            if (option.depends or "").startswith(UNTRIED):
                return f"{place}, {option.text}: {option.depends}"
    return ""
