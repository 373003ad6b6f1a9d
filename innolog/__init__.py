"""innolog: validates, replays and measures recorded games of the card game Innovation.

The public names are loaded when they are first used, so that ``import innolog`` costs nothing:

- :func:`read_log`, :func:`read_logs`: recorded games from files (:mod:`parsers`);
- :func:`replay_log`: the verdict on one, and the game it tells (:func:`innolog.replay.replay`, which cannot have that
  name here because the package :mod:`innolog.replay` has it);
- :func:`open_dataset`: the tables that ``innolog ingest`` writes (:mod:`innolog.store.dataset`);
- :class:`GameLog`, :class:`Replay`, :class:`Verdict`, :class:`Violation` and the errors :class:`UnreadableLog` and
  :class:`UnsupportedLog`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from innolog.log import GameLog, UnreadableLog, UnsupportedLog
    from innolog.replay import replay as replay_log
    from innolog.replay.result import Replay, Verdict, Violation
    from innolog.store.dataset import open_dataset
    from parsers import read_log, read_logs

__version__ = "0.1.0"

__all__ = [
    "GameLog",
    "Replay",
    "UnreadableLog",
    "UnsupportedLog",
    "Verdict",
    "Violation",
    "__version__",
    "open_dataset",
    "read_log",
    "read_logs",
    "replay_log",
]

#: Public name -> the module that has it and its name there.
_WHERE = {
    "GameLog": ("innolog.log", "GameLog"),
    "UnreadableLog": ("innolog.log", "UnreadableLog"),
    "UnsupportedLog": ("innolog.log", "UnsupportedLog"),
    "Replay": ("innolog.replay.result", "Replay"),
    "Verdict": ("innolog.replay.result", "Verdict"),
    "Violation": ("innolog.replay.result", "Violation"),
    "open_dataset": ("innolog.store.dataset", "open_dataset"),
    "read_log": ("parsers", "read_log"),
    "read_logs": ("parsers", "read_logs"),
    "replay_log": ("innolog.replay", "replay"),
}


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _WHERE[name]
    value = globals()[name] = getattr(import_module(module), attribute)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHERE})
