"""Statistics: what they are (:mod:`~reports.metrics.registry`), and computing them from a dataset."""

from reports.metrics.registry import BY_NAME, METRICS, Kind, Metric

__all__ = ["BY_NAME", "METRICS", "Kind", "Metric"]
