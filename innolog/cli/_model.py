"""Reading the model of winning that a command is given."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from innolog.cli._one import USAGE, fail

if TYPE_CHECKING:
    from reports.winprob.model import WinModel


def read_model(path: str) -> WinModel:
    """The model in a file; if there is none, one line on stderr and exit code 2."""
    from reports.winprob.model import ModelError, WinModel

    try:
        return WinModel.load(Path(path))
    except (ModelError, OSError) as error:
        fail(f"{path}: {error}", USAGE)
