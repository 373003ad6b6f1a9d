"""The time that a review may take."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from time import perf_counter


class Time:
    """The time of a review: each decision and draw earns a ``share`` in seconds. Without one, time has no limit.

    Processes that share a game out begin with nothing in each part. What is only played costs nothing.
    """

    def __init__(self, share: float | None = None) -> None:
        self._share = share
        #: What is left of the shares so far.
        self._left = 0.0

    def earn(self) -> None:
        """Add the share of a decision or draw, whether it is looked at or not."""
        self._left += self._share or 0.0

    def left(self) -> float:
        """What is left of the shares so far, in seconds; without a limit, infinity."""
        return inf if self._share is None else self._left

    @contextmanager
    def share(self) -> Iterator[float | None]:
        """A share to spend, on one decision or draw."""
        began = perf_counter()
        try:
            yield self._share
        finally:
            self._left -= perf_counter() - began

    @contextmanager
    def rest(self) -> Iterator[float | None]:
        """What the decisions and draws so far left of their shares, to spend; it may be less than nothing."""
        began = perf_counter()
        try:
            yield None if self._share is None else self._left
        finally:
            self._left -= perf_counter() - began
