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
>>> [(each.verdict, each.winners) for each in innolog.judge(["sample_logs/base_2p_player.json.gz"])]
[('legal', ['90000001'])]
>>> innolog.convert(result, "text", log.viewpoint).splitlines()[3]
'Bo melds [1] Sailing from his hand.'

The public names are loaded when they are first used, so that ``import innolog`` costs nothing:

- :func:`read_log`, :func:`read_logs`: recorded games from files (:mod:`parsers`);
- :func:`judge`: the verdicts on all logs in files, as ``innolog validate`` prints them
  (:func:`innolog.judging.verdicts.judge`);
- :func:`replay_log`: the verdict on one, and its game (:func:`innolog.replay.replay`, which cannot have that name here
  because the package :mod:`innolog.replay` has it);
- :func:`convert`: a replayed game in another form (:mod:`innolog.conversion.retelling`);
- :func:`ingest_logs`: logs to a dataset (:func:`innolog.ingest.pipeline.ingest`); :func:`open_dataset`: its tables
  (:mod:`innolog.store.dataset`);
- what these functions take: :class:`Forced`, rules that are not to be deduced (:mod:`innolog.replay.forced`);
  :func:`load_tables`, wordings of texts (:mod:`parsers.lines.templates`); :func:`open_key`, the pseudonyms of a key
  (:mod:`innolog.store.pseudonyms`); :class:`Period`, the games of some days (:mod:`innolog.store.dataset`);
- ``innolog.parsers`` and ``innolog.reports``, the packages beside this one. Once innolog is imported, they are found by
  their own names, too, even if the folder of a program has a ``parsers.py``;
- :class:`GameLog`, :class:`Judgement`, :class:`Replay`, :class:`Verdict`, :class:`Violation` and the errors
  :class:`UnreadableLog` and :class:`UnsupportedLog`; :class:`InnologError`, the base class of all errors about logs,
  games, rules and datasets. A wrong argument is a :class:`ValueError`, and a name that does not exist may be a
  :class:`KeyError`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from innolog.support.beside import BESIDE, find_packages_beside

if TYPE_CHECKING:
    import parsers as parsers
    import reports as reports

    __version__: str
    from innolog.conversion.retelling import convert
    from innolog.ingest.pipeline import ingest as ingest_logs
    from innolog.judging.verdicts import Judgement, judge
    from innolog.log import GameLog, UnreadableLog, UnsupportedLog
    from innolog.replay import replay as replay_log
    from innolog.replay.forced import Forced
    from innolog.results.result import Replay, Verdict, Violation
    from innolog.store.dataset import Period, open_dataset
    from innolog.store.pseudonyms import open_key
    from innolog.support.errors import InnologError
    from parsers import read_log, read_logs
    from parsers.lines.templates import load_tables

__all__ = [
    "Forced",
    "GameLog",
    "InnologError",
    "Judgement",
    "Period",
    "Replay",
    "UnreadableLog",
    "UnsupportedLog",
    "Verdict",
    "Violation",
    "__version__",
    "convert",
    "ingest_logs",
    "judge",
    "load_tables",
    "open_dataset",
    "open_key",
    "read_log",
    "read_logs",
    "replay_log",
]

#: Public name -> the module that has it and its name there.
_WHERE = {
    "Forced": ("innolog.replay.forced", "Forced"),
    "GameLog": ("innolog.log", "GameLog"),
    "InnologError": ("innolog.support.errors", "InnologError"),
    "Judgement": ("innolog.judging.verdicts", "Judgement"),
    "UnreadableLog": ("innolog.log", "UnreadableLog"),
    "UnsupportedLog": ("innolog.log", "UnsupportedLog"),
    "Replay": ("innolog.results.result", "Replay"),
    "Verdict": ("innolog.results.result", "Verdict"),
    "Violation": ("innolog.results.result", "Violation"),
    "convert": ("innolog.conversion.retelling", "convert"),
    "ingest_logs": ("innolog.ingest.pipeline", "ingest"),
    "judge": ("innolog.judging.verdicts", "judge"),
    "Period": ("innolog.store.dataset", "Period"),
    "load_tables": ("parsers.lines.templates", "load_tables"),
    "open_key": ("innolog.store.pseudonyms", "open_key"),
    "open_dataset": ("innolog.store.dataset", "open_dataset"),
    "read_log": ("parsers", "read_log"),
    "read_logs": ("parsers", "read_logs"),
    "replay_log": ("innolog.replay", "replay"),
}


def __getattr__(name: str) -> object:
    if name == "__version__":
        from innolog.version import version

        return version()
    if name in BESIDE:
        return import_module(name)
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _WHERE[name]
    value = globals()[name] = getattr(import_module(module), attribute)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHERE, *BESIDE})


find_packages_beside()
