"""Unequal costs and the cost curve: chapter 05, equations (2.23)-(2.25).

The sources call the positive class "class 0", so that cost01 is the price of a miss (a false
negative) and cost10 the price of a false alarm (a false positive). Here they are ``cost_fn``
and ``cost_fp``. Labels and scores are those of :mod:`evalcore.metrics`: positives are 1.
Equation numbers are those of Zhou Zhihua, *Machine Learning*, chapter 2.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evalcore import _checks
from evalcore.metrics import ConfusionMatrix, RocCurve

ROUNDING = 1e-15  # rates are rounded to about 1e-16; a smaller difference is not one
FEW = 1000  # points that a loop in Python may visit


def cost_sensitive_error(cm: ConfusionMatrix, *, cost_fn: float, cost_fp: float) -> float:
    """Mean cost of an example (2.23): (FN cost01 + FP cost10) / m; smaller is better.

    In the unit of the costs, from 0 to the larger of them; with both costs 1 the error rate.
    Raises ``ValueError`` if ``cm`` is not a ConfusionMatrix or a cost is not a number > 0 (from 1e-50 to 1e50).

    >>> cost_sensitive_error(ConfusionMatrix(tp=6, fn=4, fp=4, tn=6), cost_fn=5, cost_fp=1)
    1.2
    """
    if not isinstance(cm, ConfusionMatrix):
        raise ValueError(f"cm must be a ConfusionMatrix, got {_checks.shown(cm)}")
    cost_fn, cost_fp = _costs(cost_fn, cost_fp)
    return (cm.fn * cost_fn + cm.fp * cost_fp) / cm.total


def positive_cost_probability(p: ArrayLike, *, cost_fn: float, cost_fp: float) -> float | np.ndarray:
    """P(+)cost (2.24), the horizontal axis of the cost plane: p cost01 / (p cost01 + (1 - p) cost10).

    In [0, 1]; ``p`` is the probability of a positive, one or an array. With equal costs it is p.
    Raises ``ValueError`` unless 0 <= p <= 1 and both costs are numbers > 0.

    >>> positive_cost_probability(0.2, cost_fn=4, cost_fp=1)
    0.5
    """
    p, (cost_fn, cost_fp) = _shares("p", p), _costs(cost_fn, cost_fp)
    return _number_or_array(p * cost_fn / (p * cost_fn + (1 - p) * cost_fp))


def normalized_cost(
    fnr: ArrayLike, fpr: ArrayLike, p: ArrayLike, *, cost_fn: float, cost_fp: float
) -> float | np.ndarray:
    """Expected cost as a share of the worst possible (2.25), the vertical axis of the cost plane.

    In [0, 1], smaller is better: 0 without errors, 1 when every example is wrong. Equal to
    FNR x + FPR (1 - x) at x = P(+)cost. Rates and ``p`` may be arrays that broadcast.
    Raises ``ValueError`` for a rate or p outside [0, 1], for shapes that do not broadcast, and for costs as above.
    Drummond and Holte (2006), Machine Learning 65, 95-130.

    >>> normalized_cost(0.5, 0.25, 0.5, cost_fn=3, cost_fp=1)
    0.4375
    """
    fnr, fpr, p = _shares("fnr", fnr), _shares("fpr", fpr), _shares("p", p)
    _check_broadcast(fnr, fpr, p)
    cost_fn, cost_fp = _costs(cost_fn, cost_fp)
    expected = fnr * p * cost_fn + fpr * (1 - p) * cost_fp
    return _number_or_array(expected / (p * cost_fn + (1 - p) * cost_fp))


def cost_lines(roc: RocCurve) -> np.ndarray:
    """The line of each ROC point in the cost plane, from (0, FPR) to (1, FNR).

    Returns shape (points, 2): the heights at x = 0 and at x = 1, both in [0, 1].
    Raises ``ValueError`` if ``roc`` is not a RocCurve with rates that rise within [0, 1].

    >>> cost_lines(RocCurve(np.array([0, 0.2, 1]), np.array([0, 0.6, 1]), np.array([np.inf, 0.5, 0])))[1]
    array([0.2, 0.4])
    """
    fpr, tpr, _ = _checked_roc(roc)
    return np.column_stack([fpr, 1 - tpr])


class CostCurve(NamedTuple):
    """The lower envelope of the cost lines: k segments between k + 1 vertices.

    ``x`` rises from 0 to 1; ``x`` and ``y`` have shape (k + 1,), ``thresholds`` (k,).
    """

    x: np.ndarray
    y: np.ndarray
    thresholds: np.ndarray

    @property
    def area(self) -> float:
        """Mean over x of the normalised cost of the best threshold; smaller is better.

        In [0, 0.25] for a whole ROC curve: 0 for a perfect ranking, 0.25 for a useless one.
        """
        return float(np.sum((self.x[1:] - self.x[:-1]) * (self.y[:-1] + self.y[1:])) / 2)

    def segment_at(self, x: float) -> int:
        """Which segment is the lowest line at x in [0, 1]; at a vertex the one on its left."""
        return max(int(np.searchsorted(self.x, _share("x", x))) - 1, 0)


def cost_curve(roc: RocCurve) -> CostCurve:
    """The minimum of all cost lines, the dual of the ROC's convex hull.

    A hull vertex is a segment and a hull edge is a vertex, at x = dFPR / (dFPR + dTPR). Points
    on an edge, repeated or dominated points add nothing. Of equal points the highest threshold
    is kept. O(n) for n points; decides collinear points exactly for up to 10^14 pairs of a
    positive and a negative. Errors as in :func:`cost_lines`.

    >>> cost_curve(RocCurve(np.array([0, 0.2, 1]), np.array([0, 0.6, 1]), np.array([np.inf, 0.5, 0]))).x
    array([0.        , 0.25      , 0.66666667, 1.        ])
    """
    fpr, tpr, thresholds = _checked_roc(roc)
    hull = _upper_hull(fpr, tpr)
    fpr, tpr = fpr[hull], tpr[hull]
    right, up = fpr[1:] - fpr[:-1], tpr[1:] - tpr[:-1]
    x = np.concatenate([[0], right / (right + up), [1]])
    y = np.append(fpr, fpr[-1]) * (1 - x) + (1 - np.append(tpr, tpr[-1])) * x
    return CostCurve(x, y, thresholds[hull])


def best_threshold(roc: RocCurve, p: float, *, cost_fn: float, cost_fp: float) -> float:
    """The threshold of least expected cost for a prior p and two costs.

    Of thresholds that cost the same (to 1e-15) it is the highest, which calls the fewest
    positive; so inf, "nothing is positive", at p = 0. O(n). Errors as in
    :func:`normalized_cost` and :func:`cost_lines`.

    >>> roc = RocCurve(np.array([0, 0.2, 1]), np.array([0, 0.6, 1]), np.array([np.inf, 0.5, 0]))
    >>> best_threshold(roc, 0.5, cost_fn=1, cost_fp=1), best_threshold(roc, 0.1, cost_fn=1, cost_fp=1)
    (0.5, inf)
    """
    fpr, tpr, thresholds = _checked_roc(roc)
    cost = normalized_cost(1 - tpr, fpr, _share("p", p), cost_fn=cost_fn, cost_fp=cost_fp)
    return float(thresholds[np.argmax(cost <= cost.min() + ROUNDING)])


def operating_range(curve: CostCurve) -> tuple[float, float]:
    """Between which x a curve lies below both trivial classifiers, y = x and y = 1 - x.

    "All negative" is best up to the first number, "all positive" from the second on; both are
    nan if the curve is nowhere below them.

    Raises ``ValueError`` for what is no curve from x = 0 to x = 1.

    >>> operating_range(CostCurve(np.array([0, 0.25, 1]), np.array([0, 0.25, 0]), np.array([np.inf, 0.5])))
    (0.25, 1.0)
    """
    x, y = _checked_curve("curve", curve)
    x, y = np.union1d(x, 0.5), np.interp(np.union1d(x, 0.5), x, y)
    gap = np.minimum(x, 1 - x) - y
    gap[np.abs(gap) <= ROUNDING] = 0
    below = np.flatnonzero(gap > 0)
    if not below.size:
        return np.nan, np.nan
    inside, outside = below[[0, -1]], below[[0, -1]] + [-1, 1]
    low, high = x[outside] + (x[inside] - x[outside]) * gap[outside] / (gap[outside] - gap[inside])
    return float(low), float(high)


def crossings(first: CostCurve, second: CostCurve) -> np.ndarray:
    """Where the cheaper of two learners changes: the x, rising, at which the curves cross.

    Where they run together and part again with the other below, it is the x of parting.
    Errors as in :func:`operating_range`.

    >>> flat = CostCurve(np.array([0, 1]), np.array([0.3, 0.3]), np.array([0.5]))
    >>> rising = CostCurve(np.array([0, 1]), np.array([0.0, 0.6]), np.array([0.9]))
    >>> crossings(flat, rising)
    array([0.5])
    """
    first, second = _checked_curve("first", first), _checked_curve("second", second)
    x = np.union1d(first[0], second[0])
    gap = np.interp(x, *first) - np.interp(x, *second)
    gap[np.abs(gap) <= ROUNDING] = 0
    differ = np.flatnonzero(gap)
    ends = differ[1:][gap[differ[1:]] * gap[differ[:-1]] < 0]  # first vertex with the other sign
    before, after = gap[ends - 1], gap[ends]
    return x[ends - 1] + (x[ends] - x[ends - 1]) * before / (before - after)


def _upper_hull(fpr: np.ndarray, tpr: np.ndarray) -> np.ndarray:
    """Indices of the vertices of the upper hull whose lines are lowest somewhere, by rising FPR."""
    kept = np.flatnonzero(np.append(True, tpr[1:] > tpr[:-1]))  # of equal TPR the smallest FPR
    kept = kept[np.append(fpr[kept[1:]] > fpr[kept[:-1]], True)]  # of equal FPR the largest TPR
    before, odd = np.inf, 1
    while FEW < kept.size < before:
        before, odd = 0.97 * kept.size, 1 - odd
        kept = _without_low_points(kept, fpr, tpr, odd)
    return kept[_chain(fpr[kept].tolist(), tpr[kept].tolist())]


def _without_low_points(kept: np.ndarray, fpr: np.ndarray, tpr: np.ndarray, odd: int) -> np.ndarray:
    """Drop of every second point those not above the chord between their neighbours."""
    a, b, c = kept[odd:-2:2], kept[odd + 1 : -1 : 2], kept[odd + 2 :: 2]
    low = ~_is_above(fpr[a], tpr[a], fpr[b], tpr[b], fpr[c], tpr[c])
    return np.delete(kept, odd + 1 + 2 * np.flatnonzero(low))


def _chain(x: list[float], y: list[float]) -> list[int]:
    """Andrew's monotone chain: positions of the hull's vertices among points of rising x."""
    hull: list[int] = []
    for c in range(len(x)):
        while len(hull) > 1:
            a, b = hull[-2:]
            if _is_above(x[a], y[a], x[b], y[b], x[c], y[c]):
                break
            hull.pop()
        hull.append(c)
    return hull


def _is_above(ax, ay, bx, by, cx, cy):
    """Whether b lies above the chord from a to c by more than the rounding of the rates."""
    right, up = cx - ax, cy - ay
    return (by - ay) * right - (bx - ax) * up > ROUNDING * (right + up)


def _checked_roc(roc: RocCurve) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    if not isinstance(roc, RocCurve):
        raise ValueError(f"roc must be a RocCurve, as roc_curve returns, got {type(roc).__name__}")
    fpr, tpr, thresholds = _shares("fpr", roc.fpr), _shares("tpr", roc.tpr), _checks.real("thresholds", roc.thresholds)
    if fpr.ndim != 1 or not fpr.shape == tpr.shape == thresholds.shape:
        shapes = [fpr.shape, tpr.shape, thresholds.shape]
        raise ValueError(f"fpr, tpr and thresholds must have one shape (points,), got {shapes}")
    if (fpr[1:] < fpr[:-1]).any() or (tpr[1:] < tpr[:-1]).any():
        raise ValueError("fpr and tpr must rise from point to point, as roc_curve returns them")
    return fpr, tpr, thresholds


def _checked_curve(name: str, curve: CostCurve) -> tuple[np.ndarray, np.ndarray]:
    if not isinstance(curve, CostCurve):
        raise ValueError(f"{name} must be a CostCurve, as cost_curve returns, got {type(curve).__name__}")
    x, y = _shares("x", curve.x), _shares("y", curve.y)
    if x.ndim != 1 or x.shape != y.shape or x[0] != 0 or x[-1] != 1 or (x[1:] < x[:-1]).any():
        raise ValueError(f"{name} must have x that rises from 0 to 1 and a y for each, got {_checks.shown((x, y))}")
    return x, y


def _costs(cost_fn: float, cost_fp: float) -> tuple[float, float]:
    return _checks.positive("cost_fn", cost_fn), _checks.positive("cost_fp", cost_fp)


def _share(name: str, value: float) -> float:
    return _checks.number(name, value, "one number in [0, 1]", 0, 1)


def _shares(name: str, values: ArrayLike) -> np.ndarray:
    """The value or values as floats, if all lie in [0, 1]."""
    shares = _checks.real(name, values).astype(float, copy=False)
    if not (shares.size and shares.min() >= 0 and shares.max() <= 1):  # nan fails too
        raise ValueError(f"{name} must lie in [0, 1], got {_checks.shown(values)}")
    return shares


def _check_broadcast(*arrays: np.ndarray) -> None:
    shapes = [array.shape for array in arrays]
    try:
        np.broadcast_shapes(*shapes)
    except ValueError as error:
        raise ValueError(f"fnr, fpr and p must have shapes that broadcast, got {shapes}") from error


def _number_or_array(values: np.ndarray) -> float | np.ndarray:
    return values if np.ndim(values) else float(values)
