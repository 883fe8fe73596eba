"""The top of a report: its summary in a few lines, and what it was given."""

from collections.abc import Sequence

import numpy as np

from evalcore import __version__
from evalcore.language import translated as _
from evalcore.report.doubts import worries
from evalcore.report.learners import Given, Learner
from evalcore.report.parts import (
    SAME,
    calibration_verdict,
    cheapest,
    costs_of,
    rates,
    tested_pairs,
    thresholds,
    treating_alike,
)
from evalcore.report.provenance import Provenance
from evalcore.report.words import BRACKETS, Part, Threshold, joined, said, shown


def summary(data: Given, provenance: Provenance) -> Part:
    """Return which model is best, how sure that is, its threshold, its calibration, and the main concern."""
    costs = costs_of(data)
    best, *tied = cheapest(data)
    words = [
        _best_model(data, costs, best, tied),
        _ranking(data, best),
        _threshold(data, best),
        _("Probabilities of {name}: {said}", name=best.name, said=calibration_verdict(data, best)),
        _("Main concern: {said}", said=_concern(data, best, provenance)),
        _(BRACKETS),
    ]
    return Part(_("Summary"), "", words, [])


def what_was_given(data: Given, provenance: Provenance, day: str | None = None) -> Part:
    """Return the origin of the scores, the options and the version; ``day`` is the date of the report."""
    asked = data.asked
    words = [_("File: {name}.", name=provenance.file)] if provenance.file else []
    if provenance.label is not None:
        words.append(
            _(
                "Label column: {label}; positive class: {positive}.",
                label=shown(provenance.label), positive=shown(provenance.positive),
            )
        )  # fmt: skip
    used = data.positives + data.negatives
    words.append(_("Rows: {used} used, {left} left out.", used=used, left=provenance.rows_left_out))
    options = {
        _("share of positives where the models are used"): asked.prior,
        _("cost of a false negative"): asked.cost_fn,
        _("cost of a false positive"): asked.cost_fp,
        _("largest difference between two AUCs that does not matter"): asked.margin,
        _("threshold"): None if asked.threshold is None else thresholds(asked.threshold),
        _("specificity"): asked.specificity,
        _("precision"): asked.precision,
    }
    named = [
        _("{name} = {value}", name=name, value=value if isinstance(value, str) else said(value))
        for name, value in options.items()
        if value is not None
    ]
    words.append(_("Options: {options}.", options=_("; ").join(named)))
    words += provenance.sentences
    words.append(_methods(data))
    if day is not None:
        words.append(
            _("This report was made on {day} with version {version} of evalcore.", day=day, version=__version__)
        )
    return Part(_("Data and options used"), "", words, [])


def _methods(data: Given) -> str:
    """Return the method of each interval in words."""
    words = _(
        "The 95 % intervals are calculated as follows: for the AUC and the average precision, with the variance of "
        "DeLong, DeLong and Clarke-Pearson (1988) on the log-odds scale; for proportions such as the recall, exactly "
        "(Clopper and Pearson 1934); for the Brier score and for means, with Student's t; and for the expected cost "
        "and the net benefit, from the exact intervals of the two error rates (Zou, Huang and Zhang 2009)."
    )
    if data.groups:
        words += _(" Because the examples come in groups, each interval is widened by the design effect (Kish 1965).")
    return words


def _best_model(data: Given, costs: dict[str, Sequence[float]], best: Learner, tied: list[Learner]) -> str:
    """Return which model costs least, and whether its lead over the others is more than chance."""
    of = {"name": best.name, "cost": said(*costs[best.name])}
    if costs[best.name][0] >= treating_alike(data):
        return _(
            "Model: no model is shown to be cheaper than predicting the same class for every example; {name} costs "
            "{cost} per example.",
            **of,
        )
    words = _("Model: {name} has an expected cost of {cost} per example.", **of)
    unsure = ""
    if costs[best.name][2] >= treating_alike(data):
        unsure = _(
            " The data do not show that this is less than the cost of predicting the same class for every example."
        )
    others = len(data.learners) - 1
    if not others:
        return words + unsure
    if tied and any(abs(costs[learner.name][0] - costs[best.name][0]) > SAME for learner in tied):
        return _(
            "Model: {name} and {others} have the lowest expected costs. The difference between them is small enough to "
            "be explained by the random partitions or by the rounding of a score; {name} costs {cost} per example.",
            others=joined([learner.name for learner in tied]), **of,
        ) + unsure  # fmt: skip
    words = _("Model: {name} has the lowest expected cost, {cost} per example.", **of) + unsure
    if tied:
        names = joined([learner.name for learner in tied])
        return words + _(" The expected cost of {names} is equally low.", names=names)
    if data.pairs is None:
        return words + _(" Tables of counts cannot show whether this lead is significant.")
    place = data.learners.index(best)
    open_leads = [
        data.learners[sum(places) - place].name
        for places, (_value, low, high, _p), _p_value in tested_pairs(data, "cost_test")
        if place in places and low <= 0 <= high
    ]
    if not open_leads:
        return words + _(" Its lead over every other model is significant.")
    if len(open_leads) < others:
        return words + _(
            " Its lead over {names} could be due to chance; its lead over the other models is significant.",
            names=joined(open_leads),
        )
    return words + _(" Its lead could be due to chance.")


def _ranking(data: Given, best: Learner) -> str:
    """Return the AUC of the model that costs least and, if another one has a larger AUC, that of both."""
    leader = max(data.learners, key=lambda learner: learner.auc[0])
    if round(leader.auc[0], 3) <= round(best.auc[0], 3):
        return _("Ranking: {name} has an AUC of {auc}.", name=best.name, auc=said(*best.auc))
    words = _(
        "Ranking: {name} has the largest AUC, {auc}; that of {other} is {other_auc}.",
        name=leader.name, auc=said(*leader.auc), other=best.name, other_auc=said(*best.auc),
    )  # fmt: skip
    pair = {data.learners.index(leader), data.learners.index(best)}
    for places, (_value, low, high, _p), _p_value in tested_pairs(data, "auc_test"):
        if set(places) == pair:
            words += (
                _(" The difference could be due to chance.")
                if low <= 0 <= high
                else _(" The difference between the two is significant.")
            )
    return words


def _threshold(data: Given, best: Learner) -> str:
    """Return the cheapest threshold in words, with its recall and precision."""
    threshold = best.threshold(data.x)
    if best.calls_only and best.highest == 0:
        return _(
            "Threshold: none is chosen, because the scores of {name} are decisions. They predict every example "
            "negative.",
            name=best.name,
        )
    if not np.isfinite(threshold):
        return _(
            "Threshold: the cheapest decision with {name} is to predict that every example is negative.", name=best.name
        )
    _tp, fn, fp, _tn = best.counts.outcomes(threshold)
    recall, _alarms, precision = rates(data, best, fn, fp)
    words = _("Threshold: with {name}, predict positive if the score is {threshold} or more.")
    if best.turned is not None:
        words = _("Threshold: with {name}, predict positive if the score is {threshold} or less.")
    rates_there = _(" This gives a recall of {recall} and a precision of {precision}.")
    if best.calls_only:
        words = _("Threshold: none is chosen, because the scores of {name} are decisions.")
        rates_there = _(" They have a recall of {recall} and a precision of {precision}.")
    words = (words + rates_there).format(
        name=best.name, threshold=said(Threshold(best.own(threshold))), recall=said(*recall[2:]),
        precision=said(*precision[2:]),
    )  # fmt: skip
    if data.asked.cost_fn == data.asked.cost_fp:
        words += _(" A false negative and a false positive are given the same cost.")
    return words


def _concern(data: Given, best: Learner, provenance: Provenance) -> str:
    """Return the gravest doubt; without one, what no report can see."""
    if concerns := worries(data, best, provenance):
        return concerns[0]
    return _("The report cannot see whether the model was trained on these examples or chosen with them.")
