"""What a set of scores must leave behind: chapter 09.

How many positives and how many negatives have each distinct score. Parts of a data set are counted apart, on any
machine and in any order, and added; every curve and measure of chapters 04 and 05 follows from the sum. A larger
score is more positive. Equation numbers are those of Zhou Zhihua, *Machine Learning*, chapter 2.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from evalcore._checks import asks, finite, generator, labels, number, prior, scores, such_that, whole
from evalcore.metrics import CalibrationGroups, PrecisionRecallCurve, RocCurve


def _or_nothing(check: Callable, size: str) -> Callable:
    """A check that an empty part passes too."""

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
    """Positives and negatives at each distinct score, highest first; three arrays of shape (rows,).

    :func:`count_scores` makes it of examples. Made of a table of elsewhere, such as ``SELECT score, SUM(label),
    SUM(1 - label) … GROUP BY score``, the rows may come in any order; equal scores are joined, rows without examples
    left out. ``a + b`` counts both parts: exact, in any order and grouping. Measures that need both classes raise a
    ``ValueError`` that names the missing one.

    Raises ``ValueError`` for scores that are not finite numbers or whole ones from 2**53 on, for counts that are
    negative, fractional or above 1e15, or 2**62 and more in all, and for unequal lengths.

    >>> ScoreCounts([0.1, 0.9, 0.1], positives=[0, 3, 1], negatives=[1, 0, 1])
    ScoreCounts(scores=array([0.9, 0.1]), positives=array([3, 1]), negatives=array([0, 2]), rounding=())
    """

    scores: np.ndarray
    positives: np.ndarray
    negatives: np.ndarray
    rounding: tuple[int, ...] = field(default=(), init=False)  # decimals to which :meth:`rounded` went, in turn
    _before: np.ndarray | None = field(default=None, init=False, repr=False)  # as _before_rounding() gives it

    def __post_init__(self) -> None:
        some = self.positives + self.negatives > 0
        counts = [part[some].astype(np.int64) for part in (self.positives, self.negatives)]
        vars(self).update(vars(_joined(self.scores[some].astype(float), *counts)))

    @classmethod
    def _of_rows(cls, scores, positives, negatives, rounding=(), before=None) -> "ScoreCounts":
        """Of rows that are in order and need no check."""
        table = cls.__new__(cls)
        vars(table).update(scores=scores, positives=positives, negatives=negatives, rounding=rounding, _before=before)
        return table

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ScoreCounts):
            return NotImplemented
        same = (np.array_equal(getattr(self, name), getattr(other, name)) for name in ("scores", "positives"))
        return all(same) and np.array_equal(self.negatives, other.negatives) and self.rounding == other.rounding

    def __add__(self, other: "ScoreCounts") -> "ScoreCounts":
        """The counts of both; in time that grows with their rows. An empty part goes with any other.

        Raises ``ValueError`` for scores that were not rounded alike: nothing would be known of their order. And for
        2**62 examples and more in all, which 64 bits could not add up.
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
        """``sum(parts)`` begins with 0."""
        return self if isinstance(other, int) and other == 0 else NotImplemented

    @asks(decimals=whole(-300, 300))
    def rounded(self, decimals: int) -> "ScoreCounts":
        """The counts of the scores rounded to so many decimals: few rows, and :attr:`auc_bounds` for what is lost.

        Every vertex of the rounded ROC curve lies on the exact one, as rounding keeps the order and only makes ties;
        the thresholds alone move, by at most half a step. Rounding parts and adding them is the same as rounding
        their sum. Only this method knows what was lost: scores that were rounded before they were counted look
        exact, and have bounds of no width.
        Raises ``ValueError`` unless ``decimals`` is a whole number from -300 to 300.
        """
        if not self.scores.size:
            return self
        with np.errstate(over="ignore"):
            rounded = np.round(self.scores, decimals)
        scores = np.where(np.isinf(rounded), self.scores, rounded)  # too large for NumPy to round has no decimals
        rounding = (*self.rounding, decimals)
        return _joined(scores, self.positives, self.negatives, self._before_rounding(), rounding)

    @asks(rng=generator)
    def resampled(self, rng: np.random.Generator) -> "ScoreCounts":
        """A Poisson bootstrap sample: each example counted anew, a Poisson(1) number of times.

        n examples of one row and class together come Poisson(n) times. Samples of parts add up to a sample of the
        whole, if each part has a generator of its own. Chamandy and others (2012), Google Technical Report.
        """
        positives, negatives = rng.poisson(self.positives), rng.poisson(self.negatives)
        drawn = positives + negatives > 0
        before = None if self._before is None else self._before[drawn]
        rounding = self.rounding if drawn.any() else ()
        return self._of_rows(self.scores[drawn], positives[drawn], negatives[drawn], rounding, before)

    @property
    def auc(self) -> float:
        """The probability that a random positive outranks a random negative (2.22), ties half."""
        twice_concordant, pairs = self._pairs()
        return twice_concordant / (2 * pairs)

    @property
    def rank_loss(self) -> float:
        """Share of (positive, negative) pairs in the wrong order (2.21), ties half; 1 - AUC."""
        twice_concordant, pairs = self._pairs()
        return (2 * pairs - twice_concordant) / (2 * pairs)

    @property
    def auc_bounds(self) -> tuple[float, float]:
        """Between which the AUC of the scores before rounding lies; both are the AUC if they were not rounded.

        Rounding never falls: it multiplies, takes the nearest whole number, divides, and none of these steps, as
        computers take them, turns x <= y into the contrary. So a pair that lay in some order lies in it still, or is
        tied. Only the pairs that are tied now can have counted otherwise, by 1/2 each: AUC ± tied / (2 m+ m-).
        Between two vertices the exact ROC curve may run anywhere in the rectangle whose diagonal is drawn; the ± is
        the sum of the triangles on either side. Rows whose scores were all equal before tie nothing new.
        """
        twice_concordant, pairs = self._pairs()
        several = np.isnan(self._before) if self.rounding else slice(0)
        tied = int(np.dot(*self._whole(self.positives[several], self.negatives[several])))
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
        """(FPR, TPR) at every threshold, highest first (2.18, 2.19); the first, inf, calls nothing positive."""
        self._totals()
        tp, fp = np.append(0, np.cumsum(self.positives)), np.append(0, np.cumsum(self.negatives))
        return RocCurve(fp / fp[-1], tp / tp[-1], np.append(np.inf, self.scores))

    def precision_recall(self) -> PrecisionRecallCurve:
        """Precision (2.8) and recall (2.9) at every distinct score, highest first."""
        self._totals()
        tp, fp = np.cumsum(self.positives), np.cumsum(self.negatives)
        return PrecisionRecallCurve(tp / (tp + fp), tp / tp[-1], self.scores)

    @asks(share=prior)
    def average_precision(self, share: float | None = None) -> tuple[float, float]:
        """The mean precision (2.8) over the recalls, in [0, 1], and its variance; needs two examples of each class.

        ``share`` is the share of positives, in (0, 1), at which the precision is taken; None is that of the examples.
        The variance is that of the first order: of what each example, and the share of the examples, adds to it.

        >>> value, variance = count_scores([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1]).average_precision()
        >>> round(value, 3)
        0.833
        """
        positives, negatives = self._totals(2)
        given = positives / (positives + negatives)
        p, step = given if share is None else share, self.positives / positives
        tpr, fpr = np.cumsum(step), np.cumsum(self.negatives) / negatives
        called = p * tpr + (1 - p) * fpr
        precision, slope = p * tpr / called, p * (1 - p) / called**2  # the latter times fpr by tpr, times -tpr by fpr

        def from_each(change):
            """A score changes all places from its own downwards."""
            return np.cumsum((step * change)[::-1])[::-1]

        variance = np.cov(precision + from_each(slope * fpr), fweights=self.positives) / positives
        variance += np.cov(from_each(slope * tpr), fweights=self.negatives) / negatives
        if share is None:
            variance += (step @ (tpr * fpr / called**2)) ** 2 * given * (1 - given) / (positives + negatives)
        average = float(self.positives @ precision) / positives  # of a perfect ranking exactly 1
        return min(average, 1.0), float(variance)

    @property
    def break_even_point(self) -> float:
        """The value at which precision equals recall; a tie that the cut falls into gives its part."""
        positives, _ = self._totals()
        tp, called = np.cumsum(self.positives), np.cumsum(self.positives + self.negatives)
        return float(np.interp(positives, np.append(0, called), np.append(0, tp)) / positives)

    @asks(groups=whole(1, 1000))
    def calibration_groups(self, groups: int = 10) -> CalibrationGroups:
        """The groups of :func:`evalcore.metrics.calibration_groups`, if the scores are probabilities.

        Raises ``ValueError`` for scores outside [0, 1], and for a class without examples.
        """
        self._totals()
        probability, positives, negatives = self.scores[::-1], self.positives[::-1], self.negatives[::-1]
        if probability[0] < 0 or probability[-1] > 1:
            raise ValueError(f"scores must be finite numbers in [0, 1], got {probability[[0, -1]]}")
        examples = positives + negatives
        lower = (np.cumsum(examples) - examples).astype(float)  # exact below 2**53, and no product overflows
        group = (lower * groups // examples.sum()).astype(int)
        sums = [np.bincount(group, weights=part) for part in (probability * examples, positives, examples)]
        predicted, positives, examples = (part[sums[2] > 0] for part in sums)
        return CalibrationGroups(predicted / examples, positives.astype(int), examples.astype(int))

    @asks(threshold=number("a number", -np.inf, np.inf))
    def outcomes(self, threshold: float) -> tuple[int, int, int, int]:
        """TP, FN, FP and TN if ``score >= threshold`` is called positive: what a ConfusionMatrix is made of.

        >>> count_scores([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1]).outcomes(0.5)
        (2, 0, 1, 1)
        """
        called = self.scores >= threshold
        return tuple(int(part[side].sum()) for part in (self.positives, self.negatives) for side in (called, ~called))

    def _totals(self, least: int = 1) -> tuple[int, int]:
        """The numbers of positives and of negatives, both at least ``least``."""
        found = int(self.positives.sum()), int(self.negatives.sum())
        for count, missing in zip(found, ["positive example (class 1)", "negative example (class 0)"], strict=True):
            if count < least:
                words = f"no {missing}; expected both classes" if least == 1 else f"{count} {missing}; expected two"
                raise ValueError(f"the counts have {words}")
        return found

    def _pairs(self) -> tuple[int, int]:
        """Twice the number of (positive, negative) pairs in the right order, ties half, and the number of all pairs."""
        total_positives, total_negatives = self._totals()
        positives, negatives = self._whole(self.positives, self.negatives)
        return int(np.dot(negatives, 2 * np.cumsum(positives) - positives)), total_positives * total_negatives

    def _whole(self, *counts: np.ndarray) -> list[np.ndarray]:
        """The counts, as Python's whole numbers where pairs are too many for 64 bits."""
        too_many = int(self.positives.sum()) * int(self.negatives.sum()) >= 2**62
        return [part.astype(object) if too_many else part for part in counts]

    def _before_rounding(self) -> np.ndarray:
        """For each row the score that all its examples had before they were rounded, nan if they had several."""
        return self.scores if self._before is None else self._before


@asks(y_true=_or_nothing(labels, "m"), y_score=_or_nothing(scores, "m"))
def count_scores(y_true: ArrayLike, y_score: ArrayLike) -> ScoreCounts:
    """How many positives and negatives have each distinct score: all that curves and measures need.

    Shapes (m,); a part may be empty or hold one class only. The scores become floats: a float32 0.3 is another number
    than the float 0.3, so that parts of both types have a row for each; round them, or count all in one type.
    O(m log m). Raises ``ValueError`` for labels other than 0 and 1, for scores that are not finite numbers or whole
    ones from 2**53 on, which floats would tie, and for unequal lengths.

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
    """Each distinct absolute value of the scores, rising, with its numbers of positives and of negatives.

    Floats >= 0 keep their order when their 64 bits are read as whole numbers, and their sign bit is 0. Shifted out, it
    leaves the last bit free for the label: sorting these numbers takes a fraction of the time of sorting indices.
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
    """A table of these rows: the highest score first, rows of equal scores joined."""
    if (total := (positives + negatives).sum(dtype=float)) >= 2**62:
        raise ValueError(f"the counts must be of fewer than 2**62 examples in all, got {total:.4g}")
    order = np.argsort(scores, kind="stable")[::-1]  # two tables in order are merged, not sorted
    scores = scores[order]
    first = np.flatnonzero(np.append(True, scores[1:] != scores[:-1])[: scores.size])
    joined = [np.add.reduceat(counts[order], first) for counts in (positives, negatives)]
    if not rounding:
        return ScoreCounts._of_rows(scores[first], *joined)
    low, high = (extreme.reduceat(before[order], first) for extreme in (np.minimum, np.maximum))
    return ScoreCounts._of_rows(scores[first], *joined, rounding, np.where(low == high, low, np.nan))
