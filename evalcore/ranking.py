"""Performance measures of a ranking: chapter 04, equations (2.18)-(2.22).

A larger score is more positive, and ``score >= threshold`` is predicted positive. Scores of any type of number keep
their order. Equation numbers are those of Zhou Zhihua, *Machine Learning*, chapter 2.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evalcore._checks import asks, both_classes, finite, scores, such_that

_two_of_each = such_that(lambda y: 2 <= y.sum() <= y.size - 2, "hold two or more examples of each class", both_classes)


class RocCurve(NamedTuple):
    """Points of a ROC curve, from (0, 0) to (1, 1); arrays of shape (points,)."""

    fpr: np.ndarray
    tpr: np.ndarray
    thresholds: np.ndarray

    @property
    def auc(self) -> float:
        """Area under the curve by the trapezoids of (2.20); in [0, 1], larger is better."""
        x, y = self.fpr, self.tpr
        return float(np.sum((x[1:] - x[:-1]) * (y[:-1] + y[1:])) / 2)


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
    tp, fp, thresholds = _counts_by_threshold(y_true, y_score)
    fpr, tpr = np.append(0, fp) / fp[-1], np.append(0, tp) / tp[-1]
    return RocCurve(fpr, tpr, np.append(np.inf, thresholds))


@asks(y_true=both_classes, y_score=scores)
def roc_auc_score(y_true: ArrayLike, y_score: ArrayLike) -> float:
    """The probability that a random positive outranks a random negative (2.22), ties half.

    Equal to the area under the ROC curve (2.20) and to 1 - :func:`rank_loss`. In [0, 1],
    larger is better. O(m log m); errors as in :func:`roc_curve`.
    Hanley and McNeil (1982), Radiology 143, 29-36.

    >>> roc_auc_score([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1])
    0.75
    """
    twice_concordant, pairs = _count_pairs(y_true, y_score)
    return twice_concordant / (2 * pairs)


@asks(y_true=both_classes, y_score=scores)
def rank_loss(y_true: ArrayLike, y_score: ArrayLike) -> float:
    """Share of (positive, negative) pairs in the wrong order (2.21), ties half.

    In [0, 1], smaller is better. O(m log m); errors as in :func:`roc_curve`.

    >>> rank_loss([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1])
    0.25
    """
    twice_concordant, pairs = _count_pairs(y_true, y_score)
    return (2 * pairs - twice_concordant) / (2 * pairs)


class PrecisionRecallCurve(NamedTuple):
    """Points of a P-R curve in the order of falling thresholds; arrays of shape (points,)."""

    precision: np.ndarray
    recall: np.ndarray
    thresholds: np.ndarray


@asks(y_true=both_classes, y_score=scores)
def precision_recall_curve(y_true: ArrayLike, y_score: ArrayLike) -> PrecisionRecallCurve:
    """Precision (2.8) and recall (2.9) at every distinct score, highest first.

    Recall rises to 1. There is no point for "nothing positive", where precision is undefined
    (scikit-learn puts precision 1 there). O(m log m); errors as in :func:`roc_curve`.

    >>> precision_recall_curve([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1]).recall
    array([0.5, 0.5, 1. , 1. ])
    """
    tp, fp, thresholds = _counts_by_threshold(y_true, y_score)
    return PrecisionRecallCurve(tp / (tp + fp), tp / tp[-1], thresholds)


@asks(y_true=both_classes, y_score=scores)
def break_even_point(y_true: ArrayLike, y_score: ArrayLike) -> float:
    """The value at which precision equals recall; in [0, 1], larger is better.

    They are equal when as many examples are called positive as there are positives. If that
    cut falls among tied examples, it takes its part of them: the mean over all orders of the tie.
    Errors as in :func:`roc_curve`.

    >>> break_even_point([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1])
    0.5
    """
    tp, fp, _ = _counts_by_threshold(y_true, y_score)
    positives = tp[-1]
    return float(np.interp(positives, np.append(0, tp + fp), np.append(0, tp)) / positives)


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
    below = [_share_below(*pair) for pair in zip(positives, negatives, strict=True)]
    above = [1 - _share_below(*pair) for pair in zip(negatives, positives, strict=True)]
    return np.atleast_2d(np.cov(below)) / positives.shape[1] + np.atleast_2d(np.cov(above)) / negatives.shape[1]


def _share_below(score: np.ndarray, others: np.ndarray) -> np.ndarray:
    """For each score the share of the others that lie below it, ties half."""
    others = np.sort(others)
    twice = np.searchsorted(others, score, "left") + np.searchsorted(others, score, "right")
    return twice / (2 * others.size)


def _counts_by_threshold(positive: np.ndarray, score: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """TP and FP when the examples down to each distinct score are called positive, and these scores."""
    positive, score = _ranked(positive, score)
    last = np.flatnonzero(np.append(score[1:] != score[:-1], True))  # of each run of equal scores
    tp, thresholds = np.cumsum(positive)[last], score[last]
    whole = thresholds.dtype.kind in "iu" and max(int(thresholds[0]), -int(thresholds[-1])) > 2**53
    return tp, last + 1 - tp, thresholds.astype(object if whole else np.result_type(thresholds, float))


def _ranked(positive: np.ndarray, score: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Labels and scores, highest score first.

    Sorted twice, which takes half the time of sorting once: NumPy's stable sort takes time proportional to m for
    whole numbers of 16 bits, and little more than that for what is nearly in order.
    """
    roughly = np.argsort(_cells(score), kind="stable")
    positive, score = positive[roughly], score[roughly]
    exactly = np.argsort(score, kind="stable")[::-1]
    return positive[exactly], score[exactly]


def _cells(score: np.ndarray) -> np.ndarray:
    """Which of 65,534 cells each score falls in: narrow about the middle, ever wider towards both ends.

    So a few far scores do not crowd all others into one cell. Nonsense where half of the scores are equal or no
    float can hold their spread; then the second sort has more to do, and is as exact.
    """
    place = score.astype(float, copy=False)
    sample = np.sort(place[:: place.size // 1000 + 1])
    low, middle, high = sample[sample.size * np.arange(1, 4) // 4]
    with np.errstate(all="ignore"):
        spreads = (place - middle) * (2 / (high - low))
        return (32767 * (1 + spreads / (1 + np.abs(spreads)))).astype(np.uint16)


def _count_pairs(positive: np.ndarray, score: np.ndarray) -> tuple[int, int]:
    """Twice the number of (positive, negative) pairs in the right order, ties half, and the number of all pairs."""
    tp, fp, _ = _counts_by_threshold(positive, score)
    tp, fp = np.append(0, tp), np.append(0, fp)
    return int((fp[1:] - fp[:-1]) @ (tp[1:] + tp[:-1])), int(tp[-1]) * int(fp[-1])
