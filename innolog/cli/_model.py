"""Read the win probability model that a command is given."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from innolog.cli._one import fail
from innolog.support.exits import USAGE

if TYPE_CHECKING:
    from reports.winprob.model import WinModel


def read_model(path: str) -> WinModel:
    """Load the model from a file. If that fails, print one line to stderr and exit with 2."""
    from reports.winprob.model import ModelError, WinModel

    try:
        return WinModel.load(Path(path))
    except (ModelError, OSError) as error:
        fail(f"{path}: {error}", USAGE)
