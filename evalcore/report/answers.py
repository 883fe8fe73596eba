"""What the chapters would say of the reader's scores: parts in the order of the course, each with rows and words.

Numbers are those of the chapters' modules. A threshold is chosen on one half of the examples and judged on the other,
as chapter 03 asks; otherwise no interval would hold its cost.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from scipy.stats import t

from evalcore.comparison import mcnemar
from evalcore.conclusions import difference_interval, holm
from evalcore.costs import CostCurve, cost_curve, positive_cost_probability
from evalcore.counts import ScoreCounts, count_scores
from evalcore.intervals import auc_interval, interval_of_difference, share_interval, sum_interval
from evalcore.metrics import CalibrationGroups, RocCurve, auc_covariance, calibration_groups

FEW = 10  # of a class: so few that every answer is vague
MANY_TIES = 0.05  # of all pairs
FEW_FOR_BRIER = 30  # of a class: so few that the interval of a Brier score misses the truth twice as often as it says
GROUPS = 10  # of examples with neighbouring probabilities
POINTS = 400  # of a curve in a picture, evenly along it


class Row(NamedTuple):
    """A number of the report: of which learner (or of the data, ""), and the ends of its interval where it has one."""

    learner: str
    measure: str
    value: float | None
    low: float | None = None
    high: float | None = None


class Part(NamedTuple):
    """A question of the course, the chapter that the answer rests on, the answer in words and in numbers.

    ``more`` are numbers that a picture shows as well.
    """

    question: str
    chapter: str  # such as "04"
    words: list[str]
    rows: list[Row]
    more: Sequence[Row] = ()


class Learner(NamedTuple):
    """What the report keeps of one learner's scores, however many they are.

    ``tied`` is the share of (positive, negative) pairs with equal scores, ``roc`` is thinned for a picture, ``chosen``
    are the cheapest thresholds of the first half, and the scores of the second half are sorted, by class.
    """

    name: str
    auc: tuple[float, float, float]
    tied: float
    distinct: int
    lowest: float
    highest: float
    roc: RocCurve
    chosen: CostCurve
    positives: np.ndarray
    negatives: np.ndarray

    def threshold(self, x: float) -> float:
        """The cheapest threshold of the first half at P(+)cost x."""
        return float(self.chosen.thresholds[self.chosen.segment_at(x)])

    def mistakes(self, x: np.ndarray | float) -> tuple[np.ndarray, np.ndarray]:
        """Misses and false alarms of the second half, each P(+)cost x with its own threshold."""
        thresholds = np.vectorize(self.threshold, otypes=[float])(x)
        misses = np.searchsorted(self.positives, thresholds)
        return misses, self.negatives.size - np.searchsorted(self.negatives, thresholds)

    @property
    def has_probabilities(self) -> bool:
        return self.lowest >= 0 and self.highest <= 1


class Given(NamedTuple):
    """The reader's data, checked: ``first`` marks the half on which thresholds are chosen."""

    y: np.ndarray
    scores: Mapping[str, np.ndarray]
    prior: float | None
    cost_fn: float
    cost_fp: float
    first: np.ndarray
    covariance: np.ndarray
    learners: list[Learner]

    @property
    def p(self) -> float:
        """The share of positives where the learners are used; that of the data, if nothing else was said."""
        return float(np.mean(self.y)) if self.prior is None else self.prior

    @property
    def x(self) -> float:
        """P(+)cost where the learners are used."""
        return positive_cost_probability(self.p, cost_fn=self.cost_fn, cost_fp=self.cost_fp)

    def of_class(self, *, first: bool) -> tuple[int, int]:
        """Positives and negatives of one half."""
        half = self.first == first
        return int(np.sum(self.y & half)), int(np.sum(~self.y & half))


def given(
    y: np.ndarray, scores: Mapping[str, np.ndarray], prior: float | None, cost_fn: float, cost_fp: float
) -> Given:
    """Halve the examples, by class and by lot, and take from the scores what the parts and the pictures need."""
    first, lot = np.zeros(y.size, dtype=bool), np.random.default_rng(0)
    for label in (y, ~y):
        places = np.flatnonzero(label)
        first[lot.permutation(places)[: places.size // 2]] = True
    covariance = auc_covariance(y, np.array(list(scores.values())))
    learners = [_learner(name, y, score, first, covariance[i, i]) for i, (name, score) in enumerate(scores.items())]
    return Given(y, scores, prior, cost_fn, cost_fp, first, covariance, learners)


def _learner(name: str, y: np.ndarray, score: np.ndarray, first: np.ndarray, variance: float) -> Learner:
    counts = count_scores(y, score)
    positives, negatives = int(counts.positives.sum()), int(counts.negatives.sum())
    tied = float(counts.positives.astype(float) @ counts.negatives / positives / negatives)
    auc = (counts.auc, *auc_interval(counts.auc, variance, positives=positives, negatives=negatives))
    chosen = cost_curve(count_scores(y[first], score[first]).roc())
    judged = [np.sort(score[~first & label]) for label in (y, ~y)]
    ends = float(counts.scores[-1]), float(counts.scores[0])
    return Learner(name, auc, tied, counts.scores.size, *ends, _thinned(counts), chosen, *judged)


def _thinned(counts: ScoreCounts) -> RocCurve:
    """Points of the ROC curve, few enough for a picture."""
    roc = counts.roc()
    along = np.linspace(0, 2, POINTS + 1)
    kept = np.unique(np.searchsorted(roc.fpr + roc.tpr, along - 1e-12).clip(max=roc.fpr.size - 1))
    return RocCurve(*(values[kept] for values in roc))


def parts(data: Given) -> list[Part]:
    """The whole report: what makes an answer worthless first, what may not be concluded last."""
    return [_worth(data), _ranking(data), _calibration(data), _price(data), *_luck(data), _limits(data)]


def said(value: float | None, low: float | None = None, high: float | None = None) -> str:
    """A number, with its interval if it has one."""
    if value is None:
        return "–"
    if isinstance(value, int):
        return str(value)
    if 0 < value < 0.0005 and low is None:
        return "< 0.001"
    words = f"{value:.4g}" if abs(value) >= 1000 else f"{value:.3f}".rstrip("0").rstrip(".") or "0"
    return words if low is None else f"{value:.3f} ({low:.3f} to {high:.3f})"


def _worth(data: Given) -> Part:
    m, positives = data.y.size, int(data.y.sum())
    share = (positives / m, *share_interval(positives, m))
    words = []
    for count, name in [(positives, "positive"), (m - positives, "negative")]:
        if count < FEW:
            words.append(f"Only {count} {name} examples: with so few every answer below is vague.")
    words += [sentence for learner in data.learners for sentence in _doubts(learner)]
    repeated, by_chance = _repeated(data)
    if repeated > max(0.01 * m, 10 * by_chance):
        words.append(
            f"{repeated} examples have the label and all scores of another one: if an example stands there twice, "
            "intervals are narrower than they should be."
        )
    if data.prior is None:
        words.append(
            f"The share of positives where the learners are used was not given: costs below take that of the data, "
            f"{said(share[0])}."
        )
    elif not share[1] <= data.prior <= share[2]:
        words.append(
            f"The data have a share of {said(*share)} positives, the learners are used at {said(data.prior)}. Costs "
            "are carried over, if within each class the scores are spread there as here; probabilities are not."
        )
    rows = [Row("", "examples", m), Row("", "positives", positives), Row("", "share of positives", *share)]
    return Part("What was given, and what makes an answer worthless?", "03", words, rows)


def _doubts(learner: Learner) -> list[str]:
    """What makes the numbers of one learner worthless, or hard to believe."""
    auc, low, high = learner.auc
    if learner.distinct == 1:
        return [f"{learner.name}: one score for all examples ranks nothing."]
    found = []
    if high < 0.5:
        found.append(
            "the ranking is worse than guessing. Are the labels the wrong way round, or do small scores mean positive?"
        )
    elif low <= 0.5:
        found.append("the data do not show that the ranking is better than guessing.")
    if auc == 1:
        found.append("the ranking is perfect. Does a score know its label, or was it trained on these examples?")
    if learner.tied > MANY_TIES:
        found.append(f"in {learner.tied:.0%} of the pairs of a positive and a negative the scores tie, and count half.")
    if not learner.has_probabilities:
        percent = learner.lowest >= 0 and 1 < learner.highest <= 100
        hint = " If they are percentages, divide them by 100." if percent else ""
        found.append(
            f"scores from {learner.lowest:g} to {learner.highest:g} are no probabilities; they are ranked only.{hint}"
        )
    return [f"{learner.name}: {words}" for words in found]


def _repeated(data: Given) -> tuple[int, int]:
    """How many examples have the label and all scores of another one; how many scores both classes have.

    An example that stands there twice has one label: what both classes have, such as rounded scores, is chance.
    """
    columns = list(data.scores.values())
    order = np.lexsort([data.y, *columns])
    other_scores = np.zeros(order.size - 1, dtype=bool)
    for column in columns:
        other_scores |= np.diff(column[order]) != 0
    other_label = np.diff(data.y[order])
    return int(np.sum(~other_scores & ~other_label)), int(np.sum(~other_scores & other_label))


def _ranking(data: Given) -> Part:
    best = max(data.learners, key=lambda learner: learner.auc)
    words = [
        "The AUC is the probability that a random positive has a higher score than a random negative: 1 is perfect, "
        f"0.5 is guessing. {best.name} has the largest here, {said(*best.auc)}."
    ]
    return Part("How good is each ranking?", "04", words, [Row(one.name, "AUC", *one.auc) for one in data.learners])


def groups(data: Given, learner: Learner) -> CalibrationGroups:
    """The learner's probabilities against shares of positives, in groups of ten examples and more."""
    return calibration_groups(data.y, data.scores[learner.name], groups=int(np.clip(data.y.size // 10, 1, GROUPS)))


def _calibration(data: Given) -> Part:
    rows, more, words = [], [], []
    for learner in data.learners:
        if not learner.has_probabilities:
            words.append(f"{learner.name}: its scores are no probabilities; there is nothing to compare.")
            continue
        q = data.scores[learner.name]
        lead = _mean(q - data.y)
        rows += [
            Row(learner.name, "Brier score", *_mean((q - data.y) ** 2)),
            Row(learner.name, "mean probability minus share of positives", *lead),
        ]
        sums = groups(data, learner)
        ends = share_interval(sums.positives, sums.examples)
        shares = np.column_stack([sums.positives / sums.examples, *ends])
        for mean, found in zip(sums.predicted, shares, strict=True):
            more.append(
                Row(learner.name, f"share of positives at a mean probability of {mean:.3f}", *map(float, found))
            )
        off = int(np.sum((sums.predicted < ends[0]) | (sums.predicted > ends[1])))
        tell = "too high" if lead[1] > 0 else "too low" if lead[2] < 0 else "not shown to be too high or too low"
        words.append(
            f"{learner.name}: its probabilities are {tell} on the whole; in {off} of {len(shares)} groups the mean "
            "probability lies outside the interval of the share of positives."
        )
    if rows and min(data.y.sum(), (~data.y).sum()) < FEW_FOR_BRIER:
        words.append(
            f"With fewer than {FEW_FOR_BRIER} examples of a class the interval of a Brier score misses the truth in "
            "about 10 of 100 data sets, not in 5."
        )
    return Part("Are the scores right as probabilities?", "04", words, rows, more)


def _mean(values: np.ndarray) -> tuple[float, float, float]:
    return (float(values.mean()), *difference_interval(values, test_train_ratio=0))


def cost_at(data: Given, misses: np.ndarray | int, alarms: np.ndarray | int, p: float, cost_fn: float, cost_fp: float):
    """Expected cost of an example of the second half, low and high end."""
    weights = [p * cost_fn, (1 - p) * cost_fp]
    return sum_interval(weights, np.array([misses, alarms]), data.of_class(first=False))


def _price(data: Given) -> Part:
    positives, negatives = data.of_class(first=False)
    prices = {"p": data.p, "cost_fn": data.cost_fn, "cost_fp": data.cost_fp}
    rows, costs = [], {}
    for learner in data.learners:
        misses, alarms = map(int, learner.mistakes(data.x))
        costs[learner.name] = cost = cost_at(data, misses, alarms, **prices)
        threshold = learner.threshold(data.x)
        rows += [
            Row(learner.name, "threshold", threshold if np.isfinite(threshold) else None),
            Row(learner.name, "recall", 1 - misses / positives, *share_interval(positives - misses, positives)),
            Row(learner.name, "false positive rate", alarms / negatives, *share_interval(alarms, negatives)),
            Row(learner.name, "precision", *_precision(data, positives - misses, alarms)),
            Row(learner.name, "cost of an example", *cost),
        ]
    without = min(data.p * data.cost_fn, (1 - data.p) * data.cost_fp)
    rows.append(Row("no learner", "cost of an example", without))
    cheapest = min(costs, key=lambda name: costs[name])
    words = [
        f"A miss costs {data.cost_fn:g}, a false alarm {data.cost_fp:g}, and a share of {said(data.p)} is positive. "
        f"Each threshold is the cheapest on one half of the examples and is judged on the other half, "
        f"{positives} positives and {negatives} negatives.",
        f"{cheapest} is the cheapest here: {said(*costs[cheapest])} an example. To call all examples the same, "
        f"whichever is cheaper, costs {said(without)}.",
        f"Share and prices act together, through P(+)cost, which is {said(data.x)} here: move them in the picture. It "
        "shows costs as a share of what it would cost to call every example wrongly.",
    ]
    for name, (_, _, high) in costs.items():
        if high >= without:
            words.append(f"{name}: it is not shown to be cheaper than no learner at all.")
    words += [
        f"{learner.name}: the cheapest threshold calls nobody positive."
        for learner in data.learners
        if not np.isfinite(learner.threshold(data.x))
    ]
    return Part("Which threshold, and which learner, is cheapest?", "05", words, rows)


def _precision(data: Given, tp: int, fp: int) -> tuple[float | None, float | None, float | None]:
    """Of what is called positive the share that is; at another share of positives, from the two rates."""
    if tp + fp == 0:
        return None, None, None
    if data.prior is None:
        return tp / (tp + fp), *share_interval(tp, tp + fp)
    positives, negatives = data.of_class(first=False)
    recall, alarms = (share_interval(*pair, confidence=0.975) for pair in [(tp, positives), (fp, negatives)])
    pairs = [(tp / positives, fp / negatives), (recall[0], alarms[1]), (recall[1], alarms[0])]
    value, low, high = (data.p * tpr / (data.p * tpr + (1 - data.p) * fpr) for tpr, fpr in pairs)
    return value, low, high


def _luck(data: Given) -> list[Part]:
    pairs = list(combinations(range(len(data.learners)), 2))
    if not pairs:
        return []
    by_auc, by_calls = ([test(data, *pair) for pair in pairs] for test in (_aucs_compared, _calls_compared))
    rows, words = [], []
    for tests, measure in [(by_auc, "difference of AUC"), (by_calls, "difference of cost")]:
        adjusted = holm([p_value for _, p_value in tests])
        for (i, j), (difference, _), p_value in zip(pairs, tests, adjusted, strict=True):
            first, second = data.learners[i].name, data.learners[j].name
            name = "DeLong" if tests is by_auc else "McNemar"
            rows += [
                Row(f"{first} − {second}", measure, *difference),
                Row(f"{first} − {second}", f"p-value by {name}, after Holm", float(p_value)),
            ]
            if tests is by_auc and p_value < 0.05:
                better, worse = (first, second) if difference[0] > 0 else (second, first)
                words.append(f"{better} ranks better than {worse}, by more than luck.")
            elif tests is by_auc:
                words.append(f"{first} and {second}: it is not shown that one ranks better, nor that they are equal.")
    if (several := len(pairs)) > 1:
        words.append(f"The p-values of {several} pairs are Holm's: those below 0.05 hold together.")
    words.append("McNemar's test counts the examples of the second half that one of two learners calls wrongly.")
    return [Part("Is one better than the other, or was it luck?", "07", words, rows)]


Compared = tuple[tuple[float, float, float], float]  # a difference with its ends, and the p-value of "there is none"


def _aucs_compared(data: Given, i: int, j: int) -> Compared:
    """The difference of two AUCs on the same examples, by DeLong's covariances; Student's t, as its interval."""
    first, second, spread = data.learners[i].auc, data.learners[j].auc, data.covariance
    size = np.sqrt(spread[i, i] * spread[j, j])
    correlation = float(np.clip(spread[i, j] / size, -1, 1)) if size else 0.0
    difference = first[0] - second[0]
    error = np.sqrt(max(spread[i, i] + spread[j, j] - 2 * spread[i, j], 0))
    smaller = int(min(data.y.sum(), (~data.y).sum()))
    if error > 1e-12:
        p_value = float(2 * t.sf(abs(difference) / error, smaller - 1))
    else:  # the same ranking; or a perfect one beside a constant one, told apart by pairs that share no example
        p_value = mcnemar(int(difference != 0) * smaller, 0, exact=True).p_value
    return (difference, *interval_of_difference(first, second, correlation=correlation)), p_value


def _calls_compared(data: Given, i: int, j: int) -> Compared:
    """The difference of two costs on the second half, and McNemar's test of who errs there."""
    y, x = data.y[~data.first], data.x
    wrong = [
        (data.scores[one.name][~data.first] >= one.threshold(x)) != y for one in (data.learners[i], data.learners[j])
    ]
    alone = [wrong[0] & ~wrong[1], wrong[1] & ~wrong[0]]
    counts = [int(np.sum(one & label)) for label in (y, ~y) for one in alone]
    prices = data.p * data.cost_fn, (1 - data.p) * data.cost_fp
    positives, negatives = data.of_class(first=False)
    weights = [prices[0], -prices[0], prices[1], -prices[1]]
    difference = sum_interval(weights, counts, [positives, positives, negatives, negatives])
    return difference, mcnemar(*map(int, map(np.sum, alone)), exact=True).p_value


def _limits(data: Given) -> Part:
    words = [
        "An interval holds the truth in about 95 of 100 data sets drawn like this one; of many intervals, some miss.",
        "Not significant is not equal: look at the interval, and at which difference matters to you.",
        "All this is about these models, as they were trained once, not about the learners that made them.",
        "The report cannot see whether an example was trained on, whether several examples belong to one patient, or "
        "whether this test set has already been used to choose. Each of these makes the numbers look better or surer.",
        "Elsewhere examples may be of another kind. Only another share of positives can be computed from here.",
    ]
    if len(data.learners) > 1:
        words.append(
            "The learner with the best number of several looks better than it is: it was chosen on these data."
        )
    return Part("What may not be concluded?", "03", words, [])
