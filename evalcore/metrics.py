"""Performance measures of a binary classifier: chapter 04, equations (2.4)-(2.22).

Labels are 1 (or True) for a positive and 0 for a negative. A larger score is more positive, and an example with
``score >= threshold`` is predicted positive. Equation numbers are those of Zhou Zhihua, *Machine Learning*, chapter
2.
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
    """Counts of the four outcomes (table 2.1): rows are the true class, columns the predicted class.

    Every rate lies in [0, 1]. A rate whose denominator is 0 is undefined, and is nan.

    Parameters
    ----------
    tp, fn, fp, tn : float
        Numbers of true positives, false negatives, false positives and true negatives; each from 0 to 1e50.

    Raises
    ------
    ValueError
        If a count is outside that range or not a number, or if all four are 0.

    See Also
    --------
    sklearn.metrics.confusion_matrix : as an array, with the negatives first.

    Examples
    --------
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
        """Proportion of wrong predictions (2.4); smaller is better."""
        return _ratio(self.fn + self.fp, self.total)

    @property
    def accuracy(self) -> float:
        """Proportion of correct predictions (2.5), 1 - error rate; larger is better."""
        return _ratio(self.tp + self.tn, self.total)

    @property
    def precision(self) -> float:
        """Proportion of positives among the predicted positives (2.8), larger is better; nan if none is predicted."""
        return _ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> float:
        """Proportion of the positives that are predicted positive (2.9); larger is better; nan without a positive."""
        return _ratio(self.tp, self.tp + self.fn)

    @property
    def tpr(self) -> float:
        """True positive rate (2.18), another name of the recall; nan if there is no positive."""
        return self.recall

    @property
    def fpr(self) -> float:
        """Proportion of negatives predicted positive (2.19), the false positive rate; nan without a negative."""
        return _ratio(self.fp, self.tn + self.fp)

    @property
    def tnr(self) -> float:
        """True negative rate, 1 - FPR, larger is better; nan without a negative."""
        return _ratio(self.tn, self.tn + self.fp)

    @property
    def fnr(self) -> float:
        """False negative rate, 1 - TPR, smaller is better; nan if there is no positive."""
        return _ratio(self.fn, self.tp + self.fn)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall (2.10), 2TP / (m + TP - TN); nan if all are true negatives."""
        return self.fbeta(1)

    @asks(beta=positive)
    def fbeta(self, beta: float) -> float:
        """Return F-beta (2.11), the harmonic mean in which recall weighs beta² times as much as precision.

        For example 1/F2 = 0.2/P + 0.8/R. It is computed from the counts, so that it is 0, not undefined, when nothing
        is predicted positive; it is nan if there is neither a positive nor a predicted positive. Larger is better.

        Parameters
        ----------
        beta : float
            From 1e-50 to 1e50.

        Returns
        -------
        float
            In [0, 1], or nan.

        Raises
        ------
        ValueError
            If ``beta`` is outside [1e-50, 1e50].

        See Also
        --------
        sklearn.metrics.fbeta_score
        """
        weighted_tp = (1 + beta**2) * self.tp
        return _ratio(weighted_tp, weighted_tp + beta**2 * self.fn + self.fp)


@asks(y_true=labels, y_pred=labels)
def confusion_matrix(y_true: ArrayLike, y_pred: ArrayLike) -> ConfusionMatrix:
    """Count the four outcomes (table 2.1).

    Parameters
    ----------
    y_true, y_pred : array_like, shape (m,)
        True and predicted labels, 0 or 1.

    Returns
    -------
    ConfusionMatrix

    Raises
    ------
    ValueError
        If there are other labels, other shapes, unequal lengths or no examples.

    See Also
    --------
    sklearn.metrics.confusion_matrix : with the negatives first.

    Examples
    --------
    >>> confusion_matrix([1, 1, 0], [1, 0, 0])
    ConfusionMatrix(tp=1, fn=1, fp=0, tn=1)
    """
    outcomes = [y_true & y_pred, y_true & ~y_pred, ~y_true & y_pred, ~y_true & ~y_pred]
    return ConfusionMatrix(*(int(np.count_nonzero(outcome)) for outcome in outcomes))


def _threshold(name: str, value: float) -> float:
    """Check a threshold, which may be infinite, and keep its type, on which NumPy's comparison depends."""
    number("a number", -np.inf, np.inf)(name, value)
    return value


@asks(y_true=labels, y_score=scores, threshold=_threshold)
def confusion_at(y_true: ArrayLike, y_score: ArrayLike, threshold: float) -> ConfusionMatrix:
    """Return the confusion matrix when ``score >= threshold`` is predicted positive.

    Parameters
    ----------
    y_true, y_score : array_like, shape (m,)
        Labels, and finite scores.
    threshold : float
        It may be infinite, but not nan. NumPy compares a float32 score with the Python float 0.7 in single precision,
        so that a score of 0.7 reaches it, and with ``np.float64(0.7)`` in double precision.

    Returns
    -------
    ConfusionMatrix

    Raises
    ------
    ValueError
        As :func:`confusion_matrix`, and for scores or a threshold that are not such numbers.

    Examples
    --------
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
    """Average precision (2.12) and recall (2.13) over the matrices; F1 is the harmonic mean of these averages (2.14).

    Parameters
    ----------
    matrices : iterable of ConfusionMatrix
        At least one.

    Returns
    -------
    AverageScores
        In [0, 1], larger is better; nan if a value is undefined for any of the matrices.

    Raises
    ------
    ValueError
        If there is no matrix.

    See Also
    --------
    sklearn.metrics.f1_score : its ``average="macro"`` is another quantity, the mean of the F1 scores.

    Examples
    --------
    >>> macro_average([ConfusionMatrix(1, 0, 1, 8), ConfusionMatrix(9, 0, 0, 1)]).precision
    0.75
    """
    precision = float(np.mean([cm.precision for cm in matrices]))
    recall = float(np.mean([cm.recall for cm in matrices]))
    f1 = 0.0 if precision == recall == 0 else 2 * precision * recall / (precision + recall)
    return AverageScores(precision, recall, f1)


@asks(matrices=list_of(ConfusionMatrix, 1))
def micro_average(matrices: Iterable[ConfusionMatrix]) -> AverageScores:
    """Return precision (2.15), recall (2.16) and F1 (2.17) of the mean confusion matrix.

    Large classes have more weight than in :func:`macro_average`.

    Parameters
    ----------
    matrices : iterable of ConfusionMatrix
        At least one.

    Returns
    -------
    AverageScores
        In [0, 1], larger is better; nan where the value of a :class:`ConfusionMatrix` is.

    Raises
    ------
    ValueError
        If there is no matrix.

    See Also
    --------
    sklearn.metrics.precision_recall_fscore_support : with ``average="micro"``.

    Examples
    --------
    >>> micro_average([ConfusionMatrix(1, 0, 1, 8), ConfusionMatrix(9, 0, 0, 1)]).recall
    1.0
    """
    mean = ConfusionMatrix(*np.mean([(cm.tp, cm.fn, cm.fp, cm.tn) for cm in matrices], axis=0))
    return AverageScores(mean.precision, mean.recall, mean.f1)


# Measures of a ranking, over all thresholds


class RocCurve(NamedTuple):
    """Points of a ROC curve, from (0, 0) to (1, 1); arrays of shape (points,)."""

    fpr: np.ndarray
    tpr: np.ndarray
    thresholds: np.ndarray

    @property
    def auc(self) -> float:
        """Area under the curve, by the trapezoids of (2.20); in [0, 1], larger is better."""
        x, y = self.fpr, self.tpr
        return float(np.sum((x[1:] - x[:-1]) * (y[:-1] + y[1:])) / 2)


class PrecisionRecallCurve(NamedTuple):
    """Points of a precision-recall curve in the order of falling thresholds; arrays of shape (points,)."""

    precision: np.ndarray
    recall: np.ndarray
    thresholds: np.ndarray


def _predicted_positive(positive: np.ndarray, score: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return TP and FP for each distinct score as the threshold, highest first, and these thresholds.

    At the last threshold every example is predicted positive: TP = m+ and FP = m-.
    """
    positives, scores = np.sort(score[positive]), np.sort(score)
    first = np.flatnonzero(np.append(True, scores[1:] != scores[:-1]))[::-1]  # of the examples with each score
    thresholds = scores[first]
    tp = positives.size - np.searchsorted(positives, thresholds).astype(np.int64)  # products need 64 bits
    return tp, scores.size - first - tp, thresholds.astype(float)


@asks(y_true=both_classes, y_score=scores)
def roc_curve(y_true: ArrayLike, y_score: ArrayLike) -> RocCurve:
    """Compute (FPR, TPR) for every threshold, highest first: TPR = TP / m+ (2.18), FPR = FP / m- (2.19). O(m log m).

    Parameters
    ----------
    y_true, y_score : array_like, shape (m,)
        Labels, of both classes, and finite scores.

    Returns
    -------
    RocCurve
        The first threshold is infinite: nothing is predicted positive. Then each distinct score, as a float, is a
        threshold; examples with equal scores enter together, so that a tie of both classes is a diagonal step.

    Raises
    ------
    ValueError
        As :func:`confusion_matrix`; if a class is missing; for integer scores from 2**53 on, which floats cannot tell
        apart.

    See Also
    --------
    sklearn.metrics.roc_curve : the same points with ``drop_intermediate=False``.

    Examples
    --------
    >>> roc_curve([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1]).tpr
    array([0. , 0.5, 0.5, 1. , 1. ])
    """
    tp, fp, thresholds = _predicted_positive(y_true, y_score)
    return RocCurve(
        fpr=np.append(0, fp) / fp[-1], tpr=np.append(0, tp) / tp[-1], thresholds=np.append(np.inf, thresholds)
    )


@asks(y_true=both_classes, y_score=scores)
def roc_auc_score(y_true: ArrayLike, y_score: ArrayLike) -> float:
    """Compute the area under the ROC curve (2.20); in [0, 1], larger is better. O(m log m).

    It is the probability that a random positive has a higher score than a random negative, where a tie counts one half,
    and equals 1 - :func:`rank_loss` (2.22). The trapezoids are added in integers, with x = FP and y = TP, and divided
    by m+ m- at the end.

    Parameters
    ----------
    y_true, y_score : array_like, shape (m,)
        Labels 0 and 1, at least one of each, and finite scores.

    Returns
    -------
    float
        In [0, 1], larger is better; 0.5 for a constant score.

    Raises
    ------
    ValueError
        As :func:`roc_curve`.

    See Also
    --------
    sklearn.metrics.roc_auc_score
    scipy.stats.mannwhitneyu : its statistic is m+ m- AUC.

    References
    ----------
    Hanley and McNeil (1982), Radiology 143, 29-36.

    Examples
    --------
    >>> roc_auc_score([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1])
    0.75
    """
    tp, fp, _ = _predicted_positive(y_true, y_score)
    twice_area = np.diff(fp, prepend=0) @ (np.append(0, tp[:-1]) + tp)
    return float(twice_area / (2 * tp[-1] * fp[-1]))


@asks(y_true=both_classes, y_score=scores)
def rank_loss(y_true: ArrayLike, y_score: ArrayLike) -> float:
    """Compute the proportion of (positive, negative) pairs in the wrong order (2.21), a tie counting one half.

    It equals 1 - AUC (2.22). In [0, 1], smaller is better. O(m log m).

    Parameters
    ----------
    y_true, y_score : array_like, shape (m,)
        Labels 0 and 1, at least one of each, and finite scores.

    Returns
    -------
    float
        In [0, 1], smaller is better; 0.5 for a constant score.

    Raises
    ------
    ValueError
        As :func:`roc_curve`.

    Examples
    --------
    >>> rank_loss([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1])
    0.25
    """
    tp, fp, _ = _predicted_positive(y_true, y_score)
    tied, negatives = np.diff(tp, prepend=0), np.diff(fp, prepend=0)  # positives and negatives with each score
    lower = tp[-1] - tp  # positives with a lower score than these negatives: the wrong order
    return float(negatives @ (2 * lower + tied) / (2 * tp[-1] * fp[-1]))


@asks(y_true=both_classes, y_score=scores)
def precision_recall_curve(y_true: ArrayLike, y_score: ArrayLike) -> PrecisionRecallCurve:
    """Compute P = TP / (TP + FP) (2.8) and R = TP / m+ (2.9) for every distinct score as the threshold, highest first.

    Recall rises to 1. There is no point for an infinite threshold, where precision is undefined. O(m log m).

    Parameters
    ----------
    y_true, y_score : array_like, shape (m,)
        Labels 0 and 1, at least one of each, and finite scores.

    Returns
    -------
    PrecisionRecallCurve
        Arrays ``recall``, ``precision`` and ``thresholds`` with one value per distinct score.

    Raises
    ------
    ValueError
        As :func:`roc_curve`.

    See Also
    --------
    sklearn.metrics.precision_recall_curve : by rising thresholds, and with precision 1 where nothing is predicted
        positive.

    Examples
    --------
    >>> precision_recall_curve([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1]).recall
    array([0.5, 0.5, 1. , 1. ])
    """
    tp, fp, thresholds = _predicted_positive(y_true, y_score)
    return PrecisionRecallCurve(precision=tp / (tp + fp), recall=tp / tp[-1], thresholds=thresholds)


@asks(y_true=both_classes, y_score=scores)
def break_even_point(y_true: ArrayLike, y_score: ArrayLike) -> float:
    """Compute the value at which precision equals recall; in [0, 1], larger is better.

    They are equal when as many examples are predicted positive as there are positives: TP + FP = m+. If that threshold
    splits a group of equal scores, the value is the mean over all orders of the group.

    Parameters
    ----------
    y_true, y_score : array_like, shape (m,)
        Labels 0 and 1, at least one of each, and finite scores.

    Returns
    -------
    float
        In [0, 1], larger is better.

    Raises
    ------
    ValueError
        As :func:`roc_curve`.

    Examples
    --------
    >>> break_even_point([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1])
    0.5
    """
    tp, fp, _ = _predicted_positive(y_true, y_score)
    return float(np.interp(tp[-1], np.append(0, tp + fp), np.append(0, tp)) / tp[-1])


class CalibrationGroups(NamedTuple):
    """Mean predicted probability, number of positives and number of examples of each group; shape (groups,)."""

    predicted: np.ndarray
    positives: np.ndarray
    examples: np.ndarray


@asks(y_true=labels, probability=finite("m", low=0, high=1), groups=whole(1, 1000))
def calibration_groups(y_true: ArrayLike, probability: ArrayLike, *, groups: int = 10) -> CalibrationGroups:
    """Compare predicted probabilities with proportions of positives, in up to ``groups`` groups of about equal size.

    The groups are made by rising probability; equal probabilities stay together, which may leave a group empty and
    out of the result. For calibrated probabilities ``predicted`` is near ``positives / examples``.

    Parameters
    ----------
    y_true, probability : array_like, shape (m,)
        Labels, and the probabilities of a positive, in [0, 1].
    groups : int
        From 1 to 1000.

    Returns
    -------
    CalibrationGroups
        Arrays with one value per group, by rising probability.

    Raises
    ------
    ValueError
        As :func:`confusion_matrix`, and for probabilities outside [0, 1].

    See Also
    --------
    sklearn.calibration.calibration_curve : with ``strategy="quantile"``.

    Examples
    --------
    >>> calibration_groups([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1], groups=2).predicted
    array([0.3, 0.8])
    """
    lower = np.searchsorted(np.sort(probability), probability).astype(np.int64)  # the number of lower ones
    group = lower * groups // probability.size
    examples = np.bincount(group)
    filled = examples > 0
    sums, positives = (np.bincount(group, weights=part)[filled] for part in (probability, y_true))
    return CalibrationGroups(sums / examples[filled], positives.astype(int), examples[filled])


_of_any_size = finite("rankings", "m", low=-np.finfo(float).max, high=np.finfo(float).max)


@asks(y_true=two_of_each, y_scores=_of_any_size)
def auc_covariance(y_true: ArrayLike, y_scores: ArrayLike) -> np.ndarray:
    """Estimate the covariance matrix of the AUCs of several rankings of the same examples by DeLong's method.

    The placement of a positive is the proportion of negatives below it, that of a negative the proportion of
    positives above it; ties count one half. The mean of either is the AUC, and the covariances of both, divided by m+
    and by m-, add up.

    Parameters
    ----------
    y_true : array_like, shape (m,)
        Labels, with two or more examples of each class.
    y_scores : array_like, shape (rankings, m)
        One ranking per row, compared as floats.

    Returns
    -------
    ndarray, shape (rankings, rankings)
        The variance of a perfect ranking is 0. O(m log m) for each ranking.

    Raises
    ------
    ValueError
        If a class has fewer than two examples, and as :func:`roc_curve`.

    References
    ----------
    DeLong, DeLong and Clarke-Pearson (1988), Biometrics 44, 837-845.

    Examples
    --------
    >>> auc_covariance([1, 1, 0, 0], [[0.9, 0.5, 0.7, 0.1]])
    array([[0.125]])
    """
    positives, negatives = y_scores[:, y_true], y_scores[:, ~y_true]
    covariance = np.zeros((len(y_scores), len(y_scores)))
    for own, others in [(positives, negatives), (negatives, positives)]:
        placements = [
            _share_below(*pair) for pair in zip(own, others, strict=True)
        ]  # 1 - placement has the same variance
        covariance += np.atleast_2d(np.cov(placements)) / own.shape[1]
    return covariance


@asks(y_true=both_classes, y_score=scores)
def auc_influence(y_true: ArrayLike, y_score: ArrayLike) -> np.ndarray:
    """Return what each example adds to an AUC, apart from the mean: its placement's distance from the AUC.

    Parameters
    ----------
    y_true : array_like, shape (m,)
        Labels, with at least one example of each class.
    y_score : array_like, shape (m,)
        Scores.

    Returns
    -------
    ndarray, shape (m,)
        (placement - AUC) / m+ for a positive, / m- for a negative; the sum is 0. The sum of squares is about DeLong's
        variance, and the sum of squares over groups of examples that of AUCs of groups.

    Raises
    ------
    ValueError
        As :func:`roc_curve`.

    References
    ----------
    Obuchowski (1997), Biometrics 53, 567-578.

    Examples
    --------
    >>> auc_influence([1, 1, 0, 0], [0.9, 0.5, 0.7, 0.1]).tolist()
    [0.125, -0.125, -0.125, 0.125]
    """
    influence = np.empty(y_true.size)
    for label, sign in ((y_true, 1), (~y_true, -1)):
        placement = _share_below(sign * y_score[label], sign * y_score[~label])
        influence[label] = (placement - placement.mean()) / placement.size
    return influence


def _share_below(score: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return for each score the proportion of the others below it, ties counting one half."""
    others = np.sort(others)
    twice = np.searchsorted(others, score, "left") + np.searchsorted(others, score, "right")
    return twice / (2 * others.size)


def _ratio(part: float, whole: float) -> float:
    """Return the quotient; nan if the denominator is 0."""
    return float(part / whole) if whole else float("nan")
