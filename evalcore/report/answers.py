"""What the chapters would say of the reader's scores: parts in the order of the course, each with rows and words.

Numbers are those of the chapters' modules. A threshold is chosen on one half of the examples and judged on the other,
as chapter 03 asks; otherwise no interval would hold its cost.
"""

from collections.abc import Mapping, Sequence
from decimal import ROUND_FLOOR, Decimal
from itertools import combinations
from typing import NamedTuple

import numpy as np
from scipy.spatial import cKDTree
from scipy.stats import t

from evalcore.comparison import mcnemar
from evalcore.conclusions import holm
from evalcore.costs import CostCurve, cost_curve, positive_cost_probability
from evalcore.counts import ScoreCounts, count_scores
from evalcore.intervals import (
    auc_interval,
    interval_of_difference,
    mean_interval,
    share_interval,
    sum_interval,
)
from evalcore.language import filled, places
from evalcore.language import translated as _
from evalcore.metrics import CalibrationGroups, PrecisionRecallCurve, RocCurve, auc_covariance

FEW = 10  # of a class: so few that every answer is vague
MANY_TIES = 0.05  # of all pairs
FEW_FOR_BRIER = 30  # of a class: so few that the interval of a Brier score misses the truth twice as often as it says
GROUPS = 10  # of examples with neighbouring probabilities
BOTH = 0.975  # the confidence of two intervals that both hold in 95 of 100 data sets
SMALLEST = 1e-300  # p-value, of those that a computer's number cannot tell from 0
RECALLS = (np.arange(100) + 0.5) / 100  # over which a band is averaged
POINTS = 400  # of a curve in a picture, evenly along it


class Threshold(float):
    """A number that is said with all its digits: with fewer it would make other calls."""


class Row(NamedTuple):
    """A number of the report: of which learner (or of the data, ""), and the ends of its interval where it has one."""

    learner: str
    measure: str
    value: float | None
    low: float | None = None
    high: float | None = None


class Part(NamedTuple):
    """A question of the course, the chapter that the answer rests on, the answer in words and in numbers.

    ``more`` are numbers that a picture shows as well, ``picture`` is the name of one that follows. Printed, a part is
    its words and its table.
    """

    question: str
    chapter: str  # such as "04"
    words: list[str]
    rows: list[Row]
    more: Sequence[Row] = ()
    picture: str | None = None

    def __str__(self) -> str:
        """For a terminal; what characters in a name could do there is left out."""
        lines = [_("{question} (chapter {chapter})", question=self.question, chapter=self.chapter)]
        for words in self.words:
            lines += filled(words, first="- ", then="  ").split("\n")
        names = [f"{row.learner} {row.measure}".strip() for row in self.rows]
        wide = max((places(f"{row.learner} {row.measure}") for row in self.rows), default=0)
        lines += [
            f"  {name}{' ' * (wide - places(name))}  {said(*row[2:])}"
            for name, row in zip(names, self.rows, strict=True)
        ]
        return "\n".join("".join(sign if sign.isprintable() else "�" for sign in line) for line in lines)


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
    has the cheapest thresholds of the first half, with the digits that :func:`cut` leaves them. ``judged`` are the
    scores of the second half, lowest first, and how many positives and negatives lie below each of them, and below
    none of them at the end.
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
    first, lot = np.zeros(y.size, dtype=bool), np.random.default_rng(0)
    for label in (y, ~y):
        places = np.flatnonzero(label)
        first[lot.permutation(places)[: places.size // 2]] = True
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
    return data._replace(pairs=pairs, repeated=_repeated(y, rows), first=first)


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
    chosen = chosen._replace(thresholds=cut(chosen.thresholds, counts.scores[::-1]))
    average, variance = counts.average_precision(prior)
    precision = (average, *auc_interval(average, variance, positives=positives, negatives=negatives))
    roc = _thinned(counts)
    return Learner(name, auc, bounds, tied, size, lowest, highest, precision, roc, able, chosen, judged)


def cut(thresholds: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Thresholds with fewer digits that make the same calls on the scores, which rise; infinite ones stay.

    Each keeps three decimals, or as many digits as :func:`said` shows, and more where it would fall to the next lower
    score. Shape (k,), none above its own.

    >>> cut(np.array([0.12367, 0.49978]), np.array([0.0041, 0.12367, 0.49972, 0.49978])).tolist()
    [0.123, 0.49978]
    """
    lower = np.append(-np.inf, scores)[np.searchsorted(scores, thresholds)]
    return np.array([_cut(*pair) for pair in zip(thresholds.tolist(), lower.tolist(), strict=True)])


def _cut(threshold: float, lower: float) -> float:
    if not np.isfinite(threshold):
        return threshold
    own = Decimal(repr(threshold))
    places = 3 if own == 0 or own.adjusted() in range(-3, 3) else 2 - own.adjusted() + (own.adjusted() > 0)
    while (shorter := float(own.quantize(Decimal(1).scaleb(-places), ROUND_FLOOR))) <= lower:
        places += 1
    return shorter


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
        lead = paired_difference(alarms, misses, int(times.sum()))
    groups = counts.calibration_groups(int(np.clip(times.sum() // 10, 1, GROUPS)))
    return Probabilities(brier, lead, groups)


def _thinned(counts: ScoreCounts) -> RocCurve:
    """Points of the ROC curve, few enough for a picture."""
    roc = counts.roc()
    along = np.linspace(0, 2, POINTS + 1)
    kept = np.unique(np.searchsorted(roc.fpr + roc.tpr, along - 1e-12).clip(max=roc.fpr.size - 1))
    return RocCurve(*(values[kept] for values in roc))


def parts(data: Given) -> list[Part]:
    """The whole report: what makes an answer worthless first, what may not be concluded last."""
    return [_worth(data), _ranking(data), _calibration(data), _price(data), _luck(data), _limits(data)]


def said(value: float | None, low: float | None = None, high: float | None = None) -> str:
    """A number, with its interval if it has one: to three decimals, or as many as tell the ends apart.

    A :class:`Threshold` keeps all its digits.

    >>> said(0.7), said(0.00021), said(0.71, 0.655, 0.765), said(0.92123, 0.92115, 0.92131)
    ('0.7', '0.00021', '0.710 (0.655 to 0.765)', '0.92123 (0.92115 to 0.92131)')
    """
    if value is None:
        return "–"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Threshold):
        return repr(value + 0.0).removesuffix(".0")
    if low is not None:
        digits = 3 if high == low else int(np.clip(np.ceil(-np.log10(high - low)) + 1, 3, 12))
        ends = {"value": value, "low": low, "high": high}
        return _("{value} ({low} to {high})", **{name: f"{end:z.{digits}f}" for name, end in ends.items()})
    if 0 < abs(value) < 0.001:
        return f"{value:.3g}" if abs(value) > SMALLEST else f"< {SMALLEST:g}"
    if 0.999 < abs(value) < 1:
        return f"{value:.6g}"
    return f"{value:.4g}" if abs(value) >= 1000 else f"{value:z.3f}".rstrip("0").rstrip(".") or "0"


def _worth(data: Given) -> Part:
    m, positives = data.positives + data.negatives, data.positives
    share = (positives / m, *share_interval(positives, m))
    words = []
    if positives < FEW:
        words.append(_("Only {count} positive examples: with so few every answer below is vague.", count=positives))
    if data.negatives < FEW:
        words.append(
            _("Only {count} negative examples: with so few every answer below is vague.", count=data.negatives)
        )
    words += [sentence for learner in data.learners for sentence in _doubts(learner)]
    if (repeated := data.repeated or 0) > m / 10:  # fewer change little
        words.append(
            _(
                "{count} examples have the label and all scores of another one: if an example stands there twice, "
                "intervals are narrower than they should be.",
                count=repeated,
            )
        )
    if data.prior is None:
        words.append(
            _(
                "The share of positives where the learners are used was not given: costs below take that of the data, "
                "{share}.",
                share=said(share[0]),
            )
        )
    elif data.is_elsewhere:
        words.append(
            _(
                "The data have a share of {here} positives, the learners are used at {there}. Costs "
                "are carried over, if within each class the scores are spread there as here; probabilities are not.",
                here=said(*share),
                there=said(data.prior),
            )
        )
    words += [_("Left out: column {column}.", column=column) for column in data.left_out]
    rows = [
        Row("", _("examples"), m),
        Row("", _("positives"), positives),
        Row("", _("share of positives"), *share),
    ]
    return Part(_("What was given, and what makes an answer worthless?"), "03", words, rows)


def _doubts(learner: Learner) -> list[str]:
    """What makes the numbers of one learner worthless, or hard to believe."""
    auc, low, high = learner.auc
    if learner.distinct == 1:
        return [_("{name}: {said}", name=learner.name, said=_("one score for all examples ranks nothing."))]
    found = []
    if high < 0.5:
        found.append(
            _(
                "the ranking is worse than guessing. Are the labels the wrong way round, or do small scores mean "
                "positive?"
            )
        )
    elif low <= 0.5:
        found.append(_("the data do not show that the ranking is better than guessing."))
    if auc == 1:
        found.append(_("the ranking is perfect. Does a score know its label, or was it trained on these examples?"))
    if learner.tied > MANY_TIES:
        found.append(
            _(
                "in {share:.0%} of the pairs of a positive and a negative the scores tie, and count half.",
                share=learner.tied,
            )
        )
    if not learner.probabilities:
        ends = {"lowest": learner.lowest, "highest": learner.highest}
        hint = _("scores from {lowest:g} to {highest:g} are no probabilities; they are ranked only.", **ends)
        if learner.lowest >= 0 and 1.01 < learner.highest <= 100:
            hint += _(" If they are percentages, divide them by 100.")
        found.append(hint)
    return [_("{name}: {said}", name=learner.name, said=words) for words in found]


def _repeated(y: np.ndarray, rows: np.ndarray) -> int:
    """How many examples have the label and all scores of another one; 0 if that looks like chance, not like copies.

    An example that stands there twice has one label: what both classes have, such as rounded scores, is chance.
    Copies stand there equally often, while coarse scores, such as shares of neighbours, make groups of all sizes: more
    than half of the repeated examples must be in groups of the most frequent size, and unless all examples are
    repeated, rounding must not explain it. The lowest and the highest score of a learner are its limits, such as 0 and
    1, which many examples share.
    """
    inside = np.any((rows > rows.min(axis=1, keepdims=True)) & (rows < rows.max(axis=1, keepdims=True)), axis=0)
    y, rows = y[inside], rows[:, inside]
    if y.size == 0:
        return 0
    order = np.lexsort([y, *rows])
    other_scores = np.zeros(order.size - 1, dtype=bool)
    for row in rows:
        other_scores |= np.diff(row[order]) != 0
    other_label = np.diff(y[order])
    in_both_classes = np.sum(~other_scores & other_label)
    sizes = np.diff(np.flatnonzero(np.concatenate([[True], other_scores | other_label, [True]])))
    all_repeated, sizes = sizes.min() > 1, sizes[sizes > 1]
    repeated = int(np.sum(sizes - 1))
    usual = np.argmax(np.bincount(sizes, minlength=1))
    alike = np.sum(sizes == usual) * (usual - 1)
    like_copies = repeated > 10 * in_both_classes and alike > repeated / 2
    return repeated if like_copies and (all_repeated or not _by_rounding(y, rows)) else 0


def _by_rounding(y: np.ndarray, rows: np.ndarray) -> bool:
    """Whether as many pairs of a label are one step of rounding apart, in one score or more, as are equal in all.

    Where examples lie so close that some are rounded to the same scores, others are to neighbouring ones. Scores of
    more than six decimals count as not rounded: in them neighbours are equal.
    """
    places = np.transpose([3.0 * y, *map(_place, rows)])
    found, times = np.unique(places, axis=0, return_counts=True)
    tree, times = cKDTree(found), times.astype(float)
    near = tree.count_neighbors(tree, 1.5, p=np.inf, weights=(times, times)) - times @ times
    return bool(near >= times @ (times - 1))


def _place(row: np.ndarray) -> np.ndarray:
    """Scores as places, of which those lie 1 apart that are one step of rounding apart."""
    with np.errstate(all="ignore"):  # some scores may be too large to be rounded
        for decimals in range(7):
            if np.array_equal(np.round(row, decimals), row):
                return np.round(row * 10.0**decimals)
    return 3.0 * np.unique(row, return_inverse=True)[1]


def _ranking(data: Given) -> Part:
    best = max(data.learners, key=lambda learner: learner.auc)
    largest = _(" {name} has the largest here, {auc}.") if len(data.learners) > 1 else _(" {name} has {auc}.")
    words = [
        _(
            "The AUC is the probability that a random positive has a higher score than a random negative: 1 is "
            "perfect, 0.5 is guessing."
        )
        + largest.format(name=best.name, auc=said(*best.auc))
    ]
    words += [
        _(
            "{name}: its scores were rounded before they were counted; the AUC before that lies between {low:.6f} "
            "and {high:.6f}.",
            name=one.name,
            low=one.bounds[0],
            high=one.bounds[1],
        )
        for one in data.learners
        if one.bounds
    ]
    words.append(
        _(
            "In the picture each point of a curve lies in its band in at least 95 of 100 data sets; the whole curve "
            "at once does so less often."
        )
    )
    words.append(
        _(
            "The average precision is the mean precision over all recalls at a share of {share} positives, which is "
            "that of guessing.",
            share=said(data.p),
        )
    )
    if data.is_elsewhere:
        words[-1] += _(
            " Its interval is the mean of the band of the precision-recall curve, rather too wide than too narrow: "
            "the data have another share."
        )
    rows = []
    for one in data.learners:
        average, *ends = one.precision
        if data.is_elsewhere:  # the first order knows nothing of false alarms too rare to be seen here
            ends = map(float, bands(data, one, RECALLS)[1].mean(axis=1))
        rows += [Row(one.name, _("AUC"), *one.auc), Row(one.name, _("average precision"), average, *ends)]
    return Part(_("How good is each ranking?"), "04", words, rows, picture="ranking")


def _calibration(data: Given) -> Part:
    rows, more, words = [], [], []
    for learner in data.learners:
        if not learner.probabilities:
            said_of = _("its scores are no probabilities; there is nothing to compare.")
            words.append(_("{name}: {said}", name=learner.name, said=said_of))
            continue
        brier, lead, sums = learner.probabilities
        rows += [
            Row(learner.name, _("Brier score"), *brier),
            Row(learner.name, _("mean probability minus share of positives"), *lead),
        ]
        ends = share_interval(sums.positives, sums.examples)
        shares = np.column_stack([sums.positives / sums.examples, *ends])
        for mean, found in zip(_told_apart(sums.predicted), shares, strict=True):
            measure = _("share of positives at a mean probability of {mean}", mean=mean)
            more.append(Row(learner.name, measure, *map(float, found)))
        off = int(np.sum((sums.predicted < ends[0]) | (sums.predicted > ends[1])))
        if lead[1] > 0:
            whole = _("its probabilities are too high on the whole")
        elif lead[2] < 0:
            whole = _("its probabilities are too low on the whole")
        else:
            whole = _("its probabilities are not shown to be too high or too low on the whole")
        words.append(
            _(
                "{name}: {whole}; in {off} of {count} groups the mean probability lies outside the interval of the "
                "share of positives.",
                name=learner.name,
                whole=whole,
                off=off,
                count=len(shares),
            )
        )
    graded = any(one.probabilities and not one.calls_only for one in data.learners)
    if graded and min(data.positives, data.negatives) < FEW_FOR_BRIER:
        words.append(
            _(
                "With fewer than {few} examples of a class the interval of a Brier score misses the truth in about "
                "10 of 100 data sets, not in 5.",
                few=FEW_FOR_BRIER,
            )
        )
    return Part(_("Are the scores right as probabilities?"), "04", words, rows, more, picture="calibration")


def _told_apart(values: np.ndarray) -> list[str]:
    """The values with three significant digits, or as many as tell them apart."""
    for digits in range(3, 18):
        words = [f"{value:#.{digits}g}" for value in values]
        if len(set(words)) == len(words):
            break
    return words


def cost_at(data: Given, misses: np.ndarray | int, alarms: np.ndarray | int, p: float, cost_fn: float, cost_fp: float):
    """Expected cost of an example of the second half, low and high end."""
    weights = [p * cost_fn, (1 - p) * cost_fp]
    return sum_interval(weights, np.array([misses, alarms]), data.second)


def _price(data: Given) -> Part:
    positives, negatives = data.second
    prices = {"p": data.p, "cost_fn": data.cost_fn, "cost_fp": data.cost_fp}
    rows, costs = [], {}
    for learner in data.learners:
        misses, alarms = map(int, learner.mistakes(data.x))
        costs[learner.name] = cost = cost_at(data, misses, alarms, **prices)
        threshold = learner.threshold(data.x)
        rows += [
            Row(learner.name, _("threshold"), Threshold(threshold) if np.isfinite(threshold) else None),
            Row(learner.name, _("recall"), 1 - misses / positives, *share_interval(positives - misses, positives)),
            Row(learner.name, _("false positive rate"), alarms / negatives, *share_interval(alarms, negatives)),
            Row(learner.name, _("precision"), *_precision(data, positives - misses, alarms)),
            Row(learner.name, _("cost of an example"), *cost),
        ]
    without = min(data.p * data.cost_fn, (1 - data.p) * data.cost_fp)
    rows.append(Row(_("no learner"), _("cost of an example"), without))
    words = [
        _(
            "A miss costs {cost_fn:g}, a false alarm {cost_fp:g}, and a share of {share} is positive. Each threshold "
            "is the cheapest on one half of the examples and is judged on the other half, {positives} positives and "
            "{negatives} negatives.",
            cost_fn=data.cost_fn, cost_fp=data.cost_fp, share=said(data.p), positives=positives, negatives=negatives,
        ),
        _cheapest(costs, without),
        _(
            "Share and prices act together, through P(+)cost, which is {x} here: move them in the picture. It shows "
            "costs as a share of what it would cost to call every example wrongly.",
            x=said(data.x),
        ),
    ]  # fmt: skip
    doubt = _("it is not shown to be cheaper than no learner at all.")
    words += [_("{name}: {said}", name=name, said=doubt) for name, cost in costs.items() if cost[2] >= without]
    nobody = _("the cheapest threshold calls nobody positive.")
    words += [
        _("{name}: {said}", name=learner.name, said=nobody)
        for learner in data.learners
        if not np.isfinite(learner.threshold(data.x))
    ]
    return Part(_("Which threshold, and which learner, is cheapest?"), "05", words, rows, picture="costs")


def _cheapest(costs: Mapping[str, Estimate], without: float) -> str:
    """What the cheapest learner costs, beside calling all examples the same."""
    name = min(costs, key=lambda name: costs[name])
    of = {"name": name, "cost": said(*costs[name]), "without": said(without)}
    if costs[name][0] >= without:
        return _(
            "No learner is cheaper here than to call all examples the same, which costs {without} an example: {name} "
            "costs {cost}.",
            **of,
        )
    if len(costs) == 1:
        return _(
            "{name} costs {cost} an example here. To call all examples the same, whichever is cheaper, costs "
            "{without}.",
            **of,
        )
    return _(
        "{name} is the cheapest here: {cost} an example. To call all examples the same, whichever is cheaper, costs "
        "{without}.",
        **of,
    )


def _precision(data: Given, tp: int, fp: int) -> tuple[float | None, float | None, float | None]:
    """Of what is called positive the share that is, in the second half; at another share, from the two rates."""
    if tp + fp == 0:
        return None, None, None
    if data.prior is None:
        return tp / (tp + fp), *share_interval(tp, tp + fp)
    positives, negatives = data.second
    low, high = _precision_at(data.prior, tp, fp, positives, negatives)
    return tuple(map(float, (_carried(data.prior, tp / positives, fp / negatives), low, high)))


def _precision_at(prior: float, tp: np.ndarray, fp: np.ndarray, positives: int, negatives: int):
    """The ends of the precision at another share of positives: those of the two rates, of which both hold in 95 %."""
    recall, alarms = (share_interval(*pair, confidence=BOTH) for pair in [(tp, positives), (fp, negatives)])
    return _carried(prior, recall[0], alarms[1]), _carried(prior, recall[1], alarms[0])


def _carried(prior: float, tpr: np.ndarray, fpr: np.ndarray):
    """The precision at a share of positives, from the two rates; nan if both are 0."""
    called = np.asarray(prior * tpr + (1 - prior) * fpr)
    return np.divide(prior * tpr, called, out=np.full(called.shape, np.nan), where=called > 0)


def precision_recall(data: Given, learner: Learner) -> PrecisionRecallCurve:
    """The P-R curve at the share of positives where the learner is used; its first point is undefined."""
    roc = learner.roc
    return PrecisionRecallCurve(_carried(data.p, roc.tpr, roc.fpr), roc.tpr, roc.thresholds)


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
        precision = _precision_at(data.prior, tp, fp, data.positives, data.negatives)
    return _union_of_boxes(at, fpr, recall), _union_of_boxes(at, recall, precision)


def _union_of_boxes(at: np.ndarray, x: tuple, y: tuple) -> np.ndarray:
    """The lowest and the highest point of a row of boxes at each place, shape (2, places).

    ``x`` and ``y`` are low and high ends, those of ``x`` from left to right. Where two boxes leave a gap, and beyond
    the last one, the band is as high as both neighbours, or the last, together.
    """
    first = np.searchsorted(x[1], at)  # the first box that ends at the place or behind it
    last = np.searchsorted(x[0], at, side="right") - 1  # the last one that begins at it or before it
    ends = [np.clip(one(first, last), 0, len(x[0]) - 1)[:, None] for one in (np.minimum, np.maximum)]
    there = (np.arange(len(x[0])) >= ends[0]) & (np.arange(len(x[0])) <= ends[1])
    return np.array([np.where(there, y[0], np.inf).min(axis=1), np.where(there, y[1], -np.inf).max(axis=1)])


def _luck(data: Given) -> Part:
    pairs = list(combinations(range(len(data.learners)), 2))
    question = _("Is one better than the other, or was it luck?")
    if not pairs:
        return Part(question, "07", [_("There is one learner: nothing is compared.")], [])
    if data.pairs is None:
        words = _("Tables of each learner alone do not say which scores belong to one example: nothing is compared.")
        return Part(question, "07", [words], [])
    by_auc, by_calls = ([test(data, *pair) for pair in pairs] for test in (_aucs_compared, _calls_compared))
    rows, words = [], []
    for tests, measure in [(by_auc, _("difference of AUC")), (by_calls, _("difference of cost"))]:
        differences, p_values = zip(*tests, strict=True)
        for (i, j), difference, p_value in zip(pairs, differences, holm(p_values), strict=True):
            first, second = data.learners[i].name, data.learners[j].name
            by_name = _("p-value by {name}, after Holm", name="DeLong" if tests is by_auc else "McNemar")
            rows.append(Row(f"{first} − {second}", measure, *difference))
            if tests is by_calls:
                rows.append(Row(f"{first} − {second}", _("difference of mistakes"), data.pairs[i, j].mistakes))
            rows.append(Row(f"{first} − {second}", by_name, max(float(p_value), SMALLEST)))
            if tests is by_auc:
                words += _verdict(first, second, difference, p_value, data.margin)
    if (several := len(pairs)) > 1:
        words.append(_("The p-values of {count} pairs are Holm's: those below 0.05 hold together.", count=several))
    words.append(
        _(
            "McNemar's test counts the examples of the second half that one of two learners calls wrongly: it knows no "
            "prices and no share."
        )
    )
    return Part(question, "07", words, rows)


def _verdict(first: str, second: str, difference: Estimate, p_value: float, margin: float | None) -> list[str]:
    """Whether luck explains the difference of two AUCs, and whether it is as large as matters to the reader.

    That it is more than luck, or that it matters, needs both, Holm's p-value below 0.05 and an interval beyond 0, or
    beyond the margin.
    """
    value, low, high = difference
    better, worse = (first, second) if value > 0 else (second, first)
    of = {"first": first, "second": second, "better": better, "worse": worse, "margin": margin}
    if p_value < 0.05 and not low <= 0 <= high:
        words = [_("{better} ranks better than {worse}, by more than luck.", **of)]
    elif p_value < 0.05:
        words = [
            _(
                "{first} and {second}: on the border. The test finds more than luck, while the interval, which is more "
                "careful, holds 0: it is not shown that one ranks better.",
                **of,
            )
        ]
    else:
        words = [_("{first} and {second}: it is not shown that one ranks better, nor that they are equal.", **of)]
    if margin is None:
        return words
    if -margin <= low and high <= margin:
        return [_("{first} and {second} rank equally well for you: their difference lies within ±{margin:g}.", **of)]
    if p_value < 0.05 and (low > margin or high < -margin):
        return [_("{better} ranks better than {worse}, by more than {margin:g}: it matters to you.", **of)]
    return [*words, _("{first} and {second}: whether their difference is larger than {margin:g} stays open.", **of)]


Compared = tuple[Estimate, float]  # a difference with its ends, and the p-value of "there is none"


def _aucs_compared(data: Given, i: int, j: int) -> Compared:
    """The difference of two AUCs on the same examples, by DeLong's covariances; Student's t, as its interval.

    The interval is at least as wide as that of the test, so that 0 lies inside wherever the p-value is 0.05 or more.
    """
    first, second = data.learners[i].auc, data.learners[j].auc
    (own, shared), (_shared, other) = data.pairs[i, j].covariance
    size = np.sqrt(own * other)
    correlation = float(np.clip(shared / size, -1, 1)) if size else 0.0
    difference = first[0] - second[0]
    error = np.sqrt(max(own + other - 2 * shared, 0))
    smaller = min(data.positives, data.negatives)
    low, high = interval_of_difference(first, second, correlation=correlation)
    if error > 1e-12:
        p_value = float(2 * t.sf(abs(difference) / error, smaller - 1))
        half = float(t.isf(0.025, smaller - 1) * error)
        low, high = max(min(low, difference - half), -1), min(max(high, difference + half), 1)
    else:  # the same ranking; or a perfect one beside a constant one, told apart by pairs that share no example
        p_value = mcnemar(int(difference != 0) * smaller, 0, exact=True).p_value
    return (difference, low, high), p_value


def _calls_compared(data: Given, i: int, j: int) -> Compared:
    """The difference of two costs on the second half, and McNemar's test of who errs there.

    Positives and negatives are apart: the distances to the ends of both their differences are added as squares.
    """
    missed, missed_by_other, alarms, alarms_by_other = data.pairs[i, j].alone
    prices = np.array([data.p * data.cost_fn, (1 - data.p) * data.cost_fp])
    positives, negatives = data.second
    value, low, high = np.transpose(
        [paired_difference(missed, missed_by_other, positives), paired_difference(alarms, alarms_by_other, negatives)]
    )
    below, above = (np.linalg.norm(prices * side) for side in (value - low, high - value))
    difference = float(prices @ value)
    p_value = mcnemar(missed + alarms, missed_by_other + alarms_by_other, exact=True).p_value
    return (difference, float(difference - below), float(difference + above)), p_value


def paired_difference(first: int, second: int, m: int) -> Estimate:
    """The difference p1 - p2 of the shares of two kinds of m examples, first and second; low and high end, in [-1, 1].

    No example is of both kinds, such as those that only one of two learners calls wrongly: shares of one multinomial,
    whose correlation is -(p1 p2 / ((1 - p1) (1 - p2)))^(1/2), and -1 if there is no third kind.
    Zou and Donner (2008), Statistics in Medicine 27, 1693-1702.

    >>> [round(number, 3) for number in paired_difference(8, 3, 40)]
    [0.125, -0.056, 0.3]
    """
    correlation = -1 if first + second == m else -((first * second / ((m - first) * (m - second))) ** 0.5)
    shares = [(count / m, *share_interval(count, m)) for count in (first, second)]
    return (first - second) / m, *interval_of_difference(*shares, correlation=correlation)


def _limits(data: Given) -> Part:
    words = [
        _(
            "An interval holds the truth in about 95 of 100 data sets drawn like this one; of many intervals, some "
            "miss."
        ),
        _("Not significant is not equal: look at the interval, and at which difference matters to you."),
        _("All this is about these models, as they were trained once, not about the learners that made them."),
        _(
            "The report cannot see whether an example was trained on, whether several examples belong to one patient, "
            "or whether this test set has already been used to choose. Each of these makes the numbers look better or "
            "surer."
        ),
        _("Elsewhere examples may be of another kind. Only another share of positives can be computed from here."),
    ]
    if len(data.learners) > 1:
        words.append(
            _("The learner with the best number of several looks better than it is: it was chosen on these data.")
        )
    return Part(_("What may not be concluded?"), "03", words, [])
