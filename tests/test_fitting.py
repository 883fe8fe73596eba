"""Chapter 02: fits and errors agree with algebra, with integrals and with scikit-learn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sklearn
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.preprocessing import PolynomialFeatures
from sklearn.tree import DecisionTreeClassifier

from evalcore.fitting import (
    EarlyStop,
    PolynomialFit,
    descent_parts,
    draw_sample,
    early_stopping,
    error_curves,
    fit_polynomial,
    fit_ridge,
    generalisation_error,
    generalisation_error_rate,
    gradient_descent,
    legendre_features,
    mean_squared_error,
    tree_regions,
    wave,
)

approx = pytest.approx

GRID = np.linspace(-1, 1, 201)


samples = st.builds(
    lambda size, noise, seed: draw_sample(wave, size, noise, np.random.default_rng(seed)),
    st.integers(16, 60),
    st.floats(0.01, 1),
    st.integers(0, 10_000),
)
small_degrees = st.integers(0, 6)
degrees = st.integers(0, 15)
penalties = st.floats(1e-6, 1e6)
coefficients = st.lists(st.floats(-3, 3), min_size=1, max_size=12).map(np.array)

# ---------------------------------------------------------------------------------------------
# The lecture's figure, 过拟合与欠拟合 (2)
# ---------------------------------------------------------------------------------------------


class TestPolynomialDegree:
    """幂次选取过高时, 拟合曲线几乎能完美的经过训练集中的每一个点; 过低时拟合不足."""

    sample = draw_sample(wave, 16, 0.3, np.random.default_rng(0))
    fits = tuple(map(fit_polynomial, [sample.x] * 16, [sample.y] * 16, range(16)))
    curves = error_curves(fits, *sample, wave, 0.3)

    def test_degree_m_minus_1_passes_through_every_point(self):
        assert self.fits[15](self.sample.x) == approx(self.sample.y, abs=1e-8)

    def test_a_line_has_a_large_error_on_both_sides(self):
        assert min(self.curves.training[1], self.curves.generalisation[1]) > 3 * 0.3**2

    def test_the_generalisation_error_falls_and_rises_while_the_training_error_only_falls(self):
        best = self.curves.generalisation.argmin()
        assert 0 < best < 15
        assert (np.diff(self.curves.training) <= 1e-9).all()


def test_the_target_winds_about_the_line_x_over_2_one_above_and_one_below():
    """It meets the line at -2/3, 0 and 2/3; between them and at the ends it is 1 away."""
    meets, turns = np.array([-2, 0, 2]) / 3, np.array([-3, -1, 1, 3]) / 3
    assert wave(meets) == approx(meets / 2, abs=1e-15)
    assert wave(turns) == approx(turns / 2 + [1, -1, 1, -1])


# ---------------------------------------------------------------------------------------------
# The basis and the fits
# ---------------------------------------------------------------------------------------------


def test_coefficients_of_any_kind_of_number_become_an_array_of_floats():
    for given_ones in ([1, 2], (1, 2), np.array([1, 2], dtype=np.int8)):
        fit = PolynomialFit(given_ones)
        assert (fit.coefficients.dtype, fit.coefficients.tolist(), fit.degree) == (float, [1, 2], 1)


def test_features_are_orthonormal_over_the_interval():
    x, weights = np.polynomial.legendre.leggauss(40)
    features = legendre_features(x, 20)
    np.testing.assert_allclose(features.T * (weights / 2) @ features, np.eye(21), atol=1e-12)


@given(samples, small_degrees)
def test_least_squares_equals_scikit_learn_in_powers_of_x(sample, degree):
    powers = PolynomialFeatures(degree, include_bias=False)
    ours = fit_polynomial(*sample, degree)
    if degree == 0:
        assert ours(GRID) == approx(np.full(GRID.size, sample.y.mean()))
        return
    theirs = LinearRegression().fit(powers.fit_transform(sample.x[:, None]), sample.y)
    np.testing.assert_allclose(ours(GRID), theirs.predict(powers.transform(GRID[:, None])), atol=1e-6)


@given(samples, st.integers(1, 15), penalties)
def test_ridge_equals_scikit_learn_with_a_free_intercept(sample, degree, penalty):
    features = legendre_features(sample.x, degree)[:, 1:]
    theirs = Ridge(alpha=penalty, solver="svd").fit(features, sample.y)
    ours = fit_ridge(*sample, degree, penalty).coefficients
    np.testing.assert_allclose(ours, [theirs.intercept_, *theirs.coef_], atol=1e-6)


@given(samples, degrees, penalties)
def test_the_gradient_of_the_ridge_objective_vanishes_at_the_fit(sample, degree, penalty):
    features, fit = legendre_features(sample.x, degree), fit_ridge(*sample, degree, penalty)
    free = np.append(0, fit.coefficients[1:])
    gradient = features.T @ (fit(sample.x) - sample.y) + penalty * free
    scale = penalty * np.linalg.norm(free) + np.linalg.norm(features.T @ sample.y) + 1
    assert np.linalg.norm(gradient) < 1e-9 * scale


@given(samples, degrees)
def test_residuals_of_least_squares_are_orthogonal_to_every_feature(sample, degree):
    fit = fit_polynomial(*sample, degree)
    slopes = legendre_features(sample.x, degree).T @ (sample.y - fit(sample.x))
    assert np.linalg.norm(slopes) < 1e-9 * (1 + np.linalg.norm(fit.coefficients))


@given(coefficients, st.integers(0, 1000))
def test_without_noise_a_polynomial_of_the_degree_is_recovered(coefficients, seed):
    truth = PolynomialFit(coefficients)
    x, y = draw_sample(truth, 40, 0, np.random.default_rng(seed))
    np.testing.assert_allclose(fit_polynomial(x, y, truth.degree).coefficients, coefficients, atol=1e-6)


@given(samples, degrees, st.floats(-5, 5), st.floats(-5, 5))
def test_scaling_and_shifting_y_scales_and_shifts_the_fit(sample, degree, scale, shift):
    moved = fit_ridge(sample.x, scale * sample.y + shift, degree, 0.1)
    expected = scale * fit_ridge(*sample, degree, 0.1)(GRID) + shift
    np.testing.assert_allclose(moved(GRID), expected, atol=1e-7)


@given(samples, degrees, st.randoms(use_true_random=False))
def test_the_order_of_the_examples_changes_nothing(sample, degree, random):
    order = random.sample(range(sample.x.size), sample.x.size)
    again = fit_ridge(sample.x[order], sample.y[order], degree, 0.01)
    np.testing.assert_allclose(again(GRID), fit_ridge(*sample, degree, 0.01)(GRID), atol=1e-7)


@given(samples, degrees, penalties, st.floats(1.1, 100))
def test_a_larger_penalty_shrinks_the_coefficients_and_raises_the_training_error(sample, degree, penalty, times):
    light, heavy = fit_ridge(*sample, degree, penalty), fit_ridge(*sample, degree, times * penalty)
    length = [np.linalg.norm(fit.coefficients[1:]) for fit in (light, heavy)]
    assert length[1] <= length[0] * (1 + 1e-9)
    assert mean_squared_error(light, *sample) <= mean_squared_error(heavy, *sample) * (1 + 1e-9) + 1e-12


@given(samples, degrees)
def test_a_huge_penalty_leaves_the_mean_and_penalty_zero_is_least_squares(sample, degree):
    assert fit_ridge(*sample, degree, 1e12)(GRID) == approx(np.full(GRID.size, sample.y.mean()), abs=1e-6)
    least_squares = fit_polynomial(*sample, degree).coefficients
    np.testing.assert_array_equal(fit_ridge(*sample, degree, 0).coefficients, least_squares)


@pytest.mark.parametrize("penalty", [1e30, 1e31, 1e40, 1e50])
def test_the_largest_penalties_leave_the_mean(penalty):
    x, y = draw_sample(wave, 16, 0.3, np.random.default_rng(0))
    fit = fit_ridge(x, y, 15, penalty)
    assert fit.coefficients[0] == approx(y.mean(), rel=1e-12)
    shrunk = legendre_features(x, 15)[:, 1:].T @ (y - y.mean()) / penalty
    np.testing.assert_allclose(fit.coefficients[1:], shrunk, atol=1e-14 / penalty**0.5)


@given(samples, st.integers(40, 100))
def test_past_the_interpolation_point_it_is_the_shortest_of_the_fits_that_pass_through_all_points(sample, degree):
    x, y = sample.x[:12], sample.y[:12]
    fit, features = fit_polynomial(x, y, degree), legendre_features(x, degree)
    tolerance = 1e-9 * np.linalg.cond(features) * np.abs(y).max()
    assert fit(x) == approx(y, abs=tolerance)
    null = np.eye(degree + 1) - np.linalg.pinv(features) @ features  # these directions change no prediction
    assert null @ fit.coefficients == approx(np.zeros(degree + 1), abs=tolerance)


# ---------------------------------------------------------------------------------------------
# Training and generalisation error
# ---------------------------------------------------------------------------------------------


@given(samples)
def test_the_training_error_of_least_squares_never_rises_with_the_degree(sample):
    errors = [mean_squared_error(fit_polynomial(*sample, degree), *sample) for degree in range(16)]
    assert (np.diff(errors) <= 1e-9).all()


@given(samples, small_degrees)
def test_mean_squared_error_equals_scikit_learn(sample, degree):
    fit = fit_polynomial(*sample, degree)
    assert mean_squared_error(fit, *sample) == approx(sklearn.mean_squared_error(sample.y, fit(sample.x)))


@given(coefficients, coefficients, st.floats(0, 2))
def test_generalisation_error_is_noise_squared_plus_the_squared_distance_of_the_coefficients(model, target, noise):
    size = max(len(model), len(target))
    gap = np.pad(model, (0, size - len(model))) - np.pad(target, (0, size - len(target)))
    error = generalisation_error(PolynomialFit(model), PolynomialFit(target), noise)
    assert error == approx(noise**2 + gap @ gap)


@given(samples, degrees, st.floats(0, 2))
def test_no_model_beats_the_noise_and_the_target_reaches_it(sample, degree, noise):
    assert generalisation_error(fit_polynomial(*sample, degree), wave, noise) >= noise**2
    assert generalisation_error(wave, wave, noise) == noise**2


@pytest.mark.parametrize("seed", range(3))
def test_the_error_on_a_very_large_test_sample_approaches_the_generalisation_error(seed):
    fit = fit_polynomial(*draw_sample(wave, 30, 0.3, np.random.default_rng(seed)), 5)
    test = draw_sample(wave, 400_000, 0.3, np.random.default_rng(100 + seed))
    squares = (fit(test.x) - test.y) ** 2
    error = mean_squared_error(fit, *test)
    assert error == approx(generalisation_error(fit, wave, 0.3), abs=5 * squares.std() / squares.size**0.5)


def test_error_curves_are_the_two_errors_model_by_model():
    sample = draw_sample(wave, 20, 0.3, np.random.default_rng(1))
    models = [np.zeros_like, fit_polynomial(*sample, 4), wave]
    curves = error_curves(models, *sample, wave, 0.3)
    assert curves.training.tolist() == [mean_squared_error(model, *sample) for model in models]
    assert curves.generalisation.tolist() == [generalisation_error(model, wave, 0.3) for model in models]


@given(st.floats(0, 0.5), st.integers(0, 8), st.integers(0, 8))
def test_error_rate_over_the_square_is_the_noise_and_the_strip_between_the_two_cuts(noise, cut, called):
    rate = generalisation_error_rate(
        lambda p: p[:, 0] > called / 8, lambda p: np.where(p[:, 0] > cut / 8, 1 - noise, noise), cells=64
    )
    assert rate == approx(noise + abs(cut - called) / 8 * (1 - 2 * noise))


@given(st.integers(0, 8), st.integers(0, 8))
def test_a_classifier_that_is_wrong_in_a_box_alone_has_the_area_of_the_box_as_its_error_rate(width, height):
    def in_box(p):
        return (p[:, 0] < width / 8) & (p[:, 1] < height / 8)

    assert generalisation_error_rate(in_box, lambda p: np.zeros(len(p)), cells=16) == width * height / 64
    assert generalisation_error_rate(in_box, in_box, cells=16) == 0


def test_without_a_word_about_cells_a_strip_as_wide_as_a_256th_is_measured_exactly():
    assert generalisation_error_rate(lambda p: p[:, 0] > 3 / 256, lambda p: p[:, 0] > 2 / 256) == 1 / 256


@given(st.integers(2, 40), st.integers(1, 6), st.integers(0, 1000))
def test_the_regions_of_a_tree_tile_the_square_and_say_what_the_tree_says(size, depth, seed):
    rng = np.random.default_rng(seed)
    tree = DecisionTreeClassifier(max_depth=depth, random_state=0).fit(
        rng.random((size, 2)), rng.integers(2, size=size)
    )
    left, right, bottom, top = tree_regions(tree).rectangles.T
    assert ((right - left) * (top - bottom)).sum() == approx(1)
    points = rng.random((200, 2)).astype(np.float32)
    x, y = points[:, :1], points[:, 1:]
    inside = (left < x) & (x <= right) & (bottom < y) & (y <= top)
    assert (inside.sum(axis=1) == 1).all()
    np.testing.assert_array_equal(tree_regions(tree).labels[inside.argmax(axis=1)], tree.predict(points))


# ---------------------------------------------------------------------------------------------
# Samples
# ---------------------------------------------------------------------------------------------


@given(st.integers(1, 50), st.integers(0, 50), st.integers(0, 1000))
def test_a_smaller_sample_is_the_beginning_of_a_larger_one_and_noise_only_scales(size, more, seed):
    small = draw_sample(wave, size, 0.2, np.random.default_rng(seed))
    large = draw_sample(wave, size + more, 0.4, np.random.default_rng(seed))
    np.testing.assert_array_equal(large.x[:size], small.x)
    np.testing.assert_allclose(large.y[:size] - wave(small.x), 2 * (small.y - wave(small.x)), atol=1e-12)


def test_samples_have_the_distribution_that_they_say():
    x, y = draw_sample(wave, 200_000, 0.3, np.random.default_rng(0))
    noise = y - wave(x)
    assert (x.mean(), x.var(), np.abs(x).max() <= 1) == (approx(0, abs=0.01), approx(1 / 3, abs=0.01), True)
    assert (noise.mean(), noise.std(), np.corrcoef(x, noise)[0, 1]) == approx((0, 0.3, 0), abs=0.01)


def test_two_samples_of_one_generator_differ():
    rng = np.random.default_rng(0)
    first, second = draw_sample(wave, 5, 0.3, rng), draw_sample(wave, 5, 0.3, rng)
    assert not np.isin(first.x, second.x).any()
    assert not np.isin((first.y - wave(first.x)).round(9), (second.y - wave(second.x)).round(9)).any()


# ---------------------------------------------------------------------------------------------
# Gradient descent and early stopping
# ---------------------------------------------------------------------------------------------


@given(samples, degrees, st.integers(0, 60))
def test_gradient_descent_shrinks_the_way_to_least_squares_by_the_same_matrix_each_epoch(sample, degree, epochs):
    features = legendre_features(sample.x, degree)
    hessian = 2 * features.T @ features / sample.x.size
    end, rate = fit_polynomial(*sample, degree).coefficients, 1 / np.linalg.eigvalsh(hessian)[-1]
    shrink = np.linalg.matrix_power(np.eye(degree + 1) - rate * hessian, epochs)
    fits = gradient_descent(*sample, degree, epochs=epochs, rate=rate)
    assert len(fits) == epochs + 1
    expected = end - shrink @ end
    np.testing.assert_allclose(fits[-1].coefficients, expected, atol=1e-6 * max(1, np.abs(end).max()))


@given(samples, degrees, st.integers(0, 30))
def test_descent_learns_each_part_of_a_sample_at_the_pace_of_its_mean_square_at_the_examples(sample, degree, epochs):
    parts, seen = descent_parts(sample.x, degree)
    np.testing.assert_allclose(parts.T @ parts, np.eye(degree + 1), atol=1e-9)  # orthonormal over all x
    np.testing.assert_allclose(np.mean((legendre_features(sample.x, degree) @ parts) ** 2, axis=0), seen, atol=1e-9)
    assert np.all(np.diff(seen) <= 1e-12)
    assert np.all((seen >= 0) & (seen <= (degree + 1) ** 2 + 1e-9))
    assert np.all(parts.max(axis=0) >= -parts.min(axis=0))  # the largest weight of a part is positive
    rate = 0.5 / seen[0]
    end, fit = fit_polynomial(*sample, degree), gradient_descent(*sample, degree, epochs=epochs, rate=rate)[-1]
    expected = (1 - (1 - 2 * rate * seen) ** epochs) * (end.coefficients @ parts)
    size = max(1, np.abs(end.coefficients).max())
    np.testing.assert_allclose(fit.coefficients @ parts, expected, atol=1e-6 * size)


@given(samples, degrees, st.floats(0.01, 0.99))
def test_the_training_error_never_rises_from_epoch_to_epoch_below_the_largest_rate(sample, degree, share):
    hessian = 2 * legendre_features(sample.x, degree).T @ legendre_features(sample.x, degree) / sample.x.size
    rate = share * 2 / np.linalg.eigvalsh(hessian)[-1]
    fits = gradient_descent(*sample, degree, epochs=50, rate=rate)
    assert (np.diff([mean_squared_error(fit, *sample) for fit in fits]) <= 1e-12).all()


@given(samples, st.integers(0, 2))
def test_a_thousand_epochs_arrive_at_least_squares(sample, degree):
    hessian = 2 * legendre_features(sample.x, degree).T @ legendre_features(sample.x, degree) / sample.x.size
    rate = 1 / np.linalg.eigvalsh(hessian)[-1]
    arrived = gradient_descent(*sample, degree, epochs=1000, rate=rate)[-1].coefficients
    np.testing.assert_allclose(arrived, fit_polynomial(*sample, degree).coefficients, atol=1e-3)


def brute_force_stop(errors, patience):
    """Return the first epoch such that none of the last ``patience`` errors is below all before them."""
    for epoch in range(patience, len(errors)):
        if min(errors[epoch - patience + 1 : epoch + 1]) >= min(errors[: epoch - patience + 1]):
            return epoch
    return len(errors) - 1


@given(st.lists(st.integers(0, 9), min_size=1, max_size=30), st.integers(1, 8))
def test_early_stopping_keeps_the_first_best_epoch_before_patience_runs_out(errors, patience):
    stop = early_stopping(errors, patience)
    assert stop.stopped == brute_force_stop(errors, patience)
    assert stop.best == int(np.argmin(errors[: stop.stopped + 1]))


def test_endless_patience_finds_the_least_error_of_all():
    assert early_stopping([3, 2, 5, 6, 1, 4], patience=6) == EarlyStop(best=4, stopped=5)


@pytest.mark.parametrize("share", [0.99, 1])
def test_a_rate_at_which_the_steps_diverge_is_refused_and_the_limit_named(share):
    """For two examples of the constant, the second derivative of the error is 2, and the limit is 2/2."""
    if share < 1:
        assert len(gradient_descent([0, 1], [1, 3], 0, epochs=1, rate=share)) == 2
        return
    with pytest.raises(ValueError, match=r"^rate must be below 1, from where on the steps diverge, got 1"):
        gradient_descent([0, 1], [1, 3], 0, epochs=1, rate=share)
