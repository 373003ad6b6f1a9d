"""The win probability: a model, its evaluation, and the change that each action brings."""

from reports.winprob.model import GroupModel, ModelError, WinModel

__all__ = ["GroupModel", "ModelError", "WinModel"]
