"""A dask.distributed cluster as the crew of an ingest. Somebody else starts and stops the cluster."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Any

from innolog.ingest.work import Done, Rules, work
from innolog.support.crews import Crew, Died
from innolog.support.errors import InnologError
from innolog.version import version
from parsers.files import Input

#: Seconds to wait for a scheduler to answer and to have workers.
_PATIENCE = 15
#: Seconds between two checks of the number of workers.
_LOOK = 5
#: Chunks in flight for each thread of the cluster: one being processed, the others so that no thread waits for work.
_AHEAD = 3


class ClusterError(InnologError):
    """The cluster can't be used. ``str()`` is one line."""


class Cluster(Crew[Input, Done]):
    """The workers of a dask.distributed scheduler. If a worker dies, others repeat its tasks.

    Raises :class:`ClusterError` if dask is not installed, nobody answers at the address, there are no workers, or
    they have another version of innolog.
    """

    def __init__(self, address: str, rules: Rules) -> None:
        try:
            import distributed
        except ImportError as error:
            raise ClusterError("--scheduler needs the package distributed: pip install 'innolog[dask]'") from error
        # distributed logs lost connections to stderr; innolog reports them itself.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self._address = address
        try:
            # distributed has no complete annotations.
            dask: Any = distributed
            self._client = dask.Client(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise ClusterError(f"{address}: no dask scheduler responds at this address") from error
        self._looked = 0.0
        self._threads = 0
        try:
            self._check_workers()
            self._shared: Any = self._client.scatter(rules, broadcast=True, hash=False)
        except BaseException:
            self._client.close()
            raise

    def _check_workers(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError as error:
            raise ClusterError(f"{self._address}: the scheduler has no workers") from error
        try:
            versions = set(self._client.run(_version).values())
        except Exception as error:
            raise ClusterError(f"{self._address}: its workers cannot run innolog: {_line(error)}") from error
        if versions != {version()}:
            others = ", ".join(sorted(map(str, versions - {version()})))
            raise ClusterError(f"{self._address}: its workers run innolog {others}, but this is innolog {version()}")

    @property
    def capacity(self) -> int:
        """The number of chunks that keeps all workers busy. Workers may come and go."""
        if time.monotonic() > self._looked + _LOOK or not self._threads:
            self._threads = sum(self._client.nthreads().values())
            self._looked = time.monotonic()
        return _AHEAD * max(1, self._threads)

    def submit(self, tasks: Sequence[Input]) -> Any:
        """See :class:`~innolog.support.crews.Crew`."""
        return self._client.submit(work, list(tasks), self._shared, pure=False)

    def result(self, answer: Any) -> Done:
        """See :class:`~innolog.support.crews.Crew`. Raises :class:`ClusterError` if the cluster fails."""
        from distributed import KilledWorker

        try:
            done: Done = answer.result()
        except KilledWorker as error:
            raise Died("every worker that worked on it died; is there enough memory?") from error
        except Exception as error:
            # A scheduler that stops cancels its tasks. Any other error comes from the work itself.
            raise ClusterError(f"{self._address}: the cluster failed: {_line(error)}") from error
        return done

    def alone(self, tasks: Sequence[Input]) -> Done:
        """See :class:`~innolog.support.crews.Crew`. Other workers still have their tasks."""
        return self.result(self.submit(tasks))

    def __exit__(self, *_: Any) -> None:
        self._client.close()


def _version() -> str:
    return version()


def _line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
