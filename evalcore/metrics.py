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

from evalcore._checks import asks, at_least_zero, labels, list_of, number, positive, scores
from evalcore.ranking import (  # noqa: F401  the measures of a ranking are here too
    PrecisionRecallCurve,
    RocCurve,
    auc_covariance,
    break_even_point,
    precision_recall_curve,
    rank_loss,
    roc_auc_score,
    roc_curve,
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


def _ratio(part: float, whole: float) -> float:
    return float(part / whole) if whole else float("nan")
