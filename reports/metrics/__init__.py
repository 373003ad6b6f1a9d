"""Statistics: their registry (:mod:`~reports.metrics.registry`), and their computation from a dataset."""

from reports.metrics.extra import BadMetric, read_metrics
from reports.metrics.metric import Kind, Metric
from reports.metrics.people import PLAYER_METRICS
from reports.metrics.registry import BY_NAME, METRICS

__all__ = ["BY_NAME", "METRICS", "PLAYER_METRICS", "BadMetric", "Kind", "Metric", "read_metrics"]
