"""Errors of datasets and queries."""

from __future__ import annotations

from innolog.support.errors import InnologError


class DatasetError(InnologError):
    """The folder is not a dataset, has another schema version, is damaged, or cannot be written.

    ``str()`` is one line.
    """


class KnownLog(InnologError, ValueError):
    """A log is in the dataset already. ``str()`` is one line."""


class QueryError(InnologError, ValueError):
    """DuckDB cannot run the query, or the query is not allowed. ``str()`` is one line."""
