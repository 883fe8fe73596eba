"""Practice for chapter 07: a binomial tail, McNemar's table, ranks with ties."""

from math import comb

import numpy as np

from evalcore.comparison import average_ranks, mcnemar
from evalcore.exercises.judging import Numbers
from evalcore.exercises.tasks import Task, cases, distinct, family
from evalcore.language import marked
from evalcore.language import translated as _


@family("binomial-tail", "This many errors or more")
def binomial_tail(rng):
    m, least = int(rng.integers(3, 7)), int(rng.integers(1, 4))
    rate = float(rng.choice([0.1, 0.2, 0.25, 0.4, 0.5]))

    def exactly(count):
        return comb(m, count) * rate**count * (1 - rate) ** (m - count)

    if least >= m:
        return None
    truth = sum(map(exactly, range(least, m + 1)))
    mistakes = {
        _("That is the probability of exactly that many errors. More errors count, too."): exactly(least),
        _("That is the probability of more errors than the question names. That number itself counts, too."): truth
        - exactly(least),
        _("That is the probability of fewer errors. The question asks for the rest."): 1 - truth,
        _("That is the probability of one order of right and wrong answers. Count the orders."): rate**least
        * (1 - rate) ** (m - least),
        _("That is the probability of at most that many errors."): 1 - truth + exactly(least),
    }
    hint = _(
        "Add the probabilities of all numbers of errors that the question includes, or subtract those of fewer "
        "errors from 1."
    )
    terms = " + ".join(f"C({m}, {n}) · {rate:g}^{n} · {1 - rate:g}^{m - n}" for n in range(least))
    sums = [terms, " + ".join(f"{exactly(count):.5g}" for count in range(least)), f"{1 - truth:.5g}"]
    return Task(
        [
            _("A learner's true error rate is {rate:g}. It is tested on {m} examples.", rate=rate, m=m),
            _("With what probability does it make 1 error or more?")
            if least == 1
            else _("With what probability does it make {least} errors or more?", least=least),
        ],
        Numbers(truth, distinct(truth, mistakes), hint),
        [
            _("The probability of fewer errors is {sums}.", sums=" = ".join(sums if least > 1 else sums[:2])),
            _("The rest is 1 − {fewer:.5g} = {truth:.5g}.", fewer=1 - truth, truth=truth),
        ],
    )


@family("mcnemar-by-hand", "McNemar's test by hand")
def mcnemar_by_hand(rng):
    only_a, only_b = (int(count) for count in rng.integers(1, 26, 2))
    both_right, both_wrong = int(rng.integers(50, 200)), int(rng.integers(2, 20))
    gap, disagree = abs(only_a - only_b), only_a + only_b
    if gap < 3 or disagree % 5:
        return None
    truth = float(mcnemar(only_a, only_b).statistic)
    mistakes = {
        _("That is without the correction: subtract 1 from the difference first."): gap**2 / disagree,
        _("You did not square the difference. Subtract 1 from it, and square the result."): (gap - 1) / disagree,
        _("Divide by the number of examples on which the two disagree, not by the number of all examples."):
            (gap - 1) ** 2 / (disagree + both_right + both_wrong),
        _("The correction makes the difference smaller, not larger."): (gap + 1) ** 2 / disagree,
        _("Subtract 1 from the difference before you square it."): (gap**2 - 1) / disagree,
        _("Divide by the sum of the two counts, not by its square root."): (gap - 1) ** 2 / disagree**0.5,
    }  # fmt: skip
    hint = _("Only the two counts of examples on which the models disagree matter.")
    return Task(
        [
            _("Two models were tested on one test set:"),
            [
                [_("models"), _("B right"), _("B wrong")],
                [_("A right"), both_right, only_b],
                [_("A wrong"), only_a, both_wrong],
            ],
            _("What is McNemar's statistic, with the correction?"),
        ],
        Numbers(truth, distinct(truth, mistakes), hint),
        [
            _("They disagree on {only_a} + {only_b} = {disagree} examples; the difference is {gap}.",
              only_a=only_a, only_b=only_b, disagree=disagree, gap=gap),
            _("({gap} − 1)² / {disagree} = {squared} / {disagree} = {truth:.3f}.",
              gap=gap, disagree=disagree, squared=(gap - 1) ** 2, truth=truth),
            _("That is more than 3.841, the critical value at 5 %.")
            if truth > 3.8415
            else _("That is less than 3.841, the critical value at 5 %."),
        ],
    )  # fmt: skip


@family("mean-ranks", "Mean ranks with ties")
def mean_ranks(rng):
    scores = rng.integers(70, 99, (4, 3))
    row = int(rng.integers(4))
    scores[row, rng.permutation(3)[:2]] = int(rng.integers(70, 99))
    different = [len({*row}) for row in scores.tolist()]
    if different.count(2) != 1 or different.count(3) != 3:
        return None
    ranks = average_ranks(scores)
    truth = tuple(ranks.mean(axis=0))
    first_of_tie = np.array([[1 + np.sum(row > score) for score in row] for row in scores]).mean(axis=0)
    last_of_tie = np.array([[np.sum(row >= score) for score in row] for row in scores]).mean(axis=0)
    if len({*truth}) < 3:
        return None
    mistakes = {
        _("The largest score has rank 1."): tuple(4 - np.array(truth)),
        _("Equal scores share the mean of their ranks; you gave both the smaller one."): tuple(first_of_tie),
        _("Equal scores share the mean of their ranks; you gave both the larger one."): tuple(last_of_tie),
        _("Those are sums of ranks. Divide by the number of data sets."): tuple(4 * np.array(truth)),
        _("Those are the mean scores. Rank the learners on each data set first."): tuple(scores.mean(axis=0)),
    }
    if len({*mistakes.values(), truth}) <= len(mistakes):
        return None
    hint = _("Rank the three on each data set, the largest first, then take the mean for each learner.")
    table = zip("1234", scores.tolist(), strict=True)
    return Task(
        [
            _("Here are the accuracies of three learners on four data sets, in per cent:"),
            [[_("data set"), "A", "B", "C"], *([name, *row] for name, row in table)],
            _("What are the mean ranks of A, B and C?"),
        ],
        Numbers(truth, mistakes, hint, asks=("A", "B", "C")),
        [
            *(_("Data set {name}: ranks {ranks}.", name=name, ranks=_(", ").join(f"{rank:g}" for rank in row))
              for name, row in zip("1234", ranks, strict=True)),
            _("The means are {means}.", means=_(", ").join(f"{mean:g}" for mean in truth)),
        ],
    )  # fmt: skip


@family("corrected-t-by-hand", "The corrected t by hand")
def corrected_t_by_hand(rng):
    k, times = int(rng.choice([2, 5, 10])), int(rng.choice([2, 5, 10]))
    mean, sd = int(rng.integers(1, 9)) / 100, int(rng.integers(2, 10)) / 100
    n, ratio = k * times, 1 / (k - 1)
    truth = mean / (sd * (1 / n + ratio) ** 0.5)
    mistakes = {
        _("That treats the folds as independent. Add n₂/n₁ to 1/k."): mean / (sd / n**0.5),
        _("n₂/n₁ compares the test part with the training part, not with all examples."):
            mean / (sd * (1 / n + 1 / k) ** 0.5),
        _("You used the standard deviation instead of the variance. Square it."): mean / (sd * (1 / n + ratio)) ** 0.5,
        _("Take the square root of the variance."): mean / (sd**2 * (1 / n + ratio)),
        _("You left 1/k out."): mean / (sd * ratio**0.5),
    }  # fmt: skip
    return Task(
        [
            _("In {times} times {k}-fold cross-validation, the {n} "
              "differences have mean {mean:g} and standard deviation "
              "{sd:g}.", times=times, k=k, n=n, mean=mean, sd=sd),
            _("What is the corrected t?"),
        ],
        Numbers(truth, distinct(truth, mistakes), _(
            "Divide the mean by √((1/k + n₂/n₁) · variance), where k is the number of all folds."
        )),
        [
            _("n₂/n₁ = 1/{rest}, and 1/k = 1/{n}: together {sum:.4g}.", rest=k - 1, n=n, sum=1 / n + ratio),
            _("t = {mean:g} / √({sum:.4g} × {sd:g}²) = {truth:.3f}.", mean=mean, sum=1 / n + ratio, sd=sd, truth=truth),
        ],
    )  # fmt: skip


@family("holm-by-hand", "Holm's correction by hand")
def holm_by_hand(rng):
    p = np.sort(rng.choice(range(2, 50), 3, replace=False)) / 1000
    raw = p * [3, 2, 1]
    adjusted = np.minimum(np.maximum.accumulate(raw), 1)
    if np.array_equal(raw, adjusted):
        return None
    order = rng.permutation(3)
    mistakes = {
        _("In order of size, no result may be smaller than the one before it."): tuple(raw[order]),
        _("That is Bonferroni's correction: it multiplies everything by 3. Holm's multiplies by 3, 2 and 1."): tuple(
            3 * p[order]
        ),
        _("You multiplied the largest by 3. The smallest comes first."): tuple((p * [1, 2, 3])[order]),
        _("Those are the uncorrected p-values."): tuple(p[order]),
    }
    truth = tuple(adjusted[order])
    if len({tuple(np.round(row, 6)) for row in [*mistakes.values(), truth]}) <= len(mistakes):
        return None
    return Task(
        [
            _("Three tests gave the p-values {values}.", values=_(", ").join(f"{value:.3f}" for value in p[order])),
            _("What are they after Holm's correction, in the same order?"),
        ],
        Numbers(truth, mistakes,
                _("Multiply the smallest by 3, the next by 2; no result may be smaller than the one before it."),
                asks=[_("for {p}", p=f"{value:.3f}") for value in p[order]]),
        [
            _("In order of size: {products}.",
              products=_(", ").join(f"{a:.3f} × {b} = {a * b:.3f}" for a, b in zip(p, (3, 2, 1), strict=True))),
            _("No result may be smaller than the one before it: {values}.",
              values=_(", ").join(f"{value:.3f}" for value in adjusted)),
            _("In the order of the question: {values}.", values=_(", ").join(f"{value:.3f}" for value in truth)),
        ],
    )  # fmt: skip


@family("may-i-trust-this-test", "Can this test be trusted?")
def may_i_trust_this_test(rng):
    tries, images = int(rng.integers(8, 30)), 500 * int(rng.integers(1, 7))
    words = {
        marked("sound"): ["yes", "trust", "可以", "可信"],
        marked("not independent"): ["dependent", "不独立"],
        marked("many tries"): ["many tests", "multiple testing", "多次检验", "试了多次"],
        marked("not paired"): ["unpaired", "不成对", "没有配对"],
    }
    alone = _("It is a single comparison, planned in advance, with a test that is made for such data.")
    folds = _("The differences come from the same examples, but the test treats them as independent.")
    many = _("The smallest of many p-values is often small by chance alone.")
    pairs = _("Both models were tested on the same examples, but nobody compared them example by example.")
    return cases(rng, _("Is each conclusion sound? If not, what is wrong with it?"), words, [
        (_("Two trained models were compared on the same {images} images by "
           "McNemar's test, with p = 0.01.", images=images), "sound", alone),
        (_(
            "Two linear classifiers were compared in ten repetitions of tenfold cross-validation by the corrected t "
            "test, as planned in advance, with p = 0.02."
        ), "sound", alone),
        (_(
            "An ordinary t test was applied to the 100 differences from ten repetitions of tenfold cross-validation, "
            "with p = 0.001."
        ), "not independent", folds),
        (_("A t test was applied to {tries} random splits of one data set as if they were {tries} data sets, with p "
           "= 0.01.",
           tries=tries), "not independent", folds),
        (_("Of {tries} changes to the learner, one had p = 0.04 and was reported.", tries=tries), "many tries", many),
        (_("{tries} data sets were searched until one showed p < 0.05.", tries=tries), "many tries", many),
        (_("Two models were tested on the same {images} images. Their two intervals overlap, so no difference is "
           "claimed.",
           images=images), "not paired", pairs),
    ])  # fmt: skip


@family("alarms-of-many-tests", "False alarms among many tests")
def alarms_of_many_tests(rng):
    n, level = int(rng.integers(2, 31)), float(rng.choice([0.01, 0.02, 0.05, 0.1]))
    truth = 1 - (1 - level) ** n
    mistakes = {
        _("That is the probability of no false alarm at all."): 1 - truth,
        _("Probabilities do not simply add up: several tests may give a false alarm at once."): n * level,
        _("That is the level of a single test."): level,
        _(
            "That is the level of a single test after Bonferroni's correction. The question asks for a probability."
        ): level / n,
    }
    return Task(
        [
            _("{n} independent tests are done at the level {level:g}, and there is no difference in any of them.",
              n=n, level=level),
            _("With what probability is there at least one false alarm?"),
        ],
        Numbers(
            truth, distinct(truth, mistakes), _("Subtract from 1 the probability that no test gives a false alarm.")
        ),
        [
            _("The probability of no false alarm is {right:g}^{n} = {none:.4g}.", right=1 - level, n=n, none=1 - truth),
            _("The probability of at least one is 1 − {none:.4g} = {truth:.3f}.", none=1 - truth, truth=truth),
        ],
    )  # fmt: skip
