"""The values that a report keeps of each model and of each pair of models, however many examples there are.

Thresholds are judged on examples that did not choose them (:mod:`evalcore.cross_fitting`), as chapter 03 asks;
otherwise no interval would hold their cost. Where examples come in groups, such as patients, every interval is as wide
as the design effect of the groups makes it.
"""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy as np
from scipy.stats import norm, sem, t

from evalcore.calibration import CalibrationLine, calibration_line
from evalcore.comparison import PairedDifference, delong_from_covariance, paired_cost_test, same_order
from evalcore.costs import CostCurve, cost_curve, positive_cost_probability, shortened_thresholds
from evalcore.counts import ScoreCounts, count_scores
from evalcore.cross_fitting import CrossFit, content_halves, content_order, cross_fit, cross_fit_tables
from evalcore.intervals import (
    auc_interval,
    clopper_pearson,
    design_effect,
    expected_cost,
    mean_interval,
    precision_at_prior,
    precision_interval,
    share_interval,
    union_of_boxes,
)
from evalcore.metrics import CalibrationGroups, PrecisionRecallCurve, RocCurve, auc_covariance, auc_influence
from evalcore.splitting import repeated_examples

GROUPS = 10  # of examples with neighbouring probabilities
BOTH = 0.975  # the confidence of two intervals that both hold in 95 of 100 data sets
POINTS = 400  # of a curve in a picture, evenly along it
FEW_GRADES = 10  # different scores, as of a rating scale, which are not percentages
FEW_FOR_T = 30  # of a class: so few that a mean of its errors is not normal
PARTITIONS = 100  # into halves, over which costs are means; fewer of many examples, where they differ less
FEWEST_PARTITIONS = 20
DECISION = 1.0  # the threshold of scores that are 0 or 1

Estimate = tuple[float, float, float]  # a value, the low and the high end of its interval


class Asked(NamedTuple):
    """The reader's options: share of positives, costs of errors, and thresholds of interest."""

    prior: float | None
    cost_fn: float
    cost_fp: float
    margin: float | None = None
    threshold: float | Mapping[str, float] | None = None
    specificity: float | None = None
    precision: float | None = None

    def threshold_of(self, name: str) -> float | None:
        """Return the threshold that was asked for one model."""
        return self.threshold.get(name) if isinstance(self.threshold, Mapping) else self.threshold


class Effects(NamedTuple):
    """Design effects of groups of examples; all 1 where examples are independent."""

    share: float = 1
    auc: float = 1
    brier: float = 1
    lead: float = 1
    cost: float = 1
    recall: float = 1
    false_positive_rate: float = 1


class Probabilities(NamedTuple):
    """How good scores in [0, 1] are as probabilities: Brier score, what they are too high by, groups, and line."""

    brier: Estimate
    lead: Estimate
    groups: CalibrationGroups
    line: CalibrationLine


class Learner(NamedTuple):
    """The values that a report keeps of one model's scores, however many they are.

    ``bounds`` hold the AUC of the scores before they were rounded, if they were; ``tied`` is the share of (positive,
    negative) pairs with equal scores; ``precision`` is the average one; ``roc`` is thinned for a picture; ``chosen``
    has the cheapest thresholds of all examples, shortened; ``fit`` has those of the halves, and their errors, or the
    errors of the decisions if the scores are decisions. If low scores are positive, ``turned`` is the number from which
    the reader's scores were subtracted.
    """

    name: str
    auc: Estimate
    bounds: tuple[float, float] | None
    tied: float
    precision: Estimate
    roc: RocCurve
    probabilities: Probabilities | None
    chosen: CostCurve
    fit: CrossFit
    counts: ScoreCounts
    effects: Effects
    turned: int | None = None

    @property
    def distinct(self) -> int:
        """The number of different scores."""
        return self.counts.scores.size

    @property
    def lowest(self) -> float:
        """The lowest score."""
        return float(self.counts.scores[-1])

    @property
    def highest(self) -> float:
        """The highest score."""
        return float(self.counts.scores[0])

    @property
    def calls_only(self) -> bool:
        """True if each score is 0 or 1, and not only after rounding."""
        return not self.counts.rounding and _fixed_threshold(self.counts.scores) is not None

    def own(self, score: float) -> float:
        """Return a score or threshold of the report as one of the reader's scores, or the other way round."""
        return score if self.turned is None else float(f"{self.turned - score:.15g}")

    def threshold(self, x: float) -> float:
        """Return the cheapest threshold at P(+)cost x, or the fixed one of decisions."""
        return DECISION if self.calls_only else float(self.chosen.thresholds[self.chosen.segment_at(x)])


class Pair(NamedTuple):
    """Two models on the same examples: whether they rank all of them equally, and tests of their AUCs and costs.

    ``same_score`` is also true for one score and the same score after rounding. Each test is a function of the
    confidence of its interval.
    """

    same_ranking: bool
    same_score: bool
    auc_test: Callable[..., PairedDifference]
    cost_test: Callable[..., PairedDifference]


class Given(NamedTuple):
    """The data behind the answers and figures, and the reader's options.

    ``pairs`` and ``repeated`` are None where only the tables of each model are known. ``groups`` is the number of
    groups of examples, None where examples are independent.
    """

    asked: Asked
    positives: int
    negatives: int
    learners: list[Learner]
    share_effect: float = 1
    pairs: Mapping[tuple[int, int], Pair] | None = None
    repeated: int | None = None
    groups: int | None = None

    @property
    def prior(self) -> float | None:
        """The share of positives where the models are used, None if it was not given."""
        return self.asked.prior

    @property
    def prices(self) -> dict[str, float]:
        """The costs of both errors."""
        return {"cost_fn": self.asked.cost_fn, "cost_fp": self.asked.cost_fp}

    @property
    def sizes(self) -> dict[str, int]:
        """The numbers of examples of both classes."""
        return {"positives": self.positives, "negatives": self.negatives}

    @property
    def p(self) -> float:
        """The share of positives where the models are used; that of the data, if nothing else was said."""
        return self.positives / (self.positives + self.negatives) if self.prior is None else self.prior

    @property
    def share(self) -> Estimate:
        """The share of positives in the data."""
        m = self.positives + self.negatives
        return self.positives / m, *share_interval(self.positives, m, effect=self.share_effect)

    @property
    def is_elsewhere(self) -> bool:
        """True if the data rule out the share of positives where the models are used."""
        _share, low, high = self.share
        return not low <= self.p <= high

    @property
    def x(self) -> float:
        """P(+)cost where the models are used."""
        return positive_cost_probability(self.p, **self.prices)


def given(
    y: np.ndarray,
    scores: Mapping[str, np.ndarray],
    asked: Asked,
    group: np.ndarray | None = None,
    turned: Mapping[str, int] = {},
) -> Given:
    """Take from the examples what the parts and the pictures need; in any order they give the same."""
    rows = np.array(list(scores.values()), dtype=float)
    order, group = content_order(y, rows, group=group)
    y, rows, group = y[order], rows[:, order], None if group is None else group[order]
    positives, m = int(y.sum()), y.size
    data = Given(asked, positives, m - positives, [], share_effect=_effect(y - y.mean(), group))
    partitions, wrong = int(np.clip(2_000_000 // m, FEWEST_PARTITIONS, PARTITIONS)), []
    for name, score in zip(scores, rows, strict=True):
        halves = content_halves(y, [score], partitions=partitions, group=group)
        fit = cross_fit(y, score, halves, threshold=_fixed_threshold(score))
        wrong.append(fit.wrong_shares(y, score, halves, data.x))
        effects = Effects() if group is None else _effects(y, score, wrong[-1], data, group)
        learner = _learner(name, count_scores(y, score), fit, data, effects)
        data.learners.append(learner._replace(turned=turned.get(name)))
    pairs = {}
    ranking = [y[np.lexsort([y, score])].tobytes() for score in rows]  # the order of a pair must not depend on columns
    for i, j in combinations(range(len(rows)), 2):
        common = content_halves(
            y, rows[sorted((i, j), key=ranking.__getitem__)], partitions=max(FEWEST_PARTITIONS, partitions // 2),
            group=group,
        )  # fmt: skip
        fits = [cross_fit(y, rows[k], common, threshold=_fixed_threshold(rows[k])) for k in (i, j)]
        by_partition = [fit.errors_of_each(data.x) @ cost_weights(data) for fit in fits]
        same = np.array_equal(*(np.unique(rows[k], return_inverse=True)[1] for k in (i, j)))
        influence = auc_influence(y, rows[i]) - auc_influence(y, rows[j])
        covariance = auc_covariance(y, rows[[i, j]]) * _effect(influence, group)
        aucs = [data.learners[k].auc[0] for k in (i, j)]
        auc_test = partial(delong_from_covariance, aucs, covariance, smaller=_smaller(y, group))
        cost_test = partial(
            paired_cost_test, y, wrong[i], wrong[j], prior=asked.prior, group=group,
            threshold_variance=float(np.var(np.subtract(*by_partition), ddof=1)), **data.prices,
        )  # fmt: skip
        graded = min(data.learners[k].distinct for k in (i, j)) > FEW_GRADES
        pairs[i, j] = Pair(same, same or (graded and same_order(*rows[[i, j]])), auc_test, cost_test)
    groups = None if group is None else int(np.unique(group).size)
    return data._replace(pairs=pairs, repeated=repeated_examples(y, rows), groups=groups)


def given_counts(first: Mapping[str, ScoreCounts], second: Mapping[str, ScoreCounts], asked: Asked) -> Given:
    """The same from the tables of two halves; what examples have in common is not in them."""
    table = next(iter(first.values())) + next(iter(second.values()))
    data = Given(asked, int(table.positives.sum()), int(table.negatives.sum()), [])
    for name, half in first.items():
        counts = half + second[name]
        fixed = None if counts.rounding else _fixed_threshold(counts.scores)  # rounded scores may only look like it
        fit = cross_fit_tables(half, second[name], threshold=fixed)
        data.learners.append(_learner(name, counts, fit, data, Effects()))
    return data


def _fixed_threshold(scores: np.ndarray) -> float | None:
    """Return the threshold of scores that are decisions, 0 or 1, which are judged as they are; None for others."""
    return DECISION if np.isin(scores, [0, 1]).all() else None


def _smaller(y: np.ndarray, group: np.ndarray | None) -> int:
    """Return the number of independent examples, or groups, of the smaller class, at least two."""
    of_class = [label if group is None else np.unique(group[label]) for label in (y, ~y)]
    return max(min(int(label.sum()) if group is None else label.size for label in of_class), 2)


def _effect(values: np.ndarray, group: np.ndarray | None) -> float:
    """Return the design effect of groups, enlarged by Student's t for a normal quantile where groups are few."""
    if group is None:
        return 1.0
    return design_effect(values, group) * (t.isf(0.025, np.unique(group).size - 1) / norm.isf(0.025)) ** 2


def _effects(y: np.ndarray, score: np.ndarray, wrong: np.ndarray, data: Given, group: np.ndarray) -> Effects:
    """Return the design effects of what is measured of one model."""
    weights = np.where(y, data.p * data.asked.cost_fn / y.mean(), (1 - data.p) * data.asked.cost_fp / np.mean(~y))
    cost, rates = weights * wrong, []
    for label in (y, ~y):
        rate = np.zeros(y.size)
        rate[label] = wrong[label] - wrong[label].mean()
        rates.append(_effect(rate, group))
        if data.prior is not None:
            cost[label] -= cost[label].mean()
    errors = score - y
    return Effects(
        data.share_effect, _effect(auc_influence(y, score), group), _effect(errors**2, group), _effect(errors, group),
        _effect(cost, group), *rates,
    )  # fmt: skip


def _learner(name: str, counts: ScoreCounts, fit: CrossFit, data: Given, effects: Effects) -> Learner:
    tied = float(counts.positives.astype(float) @ counts.negatives / data.positives / data.negatives)
    auc = (counts.auc, *auc_interval(counts.auc, counts.auc_variance * effects.auc, **data.sizes))
    if counts.auc in (0, 1):  # the variance says nothing
        pairs = min(data.sizes.values())
        auc = (counts.auc, *clopper_pearson(counts.auc * pairs, pairs, effect=effects.share))
    chosen = cost_curve(counts.roc())
    chosen = chosen._replace(thresholds=shortened_thresholds(chosen.thresholds, counts.scores[::-1]))
    average, variance = counts.average_precision(data.prior)
    precision = (average, *auc_interval(average, variance * effects.auc, **data.sizes))
    graded = 0 <= counts.scores[-1] <= counts.scores[0] <= 1 and _fixed_threshold(counts.scores) is None
    probabilities = _probabilities(counts, effects) if graded else None
    bounds = counts.auc_bounds if counts.rounding else None
    return Learner(name, auc, bounds, tied, precision, _thinned(counts), probabilities, chosen, fit, counts, effects)


def _probabilities(counts: ScoreCounts, effects: Effects) -> Probabilities:
    """A row of the table has its positives, whose label is 1, and its negatives, whose label is 0.

    With few of a class Student's interval of the lead is too narrow: it is at least as wide as that of the share.
    """
    errors = np.concatenate([counts.scores - 1, counts.scores])
    times = np.concatenate([counts.positives, counts.negatives])
    brier, lead = (
        _widened((float(np.average(values, weights=times)), *mean_interval(values, times)), effect, least)
        for values, effect, least in [(errors**2, effects.brier, 0), (errors, effects.lead, -1)]
    )
    positives = int(counts.positives.sum())
    if min(positives, times.sum() - positives) < FEW_FOR_T:
        low, high = share_interval(positives, times.sum(), effect=effects.share)
        mean = lead[0] + positives / times.sum()
        lead = lead[0], float(min(lead[1], mean - high)), float(max(lead[2], mean - low))
    groups = counts.calibration_groups(int(np.clip(times.sum() // 10, 1, GROUPS)))
    return Probabilities(brier, lead, groups, calibration_line(counts, effect=effects.lead))


def _widened(estimate: Estimate, effect: float, least: float) -> Estimate:
    """Return an interval of independent examples, as wide as groups make it; from ``least`` to 1."""
    value, low, high = estimate
    factor = np.sqrt(effect)
    return value, float(max(value - factor * (value - low), least)), float(min(value + factor * (high - value), 1))


def _thinned(counts: ScoreCounts) -> RocCurve:
    """Return points of the ROC curve, few enough for a picture."""
    roc = counts.roc()
    along = np.linspace(0, 2, POINTS + 1)
    indices = np.unique(np.searchsorted(roc.fpr + roc.tpr, along - 1e-12).clip(max=roc.fpr.size - 1))
    return RocCurve(*(values[indices] for values in roc))


def cost_at(data: Given, learner: Learner, x: np.ndarray | float):
    """Return the normalised cost at P(+)cost x with its interval: both errors cost 1, and a share x is positive."""
    errors = learner.fit.errors_at(x)
    return expected_cost(*errors, prior=x, effect=learner.effects.cost, **data.sizes)


def cost_weights(data: Given) -> np.ndarray:
    """Return what one false negative and one false positive among the examples add to the expected cost per example."""
    return np.array([data.p * data.asked.cost_fn / data.positives, (1 - data.p) * data.asked.cost_fp / data.negatives])


def partition_error(data: Given, learner: Learner, other: Learner | None = None) -> float:
    """Return the standard error that random partitions leave in an expected cost, or in that of ``other`` minus it."""
    costs = learner.fit.errors_of_each(data.x) @ cost_weights(data)
    if other is not None:
        costs = costs - other.fit.errors_of_each(data.x) @ cost_weights(data)
    return float(sem(costs)) if costs.size > 1 else 0.0


def precision_recall(data: Given, learner: Learner) -> PrecisionRecallCurve:
    """Return the P-R curve at the share of positives where the model is used; its first point is undefined."""
    roc = learner.roc
    return PrecisionRecallCurve(precision_at_prior(data.p, roc.tpr, roc.fpr), roc.tpr, roc.thresholds)


def precision_of(data: Given, tp: np.ndarray | float, fp: np.ndarray | float, effect: float, confidence: float = 0.95):
    """Return the ends of a precision: of the share among the examples, or at the share where the model is used."""
    if data.prior is None:
        return clopper_pearson(tp, tp + fp, confidence=confidence, effect=effect)
    return precision_interval(data.prior, tp, fp, effect=effect, **data.sizes)  # of both rates, each of 97.5 %


def boxes(data: Given, learner: Learner) -> tuple:
    """For each threshold of the picture low and high ends of the FPR, the recall and the precision, each of 97.5 %."""
    effect = learner.effects.auc
    tp, fp = np.rint(learner.roc.tpr * data.positives), np.rint(learner.roc.fpr * data.negatives)
    fpr, recall = (
        share_interval(*pair, confidence=BOTH, effect=effect) for pair in [(fp, data.negatives), (tp, data.positives)]
    )
    return fpr, recall, precision_of(data, tp, fp, effect, BOTH)


def bands(data: Given, learner: Learner, at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Low and high end of the ROC curve at each FPR of ``at``, and of the precision at each such recall.

    Shapes (2, places). Each threshold has a box that holds its true point in at least 95 of 100 data sets: an exact
    interval of 97.5 % for either coordinate. The band is all boxes together.
    """
    fpr, recall, precision = boxes(data, learner)
    return union_of_boxes(at, fpr, recall), union_of_boxes(at, recall, precision)
