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
from evalcore.exercises.judging import Between, Numbers, exercise
from evalcore.language import translated as _
from evalcore.metrics import ConfusionMatrix, RocCurve, roc_curve


@exercise("price-of-the-errors")
def price_of_the_errors():
    cm = ConfusionMatrix(tp=30, fn=10, fp=20, tn=140)
    truth = cost_sensitive_error(cm, cost_fn=5, cost_fp=1)
    mistakes = {
        _("You swapped the two costs. The spoiled melons are the positives: one that is let through is a miss."):
            cost_sensitive_error(cm, cost_fn=1, cost_fp=5),
        _(
            "That is the error rate: it counts every error as costing 1. A spoiled melon that is sold costs "
            "5."
        ): cm.error_rate,
        _("That is the total cost. (2.23) divides it by the number of melons."): truth * cm.total,
        _("You divided by the number of errors. (2.23) divides by all examples."): truth * cm.total / (cm.fn + cm.fp),
        _("That is the normalised cost (2.25): a fraction of the largest possible cost."):
            normalized_cost(cm.fnr, cm.fpr, 40 / 200, cost_fn=5, cost_fp=1),
    }  # fmt: skip
    hint = _("Count the misses and the false alarms, multiply each number by its cost, add, and divide by 200.")
    return Numbers(truth, mistakes, hint, is_rate=False)


@exercise("bill-of-a-thousand")
def bill_of_a_thousand():
    fpr, fnr, ill, people, miss = 0.1, 1 - 0.6, 20, 1000, 20
    healthy = people - ill
    bill = ill * fnr * miss + healthy * fpr
    share = normalized_cost(fnr, fpr, ill / people, cost_fn=miss, cost_fp=1)
    mistakes = {
        _("That is the mean cost per person. The question asks for the total."): bill / people,
        _(
            "That is the normalised cost, a fraction of the largest possible "
            "cost. The question asks for the total cost."
        ): share,
        _("That is a thousand times the normalised cost. The largest possible cost per person is not 1."): share
        * people,
        _("A false negative is a positive example that is predicted negative: the rate is 1 - TPR."): ill
        * (1 - fnr)
        * miss
        + healthy * fpr,
        _("You swapped the two rates: FPR is the fraction of the healthy who are predicted ill."): (
            ill * fpr * miss + healthy * fnr
        ),
        _("You swapped the two costs: a miss costs 20."): ill * fnr + healthy * fpr * miss,
        _("That is the number of errors: it counts every error as costing 1."): ill * fnr + healthy * fpr,
    }
    hint = _(
        "How many ill people are missed, and how many healthy people cause false alarms? Multiply both numbers by "
        "their costs, then add them."
    )
    return Numbers(bill, mistakes, hint, decimals=0)


FIRST, SECOND = (0.1, 0.6), (0.4, 0.8)  # (FPR, TPR) of the two classifiers in three exercises


def _crossing():
    """Return the point where the lines of the two classifiers cross: P(+)cost and normalised cost."""
    curve = cost_curve(RocCurve(*np.transpose([FIRST, SECOND]), np.array([2.0, 1.0])))
    return curve.x[1], curve.y[1]


@exercise("where-two-lines-cross")
def where_two_lines_cross():
    x, y = _crossing()
    right, up = np.subtract(SECOND, FIRST)
    mistakes = {
        _("That is 1 - x: you swapped the two axes of ROC space."): 1 - x,
        _("That is the normalised cost at the crossing. The question asks for its P(+)cost."): y,
        _("That is the slope of the ROC edge. It equals (1 - x) / x."): up / right,
        _("That is one over the slope, x / (1 - x). Solve for x."): right / up,
    }
    hint = _("The line of a classifier is FPR (1 - x) + FNR x. Set the two lines equal, and solve for x.")
    return Numbers(x, mistakes, hint)


@exercise("share-where-the-winner-changes")
def share_where_the_winner_changes():
    x = _crossing()[0]
    miss, alarm = 27, 2
    odds = x / (1 - x) * alarm / miss
    truth = odds / (1 + odds)
    swapped = x / (1 - x) * miss / alarm
    mistakes = {
        _("That is the P(+)cost of the crossing. Which share p of positives corresponds to it at these costs?"): x,
        _("You swapped the two costs: the false negative costs more."): swapped / (1 + swapped),
        _("Those are the odds p / (1 - p). Solve for p."): odds,
        _("That is 1 - p, the share of the negatives."): 1 - truth,
        _("You left out the cost of a false alarm, 2."): 1 / (1 + miss * (1 - x) / x),
    }
    hint = _("Express P(+)cost in terms of p and the two costs, set it equal to that of exercise 3, and solve for p.")
    return Numbers(truth, mistakes, hint, bound="<")


@exercise("cost-of-believing")
def cost_of_believing():
    squares = np.square(1 - np.array([0.9, 0.5])), np.square([0.4, 0.2, 0.1, 0.1])
    by_class = [errors.mean() for errors in squares]
    mistakes = {
        _(
            "That is the Brier score of all six examples. If all values of P(+)cost are equally likely, both "
            "classes have equal weight."
        ): np.mean(np.concatenate(squares)),
        _("You added the two classes. Each has a weight of one half."): sum(by_class),
        _("That is the mean over the positives alone."): by_class[0],
        _("That is the mean over the negatives alone."): by_class[1],
        _("That is what the best thresholds would cost: the ranking is perfect. This user believes the scores."): 0,
    }
    hint = _(
        "Take the mean of (1 - s)² over the positives and the mean of s² over the negatives, then the mean of the two."
    )
    return Numbers(np.mean(by_class), mistakes, hint)


@exercise("best-of-twenty")
def best_of_twenty():
    """Accept every threshold that predicts the same examples positive as the best one."""
    y_true, y_score = load_ranked_examples()
    roc, p, cost_fn, cost_fp = roc_curve(y_true, y_score), 0.3, 4, 1
    truth = best_threshold(roc, p, cost_fn=cost_fn, cost_fp=cost_fp)
    mistakes = {
        _(
            "That is the cost of a false alarm divided by the sum of both costs. "
            "This rule holds for calibrated probabilities; these scores are not calibrated."
        ): cost_fp
        / (cost_fn + cost_fp),
        _(
            "That is P(+)cost. Which segment of the cost curve lies at this value, and to which threshold does it "
            "belong?"
        ):
            positive_cost_probability(p, cost_fn=cost_fn, cost_fp=cost_fp),
        _("You left out the costs: that is best when both errors cost the same."): best_threshold(
            roc, p, cost_fn=1, cost_fp=1
        ),
        _("You left out the prior: that is best when half of the examples are positive."): best_threshold(
            roc, 0.5, cost_fn=cost_fn, cost_fp=cost_fp
        ),
        _("You swapped the two costs: a miss costs 4 here."): best_threshold(roc, p, cost_fn=cost_fp, cost_fp=cost_fn),
        _(
            "Your threshold is slightly too high. Scores at or above the threshold count as positive, and the best "
            "threshold is exactly the score of one example."
        ):
            Between(truth, truth + 0.01),
    }  # fmt: skip
    hint = _("Compute P(+)cost, and find the segment of the cost curve at this value.")
    return Numbers(Between(max(y_score[y_score < truth]), truth), mistakes, hint, bound=">")


@exercise("range-of-one-classifier")
def range_of_one_classifier():
    fpr, tpr = 0.2, 0.6
    truth = operating_range(cost_curve(RocCurve(np.array([0, fpr, 1]), np.array([0, tpr, 1]), np.array([2, 1, 0]))))
    mistakes = {
        _(
            "Those are FPR and TPR. The required values are those at which the classifier's line meets y = x and y = "
            "1 - x."
        ): (fpr, tpr),
        _("Those are the ends of the classifier's line, FPR and FNR. Where does this line meet y = x and y = 1 - x?"): (
            fpr,
            1 - tpr,
        ),
        _("You swapped the classes: at x = 0 the line has the height FPR, at x = 1 FNR."): (
            1 - truth[1],
            1 - truth[0],
        ),
        _("Those are the correct ends, but in the wrong order: give the lower one first."): truth[::-1],
    }
    hint = _("The line of the classifier is FPR (1 - x) + FNR x. Set it equal to x, then to 1 - x.")
    return Numbers(truth, mistakes, hint, asks=(_("lower end"), _("upper end")))


@exercise("never-the-best")
def never_the_best():
    fpr, (f1, t1), (f2, t2) = 0.2, FIRST, SECOND
    truth = t1 + (t2 - t1) * (fpr - f1) / (f2 - f1)
    mistakes = {
        _(
            "With so low a TPR the third classifier finds no more than the first, and its FPR is larger. Even with a "
            "somewhat higher TPR it is never the best."
        ): t1,
        _("That is halfway between the two TPRs. FPR 0.2 is not halfway between 0.1 and 0.4."): (t1 + t2) / 2,
        _(
            "With that TPR the third classifier finds as many positives as the second, at half the FPR, so it is the "
            "best for some costs."
        ): t2,
        _("That is the FNR. The question asks for the TPR."): 1 - truth,
    }
    hint = _(
        "A classifier is never the best if its point is below the hull. How high is the edge of the hull at FPR 0.2?"
    )
    return Numbers(truth, mistakes, hint, bound="<")


@exercise("rule-at-another-share")
def rule_at_another_share():
    learned, used, miss, alarm = 0.5, 0.2, 10, 1
    ratio = (learned / (1 - learned)) / (used / (1 - used))
    odds, wrong_way, swapped = alarm / miss * ratio, alarm / miss / ratio, miss / alarm * ratio
    mistakes = {
        _(
            "That is the threshold for the population in which q was learned. Where positives are rarer, the same "
            "q is weaker evidence."
        ): alarm / (miss + alarm),
        _(
            "You corrected the odds the wrong way round: where positives are rarer, the threshold on q must be higher."
        ): wrong_way / (1 + wrong_way),
        _("Those are the odds q / (1 - q). Solve for q."): odds,
        _("You left out the costs: a miss costs ten times as much as a false alarm."): ratio / (1 + ratio),
        _("You swapped the two costs: if false negatives cost more, the threshold on q is lower."): swapped
        / (1 + swapped),
    }
    hint = _(
        "Correct the odds q / (1 - q) for the new share. At the threshold, they equal "
        "the cost of a false alarm divided by that of a miss."
    )
    return Numbers(odds / (1 + odds), mistakes, hint, bound=">", beside=[f"odds {odds:g}", f"几率{odds:g}"])


@exercise("band-of-the-difference")
def band_of_the_difference():
    first, second = np.array([0.24, 0.31, 0.22, 0.35, 0.28]), np.array([0.22, 0.26, 0.19, 0.31, 0.27])
    differences = first - second
    truth = differences.min(), differences.max()
    mistakes = {
        _(
            "You subtracted the bands. Where a draw raises the cost of one learner, it raises that of the other, "
            "too: subtract within each draw."
        ): (
            first.min() - second.max(),
            first.max() - second.min(),
        ),
        _(
            "You subtracted the ends of the two bands. The smallest values of the two learners need not come "
            "from the same draw."
        ): (
            first.min() - second.min(),
            first.max() - second.max(),
        ),
        _("That is second - first."): (-truth[1], -truth[0]),
        _("Those are the two ends of second - first, and in the wrong order."): (-truth[0], -truth[1]),
        _("Those are the correct ends, but in the wrong order: give the lower one first."): truth[::-1],
        _("That is the band of the first learner."): (first.min(), first.max()),
        _("That is the band of the second learner."): (second.min(), second.max()),
    }
    hint = _("Take first - second in each of the five draws.")
    return Numbers(truth, mistakes, hint, asks=(_("lower end"), _("upper end")))
