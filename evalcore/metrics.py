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

from evalcore import _checks


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
        counts = {"tp": self.tp, "fn": self.fn, "fp": self.fp, "tn": self.tn}
        for name, count in counts.items():
            count = _checks.number(name, count, "a finite count >= 0", 0, _checks.LARGEST)
            object.__setattr__(self, name, count)
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

    def fbeta(self, beta: float) -> float:
        """F-beta (2.11): recall counts beta times as much as precision.

        Written in counts, so that it is 0, not undefined, when nothing is predicted
        positive; nan only if there is neither a positive nor a predicted positive.
        Raises ``ValueError`` for a beta outside [1e-50, 1e50].
        """
        beta = _checks.positive("beta", beta)
        found = (1 + beta**2) * self.tp
        return _ratio(found, found + beta**2 * self.fn + self.fp)


def confusion_matrix(y_true: ArrayLike, y_pred: ArrayLike) -> ConfusionMatrix:
    """Count the four outcomes (table 2.1).

    Both arguments have shape (m,) and hold 0 and 1. Raises ``ValueError`` for other labels,
    other shapes, unequal lengths or empty input.

    >>> confusion_matrix([1, 1, 0], [1, 0, 0])
    ConfusionMatrix(tp=1, fn=1, fp=0, tn=1)
    """
    positive, called = _checks.labels("y_true", y_true), _checks.labels("y_pred", y_pred)
    _checks.same_length(y_true=positive, y_pred=called)
    tp = int(np.count_nonzero(positive & called))
    fn, fp = int(np.count_nonzero(positive)) - tp, int(np.count_nonzero(called)) - tp
    return ConfusionMatrix(tp, fn, fp, positive.size - tp - fn - fp)


def confusion_at(y_true: ArrayLike, y_score: ArrayLike, threshold: float) -> ConfusionMatrix:
    """The confusion matrix when ``score >= threshold`` is predicted positive.

    ``threshold`` may be infinite, not nan. Other errors as in :func:`confusion_matrix`.

    >>> confusion_at([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1], threshold=0.5)
    ConfusionMatrix(tp=2, fn=0, fp=1, tn=1)
    """
    threshold = _checks.number("threshold", threshold, "a number", -np.inf, np.inf)
    positive, score = _checks.labels("y_true", y_true), _checks.finite("y_score", y_score, "m", most=np.inf)
    _checks.same_length(y_true=positive, y_score=score)
    return confusion_matrix(positive, score >= threshold)


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


def roc_curve(y_true: ArrayLike, y_score: ArrayLike) -> RocCurve:
    """(FPR, TPR) at every threshold, highest first (2.18, 2.19).

    The first threshold is infinite: nothing is positive. Then one for each distinct score: tied
    examples enter together, so that a tie of both classes is a diagonal step. O(m log m).
    Raises ``ValueError`` if a class is missing, and as :func:`confusion_matrix` does.

    >>> roc_curve([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1]).tpr
    array([0. , 0.5, 0.5, 1. , 1. ])
    """
    tp, fp, thresholds = _counts_by_threshold(*_both_classes(y_true, y_score))
    fpr, tpr = np.append(0, fp) / fp[-1], np.append(0, tp) / tp[-1]
    return RocCurve(fpr, tpr, np.append(np.inf, thresholds))


def roc_auc_score(y_true: ArrayLike, y_score: ArrayLike) -> float:
    """The probability that a random positive outranks a random negative (2.22), ties half.

    Equal to the area under the ROC curve (2.20) and to 1 - :func:`rank_loss`. In [0, 1],
    larger is better. O(m log m); errors as in :func:`roc_curve`.
    Hanley and McNeil (1982), Radiology 143, 29-36.

    >>> roc_auc_score([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1])
    0.75
    """
    concordant, tied, pairs = _count_pairs(y_true, y_score)
    return (concordant + tied / 2) / pairs


def rank_loss(y_true: ArrayLike, y_score: ArrayLike) -> float:
    """Share of (positive, negative) pairs in the wrong order (2.21), ties half.

    In [0, 1], smaller is better. O(m log m); errors as in :func:`roc_curve`.

    >>> rank_loss([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1])
    0.25
    """
    concordant, tied, pairs = _count_pairs(y_true, y_score)
    return (pairs - concordant - tied / 2) / pairs


class PrecisionRecallCurve(NamedTuple):
    """Points of a P-R curve in the order of falling thresholds; arrays of shape (points,)."""

    precision: np.ndarray
    recall: np.ndarray
    thresholds: np.ndarray


def precision_recall_curve(y_true: ArrayLike, y_score: ArrayLike) -> PrecisionRecallCurve:
    """Precision (2.8) and recall (2.9) at every distinct score, highest first.

    Recall rises to 1. There is no point for "nothing positive", where precision is undefined
    (scikit-learn puts precision 1 there). O(m log m); errors as in :func:`roc_curve`.

    >>> precision_recall_curve([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1]).recall
    array([0.5, 0.5, 1. , 1. ])
    """
    tp, fp, thresholds = _counts_by_threshold(*_both_classes(y_true, y_score))
    return PrecisionRecallCurve(tp / (tp + fp), tp / tp[-1], thresholds)


def break_even_point(y_true: ArrayLike, y_score: ArrayLike) -> float:
    """The value at which precision equals recall; in [0, 1], larger is better.

    They are equal when as many examples are called positive as there are positives. If that
    cut falls among tied examples, it takes its part of them: the mean over all orders of the tie.
    Errors as in :func:`roc_curve`.

    >>> break_even_point([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1])
    0.5
    """
    tp, fp, _ = _counts_by_threshold(*_both_classes(y_true, y_score))
    positives = tp[-1]
    return float(np.interp(positives, np.append(0, tp + fp), np.append(0, tp)) / positives)


class AverageScores(NamedTuple):
    """Precision, recall and F1 of several confusion matrices together; each in [0, 1]."""

    precision: float
    recall: float
    f1: float


def macro_average(matrices: Iterable[ConfusionMatrix]) -> AverageScores:
    """Mean precision (2.12), mean recall (2.13) and their harmonic mean (2.14).

    nan if it is undefined for any of the matrices. scikit-learn's macro-F1 is another
    quantity, the mean of the F1s. Raises ``ValueError`` if there is no matrix.

    >>> macro_average([ConfusionMatrix(1, 0, 1, 8), ConfusionMatrix(9, 0, 0, 1)]).precision
    0.75
    """
    matrices = _matrices(matrices)
    precision = float(np.mean([cm.precision for cm in matrices]))
    recall = float(np.mean([cm.recall for cm in matrices]))
    f1 = 0.0 if precision == recall == 0 else 2 * precision * recall / (precision + recall)
    return AverageScores(precision, recall, f1)


def micro_average(matrices: Iterable[ConfusionMatrix]) -> AverageScores:
    """Precision (2.15), recall (2.16) and F1 (2.17) of the mean confusion matrix.

    Large classes weigh more than in :func:`macro_average`. Undefined values are those of
    :class:`ConfusionMatrix`. Raises ``ValueError`` if there is no matrix.

    >>> micro_average([ConfusionMatrix(1, 0, 1, 8), ConfusionMatrix(9, 0, 0, 1)]).recall
    1.0
    """
    matrices = _matrices(matrices)
    mean = ConfusionMatrix(*np.mean([(cm.tp, cm.fn, cm.fp, cm.tn) for cm in matrices], axis=0))
    return AverageScores(mean.precision, mean.recall, mean.f1)


def _counts_by_threshold(positive: np.ndarray, score: np.ndarray):
    """TP and FP when the examples down to each distinct score are called positive."""
    order = np.argsort(score)[::-1]
    ranked = score[order]
    last = _ends_of_ties(ranked)
    tp = np.cumsum(positive[order])[last]
    return tp, last + 1 - tp, ranked[last]


def _count_pairs(y_true: ArrayLike, y_score: ArrayLike) -> tuple[int, int, int]:
    """How many of the m+ x m- pairs are in the right order, how many tied, and how many there are."""
    positive, score = _both_classes(y_true, y_score)
    values, times = _runs(np.sort(score.take(np.flatnonzero(positive))))
    negatives = np.sort(score.take(np.flatnonzero(~positive)))
    below = np.searchsorted(negatives, values)  # negatives strictly below each positive
    shared = negatives.take(below, mode="clip") == values  # the values that both classes have
    tied = np.searchsorted(negatives, values[shared], side="right") - below[shared]
    return int(below @ times), int(tied @ times[shared]), int(times.sum()) * negatives.size


def _ends_of_ties(ranked: np.ndarray) -> np.ndarray:
    """Index of the last of each run of equal values in a sorted array."""
    return np.flatnonzero(np.append(ranked[:-1] != ranked[1:], ranked.size > 0))


def _runs(ranked: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Values of a sorted array and how often to count each: once each, unless ties are many."""
    last = _ends_of_ties(ranked)
    if 2 * last.size > ranked.size:  # the copies would cost more than the searches saved
        return ranked, np.broadcast_to(1, ranked.shape)
    return ranked[last], np.diff(last, prepend=-1)


def _both_classes(y_true: ArrayLike, y_score: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    positive, score = _checks.labels("y_true", y_true), _checks.finite("y_score", y_score, "m", most=np.inf)
    _checks.same_length(y_true=positive, y_score=score)
    if not positive.any():
        raise ValueError("y_true has no positive example (class 1); expected both classes")
    if positive.all():
        raise ValueError("y_true has no negative example (class 0); expected both classes")
    return positive, score


def _matrices(matrices: Iterable[ConfusionMatrix]) -> list[ConfusionMatrix]:
    expected = "expected one or more ConfusionMatrix"
    matrices = _checks.items(matrices, expected)
    if not matrices or not all(isinstance(cm, ConfusionMatrix) for cm in matrices):
        raise ValueError(f"{expected}, got {_checks.shown(matrices)}")
    return matrices


def _ratio(part: float, whole: float) -> float:
    return float(part / whole) if whole else float("nan")
