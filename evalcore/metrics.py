"""Performance measures of a binary classifier: chapter 04, equations (2.4)-(2.22).

Positives are 1 (or True), negatives 0. A larger score is more positive, and
``score >= threshold`` is predicted positive. Equation numbers are those of
Zhou Zhihua, *Machine Learning*, chapter 2.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evalcore._checks import (
    asks,
    at_least_zero,
    both_classes,
    finite,
    labels,
    list_of,
    number,
    positive,
    scores,
    two_of_each,
    whole,
)


@asks(tp=at_least_zero, fn=at_least_zero, fp=at_least_zero, tn=at_least_zero)
@dataclass(frozen=True)
class ConfusionMatrix:
    """Counts of the four outcomes (table 2.1): rows are the truth, columns the prediction.

    A count is a number from 0 to 1e50, and at least one is positive; anything else is a ``ValueError``.
    Rates lie in [0, 1]. One whose denominator is 0 is undefined and is ``nan``.

    >>> ConfusionMatrix(tp=6, fn=4, fp=4, tn=6).precision
    0.6
    """

    tp: float
    fn: float
    fp: float
    tn: float

    def __post_init__(self) -> None:
        if self.total == 0:
            raise ValueError("a confusion matrix needs at least one example, got four zeros")

    @property
    def total(self) -> float:
        """The number of examples, m."""
        return self.tp + self.fn + self.fp + self.tn

    @property
    def error_rate(self) -> float:
        """Share of wrong predictions (2.4); smaller is better."""
        return _ratio(self.fn + self.fp, self.total)

    @property
    def accuracy(self) -> float:
        """Share of right predictions (2.5), 1 - error rate; larger is better."""
        return _ratio(self.tp + self.tn, self.total)

    @property
    def precision(self) -> float:
        """Share of the predicted positives that are positive (2.8); nan if none is predicted."""
        return _ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> float:
        """Share of the positives that are found (2.9); nan if there is no positive."""
        return _ratio(self.tp, self.tp + self.fn)

    @property
    def tpr(self) -> float:
        """True positive rate (2.18): the recall by its other name."""
        return self.recall

    @property
    def fpr(self) -> float:
        """False positive rate (2.19): share of the negatives called positive; nan if no negative."""
        return _ratio(self.fp, self.tn + self.fp)

    @property
    def tnr(self) -> float:
        """True negative rate, 1 - FPR; nan if there is no negative."""
        return _ratio(self.tn, self.tn + self.fp)

    @property
    def fnr(self) -> float:
        """False negative rate, 1 - TPR; nan if there is no positive."""
        return _ratio(self.fn, self.tp + self.fn)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall, 2TP / (m + TP - TN) (2.10)."""
        return self.fbeta(1)

    @asks(beta=positive)
    def fbeta(self, beta: float) -> float:
        """F-beta (2.11): the harmonic mean in which recall weighs beta² times as much as precision.

        Such as 1/F2 = 0.2/P + 0.8/R. Written in counts, so that it is 0, not undefined, when nothing is predicted
        positive; nan only if there is neither a positive nor a predicted positive.
        Raises ``ValueError`` for a beta outside [1e-50, 1e50].
        """
        found = (1 + beta**2) * self.tp
        return _ratio(found, found + beta**2 * self.fn + self.fp)


@asks(y_true=labels, y_pred=labels)
def confusion_matrix(y_true: ArrayLike, y_pred: ArrayLike) -> ConfusionMatrix:
    """Count the four outcomes (table 2.1).

    Both arguments have shape (m,) and hold 0 and 1. Raises ``ValueError`` for other labels,
    other shapes, unequal lengths or empty input.

    >>> confusion_matrix([1, 1, 0], [1, 0, 0])
    ConfusionMatrix(tp=1, fn=1, fp=0, tn=1)
    """
    outcomes = [y_true & y_pred, y_true & ~y_pred, ~y_true & y_pred, ~y_true & ~y_pred]
    return ConfusionMatrix(*(int(np.count_nonzero(outcome)) for outcome in outcomes))


def _threshold(name: str, value: float) -> float:
    """Also infinite, and of the type it came in: NumPy compares a float32 with 0.7 and with np.float64(0.7) unlike."""
    number("a number", -np.inf, np.inf)(name, value)
    return value


@asks(y_true=labels, y_score=scores, threshold=_threshold)
def confusion_at(y_true: ArrayLike, y_score: ArrayLike, threshold: float) -> ConfusionMatrix:
    """The confusion matrix when ``score >= threshold`` is predicted positive.

    ``threshold`` may be infinite, not nan. They are compared as NumPy compares them: with the float 0.7 in the
    precision of the scores, so that a float32 score of 0.7 reaches it, with ``np.float64(0.7)`` in the higher one.
    Other errors as in :func:`confusion_matrix`.

    >>> confusion_at([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1], threshold=0.5)
    ConfusionMatrix(tp=2, fn=0, fp=1, tn=1)
    """
    return confusion_matrix(y_true, y_score >= threshold)


class AverageScores(NamedTuple):
    """Precision, recall and F1 of several confusion matrices together; each in [0, 1]."""

    precision: float
    recall: float
    f1: float


@asks(matrices=list_of(ConfusionMatrix, 1))
def macro_average(matrices: Iterable[ConfusionMatrix]) -> AverageScores:
    """Mean precision (2.12), mean recall (2.13) and their harmonic mean (2.14).

    nan if it is undefined for any of the matrices. scikit-learn's macro-F1 is another
    quantity, the mean of the F1s. Raises ``ValueError`` if there is no matrix.

    >>> macro_average([ConfusionMatrix(1, 0, 1, 8), ConfusionMatrix(9, 0, 0, 1)]).precision
    0.75
    """
    precision = float(np.mean([cm.precision for cm in matrices]))
    recall = float(np.mean([cm.recall for cm in matrices]))
    f1 = 0.0 if precision == recall == 0 else 2 * precision * recall / (precision + recall)
    return AverageScores(precision, recall, f1)


@asks(matrices=list_of(ConfusionMatrix, 1))
def micro_average(matrices: Iterable[ConfusionMatrix]) -> AverageScores:
    """Precision (2.15), recall (2.16) and F1 (2.17) of the mean confusion matrix.

    Large classes weigh more than in :func:`macro_average`. Undefined values are those of
    :class:`ConfusionMatrix`. Raises ``ValueError`` if there is no matrix.

    >>> micro_average([ConfusionMatrix(1, 0, 1, 8), ConfusionMatrix(9, 0, 0, 1)]).recall
    1.0
    """
    mean = ConfusionMatrix(*np.mean([(cm.tp, cm.fn, cm.fp, cm.tn) for cm in matrices], axis=0))
    return AverageScores(mean.precision, mean.recall, mean.f1)


# Measures of a ranking: of all its thresholds at once


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


class PrecisionRecallCurve(NamedTuple):
    """Points of a P-R curve in the order of falling thresholds; arrays of shape (points,)."""

    precision: np.ndarray
    recall: np.ndarray
    thresholds: np.ndarray


def _predicted_positive(positive: np.ndarray, score: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """TP and FP for each distinct score as the threshold, highest first, and these thresholds.

    At the last threshold every example is predicted positive: TP = m+ and FP = m-.
    """
    positives, scores = np.sort(score[positive]), np.sort(score)
    first = np.flatnonzero(np.append(True, scores[1:] != scores[:-1]))[::-1]  # of the examples with each score
    thresholds = scores[first]
    tp = positives.size - np.searchsorted(positives, thresholds).astype(np.int64)  # products need 64 bits
    return tp, scores.size - first - tp, thresholds.astype(float)


@asks(y_true=both_classes, y_score=scores)
def roc_curve(y_true: ArrayLike, y_score: ArrayLike) -> RocCurve:
    """(FPR, TPR) at every threshold, highest first: TPR = TP / m+ (2.18), FPR = FP / m- (2.19).

    The first threshold is infinite: nothing is positive. Then one for each distinct score, as a float: tied
    examples enter together, so that a tie of both classes is a diagonal step. O(m log m). Raises ``ValueError``
    if a class is missing, for whole numbers from 2**53 on, which floats would tie, and as :func:`confusion_matrix`.

    >>> roc_curve([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1]).tpr
    array([0. , 0.5, 0.5, 1. , 1. ])
    """
    tp, fp, thresholds = _predicted_positive(y_true, y_score)
    return RocCurve(
        fpr=np.append(0, fp) / fp[-1], tpr=np.append(0, tp) / tp[-1], thresholds=np.append(np.inf, thresholds)
    )


@asks(y_true=both_classes, y_score=scores)
def roc_auc_score(y_true: ArrayLike, y_score: ArrayLike) -> float:
    """Area under the ROC curve (2.20): the probability that a random positive outranks a random negative, ties half.

    The trapezoids are taken in whole numbers, x = FP and y = TP, and divided by m+ m- at the end. Equal to
    1 - :func:`rank_loss` (2.22). In [0, 1], larger is better. O(m log m); errors as in :func:`roc_curve`.
    Hanley and McNeil (1982), Radiology 143, 29-36.

    >>> roc_auc_score([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1])
    0.75
    """
    tp, fp, _ = _predicted_positive(y_true, y_score)
    twice_area = np.diff(fp, prepend=0) @ (np.append(0, tp[:-1]) + tp)
    return float(twice_area / (2 * tp[-1] * fp[-1]))


@asks(y_true=both_classes, y_score=scores)
def rank_loss(y_true: ArrayLike, y_score: ArrayLike) -> float:
    """Share of (positive, negative) pairs in the wrong order (2.21), ties half; 1 - AUC (2.22).

    In [0, 1], smaller is better. O(m log m); errors as in :func:`roc_curve`.

    >>> rank_loss([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1])
    0.25
    """
    tp, fp, _ = _predicted_positive(y_true, y_score)
    tied, negatives = np.diff(tp, prepend=0), np.diff(fp, prepend=0)  # positives and negatives with each score
    lower = tp[-1] - tp  # positives with a lower score than these negatives: the wrong order
    return float(negatives @ (2 * lower + tied) / (2 * tp[-1] * fp[-1]))


@asks(y_true=both_classes, y_score=scores)
def precision_recall_curve(y_true: ArrayLike, y_score: ArrayLike) -> PrecisionRecallCurve:
    """P = TP / (TP + FP) (2.8) and R = TP / m+ (2.9) at every distinct score, highest first.

    Recall rises to 1. There is no point for "nothing positive", where precision is undefined
    (scikit-learn puts precision 1 there). O(m log m); errors as in :func:`roc_curve`.

    >>> precision_recall_curve([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1]).recall
    array([0.5, 0.5, 1. , 1. ])
    """
    tp, fp, thresholds = _predicted_positive(y_true, y_score)
    return PrecisionRecallCurve(precision=tp / (tp + fp), recall=tp / tp[-1], thresholds=thresholds)


@asks(y_true=both_classes, y_score=scores)
def break_even_point(y_true: ArrayLike, y_score: ArrayLike) -> float:
    """The value at which precision equals recall; in [0, 1], larger is better.

    They are equal when as many examples are called positive as there are positives: TP + FP = m+. If that
    cut falls among tied examples, it takes its part of them: the mean over all orders of the tie.
    Errors as in :func:`roc_curve`.

    >>> break_even_point([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1])
    0.5
    """
    tp, fp, _ = _predicted_positive(y_true, y_score)
    return float(np.interp(tp[-1], np.append(0, tp + fp), np.append(0, tp)) / tp[-1])


class CalibrationGroups(NamedTuple):
    """Groups of examples with neighbouring probabilities: their mean, the positives among them, and their number."""

    predicted: np.ndarray
    positives: np.ndarray
    examples: np.ndarray


@asks(y_true=labels, probability=finite("m", low=0, high=1), groups=whole(1, 1000))
def calibration_groups(y_true: ArrayLike, probability: ArrayLike, *, groups: int = 10) -> CalibrationGroups:
    """Whether probabilities are right as numbers: up to so many groups, about equally large, by rising probability.

    Shapes (groups,); fewer where equal probabilities, which stay together, leave a group empty. Calibrated
    probabilities have ``predicted`` near ``positives / examples``. Raises ``ValueError`` for probabilities outside
    [0, 1], and as :func:`confusion_matrix`.

    >>> calibration_groups([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1], groups=2).predicted
    array([0.3, 0.8])
    """
    lower = np.searchsorted(np.sort(probability), probability).astype(np.int64)  # so many have a lower one
    group = lower * groups // probability.size
    examples = np.bincount(group)
    some = examples > 0
    sums, positives = (np.bincount(group, weights=part)[some] for part in (probability, y_true))
    return CalibrationGroups(sums / examples[some], positives.astype(int), examples[some])


_of_any_size = finite("rankings", "m", low=-np.finfo(float).max, high=np.finfo(float).max)


@asks(y_true=two_of_each, y_scores=_of_any_size)
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


def _ratio(part: float, whole: float) -> float:
    return float(part / whole) if whole else float("nan")
