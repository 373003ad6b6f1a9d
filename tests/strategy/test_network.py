"""The network that values positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_info

import innolog
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.simulate.bots import RandomDecider
from innolog.simulate.dealing import deal
from innolog.strategy.network import read, rows_of

WEIGHTS = Path(innolog.__file__).parent / "strategy" / "data" / "value.gz"


def test_chances_take_one_thread() -> None:
    """Threads of the linear algebra wait for each other on a busy machine: a review took ten times as long."""

    def threads() -> list[int]:
        return [pool["num_threads"] for pool in threadpool_info() if "numpy" in pool["filepath"]]

    used: list[int] = []

    class Watched(dict[str, Any]):
        def __getitem__(self, name: str) -> Any:
            used.extend(threads())
            return super().__getitem__(name)

    network = read(WEIGHTS)
    network._arrays = Watched(network._arrays)
    before = threads()
    network.chances(rows_of(Game(deal(Ruleset(), 2), Ruleset(), RandomDecider(0))))
    assert set(used) == {1}
    assert threads() == before
