"""Laws of measures of several classes: scikit-learn's values, exact intervals, influence values, AUCs of pairs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, norm, t
from sklearn import metrics

from evalcore.intervals import auc_interval, design_effect, f1_interval, share_interval, sum_interval
from evalcore.metrics import auc_covariance, auc_influence, roc_auc_score
from evalcore.multiclass import class_counts, class_scores, hand_till_auc, macro_f1_influence, macro_scores, rest_aucs


@st.composite
def predictions(draw, most=5):
    """True and predicted numbers of two classes or more, each of which has an example."""
    classes = draw(st.integers(2, most))
    extra = draw(st.lists(st.integers(0, classes - 1), max_size=30))
    y_true = np.array([*range(classes), *extra])
    y_pred = draw(st.lists(st.integers(0, classes - 1), min_size=y_true.size, max_size=y_true.size))
    return y_true, np.array(y_pred)


def drawn(m=200, classes=4, seed=0):
    """True and predicted classes, and probabilities that rank fairly well."""
    rng = np.random.default_rng(seed)
    y_true = np.concatenate([np.repeat(np.arange(classes), 3), rng.integers(0, classes, m - 3 * classes)])
    y_pred = np.where(rng.random(m) < 0.6, y_true, rng.integers(0, classes, m))
    shares = rng.dirichlet(np.ones(classes), m) + 0.3 * np.eye(classes)[y_true]
    return y_true, y_pred, shares / shares.sum(axis=1, keepdims=True)


@given(predictions())
def test_counts_and_values_are_those_of_scikit_learn(pair):
    assert class_counts(*pair).tolist() == metrics.confusion_matrix(*pair).tolist()
    expected = metrics.precision_recall_fscore_support(*pair, zero_division=np.nan)
    for scores, values in zip(class_scores(*pair), expected[:3], strict=True):
        np.testing.assert_allclose(scores[0], values)
    macro = metrics.precision_recall_fscore_support(*pair, average="macro", zero_division=0)
    is_predicted = np.unique(pair[1]).size == pair[0].max() + 1
    for mean, value in list(zip(macro_scores(*pair), macro, strict=False))[0 if is_predicted else 1 :]:
        assert mean.value == pytest.approx(value)
    assert np.isnan(macro_scores(*pair).precision.value) == (not is_predicted)


@given(predictions(), st.sampled_from([0.8, 0.95]))
def test_each_class_has_exact_intervals(pair, confidence):
    scores, (y_true, y_pred) = class_scores(*pair, confidence=confidence), pair
    for number in range(y_true.max() + 1):
        tp = int(((y_true == number) & (y_pred == number)).sum())
        positives, fp = int((y_true == number).sum()), int(((y_pred == number) & (y_true != number)).sum())
        recall = binomtest(tp, positives).proportion_ci(confidence)
        assert scores.recall[1:, number] == pytest.approx((recall.low, recall.high), abs=1e-9)
        assert scores.precision[1:, number] == pytest.approx(share_interval(tp, tp + fp, confidence=confidence))
        expected = f1_interval(tp, fp, positives=positives, negatives=y_true.size - positives, confidence=confidence)
        assert scores.f1[:, number] == pytest.approx(expected)


@given(predictions())
def test_macro_recall_and_precision_add_up_independent_shares(pair):
    table = class_counts(*pair)
    macro, weights = macro_scores(*pair), np.full(len(table), 1 / len(table))
    for mean, sizes in [(macro.recall, table.sum(axis=1)), (macro.precision, table.sum(axis=0))]:
        if sizes.all():
            assert mean == pytest.approx(sum_interval(weights, np.diag(table), sizes))
    value, low, high = class_scores(*pair, confidence=0.8).recall
    expected = (
        value.mean() - np.linalg.norm(value - low) / len(table),
        value.mean() + np.linalg.norm(high - value) / len(table),
    )
    assert macro_scores(*pair, confidence=0.8).recall[1:] == pytest.approx(expected)


@given(predictions())
def test_macro_scores_are_within_0_and_1_and_do_not_depend_on_the_names_or_the_order_of_classes(pair):
    y_true, y_pred = pair
    macro = macro_scores(y_true, y_pred)
    for mean in macro:
        assert np.isnan(mean.value) or -1e-12 <= mean.low <= mean.value <= mean.high <= 1 + 1e-12
    turned = y_true.max() - y_true, y_true.max() - y_pred
    for mean, other in zip(macro, macro_scores(*(values[::-1] for values in turned)), strict=True):
        assert other == pytest.approx(mean, nan_ok=True)


@given(predictions())
def test_influence_values_are_the_derivatives_of_scikit_learns_weighted_macro_f1(pair):
    y_true, y_pred = pair
    influence = macro_f1_influence(y_true, y_pred)
    assert influence.sum() == pytest.approx(0, abs=1e-9)
    step = 1e-6
    for row in range(0, y_true.size, 5):
        values = []
        for sign in (-1, 1):
            weights = np.ones(y_true.size)
            weights[row] += sign * step
            values.append(metrics.f1_score(y_true, y_pred, average="macro", sample_weight=weights, zero_division=0))
        assert influence[row] == pytest.approx(y_true.size * np.diff(values)[0] / 2 / step, abs=1e-5)


def test_the_interval_of_macro_f1_uses_the_correlations_of_the_classes():
    """The correlations by a bootstrap of the counts, not by influence values."""
    y_true, y_pred, _shares = drawn()
    table = class_counts(y_true, y_pred)
    counts = np.random.default_rng(1).multinomial(table.sum(), table.ravel() / table.sum(), 20_000).reshape(-1, 4, 4)
    right = counts[:, range(4), range(4)]
    correlation = np.corrcoef(2 * right / (counts.sum(axis=1) + counts.sum(axis=2)), rowvar=False)
    value, low, high = class_scores(y_true, y_pred).f1
    macro = macro_scores(y_true, y_pred).f1
    below, above = (np.sqrt(ends @ correlation @ ends) / 4 for ends in (value - low, high - value))
    assert macro.value - macro.low == pytest.approx(below, rel=0.02)
    assert macro.high - macro.value == pytest.approx(above, rel=0.02)
    standard = macro_f1_influence(y_true, y_pred).std(ddof=1) / 200**0.5
    assert (macro.high - macro.low) / 2 / standard == pytest.approx(norm.isf(0.025), rel=0.1)


@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_a_group_per_example_is_like_no_groups_and_repeated_examples_add_nothing(confidence):
    y_true, y_pred, shares = drawn(400)
    alone = np.arange(400)
    plain = [
        *macro_scores(y_true, y_pred, confidence=confidence),
        hand_till_auc(y_true, shares, confidence=confidence),
        *rest_aucs(y_true, shares, confidence=confidence).T,
    ]
    single = [
        *macro_scores(y_true, y_pred, group=alone, confidence=confidence),
        hand_till_auc(y_true, shares, group=alone, confidence=confidence),
        *rest_aucs(y_true, shares, group=alone, confidence=confidence).T,
    ]
    y_3, pred_3, shares_3, group = (np.repeat(values, 3, axis=0) for values in (y_true, y_pred, shares, alone))
    tripled = [
        *macro_scores(y_3, pred_3, group=group, confidence=confidence),
        hand_till_auc(y_3, shares_3, group=group, confidence=confidence),
        *rest_aucs(y_3, shares_3, group=group, confidence=confidence).T,
    ]
    for expected, one, three in zip(plain, single, tripled, strict=True):
        assert one == pytest.approx(expected, abs=0.002)
        assert three == pytest.approx(expected, abs=0.005)


def test_groups_widen_intervals_by_the_design_effect_and_students_t():
    y_true, y_pred, shares = drawn()
    group = np.arange(200) // 50
    order = np.argsort(y_pred == y_true, kind="stable")  # right predictions are together
    y_true, y_pred, shares = y_true[order], y_pred[order], shares[order]
    wide, plain = class_scores(y_true, y_pred, group=group), class_scores(y_true, y_pred)
    for few, many in zip(wide, plain, strict=True):
        np.testing.assert_array_equal(few[0], many[0])
        assert (few[1] < many[1]).all()
        assert (few[2] > many[2]).all()
    for number in range(4):
        is_true, is_predicted = y_true == number, y_pred == number
        for few, members in [(wide.precision, is_predicted), (wide.recall, is_true), (wide.f1, is_true | is_predicted)]:
            right = (is_true & is_predicted)[members]
            values = np.zeros(200)
            values[members] = right - right.mean()
            effect = design_effect(values, group) * (t.isf(0.025, 3) / norm.isf(0.025)) ** 2
            low, high = share_interval(int(right.sum()), right.size, effect=effect)
            expected = (low, high) if few is not wide.f1 else (2 * low / (1 + low), 2 * high / (1 + high))
            assert few[1:, number] == pytest.approx(expected)
    assert macro_scores(y_true, y_pred, group=group).f1.low < macro_scores(y_true, y_pred).f1.low
    same_class = np.argsort(y_true, kind="stable")
    auc = hand_till_auc(y_true[same_class], shares[same_class], group=group)
    assert auc.low < hand_till_auc(y_true, shares).low


def test_without_an_error_each_group_counts_as_one_example():
    y_true, group = np.repeat([0, 1], 6), np.arange(12) // 3
    scores = class_scores(y_true, y_true, group=group)
    assert scores.recall[:, 0] == pytest.approx((1, *share_interval(2, 2)))
    assert macro_scores(y_true, y_true).f1.low < 1
    assert macro_scores(y_true, y_true).f1.high == 1


def test_a_class_that_is_never_or_once_predicted_has_its_intervals_with_groups_too():
    y_true, y_pred, group = np.array([0, 0, 0, 1, 1, 2]), np.array([0, 0, 1, 1, 0, 0]), np.array([0, 0, 1, 1, 2, 2])
    scores = class_scores(y_true, y_pred, group=group)
    assert scores.precision[1:, 2].tolist() == [0, 1]
    assert scores.recall[:, 2] == pytest.approx((0, *share_interval(0, 1)))
    assert np.isnan(macro_scores(y_true, y_pred, group=group).precision.value)


def test_a_class_that_is_predicted_once_and_rightly_is_correlated_with_no_other_class():
    y_true, y_pred = np.array([0, 0, 1, 1, 0, 1, 2]), np.array([0, 1, 1, 0, 0, 1, 2])
    first, second = (macro_scores(y_true, y_pred, group=np.array([0, 0, 1, 1, 2, 2, own])).precision for own in (0, 2))
    assert first == pytest.approx(second)


@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_aucs_in_groups_have_as_many_examples_of_a_class_as_groups_with_it(confidence):
    y_true, _y_pred, shares = drawn(60, 3)
    group = np.arange(60) // 6
    few = (t.isf((1 - confidence) / 2, 9) / norm.isf((1 - confidence) / 2)) ** 2
    for number, ends in enumerate(rest_aucs(y_true, shares, group=group, confidence=confidence).T):
        is_class, score = y_true == number, shares[:, number]
        variance = auc_covariance(is_class, [score])[0, 0] * few
        variance *= design_effect(auc_influence(is_class, score), group)
        sizes = {"positives": len(set(group[is_class])), "negatives": len(set(group[~is_class]))}
        expected = auc_interval(roc_auc_score(is_class, score), variance, **sizes, confidence=confidence)
        assert ends[1:] == pytest.approx(expected)


@pytest.mark.parametrize("classes", [2, 3, 6])
def test_aucs_are_those_of_scikit_learn(classes):
    y_true, _y_pred, shares = drawn(150, classes, seed=classes)
    shares = shares.round(1) + 0.0  # ties
    value = hand_till_auc(y_true, shares).value
    if classes > 2:
        shares = shares / shares.sum(axis=1, keepdims=True)
        value = hand_till_auc(y_true, shares).value
        assert value == pytest.approx(metrics.roc_auc_score(y_true, shares, multi_class="ovo", average="macro"))
        expected = metrics.roc_auc_score(y_true, shares, multi_class="ovr", average=None)
        np.testing.assert_allclose(rest_aucs(y_true, shares)[0], expected)
    for number, ends in enumerate(rest_aucs(y_true, shares).T):
        is_class, score = y_true == number, shares[:, number]
        variance = auc_covariance(is_class, [score])[0, 0]
        sizes = {"positives": int(is_class.sum()), "negatives": int((~is_class).sum())}
        auc = roc_auc_score(is_class, score)
        assert ends == pytest.approx((auc, *auc_interval(auc, variance, **sizes)))


def test_of_two_classes_hand_and_tills_auc_has_delongs_interval():
    y_true, _y_pred, shares = drawn(100, 2)
    auc, variance = roc_auc_score(y_true, shares[:, 1]), auc_covariance(y_true, [shares[:, 1]])[0, 0]
    sizes = sorted(np.bincount(y_true).tolist())
    for confidence in (0.8, 0.95):
        expected = auc_interval(auc, variance, positives=sizes[0], negatives=sizes[1], confidence=confidence)
        assert hand_till_auc(y_true, shares, confidence=confidence) == pytest.approx((auc, *expected))


def test_the_variance_of_hand_and_tills_auc_is_that_of_a_bootstrap_in_each_class():
    y_true, _y_pred, shares = drawn(300, 3)
    members = [np.flatnonzero(y_true == number) for number in range(3)]
    rng = np.random.default_rng(0)
    aucs = []
    for _repeat in range(1000):
        rows = np.concatenate([rng.choice(own, own.size) for own in members])
        aucs.append(metrics.roc_auc_score(y_true[rows], shares[rows], multi_class="ovo", average="macro"))
    auc, low, high = hand_till_auc(y_true, shares)
    half = np.std(aucs) / (auc * (1 - auc)) * t.isf(0.025, min(own.size for own in members) - 1)
    ends = np.log(np.array([low, high]) / (1 - np.array([low, high])))
    assert np.diff(ends)[0] / 2 == pytest.approx(half, rel=0.08)


def test_a_perfect_ranking_has_the_interval_of_pairs_and_a_constant_one_has_one_half():
    y_true = np.repeat([0, 1, 2], [4, 5, 6])
    assert hand_till_auc(y_true, np.eye(3)[y_true]) == (1, *share_interval(4, 4))
    constant = hand_till_auc(y_true, np.full((15, 3), 1 / 3))
    assert constant == (0.5, 0.5, 0.5)
    groups = np.array([0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10])
    assert hand_till_auc(y_true, np.eye(3)[y_true], group=groups)[1:] == share_interval(2, 2)
