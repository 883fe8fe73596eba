"""The answers of the report, in the order of the course, each in words and in numbers."""

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from evalcore.comparison import delong_from_covariance, mcnemar
from evalcore.conclusions import holm
from evalcore.intervals import (
    interval_of_difference,
    paired_share_difference,
    precision_at_prior,
    precision_interval,
    share_interval,
)
from evalcore.language import translated as _
from evalcore.report.doubts import worth
from evalcore.report.learners import Estimate, Given, bands, cost_at
from evalcore.report.words import SMALLEST, Part, Row, Threshold, said, told_apart

FEW_FOR_BRIER = 30  # of a class: so few that the interval of a Brier score misses the truth twice as often as it says
RECALLS = (np.arange(100) + 0.5) / 100  # over which a band is averaged


def answers(data: Given) -> list[Part]:
    """The whole report: what makes an answer worthless first, what may not be concluded last."""
    return [worth(data), _ranking(data), _calibration(data), _price(data), _luck(data), _limits(data)]


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
        for mean, found in zip(told_apart(sums.predicted), shares, strict=True):
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
    value = precision_at_prior(data.prior, tp / positives, fp / negatives)
    return value, *precision_interval(data.prior, tp, fp, positives=positives, negatives=negatives)


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
    covariance = data.pairs[i, j].covariance
    smaller = min(data.positives, data.negatives)
    difference, low, high, p_value = delong_from_covariance([first[0], second[0]], covariance, smaller=smaller)
    size = np.sqrt(covariance[0, 0] * covariance[1, 1])
    correlation = float(np.clip(covariance[0, 1] / size, -1, 1)) if size else 0.0
    wide = interval_of_difference(first, second, correlation=correlation)
    return (difference, max(min(low, wide[0]), -1), min(max(high, wide[1]), 1)), p_value


def _calls_compared(data: Given, i: int, j: int) -> Compared:
    """The difference of two costs on the second half, and McNemar's test of who errs there.

    Positives and negatives are apart: the distances to the ends of both their differences are added as squares.
    """
    missed, missed_by_other, alarms, alarms_by_other = data.pairs[i, j].alone
    prices = np.array([data.p * data.cost_fn, (1 - data.p) * data.cost_fp])
    positives, negatives = data.second
    alone = [(missed, missed_by_other, positives), (alarms, alarms_by_other, negatives)]
    value, low, high = np.transpose([paired_share_difference(*counts) for counts in alone])
    below, above = (np.linalg.norm(prices * side) for side in (value - low, high - value))
    difference = float(prices @ value)
    p_value = mcnemar(missed + alarms, missed_by_other + alarms_by_other, exact=True).p_value
    return (difference, float(difference - below), float(difference + above)), p_value


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
