"""Logistic regression: the smallest loss, whatever the data."""

from __future__ import annotations

import numpy as np
import pytest

from reports.winprob.logistic import logistic


@pytest.mark.parametrize("penalty", [0.0, 0.5, 200.0])
def test_the_gradient_is_zero_at_the_solution(penalty: float) -> None:
    random = np.random.default_rng(1)
    features = random.normal(size=(500, 4))
    # Two columns that repeat each other, and outcomes that are shared wins.
    features[:, 3] = features[:, 2]
    weight = random.uniform(0.1, 2, 500)
    outcome = np.clip(np.round(1 / (1 + np.exp(-features[:, 0] + 0.5)) + random.normal(size=500) / 3, 1), 0, 1)
    coefficients, intercept = logistic(features, outcome, weight, penalty)
    predicted = 1 / (1 + np.exp(-(features @ coefficients + intercept)))
    np.testing.assert_allclose(features.T @ (weight * (predicted - outcome)) + penalty * coefficients, 0, atol=1e-3)
    assert abs(weight @ (predicted - outcome)) < 1e-3


def test_known_answers() -> None:
    ones = np.ones(4)
    # Three of four won, whatever the feature: log odds of 3.
    coefficients, intercept = logistic(np.zeros((4, 1)), np.array([1.0, 1, 1, 0]), ones)
    assert abs(coefficients[0]) < 1e-6
    assert abs(intercept - np.log(3)) < 1e-5
    # A quarter won on one side and three quarters on the other.
    x = np.array([-1.0, 1.0])
    coefficients, intercept = logistic(x[:, None], np.array([0.25, 0.75]), np.ones(2))
    assert abs(coefficients[0] - np.log(3)) < 1e-5
    assert abs(intercept) < 1e-9


def test_separable_outcomes_have_a_finite_solution() -> None:
    x = np.linspace(-1, 1, 50)
    coefficients, intercept = logistic(x[:, None], (x > 0).astype(float), np.ones(50))
    assert np.isfinite([coefficients[0], intercept]).all()
    assert coefficients[0] > 10
