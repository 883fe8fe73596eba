"""What the report keeps of each model and of each pair of models, however many examples there are.

A threshold is chosen on one half of the examples and judged on the other, as chapter 03 asks; otherwise no interval
would hold its cost.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from evalcore.costs import CostCurve, cost_curve, positive_cost_probability, shortened_thresholds
from evalcore.counts import ScoreCounts, count_scores
from evalcore.intervals import (
    auc_interval,
    mean_interval,
    paired_share_difference,
    precision_at_prior,
    precision_interval,
    share_interval,
    sum_interval,
    union_of_boxes,
)
from evalcore.metrics import CalibrationGroups, PrecisionRecallCurve, RocCurve, auc_covariance
from evalcore.splitting import repeated_examples, stratified_half

GROUPS = 10  # of examples with neighbouring probabilities
BOTH = 0.975  # the confidence of two intervals that both hold in 95 of 100 data sets
POINTS = 400  # of a curve in a picture, evenly along it

Estimate = tuple[float, float, float]  # a value, the low and the high end of its interval


class Probabilities(NamedTuple):
    """How scores in [0, 1] fare as probabilities: Brier score, what they are too high by, and their groups."""

    brier: Estimate
    lead: Estimate
    groups: CalibrationGroups


class Learner(NamedTuple):
    """What the report keeps of one learner's scores, however many they are.

    ``bounds`` hold the AUC of the scores before they were rounded, if they were; ``tied`` is the share of (positive,
    negative) pairs with equal scores; ``precision`` is the average one; ``roc`` is thinned for a picture; ``chosen``
    has the cheapest thresholds of the first half, shortened. ``judged`` are the scores of the second half, lowest
    first, and how many positives and negatives lie below each of them, and below none of them at the end.
    """

    name: str
    auc: Estimate
    bounds: tuple[float, float] | None
    tied: float
    distinct: int
    lowest: float
    highest: float
    precision: Estimate
    roc: RocCurve
    probabilities: Probabilities | None
    chosen: CostCurve
    judged: tuple[np.ndarray, np.ndarray, np.ndarray]

    @property
    def calls_only(self) -> bool:
        """Whether each score is 0 or 1."""
        return {self.lowest, self.highest} <= {0, 1} and self.distinct <= 2

    def threshold(self, x: float) -> float:
        """The cheapest threshold of the first half at P(+)cost x."""
        return float(self.chosen.thresholds[self.chosen.segment_at(x)])

    def mistakes(self, x: np.ndarray | float) -> tuple[np.ndarray, np.ndarray]:
        """Misses and false alarms of the second half, each P(+)cost x with its own threshold."""
        scores, positives, negatives = self.judged
        below = np.searchsorted(scores, np.vectorize(self.threshold, otypes=[float])(x))
        return positives[below], negatives[-1] - negatives[below]


class Pair(NamedTuple):
    """Two learners on the same examples: the covariance of their AUCs, and who errs alone in the second half.

    ``alone`` are the positives that only the first calls wrongly, those that only the second does, and the negatives.
    """

    covariance: np.ndarray
    alone: tuple[int, int, int, int]

    @property
    def mistakes(self) -> int:
        """How many more the first makes in the second half than the other."""
        missed, missed_by_other, alarms, alarms_by_other = self.alone
        return missed + alarms - missed_by_other - alarms_by_other


class Given(NamedTuple):
    """What the answers and the pictures are made of, and the reader's prices, share and margin.

    ``second`` are positives and negatives of the half on which thresholds are judged. ``pairs`` and ``repeated`` are
    None where only the tables of each learner are known; so is ``first``, which marks the other half.
    """

    prior: float | None
    cost_fn: float
    cost_fp: float
    margin: float | None
    left_out: Sequence[str]
    positives: int
    negatives: int
    second: tuple[int, int]
    learners: list[Learner]
    pairs: Mapping[tuple[int, int], Pair] | None = None
    repeated: int | None = None
    first: np.ndarray | None = None

    @property
    def p(self) -> float:
        """The share of positives where the learners are used; that of the data, if nothing else was said."""
        return self.positives / (self.positives + self.negatives) if self.prior is None else self.prior

    @property
    def is_elsewhere(self) -> bool:
        """Whether the data rule out the share of positives where the learners are used."""
        low, high = share_interval(self.positives, self.positives + self.negatives)
        return not low <= self.p <= high

    @property
    def x(self) -> float:
        """P(+)cost where the learners are used."""
        return positive_cost_probability(self.p, cost_fn=self.cost_fn, cost_fp=self.cost_fp)


class Asked(NamedTuple):
    """What the reader asks beside the scores; what was left out of a file."""

    prior: float | None
    cost_fn: float
    cost_fp: float
    margin: float | None = None
    left_out: Sequence[str] = ()


def given(y: np.ndarray, scores: Mapping[str, np.ndarray], asked: Asked) -> Given:
    """Halve the examples, by class and by lot, and take from the scores what the parts and the pictures need."""
    first = stratified_half(y, np.random.default_rng(0))
    halves = ({name: count_scores(y[half], score[half]) for name, score in scores.items()} for half in (first, ~first))
    data = given_counts(*halves, asked)
    rows, covariance = np.array(list(scores.values())), np.zeros((1, 1))
    if len(rows) > 1:
        covariance = auc_covariance(y, rows)
    judged = y[~first]
    wrong = [(row[~first] >= one.threshold(data.x)) != judged for one, row in zip(data.learners, rows, strict=True)]
    pairs = {}
    for i, j in combinations(range(len(rows)), 2):
        alone = [wrong[i] & ~wrong[j], wrong[j] & ~wrong[i]]
        counts = [int(np.sum(one & label)) for label in (judged, ~judged) for one in alone]
        pairs[i, j] = Pair(covariance[np.ix_([i, j], [i, j])], tuple(counts))
    return data._replace(pairs=pairs, repeated=repeated_examples(y, rows), first=first)


def given_counts(first: Mapping[str, ScoreCounts], second: Mapping[str, ScoreCounts], asked: Asked) -> Given:
    """The same from the tables of both halves; what examples have in common is not in them."""
    learners = [_learner(name, table, second[name], asked.prior) for name, table in first.items()]
    halves = [(int(part.positives.sum()), int(part.negatives.sum())) for part in (_any(first), _any(second))]
    return Given(*asked, *map(sum, zip(*halves, strict=True)), halves[1], learners)


def _any(tables: Mapping[str, ScoreCounts]) -> ScoreCounts:
    return next(iter(tables.values()))


def _learner(name: str, first: ScoreCounts, second: ScoreCounts, prior: float | None) -> Learner:
    counts = first + second
    positives, negatives = int(counts.positives.sum()), int(counts.negatives.sum())
    tied = float(counts.positives.astype(float) @ counts.negatives / positives / negatives)
    auc = (counts.auc, *auc_interval(counts.auc, counts.auc_variance, positives=positives, negatives=negatives))
    bounds = counts.auc_bounds if counts.rounding else None
    lowest, highest = float(counts.scores[-1]), float(counts.scores[0])
    able = _probabilities(counts) if 0 <= lowest <= highest <= 1 else None
    below = [np.append(0, np.cumsum(part[::-1])) for part in (second.positives, second.negatives)]
    judged = (second.scores[::-1], *below)
    size, chosen = counts.scores.size, cost_curve(first.roc())
    chosen = chosen._replace(thresholds=shortened_thresholds(chosen.thresholds, counts.scores[::-1]))
    average, variance = counts.average_precision(prior)
    precision = (average, *auc_interval(average, variance, positives=positives, negatives=negatives))
    roc = _thinned(counts)
    return Learner(name, auc, bounds, tied, size, lowest, highest, precision, roc, able, chosen, judged)


def _probabilities(counts: ScoreCounts) -> Probabilities:
    """A row of the table stands for its positives, whose label is 1, and its negatives, whose label is 0.

    Of scores that are all 0 or 1 the Brier score is the share of mistakes, and has the interval of a share; they are
    too high by the share of false alarms minus that of misses.
    """
    errors = np.concatenate([counts.scores - 1, counts.scores])
    times = np.concatenate([counts.positives, counts.negatives])
    brier, lead = (
        (float(np.average(values, weights=times)), *np.clip(mean_interval(values, times), least, 1).tolist())
        for values, least in [(errors**2, 0), (errors, -1)]
    )
    if np.isin(counts.scores, [0, 1]).all():
        alarms, misses = (int(times @ (errors == one)) for one in (1, -1))
        brier = (brier[0], *share_interval(alarms + misses, times.sum()))
        lead = paired_share_difference(alarms, misses, int(times.sum()))
    groups = counts.calibration_groups(int(np.clip(times.sum() // 10, 1, GROUPS)))
    return Probabilities(brier, lead, groups)


def _thinned(counts: ScoreCounts) -> RocCurve:
    """Points of the ROC curve, few enough for a picture."""
    roc = counts.roc()
    along = np.linspace(0, 2, POINTS + 1)
    kept = np.unique(np.searchsorted(roc.fpr + roc.tpr, along - 1e-12).clip(max=roc.fpr.size - 1))
    return RocCurve(*(values[kept] for values in roc))


def cost_at(data: Given, misses: np.ndarray | int, alarms: np.ndarray | int, p: float, cost_fn: float, cost_fp: float):
    """Expected cost of an example of the second half, low and high end."""
    weights = [p * cost_fn, (1 - p) * cost_fp]
    return sum_interval(weights, np.array([misses, alarms]), data.second)


def precision_recall(data: Given, learner: Learner) -> PrecisionRecallCurve:
    """The P-R curve at the share of positives where the learner is used; its first point is undefined."""
    roc = learner.roc
    return PrecisionRecallCurve(precision_at_prior(data.p, roc.tpr, roc.fpr), roc.tpr, roc.thresholds)


def bands(data: Given, learner: Learner, at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Low and high end of the ROC curve at each FPR of ``at``, and of the precision at each such recall.

    Shapes (2, places). Each threshold has a box that holds its true point in at least 95 of 100 data sets: an exact
    interval of 97.5 % for either coordinate. The band is all boxes together.
    """
    tp, fp = np.rint(learner.roc.tpr * data.positives), np.rint(learner.roc.fpr * data.negatives)
    fpr, recall = (share_interval(*pair, confidence=BOTH) for pair in [(fp, data.negatives), (tp, data.positives)])
    if data.prior is None:
        precision = share_interval(tp, tp + fp, confidence=BOTH)
    else:
        precision = precision_interval(data.prior, tp, fp, positives=data.positives, negatives=data.negatives)
    return union_of_boxes(at, fpr, recall), union_of_boxes(at, recall, precision)
