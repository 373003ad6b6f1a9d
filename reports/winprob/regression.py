"""Logistic regression on outcomes of games, which may be shared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from sklearn.linear_model import LogisticRegression

    Numbers = NDArray[np.float64]

#: A value of scikit-learn's parameter C that leaves the coefficients as they are.
NO_PENALTY = 1e9


def regression(
    features: NDArray[Any], outcome: Numbers, weight: Numbers, estimator: LogisticRegression
) -> LogisticRegression:
    """Fit a logistic regression; a side that shares the win counts partly as won and partly as lost.

    ``features`` has a row for each state, ``outcome`` (0 to 1) and ``weight`` (0 or more) a value. Returns the
    estimator.
    """
    won, lost = outcome > 0, outcome < 1
    answers = np.repeat([1, 0], [won.sum(), lost.sum()])
    weights = np.concatenate([(weight * outcome)[won], (weight * (1 - outcome))[lost]])
    # With few features and many rows, a Newton step costs little more than a pass over the rows, and few are needed.
    estimator.set_params(solver="newton-cholesky", max_iter=100)
    return estimator.fit(np.concatenate([features[won], features[lost]]), answers, sample_weight=weights)
