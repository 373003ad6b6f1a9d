"""Logistic regression with a ridge penalty, by Newton's method."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_MOST_STEPS = 100
#: A step that changes the loss by less than this share of it is the last one.
_PRECISION = 1e-10
#: The smallest penalty: with it, separable outcomes and columns that repeat each other have a solution, too.
_LEAST_PENALTY = 1e-9


def logistic(features: Numbers, outcome: Numbers, weight: Numbers, penalty: float = 0.0) -> tuple[Numbers, float]:
    """The coefficients and the intercept with the smallest penalized loss.

    The loss is the sum over the rows of ``weight`` times the log loss of the ``outcome`` (a share from 0 to 1), plus
    half of ``penalty`` times the sum of the squared coefficients. The intercept is not penalized.
    """
    columns = np.column_stack([np.asarray(features, float), np.ones(len(features))])
    ridge = np.full(columns.shape[1], max(penalty, _LEAST_PENALTY))
    ridge[-1] = _LEAST_PENALTY if penalty <= _LEAST_PENALTY else 0.0
    found = np.zeros(columns.shape[1])

    def loss(coefficients: Numbers) -> float:
        z = columns @ coefficients
        return float(weight @ (np.logaddexp(0, z) - outcome * z) + ridge @ coefficients**2 / 2)

    before = loss(found)
    for _ in range(_MOST_STEPS):
        p = 1 / (1 + np.exp(-np.clip(columns @ found, -500, 500)))
        gradient = columns.T @ (weight * (p - outcome)) + ridge * found
        curvature = (columns * (weight * p * (1 - p))[:, None]).T @ columns + np.diag(ridge)
        step = np.linalg.lstsq(curvature, gradient, rcond=None)[0]
        size = 1.0
        while (after := loss(found - size * step)) > before and size > 1e-6:
            size /= 2
        if after > before:
            break
        found = found - size * step
        if before - after <= _PRECISION * max(1.0, abs(before)):
            break
        before = after
    return found[:-1], float(found[-1])
