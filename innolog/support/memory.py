"""A limit for the memory of this process, where the system has one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import resource
except ImportError:  # Only Unix has it.
    resource = None  # type: ignore[assignment]

_STATUS = Path("/proc/self/status")


@contextmanager
def at_most(more: int) -> Iterator[None]:
    """Let the process take no more than ``more`` bytes beside what it has, until the end of the block.

    What asks for more gets MemoryError, or the error of its library. Without effect where the system does not tell how
    much a process has.
    """
    used = _used()
    if resource is None or used is None:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limits = [limit for limit in (soft, hard, used + more) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_DATA, (min(limits), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _used() -> int | None:
    """The bytes of data that the process has; None if the system does not tell."""
    try:
        lines = _STATUS.read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    found = next((line for line in lines if line.startswith("VmData:")), None)
    return None if found is None else 1024 * int(found.split()[1])
