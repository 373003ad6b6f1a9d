"""The win probability over the course of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from innolog.cli._model import read_model
from innolog.cli._one import USAGE, fail

if TYPE_CHECKING:
    import pandas as pd

    from innolog.replay.result import Replay
    from innolog.store.rows import Tables
    from reports.winprob.game import Chances
    from reports.winprob.model import GroupModel
    from reports.winprob.states import Group


def chances(replay: Replay, model_file: str | None, dataset: str | None) -> Chances | str | None:
    """The win probability after each action, from the model in a file or one fitted to a dataset without this game.

    Returns None if neither is given, and a text with the reason if there is no probability. A file or dataset that
    cannot be read ends the process.
    """
    if model_file is None and dataset is None:
        return None
    from innolog.store.rows import RowCollector
    from reports.winprob.game import chances_of
    from reports.winprob.states import Group, states

    if replay.rules is None or not any(action.snapshot for action in replay.actions):
        return "innolog knows no complete state of this game"
    collector = RowCollector()
    collector.add(replay, "0" * 64)
    tables = collector.tables()
    game = tables["games"].to_pylist()[0]
    sets = "+".join([*game["sets"], *(game["options"] or ()), *(["teams"] if game["teams"] else [])])
    group = Group(game["edition"], sets, game["players"])
    model = _from_file(model_file, group) if model_file else _from_dataset(str(dataset), group, replay)
    if isinstance(model, str):
        return model
    frame = states(_Answers(tables), group, counted=False)
    if frame.empty:
        return "innolog knows the whole table after no action of this game"
    return chances_of(model, frame, game["teams"] or (), len(replay.actions))


class _Answers:
    """SQL over the tables of one game."""

    def __init__(self, tables: Tables) -> None:
        import duckdb

        from innolog.store.dataset import cards

        self._connection = duckdb.connect(":memory:")
        for name, table in {**tables, "cards": cards()}.items():
            self._connection.register(name, table)

    def __call__(self, query: str, parameters: Mapping[str, object]) -> pd.DataFrame:
        frame: pd.DataFrame = self._connection.execute(query, dict(parameters)).df()
        return frame


def _from_file(path: str, group: Group) -> GroupModel | str:
    return read_model(path).of(group) or f"the model was not fitted to games of this kind: {group.name}"


def _from_dataset(path: str, group: Group, replay: Replay) -> GroupModel | str:
    from innolog.store.dataset import open_dataset
    from innolog.store.errors import DatasetError, QueryError
    from reports.queries import overview
    from reports.winprob.fitting import fit_group
    from reports.winprob.states import Game

    try:
        with open_dataset(path) as data:
            rows = overview(data)
            same = (
                (rows["edition"] == group.edition) & (rows["sets"] == group.sets) & (rows["players"] == group.players)
            )
            this = Game(replay.log.site, replay.log.game_id, replay.digest or "")
            outcome = fit_group(data.frame, group, int(rows[same]["games"].sum()), without=this)
    except (DatasetError, QueryError) as error:
        fail(str(error), USAGE)
    return outcome.model or f"{outcome.reason} (games in the dataset of this kind: {group.name})"
