"""Arguments that are folders or URLs."""

from __future__ import annotations

from typing import Any

import click

from innolog.support.remote import is_url


class DatasetPath(click.Path):
    """The folder of a dataset, which must be there, or a URL of one, which is for the library to open."""

    def __init__(self) -> None:
        super().__init__(exists=True, file_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path as it was given."""
        return value if is_url(value) else super().convert(value, param, ctx)
