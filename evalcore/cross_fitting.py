"""Thresholds that are chosen on one half of the examples and evaluated on the other: chapters 03 and 05.

A threshold looks cheaper on the examples on which it was chosen than on others. Here each of many random partitions
splits the examples into halves. A threshold is chosen on one half and evaluated on the other, and then the roles are
swapped, so that each partition uses every example once for evaluation. The means over the partitions hardly depend on
chance. They do not depend on the order of the examples, nor on the unit of the scores, because each example is drawn by
its place in the ranking.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evalcore._checks import (
    asks,
    finite,
    group_numbers,
    instance,
    labels,
    number,
    optional,
    scores,
    share,
    shown,
    two_of_each,
    whole,
)
from evalcore.costs import CostCurve, cost_curve
from evalcore.counts import ScoreCounts
from evalcore.metrics import RocCurve
from evalcore.splitting import stratified_half

TRIES = 1000  # attempts to split groups so that both halves have examples of both classes

_any_scores = finite("models", "m", low=-np.finfo(float).max, high=np.finfo(float).max)
_groups = optional(group_numbers)


@asks(y_true=labels, y_scores=_any_scores, group=_groups)
def content_order(
    y_true: ArrayLike, y_scores: ArrayLike, *, group: ArrayLike | None = None
) -> tuple[np.ndarray, np.ndarray | None]:
    """Return an order of the examples, and numbers of their groups, that depend on their content alone.

    Parameters
    ----------
    y_true
        Labels 0 and 1, shape (m,).
    y_scores
        Scores of one model or more, shape (models, m).
    group
        The number of each example's group, from 0, shape (m,), or None.

    Returns
    -------
    order, group
        ``order``, shape (m,), sorts the examples by label and scores, and equal examples by their groups. ``group`` has
        new numbers, from 0, in the order of ``y_true``; it is None if there are no groups. Identical examples, or
        groups, may be exchanged.

    Raises
    ------
    ValueError
        For other labels, scores that are not finite, and unequal lengths.

    Examples
    --------
    >>> order, group = content_order([1, 0, 1], [[0.9, 0.7, 0.5]], group=[7, 7, 2])
    >>> order.tolist(), group.tolist()
    ([1, 2, 0], [0, 0, 1])
    """
    order = np.lexsort([*y_scores[::-1], y_true])
    if group is None:
        return order, None
    different = np.any(np.diff(np.vstack([y_true, y_scores])[:, order]) != 0, axis=0)
    content = np.empty_like(order)
    content[order] = np.append(0, np.cumsum(different))
    numbers = np.unique(group, return_inverse=True)[1]
    by_group = np.lexsort([content, numbers])
    members = np.split(content[by_group], np.cumsum(np.bincount(numbers))[:-1])
    ranked = sorted(range(len(members)), key=lambda number: members[number].tolist())
    numbers = np.argsort(ranked)[numbers]
    return np.lexsort([numbers, content]), numbers


@asks(y_true=two_of_each, y_scores=_any_scores, partitions=whole(1, 1000), group=_groups)
def content_halves(
    y_true: ArrayLike, y_scores: ArrayLike, *, partitions: int = 100, group: ArrayLike | None = None
) -> np.ndarray:
    """Return random halves of the examples, by class, that depend on their ranking and not on their order.

    Parameters
    ----------
    y_true
        Labels 0 and 1, shape (m,), two examples or more of each class.
    y_scores
        Scores of one model or more, shape (models, m).
    partitions
        The number of partitions into two halves, from 1 to 1000.
    group
        The number of each example's group, from 0, shape (m,); groups are not split. By default each example is a
        group.

    Returns
    -------
    ndarray of bool
        Shape (partitions, m), True in the first half.

    Raises
    ------
    ValueError
        For other labels, scores that are not finite, other shapes, and groups that cannot be cut so that both halves
        have examples of both classes.

    Notes
    -----
    The examples are sorted by label and scores, and a generator with a fixed seed draws places in this order. An
    increasing transformation of the scores therefore gives the same halves. Equal examples may be exchanged, which
    changes no number that is computed from labels and scores.

    Examples
    --------
    >>> halves = content_halves([1, 0, 1, 0], [[0.9, 0.7, 0.5, 0.1]], partitions=3)
    >>> turned = content_halves([0, 1, 0, 1], [[0.1, 0.5, 0.7, 0.9]], partitions=3)
    >>> halves.shape, bool((halves[:, ::-1] == turned).all())
    ((3, 4), True)
    """
    order, group = content_order(y_true, y_scores, group=group)
    y, rng = y_true[order], np.random.default_rng(0)
    halves = np.empty((partitions, y.size), dtype=bool)
    for half in halves:
        half[order] = stratified_half(y, rng) if group is None else _half_of_groups(y, group[order], rng)
    return halves


def _half_of_groups(y: np.ndarray, group: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return True for half of the groups with positives only, with negatives only, and with both."""
    every, positive = np.bincount(group), np.bincount(group, weights=y)
    kinds = 1 + (positive == every) - (positive == 0)
    for _attempt in range(TRIES):
        order = np.concatenate([rng.permutation(np.flatnonzero(kinds == kind)) for kind in rng.permutation(3)])
        first = np.zeros(every.size, dtype=bool)
        first[order[rng.integers(2) :: 2]] = True
        half = first[group]
        if all(label[side].any() for label in (y, ~y) for side in (half, ~half)):
            return half
    raise ValueError(
        f"group must be cut into two halves with examples of both classes, got {every.size} groups, "
        f"{int(np.sum(positive > 0))} with positives and {int(np.sum(positive < every))} with negatives"
    )


def _halves_of(name: str, values: object) -> np.ndarray:
    """Check halves, which are arrays of True and False, one per partition."""
    if getattr(values, "dtype", None) != np.bool_ or values.ndim != 2 or not values.size:
        raise ValueError(f"{name} must be an array of True and False, shape (partitions, m), got {shown(values)}")
    return values


_halves_of.sizes = ("partitions", "m")


class CrossFit(NamedTuple):
    """The cheapest thresholds of each half, or fixed ones, and the errors that they make on the other half.

    ``curves`` are the cost curves of the halves, two for each partition, first half first; ``misses`` and
    ``false_alarms`` have an array for each curve: the false negatives and false positives on the other half, one number
    per segment of the curve.
    """

    curves: list[CostCurve]
    misses: list[np.ndarray]
    false_alarms: list[np.ndarray]

    @asks(x=finite(low=0, high=1))
    def errors_at(self, x: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
        """Return false negatives and false positives at P(+)cost ``x``; each threshold is evaluated on the other half.

        Parameters
        ----------
        x
            P(+)cost in [0, 1], a number or an array of any shape.

        Returns
        -------
        misses, false_alarms
            Means over the partitions of the numbers of errors on all examples, each of the shape of ``x``.

        Raises
        ------
        ValueError
            For an x outside [0, 1].
        """
        means = self.errors_of_each(x).mean(axis=0)
        return means[0], means[1]

    @asks(x=finite(low=0, high=1))
    def errors_of_each(self, x: ArrayLike) -> np.ndarray:
        """Return the two counts of :meth:`errors_at` in each partition.

        Parameters
        ----------
        x : array_like, shape (...)
            P(+)cost in [0, 1].

        Returns
        -------
        ndarray, shape (partitions, 2, ...)
            False negatives, then false positives.

        Raises
        ------
        ValueError
            For an x outside [0, 1].
        """
        errors = np.zeros((len(self.curves) // 2, 2, *x.shape))
        for i, (curve, *kinds) in enumerate(zip(*self, strict=True)):
            segment = np.maximum(np.searchsorted(curve.x, x) - 1, 0)
            errors[i // 2] += [kind[segment] for kind in kinds]
        return errors

    @asks(x=share)
    def thresholds_at(self, x: float) -> np.ndarray:
        """Return the threshold of each half at P(+)cost ``x``: the cheapest, or the fixed one.

        Parameters
        ----------
        x : float
            In [0, 1].

        Returns
        -------
        ndarray, shape (2 partitions,)

        Raises
        ------
        ValueError
            For an x outside [0, 1].
        """
        return np.array([curve.thresholds[curve.segment_at(x)] for curve in self.curves])

    @asks(y_true=two_of_each, y_score=scores, halves=_halves_of, x=share)
    def wrong_shares(self, y_true: ArrayLike, y_score: ArrayLike, halves: np.ndarray, x: float) -> np.ndarray:
        """Return for each example the fraction of partitions in which the other half's threshold predicts it wrongly.

        Examples with the same label and score share the mean of their fractions, because they may be exchanged.

        Parameters
        ----------
        y_true, y_score, halves
            The arguments of :func:`cross_fit`.
        x
            P(+)cost in [0, 1], at which the thresholds are chosen.

        Returns
        -------
        ndarray
            Shape (m,), in [0, 1]; the sum over the positives is the number of misses in :meth:`errors_at`.

        Raises
        ------
        ValueError
            As :func:`cross_fit`, for other numbers of partitions, and for an x outside [0, 1].
        """
        if 2 * len(halves) != len(self.curves):
            raise ValueError(f"halves must be the {len(self.curves) // 2} of this fit, got {len(halves)}")
        thresholds, wrong = self.thresholds_at(x), np.zeros(y_true.size)
        for i, half in enumerate(halves):
            threshold = np.where(half, thresholds[2 * i + 1], thresholds[2 * i])
            wrong += (y_score >= threshold) != y_true
        kind = 2 * np.unique(y_score, return_inverse=True)[1] + y_true
        means = np.bincount(kind, wrong) / np.maximum(np.bincount(kind), 1) / len(halves)
        return means[kind]


@asks(y_true=two_of_each, y_score=scores, halves=_halves_of, threshold=optional(number()))
def cross_fit(y_true: ArrayLike, y_score: ArrayLike, halves: np.ndarray, *, threshold: float | None = None) -> CrossFit:
    """Choose the cheapest thresholds on each half, if none is given, and evaluate them on the other.

    Parameters
    ----------
    y_true
        Labels 0 and 1, shape (m,).
    y_score
        Scores, shape (m,); a larger score is more positive.
    halves
        Shape (partitions, m), as :func:`content_halves` returns them.
    threshold
        The threshold of both halves at every P(+)cost, for a rule that is used as it is; None to choose the cheapest.

    Returns
    -------
    CrossFit

    Raises
    ------
    ValueError
        For other labels, scores and a threshold that are not finite, unequal lengths, halves that are not True and
        False, and a half without examples of both classes.

    References
    ----------
    Chernozhukov and others (2018), Econometrics Journal 21, C1-C68, of cross-fitting in general.

    Examples
    --------
    >>> y, score = [1, 1, 1, 1, 0, 0, 0, 0], [0.9, 0.8, 0.7, 0.3, 0.6, 0.4, 0.2, 0.1]
    >>> fit = cross_fit(y, score, content_halves(y, [score], partitions=2))
    >>> [float(kind) for kind in fit.errors_at(0.5)]
    [2.0, 0.0]
    """
    different, row = np.unique(y_score, return_inverse=True)
    row = different.size - 1 - row  # highest first
    whole = _counted(row, y_true, different.size)
    halved = (_counted(row[half], y_true[half], different.size) for half in halves)
    return _fitted(different[::-1], ((first, whole - first) for first in halved), threshold)


def _counted(row: np.ndarray, y_true: np.ndarray, rows: int) -> np.ndarray:
    """Return the positives and the negatives in each row of a table; shape (2, rows)."""
    return np.array([np.bincount(row[side], minlength=rows) for side in (y_true, ~y_true)])


_table = instance(ScoreCounts)


@asks(first=_table, second=_table, threshold=optional(number()))
def cross_fit_tables(first: ScoreCounts, second: ScoreCounts, *, threshold: float | None = None) -> CrossFit:
    """Return the result of :func:`cross_fit` for one partition, from the tables of its two halves.

    Parameters
    ----------
    first, second
        Tables of the two halves, as :func:`evalcore.counts.count_scores` returns them.
    threshold
        As for :func:`cross_fit`.

    Returns
    -------
    CrossFit

    Raises
    ------
    ValueError
        If one of them is not a table, or has no examples of a class, and for a threshold that is not finite.

    Examples
    --------
    >>> from evalcore.counts import count_scores
    >>> fit = cross_fit_tables(count_scores([1, 0], [0.9, 0.1]), count_scores([1, 0], [0.8, 0.5]))
    >>> [float(kind) for kind in fit.errors_at(0.5)]
    [1.0, 0.0]
    """
    different = np.union1d(first.scores, second.scores)[::-1]
    tables = []
    for table in (first, second):
        place = np.searchsorted(-different, -table.scores)
        counts = np.zeros((2, different.size), dtype=np.int64)
        counts[:, place] = table.positives, table.negatives
        tables.append(counts)
    return _fitted(different, [tables], threshold)


def _fitted(different: np.ndarray, partitions: Iterable[Sequence[np.ndarray]], threshold: float | None) -> CrossFit:
    """Compute cost curves and errors from the positives and negatives of both halves at each score, highest first."""
    thresholds = np.append(np.inf, different)
    curves, misses, false_alarms = [], [], []
    for halves in partitions:
        reached = [np.pad(np.cumsum(counts, axis=1), ((0, 0), (1, 0))) for counts in halves]
        if not all(counts[:, -1].all() for counts in reached):
            raise ValueError("halves must have examples of both classes, got one without")
        for (tp, fp), (other_tp, other_fp) in zip(reached, reversed(reached), strict=True):
            roc = RocCurve(fp / fp[-1], tp / tp[-1], np.arange(tp.size))
            if threshold is None:
                curve = cost_curve(roc)
                kept = curve.thresholds.astype(int)
                curves.append(curve._replace(thresholds=thresholds[kept]))
            else:
                kept = np.array([np.sum(different >= threshold)])
                ends = np.append(roc.fpr[kept], 1 - roc.tpr[kept])
                curves.append(CostCurve(np.array([0.0, 1.0]), ends, np.array([threshold])))
            misses.append(other_tp[-1] - other_tp[kept])
            false_alarms.append(other_fp[kept])
    return CrossFit(curves, misses, false_alarms)
