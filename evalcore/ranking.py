"""Performance measures of a ranking: chapter 04, equations (2.18)-(2.22).

A larger score is more positive, and ``score >= threshold`` is predicted positive. Scores of any type of number keep
their order. All but one are computed from the counts of each distinct score (:mod:`evalcore.counts`). Equation
numbers are those of Zhou Zhihua, *Machine Learning*, chapter 2.
"""

import numpy as np
from numpy.typing import ArrayLike

from evalcore._checks import asks, both_classes, finite, scores, such_that
from evalcore.counts import PrecisionRecallCurve, RocCurve, _counted

_two_of_each = such_that(lambda y: 2 <= y.sum() <= y.size - 2, "hold two or more examples of each class", both_classes)


@asks(y_true=both_classes, y_score=scores)
def roc_curve(y_true: ArrayLike, y_score: ArrayLike) -> RocCurve:
    """(FPR, TPR) at every threshold, highest first (2.18, 2.19).

    The first threshold is infinite: nothing is positive. Then one for each distinct score: tied
    examples enter together, so that a tie of both classes is a diagonal step. The thresholds are floats; where
    these would tie different scores they keep the type of the scores (longdouble, or Python's whole numbers).
    O(m log m). Raises ``ValueError`` if a class is missing, and as :func:`confusion_matrix` does.

    >>> roc_curve([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1]).tpr
    array([0. , 0.5, 0.5, 1. , 1. ])
    """
    return _counted(y_true, y_score).roc()


@asks(y_true=both_classes, y_score=scores)
def roc_auc_score(y_true: ArrayLike, y_score: ArrayLike) -> float:
    """The probability that a random positive outranks a random negative (2.22), ties half.

    Equal to the area under the ROC curve (2.20) and to 1 - :func:`rank_loss`. In [0, 1],
    larger is better. O(m log m); errors as in :func:`roc_curve`.
    Hanley and McNeil (1982), Radiology 143, 29-36.

    >>> roc_auc_score([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1])
    0.75
    """
    return _counted(y_true, y_score).auc


@asks(y_true=both_classes, y_score=scores)
def rank_loss(y_true: ArrayLike, y_score: ArrayLike) -> float:
    """Share of (positive, negative) pairs in the wrong order (2.21), ties half.

    In [0, 1], smaller is better. O(m log m); errors as in :func:`roc_curve`.

    >>> rank_loss([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1])
    0.25
    """
    return _counted(y_true, y_score).rank_loss


@asks(y_true=both_classes, y_score=scores)
def precision_recall_curve(y_true: ArrayLike, y_score: ArrayLike) -> PrecisionRecallCurve:
    """Precision (2.8) and recall (2.9) at every distinct score, highest first.

    Recall rises to 1. There is no point for "nothing positive", where precision is undefined
    (scikit-learn puts precision 1 there). O(m log m); errors as in :func:`roc_curve`.

    >>> precision_recall_curve([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1]).recall
    array([0.5, 0.5, 1. , 1. ])
    """
    return _counted(y_true, y_score).precision_recall()


@asks(y_true=both_classes, y_score=scores)
def break_even_point(y_true: ArrayLike, y_score: ArrayLike) -> float:
    """The value at which precision equals recall; in [0, 1], larger is better.

    They are equal when as many examples are called positive as there are positives. If that
    cut falls among tied examples, it takes its part of them: the mean over all orders of the tie.
    Errors as in :func:`roc_curve`.

    >>> break_even_point([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1])
    0.5
    """
    return _counted(y_true, y_score).break_even_point


@asks(y_true=_two_of_each, y_scores=finite("rankings", "m"))
def auc_covariance(y_true: ArrayLike, y_scores: ArrayLike) -> np.ndarray:
    """Variances and covariances of the AUCs of several rankings of the same examples, by DeLong's method.

    ``y_scores`` has shape (rankings, m), a row for each, compared as floats; the result (rankings, rankings).
    A positive's placement is the share of negatives below it, ties half, a negative's the share of positives above
    it. The mean of either is the AUC; the covariances of both, over m+ and over m-, add up. A perfect ranking has
    variance 0. O(m log m) a ranking. Raises ``ValueError`` unless each class has two examples, and as ``roc_curve``.
    DeLong, DeLong and Clarke-Pearson (1988), Biometrics 44, 837-845.

    >>> auc_covariance([1, 1, 0, 0], [[0.9, 0.5, 0.7, 0.1]])
    array([[0.125]])
    """
    positives, negatives = y_scores[:, y_true], y_scores[:, ~y_true]
    covariance = np.zeros((len(y_scores), len(y_scores)))
    for own, others in [(positives, negatives), (negatives, positives)]:
        placements = [_share_below(*pair) for pair in zip(own, others, strict=True)]  # 1 - it is spread as much
        covariance += np.atleast_2d(np.cov(placements)) / own.shape[1]
    return covariance


def _share_below(score: np.ndarray, others: np.ndarray) -> np.ndarray:
    """For each score the share of the others that lie below it, ties half."""
    others = np.sort(others)
    twice = np.searchsorted(others, score, "left") + np.searchsorted(others, score, "right")
    return twice / (2 * others.size)
