"""Practice for chapter 05: the cost of a point, P(+)cost, and the cheapest of three thresholds."""

import numpy as np

from evalcore.costs import positive_cost_probability
from evalcore.exercises.judging import Choice, Numbers
from evalcore.exercises.tasks import Task, distinct, family
from evalcore.language import marked
from evalcore.language import translated as _


def _prices(rng):
    """Return the costs of a false negative and a false positive, which differ."""
    miss, alarm = (int(price) for price in rng.choice([1, 2, 3, 4, 5, 8, 10, 20], 2, replace=False))
    return miss, alarm


@family("cost-of-a-point", "What a classifier costs")
def cost_of_a_point(rng):
    miss, alarm = _prices(rng)
    p, fnr, fpr = (int(rng.integers(1, top)) / 10 for top in (10, 8, 8))

    def cost(p, fnr, fpr, miss, alarm):
        return p * fnr * miss + (1 - p) * fpr * alarm

    truth = cost(p, fnr, fpr, miss, alarm)
    mistakes = {
        _("You swapped the two costs: multiply FNR by the cost of a miss, and FPR by the cost of a false alarm."): cost(
            p, fnr, fpr, alarm, miss
        ),
        _("You swapped the two classes: misses come from the positives."): cost(1 - p, fnr, fpr, miss, alarm),
        _("That is the error rate: it counts every error as costing 1."): cost(p, fnr, fpr, 1, 1),
        _("Each rate is a fraction of its own class. Multiply it by the share of this class."): fnr * miss
        + fpr * alarm,
        _("You used 1 − FNR in place of FNR: the positives that are found cost nothing."): cost(
            p, 1 - fnr, fpr, miss, alarm
        ),
    }
    hint = _("Add FNR · p · cost of a miss and FPR · (1 − p) · cost of a false alarm.")
    return Task(
        [
            _(
                "The proportion of positives is {p:g}. A miss costs {miss}, a false alarm {alarm}.",
                p=p, miss=miss, alarm=alarm,
            ),
            _(
                "A classifier has FNR {fnr:g} and FPR {fpr:g}. What does it cost on average per example?",
                fnr=fnr, fpr=fpr,
            ),
        ],
        Numbers(truth, distinct(truth, mistakes), hint, is_rate=False),
        [
            _(
                "Misses are {p:g} × {fnr:g} of the examples and cost {miss} each, which makes {cost:.4g} per example.",
                p=p, fnr=fnr, miss=miss, cost=p * fnr * miss,
            ),
            _(
                "False alarms are {negatives:g} × {fpr:g} of the examples and cost {alarm} each, which makes "
                "{cost:.4g} per example.",
                negatives=1 - p, fpr=fpr, alarm=alarm, cost=(1 - p) * fpr * alarm,
            ),
            _("Together they cost {truth:.3f} per example.", truth=truth),
        ],
    )  # fmt: skip


@family("positive-cost", "P(+)cost")
def positive_cost(rng):
    miss, alarm = _prices(rng)
    p = int(rng.integers(1, 20)) / 20
    truth = float(positive_cost_probability(p, cost_fn=miss, cost_fp=alarm))
    mistakes = {
        _("You swapped the two costs: multiply p by the cost of a miss."): p * alarm / (p * alarm + (1 - p) * miss),
        _("That is 1 − P(+)cost, the share of the false alarms."): 1 - truth,
        _("That is p, which equals P(+)cost only if the two costs are equal."): p,
        _("That depends on the costs alone. The share of positives matters, too."): miss / (miss + alarm),
        _("That is p · cost of a miss. Divide it by the worst possible cost of both classes together."): p * miss,
        _("You divided by the sum of the costs. Multiply each cost by the share of its class."): p
        * miss
        / (miss + alarm),
    }
    hint = _("Divide p · cost of a miss by p · cost of a miss + (1 − p) · cost of a false alarm.")
    positive, negative = p * miss, (1 - p) * alarm
    return Task(
        [
            _(
                "The proportion of positives is p = {p:g}. A miss costs {miss}, a false alarm {alarm}.",
                p=p, miss=miss, alarm=alarm,
            ),
            _("Give P(+)cost."),
        ],
        Numbers(truth, distinct(truth, mistakes), hint),
        [
            _(
                "p × cost of a miss: {p:g} × {miss} = {positive:.4g}. (1 − p) × cost of a false alarm: "
                "{share:.4g} × {alarm} = {negative:.4g}.",
                p=p, miss=miss, positive=positive, share=1 - p, alarm=alarm, negative=negative,
            ),
            _(
                "P(+)cost = {positive:.4g} / {both:.4g} = {truth:.3f}.",
                positive=positive, both=positive + negative, truth=truth,
            ),
        ],
    )  # fmt: skip


@family("cheapest-threshold", "The cheapest threshold of three")
def cheapest_threshold(rng):
    miss, alarm = _prices(rng)
    positives, negatives = (int(count) for count in rng.choice([10, 20, 40, 60, 80, 100], 2))
    misses = np.sort(rng.choice(range(1, positives), 3, replace=False))
    alarms = np.sort(rng.choice(range(1, negatives), 3, replace=False))[::-1]

    def cheapest(miss, alarm):
        """Return the index of the cheapest threshold, and whether all others cost clearly more."""
        first, second = np.sort(misses * miss + alarms * alarm)[:2]
        return int(np.argmin(misses * miss + alarms * alarm)), second > 1.05 * first

    words = {
        marked("low"): ["low one", "low threshold", "低阈值"],
        marked("middle"): ["middle one", "middle threshold", "中阈值"],
        marked("high"): ["high one", "high threshold", "高阈值"],
    }
    names, totals = [*words], misses * miss + alarms * alarm
    choices = [cheapest(miss, alarm), cheapest(1, 1), cheapest(alarm, miss)]
    (best, equal, swapped), are_clear = zip(*choices, strict=True)
    if not all(are_clear) or best != rng.integers(3):  # makes the middle threshold correct as often as the others
        return None
    own = {}
    if swapped != best:
        own[names[swapped]] = _("That is the cheapest if the two costs are swapped. Which error costs more?")
    if equal != best:
        own[names[equal]] = _("That makes the fewest errors, but the two kinds do not cost the same here.")
    if not own:
        return None
    other = _("Multiply each count by its cost and add the two.")
    labels = [_(name) for name in names]
    return Task(
        [
            _(
                "Among {positives} positives and {negatives} negatives, three thresholds make these errors:",
                positives=positives, negatives=negatives,
            ),
            [
                [_("threshold"), _("misses"), _("false alarms")],
                *zip(labels, misses.tolist(), alarms.tolist(), strict=True),
            ],
            _(
                "A miss costs {miss}, a false alarm {alarm}. Which threshold is cheapest?",
                miss=miss, alarm=alarm,
            ),
        ],
        Choice({_("Cheapest"): (names[best], other, own)}, words),
        [
            _(
                "{name}: {misses} × {miss} + {alarms} × {alarm} = {total}.",
                name=name, misses=a, miss=miss, alarms=b, alarm=alarm, total=total,
            )
            for name, a, b, total in zip(labels, misses, alarms, totals, strict=True)
        ] + [_("The {name} threshold has the smallest total.", name=labels[best])],
    )  # fmt: skip


@family("height-of-the-envelope", "Two lines in cost space")
def height_of_the_envelope(rng):
    (fpr, fnr), (fpr2, fnr2) = ((int(rng.integers(1, 10)) / 20, int(rng.integers(1, 10)) / 20) for _line in "ab")
    x = int(rng.integers(1, 10)) / 10
    if x == 0.5 or (fpr - fpr2) * (fnr - fnr2) >= 0:  # one would be lower everywhere
        return None
    first, second = fpr * (1 - x) + fnr * x, fpr2 * (1 - x) + fnr2 * x
    if abs(first - second) < 0.005:
        return None
    truth = min(first, second)
    turned = min(fpr * x + fnr * (1 - x), fpr2 * x + fnr2 * (1 - x))
    mistakes = {
        _("That is the height of the other line, which is higher there."): max(first, second),
        _("At P(+)cost = 0 a line has the height FPR, at 1 the height FNR: you swapped the two ends."): turned,
        _("That is the mean of the two lines. The envelope is the lower of them."): (first + second) / 2,
        _("That is the lowest of the four ends of the two lines, not the height at this P(+)cost."):
            min(fpr, fnr, fpr2, fnr2),
    }  # fmt: skip
    names = ["A", "B"] if first < second else ["B", "A"]
    return Task(
        [
            [[_("classifier"), "FPR", "FNR"], ["A", f"{fpr:g}", f"{fnr:g}"], ["B", f"{fpr2:g}", f"{fnr2:g}"]],
            _("How high is the lower envelope of their two lines at P(+)cost = {x:g}?", x=x),
        ],
        Numbers(truth, distinct(truth, mistakes), _(
            "Compute FPR · (1 − x) + FNR · x for each line; the smaller value counts."
        ), names={f"{names[1].lower()}(?! height)": _("The height is right, but it belongs to the other line.")}),
        [
            _("A: {fpr:g} × {rest:g} + {fnr:g} × {x:g} = {cost:.4g}.", fpr=fpr, rest=1 - x, fnr=fnr, x=x, cost=first),
            _("B: {fpr:g} × {rest:g} + {fnr:g} × {x:g} = {cost:.4g}.", fpr=fpr2, rest=1 - x, fnr=fnr2, x=x,
              cost=second),
            _("The line of {name} is the lower one: {truth:.3f}.", name=names[0], truth=truth),
        ],
    )  # fmt: skip


@family("rule-for-calibrated", "The threshold for calibrated probabilities")
def rule_for_calibrated(rng):
    miss, alarm = _prices(rng)
    truth = alarm / (alarm + miss)
    mistakes = {
        _("You swapped the two costs: a costlier miss lowers the threshold."): miss / (alarm + miss),
        _("Those are the odds q / (1 − q). Solve for q."): alarm / miss,
        _("That would be right if both errors cost the same."): 0.5,
        _("That is one over the cost of a miss. The cost of a false alarm matters, too."): 1 / miss,
    }
    return Task(
        [
            _("The probabilities q of a classifier are calibrated. A miss costs {miss}, a false alarm {alarm}.",
              miss=miss, alarm=alarm),
            _("At which q does predicting positive begin to cost less than predicting negative?"),
        ],
        Numbers(truth, distinct(truth, mistakes), _("Set q × cost of a miss = (1 − q) × cost of a false alarm."),
                bound=">"),
        [
            _("Predicting negative costs q × {miss}, predicting positive (1 − q) × {alarm}.", miss=miss, alarm=alarm),
            _("They are equal at q = {alarm} / ({alarm} + {miss}) = {truth:.3f}.", miss=miss, alarm=alarm, truth=truth),
        ],
    )  # fmt: skip


@family("bill-from-normalised", "From the normalised cost to the total cost")
def bill_from_normalised(rng):
    miss, alarm = _prices(rng)
    p, share = int(rng.integers(1, 10)) / 20, int(rng.integers(2, 19)) / 20
    worst = p * miss + (1 - p) * alarm
    truth = 1000 * share * worst
    mistakes = {
        _("You treated the normalised cost as the cost per person. It is a share of the worst possible cost."): 1000
        * share,
        _("That is the largest possible cost. The classifier costs a fraction of it."): 1000 * worst,
        _("You swapped the two costs: misses come from the positives."): 1000 * share * (p * alarm + (1 - p) * miss),
        _("Multiply each cost by the share of its class."): 1000 * share * (miss + alarm),
    }
    return Task(
        [
            _("The proportion of people who are positive is {p:g}. A miss costs {miss}, a false alarm {alarm}.",
              p=p, miss=miss, alarm=alarm),
            _("A classifier has the normalised cost {share:g}. What do the errors among 1000 people cost in total?",
              share=share),
        ],
        Numbers(truth, distinct(truth, mistakes), _(
            "What would it cost if every positive were missed and every negative caused a false "
            "alarm?"
        ),
                decimals=1),
        [
            _("The largest possible total cost for 1000 people is 1000 × ({p:g} × {miss} + {rest:g} × {alarm}) = "
              "{worst:.5g}.",
              p=p, miss=miss, rest=1 - p, alarm=alarm, worst=1000 * worst),
            _("The classifier costs {share:g} times this: {truth:.1f}, or exactly {exact:.5g}.",
              share=share, truth=truth, exact=truth),
        ],
    )  # fmt: skip
