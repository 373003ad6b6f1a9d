"""Python's garbage collector, where there is little for it to find."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

#: How many new objects the collector waits for; so much can lie about that nobody uses, some ten megabytes. With ten
#: times as many reading is a little faster, and an ingest of thousands of logs a quarter larger.
PATIENCE = 50_000


@contextmanager
def rarely_collected() -> Iterator[None]:
    """Let the collector look for unused objects less often, inside a block or a decorated function.

    Reading and replaying a log makes some hundred thousand small objects that stay in use until the end or go with the
    last reference to them. Every 700 of them the collector looks through the latest, which took a third of the time of
    parsing the JSON and a fifth of a whole validation.
    """
    threshold = gc.get_threshold()
    gc.set_threshold(max(threshold[0], PATIENCE) if threshold[0] else 0, *threshold[1:])
    try:
        yield
    finally:
        gc.set_threshold(*threshold)
