"""Numbers of positives and negatives for each distinct score: chapter 09.

Parts of a data set are counted separately, on any machine and in any order, and added; every curve and measure of
chapters 04 and 05 follows from the sum. A larger score is more positive. Equation numbers are those of Zhou Zhihua,
*Machine Learning*, chapter 2.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from evalcore._checks import asks, finite, generator, labels, number, prior, scores, such_that, whole
from evalcore.metrics import CalibrationGroups, PrecisionRecallCurve, RocCurve


def _or_nothing(check: Callable, size: str) -> Callable:
    """Return a check that an empty array passes too."""

    def empty_or_check(name, values):
        empty = values in ([], ()) if isinstance(values, list | tuple) else getattr(values, "shape", None) == (0,)
        return check(name, values) if not empty else np.empty(0)

    empty_or_check.sizes = (size,)
    return empty_or_check


_no_fraction = such_that(lambda values: np.all(values % 1 == 0), "hold whole numbers", finite("rows", low=0, high=1e15))
_examples = _or_nothing(_no_fraction, "rows")


@asks(scores=_or_nothing(scores, "rows"), positives=_examples, negatives=_examples)
@dataclass(frozen=True, eq=False)
class ScoreCounts:
    """Numbers of positives and negatives for each distinct score, highest first.

    :func:`count_scores` makes it from examples. ``a + b`` counts both parts together: exactly, in any order and
    grouping. Measures that need both classes raise a ``ValueError`` that names the missing one.

    Parameters
    ----------
    scores, positives, negatives : array_like, shape (rows,)
        Rows of a table such as ``SELECT score, SUM(label), SUM(1 - label) … GROUP BY score``, in any order. Rows with
        equal scores are joined, and rows without examples are left out.

    Raises
    ------
    ValueError
        For scores that are not finite or integers from 2**53 on; for counts that are negative, fractional, above
        1e15, or 2**62 or more in all; for unequal lengths.

    Examples
    --------
    >>> ScoreCounts([0.1, 0.9, 0.1], positives=[0, 3, 1], negatives=[1, 0, 1])
    ScoreCounts(scores=array([0.9, 0.1]), positives=array([3, 1]), negatives=array([0, 2]), rounding=())
    """

    scores: np.ndarray
    positives: np.ndarray
    negatives: np.ndarray
    rounding: tuple[int, ...] = field(default=(), init=False)  # the decimals of each call of rounded()
    _before: np.ndarray | None = field(default=None, init=False, repr=False)  # as _before_rounding() gives it

    def __post_init__(self) -> None:
        filled = self.positives + self.negatives > 0
        counts = [part[filled].astype(np.int64) for part in (self.positives, self.negatives)]
        vars(self).update(vars(_joined(self.scores[filled].astype(float), *counts)))

    @classmethod
    def _of_rows(cls, scores, positives, negatives, rounding=(), before=None) -> "ScoreCounts":
        """Make a table of rows that are in order and need no check."""
        table = cls.__new__(cls)
        vars(table).update(scores=scores, positives=positives, negatives=negatives, rounding=rounding, _before=before)
        return table

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ScoreCounts):
            return NotImplemented
        same = (np.array_equal(getattr(self, name), getattr(other, name)) for name in ("scores", "positives"))
        return all(same) and np.array_equal(self.negatives, other.negatives) and self.rounding == other.rounding

    def __add__(self, other: "ScoreCounts") -> "ScoreCounts":
        """Return the counts of both tables together.

        It takes time proportional to the number of rows. An empty table can be added to any other. Raises
        ``ValueError`` for tables that were not rounded to the same decimals, because the order of their scores would
        not be known, and for 2**62 or more examples in all, whose sum needs more than 64 bits.
        """
        if not isinstance(other, ScoreCounts):
            return NotImplemented
        if not (self.scores.size and other.scores.size):
            return self if self.scores.size else other
        if self.rounding != other.rounding:
            words = [", then ".join(map(str, part.rounding)) or "all" for part in (self, other)]
            raise ValueError(f"parts must be rounded alike, got {words[0]} and {words[1]} decimals")
        parts = [(part.scores, part.positives, part.negatives, part._before_rounding()) for part in (self, other)]
        return _joined(*map(np.concatenate, zip(*parts, strict=True)), self.rounding)

    def __radd__(self, other: object) -> "ScoreCounts":
        """Return the table itself for 0 + table, with which ``sum(parts)`` begins."""
        return self if isinstance(other, int) and other == 0 else NotImplemented

    @asks(decimals=whole(-300, 300))
    def rounded(self, decimals: int) -> "ScoreCounts":
        """Return the counts of the rounded scores: a table with few rows, and with :attr:`auc_bounds` for the loss.

        Every vertex of the rounded ROC curve lies on the exact one, because rounding keeps the order and only adds
        ties. The thresholds move by at most half a unit of the last decimal. Rounding parts and adding them is the same
        as rounding their sum. Only this method records the loss: scores that were rounded before they were counted look
        exact, and both of their bounds are the AUC.

        Parameters
        ----------
        decimals : int
            From -300 to 300.

        Returns
        -------
        ScoreCounts

        Raises
        ------
        ValueError
            If ``decimals`` is not of this kind.
        """
        if not self.scores.size:
            return self
        with np.errstate(over="ignore"):
            rounded = np.round(self.scores, decimals)
        scores = np.where(np.isinf(rounded), self.scores, rounded)  # the largest floats are integers
        rounding = (*self.rounding, decimals)
        return _joined(scores, self.positives, self.negatives, self._before_rounding(), rounding)

    @asks(rng=generator)
    def resampled(self, rng: np.random.Generator) -> "ScoreCounts":
        """Draw a Poisson bootstrap sample: each example is counted a Poisson(1) number of times.

        The n examples of one row and class are counted Poisson(n) times. Samples of parts add up to a sample of the
        whole, if each part has a generator of its own.

        Parameters
        ----------
        rng : numpy.random.Generator

        Returns
        -------
        ScoreCounts
            Without the rows that no example of the sample has.

        Raises
        ------
        ValueError
            If ``rng`` is not a generator.

        References
        ----------
        Chamandy and others (2012), Estimating uncertainty for massive data streams, Google Technical Report.
        """
        positives, negatives = rng.poisson(self.positives), rng.poisson(self.negatives)
        drawn = positives + negatives > 0
        before = None if self._before is None else self._before[drawn]
        rounding = self.rounding if drawn.any() else ()
        return self._of_rows(self.scores[drawn], positives[drawn], negatives[drawn], rounding, before)

    @property
    def auc(self) -> float:
        """Area under the ROC curve (2.22), as :func:`evalcore.metrics.roc_auc_score`; in [0, 1], larger is better."""
        twice_concordant, pairs = self._pairs()
        return twice_concordant / (2 * pairs)

    @property
    def rank_loss(self) -> float:
        """Proportion of (positive, negative) pairs in the wrong order (2.21), 1 - AUC; in [0, 1], smaller is better."""
        twice_concordant, pairs = self._pairs()
        return (2 * pairs - twice_concordant) / (2 * pairs)

    @property
    def auc_bounds(self) -> tuple[float, float]:
        """Lower and upper bound of the AUC of the scores before rounding; both are the AUC if they were not rounded.

        Rounding multiplies, takes the nearest integer and divides. None of these steps reverses x <= y in
        floating-point arithmetic, so that every pair is in the same order after rounding, or tied. Only pairs that
        are tied now can have counted differently, each by 1/2: AUC ± tied / (2 m+ m-). Between two vertices the exact
        ROC curve may take any path in the rectangle whose diagonal is drawn; the ± is the sum of the triangles on
        either side. A row whose scores were all equal before rounding adds no new tie.
        """
        twice_concordant, pairs = self._pairs()
        joined = np.isnan(self._before) if self.rounding else slice(0)
        tied = int(np.dot(*self._whole(self.positives[joined], self.negatives[joined])))
        return (twice_concordant - tied) / (2 * pairs), (twice_concordant + tied) / (2 * pairs)

    @property
    def auc_variance(self) -> float:
        """DeLong's variance of the AUC, as :func:`evalcore.metrics.auc_covariance`; needs two of each class."""
        positives, negatives = self._totals(2)
        below = 1 - (np.cumsum(self.negatives) - self.negatives / 2) / negatives
        above = (np.cumsum(self.positives) - self.positives / 2) / positives
        places = [(below, self.positives, positives), (above, self.negatives, negatives)]
        return float(sum(np.cov(share, fweights=counts) / total for share, counts, total in places))

    def roc(self) -> RocCurve:
        """Return (FPR, TPR) for every threshold, highest first (2.18, 2.19); the first, inf, predicts no positive."""
        self._totals()
        tp, fp = np.append(0, np.cumsum(self.positives)), np.append(0, np.cumsum(self.negatives))
        return RocCurve(fp / fp[-1], tp / tp[-1], np.append(np.inf, self.scores))

    def precision_recall(self) -> PrecisionRecallCurve:
        """Return precision (2.8) and recall (2.9) for every distinct score as the threshold, highest first."""
        self._totals()
        tp, fp = np.cumsum(self.positives), np.cumsum(self.negatives)
        return PrecisionRecallCurve(tp / (tp + fp), tp / tp[-1], self.scores)

    @asks(share=prior)
    def average_precision(self, share: float | None = None) -> tuple[float, float]:
        """Return the mean precision (2.8) over the recalls, in [0, 1], larger is better, and its variance.

        Parameters
        ----------
        share : float, optional
            Prior probability of a positive, in (0, 1), for which the precision is taken; by default that of the
            examples.

        Returns
        -------
        value, variance : float
            The variance is a first-order approximation: that of the contribution of each example and, without
            ``share``, of the observed proportion of positives.

        Raises
        ------
        ValueError
            If a class has fewer than two examples.

        See Also
        --------
        sklearn.metrics.average_precision_score : the same value.

        Examples
        --------
        >>> value, variance = count_scores([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1]).average_precision()
        >>> round(value, 3)
        0.833
        """
        positives, negatives = self._totals(2)
        observed = positives / (positives + negatives)
        p, weight = observed if share is None else share, self.positives / positives
        tpr, fpr = np.cumsum(weight), np.cumsum(self.negatives) / negatives
        predicted = p * tpr + (1 - p) * fpr
        precision = p * tpr / predicted
        slope = p * (1 - p) / predicted**2  # d precision = slope * (fpr d tpr - tpr d fpr)

        def at_lower_thresholds(derivative):
            """Add up the change at each threshold from a score downwards: an example there changes all of these."""
            return np.cumsum((weight * derivative)[::-1])[::-1]

        variance = np.cov(precision + at_lower_thresholds(slope * fpr), fweights=self.positives) / positives
        variance += np.cov(at_lower_thresholds(slope * tpr), fweights=self.negatives) / negatives
        if share is None:
            by_share = weight @ (tpr * fpr / predicted**2)
            variance += by_share**2 * observed * (1 - observed) / (positives + negatives)
        average = float(self.positives @ precision) / positives  # exactly 1 for a perfect ranking
        return min(average, 1.0), float(variance)

    @property
    def break_even_point(self) -> float:
        """Value at which precision equals recall; the mean over all orders of a tie that the threshold splits."""
        positives, _ = self._totals()
        tp, predicted = np.cumsum(self.positives), np.cumsum(self.positives + self.negatives)
        return float(np.interp(positives, np.append(0, predicted), np.append(0, tp)) / positives)

    @asks(groups=whole(1, 1000))
    def calibration_groups(self, groups: int = 10) -> CalibrationGroups:
        """Return the groups of :func:`evalcore.metrics.calibration_groups`, if the scores are probabilities.

        Parameters
        ----------
        groups : int
            From 1 to 1000.

        Returns
        -------
        CalibrationGroups

        Raises
        ------
        ValueError
            For scores outside [0, 1], and if a class is missing.
        """
        self._totals()
        probability, positives, negatives = self.scores[::-1], self.positives[::-1], self.negatives[::-1]
        if probability[0] < 0 or probability[-1] > 1:
            raise ValueError(f"scores must be finite numbers in [0, 1], got {probability[[0, -1]]}")
        examples = positives + negatives
        lower = (np.cumsum(examples) - examples).astype(float)  # so that no product overflows
        group = (lower * groups // examples.sum()).astype(int)
        sums = [np.bincount(group, weights=part) for part in (probability * examples, positives, examples)]
        predicted, positives, examples = (part[sums[2] > 0] for part in sums)
        return CalibrationGroups(predicted / examples, positives.astype(int), examples.astype(int))

    @asks(threshold=number("a number", -np.inf, np.inf))
    def outcomes(self, threshold: float) -> tuple[int, int, int, int]:
        """Return TP, FN, FP and TN, the order of a ConfusionMatrix, when ``score >= threshold`` is predicted positive.

        Parameters
        ----------
        threshold : float
            It may be infinite, but not nan.

        Returns
        -------
        tp, fn, fp, tn : int

        Raises
        ------
        ValueError
            For another threshold.

        Examples
        --------
        >>> count_scores([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1]).outcomes(0.5)
        (2, 0, 1, 1)
        """
        reached = self.scores >= threshold
        return tuple(int(part[side].sum()) for part in (self.positives, self.negatives) for side in (reached, ~reached))

    def _totals(self, least: int = 1) -> tuple[int, int]:
        """Return the numbers of positives and of negatives, both at least ``least``."""
        totals = int(self.positives.sum()), int(self.negatives.sum())
        for count, missing in zip(totals, ["positive example (class 1)", "negative example (class 0)"], strict=True):
            if count < least:
                words = f"no {missing}; expected both classes" if least == 1 else f"{count} {missing}; expected two"
                raise ValueError(f"the counts have {words}")
        return totals

    def _pairs(self) -> tuple[int, int]:
        """Return twice the number of (positive, negative) pairs in the right order plus ties, and of all pairs."""
        total_positives, total_negatives = self._totals()
        positives, negatives = self._whole(self.positives, self.negatives)
        return int(np.dot(negatives, 2 * np.cumsum(positives) - positives)), total_positives * total_negatives

    def _whole(self, *counts: np.ndarray) -> list[np.ndarray]:
        """Return the counts, as Python integers if 64 bits are too few for products of them."""
        too_many = int(self.positives.sum()) * int(self.negatives.sum()) >= 2**62
        return [part.astype(object) if too_many else part for part in counts]

    def _before_rounding(self) -> np.ndarray:
        """Return for each row the score that all its examples had before rounding, nan if they had several."""
        return self.scores if self._before is None else self._before


@asks(y_true=_or_nothing(labels, "m"), y_score=_or_nothing(scores, "m"))
def count_scores(y_true: ArrayLike, y_score: ArrayLike) -> ScoreCounts:
    """Count the positives and the negatives with each distinct score. O(m log m).

    Parameters
    ----------
    y_true : array_like, shape (m,)
        Labels, 0 or 1; one class alone, or no example at all, is enough.
    y_score : array_like, shape (m,)
        Finite scores, which become floats. A float32 0.3 is not the float 0.3, so that a sum of parts of both types
        has a row for each: round the scores, or count all in one type.

    Returns
    -------
    ScoreCounts
        With one row for each distinct score, highest first.

    Raises
    ------
    ValueError
        For other labels, scores that are not finite or are integers from 2**53 on, which floats cannot tell apart,
        and unequal lengths.

    Examples
    --------
    >>> whole = count_scores([1, 0, 1], [0.9, 0.7, 0.7]) + count_scores([0], [0.1])
    >>> whole.scores, whole.positives, whole.negatives, whole.auc
    (array([0.9, 0.7, 0.1]), array([1, 1, 0]), array([0, 1, 1]), 0.875)
    """
    if not y_score.size:
        return ScoreCounts([], [], [])
    (above, *counts_above), (below, *counts_below) = (
        _rows_by_size(y_true[side], y_score[side]) for side in (y_score >= 0, y_score < 0)
    )
    counts = [np.append(rising[::-1], falling) for rising, falling in zip(counts_above, counts_below, strict=True)]
    return ScoreCounts._of_rows(np.append(above[::-1], -below), *counts)


def _rows_by_size(positive: np.ndarray, score: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the distinct absolute values of the scores, rising, with their numbers of positives and negatives.

    Floats >= 0 have the same order as the integers with the same 64 bits, whose sign bit is 0. Shifted by one bit
    these have room for the label, and sorting integers takes a fraction of the time of sorting indices.
    """
    keys = np.abs(score, dtype=float).view(np.uint64)
    keys <<= 1
    keys |= positive
    keys.sort()
    first = np.flatnonzero(np.append(True, keys[1:] ^ keys[:-1] > 1)[: keys.size])
    positives = np.add.reduceat(keys & 1, first).view(np.int64)
    examples = np.diff(first, append=keys.size).astype(np.int64)
    return (keys[first] >> 1).view(float), positives, examples - positives


def _joined(scores, positives, negatives, before=None, rounding: tuple[int, ...] = ()) -> ScoreCounts:
    """Return a table of these rows, highest score first, with rows of equal scores joined."""
    if (total := (positives + negatives).sum(dtype=float)) >= 2**62:
        raise ValueError(f"the counts must be of fewer than 2**62 examples in all, got {total:.4g}")
    order = np.argsort(scores, kind="stable")[::-1]  # a stable sort merges two tables that are in order
    scores = scores[order]
    first = np.flatnonzero(np.append(True, scores[1:] != scores[:-1])[: scores.size])
    joined = [np.add.reduceat(counts[order], first) for counts in (positives, negatives)]
    if not rounding:
        return ScoreCounts._of_rows(scores[first], *joined)
    low, high = (extreme.reduceat(before[order], first) for extreme in (np.minimum, np.maximum))
    return ScoreCounts._of_rows(scores[first], *joined, rounding, np.where(low == high, low, np.nan))
