"""Unequal costs and the cost curve: chapter 05, equations (2.23)-(2.25).

``cost_fn`` is the cost of a false negative and ``cost_fp`` that of a false positive: cost01 and cost10 of the
textbook, which calls the positive class "class 0". Labels and scores are those of :mod:`evalcore.metrics`: positives
are 1. Equation numbers are those of Zhou Zhihua, *Machine Learning*, chapter 2.
"""

from decimal import ROUND_FLOOR, Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evalcore._checks import array, asks, finite, instance, positive, scores, share, shares, shown, such_that
from evalcore._differences import number_or_array
from evalcore.metrics import ConfusionMatrix, RocCurve

ROUNDING = 1e-15  # rounding errors of rates are about 1e-16; differences up to this size count as none


def _rising_roc(name: str, roc: object) -> RocCurve:
    """Check a RocCurve whose rates rise within [0, 1]."""
    fpr, tpr, thresholds = instance(RocCurve, ", as roc_curve returns")(name, roc)
    fpr, tpr = (finite("points", low=0, high=1)(*rate) for rate in [("fpr", fpr), ("tpr", tpr)])
    if not len(fpr) == len(tpr) == len(thresholds) or (np.diff(fpr) < 0).any() or (np.diff(tpr) < 0).any():
        raise ValueError(f"{name} must have as many fpr, tpr and thresholds, and rates that rise, got {shown(roc)}")
    return RocCurve(fpr, tpr, np.asarray(thresholds))


@asks(cm=instance(ConfusionMatrix), cost_fn=positive, cost_fp=positive)
def cost_sensitive_error(cm: ConfusionMatrix, *, cost_fn: float, cost_fp: float) -> float:
    """Compute the mean cost of an example (2.23): (FN cost01 + FP cost10) / m; smaller is better.

    Parameters
    ----------
    cm : ConfusionMatrix
    cost_fn, cost_fp : float
        cost01 and cost10, from 1e-50 to 1e50.

    Returns
    -------
    float
        In the unit of the costs, from 0 to the larger of them; with both costs 1 it is the error rate.

    Raises
    ------
    ValueError
        If ``cm`` is not a ConfusionMatrix, or a cost is outside its range.

    Examples
    --------
    >>> cost_sensitive_error(ConfusionMatrix(tp=6, fn=4, fp=4, tn=6), cost_fn=5, cost_fp=1)
    1.2
    """
    return (cm.fn * cost_fn + cm.fp * cost_fp) / cm.total


@asks(p=shares, cost_fn=positive, cost_fp=positive)
def positive_cost_probability(p: ArrayLike, *, cost_fn: float, cost_fp: float) -> float | np.ndarray:
    """Compute P(+)cost (2.24), the horizontal axis of cost space: p cost01 / (p cost01 + (1 - p) cost10).

    Parameters
    ----------
    p : float or array_like
        Prior probability of a positive, in [0, 1].
    cost_fn, cost_fp : float
        cost01 and cost10, > 0.

    Returns
    -------
    float or ndarray
        In [0, 1], of the shape of ``p``; with equal costs it is ``p``.

    Raises
    ------
    ValueError
        If an argument is outside its range.

    Examples
    --------
    >>> positive_cost_probability(0.2, cost_fn=4, cost_fp=1)
    0.5
    """
    return number_or_array(p * cost_fn / (p * cost_fn + (1 - p) * cost_fp))


@asks(fnr=shares, fpr=shares, p=shares, cost_fn=positive, cost_fp=positive)
def normalized_cost(
    fnr: ArrayLike, fpr: ArrayLike, p: ArrayLike, *, cost_fn: float, cost_fp: float
) -> float | np.ndarray:
    """Compute the expected cost divided by the largest possible one (2.25), the vertical axis of cost space.

    It is FNR x + FPR (1 - x) at x = P(+)cost.

    Parameters
    ----------
    fnr, fpr, p : array_like
        False negative and false positive rate, and prior probability of a positive, in [0, 1]; arrays broadcast.
    cost_fn, cost_fp : float
        > 0.

    Returns
    -------
    float or ndarray
        In [0, 1], smaller is better: 0 without errors, 1 if every example is wrong.

    Raises
    ------
    ValueError
        If an argument is not of this kind, and NumPy's for shapes that do not broadcast.

    References
    ----------
    Drummond and Holte (2006), Machine Learning 65, 95-130.

    Examples
    --------
    >>> normalized_cost(0.5, 0.25, 0.5, cost_fn=3, cost_fp=1)
    0.4375
    """
    expected = fnr * p * cost_fn + fpr * (1 - p) * cost_fp
    return number_or_array(expected / (p * cost_fn + (1 - p) * cost_fp))


@asks(roc=_rising_roc)
def cost_lines(roc: RocCurve) -> np.ndarray:
    """Return the line of each ROC point in cost space, from (0, FPR) to (1, FNR).

    Parameters
    ----------
    roc : RocCurve
        With rates that rise from point to point.

    Returns
    -------
    ndarray, shape (points, 2)
        Heights at x = 0 and at x = 1, both in [0, 1].

    Raises
    ------
    ValueError
        If ``roc`` is not a RocCurve with rates that rise within [0, 1].

    Examples
    --------
    >>> cost_lines(RocCurve(np.array([0, 0.2, 1]), np.array([0, 0.6, 1]), np.array([np.inf, 0.5, 0])))[1]
    array([0.2, 0.4])
    """
    return np.column_stack([roc.fpr, 1 - roc.tpr])


class CostCurve(NamedTuple):
    """The lower envelope of the cost lines: k segments between k + 1 vertices.

    ``x`` rises from 0 to 1; ``x`` and ``y`` have shape (k + 1,), ``thresholds`` (k,).
    """

    x: np.ndarray
    y: np.ndarray
    thresholds: np.ndarray

    @property
    def area(self) -> float:
        """The mean over x of the normalised cost of the best threshold; smaller is better.

        In [0, 0.25] for a whole ROC curve: 0 for a perfect ranking, 0.25 for a useless one.
        """
        return float(np.sum((self.x[1:] - self.x[:-1]) * (self.y[:-1] + self.y[1:])) / 2)

    @asks(x=share)
    def segment_at(self, x: float) -> int:
        """Return the index of the segment that is the lowest line at x in [0, 1]; at a vertex the one on its left.

        Parameters
        ----------
        x : float
            P(+)cost, in [0, 1].

        Returns
        -------
        int
            Index into ``thresholds``.

        Raises
        ------
        ValueError
            For an x outside [0, 1].
        """
        return max(int(np.searchsorted(self.x, x)) - 1, 0)


@asks(roc=_rising_roc)
def cost_curve(roc: RocCurve) -> CostCurve:
    """Compute the minimum of all cost lines, the dual of the ROC's convex hull. O(points).

    A vertex of the hull is a segment, and an edge of the hull is a vertex, at x = dFPR / (dFPR + dTPR). Points on an
    edge, repeated or dominated points add nothing. Of equal points the one with the highest threshold is kept. Whether
    points are collinear is decided exactly for up to 10^14 pairs of a positive and a negative.

    Parameters
    ----------
    roc : RocCurve
        With rates that rise from point to point.

    Returns
    -------
    CostCurve
        Its vertices from x = 0 to x = 1, and the threshold of each segment.

    Raises
    ------
    ValueError
        As :func:`cost_lines`.

    See Also
    --------
    scipy.spatial.ConvexHull

    Examples
    --------
    >>> cost_curve(RocCurve(np.array([0, 0.2, 1]), np.array([0, 0.6, 1]), np.array([np.inf, 0.5, 0]))).x
    array([0.        , 0.25      , 0.66666667, 1.        ])
    """
    hull = _upper_hull(roc.fpr, roc.tpr)
    fpr, tpr = roc.fpr[hull], roc.tpr[hull]
    right, up = fpr[1:] - fpr[:-1], tpr[1:] - tpr[:-1]
    x = np.concatenate([[0], right / (right + up), [1]])
    y = np.append(fpr, fpr[-1]) * (1 - x) + (1 - np.append(tpr, tpr[-1])) * x
    return CostCurve(x, y, roc.thresholds[hull])


@asks(roc=_rising_roc, p=share)
def best_threshold(roc: RocCurve, p: float, *, cost_fn: float, cost_fp: float) -> float:
    """Return the threshold of least expected cost for a prior probability p and two costs. O(points).

    Of thresholds with equal cost (to 1e-15) it is the highest, which predicts the fewest positives; for p = 0 it is
    inf.

    Parameters
    ----------
    roc : RocCurve
        With rates that rise from point to point.
    p : float
        Prior probability of a positive, in [0, 1].
    cost_fn, cost_fp : float
        > 0.

    Returns
    -------
    float
        One of ``roc.thresholds``.

    Raises
    ------
    ValueError
        As :func:`normalized_cost` and :func:`cost_lines`.

    See Also
    --------
    sklearn.model_selection.TunedThresholdClassifierCV

    Examples
    --------
    >>> roc = RocCurve(np.array([0, 0.2, 1]), np.array([0, 0.6, 1]), np.array([np.inf, 0.5, 0]))
    >>> best_threshold(roc, 0.5, cost_fn=1, cost_fp=1), best_threshold(roc, 0.1, cost_fn=1, cost_fp=1)
    (0.5, inf)
    """
    cost = normalized_cost(1 - roc.tpr, roc.fpr, p, cost_fn=cost_fn, cost_fp=cost_fp)
    return roc.thresholds.item(np.argmax(cost <= cost.min() + ROUNDING))


_rising = such_that(lambda row: np.all(row[1:] >= row[:-1]), "hold scores that rise", scores)


def _thresholds(name: str, values: object) -> np.ndarray:
    """Check thresholds, which may be infinite."""
    numbers = array(name, values, "thresholds")
    if np.isnan(numbers).any():
        raise ValueError(f"{name} must be numbers, got nan")
    return numbers


@asks(thresholds=_thresholds, scores=_rising)
def shortened_thresholds(thresholds: ArrayLike, scores: ArrayLike) -> np.ndarray:
    """Return thresholds with fewer digits, none above its own, that predict the same for all of the scores.

    Each keeps three decimals (three significant digits below 0.001, four from 1000 on), and more where it would fall
    to the next lower score. Infinite thresholds remain.

    Parameters
    ----------
    thresholds : array_like, shape (k,)
    scores : array_like, shape (m,)
        All scores that are compared with a threshold, rising.

    Returns
    -------
    ndarray, shape (k,)

    Raises
    ------
    ValueError
        For thresholds that are not numbers, and for scores that fall or are not finite.

    Examples
    --------
    >>> shortened_thresholds([0.12367, 0.49978], [0.0041, 0.12367, 0.49972, 0.49978]).tolist()
    [0.123, 0.49978]
    """
    lower = np.append(-np.inf, scores)[np.searchsorted(scores, thresholds)]
    return np.array([_shortened(*pair) for pair in zip(thresholds.tolist(), lower.tolist(), strict=True)])


def _shortened(threshold: float, lower: float) -> float:
    """Return the shortest number above ``lower`` and at most the threshold."""
    if not np.isfinite(threshold):
        return threshold
    own = Decimal(repr(threshold))
    places = 3 if own.adjusted() in range(-3, 3) else 2 - own.adjusted() + (own.adjusted() > 0)
    while (shorter := float(own.quantize(Decimal(f"1e{-places}"), ROUND_FLOOR))) <= lower:
        places += 1
    return shorter


def _whole_curve(name: str, curve: object) -> CostCurve:
    """Check a CostCurve from x = 0 to x = 1."""
    instance(CostCurve, ", as cost_curve returns")(name, curve)
    x, y = (finite("vertices", low=0, high=1)(part, getattr(curve, part)) for part in "xy")
    if x.shape != y.shape or x[0] != 0 or x[-1] != 1 or (x[1:] < x[:-1]).any():
        raise ValueError(f"{name} must have x that rises from 0 to 1 and a y for each, got {shown((x, y))}")
    return CostCurve(x, y, curve.thresholds)


@asks(curve=_whole_curve)
def operating_range(curve: CostCurve) -> tuple[float, float]:
    """Return the ends of the x at which a curve lies below both trivial classifiers, y = x and y = 1 - x.

    Parameters
    ----------
    curve : CostCurve

    Returns
    -------
    low, high : float
        Up to ``low`` it is best to predict all examples negative, from ``high`` on all positive; both are nan if the
        curve is nowhere below these two classifiers.

    Raises
    ------
    ValueError
        If it is not a curve from x = 0 to x = 1.

    Examples
    --------
    >>> operating_range(CostCurve(np.array([0, 0.25, 1]), np.array([0, 0.25, 0]), np.array([np.inf, 0.5])))
    (0.25, 1.0)
    """
    x = np.union1d(curve.x, 0.5)
    y = np.interp(x, curve.x, curve.y)
    gap = np.minimum(x, 1 - x) - y
    gap[np.abs(gap) <= ROUNDING] = 0
    below = np.flatnonzero(gap > 0)
    if not below.size:
        return np.nan, np.nan
    inside, outside = below[[0, -1]], below[[0, -1]] + [-1, 1]
    low, high = x[outside] + (x[inside] - x[outside]) * gap[outside] / (gap[outside] - gap[inside])
    return float(low), float(high)


@asks(first=_whole_curve, second=_whole_curve)
def crossings(first: CostCurve, second: CostCurve) -> np.ndarray:
    """Return the x, rising, at which two cost curves cross, so that the cheaper of two learners changes.

    Where the curves coincide over an interval and then separate with the other one below, it is the end of that
    interval.

    Parameters
    ----------
    first, second : CostCurve

    Returns
    -------
    ndarray, shape (crossings,)
        In [0, 1].

    Raises
    ------
    ValueError
        As :func:`operating_range`.

    Examples
    --------
    >>> flat = CostCurve(np.array([0, 1]), np.array([0.3, 0.3]), np.array([0.5]))
    >>> rising = CostCurve(np.array([0, 1]), np.array([0.0, 0.6]), np.array([0.9]))
    >>> crossings(flat, rising)
    array([0.5])
    """
    x = np.union1d(first.x, second.x)
    gap = np.interp(x, first.x, first.y) - np.interp(x, second.x, second.y)
    gap[np.abs(gap) <= ROUNDING] = 0
    differ = np.flatnonzero(gap)
    # the first vertices after a change of the lower curve
    ends = differ[1:][gap[differ[1:]] * gap[differ[:-1]] < 0]
    before, after = gap[ends - 1], gap[ends]
    return x[ends - 1] + (x[ends] - x[ends - 1]) * before / (before - after)


def _upper_hull(fpr: np.ndarray, tpr: np.ndarray) -> np.ndarray:
    """Return indices of the vertices of the upper hull whose lines are lowest somewhere, by rising FPR.

    Vectorised passes first remove most points; each tests every second point, so that its neighbours remain. The
    monotone chain of Andrew (1979), Information Processing Letters 9, 216-219, removes the rest. The number of steps
    is proportional to the number of points, because there is another pass only if the last one removed a tenth.
    """
    kept = np.flatnonzero(np.append(True, tpr[1:] > tpr[:-1]))  # of equal TPR the smallest FPR
    kept = kept[np.append(fpr[kept[1:]] > fpr[kept[:-1]], True)]  # of equal FPR the largest TPR
    size = np.inf
    while kept.size <= 0.9 * size:
        size = kept.size
        for odd in (1, 2):
            stays = np.full(kept.size, True)
            stays[odd:-1:2] = _above_chord(fpr, tpr, kept[odd - 1 : -2 : 2], kept[odd:-1:2], kept[odd + 1 :: 2])
            kept = kept[stays]
    fpr, tpr, chain = fpr[kept].tolist(), tpr[kept].tolist(), []
    for point in range(kept.size):
        while len(chain) > 1 and not _above_chord(fpr, tpr, chain[-2], chain[-1], point):
            chain.pop()
        chain.append(point)
    return kept[chain]


def _above_chord(fpr, tpr, start, middle, end):
    """Return whether middle lies above the chord from start to end by more than rounding; indices or arrays of them."""
    right, up = fpr[end] - fpr[start], tpr[end] - tpr[start]
    cross = (tpr[middle] - tpr[start]) * right - (fpr[middle] - fpr[start]) * up
    return cross > ROUNDING * (right + up)
