"""innolog: validates, replays and measures recorded games of the card game Innovation.

>>> import innolog
>>> log = innolog.read_log("sample_logs/base_2p_player.json.gz")
>>> [player.name for player in log.seats]
['Ada', 'Bo']
>>> result = innolog.replay_log(log, record=True)
>>> result.verdict.value, result.winners, len(result.actions)
('legal', (0,), 117)
>>> [player.score for player in result.actions[-1].snapshot.players]
[56, 68]
>>> innolog.convert(result, "text", log.viewpoint).splitlines()[3]
'Bo melds [1] Sailing from his hand.'

The public names are loaded when they are first used, so that ``import innolog`` costs nothing:

- :func:`read_log`, :func:`read_logs`: recorded games from files (:mod:`parsers`);
- :func:`replay_log`: the verdict on one, and its game (:func:`innolog.replay.replay`, which cannot have that name here
  because the package :mod:`innolog.replay` has it);
- :func:`convert`: a replayed game in another form (:mod:`innolog.conversion.retelling`);
- :func:`ingest_logs`: logs to a dataset (:func:`innolog.ingest.pipeline.ingest`); :func:`open_dataset`: its tables
  (:mod:`innolog.store.dataset`);
- :class:`GameLog`, :class:`Replay`, :class:`Verdict`, :class:`Violation` and the errors :class:`UnreadableLog` and
  :class:`UnsupportedLog`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    __version__: str
    from innolog.conversion.retelling import convert
    from innolog.ingest.pipeline import ingest as ingest_logs
    from innolog.log import GameLog, UnreadableLog, UnsupportedLog
    from innolog.replay import replay as replay_log
    from innolog.results.result import Replay, Verdict, Violation
    from innolog.store.dataset import open_dataset
    from parsers import read_log, read_logs

__all__ = [
    "GameLog",
    "Replay",
    "UnreadableLog",
    "UnsupportedLog",
    "Verdict",
    "Violation",
    "__version__",
    "convert",
    "ingest_logs",
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
    "Replay": ("innolog.results.result", "Replay"),
    "Verdict": ("innolog.results.result", "Verdict"),
    "Violation": ("innolog.results.result", "Violation"),
    "convert": ("innolog.conversion.retelling", "convert"),
    "ingest_logs": ("innolog.ingest.pipeline", "ingest"),
    "open_dataset": ("innolog.store.dataset", "open_dataset"),
    "read_log": ("parsers", "read_log"),
    "read_logs": ("parsers", "read_logs"),
    "replay_log": ("innolog.replay", "replay"),
}


def __getattr__(name: str) -> object:
    if name == "__version__":
        from innolog.version import version

        return version()
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _WHERE[name]
    value = globals()[name] = getattr(import_module(module), attribute)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHERE})
