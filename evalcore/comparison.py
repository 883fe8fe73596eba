"""Comparing learners by hypothesis tests: chapter 07, equations (2.31)-(2.36).

A test supposes that there is no difference, and asks how often chance alone would then show as much as was
seen: that is the p-value. *Differences* are those of two learners' error rates, first minus second, so that a
positive one says that the first errs more; shape (..., k) holds k folds, or many such rows at once.
Two models on one test set: :func:`mcnemar`, and their AUCs: :func:`delong_test`. Two learners on the folds of one
data set: :func:`corrected_t`, or :func:`five_by_two_t`. Several learners on many data sets: :func:`average_ranks`,
:func:`iman_davenport`, then :func:`nemenyi_distance`. One learner against a claim: :mod:`evalcore.claims`; after a
test: :mod:`evalcore.conclusions`. Equation numbers are those of Zhou Zhihua, *Machine Learning*, chapter 2.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import binom, chi2, f, rankdata, studentized_range, t

from evalcore._checks import asks, at_least_zero, finite, scores, such_that, two_of_each, whole
from evalcore._differences import folds, level, mean_and_error, number_or_array
from evalcore.intervals import auc_interval, interval_of_difference
from evalcore.metrics import auc_covariance, roc_auc_score

NO_VARIANCE = 1e-24  # of a difference of AUCs: less is rounding

_five_by_two = such_that(lambda d: d.shape[-2:] == (5, 2), "have shape (..., 5, 2)", finite())
_counts = such_that(lambda n: (n == np.floor(n)).all(), "hold whole numbers", finite(low=0, high=1e9))
_choice = such_that(lambda value: isinstance(value, bool | np.bool_), "be True or False")


class Outcome(NamedTuple):
    """What a test says: its statistic, and the p-value in [0, 1]; arrays where many rows are tested at once.

    A p-value below alpha, say 0.05, rejects "there is no difference". It is not the probability that there is none.
    """

    statistic: float | np.ndarray
    p_value: float | np.ndarray


@asks(differences=folds)
def paired_t(differences: ArrayLike) -> Outcome:
    """t of two learners on the same k folds (2.31): sqrt(k) mean / s, with the sign of the mean; two-sided.

    k - 1 degrees of freedom. It takes the differences as independent, which those of folds are not. Identical
    learners, all differences 0: statistic 0, p = 1. All equal and not 0: an infinite statistic, p = 0.
    Raises ``ValueError`` for fewer than two folds.

    >>> round(paired_t([0.1, 0.2, 0.3]).statistic, 4)
    3.4641
    """
    return corrected_t(differences, test_train_ratio=0)


@asks(differences=folds, test_train_ratio=at_least_zero)
def corrected_t(differences: ArrayLike, *, test_train_ratio: float) -> Outcome:
    """Corrected resampled t: (2.31) with 1/k + n2/n1 in place of 1/k, for training sets that overlap.

    ``test_train_ratio`` is n2/n1, examples that test over examples that train: 1/9 for ten folds, also when they
    are cut ten times (k = 100). Otherwise as :func:`paired_t`, which it is at ratio 0.
    Nadeau and Bengio (2003), Machine Learning 52, 239-281.

    >>> round(corrected_t([0.1, 0.2, 0.3], test_train_ratio=1 / 2).statistic, 4)
    2.1909
    """
    mean, error = mean_and_error(differences, test_train_ratio)
    return _t_test(mean, error, differences.shape[-1] - 1)


@asks(differences=_five_by_two, first_alone=_choice)
def five_by_two_t(differences: ArrayLike, *, first_alone: bool = False) -> Outcome:
    """5x2 test (2.32): five times two folds; mean of the first two differences / sqrt(0.2 sum of variances).

    Shape (..., 5, 2); five degrees of freedom; no spread at all is decided as in :func:`paired_t`.
    The book takes the mean of the first two in the numerator; Dietterich (1998), Neural Computation 10,
    1895-1923, takes the very first alone (``first_alone=True``). Raises ``ValueError`` for other shapes.

    >>> round(five_by_two_t([[0.1, 0.2]] * 5).statistic, 4)
    2.1213
    """
    variances = 2 * np.var(differences, axis=-1)  # (first - mean)^2 + (second - mean)^2
    numerator = differences[..., 0, 0] if first_alone else differences[..., 0, :].mean(axis=-1)
    return _t_test(numerator, np.sqrt(0.2 * variances.sum(axis=-1)), 5)


@asks(e01=_counts, e10=_counts, exact=_choice, mid_p=_choice)
def mcnemar(e01: ArrayLike, e10: ArrayLike, *, exact: bool = False, mid_p: bool = False) -> Outcome:
    """McNemar's test (2.33): (|e01 - e10| - 1)^2 / (e01 + e10), chi-squared with one degree of freedom.

    e01 and e10 count the test examples that only the first, and only the second, model gets wrong. ``exact``
    takes the binomial p-value, two-sided, and the smaller count for a statistic; ``mid_p`` does, too, and of counts
    just as far apart as those seen takes half the probability. Identical models, 0 and 0: p = 1. Equal counts e > 0
    give 1/(2e) as printed, where ``exact`` says p = 1.
    Fagerland, Lydersen and Laake (2013), BMC Medical Research Methodology 13:91.
    Raises ``ValueError`` for counts that are not whole numbers from 0 to 10^9.

    >>> mcnemar(4, 14).statistic
    4.5
    >>> [round(mcnemar(4, 14, **form).p_value, 4) for form in ({"exact": True}, {"mid_p": True})]
    [0.0309, 0.0192]
    """
    apart, total = abs(e01 - e10), e01 + e10
    if exact or mid_p:
        fewer = np.minimum(e01, e10)
        p_value = np.minimum(2 * binom.cdf(fewer, total, 0.5), 1)
        if mid_p:
            as_far = binom.pmf(fewer, total, 0.5) * np.where(apart == 0, 1, 2)
            p_value = np.where(total == 0, 1, p_value - as_far / 2)
        return Outcome(number_or_array(fewer), number_or_array(p_value))
    statistic = np.where(total == 0, 0, (apart - 1) ** 2 / np.maximum(total, 1))
    return Outcome(number_or_array(statistic), number_or_array(chi2.sf(statistic, 1)))


class AucDifference(NamedTuple):
    """Two AUCs on the same examples: their difference, the ends of its interval, and the p-value of "no difference".

    The interval excludes 0 exactly where the p-value is below 1 - confidence.
    """

    difference: float
    low: float
    high: float
    p_value: float


@asks(y_true=two_of_each, score_a=scores, score_b=scores, confidence=level)
def delong_test(
    y_true: ArrayLike, score_a: ArrayLike, score_b: ArrayLike, *, confidence: float = 0.95
) -> AucDifference:
    """Paired test of two AUCs by DeLong's method, with the interval of their difference AUC(a) - AUC(b).

    Parameters
    ----------
    y_true
        Labels 0 and 1, shape (m,), two examples or more of each class.
    score_a, score_b
        Scores of two models for the same examples, shape (m,); a larger score is more positive.
    confidence
        Of the interval, in (0, 1).

    Returns
    -------
    AucDifference
        ``difference``, ``low`` and ``high`` in [-1, 1], ``p_value`` in [0, 1], two-sided. Never nan.

    Raises
    ------
    ValueError
        For labels or scores as in :func:`evalcore.metrics.auc_covariance`, unequal lengths, and a confidence that is
        not in (0, 1).

    Notes
    -----
    The statistic z = difference / standard error is referred to Student's t with one degree of freedom less than the
    smaller class has examples. The method's authors, and pROC's ``roc.test``, refer the same z to the normal
    distribution, which is its limit: with many examples both agree. With ten of a class the standard error is itself
    uncertain, and a normal test finds differences that do not exist too often.

    Where the standard error is 0, the variance says nothing. Two scores that rank all examples equally do not differ:
    p = 1, an interval without width. A perfect ranking and one that is constant, or perfectly wrong, differ in as many
    pairs of a positive and a negative as share no example: an exact sign test of those pairs.

    References
    ----------
    DeLong, DeLong and Clarke-Pearson (1988), Biometrics 44, 837-845.

    Examples
    --------
    >>> found = delong_test([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.4, 0.5, 0.2, 0.1], [0.6, 0.2, 0.4, 0.5, 0.3, 0.1])
    >>> round(found.difference, 3), round(found.p_value, 3)
    (0.222, 0.465)
    """
    aucs = [roc_auc_score(y_true, score) for score in (score_a, score_b)]
    covariance = auc_covariance(y_true, np.array([score_a, score_b], dtype=float))
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
) -> AucDifference:
    """The test of :func:`delong_test`, from two AUCs and their covariance matrix.

    Parameters
    ----------
    aucs
        Shape (2,), in [0, 1].
    covariance
        Shape (2, 2), as :func:`evalcore.metrics.auc_covariance` returns it.
    smaller
        How many examples the smaller class has, at least 2.
    confidence
        Of the interval, in (0, 1).

    Returns
    -------
    AucDifference

    Raises
    ------
    ValueError
        For other shapes, an AUC outside [0, 1], a negative variance or fewer than two examples.

    Examples
    --------
    >>> found = delong_from_covariance([0.9, 0.8], [[0.002, 0.001], [0.001, 0.002]], smaller=50)
    >>> round(found.low, 3), round(found.high, 3), round(found.p_value, 3)
    (0.01, 0.19, 0.03)
    """
    difference = float(aucs[0] - aucs[1])
    variance = float(covariance[0, 0] + covariance[1, 1] - covariance[0, 1] - covariance[1, 0])
    if variance > NO_VARIANCE:
        error, freedom = np.sqrt(variance), smaller - 1
        half = float(t.isf((1 - confidence) / 2, freedom) * error)
        p_value = float(2 * t.sf(abs(difference) / error, freedom))
        return AucDifference(difference, max(difference - half, -1.0), min(difference + half, 1.0), p_value)
    if difference == 0:
        return AucDifference(0.0, 0.0, 0.0, 1.0)
    p_value = mcnemar(smaller, 0, exact=True).p_value
    own = [auc_interval(float(auc), 0, positives=smaller, negatives=smaller, confidence=confidence) for auc in aucs]
    low, high = interval_of_difference((aucs[0], *own[0]), (aucs[1], *own[1]))
    if p_value >= 1 - confidence:
        low, high = min(low, 0.0), max(high, 0.0)
    return AucDifference(difference, max(low, -1.0), min(high, 1.0), p_value)


@asks(scores=finite("data sets", "learners"))
def average_ranks(scores: ArrayLike) -> np.ndarray:
    """Ranks of the learners on each data set: 1 for the largest score; equal scores share the mean of their places.

    Same shape as ``scores``, (data sets, learners). Raises ``ValueError`` for another.

    >>> average_ranks([[0.9, 0.8, 0.8]])
    array([[1. , 2.5, 2.5]])
    """
    return rankdata(-scores, axis=1)


def _rank_table(name: str, ranks: object) -> np.ndarray:
    """Two or more rows, the ranks of two or more learners, as :func:`average_ranks` gives them."""
    ranks = finite("data sets", "learners", low=1)(name, ranks)
    sums = ranks.sum(axis=1)
    if min(ranks.shape) < 2 or not np.allclose(sums, sum(range(ranks.shape[1] + 1))):
        raise ValueError(f"{name} must be ranks of k >= 2 learners on two or more data sets, got sums {sums}")
    return ranks


@asks(ranks=_rank_table)
def friedman(ranks: ArrayLike) -> Outcome:
    """Friedman's test that all k learners rank alike on N data sets (2.34), chi-squared with k - 1 degrees.

    12 N / (k (k + 1)) times the squared distances of the mean ranks from (k + 1) / 2; made for large k and N.
    Ties are not corrected for: SciPy's ``friedmanchisquare`` gives more where there are some.
    Raises ``ValueError`` for what are no ranks, shape (N, k), of at least two learners on two data sets.

    >>> friedman([[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]]).statistic
    7.125
    """
    n, k = ranks.shape
    statistic = 12 * n / (k * (k + 1)) * np.sum((ranks.mean(axis=0) - (k + 1) / 2) ** 2)
    return Outcome(float(statistic), float(chi2.sf(statistic, k - 1)))


@asks(ranks=_rank_table)
def iman_davenport(ranks: ArrayLike) -> Outcome:
    """The sharper form of Friedman's test (2.35): (N - 1) x / (N (k - 1) - x), x of (2.34).

    F with k - 1 and (k - 1)(N - 1) degrees of freedom; infinite, p = 0, if all data sets rank alike without ties.
    Iman and Davenport (1980), Communications in Statistics A 9, 571-595. Errors as in :func:`friedman`.

    >>> round(iman_davenport([[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]]).statistic, 2)
    24.43
    """
    (n, k), x = ranks.shape, friedman(ranks).statistic
    left = n * (k - 1) - x
    statistic = (n - 1) * x / left if left > 1e-9 * n * k else np.inf
    return Outcome(float(statistic), float(f.sf(statistic, k - 1, (k - 1) * (n - 1))))


@cache
def _nemenyi_q(learners: int, alpha: float) -> float:
    return float(studentized_range.isf(alpha, learners, np.inf)) / np.sqrt(2)


@asks(learners=whole(2, 100), data_sets=whole(1), alpha=level)
def nemenyi_distance(learners: int, data_sets: int, *, alpha: float = 0.05) -> float:
    """Nemenyi's critical distance of mean ranks (2.36): q sqrt(k (k + 1) / (6 N)); farther apart is different.

    q is the studentized range of k means, divided by sqrt(2). Demsar (2006), JMLR 7, 1-30.
    Raises ``ValueError`` unless k is from 2 to 100, N >= 1 and alpha in (0, 1).

    >>> round(nemenyi_distance(3, 4), 3)
    1.657
    """
    return float(_nemenyi_q(learners, alpha) * np.sqrt(learners * (learners + 1) / (6 * data_sets)))


def _t_test(mean: np.ndarray, error: np.ndarray, freedom: int) -> Outcome:
    """Mean over standard error, two-sided; 0 over 0 is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        statistic = np.where(mean == 0, 0, np.divide(mean, error))
    return Outcome(number_or_array(statistic), number_or_array(2 * t.sf(abs(statistic), freedom)))
