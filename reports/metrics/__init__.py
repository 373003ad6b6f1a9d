"""Statistics: their registry (:mod:`~reports.metrics.registry`), and their computation from a dataset."""

from reports.metrics.registry import BY_NAME, METRICS, PLAYER_METRICS, Kind, Metric

__all__ = ["BY_NAME", "METRICS", "PLAYER_METRICS", "Kind", "Metric"]
