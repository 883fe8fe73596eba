"""Laws of means of items in groups, of their paired tests, and of the difference that a test can find."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta, binom, binomtest, chi2, norm, t, ttest_1samp, ttest_rel
from sklearn.metrics import r2_score

from evalcore.comparison import mcnemar
from evalcore.intervals import design_effect, share_interval
from evalcore.means import mean_grade, mean_square, paired_mean_test, r_squared, smallest_difference, student_mean

GRADES = [0.2, 0.9, 1.0, 0.4, 0.0, 0.7, 0.5, 1.0, 0.1, 0.6]
GROUP = [0, 0, 0, 1, 1, 2, 2, 2, 3, 3]
CLUSTERED = 0.14190153, 0.93809847, 0.02290086
"""Ends and p-value by statsmodels 0.14: OLS on a constant, cov_type="cluster", use_t=True."""


def test_the_mean_of_independent_items_has_the_interval_of_scipy():
    expected = ttest_1samp(GRADES, 0).confidence_interval(0.9)
    assert student_mean(GRADES, confidence=0.9)[1:] == pytest.approx(expected)


def test_groups_have_the_standard_errors_of_statsmodels():
    assert student_mean(GRADES, group=GROUP)[1:] == pytest.approx(CLUSTERED[:2], abs=1e-7)
    test = paired_mean_test(GRADES, np.zeros(10), group=GROUP)
    assert test[1:] == pytest.approx(CLUSTERED, abs=1e-7)
    assert test.difference == pytest.approx(np.mean(GRADES))


@given(st.lists(st.sampled_from([0, 1]), min_size=2, max_size=50), st.sampled_from([0.8, 0.95]))
def test_an_accuracy_has_the_exact_interval(values, confidence):
    expected = binomtest(sum(values), len(values)).proportion_ci(confidence)
    assert mean_grade(values, confidence=confidence)[1:] == pytest.approx(expected, abs=1e-9)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=30), st.data())
def test_the_interval_of_a_mean_grade_is_within_0_and_1_and_turns_with_the_grades(values, data):
    group = data.draw(st.one_of(st.none(), st.just(np.arange(len(values)) // 2 if len(values) > 2 else None)))
    mean, low, high = mean_grade(values, group=group)
    assert 0 <= low <= mean + 1e-9
    assert mean - 1e-9 <= high <= 1
    assert mean_grade(1 - np.array(values), group=group) == pytest.approx((1 - mean, 1 - high, 1 - low), abs=1e-6)


@pytest.mark.parametrize("confidence", [0.8, 0.95])
@pytest.mark.parametrize("values", [GRADES, [1, 1, 0, 1, 1, 0, 0, 0, 1, 1]])
@pytest.mark.parametrize("group", [None, GROUP])
def test_grades_and_groups_have_the_exact_interval_of_as_many_items_as_give_the_standard_error(
    values, group, confidence
):
    m, mean, tail = 10, np.mean(values), (1 - confidence) / 2
    is_graded = not set(values) <= {0, 1}
    variance = np.var(values) + ((mean**2 + (1 - mean) ** 2) / m if is_graded else 0)
    effect = 1 if group is None else design_effect(values, group)
    usual = norm.isf(tail) if is_graded else t.isf(tail, m - 1)
    effect *= (t.isf(tail, (m if group is None else 4) - 1) / usual) ** 2
    items = mean * (1 - mean) / (variance * effect / m)
    right, wrong = mean * items, (1 - mean) * items
    expected = beta.ppf(tail, right, wrong + 1), beta.isf(tail, right + 1, wrong)
    assert mean_grade(values, group=group, confidence=confidence) == pytest.approx((mean, *expected))


def test_repeating_each_item_as_a_group_does_not_narrow_an_interval():
    values = np.array([1, 0, 1, 1, 0, 1, 1, 1, 0, 1] * 3)
    few, many = mean_grade(values), mean_grade(np.repeat(values, 5), group=np.repeat(np.arange(30), 5))
    assert many == pytest.approx(few, abs=0.02)
    assert many.high - many.low > few.high - few.low


def test_without_variance_each_group_counts_as_one_item():
    assert mean_grade(np.ones(12), group=np.arange(12) // 3)[1:] == share_interval(4, 4)


def test_items_of_0_and_1_are_compared_by_mcnemar():
    first, second = np.array([1] * 12 + [0] * 3 + [1] * 40), np.array([0] * 12 + [1] * 3 + [1] * 40)
    result = paired_mean_test(first, second)
    assert result.p_value == pytest.approx(0.03515625)  # statsmodels 0.14: mcnemar(exact=True)
    assert result.difference == pytest.approx(9 / 55)


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 100), st.sampled_from([0.8, 0.95, 0.99, 0.995]))
def test_interval_and_verdict_of_a_difference_agree(first, second, same, confidence):
    counts = [first, second, same + 2]
    a, b = np.repeat([1, 0, 1], counts), np.repeat([0, 1, 1], counts)
    difference, low, high, p_value = paired_mean_test(a, b, confidence=confidence)
    assert (low <= 0 <= high) == (p_value >= 1 - confidence)
    assert low <= difference <= high
    assert p_value == mcnemar(first, second, exact=True).p_value


def test_the_interval_of_a_difference_follows_the_confidence_and_reaches_0_where_the_test_does_not_reject():
    first, second = np.repeat([1, 0, 1], [12, 3, 40]), np.repeat([0, 1, 1], [12, 3, 40])
    few, many = (paired_mean_test(first, second, confidence=confidence) for confidence in (0.5, 0.8))
    assert many.low < few.low < few.high < many.high < 1
    undecided = paired_mean_test([1, 1, 0], [0, 0, 0], confidence=0.5)  # p = 0.5, and 0.5 is not below 1 - 0.5
    assert (undecided.p_value, undecided.low) == (0.5, 0)
    assert undecided.high < 1


def test_grades_are_compared_by_students_t():
    rng = np.random.default_rng(1)
    a, b = rng.random((2, 30))
    expected = ttest_rel(a, b)
    for confidence in (0.8, 0.95):
        result = paired_mean_test(a, b, confidence=confidence)
        assert result.p_value == pytest.approx(expected.pvalue)
        assert result[1:3] == pytest.approx(expected.confidence_interval(confidence))


def test_the_same_values_leave_nothing_to_test_and_a_constant_lead_is_certain():
    assert paired_mean_test(GRADES, GRADES) == (0, 0, 0, 1)
    assert paired_mean_test(GRADES, GRADES, group=GROUP) == (0, 0, 0, 1)
    assert paired_mean_test([0.5] * 4, [0.25] * 4) == (0.25, 0.25, 0.25, 0)
    assert np.std([0.7] * 3, ddof=1) > 0  # a rounding
    assert len(set(student_mean([0.7] * 3))) == 1


@pytest.mark.parametrize("m", [50, 100, 300])
@pytest.mark.parametrize("share", [0.04, 0.1, 0.2, 0.4])
def test_the_exact_test_finds_the_smallest_difference_with_about_its_power(m, share):
    half = round(m * share / 2)
    counts = [half, half, m - 2 * half]
    difference = smallest_difference(np.repeat([1, 0, 0], counts), np.repeat([0, 1, 0], counts))
    differing = max(2 * half / m, difference)
    lead = (differing + difference) / 2 / differing
    power = 0.0
    for total in range(1, m + 1):
        first = np.arange(total + 1)
        rejected = mcnemar(first, total - first, exact=True).p_value < 0.05
        power += binom.pmf(total, m, differing) * binom.pmf(first, total, lead)[rejected].sum()
    assert power == pytest.approx(0.8, abs=0.04)


def test_the_smallest_difference_of_grades_is_that_of_students_t():
    rng = np.random.default_rng(2)
    noise = rng.normal(size=40) * 0.1
    noise -= noise.mean()
    smallest = smallest_difference(noise, np.zeros(40), power=0.9)
    tests = [paired_mean_test(rng.normal(smallest, noise.std(ddof=1), 40), np.zeros(40)).p_value for _ in range(1000)]
    assert np.mean(np.array(tests) < 0.05) == pytest.approx(0.9, abs=0.03)
    assert smallest_difference(GRADES, GRADES) == 0
    grouped = partial(smallest_difference, noise, np.zeros(40))
    assert grouped(group=np.arange(40) // 4) > grouped() * 1.01


@pytest.mark.parametrize("group", [None, GROUP])
@pytest.mark.parametrize("is_graded", [False, True])
def test_the_smallest_difference_is_two_quantiles_times_the_standard_error_under_equality(group, is_graded):
    first, second = np.array(GRADES), np.array(GRADES[::-1])
    if not is_graded:
        first, second = first > 0.4, second > 0.4
    first, second, group = (np.tile(first, 9), np.tile(second, 9), None if group is None else np.tile(group, 9))
    differences = first.astype(float) - second
    exact = group is None and not is_graded
    quantile = norm if exact else t(89 if group is None else 3)
    effect = 1 if group is None else design_effect(differences, group)
    error = np.sqrt(np.mean(differences**2) * effect / 90)
    expected = (quantile.isf(0.05) + quantile.isf(0.1)) * error
    if exact:
        expected = max(expected, chi2.ppf(0.9, 2 * 6) / 2 / 90)  # 6 items in favour of one: 2 / 2**6 < 0.1
    assert smallest_difference(first, second, group=group, power=0.9, alpha=0.1) == pytest.approx(expected)
    assert smallest_difference(first, first, group=group) == 0


@given(st.integers(3, 40), st.integers(0, 1000), st.floats(0.1, 3))
def test_r_squared_is_that_of_scikit_learn_in_any_unit(m, seed, noise):
    rng = np.random.default_rng(seed)
    y = rng.normal(size=m)
    predicted = y + noise * rng.normal(size=m)
    result = r_squared(y, predicted)
    assert result.value == pytest.approx(r2_score(y, predicted))
    assert result.low <= result.value <= result.high <= 1
    assert r_squared(1000 * y + 5, 1000 * predicted + 5) == pytest.approx(result, rel=1e-6, abs=1e-9)


def test_the_interval_of_r_squared_is_the_delta_method_by_hand():
    y, predicted = np.array([1.0, 2, 3, 4, 5, 7]), np.array([1.5, 1.5, 3, 5, 5, 6])
    squares, distances = (y - predicted) ** 2, (y - y.mean()) ** 2
    influence = squares / squares.mean() - distances / distances.mean()
    half = t.isf(0.025, 5) * influence.std(ddof=1) / 6**0.5
    ratio = squares.mean() / distances.mean()
    assert r_squared(y, predicted) == pytest.approx((1 - ratio, 1 - ratio * np.exp(half), 1 - ratio * np.exp(-half)))
    assert r_squared(y, y) == (1, 1, 1)
    assert r_squared(y, np.full(6, y.mean())).value == pytest.approx(0)
    paired = np.repeat(np.arange(3), 2)
    assert r_squared(y, predicted, group=paired).low < r_squared(y, predicted).low


def test_the_interval_of_a_mean_square_is_students_on_the_scale_of_its_logarithm():
    errors = np.array([0.1, 0.2, 3, -0.1, 1, -2, 0.3, 5, 0.1, -0.2])
    squares = errors**2
    half = t.isf(0.025, 9) * squares.std(ddof=1) / 10**0.5 / squares.mean()
    mean = squares.mean()
    assert mean_square(errors) == pytest.approx((mean, mean * np.exp(-half), mean * np.exp(half)))
    half = t.isf(0.025, 3) * 0.5**0.5  # of equal errors: that of normal ones
    assert mean_square([2, -2, 2, 2]) == pytest.approx((4, 4 * np.exp(-half), 4 * np.exp(half)))
    assert mean_square([0, 0, 0]) == (0, 0, 0)
    alone = np.repeat(np.arange(10), 4)
    assert mean_square(np.repeat(errors, 4), group=alone) == pytest.approx(mean_square(errors), rel=1e-6)
    assert mean_square(errors * 1e6, group=GROUP).value == pytest.approx(mean * 1e12)
