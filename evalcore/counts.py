"""What a set of scores must leave behind: chapter 09.

How many positives and how many negatives have each distinct score. Parts of a data set are counted apart, on any
machine and in any order, and added; every curve and measure of chapters 04 and 05 follows from the sum. A larger
score is more positive. Equation numbers are those of Zhou Zhihua, *Machine Learning*, chapter 2.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evalcore._checks import asks, generator, labels, number, scores, whole
from evalcore._sorting import ranked


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


@dataclass(frozen=True, eq=False)
class ScoreCounts:
    """Positives and negatives at each distinct score, highest first; three arrays of shape (rows,).

    Made by :func:`count_scores`. ``a + b`` counts both parts: exact, in any order and grouping. The scores are
    floats; where floats would tie different ones they keep their type (longdouble, or Python's whole numbers).
    Measures that need both classes raise a ``ValueError`` that names the missing one.
    """

    scores: np.ndarray
    positives: np.ndarray
    negatives: np.ndarray
    rounding: tuple[int, ...] = ()  # the decimals to which the scores were rounded, one after another
    _alone: np.ndarray | None = field(default=None, repr=False)  # of each row the one score before, nan if several

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ScoreCounts):
            return NotImplemented
        same = (np.array_equal(getattr(self, name), getattr(other, name)) for name in ("scores", "positives"))
        return all(same) and np.array_equal(self.negatives, other.negatives) and self.rounding == other.rounding

    def __add__(self, other: "ScoreCounts") -> "ScoreCounts":
        """The counts of both; in time that grows with their rows. An empty part goes with any other.

        Raises ``ValueError`` for scores that were not rounded alike: nothing would be known of their order.
        Also for longdoubles beside whole numbers beyond 2**53, which no type holds together.
        """
        if not isinstance(other, ScoreCounts):
            return NotImplemented
        if not (self.scores.size and other.scores.size):
            return self if self.scores.size else other
        if self.rounding != other.rounding:
            words = [", then ".join(map(str, part.rounding)) or "all" for part in (self, other)]
            raise ValueError(f"parts must be rounded alike, got {words[0]} and {words[1]} decimals")
        parts = [(part.scores, part.positives, part.negatives, part._single()) for part in (self, other)]
        if {np.dtype(object), np.dtype(np.longdouble)} == {part.scores.dtype for part in (self, other)}:
            raise ValueError("whole numbers beyond 2**53 and longdoubles cannot be compared, got parts with each")
        return _rows(*map(np.concatenate, zip(*parts, strict=True)), self.rounding)

    @asks(decimals=whole(-300, 300))
    def rounded(self, decimals: int) -> "ScoreCounts":
        """The counts of the scores rounded to so many decimals: few rows, and :attr:`auc_bounds` for what is lost.

        The scores become floats. Rounding parts and adding them is the same as rounding their sum.
        Raises ``ValueError`` unless ``decimals`` is a whole number from -300 to 300.
        """
        if not self.scores.size:
            return self
        with np.errstate(over="ignore"):
            scores = np.nan_to_num(self.scores.astype(float))  # beyond all floats becomes the largest
            rounded = np.round(scores, decimals)
        scores = np.where(np.isinf(rounded), scores, rounded)  # too large for NumPy to round has no decimals
        return _rows(scores, self.positives, self.negatives, self._single(), (*self.rounding, decimals))

    @asks(rng=generator)
    def resampled(self, rng: np.random.Generator) -> "ScoreCounts":
        """A Poisson bootstrap sample: each example counted anew, a Poisson(1) number of times.

        n examples of one row and class together come Poisson(n) times. Samples of parts add up to a sample of the
        whole, if each part has a generator of its own. Chamandy and others (2012), Google Technical Report.
        """
        positives, negatives = rng.poisson(self.positives), rng.poisson(self.negatives)
        drawn = positives + negatives > 0
        alone = None if self._alone is None else self._alone[drawn]
        rounding = self.rounding if drawn.any() else ()
        return ScoreCounts(self.scores[drawn], positives[drawn], negatives[drawn], rounding, alone)

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
        Rows whose scores were all equal before tie nothing new.
        """
        twice_concordant, pairs = self._pairs()
        several = np.isnan(self._alone) if self.rounding else slice(0)
        tied = int(np.dot(*self._whole(self.positives[several], self.negatives[several])))
        return (twice_concordant - tied) / (2 * pairs), (twice_concordant + tied) / (2 * pairs)

    @property
    def auc_variance(self) -> float:
        """DeLong's variance of the AUC, as :func:`evalcore.ranking.auc_covariance`; needs two of each class."""
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

    @property
    def break_even_point(self) -> float:
        """The value at which precision equals recall; a tie that the cut falls into gives its part."""
        positives, _ = self._totals()
        tp, called = np.cumsum(self.positives), np.cumsum(self.positives + self.negatives)
        return float(np.interp(positives, np.append(0, called), np.append(0, tp)) / positives)

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

    def _single(self) -> np.ndarray:
        """Of each row the one score that it had before rounding, nan if several or if no float."""
        if self._alone is not None:
            return self._alone
        return self.scores if self.scores.dtype == float else np.full(self.scores.size, np.nan)


def _or_nothing(check: Callable) -> Callable:
    """A check that an empty part passes too."""

    def empty_or_check(name, values):
        empty = values in ([], ()) if isinstance(values, list | tuple) else getattr(values, "shape", None) == (0,)
        return check(name, values) if not empty else np.empty(0)

    empty_or_check.sizes = ("m",)
    return empty_or_check


@asks(y_true=_or_nothing(labels), y_score=_or_nothing(scores))
def count_scores(y_true: ArrayLike, y_score: ArrayLike) -> ScoreCounts:
    """How many positives and negatives have each distinct score: all that curves and measures need.

    Shapes (m,); a part may be empty or hold one class only. O(m log m). Raises ``ValueError`` for labels other than
    0 and 1, for scores that are not finite numbers, and for unequal lengths.

    >>> whole = count_scores([1, 0, 1], [0.9, 0.7, 0.7]) + count_scores([0], [0.1])
    >>> whole.scores, whole.positives, whole.negatives, whole.auc
    (array([0.9, 0.7, 0.1]), array([1, 1, 0]), array([0, 1, 1]), 0.875)
    """
    return _counted(y_true, y_score)


def _counted(positive: np.ndarray, score: np.ndarray) -> ScoreCounts:
    """The same for booleans and scores that are checked already."""
    positive, score = ranked(positive, score) if score.size else (positive, score)
    last = _ends(score)
    ends = last.astype(np.int64)  # pairs are more than 32 bits hold, which is what a browser's whole numbers have
    positives, score = np.diff(np.cumsum(positive, dtype=np.int64)[last], prepend=0), score[last]
    beyond = score.dtype.kind in "iu" and max(int(score[0]), -int(score[-1])) > 2**53
    kind = object if beyond else np.result_type(score, float)
    return ScoreCounts(score.astype(kind), positives, np.diff(ends, prepend=-1) - positives)


def _rows(score: np.ndarray, positives, negatives, alone, rounding: tuple[int, ...]) -> ScoreCounts:
    """Rows of equal scores joined, highest first."""
    order = np.argsort(score, kind="stable")[::-1]  # two rows in order are merged, not sorted
    score = score[order]
    last = _ends(score)
    first = np.append(0, last[:-1] + 1)
    joined = [np.add.reduceat(counts[order], first) for counts in (positives, negatives)]
    if not rounding:
        return ScoreCounts(score[last], *joined)
    low, high = (extreme.reduceat(alone[order], first) for extreme in (np.minimum, np.maximum))
    return ScoreCounts(score[last], *joined, rounding, np.where(low == high, low, np.nan))


def _ends(score: np.ndarray) -> np.ndarray:
    """The place of the last of each run of equal scores."""
    return np.flatnonzero(np.append(score[1:] != score[:-1], True)[: score.size])
