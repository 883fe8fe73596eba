"""Exercises of chapter 05, Cost curves."""

import numpy as np

from evalcore.costs import (
    best_threshold,
    cost_curve,
    cost_sensitive_error,
    normalized_cost,
    operating_range,
    positive_cost_probability,
)
from evalcore.datasets import load_ranked_examples
from evalcore.exercises.judging import compare, exercise
from evalcore.metrics import ConfusionMatrix, RocCurve, roc_curve


@exercise("price-of-the-errors")
def _(answer):
    cm = ConfusionMatrix(tp=30, fn=10, fp=20, tn=140)
    truth = cost_sensitive_error(cm, cost_fn=5, cost_fp=1)
    mistakes = {
        "You exchanged the prices: cost01 prices a miss, FN.": cost_sensitive_error(cm, cost_fn=1, cost_fp=5),
        "That is the error rate: every error at price 1. A miss costs 5 here.": cm.error_rate,
        "That is the whole bill. (2.23) divides it by the number of examples.": truth * cm.total,
        "You divided by the number of errors. (2.23) divides by all examples.": truth * cm.total / (cm.fn + cm.fp),
        "That is the normalised cost (2.25): a share of the worst bill.": normalized_cost(
            cm.fnr, cm.fpr, 40 / 200, cost_fn=5, cost_fp=1
        ),
    }
    return compare(answer, truth, mistakes, otherwise="FN times cost01 plus FP times cost10, divided by m.")


@exercise("operating-abscissa")
def _(answer):
    p, cost_fn, cost_fp = 0.2, 6, 1
    mistakes = {
        "That is p. With unequal costs P(+)cost is not p.": p,
        "You exchanged the prices: p belongs to cost01.": positive_cost_probability(
            p, cost_fn=cost_fp, cost_fp=cost_fn
        ),
        "That is the share of the prices alone. Weigh them with p and 1 - p.": cost_fn / (cost_fn + cost_fp),
        "That is the numerator of (2.24). Divide by p cost01 + (1 - p) cost10.": p * cost_fn,
        "That is the share of the negatives, 1 - P(+)cost.": (1 - p) * cost_fp / (p * cost_fn + (1 - p) * cost_fp),
    }
    truth = positive_cost_probability(p, cost_fn=cost_fn, cost_fp=cost_fp)
    return compare(answer, truth, mistakes, otherwise="Put p = 0.2, cost01 = 6 and cost10 = 1 into (2.24).")


@exercise("where-two-lines-cross")
def _(answer):
    roc = RocCurve(np.array([0.1, 0.4]), np.array([0.6, 0.8]), np.array([2.0, 1.0]))
    curve = cost_curve(roc)
    right, up = roc.fpr[1] - roc.fpr[0], roc.tpr[1] - roc.tpr[0]
    mistakes = {
        "That is 1 - x: you exchanged the two axes of the ROC plane.": 1 - curve.x[1],
        "That is the normalised cost at the crossing. The question asks for its P(+)cost.": curve.y[1],
        "That is the slope of the ROC edge. It equals (1 - x) / x.": up / right,
        "That is one over the slope, x / (1 - x). Solve for x.": right / up,
    }
    return compare(answer, curve.x[1], mistakes, otherwise="Set 0.1 (1 - x) + 0.4 x equal to 0.4 (1 - x) + 0.2 x.")


@exercise("slope-of-equal-cost")
def _(answer):
    p, cost_fn, cost_fp = 0.2, 8, 1
    x = positive_cost_probability(p, cost_fn=cost_fn, cost_fp=cost_fp)
    mistakes = {
        "That is one over the slope. TPR is the vertical axis.": x / (1 - x),
        "You exchanged the prices: cost10 stands in the numerator.": (1 - p) * cost_fn / (p * cost_fp),
        "You left out the prices: that is (1 - p) / p.": (1 - p) / p,
        "You left out the prior: that is cost10 / cost01.": cost_fp / cost_fn,
        "That is P(+)cost. The slope is (1 - x) / x.": x,
    }
    return compare(answer, (1 - x) / x, mistakes, otherwise="(1 - p) cost10 divided by p cost01.")


@exercise("best-of-twenty")
def _(answer):
    roc = roc_curve(*load_ranked_examples())
    p, cost_fn, cost_fp = 0.3, 4, 1
    mistakes = {
        "You left out the prices: that is best when both errors cost the same.": best_threshold(
            roc, p, cost_fn=1, cost_fp=1
        ),
        "You left out the prior: that is best when half of the examples are positive.": best_threshold(
            roc, 0.5, cost_fn=cost_fn, cost_fp=cost_fp
        ),
        "You exchanged the prices: a miss costs 4 here.": best_threshold(roc, p, cost_fn=cost_fp, cost_fp=cost_fn),
        "That is cost10 / (cost01 + cost10). It holds for calibrated probabilities; these scores are not.": cost_fp
        / (cost_fn + cost_fp),
        "That is P(+)cost. Which segment of the cost curve lies there, and which threshold is it?":
            positive_cost_probability(p, cost_fn=cost_fn, cost_fp=cost_fp),
    }  # fmt: skip
    truth = best_threshold(roc, p, cost_fn=cost_fn, cost_fp=cost_fp)
    hint = "Compute P(+)cost, and find the segment of the cost curve above it."
    return compare(answer, truth, mistakes, otherwise=hint, tolerance=1e-6)


@exercise("range-of-one-classifier")
def _(answer):
    fpr, tpr = 0.2, 0.6
    truth = operating_range(cost_curve(RocCurve(np.array([0, fpr, 1]), np.array([0, tpr, 1]), np.array([2, 1, 0]))))
    mistakes = {
        "Those are FPR and TPR. The ends are where its line meets y = x and y = 1 - x.": (fpr, tpr),
        "Those are the ends of its line, FPR and FNR. Where does it meet y = x and y = 1 - x?": (fpr, 1 - tpr),
        "You exchanged the classes: at x = 0 the line has the height FPR, at x = 1 FNR.": (1 - truth[1], 1 - truth[0]),
        "The right ends, in the wrong order: first the lower one.": truth[::-1],
    }
    hint = "The line is 0.2 (1 - x) + 0.4 x. Set it equal to x, then to 1 - x."
    return compare(answer, truth, mistakes, otherwise=hint)


@exercise("never-the-best")
def _(answer):
    y_true, y_score = load_ranked_examples()
    curve = cost_curve(roc_curve(y_true, y_score))
    threshold = float(answer) if isinstance(answer, int | float | np.number) else np.nan
    if not np.isclose(y_score, threshold, rtol=0, atol=1e-9).any():
        return "Expected one of the twenty scores, such as 0.54."
    segment = np.flatnonzero(np.isclose(curve.thresholds, threshold, rtol=0, atol=1e-9))
    if not segment.size:
        return None
    low, high = curve.x[segment[0]], curve.x[segment[0] + 1]
    return f"Its line is a segment of the cost curve: from P(+)cost {low:.3f} to {high:.3f} it is the best of all."


@exercise("cost-of-a-random-cut")
def _(answer):
    auc, m = 0.9, 99
    truth = 0.5 - (2 * auc - 1) / 4 * m / (m + 1)
    mistakes = {
        "You left out the factor m / (m + 1): the two trivial cuts count among the m + 1.": 0.5 - (2 * auc - 1) / 4,
        "That is 1 - AUC, the rank loss. A random cut costs more.": 1 - auc,
        "You forgot to divide 2 AUC - 1 by 4.": 0.5 - (2 * auc - 1) * m / (m + 1),
        "The sign: a better ranking lowers the cost.": 0.5 + (2 * auc - 1) / 4 * m / (m + 1),
    }
    return compare(answer, truth, mistakes, otherwise="Put AUC = 0.9 and m = 99 into the formula.", tolerance=5e-4)
