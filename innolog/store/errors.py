"""What can be wrong with a dataset or a question to it."""

from __future__ import annotations


class DatasetError(Exception):
    """A folder that is no dataset, is one of another schema version, is damaged, or can't be written.

    ``str()`` is one line.
    """


class QueryError(ValueError):
    """A query that DuckDB can't run, or that is not allowed to run. ``str()`` is one line."""
