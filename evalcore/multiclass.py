"""Several classes: precision, recall and F1 of each class, their macro averages, and AUCs, all with intervals.

Classes are numbered from 0, and each has an example. Examples may be in groups, such as the visits of one patient.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import norm, t

from evalcore._checks import asks, finite, group_numbers, optional, such_that
from evalcore._differences import level
from evalcore.intervals import auc_interval, design_effect, share_interval
from evalcore.means import Mean
from evalcore.metrics import auc_covariance, auc_influence, roc_auc_score


def _are_numbered(classes: np.ndarray) -> bool:
    """Return whether the numbers are all those from 0 to the largest one, at least 1."""
    return 1 <= classes.max() < classes.size and np.unique(classes).size == classes.max() + 1


_classes = such_that(_are_numbered, "number two classes or more from 0, each with an example", group_numbers)
_groups = optional(such_that(lambda group: np.unique(group).size > 1, "number two groups or more", group_numbers))
_scores = finite("m", "classes")


class ClassScores(NamedTuple):
    """Precision, recall and F1 of each class; arrays of shape (3, classes) with the rows value, low end, high end."""

    precision: np.ndarray
    recall: np.ndarray
    f1: np.ndarray


class MacroScores(NamedTuple):
    """The means of precision, recall and F1 over the classes, each with the ends of its interval."""

    precision: Mean
    recall: Mean
    f1: Mean


@asks(y_true=_classes, y_pred=group_numbers)
def class_counts(y_true: ArrayLike, y_pred: ArrayLike) -> np.ndarray:
    """Return the confusion matrix of several classes: rows are the true class, columns the predicted class.

    Parameters
    ----------
    y_true, y_pred
        The number of the true and of the predicted class of each example, from 0, shape (m,).

    Returns
    -------
    ndarray of int, shape (classes, classes)

    Raises
    ------
    ValueError
        For numbers that are no whole numbers >= 0, fewer than two classes, a class without an example, and a predicted
        class that no example has.

    See Also
    --------
    sklearn.metrics.confusion_matrix

    Examples
    --------
    >>> class_counts([0, 0, 1, 2], [0, 1, 1, 2]).tolist()
    [[1, 1, 0], [0, 1, 0], [0, 0, 1]]
    """
    classes = int(y_true.max()) + 1
    if y_pred.max() >= classes:
        raise ValueError(f"y_pred must number the classes of y_true, from 0 to {classes - 1}, got {y_pred.max()}")
    cells = y_true.astype(np.int64) * classes + y_pred.astype(np.int64)
    return np.bincount(cells, minlength=classes**2).reshape(classes, classes)


@asks(y_true=_classes, y_pred=group_numbers, group=_groups, confidence=level)
def class_scores(
    y_true: ArrayLike, y_pred: ArrayLike, *, group: ArrayLike | None = None, confidence: float = 0.95
) -> ClassScores:
    """Compute precision, recall and F1 of each class, and their confidence intervals.

    Parameters
    ----------
    y_true, y_pred
        The number of the true and of the predicted class of each example, from 0, shape (m,).
    group
        The number of each example's group, from 0, shape (m,); two groups or more. By default examples are independent.
    confidence
        Of each interval, in (0, 1).

    Returns
    -------
    ClassScores
        In [0, 1], larger is better. The precision of a class that is never predicted is nan, with the ends 0 and 1.

    Raises
    ------
    ValueError
        As :func:`class_counts`, for fewer than two groups, and for unequal lengths.

    Notes
    -----
    Recall is a share of the examples of a class, precision one of those predicted as this class, and F1 is 2 J / (1 +
    J), where J is the share of correct predictions among the examples that have the class or are predicted as it.
    Each share has its exact interval (:func:`evalcore.intervals.share_interval`), with the design effect of groups.
    Where all these predictions are right, or all are wrong, each group counts as one example.

    See Also
    --------
    sklearn.metrics.precision_recall_fscore_support : without intervals.

    Examples
    --------
    >>> scores = class_scores([0, 0, 1, 2], [0, 1, 1, 2])
    >>> scores.recall[:, 0].round(3).tolist()
    [0.5, 0.013, 0.987]
    """
    table = class_counts(y_true, y_pred)
    right, true, predicted = np.diag(table), table.sum(axis=1), table.sum(axis=0)
    is_right, results = (y_true == y_pred).astype(float), []
    for kind, sizes in enumerate([predicted, true, true + predicted - right]):
        columns = []
        for number, (count, size) in enumerate(zip(right.tolist(), sizes.tolist(), strict=True)):
            members = [y_pred == number, y_true == number, (y_true == number) | (y_pred == number)][kind]
            effect = 1.0 if group is None or size == 0 else _effect_of_share(is_right, members, group, confidence)
            value = count / size if size else np.nan
            columns.append((value, *share_interval(count, size, confidence=confidence, effect=effect)))
        results.append(np.array(columns).T)
    precision, recall, jaccard = results
    return ClassScores(precision, recall, 2 * jaccard / (1 + jaccard))


@asks(y_true=_classes, y_pred=group_numbers, group=_groups, confidence=level)
def macro_scores(
    y_true: ArrayLike, y_pred: ArrayLike, *, group: ArrayLike | None = None, confidence: float = 0.95
) -> MacroScores:
    """Compute the macro averages of precision, recall and F1, and their confidence intervals.

    A macro average is the mean over the classes. Macro F1 is the mean of the classes' F1, as in scikit-learn, not the
    harmonic mean of :func:`evalcore.metrics.macro_average`.

    Parameters
    ----------
    y_true, y_pred
        The number of the true and of the predicted class of each example, from 0, shape (m,).
    group
        The number of each example's group, from 0, shape (m,); two groups or more. By default examples are independent.
    confidence
        Of each interval, in (0, 1).

    Returns
    -------
    MacroScores
        In [0, 1], larger is better. Macro precision is nan, and so are its ends, if a class is never predicted.

    Raises
    ------
    ValueError
        As :func:`class_scores`.

    Notes
    -----
    The distances from the value of each class to the ends of its interval are combined as standard errors are, with
    the correlations of the values by the delta method (Zou, Huang and Zhang). The interval is valid also where a class
    has only right predictions, whose standard error would be 0, and stays in [0, 1].

    References
    ----------
    Zou, Huang and Zhang (2009), Statistics in Medicine 28, 1260-1275.

    See Also
    --------
    sklearn.metrics.precision_recall_fscore_support : with ``average="macro"``, without intervals.

    Examples
    --------
    >>> [round(number, 3) for number in macro_scores([0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 2, 0]).f1]
    [0.822, 0.375, 0.978]
    """
    table = class_counts(y_true, y_pred)
    scores, means = class_scores(y_true, y_pred, group=group, confidence=confidence), []
    for (value, low, high), influence in zip(scores, _influences(table), strict=True):
        if np.isnan(value).any():
            means.append(Mean(np.nan, np.nan, np.nan))
            continue
        if group is None:
            sums = influence.reshape(len(table), -1) * np.sqrt(table.ravel())
        else:
            number_of = np.unique(group, return_inverse=True)[1]
            sums = np.array([np.bincount(number_of, weights=cells[y_true, y_pred]) for cells in influence])
        lengths = np.sqrt((sums**2).sum(axis=1, keepdims=True))
        sums = sums / np.where(lengths > 0, lengths, 1)
        correlation = sums @ sums.T
        np.fill_diagonal(correlation, 1)
        below, above = (
            np.sqrt(max(distance @ correlation @ distance, 0)) / len(table) for distance in (value - low, high - value)
        )
        means.append(Mean(float(value.mean()), float(value.mean() - below), float(value.mean() + above)))
    return MacroScores(*means)


@asks(y_true=_classes, y_pred=group_numbers)
def macro_f1_influence(y_true: ArrayLike, y_pred: ArrayLike) -> np.ndarray:
    """Return what each example adds to macro F1, apart from the mean: its influence values.

    Parameters
    ----------
    y_true, y_pred
        The number of the true and of the predicted class of each example, from 0, shape (m,).

    Returns
    -------
    ndarray, shape (m,)
        The sum is 0. The variance of the mean of these values is about that of macro F1; the variance of the mean of
        the differences of two models is about that of the difference of their macro F1.

    Raises
    ------
    ValueError
        As :func:`class_counts`.

    Examples
    --------
    >>> macro_f1_influence([0, 0, 1, 1], [0, 1, 1, 1]).round(3).tolist()
    [0.444, -0.764, 0.16, 0.16]
    """
    _precision, _recall, f1 = _influences(class_counts(y_true, y_pred))
    return f1.mean(axis=0)[y_true, y_pred]


def _influences(table: np.ndarray) -> list[np.ndarray]:
    """Return the influence on precision, recall and F1 of each class, of an example of each cell.

    Shapes (classes, classes, classes): the class, the true class, the predicted class.
    """
    classes, m = len(table), table.sum()
    own = np.eye(classes)
    is_true, is_predicted = (
        np.broadcast_to(side, (classes, classes, classes)) for side in (own[:, :, None], own[:, None])
    )
    is_right = is_true * is_predicted
    influences = []
    for top, bottom in [(is_right, is_predicted), (is_right, is_true), (2 * is_right, is_true + is_predicted)]:
        part, whole = ((values * table).sum(axis=(1, 2))[:, None, None] for values in (top, bottom))
        whole = np.maximum(whole, 1)  # of a class that is never predicted, where all is 0
        influences.append(m * (top - part / whole * bottom) / whole)
    return influences


def _effect_of_share(right: np.ndarray, members: np.ndarray, group: np.ndarray, confidence: float) -> float:
    """Return the design effect of a share of the members, enlarged by Student's t where groups are few."""
    count = np.unique(group[members]).size
    if np.ptp(right[members]) == 0:
        return float(members.sum() / count)
    values = np.zeros(right.size)
    values[members] = right[members] - right[members].mean()
    return _effect(values, group, confidence)


def _effect(values: np.ndarray, group: np.ndarray | None, confidence: float) -> float:
    """Return the design effect of groups, enlarged by Student's t for a normal quantile where groups are few."""
    if group is None:
        return 1.0
    tail = (1 - confidence) / 2
    return design_effect(values, group) * float(t.isf(tail, np.unique(group).size - 1) / norm.isf(tail)) ** 2


def _sizes(y_true: np.ndarray, group: np.ndarray | None) -> list[int]:
    """Return how many examples, or groups, have each class, at least two."""
    counts = np.bincount(y_true) if group is None else [
        np.unique(group[y_true == number]).size for number in range(y_true.max() + 1)
    ]  # fmt: skip
    return [max(int(count), 2) for count in counts]


def _check_scores(y_true: np.ndarray, y_scores: np.ndarray) -> None:
    counts = np.bincount(y_true)
    if counts.size != y_scores.shape[1]:
        raise ValueError(f"y_scores must have a column for each of {counts.size} classes, got {y_scores.shape[1]}")
    if counts.min() < 2:
        raise ValueError(f"y_true must hold two or more examples of each class, got {counts.min()}")


@asks(y_true=_classes, y_scores=_scores, group=_groups, confidence=level)
def rest_aucs(
    y_true: ArrayLike, y_scores: ArrayLike, *, group: ArrayLike | None = None, confidence: float = 0.95
) -> np.ndarray:
    """Compute the AUC of each class against the rest, and its confidence interval.

    Parameters
    ----------
    y_true
        The number of each example's class, from 0, shape (m,); two or more examples of each class.
    y_scores
        A score per class, such as its probability, shape (m, classes).
    group
        The number of each example's group, from 0, shape (m,); two groups or more. By default examples are independent.
    confidence
        Of each interval, in (0, 1).

    Returns
    -------
    ndarray, shape (3, classes)
        Value, low and high end, in [0, 1], larger is better.

    Raises
    ------
    ValueError
        For a class with fewer than two examples, other shapes, and as :func:`class_counts`.

    See Also
    --------
    sklearn.metrics.roc_auc_score : with ``multi_class="ovr"`` and ``average=None``.

    Examples
    --------
    >>> y_scores = [[0.9, 0.1], [0.4, 0.6], [0.3, 0.7], [0.2, 0.8]]
    >>> rest_aucs([0, 0, 1, 1], y_scores)[0].tolist()
    [1.0, 1.0]
    """
    _check_scores(y_true, y_scores)
    columns = []
    for number in range(y_scores.shape[1]):
        is_class, score = y_true == number, y_scores[:, number]
        effect = _effect(auc_influence(is_class, score), group, confidence)
        negatives, positives = _sizes(is_class.astype(int), group)
        auc, variance = roc_auc_score(is_class, score), float(auc_covariance(is_class, [score])[0, 0])
        ends = auc_interval(auc, variance * effect, positives=positives, negatives=negatives, confidence=confidence)
        columns.append((auc, *ends))
    return np.array(columns).T


@asks(y_true=_classes, y_scores=_scores, group=_groups, confidence=level)
def hand_till_auc(
    y_true: ArrayLike, y_scores: ArrayLike, *, group: ArrayLike | None = None, confidence: float = 0.95
) -> Mean:
    """Compute Hand and Till's AUC of several classes, the mean over all pairs of classes, and its confidence interval.

    For each pair of classes only their examples are compared, by the score of either class; the shares of pairs of
    examples in the right order are averaged. Unlike :func:`rest_aucs`, it does not depend on how frequent classes are.

    Parameters
    ----------
    y_true
        The number of each example's class, from 0, shape (m,); two or more examples of each class.
    y_scores
        A score per class, such as its probability, shape (m, classes).
    group
        The number of each example's group, from 0, shape (m,); two groups or more. By default examples are independent.
    confidence
        Of the interval, in (0, 1).

    Returns
    -------
    Mean
        In [0, 1], larger is better; 0.5 for constant scores.

    Raises
    ------
    ValueError
        As :func:`rest_aucs`.

    Notes
    -----
    The variance is the sum of squared influence values, which are averages of
    :func:`evalcore.metrics.auc_influence`; for two classes that is DeLong's variance. The interval is that of
    :func:`evalcore.intervals.auc_interval` with the sizes of the two smallest classes.

    References
    ----------
    Hand and Till (2001), Machine Learning 45, 171-186.

    See Also
    --------
    sklearn.metrics.roc_auc_score : with ``multi_class="ovo"`` and ``average="macro"``.

    Examples
    --------
    >>> y_scores = [[0.9, 0.1, 0], [0.4, 0.6, 0], [0.3, 0.7, 0], [0.2, 0.8, 0], [0.1, 0, 0.9], [0, 0.1, 0.9]]
    >>> round(hand_till_auc([0, 0, 1, 1, 2, 2], y_scores).value, 3)
    1.0
    """
    _check_scores(y_true, y_scores)
    classes = y_scores.shape[1]
    members = [np.flatnonzero(y_true == number) for number in range(classes)]
    aucs, influence = [], np.zeros(y_true.size)
    for first in range(classes):
        for second in range(classes):
            if first != second:
                rows = np.concatenate([members[first], members[second]])
                is_first, score = y_true[rows] == first, y_scores[rows, first]
                aucs.append(roc_auc_score(is_first, score))
                influence[rows] += auc_influence(is_first, score)
    influence /= len(aucs)
    variance = sum(own.size / (own.size - 1) * float(influence[own] @ influence[own]) for own in members)
    smallest, second_smallest = sorted(_sizes(y_true, group))[:2]
    effect = _effect(influence, group, confidence)
    auc = float(np.mean(aucs))
    ends = auc_interval(auc, variance * effect, positives=smallest, negatives=second_smallest, confidence=confidence)
    return Mean(auc, *ends)
