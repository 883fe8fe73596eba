"""Chapter 09: counts of scores, added in any order, and what rounding can change."""

import operator
import pickle
from functools import reduce
from math import inf
from operator import methodcaller

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score

from evalcore import costs, metrics
from evalcore.counts import ScoreCounts, count_scores
from evalcore.datasets import load_ranked_examples

approx = pytest.approx

LARGEST = float(np.finfo(float).max)
EMPTY = count_scores([], [])

labels = st.integers(0, 1)
few_values = st.integers(-2, 2).map(lambda number: number / 2)
borders = st.integers(-2000, 2000).map(lambda number: number / 2000)  # where rounding to 1, 2 or 3 decimals jumps
beside_borders = st.builds(np.nextafter, borders, st.sampled_from([-inf, inf])).map(float)
floats = st.floats(allow_nan=False, allow_infinity=False)
any_score = few_values | borders | beside_borders | floats
decimals = st.integers(-3, 6) | st.integers(-300, 300)


def part(values=any_score, min_size=0):
    """Draw ``(y_true, y_score)``, possibly empty or with one class only."""
    pairs = st.lists(st.tuples(labels, values), min_size=min_size, max_size=20)
    return pairs.map(lambda drawn: tuple(list(column) for column in zip(*drawn, strict=True)) or ([], []))


def joined(parts):
    """Return the labels and the scores of all parts together."""
    return [[value for examples in parts for value in examples[column]] for column in (0, 1)]


def has_both(y_true):
    return 0 < sum(y_true) < len(y_true)


def exactly(counts):
    """Return whether a table is sound: scores decrease strictly, and each row has examples."""
    falling = all(operator.gt(*pair) for pair in zip(counts.scores, counts.scores[1:], strict=False))
    return falling and (counts.positives + counts.negatives > 0).all()


# ---------------------------------------------------------------------------------------------
# Counting and adding counts
# ---------------------------------------------------------------------------------------------


@given(part())
def test_each_row_is_the_number_of_examples_of_its_score(examples):
    counts = count_scores(*examples)
    assert exactly(counts)
    pairs = list(zip(*examples, strict=True))
    assert counts.scores.tolist() == sorted(set(examples[1]), reverse=True)
    for score, positives, negatives in zip(counts.scores, counts.positives, counts.negatives, strict=True):
        assert (positives, negatives) == (pairs.count((1, score)), pairs.count((0, score)))


@given(st.lists(part() | part(st.integers(-5, 5)), min_size=1, max_size=5), st.randoms())
def test_parts_added_in_any_order_and_grouping_are_the_whole(parts, random):
    """Parts may have common scores, be empty, lack a class, or mix floats with whole numbers."""
    tables = [count_scores(*examples) for examples in parts]
    pairs = [(y, s) for examples in parts for y, s in zip(*examples, strict=True)]
    random.shuffle(tables)
    while len(tables) > 1:
        first, second = (tables.pop(random.randrange(len(tables))) for _ in range(2))
        tables.append(first + second)
    (total,) = tables
    assert exactly(total)
    assert total.scores.tolist() == sorted({s for _, s in pairs}, reverse=True)
    assert total.positives.tolist() == [sum(y for y, s in pairs if s == score) for score in total.scores]
    assert total.negatives.tolist() == [sum(1 - y for y, s in pairs if s == score) for score in total.scores]


@given(st.lists(part(), min_size=1, max_size=4))
def test_adding_parts_equals_counting_the_whole(parts):
    tables = [count_scores(*examples) for examples in parts]
    assert reduce(operator.add, tables) == sum(reversed(tables)) == count_scores(*joined(parts))


@given(part(), part())
def test_adding_leaves_the_parts_as_they_were(examples, more_examples):
    first, second = count_scores(*examples), count_scores(*more_examples)
    assert first + second == second + first
    assert (first, second) == (count_scores(*examples), count_scores(*more_examples))


@pytest.mark.parametrize("kind", [bool, np.int8, np.uint64, np.float16, np.float32, np.longdouble, float])
def test_scores_are_floats(kind):
    assert count_scores([0, 1], np.array([0, 1], kind)).scores.dtype == float
    mixed = count_scores([0, 1], np.array([0, 1], kind)) + count_scores([1], [0.5])
    assert mixed.scores.tolist() == [1, 0.5, 0]


def test_a_score_of_low_precision_is_another_number_than_the_float_of_that_name():
    mixed = count_scores([1], np.array([0.3], np.float32)) + count_scores([0], [0.3])
    assert mixed.scores.tolist() == [float(np.float32(0.3)), 0.3]
    assert mixed.rounded(2).scores.tolist() == [0.3]


def test_counts_are_whole_numbers_of_64_bits():
    counts = count_scores([1, 0, 0], [0.5, 0.25, 0.25])
    for table in (EMPTY, counts, counts + counts, counts.rounded(1), counts.resampled(np.random.default_rng(0))):
        assert table.positives.dtype == table.negatives.dtype == np.int64


@pytest.mark.parametrize("label", [0, 1])
def test_scores_that_differ_in_their_last_bit_have_a_row_each(label):
    """The scores have either sign, from the smallest to the largest float; 0 and -0 are one score."""
    sizes = [0.0, np.nextafter(0, 1), 0.3, np.nextafter(0.3, 1), 1.0, np.nextafter(LARGEST, 0), LARGEST]
    scores = [sign * size for size in sizes for sign in (1, -1)]
    counts = count_scores([label, 1 - label] * len(sizes), scores)
    assert counts.scores.tolist() == sorted(set(scores), reverse=True)
    of_label, of_other = (counts.positives, counts.negatives) if label else (counts.negatives, counts.positives)
    assert of_label.tolist() == [1] * len(sizes) + [0] * (len(sizes) - 1)
    assert of_other.tolist() == [0] * (len(sizes) - 1) + [1] * len(sizes)


def test_counts_are_compared_by_what_they_hold():
    counts = count_scores([1, 0], [0.5, 0.25])
    assert counts != count_scores([1, 0], [0.5, 0.75])
    assert counts != count_scores([0, 1], [0.5, 0.25])
    assert counts != count_scores([1, 0, 0], [0.5, 0.25, 0.25])
    assert counts != counts.rounded(2)
    assert counts != "counts"
    assert pickle.loads(pickle.dumps(counts.rounded(2))) == counts.rounded(2)
    with pytest.raises(TypeError):
        counts + 1


# ---------------------------------------------------------------------------------------------
# Tables from elsewhere
# ---------------------------------------------------------------------------------------------


@given(part(), st.randoms(), st.sampled_from([list, np.array, tuple]))
def test_a_table_of_elsewhere_is_put_in_order_and_its_equal_scores_are_joined(examples, random, kind):
    """The table has one row per example, in any order, with many equal scores."""
    rows = [(score, label, 1 - label) for label, score in zip(*examples, strict=True)]
    random.shuffle(rows)
    columns = [kind(column) for column in zip(*rows, strict=True)] or [kind([])] * 3
    assert ScoreCounts(*columns) == count_scores(*examples)


def test_ascending_scores_keep_their_counts():
    table = ScoreCounts([0.1, 0.4, 0.9], [0, 1, 2], [2, 0, 0])
    assert table.auc == 1
    assert table.roc().thresholds.tolist() == [inf, 0.9, 0.4, 0.1]


def test_what_is_given_is_left_as_it_was_and_rows_without_examples_are_left_out():
    columns = [np.array(column) for column in ([0.0, 1.0, 0.5], [1, 2, 0], [3.0, 0.0, 0.0])]
    table = ScoreCounts(*columns)
    assert [column.tolist() for column in columns] == [[0, 1, 0.5], [1, 2, 0], [3, 0, 0]]
    assert [table.scores.tolist(), table.positives.tolist(), table.negatives.tolist()] == [[1, 0], [2, 1], [0, 3]]
    assert table.positives.dtype == table.negatives.dtype == np.int64


# ---------------------------------------------------------------------------------------------
# Curves and measures of chapters 04 and 05, from the sum of the parts
# ---------------------------------------------------------------------------------------------


@given(st.lists(part(), min_size=2, max_size=4))
def test_curves_and_measures_of_a_sum_are_those_of_all_examples(parts):
    y_true, y_score = joined(parts)
    assume(has_both(y_true))
    total = sum((count_scores(*examples) for examples in parts), EMPTY)
    for ours, theirs in [
        (total.roc(), metrics.roc_curve(y_true, y_score)),
        (total.precision_recall(), metrics.precision_recall_curve(y_true, y_score)),
        (costs.cost_curve(total.roc()), costs.cost_curve(metrics.roc_curve(y_true, y_score))),
    ]:
        for column, expected in zip(ours, theirs, strict=True):
            np.testing.assert_array_equal(column, expected)
    single = metrics.roc_auc_score, metrics.rank_loss, metrics.break_even_point
    assert (total.auc, total.rank_loss, total.break_even_point) == tuple(f(y_true, y_score) for f in single)
    for threshold in [inf, *total.scores.tolist(), -inf]:
        assert metrics.ConfusionMatrix(*total.outcomes(threshold)) == metrics.confusion_at(y_true, y_score, threshold)


@given(part(few_values | borders, min_size=4))
def test_the_variance_of_the_auc_is_that_of_delong(examples):
    y_true, y_score = examples
    assume(2 <= sum(y_true) <= len(y_true) - 2)
    expected = metrics.auc_covariance(y_true, [y_score])[0, 0]
    assert count_scores(y_true, y_score).auc_variance == approx(expected, abs=1e-12)


@pytest.mark.parametrize("share", [None, 0.05, 0.7])
@settings(max_examples=10)
@given(examples=part(few_values | borders, min_size=4))
def test_the_average_precision_is_that_of_scikit_learn_with_the_variance_of_its_slopes(share, examples):
    """The variance is that of the infinitesimal jackknife: derivatives by the examples' weights, class by class."""
    y, y_score = (np.array(column) for column in examples)
    assume(2 <= y.sum() <= len(y) - 2)
    p = y.mean() if share is None else share
    weights = np.where(y, p, 1 - p) / np.bincount(y)[y]

    def average(step, bumped):
        factors = 1 + step * (np.arange(len(y)) == bumped)
        return average_precision_score(y, y_score, sample_weight=weights * factors)

    slopes = np.array([(average(1e-5, i) - average(-1e-5, i)) / 2e-5 for i in range(len(y))])
    variance = sum(np.var(slopes[y == c], ddof=1) * (y == c).sum() for c in (0, 1))
    if share is None:
        variance += slopes[y == 1].sum() ** 2 / (p * (1 - p)) / len(y)
    value, own = count_scores(y, y_score).average_precision(share)
    assert value == approx(average(0, 0))
    assert own == approx(variance, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("share", [None, 0.05, 0.7])
def test_the_average_precision_of_a_perfect_ranking_is_exactly_1(share):
    for n in range(2, 120):
        assert count_scores([1] * n + [0] * n, -np.arange(2 * n)).average_precision(share) == (1, 0)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 9)), min_size=2), st.integers(1, 12))
def test_groups_of_probabilities_are_those_of_the_examples(examples, groups):
    y, tenths = np.transpose(examples)
    assume(has_both(y))
    from_counts, expected = (
        count_scores(y, tenths / 9).calibration_groups(groups),
        metrics.calibration_groups(y, tenths / 9, groups=groups),
    )
    assert [part.tolist() for part in from_counts[1:]] == [part.tolist() for part in expected[1:]]
    assert {part.dtype.kind for part in from_counts[1:]} == {"i"}  # because 3.0 is converted to 3
    assert from_counts.predicted == approx(expected.predicted)


def test_scores_that_are_no_probabilities_have_no_groups():
    with pytest.raises(ValueError, match=r"finite numbers in \[0, 1\]"):
        count_scores([0, 1], [0.5, 2]).calibration_groups()


@pytest.mark.parametrize("other", [1, 0.0, None, "0"])
def test_nothing_but_counts_is_added(other):
    """The only exception is the 0 with which ``sum`` begins."""
    part = count_scores([1, 0], [0.9, 0.1])
    assert 0 + part is part
    with pytest.raises(TypeError):
        other + part


def test_the_mean_of_the_parts_is_not_the_auc_of_the_whole():
    """Two parts by hand: each ranks its own pair correctly, but one pair across the parts is misordered."""
    parts = [count_scores([1, 0], [0.9, 0.8]), count_scores([1, 0], [0.3, 0.2])]
    assert [counts.auc for counts in parts] == [1, 1]
    assert sum(parts, EMPTY).auc == 0.75


def test_more_pairs_than_64_bits_count():
    """Ten thousand million examples of each class make 10**20 pairs."""
    many = 10**10
    counts = ScoreCounts(np.array([0.9, 0.5, 0.1]), np.array([many, many, 0]), np.array([0, many, many]))
    assert counts.auc == 0.875
    assert counts.rank_loss == 0.125
    rounded = counts.rounded(0)  # to 1, 0 and 0: the two lower rows become one
    assert rounded.auc_bounds == (0.5, 1)


def test_pairs_that_are_just_too_many_for_64_bits_once_they_are_doubled():
    """With 2**31 of each class, every positive before every negative, there are 2**62 pairs."""
    counts = ScoreCounts(np.array([0.9, 0.1]), np.array([2**31, 0]), np.array([0, 2**31]))
    assert (counts.auc, counts.rank_loss) == (1, 0)


def test_one_wrong_pair_among_10_to_the_20_is_seen():
    many = 10**10
    counts = ScoreCounts(np.arange(4.0)[::-1], np.array([many - 1, 0, 1, 0]), np.array([0, 1, 0, many - 1]))
    assert counts.rank_loss == 1e-20


def test_more_examples_than_64_bits_add_up_are_refused():
    many = np.full(2400, 10**15)
    half = ScoreCounts(np.arange(2400) / 4800, many, many * 0)
    assert int(half.positives.sum()) == 24 * 10**17
    refused = r"^the counts must be of fewer than 2\*\*62 examples in all, got 4\.8e\+18$"
    with pytest.raises(ValueError, match=refused):
        _ = half + half
    with pytest.raises(ValueError, match=refused):
        ScoreCounts(np.arange(2400) / 4800, many, many)
    with pytest.raises(ValueError, match=r"fewer than 2..62 examples in all, got 2e.19"):  # too many for 64 bits
        ScoreCounts(np.arange(10_000), np.full(10_000, 10**15), np.full(10_000, 10**15))


def test_groups_of_more_examples_than_64_bits_multiply():
    few, many = (ScoreCounts(np.arange(20) / 20, *[np.full(20, count)] * 2) for count in (1, 10**15))
    for groups in (10, 1000):
        multiplied, expected = many.calibration_groups(groups), few.calibration_groups(groups)
        assert multiplied.examples.tolist() == (expected.examples * 10**15).tolist()
        assert multiplied.predicted == approx(expected.predicted)


METHODS = ("average_precision", "roc", "precision_recall")


class TestAClassIsMissing:
    counts = count_scores([1, 1], [0.5, 0.25])
    needs = (
        "auc",
        "rank_loss",
        "auc_bounds",
        "break_even_point",
        "auc_variance",
        "average_precision",
        "roc",
        "precision_recall",
    )

    @pytest.mark.parametrize("name", needs)
    def test_what_needs_both_classes_names_the_missing_one(self, name):
        none, wanted = ("0", "two") if name in ("auc_variance", "average_precision") else ("no", "both classes")
        for examples, missing in [(([1, 1], [1, 2]), "negative example .class 0."),
                                  (([0], [1]), "positive example .class 1."),
                                  (([], []), "positive example .class 1.")]:  # fmt: skip
            counts = count_scores(*examples)
            with pytest.raises(ValueError, match=f"^the counts have {none} {missing}; expected {wanted}$"):
                methodcaller(name)(counts) if name in METHODS else getattr(counts, name)

    def test_what_needs_two_of_each_says_so(self):
        with pytest.raises(ValueError, match=r"the counts have 1 negative example .class 0.; expected two"):
            _ = count_scores([1, 1, 0], [0.5, 0.25, 0.1]).auc_variance

    @pytest.mark.parametrize(
        "nothing", [[], (), np.empty(0), np.empty(0, bool)], ids=["list", "tuple", "floats", "labels"]
    )
    def test_no_examples_are_a_legal_part(self, nothing):
        assert count_scores(nothing, nothing) == EMPTY
        assert count_scores(nothing, nothing).scores.dtype == float

    def test_it_is_a_legal_part(self):
        assert (self.counts + count_scores([0], [0.3])).auc == 0.5
        assert self.counts.outcomes(0.5) == (1, 1, 0, 0)
        for beyond in (2**1024, 10**400):  # the smallest whole number that overflows a float, and another
            with pytest.raises(ValueError, match="must be a number"):
                self.counts.outcomes(beyond)
        assert (self.counts + EMPTY) == (EMPTY + self.counts) == self.counts


# ---------------------------------------------------------------------------------------------
# Rounded scores
# ---------------------------------------------------------------------------------------------


@given(floats | any_score, floats | any_score, decimals)
@example(LARGEST, float(np.nextafter(LARGEST, 0)), -308 + 8)
@example(0.285, 0.28500000000000003, 2)
def test_rounding_never_falls(score_a, score_b, places):
    low, high = (count_scores([1], [score]).rounded(places).scores[0] for score in sorted([score_a, score_b]))
    assert low <= high
    assert np.isfinite([low, high]).all()


@given(part(min_size=2), decimals)
def test_rounding_only_makes_ties(examples, places):
    y_true, y_score = examples
    rounded = count_scores(y_true, y_score).rounded(places)
    assert exactly(rounded)
    with np.errstate(over="ignore"):
        expected = np.round(y_score, places)
    again = count_scores(y_true, np.where(np.isinf(expected), y_score, expected))
    for name in ("scores", "positives", "negatives"):
        np.testing.assert_array_equal(getattr(rounded, name), getattr(again, name))


def holds(bounds, y_true, y_score):
    low, high = bounds
    return 0 <= low <= metrics.roc_auc_score(y_true, y_score) <= high <= 1


@pytest.mark.trials
@settings(max_examples=150)
@given(part(min_size=2), decimals)
def test_the_bounds_hold_the_auc_of_the_unrounded_scores(examples, places):
    assume(has_both(examples[0]))
    counts = count_scores(*examples)
    assert holds(counts.rounded(places).auc_bounds, *examples)
    assert counts.auc_bounds == (counts.auc, counts.auc)


@pytest.mark.trials
@settings(max_examples=150)
@given(st.lists(part(any_score), min_size=2, max_size=4),
       st.lists(decimals, min_size=1, max_size=3))  # fmt: skip
def test_the_bounds_hold_for_sums_of_parts_that_are_rounded_once_or_more(parts, places):
    assume(has_both(joined(parts)[0]))

    def all_rounded(counts):
        return reduce(ScoreCounts.rounded, places, counts)

    exact = sum((count_scores(*examples) for examples in parts), EMPTY)
    total = sum((all_rounded(count_scores(*examples)) for examples in parts), EMPTY)
    assert total == all_rounded(exact)
    low, high = total.auc_bounds
    assert 0 <= low <= exact.auc <= high <= 1
    assert (low, high) == all_rounded(exact).auc_bounds


@given(part(min_size=2), st.integers(0, 5))
def test_the_width_is_the_share_of_pairs_that_rounding_may_have_tied(examples, places):
    """These are the pairs with the same rounded score, except in rows where all scores were equal."""
    y_true, y_score = examples
    assume(has_both(y_true) and np.abs(y_score).max() < 1e300)  # np.round overflows for larger numbers
    rounded = count_scores(y_true, y_score).rounded(places)
    low, high = rounded.auc_bounds
    rows = np.round(y_score, places)
    tied = 0
    for row in set(rows.tolist()):
        inside = [(s, y) for s, r, y in zip(y_score, rows, y_true, strict=True) if r == row]
        if len({s for s, _ in inside}) > 1:
            positives = sum(y for _, y in inside)
            tied += positives * (len(inside) - positives)
    pairs = sum(y_true) * (len(y_true) - sum(y_true))
    assert high - low == approx(tied / pairs, abs=1e-12)
    assert rounded.auc == approx((low + high) / 2, abs=1e-12)


def test_scores_that_are_that_short_already_lose_nothing():
    counts = count_scores(*load_ranked_examples())
    assert counts.rounded(3).auc_bounds == counts.rounded(2).auc_bounds == (0.68, 0.68)
    low, high = counts.rounded(1).auc_bounds
    assert low < 0.68 < high


@given(part(min_size=2), st.integers(0, 3))
def test_every_vertex_of_the_rounded_curve_lies_on_the_exact_one_and_the_bounds_are_the_triangles(examples, places):
    """Its thresholds move by at most half a step; the rest of the exact curve is in the rectangles of the vertices."""
    assume(has_both(examples[0]) and np.abs(examples[1]).max() < 1e300)
    exact = count_scores(*examples)
    rounded = exact.rounded(places)
    points = set(zip(*exact.roc()[:2], strict=True))
    assert points >= set(zip(*rounded.roc()[:2], strict=True))
    moved = np.round(exact.scores, places) - exact.scores
    assert (abs(moved) <= 0.5 * 10.0**-places + 1e-12 * abs(exact.scores)).all()
    triangles = np.diff(rounded.roc().fpr) * np.diff(rounded.roc().tpr) / 2
    several = [len(set(exact.scores[np.round(exact.scores, places) == score])) > 1 for score in rounded.scores]
    low, high = rounded.auc_bounds
    assert (high - low) / 2 == approx(triangles[several].sum(), abs=1e-12)


def test_only_rounded_knows_what_was_lost():
    """Scores that were rounded before counting give the exact AUC of the rounded scores."""
    y_true, y_score = [1, 0, 1, 0], [0.91, 0.94, 0.5, 0.1]
    others = count_scores(y_true, np.round(y_score, 1))
    assert others.auc_bounds == (others.auc, others.auc) == (0.625, 0.625)
    assert count_scores(y_true, y_score).rounded(1).auc_bounds == (0.5, 0.75)


@pytest.mark.parametrize("decimals", [0, 10, 300])
def test_scores_too_large_for_decimals_are_rounded_to_themselves(decimals):
    """np.round turns them into infinity, because it multiplies by 10**decimals before it rounds."""
    largest = np.finfo(float).max
    for scores in ([largest, 1e300, 1e299], [-1e299, -1e300, -largest]):
        rounded = count_scores([1, 0, 1], scores).rounded(decimals).scores
        np.testing.assert_allclose(rounded, scores, rtol=1e-8)


def test_parts_that_were_rounded_otherwise_are_refused():
    counts = count_scores([1, 0], [0.25, 0.5])
    with pytest.raises(ValueError, match="parts must be rounded alike, got 2 and 3 decimals"):
        counts.rounded(2) + counts.rounded(3)
    with pytest.raises(ValueError, match="parts must be rounded alike, got 3, then 2 and all decimals"):
        counts.rounded(3).rounded(2) + counts
    assert EMPTY.rounded(2) + counts == counts + EMPTY.rounded(3) == counts


# ---------------------------------------------------------------------------------------------
# The Poisson bootstrap
# ---------------------------------------------------------------------------------------------


class TestPoissonBootstrap:
    counts = count_scores([1, 1, 1, 0, 0, 1, 0], [4, 4, 3, 3, 2, 1, 1])

    @pytest.mark.trials
    def test_each_example_comes_a_poisson_number_of_times(self):
        """The mean and the variance of each count are the number of examples."""
        rng = np.random.default_rng(0)
        drawn = np.zeros((4000, 4))
        for sample in drawn:
            resample = self.counts.resampled(rng)
            assert exactly(resample)
            sample[np.isin(self.counts.scores, resample.scores)] = resample.positives
        np.testing.assert_allclose(drawn.mean(axis=0), self.counts.positives, atol=0.08)
        np.testing.assert_allclose(drawn.var(axis=0), self.counts.positives, atol=0.12)
        off_diagonal = np.cov(drawn.T) - np.diag(np.diag(np.cov(drawn.T)))
        assert abs(off_diagonal).max() < 0.1

    def test_samples_of_rounded_parts_are_rounded_parts(self):
        rng = np.random.default_rng(1)
        rounded = count_scores(np.arange(200) % 2, np.random.default_rng(0).random(200)).rounded(1)
        sample = rounded.resampled(rng) + rounded.resampled(rng)
        low, high = sample.auc_bounds
        assert sample.rounding == (1,)
        assert low < sample.auc < high

    def test_a_sample_without_any_example_is_an_empty_part(self):
        rounded = count_scores([1], [0.25]).rounded(1)
        assert EMPTY in [rounded.resampled(np.random.default_rng(seed)) for seed in range(20)]

    def test_a_sample_knows_still_which_rows_rounding_made(self):
        """Only the row 0.1 comes from two scores; 0.3 is one score, with an example of each class."""
        rounded = count_scores([1, 0, 1, 0, 1], [0.11, 0.12, 0.3, 0.3, 0.2]).rounded(1)
        sizes = set()
        for seed in range(40):
            sample = rounded.resampled(np.random.default_rng(seed))
            positives, negatives = sample.positives.sum(), sample.negatives.sum()
            if positives and negatives:
                low, high = sample.auc_bounds
                row = sample.scores == 0.1
                tied = sample.positives[row].sum() * sample.negatives[row].sum()
                assert high - low == approx(tied / (positives * negatives))
                sizes.add(len(sample.scores))
        assert sizes == {1, 2, 3}

    @pytest.mark.trials
    def test_its_spread_is_that_of_the_ordinary_bootstrap(self):
        rng = np.random.default_rng(2)
        y_true = np.arange(300) % 3 == 0
        y_score = rng.normal(size=300) + y_true
        counts = count_scores(y_true, y_score)
        poisson = [counts.resampled(rng).auc for _ in range(1500)]
        places = rng.integers(300, size=(1500, 300))
        ordinary = [metrics.roc_auc_score(y_true[place], y_score[place]) for place in places]
        assert np.std(poisson) == approx(np.std(ordinary), rel=0.1)
        assert np.std(poisson) == approx(np.sqrt(counts.auc_variance), rel=0.1)
        assert np.mean(poisson) == approx(counts.auc, abs=0.005)
