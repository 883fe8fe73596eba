"""Chapter 04: the measures agree with the lecture, with their definitions and with scikit-learn."""

from dataclasses import astuple
from itertools import combinations, permutations
from math import inf, isnan, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as sklearn
from sklearn.calibration import calibration_curve

from evalcore.datasets import load_ranked_examples
from evalcore.metrics import (
    ConfusionMatrix,
    auc_covariance,
    auc_influence,
    break_even_point,
    calibration_groups,
    confusion_at,
    confusion_matrix,
    macro_average,
    micro_average,
    precision_recall_curve,
    rank_loss,
    roc_auc_score,
    roc_curve,
)

approx = pytest.approx

# ---------------------------------------------------------------------------------------------
# The lecture's example, section ROC 与 AUC: twenty test examples
# ---------------------------------------------------------------------------------------------

TWENTY = load_ranked_examples()

PRINTED_POINTS = """
(0,0.1) (0,0.2) (0.1,0.2) (0.1,0.3) (0.1,0.4) (0.1,0.5) (0.2,0.5) (0.3,0.5) (0.3,0.6) (0.4,0.6)
(0.4,0.7) (0.5,0.7) (0.5,0.8) (0.6,0.8) (0.7,0.8) (0.8,0.8) (0.8,0.9) (0.9,0.9) (0.9,1) (1,1)
"""


class TestProblem1ThresholdAtOneHalf:
    """问题 1：令阈值为 0.5，计算错误率、精度、查准率、查全率与 F1."""

    cm = confusion_at(*TWENTY, threshold=0.5)

    def test_confusion_matrix(self):
        assert self.cm == ConfusionMatrix(tp=6, fn=4, fp=4, tn=6)

    @pytest.mark.parametrize(
        ("measure", "value"),
        [("error_rate", 0.4), ("accuracy", 0.6), ("precision", 0.6), ("recall", 0.6), ("f1", 0.6)],
    )
    def test_measures(self, measure, value):
        assert getattr(self.cm, measure) == approx(value)


class TestProblem2RocCurveAndAuc:
    """问题 2：画出 ROC 曲线并计算 AUC 的值."""

    roc = roc_curve(*TWENTY)

    def test_the_table_of_points(self):
        printed = [tuple(map(float, point.strip("()").split(","))) for point in PRINTED_POINTS.split()]
        assert list(zip(self.roc.fpr, self.roc.tpr, strict=True)) == [(0, 0), *printed]
        assert self.roc.thresholds.tolist() == [inf, *TWENTY[1]]

    def test_auc_by_2_20_term_by_term(self):
        x, y = self.roc.fpr, self.roc.tpr
        steps = np.diff(x) * (y[1:] + y[:-1])
        terms = [steps[y[:-1] == height].sum() for height in np.unique(y)]
        printed = [0.1 * 0.4, 0.2 * 1.0, 0.1 * 1.2, 0.1 * 1.4, 0.3 * 1.6, 0.1 * 1.8, 0.1 * 2]
        assert [term for term in terms if term > 0] == approx(printed)
        assert sum(terms) / 2 == approx(0.68) == self.roc.auc == roc_auc_score(*TWENTY)

    def test_the_rank_loss_is_32_discordant_of_100_pairs(self):
        y_true, y_score = TWENTY
        discordant = y_score[y_true == 1][:, None] < y_score[y_true == 0]
        assert (discordant.sum(), discordant.size) == (32, 100)
        assert rank_loss(*TWENTY) == 0.32

    @pytest.mark.parametrize(
        ("threshold", "none", "point"),
        [(inf, ("tp", "fp"), (0, 0)), (-inf, ("fn", "tn"), (1, 1))],
    )
    def test_the_corners_of_the_curve_as_corrected(self, threshold, none, point):
        cm = confusion_at(*TWENTY, threshold)
        assert (cm.fpr, cm.tpr) == point
        assert [getattr(cm, name) for name in none] == [0, 0]

    def test_the_point_nearest_the_corner_does_not_have_the_fewest_errors(self):
        distance = np.hypot(self.roc.fpr, 1 - self.roc.tpr)
        errors = [20 * confusion_at(*TWENTY, threshold).error_rate for threshold in self.roc.thresholds]
        nearest, fewest = np.argmin(distance), np.argmin(errors)
        assert (distance[nearest], errors[nearest]) == approx((0.5, 7))
        assert (self.roc.thresholds[fewest], errors[fewest]) == approx((0.54, 6))


def test_break_even_point_of_the_twenty():
    """平衡点：查准率 = 查全率时的取值."""
    assert break_even_point(*TWENTY) == 0.6


class TestMacroAndMicro:
    """宏查准率、宏查全率与宏 F1: three classes where all the averages differ."""

    matrices = (ConfusionMatrix(8, 2, 2, 8), ConfusionMatrix(1, 3, 0, 16), ConfusionMatrix(3, 3, 6, 8))

    def test_method_one_averages_the_measures(self):
        precision, recall = (0.8 + 1 + 1 / 3) / 3, (0.8 + 0.25 + 0.5) / 3
        harmonic = 2 * precision * recall / (precision + recall)
        assert macro_average(self.matrices) == approx((precision, recall, harmonic))

    def test_method_two_averages_the_counts(self):
        assert micro_average(self.matrices) == approx((12 / 20, 12 / 20, 12 / 20))

    def test_scikit_learn_means_another_macro_f1(self):
        mean_of_f1s = np.mean([cm.f1 for cm in self.matrices])
        assert (mean_of_f1s, macro_average(self.matrices).f1) == approx((1.6 / 3, 0.598492))


# ---------------------------------------------------------------------------------------------
# Drawn inputs: unequal classes, duplicates and ties of both classes
# ---------------------------------------------------------------------------------------------

labels = st.integers(0, 1)
few_values = st.integers(-2, 2).map(lambda number: number / 2)
many_values = st.floats(-1e6, 1e6, allow_subnormal=False)


def _arrays(pairs):
    y_true, y_score = zip(*pairs, strict=True)
    return np.array(y_true), np.array(y_score)


def rankings(max_size=40, values=few_values | many_values):
    """Draw ``(y_true, y_score)`` with at least one example of each class."""
    pairs = st.lists(st.tuples(labels, values), min_size=2, max_size=max_size)
    return pairs.filter(lambda drawn: len({label for label, _ in drawn}) == 2).map(_arrays)


counts = st.integers(0, 50)
any_matrix = st.builds(ConfusionMatrix, *[counts] * 3, st.integers(1, 50))
defined_matrix = st.builds(ConfusionMatrix, st.integers(1, 50), *[counts] * 3)
betas = st.floats(0.01, 100)

# ---------------------------------------------------------------------------------------------
# Equal to scikit-learn
# ---------------------------------------------------------------------------------------------


@given(st.lists(st.tuples(labels, labels), min_size=1, max_size=40), betas)
def test_confusion_matrix_and_its_measures_equal_scikit_learn(pairs, beta):
    y_true, y_pred = _arrays(pairs)
    cm = confusion_matrix(y_true, y_pred)
    assert astuple(cm) == tuple(sklearn.confusion_matrix(y_true, y_pred, labels=[1, 0]).ravel())
    undefined = {"zero_division": nan}
    assert cm.accuracy == approx(sklearn.accuracy_score(y_true, y_pred))
    assert cm.error_rate == approx(sklearn.zero_one_loss(y_true, y_pred))
    assert cm.precision == approx(sklearn.precision_score(y_true, y_pred, **undefined), nan_ok=True)
    assert cm.recall == approx(sklearn.recall_score(y_true, y_pred, **undefined), nan_ok=True)
    assert cm.f1 == approx(sklearn.f1_score(y_true, y_pred, **undefined), nan_ok=True)
    expected = sklearn.fbeta_score(y_true, y_pred, beta=beta, **undefined)
    assert cm.fbeta(beta) == approx(expected, nan_ok=True)


@given(rankings())
def test_roc_curve_equals_scikit_learn(ranking):
    for ours, theirs in zip(roc_curve(*ranking), sklearn.roc_curve(*ranking, drop_intermediate=False), strict=True):
        np.testing.assert_array_equal(ours, theirs)


@given(rankings())
def test_auc_equals_scikit_learn(ranking):
    assert roc_auc_score(*ranking) == approx(sklearn.roc_auc_score(*ranking))


@given(rankings())
def test_precision_recall_curve_equals_scikit_learn_from_the_other_end_without_its_last_point(ranking):
    precision, recall, thresholds = sklearn.precision_recall_curve(*ranking)
    ours = precision_recall_curve(*ranking)
    np.testing.assert_allclose(ours.precision, precision[-2::-1])
    np.testing.assert_allclose(ours.recall, recall[-2::-1])
    np.testing.assert_array_equal(ours.thresholds, thresholds[::-1])


memberships = st.lists(st.tuples(*[labels] * 6), min_size=1, max_size=30).map(np.array)


@given(memberships)
def test_macro_and_micro_equal_scikit_learn_on_three_classes(table):
    """Each example may belong to several classes, so that micro precision and recall differ."""
    table = np.vstack([table, [1] * 6])  # so that each class occurs and is predicted
    y_true, y_pred = table[:, :3], table[:, 3:]
    matrices = [confusion_matrix(y_true[:, k], y_pred[:, k]) for k in range(3)]
    macro, micro = macro_average(matrices), micro_average(iter(matrices))
    for average, ours in [("macro", macro), ("micro", micro)]:
        precision, recall, f1, _ = sklearn.precision_recall_fscore_support(y_true, y_pred, average=average)
        assert (ours.precision, ours.recall) == approx((precision, recall))
        mean_of_f1 = np.mean([cm.f1 for cm in matrices])
        assert f1 == approx(mean_of_f1 if average == "macro" else ours.f1)


# ---------------------------------------------------------------------------------------------
# Laws of the confusion matrix
# ---------------------------------------------------------------------------------------------


@given(any_matrix)
def test_accuracy_and_error_rate_and_the_rates_of_each_class_add_up_to_one(cm):
    assert cm.accuracy + cm.error_rate == approx(1)
    assert cm.tnr + cm.fpr == approx(1)
    assert cm.tpr + cm.fnr == approx(1 if cm.tp + cm.fn else nan, nan_ok=True)
    assert cm.tpr == approx(cm.recall, nan_ok=True)


@given(any_matrix)
def test_rates_lie_between_zero_and_one_or_are_nan(cm):
    rates = [cm.error_rate, cm.accuracy, cm.precision, cm.recall, cm.fpr, cm.tnr, cm.fnr, cm.f1]
    assert all(0 <= rate <= 1 or isnan(rate) for rate in rates)


@given(defined_matrix)
def test_precision_and_recall_share_the_true_positives(cm):
    assert cm.precision * (cm.tp + cm.fp) == approx(cm.tp) == cm.recall * (cm.tp + cm.fn)


@given(defined_matrix)
def test_f1_is_the_harmonic_mean_and_the_form_in_counts(cm):
    assert 1 / cm.f1 == approx((1 / cm.precision + 1 / cm.recall) / 2)
    assert cm.f1 == approx(2 * cm.tp / (cm.total + cm.tp - cm.tn))


@given(defined_matrix, betas)
def test_fbeta_is_the_harmonic_mean_in_which_recall_counts_beta_squared_times(cm, beta):
    assert (1 + beta**2) / cm.fbeta(beta) == approx(1 / cm.precision + beta**2 / cm.recall)


@given(defined_matrix, betas)
def test_exchanging_the_two_errors_exchanges_precision_and_recall_and_inverts_beta(cm, beta):
    other = ConfusionMatrix(cm.tp, cm.fp, cm.fn, cm.tn)
    assert (other.precision, other.recall) == (cm.recall, cm.precision)
    assert other.fbeta(1 / beta) == approx(cm.fbeta(beta))


@given(st.lists(st.booleans(), min_size=1, max_size=30).filter(any), betas, betas)
def test_a_larger_beta_never_shortens_the_best_list(labels, beta, other):
    """If a longer list of predicted positives is as good as a shorter one, it stays so when recall gets more weight."""
    true_positives, positives = np.cumsum(labels), sum(labels)
    lists = [
        ConfusionMatrix(tp, positives - tp, called - tp, len(labels) - positives - called + tp)
        for called, tp in enumerate(true_positives.tolist(), start=1)
    ]
    smaller, larger = (np.array([cm.fbeta(beta) for cm in lists]) for beta in sorted([beta, other]))
    for short, long in combinations(range(len(lists)), 2):
        assert larger[long] > larger[short] - 1e-12 or smaller[long] < smaller[short]


@given(st.lists(defined_matrix, min_size=1, max_size=5))
def test_averages_of_equal_matrices_are_those_of_one(matrices):
    matrix = matrices[0]
    for average in (macro_average, micro_average):
        assert average([matrix] * len(matrices)) == approx((matrix.precision, matrix.recall, matrix.f1))
    assert micro_average(matrices) == approx(micro_average(matrices * 2))


# ---------------------------------------------------------------------------------------------
# Laws of a ranking
# ---------------------------------------------------------------------------------------------


def everything(y_true, y_score):
    """Return all measures of a ranking that do not name a score."""
    roc, pr = roc_curve(y_true, y_score), precision_recall_curve(y_true, y_score)
    single = [roc_auc_score(y_true, y_score), rank_loss(y_true, y_score), break_even_point(y_true, y_score)]
    return np.concatenate([roc.fpr, roc.tpr, pr.precision, pr.recall, single])


def brute_force_rank_loss(y_true, y_score):
    """Return the double sum of (2.21), pair by pair."""
    positives, negatives = y_score[y_true == 1], y_score[y_true == 0]
    loss = sum((a < b) + (a == b) / 2 for a in positives for b in negatives)
    return loss / (len(positives) * len(negatives))


@given(rankings())
def test_rank_loss_is_the_double_sum_of_2_21(ranking):
    assert rank_loss(*ranking) == brute_force_rank_loss(*ranking)


@given(rankings())
def test_auc_is_one_minus_the_rank_loss_and_the_area_under_the_curve(ranking):
    assert roc_auc_score(*ranking) == approx(1 - rank_loss(*ranking)) == roc_curve(*ranking).auc


@given(rankings())
def test_the_auc_is_the_share_of_pairs_in_the_right_order_to_the_last_digit(ranking):
    assert roc_auc_score(*ranking) == brute_force_rank_loss(*ranking[:1], -ranking[1])


@st.composite
def two_rankings(draw):
    """Draw labels with two or more examples of each class, and two rankings with ties."""
    sizes = st.integers(2, 8)
    y_true = draw(st.permutations([1] * draw(sizes) + [0] * draw(sizes)))
    row = st.lists(st.integers(0, 5), min_size=len(y_true), max_size=len(y_true))
    return np.array(y_true), np.array([draw(row), draw(row)], dtype=float)


def jackknife_of_each_class(y_true, y_scores):
    """Return the jackknife covariances of the AUCs: leaving out positives plus leaving out negatives."""
    total = 0
    for label in (0, 1):
        places = np.flatnonzero(y_true == label)
        left_out = [[roc_auc_score(np.delete(y_true, i), np.delete(s, i)) for i in places] for s in y_scores]
        total = total + (len(places) - 1) ** 2 / len(places) * np.cov(left_out)
    return total


class TestDeLong:
    """The variance of an AUC and the covariance of two (DeLong, DeLong and Clarke-Pearson 1988)."""

    @given(two_rankings())
    def test_it_is_the_jackknife_of_both_classes(self, drawn):
        np.testing.assert_allclose(auc_covariance(*drawn), jackknife_of_each_class(*drawn), atol=1e-12)

    @given(two_rankings())
    def test_it_sees_the_order_only_and_not_which_class_is_positive(self, drawn):
        y_true, y_scores = drawn
        covariance = auc_covariance(y_true, y_scores)
        for other in [(y_true, y_scores**3 - 7), (y_true, -y_scores), (1 - y_true, y_scores)]:
            np.testing.assert_allclose(auc_covariance(*other), covariance, atol=1e-12)

    @given(two_rankings())
    def test_a_ranking_against_itself_has_no_variance_and_against_its_reverse_fourfold(self, drawn):
        y_true, (first, _) = drawn
        (same, both), (_, same_too) = auc_covariance(y_true, [first, first])
        assert same == same_too == both
        (variance, covariance), (_, reverse_variance) = auc_covariance(y_true, [first, -first])
        assert variance + reverse_variance - 2 * covariance == approx(4 * same, abs=1e-12)

    @given(two_rankings())
    def test_one_ranking_alone_has_the_variance_that_it_has_among_others(self, drawn):
        y_true, y_scores = drawn
        np.testing.assert_allclose(auc_covariance(y_true, y_scores[:1])[0, 0], auc_covariance(*drawn)[0, 0])

    def test_a_perfect_ranking_has_no_variance(self):
        assert auc_covariance([1, 1, 0, 0], [[4, 3, 2, 1]]).tolist() == [[0]]

    @pytest.mark.trials
    def test_it_is_the_variance_over_many_test_sets(self):
        """The mean estimate agrees with the variance of the AUC, for overlapping classes and shared noise."""
        rng, y_true = np.random.default_rng(0), np.repeat([1, 0], [30, 60])
        aucs, estimates = [], []
        for _ in range(2000):
            shared, own = rng.normal(size=90) + y_true, rng.normal(size=(2, 90))
            scores = shared + 0.7 * own
            aucs.append([np.mean(score[:30, None] > score[30:]) for score in scores])
            estimates.append(auc_covariance(y_true, scores))
        np.testing.assert_allclose(np.mean(estimates, axis=0), np.cov(np.transpose(aucs)), rtol=0.1)


@given(rankings())
def test_negated_scores_give_one_minus_the_auc(ranking):
    y_true, y_score = ranking
    assert roc_auc_score(y_true, -y_score) == rank_loss(y_true, y_score)
    assert roc_auc_score(1 - y_true, y_score) == rank_loss(y_true, y_score)


@given(rankings())
def test_a_strictly_increasing_map_of_the_scores_changes_nothing(ranking):
    y_true, y_score = ranking
    ranks = np.unique(y_score, return_inverse=True)[1]
    for mapped in (2 * y_score, ranks, ranks**3 - 7, -1 / (1.0 + ranks)):
        np.testing.assert_array_equal(everything(y_true, mapped), everything(y_true, y_score))


@given(rankings(), st.randoms(use_true_random=False))
def test_the_order_of_the_examples_changes_nothing(ranking, random):
    y_true, y_score = ranking
    order = random.sample(range(len(y_true)), len(y_true))
    np.testing.assert_array_equal(everything(y_true[order], y_score[order]), everything(y_true, y_score))


@given(rankings(), st.integers(2, 3))
def test_duplicating_every_example_changes_no_rate(ranking, times):
    y_true, y_score = np.tile(ranking, times)
    np.testing.assert_allclose(everything(y_true, y_score), everything(*ranking), rtol=1e-12)


@given(rankings())
def test_each_point_of_the_curves_is_the_confusion_matrix_at_its_threshold(ranking):
    roc, pr = roc_curve(*ranking), precision_recall_curve(*ranking)
    for fpr, tpr, threshold in zip(*roc, strict=True):
        cm = confusion_at(*ranking, threshold)
        assert (cm.fpr, cm.tpr) == (fpr, tpr)
    for precision, recall, threshold in zip(*pr, strict=True):
        cm = confusion_at(*ranking, threshold)
        assert (cm.precision, cm.recall) == (precision, recall)


@given(rankings())
def test_curves_rise_from_nothing_positive_to_everything_positive(ranking):
    roc, pr = roc_curve(*ranking), precision_recall_curve(*ranking)
    assert (roc.fpr[0], roc.tpr[0], roc.fpr[-1], roc.tpr[-1], pr.recall[-1]) == (0, 0, 1, 1, 1)
    assert (np.diff(roc.fpr + roc.tpr) > 0).all()
    assert roc.thresholds[0] == inf
    assert roc.thresholds[1:].tolist() == pr.thresholds.tolist() == sorted(set(ranking[1]), reverse=True)


@given(rankings())
def test_precision_follows_from_the_roc_point_and_the_class_ratio(ranking):
    y_true, _ = ranking
    roc, p = roc_curve(*ranking), np.mean(y_true)
    hits, alarms = p * roc.tpr[1:], (1 - p) * roc.fpr[1:]
    np.testing.assert_allclose(precision_recall_curve(*ranking).precision, hits / (hits + alarms))


@settings(max_examples=40)
@given(rankings(max_size=6, values=few_values))
def test_break_even_point_is_the_mean_over_all_orders_of_a_tie_of_the_precision_at_m_plus(ranking):
    y_true, y_score = ranking
    positives = y_true.sum()
    precisions = []
    for order in permutations(range(len(y_true))):
        falling = sorted(order, key=lambda example: -y_score[example])  # stable: ties keep their random order
        precisions.append(y_true[falling[:positives]].mean())
    assert break_even_point(y_true, y_score) == approx(np.mean(precisions))


@given(rankings())
def test_break_even_point_lies_on_the_curve_if_no_tie_is_cut(ranking):
    y_true, _ = ranking
    pr = precision_recall_curve(*ranking)
    called = np.rint(pr.recall * y_true.sum() / np.where(pr.precision > 0, pr.precision, nan))
    for precision, recall in zip(pr.precision[called == y_true.sum()], pr.recall[called == y_true.sum()], strict=True):
        assert break_even_point(*ranking) == approx(precision) == approx(recall)


@pytest.mark.parametrize(
    ("y_score", "auc", "break_even"),
    [([4, 3, 2, 1], 1, 1), ([1, 2, 3, 4], 0, 0), ([0, 0, 0, 0], 0.5, 0.5), ([-0.0, 0.0, -0.0, 0.0], 0.5, 0.5)],
    ids=["perfect", "upside down", "all tied", "both zeros tied"],
)
def test_extreme_rankings(y_score, auc, break_even):
    y_true = [1, 1, 0, 0]
    assert (roc_auc_score(y_true, y_score), rank_loss(y_true, y_score)) == (auc, 1 - auc)
    assert break_even_point(y_true, y_score) == break_even


# ---------------------------------------------------------------------------------------------
# Accepted types and sizes
# ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [list, tuple, bool, np.uint8, np.int64, np.float32])
def test_labels_may_be_any_zeros_and_ones(kind):
    y_true, y_score = TWENTY
    given_labels = kind(y_true.tolist()) if kind in (list, tuple) else y_true.astype(kind)
    np.testing.assert_array_equal(everything(given_labels, list(y_score)), everything(y_true, y_score))
    assert confusion_matrix(given_labels, given_labels) == ConfusionMatrix(10, 0, 0, 10)


def test_arguments_are_left_as_they_were():
    y_true, y_score = (column.copy() for column in TWENTY)
    y_true.flags.writeable = y_score.flags.writeable = False
    everything(y_true[::-1], y_score[::-1])
    confusion_at(y_true, y_score, 0.5)


@pytest.mark.parametrize(("threshold", "called"), [(inf, 0), (-inf, 4), (0.5, 2), (np.float32(0.5), 2), (1, 0)])
def test_a_score_equal_to_the_threshold_is_called_positive_and_thresholds_may_be_infinite(threshold, called):
    cm = confusion_at([1, 0, 1, 0], [0.9, 0.5, 0.4, 0.1], threshold)
    assert cm.tp + cm.fp == called


# ---------------------------------------------------------------------------------------------
# Undefined values
# ---------------------------------------------------------------------------------------------

NOTHING_CALLED = ConfusionMatrix(tp=0, fn=3, fp=0, tn=5)
NO_POSITIVE = ConfusionMatrix(tp=0, fn=0, fp=2, tn=5)
NO_NEGATIVE = ConfusionMatrix(tp=4, fn=1, fp=0, tn=0)
ONLY_TRUE_NEGATIVES = ConfusionMatrix(tp=0, fn=0, fp=0, tn=5)
NOTHING_FOUND = ConfusionMatrix(tp=0, fn=3, fp=2, tn=5)
SOUND = ConfusionMatrix(tp=6, fn=4, fp=4, tn=6)


@pytest.mark.parametrize(
    ("cm", "expected"),
    [
        (NOTHING_CALLED, {"precision": nan, "recall": 0, "tpr": 0, "fnr": 1, "fpr": 0, "tnr": 1, "f1": 0}),
        (NO_POSITIVE, {"precision": 0, "recall": nan, "tpr": nan, "fnr": nan, "fpr": 2 / 7, "tnr": 5 / 7, "f1": 0}),
        (NO_NEGATIVE, {"precision": 1, "recall": 0.8, "fnr": 0.2, "fpr": nan, "tnr": nan, "f1": 8 / 9}),
        (ONLY_TRUE_NEGATIVES, {"precision": nan, "recall": nan, "fpr": 0, "tnr": 1, "f1": nan, "accuracy": 1}),
        (NOTHING_FOUND, {"precision": 0, "recall": 0, "f1": 0, "accuracy": 0.5, "error_rate": 0.5}),
    ],
    ids=["nothing called positive", "no positive", "no negative", "only true negatives", "nothing found"],
)
def test_undefined_measures_are_nan_and_the_others_are_not(cm, expected):
    measured = {name: getattr(cm, name) for name in expected}
    assert measured == approx(expected, nan_ok=True)
    assert cm.fbeta(2) == approx(expected["f1"], abs=0.1, nan_ok=True)


@pytest.mark.parametrize(
    ("average", "matrices", "expected"),
    [
        (macro_average, [SOUND, NOTHING_CALLED], (nan, 0.3, nan)),
        (macro_average, [SOUND, NO_POSITIVE], (0.3, nan, nan)),
        (macro_average, [NOTHING_FOUND, NOTHING_FOUND], (0, 0, 0)),
        (micro_average, [SOUND, NOTHING_CALLED], (0.6, 6 / 13, 12 / 23)),
        (micro_average, [NOTHING_CALLED, NOTHING_CALLED], (nan, 0, 0)),
        (micro_average, [ONLY_TRUE_NEGATIVES], (nan, nan, nan)),
    ],
)
def test_undefined_averages(average, matrices, expected):
    assert average(matrices) == approx(expected, nan_ok=True)


def test_four_zeros_are_no_confusion_matrix():
    with pytest.raises(ValueError, match="at least one example, got four zeros"):
        ConfusionMatrix(0, 0, 0, 0)


# ---------------------------------------------------------------------------------------------
# Scores of every data type
# ---------------------------------------------------------------------------------------------

WHOLE = "or whole numbers below 2..53 for floats to hold, got "


@pytest.mark.parametrize("y_score", [[2**53, 1], [-(2**53) - 1, 0], np.array([2**64 - 1, 5], np.uint64)], ids=str)
def test_whole_numbers_that_floats_would_tie_are_refused(y_score):
    for measure in (roc_curve, roc_auc_score, rank_loss, precision_recall_curve, break_even_point):
        with pytest.raises(ValueError, match=f"^y_score must be floats, {WHOLE}{y_score[0]}$"):
            measure([1, 0], y_score)
    with pytest.raises(ValueError, match=WHOLE):
        confusion_at([1, 0], y_score, 0.5)


def test_whole_numbers_that_no_type_of_numpy_holds_are_refused():
    with pytest.raises(ValueError, match=f"^y_score must hold numbers, got {10**30}$"):
        roc_auc_score([1, 0], [1000, 10**30])


def test_a_longdouble_is_the_float_nearest_to_it():
    beside = np.longdouble(1) + np.finfo(np.longdouble).eps
    assert roc_curve([1, 0], np.array([beside, 1])).thresholds.tolist() == [inf, 1]
    if np.finfo(np.longdouble).max > np.finfo(float).max:
        with pytest.raises(ValueError, match="y_score must be finite numbers, got inf"):
            roc_curve([1, 0], np.array([np.finfo(np.longdouble).max, 1]))


@pytest.mark.parametrize("kind", [bool, np.int8, np.uint64, np.int64, np.float16, np.float32, np.longdouble, float])
def test_thresholds_are_floats(kind):
    for curve in (roc_curve, precision_recall_curve):
        thresholds = curve([0, 1], np.array([0, 1], kind)).thresholds
        assert (thresholds.dtype, thresholds[-2:].tolist()) == (float, [1, 0])
    assert roc_curve([0, 1], [1 - 2**53, 2**53 - 1]).thresholds.tolist() == [inf, 2**53 - 1, 1 - 2**53]


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_scores_of_low_precision_reach_a_threshold_as_numpy_compares_them(kind):
    """Python's 0.7 is converted to the precision of the scores, NumPy's float64 is not."""
    tenths = np.arange(11) / 10
    y_true, y_score = np.ones(11, int), tenths.astype(kind)
    for tenth in tenths:
        for threshold in (float(tenth), np.float64(tenth), kind(tenth)):
            assert confusion_at(y_true, y_score, threshold).tp == np.count_nonzero(y_score >= threshold)
        assert confusion_at(y_true, y_score, float(tenth)).tp == np.count_nonzero(tenths >= tenth)
    assert confusion_at([1], np.array([0.7], np.float32), 0.7).fn == 0
    assert confusion_at([1], np.array([0.7], np.float32), np.float64(0.7)).fn == 1


@given(rankings())
def test_the_thresholds_of_a_curve_of_low_precision_divide_the_scores_as_the_curve_says(ranking):
    y_true, y_score = ranking[0], ranking[1].astype(np.float32)
    for fpr, tpr, threshold in zip(*roc_curve(y_true, y_score), strict=True):
        for given_as in (threshold, float(threshold)):
            cm = confusion_at(y_true, y_score, given_as)
            assert (cm.fpr, cm.tpr) == (fpr, tpr)


def test_masked_scores_with_nothing_masked_are_scores():
    y_true, y_score = TWENTY
    assert roc_auc_score(y_true, np.ma.masked_array(y_score)) == roc_auc_score(y_true, y_score)


@pytest.mark.parametrize("spread", [0.0, 1e-300, 1.0, 1e300])
@pytest.mark.parametrize("size", [3, 1000, 5000])
def test_the_order_is_exact_however_the_scores_are_spread(spread, size):
    """Scores are near or far, half of them equal, a few beyond all others; the expected order comes from ranks."""
    rng = np.random.default_rng(size)
    y_true = np.arange(size) % 3 == 0
    for y_score in (
        spread * rng.standard_cauchy(size).clip(-1e7, 1e7),
        spread * np.maximum(rng.normal(size=size), 0),
        np.append(spread * rng.random(size - 1), 1e308),
        np.where(rng.random(size) < 0.5, -1.7e308, 1.7e308),
    ):
        ranks = np.unique(y_score, return_inverse=True)[1]
        falling = np.unique(y_score)[::-1]
        assert roc_curve(y_true, y_score).thresholds[1:].tolist() == falling.tolist()
        called = ranks[:, None] >= np.arange(ranks.max() + 1)[::-1]
        np.testing.assert_array_equal(roc_curve(y_true, y_score).tpr[1:], called[y_true].mean(axis=0))


@given(st.integers(2, 12), st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_groups_of_probabilities_are_those_of_scikit_learn(size, groups, seed):
    rng, m = np.random.default_rng(seed), size * groups
    probability, y = rng.random(m), rng.random(m) < 0.4
    y[:2] = True, False
    result = calibration_groups(y, probability, groups=groups)
    shares, means = calibration_curve(y, probability, n_bins=groups, strategy="quantile")
    assert np.allclose(result.positives / result.examples, shares)
    assert np.allclose(result.predicted, means)
    assert result.examples.tolist() == [size] * groups


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 4)), min_size=1), st.integers(1, 12))
def test_groups_keep_equal_probabilities_together_and_lose_nothing(examples, groups):
    y, quarters = np.transpose(examples)
    result = calibration_groups(y, quarters / 4, groups=groups)
    assert (result.examples.sum(), result.positives.sum()) == (len(y), y.sum())
    assert result.examples.dtype.kind == result.positives.dtype.kind == "i"
    assert result.predicted @ result.examples == approx(quarters.sum() / 4)
    assert len(result.examples) <= min(groups, len(set(quarters)))


def test_the_influence_of_examples_on_an_auc_is_that_of_all_pairs_and_has_delongs_variance():
    rng = np.random.default_rng(0)
    y = rng.permutation(np.arange(30) < 12)
    score = rng.integers(0, 9, 30) + y
    won = (np.sign(score[y][:, None] - score[~y]) + 1) / 2
    influence = auc_influence(y, score)
    assert influence[y] == pytest.approx((won.mean(axis=1) - won.mean()) / 12)
    assert influence[~y] == pytest.approx((won.mean(axis=0) - won.mean()) / 18)
    variance = sum(np.sum(influence[label] ** 2) * label.sum() / (label.sum() - 1) for label in (y, ~y))
    assert variance == pytest.approx(auc_covariance(y, [score])[0, 0])
