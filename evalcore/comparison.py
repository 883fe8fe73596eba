"""Comparing learners by hypothesis tests: chapter 07, equations (2.31)-(2.36).

The null hypothesis is that there is no difference; the p-value is the probability, under it, of a statistic at least
as extreme as the observed one. *Differences* are those of two learners' error rates, first minus second, so that a
positive difference means that the first has more errors. An array of shape (..., k) has the differences on k folds in
each row.

To compare two models on one test set, use :func:`mcnemar`, and :func:`delong_test` for their AUCs. To compare two
learners on the folds of one data set, use :func:`corrected_t` or :func:`five_by_two_t`. To compare several learners on
many data sets, use :func:`average_ranks`, :func:`iman_davenport` and then :func:`nemenyi_distance`. The module
:mod:`evalcore.claims` tests one learner against a claim, and :mod:`evalcore.conclusions` draws conclusions from tests.
Equation numbers are those of Zhou Zhihua, *Machine Learning*, chapter 2.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import binom, chi2, f, norm, rankdata, studentized_range, t

from evalcore._checks import (
    asks,
    at_least_zero,
    both_classes,
    finite,
    group_numbers,
    optional,
    positive,
    prior,
    scores,
    such_that,
    two_of_each,
    whole,
)
from evalcore._differences import folds, level, mean_and_error, number_or_array, pair_variances
from evalcore.intervals import auc_interval, design_effect, interval_of_difference
from evalcore.metrics import auc_covariance, roc_auc_score

NO_VARIANCE = 1e-24  # variances of a difference of AUCs below this are rounding

_five_by_two = such_that(lambda d: d.shape[-2:] == (5, 2), "have shape (..., 5, 2)", finite())
_counts = such_that(lambda n: (n == np.floor(n)).all(), "hold whole numbers", finite(low=0, high=1e9))
_choice = such_that(lambda value: isinstance(value, bool | np.bool_), "be True or False")


class Outcome(NamedTuple):
    """Statistic of a test, and its p-value in [0, 1]; arrays where many rows are tested at once.

    A p-value below alpha, such as 0.05, rejects the null hypothesis. It is not the probability that the null
    hypothesis is true.
    """

    statistic: float | np.ndarray
    p_value: float | np.ndarray


@asks(differences=folds)
def paired_t(differences: ArrayLike) -> Outcome:
    """Compute the paired t test of two learners on the same k folds (2.31): sqrt(k) mean / s, two-sided.

    The statistic has the sign of the mean and k - 1 degrees of freedom. The test assumes independent differences, which
    those of folds are not. If all differences are 0 the statistic is 0 and p = 1; if all are equal and not 0 it is
    infinite and p = 0.

    Parameters
    ----------
    differences : array_like, shape (..., k)
        Differences of the two error rates on k folds, at least two.

    Returns
    -------
    Outcome
        ``statistic`` and ``p_value``, numbers or arrays of shape (...).

    Raises
    ------
    ValueError
        For fewer than two folds.

    See Also
    --------
    scipy.stats.ttest_rel

    Examples
    --------
    >>> round(paired_t([0.1, 0.2, 0.3]).statistic, 4)
    3.4641
    """
    return corrected_t(differences, test_train_ratio=0)


@asks(differences=folds, test_train_ratio=at_least_zero)
def corrected_t(differences: ArrayLike, *, test_train_ratio: float) -> Outcome:
    """Compute the corrected resampled t test: (2.31) with 1/k + n2/n1 in place of 1/k, for training sets that overlap.

    Parameters
    ----------
    differences : array_like, shape (..., k)
        On two or more folds.
    test_train_ratio : float
        n2/n1, number of test examples over number of training examples: 1/9 for ten folds, also if ten folds are
        repeated ten times (k = 100). With 0 it is :func:`paired_t`.

    Returns
    -------
    Outcome
        ``statistic`` and two-sided ``p_value``, numbers or arrays of shape (...), with k - 1 degrees of freedom.

    Raises
    ------
    ValueError
        For fewer than two folds, or a negative ratio.

    References
    ----------
    Nadeau and Bengio (2003), Machine Learning 52, 239-281.

    Examples
    --------
    >>> round(corrected_t([0.1, 0.2, 0.3], test_train_ratio=1 / 2).statistic, 4)
    2.1909
    """
    mean, error = mean_and_error(differences, test_train_ratio)
    return _t_test(mean, error, differences.shape[-1] - 1)


@asks(differences=_five_by_two, first_alone=_choice)
def five_by_two_t(differences: ArrayLike, *, first_alone: bool = False) -> Outcome:
    """Compute the 5x2 test (2.32): mean of the first two differences / sqrt(0.2 sum of variances).

    There are five degrees of freedom. If all variances are 0, the outcome is that of :func:`paired_t`.

    Parameters
    ----------
    differences : array_like, shape (..., 5, 2)
        Five repetitions of two folds.
    first_alone : bool
        Use the very first difference as the numerator, as Dietterich does, in place of the mean of the first two.

    Returns
    -------
    Outcome
        ``statistic`` and two-sided ``p_value``, numbers or arrays of shape (...).

    Raises
    ------
    ValueError
        For other shapes.

    See Also
    --------
    mlxtend.evaluate.paired_ttest_5x2cv : with the very first difference.

    References
    ----------
    Dietterich (1998), Neural Computation 10, 1895-1923.

    Examples
    --------
    >>> round(five_by_two_t([[0.1, 0.2]] * 5).statistic, 4)
    2.1213
    """
    variances = pair_variances(differences)
    numerator = differences[..., 0, 0] if first_alone else differences[..., 0, :].mean(axis=-1)
    return _t_test(numerator, np.sqrt(0.2 * variances.sum(axis=-1)), 5)


@asks(e01=_counts, e10=_counts, exact=_choice, mid_p=_choice)
def mcnemar(e01: ArrayLike, e10: ArrayLike, *, exact: bool = False, mid_p: bool = False) -> Outcome:
    """Compute McNemar's test (2.33): ``(|e01 - e10| - 1)² / (e01 + e10)``, chi-squared with one degree of freedom.

    Parameters
    ----------
    e01, e10 : array_like of int
        Number of test examples that only the first, and only the second, model gets wrong; from 0 to 10^9.
    exact : bool
        Use the two-sided binomial p-value, and the smaller count as the statistic.
    mid_p : bool
        The same, but with half the probability of counts exactly as far apart as the observed ones.

    Returns
    -------
    Outcome
        p = 1 if both counts are 0. Equal counts e > 0 have the statistic 1/(2e), and p = 1 with ``exact``.

    Raises
    ------
    ValueError
        For other counts.

    References
    ----------
    Fagerland, Lydersen and Laake (2013), BMC Medical Research Methodology 13:91.

    See Also
    --------
    statsmodels.stats.contingency_tables.mcnemar

    Examples
    --------
    >>> mcnemar(4, 14).statistic
    4.5
    >>> [round(mcnemar(4, 14, **form).p_value, 4) for form in ({"exact": True}, {"mid_p": True})]
    [0.0309, 0.0192]
    """
    distance, total = abs(e01 - e10), e01 + e10
    if exact or mid_p:
        fewer = np.minimum(e01, e10)
        p_value = np.minimum(2 * binom.cdf(fewer, total, 0.5), 1)
        if mid_p:
            equally_far = binom.pmf(fewer, total, 0.5) * np.where(distance == 0, 1, 2)
            p_value = np.where(total == 0, 1, p_value - equally_far / 2)
        return Outcome(number_or_array(fewer), number_or_array(p_value))
    statistic = np.where(total == 0, 0, (distance - 1) ** 2 / np.maximum(total, 1))
    return Outcome(number_or_array(statistic), number_or_array(chi2.sf(statistic, 1)))


class PairedDifference(NamedTuple):
    """Difference of two models on the same examples, ends of its confidence interval, p-value of "no difference".

    The interval excludes 0 exactly where the p-value is below 1 - confidence.
    """

    difference: float
    low: float
    high: float
    p_value: float


@asks(y_true=two_of_each, score_a=scores, score_b=scores, confidence=level)
def delong_test(
    y_true: ArrayLike, score_a: ArrayLike, score_b: ArrayLike, *, confidence: float = 0.95
) -> PairedDifference:
    """Compute DeLong's paired test of two AUCs, with the confidence interval of AUC(a) - AUC(b).

    Parameters
    ----------
    y_true : array_like, shape (m,)
        Labels 0 and 1, two examples or more of each class.
    score_a, score_b : array_like, shape (m,)
        Scores of two models for the same examples; a larger score is more positive.
    confidence : float
        Of the interval, in (0, 1).

    Returns
    -------
    PairedDifference
        ``difference``, ``low`` and ``high`` in [-1, 1], ``p_value`` in [0, 1], two-sided. Never nan.

    Raises
    ------
    ValueError
        For labels or scores as in :func:`evalcore.metrics.auc_covariance`, unequal lengths, and a confidence that is
        not in (0, 1).

    Notes
    -----
    The statistic z = difference / standard error is referred to Student's t with one degree of freedom less than the
    smaller class has examples. The authors of the method, and pROC's ``roc.test``, refer the same z to the normal
    distribution, its limit for many examples. With ten examples of a class the standard error is itself uncertain,
    and a normal test rejects a true null hypothesis too often.

    Where the standard error is 0, the variance is uninformative. Two scores that rank all examples equally do not
    differ: p = 1, and the interval has no width. A perfect ranking and one that is constant, or perfectly wrong,
    differ in as many disjoint pairs of a positive and a negative as the smaller class has examples. The test is then
    the exact sign test of those pairs.

    References
    ----------
    DeLong, DeLong and Clarke-Pearson (1988), Biometrics 44, 837-845.

    Examples
    --------
    >>> result = delong_test([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.4, 0.5, 0.2, 0.1], [0.6, 0.2, 0.4, 0.5, 0.3, 0.1])
    >>> round(result.difference, 3), round(result.p_value, 3)
    (0.222, 0.465)
    """
    aucs = [roc_auc_score(y_true, score) for score in (score_a, score_b)]
    covariance = auc_covariance(y_true, [score_a, score_b])
    positives = int(np.sum(y_true))
    return delong_from_covariance(
        aucs, covariance, smaller=min(positives, y_true.size - positives), confidence=confidence
    )


_two_aucs = such_that(lambda aucs: aucs.size == 2, "hold two AUCs", finite("2", low=0, high=1))
_two_by_two = such_that(
    lambda rows: rows.shape == (2, 2) and rows[0, 0] >= 0 and rows[1, 1] >= 0,
    "hold two variances and their covariance, shape (2, 2)",
    finite("2", "2"),
)


@asks(aucs=_two_aucs, covariance=_two_by_two, smaller=whole(2), confidence=level)
def delong_from_covariance(
    aucs: ArrayLike, covariance: ArrayLike, *, smaller: int, confidence: float = 0.95
) -> PairedDifference:
    """Compute the test of :func:`delong_test` from two AUCs and their covariance matrix.

    Parameters
    ----------
    aucs : array_like, shape (2,)
        In [0, 1].
    covariance : array_like, shape (2, 2)
        As :func:`evalcore.metrics.auc_covariance` returns it.
    smaller : int
        Number of examples of the smaller class, at least 2.
    confidence : float
        Of the interval, in (0, 1).

    Returns
    -------
    PairedDifference

    Raises
    ------
    ValueError
        For other shapes, an AUC outside [0, 1], a negative variance or fewer than two examples.

    Examples
    --------
    >>> result = delong_from_covariance([0.9, 0.8], [[0.002, 0.001], [0.001, 0.002]], smaller=50)
    >>> round(result.low, 3), round(result.high, 3), round(result.p_value, 3)
    (0.01, 0.19, 0.03)
    """
    difference = float(aucs[0] - aucs[1])
    variance = float(covariance[0, 0] + covariance[1, 1] - covariance[0, 1] - covariance[1, 0])
    if variance > NO_VARIANCE:
        error, freedom = np.sqrt(variance), smaller - 1
        half = float(t.isf((1 - confidence) / 2, freedom) * error)
        p_value = float(2 * t.sf(abs(difference) / error, freedom))
        return PairedDifference(difference, max(difference - half, -1.0), min(difference + half, 1.0), p_value)
    if difference == 0:
        return PairedDifference(0.0, 0.0, 0.0, 1.0)
    p_value = mcnemar(smaller, 0, exact=True).p_value
    own = [auc_interval(float(auc), 0, positives=smaller, negatives=smaller, confidence=confidence) for auc in aucs]
    low, high = interval_of_difference((aucs[0], *own[0]), (aucs[1], *own[1]))
    if p_value >= 1 - confidence:
        low, high = min(low, 0.0), max(high, 0.0)
    return PairedDifference(difference, low, high, p_value)


_ranked = finite("m", low=-np.finfo(float).max, high=np.finfo(float).max)


@asks(score_a=_ranked, score_b=_ranked)
def same_order(score_a: ArrayLike, score_b: ArrayLike) -> bool:
    """Return whether no two examples are ranked in opposite orders, as by a score and the same score after rounding.

    Parameters
    ----------
    score_a, score_b : array_like, shape (m,)
        Finite scores of the same examples.

    Returns
    -------
    bool
        True if a higher score of one model never has a lower score of the other; equal scores fit both orders.

    Raises
    ------
    ValueError
        For scores that are not finite, and unequal lengths.

    Examples
    --------
    >>> same_order([0.12, 0.14, 0.31], [10, 10, 30]), same_order([0.12, 0.14, 0.31], [10, 5, 30])
    (True, False)
    """
    order = np.lexsort([score_b, score_a])
    return bool(np.all(score_b[order][1:] >= score_b[order][:-1]))


_wrong = finite("m", low=0, high=1)
_groups = optional(group_numbers)


@asks(
    y_true=both_classes, wrong_a=_wrong, wrong_b=_wrong, prior=prior, cost_fn=positive, cost_fp=positive,
    group=_groups, threshold_variance=at_least_zero, confidence=level,
)  # fmt: skip
def paired_cost_test(
    y_true: ArrayLike,
    wrong_a: ArrayLike,
    wrong_b: ArrayLike,
    *,
    prior: float | None = None,
    cost_fn: float = 1,
    cost_fp: float = 1,
    group: ArrayLike | None = None,
    threshold_variance: float = 0,
    confidence: float = 0.95,
) -> PairedDifference:
    """Compute a paired test of two models' expected costs per example, with the interval of the difference a - b.

    Parameters
    ----------
    y_true
        Labels 0 and 1, shape (m,), at least one of each.
    wrong_a, wrong_b
        1 if a model predicts the example wrongly, otherwise 0, or the fraction of several partitions in which it does;
        shape (m,).
    prior
        The share of positives, in (0, 1), where the models are used. By default it is that of the examples, and the
        interval allows for its uncertainty.
    cost_fn, cost_fp
        Costs of a false negative and of a false positive, > 0.
    group
        The number of each example's group, from 0, shape (m,). By default the examples are independent.
    threshold_variance
        The part of the variance of the difference that comes from the choice of the thresholds. If the errors are
        fractions of several partitions, it is the variance between single partitions.
    confidence
        Of the interval, in (0, 1).

    Returns
    -------
    PairedDifference
        ``difference`` in the unit of the costs, negative if a costs less. The interval excludes 0 exactly where the
        p-value is below 1 - confidence.

    Raises
    ------
    ValueError
        For other labels, shares outside [0, 1], unequal lengths, a prior outside (0, 1), and costs that are not > 0.

    Notes
    -----
    Two imagined examples are added to each class: one that only a predicts wrongly, and one that only b predicts
    wrongly, as Bonett and Price do for two proportions. Without them, the interval would be too narrow if the models
    differ on few examples. With equal costs and the prior of the examples, the null hypothesis is that of McNemar's
    test. Groups multiply the variance by their design effect (:func:`evalcore.intervals.design_effect`), and Student's
    t, with one degree of freedom less than there are groups, replaces the normal distribution.

    References
    ----------
    Bonett and Price (2012), Journal of Educational and Behavioral Statistics 37, 479-488.

    Examples
    --------
    >>> y, a = [1] * 10 + [0] * 40, [1, 1, 1, 1] + [0] * 46
    >>> result = paired_cost_test(y, a, [0] * 50, cost_fn=5)
    >>> round(result.difference, 3), round(result.p_value, 3)
    (0.4, 0.096)
    """
    gap = wrong_a - wrong_b
    weights = np.where(y_true, cost_fn, cost_fp)
    share = np.mean(y_true)
    if prior is not None:
        weights = weights * np.where(y_true, prior / share, (1 - prior) / (1 - share))
    difference = float(np.mean(weights * gap))
    strata = [y_true | ~y_true] if prior is None else [y_true, ~y_true]
    center = variance = 0.0
    for stratum in strata:
        part = stratum.mean()  # of the examples
        imagined = [weights[label][0] for label in (y_true, ~y_true) if (label & stratum).any()]
        values, size = (weights * gap)[stratum], int(stratum.sum()) + 2 * len(imagined)
        total, squares = values.sum(), values @ values + 2 * np.sum(np.square(imagined))
        center += part * total / size
        variance += part**2 * (squares - total**2 / size) / size**2
    quantile, tail = norm.isf, norm.sf
    if group is not None:
        influence = weights * gap
        for stratum in strata:
            influence[stratum] -= influence[stratum].mean()
        variance *= design_effect(influence, group)
        student = t(np.unique(group).size - 1)
        quantile, tail = student.isf, student.sf
    variance += threshold_variance
    half = float(quantile((1 - confidence) / 2) * np.sqrt(variance))
    low, high = min(center - half, difference), max(center + half, difference)
    return PairedDifference(difference, low, high, float(2 * tail(abs(center) / np.sqrt(variance))))


_data_sets = such_that(lambda values: 1 < values.size <= 1000, "be of 2 to 1000 data sets", finite("data sets"))


@asks(first=_data_sets, second=_data_sets, confidence=level)
def signed_rank_test(first: ArrayLike, second: ArrayLike, *, confidence: float = 0.95) -> PairedDifference:
    """Compute Wilcoxon's signed-rank test of two learners on several data sets, with the interval of first - second.

    Parameters
    ----------
    first, second : array_like, shape (data sets,)
        A measure of each learner on the same 2 to 1000 data sets.
    confidence : float
        Of the interval, in (0, 1).

    Returns
    -------
    PairedDifference
        ``difference`` is Hodges and Lehmann's estimate, the median of the means of all pairs of differences. The
        interval excludes 0 exactly where the p-value is below 1 - confidence; with few data sets it may be infinite.

    Raises
    ------
    ValueError
        For fewer than two or more than 1000 data sets, and unequal lengths.

    Notes
    -----
    The statistic is the number of pairs of differences, each with itself included, whose mean is positive, or
    negative, whichever is smaller; a mean of 0 counts for both, so that zeros and ties make the test conservative. The
    null distribution is exact up to 50 data sets, then normal.

    References
    ----------
    Wilcoxon (1945), Biometrics Bulletin 1, 80-83; Hodges and Lehmann (1963), Annals of Mathematical Statistics 34,
    598-611.

    See Also
    --------
    scipy.stats.wilcoxon : drops zeros.

    Examples
    --------
    >>> result = signed_rank_test([0.1, 0.2, 0.3, 0.45, 0.5, 0.7], [0] * 6)
    >>> round(result.difference, 3), round(result.low, 3), round(result.high, 3), round(result.p_value, 3)
    (0.375, 0.1, 0.7, 0.031)
    """
    differences = np.sort(first - second)
    pairs = np.add.outer(differences, differences)[np.triu_indices(differences.size)] / 2
    means = np.sort(pairs)
    tail = _signed_rank_tail(differences.size)
    least = int(min((means <= 0).sum(), (means >= 0).sum()))
    p_value = min(2 * tail[least], 1.0)
    outside = int(np.searchsorted(tail, (1 - confidence) / 2, side="left"))  # means that each end leaves out
    low, high = (-np.inf, np.inf) if outside == 0 else (means[outside - 1], means[-outside])
    return PairedDifference(float(np.median(means)), float(low), float(high), float(p_value))


@cache
def _signed_rank_tail(n: int) -> np.ndarray:
    """Return P(T <= 0), P(T <= 1), ... of the signed-rank statistic of n differences under the null hypothesis."""
    largest = n * (n + 1) // 2
    if n > 50:
        return norm.cdf(np.arange(largest + 1) + 0.5, largest / 2, np.sqrt(n * (n + 1) * (2 * n + 1) / 24))
    ways = np.zeros(largest + 1)
    ways[0] = 1
    for rank in range(1, n + 1):
        ways[rank:] = ways[rank:] + ways[:-rank]
    return np.cumsum(ways) / 2.0**n


@asks(scores=finite("data sets", "learners"))
def average_ranks(scores: ArrayLike) -> np.ndarray:
    """Return the rank of each learner on each data set: 1 for the largest score, the mean of the ranks for ties.

    Parameters
    ----------
    scores : array_like, shape (data sets, learners)
        Larger is better.

    Returns
    -------
    ndarray, shape (data sets, learners)
        Ranks in [1, learners].

    Raises
    ------
    ValueError
        For another shape, and for scores that are not finite.

    See Also
    --------
    scipy.stats.rankdata : rank 1 for the smallest.

    Examples
    --------
    >>> average_ranks([[0.9, 0.8, 0.8]])
    array([[1. , 2.5, 2.5]])
    """
    return rankdata(-scores, axis=1)


def _rank_table(name: str, ranks: object) -> np.ndarray:
    """Check ranks of two or more learners on two or more data sets, one data set per row."""
    ranks = finite("data sets", "learners", low=1)(name, ranks)
    sums = ranks.sum(axis=1)
    if min(ranks.shape) < 2 or not np.allclose(sums, sum(range(ranks.shape[1] + 1))):
        raise ValueError(f"{name} must be ranks of k >= 2 learners on two or more data sets, got sums {sums}")
    return ranks


@asks(ranks=_rank_table, ties=_choice)
def friedman(ranks: ArrayLike, *, ties: bool = False) -> Outcome:
    """Compute Friedman's test that all k learners have equal mean ranks on N data sets (2.34).

    The statistic is 12 N / (k (k + 1)) times the sum of squared distances of the mean ranks from (k + 1) / 2,
    chi-squared with k - 1 degrees of freedom, an approximation for large k and N.

    Parameters
    ----------
    ranks : array_like, shape (N, k)
        As :func:`average_ranks` returns them, for at least two learners and two data sets.
    ties : bool
        Whether to correct for ties: the statistic is divided by 1 minus the sum of t^3 - t over all groups of t equal
        ranks, as a share of N (k^3 - k). It is 0 if all ranks are equal.

    Returns
    -------
    Outcome
        ``statistic``, at least 0, and ``p_value``.

    Raises
    ------
    ValueError
        If these are not ranks.

    See Also
    --------
    scipy.stats.friedmanchisquare : with the correction for ties.

    Examples
    --------
    >>> friedman([[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]]).statistic
    7.125
    """
    n, k = ranks.shape
    statistic = 12 * n / (k * (k + 1)) * np.sum((ranks.mean(axis=0) - (k + 1) / 2) ** 2)
    if ties:
        equal = np.concatenate([np.unique(row, return_counts=True)[1] for row in ranks])
        statistic /= 1 - np.sum(equal**3 - equal) / (n * (k**3 - k)) or 1
    return Outcome(float(statistic), float(chi2.sf(statistic, k - 1)))


@asks(ranks=_rank_table, ties=_choice)
def iman_davenport(ranks: ArrayLike, *, ties: bool = False) -> Outcome:
    """Compute the Iman-Davenport form of Friedman's test (2.35): (N - 1) x / (N (k - 1) - x), with x of (2.34).

    F with k - 1 and (k - 1)(N - 1) degrees of freedom; infinite, with p = 0, if all data sets have the same ranks
    without ties.

    Parameters
    ----------
    ranks : array_like, shape (N, k)
        As :func:`average_ranks` returns them, for at least two learners and two data sets.
    ties : bool
        Whether x is corrected for ties, see :func:`friedman`.

    Returns
    -------
    Outcome
        ``statistic``, at least 0, and ``p_value``.

    Raises
    ------
    ValueError
        If these are not ranks.

    References
    ----------
    Iman and Davenport (1980), Communications in Statistics A 9, 571-595.

    Examples
    --------
    >>> round(iman_davenport([[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]]).statistic, 2)
    24.43
    """
    (n, k), x = ranks.shape, friedman(ranks, ties=ties).statistic
    left = n * (k - 1) - x
    statistic = (n - 1) * x / left if left > 1e-9 * n * k else np.inf
    return Outcome(float(statistic), float(f.sf(statistic, k - 1, (k - 1) * (n - 1))))


@cache
def _nemenyi_q(learners: int, alpha: float) -> float:
    """Return the quantile of the studentized range of that many means, divided by sqrt(2)."""
    return float(studentized_range.isf(alpha, learners, np.inf)) / np.sqrt(2)


@asks(learners=whole(2, 100), data_sets=whole(1), alpha=level)
def nemenyi_distance(learners: int, data_sets: int, *, alpha: float = 0.05) -> float:
    """Return Nemenyi's critical difference (2.36), q sqrt(k (k + 1) / (6 N)).

    Larger differences of mean ranks are significant. q is the quantile of the studentized range of k means, divided by
    sqrt(2).

    Parameters
    ----------
    learners : int
        k, from 2 to 100.
    data_sets : int
        N, at least 1.
    alpha : float
        Level of significance, in (0, 1).

    Returns
    -------
    float
        Larger than 0.

    Raises
    ------
    ValueError
        If an argument is outside its range.

    See Also
    --------
    scikit_posthocs.posthoc_nemenyi_friedman

    References
    ----------
    Demsar (2006), Journal of Machine Learning Research 7, 1-30.

    Examples
    --------
    >>> round(nemenyi_distance(3, 4), 3)
    1.657
    """
    return float(_nemenyi_q(learners, alpha) * np.sqrt(learners * (learners + 1) / (6 * data_sets)))


def _t_test(mean: np.ndarray, error: np.ndarray, freedom: int) -> Outcome:
    """Return mean over standard error as a two-sided t test; 0 over 0 is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        statistic = np.where(mean == 0, 0, np.divide(mean, error))
    return Outcome(number_or_array(statistic), number_or_array(2 * t.sf(abs(statistic), freedom)))
