"""Laws of calibration lines and of the prior correction, by scikit-learn's regression and by Bayes' rule."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.special import expit, logit
from scipy.stats import norm

from evalcore.calibration import CalibrationLine, calibration_line, shifted_probability
from evalcore.counts import count_scores


def drawn(seed, m=80):
    rng = np.random.default_rng(seed)
    odds = rng.normal(size=m)
    return rng.random(m) < expit(0.7 * odds - 0.3), np.round(expit(odds), 2).clip(0.01, 0.99)


def loss(parameters, odds, y):
    return np.sum(np.logaddexp(0, -np.where(y, 1, -1) * (parameters[0] + parameters[1] * odds)))


@pytest.mark.parametrize("seed", range(6))
def test_slope_and_intercept_are_those_of_a_general_minimiser(seed):
    y, q = drawn(seed)
    odds = logit(q)
    line = calibration_line(count_scores(y, q))
    both = minimize(loss, [0, 1], (odds, y), tol=1e-10).x
    alone = minimize(lambda a: loss([a[0], 1], odds, y), [0], tol=1e-10).x
    assert line.slope[0] == pytest.approx(both[1], abs=1e-4)
    assert line.intercept[0] == pytest.approx(alone[0], abs=1e-4)
    p = expit(both[0] + both[1] * odds)
    columns = np.column_stack([np.ones(odds.size), odds])
    error = np.linalg.inv(columns.T @ (columns * (p * (1 - p))[:, None]))[1, 1] ** 0.5
    assert line.slope[2] - line.slope[0] == pytest.approx(norm.isf(0.025) * error, rel=1e-3)
    assert line.slope[0] - line.slope[1] == pytest.approx(line.slope[2] - line.slope[0])
    p = expit(alone[0] + odds)
    assert line.intercept[2] - line.intercept[0] == pytest.approx(
        norm.isf(0.025) / np.sum(p * (1 - p)) ** 0.5, rel=1e-3
    )


def test_confidence_and_design_effect_widen_an_interval():
    y, q = drawn(0)
    counts = count_scores(y, q)
    plain, wide = calibration_line(counts), calibration_line(counts, confidence=0.99, effect=4)
    for first, wider in zip(plain, wide, strict=True):
        assert wider[0] == first[0]
        assert (wider[2] - wider[0]) / (first[2] - first[0]) == pytest.approx(2 * norm.isf(0.005) / norm.isf(0.025))


def test_probabilities_that_are_right_by_design_have_slope_1_and_intercept_0():
    q = np.repeat([0.2, 0.5, 0.8], 10)
    y = np.concatenate([np.arange(10) < count for count in (2, 5, 8)])
    line = calibration_line(count_scores(y, q))
    assert (line.slope[0], line.intercept[0]) == pytest.approx((1, 0), abs=1e-9)


@pytest.mark.parametrize(
    ("y", "q", "determined"),
    [
        ([1, 0, 1], [0, 0.5, 0.6], (False, False)),
        ([1, 0, 1], [0.3, 0.5, 1], (False, False)),
        ([1, 0, 1], [0.3, 0.3, 0.3], (True, False)),
        ([0, 0, 1, 1], [0.1, 0.2, 0.8, 0.9], (True, False)),
    ],
)
def test_what_is_not_determined_is_nan(y, q, determined):
    line = calibration_line(count_scores(y, q))
    assert isinstance(line, CalibrationLine)
    assert [bool(np.isfinite(estimate).all()) for estimate in line] == list(determined)


@pytest.mark.parametrize("q", [1e-9, 1 - 1e-9])
def test_an_intercept_far_from_0_is_found_in_steps_of_limited_size(q):
    """Newton's first step from 0 would be a thousand million times too long."""
    line = calibration_line(count_scores([1, 0, 0, 0], [q] * 4))
    assert line.intercept[0] == pytest.approx(float(logit(0.25) - logit(q)))


@given(st.floats(0.01, 0.99), st.floats(0.01, 0.99), st.floats(0.01, 0.99))
def test_a_shift_of_log_odds_is_bayes_rule_for_another_share(q, share, other):
    ratio, rest = q / share, (1 - q) / (1 - share)  # likelihoods, but for a factor
    expected = other * ratio / (other * ratio + (1 - other) * rest)
    assert shifted_probability(q, float(logit(other) - logit(share))) == pytest.approx(expected)


def test_a_shift_by_the_intercept_puts_the_mean_right_and_the_ends_stay():
    y, q = drawn(1)
    line = calibration_line(count_scores(y, q))
    assert np.mean(shifted_probability(q, line.intercept[0])) == pytest.approx(y.mean())
    assert shifted_probability([0, 1], 3).tolist() == [0, 1]
