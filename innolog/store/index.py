"""An index of the logs of a dataset with few bytes per log, so that 10⁸ logs fit in memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

#: Number of new entries that are kept in a dict before they are merged into the arrays.
_LEAST_RECENT = 2048


class CompactMap:
    """A map from 64-bit numbers to numbers below 256, with 9 bytes per entry plus a dict of the latest entries.

    A ``wide`` map holds 64-bit values, with 16 bytes per entry.

    It is pickled without the overhead of the dict, for use in other processes.
    """

    def __init__(self, *, wide: bool = False) -> None:
        self._keys: npt.NDArray[np.uint64] = np.empty(0, np.uint64)
        self._type: type[np.unsignedinteger[Any]] = np.uint64 if wide else np.uint8
        self._values: npt.NDArray[np.unsignedinteger[Any]] = np.empty(0, self._type)
        self._recent: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._keys) + len(self._recent)

    def __contains__(self, key: int) -> bool:
        return self.get(key) is not None

    def get(self, key: int) -> int | None:
        """The value of a key, or None."""
        if (value := self._recent.get(key)) is not None:
            return value
        position = int(np.searchsorted(self._keys, np.uint64(key)))
        if position < len(self._keys) and int(self._keys[position]) == key:
            return int(self._values[position])
        return None

    def add(self, key: int, value: int = 0) -> None:
        """Add a new key."""
        self._recent[key] = value
        if len(self._recent) > max(_LEAST_RECENT, len(self._keys) >> 3):
            self._merge()

    def __getstate__(self) -> dict[str, object]:
        self._merge()
        return self.__dict__.copy()

    def _merge(self) -> None:
        keys = np.concatenate([self._keys, np.fromiter(self._recent.keys(), np.uint64, len(self._recent))])
        values = np.concatenate([self._values, np.fromiter(self._recent.values(), self._type, len(self._recent))])
        order = np.argsort(keys, kind="stable")
        self._keys, self._values = keys[order], values[order]
        self._recent = {}


class KnownLogs:
    """The verdicts on logs by the first 16 digits of their content hash, as in ``log_id``."""

    def __init__(self) -> None:
        self._map = CompactMap()
        self._verdicts: list[str] = []

    def __len__(self) -> int:
        return len(self._map)

    def __contains__(self, content_hash: str) -> bool:
        return _key(content_hash) in self._map

    def get(self, content_hash: str) -> str | None:
        """The verdict on a log, or None for an unknown log."""
        number = self._map.get(_key(content_hash))
        return None if number is None else self._verdicts[number]

    def add(self, content_hash: str, verdict: str) -> None:
        """Add a new log."""
        if verdict not in self._verdicts:
            self._verdicts.append(verdict)
        self._map.add(_key(content_hash), self._verdicts.index(verdict))

    def update(self, verdicts: Iterable[tuple[str, str]]) -> None:
        """Add many new logs."""
        for content_hash, verdict in verdicts:
            self.add(content_hash, verdict)


def _key(content_hash: str) -> int:
    return int(content_hash[:16], 16)
