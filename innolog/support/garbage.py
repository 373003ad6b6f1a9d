"""Less frequent runs of Python's garbage collector, for code with little garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

#: The number of new objects after which the collector runs. Unused objects can take some ten megabytes. Ten times as
#: many make reading a little faster and the memory of an ingest of thousands of logs a quarter larger.
PATIENCE = 50_000


@contextmanager
def rarely_collected() -> Iterator[None]:
    """Let the collector look for unused objects less often, inside a block or a decorated function.

    Reading and replaying a log makes some hundred thousand small objects. They stay in use until the end, or are freed
    with the last reference to them. By default the collector runs after every 700 of them. That took a third of the
    time of parsing the JSON and a fifth of a whole validation.
    """
    threshold = gc.get_threshold()
    gc.set_threshold(max(threshold[0], PATIENCE) if threshold[0] else 0, *threshold[1:])
    try:
        yield
    finally:
        gc.set_threshold(*threshold)
