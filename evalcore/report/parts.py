"""The answers of the report, in the order of the course, each in words and in numbers."""

from collections.abc import Callable, Mapping

import numpy as np
from scipy.special import logit
from scipy.stats import binom, norm, t

from evalcore.calibration import shifted_probability
from evalcore.comparison import PairedDifference
from evalcore.conclusions import holm, holm_confidence
from evalcore.intervals import (
    clopper_pearson,
    expected_cost,
    f1_interval,
    net_benefit,
    precision_at_prior,
    precision_interval,
    recall_at_least,
    share_interval,
)
from evalcore.language import translated as _
from evalcore.report.doubts import worth
from evalcore.report.learners import (
    Estimate,
    Given,
    Learner,
    Pair,
    Probabilities,
    bands,
    boxes,
    partition_error,
    precision_of,
)
from evalcore.report.provenance import Provenance
from evalcore.report.words import SMALLEST, Averaged, Part, Row, Threshold, joined, said, sentences, told_apart

FEW_FOR_BRIER = 30  # of a class: so few that the interval of a Brier score misses the truth twice as often as it says
FEW_FOR_AVERAGE_PRECISION = 20  # positives: with fewer its interval holds less often than it says
RECALLS = (np.arange(100) + 0.5) / 100  # over which a band is averaged
ALMOST_RIGHT = 0.8, 1.25  # a calibration slope, and predicted over observed positives, that count as right
FEW_PAIRS = 3  # of models: so few that each has a sentence of its own
SAME = 1e-12  # costs that differ by less are equal
NOISE = 2  # standard errors: costs that differ by less may do so because of the random partitions


def answers(data: Given, provenance: Provenance) -> list[Part]:
    """The whole report: what makes an answer worthless first, what may not be concluded last."""
    points = [_operating_points(data)] if data.asked[4:7] != (None, None, None) else []
    points = [*_decisions(data), *points]
    answered = [_ranking(data), _calibration(data), _price(data), _comparison(data), *points, _limits(data)]
    return [worth(data, provenance), *answered]


def _decisions(data: Given) -> list[Part]:
    """Return the rates of models whose scores are decisions, as they were given."""
    decided = [learner for learner in data.learners if learner.calls_only and learner.distinct > 1]
    rows = [row for learner in decided for row in _at_threshold(data, learner, 1)]
    words = [
        _("{name}: the scores are already decisions, and the table evaluates these decisions as they are.",
          name=learner.name)
        for learner in decided
    ]  # fmt: skip
    return [Part(_("How good are the decisions?"), "04", words, rows)] if decided else []


def _ranking(data: Given) -> Part:
    best = max(data.learners, key=lambda learner: learner.auc)
    largest = _(" {name} has the largest AUC, {auc}.") if len(data.learners) > 1 else _(" {name} has an AUC of {auc}.")
    words = [
        _(
            "The AUC is the probability that a random positive has a higher score than a random negative: 1 is "
            "perfect, and 0.5 is no better than guessing."
        )
        + largest.format(name=best.name, auc=said(*best.auc))
    ]
    words += [
        _(
            "{name}: the scores were rounded before they were counted; the AUC of the unrounded "
            "scores lies between {low:.6f} and {high:.6f}.",
            name=learner.name,
            low=learner.bounds[0],
            high=learner.bounds[1],
        )
        for learner in data.learners
        if learner.bounds
    ]
    words.append(
        _(
            "At each point of the curve, the band in the figure contains the true value in at least 95 of 100 data "
            "sets; it contains the whole true curve less often."
        )
    )
    words.append(
        _(
            "The average precision is the precision averaged over all recall values, here for a share of positives of "
            "{share}; this share is also the average precision of a random ranking.",
            share=said(data.p),
        )
    )
    if data.is_elsewhere:
        words[-1] += _(
            " The interval of the average precision is obtained by averaging the band of the precision-recall curve "
            "in the same way. This interval is conservative, because the share of positives in the data is not the "
            "one assumed here."
        )
    if not data.is_elsewhere and data.positives < FEW_FOR_AVERAGE_PRECISION:
        words.append(
            _(
                "With about 10 positives, the interval of the average precision contained the true value "
                "in only 90 to 92 of 100 simulated data sets, not in 95."
            )
        )
    if not data.is_elsewhere and data.groups:
        words.append(
            _(
                "With groups of examples, the interval of the average precision contained the true value "
                "in only 90 to 93 of 100 simulated data sets, not in 95."
            )
        )
    rows = []
    for learner in data.learners:
        average, *ends = learner.precision
        if data.is_elsewhere:  # the first order knows nothing of false alarms too rare to be seen here
            ends = map(float, bands(data, learner, RECALLS)[1].mean(axis=1))
        rows += [Row(learner.name, _("AUC"), *learner.auc), Row(learner.name, _("average precision"), average, *ends)]
    return Part(_("How good is each ranking?"), "04", words, rows, picture="ranking")


def _calibration(data: Given) -> Part:
    rows, more, words = [], [], []
    for learner in data.learners:
        if not learner.probabilities:
            words.append(_("{name}: {said}", name=learner.name, said=calibration_verdict(data, learner)))
            continue
        brier, lead, groups, line = learner.probabilities
        rows += [
            Row(learner.name, _("Brier score"), *brier),
            Row(learner.name, _("mean probability minus share of positives"), *lead),
        ]
        if np.isfinite(line.slope[0]):
            rows.append(Row(learner.name, _("calibration slope"), *line.slope))
        if np.isfinite(line.intercept[0]):
            rows.append(Row(learner.name, _("calibration intercept"), *line.intercept))
        ends = _ends_of_groups(learner)
        shares = np.column_stack([groups.positives / groups.examples, *ends])
        for mean, share in zip(told_apart(groups.predicted), shares, strict=True):
            measure = _("share of positives at a mean probability of {mean}", mean=mean)
            more.append(Row(learner.name, measure, *map(float, share)))
        verdict = _("{verdict} Bins outside their intervals: {off} of {count}.",
                    verdict=calibration_verdict(data, learner), off=_outside(learner), count=len(shares))  # fmt: skip
        words.append(_("{name}: {said}", name=learner.name, said=verdict))
    words += [*_chance_outside(data), *_correction(data)]
    graded = any(learner.probabilities for learner in data.learners)
    if graded:
        share = data.share[0]
        words.append(
            _(
                "The Brier score is the mean squared difference between a probability and the label (1 for "
                "positive, 0 for negative): 0 is perfect, and {value} is the score obtained if every example is "
                "given the share of positives as its probability. For right probabilities, the calibration slope is "
                "1 and the intercept is 0. If the slope is below 1, the probabilities are too close to 0 and 1; if "
                "the intercept is below 0, they are too high on the whole.",
                value=said(share * (1 - share)),
            )
        )
    if graded and min(data.positives, data.negatives) < FEW_FOR_BRIER:
        words.append(
            _(
                "With fewer than {few} examples of a class, the interval of a Brier score misses the true value in "
                "about 10 of 100 data sets, not in 5.",
                few=FEW_FOR_BRIER,
            )
        )
    return Part(_("Are the scores right as probabilities?"), "04", words, rows, more, picture="calibration")


def _chance_outside(data: Given) -> list[str]:
    """Return what it means that bins lie outside, and how many do so by chance."""
    models = [model.probabilities for model in data.learners if model.probabilities]
    counts = sorted({probabilities.groups.examples.size for probabilities in models})
    if not counts:
        return []
    words = [
        _(
            "A bin contains examples with similar probabilities. It is outside its interval if its mean probability is "
            "not in the 95 % interval of its share of positives."
        )
    ]
    usual = [
        _("{most} or more of {count}", most=int(binom.isf(0.05, count, 0.05)) + 1, count=count) for count in counts
    ]
    words.append(
        _(
            "If the probabilities were right, fewer than 5 of 100 data sets would have this many bins outside their "
            "intervals: {usual}.",
            usual=_(", or ").join(usual),
        )
    )
    return [sentences(words)]


def _correction(data: Given) -> list[str]:
    """Return how to save probabilities corrected for another share of positives, where that is of use."""
    models = [model.probabilities for model in data.learners if model.probabilities]
    models = [model for model in models if np.isfinite(model.line.intercept[0])]
    if not models or data.pairs is None:
        return []
    if data.is_elsewhere:
        return [
            _(
                "The probabilities were checked at the share of positives in these data, {here}. To save "
                "probabilities corrected for a share of {there} and for the calibration intercept, which is "
                "estimated on these data, add the option --corrected FILE (in Python, call .corrected()). The "
                "calibration slope is not corrected.",
                here=said(data.share[0]), there=said(data.prior),
            )
        ]  # fmt: skip
    if data.prior is None and any(not low <= 0 <= high for _value, low, high in (model.lead for model in models)):
        return [
            _(
                "To save probabilities corrected for the calibration intercept and for the share of positives where "
                "they are used, give that share with --prior and add --corrected FILE (in Python, call .corrected())."
            )
        ]
    return []


def _ends_of_groups(learner: Learner) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends of the interval of the share of positives of each group."""
    groups = learner.probabilities.groups
    return share_interval(groups.positives, groups.examples, effect=learner.effects.share)


def _outside(learner: Learner) -> int:
    """Return how many groups have a mean probability outside the interval of their share of positives."""
    low, high = _ends_of_groups(learner)
    predicted = learner.probabilities.groups.predicted
    return int(np.sum((predicted < low) | (predicted > high)))


def calibration_verdict(data: Given, learner: Learner) -> str:
    """Return in words whether the scores are right as probabilities."""
    if learner.calls_only:
        return _("its scores are all 0 or 1, so they are decisions, not probabilities.")
    if not learner.probabilities:
        return _("its scores are not probabilities, so they are not checked.")
    return _calibrated(data, learner.probabilities, _outside(learner))


def _calibrated(data: Given, probabilities: Probabilities, outside: int) -> str:
    """Return yes, no or cannot tell, from simultaneous tests of the mean, of the slope, and of the bins."""
    _brier, lead, groups, line = probabilities
    tests = {_p_value(lead, 0): _("too high on the whole") if lead[0] > 0 else _("too low on the whole")}
    if np.isfinite(line.slope[0]):
        p_value = _p_value(line.slope, 1)
        tests[p_value] = (
            _("too extreme (too close to 0 and 1)")
            if line.slope[0] < 1
            else _("not extreme enough (too close to the mean)")
        )
    tests[float(binom.sf(outside - 1, groups.examples.size, 0.05))] = _("outside the intervals in too many bins")
    if reasons := [reason for p_value, reason in sorted(tests.items()) if p_value * 3 < 0.05]:
        return _("no, because the probabilities are {reasons}.", reasons=joined(reasons, clauses=True))
    ratios = [1 + end / (data.positives / (data.positives + data.negatives)) for end in lead[1:]]
    right_slope = np.isfinite(line.slope[0]) and ALMOST_RIGHT[0] <= line.slope[1] and line.slope[2] <= ALMOST_RIGHT[1]
    if right_slope and ALMOST_RIGHT[0] <= ratios[0] and ratios[1] <= ALMOST_RIGHT[1]:
        return _("yes. There is no evidence against these probabilities, and a gross error would have been detected.")
    return _(
        "the data do not settle this. There is no evidence against these probabilities, but there are too few data to "
        "rule out a gross error."
    )


def _p_value(estimate: Estimate, expected: float) -> float:
    """Return the two-sided p-value of a normal estimate from its 95 % interval."""
    value, low, high = estimate
    half = (value - low) if value > expected else (high - value)
    return float(2 * norm.sf(abs(value - expected) / half * norm.isf(0.025))) if half > 0 else float(value == expected)


def _price(data: Given) -> Part:
    rows, costs = [], costs_of(data)
    for learner in data.learners:
        threshold = learner.threshold(data.x)
        own = Threshold(learner.own(threshold)) if np.isfinite(threshold) else None
        _tp, fn, fp, _tn = learner.counts.outcomes(threshold)
        rows += [
            *([] if learner.calls_only else [Row(learner.name, _threshold_name(learner), own)]),
            *rates(data, learner, fn, fp),
            Row(learner.name, _("expected cost per example"), *costs[learner.name]),
            Row(learner.name, _("net benefit"), *_cross_fitted_benefit(data, learner)),
        ]
    alike = treating_alike(data)
    rows.append(Row(_("treating all examples alike"), _("expected cost per example"), alike))
    words = [
        _(
            "A false negative (a missed positive) costs {cost_fn:g}, a false positive (a false "
            "alarm) costs {cost_fp:g}, and the share of positives is {share}.",
            share=said(data.p), **data.prices,
        ),
        _cheapest(data, costs, alike),
        *_thresholds_chosen(data, costs),
        _(
            "Only the product of two numbers matters: the odds of a positive, and the cost of a false negative divided "
            "by that of a false positive. The figure shows this product as P(+)cost = product / (1 + product), here "
            "{x}, and the costs as fractions of the cost of getting every example wrong.",
            x=said(data.x),
        ),
        _(
            "The net benefit is the number of true positives per example, minus the weighted number of false positives "
            "per example; the weight is the cost of a false positive divided by that of a false negative. If no "
            "example is predicted positive, the net benefit is 0."
        ),
    ]  # fmt: skip
    for doubted, doubt in [
        ([model for model in data.learners if costs[model.name][2] >= alike],
         _("the data do not show a lower cost than that of treating all examples alike.")),
        ([model for model in data.learners if not np.isfinite(model.threshold(data.x))],
         _("no example is predicted positive at the cheapest threshold.")),
    ]:  # fmt: skip
        if doubted:
            words.append(_("{name}: {said}", name=joined([model.name for model in doubted]), said=doubt))
    return Part(_("Which threshold and which model have the lowest cost?"), "05", words, rows, picture="costs")


def _thresholds_chosen(data: Given, costs: Mapping[str, Estimate]) -> list[str]:
    """Return how the thresholds were chosen and judged, in words, and for which models there was none to choose."""
    decided = [learner.name for learner in data.learners if learner.calls_only]
    if len(decided) == len(data.learners):
        return [
            _("{names}: the scores are decisions, which are evaluated as they are. No threshold is chosen.",
              names=joined(decided))
        ]  # fmt: skip
    words = []
    if decided:
        words.append(
            _("{names}: the scores are decisions, which are evaluated as they are. What is said about thresholds below "
              "holds for the other models only.", names=joined(decided))
        )  # fmt: skip
    words.append(
        _(
            "The threshold shown is the one with the lowest cost on all examples, and its recall, false positive rate "
            "and precision are also calculated on all examples. The expected cost and the net benefit are calculated "
            "on examples that were not used to choose the threshold: a threshold is chosen on one half of the data and "
            "evaluated on the other half, and vice versa."
        )
    )
    count = len(data.learners[0].fit.curves) // 2
    if count > 1:
        words[-1] += _(" The results are averaged over {count} random partitions.", count=count)
        words[-1] += _partition_noise(costs)
    return [*words, _too_narrow(data)]


def _threshold_name(learner: Learner) -> str:
    return _("threshold") if learner.turned is None else _("threshold (scores up to it are predicted positive)")


def _too_narrow(data: Given) -> str:
    """Return which rates at the cheapest threshold have an interval that holds less often than it says."""
    if data.prior is None and data.groups:
        return _(
            "The threshold was chosen on the same examples, which makes the interval of the precision a little too "
            "narrow: in the least favourable simulations with groups, it contained the true value in about 92 of 100 "
            "data sets, not in 95."
        )
    if data.prior is None:
        return _(
            "The threshold was chosen on the same examples, which makes the intervals of recall and precision a little "
            "too narrow: in the least favourable simulations, they contained the true values in about 92 and 94 of 100 "
            "data sets, respectively, not in 95."
        )
    return _(
        "The threshold was chosen on the same examples, which makes the interval of the recall a little too narrow: in "
        "the least favourable simulations, it contained the true value in about 92 of 100 data sets, not in 95. The "
        "interval of the precision is conservative."
    )


def treating_alike(data: Given) -> float:
    """Return the expected cost per example of the cheaper of predicting everybody and nobody positive."""
    return min(data.p * data.asked.cost_fn, (1 - data.p) * data.asked.cost_fp)


def _cost(data: Given, learner: Learner, fn: float, fp: float) -> Estimate:
    return expected_cost(fn, fp, prior=data.prior, effect=learner.effects.cost, **data.prices, **data.sizes)


def costs_of(data: Given) -> dict[str, Estimate]:
    """Return the expected cost per example of each model at its cheapest threshold, or as it decides, by name."""
    costs = {}
    for learner in data.learners:
        value, *ends = _cost(data, learner, *map(float, learner.fit.errors_at(data.x)))
        costs[learner.name] = (Averaged(value, partition_error(data, learner)), *ends)
    return costs


def cheapest(data: Given) -> list[Learner]:
    """Return the models of least expected cost, the one with the largest AUC and the finest scores first.

    These are several if random partitions, or the rounding of one score, may explain their differences.
    """
    costs = costs_of(data)
    least = min(data.learners, key=lambda learner: costs[learner.name][0])
    place = data.learners.index(least)

    def is_least(number: int, learner: Learner) -> bool:
        pair = (data.pairs or {}).get((min(place, number), max(place, number)))
        noise = max(SAME, NOISE * partition_error(data, learner, least))
        return (pair is not None and pair.same_score) or costs[learner.name][0] - costs[least.name][0] <= noise

    tied = [learner for number, learner in enumerate(data.learners) if learner is least or is_least(number, learner)]
    return sorted(tied, key=lambda learner: (-round(learner.auc[0], 3), -learner.distinct))


def _partition_noise(costs: Mapping[str, Estimate]) -> str:
    """Return how much the expected costs depend on the partitions, in words."""
    error = max(cost[0].error for cost in costs.values())
    if error <= 1e-12 * max(cost[0] for cost in costs.values()):  # rounding
        return ""
    return _(
        " Other random partitions would give slightly different expected costs; the standard error due to the "
        "choice of partitions is {error}.",
        error=f"{error:.1g}",
    )


def _benefit(data: Given, learner: Learner, fn: float, fp: float) -> Estimate:
    return net_benefit(fn, fp, prior=data.prior, effect=learner.effects.cost, **data.prices, **data.sizes)


def _cross_fitted_benefit(data: Given, learner: Learner) -> Estimate:
    value, *ends = _benefit(data, learner, *map(float, learner.fit.errors_at(data.x)))
    return (Averaged(value, partition_error(data, learner) / data.asked.cost_fn), *ends)


def rates(data: Given, learner: Learner, fn: int, fp: int) -> list[Row]:
    """Recall, false positive rate and precision for these numbers of errors."""
    effects, tp = learner.effects, data.positives - fn
    recall = clopper_pearson(tp, data.positives, effect=effects.recall)
    false_positive_rate = clopper_pearson(fp, data.negatives, effect=effects.false_positive_rate)
    return [
        Row(learner.name, _("recall"), tp / data.positives, *recall),
        Row(learner.name, _("false positive rate"), fp / data.negatives, *false_positive_rate),
        Row(learner.name, _("precision"), *_precision(data, tp, fp, effects.cost)),
    ]


def _cheapest(data: Given, costs: Mapping[str, Estimate], alike: float) -> str:
    """Return the cost of the cheapest model, compared with treating all examples alike, in words."""
    names = [learner.name for learner in cheapest(data)]
    least = min(costs[name][0] for name in names)
    of = {"name": names[0], "cost": said(*costs[names[0]]), "alike": said(alike)}
    if least >= alike:
        return _(
            "No model is cheaper here than treating all examples alike. Predicting all examples positive, or all "
            "negative, whichever is cheaper, costs {alike} per example; {name} costs {cost}.",
            **of,
        )
    if len(names) > 1 and max(costs[name][0] for name in names) - least > SAME:
        return _(
            "{names} have the lowest expected costs, {costs} per example. The difference between them is small enough "
            "to be explained by the random partitions or by the rounding of a score. Treating all examples alike (all "
            "positive or all negative, whichever is cheaper) costs {alike}.",
            names=joined(names), costs=_("; ").join(said(*costs[name]) for name in names), alike=said(alike),
        )  # fmt: skip
    if len(names) > 1:
        return _(
            "{names} have the same expected cost, {cost} per example. Treating all examples alike (all positive or all "
            "negative, whichever is cheaper) costs {alike}.",
            names=joined(names), **of,
        )  # fmt: skip
    if len(costs) == 1:
        return _(
            "{name} has an expected cost of {cost} per example. Treating all examples alike (all positive or all "
            "negative, whichever is cheaper) costs {alike}.",
            **of,
        )
    words = _(
        "{name} has the lowest expected cost here: {cost} per example. Treating all examples alike (all positive or "
        "all negative, whichever is cheaper) costs {alike}.",
        **of,
    )
    return words + (_(" The tests below show whether this lead is significant.") if data.pairs else "")


def _precision(data: Given, tp: float, fp: float, effect: float) -> tuple[float | None, float | None, float | None]:
    """Of what is predicted positive the share that is; at another share of positives, from the two rates."""
    if tp + fp == 0:
        return None, None, None
    value = tp / (tp + fp)
    if data.prior is not None:
        value = precision_at_prior(data.prior, tp / data.positives, fp / data.negatives)
    return value, *map(float, precision_of(data, tp, fp, effect))


def _comparison(data: Given) -> Part:
    question = _("Is one model better than another, or could the difference be due to chance?")
    if len(data.learners) == 1:
        return Part(question, "07", [_("There is only one model, so nothing is compared.")], [])
    if data.pairs is None:
        words = _(
            "Separate tables for each model do not show which scores belong to the same example, so "
            "the models are not compared."
        )
        return Part(question, "07", [words], [])
    rows, words, matrices = [], [], {}
    names = {(i, j): (data.learners[i].name, data.learners[j].name) for i, j in data.pairs}
    for i, j in data.pairs:
        first, second = names[i, j]
        if data.pairs[i, j].same_score and not data.pairs[i, j].same_ranking:
            words.append(
                _(
                    "{first} and {second} are the same score, rounded differently: they rank no two examples in "
                    "opposite orders, so there is nothing to test.",
                    first=first, second=second,
                )
            )  # fmt: skip
        if data.pairs[i, j].same_ranking:
            words.append(
                _(
                    "{first} and {second} rank all examples in the same order, so there is nothing to test.",
                    first=first, second=second,
                )
            )  # fmt: skip
    tested = _different_pairs(data)
    for measure, test, verdict in [
        (_("difference in AUC"), "auc_test", _ranks_better),
        (_("difference in expected cost"), "cost_test", _costs_less),
    ]:
        verdicts = []
        for places, difference, p_value in _tested(tested, test):
            name = f"{names[places][0]} − {names[places][1]}"
            rows.append(Row(name, measure, *difference[:3]))
            rows.append(Row(name, _p_value_name(test, len(tested)), max(p_value, SMALLEST)))
            verdicts.append(verdict(*names[places], difference, data.asked.margin))
            matrices.setdefault(measure, {})[names[places]] = difference[:3]
        grouped = len(tested) > FEW_PAIRS and (test == "cost_test" or data.asked.margin is None)
        words += _grouped(names, tested, test) if grouped else verdicts
    if len(tested) > 1:
        words.append(
            _(
                "With {count} comparisons, the p-values are corrected by Holm's method. The width of each interval is "
                "set so that the interval excludes 0 exactly when Holm's test finds a significant difference.",
                count=len(tested),
            )
        )
    if tested:
        words.append(
            _(
                "AUCs are compared by DeLong's test with Student's t instead of the normal distribution; the two "
                "differ noticeably if there are few examples."
            )
            + _how_costs_are_compared(data)
        )
    if len(tested) == 1 and not data.groups:
        words.append(_as_in_r(data, *tested.values()))
    return Part(question, "07", words, rows, matrices=matrices if len(tested) > FEW_PAIRS else {})


def _how_costs_are_compared(data: Given) -> str:
    decided = [learner.calls_only for learner in data.learners]
    if all(decided):
        return _(" Costs are compared example by example, for the decisions as they are.")
    if any(decided):
        return _(
            " Costs are compared example by example: scores at each model's cheapest threshold, decisions as they are."
        )
    return _(" Costs are compared example by example, at each model's cheapest threshold.")


def _as_in_r(data: Given, pair: Pair) -> str:
    """Return DeLong's statistic and the p-value of the normal distribution, which other software reports."""
    z = t.isf(pair.auc_test().p_value / 2, min(data.positives, data.negatives) - 1)
    return _(
        "DeLong's statistic is Z = {z:.5g}; with the normal distribution, as in R's pROC, its p-value would be "
        "{p:.3g}.",
        z=z, p=2 * norm.sf(z),
    )  # fmt: skip


def _grouped(names: Mapping[tuple[int, int], tuple[str, str]], tested: Mapping, test: str) -> list[str]:
    """Return the verdicts on many pairs in few sentences: one per model that leads, and one for all open pairs."""
    leads: dict[str, list[str]] = {}
    open_pairs = []
    for places, (value, low, high, _p), _p_value in _tested(tested, test):
        first, second = names[places]
        if low <= 0 <= high:
            open_pairs.append((first, second))
            continue
        best, other = (first, second) if (value > 0) == (test == "auc_test") else (second, first)
        leads.setdefault(best, []).append(other)
    words = []
    for best, others in leads.items():
        of = {"best": best, "others": joined(others)}
        if test == "auc_test":
            words.append(_("{best} ranks the examples significantly better than {others}.", **of))
        else:
            words.append(_("{best} costs significantly less than {others}.", **of))
    if len(open_pairs) > FEW_PAIRS:
        many = (
            _("For {count} pairs, the data do not settle which model ranks the examples better.")
            if test == "auc_test"
            else _("For {count} pairs, the data do not settle which model costs less.")
        )
        return [*words, many.format(count=len(open_pairs))]
    few = (
        _("The data do not settle whether {first} or {second} ranks the examples better.")
        if test == "auc_test"
        else _("The data do not settle whether {first} or {second} costs less.")
    )
    return words + [few.format(first=first, second=second) for first, second in open_pairs]


def _different_pairs(data: Given) -> dict[tuple[int, int], Pair]:
    """Return the pairs of models that are not one score."""
    return {places: pair for places, pair in (data.pairs or {}).items() if not pair.same_score}


def tested_pairs(data: Given, test: str):
    """Yield each pair that is tested, with its difference and its p-value, as the comparison shows them."""
    return _tested(_different_pairs(data), test)


def _p_value_name(test: str, count: int) -> str:
    if test == "auc_test":
        return (
            _("p-value for the difference in AUC (DeLong), Holm-corrected")
            if count > 1
            else _("p-value for the difference in AUC (DeLong)")
        )
    return (
        _("p-value for the difference in cost, Holm-corrected")
        if count > 1
        else _("p-value for the difference in cost")
    )


def _tested(pairs: Mapping[tuple[int, int], Pair], test: str):
    """Return each pair, its difference with an interval as wide as Holm's step asks, and Holm's p-value."""
    if not pairs:
        return
    tests: list[Callable[..., PairedDifference]] = [getattr(pair, test) for pair in pairs.values()]
    p_values = [paired_test().p_value for paired_test in tests]
    adjusted = zip(pairs, tests, holm_confidence(p_values), holm(p_values), strict=True)
    for places, paired_test, confidence, p_value in adjusted:
        yield places, paired_test(confidence=float(confidence)), float(p_value)


def _ranks_better(first: str, second: str, difference: PairedDifference, margin: float | None) -> str:
    """Return in words whether a difference of AUCs is more than chance, and whether it matters."""
    value, low, high, _p = difference
    better, worse = (first, second) if value > 0 else (second, first)
    of = {"first": first, "second": second, "better": better, "worse": worse, "margin": margin}
    if margin is not None:
        if -margin <= low and high <= margin:
            return _(
                "For your purposes, {first} and {second} rank the examples equally well: their AUCs differ by at "
                "most {margin:g}.",
                **of,
            )
        if low > margin or high < -margin:
            return _(
                "For your purposes, {better} ranks the examples better than {worse}: its AUC is larger by more than "
                "{margin:g}.",
                **of,
            )
    if low <= 0 <= high:
        words = _("The data do not settle whether {first} or {second} ranks the examples better.", **of)
    else:
        words = _("{better} ranks the examples significantly better than {worse}.", **of)
    if margin is not None:
        words += _(" The data do not settle whether their AUCs differ by more than {margin:g}.", **of)
    return words


def _costs_less(first: str, second: str, difference: PairedDifference, margin: float | None) -> str:
    """Return in words what the interval of a difference of costs says."""
    value, low, high, _p = difference
    cheaper, dearer = (first, second) if value < 0 else (second, first)
    if abs(value) <= SAME:
        return _("{first} and {second} have the same expected cost.", first=first, second=second)
    if low <= 0 <= high:
        return _("The data do not settle whether {first} or {second} costs less.", first=first, second=second)
    return _("{cheaper} costs significantly less than {dearer}.", cheaper=cheaper, dearer=dearer)


def _operating_points(data: Given) -> Part:
    """Recall, specificity and the rest where the reader wants to work."""
    rows, words = [], []
    _prior, _fn, _fp, _margin, threshold, specificity, precision = data.asked
    if threshold is not None:
        words.append(
            _(
                "The rates at the threshold {threshold} are calculated on all examples; their intervals are valid if "
                "the threshold was chosen before these data were seen.",
                threshold=thresholds(threshold),
            )
        )
        words += [
            _("{name}: low scores indicate the positive class, so a score at or below the threshold is predicted "
              "positive.", name=learner.name)
            for learner in data.learners
            if learner.turned is not None and data.asked.threshold_of(learner.name) is not None
        ]  # fmt: skip
        if data.prior is not None:
            words.append(
                _(
                    "The counts are for these data. Precision, negative predictive value, F1, cost and net benefit are "
                    "for a share of positives of {share}.",
                    share=said(data.prior),
                )
            )
            words.append(
                _("The threshold applies to the scores as they were given. If they are probabilities, they can be "
                  "right only for the share of positives in the training data: to use a threshold where the share is "
                  "different, correct the probabilities first ({option}).", option="--corrected")
            )  # fmt: skip
        any_corrected = False
        for learner in data.learners:
            own = data.asked.threshold_of(learner.name)
            if own is None:
                continue
            rows += _at_threshold(data, learner, learner.own(own))
            words += _one_sided(learner, own)
            if (same := _before_correction(data, learner, own)) is not None:
                corrected, any_corrected = _("{name}, corrected", name=learner.name), True
                rows += [row._replace(learner=corrected) for row in _at_threshold(data, learner, same)]
        if any_corrected:
            words.append(
                _("For the rows named \"corrected\", the same threshold was applied to the probabilities that {option} "
                  "saves. They are corrected for a share of positives of {share} and for the calibration intercept, "
                  "which is estimated on these data.",
                  option="--corrected", share=said(data.p))
            )  # fmt: skip
    if specificity is not None or precision is not None:
        words.append(
            _("The interval for the recall at a given specificity or precision is wider than it need be: in "
              "simulations, it contained the true value in more than 98 of 100 data sets.")
        )  # fmt: skip
    for learner in data.learners:
        if specificity is not None:
            measure = _("recall at a specificity of {least}", least=said(specificity))
            rows.append(Row(learner.name, measure, *_recall(data, learner, specificity, of_precision=False)))
        if precision is not None:
            measure = _("recall at a precision of {least}", least=said(precision))
            rows.append(Row(learner.name, measure, *_recall(data, learner, precision, of_precision=True)))
    return Part(_("What happens at the operating points that you named?"), "04", words, rows)


def thresholds(threshold: float | Mapping[str, float]) -> str:
    """Return one threshold, or that of each model, in words."""
    if not isinstance(threshold, Mapping):
        return said(Threshold(threshold))
    return joined([f"{name} {said(Threshold(value))}" for name, value in threshold.items()])


def correction(data: Given, learner: Learner) -> float | None:
    """Return what corrects the log odds of a model's probabilities, None where they cannot be corrected.

    It is their calibration intercept, plus the difference of the log odds of the share of positives where the model is
    used and of that in the data.
    """
    if not learner.probabilities or not np.isfinite(intercept := learner.probabilities.line.intercept[0]):
        return None
    return intercept + float(logit(data.p) - logit(data.share[0]))


def _before_correction(data: Given, learner: Learner, threshold: float) -> float | None:
    """Return the threshold of the given scores that predicts what ``threshold`` does of the corrected probabilities."""
    if data.prior is None or learner.turned is not None:
        return None
    if (log_odds := correction(data, learner)) is None:
        return None
    reached = learner.counts.scores[shifted_probability(learner.counts.scores, log_odds) >= threshold]
    return float(reached.min(initial=np.inf))


def _one_sided(learner: Learner, threshold: float) -> list[str]:
    """Return what to say of a threshold on one side of all scores, which may be one in another unit."""
    tp, fn, fp, tn = learner.counts.outcomes(learner.own(threshold))
    lowest, highest = sorted(map(learner.own, (learner.lowest, learner.highest)))
    if tp + fp and tn + fn:
        return []
    words = _("all examples are predicted positive") if tp + fp else _("no example is predicted positive")
    return [
        _("{model}: at this threshold, {words}; the model's scores range from {lowest} to {highest}.",
          model=learner.name, words=words, lowest=said(Threshold(lowest)), highest=said(Threshold(highest)))
    ]  # fmt: skip


def _at_threshold(data: Given, learner: Learner, threshold: float) -> list[Row]:
    """Return the confusion matrix at a threshold, and all rates, each with its interval."""
    tp, fn, fp, tn = learner.counts.outcomes(threshold)
    effects = learner.effects
    specificity = clopper_pearson(tn, data.negatives, effect=effects.false_positive_rate)
    recall, _fpr, precision = rates(data, learner, fn, fp)
    return [
        Row(learner.name, _("false negatives"), fn),
        Row(learner.name, _("false positives"), fp),
        recall._replace(measure=_("recall (sensitivity)")),
        Row(learner.name, _("specificity"), tn / data.negatives, *specificity),
        precision._replace(measure=_("precision (positive predictive value)")),
        Row(learner.name, _("negative predictive value"), *_negative_predictive_value(data, tn, fn, effects.cost)),
        Row(learner.name, "F1", *f1_interval(tp, fp, prior=data.prior, effect=effects.cost, **data.sizes)),
        Row(learner.name, _("expected cost per example"), *_cost(data, learner, fn, fp)),
        Row(learner.name, _("net benefit"), *_benefit(data, learner, fn, fp)),
    ]


def _negative_predictive_value(data: Given, tn: int, fn: int, effect: float):
    """Of what is predicted negative the share that is: the precision of the other class."""
    if tn + fn == 0:
        return None, None, None
    if data.prior is None:
        return tn / (tn + fn), *clopper_pearson(tn, tn + fn, effect=effect)
    swapped = {"positives": data.negatives, "negatives": data.positives}
    value = precision_at_prior(1 - data.prior, tn / data.negatives, fn / data.positives)
    return value, *map(float, precision_interval(1 - data.prior, tn, fn, effect=effect, **swapped))


def _recall(data: Given, learner: Learner, least: float, of_precision: bool):
    """Return the largest recall at which specificity or precision reaches a value."""
    fpr, recall, precision = boxes(data, learner)
    roc = learner.counts.roc()
    if of_precision:
        with np.errstate(invalid="ignore"):
            reached = precision_at_prior(data.p, roc.tpr, roc.fpr) >= least - SAME
        return _largest(roc.tpr, reached), *recall_at_least(recall, precision, least)
    return _largest(roc.tpr, 1 - roc.fpr >= least - SAME), *recall_at_least(recall, [1 - fpr[1], 1 - fpr[0]], least)


def _largest(recall: np.ndarray, reached: np.ndarray) -> float:
    return float(recall[reached].max(initial=0))


def _limits(data: Given) -> Part:
    words = [
        _(
            "An interval contains the true value in about 95 of 100 data sets drawn like this one. If there are "
            "many intervals, some of them will miss the true value."
        ),
        _(
            "A difference that is not significant may still be large: look at its interval, and ask how large a "
            "difference would matter to you."
        ),
        _("The results apply to these trained models, not to the algorithms that trained them."),
    ]
    unseen = _(
        "The report cannot see whether a model was trained on any of these examples, or whether this test set has "
        "already been used to choose a model. Each of these would make the numbers look better or more certain than "
        "they are."
    )
    if not data.groups:
        unseen = _(
            "The report cannot see whether a model was trained on any of these examples, whether several examples "
            "belong together, such as those of one patient, or whether this test set has already been used to "
            "choose a model. Each of these would make the numbers look better or more certain than they are."
        )
    words += [
        unseen,
        _(
            "Where the models are used, the examples may also differ in other ways; the report can allow only for a "
            "different share of positives."
        ),
    ]
    if len(data.learners) > 1:
        words.append(_("The best of several models looks better than it is, because it was chosen on these data."))
    return Part(_("What do these results not show?"), "03", words, [])
