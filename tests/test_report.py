"""A reader's own scores: figures are tested by oracles, intervals by known truths, and files in all their forms."""

import json
import re
import subprocess
import sys
from functools import cache, reduce
from html.parser import HTMLParser
from io import BytesIO, StringIO
from operator import add
from pathlib import Path

import numpy as np
import pytest
from dask import compute, delayed
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit, logit
from scipy.stats import binom, binomtest, norm, t, ttest_1samp
from sklearn import metrics as sklearn
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from evalcore.__main__ import main
from evalcore.conclusions import holm
from evalcore.costs import shortened_thresholds
from evalcore.counts import count_scores
from evalcore.cross_fitting import content_halves
from evalcore.datasets import load_ranked_examples
from evalcore.explore.page import layout, saved
from evalcore.plots import style
from evalcore.report import Report, learners, pictures
from evalcore.report.learners import bands, precision_recall
from evalcore.report.scores_file import read
from evalcore.report.words import Threshold, said
from evalcore.splitting import stratified_half

STRANGE = "<script>alert(1)</script>"


def drawn(rng, m, share, distances):
    """Draw labels, and calibrated probabilities of two learners from correlated normal scores."""
    y = rng.random(m) < share
    while not 2 <= y.sum() <= m - 2:
        y = rng.random(m) < share
    z = rng.normal(size=(2, m))
    z[1] = 0.5 * z[0] + 0.75**0.5 * z[1]
    return y, {
        name: expit(d * (noise + d * (y - 0.5)) + logit(share))
        for name, d, noise in zip("ab", distances, z, strict=True)
    }


def values(report):
    """(learner, measure) -> value, low, high."""
    table = report.table()
    columns = [table[name] for name in ("learner", "measure", "value", "low", "high")]
    return {(learner, measure): tuple(figures) for learner, measure, *figures in zip(*columns, strict=True)}


IN_GROUPS = " at a mean probability of "
BY_DELONG = "p-value for the difference in AUC (DeLong)"
OF_COSTS = "p-value for the difference in cost"
AFTER_HOLM = ", Holm-corrected"


@cache
def exact(errors, examples):
    """Return SciPy's exact interval, computed once where several cases use the same."""
    return tuple(binomtest(errors, examples).proportion_ci())


def words(report):
    return " ".join(sentence for part in report.parts for sentence in part.words)


# ---------------------------------------------------------------------------------------------
# Figures
# ---------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def few_partitions(monkeypatch):
    """Twenty partitions are enough for tests, and take a fifth of the time."""
    monkeypatch.setattr(learners, "PARTITIONS", 20)


@pytest.mark.parametrize("prior", [None, 0.07])
@pytest.mark.parametrize("m", [20, 31, 49, 75, 109, 150, 220, 299])
def test_every_figure_is_that_of_scikit_learn_and_scipy(m, prior):
    rng = np.random.default_rng(m)
    digits = int(rng.integers(1, 6))
    y, scores = drawn(rng, m, 0.4, (2, 1))
    scores = {name: np.round(score, digits) for name, score in scores.items()}
    report = Report(y, scores, prior=prior, cost_fn=7, cost_fp=2)
    figures, p = values(report), np.mean(y) if prior is None else prior
    assert figures["", "share of positives"] == pytest.approx((y.mean(), *exact(int(y.sum()), m)))
    costs = {}
    for name, q in scores.items():
        assert figures[name, "AUC"][0] == pytest.approx(sklearn.roc_auc_score(y, q))
        weights = np.where(y, p / y.mean(), (1 - p) / (1 - y.mean()))
        average = sklearn.average_precision_score(y, q, sample_weight=weights)
        assert figures[name, "average precision"][0] == pytest.approx(average)
        assert figures[name, "average precision"][1] <= average <= figures[name, "average precision"][2]
        assert figures[name, "Brier score"][0] == pytest.approx(sklearn.brier_score_loss(y, q))
        for measure, row, least in [
            ("Brier score", (q - y) ** 2, 0),
            ("mean probability minus share of positives", q - y, -1),
        ]:
            ends = np.clip(ttest_1samp(row, 0).confidence_interval(), least, 1)
            if least < 0 and min(y.sum(), (~y).sum()) < 30:  # at least as wide as the interval of the share
                of_share = q.mean() - np.array(exact(int(y.sum()), m))[::-1]
                ends = min(ends[0], of_share[0]), max(ends[1], of_share[1])
            assert figures[name, measure] == pytest.approx((row.mean(), *ends))
        threshold = figures[name, "threshold"][0]
        called = q >= (np.inf if threshold is None else threshold)
        tn, fp, fn, tp = map(int, sklearn.confusion_matrix(y, called).ravel())
        recall, alarms = tp / (tp + fn), fp / (fp + tn)
        assert figures[name, "recall"] == pytest.approx((recall, *exact(tp, tp + fn)))
        assert figures[name, "false positive rate"] == pytest.approx((alarms, *exact(fp, fp + tn)))
        if prior is None and tp + fp:
            precision = sklearn.precision_score(y, called)
            assert figures[name, "precision"] == pytest.approx((precision, *exact(tp, tp + fp)))
        elif tp + fp:
            assert figures[name, "precision"][0] == pytest.approx(p * recall / (p * recall + (1 - p) * alarms))
        own = 7 * p * (1 - recall) + 2 * (1 - p) * alarms
        assert own == pytest.approx(min(cost_of(y, q, y | ~y, t, p) for t in [*q, np.inf]))
        costs[name] = cross_fitted_cost(y, q, content_halves(y, [q], partitions=20), p)
        expected, low, high = figures[name, "expected cost per example"]
        assert expected == pytest.approx(costs[name])
        assert 0 <= low <= expected <= high
        assert figures[name, "net benefit"][0] == pytest.approx(p - costs[name] / 7)
        groups = count_scores(y, q).calibration_groups(min(10, m // 10))
        rows = [row for (learner, measure), row in figures.items() if learner == name and IN_GROUPS in measure]
        means = [float(measure.split()[-1]) for learner, measure in figures if learner == name and IN_GROUPS in measure]
        assert means == pytest.approx(groups.predicted, rel=0.005)
        for row, positives, examples in zip(rows, groups.positives, groups.examples, strict=True):
            assert row == pytest.approx((positives / examples, *exact(int(positives), int(examples))))
    assert figures["a − b", "difference in expected cost"][0] == pytest.approx(costs["a"] - costs["b"])
    difference, p_value = delong(y, *scores.values())
    assert figures["a − b", "difference in AUC"][0] == pytest.approx(difference)
    assert figures["a − b", BY_DELONG][0] == pytest.approx(p_value)


def cost_of(y, q, part, threshold, p):
    """Expected cost of a threshold on a part of the examples, with prices 7 and 2."""
    return 7 * p * np.mean(q[part & y] < threshold) + 2 * (1 - p) * np.mean(q[part & ~y] >= threshold)


def cross_fitted_cost(y, q, halves, p):
    """The mean cost of thresholds on the half that did not choose them, threshold by threshold and half by half."""
    costs = []
    for half in halves:
        misses = alarms = 0
        for chooses, judges in [(half, ~half), (~half, half)]:
            thresholds = [np.inf, *sorted(set(q), reverse=True)]
            # the cheapest, of the equally cheap the highest; costs equal but for rounding are equal
            prices = [cost_of(y, q, chooses, threshold, p) for threshold in thresholds]
            best = thresholds[next(i for i, price in enumerate(prices) if price <= min(prices) + 1e-12)]
            misses += np.sum(q[judges & y] < best)
            alarms += np.sum(q[judges & ~y] >= best)
        costs.append(7 * p * misses / y.sum() + 2 * (1 - p) * alarms / (~y).sum())
    return np.mean(costs)


def delong(y, first, second):
    """Return the difference of two AUCs and its p-value, from all pairs of a positive and a negative."""
    pairs = [(q[y][:, None] > q[~y]) + 0.5 * (q[y][:, None] == q[~y]) for q in (first, second)]
    gaps = pairs[0] - pairs[1]
    variance = sum(gaps.mean(axis=axis).var(ddof=1) / gaps.shape[1 - axis] for axis in (0, 1))
    return gaps.mean(), 2 * t.sf(abs(gaps.mean()) / variance**0.5, min(gaps.shape) - 1)


def test_the_auc_of_109_scans_and_its_error_are_the_published_ones():
    """Hanley and McNeil (1982), Radiology 143, table 1; Stata's manual has the error by DeLong, 0.0307."""
    of_normal, of_ill = [33, 6, 6, 11, 2], [3, 2, 2, 11, 33]
    y, ratings = np.repeat([0] * 5 + [1] * 5, of_normal + of_ill), np.repeat([*range(5)] * 2, of_normal + of_ill)
    auc, low, high = values(Report(y, ratings))["scores", "AUC"]
    half = t.isf(0.025, 50) * 0.0307 / (auc * (1 - auc))
    assert (auc, low, high) == pytest.approx((0.8932, expit(logit(auc) - half), expit(logit(auc) + half)), abs=1e-4)


def test_aucs_their_difference_and_the_curves_are_those_of_proc_and_rocr():
    """The values are from pROC 1.18.0 and ROCR 1.0-11 under R 4.2: the lecture's examples, and grades with ties."""
    y, score = load_ranked_examples()
    grades = [9, 8, 6, 9, 8, 7, 3, 6, 5, 5, 7, 4, 5, 2, 6, 3, 4, 1, 2, 3]
    report = Report(y, {"a": score, "b": grades})
    figures, student = values(report), t.isf(0.025, 9)
    for name, auc, variance in [("a", 0.68, 0.0161333333333), ("b", 0.8, 0.0110555555556)]:
        half = student * variance**0.5 / (auc * (1 - auc))
        assert figures[name, "AUC"] == pytest.approx((auc, expit(logit(auc) - half), expit(logit(auc) + half)))
    assert figures["a − b", BY_DELONG][0] == pytest.approx(2 * t.sf(1.59881613006, 9))
    graded = report.data.learners[1]
    assert graded.roc.fpr == pytest.approx([0, 0, 0, 0, 0.3, 0.4, 0.5, 0.8, 0.9, 1])
    assert graded.roc.tpr == pytest.approx([0, 0.2, 0.4, 0.6, 0.6, 0.8, 0.9, 0.9, 1, 1])
    precision = [np.nan, 1, 1, 1, 0.666666666667, 0.666666666667, 0.642857142857, 0.529411764706, 0.526315789474, 0.5]
    assert precision_recall(report.data, graded).precision == pytest.approx(precision, nan_ok=True)


def test_p_values_of_several_pairs_are_holms():
    rng = np.random.default_rng(3)
    y, scores = drawn(rng, 200, 0.4, (2, 1))
    scores["c"] = rng.random(200)
    figures = values(Report(y, scores))
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    alone = [delong(y, scores[first], scores[second])[1] for first, second in pairs]
    adjusted = [figures[f"{first} − {second}", BY_DELONG + AFTER_HOLM][0] for first, second in pairs]
    assert adjusted == pytest.approx(holm(alone))


@pytest.mark.parametrize("models", [2, 3, 6])
def test_an_interval_excludes_0_exactly_where_the_p_value_is_below_a_twentieth_and_the_words_say_so(models):
    seen = set()
    for seed in range(12):
        rng, y = np.random.default_rng(seed), np.arange(200) < 70
        common = rng.normal(size=200) + 1.5 * y
        scores = {name: common + rng.normal(size=200) * k / 4 for k, name in enumerate("abcdef"[:models])}
        report = Report(y, scores, cost_fn=2)
        figures, after, sentences = values(report), AFTER_HOLM * (models > 2), words(report)
        for pair in {pair for pair, _ in figures if " − " in pair}:
            for measure, p_value, verb in [
                ("difference in AUC", BY_DELONG, "ranks the examples better"),
                ("difference in expected cost", OF_COSTS, "costs less"),
            ]:
                value, low, high = figures[pair, measure]
                different = figures[pair, p_value + after][0] < 0.05
                assert different == (not low <= 0 <= high)
                assert low <= value <= high
                first, second = pair.split(" − ")
                verdict = re.sub(r"(\w+)$", r"significantly \1", verb)
                leads = re.findall(rf"(\w) {verdict} than ([\w, ]+)\.", sentences)
                shown = any({first, second} <= {best, *re.split(", | and ", others)} and best in (first, second)
                            for best, others in leads)  # fmt: skip
                assert shown == different
                if models < 4:
                    open_ = f"The data do not settle whether {first} or {second} {verb}." in sentences
                    assert open_ != different
                seen.add((measure, different))
    assert len(seen) >= 3


def test_a_difference_of_aucs_lies_within_1_of_0():
    two_of_each = Report([1, 1, 0, 0], {"a": [0.9, 0.8, 0.1, 0.2], "b": [0.3, 0.5, 0.4, 0.2]})
    assert values(two_of_each)["a − b", "difference in AUC"][2] == 1


def test_models_that_rank_all_cases_in_the_same_order_are_identical_and_not_tested():
    y, scores = drawn(np.random.default_rng(0), 100, 0.4, (2, 1))
    report = Report(y, {"a": scores["a"], "again": scores["a"] ** 3, "b": scores["b"]})
    assert "a and again rank all examples in the same order" in words(report)
    assert {pair for pair, _ in values(report) if " − " in pair} == {"a − b", "again − b"}
    alone = Report(y, {"a": scores["a"], "again": scores["a"]}, cost_fn=3)
    assert alone.parts[4].rows == []
    assert "a and again have the same expected cost" in words(alone)
    assert "lowest expected cost" not in words(alone)


@pytest.mark.parametrize("group", [False, True])
def test_the_cost_of_a_model_depends_neither_on_other_columns_nor_on_its_unit(group):
    rng = np.random.default_rng(1)
    y, scores = drawn(rng, 150, 0.3, (2, 1))
    score, other = np.round(scores["a"], 2), np.round(scores["b"], 1)
    patient = rng.integers(0, 40, 150) if group else None
    beside = [
        {"a": score},
        {"a": 100 * score},
        {"a": np.exp(score)},
        {"b": other, "a": score},
        {"a": score, "b": other},
    ]
    reports = [values(Report(y, columns, cost_fn=3, group=patient)) for columns in beside]
    assert len({report["a", "expected cost per example"] for report in reports}) == 1
    measure = "difference in expected cost"
    assert reports[4]["a − b", measure][0] == pytest.approx(-reports[3]["b − a", measure][0])
    assert np.subtract(*reports[4]["a − b", measure][1:]) == pytest.approx(
        np.subtract(*reports[3]["b − a", measure][1:])
    )
    third = values(Report(y, {"a": score, "b": other, "c": rng.normal(size=150)}, cost_fn=3, group=patient))
    assert third["b", "expected cost per example"] == reports[4]["b", "expected cost per example"]


def test_the_same_score_after_rounding_is_neither_ranked_nor_tested():
    y, scores = drawn(np.random.default_rng(0), 200, 0.4, (2, 1))
    report = Report(y, {"percent": np.round(100 * scores["a"]), "a": scores["a"], "b": scores["b"]}, cost_fn=3)
    assert "percent and a are the same score, rounded differently" in words(report)
    assert {pair for pair, _ in values(report) if " − " in pair} == {"percent − b", "a − b"}
    assert "have the lowest expected costs. The difference between them is small enough to" in report.summary.words[0]
    decisions = Report(y, {"a": scores["a"], "call": scores["a"] > 0.5}, cost_fn=3)
    assert ("a − call", "difference in AUC") in values(decisions)


def test_the_noise_of_the_partitions_is_stated_and_limits_the_digits():
    """It is the standard deviation of means over other partitions."""
    y, scores = drawn(np.random.default_rng(0), 60, 0.4, (2, 1))
    report = Report(y, {"a": scores["a"]}, cost_fn=30)
    error = report.data.learners[0].fit.errors_of_each(report.data.x) @ [30 / 60, 1 / 60]
    error = error.std(ddof=1) / error.size**0.5
    assert f"the standard error due to the choice of partitions is {error:.1g}." in words(report)
    row = next(row for row in report.parts[3].rows if row.measure == "expected cost per example")
    digits = int(np.ceil(-np.log10(error)))
    assert digits < 3
    assert said(*row[2:]).split()[0] == f"{row.value:.{digits}f}"
    assert "random partitions an" not in words(Report.from_counts(*[{"a": count_scores(y, scores["a"])}] * 2))


@pytest.mark.parametrize("group", [False, True])
def test_the_same_examples_make_the_same_report_and_the_same_page_in_any_order(group, tmp_path, no_pictures):
    rng = np.random.default_rng(0)
    y, scores = drawn(rng, 120, 0.3, (2, 1))
    scores["coarse"] = np.round(scores["a"], 1)
    patient = np.array([f"patient {number}" for number in rng.integers(0, 40, 120)])
    options = {"cost_fn": 5, "threshold": 0.4, "specificity": 0.9, "precision": 0.7}
    pages = []
    for order in (np.arange(120), np.arange(120)[::-1], *(rng.permutation(120) for _ in range(3))):
        names = {"group": patient[order]} if group else {}
        report = Report(y[order], {name: score[order] for name, score in scores.items()}, **options, **names)
        report.save(tmp_path / "report.html")
        pages.append((str(report), json.dumps(report.table()), (tmp_path / "report.html").read_bytes()))
    assert len(set(pages)) == 1


# ---------------------------------------------------------------------------------------------
# Printed thresholds can be used: a copied one makes the same predictions
# ---------------------------------------------------------------------------------------------


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=20, unique=True))
def test_a_threshold_keeps_the_digits_without_which_it_would_make_other_calls(scores):
    scores = np.sort(scores)
    for own, shown, lower in zip(scores, shortened_thresholds(scores, scores), [-np.inf, *scores[:-1]], strict=True):
        assert lower < float(said(Threshold(shown))) == shown <= own


@pytest.mark.parametrize(
    ("scores", "shown"),
    [
        ([0.1, 0.49972, 0.49978], "0.49978"),
        ([0.1, 0.2, 0.49978], "0.499"),
        ([0.0004, 0.0018, 0.00192], "0.0019"),
        ([0, 0.0000123456], "1.23e-05"),
        ([0.1, 0.3], "0.3"),
        ([-7, 2.0], "2"),
        ([1, 123456], "123400"),
    ],
)
def test_a_threshold_has_no_more_digits_than_it_needs(scores, shown):
    assert said(Threshold(shortened_thresholds(np.array(scores[-1:]), np.array(scores))[0])) == shown


def test_the_threshold_of_the_page_makes_the_calls_of_the_page():
    y, scores = drawn(np.random.default_rng(0), 4000, 0.02, (2, 1))
    report = Report(y, scores, cost_fn=5)
    lines = str(report).split("\n")
    for learner in report.data.learners:
        shown = next(float(line.split()[-1]) for line in lines if line.startswith(f"  {learner.name} threshold"))
        called = scores[learner.name] >= shown
        assert values(report)[learner.name, "recall"][0] == pytest.approx(called[y].mean())
        assert values(report)[learner.name, "false positive rate"][0] == pytest.approx(called[~y].mean())


def test_groups_of_rare_positives_have_different_names():
    for near in (0, 1):
        y, scores = drawn(np.random.default_rng(0), 3000, 0.01, (2, 1))
        report = Report(y, abs(near - scores["a"]))
        assert len({row.measure for row in report.parts[2].more}) == len(report.parts[2].more) == 10


def test_decisions_are_no_probabilities_and_have_the_rates_of_the_decisions():
    calls = np.where(np.arange(200) < 6, ~HALF, HALF)
    report = Report(HALF, calls)
    assert "scores: its scores are all 0 or 1, so they are decisions, not probabilities." in words(report)
    assert report.parts[2].rows == []
    (decisions,) = (part for part in report.parts if part.question == "How good are the decisions?")
    found = values_of(decisions)
    assert (found["false negatives"], found["false positives"]) == (3, 3)
    assert found["recall (sensitivity)"] == found["specificity"] == pytest.approx(0.97)
    assert "Brier score misses" not in words(Report(HALF[:20], HALF[:20]))


def test_a_rule_of_0_and_1_costs_what_its_decisions_cost_wherever_its_cost_is_stated():
    """Even where predicting that all are negative would be cheaper, and also where low scores are positive."""
    y, scores = drawn(np.random.default_rng(0), 400, 0.1, (1, 1))
    rule = scores["b"] > 0.1
    cost = float(np.mean(np.where(y, 2 * ~rule, rule)))
    for options in [{}, {"lower_is_positive": ["rule"]}]:
        given = ~rule if options else rule
        report = Report(y, {"a": scores["a"], "rule": given}, cost_fn=2, **options)
        (price,) = (part for part in report.parts if part.picture == "costs")
        (decisions,) = (part for part in report.parts if part.question == "How good are the decisions?")
        found, as_they_are = ({row[:2]: row[2:5] for row in part.rows} for part in (price, decisions))
        assert found["rule", "expected cost per example"][0] == pytest.approx(cost)
        assert cost > report.data.p * 2  # treating all as negative
        for measure in ["expected cost per example", "net benefit", "recall", "precision"]:
            names = {"recall": "recall (sensitivity)", "precision": "precision (positive predictive value)"}
            assert found["rule", measure] == pytest.approx(as_they_are["rule", names.get(measure, measure)])
        difference = found["a", "expected cost per example"][0] - cost
        assert values(report)["a − rule", "difference in expected cost"][0] == pytest.approx(difference, abs=1e-3)
        assert "rule: the scores are decisions, which are evaluated as they are. What is said about" in words(report)
        assert "scores at each model's cheapest threshold, decisions as they are." in words(report)
        assert ("rule", "threshold") not in values(report)
    alone = Report(y, {"rule": rule, "other": scores["a"] > 0.1}, cost_fn=2, prior=0.01)
    assert "threshold" not in words(alone).replace("No threshold is chosen.", "")
    assert "The probabilities must be corrected" not in words(alone)
    assert "are decisions. They have a recall of" in " ".join(alone.summary.words)
    nobody = Report(y, np.zeros(y.size))
    assert "the scores of scores are decisions. They predict every example negative." in " ".join(nobody.summary.words)


def test_a_brier_score_is_never_below_0():
    few = values(Report([1, 1, 0, 0], [0.01, 0, 0, 0]))
    assert few["scores", "Brier score"][1:] == (0, 1)
    assert few["scores", "mean probability minus share of positives"][1] == -1


# ---------------------------------------------------------------------------------------------
# Eighty data sets with known truth: the coverage of the intervals
# ---------------------------------------------------------------------------------------------

EXCUSES = {"Brier score": "the interval of a Brier score misses the true value"}
PRICE = 4  # of a false negative
OF_THE_CHOSEN = {"recall", "false positive rate", "precision"}  # of a threshold that the same examples chose


def truths(figures, share, distances, brier):
    """Return the true value that each value of a report estimates, where calibrated learners see normal scores."""
    truth, costs = {("", "share of positives"): share}, []
    for name, d, score in zip("ab", distances, brier, strict=True):
        threshold = figures[name, "threshold"][0]
        z = np.inf if threshold is None else (logit(threshold) - logit(share)) / d
        recall, alarms = norm.sf(z - d / 2), norm.sf(z + d / 2)
        costs.append(share * PRICE * (1 - recall) + (1 - share) * alarms)
        truth |= {
            (name, "AUC"): norm.cdf(d / 2**0.5),
            (name, "average precision"): average_precision(share, d),
            (name, "Brier score"): score,
            (name, "mean probability minus share of positives"): 0,
            (name, "calibration slope"): 1,
            (name, "calibration intercept"): 0,
            (name, "expected cost per example"): costs[-1],
            (name, "net benefit"): share - costs[-1] / PRICE,
        }
    truth["a − b", "difference in AUC"] = truth["a", "AUC"] - truth["b", "AUC"]
    truth["a − b", "difference in expected cost"] = costs[0] - costs[1]
    return truth


def precision_of(recalls, share, d):
    """Return the true precision at this recall."""
    alarms = norm.sf(norm.isf(recalls) + d)
    return share * recalls / (share * recalls + (1 - share) * alarms)


@cache
def average_precision(share, d):
    """Return the true average precision: the mean of the precision over all recalls."""
    return np.mean(precision_of((np.arange(1000) + 0.5) / 1000, share, d))


PLACES = np.array([0.02, 0.2, 0.5, 0.9])


def in_bands(report, share, distances):
    """Return whether the true ROC curve is in its band at some FPRs, and the P-R curve in its band at some recalls."""
    for learner, d in zip(report.data.learners, distances, strict=True):
        roc, precision = bands(report.data, learner, PLACES)
        true = {"ROC": norm.sf(norm.isf(PLACES) - d), "P-R": precision_of(PLACES, share, d)}
        for (name, curve), (low, high) in zip(true.items(), [roc, precision], strict=True):
            for place, hit in zip(PLACES, (low <= curve) & (curve <= high), strict=True):
                yield f"{name} band at {place}", hit


@pytest.mark.trials
@pytest.mark.parametrize(
    ("m", "share", "distances"),
    [(20, 0.5, (2, 1)), (20, 0.25, (1, 1)), (100, 0.08, (1.5, 1)), (100, 0.3, (1, 1)), (400, 0.2, (2, 1.5))],
)
def test_intervals_hold_the_truth_as_often_as_they_say_or_the_report_says_that_they_do_not(m, share, distances):
    rng, held = np.random.default_rng(0), {}
    z, labels = rng.normal(size=200_000), rng.random(200_000) < share
    brier = [np.mean((expit(d * (z + d * (labels - 0.5)) + logit(share)) - labels) ** 2) for d in distances]
    for _ in range(80):
        y, scores = drawn(rng, m, share, distances)
        report = Report(y, scores, prior=share, cost_fn=PRICE)
        for place, hit in in_bands(report, share, distances):
            held.setdefault(place, []).append(hit)
        sentences, figures = words(report), values(report)
        truth = truths(figures, share, distances, brier)
        for (name, measure), (value, low, high) in figures.items():
            if measure == BY_DELONG and distances[0] == distances[1]:
                held.setdefault("no false alarm", []).append(value >= 0.05)
            group, _, mean = measure.partition(IN_GROUPS)
            excuse = EXCUSES.get(measure)
            if low is None or (excuse and excuse in sentences) or measure in OF_THE_CHOSEN:
                continue
            # means are printed with three digits; the truth of a group is its calibrated probability
            slack, true = (0.005 * float(mean), float(mean)) if mean else (0, truth[name, measure])
            held.setdefault(group + " of a group" * bool(mean), []).append(low - slack <= true <= high + slack)
    for measure, ones in held.items():
        assert binom.cdf(sum(ones), len(ones), 0.95) > 1e-4, (measure, np.mean(ones))
    assert ("Brier score" in held) == (m * share > 25)


@pytest.mark.parametrize("prior", [None, 0.3])
def test_a_band_is_narrow_where_examples_are_many_and_holds_the_measured_curve(prior):
    y, scores = drawn(np.random.default_rng(0), 20_000, 0.3, (2, 1))
    data = Report(y, scores, prior=prior).data
    at = np.array([0.1, 0.5, 0.9])
    for name, learner in zip("ab", data.learners, strict=True):
        roc, precision = bands(data, learner, at)
        fpr, tpr, _ = sklearn.roc_curve(y, scores[name])
        of_pr, recall, _ = sklearn.precision_recall_curve(y, scores[name])
        for (low, high), measured in [
            (roc, np.interp(at, fpr, tpr)),
            (precision, np.interp(at, recall[::-1], of_pr[::-1])),
        ]:
            assert np.all((low <= measured) & (measured <= high))
            assert np.all(high - low < 0.12)


def test_one_score_for_all_has_a_band_between_its_two_points():
    data = Report(HALF, {"a": np.full(200, 0.3), "b": np.linspace(0, 1, 200)}).data
    low, high = bands(data, data.learners[0], np.array([0, 0.5, 1]))[0]
    assert (low <= [0, 0, 0.98]).all()
    assert (high >= [0.01, 1, 1]).all()


def test_a_few_of_a_class_are_said():
    report = Report([1, 1, 1] + [0] * 17, np.arange(20) % 7)
    assert report.parts[0].words[0].startswith("There are only 3 positive examples")


# ---------------------------------------------------------------------------------------------
# Serious doubts come first
# ---------------------------------------------------------------------------------------------

HALF = np.arange(200) % 2 == 0
WORTHLESS = {
    "the wrong way round": (HALF, np.where(HALF, 0.2, 0.7) + np.linspace(0, 0.6, 200), "Are the labels the wrong way"),
    "guessing": (
        HALF,
        np.repeat(np.linspace(0.1, 0.9, 100), 2),
        "is better than guessing",
    ),
    "constant": (HALF, np.full(200, 0.3), "all examples have the same score, so nothing is ranked"),
    "perfect": (HALF, HALF + np.linspace(0, 0.5, 200), "the ranking is perfect"),
    "ties": (HALF, np.round(HALF * 0.3 + np.linspace(0, 0.9, 200), 1), "the two scores are equal"),
    "percent": (HALF, np.linspace(1, 99, 200), "If they are percentages, divide them by 100"),
    "votes": (HALF, np.linspace(-3, 2, 200), "scores, from -3 to 2, are not probabilities"),
    "twice": (
        np.tile(HALF[:130], 2),
        np.tile(np.linspace(0, 0.9, 130), 2),
        "128 examples have the same label and",
    ),
}


@pytest.mark.parametrize("kind", WORTHLESS)
def test_what_makes_an_answer_worthless_is_said_first(kind):
    y, scores, sentence = WORTHLESS[kind]
    report = Report(y, scores, prior=0.5)
    assert sentence in " ".join(report.parts[0].words)
    json.dumps(report.table(), allow_nan=False)


@pytest.mark.parametrize(
    ("scores", "sentence"),
    [
        ({"a": HALF}, "a has an expected cost of 0.000 "),
        ({"a": HALF, "b": ~HALF}, "a has the lowest expected cost here: 0.000 "),
        ({"a": HALF, "b": HALF + 0.0}, "a and b have the same expected cost, 0.000 "),
        ({"a": np.roll(HALF, 1)}, "No model is cheaper here than treating all examples alike"),
        ({"a": np.ones(200), "b": np.zeros(200)}, "No model is cheaper here than treating all examples alike"),
    ],
)
def test_a_learner_is_called_the_cheapest_where_there_are_others_and_it_saves_something(scores, sentence):
    assert sentence in words(Report(HALF, scores))


def test_numbers_of_examples_are_shown_in_full():
    assert "  examples             123456\n" in str(Report(np.arange(123_456) % 2, np.arange(123_456)))


def test_good_scores_are_not_suspected():
    y, scores = drawn(np.random.default_rng(0), 500, 0.4, (2, 1))
    assert Report(y, scores, prior=np.mean(y)).parts[0].words == []
    rounded = {name: np.round(score, 2) for name, score in scores.items()}
    assert Report(y, {"a": rounded["a"]}, prior=np.mean(y)).parts[0].words == []


@cache
def tumours():
    """Return labels, and scores of learners that were not trained on the tumour that they score."""
    X, benign = load_breast_cancer(return_X_y=True)
    learners = {f"{k} neighbours": KNeighborsClassifier(k) for k in (5, 15, 25)}
    learners |= {"tree": DecisionTreeClassifier(max_depth=3, random_state=0), "naive Bayes": GaussianNB()}
    scores = {name: cross_val_predict(model, X, 1 - benign, method="predict_proba") for name, model in learners.items()}
    return benign == 0, {name: score[:, 1] for name, score in scores.items()}


def suspects(y, scores):
    return "have the same label and the same scores as another example" in " ".join(Report(y, scores).parts[0].words)


def test_coarse_scores_are_no_copies():
    y, scores = tumours()
    for name, score in scores.items():
        assert not suspects(y, score), name
        for digits in (1, 2, 3):
            assert not suspects(y, np.round(score, digits)), (name, digits)


@pytest.mark.parametrize("seed", range(6))
def test_rounded_scores_are_no_copies_where_one_class_is_rare(seed):
    """Most scores are near 0, where there is hardly a positive. Real copies are still detected: of all examples, or if
    scores are not rounded.
    """
    rng, y = np.random.default_rng(seed), np.arange(500) < 50
    fine = np.where(y, rng.beta(2, 4, size=500), rng.beta(1, 20, size=500))
    rounded = np.round(fine, 4)
    assert not suspects(y, rounded)
    assert suspects(np.tile(y, 2), np.tile(rounded, 2))
    rows = np.concatenate([np.arange(500), rng.permutation(500)[:150]])
    assert suspects(y[rows], fine[rows])
    assert suspects(y[rows], {"a": fine[rows], "b": rounded[rows]})
    assert suspects(y[rows], {"a": fine[rows], "b": np.where(fine > 0.05, 1e308 * fine, fine)[rows]})


@pytest.mark.parametrize("names", [["naive Bayes"], ["naive Bayes", "5 neighbours"]])
@pytest.mark.parametrize("again", [1, 2, 4])
def test_copies_are_seen_where_scores_are_fine(names, again):
    """Each example, every second and every fourth is there twice."""
    y, scores = tumours()
    rows = np.concatenate([np.arange(y.size), np.arange(0, y.size, again)])
    assert suspects(y[rows], {name: scores[name][rows] for name in names})


def test_another_share_of_positives_is_said_first():
    y, scores = drawn(np.random.default_rng(0), 500, 0.4, (2, 1))
    assert "The probabilities must be corrected" in Report(y, scores, prior=0.01).parts[0].words[0]
    assert "was not given" in Report(y, scores).parts[0].words[0]


def test_the_parts_follow_the_course_and_the_limits_come_last():
    y, scores = drawn(np.random.default_rng(0), 100, 0.4, (2, 1))
    report = Report(y, scores)
    assert [part.chapter for part in report.parts] == ["03", "04", "04", "05", "07", "03"]
    assert report.parts[-1].question == "What do these results not show?"
    assert len({len(column) for column in report.table().values()}) == 1
    assert Report(y, scores["a"]).parts[4].words == ["There is only one model, so nothing is compared."]


def test_a_perfect_learner_beside_a_constant_one_is_as_sure_as_pairs_without_a_common_example():
    figures = values(Report([1] * 3 + [0] * 9, {"perfect": [1] * 3 + [0] * 9, "constant": [0.5] * 12}))
    assert figures["perfect − constant", BY_DELONG][0] == pytest.approx(2 / 2**3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1, 1, 1], [0.1, 0.2, 0.3]), "y_true has no negative example"),
        (([1, 0, 0], [0.1, 0.2, 0.3]), "y_true must hold two or more examples of each class"),
        (([1, 2, 0, 0], [0.1, 0.2, 0.3, 0.4]), "y_true must hold the labels 0 and 1, got 2"),
        (([1, 1, 0, 0], [0.1, np.nan, 0.3, 0.4]), "scores must be finite numbers, got nan"),
        (([1, 1, 0, 0], {"a": [0.1, np.inf, 0.3, 0.4]}), "scores of a must be finite numbers, got inf"),
        (([1, 1, 0, 0], {"a": [0.1, 0.2]}), "scores of a must have as many values as y_true, got 2 and 4"),
        (([1, 1, 0, 0], {}), "scores must contain the scores of one to 6 models, got 0"),
        (([1, 1, 0, 0], {1: [1, 2, 3, 4], "1": [1, 2, 3, 4]}), "scores must have different names, got 1 twice"),
        (([], []), "y_true must have shape (m,)"),
        (([1, 1, 0, 0], ["a", "b", "c", "d"]), "scores must hold numbers, got 'a'"),
    ],
)
def test_what_is_no_data_is_an_error_that_says_so(arguments, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        Report(*arguments)


@pytest.mark.parametrize("option", [{"prior": 0}, {"prior": 6}, {"cost_fn": 0}, {"cost_fp": -1}, {"cost_fn": np.nan}])
def test_shares_and_prices_are_checked(option):
    with pytest.raises(ValueError, match="must be a"):
        Report([1, 1, 0, 0], [0.1, 0.2, 0.3, 0.4], **option)


# ---------------------------------------------------------------------------------------------
# Margins, and tables instead of examples
# ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("distances", "margin", "sentence"),
    [
        ((2, 2), 0.05, "a and b rank the examples equally well: their AUCs differ by at most 0.05."),
        ((2, 1), 0.05, "For your purposes, a ranks the examples better than b: its AUC is larger by more than 0.05."),
        ((2, 1.7), 0.04, "The data do not settle whether their AUCs differ by more than 0.04."),
    ],
)
def test_a_margin_decides_whether_a_difference_matters(distances, margin, sentence):
    y, scores = drawn(np.random.default_rng(0), 1500, 0.4, distances)
    report = Report(y, scores, margin=margin)
    _, low, high = values(report)["a − b", "difference in AUC"]
    assert ("equally" in sentence) == (-margin <= low and high <= margin)
    assert ("its AUC is larger" in sentence) == (low > margin)
    assert sentence in words(report)
    assert "For your purposes" not in words(Report(y, scores))


def test_a_difference_matters_only_if_its_interval_among_several_lets_it():
    y, scores = drawn(np.random.default_rng(6), 300, 0.4, (2, 1.5))
    alone = Report(y, scores, margin=0.01)
    noise = np.random.default_rng(0).normal(size=(4, 300)) / 50
    among = Report(y, scores | dict(zip("cdef", scores["b"] + noise, strict=True)), margin=0.01)
    lows = [values(report)["a − b", "difference in AUC"][1] for report in (alone, among)]
    assert lows[1] < 0.01 < lows[0]
    assert "For your purposes, a ranks the examples better than b: its AUC is larger by more than 0.01." in words(alone)
    assert "a ranks the examples better than b: its AUC is larger by more than 0.01" not in words(among)


@pytest.mark.parametrize("margin", [-0.1, 2, np.nan, "much"])
def test_a_margin_is_a_difference_of_two_aucs(margin):
    with pytest.raises(ValueError, match="margin must be a difference between two AUCs, from 0 to 1"):
        Report([1, 1, 0, 0], [0.1, 0.2, 0.3, 0.4], margin=margin)


def test_tables_added_by_dask_give_the_report_of_all_examples_but_for_costs():
    rng = np.random.default_rng(0)
    y, scores = drawn(rng, 100_000, 0.1, (2, 1))
    report = Report(y, scores, prior=0.01, cost_fn=20)
    parts = np.split(np.arange(y.size), np.sort(rng.integers(0, y.size, 7)))
    first = stratified_half(y, rng)
    halves = [
        {
            name: reduce(add, [delayed(count_scores)(y[part][half[part]], score[part][half[part]]) for part in parts])
            for name, score in scores.items()
        }
        for half in (first, ~first)
    ]
    of_tables = values(Report.from_counts(*compute(*halves), prior=0.01, cost_fn=20))
    of_partitions = {"expected cost per example", "net benefit"}  # one for tables, twenty for examples
    for (name, measure), row in values(report).items():
        if " − " in name:
            assert (name, measure) not in of_tables
        elif measure in of_partitions and name in scores:
            assert of_tables[name, measure] == pytest.approx(row, rel=0.05)
        else:
            assert of_tables[name, measure] == row
    assert "the models are not compared" in words(Report.from_counts(*compute(*halves)))


def test_rounded_tables_say_between_what_the_auc_lies():
    y, scores = drawn(np.random.default_rng(0), 2000, 0.3, (2, 1))
    exact = sklearn.roc_auc_score(y, scores["a"])
    halves = [{"a": count_scores(y[half], scores["a"][half]).rounded(2)} for half in (slice(1000), slice(1000, None))]
    low, high = map(float, re.search(r"lies between (\S+) and (\d\.\d+)", words(Report.from_counts(*halves))).groups())
    assert low < exact < high < low + 0.03


TABLE = count_scores([1, 1, 0, 0], [0.9, 0.4, 0.6, 0.1])
NO_HALVES = {
    "no tables": (({}, {}), "first must be a dict of names and ScoreCounts"),
    "no counts": (({"a": [1]}, {"a": TABLE}), "first must be a dict of names and ScoreCounts"),
    "other learners": (({"a": TABLE}, {"b": TABLE}), "at most 6 of them, got ['a'] and ['b']"),
    "seven": (({i: TABLE for i in range(7)},) * 2, "must hold tables of the same models, at most 6"),
    "other examples": (({"a": TABLE, "b": TABLE + TABLE},) * 2, "the tables in first must count the same examples"),
    "one class": (({"a": TABLE}, {"a": count_scores([1, 1], [1, 2])}), "second must have an example of each class"),
}


@pytest.mark.parametrize("kind", NO_HALVES)
def test_what_are_no_halves_is_an_error_that_says_so(kind):
    halves, message = NO_HALVES[kind]
    with pytest.raises(ValueError, match=re.escape(message)):
        Report.from_counts(*halves)


# ---------------------------------------------------------------------------------------------
# The page and the notebook
# ---------------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """The tags of a page, and the text outside scripts."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.text, self.at = [], "", ""
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.at = tag

    def handle_endtag(self, tag):
        self.at = ""

    def handle_data(self, data):
        self.text += data if self.at not in ("script", "style") else ""


@pytest.fixture
def few_states(monkeypatch):
    """Make pages with few states, few pixels and no font, to save time; their texts are the same."""
    for name, few in {"SHARES": [0.1], "PRICES": [1, 10], "STEPS": 2}.items():
        monkeypatch.setattr(pictures, name, few)
    monkeypatch.setattr(style, "SHARPNESS", 1)
    monkeypatch.setattr(layout, "NARROW", [8.0])
    monkeypatch.setattr(saved, "letters", lambda text, flavor: b"")


def test_a_page_moves_is_the_same_twice_and_shows_names_as_text(tmp_path, few_states):
    y, scores = drawn(np.random.default_rng(0), 60, 0.4, (2, 1))
    report = Report(y, {STRANGE: scores["a"], "_$\\frac$ 模型": scores["b"]})
    for name in ("first.html", "second.html"):
        report.save(tmp_path / name, title=STRANGE)
    page = (tmp_path / "first.html").read_text(encoding="utf-8")
    assert (tmp_path / "second.html").read_text(encoding="utf-8") == page
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first.html", "second.html"]
    parsed = Tags(page)
    assert STRANGE in parsed.text
    assert "_$\\frac$ 模型" in parsed.text
    scripts = [attributes for tag, attributes in parsed.tags if tag == "script"]
    assert [script for script in scripts if script.get("type") != "text/plain"] == [{}]
    assert [tag for tag, _ in parsed.tags].count("living-picture") == 3
    assert not [attributes for _, attributes in parsed.tags if attributes.get("src", "data:")[:5] != "data:"]
    for part in report.parts:
        assert part.question in parsed.text
        assert all(sentence in parsed.text for sentence in part.words)


@pytest.fixture
def no_pictures(monkeypatch):
    """Make pages without figures, to save time."""
    for name in pictures.PICTURES:
        monkeypatch.setitem(pictures.PICTURES, name, lambda data: None)


@pytest.mark.parametrize(("names", "explained"), [("AB", False), (["forest", "ridge"], False), (["$a$", "b"], True)])
def test_letters_stand_for_names_that_a_legend_cannot_show_and_are_explained(names, explained, tmp_path, no_pictures):
    y, scores = drawn(np.random.default_rng(0), 60, 0.4, (2, 1))
    Report(y, dict(zip(names, scores.values(), strict=True))).save(tmp_path / "report.html")
    assert ("<p>In the figures, " in (tmp_path / "report.html").read_text(encoding="utf-8")) == explained


@pytest.mark.parametrize(("language", "names"), [("en", ["A", "B"]), ("zh", ["朴素贝叶斯", "5近邻"])])
def test_a_legend_shows_chinese_names_where_its_font_has_them(language, names, monkeypatch):
    monkeypatch.setenv("EVALCORE_LANGUAGE", language)
    y, scores = drawn(np.random.default_rng(0), 60, 0.4, (2, 1))
    report = Report(y, dict(zip(["朴素贝叶斯", "5近邻"], scores.values(), strict=True)))
    assert list(pictures.names_in_figures(report.data)) == names


def test_figures_are_written_as_png_and_svg_the_same_each_time(tmp_path, capsys):
    y, scores = drawn(np.random.default_rng(0), 60, 0.4, (2, 1))
    report = Report(y, {name: 1 / (1 + np.exp(-values)) for name, values in scores.items()})
    paths = report.save_figures(tmp_path / "one")
    assert [path.name for path in paths] == [
        f"{name}.{ending}" for name in ("ranking", "calibration", "costs") for ending in ("png", "svg")
    ]
    for path, other in zip(paths, report.save_figures(tmp_path / "two"), strict=True):
        assert path.read_bytes() == other.read_bytes()
        assert path.read_bytes().startswith(b"\x89PNG" if path.suffix == ".png" else b"<?xml")
    assert "TP" in paths[1].read_text(encoding="utf-8")
    (tmp_path / "scores.csv").write_text(
        "ill,a\n" + "".join(f"{int(a)},{b:.4f}\n" for a, b in zip(y, scores["a"], strict=True))
    )
    assert main(["report", str(tmp_path / "scores.csv"), "--label", "ill", "--figures", str(tmp_path / "three")]) == 0
    assert sorted(path.name for path in (tmp_path / "three").iterdir()) == [
        "calibration.png", "calibration.svg", "costs.png", "costs.svg", "ranking.png", "ranking.svg",
    ]  # fmt: skip
    assert "ranking.png" in capsys.readouterr().out
    nowhere = str(tmp_path / "no" / "figures")
    assert main(["report", str(tmp_path / "scores.csv"), "--label", "ill", "--figures", nowhere]) == 2
    assert "there is no folder" in capsys.readouterr().err


@pytest.mark.parametrize(("language", "folder"), [("en", ""), ("zh", "zh/")])
def test_a_page_links_to_the_chapters_where_the_address_of_the_book_is_known(
    language, folder, tmp_path, monkeypatch, no_pictures
):
    def links():
        Report(HALF, np.linspace(0, 1, 200)).save(tmp_path / "report.html")
        return re.findall('<a href="([^"]*)">', (tmp_path / "report.html").read_text(encoding="utf-8"))

    monkeypatch.setenv("EVALCORE_LANGUAGE", language)
    monkeypatch.delenv("BOOK_ADDRESS", raising=False)
    assert not links()
    monkeypatch.setenv("BOOK_ADDRESS", "https://example.org/book/")
    notebooks = Path(__file__).parents[1] / "notebooks" / folder
    assert links()
    for link in links():
        assert link.startswith(f"https://example.org/book/{folder}")
        assert (notebooks / f"{link.rsplit('/', 1)[1].removesuffix('.html')}.ipynb").exists()


LONG = [f"gradient_boosting_{part}_calibrated_2024" for part in ("a", "bb", "depth_six", "x" * 30)]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["naive Bayes", "logistic_regression_l2_C1"], ["naive Bayes", "logistic_re…on_l2_C1"]),
        ([f"convolutional_network_{number}_epochs" for number in "1234"], None),
        (LONG, None),
        (["x" * 30 + "a" + "x" * 30, "x" * 30 + "b" + "x" * 30], ["A", "B"]),
    ],
)
def test_long_names_are_shortened_in_figures_and_stay_different(names, expected, tmp_path):
    y = np.arange(40) % 2
    scores = {name: np.random.default_rng(number).random(40) for number, name in enumerate(names)}
    report = Report(y, scores)
    shown = [*pictures.names_in_figures(report.data)]
    assert shown == (expected or shown)
    assert len(set(shown)) == len(names)
    assert all(len(name) <= 20 for name in shown)
    assert expected or all("…" in name for name in shown)
    assert report.picture("ranking").reading.startswith(f"A: {names[0]}," if shown[0] == "A" else f"{names[0]},")


def test_a_page_is_not_half_written(tmp_path, monkeypatch, no_pictures):
    def broken(data):
        raise RuntimeError("no picture")

    monkeypatch.setitem(pictures.PICTURES, "costs", broken)
    with pytest.raises(RuntimeError):
        Report(HALF, np.linspace(0, 1, 200)).save(tmp_path / "report.html")
    assert list(tmp_path.iterdir()) == []


def test_a_notebook_shows_tables_and_living_pictures_and_keeps_the_words():
    y, scores = drawn(np.random.default_rng(0), 60, 0.4, (2, 1))
    report = Report(y, scores | {STRANGE: 1 - scores["a"]})
    bundle = report._repr_mimebundle_()
    assert bundle["text/plain"] == str(report)
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "worse than guessing" in str(report)


def test_a_picture_is_had_by_its_name():
    y, scores = drawn(np.random.default_rng(0), 60, 0.4, (2, 1))
    assert Report(y, scores).picture("calibration").alt.startswith("Share of positives")
    assert Report(y, scores["a"] * 7).picture("calibration") is None
    with pytest.raises(ValueError, match="one of ranking, calibration, costs, got 'roc'"):
        Report(y, scores).picture("roc")


def test_every_picture_follows_its_controls(monkeypatch):
    for name, few in {"SHARES": [0.001, 0.02, 0.1, 0.5, 0.9], "PRICES": [0.1, 1, 5, 20, 100], "STEPS": 12}.items():
        monkeypatch.setattr(pictures, name, few)
    y, scores = drawn(np.random.default_rng(0), 60, 0.4, (2, 1))
    data = Report(y, scores, cost_fn=3).data
    for picture in (pictures.ranking(data), pictures.bills(data)):
        readings = {picture.frame(**{name: value})[1] for name, offered in picture.lattice.items() for value in offered}
        assert len(readings) > 10
        assert not any("nan" in reading for reading in readings)
    reading = pictures.ranking(data).frame(model="a", called_positive=0.5)[1]
    tp, fn, fp, tn = (int(number) for number in re.search(r"TP (\d+), FN (\d+), FP (\d+), TN (\d+)", reading).groups())
    assert (tp + fn, fp + tn) == (y.sum(), (~y).sum())


# ---------------------------------------------------------------------------------------------
# Files, and the command
# ---------------------------------------------------------------------------------------------

LINES = [f"{i},x,{int(i % 3 == 0)},{0.3 + 0.4 * (i % 3 == 0) + (i * 7 % 10) / 40:.3f}" for i in range(30)]
PLAIN = "\n".join(["id,note,ill,forest", *LINES]) + "\n"


def written(tmp_path, content, name="scores.csv"):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def words_for(labels):
    return PLAIN.replace(",x,1,", f",x,{labels[1]},").replace(",x,0,", f",x,{labels[0]},")


SAME = {
    "a byte-order mark": (b"\xef\xbb\xbf" + PLAIN.encode(), {}),
    "Windows line ends": (PLAIN.replace("\n", "\r\n"), {}),
    "semicolons and decimal commas": (PLAIN.replace(",", ";").replace("0.", "0,").replace("1.", "1,"), {}),
    "tabs": (PLAIN.replace(",", "\t"), {}),
    "empty lines": (PLAIN.replace("\n", "\n\n"), {}),
    "true and false": (words_for(["false", "TRUE"]), {}),
    "numbers with a point": (words_for(["0.0", "1.0"]), {}),
    "two words": (words_for(["well", "ill"]), {"positive": "ill"}),
    "quotes": (PLAIN.replace("x", '"a, ""b"", c"'), {}),
}


@pytest.mark.parametrize("kind", SAME)
def test_a_file_reads_the_same_however_it_was_saved(kind, tmp_path):
    content, options = SAME[kind]
    plain, other = (
        read(written(tmp_path, PLAIN), "ill"),
        read(written(tmp_path, content, "other.csv"), "ill", **options),
    )
    assert np.array_equal(plain.y_true, other.y_true)
    assert np.array_equal(plain.scores["forest"], other.scores["forest"])
    assert list(other.scores) == ["forest"]
    left_out = " ".join(words.partition(":")[0] for words in other.provenance.left_out)
    assert left_out == "The report leaves out column 'id' The report leaves out column 'note'"


def test_a_file_may_be_open_already_or_be_bytes(tmp_path):
    path = written(tmp_path, PLAIN)
    expected = Report.from_csv(path, label="ill").table()
    for content in (PLAIN.encode(), memoryview(PLAIN.encode()), BytesIO(PLAIN.encode())):
        assert Report.from_csv(content, label="ill").table() == expected
    with path.open("rb") as file:
        assert Report.from_csv(file, label="ill").table() == expected
        assert not file.closed
    for strange in (3, StringIO(PLAIN)):
        with pytest.raises(ValueError, match="file must be a path, an open binary file, or bytes"):
            Report.from_csv(strange, label="ill")


REFUSED = {
    "nothing": ("", "expected the names of the columns, got nothing"),
    "only names": ("ill,forest\n", "line 1: expected one line per example after the header"),
    "no such column": (
        "sick,forest\n1,0.5\n",
        "there is no column 'ill' (--label); the columns are 'sick' and 'forest'",
    ),
    "the same name twice": ("ill,a,a\n1,0.5,0.5\n", "columns must have different names, got 'a' twice"),
    "no scores": (
        "ill,note\n1,x\n0,y\n1,x\n0,y\n",
        "no column other than 'ill' can be used as scores: 'note': text, such as 'x'",
    ),
    "labels alone": ("ill\n1\n0\n1\n0\n", "column other than 'ill' can be used as scores: there are no other columns"),
    "a text among numbers": (
        "ill,a\n1,0.5\n0,high\n1,1\n0,0\n",
        "line 3: column 'a' must hold finite numbers, got 'high'",
    ),
    "an empty entry": ("ill,a\n1,0.5\n0,\n1,1\n0,0\n", "line 3: column 'a' must hold finite numbers, got ''"),
    "an empty first entry": ("ill,a\n1,\n0,1\n1,0.5\n0,0\n", "line 2: column 'a' must hold finite numbers, got ''"),
    "NaN": ("ill,a\n1,nan\n0,0.5\n1,1\n0,0\n", "line 2: column 'a' must hold finite numbers, got 'nan'"),
    "infinite": ("ill,a\n1,0.5\n0,-inf\n1,1\n0,0\n", "line 3: column 'a' must hold finite numbers, got '-inf'"),
    "Python's own numbers": (
        "ill,a\n1,0.5\n0,1_0\n1,1\n0,0\n",
        "line 3: column 'a' must hold finite numbers, got '1_0'",
    ),
    "too short a line": ("ill,a\n1,0.5\n0\n", "line 3: expected 2 entries, as in the header line, got 1"),
    "a third label": (
        "ill,a\n1,0.5\n0,0.4\n\n2,0.5\n",
        "column 'ill' must hold two labels, got 3: '1' (1), '0' (1) and '2' (1). Say which one is positive",
    ),
    "no label": ("ill,a\n1,0.5\n,0.4\n", "line 3: column 'ill' must hold a label, got '' (rows without a label: 1)"),
    "two words": ("ill,a\nyes,0.5\nno,0.4\n", "say which one is positive, for example with --positive yes"),
    "one class": ("ill,a\n1,0.5\n1,0.4\n", "column 'ill' must hold two labels, got only '1' (2)"),
    "true and 1": (
        "ill,a\ntrue,0.5\n1,0.4\n",
        "column 'ill' holds the labels 'true' (1) and '1' (1): say which one is positive",
    ),
    "an open quote": ('ill,a\n1,0.5\n0,"0.4\n', "line 3: expected a line of a CSV file"),
    "a mark of UTF-8, and bytes that are not": (
        b"\xef\xbb\xbfill,a\n1,0.5\n0,\xe9\n",
        "line 3: expected text in UTF-8",
    ),
    "two examples": (
        "ill,a\n1,0.5\n0,0.4\n",
        "column 'ill' must hold each label at least twice, got 1 positive and 1 neg",
    ),
    "seven learners": (
        "ill,a,b,c,d,e,f,g\n" + "".join(f"{i % 2}{f',0.{i}' * 7}\n" for i in (3, 1, 4, 2)),
        "7 columns may be scores, but a report covers one to 6 columns: 'a', 'b', 'c', 'd', 'e', 'f' and 'g'. Name",
    ),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_read_is_an_error_of_one_line_and_nothing_is_written(kind, tmp_path, capsys):
    content, message = REFUSED[kind]
    path = written(tmp_path, content)
    assert main(["report", str(path), "--label", "ill", "-o", str(tmp_path / "report.html")]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--label", "ill", "-o", "scores.csv"], "the output must not be the file of scores"),
        (["--label", "ill", "-o", "nowhere/report.html"], "there is no folder"),
        (["--label", "ill", "--prior", "6"], "--prior must be a number between 0 and 1"),
        (["--label", "ill", "--margin", "7"], "--margin must be a difference between two AUCs"),
        (["--label", "ill", "--cost-fn", "nan"], "--cost-fn must be a finite number > 0"),
        (["--label", "ill", "--positive", "2"], "column 'ill' has no label '2'; its labels are '0' (20) and '1' (10)"),
    ],
)
def test_options_that_make_no_sense_are_errors(options, message, tmp_path, monkeypatch, capsys):
    written(tmp_path, PLAIN)
    monkeypatch.chdir(tmp_path)
    assert main(["report", "scores.csv", *options]) == 2
    assert message in capsys.readouterr().err
    assert (tmp_path / "scores.csv").read_text() == PLAIN


def test_a_file_that_is_not_there_and_an_option_that_is_missing_end_with_2(tmp_path, capsys):
    assert main(["report", str(tmp_path / "none.csv"), "--label", "ill"]) == 2
    assert "expected a file of scores, but there is no file none.csv" in capsys.readouterr().err
    with pytest.raises(SystemExit) as caught:
        main(["report", "scores.csv"])
    assert caught.value.code == 2


def test_the_command_prints_words_or_json_or_writes_a_page(tmp_path, capsys, no_pictures):
    path, page = written(tmp_path, PLAIN.replace("forest", STRANGE)), tmp_path / "report.html"
    scores_file = read(path, "ill")
    report = Report.from_csv(path, label="ill", prior=0.1, cost_fn=5)
    assert report.table() == Report(scores_file.y_true, scores_file.scores, prior=0.1, cost_fn=5).table()
    options = ["report", str(path), "--label", "ill", "--prior", "0.1", "--cost-fn", "5"]
    assert main(options) == 0
    printed = capsys.readouterr().out
    assert str(report) in printed
    assert "The report leaves out column 'note': text, such as 'x'" in printed
    assert "The report leaves out column 'id': an index or row numbers" in printed
    assert main([*options, "--json"]) == 0
    as_json = json.loads(capsys.readouterr().out)
    assert as_json["table"] == report.table()
    assert list(as_json["words"]) == [part.question for part in report.parts]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", as_json["date"])
    given = " ".join(as_json["what was given"])
    for words_of_page in (
        "File: scores.csv.",
        "Options: ",
        "The 95 % intervals are",
        f"This report was made on {as_json['date']} with",
    ):
        assert words_of_page in given
    assert main([*options, "-o", str(page)]) == 0
    assert "<h1>Report on scores.csv</h1>" in page.read_text(encoding="utf-8")
    assert "leaves out column &#x27;note&#x27;: text, such as &#x27;x&#x27;" in page.read_text(encoding="utf-8")


def test_the_command_describes_operating_points_and_saves_corrected_probabilities(tmp_path, capsys):
    content = "ill,forest\n" + "\n".join(
        f"{int(i % 3 == 0)},{0.1 + (7 * i % 10) / 20 + 0.3 * (i % 3 == 0):.3f}" for i in range(60)
    )
    path, corrected = written(tmp_path, content), tmp_path / "corrected.csv"
    options = ["report", str(path), "--label", "ill", "--prior", "0.1"]
    points = ["--threshold", "0,5", "--specificity", "90%", "--precision", "0.6"]
    assert main([*options, *points, "--corrected", str(corrected)]) == 0
    assert "What happens at the operating points that you named?" in capsys.readouterr().out
    report = Report.from_csv(path, label="ill", prior=0.1)
    head, *lines = corrected.read_text(encoding="utf-8").splitlines()
    assert head == "ill,forest"
    rows = np.array([line.split(",") for line in lines], dtype=float)
    np.testing.assert_allclose(rows[:, 1], report.corrected()["forest"], rtol=1e-5)
    np.testing.assert_array_equal(rows[:, 0], report.labels)
    for wrong, message in [(["--specificity", "2"], "specificity must be a number from 0 to 1"),
                           (["--precision", "x"], "precision must be a number from 0 to 1"),
                           (["--threshold", "inf"], "threshold must be a finite number"),
                           (["--threshold", "0.5", "0.6"], "threshold must be one number, or NAME=NUMBER for each"),
                           (["--threshold", "tree=0.5"], "threshold must name one of the scores 'forest', got 'tree'"),
                           (["--corrected", str(path)], "the output must not be the file of scores"),
                           (["--corrected", str(tmp_path / "a.txt")], "a name that ends in .csv")]:  # fmt: skip
        assert main([*options, *wrong]) == 2
        assert message in capsys.readouterr().err
    assert main([*options[:-2], "--corrected", str(corrected)]) == 2
    assert "--corrected needs --prior" in capsys.readouterr().err


def test_the_top_of_a_report_is_its_summary_and_what_was_given(tmp_path, no_pictures):
    path, page = written(tmp_path, PLAIN), tmp_path / "report.html"
    report = Report.from_csv(path, label="ill", prior=0.1)
    assert 1 <= len(report.summary.words) <= 6
    assert str(report).startswith("Summary\n- Model: ")
    assert "the ranking is perfect" in report.summary.words[-2]
    report.save(page)
    shown = Tags(page.read_text(encoding="utf-8")).text
    assert "File: scores.csv." in shown
    assert "Label column: 'ill'; positive class: '1'." in shown
    assert "Rows: 30 used, 0 left out." in shown
    assert re.search(r"made on \d{4}-\d\d-\d\d with version", shown)


def test_the_correction_for_another_share_is_offered_where_it_is_of_use():
    rng = np.random.default_rng(8)
    log_odds = rng.normal(-1, 1.5, 2000)
    p = expit(log_odds)
    y, too_high = rng.random(2000) < p, expit(log_odds + 1)
    assert "--corrected" not in words(Report(y, p))
    assert "--corrected" not in words(Report(y, log_odds, prior=0.01))
    assert "give that share with --prior and add --corrected FILE" in words(Report(y, too_high))
    elsewhere = Report(y, p, prior=0.01)
    assert "To save probabilities corrected for a share of 0.01 and for the calibration intercept" in words(elsewhere)
    counts = count_scores(y, p), count_scores(~y, p)
    tables = Report.from_counts({"p": counts[0]}, {"p": counts[1]}, prior=0.01)
    assert "--corrected" not in words(tables)
    assert tables.corrected() == {}


def test_the_summary_names_the_best_ranking_if_another_model_costs_less():
    y = np.arange(400) % 4 == 0
    good = np.where(y, 0.535, 0.5) + 0.1 * np.random.default_rng(3).random(400)
    early = np.random.default_rng(4).random(400) / 2 + 0.6 * (y & (np.arange(400) % 8 == 0))
    report = Report(y, {"early": early, "good": good})
    assert report.summary.words[0].startswith("Model: early has the lowest expected cost")
    assert report.summary.words[1].startswith(
        f"Ranking: good has the largest AUC, {sklearn.roc_auc_score(y, good):.3f} ("
    )
    assert f"; that of early is {sklearn.roc_auc_score(y, early):.3f} (" in report.summary.words[1]
    table = report.table()
    p_value = table["value"][table["measure"].index("p-value for the difference in AUC (DeLong)")]
    assert report.summary.words[1].endswith(
        "The difference between the two is significant." if p_value < 0.05 else "could be due to chance."
    )
    assert report.summary.words[2].endswith("A false negative and a false positive are given the same cost.")
    assert "same cost" not in Report(y, good, cost_fn=5).summary.words[2]
    assert Report(y, good).summary.words[1].startswith("Ranking: scores has an AUC of ")


def test_only_scores_that_may_be_percentages_have_the_hint_to_divide_them():
    y = np.arange(200) % 2 == 0
    grades, percent = np.arange(200) // 3 % 5 + 1, np.arange(200) * 7 % 101
    assert "divide them by 100" not in words(Report(y, grades))
    assert "divide them by 100" in words(Report(y, percent))


def test_intervals_that_hold_less_often_than_they_say_are_named_where_they_apply():
    rng = np.random.default_rng(0)
    y, scores = np.arange(300) < 12, rng.random(300)
    few, many = Report(y, scores), Report(np.arange(300) < 90, scores)
    grouped = Report(np.arange(300) < 90, scores, group=np.arange(300) % 60)
    assert "With about 10 positives" in words(few)
    assert "With about 10 positives" not in words(many)
    assert "With groups of examples" in words(grouped)
    assert "With groups of examples" not in words(many)
    assert "makes the intervals of recall and precision a little too narrow" in words(many)
    assert "makes the interval of the recall a little too narrow" in words(Report(y, scores, prior=0.04))


def test_what_a_terminal_would_obey_is_not_printed():
    report = Report(HALF, {"\x1b[2J\nred": np.linspace(0, 1, 200)})
    assert "\x1b" not in str(report)
    assert "�[2J�red" in str(report)


def test_it_runs_as_a_module(tmp_path):
    path = written(tmp_path, PLAIN)
    run = subprocess.run(
        [sys.executable, "-m", "evalcore", "report", path, "--label", "ill"], capture_output=True, text=True, check=True
    )
    assert "What do these results not show?" in run.stdout


@pytest.mark.parametrize("seed", range(25))
def test_random_data_sets_agree_with_independent_code(seed):
    """Ties, other shares and prices; loops and scikit-learn instead of evalcore."""
    rng = np.random.default_rng(1000 + seed)
    m = int(rng.integers(30, 200))
    y = rng.permutation(np.arange(m) < rng.integers(5, m - 5))
    score = np.round(expit(rng.normal(size=m) + rng.uniform(0, 3) * y - 1), int(rng.integers(1, 5)))
    threshold, cost_fn, cost_fp = float(np.round(rng.uniform(0.1, 0.9), 2)), *rng.uniform(0.5, 20, 2)
    found = values(Report(y, score, threshold=threshold, cost_fn=cost_fn, cost_fp=cost_fp))
    called = score >= threshold
    tp, fp = int((called & y).sum()), int((called & ~y).sum())
    fn, tn = int(y.sum()) - tp, int((~y).sum()) - fp
    pairs = [(a > b) + (a == b) / 2 for a in score[y] for b in score[~y]]
    expected = {
        "AUC": np.mean(pairs),
        "average precision": sklearn.average_precision_score(y, score),
        "Brier score": np.mean((score - y) ** 2),
        "mean probability minus share of positives": score.mean() - y.mean(),
        "false negatives": fn,
        "false positives": fp,
        "recall (sensitivity)": tp / (tp + fn),
        "specificity": tn / (tn + fp),
        "precision (positive predictive value)": tp / (tp + fp) if tp + fp else None,
        "negative predictive value": tn / (tn + fn) if tn + fn else None,
        "F1": 2 * tp / (2 * tp + fp + fn),
    }
    assert {measure: found["scores", measure][0] for measure in expected} == pytest.approx(
        expected, rel=1e-12, abs=1e-15
    )
    points = values_of(Report(y, score, threshold=threshold, cost_fn=cost_fn, cost_fp=cost_fp).parts[-2])
    assert points["expected cost per example"] == pytest.approx((cost_fn * fn + cost_fp * fp) / m)
    assert points["net benefit"] == pytest.approx((tp - fp * cost_fp / cost_fn) / m)


def values_of(part):
    return {row.measure: row.value for row in part.rows}


def test_the_summary_says_where_a_model_is_not_shown_to_be_cheaper_than_treating_all_cases_alike():
    rng = np.random.default_rng(4)
    y = np.arange(120) < 40
    weak, strong = Report(y, rng.random(120) + 0.2 * y), Report(y, rng.random(120) + 0.9 * y)
    sentence = "do not show that this is less than the cost of predicting the same class for every example"
    assert sentence in weak.summary.words[0]
    assert sentence not in strong.summary.words[0]
    for report in (weak, strong):
        (price,) = (part for part in report.parts if part.chapter == "05")
        assert ("do not show a lower cost" in " ".join(price.words)) == (report is weak)


def test_a_column_that_may_be_a_group_is_the_main_concern_until_it_is_named():
    rng = np.random.default_rng(5)
    lines = [f"{i % 2},p{i // 5},{rng.random() + i % 2 / 2:.3f}" for i in range(300)]
    file = "\n".join(["ill,patient,score", *lines]).encode()
    for scores in (None, "score"):
        report = Report.from_csv(file, label="ill", scores=scores)
        assert "in column 'patient' belong together" in report.summary.words[-2]
    assert "belong together" not in Report.from_csv(file, label="ill", group="patient").summary.words[-2]


def test_many_pairs_have_a_matrix_and_few_sentences(tmp_path):
    rng, y = np.random.default_rng(6), np.arange(200) < 70
    scores = {name: rng.normal(size=200) + y * k / 2 for k, name in enumerate("abcdef")}
    report = Report(y, scores)
    comparison = report.parts[4]
    assert len(comparison.words) < 15
    (auc, _cost) = comparison.matrices.values()
    assert len(auc) == 15
    report.save(tmp_path / "report.html")
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    for (first, second), (value, low, high) in auc.items():
        shown = f"{value:z.3f}{'' if low <= 0 <= high else '*'}</td>".replace("-", "−")
        assert shown in html, (first, second)
    assert Report(y, {name: scores[name] for name in "abc"}).parts[4].matrices == {}


def test_the_statistic_and_the_p_value_of_other_software_are_given_for_one_pair():
    y, scores = drawn(np.random.default_rng(0), 60, 0.4, (2, 1))
    report = Report(y, scores)
    placements = [
        [np.mean(np.sign(score[y == 1][:, None] - score[y == 0]) / 2 + 0.5, axis=axis) for axis in (1, 0)]
        for score in scores.values()
    ]
    over_positives, over_negatives = (a - b for a, b in zip(*placements, strict=True))
    variance = sum(np.var(part, ddof=1) / part.size for part in (over_positives, over_negatives))
    z = abs(over_positives.mean()) / np.sqrt(variance)
    assert f"Z = {z:.5g}; with the normal distribution, as in R's pROC, its p-value would be {2 * norm.sf(z):.3g}." in (
        " ".join(report.parts[4].words)
    )


def test_a_threshold_on_one_side_of_all_scores_and_one_for_another_share_are_pointed_out():
    rng = np.random.default_rng(0)
    y = np.arange(200) % 2
    q = np.clip(rng.normal(0.4 + 0.2 * y, 0.15), 0.01, 0.99)

    def words_of(**asked):
        return " ".join(words for part in Report(y, {"a": q}, **asked).parts for words in part.words)

    sentence = "a: at this threshold, no example is predicted positive; the model's scores range from 0."
    assert sentence in words_of(threshold=30)
    assert "to use a threshold where the share is different, correct the probabilities first (--corrected)" in words_of(
        threshold=0.1, prior=0.05
    )
    assert "to use a threshold where" not in words_of(threshold=0.5)


@pytest.mark.parametrize("threshold", ["0.3", "30%", "30", "risk %=30", "risk %=0.3"])
def test_a_threshold_has_the_unit_of_its_column_and_may_be_given_by_name(threshold, tmp_path, capsys):
    rows = "\n".join(f"{i % 2},{10 + 5 * (i % 7) + 20 * (i % 2)},{i % 13}" for i in range(80))
    path = written(tmp_path, f"ill,risk %,marker\n{rows}")
    options = ["report", str(path), "--label", "ill", "--scores", "risk %", "marker", "--json", "--threshold"]
    assert main([*options, threshold, "marker=6"] if "=" in threshold else [*options, threshold]) == 0
    table = json.loads(capsys.readouterr().out)["table"]
    errors = [value for name, measure, value in zip(*map(table.get, ["learner", "measure", "value"]), strict=True)
              if measure.startswith("false ") and not measure.endswith("rate")]  # fmt: skip
    called = [10 + 5 * (i % 7) + 20 * (i % 2) >= 30 for i in range(80)]
    assert errors[0] == sum(not call for i, call in enumerate(called) if i % 2)
    assert errors[1] == sum(call for i, call in enumerate(called) if not i % 2)
    if "=" in threshold:
        assert errors[2] == sum(i % 13 < 6 for i in range(80) if i % 2)


def test_a_threshold_on_corrected_probabilities_predicts_what_it_does_in_the_saved_file():
    rng = np.random.default_rng(0)
    y = rng.random(400) < 0.3
    q = expit(rng.normal(size=400) + 2 * y - 1)
    report = Report(y, {"a": q}, prior=0.05, threshold=0.2, cost_fn=4)
    point = report.parts[-2]
    called = report.corrected()["a"] >= 0.2
    rows = {row.measure: row.value for row in point.rows if row.learner == "a, corrected"}
    recall, false_positive_rate = called[y].mean(), called[~y].mean()
    assert rows["recall (sensitivity)"] == pytest.approx(recall)
    assert rows["net benefit"] == pytest.approx(0.05 * recall - 0.95 * false_positive_rate / 4)
    assert 'For the rows named "corrected", the same threshold was applied' in " ".join(point.words)
    assert {row.learner for row in Report(y, {"a": q}, threshold=0.2).parts[-2].rows} == {"a"}


def test_a_threshold_of_low_scores_says_its_direction_and_its_range():
    y, marker = np.arange(100) % 2, 150.0 + np.arange(100) - 40 * (np.arange(100) % 2)
    report = Report(y, {"marker": marker}, lower_is_positive=True, threshold=30)
    point = " ".join(report.parts[-2].words)
    assert "marker: low scores indicate the positive class, so a score at or below the threshold" in point
    assert "no example is predicted positive; the model's scores range from 111 to 248." in point


def test_corrected_probabilities_keep_the_columns_that_identify_a_row(tmp_path):
    rows = "\n".join(f"c{i:03},p{i // 4},{int(i % 3 == 0)},{0.1 + (7 * i % 10) / 20 + 0.3 * (i % 3 == 0):.2f},x{i % 2}"
                     for i in range(80))  # fmt: skip
    path, corrected = written(tmp_path, f"case_id,patient,ill,forest,note\n{rows}"), tmp_path / "corrected.csv"
    for scores in ([], ["--scores", "forest"]):
        assert main(["report", str(path), "--label", "ill", "--prior", "0.1", "--json", "--corrected", str(corrected),
                     *scores]) == 0  # fmt: skip
        lines = corrected.read_text(encoding="utf-8").splitlines()
        assert lines[0] == "case_id,patient,ill,forest"
        assert re.fullmatch(r"c079,p19,0,0\.\d{1,7}", lines[-1])
