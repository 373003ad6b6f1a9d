"""The probability of winning: a model of it, how good it is, and what every action added to it."""

from reports.winprob.model import GroupModel, ModelError, WinModel

__all__ = ["GroupModel", "ModelError", "WinModel"]
