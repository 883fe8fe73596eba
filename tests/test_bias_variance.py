"""Chapter 06: the parts add up exactly, closed forms agree with complete enumeration and with scikit-learn."""

from itertools import product
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from evalcore.bias_variance import (
    Decomposition,
    decompose,
    exact_linear,
    exact_polynomial,
    neighbours_smoother,
    polynomial_smoother,
    ridge_smoother,
)

close = np.testing.assert_allclose

SIX = np.array([0.0, 0.2, 0.5, 0.6, 0.9, 1.0])
BETWEEN = np.array([-0.1, 0.3, 0.75, 1.0])


def wave(x):
    return np.sin(2 * np.pi * np.asarray(x) ** 2)


@st.composite
def experiments(draw):
    """Draw predictions of a few training sets at a few points, their truth and a noise variance."""
    repeats, points = draw(st.integers(1, 6)), draw(st.integers(1, 4))
    values = st.floats(-100, 100)
    predictions = draw(arrays(float, (repeats, points), elements=values))
    return predictions, draw(arrays(float, points, elements=values)), draw(st.floats(0, 50))


def all_training_sets(sigma):
    """Return every labelling of the six points with noise +sigma or -sigma: the whole distribution, not a sample."""
    signs = np.array(list(product([-sigma, sigma], repeat=len(SIX))))
    return wave(SIX) + signs


@given(arrays(float, (3, len(SIX)), elements=st.floats(-2, 2)), st.floats(0, 2))
def test_any_learner_that_is_linear_in_the_labels_has_the_parts_of_all_its_training_sets(smoother, sigma):
    truth = np.array([0.0, 1.0, -1.0])
    parts = decompose(all_training_sets(sigma) @ smoother.T, truth, sigma**2)
    exact = exact_linear(smoother, wave(SIX), truth, sigma**2)
    close(exact.bias_squared, parts.bias_squared, atol=1e-9)
    close(exact.variance, parts.variance, atol=1e-9)
    close(exact.total, parts.total, atol=1e-9)


# ---------------------------------------------------------------------------------------------
# The lecture's section 偏差 - 方差分解: E = bias² + var + ε²
# ---------------------------------------------------------------------------------------------


@given(experiments())
def test_bias_squared_and_variance_add_up_to_the_mean_squared_deviation_from_the_truth(experiment):
    predictions, truth, noise = experiment
    parts = decompose(*experiment)
    close(parts.bias_squared + parts.variance, np.mean((predictions - truth) ** 2, axis=0), rtol=1e-9, atol=1e-9)
    close(parts.total, parts.bias_squared + parts.variance + noise)
    assert all(part.shape == truth.shape and (part >= 0).all() for part in parts)


@given(experiments())
def test_the_parts_are_what_their_definitions_say_computed_one_by_one(experiment):
    predictions, truth, _ = experiment
    parts = decompose(*experiment)
    for point, y in enumerate(truth):
        column = predictions[:, point].tolist()
        mean = sum(column) / len(column)
        assert parts.bias_squared[point] == pytest.approx((mean - y) ** 2, abs=1e-9)
        assert parts.variance[point] == pytest.approx(sum((f - mean) ** 2 for f in column) / len(column), abs=1e-9)


@given(experiments(), st.floats(-50, 50), st.floats(-3, 3))
def test_shifting_changes_nothing_and_scaling_multiplies_by_the_square(experiment, shift, scale):
    predictions, truth, noise = experiment
    moved = decompose(scale * predictions + shift, scale * truth + shift, scale**2 * noise)
    close(moved, scale**2 * np.array(decompose(*experiment)), rtol=1e-6, atol=1e-6)


@given(experiments())
def test_the_order_of_the_training_sets_does_not_matter_nor_does_seeing_each_twice(experiment):
    predictions, *rest = experiment
    close(decompose(predictions[::-1], *rest), decompose(*experiment), atol=1e-9)
    close(decompose(np.repeat(predictions, 2, axis=0), *rest), decompose(*experiment), rtol=1e-7, atol=1e-9)


def test_one_training_set_has_no_variance_and_the_mean_is_over_points():
    parts = decompose([[1, 5]], truth=[0, 5], noise_variance=[0.5, 1.5])
    assert np.array(parts).tolist() == [[1, 0], [0, 0], [0.5, 1.5], [1.5, 1.5]]
    assert parts.mean() == Decomposition(0.5, 0.0, 1.0, 1.5)


def test_enumerating_every_training_set_and_fresh_label_gives_the_total():
    """The mean of (f - y_D)² over training sets and fresh labels is the sum of the parts: no cross term is left."""
    labels, sigma = all_training_sets(0.3), 0.3
    predictions = labels @ polynomial_smoother(SIX, BETWEEN, 2).T
    errors = [(predictions - (wave(BETWEEN) + sign * sigma)) ** 2 for sign in (-1, 1)]
    close(np.mean(errors, axis=(0, 1)), decompose(predictions, wave(BETWEEN), sigma**2).total)


def test_with_the_training_label_itself_the_cross_term_is_the_diagonal_of_the_smoother():
    """If y_D is the label that the learner has seen, the mean of (f - y_D)² is smaller by 2 · S_ii · σ²."""
    labels, sigma = all_training_sets(0.3), 0.3
    smoother = polynomial_smoother(SIX, SIX, 2)
    predictions = labels @ smoother.T
    total = decompose(predictions, wave(SIX), sigma**2).total
    close(np.mean((predictions - labels) ** 2, axis=0), total - 2 * np.diag(smoother) * sigma**2)


def test_as_estimates_bias_squared_is_too_large_by_variance_over_repeats_and_the_variance_too_small_by_as_much():
    """Averaged over all pairs of training sets (repeats = 2)."""
    every = all_training_sets(0.3) @ polynomial_smoother(SIX, BETWEEN, 2).T
    true = decompose(every, wave(BETWEEN), 0.09)
    pairs = [decompose(every[[i, j]], wave(BETWEEN), 0.09) for i in range(64) for j in range(64)]
    mean = Decomposition(*np.mean(pairs, axis=0))
    close(mean.bias_squared, true.bias_squared + true.variance / 2)
    close(mean.variance, true.variance / 2)
    close(mean.total, true.total)


# ---------------------------------------------------------------------------------------------
# Closed forms
# ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("degree", range(6))
def test_the_closed_form_is_the_enumeration_of_every_training_set(degree):
    """NumPy makes the fits, one by one."""
    predictions = [np.polyval(np.polyfit(SIX, y, degree), BETWEEN) for y in all_training_sets(0.3)]
    exact = exact_polynomial(wave, SIX, BETWEEN, degree, 0.3**2)
    close(exact, decompose(predictions, wave(BETWEEN), 0.3**2), rtol=1e-6, atol=1e-10)


@pytest.mark.parametrize("degree", range(6))
def test_averaged_over_the_training_points_the_variance_is_coefficients_times_noise_over_m(degree):
    assert exact_polynomial(wave, SIX, SIX, degree, 0.5).mean().variance == pytest.approx((degree + 1) * 0.5 / 6)


def test_as_many_coefficients_as_points_interpolate_and_a_polynomial_target_has_no_bias():
    exact = exact_polynomial(wave, SIX, SIX, 5, 0.5)
    close(exact.bias_squared, 0, atol=1e-20)
    close(exact.variance, 0.5)
    cubic = exact_polynomial(lambda x: 3 * x**3 - x, SIX, BETWEEN, 3, 0.5)
    close(cubic.bias_squared, 0, atol=1e-20)


@given(st.lists(st.integers(0, 60), min_size=4, max_size=12, unique=True), st.floats(-1, 2))
def test_at_every_point_the_variance_rises_with_the_degree(places, x):
    variances = [exact_polynomial(wave, np.array(places) / 60, [x], degree, 1).variance[0] for degree in range(4)]
    assert (np.diff(variances) >= -1e-9 * np.array(variances[1:])).all()


def test_stretching_the_axis_changes_nothing():
    stretched = exact_polynomial(lambda x: wave((x - 7) / 1000), 1000 * SIX + 7, 1000 * BETWEEN + 7, 3, 0.2)
    close(stretched, exact_polynomial(wave, SIX, BETWEEN, 3, 0.2), rtol=1e-6, atol=1e-12)


def test_the_smoothers_are_the_learners_of_scikit_learn():
    rng = np.random.default_rng(0)
    x_train, x, y = rng.random(25), rng.random(40), rng.normal(size=25)
    column, places = x_train[:, None], x[:, None]
    polynomial = make_pipeline(PolynomialFeatures(4), LinearRegression()).fit(column, y)
    close(polynomial_smoother(x_train, x, 4) @ y, polynomial.predict(places), rtol=1e-6)
    nearest = KNeighborsRegressor(4).fit(column, y)
    close(neighbours_smoother(x_train, x, 4) @ y, nearest.predict(places))


@pytest.mark.parametrize("penalty", [1e-6, 0.1, 10])
def test_the_ridge_smoother_is_ridge_of_scikit_learn_on_legendre_features(penalty):
    rng = np.random.default_rng(0)
    x_train, x, y = np.r_[-1, rng.random(20), 1], rng.random(40), rng.normal(size=22)
    features = [np.polynomial.legendre.legvander(at, 6)[:, 1:] for at in (x_train, x)]
    sklearn = Ridge(alpha=penalty, solver="svd").fit(features[0], y)
    close(ridge_smoother(x_train, x, 6, penalty) @ y, sklearn.predict(features[1]), rtol=1e-7)


def test_ridge_lies_between_least_squares_and_the_mean_and_its_variance_falls_with_the_penalty():
    close(ridge_smoother(SIX, BETWEEN, 3, 1e-12), polynomial_smoother(SIX, BETWEEN, 3), atol=1e-6)
    close(ridge_smoother(SIX, BETWEEN, 3, 0), polynomial_smoother(SIX, BETWEEN, 3))
    close(ridge_smoother(SIX, BETWEEN, 3, inf), 1 / 6)
    spread = [np.sum(ridge_smoother(SIX, SIX, 4, penalty) ** 2) for penalty in (0, 0.01, 0.1, 1, 10)]
    assert (np.diff(spread) < 0).all()


def test_the_noise_is_a_float_also_where_it_is_given_as_a_whole_number():
    for decomposition in (exact_polynomial(np.sin, SIX, BETWEEN, 1, 4), decompose([[1], [2]], [1], 4)):
        assert decomposition.noise.dtype == float


@pytest.mark.parametrize("penalty", [0, 0.1, 10])
def test_the_ridge_smoother_knows_no_unit_and_no_origin_of_the_axis(penalty):
    moved = ridge_smoother(1000 * SIX + 7, 1000 * BETWEEN + 7, 3, penalty)
    close(moved, ridge_smoother(SIX, BETWEEN, 3, penalty), atol=1e-9)


@pytest.mark.parametrize("k", [1, 7, 99, 100])
def test_of_many_equally_near_points_the_earlier_ones_are_the_neighbours(k):
    """Fifty points are at distance 1 and fifty at distance 2; Python's sort is stable."""
    places = np.tile([2, -1, 1, -2], 25)
    nearest = sorted(range(100), key=lambda i: abs(places[i]))[:k]
    close(neighbours_smoother(places, [0], k)[0], np.isin(np.arange(100), nearest) / k)


def test_simulated_agrees_with_exact_within_the_monte_carlo_error():
    """The mean agrees within 4 standard errors sd/√R at each point, the variance within 4 · √(2/R) of itself."""
    rng, repeats, x = np.random.default_rng(1), 2000, np.linspace(0, 1, 41)
    x_train = np.linspace(0, 1, 25)
    for degree in (1, 4, 9):
        labels = wave(x_train) + 0.4 * rng.normal(size=(repeats, 25))
        smoother = polynomial_smoother(x_train, x, degree)
        simulated = decompose(labels @ smoother.T, wave(x), 0.16)
        exact = exact_polynomial(wave, x_train, x, degree, 0.16)
        off = np.mean(labels @ smoother.T, axis=0) - smoother @ wave(x_train)
        assert (np.abs(off) < 4 * np.sqrt(exact.variance / repeats)).all()
        assert (np.abs(simulated.variance / exact.variance - 1) < 4 * np.sqrt(2 / repeats)).all()


# ---------------------------------------------------------------------------------------------
# Input
# ---------------------------------------------------------------------------------------------


def test_arguments_are_left_as_they_were_and_may_be_of_any_kind_of_number():
    predictions, truth = np.array([[1, 2], [3, 2]], dtype=np.int8), np.array([1, 2], dtype=np.float32)
    predictions.flags.writeable = truth.flags.writeable = False
    assert np.array(decompose(predictions, truth, True)).tolist() == [[1, 0], [1, 0], [1, 1], [3, 1]]
    large = np.array([[120], [120]], dtype=np.int8)
    assert decompose(large, [-120], 0).bias_squared == [240**2], "NumPy's small integers would wrap around"


def test_training_points_too_close_together_are_refused():
    with pytest.raises(ValueError, match=r"^degree 2 is too high for these training points"):
        polynomial_smoother([0, 5e-11, 1], [0.5], 2)  # ratio of the extreme singular values: 6e-11
