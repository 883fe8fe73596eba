"""Laws of intervals: for proportions, AUCs, differences and sums."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit, logit
from scipy.stats import beta, binomtest, multinomial, norm, t, ttest_1samp

from evalcore.intervals import (
    auc_interval,
    clopper_pearson,
    design_effect,
    expected_cost,
    f1_interval,
    interval_of_difference,
    mean_interval,
    net_benefit,
    paired_share_difference,
    precision_at_prior,
    precision_interval,
    recall_at_least,
    share_interval,
    sum_interval,
    union_of_boxes,
)

ROOM = st.floats(0, 0.3)
VALUE = st.floats(0, 1)


@given(st.integers(1, 60), st.data())
def test_the_interval_of_a_share_is_that_of_scipy(m, data):
    count, confidence = data.draw(st.integers(0, m)), data.draw(st.sampled_from([0.8, 0.95, 0.999]))
    expected = binomtest(count, m).proportion_ci(confidence)
    assert share_interval(count, m, confidence=confidence) == pytest.approx(expected, abs=1e-9)


def test_intervals_of_many_shares_are_those_of_each():
    counts, sizes = np.array([0, 3, 9]), np.array([4, 7, 9])
    low, high = share_interval(counts, sizes)
    assert [*zip(low, high, strict=True)] == [share_interval(*pair) for pair in zip(counts, sizes, strict=True)]
    assert share_interval(0, 0) == (0, 1)


@given(st.floats(0.01, 0.99), st.floats(0, 0.05), st.integers(2, 50), st.integers(2, 50))
def test_the_interval_of_an_auc_turns_with_the_ranking(auc, variance, positives, negatives):
    low, high = auc_interval(auc, variance, positives=positives, negatives=negatives)
    turned = auc_interval(1 - auc, variance, positives=positives, negatives=negatives)
    assert turned == pytest.approx((1 - high, 1 - low))
    assert 0 <= low <= auc + 1e-12
    assert auc - 1e-12 <= high <= 1
    half = (
        t.ppf(0.975, min(positives, negatives) - 1) * variance**0.5 / (auc * (1 - auc))
    )  # the derivative of the log-odds
    assert (logit(low), logit(high)) == pytest.approx((logit(auc) - half, logit(auc) + half)) or half > 8


def test_a_perfect_ranking_is_as_sure_as_its_pairs_without_a_common_example():
    assert auc_interval(1, 0, positives=7, negatives=30) == share_interval(7, 7)
    assert auc_interval(0, 0, positives=30, negatives=7) == share_interval(0, 7)
    assert auc_interval(1, 0, positives=7, negatives=30, confidence=0.8) == share_interval(7, 7, confidence=0.8)


def test_one_score_for_all_has_no_width():
    assert auc_interval(0.5, 0, positives=3, negatives=4) == (expit(0), expit(0))


@given(VALUE, ROOM, ROOM, VALUE, ROOM, ROOM, st.floats(-1, 1))
def test_the_interval_of_a_difference_turns_with_it(a, below_a, above_a, b, below_b, above_b, correlation):
    first, second = (a, a - below_a, a + above_a), (b, b - below_b, b + above_b)
    low, high = interval_of_difference(first, second, correlation=correlation)
    assert low - 1e-12 <= a - b <= high + 1e-12
    turned = interval_of_difference(second, first, correlation=correlation)
    assert turned == pytest.approx((-high, -low), abs=1e-12)


@given(VALUE, VALUE, ROOM, ROOM, st.floats(-1, 1))
def test_of_symmetric_intervals_it_is_that_of_two_standard_errors(a, b, half_a, half_b, correlation):
    low, high = interval_of_difference(
        (a, a - half_a, a + half_a), (b, b - half_b, b + half_b), correlation=correlation
    )
    half = max(half_a**2 + half_b**2 - 2 * correlation * half_a * half_b, 0) ** 0.5
    assert (low, high) == pytest.approx((a - b - half, a - b + half), abs=1e-7)


@given(st.integers(1, 40), st.floats(-5, 5), st.data())
def test_a_sum_of_one_share_has_its_interval_weighted(m, weight, data):
    count = data.draw(st.integers(0, m))
    total, low, high = sum_interval([weight], [count], [m])
    assert total == pytest.approx(weight * count / m)
    assert [low, high] == pytest.approx(sorted(weight * end for end in share_interval(count, m)), abs=1e-9)


def test_sums_of_columns_are_those_of_each():
    weights, counts, sizes = np.array([[1, 2, 0.5], [3, -1, 0]]), np.array([[0, 3, 5], [2, 2, 9]]), [5, 9]
    together = np.transpose(sum_interval(weights, counts, sizes))
    apart = [sum_interval(weights[:, column], counts[:, column], sizes) for column in range(3)]
    assert np.allclose(together, apart)
    assert apart[0][0] == pytest.approx(0 / 5 + 3 * 2 / 9)


def test_the_ends_of_a_sum_are_farther_than_those_of_each_part_and_nearer_than_both_together():
    parts = [sum_interval([weight], [4], [10]) for weight in (0.5, 2)]
    total, low, high = sum_interval([0.5, 2], [4, 4], [10, 10])
    lows, highs = ([part[0] - part[1] for part in parts], [part[2] - part[0] for part in parts])
    assert total - low == pytest.approx(np.hypot(*lows))
    assert high - total == pytest.approx(np.hypot(*highs))


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 5)), min_size=2, unique_by=lambda row: row[0]))
def test_the_interval_of_a_mean_is_students_of_the_examples_one_by_one(rows):
    values, times = np.transpose(rows)
    assert mean_interval(values, times) == pytest.approx(ttest_1samp(np.repeat(values, times), 0).confidence_interval())


def test_the_mean_of_equal_values_has_no_width():
    assert mean_interval([0.3], [7]) == (0.3, 0.3)


# ---------------------------------------------------------------------------------------------
# Paired shares, precision at another share of positives, bands
# ---------------------------------------------------------------------------------------------


def exact_ends(count, m, confidence):
    """SciPy's quantiles of the beta distribution, which bound a share (Clopper and Pearson)."""
    tail = (1 - confidence) / 2
    low = beta.ppf(tail, count, m - count + 1) if count else 0
    return low, beta.isf(tail, count + 1, m - count) if count < m else 1


@given(st.integers(1, 60), st.data())
def test_a_paired_difference_of_shares_is_zou_and_donners(m, data):
    first = data.draw(st.integers(0, m))
    second, confidence = data.draw(st.integers(0, m - first)), data.draw(st.sampled_from([0.8, 0.95]))
    p, q = first / m, second / m
    correlation = -1 if first + second == m else -((p * q / ((1 - p) * (1 - q))) ** 0.5)
    (low_p, high_p), (low_q, high_q) = (exact_ends(count, m, confidence) for count in (first, second))
    below = (p - low_p) ** 2 + (high_q - q) ** 2 - 2 * correlation * (p - low_p) * (high_q - q)
    above = (high_p - p) ** 2 + (q - low_q) ** 2 - 2 * correlation * (high_p - p) * (q - low_q)
    interval = paired_share_difference(first, second, m, confidence=confidence)
    assert interval == pytest.approx((p - q, p - q - below**0.5, p - q + above**0.5), abs=1e-7)
    assert -1 - 1e-12 <= interval[1] <= interval[2] <= 1 + 1e-12


@pytest.mark.parametrize("p", [0.05, 0.25, 0.4, 0.5])
def test_a_paired_difference_of_shares_is_held_as_often_as_it_says(p):
    m = 50
    outcomes = [(a, b) for a in range(m + 1) for b in range(m + 1 - a)]
    held = [low <= 0 <= high for _value, low, high in (paired_share_difference(*outcome, m) for outcome in outcomes)]
    chance = multinomial(m, [p, p, 1 - 2 * p]).pmf([(a, b, m - a - b) for a, b in outcomes])
    assert 0.94 < chance @ held < (0.975 if p > 0.1 else 0.985)  # exact intervals are wide for few events


@given(st.integers(1, 30), st.integers(1, 30), st.data())
def test_precision_at_a_prior_is_that_of_a_sample_with_this_share(positives, negatives, data):
    tp, fp = data.draw(st.integers(0, positives)), data.draw(st.integers(0, negatives))
    prior = positives / (positives + negatives)
    precision = precision_at_prior(prior, tp / positives, fp / negatives)
    assert precision == pytest.approx(tp / (tp + fp) if tp + fp else np.nan, nan_ok=True)
    several = precision_at_prior(prior, [tp / positives] * 2, [0, 1])
    assert several == pytest.approx([1 if tp else np.nan, tp / (tp + negatives)], nan_ok=True)


@given(st.floats(0.01, 0.99), st.integers(1, 30), st.integers(1, 30), st.data())
def test_the_interval_of_a_precision_holds_that_of_all_rates_within_theirs(prior, positives, negatives, data):
    tp, fp = data.draw(st.integers(0, positives)), data.draw(st.integers(0, negatives))
    confidence = data.draw(st.sampled_from([0.8, 0.95]))
    low, high = precision_interval(prior, tp, fp, positives=positives, negatives=negatives, confidence=confidence)
    both = 1 - (1 - confidence) / 2
    corners = [
        prior * recall / (prior * recall + (1 - prior) * alarms)
        for recall in exact_ends(tp, positives, both)
        for alarms in exact_ends(fp, negatives, both)
        if recall + alarms > 0
    ]
    assert (low, high) == pytest.approx((min(corners), max(corners)))


def test_precision_intervals_of_many_counts_are_those_of_each():
    low, high = precision_interval(0.2, [0, 3], [1, 2], positives=4, negatives=5)
    one_by_one = [precision_interval(0.2, *counts, positives=4, negatives=5) for counts in [(0, 1), (3, 2)]]
    assert np.transpose([low, high]) == pytest.approx(np.array(one_by_one))


@given(st.lists(st.tuples(*[st.integers(0, 6)] * 4), min_size=1, max_size=6), st.lists(st.integers(-1, 8), min_size=1))
def test_a_union_of_boxes_covers_each_box_and_fills_gaps_from_both_neighbours(drawn, at):
    left = np.sort([box[0] for box in drawn])
    right = np.sort([max(box[0], box[1]) for box in drawn])
    right = np.maximum(left, right)
    low, high = np.array([box[2] for box in drawn]), np.array([box[2] + box[3] for box in drawn])
    band = union_of_boxes(at, [left, right], [low, high])
    for place, lowest, highest in zip(at, *band, strict=True):
        here = [i for i in range(len(drawn)) if left[i] <= place <= right[i]]
        if not here:
            before = [i for i in range(len(drawn)) if right[i] < place][-1:]
            here = before + [i for i in range(len(drawn)) if left[i] > place][:1]
        assert (lowest, highest) == (min(low[here]), max(high[here]))


def test_boxes_must_be_in_order():
    with pytest.raises(ValueError, match="x must hold ends that rise from box to box"):
        union_of_boxes([0.5], [[1, 0], [2, 1]], [[0, 0], [1, 1]])


# ---------------------------------------------------------------------------------------------
# Fractions of an example, groups, costs and operating points
# ---------------------------------------------------------------------------------------------


@given(st.integers(1, 60), st.data())
def test_of_whole_counts_clopper_and_pearsons_interval_is_that_of_a_share(m, data):
    count, effect = data.draw(st.integers(0, m)), data.draw(st.sampled_from([1, 2.5]))
    assert clopper_pearson(count, m, effect=effect) == share_interval(count, m, effect=effect)
    low, high = clopper_pearson(count, m, effect=effect)
    ends = exact_ends(count / effect, m / effect, 0.95)
    assert (low, high) == pytest.approx(ends)


def test_a_fraction_of_an_example_lies_between_its_neighbours():
    low, high = clopper_pearson([3, 3.5, 4], 10)
    assert (np.diff(low) > 0).all()
    assert (np.diff(high) > 0).all()


@given(st.lists(st.floats(-3, 3), min_size=4, max_size=12), st.data())
def test_a_design_effect_is_the_ratio_of_two_variances_counted_one_by_one(values, data):
    group = data.draw(st.lists(st.integers(0, 3), min_size=len(values), max_size=len(values)))
    if len(set(group)) < 2 or np.ptp(values) < 1e-3:
        return
    centered = np.array(values) - np.mean(values)
    together = sum(sum(c for c, g in zip(centered, group, strict=True) if g == number) ** 2 for number in set(group))
    together *= len(set(group)) / (len(set(group)) - 1)
    single = sum(c**2 for c in centered) * len(values) / (len(values) - 1)
    assert design_effect(values, group) == pytest.approx(max(together / single, 1))


def test_the_design_effect_of_copies_is_how_many_they_are():
    values = np.random.default_rng(0).normal(size=2000)
    assert design_effect(np.repeat(values, 5), np.repeat(np.arange(2000), 5)) == pytest.approx(5, rel=0.001)
    assert design_effect([1, 1, 1], [0, 0, 1]) == 1


@given(st.integers(1, 20), st.integers(1, 30), st.data())
def test_an_expected_cost_is_put_together_from_the_intervals_of_both_errors(positives, negatives, data):
    misses, alarms = data.draw(st.integers(0, positives)), data.draw(st.integers(0, negatives))
    sizes = {"positives": positives, "negatives": negatives, "cost_fn": 5, "cost_fp": 2}
    cost, low, high = expected_cost(misses, alarms, prior=0.3, **sizes)
    expected = sum_interval([1.5, 1.4], [misses, alarms], [positives, negatives])
    assert (cost, low, high) == pytest.approx((expected[0], max(expected[1], 0), min(expected[2], 2.9)))
    m = positives + negatives
    cost, low, high = expected_cost(misses, alarms, **sizes)
    shares = [
        (weight * misses_ / m, *(weight * end for end in exact_ends(misses_, m, 0.95)))
        for weight, misses_ in [(5, misses), (2, alarms)]
    ]
    rest = (m - misses) * (m - alarms)
    correlation = -((misses * alarms / rest) ** 0.5) if rest else -(1.0 if misses * alarms else 0.0)
    correlation = max(correlation, -1)
    (a, low_a, high_a), (b, low_b, high_b) = shares
    below = (a - low_a) ** 2 + (b - low_b) ** 2 + 2 * correlation * (a - low_a) * (b - low_b)
    above = (high_a - a) ** 2 + (high_b - b) ** 2 + 2 * correlation * (high_a - a) * (high_b - b)
    least = [0, 0]
    if 2 * (misses + alarms) > m:
        wrong, ends = (misses + alarms) / m, exact_ends(misses + alarms, m, 0.95)
        least = [2 * (wrong - ends[0]), 2 * (ends[1] - wrong)]
    ends = max(a + b - max(below**0.5, least[0]), 0), min(a + b + max(above**0.5, least[1]), 5)
    assert (cost, low, high) == pytest.approx((a + b, *ends), abs=1e-7)


@given(st.integers(2, 30), st.integers(2, 30))
def test_where_all_is_wrong_the_cost_of_equal_errors_has_the_interval_of_their_share(positives, negatives):
    interval = expected_cost(positives, negatives, positives=positives, negatives=negatives, cost_fn=3, cost_fp=3)
    low, high = exact_ends(positives + negatives, positives + negatives, 0.95)
    assert interval == pytest.approx((3, 3 * low, 3 * high))


@pytest.mark.trials
@pytest.mark.parametrize("costs", [(1, 1), (5, 1)])
def test_the_cost_of_decisions_that_are_nearly_always_wrong_is_held(costs):
    rng, held = np.random.default_rng(0), []
    for _ in range(1000):
        y, wrong = rng.random(60) < 0.5, rng.random(60) < 0.98
        sizes = {"positives": int(y.sum()), "negatives": int(60 - y.sum()), "cost_fn": costs[0], "cost_fp": costs[1]}
        _, low, high = expected_cost(int((y & wrong).sum()), int((~y & wrong).sum()), **sizes)
        held.append(low <= 0.98 * sum(costs) / 2 <= high)
    assert np.mean(held) > 0.94


@pytest.mark.trials
def test_the_cost_of_rare_positives_is_held_where_their_share_is_not_given():
    rng, held = np.random.default_rng(0), []
    for _ in range(1000):
        positives = max(rng.binomial(2000, 0.005), 1)
        misses, alarms = rng.binomial(positives, 0.3), rng.binomial(2000 - positives, 0.1)
        _, low, high = expected_cost(misses, alarms, positives=positives, negatives=2000 - positives, cost_fn=50)
        held.append(low <= 0.005 * 0.3 * 50 + 0.995 * 0.1 <= high)
    assert 0.94 < np.mean(held) < 0.99


@given(st.integers(0, 10), st.integers(0, 20), st.floats(0.05, 0.95))
def test_net_benefit_is_the_share_less_the_cost_in_false_negatives(misses, alarms, prior):
    errors = {"misses": misses, "false_alarms": alarms, "positives": 10, "negatives": 20, "cost_fn": 4, "cost_fp": 2}
    cost, low, high = expected_cost(**errors, prior=prior)
    assert net_benefit(**errors, prior=prior) == pytest.approx((prior - cost / 4, prior - high / 4, prior - low / 4))
    value, low, high = net_benefit(**errors)
    assert value == pytest.approx((10 - misses) / 30 - alarms / 30 / 2)
    assert low <= value <= high <= 1


@pytest.mark.parametrize(("confidence", "effect"), [(0.95, 1), (0.8, 1), (0.95, 4)])
@pytest.mark.parametrize(
    ("measure", "contributions", "shares"),
    [
        (expected_cost, [4, 2, 0], [0.1, 0.45, 0.45]),  # of a false negative, a false positive, any other example
        (net_benefit, [1, -0.5, 0], [0.3, 0.45, 0.25]),  # of a true positive, a false positive, any other example
    ],
)
def test_costs_and_net_benefits_of_many_examples_have_the_interval_of_a_mean(
    measure, contributions, shares, confidence, effect
):
    errors = {"misses": 100_000, "false_alarms": 450_000, "positives": 400_000, "negatives": 600_000}
    value, low, high = measure(**errors, cost_fn=4, cost_fp=2, confidence=confidence, effect=effect)
    mean = np.dot(shares, contributions)
    variance = effect * (np.dot(shares, np.square(contributions)) - mean**2) / 1_000_000
    distance = norm.isf((1 - confidence) / 2) * np.sqrt(variance)
    assert value == pytest.approx(mean)
    assert (value - low, high - value) == pytest.approx((distance, distance), rel=0.005)


@given(st.integers(1, 12), st.integers(1, 20), st.data())
def test_f1_and_its_ends(positives, negatives, data):
    tp, fp = data.draw(st.integers(0, positives)), data.draw(st.integers(0, negatives))
    value, low, high = f1_interval(tp, fp, positives=positives, negatives=negatives)
    assert value == pytest.approx(2 * tp / (2 * tp + fp + positives - tp))
    ends = exact_ends(tp, positives + fp, 0.95)
    assert (low, high) == pytest.approx([2 * end / (1 + end) for end in ends])
    prior = positives / (positives + negatives)
    at_prior = f1_interval(tp, fp, positives=positives, negatives=negatives, prior=prior)
    assert at_prior[0] == pytest.approx(value)
    corners = [
        2 * prior * tpr / (prior * tpr + prior + (1 - prior) * fpr)
        for tpr in exact_ends(tp, positives, 0.975)
        for fpr in exact_ends(fp, negatives, 0.975)
    ]
    assert at_prior[1:] == pytest.approx((min(corners), max(corners)))


@pytest.mark.parametrize("prior", [None, 0.1])
def test_groups_widen_the_intervals_of_f1_and_precision_like_fewer_examples(prior):
    few, many = (
        [{"positives": 10 * times, "negatives": 20 * times, "effect": times}, 8 * times, 3 * times] for times in (1, 5)
    )
    assert f1_interval(*many[1:], prior=prior, **many[0]) == pytest.approx(f1_interval(*few[1:], prior=prior, **few[0]))
    assert precision_interval(0.1, *many[1:], **many[0]) == pytest.approx(precision_interval(0.1, *few[1:], **few[0]))


@pytest.mark.parametrize(("tp", "fp"), [(11, 3), (8, 21)])
def test_f1_of_more_than_a_class_has_is_refused(tp, fp):
    with pytest.raises(ValueError, match="tp and fp must be at most 10 and 20, got more"):
        f1_interval(tp, fp, positives=10, negatives=20)


def test_recall_at_a_required_quality_is_the_largest_that_is_sure_and_the_largest_that_is_possible():
    recall, quality = [[0.1, 0.5, 0.7], [0.3, 0.8, 0.9]], [[0.9, 0.7, 0.2], [1, 0.9, 0.5]]
    assert recall_at_least(recall, quality, 0.8) == (0.1, 0.8)
    assert recall_at_least(recall, quality, 0.7) == (0.5, 0.8)
    assert recall_at_least(recall, quality, 0) == (0.7, 0.9)
    assert recall_at_least([[0.1], [0.3]], [[0.2], [0.4]], 0.5) == (0, 0)
