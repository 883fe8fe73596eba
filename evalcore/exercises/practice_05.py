"""Practice of chapter 05: what a point costs, P(+)cost, and the cheapest of three thresholds."""

import numpy as np

from evalcore.costs import positive_cost_probability
from evalcore.exercises.judging import Choice, Numbers
from evalcore.exercises.tasks import Task, apart, family


def _prices(rng):
    """What a miss and a false alarm cost: unlike each other."""
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
        "The prices changed places: FNR goes with a miss, FPR with a false alarm.": cost(p, fnr, fpr, alarm, miss),
        "The shares changed places: misses come from the positives.": cost(1 - p, fnr, fpr, miss, alarm),
        "That is the error rate, as if both mistakes cost 1.": cost(p, fnr, fpr, 1, 1),
        "The rates are of each class. Weigh them with the shares of the classes.": fnr * miss + fpr * alarm,
        "That takes 1 − FNR for FNR: the positives that are found cost nothing.": cost(p, 1 - fnr, fpr, miss, alarm),
    }
    return Task(
        [
            f"A share of {p:g} of the examples is positive. A miss costs {miss}, a false alarm {alarm}.",
            f"A classifier has FNR {fnr:g} and FPR {fpr:g}. What does it cost on average, an example?",
        ],
        Numbers(truth, apart(truth, mistakes), "FNR · p · price of a miss + FPR · (1 − p) · price of a false alarm."),
        [
            f"Misses: {p:g} × {fnr:g} of the examples, {miss} each: {p * fnr * miss:.4g}.",
            f"False alarms: {1 - p:g} × {fpr:g} of the examples, {alarm} each: {(1 - p) * fpr * alarm:.4g}.",
            f"Together {truth:.3f}.",
        ],
    )


@family("positive-cost", "P(+)cost")
def positive_cost(rng):
    miss, alarm = _prices(rng)
    p = int(rng.integers(1, 20)) / 20
    truth = float(positive_cost_probability(p, cost_fn=miss, cost_fp=alarm))
    mistakes = {
        "The prices changed places: a miss goes with p.": p * alarm / (p * alarm + (1 - p) * miss),
        "That is 1 minus it, the share of the false alarms.": 1 - truth,
        "That is p. Prices shift it.": p,
        "That is the price alone. The share of positives counts, too.": miss / (miss + alarm),
        "That is p · price of a miss. Divide by the same for both classes.": p * miss,
        "You divided by the sum of the prices. Weigh each with its class.": p * miss / (miss + alarm),
    }
    positive, negative = p * miss, (1 - p) * alarm
    return Task(
        [f"A share p = {p:g} is positive, a miss costs {miss}, a false alarm {alarm}.", "Give P(+)cost."],
        Numbers(truth, apart(truth, mistakes), "p · price of a miss, divided by the same for both classes together."),
        [
            f"p × price of a miss: {p:g} × {miss} = {positive:.4g}. (1 − p) × price of a false alarm: "
            f"{1 - p:.4g} × {alarm} = {negative:.4g}.",
            f"P(+)cost = {positive:.4g} / {positive + negative:.4g} = {truth:.3f}.",
        ],
    )


@family("cheapest-threshold", "The cheapest threshold of three")
def cheapest_threshold(rng):
    miss, alarm = _prices(rng)
    positives, negatives = (int(count) for count in rng.choice([10, 20, 40, 60, 80, 100], 2))
    misses = np.sort(rng.choice(range(1, positives), 3, replace=False))
    alarms = np.sort(rng.choice(range(1, negatives), 3, replace=False))[::-1]

    def cheapest(miss, alarm):
        """Its place, and whether no other is as cheap, or almost."""
        first, second = np.sort(misses * miss + alarms * alarm)[:2]
        return int(np.argmin(misses * miss + alarms * alarm)), second > 1.05 * first

    names, totals = ["low", "middle", "high"], misses * miss + alarms * alarm
    (best, clear), (equal, one), (swapped, other_one) = cheapest(miss, alarm), cheapest(1, 1), cheapest(alarm, miss)
    if not (clear and one and other_one) or best != rng.integers(3):  # or the middle one were seldom right
        return None
    own = {}
    if swapped != best:
        own[names[swapped]] = "That is cheapest if the prices change places. Which mistake is the dearer one?"
    if equal != best:
        own[names[equal]] = "That makes the fewest mistakes. They do not cost the same here."
    if not own:
        return None
    other = "Multiply each count by its price and add the two."
    return Task(
        [
            f"Among {positives} positives and {negatives} negatives, three thresholds make these mistakes:",
            [["threshold", "misses", "false alarms"], *zip(names, misses.tolist(), alarms.tolist(), strict=True)],
            f"A miss costs {miss}, a false alarm {alarm}. Which threshold is cheapest?",
        ],
        Choice({"Cheapest": (names[best], other, own)}, dict.fromkeys(names, ())),
        [
            f"{name}: {a} × {miss} + {b} × {alarm} = {total}."
            for name, a, b, total in zip(names, misses, alarms, totals, strict=True)
        ] + [f"The smallest is that of the {names[best]} threshold."],
    )  # fmt: skip
