"""A pytest plugin that turns one ruling around in all games: ``pytest -p tests.mutation.flipped``.

The environment names it in ``INNOLOG_FLIPPED``.
"""

from __future__ import annotations

import os

from innolog.engine.ruleset import Ruleset

_RULING = os.environ["INNOLOG_FLIPPED"]
_holds = Ruleset.holds


def _flipped(self: Ruleset, ruling: str) -> bool:
    return _holds(self, ruling) != (ruling == _RULING)


Ruleset.holds = _flipped  # type: ignore[method-assign]
