"""A command-line argument that is a folder or a URL."""

from __future__ import annotations

from typing import Any

import click

from innolog.support.remote import is_url


class DatasetPath(click.Path):
    """The folder of a dataset, which must exist, or its URL, which the library opens."""

    def __init__(self) -> None:
        super().__init__(exists=True, file_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path as it was given."""
        return value if is_url(value) else super().convert(value, param, ctx)
