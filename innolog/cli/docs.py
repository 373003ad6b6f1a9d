"""``innolog docs``: the pages that come with innolog."""

from __future__ import annotations

import sys
from importlib.resources import files

import click

from innolog.cli._one import fail
from innolog.support.exits import USAGE


@click.command("docs")
@click.argument("page", required=False, metavar="[PAGE]")
def command(page: str | None) -> None:
    """Print a page of the documentation, or list the pages.

    The pages are Markdown. A terminal gets them with colors, if the package rich is installed.

    Exit codes: 0 printed, 2 there is no such page.
    """
    pages = {
        found.name.removesuffix(".md"): found.read_text(encoding="utf-8")
        for found in files("innolog").joinpath("docs").iterdir()
        if found.name.endswith(".md")
    }
    if page is None:
        for name in sorted(pages):
            click.echo(f"{name:12}{_title(pages[name])}")
        return
    if page not in pages:
        fail(f"there is no page {page}; innolog docs lists all of them", USAGE)
    if sys.stdout.isatty() and _shown_in_color(pages[page]):
        return
    click.echo(pages[page].rstrip("\n"))


def _title(text: str) -> str:
    return text.partition("\n")[0].removeprefix("# ")


def _shown_in_color(text: str) -> bool:
    try:
        from rich.console import Console
        from rich.markdown import Markdown
    except ModuleNotFoundError:
        return False
    Console().print(Markdown(text))
    return True
